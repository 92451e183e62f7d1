//! wythoff, `wythoff[d]`: take from one heap, or nearly the same number from both.

mod misere;

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, MisereLaw, Move, Offer, Placed, erase,
};
use crate::nat::{DivRem, Int, Nat, heap_bytes, isqrt, to_u64};
use crate::outcome::Outcome;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, pair};
use crate::solve::tame::Tame;
use crate::sorting::sort;
use crate::syntax::{Args, Component, ReadError};
use crate::theory::queen_values::QueenValues;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// Wythoff's game with slack d; a position is the pair of heaps.
///
/// With a <= b, the P-positions are (a_k, a_k + (d+1)k), k = 0, 1, …, where
/// a_k = floor(k (1 - d + sqrt(d^2 + 2d + 5)) / 2): (a,b) is P iff d+1 divides b-a and a = a_k
/// with k = (b-a)/(d+1). Computed with integer square roots, exactly, at any length.
///
/// # Complexity
/// O(M(length)) for an outcome, M the cost of multiplication.
///
/// # Literature
/// W. A. Wythoff 1907; A. S. Fraenkel, *How to beat your Wythoff games' opponent on three fronts*,
/// American Mathematical Monthly 89 (1982).
#[derive(Clone, Debug)]
pub struct Wythoff {
    slack: Nat,
    /// A table of values, unless the slack is large.
    values: Option<Arc<Mutex<QueenValues>>>,
}

/// With more slack there is no table of values.
const MAX_TABLED_SLACK: u64 = 16;

/// A pair of heaps.
pub type Pair = (Nat, Nat);

impl Wythoff {
    /// The game in which the numbers taken from both heaps may differ by `slack` at most.
    pub fn new(slack: Nat) -> Self {
        let tabled = to_u64(&slack).filter(|&slack| slack <= MAX_TABLED_SLACK);
        let values = tabled.map(|slack| Arc::new(Mutex::new(QueenValues::new(slack as usize))));
        Self { slack, values }
    }

    /// The Grundy value, where a table gives it within the limits.
    fn tabled(&self, (a, b): &Pair, context: &Context<'_>) -> Result<Option<Nat>, Stop> {
        let (Some(a), Some(b), Some(values)) = (to_u64(a), to_u64(b), &self.values) else {
            return Ok(None);
        };
        let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
        values.value(a, b, context).map(|value| Some(value.into())).or_else(Stop::or_nothing)
    }

    /// The distance of the heaps of the k-th P-position, divided by k.
    fn stride(&self) -> Nat {
        &self.slack + 1u8
    }

    /// a_k, the smaller heap of the k-th P-position.
    ///
    /// ```
    /// use grundy::{games::wythoff::Wythoff, nat::Nat};
    /// let a: Vec<_> = (0..6u8).map(|k| Wythoff::new(Nat::ZERO).smaller(&k.into())).collect();
    /// assert_eq!(a, [0u8, 1, 3, 4, 6, 8].map(Nat::from));
    /// ```
    pub fn smaller(&self, k: &Nat) -> Nat {
        // floor((x + sqrt(y)) / 2) = floor((x + floor(sqrt(y))) / 2) for integers x.
        let d = &self.slack;
        let root = Int::from(isqrt(&(k * k * (d * d + d * 2u8 + 5u8))));
        let twice = root + Int::from(k.clone()) - Int::from(k * d);
        Nat::try_from(twice >> 1).expect("sqrt(d^2 + 2d + 5) exceeds d - 1")
    }

    /// Whether the player to move loses.
    pub fn is_p(&self, (a, b): &Pair) -> bool {
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        let word = |n: &Nat| to_u64(n).and_then(|n| u32::try_from(n).ok());
        if let (Some(small), Some(large), Some(d)) = (word(small), word(large), word(&self.slack)) {
            let (difference, stride) = (u64::from(large - small), u64::from(d) + 1);
            return difference.is_multiple_of(stride)
                && smaller_word((difference / stride) as u32, d) == u128::from(small);
        }
        let (k, rest) = (large - small).div_rem(self.stride());
        rest.is_zero() && self.smaller(&k) == *small
    }

