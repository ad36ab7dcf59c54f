//! Access keys of programs, known by the keyed hash of their text (rules.md#access-keys).

use chrono::{DateTime, Utc};
use domain::access::Caller;
use domain::{AccessKeyId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    RelationDef,
};

use crate::database::connection::sealed::Connected as _;
use crate::entities::{access_key, user_account};
use crate::sign_in::sessions::SecondFactor;
use crate::users::caller_of;
use crate::{Db, Error, Result, Tx, settings};

/// A key to be made.
#[derive(Debug, Clone)]
pub struct NewAccessKey {
    /// Whose.
    pub user: UserId,
    /// What its user calls it.
    pub name: String,
    /// Its first characters, to tell keys apart.
    pub prefix: String,
    /// The keyed hash of its text.
    pub token_hash: Vec<u8>,
    /// From when.
    pub created_at: DateTime<Utc>,
    /// To when.
    pub expires_at: DateTime<Utc>,
}

/// A key as its user sees it.
#[derive(Debug, Clone)]
pub struct AccessKeyRow {
    /// The key.
    pub id: AccessKeyId,
    /// What its user calls it.
    pub name: String,
    /// Its first characters.
    pub prefix: String,
    /// From when.
    pub created_at: DateTime<Utc>,
    /// To when.
    pub expires_at: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// A key that is good, with the caller it stands for.
#[derive(Debug, Clone)]
pub struct FoundKey {
    /// The key.
    pub id: AccessKeyId,
    /// On whose behalf it acts; never with more rights than its user has now.
    pub caller: Caller,
    /// When it was last used, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
    /// What of a second factor its user has, and who needs one.
    pub second_factor: SecondFactor,
}

/// A row together with the roles that need a second factor.
#[derive(FromQueryResult)]
struct WithRoles {
    #[sea_orm(nested)]
    row: access_key::Model,
    second_factor_roles: Option<serde_json::Value>,
}

/// Adds a key.
///
/// # Errors
/// When the database fails.
pub async fn insert(tx: &Tx, new: NewAccessKey) -> Result<AccessKeyRow> {
    let row = access_key::ActiveModel {
        user_id: Set(new.user.get()),
        name: Set(new.name),
        prefix: Set(new.prefix),
        token_hash: Set(new.token_hash),
        created_at: Set(new.created_at),
        expires_at: Set(new.expires_at),
        ..Default::default()
    };
    let made = access_key::Entity::insert(row).exec_with_returning(tx.connection()).await?;
    Ok(row_of(made))
}

/// A user's keys that were not revoked, in the order they were made.
///
/// # Errors
/// When the database fails.
pub async fn list(db: &impl Db, user: UserId) -> Result<Vec<AccessKeyRow>> {
    let rows = access_key::Entity::find()
        .filter(access_key::Column::UserId.eq(user.get()))
        .filter(access_key::Column::RevokedAt.is_null())
        .order_by_asc(access_key::Column::Id)
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(row_of).collect())
}

/// The key with this hash that is neither revoked nor expired and whose user is not closed out.
///
/// # Errors
/// When the database fails.
pub async fn find(db: &impl Db, token_hash: &[u8], now: DateTime<Utc>) -> Result<Option<FoundKey>> {
    let found = access_key::Entity::find()
        .filter(access_key::Column::TokenHash.eq(token_hash))
        .filter(access_key::Column::RevokedAt.is_null())
        .filter(access_key::Column::ExpiresAt.gt(now))
        .join(JoinType::InnerJoin, belongs_to_user())
        .select_also(user_account::Entity)
        .expr_as(Expr::SubQuery(None, Box::new(settings::second_factor_roles().into())), "A_second_factor_roles")
        .filter(user_account::Column::DisabledAt.is_null())
        .into_model::<WithRoles, user_account::Model>()
        .one(db.connection())
        .await?;
    let Some((WithRoles { row: key, second_factor_roles }, Some(user))) = found else { return Ok(None) };
    Ok(Some(FoundKey {
        id: AccessKeyId(key.id),
        caller: caller_of(&user, None),
        last_used_at: key.last_used_at,
        second_factor: SecondFactor::of(&user, second_factor_roles.as_ref()),
    }))
}

/// Notes that a key is in use.
///
/// # Errors
/// When the database fails.
pub async fn touch(tx: &Tx, id: AccessKeyId, at: DateTime<Utc>) -> Result<()> {
    access_key::Entity::update_many()
        .col_expr(access_key::Column::LastUsedAt, Expr::value(at))
        .filter(access_key::Column::Id.eq(id.get()))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Revokes a user's own key.
///
/// # Errors
/// [`Error::NotFound`] when it is not the user's, or was revoked before.
pub async fn revoke(tx: &Tx, user: UserId, id: AccessKeyId, at: DateTime<Utc>) -> Result<()> {
    let done = access_key::Entity::update_many()
        .col_expr(access_key::Column::RevokedAt, Expr::value(at))
        .filter(access_key::Column::Id.eq(id.get()))
        .filter(access_key::Column::UserId.eq(user.get()))
        .filter(access_key::Column::RevokedAt.is_null())
        .exec(tx.connection())
        .await?;
    if done.rows_affected == 1 { Ok(()) } else { Err(Error::NotFound) }
}

/// Revokes every key of a user that is not revoked.
///
/// # Errors
/// When the database fails.
pub async fn revoke_all(tx: &Tx, user: UserId, at: DateTime<Utc>) -> Result<()> {
    access_key::Entity::update_many()
        .col_expr(access_key::Column::RevokedAt, Expr::value(at))
        .filter(access_key::Column::UserId.eq(user.get()))
        .filter(access_key::Column::RevokedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// How many keys of a user are good.
///
/// # Errors
/// When the database fails.
pub async fn count_good(db: &impl Db, user: UserId, now: DateTime<Utc>) -> Result<u64> {
    let good = access_key::Entity::find()
        .filter(access_key::Column::UserId.eq(user.get()))
        .filter(access_key::Column::RevokedAt.is_null())
        .filter(access_key::Column::ExpiresAt.gt(now));
    Ok(good.count(db.connection()).await?)
}

fn row_of(row: access_key::Model) -> AccessKeyRow {
    AccessKeyRow {
        id: AccessKeyId(row.id),
        name: row.name,
        prefix: row.prefix,
        created_at: row.created_at,
        expires_at: row.expires_at,
        last_used_at: row.last_used_at,
    }
}

fn belongs_to_user() -> RelationDef {
    access_key::Entity::belongs_to(user_account::Entity)
        .from(access_key::Column::UserId)
        .to(user_account::Column::Id)
        .into()
}
