//! lasker, `lasker[m]`: take from a heap, or split it into two heaps of at least m.

#[cfg(test)]
mod tests;

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, Line, Move, NimLike, Offer, erase, single_heaps,
};
use crate::heap::Code;
use crate::nat::{self, BitTest, Nat, heap_bytes, to_u64, to_usize};
use crate::outcome::Outcome;
use crate::period::Period;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, coins, row, row::Change};
use crate::syntax::{Component, ReadError};
use crate::theory::pairs::{Submasks, common, without_top};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// Lasker's Nim with a least size m of the heaps a split makes; a position is one heap. A split
/// leaves the smaller heap first.
///
/// # Theorems
/// Let G(n) be the Grundy value of a heap of n.
/// 1. G(n) = n for n < 2m, and G is injective, for every m.
/// 2. For m = 1, G(n) = n + 1 if n ≡ 3 and n - 1 if n ≡ 0 (mod 4), n > 0; otherwise G(n) = n.
/// 3. For m = 2^k, k >= 1, G(n) = n xor 1 if floor(n/m) is not 0 and evil (an even number of
///    binary ones); otherwise G(n) = n.
///
/// For other m the values look irregular and no law is claimed: a table is filled from the rules.
///
/// # Proofs
/// 1: there is no split below 2m; and a smaller heap is an option, so its value is another.
///
/// 3: G as claimed is its own inverse and swaps only 2f with 2f+1, so the heaps below n have the
/// values 0, …, 2f-1 (f = floor(n/2)), and if n is odd also G(2f). It remains to see which splits
/// n = i + j have a value of 2f or 2f+1. G(i) xor G(j) = i xor j xor c, where c = 0 iff floor(i/m)
/// and floor(j/m) are both evil or both not. As i xor j <= n has the parity of n, that value is at
/// least 2f only if i xor j = n; then the bits of n are dealt out to i and j, so c = 0 iff
/// q = floor(n/m) is evil. So no split has the value 2f or 2f+1 if q is not evil, except n xor 1,
/// which is not needed: if n = 2f, G(n) = 2f = mex{0, …, 2f-1, perhaps 2f+1}; if n = 2f+1, 2f is
/// an option's value already. If q is evil, such a split has the value n: if n = 2f+1, the mex is
/// 2f; if n = 2f, one exists (deal to i one of the two or more ones of q, to j all other bits of
/// n), and the mex is 2f+1. ∎
///
/// # Complexity
/// For m a power of two O(length) for a value, O(M(length)) for the number of moves to a value and
/// O(length) for each listed. For other m O(n^2) time and 4n bytes, once for each game.
///
/// # Literature
/// E. Lasker, *Brettspiele der Völker* (1931); E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning
/// Ways* (1982), ch. 4, for m = 1. The theorem for m = 2^k is proved above.
#[derive(Debug)]
pub struct Lasker {
    least: Nat,
    law: Law,
}

#[derive(Debug)]
enum Law {
    /// m = 1.
    Classic,
    /// m = 2^k, k >= 1.
    Evil(usize),
    /// The values found so far.
    Table(Mutex<Vec<u32>>),
}

/// Splits to a value: how many, and the first of them.
struct Splits {
    count: Nat,
    listed: Vec<(Nat, Nat)>,
}

impl Splits {
    const fn none() -> Self {
        Self { count: Nat::ZERO, listed: Vec::new() }
    }
}

impl Lasker {
    /// The game whose splits leave heaps of at least `least`, which is 1 or more.
    ///
    /// # Panics
    /// If `least` is 0: play would not end.
    pub fn new(least: Nat) -> Self {
        assert!(!least.is_zero(), "splitting off an empty heap is not a move");
        let law = if least == Nat::ONE {
            Law::Classic
        } else if least.count_ones() == 1 {
            Law::Evil(least.bit_len() - 1)
        } else {
            Law::Table(Mutex::default())
        };
        Self { least, law }
    }

