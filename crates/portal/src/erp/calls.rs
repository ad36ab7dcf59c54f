//! What every call about a document in an ERP has in common: it is made alone, under a lease, and stands in the history
//! (rules.md#exactly-once).

use connectors::ConnectorError;
use domain::erp::CALL_TIME;
use store::erp_documents::{Outcome, Push, Step};

use crate::context::Context;
use crate::error::{Error, Result};

/// The right to make calls for one record. Two servers never have it at once.
pub struct Lease {
    ctx: Context,
    name: String,
    holder: String,
}

impl Lease {
    /// The lease of a record, such as `snapshot 7`; it is not taken yet.
    pub fn of(ctx: &Context, record: &str) -> Self {
        Self { ctx: ctx.clone(), name: format!("erp of {record}"), holder: ctx.randomness.guid().to_string() }
    }

    /// Does the work under the lease, and gives the lease back on success and on failure. It ends by itself after [`CALL_TIME`].
    ///
    /// # Errors
    /// `busy` when another call holds the lease; else those of the work.
    pub async fn during<T>(&self, busy: Error, work: impl Future<Output = Result<T>>) -> Result<T> {
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        let is_ours = store::leases::take(&tx, &self.name, &self.holder, now, now + CALL_TIME).await?;
        tx.commit_unaudited("a lease is no change; what is done under it is audited").await?;
        if !is_ours {
            return Err(busy);
        }
        let done = work.await;
        let tx = self.ctx.store.begin().await?;
        store::leases::release(&tx, &self.name, &self.holder).await?;
        tx.commit_unaudited("a lease is no change").await?;
        done
    }
}

/// A call that was answered.
pub const fn answered(step: Step) -> Push {
    Push { step, outcome: Outcome::Done, message: None, http_status: None, code: None, trace_id: None }
}

/// A call that is about to be made.
pub fn asked(step: Step) -> Push {
    Push { outcome: Outcome::Asked, ..answered(step) }
}

/// A call that failed, with what came back.
pub fn unanswered(step: Step, failure: &ConnectorError) -> Push {
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
