//! The elimination of candidates where rare pairs are many: the least candidates of each lane meet the
//! groups of pairs in turn, and one that is eliminated is replaced by the next.
//!
//! A candidate has met all groups when the rotation is where it began with it. So a lane spends a whole
//! rotation on its value only, and on each lesser candidate as much as eliminates it.

use grundy_lanes::{DistancePairs, MAX_SURVIVORS, PairSlice, Row, StoredValue};

use super::solver::Solver;

/// Candidates of each lane that meet the first groups at a time.
const LISTED: usize = 12;

/// How often candidates are listed for the first groups, at most.
const MAX_LISTS: usize = 3;

/// Lanes with fewer than two candidates left of a list, above which another one is made.
const MAX_SHORT_LANES: u32 = 8;

/// Candidates of each lane that meet the groups at a time.
const SLOTS: usize = 2;

/// Rotations after which lanes are left without a survivor.
const MAX_ROTATIONS: usize = 8;

/// Lanes that are left to be scanned one by one.
const MAX_UNFINISHED: u32 = 2;

/// The candidates of each lane to come.
struct Queue {
    /// For each 64 stored values and lane a bit for each value that is a candidate.
    free: Vec<[u64; 64]>,
    /// By lane, 64 values with no candidate before them.
    place: [u32; 64],
    /// By lane, how many values beyond these were taken.
    beyond: [u32; 64],
}

impl Queue {
    /// A value with a bit in `words` is no candidate of that lane.
    fn new(words: &[u64]) -> Self {
        let free = words.chunks(64).map(|words| {
            let mut square = [0; 64];
            for (x, word) in square.iter_mut().zip(words) {
                *x = !word;
            }
            transpose(&mut square);
            square
        });
        let mut free: Vec<_> = free.collect();
        if let (Some(last), rest @ 1..) = (free.last_mut(), words.len() % 64) {
            last.iter_mut().for_each(|bits| *bits |= !0 << rest);
        }
        Self { free, place: [0; 64], beyond: [0; 64] }
    }

    /// Takes the least candidate of a lane.
    fn pop(&mut self, lane: usize) -> u32 {
        while let Some(square) = self.free.get_mut(self.place[lane] as usize) {
            let bits = square[lane];
            if bits != 0 {
                square[lane] = bits & (bits - 1);
                return 64 * self.place[lane] + bits.trailing_zeros();
            }
            self.place[lane] += 1;
        }
        self.beyond[lane] += 1;
        64 * self.free.len() as u32 + self.beyond[lane] - 1
    }

    /// The least candidates of a lane from a value on that are not beyond.
    fn from(&self, lane: usize, value: u32) -> impl Iterator<Item = u32> + '_ {
        let first = value as usize / 64;
        let squares = self.free.iter().enumerate().skip(first);
        squares.flat_map(move |(i, square)| {
            let mut bits = square[lane];
            if i == first {
                bits &= !0 << (value % 64);
            }
            std::iter::from_fn(move || {
                let x = bits.trailing_zeros();
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    64 * i as u32 + x
                })
            })
        })
    }

    fn remove(&mut self, lane: usize, value: u32) {
        if let Some(square) = self.free.get_mut(value as usize / 64) {
            square[lane] &= !(1 << (value % 64));
        }
    }
}

/// Exchanges rows and columns (H. S. Warren, *Hacker's Delight*, 2003).
fn transpose(square: &mut [u64; 64]) {
    let (mut by, mut mask) = (32, !0u64 >> 32);
    while by != 0 {
        let mut k = 0;
        while k < 64 {
            let t = (square[k] >> by ^ square[k + by]) & mask;
            square[k + by] ^= t;
            square[k] ^= t << by;
            k = (k + by + 1) & !by;
        }
        by /= 2;
        mask ^= mask << by;
    }
}

