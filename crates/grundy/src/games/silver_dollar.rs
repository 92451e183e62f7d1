//! `silver-dollar` and `silver-dollar[grab]`: coins slide left into a bag, and who gets the dollar wins.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{Nat, nim_sum, range, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::strip::Piece;
use crate::sketch::{Sketch, strip};
use crate::syntax::{Arg, Args, Component, ReadError};
use crate::theory::chain;
use std::borrow::Cow;
use std::sync::Arc;

/// The silver dollar game; a position is a [`Strip`].
///
/// Coins lie on different squares 1, 2, … of a strip and slide left, not onto or over another. Square
/// 0 is a bag that holds any number of them. One coin may be the silver dollar: once it is in the
/// bag, the only move left is to take the bag, and that ends the game. In `silver-dollar[grab]` who
/// moves the dollar into the bag takes the bag in the same move.
///
/// # Theorem
/// Count the empty squares directly left of the last coin outside the bag, of the last but two, and so
/// on; v is the nim-sum of these numbers. The bag counts as an empty square, but as a full one where
/// the dollar is the first coin outside it (with `grab`: the second).
///
/// Without a dollar the Grundy value is v. With the dollar outside the bag the position is P iff v = 0;
/// only with `grab` and the dollar as the first coin it is N.
///
/// # Proof
/// A slide lowers the number of one coin and raises that of the next, and one of the two is counted.
/// The first coin's move into an empty bag ends its own number and raises the next one too, by one
/// more if the bag is an empty square after it. So a move that does not enter a full bag changes
/// exactly one of the numbers counted, and each of these can be made any smaller one: without a
/// dollar the value is v, as in Nim. With the dollar the moves into a full bag remain. They leave the
/// dollar in the bag or, with `grab`, as the first coin, and the opponent takes it: none of them
/// wins. So to make v = 0 wins, and from v = 0 nothing does. ∎
///
/// # Complexity
/// O(total length) for an outcome, and as much for each move listed. Values with the dollar by
/// search.
///
/// # Literature
/// J. H. Conway, *On Numbers and Games* (1976), ch. 11, after N. G. de Bruijn; R. K. Guy, *Fair Game*
/// (1989), for both variants.
#[derive(Clone, Copy, Debug, Default)]
pub struct SilverDollar {
    grab: bool,
}

/// Coins on a strip.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip {
    /// The squares of the coins outside the bag but for the dollar, ascending, from 1 on.
    pub coins: Vec<Nat>,
    /// The square of the dollar, 0 in the bag; `None` if there is none.
    pub dollar: Option<Nat>,
}

impl Strip {
    /// All coins outside the bag, ascending, and which of them is the dollar.
    fn outside(&self) -> (Vec<&Nat>, Option<usize>) {
        let mut all: Vec<&Nat> = self.coins.iter().collect();
        let dollar = self.dollar.as_ref().filter(|dollar| !dollar.is_zero());
        let place = dollar.map(|dollar| all.partition_point(|coin| *coin < dollar));
        if let (Some(place), Some(dollar)) = (place, dollar) {
            all.insert(place, dollar);
        }
        (all, place)
    }

    /// Whether the dollar is in the bag.
    fn is_bagged(&self) -> bool {
        self.dollar.as_ref().is_some_and(Nat::is_zero)
    }

    /// The position after a coin went to another square.
    fn after(&self, from: &Nat, to: &Nat) -> Self {
        if self.dollar.as_ref() == Some(from) {
            return Self { coins: self.coins.clone(), dollar: Some(to.clone()) };
        }
        let mut coins = self.coins.clone();
        let i = coins.partition_point(|coin| coin < from);
        if to.is_zero() {
            coins.remove(i);
        } else {
            coins[i] = to.clone();
        }
        Self { coins, dollar: self.dollar.clone() }
    }
}

