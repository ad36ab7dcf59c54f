//! The two things a program cannot compute: what time it is, and something nobody can guess. Both come from the context, fixed in
//! tests.

use std::time::SystemTime;

use chrono::{DateTime, NaiveDate, NaiveTime, SubsecRound, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;
use uuid::Uuid;

/// Says what time it is.
pub trait Clock: Send + Sync {
    /// Now, to the millisecond.
    fn now(&self) -> DateTime<Utc>;
}

/// Gives what nobody can guess.
pub trait Randomness: Send + Sync {
    /// Fills `bytes`.
    fn fill(&self, bytes: &mut [u8]);

    /// A new GUID.
    fn guid(&self) -> Uuid {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }
}

/// The machine's own clock.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        DateTime::<Utc>::from(SystemTime::now()).trunc_subsecs(3)
    }
}

/// The operating system's random numbers.
#[derive(Debug, Clone, Copy)]
pub struct SystemRandomness;

impl Randomness for SystemRandomness {
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system gives random numbers");
    }
}

/// The day in the business's time zone, which is that of New York unless it is set otherwise.
pub fn day_in(zone: Tz, at: DateTime<Utc>) -> NaiveDate {
    at.with_timezone(&zone).date_naive()
}

/// The first instant of a day in a time zone. A day that begins with a skipped hour begins after it; one whose first hour comes twice
/// begins with the first of them.
pub fn start_of_day(zone: Tz, day: NaiveDate) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    let local = zone.from_local_datetime(&midnight).earliest();
    let local = local.or_else(|| zone.from_local_datetime(&(midnight + TimeDelta::hours(1))).earliest());
    local.map_or_else(|| midnight.and_utc(), |local| local.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_its_first_instant() {
        for (zone, day, start) in [
            (Tz::America__New_York, "2026-07-20", "2026-07-20T04:00:00Z"),
            (Tz::America__New_York, "2026-01-20", "2026-01-20T05:00:00Z"),
            // The clock goes from midnight to one o'clock.
            (Tz::America__Santiago, "2026-09-06", "2026-09-06T04:00:00Z"),
            (Tz::America__New_York, "0001-01-01", "0001-01-01T04:56:02Z"),
        ] {
            let day: NaiveDate = day.parse().expect("a date of the test");
            let start: DateTime<Utc> = start.parse().expect("an instant of the test");
            assert_eq!(start_of_day(zone, day), start, "{zone} {day}");
            assert_eq!(day_in(zone, start), day);
        }
    }
}
