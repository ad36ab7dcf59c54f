//! A clock that stands until it is moved, and randomness that counts.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use portal::clock::{Clock, Randomness};

/// A clock that stands.
pub struct FixedClock(Mutex<DateTime<Utc>>);

impl FixedClock {
    /// Stands at an instant.
    pub fn new(instant: &str) -> Self {
        Self(Mutex::new(instant.parse().expect("an instant of the test")))
    }

    /// Moves on.
    pub fn pass(&self, span: TimeDelta) {
        *self.0.lock().expect("not poisoned") += span;
    }

    /// Jumps.
    pub fn set(&self, instant: &str) {
        *self.0.lock().expect("not poisoned") = instant.parse().expect("an instant of the test");
    }
}

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().expect("not poisoned")
    }
}

/// Different bytes at every call, the same in every run.
#[derive(Default)]
pub struct Sequence(AtomicU64);

impl Randomness for Sequence {
    fn fill(&self, bytes: &mut [u8]) {
        let number = self.0.fetch_add(1, Ordering::Relaxed);
        let source = number.to_le_bytes();
        for (byte, value) in bytes.iter_mut().zip(source.iter().cycle()) {
            *byte = *value;
        }
    }
}
