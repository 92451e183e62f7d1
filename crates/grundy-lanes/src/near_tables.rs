//! Lookup tables for pairs at distances below 16, where every cell depends on the one before it.

/// Pairs at smaller distances are looked up cell after cell; also the number of earlier cells that
/// a lookup needs.
pub(crate) const NEAR_CELLS: usize = 16;

/// The number of tables up to which the loop over them is unrolled.
const MAX_UNROLLED_TABLES: usize = 8;

/// Up to this number of bits for each value one table serves two neighbouring distances.
const MAX_SHARED_TABLE_BITS: u32 = 5;

/// The greatest cell where values are below 64: it stands for a position where all of them are attained.
const MAX_CELL: usize = 64;

/// The bits of cells that may exceed the values of the sets, which are below 64.
pub(crate) const WIDE_BITS: u32 = 7;

/// For pairs at distances below [`NEAR_CELLS`]: the values that they do not attain.
///
/// The entry of a table is the set of values that the pairs of its distance leave, given the cell
/// at that distance; where values are below 32, one table serves two distances and two cells. A
/// single pair at the least distance, if that is at most 3, has no table: the next cell waits for
/// it, and an exclusive or is faster than a load.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearTables {
    /// Values are below 2^bits.
    bits: u32,
    /// For each table [`NEAR_CELLS`] less its distance, the greatest distance first.
    tables: Vec<usize>,
    /// The entries of all tables are interleaved: 2^shift entries for each key.
    shift: u32,
    narrow: Vec<u32>,
    wide: Vec<u64>,
    single: Option<(u32, u8)>,
}

impl NearTables {
    /// Tables for these pairs, which are sorted, and values of at most six bits, or cells of seven.
    pub fn new(pairs: &[(u32, u8)], bits: u32) -> Self {
        debug_assert!(bits <= WIDE_BITS);
        let mut near = Self { bits, ..Self::default() };
        let mut rest = pairs;
        if let Some(&(d, g)) = pairs.first().filter(|p| p.0 <= 3)
            && pairs.get(1).is_none_or(|p| p.0 > d)
        {
            near.single = Some((d, g));
            rest = &pairs[1..];
        }
        let two = u32::from(bits <= MAX_SHARED_TABLE_BITS);
        let mut parts = Vec::new();
        while let Some(&(d, _)) = rest.first() {
            let (now, later) = rest.split_at(rest.partition_point(|p| p.0 <= d + two));
            rest = later;
            parts.push(now);
        }
        parts.reverse();
        near.tables = parts.iter().map(|part| NEAR_CELLS - part[0].0 as usize).collect();
        near.shift = parts.len().next_power_of_two().trailing_zeros();
        let left = |cells: u32, t: usize| {
            let part: &[(u32, u8)] = parts.get(t).copied().unwrap_or_default();
            part.iter().fold(!0, |left, &(e, g)| {
                let cell = cells >> (bits * (e - part[0].0)) & ((1 << bits) - 1);
                left & !1u64.checked_shl(cell ^ u32::from(g)).unwrap_or(0)
            })
        };
        // Two cells of 64 make the greatest key.
        if two == 1 {
            let keys = 0..(MAX_CELL << bits) as u32 + MAX_CELL as u32 + 1;
            let each = |key| (0..1 << near.shift).map(move |t| (key, t));
            near.narrow = keys.flat_map(each).map(|(key, t)| left(key, t) as u32).collect();
        } else {
            let each = |key| (0..1 << near.shift).map(move |t| (key, t));
            let end = ((1 << bits) as u32).max(MAX_CELL as u32 + 1);
            near.wide = (0..end).flat_map(each).map(|(key, t)| left(key, t)).collect();
        }
        near
    }

    /// The shift of a cell within its key, and of the cell before it: 64 where that is not part of
    /// the key.
    #[inline(always)]
    pub fn shifts(&self) -> [u32; 2] {
        let before = if self.bits <= MAX_SHARED_TABLE_BITS { self.bits + self.shift } else { 64 };
        [self.shift, before]
    }

