//! The job of bulk actions.

use domain::{BulkActionId, SnapshotId};
use serde::{Deserialize, Serialize};

use super::service;
use crate::context::Context;
use crate::jobs::{End, GivenUp, Job, JobError, Lane, Run};

/// Does a bulk action to some of its invoices, and leaves the rest to a job of its own: an ERP takes its time, and other work is to get its
/// turn in between. Safe to run twice: what was noted is not done again, and what was done before it was noted changes nothing.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DoBulkAction {
    pub(super) action: BulkActionId,
    /// The invoice behind which this one begins: what stands before has had its turn.
    #[serde(default)]
    pub(super) after: Option<SnapshotId>,
    /// How often in a row the ERP took no more calls.
    #[serde(default)]
    pub(super) throttled: u32,
}

impl DoBulkAction {
    /// Begins with the first.
    pub(super) const fn all(action: BulkActionId) -> Self {
        Self { action, after: None, throttled: 0 }
    }
}

impl Job for DoBulkAction {
    const KIND: &'static str = "bulk_action.do";
    const LANE: Lane = Lane::Small;
    const MAX_ATTEMPTS: i32 = 5;

    async fn run(self, ctx: &Context, _: &Run) -> Result<(), JobError> {
        Ok(service::work(ctx, &self).await?)
    }

    async fn given_up(self, end: End<'_>) -> GivenUp {
        service::give_up(end, self.action).await
    }
}
