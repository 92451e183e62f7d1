//! The genus of each part, told with the reasoning of misère play.

use super::explain::part_list;
use super::parts::Parts;
use super::search::Searcher;
use super::{Question, REPORTED};
use crate::context::{Context, Stop};
use crate::game::{Known, NimLike};
use crate::nat::Nat;
use crate::solve::genera::Genera;
use crate::solve::genus::Genus;
use crate::solve::tame::Tame;

/// Positions and sums that are looked at for the genera of one question.
const MOST: u64 = 3000;
/// Moves of sums that are looked at for them.
const MOVES: u64 = 200_000;

/// What is told of a part.
#[derive(PartialEq, Eq)]
enum Told {
    Genus(String, bool),
    NotFound,
}

/// The sentences on the genera of the parts: parts of a kind together; none where misère values are not
/// defined.
///
/// # Errors
/// [`Stop`] when cancelled or if rules are faulty; a genus that is not found within limits is told.
pub fn told(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Vec<String>, Stop> {
    if !question.explain || parts.any_loopy() || parts.any_entails() {
        return Ok(Vec::new());
    }
    let mut genera = Genera::within_moves(MOVES);
    let mut groups: Vec<(Told, Vec<usize>)> = Vec::new();
    for part in 0..parts.len().min(REPORTED) {
        let (component, i) = parts.place(part);
        // Such parts are like nim-heaps of their values, which may be of any size.
        if component.nim_like() != NimLike::No
            && let Ok(Some(Known::Value(value))) = component.known(i, context)
        {
            add(&mut groups, Told::Genus(of_nim(&value), true), part);
            continue;
        }
        let (node, arena) = searcher.node_of(component, i);
        let mut few = *context;
        // The arena holds what earlier searches met.
        few.limits.positions = few.limits.positions.min(arena.len() as u64 + MOST);
        let found = genera
            .tame(arena, node, &few)
            .and_then(|tame| Ok(genera.of(arena, &[node], &few)?.map(|genus| (genus, tame))));
        let told = match found {
            Ok(Some((genus, tame))) => Told::Genus(genus.to_string(), tame.is_some()),
            // A move wins at once.
            Ok(None) => continue,
            // Nothing depends on it.
            Err(Stop::Limit { .. } | Stop::Refused(_)) => Told::NotFound,
            Err(stop) => return Err(stop),
        };
        add(&mut groups, told, part);
    }
    let sentence = |(told, group): (Told, Vec<usize>)| {
        let list = part_list(&group);
        match told {
            Told::Genus(genus, true) => format!("{list}: genus {genus}, tame"),
            Told::Genus(genus, false) => format!("{list}: genus {genus}, wild"),
            Told::NotFound => {
                format!("{list}: genus not found within {MOST} positions and {MOVES} moves")
            }
        }
    };
    Ok(groups.into_iter().map(sentence).collect())
}

fn add(groups: &mut Vec<(Told, Vec<usize>)>, told: Told, part: usize) {
    match groups.iter_mut().find(|(known, _)| *known == told) {
        Some((_, group)) => group.push(part),
        None => groups.push((told, vec![part])),
    }
}

/// The genus of a nim-heap.
fn of_nim(heap: &Nat) -> String {
    match crate::nat::to_u64(heap) {
        Some(n @ 0..=1) => Genus::of_tame(&Tame::Fickle(n == 1)).to_string(),
        Some(n) => Genus::of_tame(&Tame::Firm(n)).to_string(),
        None => format!("{heap}^{{{heap},{}}}", heap ^ Nat::from(2u8)),
    }
}
