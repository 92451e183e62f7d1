//! `row-hop[L]`: a coin hops right to the nearest empty square.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{Nat, nim_sum, to_u64, to_usize};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, strip};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::chain;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// The row game of Luogu P2575; a position lists the coins' squares, ascending.
///
/// Number the empty squares from the right; the coins between the empty squares i+1 and i (left of
/// the last empty square: all that are there) stand on step i of a chain (`theory/chain.rs`), those right of
/// every empty square on the ground. A coin with k coins between it and the empty square i hops
/// there: now k+1 coins have the empty square i at their left, so k+1 coins went from step i to
/// step i-1, and every number from 1 to all of them can go.
///
/// # Complexity
/// O(coins) for a value or the number of winning moves, and as much for each move listed; the
/// length of the row does not matter.
///
/// # Literature
/// R. Sprague 1937 for the chain.
#[derive(Clone, Debug)]
pub struct RowHop {
    length: Nat,
}

/// Neighbouring coins without an empty square between them.
struct Block {
    /// Which coins.
    coins: Range<usize>,
    /// How many empty squares are right of it: the number of its step.
    step: Nat,
}

impl Block {
    fn size(&self) -> Nat {
        Nat::from(self.coins.len())
    }

    fn is_odd(&self) -> bool {
        &self.step % 2u8 == 1
    }
}

impl RowHop {
    /// The game on a row of `length` squares.
    pub const fn new(length: Nat) -> Self {
        Self { length }
    }

    /// The blocks, from the right.
    fn blocks(&self, coins: &[Nat]) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut end = coins.len();
        while end > 0 {
            let mut start = end - 1;
            while start > 0 && &coins[start - 1] + 1u8 == coins[start] {
                start -= 1;
            }
            let step = &self.length - &coins[end - 1] - Nat::from(coins.len() - end);
            blocks.push(Block { coins: start..end, step });
            end = start;
        }
        blocks
    }

    /// The Grundy value of coins on these squares of 1..=L, which must ascend: the nim-sum of the
    /// odd steps.
    ///
    /// ```
    /// use grundy::{games::row_hop::RowHop, nat::Nat};
    /// let row = RowHop::new(20u8.into());
    /// assert_eq!(row.value(&[18u8, 20].map(Nat::from)), Nat::ONE);
    /// assert_eq!(row.value(&[17u8, 18].map(Nat::from)), Nat::ZERO);
    /// ```
    pub fn value(&self, coins: &[Nat]) -> Nat {
        nim_sum(&self.odd_steps(coins))
    }

    fn odd_steps(&self, coins: &[Nat]) -> Vec<Nat> {
        self.blocks(coins).iter().filter(|block| block.is_odd()).map(Block::size).collect()
    }

    /// The coin of index `i`, in a block that ends before index `end`, hops behind the block.
    fn after(coins: &[Nat], i: usize, end: usize) -> Vec<Nat> {
        let mut after = coins.to_vec();
        after[i..end].rotate_left(1);
        after[end - 1] = &coins[end - 1] + 1u8;
        after
    }
}

impl Ruleset for RowHop {
    type Position = Vec<Nat>;

    fn options(&self, coins: &Vec<Nat>, out: &mut Options<Vec<Nat>>) -> Result<(), Full> {
        let mut end = coins.len();
        for i in (0..coins.len()).rev() {
            if coins.get(i + 1).is_some_and(|next| &coins[i] + 1u8 != *next) {
                end = i + 1;
            }
            if coins[end - 1] < self.length {
                out.push([Self::after(coins, i, end)])?;
            }
        }
        Ok(())
    }

    fn heap_bytes(&self, coins: &Vec<Nat>) -> usize {
        size_of_val(coins.as_slice())
    }
}

impl Game for RowHop {
    fn title(&self) -> String {
        format!("row-hop[{}]", self.length)
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let coins = read::distinct(args, "square", Some(&self.length))?;
        Ok(Placed::new(self, vec![coins]))
    }

    fn picture(&self, coins: &Vec<Nat>) -> Vec<String> {
        let coins: Option<Vec<u64>> = coins.iter().map(to_u64).collect();
        match (coins, to_u64(&self.length)) {
            (Some(coins), Some(length)) => picture::strip(1, length, &coins),
            _ => Vec::new(),
        }
    }

    fn sketch(&self, coins: &Vec<Nat>, moves: &[Offer<'_, Vec<Nat>>]) -> Option<Sketch> {
        let moved = |of: &[Nat], other: &[Nat]| {
            of.iter().find(|coin| other.binary_search(coin).is_err()).and_then(to_u64)
        };
        let way = |offer: &Offer<'_, Vec<Nat>>| {
            let after = &offer.to.sum[0];
            Some((moved(coins, after)?, moved(after, coins)?))
        };
        let squares: Vec<u64> = coins.iter().map(to_u64).collect::<Option<_>>()?;
        let last = to_u64(&self.length)?;
        strip::strip(1, last, &squares, &moves.iter().map(way).collect::<Vec<_>>())
    }

    fn print(&self, coins: &Vec<Nat>) -> String {
        join(coins.iter().map(Nat::to_string), ",")
    }

    fn print_move(&self, from: &Vec<Nat>, to: &Move<Vec<Nat>>) -> String {
        let after = &to.sum[0];
        let moved = |of: &[Nat], other: &[Nat]| {
            of.iter().find(|coin| other.binary_search(coin).is_err()).map(Nat::to_string)
        };
        let (old, new) = (moved(from, after), moved(after, from));
        format!("coin on {}: to {}", old.unwrap_or_default(), new.unwrap_or_default())
    }

    fn heaps(&self, _: &Vec<Nat>) -> Vec<Nat> {
        Vec::new()
    }