/// The candidates that meet the groups.
struct Slots<V> {
    rows: [Row<V>; SLOTS],
    /// The lanes whose candidate is not eliminated.
    alive: [u64; SLOTS],
    /// Those whose candidate has met all groups.
    verified: [u64; SLOTS],
    /// When the candidate came in, and by that the lanes.
    start: [[u8; 64]; SLOTS],
    started: [[u64; 64]; SLOTS],
}

impl<V: StoredValue> Slots<V> {
    fn put(&mut self, slot: usize, lane: usize, value: V, turn: usize) {
        self.rows[slot][lane] = value;
        self.alive[slot] |= 1 << lane;
        self.start[slot][lane] = turn as u8;
        self.started[slot][turn] |= 1 << lane;
    }

    /// The candidates of a lane, ascending, and whether they have met all groups.
    fn of(&self, lane: usize) -> [(V, bool); SLOTS] {
        let mut all = std::array::from_fn(|slot| {
            let alive = self.alive[slot] >> lane & 1 != 0;
            let value = if alive { self.rows[slot][lane] } else { V::NONE };
            (value, alive && self.verified[slot] >> lane & 1 != 0)
        });
        all.sort_unstable();
        all
    }
}

impl<V: StoredValue> Solver<V> {
    /// The first one or two candidates of each lane that no far pair attains; none of a few lanes.
    pub fn candidates_by_turns(&mut self, b: usize, words: &[u64]) -> [Row<V>; MAX_SURVIVORS] {
        let mut queue = Queue::new(words);
        self.remove_near_options(b, &mut queue);
        self.meet_first_groups(b, &mut queue);
        let groups: Vec<_> = self
            .far_pairs
            .groups()
            .map(|pairs| pairs.as_slice().split_below(b + 1).0)
            .filter(|pairs| !pairs.is_empty())
            .collect();
        let slots = self.rotate(b, &groups, &mut queue);
        let mut survivors = [[V::NONE; 64]; MAX_SURVIVORS];
        for lane in 0..64 {
            let verified = slots.of(lane).into_iter().take_while(|one| one.1);
            for (row, (value, _)) in survivors.iter_mut().zip(verified) {
                row[lane] = value;
            }
        }
        survivors
    }

    /// Removes the candidates that pairs at distances below 64 attain with heaps before the block. The others
    /// that such pairs attain are not known before the heaps of the block are.
    fn remove_near_options(&self, b: usize, queue: &mut Queue) {
        for &(d, g) in &self.near_pairs {
            for lane in 0..d as usize {
                let heap = b + lane - d as usize;
                if self.history.class(heap) == 1 {
                    queue.remove(lane, self.history.get(heap).xor(g).number());
                }
            }
        }
    }

