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
const MAX_HEAP: usize = 1 << 20;

/// The parts of a position as it is named; `None` if its rules are not known here.
///
/// A position of a game that is known has one way to be written. Any other would look to a reader like a
/// position of that game, while its moves would be taken from the file.
///
/// # Errors
/// Why it is no position of the game, or that it is written in another way.
pub(super) fn parts(name: &str) -> Option<Result<Parts, String>> {
    plain(name).or_else(|| {
        looks_known(name).then(|| Err("certificates write positions of this game otherwise".into()))
    })
}

/// The parts of a position that is written as certificates do.
fn plain(name: &str) -> Option<Result<Parts, String>> {
    let (game, inside) = name.strip_suffix(')')?.split_once('(')?;
    let number = || -> Option<usize> {
        let plain = !inside.is_empty() && inside.len() <= 7 && !inside.starts_with('0');
        if inside != "0" && !(plain && inside.bytes().all(|byte| byte.is_ascii_digit())) {
            return None;
        }
        inside.parse().ok().filter(|&n| n <= MAX_HEAP)
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

/// Whether a reader would take this for a position of a game that is known here, however it is written.
fn looks_known(name: &str) -> bool {
    let text: String = name.chars().filter(|c| c.is_ascii_graphic()).collect();
    let (game, inside) = text.split_once('(').unwrap_or((&text, ""));
    let (game, inside) = (game.to_ascii_lowercase(), inside.to_ascii_lowercase());
    match &*game {
        // A nim-heap as `*2`, brackets around a position, a sum.
        "" | "nim" | "cram" | "kings" => true,
        // On graphs it is not known.
        "node-kayles" => {
            inside.starts_with("rows(") || inside.starts_with(|c: char| c.is_ascii_digit())
        }
        _ if game.starts_with("polyominoes") => true,
        // Signs that look like letters: no game has them in its name.
        _ if !name.split('(').next().is_some_and(str::is_ascii) => true,
        _ if game.starts_with(['*', '+']) => true,
        _ => [game.to_ascii_uppercase(), game]
            .iter()
            .any(|code| Game::read(code).is_ok_and(|code| code.takes().is_some())),
    }
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
    let mut alive: Parts = parts.into_iter().filter(has_moves).collect();
    alive.sort();
    alive
}

fn has_moves(part: &Part) -> bool {
    match part {
        Part::Nim(n) => *n > 0,
        Part::Heap(code, n) => takes(code).any(*n),
        Part::Squares(game, squares) => BoardGame::named(game).is_some_and(|board| {
            let mut any = false;
            board.options(*squares, &mut |_| any = true);
            any
        }),
    }
}

/// What the moves in a position leave; `None` if there are many more than `listed`: so a file cannot ask for
/// more work than its length.
pub(super) fn options(parts: &Parts, listed: usize) -> Option<BTreeSet<Parts>> {
    let most = listed.saturating_mul(4).saturating_add(64);
    let mut options = BTreeSet::new();
    for i in 0..parts.len() {
        let left = options_of(&parts[i], most)?;
        for left in left {
            let mut all = alive(left);
            all.extend(parts[..i].iter().chain(&parts[i + 1..]).cloned());
            all.sort();
            options.insert(all);
        }
    }
    Some(options)
}

/// The takes of a code that was read before.
fn takes(code: &str) -> Takes {
    Game::read(code).ok().and_then(|game| game.takes()).unwrap_or_default()
}

/// What each move in a part leaves, finished parts among it; `None` if there are more than so many.
fn options_of(part: &Part, most: usize) -> Option<BTreeSet<Vec<Part>>> {
    let mut options = BTreeSet::new();
    match part {
        Part::Nim(n) if *n > most => return None,
        Part::Nim(n) => options.extend((0..*n).map(|left| vec![Part::Nim(left)])),
        Part::Heap(code, n) => {
            let heap = |size: usize| (size > 0).then(|| Part::Heap(code.clone(), size));
            takes(code).options(*n, &mut |a, b| {
                if options.len() <= most {
                    options.insert(heap(a).into_iter().chain(heap(b)).collect());
                }
            });
        }
        Part::Squares(game, squares) => {
            BoardGame::named(game)?.options(*squares, &mut |left| {
                let named = |&part: &Squares| Part::Squares(game.clone(), part);
                options.insert(left.iter().map(named).collect());
            });
        }
    }
    (options.len() <= most).then_some(options)
}
