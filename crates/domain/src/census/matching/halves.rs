//! Much work of one kind done on two threads. What comes out is the same as on one.

use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;

/// Below so many a thread costs more than it gains.
const WORTH_A_THREAD: usize = 10_000;
/// What passes from one thread to the other at once, and how often before the first waits.
const A_BATCH: usize = 4096;
const BATCHES: usize = 4;

/// Whether so many are worth a second thread.
pub(super) const fn are_many(count: usize) -> bool {
    count >= WORTH_A_THREAD
}

/// What `make` makes of all, in their order: of many one half on a thread of its own, each with a state of its own.
pub(super) fn in_halves<T: Sync, S: Send, R: Send>(
    all: &[T],
    [one, other]: [&mut S; 2],
    make: impl Fn(&[T], &mut S) -> Vec<R> + Sync,
) -> Vec<R> {
    if !are_many(all.len()) {
        return make(all, one);
    }
    let (first, second) = all.split_at(all.len() / 2);
    thread::scope(|scope| {
        let beside = scope.spawn(|| make(second, other));
        let mut made = make(first, one);
        made.append(&mut beside.join().unwrap_or_else(|panic| resume_unwind(panic)));
        made
    })
}

/// Gives what `find` finds to `each`, in its order, while it finds the next on a thread of its own.
pub(super) fn while_finding<T: Send>(find: impl FnOnce(&mut dyn FnMut(T)) + Send, mut each: impl FnMut(T)) {
    let (sender, batches) = mpsc::sync_channel(BATCHES);
    thread::scope(|scope| {
        scope.spawn(move || {
            // A receiver that is gone has panicked, which the scope tells.
            let send = |batch: Vec<T>| drop(sender.send(batch));
            let mut batch = Vec::with_capacity(A_BATCH);
            find(&mut |found| {
                batch.push(found);
                if batch.len() == A_BATCH {
                    send(std::mem::replace(&mut batch, Vec::with_capacity(A_BATCH)));
                }
            });
            send(batch);
        });
        batches.into_iter().flatten().for_each(&mut each);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_threads_make_what_one_makes_in_the_same_order() {
        for count in [0, 1, WORTH_A_THREAD - 1, WORTH_A_THREAD, WORTH_A_THREAD + 1] {
            let all: Vec<usize> = (0..count).collect();
            let (mut one, mut other) = (0, 0);
            let made = in_halves(&all, [&mut one, &mut other], |some, seen| {
                *seen += some.len();
                some.iter().filter(|number| *number % 3 == 0).copied().collect()
            });
            assert_eq!(made, all.iter().filter(|number| *number % 3 == 0).copied().collect::<Vec<_>>());
            assert_eq!((one + other, other > 0), (count, are_many(count)));
        }
    }

    #[test]
    fn what_is_found_beside_comes_in_the_order_in_which_it_was_found() {
        for count in [0, 1, A_BATCH - 1, A_BATCH, A_BATCH * BATCHES * 3 + 1] {
            let mut met = Vec::new();
            while_finding(|give| (0..count).for_each(give), |number| met.push(number));
            assert_eq!(met, (0..count).collect::<Vec<_>>());
        }
    }
}
