//! Which announcements a user has put away.

use chrono::{DateTime, Utc};
use domain::UserId;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{DbErr, EntityTrait};

use crate::database::connection::sealed::Connected;
use crate::entities::announcement_ack::{ActiveModel, Column, Entity};
use crate::{Db, Result, Tx};

/// Whether the user has put the announcement away.
///
/// # Errors
/// When the database does not answer.
pub async fn is_acknowledged(db: &impl Db, user: UserId, number: i32) -> Result<bool> {
    Ok(Entity::find_by_id((user.get(), number)).one(db.connection()).await?.is_some())
}

/// Puts the announcement away for good; once is enough, and the first time is the one that is kept. Says whether it was the first.
///
/// # Errors
/// When there is no such user.
pub async fn acknowledge(tx: &Tx, user: UserId, number: i32, at: DateTime<Utc>) -> Result<bool> {
    let row = ActiveModel { user_id: Set(user.get()), announcement_no: Set(number), acknowledged_at: Set(at) };
    let again = OnConflict::columns([Column::UserId, Column::AnnouncementNo]).do_nothing().to_owned();
    match Entity::insert(row).on_conflict(again).exec_without_returning(tx.connection()).await {
        Ok(written) => Ok(written == 1),
        Err(DbErr::RecordNotInserted) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
