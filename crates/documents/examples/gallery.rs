//! Writes the edge cases of every document into a folder, to be looked at: `cargo run -p documents --example gallery -- FOLDER`.

use std::path::PathBuf;
use std::time::Instant;

use domain::commissions::document::StatementDocument;
use domain::commissions::document::examples::cases as statements;
use domain::invoices::{InvoiceDocument, InvoiceInput, LineMember, examples};
use domain::utilization::ReportDocument;
use domain::utilization::examples::cases::cases;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("the folder to write into is missing")?);
    std::fs::create_dir_all(&folder)?;
    for (name, input) in examples::cases().into_iter().chain([("scripts", scripts())]) {
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

/// Names of scripts that the fonts have, and of some that they lack.
fn scripts() -> InvoiceInput {
    let names = [
        ("Παπαδόπουλος", "Ἑλένη"),
        ("Ѳеодоров", "Љубица"),
        ("כהן", "דוד"),
        ("العربية", "محمد"),
        ("张", "小龙"),
        ("김", "민준"),
        ("ใจดี", "สมชาย"),
        ("शर्मा", "स्मिता"),
        ("ბერიძე", "ნინო"),
        ("כהן (לוי)", "דוד"),
        ("العربية (مصر)", "محمد [علي]"),
        ("כהן (1999)", "דוד (Dave)"),
    ];
    let member = |(number, (last_name, first_name)): (usize, (&str, &str))| LineMember {
        last_name: last_name.to_owned(),
        first_name: first_name.to_owned(),
        ..examples::member(number)
    };
    let members: Vec<_> = names.into_iter().enumerate().map(member).collect();
    let line = examples::with_members(1).lines[0].clone().with_members(members);
    let input = InvoiceInput {
        customer: "บริษัท สยามเครื่องมือ จำกัด".to_owned(), ..examples::empty()
    };
    input.with_lines(vec![line])
}
