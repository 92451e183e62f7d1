//! Moves as they are offered to someone who draws them.

use super::{Game, Move};
use crate::nat::Nat;

/// A legal move with the text that names it.
pub struct Offer<'a, P> {
    /// What it leaves.
    pub to: &'a Move<P>,
    /// The move in plain notation.
    pub text: &'a str,
    /// Whether it wins at once, whatever else is on the table.
    pub wins: bool,
}

/// For each move the heaps that it leaves of a position that is a list of heaps; `None` where it
/// leaves anything else.
pub(super) fn heaps_left<G: Game>(
    game: &G,
    moves: &[Offer<'_, G::Position>],
) -> Vec<Option<Vec<Nat>>> {
    let left = |offer: &Offer<'_, G::Position>| match &*offer.to.sum {
        [] => Some(Vec::new()),
        [only] => {
            let heaps = game.heaps(only);
            (!heaps.is_empty()).then_some(heaps)
        }
        _ => None,
    };
    moves.iter().map(left).collect()
}
