//! Evidence in bits: what a law saves when the data are told by it.
//!
//! A lawless source is told number by number: the distinct values, how often each occurs, and which of
//! the arrangements it is; or the same for the differences of neighbours. Both are codes that can be read
//! back, so their lengths B satisfy Kraft's inequality. A law is told by its own description, the entries
//! before it begins to hold, and its exceptions, together L bits; descriptions too are written in a code.
//! If the data come from any source for which B is the length of the best code, then the chance that
//! some law saves T bits or more is at most 2^-T (the inequality "no hyper-compression": P. Grünwald,
//! *The Minimum Description Length Principle*, 2007, ch. 3; J. Rissanen 1978 for two-part codes). Nothing
//! is claimed below [`THRESHOLD`] bits.
//!
//! Logarithms are floating point: they rank laws, they are not part of any.

use super::data::{Grid, Sequence, UNKNOWN};
use hashbrown::HashMap;

/// A law that saves fewer bits is not claimed.
pub const THRESHOLD: f64 = 16.0;

/// The bits of a natural number in a universal code: Elias' gamma code below 256, nearly his delta code
/// from there on.
pub fn natural(n: u64) -> f64 {
    let log = ((n as f64) + 1.0).log2();
    if n < 255 { 2.0 * log.floor() + 1.0 } else { log + 2.0 * (log + 1.0).log2() + 4.5 }
}

/// The bits of an integer: those of a natural number, and its sign.
pub fn integer(v: i64) -> f64 {
    if v == 0 { 1.0 } else { natural(v.unsigned_abs()) + 1.0 }
}

/// log2 of n!, by Stirling's series for large n.
fn log_factorial(n: u64) -> f64 {
    if n < 32 {
        return (2..=n).map(|k| (k as f64).log2()).sum();
    }
    let x = n as f64;
    let ln = x * x.ln() - x + 0.5 * (std::f64::consts::TAU * x).ln() + 1.0 / (12.0 * x);
    ln / std::f64::consts::LN_2
}

/// log2 of the number of sets of k out of n.
pub fn log_binomial(n: u64, k: u64) -> f64 {
    if k > n { 0.0 } else { log_factorial(n) - log_factorial(k) - log_factorial(n - k) }
}

/// The bits of a list in no order but its own: distinct values, their numbers, the arrangement.
///
/// # Complexity
/// O(n log n) for n entries, O(n) where they are below 256.
pub fn arrangement(values: impl Iterator<Item = i64>) -> f64 {
    let mut total = 0u64;
    let mut small = [0u64; 256];
    let mut others = Vec::new();
    for v in values {
        total += 1;
        match usize::try_from(v) {
            Ok(v) if v < 256 => small[v] += 1,
            _ => others.push(v),
        }
    }
    if total == 0 {
        return 1.0;
    }
    others.sort_unstable();
    let runs = others.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u64));
    let mut distinct: Vec<(i64, u64)> = runs.collect();
    distinct.extend(
        small.iter().enumerate().filter(|&(_, &count)| count > 0).map(|(v, &c)| (v as i64, c)),
    );
    distinct.sort_unstable();
    let mut bits = natural(distinct.len() as u64) + integer(distinct[0].0);
    for pair in distinct.windows(2) {
        bits += natural(pair[1].0.abs_diff(pair[0].0) - 1);
    }
    bits += log_binomial(total - 1, distinct.len() as u64 - 1) + log_factorial(total);
    bits - distinct.iter().map(|&(_, count)| log_factorial(count)).sum::<f64>()
}

/// The bits of a list: as an [`arrangement`] of its values or of the differences of neighbours.
///
/// # Complexity
/// That of [`arrangement`].
pub fn plain(values: &[i64]) -> f64 {
    let known = || values.iter().copied().filter(|&v| v != UNKNOWN);
    arrangement(known()).min(by_differences(values)) + 1.0
}

fn known_differences(values: &[i64]) -> impl Iterator<Item = i64> + '_ {
    let known = values.iter().copied().filter(|&v| v != UNKNOWN);
    let mut former = None;
    known.filter_map(move |v| former.replace(v).map(|u| v.wrapping_sub(u)))
}

fn by_differences(values: &[i64]) -> f64 {
    let first = values.iter().copied().find(|&v| v != UNKNOWN).unwrap_or(0);
    integer(first) + arrangement(known_differences(values))
}

/// What an entry counts of data that are constant, or grow by the same step with few exceptions: no code
/// of a lawless source tells a constant from a rare event that has not come yet.
const CONSTANT_BITS: f64 = 1.0;

