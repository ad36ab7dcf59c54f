//! Who may do what: the four roles, every action, and the one table that joins them (rules.md#roles).
//!
//! A role says which *actions* are allowed; a [`Scope`] says on which *records*. Both come from a [`Caller`], which the
//! portal makes from a session and nobody else.

use serde::Serialize;

use crate::ids::{BrokerId, UserId};

/// The four roles (rules.md#roles).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Staff: everything.
    Administrator = 1,
    /// The groups of its broker, as broker or master broker.
    BrokerAdministrator = 2,
    /// The groups given to it, within its broker.
    AccountManager = 3,
    /// The groups given to it.
    GroupUser = 4,
}

impl Role {
    /// All roles, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Administrator, Self::BrokerAdministrator, Self::AccountManager, Self::GroupUser];

    /// The role of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.number() == number)
    }

    /// The stored number, 1 to 4.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Administrator => "Administrator",
            Self::BrokerAdministrator => "Broker Administrator",
            Self::AccountManager => "Account Manager",
            Self::GroupUser => "Group User",
        }
    }

    /// Whether a user of this role belongs to a broker.
    pub const fn needs_broker(self) -> bool {
        matches!(self, Self::BrokerAdministrator | Self::AccountManager)
    }

    /// Whether a user of this role reaches the groups given to it; the others reach theirs without a list.
    pub const fn has_groups(self) -> bool {
        matches!(self, Self::AccountManager | Self::GroupUser)
    }
}

