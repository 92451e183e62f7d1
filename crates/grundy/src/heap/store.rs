//! Values of heaps in a compact form that widens as needed.

/// The values of the heaps 0, 1, …, one, two or four bytes each.
///
/// ```
/// use grundy::heap::store::Values;
/// let mut values = Values::default();
/// values.extend(&[0, 1, 300]);
/// assert_eq!((values.len(), values.get(2), values.width()), (3, 300, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// All values are below 2^8.
    Bytes(Vec<u8>),
    /// All values are below 2^16.
    Halves(Vec<u16>),
    /// Any values.
    Words(Vec<u32>),
}

/// Values are handed to the caller in pieces of this many heaps.
const PIECE_HEAPS: usize = 1 << 14;

macro_rules! each {
    ($values:expr, $list:ident => $what:expr) => {
        match $values {
            Values::Bytes($list) => $what,
            Values::Halves($list) => $what,
            Values::Words($list) => $what,
        }
    };
}

impl Default for Values {
    fn default() -> Self {
        Self::Bytes(Vec::new())
    }
}

impl Values {
    /// How many values there are.
    pub fn len(&self) -> usize {
        each!(self, list => list.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of a value.
    pub fn width(&self) -> usize {
        match self {
            Self::Bytes(_) => 1,
            Self::Halves(_) => 2,
            Self::Words(_) => 4,
        }
    }

    /// The value of a heap, which must be there.
    ///
    /// # Panics
    /// If the heap is not below [`len`](Self::len).
    #[inline]
    #[allow(clippy::unnecessary_cast)]
    pub fn get(&self, n: usize) -> u32 {
        each!(self, list => list[n] as u32)
    }

    /// The values of the heaps `from`, …, `to - 1`, all of them there.
    #[allow(clippy::unnecessary_cast)]
    pub fn slice(&self, from: usize, to: usize) -> Vec<u32> {
        each!(self, list => list[from..to].iter().map(|&value| value as u32).collect())
    }

    /// All values, in pieces.
    pub fn pieces(&self) -> impl Iterator<Item = Vec<u32>> + '_ {
        (0..self.len())
            .step_by(PIECE_HEAPS)
            .map(|from| self.slice(from, self.len().min(from + PIECE_HEAPS)))
    }

    /// Calls with the values from heap `from` on, piece by piece: one buffer serves for all.
    #[allow(clippy::unnecessary_cast)]
    pub fn each_piece(&self, from: usize, mut call: impl FnMut(&[u32])) {
        let mut piece = Vec::with_capacity(PIECE_HEAPS.min(self.len()));
        for from in (from..self.len()).step_by(PIECE_HEAPS) {
            let to = self.len().min(from + PIECE_HEAPS);
            piece.clear();
            each!(self, list => piece.extend(list[from..to].iter().map(|&value| value as u32)));
            call(&piece);
        }
    }

    /// All values.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.pieces().flatten()
    }

    /// Appends values.
    pub fn extend(&mut self, piece: &[u32]) {
        let most = piece.iter().copied().max().unwrap_or(0);
        if most > 0xffff || self.width() == 4 {
            self.widen(4);
        } else if most > 0xff {
            self.widen(2);
        }
        match self {
            Self::Bytes(list) => list.extend(piece.iter().map(|&value| value as u8)),
            Self::Halves(list) => list.extend(piece.iter().map(|&value| value as u16)),
            Self::Words(list) => list.extend_from_slice(piece),
        }
    }

    fn widen(&mut self, width: usize) {
        if width <= self.width() {
            return;
        }
        *self = match (&*self, width) {
            (Self::Bytes(list), 2) => Self::Halves(list.iter().map(|&v| v.into()).collect()),
            (Self::Bytes(list), _) => Self::Words(list.iter().map(|&v| v.into()).collect()),
            (Self::Halves(list), _) => Self::Words(list.iter().map(|&v| v.into()).collect()),
            (Self::Words(_), _) => return,
        };
    }