/// The bits of the data without a law.
///
/// Data that are the same everywhere, or grow by the same step with a few exceptions, would cost a
/// lawless source of differences next to nothing. They are not lawless: each entry counts a bit more.
fn baseline(values: &[i64], exceptions: usize) -> f64 {
    let known = || values.iter().copied().filter(|&v| v != UNKNOWN);
    let Some(first) = known().next() else { return 0.0 };
    let extra = known().count() as f64 * CONSTANT_BITS;
    if known().all(|v| v == first) {
        return extra + integer(first);
    }
    // Boyer and Moore's vote: the step of more than half of the differences, if there is one.
    let (mut step, mut votes) = (0i64, 0usize);
    for d in known_differences(values) {
        if votes == 0 {
            (step, votes) = (d, 1);
        } else if d == step {
            votes += 1;
        } else {
            votes -= 1;
        }
    }
    let others = known_differences(values).filter(|&d| d != step).count();
    // In a few entries an exception is one word too many for a line.
    const MIN_ENTRIES_WITH_EXCEPTIONS: f64 = 24.0;
    let linear =
        step != 0 && others <= if extra < MIN_ENTRIES_WITH_EXCEPTIONS { 0 } else { 2 * exceptions };
    let differences = by_differences(values) + if linear { extra } else { 0.0 };
    arrangement(known()).min(differences) + 1.0
}

/// An entry that a law does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The arguments.
    pub at: Vec<i64>,
    /// What is there.
    pub found: i64,
    /// What the law says.
    pub expected: Option<i64>,
}

/// What a law is worth on the data.
#[derive(Clone, Debug)]
pub struct Weight {
    /// The bits saved.
    pub evidence: f64,
    /// The least index from which the law holds, in sequences; `None`: from the first on.
    pub from: Option<i64>,
    /// The entries from there on that it does not tell, in order.
    pub exceptions: Vec<Exception>,
    /// How many entries it was compared with and tells.
    pub explained: usize,
}

/// How many exceptions a law may have among so many entries, of which `rare` are not the commonest one.
pub fn quota(entries: usize, rare: usize) -> usize {
    (1 + entries / 100).min(1 + rare / 8).min(3 + entries / 1000).min(64)
}

fn rare(values: &[i64]) -> usize {
    let mut counts: HashMap<i64, usize, foldhash::fast::FixedState> = HashMap::default();
    let mut total = 0;
    for &v in values.iter().filter(|&&v| v != UNKNOWN) {
        total += 1;
        if counts.len() < 4096 || counts.contains_key(&v) {
            *counts.entry(v).or_default() += 1;
        }
    }
    total - counts.values().copied().max().unwrap_or(0)
}

/// The bits of exceptions among so many entries.
fn exception_bits(entries: usize, exceptions: &[Exception], binary: bool) -> f64 {
    let count = exceptions.len() as u64;
    let values: f64 = exceptions
        .iter()
        .map(|e| match e.expected {
            _ if binary => 0.0,
            Some(expected) => integer(e.found.saturating_sub(expected)),
            None => integer(e.found),
        })
        .sum();
    natural(count) + log_binomial(entries as u64, count) + values
}

/// What the entries of data are measured with.
#[derive(Clone, Copy, Debug)]
struct Measure {
    baseline: f64,
    known: usize,
    quota: usize,
    binary: bool,
}

impl Measure {
    fn of(values: &[i64]) -> Self {
        let known = values.iter().filter(|&&v| v != UNKNOWN).count();
        let quota = quota(known, rare(values));
        let binary = values.iter().all(|&v| v == 0 || v == 1 || v == UNKNOWN);
        Self { baseline: baseline(values, quota), known, quota, binary }
    }
}

/// Weighs laws of data: of a sequence or of a table.
pub struct Scale<'a, D> {
    data: &'a D,
    measure: Measure,
    threshold: f64,
    mirrored: bool,
}

/// Weighs laws of one sequence.
pub type SequenceScale<'a> = Scale<'a, Sequence>;

/// Weighs laws of one table.
pub type GridScale<'a> = Scale<'a, Grid>;

impl<'a, D> Scale<'a, D> {
    /// The data.
    pub fn data(&self) -> &'a D {
        self.data
    }

    /// How many entries are known.
    pub fn known(&self) -> usize {
        self.measure.known
    }

    /// Whether all entries are 0 or 1.
    pub fn is_binary(&self) -> bool {
        self.measure.binary
    }

    /// How many exceptions a law may have.
    pub fn quota(&self) -> usize {
        self.measure.quota
    }

    /// What the data cost without a law.
    pub fn baseline(&self) -> f64 {
        self.measure.baseline
    }
}

