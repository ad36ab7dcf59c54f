//! The work queue of the start page: which kinds of work there are, for which roles, what counts as due, and how an item reads
//! (rules.md#work-queue).

pub mod digest;
pub mod item;
pub mod kind;

pub use item::{Item, Record, Words, Work};
pub use kind::{Area, WorkKind};

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

/// A renewal is work from so many days before it.
const RENEWAL_AHEAD: Days = Days::new(60);
/// An access key is told of so long before its end, as tokens are (rules.md#tokens-about-to-expire).
const KEY_TOLD_AHEAD: TimeDelta = TimeDelta::days(7);

/// The last day on which a renewal is work `today`.
pub fn last_renewal(today: NaiveDate) -> NaiveDate {
    today.checked_add_days(RENEWAL_AHEAD).unwrap_or(today)
}

/// The last end at which an access key is told of `now`.
pub fn last_key_end(now: DateTime<Utc>) -> DateTime<Utc> {
    now + KEY_TOLD_AHEAD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renewal_is_work_from_sixty_days_before_it() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert_eq!(last_renewal(day("2026-11-28")), day("2027-01-27"));
    }

    #[test]
    fn a_key_is_told_of_a_week_before_its_end() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(last_key_end(at("2026-11-28T12:00:00Z")), at("2026-12-05T12:00:00Z"));
    }
}
