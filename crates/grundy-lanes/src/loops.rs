//! The loops of each type of stored values, as functions without type parameters.
//!
//! A generic function is compiled in the crate that calls it, and there each function of the
//! standard library that it calls may land in another codegen unit: without link-time optimisation
//! an inner loop then calls what should be inlined. The methods of these traits are compiled here,
//! in a crate that is one unit; the public functions call them.

use crate::InstructionSet;
use crate::distance_pairs::PairSlice;
use crate::lane_marks::{LaneMarks, PairSource};
use crate::marks::Marks;
use crate::near_pairs::{MAX_SURVIVORS, Propagation, Row};
use crate::requirements::Requirement;
use crate::stored_value::Integer;
use crate::witness_row::WitnessRow;

/// A stored value: an integer of one or two bytes, with its loops.
pub trait StoredValue:
    Integer
    + CellLoops<Self>
    + RowLoops<Self, 2>
    + RowLoops<Self, 4>
    + RowLoops<Self, 8>
    + RowLoops<Self, 12>
{
}

impl StoredValue for u8 {}
impl StoredValue for u16 {}

/// Declares a trait with these functions, a public function for each, and `implement`, which gives
/// the functions to a type of values.
macro_rules! loops {
    (
        $(#[$doc:meta])*
        $trait:ident [$($rows:ident)?] by $implement:ident:
        $(
            $(#[$about:meta])*
            fn $name:ident($($arg:ident: $type:ty),*) $(-> $out:ty)? { $path:path }
        )*
    ) => {
        $(#[$doc])*
        pub trait $trait<V, $(const $rows: usize)?>: Sized {
            $(#[doc(hidden)] fn $name($($arg: $type),*) $(-> $out)?;)*
        }
        loops!(@public $trait [$($rows)?] $(
            $(#[$about])* fn $name [$($arg: $type),*] [$(-> $out)?]
        )*);
        macro_rules! $implement {
            ($value:ty) => {
                const _: () = {
                    type V = $value;
                    impl $trait<V, $($rows)?> for V {
                        $(fn $name($($arg: $type),*) $(-> $out)? {
                            $path($($arg),*)
                        })*
                    }
                };
            };
        }
    };
    (@public $trait:ident [] $(
        $(#[$about:meta])* fn $name:ident [$($arg:ident: $type:ty),*] [$($out:tt)*]
    )*) => {$(
        $(#[$about])*
        #[inline]
        pub fn $name<V: StoredValue>($($arg: $type),*) $($out)* {
            <V as $trait<V>>::$name($($arg),*)
        }
    )*};
    (@public $trait:ident [$rows:ident] $(
        $(#[$about:meta])* fn $name:ident [$($arg:ident: $type:ty),*] [$($out:tt)*]
    )*) => {$(
        $(#[$about])*
        #[inline]
        pub fn $name<V: Integer + $trait<V, $rows>, const $rows: usize>(
            $($arg: $type),*
        ) $($out)* {
            <V as $trait<V, $rows>>::$name($($arg),*)
        }
    )*};
}

loops! {
    /// A type of values for which the loops over single rows and cells are compiled.
    CellLoops [] by cell_loops:
    /// Gives the lanes `from..to`, in order, the first of their first two candidates whose difference
    /// is not 0. Returns the first lane that has no such candidate, or `to`.
    ///
    /// A value that is given reaches the lanes after it: [`propagate`](crate::propagate) lowers their first two
    /// differences.
    ///
    /// # Panics
    /// If `out` has fewer than 64 entries, or `to` exceeds 64.
    fn assign(
        simd: InstructionSet,
        differences: &mut [Row<V>; MAX_SURVIVORS],
        candidates: &[Row<V>; MAX_SURVIVORS],
        propagations: &[Propagation<V>],
        out: &mut [V],
        from: usize,
        to: usize
    ) -> usize { crate::near_pairs::assign }

    /// Sets bit `lane` of `out[x]` for each lane below 64 where some pair (d, g) of some source attains x:
    /// where `cells[at + lane - d] ^ g == x` and the cell is active.
    ///
    /// # Complexity
    /// Four or five instructions for each pair and lane, and half an instruction for each x and lane.
    ///
    /// # Panics
    /// If `at` is less than some d, a slice ends before a cell that is read, an integer is attained
    /// that is not below the next power of two of `out.len()`, or there are more than
    /// [`MAX_LANE_MARKS`](crate::MAX_LANE_MARKS) of them.
    fn attained_lanes(
        simd: InstructionSet,
        marks: &mut LaneMarks,
        sources: &[PairSource<'_, V>],
        out: &mut [u64]
    ) { crate::lane_marks::attained_lanes }

    /// Copies the given lanes of a row.
    fn copy_lanes(
        simd: InstructionSet,
        to: &mut Row<V>,
        from: &Row<V>,
        lanes: u64
    ) { crate::candidates::copy_lanes }

    /// The least i with `a[i] ^ b[i] == x`.
    ///
    /// # Panics
    /// If the slices differ in length.
    fn find_sum(simd: InstructionSet, a: &[V], b: &[V], x: V) -> Option<usize> {
        crate::sum_search::find_sum
    }

    /// The least j in `from..=to` with `low[j] ^ high[sum - j] == x`.
    ///
    /// # Complexity
    /// Five instructions for each vector of pairs with AVX-512 (64 pairs of bytes).
    ///
    /// # Panics
    /// If `to` is beyond `low`, `sum - from` beyond `high`, or `to` exceeds `sum`.
    fn find_pair(
        simd: InstructionSet,
        low: &[V],
        high: &[V],
        sum: usize,
        x: V,
        from: usize,
        to: usize
    ) -> Option<usize> { crate::pair_search::find_pair }

    /// The lanes whose integer in `row` is at most the one in `bound`.
    fn lanes_at_most(
        simd: InstructionSet,
        row: &Row<V>,
        bound: &Row<V>
    ) -> u64 { crate::candidates::lanes_at_most }

    /// Lowers `differences[k][lane]` to the least `history[at + lane - d] ^ g ^ candidates[k][lane]` of
    /// the pairs (d, g). The difference is 0 exactly if some pair attains the candidate.
    ///
    /// Only lanes below d take part: their cell stands before `at`. All d are below 64.
    ///
    /// # Complexity
    /// Ten instructions for each pair with AVX-512 and bytes.
    ///
    /// # Panics
    /// If `at` is less than some d, or `history` ends before a cell that is read.
    fn lower_differences(
        simd: InstructionSet,
        differences: &mut [Row<V>; MAX_SURVIVORS],
        history: &[V],
        at: usize,
        pairs: &[(u32, V)],
        candidates: &[Row<V>; MAX_SURVIVORS]
    ) { crate::near_pairs::lower_differences }

    /// Marks what pairs (d, g) attain at the position `at`: `cells[at - d] ^ g`.
    ///
    /// A cell that is [`Integer::NONE`] attains nothing, and `NONE` is never marked.
    ///
    /// # Complexity
    /// Four or five instructions for each pair.
    ///
    /// # Panics
    /// If `at` is less than some d, or a slice ends before a cell that is read.
    fn mark_attained(
        marks: &mut Marks,
        cells: &[V],
        at: usize,
        pairs: PairSlice<'_, V>
    ) { crate::marks::mark_attained }

    /// Marks `cells[j] ^ cells[sum - j]` for j in `from..=to`.
    ///
    /// # Complexity
    /// Four instructions for each pair.
    ///
    /// # Panics
    /// If one of these positions does not exist.
    fn mark_sums(
        marks: &mut Marks,
        cells: &[V],
        sum: usize,
        from: usize,
        to: usize
    ) { crate::marks::mark_sums }

    /// Sets bit i of `out`, 64 bits for each word, if `low[from + i] ^ high[sum - from - i] == x` and
    /// the bit is set in `among`. Returns the number of bits set.
    ///
    /// # Complexity
    /// Ten instructions for each vector of pairs with AVX-512 (64 pairs of bytes).
    ///
    /// # Panics
    /// If some of these positions do not exist, or `among` and `out` differ in length.
    fn pair_matches(
        simd: InstructionSet,
        cells: (&[V], &[V]),
        wanted: (usize, V),
        from: usize,
        among: &[u64],
        out: &mut [u64]
    ) -> u32 { crate::pair_matches::pair_matches }

    /// The number of the first pairs with distances below `distance`.
    fn place_below(
        pairs: &[(u32, V)],
        distance: usize
    ) -> usize { crate::distance_pairs::place_below }

    /// Sets `out[i][word]` to the lanes among `lanes` whose value is i, for every i, and adds their
    /// number to `counts[i]`.
    ///
    /// # Complexity
    /// Two or three instructions for each i with AVX-512 and bytes; otherwise O(64) besides clearing
    /// `out`.
    ///
    /// # Panics
    /// If `counts` is shorter than `out`, or `word` exceeds 7.
    fn positions_by_value(
        simd: InstructionSet,
        row: &Row<V>,
        lanes: u64,
        out: (&mut [[u64; 8]], usize),
        counts: &mut [u64]
    ) { crate::value_positions::positions_by_value }

    /// Lists the values x with the lanes among `lanes` that require x and for which `known[x]` has no
    /// bit. A lane requires x if its value is at least x, both without their `low` last bits. The
    /// number of requiring lanes is added to `counts[x]`. Values beyond `known` are not known; values
    /// beyond `counts` are not counted.
    ///
    /// # Complexity
    /// Some eight instructions for each x up to the greatest value with AVX-512 and bytes; O(64) more
    /// without.
    ///
    /// # Panics
    /// If `low` exceeds the number of bits of a value.
    fn requirements(
        simd: InstructionSet,
        row: &Row<V>,
        lanes: (u64, u32),
        known: &[u64],
        counts: &mut [u32],
        out: &mut Vec<Requirement>
    ) { crate::requirements::requirements }

    /// See [`WitnessRow::search`].
    fn search(
        row: &WitnessRow<V>,
        simd: InstructionSet,
        cells: (&[V], bool),
        pending: &mut [(u32, u64)]
    ) { crate::witness_row::search }
}

loops! {
    /// A type of values for which the loops over C rows of candidates are compiled.
    RowLoops [C] by row_loops:
    /// Appends the candidates of the lanes `alive[k]` to the survivors of their lane, in order, up to
    /// [`MAX_SURVIVORS`]. Bit `lane` of `filled[j]` is set if the lane has more than j survivors.
    fn append_survivors(
        simd: InstructionSet,
        alive: &[u64; C],
        candidates: &[Row<V>; C],
        filled: &mut [u64; MAX_SURVIVORS],
        survivors: &mut [Row<V>; MAX_SURVIVORS]
    ) { crate::candidates::append_survivors }

    /// Clears in `alive[k]` the lanes where some pair (d, g) attains candidate k: where `cells[at +
    /// lane - d] ^ g == candidates[k][lane]`.
    ///
    /// `cells.1` tells whether cells may be [`Integer::NONE`], which attain nothing then.
    ///
    /// # Complexity
    /// 2 C + 2 instructions for each pair and 64 lanes of bytes with AVX-512.
    ///
    /// # Panics
    /// If `at` is less than some d, or the cells end before a position that is read.
    fn eliminate(
        simd: InstructionSet,
        alive: &mut [u64; C],
        cells: (&[V], bool),
        at: usize,
        pairs: PairSlice<'_, V>,
        candidates: &[Row<V>; C]
    ) { crate::eliminate::eliminate }

    /// The least integers x of each lane that `words[x]` does not exclude, ascending, one for each row.
    ///
    /// Bit `lane` of `words[x]` excludes x at that lane; integers from `words.len()` to `end` are not
    /// excluded. Only the lanes of `open` are filled, and only with integers greater than `after[lane]`
    /// if `after` is given. The second result holds for each row the lanes that have an entry; the
    /// entry of the other lanes is [`Integer::NONE`].
    ///
    /// # Complexity
    /// C + 5 instructions for each x with AVX-512.
    fn first_candidates(
        simd: InstructionSet,
        words: &[u64],
        end: u32,
        open: u64,
        after: Option<&Row<V>>
    ) -> ([Row<V>; C], [u64; C]) { crate::candidates::first_candidates }
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
for_rows!(2 4 8 12);

impl<V: StoredValue> PairSlice<'_, V> {
    /// The pairs with distances below `distance`, and the others.
    pub fn split_below(self, distance: usize) -> (Self, Self) {
        let count = match self.distances() {
            Some((_, farthest)) if farthest < distance => self.len(),
            Some((nearest, _)) if nearest >= distance => 0,
            _ => place_below(self.pairs(), distance),
        };
        self.split_at(count)
    }
}

impl<V: StoredValue> WitnessRow<V> {
    /// Clears of each pending value x the lanes where the row attains x: where `cells[lane + LEN -
    /// 1 - i] ^ w == x` for some witness i of value w.
    ///
    /// `cells.1` tells whether cells may be [`Integer::NONE`], which attain nothing then.
    ///
    /// # Complexity
    /// 16 instructions for each lane and value with AVX-512, 24 with inactive cells.
    ///
    /// # Panics
    /// If there are fewer than `LEN + 63` cells.
    #[inline]
    pub fn search(&self, simd: InstructionSet, cells: (&[V], bool), pending: &mut [(u32, u64)]) {
        search(self, simd, cells, pending);
    }
}
