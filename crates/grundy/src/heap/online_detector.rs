//! Periods observed while values come and are dropped; nothing is proved here.

use super::detect::{any_of_64, is_told};
use super::step_hash::StepHash;
use crate::period::Repetition;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Looks for a period in values that are seen once and not kept.
///
/// As in Brent's search for cycles ("An improved Monte Carlo factorization algorithm", 1980), one place
/// is kept, the *anchor*. It moves on when half as many values have followed it as preceded it and no
/// candidate is open. A *step* is the difference of two values in a row. Where the 64 steps before the
/// anchor (the *needle*) occur again, the distance is a *candidate* for a period. Hashes of the steps
/// after the anchor are kept at *marks*; those after the candidate are compared with them. A candidate
/// that holds for a whole period is *confirmed*, and followed until it fails.
///
/// Equal steps mean values that differ by the same saltus, so arithmetic periods are found, too. Steps
/// are taken modulo 2^32, which is enough as long as values are below 2^31. Two different stretches of k steps have the same
/// hash with a probability below k / 2^60, over the choice of the base.
///
/// A period p that begins at heap n is told by heap 5 m, m being the greater of n + 65 and 2p, unless
/// more than 16 candidates were open, or a shorter length held for a whole round and then failed. What
/// is told may be a multiple of the least period then.
///
/// # Complexity
/// O(1) for each value, if they come in long pieces; memory for O(log values) hashes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OnlineDetector {
    /// The number of values seen.
    seen: u64,
    last: Option<u32>,
    /// The hash of all steps.
    hash: StepHash,
    /// The last steps, [`NEEDLE_STEPS`] at most.
    recent: Vec<u32>,
    anchor: Option<Anchor>,
    /// Lengths that were confirmed and failed; they are not taken again before the anchor moves for
    /// another reason, or they might be met for ever within a longer period.
    failed: VecDeque<u64>,
}

/// A place of the sequence, and what is compared with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Anchor {
    /// The number of values before it.
    at: u64,
    /// The last of them.
    value: u32,
    /// The last steps before it.
    needle: Vec<u32>,
    /// The hash of all steps before it.
    hash: StepHash,
    /// Numbers of steps after it, with the hashes of these steps.
    marks: VecDeque<(u64, StepHash)>,
    /// The number of steps at which the next mark is made.
    next_mark: u64,
    /// In the order in which they were met. If the first one is confirmed, it is the only one.
    candidates: Vec<Candidate>,
}

/// A place before which the needle occurs again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Candidate {
    /// The number of values before it.
    at: u64,
    saltus: u32,
    /// The hash of all steps before it.
    hash: StepHash,
    /// The mark that is compared next.
    next: usize,
    /// How many steps after it were found equal to those after the anchor.
    equal: u64,
}

/// How many steps have to occur again.
const NEEDLE_STEPS: usize = 64;

/// Steps between two marks, at least.
const MIN_MARK_STEPS: u64 = 64;

/// The next mark comes when the steps since the anchor have grown by one in so many.
const STEPS_PER_MARK: u64 = 8;

/// Marks in a confirmed period.
const MARKS_PER_PERIOD: u64 = 64;

/// The most candidates followed at a time: a sequence that nearly repeats has many.
const MAX_CANDIDATES: usize = 16;

/// The most lengths remembered that have failed.
const MAX_FAILED: usize = 16;

impl OnlineDetector {
    /// A detector that begins after so many values.
    pub fn after(seen: u64) -> Self {
        Self { seen, ..Self::default() }
    }

