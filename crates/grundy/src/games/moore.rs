//! `moore[k]`: take from at least one and at most k heaps.

mod misere;

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, MisereLaw, Move, Placed, erase, join,
};
use crate::nat::{Nat, nim_sum, to_usize};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::bounded_sums;
use crate::theory::columns::Columns;
use std::borrow::Cow;
use std::sync::Arc;

/// Moore's Nim_k; a position is the tuple of all heaps.
///
/// # Theorems
/// - A position is P iff in every binary column the number of ones is a multiple of k+1. This
///   tells outcomes; it gives no Grundy values.
/// - For k = 1 (Nim) the Grundy value is the nim-sum.
/// - If there are at most k heaps that are not empty, the Grundy value is their sum: all tuples
///   below are options, and they have all smaller sums.
/// - If there are k+1, let m be the least of them, y their sum less (k+1) m, and z = y(y+1)/2 + 1. The
///   value is the sum if m < z, and z - 1 + ((m - z) mod (y+1)) otherwise (Jenkyns and Mayberry).
///
/// The last two give the values of positions of few heaps in sums with other games; values
/// elsewhere are found by search.
///
/// # Complexity
/// O(total length) for an outcome, O(heaps times length) for a winning move; all winning moves by
/// a search column by column (see `theory/columns.rs`) within the limits, past which their number is unknown.
///
/// # Literature
/// E. H. Moore, *A generalization of the game called Nim*, Annals of Mathematics 11 (1910); T. A. Jenkyns and J. P.
/// Mayberry, *The skeleton of an impartial game and the nim-function of Moore's Nim_k*, International Journal of Game
/// Theory 9 (1980).
#[derive(Clone, Debug)]
pub struct Moore {
    most: Nat,
}

/// What is known of a position, by how many of its heaps a move may change.
enum Case {
    /// One at a time: Nim.
    One,
    /// All at once.
    All,
    /// All but one at once.
    AllButOne,
    /// Something between.
    Some,
}

impl Moore {
    /// The game in which a move takes from 1 to `most` heaps; `most` is 1 at least.
    ///
    /// # Panics
    /// If `most` is 0.
    pub fn new(most: Nat) -> Self {
        assert!(!most.is_zero(), "a move must be able to take from some heap");
        Self { most }
    }

    /// The heaps that are not empty, and their places.
    fn full_heaps(heaps: &[Nat]) -> (Vec<usize>, Vec<Nat>) {
        heaps.iter().enumerate().filter(|(_, h)| !h.is_zero()).map(|(i, h)| (i, h.clone())).unzip()
    }

    /// How many of `heaps` heaps a move may change.
    fn most_of(&self, heaps: usize) -> usize {
        to_usize(&self.most).map_or(heaps, |most| most.min(heaps))
    }

    fn case(&self, full: usize) -> Case {
        if self.most == Nat::ONE {
            Case::One
        } else if self.most_of(full) == full {
            Case::All
        } else if self.most_of(full) + 1 == full {
            Case::AllButOne
        } else {
            Case::Some
        }
    }

    /// Whether the player to move loses: every binary column has a multiple of k+1 ones.
    ///
    /// ```
    /// use grundy::{games::moore::Moore, nat::Nat};
    /// let game = Moore::new(2u8.into());
    /// assert!(game.is_p(&[1u8, 1, 1].map(Nat::from)));
    /// assert!(!game.is_p(&[1u8, 2, 3].map(Nat::from)));
    /// ```
    pub fn is_p(&self, heaps: &[Nat]) -> bool {
        Columns::new(heaps, self.most_of(heaps.len())).uneven().is_none()
    }

    /// The value of k+1 heaps, none of which is empty.
    fn value_of_all_but_one(full: &[Nat]) -> Nat {
        let (least, sum) = (full.iter().min().expect("two heaps"), full.iter().sum::<Nat>());
        let over = &sum - least * Nat::from(full.len());
        let before = &over * (&over + 1u8) / 2u8;
        if *least <= before { sum } else { &before + (least - &before - 1u8) % (over + 1u8) }
    }

