//! The memory of the program: mimalloc, for Rust and for C, told to give back what is free.
//!
//! A crate of its own since telling it is a call of C: nothing else in the project is unsafe.

use std::ffi::c_long;

pub use mimalloc::MiMalloc as Allocator;

/// The number of the option `mi_option_purge_delay` in version 3 of mimalloc.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// Milliseconds after which pages that hold nothing go back to the system, as mimalloc's own header has it. Its arenas wait ten
/// times as long.
const MILLISECONDS: c_long = 10;

/// Tells the allocator to keep free pages for 10 milliseconds only; to be called when a program begins.
///
/// Left to itself it keeps them for a second, in which a large job turns over more memory than it needs: of a match of
/// 970,000 rows a third was such rests.
pub fn give_back_soon() {
    // SAFETY: the function writes one number into the table of options, from any thread and at any time; it takes no memory,
    // and numbers that it does not know change nothing.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, MILLISECONDS) };
}

#[cfg(test)]
mod tests {
    use super::{MILLISECONDS, PURGE_DELAY, give_back_soon};

    #[test]
    fn the_option_is_the_one_that_delays_the_giving_back() {
        // SAFETY: reads one number of the table of options.
        let delay = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        assert_eq!(delay(), 1000, "mimalloc's own delay has changed: see whether ours is still needed");
        give_back_soon();
        assert_eq!(delay(), MILLISECONDS);
    }
}
