//! One call for the invoice of a snapshot, from its lease to its line in the audit trail.

use std::sync::Arc;

use connectors::{Accounting, ConnectorError};
use domain::{ApiServiceId, GroupId, SnapshotId};
use serde_json::json;
use store::Tx;
use store::audit::Entry;
use store::erp_documents::{self, Push};
use store::snapshots::{self, FrozenSnapshot};

use super::comparing::Comparison;
use super::order::KnownTerms;
use super::syncing::Lines;
use super::words::{NO_ACCOUNT, refused, running};
use crate::accounts::connection::connected;
use crate::billing::agent::Agent;
use crate::context::Context;
use crate::erp::calls::{Lease, to_its_end};
use crate::error::{Error, Result};

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
    /// Keep it as a person has changed it in the ERP.
    Keep {
        /// The version that a person has looked at.
        seen: String,
    },
    /// Have it mailed, unless it was or may have been.
    Mail,
    /// Settle a mail of unknown outcome.
    SettleMail {
        /// Whether a person has seen that it was mailed.
        is_mailed: bool,
    },
    /// The same by the program itself: what changes nothing leaves no line.
    Sweep,
    /// Ask for what differs from it.
    Compare,
    /// Look up what was begun and not ended; nothing is sent.
    LookUp,
}

/// A call for one snapshot; two at once are made one after the other, or not at all.
pub struct InvoiceCall {
    pub(super) ctx: Context,
    pub(super) who: Agent,
    pub(super) group: GroupId,
    pub(super) id: SnapshotId,
    pub(super) known: KnownTerms,
    /// Whether a job does the work, which repeats it later where the ERP takes no more calls.
    pub(super) is_of_batch: bool,
    lease: Lease,
}

impl InvoiceCall {
    /// A call for a snapshot of a group.
    pub fn new(ctx: &Context, who: impl Into<Agent>, group: GroupId, id: SnapshotId) -> Self {
        let lease = Lease::of(ctx, &format!("snapshot {id}"));
        Self { ctx: ctx.clone(), who: who.into(), group, id, known: KnownTerms::default(), is_of_batch: false, lease }
    }

    /// The same as one of a batch that reads the terms of an account once.
    pub fn knowing(self, known: &KnownTerms) -> Self {
        Self { known: known.clone(), is_of_batch: true, ..self }
    }

    /// Does the work; once begun it goes on to its conclusion, also when the caller has left.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the snapshot is not in scope; refused in words.
    pub async fn carry_out(self, work: Work) -> Result<FrozenSnapshot> {
        Ok(self.run(work).await?.0)
    }

    /// Compares the snapshot with its document.
    ///
    /// # Errors
    /// As [`Self::carry_out`].
    pub async fn compared(self) -> Result<Comparison> {
        let (_, found) = self.run(Work::Compare).await?;
        found.ok_or(Error::NotFound)
    }

    /// Does something else under the lease of the snapshot, once it is sure that no failed request has made a document.
    ///
    /// # Errors
    /// As [`Self::carry_out`]; that a document was found; those of what is done.
    pub async fn unless_found<T, Rest>(self, rest: Rest) -> Result<T>
    where
        T: Send + 'static,
        Rest: Future<Output = Result<T>> + Send + 'static,
    {
        to_its_end(async move {
            let after_look_up = async {
                self.look_up_failed().await?;
                rest.await
            };
            self.lease.during(running, after_look_up).await
        })
        .await
    }

    async fn run(self, work: Work) -> Result<(FrozenSnapshot, Option<Comparison>)> {
        self.snapshot().await?;
        to_its_end(self.whole(work)).await
    }

    async fn whole(self, work: Work) -> Result<(FrozenSnapshot, Option<Comparison>)> {
        let found = self.lease.during(running, self.work(work)).await?;
        Ok((self.snapshot().await?, found))
    }

    async fn work(&self, work: Work) -> Result<Option<Comparison>> {
        match work {
            Work::Create => self.create().await.map(|()| None),
            Work::Update { replace } => self.update(replace).await.map(|()| None),
            Work::Keep { seen } => self.keep(&seen).await.map(|()| None),
            Work::Sync => self.sync(Lines::Always).await.map(|_| None),
            Work::SettleMail { is_mailed } => self.settle_mail(is_mailed).await.map(|()| None),
            Work::Mail => self.mail_by_hand().await.map(|()| None),
            Work::Sweep => self.sync(Lines::OfChanges).await.map(|_| None),
            Work::Compare => self.compare().await.map(Some),
            Work::LookUp => self.look_up().await.map(|()| None),
        }
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
