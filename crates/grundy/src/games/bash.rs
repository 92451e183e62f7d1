//! `bash[m]`: take 1 to m from one heap.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, HeapLaw, Known, Line, NimLike, erase, single_heaps,
};
use crate::heap::{Code, MAX_DIGITS_OF_GAMES};
use crate::nat::{self, Nat, heap_bytes};
use crate::outcome::Play;
use crate::period::Period;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// Bash's game, with several heaps bounded Nim; a position is one heap.
///
/// The Grundy value of a heap of n is n mod (m+1): the m numbers below n have all residues but
/// that of n itself.
///
/// # Complexity
/// O(M(length)) for a heap, M the cost of multiplication; each target has at most one move.
///
/// # Literature
/// C.-G. Bachet de Méziriac, *Problèmes plaisans et délectables* (1612); Grundy values: P. M.
/// Grundy 1939.
#[derive(Clone, Debug)]
pub struct Bash {
    most: Nat,
}

impl Bash {
    /// The game in which a move takes 1 to `most` from a heap; `most` is 1 at least.
    ///
    /// # Panics
    /// If `most` is 0.
    pub fn new(most: Nat) -> Self {
        assert!(!most.is_zero(), "a move must be able to take something");
        Self { most }
    }

    /// The Grundy value of a heap: n mod (m+1).
    ///
    /// ```
    /// use grundy::{games::bash::Bash, nat::Nat};
    /// let game = Bash::new(3u8.into());
    /// let values: Vec<_> = (0..6u8).map(|n| game.value(&n.into())).collect();
    /// assert_eq!(values, [0u8, 1, 2, 3, 0, 1].map(Nat::from));
    /// ```
    pub fn value(&self, heap: &Nat) -> Nat {
        heap % self.modulus()
    }

    fn modulus(&self) -> Nat {
        &self.most + 1u8
    }
}

impl Ruleset for Bash {
    type Position = Nat;

    fn options(&self, heap: &Nat, out: &mut Options<Nat>) -> Result<(), Full> {
        let least = if *heap > self.most { heap - &self.most } else { Nat::ZERO };
        nat::range(least, heap.clone()).try_for_each(|left| out.push([left]))
    }

    fn heap_bytes(&self, heap: &Nat) -> usize {
        heap_bytes(heap)
    }
}

impl Game for Bash {
    single_heaps!();

    fn title(&self) -> String {
        format!("bash[{}]", self.most)
    }

    fn as_code(&self) -> Option<(Code, u64)> {
        let most = nat::to_u64(&self.most).filter(|&most| most <= MAX_DIGITS_OF_GAMES)?;
        Some((format!("0.{}", "3".repeat(most as usize)).parse().ok()?, 0))
    }

    fn known(&self, heap: &Nat, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(self.value(heap))))
    }

    fn moves_to(
        &self,
        heap: &Nat,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        let value = self.value(heap);
        let modulus = self.modulus();
        // The residues of heap - 1, …, heap - m are different, and none is that of the heap.
        if *target >= modulus || *target == value {
            return Ok(Some(Found::default()));
        }
        let taken = if value > *target { value - target } else { value + modulus - target };
        let result = (taken <= *heap).then(|| vec![heap - taken]);
        Ok(Some(Found::unique(result, max)))
    }

    fn heap_law(&self, _: &Nat, _: &Context<'_>) -> Result<Option<HeapLaw>, Stop> {
        Ok(Some(HeapLaw::modulo(self.modulus())))
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        let length = nat::to_u64(&self.modulus());
        let period = length.map(|length| Period { preperiod: 0, length, saltus: 0 });
        Line::by(to, period, context, |n| n % length.unwrap_or(u64::MAX))
    }

    fn fixed_length(&self, heap: &Nat, play: Play) -> Option<Nat> {
        // The winner leaves multiples of m+1, so each pair of moves takes m+1; in misère play the
        // last coin is to be left, and all goes on as if it were not there.
        let normal = |heap: &Nat| {
            let modulus = self.modulus();
            let rest = if (heap % &modulus).is_zero() { Nat::ZERO } else { Nat::ONE };
            heap / &modulus * Nat::from(2u8) + rest
        };
        Some(match play {
            Play::Normal => normal(heap),
            Play::Misere if heap.is_zero() => Nat::ZERO,
            Play::Misere => normal(&(heap - 1u8)) + 1u8,
        })
    }

    fn nim_like(&self) -> NimLike {
        // Heaps 0..m are nim-heaps; from there on the types repeat with the values: a heap of value
        // 0 or 1 beyond m has options 2, …, m and one fickle 1 or 0, so it is fickle; with m = 1 all are.
        NimLike::Single
    }

    fn method(&self, _: &Nat) -> Cow<'static, str> {
        "Bash's game: the heap modulo m+1".into()
    }

    fn why(&self, heap: &Nat) -> Vec<String> {
        let (value, modulus) = (self.value(heap), self.modulus());
        let mut why = vec![format!(
            "up to {} may be taken, so the values repeat with the period {modulus}: {heap} mod {modulus} = {value}",
            self.most
        )];
        if heap.is_zero() {
            return why;
        }
        why.push(if value.is_zero() {
            format!(
                "whatever x is taken, taking {modulus} - x next leaves a multiple of {modulus} again"
            )
        } else {
            format!("taking {value} leaves {}, a multiple of {modulus}, of value 0", heap - &value)
        });
        why
    }
}

/// The registry's row.
pub struct BashFamily;

static CARD: Card<'static> = Card {
    name: "bash",
    params: "[m], m >= 1",
    position: "(a1,…,an)",
    rules: "Take at least 1 and at most m from one heap.",
    theorem: "The Grundy value of a heap of n is n mod (m+1); P iff the nim-sum of these is 0.",
    source: "C.-G. Bachet de Méziriac 1612; P. M. Grundy 1939",
    cost: "O(M(length)) a heap",
    examples: &["bash[3](21)", "bash[7](10^100, 5, 12)"],
};

impl Family for BashFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(Bash::new(read::number_param(component, 1, None)?)))
    }

    fn small(&self) -> Vec<String> {
        let mut all = Vec::new();
        for m in [1, 2, 3, 5, 100] {
            all.push(format!("bash[{m}]()"));
            all.extend((0..13).map(|a| format!("bash[{m}]({a})")));
            all.extend((0..25).map(|ab| format!("bash[{m}]({},{})", ab / 5, ab % 5 + 1)));
            all.extend((0..8).map(|a| format!("bash[{m}]({a},0,4,3)")));
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
        for m in [1u32, 2, 3, 4, 7, 40] {
            testing::check_theory(&Bash::new(m.into()), (0..30u32).map(Nat::from), 12);
        }
        testing::check_round_trip(&BashFamily);
    }

    #[test]
    fn huge_heaps_are_no_work() {
        let game = Bash::new(Nat::from(10u8).pow(900));
        let heap = Nat::from(10u8).pow(1000) + 5u8;
        let found = game.moves_to(&heap, &Nat::ZERO, 20, &Context::default()).unwrap().unwrap();
        assert_eq!(found.count, Some(Nat::ONE));
        assert!(game.value(&found.listed[0].sum[0]).is_zero());
    }

    #[test]
    fn parameters_are_checked() {
        for (text, error) in [
            ("bash(3)", "bash needs a parameter (1)"),
            ("bash[0](3)", "bash[0] is not a game (5)"),
            ("bash[1,2](3)", "bash takes one parameter (5)"),
        ] {
            assert_eq!(testing::read_error(&BashFamily, text), error);
        }
    }
}
