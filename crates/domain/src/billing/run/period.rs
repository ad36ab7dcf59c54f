//! Which days a run bills: from the broker's first to its last period day, without a day lost when these change
//! (rules.md#period-days-of-a-broker). By them the automatic run also knows when a month has ended (rules.md#automatic-billing).

use chrono::{Days, NaiveDate};

use crate::billing::snapshot::LookBack;
use crate::period::shown_date;
use crate::{BillingMonth, DateRange, Invalid};

/// The period of a month for a broker whose periods run from `start_day` to `end_day`, 1 to 31 each, clamped to the end of a month. A
/// first day that is not before the last one lies in the month before. Where clamping would let it reach into the period before, it
/// begins on the day after that one.
pub fn window(month: BillingMonth, start_day: u8, end_day: u8) -> DateRange {
    let end = month.day(end_day.into());
    if start_day < end_day {
        return DateRange { start: month.day(start_day.into()), end };
    }
    let before = month.plus(-1);
    let after_that = before.day(end_day.into()) + Days::new(1);
    DateRange { start: before.day(start_day.into()).max(after_that), end }
}

/// The period of a month for a plan, beside the periods of it that are `billed` already. It is the [`window`] of the broker's days, with two
/// exceptions, so that no day falls between two periods or into both when the days are changed.
///
/// When the period of the month before is billed and did not end on the broker's last day, this one begins on the day after it. A day that
/// is billed already is left to the period that has billed it. A period has two days at least (rules.md#days-after-a-change).
pub fn period(month: BillingMonth, (start_day, end_day): (u8, u8), billed: &[DateRange]) -> DateRange {
    let usual = window(month, start_day, end_day);
    let before = month.plus(-1);
    let last = billed.iter().filter(|other| BillingMonth::of(other.end) == before).max_by_key(|other| other.end);
    let next = billed.iter().filter(|other| BillingMonth::of(other.end) > month).map(|other| other.start).min();
    let start = match last.map(|last| last.end) {
        Some(end) if end != before.day(end_day.into()) || end >= usual.start => end + Days::new(1),
        _ => usual.start,
    };
    let shortest = start + Days::new(1);
    let end = match next.map(|next| next - Days::new(1)) {
        Some(free) if free < usual.end && BillingMonth::of(free) == month => free,
        _ => usual.end,
    };
    DateRange { start, end: if BillingMonth::of(shortest) <= month { end.max(shortest) } else { end } }
}

/// Refuses a period made by hand between billed ones where it leaves days that the period of a run would bill: both months are billed then, so that
/// no later snapshot could have these days (rules.md#days-after-a-change). Days that the broker's own days leave out are not asked.
///
/// # Errors
/// On `StartDate`, with the days.
pub fn check_no_day_is_left(window: DateRange, days: (u8, u8), billed: &[DateRange]) -> Result<(), Invalid> {
    let month = BillingMonth::of(window.end);
    let of_run = period(month, days, billed);
    let is_billed = |other: BillingMonth| billed.iter().any(|period| BillingMonth::of(period.end) == other);
    let left = if of_run.start < window.start && is_billed(month.plus(-1)) {
        DateRange { start: of_run.start, end: window.start - Days::new(1) }
    } else if window.end < of_run.end && is_billed(month.plus(1)) {
        DateRange { start: window.end + Days::new(1), end: of_run.end }
    } else {
        return Ok(());
    };
    let (first, last) = (shown_date(left.start), shown_date(left.end));
    let (which, them) = match left.days() {
        1 => (format!("The day {first}"), "it"),
        _ => (format!("The days from {first} to {last}"), "them"),
    };
    let message =
        format!("{which} would be billed by no snapshot of this plan. A billing run of {month} bills {them}.");
    Err(Invalid::field("StartDate", message))
}