    /// The Grundy value of a heap where a formula is proved: for n < 2m, and for m a power of two.
    ///
    /// ```
    /// use grundy::{games::lasker::Lasker, nat::Nat};
    /// let row = |m: u8, from: u8| -> Vec<_> {
    ///     let game = Lasker::new(m.into());
    ///     (from..from + 8).map(|n| game.formula(&n.into()).unwrap()).collect()
    /// };
    /// assert_eq!(row(1, 1), [1u8, 2, 4, 3, 5, 6, 8, 7].map(Nat::from));
    /// assert_eq!(row(2, 6), [7u8, 6, 8, 9, 11, 10, 13, 12].map(Nat::from));
    /// ```
    pub fn formula(&self, heap: &Nat) -> Option<Nat> {
        match self.law {
            Law::Classic => Some(match heap % 4u8 {
                3 => heap + 1u8,
                0 if !heap.is_zero() => heap - 1u8,
                _ => heap.clone(),
            }),
            Law::Evil(k) => {
                let quotient = heap >> k;
                let swapped = !quotient.is_zero() && quotient.count_ones().is_multiple_of(2);
                Some(if swapped { heap ^ Nat::ONE } else { heap.clone() })
            }
            Law::Table(_) => (*heap < &self.least << 1).then(|| heap.clone()),
        }
    }

    /// Calls `with` on the values of all heaps up to `heap`, for games without a formula.
    fn with_table<T>(
        table: &Mutex<Vec<u32>>,
        least: &Nat,
        heap: &Nat,
        context: &Context<'_>,
        with: impl FnOnce(&[u32], usize) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        // Values stay below 2n and their nim-sums below 4n: 2^29 keeps all in 32 bits.
        let most = 1u64 << 29;
        let Some(last) = to_u64(heap).filter(|&n| n < most) else {
            return Err(Stop::Refused(format!(
                "no law is known for the values of lasker[{least}], and tables end at heaps of {most}"
            )));
        };
        let doing = || format!("filling a table of the values up to a heap of {last}");
        context.check_positions(last + 1, doing)?;
        // The table, and two sets of values below 4n.
        context.check_memory(24 * (last + 1), doing)?;
        let last = last as usize;
        let least = to_usize(least).unwrap_or(usize::MAX);
        let mut values = table.lock().unwrap_or_else(PoisonError::into_inner);
        if values.len() <= last {
            extend(&mut values, least, last, context)?;
        }
        with(&values, last)
    }

    /// The splits of `heap` to `target` where a formula is proved; `target` is not 0.
    fn formula_splits(&self, heap: &Nat, target: &Nat, max: usize) -> Splits {
        match self.law {
            Law::Classic => classic_splits(heap, target, max),
            Law::Evil(k) => evil_splits(k, heap, target, max),
            // Below 2m there are none.
            Law::Table(_) => Splits::none(),
        }
    }
}

/// Fills the table of values up to that of `last`.
fn extend(
    values: &mut Vec<u32>,
    least: usize,
    last: usize,
    context: &Context<'_>,
) -> Result<(), Stop> {
    // The values of smaller heaps, which are options and different; `gap` is the least missing.
    let mut taken = vec![false; 4 * (last + 1)];
    values.iter().for_each(|&value| taken[value as usize] = true);
    let mut gap = 0;
    // Which heap had a split of that value last.
    let mut split = vec![u32::MAX; (4 * (last + 1)).next_power_of_two()];
    let mut steps = 0u64;
    for n in values.len()..=last {
        let looks = steps >> 20;
        if least <= n / 2 {
            for i in least..=n / 2 {
                split[(values[i] ^ values[n - i]) as usize] = n as u32;
            }
            steps += (n / 2 - least) as u64;
        }
        while taken[gap] {
            gap += 1;
        }
        let mut value = gap;
        while taken[value] || split[value] == n as u32 {
            value += 1;
        }
        taken[value] = true;
        values.push(value as u32);
        if steps >> 20 != looks || n % 4096 == 0 {
            context.look("filling the table of values", n as u64)?;
        }
    }
    Ok(())
}

