//! divisor-game: choose a remaining number, remove it and all its remaining divisors.

mod numbers;

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{Nat, parse, to_u64};
use crate::outcome::Outcome;
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, board};
use crate::sorting::order;
use crate::syntax::{Args, Component, ReadError};
use crate::theory::divisor_sets::DivisorSets;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use numbers::{DIVISORS, dense_options, divides, print_list};

pub use numbers::Numbers;

/// The divisor game; a position is the set of the numbers that remain.
///
/// If a remaining number d divides all others, the position is N by strategy stealing: either
/// taking d alone wins, or some answer x to it does, and then x wins at once, because taking x
/// removes d too. The argument names no move; the moves and Grundy values are searched for. It
/// needs such a d: {2,3} is P. Numbers that neither divide nor are divided by another remaining
/// one are heaps of one: they only count by parity. Sets of up to 128 numbers are searched part by
/// part ([`DivisorSets`]), as far as the limits allow: 1..80 takes seconds.
///
/// # Complexity
/// O(k^2) for the theory on k numbers, O(1) on 1..n; the search as [`DivisorSets`] says.
///
/// # The first moves that win 1..n
/// | n | moves | n | moves | n | moves |
/// |---|---|---|---|---|---|
/// | 1 | 1 | 21 | 4 6 9 21 | 41 | 4 |
/// | 2 | 2 | 22 | 3 8 10 22 | 42 | 2 |
/// | 3 | 1 | 23 | 16 18 | 43 | 42 |
/// | 4 | 2 | 24 | 8 11 18 20 | 44 | 20 21 28 |
/// | 5 | 4 | 25 | 5 7 8 | 45 | 25 42 44 |
/// | 6 | 5 6 | 26 | 6 9 17 19 23 | 46 | 18 27 |
/// | 7 | 1 | 27 | 5 6 16 27 | 47 | 9 24 |
/// | 8 | 2 5 7 | 28 | 1 | 48 | 24 34 38 46 |
/// | 9 | 2 5 7 | 29 | 12 17 19 23 29 | 49 | 3 44 |
/// | 10 | 4 6 | 30 | 12 15 | 50 | 10 14 18 |
/// | 11 | 8 10 | 31 | 10 14 21 | 51 | 10 14 18 |
/// | 12 | 2 5 | 32 | 21 28 | 52 | 32 42 |
/// | 13 | 6 | 33 | 13 21 28 | 53 | 16 40 |
/// | 14 | 10 11 12 13 14 | 34 | 1 | 54 | 6 14 16 |
/// | 15 | 12 | 35 | 1 | 55 | 5 6 14 16 26 33 44 |
/// | 16 | 14 | 36 | 10 22 33 | 56 | 2 39 |
/// | 17 | 10 | 37 | 4 26 30 34 | 57 | 2 39 |
/// | 18 | 5 | 38 | 11 12 | 58 | 12 16 34 38 |
/// | 19 | 12 14 | 39 | 12 | 59 | 26 32 46 58 |
/// | 20 | 4 5 6 9 | 40 | 2 | 60 | 12 21 54 |
///
/// # Literature
/// Strategy stealing in divisor games goes back to F. Schuh, *Spel van delers*, Nieuw Tijdschrift
/// voor Wiskunde 39 (1952).
#[derive(Clone, Debug, Default)]
pub struct DivisorGame {
    /// What was found out by search, the latest first.
    sets: Arc<Mutex<Vec<DivisorSets>>>,
}

/// So many sets are remembered with the values of their subsets.
const REMEMBERED: usize = 8;

