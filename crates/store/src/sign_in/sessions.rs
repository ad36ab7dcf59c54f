//! Signed-in sessions, known by the keyed hash of their token; how they end in `ending`.

mod ending;

use chrono::{DateTime, Utc};
use domain::access::{Caller, Role};
use domain::{SessionId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationDef};

pub use ending::{end, end_all, end_own, end_with_own, forget};

use crate::database::connection::sealed::Connected as _;
use crate::entities::{session, user_account};
use crate::users::caller_of;
use crate::{Db, Result, Tx, settings};

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
    /// Who acts as the user in it, if somebody else does.
    pub on_behalf: Option<OnBehalf>,
    /// Whether a second factor was shown for it.
    pub with_second_factor: bool,
    /// Whether its user has shown the password for it.
    pub with_password: bool,
}

/// An administrator who acts as the user of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnBehalf {
    /// The administrator.
    pub administrator: UserId,
    /// The administrator's own session, put aside meanwhile.
    pub own_session: SessionId,
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
    /// The administrator's own session when he acts as the user in this one.
    pub own_session: Option<SessionId>,
    /// When its user last showed the password or the second factor in it.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// What of a second factor its user has, and who needs one.
    pub second_factor: SecondFactor,
}

/// Whether a user has a second factor, and which roles need one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondFactor {
    /// Whether the user has one.
    pub has_one: bool,
    /// The roles whose users need one.
    pub roles: Vec<Role>,
}

impl SecondFactor {
    /// As read with the user.
    pub(crate) fn of(user: &user_account::Model, roles: Option<&serde_json::Value>) -> Self {
        let roles = roles.map(settings::roles_of).unwrap_or_default();
        Self { has_one: user.totp_confirmed_at.is_some(), roles }
    }
}

/// A row together with the roles that need a second factor, read in one go: every call does it.
#[derive(FromQueryResult)]
struct WithRoles {
    #[sea_orm(nested)]
    row: session::Model,
    second_factor_roles: Option<serde_json::Value>,
}

/// A session in which an administrator acts as its user, and the one he has put aside.
#[derive(Debug, Clone)]
pub struct Acting {
    /// The session.
    pub session: SessionId,
    /// Its user.
    pub user: UserId,
    /// The administrator.
    pub administrator: UserId,
    /// The administrator's own session.
    pub own: SessionRow,
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
        impersonator_id: Set(new.on_behalf.map(|on_behalf| on_behalf.administrator.get())),
        second_factor_at: Set(new.with_second_factor.then_some(new.created_at)),
        confirmed_at: Set(new.with_password.then_some(new.created_at)),
        own_session_id: Set(new.on_behalf.map(|on_behalf| on_behalf.own_session.get())),
        ..Default::default()
    };
    let made = session::Entity::insert(row).exec(tx.connection()).await?;
    Ok(SessionId(made.last_insert_id))
}

/// The session of this token that was not ended and whose user is not closed out; one in which somebody else acts, as long as that is
/// an administrator whose own session was not ended either.
///
/// # Errors
/// When the database fails.
pub async fn find(db: &impl Db, token_hash: &[u8]) -> Result<Option<FoundSession>> {
    let found = session::Entity::find()
        .filter(session::Column::TokenHash.eq(token_hash))
        .filter(session::Column::EndedAt.is_null())
        .join(JoinType::InnerJoin, belongs_to_user())
        .select_also(user_account::Entity)
        .expr_as(Expr::SubQuery(None, Box::new(settings::second_factor_roles().into())), "A_second_factor_roles")
        .filter(user_account::Column::DisabledAt.is_null())
        .into_model::<WithRoles, user_account::Model>()
        .one(db.connection())
        .await?;
    let Some((WithRoles { row: session, second_factor_roles }, Some(user))) = found else { return Ok(None) };
    if session.impersonator_id.is_some() && own_of(db, &session).await?.is_none() {
        return Ok(None);
    }
    Ok(Some(FoundSession {
        id: SessionId(session.id),
        caller: caller_of(&user, session.impersonator_id),
        last_seen_at: session.last_seen_at,
        expires_at: session.expires_at,
        own_session: session.own_session_id.map(SessionId),
        confirmed_at: session.confirmed_at,
        second_factor: SecondFactor::of(&user, second_factor_roles.as_ref()),
    }))
}

