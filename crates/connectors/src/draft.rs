//! What we ask an accounting system to write. Pure: amounts are whole quantities times rates, so that no vendor computes a cent differently.

use chrono::NaiveDate;
use domain::billing::BillingType;
use domain::erp::Content;
use domain::{Money, SnapshotId, StatementId};

use crate::document::{DocumentKind, RequestKey, Sought};
use crate::error::{ConnectorError, Refusal};
use crate::lookups::{CustomerId, TermId, VendorId};

/// The most characters a document's number may have (rules.md#invoice-numbers, rules.md#bill-of-a-statement).
pub const MAX_NUMBER_LENGTH: usize = 21;

/// An invoice or credit memo to be created, or the new content of one, taken from a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceDraft {
    /// The snapshot it states.
    pub snapshot: SnapshotId,
    /// Which request for this snapshot it is, from 1.
    pub generation: u32,
    /// Who owes it.
    pub customer: CustomerId,
    /// The number it should carry, at most [`MAX_NUMBER_LENGTH`] characters.
    pub number: String,
    /// Its date.
    pub dated: NaiveDate,
    /// When it is due; a credit memo never is.
    pub due_on: Option<NaiveDate>,
    /// The payment terms it names.
    pub terms: Option<TermId>,
    /// What the customer reads under it.
    pub memo: String,
    /// The broker of the group, for accounts that keep an agent on their documents.
    pub broker: Option<String>,
    /// At least one line.
    pub lines: Vec<InvoiceLine>,
}

/// A line of an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceLine {
    /// What is sold; the account's configuration names the product for it.
    pub billing_type: BillingType,
    /// What the customer reads.
    pub description: String,
    /// The day the service stands for.
    pub service_on: NaiveDate,
    /// How many; negative for a credit.
    pub quantity: i64,
    /// The price of one; never negative.
    pub rate: Money,
}

impl InvoiceLine {
    /// Exactly quantity times rate.
    pub fn amount(&self) -> Money {
        self.rate * self.quantity
    }
}

impl InvoiceDraft {
    /// The total of the snapshot; negative when more is credited than charged.
    pub fn total(&self) -> Money {
        self.lines.iter().map(InvoiceLine::amount).sum()
    }

    /// A negative total makes a credit memo, zero an invoice (rules.md#credit-memo).
    pub fn kind(&self) -> DocumentKind {
        DocumentKind::of_snapshot(self.total())
    }

    /// The key of this request.
    pub fn key(&self) -> RequestKey {
        RequestKey { kind: self.kind(), local_id: self.snapshot.get(), generation: self.generation }
    }

    /// What is looked for when it is not known what became of this request and those before it.
    pub fn sought(&self) -> Sought {
        sought(self.key(), &self.number, self.customer.as_str(), self.dated)
    }

    /// What the document says when it says what was asked for.
    pub fn content(&self) -> Content {
        let lines = self.document_lines();
        Content {
            dated: self.dated,
            due_on: self.due_on,
            memo: self.memo.clone(),
            total: self.document_total(),
            lines: Some(lines.iter().map(|line| (line.description.clone(), line.amount())).collect()),
        }
    }

    /// The lines as the document shows them: a credit memo states what is credited, so their signs are turned.
    pub fn document_lines(&self) -> Vec<InvoiceLine> {
        let sign = match self.kind() {
            DocumentKind::CreditMemo => -1,
            DocumentKind::Invoice | DocumentKind::Bill => 1,
        };
        self.lines.iter().map(|line| InvoiceLine { quantity: line.quantity * sign, ..line.clone() }).collect()
    }

    /// The total as the document shows it; never negative.
    pub fn document_total(&self) -> Money {
        self.document_lines().iter().map(InvoiceLine::amount).sum()
    }

    /// Checks that a document of the customer `held` may get the content of the draft: an update never writes to another customer.
    ///
    /// # Errors
    /// [`Refusal::PartyFixed`] in words.
    pub fn check_party(&self, held: &str) -> Result<(), ConnectorError> {
        if held.is_empty() || held == self.customer.as_str() {
            return Ok(());
        }
        let told = format!("The document belongs to the customer {held}, not to {}.", self.customer.as_str());
        Err(ConnectorError::refused(Refusal::PartyFixed, told))
    }

    /// Checks that the draft may become the content of a document of `kind` (rules.md#credit-memo).
    ///
    /// # Errors
    /// [`Refusal::KindFixed`] in words.
    pub fn fits(&self, kind: DocumentKind) -> Result<(), ConnectorError> {
        let wanted = self.kind();
        if wanted == kind {
            return Ok(());
        }
        let (is, becomes) = (kind.name(), wanted.name());
        let article = if wanted == DocumentKind::Invoice { "an" } else { "a" };
        Err(ConnectorError::refused(
            Refusal::KindFixed,
            format!("The new total would turn the {is} into {article} {becomes}."),
        ))
    }
}

