//! Months that are billed and ranges of days.
//!
//! The billing month runs from the 4th of the month before to the 3rd (rules.md#cut-off-day); the 3rd is its cut-off (rules.md#cut-off-day).

use std::fmt;

use chrono::{Datelike, Days, Months, NaiveDate};

use crate::Invalid;

/// A calendar month, ordered and counted as `year * 12 + month - 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BillingMonth(i32);

/// The day of a month up to which a status counts for it, inclusive (rules.md#cut-off-day).
pub const CUT_OFF_DAY: u32 = 3;

impl BillingMonth {
    /// The month of a calendar year; `None` when `month` is not 1 to 12 or the year is not 1 to 9999.
    pub fn new(year: i32, month: u32) -> Option<Self> {
        ((1..=12).contains(&month) && (1..=9999).contains(&year)).then(|| Self(year * 12 + month as i32 - 1))
    }

    /// The month that holds `day`.
    pub fn of(day: NaiveDate) -> Self {
        Self(day.year() * 12 + day.month0() as i32)
    }

    /// The stored number, `year * 12 + month - 1`.
    pub const fn number(self) -> i32 {
        self.0
    }

    /// The month of a stored number.
    pub const fn from_number(number: i32) -> Self {
        Self(number)
    }

    /// The calendar year.
    pub const fn year(self) -> i32 {
        self.0.div_euclid(12)
    }

    /// The month of the year, 1 to 12.
    pub const fn month(self) -> u32 {
        self.0.rem_euclid(12) as u32 + 1
    }

    /// The month `months` later, or earlier when negative.
    pub const fn plus(self, months: i32) -> Self {
        Self(self.0 + months)
    }

    /// How many months after `earlier` this one is.
    pub const fn since(self, earlier: Self) -> i32 {
        self.0 - earlier.0
    }

    /// A day of this month; days past its end become its last day.
    pub fn day(self, day: u32) -> NaiveDate {
        let first = NaiveDate::from_ymd_opt(self.year(), self.month(), 1).expect("every month has a first day");
        first.with_day(day.max(1)).unwrap_or_else(|| first + Months::new(1) - Days::new(1))
    }

    /// The 3rd: a status in effect on it counts for the whole month (rules.md#cut-off-day).
    pub fn cut_off(self) -> NaiveDate {
        self.day(CUT_OFF_DAY)
    }

    /// From the 4th of the month before to the 3rd of this one (rules.md#cut-off-day).
    pub fn window(self) -> DateRange {
        DateRange { start: self.plus(-1).day(CUT_OFF_DAY + 1), end: self.cut_off() }
    }

    /// The English name of the month, such as `July`.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        NAMES[self.month() as usize - 1]
    }
}

/// `July 2026`, as periods are shown everywhere.
impl fmt::Display for BillingMonth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.year())
    }
}

/// Days from `start` to `end`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateRange {
    /// The first day.
    pub start: NaiveDate,
    /// The last day.
    pub end: NaiveDate,
}

impl DateRange {
    /// Whether `day` lies in the range.
    pub fn contains(self, day: NaiveDate) -> bool {
        self.start <= day && day <= self.end
    }

    /// The number of days, at least 1 for a range that is in order.
    pub fn days(self) -> i64 {
        (self.end - self.start).num_days() + 1
    }

    /// Whether the two share a day.
    pub fn overlaps(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// A date as people enter and read it: `MM/DD/YYYY`.
pub fn shown_date(day: NaiveDate) -> String {
    day.format("%m/%d/%Y").to_string()
}

/// Reads `YYYY-MM-DD` or `M/D/YYYY` (rules.md#wire-format); `None` for anything else, an impossible day included.
pub fn read_date(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    let slashed = text.split('/').count() == 3;
    let parsed =
        if slashed { NaiveDate::parse_from_str(text, "%m/%d/%Y") } else { NaiveDate::parse_from_str(text, "%Y-%m-%d") };
    parsed.ok().filter(|day| {
        (1..=9999).contains(&day.year()) && text.rsplit('/').next().is_some_and(|y| !slashed || y.len() == 4)
    })
}

/// Whether a day on which something is to take effect can be meant: a typing mistake in the year is none that anybody would notice
/// later.
pub fn is_plausible(day: NaiveDate) -> bool {
    (1900..=2199).contains(&day.year())
}

/// Reports a day that is not [`is_plausible`].
pub fn check_plausible(invalid: &mut Invalid, key: &str, label: &str, day: Option<NaiveDate>) {
    invalid.check(day.is_none_or(is_plausible), key, format!("{label} must lie in the years 1900 to 2199."));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str) -> NaiveDate {
        read_date(text).expect("a date of the test")
    }

    #[test]
    fn the_window_runs_from_the_fourth_to_the_third() {
        for (year, month, start, end) in [
            (2026, 7, "2026-06-04", "2026-07-03"),
            (2026, 1, "2025-12-04", "2026-01-03"),
            (2024, 3, "2024-02-04", "2024-03-03"),
        ] {
            let window = BillingMonth::new(year, month).expect("a month").window();
            assert_eq!((window.start, window.end), (day(start), day(end)));
        }
    }

    #[test]
    fn days_past_the_end_become_the_last_day() {
        assert_eq!(BillingMonth::new(2026, 2).expect("a month").day(31), day("2026-02-28"));
        assert_eq!(BillingMonth::new(2024, 2).expect("a month").day(30), day("2024-02-29"));
    }

    #[test]
    fn dates_are_read_in_both_forms_and_never_guessed() {
        for (text, read) in [
            ("2026-02-28", Some("2026-02-28")),
            ("02/28/2026", Some("2026-02-28")),
            ("2/8/2026", Some("2026-02-08")),
            ("02/30/2026", None),
            ("2/8/26", None),
            ("28/02/2026", None),
            ("tomorrow", None),
            ("", None),
        ] {
            assert_eq!(read_date(text), read.map(day), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn months_count_on_over_the_year(number in 12..119_000_i32, step in -1000..1000_i32) {
            let month = BillingMonth::from_number(number.max(1024));
            prop_assert_eq!(month.plus(step).since(month), step);
            prop_assert_eq!(BillingMonth::of(month.cut_off()), month);
            prop_assert_eq!(month.window().end.succ_opt(), Some(month.plus(1).window().start));
        }
    }
}
