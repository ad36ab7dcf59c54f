//! The open entries of one member and month on one line, and how they are set right (rules.md#credits-and-debts).
//!
//! An entry is closed by one that takes it back at the same rate. What stays open is the balance: it is one positive entry
//! for who was charged, and nothing for who was not. After a snapshot was regenerated a credit may stand alone, or a debt
//! beside the charge that replaced it; each is reversed at its own rate.

use crate::Money;
use crate::billing::ledger::EntryKind;

/// What is open at one rate: entries of charges and of debts, negative when they were taken back once too often.
#[derive(Debug, Clone, Copy)]
struct Open {
    rate: Money,
    charges: i32,
    debts: i32,
}

/// The open entries of one member and month. Reused from member to member, so that it allocates once.
#[derive(Debug, Default)]
pub(super) struct Balance {
    open: Vec<Open>,
}

impl Balance {
    pub(super) fn clear(&mut self) {
        self.open.clear();
    }

    /// Counts an entry of the ledger.
    pub(super) fn add(&mut self, kind: EntryKind, rate: Money) {
        let place = self.open.iter().position(|open| open.rate == rate).unwrap_or_else(|| {
            self.open.push(Open { rate, charges: 0, debts: 0 });
            self.open.len() - 1
        });
        let open = &mut self.open[place];
        if kind.is_of_debt() {
            open.debts += kind.sign();
        } else {
            open.charges += kind.sign();
        }
    }

    /// Whether more was charged than credited, at whatever rates.
    pub(super) fn is_charged(&self) -> bool {
        self.open.iter().map(|open| open.charges + open.debts).sum::<i32>() > 0
    }

    /// Reverses what must not be open: everything, but for one positive entry when the month is `owed`. A charge is kept
    /// rather than a debt, one at the rate of the month's own snapshot (`month_rate`) rather than another. Returns whether
    /// one was kept.
    pub(super) fn settle(
        &mut self,
        owed: bool,
        month_rate: Option<Money>,
        mut reverse: impl FnMut(EntryKind, Money),
    ) -> bool {
        self.offset();
        let kept = owed && self.keep_one(month_rate);
        for open in &self.open {
            for _ in open.charges..0 {
                reverse(EntryKind::ReversedCredit, open.rate);
            }
            for _ in open.debts..0 {
                reverse(EntryKind::Debt, open.rate);
            }
            for _ in 0..open.debts {
                reverse(EntryKind::ReversedDebt, open.rate);
            }
            for _ in 0..open.charges {
                reverse(EntryKind::Credit, open.rate);
            }
        }
        kept
    }

    /// What stands alone and its opposite at the same rate cancel each other out.
    fn offset(&mut self) {
        for open in &mut self.open {
            if open.charges.signum() * open.debts.signum() < 0 {
                let both = open.charges.abs().min(open.debts.abs());
                open.charges -= both * open.charges.signum();
                open.debts -= both * open.debts.signum();
            }
        }
    }

    fn keep_one(&mut self, month_rate: Option<Money>) -> bool {
        // In the order of preference: the month's own charge, the cheapest other charge, the cheapest debt.
        let rank = |open: &Open| (open.charges <= 0, Some(open.rate) != month_rate, open.rate);
        let open = self.open.iter_mut().filter(|open| open.charges > 0 || open.debts > 0);
        match open.min_by_key(|open| rank(open)) {
            None => false,
            Some(open) if open.charges > 0 => {
                open.charges -= 1;
                true
            }
            Some(open) => {
                open.debts -= 1;
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use EntryKind::{Charge, Credit, Debt, ReversedCredit, ReversedDebt};

    fn settled(entries: &[(EntryKind, i64)], owed: bool) -> (bool, Vec<(EntryKind, i64)>) {
        let mut balance = Balance::default();
        for (kind, rate) in entries {
            balance.add(*kind, Money::from_cents(*rate));
        }
        let mut reversals = Vec::new();
        let own = entries.iter().rev().find(|(kind, _)| *kind == Charge).map(|(_, rate)| Money::from_cents(*rate));
        let kept = balance.settle(owed, own, |kind, rate| reversals.push((kind, rate.cents())));
        (kept, reversals)
    }

    #[test]
    fn each_open_entry_is_reversed_at_its_own_rate() {
        for (entries, owed, kept, reversals) in [
            (&[(Charge, 10)][..], true, true, &[][..]),
            (&[(Charge, 10)], false, false, &[(Credit, 10)]),
            (&[], true, false, &[]),
            (&[(Debt, 10)], false, false, &[(ReversedDebt, 10)]),
            // Regenerated without the member after a credit: the credit stands alone.
            (&[(Credit, 10)], false, false, &[(ReversedCredit, 10)]),
            (&[(Credit, 10)], true, false, &[(ReversedCredit, 10)]),
            // Regenerated with the member after a debt: the debt is one too many.
            (&[(Charge, 12), (Debt, 10)], true, true, &[(ReversedDebt, 10)]),
            (&[(Charge, 10), (Debt, 10)], false, false, &[(ReversedDebt, 10), (Credit, 10)]),
            // Charged, credited, owed again, then regenerated at another rate: 12 is owed and 12 is open.
            (&[(Charge, 12), (Credit, 10), (Debt, 10)], true, true, &[]),
            (&[(Charge, 12), (Credit, 10), (Debt, 10)], false, false, &[(Credit, 12)]),
            // A debt that was taken back for a charge, and then regenerated away: nothing is open.
            (&[(Charge, 10), (ReversedDebt, 10)], true, false, &[]),
            (&[(Charge, 10), (ReversedDebt, 10)], false, false, &[]),
            // The same after the rate has changed: what is missing is made good.
            (&[(Charge, 12), (ReversedDebt, 10)], true, true, &[(Debt, 10)]),
            // Of two charges the month's own stays; of two others, or of two debts, the cheaper.
            (&[(ReversedCredit, 10), (Charge, 12)], true, true, &[(Credit, 10)]),
            (&[(ReversedCredit, 14), (ReversedCredit, 13)], true, true, &[(Credit, 14)]),
            (&[(Debt, 14), (Debt, 13)], true, true, &[(ReversedDebt, 14)]),
            // Charged anew at 12 while the old charge of 10 was credited: the credit belongs to nothing.
            (&[(Charge, 12), (Credit, 10)], true, true, &[(ReversedCredit, 10)]),
        ] {
            let (found_kept, mut found) = settled(entries, owed);
            found.sort();
            let mut expected = reversals.to_vec();
            expected.sort();
            assert_eq!((found_kept, found), (kept, expected), "{entries:?} owed {owed}");
        }
    }

    proptest! {
        #[test]
        fn after_settling_nothing_or_one_entry_is_open(
            entries in prop::collection::vec((0..5_i16, 1..4_i64), 0..8),
            owed in any::<bool>(),
        ) {
            let entries: Vec<_> =
                entries.into_iter().map(|(kind, rate)| (EntryKind::from_number(kind).unwrap(), rate * 10)).collect();
            let (kept, reversals) = settled(&entries, owed);
            let sum = |entries: &[(EntryKind, i64)]| entries.iter().map(|(kind, rate)| i64::from(kind.sign()) * rate).sum::<i64>();
            let left = sum(&entries) + sum(&reversals);
            prop_assert_eq!(left > 0, kept);
            prop_assert!(left == 0 || (owed && entries.iter().any(|(kind, rate)| !kind.is_credit() && *rate == left)));
            let again = [entries, reversals].concat();
            prop_assert_eq!(settled(&again, owed), (kept, vec![]), "settled once is settled");
        }
    }
}
