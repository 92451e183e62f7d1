//! Sets of squares of a grid in words of 64 bits: what is left beside squares that are taken, its
//! connected components, and their canonical forms.
//!
//! A set of squares is connected if one can walk through it from square to square, by sides or also by
//! corners. The *canonical form* of a component is the same for all its turns and mirror images, and for
//! no other component.

mod forms;
mod frame;
mod reach;
#[cfg(test)]
mod tests;

pub use forms::transposed;
pub use frame::Frame;

use crate::InstructionSet;
use crate::instruction_set::Kind;

/// Words that are computed together.
const LANES: usize = 8;

/// The words of all lanes.
type Block = [u64; LANES];

/// A connected set of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// The squares in the frame that was given.
    pub squares: u64,
    /// The squares of the canonical form, row by row.
    pub form: u64,
    /// The columns of the rows of the canonical form: 8 for boxes that fit into 8 by 8, else the longer side
    /// of the box.
    pub columns: u8,
    /// How many pairs of squares have a side in common.
    pub pairs: u8,
    /// Whether half a turn carries the set into itself.
    pub turns: bool,
    /// Whether the set has the square in the middle of its box, or the first of the two squares there. A
    /// middle with four squares does not count.
    pub has_middle: bool,
}

/// How squares hang together, and which components count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Whether squares that touch each other by corners hang together.
    pub by_corners: bool,
    /// Components of fewer squares are left out; at least 1.
    pub min_squares: u32,
}

/// The components that are left beside each of several sets, and the memory to find them.
///
/// They come in stages, so that whoever has seen enough can leave: first those of all sets that fall apart, then
/// the sets that stay whole, so many at a time.
///
/// ```
/// use grundy_lanes::{Components, Connection, Frame, InstructionSet};
/// let frame = Frame::new(3, 3).unwrap();
/// let connection = Connection { by_corners: false, min_squares: 1 };
/// let mut components = Components::new(InstructionSet::best());
/// // Without its middle row the board falls apart, without a corner it does not.
/// let rows = |row: u32| 0b111 << (frame.columns() * row);
/// let board = rows(0) | rows(1) | rows(2);
/// components.split(&frame, board, &[1, rows(1)], connection);
/// let squares = |components: &Components| -> Vec<u64> {
///     components.found().iter().map(|component| component.squares).collect()
/// };
/// assert_eq!((squares(&components), components.ends()), (vec![rows(0), rows(2)], &[2][..]));
/// assert!(components.more(&frame, 8));
/// assert_eq!((squares(&components), components.ends()), (vec![board ^ 1], &[1][..]));
/// assert!(!components.more(&frame, 8));
/// ```
#[derive(Debug)]
pub struct Components {
    instructions: InstructionSet,
    /// Of each set that falls apart or is not decided yet: what is left of it, the squares beside what was
    /// taken, and those that are reached from one of these.
    rest: Vec<Block>,
    near: Vec<Block>,
    area: Vec<Block>,
    /// The set that each of them comes from.
    set: Vec<u32>,
    /// The components: first those of sets that stay whole, then the others, and the sets these come from.
    squares: Vec<u64>,
    sets: Vec<u32>,
    whole: usize,
    /// How many sets that stay whole were told of.
    told_whole: usize,
    /// Canonical forms of the components of this stage, and what else is told of them.
    forms: Vec<Block>,
    told: Vec<Block>,
    /// The places of the components of this stage, and where each group ends.
    order: Vec<u32>,
    found: Vec<Component>,
    ends: Vec<u32>,
}

/// Calls a method compiled for the instruction set.
macro_rules! by_instructions {
    ($self:ident.$plain:ident / $avx2:ident / $avx512:ident ($($argument:expr),*)) => {
        match $self.instructions.0 {
            Kind::Portable => $self.$plain($($argument),*),
            // SAFETY: a set exists only where the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { $self.$avx2($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { $self.$avx512($($argument),*) },
        }
    };
}