impl DivisorGame {
    /// The value by search.
    fn search(&self, numbers: &Numbers, context: &Context<'_>) -> Result<u64, Stop> {
        let refused =
            || Stop::Refused(format!("sets of at most {} numbers are searched", DivisorSets::MAX));
        if numbers.has_more_than(DivisorSets::MAX) {
            return Err(refused());
        }
        let list = numbers.list();
        let mut known = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((sets, set)) = known.iter_mut().find_map(|sets| {
            let set = sets.subset(&list)?;
            Some((sets, set))
        }) {
            return sets.value(set, context);
        }
        let mut sets = DivisorSets::new(&list).ok_or_else(refused)?;
        let value = sets.subset(&list).map_or(Ok(0), |set| sets.value(set, context));
        known.truncate(REMEMBERED - 1);
        known.insert(0, sets);
        value
    }

    /// The value, if it was found by search before.
    fn found(&self, numbers: &Numbers) -> Option<u64> {
        if numbers.has_more_than(DivisorSets::MAX) {
            return None;
        }
        let list = numbers.list();
        let known = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find_map(|sets| sets.found(sets.subset(&list)?))
    }
}

/// How many numbers a set may have for its pairs to be looked at in a proof.
const MAX_PAIRS: usize = 2000;

impl Ruleset for DivisorGame {
    type Position = Numbers;

    fn options(&self, numbers: &Numbers, out: &mut Options<Numbers>) -> Result<(), Full> {
        match numbers {
            Numbers::Small(set) => {
                let mut rest = *set;
                while rest != 0 {
                    let chosen = rest.trailing_zeros();
                    rest &= rest - 1;
                    out.push([Numbers::Small(set & !DIVISORS[chosen as usize])])?;
                }
                Ok(())
            }
            Numbers::Sparse(list) => list.iter().try_for_each(|chosen| {
                let left = list.iter().filter(|a| !divides(a, chosen)).cloned();
                out.push([Numbers::from_sorted(left.collect())])
            }),
            Numbers::Dense(n, missing) => dense_options(n, missing, out),
        }
    }

    fn heap_bytes(&self, numbers: &Numbers) -> usize {
        match numbers {
            Numbers::Small(_) => 0,
            Numbers::Sparse(list) | Numbers::Dense(_, list) => {
                let long = |n: &Nat| n.as_words().len().saturating_sub(2) * 8;
                list.iter().map(|n| size_of::<Nat>() + long(n)).sum()
            }
        }
    }
}

/// What theory sees in a set.
enum Shape {
    /// No number divides another.
    Antichain(usize),
    /// The number divides all others, but for so many isolated numbers.
    Star(Nat, usize),
    Other,
}

fn shape(numbers: &Numbers) -> Shape {
    if let Some(n) = numbers.whole()
        && n > Nat::ONE
    {
        return Shape::Star(Nat::ONE, 0);
    }
    if numbers.has_more_than(MAX_PAIRS) {
        let least = match numbers {
            Numbers::Sparse(list) => &list[0],
            _ => &Nat::ONE,
        };
        // A dense set that has kept 1: 1 divides all.
        let divides_all = match numbers {
            Numbers::Sparse(list) => list.iter().all(|a| divides(least, a)),
            Numbers::Dense(_, missing) => missing.first() != Some(least),
            Numbers::Small(_) => false,
        };
        return if divides_all { Shape::Star(least.clone(), 0) } else { Shape::Other };
    }
    let list = numbers.list();
    let mut related = vec![false; list.len()];
    for (i, a) in list.iter().enumerate() {
        for (j, b) in list.iter().enumerate().skip(i + 1) {
            if divides(a, b) {
                (related[i], related[j]) = (true, true);
            }
        }
    }
    let isolated = related.iter().filter(|&&related| !related).count();
    let mut bound = list.iter().zip(&related).filter(|&(_, &related)| related).map(|(a, _)| a);
    match bound.next() {
        None => Shape::Antichain(isolated),
        Some(least) if bound.all(|a| divides(least, a)) => Shape::Star(least.clone(), isolated),
        Some(_) => Shape::Other,
    }
}

