//! welter: coins on different squares, each moves to any empty square at its left.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{BitTest, Nat, nim_sum, range, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, strip};
use crate::solve::tame::Tame;
use crate::syntax::{Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// Welter's game; a position lists the coins' squares, ascending.
///
/// With N(x) = 2^(v+1) - 1, where 2^v is the greatest power of two that divides x, the Grundy value
/// of coins on the squares a, b, c, … is Welter's function
///
/// \[a|b|c|…\] = a xor b xor c xor … xor N(a-b) xor N(a-c) xor N(b-c) xor …,
///
/// with a term N for each pair of coins. Bit j of N(a-b) is 1 iff a and b agree modulo 2^j. So bit j
/// of the function of one coin's square, all others held, is that square's bit j, flipped if the
/// number of other coins that agree with it modulo 2^j is odd: bits can be solved for one after
/// another, and for each value there is exactly one square.
///
/// # Misère play
/// **Theorem.** Every position is tame, and the fickle ones of k coins are those with one coin on
/// each of the pairs {i, 2k-1-i} of the squares 0, …, 2k-1; let F be their set.
///
/// Proof. (1) *In F, moving a coin from a to a' = 2k-1-a changes the value by xor 1.* Bit 0 of a and
/// a' differs, as their sum is odd. For j > 0, a and a' do not agree modulo 2^j, so of each other pair
/// either no square agrees with a or with a', or one with each: a coin. The number of coins that
/// agree with a or with a' is that of the squares that agree with a, itself left out, which is
/// floor(a/2^j) + floor(a'/2^j): bit j changes once with a and once with this number, or not at all.
/// (2) So the values in F are 0 and 1, as the finished position 0, …, k-1 has the value 0. And from a
/// position in F each move to a value of 0 or 1 stays in F, and each such move into F comes from F,
/// as there is only one square for each value. (3) A position in F that is not finished has a coin on
/// some a >= k, and it moves to a'. (4) Let S be outside F, of value 2 or more. If no option of value
/// 0 or 1 is in F, these have the misère values 0 and 1. Otherwise let the coin on x move to a and
/// give an option in F. If a' < x, that coin could move to a', and that option is in F and has the
/// other value. If not, a < x < a', and the pair of x has its coin already, on y = 2k-1-x: let that
/// coin move to a instead; the result is in F and by (1) has the other value. In either case the
/// options have the misère values 0 and 1. (5) By induction over the moves left the misère value is
/// the value xor 1 in F and the value itself outside: in F by (2) and (3), outside it for the values
/// 0 and 1 by (2), for others by (4). ∎
///
/// # Complexity
/// O(n length) for a value if coins differ in their lowest bits, O(n^2 length) at worst; as much for
/// the move of each coin to a value.
///
/// # Literature
/// C. P. Welter, *The theory of a class of games on a sequence of squares*, Indagationes
/// Mathematicae 16 (1954); J. H. Conway, *On Numbers and Games* (1976), ch. 13. The theorem on
/// misère play is proved above.
#[derive(Clone, Copy, Debug, Default)]
pub struct Welter;

/// N(a-b) for different a and b.
fn mate(a: &Nat, b: &Nat) -> Nat {
    let power = (a ^ b).trailing_zeros().unwrap_or_default();
    (Nat::ONE << (power + 1)) - 1u8
}

impl Welter {
    /// Welter's function of different squares.
    ///
    /// ```
    /// use grundy::{games::welter::Welter, nat::Nat};
    /// let value = |coins: &[u8]| Welter::value(&coins.iter().map(|&a| a.into()).collect::<Vec<_>>());
    /// assert_eq!(value(&[2, 5]), Nat::from(6u8));
    /// assert_eq!(value(&[1, 4, 9]), Nat::from(3u8));
    /// ```
    pub fn value(coins: &[Nat]) -> Nat {
        nim_sum(coins) ^ Self::mates(coins)
    }

    /// The nim-sum of N(a-b) over all pairs.
    fn mates(coins: &[Nat]) -> Nat {
        let mut sum = Nat::ZERO;
        // Coins that agree so far, in classes of at least two.
        let mut classes: Vec<Vec<&Nat>> = vec![coins.iter().collect()];
        let mut bit = 0;
        while !classes.is_empty() {
            let odd = |class: &Vec<&Nat>| matches!(class.len() % 4, 2 | 3);
            if classes.iter().filter(|class| odd(class)).count() % 2 == 1 {
                sum.set_bit(bit);
            }
            let mut next = Vec::new();
            for class in classes {
                let (one, zero): (Vec<_>, Vec<_>) = class.into_iter().partition(|a| a.bit(bit));
                next.extend([one, zero].into_iter().filter(|class| class.len() > 1));
            }
            classes = next;
            bit += 1;
        }
        sum
    }

    /// The square that the `i`-th coin must have for the value `target`, the others staying; `value`
    /// is the present value.
    fn square(coins: &[Nat], i: usize, value: &Nat, target: &Nat) -> Nat {
        let mut others: Vec<&Nat> =
            coins.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, coin)| coin).collect();
        // What the terms with this coin have to be.
        let mut wanted = value ^ target ^ &coins[i];
        for other in &others {
            wanted ^= mate(&coins[i], other);
        }
        let mut square = Nat::ZERO;
        let mut bit = 0;
        while !others.is_empty() || bit < wanted.bit_len() {
            let one = wanted.bit(bit) != (others.len() % 2 == 1);
            if one {
                square.set_bit(bit);
            }
            others.retain(|other| other.bit(bit) == one);
            bit += 1;
        }
        square
    }

    /// What is left after the coin of index `i` went to the empty square `to` at its left.
    fn after(coins: &[Nat], i: usize, to: &Nat) -> Vec<Nat> {
        let mut after = coins.to_vec();
        let place = after.partition_point(|coin| coin < to);
        after[place..=i].rotate_right(1);
        after[place] = to.clone();
        after
    }

    /// Whether the position is fickle in misère play: one coin on each pair {i, 2k-1-i}.
    pub fn is_fickle(coins: &[Nat]) -> bool {
        let last = 2 * coins.len();
        let mut taken = vec![false; coins.len()];
        coins.iter().all(|coin| {
            let square = crate::nat::to_usize(coin).filter(|&square| square < last);
            let pair = square.map(|square| square.min(last - 1 - square));
            pair.is_some_and(|pair| !std::mem::replace(&mut taken[pair], true))
        })
    }
}

