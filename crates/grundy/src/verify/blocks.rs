//! Heaps checked in blocks, which threads take in turn.

use crate::context::{Context, Stop};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Heaps in a block.
const HEAPS: usize = 1 << 12;

/// More threads than these are not started.
const MAX_THREADS: usize = 256;

/// How many threads check so many heaps.
pub(super) fn threads(count: usize, context: &Context<'_>) -> usize {
    threads_of(HEAPS, count, context)
}

fn threads_of(block: usize, count: usize, context: &Context<'_>) -> usize {
    context.limits.threads.clamp(1, MAX_THREADS).min(count / block + 1)
}

/// The least number below `count` for which `check` answers no; `None` if it never does.
///
/// Each thread has a state of its own. The answer does not depend on the number of threads: blocks are
/// given out in order, and all below a failure are checked to their ends.
pub(super) fn first_failure<S>(
    count: usize,
    context: &Context<'_>,
    state: impl Fn() -> S + Sync,
    check: impl Fn(usize, &mut S) -> Result<bool, Stop> + Sync,
) -> Result<Option<usize>, Stop> {
    first_failure_of(HEAPS, count, context, state, check)
}

/// The same in blocks of another size.
pub(super) fn first_failure_of<S>(
    block: usize,
    count: usize,
    context: &Context<'_>,
    state: impl Fn() -> S + Sync,
    check: impl Fn(usize, &mut S) -> Result<bool, Stop> + Sync,
) -> Result<Option<usize>, Stop> {
    let (next, least) = (AtomicUsize::new(0), AtomicUsize::new(count));
    let work = || -> Result<(), Stop> {
        let mut state = state();
        loop {
            let from = next.fetch_add(block, Ordering::Relaxed);
            if from >= least.load(Ordering::Relaxed) {
                return Ok(());
            }
            context.look("computing values again", from as u64)?;
            for i in from..count.min(from + block) {
                if !check(i, &mut state)? {
                    least.fetch_min(i, Ordering::Relaxed);
                    return Ok(());
                }
            }
        }
    };
    std::thread::scope(|scope| {
        // Where the system gives no more threads, fewer do all the work.
        let others: Vec<_> = (1..threads_of(block, count, context))
            .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut done = work();
        for other in others {
            // A panic in a thread goes on in this one.
            done = done.and(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    })?;
    let least = least.into_inner();
    Ok((least < count).then_some(least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;

    #[test]
    fn the_least_failure_is_found_by_any_number_of_threads() {
        for threads in 1..=4 {
            let context = Context::new(Limits { threads, ..Limits::default() });
            let find = |count: usize, bad: &[usize]| {
                first_failure(count, &context, || (), |i, ()| Ok(!bad.contains(&i))).unwrap()
            };
            assert_eq!(find(50_000, &[]), None);
            assert_eq!(find(0, &[0]), None);
            assert_eq!(find(50_000, &[49_999]), Some(49_999));
            assert_eq!(find(50_000, &[30_000, 4096, 4095, 4097, 9000]), Some(4095));
        }
    }

    #[test]
    fn a_limit_stops_all_threads() {
        let limits = Limits { threads: 3, ..Limits::default() };
        let refused = |_, (): &mut ()| Err(Stop::Cancelled);
        let stopped = first_failure(100_000, &Context::new(limits), || (), refused);
        assert_eq!(stopped, Err(Stop::Cancelled));
    }
}
