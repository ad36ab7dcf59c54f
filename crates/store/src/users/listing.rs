//! The list of users. Callers see those whom they administer, and of the groups in their scope the users by name.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use domain::access::{Reach, Role, Scope};
use domain::text::fold;
use domain::{BrokerId, GroupId, Page, PageRequest, UserId};
use sea_orm::sea_query::{Expr, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    RelationTrait, Select,
};

use super::role_of;
use crate::database::paging::{self, Sorts, key, optional_key};
use crate::entities::user_account::{Column, Entity, Relation};
use crate::entities::{broker, user_group};
use crate::{Db, Result, scope};

/// Which users are wanted; what is empty narrows nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserFilter {
    /// Those who were given one of these groups.
    pub groups: Vec<GroupId>,
    /// Those of one of these brokers.
    pub brokers: Vec<BrokerId>,
    /// Those of one of these roles.
    pub roles: Vec<Role>,
}

/// A user in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserRow {
    /// The user.
    pub id: UserId,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Address.
    pub email: String,
    /// Ten digits.
    pub phone: Option<String>,
    /// Role.
    pub role: Role,
    /// Broker and its name, if any.
    pub broker: Option<(BrokerId, String)>,
    /// Whether the account is closed.
    pub disabled: bool,
    /// When the user last signed in.
    pub last_sign_in_at: Option<DateTime<Utc>>,
}

impl UserRow {
    /// The broker, if any.
    pub fn broker_id(&self) -> Option<BrokerId> {
        self.broker.as_ref().map(|(id, _)| *id)
    }

    /// What those see who only share a group with the user: name, address and role.
    pub fn by_name_only(self) -> Self {
        Self { phone: None, broker: None, last_sign_in_at: None, ..self }
    }
}

const SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("Name", || vec![key(Column::SearchText)]),
        ("Email", || vec![key(Column::EmailKey)]),
        ("EmailAddress", || vec![key(Column::EmailKey)]),
        ("PhoneNumber", || vec![optional_key(Expr::col((Entity, Column::Phone)))]),
        ("Role", || vec![optional_key(role_name())]),
        ("Broker", || vec![optional_key(Expr::col((broker::Entity, broker::Column::NameKey)))]),
    ],
    default: ("Id", false),
    id: || key(Column::Id),
};

/// The orders of a list that hides phone numbers and brokers: sorting by them would tell about them.
const NAME_SORTS: Sorts = Sorts {
    by: &[
        ("Id", || vec![]),
        ("Name", || vec![key(Column::SearchText)]),
        ("Email", || vec![key(Column::EmailKey)]),
        ("EmailAddress", || vec![key(Column::EmailKey)]),
        ("Role", || vec![optional_key(role_name())]),
    ],
    default: ("Id", false),
    id: || key(Column::Id),
};

/// A page of the users in scope, or with groups named, of the users of those that are in scope. The term looks at name, address,
/// phone, role and broker.
///
/// # Errors
/// When the database does not answer.
pub async fn search(db: &impl Db, scope: Scope, filter: &UserFilter, request: &PageRequest) -> Result<Page<UserRow>> {
    let hides = !filter.groups.is_empty() && scope.reach() != Reach::Everything;
    let query = listed().filter(seen(scope, filter)).filter(of_brokers(scope, filter)).filter(of_roles(filter));
    let by_name = [Expr::col((Entity, Column::SearchText)), role_name()];
    let page = if hides {
        let query = query.filter(paging::matching(by_name, &request.term));
        paging::page::<Listed>(db, query, request, &NAME_SORTS).await?
    } else {
        let [name, role] = by_name;
        let broker = Expr::col((broker::Entity, broker::Column::SearchText));
        let searched = [name, role, Expr::col((Entity, Column::Phone)), shown_phone(), broker];
        let query = query.filter(paging::matching(searched, &request.term));
        paging::page::<Listed>(db, query, request, &SORTS).await?
    };
    Ok(page.map(Into::into))
}

fn of_roles(filter: &UserFilter) -> Condition {
    let roles = filter.roles.iter().map(|role| role.number());
    Condition::all().add_option((!filter.roles.is_empty()).then(|| Column::Role.is_in(roles)))
}

