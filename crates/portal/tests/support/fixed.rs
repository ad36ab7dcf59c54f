//! A clock that stands until it is moved, and randomness that counts.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use portal::clock::{Clock, Randomness};

/// A clock that stands.
pub struct FixedClock {
    now: Mutex<DateTime<Utc>>,
    /// What happens when somebody asks for the time, after how many others have asked.
    meanwhile: Mutex<Option<(usize, BoxFuture<'static, ()>)>>,
}

impl FixedClock {
    /// Stands at an instant.
    pub fn new(instant: &str) -> Self {
        Self { now: Mutex::new(instant.parse().expect("an instant of the test")), meanwhile: Mutex::default() }
    }

    /// Moves on.
    pub fn pass(&self, span: TimeDelta) {
        *self.now.lock().expect("not poisoned") += span;
    }

    /// Jumps.
    pub fn set(&self, instant: &str) {
        *self.now.lock().expect("not poisoned") = instant.parse().expect("an instant of the test");
    }

    /// Lets something happen when somebody asks for the time after `asks` others have: what another request does meanwhile, always at the
    /// same place. The test has to run on several threads.
    pub fn meanwhile(&self, asks: usize, happens: BoxFuture<'static, ()>) {
        *self.meanwhile.lock().expect("not poisoned") = Some((asks, happens));
    }

    /// What happens at this asking.
    fn due(&self) -> Option<BoxFuture<'static, ()>> {
        let mut meanwhile = self.meanwhile.lock().expect("not poisoned");
        match meanwhile.take()? {
            (0, happens) => Some(happens),
            (asks, happens) => {
                *meanwhile = Some((asks - 1, happens));
                None
            }
        }
    }
}

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        if let Some(happens) = self.due() {
            tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(happens));
        }
        *self.now.lock().expect("not poisoned")
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