/// The splits for m = 1. Write a heap as i = 4A + c - 1, where c = 0, 2, 3, 5 and G(i) = 4A + 0, 1,
/// 2, 3 in this order (A > 0 for c = 0). So G(i) xor G(j) = t says that the A's have a known nim-sum
/// and, for each choice of the low digits of G(i) and G(j), a known sum.
fn classic_splits(heap: &Nat, target: &Nat, max: usize) -> Splits {
    const LOW: [u8; 4] = [0, 2, 3, 5];
    let number = |high: &Nat, low: usize| (high << 2) + LOW[low] - 1u8;
    let (xor, digit) = (target >> 2, (target % 4u8) as usize);
    let mut splits = Splits::none();
    for (low, other) in (0..4).map(|low| (low, low ^ digit)).filter(|(low, other)| low <= other) {
        let shift = Nat::from(LOW[low] + LOW[other]);
        let sum = heap + 2u8;
        if sum < shift || (&sum - &shift) % 4u8 != 0 {
            continue;
        }
        let Some(both) = common(&((sum - shift) >> 2), &xor) else { continue };
        // The heap of low digit 0 must not have A = 0.
        let barred = both.is_zero() && low == 0;
        if xor.is_zero() {
            // The target is not 0, so the low digits differ and the A's are equal.
            if !barred {
                splits.count += 1u8;
                splits.listed.push(ordered(number(&both, low), number(&both, other)));
            }
            continue;
        }
        let ways = xor.count_ones() - usize::from(low == other);
        splits.count += (Nat::ONE << ways) - u8::from(barred);
        // The smaller A lacks the top bit of the nim-sum; it ascends, and with it the smaller heap.
        let sides = if low == other { 1 } else { 2 };
        for (small, large) in [(low, other), (other, low)].into_iter().take(sides) {
            let skipped = usize::from(both.is_zero() && small == 0);
            for sub in Submasks::of(without_top(&xor)).skip(skipped).take(max) {
                let rest = &xor ^ &sub;
                splits
                    .listed
                    .push(ordered(number(&(&both | sub), small), number(&(&both | rest), large)));
            }
        }
    }
    splits
}

fn ordered(i: Nat, j: Nat) -> (Nat, Nat) {
    if i <= j { (i, j) } else { (j, i) }
}

/// The splits for m = 2^k: i xor j is t or t xor 1, whichever has the parity of i + j, and which
/// it must be depends, as in the proof, on whether floor((i xor j)/m) is evil.
fn evil_splits(k: usize, heap: &Nat, target: &Nat, max: usize) -> Splits {
    let flipped = target.bit(0) != heap.bit(0);
    let xor = if flipped { target ^ Nat::ONE } else { target.clone() };
    let high = &xor >> k;
    if (high.count_ones() % 2 == 1) != flipped || xor.is_zero() {
        return Splits::none();
    }
    let Some(both) = common(heap, &xor) else { return Splits::none() };
    let (ways, first) = if !(&both >> k).is_zero() {
        (Nat::ONE << (xor.count_ones() - 1), Nat::ZERO)
    } else if high.count_ones() >= 2 {
        // Both heaps must have a share of the bits from m on.
        let (shares, lower) = (high.count_ones() - 1, xor.count_ones() - high.count_ones());
        let lowest = k + high.trailing_zeros().unwrap_or_default();
        (((Nat::ONE << shares) - 1u8) << lower, Nat::ONE << lowest)
    } else {
        return Splits::none();
    };
    let smaller = Submasks::starting_at(without_top(&xor), first).take(max);
    let listed = smaller.map(|sub| (&both | &sub, &both | (&xor ^ sub))).collect();
    Splits { count: ways, listed }
}

impl Ruleset for Lasker {
    type Position = Nat;

    fn options(&self, heap: &Nat, out: &mut Options<Nat>) -> Result<(), Full> {
        nat::range(Nat::ZERO, heap.clone()).try_for_each(|left| out.push([left]))?;
        let half = heap >> 1;
        nat::range(self.least.clone(), half + 1u8).try_for_each(|small| {
            let large = heap - &small;
            out.push([small, large])
        })
    }

    fn heap_bytes(&self, heap: &Nat) -> usize {
        2 * heap_bytes(heap)
    }
}

impl Game for Lasker {
    single_heaps!();

    fn title(&self) -> String {
        if self.least == Nat::ONE { "lasker".into() } else { format!("lasker[{}]", self.least) }
    }

    fn as_code(&self) -> Option<(Code, u64)> {
        // Parts of at least two beans are no matter of digits.
        if self.least == Nat::ONE { Some(("4.[3]".parse().ok()?, 0)) } else { None }
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        match self.law {
            Law::Classic => {
                let period = Period { preperiod: 1, length: 4, saltus: 4 };
                Line::by(to, Some(period), context, |n| match n % 4 {
                    3 => n + 1,
                    0 => n.saturating_sub(1),
                    _ => n,
                })
            }
            Law::Evil(k) => Line::by(to, None, context, |n| {
                let quotient = n.checked_shr(k as u32).unwrap_or(0);
                let swapped = quotient > 0 && quotient.count_ones().is_multiple_of(2);
                n ^ u64::from(swapped)
            }),
            Law::Table(_) => Ok(None),
        }
    }