/// What the theorem sees of a position without the dollar in the bag.
struct Numbers {
    /// The empty squares left of each coin outside the bag.
    gaps: Vec<Nat>,
    /// Whether the bag counts as a full square.
    full: bool,
    /// The nim-sum of the gaps that count.
    value: Nat,
    /// Whether the player to move takes the dollar at once.
    taken: bool,
}

impl Numbers {
    /// Whether the gap of the `i`-th coin counts.
    fn counts(&self, i: usize) -> bool {
        (self.gaps.len() - i) % 2 == 1
    }
}

impl SilverDollar {
    /// The game; with `grab` whoever moves the dollar into the bag takes the bag at once.
    pub const fn new(grab: bool) -> Self {
        Self { grab }
    }

    fn numbers(&self, strip: &Strip) -> Numbers {
        let (coins, dollar) = strip.outside();
        let full = dollar == Some(usize::from(self.grab));
        let gap = |i: usize| match i.checked_sub(1) {
            Some(before) => coins[i] - coins[before] - 1u8,
            None => coins[0] - u8::from(full),
        };
        let gaps: Vec<Nat> = (0..coins.len()).map(gap).collect();
        let value = nim_sum(gaps.iter().rev().step_by(2));
        Numbers { gaps, full, value, taken: self.grab && dollar == Some(0) }
    }

    /// What the theorem tells of a position.
    ///
    /// ```
    /// use grundy::{game::Known, games::silver_dollar::{SilverDollar, Strip}, nat::Nat};
    /// let coins: Vec<Nat> = [1u8, 4, 5].map(Nat::from).to_vec();
    /// let game = SilverDollar::new(false);
    /// let plain = Strip { coins: coins.clone(), dollar: None };
    /// assert_eq!(game.theory(&plain), Known::Value(Nat::ONE));
    /// let strip = Strip { coins, dollar: Some(Nat::from(7u8)) };
    /// assert_eq!(game.theory(&strip), Known::Nonzero);
    /// ```
    pub fn theory(&self, strip: &Strip) -> Known {
        if strip.is_bagged() {
            return Known::Value(Nat::ONE);
        }
        let numbers = self.numbers(strip);
        match strip.dollar.is_none() || numbers.value.is_zero() && !numbers.taken {
            true => Known::Value(numbers.value),
            false => Known::Nonzero,
        }
    }

    /// The moves to positions of value `target`, which is 0 where there is a dollar.
    fn moves(&self, strip: &Strip, target: &Nat) -> Vec<Move<Strip>> {
        let to = |sum| Move { sum, tag: 0 };
        if strip.is_bagged() {
            return if target.is_zero() { vec![to(Vec::new())] } else { Vec::new() };
        }
        let numbers = self.numbers(strip);
        let (coins, dollar) = strip.outside();
        if numbers.taken {
            return vec![to(Vec::new())];
        }
        let mut found = Vec::new();
        for (i, &coin) in coins.iter().enumerate() {
            let here = &numbers.gaps[i];
            let carried = if numbers.counts(i) {
                chain::from_odd(here, &numbers.value, target)
            } else {
                chain::from_even(here, &numbers.gaps[i + 1], &numbers.value, target)
            };
            let square = carried.map(|carried| coin - carried);
            // Into the bag: what is counted then, the theorem tells anew.
            found
                .extend(square.filter(|square| !square.is_zero()).map(|to| strip.after(coin, &to)));
        }
        if let Some(first) = coins.first().filter(|_| !numbers.full && dollar != Some(0)) {
            let after = strip.after(first, &Nat::ZERO);
            if self.theory(&after) == Known::Value(target.clone()) {
                found.push(after);
            }
        }
        found.into_iter().map(|after| to(vec![after])).collect()
    }
}

impl Ruleset for SilverDollar {
    type Position = Strip;

    fn options(&self, strip: &Strip, out: &mut Options<Strip>) -> Result<(), Full> {
        if strip.is_bagged() {
            return out.push([]);
        }
        let (coins, dollar) = strip.outside();
        for (i, &coin) in coins.iter().enumerate() {
            let least = if i == 0 { Nat::ZERO } else { coins[i - 1] + 1u8 };
            for to in range(least, coin.clone()) {
                match to.is_zero() && self.grab && dollar == Some(i) {
                    true => out.push([])?,
                    false => out.push([strip.after(coin, &to)])?,
                }
            }
        }
        Ok(())
    }

