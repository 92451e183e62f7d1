//! Witness rates: which heaps are witnesses where few others are.
//!
//! Values nearly repeat after certain numbers of heaps. Two heaps whose phases sum to that of n
//! therefore have predictable nim-sums, and some options of n have witnesses only among the few
//! heaps that stand near a change of the pattern. These are the same for all such n, now and later.
//! Windows with these partners first know as many options as twice as many windows in another
//! order.

use grundy_lanes::{StoredValue, pair_matches};

use super::bit_planes::PARTNER_END;
use super::solver::Solver;

/// The least heap that is ranked.
const MIN_RANKED_HEAP: usize = 64;

/// Cases sampled for each stored value.
const SAMPLES_PER_VALUE: usize = 16;

/// Cases sampled in all.
const MAX_SAMPLES: usize = 4096;

/// Heaps for each case sampled: rates that are learned early are soon learned again.
const HEAPS_PER_SAMPLE: usize = 8;

/// Cases sampled times stored values, at most.
const MAX_SAMPLE_PRODUCTS: usize = 1 << 22;

/// A case is counted with the probability that this many windows with random partners miss it.
const ASSUMED_WINDOWS: f32 = 200.0;

/// The number of heaps from which on rates are not learned again.
const MAX_LEARNING_HEAPS: usize = 4 * PARTNER_END;

/// The witness rates of heaps below [`PARTNER_END`]: of how many hard cases a heap is a witness,
/// divided by what its value alone would suggest.
#[derive(Clone, Debug, Default)]
pub(super) struct WitnessRanking {
    /// By class of the option, by heap.
    rates: [Vec<f32>; 2],
    /// The number of heaps when the rates were learned.
    learned_at: usize,
}

impl WitnessRanking {
    /// Learns the rates anew if there are four times as many heaps as the last time, and returns
    /// whether it did. `counts`: the frequencies of stored values.
    ///
    /// # Complexity
    /// O(t h / 64) for t sampled cases and h heaps, both of which are bounded.
    pub fn learn<V: StoredValue>(&mut self, solver: &Solver<V>, counts: &[u64]) -> bool {
        let len = solver.len();
        if self.learned_at >= MAX_LEARNING_HEAPS || len < 4 * self.learned_at {
            return false;
        }
        self.learned_at = len;
        for class in 0..2 {
            self.rates[class] = learn(solver, class as u32, counts);
        }
        true
    }

    /// The number of heaps when the rates were learned.
    pub fn learned_at(&self) -> usize {
        self.learned_at
    }

    /// Whether the rates are not learned again.
    pub fn is_settled(&self) -> bool {
        self.learned_at >= MAX_LEARNING_HEAPS
    }

    /// The heaps, given with their stored values, by falling witness rate for options of class
    /// `option`: common heaps (1) are witnesses of rare options (0), rare heaps of common ones.
    pub fn ranked(
        &self,
        option: usize,
        heaps: impl Iterator<Item = (usize, u32)>,
    ) -> Vec<(usize, u32)> {
        let mut heaps: Vec<(usize, u32)> = heaps.collect();
        self.rank(option, &mut heaps);
        heaps
    }

    fn rank(&self, option: usize, heaps: &mut [(usize, u32)]) {
        let of = |heap: usize| self.rates[option].get(heap).copied().unwrap_or(1.0);
        heaps.sort_by(|a, b| of(b.0).total_cmp(&of(a.0)));
    }
}

