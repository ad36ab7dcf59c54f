//! Creating the invoice of a snapshot exactly once (rules.md#exactly-once).

use connectors::{Accounting, ConnectorError, Document, DocumentKind, InvoiceDraft, RequestKey};
use domain::billing::invoice::due_on;
use serde_json::json;
use store::erp_documents::{self, DocumentState, ErpDocument, Step, Wish};
use store::snapshots::{self, FrozenSnapshot};

use super::arriving::Arrival;
use super::order::{Frame, Order, content_hash, is_hash_of};
use super::turn::Turn;
use super::words::{said, unsuccessful};
use crate::accounts::connection::{read, write};
use crate::clock::day_in;
use crate::erp::calls::{answered, asked, unanswered};
use crate::error::Result;

/// Said of a document that was looked up and is not there.
const NOT_MADE: &str = "The ERP was asked and does not have the document. Retry sends it.";

impl Turn {
    pub(super) async fn create(&self) -> Result<()> {
        let snapshot = self.snapshot().await?;
        if snapshot.erp_ref_id.is_some() {
            return self.mail_again(&snapshot).await;
        }
        let documents = erp_documents::of_snapshot(&self.ctx.store.read(), self.id).await?;
        let open = documents.iter().find(|document| document.state.is_open());
        if let Some(open) = open
            && self.was_created(&snapshot, open).await?
        {
            return Ok(());
        }
        let mut order = Order::of(self, &snapshot).await?;
        let newest = documents.iter().map(|document| document.generation).max().unwrap_or_default();
        let again = self.same_wish(&order, &snapshot, open)?;
        let frame = again.unwrap_or_else(|| Frame { generation: newest + 1, dated: self.ctx.today(), number: None });
        let row = self.begin(&order, &order.draft(&snapshot, frame.clone())?, open).await?;
        if let Err(failure) = order.read_terms(self).await {
            // What was sent before under the same key may still arrive.
            let is_sent = open.is_some_and(|open| open.id == row);
            let state = if is_sent { DocumentState::Sending } else { DocumentState::Failed };
            return self.not_created(row, state, &failure).await;
        }
        let draft = order.draft(&snapshot, frame)?;
        self.send(&order, &snapshot, draft, row).await
    }

    /// Looks a wish up that was begun and never ended. Nothing is sent.
    pub(super) async fn look_up(&self) -> Result<()> {
        let snapshot = self.snapshot().await?;
        let documents = erp_documents::of_snapshot(&self.ctx.store.read(), self.id).await?;
        let Some(open) = documents.iter().find(|document| document.state.is_open()) else { return Ok(()) };
        if snapshot.erp_ref_id.is_some() || self.was_created(&snapshot, open).await? {
            return Ok(());
        }
        let tx = self.ctx.store.begin().await?;
        // It stays open: sent again, it goes under the same key.
        erp_documents::ended(&tx, open.id, DocumentState::Sending, NOT_MADE, self.ctx.now()).await?;
        let entry = self.entry("snapshot.create_invoice_failed").with_detail(json!({ "Reason": NOT_MADE }));
        Ok(tx.commit(entry).await?)
    }

    /// Looks a wish up whose outcome is not known. When it was granted, its document is taken over.
    async fn was_created(&self, snapshot: &FrozenSnapshot, open: &ErpDocument) -> Result<bool> {
        let erp = self.erp(open.account).await?;
        let key = RequestKey { kind: kind_of(open), local_id: self.id.get(), generation: open.generation };
        let found = read(erp.find(key, open.number.as_deref().unwrap_or_default())).await;
        let tx = self.ctx.store.begin().await?;
        let found = match found {
            Ok(found) => {
                self.log(&tx, open.id, answered(Step::Find)).await?;
                tx.commit_unaudited("a look-up changes nothing; what comes of it is audited").await?;
                found
            }
            Err(failure) => {
                self.log(&tx, open.id, unanswered(Step::Find, &failure)).await?;
                tx.commit(self.failed("snapshot.create_invoice_failed", &failure)).await?;
                return Err(unsuccessful(&failure));
            }
        };
        let Some(document) = found else { return Ok(false) };
        let dated = day_in(self.ctx.config.time_zone, open.created_at);
        let arrival = Arrival {
            row: open.id,
            account: open.account,
            document,
            dated,
            due_on: Some(due_on(dated, None)).filter(|_| key.kind == DocumentKind::Invoice),
            terms_name: snapshot.terms_name.clone(),
            customer_name: None,
            memo: String::new(),
            // What was sent was the snapshot as it stood then.
            out_of_date: Some(snapshot.computed_at > open.created_at),
            drafted: snapshot.computed_at,
        };
        self.arrive(&*erp, arrival, "snapshot.create_invoice").await?;
        Ok(true)
    }

