//! Misère play of Wythoff's game.
//!
//! Let a = d + 1. **For d > 0** the P-positions are (A_k, A_k + ak + 1), k = 0, 1, …, where A_k is the least
//! number that no earlier pair has: the positions of Grundy value 1 in normal play. Then every number
//! occurs once, and A_k = floor(k alpha + gamma), A_k + ak + 1 = floor(k beta + gamma + 1) with
//! alpha = (2 - a + sqrt(a^2 + 4)) / 2, beta = alpha + a, gamma = 1 / alpha (Fraenkel 1984).
//!
//! **For d = 0** they are (0,1), (2,2), and those of normal play but (0,0) and (1,2): that follows from the types
//! below.
//!
//! # Types
//! Every position is tame (see [`crate::solve::tame`]).
//!
//! For d > 0 those of value 0 and 1 are fickle. Proof. By induction the pairs above are the positions of value 1: one
//! of them has no option among them, and one of value 0, as it is not P in normal play; any other with a move has
//! an option among them. So positions of value 0 with a move have an option of value 1, and those of greater values
//! have options of both. ∎
//!
//! For d = 0 the fickle ones are (0,0) and (1,2), of value 0, and (0,1) and (2,2), of value 1. Proof. The options of
//! (0,1): (0,0). Those of (1,2) of value 0 or 1: (0,1) and (1,0); those of (2,2): (0,0), (1,2) and (2,1). So these four
//! are fickle. Any other position can reach fickle ones of both values or none: (0,n) reaches (0,0) and (0,1); (1,1)
//! reaches (0,0) and (0,1), (1,n) with n > 2 reaches (1,2) and (1,0), (2,n) with n > 2 reaches (2,1) and (2,2); (k,k) with k > 2
//! reaches (0,0) and (2,2), (k,k+1) with k > 1 reaches (1,2) and (0,1). With heaps above 2 that differ by two or more none
//! can be reached. So normal and misère play see the same values of options. ∎
//!
//! # Literature
//! A. S. Fraenkel, *Wythoff games, continued fractions, cedar trees and Fibonacci searches*, Theoretical
//! Computer Science 29 (1984).

use super::{Pair, Wythoff};
use crate::context::{Context, Stop};
use crate::game::{Found, MisereLaw, Move};
use crate::nat::{DivRem, Int, Nat, abs_diff, isqrt};
use crate::outcome::Outcome;
use crate::sorting::sort;

impl Wythoff {
    /// The P-positions of misère play that normal play does not have, for d = 0.
    fn exceptions() -> [Pair; 2] {
        [(Nat::ZERO, Nat::ONE), (Nat::from(2u8), Nat::from(2u8))]
    }

    /// Whether the value is 1, for fickle positions; `None` for firm ones.
    pub(super) fn fickle_value(&self, pair: &Pair) -> Option<bool> {
        let is_p = self.is_p(pair);
        let is_misere_p = self.is_misere_p(pair);
        if self.slack.is_zero() && pair.0.clone().max(pair.1.clone()) > Nat::from(2u8) {
            return None;
        }
        (is_p || is_misere_p).then_some(is_misere_p)
    }

    /// a^2 + 4 with a = d + 1, no square.
    fn root_of(a: &Nat) -> Nat {
        a * a + 4u8
    }

    /// A_k, for d > 0: 2a A_k is the greatest multiple of 2a up to (ak+1) sqrt(a^2+4) - (a-2)(ak-1).
    fn misere_smaller(&self, k: &Nat) -> Nat {
        let a = self.stride();
        let more = &a * k + 1u8;
        let root = Int::from(isqrt(&(&more * &more * Self::root_of(&a))));
        let less = (Int::from(a.clone()) - 2) * (Int::from(more) - 2);
        Nat::try_from((root - less) / Int::from(a * 2u8)).expect("A_k is not negative")
    }

    /// The k-th pair, the smaller number first.
    fn misere_pair(&self, k: &Nat) -> Pair {
        let small = self.misere_smaller(k);
        let large = &small + self.stride() * k + 1u8;
        (small, large)
    }

    /// Whether the pair is P in misère play.
    pub(super) fn is_misere_p(&self, pair: &Pair) -> bool {
        let (small, large) = if pair.0 <= pair.1 { (&pair.0, &pair.1) } else { (&pair.1, &pair.0) };
        if self.slack.is_zero() {
            let sorted = (small.clone(), large.clone());
            return Self::exceptions().contains(&sorted)
                || *large > Nat::from(2u8) && self.is_p(pair);
        }
        if small == large {
            return false;
        }
        let (k, rest) = (large - small - 1u8).div_rem(self.stride());
        rest.is_zero() && self.misere_smaller(&k) == *small
    }

    /// The pair that has the number `n`, for d > 0: with D = a^2 + 4, the greatest k with A_k <= n is
    /// floor((n+1-gamma)/alpha), and the greatest with A_k + ak + 1 <= n is floor((n-gamma)/beta).
    fn misere_pair_with(&self, n: &Nat) -> Pair {
        let a = self.stride();
        let square = Self::root_of(&a);
        let (n, whole, d) = (Int::from(n.clone()), Int::from(a.clone()), Int::from(square.clone()));
        let times_root = |factor: &Int| {
            let factor = Nat::try_from(factor.clone()).expect("not negative");
            Int::from(isqrt(&(&factor * &factor * &square)))
        };
        let below = &whole - 2;
        let twice = &whole * 2 * (&n + 1);
        let factor = &twice - &below * 2;
        let number = times_root(&factor) + twice * &below - &d - &below * &below;
        let by_smaller = Nat::try_from(number / (&whole * &whole * 4));
        if let Ok(k) = by_smaller {
            let pair = self.misere_pair(&k);
            if Int::from(pair.0.clone()) == n {
                return pair;
            }
        }
        let above = &whole + 2;
        let factor = &whole * 2 * &n + 4;
        let product = (&whole * 2 * &n - &whole + 2) * &above + d;
        // The root is irrational: rounded up it is one more.
        let k = (product - times_root(&factor) - 1) / (&whole * &whole * 4);
        self.misere_pair(&Nat::try_from(k).unwrap_or(Nat::ZERO))
    }

