//! How much of its budget of sign-ins a machine has used, counted for all processes together. The key is a keyed hash, so that the table
//! names nobody. A budget that is whole again needs no row, so that the table holds the machines of the last minute only.

use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, LockBehavior, LockType, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};

use crate::database::connection::sealed::Connected as _;
use crate::entities::source_budget::{ActiveModel, Column, Entity};
use crate::{Result, Tx};

/// Until when the budget of `key` is used up, `now` when it is whole. Nobody else reads or changes it until the transaction ends.
///
/// # Errors
/// When the database fails.
pub async fn lock(tx: &Tx, key: &[u8], now: DateTime<Utc>) -> Result<DateTime<Utc>> {
    let row = ActiveModel { key: Set(text(key)), used_until: Set(now) };
    let once = OnConflict::column(Column::Key).do_nothing().to_owned();
    Entity::insert(row).on_conflict(once).try_insert().exec_without_returning(tx.connection()).await?;
    let found = Entity::find_by_id(text(key)).lock(LockType::Update).one(tx.connection()).await?;
    Ok(found.map_or(now, |row| row.used_until))
}

/// Notes until when the budget of `key` is used up.
///
/// # Errors
/// When the database fails.
pub async fn set(tx: &Tx, key: &[u8], used_until: DateTime<Utc>) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::UsedUntil, Expr::value(used_until))
        .filter(Column::Key.eq(text(key)))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Forgets the budgets that are whole again. Those that another transaction is at are left to the next time.
///
/// # Errors
/// When the database fails.
pub async fn forget(tx: &Tx, now: DateTime<Utc>) -> Result<()> {
    let whole = Entity::find()
        .select_only()
        .column(Column::Key)
        .filter(Column::UsedUntil.lt(now))
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .into_query();
    Entity::delete_many().filter(Column::Key.in_subquery(whole)).exec(tx.connection()).await?;
    Ok(())
}

fn text(key: &[u8]) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}
