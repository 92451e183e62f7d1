//! The nim-sequence of a take-and-break game, by the plain definition, grown on demand.

use super::period::{self, Period};
use super::{Code, code::Shape};
use crate::context::{Context, Stop};
use crate::nat::{self, Nat};
use crate::nimber::MexSet;

/// The values computed so far, and the period once one is proved.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    values: Vec<u32>,
    period: Option<Period>,
    /// For moves that leave j >= 3 heaps without further condition: for each j from 1 up, and
    /// each total m, the set of the values of all sums of j heaps of total m.
    sums: Vec<Vec<Vec<u64>>>,
    /// Splits looked at so far.
    splits: u64,
}

/// A split of the table costs about this part of what a move of a search costs.
const SPLITS_A_MOVE: u64 = 20;

/// A period is looked for when the number of values passes a power of two from here on.
const FIRST_LOOK: usize = 64;

/// Up to here values are computed to prove a period of a code whose moves are few, asked or not.
const PROOF: usize = 2048;

/// The greatest take of such a code.
const LIGHT: u64 = 32;

/// Copies of a line are made in pieces of about this length.
const PIECE: usize = 1 << 16;

impl Sequence {
    /// The values computed so far.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The period, if one is proved.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The Grundy value of a heap.
    ///
    /// # Complexity
    /// By the definition: O(n) for each digit of games without splitting, O(n^2) in all with
    /// splits into two heaps, more with more heaps; O(1) beyond a proved period.
    ///
    /// # Errors
    /// [`Stop`] at a limit, in particular for heaps beyond the limit of positions of a game whose
    /// period is not proved by then.
    pub fn value(&mut self, code: &Code, heap: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        let index = match self.period {
            Some(period) => period.reduce(heap),
            None => {
                let wanted = nat::to_u64(heap).filter(|&n| n < context.limits.positions);
                let mut upto = FIRST_LOOK as u64;
                loop {
                    let next = wanted.map_or(upto, |n| upto.min(n));
                    self.grow(code, next as usize, context).map_err(|stop| too_far(stop, self))?;
                    if let Some(period) = self.period {
                        break period.reduce(heap);
                    }
                    if wanted == Some(next) {
                        break next;
                    }
                    upto *= 2;
                    context.check_positions(upto, || {
                        format!("computing the nim-sequence of {code}, no period was proved")
                    })?;
                }
            }
        };
        Ok(Nat::from(self.values[index as usize]))
    }

