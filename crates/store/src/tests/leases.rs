//! A lease has one holder at a time.

use chrono::{DateTime, TimeDelta, Utc};

use crate::testing::TestStore;
use crate::{Store, leases, on_both_engines};

on_both_engines!(a_lease_goes_over_only_when_it_ended_or_was_released, of_many_takers_one_holds);

fn at(second: i64) -> DateTime<Utc> {
    "2026-07-01T12:00:00Z".parse::<DateTime<Utc>>().expect("an instant") + TimeDelta::seconds(second)
}

async fn take(store: &Store, holder: &str, second: i64) -> bool {
    let tx = store.begin().await.expect("a transaction");
    let taken = leases::take(&tx, "refresh 1", holder, at(second), at(second + 30)).await.expect("an answer");
    tx.commit_unaudited("a test's lease").await.expect("it is committed");
    taken
}

async fn a_lease_goes_over_only_when_it_ended_or_was_released(store: TestStore) {
    assert!(take(&store, "a", 0).await);
    assert!(!take(&store, "b", 29).await);
    assert!(take(&store, "a", 29).await, "one's own is prolonged");
    assert!(!take(&store, "b", 58).await);
    assert!(take(&store, "b", 59).await, "it ended");
    for (holder, free) in [("a", false), ("b", true)] {
        let tx = store.begin().await.expect("a transaction");
        leases::release(&tx, "refresh 1", holder).await.expect("an answer");
        tx.commit_unaudited("a test's lease").await.expect("it is committed");
        assert_eq!(take(&store, "c", 60).await, free, "after {holder} gave it back");
    }
}

async fn of_many_takers_one_holds(store: TestStore) {
    let takers: Vec<_> = (0..8)
        .map(|taker| {
            let store = Store::clone(&store);
            tokio::spawn(async move { take(&store, &format!("taker {taker}"), 0).await })
        })
        .collect();
    let mut held = 0;
    for taker in takers {
        held += usize::from(taker.await.expect("no taker fails"));
    }
    assert_eq!(held, 1);
}
