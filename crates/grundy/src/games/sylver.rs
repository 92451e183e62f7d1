//! sylver: Sylver coinage, from positions without a common divisor.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{Nat, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, board};
use crate::syntax::{Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// Sylver coinage.
///
/// A move names a positive integer that is no sum of numbers named before, each as often as one
/// likes. Whoever names 1 loses; here 1 is never named, and whoever cannot name another number loses, which is the
/// same. A position is told by the numbers named that are no sums of others, the generators of a
/// numerical semigroup. Its gaps are the numbers that may be named, finitely many if the generators
/// have no common divisor; other positions are refused, for the length of play is not bounded there.
///
/// # Theorem
/// Let t > 1 be the greatest gap. If after any other gap x > 1 is named t is no gap any more, the
/// position is N by strategy stealing: naming t removes t alone, and whatever wins against that, or x
/// being named at once, leads to the same position. Two generators a and b are such a position, unless
/// t = 1, that is for (2,3): t = ab - a - b, and for every gap x the number t - x is a sum.
///
/// Of the first moves, primes from 5 on win, all other numbers with a prime factor from 5 on lose, and
/// of the products of 2s and 3s all small ones lose (R. L. Hutchings); they are not played here.
///
/// # Complexity
/// O(gaps) for the theorem, up to a factor that is logarithmic; the winning moves and all other
/// positions are searched.
///
/// # Literature
/// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* ch. 18 (1982).
#[derive(Clone, Copy, Debug, Default)]
pub struct Sylver;

/// The numbers from 2 on that may be named: bit n of the words, of which the last is not 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Gaps(Vec<u64>);

/// Greater numbers are not read.
const MAX_NUMBER: u64 = 2000;

/// Adds to a set of bits, up to its end, all numbers of it plus `by`.
fn add_shifted(bits: &mut [u64], by: usize) {
    let (words, rest) = (by / 64, by % 64);
    for i in (words..bits.len()).rev() {
        let low = bits[i - words] << rest;
        let high = match (rest, i.checked_sub(words + 1)) {
            (1.., Some(below)) => bits[below] >> (64 - rest),
            _ => 0,
        };
        bits[i] |= low | high;
    }
}

impl Gaps {
    /// What is left when these numbers are named, which have no common divisor.
    ///
    /// # Panics
    /// If they are 0 or 1, or if a common divisor shows.
    pub fn of(named: &[u32]) -> Self {
        assert!(named.iter().all(|&n| n > 1) && named.iter().copied().fold(0, gcd) == 1);
        let least = named.iter().copied().min().unwrap_or(0) as usize;
        let most = named.iter().copied().max().unwrap_or(0) as usize;
        // The greatest gap is less than the product of the least and the greatest number (A. Brauer
        // 1942).
        let mut sums = vec![0u64; least * most / 64 + 1];
        sums[0] = 1;
        for &n in named {
            Self::close(&mut sums, n as usize);
        }
        sums[0] |= 2;
        Self::trimmed(sums.into_iter().map(|word| !word).collect())
    }

    /// Adds to a set of sums all that a further number makes.
    fn close(sums: &mut [u64], number: usize) {
        // Up to 1, 3, 7, … times the number.
        let mut by = number;
        while by < 64 * sums.len() {
            add_shifted(sums, by);
            by *= 2;
        }
    }

    fn trimmed(mut words: Vec<u64>) -> Self {
        while words.last() == Some(&0) {
            words.pop();
        }
        Self(words)
    }

    /// What is left when a number is named.
    fn with(&self, number: usize) -> Self {
        let mut sums: Vec<u64> = self.0.iter().map(|word| !word).collect();
        // 1 is no sum, though it may not be named.
        sums[0] &= !2;
        Self::close(&mut sums, number);
        sums[0] |= 2;
        Self::trimmed(sums.into_iter().map(|word| !word).collect())
    }

    /// The numbers that may be named, ascending.
    fn numbers(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * i + bit)
        })
    }

    fn has(&self, n: usize) -> bool {
        self.0.get(n / 64).is_some_and(|word| word >> (n % 64) & 1 == 1)
    }

    /// The least numbers whose sums are all numbers that may not be named.
    fn generators(&self) -> Vec<usize> {
        let least = (2..).find(|&n| !self.has(n)).unwrap_or(2);
        let last = self.numbers().next_back().unwrap_or(1) + least;
        let mut found: Vec<usize> = Vec::new();
        let mut sums = vec![0u64; last / 64 + 1];
        sums[0] = 1;
        for n in (2..=last).filter(|&n| !self.has(n)) {
            if sums[n / 64] >> (n % 64) & 1 == 0 {
                found.push(n);
                Self::close(&mut sums, n);
            }
        }
        found
    }

    /// Whether naming any other number removes the greatest one.
    fn is_ender(&self) -> bool {
        let Some(t) = self.numbers().next_back() else { return false };
        let is_sum = |n: usize| n != 1 && !self.has(n);
        self.numbers().filter(|&x| x < t).all(|x| (1..=t / x).any(|times| is_sum(t - times * x)))
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Ruleset for Sylver {
    type Position = Gaps;

    fn options(&self, gaps: &Gaps, out: &mut Options<Gaps>) -> Result<(), Full> {
        gaps.numbers().try_for_each(|number| out.push([gaps.with(number)]))
    }

    fn pack(&self, gaps: &Gaps) -> Option<u64> {
        match *gaps.0 {
            [] => Some(0),
            [word] => Some(word),
            _ => None,
        }
    }

    fn heap_bytes(&self, gaps: &Gaps) -> usize {
        size_of_val(gaps.0.as_slice())
    }
}

impl Game for Sylver {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let mut named = Vec::new();
        for number in read::numbers(args)? {
            match to_u64(&number) {
                Some(0 | 1) => {
                    let what = format!("{number} is not a number to be named here");
                    return Err(ReadError::domain(what, args.span)
                        .help("expected numbers from 2 on: whoever names 1 has lost"));
                }
                Some(n) if n <= MAX_NUMBER => named.push(n as u32),
                _ => {
                    return Err(ReadError::limit(format!("{number} is too large here"), args.span)
                        .help(format!("numbers up to {MAX_NUMBER} are read here")));
                }
            }
        }
        let divisor = named.iter().copied().fold(0, gcd);
        if divisor != 1 {
            let what = match divisor {
                0 => "before the first move the length of play is not bounded".to_owned(),
                d => format!("all numbers are divisible by {d}: the length of play is not bounded"),
            };
            return Err(ReadError::domain(what, args.span).help(
                "expected numbers without a common divisor; of the first moves, primes from 5 on are known to win",
            ));
        }
        Ok(Placed::new(self, vec![Gaps::of(&named)]))
    }

    fn print(&self, gaps: &Gaps) -> String {
        join(gaps.generators().iter().map(ToString::to_string), ",")
    }

    fn print_move(&self, from: &Gaps, to: &Move<Gaps>) -> String {
        // All other numbers that become sums are greater.
        let named = to.sum.first().and_then(|to| from.numbers().find(|&n| !to.has(n)));
        format!("name {}", named.unwrap_or(0))
    }

    fn move_names(&self, from: &Gaps, to: &Move<Gaps>) -> Vec<String> {
        vec![self.print_move(from, to).trim_start_matches("name ").to_owned()]
    }

    fn heaps(&self, _: &Gaps) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, gaps: &Gaps) -> Vec<String> {
        let numbers = gaps.numbers().map(|n| n.to_string());
        picture::list(std::iter::once("to be named:".to_owned()).chain(numbers), " ")
    }

    fn sketch(&self, gaps: &Gaps, moves: &[Offer<'_, Gaps>]) -> Option<Sketch> {
        let tile = |offer: &Offer<'_, Gaps>| {
            (offer.text.trim_start_matches("name ").to_owned(), offer.text.to_owned())
        };
        board::tiles(&self.print(gaps), &moves.iter().map(tile).collect::<Vec<_>>())
    }

    fn known(&self, gaps: &Gaps, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(if gaps.0.is_empty() {
            Some(Known::Value(Nat::ZERO))
        } else if gaps.is_ender() {
            Some(Known::Nonzero)
        } else {
            None
        })
    }

    fn method(&self, gaps: &Gaps) -> Cow<'static, str> {
        if gaps.0.is_empty() {
            "no number but 1 is left".into()
        } else if gaps.is_ender() {
            "strategy stealing with the greatest number left".into()
        } else {
            "search over the rules".into()
        }
    }

    fn why(&self, gaps: &Gaps) -> Vec<String> {
        match gaps.numbers().next_back() {
            None => vec!["every number but 1 is a sum of numbers named before: P".into()],
            Some(t) if gaps.is_ender() => vec![format!(
                "the greatest number that may be named is {t}, and naming any other one makes it a sum: naming {t} wins, or the number that beats it can be named at once: N"
            )],
            Some(_) => Vec::new(),
        }
    }

    fn reachable(&self, gaps: &Gaps) -> Option<Nat> {
        // Let a < b be the least generators. First all numbers above some c <= 2b are named, from the
        // greatest down. Then sums of two numbers above c/2 are above c, and so are those of one of
        // them and a generator but a: of each class modulo a, so many of the last ones can be named.
        let [a, b, ..] = *gaps.generators() else { return Some(Nat::ONE) };
        let c = gaps.numbers().next_back().unwrap_or(1).min(2 * b);
        let mut classes = vec![1u64; a];
        gaps.numbers().filter(|&n| n <= c && 2 * n > c).for_each(|n| classes[n % a] += 1);
        Some(classes.into_iter().map(Nat::from).product())
    }
}

