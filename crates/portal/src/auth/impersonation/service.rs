//! Use cases of acting as somebody else.

use chrono::{DateTime, TimeDelta, Utc};
use domain::UserId;
use domain::users::impersonation::{Refusal, check, until};
use domain::users::session_lives;
use serde_json::json;
use store::audit::Entry;
use store::sign_in::sessions::{NewSession, OnBehalf};

use crate::auth::secrets::{Purpose, hash, new_token};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::{CallerOrigin, Peer};

/// What came of the wish to act as somebody.
pub enum Start {
    /// The token of the new session.
    Started(String),
    /// There is no such user.
    Unknown,
    /// Nobody acts as this user.
    Refused(Refusal),
}

/// Who acts as the user of a session, and until when.
pub struct Acting {
    /// The administrator.
    pub administrator: UserId,
    /// First and last name.
    pub full_name: String,
    /// When it ends at the latest.
    pub until: DateTime<Utc>,
}

/// Starts a session of another user beside the administrator's own, which lives on.
///
/// # Errors
/// [`Error::Forbidden`] without a session of one's own: programs act as nobody else.
pub async fn start(ctx: &Context, who: &CallerOrigin, id: UserId) -> Result<Start> {
    who.refuse_impersonated()?;
    let own = who.session.ok_or(Error::Forbidden)?;
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    let user = match store::users::editing::find(&tx, who.scope(), id).await {
        Err(store::Error::NotFound) => return Ok(Start::Unknown),
        found => found?,
    };
    if let Err(refusal) = check(user.row.role, user.row.disabled) {
        return Ok(Start::Refused(refusal));
    }
    let ends = store::sign_in::sessions::end_of(&tx, own).await?.ok_or(Error::Unauthenticated)?;
    let (token, until) = (new_token(ctx), until(now, ends));
    let session = NewSession {
        user: id,
        token_hash: hash(ctx, Purpose::Session, &token),
        created_at: now,
        expires_at: until,
        ip: who.peer.ip.clone(),
        user_agent: who.peer.user_agent.clone(),
        with_second_factor: false,
        with_password: false,
        on_behalf: Some(OnBehalf { administrator: who.user, own_session: own }),
    };
    store::sign_in::sessions::insert(&tx, session).await?;
    let entry = Entry::new(now, "impersonation.start", "user").by(id, Some(who.user)).on(id);
    let entry = entry.from_request(who.peer.ip.clone(), who.peer.request_id.clone());
    tx.commit(entry.with_detail(json!({ "Until": until }))).await?;
    Ok(Start::Started(token))
}

/// Ends the session of another user and gives the administrator's own one a new token; `None` when the token is of no such session,
/// or when the own one has ended meanwhile.
///
/// # Errors
/// When the database fails.
pub async fn stop(ctx: &Context, token: &str, peer: Peer) -> Result<Option<String>> {
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    let found = store::sign_in::sessions::find_acting(&tx, &hash(ctx, Purpose::Session, token)).await?;
    let idle = TimeDelta::minutes(ctx.config.session_idle_minutes);
    let lives = |own: &store::sign_in::sessions::SessionRow| session_lives(own.last_seen_at, own.expires_at, idle, now);
    let Some(acting) = found.filter(|acting| lives(&acting.own)) else { return Ok(None) };
    let token = new_token(ctx);
    if !store::sign_in::sessions::end(&tx, acting.session, now).await? {
        return Ok(None);
    }
    store::sign_in::sessions::renew(&tx, acting.own.id, &hash(ctx, Purpose::Session, &token), now).await?;
    let entry = Entry::new(now, "impersonation.stop", "user").by(acting.user, Some(acting.administrator));
    tx.commit(entry.on(acting.user).from_request(peer.ip, peer.request_id)).await?;
    Ok(Some(token))
}

/// Who acts as the caller in this session, if anybody does.
///
/// # Errors
/// When the database fails.
pub async fn current(ctx: &Context, who: &CallerOrigin) -> Result<Option<Acting>> {
    let (Some(administrator), Some(session)) = (who.impersonator, who.session) else { return Ok(None) };
    let db = ctx.store.read();
    let account = store::users::account(&db, administrator).await?.ok_or(Error::Unauthenticated)?;
    let until = store::sign_in::sessions::end_of(&db, session).await?.ok_or(Error::Unauthenticated)?;
    let full_name = format!("{} {}", account.first_name, account.last_name);
    Ok(Some(Acting { administrator, full_name, until }))
}
