//! Lines of a bill that read alike are one line: one a month, kind and rate, where a kind is a charge, a credit or a debt
//! (rules.md#one-line-a-month-and-kind).
//!
//! The ledger tells more apart: whether a credit takes back a charge or an earlier debt. So its sets stay as they are, and the lines are
//! put together where they are read.

use std::collections::{BTreeSet, HashMap};

use super::ledger::{EntryKind, IdSet};
use crate::{BillingMonth, Money, PlanLineId};

/// What a reader knows a line by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look {
    plan_line: PlanLineId,
    month: BillingMonth,
    is_correction: bool,
    is_credit: bool,
    rate: Money,
}

impl Look {
    /// The look of a line.
    pub fn of(plan_line: PlanLineId, month: BillingMonth, kind: EntryKind, rate: Money) -> Self {
        Self { plan_line, month, is_correction: kind != EntryKind::Charge, is_credit: kind.is_credit(), rate }
    }
}

/// The places of those that read as one line, each time in their order, in the order of the first of each. A line stays alone where it
/// says something of the same id a second time: a set holds nobody twice.
pub fn alike(lines: &[(Look, &IdSet)]) -> Vec<Vec<usize>> {
    let mut together: Vec<Vec<usize>> = Vec::with_capacity(lines.len());
    let mut by_look: HashMap<Look, Vec<usize>> = HashMap::new();
    for (place, (look, ids)) in lines.iter().enumerate() {
        let candidates = by_look.entry(*look).or_default();
        let is_apart = |group: &&usize| together[**group].iter().all(|other| are_apart(lines[*other].1, ids));
        match candidates.iter().find(is_apart).copied() {
            Some(group) => together[group].push(place),
            None => {
                candidates.push(together.len());
                together.push(vec![place]);
            }
        }
    }
    together
}

fn are_apart(one: &IdSet, other: &IdSet) -> bool {
    let (few, many) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let few: BTreeSet<i64> = few.iter().collect();
    many.iter().all(|id| !few.contains(&id))
}

/// The ids of several sets that have none in common.
pub fn joined<'a>(sets: impl IntoIterator<Item = &'a IdSet>) -> IdSet {
    let all: BTreeSet<i64> = sets.into_iter().flat_map(IdSet::iter).collect();
    IdSet::of(all)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use EntryKind::{Charge, Credit, Debt, ReversedCredit, ReversedDebt};

    const JUNE: BillingMonth = BillingMonth::from_number(2026 * 12 + 5);

    fn look(kind: EntryKind, month: i32, cents: i64) -> Look {
        Look::of(PlanLineId(1), JUNE.plus(month), kind, Money::from_cents(cents))
    }

    #[test]
    fn lines_that_read_alike_are_one() {
        let ids = |ids: &[i64]| IdSet::of(ids.iter().copied());
        let (one, two, both) = (ids(&[1]), ids(&[2]), ids(&[1, 2]));
        let of = |lines: &[(EntryKind, i32, i64, &IdSet)]| {
            let lines: Vec<_> =
                lines.iter().map(|(kind, month, cents, ids)| (look(*kind, *month, *cents), *ids)).collect();
            alike(&lines)
        };
        for (lines, together) in [
            (&[(Credit, 0, 333, &one), (ReversedDebt, 0, 333, &two)][..], vec![vec![0, 1]]),
            (&[(Debt, 0, 333, &one), (ReversedCredit, 0, 333, &two)], vec![vec![0, 1]]),
            (&[(Charge, 0, 333, &one), (ReversedCredit, 0, 333, &two)], vec![vec![0], vec![1]]),
            (&[(Credit, 0, 333, &one), (ReversedDebt, 0, 400, &two)], vec![vec![0], vec![1]]),
            (&[(Credit, 0, 333, &one), (ReversedDebt, 1, 333, &two)], vec![vec![0], vec![1]]),
            (&[(Credit, 0, 333, &one), (Debt, 0, 333, &two)], vec![vec![0], vec![1]]),
            // Nobody stands on a line twice; whoever does not may join either.
            (&[(Credit, 0, 333, &both), (ReversedDebt, 0, 333, &one)], vec![vec![0], vec![1]]),
            (
                &[(Credit, 0, 333, &one), (Credit, 0, 333, &one), (ReversedDebt, 0, 333, &two)],
                vec![vec![0, 2], vec![1]],
            ),
        ] {
            assert_eq!(of(lines), together, "{lines:?}");
        }
    }

    proptest! {
        #[test]
        fn everybody_stays_and_no_two_lines_read_alike_unless_somebody_is_on_both(
            lines in prop::collection::vec((0..5_i16, 0..2_i32, 1..3_i64, prop::collection::btree_set(1..6_i64, 0..4)), 0..9),
        ) {
            let sets: Vec<_> = lines.iter().map(|(.., ids)| IdSet::of(ids.iter().copied())).collect();
            let kind = |number: i16| EntryKind::from_number(number).unwrap();
            let looks = lines.iter().map(|(number, month, cents, _)| look(kind(*number), *month, *cents));
            let lines: Vec<_> = looks.zip(&sets).collect();
            let together = alike(&lines);
            let mut places: Vec<usize> = together.concat();
            places.sort_unstable();
            prop_assert_eq!(places, (0..lines.len()).collect::<Vec<_>>());
            prop_assert!(together.is_sorted_by_key(|group| group[0]));
            for (number, group) in together.iter().enumerate() {
                let ids = joined(group.iter().map(|place| lines[*place].1));
                prop_assert_eq!(ids.len(), group.iter().map(|place| lines[*place].1.len()).sum::<usize>());
                prop_assert!(group.iter().all(|place| lines[*place].0 == lines[group[0]].0));
                for other in &together[number + 1..] {
                    let would_join = other.iter().all(|place| are_apart(&ids, lines[*place].1));
                    prop_assert!(lines[other[0]].0 != lines[group[0]].0 || !would_join || other.iter().any(|place| lines[*place].1.is_empty()));
                }
            }
        }
    }
}
