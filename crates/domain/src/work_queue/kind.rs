//! The kinds of work in the order in which the start page shows them (rules.md#work-queue).

use crate::access::{Action, Role, allows};

/// A kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WorkKind {
    /// Census files with unresolved errors, and files whose task failed.
    CensusErrors,
    /// Documents that failed, are out of date, or were changed in the ERP.
    ErpDocuments,
    /// Tokens of ERP accounts and own access keys that have ended or soon will.
    Expiring,
    /// Invoices that are overdue.
    Overdue,
    /// Statements whose bill pays on invoices that are not paid any more.
    CommissionToTakeBack,
    /// Census files whose next task waits for a person.
    CensusWaiting,
    /// Billing runs whose drafts wait for approval or creation.
    Drafts,
    /// Bills that do not stand in the ERP of their plan.
    BillsNotSent,
    /// Commission statements without a bill.
    StatementsWithoutBill,
    /// Groups that renew within sixty days.
    Renewals,
}

/// The tab under which a kind stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Area {
    /// Census files.
    Census,
    /// Drafts, invoices and commission.
    Billing,
    /// What the ERP refuses or changes, and its tokens.
    Erp,
    /// Renewals of groups.
    Renewals,
}

impl Area {
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Census => "Census",
            Self::Billing => "Billing",
            Self::Erp => "Erp",
            Self::Renewals => "Renewals",
        }
    }
}

impl WorkKind {
    /// All kinds: first what has gone wrong, then what waits, then what is to come.
    pub const ALL: [Self; 10] = [
        Self::CensusErrors,
        Self::ErpDocuments,
        Self::Expiring,
        Self::Overdue,
        Self::CommissionToTakeBack,
        Self::CensusWaiting,
        Self::Drafts,
        Self::BillsNotSent,
        Self::StatementsWithoutBill,
        Self::Renewals,
    ];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CensusErrors => "CensusErrors",
            Self::ErpDocuments => "ErpDocuments",
            Self::Expiring => "Expiring",
            Self::Overdue => "Overdue",
            Self::CommissionToTakeBack => "CommissionToTakeBack",
            Self::CensusWaiting => "CensusWaiting",
            Self::Drafts => "Drafts",
            Self::BillsNotSent => "BillsNotSent",
            Self::StatementsWithoutBill => "StatementsWithoutBill",
            Self::Renewals => "Renewals",
        }
    }

    /// The kind of a name, compared without case.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// The heading of its rows.
    pub const fn title(self) -> &'static str {
        match self {
            Self::CensusErrors => "Census files with errors",
            Self::ErpDocuments => "Failed or changed in the ERP",
            Self::Expiring => "Tokens and keys that expire",
            Self::Overdue => "Overdue invoices",
            Self::CommissionToTakeBack => "Commission to take back",
            Self::CensusWaiting => "Census files waiting for you",
            Self::Drafts => "Drafts to approve",
            Self::BillsNotSent => "Bills not in the ERP",
            Self::StatementsWithoutBill => "Statements without a bill",
            Self::Renewals => "Renewals within 60 days",
        }
    }

    /// The tab under which it stands.
    pub const fn area(self) -> Area {
        match self {
            Self::CensusErrors | Self::CensusWaiting => Area::Census,
            Self::ErpDocuments | Self::Expiring => Area::Erp,
            Self::Overdue
            | Self::CommissionToTakeBack
            | Self::Drafts
            | Self::BillsNotSent
            | Self::StatementsWithoutBill => Area::Billing,
            Self::Renewals => Area::Renewals,
        }
    }

    /// Whether something has gone wrong, so that its count is drawn in red.
    pub const fn is_bad(self) -> bool {
        matches!(
            self,
            Self::CensusErrors | Self::ErpDocuments | Self::Expiring | Self::Overdue | Self::CommissionToTakeBack
        )
    }

    /// Whether its items have a day by which they are to be done.
    pub const fn has_due(self) -> bool {
        matches!(self, Self::Overdue | Self::Renewals | Self::Expiring)
    }

    /// Whether its items belong to a group, and so to a broker.
    pub const fn is_of_groups(self) -> bool {
        !matches!(self, Self::Expiring | Self::Drafts | Self::StatementsWithoutBill | Self::CommissionToTakeBack)
    }

    /// The action that an item of it asks for; a kind does not exist for roles that may not do it.
    pub const fn action(self) -> Action {
        match self {
            Self::CensusErrors | Self::CensusWaiting => Action::EditCensus,
            Self::ErpDocuments | Self::Drafts | Self::BillsNotSent => Action::EditBilling,
            // The tokens among them are for those who may change accounts; the keys are one's own.
            Self::Expiring => Action::UseOwnAccount,
            Self::Overdue => Action::ViewInvoices,
            Self::StatementsWithoutBill | Self::CommissionToTakeBack => Action::EditCommissions,
            Self::Renewals => Action::ViewReports,
        }
    }

    /// Whether it is work of a role. A group user may read the report of a renewal, yet does not renew the group.
    pub const fn is_for(self, role: Role) -> bool {
        allows(role, self.action()) && !matches!((self, role), (Self::Renewals, Role::GroupUser))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_read_by_its_name() {
        for kind in WorkKind::ALL {
            assert_eq!(WorkKind::of(kind.name()), Some(kind));
            assert_eq!(WorkKind::of(&kind.name().to_lowercase()), Some(kind));
        }
        assert_eq!(WorkKind::of("Secrets"), None);
    }

    #[test]
    fn each_kind_has_a_title_of_its_own_and_what_is_wrong_stands_first() {
        let titles: std::collections::BTreeSet<&str> = WorkKind::ALL.into_iter().map(WorkKind::title).collect();
        assert_eq!(titles.len(), WorkKind::ALL.len());
        let is_bad: Vec<bool> = WorkKind::ALL.into_iter().map(WorkKind::is_bad).collect();
        assert!(is_bad.is_sorted_by(|before, after| before >= after), "{is_bad:?}");
    }

    #[test]
    fn a_role_has_the_work_that_it_may_do() {
        use WorkKind::{CensusErrors, CensusWaiting, Expiring, Overdue, Renewals};
        let of = |role| WorkKind::ALL.into_iter().filter(|kind| kind.is_for(role)).collect::<Vec<_>>();
        assert_eq!(of(Role::Administrator), WorkKind::ALL);
        for role in [Role::BrokerAdministrator, Role::AccountManager] {
            assert_eq!(of(role), [CensusErrors, Expiring, Overdue, CensusWaiting, Renewals], "{role:?}");
        }
        assert_eq!(of(Role::GroupUser), [CensusErrors, Expiring, Overdue, CensusWaiting]);
    }
}
