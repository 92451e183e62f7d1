//! schuh: name divisors, none a multiple of one named before; whoever names 1 loses.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{Nat, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, board};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::tuples;
use std::borrow::Cow;
use std::sync::Arc;

/// Schuh's game of divisors: Chomp on the divisors of a number.
///
/// A move names a divisor d > 1 of n that is no multiple of a divisor named before. (In Schuh's words
/// whoever names 1 loses.) For a number with two primes it is Chomp on a rectangle of the exponents, for
/// three primes Chomp on a box.
///
/// # Theorems
/// 1. If one of the divisors left is a multiple of all others, the position is N by strategy stealing:
///    naming it removes it alone, and whatever answers that removes it too. So is every n > 1 at the
///    start.
/// 2. If all divisors left are powers of one prime, there are m of them and the value is m.
///
/// Other values and the winning moves are searched for.
///
/// # Complexity
/// O(d) for the theorems, d the number of divisors of n; a search of the ideals of divisors.
///
/// # Literature
/// F. Schuh, *Spel van delers*, Nieuw Tijdschrift voor Wiskunde 39 (1952), 299-304; D. Gale, *A curious
/// Nim-type game*, American Mathematical Monthly 81 (1974).
#[derive(Clone, Copy, Debug, Default)]
pub struct Schuh;

/// A number and divisors named.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Named {
    /// The number.
    pub n: u64,
    /// The divisors named so far of which none is a multiple of another, ascending.
    pub least: Vec<u64>,
}

/// Greater numbers are not read: their divisors are found by trial.
const MAX_NUMBER: u64 = 1_000_000_000_000;

/// The primes of a number and their powers, by trial division.
fn factors(n: u64) -> Vec<(u64, u32)> {
    let (mut rest, mut prime, mut found) = (n, 2, Vec::new());
    while prime * prime <= rest {
        let mut power = 0;
        while rest % prime == 0 {
            rest /= prime;
            power += 1;
        }
        if power > 0 {
            found.push((prime, power));
        }
        prime += 1 + prime % 2;
    }
    if rest > 1 {
        found.push((rest, 1));
    }
    found
}

