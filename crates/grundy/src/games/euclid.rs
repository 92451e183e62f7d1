//! euclid: subtract a multiple of the smaller number from the larger one.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, MisereLaw, Move, Offer, Placed, erase,
};
use crate::nat::{DivRem, Nat, abs_diff, heap_bytes};
use crate::outcome::Outcome;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, pair};
use crate::syntax::{Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// The game of Euclid; a position is a pair of positive numbers.
///
/// A move subtracts a positive multiple of the smaller number from the larger one and leaves it
/// positive; at (a,a) play is over. The Grundy value of (a,b) is floor(|b/a - a/b|).
///
/// # Complexity
/// O(M(length)), M the cost of multiplication.
///
/// # Literature
/// A. J. Cole and A. J. T. Davie, *A game based on the Euclidean algorithm*, Mathematical Gazette 53
/// (1969), where a number may become 0, so that (a,a) is N; J. W. Grossman, Problem 1537, Mathematics Magazine 70
/// (1997), as here; G. Nivasch, *The Sprague-Grundy function of the game Euclid*, Discrete Mathematics 306
/// (2006).
#[derive(Clone, Copy, Debug)]
pub struct Euclid;

type Pair = (Nat, Nat);

/// floor(|b/a - a/b|)
///
/// ```
/// let g = |a: u32, b: u32| grundy::games::euclid::value(&(a.into(), b.into()));
/// assert_eq!([g(1, 5), g(3, 5), g(5, 8), g(2, 5)], [4u8, 1, 0, 2].map(Into::into));
/// ```
pub fn value((a, b): &Pair) -> Nat {
    abs_diff(&(a * a), &(b * b)) / (a * b)
}

impl Ruleset for Euclid {
    type Position = Pair;

    fn options(&self, (a, b): &Pair, out: &mut Options<Pair>) -> Result<(), Full> {
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        // The least positive number that large can become, then up by the smaller one.
        let rest = large % small;
        let mut left = if rest.is_zero() { small.clone() } else { rest };
        while left < *large {
            out.push([if a <= b { (a.clone(), left.clone()) } else { (left.clone(), b.clone()) }])?;
            left += small;
        }
        Ok(())
    }

    fn heap_bytes(&self, (a, b): &Pair) -> usize {
        heap_bytes(a) + heap_bytes(b)
    }
}

impl Game for Euclid {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let pair = read::two(args)?;
        if pair.0.is_zero() || pair.1.is_zero() {
            return Err(ReadError::domain("both numbers are positive in euclid", args.span)
                .help("expected (a,b) with a, b >= 1"));
        }
        Ok(Placed::new(self, vec![pair]))
    }

    fn sketch(&self, pair: &Pair, moves: &[Offer<'_, Pair>]) -> Option<Sketch> {
        let left = |offer: &Offer<'_, Pair>| offer.to.sum.first().cloned();
        pair::pair(pair, &moves.iter().map(left).collect::<Vec<_>>())
    }

    fn print(&self, (a, b): &Pair) -> String {
        format!("{a},{b}")
    }

    fn known(&self, pair: &Pair, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(value(pair))))
    }

    fn moves_to(
        &self,
        (a, b): &Pair,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Pair>>, Stop> {
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        let (most, rest) = large.div_rem(small);
        // With j >= 1 multiples left above the rest the value is j or j - 1.
        let mut multiples = vec![Nat::ZERO, target.clone(), target + 1u8];
        multiples.dedup();
        let mut moves = Vec::new();
        for j in multiples.into_iter().filter(|j| *j < most) {
            let left = &rest + j * small;
            let to = if a <= b { (a.clone(), left) } else { (left, b.clone()) };
            if !to.0.is_zero() && !to.1.is_zero() && value(&to) == *target {
                moves.push(Move { sum: vec![to], tag: 0 });
            }
        }
        Ok(Some(Found::all(moves, max)))
    }

    fn misere_law(&self) -> Option<&dyn MisereLaw<Pair>> {
        Some(self)
    }

    /// All positions are tame, and fickle iff no player ever has a choice. Proof, by induction: from (qs,s) the moves lead to
    /// (s,s), …, ((q-1)s,s), so it is a nim-heap of q - 1, fickle iff q <= 2. With r > 0 rest, X_q = (qs+r,s) has the options
    /// Z = (s,r), X_1, …, X_(q-1). If Z is fickle, X_1 is fickle of the other value, while X_2, X_3, … are firm of the
    /// values 2, 3, …. If Z is firm, all are firm: they attain 0, 1, … but the value of Z. ∎
    fn fickle(&self, pair: &Pair) -> Option<bool> {
        Some(is_fibonacci(pair))
    }

    fn method(&self, _: &Pair) -> Cow<'static, str> {
        "Nivasch's theorem".into()
    }

    fn why(&self, pair: &Pair) -> Vec<String> {
        let (a, b) = pair;
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        let value = value(pair);
        let compared = if value.is_zero() { "less" } else { "more" };
        vec![
            format!("the value is floor({large}/{small} - {small}/{large}) = {value}"),
            format!(
                "it is 0 just when the greater number is less than 1.618… times the smaller (the golden ratio); here it is {compared}"
            ),
        ]
    }
}

