//! Which groups and users belong to a broker, and what has to change so that exactly those do that were chosen.
//!
//! A group always has a broker, and so has a user of the broker roles: they can be taken over from another broker, not left without.

use std::collections::BTreeSet;

use crate::access::Role;
use crate::{BrokerId, GroupId, Invalid, UserId};

/// A group as far as its brokers go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupOf {
    /// The group.
    pub id: GroupId,
    /// Its name.
    pub name: String,
    /// Its broker.
    pub broker: BrokerId,
    /// Its master broker.
    pub master_broker: Option<BrokerId>,
}

/// A user as far as its broker goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserOf {
    /// The user.
    pub id: UserId,
    /// First and last name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// Its broker.
    pub broker: Option<BrokerId>,
    /// Whether one of its groups belongs to another broker than the one that is saved, and is not below it.
    pub has_groups_elsewhere: bool,
}

/// The groups that come to `broker` when exactly the `wanted` ones are to be its own. `known` holds all of them that exist, and all
/// that are the broker's now.
///
/// # Errors
/// Under `EmployerGroupIds`: a group that does not exist, that would be left without a broker, or whose master broker this is.
pub fn groups_to_take(broker: BrokerId, wanted: &[GroupId], known: &[GroupOf]) -> Result<Vec<GroupId>, Invalid> {
    let key = "EmployerGroupIds";
    let mut invalid = Invalid::none();
    let wanted: BTreeSet<_> = wanted.iter().copied().collect();
    let missing = wanted.len() - known.iter().filter(|group| wanted.contains(&group.id)).count();
    invalid.check(missing == 0, key, "There is no such group.");
    for left in known.iter().filter(|group| group.broker == broker && !wanted.contains(&group.id)) {
        invalid.add(key, format!("{} needs a broker: give it to another one instead of taking it away.", left.name));
    }
    let taken: Vec<_> = known.iter().filter(|group| group.broker != broker && wanted.contains(&group.id)).collect();
    for group in taken.iter().filter(|group| group.master_broker == Some(broker)) {
        invalid.add(key, format!("This is the master broker of {}, so it cannot be its broker too.", group.name));
    }
    invalid.or(taken.iter().map(|group| group.id).collect())
}

