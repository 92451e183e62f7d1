//! nim: take any positive number from one heap.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, HeapLaw, Known, Line, Move, NimLike, erase, single_heaps,
};
use crate::heap::Code;
use crate::nat::{self, Nat, heap_bytes};
use crate::outcome::Play;
use crate::period::Period;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Component, Head, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// Nim; a position is one heap.
///
/// The Grundy value of a heap is its size, so a position is P iff the nim-sum of the heaps is 0.
///
/// # Complexity
/// O(length) for a heap.
///
/// # Literature
/// C. L. Bouton, *Nim, a game with a complete mathematical theory*, Annals of Mathematics 3 (1901).
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim {
    /// Whether the heap was typed as `*n`.
    star: bool,
}

impl Ruleset for Nim {
    type Position = Nat;

    fn options(&self, heap: &Nat, out: &mut Options<Nat>) -> Result<(), Full> {
        nat::range(Nat::ZERO, heap.clone()).try_for_each(|left| out.push([left]))
    }

    fn heap_bytes(&self, heap: &Nat) -> usize {
        heap_bytes(heap)
    }
}

impl Game for Nim {
    single_heaps!();

    fn title(&self) -> String {
        "nim".into()
    }

    fn as_code(&self) -> Option<(Code, u64)> {
        Some(("0.[3]".parse().ok()?, 0))
    }

    fn print_all(&self, parts: &[Nat]) -> String {
        let mut text = String::with_capacity(8 + 12 * parts.len());
        if let [heap] = parts
            && self.star
        {
            text.push('*');
            nat::write(&mut text, heap);
            return text;
        }
        text.push_str("nim(");
        for (i, heap) in parts.iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            nat::write(&mut text, heap);
        }
        text.push(')');
        text
    }

    fn print_move(&self, from: &Nat, to: &Move<Nat>) -> String {
        let mut text = nat::print(from);
        text.push_str(" -> ");
        match &*to.sum {
            [left] => nat::write(&mut text, left),
            _ => text.push_str("nothing"),
        }
        text
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        Line::by(to, Some(Period { preperiod: 0, length: 1, saltus: 1 }), context, |n| n)
    }

    fn known(&self, heap: &Nat, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(heap.clone())))
    }

    fn moves_to(
        &self,
        heap: &Nat,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        let result = (target < heap).then(|| vec![target.clone()]);
        Ok(Some(Found::unique(result, max)))
    }

    fn method(&self, _: &Nat) -> Cow<'static, str> {
        "Bouton's theorem".into()
    }

    fn heap_law(&self, _: &Nat, _: &Context<'_>) -> Result<Option<HeapLaw>, Stop> {
        Ok(Some(HeapLaw::nim()))
    }

    fn fixed_length(&self, heap: &Nat, play: Play) -> Option<Nat> {
        // The only winning move leaves 0 in normal play, and 1 in misère play if that is less.
        let most = match play {
            Play::Normal => Nat::ONE,
            Play::Misere => Nat::from(2u8),
        };
        Some(heap.clone().min(most))
    }

    fn nim_like(&self) -> NimLike {
        NimLike::Single
    }
}

/// The registry's row.
pub struct NimFamily;

static CARD: Card<'static> = Card {
    name: "nim",
    params: "",
    position: "(a1,…,an) or *a",
    rules: "Take any positive number from one heap.",
    theorem: "Bouton's theorem: the value of a heap is its size; P iff the nim-sum of the heaps is 0.",
    source: "C. L. Bouton 1901",
    cost: "O(total length of the heaps)",
    examples: &["nim(3,4,5)", "*5 + nim(10^18, 7)"],
};

impl Family for NimFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn owns(&self, component: &Component) -> bool {
        component.name() == Some(CARD.name) || matches!(component.head, Head::Star(_))
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Nim { star: matches!(component.head, Head::Star(_)) }))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["nim()".to_owned()];
        for a in 0..6 {
            all.push(format!("nim({a})"));
            all.push(format!("*{a}"));
            all.extend((0..4).map(|b| format!("nim({a},{b})")));
            all.extend((1..4).map(|b| format!("nim({a},{b},3)")));
        }
        all
    }
}