impl<'a> SequenceScale<'a> {
    /// The scale of these data.
    ///
    /// # Complexity
    /// That of [`arrangement`].
    pub fn new(data: &'a Sequence) -> Self {
        let measure = Measure::of(data.values());
        Self { data, measure, threshold: THRESHOLD, mirrored: false }
    }

    /// The same with another threshold: for formulas that are weighed once more as parts of others.
    pub fn with_threshold(mut self, threshold: f64) -> Self {
        self.threshold = threshold;
        self
    }

    /// The same where another code of the data without a law is known.
    pub fn with_baseline_at_most(mut self, bits: f64) -> Self {
        self.measure.baseline = self.measure.baseline.min(bits);
        self
    }

    /// What a law with a description of so many bits saves; `None` below [`THRESHOLD`], with too many
    /// exceptions, or where the part before it holds is more than twice the part that it tells.
    ///
    /// The last condition is not about bits: a stretch at the end that looks regular is no sign of a law
    /// where such stretches come and go.
    ///
    /// # Complexity
    /// O(n) predictions, made from the last index on; a wrong law is left after a few.
    pub fn weigh(&self, description: f64, predict: impl Fn(i64) -> Option<i64>) -> Option<Weight> {
        if self.measure.baseline - description < self.threshold {
            return None;
        }
        let mut misses: Vec<Exception> = Vec::new();
        let mut seen = 0usize;
        // Where each miss stands among the known entries, counted from the end.
        let mut counts = Vec::new();
        for (n, found) in self.data.known().rev() {
            let expected = predict(n);
            seen += 1;
            if expected != Some(found) {
                misses.push(Exception { at: vec![n], found, expected });
                counts.push(seen);
                if misses.len() > self.measure.quota {
                    break;
                }
            }
        }
        let mut best: Option<Weight> = None;
        let all = misses.len() <= self.measure.quota;
        let mut cuts: Vec<usize> = (0..misses.len().min(4)).collect();
        if misses.len() > 4 {
            cuts.push(misses.len() - 1);
        }
        if all {
            cuts.push(misses.len());
        }
        for kept in cuts {
            let from = misses.get(kept).map(|e| e.at[0] + 1);
            let entries = if kept < misses.len() { counts[kept] - 1 } else { self.measure.known };
            let before = self.measure.known - entries;
            let explained = entries - kept;
            if before > 2 * explained {
                continue;
            }
            let mut exceptions = misses[..kept].to_vec();
            exceptions.reverse();
            let prefix = match from {
                None => 1.0,
                Some(from) => natural(before as u64) + plain(self.data.before(from).values()),
            };
            let cost =
                description + prefix + exception_bits(entries, &exceptions, self.measure.binary);
            let evidence = self.measure.baseline - cost;
            if evidence >= self.threshold && best.as_ref().is_none_or(|b| b.evidence < evidence) {
                best = Some(Weight { evidence, from, exceptions, explained });
            }
        }
        best
    }
}

impl<'a> GridScale<'a> {
    /// The scale of these data. Where a table is its own mirror image, only one half counts.
    ///
    /// # Complexity
    /// That of [`arrangement`].
    pub fn new(data: &'a Grid) -> Self {
        let mut measure = Measure::of(data.values());
        let mirrored = is_mirrored(data, measure.quota);
        if mirrored {
            let half = half(data);
            // One half may be constant by chance where the other one is not.
            if half.iter().any(|&v| v != half[0]) {
                measure.baseline = measure.baseline.min(baseline(&half, measure.quota));
            }
        }
        Self { data, measure, threshold: THRESHOLD, mirrored }
    }

    /// Whether the entries do not depend on the order of the arguments, but for a few.
    pub fn is_mirrored(&self) -> bool {
        self.mirrored
    }

