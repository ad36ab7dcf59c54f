//! The PDF of an invoice, beside a writer that only puts the same number of lines on pages.

use domain::invoices::{InvoiceDocument, InvoiceInput, examples};

use crate::raw_pdf;
use crate::table::{Row, timed};

/// What is measured, how many lines a bare writer puts on pages instead, runs, and what one may take in milliseconds.
type Case = (&'static str, fn() -> InvoiceInput, usize, usize, Option<f64>);
const CASES: [Case; 3] = [
    ("one page", examples::one_page, 20, 60, Some(10.0)),
    ("20 members, two pages", || examples::with_members(20), 20, 60, None),
    ("2,000 members", || examples::with_members(2000), 2000, 5, Some(600.0)),
];

/// First documents and later ones, each to another customer: what Typst remembers of one is then as useful to the next as it is in life.
pub fn rows() -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (name, input, lines, runs, limit) in CASES {
        let customers: Vec<_> = (0..runs + 2).map(|other| InvoiceDocument::of(&input().of_another(other))).collect();
        let mut customers = customers.iter();
        let mut next = || documents::invoice(customers.next().expect("one for each run"));
        let first = timed(1, &mut next);
        anyhow::ensure!(next()?.starts_with(b"%PDF"), "no PDF came out");
        if rows.is_empty() {
            rows.push(Row::millis("invoice PDF, the first of the process", &first));
        }
        let later = timed(runs, &mut next);
        let bare = timed(runs, || raw_pdf::of_lines(lines));
        let row = Row::millis(format!("invoice PDF of {name}"), &later).beside(&bare);
        rows.push(if let Some(limit) = limit { row.under(limit) } else { row });
    }
    Ok(rows)
}
