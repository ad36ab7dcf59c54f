//! What every call about a document in an ERP has in common: it is made alone, under a lease, and stands in the history
//! (rules.md#exactly-once).

use chrono::TimeDelta;
use connectors::ConnectorError;
use domain::erp::CALL_TIME;
use store::erp_documents::{Outcome, Push, Step};
use tracing::Instrument as _;

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
    /// `busy` when another call holds the lease, by how long that is at most; else those of the work.
    pub async fn during<T>(
        &self,
        busy: impl FnOnce(TimeDelta) -> Error,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        let is_ours = store::leases::take(&tx, &self.name, &self.holder, now, now + CALL_TIME).await?;
        let held_until = if is_ours { None } else { store::leases::held_until(&tx, &self.name).await? };
        tx.commit_unaudited("a lease is no change; what is done under it is audited").await?;
        if !is_ours {
            return Err(busy(held_until.map_or_else(TimeDelta::zero, |until| until - now)));
        }
        let done = work.await;
        let tx = self.ctx.store.begin().await?;
        store::leases::release(&tx, &self.name, &self.holder).await?;
        tx.commit_unaudited("a lease is no change").await?;
        done
    }
}

/// Does work in a task of its own: once begun it goes on to its conclusion, also when the caller has left.
///
/// # Errors
/// Those of the work.
pub async fn to_its_end<T: Send + 'static>(work: impl Future<Output = Result<T>> + Send + 'static) -> Result<T> {
    tokio::spawn(work.in_current_span()).await.map_err(|error| Error::Internal(error.into()))?
}

/// How long a person waits for another call to end: one whose program was stopped keeps its lease to the end.
pub fn wait_for(left: TimeDelta) -> String {
    format!("Wait until that has ended: {}", at_most(left))
}

/// `at most 3 minutes.`; what is over takes a minute.
pub fn at_most(left: TimeDelta) -> String {
    let minutes = (left.num_seconds().max(1) + 59) / 60;
    format!("at most {minutes} {}.", if minutes == 1 { "minute" } else { "minutes" })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_is_told_for_how_long_at_most() {
        for (seconds, told) in
            [(-5, "1 minute."), (0, "1 minute."), (60, "1 minute."), (61, "2 minutes."), (180, "3 minutes.")]
        {
            assert!(wait_for(TimeDelta::seconds(seconds)).ends_with(&format!("at most {told}")), "{seconds}");
        }
    }
}
