//! The minimal excludant.

/// The least natural number that does not occur among `values`.
///
/// # Complexity
/// O(k) time and space for k values: a value of k or more cannot matter.
///
/// ```
/// assert_eq!(grundy::nimber::mex([0, 1, 3, 1]), 2);
/// assert_eq!(grundy::nimber::mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut set = MexSet::default();
    for value in values {
        set.insert(value);
    }
    set.mex()
}

/// A set of values that is asked for its mex and emptied, many times.
///
/// Emptying costs only as much as was inserted: the words touched are stamped, never cleared
/// wholesale.
#[derive(Debug, Default)]
pub struct MexSet {
    /// The values below 64: in most games there are no others.
    low: u64,
    /// The values from 64 on.
    words: Vec<u64>,
    touched: usize,
}

impl MexSet {
    /// Adds a value. Values of 2^32 and more are left out: no mex of fewer than 2^32 values can
    /// reach them.
    #[inline]
    pub fn insert(&mut self, value: u64) {
        if value < 64 {
            self.low |= 1 << value;
        } else {
            self.insert_high(value - 64);
        }
    }

    fn insert_high(&mut self, value: u64) {
        let word = (value / 64) as usize;
        if word >= self.words.len() {
            if value >= 1 << 32 {
                return;
            }
            self.words.resize((word + 1).next_power_of_two(), 0);
        }
        self.words[word] |= 1 << (value % 64);
        self.touched = self.touched.max(word + 1);
    }

    /// Whether the value was inserted since the last [`clear`](Self::clear).
    pub fn contains(&self, value: u64) -> bool {
        let word = match value.checked_sub(64) {
            None => Some(&self.low),
            Some(high) => self.words.get((high / 64) as usize),
        };
        word.is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// The least value that is not in the set.
    #[inline]
    pub fn mex(&self) -> u64 {
        if self.low != u64::MAX { u64::from(self.low.trailing_ones()) } else { self.mex_high() }
    }

    fn mex_high(&self) -> u64 {
        for (i, &word) in self.words[..self.touched].iter().enumerate() {
            if word != u64::MAX {
                return (i as u64 + 1) * 64 + u64::from(word.trailing_ones());
            }
        }
        (self.touched as u64 + 1) * 64
    }

    /// Empties the set.
    #[inline]
    pub fn clear(&mut self) {
        self.low = 0;
        if self.touched > 0 {
            self.words[..self.touched].fill(0);
            self.touched = 0;
        }
    }

    /// The set as the bits of a word, if all its values are below 64.
    #[inline]
    pub(crate) fn as_word(&self) -> Option<u64> {
        (self.touched == 0).then_some(self.low)
    }

    /// Makes this the set of the values below 64 that are the bits of a word.
    #[inline]
    pub(crate) fn set_word(&mut self, word: u64) {
        self.clear();
        self.low = word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_set_forgets_what_was_cleared() {
        let mut set = MexSet::default();
        for round in 0..3u64 {
            for v in 0..100 + round {
                set.insert(v);
            }
            assert_eq!(set.mex(), 100 + round);
            set.clear();
            assert_eq!(set.mex(), 0);
        }
        set.insert(u64::MAX);
        assert_eq!(set.mex(), 0);
        set.insert(64);
        assert!(set.contains(64) && !set.contains(0) && !set.contains(65));
        for v in 0..128 {
            set.insert(v);
        }
        assert_eq!(set.mex(), 128);
    }
}
