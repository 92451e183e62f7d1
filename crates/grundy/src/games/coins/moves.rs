//! Moves to a value, found from the values of places instead of one by one.

use super::heads::Heads;
use super::rule::Kind;
use super::values::{Law, Ranked, Values, from_gray, lock};
use crate::context::{Context, Stop};
use crate::moves::{Found, Move};
use crate::nat::{BitTest, Nat, to_u64};
use crate::ruleset::Full;

/// So many sets of coins, or of values, are looked at in search of moves.
pub(super) const MAX_STEPS: u64 = 3_000_000;

/// Moves found, the first of them kept: results ascend from call to call.
struct Kept {
    count: Nat,
    listed: Vec<Heads>,
    max: usize,
}

impl Kept {
    const fn new(max: usize) -> Self {
        Self { count: Nat::ZERO, listed: Vec::new(), max }
    }

    /// Lists results that come next, as far as there is room.
    fn list(&mut self, results: Vec<Heads>) {
        let room = self.max - self.listed.len();
        self.listed.extend(results.into_iter().take(room));
    }

    fn is_full(&self) -> bool {
        self.listed.len() == self.max
    }

    /// The moves found where there may be more.
    fn begun(self) -> Found<Heads> {
        Found { count: None, ..self.found() }
    }

    fn found(self) -> Found<Heads> {
        let listed = self.listed.into_iter().map(|to| Move { sum: vec![to], tag: 0 });
        Found { count: Some(self.count), listed: listed.collect() }
    }
}

impl Values {
    /// The moves from `heads` to sets of heads of value `target`; not counted where they are too many
    /// to go through.
    ///
    /// A move that turns the coins of a set changes the value by the nim-sum of their values, and
    /// its last coin is one of the heads: for each head the sets of known nim-sum are looked for.
    ///
    /// # Complexity
    /// O(length^2) for each run of heads and O(length) for each move listed where values have a
    /// formula; with a table for t coins O(n^(t-2)) for a head on place n.
    ///
    /// # Errors
    /// [`Stop`] of a table or when cancelled.
    pub fn moves_to(
        &self,
        heads: &Heads,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Found<Heads>, Stop> {
        let change = self.sum(heads, context)? ^ target;
        if change.is_zero() {
            // Every move changes the value.
            return Ok(Found::default());
        }
        match &self.law {
            Law::Powers => Ok(with_powers(heads, target, max)),
            Law::Ruler => {
                // The values of the places k+1, …, n have the nim-sum gray(n) xor gray(k), which is
                // gray(n xor k).
                let xor = from_gray(&change);
                let (count, places) = with_bit(heads, xor.bit_len() - 1, None, max);
                let turn = |n: Nat| heads.turned(&Heads::run((&n ^ &xor) + 1u8, n));
                Ok(Kept { count, listed: places.into_iter().map(turn).collect(), max }.found())
            }
            Law::Ranked(ranked) => {
                let ranks = self.ranks(heads);
                let turner = Turner { values: self, heads, ranks: &ranks };
                turner.moves(ranked, &change, max, context)
            }
            _ => self.one_by_one_to(heads, &change, max, context),
        }
    }

    /// The same by going through all sets that may be turned, as far as that does not take long.
    fn one_by_one_to(
        &self,
        heads: &Heads,
        change: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Found<Heads>, Stop> {
        let (mut steps, mut stop) = (0, None);
        let mut kept = Kept::new(max);
        for n in heads.descending() {
            let mut results = Vec::new();
            let complete = self.rule().turnings(&n, &mut |turn| {
                steps += 1;
                let value = context.tick("looking for moves", steps);
                match value.and_then(|()| self.sum(&turn, context)) {
                    Ok(value) if value == *change => results.push(heads.turned(&turn)),
                    Ok(_) => {}
                    Err(reason) => {
                        stop = Some(reason);
                        return Err(Full);
                    }
                }
                if steps < MAX_STEPS.min(context.limits.positions) { Ok(()) } else { Err(Full) }
            });
            if let Some(stop) = stop {
                return Err(stop);
            }
            kept.count += results.len();
            results.sort_unstable();
            kept.list(results);
            if complete.is_err() {
                return Ok(kept.begun());
            }
        }
        Ok(kept.found())
    }

    /// The ranks of the heads that a move may end at.
    fn ranks(&self, heads: &Heads) -> Heads {
        Heads::of_runs(
            heads.runs().filter_map(|(from, to)| {
                Some((self.rank(from).unwrap_or_default(), self.rank(&to)?))
            }),
        )
    }
}

/// The numbers of a set that have a bit and are less than `below`: how many, and the last `max` of
/// them, descending.
fn with_bit(numbers: &Heads, bit: usize, below: Option<&Nat>, max: usize) -> (Nat, Vec<Nat>) {
    // The numbers below n that have the bit.
    let before = |n: &Nat| {
        let whole = (n >> (bit + 1)) << bit;
        let rest = n - (&whole << 1);
        let half = Nat::ONE << bit;
        whole + if rest > half { rest - half } else { Nat::ZERO }
    };
    let (mut count, mut listed) = (Nat::ZERO, Vec::new());
    for (from, to) in numbers.runs() {
        let end = match below {
            Some(below) => (to + 1u8).min(below.clone()),
            None => to + 1u8,
        };
        if *from >= end {
            continue;
        }
        count += before(&end) - before(from);
        let mut behind = end;
        while listed.len() < max && behind > *from {
            let number = &behind - 1u8;
            if number.bit(bit) {
                listed.push(number.clone());
                behind = number;
            } else {
                // On to the numbers before all that agree with this one from the bit on.
                behind = (number >> bit) << bit;
            }
        }
    }
    (count, listed)
}

/// With the values 2^n a set is its value in binary: the one move to a smaller value turns all
/// coins that differ.
fn with_powers(heads: &Heads, target: &Nat, max: usize) -> Found<Heads> {
    let ones = (0..target.bit_len()).filter(|&bit| target.bit(bit)).map(Nat::from);
    let result = Heads::of(ones);
    Found::unique((result < *heads).then(|| vec![result]), max)
}

/// The moves of rules that count coins.
struct Turner<'a> {
    values: &'a Values,
    heads: &'a Heads,
    /// The ranks of the heads that a move may end at.
    ranks: &'a Heads,
}

impl Turner<'_> {
    /// The most coins turned.
    fn coins(&self) -> usize {
        match self.values.rule().kind() {
            Kind::AtMost(coins) | Kind::Exactly(coins) => *coins,
            _ => 0,
        }
    }

