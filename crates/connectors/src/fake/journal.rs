//! The books in a file: every deed of the account as a line, done again in order when the file is opened. The same deeds give the same
//! books, ids and revisions included.
//!
//! A line that was cut off by the end of the program is the last one, and was never answered: it is left out.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use chrono::NaiveDate;
use domain::billing::BillingType;
use domain::{Money, SnapshotId, StatementId};
use serde::{Deserialize, Serialize};

use crate::document::{DocumentKind, DocumentRef, ErpId, Revision};
use crate::draft::{BillDraft, BillLine, InvoiceDraft, InvoiceLine};
use crate::error::ConnectorError;
use crate::lookups::{CustomerId, TermId, VendorId};

use super::books::Books;

/// A deed that changed the books.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Deed {
    Term { name: String, due_days: Option<u16> },
    Customer { name: String },
    Vendor { name: String },
    Invoice(Invoice),
    Update { at: At, revision: String, invoice: Invoice },
    Bill(Bill),
    Payment { at: At, cents: i64 },
}

/// Where a document is found again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct At {
    kind: usize,
    id: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Invoice {
    snapshot: SnapshotId,
    generation: u32,
    customer: String,
    number: String,
    dated: NaiveDate,
    due_on: Option<NaiveDate>,
    terms: Option<String>,
    memo: String,
    broker: Option<String>,
    lines: Vec<Line>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Line {
    billing_type: i16,
    description: String,
    service_on: NaiveDate,
    quantity: i64,
    rate_cents: i64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Bill {
    statement: StatementId,
    generation: u32,
    vendor: String,
    number: String,
    dated: NaiveDate,
    terms: Option<String>,
    memo: String,
    broker: Option<String>,
    lines: Vec<(String, i64)>,
}

/// The file behind the books.
#[derive(Debug)]
pub(super) struct Journal(File);

impl Journal {
    /// Opens or makes the file, and gives the deeds in it.
    pub(super) fn open(path: &Path) -> std::io::Result<(Self, Vec<Deed>)> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let (mut deeds, mut whole) = (Vec::new(), 0);
        for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            deeds.push(serde_json::from_str(line)?);
            whole += line.len() as u64;
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Self(file), deeds))
    }

    /// Adds a deed, and returns when it is on the disk.
    pub(super) fn add(&mut self, deed: &Deed) -> std::io::Result<()> {
        let mut line = serde_json::to_string(deed)?;
        line.push('\n');
        self.0.write_all(line.as_bytes())?;
        self.0.sync_data()
    }
}

impl Deed {
    /// Does it again in the books.
    pub(super) fn again(self, books: &mut Books) -> Result<(), ConnectorError> {
        match self {
            Self::Term { name, due_days } => drop(books.add_term(&name, due_days)),
            Self::Customer { name } => drop(books.add_customer(&name)),
            Self::Vendor { name } => drop(books.add_vendor(&name)),
            Self::Invoice(invoice) => drop(books.create_invoice(&invoice.draft())?),
            Self::Update { at, revision, invoice } => {
                books.update_invoice(&at.place(), &Revision(revision), &invoice.draft())?;
            }
            Self::Bill(bill) => drop(books.create_bill(&bill.draft())?),
            Self::Payment { at, cents } => books.pay(&at.place(), Money::from_cents(cents))?,
        }
        Ok(())
    }
}

impl At {
    pub(super) fn of(place: &DocumentRef) -> Self {
        let kind = DocumentKind::ALL.iter().position(|kind| *kind == place.kind).unwrap_or_default();
        Self { kind, id: place.id.0.clone() }
    }

    fn place(&self) -> DocumentRef {
        let kind = DocumentKind::ALL.get(self.kind).copied().unwrap_or(DocumentKind::Invoice);
        DocumentRef { kind, id: ErpId(self.id.clone()) }
    }
}

impl Invoice {
    pub(super) fn of(draft: &InvoiceDraft) -> Self {
        let line = |line: &InvoiceLine| Line {
            billing_type: line.billing_type.number(),
            description: line.description.clone(),
            service_on: line.service_on,
            quantity: line.quantity,
            rate_cents: line.rate.cents(),
        };
        Self {
            snapshot: draft.snapshot,
            generation: draft.generation,
            customer: draft.customer.0.clone(),
            number: draft.number.clone(),
            dated: draft.dated,
            due_on: draft.due_on,
            terms: draft.terms.as_ref().map(|terms| terms.0.clone()),
            memo: draft.memo.clone(),
            broker: draft.broker.clone(),
            lines: draft.lines.iter().map(line).collect(),
        }
    }

    fn draft(self) -> InvoiceDraft {
        let line = |line: Line| InvoiceLine {
            billing_type: BillingType::from_number(line.billing_type.into()).unwrap_or(BillingType::Pepm),
            description: line.description,
            service_on: line.service_on,
            quantity: line.quantity,
            rate: Money::from_cents(line.rate_cents),
        };
        InvoiceDraft {
            snapshot: self.snapshot,
            generation: self.generation,
            customer: CustomerId(self.customer),
            number: self.number,
            dated: self.dated,
            due_on: self.due_on,
            terms: self.terms.map(TermId),
            memo: self.memo,
            broker: self.broker,
            lines: self.lines.into_iter().map(line).collect(),
        }
    }
}

impl Bill {
    pub(super) fn of(draft: &BillDraft) -> Self {
        Self {
            statement: draft.statement,
            generation: draft.generation,
            vendor: draft.vendor.0.clone(),
            number: draft.number.clone(),
            dated: draft.dated,
            terms: draft.terms.as_ref().map(|terms| terms.0.clone()),
            memo: draft.memo.clone(),
            broker: draft.broker.clone(),
            lines: draft.lines.iter().map(|line| (line.description.clone(), line.amount.cents())).collect(),
        }
    }

    fn draft(self) -> BillDraft {
        let line = |(description, cents)| BillLine { description, amount: Money::from_cents(cents) };
        BillDraft {
            statement: self.statement,
            generation: self.generation,
            vendor: VendorId(self.vendor),
            number: self.number,
            dated: self.dated,
            terms: self.terms.map(TermId),
            memo: self.memo,
            broker: self.broker,
            lines: self.lines.into_iter().map(line).collect(),
        }
    }
}