    /// Lets the candidates meet the groups until nearly all lanes have a least one that has met all.
    fn rotate(&self, b: usize, groups: &[PairSlice<'_, V>], queue: &mut Queue) -> Slots<V> {
        let mut slots = Slots {
            rows: [[V::NONE; 64]; SLOTS],
            alive: [0; SLOTS],
            verified: [0; SLOTS],
            start: [[0; 64]; SLOTS],
            started: [[0; 64]; SLOTS],
        };
        let mut finished = 0u64;
        let mut vacant = [!0u64; SLOTS];
        for turn in (0..groups.len()).cycle().take(MAX_ROTATIONS * groups.len()) {
            let mut changed = 0;
            for (slot, vacant) in vacant.iter().enumerate() {
                let round = std::mem::take(&mut slots.started[slot][turn]);
                slots.verified[slot] |= round;
                changed |= round | vacant;
            }
            changed &= !finished;
            while changed != 0 {
                let lane = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                for (slot, vacant) in vacant.iter_mut().enumerate() {
                    if *vacant >> lane & 1 == 0 {
                        continue;
                    }
                    let value = queue.pop(lane);
                    *vacant &= !(1 << lane);
                    if value < V::NONE.number() {
                        slots.put(slot, lane, V::of(value), turn);
                    }
                }
                let least = slots.of(lane)[0];
                finished |= u64::from(least.1 || least.0 == V::NONE) << lane;
            }
            if finished.count_zeros() <= MAX_UNFINISHED {
                break;
            }
            let before = slots.alive;
            self.eliminate(b, groups[turn], &mut slots.alive, &slots.rows);
            for (slot, vacant) in vacant.iter_mut().enumerate() {
                let mut killed = before[slot] & !slots.alive[slot];
                *vacant |= killed;
                while killed != 0 {
                    let lane = killed.trailing_zeros() as usize;
                    let start = slots.start[slot][lane] as usize;
                    slots.started[slot][start] &= !(1 << lane);
                    killed &= killed - 1;
                }
            }
        }
        slots
    }

    /// Removes the least candidates that the first groups eliminate.
    fn meet_first_groups(&mut self, b: usize, queue: &mut Queue) {
        let mut from = [0u32; 64];
        for list in 0..MAX_LISTS {
            let mut rows = [[V::NONE; 64]; LISTED];
            let mut entries = [0u64; LISTED];
            for lane in 0..64 {
                let mut last = None;
                for (k, value) in queue.from(lane, from[lane]).take(LISTED).enumerate() {
                    rows[k][lane] = V::of(value);
                    entries[k] |= 1 << lane;
                    last = Some(value);
                }
                from[lane] = last.map_or(from[lane], |last| last + 1);
            }
            if list == 0 && self.far_pairs.wants_survey() {
                self.survey(b, &entries, &rows);
            }
            let mut alive = entries;
            for pairs in self.far_pairs.first() {
                self.eliminate(b, pairs.as_slice().split_below(b + 1).0, &mut alive, &rows);
            }
            let (mut one, mut two) = (0, 0);
            for k in 0..LISTED {
                two |= one & alive[k];
                one |= alive[k];
                let mut eliminated = entries[k] & !alive[k];
                while eliminated != 0 {
                    let lane = eliminated.trailing_zeros() as usize;
                    eliminated &= eliminated - 1;
                    queue.remove(lane, rows[k][lane].number());
                }
            }
            if two.count_zeros() <= MAX_SHORT_LANES || entries[0] == 0 {
                break;
            }
        }
    }

    /// Counts what each group of pairs would eliminate of these candidates.
    fn survey(&mut self, b: usize, entries: &[u64; LISTED], rows: &[Row<V>; LISTED]) {
        let mut far = std::mem::take(&mut self.far_pairs);
        let count = |alive: &[u64; LISTED]| alive.iter().map(|a| a.count_ones()).sum::<u32>();
        far.learn(|pairs: &DistancePairs<V>| {
            let mut alive = *entries;
            self.eliminate(b, pairs.as_slice().split_below(b + 1).0, &mut alive, rows);
            count(entries) - count(&alive)
        });
        self.far_pairs = far;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_come_in_order_without_those_that_are_known() {
        let mut random = fastrand::Rng::with_seed(7);
        for size in [0, 1, 40, 64, 130, 512] {
            let words: Vec<u64> =
                (0..size).map(|_| random.u64(..) | random.u64(..) | random.u64(..)).collect();
            let mut queue = Queue::new(&words);
            for lane in 0..64 {
                let known =
                    |x: u32| words.get(x as usize).is_some_and(|word| word >> lane & 1 != 0);
                let from = random.u32(..size as u32 + 1);
                let expected = (from..size as u32).filter(|&x| !known(x));
                let listed = queue.from(lane, from).take_while(|&x| x < size as u32);
                assert!(listed.eq(expected), "{size} {lane}");
                let removed = (0..size as u32).find(|&x| !known(x));
                if let Some(x) = removed {
                    queue.remove(lane, x);
                }
                for x in (0..size as u32 + 200).filter(|&x| !known(x) && Some(x) != removed) {
                    assert_eq!(queue.pop(lane), x, "{size} {lane}");
                }
            }
        }
    }
}
