//! The nightly job.

use serde::{Deserialize, Serialize};

use super::service;
use crate::context::Context;
use crate::jobs::{Job, JobError, Lane, Run};

/// Forgets finished jobs, old sign-in tries and sessions, and removes stored content that may go or was left behind.
#[derive(Debug, Serialize, Deserialize)]
pub struct TidyUp {}

impl Job for TidyUp {
    const KIND: &'static str = "tidy-up";
    const LANE: Lane = Lane::Quick;

    async fn run(self, ctx: &Context, _: &Run) -> Result<(), JobError> {
        service::forget_what_ended(ctx).await?;
        service::remove_stored_files(ctx).await?;
        service::remove_leftovers(ctx).await?;
        Ok(())
    }
}
