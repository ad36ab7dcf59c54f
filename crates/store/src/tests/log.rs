//! The log of the embedded database while it is written without a pause.

use sea_orm::{ConnectionTrait as _, DbBackend, Statement};

use crate::database::connection::sealed::Connected as _;
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

/// How many parts the index of the search has.
async fn parts_of_index(store: &Store) -> i64 {
    let sql = "select count(distinct segid) from member_fts_idx";
    let row = store.writing().query_one_raw(Statement::from_string(DbBackend::Sqlite, sql)).await.expect("it answers");
    row.expect("a row").try_get_by_index(0).expect("a number")
}

#[tokio::test]
async fn what_the_index_of_the_search_was_given_is_merged_and_still_found() {
    let store = fresh(Engine::Sqlite).await;
    for id in 1..=12 {
        let tx = store.begin().await.expect("a transaction");
        let text = format!("insert into member_fts (rowid, text) values ({id}, 'moss {id} anna')");
        tx.connection().execute_unprepared(&text).await.expect("a text");
        tx.commit_unaudited("the texts of a test").await.expect("it is committed");
    }
    let before = parts_of_index(&store).await;
    store.merge_search(50).await.expect("it is merged");
    let after = parts_of_index(&store).await;
    assert!(before >= 12 && after < 4, "{before} parts before, {after} after");
    let found = "select count(*) from member_fts where member_fts match '\"mos\" AND \"nna\"'";
    let row =
        store.writing().query_one_raw(Statement::from_string(DbBackend::Sqlite, found)).await.expect("it answers");
    assert_eq!(row.expect("a row").try_get_by_index::<i64>(0).expect("a number"), 12);
}

#[tokio::test]
async fn background_work_waits_for_who_begins_the_log_anew_and_nobody_else_does() {
    let store = fresh(Engine::Sqlite).await;
    let background = store.in_background();
    let turn = store.turn.write().await;
    drop(store.begin().await.expect("others write"));
    let mut waiting = std::pin::pin!(background.begin());
    assert!(futures_util::poll!(&mut waiting).is_pending(), "background work waits");
    drop(turn);
    drop(waiting.await.expect("its turn"));
}