    fn move_names(&self, from: &Vec<Nat>, to: &Move<Vec<Nat>>) -> Vec<String> {
        let moved = |of: &[Nat], other: &[Nat]| {
            of.iter().find(|coin| other.binary_search(coin).is_err()).map(Nat::to_string)
        };
        match (moved(from, &to.sum[0]), moved(&to.sum[0], from)) {
            (Some(old), Some(new)) => vec![format!("{old} -> {new}"), old],
            _ => Vec::new(),
        }
    }

    fn known(&self, coins: &Vec<Nat>, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(self.value(coins))))
    }

    fn moves_to(
        &self,
        coins: &Vec<Nat>,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Vec<Nat>>>, Stop> {
        let value = self.value(coins);
        let blocks = self.blocks(coins);
        let find = |b: usize| {
            let block = &blocks[b];
            let carried = if block.is_odd() {
                chain::from_odd(&block.size(), &value, target)
            } else if block.step.is_zero() {
                None
            } else {
                // The step below is empty unless one empty square alone separates the blocks.
                let below = match b.checked_sub(1).map(|right| &blocks[right]) {
                    Some(right) if &right.step + 1u8 == block.step => right.size(),
                    _ => Nat::ZERO,
                };
                chain::from_even(&block.size(), &below, &value, target)
            };
            Some((block.coins.end - to_usize(&carried?)?, block.coins.end))
        };
        let after = |(i, end)| Self::after(coins, i, end);
        // A move raises the numbers from its coin on, so the results descend with the coin.
        chain::one_each(0..blocks.len(), find, after, max, context).map(Some)
    }

    fn method(&self, _: &Vec<Nat>) -> Cow<'static, str> {
        "staircase Nim on the coins between empty squares: the nim-sum of the odd steps".into()
    }

    fn why(&self, coins: &Vec<Nat>) -> Vec<String> {
        vec![
            format!(
                "coins side by side form a block, and a block with an odd number of empty squares on its right counts: the sizes of these blocks have the nim-sum {}",
                chain::in_words(&self.odd_steps(coins))
            ),
            "a coin that hops over k others carries k+1 coins past an empty square, from one step of a staircase to the next: staircase Nim, where only odd steps count".into(),
        ]
    }
}

/// The registry's row.
pub struct RowHopFamily;

static CARD: Card<'static> = Card {
    name: "row-hop",
    params: "[L], L >= 1",
    position: "(p1,…,pm), distinct squares of 1..L in any order",
    rules: "Coins lie on distinct squares of a row of L squares. Take a coin to the nearest empty square at its right, hopping over the coins between.",
    theorem: "The coins between the empty squares i+1 and i from the right (left of the last one too) are step i of a staircase: the Grundy value is the nim-sum of the odd steps.",
    source: "Luogu P2575; R. Sprague 1937",
    cost: "O(coins), O(m log m) if typed unsorted",
    examples: &["row-hop[20](18,20)", "row-hop[20](1..4,7) + row-hop[20](17,19)"],
};

impl Family for RowHopFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(RowHop::new(read::number_param(component, 1, None)?)))
    }

    fn small(&self) -> Vec<String> {
        let rows = [1u32, 2, 3, 5, 7];
        let sets =
            rows.into_iter().flat_map(|length| (0..1u32 << length).map(move |s| (length, s)));
        sets.map(|(length, set)| {
            let squares = (0..length).filter(|x| set >> x & 1 == 1).map(|x| (x + 1).to_string());
            format!("row-hop[{length}]({})", join(squares, ","))
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        for length in [1u32, 2, 3, 4, 6, 7, 9] {
            let all = (0..1u32 << length).map(|set| {
                let squares = (0..length).filter(|x| set >> x & 1 == 1);
                squares.map(|x| Nat::from(x + 1)).collect::<Vec<_>>()
            });
            testing::check_theory(&RowHop::new(length.into()), all, 8);
        }
        testing::check_round_trip(&RowHopFamily);
    }

    #[test]
    fn coins_lie_on_the_row() {
        for (text, error) in [
            ("row-hop(3)", "row-hop needs a parameter (1)"),
            ("row-hop[0]()", "row-hop[0] is not a game (8)"),
            ("row-hop[9](3,10)", "there is no square 10 (14)"),
            ("row-hop[9](3,0)", "there is no square 0 (14)"),
            ("row-hop[9](3,5,3)", "the square 3 comes twice (16)"),
            ("row-hop[9](3;5)", "there is no second list here (11)"),
        ] {
            assert_eq!(testing::read_error(&RowHopFamily, text), error);
        }
    }

    #[test]
    fn the_length_of_the_row_costs_nothing() {
        let length = Nat::from(10u8).pow(30);
        let row = RowHop::new(length.clone());
        // A block of 3 on step 3, a block of 2 on step 2: the value 3. To make it 0 all 3 must hop.
        let coins = [7u8, 6, 5, 3, 2].map(|back| &length - back);
        let coins = coins.to_vec();
        let found = row.moves_to(&coins, &Nat::ZERO, 5, &Context::default()).unwrap().unwrap();
        assert_eq!(row.value(&coins), Nat::from(3u8));
        assert_eq!(found.count, Some(Nat::ONE));
        assert_eq!(
            row.print_move(&coins, &found.listed[0]),
            format!("coin on {}: to {}", &length - 7u8, &length - 4u8)
        );
    }

    #[test]
    fn a_move_is_told_as_the_coin_and_its_new_square() {
        let row = RowHop::new(9u8.into());
        let from = [1u32, 2, 3, 7].map(Nat::from).to_vec();
        let to = Move { sum: vec![[1u32, 3, 4, 7].map(Nat::from).to_vec()], tag: 0 };
        assert_eq!(row.print_move(&from, &to), "coin on 2: to 4");
    }
}
