//! Use cases of announcements: a user's own only.

use domain::UserId;
use domain::announcements::announcement;
use store::announcements;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Whether the caller has put the announcement away.
///
/// # Errors
/// [`Error::NotFound`] for an announcement that does not exist, and for another user than the caller.
pub async fn is_acknowledged(ctx: &Context, who: &CallerOrigin, user: UserId, number: i64) -> Result<bool> {
    let number = own(who, user, number)?;
    Ok(announcements::is_acknowledged(&ctx.store.read(), user, number).await?)
}

/// Puts the announcement away; again changes nothing. While an administrator acts as the user, nothing is put away in the user's
/// name: the user has not seen it.
///
/// # Errors
/// As [`is_acknowledged`].
pub async fn acknowledge(ctx: &Context, who: &CallerOrigin, user: UserId, number: i64) -> Result<bool> {
    let number = own(who, user, number)?;
    if who.impersonator.is_some() {
        return Ok(announcements::is_acknowledged(&ctx.store.read(), user, number).await?);
    }
    let tx = ctx.store.begin().await?;
    announcements::acknowledge(&tx, user, number, ctx.now()).await?;
    tx.commit_unaudited("that a user has seen an announcement is no change of a record").await?;
    Ok(true)
}

fn own(who: &CallerOrigin, user: UserId, number: i64) -> Result<i32> {
    announcement(number).filter(|_| user == who.user).ok_or(Error::NotFound)
}
