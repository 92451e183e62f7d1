//! The options of parts of at most 64 squares, by vector loops.

use super::area::Area;
use super::grid::{Grid, Packed, Small};
use super::moves::{Moves, answered_by_half_turn};
use crate::rules::Sums;
use grundy_lanes::{Component, Components, Connection, Frame, InstructionSet};
use std::cell::RefCell;

/// What the options of one part are written on.
struct Room {
    components: Components,
    taken: Vec<u64>,
}

thread_local! {
    /// Rooms that are not in use: options may be asked for while those of another part are shown.
    #[allow(clippy::vec_box, reason = "rooms go in and out often: a pointer is moved, not a room")]
    static ROOMS: RefCell<Vec<Box<Room>>> = const { RefCell::new(Vec::new()) };
}

/// So many options that stay whole are found in a stage.
const STAGE: usize = 16;

/// Adds all options of the part with these squares, those that fall apart first: they are decided soonest. In
/// normal play parts that half a turn answers are left out.
pub(super) fn options_of_word<const NORMAL: bool, M: Moves>(
    moves: &M,
    free: u64,
    frame: &Frame,
    out: &mut Sums<Area>,
    enough: &mut dyn FnMut(&Sums<Area>) -> bool,
) {
    let mut room = ROOMS.with_borrow_mut(Vec::pop).unwrap_or_else(|| {
        let components = Components::new(InstructionSet::current());
        Box::new(Room { components, taken: Vec::new() })
    });
    stages::<NORMAL, M>(moves, free, frame, &mut room, out, enough);
    ROOMS.with_borrow_mut(|rooms| rooms.push(room));
}

#[inline]
fn stages<const NORMAL: bool, M: Moves>(
    moves: &M,
    free: u64,
    frame: &Frame,
    Room { components, taken }: &mut Room,
    out: &mut Sums<Area>,
    enough: &mut dyn FnMut(&Sums<Area>) -> bool,
) {
    let whole = Packed::new(free.into(), frame.columns());
    taken.clear();
    if moves.takes_pairs() {
        take_pairs(free, frame, taken);
    } else if whole.width == 8 {
        moves.each(Small(free), |cells| taken.push(cells.taken.0));
    } else {
        moves.each(whole, |cells| taken.push(cells.taken.bits as u64));
    }
    let connection = Connection { by_corners: M::KINGS, min_squares: moves.min_squares() };
    for taken in taken.chunks(Components::MAX_SETS) {
        components.split(frame, free, taken, connection);
        loop {
            let (found, mut at) = (components.found(), 0);
            for &end in components.ends() {
                for component in &found[at..end as usize] {
                    add::<NORMAL, M>(moves, whole, component, out);
                }
                at = end as usize;
                out.end();
            }
            if at > 0 && enough(out) {
                return;
            }
            if !components.more(frame, STAGE) {
                break;
            }
        }
    }
    // Sets of which nothing was left may be the last.
    enough(out);
}

/// All pairs of squares with a side in common.
#[inline]
fn take_pairs(free: u64, frame: &Frame, taken: &mut Vec<u64>) {
    for (mut first, pair) in frame.pairs(free) {
        while first != 0 {
            taken.push(pair << first.trailing_zeros());
            first &= first - 1;
        }
    }
}

/// Adds a part of `whole`, unless it has no moves, or, in normal play, half a turn answers every move.
#[inline]
fn add<const NORMAL: bool, M: Moves>(
    moves: &M,
    whole: Packed,
    component: &Component,
    out: &mut Sums<Area>,
) {
    let area = match component.columns {
        8 => Area::small(component.form),
        columns => Area::long(component.form, columns.into()),
    };
    if moves.takes_pairs() {
        // Only a pair in the middle, or one with the square in the middle, meets itself turned.
        if !NORMAL || !component.turns || component.has_middle {
            out.part_of_size(area, component.pairs.into());
        }
    } else if whole.width == 8 {
        let turns = NORMAL && component.turns;
        add_any(moves, Small(component.squares), area, turns, out);
    } else {
        let squares = whole.with(component.squares.into());
        add_any(moves, squares, area, NORMAL && component.turns, out);
    }
}

/// As [`add`], for any moves.
#[inline]
fn add_any<M: Moves, G: Grid>(
    moves: &M,
    squares: G,
    area: Area,
    turns: bool,
    out: &mut Sums<Area>,
) {
    let size = moves.count(squares);
    if size > 0 && !(turns && answered_by_half_turn(moves, squares)) {
        out.part_of_size(area, size);
    }
}
