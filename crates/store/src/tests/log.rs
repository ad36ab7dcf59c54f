//! The log of the embedded database while it is written without a pause.

use sea_orm::ConnectionTrait as _;

use crate::connection::sealed::Connected as _;
use crate::testing::{TestStore, fresh};
use crate::{Engine, Store, StoreConfig};

/// Pages of 4 KB that a transaction writes.
const PAGES: i64 = 40;
const TRANSACTIONS: i64 = 200;
/// Pages that make a log long here.
const LONG: i64 = 400;

async fn write(store: &Store) {
    let sql = format!(
        "with recursive n (i) as (select 1 union all select i + 1 from n where i < {PAGES}) \
         insert into filler select zeroblob(4000) from n"
    );
    for _ in 0..TRANSACTIONS {
        let tx = store.begin().await.expect("a transaction");
        tx.connection().execute_unprepared(&sql).await.expect("pages");
        tx.commit_unaudited("the filler of a test").await.expect("it is committed");
    }
}

async fn checkpoints(store: &Store) {
    loop {
        store.checkpoint_above(LONG).await.expect("a checkpoint");
        tokio::task::yield_now().await;
    }
}

fn log_pages(store: &TestStore) -> u64 {
    let path = store.url().trim_start_matches("sqlite:").trim_start_matches("//");
    std::fs::metadata(format!("{path}-wal")).expect("the log").len() / 4096
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_is_written_without_a_pause_begins_anew() {
    let store = fresh(Engine::Sqlite).await;
    store.writing().execute_unprepared("create table filler (content blob)").await.expect("a table");
    tokio::select! {
        () = write(&store) => {}
        () = checkpoints(&store) => {}
    }
    let written = u64::try_from(PAGES * TRANSACTIONS).expect("pages");
    assert!(log_pages(&store) < written / 2, "{} of {written} pages", log_pages(&store));
}

#[tokio::test]
async fn a_commit_is_flushed_before_it_is_told_and_a_repeatable_one_with_the_next() {
    let store = fresh(Engine::Sqlite).await;
    let log = store.log().expect("a log");
    let written = async |repeatable: bool| {
        let before = log.flushes();
        let tx = store.begin().await.expect("a transaction");
        tx.connection().execute_unprepared("create table if not exists filler (content blob)").await.expect("a table");
        let tx = if repeatable { tx.repeatable() } else { tx };
        tx.commit_unaudited("the filler of a test").await.expect("it is committed");
        log.flushes() - before
    };
    assert_eq!((written(true).await, written(false).await, written(true).await), (0, 1, 0));
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_behind_a_link_has_its_log_flushed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("file.db"), folder.path().join("link.db"));
    std::fs::write(&file, "").expect("a file");
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    let url = format!("sqlite:{}", link.display());
    let store = Store::connect(&StoreConfig::new(url)).await.expect("the database opens");
    let tx = store.begin().await.expect("a transaction");
    tx.connection().execute_unprepared("create table filler (content blob)").await.expect("a table");
    tx.commit_unaudited("the filler of a test").await.expect("it is committed and flushed");
    assert_eq!(store.log().expect("a log").flushes(), 1);
    store.close().await;
}
