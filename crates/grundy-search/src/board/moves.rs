//! Games on boards: a move takes squares that were free.

use super::area::Area;
use super::grid::Grid;
use super::part::{Layout, flood};
use super::word::options_of_word;
use crate::rules::{Keyed, Splitting, Sums};

/// A move on a board: the squares that are chosen, which must be free, and those that are free no
/// longer after it, these among them.
#[derive(Clone, Copy, Debug)]
pub struct Cells<G> {
    /// The squares that must be free.
    pub chosen: G,
    /// The squares that are not free afterwards, of those that were.
    pub taken: G,
}

/// Which squares moves take. Nothing but the free squares decides, in the same way all over the board
/// and in all its turns and mirror images.
pub trait Moves: Sync {
    /// Whether parts hang together by corners too.
    const KINGS: bool = false;
    /// Whether a move takes what it chooses and no more.
    const TAKES_CHOSEN: bool;

    /// The fewest squares that have a move.
    fn min_squares(&self) -> u32 {
        1
    }

    /// Whether the moves are to take two squares side by side, any two.
    fn takes_pairs(&self) -> bool {
        false
    }

    /// Every move.
    fn each<G: Grid>(&self, free: G, take: impl FnMut(Cells<G>));

    /// Whether there is a move.
    fn any<G: Grid>(&self, free: G) -> bool {
        self.count(free) > 0
    }

    /// How many moves there are.
    fn count<G: Grid>(&self, free: G) -> u32 {
        let mut count = 0;
        self.each(free, |_| count += 1);
        count
    }
}

/// Lay a piece of a set on free squares: every turn and mirror image of it that may be laid is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    shapes: Vec<Vec<(u32, u32)>>,
    is_dominoes: bool,
}

impl Pieces {
    /// Two squares beside each other: Cram.
    pub fn dominoes() -> Self {
        Self { shapes: vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]], is_dominoes: true }
    }

    /// All turns and mirror images of these pieces, each once. Squares are rows and columns.
    pub fn all_ways(pieces: &[Vec<(u32, u32)>]) -> Self {
        let mut shapes: Vec<Vec<(u32, u32)>> = Vec::new();
        for piece in pieces {
            for turn in 0..8 {
                let turned = piece.iter().map(|&(r, c)| {
                    let (r, c) = (i64::from(r), i64::from(c));
                    let (r, c) = if turn & 4 == 0 { (r, c) } else { (c, r) };
                    (if turn & 1 == 0 { r } else { -r }, if turn & 2 == 0 { c } else { -c })
                });
                let turned: Vec<(i64, i64)> = turned.collect();
                let top = turned.iter().map(|square| square.0).min().unwrap_or(0);
                let left = turned.iter().map(|square| square.1).min().unwrap_or(0);
                let mut shape: Vec<(u32, u32)> =
                    turned.iter().map(|&(r, c)| ((r - top) as u32, (c - left) as u32)).collect();
                shape.sort_unstable();
                if !shapes.contains(&shape) {
                    shapes.push(shape);
                }
            }
        }
        shapes.sort();
        let is_dominoes = shapes == Self::dominoes().shapes;
        Self { shapes, is_dominoes }
    }

    /// The shapes as rows and columns.
    pub fn shapes(&self) -> &[Vec<(u32, u32)>] {
        &self.shapes
    }

    /// The first squares of the box of a shape where it can be laid.
    #[inline]
    fn places<G: Grid>(shape: &[(u32, u32)], free: G) -> G {
        let (mut rows, mut at) = (free, 0);
        let mut places: Option<G> = None;
        // Squares come row by row.
        for &(row, column) in shape {
            while at < row {
                rows = rows.north();
                at += 1;
            }
            let moved = (0..column).fold(rows, |set, _| set.west());
            places = Some(places.map_or(moved, |places| places.and(moved)));
        }
        places.unwrap_or(free.none())
    }
}

impl Moves for Pieces {
    const TAKES_CHOSEN: bool = true;

    fn min_squares(&self) -> u32 {
        self.shapes.iter().map(Vec::len).min().unwrap_or(1).max(1) as u32
    }

    fn takes_pairs(&self) -> bool {
        self.is_dominoes
    }

    #[inline]
    fn each<G: Grid>(&self, free: G, mut take: impl FnMut(Cells<G>)) {
        for shape in &self.shapes {
            let mut places = Self::places(shape, free);
            while !places.is_empty() {
                let place = places.first();
                places = places.minus(place);
                let (mut row, mut at, mut piece) = (place, 0, place.none());
                for &(r, c) in shape {
                    while at < r {
                        row = row.south();
                        at += 1;
                    }
                    piece = piece.or((0..c).fold(row, |square, _| square.east()));
                }
                take(Cells { chosen: piece, taken: piece });
            }
        }
    }

    #[inline]
    fn any<G: Grid>(&self, free: G) -> bool {
        self.shapes.iter().any(|shape| !Self::places(shape, free).is_empty())
    }

    #[inline]
    fn count<G: Grid>(&self, free: G) -> u32 {
        self.shapes.iter().map(|shape| Self::places(shape, free).count()).sum()
    }
}

/// Choose a free square: it goes, and those beside it (Node Kayles), or all that touch it (kings).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kayles<const BY_CORNERS: bool>;

impl<const BY_CORNERS: bool> Moves for Kayles<BY_CORNERS> {
    const KINGS: bool = BY_CORNERS;
    const TAKES_CHOSEN: bool = false;

    #[inline]
    fn each<G: Grid>(&self, free: G, mut take: impl FnMut(Cells<G>)) {
        let mut rest = free;
        while !rest.is_empty() {
            let chosen = rest.first();
            rest = rest.minus(chosen);
            let near = if BY_CORNERS { chosen.grown_by_king() } else { chosen.grown() };
            take(Cells { chosen, taken: near.and(free) });
        }
    }

    #[inline]
    fn any<G: Grid>(&self, free: G) -> bool {
        !free.is_empty()
    }

    #[inline]
    fn count<G: Grid>(&self, free: G) -> u32 {
        free.count()
    }
}

/// Moves on boards, as rules for the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnBoards<M>(pub M);

impl<M: Moves> Splitting for OnBoards<M> {
    /// Measured: from 13 on fewer couples are looked at, beyond 16 more.
    const SMALL: u32 = 14;

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
    if !moves.any(area) {
        return;
    }
    let (canonical, turns) = area.canonical();
    if !(NORMAL && turns && answered_by_half_turn(moves, area)) {
        out.part(canonical);
    }
}

/// Whether the second player wins by turning each move by half a turn.
///
/// # Theorem
/// Let half a turn carry the free squares into themselves, and let no move take a square that the
/// turned move chooses. Then the value is 0: after each move the turned one is possible, since its
/// chosen squares were free and are not taken, and both together leave a set of the same kind. (Moves of
/// a set of fewer squares choose what moves of the larger one choose, and take no more.)
pub(super) fn answered_by_half_turn<M: Moves, G: Grid>(moves: &M, free: G) -> bool {
    if free.half_turn(free) != free {
        return false;
    }
    let mut answered = true;
    moves.each(free, |cells| {
        answered &= cells.chosen.half_turn(free).and(cells.taken).is_empty();
    });
    answered
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
