//! Misère play of one heap: normal play with one counter less.
//!
//! Whoever takes the last counter loses, so nobody takes it who can do otherwise, and whoever has only the last
//! counter before them has to. Without that counter this is normal play: the takes, and what they allow next,
//! are the same.

use super::{DynamicNim, Heap};
use crate::context::{Context, Stop};
use crate::game::{Found, MisereLaw};
use crate::nat::Nat;
use crate::outcome::Outcome;

/// The heap of normal play, and what may be taken from it; `None` if play is over.
fn without_last((n, cap): &Heap) -> Option<Heap> {
    if n.is_zero() || cap.is_zero() {
        return None;
    }
    let heap = n - 1u8;
    let cap = cap.min(&heap).clone();
    Some((heap, cap))
}

impl MisereLaw<Heap> for DynamicNim {
    fn outcome(&self, position: &Heap, context: &Context<'_>) -> Result<Outcome, Stop> {
        let Some((heap, cap)) = without_last(position) else { return Ok(Outcome::N) };
        if cap.is_zero() {
            return Ok(Outcome::P);
        }
        let summands = self.summands(&heap, context)?;
        Ok(Outcome::of(summands.last().is_some_and(|smallest| *smallest <= cap)))
    }

    fn winning_moves(
        &self,
        position: &Heap,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Found<Heap>, Stop> {
        match without_last(position) {
            Some((heap, cap)) if !cap.is_zero() => {
                self.winning_from(&position.0, (&heap, &cap), max, context)
            }
            _ => Ok(Found { count: Some(Nat::ZERO), listed: Vec::new() }),
        }
    }

    fn theorem(&self) -> &'static str {
        "misère play of one heap: normal play with one counter less"
    }

    fn why(&self, position: &Heap) -> Vec<String> {
        let Some((heap, cap)) = without_last(position) else {
            return vec!["nothing may be taken: whoever is to move wins".into()];
        };
        if cap.is_zero() {
            return vec!["the last counter must be taken, and whoever takes it loses: P".into()];
        }
        let mut why = vec![format!(
            "whoever takes the last counter loses, so the other {heap} are a heap of normal play, from which at most {cap} may be taken"
        )];
        why.extend(crate::game::Game::why(self, &(heap, cap)));
        why
    }
}