/// The outcome alone is that of normal play, but the other one where the numbers are a multiple of two
/// neighbouring Fibonacci numbers (1 and 1 too): V. Gurvich, *On the misère version of game Euclid and
/// miserable games*, Discrete Mathematics 307 (2007).
///
/// Proof. With two moves or more, one leads to some (r,s) with r <= s and another one to (r+s,s), from where
/// (r,s) is the only move: one of both is P, whatever the play, so the position is N. With a single move the
/// outcome is the other one than that of the option. So it depends on the play just where single moves lead
/// to the end (a,a), that is from a (F, F') with neighbouring Fibonacci numbers. ∎
impl MisereLaw<Pair> for Euclid {
    fn outcome(&self, pair: &Pair, _: &Context<'_>) -> Result<Outcome, Stop> {
        Ok(Outcome::of(value(pair).is_zero() == is_fibonacci(pair)))
    }

    fn winning_moves(
        &self,
        (a, b): &Pair,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Found<Pair>, Stop> {
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        let rest = large % small;
        // A P-position has one move, or none but it is no end: the larger number is at most twice the other.
        let mut moves = Vec::new();
        for j in 0..3u8 {
            let left = &rest + small * j;
            if left.is_zero() || left >= *large {
                continue;
            }
            let to = if a <= b { (a.clone(), left) } else { (left, b.clone()) };
            if MisereLaw::outcome(self, &to, context)? == Outcome::P {
                moves.push(Move { sum: vec![to], tag: 0 });
            }
        }
        Ok(Found::all(moves, max))
    }

    fn theorem(&self) -> &'static str {
        "Gurvich's theorem on Euclid in misère play"
    }

    fn why(&self, pair: &Pair) -> Vec<String> {
        let value = value(pair);
        let (a, b) = pair;
        vec![if is_fibonacci(pair) {
            let outcome = Outcome::of(value.is_zero());
            format!(
                "{a} and {b} are two neighbouring Fibonacci numbers, or the same multiple of two: no player ever has a choice of moves, and the outcome is not that of normal play: {outcome}"
            )
        } else {
            let outcome = Outcome::of(!value.is_zero());
            format!(
                "{a} and {b} are not the same multiple of two neighbouring Fibonacci numbers: the first player with a choice of moves wins, and the outcome is that of normal play: {outcome}"
            )
        }]
    }
}

/// Whether the numbers are a multiple of two neighbouring Fibonacci numbers.
fn is_fibonacci((a, b): &Pair) -> bool {
    let (mut small, mut large) =
        if a <= b { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
    // Down to two equal numbers by single moves.
    while small < large {
        let rest = &large - &small;
        if rest > small {
            return false;
        }
        (small, large) = (rest, small);
    }
    true
}

/// The registry's row.
pub struct EuclidFamily;

static CARD: Card<'static> = Card {
    name: "euclid",
    params: "",
    position: "(a,b), a, b >= 1",
    rules: "Subtract a positive multiple of the smaller number from the larger one, leaving it positive.",
    theorem: "The value of (a,b) is floor(|b/a - a/b|); P iff the ratio of the larger to the smaller is below the golden ratio. Misère play: tame; fickle iff they are the same multiple of two neighbouring Fibonacci numbers.",
    source: "J. W. Grossman 1997, G. Nivasch 2006; A. J. Cole and A. J. T. Davie 1969 where a number may become 0",
    cost: "O(M(length))",
    examples: &["euclid(25,7)", "euclid(10^100, 3^150) + nim(4)"],
};

impl Family for EuclidFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Euclid))
    }

    fn small(&self) -> Vec<String> {
        let pairs = (1..=17).flat_map(|a| (1..=17).map(move |b| format!("euclid({a},{b})")));
        pairs.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        let pairs = (1..=34u32).flat_map(|a| (1..=12u32).map(move |b| (a.into(), b.into())));
        testing::check_theory_where(&Euclid, pairs, 35, |_, _| true);
        let far = [(89u32, 144u32), (89, 145), (233, 144), (610, 377), (7, 300), (300, 299)];
        testing::check_theory(&Euclid, far.map(|(a, b)| (a.into(), b.into())), 45);
        testing::check_round_trip(&EuclidFamily);
    }
}
