//! What an SQLite database needs now and then, a little at a time and away from the writers: its log is moved into the file, and what the
//! index of the search was given is merged. PostgreSQL does such things itself.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sea_orm::{ConnectionTrait as _, DbBackend, Statement};
use sqlx::{AssertSqlSafe, SqlitePool};

use crate::database::connect::BUSY_TIMEOUT_MILLIS;
use crate::database::connection::sealed::Connected as _;
use crate::{Engine, Result, Store, Tx};

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

/// Pages of 4 KB of the index of the search that are merged in one transaction: about two milliseconds.
const MERGED_AT_ONCE: u32 = 16;
/// Merges between two checkpoints while little is written, and while much is.
const MERGES: u32 = 50;
const MERGES_BESIDE: u32 = 2;
/// A merge that has found nothing has written less than this.
const A_MERGE: i64 = 2;

impl Store {
    /// Does what is due, and tells when to come again.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub async fn keep_up(&self) -> Result<Duration> {
        let written = self.checkpoint_above(LONG_LOG).await?;
        let (pause, merges) = if written > MANY_PAGES { (BUSY, MERGES_BESIDE) } else { (CALM, MERGES) };
        if written > 0 {
            self.merge_search(merges).await?;
        }
        Ok(pause)
    }

    /// SQLite: moves what was committed from the log into the file. The writing connection never does it itself, and a commit waits while the
    /// disk takes in what was moved, so that little is moved often while much is written. It waits for nobody, unless the log has grown long:
    /// who writes without a pause never finds it moved whole, and it would grow for ever.
    /// PostgreSQL: nothing.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub async fn checkpoint(&self) -> Result<()> {
        self.checkpoint_above(LONG_LOG).await.map(drop)
    }

    /// As [`Store::checkpoint`], for a log of so many pages; gives how many were written since the last one.
    pub(crate) async fn checkpoint_above(&self, long: i64) -> Result<i64> {
        let Some(upkeep) = &self.upkeep else { return Ok(0) };
        let pool = upkeep.get_sqlite_connection_pool();
        let (pages, _) = move_log(pool).await?;
        let before = self.log_pages.swap(pages, Ordering::Relaxed);
        if pages > long {
            // Background work, which writes without a pause, stands still: what was written while the first pages were moved is moved
            // now, and everybody else waits for the little that is left.
            let _alone = self.turn.write().await;
            let (_, left) = move_log(pool).await?;
            if left <= MOVED_AT_LAST || pages > long * LONGEST {
                self.begin_log_anew().await?;
            }
        }
        // A log that is shorter has begun anew.
        Ok(if pages < before { pages } else { pages - before })
    }

    /// On the writing connection, whose queue is fair, nobody writes meanwhile.
    async fn begin_log_anew(&self) -> Result<()> {
        let mut connection = self.writing().get_sqlite_connection_pool().acquire().await?;
        let patience = |milliseconds| AssertSqlSafe(format!("pragma busy_timeout = {milliseconds}"));
        sqlx::query(patience(READERS_PATIENCE)).execute(&mut *connection).await?;
        let begun = sqlx::query("pragma wal_checkpoint(restart)").execute(&mut *connection).await;
        sqlx::query(patience(BUSY_TIMEOUT_MILLIS)).execute(&mut *connection).await?;
        Ok(begun.map(drop)?)
    }

    /// SQLite: merges what the index of the search was given since, in up to `most` short changes of their own, so that nobody who writes a
    /// text merges a large part of the index meanwhile. PostgreSQL: nothing.
    ///
    /// # Errors
    /// When the database refuses.
    pub(crate) async fn merge_search(&self, most: u32) -> Result<()> {
        if self.engine() == Engine::Postgres {
            return Ok(());
        }
        let merge = format!("insert into member_fts (member_fts, rank) values ('merge', {MERGED_AT_ONCE})");
        for _ in 0..most {
            let tx = self.begin().await?;
            let before = total_changes(&tx).await?;
            tx.connection().execute_unprepared(&merge).await?;
            let has_merged = total_changes(&tx).await? - before >= A_MERGE;
            tx.repeatable().commit_unaudited("the index of the search is merged").await?;
            if !has_merged {
                break;
            }
        }
        Ok(())
    }
}

/// Rows that the connection has written so far, those within the index of the search as well.
async fn total_changes(tx: &Tx) -> Result<i64> {
    let told = Statement::from_string(DbBackend::Sqlite, "select total_changes()");
    let told = tx.connection().query_one_raw(told).await?;
    Ok(told.map_or(Ok(0), |row| row.try_get_by_index(0))?)
}

/// Moves what it can of the log into the file without waiting for anybody: how many pages the log has, and how many of them are left.
async fn move_log(upkeep: &SqlitePool) -> Result<(i64, i64)> {
    let (_, pages, moved): (i64, i64, i64) = sqlx::query_as("pragma wal_checkpoint(passive)").fetch_one(upkeep).await?;
    Ok((pages, pages - moved))
}