    /// The frame of the open wish, if it would still say the same to the same account: then it is sent under its own key again.
    fn same_wish(&self, order: &Order, snapshot: &FrozenSnapshot, open: Option<&ErpDocument>) -> Result<Option<Frame>> {
        let Some(open) = open.filter(|open| open.account == order.account) else { return Ok(None) };
        let dated = day_in(self.ctx.config.time_zone, open.created_at);
        let frame = Frame { generation: open.generation, dated, number: None };
        let draft = order.draft(snapshot, frame.clone())?;
        let is_same = kind_of(open) == draft.kind() && is_hash_of(open.content_hash.as_deref(), &draft);
        Ok(is_same.then_some(frame))
    }

    /// Writes the wish down before it is sent, in place of an open one that has made nothing.
    async fn begin(&self, order: &Order, draft: &InvoiceDraft, open: Option<&ErpDocument>) -> Result<i64> {
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        snapshots::lock(&tx, self.who.scope, self.group, self.id).await?;
        let (key, hash) = (draft.key().to_string(), content_hash(draft));
        let wish = wish(draft, &key, &hash);
        let row = match open {
            Some(open) if open.generation == draft.generation => {
                erp_documents::begin_update(&tx, open.id, &wish, now).await?;
                open.id
            }
            other => {
                if let Some(open) = other {
                    erp_documents::ended(&tx, open.id, DocumentState::Failed, NOT_MADE, now).await?;
                }
                erp_documents::begin(&tx, order.account, self.id, &wish, now).await?
            }
        };
        self.log(&tx, row, asked(Step::Create)).await?;
        tx.commit_unaudited("the wish is written before the call; its outcome is audited").await?;
        Ok(row)
    }

    async fn send(&self, order: &Order, snapshot: &FrozenSnapshot, draft: InvoiceDraft, row: i64) -> Result<()> {
        match self.sent(&*order.erp, &draft, row).await? {
            Ok(document) => {
                let arrival = Arrival {
                    row,
                    account: order.account,
                    document,
                    dated: draft.dated,
                    due_on: draft.due_on,
                    terms_name: order.terms.as_ref().map(|terms| terms.name.clone()),
                    customer_name: Some(order.customer_name.clone()),
                    memo: draft.memo,
                    out_of_date: None,
                    drafted: snapshot.computed_at,
                };
                self.arrive(&*order.erp, arrival, "snapshot.create_invoice").await
            }
            Err(failure) => {
                let state = match failure {
                    ConnectorError::OutcomeUnknown(_) => DocumentState::Sending,
                    _ => DocumentState::Failed,
                };
                self.not_created(row, state, &failure).await
            }
        }
    }

    /// Records that the document was not created, or may not have been.
    async fn not_created(&self, row: i64, state: DocumentState, failure: &ConnectorError) -> Result<()> {
        let tx = self.ctx.store.begin().await?;
        self.log(&tx, row, unanswered(Step::Create, failure)).await?;
        erp_documents::ended(&tx, row, state, &said(failure), self.ctx.now()).await?;
        tx.commit(self.failed("snapshot.create_invoice_failed", failure)).await?;
        Err(unsuccessful(failure))
    }

    /// Sends the draft; when no answer comes, looks it up at once.
    async fn sent(
        &self,
        erp: &dyn Accounting,
        draft: &InvoiceDraft,
        row: i64,
    ) -> Result<std::result::Result<Document, ConnectorError>> {
        let unknown = match write(erp.create_invoice(draft)).await {
            Err(failure @ ConnectorError::OutcomeUnknown(_)) => failure,
            known => return Ok(known),
        };
        let found = read(erp.find(draft.key(), &draft.number)).await;
        let Ok(Some(document)) = found else { return Ok(Err(unknown)) };
        let tx = self.ctx.store.begin().await?;
        self.log(&tx, row, unanswered(Step::Create, &unknown)).await?;
        self.log(&tx, row, answered(Step::Find)).await?;
        tx.commit_unaudited("calls of a wish; what comes of it is audited").await?;
        Ok(Ok(document))
    }
}

/// What a document is to the accounting system.
pub(super) fn kind_of(document: &ErpDocument) -> DocumentKind {
    let kind = usize::try_from(document.kind).ok().and_then(|kind| DocumentKind::ALL.get(kind));
    kind.copied().unwrap_or(DocumentKind::Invoice)
}

/// A draft as it is written down.
pub(super) fn wish<'a>(draft: &'a InvoiceDraft, key: &'a str, hash: &'a [u8]) -> Wish<'a> {
    let kind = DocumentKind::ALL.iter().position(|kind| *kind == draft.kind()).unwrap_or_default() as i16;
    Wish { kind, generation: draft.generation, request_key: key, number: &draft.number, content_hash: hash }
}
