//! Opening the database, and the settings without which it would not be safe or fair (data model, section 1).
//!
//! SQLite: one writing connection with a first-come queue, several that can only read, some of them for background work, and one for
//! checkpoints.
//! PostgreSQL: one pool for everything.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use sea_orm::{
    AccessMode, DatabaseConnection, IsolationLevel, SqliteTransactionMode, SqlxPostgresConnector, SqlxSqliteConnector,
    TransactionOptions, TransactionTrait,
};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _, SqlitePool};

use crate::audit::Counted;
use crate::flush::Log;
use crate::row_set::ROWS_A_STATEMENT;
use crate::{Error, Reader, Result, Tx, View};

/// What SQLite keeps in memory for all connections together, in bytes: three full page caches.
const SQLITE_HEAP_BYTES: &str = "50331648";

/// The oldest SQLite with the contentless-delete search index.
const OLDEST_SQLITE: (u32, u32) = (3, 43);

/// The oldest PostgreSQL the product is tested on, as the server writes its version.
const OLDEST_POSTGRES: u32 = 150_000;

/// How long a connection to a server may lie idle before it is asked whether it still lives. Asking every time would double the way
/// of each query.
const TRUSTED: Duration = Duration::from_secs(5);

/// The two databases the product runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Embedded, the default.
    Sqlite,
    /// For more than one machine (decisions H2).
    Postgres,
}

/// Where the database is and how many connections it gets.
#[derive(Debug, Clone)]
pub struct StoreConfig {
    /// `sqlite:PATH` or `postgres://…`.
    pub url: String,
    /// Connections: of PostgreSQL in all, of SQLite beside the writing one.
    pub connections: u32,
    /// How long to wait for a free connection before giving up.
    pub patience: Duration,
}

impl StoreConfig {
    /// The database at `url` with the usual number of connections.
    pub fn new(url: impl Into<String>) -> Self {
        let url = url.into();
        let connections = if url.starts_with("sqlite:") { 4 } else { 8 };
        Self { url, connections, patience: Duration::from_secs(30) }
    }
}

/// Connections by which background work reads an SQLite database: enough for each lane of its jobs to hold one while it asks for another.
const BACKGROUND_READERS: u32 = 5;

/// How long a connection to SQLite waits for another that holds what it needs.
const BUSY_TIMEOUT_MILLIS: u32 = 5000;

/// Between two checkpoints while little is written, and while much is.
const CALM: Duration = Duration::from_secs(1);
const BUSY: Duration = Duration::from_millis(200);
/// Pages of 4 KB that are much between two checkpoints.
const MANY_PAGES: i64 = 500;
/// Pages of 4 KB after which the log is begun anew, though writers wait for it: 64 MB.
const LONG_LOG: i64 = 16_384;
/// So many pages may be moved while writers wait; with more left the log is begun anew later, unless it has grown this many times longer.
const MOVED_AT_LAST: i64 = 2000;
const LONGEST: i64 = 4;
/// How long readers of the log are waited for then, in milliseconds; the next checkpoint tries again.
const READERS_PATIENCE: u32 = 20;

/// The database. Cheap to clone; all clones share the connections.
#[derive(Debug, Clone)]
pub struct Store {
    engine: Engine,
    reading: DatabaseConnection,
    writing: DatabaseConnection,
    /// SQLite only: what background work reads by.
    background: Option<DatabaseConnection>,
    /// SQLite only: a connection of its own for checkpoints, so that no commit waits for one.
    upkeep: Option<DatabaseConnection>,
    /// SQLite only: what is to be flushed.
    log: Option<Arc<Log>>,
    /// Pages of the log when it was last moved.
    log_pages: Arc<AtomicI64>,
    audited: Arc<Counted>,
}

impl Store {
    /// Opens the database; an SQLite file is created when there is none. Migrates nothing.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when it cannot be reached, [`Error::Unsuitable`] for a wrong address or too old an engine.
    pub async fn connect(config: &StoreConfig) -> Result<Self> {
        if let Some(path) = config.url.strip_prefix("sqlite:") {
            Self::connect_sqlite(path.trim_start_matches("//"), config).await
        } else if config.url.starts_with("postgres://") || config.url.starts_with("postgresql://") {
            Self::connect_postgres(config).await
        } else {
            Err(Error::Unsuitable("the database address must begin with sqlite: or postgres://".to_owned()))
        }
    }

