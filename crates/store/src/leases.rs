//! Work that one process may do at a time, such as refreshing a token: a lease by name, with an end.

use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter};

use crate::database::connection::sealed::Connected;
use crate::entities::lease::{ActiveModel, Column, Entity};
use crate::{Db, Result, Tx};

/// Takes a lease that nobody holds, or prolongs one's own, until an instant; says whether it is held now.
///
/// # Errors
/// When the database refuses.
pub async fn take(tx: &Tx, name: &str, holder: &str, now: DateTime<Utc>, until: DateTime<Utc>) -> Result<bool> {
    let row = ActiveModel { name: Set(name.to_owned()), holder: Set(holder.to_owned()), until: Set(until) };
    let free = Expr::col((Entity, Column::Holder)).eq(holder).or(Expr::col((Entity, Column::Until)).lte(now));
    let over = OnConflict::column(Column::Name)
        .update_columns([Column::Holder, Column::Until])
        .action_and_where(free)
        .to_owned();
    match Entity::insert(row).on_conflict(over).exec_without_returning(tx.connection()).await {
        Ok(written) => Ok(written == 1),
        Err(DbErr::RecordNotInserted) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Until when a lease is held; none when nobody holds it.
///
/// # Errors
/// When the database refuses.
pub async fn held_until(db: &impl Db, name: &str) -> Result<Option<DateTime<Utc>>> {
    Ok(Entity::find_by_id(name).one(db.connection()).await?.map(|lease| lease.until))
}

/// Gives a lease back before its end, if it is still one's own.
///
/// # Errors
/// When the database refuses.
pub async fn release(tx: &Tx, name: &str, holder: &str) -> Result<()> {
    Entity::delete_many().filter(Column::Name.eq(name)).filter(Column::Holder.eq(holder)).exec(tx.connection()).await?;
    Ok(())
}
