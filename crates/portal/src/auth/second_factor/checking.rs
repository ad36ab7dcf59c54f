//! Checking a code: each counts once, whether it comes from the app or from the list of recovery codes.

use domain::users::second_factor::{Code, read_code};
use domain::{Invalid, UserId};
use store::Tx;
use store::audit::Entry;
use store::sealed::SealedColumn;
use store::sign_in::second_factors::SealedSecret;

use super::totp::matching_step;
use crate::auth::secrets::{Purpose, hash};
use crate::auth::service::throttle;
use crate::context::Context;
use crate::error::Result;
use crate::sealing::{self, Place};

/// What came of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// It is right, and used up now.
    Right,
    /// It was right and is used up: codes count once.
    UsedBefore,
    /// There was none.
    Missing,
    /// It is wrong.
    Wrong,
}

impl Checked {
    /// What the form says of it; `None` when it is right.
    pub fn refusal(self) -> Option<Invalid> {
        let message = match self {
            Self::Right => return None,
            Self::UsedBefore => "This code was used before. Wait for the next one.",
            Self::Missing => "Enter the code of your authenticator app.",
            Self::Wrong => "This code is not right.",
        };
        Some(Invalid::field("Code", message))
    }
}

/// Counts a try of a code under its user before it is checked, apart from tries of the password: a reset by mail forgets those and not these. A
/// blank code is no try.
///
/// # Errors
/// [`crate::error::Error::TooManyTries`].
pub async fn throttle_code(ctx: &Context, user: UserId, typed: &str, locked: Entry) -> Result<()> {
    if typed.trim().is_empty() {
        return Ok(());
    }
    throttle(ctx, &tries_key(ctx, user), Some(locked)).await
}

/// Forgets the tries of a user's codes, after a right one.
///
/// # Errors
/// When the database fails.
pub async fn forget_codes(ctx: &Context, tx: &Tx, user: UserId) -> Result<()> {
    Ok(store::sign_in::attempts::clear(tx, &tries_key(ctx, user)).await?)
}

fn tries_key(ctx: &Context, user: UserId) -> Vec<u8> {
    hash(ctx, Purpose::CodeTries, &user.to_string())
}

/// Where the secret of a user is stored.
pub(super) fn place(user: UserId) -> Place {
    Place { column: SealedColumn::SecondFactor, row: user.get() }
}

/// The hash under which a recovery code of a user is stored.
pub(super) fn recovery_hash(ctx: &Context, user: UserId, code: &str) -> Vec<u8> {
    hash(ctx, Purpose::RecoveryCode, &format!("{user} {code}"))
}

/// Checks a typed code of a user with this secret and uses it up; what is used up counts once the transaction is committed.
///
/// # Errors
/// When the secret cannot be opened.
pub async fn check(ctx: &Context, tx: &Tx, user: UserId, secret: &SealedSecret, typed: &str) -> Result<Checked> {
    if typed.trim().is_empty() {
        return Ok(Checked::Missing);
    }
    match read_code(typed) {
        None => Ok(Checked::Wrong),
        Some(Code::Recovery(code)) => {
            let hash = recovery_hash(ctx, user, &code);
            let right = store::sign_in::second_factors::use_recovery_code(tx, user, &hash, ctx.now()).await?;
            Ok(if right { Checked::Right } else { Checked::Wrong })
        }
        Some(Code::OfApp(code)) => {
            let opened = sealing::open(ctx, place(user), &secret.sealed)?;
            let Some(step) = matching_step(&opened, &code, ctx.now())? else { return Ok(Checked::Wrong) };
            let first = store::sign_in::second_factors::use_step(tx, user, step).await?;
            Ok(if first { Checked::Right } else { Checked::UsedBefore })
        }
    }
}
