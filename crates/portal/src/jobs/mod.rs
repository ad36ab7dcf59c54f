//! Work that outlives a request: the job trait, how one is enqueued, and the list of all jobs.
//!
//! A job is enqueued in the transaction that causes it and runs at least once; so each job must be safe to run twice. Its struct is
//! its payload: fields may be added with defaults, never renamed while the queue holds any.

mod background;
mod presence;
mod registry;
mod runner;
pub mod schedule;

use std::future::Future;

use chrono::{DateTime, Utc};
use domain::{GroupId, UserId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::Tx;
use store::audit::Entry;
use store::queue::NewJob;

use crate::context::Context;
use crate::error::{Error, Result};

pub use background::Background;
pub use registry::{all_kinds, perform};
pub(crate) use runner::unless_it_panics;
pub use runner::{run_due, work};

/// Jobs of one lane wait for each other, those of different lanes do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Short work, such as mails.
    Quick = 0,
    /// Imports and other long work: one at a time in a process, so that pages stay quick.
    Heavy = 1,
    /// Short work of the same kind, one at a time too: nobody waits with ten rows until another's million is through.
    Small = 2,
}

impl Lane {
    /// Every lane.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Small, Self::Heavy];
}

/// A kind of work.
pub trait Job: Serialize + DeserializeOwned + Send + 'static {
    /// The name under which it is queued; never changed once released.
    const KIND: &'static str;
    /// Where it waits, unless it says otherwise.
    const LANE: Lane;
    /// How often it is tried before it is given up.
    const MAX_ATTEMPTS: i32 = 10;

    /// Where this one waits.
    fn lane(&self) -> Lane {
        Self::LANE
    }

    /// While a job of the same kind and key waits or runs, another is not queued.
    fn dedupe_key(&self) -> Option<String> {
        None
    }

    /// The group it works on, for progress and audit. Jobs of one group are not run beside each other, whatever their lanes.
    fn group(&self) -> Option<GroupId> {
        None
    }

    /// The user who caused it.
    fn created_by(&self) -> Option<UserId> {
        None
    }

    /// Does the work.
    fn run(self, ctx: &Context, run: &Run) -> impl Future<Output = std::result::Result<(), JobError>> + Send;

    /// Called when the job is given up, in the transaction that says so of the job, so that the record it works on says so too. What
    /// it changed goes into the audit.
    fn given_up(self, _end: End<'_>) -> impl Future<Output = GivenUp> + Send {
        async { Ok(None) }
    }
}

/// The transaction that gives a job up.
#[derive(Clone, Copy)]
pub struct End<'a> {
    /// What it may touch.
    pub ctx: &'a Context,
    /// Where it is written; committed by the runner.
    pub tx: &'a Tx,
}

/// What is to be audited of giving a job up.
pub type GivenUp = Result<Option<Entry>>;

/// This run of a job.
#[derive(Debug, Clone)]
pub struct Run {
    /// The job's id.
    pub id: domain::JobId,
    /// Which try it is, from 1.
    pub attempt: i32,
}

/// Why a run did not finish.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// Worth another try later.
    #[error("{0:#}")]
    Retry(anyhow::Error),
    /// Another try would fail too.
    #[error("{0:#}")]
    Fail(anyhow::Error),
}

impl JobError {
    /// Worth another try.
    pub fn retry(error: impl Into<anyhow::Error>) -> Self {
        Self::Retry(error.into())
    }

    /// Not worth another try.
    pub fn fail(error: impl Into<anyhow::Error>) -> Self {
        Self::Fail(error.into())
    }
}

impl From<store::Error> for JobError {
    fn from(error: store::Error) -> Self {
        Self::retry(error)
    }
}

impl From<Error> for JobError {
    fn from(error: Error) -> Self {
        match error {
            Error::Internal(error) => Self::Retry(error),
            refused => Self::Fail(refused.into()),
        }
    }
}

/// Queues `job` in the transaction that causes it, to run as soon as that has committed.
///
/// # Errors
/// When the database fails.
pub async fn enqueue<J: Job>(ctx: &Context, tx: &Tx, job: &J) -> Result<()> {
    enqueue_at(ctx, tx, job, ctx.now()).await
}

/// Queues `job` to run at `run_at`.
///
/// # Errors
/// When the database fails.
pub async fn enqueue_at<J: Job>(ctx: &Context, tx: &Tx, job: &J, run_at: DateTime<Utc>) -> Result<()> {
    let new = queued(job, run_at)?;
    store::queue::enqueue(tx, &new, ctx.now()).await?;
    ring(ctx, tx);
    Ok(())
}

/// Queues many jobs of a kind at once, to run as soon as the transaction that causes them has committed.
///
/// # Errors
/// When the database fails.
pub async fn enqueue_many<J: Job>(ctx: &Context, tx: &Tx, jobs: &[J]) -> Result<()> {
    let new: Vec<NewJob> = jobs.iter().map(|job| queued(job, ctx.now())).collect::<Result<_>>()?;
    store::queue::enqueue_many(tx, &new, ctx.now()).await?;
    ring(ctx, tx);
    Ok(())
}

fn queued<J: Job>(job: &J, run_at: DateTime<Utc>) -> Result<NewJob> {
    Ok(NewJob {
        kind: J::KIND.to_owned(),
        payload: serde_json::to_value(job).map_err(anyhow::Error::from)?,
        lane: job.lane() as i16,
        run_at,
        max_attempts: J::MAX_ATTEMPTS,
        dedupe_key: job.dedupe_key().map(|key| format!("{}:{key}", J::KIND)),
        group: job.group(),
        created_by: job.created_by(),
    })
}

/// Wakes the workers of this process once the jobs can be seen.
fn ring(ctx: &Context, tx: &Tx) {
    let ctx = ctx.clone();
    tx.after_commit(move || ctx.job_bell.notify_waiters());
}
