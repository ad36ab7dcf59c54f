//! Mailing of links that somebody has asked for who is not signed in. Whether the address is known is found out here and not in the call, so
//! that the time of its answer does not tell.

use serde::{Deserialize, Serialize};

use super::links;
use crate::context::Context;
use crate::jobs::{Job, JobError, Lane, Run};

/// Mails a link to set a new password to an address, if a user has it.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailResetLink {
    /// The folded address.
    pub email_key: String,
    /// Names this wish, so that one mail comes of it.
    pub wish: String,
    /// From where it came.
    pub ip: Option<String>,
    /// The request.
    pub request_id: Option<String>,
}

impl Job for MailResetLink {
    const KIND: &'static str = "mail-reset-link";
    const LANE: Lane = Lane::Quick;

    async fn run(self, ctx: &Context, _: &Run) -> Result<(), JobError> {
        Ok(links::mail_reset(ctx, self).await?)
    }
}
