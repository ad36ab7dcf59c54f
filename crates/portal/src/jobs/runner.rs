//! Taking due jobs and running them, any number of processes at once.
//!
//! A claimed job has a lease that is prolonged while it runs. A process that dies loses its leases, and another takes the jobs up: at once
//! where it is certain that it died ([`presence`]).

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::FutureExt as _;
use store::Tx;
use store::queue::{self, Claimed};
use tokio_util::sync::CancellationToken;

use super::registry::{give_up, perform};
use super::{End, JobError, Lane, Run, presence, schedule};
use crate::context::Context;
use crate::error::Result;
use crate::metering::{self, JobOutcome};

const LEASE: TimeDelta = TimeDelta::seconds(60);
const PROLONG_EVERY: Duration = Duration::from_secs(20);
/// How often giving a job up is tried beyond its attempts.
const GIVING_UP_TRIES: i32 = 5;
/// How long an idle lane waits before it looks again; a bell in this process wakes it at once.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// How a run ended.
type Outcome = std::result::Result<(), JobError>;

/// Works off every lane until `stop` is cancelled; a running job is finished first. What servers that have died were at is taken up.
pub async fn work(ctx: Context, stop: CancellationToken) {
    let server = presence::announced(&ctx).await;
    let holder: Arc<str> = server.as_ref().map_or_else(command, |server| server.holder().to_owned()).into();
    let lanes = Lane::ALL.map(|lane| tokio::spawn(work_lane(ctx.clone(), lane, Arc::clone(&holder), stop.clone())));
    let worked = async {
        for lane in lanes {
            if let Err(error) = lane.await {
                tracing::error!(%error, "a lane of the job runner ended");
            }
        }
    };
    // Others see this server as long as it works.
    tokio::select! {
        () = worked => {}
        () = presence::watch(&ctx, server) => {}
    }
}

async fn work_lane(ctx: Context, lane: Lane, holder: Arc<str>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let rung = ctx.job_bell.notified();
        match run_next(&ctx, lane, &holder).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::error!(error = format!("{error:#}"), "a job could not be taken or ended"),
        }
        tokio::select! {
            () = rung => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
            () = stop.cancelled() => {}
        }
    }
}

/// Runs every job that is due, in this task, until none is left; for tests and commands.
///
/// # Errors
/// When the queue cannot be read.
pub async fn run_due(ctx: &Context) -> Result<()> {
    let holder = command();
    loop {
        let mut ran = false;
        for lane in Lane::ALL {
            ran |= run_next(ctx, lane, &holder).await?;
        }
        if !ran {
            return Ok(());
        }
    }
}

/// How a process names itself that is no server.
fn command() -> String {
    format!("process {}", std::process::id())
}

/// Takes one due job of the lane and runs it; false when none was due.
async fn run_next(ctx: &Context, lane: Lane, holder: &str) -> Result<bool> {
    if lane == Lane::Quick {
        schedule::fire(ctx).await?;
    }
    let Some(claimed) = queue::claim(&ctx.store, lane as i16, holder, ctx.now(), LEASE).await? else {
        return Ok(false);
    };
    let outcome = if claimed.is_used_up() {
        Some(Err(JobError::fail(anyhow!("every worker stopped before it was done"))))
    } else {
        let run = Run { id: claimed.id, attempt: claimed.attempt };
        let work = perform(&claimed.kind, claimed.payload.clone(), ctx, &run);
        with_lease(ctx, &claimed, PROLONG_EVERY, work).await
    };
    match outcome {
        Some(outcome) => settle(ctx, &claimed, outcome).await?,
        None => tracing::warn!(job = claimed.id.get(), kind = claimed.kind, "another worker has taken a job over"),
    }
    Ok(true)
}