impl Game for DivisorGame {
    fn title(&self) -> String {
        "divisor-game".into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let expected = "expected divisor-game(n) or divisor-game(set(a1,a2,…))";
        let [arg] = read::one_group(args)? else {
            return Err(
                ReadError::domain("one number or one set belongs here", args.span).help(expected)
            );
        };
        if let Some(n) = arg.number() {
            return Ok(Placed::new(self, vec![Numbers::up_to(n.clone())]));
        }
        let set = arg.item().filter(|item| item.name() == Some("set") && item.params.is_none());
        let Some(args) = set.and_then(|set| set.args.as_ref()) else {
            return Err(
                ReadError::domain("this is neither a number nor a set", arg.span).help(expected)
            );
        };
        let mut list = read::numbers(args)?;
        if list.iter().any(Nat::is_zero) {
            return Err(ReadError::domain("0 cannot be in the set", args.span)
                .help("expected positive numbers: every number divides 0"));
        }
        list.sort_unstable();
        let typed = list.len();
        list.dedup();
        let repeats = typed - list.len();
        let mut placed = Placed::new(self, vec![Numbers::from_sorted(list)]);
        if repeats > 0 {
            placed.notes.push(format!("repeated numbers count once: {repeats} left out"));
        }
        Ok(placed)
    }

    fn picture(&self, numbers: &Numbers) -> Vec<String> {
        match numbers.whole() {
            Some(n) => match to_u64(&n) {
                Some(n) if n <= 100 => picture::list((1..=n).map(|i| i.to_string()), " "),
                _ => Vec::new(),
            },
            None => picture::list([print_list(numbers)], ""),
        }
    }

    fn print(&self, numbers: &Numbers) -> String {
        match numbers.whole() {
            Some(n) => n.to_string(),
            None => format!("set({})", print_list(numbers)),
        }
    }

    fn sketch(&self, _: &Numbers, moves: &[Offer<'_, Numbers>]) -> Option<Sketch> {
        // Every number that is left can be chosen.
        let number = |offer: &Offer<'_, Numbers>| {
            let chosen = offer.text.split(' ').nth(1)?;
            parse(chosen)
        };
        let numbers: Vec<Nat> = moves.iter().map(number).collect::<Option<_>>()?;
        let order = order(numbers.len(), &|i, j| numbers[i].cmp(&numbers[j]));
        let tile = |&i: &usize| (numbers[i].to_string(), format!("choose {}", numbers[i]));
        let tiles: Vec<_> = order.iter().map(tile).collect();
        let mut sketch = board::tiles("", &tiles)?;
        // The tiles lie in the order of the numbers, the moves in that of their results.
        let mut gestures = vec![Vec::new(); moves.len()];
        for (at, gesture) in order.into_iter().zip(std::mem::take(&mut sketch.gestures)) {
            gestures[at] = gesture;
        }
        sketch.gestures = gestures;
        Some(sketch)
    }

    fn move_count(&self, numbers: &Numbers) -> Option<usize> {
        Some(match numbers {
            Numbers::Small(set) => set.count_ones() as usize,
            Numbers::Sparse(list) => list.len(),
            Numbers::Dense(most, missing) => {
                to_u64(most).map_or(usize::MAX, |most| most as usize - missing.len())
            }
        })
    }

    fn print_move(&self, from: &Numbers, to: &Move<Numbers>) -> String {
        // What is left of a set tells the choice: the greatest number that is gone.
        let chosen = match (from, &*to.sum) {
            (Numbers::Small(from), [Numbers::Small(left)]) => {
                (64 - (from & !left).leading_zeros()).to_string()
            }
            (from, [left]) => {
                let kept = left.list();
                let gone = from.list().into_iter().rev().find(|a| kept.binary_search(a).is_err());
                gone.unwrap_or_default().to_string()
            }
            _ => String::new(),
        };
        let left = to.sum.iter().map(|left| self.print(left));
        format!("choose {chosen} -> {}", join(left, " + "))
    }

