//! The job that runs a task of a census file, and the next ones as far as they were asked for.

use allocator::Thrift;
use domain::census::file::Task;
use domain::{CensusFileId, GroupId, UserId};
use serde::{Deserialize, Serialize};

use super::run::{Finished, Run};
use super::{inspecting, mapping, matching, processing, queueing, splitting, validating};
use crate::context::Context;
use crate::error::{CONTENT_MISSING, Error, Result};
use crate::jobs::{self, Job, JobError, Lane};

/// Runs a task of a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RunTask {
    pub(super) file: CensusFileId,
    /// The number of the task.
    pub(super) task: i16,
    /// The number of the last task to be run without being asked again (rules.md#census-tasks).
    pub(super) through: i16,
    /// The file's group, for the job's own record.
    pub(super) group: Option<GroupId>,
    /// Who asked for it.
    pub(super) by: UserId,
    /// The administrator who acted as that user.
    #[serde(default)]
    pub(super) acting_as: Option<UserId>,
    /// Whether the work is short enough to be done beside a long one.
    #[serde(default)]
    pub(super) is_small: bool,
}

impl Job for RunTask {
    const KIND: &'static str = "census.task";
    const LANE: Lane = Lane::Heavy;
    const MAX_ATTEMPTS: i32 = 5;

    fn lane(&self) -> Lane {
        if self.is_small { Lane::Small } else { Self::LANE }
    }

    fn group(&self) -> Option<GroupId> {
        self.group
    }

    fn created_by(&self) -> Option<UserId> {
        Some(self.by)
    }

    async fn run(self, ctx: &Context, job: &jobs::Run) -> std::result::Result<(), JobError> {
        let Some(run) = Run::start(ctx, &self, job).await? else { return Ok(()) };
        match perform(&run).await {
            Ok(finished) => Ok(run.end(finished).await?),
            Err(Error::Invalid(refusal)) => Ok(run.refuse(refusal).await?),
            Err(Error::ContentMissing(key)) => {
                tracing::error!(key, "content is missing from the file store");
                Ok(run.break_off(CONTENT_MISSING).await?)
            }
            // It was stopped by a person, which it notices when it can write no more.
            Err(_) if run.is_over().await? => Ok(()),
            Err(fault) => Err(fault.into()),
        }
    }

    async fn given_up(self, end: jobs::End<'_>) -> jobs::GivenUp {
        Run::fail(end, &self).await
    }
}

/// Every task has its module; each may run twice, and then does what one run would have done.
async fn perform(run: &Run<'_>) -> Result<Finished> {
    let rows = queueing::rows_for(&run.file, run.task);
    let is_large = queueing::extent(run.ctx, &run.ctx.store.read(), &run.file, rows).await?.is_large();
    let _thrift = is_large.then(Thrift::begin);
    match run.task {
        Task::MapData => mapping::run(run).await,
        Task::ValidateData => validating::run(run).await,
        Task::MatchEmployees => matching::run(run).await,
        Task::InspectData => inspecting::run(run).await,
        Task::ProcessData => processing::run(run).await,
        Task::MapMultiGroup => splitting::run(run).await,
    }
}
