//! The kinds of records that the search finds (rules.md#global-search).

use crate::access::Action;

/// A kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// An employer group.
    Group,
    /// A member.
    Member,
    /// An invoice, which is a snapshot.
    Invoice,
    /// A census file.
    CensusFile,
    /// A broker.
    Broker,
    /// A user.
    User,
    /// A commission statement.
    Statement,
}

impl Kind {
    /// All kinds in the order in which hits stand.
    pub const ALL: [Self; 7] =
        [Self::Group, Self::Member, Self::Invoice, Self::CensusFile, Self::Broker, Self::User, Self::Statement];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Group => "Group",
            Self::Member => "Member",
            Self::Invoice => "Invoice",
            Self::CensusFile => "CensusFile",
            Self::Broker => "Broker",
            Self::User => "User",
            Self::Statement => "Statement",
        }
    }

    /// The kind of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What opens a record of it: for those who may not do that, the kind does not exist.
    pub const fn action(self) -> Action {
        match self {
            Self::Group => Action::ViewGroups,
            Self::Member => Action::ViewMembers,
            Self::Invoice => Action::ViewInvoices,
            Self::CensusFile => Action::ViewCensus,
            Self::Broker => Action::ViewBrokers,
            // Who may add users has the page of them; the others see themselves only.
            Self::User => Action::AddUsers,
            Self::Statement => Action::ViewStatements,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::{Role, allows};

    #[test]
    fn a_kind_is_read_by_its_name() {
        for kind in Kind::ALL {
            assert_eq!(Kind::of(kind.name()), Some(kind));
        }
        assert_eq!(Kind::of("Secret"), None);
    }

    #[test]
    fn a_role_finds_what_it_may_open() {
        use Kind::{Broker, CensusFile, Group, Invoice, Member, Statement, User};
        let found = |role| Kind::ALL.into_iter().filter(|kind| allows(role, kind.action())).collect::<Vec<_>>();
        assert_eq!(found(Role::Administrator), Kind::ALL);
        assert_eq!(found(Role::BrokerAdministrator), [Group, Member, Invoice, CensusFile, Broker, User, Statement]);
        for role in [Role::AccountManager, Role::GroupUser] {
            assert_eq!(found(role), [Group, Member, Invoice, CensusFile], "{role:?}");
        }
    }
}
