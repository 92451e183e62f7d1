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
/// likes. Who names 1 loses; here 1 is never named, and who cannot name another number loses, which is the
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

/// The generators, ascending.
type Coins = Vec<u32>;

/// Greater numbers are not read.
const MOST: u64 = 2000;

/// The numbers up to a bound that are sums of the generators, 0 among them.
fn sums(generators: &[u32], to: usize) -> Vec<bool> {
    let mut sums = vec![false; to + 1];
    sums[0] = true;
    for n in 1..=to {
        sums[n] = generators.iter().any(|&g| g as usize <= n && sums[n - g as usize]);
    }
    sums
}

/// The numbers of which no one is a sum of others.
fn generators(named: &[u32]) -> Coins {
    let mut named = named.to_vec();
    named.sort_unstable();
    named.dedup();
    let mut least: Coins = Vec::new();
    let mut sums = vec![false; named.last().map_or(0, |&n| n as usize) + 1];
    sums[0] = true;
    for &n in &named {
        if sums[n as usize] {
            continue;
        }
        least.push(n);
        for m in n as usize..sums.len() {
            sums[m] |= sums[m - n as usize];
        }
    }
    least
}

/// The gaps from 2 on, ascending; the generators have no common divisor.
fn gaps(generators: &[u32]) -> Vec<u32> {
    // For two of them coprime the greatest is ab - a - b; in general (Brauer) it is less than the product of the
    // least and the greatest generator.
    let (Some(&least), Some(&most)) = (generators.first(), generators.last()) else {
        return Vec::new();
    };
    let bound = least as usize * most as usize;
    // Once `least` numbers in a row are sums, all are.
    let mut sums = vec![true];
    let mut gaps = Vec::new();
    let mut run = 0;
    for n in 1..=bound {
        let sum = generators.iter().any(|&g| g as usize <= n && sums[n - g as usize]);
        sums.push(sum);
        if sum {
            run += 1;
            if run >= least {
                break;
            }
        } else {
            run = 0;
            if n > 1 {
                gaps.push(n as u32);
            }
        }
    }
    gaps
}

/// Whether naming any other gap from 2 on removes the greatest one.
fn is_ender(generators: &[u32], gaps: &[u32]) -> bool {
    let Some((&t, others)) = gaps.split_last() else { return false };
    let sums = sums(generators, t as usize);
    others.iter().all(|&x| (1..=t / x).any(|times| sums[(t - times * x) as usize]))
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Ruleset for Sylver {
    type Position = Coins;

    fn options(&self, coins: &Coins, out: &mut Options<Coins>) -> Result<(), Full> {
        gaps(coins).into_iter().try_for_each(|gap| {
            let named: Vec<u32> = coins.iter().copied().chain([gap]).collect();
            out.push([generators(&named)])
        })
    }

    fn heap_bytes(&self, coins: &Coins) -> usize {
        size_of_val(coins.as_slice())
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
                    let what = format!("{number} is no number to be named here");
                    return Err(ReadError::domain(what, args.span)
                        .help("expected numbers from 2 on: who names 1 has lost"));
                }
                Some(n) if n <= MOST => named.push(n as u32),
                _ => {
                    return Err(ReadError::limit(format!("{number} is too large here"), args.span)
                        .help(format!("numbers up to {MOST} are read here")));
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
        Ok(Placed::new(self, vec![generators(&named)]))
    }

    fn print(&self, coins: &Coins) -> String {
        join(coins.iter().map(ToString::to_string), ",")
    }

    fn print_move(&self, from: &Coins, to: &Move<Coins>) -> String {
        let new = to.sum.first().and_then(|to| to.iter().find(|n| !from.contains(n)));
        format!("name {}", new.copied().unwrap_or(0))
    }

    fn move_names(&self, from: &Coins, to: &Move<Coins>) -> Vec<String> {
        vec![self.print_move(from, to).trim_start_matches("name ").to_owned()]
    }

    fn heaps(&self, _: &Coins) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, coins: &Coins) -> Vec<String> {
        let gaps = gaps(coins).into_iter().map(|gap| gap.to_string());
        picture::list(std::iter::once("to be named:".to_owned()).chain(gaps), " ")
    }

    fn sketch(&self, coins: &Coins, moves: &[Offer<'_, Coins>]) -> Option<Sketch> {
        let tile = |offer: &Offer<'_, Coins>| {
            (offer.text.trim_start_matches("name ").to_owned(), offer.text.to_owned())
        };
        board::tiles(&self.print(coins), &moves.iter().map(tile).collect::<Vec<_>>())
    }

    fn known(&self, coins: &Coins, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        let gaps = gaps(coins);
        Ok(if gaps.is_empty() {
            Some(Known::Value(Nat::ZERO))
        } else if coins.len() == 2 || is_ender(coins, &gaps) {
            Some(Known::Nonzero)
        } else {
            None
        })
    }

    fn method(&self, coins: &Coins) -> Cow<'static, str> {
        let gaps = gaps(coins);
        if gaps.is_empty() {
            "no number but 1 is left".into()
        } else if is_ender(coins, &gaps) {
            "strategy stealing with the greatest number left".into()
        } else {
            "search over the rules".into()
        }
    }

    fn why(&self, coins: &Coins) -> Vec<String> {
        let gaps = gaps(coins);
        match gaps.last() {
            None => vec!["every number but 1 is a sum of numbers named before: P".into()],
            Some(t) if is_ender(coins, &gaps) => vec![format!(
                "the greatest number that may be named is {t}, and naming any other one makes it a sum: naming {t} wins, or what wins against that wins at once: N"
            )],
            Some(_) => Vec::new(),
        }
    }

    fn reachable(&self, coins: &Coins) -> Option<Nat> {
        Some(Nat::from(gaps(coins).len() + 1))
    }
}

/// The registry's row.
pub struct SylverFamily;

static CARD: Card<'static> = Card {
    name: "sylver",
    params: "",
    position: "(a1,…,an), numbers from 2 to 2000 without a common divisor, named so far",
    rules: "Name a number from 2 on that is no sum of numbers named before, each used as often as one likes. (In Sylver coinage who names 1 loses.)",
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
                for c in b..14 {
                    let coins = generators(&[a, b, c]);
                    if gcd(gcd(a, b), c) == 1 && gaps(&coins).len() < 12 && !all.contains(&coins) {
                        all.push(coins);
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
        for a in 2..40u32 {
            for b in (a + 1..60).filter(|&b| gcd(a, b) == 1) {
                let gaps = gaps(&[a, b]);
                let sums = sums(&[a, b], (a * b) as usize);
                assert!((2..a * b).all(|n| gaps.contains(&n) != sums[n as usize]), "{a},{b}");
                assert_eq!(is_ender(&[a, b], &gaps), (a, b) != (2, 3), "{a},{b}");
            }
        }
        assert_eq!(generators(&[9, 4, 6, 8, 15]), [4, 6, 9]);
    }

    #[test]
    fn positions_without_a_bound_are_refused() {
        for (text, error) in [
            ("sylver()", "before the first move the length of play is not bounded (7)"),
            (
                "sylver(4,6)",
                "all numbers are divisible by 2: the length of play is not bounded (7)",
            ),
            ("sylver(1,6)", "1 is no number to be named here (7)"),
        ] {
            assert_eq!(testing::read_error(&SylverFamily, text), error);
        }
    }
}
