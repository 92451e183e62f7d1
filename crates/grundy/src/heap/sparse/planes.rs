//! Bit planes: which heaps a splitting move may leave beside another one, by stored value.

/// For each stored value v the set of the m such that m - t is a common heap of stored value v for
/// some splitting take t: a bit for each m from `start` on.
///
/// Then a common value x is an option of n with the rare heap r exactly if n - r is in the set of
/// x ^ G(r); and the heap j proves the rare value x at n if n - j is in the set of x ^ G(j).
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    /// Rows of `stride` bytes; the first is empty, so that windows may begin before a row.
    pub bytes: Vec<u8>,
    pub stride: usize,
    /// A multiple of 64.
    pub start: usize,
    /// The row of each value; 0 for none.
    rows: Vec<u32>,
    /// The values that have rows.
    pub values: Vec<u32>,
    /// How many heaps of each value were marked.
    pub counts: Vec<u64>,
    takes: Vec<usize>,
    /// There were more values than rows: the marks are not complete.
    pub full: bool,
}

/// Windows are given by offsets of 32 bits.
pub const MOST: usize = 1 << 32;

/// Bytes of a row behind its last bit: windows reach beyond.
const MARGIN: usize = 1024;

impl Planes {
    /// Empty planes for values below `size` and at least so many heaps.
    pub fn new(size: usize, heaps: usize, takes: Vec<usize>) -> Self {
        let stride = heaps.div_ceil(512) * 64 + MARGIN;
        Self {
            bytes: vec![0; stride],
            stride,
            start: 0,
            rows: vec![0; size],
            values: Vec::new(),
            counts: vec![0; size],
            takes,
            full: false,
        }
    }

    /// Admits values below `size`.
    pub fn widen(&mut self, size: usize) {
        self.rows.resize(size, 0);
        self.counts.resize(size, 0);
    }

    /// Marks a common heap; whether its value is new.
    #[inline]
    pub fn mark(&mut self, n: usize, value: u32) -> bool {
        let new = self.rows[value as usize] == 0;
        if new {
            if self.bytes.len() + self.stride > MOST {
                self.full = true;
                return false;
            }
            self.values.push(value);
            self.rows[value as usize] = self.values.len() as u32;
            self.bytes.resize(self.bytes.len() + self.stride, 0);
        }
        self.counts[value as usize] += 1;
        let row = self.rows[value as usize] as usize * self.stride;
        for &take in &self.takes {
            let at = n + take - self.start;
            self.bytes[row + at / 8] |= 1 << (at % 8);
        }
        new
    }

    /// The place of a value's row, if it has one.
    #[inline]
    pub fn row(&self, value: u32) -> Option<usize> {
        match self.rows.get(value as usize) {
            Some(&row) if row > 0 => Some(row as usize * self.stride),
            _ => None,
        }
    }

    /// The bytes from those on that stand eight heaps before b in the first row, which is empty:
    /// windows are given relative to them.
    #[inline]
    pub fn before(&self, b: usize) -> &[u8] {
        &self.bytes[(b - self.start) / 8 - 1..]
    }

    /// Whether windows of blocks that end before this heap fit.
    pub fn reaches(&self, heap: usize) -> bool {
        (heap - self.start) / 8 + MARGIN / 2 <= self.stride
    }

    /// Bytes if there were so many heaps, and some rows more.
    pub fn bytes_for(&self, heaps: usize) -> usize {
        (heaps / 8 + MARGIN) * (self.values.len() + 16)
    }

    /// Forgets heaps before `start`, a multiple of 64, and makes room behind.
    pub fn forget(&mut self, start: usize) {
        let shift = (start - self.start) / 8;
        for row in self.bytes.chunks_exact_mut(self.stride) {
            row.copy_within(shift.., 0);
            let end = row.len() - shift;
            row[end..].fill(0);
        }
        self.start = start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_at_every_take_and_survive_forgetting() {
        let mut planes = Planes::new(4, 2000, vec![2, 5]);
        let value = |n: usize| (n * n / 7 % 4) as u32;
        for n in 1..2000 {
            planes.mark(n, value(n));
        }
        let check = |planes: &Planes, from: usize| {
            for m in from..2000 {
                for v in 0..4 {
                    let expected = [2, 5].iter().any(|&t| m > t && value(m - t) == v);
                    let at = m - planes.start;
                    let row = planes.row(v).unwrap();
                    let bit = planes.bytes[row + at / 8] >> (at % 8) & 1 != 0;
                    assert_eq!(bit, expected, "{m} {v}");
                }
            }
        };
        check(&planes, 1);
        planes.forget(704);
        check(&planes, 704);
    }
}