    fn heaps(&self, _: &Numbers) -> Vec<Nat> {
        Vec::new()
    }

    fn move_names(&self, from: &Numbers, to: &Move<Numbers>) -> Vec<String> {
        let text = self.print_move(from, to);
        text.split(' ').nth(1).map(str::to_owned).into_iter().collect()
    }

    fn known(&self, numbers: &Numbers, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        let shape = shape(numbers);
        if let Shape::Antichain(count) = shape {
            return Ok(Some(Known::Value(Nat::from(count % 2))));
        }
        match (self.search(numbers, context), shape) {
            (Ok(value), _) => Ok(Some(Known::Value(value.into()))),
            (Err(Stop::Limit { .. } | Stop::Refused(_)), Shape::Star(_, isolated))
                if isolated % 2 == 0 =>
            {
                Ok(Some(Known::Nonzero))
            }
            (Err(Stop::Refused(_)), _) => Ok(None),
            (Err(stop), _) => Err(stop),
        }
    }

    fn outcome(&self, numbers: &Numbers, _: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        Ok(match shape(numbers) {
            Shape::Antichain(count) => Some(Outcome::of(count % 2 == 1)),
            Shape::Star(_, isolated) if isolated % 2 == 0 => Some(Outcome::N),
            Shape::Star(..) | Shape::Other => None,
        })
    }

    fn moves_to(
        &self,
        numbers: &Numbers,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Numbers>>, Stop> {
        let hopeless = self
            .reachable(numbers)
            .is_some_and(|bound| bound > Nat::from(context.limits.positions));
        match shape(numbers) {
            Shape::Antichain(count) => {
                // Every choice removes the chosen number alone.
                if Nat::from((count + 1) % 2) != *target || count == 0 {
                    return Ok(Some(Found::default()));
                }
                let mut options = Options::default();
                let _ = self.options(numbers, &mut options);
                Ok(Some(Found::all(options.iter().map(Move::from).collect(), max)))
            }
            _ => match self.search(numbers, context) {
                Ok(_) => Ok(None),
                // The options are out of reach of a search too: what is left after a choice has
                // nearly as many maximal numbers.
                Err(Stop::Limit { .. }) => Ok(Some(Found { count: None, listed: Vec::new() })),
                Err(Stop::Refused(_)) if hopeless => {
                    Ok(Some(Found { count: None, listed: Vec::new() }))
                }
                Err(Stop::Refused(_)) => Ok(None),
                Err(stop) => Err(stop),
            },
        }
    }

    fn table_end(&self) -> Option<u64> {
        Some(49)
    }

    fn method(&self, numbers: &Numbers) -> Cow<'static, str> {
        match shape(numbers) {
            Shape::Antichain(_) => "parity: no number divides another".into(),
            Shape::Star(_, isolated) if isolated % 2 == 0 => match self.found(numbers) {
                Some(_) => "strategy stealing; value by search of the connected parts".into(),
                None => "strategy stealing".into(),
            },
            Shape::Star(..) | Shape::Other => "search of the connected parts".into(),
        }
    }

    fn by_options(&self, numbers: &Numbers) -> bool {
        !matches!(shape(numbers), Shape::Antichain(_)) && self.found(numbers).is_some()
    }

    fn why(&self, numbers: &Numbers) -> Vec<String> {
        match shape(numbers) {
            Shape::Antichain(count) => vec![format!(
                "no number left divides another, so each move removes one number, and {count} {} left: the value is {count} mod 2 = {}",
                if count == 1 { "is" } else { "are" },
                count % 2
            )],
            Shape::Star(d, isolated) if isolated % 2 == 0 => {
                let mut why = vec![format!(
                    "{d} divides all the others: if choosing {d} alone does not win, some reply x to it does, and choosing x at once leaves the same numbers; so the position is N (strategy stealing; it does not tell which move wins)"
                )];
                if isolated > 0 {
                    why.push(format!(
                        "the {isolated} numbers without divisors or multiples cancel in pairs"
                    ));
                }
                why
            }
            Shape::Star(..) | Shape::Other => Vec::new(),
        }
    }

