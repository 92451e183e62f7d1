//! `exact-slow-nim[k]`: take one from each of exactly k heaps.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Game, Known, erase, heap_tuple};
use crate::nat::{Nat, to_usize};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Component, ReadError};
use crate::theory::{kept_heap, tuples};
use std::borrow::Cow;
use std::sync::Arc;

/// Exact slow k-Nim; a position is the tuple of all heaps.
///
/// # Theorems
/// Let m be the number of heaps that are not empty.
///
/// 1. m < k: there is no move.
/// 2. m = k: every move lowers all of them, so the value is the least heap modulo 2.
/// 3. k = 1: every move changes the parity of the sum, so the value is the sum modulo 2.
/// 4. m = k + 1: a move keeps one heap. Let both players keep the least even heap, an empty one too,
///    or the greatest heap if all are odd. The position is N iff this play has an odd number of moves.
///    (Gurvich, Martynov, Maximchuk and Vyalyi prove that nobody does better: the number of moves is the
///    remoteness.)
///
/// Elsewhere nothing is known in general, and values are searched for.
///
/// # Complexity
/// (2) and (3) O(total length); (4) as `theory/kept_heap.rs` says, about O(k^3) operations on the
/// numbers, of any length.
///
/// # Literature
/// V. Gurvich and N. B. Ho, *Slow k-Nim*, Rutgers Research Report (2015); V. Gurvich, D. Martynov,
/// V. Maximchuk, M. Vyalyi, *On remoteness functions of exact slow k-NIM with k+1 piles* (2023).
#[derive(Clone, Debug)]
pub struct ExactSlowNim {
    k: Nat,
}

/// What theory sees of a position.
enum Case {
    /// Fewer heaps than a move needs.
    Stuck,
    /// As many heaps as a move needs, of which this is the least.
    All(Nat),
    /// One heap at a time.
    One(Nat),
    /// One heap is kept: so many moves are left in the best play of both.
    Kept(Nat),
    /// Nothing is known.
    Open,
}

impl ExactSlowNim {
    /// The game in which a move lowers `k` heaps; `k` is 1 at least.
    ///
    /// # Panics
    /// If `k` is 0.
    pub fn new(k: Nat) -> Self {
        assert!(!k.is_zero(), "a move must lower some heap");
        Self { k }
    }

    fn case(&self, heaps: &[Nat]) -> Case {
        let sorted = tuples::sorted(heaps);
        let full = Nat::from(sorted.len());
        if full < self.k {
            Case::Stuck
        } else if self.k.is_one() {
            Case::One(heaps.iter().sum())
        } else if full == self.k {
            Case::All(sorted.into_iter().next().unwrap_or(Nat::ZERO))
        } else if full == &self.k + 1u8 {
            kept_heap::remoteness(&sorted).map_or(Case::Open, Case::Kept)
        } else {
            Case::Open
        }
    }
}

impl Ruleset for ExactSlowNim {
    type Position = Vec<Nat>;

    fn options(&self, heaps: &Vec<Nat>, out: &mut Options<Vec<Nat>>) -> Result<(), Full> {
        let full = tuples::full(heaps);
        let Some(k) = to_usize(&self.k).filter(|&k| k <= full.len()) else { return Ok(()) };
        let mut chosen: Vec<usize> = (0..k).collect();
        loop {
            let mut after = heaps.clone();
            chosen.iter().for_each(|&i| after[full[i]] -= 1u8);
            out.push([after])?;
            if !tuples::next_choice(&mut chosen, full.len()) {
                return Ok(());
            }
        }
    }

    fn stand_in(&self, heaps: &Vec<Nat>) -> Option<Vec<Nat>> {
        tuples::without_empty(heaps)
    }

    fn heap_bytes(&self, heaps: &Vec<Nat>) -> usize {
        tuples::bytes(heaps)
    }
}

impl Game for ExactSlowNim {
    heap_tuple!();

    fn title(&self) -> String {
        format!("{}[{}]", CARD.name, self.k)
    }

    fn known(&self, heaps: &Vec<Nat>, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(match self.case(heaps) {
            Case::Stuck => Some(Known::Value(Nat::ZERO)),
            Case::All(number) | Case::One(number) => Some(Known::Value(number & Nat::ONE)),
            Case::Kept(moves) if &moves % 2u8 == 0 => Some(Known::Value(Nat::ZERO)),
            Case::Kept(_) => Some(Known::Nonzero),
            Case::Open => None,
        })
    }

