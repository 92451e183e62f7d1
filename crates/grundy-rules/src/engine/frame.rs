//! What machine code and those who call it pass to each other.

use std::ptr;

/// What machine code is given, and what it leaves.
#[repr(C)]
#[derive(Debug)]
pub struct Frame {
    /// The coordinates of the state.
    pub coords: *const i64,
    /// Cells of boxes, or keys.
    pub table: *const u8,
    /// The codes of keys.
    pub codes: *const u32,
    /// One less than the number of keys.
    pub mask: u64,
    /// By how much products of keys are shifted.
    pub shift: u64,
    /// Stamps; one more than `room`.
    pub seen: *mut u32,
    /// Values below this have a stamp.
    pub room: u64,
    /// Room for missing keys.
    pub missing: *mut u64,
    /// How many there are.
    pub missing_len: u64,
    /// The family and coordinates that do not fit.
    pub grow: *mut i64,
    /// Steps left.
    pub fuel: u64,
    /// The stamp of this run.
    pub epoch: u64,
    /// The answer.
    pub value: u64,
    /// Of a row: the cell of the first state, and later of the first that has no value.
    pub cell: *mut u8,
    /// Of a row: behind the cell of the last state.
    pub end: *const u8,
    /// Without a table: the states asked for, their number, and how many there is room for.
    pub asked: *mut [i64; ASKED_WORDS],
    pub asked_len: u64,
    pub asked_room: u64,
    /// Without a table: the options, each with the number of states asked for until then and the sum
    /// of what was told of its own; their number, and how many there is room for.
    pub options: *mut [u64; 2],
    pub options_len: u64,
    pub options_room: u64,
}

/// Two coordinates, the family, and nothing, so that a place is found by shifting.
pub const ASKED_WORDS: usize = 4;

impl Default for Frame {
    fn default() -> Self {
        Self {
            coords: ptr::null(),
            table: ptr::null(),
            codes: ptr::null(),
            mask: 0,
            shift: 0,
            seen: ptr::null_mut(),
            room: 0,
            missing: ptr::null_mut(),
            missing_len: 0,
            grow: ptr::null_mut(),
            fuel: 0,
            epoch: 0,
            value: 0,
            cell: ptr::null_mut(),
            end: ptr::null(),
            asked: ptr::null_mut(),
            asked_len: 0,
            asked_room: 0,
            options: ptr::null_mut(),
            options_len: 0,
            options_room: 0,
        }
    }
}
