//! Infinite quotients: outcomes by counts of heaps, their remainders, and the sign of a form.
//!
//! The quotient of finitely many heaps may be infinite; M. Weimerskirch found the first one, of the heaps of 0.3122 up to 7
//! (*An algorithm for computing indistinguishability quotients in misère impartial combinatorial games*, Games of No
//! Chance 4, 2015). Then no table has all products, but outcomes may follow a law all the same: they depend on small
//! counts, on the remainders of large ones, and on which of two sums of counts is the larger one.
//!
//! # The theorem by which a law is checked
//!
//! Let x in N^k be the counts of the heaps 1, …, k that have options. The *(T,p)-type* of a number w is w itself if |w| < T,
//! else its sign and w mod p. Let each count have a threshold T_j >= 0 and a period p_j, and let L(x) be a sum of the
//! counts with integers as weights, with a threshold M >= 1 and a period q. The type of x has those of all counts and
//! that of L(x). Let R be the greatest |L(x') - L(x)| for options x' of x. Let P be a set of types.
//!
//! If, for every type with thresholds T_j + 1 and M + R, x is of P iff x has an option and none is of P, then a sum is P
//! in misère play iff its counts are of P.
//!
//! Proof. Let x and y have the same type with the greater thresholds. A count is 0 for both or for none, so they have
//! the same moves. A move changes a count by d >= -1, and L by d with |d| <= R. A number w that is the same for both stays so; otherwise it
//! is beyond the greater threshold for both, of one sign and with one remainder, so w + d is beyond the threshold for
//! both, of that sign and with one remainder. So the options have the same types, and the condition holds for x if it
//! holds for y. The rest is an induction on the moves that are left. ∎
//!
//! There are finitely many types, and one is that of some x iff L takes such a value on the counts of these types: L(c) plus
//! sums of w_j p_j, one for each count that is large; these are all multiples of their greatest common divisor if there are both
//! signs among them.
//!
//! **The quotient is infinite** if two types differ in the sign of L only, L and all counts with a weight being large, and just one of
//! them is of P. If it were finite, adding some multiple of p_j q to one count would change no outcome where that count is large;
//! adding it often enough to one of positive weight leads from the negative to the positive type.

use crate::{Halt, Heaps};

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
/// Most cells of a table.
const CELLS: u64 = 1 << 26;
/// Thresholds that are tried for a count.
const THRESHOLDS: u32 = 8;
/// Periods that are tried for a count.
const PERIODS: [u32; 2] = [2, 4];
/// Thresholds and periods that are tried for counts with a weight.
const WEIGHTED: [(u32, u32); 8] = [(1, 2), (2, 2), (3, 2), (4, 2), (2, 4), (4, 4), (6, 4), (8, 4)];
/// How many counts have a weight, at most.
const MOST_WEIGHTED: usize = 4;
/// The greatest weight that is tried.
const WEIGHT: i32 = 4;
/// How far counts with a weight are looked at, by how many there are; later boxes are tried if earlier ones do not do.
const SIDES: [[u64; 3]; MOST_WEIGHTED + 1] =
    [[1; 3], [13, 41, 61], [13, 41, 61], [13, 25, 33], [13, 17, 21]];
/// The greatest threshold that is tried for the form.
const FORM: u32 = 12;
/// Periods that are tried for the form, with their divisors.
const FORM_PERIODS: [u32; 2] = [8, 12];
/// So many sums there must be for each type of a law that is taken into account.
const EVIDENCE: usize = 3;

/// Values of a table.
const N: u8 = 0;
const P: u8 = 1;
const UNKNOWN: u8 = 2;

