//! The queue: each job once, whoever dies and however many claim.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::access::{Caller, Role, Scope};
use domain::{BrokerId, GroupId, JobId, UserId};
use serde_json::json;

use super::world::populate;
use crate::queue::{self, Claimed, Enqueued, NewJob, State};
use crate::testing::TestStore;
use crate::{Error, Store, on_both_engines};

on_both_engines!(
    jobs_come_out_when_due_and_in_order,
    each_of_many_jobs_is_claimed_once,
    jobs_of_one_group_run_one_at_a_time_in_whatever_lane,
    a_job_whose_lease_ended_is_claimed_again,
    a_job_that_kills_its_workers_is_claimed_to_be_given_up,
    a_key_is_queued_once_until_it_is_done,
    a_job_is_rolled_back_with_its_cause,
    an_error_is_tried_again_until_the_attempts_are_used_up,
    progress_is_seen_by_those_in_scope,
    waiting_jobs_can_be_cancelled_and_old_ones_forgotten,
);

pub(super) const LEASE: TimeDelta = TimeDelta::seconds(60);

pub(super) fn at(second: i64) -> DateTime<Utc> {
    "2026-07-01T12:00:00Z".parse::<DateTime<Utc>>().expect("an instant") + TimeDelta::seconds(second)
}

/// A job that is due.
pub(super) fn job(n: i64) -> NewJob {
    NewJob {
        kind: "work".to_owned(),
        payload: json!({ "n": n }),
        lane: 0,
        run_at: at(0),
        dedupe_key: None,
        group: None,
        created_by: None,
        max_attempts: 3,
    }
}

pub(super) async fn enqueue(store: &Store, job: &NewJob) -> Enqueued {
    let tx = store.begin().await.expect("a transaction");
    let enqueued = queue::enqueue(&tx, job, at(0)).await.expect("it is enqueued");
    tx.commit_unaudited("a test's job").await.expect("it is committed");
    enqueued
}

async fn claim(store: &Store, second: i64) -> Option<Claimed> {
    queue::claim(store, 0, "worker", at(second), LEASE).await.expect("an answer")
}

/// Does something with a claim in a transaction of its own.
macro_rules! within {
    ($store:expr, $tx:ident => $what:expr) => {{
        let $tx = $store.begin().await.expect("a transaction");
        let result = $what.await;
        if result.is_ok() {
            $tx.commit_unaudited("a test's claim").await.expect("it is committed");
        }
        result
    }};
}

async fn jobs_come_out_when_due_and_in_order(store: TestStore) {
    let late = enqueue(&store, &NewJob { run_at: at(10), ..job(1) }).await.id();
    let soon = enqueue(&store, &NewJob { run_at: at(5), ..job(2) }).await.id();
    let other = enqueue(&store, &NewJob { lane: 1, ..job(3) }).await.id();
    assert_eq!(queue::next_due(&store.read(), 0).await.expect("an answer"), Some(at(5)));
    assert_eq!(claim(&store, 4).await, None);
    let first = claim(&store, 10).await.expect("the one that is due longest");
    assert_eq!((first.id, first.payload, first.attempt), (soon, json!({ "n": 2 }), 1));
    assert_eq!(claim(&store, 10).await.map(|job| job.id), Some(late));
    assert_eq!(claim(&store, 10).await, None);
    let elsewhere = queue::claim(&store, 1, "worker", at(10), LEASE).await.expect("an answer");
    assert_eq!(elsewhere.map(|job| job.id), Some(other));
    assert_eq!(queue::next_due(&store.read(), 0).await.expect("an answer"), Some(at(70)), "when the first lease ends");
}

