//! Creating the invoice of a snapshot exactly once (rules.md#exactly-once).

use connectors::{Accounting, ConnectorError, Document, DocumentKind, InvoiceDraft, RequestKey};
use domain::billing::invoice::{PaymentStatus, due_on};
use serde_json::json;
use store::erp_documents::{self, Asked, DocumentState, ErpDocument, Request, Step};
use store::snapshots::{self, FrozenSnapshot};

use super::arriving::Arrival;
use super::invoice_call::InvoiceCall;
use super::order::{Frame, Order, content_hash, plan};
use super::words::{FOUND, VOIDED_STANDS, refused, said, still_open, unsuccessful};
use crate::clock::day_in;
use crate::erp::calls::{answered, asked, unanswered};
use crate::erp::ours::{
    Before, Carries, Draft, Search, carries, carries_as_answered, created, granted_for, kind_of, number_of, of_another,
    searches,
};
use crate::error::{Error, Result};

/// Said of a document that was looked up and is not there.
const NOT_MADE: &str = "The ERP was asked and does not have the document. Retry sends it.";

impl InvoiceCall {
    pub(super) async fn create(&self) -> Result<()> {
        let snapshot = self.snapshot().await?;
        if snapshot.erp_ref_id.is_some() {
            // What was voided bills nothing: a person must not take it for an invoice that was created.
            if snapshot.payment == PaymentStatus::Voided {
                return Err(refused(VOIDED_STANDS));
            }
            return self.mail_again(&snapshot).await;
        }
        let documents = erp_documents::of_snapshot(&self.ctx.store.read(), self.id).await?;
        if self.was_created(&snapshot, &documents, Before::Creation).await? {
            return Ok(());
        }
        let open = documents.iter().find(|document| document.state.is_open());
        // What was sent may stand there already.
        if open.is_none() {
            self.check_credits(&snapshot).await?;
        }
        let mut order = Order::of(self, &snapshot).await?;
        let newest = documents.iter().map(|document| document.generation).max().unwrap_or_default();
        let again = self.open_frame(&order, &snapshot, open)?;
        if let Some(left) = open.filter(|_| again.is_none()).and_then(|open| granted_for(open, self.ctx.now())) {
            return Err(still_open(left));
        }
        let frame = again.unwrap_or_else(|| Frame { generation: newest + 1, dated: self.ctx.today(), number: None });
        // They tell when the document is due, which is written down with all else that is asked for.
        let terms = order.read_terms(self).await;
        let draft = order.draft(&snapshot, frame)?;
        let row = self.begin(&order, &draft, open).await?;
        if let Err(failure) = terms {
            // What was sent before under the same key may still arrive.
            let is_sent = open.is_some_and(|open| open.id == row);
            let state = if is_sent { DocumentState::Sending } else { DocumentState::Failed };
            return self.not_created(row, state, &failure).await;
        }
        self.send(&order, &snapshot, draft, row, open).await
    }

    /// Looks a request up that was begun and never ended. Nothing is sent.
    pub(super) async fn look_up(&self) -> Result<()> {
        let snapshot = self.snapshot().await?;
        let documents = erp_documents::of_snapshot(&self.ctx.store.read(), self.id).await?;
        let Some(open) = documents.iter().find(|document| document.state.is_open()) else { return Ok(()) };
        if snapshot.erp_ref_id.is_some() || self.was_created(&snapshot, &documents, Before::Nothing).await? {
            return Ok(());
        }
        let tx = self.ctx.store.begin().await?;
        // It stays open: sent again, it goes under the same key.
        erp_documents::ended(&tx, open.id, DocumentState::Sending, NOT_MADE, self.ctx.now()).await?;
        let entry = self.entry("snapshot.create_invoice_failed").with_detail(json!({ "Reason": NOT_MADE }));
        Ok(tx.commit(entry).await?)
    }

    /// Looks for the document of a request that failed, before its snapshot is deleted. Nothing is sent, no mail either
    /// (rules.md#failed-request).
    ///
    /// # Errors
    /// That it was found, once it is taken over; that the look-up failed.
    pub(super) async fn look_up_failed(&self) -> Result<()> {
        let snapshot = self.snapshot().await?;
        let documents = erp_documents::of_snapshot(&self.ctx.store.read(), self.id).await?;
        let has_failed = documents.iter().any(|document| document.state == DocumentState::Failed);
        if snapshot.erp_ref_id.is_some() || !has_failed {
            return Ok(());
        }
        match self.was_created(&snapshot, &documents, Before::Deletion).await? {
            true => Err(refused(FOUND)),
            false => Ok(()),
        }
    }

