//! The PDF of an invoice, beside a writer that only puts the same number of lines on pages.

use domain::invoices::{InvoiceDocument, examples};

use crate::raw_pdf;
use crate::table::{Row, timed};

/// Members, runs, and what a document of so many may take in milliseconds.
const SIZES: [(usize, usize, f64); 2] = [(20, 20, 10.0), (2000, 5, 600.0)];

/// First documents and later ones.
pub fn rows() -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (members, runs, limit) in SIZES {
        let document = InvoiceDocument::of(&examples::with_members(members));
        let first = timed(1, || documents::invoice(&document));
        let bytes = documents::invoice(&document)?;
        anyhow::ensure!(bytes.starts_with(b"%PDF"), "no PDF came out");
        if members == SIZES[0].0 {
            rows.push(Row::millis("invoice PDF, the first of the process", &first));
        }
        let later = timed(runs, || documents::invoice(&document));
        let bare = timed(runs, || raw_pdf::of_lines(members));
        rows.push(Row::millis(format!("invoice PDF of {members} members"), &later).under(limit).beside(&bare));
    }
    Ok(rows)
}
