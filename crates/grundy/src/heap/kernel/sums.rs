//! Splits into any number of heaps, for any number of takes: sets of the values of sums, total
//! after total.

use super::Kernel;
use super::bits::{Bits, contains, next_absent, translate};
use super::singles::Singles;
use super::steps::{Steps, steps};
use crate::context::{Context, Stop};
use crate::heap::Code;
use crate::heap::code::{Digit, Shape};
use grundy_lanes::{InstructionSet, Marks};

/// Games whose moves leave any number of heaps: hexadecimal games and beyond.
///
/// Let E(j, m) be the set of the values of all sums of j heaps of total m, and A(j, m) the same for
/// j or more heaps. The least heap of such a sum is at most m / j, so that E(j, m) is the union of
/// G(a) xor E(j-1, m-a) for a <= m / j, and A(j, m) likewise. A set is stored as bits. Sets that
/// are to be translated by the same number are united first, and a set that is full is left alone.
///
/// # Complexity
/// O(n * words) for each heap n and each row, much less where sets fill up; a set of memory for each
/// heap and each row.
#[derive(Debug)]
pub struct Sums {
    code: Code,
    singles: Singles,
    values: Vec<u32>,
    /// The greatest j of a row E(j) that is needed.
    most: usize,
    /// E(2), E(3), …, those that are not empty yet.
    exact: Vec<Row>,
    /// The greatest j of a row A(j) that is needed.
    most_least: usize,
    /// A(1), A(2), …, those that are not empty yet.
    least: Vec<Row>,
    /// Words of a set.
    width: usize,
    /// For each residue of the heap modulo the period of the digits: what splits with repeating
    /// digits attain.
    seen: Vec<Bits>,
    /// The least power of two above all values.
    bound: u32,
    marks: Marks,
    united: Vec<u64>,
}

/// Sets of the values of sums, for the totals `first`, `first + 1`, …: there are none below.
#[derive(Debug)]
struct Row {
    first: usize,
    words: Vec<u64>,
    /// Whether the value of the sum of equal heaps is that of no other sum of the total.
    alone: Vec<bool>,
}

impl Row {
    fn new(first: usize) -> Self {
        Self { first, words: Vec::new(), alone: Vec::new() }
    }

    fn set(&self, total: usize, width: usize) -> Option<&[u64]> {
        let place = total.checked_sub(self.first)? * width;
        self.words.get(place..place + width)
    }

    /// Makes the sets wider.
    fn widen(&mut self, from: usize, to: usize) {
        let mut words = Vec::with_capacity(self.words.len() / from * to);
        for set in self.words.chunks_exact(from) {
            words.extend_from_slice(set);
            words.resize(words.len() + to - from, 0);
        }
        self.words = words;
    }
}

/// How many heaps are added to a set between two tests whether it is full.
const HEAPS_PER_FULL_CHECK: usize = 128;

impl Sums {
    /// Whether the engine is right for a code: three or more different heaps, or two or more heaps
    /// not all equal without a bound, are not handled.
    pub fn suits(code: &Code) -> bool {
        code.leading().iter().chain(code.repeating()).all(|digit| match digit.shape {
            Shape::Any | Shape::AllEqual => true,
            Shape::Distinct => digit.most_heaps().is_some_and(|heaps| heaps <= 2),
            Shape::NotAllEqual => digit.most_heaps().is_some(),
        })
    }

    /// The engine for a code that [`suits`](Self::suits).
    pub fn new(code: &Code) -> Self {
        debug_assert!(Self::suits(code));
        let digits =
            || code.leading().iter().chain(code.repeating()).filter(|d| d.shape != Shape::AllEqual);
        let listed = digits().filter_map(|digit| digit.listed().last().copied()).max();
        let least = digits().filter_map(Digit::from).max().map_or(0, |from| from.max(2) as usize);
        Self {
            code: code.clone(),
            singles: Singles::new(code),
            values: Vec::new(),
            most: listed.unwrap_or(0) as usize,
            exact: Vec::new(),
            most_least: least,
            least: Vec::new(),
            width: 1,
            seen: vec![Bits::default(); code.repeating().len().max(1)],
            bound: 1,
            marks: Marks::default(),
            united: Vec::new(),
        }
    }

    /// The value of the sum of `count` equal heaps, if there are such.
    fn equal(&self, count: usize, total: usize) -> Option<u32> {
        let heap = (total > 0 && total.is_multiple_of(count)).then(|| total / count)?;
        if count.is_multiple_of(2) { Some(0) } else { self.values.get(heap).copied() }
    }

    /// The values of the pairs of different heaps, one by one.
    fn pairs(&mut self, total: usize) -> Vec<u64> {
        let mut set = vec![0; self.width];
        self.marks.mark_wide_sums(&self.values, total, 1, total.div_ceil(2) - 1);
        self.marks.drain(InstructionSet::current(), &mut set);
        set
    }

    /// The union of G(a) xor row(total - a) for a = 1, …, `to`.
    fn unite(&self, united: &mut Vec<u64>, row: &Row, to: usize, total: usize) -> Vec<u64> {
        let (width, words, total) = (self.width, &row.words, total - row.first);
        united.clear();
        united.resize(64 * width, 0);
        let mut set = vec![0u64; width];
        let mut a = 1;
        while a <= to {
            let end = (to + 1).min(a + HEAPS_PER_FULL_CHECK);
            if width == 1 {
                let from = words[total + 1 - end..=total - a].iter().rev();
                for (&value, &word) in self.values[a..end].iter().zip(from) {
                    united[(value & 63) as usize] |= word;
                }
            } else {
                for a in a..end {
                    let value = self.values[a];
                    let (low, high) = ((value & 63) as usize, (value >> 6) as usize);
                    let from = &words[(total - a) * width..][..width];
                    let into = &mut united[low * width..][..width];
                    for (w, &word) in from.iter().enumerate() {
                        into[w ^ high] |= word;
                    }
                }
            }
            for (low, group) in united.chunks_exact_mut(width).enumerate() {
                for (word, mine) in group.iter_mut().zip(&mut set) {
                    if *word != 0 {
                        *mine |= translate(*word, low as u32);
                        *word = 0;
                    }
                }
            }
            // Sums of values below a power of two are below it: nothing can be added.
            if next_absent(&set, 0) >= self.bound {
                break;
            }
            a = end;
        }
        set
    }

