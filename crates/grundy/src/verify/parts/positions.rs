//! Positions of one game as a certificate has them: the rules, and the parts that hang together.

use super::board::{Board, Squares};
use super::claims::Rules as _;
use super::crosses::{Crossed, Crosses};
use super::drawing::Drawing;
use super::file::{Game, malformed};
use super::sprouts::{Land, Sprouts};
use super::texts::{TextPart, TextReader, TextRules, Texts};
use super::vertices::Vertices;
use crate::context::Stop;
use crate::verify::file::{Problem, fails};
use std::collections::HashSet;

/// The rules of a game.
#[derive(Debug)]
pub(super) enum Rules<'a> {
    /// On squares.
    Board(Board),
    /// Notakto.
    Crosses(Crosses),
    /// Sprouts.
    Drawings(Sprouts),
    /// On the vertices of a graph, or the elements of an order.
    Graph(Vertices),
    /// Read from texts.
    Texts(Texts<'a>),
}

impl Rules<'_> {
    /// Bytes kept besides the claims.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Drawings(rules) => rules.bytes(),
            Self::Texts(rules) => rules.bytes(),
            Self::Board(_) | Self::Crosses(_) | Self::Graph(_) => 0,
        }
    }

    /// What failed in rules from texts; nothing that was found since is worth anything.
    pub fn failure(&self) -> Result<(), Stop> {
        match self {
            Self::Texts(rules) => rules.failure(),
            _ => Ok(()),
        }
    }
}

/// The rules of the game of this name, on its graph if it has one; those of texts are taken from `texts`.
pub(super) fn rules<'a>(game: &Game, texts: &mut Option<Texts<'a>>) -> Result<Rules<'a>, Problem> {
    if game.game == "rules" {
        return match texts.take() {
            Some(texts) => Ok(Rules::Texts(texts)),
            None => malformed("the texts of the rules are missing"),
        };
    }
    if !game.rules.is_empty() {
        return malformed(format!("the rules of {:?} are not read from texts", game.game));
    }
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

/// The rules that are read from texts, before anything is played by them. There is one set of them, and no family has
/// the name of another game: each name has one meaning.
pub(super) fn texts(
    games: &[Game],
    reader: &dyn TextReader,
) -> Result<Option<Box<dyn TextRules>>, Problem> {
    let (own, others): (Vec<&Game>, Vec<&Game>) =
        games.iter().partition(|game| !game.rules.is_empty());
    let [own] = &*own else {
        return if own.is_empty() { Ok(None) } else { malformed("rules are read from texts once") };
    };
    let rules = reader.read(&own.rules).or_else(malformed)?;
    let families = rules.families();
    let named = |game: &&&Game| {
        let name = game.game.split('[').next().unwrap_or_default();
        families.iter().any(|family| family.eq_ignore_ascii_case(name))
    };
    match others.iter().find(named) {
        None => Ok(Some(rules)),
        Some(game) => malformed(format!("{} is a game and a family of the rules", game.game)),
    }
}

/// Nim-heaps as they are typed, in a way that no rules from texts can change.
pub(super) fn heaps(heaps: &[u32], by_texts: bool) -> Vec<String> {
    match by_texts {
        true => heaps.iter().map(|heap| format!("*{heap}")).collect(),
        false => {
            let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
            vec![format!("nim({})", heaps.join(","))]
        }
    }
}

/// The positions of rules from texts.
pub(super) fn of_texts(
    rules: &Texts<'_>,
    game: &Game,
    terms: &mut Vec<String>,
) -> Result<Vec<TextPart>, Problem> {
    let vertices = game.vertices.is_empty() && game.pairs.is_empty();
    if !vertices || !game.left.is_empty() || !game.partners.is_empty() || !game.boards.is_empty() {
        return malformed("a position of rules is a text");
    }
    let mut parts = Vec::new();
    for text in &game.texts {
        let (part, told) = rules.position(text)?;
        parts.push(part);
        terms.push(told);
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
        if !rules.can_be_left(set) {
            return malformed("an element is left that is above one that is gone");
        }
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