    fn method(&self, heaps: &Vec<Nat>) -> Cow<'static, str> {
        match self.case(heaps) {
            Case::Kept(_) => "the play that keeps the least even heap",
            Case::Open => "search over the rules",
            _ => "parity",
        }
        .into()
    }

    fn why(&self, heaps: &Vec<Nat>) -> Vec<String> {
        let k = &self.k;
        vec![match self.case(heaps) {
            Case::Stuck => format!("fewer than {k} heaps are not empty, so there is no move: P"),
            Case::All(least) => format!(
                "every move lowers all heaps that are not empty, so there are as many moves as the least of them, {least}, allows; the value is its parity"
            ),
            Case::One(sum) => format!(
                "every move takes one from the sum of the heaps, {sum}; the value is its parity"
            ),
            Case::Kept(moves) => {
                let outcome = if &moves % 2u8 == 0 { "P" } else { "N" };
                format!(
                    "every move keeps one heap. Best for both is to keep the least even heap, or the greatest if all are odd; then {moves} moves are left: {outcome}"
                )
            }
            Case::Open => return Vec::new(),
        }]
    }

    fn reachable(&self, heaps: &Vec<Nat>) -> Option<Nat> {
        if self.k.is_one() {
            return Some(tuples::count_below(heaps));
        }
        // The k greatest heaps can be lowered together until one of them is empty.
        let sorted = tuples::sorted(heaps);
        let k = to_usize(&self.k).filter(|&k| k <= sorted.len())?;
        Some(&sorted[sorted.len() - k] + 1u8)
    }
}

/// The registry's row.
pub struct ExactSlowNimFamily;

static CARD: Card<'static> = Card {
    name: "exact-slow-nim",
    params: "[k], k >= 1",
    position: "(a1,…,an)",
    rules: "Take one from each of exactly k heaps.",
    theorem: "With k heaps that are not empty the value is the parity of the least one; for k = 1 that of the sum. With k+1 of them let both players keep the least even heap, or the greatest if all are odd: N iff this play has an odd number of moves. Otherwise by search.",
    source: "V. Gurvich and N. B. Ho 2015, V. Gurvich, D. Martynov, V. Maximchuk and M. Vyalyi 2023",
    cost: "O(total length) for the parity; about O(k^3) operations on numbers for k+1 heaps; search otherwise",
    examples: &["exact-slow-nim[2](4,5,6)", "exact-slow-nim[3](10^18, 10^20, 7, 10^19)"],
};

impl Family for ExactSlowNimFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(ExactSlowNim::new(read::number_param(component, 1, None)?)))
    }

    fn small(&self) -> Vec<String> {
        let mut all = Vec::new();
        for k in 1..4 {
            let title = format!("exact-slow-nim[{k}]");
            all.push(format!("{title}()"));
            all.extend((0..4).map(|a| format!("{title}({a})")));
            all.extend((0..16).map(|n| format!("{title}({},{})", n / 4, n % 4)));
            all.extend((0..64).map(|n| format!("{title}({},{},{})", n / 16, n / 4 % 4, n % 4)));
            all.extend((0..24).map(|n| {
                format!("{title}({},{},{},{})", n % 2 + 1, n / 2 % 2, n / 4 % 3, n / 12 + 1)
            }));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        let tuple = |heaps: &[u32]| heaps.iter().copied().map(Nat::from).collect::<Vec<_>>();
        for k in 1..5u32 {
            let mut all = vec![vec![], tuple(&[5])];
            all.extend((0..49).map(|n| tuple(&[n / 7, n % 7])));
            all.extend((0..343).map(|n| tuple(&[n / 49, n / 7 % 7, n % 7])));
            all.extend((0..256).map(|n| tuple(&[n / 64, n / 16 % 4, n / 4 % 4, n % 4])));
            all.extend((0..243).map(|n| {
                tuple(&[n / 81 + 1, n / 27 % 3 + 1, n / 9 % 3 + 1, n / 3 % 3 + 1, n % 3 + 1])
            }));
            testing::check_theory(&ExactSlowNim::new(k.into()), all, 4);
        }
        testing::check_round_trip(&ExactSlowNimFamily);
    }

    #[test]
    fn a_parameter_is_positive() {
        assert_eq!(
            testing::read_error(&ExactSlowNimFamily, "exact-slow-nim[0](3)"),
            "exact-slow-nim[0] is not a game (15)"
        );
    }
}
