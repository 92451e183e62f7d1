//! Nimbers: the minimal excludant, nim-addition and nim-multiplication.

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

/// Nim-addition: exclusive or.
///
/// ```
/// assert_eq!(grundy::nimber::nim_add(3, 5), 6);
/// ```
pub const fn nim_add(a: u64, b: u64) -> u64 {
    a ^ b
}

/// Nim-multiplication of nimbers below 2^64, a field (Conway 1976, *On Numbers and Games*, ch. 6).
///
/// # Complexity
/// O(log^2 of the width) recursive steps of Karatsuba type: 4^6 word operations at most.
///
/// ```
/// use grundy::nimber::nim_mul;
/// assert_eq!(nim_mul(2, 2), 3);
/// assert_eq!(nim_mul(4, 4), 6);
/// assert_eq!(nim_mul(2, 4), 8);
/// ```
pub fn nim_mul(a: u64, b: u64) -> u64 {
    nim_mul_width(a, b, 32)
}

/// Multiplies in the field of 2^(2*half) elements; `half` is half the width in bits.
fn nim_mul_width(a: u64, b: u64, half: u32) -> u64 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    if half == 0 {
        return a & b;
    }
    let low_mask = (1u64 << half) - 1;
    let (a1, a0) = (a >> half, a & low_mask);
    let (b1, b0) = (b >> half, b & low_mask);
    // With F = 2^half a Fermat power: F*F = F xor F/2, and F*x = F times x for x < F.
    let low = nim_mul_width(a0, b0, half / 2);
    let high = nim_mul_width(a1, b1, half / 2);
    let cross = nim_mul_width(a1 ^ a0, b1 ^ b0, half / 2) ^ low;
    (cross << half) ^ low ^ nim_mul_width(high, 1 << (half - 1), half / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Conway's definition, literally: mex of a'b + ab' + a'b'.
    fn nim_mul_by_definition(limit: usize) -> Vec<Vec<u64>> {
        let mut table = vec![vec![0u64; limit]; limit];
        for a in 0..limit {
            for b in 0..limit {
                table[a][b] = mex((0..a)
                    .flat_map(|x| (0..b).map(move |y| (x, y)))
                    .map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]));
            }
        }
        table
    }

    #[test]
    fn nim_mul_is_the_mex_definition() {
        let table = nim_mul_by_definition(40);
        for (a, row) in table.iter().enumerate() {
            for (b, &product) in row.iter().enumerate() {
                assert_eq!(nim_mul(a as u64, b as u64), product, "{a} * {b}");
            }
        }
    }

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
