//! Tries within a span of time, counted for all processes together. The key is a keyed hash, so that the table names nobody.

use chrono::{DateTime, Timelike, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, ExprTrait, QueryFilter};

use crate::database::connection::sealed::Connected as _;
use crate::entities::attempt_window;
use crate::{Db, Result, Tx};

/// Tries under `key` since the minute of `since`: a try counts for the whole of its span, and up to a minute longer.
///
/// # Errors
/// When the database fails.
pub async fn count(db: &impl Db, key: &[u8], since: DateTime<Utc>) -> Result<i32> {
    let rows = attempt_window::Entity::find()
        .filter(attempt_window::Column::Key.eq(text(key)))
        .filter(attempt_window::Column::StartsAt.gte(minute_of(since)))
        .all(db.connection())
        .await?;
    Ok(rows.iter().map(|row| row.attempts).sum())
}

/// Adds one try under `key`.
///
/// # Errors
/// When the database fails.
pub async fn add(tx: &Tx, key: &[u8], at: DateTime<Utc>) -> Result<()> {
    let row = attempt_window::ActiveModel { key: Set(text(key)), starts_at: Set(minute_of(at)), attempts: Set(1) };
    let again = OnConflict::columns([attempt_window::Column::Key, attempt_window::Column::StartsAt])
        .value(
            attempt_window::Column::Attempts,
            Expr::col((attempt_window::Entity, attempt_window::Column::Attempts)).add(1),
        )
        .to_owned();
    attempt_window::Entity::insert(row).on_conflict(again).exec_without_returning(tx.connection()).await?;
    Ok(())
}

/// Forgets the tries under `key`.
///
/// # Errors
/// When the database fails.
pub async fn clear(tx: &Tx, key: &[u8]) -> Result<()> {
    attempt_window::Entity::delete_many()
        .filter(attempt_window::Column::Key.eq(text(key)))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Forgets all tries before an instant.
///
/// # Errors
/// When the database fails.
pub async fn forget(tx: &Tx, before: DateTime<Utc>) -> Result<()> {
    attempt_window::Entity::delete_many()
        .filter(attempt_window::Column::StartsAt.lt(before))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Tries are kept by the minute: those at the same time wait for one row, so that none is overlooked.
fn minute_of(at: DateTime<Utc>) -> DateTime<Utc> {
    at.with_second(0).and_then(|at| at.with_nanosecond(0)).unwrap_or(at)
}

fn text(key: &[u8]) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}