    /// The moves of Nim to the nim-sum `target`.
    fn nim_moves(heaps: &[Nat], target: &Nat, max: usize) -> Found<Vec<Nat>> {
        let change = nim_sum(heaps) ^ target;
        let lowered = heaps.iter().enumerate().filter_map(|(i, heap)| {
            let left = heap ^ &change;
            (left < *heap).then_some((i, left))
        });
        let mut found = Found::default();
        let mut count = 0u64;
        // A tuple is the smaller the earlier it is lowered.
        for (i, left) in lowered {
            count += 1;
            if found.listed.len() < max {
                let mut after = heaps.to_vec();
                after[i] = left;
                found.listed.push(Move { sum: vec![after], tag: 0 });
            }
        }
        found.count = Some(Nat::from(count));
        found
    }

    /// All ways to even out the columns of these heaps, none of which is empty. Past the limits
    /// the number is unknown and the one way that the proof constructs is listed.
    fn even_moves(
        &self,
        heaps: &[Nat],
        max: usize,
        context: &Context<'_>,
    ) -> Result<(Option<Nat>, Vec<Vec<Nat>>), Stop> {
        let columns = Columns::new(heaps, self.most_of(heaps.len()));
        let Some(constructed) = columns.even_out() else {
            return Ok((Some(Nat::ZERO), Vec::new()));
        };
        let count = within_limits(columns.count(context))?;
        let mut listed = Vec::new();
        if count.is_some() {
            // What was found before a limit are the first ones all the same.
            within_limits(columns.first(max, context, &mut listed))?;
        }
        if listed.is_empty() && max > 0 {
            listed.push(constructed);
        }
        Ok((count, listed))
    }
}

/// A result, nothing past a limit.
fn within_limits<T>(result: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(Stop::Limit { .. }) => Ok(None),
        Err(stop) => Err(stop),
    }
}

impl Ruleset for Moore {
    type Position = Vec<Nat>;

    fn options(&self, heaps: &Vec<Nat>, out: &mut Options<Vec<Nat>>) -> Result<(), Full> {
        let (places, full) = Self::full_heaps(heaps);
        for size in 1..=self.most_of(full.len()) {
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                // The tuples that differ exactly in the chosen heaps, like an odometer.
                let mut after = heaps.clone();
                chosen.iter().for_each(|&i| after[places[i]] = Nat::ZERO);
                loop {
                    out.push([after.clone()])?;
                    let Some(turn) =
                        chosen.iter().rposition(|&i| &after[places[i]] + 1u8 < full[i])
                    else {
                        break;
                    };
                    after[places[chosen[turn]]] += 1u8;
                    chosen[turn + 1..].iter().for_each(|&i| after[places[i]] = Nat::ZERO);
                }
                let Some(i) = (0..size).rev().find(|&i| chosen[i] < full.len() - size + i) else {
                    break;
                };
                chosen[i] += 1;
                for j in i + 1..size {
                    chosen[j] = chosen[j - 1] + 1;
                }
            }
        }
        Ok(())
    }

    fn heap_bytes(&self, heaps: &Vec<Nat>) -> usize {
        size_of_val(heaps.as_slice())
    }
}

impl Game for Moore {
    fn title(&self) -> String {
        format!("moore[{}]", self.most)
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let heaps = read::numbers(args)?;
        Ok(Placed::new(self, vec![heaps]))
    }

    fn print(&self, heaps: &Vec<Nat>) -> String {
        join(heaps.iter().map(Nat::to_string), ",")
    }

    fn known(&self, heaps: &Vec<Nat>, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        let (_, full) = Self::full_heaps(heaps);
        Ok(Some(match self.case(full.len()) {
            Case::One => Known::Value(nim_sum(heaps)),
            Case::All => Known::Value(heaps.iter().sum()),
            Case::AllButOne => Known::Value(Self::value_of_all_but_one(&full)),
            Case::Some if self.is_p(heaps) => Known::Value(Nat::ZERO),
            Case::Some => Known::Nonzero,
        }))
    }

