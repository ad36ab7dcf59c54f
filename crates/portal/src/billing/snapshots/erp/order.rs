//! What is asked of the accounting system for a snapshot: whom it bills there, on what terms, and the draft of the document.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use chrono::NaiveDate;
use connectors::{Accounting, ConnectorError, CustomerId, DocumentKind, InvoiceDraft, InvoiceLine, Term, TermId};
use domain::ApiServiceId;
use domain::access::Scope;
use domain::billing::invoice::{
    customer_memo, document_number, doubled_memo, due_on, first_description, first_memo, line_description,
};
use domain::billing::plan::PlanDetails;
use sha2::{Digest as _, Sha256};
use store::snapshots::erp::Sent;
use store::snapshots::{FrozenLineHead, FrozenSnapshot};
use tokio::sync::Mutex;

use super::invoice_call::InvoiceCall;
use super::words::{NO_CUSTOMER, NO_LINES, refused};
use crate::accounts::connection::read;
use crate::error::Result;

/// What the plan says, and what the account knows about it.
pub struct Order {
    /// The account.
    pub account: ApiServiceId,
    /// Its system.
    pub erp: Arc<dyn Accounting>,
    /// The payment terms, if the plan has any; their name and days are known once they were read.
    pub terms: Option<Term>,
    /// What its customer is called there.
    customer_name: String,
    customer: CustomerId,
    leading_number: Option<String>,
    broker: String,
    group_code: String,
    lines: Vec<FrozenLineHead>,
}

/// What differs between two drafts of one snapshot.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Which request it is.
    pub generation: u32,
    /// The document's date.
    pub dated: NaiveDate,
    /// The number it carries already.
    pub number: Option<String>,
}

impl Order {
    /// Reads what a snapshot is invoiced by now; the account is not asked yet.
    ///
    /// # Errors
    /// Refused in words when the plan has no customer or the snapshot bills nothing.
    pub async fn of(call: &InvoiceCall, snapshot: &FrozenSnapshot) -> Result<Self> {
        let db = call.ctx.store.read();
        let plan = plan(call, snapshot).await?;
        let account = plan.account.ok_or_else(|| refused(NO_CUSTOMER))?;
        let customer = account.customer.ok_or_else(|| refused(NO_CUSTOMER))?;
        let lines = store::snapshots::line_heads(&db, &[snapshot.id]).await?;
        if lines.is_empty() {
            return Err(refused(NO_LINES));
        }
        let erp = call.erp(account.api_service).await?;
        let terms = account.terms_id.map(|id| by_id(TermId(id)));
        let group = store::groups::find(&db, call.who.scope, snapshot.group).await?;
        let broker = store::brokers::find(&db, Scope::system(), group.details.broker).await?;
        Ok(Self {
            account: account.api_service,
            erp,
            terms,
            customer: CustomerId(customer.id),
            customer_name: customer.name,
            leading_number: store::accounts::leading_number(&db, account.api_service).await?,
            broker: broker.details.name,
            group_code: group.details.group_code,
            lines,
        })
    }

    /// Asks the account for the terms: they tell when the document is due.
    ///
    /// # Errors
    /// Those of the call.
    pub async fn read_terms(&mut self, call: &InvoiceCall) -> std::result::Result<(), ConnectorError> {
        if let Some(terms) = &mut self.terms {
            *terms = call.known.terms(self.account, &*self.erp, &terms.id).await?;
        }
        Ok(())
    }

    /// What the document of a snapshot says for good once it stands there.
    pub fn sent(&self, snapshot: &FrozenSnapshot) -> Sent {
        Sent { customer_name: self.customer_name.clone(), purchase_order: snapshot.purchase_order.clone() }
    }

    /// The document that is asked for.
    ///
    /// # Errors
    /// When the number the account gives is too long.
    pub fn draft(&self, snapshot: &FrozenSnapshot, frame: Frame) -> Result<InvoiceDraft> {
        let number = match frame.number {
            Some(number) => number,
            None => document_number(self.leading_number.as_deref(), snapshot.id)?,
        };
        let mut draft = InvoiceDraft {
            snapshot: snapshot.id,
            generation: frame.generation,
            customer: self.customer.clone(),
            number,
            dated: frame.dated,
            due_on: None,
            terms: self.terms.as_ref().map(|terms| terms.id.clone()),
            memo: customer_memo(
                &snapshot.plan_name,
                snapshot.period(),
                snapshot.purchase_order.as_deref(),
                &self.group_code,
            ),
            broker: Some(self.broker.clone()),
            lines: self.lines.iter().map(line).collect(),
        };
        // Nobody owes a credit memo.
        if draft.kind() == DocumentKind::Invoice {
            draft.due_on = Some(due_on(frame.dated, self.terms.as_ref().and_then(|terms| terms.due_days)));
        }
        Ok(draft)
    }
}

