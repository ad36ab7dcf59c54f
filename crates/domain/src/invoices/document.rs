//! What an invoice document says. Amounts are typed, everything else is the text as printed.

use chrono::{DateTime, Utc};

use super::{Appendix, Change, Sender};
use crate::billing::invoice::PaymentStatus;
use crate::billing::ledger::EntryKind;
use crate::{BillingMonth, Money, SnapshotId};

/// An invoice or credit memo, ready to be laid out.
///
/// Made by [`InvoiceDocument::of`]; [`InvoiceDocument::check`] proves that its parts add up, whoever made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceDocument {
    /// The snapshot behind it.
    pub snapshot: SnapshotId,
    /// The creation time of the file.
    pub made_at: DateTime<Utc>,
    /// Who sends it.
    pub sender: Sender,
    /// `Invoice`, or `Credit memo` when the total is negative (rules.md#credit-memo).
    pub title: &'static str,
    /// `Invoice number`, or `Number` of a credit memo.
    pub number_label: &'static str,
    /// The number.
    pub number: String,
    /// What the large figure means: `Total due by 08/30/2026`, `Paid in full` …
    pub caption: String,
    /// The large figure.
    pub hero: Money,
    /// Whether it is in no accounting system, so that nothing is owed on it yet (rules.md#draft-of-an-invoice).
    pub is_draft: bool,
    /// To whom.
    pub bill_to: BillTo,
    /// Where a check goes; none on a credit memo, and none where the address is not known as a whole (rules.md#remit-to).
    pub remit_to: Option<RemitTo>,
    /// `Invoice date` or `Credit memo date`.
    pub date_label: &'static str,
    /// That date, once it is known.
    pub date: Option<String>,
    /// The due date, once it is known; a credit memo has none.
    pub due_date: Option<String>,
    /// The terms, once they are known; a credit memo has none.
    pub terms: Option<String>,
    /// The group's public number.
    pub group_code: String,
    /// What the customer is called in the ERP.
    pub erp_customer: Option<String>,
    /// The number of the customer's purchase order.
    pub purchase_order: Option<String>,
    /// The billing period.
    pub period: BillingMonth,
    /// Where the payment stands.
    pub status: PaymentStatus,
    /// On a credit memo: which months it corrects, and on which invoices they were billed.
    pub corrects: Option<String>,
    /// The memo for the customer; the band is left out without one.
    pub memo: Option<String>,
    /// That the accounting system has an older invoice than this document, while that is so.
    pub notice: Option<String>,
    /// The charges of this invoice: its period, and where lines say so the month before or after it.
    pub charges: Vec<DocumentLine>,
    /// `Charges for July 2026`, by the months that they bill.
    pub charges_label: String,
    /// What the charges add up to.
    pub charges_total: Money,
    /// The corrections of earlier months: debts, then credits, each by month, then by plan line.
    pub corrections: Vec<DocumentLine>,
    /// What the corrections add up to.
    pub net_corrections: Money,
    /// `Total due`, `Total credit` or `Total`.
    pub total_label: &'static str,
    /// The total.
    pub total: Money,
    /// What was paid, when that is neither nothing nor unknown.
    pub settlement: Option<Settlement>,
    /// Why the total changed since last month.
    pub change: Change,
    /// How to pay, or why there is nothing to pay.
    pub payment: Payment,
    /// Who is behind the lines; `None` when no line bills members.
    pub appendix: Option<Appendix>,
}

/// To whom an invoice goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillTo {
    /// The name of the group.
    pub name: String,
    /// The address lines, or one line saying that there is none.
    pub lines: Vec<String>,
    /// Whether the address is known.
    pub has_address: bool,
}

/// Where a check goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemitTo {
    /// The name in law, to which it is made out.
    pub name: String,
    /// The lines of the address, top to bottom.
    pub lines: Vec<String>,
}

/// A line of the invoice table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentLine {
    /// The month it bills.
    pub month: BillingMonth,
    /// How it came about.
    pub kind: EntryKind,
    /// `Debt` or `Credit` before a correction.
    pub word: Option<&'static str>,
    /// What it bills.
    pub name: String,
    /// `Reference # EAST`, where it does not include all members.
    pub reference: Option<String>,
    /// Why a correction was made, in a few words.
    pub note: Option<&'static str>,
    /// How many; never negative.
    pub quantity: i64,
    /// The price of one.
    pub rate: Money,
    /// The amount; negative on a credit.
    pub amount: Money,
    /// The member list behind a charge: its place in [`Appendix::lists`].
    pub list: Option<usize>,
    /// The consultations behind a charge: their place in [`Appendix::consults`].
    pub consults: Option<usize>,
}

/// What was paid of an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// What was paid, as a negative amount.
    pub paid: Money,
    /// What is left.
    pub balance: Money,
}

/// How to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payment {
    /// By the hosted payment page; the code holds `link`.
    Link {
        /// The whole `https` address.
        link: String,
        /// What is printed of it beside a code.
        shown: String,
        /// That a check is taken too, where it is known where it goes.
        by_check: Option<String>,
    },
    /// Without a link.
    Text {
        /// The head of the panel.
        title: &'static str,
        /// What to do, or that there is nothing to do.
        text: String,
    },
}

impl InvoiceDocument {
    /// `Invoice LW-004218`, as it is cited; `Draft invoice 004218` of a draft.
    pub fn citation(&self) -> String {
        if self.is_draft {
            format!("Draft {} {}", self.title.to_lowercase(), self.number)
        } else {
            format!("{} {}", self.title, self.number)
        }
    }

    /// A file name for the download, such as `invoice-LW-004218.pdf`; letters, digits and hyphens only.
    pub fn file_name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let noun: String = self.title.to_lowercase().chars().map(plain).collect();
        let number: String = self.number.chars().map(plain).collect();
        format!("{noun}-{number}.pdf")
    }
}