    /// The values of the heaps 0, 1, …, `to`, and the period if it is proved: some more values are
    /// computed for that where it is no work.
    ///
    /// # Complexity
    /// As [`value`](Self::value) up to the proved period; O(1) a heap beyond it.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn line(
        &mut self,
        code: &Code,
        to: usize,
        context: &Context<'_>,
    ) -> Result<(Vec<u32>, Option<Period>), Stop> {
        context.check_memory(4 * to as u64, || format!("a line of {to} values"))?;
        self.grow(code, to, context).map_err(|stop| too_far(stop, self))?;
        let cheap = code.most_heaps().is_some_and(|heaps| heaps <= 2)
            && code.largest_take().is_some_and(|take| take <= LIGHT);
        if self.period.is_none() && cheap && to < PROOF {
            match self.grow(code, PROOF - 1, &context.modest()) {
                // It was not asked for.
                Ok(()) | Err(Stop::Limit { .. }) => {}
                Err(stop) => return Err(stop),
            }
        }
        if self.period.is_none() {
            self.period = period::proved(code, &self.values);
        }
        let mut line = Vec::with_capacity(to + 1);
        line.extend_from_slice(&self.values[..self.values.len().min(to + 1)]);
        if let Some(Period { start, length }) = self.period {
            let (start, length) = (start as usize, length as usize);
            let piece = (PIECE / length * length).max(length);
            while line.len() <= to {
                // All whole periods there are, up to a piece.
                let copied = ((line.len() - start) / length * length).min(piece);
                let from = line.len() - copied;
                line.extend_from_within(from..from + copied.min(to + 1 - line.len()));
                context.tick("filling a line of values", line.len() as u64 / PIECE as u64)?;
            }
        }
        Ok((line, self.period))
    }

    /// Computes values up to heap `to` inclusive, or up to a proved period.
    ///
    /// # Errors
    /// [`Stop`] at a limit; the values computed by then are kept.
    pub fn grow(&mut self, code: &Code, to: usize, context: &Context<'_>) -> Result<(), Stop> {
        let mut seen = MexSet::default();
        let deep = code.most_heaps().is_none_or(|heaps| heaps > 2);
        let plain = code.is_plain();
        let splitting_digits = code
            .largest_take()
            .map(|most| (0..=most).filter(|&taken| code.digit(taken).allows(2)).count() as u64);
        while self.values.len() <= to && self.period.is_none() {
            let n = self.values.len();
            context.check_positions(n as u64 + 1, || {
                format!("computing the nim-sequence of {code}")
            })?;
            let before = self.splits >> 22;
            self.splits += splitting_digits.unwrap_or(n as u64) * n as u64 / 2;
            if self.splits >> 22 != before {
                context.look("computing the nim-sequence", n as u64)?;
                context.check_moves(self.splits / SPLITS_A_MOVE)?;
            }
            seen.clear();
            if deep && !plain {
                self.by_rules(code, n, &mut seen, context)?;
            } else {
                self.by_pairs(code, n, &mut seen);
                if deep {
                    self.by_sums(code, n, &mut seen, context)?;
                }
            }
            self.values.push(seen.mex() as u32);
            if self.values.len() >= FIRST_LOOK && self.values.len().is_power_of_two() {
                self.period = period::proved(code, &self.values);
            }
        }
        Ok(())
    }

    /// The options that leave at most two heaps.
    fn by_pairs(&mut self, code: &Code, n: usize, seen: &mut MexSet) {
        let values = &self.values;
        let most = code.largest_take().map_or(n, |take| n.min(take as usize));
        for taken in 0..=most {
            let digit = code.digit(taken as u64);
            if digit.is_zero() {
                continue;
            }
            let rest = n - taken;
            if rest == 0 {
                if digit.allows(0) {
                    seen.insert(0);
                }
                continue;
            }
            if digit.allows(1) {
                seen.insert(values[rest].into());
            }
            if digit.allows(2) {
                let halves = match digit.shape {
                    Shape::Any => 1..rest / 2 + 1,
                    Shape::Distinct | Shape::NotAllEqual => 1..rest.div_ceil(2),
                    Shape::AllEqual if rest.is_multiple_of(2) => rest / 2..rest / 2 + 1,
                    Shape::AllEqual => 0..0,
                };
                if halves.is_empty() {
                    continue;
                }
                let low = values[halves.clone()].iter();
                let high = values[rest + 1 - halves.end..rest + 1 - halves.start].iter().rev();
                low.zip(high).for_each(|(a, b)| seen.insert(u64::from(a ^ b)));
            }
        }
    }

    /// The options that leave three or more heaps, from the sets of the values of sums.
    fn by_sums(
        &mut self,
        code: &Code,
        n: usize,
        seen: &mut MexSet,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let most_heaps = code.most_heaps().map_or(n, |heaps| n.min(heaps as usize));
        // Totals are below n while d0 is 0; with splits of the whole heap n itself is needed,
        // from heaps smaller than n only: two or more non-empty ones.
        self.extend_sums(n, most_heaps, context)?;
        let most = code.largest_take().map_or(n, |take| n.min(take as usize));
        for taken in 0..=most {
            let digit = code.digit(taken as u64);
            let rest = n - taken;
            for heaps in digit.heap_counts(rest as u64).filter(|&j| j >= 3) {
                let set = &self.sums[heaps as usize][rest];
                for (word, &bits) in set.iter().enumerate() {
                    let mut bits = bits;
                    while bits != 0 {
                        seen.insert(word as u64 * 64 + u64::from(bits.trailing_zeros()));
                        bits &= bits - 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Brings `sums[j][m]` up to m = total for j = 2..=heaps.
    fn extend_sums(
        &mut self,
        total: usize,
        heaps: usize,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let mut bytes = 0;
        while self.sums.len() <= heaps {
            self.sums.push(Vec::new());
        }
        for m in self.sums[2.min(heaps)].len()..=total {
            for j in 2..=heaps {
                context.tick("computing sums of heaps", m as u64 * j as u64)?;
                while self.sums[j].len() < m {
                    // A row that starts later: no sum of j heaps has a smaller total.
                    self.sums[j].push(Vec::new());
                }
                let mut set = Vec::new();
                for a in 1..m {
                    let value = self.values[a];
                    if j == 2 {
                        insert(&mut set, value ^ self.values[m - a]);
                    } else {
                        for (word, &bits) in self.sums[j - 1][m - a].iter().enumerate() {
                            let mut bits = bits;
                            while bits != 0 {
                                let x = word as u32 * 64 + bits.trailing_zeros();
                                insert(&mut set, value ^ x);
                                bits &= bits - 1;
                            }
                        }
                    }
                }
                bytes += set.len() as u64 * 8 + 24;
                self.sums[j].push(set);
            }
            context.check_memory(bytes, || format!("computing sums of {heaps} heaps"))?;
        }
        Ok(())
    }

    /// The options as the rules list them.
    fn by_rules(
        &self,
        code: &Code,
        n: usize,
        seen: &mut MexSet,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        use crate::ruleset::{Options, Ruleset};
        let most = usize::try_from(context.limits.positions).unwrap_or(usize::MAX);
        let mut options = Options::with_capacity_limit(most);
        context.look("listing moves", n as u64)?;
        if code.options(&Nat::from(n), &mut options).is_err() {
            context.check_positions(u64::MAX, || format!("listing the moves of a heap of {n}"))?;
        }
        for option in options.iter() {
            let value = |heap: &Nat| self.values[nat::to_usize(heap).expect("at most n")];
            seen.insert(option.sum.iter().fold(0, |sum, heap| sum ^ value(heap)).into());
        }
        Ok(())
    }
}

fn insert(set: &mut Vec<u64>, value: u32) {
    let word = (value / 64) as usize;
    if word >= set.len() {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}

fn too_far(stop: Stop, sequence: &Sequence) -> Stop {
    match stop {
        Stop::Limit { kind, what } => Stop::Limit {
            kind,
            what: format!("{what} ({} values computed, no period proved)", sequence.values.len()),
        },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Memo;

    #[test]
    fn the_sequence_is_what_the_rules_say() {
        for (text, to) in [
            ("0.77", 60),
            ("0.137", 60),
            ("4!.0", 50),
            ("4.[3]", 40),
            ("0.[3]", 40),
            ("8.0", 30),
            ("8!.3", 30),
            ("0.F", 30),
            ("0.3F", 30),
            ("{2+}.0", 16),
            ("{2+}?.3", 16),
            ("0.{0,3}7", 25),
            ("C=.7", 30),
            ("0.[37]", 30),
            ("{3,5}.1", 25),
            ("4=.0", 30),
            ("4=.[3]", 30),
            ("4?.0", 30),
            ("{2,3}=.5=", 20),
            ("{2+}=.0", 16),
            ("{2+}!.0", 14),
        ] {
            let code: Code = text.parse().unwrap();
            let (mut memo, mut sequence) = (Memo::default(), Sequence::default());
            for n in 0..=to {
                let heap = Nat::from(n as u32);
                let searched = memo.value(&code, &heap, &Context::default()).unwrap();
                let value = sequence.value(&code, &heap, &Context::default()).unwrap();
                assert_eq!(searched.number(), nat::to_u64(&value), "{text} of {n}");
            }
        }
    }

    #[test]
    fn published_periods_are_proved() {
        // Winning Ways, tables of chapter 4.
        for (text, start, length) in [
            ("0.77", 71, 12),
            ("0.137", 52, 34),
            ("0.07", 53, 34),
            ("0.45", 498, 20),
            ("0.3", 0, 2),
        ] {
            let code: Code = text.parse().unwrap();
            let mut sequence = Sequence::default();
            let huge = Nat::from(10u8).pow(1000);
            sequence.value(&code, &huge, &Context::default()).unwrap();
            let period = sequence.period().unwrap();
            assert_eq!(period.length, length, "{text}");
            assert!(period.start.abs_diff(start) <= 1, "{text}: {period:?}");
        }
    }

    #[test]
    fn a_proved_period_agrees_with_plain_computation() {
        for text in ["0.77", "0.137", "0.07", "0.45", "0.2", "0.71", "0.123", "0.F1", "0.34"] {
            let code: Code = text.parse().unwrap();
            let mut plain = Sequence::default();
            let context = Context::default();
            while plain.values.len() < 3000 {
                let upto = plain.values.len();
                plain.grow(&code, upto, &context).unwrap();
                plain.period = None;
            }
            let mut sequence = Sequence::default();
            for n in (0..3000u32).rev().step_by(7) {
                let value = sequence.value(&code, &Nat::from(n), &context).unwrap();
                assert_eq!(value, Nat::from(plain.values[n as usize]), "{text} of {n}");
            }
        }
    }
}