/// All divisors of the product of these powers, ascending.
fn divisors(powers: &[(u64, u32)]) -> Vec<u64> {
    let mut all = vec![1];
    for &(prime, power) in powers {
        let known = all.clone();
        let mut factor = 1;
        for _ in 0..power {
            factor *= prime;
            all.extend(known.iter().map(|divisor| divisor * factor));
        }
    }
    all.sort_unstable();
    all
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Named {
    /// The game on a number of which nothing is named yet.
    ///
    /// # Panics
    /// If the number is 0 or above 10^12.
    pub fn start(n: u64) -> Self {
        assert!((1..=MAX_NUMBER).contains(&n), "from 1 to {MAX_NUMBER}");
        Self { n, least: Vec::new() }
    }

    /// The divisors that may be named, ascending.
    fn left(&self) -> Vec<u64> {
        let mut all = divisors(&factors(self.n));
        all.retain(|&d| d > 1 && self.least.iter().all(|&named| d % named != 0));
        all
    }

    /// What is left when a divisor is named.
    fn with(&self, divisor: u64) -> Self {
        let mut least: Vec<u64> =
            self.least.iter().copied().filter(|named| named % divisor != 0).collect();
        least.push(divisor);
        least.sort_unstable();
        Self { n: self.n, least }
    }

    /// The least common multiple of what is left, 1 if nothing is.
    fn common(left: &[u64]) -> u64 {
        left.iter().fold(1, |common, &d| common / gcd(common, d) * d)
    }
}

impl Ruleset for Schuh {
    type Position = Named;

    fn options(&self, named: &Named, out: &mut Options<Named>) -> Result<(), Full> {
        named.left().into_iter().try_for_each(|divisor| out.push([named.with(divisor)]))
    }

    fn heap_bytes(&self, named: &Named) -> usize {
        size_of_val(named.least.as_slice())
    }
}

impl Game for Schuh {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        const FORM: &str = "expected (n) or (n; d1,…), the divisors named so far after the ';'";
        let groups: Vec<_> = args.groups.iter().map(Vec::as_slice).collect();
        let ([[number]], list) = groups.split_at(1.min(groups.len())) else {
            return Err(ReadError::domain("one number belongs here", args.span).help(FORM));
        };
        if list.len() > 1 {
            return Err(ReadError::domain("there is no third list here", args.span).help(FORM));
        }
        let n = read::number(number)?;
        let Some(n) = to_u64(n).filter(|n| (1..=MAX_NUMBER).contains(n)) else {
            return Err(ReadError::domain(format!("{n} is out of bounds"), number.span)
                .help(format!("expected a number from 1 to {MAX_NUMBER}")));
        };
        let mut named = Named::start(n);
        for divisor in list.first().map_or(Ok(Vec::new()), |group| read::number_list(group))? {
            let Some(d) = to_u64(&divisor).filter(|&d| d > 1 && n % d == 0) else {
                let what = format!("{divisor} is not a divisor that can be named");
                return Err(ReadError::domain(what, args.span)
                    .help(format!("expected divisors of {n} greater than 1")));
            };
            if named.least.iter().all(|least| d % least != 0) {
                named = named.with(d);
            }
        }
        Ok(Placed::new(self, vec![named]))
    }

    fn print(&self, named: &Named) -> String {
        if named.least.is_empty() {
            return named.n.to_string();
        }
        format!("{}; {}", named.n, join(named.least.iter().map(ToString::to_string), ","))
    }

    fn print_move(&self, from: &Named, to: &Move<Named>) -> String {
        let new = to.sum.first().and_then(|to| to.least.iter().find(|d| !from.least.contains(d)));
        format!("name {}", new.copied().unwrap_or(0))
    }

    fn move_names(&self, from: &Named, to: &Move<Named>) -> Vec<String> {
        vec![self.print_move(from, to).trim_start_matches("name ").to_owned()]
    }

    fn heaps(&self, _: &Named) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, named: &Named) -> Vec<String> {
        let left = named.left().into_iter().map(|d| d.to_string());
        picture::list(std::iter::once("to be named:".to_owned()).chain(left), " ")
    }

    fn sketch(&self, named: &Named, moves: &[Offer<'_, Named>]) -> Option<Sketch> {
        let tile = |offer: &Offer<'_, Named>| {
            (offer.text.trim_start_matches("name ").to_owned(), offer.text.to_owned())
        };
        let heading = format!("divisors of {}", named.n);
        board::tiles(&heading, &moves.iter().map(tile).collect::<Vec<_>>())
    }

    fn known(&self, named: &Named, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        let left = named.left();
        let common = Named::common(&left);
        Ok(if factors(common).len() < 2 {
            Some(Known::Value(Nat::from(left.len())))
        } else if left.last() == Some(&common) {
            Some(Known::Nonzero)
        } else {
            None
        })
    }

    fn moves_to(
        &self,
        named: &Named,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Named>>, Stop> {
        let left = named.left();
        if factors(Named::common(&left)).len() > 1 {
            return Ok(None);
        }
        // A heap: naming the i-th power leaves i - 1 of them.
        let divisor = to_u64(target).and_then(|target| left.get(target as usize));
        Ok(Some(Found::all(tuples::single(divisor.map(|&d| named.with(d))), max)))
    }

    fn method(&self, named: &Named) -> Cow<'static, str> {
        let left = named.left();
        let common = Named::common(&left);
        if factors(common).len() < 2 {
            "powers of one prime: a heap of Nim"
        } else if left.last() == Some(&common) {
            "strategy stealing"
        } else {
            "search over the rules"
        }
        .into()
    }

    fn why(&self, named: &Named) -> Vec<String> {
        let left = named.left();
        let common = Named::common(&left);
        if factors(common).len() < 2 {
            vec![format!(
                "the divisors left are powers of one prime, {} in all, and naming one keeps the smaller ones: a heap of Nim",
                left.len()
            )]
        } else if left.last() == Some(&common) {
            vec![format!(
                "{common} is a multiple of all divisors left: either naming it wins, or the answer that beats it could have been named at once, as it removes this one too: N"
            )]
        } else {
            Vec::new()
        }
    }

    fn reachable(&self, named: &Named) -> Option<Nat> {
        // Any set of divisors with the same number of prime factors can be named.
        let factors_of = |d: &u64| factors(*d).iter().map(|&(_, power)| power).sum::<u32>();
        let mut counts: Vec<u32> = named.left().iter().map(factors_of).collect();
        counts.sort_unstable();
        let widest = counts.chunk_by(|a, b| a == b).map(<[u32]>::len).max().unwrap_or(0);
        Some((Nat::ONE << widest).max(Nat::from(counts.len() + 1)))
    }
}

