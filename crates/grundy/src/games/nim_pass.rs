//! nim-pass: Nim in which a turn may be passed, once in the whole game.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Offer, Placed, erase, join};
use crate::nat::{self, Nat, nim_sum};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, coins};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::tuples;
use std::borrow::Cow;
use std::sync::Arc;

/// Nim with so many passes, one when left out; either player may use them, as long as a heap is left.
///
/// # Theorem
/// 1. Two passes count for nothing, so only the parity of their number matters. With an even number
///    the value is the nim-sum: the pass leads to an odd number of passes, from which passing again
///    leads back to the nim-sum, so it is no value of the pass; and all smaller values are reached
///    as in Nim.
/// 2. With an odd number and one heap a the value is s(a), where s(0) = 0, s(2k-1) = 2k and
///    s(2k) = 2k-1 for k >= 1: the options are s(0), …, s(a-1), and a by the pass.
/// 3. With an odd number and two heaps, (a,b) is P iff b = s(a). From (a,a) the pass wins; otherwise
///    passing leaves an N-position, and the pairs that remain are matched in order.
///
/// Of three heaps and more no theory is known; they are searched.
///
/// # Complexity
/// O(total length) where theory decides.
///
/// # Literature
/// R. E. Morrison, E. J. Friedman, A. S. Landsberg, *Combinatorial games with a pass: a dynamical
/// systems approach*, Chaos 22 (2012).
#[derive(Clone, Copy, Debug, Default)]
pub struct NimPass;

/// Heaps and passes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Table {
    /// The heaps.
    pub heaps: Vec<Nat>,
    /// How often a turn may still be passed.
    pub passes: Nat,
}

impl Table {
    fn is_odd(&self) -> bool {
        &self.passes % 2u8 == 1
    }

    fn passed(&self) -> Option<Self> {
        let may = !self.passes.is_zero() && self.heaps.iter().any(|heap| !heap.is_zero());
        may.then(|| Self { heaps: self.heaps.clone(), passes: &self.passes - 1u8 })
    }

    fn lowered(&self, place: usize, heap: Nat) -> Self {
        Self { heaps: tuples::with(&self.heaps, place, heap), passes: self.passes.clone() }
    }
}

/// Up to this many options are looked at one by one for all winning moves.
const MAX_LISTED_OPTIONS: u64 = 200_000;

impl NimPass {
    /// s(a): the Grundy value of one heap with one pass.
    ///
    /// ```
    /// use grundy::{games::nim_pass::NimPass, nat::Nat};
    /// let values: Vec<_> = (0..6u8).map(|a| NimPass::swapped(&a.into())).collect();
    /// assert_eq!(values, [0u8, 2, 1, 4, 3, 6].map(Nat::from));
    /// ```
    pub fn swapped(heap: &Nat) -> Nat {
        if heap.is_zero() {
            Nat::ZERO
        } else if heap % 2u8 == 1 {
            heap + 1u8
        } else {
            heap - 1u8
        }
    }
}

impl Ruleset for NimPass {
    type Position = Table;

    fn options(&self, table: &Table, out: &mut Options<Table>) -> Result<(), Full> {
        if let Some(passed) = table.passed() {
            out.push([passed])?;
        }
        for (i, heap) in table.heaps.iter().enumerate() {
            for left in nat::range(Nat::ZERO, heap.clone()) {
                out.push([table.lowered(i, left)])?;
            }
        }
        Ok(())
    }

    fn stand_in(&self, table: &Table) -> Option<Table> {
        let heaps = tuples::without_empty(&table.heaps)?;
        // Without a heap there is no pass.
        let passes = if heaps.is_empty() { Nat::ZERO } else { table.passes.clone() };
        Some(Table { heaps, passes })
    }

    fn heap_bytes(&self, table: &Table) -> usize {
        tuples::bytes(&table.heaps) + nat::heap_bytes(&table.passes)
    }
}

