//! Cells of a byte: the bit of inactive ones, and how many of their integers a word holds.

/// The bit of an inactive cell.
pub const INACTIVE: u8 = 0x80;

/// The integers of which a word of 64 bits tells whether they are attained.
pub(crate) const SET_SIZE: usize = 64;