    /// Sees the next values.
    pub fn add(&mut self, values: &[u32]) {
        let Some((&first, rest)) = values.split_first() else { return };
        let Some(last) = self.last else {
            self.seen += 1;
            self.last = Some(first);
            return self.add(rest);
        };
        let mut steps = std::mem::take(&mut self.recent);
        // From here on: the steps to the new values.
        let start = steps.len();
        steps.push(first.wrapping_sub(last));
        steps.extend(values.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])));
        let mut place = start;
        // Where the needle ends next, as `next_hit` tells it.
        let mut hit = None;
        while place < steps.len() {
            if hit.is_none_or(|hit| hit <= place) {
                hit = self.next_hit(&steps, place);
            }
            let event = self.next_event(steps.len() - place, place);
            let next = (place + event).min(hit.unwrap_or(usize::MAX));
            self.hash.extend(&steps[place..next]);
            self.seen += (next - place) as u64;
            place = next;
            let value = values[place - start - 1];
            if self.turn(value, &steps[..place], hit == Some(place)) {
                hit = None;
            }
        }
        self.last = values.last().copied();
        self.recent = steps.split_off(steps.len().saturating_sub(NEEDLE_STEPS));
    }

    /// Where the needle ends next, after this place; `usize::MAX` if nowhere among these steps, and
    /// `None` if it is not looked for.
    fn next_hit(&self, steps: &[u32], place: usize) -> Option<usize> {
        let anchor = self.anchor.as_ref().filter(|anchor| anchor.takes_candidates())?;
        let left = anchor.renewal().checked_sub(self.seen)?;
        let to = steps.len().min(place.saturating_add(usize::try_from(left).unwrap_or(usize::MAX)));
        Some(first_end(&steps[..to], &anchor.needle, place + 1).unwrap_or(usize::MAX))
    }

    /// The number of steps, at most `left`, to the next place where there is something to do; `place`
    /// is the number of steps at hand before them.
    fn next_event(&self, left: usize, place: usize) -> usize {
        let Some(anchor) = &self.anchor else {
            return left.min(NEEDLE_STEPS.saturating_sub(place).max(1));
        };
        let checks = anchor.candidates.iter().filter_map(|candidate| {
            let (steps, _) = anchor.marks.get(candidate.next)?;
            Some(candidate.at + steps)
        });
        let renewal = anchor.candidates.is_empty().then(|| anchor.renewal());
        let next = checks.chain(renewal).chain([anchor.at + anchor.next_mark]);
        let next = next.filter(|&at| at > self.seen).min().unwrap_or(u64::MAX);
        usize::try_from(next - self.seen).unwrap_or(usize::MAX).min(left)
    }

    /// Does what is to be done after the values seen, the last of which is `value`; `steps` are the
    /// last ones, and `hit` tells whether the needle ends here. Returns whether the anchor moved.
    fn turn(&mut self, value: u32, steps: &[u32], hit: bool) -> bool {
        let (seen, hash) = (self.seen, self.hash);
        if let Some(anchor) = &mut self.anchor {
            anchor.mark(seen, hash);
            let failed = anchor.check(seen, hash);
            if hit
                && anchor.takes_candidates()
                && !self.failed.contains(&(seen - anchor.at))
                && let Some(saltus) = value.checked_sub(anchor.value)
            {
                anchor.candidates.push(Candidate { at: seen, saltus, hash, next: 0, equal: 0 });
            }
            match failed {
                Some(length) => {
                    self.failed.truncate(MAX_FAILED - 1);
                    self.failed.push_front(length);
                }
                None if !anchor.candidates.is_empty() || seen < anchor.renewal() => return false,
                None => self.failed.clear(),
            }
        }
        let Some(from) = steps.len().checked_sub(NEEDLE_STEPS) else { return false };
        self.anchor = Some(Anchor {
            at: seen,
            value,
            needle: steps[from..].to_vec(),
            hash,
            marks: VecDeque::new(),
            next_mark: MIN_MARK_STEPS,
            candidates: Vec::new(),
        });
        true
    }

    /// The period confirmed last, if it is [worth telling](is_told) and has not failed since.
    pub fn repetition(&self) -> Option<Repetition> {
        let anchor = self.anchor.as_ref()?;
        let candidate = anchor.confirmed()?;
        let from = anchor.at - 1 - NEEDLE_STEPS as u64;
        // What comes after the last mark is not compared yet.
        let end = candidate.at + candidate.equal;
        let length = candidate.at - anchor.at;
        let saltus = candidate.saltus.into();
        is_told(from, end).then_some(Repetition { from, to: end - 1, length, saltus })
    }

    /// Whether this may be the state of a detector that saw so many values.
    pub fn fits(&self, seen: u64) -> bool {
        self.seen == seen
            && self.recent.len() <= NEEDLE_STEPS
            && (self.recent.len() as u64) < seen.max(1)
            && self.hash.fits()
            && self.failed.len() <= MAX_FAILED
            && self.anchor.as_ref().is_none_or(|anchor| anchor.fits(seen))
    }
}

