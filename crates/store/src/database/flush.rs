//! Commits of SQLite on their way to the disk. SQLite itself would flush each one while every other writer waits. Here a commit lets the
//! next writer in and is flushed then, before anybody is told of it, and what is done again when it is lost waits for no disk at all.
//!
//! The log keeps the order: each flush covers all commits before it, and a loss of power takes the last ones, never one in between
//! (which is what `synchronous=normal` promises).

use std::fs::{File, OpenOptions};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use sea_orm::{DbErr, RuntimeErr};

use crate::Result;

/// The log beside a database file.
#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    file: OnceLock<Arc<File>>,
    #[cfg(test)]
    flushes: std::sync::atomic::AtomicU32,
}

impl Log {
    /// The log of an open database; where the file is a link, the log stands beside what it leads to.
    pub(crate) fn of(database: &std::path::Path) -> std::io::Result<Self> {
        let mut path = database.canonicalize()?.into_os_string();
        path.push("-wal");
        Ok(Self {
            path: path.into(),
            file: OnceLock::new(),
            #[cfg(test)]
            flushes: Default::default(),
        })
    }

    /// Waits until all that was committed is on the disk.
    ///
    /// # Errors
    /// [`crate::Error::Unavailable`] when the disk does not take it.
    pub(crate) async fn flush(&self) -> Result<()> {
        let file = self.file().map_err(failed)?;
        let flushed = tokio::task::spawn_blocking(move || file.sync_data()).await;
        flushed.map_err(std::io::Error::other).and_then(|flushed| flushed).map_err(failed)?;
        #[cfg(test)]
        self.flushes.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    }

    /// The log is there from the first commit until the last connection is closed.
    fn file(&self) -> std::io::Result<Arc<File>> {
        if let Some(file) = self.file.get() {
            return Ok(Arc::clone(file));
        }
        let file = Arc::new(OpenOptions::new().read(true).write(true).open(&self.path)?);
        Ok(Arc::clone(self.file.get_or_init(|| file)))
    }

    /// How often it was flushed.
    #[cfg(test)]
    pub(crate) fn flushes(&self) -> u32 {
        self.flushes.load(std::sync::atomic::Ordering::Relaxed)
    }
}

fn failed(error: std::io::Error) -> DbErr {
    DbErr::Conn(RuntimeErr::Internal(format!("the log of the database cannot be flushed: {error}")))
}
