//! Values compared with those of the options, where no move leaves more than two heaps.
//!
//! A value v of a heap n is right if no option of n has it and each smaller value is that of an
//! option. For the second, one option is shown for each smaller value. For the first all options
//! would have to be looked at, about n for every take that splits; but most of them need not be.
//!
//! # Why rare heaps are enough
//! Choose any mask. A heap is rare or common as in [`Classes`], by the values that the certificate
//! claims. Say that a value is rare *at n* if n would be rare with it, and else common at n.
//!
//! *Lemma.* Let a split of n leave two heaps a and b. Its value is rare at n if both are rare or
//! both are common; it is common at n if one is rare and the other common.
//!
//! Proof. Let s(x) be the number of ones of x under the mask, modulo 2. Then s(x xor y) = s(x) + s(y).
//! Without parity a heap of value x is rare if s(x) = 0, and the lemma follows. If parity enters, a
//! heap n of value x is rare if s(x) + n + k = 0 modulo 2, where k is a take that splits; all have
//! one parity. As n = a + b + k, the sum for n and the value of the split is
//! s(G(a)) + s(G(b)) + a + b + 2k, which is the sum for a plus the sum for b, modulo 2.
//!
//! So let v be common at n. A split with the value v has exactly one rare heap. Options that are not
//! splits into two unequal heaps are few: one heap, no heap, or two equal heaps (of value 0), for each
//! take. To see that v is not attained it is enough to look at those and at the splits with a rare
//! heap. If v is rare at n, all splits are looked at.
//!
//! Nothing is assumed of the mask: a bad one makes many heaps rare, which costs time. Nor are values
//! taken on trust: if all values are found to agree with those of smaller heaps, then they are all
//! right, by induction. (The sparse space phenomenon: Berlekamp, Conway and Guy, *Winning Ways*,
//! chapter 4; Gangolli and Plambeck 1989, *A note on periodicity in some octal games*.)

use super::classes::Classes;
use super::game::Takes;
use crate::context::{Context, Stop};

/// The values of a certificate, and the options of their heaps.
pub(super) struct Options<'a> {
    values: &'a [u32],
    takes: &'a Takes,
    classes: Classes,
    /// Rare heaps from 1 on, with their values; not listed if all heaps are rare.
    rare: Vec<(usize, u32)>,
}

/// The values attained from one heap.
pub(super) struct Marks {
    /// 1 for a value that an option has; its length is a power of two above all values.
    attained: Vec<u8>,
    /// Options looked at since the last look at the clock.
    options: usize,
}

impl Marks {
    /// None of the values that nim-sums of these can have is marked.
    pub fn new(values: &[u32]) -> Self {
        Self { attained: vec![0; Self::bytes(values)], options: 0 }
    }

    /// How many bytes they take.
    pub fn bytes(values: &[u32]) -> usize {
        values.iter().max().map_or(1, |&value| value as usize + 1).next_power_of_two()
    }

    /// Marks the least values: those below `start.len()` as told there, 0 or 1.
    pub fn begin(&mut self, start: &[u8]) {
        self.attained[..start.len()].copy_from_slice(start);
    }

    /// Whether all values below this one are marked.
    pub fn all_below(&self, value: u32) -> bool {
        self.attained[..value as usize].iter().fold(1, |all, &mark| all & mark) == 1
    }

    /// Marks one value.
    pub fn put(&mut self, value: u32) {
        self.attained[value as usize] = 1;
    }
}

/// More than one heap in so many rare: then all are treated as rare.
const MIN_HEAPS_PER_RARE: usize = 8;

/// Options looked at between two looks at the clock.
const OPTIONS_PER_LOOK: usize = 1 << 22;

/// Witnesses are looked for in the splits with one of the least heaps: at first so many, then more.
pub(super) const FIRST_WITNESSES: usize = 32;

impl<'a> Options<'a> {
    /// Bytes that the list of rare heaps takes for each value, at most.
    pub const BYTES_PER_VALUE: usize = size_of::<(usize, u32)>() / MIN_HEAPS_PER_RARE;

    /// Chooses the mask that makes the fewest heaps rare.
    pub fn new(values: &'a [u32], takes: &'a Takes, context: &Context<'_>) -> Result<Self, Stop> {
        context.look("choosing a mask", 0)?;
        let classes = Classes::fewest_rare(values, takes);
        let mut options = Self { values, takes, classes, rare: Vec::new() };
        if options.rare_heaps().count() > values.len() / MIN_HEAPS_PER_RARE {
            options.classes = Classes::ALL_RARE;
        } else {
            options.rare = options.rare_heaps().collect();
        }
        Ok(options)
    }

    /// The rare heaps from 1 on, with their values.
    fn rare_heaps(&self) -> impl Iterator<Item = (usize, u32)> {
        let heaps = self.values.iter().copied().enumerate().skip(1);
        heaps.filter(|&(n, value)| self.classes.rare(n, value))
    }

    /// Whether the value of n agrees with those of its options.
    pub fn agree(&self, n: usize, marks: &mut Marks, context: &Context<'_>) -> Result<bool, Stop> {
        let value = self.values[n];
        marks.attained[..=value as usize].fill(0);
        self.mark_single(n, marks);
        self.mark_equal(n, marks);
        let all = self.classes.rare(n, value);
        if all {
            self.mark_splits(n, 1, n, marks);
        } else {
            self.mark_rare(n, marks);
        }
        // All options that can have this value are marked. Smaller values lack witnesses, perhaps.
        let mut agrees = marks.attained[value as usize] == 0;
        let (mut from, mut count) = (1, FIRST_WITNESSES);
        while agrees && !marks.all_below(value) {
            agrees = !all && 2 * from < n;
            self.mark_splits(n, from, from + count - 1, marks);
            (from, count) = (from + count, 2 * count);
        }
        if marks.options >= OPTIONS_PER_LOOK {
            marks.options = 0;
            context.look("computing values again", n as u64)?;
        }
        Ok(agrees)
    }

