//! Isomorphic parts share a key.

mod canonical;
#[cfg(test)]
mod tests;

use crate::sets::vertices;
use crate::values::spread;
use canonical::{Labelled, MAX_POINTS, bits, canonical};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A relation between the vertices of a graph, or the elements of an order.
pub trait Related {
    /// Whether u is related to v exactly if v is related to u.
    const IS_SYMMETRIC: bool;

    /// What a point is related to.
    fn related(&self, point: usize) -> u128;
}

/// A relation on 0, 1, …, at most 64 points.
#[derive(Clone, Debug)]
struct Relation {
    count: usize,
    /// The points that each is related to.
    to: [u64; MAX_POINTS],
    /// The points that are related to each, unless those are the same.
    from: Option<Box<[u64; MAX_POINTS]>>,
}

impl Relation {
    /// The relation on a set; `None` if that has more than 64 points.
    fn on<R: Related>(related: &R, set: u128) -> Option<Self> {
        let count = set.count_ones() as usize;
        if count > MAX_POINTS {
            return None;
        }
        let mut places = [0u8; 128];
        vertices(set).enumerate().for_each(|(i, point)| places[point] = i as u8);
        let mut to = [0; MAX_POINTS];
        for (row, point) in to.iter_mut().zip(vertices(set)) {
            *row = vertices(related.related(point) & set).fold(0, |row, p| row | 1 << places[p]);
        }
        let from = (!R::IS_SYMMETRIC).then(|| {
            let mut from = Box::new([0; MAX_POINTS]);
            for (i, &row) in to.iter().enumerate() {
                bits(row).for_each(|other| from[other] |= 1 << i);
            }
            from
        });
        Some(Self { count, to, from })
    }
}

/// The isomorphism classes of the vertex sets met so far: one set of each stands for the others.
///
/// Whether two sets are isomorphic is found by canonical labelling, which takes some microseconds. That pays where
/// the graph has many symmetries. So of the sets of each size some are labelled as a trial, and all
/// if half of those were isomorphic to others. A set that is not labelled stands for itself, as do those of more
/// than 64 points, and new ones once [`allow`](Self::allow) is used up.
///
/// # Complexity
/// Of a set that was labelled: one look at a table. To label one: O(n²) steps on words of 64 bits for each
/// refinement (at most 400; most sets need fewer than n).
#[derive(Debug)]
pub struct Classes {
    shards: [Mutex<Shard>; SHARDS],
    sizes: [Trials; MAX_POINTS + 1],
    /// Trials with the sizes just above [`SMALL`].
    medium: Trials,
    /// How many sets of a size are labelled before it is asked whether that pays.
    trials: u32,
    bytes: AtomicU64,
    allowed: AtomicU64,
}

/// Tables that threads lock one by one.
const SHARDS: usize = 16;

#[derive(Debug, Default)]
struct Shard {
    /// The set that stands for a set.
    standing: HashMap<u128, u128, BuildHasherDefault<Spread>>,
    /// By a hash of the rows: the set that stands for the class, and its points in canonical order.
    classes: HashMap<u128, (u128, Box<[u8]>), BuildHasherDefault<Spread>>,
}

/// How many sets were labelled, and how many of these were isomorphic to another.
#[derive(Debug, Default)]
struct Trials {
    labelled: AtomicU32,
    isomorphic: AtomicU32,
}

impl Trials {
    fn add(&self, isomorphic: bool) {
        self.labelled.fetch_add(1, Ordering::Relaxed);
        self.isomorphic.fetch_add(isomorphic.into(), Ordering::Relaxed);
    }

    fn labelled(&self) -> u32 {
        self.labelled.load(Ordering::Relaxed)
    }

    fn pay(&self) -> bool {
        self.isomorphic.load(Ordering::Relaxed) >= self.labelled() / 2
    }
}

/// Hashes one number.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = spread(u128::from(self.0) << 8 | u128::from(byte));
        }
    }

    fn write_u128(&mut self, number: u128) {
        self.0 = spread(number);
    }
}

/// Bytes of a set with the one that stands for it, in a table that is half full.
const SET_BYTES: u64 = 72;

/// Bytes of a class besides its points.
const CLASS_BYTES: u64 = 112;

/// [`Classes::trials`] unless told otherwise.
const TRIALS: u32 = 64;

/// Sets of up to so many points are labelled only if it pays for larger ones: little work is below them.
const SMALL: usize = 8;

/// Sets of fewer points are always let be.
const MIN_SIZE: usize = 4;

