//! split-smaller: a heap becomes two smaller heaps.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, Line, Move, NimLike, Offer, erase, single_heaps,
};
use crate::nat::{self, BitTest, Nat, heap_bytes, to_u64};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, coins, row};
use crate::syntax::{Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// The game of AcWing 894; a position is one heap, and a move leaves two, the smaller one first.
///
/// # Theorem
/// A heap of n >= 1 has as Grundy value the n-th odious number (1, 2, 4, 7, 8, 11, …: an odd number
/// of binary ones), 2(n-1) or 2(n-1)+1; a heap of 0 has 0.
///
/// # Proof
/// Write o(n) = 2a + d for the n-th odious number, a = n-1, d = 1 iff a is evil (an even number of
/// ones). By induction the options of n have the values 0, o(1), …, o(n-1) (one heap empty) and
/// o(i) xor o(j) with i, j < n, which are evil. So o(n) is no option's value, and every smaller
/// odious number is one. Let e with 0 < e < o(n) be evil and u = floor(e/2). Then e = o(i) xor o(j)
/// if u = (i-1) xor (j-1). If u < a, take u and 0 for i-1 and j-1. Otherwise e = 2a and d = 1, so a
/// has two ones or more: take its highest one, and the others. ∎
///
/// # Complexity
/// O(length) for a value or the number of moves to a value, O(length) for each move listed.
///
/// # Literature
/// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* (1982), ch. 14, where Mock Turtles has
/// the same values.
#[derive(Clone, Copy, Debug, Default)]
pub struct SplitSmaller;

fn is_odious(n: &Nat) -> bool {
    n.count_ones() % 2 == 1
}

impl SplitSmaller {
    /// The Grundy value of a heap: the n-th odious number, 0 for n = 0.
    ///
    /// ```
    /// use grundy::{games::split_smaller::SplitSmaller, nat::Nat};
    /// let values: Vec<_> = (0..7u8).map(|n| SplitSmaller::value(&n.into())).collect();
    /// assert_eq!(values, [0u8, 1, 2, 4, 7, 8, 11].map(Nat::from));
    /// ```
    pub fn value(heap: &Nat) -> Nat {
        if heap.is_zero() {
            return Nat::ZERO;
        }
        let before = heap - 1u8;
        let last = u8::from(!is_odious(&before));
        (before << 1) + last
    }

    /// Two non-empty heaps have an evil nim-sum, and it is `xor` (not 0) iff the heaps less one
    /// have the nim-sum `xor >> 1`: these pairs, counted and listed.
    fn two_heaps(
        heap: &Nat,
        xor: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Found<Nat>, Stop> {
        // a < b < bound with a xor b = mask: b is the one that has the top bit of the mask.
        let (mask, bound) = (xor >> 1, heap - 1u8);
        let top = mask.bit_len() - 1;
        let half = Nat::ONE << top;
        let (rest, blocks) = bound.split_bits(top + 1);
        let more = if rest > half { rest - &half } else { Nat::ZERO };
        let count = (&blocks << top) + &more;

        let mut listed = Vec::new();
        let mut list = |low: Nat| {
            let high = &low ^ &mask;
            listed.push(Move { sum: vec![low + 1u8, high + 1u8], tag: 0 });
            context.tick("listing moves", listed.len() as u64)?;
            Ok::<_, Stop>(listed.len() < max)
        };
        let mut room = max > 0;
        let mut block = Nat::ZERO;
        while room && block < blocks {
            let mut low = Nat::ZERO;
            while room && low < half {
                room = list((&block << (top + 1)) + &low)?;
                low += 1u8;
            }
            block += 1u8;
        }
        let start = blocks << (top + 1);
        let mut intervals = Intervals::new(&mask ^ &half, more);
        while room && let Some((first, bits)) = intervals.next() {
            let mut low = Nat::ZERO;
            while room && low.bit_len() <= bits {
                room = list(&start + &first + &low)?;
                low += 1u8;
            }
        }
        Ok(Found { count: Some(count), listed })
    }
}

/// The numbers x with x xor `mask` < `bound`, as intervals (first, b) of 2^b numbers, ascending.
///
/// `bound` is cut into the intervals [bound with bit p and those below cleared, + 2^p), one for
/// each one-bit p; the mask carries each to another of the same length. What the mask's bit p makes
/// of the zero at p decides whether the interval comes before those of the lower bits or behind.
struct Intervals {
    mask: Nat,
    bound: Nat,
    /// The bit to look at next, while bits descend; then they ascend.
    bit: usize,
    ascending: bool,
}

impl Intervals {
    fn new(mask: Nat, bound: Nat) -> Self {
        let bit = bound.bit_len();
        Self { mask, bound, bit, ascending: false }
    }

    fn interval(&self, bit: usize) -> (Nat, usize) {
        let prefix = ((&self.bound ^ &self.mask) >> (bit + 1)) << 1;
        ((prefix + u8::from(self.mask.bit(bit))) << bit, bit)
    }
}

impl Iterator for Intervals {
    type Item = (Nat, usize);

    fn next(&mut self) -> Option<(Nat, usize)> {
        while !self.ascending && self.bit > 0 {
            self.bit -= 1;
            if self.bound.bit(self.bit) && !self.mask.bit(self.bit) {
                return Some(self.interval(self.bit));
            }
        }
        self.ascending = true;
        while self.bit < self.bound.bit_len() {
            self.bit += 1;
            if self.bound.bit(self.bit - 1) && self.mask.bit(self.bit - 1) {
                return Some(self.interval(self.bit - 1));
            }
        }
        None
    }
}

impl Ruleset for SplitSmaller {
    type Position = Nat;

    fn options(&self, heap: &Nat, out: &mut Options<Nat>) -> Result<(), Full> {
        nat::range(Nat::ZERO, heap.clone()).try_for_each(|small| {
            nat::range(small.clone(), heap.clone())
                .try_for_each(|large| out.push([small.clone(), large]))
        })
    }

    fn heap_bytes(&self, heap: &Nat) -> usize {
        2 * heap_bytes(heap)
    }
}

impl Game for SplitSmaller {
    single_heaps!();

    fn title(&self) -> String {
        "split-smaller".into()
    }

    fn sketch(&self, heap: &Nat, moves: &[Offer<'_, Nat>]) -> Option<Sketch> {
        let sizes = |offer: &Offer<'_, Nat>| match &*offer.to.sum {
            [] => Some((0, 0)),
            [one] => Some((to_u64(one)?, 0)),
            [one, other] => Some((to_u64(one)?, to_u64(other)?)),
            _ => None,
        };
        let drawn = to_u64(heap)
            .and_then(|heap| row::two_sizes(heap, &moves.iter().map(sizes).collect::<Vec<_>>()));
        drawn.or_else(|| coins::piles(&self.heaps(heap), &self.heaps_left(moves)))
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        Line::by(to, None, context, |n| match n.checked_sub(1) {
            None => 0,
            Some(less) => 2 * n - 1 - u64::from(less.count_ones() % 2),
        })
    }

    fn known(&self, heap: &Nat, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(Self::value(heap))))
    }

    fn moves_to(
        &self,
        heap: &Nat,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        if heap.is_zero() {
            return Ok(Some(Found::default()));
        }
        if target.is_zero() {
            // Different heaps have different values.
            let mut listed = Vec::new();
            for each in nat::range(Nat::ZERO, heap.clone()).take(max) {
                context.tick("listing moves", listed.len() as u64)?;
                listed.push(Move { sum: vec![each.clone(), each], tag: 0 });
            }
            return Ok(Some(Found { count: Some(heap.clone()), listed }));
        }
        if is_odious(target) {
            let large = (target >> 1) + 1u8;
            let result = (large < *heap).then(|| vec![Nat::ZERO, large]);
            return Ok(Some(Found::unique(result, max)));
        }
        Self::two_heaps(heap, target, max, context).map(Some)
    }

    fn nim_like(&self) -> NimLike {
        // Heap 1 has the option 0 + 0, a fickle 0. From 2 on 0 + 0 and 0 + 1 are options, fickle 0 and
        // 1; all others are firm or 1 + 1, a fickle 0. So g+ = g- >= 2.
        NimLike::Yes
    }

    fn method(&self, _: &Nat) -> Cow<'static, str> {
        "odious numbers".into()
    }

    fn why(&self, heap: &Nat) -> Vec<String> {
        vec![if heap.is_zero() {
            "a heap of 0 has no move and the Grundy value 0".into()
        } else {
            format!(
                "the value of a heap of {heap} is the {} odious number (1, 2, 4, 7, 8, 11, 13, …: an odd number of 1s in binary), {}",
                ordinal(heap),
                Self::value(heap)
            )
        }]
    }
}

