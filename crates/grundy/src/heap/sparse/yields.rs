//! Which heaps show most: learned from values that few pairs attain.
//!
//! Values and classes of heaps nearly repeat after certain numbers of heaps. So two heaps whose phases
//! sum to that of n have values whose sum is predictable, and some options of n are left to the few
//! heaps that stand near a change. These are the same for all such n and for all later ones: here
//! they are found. Windows with them first show as much as twice as many others do.

use grundy_lanes::{Stored, hits};

use super::core::Core;
use super::planes::REACH;

/// Heaps below this are passed over.
const FIRST: usize = 64;

/// As many values are tried for each stored value, and at most; and one for so many heaps: early on
/// more is soon learned again.
const TRIED: usize = 16;
const MOST: usize = 4096;
const PART: usize = 8;

/// At most so often a value that was tried is summed with a stored value.
const WORK: usize = 1 << 22;

/// Values are picked the likelier the more probable it is that so many windows would not show them.
const WINDOWS: f32 = 200.0;

/// No more is learned behind this.
const LAST: usize = 4 * REACH;

/// Of heaps up to [`REACH`], how many hard cases they show, as a multiple of what would be expected
/// from their values alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Yields {
    /// Of each class, by heap.
    of: [Vec<f32>; 2],
    /// The number of heaps then.
    learned: usize,
}

impl Yields {
    /// Learns anew if there are four times as many heaps as the last time. `counts`: how often stored
    /// values occur. Whether it did.
    ///
    /// # Complexity
    /// O(t h / 64) for t values tried and h heaps, which are constants.
    pub fn learn<V: Stored>(&mut self, core: &Core<V>, counts: &[u64]) -> bool {
        let len = core.len();
        if self.learned >= LAST || len < 4 * self.learned {
            return false;
        }
        self.learned = len;
        for class in 0..2 {
            self.of[class] = learn(core, class as u32, counts);
        }
        true
    }

    /// How many heaps there were when it last learned.
    pub fn learned(&self) -> usize {
        self.learned
    }

    /// Heaps given with their stored values, those that show most first: all of them. Common heaps (1)
    /// show rare options (0), and rare ones common options.
    pub fn order(
        &self,
        option: usize,
        heaps: impl Iterator<Item = (usize, u32)>,
    ) -> Vec<(usize, u32)> {
        let mut heaps: Vec<(usize, u32)> = heaps.collect();
        let of = |heap: usize| self.of[option].get(heap).copied().unwrap_or(1.0);
        heaps.sort_by(|a, b| of(b.0).total_cmp(&of(a.0)));
        heaps
    }
}