impl Game for NimPass {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let (heaps, passes) = match &*args.groups {
            [heaps] => (heaps, Nat::ONE),
            [heaps, passes] if passes.len() == 1 => (heaps, read::number(&passes[0])?.clone()),
            _ => {
                return Err(ReadError::domain(
                    "heaps and a number of passes belong here",
                    args.span,
                )
                .help("expected (a1,…,an) or (a1,…,an; p), p the number of passes"));
            }
        };
        Ok(Placed::new(self, vec![Table { heaps: read::number_list(heaps)?, passes }]))
    }

    fn print(&self, table: &Table) -> String {
        let heaps = join(table.heaps.iter().map(nat::print), ",");
        if table.passes.is_one() { heaps } else { format!("{heaps}; {}", table.passes) }
    }

    fn heaps(&self, table: &Table) -> Vec<Nat> {
        table.heaps.clone()
    }

    fn picture(&self, table: &Table) -> Vec<String> {
        let mut lines = picture::heaps(&table.heaps);
        lines.push(format!("passes left: {}", table.passes));
        lines
    }

    fn sketch(&self, table: &Table, moves: &[Offer<'_, Table>]) -> Option<Sketch> {
        let mut sketch = coins::piles(&table.heaps, &self.heaps_left(moves))?;
        sketch.caption(format!("passes left: {}", table.passes));
        Some(sketch)
    }

    fn known(&self, table: &Table, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        if !table.is_odd() {
            return Ok(Some(Known::Value(nim_sum(&table.heaps))));
        }
        Ok(match &*tuples::sorted(&table.heaps) {
            [] => Some(Known::Value(Nat::ZERO)),
            [heap] => Some(Known::Value(Self::swapped(heap))),
            [a, b] if Self::swapped(a) == *b => Some(Known::Value(Nat::ZERO)),
            [_, _] => Some(Known::Nonzero),
            _ => None,
        })
    }

    fn moves_to(
        &self,
        table: &Table,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Table>>, Stop> {
        let places = tuples::full(&table.heaps);
        let mut results: Vec<Table> = match (table.is_odd(), &*places) {
            (false, _) => {
                let moves = tuples::nim_moves(&table.heaps, target).into_iter();
                moves.map(|heaps| Table { heaps, passes: table.passes.clone() }).collect()
            }
            (true, []) => Vec::new(),
            (true, [i]) => {
                let left = Self::swapped(target);
                (left < table.heaps[*i]).then(|| table.lowered(*i, left)).into_iter().collect()
            }
            (true, &[i, j]) if target.is_zero() => {
                let pairs = [(i, &table.heaps[j]), (j, &table.heaps[i])].into_iter();
                let left = pairs.map(|(place, other)| (place, Self::swapped(other)));
                left.filter(|(place, left)| *left < table.heaps[*place])
                    .map(|(place, left)| table.lowered(place, left))
                    .collect()
            }
            _ => return Ok(None),
        };
        if let Some(passed) = table.passed() {
            match self.known(&passed, context)? {
                Some(Known::Value(value)) if value == *target => results.push(passed),
                Some(Known::Value(_)) => {}
                Some(Known::Nonzero) if target.is_zero() => {}
                // Too many moves to be looked at one by one: the pass may be one more.
                _ if tuples::count_below(&table.heaps) > Nat::from(MAX_LISTED_OPTIONS) => {
                    let found = Found::all(tuples::single(results), max);
                    return Ok(Some(Found { count: None, ..found }));
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(Found::all(tuples::single(results), max)))
    }

    fn method(&self, table: &Table) -> Cow<'static, str> {
        if table.is_odd() { "Nim with a pass" } else { "Bouton's theorem; passes cancel in pairs" }
            .into()
    }

    fn why(&self, table: &Table) -> Vec<String> {
        if !table.is_odd() {
            return vec![format!(
                "the number of passes, {}, is even, and a pass is answered by a pass: the value is the nim-sum of the heaps, {}",
                table.passes,
                nim_sum(&table.heaps)
            )];
        }
        vec![match &*tuples::sorted(&table.heaps) {
            [] => "no heap is left, so nobody may pass: P".to_owned(),
            [heap] => format!(
                "with an odd number of passes the value of one heap is s(a): 2, 1, 4, 3, 6, 5, … for a = 1, 2, 3, …; here s({heap}) = {}",
                Self::swapped(heap)
            ),
            [a, b] => {
                let s = Self::swapped(a);
                let outcome = if s == *b { "P" } else { "N" };
                format!(
                    "with an odd number of passes (a,b) is P just when b = s(a): 2, 1, 4, 3, 6, 5, … for a = 1, 2, 3, …; here s({a}) = {s} and the other heap is {b}: {outcome}"
                )
            }
            _ => return Vec::new(),
        }]
    }

    fn reachable(&self, table: &Table) -> Option<Nat> {
        // The tuples below with the same number of passes.
        Some(tuples::count_below(&table.heaps))
    }
}

/// The registry's row.
pub struct NimPassFamily;

static CARD: Card<'static> = Card {
    name: "nim-pass",
    params: "",
    position: "(a1,…,an), or (a1,…,an; p) with p passes left, 1 when left out",
    rules: "Take any positive number from one heap, or pass. Only p turns may be passed in the whole game, by both players together, and only while a heap is left.",
    theorem: "With p even the value is the nim-sum. With p odd the value of one heap a is s(a) = 2, 1, 4, 3, 6, 5, … for a = 1, 2, 3, …, and two heaps are P iff b = s(a); otherwise by search.",
    source: "R. E. Morrison, E. J. Friedman and A. S. Landsberg 2012",
    cost: "O(total length of the heaps) by theory; by search of the product of the a+1",
    examples: &["nim-pass(3,4,5)", "nim-pass(10^20+1, 10^20+2)"],
};

impl Family for NimPassFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(NimPass))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["nim-pass()".to_owned()];
        for passes in ["", "; 0", "; 2", "; 3"] {
            all.extend((0..6).map(|a| format!("nim-pass({a}{passes})")));
            all.extend((0..16).map(|n| format!("nim-pass({},{}{passes})", n / 4, n % 4)));
            all.extend(
                (0..12).map(|n| format!("nim-pass({},{},{}{passes})", n / 6 + 1, n / 3 % 2, n % 3)),
            );
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
        let mut all = Vec::new();
        for passes in 0..5u32 {
            let table = |heaps: &[u32]| Table {
                heaps: heaps.iter().copied().map(Nat::from).collect(),
                passes: passes.into(),
            };
            all.extend((0..9).map(|a| table(&[a])));
            all.extend((0..64).map(|n| table(&[n / 8, n % 8])));
            all.extend((0..48).map(|n| table(&[n / 16, n / 4 % 4, n % 4])));
        }
        testing::check_theory_where(&NimPass, all, 6, |table, target| {
            tuples::full(&table.heaps).len() < 2
                || target == 0 && tuples::full(&table.heaps).len() < 3
        });
        testing::check_round_trip(&NimPassFamily);
    }

    #[test]
    fn a_pass_is_a_number() {
        for (text, error) in [
            ("nim-pass(3; 1,2)", "heaps and a number of passes belong here (9)"),
            ("nim-pass(3; 1; 2)", "heaps and a number of passes belong here (9)"),
        ] {
            assert_eq!(testing::read_error(&NimPassFamily, text), error);
        }
    }
}
