//! Links that are mailed to set a password: to a new user, and to one who has forgotten it (rules.md#password-links).

use domain::users::{INVITATION_LIFE, RESET_LIFE, check_password};
use domain::{Invalid, UserId, text};
use store::Tx;
use store::audit::Entry;
use store::sign_in::user_tokens::{NewToken, TokenPurpose};

use super::jobs::MailResetLink;
use super::secrets::{Purpose, hash, new_token};
use super::service::{end_what_opens, forget_tries, throttle};
use super::{passwords, sources};
use crate::context::Context;
use crate::error::Result;
use crate::http::Peer;
use crate::jobs::enqueue;
use crate::mail::Letter;
use crate::mail::jobs::post;

/// The longest address that a mail can be sent to.
const LONGEST_ADDRESS: usize = 254;

/// Has a link to set a new password mailed when the address is known. A job finds out whether it is, so that neither the answer nor its
/// time tells the caller.
///
/// # Errors
/// When asked for too often.
pub async fn forgot_password(ctx: &Context, email: &str, peer: Peer) -> Result<()> {
    sources::count(ctx, &peer).await?;
    throttle_reset(ctx, email).await?;
    let wish = MailResetLink {
        email_key: text::fold(email).chars().take(LONGEST_ADDRESS + 1).collect(),
        wish: ctx.randomness.guid().to_string(),
        ip: peer.ip,
        request_id: peer.request_id,
    };
    let tx = ctx.store.begin().await?;
    enqueue(ctx, &tx, &wish).await?;
    Ok(tx.commit_unaudited("the job audits what comes of it").await?)
}

/// Mails the link that was wished for, if a user has the address; once, however often it is run.
///
/// # Errors
/// When the database fails.
pub async fn mail_reset(ctx: &Context, wish: MailResetLink) -> Result<()> {
    let mail = format!("reset:{}", wish.wish);
    let tx = ctx.store.begin().await?;
    if store::mail::is_known(&tx, &mail).await? {
        return Ok(());
    }
    let account = store::users::find_by_email(&tx, &wish.email_key).await?.filter(|account| !account.disabled);
    let mut entry = Entry::new(ctx.now(), "password.forgotten", "user").from_request(wish.ip, wish.request_id);
    if let Some(account) = account {
        reset(ctx, &tx, account.id, &account.email, Some(mail)).await?;
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

/// Mails a link to set a new password, for a user who has one; of several under one key the first only.
///
/// # Errors
/// When the database fails.
pub async fn reset(ctx: &Context, tx: &Tx, user: UserId, email: &str, key: Option<String>) -> Result<()> {
    let link = mailed_link(ctx, tx, user, TokenPurpose::Reset).await?;
    post(ctx, tx, email, &Letter::PasswordReset { link }, key).await
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
    store::sign_in::user_tokens::insert(
        tx,
        NewToken { user, purpose, token_hash, created_at: now, expires_at: now + life },
    )
    .await?;
    Ok(format!("{}/reset-password#token={token}", ctx.config.base_url))
}

/// Sets a new password by the token of a mailed link, and ends every session and access key of the user. Wrong passwords are forgotten, so that
/// who was locked out by them can sign in; wrong codes of the second factor are not, since the mailbox says nothing of the second factor.
///
/// # Errors
/// A used, expired or unknown token; a password that will not do.
pub async fn reset_password(ctx: &Context, token: &str, password: &str, peer: Peer) -> Result<()> {
    let now = ctx.now();
    let token_hash = hash(ctx, Purpose::MailedLink, token);
    let unusable = || Invalid::field("Token", "This link was used before or is too old. Ask for a new one.");
    let email =
        store::sign_in::user_tokens::email_of(&ctx.store.read(), &token_hash, now).await?.ok_or_else(unusable)?;
    check_password("Password", password, &email)?;
    let hashed = passwords::hash(ctx, password).await?;
    let tx = ctx.store.begin().await?;
    let user = store::sign_in::user_tokens::take(&tx, &token_hash, now).await?.ok_or_else(unusable)?;
    store::users::set_password(&tx, user, &hashed, now).await?;
    end_what_opens(&tx, user, None, now).await?;
    store::sign_in::access_keys::revoke_all(&tx, user, now).await?;
    forget_tries(ctx, &tx, &email).await?;
    let entry =
        Entry::new(now, "password.reset", "user").by(user, None).on(user).from_request(peer.ip, peer.request_id);
    Ok(tx.commit(entry).await?)
}
