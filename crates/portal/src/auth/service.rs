//! Use cases of one's own account.

use chrono::{DateTime, TimeDelta, Utc};
use domain::users::{LOCK, SESSION_LIFE, TRIES, check_password, session_lives};
use domain::{Invalid, SessionId, UserId, text};
use serde_json::json;
use store::audit::Entry;
use store::sign_in::sessions::{NewSession, SessionRow};
use store::users::{Account, EMAIL_TAKEN, SignIn};
use store::{Stamp, Tx};

use super::secrets::{Purpose, hash, new_token};
use super::{passwords, second_factor, sources};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::{CallerOrigin, Peer};

/// Signs a user in and gives the token of the new session. A user with a second factor shows a code of it too.
///
/// # Errors
/// A form error that does not tell whether the address is known; one of the code when the password is right; [`Error::TooManyTries`]
/// after five wrong ones in 15 minutes; [`Error::Slowed`] after many from one machine.
pub async fn sign_in(ctx: &Context, email: &str, password: &str, code: &str, peer: Peer) -> Result<String> {
    let now = ctx.now();
    let source = sources::count(ctx, &peer).await?;
    let known = store::users::find_by_email(&ctx.store.read(), &text::fold(email)).await?;
    let entry = |action| entry_of(now, action, known.as_ref().map(|known| known.id), &peer);
    let key = hash(ctx, Purpose::Throttle, &text::fold(email));
    throttle(ctx, &key, Some(entry(LOCKED))).await?;
    let stored = known.as_ref().filter(|known| !known.disabled).and_then(|known| known.password_hash.clone());
    let right = passwords::verify(ctx, password, stored).await?;
    if let Some(known) = known.as_ref().filter(|known| right && known.second_factor.is_some()) {
        second_factor::throttle_code(ctx, known.id, code, entry(LOCKED)).await?;
    }
    let tx = ctx.store.begin().await?;
    let Some(user) = unchanged(&tx, known.as_ref().filter(|_| right)).await? else {
        tx.commit(entry("sign_in.failed")).await?;
        return Err(Invalid::field("", "The e-mail address or the password is not right.").into());
    };
    if let Some(secret) = &user.second_factor
        && let Some(refusal) = second_factor::check(ctx, &tx, user.id, secret, code).await?.refusal()
    {
        tx.commit(entry("sign_in.second_factor_failed")).await?;
        return Err(refusal.into());
    }
    store::sign_in::attempts::clear(&tx, &key).await?;
    second_factor::forget_codes(ctx, &tx, user.id).await?;
    sources::forgive(ctx, &tx, source.as_ref()).await?;
    let token = begin_session(ctx, &tx, &user, &peer).await?;
    tx.commit(entry("sign_in").by(user.id, None)).await?;
    Ok(token)
}

/// What is audited of somebody who is not signed in: of a user as far as the address is known.
fn entry_of(now: DateTime<Utc>, action: &'static str, user: Option<UserId>, peer: &Peer) -> Entry {
    let entry = Entry::new(now, action, "user").from_request(peer.ip.clone(), peer.request_id.clone());
    match user {
        Some(user) => entry.on(user),
        None => entry,
    }
}

async fn begin_session(ctx: &Context, tx: &Tx, user: &SignIn, peer: &Peer) -> Result<String> {
    let (now, token) = (ctx.now(), new_token(ctx));
    let session = NewSession {
        user: user.id,
        token_hash: hash(ctx, Purpose::Session, &token),
        created_at: now,
        expires_at: now + SESSION_LIFE,
        ip: peer.ip.clone(),
        user_agent: peer.user_agent.clone(),
        on_behalf: None,
        with_second_factor: user.second_factor.is_some(),
        with_password: true,
    };
    store::sign_in::sessions::insert(tx, session).await?;
    store::users::note_sign_in(tx, user.id, now).await?;
    Ok(token)
}

/// The user whose password was found right, as it is now; `None` when the password is another one meanwhile or the account is closed. Who
/// changes either waits until the transaction ends, and then ends the session that was begun in it.
async fn unchanged(tx: &Tx, found: Option<&SignIn>) -> Result<Option<SignIn>> {
    let Some(found) = found else { return Ok(None) };
    let now = store::users::lock_sign_in(tx, found.id).await?;
    Ok(now.filter(|now| !now.disabled && now.password_hash == found.password_hash))
}

/// Whether what was found of a user, password and all, is so still. See [`unchanged`].
///
/// # Errors
/// When the database fails.
pub(super) async fn holds_still(tx: &Tx, found: &SignIn) -> Result<bool> {
    Ok(unchanged(tx, Some(found)).await?.is_some())
}

