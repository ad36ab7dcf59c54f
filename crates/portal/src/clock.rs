//! The two things a program cannot compute: what time it is, and something nobody can guess. Both come from the context, fixed in
//! tests.

use std::time::SystemTime;

use chrono::{DateTime, NaiveDate, SubsecRound, Utc};
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

/// The day in the business's time zone (decisions, common terms: America/New_York).
pub fn day_in(zone: Tz, at: DateTime<Utc>) -> NaiveDate {
    at.with_timezone(&zone).date_naive()
}
