//! Invoices: snapshots as customers see them.
//!
//! Everything the document of an invoice says: which lines stand in which order, what they add up to, what changed since
//! last month, who is listed behind a line. It is laid out elsewhere; no amount and no text that depends on an amount is
//! decided there.

mod access;
mod appendix;
mod billed;
mod build;
mod bulk;
mod change;
mod check;
mod document;
#[cfg(any(test, feature = "examples"))]
pub mod examples;
mod input;
mod member_change;
mod remit_to;
mod wording;

#[cfg(test)]
mod tests;

pub use access::InvoiceAccess;
pub use appendix::{
    Appendix, ConsultList, CorrectionGroup, ListedConsult, ListedMember, MEMBERS_LISTED_AT_MOST, MemberList, PartRow,
    Place, Unbilled,
};
pub use billed::BilledOn;
pub use bulk::{BULK_BROKEN, BulkFacts, BulkKind, BulkOutcome, MOST_IN_BULK, NO_RECIPIENTS, Verdict, check_chosen};
pub use change::{Change, ChangeStep};
pub use check::OutOfBalance;
pub use document::{BillTo, DocumentLine, InvoiceDocument, Payment, RemitTo, Settlement};
pub use input::{
    CitedInvoice, ErpFacts, InvoiceInput, InvoiceLine, LineConsult, LineMember, PreviousInvoice, PreviousLine, Sender,
    UnbilledLine,
};
pub use member_change::MemberChange;
pub use remit_to::{AddressLack, address_lack};
pub use wording::{shown_count, shown_signed};