/// The action under which the audit trail has a lock-out.
pub(super) const LOCKED: &str = "sign_in.locked";

/// Counts a try under `key` before anything is done for it, so that many at once are no more tries than one after the other.
///
/// # Errors
/// [`Error::TooManyTries`] when the try is one too many. The first of those counts too, so that it alone leaves `locked`, an entry of the
/// audit trail.
pub(super) async fn throttle(ctx: &Context, key: &[u8], locked: Option<Entry>) -> Result<()> {
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    store::sign_in::attempts::add(&tx, key, now).await?;
    let tries = store::sign_in::attempts::count(&tx, key, now - LOCK).await?;
    if tries <= TRIES {
        return Ok(tx.commit_unaudited("a try is no change; what comes of it is audited").await?);
    }
    if let Some(locked) = locked.filter(|_| tries == TRIES + 1) {
        tx.commit(locked).await?;
    }
    Err(Error::TooManyTries)
}

/// Ends the caller's session; one in which somebody else acts together with the session put aside for it.
///
/// # Errors
/// When the database fails.
pub async fn sign_out(ctx: &Context, who: &CallerOrigin) -> Result<()> {
    let tx = ctx.store.begin().await?;
    if let Some(session) = who.session {
        store::sign_in::sessions::end_with_own(&tx, session, ctx.now()).await?;
    }
    Ok(tx.commit(who.entry(ctx, "sign_out", "user").on(who.user)).await?)
}

/// The caller's own account.
///
/// # Errors
/// [`Error::Unauthenticated`] when it is gone.
pub async fn account(ctx: &Context, who: &CallerOrigin) -> Result<Account> {
    store::users::account(&ctx.store.read(), who.user).await?.ok_or(Error::Unauthenticated)
}

/// Counts a try of the caller's own password or code as one of signing in: a session that was left open is no way to guess more often.
/// Gives the caller's address.
///
/// # Errors
/// [`Error::TooManyTries`].
pub(super) async fn throttle_own(ctx: &Context, who: &CallerOrigin) -> Result<String> {
    let email = account(ctx, who).await?.email;
    let locked = who.entry(ctx, LOCKED, "user").on(who.user);
    throttle(ctx, &hash(ctx, Purpose::Throttle, &text::fold(&email)), Some(locked)).await?;
    Ok(email)
}

/// Forgets the tries of an address, after a right one.
///
/// # Errors
/// When the database fails.
pub(super) async fn forget_tries(ctx: &Context, tx: &Tx, email: &str) -> Result<()> {
    Ok(store::sign_in::attempts::clear(tx, &hash(ctx, Purpose::Throttle, &text::fold(email))).await?)
}

/// The caller as found, when this is the caller's own password. See [`holds_still`].
///
/// # Errors
/// When the database or the hasher fails.
pub(super) async fn right_password(ctx: &Context, who: &CallerOrigin, password: &str) -> Result<Option<SignIn>> {
    let email = account(ctx, who).await?.email;
    let stored = store::users::find_by_email(&ctx.store.read(), &text::fold(&email)).await?;
    let right = passwords::verify(ctx, password, stored.as_ref().and_then(|s| s.password_hash.clone())).await?;
    Ok(stored.filter(|_| right))
}

/// Ends what else opens an account when its password is another: mailed links, an address that waits for a yes, and sessions but for one.
///
/// # Errors
/// When the database fails.
pub(super) async fn end_what_opens(tx: &Tx, user: UserId, except: Option<SessionId>, now: DateTime<Utc>) -> Result<()> {
    store::sign_in::user_tokens::use_up_all(tx, user, now).await?;
    store::sign_in::address_changes::end_all(tx, user, now).await?;
    Ok(store::sign_in::sessions::end_all(tx, user, except, now).await?)
}

/// What one's new password is to be.
#[derive(Debug, Clone, Copy)]
pub struct PasswordWish<'a> {
    /// The password until now.
    pub current: &'a str,
    /// The one from now on.
    pub new: &'a str,
    /// Whether the access keys end too; has to be said when there are any.
    pub revoke_keys: Option<bool>,
}

