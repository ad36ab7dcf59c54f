//! One document of the books: what was asked for, and what happened to it since.

use chrono::NaiveDate;
use domain::Money;

use crate::document::{Document, DocumentKind, DocumentRef, ErpId, RequestKey, Revision, Standing};
use crate::draft::{BillDraft, InvoiceDraft};
use crate::lookups::{CustomerId, VendorId};

/// A document in the books.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) kind: DocumentKind,
    pub(super) number: String,
    pub(super) content: Content,
    pub(super) edited_memo: Option<String>,
    pub(super) changes: u32,
    pub(super) paid: Money,
    pub(super) voided: bool,
}

/// What was asked for, kept to tell a repeated request from another one under the same key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    Invoice(InvoiceDraft),
    Bill(BillDraft),
}

impl Content {
    pub(super) fn kind(&self) -> DocumentKind {
        match self {
            Self::Invoice(draft) => draft.kind(),
            Self::Bill(_) => DocumentKind::Bill,
        }
    }

    pub(super) fn key(&self) -> RequestKey {
        match self {
            Self::Invoice(draft) => draft.key(),
            Self::Bill(draft) => draft.key(),
        }
    }

    pub(super) fn number(&self) -> &str {
        match self {
            Self::Invoice(draft) => &draft.number,
            Self::Bill(draft) => &draft.number,
        }
    }

    pub(super) fn party(&self) -> &str {
        match self {
            Self::Invoice(draft) => draft.customer.as_str(),
            Self::Bill(draft) => draft.vendor.as_str(),
        }
    }

    pub(super) fn give_to(&mut self, party: &str) {
        match self {
            Self::Invoice(draft) => draft.customer = CustomerId::from(party),
            Self::Bill(draft) => draft.vendor = VendorId::from(party),
        }
    }

    pub(super) fn total(&self) -> Money {
        match self {
            Self::Invoice(draft) => draft.document_total(),
            Self::Bill(draft) => draft.total(),
        }
    }

    pub(super) fn lines(&self) -> Vec<(String, Money)> {
        match self {
            Self::Invoice(draft) => {
                draft.document_lines().iter().map(|line| (line.description.clone(), line.amount())).collect()
            }
            Self::Bill(draft) => draft.lines.iter().map(|line| (line.description.clone(), line.amount)).collect(),
        }
    }

    pub(super) fn memo(&self) -> &str {
        match self {
            Self::Invoice(draft) => &draft.memo,
            Self::Bill(draft) => &draft.memo,
        }
    }

    pub(super) fn set_dated(&mut self, dated: NaiveDate) {
        match self {
            Self::Invoice(draft) => draft.dated = dated,
            Self::Bill(draft) => draft.dated = dated,
        }
    }

    pub(super) fn dates(&self) -> (NaiveDate, Option<NaiveDate>) {
        match self {
            Self::Invoice(draft) => (draft.dated, draft.due_on),
            Self::Bill(draft) => (draft.dated, None),
        }
    }
}

impl Entry {
    /// A document as it was just written.
    pub(super) fn new(content: Content, number: String) -> Self {
        let kind = content.kind();
        Self { kind, number, content, edited_memo: None, changes: 0, paid: Money::ZERO, voided: false }
    }

    pub(super) fn total(&self) -> Money {
        self.content.total()
    }

    pub(super) fn balance(&self) -> Money {
        if self.voided { Money::ZERO } else { self.total() - self.paid }
    }

    pub(super) fn is_settled(&self) -> bool {
        self.voided || (self.paid > Money::ZERO && self.balance() == Money::ZERO)
    }

    pub(super) fn revision(&self) -> Revision {
        Revision(self.changes.to_string())
    }

    pub(super) fn document(&self, id: u64) -> Document {
        let at = DocumentRef { kind: self.kind, id: ErpId(id.to_string()) };
        let url = Some(format!("https://erp.example/{}/{id}", self.kind.name().replace(' ', "-")));
        let standing = self.standing(id);
        let bill = self.kind == DocumentKind::Bill;
        let content = domain::erp::Content {
            dated: standing.dated,
            due_on: standing.due_on,
            memo: if bill { String::new() } else { standing.memo },
            total: self.total(),
            lines: Some(standing.lines),
        };
        let (number, party) = (self.number.clone(), self.content.party().to_owned());
        Document { at, number, revision: self.revision(), total: self.total(), url, party, content }
    }

    pub(super) fn standing(&self, id: u64) -> Standing {
        let (dated, due_on) = self.content.dates();
        let payable = self.kind == DocumentKind::Invoice && !self.voided;
        Standing {
            number: self.number.clone(),
            revision: self.revision(),
            party: self.content.party().to_owned(),
            party_name: String::new(),
            total: self.total(),
            balance: self.balance(),
            voided: self.voided,
            mailed: None,
            dated,
            due_on,
            memo: self.edited_memo.as_deref().unwrap_or(self.content.memo()).to_owned(),
            payment_url: payable.then(|| format!("https://erp.example/pay/{id}")),
            lines: self.content.lines(),
        }
    }
}
