//! `nimble` and `nimble[off]`: coins on a strip, each moves left as far as it likes.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, Line, Move, NimLike, Offer, erase, single_heaps,
};
use crate::nat::{self, Nat, heap_bytes, to_u64};
use crate::period::Period;
use crate::picture;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, strip};
use crate::syntax::{Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// Nimble; a position is the square of one coin.
///
/// Coins do not hinder each other: any number of them may stand on a square, and they pass freely.
/// So a coin on the square x is a nim-heap of x, its squares at the left being the sizes that can be
/// left. Where a coin may also leave the strip at its left end, it is a nim-heap of x + 1.
///
/// # Complexity
/// O(length) for a coin.
///
/// # Literature
/// C. L. Bouton 1901; T. S. Ferguson, *Game Theory* (2014), part I, 2.6, for the game on a strip.
///
/// ```
/// use grundy::{games::nimble::Nimble, nat::Nat};
/// assert_eq!(Nimble::new(false).value(&Nat::from(7u8)), Nat::from(7u8));
/// assert_eq!(Nimble::new(true).value(&Nat::from(7u8)), Nat::from(8u8));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Nimble {
    off: bool,
}

impl Nimble {
    /// The game; `off` says whether coins may leave the strip.
    pub const fn new(off: bool) -> Self {
        Self { off }
    }

    /// The Grundy value of a coin on this square. O(length).
    pub fn value(&self, square: &Nat) -> Nat {
        square + u8::from(self.off)
    }
}

impl Ruleset for Nimble {
    type Position = Nat;

    fn options(&self, square: &Nat, out: &mut Options<Nat>) -> Result<(), Full> {
        if self.off {
            out.push([])?;
        }
        nat::range(Nat::ZERO, square.clone()).try_for_each(|to| out.push([to]))
    }

    fn heap_bytes(&self, square: &Nat) -> usize {
        heap_bytes(square)
    }
}

impl Game for Nimble {
    single_heaps!();

    fn title(&self) -> String {
        if self.off { "nimble[off]".into() } else { "nimble".into() }
    }

    fn print_move(&self, from: &Nat, to: &Move<Nat>) -> String {
        match &*to.sum {
            [square] => format!("coin on {from}: to {square}"),
            _ => format!("coin on {from}: off the strip"),
        }
    }

    fn move_names(&self, from: &Nat, to: &Move<Nat>) -> Vec<String> {
        match &*to.sum {
            [square] => vec![format!("{from} -> {square}")],
            _ => vec![format!("{from} off"), "off".to_owned()],
        }
    }

    fn heaps(&self, _: &Nat) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, square: &Nat) -> Vec<String> {
        to_u64(square).map_or_else(Vec::new, |square| picture::strip(0, square, &[square]))
    }

    fn sketch(&self, square: &Nat, moves: &[Offer<'_, Nat>]) -> Option<Sketch> {
        let here = to_u64(square)?;
        let way = |offer: &Offer<'_, Nat>| Some((here, to_u64(offer.to.sum.first()?)?));
        strip::strip(0, here, &[here], &moves.iter().map(way).collect::<Vec<_>>())
    }

    fn known(&self, square: &Nat, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(self.value(square))))
    }

    fn moves_to(
        &self,
        square: &Nat,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        let left = (*target < self.value(square)).then(|| match self.off {
            true if target.is_zero() => Vec::new(),
            true => vec![target - 1u8],
            false => vec![target.clone()],
        });
        Ok(Some(Found::unique(left, max)))
    }

    fn method(&self, _: &Nat) -> Cow<'static, str> {
        "Bouton's theorem: each coin is a nim-heap".into()
    }

    fn why(&self, square: &Nat) -> Vec<String> {
        vec![if self.off {
            format!(
                "a coin on {square} may go to any smaller square or off the strip: a nim-heap of {}",
                self.value(square)
            )
        } else {
            format!("a coin on {square} may go to any smaller square: a nim-heap of {square}")
        }]
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        let period = Period { preperiod: 0, length: 1, saltus: 1 };
        Line::by(to, Some(period), context, |n| n + u64::from(self.off))
    }

    fn nim_like(&self) -> NimLike {
        // A coin off the strip is no position any more.
        if self.off { NimLike::Yes } else { NimLike::Single }
    }
}

/// The registry's row.
pub struct NimbleFamily;

static CARD: Card<'static> = Card {
    name: "nimble",
    params: "[off] lets coins leave the strip",
    position: "(x1,…,xn), squares from 0 in any order, each coin a part",
    rules: "Coins lie on the squares 0, 1, 2, … of a strip, any number on a square. Move one coin any positive number of squares to the left, over others if need be. nimble[off]: a coin may also leave the strip at its left end.",
    theorem: "A coin on the square x is a nim-heap of x, in nimble[off] of x+1: P iff the nim-sum of these is 0.",
    source: "C. L. Bouton 1901; T. S. Ferguson 2014",
    cost: "O(total length)",
    examples: &["nimble(1,2,4,4,9)", "nimble[off](3, 10^100) + nim(5)"],
};

impl Family for NimbleFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        let Some(params) = &component.params else { return Ok(erase(Nimble::new(false))) };
        let word = params.single().and_then(|group| match group {
            [arg] => arg.item().filter(|item| item.params.is_none() && item.args.is_none()),
            _ => None,
        });
        match word.and_then(Component::name) {
            Some("off") => Ok(erase(Nimble::new(true))),
            _ => Err(ReadError::domain("there is no such variant of nimble", params.span).help(
                "write nimble(1,2,4), or nimble[off](1,2,4) where coins may leave the strip",
            )),
        }
    }

    fn small(&self) -> Vec<String> {
        let mut all = Vec::new();
        for game in ["nimble", "nimble[off]"] {
            all.push(format!("{game}()"));
            all.extend((0..6).map(|x| format!("{game}({x})")));
            all.extend((0..16).map(|n| format!("{game}({},{})", n / 4, n % 4)));
            all.extend((0..8).map(|n| format!("{game}({},{},2)", n / 4, n % 4)));
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
        for off in [false, true] {
            testing::check_theory_where(&Nimble::new(off), (0..20u8).map(Nat::from), 22, |_, _| {
                true
            });
        }
        testing::check_round_trip(&NimbleFamily);
    }

    #[test]
    fn variants_are_named() {
        for text in ["nimble[on](3)", "nimble[](3)", "nimble[off,off](3)", "nimble[3](3)"] {
            assert_eq!(
                testing::read_error(&NimbleFamily, text),
                "there is no such variant of nimble (7)"
            );
        }
    }
}
