//! Finds the document of a snapshot or statement in an ERP, whichever of its requests made it (rules.md#exactly-once). Invoices and bills
//! search before each new request, and after each call with an unknown outcome.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use connectors::{Accounting, BillDraft, ConnectorError, Document, DocumentKind, InvoiceDraft, Sought};
use domain::ApiServiceId;
use domain::erp::{Content, Difference, GRANT_TIME, differences};
use store::erp_documents::{self, DocumentState, ErpDocument, Push, Step};

use super::calls::{answered, unanswered};
use crate::accounts::connection::{read, write};

/// The message for a document that was changed in the ERP in no field that is compared.
const UNSEEN: &str =
    "Terms of the document, or products, classes, places, taxes or discounts of its lines, were changed in the ERP.";

/// What a search for earlier documents comes before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before {
    /// A new request. An account that is not connected any more is left out where its requests surely failed.
    Creation,
    /// Nothing: the sweep finds out what became of the requests.
    Nothing,
    /// The deletion of the record: it leaves no document behind, so that each account has to answer.
    Deletion,
}

/// Whether the ERP was asked about requests of a record that failed, before the record is deleted (rules.md#failed-request).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// It was not.
    Not,
    /// It was, and has none of their documents.
    Before,
}

impl Asked {
    /// Whether it is still to be asked: one of the requests failed, and may have made its document all the same.
    pub fn is_to_be(self, rows: &[ErpDocument]) -> bool {
        self == Self::Not && rows.iter().any(|row| row.state == DocumentState::Failed)
    }
}

/// A search in one account for the document of one kind that a snapshot or statement may have there.
#[derive(Debug, Clone)]
pub struct Search {
    /// The account to search in.
    pub account: ApiServiceId,
    /// The document to search for.
    pub sought: Sought,
    /// The newest row of this account and kind. The history of calls is kept under it.
    pub row: i64,
    /// Whether the outcome of one of the requests is unknown.
    pub is_open: bool,
    /// Whether the newest document was withdrawn in the ERP.
    is_withdrawn: bool,
}

/// The searches for the documents that a record's requests may have made, one for each account and kind. `rows` come newest first. Failed
/// rows count too: an ERP may refuse a request after it has made the document.
pub fn searches(rows: &[ErpDocument], local_id: i64) -> Vec<Search> {
    let newest = rows.iter().map(|row| row.generation).max().unwrap_or_default();
    let mut found: Vec<Search> = Vec::new();
    for row in rows {
        let kind = kind_of(row);
        let known = found.iter().position(|one| one.account == row.account && one.sought.kind == kind);
        let at = known.unwrap_or_else(|| {
            let written_to = row.asked.as_ref().map(|asked| (asked.party.clone(), asked.content.dated));
            let (generations, numbers) = ((1..=newest).rev().collect(), Vec::new());
            let sought = Sought { kind, local_id, generations, numbers, written_to };
            let is_withdrawn = row.state == DocumentState::Deleted;
            found.push(Search { account: row.account, sought, row: row.id, is_open: false, is_withdrawn });
            found.len() - 1
        });
        let search = &mut found[at];
        search.is_open |= row.state.is_open();
        if let Some(number) = row.number.as_ref().filter(|number| !search.sought.numbers.contains(number)) {
            search.sought.numbers.push(number.clone());
        }
    }
    found
}

impl Search {
    /// Finds the document; `None` when no request made one. Ignores a withdrawn document that is voided or gone, since it bills no customer.
    ///
    /// # Errors
    /// Those of the calls.
    pub async fn found(&self, erp: &dyn Accounting) -> Result<Option<Document>, ConnectorError> {
        let Some(document) = read(erp.find(&self.sought)).await? else { return Ok(None) };
        if self.is_withdrawn && read(erp.standing(&document.at)).await?.is_none_or(|standing| standing.voided) {
            return Ok(None);
        }
        Ok(Some(document))
    }
}

/// How long an open request may still be granted at `now`; none when it will not be.
pub fn granted_for(open: &ErpDocument, now: DateTime<Utc>) -> Option<TimeDelta> {
    Some(open.touched_at + GRANT_TIME - now).filter(|left| *left > TimeDelta::zero())
}

/// Which request's content a found document carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Carries {
    /// The content of the newest request.
    Newest,
    /// The content of an earlier request.
    Older,
    /// Another content, with its differences from the newest request in words.
    Other(String),
    /// The document belongs to another customer or vendor, with this id in the account.
    Party(String),
}