    async fn connect_sqlite(path: &str, config: &StoreConfig) -> Result<Self> {
        if path.is_empty() || path.contains(":memory:") {
            return Err(Error::Unsuitable("the SQLite address must name a file".to_owned()));
        }
        let base = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A commit is flushed once the next writer may go on (`flush`).
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(Duration::from_millis(BUSY_TIMEOUT_MILLIS.into()))
            .analysis_limit(1000)
            // All rows of a statement that writes: else the writing thread waits for whoever takes in what it gives back, row by row.
            .row_buffer_size(ROWS_A_STATEMENT)
            .disable_statement_logging();
        let pool = |connections| {
            SqlitePoolOptions::new()
                .max_connections(connections)
                .acquire_timeout(config.patience)
                .test_before_acquire(false)
                .idle_timeout(None)
                // A connection works on a thread that is as patient as the one that has opened it: the writing one stays who it is.
                .max_lifetime(None)
        };
        // The usual 2 MB hold too little of the indexes that a search or an import walks through; it is taken as it is used.
        // All connections of the program share what SQLite may hold: the pages used longest ago, of whichever connection, make room.
        let base = base.pragma("cache_size", "-16384").pragma("soft_heap_limit", SQLITE_HEAP_BYTES);
        // What a statement has changed is kept to be taken back where it fails: written to a file, that doubled what an import writes.
        let writing = base.clone().pragma("wal_autocheckpoint", "0").pragma("temp_store", "memory");
        let writing = pool(1).connect_with(writing).await?;
        let version: String = sqlx::query_scalar("select sqlite_version()").fetch_one(&writing).await?;
        require_sqlite(&version)?;
        let log = Log::of(base.get_filename()).map_err(|error| Error::Unsuitable(format!("{path}: {error}")))?;
        let reading = pool(config.connections.max(1)).connect_lazy_with(base.clone().pragma("query_only", "on"));
        let background = pool(BACKGROUND_READERS).connect_lazy_with(base.clone().pragma("query_only", "on"));
        let upkeep = pool(1).connect_lazy_with(base.pragma("wal_autocheckpoint", "0"));
        Ok(Self {
            engine: Engine::Sqlite,
            reading: SqlxSqliteConnector::from_sqlx_sqlite_pool(reading),
            writing: SqlxSqliteConnector::from_sqlx_sqlite_pool(writing),
            background: Some(SqlxSqliteConnector::from_sqlx_sqlite_pool(background)),
            upkeep: Some(SqlxSqliteConnector::from_sqlx_sqlite_pool(upkeep)),
            log: Some(Arc::new(log)),
            log_pages: Arc::default(),
            audited: Arc::default(),
        })
    }

