//! One invoice of a bulk action, done by the use case that a click calls.

use domain::access::Scope;
use domain::billing::invoice::{CommissionStatus, PaymentStatus};
use domain::erp::{DocumentState, MailState};
use domain::invoices::{BulkFacts, BulkKind, BulkOutcome, NO_RECIPIENTS, Verdict};
use domain::{BulkActionId, GroupId, SnapshotId};
use store::erp_documents;
use store::plans;
use store::snapshots::{self, FrozenSnapshot};

use crate::billing::agent::Agent;
use crate::billing::snapshots::erp::many::{Came, DELETED, Ended};
use crate::billing::snapshots::erp::service::{KnownTerms, Work, of_batch};
use crate::context::Context;
use crate::error::Result;
use crate::invoices::service::write_commission;

/// The action that a job does to each chosen invoice, with the user it acts for.
pub(super) struct Doing<'a> {
    pub(super) ctx: &'a Context,
    pub(super) action: BulkActionId,
    pub(super) kind: BulkKind,
    pub(super) agent: Agent,
    pub(super) known: KnownTerms,
    /// The number of times in a row that the ERP has throttled the job.
    pub(super) throttled: u32,
}

impl Doing<'_> {
    /// Does the action to an invoice, and records its result.
    pub(super) async fn done(&self, (id, group): (SnapshotId, GroupId)) -> Result<Came> {
        let (outcome, message) = match self.verdict(id, group).await? {
            Verdict::Unchanged(why) => (BulkOutcome::Unchanged, Some(why.to_owned())),
            Verdict::Refused(why) => (BulkOutcome::Refused, Some(why.to_owned())),
            Verdict::Go => match self.call(id, group).await? {
                Ended::Well(snapshot) => match self.unmailed(&snapshot).await? {
                    Some(why) => (BulkOutcome::Refused, Some(why)),
                    None => (BulkOutcome::Done, self.said(&snapshot, group).await?),
                },
                Ended::Busy => return Ok(Came::Left),
                Ended::Throttled(wait) => return Ok(Came::Throttled(wait)),
                Ended::Refused(why) => (BulkOutcome::Refused, Some(why)),
                Ended::Unreached(why) => (BulkOutcome::Unreached, Some(why)),
            },
        };
        let tx = self.ctx.store.begin().await?;
        store::snapshots::bulk_actions::note(&tx, self.action, id, outcome, message.as_deref()).await?;
        tx.commit_unaudited("what was done to the invoice is audited itself").await?;
        Ok(Came::Noted)
    }

    async fn verdict(&self, id: SnapshotId, group: GroupId) -> Result<Verdict> {
        let db = self.ctx.store.read();
        let snapshot = match snapshots::find(&db, Scope::system(), Some(group), id).await {
            Err(store::Error::NotFound) => return Ok(Verdict::Refused(DELETED)),
            found => found?,
        };
        let documents = erp_documents::of_snapshot(&db, id).await?;
        let stands = documents.iter().find(|one| one.erp_id.is_some() && one.erp_id == snapshot.erp_ref_id);
        let plan = plans::find(&db, Scope::system(), group, snapshot.plan).await?.details;
        Ok(self.kind.judge(&BulkFacts {
            is_sent: snapshot.erp_ref_id.is_some(),
            is_up_to_date: !snapshot.out_of_date && stands.is_some_and(|one| one.state == DocumentState::Sent),
            is_voided: snapshot.payment == PaymentStatus::Voided,
            is_commission_paid: snapshot.commission == CommissionStatus::Paid,
            mail: stands.and_then(|one| one.mail),
            has_recipients: !plan.recipients.is_empty(),
        }))
    }

    async fn call(&self, id: SnapshotId, group: GroupId) -> Result<Ended> {
        let work = match self.kind {
            BulkKind::Create => Work::Create,
            BulkKind::Update => Work::Update { replace: None },
            BulkKind::Sync => Work::Sync,
            BulkKind::Mail => Work::Mail,
            BulkKind::MarkCommissionPaid => return self.marked((id, group), CommissionStatus::Paid).await,
            BulkKind::MarkCommissionUnpaid => return self.marked((id, group), CommissionStatus::Unpaid).await,
        };
        let answer = of_batch(self.ctx, self.agent.clone(), (group, id), &self.known, work).await;
        Ended::of(answer, self.throttled)
    }

    async fn marked(&self, invoice: (SnapshotId, GroupId), status: CommissionStatus) -> Result<Ended> {
        Ended::of(self.mark_commission(invoice, status).await, self.throttled)
    }

    async fn mark_commission(
        &self,
        (id, group): (SnapshotId, GroupId),
        status: CommissionStatus,
    ) -> Result<FrozenSnapshot> {
        let tx = self.ctx.store.begin().await?;
        let (after, entry) = write_commission(self.ctx, &tx, &self.agent, (group, id), status).await?;
        tx.commit(entry).await?;
        Ok(after)
    }

    /// The message of an invoice that stands in the ERP and whose mail failed; `None` when it was mailed or is not to be.
    async fn unmailed(&self, snapshot: &FrozenSnapshot) -> Result<Option<String>> {
        if !matches!(self.kind, BulkKind::Create | BulkKind::Update) {
            return Ok(None);
        }
        let documents = erp_documents::of_snapshot(&self.ctx.store.read(), snapshot.id).await?;
        let stands = documents.iter().find(|one| one.erp_id.is_some() && one.erp_id == snapshot.erp_ref_id);
        let failed = stands.filter(|one| matches!(one.mail, Some(MailState::Due | MailState::Unknown)));
        Ok(failed.and_then(|one| one.mail?.told(one.mail_error.as_deref())))
    }

    /// The message of an invoice that is done: its payment status after a sync, and after its creation that its plan names no recipients of the
    /// mail that it asks for.
    async fn said(&self, snapshot: &FrozenSnapshot, group: GroupId) -> Result<Option<String>> {
        match self.kind {
            BulkKind::Sync => Ok(Some(snapshot.payment.text().to_owned())),
            BulkKind::Create => {
                let plan = plans::find(&self.ctx.store.read(), Scope::system(), group, snapshot.plan).await?.details;
                Ok((plan.send_invoice && plan.recipients.is_empty()).then(|| format!("Not mailed: {NO_RECIPIENTS}")))
            }
            _ => Ok(None),
        }
    }
}