    /// Looks for a document that any request has made, and takes it over.
    async fn was_created(&self, snapshot: &FrozenSnapshot, rows: &[ErpDocument], before: Before) -> Result<bool> {
        for search in searches(rows, self.id.get()) {
            let erp = match self.erp(search.account).await {
                Ok(erp) => erp,
                // What surely failed in an account that is not connected any more holds no other request up.
                Err(Error::Invalid(_) | Error::Unreached(_)) if !search.is_open && before != Before::Deletion => {
                    continue;
                }
                Err(failure) => return Err(failure),
            };
            let found = search.found(&*erp).await;
            let tx = self.ctx.store.begin().await?;
            match found {
                Ok(found) => {
                    self.log(&tx, search.row, answered(Step::Find)).await?;
                    tx.commit_unaudited("a look-up changes nothing; what comes of it is audited").await?;
                    if let Some(document) = found {
                        self.adopt(&*erp, snapshot, rows, (&search, document), before).await?;
                        return Ok(true);
                    }
                }
                Err(failure) => {
                    self.log(&tx, search.row, unanswered(Step::Find, &failure)).await?;
                    tx.commit(self.failed("snapshot.create_invoice_failed", &failure)).await?;
                    return Err(unsuccessful(&failure));
                }
            }
        }
        Ok(false)
    }

    /// Takes over a document that was found. What a person has changed of it is asked about before it is replaced.
    async fn adopt(
        &self,
        erp: &dyn Accounting,
        snapshot: &FrozenSnapshot,
        rows: &[ErpDocument],
        (search, document): (&Search, Document),
        before: Before,
    ) -> Result<()> {
        let of_search =
            || rows.iter().filter(|row| row.account == search.account && kind_of(row) == search.sought.kind);
        let carries = carries(of_search().filter_map(|row| row.asked.as_ref()), &document);
        if let Carries::Party(party) = &carries {
            let tx = self.ctx.store.begin().await?;
            return self.not_taken_over(tx, search.row, Step::Find, &of_another(document.at.kind, party)).await;
        }
        let edited = match &carries {
            Carries::Other(what) => Some(what.clone()),
            _ => self.other_customer(snapshot, search, &document).await?,
        };
        let asked_at = of_search().next().map_or_else(|| self.ctx.now(), |row| row.created_at);
        let dated = day_in(self.ctx.config.time_zone, asked_at);
        let row = self.row_of_found(rows, search, &document).await?;
        let arrival = Arrival {
            row,
            account: search.account,
            dated,
            due_on: Some(due_on(dated, None)).filter(|_| search.sought.kind == DocumentKind::Invoice),
            document,
            terms_name: snapshot.terms_name.clone(),
            sent: None,
            memo: String::new(),
            // What was sent was the snapshot as it stood then.
            out_of_date: Some(carries == Carries::Older || snapshot.computed_at > asked_at),
            edited,
            drafted: snapshot.computed_at,
        };
        match before {
            Before::Creation => self.arrive(erp, arrival, "snapshot.create_invoice").await,
            // Nobody has asked for a mail to the customer now: it stays due, and the next Create or Retry has it sent.
            Before::Nothing | Before::Deletion => {
                self.take_over(erp, arrival, Step::Create, "snapshot.create_invoice").await
            }
        }
    }

    /// Returns the words about a document of the customer that the billing plan named when it was sent, and names no longer.
    async fn other_customer(
        &self,
        snapshot: &FrozenSnapshot,
        search: &Search,
        document: &Document,
    ) -> Result<Option<String>> {
        let account = plan(self, snapshot).await?.account.filter(|account| account.api_service == search.account);
        let named = account.and_then(|account| account.customer);
        let other = named.filter(|named| !document.party.is_empty() && named.id != document.party);
        Ok(other.map(|named| {
            let (name, id, held) = (named.name, named.id, &document.party);
            format!(
                "It belongs to the customer {held} in the ERP, and the billing plan names {name} ({id}) by now. It was not mailed. Name \
                 that customer in the plan again, or void it there and create the invoice anew."
            )
        }))
    }

    /// The row under which a found document stands from now on: the newest, or another one where that is of another kind or account.
    async fn row_of_found(&self, rows: &[ErpDocument], search: &Search, document: &Document) -> Result<i64> {
        if rows.first().is_some_and(|newest| newest.id == search.row) {
            return Ok(search.row);
        }
        let generation = rows.iter().map(|row| row.generation).max().unwrap_or_default() + 1;
        let key = RequestKey { kind: search.sought.kind, local_id: self.id.get(), generation }.to_string();
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        for open in rows.iter().filter(|row| row.state.is_open()) {
            erp_documents::ended(&tx, open.id, DocumentState::Failed, NOT_MADE, now).await?;
        }
        let asked = rows.iter().find(|row| row.id == search.row).and_then(|row| row.asked.as_ref());
        let kind = number_of(search.sought.kind);
        let request =
            Request { kind, generation, request_key: &key, number: &document.number, content_hash: &[], asked };
        let row = erp_documents::begin(&tx, search.account, self.id, &request, now).await?;
        tx.commit_unaudited("the row of a document that was found; what comes of it is audited").await?;
        Ok(row)
    }

