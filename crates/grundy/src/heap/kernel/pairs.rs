//! Splits into two heaps, finitely many takes of them: candidates for the value are searched for
//! among all pairs, many pairs at a time.

use super::bits::{Bits, next_absent};
use super::singles::Singles;
use super::steps::{Steps, steps};
use super::{Kernel, Notes, Pieces, Take, in_a_row};
use crate::context::{Context, Stop};
use crate::heap::Code;
use crate::heap::code::Shape;
use grundy_lanes::{InstructionSet, Marks, find_pair, mark_sums};
use std::io;
use std::ops::RangeInclusive;

/// Games whose moves leave at most two heaps, and split for finitely many takes only: octal games,
/// Grundy's and Lasker's game and their relatives. Dense: all pairs are looked at.
///
/// Let P(m) be the set of the values of all pairs of heaps of total m. The pairs with a heap of at
/// most 256 give most of P(m) where values are few, once for all takes. The least value that is not
/// attained then is a candidate, which is compared with all other pairs; values stand in the
/// narrowest type that holds them, so that one instruction compares many. Where values grow there
/// are more candidates than this pays for: then the whole of P(m) is found by looking at each pair
/// once. A total switches to it when what it compared has cost as much, which bounds the loss: about
/// twice the time of the better way.
///
/// # Complexity
/// O(n) for a heap n: n / 2 pairs looked at once, or fewer comparisons than cost the same. A value
/// of memory a heap.
#[derive(Debug)]
pub struct Pairs {
    singles: Singles,
    /// The takes that allow two heaps, with their shapes.
    splits: Vec<(u64, Shape)>,
    lanes: Lanes,
    simd: InstructionSet,
    /// What is known of P(m) for the last m.
    sets: Vec<Known>,
    marks: Marks,
    /// A multiple of 64 above all sums of two values.
    bound: usize,
    /// Whether new totals look at all pairs at once.
    eager: bool,
}

/// The pairs with a heap of at most this size are looked at one by one.
const SAMPLE: usize = 256;

/// Comparing this many bytes of values costs about as much as looking at one pair.
const BYTES_PER_PAIR: usize = 16;

/// One of so many totals is not eager, to see whether it still pays.
const TOTALS_PER_TRIAL: u64 = 64;

/// Values are handed on in pieces of this many.
const PIECE: usize = 4096;

/// What is known of the values of the sums of two different heaps of one total.
#[derive(Clone, Debug, Default)]
struct Known {
    attained: Vec<u64>,
    /// Looked for among all pairs, and not found.
    absent: Bits,
    /// All pairs were looked at: `attained` is P(m), zero of two equal heaps apart.
    complete: bool,
    /// How many bytes of values were compared.
    compared: usize,
}

#[derive(Debug)]
enum Lanes {
    Byte(Vec<u8>),
    Half(Vec<u16>),
    Word(Vec<u32>),
}

trait Lane: Copy + Into<u32> {
    fn of(value: u32) -> Self;
    /// The first j in `from..=to` whose value and that of `total - j` have this sum.
    fn find(
        simd: InstructionSet,
        values: &[Self],
        total: usize,
        sum: u32,
        range: RangeInclusive<usize>,
    ) -> Option<usize>;
    /// Marks the sums of the values of all j in `from..=to` and `total - j`.
    fn mark(marks: &mut Marks, values: &[Self], total: usize, range: RangeInclusive<usize>);
}

macro_rules! lane {
    ($t:ty) => {
        impl Lane for $t {
            fn of(value: u32) -> Self {
                value as $t
            }

            fn find(
                simd: InstructionSet,
                values: &[Self],
                total: usize,
                sum: u32,
                range: RangeInclusive<usize>,
            ) -> Option<usize> {
                let (from, to) = range.into_inner();
                find_pair(simd, values, values, total, <$t>::try_from(sum).ok()?, from, to)
            }

            fn mark(
                marks: &mut Marks,
                values: &[Self],
                total: usize,
                range: RangeInclusive<usize>,
            ) {
                mark_sums(marks, values, total, *range.start(), *range.end());
            }
        }
    };
}

lane!(u8);
lane!(u16);

impl Lane for u32 {
    fn of(value: u32) -> Self {
        value
    }

    fn find(
        _: InstructionSet,
        values: &[Self],
        total: usize,
        sum: u32,
        mut range: RangeInclusive<usize>,
    ) -> Option<usize> {
        range.find(|&j| values[j] ^ values[total - j] == sum)
    }

    fn mark(marks: &mut Marks, values: &[Self], total: usize, range: RangeInclusive<usize>) {
        marks.mark_wide_sums(values, total, *range.start(), *range.end());
    }
}

