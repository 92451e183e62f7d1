//! Numbers as bytes: seven bits a byte, and lists of pairs as differences.

/// Appends a number: seven bits a byte, the lowest first, the top bit where more follow.
#[inline]
pub(crate) fn put(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads numbers one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers<'a> {
    bytes: &'a [u8],
}

impl<'a> Numbers<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.bytes.len()
    }

    /// The next number; `None` at the end, and where a number is cut off.
    #[inline]
    pub fn next(&mut self) -> Option<u64> {
        let (mut number, mut shift) = (0u64, 0);
        for (at, &byte) in self.bytes.iter().enumerate() {
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                self.bytes = &self.bytes[at + 1..];
                return Some(number);
            }
            shift += 7;
        }
        None
    }
}

/// Writes pairs that ascend: the first number as a difference to the one before, the second too where the first
/// is the same.
#[derive(Debug, Default)]
pub(crate) struct PairWriter {
    last: (u64, u64),
}

impl PairWriter {
    #[inline]
    pub fn put(&mut self, pair: (u64, u64), out: &mut Vec<u8>) {
        put(pair.0 - self.last.0, out);
        put(if pair.0 == self.last.0 { pair.1 - self.last.1 } else { pair.1 }, out);
        self.last = pair;
    }
}

/// Reads what [`PairWriter`] wrote.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PairReader {
    last: (u64, u64),
}

impl PairReader {
    #[inline]
    pub fn next(&mut self, numbers: &mut Numbers<'_>) -> Option<(u64, u64)> {
        let (first, second) = (numbers.next()?, numbers.next()?);
        // The first pair of all is a difference to (0, 0), of which the second part is nothing.
        let before = if first == 0 { self.last.1 } else { 0 };
        self.last = (self.last.0.wrapping_add(first), before.wrapping_add(second));
        Some(self.last)
    }
}

/// Pairs as bytes; they are sorted for it. O(k log k).
pub(crate) fn sorted_pairs(pairs: &mut [(u64, u64)]) -> Vec<u8> {
    pairs.sort_unstable();
    let mut out = Vec::with_capacity(4 * pairs.len());
    let mut writer = PairWriter::default();
    for &pair in pairs.iter() {
        writer.put(pair, &mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_pairs_come_back() {
        let list = [0, 1, 127, 128, 300, 1 << 40, u64::MAX];
        let mut bytes = Vec::new();
        list.iter().for_each(|&number| put(number, &mut bytes));
        let mut numbers = Numbers::new(&bytes);
        assert!(list.iter().all(|&number| numbers.next() == Some(number)));
        assert!(numbers.is_empty() && numbers.next().is_none());
        assert_eq!(Numbers::new(&[0x80, 0x80]).next(), None, "cut off");
        assert_eq!(Numbers::new(&[0xff; 12]).next(), None, "too long");
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..200 {
            let count = rng.usize(..40);
            let mut pair = || (rng.u64(..1 << 20) >> rng.u32(..18), rng.u64(..) >> rng.u32(..64));
            let mut pairs: Vec<_> = (0..count).map(|_| pair()).collect();
            let bytes = sorted_pairs(&mut pairs);
            let (mut numbers, mut reader) = (Numbers::new(&bytes), PairReader::default());
            assert!(pairs.iter().all(|&pair| reader.next(&mut numbers) == Some(pair)));
            assert!(numbers.is_empty());
        }
    }
}
