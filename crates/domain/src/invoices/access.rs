//! Which invoices the users of a role see (rules.md#invoice-access).

use crate::access::{Action, Role, allows};

/// Which invoices a caller sees among those of the groups in scope.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum InvoiceAccess {
    /// Every one.
    #[default]
    All,
    /// Those of groups with invoice access.
    OfOpenGroups,
    /// Of these only those that stand in an ERP: a bill that was not sent is no invoice to the customer.
    SentOfOpenGroups,
}

impl InvoiceAccess {
    /// What the users of a role see.
    pub const fn of(role: Role) -> Self {
        if allows(role, Action::ViewBilling) {
            Self::All
        } else if allows(role, Action::ViewUnsentInvoices) {
            Self::OfOpenGroups
        } else {
            Self::SentOfOpenGroups
        }
    }

    /// Whether only groups with invoice access count.
    pub const fn needs_open_group(self) -> bool {
        !matches!(self, Self::All)
    }

    /// Whether an invoice of a group is seen: `is_open` says whether the group has invoice access, `is_sent` whether the invoice stands in an
    /// ERP.
    pub const fn allows(self, is_open: bool, is_sent: bool) -> bool {
        (is_open || !self.needs_open_group()) && (is_sent || !self.needs_document())
    }

    /// Whether only invoices count that stand in an ERP.
    pub const fn needs_document(self) -> bool {
        matches!(self, Self::SentOfOpenGroups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each role: a sent invoice and an unsent bill of an open group, then the same of a closed one.
    #[test]
    fn each_role_sees_what_it_may() {
        let seen = |role| {
            let access = InvoiceAccess::of(role);
            [(true, true), (true, false), (false, true), (false, false)]
                .map(|(is_open, is_sent)| access.allows(is_open, is_sent))
        };
        assert_eq!(seen(Role::Administrator), [true; 4]);
        assert_eq!(seen(Role::BrokerAdministrator), [true, true, false, false]);
        assert_eq!(seen(Role::AccountManager), [true, true, false, false]);
        assert_eq!(seen(Role::GroupUser), [true, false, false, false]);
    }
}
