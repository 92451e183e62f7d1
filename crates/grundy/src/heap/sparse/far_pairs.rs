//! The rare pairs at distances of 64 and more, in groups: those that eliminate most candidates go
//! first.
//!
//! Which pairs eliminate what the filter leaves is learned by trying. With thousands of rare heaps it
//! is often those of the first rare heaps and of the last ones; the witness rates of the others are not
//! known.

use grundy_lanes::{DistancePairs, StoredValue};

/// Pairs from which on groups are ordered by what they eliminate. Fewer are two groups, by the witness
/// rates of their heaps.
const MANY_PAIRS: usize = 6000;

/// The number of groups then.
const GROUPS: usize = 64;

/// The part of the pairs, in percent, that is one group where there are two.
const RANKED_PERCENT: usize = 40;

/// The part of many pairs, in percent, that a candidate meets before it is eliminated: an estimate for the
/// cost model.
const MET_PERCENT: usize = 25;

/// Groups that meet many candidates.
const FIRST_GROUPS: usize = 4;

/// Weight of the last survey in the moving averages of what groups eliminate.
const SURVEY_WEIGHT: f32 = 0.25;

/// Blocks from one survey to the next.
const SURVEY_BLOCKS: usize = 64;

/// The pairs in the order in which they are applied.
#[derive(Clone, Debug)]
pub(super) struct FarPairs<V> {
    groups: Vec<Group<V>>,
    /// The number of pairs, and how many there were when they were last grouped.
    count: usize,
    grouped_at: usize,
    /// Blocks until the next survey.
    wait: usize,
    /// [`MANY_PAIRS`], or less in tests.
    many: usize,
}

#[derive(Clone, Debug)]
struct Group<V> {
    pairs: DistancePairs<V>,
    /// Moving average of the candidates that a pair eliminates.
    rate: f32,
}

impl<V: StoredValue> Default for FarPairs<V> {
    fn default() -> Self {
        Self::none(MANY_PAIRS)
    }
}

impl<V: StoredValue> FarPairs<V> {
    fn none(many: usize) -> Self {
        let groups = [0; 2].map(|_| Group { pairs: DistancePairs::default(), rate: 0.0 });
        Self { groups: groups.into(), count: 0, grouped_at: 0, wait: 0, many }
    }

    /// Replaces all pairs by these, which are given by falling witness rate.
    pub fn set(&mut self, pairs: Vec<(u32, V)>) {
        *self = Self { count: pairs.len(), ..Self::none(self.many) };
        if self.count >= self.many {
            self.group(pairs);
            return;
        }
        let (ranked, others) = pairs.split_at(pairs.len() * RANKED_PERCENT / 100);
        for (group, pairs) in self.groups.iter_mut().zip([ranked, others]) {
            group.pairs = pairs.to_vec().into();
        }
    }

    /// Fixes how many pairs are many, if a number is given.
    #[cfg(test)]
    pub fn force_many(&mut self, many: Option<usize>) {
        self.many = many.unwrap_or(MANY_PAIRS);
    }

    /// The number of pairs.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.count
    }

    /// How many pairs a candidate meets, on the average.
    pub fn first_len(&self) -> usize {
        match self.are_many() {
            true => self.count * MET_PERCENT / 100,
            false => self.count,
        }
    }

    /// Whether groups are ordered by what they eliminate.
    pub fn are_many(&self) -> bool {
        self.grouped_at > 0
    }

    /// Adds a pair, whose distance exceeds most others.
    pub fn insert(&mut self, pair: (u32, V)) {
        let newest = |group: &&mut Group<V>| group.pairs.as_slice().distances().map(|d| d.1);
        let group = match self.are_many() {
            true => self.groups.iter_mut().max_by_key(newest),
            false => self.groups.last_mut(),
        };
        group.expect("there are groups").pairs.insert(pair);
        self.count += 1;
        if self.count >= self.many && self.count > self.grouped_at + self.grouped_at / 32 {
            let groups = std::mem::take(&mut self.groups);
            let pairs = groups.iter().flat_map(|group| group.pairs.as_slice().pairs());
            self.group(pairs.copied().collect());
        }
    }

    /// Makes groups of equal size by distance. Until a survey orders them, the nearest and the farthest go
    /// first.
    fn group(&mut self, mut pairs: Vec<(u32, V)>) {
        pairs.sort_unstable();
        self.grouped_at = pairs.len();
        self.wait = 0;
        let groups = pairs.chunks(pairs.len().div_ceil(GROUPS)).enumerate();
        self.groups = groups
            .map(|(i, pairs)| Group {
                pairs: pairs.to_vec().into(),
                rate: 1e-9 * i.abs_diff(GROUPS / 2) as f32,
            })
            .collect();
        self.order();
    }

    fn order(&mut self) {
        self.groups.sort_by(|a, b| b.rate.total_cmp(&a.rate));
    }

    /// All groups.
    pub fn groups(&self) -> impl Iterator<Item = &DistancePairs<V>> {
        self.groups.iter().map(|group| &group.pairs)
    }

    /// Fewer pairs: those of the heaps of high witness rates, and the others.
    pub fn halves(&self) -> [&DistancePairs<V>; 2] {
        [0, 1].map(|i| &self.groups[i].pairs)
    }

    /// The groups that eliminate most.
    pub fn first(&self) -> impl Iterator<Item = &DistancePairs<V>> {
        self.groups().take(FIRST_GROUPS)
    }

    /// Whether the groups should be compared at the next block.
    pub fn wants_survey(&mut self) -> bool {
        let due = self.are_many() && self.wait == 0;
        self.wait = if due { SURVEY_BLOCKS } else { self.wait.saturating_sub(1) };
        due
    }

    /// Orders the groups by how many candidates each would eliminate alone: `eliminated` tells it.
    pub fn learn(&mut self, mut eliminated: impl FnMut(&DistancePairs<V>) -> u32) {
        for Group { pairs, rate } in &mut self.groups {
            let last = eliminated(pairs) as f32 / pairs.as_slice().len().max(1) as f32;
            *rate += (last - *rate) * SURVEY_WEIGHT;
        }
        self.order();
    }
}
