//! Moves as they are offered to someone who draws them.

use super::{AnyMove, Game, Move};
use crate::nat::Nat;
use crate::sketch::Sketch;

/// A legal move with the text that names it.
pub struct Offer<'a, P> {
    /// What it leaves.
    pub to: &'a Move<P>,
    /// The move in plain notation.
    pub text: &'a str,
    /// Whether it wins at once, whatever else is on the table.
    pub wins: bool,
}

/// A drawing of one part with the moves that can be made in it.
pub struct PartSketch {
    /// What is drawn; each move has at least one gesture.
    pub sketch: Sketch,
    /// The moves, in the order of the gestures.
    pub moves: Vec<AnyMove>,
    /// Whether these are all moves of the part.
    pub complete: bool,
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
