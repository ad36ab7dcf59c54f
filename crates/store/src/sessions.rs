//! Signed-in sessions, known by the keyed hash of their token.

use chrono::{DateTime, Utc};
use domain::access::Caller;
use domain::{SessionId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationDef};

use crate::connection::sealed::Connected as _;
use crate::entities::{session, user_account};
use crate::users::caller_of;
use crate::{Db, Result, Tx};

/// A session to be started.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Whose.
    pub user: UserId,
    /// The keyed hash of its token.
    pub token_hash: Vec<u8>,
    /// From when.
    pub created_at: DateTime<Utc>,
    /// To when at most.
    pub expires_at: DateTime<Utc>,
    /// The address it came from.
    pub ip: Option<String>,
    /// What the browser said of itself.
    pub user_agent: Option<String>,
}

/// A session that has not been ended, with the caller it stands for.
#[derive(Debug, Clone)]
pub struct FoundSession {
    /// The session.
    pub id: SessionId,
    /// On whose behalf it acts.
    pub caller: Caller,
    /// When it was last used, to the minute.
    pub last_seen_at: DateTime<Utc>,
    /// When it ends at the latest.
    pub expires_at: DateTime<Utc>,
}

/// A session as its user sees it.
#[derive(Debug, Clone)]
pub struct SessionRow {
    /// The session.
    pub id: SessionId,
    /// When it was started.
    pub created_at: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub last_seen_at: DateTime<Utc>,
    /// When it ends at the latest.
    pub expires_at: DateTime<Utc>,
    /// The address it came from.
    pub ip: Option<String>,
    /// What the browser said of itself.
    pub user_agent: Option<String>,
}

/// Starts a session.
///
/// # Errors
/// When the database fails.
pub async fn insert(tx: &Tx, new: NewSession) -> Result<SessionId> {
    let row = session::ActiveModel {
        user_id: Set(new.user.get()),
        token_hash: Set(new.token_hash),
        created_at: Set(new.created_at),
        last_seen_at: Set(new.created_at),
        expires_at: Set(new.expires_at),
        ip: Set(new.ip),
        user_agent: Set(new.user_agent),
        ..Default::default()
    };
    let made = session::Entity::insert(row).exec(tx.connection()).await?;
    Ok(SessionId(made.last_insert_id))
}

/// The session of this token that was not ended and whose user is not closed out.
///
/// # Errors
/// When the database fails.
pub async fn find(db: &impl Db, token_hash: &[u8]) -> Result<Option<FoundSession>> {
    let found = session::Entity::find()
        .filter(session::Column::TokenHash.eq(token_hash))
        .filter(session::Column::EndedAt.is_null())
        .join(JoinType::InnerJoin, belongs_to_user())
        .select_also(user_account::Entity)
        .filter(user_account::Column::DisabledAt.is_null())
        .one(db.connection())
        .await?;
    let Some((session, Some(user))) = found else { return Ok(None) };
    Ok(Some(FoundSession {
        id: SessionId(session.id),
        caller: caller_of(&user, session.impersonator_id),
        last_seen_at: session.last_seen_at,
        expires_at: session.expires_at,
    }))
}

/// Notes that a session is in use.
///
/// # Errors
/// When the database fails.
pub async fn touch(tx: &Tx, id: SessionId, at: DateTime<Utc>) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::LastSeenAt, Expr::value(at))
        .filter(session::Column::Id.eq(id.get()))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Ends one session.
///
/// # Errors
/// When the database fails.
pub async fn end(tx: &Tx, id: SessionId, at: DateTime<Utc>) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::EndedAt, Expr::value(at))
        .filter(session::Column::Id.eq(id.get()))
        .filter(session::Column::EndedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Ends every session of a user, except one.
///
/// # Errors
/// When the database fails.
pub async fn end_all(tx: &Tx, user: UserId, except: Option<SessionId>, at: DateTime<Utc>) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::EndedAt, Expr::value(at))
        .filter(session::Column::UserId.eq(user.get()))
        .filter(session::Column::Id.ne(except.map_or(0, SessionId::get)))
        .filter(session::Column::EndedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// A user's sessions that were not ended, newest first.
///
/// # Errors
/// When the database fails.
pub async fn list(db: &impl Db, user: UserId) -> Result<Vec<SessionRow>> {
    let rows = session::Entity::find()
        .filter(session::Column::UserId.eq(user.get()))
        .filter(session::Column::EndedAt.is_null())
        .order_by_desc(session::Column::Id)
        .all(db.connection())
        .await?;
    let row = |row: session::Model| SessionRow {
        id: SessionId(row.id),
        created_at: row.created_at,
        last_seen_at: row.last_seen_at,
        expires_at: row.expires_at,
        ip: row.ip,
        user_agent: row.user_agent,
    };
    Ok(rows.into_iter().map(row).collect())
}

/// Forgets the sessions that could be used no longer before an instant.
///
/// # Errors
/// When the database fails.
pub async fn forget(tx: &Tx, before: DateTime<Utc>) -> Result<()> {
    session::Entity::delete_many().filter(session::Column::ExpiresAt.lt(before)).exec(tx.connection()).await?;
    Ok(())
}

fn belongs_to_user() -> RelationDef {
    session::Entity::belongs_to(user_account::Entity).from(session::Column::UserId).to(user_account::Column::Id).into()
}
