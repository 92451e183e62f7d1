//! Periods observed at the end of a growing list of values; nothing is proved here.

use super::store::Values;
use crate::period::Period;
use serde::{Deserialize, Serialize};

/// Looks for a period at the end of the values while they are computed.
///
/// The last values, the *needle*, are searched for backwards, so that short periods are met first. Each
/// place where they occur gives a candidate, which is followed back as far as it holds. A candidate is
/// kept as long as the new values obey it.
///
/// # Complexity
/// O(1) amortised for each value: a search costs at most a few comparisons for each value there is,
/// and is repeated when their number has grown by an eighth.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Detector {
    found: Option<Period>,
    /// How many values were compared with it.
    checked: usize,
    next_search: usize,
}

/// The length of the end of the sequence that is searched for: the needle.
const NEEDLE_VALUES: usize = 64;

/// A candidate must hold for one period; of a longer period, for so many values.
const MIN_RUN_VALUES: usize = 1 << 16;

/// Arithmetic periods are looked for among at most so many last values.
const MAX_TAIL_VALUES: usize = 1 << 20;

/// A period that is not proved is told if at least one in so many values repeats with it.
const MAX_VALUES_PER_REPEATED: u64 = 2;

/// Whether a period that is seen from a heap on to the end of so many values is worth telling, though it
/// is not proved: the end of a sequence often repeats for a while.
pub fn is_told(preperiod: u64, values: u64) -> bool {
    values.saturating_sub(preperiod).saturating_mul(MAX_VALUES_PER_REPEATED) >= values
}

impl Default for Detector {
    fn default() -> Self {
        Self { found: None, checked: 0, next_search: NEEDLE_VALUES }
    }
}

impl Detector {
    /// Whether this may be the state of a detector that saw no more than these values.
    pub(super) fn fits(&self, values: &Values) -> bool {
        let len = values.len() as u64;
        self.checked as u64 <= len
            && self.found.is_none_or(|found| {
                found.length > 0
                    && found.preperiod.checked_add(found.length).is_some_and(|end| end <= len)
            })
    }

    /// The period at the end of these values; they must begin with those of the last call.
    pub fn look(&mut self, values: &Values) -> Option<Period> {
        let len = values.len();
        if let Some(found) = self.found {
            let more = len - self.checked;
            let run = values.run(len, found.length as usize, found.saltus as i64, more);
            self.checked = len;
            if run == more {
                return self.found;
            }
            self.found = None;
            self.next_search = len.min(self.next_search);
        }
        if len >= self.next_search {
            self.next_search = len + len / 8;
            self.search(values);
        }
        self.found
    }

    /// Searches all values now, whatever was found before.
    pub fn search(&mut self, values: &Values) -> Option<Period> {
        self.checked = values.len();
        self.found = match values {
            Values::Bytes(list) => nearest(list, values, 0),
            Values::Halves(list) => nearest(list, values, 0),
            Values::Words(list) => nearest(list, values, 0),
        }
        .or_else(|| arithmetic(values));
        self.found
    }
}

/// The least period of the end of `list`, which are the last of the values, or their differences.
fn nearest<T: PartialEq + Copy>(list: &[T], values: &Values, difference: usize) -> Option<Period> {
    let len = list.len();
    let needle_len = NEEDLE_VALUES.min(len / 3);
    if needle_len < 4 {
        return None;
    }
    let needle = &list[len - needle_len..];
    // A bound on comparisons: a sequence that nearly repeats in many ways is searched again later.
    let mut budget = 8 * len;
    let mut before = len;
    while let Some(end) = last_end(list, needle, before) {
        before = end;
        let length = len - end;
        let total = values.len();
        let saltus = i64::from(values.get(total - 1)) - i64::from(values.get(total - 1 - length));
        let saltus = u64::try_from(saltus).ok()?;
        if difference == 0 && saltus != 0 {
            continue;
        }
        let run = values.run(total, length, saltus as i64, usize::MAX);
        if run >= length.min(MIN_RUN_VALUES).max(needle_len) {
            let preperiod = (total - length - run) as u64;
            return Some(Period { preperiod, length: length as u64, saltus });
        }
        budget = budget.checked_sub(run)?;
    }
    None
}

