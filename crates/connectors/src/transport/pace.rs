//! Calls that leave no faster than a vendor allows.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The longest wait; a call that would have to wait longer is not made.
const LONGEST: Duration = Duration::from_secs(4);
/// Within this time two calls may leave in front of those that wait.
const IN_FRONT: Duration = Duration::from_secs(1);

/// Where a call takes its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lane {
    /// Behind the calls that wait.
    Queue,
    /// In front of them: a person looks at the screen until the answer comes.
    Front,
}

/// Spreads calls evenly, so that no second and no minute has more than the vendor allows.
#[derive(Debug)]
pub(super) struct Pace {
    between: Option<Duration>,
    places: Mutex<Places>,
}

/// The places that were given out.
#[derive(Debug, Default)]
struct Places {
    /// When the next call of the queue may leave.
    due: Option<Instant>,
    /// When the last two calls left in front of the queue, the older first.
    in_front: [Option<Instant>; 2],
}

impl Pace {
    /// So many calls a minute; any number when none is named.
    pub(super) fn new(a_minute: Option<u32>) -> Self {
        let between = a_minute.map(|calls| Duration::from_secs(60) / calls.max(1));
        Self { between, places: Mutex::default() }
    }

    /// Returns when a call may leave that is ready at `now`.
    ///
    /// # Errors
    /// After how long it is worth another try, when that is more than [`LONGEST`].
    fn reserve(&self, lane: Lane, now: Instant) -> Result<Instant, Duration> {
        let Some(between) = self.between else { return Ok(now) };
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let behind = places.due.unwrap_or(now).max(now);
        let in_front = places.in_front[0].map_or(now, |older| older + IN_FRONT).max(now);
        let is_in_front = lane == Lane::Front && in_front < behind;
        let leaves = if is_in_front { in_front } else { behind };
        if leaves - now > LONGEST {
            return Err(leaves - now);
        }
        if is_in_front {
            places.in_front = [places.in_front[1], Some(leaves)];
        }
        // A call in front takes a place of the minute as well.
        places.due = Some(behind + between);
        Ok(leaves)
    }

    /// Waits until a call may leave.
    ///
    /// # Errors
    /// As [`Self::reserve`].
    pub(super) async fn wait(&self, lane: Lane) -> Result<(), Duration> {
        tokio::time::sleep_until(self.reserve(lane, Instant::now())?).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(pace: &Pace, lane: Lane, now: Instant, calls: usize) -> Vec<Option<u128>> {
        (0..calls).map(|_| pace.reserve(lane, now).ok().map(|leaves| (leaves - now).as_millis())).collect()
    }

    #[tokio::test]
    async fn calls_leave_evenly() {
        let (pace, now) = (Pace::new(Some(480)), Instant::now());
        assert_eq!(millis(&pace, Lane::Queue, now, 3), [Some(0), Some(125), Some(250)]);
        let later = now + Duration::from_secs(2);
        assert_eq!(millis(&pace, Lane::Queue, later, 2), [Some(0), Some(125)]);
        assert_eq!(millis(&Pace::new(None), Lane::Queue, now, 2), [Some(0), Some(0)]);
    }

    #[tokio::test]
    async fn two_lookups_a_second_pass_the_calls_that_wait() {
        let (pace, now) = (Pace::new(Some(480)), Instant::now());
        millis(&pace, Lane::Queue, now, 20);
        assert_eq!(millis(&pace, Lane::Front, now, 3), [Some(0), Some(0), Some(1000)]);
        // Each has taken a place of those behind it.
        assert_eq!(millis(&pace, Lane::Queue, now, 1), [Some(23 * 125)]);
        assert_eq!(millis(&pace, Lane::Front, now + Duration::from_secs(60), 2), [Some(0), Some(0)]);
    }

    #[tokio::test]
    async fn no_minute_has_more_calls_than_the_vendor_allows() {
        let (pace, start) = (Pace::new(Some(480)), Instant::now());
        let mut left = Vec::new();
        let mut now = start;
        while now < start + Duration::from_secs(120) {
            match pace.reserve(Lane::Queue, now) {
                Ok(leaves) => left.push(leaves),
                Err(wait) => {
                    // A person types while the queue is full.
                    left.extend(pace.reserve(Lane::Front, now));
                    now += wait.min(Duration::from_millis(500));
                }
            }
        }
        left.sort_unstable();
        for (at, first) in left.iter().enumerate() {
            let within = |span| left[at..].iter().take_while(|call| **call < *first + span).count();
            assert!(within(Duration::from_secs(60)) <= 500 && within(Duration::from_secs(1)) <= 10);
        }
        assert!(left.len() >= 950, "{} calls in two minutes", left.len());
    }

    #[tokio::test]
    async fn a_call_that_would_wait_too_long_is_not_made() {
        let (pace, now) = (Pace::new(Some(60)), Instant::now());
        let found = millis(&pace, Lane::Queue, now, 6);
        assert_eq!(found[4..], [Some(4000), None]);
        assert_eq!(pace.reserve(Lane::Queue, now), Err(Duration::from_secs(5)));
    }
}
