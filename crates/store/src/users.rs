//! People who sign in: their accounts and passwords; lists of them in [`listing`], saving one in [`editing`].

pub mod editing;
pub mod listing;

use chrono::{DateTime, Utc};
use domain::access::{Caller, Role, Scope};
use domain::text::fold;
use domain::{BrokerId, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationDef};

use crate::database::connection::sealed::Connected as _;
use crate::entities::{broker, user_account};
use crate::sign_in::second_factors::SealedSecret;
use crate::{Db, Error, Result, Stamp, Tx, scope};

/// What signing in needs to know.
#[derive(Debug, Clone)]
pub struct SignIn {
    /// The user.
    pub id: UserId,
    /// Its address as entered.
    pub email: String,
    /// The PHC string of its password, once one was set.
    pub password_hash: Option<String>,
    /// Whether an administrator has closed the account.
    pub disabled: bool,
    /// The secret of its second factor, when that is on.
    pub second_factor: Option<SealedSecret>,
}

/// A user's own account, as the session shows it.
#[derive(Debug, Clone)]
pub struct Account {
    /// The user.
    pub id: UserId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Address.
    pub email: String,
    /// Role.
    pub role: Role,
    /// Broker and its name, if any.
    pub broker: Option<(BrokerId, String)>,
    /// Whether the user signs in with a second factor.
    pub has_second_factor: bool,
}

/// A user to be made; without a password until one is set.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// Address, unique whatever its case.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Ten digits.
    pub phone: Option<String>,
    /// Role.
    pub role: Role,
    /// The broker; needed by broker roles.
    pub broker: Option<BrokerId>,
}

/// The user with this folded address.
///
/// # Errors
/// When the database fails.
pub async fn find_by_email(db: &impl Db, email_key: &str) -> Result<Option<SignIn>> {
    let found = user_account::Entity::find().filter(user_account::Column::EmailKey.eq(email_key));
    Ok(found.one(db.connection()).await?.map(sign_in_of))
}

/// What signing in as a user needs to know, as it is now and stays until the transaction ends.
///
/// # Errors
/// When the database fails.
pub async fn lock_sign_in(tx: &Tx, user: UserId) -> Result<Option<SignIn>> {
    let found = user_account::Entity::find_by_id(user.get()).lock(LockType::NoKeyUpdate);
    Ok(found.one(tx.connection()).await?.map(sign_in_of))
}

fn sign_in_of(row: user_account::Model) -> SignIn {
    SignIn {
        id: UserId(row.id),
        email: row.email,
        password_hash: row.password_hash,
        disabled: row.disabled_at.is_some(),
        second_factor: row
            .totp_secret
            .filter(|_| row.totp_confirmed_at.is_some())
            .map(|sealed| SealedSecret { sealed, confirmed: true }),
    }
}

/// A user's own account; `None` when there is none or it is closed.
///
/// # Errors
/// When the database fails.
pub async fn account(db: &impl Db, user: UserId) -> Result<Option<Account>> {
    let found = user_account::Entity::find_by_id(user.get())
        .filter(user_account::Column::DisabledAt.is_null())
        .join(JoinType::LeftJoin, belongs_to_broker())
        .select_also(broker::Entity)
        .one(db.connection())
        .await?;
    Ok(found.map(|(row, broker)| Account {
        id: UserId(row.id),
        role: role_of(row.role),
        first_name: row.first_name,
        last_name: row.last_name,
        email: row.email,
        broker: broker.map(|broker| (BrokerId(broker.id), broker.name)),
        has_second_factor: row.totp_confirmed_at.is_some(),
    }))
}

/// A user by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserName {
    /// The user.
    pub id: UserId,
    /// First and last name.
    pub full_name: String,
    /// Address.
    pub email: String,
}

/// The users of a broker that are in scope, by name.
///
/// # Errors
/// When the database does not answer.
pub async fn of_broker(db: &impl Db, scope: Scope, broker: BrokerId) -> Result<Vec<UserName>> {
    use user_account::Column::{BrokerId as Broker, Id, SearchText};
    let rows = user_account::Entity::find()
        .filter(Broker.eq(broker.get()))
        .filter(scope::users(scope))
        .order_by_asc(SearchText)
        .order_by_asc(Id)
        .all(db.connection())
        .await?;
    let name = |row: user_account::Model| UserName {
        id: UserId(row.id),
        full_name: format!("{} {}", row.first_name, row.last_name),
        email: row.email,
    };
    Ok(rows.into_iter().map(name).collect())
}

/// A user as the search finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedUser {
    /// The user.
    pub id: UserId,
    /// First and last name.
    pub full_name: String,
    /// Address.
    pub email: String,
    /// Role.
    pub role: Role,
}

