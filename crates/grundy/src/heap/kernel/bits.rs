//! Sets of values as bits of words.

/// A set of natural numbers that grows as needed.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits(pub(super) Vec<u64>);

impl Bits {
    pub(super) fn insert(&mut self, value: u32) {
        let word = (value / 64) as usize;
        if word >= self.0.len() {
            self.0.resize((word + 1).next_power_of_two(), 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    pub(super) fn contains(&self, value: u32) -> bool {
        contains(&self.0, value)
    }

    /// The least number from `from` on that is not in the set.
    pub(super) fn next_absent(&self, from: u32) -> u32 {
        next_absent(&self.0, from)
    }

    pub(super) fn include(&mut self, words: &[u64]) {
        if self.0.len() < words.len() {
            self.0.resize(words.len(), 0);
        }
        for (mine, word) in self.0.iter_mut().zip(words) {
            *mine |= word;
        }
    }
}

pub(super) fn contains(words: &[u64], value: u32) -> bool {
    words.get((value / 64) as usize).is_some_and(|word| word >> (value % 64) & 1 == 1)
}

pub(super) fn next_absent(words: &[u64], from: u32) -> u32 {
    let first = (from / 64) as usize;
    let Some(&word) = words.get(first) else { return from };
    let rest = !word >> (from % 64);
    if rest != 0 {
        return from + rest.trailing_zeros();
    }
    let later = words[first + 1..].iter().position(|&word| word != u64::MAX);
    match later {
        None => words.len() as u32 * 64,
        Some(further) => {
            let index = first + 1 + further;
            index as u32 * 64 + words[index].trailing_ones()
        }
    }
}

/// The set {x xor by : x in the word}, for `by` below 64.
pub(super) fn translate(mut word: u64, by: u32) -> u64 {
    const KEEP: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, keep) in KEEP.iter().enumerate() {
        if by >> bit & 1 == 1 {
            word = (word & keep) << (1 << bit) | word >> (1 << bit) & keep;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_sets_are() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let word = random.u64(..);
            for by in 0..64 {
                let moved =
                    (0..64).filter(|x| word >> x & 1 == 1).fold(0, |w, x| w | 1u64 << (x ^ by));
                assert_eq!(translate(word, by), moved);
            }
            let mut bits = Bits::default();
            (0..64).filter(|x| word >> x & 1 == 1).for_each(|x| bits.insert(x));
            for from in 0..70 {
                let absent = (from..).find(|&x| x > 63 || word >> x & 1 == 0).unwrap();
                assert_eq!(bits.next_absent(from), absent);
                assert_eq!(bits.contains(from), from < 64 && word >> from & 1 == 1);
            }
        }
        assert_eq!(next_absent(&[u64::MAX, u64::MAX, 7], 3), 131);
        assert_eq!(next_absent(&[u64::MAX], 3), 64);
    }
}
