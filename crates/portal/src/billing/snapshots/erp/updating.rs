//! Replacing the content of an invoice by that of its snapshot (rules.md#out-of-date-invoice, rules.md#credit-memo).

use connectors::{Accounting, ConnectorError, DocumentRef, ErpId, InvoiceDraft, Refusal, Revision, Standing};
use domain::billing::invoice::PaymentStatus;
use store::erp_documents::{self, DocumentState, ErpDocument, MailState, Push, Step};
use store::snapshots::{self, FrozenSnapshot};

use super::arriving::Arrival;
use super::creating::request;
use super::invoice_call::InvoiceCall;
use super::leaving::Leaving;
use super::order::{Frame, Order, content_hash, is_hash_of};
use super::words::{NOT_INVOICED, NOTHING_WRITTEN, OTHER_ACCOUNT, SETTLED, SETTLED_OLDER, refused, said, unsuccessful};
use crate::accounts::connection::{read, write};
use crate::erp::calls::{answered, asked, unanswered};
use crate::erp::ours::{Draft, kind_of};
use crate::error::Result;

impl InvoiceCall {
    /// Replaces the content of the document. One that was changed there is replaced only at the version that a person has looked at
    /// (rules.md#changed-over-there).
    pub(super) async fn update(&self, replace: Option<String>) -> Result<()> {
        let snapshot = self.snapshot().await?;
        let document = self.document(&snapshot).await?;
        let stands = document.state == DocumentState::Sent && !snapshot.out_of_date && replace.is_none();
        if stands && document.mail == Some(MailState::Due) {
            return self.mail_again(&snapshot).await;
        }
        if stands && matches!(snapshot.payment, PaymentStatus::Paid | PaymentStatus::Voided) {
            return Err(refused(SETTLED));
        }
        let mut order = Order::of(self, &snapshot).await?;
        if order.account != document.account {
            return Err(refused(OTHER_ACCOUNT));
        }
        let terms = order.read_terms(self).await;
        let draft = self.next_draft(&order, &snapshot, &document).await?;
        let at = place(&document);
        draft.fits(at.kind).map_err(|failure| unsuccessful(&failure))?;
        self.begin_update(&draft, &document).await?;
        if let Err(failure) = terms {
            return self.not_asked(&document, &failure).await;
        }
        let replaced = replace.clone();
        let revision = Revision(replace.or_else(|| document.revision.clone()).unwrap_or_default());
        match write(order.erp.update_invoice(&at, &revision, &draft)).await {
            // Nothing that an update writes differs, so nothing was written: what was changed stands there still.
            Ok(answer) if replaced.as_deref() == Some(answer.revision.as_str()) => {
                let failure = ConnectorError::refused(Refusal::Invalid, NOTHING_WRITTEN);
                self.not_updated(&snapshot, &document, &failure, None).await
            }
            Ok(answer) => {
                let renumbered = renumbered(&document, &answer.number);
                let arrival = Arrival {
                    row: document.id,
                    account: document.account,
                    document: answer,
                    dated: draft.dated,
                    due_on: draft.due_on,
                    terms_name: order.terms.as_ref().map(|terms| terms.name.clone()),
                    sent: Some(order.sent(&snapshot)),
                    memo: draft.memo,
                    out_of_date: None,
                    drafted: snapshot.computed_at,
                    edited: None,
                };
                self.take_over(&*order.erp, arrival, Step::Update, "snapshot.update_invoice").await?;
                if let Some(what) = renumbered {
                    let tx = self.ctx.store.begin().await?;
                    self.log(&tx, document.id, Push { message: Some(what.clone()), ..answered(Step::Standing) })
                        .await?;
                    tx.commit(self.changed(&what)).await?;
                }
                self.mail(&*order.erp, &at, document.id).await.and_then(|outcome| self.repeated(outcome))
            }
            Err(failure) => {
                let paid = self.paid_since(&*order.erp, &at, &failure).await;
                self.not_updated(&snapshot, &document, &failure, paid).await
            }
        }
    }

    /// The document that a snapshot is in the accounting system.
    pub(super) async fn document(&self, snapshot: &FrozenSnapshot) -> Result<ErpDocument> {
        self.found_document(snapshot).await?.ok_or_else(|| refused(NOT_INVOICED))
    }

    /// The same; none when the snapshot is not invoiced.
    pub(super) async fn found_document(&self, snapshot: &FrozenSnapshot) -> Result<Option<ErpDocument>> {
        let documents = erp_documents::of_snapshot(&self.ctx.store.read(), self.id).await?;
        let is_it = |document: &ErpDocument| {
            document.erp_id.is_some()
                && document.erp_id == snapshot.erp_ref_id
                && Some(document.account) == snapshot.api_service
        };
        Ok(documents.into_iter().find(is_it))
    }

