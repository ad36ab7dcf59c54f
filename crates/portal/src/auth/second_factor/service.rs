//! Use cases of one's own second factor.

use domain::users::second_factor::{Code, RECOVERY_BYTES, RECOVERY_CODES, read_code, recovery_code, shown};
use domain::{Invalid, UserId};
use store::Tx;
use store::sign_in::second_factors::SealedSecret;
use store::users::SignIn;

use super::checking::{Checked, check, forget_codes, place, recovery_hash, throttle_code};
use super::totp::{SECRET, address, matching_step, written};
use crate::auth::service::{LOCKED, forget_tries, holds_still, right_password, throttle_own};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;
use crate::sealing;

/// Under which name apps show our codes.
const ISSUER: &str = "Ledgerwell";

/// A secret to be taken into an authenticator app.
pub struct Enrolment {
    /// To be typed.
    pub secret: String,
    /// The same with its names, as a link.
    pub address: String,
    /// The link as a picture.
    pub picture: String,
}

/// Makes a secret for the caller's authenticator app. It counts once a code has shown that the app knows it.
///
/// # Errors
/// A wrong password, a second factor that is on already, [`Error::TooManyTries`].
pub async fn begin(ctx: &Context, who: &CallerOrigin, password: &str) -> Result<Enrolment> {
    who.in_person()?;
    let email = throttle_own(ctx, who).await?;
    require_password(ctx, who, password).await?;
    let mut secret = [0; SECRET];
    ctx.randomness.fill(&mut secret);
    let tx = ctx.store.begin().await?;
    let sealed = sealing::seal(ctx, place(who.user), &secret);
    if !store::sign_in::second_factors::begin(&tx, who.user, sealed).await? {
        return Err(Invalid::field("", "Your second factor is on already. Turn it off to set up another one.").into());
    }
    forget_tries(ctx, &tx, &email).await?;
    tx.commit(who.entry(ctx, "second_factor.begin", "user").on(who.user)).await?;
    let address = address(ISSUER, &email, &secret);
    let picture = documents::qr_code(&address).ok_or_else(|| anyhow::anyhow!("a code of {} bytes", address.len()))?;
    Ok(Enrolment { secret: written(&secret), address, picture })
}

/// Turns the second factor on by a code of the app, ends the caller's other sessions, which were begun without, and gives the
/// recovery codes.
///
/// # Errors
/// A wrong code, nothing begun, [`Error::TooManyTries`].
pub async fn confirm(ctx: &Context, who: &CallerOrigin, typed: &str) -> Result<Vec<String>> {
    let session = who.in_person()?;
    let email = throttle_own(ctx, who).await?;
    let tx = ctx.store.begin().await?;
    let begun = store::sign_in::second_factors::find(&tx, who.user).await?.filter(|secret| !secret.confirmed);
    let begun = begun.ok_or_else(|| Invalid::field("Code", "Set up the second factor first."))?;
    let step = match read_code(typed) {
        Some(Code::OfApp(code)) => {
            matching_step(&sealing::open(ctx, place(who.user), &begun.sealed)?, &code, ctx.now())?
        }
        _ => None,
    };
    let now = ctx.now();
    let missing = if typed.trim().is_empty() { Checked::Missing } else { Checked::Wrong };
    let Some(step) = step else { return refuse(missing) };
    if !store::sign_in::second_factors::confirm(&tx, who.user, &begun.sealed, step, now).await? {
        return refuse(Checked::Wrong);
    }
    let codes = replace_codes(ctx, &tx, who.user).await?;
    store::sign_in::sessions::end_all(&tx, who.user, Some(session), now).await?;
    store::sign_in::sessions::note_second_factor(&tx, session, now).await?;
    forget_tries(ctx, &tx, &email).await?;
    tx.commit(who.entry(ctx, "second_factor.confirm", "user").on(who.user)).await?;
    Ok(codes)
}

