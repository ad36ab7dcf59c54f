//! A job that panics, and one that another worker has taken over.

use std::sync::Arc;

use domain::JobId;
use domain::access::Scope;
use serde_json::{Value, json};
use store::queue::{NewJob, State};
use store::testing::TestStore;
use tempfile::TempDir;
use tokio::sync::Notify;

use super::*;
use crate::Parts;
use crate::clock::{SystemClock, SystemRandomness};
use crate::config::Config;
use crate::files::Files;
use crate::mail::Post;

#[test]
fn tries_back_off_up_to_an_hour() {
    let now = DateTime::UNIX_EPOCH;
    let waits: Vec<_> = [1, 2, 5, 11, 12, 99].into_iter().map(|n| (next_try(now, n) - now).num_seconds()).collect();
    assert_eq!(waits, [2, 4, 32, 2048, 3600, 3600]);
}

/// A context over a database of its own, and what it lies in.
async fn context() -> (TempDir, TestStore, Context) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store::testing::fresh(store::Engine::Sqlite).await;
    let config = Config::from([
        ("LEDGERWELL_DATA_DIR".to_owned(), folder.path().display().to_string()),
        ("LEDGERWELL_SECRET_KEY".to_owned(), "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=".to_owned()),
    ])
    .expect("settings of the test");
    let ctx = Context::new(Parts {
        store: (*store).clone(),
        clock: Arc::new(SystemClock),
        randomness: Arc::new(SystemRandomness),
        files: Files::in_folder(&folder.path().join("files")).expect("a folder for files"),
        platform: crate::context::local_platform(),
        accountants: Arc::new(crate::accounts::connection::NoAccountants),
        post: Post::new(&config).expect("an outbox"),
        job_bell: Notify::new(),
        config,
    });
    (folder, store, ctx)
}

/// A job that a worker took `seconds` ago.
async fn claimed(ctx: &Context, seconds: i64) -> Claimed {
    let then = ctx.now() - TimeDelta::seconds(seconds);
    queued(ctx, "none.such", json!(null), then).await;
    claim(ctx, then).await.expect("a claim")
}

async fn queued(ctx: &Context, kind: &str, payload: Value, run_at: DateTime<Utc>) {
    let job = NewJob {
        kind: kind.to_owned(),
        payload,
        lane: Lane::Quick as i16,
        run_at,
        dedupe_key: None,
        group: None,
        created_by: None,
        max_attempts: 2,
    };
    let tx = ctx.store.begin().await.expect("a transaction");
    queue::enqueue(&tx, &job, run_at).await.expect("it is queued");
    tx.commit_unaudited("a test's job").await.expect("it is committed");
}

async fn claim(ctx: &Context, now: DateTime<Utc>) -> Option<Claimed> {
    queue::claim(&ctx.store, Lane::Quick as i16, "a test", now, LEASE).await.expect("an answer")
}

async fn stands(ctx: &Context, id: JobId) -> (State, i32, String) {
    let job = queue::find(&ctx.store.read(), Scope::system(), id).await.expect("the job");
    (job.state, job.attempts, job.last_error.unwrap_or_default())
}

#[tokio::test]
async fn a_job_that_panics_is_tried_again_and_given_up_in_the_end() {
    let (_folder, _store, ctx) = context().await;
    let first = claimed(&ctx, 0).await;
    for (claimed, state) in [(first.clone(), State::Waiting), (Claimed { attempt: 2, ..first.clone() }, State::Failed)]
    {
        let outcome = with_lease(&ctx, &claimed, PROLONG_EVERY, async { panic!("no {}", "money") }).await;
        settle(&ctx, &claimed, outcome.expect("the lease holds")).await.expect("it is settled");
        assert_eq!(stands(&ctx, first.id).await, (state, claimed.attempt, "it panicked: no money".to_owned()));
        claim(&ctx, ctx.now() + TimeDelta::seconds(5)).await;
    }
}

#[tokio::test]
async fn work_is_stopped_once_another_worker_has_taken_the_job() {
    let (_folder, _store, ctx) = context().await;
    let lost = claimed(&ctx, 61).await;
    let second = claim(&ctx, ctx.now()).await.expect("the lease has ended");
    let outcome = with_lease(&ctx, &lost, Duration::from_millis(1), std::future::pending()).await;
    assert!(outcome.is_none(), "{outcome:?}");
    assert_eq!(stands(&ctx, lost.id).await.0, State::Running, "the second worker goes on");
    let outcome = with_lease(&ctx, &second, Duration::from_millis(1), async { Ok(()) }).await;
    settle(&ctx, &second, outcome.expect("the lease holds")).await.expect("it is settled");
    assert_eq!(stands(&ctx, lost.id).await.0, State::Finished);
}

/// Its record says something that nobody understands: that is tried again while it may help, and not for ever.
#[tokio::test]
async fn a_job_whose_record_cannot_be_told_is_given_up_nevertheless() {
    let (_folder, _store, ctx) = context().await;
    let now = ctx.now();
    queued(&ctx, "census.task", json!({"file": 1, "task": 99, "through": 99, "group": null, "by": 1}), now).await;
    let mut ends = Vec::new();
    let mut last = None;
    while let Some(claimed) = claim(&ctx, now + LEASE * ends.len() as i32).await {
        ends.push(settle(&ctx, &claimed, Err(JobError::fail(anyhow!("no such task")))).await.is_ok());
        last = Some(claimed.id);
    }
    assert_eq!(ends, [false, false, false, false, false, false, true], "two attempts and five more");
    let stands = stands(&ctx, last.expect("a job")).await;
    assert_eq!(stands, (State::Failed, 7, "no such task".to_owned()));
}