/// Whether a plan whose period of the month before was `last` waits for the period of the month since the broker's days have changed: with
/// the days of then it would not have ended yet when it ended with those of now.
pub fn was_cut_short(month: BillingMonth, end_day: u8, last: DateRange) -> bool {
    let before = month.plus(-1);
    BillingMonth::of(last.end) == before && last.end > before.day(end_day.into())
}

/// The months whose period ends after `after` and not after `through`, for a broker whose periods end on `end_day`.
pub fn months_ended(end_day: u8, after: NaiveDate, through: NaiveDate) -> Vec<BillingMonth> {
    let last = BillingMonth::of(through);
    let months = (0..=last.since(BillingMonth::of(after))).map(|step| BillingMonth::of(after).plus(step));
    months.filter(|month| (after < month.day(end_day.into())) && month.day(end_day.into()) <= through).collect()
}

/// Checks the month of a run that a person asks for. A slip of the year would otherwise make thousands of snapshots that have to be
/// deleted one by one.
///
/// # Errors
/// On `BillingPeriod`.
pub fn check_month(day: Option<NaiveDate>, today: NaiveDate) -> Result<BillingMonth, Invalid> {
    let day = day.ok_or_else(|| Invalid::field("BillingPeriod", "Billing Period is required."))?;
    let (month, longest) = (BillingMonth::of(day), i32::from(LookBack::LONGEST.months()));
    if (-longest..=1).contains(&month.since(BillingMonth::of(today))) {
        return Ok(month);
    }
    let message = format!("The billing period must be at most {longest} months back and one month ahead.");
    Err(Invalid::field("BillingPeriod", message))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::period::read_date;

    fn month(year: i32, month: u32) -> BillingMonth {
        BillingMonth::new(year, month).unwrap()
    }

    #[test]
    fn a_period_follows_the_days_of_the_broker() {
        for (of, days, start, end) in [
            (month(2026, 7), (4, 3), "2026-06-04", "2026-07-03"),
            (month(2026, 1), (4, 3), "2025-12-04", "2026-01-03"),
            (month(2026, 7), (1, 31), "2026-07-01", "2026-07-31"),
            (month(2026, 2), (1, 31), "2026-02-01", "2026-02-28"),
            (month(2026, 7), (16, 15), "2026-06-16", "2026-07-15"),
            (month(2026, 3), (31, 30), "2026-03-01", "2026-03-30"),
            (month(2026, 3), (29, 28), "2026-03-01", "2026-03-28"),
            (month(2024, 3), (29, 28), "2024-02-29", "2024-03-28"),
            (month(2026, 7), (3, 3), "2026-06-04", "2026-07-03"),
            (month(2026, 7), (10, 3), "2026-06-10", "2026-07-03"),
        ] {
            let window = window(of, days.0, days.1);
            assert_eq!(
                (window.start, window.end),
                (read_date(start).unwrap(), read_date(end).unwrap()),
                "{of} {days:?}"
            );
        }
    }

    fn range(start: &str, end: &str) -> DateRange {
        DateRange { start: read_date(start).unwrap(), end: read_date(end).unwrap() }
    }

    #[test]
    fn the_period_after_a_change_of_the_days_begins_on_the_day_after_the_last() {
        for (of, days, billed, expected) in [
            // 1-31 becomes 4-3 after January.
            (month(2026, 2), (4, 3), vec![("2026-01-01", "2026-01-31")], ("2026-02-01", "2026-02-03")),
            (month(2026, 3), (4, 3), vec![("2026-02-01", "2026-02-03")], ("2026-02-04", "2026-03-03")),
            // 4-3 becomes 1-31 after January.
            (month(2026, 2), (1, 31), vec![("2025-12-04", "2026-01-03")], ("2026-01-04", "2026-02-28")),
            (month(2026, 3), (1, 31), vec![("2026-01-04", "2026-02-28")], ("2026-03-01", "2026-03-31")),
            // The last one was of other days.
            (month(2026, 7), (4, 3), vec![("2026-05-20", "2026-06-20")], ("2026-06-21", "2026-07-03")),
            // One day would be left: a period has two.
            (month(2026, 2), (2, 1), vec![("2026-01-01", "2026-01-31")], ("2026-02-01", "2026-02-02")),
            (month(2026, 3), (2, 1), vec![("2026-02-01", "2026-02-02")], ("2026-02-03", "2026-03-01")),
            // The days have not changed, and leave some between two periods.
            (month(2026, 7), (10, 3), vec![("2026-05-10", "2026-06-03")], ("2026-06-10", "2026-07-03")),
            // The month before was never billed.
            (month(2026, 3), (4, 3), vec![("2026-01-01", "2026-01-31")], ("2026-02-04", "2026-03-03")),
            // A month is billed after the one behind it.
            (month(2026, 2), (1, 31), vec![("2026-02-04", "2026-03-03")], ("2026-02-01", "2026-02-03")),
            (month(2026, 2), (4, 3), vec![], ("2026-01-04", "2026-02-03")),
        ] {
            let billed: Vec<_> = billed.into_iter().map(|(start, end)| range(start, end)).collect();
            assert_eq!(period(of, days, &billed), range(expected.0, expected.1), "{of} {days:?} {billed:?}");
        }
    }

    #[test]
    fn a_period_by_hand_leaves_no_day_that_a_run_would_bill() {
        for (window, days, billed, left) in [
            // 4-3 became 1-31 after January.
            (
                ("2026-02-01", "2026-02-28"),
                (1, 31),
                vec![("2025-12-04", "2026-01-03")],
                "days from 01/04/2026 to 01/31/2026",
            ),
            (("2026-01-04", "2026-02-28"), (1, 31), vec![("2025-12-04", "2026-01-03")], ""),
            // 2-1 became 4-3 after January.
            (
                ("2026-01-04", "2026-02-03"),
                (4, 3),
                vec![("2025-12-02", "2026-01-01")],
                "days from 01/02/2026 to 01/03/2026",
            ),
            (("2026-01-04", "2026-02-03"), (4, 3), vec![("2025-12-03", "2026-01-02")], "day 01/03/2026"),
            // The month before is not billed yet, and its run bills them.
            (("2026-02-04", "2026-03-03"), (4, 3), vec![("2025-12-02", "2026-01-01")], ""),
            // The month behind is billed.
            (
                ("2026-02-01", "2026-02-20"),
                (1, 31),
                vec![("2026-03-01", "2026-03-31")],
                "days from 02/21/2026 to 02/28/2026",
            ),
            (("2026-02-01", "2026-02-20"), (1, 31), vec![("2026-02-21", "2026-03-31")], ""),
            (("2026-02-01", "2026-02-20"), (1, 31), vec![], ""),
            // The broker's days leave some between two periods.
            (("2026-06-10", "2026-07-03"), (10, 3), vec![("2026-05-10", "2026-06-03")], ""),
        ] {
            let billed: Vec<_> = billed.into_iter().map(|(start, end)| range(start, end)).collect();
            let said = check_no_day_is_left(range(window.0, window.1), days, &billed).err();
            let month = BillingMonth::of(range(window.0, window.1).end);
            let them = if left.starts_with("days") { "them" } else { "it" };
            let expected = (!left.is_empty()).then(|| {
                format!("StartDate: The {left} would be billed by no snapshot of this plan. A billing run of {month} bills {them}.")
            });
            assert_eq!(said.map(|invalid| invalid.to_string()), expected, "{window:?} {days:?}");
        }
    }

    #[test]
    fn a_month_waits_when_its_new_last_day_had_passed_before_the_change() {
        let january = range("2026-01-01", "2026-01-31");
        assert!(was_cut_short(month(2026, 2), 3, january));
        assert!(!was_cut_short(month(2026, 2), 31, january), "nothing has changed");
        assert!(!was_cut_short(month(2026, 3), 3, january), "February was not billed");
        assert!(!was_cut_short(month(2026, 2), 31, range("2025-12-04", "2026-01-03")), "its last day is to come");
    }

    #[test]
    fn the_usual_days_give_the_period_of_the_month() {
        for step in 0..30 {
            let month = month(2024, 1).plus(step);
            assert_eq!(window(month, 4, 3), month.window());
        }
    }

    #[test]
    fn months_end_on_the_last_day_of_their_period() {
        for (end_day, after, through, ended) in [
            (3, "2026-07-02", "2026-07-03", vec![month(2026, 7)]),
            (3, "2026-07-03", "2026-07-04", vec![]),
            (31, "2026-06-29", "2026-06-30", vec![month(2026, 6)]),
            (31, "2026-02-27", "2026-02-28", vec![month(2026, 2)]),
            (15, "2026-04-30", "2026-07-14", vec![month(2026, 5), month(2026, 6)]),
            (3, "2025-12-31", "2026-01-20", vec![month(2026, 1)]),
            (3, "2026-07-20", "2026-07-19", vec![]),
        ] {
            let found = months_ended(end_day, read_date(after).unwrap(), read_date(through).unwrap());
            assert_eq!(found, ended, "{end_day} {after} {through}");
        }
    }

    #[test]
    fn a_month_far_away_is_refused() {
        let today = read_date("2026-07-20").unwrap();
        let said = |day: &str| match check_month(read_date(day), today) {
            Ok(month) => month.to_string(),
            Err(invalid) => invalid.to_string(),
        };
        const FAR: &str = "BillingPeriod: The billing period must be at most 24 months back and one month ahead.";
        for (day, expected) in [
            ("2026-07-03", "July 2026"),
            ("2026-08-31", "August 2026"),
            ("2024-07-01", "July 2024"),
            ("2026-09-01", FAR),
            ("2024-06-30", FAR),
            ("", "BillingPeriod: Billing Period is required."),
        ] {
            assert_eq!(said(day), expected, "{day}");
        }
    }

    proptest! {
        #[test]
        fn periods_of_a_broker_never_overlap_and_end_in_their_month(
            number in 24_000..25_000_i32, start_day in 1..=31_u8, end_day in 1..=31_u8,
        ) {
            let month = BillingMonth::from_number(number);
            let (this, next) = (window(month, start_day, end_day), window(month.plus(1), start_day, end_day));
            prop_assert!(this.start <= this.end && this.end < next.start);
            prop_assert_eq!(BillingMonth::of(this.end), month);
            prop_assert!(this.days() <= 62);
            if start_day == end_day + 1 {
                prop_assert_eq!(this.end.succ_opt(), Some(next.start), "no day is between them");
            }
        }

        #[test]
        fn however_often_the_days_change_every_month_is_billed_once_and_no_day_twice_or_never(
            number in 24_000..25_000_i32, ends in proptest::collection::vec((1..=31_u8, 1..4_usize), 1..8),
        ) {
            let days = ends.iter().flat_map(|(end, times)| std::iter::repeat_n((end % 31 + 1, *end), *times));
            let mut billed: Vec<DateRange> = Vec::new();
            for (days, step) in days.zip(0..) {
                let month = BillingMonth::from_number(number + step);
                let found = period(month, days, &billed);
                prop_assert_eq!(BillingMonth::of(found.end), month);
                prop_assert!((2..=62).contains(&found.days()), "{:?}", found);
                if let Some(last) = billed.last() {
                    prop_assert_eq!(last.end + Days::new(1), found.start);
                }
                billed.push(found);
            }
        }

        #[test]
        fn day_by_day_every_month_ends_once(end_day in 1..=31_u8, from in 0..400_i64, days in 1..200_i64) {
            let first = read_date("2025-01-01").unwrap() + chrono::Duration::days(from);
            let day = |n: i64| first + chrono::Duration::days(n);
            let daily: Vec<_> = (0..days).flat_map(|n| months_ended(end_day, day(n), day(n + 1))).collect();
            prop_assert_eq!(daily, months_ended(end_day, first, day(days)));
        }
    }
}
