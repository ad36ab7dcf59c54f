//! Who may change what of whom (decisions F5): nobody lifts himself, and a broker administrator makes account managers only.

use crate::access::{Caller, Role};
use crate::{BrokerId, UserId};

/// What of a user the one who saves may decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MayChange {
    /// Everything: an administrator, of somebody else.
    Everything,
    /// Everything within this broker, with the one role it may give: a broker administrator, of its account managers.
    AccountManager(BrokerId),
    /// Name, phone and address: administrators and broker administrators, of themselves.
    OwnContact,
    /// Name and phone: account managers and group users, of themselves.
    OwnNameAndPhone,
}

/// What `caller` may change of a user of this role and broker; `None` when nothing.
pub fn may_change(caller: &Caller, user: UserId, role: Role, broker: Option<BrokerId>) -> Option<MayChange> {
    if caller.user == user {
        return Some(match caller.role {
            Role::Administrator | Role::BrokerAdministrator => MayChange::OwnContact,
            Role::AccountManager | Role::GroupUser => MayChange::OwnNameAndPhone,
        });
    }
    match (may_add(caller)?, role) {
        (MayChange::AccountManager(own), Role::AccountManager) if broker == Some(own) => {
            Some(MayChange::AccountManager(own))
        }
        (MayChange::AccountManager(_), _) => None,
        (may, _) => Some(may),
    }
}

/// What `caller` may decide of a user it adds; `None` when it may add none.
pub fn may_add(caller: &Caller) -> Option<MayChange> {
    match (caller.role, caller.broker) {
        (Role::Administrator, _) => Some(MayChange::Everything),
        (Role::BrokerAdministrator, Some(broker)) => Some(MayChange::AccountManager(broker)),
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

    #[test]
    fn everybody_changes_what_decisions_give_him() {
        use MayChange::{AccountManager, Everything, OwnContact, OwnNameAndPhone};
        use Role::{AccountManager as M, Administrator as A, BrokerAdministrator as B, GroupUser as U};
        let own = |role| caller(role, Some(3));
        for (who, user, role, broker, may) in [
            (caller(A, None), 8, A, None, Some(Everything)),
            (caller(A, None), 8, U, None, Some(Everything)),
            (caller(A, None), 7, A, None, Some(OwnContact)),
            (own(B), 8, M, Some(3), Some(AccountManager(BrokerId(3)))),
            (own(B), 8, M, Some(4), None),
            (own(B), 8, B, Some(3), None),
            (own(B), 8, U, Some(3), None),
            (own(B), 8, A, None, None),
            (own(B), 7, B, Some(3), Some(OwnContact)),
            (own(M), 7, M, Some(3), Some(OwnNameAndPhone)),
            (own(M), 8, M, Some(3), None),
            (own(U), 7, U, None, Some(OwnNameAndPhone)),
            (own(U), 8, U, None, None),
            (caller(B, None), 8, M, None, None),
        ] {
            let found = may_change(&who, UserId(user), role, broker.map(BrokerId));
            assert_eq!(found, may, "{who:?} of {user} {role:?} {broker:?}");
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
