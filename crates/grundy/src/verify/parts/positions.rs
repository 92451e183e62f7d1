//! Positions of one game as a certificate has them: the rules, and the parts that hang together.

use super::board::{Board, Squares};
use super::claims::Rules as _;
use super::crosses::{Crossed, Crosses};
use super::drawing::Drawing;
use super::file::{Game, malformed};
use super::sprouts::{Land, Sprouts};
use super::vertices::Vertices;
use crate::verify::file::{Problem, fails};
use std::collections::HashSet;

/// The rules of a game.
#[derive(Debug)]
pub(super) enum Rules {
    /// On squares.
    Board(Board),
    /// Notakto.
    Crosses(Crosses),
    /// Sprouts.
    Drawings(Sprouts),
    /// On the vertices of a graph, or the elements of an order.
    Graph(Vertices),
}

impl Rules {
    /// Bytes kept besides the claims.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Drawings(rules) => rules.bytes(),
            Self::Board(_) | Self::Crosses(_) | Self::Graph(_) => 0,
        }
    }
}

/// The rules of the game of this name, on its graph if it has one.
pub(super) fn rules(game: &Game) -> Result<Rules, Problem> {
    if let Some(rules) = Board::named(&game.game).filter(|_| game.left.is_empty()) {
        return Ok(Rules::Board(rules));
    }
    if game.game == "notakto" {
        return Ok(Rules::Crosses(Crosses));
    }
    if game.game == "sprouts" {
        return Ok(Rules::Drawings(Sprouts::default()));
    }
    match Vertices::named(&game.game, game.vertices.len(), &game.pairs) {
        Some(rules) => rules.map(Rules::Graph).or_else(malformed),
        None => malformed(format!("the rules of {:?} are not known here", game.game)),
    }
}

/// The parts of boards; each position is told in `terms`, here and below.
pub(super) fn of_board(
    rules: &Board,
    game: &Game,
    terms: &mut Vec<String>,
) -> Result<Vec<Squares>, Problem> {
    let mut parts = Vec::new();
    for rows in rows(game, terms)? {
        let (width, bits) = Board::position(rows).or_else(malformed)?;
        rules.areas(width, bits, &mut parts);
    }
    Ok(parts)
}

/// The boards of Notakto.
pub(super) fn of_crosses(game: &Game, terms: &mut Vec<String>) -> Result<Vec<Crossed>, Problem> {
    let mut parts = Vec::new();
    for rows in rows(game, terms)? {
        parts.extend(Crosses::position(rows).or_else(malformed)?);
    }
    Ok(parts)
}

/// The rows of each board.
fn rows<'a>(game: &'a Game, terms: &mut Vec<String>) -> Result<&'a [Vec<String>], Problem> {
    let others = game.vertices.is_empty() && game.pairs.is_empty() && game.partners.is_empty();
    if !others || !game.texts.is_empty() || !game.left.is_empty() {
        return malformed(format!("a position of {} is a board", game.game));
    }
    for rows in &game.boards {
        let full = rows.iter().all(|row| row.bytes().all(|sign| sign == b'.'));
        let width = rows.first().map_or(0, String::len);
        terms.push(match full {
            true => format!("{}({},{width})", game.game, rows.len()),
            false => format!("{}(rows(\"{}\"))", game.game, rows.join("\",\"")),
        });
    }
    Ok(&game.boards)
}

/// The parts of drawings.
pub(super) fn of_drawings(
    rules: &Sprouts,
    game: &Game,
    terms: &mut Vec<String>,
) -> Result<Vec<Land>, Problem> {
    let vertices = game.vertices.is_empty() && game.pairs.is_empty();
    let positions = game.left.is_empty() && game.partners.is_empty() && game.boards.is_empty();
    if !vertices || !positions {
        return malformed(format!("a position of {} is a text", game.game));
    }
    let mut parts = Vec::new();
    for text in &game.texts {
        let drawing = Drawing::read(text).or_else(malformed)?;
        let spots = "0.".repeat(drawing.lives.len());
        let plain = drawing.lives.is_empty() || *text == format!("{spots}}}!");
        terms.push(match plain {
            true => format!("{}({})", game.game, drawing.lives.len()),
            false => format!("{}(\"{text}\")", game.game),
        });
        parts.extend(rules.parts(drawing));
    }
    Ok(parts)
}

/// The parts of sets of vertices, but for those that partners answer, whose value is 0: in normal play only.
pub(super) fn of_graph(
    rules: &Vertices,
    game: &Game,
    terms: &mut Vec<String>,
) -> Result<Vec<u128>, Problem> {
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
            Some(pairs) if rules.are_partners(set, pairs) => {}
            Some(_) => {
                let told = told(game, set);
                return fails(format!("the partners do not answer every move of {told}"));
            }
            None => rules.parts(set, &mut parts),
        }
        terms.push(told(game, set));
    }
    Ok(parts)
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