async fn each_of_many_jobs_is_claimed_once(store: TestStore) {
    let tx = store.begin().await.expect("a transaction");
    for n in 0..500 {
        queue::enqueue(&tx, &job(n), at(0)).await.expect("it is enqueued");
    }
    tx.commit_unaudited("a test's jobs").await.expect("they are committed");
    let workers: Vec<_> = (0..8)
        .map(|worker| {
            let store = Store::clone(&store);
            tokio::spawn(async move {
                let mut done = Vec::new();
                let holder = format!("worker {worker}");
                while let Some(job) = queue::claim(&store, 0, &holder, at(1), LEASE).await.expect("an answer") {
                    within!(store, tx => queue::finish(&tx, &job, at(2))).expect("the claim holds");
                    done.push(job.id);
                }
                done
            })
        })
        .collect();
    let mut times = BTreeMap::new();
    for worker in workers {
        for id in worker.await.expect("no worker fails") {
            *times.entry(id).or_insert(0) += 1;
        }
    }
    assert_eq!((times.len(), times.values().max()), (500, Some(&1)));
    assert_eq!(queue::counts(&store.read()).await.expect("an answer"), [(0, State::Finished, 500)]);
}

async fn jobs_of_one_group_run_one_at_a_time_in_whatever_lane(store: TestStore) {
    populate(&store).await;
    let of = |group, lane, n| NewJob { group: Some(GroupId(group)), lane, ..job(n) };
    let (long, short) = (enqueue(&store, &of(1, 1, 1)).await.id(), enqueue(&store, &of(1, 2, 2)).await.id());
    let (other, of_none) =
        (enqueue(&store, &of(2, 2, 3)).await.id(), enqueue(&store, &NewJob { lane: 2, ..job(4) }).await.id());
    let claim = async |lane| queue::claim(&store, lane, "worker", at(1), LEASE).await.expect("an answer");
    let running = claim(1).await.expect("the long job");
    assert_eq!(running.id, long);
    assert_eq!(claim(2).await.map(|job| job.id), Some(other), "a short one of another group does not wait");
    assert_eq!(claim(2).await.map(|job| job.id), Some(of_none));
    assert_eq!(claim(2).await, None, "the short one of the same group does");
    within!(store, tx => queue::finish(&tx, &running, at(2))).expect("the claim holds");
    assert_eq!(claim(2).await.map(|job| job.id), Some(short));
}

async fn a_job_whose_lease_ended_is_claimed_again(store: TestStore) {
    enqueue(&store, &job(1)).await;
    let dead = claim(&store, 0).await.expect("a claim");
    assert_eq!(claim(&store, 59).await, None);
    within!(store, tx => queue::extend(&tx, &dead, at(90))).expect("the claim holds");
    assert_eq!(claim(&store, 60).await, None);
    let second = claim(&store, 90).await.expect("the lease has ended");
    assert_eq!((second.id, second.attempt), (dead.id, 2));
    for lost in [
        within!(store, tx => queue::finish(&tx, &dead, at(91))),
        within!(store, tx => queue::progress(&tx, &dead, 1, None)),
        within!(store, tx => queue::fail(&tx, &dead, "late", at(91))),
        within!(store, tx => queue::retry(&tx, &dead, at(91), "late")).map(|_| ()),
    ] {
        assert!(matches!(lost, Err(Error::LeaseLost)), "{lost:?}");
    }
    within!(store, tx => queue::finish(&tx, &second, at(92))).expect("the claim holds");
    assert_eq!(claim(&store, 1000).await, None);
}

async fn a_job_that_kills_its_workers_is_claimed_to_be_given_up(store: TestStore) {
    let id = enqueue(&store, &job(1)).await.id();
    for attempt in 0..3 {
        let claimed = claim(&store, attempt * 60).await.expect("a claim");
        assert!(!claimed.is_used_up(), "attempt {attempt}");
    }
    let last = claim(&store, 180).await.expect("a claim to give it up");
    assert!(last.is_used_up());
    within!(store, tx => queue::fail(&tx, &last, "gone", at(180))).expect("the claim holds");
    assert_eq!(claim(&store, 1000).await, None);
    let failed = queue::find(&store.read(), Scope::system(), id).await.expect("it is found");
    assert_eq!((failed.state, failed.attempts, failed.finished_at), (State::Failed, 4, Some(at(180))));
    assert!(failed.last_error.is_some());
}