impl Ruleset for Welter {
    type Position = Vec<Nat>;

    fn options(&self, coins: &Vec<Nat>, out: &mut Options<Vec<Nat>>) -> Result<(), Full> {
        for i in 0..coins.len() {
            for to in range(Nat::ZERO, coins[i].clone()) {
                if coins.binary_search(&to).is_err() {
                    out.push([Self::after(coins, i, &to)])?;
                }
            }
        }
        Ok(())
    }

    fn heap_bytes(&self, coins: &Vec<Nat>) -> usize {
        size_of_val(coins.as_slice())
    }
}

/// The squares that the moved coin left and reached.
fn way(from: &[Nat], to: &[Nat]) -> Option<(Nat, Nat)> {
    let lacks = |of: &[Nat], other: &[Nat]| {
        of.iter().find(|coin| other.binary_search(coin).is_err()).cloned()
    };
    Some((lacks(from, to)?, lacks(to, from)?))
}

impl Game for Welter {
    fn title(&self) -> String {
        "welter".into()
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
            let (old, new) = way(coins, offer.to.sum.first()?)?;
            Some((to_u64(&old)?, to_u64(&new)?))
        };
        let squares: Vec<u64> = coins.iter().map(to_u64).collect::<Option<_>>()?;
        let last = squares.iter().copied().max()?;
        strip::strip(0, last, &squares, &moves.iter().map(way).collect::<Vec<_>>())
    }

    fn print(&self, coins: &Vec<Nat>) -> String {
        join(coins.iter().map(Nat::to_string), ",")
    }

    fn print_move(&self, from: &Vec<Nat>, to: &Move<Vec<Nat>>) -> String {
        let (old, new) = way(from, &to.sum[0]).unwrap_or_default();
        format!("coin on {old}: to {new}")
    }

    fn heaps(&self, _: &Vec<Nat>) -> Vec<Nat> {
        Vec::new()
    }

    fn move_names(&self, from: &Vec<Nat>, to: &Move<Vec<Nat>>) -> Vec<String> {
        way(from, &to.sum[0]).map_or_else(Vec::new, |(old, new)| vec![format!("{old} -> {new}")])
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
        let mut found = Vec::new();
        for (i, coin) in coins.iter().enumerate() {
            context.tick("looking for moves", i as u64)?;
            let to = Self::square(coins, i, &value, target);
            if to < *coin {
                found.push(Move { sum: vec![Self::after(coins, i, &to)], tag: 0 });
            }
        }
        Ok(Some(Found::all(found, max)))
    }

    fn method(&self, _: &Vec<Nat>) -> Cow<'static, str> {
        "Welter's function".into()
    }

    fn why(&self, coins: &Vec<Nat>) -> Vec<String> {
        let (squares, mates) = (nim_sum(coins), Self::mates(coins));
        vec![
            format!(
                "the nim-sum of the squares is {squares}; each pair of coins adds 2^(v+1) - 1, where 2^v is the greatest power of two that divides their distance, together {mates}; {squares} xor {mates} = {}",
                &squares ^ &mates
            ),
            "for each value a coin has exactly one square that gives it, the others held (Welter's theorem); bits are solved for from the lowest".into(),
        ]
    }

    fn tame(&self, coins: &Vec<Nat>, _: &Context<'_>) -> Result<Option<Tame>, Stop> {
        let Some(value) = to_u64(&Self::value(coins)) else { return Ok(None) };
        Ok(Some(if Self::is_fickle(coins) { Tame::Fickle(value == 1) } else { Tame::Firm(value) }))
    }

    fn fickle(&self, coins: &Vec<Nat>) -> Option<bool> {
        Some(Self::is_fickle(coins))
    }
}

