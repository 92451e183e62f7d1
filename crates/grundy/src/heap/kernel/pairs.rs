//! Splits into two heaps, finitely many takes of them: candidates for the value are searched for
//! among all pairs, many pairs at a time.

use super::bits::{Bits, next_absent, pack};
use super::singles::Singles;
use super::steps::{Steps, steps};
use super::{Kernel, Notes, Pieces, Take, in_a_row};
use crate::context::{Context, Stop};
use crate::heap::Code;
use crate::heap::code::Shape;
use grundy_lanes::{InstructionSet, find_pair};
use std::io;
use std::ops::RangeInclusive;

/// Games whose moves leave at most two heaps, and split for finitely many takes only: octal games,
/// Grundy's and Lasker's game and their relatives. Dense: all pairs are looked at.
///
/// Let P(m) be the set of the values of all pairs of heaps of total m. The pairs with a heap of at
/// most 256 give most of P(m), once for all takes. The least value that is not attained
/// then is a candidate, which is compared with all other pairs; values stand in the narrowest type
/// that holds them, so that one instruction compares many.
///
/// # Complexity
/// O(n) comparisons for each split and each candidate of a heap n, a few bits wide each; a value of
/// memory a heap.
#[derive(Debug)]
pub struct Pairs {
    singles: Singles,
    /// The takes that allow two heaps, with their shapes.
    splits: Vec<(u64, Shape)>,
    lanes: Lanes,
    simd: InstructionSet,
    /// What is known of P(m) for the last m.
    sets: Vec<Known>,
    marks: Vec<u8>,
}

/// The pairs with a heap of at most this size are looked at one by one.
const SAMPLE: usize = 256;

/// Values are handed on in pieces of this many.
const PIECE: usize = 4096;

/// What is known of the values of the sums of two different heaps of one total.
#[derive(Clone, Debug, Default)]
struct Known {
    attained: Vec<u64>,
    /// Looked for among all pairs, and not found.
    absent: Bits,
}

#[derive(Debug)]
enum Lanes {
    Byte(Vec<u8>),
    Half(Vec<u16>),
    Word(Vec<u32>),
}

trait Lane: Copy + Into<u32> {
    fn of(value: u32) -> Self;
    /// Whether values of some j in `from..=to` and `total - j` have this sum.
    fn find(
        simd: InstructionSet,
        values: &[Self],
        total: usize,
        sum: u32,
        range: RangeInclusive<usize>,
    ) -> bool;
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
            ) -> bool {
                <$t>::try_from(sum).is_ok_and(|sum| {
                    let (from, to) = range.into_inner();
                    find_pair(simd, values, values, total, sum, from, to).is_some()
                })
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
    ) -> bool {
        range.any(|j| values[j] ^ values[total - j] == sum)
    }
}

/// Marks the values of the pairs of different heaps of this total, as far as they are looked at.
fn mark<T: Lane>(values: &[T], total: usize, marks: &mut [u8]) {
    for j in 1..total.div_ceil(2).min(SAMPLE + 1) {
        let (a, b): (u32, u32) = (values[j].into(), values[total - j].into());
        marks[(a ^ b) as usize] = 1;
    }
}

/// Whether one of the other pairs of different heaps has this value.
fn find<T: Lane>(simd: InstructionSet, values: &[T], total: usize, sum: u32) -> bool {
    let range = SAMPLE + 1..=total.div_ceil(2).saturating_sub(1);
    !range.is_empty() && T::find(simd, values, total, sum, range)
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
            marks: vec![0; 256],
        }
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
        if value as usize >= self.marks.len() {
            self.marks = vec![0; (value as usize + 1).next_power_of_two()];
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
        let window = self.sets.len() as u64;
        let known = &mut self.sets[(n % window) as usize];
        known.absent.0.clear();
        known.attained.clear();
        known.attained.resize(self.marks.len() / 64, 0);
        each!(&self.lanes, values => mark(values, n as usize, &mut self.marks));
        pack(&mut self.marks, &mut known.attained);
        self.singles.advance();
        let mut attained = Bits::default();
        let mut places = Vec::with_capacity(self.splits.len());
        for &(taken, shape) in &self.splits {
            let Some(total) = n.checked_sub(taken) else { continue };
            if shape != Shape::AllEqual {
                attained.include(&self.sets[(total % window) as usize].attained);
                if total as usize > 2 * SAMPLE {
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
            let found = places.iter().any(|&total| {
                let known = &mut self.sets[(total % window) as usize];
                if known.absent.contains(value) {
                    return false;
                }
                let found =
                    each!(&self.lanes, values => find(self.simd, values, total as usize, value));
                if found {
                    let word = (value / 64) as usize;
                    if word >= known.attained.len() {
                        known.attained.resize(word + 1, 0);
                    }
                    known.attained[word] |= 1 << (value % 64);
                } else {
                    known.absent.insert(value);
                }
                found
            });
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
            return Err(Stop::Refused("heaps of 2^31 and more are not split one by one".into()));
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
            let known = &mut self.sets[(total % window) as usize];
            known.absent.0.clear();
            known.attained = vec![0; self.marks.len() / 64];
            each!(&self.lanes, values => mark(values, total as usize, &mut self.marks));
            pack(&mut self.marks, &mut known.attained);
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