    /// The new content. The same that was sent before with an unknown outcome goes under the same key, so that it is done once.
    pub(super) async fn next_draft(
        &self,
        order: &Order,
        snapshot: &FrozenSnapshot,
        document: &ErpDocument,
    ) -> Result<InvoiceDraft> {
        // The snapshot has the date as it was read last. What a person has changed there is replaced by what was sent.
        let sent = document.asked.as_ref().filter(|_| document.state == DocumentState::Changed);
        let dated = sent.map(|asked| asked.content.dated).or(snapshot.txn_on).unwrap_or_else(|| self.ctx.today());
        let frame = |generation| Frame { generation, dated, number: document.number.clone() };
        let again = order.draft(snapshot, frame(document.generation))?;
        let was_sent = document.state.is_open() && is_hash_of(document.content_hash.as_deref(), &again);
        if was_sent {
            return Ok(again);
        }
        let documents = erp_documents::of_snapshot(&self.ctx.store.read(), self.id).await?;
        let newest = documents.iter().map(|document| document.generation).max().unwrap_or_default();
        order.draft(snapshot, frame(newest + 1))
    }

    async fn begin_update(&self, draft: &InvoiceDraft, document: &ErpDocument) -> Result<()> {
        let tx = self.ctx.store.begin().await?;
        snapshots::lock(&tx, self.who.scope, self.group, self.id).await?;
        let (key, hash) = (draft.key().to_string(), content_hash(draft));
        let wanted = Draft::Invoice(draft).asked();
        erp_documents::begin_update(&tx, document.id, &request(draft, &key, &hash, &wanted), self.ctx.now()).await?;
        self.log(&tx, document.id, asked(Step::Update)).await?;
        Ok(tx.commit_unaudited("the request is written before the call; its outcome is audited").await?)
    }

    /// Records that an update failed before anything was sent. A change over there, or an outcome that is not known, stays so.
    async fn not_asked(&self, document: &ErpDocument, failure: &ConnectorError) -> Result<()> {
        let tx = self.ctx.store.begin().await?;
        self.log(&tx, document.id, unanswered(Step::Update, failure)).await?;
        let (state, why) = match (document.state, &document.last_error) {
            (DocumentState::Changed, Some(what)) => (DocumentState::Changed, what.clone()),
            (open, _) if open.is_open() => (DocumentState::Sending, said(failure)),
            _ => (DocumentState::OutOfDate, said(failure)),
        };
        erp_documents::ended(&tx, document.id, state, &why, self.ctx.now()).await?;
        tx.commit(self.failed("snapshot.update_invoice_failed", failure)).await?;
        Err(unsuccessful(failure))
    }

    /// Reads where a document stands that was refused for what is paid of it. A read that fails changes nothing.
    async fn paid_since(&self, erp: &dyn Accounting, at: &DocumentRef, failure: &ConnectorError) -> Option<Standing> {
        match failure.refusal() {
            Some(Refusal::Settled | Refusal::Overpaid) => read(erp.standing(at)).await.ok().flatten(),
            _ => None,
        }
    }

    async fn not_updated(
        &self,
        snapshot: &FrozenSnapshot,
        document: &ErpDocument,
        failure: &ConnectorError,
        paid: Option<Standing>,
    ) -> Result<()> {
        if failure.refusal() == Some(Refusal::Gone) {
            return Err(self.leave(document, unanswered(Step::Update, failure), Leaving::Gone).await?);
        }
        let grace = self.grace_days().await?;
        let tx = self.ctx.store.begin().await?;
        self.log(&tx, document.id, unanswered(Step::Update, failure)).await?;
        let mut edited = document.last_error.clone().filter(|_| document.state == DocumentState::Changed);
        if let Some(standing) = paid {
            // The change is told by what was last heard, which the standing replaces.
            edited = edited.or(self.compare_with_sent(&tx, snapshot, document, &standing).await?);
            self.take_standing(&tx, kind_of(document), &standing, snapshot.due_on, grace).await?;
        }
        let is_settled = failure.refusal() == Some(Refusal::Settled) && snapshot.out_of_date;
        let why = if is_settled { SETTLED_OLDER.to_owned() } else { said(failure) };
        let kept = document.last_error.clone().filter(|_| document.state == DocumentState::Sent && edited.is_none());
        let kept = kept.filter(|_| document.kept_revision.is_some());
        let (state, told) = match (failure, failure.refusal(), edited.or(kept.clone())) {
            (ConnectorError::OutcomeUnknown(_), _, _) => (DocumentState::Sending, why),
            // What a person has kept stays so. Whether it was changed again, the next read tells.
            (_, _, Some(what)) if kept.is_some() => (DocumentState::Sent, what),
            // The document stands there as a person has changed it.
            (_, _, Some(what)) => (DocumentState::Changed, what),
            (_, Some(Refusal::Changed | Refusal::PartyFixed), _) => (DocumentState::Changed, why),
            _ => (DocumentState::OutOfDate, why),
        };
        erp_documents::ended(&tx, document.id, state, &told, self.ctx.now()).await?;
        tx.commit(self.failed("snapshot.update_invoice_failed", failure)).await?;
        Err(if is_settled { refused(SETTLED_OLDER) } else { unsuccessful(failure) })
    }
}

/// Returns the words about a document whose number differs from the stored one.
pub(super) fn renumbered(document: &ErpDocument, number: &str) -> Option<String> {
    let ours = document.number.as_deref().filter(|ours| !ours.is_empty() && !number.is_empty() && *ours != number)?;
    Some(format!("The number was changed in the ERP from {ours} to {number}. The invoice has that number now."))
}

/// Where a document is found again.
pub(super) fn place(document: &ErpDocument) -> DocumentRef {
    DocumentRef { kind: kind_of(document), id: ErpId(document.erp_id.clone().unwrap_or_default()) }
}
