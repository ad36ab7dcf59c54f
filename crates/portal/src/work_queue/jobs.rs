//! The job of the daily mail.

use serde::{Deserialize, Serialize};

use super::digest;
use crate::context::Context;
use crate::jobs::{Job, JobError, Lane, Run};

/// Mails users what waits for them, once a day.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailDigests {}

impl Job for MailDigests {
    const KIND: &'static str = "mail-work-digests";
    const LANE: Lane = Lane::Quick;

    async fn run(self, ctx: &Context, _: &Run) -> Result<(), JobError> {
        Ok(digest::mail_all(ctx).await?)
    }
}
