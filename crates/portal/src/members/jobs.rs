//! The nightly settling of status changes that have become due.

use serde::{Deserialize, Serialize};

use super::status::settling;
use crate::context::Context;
use crate::jobs::{Job, JobError, Lane, Run};

/// Brings the status beside members in step with their timelines, and welcomes those who have become active
/// (rules.md#due-status-changes).
#[derive(Debug, Serialize, Deserialize)]
pub struct SettleStatuses {}

impl Job for SettleStatuses {
    const KIND: &'static str = "settle-statuses";
    const LANE: Lane = Lane::Heavy;

    async fn run(self, ctx: &Context, _: &Run) -> Result<(), JobError> {
        Ok(settling::settle(ctx).await?)
    }
}