impl Unbounded {
    /// Looks for the law of sums of the heaps 1, …, last, and checks it; `None` if none is found, or more than ten heaps
    /// have options that differ.
    ///
    /// # Complexity
    /// O(cells * options), cells the product of the thresholds and periods of all heaps and of the box in which
    /// counts with a weight are looked at, 2^26 at most; and that of all types, for the check.
    ///
    /// # Errors
    /// [`Halt::Cancelled`], if `go_on` says so.
    pub fn find(
        heaps: &dyn Heaps,
        last: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Self>, Halt> {
        let (list, options, _) = counted(heaps, last);
        if list.len() > MOST_HEAPS {
            return Ok(None);
        }
        let mut search = Search { options: &options, bounds: Vec::new(), size: 0, go_on };
        for _ in 0..list.len() {
            search.bounds.push(Bound { threshold: 0, period: PERIODS[0], weight: 0 });
            if search.settle()?.is_none() {
                return Ok(None);
            }
        }
        for size in 0..SIDES[0].len() {
            search.size = size;
            let Some(filled) = search.settle()? else { return Ok(None) };
            let Some(shape) = search.shape(&filled)? else { continue };
            let Some(table) = search.table(&shape)? else { continue };
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
    /// O(k). Counts may be so large that the form is less than 2^63.
    pub fn is_p(&self, counts: &[u64]) -> bool {
        self.table[self.shape.place(counts, self.shape.value(counts))] == P
    }

    /// Whether the quotient is infinite; see the module.
    pub fn is_infinite(&self) -> bool {
        let Shape { bounds, form: (threshold, period) } = &self.shape;
        let (m, q) = (i64::from(*threshold), i64::from(*period));
        let signs = |sign: i32| bounds.iter().any(|bound| bound.weight.signum() == sign);
        if !signs(1) || !signs(-1) {
            return false;
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
                let outcome = |value| self.table[self.shape.place(&large, value)];
                // The same remainder on the other side.
                if outcome(up)
                    != outcome(up - (2 * up).div_euclid(q * step) * q * step - 2 * m * q * step)
                {
                    return true;
                }
            }
            if !advance(&mut counts, &sizes) {
                return false;
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
        counts
            .iter()
            .zip(&self.bounds)
            .map(|(&c, b)| i64::from(b.weight).wrapping_mul(c as i64))
            .sum()
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

/// The search for a law. While it goes on, a weight of 1 says that a count will have one.
struct Search<'a> {
    options: &'a [Vec<Vec<usize>>],
    /// Of the heaps so far.
    bounds: Vec<Bound>,
    /// Which of the boxes is looked at.
    size: usize,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl Search<'_> {
    fn weighted(&self) -> usize {
        self.bounds.iter().filter(|bound| bound.weight != 0).count()
    }

    /// The sides of the table in which counts go one beyond their periods, and those with a weight to the end of the box;
    /// `None` if it is too large.
    fn sizes(&self) -> Option<Vec<u64>> {
        let side = SIDES.get(self.weighted())?[self.size];
        self.sizes_with(|_| side)
    }

    /// The same with such a side for counts with a weight.
    fn sizes_with(&self, side: impl Fn(usize) -> u64) -> Option<Vec<u64>> {
        let size = |(j, bound): (usize, &Bound)| match bound.weight {
            0 => u64::from(bound.threshold + bound.period) + 1,
            _ => side(j),
        };
        let sizes: Vec<u64> = self.bounds.iter().enumerate().map(size).collect();
        let cells = sizes.iter().try_fold(1u64, |cells, &size| cells.checked_mul(size));
        cells.filter(|&cells| cells <= CELLS).map(|_| sizes)
    }

    /// The table of a shape, from a box that has sums of all types.
    fn table(&mut self, shape: &Shape) -> Result<Option<Vec<u8>>, Halt> {
        let (m, q) = shape.form;
        let bounds = &shape.bounds;
        let end = |b: &Bound| b.threshold + b.period;
        let sizes = self.sizes_with(|j| {
            let own = &bounds[j];
            // So far the others may take the form to the other side.
            let against = bounds.iter().filter(|b| b.weight.signum() == -own.weight.signum());
            let against: u32 = against.map(|b| b.weight.unsigned_abs() * end(b)).sum();
            let further = (against + m + q * own.period).div_ceil(own.weight.unsigned_abs());
            u64::from(end(own) + further + own.period)
        });
        let Some(sizes) = sizes else { return Ok(None) };
        let mut types = vec![UNKNOWN; shape.types() as usize];
        let filled = self.fill(&sizes, Some((shape, &mut types)))?;
        // A sum beyond the box was taken for one of its type: no type has both outcomes.
        Ok(filled.map(|_| types))
    }

    /// Finds thresholds and periods that do not contradict the rules, and the table with them. A count for which
    /// there are none will have a weight.
    fn settle(&mut self) -> Result<Option<Vec<u8>>, Halt> {
        loop {
            let Some(sizes) = self.sizes() else { return Ok(None) };
            let Some(table) = self.fill(&sizes, None)? else { return Ok(None) };
            let Some(wrong) = self.contradicted(&table) else { return Ok(Some(table)) };
            let bound = &mut self.bounds[wrong];
            bound.threshold += 1;
            if bound.threshold <= THRESHOLDS {
                continue;
            }
            bound.threshold = 0;
            match PERIODS.iter().find(|&&period| period > bound.period) {
                Some(&longer) => bound.period = longer,
                None => {
                    bound.weight = 1;
                    // What was presumed of the others came from a wrong table.
                    for bound in self.bounds.iter_mut().filter(|bound| bound.weight == 0) {
                        (bound.threshold, bound.period) = (0, PERIODS[0]);
                    }
                }
            }
        }
    }

    /// The outcomes of all counts less than the sizes, as the rules and the periods that are presumed have them. Sums beyond
    /// are taken for others of their type, where a shape is given, and the table of its types is filled; `None` if one
    /// of them has both outcomes.
    fn fill(
        &mut self,
        sizes: &[u64],
        mut shape: Option<(&Shape, &mut [u8])>,
    ) -> Result<Option<Vec<u8>>, Halt> {
        let bounds = &self.bounds;
        let place = |counts: &[u64]| {
            let mut place = 0;
            for (bound, (&count, &size)) in bounds.iter().zip(counts.iter().zip(sizes)).rev() {
                let count = match bound.weight {
                    0 => clip(count, bound.threshold.into(), bound.period.into()),
                    _ if count < size => count,
                    _ => return None,
                };
                place = place * size + count;
            }
            Some(place as usize)
        };
        let mut table = vec![UNKNOWN; sizes.iter().product::<u64>() as usize];
        let mut counts = vec![0u64; sizes.len()];
        let mut left = counts.clone();
        // Options have fewer of a later heap, so they stand before.
        for cell in 0..table.len() {
            if cell.is_multiple_of(4096) && !(self.go_on)() {
                return Err(Halt::Cancelled);
            }
            let mut found = [false; 3];
            for (j, options) in self.options[..sizes.len()].iter().enumerate() {
                if counts[j] == 0 {
                    continue;
                }
                for option in options {
                    left.copy_from_slice(&counts);
                    left[j] -= 1;
                    option.iter().for_each(|&i| left[i] += 1);
                    let outcome = match (place(&left), &shape) {
                        (Some(place), _) => table[place],
                        (None, Some((shape, types))) => {
                            types[shape.place(&left, shape.value(&left))]
                        }
                        (None, None) => UNKNOWN,
                    };
                    found[usize::from(outcome)] = true;
                }
            }
            table[cell] = match found {
                [_, true, _] => N,
                [_, _, true] => UNKNOWN,
                [true, ..] => P,
                _ => N,
            };
            if let Some((shape, types)) = &mut shape {
                let known = &mut types[shape.place(&counts, shape.value(&counts))];
                match (*known, table[cell]) {
                    (_, UNKNOWN) => {}
                    (UNKNOWN, outcome) => *known = outcome,
                    (known, outcome) if known != outcome => return Ok(None),
                    _ => {}
                }
            }
            advance(&mut counts, sizes);
        }
        Ok(Some(table))
    }

    /// The last heap whose count one beyond the period has other outcomes than the threshold.
    fn contradicted(&self, table: &[u8]) -> Option<usize> {
        let sizes = self.sizes()?;
        let mut wrong = None;
        let mut stride = 1usize;
        for (j, bound) in self.bounds.iter().enumerate() {
            let size = sizes[j] as usize;
            if bound.weight == 0 {
                let (low, high) = (bound.threshold as usize, size - 1);
                let differs = |block: usize| {
                    (block..block + stride).any(|i| {
                        let (a, b) = (table[i + low * stride], table[i + high * stride]);
                        a != b && a != UNKNOWN && b != UNKNOWN
                    })
                };
                if (0..table.len()).step_by(stride * size).any(differs) {
                    wrong = Some(j);
                }
            }
            stride *= size;
        }
        wrong
    }

    /// A shape that fits the table: the weights, and thresholds and periods of counts and form.
    fn shape(&mut self, filled: &[u8]) -> Result<Option<Shape>, Halt> {
        let Some(sizes) = self.sizes() else { return Ok(None) };
        let count = self.weighted();
        if count == 0 {
            let shape = Shape { bounds: self.bounds.clone(), form: (1, 1) };
            return Ok(Some(shape));
        }
        let weights = weights(count);
        let mut sample = Sample::default();
        for (threshold, period) in WEIGHTED {
            for (weights, most) in weights.iter().flat_map(|w| FORM_PERIODS.map(|most| (w, most))) {
                if !(self.go_on)() {
                    return Err(Halt::Cancelled);
                }
                let mut bounds = self.bounds.clone();
                let own = bounds.iter_mut().filter(|bound| bound.weight != 0);
                for (bound, &weight) in own.zip(weights) {
                    *bound = Bound { threshold, period, weight };
                }
                let widest = Shape { bounds, form: (FORM, most) };
                if widest.types() > SCREENED || !sample.fits(&widest, filled, &sizes) {
                    continue;
                }
                let Some((sums, types)) = fitted(&widest, filled, &sizes) else { continue };
                if sums < EVIDENCE * types {
                    continue;
                }
                let periods = (1..=most).filter(|&q| most.is_multiple_of(q));
                let mut forms: Vec<(u32, u32)> =
                    periods.flat_map(|q| (1..=FORM).map(move |m| (m, q))).collect();
                forms.sort_unstable_by_key(|&(m, q)| (m + q, m));
                for form in forms {
                    let shape = Shape { form, ..widest.clone() };
                    if sample.fits(&shape, filled, &sizes)
                        && fitted(&shape, filled, &sizes).is_some()
                    {
                        return Ok(Some(shape));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// A first look at shapes: some of the sums refute most of them.
#[derive(Default)]
struct Sample {
    /// For each type when it was met last, and the outcome: twice the round, and one more for P.
    met: Vec<u32>,
    round: u32,
}

/// So many sums are looked at first.
const SAMPLE: usize = 20_000;
/// Types of shapes that are taken into account.
const SCREENED: u64 = 1 << 22;

impl Sample {
    fn fits(&mut self, shape: &Shape, filled: &[u8], sizes: &[u64]) -> bool {
        self.round += 1;
        if self.met.len() < shape.types() as usize {
            self.met.resize(shape.types() as usize, 0);
        }
        let mut counts = vec![0u64; sizes.len()];
        // Sums here and there: a step without a divisor in common with the number of sums.
        let step = (filled.len() / 3..).find(|&step| gcd(step as i64, filled.len() as i64) == 1);
        let (step, mut cell) = (step.unwrap_or(1), 0);
        for _ in 0..SAMPLE.min(filled.len()) {
            cell = (cell + step) % filled.len();
            if filled[cell] == UNKNOWN {
                continue;
            }
            let mut rest = cell as u64;
            for (count, size) in counts.iter_mut().zip(sizes) {
                (*count, rest) = (rest % size, rest / size);
            }
            let met = &mut self.met[shape.place(&counts, shape.value(&counts))];
            let now = 2 * self.round + u32::from(filled[cell] == P);
            if *met / 2 == self.round && *met != now {
                return false;
            }
            *met = now;
        }
        true
    }
}

/// How many sums and types there are; `None` if a type has both outcomes.
fn fitted(shape: &Shape, filled: &[u8], sizes: &[u64]) -> Option<(usize, usize)> {
    let mut table = vec![UNKNOWN; shape.types() as usize];
    let (mut sums, mut types) = (0, 0);
    let mut counts = vec![0u64; sizes.len()];
    for &outcome in filled {
        if outcome != UNKNOWN {
            let cell = &mut table[shape.place(&counts, shape.value(&counts))];
            sums += 1;
            match *cell {
                UNKNOWN => {
                    *cell = outcome;
                    types += 1;
                }
                known if known != outcome => return None,
                _ => {}
            }
        }
        advance(&mut counts, sizes);
    }
    Some((sums, types))
}

/// All lists of weights other than 0, up to a factor, the smallest first.
fn weights(count: usize) -> Vec<Vec<i32>> {
    let sides = vec![2 * WEIGHT as u64; count];
    let mut all = Vec::new();
    let mut digits = vec![0u64; count];
    loop {
        let list: Vec<i32> = digits
            .iter()
            .map(|&d| d as i32 - WEIGHT)
            .map(|w| if w >= 0 { w + 1 } else { w })
            .collect();
        let divisor = list.iter().fold(0, |d, &w| gcd(d, w.into()));
        if divisor == 1 && list.last().is_some_and(|&last| last > 0) {
            all.push(list);
        }
        if !advance(&mut digits, &sides) {
            break;
        }
    }
    all.sort_by_key(|list| list.iter().map(|w| w.abs()).sum::<i32>());
    all
}

#[cfg(test)]
#[path = "unbounded_tests.rs"]
mod tests;