/// Runs `work` while the lease is prolonged. `None` when another worker has taken the job over; the work is stopped then.
async fn with_lease(
    ctx: &Context,
    claimed: &Claimed,
    every: Duration,
    work: impl Future<Output = Outcome>,
) -> Option<Outcome> {
    let until_lost = async {
        loop {
            tokio::time::sleep(every).await;
            match extend(ctx, claimed).await {
                Ok(()) => {}
                Err(store::Error::LeaseLost) => return,
                Err(error) => {
                    tracing::warn!(job = claimed.id.get(), error = format!("{error:#}"), "a lease was not prolonged");
                }
            }
        }
    };
    tokio::select! {
        outcome = unless_it_panics(work) => Some(outcome.unwrap_or_else(|panic| Err(JobError::Retry(panic)))),
        () = until_lost => None,
    }
}

/// A panic ends the run of a job, never the lane that the next ones wait in.
pub(crate) async fn unless_it_panics<T>(work: impl Future<Output = T>) -> anyhow::Result<T> {
    AssertUnwindSafe(work).catch_unwind().await.map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        anyhow!("it panicked: {}", said.unwrap_or("without a word"))
    })
}

async fn extend(ctx: &Context, claimed: &Claimed) -> store::Result<()> {
    let tx = ctx.store.begin().await?;
    queue::extend(&tx, claimed, ctx.now() + LEASE).await?;
    tx.commit_unaudited("a job's lease").await
}

async fn settle(ctx: &Context, claimed: &Claimed, outcome: Outcome) -> Result<()> {
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    let message = match outcome {
        Ok(()) => {
            queue::finish(&tx, claimed, now).await?;
            tx.commit_unaudited("a job's end").await?;
            metering::job(&claimed.kind, JobOutcome::Done);
            return Ok(());
        }
        Err(error) => {
            let message = error.to_string();
            let again = matches!(error, JobError::Retry(_))
                && queue::retry(&tx, claimed, next_try(now, claimed.attempt), &message).await?;
            if again {
                tx.commit_unaudited("a job's end").await?;
                metering::job(&claimed.kind, JobOutcome::Retried);
                tracing::warn!(
                    job = claimed.id.get(),
                    kind = claimed.kind,
                    error = message,
                    "a job will be tried again"
                );
                return Ok(());
            }
            message
        }
    };
    tracing::error!(job = claimed.id.get(), kind = claimed.kind, error = message, "a job is given up");
    fail(ctx, tx, claimed, &message).await?;
    metering::job(&claimed.kind, JobOutcome::Failed);
    Ok(())
}

/// Fails the job, and in the same transaction the record that it worked on. When that cannot be done, the job stays as it is until
/// its lease ends, and is given up again; but not for ever.
async fn fail(ctx: &Context, tx: Tx, claimed: &Claimed, message: &str) -> Result<()> {
    queue::fail(&tx, claimed, message, ctx.now()).await?;
    let end = End { ctx, tx: &tx };
    let told = unless_it_panics(give_up(&claimed.kind, claimed.payload.clone(), end)).await;
    match told.unwrap_or_else(|panic| Err(panic.into())) {
        Ok(Some(entry)) => Ok(tx.commit(entry).await?),
        Ok(None) => Ok(tx.commit_unaudited("a job's end").await?),
        Err(error) if claimed.attempt < claimed.max_attempts + GIVING_UP_TRIES => Err(error),
        Err(error) => {
            tracing::error!(job = claimed.id.get(), error = format!("{error:#}"), "giving up was not recorded");
            drop(tx);
            let tx = ctx.store.begin().await?;
            queue::fail(&tx, claimed, message, ctx.now()).await?;
            Ok(tx.commit_unaudited("a job's end").await?)
        }
    }
}

/// Waits 2, 4, 8 … seconds, at most an hour.
fn next_try(now: DateTime<Utc>, attempts: i32) -> DateTime<Utc> {
    now + TimeDelta::seconds(2_i64.pow(attempts.clamp(1, 12) as u32).min(3600))
}

#[cfg(test)]
mod tests;