/// The groups given to some users that are in scope, in order.
///
/// # Errors
/// When the database does not answer.
pub async fn groups_of(db: &impl Db, scope: Scope, users: &[UserId]) -> Result<HashMap<UserId, Vec<GroupId>>> {
    use user_group::Column::{GroupId as Group, UserId as User};
    let mut groups: HashMap<_, Vec<_>> = HashMap::new();
    if users.is_empty() {
        return Ok(groups);
    }
    let rows: Vec<(i64, i64)> = user_group::Entity::find()
        .select_only()
        .columns([User, Group])
        .filter(User.is_in(users.iter().map(|user| user.get())))
        .filter(scope::group_column(scope, Group))
        .order_by_asc(User)
        .order_by_asc(Group)
        .into_tuple()
        .all(db.connection())
        .await?;
    for (user, group) in rows {
        groups.entry(UserId(user)).or_default().push(GroupId(group));
    }
    Ok(groups)
}

/// Those of some users who reach groups that the scope does not: group users, who reach what they were given, whichever broker's it is. The
/// others reach groups of their own broker only.
///
/// # Errors
/// When the database does not answer.
pub async fn reaching_beyond(db: &impl Db, scope: Scope, users: &[UserId]) -> Result<HashSet<UserId>> {
    use user_group::Column::{GroupId as Group, UserId as User};
    if users.is_empty() || scope.reach() == Reach::Everything {
        return Ok(HashSet::new());
    }
    let group_users = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Id.is_in(users.iter().map(|user| user.get())))
        .filter(Column::Role.eq(Role::GroupUser.number()))
        .into_query();
    let ids: Vec<i64> = user_group::Entity::find()
        .select_only()
        .column(User)
        .distinct()
        .filter(User.in_subquery(group_users))
        .filter(scope::group_column(scope, Group).not())
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(ids.into_iter().map(UserId).collect())
}

fn seen(scope: Scope, filter: &UserFilter) -> Condition {
    if filter.groups.is_empty() {
        return scope::users(scope);
    }
    let given = Condition::all().add(Column::Id.in_subquery(given(scope, &filter.groups)));
    // Who has left is of interest to those only who administer the user.
    given.add(Condition::any().add(scope::users(scope)).add(Column::DisabledAt.is_null()))
}

fn given(scope: Scope, groups: &[GroupId]) -> SelectStatement {
    user_group::Entity::find()
        .select_only()
        .column(user_group::Column::UserId)
        .filter(user_group::Column::GroupId.is_in(groups.iter().map(|group| group.get())))
        .filter(scope::group_column(scope, user_group::Column::GroupId))
        .into_query()
}

/// Those of the brokers wanted, as far as the caller sees of which broker a user is: others are not found by what is hidden.
fn of_brokers(scope: Scope, filter: &UserFilter) -> Condition {
    let wanted = filter.brokers.iter().map(|broker| broker.get());
    let its = (!filter.brokers.is_empty()).then(|| Column::BrokerId.is_in(wanted));
    Condition::all().add_option(its.map(|its| Condition::all().add(its).add(scope::users(scope))))
}

/// The role's name, folded, to search and sort by what people read.
fn role_name() -> Expr {
    let cases: Vec<_> =
        Role::ALL.iter().map(|role| format!("when {} then '{}'", role.number(), fold(role.name()))).collect();
    Expr::cust(format!("(case \"user_account\".\"role\" {} end)", cases.join(" ")))
}

/// The phone number as it is shown, (614) 555-0142, so that it is found as it is read.
fn shown_phone() -> Expr {
    let part = |from, length| format!("substr(\"user_account\".\"phone\", {from}, {length})");
    Expr::cust(format!("('(' || {} || ') ' || {} || '-' || {})", part(1, 3), part(4, 3), part(7, 4)))
}

pub(super) fn listed() -> Select<Entity> {
    Entity::find()
        .select_only()
        .columns([Column::Id, Column::FirstName, Column::LastName, Column::Email, Column::Phone, Column::Role])
        .columns([Column::BrokerId, Column::DisabledAt, Column::LastSignInAt])
        .column_as(broker::Column::Name, "broker_name")
        .join(JoinType::LeftJoin, Relation::Broker.def())
}

#[derive(FromQueryResult)]
pub(super) struct Listed {
    id: i64,
    first_name: String,
    last_name: String,
    email: String,
    phone: Option<String>,
    role: i16,
    broker_id: Option<i64>,
    broker_name: Option<String>,
    disabled_at: Option<DateTime<Utc>>,
    last_sign_in_at: Option<DateTime<Utc>>,
}

impl From<Listed> for UserRow {
    fn from(row: Listed) -> Self {
        Self {
            id: UserId(row.id),
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            phone: row.phone,
            role: role_of(row.role),
            broker: row.broker_id.map(BrokerId).zip(row.broker_name),
            disabled: row.disabled_at.is_some(),
            last_sign_in_at: row.last_sign_in_at,
        }
    }
}