    fn heap_bytes(&self, strip: &Strip) -> usize {
        size_of_val(strip.coins.as_slice())
    }
}

/// Which coin moves and where; `None` where the bag is taken.
fn way<'s>(from: &'s Strip, to: &'s Strip) -> Option<(bool, &'s Nat, Nat)> {
    if from.dollar != to.dollar {
        return Some((true, from.dollar.as_ref()?, to.dollar.clone()?));
    }
    let old = from.coins.iter().find(|coin| to.coins.binary_search(coin).is_err())?;
    let new = to.coins.iter().find(|coin| from.coins.binary_search(coin).is_err());
    Some((false, old, new.cloned().unwrap_or_default()))
}

impl Game for SilverDollar {
    fn title(&self) -> String {
        if self.grab { "silver-dollar[grab]".into() } else { "silver-dollar".into() }
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let (list, dollar): (&[Arg], Option<&Arg>) = match &*args.groups {
            [list] => (list, None),
            [list, dollar] if dollar.len() == 1 => (list, Some(&dollar[0])),
            _ => {
                return Err(ReadError::domain("there is one dollar at most", args.span).help(
                    "write (1,4,5; 7): the squares of the coins and, after ';', that of the dollar",
                ));
            }
        };
        let mut coins = read::number_list(list)?;
        coins.sort_unstable();
        // Coins in the bag play no part.
        coins.retain(|coin| !coin.is_zero());
        let square = dollar.map(read::number).transpose()?;
        let twice = coins.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| &pair[0]);
        let on_coin = square.filter(|square| coins.binary_search(square).is_ok());
        if let Some(square) = twice.or(on_coin) {
            return Err(ReadError::domain(
                format!("two coins lie on the square {square}"),
                args.span,
            )
            .help("expected different squares; only the bag, 0, holds several coins"));
        }
        let strip = Strip { coins, dollar: square.cloned() };
        Ok(Placed::new(self, vec![strip]))
    }

    fn print(&self, strip: &Strip) -> String {
        let coins = join(strip.coins.iter().map(Nat::to_string), ",");
        match &strip.dollar {
            None => coins,
            Some(dollar) => format!("{coins}; {dollar}"),
        }
    }

    fn print_move(&self, from: &Strip, to: &Move<Strip>) -> String {
        let Some(to) = to.sum.first() else {
            return match &from.dollar {
                Some(dollar) if !dollar.is_zero() => {
                    format!("dollar on {dollar}: into the bag, and take it")
                }
                _ => "take the bag".to_owned(),
            };
        };
        let Some((dollar, old, new)) = way(from, to) else { return String::new() };
        let coin = if dollar { "dollar" } else { "coin" };
        match new.is_zero() {
            true => format!("{coin} on {old}: into the bag"),
            false => format!("{coin} on {old}: to {new}"),
        }
    }

    fn move_names(&self, from: &Strip, to: &Move<Strip>) -> Vec<String> {
        let ways = to.sum.first().and_then(|to| way(from, to));
        ways.map_or_else(Vec::new, |(_, old, new)| vec![format!("{old} -> {new}")])
    }

    fn heaps(&self, _: &Strip) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, strip: &Strip) -> Vec<String> {
        let coins: Option<Vec<u64>> = strip.coins.iter().map(to_u64).collect();
        let dollar = strip.dollar.as_ref().map(to_u64);
        let (Some(coins), false) = (coins, dollar == Some(None)) else { return Vec::new() };
        let dollar = dollar.flatten();
        let last = coins.iter().copied().chain(dollar).max().unwrap_or(0);
        picture::signs(0, last, |square| match square {
            _ if dollar == Some(square) => '$',
            _ if coins.contains(&square) => '●',
            0 => '∪',
            _ => '·',
        })
    }

    fn sketch(&self, strip: &Strip, moves: &[Offer<'_, Strip>]) -> Option<Sketch> {
        let coins = strip.coins.iter().map(|coin| Some((to_u64(coin)?, Piece::Coin)));
        let dollar = strip.dollar.iter().map(|square| Some((to_u64(square)?, Piece::Dollar)));
        let pieces: Vec<(u64, Piece)> = coins.chain(dollar).collect::<Option<_>>()?;
        let last = pieces.iter().map(|(square, _)| *square).max().unwrap_or(0);
        let way = |offer: &Offer<'_, Strip>| match offer.to.sum.first() {
            Some(to) => {
                let (_, old, new) = way(strip, to)?;
                Some((to_u64(old)?, to_u64(&new)?))
            }
            None => Some((to_u64(strip.dollar.as_ref()?)?, 0)),
        };
        strip::pieces(0, last, &pieces, &moves.iter().map(way).collect::<Vec<_>>())
    }

    fn known(&self, strip: &Strip, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(self.theory(strip)))
    }

    fn moves_to(
        &self,
        strip: &Strip,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Strip>>, Stop> {
        if strip.dollar.is_some() && !strip.is_bagged() && !target.is_zero() {
            return Ok(None);
        }
        Ok(Some(Found::all(self.moves(strip, target), max)))
    }

    fn method(&self, strip: &Strip) -> Cow<'static, str> {
        match strip.is_bagged() {
            true => "the dollar is in the bag, and the bag can be taken".into(),
            false => {
                "the nim-sum of every other gap from the right, the bag taken for a square".into()
            }
        }
    }

    fn why(&self, strip: &Strip) -> Vec<String> {
        if strip.is_bagged() {
            return vec![
                "the dollar is in the bag: to take the bag is the only move, and it ends the game"
                    .into(),
            ];
        }
        let numbers = self.numbers(strip);
        if numbers.taken {
            return vec![
                "the dollar is the first coin: it can be moved into the bag and taken".into(),
            ];
        }
        let counted: Vec<Nat> = numbers.gaps.iter().rev().step_by(2).cloned().collect();
        let bag = match (numbers.full, self.grab) {
            (false, _) => "the bag counts as an empty square",
            (true, false) => {
                "the bag counts as a full square, as the dollar is the first coin: whoever moves it into the bag loses it"
            }
            (true, true) => {
                "the bag counts as a full square, as the dollar is the second coin: whoever moves the first coin into the bag loses the dollar"
            }
        };
        vec![
            bag.to_owned(),
            format!(
                "the numbers of empty squares just left of the last coin, and of every second coin before it, have the nim-sum {}",
                chain::in_words(&counted)
            ),
        ]
    }
}

