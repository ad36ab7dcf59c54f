//! A change and its end. A transaction cannot be committed without saying who did what: there is no bare `commit`.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use sea_orm::{ConnectionTrait, DatabaseTransaction};
use tokio::sync::OwnedRwLockReadGuard;

use crate::audit::{self, Entry};
use crate::database::connection::{Connection, sealed::Connected};
use crate::database::flush::Log;
use crate::{Db, Engine, Error, Result};

/// An open transaction that may write. Dropped without a commit it changes nothing.
///
/// After [`Error::Refused`] PostgreSQL takes no further statement in it: drop it.
#[must_use = "a transaction that is not committed changes nothing"]
pub struct Tx {
    connection: Connection,
    /// SQLite only: what is flushed at the end.
    log: Option<Arc<Log>>,
    is_repeatable: bool,
    is_rehearsal: bool,
    afterwards: Mutex<Vec<Afterwards>>,
    /// Held by a change of background work while it is open.
    _turn: Option<OwnedRwLockReadGuard<()>>,
}

/// What is to happen once everybody can see the change.
type Afterwards = Box<dyn FnOnce() + Send>;

impl fmt::Debug for Tx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tx").field(&self.connection).finish()
    }
}

impl Connected for Tx {
    fn connection(&self) -> &Connection {
        &self.connection
    }
}

impl Tx {
    pub(crate) fn new(
        transaction: DatabaseTransaction,
        log: Option<Arc<Log>>,
        turn: Option<OwnedRwLockReadGuard<()>>,
    ) -> Self {
        let connection = Connection::Transaction(transaction);
        Self { connection, log, is_repeatable: false, is_rehearsal: false, afterwards: Mutex::default(), _turn: turn }
    }

    /// The same without an end: its commit answers [`Error::Rehearsed`] and changes nothing.
    pub(crate) fn rehearsed(self) -> Self {
        Self { is_rehearsal: true, ..self }
    }

    /// Says that what is written here is done again when it is lost, as by a job that goes on where it stands: its commit waits for no
    /// disk. It is never lost alone: a later commit that is on the disk has this one with it.
    #[must_use = "a transaction that is not committed changes nothing"]
    pub fn repeatable(self) -> Self {
        Self { is_repeatable: true, ..self }
    }

    /// Lets something happen as soon as the change is committed, and never when it is not: telling others to look before that would
    /// show them nothing.
    pub fn after_commit(&self, happens: impl FnOnce() + Send + 'static) {
        self.afterwards.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(happens));
    }

    /// Writes the audit entry and commits everything.
    ///
    /// # Errors
    /// When the database refuses; then nothing was changed.
    pub async fn commit(self, entry: Entry) -> Result<()> {
        self.commit_all(vec![entry]).await
    }

    /// Writes the audit entries, at least one, and commits everything.
    ///
    /// # Errors
    /// [`Error::Unaudited`] without an entry, or when the database refuses; then nothing was changed.
    pub async fn commit_all(self, entries: Vec<Entry>) -> Result<()> {
        if entries.is_empty() {
            return Err(Error::Unaudited);
        }
        audit::write(&self, &entries).await?;
        self.end().await
    }

    /// Commits a change that no person would call one: a session's last-seen, a job's lease or progress, a cache.
    /// The reason stands at the call for its reader, and in the trace.
    ///
    /// # Errors
    /// When the database refuses; then nothing was changed.
    pub async fn commit_unaudited(self, reason: &'static str) -> Result<()> {
        tracing::trace!(reason, "commit without audit");
        self.end().await
    }

    async fn end(self) -> Result<()> {
        if self.is_rehearsal {
            return Err(Error::Rehearsed);
        }
        let waits_for_disk = !self.is_repeatable;
        if self.is_repeatable && self.engine() == Engine::Postgres {
            self.connection.execute_unprepared("set local synchronous_commit to off").await?;
        }
        match self.connection {
            Connection::Transaction(transaction) => transaction.commit().await?,
            Connection::Pool(_) => unreachable!("a Tx is made of a transaction only"),
        }
        let afterwards = self.afterwards.into_inner().unwrap_or_else(PoisonError::into_inner);
        afterwards.into_iter().for_each(|happens| happens());
        match self.log {
            Some(log) if waits_for_disk => log.flush().await,
            _ => Ok(()),
        }
    }
}
