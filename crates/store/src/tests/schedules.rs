//! A schedule fires once for each instant it is due, however many processes look.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use crate::queue::{self, Enqueued, NewJob, State};
use crate::schedules::{self, Schedule};
use crate::testing::TestStore;
use crate::{Store, on_both_engines};

on_both_engines!(of_many_processes_one_fires, a_known_schedule_follows_its_recurrence_unless_it_is_overdue,);

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

async fn define(store: &Store, cron: &str, next_at: DateTime<Utc>, now: DateTime<Utc>) {
    let tx = store.begin().await.expect("a transaction");
    schedules::define(&tx, "nightly", cron, next_at, now).await.expect("it is defined");
    tx.commit_unaudited("a test's schedule").await.expect("it is committed");
}

async fn fire(store: &Store, schedule: &Schedule) -> Option<Enqueued> {
    let tx = store.begin().await.expect("a transaction");
    let fired = schedules::fire(&tx, schedule, at(29), nightly(), at(6)).await.expect("an answer");
    tx.commit_unaudited("a test's schedule").await.expect("it is committed");
    fired
}

async fn of_many_processes_one_fires(store: TestStore) {
    define(&store, "5 0 * * *", at(5), at(0)).await;
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

async fn a_known_schedule_follows_its_recurrence_unless_it_is_overdue(store: TestStore) {
    let daily = "5 0 * * *";
    for (cron, next_at, now, expected) in [
        (daily, at(5), at(0), at(5)),
        (daily, at(5), at(1), at(5)),
        // Meant in another zone, earlier and later.
        (daily, at(15), at(1), at(15)),
        (daily, at(3), at(1), at(3)),
        ("15 0 * * *", at(4), at(2), at(4)),
        ("15 0 * * *", at(28), at(4), at(4)),
        (daily, at(29), at(6), at(4)),
    ] {
        define(&store, cron, next_at, now).await;
        let known = schedules::due(&store.read(), at(200)).await.expect("an answer");
        let known: Vec<_> = known.iter().map(|schedule| (schedule.cron.as_str(), schedule.next_at)).collect();
        assert_eq!(known, [(cron, expected)], "{next_at}");
    }
}
