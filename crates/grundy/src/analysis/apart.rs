//! Misère play of sums with parts that fall apart: outcome and winning moves by proof-number search.

use super::Question;
use super::part_games::{Atom, PartGames, Place};
use super::parts::{Gathered, Parts, allowed};
use super::search::Searcher;
use crate::context::{Context, Stop};
use crate::outcome::Outcome;
use crate::solve::arena::Arena;

/// Sums of more parts are left to the search that stores no sums of options.
const MAX_PARTS: usize = 200;

/// Whether this search is asked: some part falls apart, and every part may be moved in.
pub fn falls_apart(parts: &Parts<'_>) -> bool {
    let falls = |part: usize| {
        let (component, _) = parts.place(part);
        component.apart().is_some() || component.is_divided()
    };
    let ordinary = !parts.any_entails() && !parts.any_loopy() && parts.len() <= MAX_PARTS;
    ordinary && (0..parts.len()).any(falls)
}

/// The outcome and the winning moves in misère play, if some part falls apart and this search can tell; past
/// limits met after the outcome was found the moves are left unknown.
///
/// # Errors
/// [`Stop`] when the outcome is not found.
pub fn solve(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Option<(Outcome, Gathered)>, Stop> {
    if !falls_apart(parts) {
        return Ok(None);
    }
    let mut places = Vec::with_capacity(parts.len());
    let mut atoms: Vec<Vec<Atom>> = Vec::with_capacity(parts.len());
    for part in 0..parts.len() {
        let (place, own) = match searcher.part_games().place(parts, part) {
            Some(found) => found,
            None => {
                let (component, i) = parts.place(part);
                let (node, _) = searcher.node_of(component, i);
                (Place::Node(node), vec![(0, node.into())])
            }
        };
        places.push(place);
        atoms.push(own);
    }
    let (arena, games) = searcher.arena_and_part_games();
    let Some(wins) = games.wins(arena, &atoms.concat(), context)? else { return Ok(None) };
    let mut gathered = Gathered::new(question.moves);
    if !wins {
        return Ok(Some((Outcome::P, gathered)));
    }
    // Equal parts have the same winning moves.
    let mut winning: Vec<(Place, Vec<Atom>, Vec<usize>)> = Vec::new();
    for part in allowed(question, parts) {
        let same = |(place, own, _): &&(Place, Vec<Atom>, Vec<usize>)| {
            *place == places[part] && *own == atoms[part] && matches!(place, Place::Node(_))
        };
        let known = winning.iter().find(same).map(|(.., options)| options.clone());
        let options = match known {
            Some(options) => Ok(Some(options)),
            None => winning_options(games, arena, parts, (part, places[part]), &atoms, context),
        };
        match options {
            Ok(Some(options)) => {
                let (component, i) = parts.place(part);
                let mut keep = |option: usize| options.binary_search(&option).is_ok();
                let found = component.moves_kept(i, &mut keep, gathered.room(), context)?;
                gathered.add(parts, part, &found);
                winning.push((places[part], atoms[part].clone(), options));
            }
            Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
            Ok(None) | Err(_) => gathered.add_unknown(),
        }
    }
    Ok(Some((Outcome::N, gathered)))
}

/// Which options of one part leave a lost sum.
fn winning_options(
    games: &mut PartGames,
    arena: &mut Arena,
    parts: &Parts<'_>,
    (part, place): (usize, Place),
    atoms: &[Vec<Atom>],
    context: &Context<'_>,
) -> Result<Option<Vec<usize>>, Stop> {
    let Some(listed) = games.options(arena, parts, part, place, context)? else {
        return Ok(None);
    };
    let mut others = atoms[..part].concat();
    others.extend(atoms[part + 1..].concat());
    let mut winning = Vec::new();
    for (option, mut sum) in listed.into_iter().enumerate() {
        sum.extend_from_slice(&others);
        match games.wins(arena, &sum, context)? {
            Some(false) => winning.push(option),
            Some(true) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(winning))
}
