//! Positions that are named in certificates, by the bare rules: nim-heaps, heaps of codes, boards.

use super::game::{Game, Takes};
use super::parts::{BoardGame, Squares};
use std::collections::BTreeSet;

/// A part of a position with moves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// A nim-heap.
    Nim(usize),
    /// A heap of the code.
    Heap(String, usize),
    /// Free squares of the game of this name.
    Squares(String, Squares),
}

/// Parts with moves, sorted; finished parts are left out.
pub(super) type Parts = Vec<Part>;

/// Heaps of named positions are at most so large: each heap that can be reached is named in the file.
const LARGEST: usize = 1 << 20;

/// The parts of a position as it is named; `None` if its rules are not known here.
///
/// # Errors
/// Why it is no position of the game.
pub(super) fn parts(name: &str) -> Option<Result<Parts, String>> {
    let (game, inside) = name.strip_suffix(')')?.split_once('(')?;
    let number = || -> Option<usize> {
        let plain = !inside.is_empty() && inside.len() <= 7 && !inside.starts_with('0');
        if inside != "0" && !(plain && inside.bytes().all(|byte| byte.is_ascii_digit())) {
            return None;
        }
        inside.parse().ok().filter(|&n| n <= LARGEST)
    };
    if game == "nim" {
        return Some(Ok(alive(vec![Part::Nim(number()?)])));
    }
    if let Ok(code) = Game::read(game) {
        code.takes()?;
        return Some(Ok(alive(vec![Part::Heap(game.to_owned(), number()?)])));
    }
    let board = BoardGame::named(game)?;
    let rows = rows(inside)?;
    Some(board.position(&rows).map(|squares| {
        alive(squares.into_iter().map(|part| Part::Squares(game.to_owned(), part)).collect())
    }))
}

/// The rows of a board as it is typed: two numbers, or rows in quotes.
fn rows(inside: &str) -> Option<Vec<String>> {
    if let Some(list) = inside.strip_prefix("rows(\"").and_then(|rest| rest.strip_suffix("\")")) {
        return Some(list.split("\",\"").map(str::to_owned).collect());
    }
    let (rows, columns) = inside.split_once(',')?;
    let count = |text: &str| {
        let plain = !text.is_empty() && text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse::<usize>().ok()).flatten()
    };
    Some(vec![".".repeat(count(columns)?); count(rows)?])
}

/// The parts that have moves, sorted.
fn alive(parts: Vec<Part>) -> Parts {
    let mut alive: Parts = parts.into_iter().filter(|part| !options_of(part).is_empty()).collect();
    alive.sort();
    alive
}

/// What the moves in a position leave.
pub(super) fn options(parts: &Parts) -> BTreeSet<Parts> {
    let mut options = BTreeSet::new();
    for i in 0..parts.len() {
        for left in options_of(&parts[i]) {
            let mut all = alive(left);
            all.extend(parts[..i].iter().chain(&parts[i + 1..]).cloned());
            all.sort();
            options.insert(all);
        }
    }
    options
}

/// What each move in a part leaves, finished parts among it.
fn options_of(part: &Part) -> BTreeSet<Vec<Part>> {
    let mut options = BTreeSet::new();
    match part {
        Part::Nim(n) => options.extend((0..*n).map(|left| vec![Part::Nim(left)])),
        Part::Heap(code, n) => {
            let takes = Game::read(code).ok().and_then(|game| game.takes());
            let takes: Takes = takes.unwrap_or_default();
            let heap = |size: usize| (size > 0).then(|| Part::Heap(code.clone(), size));
            takes.options(*n, &mut |a, b| {
                options.insert(heap(a).into_iter().chain(heap(b)).collect());
            });
        }
        Part::Squares(game, squares) => {
            if let Some(board) = BoardGame::named(game) {
                board.options(*squares, &mut |left| {
                    let named = |&part: &Squares| Part::Squares(game.clone(), part);
                    options.insert(left.iter().map(named).collect());
                });
            }
        }
    }
    options
}
