//! Twelve months of a group: what was billed, and how many members there were, joined and left (rules.md#figures-of-a-group).

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::Money;
use crate::period::BillingMonth;

/// So many months are shown, the current one among them.
pub const MONTHS: i32 = 12;

/// The active members of a group over a range of days.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HeadCounts {
    /// The active members before the first day.
    pub before: i64,
    /// By how many they change on a day.
    pub changes: Vec<(NaiveDate, i64)>,
    /// Who becomes active on a day.
    pub joined: Vec<(NaiveDate, i64)>,
    /// Who is no longer active from a day.
    pub left: Vec<(NaiveDate, i64)>,
}

/// A month of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthFigures {
    /// The month.
    pub month: BillingMonth,
    /// The active members on its last day; in the current month today.
    pub active: i64,
    /// Who became active in it.
    pub joined: i64,
    /// Who ceased to be active in it.
    pub left: i64,
    /// What its bills come to; `None` without a bill.
    pub billed: Option<Money>,
}

/// The first of the months that are shown.
pub fn first_month(today: NaiveDate) -> BillingMonth {
    BillingMonth::of(today).plus(1 - MONTHS)
}

/// The months, the oldest first. What takes effect after today is none of them.
pub fn months(today: NaiveDate, heads: &HeadCounts, bills: &BTreeMap<BillingMonth, Money>) -> Vec<MonthFigures> {
    let changed = by_month(&heads.changes, today);
    let (joined, left) = (by_month(&heads.joined, today), by_month(&heads.left, today));
    let of = |sums: &BTreeMap<BillingMonth, i64>, month| sums.get(&month).copied().unwrap_or(0);
    let mut active = heads.before;
    let first = first_month(today);
    (0..MONTHS)
        .map(|at| {
            let month = first.plus(at);
            active += of(&changed, month);
            MonthFigures {
                month,
                active,
                joined: of(&joined, month),
                left: of(&left, month),
                billed: bills.get(&month).copied(),
            }
        })
        .collect()
}

fn by_month(days: &[(NaiveDate, i64)], today: NaiveDate) -> BTreeMap<BillingMonth, i64> {
    let mut sums = BTreeMap::new();
    for (day, number) in days.iter().filter(|(day, _)| *day <= today) {
        *sums.entry(BillingMonth::of(*day)).or_default() += number;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn month(year: i32, month: u32) -> BillingMonth {
        BillingMonth::new(year, month).expect("a month")
    }

    #[test]
    fn twelve_months_end_with_the_current_one() {
        let months = months(day("2026-02-15"), &HeadCounts::default(), &BTreeMap::new());
        assert_eq!(months.len(), 12);
        assert_eq!(months.first().expect("a month").month, month(2025, 3));
        assert_eq!(months.last().expect("a month").month, month(2026, 2));
    }

    #[test]
    fn head_counts_go_on_from_month_to_month_and_end_today() {
        let heads = HeadCounts {
            before: 10,
            changes: vec![(day("2025-12-01"), 3), (day("2026-01-31"), -1), (day("2026-02-16"), 50)],
            joined: vec![(day("2025-12-01"), 4), (day("2026-02-16"), 50)],
            left: vec![(day("2025-12-01"), 1), (day("2026-01-31"), 1)],
        };
        let bills = BTreeMap::from([(month(2025, 12), Money::from_cents(12_50))]);
        let months = months(day("2026-02-15"), &heads, &bills);
        let told: Vec<_> = months.iter().skip(8).map(|one| (one.active, one.joined, one.left, one.billed)).collect();
        let billed = Some(Money::from_cents(12_50));
        assert_eq!(told, [(10, 0, 0, None), (13, 4, 1, billed), (12, 0, 1, None), (12, 0, 0, None)]);
    }
}
