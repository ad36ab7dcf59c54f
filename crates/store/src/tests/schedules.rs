//! A schedule fires once for each instant it is due, however many processes look.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use crate::queue::{self, Enqueued, NewJob, State};
use crate::schedules::{self, Schedule};
use crate::testing::TestStore;
use crate::{Store, on_both_engines};

on_both_engines!(of_many_processes_one_fires, a_known_schedule_keeps_its_next_instant_unless_its_recurrence_changed,);

fn at(hour: i64) -> DateTime<Utc> {
    "2026-07-01T00:00:00Z".parse::<DateTime<Utc>>().expect("an instant") + TimeDelta::hours(hour)
}

fn nightly() -> NewJob {
    NewJob {
        kind: "flip-pending".to_owned(),
        payload: json!({}),
        lane: 0,
        run_at: at(5),
        dedupe_key: None,
        group: None,
        created_by: None,
        max_attempts: 3,
    }
}

async fn define(store: &Store, cron: &str, next_at: DateTime<Utc>) {
    let tx = store.begin().await.expect("a transaction");
    schedules::define(&tx, "nightly", cron, next_at, at(0)).await.expect("it is defined");
    tx.commit_unaudited("a test's schedule").await.expect("it is committed");
}

async fn fire(store: &Store, schedule: &Schedule) -> Option<Enqueued> {
    let tx = store.begin().await.expect("a transaction");
    let fired = schedules::fire(&tx, schedule, at(29), nightly(), at(6)).await.expect("an answer");
    tx.commit_unaudited("a test's schedule").await.expect("it is committed");
    fired
}

async fn of_many_processes_one_fires(store: TestStore) {
    define(&store, "5 0 * * *", at(5)).await;
    assert_eq!(schedules::due(&store.read(), at(4)).await.expect("an answer"), []);
    let due = schedules::due(&store.read(), at(6)).await.expect("an answer");
    assert_eq!(due.iter().map(|schedule| schedule.next_at).collect::<Vec<_>>(), [at(5)]);
    let processes: Vec<_> = (0..8)
        .map(|_| {
            let (store, schedule) = (Store::clone(&store), due[0].clone());
            tokio::spawn(async move { fire(&store, &schedule).await })
        })
        .collect();
    let mut fired = 0;
    for process in processes {
        fired += usize::from(process.await.expect("no process fails").is_some());
    }
    assert_eq!(fired, 1);
    assert_eq!(queue::counts(&store.read()).await.expect("an answer"), [(0, State::Waiting, 1)]);
    assert_eq!(schedules::due(&store.read(), at(28)).await.expect("an answer"), []);
    assert_eq!(schedules::due(&store.read(), at(29)).await.expect("an answer").len(), 1);
}

async fn a_known_schedule_keeps_its_next_instant_unless_its_recurrence_changed(store: TestStore) {
    define(&store, "5 0 * * *", at(5)).await;
    define(&store, "5 0 * * *", at(99)).await;
    let next = |schedules: Vec<Schedule>| schedules.first().map(|schedule| schedule.next_at);
    assert_eq!(next(schedules::due(&store.read(), at(200)).await.expect("an answer")), Some(at(5)));
    define(&store, "15 0 * * *", at(99)).await;
    assert_eq!(next(schedules::due(&store.read(), at(200)).await.expect("an answer")), Some(at(99)));
}