    fn moves_to(
        &self,
        heaps: &Vec<Nat>,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Vec<Nat>>>, Stop> {
        let (places, full) = Self::full_heaps(heaps);
        let (count, listed) = match self.case(full.len()) {
            Case::One => return Ok(Some(Self::nim_moves(heaps, target, max))),
            Case::All if *target >= full.iter().sum() => (Some(Nat::ZERO), Vec::new()),
            Case::All => {
                let count = within_limits(bounded_sums::count(&full, target, context))?;
                (count, bounded_sums::first(&full, target, max))
            }
            Case::AllButOne | Case::Some if target.is_zero() => {
                self.even_moves(&full, max, context)?
            }
            Case::AllButOne | Case::Some => return Ok(None),
        };
        let listed = listed.into_iter().map(|lowered| {
            let mut after = heaps.clone();
            places.iter().zip(lowered).for_each(|(&place, heap)| after[place] = heap);
            Move { sum: vec![after], tag: 0 }
        });
        Ok(Some(Found { count, listed: listed.collect() }))
    }

    fn misere_law(&self) -> Option<&dyn MisereLaw<Vec<Nat>>> {
        Some(self)
    }

    fn method(&self, heaps: &Vec<Nat>) -> Cow<'static, str> {
        let full = heaps.iter().filter(|heap| !heap.is_zero()).count();
        match self.case(full) {
            Case::One => "Bouton's theorem".into(),
            Case::All => "all heaps may be lowered at once: the value is their sum".into(),
            Case::AllButOne => "theorem of Jenkyns and Mayberry".into(),
            Case::Some => "Moore's theorem".into(),
        }
    }

    fn why(&self, heaps: &Vec<Nat>) -> Vec<String> {
        let full = heaps.iter().filter(|heap| !heap.is_zero()).count();
        match self.case(full) {
            Case::One => vec![format!(
                "one heap at a time is Nim: the value is the nim-sum of the heaps, {}",
                nim_sum(heaps)
            )],
            Case::All => vec![format!(
                "up to {} of the heaps may be lowered at a time, and {full} {} not empty: a move can lower them all as it likes, so the value is their sum {}",
                self.most,
                if full == 1 { "is" } else { "are" },
                heaps.iter().sum::<Nat>()
            )],
            case @ (Case::AllButOne | Case::Some) => {
                let modulus = &self.most + 1u8;
                let columns = Columns::new(heaps, self.most_of(heaps.len()));
                let mut why: Vec<String> = table(heaps, &columns).into_iter().collect();
                why.push(match columns.uneven() {
                    None => format!(
                        "in every binary column the number of 1s is a multiple of k+1 = {modulus}: P"
                    ),
                    Some(bit) => format!(
                        "the number of 1s in the column of {} is {}, not a multiple of k+1 = {modulus}: N",
                        if bit < 20 { (1u32 << bit).to_string() } else { format!("2^{bit}") },
                        columns.ones()[bit]
                    ),
                });
                if matches!(case, Case::AllButOne) {
                    let (_, full) = Self::full_heaps(heaps);
                    let least = full.iter().min().expect("two heaps");
                    let over = full.iter().sum::<Nat>() - least * Nat::from(full.len());
                    why.push(format!(
                        "of k+1 heaps the least is m = {least}, and the others have y = {over} more than it together: the value is the sum of all heaps if m <= y(y+1)/2, else y(y+1)/2 + ((m - 1 - y(y+1)/2) mod (y+1)), so {}",
                        Self::value_of_all_but_one(&full)
                    ));
                }
                why
            }
        }
    }

    fn reachable(&self, heaps: &Vec<Nat>) -> Option<Nat> {
        // Every smaller tuple; a bound that is large enough is as good as the product.
        let mut bound = Nat::ONE;
        for heap in heaps {
            bound *= heap + 1u8;
            if bound > Nat::from(u64::MAX) {
                break;
            }
        }
        Some(bound)
    }
}

/// The heaps in binary with the number of 1s under each column, if that is readable.
fn table(heaps: &[Nat], columns: &Columns) -> Option<String> {
    let width = heaps.iter().map(|heap| format!("{heap:b}").len()).max()?;
    // Counts of one digit each line up with the columns.
    if heaps.len() > 9 || width > 44 {
        return None;
    }
    let mut text = "the heaps in binary, and the number of 1s in each column:\n".to_owned();
    for heap in heaps {
        text += &format!("  {:>width$}  {heap}\n", format!("{heap:b}"));
    }
    let ones = columns.ones();
    let count = |bit: usize| ones.get(bit).map_or("0".to_owned(), ToString::to_string);
    text += &format!("  {}\n  {}\n", "-".repeat(width), join((0..width).rev().map(count), ""));
    Some(text)
}

/// The registry's row.
pub struct MooreFamily;