/// The session that an administrator has put aside to act in this one, while it was not ended and he is an administrator still.
async fn own_of(db: &impl Db, session: &session::Model) -> Result<Option<session::Model>> {
    let (Some(own), Some(administrator)) = (session.own_session_id, session.impersonator_id) else { return Ok(None) };
    let found = session::Entity::find_by_id(own)
        .filter(session::Column::UserId.eq(administrator))
        .filter(session::Column::EndedAt.is_null())
        .join(JoinType::InnerJoin, belongs_to_user())
        .filter(user_account::Column::DisabledAt.is_null())
        .filter(user_account::Column::Role.eq(Role::Administrator.number()))
        .one(db.connection())
        .await?;
    Ok(found)
}

/// The session of this token if an administrator acts in it; also when it is over by the clock, but not when it was ended.
///
/// # Errors
/// When the database fails.
pub async fn find_acting(db: &impl Db, token_hash: &[u8]) -> Result<Option<Acting>> {
    let found = session::Entity::find()
        .filter(session::Column::TokenHash.eq(token_hash))
        .filter(session::Column::EndedAt.is_null())
        .filter(session::Column::ImpersonatorId.is_not_null())
        .one(db.connection())
        .await?;
    let Some(session) = found else { return Ok(None) };
    Ok(own_of(db, &session).await?.map(|own| Acting {
        session: SessionId(session.id),
        user: UserId(session.user_id),
        administrator: UserId(own.user_id),
        own: row_of(own),
    }))
}

/// When a session that was not ended ends at the latest.
///
/// # Errors
/// When the database fails.
pub async fn end_of(db: &impl Db, id: SessionId) -> Result<Option<DateTime<Utc>>> {
    let found = session::Entity::find_by_id(id.get()).filter(session::Column::EndedAt.is_null());
    Ok(found.one(db.connection()).await?.map(|row| row.expires_at))
}

/// Notes that a second factor was shown in a session.
///
/// # Errors
/// When the database fails.
pub async fn note_second_factor(tx: &Tx, id: SessionId, at: DateTime<Utc>) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::SecondFactorAt, Expr::value(at))
        .filter(session::Column::Id.eq(id.get()))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Notes that the user of a session has shown the password or the second factor in it.
///
/// # Errors
/// When the database fails.
pub async fn note_confirmed(tx: &Tx, id: SessionId, at: DateTime<Utc>) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::ConfirmedAt, Expr::value(at))
        .filter(session::Column::Id.eq(id.get()))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Gives a session another token, and notes that it is in use.
///
/// # Errors
/// When the database fails.
pub async fn renew(tx: &Tx, id: SessionId, token_hash: &[u8], at: DateTime<Utc>) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::TokenHash, Expr::value(token_hash.to_vec()))
        .col_expr(session::Column::LastSeenAt, Expr::value(at))
        .filter(session::Column::Id.eq(id.get()))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Notes that sessions are in use.
///
/// # Errors
/// When the database fails.
pub async fn touch(tx: &Tx, ids: &[SessionId], at: DateTime<Utc>) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::LastSeenAt, Expr::value(at))
        .filter(session::Column::Id.is_in(ids.iter().map(|id| id.get())))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// A user's own sessions that were not ended, newest first; those in which somebody else acts are not the user's.
///
/// # Errors
/// When the database fails.
pub async fn list(db: &impl Db, user: UserId) -> Result<Vec<SessionRow>> {
    let rows = session::Entity::find()
        .filter(session::Column::UserId.eq(user.get()))
        .filter(session::Column::EndedAt.is_null())
        .filter(session::Column::ImpersonatorId.is_null())
        .order_by_desc(session::Column::Id)
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(row_of).collect())
}

fn row_of(row: session::Model) -> SessionRow {
    SessionRow {
        id: SessionId(row.id),
        created_at: row.created_at,
        last_seen_at: row.last_seen_at,
        expires_at: row.expires_at,
        ip: row.ip,
        user_agent: row.user_agent,
    }
}

fn belongs_to_user() -> RelationDef {
    session::Entity::belongs_to(user_account::Entity).from(session::Column::UserId).to(user_account::Column::Id).into()
}
