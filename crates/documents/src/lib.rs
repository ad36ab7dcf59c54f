//! Documents as PDF, laid out by Typst from typed values: one function a document.
//!
//! The values come from `domain`, which has done all arithmetic; the templates only lay out. Nothing is read at run time:
//! fonts and templates are embedded, there is no network, no file and no clock, and the same value gives the same bytes.

mod code;
mod compact;
mod direction;
mod fonts;
mod invoice;
mod letterhead;
mod measure;
mod printable;
mod roster;
mod statement;
mod utilization;
mod world;

#[cfg(test)]
mod tests;

pub use code::qr_code;

use domain::commissions::document::StatementDocument;
use domain::invoices::{InvoiceDocument, OutOfBalance};
use domain::utilization::ReportDocument;

/// Why a document was not made.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// Its amounts contradict each other; nothing is printed that does not add up.
    #[error("the document does not add up: {0}")]
    OutOfBalance(#[from] OutOfBalance),
    /// The template and its data do not fit; warnings count, since Typst only warns of a missing font.
    #[error("the document cannot be laid out: {0}")]
    Layout(String),
}

/// The PDF of an invoice or credit memo with its member appendix; tagged and titled for screen readers (PDF/UA-1).
///
/// # Errors
/// When the document does not add up or cannot be laid out.
pub fn invoice(document: &InvoiceDocument) -> Result<Vec<u8>, DocumentError> {
    document.check()?;
    let sheet = invoice::Sheet::of(document);
    let ident = format!("invoice {} {}", document.snapshot, document.made_at.timestamp());
    world::pdf(world::Template::Invoice, &sheet, ident, document.made_at)
}

/// The PDF of a utilization report; tagged and titled for screen readers (PDF/UA-1).
///
/// # Errors
/// When the document cannot be laid out.
pub fn utilization(document: &ReportDocument) -> Result<Vec<u8>, DocumentError> {
    let sheet = utilization::Sheet::of(document);
    let ident = format!("utilization {} {} {}", document.group, document.range, document.made_at.timestamp());
    world::pdf(world::Template::Utilization, &sheet, ident, document.made_at)
}

/// The PDF of a commission statement; tagged and titled for screen readers (PDF/UA-1).
///
/// # Errors
/// When the document does not add up or cannot be laid out.
pub fn statement(document: &StatementDocument) -> Result<Vec<u8>, DocumentError> {
    document.check()?;
    let sheet = statement::Sheet::of(document);
    let ident = format!("statement {} {}", document.number, document.made_at.timestamp());
    world::pdf(world::Template::Statement, &sheet, ident, document.made_at)
}