    /// The values below 64 that these pairs leave of `left` at a lane, given the [`NEAR_CELLS`] cells
    /// before it, for cells of seven bits.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn left_beside(&self, left: u64, before: &[u8; NEAR_CELLS]) -> u64 {
        let mut left = left;
        for (t, &place) in self.tables.iter().enumerate() {
            left &= self.wide[(usize::from(before[place]) << self.shift) + t];
        }
        if let Some((d, g)) = self.single {
            let sum = u32::from(before[NEAR_CELLS - d as usize] ^ g);
            left &= !1u64.checked_shl(sum).unwrap_or(0);
        }
        left
    }

    /// The routine for these tables.
    #[cfg(target_arch = "x86_64")]
    pub fn routine(&self) -> NearRoutine {
        macro_rules! choose {
            ($($count:literal)*) => {
                match (self.single.map_or(0, |single| single.0), self.tables.len()) {
                    _ if self.bits > MAX_SHARED_TABLE_BITS => one_distance_per_table,
                    $(
                        (0, $count) => two_distances_per_table::<0, $count>,
                        (1, $count) => two_distances_per_table::<1, $count>,
                        (2, $count) => two_distances_per_table::<2, $count>,
                        (_, $count) => two_distances_per_table::<3, $count>,
                    )*
                    _ => one_distance_per_table,
                }
            };
        }
        const { assert!(NEAR_CELLS <= 2 * MAX_UNROLLED_TABLES) };
        choose!(0 1 2 3 4 5 6 7 8)
    }
}

/// Computes 16 cells. Given are the values that other pairs leave at each, and the keys of the
/// [`NEAR_CELLS`] cells before; the keys of the 16 are appended. Returns the cells as bytes.
#[cfg(target_arch = "x86_64")]
pub(crate) type NearRoutine =
    unsafe fn(&NearTables, &[u64; 16], &mut [u16; NEAR_CELLS + 16]) -> [u64; 2];

/// For N tables that serve two distances each, and the single pair at distance D if D is not 0.
///
/// # Safety
/// The processor has the instructions; the keys are of cells up to 64; values are below 32; there
/// are N tables, and a single pair if D > 0.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2")]
unsafe fn two_distances_per_table<const D: usize, const N: usize>(
    near: &NearTables,
    left: &[u64; 16],
    keys: &mut [u16; NEAR_CELLS + 16],
) -> [u64; 2] {
    let shift = N.next_power_of_two().trailing_zeros();
    debug_assert!((near.tables.len(), near.shift) == (N, shift));
    let g = near.single.map_or(0, |single| u64::from(single.1));
    let (bits, entries) = (near.bits, near.narrow.as_ptr());
    let mut last = [3, 2, 1].map(|d| u64::from(keys[NEAR_CELLS - d]) & ((1 << (bits + shift)) - 1));
    let keys = keys.as_mut_ptr();
    // SAFETY: there are N tables, and each place is below `NEAR_CELLS`.
    let places: [*const u16; N] =
        std::array::from_fn(|t| unsafe { keys.add(*near.tables.get_unchecked(t)).cast_const() });
    let mut both = [0u64; 2];
    for (half, (cells, left)) in both.iter_mut().zip(left.as_chunks::<8>().0).enumerate() {
        let mut some = 0u64;
        for (lane, &left) in left.iter().enumerate() {
            let (mut left, lane) = (left, 8 * half + lane);
            for (t, place) in places.iter().enumerate() {
                // SAFETY: the key stands before that of this lane; there are entries for all keys.
                left &= u64::from(unsafe { *entries.add(usize::from(*place.add(lane)) + t) });
            }
            if D > 0 {
                left &= !(1u64 << ((last[3 - D] >> shift ^ g) & 63));
            }
            let cell = u64::from(left.trailing_zeros());
            let key = cell << shift;
            // SAFETY: `NEAR_CELLS + lane` is below `NEAR_CELLS + 16`.
            unsafe { *keys.add(NEAR_CELLS + lane) = (last[2] << bits | key) as u16 };
            last = [last[1], last[2], key];
            some = (some | cell).rotate_right(8);
        }
        *cells = some;
    }
    both
}

/// For any number of tables that serve one distance each, and values below 64.
///
/// # Safety
/// The processor has the instructions; the keys are of cells up to 64; the tables are those of
/// `wide`.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2")]
unsafe fn one_distance_per_table(
    near: &NearTables,
    left: &[u64; 16],
    keys: &mut [u16; NEAR_CELLS + 16],
) -> [u64; 2] {
    let mut cells = [0u64; 2];
    let shift = near.shift;
    for (lane, &left) in left.iter().enumerate() {
        let mut left = left;
        for (t, place) in near.tables.iter().enumerate() {
            // SAFETY: the key stands before that of this lane; there are entries for all keys.
            left &= unsafe {
                let key = *keys.get_unchecked(lane + place);
                *near.wide.get_unchecked(usize::from(key) + t)
            };
        }
        if let Some((d, g)) = near.single {
            left &=
                !(1u64 << ((keys[NEAR_CELLS + lane - d as usize] >> shift ^ u16::from(g)) & 63));
        }
        let cell = u64::from(left.trailing_zeros());
        keys[NEAR_CELLS + lane] = (cell << shift) as u16;
        cells[lane / 8] = (cells[lane / 8] | cell).rotate_right(8);
    }
    cells
}
