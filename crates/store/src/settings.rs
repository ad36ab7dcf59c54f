//! Settings that are changed at run time, one row each; a value carries its own version (rules.md#stale-save).

use chrono::{DateTime, NaiveDate, Utc};
use domain::access::Role;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{OnConflict, SelectStatement};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait, TryInsertResult};
use serde_json::{Value, json};

use crate::database::connection::sealed::Connected as _;
use crate::entities::{setting, user_account};
use crate::{Db, Error, Result, Stamp, Tx};

/// Which roles need a second factor.
const SECOND_FACTOR_ROLES: &str = "security.second_factor_roles";
/// Whether months are billed by themselves.
const AUTOMATIC_RUN: &str = "billing.automatic_run";

/// What is asked of those who sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Security {
    /// The roles whose users need a second factor.
    pub second_factor_roles: Vec<Role>,
    /// Raised by every save; 0 until the first one.
    pub version: i32,
}

/// What is asked of those who sign in.
///
/// # Errors
/// When the database fails.
pub async fn security(db: &impl Db) -> Result<Security> {
    let row = setting::Entity::find_by_id(SECOND_FACTOR_ROLES).one(db.connection()).await?;
    let value = row.map(|row| row.value).unwrap_or_default();
    Ok(Security { second_factor_roles: roles_of(&value), version: version_of(&value) })
}

/// The stored roles as a query for one value, to be read together with a session.
pub(crate) fn second_factor_roles() -> SelectStatement {
    setting::Entity::find()
        .select_only()
        .column(setting::Column::Value)
        .filter(setting::Column::Key.eq(SECOND_FACTOR_ROLES))
        .into_query()
}

/// The roles in what [`second_factor_roles`] gives.
pub(crate) fn roles_of(value: &Value) -> Vec<Role> {
    let numbers = value["RoleIds"].as_array().into_iter().flatten();
    numbers.filter_map(|number| Role::from_number(i16::try_from(number.as_i64()?).ok()?)).collect()
}

fn version_of(value: &Value) -> i32 {
    value["Version"].as_i64().and_then(|version| version.try_into().ok()).unwrap_or(0)
}

/// Saves which roles need a second factor.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn save_security(tx: &Tx, version: Option<i32>, roles: &[Role], stamp: Stamp) -> Result<Security> {
    let numbers: Vec<_> = roles.iter().map(|role| role.number()).collect();
    let saved = save(tx, SECOND_FACTOR_ROLES, version, stamp, |_| json!({ "RoleIds": numbers })).await?;
    Ok(Security { second_factor_roles: roles.to_vec(), version: version_of(&saved) })
}

/// How months are billed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Billing {
    /// Whether they are billed by themselves (rules.md#automatic-billing).
    pub automatic_run: bool,
    /// The last day whose ended periods are billed, since it was switched on.
    pub through: Option<NaiveDate>,
    /// Raised by every save; 0 until the first one.
    pub version: i32,
}

fn billing_of(value: &Value) -> Billing {
    let through = value["Through"].as_str().and_then(|day| day.parse().ok());
    let automatic_run = value["AutomaticRun"].as_bool().unwrap_or(false);
    Billing { automatic_run, through, version: version_of(value) }
}

/// How months are billed.
///
/// # Errors
/// When the database fails.
pub async fn billing(db: &impl Db) -> Result<Billing> {
    let row = setting::Entity::find_by_id(AUTOMATIC_RUN).one(db.connection()).await?;
    Ok(row.map(|row| billing_of(&row.value)).unwrap_or_default())
}

/// As [`billing`]; nobody changes it before the transaction ends.
///
/// # Errors
/// When the database fails.
pub async fn lock_billing(tx: &Tx) -> Result<Billing> {
    let row = setting::Entity::find_by_id(AUTOMATIC_RUN).lock_exclusive().one(tx.connection()).await?;
    Ok(row.map(|row| billing_of(&row.value)).unwrap_or_default())
}

/// Saves whether months are billed by themselves. Where that is switched on, it begins with periods that end after `through`.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn save_billing(
    tx: &Tx,
    version: Option<i32>,
    automatic_run: bool,
    through: NaiveDate,
    stamp: Stamp,
) -> Result<Billing> {
    let value = |stored: &Value| {
        let before = billing_of(stored);
        let through = before.through.filter(|_| before.automatic_run).unwrap_or(through);
        json!({ "AutomaticRun": automatic_run, "Through": through.to_string() })
    };
    Ok(billing_of(&save(tx, AUTOMATIC_RUN, version, stamp, value).await?))
}

/// Notes through which day the periods that have ended are billed. That is no change that anybody makes: the version stays.
///
/// # Errors
/// When the database refuses.
pub async fn note_billed(tx: &Tx, through: NaiveDate, at: DateTime<Utc>) -> Result<()> {
    let Some(row) = setting::Entity::find_by_id(AUTOMATIC_RUN).one(tx.connection()).await? else { return Ok(()) };
    let mut value = row.value;
    value["Through"] = json!(through.to_string());
    let row = setting::ActiveModel {
        key: Set(AUTOMATIC_RUN.to_owned()),
        value: Set(value),
        updated_at: Set(at),
        ..Default::default()
    };
    setting::Entity::update(row).exec(tx.connection()).await?;
    Ok(())
}

/// Saves a setting: what `value` makes of the stored one, with the next version.
async fn save(
    tx: &Tx,
    key: &str,
    version: Option<i32>,
    stamp: Stamp,
    value: impl FnOnce(&Value) -> Value,
) -> Result<Value> {
    let stored = setting::Entity::find_by_id(key).lock_exclusive().one(tx.connection()).await?;
    let before = stored.as_ref().map_or(0, |row| version_of(&row.value));
    if version.is_some_and(|version| version != before) {
        return Err(changed_by(tx, stored, stamp.at).await?);
    }
    let mut saved = value(stored.as_ref().map_or(&Value::Null, |row| &row.value));
    saved["Version"] = json!(before + 1);
    let row = setting::ActiveModel {
        key: Set(key.to_owned()),
        value: Set(saved.clone()),
        updated_by: Set(stamp.user()),
        updated_at: Set(stamp.at),
    };
    if stored.is_some() {
        setting::Entity::update(row).exec(tx.connection()).await?;
    } else {
        let first = OnConflict::new().do_nothing().to_owned();
        let made = setting::Entity::insert(row)
            .on_conflict(first)
            .try_insert()
            .exec_without_returning(tx.connection())
            .await?;
        // Somebody else was first, in the same moment.
        if !matches!(made, TryInsertResult::Inserted(1)) {
            return Err(changed_by(tx, None, stamp.at).await?);
        }
    }
    Ok(saved)
}

async fn changed_by(tx: &Tx, stored: Option<setting::Model>, now: DateTime<Utc>) -> Result<Error> {
    let changed_at = stored.as_ref().map_or(now, |row| row.updated_at);
    let user = match stored.and_then(|row| row.updated_by) {
        Some(user) => user_account::Entity::find_by_id(user).one(tx.connection()).await?,
        None => None,
    };
    let changed_by = user.map(|user| format!("{} {}", user.first_name, user.last_name));
    Ok(Error::Stale { changed_by, changed_at })
}
