//! Lands as the search has them: numbered as they are met.

use super::{Regions, fresh, lands, lines, lives, played, regions, spots};
use crate::rules::{Keyed, Splitting, Sums};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// A land by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Land {
    number: u32,
    lives: u32,
}

/// Sprouts, with the lands met so far.
///
/// ```
/// use grundy_search::sprouts::Sprouts;
/// use grundy_search::{Bounds, Search};
/// let (sprouts, mut search) = (Sprouts::default(), Search::default());
/// let bounds = Bounds { memory: 1 << 24, threads: 1, look: &|_| true };
/// let lost: Vec<usize> = (0..7)
///     .filter(|&n| search.is(&sprouts, &sprouts.start(n), 0, &bounds) == Ok(true))
///     .collect();
/// assert_eq!(lost, [0, 1, 2, 6]);
/// ```
#[derive(Debug, Default)]
pub struct Sprouts {
    store: RwLock<Store>,
    bytes: AtomicU64,
}

#[derive(Debug, Default)]
struct Store {
    numbers: HashMap<Arc<[u8]>, u32>,
    lands: Vec<Arc<[u8]>>,
    /// The options of a land, once listed: of each its lands.
    options: HashMap<u32, Arc<[Box<[Land]>]>>,
}

/// A value is below the number of lives. Lands have about so many times more moves.
const WEIGHT: u32 = 3;

/// Bytes of a land besides its spots: two counts, two pointers, a number and room in the table.
const LAND: u64 = 96;

impl Sprouts {
    /// The parts of a position.
    pub fn parts(&self, position: Regions) -> Vec<Land> {
        lands(position).into_iter().map(|land| self.number(land)).collect()
    }

    /// The parts of `count` spots without lines.
    pub fn start(&self, count: usize) -> Vec<Land> {
        self.parts(spots(count))
    }

    /// A land as [`lands`] writes it.
    pub fn written(&self, land: Land) -> Arc<[u8]> {
        let store = self.store.read().unwrap_or_else(PoisonError::into_inner);
        store.lands[land.number as usize].clone()
    }

    /// How many lands were met.
    pub fn len(&self) -> usize {
        self.store.read().unwrap_or_else(PoisonError::into_inner).lands.len()
    }

    /// Whether none was met.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn number(&self, land: Vec<u8>) -> Land {
        let lives = lives(&land);
        let known = |store: &Store| store.numbers.get(&*land).copied();
        let found = known(&self.store.read().unwrap_or_else(PoisonError::into_inner));
        let number = found.unwrap_or_else(|| {
            let mut store = self.store.write().unwrap_or_else(PoisonError::into_inner);
            known(&store).unwrap_or_else(|| {
                self.bytes.fetch_add(LAND + land.len() as u64, Ordering::Relaxed);
                let (number, land) = (store.lands.len() as u32, Arc::<[u8]>::from(&*land));
                store.lands.push(land.clone());
                store.numbers.insert(land, number);
                number
            })
        });
        Land { number, lives }
    }

    /// The different options of a land.
    fn listed(&self, land: Land) -> Arc<[Box<[Land]>]> {
        let text = {
            let store = self.store.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(options) = store.options.get(&land.number) {
                return options.clone();
            }
            store.lands[land.number as usize].clone()
        };
        let regions = regions(&text);
        let fresh = fresh(&regions);
        let mut seen: HashSet<Vec<u32>> = HashSet::new();
        let mut all: Vec<Box<[Land]>> = Vec::new();
        lines(&regions, |line| {
            let left = played(&regions, &line, fresh);
            let option = self.parts(left);
            if seen.insert(option.iter().map(|land| land.number).collect()) {
                all.push(option.into());
            }
            true
        });
        let bytes = all.iter().map(|option| 16 + 8 * option.len() as u64).sum::<u64>();
        self.bytes.fetch_add(64 + bytes, Ordering::Relaxed);
        let all: Arc<[Box<[Land]>]> = all.into();
        let mut store = self.store.write().unwrap_or_else(PoisonError::into_inner);
        store.options.insert(land.number, all.clone());
        all
    }
}

impl Land {
    /// How many lives its spots have together: every move takes one.
    pub fn lives(self) -> u32 {
        self.lives
    }

    /// A number that no other land of the same [`Sprouts`] has.
    pub fn number(self) -> u128 {
        u128::from(self.lives) << 32 | u128::from(self.number)
    }

    /// The land with this number.
    pub fn numbered(number: u128) -> Self {
        Self { number: number as u32, lives: (number >> 32) as u32 }
    }
}

/// The equivalences change no more than names: they hold in misère play too.
impl Keyed for Sprouts {
    fn size(&self, land: u128) -> u32 {
        Land::numbered(land).lives * WEIGHT
    }

    fn all_options(&self, land: u128, out: &mut Sums<u128>) -> bool {
        for option in self.listed(Land::numbered(land)).iter() {
            option.iter().for_each(|land| out.part(land.number()));
            out.end();
        }
        true
    }

    /// Twice the lives.
    fn cells(&self, land: u128) -> u32 {
        2 * Land::numbered(land).lives
    }

    fn kept_bytes(&self) -> u64 {
        Splitting::bytes(self)
    }
}

impl Splitting for Sprouts {
    /// Moves are dear.
    const STRIDE: u64 = 1 << 4;

    type Part = Land;

    fn key(&self, land: &Land) -> u128 {
        land.number.into()
    }

    fn size(&self, land: &Land) -> u32 {
        land.lives * WEIGHT
    }

    fn options(&self, land: &Land, out: &mut Sums<Land>) {
        for option in self.listed(*land).iter() {
            option.iter().for_each(|&land| out.part(land));
            out.end();
        }
    }

    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}