/// The smaller heaps of the pairs of different heaps of this total: those of the sample.
fn sample(total: usize) -> RangeInclusive<usize> {
    1..=SAMPLE.min(last(total))
}

/// The others.
fn rest(total: usize) -> RangeInclusive<usize> {
    SAMPLE + 1..=last(total)
}

/// The greatest heap that is the smaller one of two of this total.
fn last(total: usize) -> usize {
    total.div_ceil(2).saturating_sub(1)
}

/// Whether one of the other pairs of different heaps has this value, and how many bytes of values
/// were compared.
fn find<T: Lane>(simd: InstructionSet, values: &[T], total: usize, sum: u32) -> (bool, usize) {
    let range = rest(total);
    if range.is_empty() {
        return (false, 0);
    }
    let found = T::find(simd, values, total, sum, range);
    (found.is_some(), (found.unwrap_or_else(|| last(total)) - SAMPLE) * size_of::<T>())
}

fn tell<T: Lane>(values: &[T], out: &mut Take<'_>) -> io::Result<()> {
    let mut piece: Vec<u32> = Vec::with_capacity(PIECE);
    for (i, values) in values.chunks(PIECE).enumerate() {
        piece.clear();
        piece.extend(values.iter().map(|&value| value.into()));
        out((i * PIECE) as u64, &piece)?;
    }
    Ok(())
}

fn wider<T: Lane, U: Lane>(values: &[T]) -> Vec<U> {
    values.iter().map(|&value| U::of(value.into())).collect()
}

macro_rules! each {
    ($lanes:expr, $values:ident => $what:expr) => {
        match $lanes {
            Lanes::Byte($values) => $what,
            Lanes::Half($values) => $what,
            Lanes::Word($values) => $what,
        }
    };
}

impl Pairs {
    /// Whether the engine is right for a code.
    pub fn suits(code: &Code) -> bool {
        code.most_heaps().is_some_and(|heaps| heaps <= 2)
            && !code.repeating().iter().any(|digit| digit.allows(2))
    }

    /// The engine for a code that [`suits`](Self::suits); other splits would be overlooked.
    pub fn new(code: &Code) -> Self {
        Self::with_instruction_set(code, InstructionSet::current())
    }

    /// The same with a certain instruction set.
    pub fn with_instruction_set(code: &Code, simd: InstructionSet) -> Self {
        debug_assert!(Self::suits(code));
        let splits: Vec<(u64, Shape)> = (0..)
            .zip(code.leading())
            .filter(|(_, digit)| digit.allows(2))
            .map(|(taken, digit)| (taken, digit.shape))
            .collect();
        let window = splits.last().map_or(0, |&(taken, _)| taken as usize) + 1;
        Self {
            singles: Singles::new(code),
            splits,
            lanes: Lanes::Byte(Vec::new()),
            simd,
            sets: vec![Known::default(); window],
            marks: Marks::default(),
            bound: 256,
            eager: false,
        }
    }

    /// Finds what is to be known of the total n at first, of the heaps below n.
    fn begin(&mut self, n: u64) {
        let place = self.place(n);
        let known = &mut self.sets[place];
        if !known.complete && known.compared > 0 {
            // A trial that did not cost more than all pairs.
            self.eager = false;
        }
        known.absent.0.clear();
        (known.complete, known.compared) = (false, 0);
        known.attained.clear();
        if self.eager && !n.is_multiple_of(TOTALS_PER_TRIAL) {
            known.complete = true;
            self.mark(n, 1..=last(n as usize));
        } else {
            self.mark(n, sample(n as usize));
        }
    }

    /// Looks at the pairs of a total of which the smaller heap is in the range.
    fn mark(&mut self, total: u64, range: RangeInclusive<usize>) {
        let place = self.place(total);
        let (marks, attained) = (&mut self.marks, &mut self.sets[place].attained);
        each!(&self.lanes, values => Lane::mark(marks, values, total as usize, range));
        attained.resize(attained.len().max(self.bound / 64), 0);
        marks.drain(self.simd, attained);
    }

    /// Whether a pair of different heaps of this total has the value, which is not in `attained`.
    ///
    /// When comparing has cost as much as looking at all pairs would, all are looked at.
    fn attains(&mut self, total: u64, value: u32) -> bool {
        let place = self.place(total);
        let known = &mut self.sets[place];
        if known.complete || known.absent.contains(value) {
            return false;
        }
        let sum = total as usize;
        let (found, bytes) = each!(&self.lanes, values => find(self.simd, values, sum, value));
        known.compared += bytes;
        if known.compared > BYTES_PER_PAIR * last(sum) {
            known.complete = true;
            self.eager = true;
            self.mark(total, rest(sum));
        } else if found {
            let word = (value / 64) as usize;
            if word >= known.attained.len() {
                known.attained.resize(word + 1, 0);
            }
            known.attained[word] |= 1 << (value % 64);
        } else {
            known.absent.insert(value);
        }
        found
    }

