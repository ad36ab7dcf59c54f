//! Second factors: the sealed secret of a user's authenticator app, the step that was used last, and the recovery codes.

use chrono::{DateTime, Utc};
use domain::UserId;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};

use crate::database::connection::sealed::Connected as _;
use crate::entities::{recovery_code, user_account};
use crate::{Db, Result, Tx};

/// The secret of a user's authenticator app.
#[derive(Debug, Clone)]
pub struct SealedSecret {
    /// Sealed for `user_account.totp_secret` of this user.
    pub sealed: Vec<u8>,
    /// Whether the user has shown that the app knows it.
    pub confirmed: bool,
}

/// The secret of a user, if there is one.
///
/// # Errors
/// When the database fails.
pub async fn find(db: &impl Db, user: UserId) -> Result<Option<SealedSecret>> {
    let row = user_account::Entity::find_by_id(user.get()).one(db.connection()).await?;
    Ok(row.and_then(|row| {
        let confirmed = row.totp_confirmed_at.is_some();
        row.totp_secret.map(|sealed| SealedSecret { sealed, confirmed })
    }))
}

/// Keeps a secret until it is confirmed; `false` when a confirmed one is there.
///
/// # Errors
/// When the database fails.
pub async fn begin(tx: &Tx, user: UserId, sealed: Vec<u8>) -> Result<bool> {
    let change =
        user_account::ActiveModel { totp_secret: Set(Some(sealed)), totp_last_step: Set(None), ..Default::default() };
    let done = user_account::Entity::update_many()
        .set(change)
        .filter(user_account::Column::Id.eq(user.get()))
        .filter(user_account::Column::TotpConfirmedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(done.rows_affected == 1)
}

/// Confirms this very secret by a code of `step`; `false` when it is another one by now, or was confirmed already.
///
/// # Errors
/// When the database fails.
pub async fn confirm(tx: &Tx, user: UserId, sealed: &[u8], step: i64, at: DateTime<Utc>) -> Result<bool> {
    let done = user_account::Entity::update_many()
        .col_expr(user_account::Column::TotpConfirmedAt, Expr::value(at))
        .col_expr(user_account::Column::TotpLastStep, Expr::value(step))
        .filter(user_account::Column::Id.eq(user.get()))
        .filter(user_account::Column::TotpConfirmedAt.is_null())
        .filter(user_account::Column::TotpSecret.eq(sealed.to_vec()))
        .exec(tx.connection())
        .await?;
    Ok(done.rows_affected == 1)
}

/// Uses a step up; `false` when it or a later one was used before. Of two that try at once, one succeeds.
///
/// # Errors
/// When the database fails.
pub async fn use_step(tx: &Tx, user: UserId, step: i64) -> Result<bool> {
    use user_account::Column::{Id, TotpConfirmedAt, TotpLastStep};
    let done = user_account::Entity::update_many()
        .col_expr(TotpLastStep, Expr::value(step))
        .filter(Id.eq(user.get()))
        .filter(TotpConfirmedAt.is_not_null())
        .filter(TotpLastStep.is_null().or(TotpLastStep.lt(step)))
        .exec(tx.connection())
        .await?;
    Ok(done.rows_affected == 1)
}

/// Takes the second factor away, its recovery codes with it.
///
/// # Errors
/// When the database fails.
pub async fn remove(tx: &Tx, user: UserId, at: DateTime<Utc>) -> Result<()> {
    let change = user_account::ActiveModel {
        totp_secret: Set(None),
        totp_confirmed_at: Set(None),
        totp_last_step: Set(None),
        ..Default::default()
    };
    user_account::Entity::update_many()
        .set(change)
        .filter(user_account::Column::Id.eq(user.get()))
        .exec(tx.connection())
        .await?;
    use_up_recovery_codes(tx, user, at).await
}

/// Gives a user these recovery codes, by their hashes, in place of all that are left.
///
/// # Errors
/// When the database fails.
pub async fn replace_recovery_codes(tx: &Tx, user: UserId, hashes: Vec<Vec<u8>>, at: DateTime<Utc>) -> Result<()> {
    use_up_recovery_codes(tx, user, at).await?;
    let rows = hashes.into_iter().map(|hash| recovery_code::ActiveModel {
        user_id: Set(user.get()),
        code_hash: Set(hash),
        ..Default::default()
    });
    recovery_code::Entity::insert_many(rows).exec_without_returning(tx.connection()).await?;
    Ok(())
}

async fn use_up_recovery_codes(tx: &Tx, user: UserId, at: DateTime<Utc>) -> Result<()> {
    recovery_code::Entity::update_many()
        .col_expr(recovery_code::Column::UsedAt, Expr::value(at))
        .filter(recovery_code::Column::UserId.eq(user.get()))
        .filter(recovery_code::Column::UsedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// Uses a recovery code up; `false` when there is none of this hash that is unused.
///
/// # Errors
/// When the database fails.
pub async fn use_recovery_code(tx: &Tx, user: UserId, hash: &[u8], at: DateTime<Utc>) -> Result<bool> {
    let done = recovery_code::Entity::update_many()
        .col_expr(recovery_code::Column::UsedAt, Expr::value(at))
        .filter(recovery_code::Column::UserId.eq(user.get()))
        .filter(recovery_code::Column::CodeHash.eq(hash.to_vec()))
        .filter(recovery_code::Column::UsedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(done.rows_affected == 1)
}

/// How many recovery codes a user has left.
///
/// # Errors
/// When the database fails.
pub async fn recovery_codes_left(db: &impl Db, user: UserId) -> Result<u64> {
    let left = recovery_code::Entity::find()
        .filter(recovery_code::Column::UserId.eq(user.get()))
        .filter(recovery_code::Column::UsedAt.is_null());
    Ok(left.count(db.connection()).await?)
}
