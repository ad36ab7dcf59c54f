//! Opening the database, and the settings without which it would not be safe or fair (rules.md#database-conventions).
//!
//! SQLite: one writing connection with a first-come queue, several that can only read, some of them for background work, and one for
//! checkpoints.
//! PostgreSQL: one pool for everything.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use sea_orm::{
    AccessMode, DatabaseConnection, DatabaseTransaction, DbErr, IsolationLevel, RuntimeErr, SqliteTransactionMode,
    SqlxPostgresConnector, SqlxSqliteConnector, TransactionOptions, TransactionTrait,
};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection as _};
use tokio::sync::RwLock;
use tracing::Instrument;

use crate::audit::Counted;
use crate::database::flush::Log;
use crate::row_set::ROWS_A_STATEMENT;
use crate::{Error, Reader, Result, Tx, View};

/// What a connection to SQLite keeps of the database in memory, in the negative KiB of its `cache_size`. The usual 2 MB hold too little of the
/// indexes that a search or an import walks through; it is taken as it is used, and is each connection's own: one that is shared by all
/// has a lock that all wait for.
mod cache {
    pub(super) const WRITING: &str = "-8192";
    pub(super) const READING: &str = "-4096";
    /// Several read stretches of tables, each of which is met once.
    pub(super) const IN_BACKGROUND: &str = "-1024";
}

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
    /// For more than one machine (rules.md#settings-and-stores).
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
pub(crate) const BUSY_TIMEOUT_MILLIS: u32 = 5000;

/// The database. Cheap to clone; all clones share the connections.
#[derive(Debug, Clone)]
pub struct Store {
    engine: Engine,
    reading: DatabaseConnection,
    writing: DatabaseConnection,
    /// SQLite only: what background work reads by.
    background: Option<DatabaseConnection>,
    /// SQLite only: a connection of its own for checkpoints, so that no commit waits for one.
    pub(crate) upkeep: Option<DatabaseConnection>,
    /// SQLite only: what is to be flushed.
    log: Option<Arc<Log>>,
    /// Pages of the log when it was last moved.
    pub(crate) log_pages: Arc<AtomicI64>,
    /// SQLite only: held by each change of background work, and alone by who begins the log anew.
    pub(crate) turn: Arc<RwLock<()>>,
    is_in_background: bool,
    is_rehearsal: bool,
    /// What is read by, where all is to be read as it was at one moment.
    moment: Option<Reader>,
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
        // What a statement has changed is kept to be taken back where it fails: written to a file, that doubled what an import writes.
        let writing = base.clone().pragma("wal_autocheckpoint", "0").pragma("temp_store", "memory");
        let writing = writing.pragma("cache_size", cache::WRITING);
        let writing = pool(1).connect_with(writing).await?;
        let version: String = sqlx::query_scalar("select sqlite_version()").fetch_one(&writing).await?;
        require_sqlite(&version)?;
        let log = Log::of(base.get_filename()).map_err(|error| Error::Unsuitable(format!("{path}: {error}")))?;
        let reader = |cache| base.clone().pragma("query_only", "on").pragma("cache_size", cache);
        let reading = pool(config.connections.max(1)).connect_lazy_with(reader(cache::READING));
        let background = pool(BACKGROUND_READERS).connect_lazy_with(reader(cache::IN_BACKGROUND));
        let upkeep = pool(1).connect_lazy_with(base.pragma("wal_autocheckpoint", "0"));
        Ok(Self {
            engine: Engine::Sqlite,
            reading: SqlxSqliteConnector::from_sqlx_sqlite_pool(reading),
            writing: SqlxSqliteConnector::from_sqlx_sqlite_pool(writing),
            background: Some(SqlxSqliteConnector::from_sqlx_sqlite_pool(background)),
            upkeep: Some(SqlxSqliteConnector::from_sqlx_sqlite_pool(upkeep)),
            log: Some(Arc::new(log)),
            log_pages: Arc::default(),
            turn: Arc::default(),
            is_in_background: false,
            is_rehearsal: false,
            moment: None,
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
            turn: Arc::default(),
            is_in_background: false,
            is_rehearsal: false,
            moment: None,
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
        Self { reading: reading.clone(), is_in_background: true, ..self.clone() }
    }

    /// The same database for a change that is to be tried and never kept: its rules are checked, and every commit answers
    /// [`Error::Rehearsed`].
    #[must_use]
    pub fn rehearsing(&self) -> Self {
        Self { is_rehearsal: true, ..self.clone() }
    }

    /// The same database as it is when it is first asked: all that is read sees that one moment, however long it takes. Holds a connection
    /// as long as it is kept; see [`View`].
    ///
    /// # Errors
    /// [`Error::Unavailable`] when no connection became free in time.
    pub async fn at_one_moment(&self) -> Result<Self> {
        Ok(Self { moment: Some(self.view().await?.into()), ..self.clone() })
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
        self.moment.clone().unwrap_or_else(|| Reader::new(self.reading.clone()))
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
        Ok(View::new(self.begun(&self.reading, options).await?))
    }

    /// Begins a change. On SQLite this waits for the changes before it and holds up those after it: compute first,
    /// then begin.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when no connection became free in time.
    pub async fn begin(&self) -> Result<Tx> {
        let stands_back = self.is_in_background && self.engine == Engine::Sqlite;
        let turn = if stands_back { Some(Arc::clone(&self.turn).read_owned().await) } else { None };
        let tx = Tx::new(self.begun(&self.writing, self.write_options()).await?, self.log.clone(), turn);
        Ok(if self.is_rehearsal { tx.rehearsed() } else { tx })
    }

    /// A transaction whose beginning goes on when nobody waits for it any more, as when a browser has left the page: the driver of
    /// PostgreSQL forgets one that is given up on its way, and whoever had the connection next would find himself in it.
    async fn begun(&self, pool: &DatabaseConnection, options: TransactionOptions) -> Result<DatabaseTransaction> {
        if self.engine == Engine::Sqlite {
            return Ok(pool.begin_with_options(options).await?);
        }
        let pool = pool.clone();
        let beginning = async move { pool.begin_with_options(options).await };
        match tokio::spawn(beginning.in_current_span()).await {
            Ok(begun) => Ok(begun?),
            Err(failed) => match failed.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The program is stopping.
                Err(_) => Err(DbErr::Conn(RuntimeErr::Internal("the database is closing".to_owned())).into()),
            },
        }
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

    /// Closes all connections after the running queries; the SQLite file is then whole without its log.
    pub async fn close(&self) {
        let pools = [Some(&self.reading), self.background.as_ref(), self.upkeep.as_ref(), Some(&self.writing)];
        for pool in pools.into_iter().flatten() {
            // Closing a pool only waits; there is nothing left that could fail.
            drop(pool.close_by_ref().await);
        }
    }
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
