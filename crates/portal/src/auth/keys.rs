//! Access keys, with which a user's programs call the API (rules.md#access-keys).

use chrono::TimeDelta;
use domain::users::KEY_DAYS;
use domain::{AccessKeyId, Invalid};
use store::sign_in::access_keys::{AccessKeyRow, NewAccessKey};

use super::secrets::{Purpose, hash, new_token};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// The caller's own access keys.
///
/// # Errors
/// When the database fails.
pub async fn list(ctx: &Context, who: &CallerOrigin) -> Result<Vec<AccessKeyRow>> {
    Ok(store::sign_in::access_keys::list(&ctx.store.read(), who.user).await?)
}

/// Makes an access key; its text is given once and never again (rules.md#access-keys). A key makes none: one that was lost would outlive its
/// end and its revocation.
///
/// # Errors
/// [`crate::error::Error::Forbidden`] for programs; [`crate::error::Error::ConfirmationNeeded`]; a missing name; a life outside 1 to 365 days.
pub async fn create(
    ctx: &Context,
    who: &CallerOrigin,
    name: &str,
    days: Option<i64>,
) -> Result<(AccessKeyRow, String)> {
    who.require_confirmed(ctx)?;
    let (usual, most) = KEY_DAYS;
    let days = days.unwrap_or(usual);
    let mut invalid = Invalid::none();
    invalid.require("Name", "Name", name, 100);
    invalid.check((1..=most).contains(&days), "Days", format!("An access key lives 1 to {most} days."));
    invalid.result()?;
    let now = ctx.now();
    let token = format!("lw_{}", new_token(ctx));
    let key = NewAccessKey {
        user: who.user,
        name: name.trim().to_owned(),
        prefix: token.chars().take(9).collect(),
        token_hash: hash(ctx, Purpose::AccessKey, &token),
        created_at: now,
        expires_at: now + TimeDelta::days(days),
    };
    let tx = ctx.store.begin().await?;
    let row = store::sign_in::access_keys::insert(&tx, key).await?;
    tx.commit(who.entry(ctx, "access_key.create", "access_key").on(row.id)).await?;
    Ok((row, token))
}

/// Revokes one of the caller's own access keys.
///
/// # Errors
/// When it is not the caller's.
pub async fn revoke(ctx: &Context, who: &CallerOrigin, key: AccessKeyId) -> Result<()> {
    who.refuse_impersonated()?;
    let tx = ctx.store.begin().await?;
    store::sign_in::access_keys::revoke(&tx, who.user, key, ctx.now()).await?;
    Ok(tx.commit(who.entry(ctx, "access_key.revoke", "access_key").on(key)).await?)
}
