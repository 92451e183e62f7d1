//! A set of the numbers of options, from 64 on: bits where they are dense, a tree beyond.

use std::collections::BTreeSet;

/// The numbers below this one are kept elsewhere.
pub(crate) const FIRST: u32 = 64;

/// There are so many words of bits before numbers go to the tree.
const MIN_WORDS: usize = 16;

/// LargeNumbers from [`FIRST`] on.
///
/// Space: 8 bytes for each number put in, and 128, for the bits; a number that lies beyond them is in the tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct LargeNumbers {
    /// Bit b of word w stands for `FIRST + 64 w + b`.
    words: Vec<u64>,
    /// LargeNumbers beyond the bits.
    rest: BTreeSet<u32>,
    /// How many were put in, repeats counted.
    puts: usize,
}

/// The word and the bit of a number.
const fn place(number: u32) -> (usize, u32) {
    ((number - FIRST) as usize / 64, number % 64)
}

impl LargeNumbers {
    /// Puts a number from [`FIRST`] on in. Amortised O(1) in the bits.
    #[inline]
    pub fn insert(&mut self, number: u32) {
        let (word, bit) = place(number);
        self.puts += 1;
        if word >= self.words.len() && !self.grow(word) {
            self.rest.insert(number);
            return;
        }
        self.words[word] |= 1 << bit;
    }

    /// Makes room for a word of bits, if that is worth it.
    #[cold]
    fn grow(&mut self, word: usize) -> bool {
        let most = MIN_WORDS.max(self.puts);
        if word >= most {
            return false;
        }
        self.words.resize((word + 1).next_power_of_two().min(most), 0);
        while let Some(&number) = self.rest.first() {
            let (word, bit) = place(number);
            let Some(bits) = self.words.get_mut(word) else { break };
            *bits |= 1 << bit;
            self.rest.pop_first();
        }
        true
    }

    /// Whether a number from [`FIRST`] on was put in.
    pub fn contains(&self, number: u32) -> bool {
        let (word, bit) = place(number);
        match self.words.get(word) {
            Some(bits) => bits >> bit & 1 == 1,
            None => self.rest.contains(&number),
        }
    }

    /// The least number from [`FIRST`] on that was not put in. O(words), and O(numbers) where all bits are set.
    pub fn mex(&self) -> u32 {
        let full = self.words.iter().take_while(|&&bits| bits == u64::MAX).count();
        let start = FIRST + 64 * full as u32;
        if let Some(bits) = self.words.get(full) {
            return start + bits.trailing_ones();
        }
        let beyond = self.rest.iter().zip(start..).take_while(|(number, next)| *number == next);
        start + beyond.count() as u32
    }

    /// How many there are. O(words).
    pub fn len(&self) -> usize {
        self.words.iter().map(|bits| bits.count_ones() as usize).sum::<usize>() + self.rest.len()
    }

    /// All numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        let bits = self.words.iter().enumerate().flat_map(|(word, &bits)| {
            let start = FIRST + 64 * word as u32;
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| start + bit)
        });
        bits.chain(self.rest.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_a_tree() {
        let mut rng = fastrand::Rng::with_seed(17);
        for round in 0..300 {
            let (mut mine, mut tree) = (LargeNumbers::default(), BTreeSet::new());
            let range = [200, 2_000, 20_000, u32::MAX - FIRST][round % 4];
            assert_eq!(mine.mex(), FIRST);
            for step in 0..rng.u32(..3000) {
                // Now and then the least that is missing, so that the mex grows.
                let number = match rng.u32(..3) {
                    0 => mine.mex(),
                    1 => FIRST + rng.u32(..range),
                    _ => FIRST + rng.u32(..=step),
                };
                mine.insert(number);
                tree.insert(number);
                let asked = FIRST + rng.u32(..range);
                assert_eq!(mine.contains(asked), tree.contains(&asked));
                assert!(mine.contains(number));
            }
            let mex = (FIRST..).find(|number| !tree.contains(number));
            assert_eq!(Some(mine.mex()), mex);
            assert!(mine.iter().eq(tree.iter().copied()));
            assert_eq!(mine.len(), tree.len());
            assert!(mine.words.len() <= MIN_WORDS.max(mine.puts));
        }
    }

    #[test]
    fn numbers_beyond_the_bits_are_counted_on() {
        let mut numbers = LargeNumbers::default();
        let beyond = FIRST + 64 * MIN_WORDS as u32;
        numbers.insert(beyond);
        (FIRST..beyond).for_each(|number| numbers.insert(number));
        assert_eq!(numbers.mex(), beyond + 1);
        numbers.insert(u32::MAX);
        assert!(numbers.contains(u32::MAX) && !numbers.contains(u32::MAX - 1));
        assert_eq!(numbers.iter().last(), Some(u32::MAX));
    }
}