/// The same for options of that class.
fn learn<V: Stored>(core: &Core<V>, option: u32, counts: &[u64]) -> Vec<f32> {
    let (len, history) = (core.len(), &core.history);
    let size = core.size;
    let mut state = 1u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((state >> 33) * below as u64) >> 31) as usize
    };
    let mut shown = vec![0u32; REACH];
    let mut picked = vec![0u64; size];
    let late = (len / 4).min(REACH);
    let (cells, gone) = history.late();
    let classes: Vec<u64> = (FIRST..REACH.min(len))
        .step_by(64)
        .map(|n| if option == 0 { history.classes(n) } else { !history.classes(n) })
        .collect();
    let mut words = vec![0; classes.len()];
    let pairs = classes.iter().map(|class| class.count_ones()).sum::<u32>().max(1);
    for _ in 0..(TRIED * size).min(MOST).min(len / PART).min(WORK / size) {
        let n = len - 1 - random(late);
        let x = random(history.get(n).number() as usize + 1) as u32;
        if core.mask.value(n, x, option) >= core.value(n) {
            continue;
        }
        // By one take: heaps that show much by one do by the others.
        let sum = n.saturating_sub(core.splits.pairs[random(core.splits.pairs.len())].0);
        let to = sum.min(REACH).saturating_sub(FIRST);
        let words = &mut words[..to / 64];
        if words.is_empty() {
            continue;
        }
        let cells = (history.early(), cells);
        let classes = &classes[..words.len()];
        let found = hits(core.level, cells, (sum - gone, V::of(x)), FIRST, classes, words);
        let missed = (-(found as f32) * WINDOWS / pairs as f32).exp();
        if random(1 << 16) as f32 >= missed * 65536.0 {
            continue;
        }
        picked[x as usize] += 1;
        for (from, &word) in (FIRST..).step_by(64).zip(&*words) {
            let mut word = word;
            while word != 0 {
                let heap = from + word.trailing_zeros() as usize;
                word &= word - 1;
                if history.class(sum - heap) == 1 {
                    shown[heap] += 1;
                }
            }
        }
    }
    let all = counts.iter().sum::<u64>().max(1) as f32;
    // What heaps of a stored value would show of what was picked.
    let expected: Vec<f32> = (0..size)
        .map(|g| {
            let sums = picked.iter().enumerate().filter(|p| *p.1 > 0);
            sums.map(|(x, &p)| p as f32 * counts.get(x ^ g).map_or(0, |&c| c) as f32 / all).sum()
        })
        .collect();
    let looked = FIRST..FIRST + 64 * (REACH.min(len).saturating_sub(FIRST) / 64);
    let of =
        |n: usize| (shown[n] as f32 + 1.0) / (expected[history.get(n).number() as usize] + 1.0);
    (0..looked.end).map(|n| if looked.contains(&n) { of(n) } else { 1.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::heap::kernel::Kernel;
    use crate::heap::sparse::{Sparse, State};

    /// How many of these heaps and rare values at least one of the others shows: the ones that are
    /// searched for with many others in vain.
    fn shown(core: &Core<u8>, hard: &[(usize, u32)], heaps: &[(usize, u32)]) -> usize {
        let shows = |n: usize, x: u32, &(heap, g): &(usize, u32)| {
            core.splits.pairs.iter().any(|&(take, _)| {
                let other = n - take - heap;
                core.history.class(other) == 1 && core.history.get(other).number() ^ g == x
            })
        };
        hard.iter().filter(|&&(n, x)| heaps.iter().any(|heap| shows(n, x, heap))).count()
    }

    #[test]
    fn heaps_that_show_most_show_what_others_do_not() {
        for text in ["0.014", "0.034", "0.376", "0.172"] {
            let mut sparse = Sparse::new(&text.parse().unwrap());
            sparse.extend(40_000, &Context::default(), &mut |_| {}).unwrap();
            let State::Bytes(engine) = &sparse.state else { panic!("{text} has a sparse space") };
            let core = &engine.core;
            let mut counts = vec![0; core.size];
            let heaps = |from: usize, to: usize| (from..to).filter(|&n| core.history.class(n) == 1);
            let with_cells = |n: usize| (n, core.history.get(n).number());
            heaps(1, core.len()).for_each(|n| counts[core.history.get(n).number() as usize] += 1);
            let mut yields = Yields::default();
            assert!(yields.learn(core, &counts) && !yields.learn(core, &counts));
            // Heaps before those from which it learned.
            let some: Vec<_> = heaps(64, 364).map(with_cells).collect();
            let hard: Vec<(usize, u32)> = (20_000..24_000)
                .step_by(13)
                .flat_map(|n| (0..core.size as u32).map(move |x| (n, x)))
                .filter(|&(n, x)| core.mask.value(n, x, 0) < core.value(n))
                .filter(|&case| shown(core, &[case], &some) == 0)
                .collect();
            let ordered = yields.order(0, heaps(1000, 4000).map(with_cells));
            let mut sorted = ordered.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(heaps(1000, 4000).map(with_cells)));
            let (half, end) = (ordered.len() / 2, ordered.len());
            let best = shown(core, &hard, &ordered[..40]);
            let middle = shown(core, &hard, &ordered[half..half + 40]);
            let last = shown(core, &hard, &ordered[end - 40..]);
            assert!(hard.len() > 100, "{text} {}", hard.len());
            let more = best > middle && 4 * best > 5 * last;
            assert!(more, "{text}: {best}, {middle}, {last} of {}", hard.len());
        }
    }
}
