//! Writes the edge cases of every document into a folder, to be looked at: `cargo run -p documents --example gallery -- FOLDER`.

use std::path::PathBuf;
use std::time::Instant;

use domain::commissions::document::StatementDocument;
use domain::commissions::document::examples::cases as statements;
use domain::invoices::{InvoiceDocument, examples};
use domain::utilization::ReportDocument;
use domain::utilization::examples::cases::cases;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("the folder to write into is missing")?);
    std::fs::create_dir_all(&folder)?;
    for (name, input) in examples::cases() {
        let document = InvoiceDocument::of(&input);
        let started = Instant::now();
        let first = documents::invoice(&document)?;
        let cold = started.elapsed();
        let started = Instant::now();
        documents::invoice(&document)?;
        println!("{name:20} {:>9} bytes  first {cold:>12?}  again {:>12?}", first.len(), started.elapsed());
        std::fs::write(folder.join(format!("{name}.pdf")), first)?;
    }
    for (name, source) in cases() {
        let started = Instant::now();
        let pdf = documents::utilization(&ReportDocument::of(&source))?;
        println!("utilization-{name:20} {:>9} bytes  {:>12?}", pdf.len(), started.elapsed());
        std::fs::write(folder.join(format!("utilization-{name}.pdf")), pdf)?;
    }
    for (name, input) in statements() {
        let started = Instant::now();
        let pdf = documents::statement(&StatementDocument::of(input))?;
        println!("statement-{name:20} {:>9} bytes  {:>12?}", pdf.len(), started.elapsed());
        std::fs::write(folder.join(format!("statement-{name}.pdf")), pdf)?;
    }
    Ok(())
}
