//! Moves on boards as rules for the search: options as sums of parts.

use super::area::Area;
use super::grid::Grid;
use super::moves::{Moves, answered_by_half_turn};
use super::part::{Layout, flood};
use super::word::options_of_word;
use crate::rules::{Keyed, Splitting, Sums};

/// Moves on boards, as rules for the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnBoards<M>(pub M);

impl<M: Moves> Splitting for OnBoards<M> {
    /// Of 8 to 20, 13 took least time for Cram on 5 by 8 squares, 16 on 4 by 11.
    const MAX_VALUED_SIZE: u32 = 14;

    type Part = Area;

    #[inline]
    fn key(&self, part: &Area) -> u128 {
        part.key()
    }

    #[inline]
    fn size(&self, part: &Area) -> u32 {
        match part.layout() {
            Layout::Small(free) => self.0.count(free),
            Layout::Wide(free) => self.0.count(free),
            Layout::Packed(free) => self.0.count(free),
        }
    }

    fn options(&self, part: &Area, out: &mut Sums<Area>) {
        self.options_in_stages(part, out, &mut |_| false);
    }

    fn options_in_stages(
        &self,
        part: &Area,
        out: &mut Sums<Area>,
        enough: &mut dyn FnMut(&Sums<Area>) -> bool,
    ) {
        if let Some((free, frame)) = part.word() {
            return options_of_word::<true, _>(&self.0, free, &frame, out, enough);
        }
        match part.layout() {
            Layout::Small(free) => options::<true, _, _>(&self.0, free, out),
            Layout::Wide(free) => options::<true, _, _>(&self.0, free, out),
            Layout::Packed(free) => options::<true, _, _>(&self.0, free, out),
        }
        enough(out);
    }
}

/// Who answers by half a turn moves last, which loses in misère play: such parts stay.
impl<M: Moves> Keyed for OnBoards<M> {
    #[inline]
    fn size(&self, part: u128) -> u32 {
        Splitting::size(self, &Area(part))
    }

    fn cells(&self, part: u128) -> u32 {
        Area(part).count()
    }

    fn all_options(&self, part: u128, out: &mut Sums<u128>) -> bool {
        let (area, mut sums) = (Area(part), Sums::default());
        if let Some((free, frame)) = area.word() {
            options_of_word::<false, _>(&self.0, free, &frame, &mut sums, &mut |_| false);
            out.extend_from(&sums, Area::key);
            return true;
        }
        match area.layout() {
            Layout::Small(free) => options::<false, _, _>(&self.0, free, &mut sums),
            Layout::Wide(free) => options::<false, _, _>(&self.0, free, &mut sums),
            Layout::Packed(free) => options::<false, _, _>(&self.0, free, &mut sums),
        }
        out.extend_from(&sums, Area::key);
        true
    }
}

/// Lists the options; in normal play parts that half a turn answers are left out.
#[inline]
fn options<const NORMAL: bool, M: Moves, G: Grid>(moves: &M, free: G, out: &mut Sums<Area>) {
    moves.each(free, |cells| {
        let rest = free.minus(cells.taken);
        add_parts::<NORMAL, _, _>(moves, rest, cells.taken, out);
        out.end();
    });
}

/// Adds the parts of `rest`, which hung together before `taken` was taken.
#[inline]
fn add_parts<const NORMAL: bool, M: Moves, G: Grid>(
    moves: &M,
    mut rest: G,
    taken: G,
    out: &mut Sums<Area>,
) {
    let near = if M::KINGS { taken.grown_by_king() } else { taken.grown() }.and(rest);
    let mut open = near;
    while !open.is_empty() {
        let seed = open.first();
        let area = flood_to(seed, rest, open, M::KINGS);
        // All of the border is in one part: nothing is left beside it.
        let area = if open.minus(area).is_empty() { rest } else { area };
        open = open.minus(area);
        rest = rest.minus(area);
        add_part::<NORMAL, _, _>(moves, area, out);
    }
}

/// As [`flood`], ended early once all of `border` is reached.
#[inline]
fn flood_to<G: Grid>(seed: G, free: G, border: G, kings: bool) -> G {
    let mut area = seed;
    loop {
        let grown = if kings { area.grown_by_king() } else { area.grown() }.and(free);
        if border.minus(grown).is_empty() || grown == area {
            return grown;
        }
        area = grown;
    }
}

/// Adds one part: dropped if it has no moves, or, in normal play, if half a turn answers every move.
#[inline]
fn add_part<const NORMAL: bool, M: Moves, G: Grid>(moves: &M, area: G, out: &mut Sums<Area>) {
    let size = moves.count(area);
    if size == 0 {
        return;
    }
    let (canonical, turns) = area.canonical();
    if !(NORMAL && turns && answered_by_half_turn(moves, area)) {
        out.part_of_size(canonical, size);
    }
}

impl Area {
    /// Whether half a turn answers every move, so that the value is 0.
    pub fn is_answered<M: Moves>(self, moves: &M) -> bool {
        match self.layout() {
            Layout::Small(free) => answered_by_half_turn(moves, free),
            Layout::Wide(free) => answered_by_half_turn(moves, free),
            Layout::Packed(free) => answered_by_half_turn(moves, free),
        }
    }
}

/// The parts of a board that have moves and are not 0 by half a turn.
pub fn parts<M: Moves>(moves: &M, board: super::Board) -> Vec<Area> {
    parts_of::<true, M>(moves, board)
}

/// The parts of a board that have moves, by their numbers: none is nothing in misère play.
pub fn all_parts<M: Moves>(moves: &M, board: super::Board) -> Vec<u128> {
    parts_of::<false, M>(moves, board).into_iter().map(Area::key).collect()
}

fn parts_of<const NORMAL: bool, M: Moves>(moves: &M, board: super::Board) -> Vec<Area> {
    let (mut rest, mut sums) = (board.grid(), Sums::default());
    while !rest.is_empty() {
        let area = flood(rest.first(), rest, M::KINGS);
        rest = rest.minus(area);
        add_part::<NORMAL, _, _>(moves, area, &mut sums);
    }
    sums.end();
    sums.option(0).0.to_vec()
}
