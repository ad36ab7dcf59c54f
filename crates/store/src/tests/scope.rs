//! Each reach gives its own groups, brokers and users, and nothing else.

use domain::access::{Caller, Role, Scope};
use domain::{BrokerId, UserId};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::world::{insert, populate};
use crate::database::connection::sealed::Connected;
use crate::entities::{broker, employer_group, plan, user_account};
use crate::testing::TestStore;
use crate::{on_both_engines, scope};

on_both_engines!(each_reach_gives_its_own_records);

fn scope_of(role: Role, user: i64, broker: Option<i64>) -> Scope {
    Caller { user: UserId(user), role, broker: broker.map(BrokerId), impersonator: None }.scope()
}

/// Group 1 is broker 1's with master broker 2, group 2 broker 2's, group 3 broker 1's; user 2 was given 2 and 3.
async fn three_groups(store: &TestStore) {
    populate(store).await;
    let tx = store.begin().await.expect("a transaction");
    let third = &[
        ("group_code", "'10003'"),
        ("group_code_key", "'10003'"),
        ("global_link_id", "'00000000-0000-0000-0000-0000000000a3'"),
    ];
    insert(&tx, "employer_group", third).await.expect("a third group");
    super::world::execute(&tx, "update employer_group set master_broker_id = 2 where id = 1").await.expect("a master");
    let second = &[("email_key", "'bea'"), ("role", "3"), ("broker_id", "1")];
    insert(&tx, "user_account", second).await.expect("a second user");
    for group in ["2", "3"] {
        let given = format!("insert into user_group (user_id, group_id) values (2, {group})");
        super::world::execute(&tx, &given).await.expect("the group is given");
    }
    insert(&tx, "plan", &[("group_id", "3")]).await.expect("a third plan");
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
}

async fn each_reach_gives_its_own_records(store: TestStore) {
    three_groups(&store).await;
    let reader = store.read();
    for (scope, groups, brokers, users) in [
        (Scope::system(), vec![1, 2, 3], vec![1, 2], vec![1, 2]),
        (scope_of(Role::BrokerAdministrator, 9, Some(1)), vec![1, 3], vec![1], vec![2]),
        (scope_of(Role::BrokerAdministrator, 9, Some(2)), vec![1, 2], vec![2], vec![]),
        (scope_of(Role::BrokerAdministrator, 9, Some(3)), vec![], vec![], vec![]),
        (scope_of(Role::AccountManager, 2, Some(1)), vec![3], vec![], vec![2]),
        (scope_of(Role::AccountManager, 2, Some(2)), vec![2], vec![], vec![2]),
        (scope_of(Role::GroupUser, 2, None), vec![2, 3], vec![], vec![2]),
        (scope_of(Role::GroupUser, 1, None), vec![], vec![], vec![1]),
    ] {
        macro_rules! seen {
            ($table:ident, $condition:expr) => {
                $table::Entity::find()
                    .select_only()
                    .column($table::Column::Id)
                    .filter($condition)
                    .order_by_asc($table::Column::Id)
                    .into_tuple::<i64>()
                    .all(reader.connection())
                    .await
                    .expect("an answer")
            };
        }
        assert_eq!(seen!(employer_group, scope::groups(scope)), groups, "groups of {scope:?}");
        assert_eq!(seen!(broker, scope::brokers(scope)), brokers, "brokers of {scope:?}");
        assert_eq!(seen!(user_account, scope::users(scope)), users, "users of {scope:?}");
        // Plan 1, 2 and 3 are of group 1, 2 and 3.
        let in_scope = scope::group_column(scope, plan::Column::GroupId);
        assert_eq!(seen!(plan, in_scope.add(plan::Column::Active.eq(true))), groups, "plans of {scope:?}");
    }
}
