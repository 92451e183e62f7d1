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