    /// Brings the rows up to the total n, of the heaps below n.
    fn sums(&mut self, n: usize) {
        let mut united = std::mem::take(&mut self.united);
        if n > 1 && n <= self.most {
            self.exact.push(Row::new(n));
        }
        for i in 0..self.exact.len() {
            let count = i + 2;
            let mut set = match i {
                0 => self.pairs(n),
                _ => self.unite(&mut united, &self.exact[i - 1], (n - 1) / count, n),
            };
            let equal = self.equal(count, n);
            let alone = equal.is_some_and(|value| !contains(&set, value));
            if let Some(value) = equal {
                set[(value / 64) as usize] |= 1 << (value % 64);
            }
            self.exact[i].alone.push(alone);
            self.exact[i].words.extend_from_slice(&set);
        }
        if n > 0 && n <= self.most_least {
            self.least.push(Row::new(n));
        }
        for i in 1..self.least.len() {
            let set = self.unite(&mut united, &self.least[i - 1], n / (i + 1), n);
            self.least[i].words.extend_from_slice(&set);
        }
        self.united = united;
    }

    /// Puts what a digit attains with two or more heaps of this total into the set.
    fn splits(&self, digit: &Digit, total: usize, into: &mut Bits) {
        if digit.shape == Shape::AllEqual {
            let counts = digit.heap_counts(total as u64).filter(|&j| j >= 2);
            for value in counts.filter_map(|count| self.equal(count as usize, total)) {
                into.insert(value);
            }
            return;
        }
        for &count in digit.listed().iter().filter(|&&count| count >= 2) {
            let Some(row) = self.exact.get(count as usize - 2) else { continue };
            let Some(words) = row.set(total, self.width) else { continue };
            let different = matches!(digit.shape, Shape::Distinct | Shape::NotAllEqual);
            match self.equal(count as usize, total) {
                Some(value) if different && row.alone[total - row.first] => {
                    let mut words = words.to_vec();
                    words[(value / 64) as usize] &= !(1 << (value % 64));
                    into.include(&words);
                }
                _ => into.include(words),
            }
        }
        if let Some(from) = digit.from() {
            let row = self.least.get(from.max(2) as usize - 1);
            row.and_then(|row| row.set(total, self.width))
                .into_iter()
                .for_each(|w| into.include(w));
        }
    }

    fn push(&mut self, value: u32) {
        let n = self.values.len();
        self.values.push(value);
        self.singles.push(value);
        self.bound = self.bound.max((value + 1).next_power_of_two());
        if self.bound as usize > 64 * self.width {
            self.marks.reserve(self.bound as usize);
            let width = self.bound as usize / 64;
            self.exact
                .iter_mut()
                .chain(&mut self.least)
                .for_each(|row| row.widen(self.width, width));
            self.width = width;
        }
        if n > 0 && !self.least.is_empty() {
            // One heap, or several.
            let mut set = match self.least.get(1).and_then(|row| row.set(n, self.width)) {
                Some(several) => several.to_vec(),
                None => vec![0; self.width],
            };
            set[(value / 64) as usize] |= 1 << (value % 64);
            self.least[0].words.extend_from_slice(&set);
        }
    }
}

impl Steps for Sums {
    const STRIDE: u64 = 16;

    fn heap(&self) -> u64 {
        self.values.len() as u64
    }

    fn next(&mut self) -> u32 {
        let n = self.values.len();
        self.sums(n);
        self.singles.advance();
        let mut attained = Bits::default();
        let leading = self.code.leading();
        for (taken, digit) in leading.iter().enumerate().take_while(|&(taken, _)| taken < n) {
            self.splits(digit, n - taken, &mut attained);
        }
        let residue = n % self.seen.len();
        let mut seen = std::mem::take(&mut self.seen[residue]);
        for (j, digit) in self.code.repeating().iter().enumerate() {
            if let Some(total) = n.checked_sub(leading.len() + j) {
                self.splits(digit, total, &mut seen);
            }
        }
        let mut value = 0;
        loop {
            let start = value;
            value = self.singles.next_absent(seen.next_absent(attained.next_absent(value)));
            if value == start {
                break;
            }
        }
        self.seen[residue] = seen;
        self.push(value);
        value
    }

    fn check(&self, context: &Context<'_>) -> Result<(), Stop> {
        let n = self.values.len() as u64;
        let rows: usize = self.exact.iter().chain(&self.least).map(|row| 8 * row.words.len()).sum();
        let seen: usize = self.seen.iter().map(|bits| 8 * bits.0.len()).sum();
        // While a row is made longer or wider, the old and the new one are both in memory.
        let bytes = 2 * ((rows + seen) as u64 + 4 * n + self.singles.bytes());
        context.check_memory(bytes, || format!("computing sums of heaps, {n} values"))?;
        context.look_at_values(n)
    }
}

impl Kernel for Sums {
    fn name(&self) -> &'static str {
        "sums"
    }

    fn extend(
        &mut self,
        to: u64,
        context: &Context<'_>,
        out: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Stop> {
        steps(self, to, context, out)
    }
}
