//! What a reader, a view and a transaction see, and what they may not do.

use std::pin::pin;

use chrono::DateTime;
use domain::access::Scope;
use futures_util::poll;
use sea_orm::{ConnectionTrait, Statement};

use super::world::{insert, populate};
use crate::database::connection::sealed::Connected;
use crate::testing::TestStore;
use crate::{Db, Engine, brokers, on_both_engines};

on_both_engines!(
    a_view_does_not_move_and_a_reader_does,
    a_store_at_one_moment_reads_that_moment,
    a_reader_and_a_view_change_nothing,
    writers_wait_in_turn,
    what_is_given_up_as_it_begins_leaves_nothing_open,
);

async fn count(db: &impl Db) -> usize {
    brokers::names(db, Scope::system()).await.expect("the names").len()
}

async fn a_view_does_not_move_and_a_reader_does(store: TestStore) {
    populate(&store).await;
    let (reader, view) = (store.read(), store.view().await.expect("a view"));
    assert_eq!((count(&reader).await, count(&view).await), (2, 2));
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "broker", &[("name_key", "'west'")]).await.expect("a change");
    assert_eq!((count(&tx).await, count(&reader).await), (3, 2));
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
    assert_eq!((count(&reader).await, count(&view).await), (3, 2));
}

async fn a_store_at_one_moment_reads_that_moment(store: TestStore) {
    populate(&store).await;
    let still = store.at_one_moment().await.expect("a moment");
    assert_eq!(count(&still.read()).await, 2);
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "broker", &[("name_key", "'west'")]).await.expect("a change");
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
    assert_eq!((count(&still.read()).await, count(&store.read()).await), (2, 3));
}

async fn a_reader_and_a_view_change_nothing(store: TestStore) {
    populate(&store).await;
    let backend = store.read().connection().get_database_backend();
    let statement = || Statement::from_string(backend, "update broker set name = 'X'");
    let view = store.view().await.expect("a view");
    assert!(view.connection().execute_raw(statement()).await.is_err());
    if store.engine() == Engine::Sqlite {
        // The connections of readers cannot write; PostgreSQL has one pool for all.
        assert!(store.read().connection().execute_raw(statement()).await.is_err());
    }
    drop(view);
    assert_eq!(count(&store.read()).await, 2);
}

/// Callers that go away at any step of a beginning: whoever comes next begins afresh, and what he commits is there.
async fn what_is_given_up_as_it_begins_leaves_nothing_open(store: TestStore) {
    populate(&store).await;
    for steps in 1..40 {
        given_up_after(steps % 8, store.view()).await;
        given_up_after(steps % 8, store.begin()).await;
        // Its connection comes back to the others.
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        assert_eq!(count(&store.read()).await, 2);
        assert_eq!(count(&store.view().await.expect("a view")).await, 2);
    }
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "broker", &[("name_key", "'west'")]).await.expect("a change");
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
    let second = crate::Store::connect(&crate::StoreConfig::new(store.url())).await.expect("a second look");
    assert_eq!(count(&second.read()).await, 3);
}

async fn given_up_after<F: Future>(steps: usize, beginning: F) {
    let mut beginning = pin!(beginning);
    for _ in 0..steps {
        if poll!(beginning.as_mut()).is_ready() {
            return;
        }
        tokio::task::yield_now().await;
    }
}

/// Sixteen writers, each reading a number and writing the next one: none is lost and none is refused.
async fn writers_wait_in_turn(store: TestStore) {
    populate(&store).await;
    let writers: Vec<_> = (0..16)
        .map(|_| {
            let store = crate::Store::clone(&store);
            tokio::spawn(async move {
                let tx = store.begin().await.expect("a turn");
                let stamp = crate::Stamp { at: DateTime::UNIX_EPOCH, by: None };
                let north = brokers::find(&tx, Scope::system(), domain::BrokerId(1)).await.expect("it is found");
                let saved = brokers::update(&tx, north.id, None, &north.details, stamp).await.expect("it is saved");
                tx.commit_unaudited("the world of a test").await.expect("it is committed");
                saved.version
            })
        })
        .collect();
    let mut versions = Vec::new();
    for writer in writers {
        versions.push(writer.await.expect("no writer fails"));
    }
    versions.sort_unstable();
    assert_eq!(versions, (2..=17).collect::<Vec<_>>());
}