macro_rules! actions {
    ($($(#[$meta:meta])* $name:ident => $who:ident),* $(,)?) => {
        /// Everything an endpoint can be asked to do. Each route names exactly one.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
        pub enum Action {
            $($(#[$meta])* $name),*
        }

        impl Action {
            /// All actions, in the order of the permission table.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name used in the session answer and in the permission matrix.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }

            const fn who(self) -> Who {
                match self { $(Self::$name => Who::$who),* }
            }
        }
    };
}

/// A row of the permission table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    /// Anybody, signed in or not.
    Anyone,
    /// Every signed-in user.
    Everyone,
    /// All but group users, who are the customers.
    AllButGroupUsers,
    /// Administrators and broker administrators.
    Brokers,
    /// Administrators.
    Administrators,
}

actions! {
    /// Sign-in, password reset and health checks: no session needed.
    Public => Anyone,
    /// One's own account: who am I, sign out, password, sessions, access keys.
    UseOwnAccount => Everyone,
    /// Lists that hold nothing of anybody: states, days, roles, benefit services.
    ViewChoices => Everyone,
    /// The search of everything; which kinds it finds, their own actions say (rules.md#global-search).
    Search => Everyone,
    /// The work queue of the start page; which kinds of work it has, `work_queue::kind` says (rules.md#work-queue).
    ViewWorkQueue => Everyone,
    /// Groups, their overview and counters.
    ViewGroups => Everyone,
    /// Creating and changing groups.
    EditGroups => Administrators,
    /// Contacts of groups.
    ViewContacts => Administrators,
    /// Creating and changing contacts.
    EditContacts => Administrators,
    /// Notes on groups, alerts among them.
    ViewNotes => Administrators,
    /// Creating, changing and deleting notes.
    EditNotes => Administrators,
    /// Members and their status history.
    ViewMembers => Everyone,
    /// Creating and changing members, their status, and sending them welcome mails; in groups in scope (rules.md#scope).
    EditMembers => Everyone,
    /// Brokers; a broker administrator sees its own.
    ViewBrokers => Brokers,
    /// Creating and changing brokers.
    EditBrokers => Administrators,
    /// Pricing groups and billing codes as choices in the member editor (rules.md#scope).
    ViewPricingChoices => Everyone,
    /// Plans, line items, pricing and snapshots.
    ViewBilling => Administrators,
    /// Changing plans, line items and pricing; creating and removing snapshots.
    EditBilling => Administrators,
    /// Commission rules and statements.
    ViewCommissions => Administrators,
    /// Commission statements; others than administrators see those of their own broker that have a bill (rules.md#statements-of-a-broker).
    ViewStatements => Brokers,
    /// Making commission statements.
    EditCommissions => Administrators,
    /// Taking in consults that the patient platform reports.
    ImportConsults => Administrators,
    /// Invoices; for others than administrators only of groups with invoice access.
    ViewInvoices => Everyone,
    /// Invoices that stand in no ERP (rules.md#invoice-access).
    ViewUnsentInvoices => AllButGroupUsers,
    /// Reports of groups in scope (rules.md#utilization-report).
    ViewReports => Everyone,
    /// Census files, their tasks and rows.
    ViewCensus => Everyone,
    /// Uploading, mapping, fixing and processing census files.
    EditCensus => Everyone,
    /// Deleting census files, the explicit-import switch, confirming the mass-termination guard.
    AdministerCensus => Administrators,
    /// Users: all, those of one's broker, or oneself; of a group in scope its users by name, address and role.
    ViewUsers => Everyone,
    /// Saving a user, at least one's own name and phone; what else, `users::rights` says.
    EditUsers => Everyone,
    /// Adding users, and mailing them a link to set a password.
    AddUsers => Brokers,
    /// Acting as a user who is no administrator (rules.md#impersonation).
    Impersonate => Administrators,
    /// Taking a second factor away from a user who has lost it.
    ResetSecondFactor => Administrators,
    /// What is asked of those who sign in.
    ViewSecurity => Administrators,
    /// Changing that.
    EditSecurity => Administrators,
    /// ERP accounts.
    ViewAccounts => Administrators,
    /// Creating and changing ERP accounts, their configurations and tokens.
    EditAccounts => Administrators,
    /// Reading the secrets of ERP accounts; each reading is recorded (rules.md#stored-secrets).
    ReadSecrets => Administrators,
    /// The audit trail.
    ViewAudit => Administrators,
}

/// Whether a role may do an action at all; on which records, its [`Scope`] says.
pub const fn allows(role: Role, action: Action) -> bool {
    match action.who() {
        Who::Anyone | Who::Everyone => true,
        Who::AllButGroupUsers => !matches!(role, Role::GroupUser),
        Who::Brokers => matches!(role, Role::Administrator | Role::BrokerAdministrator),
        Who::Administrators => matches!(role, Role::Administrator),
    }
}

/// The signed-in user on whose behalf something happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The user whose rights count.
    pub user: UserId,
    /// The user's role.
    pub role: Role,
    /// The user's broker, if any.
    pub broker: Option<BrokerId>,
    /// The administrator who acts as this user, if any; stands on every audit row beside the user (rules.md#impersonation).
    pub impersonator: Option<UserId>,
}

impl Caller {
    /// Whether the caller may do `action` at all.
    pub const fn may(&self, action: Action) -> bool {
        allows(self.role, action)
    }

    /// Whether the caller is an administrator.
    pub fn is_administrator(&self) -> bool {
        self.role == Role::Administrator
    }

    /// The records the caller may see.
    pub fn scope(&self) -> Scope {
        Scope(match (self.role, self.broker) {
            (Role::Administrator, _) => Reach::Everything,
            (Role::BrokerAdministrator, Some(broker)) => Reach::OfBroker(broker),
            (Role::AccountManager, Some(broker)) => Reach::AssignedWithin(self.user, broker),
            (Role::GroupUser, _) => Reach::Assigned(self.user),
            // A database constraint forbids a broker's user without a broker; should one appear, it sees nothing it was not given.
            (Role::BrokerAdministrator | Role::AccountManager, None) => Reach::Assigned(self.user),
        })
    }
}

/// Which groups, and so which records of groups, may be seen. Only a [`Caller`] or the system itself can give one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope(Reach);

/// How far a scope reaches; `store::scope` turns it into SQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Every group.
    Everything,
    /// Groups whose broker or master broker this is.
    OfBroker(BrokerId),
    /// Groups given to the user whose broker or master broker this is.
    AssignedWithin(UserId, BrokerId),
    /// Groups given to the user.
    Assigned(UserId),
}

impl Scope {
    /// For jobs and commands, which act for the product itself and for no user.
    pub const fn system() -> Self {
        Self(Reach::Everything)
    }

    /// How far it reaches.
    pub const fn reach(self) -> Reach {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(role: Role, broker: Option<i64>) -> Caller {
        Caller { user: UserId(7), role, broker: broker.map(BrokerId), impersonator: None }
    }

    #[test]
    fn each_role_reaches_its_own_groups_and_no_others() {
        for (role, broker, reach) in [
            (Role::Administrator, None, Reach::Everything),
            (Role::BrokerAdministrator, Some(3), Reach::OfBroker(BrokerId(3))),
            (Role::AccountManager, Some(3), Reach::AssignedWithin(UserId(7), BrokerId(3))),
            (Role::GroupUser, None, Reach::Assigned(UserId(7))),
            (Role::GroupUser, Some(3), Reach::Assigned(UserId(7))),
            (Role::BrokerAdministrator, None, Reach::Assigned(UserId(7))),
        ] {
            assert_eq!(caller(role, broker).scope().reach(), reach, "{role:?}");
        }
    }

    #[test]
    fn administrators_may_do_everything_and_every_right_of_a_lower_role_is_one_of_a_higher() {
        for action in Action::ALL {
            assert!(allows(Role::Administrator, *action), "{action:?}");
            assert!(allows(Role::BrokerAdministrator, *action) || !allows(Role::GroupUser, *action), "{action:?}");
        }
    }

    #[test]
    fn money_settings_and_secrets_are_for_administrators() {
        for action in [
            Action::ViewBilling,
            Action::EditBilling,
            Action::EditGroups,
            Action::ViewContacts,
            Action::EditContacts,
            Action::ViewNotes,
            Action::EditNotes,
            Action::ViewAudit,
            Action::ViewAccounts,
            Action::EditAccounts,
            Action::ReadSecrets,
            Action::AdministerCensus,
            Action::ViewCommissions,
            Action::EditCommissions,
            Action::ImportConsults,
            Action::Impersonate,
            Action::ResetSecondFactor,
            Action::EditSecurity,
        ] {
            for role in [Role::BrokerAdministrator, Role::AccountManager, Role::GroupUser] {
                assert!(!allows(role, action), "{role:?} {action:?}");
            }
        }
    }

    #[test]
    fn role_numbers_are_those_of_the_database() {
        for role in Role::ALL {
            assert_eq!(Role::from_number(role.number()), Some(role));
        }
        assert_eq!(Role::from_number(0), None);
    }
}
