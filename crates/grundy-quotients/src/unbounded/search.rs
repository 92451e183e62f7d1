//! The search for the law of an infinite quotient.

use super::{Bound, N, P, Shape, UNKNOWN, advance, clip, gcd};
use crate::Halt;

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
/// How far counts with a weight are looked at, by how many there are; later boxes are tried if earlier ones do
/// not do.
const SIDES: [[u64; 3]; MOST_WEIGHTED + 1] =
    [[1; 3], [13, 41, 61], [13, 41, 61], [13, 25, 33], [13, 17, 21]];
/// The greatest threshold that is tried for the form.
const FORM: u32 = 12;
/// Periods that are tried for the form, with their divisors.
const FORM_PERIODS: [u32; 2] = [8, 12];
/// So many sums there must be for each type of a law that is taken into account.
const EVIDENCE: usize = 3;

/// A shape with the table of its types, if a box has one.
type Found = Option<(Shape, Vec<u8>)>;

/// The search for a law. While it goes on, a weight of 1 says that a count will have one.
pub(super) struct Search<'a> {
    options: &'a [Vec<Vec<usize>>],
    /// Of the heaps so far.
    bounds: Vec<Bound>,
    /// Most cells of a table.
    cells: u64,
    /// Which of the boxes is looked at next.
    next: usize,
    /// Which of the boxes is looked at.
    size: usize,
    pub(super) go_on: &'a mut dyn FnMut() -> bool,
}

impl<'a> Search<'a> {
    /// Of no heaps yet.
    pub(super) fn new(
        options: &'a [Vec<Vec<usize>>],
        cells: u64,
        go_on: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        Self { options, bounds: Vec::new(), cells, next: 0, size: 0, go_on }
    }

    /// Counts the next heap, too; whether that is possible.
    pub(super) fn add(&mut self) -> Result<bool, Halt> {
        self.bounds.push(Bound { threshold: 0, period: PERIODS[0], weight: 0 });
        Ok(self.settle()?.is_some())
    }

    /// A shape and its table from the next box, or neither from this one; `None` if there is no box left.
    pub(super) fn next(&mut self) -> Result<Option<Found>, Halt> {
        if self.next >= SIDES[0].len() {
            return Ok(None);
        }
        self.size = self.next;
        self.next += 1;
        let Some(filled) = self.settle()? else { return Ok(None) };
        let Some(shape) = self.shape(&filled)? else { return Ok(Some(None)) };
        Ok(Some(self.table(&shape)?.map(|table| (shape, table))))
    }

    fn weighted(&self) -> usize {
        self.bounds.iter().filter(|bound| bound.weight != 0).count()
    }

    /// The sides of the table in which counts go one beyond their periods, and those with a weight to the end
    /// of the box; `None` if it is too large.
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
        cells.filter(|&cells| cells <= self.cells).map(|_| sizes)
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
        let Some(sizes) = sizes.filter(|_| shape.types() <= self.cells) else { return Ok(None) };
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

    /// The outcomes of all counts less than the sizes, as the rules and the periods that are presumed have
    /// them. Sums beyond are taken for others of their type, where a shape is given, and the table of its types
    /// is filled; `None` if one of them has both outcomes.
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
                if widest.types() > SCREENED.min(self.cells)
                    || !sample.fits(&widest, filled, &sizes)
                {
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