/// The rates for options of one class.
fn learn<V: StoredValue>(solver: &Solver<V>, option: u32, counts: &[u64]) -> Vec<f32> {
    let (len, history) = (solver.len(), &solver.history);
    let size = solver.size;
    let mut state = 1u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((state >> 33) * below as u64) >> 31) as usize
    };
    let mut witnessed = vec![0u32; PARTNER_END];
    let mut hard_cases = vec![0u64; size];
    let late = (len / 4).min(PARTNER_END);
    let (cells, dropped) = history.late();
    let classes: Vec<u64> = (MIN_RANKED_HEAP..PARTNER_END.min(len))
        .step_by(64)
        .map(|n| if option == 0 { history.classes(n) } else { !history.classes(n) })
        .collect();
    let mut words = vec![0; classes.len()];
    let pairs = classes.iter().map(|class| class.count_ones()).sum::<u32>().max(1);
    for _ in 0..(SAMPLES_PER_VALUE * size)
        .min(MAX_SAMPLES)
        .min(len / HEAPS_PER_SAMPLE)
        .min(MAX_SAMPLE_PRODUCTS / size)
    {
        let n = len - 1 - random(late);
        let x = random(history.get(n).number() as usize + 1) as u32;
        if solver.mask.value(n, x, option) >= solver.value(n) {
            continue;
        }
        // One take suffices: a heap with a high rate by one take has a high rate by the others.
        let sum = n.saturating_sub(solver.takes.pairs[random(solver.takes.pairs.len())].0);
        let to = sum.min(PARTNER_END).saturating_sub(MIN_RANKED_HEAP);
        let words = &mut words[..to / 64];
        if words.is_empty() {
            continue;
        }
        let cells = (history.early(), cells);
        let classes = &classes[..words.len()];
        let found = pair_matches(
            solver.simd,
            cells,
            (sum - dropped, V::of(x)),
            MIN_RANKED_HEAP,
            classes,
            words,
        );
        let missed = (-(found as f32) * ASSUMED_WINDOWS / pairs as f32).exp();
        if random(1 << 16) as f32 >= missed * 65536.0 {
            continue;
        }
        hard_cases[x as usize] += 1;
        for (from, &word) in (MIN_RANKED_HEAP..).step_by(64).zip(&*words) {
            let mut word = word;
            while word != 0 {
                let heap = from + word.trailing_zeros() as usize;
                word &= word - 1;
                if history.class(sum - heap) == 1 {
                    witnessed[heap] += 1;
                }
            }
        }
    }
    let all = counts.iter().sum::<u64>().max(1) as f32;
    // How many of the hard cases a heap of stored value g would be a witness of if values were
    // independent.
    let expected: Vec<f32> = (0..size)
        .map(|g| {
            let sums = hard_cases.iter().enumerate().filter(|p| *p.1 > 0);
            sums.map(|(x, &p)| p as f32 * counts.get(x ^ g).map_or(0, |&c| c) as f32 / all).sum()
        })
        .collect();
    let ranked = MIN_RANKED_HEAP
        ..MIN_RANKED_HEAP + 64 * (PARTNER_END.min(len).saturating_sub(MIN_RANKED_HEAP) / 64);
    let of =
        |n: usize| (witnessed[n] as f32 + 1.0) / (expected[history.get(n).number() as usize] + 1.0);
    (0..ranked.end).map(|n| if ranked.contains(&n) { of(n) } else { 1.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_lanes::Integer;

    use crate::context::Context;
    use crate::heap::kernel::Kernel;
    use crate::heap::sparse::{SparseKernel, State};

    /// How many of these cases have a witness among the heaps.
    fn witnessed(solver: &Solver<u8>, hard: &[(usize, u32)], heaps: &[(usize, u32)]) -> usize {
        let witnesses = |n: usize, x: u32, &(heap, g): &(usize, u32)| {
            solver.takes.pairs.iter().any(|&(take, _)| {
                let other = n - take - heap;
                solver.history.class(other) == 1 && solver.history.get(other).number() ^ g == x
            })
        };
        hard.iter().filter(|&&(n, x)| heaps.iter().any(|heap| witnesses(n, x, heap))).count()
    }

    #[test]
    fn heaps_of_high_witness_rate_meet_what_others_do_not() {
        for text in ["0.014", "0.034", "0.376", "0.172"] {
            let mut sparse = SparseKernel::new(&text.parse().unwrap());
            sparse.extend(40_000, &Context::default(), &mut |_| {}).unwrap();
            let State::OneByte(engine) = &sparse.state else { panic!("{text} has a sparse space") };
            let solver = &engine.solver;
            let mut counts = vec![0; solver.size];
            let heaps =
                |from: usize, to: usize| (from..to).filter(|&n| solver.history.class(n) == 1);
            let with_cells = |n: usize| (n, solver.history.get(n).number());
            heaps(1, solver.len())
                .for_each(|n| counts[solver.history.get(n).number() as usize] += 1);
            let mut ranking = WitnessRanking::default();
            assert!(ranking.learn(solver, &counts) && !ranking.learn(solver, &counts));
            // Cases without a witness among some other heaps are hard.
            let some: Vec<_> = heaps(64, 364).map(with_cells).collect();
            let hard: Vec<(usize, u32)> = (20_000..24_000)
                .step_by(13)
                .flat_map(|n| (0..solver.size as u32).map(move |x| (n, x)))
                .filter(|&(n, x)| solver.mask.value(n, x, 0) < solver.value(n))
                .filter(|&case| witnessed(solver, &[case], &some) == 0)
                .collect();
            let ordered = ranking.ranked(0, heaps(1000, 4000).map(with_cells));
            let mut sorted = ordered.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(heaps(1000, 4000).map(with_cells)));
            let (half, end) = (ordered.len() / 2, ordered.len());
            let best = witnessed(solver, &hard, &ordered[..40]);
            let middle = witnessed(solver, &hard, &ordered[half..half + 40]);
            let last = witnessed(solver, &hard, &ordered[end - 40..]);
            assert!(hard.len() > 100, "{text} {}", hard.len());
            let more = best > middle && 4 * best > 5 * last;
            assert!(more, "{text}: {best}, {middle}, {last} of {}", hard.len());
        }
    }
}
