//! Certificates of positions that fall apart, checked: boards, graphs and Sprouts, by the bare rules.
//!
//! A certificate claims the outcome, or the Grundy value, of a sum of positions and a nim-heap, and has claims
//! about single parts. What follows from which options is told, with the induction that makes all claims
//! true, in `claims`. The checker has the rules of each game itself, its own parts and its own form of
//! parts under turns; parts of a few squares, vertices or lives it values by all their options.

mod board;
mod claims;
mod crosses;
mod drawing;
mod file;
mod land;
mod misere;
mod positions;
mod sprouts;
#[cfg(test)]
mod tests;
mod texts;
mod vertices;

pub(super) use board::Squares;
pub use file::FIRST_OF_POSITION;
pub use misere::{
    FIRST_OF_MISERE, VerifiedMisere, verify_misere_position, verify_misere_position_with,
};
pub use texts::{NoTexts, TextPart, TextReader, TextRules};

use super::file::{Problem, fails};
use crate::context::Context;
use board::Board;
use claims::{CLAIM_BYTES, Claim, Claims, Rules as BareRules, Shown};
use file::{Game, malformed};
use positions::Rules;
use sprouts::Sprouts;
use std::collections::HashMap;
use std::io::Read;
use std::ops::ControlFlow;
use texts::Texts;
use vertices::Vertices;

/// A certificate of a position that was found to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedPosition {
    /// The position, as it is typed; lone vertices of graphs in words.
    pub position: String,
    /// Whether the player to move wins.
    pub wins: bool,
    /// The texts of the rules, where some were read from texts.
    pub rules: Vec<String>,
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

/// Reads and checks a certificate of a position that falls apart; those of rules from texts are refused.
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
    verify_position_with(file, &NoTexts, context)
}

/// The same, with a reader of rules from texts.
///
/// # Theorem
/// Claims about positions of such rules are true if each follows from the options of its position, as it does for
/// other games, and if moves never lead from a position with a claim through others with claims back to it: by
/// induction on how far they lead. Two equal positions cancel if play by the rules ends: the reader refuses rules that
/// declare play without end, and that all others end is taken from them.
///
/// # Errors
/// As [`verify_position`].
pub fn verify_position_with(
    file: &mut dyn Read,
    reader: &dyn TextReader,
    context: &Context<'_>,
) -> Result<VerifiedPosition, Problem> {
    let written = file::read(file, context)?;
    let head = &written.head;
    let claims = head.games.iter().fold(0u64, |sum, game| sum.saturating_add(game.claims));
    context
        .check_memory(written.bytes.saturating_add(claims.saturating_mul(CLAIM_BYTES)), || {
            format!("checking {claims} claims")
        })?;
    let rules = positions::texts(&head.games, reader)?;
    let by_texts = rules.is_some();
    let mut texts = rules.map(|rules| Texts::new(rules, false, context));
    let mut shown = Shown::Value(head.nimber);
    let mut terms = Vec::new();
    for (game, packed) in head.games.iter().zip(&written.packed) {
        if game.parts > 0 {
            return malformed("parts without claims are those of misère play");
        }
        let of_game = match positions::rules(game, &mut texts)? {
            Rules::Board(rules) => on_board(rules, head.small, game, packed, &mut terms, context)?,
            Rules::Crosses(_) => {
                return malformed(format!("{} is checked in misère play only", game.game));
            }
            Rules::Drawings(_) => drawn(head.small, game, packed, &mut terms, context)?,
            Rules::Graph(rules) => {
                on_vertices(rules, head.small, game, packed, &mut terms, context)?
            }
            Rules::Texts(rules) => on_texts(rules, head.small, game, packed, &mut terms, context)?,
        };
        shown = match (shown, of_game) {
            (Shown::Value(value), other) | (other, Shown::Value(value)) => other.beside(value),
            _ => Shown::Nothing,
        };
    }
    if head.nimber > 0 || terms.is_empty() {
        terms.extend(positions::heaps(&[head.nimber], by_texts));
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
    let rules = head.games.iter().flat_map(|game| game.rules.clone()).collect();
    Ok(VerifiedPosition { position, wins, rules, value: head.value, claims, bytes: written.bytes })
}

fn on_board(
    rules: Board,
    small: u32,
    game: &Game,
    packed: &[u8],
    terms: &mut Vec<String>,
    context: &Context<'_>,
) -> Result<Shown, Problem> {
    let parts = positions::of_board(&rules, game, terms)?;
    let claims = unpacked(&rules, Squares::numbered, game, packed, context)?;
    checked(&Claims { rules, small, claims }, game, &parts, context)
}

/// Positions of Sprouts.
fn drawn(
    small: u32,
    game: &Game,
    packed: &[u8],
    terms: &mut Vec<String>,
    context: &Context<'_>,
) -> Result<Shown, Problem> {
    let rules = Sprouts::default();
    let parts = positions::of_drawings(&rules, game, terms)?;
    let mut claims = HashMap::new();
    let unpacked = |text: &str, rest: &mut &[u8]| {
        let Some(part) = rules.written(text) else {
            return malformed(format!("{text:?} is not one part"));
        };
        add(&rules, &mut claims, part, file::claim(rest)?)
    };
    file::unpack_texts(game.claims, packed, unpacked, context)?;
    checked(&Claims { rules, small, claims }, game, &parts, context)
}

fn on_vertices(
    rules: Vertices,
    small: u32,
    game: &Game,
    packed: &[u8],
    terms: &mut Vec<String>,
    context: &Context<'_>,
) -> Result<Shown, Problem> {
    let parts = positions::of_graph(&rules, game, terms)?;
    let claims = unpacked(&rules, |key| rules.numbered(key), game, packed, context)?;
    checked(&Claims { rules, small, claims }, game, &parts, context)
}

/// Positions of rules from texts.
fn on_texts(
    rules: Texts<'_>,
    small: u32,
    game: &Game,
    packed: &[u8],
    terms: &mut Vec<String>,
    context: &Context<'_>,
) -> Result<Shown, Problem> {
    let parts = positions::of_texts(&rules, game, terms)?;
    let claims = unpacked(&rules, |key| rules.numbered(key), game, packed, context);
    rules.failure()?;
    let claims = claims?;
    if let Some(part) = rules.circle(&claims)? {
        return fails(format!("moves lead from {} back to it", rules.told(part)));
    }
    let claims = Claims { rules, small, claims };
    let checked = checked(&claims, game, &parts, context);
    // What rests on rules that fail is worth nothing, true or false.
    claims.rules.failure()?;
    checked
}

/// The claims of one game, whose parts have numbers.
fn unpacked<R: BareRules>(
    rules: &R,
    numbered: impl Fn(u128) -> Option<R::Part>,
    game: &Game,
    packed: &[u8],
    context: &Context<'_>,
) -> Result<HashMap<R::Part, Claim>, Problem> {
    let mut claims = HashMap::new();
    let claim = |key, rest: &mut &[u8]| {
        let Some(part) = numbered(key) else {
            return malformed(format!("{key} is the number of no part"));
        };
        add(rules, &mut claims, part, file::claim(rest)?)
    };
    file::unpack(game.claims, packed, claim, context)?;
    Ok(claims)
}

fn add<R: BareRules>(
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
fn checked<R: BareRules>(
    claims: &Claims<R>,
    game: &Game,
    parts: &[R::Part],
    context: &Context<'_>,
) -> Result<Shown, Problem> {
    if let Some(why) = claims.check(context)? {
        return fails(format!("{}: {why}", game.game));
    }
    Ok(claims.sum(parts, &mut HashMap::new()))
}
