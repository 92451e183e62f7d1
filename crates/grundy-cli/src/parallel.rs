//! Work on many items, several at a time. (Such a little of rayon takes longer to build than to write.)

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// Threads have as much stack as the main one.
const STACK: usize = 8 << 20;

/// As many threads as the machine has cores.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// What `work` makes of each item, in the order of the items. The next free of so many threads takes
/// the next `together` items; where threads cannot be had, fewer do the work.
///
/// # Errors
/// The error of an item; those that were not begun are left then.
pub fn map<T: Sync, U: Send, E: Send>(
    items: &[T],
    threads: usize,
    together: usize,
    work: impl Fn(&T) -> Result<U, E> + Sync,
) -> Result<Vec<U>, E> {
    let mut done: Vec<Option<U>> = Vec::with_capacity(items.len());
    done.resize_with(items.len(), || None);
    let (done, failed) = (Mutex::new(done), Mutex::new(None));
    each(items.len(), threads, together, &|place| match work(&items[place]) {
        Ok(result) => {
            done.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(result);
            true
        }
        Err(error) => {
            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            false
        }
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(done
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .into_iter()
            .flatten()
            .collect()),
    }
}

/// Calls `work` for the places from 0 to `count` until it says no.
fn each(count: usize, threads: usize, together: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let worker = || loop {
        let start = next.fetch_add(together, Ordering::Relaxed);
        if start >= count {
            return;
        }
        for place in start..count.min(start + together) {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            if !work(place) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(count.div_ceil(together)) {
            if Builder::new().stack_size(STACK).spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        for (threads, together) in [(1, 1), (3, 7), (8, 100), (4, 5000)] {
            let squares = map(&items, threads, together, |&i| Ok::<_, ()>(i * i)).unwrap();
            assert!(squares.iter().enumerate().all(|(i, &square)| square == i * i));
            assert_eq!(squares.len(), 1000);
        }
        assert_eq!(map(&[0u8; 0], 4, 1, |_| Ok::<_, ()>(())), Ok(Vec::new()));
    }

    #[test]
    fn after_an_error_nothing_is_begun() {
        let begun = AtomicUsize::new(0);
        let items: Vec<usize> = (0..1000).collect();
        let result = map(&items, 1, 10, |&i| {
            begun.fetch_add(1, Ordering::Relaxed);
            if i == 25 { Err(i) } else { Ok(()) }
        });
        assert_eq!((result, begun.into_inner()), (Err(25), 26));
        assert_eq!(map(&items, 4, 1, |&i| if i == 500 { Err(i) } else { Ok(()) }), Err(500));
    }
}
