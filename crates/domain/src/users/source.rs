//! How quickly one machine may try to sign in, whatever addresses it names: a budget that refills, so that an office behind one address is
//! slowed for seconds and never locked out (rules.md#tries-from-one-machine).

use chrono::{DateTime, TimeDelta, Utc};

/// Tries that a machine may make at once.
pub const BURST: i32 = 20;
/// How long it takes until a further one may be made.
pub const REFILL: TimeDelta = TimeDelta::seconds(3);

/// Until when the budget is used up after one more try; what has been given back is in the past.
///
/// # Errors
/// How long to wait for the next try.
pub fn spend(used_until: DateTime<Utc>, now: DateTime<Utc>) -> Result<DateTime<Utc>, TimeDelta> {
    let after = used_until.max(now) + REFILL;
    let beyond = after - (now + REFILL * BURST);
    if beyond <= TimeDelta::zero() { Ok(after) } else { Err(beyond) }
}

/// Until when the budget is used up once a try is given back, such as one that was right.
pub fn give_back(used_until: DateTime<Utc>) -> DateTime<Utc> {
    used_until - REFILL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_used_up_at_once_and_refills() {
        let start = DateTime::UNIX_EPOCH;
        let mut used_until = start;
        for number in 0..BURST {
            used_until = spend(used_until, start).unwrap_or_else(|_| panic!("the try {number} is in the budget"));
        }
        assert_eq!(spend(used_until, start), Err(REFILL));
        assert_eq!(spend(used_until, start + TimeDelta::seconds(2)), Err(TimeDelta::seconds(1)));
        let later = start + REFILL;
        let again = spend(used_until, later).expect("one has refilled");
        assert_eq!(spend(again, later), Err(REFILL), "and one only");
        assert_eq!(spend(give_back(again), later), Ok(again), "what is given back may be spent again");
        let rested = start + REFILL * (2 * BURST);
        assert_eq!(spend(used_until, rested), Ok(rested + REFILL), "no more than the whole budget is saved up");
    }
}