/// Credits have a quantity below zero, so that every line is exactly quantity times rate (rules.md#exactly-once).
fn line(line: &FrozenLineHead) -> InvoiceLine {
    InvoiceLine {
        billing_type: line.billing_type,
        description: line_description(line.kind, &line.name, line.month, line.reference_id.as_deref()),
        service_on: line.month.day(1),
        quantity: if line.kind.is_credit() { -line.quantity } else { line.quantity },
        rate: line.rate,
    }
}

/// The plan of a snapshot as it is now.
pub async fn plan(call: &InvoiceCall, snapshot: &FrozenSnapshot) -> Result<PlanDetails> {
    let db = call.ctx.store.read();
    Ok(store::plans::find(&db, call.who.scope, snapshot.group, snapshot.plan).await?.details)
}

/// The terms of accounts, each read once for a batch of documents.
#[derive(Debug, Clone, Default)]
pub struct KnownTerms(Arc<Mutex<HashMap<ApiServiceId, Vec<Term>>>>);

impl KnownTerms {
    /// The terms of this id. Those that the account does not know are sent all the same: it says then what is wrong with them.
    async fn terms(
        &self,
        account: ApiServiceId,
        erp: &dyn Accounting,
        id: &TermId,
    ) -> std::result::Result<Term, ConnectorError> {
        // Held while they are read, so that documents beside each other ask once.
        let mut of = self.0.lock().await;
        let known = match of.entry(account) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(read(erp.terms()).await?),
        };
        let found = known.iter().find(|terms| terms.id == *id).cloned();
        Ok(found.unwrap_or_else(|| by_id(id.clone())))
    }
}

/// Terms of which nothing but the id is known.
fn by_id(id: TermId) -> Term {
    Term { name: id.0.clone(), id, due_days: None }
}

/// Tells one content from another; when it was sent does not count.
pub fn content_hash(draft: &InvoiceDraft) -> Vec<u8> {
    hash_of(draft, &draft.memo, str::to_owned)
}

/// Whether this hash was kept of the draft's content, also by a version that sent less of it, no references, purchase order and group, or
/// a purchase order with its word twice.
pub fn is_hash_of(hash: Option<&[u8]>, draft: &InvoiceDraft) -> bool {
    let first = || hash_of(draft, first_memo(&draft.memo), first_description);
    let doubled = || doubled_memo(&draft.memo).map(|memo| hash_of(draft, &memo, str::to_owned));
    hash.is_some_and(|hash| hash == content_hash(draft) || hash == first() || doubled().is_some_and(|of| hash == of))
}

fn hash_of(draft: &InvoiceDraft, memo: &str, description: impl Fn(&str) -> String) -> Vec<u8> {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text.as_bytes());
    };
    let terms = draft.terms.as_ref().map_or("", TermId::as_str);
    for text in [draft.customer.as_str(), &draft.number, terms, memo, draft.broker.as_deref().unwrap_or_default()] {
        add(text);
    }
    for line in &draft.lines {
        add(&description(&line.description));
        add(&format!("{} {} {} {}", line.billing_type.number(), line.service_on, line.quantity, line.rate.cents()));
    }
    hash.finalize().to_vec()
}

#[cfg(test)]
mod tests {
    use domain::billing::BillingType;
    use domain::{Money, SnapshotId};

    use super::*;

    fn draft(memo: &str, description: &str) -> InvoiceDraft {
        let dated = NaiveDate::from_ymd_opt(2026, 11, 20).expect("a day");
        let line = InvoiceLine {
            billing_type: BillingType::Pepm,
            description: description.to_owned(),
            service_on: dated,
            quantity: 2,
            rate: Money::from_cents(1000),
        };
        InvoiceDraft {
            snapshot: SnapshotId(7),
            generation: 1,
            customer: CustomerId("58".to_owned()),
            number: "000007".to_owned(),
            dated,
            due_on: None,
            terms: None,
            memo: memo.to_owned(),
            broker: None,
            lines: vec![line],
        }
    }

    #[test]
    fn a_document_that_was_sent_with_less_is_known_by_its_hash() {
        let now = draft("Medical, November 2026. PO 7731. Group COR", "Debt: PEPM, October 2026, Reference # EAST");
        let known = |sent: &InvoiceDraft| is_hash_of(Some(&content_hash(sent)), &now);
        assert!(known(&now));
        assert!(known(&draft("Medical, November 2026", "Debit: PEPM, October 2026")));
        assert!(!known(&draft("Medical, November 2026. PO 7732. Group COR", &now.lines[0].description)));
        assert!(!known(&draft(&now.memo, "Debt: PEPM, October 2026, Reference # WEST")));
        assert!(!is_hash_of(None, &now));
        let named = draft("Medical, November 2026. PO-7731. Group COR", &now.lines[0].description);
        let twice = draft("Medical, November 2026. PO PO-7731. Group COR", &now.lines[0].description);
        assert!(is_hash_of(Some(&content_hash(&twice)), &named), "so it was sent once");
    }
}
