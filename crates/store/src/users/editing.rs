//! One user, and saving it.

use domain::access::{Role, Scope};
use domain::users::form::UserDetails;
use domain::{BrokerId, GroupId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{ExprTrait, LockType};
use sea_orm::{ColumnTrait, Condition, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect};

use super::listing::{self, Listed, UserRow};
use super::search_text;
use crate::database::connection::sealed::Connected as _;
use crate::database::versioned;
use crate::entities::user_account::{ActiveModel, Column, Entity};
use crate::entities::{employer_group, user_group};
use crate::{Db, Error, Result, Stamp, Tx, scope};

/// A user as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// What the list shows.
    pub row: UserRow,
    /// The groups given to the user that are in scope, in order.
    pub groups: Vec<GroupId>,
    /// Whether the user has set a password.
    pub has_password: bool,
    /// Whether the user signs in with a second factor.
    pub has_second_factor: bool,
    /// Raised by every save (rules.md#stale-save).
    pub version: i32,
}

impl User {
    /// The values that are saved.
    pub fn details(&self) -> UserDetails {
        let row = &self.row;
        UserDetails {
            first_name: row.first_name.clone(),
            last_name: row.last_name.clone(),
            email: row.email.clone(),
            phone: row.phone.clone(),
            role: row.role,
            broker: row.broker_id(),
            groups: self.groups.clone(),
            disabled: row.disabled,
        }
    }
}

/// One user with the groups that the scope reaches.
///
/// # Errors
/// [`Error::NotFound`] when there is none of this id in scope.
pub async fn find(db: &impl Db, scope: Scope, id: UserId) -> Result<User> {
    let found = listing::listed()
        .columns([Column::PasswordHash, Column::TotpConfirmedAt, Column::Version])
        .filter(Column::Id.eq(id.get()))
        .filter(scope::users(scope))
        .into_model::<Found>()
        .one(db.connection())
        .await?;
    let Found { row, password_hash, totp_confirmed_at, version } = found.ok_or(Error::NotFound)?;
    Ok(User {
        row: row.into(),
        groups: listing::groups_of(db, scope, &[id]).await?.remove(&id).unwrap_or_default(),
        has_password: password_hash.is_some(),
        has_second_factor: totp_confirmed_at.is_some(),
        version,
    })
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    row: Listed,
    password_hash: Option<String>,
    totp_confirmed_at: Option<sea_orm::prelude::DateTimeUtc>,
    version: i32,
}

/// One user that is about to be changed: nobody else changes it until the transaction ends.
///
/// # Errors
/// As [`find`].
pub async fn for_changing(tx: &Tx, scope: Scope, id: UserId) -> Result<User> {
    lock(tx, scope, id).await?;
    find(tx, scope, id).await
}

/// Refuses a change that was decided on another version of a user that [`for_changing`] gave: whoever may not change it at all is told
/// that first, and nothing of who did.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one.
pub async fn require_version(tx: &Tx, user: &User, version: Option<i32>) -> Result<()> {
    versioned::require::<Entity>(tx, user.row.id.get(), user.version, version).await
}

/// Waits until nobody else changes a user, and keeps others waiting until the transaction ends. Not those who only refer to it, as every
/// row does that says who changed it: two users who save each other would wait for one another.
async fn lock(tx: &Tx, scope: Scope, id: UserId) -> Result<()> {
    let found: Option<i64> = Entity::find_by_id(id.get())
        .filter(scope::users(scope))
        .select_only()
        .column(Column::Id)
        .lock(LockType::NoKeyUpdate)
        .into_tuple()
        .one(tx.connection())
        .await?;
    found.map(|_| ()).ok_or(Error::NotFound)
}

/// Saves a user that the caller has found in its scope, but for its groups.
///
/// # Errors
/// [`Error::Stale`] when `version` is given and not the stored one; [`Error::Refused`] by [`super::EMAIL_TAKEN`], or when the broker
/// does not exist.
pub async fn update(
    tx: &Tx,
    id: UserId,
    version: Option<i32>,
    (before, after): (&UserDetails, &UserDetails),
    stamp: Stamp,
) -> Result<()> {
    let mut columns = ActiveModel {
        email: Set(after.email.clone()),
        email_key: Set(after.email_key()),
        first_name: Set(after.first_name.clone()),
        last_name: Set(after.last_name.clone()),
        phone: Set(after.phone.clone()),
        role: Set(after.role.number()),
        broker_id: Set(after.broker.map(BrokerId::get)),
        search_text: Set(search_text(&after.first_name, &after.last_name, &after.email)),
        ..Default::default()
    };
    if after.disabled != before.disabled {
        columns.disabled_at = Set(after.disabled.then_some(stamp.at));
    }
    versioned::update::<Entity>(tx, id.get(), version, columns, stamp).await?;
    Ok(())
}

/// Those of the groups that are in scope, and with a broker named, of that broker.
///
/// # Errors
/// When the database does not answer.
pub async fn assignable(
    db: &impl Db,
    scope: Scope,
    broker: Option<BrokerId>,
    groups: &[GroupId],
) -> Result<Vec<GroupId>> {
    use employer_group::Column::{BrokerId as Broker, Id, MasterBrokerId};
    let its = broker.map(|broker| Broker.eq(broker.get()).or(MasterBrokerId.eq(broker.get())));
    let ids: Vec<i64> = employer_group::Entity::find()
        .select_only()
        .column(Id)
        .filter(Id.is_in(groups.iter().map(|group| group.get())))
        .filter(scope::groups(scope))
        .filter(Condition::all().add_option(its))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(ids.into_iter().map(GroupId).collect())
}

/// Gives a user these groups and no others of those in scope; what the scope does not reach stays given.
///
/// # Errors
/// When a group does not exist.
pub async fn replace_groups(tx: &Tx, scope: Scope, user: UserId, groups: &[GroupId]) -> Result<()> {
    user_group::Entity::delete_many()
        .filter(user_group::Column::UserId.eq(user.get()))
        .filter(scope::group_column(scope, user_group::Column::GroupId))
        .exec(tx.connection())
        .await?;
    super::assign_groups(tx, user, groups).await
}

/// The administrators who can sign in: not closed out, and with a password. Nobody else changes them until the transaction
/// ends, as with [`lock`].
///
/// # Errors
/// When the database fails.
pub async fn lock_administrators(tx: &Tx) -> Result<Vec<UserId>> {
    let ids: Vec<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Role.eq(Role::Administrator.number()))
        .filter(Column::DisabledAt.is_null())
        .filter(Column::PasswordHash.is_not_null())
        .order_by_asc(Column::Id)
        .lock(LockType::NoKeyUpdate)
        .into_tuple()
        .all(tx.connection())
        .await?;
    Ok(ids.into_iter().map(UserId).collect())
}
