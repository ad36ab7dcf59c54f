//! The memory of the program: mimalloc, for Rust and for C, and how soon it gives back what is free.
//!
//! A crate of its own since telling it is a call of C: nothing else in the project is unsafe.

use std::ffi::c_long;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use mimalloc::MiMalloc as Allocator;

/// The number of the option `mi_option_purge_delay` in version 3 of mimalloc.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
/// Milliseconds after which pages that hold nothing go back to the system, as mimalloc's own header has it. Its arenas wait ten
/// times as long.
const USUALLY: c_long = 1000;
/// The same while somebody is thrifty.
const SOON: c_long = 10;

/// How many are thrifty.
static THRIFTY: Mutex<usize> = Mutex::new(0);

/// While it lives, free pages go back to the system at once, and those that are free when it begins go then.
///
/// Left to itself mimalloc keeps them for a second, in which a large job turns over more memory than it needs: of a match of
/// 970,000 rows a third was such rests. Taking them anew costs a smaller job a tenth of its time.
#[derive(Debug)]
pub struct Thrift(());

impl Thrift {
    /// Begins to be thrifty; several may be.
    #[must_use]
    pub fn begin() -> Self {
        let mut thrifty = thrifty();
        *thrifty += 1;
        keep_free_pages(SOON);
        give_back_what_is_free();
        Self(())
    }
}

impl Drop for Thrift {
    fn drop(&mut self) {
        let mut thrifty = thrifty();
        *thrifty -= 1;
        if *thrifty == 0 {
            keep_free_pages(USUALLY);
        }
    }
}

fn thrifty() -> MutexGuard<'static, usize> {
    THRIFTY.lock().unwrap_or_else(PoisonError::into_inner)
}

fn keep_free_pages(milliseconds: c_long) {
    // SAFETY: the function writes one number into the table of options, from any thread and at any time; it takes no memory,
    // and numbers that it does not know change nothing.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, milliseconds) };
}

fn give_back_what_is_free() {
    // SAFETY: it looks through the pages of this thread and the arenas of all, under mimalloc's own locks; what is in use stays.
    unsafe { libmimalloc_sys::mi_collect(true) };
}

#[cfg(test)]
mod tests {
    use super::{PURGE_DELAY, SOON, Thrift, USUALLY};

    #[test]
    fn free_pages_go_back_at_once_while_somebody_is_thrifty() {
        // SAFETY: reads one number of the table of options.
        let delay = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        assert_eq!(delay(), USUALLY, "mimalloc's own delay has changed: see whether ours still fit");
        let one = Thrift::begin();
        let other = Thrift::begin();
        assert_eq!(delay(), SOON);
        drop(one);
        assert_eq!(delay(), SOON);
        drop(other);
        assert_eq!(delay(), USUALLY);
    }
}