impl Anchor {
    /// No candidate is taken after so many values; if none is left, the next anchor is made.
    fn renewal(&self) -> u64 {
        self.at + self.at / 2
    }

    /// The candidate that has held for a whole period.
    fn confirmed(&self) -> Option<&Candidate> {
        self.candidates.first().filter(|first| self.is_confirmed(first))
    }

    fn is_confirmed(&self, candidate: &Candidate) -> bool {
        candidate.equal >= candidate.at - self.at
    }

    fn takes_candidates(&self) -> bool {
        self.confirmed().is_none() && self.candidates.len() < MAX_CANDIDATES
    }

    /// Makes a mark if it is time.
    fn mark(&mut self, seen: u64, hash: StepHash) {
        if seen != self.at + self.next_mark {
            return;
        }
        self.marks.push_back((self.next_mark, hash.since(self.hash, self.next_mark)));
        let part = match self.confirmed() {
            Some(candidate) => (candidate.at - self.at) / MARKS_PER_PERIOD,
            None => self.next_mark / STEPS_PER_MARK,
        };
        self.next_mark += part.max(MIN_MARK_STEPS);
    }

    /// Compares candidates with the marks that they have reached. Returns the length of a confirmed
    /// candidate that failed.
    fn check(&mut self, seen: u64, hash: StepHash) -> Option<u64> {
        let before = self.confirmed().map(|candidate| candidate.at - self.at);
        let marks = &self.marks;
        self.candidates.retain_mut(|candidate| {
            let Some(&(steps, expected)) = marks.get(candidate.next) else { return true };
            if candidate.at + steps != seen {
                return true;
            }
            candidate.next += 1;
            candidate.equal = steps;
            hash.since(candidate.hash, steps) == expected
        });
        let place = self.candidates.iter().position(|candidate| self.is_confirmed(candidate));
        let Some(place) = place else { return before };
        self.candidates.swap(0, place);
        self.candidates.truncate(1);
        // No other candidate will be compared with the marks before.
        self.marks.drain(..self.candidates[0].next);
        self.candidates[0].next = 0;
        None
    }

    fn fits(&self, seen: u64) -> bool {
        let is_there = (NEEDLE_STEPS as u64 + 1..=seen).contains(&self.at);
        is_there
            && self.needle.len() == NEEDLE_STEPS
            && self.hash.fits()
            && self.marks.iter().is_sorted_by(|a, b| a.0 < b.0)
            && self.marks.back().is_none_or(|mark| mark.0 <= seen - self.at)
            && self.marks.iter().all(|mark| mark.1.fits())
            && self.next_mark > seen - self.at
            && self.next_mark <= 2 * seen
            && self.candidates.len() <= MAX_CANDIDATES
            && self.candidates.iter().all(|candidate| {
                let ahead = |mark: &(u64, StepHash)| mark.0 > seen - candidate.at;
                (self.at + 1..=seen).contains(&candidate.at)
                    && candidate.hash.fits()
                    && candidate.next <= self.marks.len()
                    && self.marks.get(candidate.next).is_none_or(ahead)
                    && candidate.equal <= seen - candidate.at
            })
    }
}