/// The users that come to `broker`, and those that leave it, when exactly the `wanted` ones are to be its own. `known` as above.
///
/// # Errors
/// Under `UserIds`: a user that does not exist, an administrator, a user with groups of another broker, a user who would be left without
/// the broker that its role needs.
pub fn users_to_move(
    broker: BrokerId,
    wanted: &[UserId],
    known: &[UserOf],
) -> Result<Vec<(UserId, Option<BrokerId>)>, Invalid> {
    let key = "UserIds";
    let mut invalid = Invalid::none();
    let wanted: BTreeSet<_> = wanted.iter().copied().collect();
    let missing = wanted.len() - known.iter().filter(|user| wanted.contains(&user.id)).count();
    invalid.check(missing == 0, key, "There is no such user.");
    let mut moved = Vec::new();
    for user in known {
        match (user.broker == Some(broker), wanted.contains(&user.id)) {
            (false, true) if user.role == Role::Administrator => {
                invalid.add(key, format!("{} is an administrator and belongs to no broker.", user.name));
            }
            (false, true) if user.has_groups_elsewhere => {
                let message =
                    format!("{} has groups of another broker: take them away from the user first.", user.name);
                invalid.add(key, message);
            }
            (false, true) => moved.push((user.id, Some(broker))),
            (true, false) if user.role.needs_broker() => {
                let role = user.role.name();
                invalid
                    .add(key, format!("{} needs a broker for the role {role}: give another one instead.", user.name));
            }
            (true, false) => moved.push((user.id, None)),
            _ => {}
        }
    }
    invalid.or(moved)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OWN: BrokerId = BrokerId(1);

    fn group(id: i64, broker: i64, master: Option<i64>) -> GroupOf {
        let (broker, master_broker) = (BrokerId(broker), master.map(BrokerId));
        GroupOf { id: GroupId(id), name: format!("Group {id}"), broker, master_broker }
    }

    fn user(id: i64, role: Role, broker: Option<i64>) -> UserOf {
        UserOf {
            id: UserId(id),
            name: format!("User {id}"),
            role,
            broker: broker.map(BrokerId),
            has_groups_elsewhere: false,
        }
    }

    fn said<T>(result: Result<T, Invalid>) -> String {
        result.err().map_or(String::new(), |invalid| invalid.to_string())
    }

    #[test]
    fn a_user_with_groups_of_another_broker_is_not_taken_over() {
        let elsewhere = UserOf { has_groups_elsewhere: true, ..user(1, Role::GroupUser, Some(2)) };
        let refused = said(users_to_move(OWN, &[UserId(1)], std::slice::from_ref(&elsewhere)));
        assert_eq!(refused, "UserIds: User 1 has groups of another broker: take them away from the user first.");
        let stays = UserOf { broker: Some(OWN), ..elsewhere };
        assert_eq!(users_to_move(OWN, &[UserId(1)], &[stays]), Ok(vec![]));
    }

    #[test]
    fn groups_are_taken_over_and_never_left_without_a_broker() {
        let known = [group(1, 1, None), group(2, 1, None), group(3, 2, None), group(4, 2, Some(1))];
        let take =
            |wanted: &[i64]| groups_to_take(OWN, &wanted.iter().copied().map(GroupId).collect::<Vec<_>>(), &known);
        assert_eq!(take(&[1, 2]), Ok(vec![]));
        assert_eq!(take(&[3, 2, 1, 3]), Ok(vec![GroupId(3)]));
        for (wanted, message) in [
            (vec![1, 2, 9], "EmployerGroupIds: There is no such group."),
            (vec![2], "EmployerGroupIds: Group 1 needs a broker: "),
            (vec![1, 2, 4], "EmployerGroupIds: This is the master broker of Group 4, "),
        ] {
            let said = said(take(&wanted));
            assert!(said.starts_with(message) && !said.contains("; "), "{said:?} instead of {message:?}");
        }
    }

    #[test]
    fn users_come_and_go_as_their_roles_allow() {
        let known = [
            user(1, Role::AccountManager, Some(1)),
            user(2, Role::GroupUser, Some(1)),
            user(3, Role::BrokerAdministrator, Some(2)),
            user(4, Role::GroupUser, None),
            user(5, Role::Administrator, None),
        ];
        let take = |wanted: &[i64]| users_to_move(OWN, &wanted.iter().copied().map(UserId).collect::<Vec<_>>(), &known);
        assert_eq!(take(&[1, 2]), Ok(vec![]));
        assert_eq!(take(&[4, 3, 1]), Ok(vec![(UserId(2), None), (UserId(3), Some(OWN)), (UserId(4), Some(OWN))]));
        for (wanted, message) in [
            (vec![1, 2, 9], "UserIds: There is no such user."),
            (vec![2], "UserIds: User 1 needs a broker for the role Account Manager: "),
            (vec![1, 2, 5], "UserIds: User 5 is an administrator "),
        ] {
            let said = said(take(&wanted));
            assert!(said.starts_with(message) && !said.contains("; "), "{said:?} instead of {message:?}");
        }
    }

    proptest! {
        #[test]
        fn afterwards_exactly_the_wanted_ones_belong_to_the_broker(
            groups in proptest::collection::vec((1_i64..4, proptest::option::of(1_i64..4)), 0..8),
            wanted in proptest::collection::vec(1_i64..9, 0..8),
        ) {
            let known: Vec<_> = (1..).zip(groups).map(|(id, (broker, master))| group(id, broker, master)).collect();
            let wanted: Vec<_> = wanted.into_iter().map(GroupId).collect();
            if let Ok(taken) = groups_to_take(OWN, &wanted, &known) {
                let own = known.iter().filter(|group| group.broker == OWN || taken.contains(&group.id)).map(|group| group.id);
                prop_assert_eq!(own.collect::<BTreeSet<_>>(), wanted.into_iter().collect::<BTreeSet<_>>());
            }
        }
    }
}
