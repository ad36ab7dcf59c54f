//! The end of sessions.

use chrono::{DateTime, Utc};
use domain::{SessionId, UserId};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::database::connection::sealed::Connected as _;
use crate::entities::session;
use crate::{Error, Result, Tx};

/// Ends one session; says whether it was still going on, so that of two that end it at once one does.
///
/// # Errors
/// When the database fails.
pub async fn end(tx: &Tx, id: SessionId, at: DateTime<Utc>) -> Result<bool> {
    let done = session::Entity::update_many()
        .col_expr(session::Column::EndedAt, Expr::value(at))
        .filter(session::Column::Id.eq(id.get()))
        .filter(session::Column::EndedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(done.rows_affected == 1)
}

/// Ends a session and the one that was put aside for it.
///
/// # Errors
/// When the database fails.
pub async fn end_with_own(tx: &Tx, id: SessionId, at: DateTime<Utc>) -> Result<()> {
    let row = session::Entity::find_by_id(id.get()).one(tx.connection()).await?;
    for id in row.and_then(|row| row.own_session_id).map(SessionId).into_iter().chain([id]) {
        end(tx, id, at).await?;
    }
    Ok(())
}

/// Ends a session of a user's own.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id, or it was ended before.
pub async fn end_own(tx: &Tx, user: UserId, id: SessionId, at: DateTime<Utc>) -> Result<()> {
    let done = session::Entity::update_many()
        .col_expr(session::Column::EndedAt, Expr::value(at))
        .filter(session::Column::Id.eq(id.get()))
        .filter(session::Column::UserId.eq(user.get()))
        .filter(session::Column::ImpersonatorId.is_null())
        .filter(session::Column::EndedAt.is_null())
        .exec(tx.connection())
        .await?;
    if done.rows_affected == 1 { Ok(()) } else { Err(Error::NotFound) }
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

/// Forgets the sessions that could be used no longer before an instant.
///
/// # Errors
/// When the database fails.
pub async fn forget(tx: &Tx, before: DateTime<Utc>) -> Result<()> {
    session::Entity::delete_many().filter(session::Column::ExpiresAt.lt(before)).exec(tx.connection()).await?;
    Ok(())
}
