//! The users who are mailed once a day what waits for them (rules.md#work-digest).

use chrono::{DateTime, Utc};
use domain::UserId;
use domain::access::Caller;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait};

use crate::database::connection::sealed::Connected;
use crate::entities::{user_account, work_digest};
use crate::users::caller_of;
use crate::{Db, Result, Tx};

/// A user who is mailed.
#[derive(Debug, Clone)]
pub struct Reader {
    /// With which rights it sees what waits.
    pub caller: Caller,
    /// The first name to greet.
    pub first_name: String,
    /// The address.
    pub email: String,
}

/// Whether a user is mailed.
///
/// # Errors
/// When the database does not answer.
pub async fn is_wanted(db: &impl Db, user: UserId) -> Result<bool> {
    Ok(work_digest::Entity::find_by_id(user.get()).one(db.connection()).await?.is_some())
}

/// Has a user mailed from now on, or no longer.
///
/// # Errors
/// When the database refuses.
pub async fn set(tx: &Tx, user: UserId, wanted: bool, at: DateTime<Utc>) -> Result<()> {
    if !wanted {
        work_digest::Entity::delete_by_id(user.get()).exec(tx.connection()).await?;
        return Ok(());
    }
    let row = work_digest::ActiveModel { user_id: Set(user.get()), since: Set(at) };
    let already = OnConflict::column(work_digest::Column::UserId).update_column(work_digest::Column::Since).to_owned();
    work_digest::Entity::insert(row).on_conflict(already).exec_without_returning(tx.connection()).await?;
    Ok(())
}

/// Some of the users who are mailed and may sign in, by their ids behind `after`.
///
/// # Errors
/// When the database does not answer.
pub async fn readers(db: &impl Db, after: UserId, limit: u64) -> Result<Vec<Reader>> {
    let rows = user_account::Entity::find()
        .join_rev(JoinType::InnerJoin, work_digest::Relation::User.def())
        .filter(user_account::Column::Id.gt(after.get()))
        .filter(user_account::Column::DisabledAt.is_null())
        .filter(user_account::Column::PasswordHash.is_not_null())
        .order_by_asc(user_account::Column::Id)
        .limit(limit)
        .all(db.connection())
        .await?;
    let reader = |row: user_account::Model| Reader {
        caller: caller_of(&row, None),
        first_name: row.first_name,
        email: row.email,
    };
    Ok(rows.into_iter().map(reader).collect())
}
