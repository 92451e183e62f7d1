//! Certificates of misère quotients of sets checked: heaps of codes and single positions together.
//!
//! The theorem is that of `quotient`: it speaks of parts with their options, whatever they are. Heaps of codes have
//! their options by the rules here. Of single positions the file lists the options; where the checker has the
//! rules of their game itself it compares them, else the names of the games are told: their moves are taken
//! from the file.

use super::file::{Problem, fails};
use super::game::Game;
use super::monoid::{Kinds, Monoid, claimed_period, periodic};
use super::named::{self, Parts};
use crate::context::Context;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

/// What a certificate of the quotient of a set begins with.
pub const FIRST_OF_SET: &[u8] = b"grundy-quotient-set 1\n";

/// Bytes of a certificate at most.
const MAX_BYTES: u64 = 1 << 28;

/// What a certificate says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Certificate {
    codes: Vec<Code>,
    positions: Vec<Position>,
    /// Parts whose product each element is.
    elements: Vec<Vec<Place>>,
    table: Vec<Vec<usize>>,
    p_portion: Vec<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Code {
    code: String,
    /// The element of each heap from 0 on.
    function: Vec<usize>,
    preperiod: Option<u64>,
    period: Option<u64>,
    theorem: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    position: String,
    element: usize,
    /// The positions that each move leaves, by numbers: earlier ones.
    options: Vec<Vec<usize>>,
}

/// A position by its number, or a code by its number and a heap of it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum Place {
    Position(usize),
    Heap(usize, usize),
}

/// A code in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedCode {
    /// The code.
    pub code: String,
    /// The number of heaps that were looked at, from 0 on.
    pub heaps: usize,
    /// Preperiod and period of the elements of heaps, if claimed: then all heaps are in the quotient.
    pub period: Option<(u64, u64)>,
}

/// A position in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedPart {
    /// The position as it is named.
    pub position: String,
    /// Its element.
    pub element: usize,
    /// Whether it is P in misère play.
    pub p: bool,
    /// Whether no other position has a move to it.
    pub top: bool,
}

/// A certificate of the misère quotient of a set that was found to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedSet {
    /// The number of elements.
    pub order: usize,
    /// The codes.
    pub codes: Vec<VerifiedCode>,
    /// The positions.
    pub positions: Vec<VerifiedPart>,
    /// Games whose rules are not known here, so that the moves of their positions are those that the file has.
    pub taken: Vec<String>,
}

/// Reads and checks a certificate of the misère quotient of a set.
///
/// # Complexity
/// O(order^2 * kinds of parts + heaps^2 + options + pairs of sums * kinds of parts * order).
///
/// # Errors
/// As [`verify`](super::verify()).
pub fn verify_set(file: &mut dyn Read, context: &Context<'_>) -> Result<VerifiedSet, Problem> {
    let malformed = |why: &str| Problem::Malformed(why.into());
    let mut text = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut text).map_err(Problem::Io)?;
    context.check_memory(8 * text.len() as u64, || "reading a certificate".into())?;
    let Some(body) = text.strip_prefix(FIRST_OF_SET).filter(|_| text.len() as u64 <= MAX_BYTES)
    else {
        return Err(malformed("this is not a certificate of the misère quotient of a set"));
    };
    let claim: Certificate =
        serde_json::from_slice(body).map_err(|error| malformed(&error.to_string()))?;
    let Certificate { codes, positions, elements, table, p_portion } = claim;
    let lists = || malformed("the lists of the certificate do not fit each other");
    let Some(monoid) = Monoid::new(table, &p_portion) else { return Err(lists()) };
    let order = monoid.order();
    let earlier = |(n, position): (usize, &Position)| {
        position.element < order && position.options.iter().flatten().all(|&to| to < n)
    };
    if codes.iter().any(|code| code.function.iter().any(|&x| x >= order))
        || !positions.iter().enumerate().all(earlier)
        || elements.len() != order
    {
        return Err(lists());
    }
    let place = |place: &Place| match *place {
        Place::Position(n) => positions.get(n).map(|position| position.element),
        Place::Heap(code, heap) => codes.get(code)?.function.get(heap).copied(),
    };
    let named = elements.iter().map(|parts| parts.iter().map(place).collect());
    let Some(named) = named.collect::<Option<Vec<Vec<usize>>>>() else { return Err(lists()) };
    monoid.check(&named, context)?;
    let mut kinds = Kinds::new();
    let games: Vec<Game> = codes
        .iter()
        .map(|code| Game::read(&code.code).map_err(Problem::Malformed))
        .collect::<Result<_, _>>()?;
    for (code, game) in codes.iter().zip(&games) {
        monoid.heaps(game, &code.function, &mut kinds, context)?;
    }
    let taken = rules(&positions, context)?;
    for Position { position, element, options } in &positions {
        let reached: BTreeSet<usize> = options
            .iter()
            .map(|left| monoid.product(left.iter().map(|&to| positions[to].element)))
            .collect();
        if !reached.is_empty() {
            kinds.insert((*element, reached));
        } else if *element != 0 {
            return fails(format!("{position} has no moves, and is not the identity"));
        }
    }
    monoid.outcomes(&kinds, context)?;
    let mut verified = Vec::with_capacity(codes.len());
    for (code, game) in codes.into_iter().zip(&games) {
        let period = claimed_period(code.preperiod, code.period, code.theorem.as_deref())?;
        if let Some((start, length)) = period {
            periodic(&code.function, game, start, length)?;
        }
        verified.push(VerifiedCode { code: code.code, heaps: code.function.len(), period });
    }
    let left: BTreeSet<usize> =
        positions.iter().flat_map(|position| position.options.iter().flatten()).copied().collect();
    let told = positions.into_iter().enumerate().map(|(n, position)| VerifiedPart {
        p: p_portion.contains(&position.element),
        top: !left.contains(&n),
        position: position.position,
        element: position.element,
    });
    Ok(VerifiedSet { order, codes: verified, positions: told.collect(), taken })
}

/// Compares the options of positions with the rules of their games; the games whose rules are not known.
fn rules(positions: &[Position], context: &Context<'_>) -> Result<Vec<String>, Problem> {
    let mut known: Vec<Option<Parts>> = Vec::with_capacity(positions.len());
    let (mut taken, mut names) = (BTreeSet::new(), BTreeMap::new());
    for (n, Position { position, options, .. }) in positions.iter().enumerate() {
        context.tick("checking the moves of positions", n as u64)?;
        let parts = match named::parts(position) {
            Some(parts) => {
                Some(parts.map_err(|why| Problem::Malformed(format!("{position}: {why}")))?)
            }
            None => {
                if let Some(other) = names.insert(position, n) {
                    return Err(Problem::Malformed(format!(
                        "the positions {other} and {n} have one name, and its rules are not known"
                    )));
                }
                taken.insert(position.split('(').next().unwrap_or_default().to_owned());
                None
            }
        };
        let Some(parts) = parts else {
            known.push(None);
            continue;
        };
        // A position of a game with known rules leaves only such positions.
        let mut listed = BTreeSet::new();
        for left in options {
            let mut all = Parts::new();
            for &to in left {
                let Some(parts) = &known[to] else {
                    return fails(format!(
                        "{position} has no move that leaves {}",
                        positions[to].position
                    ));
                };
                all.extend(parts.iter().cloned());
            }
            all.sort();
            listed.insert(all);
        }
        if named::options(&parts, options.len()) != Some(listed) {
            return fails(format!("the moves of {position} are others"));
        }
        known.push(Some(parts));
    }
    Ok(taken.into_iter().collect())
}
