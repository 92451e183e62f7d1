//! Infinite quotients: outcomes by counts of heaps, their remainders, and the sign of a form.
//!
//! The quotient of finitely many heaps may be infinite; M. Weimerskirch found the first one, of the heaps of
//! 0.3122 up to 7 (*An algorithm for computing indistinguishability quotients in misère impartial combinatorial
//! games*, Games of No Chance 4, 2015). Then no table has all products, but outcomes may follow a law all the
//! same: they depend on small counts, on the remainders of large ones, and on which of two sums of counts is
//! the larger one.
//!
//! # The theorem by which a law is checked
//!
//! Let x in N^k be the counts of the heaps 1, …, k that have options. The *(T,p)-type* of a number w is w
//! itself if |w| < T, else its sign and w mod p. Let each count have a threshold T_j >= 0 and a period p_j, and
//! let L(x) be a sum of the counts with integers as weights, with a threshold M >= 1 and a period q. The type
//! of x has those of all counts and that of L(x). Let R be the greatest |L(x') - L(x)| for options x' of x. Let
//! P be a set of types.
//!
//! If, for every type with thresholds T_j + 1 and M + R, x is of P iff x has an option and none is of P, then a
//! sum is P in misère play iff its counts are of P.
//!
//! Proof. Let x and y have the same type with the greater thresholds. A count is 0 for both or for none, so
//! they have the same moves. A move changes a count by d >= -1, and L by d with |d| <= R. A number w that is
//! the same for both stays so; otherwise it is beyond the greater threshold for both, of one sign and with one
//! remainder, so w + d is beyond the threshold for both, of that sign and with one remainder. So the options
//! have the same types, and the condition holds for x if it holds for y. The rest is an induction on the moves
//! that are left. ∎
//!
//! There are finitely many types, and one is that of some x iff L takes such a value on the counts of these
//! types: L(c) plus sums of w_j p_j, one for each count that is large; these are all multiples of their
//! greatest common divisor if there are both signs among them.
//!
//! **The quotient is infinite** if there are weights of both signs, two types of sums differ in the sign of L only, L and
//! all counts with a weight being large, and just one of them is of P. If it were finite, the powers of the element of a
//! heap j of positive weight would repeat; so adding some multiple of p_j q heaps would change no outcome where the count
//! is large enough. Adding it often enough leads from the negative to the positive type.

mod search;

use crate::{Halt, Heaps};
use search::Search;

/// A law of the outcomes of all sums of finitely many heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbounded {
    /// The heaps that are counted.
    heaps: Vec<u32>,
    shape: Shape,
    /// Outcomes by type: [`P`], [`N`], or [`UNKNOWN`] for types that no sum has.
    table: Vec<u8>,
    options: Options,
}

/// For each heap that is counted its options: which heaps are left, by place in the list.
type Options = Vec<Vec<Vec<usize>>>;

/// How the count of a heap matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Counts less than this are told apart.
    pub threshold: u32,
    /// Others by their remainder.
    pub period: u32,
    /// The weight of the count in the form; 0 if there is no form.
    pub weight: i32,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    bounds: Vec<Bound>,
    /// Threshold and period of the form.
    form: (u32, u32),
}

/// Most heaps that are counted.
const MOST_HEAPS: usize = 10;
/// Values of a table.
const N: u8 = 0;
const P: u8 = 1;
const UNKNOWN: u8 = 2;

impl Unbounded {
    /// Looks for the law of sums of the heaps 1, …, last, and checks it; `None` if none is found, or more than
    /// ten heaps have options that differ. No table has more than so many cells; for most laws that are found a million
    /// do.
    ///
    /// # Complexity
    /// O(cells * options), cells the product of the thresholds and periods of all heaps and of the box in which
    /// counts with a weight are looked at; and that of all types, for the check. A few bytes a cell.
    ///
    /// # Errors
    /// [`Halt::Cancelled`], if `go_on` says so.
    pub fn find(
        heaps: &dyn Heaps,
        last: u32,
        cells: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Self>, Halt> {
        let (list, options, _) = counted(heaps, last);
        if list.len() > MOST_HEAPS {
            return Ok(None);
        }
        let mut search = Search::new(&options, cells, go_on);
        for _ in 0..list.len() {
            if !search.add()? {
                return Ok(None);
            }
        }
        while let Some(found) = search.next()? {
            let Some((shape, table)) = found else { continue };
            let law = Self { heaps: list.clone(), shape, table, options: options.clone() };
            if law.check(search.go_on)? {
                return Ok(Some(law));
            }
        }
        Ok(None)
    }

    /// For each heap up to the last its place among those that are counted, with which it has its options in common;
    /// `None` if it has none.
    ///
    /// # Complexity
    /// O(options).
    pub fn places(heaps: &dyn Heaps, last: u32) -> Vec<Option<usize>> {
        counted(heaps, last).2
    }

    /// The heaps that are counted.
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// How their counts matter.
    pub fn bounds(&self) -> &[Bound] {
        &self.shape.bounds
    }

    /// The threshold and the period of the form.
    pub fn form(&self) -> (u32, u32) {
        self.shape.form
    }

    /// How many types there are, some of no sum among them.
    pub fn types(&self) -> usize {
        self.table.len()
    }

    /// Whether a sum with these counts of the heaps is P in misère play.
    ///
    /// # Complexity
    /// O(k). Counts must be so small that all sums of weights times counts are less than 2^63.
    pub fn is_p(&self, counts: &[u64]) -> bool {
        self.table[self.shape.place(counts, self.shape.value(counts))] == P
    }

    /// Whether the quotient is infinite; see the module.
    pub fn is_infinite(&self) -> bool {
        self.infinite().is_some()
    }

    /// The outcomes of the types, P or not, types of no sum among them: in the order of the counts, the first count
    /// the fastest, the form the slowest; of its values first those that are not negative.
    pub fn outcomes(&self) -> impl Iterator<Item = bool> + '_ {
        self.table.iter().map(|&outcome| outcome == P)
    }