    /// Whether a move leads from one pair to the other.
    fn is_move(&self, from: &Pair, to: &Pair) -> bool {
        to.0 <= from.0
            && to.1 <= from.1
            && from != to
            && (to.0 == from.0
                || to.1 == from.1
                || abs_diff(&(&from.0 - &to.0), &(&from.1 - &to.1)) <= self.slack)
    }

    /// The P-positions of misère play one move from `from`.
    fn misere_p_options(&self, from: &Pair) -> Vec<Pair> {
        let mut found = Vec::new();
        let both = |(a, b): Pair| [(a.clone(), b.clone()), (b, a)];
        if self.slack.is_zero() {
            found = self.p_options(from);
            found.retain(|pair| self.is_misere_p(pair));
            found.extend(Self::exceptions().into_iter().flat_map(both));
        } else {
            for kept in [&from.0, &from.1] {
                found.extend(both(self.misere_pair_with(kept)));
            }
            // From both heaps: the distance of the result is one more than a multiple of a, either way, and
            // within d of the present one.
            let a = Int::from(self.stride());
            let distance = Int::from(from.0.clone()) - Int::from(from.1.clone());
            for sign in [1, -1] {
                let nearest: Int = (&distance * sign - 1) / &a;
                for k in [&nearest - 1, nearest.clone(), nearest + 1] {
                    if let Ok(k) = Nat::try_from(k) {
                        found.extend(both(self.misere_pair(&k)));
                    }
                }
            }
        }
        found.retain(|to| self.is_move(from, to));
        sort(&mut found);
        found.dedup();
        found
    }
}

impl MisereLaw<Pair> for Wythoff {
    fn outcome(&self, pair: &Pair, _: &Context<'_>) -> Result<Outcome, Stop> {
        Ok(Outcome::of(!self.is_misere_p(pair)))
    }

    fn winning_moves(&self, pair: &Pair, max: usize, _: &Context<'_>) -> Result<Found<Pair>, Stop> {
        let moves = self.misere_p_options(pair).into_iter();
        Ok(Found::all(moves.map(|to| Move { sum: vec![to], tag: 0 }).collect(), max))
    }

    fn theorem(&self) -> &'static str {
        "Fraenkel's theorem on Wythoff's game in misère play"
    }

    fn why(&self, pair: &Pair) -> Vec<String> {
        let (a, b) = pair;
        let outcome = Outcome::of(!self.is_misere_p(pair));
        if self.slack.is_zero() {
            return vec![format!(
                "misère play has the P-positions of normal play, but (0,1) and (2,2) in the place of (0,0) and (1,2): ({a},{b}) is {outcome}"
            )];
        }
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        let (distance, stride) = (large - small, self.stride());
        let (k, rest) = match small == large {
            true => (Nat::ZERO, Nat::ONE),
            false => (&distance - 1u8).div_rem(&stride),
        };
        if !rest.is_zero() {
            return vec![format!(
                "in a P-position of misère play the distance of the heaps is 1 more than a multiple of d+1 = {stride}; {distance} is not, so ({a},{b}) is N"
            )];
        }
        let (small, large) = self.misere_pair(&k);
        vec![format!(
            "the heaps differ by {distance}, and the one P-position of misère play that does so is ({small},{large}), number {k} counted from 0: ({a},{b}) is {outcome}"
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_follow_the_greedy_rule_and_are_found_by_their_numbers() {
        for d in 1..=7u64 {
            let game = Wythoff::new(d.into());
            let mut used = std::collections::HashSet::new();
            for k in 0..500u64 {
                let small = (0..).find(|n| !used.contains(n)).unwrap();
                let large = small + (d + 1) * k + 1;
                used.extend([small, large]);
                let pair = (Nat::from(small), Nat::from(large));
                assert_eq!(game.misere_pair(&k.into()), pair, "d = {d}, k = {k}");
                for n in [small, large] {
                    assert_eq!(game.misere_pair_with(&n.into()), pair, "d = {d}, n = {n}");
                }
            }
        }
    }

    #[test]
    fn the_theorem_agrees_with_the_rules() {
        for d in 0..=5u32 {
            let pairs = (0..15u32).flat_map(|a| (0..23u32).map(move |b| (a.into(), b.into())));
            crate::games::testing::check_theory(&Wythoff::new(d.into()), pairs, 1);
        }
    }

    #[test]
    fn numbers_of_any_length_have_their_pair() {
        for d in [1u32, 2, 9] {
            let game = Wythoff::new(d.into());
            let k = Nat::from(7u8).pow(400);
            let pair = game.misere_pair(&k);
            assert_eq!(game.misere_pair_with(&pair.0), pair);
            assert_eq!(game.misere_pair_with(&pair.1), pair);
            let from = (pair.0.clone(), &pair.1 + 12_345u32);
            assert!(game.misere_p_options(&from).contains(&pair));
        }
    }
}
