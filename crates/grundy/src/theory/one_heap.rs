//! Misère play of heaps of which a move lowers one, to any smaller number.
//!
//! Which heaps may be lowered depends on the position; where one is left, some may be.
//!
//! *Lemma.* All positions are tame (see [`crate::solve::tame`]), and fickle iff no heap exceeds 1. So such a position alone is
//! P in misère play iff a heap exceeds 1 and it is P in normal play, or none does and the number of heaps is odd.
//!
//! Proof, by induction. If no heap exceeds 1, every move takes one of them: the position is like a nim-heap of 0 or of
//! one. If a heap exceeds 1, let some option be fickle. Then the heap that was lowered is the only one above 1. It could be lowered
//! to 0 and to 1; both options are fickle, of different values. So fickle options, if there are any, attain the
//! values 0 and 1 in both plays, and the others the same values in both: both mexes are equal, the position is firm. ∎

use super::tuples;
use crate::context::Stop;
use crate::moves::Found;
use crate::nat::Nat;
use crate::outcome::Outcome;

/// The name of the lemma, for the line that says why.
pub const THEOREM: &str = "Nim's rule of misère play, where a move lowers one heap";

fn is_large(heap: &Nat) -> bool {
    *heap > Nat::ONE
}

fn ones(heaps: &[Nat]) -> usize {
    heaps.iter().filter(|heap| heap.is_one()).count()
}

/// Who wins misère play of the heaps, of which it is known whether they are P in normal play.
pub fn outcome(heaps: &[Nat], is_p: bool) -> Outcome {
    let p = match heaps.iter().any(is_large) {
        true => is_p,
        false => ones(heaps) % 2 == 1,
    };
    Outcome::of(!p)
}

/// The winning moves of misère play, at most `max` of them listed in the order of their results. `normal` tells those of
/// normal play, as many as it is asked for.
///
/// # Errors
/// Those of `normal`.
pub fn winning_moves(
    heaps: &[Nat],
    movable: &[usize],
    max: usize,
    normal: impl FnOnce(usize) -> Result<Found<Vec<Nat>>, Stop>,
) -> Result<Found<Vec<Nat>>, Stop> {
    let large: Vec<usize> = (0..heaps.len()).filter(|&i| is_large(&heaps[i])).collect();
    let ones = ones(heaps);
    let mut results = match large[..] {
        [] if ones.is_multiple_of(2) => {
            movable.iter().map(|&i| tuples::with(heaps, i, Nat::ZERO)).collect()
        }
        [] => Vec::new(),
        [only] => {
            // What keeps a large heap is won as in normal play; without one the ones that are left must be odd.
            let listed = normal(usize::MAX)?.listed.into_iter().flat_map(|to| to.sum);
            let mut results: Vec<Vec<Nat>> = listed.filter(|to| to.iter().any(is_large)).collect();
            if movable.contains(&only) {
                results.push(tuples::with(heaps, only, Nat::from(1 - ones % 2)));
            }
            results
        }
        _ => return normal(max),
    };
    results.sort_unstable();
    Ok(Found::all(tuples::single(results), max))
}

/// The lemma at work; `normal` says why the outcome of normal play is what it is.
pub fn why(heaps: &[Nat], outcome: Outcome, normal: Vec<String>) -> Vec<String> {
    if heaps.iter().any(is_large) {
        let mut why = normal;
        why.push(format!("a heap exceeds 1, so the outcome is that of normal play: {outcome}"));
        return why;
    }
    vec![format!(
        "no heap exceeds 1, and every move takes one of them: misère play is P iff their number is odd; it is {}: {outcome}",
        ones(heaps)
    )]
}