/// The registry's row.
pub struct SylverFamily;

static CARD: Card<'static> = Card {
    name: "sylver",
    params: "",
    position: "(a1,…,an), numbers from 2 to 2000 without a common divisor, named so far",
    rules: "Name a number from 2 on that is not a sum of numbers named before, each used as often as one likes. (In Sylver coinage whoever names 1 loses.)",
    theorem: "If naming any other number left makes the greatest one a sum, the position is N by strategy stealing; so are all pairs but (2,3). Otherwise by search.",
    source: "E. R. Berlekamp, J. H. Conway and R. K. Guy 1982",
    cost: "about O(gaps) for the theorem; search for moves and values",
    examples: &["sylver(4,5)", "sylver(5,6,7) + nim(2)"],
};

impl Family for SylverFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Sylver))
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "2,3",
            "2,5",
            "2,7",
            "2,9",
            "3,4",
            "3,5",
            "3,7",
            "3,4,5",
            "3,5,7",
            "3,7,8",
            "3,7,11",
            "4,5",
            "4,5,6",
            "4,5,7",
            "4,5,6,7",
            "4,5,11",
            "4,6,7",
            "4,6,9",
            "4,7,9",
            "5,6,7",
            "5,6,7,8",
            "5,6,7,8,9",
            "4,6,7,9",
            "5,7,8,9",
        ];
        texts.iter().map(|text| format!("sylver({text})")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        let mut all = Vec::new();
        for a in 2..7u32 {
            for b in a + 1..11 {
                for c in (b..14).filter(|&c| gcd(gcd(a, b), c) == 1) {
                    let gaps = Gaps::of(&[a, b, c]);
                    if gaps.numbers().count() < 12 && !all.contains(&gaps) {
                        all.push(gaps);
                    }
                }
            }
        }
        assert!(all.len() > 60);
        testing::check_theory(&Sylver, all, 3);
        testing::check_round_trip(&SylverFamily);
    }

    #[test]
    fn pairs_are_enders_and_gaps_are_what_sums_leave_out() {
        for a in 2..15u32 {
            for b in (a + 1..24).filter(|&b| gcd(a, b) == 1) {
                let gaps = Gaps::of(&[a, b]);
                let is_sum = |n: u32| (0..=n / a).any(|times| (n - times * a).is_multiple_of(b));
                assert!((2..a * b).all(|n| gaps.has(n as usize) != is_sum(n)), "{a},{b}");
                assert_eq!(gaps.is_ender(), (a, b) != (2, 3), "{a},{b}");
                assert_eq!(gaps.generators(), [a as usize, b as usize]);
                for x in gaps.numbers() {
                    assert_eq!(gaps.with(x), Gaps::of(&[a, b, x as u32]), "{a},{b},{x}");
                }
            }
        }
        assert_eq!(Gaps::of(&[9, 4, 6, 8, 15]).generators(), [4, 6, 9]);
        assert_eq!(Gaps::of(&[2, 3]).generators(), [2, 3]);
    }

    #[test]
    fn positions_without_a_bound_are_refused() {
        for (text, error) in [
            ("sylver()", "before the first move the length of play is not bounded (7)"),
            (
                "sylver(4,6)",
                "all numbers are divisible by 2: the length of play is not bounded (7)",
            ),
            ("sylver(1,6)", "1 is not a number to be named here (7)"),
        ] {
            assert_eq!(testing::read_error(&SylverFamily, text), error);
        }
    }
}
