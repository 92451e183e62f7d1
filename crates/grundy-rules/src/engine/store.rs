//! The table in use: boxes while they are small, packed states beyond, whole states at the last.

use super::dense::{self, Code, Dense};
use super::lower::SMALL_COORDINATES;
use super::memo::{EMPTY, Packed, Whole, bits_of};
use grundy::context::{Context, Stop};

/// The arrays of a search have up to so many cells together; a table that was asked for may have
/// more.
pub const MAX_CELLS: u64 = 1 << 24;

/// Every coordinate that is packed gets so many bits more than it needs.
const HEADROOM: u32 = 3;

/// A table of some kind.
#[derive(Clone, Debug)]
pub enum Store {
    /// Boxes.
    Dense(Dense),
    /// Packed states.
    Packed(Packed),
    /// Whole states.
    Whole(Whole),
}

impl Store {
    /// Boxes without room.
    ///
    /// # Errors
    /// The limit of memory.
    pub fn new(widths: &[usize], context: &Context<'_>) -> Result<Self, Stop> {
        let sizes: Vec<Vec<u64>> = widths.iter().map(|&width| vec![0; width]).collect();
        Ok(Self::Dense(Dense::new(&sizes, 1, context)?))
    }

    /// The key of a state with no negative coordinate, if it fits.
    pub fn key(&mut self, family: usize, coords: &[i64]) -> Option<u64> {
        match self {
            Self::Dense(dense) => dense.key(family, coords),
            Self::Packed(packed) => packed.key(family, coords),
            Self::Whole(whole) => Some(whole.key(family, coords)),
        }
    }

    /// The state of a key: its family, and its coordinates into `coords`.
    #[inline]
    pub fn decode(&self, key: u64, coords: &mut Vec<i64>) -> usize {
        match self {
            Self::Dense(dense) => dense.decode(key, coords),
            Self::Packed(packed) => packed.decode(key, coords),
            Self::Whole(whole) => whole.decode(key, coords),
        }
    }

    /// What is known of a key.
    #[inline]
    pub fn code(&self, key: u64) -> Code {
        match self {
            Self::Dense(dense) => dense.code(key),
            Self::Packed(packed) => packed.code(key),
            Self::Whole(whole) => whole.code(key),
        }
    }

    /// Sets what is known of a key.
    ///
    /// # Errors
    /// The limit of memory, or a value that is too large.
    #[inline]
    pub fn set(&mut self, key: u64, code: Code, context: &Context<'_>) -> Result<(), Stop> {
        match self {
            Self::Dense(dense) => dense.set(key, code, context),
            Self::Packed(packed) => packed.set(key, code, context),
            Self::Whole(whole) => whole.set(key, code),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Dense(dense) => dense.bytes(),
            Self::Packed(packed) => packed.bytes(),
            Self::Whole(whole) => whole.bytes(),
        }
    }

    /// Whether every coordinate that fits is small.
    pub fn is_small(&self) -> bool {
        match self {
            Self::Dense(dense) => dense
                .boxes()
                .iter()
                .flat_map(|bounds| &bounds.sizes)
                .all(|&s| s <= SMALL_COORDINATES as u64),
            Self::Packed(packed) => packed
                .bits()
                .iter()
                .flatten()
                .all(|&bits| bits <= SMALL_COORDINATES.trailing_zeros()),
            Self::Whole(_) => false,
        }
    }

    /// Every key of which something is known.
    fn known_keys(&self) -> std::boxed::Box<dyn Iterator<Item = u64> + '_> {
        let known = |key: &u64| self.code(*key) != Code::Unknown;
        match self {
            Self::Dense(dense) => {
                let end = dense.boxes().last().map_or(0, |bounds| bounds.offset + bounds.cells);
                std::boxed::Box::new((0..end).filter(known))
            }
            Self::Packed(packed) => std::boxed::Box::new(
                packed.keys.iter().copied().filter(|&key| key != EMPTY).filter(known),
            ),
            Self::Whole(whole) => std::boxed::Box::new((0..whole.len() as u64).filter(known)),
        }
    }

    /// A table with all that is known here into which a state fits as well. Boxes may have up to
    /// `most` cells.
    ///
    /// # Errors
    /// The limit of memory.
    pub fn grown(
        &self,
        family: usize,
        coords: &[i64],
        most: u64,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let bits = match self {
            Self::Dense(dense) => {
                if let Some(sizes) = larger(dense, family, coords, most) {
                    return Ok(Self::Dense(dense.resized(&sizes, context)?));
                }
                let bits = |size: &u64| bits_of(size.saturating_sub(1));
                dense.boxes().iter().map(|bounds| bounds.sizes.iter().map(bits).collect()).collect()
            }
            Self::Packed(packed) => packed.bits().to_vec(),
            Self::Whole(_) => return Ok(self.clone()),
        };
        self.repacked(bits, family, coords, context)
    }

    fn repacked(
        &self,
        mut bits: Vec<Vec<u32>>,
        family: usize,
        coords: &[i64],
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        for (bits, &coord) in bits[family].iter_mut().zip(coords) {
            *bits = (*bits).max(bits_of(coord as u64));
        }
        let roomy = bits.iter().map(|bits| bits.iter().map(|b| (b + HEADROOM).min(63)).collect());
        let packed = Packed::new(roomy.collect()).or_else(|| Packed::new(bits));
        let mut new = match packed {
            Some(mut packed) => {
                packed.reserve(self.known_keys().count() as u64, context)?;
                Self::Packed(packed)
            }
            None => Self::Whole(Whole::default()),
        };
        let mut coords = Vec::new();
        for (done, key) in self.known_keys().enumerate() {
            let family = self.decode(key, &mut coords);
            if let Some(fresh) = new.key(family, &coords) {
                new.set(fresh, self.code(key), context)?;
            }
            context.tick("making room for larger numbers", done as u64)?;
            if done.is_multiple_of(4096) {
                let bytes = self.bytes() + new.bytes();
                context.check_memory(bytes, || format!("a table of {done} positions"))?;
            }
        }
        Ok(new)
    }
}

