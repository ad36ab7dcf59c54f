//! Who may change what of whom (rules.md#who-changes-users): nobody lifts himself, and a broker administrator gives the role account manager only.

use crate::access::{Action, Caller, Role};
use crate::{BrokerId, UserId};

/// What of a user the one who saves may decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MayChange {
    /// Everything: an administrator, of somebody else.
    Everything,
    /// Everything within this broker, but no other role than account manager: a broker administrator, of the users of its broker.
    WithinBroker(BrokerId),
    /// Name, phone and address: administrators and broker administrators, of themselves.
    OwnContact,
    /// Name and phone: account managers and group users, of themselves.
    OwnNameAndPhone,
}

/// A user as far as it matters to who may change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The user.
    pub user: UserId,
    /// Its role.
    pub role: Role,
    /// Its broker, if any.
    pub broker: Option<BrokerId>,
    /// Whether it reaches groups that the caller does not.
    pub reaches_beyond: bool,
}

/// What `caller` may change of a user; `None` when nothing. Others change only a user all of whose groups they reach: to change an address
/// or to mail a link is to come by what the user reaches.
pub fn may_change(caller: &Caller, target: Target) -> Option<MayChange> {
    let Target { user, role, broker, reaches_beyond } = target;
    if caller.user == user {
        return Some(match caller.role {
            Role::Administrator | Role::BrokerAdministrator => MayChange::OwnContact,
            Role::AccountManager | Role::GroupUser => MayChange::OwnNameAndPhone,
        });
    }
    match (may_add(caller)?, role) {
        // An administrator has no broker; should one have, it is not the broker's to change.
        (MayChange::WithinBroker(_), Role::Administrator) => None,
        (MayChange::WithinBroker(own), _) if broker != Some(own) || reaches_beyond => None,
        (may, _) => Some(may),
    }
}

/// What a caller may do with a user that is shown to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rights {
    /// Save anything of it.
    pub edit: bool,
    /// Mail it a link to set a password.
    pub reset_password: bool,
}

/// What `caller` may do with a user.
pub fn rights(caller: &Caller, target: Target) -> Rights {
    let edit = may_change(caller, target).is_some();
    Rights { edit, reset_password: edit && caller.may(Action::AddUsers) }
}

/// What `caller` may decide of a user it adds; `None` when it may add none.
pub fn may_add(caller: &Caller) -> Option<MayChange> {
    match (caller.role, caller.broker) {
        (Role::Administrator, _) => Some(MayChange::Everything),
        (Role::BrokerAdministrator, Some(broker)) => Some(MayChange::WithinBroker(broker)),
        _ => None,
    }
}

