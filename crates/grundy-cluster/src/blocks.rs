//! Vertices of one partition: runs of 64 numbers with a bit for each that is there.

use crate::Trouble;
use crate::sections::{Reader, Writer};
use hashbrown::HashMap;

/// The largest grain: vertices whose numbers agree but for so many bits belong together.
pub const MAX_GRAIN: u32 = 6;

/// Numbers from here on are those of sums of vertices: they are options of rules, and no position by themselves.
pub(crate) const FIRST_SUM: u64 = 1 << 61;

/// The most vertices of one partition.
pub const MAX_LOCAL: u64 = u32::MAX as u64 - 2;

/// The partition that a vertex belongs to: numbers that agree but for the lowest `grain` bits go together, and
/// the others are scattered by a fixed mixing of their bits.
///
/// ```
/// use grundy_cluster::owner;
/// assert_eq!(owner(64, 6, 5), owner(127, 6, 5));
/// assert!((0..100).any(|v| owner(v, 0, 2) == 0) && (0..100).any(|v| owner(v, 0, 2) == 1));
/// ```
#[inline]
pub fn owner(vertex: u64, grain: u32, partitions: usize) -> usize {
    // The finaliser of splitmix64 (Steele, Lea, Flood 2014).
    let mut mixed = (vertex >> grain).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    ((u128::from(mixed) * partitions as u128) >> 64) as usize
}

/// Vertices as they become known.
#[derive(Debug, Default)]
pub(crate) struct Present {
    masks: HashMap<u64, u64>,
}

impl Present {
    #[inline]
    pub fn add(&mut self, vertex: u64) {
        *self.masks.entry(vertex >> 6).or_default() |= 1 << (vertex & 63);
    }

    /// Bytes held now, and when [`Blocks`] are made of it.
    pub fn bytes(&self) -> u64 {
        self.masks.capacity() as u64 * 17 + self.masks.len() as u64 * 40
    }

    /// Numbered in ascending order.
    ///
    /// # Errors
    /// [`Trouble::Limit`] past [`MAX_LOCAL`].
    pub fn blocks(self) -> Result<Blocks, Trouble> {
        let mut list: Vec<(u64, u64)> = self.masks.into_iter().collect();
        list.sort_unstable();
        Blocks::new(list.iter().map(|&(key, _)| key).collect(), list.iter().map(|b| b.1).collect())
    }
}

/// The vertices of a partition, numbered 0, 1, … in ascending order. Space: 40 bytes for each run of 64 numbers
/// of which some are there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Blocks {
    keys: Vec<u64>,
    masks: Vec<u64>,
    /// How many vertices the runs before have; one entry more than runs.
    ranks: Vec<u32>,
    places: HashMap<u64, u32>,
}

impl Blocks {
    fn new(keys: Vec<u64>, masks: Vec<u64>) -> Result<Self, Trouble> {
        let total: u64 = masks.iter().map(|mask| u64::from(mask.count_ones())).sum();
        if total > MAX_LOCAL {
            return Err(Trouble::Limit(format!(
                "one partition has {total} vertices; up to {MAX_LOCAL} are possible: use more workers"
            )));
        }
        let mut ranks = Vec::with_capacity(keys.len() + 1);
        let mut rank = 0;
        for mask in &masks {
            ranks.push(rank);
            rank += mask.count_ones();
        }
        ranks.push(rank);
        let places = keys.iter().zip(0..).map(|(&key, place)| (key, place)).collect();
        Ok(Self { keys, masks, ranks, places })
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.ranks.last().map_or(0, |&rank| rank as usize)
    }

    /// The number of a vertex here. O(1).
    #[inline]
    pub fn local(&self, vertex: u64) -> Option<u32> {
        let &place = self.places.get(&(vertex >> 6))?;
        let (mask, bit) = (self.masks[place as usize], 1u64 << (vertex & 63));
        (mask & bit != 0).then(|| self.ranks[place as usize] + (mask & (bit - 1)).count_ones())
    }

    /// All vertices, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.keys
            .iter()
            .zip(&self.masks)
            .flat_map(|(&key, &mask)| bits(mask).map(move |bit| key << 6 | bit))
    }

    /// Those that are no sums: they come first.
    pub fn positions(&self) -> Result<Self, Trouble> {
        let runs = self.keys.partition_point(|&key| key < FIRST_SUM >> 6);
        Self::new(self.keys[..runs].to_vec(), self.masks[..runs].to_vec())
    }

    /// Writes them as sections.
    pub fn save(&self, out: &mut Writer) -> Result<(), Trouble> {
        out.words("keys", &self.keys)?;
        out.words("masks", &self.masks)?;
        out.halves("ranks", &self.ranks)
    }

    /// Reads what [`save`](Self::save) wrote.
    pub fn load(from: &Reader) -> Result<Self, Trouble> {
        Self::new(from.words("keys")?, from.words("masks")?)
    }
}

/// The numbers of the bits that are set.
fn bits(mut mask: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < 64).then_some(u64::from(bit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_and_numbers_are_inverse() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..100 {
            let shift = rng.u32(40..63);
            let mut list: Vec<u64> = (0..rng.usize(..300)).map(|_| rng.u64(..) >> shift).collect();
            let mut present = Present::default();
            list.iter().for_each(|&vertex| present.add(vertex));
            list.sort_unstable();
            list.dedup();
            let blocks = present.blocks().unwrap();
            assert_eq!(blocks.len(), list.len());
            assert!(blocks.iter().eq(list.iter().copied()));
            for (&vertex, local) in list.iter().zip(0..) {
                assert_eq!(blocks.local(vertex), Some(local));
            }
            for other in (0..200).map(|_| rng.u64(..) >> shift) {
                assert_eq!(blocks.local(other).is_some(), list.binary_search(&other).is_ok());
            }
        }
    }

    #[test]
    fn partitions_get_about_the_same() {
        for (grain, partitions) in [(0, 3), (6, 7), (3, 16)] {
            let mut counts = vec![0u32; partitions];
            (0..200_000).for_each(|vertex| counts[owner(vertex, grain, partitions)] += 1);
            let fair = 200_000 / partitions as u32;
            assert!(counts.iter().all(|&count| count.abs_diff(fair) < fair / 5), "{counts:?}");
        }
    }
}