static CARD: Card<'static> = Card {
    name: "moore",
    params: "[k], k >= 1",
    position: "(a1,…,an)",
    rules: "Take from at least one and at most k heaps, any positive number from each.",
    theorem: "Moore's theorem: P iff in every binary column the number of ones is a multiple of k+1. Grundy values: the nim-sum for k = 1, the sum if at most k heaps are not empty, a formula for k+1 heaps, otherwise by search. Misère play of one position: the same outcomes where a heap exceeds 1; else P iff the number of ones is 1 more than a multiple of k+1.",
    source: "E. H. Moore 1910; T. A. Jenkyns and J. P. Mayberry 1980 (values of k+1 heaps)",
    cost: "outcome O(total length), a winning move O(n length); all moves by search of columns; values by search of the product of the a+1",
    examples: &["moore[2](3,4,5,6)", "moore[3](10^18, 2^40, 77, 12, 5)"],
};

impl Family for MooreFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(Moore::new(read::number_param(component, 1, None)?)))
    }

    fn small(&self) -> Vec<String> {
        let mut all = Vec::new();
        for k in 1..4 {
            all.push(format!("moore[{k}]()"));
            all.extend((0..5).map(|a| format!("moore[{k}]({a})")));
            all.extend((0..16).map(|n| format!("moore[{k}]({},{})", n / 4, n % 4)));
            all.extend(
                (0..27).map(|n| format!("moore[{k}]({},{},{})", n / 9 + 1, n / 3 % 3, n % 3)),
            );
            all.extend(
                (0..36).map(|n| {
                    format!("moore[{k}]({},{},{},{})", n % 2, n / 2 % 3, n / 6 % 2, n / 12)
                }),
            );
            all.push(format!("moore[{k}](1,1,1,1,1)"));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;
    use crate::games::testing;

    fn tuple(heaps: &[u64]) -> Vec<Nat> {
        heaps.iter().copied().map(Nat::from).collect()
    }

    #[test]
    fn theory_agrees_with_the_rules() {
        for k in 1..=4u32 {
            let mut all = vec![vec![]];
            all.extend((0..8).map(|a| tuple(&[a])));
            all.extend((0..36).map(|n| tuple(&[n / 6, n % 6])));
            all.extend((0..125).map(|n| tuple(&[n / 25, n / 5 % 5, n % 5])));
            if k == 2 {
                all.extend((0..216).map(|n| tuple(&[n / 36 + 5, n / 6 % 6 + 5, n % 6 + 5])));
            }
            all.extend((0..81).map(|n| tuple(&[n / 27, n / 9 % 3, n / 3 % 3, n % 3])));
            all.extend([tuple(&[5, 0, 3, 4]), tuple(&[2, 1, 2, 1, 2])]);
            testing::check_theory(&Moore::new(k.into()), all, 8);
        }
        testing::check_round_trip(&MooreFamily);
    }

    #[test]
    fn winning_moves_of_wide_heaps_agree_with_enumeration() {
        for (k, heaps) in [(2u32, [9, 12, 14, 7]), (2, [8, 15, 1, 13]), (3, [5, 11, 6, 9])] {
            let game = Moore::new(k.into());
            let heaps = tuple(&heaps);
            let options = testing::enumerate(&game, &heaps);
            let mut expected: Vec<Move<Vec<Nat>>> =
                options.iter().filter(|option| game.is_p(&option.sum[0])).map(Move::from).collect();
            expected.sort();
            for max in [1, 7, 10_000] {
                let found = game.moves_to(&heaps, &Nat::ZERO, max, &Context::default());
                testing::check_found(&found.unwrap().unwrap(), &expected, max, "wide heaps");
            }
        }
    }

    #[test]
    fn past_the_limit_one_winning_move_is_told() {
        let game = Moore::new(7u8.into());
        let heaps: Vec<Nat> = (1..80u32).map(|i| Nat::from(i).pow(9)).collect();
        let context = Context::new(Limits { positions: 5000, ..Limits::default() });
        let found = game.moves_to(&heaps, &Nat::ZERO, 20, &context).unwrap().unwrap();
        assert_eq!(found.count, None);
        assert_eq!(found.listed.len(), 1);
        assert!(game.is_p(&found.listed[0].sum[0]));
    }

    #[test]
    fn parameters_are_checked() {
        for (text, error) in [
            ("moore(3)", "moore needs a parameter (1)"),
            ("moore[0](3)", "moore[0] is not a game (6)"),
        ] {
            assert_eq!(testing::read_error(&MooreFamily, text), error);
        }
    }
}
