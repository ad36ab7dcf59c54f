//! The ledger of what was billed: one set of ids for each snapshot line (rules.md#ledger-sets,
//! rules.md#credits-and-debts).
//!
//! A set is ascending ids as bytes, each the LEB128 varint of the difference to the one before; the same on every database.
//! An entry is never changed: what was billed wrongly is set right by a further entry.

mod id_set;

pub use id_set::{BadIdSet, IdSet, IdSetBuilder, Ids};

use crate::{BillingMonth, Money, PlanLineId};

/// What an entry does. The number is the stored `snapshot_line.kind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// The month of the snapshot itself.
    Charge = 0,
    /// An earlier month that was owed and not billed.
    Debt = 1,
    /// Takes back a charge.
    Credit = 2,
    /// Takes back a credit.
    ReversedCredit = 3,
    /// Takes back a debt.
    ReversedDebt = 4,
}

impl EntryKind {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Charge, Self::Debt, Self::Credit, Self::ReversedCredit, Self::ReversedDebt];

    /// The kind of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    /// The stored number, 0 to 4.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// Whether the line lowers the total (`IsCredit`).
    pub const fn is_credit(self) -> bool {
        matches!(self, Self::Credit | Self::ReversedDebt)
    }

    /// 1, or -1 for credits.
    pub const fn sign(self) -> i32 {
        if self.is_credit() { -1 } else { 1 }
    }

    /// Whether the entry belongs to a debt; all others belong to a charge.
    pub const fn is_of_debt(self) -> bool {
        matches!(self, Self::Debt | Self::ReversedDebt)
    }
}

/// A line of an earlier snapshot, as the ledger keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BilledLine {
    /// The plan's line item.
    pub plan_line: PlanLineId,
    /// The month it billed.
    pub month: BillingMonth,
    /// What its entries do.
    pub kind: EntryKind,
    /// The rate of each entry.
    pub rate: Money,
    /// Whom, or which consults, it billed.
    pub ids: IdSet,
}

#[cfg(test)]
mod tests;
