//! A change and its end. A transaction cannot be committed without saying who did what: there is no bare `commit`.

use sea_orm::DatabaseTransaction;

use crate::audit::{self, Entry};
use crate::connection::{Connection, sealed::Connected};
use crate::{Error, Result};

/// An open transaction that may write. Dropped without a commit it changes nothing.
///
/// After [`Error::Refused`] PostgreSQL takes no further statement in it: drop it.
#[derive(Debug)]
#[must_use = "a transaction that is not committed changes nothing"]
pub struct Tx(Connection);

impl Connected for Tx {
    fn connection(&self) -> &Connection {
        &self.0
    }
}

impl Tx {
    pub(crate) fn new(transaction: DatabaseTransaction) -> Self {
        Self(Connection::Transaction(transaction))
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
        audit::write(&self.0, entries).await?;
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
        match self.0 {
            Connection::Transaction(transaction) => Ok(transaction.commit().await?),
            Connection::Pool(_) => unreachable!("a Tx is made of a transaction only"),
        }
    }
}