/// The registry's row.
pub struct SilverDollarFamily;

static CARD: Card<'static> = Card {
    name: "silver-dollar",
    params: "[grab]: whoever moves the dollar into the bag takes it in the same move",
    position: "(x1,…,xn) without a dollar, (x1,…,xn; d) with the dollar on d; 0 is the bag",
    rules: "Coins lie on distinct squares 1, 2, … of a strip. Slide one coin any positive number of squares to the left, not onto or over another; square 0 is a bag that holds any number of coins. Once the dollar is in the bag, the only move is to take the bag, and that ends the game.",
    theorem: "v is the nim-sum of the 1st, 3rd, 5th, … gap of empty squares from the right; the bag is an empty square, but full where the dollar is the first coin (with grab: the second). Without a dollar the value is v; with it P iff v = 0, and N with grab if the dollar comes first. Other values by search.",
    source: "J. H. Conway 1976 (after N. G. de Bruijn), R. K. Guy 1989",
    cost: "outcomes and winning moves O(total length); values with the dollar by search",
    examples: &[
        "silver-dollar(1,4,5; 7)",
        "silver-dollar[grab](2,10^30; 9)",
        "silver-dollar(3,8) + nim(4)",
    ],
};

impl Family for SilverDollarFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        let Some(params) = &component.params else { return Ok(erase(SilverDollar::new(false))) };
        let word = params.single().and_then(|group| match group {
            [arg] => arg.item().filter(|item| item.params.is_none() && item.args.is_none()),
            _ => None,
        });
        match word.and_then(Component::name) {
            Some("grab") => Ok(erase(SilverDollar::new(true))),
            _ => Err(ReadError::domain("there is no such variant of silver-dollar", params.span).help(
                "write silver-dollar(1,4; 7), or silver-dollar[grab](1,4; 7) where who bags the dollar takes it at once",
            )),
        }
    }

    fn small(&self) -> Vec<String> {
        let mut all = Vec::new();
        for set in 0..32u32 {
            let squares: Vec<u32> = (1..6).filter(|x| set >> (x - 1) & 1 == 1).collect();
            let list = |squares: &[u32]| join(squares.iter().map(u32::to_string), ",");
            all.push(format!("silver-dollar({})", list(&squares)));
            for game in ["silver-dollar", "silver-dollar[grab]"] {
                for dollar in &squares {
                    let rest: Vec<u32> = squares.iter().copied().filter(|x| x != dollar).collect();
                    all.push(format!("{game}({}; {dollar})", list(&rest)));
                }
            }
        }
        all.push("silver-dollar(2,3; 0)".to_owned());
        all.push("silver-dollar[grab](1; 0)".to_owned());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use crate::solve::Memo;

    /// All positions on the squares 1 to `last` with `count` coins, with or without a dollar.
    fn strips(last: u32, count: u32, dollar: bool) -> Vec<Strip> {
        let mut all = Vec::new();
        for set in (0..1u32 << last).filter(|set| set.count_ones() == count) {
            let squares: Vec<Nat> =
                (0..last).filter(|x| set >> x & 1 == 1).map(|x| Nat::from(x + 1)).collect();
            if !dollar {
                all.push(Strip { coins: squares, dollar: None });
                continue;
            }
            for i in 0..squares.len() {
                let mut coins = squares.clone();
                let dollar = Some(coins.remove(i));
                all.push(Strip { coins, dollar });
            }
        }
        all
    }

    #[test]
    fn theory_agrees_with_the_rules() {
        let plain = (0..=4).flat_map(|count| strips(8, count, false));
        testing::check_theory_where(&SilverDollar::new(false), plain, 9, |_, _| true);
        for grab in [false, true] {
            let game = SilverDollar::new(grab);
            let bagged = Strip { coins: vec![Nat::ONE], dollar: Some(Nat::ZERO) };
            let all = (1..=4).flat_map(|count| strips(7, count, true)).chain([bagged]);
            testing::check_theory_where(&game, all, 8, |_, target| target == 0);
        }
        testing::check_round_trip(&SilverDollarFamily);
    }

    #[test]
    fn positions_won_are_as_many_as_published() {
        // Project Euler 344: two worthless coins and the dollar on ten squares.
        let game = SilverDollar::new(true);
        let all = strips(10, 3, true);
        assert_eq!(all.iter().filter(|strip| game.theory(strip) == Known::Nonzero).count(), 324);
        let mut memo = Memo::default();
        for strip in &all {
            let value = memo.value(&game, strip, &Context::default()).unwrap().number();
            assert_eq!(value == Some(0), game.theory(strip) != Known::Nonzero, "{strip:?}");
        }
    }

    #[test]
    fn what_is_no_strip() {
        for (text, error) in [
            ("silver-dollar(2,5,2)", "two coins lie on the square 2 (14)"),
            ("silver-dollar(2,5; 5)", "two coins lie on the square 5 (14)"),
            ("silver-dollar(2; 5,6)", "there is one dollar at most (14)"),
            ("silver-dollar(2; 5; 6)", "there is one dollar at most (14)"),
            ("silver-dollar[bag](2)", "there is no such variant of silver-dollar (14)"),
        ] {
            assert_eq!(testing::read_error(&SilverDollarFamily, text), error);
        }
    }
}