/// Whether `caller` sees more of a user than name, address and role, which everybody sees of the users of his groups.
pub fn sees_all_of(caller: &Caller, user: UserId, broker: Option<BrokerId>) -> bool {
    match caller.role {
        Role::Administrator => true,
        Role::BrokerAdministrator => caller.user == user || (broker.is_some() && broker == caller.broker),
        Role::AccountManager | Role::GroupUser => caller.user == user,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(role: Role, broker: Option<i64>) -> Caller {
        Caller { user: UserId(7), role, broker: broker.map(BrokerId), impersonator: None }
    }

    fn target(user: i64, role: Role, broker: Option<i64>) -> Target {
        Target { user: UserId(user), role, broker: broker.map(BrokerId), reaches_beyond: false }
    }

    #[test]
    fn a_user_who_reaches_more_is_changed_by_administrators_and_itself_only() {
        let head = caller(Role::BrokerAdministrator, Some(3));
        for role in [Role::BrokerAdministrator, Role::AccountManager, Role::GroupUser] {
            for (reaches_beyond, may) in [(false, Some(MayChange::WithinBroker(BrokerId(3)))), (true, None)] {
                let other = Target { reaches_beyond, ..target(8, role, Some(3)) };
                assert_eq!(may_change(&head, other), may, "{role:?}");
                assert_eq!(rights(&head, other).reset_password, may.is_some(), "{role:?}");
                let staff = caller(Role::Administrator, None);
                assert_eq!(may_change(&staff, other), Some(MayChange::Everything), "{role:?}");
            }
        }
        let own = Target { reaches_beyond: true, ..target(7, Role::GroupUser, Some(3)) };
        assert_eq!(may_change(&caller(Role::GroupUser, Some(3)), own), Some(MayChange::OwnNameAndPhone));
    }

    #[test]
    fn everybody_changes_what_decisions_give_him() {
        use MayChange::{Everything, OwnContact, OwnNameAndPhone, WithinBroker};
        use Role::{AccountManager as M, Administrator as A, BrokerAdministrator as B, GroupUser as U};
        let own = |role| caller(role, Some(3));
        for (who, user, role, broker, may) in [
            (caller(A, None), 8, A, None, Some(Everything)),
            (caller(A, None), 8, U, None, Some(Everything)),
            (caller(A, None), 7, A, None, Some(OwnContact)),
            (own(B), 8, M, Some(3), Some(WithinBroker(BrokerId(3)))),
            (own(B), 8, M, Some(4), None),
            (own(B), 8, B, Some(3), Some(WithinBroker(BrokerId(3)))),
            (own(B), 8, B, Some(4), None),
            (own(B), 8, U, Some(3), Some(WithinBroker(BrokerId(3)))),
            (own(B), 8, U, None, None),
            (own(B), 8, A, None, None),
            (own(B), 8, A, Some(3), None),
            (own(B), 7, B, Some(3), Some(OwnContact)),
            (own(M), 7, M, Some(3), Some(OwnNameAndPhone)),
            (own(M), 8, M, Some(3), None),
            (own(U), 7, U, None, Some(OwnNameAndPhone)),
            (own(U), 8, U, None, None),
            (caller(B, None), 8, M, None, None),
        ] {
            let target = target(user, role, broker);
            let found = may_change(&who, target);
            assert_eq!(found, may, "{who:?} of {user} {role:?} {broker:?}");
        }
    }

    #[test]
    fn a_link_to_set_a_password_is_mailed_by_those_who_add_users() {
        for (role, user, of, broker, edit, reset_password) in [
            (Role::Administrator, 8, Role::Administrator, None, true, true),
            (Role::Administrator, 7, Role::Administrator, None, true, true),
            (Role::BrokerAdministrator, 7, Role::BrokerAdministrator, Some(3), true, true),
            (Role::BrokerAdministrator, 8, Role::GroupUser, Some(3), true, true),
            (Role::BrokerAdministrator, 8, Role::GroupUser, None, false, false),
            (Role::AccountManager, 7, Role::AccountManager, Some(3), true, false),
            (Role::AccountManager, 8, Role::GroupUser, Some(3), false, false),
            (Role::GroupUser, 7, Role::GroupUser, None, true, false),
        ] {
            let found = rights(&caller(role, Some(3)), target(user, of, broker));
            assert_eq!(found, Rights { edit, reset_password }, "{role:?} {user} {of:?} {broker:?}");
        }
    }

    #[test]
    fn phone_and_broker_are_shown_to_those_who_administer_the_user() {
        for (role, user, broker, all) in [
            (Role::Administrator, 8, None, true),
            (Role::BrokerAdministrator, 8, Some(3), true),
            (Role::BrokerAdministrator, 8, Some(4), false),
            (Role::BrokerAdministrator, 8, None, false),
            (Role::AccountManager, 7, Some(3), true),
            (Role::AccountManager, 8, Some(3), false),
            (Role::GroupUser, 8, None, false),
        ] {
            let found = sees_all_of(&caller(role, Some(3)), UserId(user), broker.map(BrokerId));
            assert_eq!(found, all, "{role:?} {user} {broker:?}");
        }
    }
}
