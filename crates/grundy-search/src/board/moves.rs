//! What moves take from a board.

use super::grid::Grid;

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
