//! Whether a record has a document of ours in an ERP already, whichever of its wishes made it (rules.md#exactly-once). Invoices and bills ask
//! here: before each new wish, and after each call whose outcome is not known.

use std::sync::Arc;

use connectors::{Accounting, BillDraft, ConnectorError, Document, DocumentKind, InvoiceDraft, Sought};
use domain::ApiServiceId;
use domain::erp::{Content, Difference, differences};
use store::erp_documents::{Asked, DocumentState, ErpDocument, Push, Step};

use super::calls::{answered, unanswered};
use crate::accounts::connection::{read, write};

/// Said of a document there that differs from what was asked for in no field that is compared.
const UNSEEN: &str = "Lines, terms or products of the document were changed in the ERP.";

/// A search in one account for the documents of one kind that a record may have there.
#[derive(Debug, Clone)]
pub struct Search {
    /// Where.
    pub account: ApiServiceId,
    /// What.
    pub sought: Sought,
    /// The newest row of these; the calls are written down for it.
    pub row: i64,
    /// Whether the outcome of one of the wishes is not known.
    pub is_open: bool,
    /// Whether the newest of them was withdrawn in the ERP.
    is_withdrawn: bool,
}

/// The searches that tell what was made of a record's wishes. `rows` are the newest first; those that failed count too, since an answer
/// may say no although all was done.
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
    /// The document that exists; none when no wish made one. One that was voided after it was withdrawn here bills nobody and does not count.
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

/// Whose content a document carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Carries {
    /// What was asked for last.
    Newest,
    /// What was asked for before that.
    Older,
    /// Something else, and what differs from what was asked for.
    Other(String),
    /// It belongs to somebody else, who has this id there.
    Party(String),
}

/// Whose content a document carries that was found or sent again. Documents that were asked for before that was kept count as ours.
pub fn carries<'a>(asked: impl IntoIterator<Item = &'a Asked>, document: &Document) -> Carries {
    let asked: Vec<&Asked> = asked.into_iter().collect();
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

/// The same of the answer to a first call: in whatever form the ERP keeps dates and texts, it is ours when party and total are.
pub fn carries_as_answered(asked: &Asked, document: &Document) -> Carries {
    let kept = Content { total: document.content.total, lines: None, ..asked.content.clone() };
    let of_total = Asked { party: asked.party.clone(), content: Content { lines: None, ..asked.content.clone() } };
    carries([&of_total], &Document { content: kept, ..document.clone() })
}

/// What was changed in a document, from ours to theirs.
pub fn in_words(found: Vec<Difference>) -> String {
    let told = |one: Difference| match (one.ours.as_str(), one.theirs.as_str()) {
        (ours, "") => format!("{} was removed: {ours}.", one.field),
        ("", theirs) => format!("{} was added: {theirs}.", one.field),
        (ours, theirs) => format!("{} was changed from {ours} to {theirs}.", one.field),
    };
    let found: Vec<String> = found.into_iter().map(told).collect();
    if found.is_empty() { UNSEEN.to_owned() } else { found.join(" ") }
}

/// Said of a document there that belongs to another customer or vendor.
pub fn of_another(kind: DocumentKind, party: &str) -> String {
    let (name, whose) = (kind.name(), if kind == DocumentKind::Bill { "vendor" } else { "customer" });
    format!(
        "The ERP has a document under the key of this {name} that belongs to another {whose} ({party}): is this the same company? \
         It was left as it is, and nothing was sent."
    )
}

/// Said of a document whose id in the ERP is that of another one of ours.
pub fn of_another_record(kind: DocumentKind, id: &str) -> String {
    let name = kind.name();
    format!("The ERP gave the id of another {name} of ours ({id}): is this the same company?")
}

/// What is sent.
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

    /// What it asks for.
    pub fn asked(self) -> Asked {
        match self {
            Self::Invoice(draft) => Asked { party: draft.customer.0.clone(), content: draft.content() },
            Self::Bill(draft) => Asked { party: draft.vendor.0.clone(), content: draft.content() },
        }
    }
}

/// Creates a document. When no answer comes it is looked up at once, and sent once more under the same key when it is not there. Gives
/// the last answer, and the calls before it.
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
