//! One call for the invoice of a snapshot, from its lease to its line in the audit trail.

use std::sync::Arc;

use chrono::TimeDelta;
use connectors::{Accounting, ConnectorError};
use domain::erp::CALL_TIME;
use domain::{ApiServiceId, GroupId, SnapshotId};
use serde_json::json;
use store::Tx;
use store::audit::Entry;
use store::erp_documents::{self, Outcome, Push, Step};
use store::snapshots::{self, FrozenSnapshot};
use tracing::Instrument as _;

use super::comparing::Comparison;
use super::order::KnownTerms;
use super::syncing::Lines;
use super::words::{NO_ACCOUNT, RUNNING, refused};
use crate::accounts::connection::connected;
use crate::billing::agent::Agent;
use crate::context::Context;
use crate::error::{Error, Result};

/// How long a turn is held at most: longer than all its calls take.
const HELD: TimeDelta = CALL_TIME;

/// What is to be done.
#[derive(Debug, Clone)]
pub enum Work {
    /// Create the invoice.
    Create,
    /// Replace its content.
    Update {
        /// The version of a document that was changed in the ERP, which a person has decided to replace.
        replace: Option<String>,
    },
    /// Ask for its payment.
    Sync,
    /// The same by the program itself: what changes nothing leaves no line.
    Sweep,
    /// Ask for what differs from it.
    Compare,
    /// Look up what was begun and not ended; nothing is sent.
    LookUp,
}

/// A call for one snapshot; two at once are made one after the other, or not at all.
pub struct Turn {
    pub(super) ctx: Context,
    pub(super) who: Agent,
    pub(super) group: GroupId,
    pub(super) id: SnapshotId,
    pub(super) known: KnownTerms,
    holder: String,
}

impl Turn {
    /// A turn for a snapshot of a group.
    pub fn new(ctx: &Context, who: impl Into<Agent>, group: GroupId, id: SnapshotId) -> Self {
        let (known, holder) = (KnownTerms::default(), ctx.randomness.guid().to_string());
        Self { ctx: ctx.clone(), who: who.into(), group, id, known, holder }
    }

    /// The same as one of a batch that reads the terms of an account once.
    pub fn knowing(self, known: &KnownTerms) -> Self {
        Self { known: known.clone(), ..self }
    }

    /// Does the work; once begun it goes on to its conclusion, also when the caller has left.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the snapshot is not in scope; refused in words.
    pub async fn take(self, work: Work) -> Result<FrozenSnapshot> {
        Ok(self.run(work).await?.0)
    }

    /// Compares the snapshot with its document.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub async fn compared(self) -> Result<Comparison> {
        let (_, found) = self.run(Work::Compare).await?;
        found.ok_or(Error::NotFound)
    }

    async fn run(self, work: Work) -> Result<(FrozenSnapshot, Option<Comparison>)> {
        self.snapshot().await?;
        let run = tokio::spawn(self.whole(work).in_current_span());
        run.await.map_err(|error| Error::Internal(error.into()))?
    }

    async fn whole(self, work: Work) -> Result<(FrozenSnapshot, Option<Comparison>)> {
        self.hold().await?;
        let done = match work {
            Work::Create => self.create().await.map(|()| None),
            Work::Update { replace } => self.update(replace).await.map(|()| None),
            Work::Sync => self.sync(Lines::Always).await.map(|_| None),
            Work::Sweep => self.sync(Lines::OfChanges).await.map(|_| None),
            Work::Compare => self.compare().await.map(Some),
            Work::LookUp => self.look_up().await.map(|()| None),
        };
        let tx = self.ctx.store.begin().await?;
        store::leases::release(&tx, &self.lease(), &self.holder).await?;
        tx.commit_unaudited("a lease is no change").await?;
        let found = done?;
        Ok((self.snapshot().await?, found))
    }

    fn lease(&self) -> String {
        format!("erp of snapshot {}", self.id)
    }

    async fn hold(&self) -> Result<()> {
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        let is_ours = store::leases::take(&tx, &self.lease(), &self.holder, now, now + HELD).await?;
        tx.commit_unaudited("a lease is no change; what is done under it is audited").await?;
        if is_ours { Ok(()) } else { Err(refused(RUNNING)) }
    }

    /// The snapshot as it stands.
    pub(super) async fn snapshot(&self) -> Result<FrozenSnapshot> {
        Ok(snapshots::find(&self.ctx.store.read(), self.who.scope, Some(self.group), self.id).await?)
    }

    /// The system behind an account; one that is not connected can be later.
    pub(super) async fn erp(&self, account: ApiServiceId) -> Result<Arc<dyn Accounting>> {
        match store::accounts::find(&self.ctx.store.read(), self.who.scope, account).await {
            Ok(account) => connected(&self.ctx, &account).await,
            Err(store::Error::NotFound) => Err(refused(NO_ACCOUNT)),
            Err(fault) => Err(fault.into()),
        }
    }

    /// A line of the audit trail about the snapshot.
    pub(super) fn entry(&self, action: &'static str) -> Entry {
        self.who.entry(&self.ctx, action, "snapshot").on(self.id).in_group(self.group)
    }

    /// The same about a call that failed.
    pub(super) fn failed(&self, action: &'static str, failure: &ConnectorError) -> Entry {
        self.entry(action).with_detail(json!({ "Reason": failure.to_string() }))
    }

    /// Adds a call to the history of a document.
    pub(super) async fn log(&self, tx: &Tx, document: i64, push: Push) -> Result<()> {
        Ok(erp_documents::log(tx, document, push, self.ctx.now(), self.who.user).await?)
    }
}

/// A call that was answered.
pub(super) const fn answered(step: Step) -> Push {
    Push { step, outcome: Outcome::Done, message: None, http_status: None, code: None, trace_id: None }
}

/// A call that is about to be made.
pub(super) fn asked(step: Step) -> Push {
    Push { outcome: Outcome::Asked, ..answered(step) }
}

/// A call that failed, with what came back.
pub(super) fn unanswered(step: Step, failure: &ConnectorError) -> Push {
    let outcome = match failure {
        ConnectorError::OutcomeUnknown(_) => Outcome::Unknown,
        ConnectorError::Retry { .. } | ConnectorError::NewCredentials(_) | ConnectorError::Refused { .. } => {
            Outcome::Nothing
        }
    };
    let answer = failure.answer().clone();
    Push {
        step,
        outcome,
        message: Some(answer.message),
        http_status: answer.http_status,
        code: answer.code,
        trace_id: answer.trace_id,
    }
}
