//! nim-keep: take from one heap, but never the whole heap.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Line, NimLike, erase, single_heaps};
use crate::nat::{self, Nat, heap_bytes};
use crate::period::Period;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// Nim in which the last counter of a heap stays; a position is one heap.
///
/// A heap of n >= 1 is a nim-heap of n - 1, for its last counter can never be taken; a heap of 0
/// has no move and the value 0.
///
/// # Complexity
/// O(length) for a heap.
///
/// # Literature
/// C. L. Bouton 1901, by the substitution n -> n - 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct NimKeep;

impl NimKeep {
    /// The Grundy value of a heap: n - 1, and 0 for n = 0.
    ///
    /// ```
    /// use grundy::{games::nim_keep::NimKeep, nat::Nat};
    /// let values: Vec<_> = (0..5u8).map(|n| NimKeep::value(&n.into())).collect();
    /// assert_eq!(values, [0u8, 0, 1, 2, 3].map(Nat::from));
    /// ```
    pub fn value(heap: &Nat) -> Nat {
        if heap.is_zero() { Nat::ZERO } else { heap - 1u8 }
    }
}

impl Ruleset for NimKeep {
    type Position = Nat;

    fn options(&self, heap: &Nat, out: &mut Options<Nat>) -> Result<(), Full> {
        nat::range(Nat::ONE, heap.clone()).try_for_each(|left| out.push([left]))
    }

    fn heap_bytes(&self, heap: &Nat) -> usize {
        heap_bytes(heap)
    }
}

impl Game for NimKeep {
    single_heaps!();

    fn title(&self) -> String {
        "nim-keep".into()
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        Line::by(to, Some(Period { preperiod: 1, length: 1, saltus: 1 }), context, |n| {
            n.saturating_sub(1)
        })
    }

    fn known(&self, heap: &Nat, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(Self::value(heap))))
    }

    fn moves_to(
        &self,
        heap: &Nat,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        let left = target + 1u8;
        let result = (left < *heap).then(|| vec![left]);
        Ok(Some(Found::unique(result, max)))
    }

    fn method(&self, _: &Nat) -> Cow<'static, str> {
        "Bouton's theorem for heaps less one".into()
    }

    fn why(&self, heap: &Nat) -> Vec<String> {
        vec![if heap.is_zero() {
            "a heap of 0 has no move and the Grundy value 0".into()
        } else {
            format!(
                "the last counter stays, so a heap of {heap} is a nim-heap of {0}: its Grundy value is {0}",
                Self::value(heap)
            )
        }]
    }

    fn nim_like(&self) -> NimLike {
        NimLike::Single
    }
}

/// The registry's row.
pub struct NimKeepFamily;

static CARD: Card<'static> = Card {
    name: "nim-keep",
    params: "",
    position: "(a1,…,an)",
    rules: "Take any positive number from one heap, but never the whole heap.",
    theorem: "A heap of n >= 1 is a nim-heap of n - 1: P iff the nim-sum of the a - 1 over all heaps a >= 1 is 0.",
    source: "C. L. Bouton 1901 (heaps less one)",
    cost: "O(total length of the heaps)",
    examples: &["nim-keep(3,4,5)", "nim-keep(10^18, 7) + nim(6)"],
};

impl Family for NimKeepFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(NimKeep))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["nim-keep()".to_owned()];
        for a in 0..7 {
            all.push(format!("nim-keep({a})"));
            all.extend((0..5).map(|b| format!("nim-keep({a},{b})")));
            all.extend((0..4).map(|b| format!("nim-keep({a},{b},4)")));
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
        testing::check_theory(&NimKeep, (0..30u32).map(Nat::from), 31);
        testing::check_round_trip(&NimKeepFamily);
    }
}