/// Turns the caller's second factor off.
///
/// # Errors
/// A wrong password or code, no second factor, [`Error::TooManyTries`].
pub async fn remove(ctx: &Context, who: &CallerOrigin, password: &str, code: &str) -> Result<()> {
    let tx = open_with_both(ctx, who, password, code).await?;
    store::sign_in::second_factors::remove(&tx, who.user, ctx.now()).await?;
    Ok(tx.commit(who.entry(ctx, "second_factor.remove", "user").on(who.user)).await?)
}

/// Gives the caller new recovery codes; the old ones count no more.
///
/// # Errors
/// As [`remove`].
pub async fn new_recovery_codes(ctx: &Context, who: &CallerOrigin, password: &str, code: &str) -> Result<Vec<String>> {
    let tx = open_with_both(ctx, who, password, code).await?;
    let codes = replace_codes(ctx, &tx, who.user).await?;
    tx.commit(who.entry(ctx, "second_factor.recovery_codes", "user").on(who.user)).await?;
    Ok(codes)
}

/// Takes a user's second factor away, for an administrator, and ends the user's sessions; `false` when there is none.
///
/// # Errors
/// When the database fails.
pub async fn take_from(ctx: &Context, tx: &Tx, user: UserId) -> Result<bool> {
    let found = store::sign_in::second_factors::find(tx, user).await?;
    if !found.is_some_and(|secret| secret.confirmed) {
        return Ok(false);
    }
    store::sign_in::second_factors::remove(tx, user, ctx.now()).await?;
    forget_codes(ctx, tx, user).await?;
    store::sign_in::sessions::end_all(tx, user, None, ctx.now()).await?;
    Ok(true)
}

/// A transaction in which the caller has shown password and code; both counted as one try.
async fn open_with_both(ctx: &Context, who: &CallerOrigin, password: &str, code: &str) -> Result<Tx> {
    who.in_person()?;
    let email = throttle_own(ctx, who).await?;
    let known = require_password(ctx, who, password).await?;
    let tx = open_with_code(ctx, who, code).await?;
    if !holds_still(&tx, &known).await? {
        return Err(wrong_password());
    }
    forget_tries(ctx, &tx, &email).await?;
    Ok(tx)
}

/// A transaction in which the caller has shown a code of the second factor.
///
/// # Errors
/// A wrong code, no second factor, [`Error::TooManyTries`].
pub async fn open_with_code(ctx: &Context, who: &CallerOrigin, code: &str) -> Result<Tx> {
    throttle_code(ctx, who.user, code, who.entry(ctx, LOCKED, "user").on(who.user)).await?;
    let tx = ctx.store.begin().await?;
    let secret: Option<SealedSecret> = store::sign_in::second_factors::find(&tx, who.user).await?;
    let Some(secret) = secret.filter(|secret| secret.confirmed) else {
        return Err(Invalid::field("", "Your second factor is off.").into());
    };
    if let Some(refusal) = check(ctx, &tx, who.user, &secret, code).await?.refusal() {
        return Err(refusal.into());
    }
    forget_codes(ctx, &tx, who.user).await?;
    Ok(tx)
}

async fn require_password(ctx: &Context, who: &CallerOrigin, password: &str) -> Result<SignIn> {
    right_password(ctx, who, password).await?.ok_or_else(wrong_password)
}

fn wrong_password() -> Error {
    Invalid::field("Password", "This is not your password.").into()
}

fn refuse<T>(checked: Checked) -> Result<T> {
    Err(checked.refusal().unwrap_or_default().into())
}

async fn replace_codes(ctx: &Context, tx: &Tx, user: UserId) -> Result<Vec<String>> {
    let mut codes = Vec::new();
    for _ in 0..RECOVERY_CODES {
        let mut random = [0; RECOVERY_BYTES];
        ctx.randomness.fill(&mut random);
        codes.push(recovery_code(random));
    }
    let hashes = codes.iter().map(|code| recovery_hash(ctx, user, code)).collect();
    store::sign_in::second_factors::replace_recovery_codes(tx, user, hashes, ctx.now()).await?;
    Ok(codes.iter().map(|code| shown(code)).collect())
}
