//! divisor-game: choose a remaining number, remove it and all its remaining divisors.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Placed, erase, join};
use crate::nat::{self, Nat, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// The divisor game; a position is the set of the numbers that remain.
///
/// If a remaining number d divides all others, the position is N by strategy stealing: either
/// taking d alone wins, or some answer x to it does, and then x wins at once, because taking x
/// removes d too. The argument names no move; the moves and Grundy values are searched for. It
/// needs such a d: {2,3} is P. Numbers that neither divide nor are divided by another remaining
/// one are heaps of one: they only count by parity.
///
/// # Complexity
/// O(k^2) for the theory on k numbers, O(1) on 1..n; the search meets up to 2^k positions.
///
/// # Literature
/// Strategy stealing in divisor games goes back to F. Schuh, *Spel van delers*, Nieuw Tijdschrift
/// voor Wiskunde 39 (1952).
#[derive(Clone, Copy, Debug, Default)]
pub struct DivisorGame;

/// A set of positive numbers; each set has one form only.
///
/// Sets within 1..=64 compare as binary numbers, in which the numbers 1, 2, 3, … are the bits from
/// the lowest up; after them come the others.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Numbers {
    /// A set within 1..=64: bit a-1 stands for a.
    Small(u64),
    /// A set with a greater number, at most half full: the numbers in increasing order.
    Sparse(Box<[Nat]>),
    /// A set with a greater number, more than half full: the greatest number, and in increasing
    /// order those below it that are missing.
    Dense(Nat, Box<[Nat]>),
}

/// How many numbers a set may have for its pairs to be looked at in a proof.
const MAX_PAIRS: usize = 2000;

/// The divisors of 1..=64 as sets: entry a-1 for a.
static DIVISORS: [u64; 64] = {
    let mut divisors = [0; 64];
    let mut a = 1;
    while a <= 64 {
        let mut d = 1;
        while d <= a {
            if a % d == 0 {
                divisors[a - 1] |= 1 << (d - 1);
            }
            d += 1;
        }
        a += 1;
    }
    divisors
};

fn divides(d: &Nat, a: &Nat) -> bool {
    (a % d).is_zero()
}

impl Numbers {
    /// The set of the numbers 1..=n.
    pub fn up_to(n: Nat) -> Self {
        match to_u64(&n) {
            Some(n @ 0..=63) => Self::Small((1 << n) - 1),
            Some(64) => Self::Small(u64::MAX),
            _ => Self::Dense(n, Box::default()),
        }
    }

    /// The set of these positive numbers, given in increasing order without repeats.
    fn from_sorted(list: Vec<Nat>) -> Self {
        let Some(greatest) = list.last() else { return Self::Small(0) };
        if let Some(1..=64) = to_u64(greatest) {
            let bit = |a: &Nat| 1 << (to_u64(a).unwrap_or(1) - 1);
            return Self::Small(list.iter().map(bit).fold(0, |set, bit| set | bit));
        }
        if Nat::from(list.len()) * 2u8 <= *greatest {
            return Self::Sparse(list.into());
        }
        let mut missing = Vec::new();
        let mut next = Nat::ONE;
        for a in &list {
            missing.extend(nat::range(next, a.clone()));
            next = a + 1u8;
        }
        Self::Dense(greatest.clone(), missing.into())
    }

    /// The set 1..=n without the numbers of `missing`, which is increasing.
    fn without(mut n: Nat, mut missing: Vec<Nat>) -> Self {
        while missing.last().is_some_and(|last| *last == n) {
            missing.pop();
            n -= 1u8;
        }
        let small = n <= Nat::from(64u8);
        if !small && Nat::from(missing.len()) * 2u8 < n {
            return Self::Dense(n, missing.into());
        }
        Self::from_sorted(others(&n, &missing).collect())
    }

    /// n, if these are the numbers 1..=n.
    fn whole(&self) -> Option<Nat> {
        match self {
            Self::Small(set) if set & set.wrapping_add(1) == 0 => Some(set.count_ones().into()),
            Self::Dense(n, missing) if missing.is_empty() => Some(n.clone()),
            _ => None,
        }
    }

    /// The numbers in increasing order.
    fn list(&self) -> Vec<Nat> {
        match self {
            Self::Small(set) => {
                (1..=64u8).filter(|a| set >> (a - 1) & 1 == 1).map(Nat::from).collect()
            }
            Self::Sparse(list) => list.to_vec(),
            Self::Dense(n, missing) => others(n, missing).collect(),
        }
    }

    fn has_more_than(&self, count: usize) -> bool {
        match self {
            Self::Small(set) => set.count_ones() as usize > count,
            Self::Sparse(list) => list.len() > count,
            Self::Dense(n, missing) => *n > Nat::from(count) + missing.len(),
        }
    }
}

/// The numbers 1..=n that are not `missing`, which is increasing.
fn others(n: &Nat, missing: &[Nat]) -> impl Iterator<Item = Nat> {
    let mut gone = missing.iter().peekable();
    nat::range(Nat::ONE, n + 1u8).filter(move |a| gone.next_if(|&gone| gone == a).is_none())
}