    /// The sets of places of value 0 that complete a set of `missing` coins less than allowed.
    fn fillers(&self, missing: usize) -> Vec<Heads> {
        if !matches!(self.values.rule().kind(), Kind::Exactly(_)) {
            return vec![Heads::default()];
        }
        let dead = self.coins() - 1;
        (0..1u32 << dead)
            .filter(|set| set.count_ones() as usize == missing)
            .map(|set| Heads::of((0..dead).filter(|bit| set >> bit & 1 == 1).map(Nat::from)))
            .collect()
    }

    /// What is left after the coins of these ranks were turned, completed in every way, ascending.
    fn results(&self, ranks: &[&Nat]) -> Vec<Heads> {
        let turn = Heads::of(ranks.iter().map(|rank| self.values.place_of(rank)));
        let fillers = self.fillers(self.coins() - ranks.len());
        let mut results: Vec<Heads> =
            fillers.iter().map(|filler| self.heads.turned(&turn.turned(filler))).collect();
        results.sort_unstable();
        results
    }

    /// All moves that change the value by `change`, which is not 0.
    fn moves(
        &self,
        ranked: &Ranked,
        change: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Found<Heads>, Stop> {
        let mut kept = Kept::new(max);
        match ranked {
            Ranked::One if change.is_one() => {
                kept.count = self.ranks.len();
                for rank in self.ranks.descending().take(max) {
                    kept.list(self.results(&[&rank]));
                }
            }
            Ranked::One => {}
            Ranked::Number => {
                // Values are ranks plus 1: those with the top bit of the change become smaller.
                let values =
                    Heads::of_runs(self.ranks.runs().map(|(from, to)| (from + 1u8, to + 1u8)));
                let (count, places) = with_bit(&values, change.bit_len() - 1, None, max);
                kept.count = count;
                for value in places {
                    let (rank, other) = (&value - 1u8, &value ^ change);
                    kept.list(match other.is_zero() {
                        true => self.results(&[&rank]),
                        false => self.results(&[&rank, &(other - 1u8)]),
                    });
                }
            }
            Ranked::Odious if change.count_ones().is_multiple_of(2) => {
                // Two coins, and one of the first places if there must be three.
                let xor = change >> 1;
                let (count, places) = with_bit(self.ranks, xor.bit_len() - 1, None, max);
                kept.count = count * Nat::from(self.fillers(1).len());
                for rank in places {
                    kept.list(self.results(&[&rank, &(&rank ^ &xor)]));
                }
            }
            Ranked::Odious => self.three(&(change >> 1), &mut kept, context)?,
            Ranked::Table(table) => {
                let Some(change) = to_u64(change) else { return Ok(kept.found()) };
                let (table, mut budget) = (lock(table), MAX_STEPS.min(context.limits.positions));
                for rank in self.ranks.descending() {
                    let below = to_u64(&rank).unwrap_or(u64::MAX) as usize;
                    let Some(value) = table.values().get(below) else { return Ok(kept.begun()) };
                    let mut sets = Vec::new();
                    let mut found = |chosen: &[u32]| {
                        let others: Vec<Nat> = chosen.iter().copied().map(Nat::from).collect();
                        let ranks: Vec<&Nat> = others.iter().chain([&rank]).collect();
                        sets.extend(self.results(&ranks));
                    };
                    let others = value ^ change;
                    if others == 0 {
                        found(&[]);
                    } else {
                        let mut search = Search {
                            values: table.values(),
                            place: &|value| table.place(value),
                            found: &mut found,
                            budget: &mut budget,
                            context,
                        };
                        let most = self.coins() - 1;
                        if most > 0 && !search.below(below as u32, others, most, &mut Vec::new())? {
                            return Ok(kept.begun());
                        }
                    }
                    kept.count += sets.len();
                    sets.sort_unstable();
                    kept.list(sets);
                }
            }
        }
        Ok(kept.found())
    }

    /// The moves with an odd number of coins where values are odious numbers: the coin of rank `xor`
    /// alone, or three coins whose ranks have the nim-sum `xor`.
    ///
    /// Let r be the greatest rank and t the top bit of r xor `xor`: the other two are a number below r
    /// with the bit t, and one that follows. Ranks with one t are side by side, and their numbers are
    /// added by a formula.
    fn three(&self, xor: &Nat, kept: &mut Kept, context: &Context<'_>) -> Result<(), Stop> {
        kept.count += u8::from(self.ranks.contains(xor));
        for (from, to) in self.ranks.runs() {
            for t in 0..to.bit_len() {
                let one = !xor.bit(t);
                let above = xor >> (t + 1);
                let start = ((&above << 1) + u8::from(one)) << t;
                let end = &start + (Nat::ONE << t);
                let (low, high) = (from.max(&start).clone(), (&to + 1u8).min(end));
                if low >= high {
                    continue;
                }
                let count = &high - &low;
                if one {
                    // n - start for n from low to high - 1.
                    let twice = (&low - &start) + (&high - 1u8 - &start);
                    kept.count += (&count * twice) >> 1;
                }
                kept.count += count * (above << t);
            }
        }
        let least = xor.bit_len().checked_sub(1).map(|top| Nat::ONE << top).unwrap_or_default();
        for (step, rank) in self.ranks.descending().enumerate() {
            context.tick("looking for moves", step as u64)?;
            if kept.is_full() || rank < least {
                break;
            }
            let rest = &rank ^ xor;
            if rest.is_zero() {
                kept.list(self.results(&[&rank]));
            } else {
                self.pairs(&rank, &rest, kept);
            }
        }
        Ok(())
    }

    /// Lists what is left by turning the coin of this rank and two before it whose ranks have the
    /// nim-sum `xor`, which is not 0.
    fn pairs(&self, last: &Nat, xor: &Nat, kept: &mut Kept) {
        let top = xor.bit_len() - 1;
        // A head turned makes the result small, the more so the further right it is; a tail turned
        // makes it large.
        let room = kept.max - kept.listed.len();
        for rank in with_bit(self.ranks, top, Some(last), room).1 {
            kept.list(self.results(&[last, &rank, &(&rank ^ xor)]));
        }
        let mut rank = Nat::ONE << top;
        while !kept.is_full() && rank < *last {
            if !rank.bit(top) {
                rank = ((rank >> top) + 1u8) << top;
                continue;
            }
            match self.ranks.runs().find(|(from, to)| **from <= rank && rank <= *to) {
                Some((_, to)) => rank = to + 1u8,
                None => {
                    kept.list(self.results(&[last, &rank, &(&rank ^ xor)]));
                    rank += 1u8;
                }
            }
        }
    }
}

/// A search for sets of ranks of a given nim-sum.
struct Search<'a> {
    values: &'a [u64],
    place: &'a dyn Fn(u64) -> Option<u32>,
    found: &'a mut dyn FnMut(&[u32]),
    budget: &'a mut u64,
    context: &'a Context<'a>,
}

impl Search<'_> {
    /// The sets of at most `most` ranks below `below` with the nim-sum `others`, which is not 0;
    /// false if that takes too long.
    ///
    /// No such set has a subset of nim-sum 0, so a set is found at its last rank.
    fn below(
        &mut self,
        below: u32,
        others: u64,
        most: usize,
        chosen: &mut Vec<u32>,
    ) -> Result<bool, Stop> {
        *self.budget = match self.budget.checked_sub(1) {
            Some(budget) => budget,
            None => return Ok(false),
        };
        self.context.tick("looking for moves", *self.budget)?;
        if let Some(rank) = (self.place)(others).filter(|&rank| rank < below) {
            chosen.push(rank);
            (self.found)(chosen);
            chosen.pop();
        }
        if most < 2 {
            return Ok(true);
        }
        for rank in (0..below).rev() {
            let rest = others ^ self.values[rank as usize];
            if rest == 0 {
                continue;
            }
            chosen.push(rank);
            let complete = self.below(rank, rest, most - 1, chosen)?;
            chosen.pop();
            if !complete {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
