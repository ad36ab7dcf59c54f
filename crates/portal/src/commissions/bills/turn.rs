//! One call for the bill of a statement, from its lease to its line in the audit trail.

use std::sync::Arc;

use chrono::TimeDelta;
use connectors::{Accounting, ConnectorError};
use domain::{ApiServiceId, StatementId};
use serde_json::json;
use store::Tx;
use store::audit::Entry;
use store::commissions::statements::{self, StatementRow};
use store::erp_documents::{self, Outcome, Push, Step};
use tracing::Instrument as _;

use super::words::running;
use crate::accounts::connection::connected;
use crate::billing::agent::Agent;
use crate::context::Context;
use crate::error::{Error, Result};

/// How long a turn is held at most: longer than all its calls take.
const HELD: TimeDelta = TimeDelta::minutes(3);

/// A call for one statement; two at once are made one after the other, or not at all.
pub struct Turn {
    pub(super) ctx: Context,
    pub(super) who: Agent,
    pub(super) id: StatementId,
    holder: String,
}

impl Turn {
    /// A turn for a statement.
    pub fn new(ctx: &Context, who: impl Into<Agent>, id: StatementId) -> Self {
        Self { ctx: ctx.clone(), who: who.into(), id, holder: ctx.randomness.guid().to_string() }
    }

    /// Creates the bill; once begun it goes on to its conclusion, also when the caller has left.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the statement is not in scope; refused in words.
    pub async fn take(self) -> Result<StatementRow> {
        self.statement().await?;
        let run = tokio::spawn(self.whole().in_current_span());
        run.await.map_err(|error| Error::Internal(error.into()))?
    }

    async fn whole(self) -> Result<StatementRow> {
        self.hold().await?;
        let done = self.create().await;
        let tx = self.ctx.store.begin().await?;
        store::leases::release(&tx, &self.lease(), &self.holder).await?;
        tx.commit_unaudited("a lease is no change").await?;
        done?;
        self.statement().await
    }

    fn lease(&self) -> String {
        format!("erp of statement {}", self.id)
    }

    async fn hold(&self) -> Result<()> {
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        let is_ours = store::leases::take(&tx, &self.lease(), &self.holder, now, now + HELD).await?;
        tx.commit_unaudited("a lease is no change; what is done under it is audited").await?;
        if is_ours { Ok(()) } else { Err(running()) }
    }

    /// The statement as it stands.
    pub(super) async fn statement(&self) -> Result<StatementRow> {
        Ok(statements::find(&self.ctx.store.read(), self.who.scope, self.id).await?)
    }

    /// The system behind an account; one that is not connected can be later.
    pub(super) async fn erp(&self, account: ApiServiceId) -> Result<Arc<dyn Accounting>> {
        let account = store::accounts::find(&self.ctx.store.read(), self.who.scope, account).await?;
        connected(&self.ctx, &account).await
    }

    /// A line of the audit trail about the statement.
    pub(super) fn entry(&self, action: &'static str) -> Entry {
        self.who.entry(&self.ctx, action, "commission_statement").on(self.id)
    }

    /// The same about a call that failed.
    pub(super) fn failed(&self, failure: &ConnectorError) -> Entry {
        self.entry("commission_statement.create_bill_failed").with_detail(json!({ "Reason": failure.to_string() }))
    }

    /// Adds a call to the history of the bill.
    pub(super) async fn log(&self, tx: &Tx, document: i64, push: Push) -> Result<()> {
        Ok(erp_documents::log(tx, document, push, self.ctx.now(), self.who.user).await?)
    }
}

/// A call that was answered.
pub(super) const fn answered(step: Step) -> Push {
    Push { step, outcome: Outcome::Done, message: None, http_status: None, code: None, trace_id: None }
}

/// A call that failed, with what came back.
pub(super) fn unanswered(step: Step, failure: &ConnectorError) -> Push {
    let outcome = match failure {
        ConnectorError::OutcomeUnknown(_) => Outcome::Unknown,
        _ => Outcome::Nothing,
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