/// Sizes of boxes into which a state fits as well.
fn larger(dense: &Dense, family: usize, coords: &[i64], most: u64) -> Option<Vec<Vec<u64>>> {
    let mut sizes: Vec<Vec<u64>> =
        dense.boxes().iter().map(|bounds| bounds.sizes.clone()).collect();
    /// Arrays of fewer cells are copied whenever they grow: it takes no time.
    const MIN_CELLS_TO_SPARE: u64 = 1 << 10;
    let cells = |sizes: &[Vec<u64>]| {
        sizes.iter().fold(0u64, |sum, sizes| sum.saturating_add(dense::count(sizes)))
    };
    let exact = |old: u64, coord: i64| old.max(coord as u64 + 1);
    // Room for more than this one, so that growing by single steps is not slow.
    let roomy = |old: u64, coord: i64| {
        if (coord as u64) < old { old } else { exact(old + old / 2, coord) }
    };
    let (old, before) = (sizes[family].clone(), cells(&sizes));
    for (roomy, rule) in [(true, &roomy as &dyn Fn(u64, i64) -> u64), (false, &exact)] {
        sizes[family] = old.iter().zip(coords).map(|(&old, &coord)| rule(old, coord)).collect();
        let after = cells(&sizes);
        // Everything is copied: a large table that grows by little would be copied for ever.
        if after <= most && (roomy || before < MIN_CELLS_TO_SPARE || after - before >= before / 8) {
            return Some(sizes);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys in the order of one table's places fill one region of a smaller table: it would take n^2 steps.
    #[test]
    fn a_table_packed_anew_has_room_from_the_start() {
        let context = Context::default();
        let mut packed = Packed::new(vec![vec![7, 17]]).unwrap();
        for p in 0..100_000 {
            let key = packed.key(0, &[100, p]).unwrap();
            packed.set(key, Code::Value(p as u32 % 7), &context).unwrap();
        }
        let len = packed.keys.len();
        let new = Store::Packed(packed).grown(0, &[100, 1 << 17], 1 << 10, &context).unwrap();
        let Store::Packed(new) = new else { panic!("the coordinates fit into a word") };
        assert_eq!(new.keys.len(), len);
        // No run of places is longer than chance makes it.
        let mut longest = 0;
        for run in new.keys.split(|&key| key == EMPTY) {
            longest = longest.max(run.len());
        }
        assert!(longest < 200, "{longest}");
        for p in (0..100_000).step_by(997) {
            let key = new.key(0, &[100, p]).unwrap();
            assert_eq!(new.code(key), Code::Value(p as u32 % 7));
        }
    }

    #[test]
    fn a_large_box_does_not_grow_by_single_states() {
        let context = Context::default();
        let sizes = |store: &Store| match store {
            Store::Dense(dense) => dense.boxes()[0].sizes.clone(),
            _ => Vec::new(),
        };
        let store = Store::new(&[1], &context).unwrap();
        let mut store = store.grown(0, &[(1 << 14) - 1], 1 << 14, &context).unwrap();
        assert_eq!(sizes(&store), [1 << 14]);
        let key = store.key(0, &[5]).unwrap();
        store.set(key, Code::Value(7), &context).unwrap();
        // There is room for this one, and for no more.
        let mut packed = store.grown(0, &[1 << 14], (1 << 14) + 1, &context).unwrap();
        assert!(matches!(packed, Store::Packed(_)));
        let mut roomy = store.grown(0, &[1 << 14], 1 << 15, &context).unwrap();
        assert_eq!(sizes(&roomy), [(1 << 14) * 3 / 2]);
        for store in [&mut packed, &mut roomy] {
            let key = store.key(0, &[5]).unwrap();
            assert_eq!(store.code(key), Code::Value(7));
        }
    }
}
