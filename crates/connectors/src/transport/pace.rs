//! Calls that leave no faster than a vendor allows.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Calls that may leave together after a rest.
const TOGETHER: u32 = 2;
/// The longest wait; a call that would have to wait longer is not made.
const LONGEST: Duration = Duration::from_secs(4);

/// Spreads calls evenly, so that no second and no minute has more than the vendor allows.
#[derive(Debug)]
pub(super) struct Pace {
    between: Option<Duration>,
    /// When the next call would leave if none could leave together.
    due: Mutex<Option<Instant>>,
}

impl Pace {
    /// So many calls a minute; any number when none is named.
    pub(super) fn new(a_minute: Option<u32>) -> Self {
        let between = a_minute.map(|calls| Duration::from_secs(60) / calls.max(1));
        Self { between, due: Mutex::new(None) }
    }

    /// When a call may leave that is ready at `now`; or, when that is too late, after how long it is worth another try.
    fn reserve(&self, now: Instant) -> Result<Instant, Duration> {
        let Some(between) = self.between else { return Ok(now) };
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let own = due.unwrap_or(now).max(now);
        let leaves = own.checked_sub(between * (TOGETHER - 1)).unwrap_or(now).max(now);
        let wait = leaves - now;
        if wait > LONGEST {
            return Err(wait);
        }
        *due = Some(own + between);
        Ok(leaves)
    }

    /// Waits until a call may leave.
    ///
    /// # Errors
    /// After how long it is worth another try, when that is too long to wait for.
    pub(super) async fn wait(&self) -> Result<(), Duration> {
        tokio::time::sleep_until(self.reserve(Instant::now())?).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(pace: &Pace, now: Instant, calls: usize) -> Vec<Option<u128>> {
        (0..calls).map(|_| pace.reserve(now).ok().map(|leaves| (leaves - now).as_millis())).collect()
    }

    #[tokio::test]
    async fn calls_leave_evenly_and_a_rest_lets_two_leave_together() {
        let (pace, now) = (Pace::new(Some(480)), Instant::now());
        assert_eq!(millis(&pace, now, 4), [Some(0), Some(0), Some(125), Some(250)]);
        let later = now + Duration::from_secs(2);
        assert_eq!(millis(&pace, later, 3), [Some(0), Some(0), Some(125)]);
        assert_eq!(millis(&Pace::new(None), now, 2), [Some(0), Some(0)]);
    }

    #[tokio::test]
    async fn no_minute_has_more_calls_than_the_vendor_allows() {
        let (pace, start) = (Pace::new(Some(480)), Instant::now());
        let mut left = Vec::new();
        let mut now = start;
        while now < start + Duration::from_secs(120) {
            match pace.reserve(now) {
                Ok(leaves) => left.push(leaves),
                Err(wait) => now += wait.min(Duration::from_millis(500)),
            }
        }
        for (at, first) in left.iter().enumerate() {
            let within = |span| left[at..].iter().take_while(|call| **call < *first + span).count();
            assert!(within(Duration::from_secs(60)) <= 500 && within(Duration::from_secs(1)) <= 10);
        }
        assert!(left.len() >= 950, "{} calls in two minutes", left.len());
    }

    #[tokio::test]
    async fn a_call_that_would_wait_too_long_is_not_made() {
        let (pace, now) = (Pace::new(Some(60)), Instant::now());
        let found = millis(&pace, now, 7);
        assert_eq!(found[5..], [Some(4000), None]);
        assert_eq!(pace.reserve(now), Err(Duration::from_secs(5)));
    }
}
