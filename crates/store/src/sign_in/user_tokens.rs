//! Tokens of mailed links, good once.

use chrono::{DateTime, Utc};
use domain::UserId;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, RelationDef};

use crate::database::connection::sealed::Connected as _;
use crate::entities::{user_account, user_token};
use crate::{Db, Result, Tx};

/// What a mailed link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenPurpose {
    /// Setting a new password.
    Reset = 0,
    /// Setting the first password.
    Invitation = 1,
}

/// A token to be stored.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// Whose.
    pub user: UserId,
    /// What for.
    pub purpose: TokenPurpose,
    /// The keyed hash of its text.
    pub token_hash: Vec<u8>,
    /// From when.
    pub created_at: DateTime<Utc>,
    /// To when.
    pub expires_at: DateTime<Utc>,
}

/// Stores a token.
///
/// # Errors
/// When the database fails.
pub async fn insert(tx: &Tx, new: NewToken) -> Result<()> {
    let row = user_token::ActiveModel {
        user_id: Set(new.user.get()),
        purpose: Set(new.purpose as i16),
        token_hash: Set(new.token_hash),
        created_at: Set(new.created_at),
        expires_at: Set(new.expires_at),
        ..Default::default()
    };
    user_token::Entity::insert(row).exec_without_returning(tx.connection()).await?;
    Ok(())
}

/// The address of the user whose token this is; `None` when it is unknown, used or expired.
///
/// # Errors
/// When the database fails.
pub async fn email_of(db: &impl Db, token_hash: &[u8], now: DateTime<Utc>) -> Result<Option<String>> {
    let email = user_token::Entity::find()
        .select_only()
        .column(user_account::Column::Email)
        .join(JoinType::InnerJoin, belongs_to_user())
        .filter(user_token::Column::TokenHash.eq(token_hash))
        .filter(user_token::Column::UsedAt.is_null())
        .filter(user_token::Column::ExpiresAt.gt(now))
        .into_tuple()
        .one(db.connection())
        .await?;
    Ok(email)
}

/// Uses a token up and says whose it was; `None` when it is unknown, used or expired. Of two that try at once, one gets it.
///
/// # Errors
/// When the database fails.
pub async fn take(tx: &Tx, token_hash: &[u8], now: DateTime<Utc>) -> Result<Option<UserId>> {
    let taken = user_token::Entity::update_many()
        .col_expr(user_token::Column::UsedAt, Expr::value(now))
        .filter(user_token::Column::TokenHash.eq(token_hash))
        .filter(user_token::Column::UsedAt.is_null())
        .filter(user_token::Column::ExpiresAt.gt(now))
        .exec_with_returning(tx.connection())
        .await?;
    Ok(taken.first().map(|row| UserId(row.user_id)))
}

/// Uses up every token of a user that is still good: a link is worth nothing once the password or the address is another.
///
/// # Errors
/// When the database fails.
pub async fn use_up_all(tx: &Tx, user: UserId, at: DateTime<Utc>) -> Result<()> {
    user_token::Entity::update_many()
        .col_expr(user_token::Column::UsedAt, Expr::value(at))
        .filter(user_token::Column::UserId.eq(user.get()))
        .filter(user_token::Column::UsedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(())
}

fn belongs_to_user() -> RelationDef {
    user_token::Entity::belongs_to(user_account::Entity)
        .from(user_token::Column::UserId)
        .to(user_account::Column::Id)
        .into()
}
