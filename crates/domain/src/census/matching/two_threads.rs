//! Much work of one kind done on two threads. What comes out is the same as on one.

use std::panic::resume_unwind;
use std::sync::mpsc::{self, TrySendError};
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
pub(super) fn on_two_threads<T: Sync, S: Send, R: Send>(
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

/// Changes each of all: of many one half on a thread of its own.
pub(super) fn change_on_two_threads<T: Send>(all: &mut [T], change: impl Fn(&mut T) + Sync) {
    let many = all.len();
    let (first, second) = all.split_at_mut(many / 2);
    beside(many, || second.iter_mut().for_each(&change), || first.iter_mut().for_each(&change));
}

/// Does both; of work on many, one on a thread of its own.
pub(super) fn beside(many: usize, one: impl FnOnce() + Send, other: impl FnOnce()) {
    if !are_many(many) {
        one();
        return other();
    }
    thread::scope(|scope| {
        // A panic of it is told by the scope.
        scope.spawn(one);
        other();
    });
}

/// What passes from the thread that finds to the one that makes.
enum Batch<T, R> {
    Found(Vec<T>),
    /// Of which the finder has made something itself, since too much waited already.
    Made(Vec<R>),
}

/// Gives to `each`, in the order in which it was found, what `make` makes of what `find` finds on a thread of its own. Each thread has a state
/// of its own.
pub(super) fn make_of_found<T: Send, S: Send, R: Send>(
    find: impl FnOnce(&mut dyn FnMut(T)) + Send,
    [one, other]: [&mut S; 2],
    make: impl Fn(T, &mut S) -> Option<R> + Sync,
    mut each: impl FnMut(R),
) {
    let (sender, batches) = mpsc::sync_channel(BATCHES);
    thread::scope(|scope| {
        scope.spawn(|| {
            // A receiver that is gone has panicked, which the scope tells.
            let sender = sender;
            let mut send = |found: Vec<T>| {
                if let Err(TrySendError::Full(Batch::Found(found))) = sender.try_send(Batch::Found(found)) {
                    let made = found.into_iter().filter_map(|one| make(one, other)).collect();
                    drop(sender.send(Batch::Made(made)));
                }
            };
            let mut batch = Vec::with_capacity(A_BATCH);
            find(&mut |found| {
                batch.push(found);
                if batch.len() == A_BATCH {
                    send(std::mem::replace(&mut batch, Vec::with_capacity(A_BATCH)));
                }
            });
            send(batch);
        });
        for batch in batches {
            match batch {
                Batch::Found(found) => found.into_iter().filter_map(|found| make(found, one)).for_each(&mut each),
                Batch::Made(made) => made.into_iter().for_each(&mut each),
            }
        }
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
            let made = on_two_threads(&all, [&mut one, &mut other], |some, seen| {
                *seen += some.len();
                some.iter().filter(|number| *number % 3 == 0).copied().collect()
            });
            assert_eq!(made, all.iter().filter(|number| *number % 3 == 0).copied().collect::<Vec<_>>());
            assert_eq!((one + other, other > 0), (count, are_many(count)));
        }
    }

    #[test]
    fn what_is_found_beside_comes_in_the_order_in_which_it_was_found() {
        for (count, is_slow) in
            [(0, false), (1, false), (A_BATCH - 1, false), (A_BATCH, true), (A_BATCH * 20 + 1, true)]
        {
            let (mut one, mut other, mut met) = (0, 0, Vec::new());
            let find = |give: &mut dyn FnMut(usize)| (0..count).for_each(give);
            let make = |number: usize, seen: &mut usize| {
                *seen += 1;
                // The finder is far ahead now and then, and has to make something itself.
                let work = if is_slow { 200 } else { 0 };
                std::hint::black_box((0..work).sum::<usize>());
                number.is_multiple_of(3).then_some(number)
            };
            make_of_found(find, [&mut one, &mut other], make, |number| met.push(number));
            assert_eq!(met, (0..count).filter(|number| number % 3 == 0).collect::<Vec<_>>());
            assert_eq!(one + other, count);
        }
    }
}
