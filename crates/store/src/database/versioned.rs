//! Saving a record that carries a version, and telling a stale save from a missing record (rules.md#stale-save).

use chrono::{DateTime, Utc};
use domain::UserId;
use sea_orm::sea_query::{Expr, ExprTrait, LockType};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::database::connection::sealed::Connected;
use crate::entities::user_account;
use crate::{Error, Result, Tx};

/// When a change happens and by whom; goes into `created_at`, `updated_at` and `updated_by`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// When.
    pub at: DateTime<Utc>,
    /// Whose rights were used; `None` when the product itself acts.
    pub by: Option<UserId>,
}

impl Stamp {
    /// The user for a `*_by` column.
    pub(crate) fn user(self) -> Option<i64> {
        self.by.map(UserId::get)
    }
}

/// An entity with the columns of `Table::versioned`.
pub(crate) trait Versioned: EntityTrait {
    const ID: Self::Column;
    const VERSION: Self::Column;
    const UPDATED_AT: Self::Column;
    const UPDATED_BY: Self::Column;
}

macro_rules! versioned {
    ($($table:ident),* $(,)?) => {$(
        impl Versioned for crate::entities::$table::Entity {
            const ID: Self::Column = crate::entities::$table::Column::Id;
            const VERSION: Self::Column = crate::entities::$table::Column::Version;
            const UPDATED_AT: Self::Column = crate::entities::$table::Column::UpdatedAt;
            const UPDATED_BY: Self::Column = crate::entities::$table::Column::UpdatedBy;
        }
    )*};
}

versioned!(
    accounting_config,
    api_service,
    api_token,
    broker,
    census_file,
    commission_rule,
    commission_statement,
    contact,
    employer_group,
    member,
    netsuite_config,
    note,
    plan,
    plan_line,
    pricing_group,
    pricing_option,
    snapshot,
    user_account,
);

/// Waits until nobody else changes a record of this id, if there is one, and keeps others waiting until the transaction ends. Who reads
/// it afterwards may keep what it does not change.
///
/// # Errors
/// When the database does not answer.
pub(crate) async fn lock<E: Versioned>(tx: &Tx, id: i64) -> Result<()> {
    let locked = E::find().filter(E::ID.eq(id)).select_only().column(E::ID).lock(LockType::NoKeyUpdate);
    locked.into_tuple::<i64>().one(tx.connection()).await?;
    Ok(())
}

/// Refuses a change of a locked record that was decided on another version.
///
/// # Errors
/// [`Error::Stale`] when a version is `expected` and it is not the `stored` one.
pub(crate) async fn require<E: Versioned>(tx: &Tx, id: i64, stored: i32, expected: Option<i32>) -> Result<()> {
    match expected.is_none_or(|expected| expected == stored) {
        true => Ok(()),
        false => Err(why_not::<E>(tx, id).await?),
    }
}

/// Writes the columns that are set in `changes`, raises the version, and gives the record as it is now.
/// Without an `expected` version it writes whatever the version is.
///
/// # Errors
/// [`Error::Stale`] when the version is another one, [`Error::NotFound`] without such a record.
pub(crate) async fn update<E: Versioned>(
    tx: &Tx,
    id: i64,
    expected: Option<i32>,
    changes: E::ActiveModel,
    stamp: Stamp,
) -> Result<E::Model> {
    let mut update = E::update_many()
        .set(changes)
        .col_expr(E::VERSION, Expr::col(E::VERSION).add(1))
        .col_expr(E::UPDATED_AT, Expr::value(stamp.at))
        .col_expr(E::UPDATED_BY, Expr::value(stamp.user()))
        .filter(E::ID.eq(id));
    if let Some(expected) = expected {
        update = update.filter(E::VERSION.eq(expected));
    }
    match update.exec_with_returning(tx.connection()).await?.pop() {
        Some(row) => Ok(row),
        None => Err(why_not::<E>(tx, id).await?),
    }
}

/// Why a record of this id was not updated.
pub(crate) async fn why_not<E: Versioned>(tx: &Tx, id: i64) -> Result<Error> {
    let changed: Option<(DateTime<Utc>, Option<i64>)> = E::find()
        .filter(E::ID.eq(id))
        .select_only()
        .columns([E::UPDATED_AT, E::UPDATED_BY])
        .into_tuple()
        .one(tx.connection())
        .await?;
    let Some((changed_at, by)) = changed else { return Ok(Error::NotFound) };
    let changed_by = match by {
        Some(user) => user_account::Entity::find_by_id(user).one(tx.connection()).await?,
        None => None,
    };
    let changed_by = changed_by.map(|user| format!("{} {}", user.first_name, user.last_name));
    Ok(Error::Stale { changed_by, changed_at })
}
