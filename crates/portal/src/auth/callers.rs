//! Who stands behind a session cookie or an access key.

use chrono::{DateTime, TimeDelta, Utc};
use domain::SessionId;
use domain::access::Caller;
use domain::users::second_factor::needed;
use domain::users::session_lives;
use store::sign_in::sessions::SecondFactor;

use super::secrets::{Purpose, hash};
use crate::context::Context;
use crate::error::Result;

/// That a session or a key is in use is written at most this often.
const TOUCH_EVERY: TimeDelta = TimeDelta::minutes(1);

/// A caller who was found.
pub struct Found {
    /// Who.
    pub caller: Caller,
    /// In which session; none for access keys.
    pub session: Option<SessionId>,
    /// When the password or the second factor was last shown in it.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Whether a second factor has to be set up before anything else.
    pub needs_second_factor: bool,
}

/// An administrator who acts as somebody else has shown his own.
fn needs_one(caller: &Caller, second_factor: &SecondFactor) -> bool {
    caller.impersonator.is_none() && needed(caller.role, second_factor.has_one, &second_factor.roles)
}

/// The caller behind a session cookie, if the session still lives.
///
/// # Errors
/// When the database fails.
pub async fn of_session(ctx: &Context, token: &str) -> Result<Option<Found>> {
    let now = ctx.now();
    let token_hash = hash(ctx, Purpose::Session, token);
    let Some(session) = store::sign_in::sessions::find(&ctx.store.read(), &token_hash).await? else { return Ok(None) };
    let idle = TimeDelta::minutes(ctx.config.session_idle_minutes);
    if !session_lives(session.last_seen_at, session.expires_at, idle, now) {
        return Ok(None);
    }
    if now - session.last_seen_at >= TOUCH_EVERY {
        let tx = ctx.store.begin().await?;
        let in_use: Vec<_> = [session.id].into_iter().chain(session.own_session).collect();
        store::sign_in::sessions::touch(&tx, &in_use, now).await?;
        tx.commit_unaudited("that a session is in use is no change").await?;
    }
    let needs_second_factor = needs_one(&session.caller, &session.second_factor);
    Ok(Some(Found {
        caller: session.caller,
        session: Some(session.id),
        confirmed_at: session.confirmed_at,
        needs_second_factor,
    }))
}

/// The caller behind an access key, if it is still good.
///
/// # Errors
/// When the database fails.
pub async fn of_key(ctx: &Context, key: &str) -> Result<Option<Found>> {
    let now = ctx.now();
    let found = store::sign_in::access_keys::find(&ctx.store.read(), &hash(ctx, Purpose::AccessKey, key), now).await?;
    let Some(found) = found else { return Ok(None) };
    if found.last_used_at.is_none_or(|used| now - used >= TOUCH_EVERY) {
        let tx = ctx.store.begin().await?;
        store::sign_in::access_keys::touch(&tx, found.id, now).await?;
        tx.commit_unaudited("that a key is in use is no change").await?;
    }
    let needs_second_factor = needs_one(&found.caller, &found.second_factor);
    Ok(Some(Found { caller: found.caller, session: None, confirmed_at: None, needs_second_factor }))
}