/// Pushes what is left of 1..=n without `missing` after each choice.
fn dense_options(n: &Nat, missing: &[Nat], out: &mut Options<Numbers>) -> Result<(), Full> {
    others(n, missing).try_for_each(|chosen| {
        let mut after = missing.to_vec();
        // Divisors in pairs d, chosen/d: the square root bounds the work.
        let mut d = Nat::ONE;
        while &d * &d <= chosen {
            if divides(&d, &chosen) {
                after.push(&chosen / &d);
                after.push(d.clone());
            }
            d += 1u8;
        }
        after.sort();
        after.dedup();
        out.push([Numbers::without(n.clone(), after)])
    })
}

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
                ReadError::domain("one number or one set stands here", args.span).help(expected)
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
        list.sort();
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

    fn known(&self, numbers: &Numbers, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(match shape(numbers) {
            Shape::Antichain(count) => Some(Known::Value(Nat::from(count % 2))),
            Shape::Star(_, isolated) if isolated % 2 == 0 => Some(Known::Nonzero),
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
            // The options are out of reach of a search too: what is left after a choice has
            // nearly as many maximal numbers.
            _ if hopeless => Ok(Some(Found { count: None, listed: Vec::new() })),
            _ => Ok(None),
        }
    }

    fn method(&self, numbers: &Numbers) -> Cow<'static, str> {
        match shape(numbers) {
            Shape::Antichain(_) => "parity: no number divides another".into(),
            Shape::Star(_, isolated) if isolated % 2 == 0 => "strategy stealing".into(),
            Shape::Star(..) | Shape::Other => "search".into(),
        }
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

/// The numbers as they are typed, runs of three and more as ranges.
fn print_list(numbers: &Numbers) -> String {
    let mut runs: Vec<(Nat, Nat)> = Vec::new();
    let mut add = |from: Nat, to: Nat| {
        if from <= to {
            runs.push((from, to));
        }
    };
    match numbers {
        Numbers::Dense(n, missing) => {
            let mut next = Nat::ONE;
            for gone in missing {
                if next < *gone {
                    add(next, gone - 1u8);
                }
                next = gone + 1u8;
            }
            add(next, n.clone());
        }
        _ => numbers.list().into_iter().for_each(|a| add(a.clone(), a)),
    }
    let texts = runs.iter().map(|(from, to)| match to - from {
        none if none.is_zero() => from.to_string(),
        one if one.is_one() => format!("{from},{to}"),
        _ => format!("{from}..{to}"),
    });
    join(texts, ",")
}

/// The registry's row.
pub struct DivisorGameFamily;

static CARD: Card<'static> = Card {
    name: "divisor-game",
    params: "",
    position: "(n) for the numbers 1..n, or (set(a1,…))",
    rules: "Choose a remaining number and remove it and all its remaining divisors.",
    theorem: "N if a remaining number divides all the others (strategy stealing; no move is named); if no number divides another, the value is the parity of their number. Moves and values by search.",
    source: "strategy stealing as in F. Schuh 1952",
    cost: "outcome O(1) for (n), O(k^2) for k numbers; values and moves up to 2^k positions",
    examples: &["divisor-game(12)", "divisor-game(set(2,3,5,6,10,15))"],
};

impl Family for DivisorGameFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(DivisorGame))
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
        check_theory(&DivisorGame, all, 2);
        let spread = (0..1u64 << 12).step_by(37).map(|set| Numbers::Small(set << 3 | set << 20));
        check_theory(&DivisorGame, spread, 2);
        let large = [&[2, 70, 140][..], &[7, 65, 91, 130], &[1, 100], &[65, 66, 67, 68]];
        check_theory(&DivisorGame, large.iter().map(|list| set(list)), 2);
    }

    #[test]
    fn two_and_three_are_a_p_position() {
        let known = DivisorGame.known(&set(&[2, 3]), &Context::default()).unwrap();
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
            DivisorGame.options(&set(&list), &mut options).unwrap();
            let mut got: Vec<_> = options.iter().map(|o| o.sum.to_vec()).collect();
            let mut expected: Vec<_> =
                naive_options(&list).iter().map(|left| vec![set(left)]).collect();
            got.sort();
            expected.sort();
            assert_eq!(got, expected);
            let text = format!("divisor-game({})", DivisorGame.print(&set(&list)));
            assert!(place(&DivisorGameFamily, &text).unwrap().equal(0, &set(&list)), "{text}");
        }
    }

    #[test]
    fn huge_positions_are_n_at_once() {
        let position = Numbers::up_to(Nat::from(10u8).pow(1000));
        let context = Context::default();
        assert_eq!(DivisorGame.known(&position, &context).unwrap(), Some(Known::Nonzero));
        let found = DivisorGame.moves_to(&position, &Nat::ZERO, 20, &context).unwrap().unwrap();
        assert_eq!(found.count, None);
        let mut few = Options::with_capacity_limit(3);
        assert_eq!(DivisorGame.options(&position, &mut few), Err(Full));
        assert!(DivisorGame.print(&few.iter().next().unwrap().sum[0]).starts_with("set(2..1000"));
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