    /// Where what is known of a total stands.
    fn place(&self, total: u64) -> usize {
        (total % self.sets.len() as u64) as usize
    }

    fn push(&mut self, value: u32) {
        match &self.lanes {
            Lanes::Byte(values) if value > 0xff => self.lanes = Lanes::Half(wider(values)),
            Lanes::Half(values) if value > 0xffff => self.lanes = Lanes::Word(wider(values)),
            _ => {}
        }
        if let (Lanes::Half(values), true) = (&self.lanes, value > 0xffff) {
            self.lanes = Lanes::Word(wider(values));
        }
        if value as usize >= self.bound {
            self.bound = (value as usize + 1).next_power_of_two();
            self.marks.reserve(self.bound);
        }
        each!(&mut self.lanes, values => values.push(Lane::of(value)));
        self.singles.push(value);
    }
}

fn size<T>(_: &[T]) -> u64 {
    size_of::<T>() as u64
}

impl Steps for Pairs {
    const STRIDE: u64 = 1 << 9;

    fn heap(&self) -> u64 {
        self.singles.heap()
    }

    fn next(&mut self) -> u32 {
        let n = self.singles.heap();
        self.begin(n);
        self.singles.advance();
        let mut attained = Bits::default();
        let mut places = Vec::with_capacity(self.splits.len());
        for &(taken, shape) in &self.splits {
            let Some(total) = n.checked_sub(taken) else { continue };
            if shape != Shape::AllEqual {
                let known = &self.sets[self.place(total)];
                attained.include(&known.attained);
                if !known.complete && total as usize > 2 * SAMPLE {
                    places.push(total);
                }
            }
            let halves = matches!(shape, Shape::Any | Shape::AllEqual);
            if halves && total > 0 && total.is_multiple_of(2) {
                attained.insert(0);
            }
        }
        let mut value = 0;
        loop {
            // The least value that is not attained as far as is known.
            loop {
                value = next_absent(&attained.0, value);
                let next = self.singles.next_absent(value);
                if next == value {
                    break;
                }
                value = next;
            }
            let mut found = false;
            for &total in &places {
                found = self.attains(total, value);
                let known = &self.sets[self.place(total)];
                if known.complete {
                    attained.include(&known.attained);
                }
                if found {
                    break;
                }
            }
            if !found {
                break;
            }
            value += 1;
        }
        self.push(value);
        value
    }

    fn check(&self, context: &Context<'_>) -> Result<(), Stop> {
        let n = self.singles.heap();
        let each = each!(&self.lanes, values => size(values));
        let sets: usize = self.sets.iter().map(|known| known.attained.len() * 16).sum();
        // Twice: while it is made wider or longer both are there.
        let bytes = 2 * (n * each + sets as u64 + self.singles.bytes());
        context.check_memory(bytes, || format!("computing {n} values"))?;
        if n > u64::from(u32::MAX) / 2 {
            return Err(Stop::beyond("heaps of 2^31 and more are not split one by one"));
        }
        context.look_at_values(n)
    }
}

impl Kernel for Pairs {
    fn name(&self) -> &'static str {
        "bits"
    }

    fn extend(
        &mut self,
        to: u64,
        context: &Context<'_>,
        out: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Stop> {
        steps(self, to, context, out)
    }

    fn restore(
        &mut self,
        values: &mut dyn Iterator<Item = Vec<u32>>,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let window = self.sets.len() as u64;
        for piece in values {
            self.check(context)?;
            for value in piece {
                self.singles.advance();
                self.push(value);
            }
        }
        // What is known of the last totals is found again.
        let n = self.singles.heap();
        for total in n.saturating_sub(window)..n {
            self.begin(total);
        }
        Ok(true)
    }

    fn notes(&self) -> Option<Notes> {
        Some(Notes::Null)
    }

    fn needed(&self, out: &mut Take<'_>) -> io::Result<()> {
        each!(&self.lanes, values => tell(values, out))
    }

    fn resume(
        &mut self,
        handed: u64,
        _notes: Notes,
        pieces: &mut Pieces<'_>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        in_a_row(0, handed, pieces, |piece| {
            context.look("reading values", self.singles.heap())?;
            self.restore(&mut std::iter::once(piece), context).map(drop)
        })
    }
}
