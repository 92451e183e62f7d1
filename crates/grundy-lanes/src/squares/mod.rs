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
/// ```
/// use grundy_lanes::{Components, Connection, Frame, InstructionSet};
/// let frame = Frame::new(3, 3).unwrap();
/// let connection = Connection { by_corners: false, min_squares: 1 };
/// let mut components = Components::default();
/// // Without its middle row the board falls apart, without a corner it does not.
/// components.find(InstructionSet::best(), &frame, 0b111_111_111, &[0b111_000, 1], connection);
/// let squares: Vec<Vec<u64>> =
///     components.groups().map(|group| group.iter().map(|part| part.squares).collect()).collect();
/// assert_eq!(squares, [vec![0b111, 0b111_000_000], vec![0b111_111_110]]);
/// ```
#[derive(Debug, Default)]
pub struct Components {
    /// Of each set that falls apart or is not decided yet: what is left of it, the squares beside what was
    /// taken, and those that are reached from one of these.
    rest: Vec<Block>,
    near: Vec<Block>,
    area: Vec<Block>,
    /// The set that each of them comes from.
    set: Vec<u32>,
    /// The components that were found: squares and the set they come from.
    squares: Vec<u64>,
    sets: Vec<u32>,
    forms: Vec<Block>,
    told: Vec<Block>,
    /// Their places in the order of their groups, the components in this order, and where each group ends.
    order: Vec<u32>,
    found: Vec<Component>,
    ends: Vec<u32>,
}

impl Components {
    /// The most sets that are looked at together.
    pub const MAX_SETS: usize = 128;

    /// Finds the components of `free` without each of the sets `taken`, which are part of it.
    ///
    /// # Cost
    /// About 10 to 30 nanoseconds for a set with AVX-512.
    ///
    /// # Panics
    /// If there are more than [`MAX_SETS`](Self::MAX_SETS) sets.
    pub fn find(
        &mut self,
        set: InstructionSet,
        frame: &Frame,
        free: u64,
        taken: &[u64],
        connection: Connection,
    ) {
        assert!(taken.len() <= Self::MAX_SETS);
        match set.0 {
            Kind::Portable => self.find_plain(frame, free, taken, connection),
            // SAFETY: a set exists only where the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { self.find_avx2(frame, free, taken, connection) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { self.find_512(frame, free, taken, connection) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn find_avx2(&mut self, frame: &Frame, free: u64, taken: &[u64], connection: Connection) {
        self.find_plain(frame, free, taken, connection);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512cd,avx512vl,avx512vbmi,avx512vpopcntdq,bmi1,bmi2,popcnt"
    )]
    fn find_512(&mut self, frame: &Frame, free: u64, taken: &[u64], connection: Connection) {
        self.find_plain(frame, free, taken, connection);
    }

    #[inline(always)]
    fn find_plain(&mut self, frame: &Frame, free: u64, taken: &[u64], connection: Connection) {
        if connection.by_corners {
            self.split::<true>(frame, free, taken, connection.min_squares);
        } else {
            self.split::<false>(frame, free, taken, connection.min_squares);
        }
        self.shape(frame);
        self.tell();
    }

    /// How many groups there are: one for each set, those that fell apart first, otherwise in order.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there was no set.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All components, those of a group one after the other.
    pub fn found(&self) -> &[Component] {
        &self.found
    }

    /// Where each group ends in what was [found](Self::found).
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// The components of each group; see [`len`](Self::len).
    pub fn groups(&self) -> impl Iterator<Item = &[Component]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.found[start as usize..end as usize])
    }

    /// Puts what was found in order.
    #[inline(always)]
    fn tell(&mut self) {
        let (forms, told) = (self.forms.as_flattened(), self.told.as_flattened());
        self.found.clear();
        self.found.extend(self.order.iter().map(|&i| {
            let (i, told) = (i as usize, told[i as usize]);
            Component {
                squares: self.squares[i],
                form: forms[i],
                columns: (told >> 8) as u8,
                pairs: told as u8,
                turns: told >> 16 & 1 == 1,
                has_middle: told >> 17 & 1 == 1,
            }
        }));
    }
}
