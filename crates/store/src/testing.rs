//! Databases for tests (feature `testing`): each test gets one of its own, fresh and migrated, on either engine.
//!
//! SQLite: a copy of a file that is migrated once a process. PostgreSQL: a copy of a template database, on an instance
//! that this process starts and that ends with it ([`postgres`]), or a database on the server of `TEST_DATABASE_URL`.
//! A missing PostgreSQL fails the test; nothing is ever skipped.

mod postgres;

use std::ops::Deref;
use std::path::PathBuf;

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::database::connection::sealed::Connected;
use crate::{Engine, Store, StoreConfig};
use postgres::Database;

/// A migrated database that is removed with this value. Use it as the [`Store`] it holds.
#[derive(Debug)]
pub struct TestStore {
    store: Store,
    url: String,
    /// What is removed in the end; held only for that.
    _remains: Remains,
}

#[derive(Debug)]
enum Remains {
    File { _folder: TempDir },
    Database { _database: Database },
}

impl TestStore {
    /// The address of the database, to open it a second time.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Deref for TestStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// A fresh, migrated database.
///
/// # Panics
/// When there can be none, saying why and what to install.
pub async fn fresh(engine: Engine) -> TestStore {
    match engine {
        Engine::Sqlite => fresh_sqlite().await,
        Engine::Postgres => {
            let database = Database::migrated().await;
            let url = database.url().to_owned();
            open(url, Remains::Database { _database: database }).await
        }
    }
}

/// A fresh database without any table.
///
/// # Panics
/// As [`fresh`].
pub async fn empty(engine: Engine) -> TestStore {
    match engine {
        Engine::Sqlite => {
            let folder = folder();
            open(file_url(&folder), Remains::File { _folder: folder }).await
        }
        Engine::Postgres => {
            let database = Database::empty().await;
            let url = database.url().to_owned();
            open(url, Remains::Database { _database: database }).await
        }
    }
}

async fn open(url: String, remains: Remains) -> TestStore {
    let store = Store::connect(&StoreConfig::new(&url)).await.expect("the test database opens");
    TestStore { store, url, _remains: remains }
}

async fn fresh_sqlite() -> TestStore {
    static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let template = TEMPLATE
        .get_or_init(|| async {
            let store = empty(Engine::Sqlite).await;
            store.migrate().await.expect("an empty SQLite database is migrated");
            store.close().await;
            std::fs::read(file_path(store.url())).expect("the migrated file is read")
        })
        .await;
    let folder = folder();
    let url = file_url(&folder);
    std::fs::write(file_path(&url), template).expect("the migrated file is copied");
    open(url, Remains::File { _folder: folder }).await
}

impl TestStore {
    /// The bytes of a SQLite database, for [`copy_of`]: for tests that need the same records again and again.
    ///
    /// # Panics
    /// When the file cannot be read.
    pub async fn bytes(&self) -> Vec<u8> {
        self.store.checkpoint().await.expect("the log is emptied");
        std::fs::read(file_path(&self.url)).expect("the database file is read")
    }
}

/// A SQLite database made of the bytes of another.
///
/// # Panics
/// When it cannot be written or opened.
pub async fn copy_of(bytes: &[u8]) -> TestStore {
    let folder = folder();
    let url = file_url(&folder);
    std::fs::write(file_path(&url), bytes).expect("the database file is written");
    open(url, Remains::File { _folder: folder }).await
}

/// How many rows a table has.
///
/// # Panics
/// When there is no such table.
pub async fn count(store: &Store, table: &str) -> i64 {
    let db = store.read();
    let sql = format!("select count(*) as number from {table}");
    let statement = Statement::from_string(db.connection().get_database_backend(), sql);
    let row = db.connection().query_one_raw(statement).await.expect("the table").expect("a row");
    row.try_get("", "number").expect("a number")
}

/// Runs a statement that both engines read, for what no function of this crate does.
///
/// # Panics
/// When the database refuses.
pub async fn execute(store: &Store, sql: &str) {
    let tx = store.begin().await.expect("a transaction");
    tx.connection().execute_unprepared(sql).await.expect("the statement is run");
    tx.commit_unaudited("set up by a test").await.expect("committed");
}

/// Returns as soon as a change waits for a record that another one holds, so that a test can let the other one end. On SQLite at once:
/// there a change waits before it has read anything.
///
/// # Panics
/// When none comes to wait.
pub async fn somebody_waits(store: &Store) {
    const WAITING: &str =
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    if store.engine() == Engine::Sqlite {
        return;
    }
    let db = store.read();
    for _ in 0..20_000 {
        let statement = Statement::from_string(DbBackend::Postgres, WAITING);
        if db.connection().query_one_raw(statement).await.expect("an answer").is_some() {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("nobody waits");
}

fn folder() -> TempDir {
    tempfile::Builder::new().prefix("ledgerwell-").tempdir().expect("a temporary folder")
}

fn file_url(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join("test.db").display())
}

fn file_path(url: &str) -> PathBuf {
    PathBuf::from(url.trim_start_matches("sqlite:"))
}

/// Makes two tests of each async function named, `name::sqlite` and `name::postgres`; the function takes a [`TestStore`].
///
/// A function that is not named here is reported as never used, so none is forgotten.
#[macro_export]
macro_rules! on_both_engines {
    ($($name:ident),* $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                super::$name($crate::testing::fresh($crate::Engine::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                super::$name($crate::testing::fresh($crate::Engine::Postgres).await).await;
            }
        }
    )*};
}
