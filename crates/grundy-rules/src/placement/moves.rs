//! Moves that were read, as moves of the search over boards.

use super::read::{Found, Split};
use super::word::Bit;
use grundy::game::Boards;
use grundy_search::board::{Board, Kayles, Moves, Pieces};
use hashbrown::HashSet;

/// Boards with free squares on which the moves are those of a family.
pub(super) struct Placed {
    /// Whether a square of the family's board is free if it has a 1.
    pub free_is_one: bool,
    pub boards: Box<dyn super::Played>,
}

/// What a move needs to be free, and what is free no longer.
type Taken = (u128, u128);

/// A piece may have so many squares.
const MAX_PIECE: u32 = 16;

/// Pieces may lie in so many ways.
const MAX_SHAPES: usize = 64;

/// The same moves on the free squares of `board`, if they are moves that the search over boards knows.
///
/// # Theorem
/// Let a move need some squares to be free, the same ones all over the board and in all turns and mirror images,
/// and take these and others. Let what it needs hang together, and let each square that it takes be at a side of
/// one that it needs, or be one. Then squares that do not hang together by sides are a sum: no move needs
/// squares of two parts, or takes a square of a part in which it needs none. The same holds for corners. So it
/// makes no difference which coarser parts the rules make a sum of, or whether they make any, and which of the
/// turns and mirror images they keep.
pub(super) fn recognised(found: &[Found], board: Board) -> Option<Placed> {
    let free_is_one = found.first()?.needs.zeros == 0;
    let moves = taken(found, free_is_one)?;
    if !free_is_one && found.iter().any(|option| option.split != Split::No) {
        // What hangs together are the squares that are not free.
        return None;
    }
    let by_sides = found.iter().any(|option| option.split == Split::BySides);
    let boards: Box<dyn super::Played> = if listed(&Kayles::<false>, board) == moves {
        Box::new(Boards::new("node-kayles", Kayles::<false>))
    } else if !by_sides && listed(&Kayles::<true>, board) == moves {
        Box::new(Boards::new("kings", Kayles::<true>))
    } else {
        let pieces = pieces(&moves, board).filter(|pieces| listed(pieces, board) == moves)?;
        Box::new(Boards::new(title(&pieces), pieces))
    };
    Some(Placed { free_is_one, boards })
}

/// A name that no other pieces have, and that the built-in game has, where there is one: what was found of their
/// parts can be kept in a file.
fn title(pieces: &Pieces) -> String {
    match *pieces == Pieces::dominoes() {
        true => "cram".to_owned(),
        false => format!("pieces {:?}", pieces.shapes()),
    }
}

/// Every move on a board.
fn listed<M: Moves>(moves: &M, board: Board) -> HashSet<Taken> {
    let mut all = HashSet::new();
    moves.each(board.grid(), |cells| {
        all.insert((cells.chosen.bits, cells.taken.bits));
    });
    all
}

/// What the moves need and take; `None` if one does something else.
fn taken(found: &[Found], free_is_one: bool) -> Option<HashSet<Taken>> {
    let mut moves = HashSet::with_capacity(found.len());
    for option in found {
        let (chosen, others) = match free_is_one {
            true => (option.needs.ones, option.needs.zeros),
            false => (option.needs.zeros, option.needs.ones),
        };
        let mut taken = 0;
        for (square, &bit) in option.left.iter().enumerate() {
            match bit {
                Bit::Is(own) if usize::from(own) == square => {}
                Bit::Known(one) if one != free_is_one => taken |= 1 << square,
                _ => return None,
            }
        }
        if others != 0 || chosen == 0 || chosen & !taken != 0 {
            return None;
        }
        moves.insert((chosen, taken));
    }
    Some(moves)
}

/// The pieces that are laid, if each move takes what it needs and that hangs together.
fn pieces(moves: &HashSet<Taken>, board: Board) -> Option<Pieces> {
    let width = board.width();
    let mut pieces: Vec<Vec<(u32, u32)>> = Vec::new();
    for &(chosen, taken) in moves {
        if chosen != taken || chosen.count_ones() > MAX_PIECE {
            return None;
        }
        let squares: Vec<(u32, u32)> = (0..board.height() * width)
            .filter(|square| chosen >> square & 1 == 1)
            .map(|square| (square / width, square % width))
            .collect();
        let top = squares.iter().map(|square| square.0).min()?;
        let left = squares.iter().map(|square| square.1).min()?;
        let piece: Vec<(u32, u32)> = squares.iter().map(|&(r, c)| (r - top, c - left)).collect();
        if pieces.contains(&piece) {
            continue;
        }
        if pieces.len() == MAX_SHAPES || board.with_free(chosen).areas(false).len() != 1 {
            return None;
        }
        pieces.push(piece);
    }
    Some(Pieces::all_ways(&pieces))
}