    /// What a law with a description of so many bits saves; `None` below [`THRESHOLD`] or with too many
    /// exceptions.
    ///
    /// # Complexity
    /// O(n) predictions; a wrong law is left after a few.
    pub fn weigh(
        &self,
        description: f64,
        predict: impl Fn(&[i64]) -> Option<i64>,
    ) -> Option<Weight> {
        if self.measure.baseline - description < self.threshold {
            return None;
        }
        let mut x = vec![0; self.data.arity()];
        let mut exceptions = Vec::new();
        for (at, &found) in self.data.values().iter().enumerate().rev() {
            if found == UNKNOWN {
                continue;
            }
            self.data.place(at, &mut x);
            let expected = predict(&x);
            if expected != Some(found) {
                exceptions.push(Exception { at: x.clone(), found, expected });
                if exceptions.len() > self.measure.quota {
                    return None;
                }
            }
        }
        exceptions.reverse();
        let cost =
            description + exception_bits(self.measure.known, &exceptions, self.measure.binary);
        let evidence = self.measure.baseline - cost;
        let explained = self.measure.known - exceptions.len();
        (evidence >= self.threshold).then_some(Weight {
            evidence,
            from: None,
            exceptions,
            explained,
        })
    }
}

/// Whether exchanging two neighbouring arguments changes few entries.
fn is_mirrored(data: &Grid, quota: usize) -> bool {
    let square = data.sizes().windows(2).all(|s| s[0] == s[1])
        && data.first().windows(2).all(|f| f[0] == f[1]);
    if !square || data.arity() < 2 {
        return false;
    }
    let mut x = vec![0; data.arity()];
    let mut differing = 0;
    // Where one of two mirrored entries is unknown, nothing is compared.
    let (mut compared, mut either) = (0, 0);
    for (at, &v) in data.values().iter().enumerate() {
        data.place(at, &mut x);
        for i in 1..x.len() {
            if x[i - 1] >= x[i] {
                continue;
            }
            x.swap(i - 1, i);
            let other = data.get(&x);
            x.swap(i - 1, i);
            let (here, there) = (v != UNKNOWN, other.is_some_and(|o| o != UNKNOWN));
            either += usize::from(here || there);
            compared += usize::from(here && there);
            if here && other.is_some_and(|o| o != v) {
                differing += 1;
                if differing > quota * x.len() {
                    return false;
                }
            }
        }
    }
    2 * compared >= either
}

/// The entries whose arguments are in order.
fn half(data: &Grid) -> Vec<i64> {
    let mut x = vec![0; data.arity()];
    let mut out = Vec::new();
    for (at, &v) in data.values().iter().enumerate() {
        data.place(at, &mut x);
        if x.is_sorted() {
            out.push(v);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_lengths_satisfy_krafts_inequality() {
        let naturals: f64 = (0..1u64 << 20).map(|n| (-natural(n)).exp2()).sum();
        // The rest of the series is below the integral of dx / (x log2(x)^2).
        assert!(naturals + 0.0442 * std::f64::consts::LN_2 / 20.0 <= 1.0, "{naturals}");
        // All sequences of 8 bits: no two share a code, so the sum is at most 1.
        let sequences: f64 = (0..256i64)
            .map(|word| (-plain(&(0..8).map(|i| word >> i & 1).collect::<Vec<_>>())).exp2())
            .sum();
        assert!(sequences <= 1.0, "{sequences}");
    }

    #[test]
    fn factorials_and_binomials() {
        assert!((log_binomial(10, 3) - 120f64.log2()).abs() < 1e-9);
        assert!(
            (log_factorial(40) - (2..=40).map(|k| f64::from(k).log2()).sum::<f64>()).abs() < 1e-6
        );
        assert_eq!(log_binomial(3, 4), 0.0);
    }

    #[test]
    fn random_bits_save_nothing() {
        let mut random = fastrand::Rng::with_seed(1);
        for density in [2, 10, 100] {
            let values: Vec<i64> =
                (0..1000).map(|_| i64::from(random.u32(..density) == 0)).collect();
            let data = Sequence::new(0, values);
            let scale = SequenceScale::new(&data);
            assert!(scale.weigh(4.0, |_| Some(0)).is_none(), "density 1/{density}");
        }
    }

    #[test]
    fn an_exception_is_named_and_a_beginning_is_left_out() {
        let mut values: Vec<i64> = (0..200).map(|n| n % 7 * 3).collect();
        values[150] = 5;
        for v in &mut values[..10] {
            *v = 9;
        }
        let data = Sequence::new(0, values);
        let weight = SequenceScale::new(&data).weigh(12.0, |n| Some(n % 7 * 3)).unwrap();
        assert_eq!(weight.from, Some(10));
        assert_eq!(weight.exceptions.len(), 1);
        assert_eq!((weight.exceptions[0].at[0], weight.exceptions[0].found), (150, 5));
    }
}
