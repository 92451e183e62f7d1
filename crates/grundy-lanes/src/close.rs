//! The pairs with the nearest heaps: heap after heap, by tables.

/// Pairs closer than this are followed heap after heap.
pub(crate) const CLOSE: usize = 16;

/// More tables than that are gone through in a loop.
const TABLES: usize = 8;

/// Values of that many bits are looked up by two.
const WIDEST: u32 = 5;

/// A cell is 64 at most: where all values are attained.
const MOST: usize = 64;

/// For pairs closer than [`CLOSE`]: which values they leave.
///
/// A table tells which values are left by the pairs of a distance, and of the next one where values
/// are below 32. If the very nearest heap has one pair only that is not looked up: the next heaps
/// wait for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Close {
    /// Values are below 2^bits.
    bits: u32,
    /// Of each table [`CLOSE`] less its distance, the farthest first.
    tables: Vec<usize>,
    /// Entries of all tables in turn: 2^shift for each key.
    shift: u32,
    narrow: Vec<u32>,
    wide: Vec<u64>,
    single: Option<(u32, u8)>,
}

impl Close {
    /// For these pairs, sorted, and values of so many bits: 6 at most.
    pub fn new(pairs: &[(u32, u8)], bits: u32) -> Self {
        debug_assert!(bits <= 6);
        let mut close = Self { bits, ..Self::default() };
        let mut rest = pairs;
        if let Some(&(d, g)) = pairs.first().filter(|p| p.0 <= 3)
            && pairs.get(1).is_none_or(|p| p.0 > d)
        {
            close.single = Some((d, g));
            rest = &pairs[1..];
        }
        let two = u32::from(bits <= WIDEST);
        let mut parts = Vec::new();
        while let Some(&(d, _)) = rest.first() {
            let (now, later) = rest.split_at(rest.partition_point(|p| p.0 <= d + two));
            rest = later;
            parts.push(now);
        }
        parts.reverse();
        close.tables = parts.iter().map(|part| CLOSE - part[0].0 as usize).collect();
        close.shift = parts.len().next_power_of_two().trailing_zeros();
        let left = |cells: u32, t: usize| {
            let part: &[(u32, u8)] = parts.get(t).copied().unwrap_or_default();
            part.iter().fold(!0, |left, &(e, g)| {
                let cell = cells >> (bits * (e - part[0].0)) & ((1 << bits) - 1);
                left & !(1u64 << (cell ^ u32::from(g)))
            })
        };
        // The greatest cells lead beyond the other keys.
        if two == 1 {
            let keys = 0..(MOST << bits) as u32 + MOST as u32 + 1;
            let each = |key| (0..1 << close.shift).map(move |t| (key, t));
            close.narrow = keys.flat_map(each).map(|(key, t)| left(key, t) as u32).collect();
        } else {
            let each = |key| (0..1 << close.shift).map(move |t| (key, t));
            close.wide = (0..=MOST as u32).flat_map(each).map(|(key, t)| left(key, t)).collect();
        }
        close
    }

    /// By how many bits a cell is shifted in its key, and the one before it; 64 if it does not enter.
    #[inline(always)]
    pub fn shifts(&self) -> [u32; 2] {
        let before = if self.bits <= WIDEST { self.bits + self.shift } else { 64 };
        [self.shift, before]
    }

    /// The code for these tables.
    #[cfg(target_arch = "x86_64")]
    pub fn code(&self) -> Code {
        macro_rules! choose {
            ($($count:literal)*) => {
                match (self.single.map_or(0, |single| single.0), self.tables.len()) {
                    _ if self.bits > WIDEST => one_by_one,
                    $(
                        (0, $count) => by_two::<0, $count>,
                        (1, $count) => by_two::<1, $count>,
                        (2, $count) => by_two::<2, $count>,
                        (_, $count) => by_two::<3, $count>,
                    )*
                    _ => one_by_one,
                }
            };
        }
        const { assert!(CLOSE <= 2 * TABLES) };
        choose!(0 1 2 3 4 5 6 7 8)
    }
}

/// Computes 16 cells, given what other pairs leave of each and the keys of the [`CLOSE`] cells
/// before; behind them those of the 16 are put. Returns the cells as bytes.
#[cfg(target_arch = "x86_64")]
pub(crate) type Code = unsafe fn(&Close, &[u64; 16], &mut [u16; CLOSE + 16]) -> [u64; 2];

/// With N tables, and a single pair at distance D, if not 0.
///
/// # Safety
/// The processor has the instructions; the keys are of cells up to 64; values are below 32, there are N
/// tables, and a single pair if D > 0.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2")]
unsafe fn by_two<const D: usize, const N: usize>(
    close: &Close,
    left: &[u64; 16],
    keys: &mut [u16; CLOSE + 16],
) -> [u64; 2] {
    let shift = N.next_power_of_two().trailing_zeros();
    debug_assert!((close.tables.len(), close.shift) == (N, shift));
    let g = close.single.map_or(0, |single| u64::from(single.1));
    let (bits, entries) = (close.bits, close.narrow.as_ptr());
    let mut last = [3, 2, 1].map(|d| u64::from(keys[CLOSE - d]) & ((1 << (bits + shift)) - 1));
    let keys = keys.as_mut_ptr();
    // SAFETY: there are N tables, at distances less than CLOSE.
    let places: [*const u16; N] =
        std::array::from_fn(|t| unsafe { keys.add(*close.tables.get_unchecked(t)).cast_const() });
    let mut both = [0u64; 2];
    for (half, (cells, left)) in both.iter_mut().zip(left.as_chunks::<8>().0).enumerate() {
        let mut some = 0u64;
        for (lane, &left) in left.iter().enumerate() {
            let (mut left, lane) = (left, 8 * half + lane);
            for (t, place) in places.iter().enumerate() {
                // SAFETY: the place is before that of this lane; there are entries for all keys.
                left &= u64::from(unsafe { *entries.add(usize::from(*place.add(lane)) + t) });
            }
            if D > 0 {
                left &= !(1u64 << ((last[3 - D] >> shift ^ g) & 63));
            }
            let cell = u64::from(left.trailing_zeros());
            let key = cell << shift;
            // SAFETY: there are 16 keys from here on.
            unsafe { *keys.add(CLOSE + lane) = (last[2] << bits | key) as u16 };
            last = [last[1], last[2], key];
            some = (some | cell).rotate_right(8);
        }
        *cells = some;
    }
    both
}

/// With any tables, for values below 64.
///
/// # Safety
/// The processor has the instructions; the keys are of cells up to 64; there are wide entries.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2")]
unsafe fn one_by_one(close: &Close, left: &[u64; 16], keys: &mut [u16; CLOSE + 16]) -> [u64; 2] {
    let mut cells = [0u64; 2];
    let shift = close.shift;
    for (lane, &left) in left.iter().enumerate() {
        let mut left = left;
        for (t, place) in close.tables.iter().enumerate() {
            // SAFETY: the place is before that of this lane, and there are entries for all keys.
            left &= unsafe {
                let key = *keys.get_unchecked(lane + place);
                *close.wide.get_unchecked(usize::from(key) + t)
            };
        }
        if let Some((d, g)) = close.single {
            left &= !(1u64 << ((keys[CLOSE + lane - d as usize] >> shift ^ u16::from(g)) & 63));
        }
        let cell = u64::from(left.trailing_zeros());
        keys[CLOSE + lane] = (cell << shift) as u16;
        cells[lane / 8] = (cells[lane / 8] | cell).rotate_right(8);
    }
    cells
}