/// Changes the caller's own password, ends the other sessions, and returns the new token of this one, so that a stolen one is worth nothing.
///
/// # Errors
/// [`Error::Forbidden`] for programs; a wrong current password; a new one that will not do; when nothing is said of the access keys.
pub async fn change_password(ctx: &Context, who: &CallerOrigin, wish: PasswordWish<'_>) -> Result<String> {
    let session = who.in_person()?;
    let PasswordWish { current, new, revoke_keys } = wish;
    let wrong = || Invalid::field("CurrentPassword", "This is not your current password.");
    let email = throttle_own(ctx, who).await?;
    let known = right_password(ctx, who, current).await?.ok_or_else(wrong)?;
    let keys = store::sign_in::access_keys::count_good(&ctx.store.read(), who.user, ctx.now()).await?;
    let mut invalid = Invalid::none();
    invalid.check(keys == 0 || revoke_keys.is_some(), "RevokeAccessKeys", "Choose what becomes of your access keys.");
    invalid.and(check_password("NewPassword", new, &email))?;
    let hashed = passwords::hash(ctx, new).await?;
    let tx = ctx.store.begin().await?;
    // A password that was reset meanwhile must not be replaced by who knows the old one.
    if !holds_still(&tx, &known).await? {
        return Err(wrong().into());
    }
    let (now, token) = (ctx.now(), new_token(ctx));
    store::users::set_password(&tx, who.user, &hashed, now).await?;
    end_what_opens(&tx, who.user, Some(session), now).await?;
    store::sign_in::sessions::renew(&tx, session, &hash(ctx, Purpose::Session, &token), now).await?;
    store::sign_in::sessions::note_confirmed(&tx, session, now).await?;
    if revoke_keys == Some(true) {
        store::sign_in::access_keys::revoke_all(&tx, who.user, now).await?;
    }
    forget_tries(ctx, &tx, &email).await?;
    let entry = who.entry(ctx, "password.change", "user").on(who.user);
    tx.commit(entry.with_detail(json!({ "RevokedAccessKeys": revoke_keys.unwrap_or(false) && keys > 0 }))).await?;
    Ok(token)
}

/// The caller's own live sessions, newest first.
///
/// # Errors
/// When the database fails.
pub async fn sessions(ctx: &Context, who: &CallerOrigin) -> Result<Vec<SessionRow>> {
    let idle = TimeDelta::minutes(ctx.config.session_idle_minutes);
    let rows = store::sign_in::sessions::list(&ctx.store.read(), who.user).await?;
    let lives = |row: &SessionRow| session_lives(row.last_seen_at, row.expires_at, idle, ctx.now());
    Ok(rows.into_iter().filter(lives).collect())
}

/// Ends all sessions of the caller but this one.
///
/// # Errors
/// When the database fails.
pub async fn end_other_sessions(ctx: &Context, who: &CallerOrigin) -> Result<()> {
    who.refuse_impersonated()?;
    let tx = ctx.store.begin().await?;
    store::sign_in::sessions::end_all(&tx, who.user, who.session, ctx.now()).await?;
    Ok(tx.commit(who.entry(ctx, "sessions.end", "user").on(who.user)).await?)
}

/// Ends one of the caller's own sessions.
///
/// # Errors
/// [`Error::NotFound`] when it is not the caller's, or has ended.
pub async fn end_session(ctx: &Context, who: &CallerOrigin, id: SessionId) -> Result<()> {
    who.refuse_impersonated()?;
    let tx = ctx.store.begin().await?;
    store::sign_in::sessions::end_own(&tx, who.user, id, ctx.now()).await?;
    Ok(tx.commit(who.entry(ctx, "session.end", "user").on(who.user)).await?)
}

/// Makes a user who can sign in at once; for the command line and the demonstration.
///
/// # Errors
/// A name that is none, an address that is taken or none; a password that will not do.
pub async fn create_user(ctx: &Context, user: store::users::NewUser, password: &str) -> Result<UserId> {
    let mut invalid = Invalid::none();
    invalid.require_person("FirstName", "First Name", &user.first_name, 100);
    invalid.require_person("LastName", "Last Name", &user.last_name, 100);
    invalid.and(check_password("Password", password, &user.email))?;
    let hashed = passwords::hash(ctx, password).await?;
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    let id = store::users::insert(&tx, user, Stamp { at: now, by: None }).await.map_err(taken)?;
    store::users::set_password(&tx, id, &hashed, now).await?;
    tx.commit(Entry::new(now, "user.create", "user").on(id)).await?;
    Ok(id)
}

/// A refusal to save a user, as the form says it.
pub fn taken(error: store::Error) -> Error {
    if error.is_refused_by(EMAIL_TAKEN) {
        return Invalid::field("EmailAddress", "A user with this e-mail address exists.").into();
    }
    error.into()
}