    /// Two to the number of remaining numbers without a remaining multiple: chosen one after the
    /// other, any set of them can be made to disappear while the others stay.
    fn reachable(&self, numbers: &Numbers) -> Option<Nat> {
        let maximal = match numbers {
            Numbers::Small(set) => {
                let divided = |b: u32| set >> b & 1 == 1;
                let multiple = |a: usize| {
                    (0..64)
                        .any(|b| b as usize > a && divided(b) && DIVISORS[b as usize] >> a & 1 == 1)
                };
                (0..64).filter(|&a| divided(a as u32) && !multiple(a)).count()
            }
            // Of 1..=n the numbers above n/2 have no multiple.
            Numbers::Dense(n, missing) => {
                let top = n - n / 2u8;
                let top = to_u64(&top).map_or(1000, |top| top.min(1000)) as usize;
                top.saturating_sub(missing.len())
            }
            Numbers::Sparse(list) if list.len() <= MAX_PAIRS => list
                .iter()
                .enumerate()
                .filter(|(i, a)| !list[i + 1..].iter().any(|b| divides(a, b)))
                .count()
                .min(1000),
            Numbers::Sparse(_) => return None,
        };
        Some(Nat::ONE << maximal)
    }
}

/// The registry's row.
pub struct DivisorGameFamily;

static CARD: Card<'static> = Card {
    name: "divisor-game",
    params: "",
    position: "(n) for the numbers 1..n, or (set(a1,…))",
    rules: "Choose a remaining number and remove it and all its remaining divisors.",
    theorem: "N if a remaining number divides all the others (strategy stealing; no move is named); if no number divides another, the value is the parity of their number. Moves and values by search of the parts that divisors connect, up to 128 numbers.",
    source: "strategy stealing as in F. Schuh 1952",
    cost: "outcome O(1) for (n), O(k^2) for k numbers; values and moves by search: 1..40 at once, 1..80 in seconds",
    examples: &["divisor-game(12)", "divisor-game(set(2,3,5,6,10,15))"],
};