    /// The frame of the open request: while it may still be granted, whatever is sent goes under its key, so that it makes one document.
    fn open_frame(
        &self,
        order: &Order,
        snapshot: &FrozenSnapshot,
        open: Option<&ErpDocument>,
    ) -> Result<Option<Frame>> {
        let Some(open) = open.filter(|open| open.account == order.account) else { return Ok(None) };
        let dated = day_in(self.ctx.config.time_zone, open.created_at);
        let frame = Frame { generation: open.generation, dated, number: None };
        let is_same = kind_of(open) == order.draft(snapshot, frame.clone())?.kind();
        Ok(is_same.then_some(frame))
    }

    /// Writes the request down before it is sent, in place of an open one that has made nothing.
    async fn begin(&self, order: &Order, draft: &InvoiceDraft, open: Option<&ErpDocument>) -> Result<i64> {
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        snapshots::lock(&tx, self.who.scope, self.group, self.id).await?;
        let (key, hash) = (draft.key().to_string(), content_hash(draft));
        let wanted = Draft::Invoice(draft).asked();
        let request = request(draft, &key, &hash, &wanted);
        let row = match open {
            Some(open) if open.generation == draft.generation => {
                erp_documents::begin_update(&tx, open.id, &request, now).await?;
                open.id
            }
            other => {
                if let Some(open) = other {
                    erp_documents::ended(&tx, open.id, DocumentState::Failed, NOT_MADE, now).await?;
                }
                erp_documents::begin(&tx, order.account, self.id, &request, now).await?
            }
        };
        self.log(&tx, row, asked(Step::Create)).await?;
        tx.commit_unaudited("the request is written before the call; its outcome is audited").await?;
        Ok(row)
    }

    /// Sends a draft. `open` is the request as it stood before, under whose key another content may have arrived.
    async fn send(
        &self,
        order: &Order,
        snapshot: &FrozenSnapshot,
        draft: InvoiceDraft,
        row: i64,
        open: Option<&ErpDocument>,
    ) -> Result<()> {
        let (answer, calls) = created(&order.erp, Draft::Invoice(&draft)).await;
        if !calls.is_empty() {
            let tx = self.ctx.store.begin().await?;
            for call in calls {
                self.log(&tx, row, call).await?;
            }
            tx.commit_unaudited("calls of a request; what comes of it is audited").await?;
        }
        let document = match answer {
            Ok(document) => document,
            Err(failure) => {
                let state = match failure {
                    ConnectorError::OutcomeUnknown(_) => DocumentState::Sending,
                    _ => DocumentState::Failed,
                };
                return self.not_created(row, state, &failure).await;
            }
        };
        let wanted = Draft::Invoice(&draft).asked();
        let carries = match open.filter(|open| open.id == row) {
            Some(open) => carries([&wanted].into_iter().chain(&open.asked), &document),
            None => carries_as_answered(&wanted, &document),
        };
        if let Carries::Party(party) = &carries {
            let tx = self.ctx.store.begin().await?;
            return self.not_taken_over(tx, row, Step::Create, &of_another(document.at.kind, party)).await;
        }
        let is_older = carries == Carries::Older;
        let arrival = Arrival {
            row,
            account: order.account,
            document,
            dated: draft.dated,
            due_on: draft.due_on,
            terms_name: order.terms.as_ref().map(|terms| terms.name.clone()),
            sent: Some(order.sent(snapshot)),
            memo: draft.memo,
            out_of_date: is_older.then_some(true),
            edited: if let Carries::Other(what) = carries { Some(what) } else { None },
            drafted: snapshot.computed_at,
        };
        self.arrive(&*order.erp, arrival, "snapshot.create_invoice").await?;
        // What arrived late is what was asked for first: it becomes what is asked for now.
        if is_older { self.update(None).await } else { Ok(()) }
    }

    /// Records that the document was not created, or may not have been.
    async fn not_created(&self, row: i64, state: DocumentState, failure: &ConnectorError) -> Result<()> {
        let tx = self.ctx.store.begin().await?;
        self.log(&tx, row, unanswered(Step::Create, failure)).await?;
        erp_documents::ended(&tx, row, state, &said(failure), self.ctx.now()).await?;
        tx.commit(self.failed("snapshot.create_invoice_failed", failure)).await?;
        Err(unsuccessful(failure))
    }
}

/// A draft as it is written down.
pub(super) fn request<'a>(draft: &'a InvoiceDraft, key: &'a str, hash: &'a [u8], asked: &'a Asked) -> Request<'a> {
    let (kind, asked) = (number_of(draft.kind()), Some(asked));
    Request { kind, generation: draft.generation, request_key: key, number: &draft.number, content_hash: hash, asked }
}