/// A bill for a commission statement: what we owe a payee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillDraft {
    /// The statement it pays.
    pub statement: StatementId,
    /// Which request for this statement it is, from 1.
    pub generation: u32,
    /// Who is paid.
    pub vendor: VendorId,
    /// The number it should carry, at most [`MAX_NUMBER_LENGTH`] characters (rules.md#bill-of-a-statement).
    pub number: String,
    /// Its date.
    pub dated: NaiveDate,
    /// The payment terms it names.
    pub terms: Option<TermId>,
    /// A note for staff.
    pub memo: String,
    /// The broker of the rule, for accounts that keep an agent on their documents.
    pub broker: Option<String>,
    /// At least one line; their sum is above zero.
    pub lines: Vec<BillLine>,
}

/// A line of a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillLine {
    /// What it is for.
    pub description: String,
    /// What is owed for it; negative for a credit.
    pub amount: Money,
}

impl BillDraft {
    /// What the payee gets.
    pub fn total(&self) -> Money {
        self.lines.iter().map(|line| line.amount).sum()
    }

    /// The key of this request.
    pub fn key(&self) -> RequestKey {
        RequestKey { kind: DocumentKind::Bill, local_id: self.statement.get(), generation: self.generation }
    }

    /// What is looked for when it is not known what became of this request and those before it.
    pub fn sought(&self) -> Sought {
        sought(self.key(), &self.number, self.vendor.as_str(), self.dated)
    }

    /// What the bill says when it says what was asked for. Its memo is a note for staff, and no content.
    pub fn content(&self) -> Content {
        Content {
            dated: self.dated,
            due_on: None,
            memo: String::new(),
            total: self.total(),
            lines: Some(self.lines.iter().map(|line| (line.description.clone(), line.amount)).collect()),
        }
    }
}

fn sought(key: RequestKey, number: &str, party: &str, dated: NaiveDate) -> Sought {
    Sought {
        generations: (1..=key.generation).rev().collect(),
        written_to: Some((party.to_owned(), dated)),
        ..Sought::under(key, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(lines: &[(i64, i64)]) -> InvoiceDraft {
        let day = NaiveDate::from_ymd_opt(2026, 7, 3).expect("a day of the calendar");
        let line = |&(quantity, cents): &(i64, i64)| InvoiceLine {
            billing_type: BillingType::Pepm,
            description: "PEPM July 2026".to_owned(),
            service_on: day,
            quantity,
            rate: Money::from_cents(cents),
        };
        InvoiceDraft {
            snapshot: SnapshotId(123),
            generation: 2,
            customer: CustomerId::from("58"),
            number: "000123".to_owned(),
            dated: day,
            due_on: Some(day),
            terms: None,
            memo: String::new(),
            broker: None,
            lines: lines.iter().map(line).collect(),
        }
    }

    #[test]
    fn the_total_decides_what_a_snapshot_becomes() {
        for (lines, total, kind, key) in [
            (vec![(98, 1000), (-2, 1000)], 96_000, DocumentKind::Invoice, "inv-123-2"),
            (vec![(2, 1000), (-2, 1000)], 0, DocumentKind::Invoice, "inv-123-2"),
            (vec![], 0, DocumentKind::Invoice, "inv-123-2"),
            (vec![(1, 999), (-1, 1000)], -1, DocumentKind::CreditMemo, "memo-123-2"),
        ] {
            let draft = draft(&lines);
            assert_eq!((draft.total().cents(), draft.kind()), (total, kind), "{lines:?}");
            assert_eq!(draft.key().to_string(), key);
            assert_eq!(draft.document_total().cents(), total.abs());
        }
    }

    #[test]
    fn a_document_never_changes_its_kind() {
        let (invoice, memo) = (draft(&[(1, 1000)]), draft(&[(-1, 1000)]));
        assert_eq!(invoice.fits(DocumentKind::Invoice), Ok(()));
        assert_eq!(memo.fits(DocumentKind::CreditMemo), Ok(()));
        let refused = memo.fits(DocumentKind::Invoice).expect_err("an invoice stays one");
        assert_eq!(refused.refusal(), Some(Refusal::KindFixed));
        assert!(refused.to_string().starts_with("The new total would turn the invoice into a credit memo."));
        assert_eq!(invoice.fits(DocumentKind::CreditMemo).map_err(|e| e.refusal()), Err(Some(Refusal::KindFixed)));
    }
}
