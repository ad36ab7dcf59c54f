//! Which servers live: what a dead one was at is taken up at once, and not only when its lease ends.
//!
//! A job's lease names its server. That a server is dead must be proven, since one that is only slow goes on working. On SQLite, which one
//! process serves, a lock on a file beside the database proves it: whoever has it alone is the only server. On PostgreSQL each server
//! keeps an advisory lock in a session of its own, and the engine lets go of it when the session ends, however that came about. Where
//! neither works, leases end by themselves. A server that was taken for dead by mistake loses its claims, as with an ended lease
//! (`queue::claims`), and writes nothing beside its successor.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection as _, Postgres};

use crate::database::connection::sealed::Connected;
use crate::{Engine, Error, Result, Store};

/// Any number: tells these locks from others that somebody may keep in the same database.
const LOCKS: i32 = 0x6c65_6467;

/// Whether a server lives beside the caller; `false` also where that cannot be told.
///
/// # Errors
/// When the database does not answer.
pub async fn is_served(store: &Store) -> Result<bool> {
    match store.engine() {
        Engine::Sqlite => {
            let pool = store.writing().get_sqlite_connection_pool();
            let opened = File::open(serving_file(pool.connect_options().get_filename()));
            // Without the file there never was one.
            let Ok(file) = opened else { return Ok(false) };
            Ok(matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
        }
        Engine::Postgres => {
            let pool = store.writing().get_postgres_connection_pool();
            Ok(sqlx::query_scalar::<Postgres, bool>(ANY_HELD).bind(LOCKS).fetch_one(pool).await?)
        }
    }
}

/// A server that lives as long as this value.
#[derive(Debug)]
pub struct Presence {
    holder: String,
    proof: Proof,
}

#[derive(Debug)]
enum Proof {
    /// The locked file, held only for that, and whether every lease is one of a dead server: until this one claims or another one starts.
    File { _shared: Option<File>, is_alone: bool },
    /// The session that keeps the lock.
    Session { options: Box<PgConnectOptions>, connection: PgConnection, key: i32 },
}

impl Presence {
    /// Announces a server under a number that no other one has.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn announce(store: &Store, number: u32) -> Result<Self> {
        let key = i32::try_from(number >> 1).unwrap_or(i32::MAX);
        let proof = match store.engine() {
            Engine::Sqlite => {
                let pool = store.writing().get_sqlite_connection_pool();
                lock_beside(pool.connect_options().get_filename())
            }
            Engine::Postgres => {
                let options = store.writing().get_postgres_connection_pool().connect_options();
                let options = Box::new((*options).clone());
                let connection = session(&options, key).await?;
                Proof::Session { options, connection, key }
            }
        };
        Ok(Self { holder: format!("server {key} as process {}", std::process::id()), proof })
    }

    /// How this server names itself where it claims a job.
    pub fn holder(&self) -> &str {
        &self.holder
    }

    /// Makes sure that others still see this server: a session may break off, and its lock is lost with it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keep(&mut self) -> Result<()> {
        let Proof::Session { options, connection, key } = &mut self.proof else { return Ok(()) };
        let held = sqlx::query_scalar::<Postgres, bool>(HELD).bind(LOCKS).bind(*key).fetch_one(&mut *connection).await;
        match held {
            Ok(true) => {}
            Ok(false) => lock(connection, *key).await?,
            Err(_) => *connection = session(options, *key).await?,
        }
        Ok(())
    }

    /// Lets the jobs of servers that are proven dead wait for a worker again; gives how many those are. On SQLite that is known the first
    /// time, which must come before this server claims any.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn take_over(&mut self, store: &Store) -> Result<u64> {
        let (dead, backend, values) = match &mut self.proof {
            Proof::File { is_alone, .. } => {
                if !std::mem::take(is_alone) {
                    return Ok(0);
                }
                ("true", DbBackend::Sqlite, Vec::new())
            }
            Proof::Session { .. } => (IS_DEAD, DbBackend::Postgres, vec![LOCKS.into()]),
        };
        let sql = format!("{RELEASE} and {dead}");
        let tx = store.begin().await?;
        let released = tx.connection().execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
        tx.commit_unaudited("the leases of dead servers").await?;
        Ok(released.rows_affected())
    }
}

const RELEASE: &str = "update job set state = 0, last_error = 'The server stopped before it was done.', \
    lease_until = null, lease_token = null where state = 1";

/// Of a job whose lease names a server that keeps no lock. One that names none may be a command of the program.
const IS_DEAD: &str = "lease_token like 'server %' and not exists (select 1 from pg_locks held \
    where held.locktype = 'advisory' and held.classid::bigint = $1 and held.objsubid = 2 and held.granted \
    and held.database = (select oid from pg_database where datname = current_database()) \
    and held.objid::text = split_part(job.lease_token, ' ', 2))";

/// Asked of all sessions: behind a pooler the lock may be kept by another connection than the one that asks.
const HELD: &str = "select exists (select 1 from pg_locks where locktype = 'advisory' and classid::bigint = $1 \
    and objid::bigint = $2 and objsubid = 2 and granted \
    and database = (select oid from pg_database where datname = current_database()))";

/// The same of any server.
const ANY_HELD: &str = "select exists (select 1 from pg_locks where locktype = 'advisory' and classid::bigint = $1 \
    and objsubid = 2 and granted and database = (select oid from pg_database where datname = current_database()))";

/// Of several servers over one file each keeps the lock together with the others, so that none that starts later takes itself for the
/// only one.
fn lock_beside(database: &Path) -> Proof {
    // Where files cannot be locked nothing is proven.
    let opened = File::options().create(true).truncate(false).write(true).open(serving_file(database));
    let Ok(file) = opened else { return Proof::File { _shared: None, is_alone: false } };
    let was_alone = match file.try_lock() {
        Ok(()) => file.unlock().is_ok(),
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
    };
    let is_shared = file.lock_shared().is_ok();
    Proof::File { _shared: Some(file), is_alone: was_alone && is_shared }
}

fn serving_file(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".serving");
    PathBuf::from(name)
}

async fn session(options: &PgConnectOptions, key: i32) -> Result<PgConnection> {
    let mut connection = PgConnection::connect_with(options).await.map_err(Error::from)?;
    lock(&mut connection, key).await?;
    Ok(connection)
}

async fn lock(connection: &mut PgConnection, key: i32) -> Result<()> {
    sqlx::query("select pg_advisory_lock($1, $2)").bind(LOCKS).bind(key).execute(connection).await?;
    Ok(())
}