/// Compares a document that was found or sent again with the requests in `asked`, the newest first. Without a stored request the document
/// counts as ours.
pub fn carries<'a>(asked: impl IntoIterator<Item = &'a erp_documents::Asked>, document: &Document) -> Carries {
    let asked: Vec<&erp_documents::Asked> = asked.into_iter().collect();
    let Some(newest) = asked.first() else { return Carries::Newest };
    if !document.party.is_empty() && asked.iter().all(|one| one.party != document.party) {
        return Carries::Party(document.party.clone());
    }
    match asked.iter().position(|one| differences(&one.content, &document.content).is_empty()) {
        Some(0) => Carries::Newest,
        Some(_) => Carries::Older,
        None => Carries::Other(in_words(differences(&newest.content, &document.content))),
    }
}

/// Compares the answer to a first call by party and total alone: an ERP may keep dates and texts in its own form.
pub fn carries_as_answered(asked: &erp_documents::Asked, document: &Document) -> Carries {
    let kept = Content { total: document.content.total, lines: None, ..asked.content.clone() };
    let of_total =
        erp_documents::Asked { party: asked.party.clone(), content: Content { lines: None, ..asked.content.clone() } };
    carries([&of_total], &Document { content: kept, ..document.clone() })
}

/// The differences of a document in words, from our value to the ERP's.
pub fn in_words(found: Vec<Difference>) -> String {
    let told = |one: Difference| match (one.ours.as_str(), one.theirs.as_str()) {
        (ours, "") => format!("{} was removed: {ours}.", one.field),
        ("", theirs) => format!("{} was added: {theirs}.", one.field),
        (ours, theirs) => format!("{} was changed from {ours} to {theirs}.", one.field),
    };
    let found: Vec<String> = found.into_iter().map(told).collect();
    if found.is_empty() { UNSEEN.to_owned() } else { found.join(" ") }
}

/// The message for a document that belongs to another customer or vendor.
pub fn of_another(kind: DocumentKind, party: &str) -> String {
    let (name, whose) = (kind.name(), if kind == DocumentKind::Bill { "vendor" } else { "customer" });
    format!(
        "The ERP has a document under the key of this {name} that belongs to another {whose} ({party}): is this the same company? \
         It was left as it is, and nothing was sent."
    )
}

/// The message for a document whose id in the ERP another of our documents has.
pub fn of_another_record(kind: DocumentKind, id: &str) -> String {
    let name = kind.name();
    format!("The ERP gave the id of another {name} of ours ({id}): is this the same company?")
}

/// The draft of a document to create.
#[derive(Debug, Clone, Copy)]
pub enum Draft<'a> {
    /// An invoice or a credit memo.
    Invoice(&'a InvoiceDraft),
    /// A bill.
    Bill(&'a BillDraft),
}

impl Draft<'_> {
    async fn create(self, erp: &dyn Accounting) -> connectors::Result<Document> {
        match self {
            Self::Invoice(draft) => erp.create_invoice(draft).await,
            Self::Bill(draft) => erp.create_bill(draft).await,
        }
    }

    fn sought(self) -> Sought {
        match self {
            Self::Invoice(draft) => draft.sought(),
            Self::Bill(draft) => draft.sought(),
        }
    }

    /// The party and content that the draft asks for.
    pub fn asked(self) -> erp_documents::Asked {
        match self {
            Self::Invoice(draft) => erp_documents::Asked { party: draft.customer.0.clone(), content: draft.content() },
            Self::Bill(draft) => erp_documents::Asked { party: draft.vendor.0.clone(), content: draft.content() },
        }
    }
}

/// Creates a document. When the outcome is unknown, searches for the document, and sends it once more under the same key if none is found.
/// Returns the last answer, and the calls before it.
pub async fn created(erp: &Arc<dyn Accounting>, draft: Draft<'_>) -> (Result<Document, ConnectorError>, Vec<Push>) {
    let mut calls = Vec::new();
    loop {
        let failure = match write(draft.create(&**erp)).await {
            Err(failure @ ConnectorError::OutcomeUnknown(_)) => failure,
            known => return (known, calls),
        };
        let is_last = !calls.is_empty();
        match read(erp.find(&draft.sought())).await {
            Ok(Some(document)) => {
                calls.extend([unanswered(Step::Create, &failure), answered(Step::Find)]);
                return (Ok(document), calls);
            }
            Ok(None) if !is_last => calls.extend([unanswered(Step::Create, &failure), answered(Step::Find)]),
            Ok(None) | Err(_) => return (Err(failure), calls),
        }
    }
}

/// What a document is to the accounting system.
pub fn kind_of(document: &ErpDocument) -> DocumentKind {
    let kind = usize::try_from(document.kind).ok().and_then(|kind| DocumentKind::ALL.get(kind));
    kind.copied().unwrap_or(DocumentKind::Invoice)
}

/// The stored number of a kind.
pub fn number_of(kind: DocumentKind) -> i16 {
    DocumentKind::ALL.iter().position(|one| *one == kind).unwrap_or_default() as i16
}