/// 1st, 2nd, 3rd, …
fn ordinal(n: &Nat) -> String {
    let last_two = n % 100u8;
    let ending = match last_two % 10 {
        _ if (11..=13).contains(&last_two) => "th",
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// The registry's row.
pub struct SplitSmallerFamily;

static CARD: Card<'static> = Card {
    name: "split-smaller",
    params: "",
    position: "(a1,…,an)",
    rules: "Replace a heap by two heaps, each smaller than it; they may be empty.",
    theorem: "The Grundy value of a heap of n >= 1 is the n-th odious number (1, 2, 4, 7, 8, 11, …: an odd number of binary ones).",
    source: "AcWing 894; E. R. Berlekamp, J. H. Conway, R. K. Guy 1982 (Mock Turtles)",
    cost: "O(length) a heap, the number of moves too",
    examples: &["split-smaller(2,3)", "split-smaller(10^18, 5)"],
};

impl Family for SplitSmallerFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(SplitSmaller))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["split-smaller()".to_owned()];
        // Not larger: a heap of n can become 2^n heaps.
        all.extend((0..6).map(|a| format!("split-smaller({a})")));
        all.extend((0..25).map(|ab| format!("split-smaller({},{})", ab / 5, ab % 5)));
        all.extend((0..27).map(|n| format!("split-smaller({},{},{})", n / 9, n / 3 % 3, n % 3)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        testing::check_theory(&SplitSmaller, (0..42u32).map(Nat::from), 130);
        testing::check_round_trip(&SplitSmallerFamily);
    }

    #[test]
    fn huge_heaps_are_counted_and_their_first_moves_listed() {
        let heap = Nat::from(10u8).pow(1000);
        // Far above the values of small heaps, with the bits of both kinds that are cut off last.
        for target in [Nat::from(3u8), &heap + 5u8, &heap >> 7, heap.clone() * 2u8 - 12345u32] {
            let target = if is_odious(&target) { target ^ Nat::ONE } else { target };
            let found =
                SplitSmaller.moves_to(&heap, &target, 5, &Context::default()).unwrap().unwrap();
            let count = found.count.expect("counted");
            assert_eq!(Nat::from(found.listed.len()), count.min(Nat::from(5u8)));
            assert!(found.listed.is_sorted());
            for to in &found.listed {
                assert!(to.sum[0] <= to.sum[1] && to.sum[1] < heap);
                let value = SplitSmaller::value(&to.sum[0]) ^ SplitSmaller::value(&to.sum[1]);
                assert_eq!(value, target);
            }
        }
    }
}
