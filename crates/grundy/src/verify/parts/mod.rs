//! Certificates of positions that fall apart, checked: boards, graphs and Sprouts, by the bare rules.
//!
//! A certificate claims the outcome, or the Grundy value, of a sum of positions and a nim-heap, and has claims
//! about single parts. What follows from which options is told, with the induction that makes all claims
//! true, in `claims`. The checker has the rules of each game itself, its own parts and its own form of
//! parts under turns; parts of a few squares, vertices or lives it values by all their options.

mod board;
mod claims;
mod drawing;
mod file;
mod land;
mod sprouts;
#[cfg(test)]
mod tests;
mod vertices;

pub(super) use board::Squares;
pub use file::FIRST_OF_POSITION;

use super::file::{Problem, fails};
use crate::context::Context;
use board::Board;
use claims::{CLAIM_BYTES, Claim, Claims, Rules, Shown};
use drawing::Drawing;
use file::{Game, malformed};
use sprouts::Sprouts;
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::ops::ControlFlow;
use vertices::Vertices;

/// A certificate of a position that was found to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedPosition {
    /// The position, as it is typed; lone vertices of graphs in words.
    pub position: String,
    /// Whether the player to move wins.
    pub wins: bool,
    /// The Grundy value, if it is claimed.
    pub value: Option<u64>,
    /// How many claims about parts were checked.
    pub claims: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// A game on squares by the bare rules.
pub(super) struct BoardGame(Board);

impl BoardGame {
    /// The game of this name; `None` if it is none on squares.
    pub fn named(name: &str) -> Option<Self> {
        Board::named(name).map(Self)
    }

    /// The parts that hang together of a position in rows of '.' and '#'.
    pub fn position(&self, rows: &[String]) -> Result<Vec<Squares>, String> {
        let (width, bits) = Board::position(rows)?;
        let mut parts = Vec::new();
        self.0.areas(width, bits, &mut parts);
        Ok(parts)
    }

    /// Tells the parts that each move leaves.
    pub fn options(&self, part: Squares, option: &mut dyn FnMut(&[Squares])) {
        self.0.options(part, &mut |left| {
            option(left);
            ControlFlow::Continue(())
        });
    }
}

/// Reads and checks a certificate of a position that falls apart.
///
/// # Complexity
/// O(claims · options · squares) time, O(claims) memory; small parts as often as they are met for the first
/// time.
///
/// # Errors
/// As [`verify`](super::verify()).
pub fn verify_position(
    file: &mut dyn Read,
    context: &Context<'_>,
) -> Result<VerifiedPosition, Problem> {
    let written = file::read(file, context)?;
    let head = &written.head;
    let claims = head.games.iter().fold(0u64, |sum, game| sum.saturating_add(game.claims));
    context
        .check_memory(written.bytes.saturating_add(claims.saturating_mul(CLAIM_BYTES)), || {
            format!("checking {claims} claims")
        })?;
    let mut shown = Shown::Value(head.nimber);
    let mut terms = Vec::new();
    for (game, packed) in head.games.iter().zip(&written.packed) {
        let board = Board::named(&game.game).filter(|_| game.left.is_empty());
        let of_game = match board {
            Some(rules) => on_board(rules, head.small, game, packed, &mut terms, context)?,
            None if game.game == "sprouts" => drawn(head.small, game, packed, &mut terms, context)?,
            None => {
                let graph = Vertices::named(&game.game, game.vertices.len(), &game.pairs);
                let Some(rules) = graph else {
                    return malformed(format!("the rules of {:?} are not known here", game.game));
                };
                let rules = rules.or_else(malformed)?;
                on_vertices(rules, head.small, game, packed, &mut terms, context)?
            }
        };
        shown = match (shown, of_game) {
            (Shown::Value(value), other) | (other, Shown::Value(value)) => other.beside(value),
            _ => Shown::Nothing,
        };
    }
    if head.nimber > 0 || terms.is_empty() {
        terms.push(format!("nim({})", head.nimber));
    }
    let position = terms.join(" + ");
    let wins = match &*head.outcome {
        "N" => true,
        "P" => false,
        _ => return malformed("an outcome is N or P"),
    };
    match head.value {
        Some(value) if Shown::Value(u32::try_from(value).unwrap_or(u32::MAX)) != shown => {
            return fails(format!("that the value of {position} is {value} does not follow"));
        }
        Some(value) if wins != (value != 0) => {
            return fails(format!("a position of value {value} is not {}", head.outcome));
        }
        None if wins && !shown.excludes(0) || !wins && shown != Shown::Value(0) => {
            return fails(format!("that {position} is {} does not follow", head.outcome));
        }
        _ => {}
    }
    Ok(VerifiedPosition { position, wins, value: head.value, claims, bytes: written.bytes })
}

fn on_board(
    rules: Board,
    small: u32,
    game: &Game,
    packed: &[u8],
    terms: &mut Vec<String>,
    context: &Context<'_>,
) -> Result<Shown, Problem> {
    let others = game.vertices.is_empty() && game.pairs.is_empty() && game.partners.is_empty();
    if !others || !game.texts.is_empty() {
        return malformed(format!("a position of {} is a board", game.game));
    }
    let mut parts = Vec::new();
    for rows in &game.boards {
        let (width, bits) = Board::position(rows).or_else(malformed)?;
        rules.areas(width, bits, &mut parts);
        let full = rows.iter().all(|row| !row.contains('#'));
        terms.push(match full {
            true => format!("{}({},{width})", game.game, rows.len()),
            false => format!("{}(rows(\"{}\"))", game.game, rows.join("\",\"")),
        });
    }
    let claims = unpacked(&rules, Squares::numbered, game, packed, context)?;
    checked(Claims { rules, small, claims }, game, &parts, context)
}