/// Where the last copy of the needle that ends before `before` ends. The needle has four values at
/// least.
///
/// Four values of a copy are compared for many places at once, the others where these agree.
fn last_end<T: PartialEq + Copy>(list: &[T], needle: &[T], before: usize) -> Option<usize> {
    let len = needle.len();
    let four = needle.last_chunk::<4>()?;
    let is_end = |end: usize| end >= len && list[end - len..end] == *needle;
    let mut end = before;
    while end > len + 64 {
        // The ends end - 64, …, end - 1.
        if any_of_64(&list[end - 68..end - 1], four)
            && let Some(found) = (end - 64..end).rev().find(|&end| is_end(end))
        {
            return Some(found);
        }
        end -= 64;
    }
    (len..end).rev().find(|&end| is_end(end))
}

/// Whether these four stand at one of the first 64 places of a list of 67.
pub(super) fn any_of_64<T: PartialEq>(list: &[T], [a, b, c, d]: &[T; 4]) -> bool {
    (0..64).fold(false, |any, i| {
        let four = &list[i..i + 4];
        any | ((four[0] == *a) & (four[1] == *b) & (four[2] == *c) & (four[3] == *d))
    })
}

/// The least arithmetic period of the end of the values, if they grow as with one.
fn arithmetic(values: &Values) -> Option<Period> {
    let len = values.len();
    let most = |from: usize, to: usize| values.slice(from, to).into_iter().max().unwrap_or(0);
    let tail = len.saturating_sub(MAX_TAIL_VALUES);
    if most(len - len / 4, len) <= most(tail, tail + (len - tail) / 2) {
        return None;
    }
    let last = values.slice(tail, len);
    let steps: Vec<i64> =
        last.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
    nearest(&steps, values, 1).filter(|found| found.saltus > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(list: &[u32]) -> Option<Period> {
        let mut values = Values::default();
        let mut detector = Detector::default();
        let mut found = None;
        for piece in list.chunks(37) {
            values.extend(piece);
            found = detector.look(&values);
        }
        found
    }

    #[test]
    fn repetition_is_seen_from_its_least_start() {
        let mut random = 7u32;
        let mut noise = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            random >> 28
        };
        for (start, length, saltus) in [
            (0usize, 1usize, 0u32),
            (5, 12, 0),
            (700, 300, 0),
            (0, 1, 1),
            (9, 6, 3),
            (3, 50, 7),
            (0, 34, 0),
        ] {
            let mut list: Vec<u32> = (0..start + length).map(|_| noise()).collect();
            while list.len() < 4000 {
                list.push(list[list.len() - length] + saltus);
            }
            let found = look(&list).unwrap();
            let (start, length) = (start as u64, length as u64);
            // Chance may let it begin sooner.
            assert!(found.preperiod <= start && length.is_multiple_of(found.length), "{found:?}");
            assert_eq!(found.saltus * length / found.length, u64::from(saltus));
            let (p, s) = (found.length as usize, found.saltus as u32);
            assert!((found.preperiod as usize..list.len() - p).all(|n| list[n + p] == list[n] + s));
            let before = (found.preperiod as usize).checked_sub(1);
            assert!(before.is_none_or(|n| list[n + p] != list[n] + s));
        }
        let list: Vec<u32> = (0..4000).map(|_| noise()).collect();
        assert_eq!(look(&list), None);
    }

    #[test]
    fn the_last_copy_is_found() {
        for seed in 0..200u32 {
            let list: Vec<u8> = (0..300)
                .map(|n: u32| (n.wrapping_mul(seed).wrapping_mul(n + seed) >> 9) as u8 % 3)
                .collect();
            for len in [4, 5, 8] {
                let needle = &list[300 - len..];
                for before in [300, 250, 100, len + 1] {
                    let brute = (len..before).rev().find(|&end| list[end - len..end] == *needle);
                    assert_eq!(last_end(&list, needle, before), brute);
                }
            }
        }
    }

    #[test]
    fn what_breaks_is_dropped() {
        let mut list: Vec<u32> = (0..2000).map(|n| n % 5).collect();
        assert_eq!(look(&list).unwrap().length, 5);
        list.push(9);
        list.extend((0..700).map(|n| n % 7));
        assert_eq!(look(&list).unwrap().length, 7);
    }
}
