//! Parts of boards as numbers.

/// Free squares that hang together, in the form that all its turns and mirror images share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area(pub(super) u128);

/// Marks a box to 8 by 15 of more than 64 squares.
pub(super) const WIDE_MARK: u128 = 1 << 127;
/// Marks a box that is too large for the others, packed row by row.
pub(super) const PACKED: u128 = 1 << 126;
/// Where the width of a packed area stands.
pub(super) const WIDTH: u32 = 119;
/// Where the columns beyond eight stand of a box of at most 64 squares, its longer side across.
pub(super) const CLASS: u32 = 64;

impl Area {
    /// A box that fits into eight by eight.
    pub(super) const fn small(bits: u64) -> Self {
        Self(bits as u128)
    }

    /// Another box of at most 64 squares, packed row by row; its width is 9 to 32. The key is short, so that
    /// little memory is taken.
    pub(super) const fn long(bits: u64, width: u32) -> Self {
        Self((width as u128 - 8) << CLASS | bits as u128)
    }

    pub(super) const fn wide(bits: u128) -> Self {
        Self(bits | WIDE_MARK)
    }

    pub(super) const fn packed(bits: u128, width: u32) -> Self {
        Self(bits | PACKED | (width as u128) << WIDTH)
    }

    /// The area with this key.
    #[inline]
    pub const fn keyed(key: u128) -> Self {
        Self(key)
    }

    /// A number that no other area has.
    #[inline]
    pub const fn key(self) -> u128 {
        self.0
    }
}