/// The registry's row.
pub struct SchuhFamily;

static CARD: Card<'static> = Card {
    name: "schuh",
    params: "",
    position: "(n), n <= 10^12, or (n; d1,…): after ';' the divisors named so far",
    rules: "Name a divisor of n greater than 1 that is not a multiple of a divisor named before. (In Schuh's game whoever names 1 loses.)",
    theorem: "If one of the divisors left is a multiple of all others, the position is N by strategy stealing, so every n > 1 is. If the divisors left are m powers of one prime, the value is m. Otherwise by search.",
    source: "F. Schuh 1952, D. Gale 1974",
    cost: "O(number of divisors) for the theorem; search for moves and values",
    examples: &["schuh(72)", "schuh(60; 4) + nim(2)", "schuh(2^30)"],
};

impl Family for SchuhFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Schuh))
    }

    fn small(&self) -> Vec<String> {
        let mut all: Vec<String> = (1..25).map(|n| format!("schuh({n})")).collect();
        let texts = [
            "30",
            "36",
            "32; 4",
            "12; 2",
            "12; 4",
            "12; 3",
            "12; 6",
            "36; 6",
            "36; 4",
            "36; 4,9",
            "30; 6",
            "30; 2",
            "30; 2,3,5",
            "48; 12",
            "72; 12,18",
        ];
        all.extend(texts.iter().map(|text| format!("schuh({text})")));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut all: Vec<Named> = (1..40).map(Named::start).collect();
        for n in [36, 48, 60, 64, 72, 100, 30, 210] {
            for _ in 0..10 {
                let mut named = Named::start(n);
                for _ in 0..rng.usize(1..4) {
                    let left = named.left();
                    if let Some(&d) = left.get(rng.usize(..left.len().max(1))) {
                        named = named.with(d);
                    }
                }
                all.push(named);
            }
        }
        testing::check_theory(&Schuh, all, 6);
        testing::check_round_trip(&SchuhFamily);
    }

    #[test]
    fn two_primes_are_chomp_on_a_rectangle() {
        // The winning move in an m by n board of Chomp, for squares: the square next to the corner.
        let mut memo = crate::solve::Memo::default();
        let context = Context::default();
        for power in 1..4u32 {
            let start = Named::start(6u64.pow(power));
            let value = memo.value(&Schuh, &start.with(6), &context).unwrap().number();
            assert_eq!(value, Some(0), "6^{power}");
        }
    }

    #[test]
    fn divisors_and_positions_are_checked() {
        for n in 1..400u64 {
            let found = divisors(&factors(n));
            assert!(found.iter().copied().eq((1..=n).filter(|d| n % d == 0)), "{n}");
        }
        for (text, error) in [
            ("schuh(0)", "0 is out of bounds (7)"),
            ("schuh(12; 5)", "5 is not a divisor that can be named (6)"),
            ("schuh(12; 1)", "1 is not a divisor that can be named (6)"),
            ("schuh(12,5)", "one number belongs here (6)"),
            ("schuh(12; 2; 3)", "there is no third list here (6)"),
        ] {
            assert_eq!(testing::read_error(&SchuhFamily, text), error);
        }
    }
}