impl Components {
    /// The most sets that are looked at together.
    pub const MAX_SETS: usize = 128;

    /// Memory for the loops of an instruction set.
    pub fn new(instructions: InstructionSet) -> Self {
        Self {
            instructions,
            rest: Vec::new(),
            near: Vec::new(),
            area: Vec::new(),
            set: Vec::new(),
            squares: Vec::new(),
            sets: Vec::new(),
            whole: 0,
            told_whole: 0,
            forms: Vec::new(),
            told: Vec::new(),
            order: Vec::new(),
            found: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Looks at `free`, which hangs together, without each of the sets `taken`, which are part of it. Then
    /// the components of the sets that fall apart are [found](Self::found), those of a set being a group.
    /// Sets of which nothing counts are empty groups.
    ///
    /// # Cost
    /// O(sets · squares) operations on words at worst, eight words at a time; a set that stays whole mostly
    /// takes a constant number.
    ///
    /// # Panics
    /// If there are more than [`MAX_SETS`](Self::MAX_SETS) sets.
    pub fn split(&mut self, frame: &Frame, free: u64, taken: &[u64], connection: Connection) {
        assert!(taken.len() <= Self::MAX_SETS);
        by_instructions!(self.split_plain / split_avx2 / split_512(frame, free, taken, connection));
    }

    /// Then at most `most` of the sets that stay whole are [found](Self::found), in order, each a group;
    /// `false` if there are no more.
    pub fn more(&mut self, frame: &Frame, most: usize) -> bool {
        by_instructions!(self.more_plain / more_avx2 / more_512(frame, most))
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn split_avx2(&mut self, frame: &Frame, free: u64, taken: &[u64], connection: Connection) {
        self.split_plain(frame, free, taken, connection);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512cd,avx512vl,avx512vbmi,avx512vpopcntdq,bmi1,bmi2,popcnt"
    )]
    fn split_512(&mut self, frame: &Frame, free: u64, taken: &[u64], connection: Connection) {
        self.split_plain(frame, free, taken, connection);
    }

    #[inline(always)]
    fn split_plain(&mut self, frame: &Frame, free: u64, taken: &[u64], connection: Connection) {
        if connection.by_corners {
            self.divide::<true>(frame, free, taken, connection.min_squares);
        } else {
            self.divide::<false>(frame, free, taken, connection.min_squares);
        }
        self.shape(frame, self.whole, self.squares.len());
        self.tell(self.whole);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn more_avx2(&mut self, frame: &Frame, most: usize) -> bool {
        self.more_plain(frame, most)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512cd,avx512vl,avx512vbmi,avx512vpopcntdq,bmi1,bmi2,popcnt"
    )]
    fn more_512(&mut self, frame: &Frame, most: usize) -> bool {
        self.more_plain(frame, most)
    }

    #[inline(always)]
    fn more_plain(&mut self, frame: &Frame, most: usize) -> bool {
        let start = self.told_whole;
        let end = self.whole.min(start.saturating_add(most));
        self.told_whole = end;
        self.shape(frame, start, end);
        let count = (end - start) as u32;
        self.order.clear();
        self.order.extend(0..count);
        self.ends.clear();
        self.ends.extend(1..=count);
        self.tell(start);
        start < end
    }

    /// The components of this stage, those of a group one after the other.
    pub fn found(&self) -> &[Component] {
        &self.found
    }

    /// Where each group ends in what was [found](Self::found).
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Puts what was found in order; forms begin with that of component `start`.
    #[inline(always)]
    fn tell(&mut self, start: usize) {
        let (forms, told) = (self.forms.as_flattened(), self.told.as_flattened());
        self.found.clear();
        self.found.extend(self.order.iter().map(|&i| {
            let (i, told) = (i as usize, told[i as usize]);
            Component {
                squares: self.squares[start + i],
                form: forms[i],
                columns: (told >> 8) as u8,
                pairs: told as u8,
                turns: told >> 16 & 1 == 1,
                has_middle: told >> 17 & 1 == 1,
            }
        }));
    }
}