    fn sketch(&self, heap: &Nat, moves: &[Offer<'_, Nat>]) -> Option<Sketch> {
        let change = |offer: &Offer<'_, Nat>| match &*offer.to.sum {
            [] => Change::From(0),
            [left] => to_u64(left).map_or(Change::Other, Change::From),
            parts => {
                parts.iter().map(to_u64).collect::<Option<_>>().map_or(Change::Other, Change::Break)
            }
        };
        let changes: Vec<Change> = moves.iter().map(change).collect();
        let drawn = to_u64(heap).and_then(|heap| row::pins(heap, &changes));
        drawn.or_else(|| coins::piles(&self.heaps(heap), &self.heaps_left(moves)))
    }

    fn known(&self, heap: &Nat, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        if let Some(value) = self.formula(heap) {
            return Ok(Some(Known::Value(value)));
        }
        let Law::Table(table) = &self.law else { return Ok(None) };
        let value = Self::with_table(table, &self.least, heap, context, |values, n| Ok(values[n]));
        match value {
            Ok(value) => Ok(Some(Known::Value(Nat::from(value)))),
            // Taking everything wins, whatever the value is.
            Err(Stop::Limit { .. } | Stop::Refused(_)) => Ok(Some(Known::Nonzero)),
            Err(stop) => Err(stop),
        }
    }

    fn outcome(&self, heap: &Nat, _: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        // Taking everything wins.
        Ok(Some(Outcome::of(!heap.is_zero())))
    }

    fn moves_to(
        &self,
        heap: &Nat,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        let mut moves = Vec::new();
        let mut take = |left: Nat| {
            if left < *heap {
                moves.push(Move { sum: vec![left], tag: 0 });
            }
        };
        let splits = if target.is_zero() {
            // Different heaps have different values: take all, or leave two equal heaps.
            take(Nat::ZERO);
            let half = heap >> 1;
            if !heap.bit(0) && half >= self.least {
                Splits { count: Nat::ONE, listed: vec![(half.clone(), half)] }
            } else {
                Splits::none()
            }
        } else if self.formula(heap).is_some() {
            // The formulas are their own inverses (for n < 2m: the identity).
            let left = match self.law {
                Law::Table(_) => Some(target.clone()),
                _ => self.formula(target),
            };
            left.into_iter().for_each(&mut take);
            self.formula_splits(heap, target, max)
        } else {
            let Law::Table(table) = &self.law else { return Ok(None) };
            let found = Self::with_table(table, &self.least, heap, context, |values, n| {
                let wanted = to_u64(target).unwrap_or(u64::MAX);
                let least = to_usize(&self.least).unwrap_or(usize::MAX);
                let is = |value: u32| u64::from(value) == wanted;
                let left = values[..n].iter().position(|&value| is(value));
                let mut splits = Splits::none();
                for i in (least..=n / 2).filter(|&i| is(values[i] ^ values[n - i])) {
                    splits.count += 1u8;
                    if splits.listed.len() < max {
                        splits.listed.push((i.into(), (n - i).into()));
                    }
                }
                Ok((left, splits))
            });
            match found {
                Ok((left, splits)) => {
                    left.map(Nat::from).into_iter().for_each(&mut take);
                    splits
                }
                Err(Stop::Limit { .. } | Stop::Refused(_)) => {
                    return Ok(Some(Found { count: None, listed: Vec::new() }));
                }
                Err(stop) => return Err(stop),
            }
        };
        let count = splits.count + Nat::from(moves.len());
        moves.extend(splits.listed.into_iter().map(|(i, j)| Move { sum: vec![i, j], tag: 0 }));
        moves.sort();
        moves.truncate(max);
        Ok(Some(Found { count: Some(count), listed: moves }))
    }

    fn fickle_moves(
        &self,
        heap: &Nat,
        one: bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        // Different heaps have different values: those of 0 and 1 alone are fickle, and moves to them come first.
        const FICKLE_OPTIONS: usize = 3;
        let is_fickle = |to: &Move<Nat>| to.sum.iter().all(|left| *left <= Nat::ONE);
        let room = max.saturating_add(FICKLE_OPTIONS);
        let Some(firm) = self.moves_to(heap, &Nat::from(one), room, context)? else {
            return Ok(None);
        };
        let Some(fickle) = self.moves_to(heap, &Nat::from(!one), FICKLE_OPTIONS, context)? else {
            return Ok(None);
        };
        let Some(count) = firm.count else { return Ok(None) };
        let before = firm.listed.len();
        let mut moves = firm.listed;
        moves.retain(|to| !is_fickle(to));
        let count = count - Nat::from(before - moves.len());
        let left = moves.len();
        moves.extend(fickle.listed.into_iter().filter(is_fickle));
        let count = count + Nat::from(moves.len() - left);
        moves.sort();
        moves.truncate(max);
        Ok(Some(Found { count: Some(count), listed: moves }))
    }

