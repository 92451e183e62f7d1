//! Options that were told by Python, kept so that no position is asked about twice.

use super::code::Spot;
use hashbrown::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The options of a position.
pub enum Told {
    /// Single ints in steps: first, step, how many.
    Range(u64, u64, u64),
    /// Single positions, ascending, each once.
    Single(Box<[Spot]>),
    /// Sums, and whether the move wins at once; each once.
    Sums(Vec<(Vec<Spot>, bool)>),
}

impl Told {
    /// Words that it takes, about.
    fn size(&self) -> usize {
        match self {
            Self::Range(..) => 1,
            Self::Single(list) => list.len() + 1,
            Self::Sums(list) => list.iter().map(|(sum, _)| sum.len() + 4).sum::<usize>() + 1,
        }
    }
}

/// Beyond so many words nothing more is kept: positions are asked about again.
const MAX_WORDS: usize = 1 << 25;

/// Options by position.
#[derive(Default)]
pub struct Cache {
    told: Mutex<HashMap<Spot, Arc<Told>>>,
    words: AtomicUsize,
}

impl Cache {
    fn lock(&self) -> MutexGuard<'_, HashMap<Spot, Arc<Told>>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was told of a position.
    pub fn get(&self, spot: Spot) -> Option<Arc<Told>> {
        self.lock().get(&spot).cloned()
    }

    /// Keeps what was told, if there is room.
    pub fn keep(&self, spot: Spot, told: &Arc<Told>) {
        let size = told.size() + 6;
        if self.words.fetch_add(size, Ordering::Relaxed) + size <= MAX_WORDS {
            self.lock().insert(spot, told.clone());
        } else {
            self.words.fetch_sub(size, Ordering::Relaxed);
        }
    }

    /// Of how many positions the options are kept.
    pub fn len(&self) -> usize {
        self.lock().len()
    }
}