    /// A list of large counts and two large values of the form, congruent and of opposite signs, whose types have different
    /// outcomes: by them the quotient is infinite.
    ///
    /// # Complexity
    /// O(types).
    pub fn infinite(&self) -> Option<(Vec<u64>, i64, i64)> {
        let Shape { bounds, form: (threshold, period) } = &self.shape;
        let (m, q) = (i64::from(*threshold), i64::from(*period));
        let signs = |sign: i32| bounds.iter().any(|bound| bound.weight.signum() == sign);
        if !signs(1) || !signs(-1) {
            return None;
        }
        let steps = bounds.iter().map(|b| i64::from(b.weight) * i64::from(b.period));
        let step = steps.fold(0, gcd);
        let sizes: Vec<u64> = bounds
            .iter()
            .map(|b| u64::from(if b.weight == 0 { b.threshold + b.period } else { b.period }))
            .collect();
        let mut counts = vec![0u64; bounds.len()];
        loop {
            let large: Vec<u64> = counts
                .iter()
                .zip(bounds)
                .map(|(&c, b)| if b.weight == 0 { c } else { c + u64::from(b.threshold) })
                .collect();
            let value = self.shape.value(&large);
            // All multiples of the steps' divisor can be added.
            for far in 0..q {
                let up = beyond(value, m, step) + far * step;
                // The same remainder on the other side.
                let down = up - (2 * up).div_euclid(q * step) * q * step - 2 * m * q * step;
                let outcome = |value| self.table[self.shape.place(&large, value)];
                if outcome(up) != outcome(down) {
                    return Some((large, down, up));
                }
            }
            if !advance(&mut counts, &sizes) {
                return None;
            }
        }
    }

    /// Whether the theorem holds for this law: all types with the greater thresholds are looked at.
    ///
    /// # Complexity
    /// O(types * options).
    ///
    /// # Errors
    /// [`Halt::Cancelled`], if `go_on` says so.
    pub fn check(&self, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Halt> {
        let Shape { bounds, form: (threshold, period) } = &self.shape;
        let changes: Vec<Vec<i64>> = self
            .options
            .iter()
            .zip(bounds)
            .map(|(options, own)| {
                let sum = |option: &Vec<usize>| {
                    let left: i64 = option.iter().map(|&i| i64::from(bounds[i].weight)).sum();
                    left - i64::from(own.weight)
                };
                options.iter().map(sum).collect()
            })
            .collect();
        let reach = changes.iter().flatten().map(|change| change.unsigned_abs()).max().unwrap_or(0);
        let (m, q) = (i64::from(*threshold) + reach as i64, i64::from(*period));
        let sizes: Vec<u64> =
            bounds.iter().map(|b| u64::from(b.threshold + b.period) + 1).collect();
        let mut counts = vec![0u64; sizes.len()];
        let mut left = counts.clone();
        for step in 0u64.. {
            if step.is_multiple_of(256) && !go_on() {
                return Err(Halt::Cancelled);
            }
            let large = |j: usize| counts[j] > u64::from(bounds[j].threshold);
            let steps: Vec<i64> = (0..bounds.len())
                .filter(|&j| large(j) && bounds[j].weight != 0)
                .map(|j| i64::from(bounds[j].weight) * i64::from(bounds[j].period))
                .collect();
            let values = values(self.shape.value(&counts), &steps, m, q);
            for value in values {
                let (mut moves, mut wins) = (false, false);
                for (j, options) in self.options.iter().enumerate().filter(|&(j, _)| counts[j] > 0)
                {
                    for (option, change) in options.iter().zip(&changes[j]) {
                        left.copy_from_slice(&counts);
                        left[j] -= 1;
                        option.iter().for_each(|&i| left[i] += 1);
                        moves = true;
                        match self.table[self.shape.place(&left, value + change)] {
                            P => wins = true,
                            UNKNOWN => return Ok(false),
                            _ => {}
                        }
                    }
                }
                let wanted = if moves && !wins { P } else { N };
                if self.table[self.shape.place(&counts, value)] != wanted {
                    return Ok(false);
                }
            }
            if !advance(&mut counts, &sizes) {
                return Ok(true);
            }
        }
        unreachable!("all counts are looked at before 2^64 steps")
    }
}

impl Shape {
    /// The value of the form.
    fn value(&self, counts: &[u64]) -> i64 {
        counts.iter().zip(&self.bounds).map(|(&c, b)| i64::from(b.weight) * c as i64).sum()
    }

