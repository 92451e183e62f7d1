//! sliding: coins on a strip, each slides left up to the next coin.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{self, Nat, nim_sum, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, strip};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::chain;
use std::borrow::Cow;
use std::sync::Arc;

/// The silver dollar game without the dollar; a position lists the coins' squares, ascending.
///
/// The empty squares between neighbouring coins are the steps of a chain (`theory/chain.rs`), numbered from the
/// right: a coin that slides d to the left carries d squares from the gap at its left to the gap
/// at its right. The Grundy value is the nim-sum of the 1st, 3rd, 5th, … gap from the right.
///
/// # Complexity
/// O(total length) for a value or the number of winning moves, and as much for each move listed.
///
/// # Literature
/// J. H. Conway, *On Numbers and Games* (1976); R. Sprague 1937 for the chain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sliding;

impl Sliding {
    /// The empty squares directly left of each coin.
    fn gap(coins: &[Nat], i: usize) -> Nat {
        if i == 0 { coins[0].clone() } else { &coins[i] - &coins[i - 1] - 1u8 }
    }

    /// The odd steps of the chain, from the right.
    fn odd_gaps(coins: &[Nat]) -> Vec<Nat> {
        (0..coins.len()).rev().step_by(2).map(|i| Self::gap(coins, i)).collect()
    }

    /// The Grundy value of coins on these squares, which must ascend.
    ///
    /// ```
    /// use grundy::{games::sliding::Sliding, nat::Nat};
    /// // Gaps 1 and 3.
    /// let coins = [1u8, 4, 5, 9].map(Nat::from);
    /// assert_eq!(Sliding::value(&coins), Nat::from(3u8 ^ 2));
    /// ```
    pub fn value(coins: &[Nat]) -> Nat {
        nim_sum(&Self::odd_gaps(coins))
    }

    fn after(coins: &[Nat], i: usize, distance: &Nat) -> Vec<Nat> {
        let mut after = coins.to_vec();
        after[i] -= distance;
        after
    }

    /// How far the `i`-th coin must slide in the one move of it to `target`.
    fn distance(coins: &[Nat], i: usize, value: &Nat, target: &Nat) -> Option<Nat> {
        let here = Self::gap(coins, i);
        if (coins.len() - i) % 2 == 1 {
            chain::from_odd(&here, value, target)
        } else {
            chain::from_even(&here, &Self::gap(coins, i + 1), value, target)
        }
    }
}

impl Ruleset for Sliding {
    type Position = Vec<Nat>;

    fn options(&self, coins: &Vec<Nat>, out: &mut Options<Vec<Nat>>) -> Result<(), Full> {
        for i in 0..coins.len() {
            let room = Self::gap(coins, i);
            nat::range(Nat::ONE, room + 1u8)
                .try_for_each(|distance| out.push([Self::after(coins, i, &distance)]))?;
        }
        Ok(())
    }

    fn heap_bytes(&self, coins: &Vec<Nat>) -> usize {
        size_of_val(coins.as_slice())
    }
}

impl Game for Sliding {
    fn title(&self) -> String {
        "sliding".into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let coins = read::distinct(args, "square", None)?;
        Ok(Placed::new(self, vec![coins]))
    }

    fn picture(&self, coins: &Vec<Nat>) -> Vec<String> {
        let coins: Option<Vec<u64>> = coins.iter().map(to_u64).collect();
        let Some(coins) = coins else { return Vec::new() };
        picture::strip(0, coins.iter().copied().max().unwrap_or(0), &coins)
    }

    fn sketch(&self, coins: &Vec<Nat>, moves: &[Offer<'_, Vec<Nat>>]) -> Option<Sketch> {
        let way = |offer: &Offer<'_, Vec<Nat>>| {
            let (old, new) = coins.iter().zip(&offer.to.sum[0]).find(|(old, new)| old != new)?;
            Some((to_u64(old)?, to_u64(new)?))
        };
        let squares: Vec<u64> = coins.iter().map(to_u64).collect::<Option<_>>()?;
        let last = squares.iter().copied().max()?;
        strip::strip(0, last, &squares, &moves.iter().map(way).collect::<Vec<_>>())
    }

    fn print(&self, coins: &Vec<Nat>) -> String {
        join(coins.iter().map(Nat::to_string), ",")
    }

