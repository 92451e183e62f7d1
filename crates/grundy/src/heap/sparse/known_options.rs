//! Known options: the values that the filter has shown to be options.

/// For each heap of some blocks and each value, whether the filter has shown the value to be an
/// option of the heap. A bit that is not set says nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownOptions {
    /// The first heap.
    pub at: usize,
    pub blocks: usize,
    /// By class (0 rare, 1 common) and stored value, `width` words: a bit for each heap, from eight
    /// heaps before the first one on.
    pub words: [Vec<u64>; 2],
    width: usize,
}

impl KnownOptions {
    /// No option is known of the heaps of these blocks.
    pub fn reset(&mut self, at: usize, size: usize, blocks: usize, width: usize) {
        (self.at, self.blocks, self.width) = (at, blocks, width);
        for words in &mut self.words {
            words.clear();
            words.resize(width * size, 0);
        }
    }

    /// Whether the block from heap b on is one of these.
    pub fn has(&self, b: usize) -> bool {
        (self.at..self.at + 64 * self.blocks).contains(&b)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.words.iter().map(|words| 8 * words.len()).sum()
    }

    /// Adds known options of a class to the only block: the lanes of each value, by stored value.
    pub fn add_lanes(&mut self, class: usize, lanes: impl Iterator<Item = u64>) {
        debug_assert!(self.blocks == 1 && self.width == 2);
        for (words, lanes) in self.words[class].as_chunks_mut::<2>().0.iter_mut().zip(lanes) {
            words[0] |= lanes << 8;
            words[1] |= lanes >> 56;
        }
    }

    /// How many stored values below `end` are not known options of a lane of the first block.
    pub fn unknown_below(&self, class: usize, lane: usize, end: usize) -> usize {
        let (word, bit) = ((lane + 8) / 64, (lane + 8) % 64);
        let values = self.words[class].chunks_exact(self.width.max(2)).take(end);
        values.filter(|words| words[word] >> bit & 1 == 0).count()
    }

    /// The lanes of the block from heap b on that have the value as an option, by stored value.
    pub fn block(&self, class: usize, b: usize, out: &mut Vec<u64>) {
        let i = (b - self.at) / 64;
        let words = self.words[class].chunks_exact(self.width.max(2));
        out.clear();
        out.reserve(words.len());
        for words in words {
            out.push(words[i] >> 8 | words[i + 1] << 56);
        }
    }
}
