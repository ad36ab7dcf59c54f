//! What a dead server was at goes on at once, what a living one is at is left to it.

use super::queue::{LEASE, at, enqueue, job};
use crate::queue::{self, Claimed};
use crate::sign_in::presence::Presence;
use crate::testing::TestStore;
use crate::{Error, Store, StoreConfig, on_both_engines};

on_both_engines!(
    a_new_server_takes_up_what_a_dead_one_was_at,
    what_a_living_server_is_at_is_left_to_it,
    what_no_server_was_at_waits_for_its_lease,
);

/// A job that somebody of this name has claimed.
async fn claimed(store: &Store, holder: &str) -> Claimed {
    enqueue(store, &job(1)).await;
    claim(store, holder).await.expect("a claim")
}

async fn claim(store: &Store, holder: &str) -> Option<Claimed> {
    queue::claim(store, 0, holder, at(1), LEASE).await.expect("an answer")
}

/// Another process over the same database.
async fn process(store: &TestStore) -> Store {
    Store::connect(&StoreConfig::new(store.url())).await.expect("a second process")
}

async fn announce(store: &Store, number: u32) -> Presence {
    Presence::announce(store, number).await.expect("a server")
}

async fn a_new_server_takes_up_what_a_dead_one_was_at(store: TestStore) {
    let dead = announce(&store, 1000).await;
    let lost = claimed(&store, dead.holder()).await;
    drop(dead);
    let second = process(&store).await;
    let mut server = announce(&second, 2000).await;
    // The engine lets go of the lock when it notices that nobody is there any more.
    while server.take_over(&second).await.expect("an answer") == 0 {}
    let again = claim(&second, server.holder()).await.expect("it waits, long before its lease has ended");
    assert_eq!((again.id, again.attempt), (lost.id, 2));
    assert_eq!(server.take_over(&second).await.expect("an answer"), 0, "one's own is not dead");
    let tx = store.begin().await.expect("a transaction");
    let late = queue::finish(&tx, &lost, at(2)).await;
    assert!(matches!(late, Err(Error::LeaseLost)), "one that was thought dead ends nothing any more: {late:?}");
}

async fn what_a_living_server_is_at_is_left_to_it(store: TestStore) {
    let mut living = announce(&store, 1000).await;
    let held = claimed(&store, living.holder()).await;
    let second = process(&store).await;
    let mut server = announce(&second, 2000).await;
    assert_eq!(server.take_over(&second).await.expect("an answer"), 0);
    living.keep().await.expect("an answer");
    assert_eq!(server.take_over(&second).await.expect("an answer"), 0);
    drop(server);
    // The first one never was alone since.
    let mut third = announce(&second, 3000).await;
    assert_eq!(third.take_over(&second).await.expect("an answer"), 0);
    let tx = store.begin().await.expect("a transaction");
    queue::finish(&tx, &held, at(2)).await.expect("the claim holds");
}

/// On a database with one server there is nobody else whose it could be.
async fn what_no_server_was_at_waits_for_its_lease(store: TestStore) {
    claimed(&store, "process 7").await;
    let mut server = announce(&store, 1000).await;
    let taken = u64::from(store.engine() == crate::Engine::Sqlite);
    assert_eq!(server.take_over(&store).await.expect("an answer"), taken);
}