/// Positions of Sprouts.
fn drawn(
    small: u32,
    game: &Game,
    packed: &[u8],
    terms: &mut Vec<String>,
    context: &Context<'_>,
) -> Result<Shown, Problem> {
    let vertices = game.vertices.is_empty() && game.pairs.is_empty();
    let positions = game.left.is_empty() && game.partners.is_empty() && game.boards.is_empty();
    if !vertices || !positions {
        return malformed(format!("a position of {} is a text", game.game));
    }
    let (rules, mut parts) = (Sprouts::default(), Vec::new());
    for text in &game.texts {
        let drawing = Drawing::read(text).or_else(malformed)?;
        let spots = "0.".repeat(drawing.lives.len());
        terms.push(match *text == format!("{spots}}}!") {
            true => format!("{}({})", game.game, drawing.lives.len()),
            false => format!("{}(\"{text}\")", game.game),
        });
        parts.extend(rules.parts(drawing));
    }
    let mut claims = HashMap::new();
    let unpacked = |text: &str, claim| {
        let Some(part) = rules.written(text) else {
            return malformed(format!("{text:?} is not one part"));
        };
        add(&rules, &mut claims, part, claim)
    };
    file::unpack_texts(game, packed, unpacked, context)?;
    checked(Claims { rules, small, claims }, game, &parts, context)
}

fn on_vertices(
    rules: Vertices,
    small: u32,
    game: &Game,
    packed: &[u8],
    terms: &mut Vec<String>,
    context: &Context<'_>,
) -> Result<Shown, Problem> {
    if !game.boards.is_empty() || !game.texts.is_empty() {
        return malformed(format!("a position of {} has vertices", game.game));
    }
    if game.partners.len() > game.left.len() {
        return malformed("there are more lists of partners than positions");
    }
    let (mut parts, count) = (Vec::new(), game.vertices.len());
    // Other names could make the position look like another one.
    let number = |name: &String| {
        let digits = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        digits && (name == "0" || !name.starts_with('0'))
    };
    let names: HashSet<&String> = game.vertices.iter().collect();
    if names.len() < count || !game.vertices.iter().all(number) {
        return malformed("vertices are different numbers");
    }
    for (i, left) in game.left.iter().enumerate() {
        if left.iter().any(|&vertex| vertex >= count) {
            return malformed("a position names a vertex that is none");
        }
        let set = left.iter().fold(0, |set, &vertex| set | 1u128 << vertex);
        match game.partners.get(i).filter(|pairs| !pairs.is_empty()) {
            // The value is 0.
            Some(pairs) if rules.are_partners(set, pairs) => {}
            Some(_) => {
                let told = told(game, set);
                return fails(format!("the partners do not answer every move of {told}"));
            }
            None => rules.parts(set, &mut parts),
        }
        terms.push(told(game, set));
    }
    let claims = unpacked(&rules, |key| rules.numbered(key), game, packed, context)?;
    checked(Claims { rules, small, claims }, game, &parts, context)
}

/// A graph as it is typed.
fn told(game: &Game, left: u128) -> String {
    let (word, sign) = if game.game == "poset" { ("arcs", '>') } else { ("edges", '-') };
    let name = |vertex: usize| game.vertices.get(vertex).map_or("", |name| name);
    let pairs = game.pairs.iter().map(|&(u, v)| format!("{}{sign}{}", name(u), name(v)));
    let gone = (0..game.vertices.len()).filter(|vertex| left >> vertex & 1 == 0).map(name);
    let gone: Vec<&str> = gone.collect();
    let tail = if gone.is_empty() { String::new() } else { format!("; {}", gone.join(",")) };
    let text = format!("{}({word}({}{tail}))", game.game, pairs.collect::<Vec<_>>().join(","));
    let joined: HashSet<usize> = game.pairs.iter().flat_map(|&(u, v)| [u, v]).collect();
    let lone = (0..game.vertices.len()).filter(|v| left >> v & 1 == 1 && !joined.contains(v));
    match lone.map(name).collect::<Vec<_>>() {
        lone if lone.is_empty() => text,
        lone => format!("{text} with the lone vertices {}", lone.join(",")),
    }
}

/// The claims of one game, whose parts have numbers.
fn unpacked<R: Rules>(
    rules: &R,
    numbered: impl Fn(u128) -> Option<R::Part>,
    game: &Game,
    packed: &[u8],
    context: &Context<'_>,
) -> Result<HashMap<R::Part, Claim>, Problem> {
    let mut claims = HashMap::new();
    let claim = |key, claim| {
        let Some(part) = numbered(key) else {
            return malformed(format!("{key} is the number of no part"));
        };
        add(rules, &mut claims, part, claim)
    };
    file::unpack(game, packed, claim, context)?;
    Ok(claims)
}

fn add<R: Rules>(
    rules: &R,
    claims: &mut HashMap<R::Part, Claim>,
    part: R::Part,
    claim: Claim,
) -> Result<(), Problem> {
    match claims.insert(part, claim) {
        None => Ok(()),
        Some(_) => malformed(format!("two claims about {}", rules.told(part))),
    }
}

/// Checks the claims of one game; what they show of the sum of its positions.
fn checked<R: Rules>(
    claims: Claims<R>,
    game: &Game,
    parts: &[R::Part],
    context: &Context<'_>,
) -> Result<Shown, Problem> {
    if let Some(why) = claims.check(context)? {
        return fails(format!("{}: {why}", game.game));
    }
    Ok(claims.sum(parts, &mut HashMap::new()))
}
