//! Addresses that wait for a yes from the old one, each by a mailed link that is good once.

use chrono::{DateTime, Utc};
use domain::UserId;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::database::connection::sealed::Connected as _;
use crate::entities::address_change::{ActiveModel, Column, Entity};
use crate::{Db, Result, Tx};

/// Another address that is asked for.
#[derive(Debug, Clone)]
pub struct NewAddressChange {
    /// Whose.
    pub user: UserId,
    /// The new address.
    pub email: String,
    /// Who asks.
    pub asked_by: UserId,
    /// The keyed hash of the link's token.
    pub token_hash: Vec<u8>,
    /// From when.
    pub created_at: DateTime<Utc>,
    /// To when.
    pub expires_at: DateTime<Utc>,
}

/// Stores what is asked for, in place of what was asked for the same user before.
///
/// # Errors
/// When the database fails.
pub async fn insert(tx: &Tx, new: NewAddressChange) -> Result<()> {
    end_all(tx, new.user, new.created_at).await?;
    let row = ActiveModel {
        user_id: Set(new.user.get()),
        email: Set(new.email),
        asked_by: Set(new.asked_by.get()),
        token_hash: Set(new.token_hash),
        created_at: Set(new.created_at),
        expires_at: Set(new.expires_at),
        ..Default::default()
    };
    Entity::insert(row).exec_without_returning(tx.connection()).await?;
    Ok(())
}

/// The address that waits for a user's yes.
///
/// # Errors
/// When the database fails.
pub async fn waiting(db: &impl Db, user: UserId, now: DateTime<Utc>) -> Result<Option<String>> {
    let found = Entity::find()
        .filter(Column::UserId.eq(user.get()))
        .filter(Column::EndedAt.is_null())
        .filter(Column::ExpiresAt.gt(now));
    Ok(found.one(db.connection()).await?.map(|row| row.email))
}

/// Uses a token up and gives the user and the new address; `None` when it is unknown, used or expired. Of two that try at once, one gets
/// it.
///
/// # Errors
/// When the database fails.
pub async fn take(tx: &Tx, token_hash: &[u8], now: DateTime<Utc>) -> Result<Option<(UserId, String)>> {
    let taken = Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(now))
        .filter(Column::TokenHash.eq(token_hash))
        .filter(Column::EndedAt.is_null())
        .filter(Column::ExpiresAt.gt(now))
        .exec_with_returning(tx.connection())
        .await?;
    Ok(taken.into_iter().next().map(|row| (UserId(row.user_id), row.email)))
}

/// Ends what waits for a user's yes.
///
/// # Errors
/// When the database fails.
pub async fn end_all(tx: &Tx, user: UserId, at: DateTime<Utc>) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(at))
        .filter(Column::UserId.eq(user.get()))
        .filter(Column::EndedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(())
}