/// Of the sets of a size for which it does not pay, one of so many is labelled as a trial.
const SAMPLED: u64 = 32;

impl Default for Classes {
    fn default() -> Self {
        Self::with_trials(TRIALS)
    }
}

impl Classes {
    /// As the default, with so many trials of each size before it is asked whether they pay.
    pub fn with_trials(trials: u32) -> Self {
        Self {
            shards: Default::default(),
            sizes: std::array::from_fn(|_| Trials::default()),
            medium: Trials::default(),
            trials,
            bytes: AtomicU64::new(0),
            allowed: AtomicU64::new(u64::MAX),
        }
    }

    /// Allows so many bytes.
    pub fn allow(&self, bytes: u64) {
        self.allowed.store(bytes, Ordering::Relaxed);
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The set that stands for `set`: itself or one that is isomorphic to it. All calls must be about one relation.
    pub fn standing_for(&self, related: &impl Related, set: u128) -> u128 {
        let size = set.count_ones() as usize;
        let Some(trials) = self.sizes.get(size).filter(|_| size >= MIN_SIZE) else { return set };
        // The same sets are sampled each time, so that what stands for a set hardly ever changes.
        let pays = |trials: &Trials| trials.labelled() >= self.trials && trials.pay();
        let labels = match size {
            ..=SMALL => self.trials == u32::MAX || pays(&self.medium),
            _ => {
                trials.labelled() < self.trials
                    || trials.pay()
                    || spread(set).is_multiple_of(SAMPLED)
            }
        };
        if !labels {
            return set;
        }
        let known = lock(self.shard(spread(set))).standing.get(&set).copied();
        known.unwrap_or_else(|| {
            let standing = self.classify(related, set);
            trials.add(standing != set);
            if (SMALL + 1..=SMALL + 4).contains(&size) {
                self.medium.add(standing != set);
            }
            standing
        })
    }

    /// Has a set stand for its class if none does, and finds the one that does.
    pub fn classify(&self, related: &impl Related, set: u128) -> u128 {
        if self.bytes() + SET_BYTES + CLASS_BYTES > self.allowed.load(Ordering::Relaxed) {
            return set;
        }
        let relation = Relation::on(related, set);
        let standing = match relation.as_ref().and_then(canonical) {
            None => set,
            Some(labelled) => {
                let hash = hash(&labelled);
                let mut shard = lock(self.shard(hash as u64));
                match shard.classes.get(&hash) {
                    Some((standing, order)) => match labelled.is_of(related, *standing, order) {
                        true => *standing,
                        false => set,
                    },
                    None => {
                        let order = labelled.in_order(set);
                        let bytes = CLASS_BYTES + order.len() as u64;
                        self.bytes.fetch_add(bytes, Ordering::Relaxed);
                        shard.classes.insert(hash, (set, order));
                        set
                    }
                }
            }
        };
        self.bytes.fetch_add(SET_BYTES, Ordering::Relaxed);
        lock(self.shard(spread(set))).standing.insert(set, standing);
        standing
    }

    fn shard(&self, hash: u64) -> &Mutex<Shard> {
        &self.shards[hash as usize % SHARDS]
    }
}

fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

fn hash(labelled: &Labelled) -> u128 {
    let (mut low, mut high) = (labelled.count as u64, 0);
    for &row in &labelled.rows[..labelled.count] {
        low = spread(u128::from(low) << 64 | u128::from(row));
        high = spread(u128::from(row) << 64 | u128::from(high));
    }
    u128::from(high) << 64 | u128::from(low)
}

impl Labelled {
    /// The points of the set that was labelled, in canonical order.
    fn in_order(&self, set: u128) -> Box<[u8]> {
        let points: Vec<u8> = vertices(set).map(|point| point as u8).collect();
        self.order[..self.count].iter().map(|&i| points[usize::from(i)]).collect()
    }

    /// Whether the relation on a set, its points being taken in this order, has these rows.
    fn is_of(&self, related: &impl Related, set: u128, order: &[u8]) -> bool {
        let mut places = [0u8; 128];
        order.iter().enumerate().for_each(|(i, &point)| places[usize::from(point)] = i as u8);
        let row = |&point: &u8| {
            let to = related.related(point.into()) & set;
            vertices(to).fold(0, |row, other| row | 1u64 << places[other])
        };
        order.len() == self.count
            && order.iter().map(row).eq(self.rows[..self.count].iter().copied())
    }
}