/// The registry's row.
pub struct WelterFamily;

static CARD: Card<'static> = Card {
    name: "welter",
    params: "",
    position: "(x1,…,xn), distinct squares in any order",
    rules: "Coins lie on distinct squares 0, 1, 2, … of a strip. Move one coin to any empty square at its left, over others if need be.",
    theorem: "Welter's function: the nim-sum of the squares and of 2^(v+1) - 1 for each pair of coins, where 2^v is the greatest power of two that divides their distance. Misère play: tame; fickle iff the k coins lie one on each pair of squares {i, 2k-1-i}.",
    source: "C. P. Welter 1954, J. H. Conway 1976",
    cost: "O(n length) for a value if coins differ in low bits, O(n^2 length) at worst; each coin's move as much",
    examples: &["welter(1,4,9)", "welter(2,3,5,7,10^30)"],
};

impl Family for WelterFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Welter))
    }

    fn small(&self) -> Vec<String> {
        // Every set of squares 0..7, and a few of more squares.
        let mut all: Vec<String> = (0..128u32)
            .map(|set| {
                let squares = (0..7).filter(|x| set >> x & 1 == 1).map(|x| x.to_string());
                format!("welter({})", join(squares, ","))
            })
            .collect();
        all.extend(["welter(12)", "welter(4,9)", "welter(2,6,9)"].map(str::to_owned));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    fn coins(list: &[u32]) -> Vec<Nat> {
        list.iter().copied().map(Nat::from).collect()
    }

    #[test]
    fn theory_agrees_with_the_rules() {
        let all = (0..512u32)
            .map(|set| (0..9u32).filter(|x| set >> x & 1 == 1).map(Nat::from).collect::<Vec<_>>());
        let few = (0..14u32).flat_map(|a| (a + 1..14).map(move |b| coins(&[a, b])));
        let three = (0..12u32).step_by(3).flat_map(|a| {
            (a + 1..13).flat_map(move |b| (b + 1..14).map(move |c| coins(&[a, b, c])))
        });
        testing::check_theory_where(&Welter, all.chain(few).chain(three), 16, |_, _| true);
        testing::check_round_trip(&WelterFamily);
    }

    #[test]
    fn the_move_of_huge_coins_gives_the_value_wanted() {
        let far = Nat::from(10u8).pow(200);
        let position: Vec<Nat> = [3u8, 8, 29, 200].map(|x| &far * x + x).to_vec();
        for target in [Nat::ZERO, Nat::ONE, far.clone(), &far * 77u8 + 5u8] {
            let found =
                Welter.moves_to(&position, &target, 9, &Context::default()).unwrap().unwrap();
            for to in &found.listed {
                assert_eq!(Welter::value(&to.sum[0]), target);
                assert!(way(&position, &to.sum[0]).is_some_and(|(old, new)| new < old));
            }
            assert_eq!(found.count, Some(found.listed.len().into()));
            assert!(!found.listed.is_empty() || target >= Welter::value(&position));
        }
    }

    #[test]
    fn coins_are_on_different_squares() {
        assert_eq!(
            testing::read_error(&WelterFamily, "welter(4,9,4)"),
            "the square 4 comes twice (12)"
        );
    }
}