/// All users in scope by name.
///
/// # Errors
/// When the database does not answer.
pub async fn names(db: &impl Db, scope: Scope) -> Result<Vec<NamedUser>> {
    use user_account::Column::{Email, FirstName, Id, LastName, Role as Number, SearchText};
    let rows: Vec<(i64, String, String, String, i16)> = user_account::Entity::find()
        .select_only()
        .columns([Id, FirstName, LastName, Email, Number])
        .filter(scope::users(scope))
        .order_by_asc(SearchText)
        .order_by_asc(Id)
        .into_tuple()
        .all(db.connection())
        .await?;
    let named = |(id, first, last, email, role): (i64, String, String, String, i16)| NamedUser {
        id: UserId(id),
        full_name: format!("{first} {last}"),
        email,
        role: role_of(role),
    };
    Ok(rows.into_iter().map(named).collect())
}

/// Whether there is any user at all.
///
/// # Errors
/// When the database fails.
pub async fn any(db: &impl Db) -> Result<bool> {
    Ok(user_account::Entity::find().limit(1).one(db.connection()).await?.is_some())
}

/// The rule that refuses a second user of the same address.
pub const EMAIL_TAKEN: &str = "uq_user_account_email_key";

/// Adds a user.
///
/// # Errors
/// [`Error::Refused`] by [`EMAIL_TAKEN`], or when the broker does not exist.
pub async fn insert(tx: &Tx, user: NewUser, stamp: Stamp) -> Result<UserId> {
    let search = search_text(&user.first_name, &user.last_name, &user.email);
    let row = user_account::ActiveModel {
        email_key: Set(fold(&user.email)),
        email: Set(user.email),
        first_name: Set(user.first_name),
        last_name: Set(user.last_name),
        phone: Set(user.phone),
        role: Set(user.role.number()),
        broker_id: Set(user.broker.map(BrokerId::get)),
        search_text: Set(search),
        version: Set(1),
        created_at: Set(stamp.at),
        updated_at: Set(stamp.at),
        updated_by: Set(stamp.user()),
        ..Default::default()
    };
    let made = user_account::Entity::insert(row).exec(tx.connection()).await?;
    Ok(UserId(made.last_insert_id))
}

/// Gives a user access to groups, for roles whose reach is a list.
///
/// # Errors
/// When a group does not exist.
pub async fn assign_groups(tx: &Tx, user: UserId, groups: &[domain::GroupId]) -> Result<()> {
    use crate::entities::user_group;
    let rows =
        groups.iter().map(|group| user_group::ActiveModel { user_id: Set(user.get()), group_id: Set(group.get()) });
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        user_group::Entity::insert_many(rows).exec_without_returning(tx.connection()).await?;
    }
    Ok(())
}

/// Sets a user's password.
///
/// # Errors
/// [`Error::NotFound`] when there is no such user.
pub async fn set_password(tx: &Tx, user: UserId, hash: &str, at: DateTime<Utc>) -> Result<()> {
    let change = user_account::ActiveModel {
        password_hash: Set(Some(hash.to_owned())),
        password_changed_at: Set(Some(at)),
        ..Default::default()
    };
    let done = user_account::Entity::update_many()
        .set(change)
        .filter(user_account::Column::Id.eq(user.get()))
        .exec(tx.connection())
        .await?;
    if done.rows_affected == 1 { Ok(()) } else { Err(Error::NotFound) }
}

/// Notes that a user has signed in.
///
/// # Errors
/// When the database fails.
pub async fn note_sign_in(tx: &Tx, user: UserId, at: DateTime<Utc>) -> Result<()> {
    user_account::Entity::update_many()
        .col_expr(user_account::Column::LastSignInAt, Expr::value(at))
        .filter(user_account::Column::Id.eq(user.get()))
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// What the list is searched in and sorted by: the folded name, and the address.
fn search_text(first_name: &str, last_name: &str, email: &str) -> String {
    fold(&format!("{first_name} {last_name} {email}"))
}

/// The caller that a row of `user_account` makes.
pub(crate) fn caller_of(row: &user_account::Model, impersonator: Option<i64>) -> Caller {
    Caller {
        user: UserId(row.id),
        role: role_of(row.role),
        broker: row.broker_id.map(BrokerId),
        impersonator: impersonator.map(UserId),
    }
}

fn belongs_to_broker() -> RelationDef {
    user_account::Entity::belongs_to(broker::Entity).from(user_account::Column::BrokerId).to(broker::Column::Id).into()
}

/// The schema admits the four roles only; anything else would be the least of them.
pub(crate) fn role_of(number: i16) -> Role {
    Role::from_number(number).unwrap_or(Role::GroupUser)
}