    async fn connect_postgres(config: &StoreConfig) -> Result<Self> {
        let options = PgConnectOptions::from_str(&config.url)
            .map_err(|_| Error::Unsuitable("the PostgreSQL address cannot be read".to_owned()))?
            .application_name("ledgerwell")
            // Compiling a statement takes longer than any of ours gains by it.
            .options([("TimeZone", "UTC"), ("jit", "off")])
            .disable_statement_logging();
        let pool = PgPoolOptions::new()
            .max_connections(config.connections.max(2))
            .acquire_timeout(config.patience)
            .test_before_acquire(false)
            .before_acquire(|connection, about| {
                Box::pin(async move {
                    if about.idle_for > TRUSTED {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .connect_with(options)
            .await?;
        let version = pool.acquire().await?.server_version_num();
        if version.is_none_or(|version| version < OLDEST_POSTGRES) {
            return Err(Error::Unsuitable("PostgreSQL 15 or later is needed".to_owned()));
        }
        let pool = SqlxPostgresConnector::from_sqlx_postgres_pool(pool);
        Ok(Self {
            engine: Engine::Postgres,
            reading: pool.clone(),
            writing: pool,
            background: None,
            upkeep: None,
            log: None,
            log_pages: Arc::default(),
            audited: Arc::default(),
        })
    }

    /// Which engine this is.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The same for background work: on SQLite it reads by connections of its own, so that pages never wait for one of theirs, and those
    /// that it opens on threads of low priority stay out of their hands.
    #[must_use]
    pub fn in_background(&self) -> Self {
        let reading = self.background.as_ref().unwrap_or(&self.reading);
        Self { reading: reading.clone(), ..self.clone() }
    }

    /// The log of an SQLite database.
    #[cfg(test)]
    pub(crate) fn log(&self) -> Option<&Log> {
        self.log.as_deref()
    }

    /// How much of the audit trail was counted already.
    pub(crate) fn audited(&self) -> &Counted {
        &self.audited
    }

    /// For queries that change nothing.
    pub fn read(&self) -> Reader {
        Reader::new(self.reading.clone())
    }

    /// For queries that must agree with each other, such as those behind one bill.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when no connection became free in time.
    pub async fn view(&self) -> Result<View> {
        let options = match self.engine {
            Engine::Sqlite => TransactionOptions::default(),
            Engine::Postgres => TransactionOptions {
                isolation_level: Some(IsolationLevel::RepeatableRead),
                access_mode: Some(AccessMode::ReadOnly),
                ..Default::default()
            },
        };
        Ok(View::new(self.reading.begin_with_options(options).await?))
    }

    /// Begins a change. On SQLite this waits for the changes before it and holds up those after it: compute first,
    /// then begin.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when no connection became free in time.
    pub async fn begin(&self) -> Result<Tx> {
        Ok(Tx::new(self.writing.begin_with_options(self.write_options()).await?, self.log.clone()))
    }

    pub(crate) fn writing(&self) -> &DatabaseConnection {
        &self.writing
    }

    /// On SQLite a change takes the write lock at once: taking it later could fail, because waiting there is not fair.
    pub(crate) fn write_options(&self) -> TransactionOptions {
        let mode = (self.engine == Engine::Sqlite).then_some(SqliteTransactionMode::Immediate);
        TransactionOptions { sqlite_transaction_mode: mode, ..Default::default() }
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when it does not.
    pub async fn ping(&self) -> Result<()> {
        Ok(self.reading.ping().await?)
    }

    /// SQLite: moves what was committed from the log into the file, and tells when to do so again: the writing connection never does it
    /// itself, and a commit waits while the disk takes in what was moved, so that little is moved often while much is written. It waits
    /// for nobody, unless the log has grown long: who writes without a pause never finds it moved whole, and it would grow for ever.
    /// PostgreSQL: nothing.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub async fn checkpoint(&self) -> Result<Duration> {
        self.checkpoint_above(LONG_LOG).await
    }

    pub(crate) async fn checkpoint_above(&self, long: i64) -> Result<Duration> {
        let Some(upkeep) = &self.upkeep else { return Ok(CALM) };
        let pool = upkeep.get_sqlite_connection_pool();
        let (pages, _) = move_log(pool).await?;
        let before = self.log_pages.swap(pages, Ordering::Relaxed);
        if pages > long {
            // What was written while the first pages were moved is moved now, so that writers wait for little.
            let (_, left) = move_log(pool).await?;
            if left <= MOVED_AT_LAST || pages > long * LONGEST {
                self.begin_log_anew().await?;
            }
        }
        // A log that is shorter has begun anew.
        let written = if pages < before { pages } else { pages - before };
        Ok(if written > MANY_PAGES { BUSY } else { CALM })
    }

    /// On the writing connection, whose queue is fair, nobody writes meanwhile.
    async fn begin_log_anew(&self) -> Result<()> {
        let mut connection = self.writing.get_sqlite_connection_pool().acquire().await?;
        let patience = |milliseconds| AssertSqlSafe(format!("pragma busy_timeout = {milliseconds}"));
        sqlx::query(patience(READERS_PATIENCE)).execute(&mut *connection).await?;
        let begun = sqlx::query("pragma wal_checkpoint(restart)").execute(&mut *connection).await;
        sqlx::query(patience(BUSY_TIMEOUT_MILLIS)).execute(&mut *connection).await?;
        Ok(begun.map(drop)?)
    }

    /// Closes all connections after the running queries; the SQLite file is then whole without its log.
    pub async fn close(&self) {
        let pools = [Some(&self.reading), self.background.as_ref(), self.upkeep.as_ref(), Some(&self.writing)];
        for pool in pools.into_iter().flatten() {
            // Closing a pool only waits; there is nothing left that could fail.
            drop(pool.close_by_ref().await);
        }
    }
}

/// Moves what it can of the log into the file without waiting for anybody: how many pages the log has, and how many of them are left.
async fn move_log(upkeep: &SqlitePool) -> Result<(i64, i64)> {
    let (_, pages, moved): (i64, i64, i64) = sqlx::query_as("pragma wal_checkpoint(passive)").fetch_one(upkeep).await?;
    Ok((pages, pages - moved))
}

fn require_sqlite(version: &str) -> Result<()> {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if found < OLDEST_SQLITE {
        let (major, minor) = OLDEST_SQLITE;
        return Err(Error::Unsuitable(format!("SQLite {major}.{minor} or later is needed, this is {version}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_sqlite_is_refused() {
        for (version, ok) in
            [("3.43.0", true), ("3.50.2", true), ("4.0", true), ("3.42.9", false), ("3.8.11", false), ("", false)]
        {
            assert_eq!(require_sqlite(version).is_ok(), ok, "{version}");
        }
    }
}