impl Family for DivisorGameFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(DivisorGame::default()))
    }

    fn small(&self) -> Vec<String> {
        let mut all: Vec<_> = (0..=11).map(|n| format!("divisor-game({n})")).collect();
        // Every subset of these, the empty one included.
        let base = [1u32, 2, 3, 4, 6, 12];
        for bits in 0..1u32 << base.len() {
            let chosen = (0..base.len()).filter(|i| bits >> i & 1 == 1);
            let list = join(chosen.map(|i| base[i].to_string()), ",");
            all.push(format!("divisor-game(set({list}))"));
        }
        for list in ["2,3,5", "2,4,9", "4,6,9,18,36", "2,70,140", "7,65,130,91", "2..9"] {
            all.push(format!("divisor-game(set({list}))"));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing::{check_round_trip_where, check_theory, place, read_error};

    fn set(list: &[u64]) -> Numbers {
        Numbers::from_sorted(list.iter().map(|&a| a.into()).collect())
    }

    #[test]
    fn theory_is_that_of_the_rules() {
        let all = (0..1u64 << 10).map(Numbers::Small);
        check_theory(&DivisorGame::default(), all, 2);
        let spread = (0..1u64 << 12).step_by(37).map(|set| Numbers::Small(set << 3 | set << 20));
        check_theory(&DivisorGame::default(), spread, 2);
        let large = [&[2, 70, 140][..], &[7, 65, 91, 130], &[1, 100], &[65, 66, 67, 68]];
        check_theory(&DivisorGame::default(), large.iter().map(|list| set(list)), 2);
    }

    #[test]
    fn two_and_three_are_a_p_position() {
        let known = DivisorGame::default().known(&set(&[2, 3]), &Context::default()).unwrap();
        assert_eq!(known, Some(Known::Value(Nat::ZERO)));
    }

    /// The same game on plain lists.
    fn naive_options(list: &[u64]) -> Vec<Vec<u64>> {
        let left =
            |chosen: u64| list.iter().copied().filter(|a| !chosen.is_multiple_of(*a)).collect();
        list.iter().map(|&chosen| left(chosen)).collect()
    }

    #[test]
    fn the_three_forms_of_a_set_play_alike() {
        let full: Vec<u64> = (1..=70).collect();
        let holes: Vec<u64> = (1..=90).filter(|a| a % 3 != 0).collect();
        let thin: Vec<u64> = (1..=90).filter(|a| a % 5 == 0).collect();
        let edge: Vec<u64> = (1..=64).chain([66]).collect();
        for list in [full, holes, thin, edge] {
            let mut options = Options::default();
            DivisorGame::default().options(&set(&list), &mut options).unwrap();
            let mut got: Vec<_> = options.iter().map(|o| o.sum.to_vec()).collect();
            let mut expected: Vec<_> =
                naive_options(&list).iter().map(|left| vec![set(left)]).collect();
            got.sort();
            expected.sort();
            assert_eq!(got, expected);
            let text = format!("divisor-game({})", DivisorGame::default().print(&set(&list)));
            assert!(place(&DivisorGameFamily, &text).unwrap().equal(0, &set(&list)), "{text}");
        }
    }

    #[test]
    fn the_winning_first_moves_are_those_of_the_table() {
        let (game, context) = (DivisorGame::default(), Context::default());
        let winning = |n: u8| -> Vec<u64> {
            let all = Numbers::up_to(n.into());
            let Some(Known::Value(value)) = game.known(&all, &context).unwrap() else {
                panic!("1..{n} has no value")
            };
            assert!(!value.is_zero());
            let list: Vec<u64> = (1..=n.into()).collect();
            let wins = |x: &u64| {
                let left: Vec<u64> =
                    list.iter().copied().filter(|a| !x.is_multiple_of(*a)).collect();
                game.known(&set(&left), &context).unwrap() == Some(Known::Value(Nat::ZERO))
            };
            list.iter().copied().filter(wins).collect()
        };
        assert_eq!(winning(20), [4, 5, 6, 9]);
        assert_eq!(winning(28), [1]);
        assert_eq!(winning(40), [2]);
        assert_eq!(winning(45), [25, 42, 44]);
    }

    #[test]
    fn huge_positions_are_n_at_once() {
        let position = Numbers::up_to(Nat::from(10u8).pow(1000));
        let context = Context::default();
        assert_eq!(
            DivisorGame::default().known(&position, &context).unwrap(),
            Some(Known::Nonzero)
        );
        let found =
            DivisorGame::default().moves_to(&position, &Nat::ZERO, 20, &context).unwrap().unwrap();
        assert_eq!(found.count, None);
        let mut few = Options::with_capacity_limit(3);
        assert_eq!(DivisorGame::default().options(&position, &mut few), Err(Full));
        assert!(
            DivisorGame::default()
                .print(&few.iter().next().unwrap().sum[0])
                .starts_with("set(2..1000")
        );
    }

    #[test]
    fn printed_text_reads_back_and_wrong_text_is_refused() {
        check_round_trip_where(&DivisorGameFamily, |text| !text.contains("set"));
        read_error(&DivisorGameFamily, "divisor-game(set(0,1))");
        read_error(&DivisorGameFamily, "divisor-game(1,2)");
        read_error(&DivisorGameFamily, "divisor-game(rows(1))");
        let notes = place(&DivisorGameFamily, "divisor-game(set(2,3,2))").unwrap();
        assert_eq!(notes.notes().len(), 1);
    }
}
