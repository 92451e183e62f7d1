//! Moves to a value, found from the values of places instead of one by one.

use super::heads::Heads;
use super::rule::Kind;
use super::values::{Law, Ranked, Values, from_gray, gray, lock};
use crate::context::{Context, Stop};
use crate::moves::{Found, Move};
use crate::nat::{BitTest, Nat, to_u64};

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

    /// Adds all moves with the same last coin.
    fn add(&mut self, heads: &Heads, turns: Vec<Heads>) {
        self.count += turns.len();
        let mut results: Vec<Heads> = turns.iter().map(|turn| heads.turned(turn)).collect();
        results.sort_unstable();
        let room = self.max - self.listed.len();
        self.listed.extend(results.into_iter().take(room));
    }

    fn found(self) -> Found<Heads> {
        let listed = self.listed.into_iter().map(|to| Move { sum: vec![to], tag: 0 });
        Found { count: Some(self.count), listed: listed.collect() }
    }
}

impl Values {
    /// The moves from `heads` to sets of heads of value `target`; `None` where they are better
    /// listed one by one.
    ///
    /// A move that turns the coins of a set changes the value by the nim-sum of their values, and
    /// its last coin is one of the heads: for each head the sets of known nim-sum are looked for.
    ///
    /// # Complexity
    /// O(length) for each head and each move listed where values have a formula; with a table for t
    /// coins O(n^(t-2)) for a head on place n.
    ///
    /// # Errors
    /// [`Stop`] of a table or when cancelled.
    pub fn moves_to(
        &self,
        heads: &Heads,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Heads>>, Stop> {
        let change = self.sum(heads, context)? ^ target;
        if change.is_zero() {
            // Every move changes the value.
            return Ok(Some(Found::default()));
        }
        if matches!(self.law, Law::Powers) {
            return Ok(Some(with_powers(heads, target, max)));
        }
        if heads.len() > Nat::from(context.limits.positions) {
            return Ok(None);
        }
        let mut kept = Kept::new(max);
        match &self.law {
            Law::Ruler => {
                for (step, n) in heads.descending().enumerate() {
                    context.tick("looking for moves", step as u64)?;
                    // The values of the places k+1, …, n have the nim-sum gray(n) xor gray(k).
                    let before = from_gray(&(gray(&n) ^ &change));
                    if before < n {
                        kept.add(heads, vec![Heads::run(before + 1u8, n)]);
                    }
                }
            }
            Law::Ranked(ranked) => {
                let mut budget = context.limits.positions;
                for (step, n) in heads.descending().enumerate() {
                    context.tick("looking for moves", step as u64)?;
                    let Some(rank) = self.rank(&n) else { continue };
                    let others = ranked.value(&rank, context)? ^ &change;
                    let turner = Turner { values: self, heads, last: &n, rank: &rank };
                    if !turner.turns(ranked, &others, &mut kept, &mut budget, context)? {
                        return Ok(None);
                    }
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(kept.found()))
    }
}

/// With the values 2^n a set is its value in binary: the one move to a smaller value turns all
/// coins that differ.
fn with_powers(heads: &Heads, target: &Nat, max: usize) -> Found<Heads> {
    let ones = (0..target.bit_len()).filter(|&bit| target.bit(bit)).map(Nat::from);
    let result = Heads::of(ones);
    Found::unique((result < *heads).then(|| vec![result]), max)
}

/// The moves whose last coin is a given head, for rules that count coins.
struct Turner<'a> {
    values: &'a Values,
    heads: &'a Heads,
    last: &'a Nat,
    /// The rank of the last coin.
    rank: &'a Nat,
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

    /// The set of the last coin and coins of these ranks, completed in every way.
    fn complete(&self, ranks: &[Nat]) -> Vec<Heads> {
        let places = ranks.iter().map(|rank| self.values.place_of(rank));
        let turn = Heads::of(places.chain([self.last.clone()]));
        let missing = self.coins() - 1 - ranks.len();
        self.fillers(missing).iter().map(|filler| turn.turned(filler)).collect()
    }

    /// Adds the moves whose other coins have the nim-sum `others`; false if there are too many to
    /// go through.
    fn turns(
        &self,
        ranked: &Ranked,
        others: &Nat,
        kept: &mut Kept,
        budget: &mut u64,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        if others.is_zero() {
            // No other coins: those of any set have another nim-sum.
            kept.add(self.heads, self.complete(&[]));
            return Ok(true);
        }
        match ranked {
            Ranked::One => {}
            Ranked::Number => {
                let rank = others - 1u8;
                if rank < *self.rank {
                    kept.add(self.heads, self.complete(&[rank]));
                }
            }
            Ranked::Odious => {
                let half = others >> 1;
                if !others.count_ones().is_multiple_of(2) {
                    if half < *self.rank {
                        kept.add(self.heads, self.complete(&[half]));
                    }
                } else {
                    self.pairs(&half, kept);
                }
            }
            Ranked::Table(table) => {
                let Some(others) = to_u64(others) else { return Ok(true) };
                let table = lock(table);
                let below = to_u64(self.rank).unwrap_or(u64::MAX) as u32;
                let (mut chosen, mut sets) = (Vec::new(), Vec::new());
                let mut search = |chosen: &[u32]| {
                    let ranks: Vec<Nat> = chosen.iter().copied().map(Nat::from).collect();
                    sets.extend(self.complete(&ranks));
                };
                let mut search = Search {
                    values: table.values(),
                    place: &|value| table.place(value),
                    found: &mut search,
                    budget,
                    context,
                };
                if !search.below(below, others, self.coins() - 1, &mut chosen)? {
                    return Ok(false);
                }
                kept.add(self.heads, sets);
            }
        }
        Ok(true)
    }

    /// Two more coins whose ranks have the nim-sum `xor`, which is not 0, where values are odious
    /// numbers: the greater rank has the top bit of it, the other follows.
    fn pairs(&self, xor: &Nat, kept: &mut Kept) {
        let top = xor.bit_len() - 1;
        // Ranks below this one with that bit.
        let bit = Nat::ONE << top;
        let whole = (self.rank >> (top + 1)) << top;
        let part = self.rank - (&whole << 1);
        kept.count += whole + if part > bit { part - &bit } else { Nat::ZERO };
        let room = |kept: &Kept| kept.listed.len() < kept.max;
        let add = |rank: &Nat, kept: &mut Kept| {
            let turns = self.complete(&[rank.clone(), rank ^ xor]);
            kept.listed.extend(turns.iter().map(|turn| self.heads.turned(turn)));
        };
        // A head turned makes the result small, the more so the further right it is; a tail turned
        // makes it large.
        let ranks = |place: &Nat| self.values.rank(place);
        if room(kept) {
            for place in self.heads.descending().filter(|place| place < self.last) {
                if !room(kept) {
                    return;
                }
                if let Some(rank) = ranks(&place).filter(|rank| rank.bit(top)) {
                    add(&rank, kept);
                }
            }
        }
        let mut rank = bit;
        while room(kept) && rank < *self.rank {
            if !rank.bit(top) {
                rank = ((rank >> top) + 1u8) << top;
                continue;
            }
            let place = self.values.place_of(&rank);
            match self.heads.runs().find(|(from, to)| **from <= place && place <= *to) {
                Some((_, to)) => rank = ranks(&(to + 1u8)).unwrap_or_default(),
                None => {
                    add(&rank, kept);
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
