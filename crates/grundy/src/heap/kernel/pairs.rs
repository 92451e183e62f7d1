//! Splits into two heaps, finitely many takes of them: candidates for the value are searched for
//! among all pairs, many pairs at a time.

use super::bits::{Bits, next_absent, pack};
use super::singles::Singles;
use super::steps::{Steps, steps};
use super::{Kernel, Notes, Pieces, Take, in_a_row};
use crate::context::{Context, Stop};
use crate::heap::Code;
use crate::heap::code::Shape;
use std::io;

/// Games whose moves leave at most two heaps, and split for finitely many takes only: octal games,
/// Grundy's and Lasker's game and their relatives. Dense: all pairs are looked at.
///
/// Let P(m) be the set of the values of all pairs of heaps of total m. The pairs with a heap of at
/// most 1024 give most of P(m), once for all takes. The least value that is not attained
/// then is a candidate, which is compared with all other pairs; these stand in two arrays, one
/// backwards, of the narrowest type that holds the values, so that one instruction compares many.
///
/// # Complexity
/// O(n) comparisons for each split and each candidate of a heap n, a few bits wide each; three
/// values of memory a heap.
#[derive(Debug)]
pub struct Pairs {
    singles: Singles,
    /// The takes that allow two heaps, with their shapes.
    splits: Vec<(u64, Shape)>,
    lanes: Lanes,
    /// What is known of P(m) for the last m.
    sets: Vec<Known>,
    marks: Vec<u8>,
}

/// The pairs with a heap of at most this size are looked at one by one.
const SAMPLE: usize = 1024;

/// Pairs are compared in pieces of this many.
const PIECE: usize = 4096;

/// What is known of the values of the sums of two different heaps of one total.
#[derive(Clone, Debug, Default)]
struct Known {
    attained: Vec<u64>,
    /// Looked for among all pairs, and not found.
    absent: Bits,
}

/// Values in order and backwards: `back[back.len() - 1 - n]` is the value of n.
#[derive(Debug)]
struct Both<T> {
    forth: Vec<T>,
    back: Vec<T>,
}

#[derive(Debug)]
enum Lanes {
    Byte(Both<u8>),
    Half(Both<u16>),
    Word(Both<u32>),
}

trait Lane: Copy + Default + Into<u32> {
    fn of(value: u32) -> Self;
    /// Whether the two slices, of equal length, somewhere have this sum.
    fn find(low: &[Self], high: &[Self], sum: u32) -> bool;
}

macro_rules! lane {
    ($t:ty) => {
        impl Lane for $t {
            fn of(value: u32) -> Self {
                value as $t
            }

            fn find(low: &[Self], high: &[Self], sum: u32) -> bool {
                if u64::from(sum) > u64::from(<$t>::MAX) {
                    return false;
                }
                let sum = sum as $t;
                low.chunks(PIECE).zip(high.chunks(PIECE)).any(|(low, high)| {
                    let hit = |(a, b): (&$t, &$t)| <$t>::from(a ^ b == sum);
                    low.iter().zip(high).map(hit).fold(0, |all: $t, one| all | one) != 0
                })
            }
        }
    };
}

lane!(u8);
lane!(u16);
lane!(u32);

impl<T: Lane> Both<T> {
    fn push(&mut self, value: u32) {
        let n = self.forth.len();
        if n >= self.back.len() {
            let more = n.max(1 << 12);
            let mut back = vec![T::default(); more];
            back.extend_from_slice(&self.back);
            self.back = back;
        }
        self.forth.push(T::of(value));
        let place = self.back.len() - 1 - n;
        self.back[place] = T::of(value);
    }

    /// The values of the heaps `from`, …, and of those that make up the total with them, as long
    /// as they are greater.
    fn pairs(&self, total: usize, from: usize) -> (&[T], &[T]) {
        let to = total.div_ceil(2);
        if from >= to {
            return (&[], &[]);
        }
        let place = self.back.len() - 1 - (total - from);
        (&self.forth[from..to], &self.back[place..place + (to - from)])
    }

    fn mark(&self, total: usize, marks: &mut [u8]) {
        let (low, high) = self.pairs(total, 1);
        for (&a, &b) in low.iter().zip(high).take(SAMPLE) {
            let (a, b): (u32, u32) = (a.into(), b.into());
            marks[(a ^ b) as usize] = 1;
        }
    }

    fn find(&self, total: usize, sum: u32) -> bool {
        let (low, high) = self.pairs(total, SAMPLE + 1);
        T::find(low, high, sum)
    }

    fn tell(&self, out: &mut Take<'_>) -> io::Result<()> {
        let mut piece: Vec<u32> = Vec::with_capacity(PIECE);
        for (i, values) in self.forth.chunks(PIECE).enumerate() {
            piece.clear();
            piece.extend(values.iter().map(|&value| value.into()));
            out((i * PIECE) as u64, &piece)?;
        }
        Ok(())
    }

    fn wider<U: Lane>(&self) -> Both<U> {
        let widen = |values: &[T]| values.iter().map(|&value| U::of(value.into())).collect();
        Both { forth: widen(&self.forth), back: widen(&self.back) }
    }
}

macro_rules! each {
    ($lanes:expr, $both:ident => $what:expr) => {
        match $lanes {
            Lanes::Byte($both) => $what,
            Lanes::Half($both) => $what,
            Lanes::Word($both) => $what,
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
            lanes: Lanes::Byte(Both { forth: Vec::new(), back: Vec::new() }),
            sets: vec![Known::default(); window],
            marks: vec![0; 256],
        }
    }

    fn push(&mut self, value: u32) {
        match &self.lanes {
            Lanes::Byte(both) if value > 0xff => self.lanes = Lanes::Half(both.wider()),
            Lanes::Half(both) if value > 0xffff => self.lanes = Lanes::Word(both.wider()),
            _ => {}
        }
        if let (Lanes::Byte(both), true) = (&self.lanes, value > 0xffff) {
            self.lanes = Lanes::Word(both.wider());
        }
        if value as usize >= self.marks.len() {
            self.marks = vec![0; (value as usize + 1).next_power_of_two()];
        }
        each!(&mut self.lanes, both => both.push(value));
        self.singles.push(value);
    }
}

fn size<T>(_: &Both<T>) -> u64 {
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
        each!(&self.lanes, both => both.mark(n as usize, &mut self.marks));
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
                let found = each!(&self.lanes, both => both.find(total as usize, value));
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
        let (each, doing) = (each!(&self.lanes, both => size(both)), "computing the nim-sequence");
        let sets: usize = self.sets.iter().map(|known| known.attained.len() * 16).sum();
        // Twice: while an array is made wider or longer both are there.
        let bytes = 2 * (4 * n * each + sets as u64 + self.singles.bytes());
        context.check_memory(bytes, || format!("{doing}, {n} values"))?;
        if n > u64::from(u32::MAX) / 2 {
            return Err(Stop::Refused("heaps of 2^31 and more are not split one by one".into()));
        }
        context.look(doing, n)
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
            each!(&self.lanes, both => both.mark(total as usize, &mut self.marks));
            pack(&mut self.marks, &mut known.attained);
        }
        Ok(true)
    }

    fn notes(&self) -> Option<Notes> {
        Some(Notes::Null)
    }

    fn needed(&self, out: &mut Take<'_>) -> io::Result<()> {
        each!(&self.lanes, both => both.tell(out))
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
