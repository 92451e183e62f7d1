//! The loops of each type of stored values, as functions without type parameters.
//!
//! A generic function is compiled in the crate that calls it, and there each function of the
//! standard library that it calls may land in another codegen unit: without link-time optimisation
//! an inner loop then calls what should be inlined. The methods of these traits are compiled here,
//! in a crate that is one unit.

use crate::near_pairs::{MAX_SURVIVORS, Propagation, Row};
use crate::requirements::Requirement;
use crate::witness_row::{WitnessRow, search_by_set};
use crate::{InstructionSet, PairSlice};

/// Declares a trait with these functions; `implement` gives them to a type.
macro_rules! loops {
    (
        $(#[$doc:meta])*
        $trait:ident [$($rows:ident)?] by $implement:ident:
        $(fn $name:ident($($arg:ident: $type:ty),*) $(-> $out:ty)? { $path:path })*
    ) => {
        $(#[$doc])*
        pub trait $trait<$(const $rows: usize)?>: Sized {
            $(#[doc(hidden)] fn $name($($arg: $type),*) $(-> $out)?;)*
        }
        macro_rules! $implement {
            ($value:ty) => {
                impl $trait<$($rows)?> for $value {
                    $(fn $name($($arg: $type),*) $(-> $out)? {
                        $path($($arg),*)
                    })*
                }
            };
        }
    };
}

loops! {
    /// A type of values for which the loops over single rows and cells are compiled.
    CellLoops [] by cell_loops:
    fn assign(
        simd: InstructionSet,
        differences: &mut [Row<Self>; MAX_SURVIVORS],
        candidates: &[Row<Self>; MAX_SURVIVORS],
        propagations: &[Propagation<Self>],
        out: &mut [Self],
        from: usize,
        to: usize
    ) -> usize { crate::near_pairs::assign_by_set }
    fn copy_lanes(simd: InstructionSet, to: &mut Row<Self>, from: &Row<Self>, lanes: u64) {
        crate::candidates::copy_lanes_by_set
    }
    fn find_pair(
        simd: InstructionSet,
        low: &[Self],
        high: &[Self],
        sum: usize,
        x: Self,
        from: usize,
        to: usize
    ) -> Option<usize> { crate::pair_search::find_pair_by_set }
    fn lanes_at_most(simd: InstructionSet, row: &Row<Self>, bound: &Row<Self>) -> u64 {
        crate::candidates::lanes_at_most_by_set
    }
    fn lower_differences(
        simd: InstructionSet,
        differences: &mut [Row<Self>; MAX_SURVIVORS],
        history: &[Self],
        at: usize,
        pairs: &[(u32, Self)],
        candidates: &[Row<Self>; MAX_SURVIVORS]
    ) { crate::near_pairs::lower_differences_by_set }
    fn pair_matches(
        simd: InstructionSet,
        cells: (&[Self], &[Self]),
        wanted: (usize, Self),
        from: usize,
        among: &[u64],
        out: &mut [u64]
    ) -> u32 { crate::pair_matches::pair_matches_by_set }
    fn place_below(pairs: &[(u32, Self)], distance: usize) -> usize {
        crate::distance_pairs::place_below_by_type
    }
    fn positions_by_value(
        simd: InstructionSet,
        row: &Row<Self>,
        lanes: u64,
        out: (&mut [[u64; 8]], usize),
        counts: &mut [u64]
    ) { crate::value_positions::positions_by_value_by_set }
    fn requirements(
        simd: InstructionSet,
        row: &Row<Self>,
        lanes: (u64, u32),
        known: &[u64],
        counts: &mut [u32],
        out: &mut Vec<Requirement>
    ) { crate::requirements::requirements_by_set }
    fn search(
        row: &WitnessRow<Self>,
        simd: InstructionSet,
        cells: &[Self],
        inactive: Option<&[Self]>,
        pending: &mut [(u32, u64)]
    ) { search_by_set }
}

loops! {
    /// A type of values for which the loops over C rows of candidates are compiled.
    RowLoops [C] by row_loops:
    fn append_survivors(
        simd: InstructionSet,
        alive: &[u64; C],
        candidates: &[Row<Self>; C],
        filled: &mut [u64; MAX_SURVIVORS],
        survivors: &mut [Row<Self>; MAX_SURVIVORS]
    ) { crate::candidates::append_survivors_by_set }
    fn eliminate(
        simd: InstructionSet,
        alive: &mut [u64; C],
        cells: (&[Self], Option<&[Self]>),
        at: usize,
        pairs: PairSlice<'_, Self>,
        candidates: &[Row<Self>; C]
    ) { crate::eliminate::eliminate_by_set }
    fn first_candidates(
        simd: InstructionSet,
        words: &[u64],
        end: u32,
        open: u64,
        after: Option<&Row<Self>>
    ) -> ([Row<Self>; C], [u64; C]) { crate::candidates::first_candidates_by_set }
}

cell_loops!(u8);
cell_loops!(u16);

/// The loops over as many rows as are used.
macro_rules! for_rows {
    ($($count:literal)*) => {$(
        const _: () = {
            const C: usize = $count;
            row_loops!(u8);
            row_loops!(u16);
        };
    )*};
}
for_rows!(4 8 12);