    /// Options of no heap and of one.
    fn mark_single(&self, n: usize, marks: &mut Marks) {
        if self.takes.none.contains(&n) {
            marks.put(0);
        }
        for &take in self.takes.one.iter().filter(|&&take| take < n) {
            marks.put(self.values[n - take]);
        }
    }

    /// Options of two equal heaps.
    fn mark_equal(&self, n: usize, marks: &mut Marks) {
        if self.takes.equal.iter().any(|&take| take < n && (n - take).is_multiple_of(2)) {
            marks.put(0);
        }
    }

    /// Options of two unequal heaps, one of which is rare.
    fn mark_rare(&self, n: usize, marks: &mut Marks) {
        for &take in &self.takes.unequal {
            let rest = n.saturating_sub(take);
            let rare = &self.rare[..self.rare.partition_point(|&(j, _)| j < rest)];
            marks.options += rare.len();
            for &(j, value) in rare {
                if 2 * j != rest {
                    marks.put(value ^ self.values[rest - j]);
                }
            }
        }
    }

    /// Options of two unequal heaps, the smaller of which is one of `from..=to`.
    fn mark_splits(&self, n: usize, from: usize, to: usize, marks: &mut Marks) {
        for &take in &self.takes.unequal {
            mark_splits(self.values, n.saturating_sub(take), from, to, marks);
        }
    }
}

/// Marks the nim-sums of two unequal heaps of this total, the smaller of which is one of `from..=to`.
pub(super) fn mark_splits(values: &[u32], total: usize, from: usize, to: usize, marks: &mut Marks) {
    let to = to.min(total.saturating_sub(1) / 2);
    if from > to {
        return;
    }
    let (small, great) = (&values[from..=to], &values[total - to..=total - from]);
    marks.options += small.len();
    for (&a, &b) in small.iter().zip(great.iter().rev()) {
        marks.put(a ^ b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::game::Game;

    /// As many true values, by the plain definition.
    fn truth(game: &Game, count: usize) -> Vec<u32> {
        let mut values = Vec::new();
        for n in 0..count {
            values.push(game.value(n, &values, &Context::default()).unwrap() as u32);
        }
        values
    }

    /// Codes without a bound on anything but the number of heaps: digits 0 to 7 with every suffix.
    fn codes(random: &mut fastrand::Rng, count: usize) -> Vec<String> {
        let digit = |random: &mut fastrand::Rng| {
            let suffix = random.choice(["", "", "", "!", "?", "="]).unwrap();
            format!("{}{suffix}", random.u8(..8))
        };
        let code = |random: &mut fastrand::Rng| {
            let whole = random.choice(["0", "0", "4", "4!", "4?", "4="]).unwrap();
            let digits: String = (0..random.usize(1..6)).map(|_| digit(random)).collect();
            format!("{whole}.{digits}")
        };
        (0..count).map(|_| code(random)).collect()
    }

    #[test]
    fn every_mask_agrees_with_the_definition_on_true_and_false_values() {
        let mut random = fastrand::Rng::with_seed(15);
        let (mut right, mut wrong) = (0, 0);
        for text in codes(&mut random, 150) {
            let game = Game::read(&text).unwrap();
            let takes = game.takes().unwrap();
            let mut values = truth(&game, 50);
            for round in 0..4 {
                // Some values changed: those behind them are judged by what is claimed before them.
                if round > 0 {
                    for _ in 0..random.usize(1..4) {
                        let n = random.usize(1..values.len());
                        values[n] = random.u32(..(2 * n as u32 + 1).min(16));
                    }
                }
                let mut marks = Marks::new(&values);
                for _ in 0..6 {
                    let (mask, parity) = (random.u32(..32), random.bool());
                    let Some(classes) = Classes::of(mask, parity, &takes) else { continue };
                    let rare = Vec::new();
                    let mut options = Options { values: &values, takes: &takes, classes, rare };
                    options.rare = options.rare_heaps().collect();
                    for n in 0..values.len() {
                        let context = Context::default();
                        let value = game.value(n, &values[..n], &context).unwrap();
                        let agrees = options.agree(n, &mut marks, &context).unwrap();
                        assert_eq!(
                            agrees,
                            value == u64::from(values[n]),
                            "{text}, heap {n}, mask {mask}, parity {parity}, {values:?}"
                        );
                        *(if agrees { &mut right } else { &mut wrong }) += 1;
                    }
                }
            }
        }
        assert!(right > 10_000 && wrong > 1_000, "{right} right, {wrong} wrong");
    }

    #[test]
    fn few_splits_are_looked_at_in_a_sparse_space() {
        // Kayles has 14 rare heaps; all splits would be some 4 million.
        let game = Game::read("0.77").unwrap();
        let (takes, values) = (game.takes().unwrap(), truth(&game, 2000));
        let context = Context::default();
        let options = Options::new(&values, &takes, &context).unwrap();
        assert!((1..20).contains(&options.rare.len()), "{:?}", options.rare);
        let mut marks = Marks::new(&values);
        for n in 0..values.len() {
            assert!(options.agree(n, &mut marks, &context).unwrap(), "{n}");
        }
        assert!(marks.options < 300_000, "{} options looked at", marks.options);
    }
}
