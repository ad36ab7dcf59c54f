//! The job that undoes a file.

use domain::{CensusFileId, GroupId, UserId};
use serde::{Deserialize, Serialize};

use super::run::Undoing;
use crate::context::Context;
use crate::error::Error;
use crate::jobs::{self, Job, JobError, Lane};

/// Puts back whom a file has changed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct UndoFile {
    pub(super) file: CensusFileId,
    /// The file's group.
    pub(super) group: GroupId,
    /// Who asked for it.
    pub(super) by: UserId,
    /// The administrator who acted as that user.
    #[serde(default)]
    pub(super) acting_as: Option<UserId>,
    /// Whether the work is short enough to be done beside a long one.
    #[serde(default)]
    pub(super) is_small: bool,
}

impl Job for UndoFile {
    const KIND: &'static str = "census.undo";
    const LANE: Lane = Lane::Heavy;
    const MAX_ATTEMPTS: i32 = 5;

    fn lane(&self) -> Lane {
        if self.is_small { Lane::Small } else { Self::LANE }
    }

    fn dedupe_key(&self) -> Option<String> {
        Some(self.file.to_string())
    }

    fn group(&self) -> Option<GroupId> {
        Some(self.group)
    }

    fn created_by(&self) -> Option<UserId> {
        Some(self.by)
    }

    async fn run(self, ctx: &Context, job: &jobs::Run) -> std::result::Result<(), JobError> {
        let Some(mut undoing) = Undoing::start(ctx, self, job).await? else { return Ok(()) };
        match undoing.work().await {
            Ok(()) => Ok(()),
            // Its group is not served any more: no further try would mend that.
            Err(Error::Invalid(_)) => Ok(undoing.break_off().await?),
            Err(fault) => Err(fault.into()),
        }
    }

    async fn given_up(self, end: jobs::End<'_>) -> jobs::GivenUp {
        Undoing::fail(end, &self).await
    }
}
