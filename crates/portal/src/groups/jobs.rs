//! The nightly look at the counters of groups.

use serde::{Deserialize, Serialize};

use super::service;
use crate::context::Context;
use crate::jobs::{Job, JobError, Lane, Run};

/// Compares the counters of all groups with their members, mends what differs, and folds days long past.
#[derive(Debug, Serialize, Deserialize)]
pub struct KeepCounters {}

impl Job for KeepCounters {
    const KIND: &'static str = "keep-counters";
    const LANE: Lane = Lane::Heavy;

    async fn run(self, ctx: &Context, _: &Run) -> Result<(), JobError> {
        Ok(service::keep_counters_right(ctx).await?)
    }
}