    /// The P-position whose smaller or larger heap is `n`, as (smaller, larger).
    ///
    /// With D = d^2 + 2d + 5, a_k = floor(k alpha) and b_k = floor(k beta), where
    /// 1/alpha = (sqrt(D) + d - 1) / (2(d+1)) and 1/beta = (d + 3 - sqrt(D)) / (2(d+1)); D is no
    /// square, so the greatest k with floor(k alpha) <= n is floor((n+1) / alpha).
    fn p_with(&self, n: &Nat) -> Pair {
        let d = &self.slack;
        let next = n + 1u8;
        let root = isqrt(&(&next * &next * (d * d + d * 2u8 + 5u8)));
        let pair = |k: Nat| {
            let a = self.smaller(&k);
            let b = &a + k * self.stride();
            (a, b)
        };
        let twice = self.stride() * 2u8;
        let by_smaller = pair((&root + &next * d - &next) / &twice);
        if by_smaller.0 == *n {
            return by_smaller;
        }
        pair((&next * (d + 3u8) - root - 1u8) / twice)
    }

    /// The P-positions one move from `from`.
    fn p_options(&self, from: &Pair) -> Vec<Pair> {
        let (a, b) = from;
        let mut found = Vec::new();
        for (kept, other, first) in [(a, b, true), (b, a, false)] {
            let (small, large) = self.p_with(kept);
            for partner in [small, large] {
                // One of the two is the kept heap, the other what must become of its partner.
                let pair = if first {
                    (kept.clone(), partner.clone())
                } else {
                    (partner.clone(), kept.clone())
                };
                if partner < *other && self.is_p(&pair) {
                    found.push(pair);
                }
            }
        }
        self.both_taken(from, &mut found);
        sort(&mut found);
        found.dedup();
        found
    }

    /// P-positions reached by taking from both heaps: for either order of the result the distance
    /// must be a multiple of the stride within the slack of the present distance.
    fn both_taken(&self, (a, b): &Pair, found: &mut Vec<Pair>) {
        let stride = self.stride();
        let distance = Int::from(a.clone()) - Int::from(b.clone());
        let slack = Int::from(self.slack.clone());
        // a' - b' = m * stride with |m * stride - (a - b)| <= d: at most two such m.
        let lowest = &distance - &slack;
        let step = Int::from(stride.clone());
        let mut m = floor_div(&lowest, &step);
        while &m * &step < lowest {
            m += 1;
        }
        while &m * &step <= &distance + &slack {
            let k = abs_diff_from_zero(&m);
            let small = self.smaller(&k);
            let large = &small + &k * &stride;
            let pair = if m >= Int::ZERO { (large, small) } else { (small, large) };
            if pair.0 < *a && pair.1 < *b {
                found.push(pair);
            }
            m += 1;
        }
    }
}

/// [`Wythoff::smaller`] in machine words: k^2 (d^2 + 2d + 5) is below 2^128.
fn smaller_word(k: u32, d: u32) -> u128 {
    let (k, d) = (u128::from(k), u128::from(d));
    ((k * k * (d * d + 2 * d + 5)).isqrt() + k - k * d) >> 1
}

fn floor_div(a: &Int, b: &Int) -> Int {
    use crate::nat::DivRem;
    let (quotient, rest) = a.div_rem(b);
    if rest < Int::ZERO { quotient - 1 } else { quotient }
}

fn abs_diff_from_zero(n: &Int) -> Nat {
    Nat::try_from(if *n < Int::ZERO { -n } else { n.clone() }).expect("made positive")
}

impl Ruleset for Wythoff {
    type Position = Pair;

