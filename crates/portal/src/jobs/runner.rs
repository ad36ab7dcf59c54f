//! Taking due jobs and running them, any number of processes at once.
//!
//! A claimed job has a lease that is prolonged while it runs. A process that dies loses its leases, and another takes the jobs up.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use store::queue::{self, Claimed};
use tokio_util::sync::CancellationToken;

use super::registry::{give_up, perform};
use super::{JobError, Lane, Run, schedule};
use crate::context::Context;
use crate::error::Result;
use crate::metering::{self, JobOutcome};

const LEASE: TimeDelta = TimeDelta::seconds(60);
const PROLONG_EVERY: Duration = Duration::from_secs(20);
/// How long an idle lane waits before it looks again; a bell in this process wakes it at once.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Works off every lane until `stop` is cancelled; a running job is finished first.
pub async fn work(ctx: Context, stop: CancellationToken) {
    let lanes = Lane::ALL.map(|lane| tokio::spawn(work_lane(ctx.clone(), lane, stop.clone())));
    for lane in lanes {
        if let Err(error) = lane.await {
            tracing::error!(%error, "a lane of the job runner ended");
        }
    }
}

async fn work_lane(ctx: Context, lane: Lane, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let rung = ctx.job_bell.notified();
        match run_next(&ctx, lane).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::error!(error = format!("{error:#}"), "the job queue could not be read"),
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
    loop {
        let mut ran = false;
        for lane in Lane::ALL {
            ran |= run_next(ctx, lane).await?;
        }
        if !ran {
            return Ok(());
        }
    }
}

/// Takes one due job of the lane and runs it; false when none was due.
async fn run_next(ctx: &Context, lane: Lane) -> Result<bool> {
    if lane == Lane::Quick {
        schedule::fire(ctx).await?;
    }
    let holder = format!("process {}", std::process::id());
    let Some(claimed) = queue::claim(&ctx.store, lane as i16, &holder, ctx.now(), LEASE).await? else {
        return Ok(false);
    };
    let run = Run { id: claimed.id, attempt: claimed.attempt };
    let outcome = with_lease(ctx, &claimed, perform(&claimed.kind, claimed.payload.clone(), ctx, &run)).await;
    settle(ctx, &claimed, outcome).await?;
    Ok(true)
}

/// Runs `work` while the lease is prolonged.
async fn with_lease(
    ctx: &Context,
    claimed: &Claimed,
    work: impl Future<Output = std::result::Result<(), JobError>>,
) -> std::result::Result<(), JobError> {
    let prolong = async {
        loop {
            tokio::time::sleep(PROLONG_EVERY).await;
            if let Err(error) = extend(ctx, claimed).await {
                tracing::warn!(job = claimed.id.get(), error = format!("{error:#}"), "a lease was not prolonged");
            }
        }
    };
    tokio::select! {
        outcome = work => outcome,
        () = prolong => unreachable!("prolonging never ends by itself"),
    }
}

async fn extend(ctx: &Context, claimed: &Claimed) -> store::Result<()> {
    let tx = ctx.store.begin().await?;
    queue::extend(&tx, claimed, ctx.now() + LEASE).await?;
    tx.commit_unaudited("a job's lease").await
}

async fn settle(ctx: &Context, claimed: &Claimed, outcome: std::result::Result<(), JobError>) -> Result<()> {
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    let (message, will_run_again) = match outcome {
        Ok(()) => {
            queue::finish(&tx, claimed, now).await?;
            tx.commit_unaudited("a job's end").await?;
            metering::job(&claimed.kind, JobOutcome::Done);
            return Ok(());
        }
        Err(JobError::Retry(error)) => {
            let message = format!("{error:#}");
            let again = queue::retry(&tx, claimed, next_try(now, claimed.attempt), &message, now).await?;
            (message, again)
        }
        Err(JobError::Fail(error)) => {
            let message = format!("{error:#}");
            queue::fail(&tx, claimed, &message, now).await?;
            (message, false)
        }
    };
    tx.commit_unaudited("a job's end").await?;
    metering::job(&claimed.kind, if will_run_again { JobOutcome::Retried } else { JobOutcome::Failed });
    if will_run_again {
        tracing::warn!(job = claimed.id.get(), kind = claimed.kind, error = message, "a job will be tried again");
        return Ok(());
    }
    tracing::error!(job = claimed.id.get(), kind = claimed.kind, error = message, "a job was given up");
    if let Err(error) = give_up(&claimed.kind, claimed.payload.clone(), ctx, &message).await {
        tracing::error!(job = claimed.id.get(), error = format!("{error:#}"), "giving up was not recorded");
    }
    Ok(())
}

/// Waits 2, 4, 8 … seconds, at most an hour.
fn next_try(now: DateTime<Utc>, attempts: i32) -> DateTime<Utc> {
    now + TimeDelta::seconds(2_i64.pow(attempts.clamp(1, 12) as u32).min(3600))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_back_off_up_to_an_hour() {
        let now = DateTime::UNIX_EPOCH;
        let waits: Vec<_> = [1, 2, 5, 11, 12, 99].into_iter().map(|n| (next_try(now, n) - now).num_seconds()).collect();
        assert_eq!(waits, [2, 4, 32, 2048, 3600, 3600]);
    }
}