    fn nim_like(&self) -> NimLike {
        // Every heap from 2 on has the options 0 and 1, which are fickle 0 and 1; all its other options
        // are firm, or the sum 1 + 1, a fickle 0. So g+ = g- >= 2.
        NimLike::Yes
    }

    fn method(&self, heap: &Nat) -> Cow<'static, str> {
        match self.law {
            Law::Classic => "Lasker's Nim: values by the heap modulo 4".into(),
            Law::Evil(_) => "Lasker's Nim with heaps of at least 2^k: evil quotients".into(),
            Law::Table(_) if self.formula(heap).is_some() => {
                "no split is possible: Bouton's theorem".into()
            }
            Law::Table(_) => "a table of Grundy values from the rules".into(),
        }
    }

    fn why(&self, heap: &Nat) -> Vec<String> {
        let (least, formula) = (&self.least, self.formula(heap));
        let text = match (&self.law, formula) {
            (_, Some(_)) if heap.is_zero() => "an empty heap has no move: its value is 0".into(),
            (Law::Classic, Some(value)) => {
                let rest = heap % 4u8;
                let law = match rest {
                    0 => "n - 1",
                    3 => "n + 1",
                    _ => "n",
                };
                format!(
                    "{heap} mod 4 = {rest}, and a heap of n with n mod 4 = {rest} has the Grundy value {law}: here {value}"
                )
            }
            (Law::Evil(k), Some(value)) => {
                let quotient = heap >> *k;
                let ones = quotient.count_ones();
                let ones = if ones == 1 { "a single 1".to_owned() } else { format!("{ones} ones") };
                let law = if value == *heap {
                    "the value is the heap itself"
                } else {
                    "an even number that is not 0, so the value is the heap xor 1"
                };
                format!("floor({heap}/{least}) = {quotient} has {ones} in binary, {law}: {value}")
            }
            (_, Some(value)) => format!(
                "a heap of {heap} < {} has no split, so it is a nim-heap of value {value}",
                least * 2u8
            ),
            (_, None) => format!(
                "no law is known for splits into heaps of at least {least}: the values are found from the rules, one heap after the other"
            ),
        };
        vec![text]
    }

    fn by_options(&self, heap: &Nat) -> bool {
        self.formula(heap).is_none()
    }

    fn reachable(&self, heap: &Nat) -> Option<Nat> {
        Some(heap + 1u8)
    }
}

/// The registry's row.
pub struct LaskerFamily;

static CARD: Card<'static> = Card {
    name: "lasker",
    params: "[m], m >= 1, 1 when left out",
    position: "(a1,…,an)",
    rules: "Take any positive number from a heap, or split a heap into two heaps of at least m each.",
    theorem: "m = 1: a heap of n has the value n+1 if n = 3 mod 4, n-1 if n = 0 mod 4 and n > 0, else n. m = 2^k > 1: n xor 1 if floor(n/m) > 0 has an even number of binary ones, else n. Other m: n below 2m, a table beyond.",
    source: "E. Lasker 1931; Winning Ways 1982 (m = 1); proof for m = 2^k in the documentation",
    cost: "m = 2^k: O(M(length)); other m: O(n^2) time, O(n) space",
    examples: &["lasker(2,3,7)", "lasker[4](10^18, 12)", "lasker[3](20,21)"],
};

impl Family for LaskerFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(Lasker::new(read::number_param(component, 1, Some(1))?)))
    }

    fn small(&self) -> Vec<String> {
        let mut all = Vec::new();
        for game in ["lasker", "lasker[2]", "lasker[3]", "lasker[4]"] {
            all.push(format!("{game}()"));
            all.extend((0..15).map(|a| format!("{game}({a})")));
            all.extend((0..25).map(|ab| format!("{game}({},{})", ab / 5, ab % 5 + 2)));
            all.extend((0..12).map(|n| format!("{game}({},{},3)", n / 4, n % 4 + 1)));
        }
        all
    }
}