async fn a_key_is_queued_once_until_it_is_done(store: TestStore) {
    let keyed = NewJob { dedupe_key: Some("bill 2026-07".to_owned()), ..job(1) };
    let first = enqueue(&store, &keyed).await;
    assert!(matches!(first, Enqueued::New(_)));
    assert_eq!(enqueue(&store, &keyed).await, Enqueued::Already(first.id()));
    let claimed = claim(&store, 0).await.expect("a claim");
    assert_eq!(enqueue(&store, &keyed).await, Enqueued::Already(first.id()), "a running one counts");
    within!(store, tx => queue::finish(&tx, &claimed, at(1))).expect("the claim holds");
    assert!(matches!(enqueue(&store, &keyed).await, Enqueued::New(_)));
    let tx = store.begin().await.expect("a transaction");
    assert!(matches!(queue::enqueue(&tx, &keyed, at(0)).await, Ok(Enqueued::Already(_))));
    let after = queue::enqueue(&tx, &job(2), at(0)).await;
    assert!(matches!(after, Ok(Enqueued::New(_))), "the transaction goes on");
}

async fn a_job_is_rolled_back_with_its_cause(store: TestStore) {
    let tx = store.begin().await.expect("a transaction");
    queue::enqueue(&tx, &job(1), at(0)).await.expect("it is enqueued");
    drop(tx);
    assert_eq!(claim(&store, 1).await, None);
    assert!(queue::counts(&store.read()).await.expect("an answer").is_empty());
}

async fn an_error_is_tried_again_until_the_attempts_are_used_up(store: TestStore) {
    let id = enqueue(&store, &NewJob { max_attempts: 2, ..job(1) }).await.id();
    let first = claim(&store, 0).await.expect("a claim");
    let again = within!(store, tx => queue::retry(&tx, &first, at(30), "no answer"));
    assert!(again.expect("the claim holds"));
    assert_eq!(claim(&store, 29).await, None);
    let second = claim(&store, 30).await.expect("a claim");
    let again = within!(store, tx => queue::retry(&tx, &second, at(90), "no answer again"));
    assert!(!again.expect("the claim holds"));
    within!(store, tx => queue::fail(&tx, &second, "no answer again", at(31))).expect("the claim holds");
    let failed = queue::find(&store.read(), Scope::system(), id).await.expect("it is found");
    assert_eq!((failed.state, failed.last_error.as_deref()), (State::Failed, Some("no answer again")));
}

async fn progress_is_seen_by_those_in_scope(store: TestStore) {
    populate(&store).await;
    let of_group =
        enqueue(&store, &NewJob { group: Some(GroupId(1)), created_by: Some(UserId(1)), ..job(1) }).await.id();
    let of_none = enqueue(&store, &job(2)).await.id();
    let claimed = claim(&store, 0).await.expect("a claim");
    assert_eq!((claimed.group, claimed.created_by), (Some(GroupId(1)), Some(UserId(1))));
    within!(store, tx => queue::progress(&tx, &claimed, 40, Some(100))).expect("the claim holds");
    let scope = |broker| {
        let broker = Some(BrokerId(broker));
        Caller { user: UserId(9), role: Role::BrokerAdministrator, broker, impersonator: None }.scope()
    };
    let seen = queue::find(&store.read(), scope(1), of_group).await.expect("its group is in scope");
    assert_eq!((seen.state, seen.done, seen.total), (State::Running, 40, Some(100)));
    for (scope, id) in [(scope(2), of_group), (scope(1), of_none), (Scope::system(), JobId(99))] {
        assert!(matches!(queue::find(&store.read(), scope, id).await, Err(Error::NotFound)), "{scope:?} {id}");
    }
}

async fn waiting_jobs_can_be_cancelled_and_old_ones_forgotten(store: TestStore) {
    let running = enqueue(&store, &job(1)).await.id();
    claim(&store, 0).await.expect("a claim");
    let waiting = enqueue(&store, &job(2)).await.id();
    assert!(!within!(store, tx => queue::cancel(&tx, running, at(5))).expect("an answer"));
    assert!(within!(store, tx => queue::cancel(&tx, waiting, at(5))).expect("an answer"));
    assert_eq!(within!(store, tx => queue::forget(&tx, at(5))).expect("an answer"), 0);
    assert_eq!(within!(store, tx => queue::forget(&tx, at(6))).expect("an answer"), 1);
    assert_eq!(queue::counts(&store.read()).await.expect("an answer"), [(0, State::Running, 1)]);
}