    fn options(&self, (a, b): &Pair, out: &mut Options<Pair>) -> Result<(), Full> {
        let mut left = Nat::ZERO;
        while left < *a {
            let taken = a - &left;
            // From the other heap between taken - d and taken + d, and at least 1.
            let most = (&taken + &self.slack).min(b.clone());
            let least = if taken > self.slack { &taken - &self.slack } else { Nat::ONE };
            if least <= most {
                let (mut rest, last) = (b - most, b - least);
                while rest <= last {
                    out.push([(left.clone(), rest.clone())])?;
                    rest += 1u8;
                }
            }
            out.push([(left.clone(), b.clone())])?;
            left += 1u8;
        }
        let mut rest = Nat::ZERO;
        while rest < *b {
            out.push([(a.clone(), rest.clone())])?;
            rest += 1u8;
        }
        Ok(())
    }

    fn heap_bytes(&self, (a, b): &Pair) -> usize {
        heap_bytes(a) + heap_bytes(b)
    }
}

impl Game for Wythoff {
    fn title(&self) -> String {
        if self.slack.is_zero() { "wythoff".into() } else { format!("wythoff[{}]", self.slack) }
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let pair = read::two(args)?;
        Ok(Placed::new(self, vec![pair]))
    }

    fn sketch(&self, pair: &Pair, moves: &[Offer<'_, Pair>]) -> Option<Sketch> {
        let left = |offer: &Offer<'_, Pair>| offer.to.sum.first().cloned();
        pair::pair(pair, &moves.iter().map(left).collect::<Vec<_>>())
    }

    fn print(&self, (a, b): &Pair) -> String {
        format!("{a},{b}")
    }

    fn known(&self, pair: &Pair, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        if self.is_p(pair) {
            return Ok(Some(Known::Value(Nat::ZERO)));
        }
        Ok(Some(self.tabled(pair, context)?.map_or(Known::Nonzero, Known::Value)))
    }

    fn outcome(&self, pair: &Pair, _: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        Ok(Some(Outcome::of(!self.is_p(pair))))
    }

    fn moves_to(
        &self,
        pair: &Pair,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Pair>>, Stop> {
        if !target.is_zero() {
            return Ok(None);
        }
        let moves = self.p_options(pair).into_iter().map(|to| Move { sum: vec![to], tag: 0 });
        Ok(Some(Found::all(moves.collect(), max)))
    }

    fn tame(&self, pair: &Pair, context: &Context<'_>) -> Result<Option<Tame>, Stop> {
        if let Some(one) = self.fickle_value(pair) {
            return Ok(Some(Tame::Fickle(one)));
        }
        let value = self.tabled(pair, context)?;
        Ok(value.and_then(|value| to_u64(&value)).map(Tame::Firm))
    }

    fn misere_law(&self) -> Option<&dyn MisereLaw<Pair>> {
        Some(self)
    }

    fn method(&self, _: &Pair) -> Cow<'static, str> {
        "Wythoff's theorem (Beatty sequences)".into()
    }

    fn values_by_table(&self) -> bool {
        true
    }

    fn why(&self, (a, b): &Pair) -> Vec<String> {
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        let distance = large - small;
        let (k, rest) = (&distance).div_rem(self.stride());
        let stride = self.stride();
        if !rest.is_zero() {
            return vec![format!(
                "in a P-position the distance of the heaps is a multiple of d+1 = {stride}; {distance} is not, so ({a},{b}) is N"
            )];
        }
        let p = self.smaller(&k);
        let q = &p + &distance;
        let d = &self.slack;
        let root = d * d + d * 2u8 + 5u8;
        let factor = match d.cmp(&Nat::ONE) {
            std::cmp::Ordering::Less => format!("(1 + sqrt {root})/2"),
            std::cmp::Ordering::Equal => format!("(sqrt {root})/2"),
            std::cmp::Ordering::Greater => format!("(sqrt {root} - {})/2", d - 1u8),
        };
        let index = if stride.is_one() { String::new() } else { format!(" = {k} * {stride}") };
        let law = format!(
            "the heaps differ by {distance}{index}, and the one P-position that does so has index k = {k}: the smaller heap is floor({k} * {factor}) = {p}, the larger {q}"
        );
        vec![match p.cmp(small) {
            std::cmp::Ordering::Equal => format!("{law}. That is ({a},{b}), so it is P"),
            std::cmp::Ordering::Less => format!(
                "{law}. Taking {} from both heaps leads there, so ({a},{b}) is N",
                small - &p
            ),
            std::cmp::Ordering::Greater => format!("{law}. So ({a},{b}) is N"),
        }]
    }

    fn p_positions(
        &self,
        from: &Nat,
        to: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<Vec<Vec<Nat>>>, Stop> {
        let mut found = Vec::new();
        let mut k = from.clone();
        while k <= *to {
            context.tick("listing P-positions", found.len() as u64)?;
            let a = self.smaller(&k);
            let b = &a + &k * self.stride();
            found.push(vec![a, b]);
            k += 1u8;
        }
        Ok(Some(found))
    }

    fn reachable(&self, (a, b): &Pair) -> Option<Nat> {
        Some((a + 1u8) * (b + 1u8))
    }
}

/// The registry's row.
pub struct WythoffFamily;

static CARD: Card<'static> = Card {
    name: "wythoff",
    params: "[d], d >= 0, 0 when left out",
    position: "(a,b)",
    rules: "Take x from one heap, or x > 0 and y > 0 from both with |x-y| <= d.",
    theorem: "With a <= b and k = (b-a)/(d+1): P iff k is whole and a = floor(k(1-d+sqrt(d^2+2d+5))/2). Grundy values by a table. Misère play of one position: for d = 0 the same but for (0,1) and (2,2) in the place of (0,0) and (1,2); for d > 0 P iff (b-a-1)/(d+1) = k is whole and a = floor((((d+1)k+1) sqrt(d^2+2d+5) - (d-1)((d+1)k-1)) / (2d+2)).",
    source: "W. A. Wythoff 1907, A. S. Fraenkel 1982",
    cost: "outcome O(M(length)), moves O(length M(length)); values O(ab(a+b)(d+1)^2/64) for d <= 16, O(ab) positions else",
    examples: &["wythoff(3,5)", "wythoff[2](10^18, 2^64)"],
};

impl Family for WythoffFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(Wythoff::new(read::number_param(component, 0, Some(0))?)))
    }

    fn small(&self) -> Vec<String> {
        let games = ["wythoff", "wythoff[1]", "wythoff[2]", "wythoff[4]"];
        let pairs = (0..8).flat_map(|a| (0..8).map(move |b| (a, b)));
        let pairs: Vec<(u32, u32)> = pairs.collect();
        games.iter().flat_map(|g| pairs.iter().map(move |(a, b)| format!("{g}({a},{b})"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_words_give_the_same_p_positions() {
        let words = (0..200).chain([(1 << 31) - 1, 1 << 31, u32::MAX - 1, u32::MAX]);
        for (k, d) in words.clone().flat_map(|k| words.clone().map(move |d| (k, d))) {
            let game = Wythoff::new(d.into());
            let small = game.smaller(&k.into());
            assert_eq!(Nat::from(smaller_word(k, d)), small, "{k} {d}");
            let large = &small + Nat::from(k) * game.stride();
            assert!(game.is_p(&(large.clone(), small.clone())));
            assert!(!game.is_p(&(small.clone(), large + 1u8)));
        }
    }

    #[test]
    fn p_positions_by_number_follow_the_greedy_rule() {
        for d in 0..=5u64 {
            let listed = Wythoff::new(d.into())
                .p_positions(&Nat::ZERO, &Nat::from(400u32), &Context::default())
                .unwrap()
                .unwrap();
            let mut used = std::collections::HashSet::new();
            for (k, row) in (0u64..).zip(&listed) {
                // a_k is the least number not used yet, b_k = a_k + (d+1)k.
                let a = (0..).find(|n| !used.contains(n)).unwrap();
                let b = a + (d + 1) * k;
                used.extend([a, b]);
                assert_eq!(*row, [Nat::from(a), Nat::from(b)], "d = {d}, k = {k}");
            }
        }
    }
}
