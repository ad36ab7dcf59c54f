//! From which day a status change holds (rules.md#first-three-days).
//!
//! Without an override: at once during the first three days of a month, else from the first of the next month.

use chrono::{Datelike, NaiveDate};

use crate::period::{CUT_OFF_DAY, check_plausible};
use crate::{BillingMonth, Invalid};

/// What a person asks for beside the change itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StatusWish {
    /// Whether `effective_date` replaces the rule.
    pub override_date: bool,
    /// The wished day; counts only with `override_date`.
    pub effective_date: Option<NaiveDate>,
    /// Whether an undo with nothing to undo turns the status round instead (rules.md#undoing-a-status-change).
    pub force_undo: bool,
}

impl StatusWish {
    /// Nothing but the change.
    pub const PLAIN: Self = Self { override_date: false, effective_date: None, force_undo: false };

    /// The wish to have the change on `day`.
    pub const fn on(day: NaiveDate) -> Self {
        Self { override_date: true, effective_date: Some(day), force_undo: false }
    }

    /// What counts of the wish: nothing when the caller is no administrator (rules.md#first-three-days).
    pub const fn of(self, is_administrator: bool) -> Self {
        if is_administrator { self } else { Self::PLAIN }
    }

    /// The day from which the wished change holds.
    ///
    /// # Errors
    /// On `EffectiveDate` when an override names no day, or one that is not plausible.
    pub fn effective_date(self, today: NaiveDate) -> Result<NaiveDate, Invalid> {
        if !self.override_date {
            return Ok(effective_date(today));
        }
        let day = self.effective_date.ok_or_else(|| Invalid::field("EffectiveDate", "Effective Date is required."))?;
        let mut invalid = Invalid::none();
        check_plausible(&mut invalid, "EffectiveDate", "Effective Date", Some(day));
        invalid.or(day)
    }

    /// The first active day of a new member: today, unless it is overridden (rules.md#new-member).
    ///
    /// # Errors
    /// As [`Self::effective_date`].
    pub fn begins_on(self, today: NaiveDate) -> Result<NaiveDate, Invalid> {
        if self.override_date { self.effective_date(today) } else { Ok(today) }
    }
}

/// The day from which a change made `today` holds when nobody overrides it: today on the 1st, 2nd and 3rd, else the first
/// of the next month. `today` is the day in business time.
pub fn effective_date(today: NaiveDate) -> NaiveDate {
    if today.day() <= CUT_OFF_DAY { today } else { BillingMonth::of(today).plus(1).day(1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::read_date;

    fn day(text: &str) -> NaiveDate {
        read_date(text).unwrap()
    }

    #[test]
    fn changing_after_the_third_waits_for_next_month() {
        for (today, effective) in [
            ("2026-07-01", "2026-07-01"),
            ("2026-07-03", "2026-07-03"),
            ("2026-07-04", "2026-08-01"),
            ("2026-07-31", "2026-08-01"),
            ("2026-12-04", "2027-01-01"),
            ("2024-02-29", "2024-03-01"),
        ] {
            assert_eq!(effective_date(day(today)), day(effective), "{today}");
        }
    }

    #[test]
    fn an_override_of_an_administrator_is_any_day() {
        let today = day("2026-07-20");
        let wish = StatusWish::on(day("2026-05-01"));
        assert_eq!(wish.of(true).effective_date(today), Ok(day("2026-05-01")));
        assert_eq!(wish.of(false).effective_date(today), Ok(day("2026-08-01")));
        let empty = StatusWish { effective_date: None, ..wish };
        assert_eq!(empty.effective_date(today).unwrap_err().0[0].key, "EffectiveDate");
        for slip in [206, 1899, 2200, 9999] {
            let slip = StatusWish::on(NaiveDate::from_ymd_opt(slip, 5, 1).unwrap());
            let said = slip.effective_date(today).unwrap_err().to_string();
            assert_eq!(said, "EffectiveDate: Effective Date must lie in the years 1900 to 2199.");
        }
        let not_overridden = StatusWish { override_date: false, ..wish };
        assert_eq!(not_overridden.effective_date(today), Ok(day("2026-08-01")));
    }
}