    /// Drops the values from heap `len` on.
    pub fn truncate(&mut self, len: usize) {
        each!(self, list => list.truncate(len));
    }

    /// Appends copies of the last `period` values, raised by `saltus`, until there are `len`.
    ///
    /// # Panics
    /// If there are fewer than `period` values, or `period` is 0.
    pub fn repeat(&mut self, period: usize, saltus: u32, len: usize) {
        assert!(0 < period && period <= self.len(), "a period of values that are there");
        if saltus == 0 {
            each!(self, list => {
                list.reserve_exact(len.saturating_sub(list.len()));
                let start = list.len() - period;
                // Whole periods, as many as fit into the cache.
                let piece = ((1 << 16) / period).max(1) * period;
                while list.len() < len {
                    let whole = ((list.len() - start) / period * period).min(piece);
                    let from = list.len() - whole;
                    list.extend_from_within(from..from + whole.min(len - list.len()));
                }
            });
            return;
        }
        while self.len() < len {
            let from = self.len() - period;
            let count = period.min(len - self.len());
            let piece: Vec<u32> =
                self.slice(from, from + count).iter().map(|value| value + saltus).collect();
            self.extend(&piece);
        }
    }

    /// How many of the values before `end` satisfy G(n) = G(n - period) + saltus without a break,
    /// backwards from `end`, but no more than `most`.
    ///
    /// # Panics
    /// If `end` exceeds [`len`](Self::len).
    #[allow(clippy::unnecessary_cast)]
    pub fn run(&self, end: usize, period: usize, saltus: i64, most: usize) -> usize {
        let most = most.min(end.saturating_sub(period));
        each!(self, list => {
            let (later, earlier) = (&list[end - most..end], &list[end - most - period..end - period]);
            if saltus == 0 {
                // Equal pieces are compared at the speed of memory.
                let mut done = 0;
                for (a, b) in later.rchunks(4096).zip(earlier.rchunks(4096)) {
                    if a == b {
                        done += a.len();
                        continue;
                    }
                    let pairs = a.iter().rev().zip(b.iter().rev());
                    return done + pairs.take_while(|(a, b)| a == b).count();
                }
                return done;
            }
            let pairs = later.iter().rev().zip(earlier.iter().rev());
            pairs.take_while(|&(&a, &b)| a as i64 == b as i64 + saltus).count()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_widen_without_loss() {
        let list: Vec<u32> = (0..70_000).map(|n| n % 200 + n / 10_000 * 12_345).collect();
        let mut values = Values::default();
        for piece in list.chunks(777) {
            values.extend(piece);
        }
        assert_eq!(values.width(), 4);
        assert_eq!(values.iter().collect::<Vec<_>>(), list);
        assert_eq!(values.slice(3, 9), list[3..9]);
        values.truncate(10);
        assert_eq!(values.len(), 10);
    }

    #[test]
    fn repetition_and_runs_are_those_of_the_values() {
        for (period, saltus) in [(3usize, 0u32), (7, 0), (5, 4), (1, 1), (20_000, 0)] {
            let mut values = Values::default();
            let start: Vec<u32> = (0..10 + period as u32).map(|n| n * n % 17).collect();
            values.extend(&start);
            values.repeat(period, saltus, 60_000);
            let list: Vec<u32> = values.iter().collect();
            assert_eq!(list.len(), 60_000);
            for n in start.len()..list.len() {
                assert_eq!(list[n], list[n - period] + saltus);
            }
            let naive = (period..list.len())
                .rev()
                .take_while(|&n| list[n] == list[n - period] + saltus)
                .count();
            assert_eq!(values.run(60_000, period, saltus.into(), usize::MAX), naive);
            assert_eq!(values.run(60_000, period, saltus.into(), 9), 9);
            assert_eq!(values.run(60_000, period, 1 + i64::from(saltus), usize::MAX), 0);
        }
    }
}