    fn print_move(&self, from: &Vec<Nat>, to: &Move<Vec<Nat>>) -> String {
        let after = &to.sum[0];
        let coin = from.iter().zip(after).position(|(old, new)| old != new).unwrap_or_default();
        let (old, new) = (&from[coin], &after[coin]);
        format!("coin on {old}: {} left, to {new}", old - new)
    }

    fn heaps(&self, _: &Vec<Nat>) -> Vec<Nat> {
        Vec::new()
    }

    fn move_names(&self, from: &Vec<Nat>, to: &Move<Vec<Nat>>) -> Vec<String> {
        let moved = from.iter().zip(&to.sum[0]).find(|(old, new)| old != new);
        moved.map_or_else(Vec::new, |(old, new)| {
            let distance = old - new;
            vec![
                format!("{old} -> {new}"),
                format!("{old} left {distance}"),
                format!("{old} {distance} left"),
            ]
        })
    }

    fn known(&self, coins: &Vec<Nat>, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(Self::value(coins))))
    }

    fn moves_to(
        &self,
        coins: &Vec<Nat>,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Vec<Nat>>>, Stop> {
        let value = Self::value(coins);
        // A move lowers one number, so the results ascend with the coin.
        let find = |i| Some((i, Self::distance(coins, i, &value, target)?));
        let after = |(i, distance)| Self::after(coins, i, &distance);
        chain::one_each(0..coins.len(), find, after, max, context).map(Some)
    }

    fn fickle(&self, coins: &Vec<Nat>) -> Option<bool> {
        Some(chain::is_fickle(&Self::odd_gaps(coins)))
    }

    fn method(&self, _: &Vec<Nat>) -> Cow<'static, str> {
        "staircase Nim on the gaps: the nim-sum of every other gap from the right".into()
    }

    fn why(&self, coins: &Vec<Nat>) -> Vec<String> {
        vec![
            format!(
                "the numbers of empty squares just left of the last coin, and of every second coin before it, have the nim-sum {}",
                chain::in_words(&Self::odd_gaps(coins))
            ),
            "a coin that slides x squares carries x empty squares from its left to its right, from one gap to the next: staircase Nim, where only every second gap counts".into(),
        ]
    }
}

/// The registry's row.
pub struct SlidingFamily;

static CARD: Card<'static> = Card {
    name: "sliding",
    params: "",
    position: "(x1,…,xn), distinct squares in any order",
    rules: "Coins lie on distinct squares 0, 1, 2, … of a strip. Slide one coin any positive number of squares to the left, not onto or over another coin.",
    theorem: "The gaps of empty squares left of the coins are a staircase numbered from the right: the Grundy value is the nim-sum of the 1st, 3rd, 5th, … gap from the right. Misère play: tame; fickle iff none of these gaps exceeds 1.",
    source: "J. H. Conway 1976 (silver dollar game without the dollar); R. Sprague 1937",
    cost: "O(total length), O(n log n) if typed unsorted",
    examples: &["sliding(1,4,5,9)", "sliding(3, 10^30) + nim(7)"],
};

impl Family for SlidingFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Sliding))
    }

    fn small(&self) -> Vec<String> {
        // Every set of squares 0..7, and a few of more squares.
        let mut all: Vec<String> = (0..128u32)
            .map(|set| {
                let squares = (0..7).filter(|x| set >> x & 1 == 1).map(|x| x.to_string());
                format!("sliding({})", join(squares, ","))
            })
            .collect();
        all.extend(["sliding(12)", "sliding(4,9)", "sliding(2,6,9)"].map(str::to_owned));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        let all = (0..512u32)
            .map(|set| (0..9u32).filter(|x| set >> x & 1 == 1).map(Nat::from).collect::<Vec<_>>());
        testing::check_theory(&Sliding, all, 9);
        testing::check_round_trip(&SlidingFamily);
    }

    #[test]
    fn coins_may_be_typed_in_any_order_but_not_twice_on_a_square() {
        assert_eq!(
            testing::read_error(&SlidingFamily, "sliding(4,9,4)"),
            "the square 4 comes twice (13)"
        );
        assert_eq!(
            testing::read_error(&SlidingFamily, "sliding(0..5, 3)"),
            "the square 3 comes twice (15)"
        );
    }

    #[test]
    fn a_move_is_told_as_coin_and_distance() {
        let from = [1u32, 7].map(Nat::from).to_vec();
        let to = Move { sum: vec![[1u32, 3].map(Nat::from).to_vec()], tag: 0 };
        assert_eq!(Sliding.print_move(&from, &to), "coin on 7: 4 left, to 3");
    }
}
