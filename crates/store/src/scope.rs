//! The only place where a `domain::access::Scope` becomes SQL (rules.md#roles).

use domain::access::{Reach, Scope};
use domain::{BrokerId, UserId};
use sea_orm::sea_query::{Expr, ExprTrait, SelectStatement};
use sea_orm::{ColumnTrait, Condition, EntityTrait, JoinType, QueryFilter, QuerySelect, QueryTrait, RelationTrait};

use crate::entities::{broker, employer_group, user_account, user_group};

/// The groups in scope, as a condition on `employer_group`.
pub(crate) fn groups(scope: Scope) -> Condition {
    match scope.reach() {
        Reach::OfBroker(broker) => Condition::all().add(of_broker(broker)),
        _ => group_column(scope, employer_group::Column::Id),
    }
}

/// The records whose group is in scope, as a condition on the column that holds the group.
pub(crate) fn group_column(scope: Scope, column: impl ColumnTrait) -> Condition {
    match scope.reach() {
        Reach::Everything => Condition::all(),
        Reach::OfBroker(broker) => Condition::all().add(column.in_subquery(groups_of_broker(broker))),
        Reach::AssignedWithin(user, broker) => Condition::all().add(column.in_subquery(assigned_within(user, broker))),
        Reach::Assigned(user) => Condition::all().add(column.in_subquery(assigned(user))),
    }
}

/// The brokers in scope, as a condition on `broker`: all, one's own, or none (rules.md#who-changes-users).
pub(crate) fn brokers(scope: Scope) -> Condition {
    match scope.reach() {
        Reach::Everything => Condition::all(),
        Reach::OfBroker(broker) => Condition::all().add(broker::Column::Id.eq(broker.get())),
        Reach::AssignedWithin(..) | Reach::Assigned(_) => Condition::all().add(Expr::val(1).eq(0)),
    }
}

/// The users in scope, as a condition on `user_account`: all, those of one's broker, or oneself
/// (rules.md#who-changes-users).
pub(crate) fn users(scope: Scope) -> Condition {
    Condition::all().add_option(match scope.reach() {
        Reach::Everything => None,
        Reach::OfBroker(broker) => Some(user_account::Column::BrokerId.eq(broker.get())),
        Reach::AssignedWithin(user, _) | Reach::Assigned(user) => Some(user_account::Column::Id.eq(user.get())),
    })
}

/// The census files in scope, as a condition on `census_file`: those of groups in scope, and files of several groups that
/// were uploaded by somebody whom the scope reaches.
pub(crate) fn census_files(scope: Scope) -> Condition {
    use crate::entities::census_file::Column::{GroupId, UploadedBy};
    let uploaded = match scope.reach() {
        Reach::Everything => return Condition::all(),
        Reach::OfBroker(broker) => UploadedBy.in_subquery(users_of_broker(broker)),
        Reach::AssignedWithin(user, _) | Reach::Assigned(user) => UploadedBy.eq(user.get()),
    };
    Condition::any().add(group_column(scope, GroupId)).add(GroupId.is_null().and(uploaded))
}

fn users_of_broker(broker: BrokerId) -> SelectStatement {
    user_account::Entity::find()
        .select_only()
        .column(user_account::Column::Id)
        .filter(user_account::Column::BrokerId.eq(broker.get()))
        .into_query()
}

fn of_broker(broker: BrokerId) -> Condition {
    Condition::any()
        .add(employer_group::Column::BrokerId.eq(broker.get()))
        .add(employer_group::Column::MasterBrokerId.eq(broker.get()))
}

fn groups_of_broker(broker: BrokerId) -> SelectStatement {
    employer_group::Entity::find()
        .select_only()
        .column(employer_group::Column::Id)
        .filter(of_broker(broker))
        .into_query()
}

fn assigned(user: UserId) -> SelectStatement {
    user_group::Entity::find()
        .select_only()
        .column(user_group::Column::GroupId)
        .filter(user_group::Column::UserId.eq(user.get()))
        .into_query()
}

fn assigned_within(user: UserId, broker: BrokerId) -> SelectStatement {
    user_group::Entity::find()
        .select_only()
        .column(user_group::Column::GroupId)
        .join(JoinType::InnerJoin, user_group::Relation::Group.def())
        .filter(user_group::Column::UserId.eq(user.get()))
        .filter(of_broker(broker))
        .into_query()
}