/// Where the first copy of the needle that ends at `from` or later ends. The needle has four numbers at
/// least.
///
/// Four numbers of a copy are compared for many places at once, the others where these agree.
fn first_end(list: &[u32], needle: &[u32], from: usize) -> Option<usize> {
    let len = needle.len();
    let four = needle.last_chunk::<4>()?;
    let is_end = |end: usize| list[end - len..end] == *needle;
    let mut end = from.max(len);
    while end + 64 <= list.len() {
        if any_of_64(&list[end - 4..end + 63], four)
            && let Some(found) = (end..end + 64).find(|&end| is_end(end))
        {
            return Some(found);
        }
        end += 64;
    }
    (end..=list.len()).find(|&end| is_end(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detector(list: &[u32], cuts: &mut dyn FnMut() -> usize) -> OnlineDetector {
        let mut detector = OnlineDetector::default();
        let (mut rest, mut seen) = (list, 0);
        while !rest.is_empty() {
            let (piece, more) = rest.split_at(cuts().min(rest.len()));
            detector.add(piece);
            seen += piece.len() as u64;
            assert!(detector.fits(seen));
            rest = more;
        }
        detector
    }

    fn look(list: &[u32]) -> Option<Repetition> {
        detector(list, &mut || 1000).repetition()
    }

    /// What the list repeats with this length and saltus.
    fn extended(mut list: Vec<u32>, length: usize, saltus: u32, len: usize) -> Vec<u32> {
        while list.len() < len {
            list.push(list[list.len() - length] + saltus);
        }
        list
    }

    fn noise(random: &mut fastrand::Rng, most: u32, len: usize) -> Vec<u32> {
        (0..len).map(|_| random.u32(..=most)).collect()
    }

    /// Runs, falls, copies of earlier stretches and noise.
    fn mixed(random: &mut fastrand::Rng, len: usize) -> Vec<u32> {
        let mut list = vec![3u32];
        while list.len() < len {
            let count = random.usize(1..300);
            let back = random.usize(1..=list.len());
            let kind = random.u32(..4);
            for _ in 0..count {
                let last = list[list.len() - 1];
                list.push(match kind {
                    0 => last,
                    1 => last.saturating_sub(1),
                    2 => list[list.len() - back],
                    _ => random.u32(..2),
                });
            }
        }
        list.truncate(len);
        list
    }

    #[track_caller]
    fn holds(list: &[u32], found: Repetition) {
        let (from, to, p) = (found.from as usize, found.to as usize, found.length as usize);
        assert!(to < list.len() && 2 * (to - from) + 2 >= to, "{found:?}");
        let wrong = (from..=to - p).find(|&n| list[n + p] != list[n] + found.saltus as u32);
        assert_eq!(wrong, None, "{found:?}");
    }

    #[test]
    fn a_period_is_told_in_time_and_to_the_end() {
        let mut random = fastrand::Rng::with_seed(5);
        for (start, length, saltus) in [
            (0, 1, 0),
            (0, 1, 1),
            (3, 12, 0),
            (71, 12, 0),
            (700, 300, 2),
            (2000, 31, 7),
            (10, 2500, 0),
            (3000, 4000, 1),
        ] {
            for most in [1, 3, 200] {
                let m = (start + 65).max(2 * length);
                let list =
                    extended(noise(&mut random, most, start + length), length, saltus, 8 * m);
                for len in [5 * m, 6 * m, 8 * m] {
                    let list = &list[..len];
                    let found = look(list).unwrap_or_else(|| panic!("{start} {length} {len}"));
                    holds(list, found);
                    let rounds = length as u64 / found.length;
                    assert!(rounds * found.length == length as u64, "{found:?}");
                    assert_eq!(found.saltus * rounds, u64::from(saltus));
                    let unseen = len as u64 - 1 - found.to;
                    assert!(unseen <= 64.max(found.length / 4), "{found:?} of {len}");
                }
            }
        }
    }

    #[test]
    fn a_length_that_fails_again_and_again_does_not_hide_a_longer_period() {
        for (block, rest, seed) in [(1486, 7, 0), (2381, 10, 0), (2539, 5, 0), (700, 3, 1)] {
            let mut random = fastrand::Rng::with_seed(seed);
            let block = noise(&mut random, 3, block);
            let mut list = [&block[..], &block, &block].concat();
            list.extend((0..rest).map(|_| random.u32(4..8)));
            let length = list.len();
            let list = extended(list, length, 0, 10 * length);
            let found = look(&list).unwrap();
            assert!(found.length.is_multiple_of(length as u64), "{found:?}");
            holds(&list, found);
        }
    }

    #[test]
    fn what_is_told_holds_wherever_it_is_asked_for_and_stays_told() {
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..20 {
            let (start, length) = (random.usize(..300), random.usize(1..500));
            let end = start + length * random.usize(3..12);
            let mut list = extended(noise(&mut random, 3, start + length), length, 0, end);
            list.extend(noise(&mut random, 3, 2000));
            let (mut detector, mut told) = (OnlineDetector::default(), false);
            for (n, &value) in list.iter().enumerate() {
                detector.add(&[value]);
                let found = detector.repetition();
                if let Some(found) = found {
                    holds(&list[..=n], found);
                }
                assert!(!told || found.is_some() || n >= end, "{start} {length} {n}");
                told = found.is_some();
            }
        }
    }

    #[test]
    fn nothing_depends_on_how_values_are_cut() {
        let mut random = fastrand::Rng::with_seed(6);
        let mut lists: Vec<Vec<u32>> = (0..60).map(|_| mixed(&mut random, 4000)).collect();
        for (start, length) in [(0, 1), (50, 12), (900, 777), (4000, 5)] {
            let mut list = extended(noise(&mut random, 2, start + length), length, 0, 9000);
            list.push(17);
            list.extend(extended(noise(&mut random, 2, 43), 33, 0, 40_000));
            lists.push(list);
        }
        for list in lists {
            for len in [1, 2, 64, 65, 66, 100, 1000, list.len()] {
                let whole = detector(&list[..len], &mut || usize::MAX);
                for most in [1, 3, 200, 5000] {
                    let mut cuts = || random.usize(0..=most);
                    assert_eq!(detector(&list[..len], &mut cuts), whole, "{len} {most}");
                }
            }
        }
    }

    #[test]
    fn what_breaks_is_dropped_and_something_else_found() {
        let mut list: Vec<u32> = (0..20_000).map(|n| n % 5).collect();
        assert_eq!(look(&list).unwrap().length, 5);
        list.push(9);
        // The break is seen at the next mark.
        list.extend((0..64).map(|n| n % 5));
        assert_eq!(look(&list), None);
        list.extend((0..80_000).map(|n| n % 7));
        assert_eq!(look(&list).unwrap().length, 7);
    }

    #[test]
    fn sequences_without_a_period_have_none() {
        let mut random = fastrand::Rng::with_seed(7);
        assert_eq!(look(&noise(&mut random, 1, 50_000)), None);
        let thue_morse: Vec<u32> = (0..100_000u32).map(|n| n.count_ones() % 2).collect();
        assert_eq!(look(&thue_morse), None);
        let ruler: Vec<u32> = (1..100_000u32).map(u32::trailing_zeros).collect();
        assert_eq!(look(&ruler), None);
        let falling: Vec<u32> = (0..5000).map(|n| 10_000 - n).collect();
        assert_eq!(look(&falling), None);
        let (mut fibonacci, mut next) = (vec![0], vec![0, 1]);
        while next.len() < 100_000 {
            let sum = [&next[..], &fibonacci].concat();
            fibonacci = std::mem::replace(&mut next, sum);
        }
        assert_eq!(look(&next), None);
        let runs: Vec<u32> = (0..400).flat_map(|n| vec![n % 2; n as usize]).collect();
        assert_eq!(look(&runs), None);
    }

    #[test]
    fn memory_stays_small() {
        let mut random = fastrand::Rng::with_seed(9);
        for length in [1, 5, 5000, 500_000] {
            let mut list = extended(noise(&mut random, 3, length), length, 0, 1_000_000);
            list.extend(noise(&mut random, 3, 1000));
            for piece in [1_000_000, list.len()] {
                let detector = detector(&list[..piece], &mut || 9999);
                let marks = detector.anchor.as_ref().unwrap().marks.len();
                assert!(marks < 400, "{marks} marks, period {length}");
            }
        }
    }

    #[test]
    fn a_detector_may_begin_late() {
        let list: Vec<u32> = (0..5000).map(|n| n * n % 11).collect();
        let mut late = OnlineDetector::after(1_000_000);
        late.add(&list);
        assert!(late.fits(1_005_000));
        assert_eq!(late.repetition(), None, "only a small part of the values repeats");
        let mut soon = OnlineDetector::after(100);
        soon.add(&list);
        let found = soon.repetition().unwrap();
        assert!(found.length == 11 && found.from >= 100);
    }

    #[test]
    fn states_of_no_detector_do_not_fit() {
        let list: Vec<u32> = (0..5000).map(|n| n % 7).collect();
        let detector = detector(&list, &mut || usize::MAX);
        let (good, seen) = (serde_json::to_value(&detector).unwrap(), list.len() as u64);
        let fits = |change: &dyn Fn(&mut serde_json::Value)| {
            let mut state = good.clone();
            change(&mut state);
            serde_json::from_value::<OnlineDetector>(state).is_ok_and(|state| state.fits(seen))
        };
        assert!(fits(&|_| {}));
        let far = serde_json::json!(1u64 << 63);
        let most = serde_json::json!(u64::MAX);
        assert!(!fits(&|state| state["seen"] = 4999.into()));
        assert!(!fits(&|state| state["hash"] = most.clone()));
        assert!(!fits(&|state| state["recent"] = vec![0; 65].into()));
        assert!(!fits(&|state| state["failed"] = vec![0; 17].into()));
        assert!(!fits(&|state| state["anchor"]["at"] = far.clone()));
        assert!(!fits(&|state| state["anchor"]["at"] = 64.into()));
        assert!(!fits(&|state| state["anchor"]["needle"] = vec![0; 63].into()));
        assert!(!fits(&|state| state["anchor"]["next_mark"] = 0.into()));
        assert!(!fits(&|state| state["anchor"]["next_mark"] = far.clone()));
        assert!(!fits(&|state| state["anchor"]["marks"] = serde_json::json!([[0, 0]])));
        assert!(!fits(&|state| state["anchor"]["candidates"][0]["at"] = far.clone()));
        assert!(!fits(&|state| state["anchor"]["candidates"][0]["saltus"] = most.clone()));
        assert!(!fits(&|state| state["anchor"]["candidates"][0]["equal"] = far.clone()));
        assert!(!fits(&|state| state["anchor"]["candidates"][0]["next"] = 400.into()));
        let small = r#"{"seen":3,"last":3,"hash":0,"recent":[0,0,0],"anchor":null,"failed":[]}"#;
        assert!(!serde_json::from_str::<OnlineDetector>(small).unwrap().fits(3));
    }

    #[test]
    fn the_first_copy_is_found() {
        for seed in 0..200u32 {
            let list: Vec<u32> = (0..300)
                .map(|n: u32| (n.wrapping_mul(seed).wrapping_mul(n + seed) >> 9) % 3)
                .collect();
            for len in [4, 5, 8] {
                let needle = &list[100..100 + len];
                for from in [0, 50, 104, 110, 250, 300] {
                    let brute = (from.max(len)..=300).find(|&end| list[end - len..end] == *needle);
                    assert_eq!(first_end(&list, needle, from), brute);
                }
            }
        }
    }
}
