//! Showing once more that it is oneself: sensitive acts ask for the password or the second factor of the last ten minutes.

use domain::Invalid;

use super::second_factor;
use super::service::{forget_tries, holds_still, right_password, throttle_own};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Notes in the caller's session that the password, or a code of the second factor, was shown.
///
/// # Errors
/// [`crate::error::Error::Forbidden`] for programs; a wrong password or code, [`crate::error::Error::TooManyTries`].
pub async fn confirm(ctx: &Context, who: &CallerOrigin, password: &str, code: &str) -> Result<()> {
    let session = who.in_person()?;
    let tx = if password.is_empty() && !code.trim().is_empty() {
        second_factor::open_with_code(ctx, who, code).await?
    } else {
        let wrong = |message: &str| Invalid::field("Password", message);
        if password.is_empty() {
            return Err(wrong("Enter your password.").into());
        }
        let email = throttle_own(ctx, who).await?;
        let known = right_password(ctx, who, password).await?;
        let known = known.ok_or_else(|| wrong("This is not your password."))?;
        let tx = ctx.store.begin().await?;
        if !holds_still(&tx, &known).await? {
            return Err(wrong("This is not your password.").into());
        }
        forget_tries(ctx, &tx, &email).await?;
        tx
    };
    store::sign_in::sessions::note_confirmed(&tx, session, ctx.now()).await?;
    Ok(tx.commit(who.entry(ctx, "session.confirm", "user").on(who.user)).await?)
}
