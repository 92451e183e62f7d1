//! The vector loops of the sparse-space engine `grundy::heap::sparse`, each for AVX-512, for AVX2
//! and in portable code; products of polynomials over the field of two elements for
//! `grundy::nimber`; sets of squares for `grundy-search`.
//!
//! The functions compute with bits and small integers. What the integers mean is the engine's
//! concern; its glossary defines the terms of games. The terms used here:
//!
//! * **cell**: a stored integer of one or two bytes ([`StoredValue`]), one for each position 0, 1,
//!   2, …
//! * **lane**: one of 64 consecutive positions that are computed together; a **row** holds one
//!   integer for each lane.
//! * **pair** (d, g): a distance and an integer. At position n it *attains* the integer `cells[n -
//!   d] ^ g`.
//! * **inactive**: an inactive cell attains nothing.
//! * **candidate**: an integer of which it is asked whether some pair attains it at a lane.
//!   Candidates that are attained are *eliminated*, the others *survive*.
//! * **window**: some bytes of a bit plane, shifted by 0 to 7 bits.
//!
//! The three variants of a function give equal results for every input; the tests compare them.
//! [`InstructionSet`] selects the variant, once for each engine.
//!
//! The code is unsafe for two reasons: a function compiled for an instruction set may be called
//! only where the processor has it, and windows are read at byte offsets that no slice type
//! describes. Every public function checks the lengths before it reads.

mod byte_cell;
#[cfg(target_arch = "x86_64")]
mod byte_planes;
mod candidates;
mod carryless;
mod distance_pairs;
mod eliminate;
mod instruction_set;
mod lane_marks;
mod loops;
mod marks;
mod near_pairs;
#[cfg(target_arch = "x86_64")]
mod near_tables;
mod pair_matches;
mod pair_mex;
mod pair_search;
mod prefetch;
#[cfg(test)]
mod pseudo_random;
mod requirements;
mod squares;
mod stored_value;
mod sum_search;
mod value_positions;
#[cfg(target_arch = "x86_64")]
mod vector_256;
mod windows;
mod witness_row;

pub use byte_cell::INACTIVE;
pub use carryless::{Basis, LinearMap, MODULUS, Multiplier};
pub use distance_pairs::{DistancePairs, PairSlice};
pub use instruction_set::{InstructionSet, UnavailableSet};
pub use lane_marks::{LaneMarks, MAX_LANE_MARKS, PairSource};
pub use loops::{
    CellLoops, RowLoops, StoredValue, append_survivors, assign, attained_lanes, copy_lanes,
    eliminate, find_pair, find_sum, first_candidates, lanes_at_most, lower_differences,
    mark_attained, mark_sums, pair_matches, positions_by_value, requirements,
};
pub use marks::Marks;
pub use near_pairs::{MAX_SURVIVORS, Propagation, Row, propagate};
pub use pair_mex::PairMex;
pub use requirements::Requirement;
pub use squares::{Component, Components, Connection, Frame, transposed};
pub use stored_value::Integer;
pub use windows::{StopRule, WindowList, WindowProgram};
pub use witness_row::WitnessRow;
