//! Links that are mailed to set a password: to a new user, and to one who has forgotten it (rules.md#password-links).

use domain::users::{INVITATION_LIFE, RESET_LIFE, check_password};
use domain::{Invalid, UserId, text};
use store::Tx;
use store::audit::Entry;
use store::user_tokens::{NewToken, TokenPurpose};

use super::passwords;
use super::secrets::{Purpose, hash, new_token};
use super::service::{forget_tries, throttle};
use crate::context::Context;
use crate::error::Result;
use crate::http::Peer;
use crate::mail::Letter;
use crate::mail::jobs::post;

/// Mails a link to set a new password when the address is known; the caller cannot tell the difference.
///
/// # Errors
/// When asked for too often.
pub async fn forgot_password(ctx: &Context, email: &str, peer: Peer) -> Result<()> {
    let now = ctx.now();
    throttle_reset(ctx, email).await?;
    let account = store::users::find_by_email(&ctx.store.read(), &text::fold(email)).await?;
    let tx = ctx.store.begin().await?;
    let mut entry = Entry::new(now, "password.forgotten", "user").from_request(peer.ip, peer.request_id);
    if let Some(account) = account.filter(|account| !account.disabled) {
        reset(ctx, &tx, account.id, &account.email).await?;
        entry = entry.on(account.id);
    }
    Ok(tx.commit(entry).await?)
}

/// Invites a new user by mail to set the first password.
///
/// # Errors
/// When the database fails.
pub async fn invite(ctx: &Context, tx: &Tx, user: UserId, email: &str, first_name: &str) -> Result<()> {
    let link = mailed_link(ctx, tx, user, TokenPurpose::Invitation).await?;
    post(ctx, tx, email, &Letter::Invitation { name: first_name.to_owned(), link }, None).await
}

/// Mails a link to set a new password, for a user who has one.
///
/// # Errors
/// When the database fails.
pub async fn reset(ctx: &Context, tx: &Tx, user: UserId, email: &str) -> Result<()> {
    let link = mailed_link(ctx, tx, user, TokenPurpose::Reset).await?;
    post(ctx, tx, email, &Letter::PasswordReset { link }, None).await
}

/// Counts a wish for a link to this address, whoever has it.
///
/// # Errors
/// When asked for too often.
pub async fn throttle_reset(ctx: &Context, email: &str) -> Result<()> {
    throttle(ctx, &hash(ctx, Purpose::Throttle, &format!("reset {}", text::fold(email))), None).await
}

async fn mailed_link(ctx: &Context, tx: &Tx, user: UserId, purpose: TokenPurpose) -> Result<String> {
    let now = ctx.now();
    let token = new_token(ctx);
    let life = match purpose {
        TokenPurpose::Reset => RESET_LIFE,
        TokenPurpose::Invitation => INVITATION_LIFE,
    };
    let token_hash = hash(ctx, Purpose::MailedLink, &token);
    store::user_tokens::insert(tx, NewToken { user, purpose, token_hash, created_at: now, expires_at: now + life })
        .await?;
    Ok(format!("{}/reset-password#token={token}", ctx.config.base_url))
}

/// Sets a new password by the token of a mailed link, and ends every session of the user. Who was locked out can sign in again.
///
/// # Errors
/// A used, expired or unknown token; a password that will not do.
pub async fn reset_password(ctx: &Context, token: &str, password: &str, peer: Peer) -> Result<()> {
    let now = ctx.now();
    let token_hash = hash(ctx, Purpose::MailedLink, token);
    let unusable = || Invalid::field("Token", "This link was used before or is too old. Ask for a new one.");
    let email = store::user_tokens::email_of(&ctx.store.read(), &token_hash, now).await?.ok_or_else(unusable)?;
    check_password("Password", password, &email)?;
    let hashed = passwords::hash(ctx, password).await?;
    let tx = ctx.store.begin().await?;
    let user = store::user_tokens::take(&tx, &token_hash, now).await?.ok_or_else(unusable)?;
    store::users::set_password(&tx, user, &hashed, now).await?;
    store::user_tokens::use_up_all(&tx, user, now).await?;
    store::sessions::end_all(&tx, user, None, now).await?;
    forget_tries(ctx, &tx, &email).await?;
    let entry =
        Entry::new(now, "password.reset", "user").by(user, None).on(user).from_request(peer.ip, peer.request_id);
    Ok(tx.commit(entry).await?)
}