    /// The place of a type in a table.
    fn place(&self, counts: &[u64], value: i64) -> usize {
        let (m, q) = (u64::from(self.form.0), u64::from(self.form.1));
        let size = clip(value.unsigned_abs(), m, q);
        let mut place = if value < 0 { m + q + size - 1 } else { size };
        for (bound, &count) in self.bounds.iter().zip(counts).rev() {
            let (threshold, period) = (u64::from(bound.threshold), u64::from(bound.period));
            place = place * (threshold + period) + clip(count, threshold, period);
        }
        place as usize
    }

    /// How many types there are.
    fn types(&self) -> u64 {
        let each = self.bounds.iter().map(|b| u64::from(b.threshold + b.period));
        each.product::<u64>() * u64::from(2 * (self.form.0 + self.form.1) - 1)
    }
}

/// The least count of the same type.
fn clip(count: u64, threshold: u64, period: u64) -> u64 {
    match count.checked_sub(threshold) {
        None => count,
        Some(beyond) => threshold + beyond % period,
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The least number that is at least m and differs from the value by a multiple of the step.
fn beyond(value: i64, m: i64, step: i64) -> i64 {
    m + (value - m).rem_euclid(step)
}

/// One number for each (m,q)-type of the numbers value + sums of steps.
fn values(value: i64, steps: &[i64], m: i64, q: i64) -> Vec<i64> {
    let step = steps.iter().copied().fold(0, gcd);
    let (up, down) = (steps.iter().any(|&s| s > 0), steps.iter().any(|&s| s < 0));
    if steps.is_empty() {
        return vec![value];
    }
    if up && down {
        let near = (1 - m..m).filter(|n| (n - value) % step == 0);
        let far = (0..q).flat_map(|i| {
            let up = beyond(value, m, step) + i * step;
            [up, -(beyond(-value, m, step) + i * step)]
        });
        return near.chain(far).collect();
    }
    // All sums of steps of one sign, until they are dense and all remainders came.
    let most = steps.iter().map(|s| s.abs()).max().unwrap_or(1);
    let limit = (value.abs() + m + q * step + most * most) as usize;
    let mut reached = vec![false; limit + 1];
    reached[0] = true;
    for n in 1..=limit {
        reached[n] = steps
            .iter()
            .any(|s| n.checked_sub(s.unsigned_abs() as usize).is_some_and(|n| reached[n]));
    }
    let sign = if up { 1 } else { -1 };
    (0..=limit).filter(|&n| reached[n]).map(|n| value + sign * n as i64).collect()
}

/// The next list of numbers less than the sizes, the first ones fastest.
fn advance(counts: &mut [u64], sizes: &[u64]) -> bool {
    for (count, &size) in counts.iter_mut().zip(sizes) {
        *count += 1;
        if *count < size {
            return true;
        }
        *count = 0;
    }
    false
}

/// The heaps with options, those by their places, and the place of each heap. Heaps with the same options are counted
/// as one.
fn counted(heaps: &dyn Heaps, last: u32) -> (Vec<u32>, Options, Vec<Option<usize>>) {
    let (mut list, mut options): (Vec<u32>, Options) = (Vec::new(), Vec::new());
    let mut places: Vec<Option<usize>> = Vec::new();
    for heap in 0..=last {
        let mut own: Vec<Vec<usize>> = Vec::new();
        heaps.options(heap, &mut |option| {
            let mut sum: Vec<usize> = option.iter().filter_map(|&h| places[h as usize]).collect();
            sum.sort_unstable();
            own.push(sum);
        });
        own.sort_unstable();
        own.dedup();
        let place = match own.is_empty() {
            true => None,
            false => Some(options.iter().position(|other| *other == own).unwrap_or_else(|| {
                list.push(heap);
                options.push(own);
                list.len() - 1
            })),
        };
        places.push(place);
    }
    (list, options, places)
}

#[cfg(test)]
mod tests;
