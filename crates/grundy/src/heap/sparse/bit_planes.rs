//! Bit planes: which heaps a splitting move leaves beside a partner, by stored value.

use std::ops::Range;

use grundy_lanes::{InstructionSet, Row, StoredValue, positions_by_value};

use super::history::History;

/// For each stored value v the set of all m such that m - t is a common heap of stored value v for
/// some splitting take t: a bit for each m, less the least take, for late m only.
///
/// So a common value x is an option of n by the rare partner r if n - r is in the plane of x ⊕
/// G(r); and a rare value x by the common partner j if n - j is in the plane of x ⊕ G(j).
#[derive(Clone, Debug, Default)]
pub(super) struct BitPlanes {
    /// Rows of equal length. The first is empty, so that windows may begin before a row.
    pub bytes: Vec<u8>,
    /// Partners are below this.
    reach: usize,
    /// Bytes of a row.
    stride: usize,
    /// The position of the first bit of each row: a multiple of 64.
    pub start: usize,
    /// The number of the row of each value; 0 for none.
    rows: Vec<u32>,
    /// The values that have rows.
    pub values: Vec<u32>,
    /// The number of heaps marked, by value.
    pub counts: Vec<u64>,
    /// The least splitting take.
    pub min_take: usize,
    /// The splitting takes less the least one.
    takes: Vec<usize>,
    /// The same takes in groups of small spread: the first one, and the others less the first one.
    groups: Vec<(usize, Vec<u32>)>,
    /// Rows were refused: the planes are incomplete.
    pub overflowed: bool,
}

/// Partners of windows are below this, so that the planes fit into the cache.
pub const PARTNER_END: usize = 1 << 14;

/// Positions after the last heap marked: for its takes and the next windows.
const MARGIN_HEAPS: usize = 5120;

/// Takes of a group differ by less: 64 bits shifted by this and by up to 7 fit into 16 bytes.
const MAX_GROUP_SPREAD: usize = 57;

/// Where all values are below this, rows of 64 heaps are marked at once.
const MAX_BATCHED_VALUES: usize = 32;

/// Bytes of all rows at most: windows have offsets of 32 bits.
const MAX_PLANE_BYTES: usize = 1 << 32;

impl BitPlanes {
    /// Empty planes for values below `size`, for heaps from about `from` on and partners below
    /// `reach`.
    pub fn new(size: usize, from: usize, mut takes: Vec<usize>, reach: usize) -> Self {
        takes.sort_unstable();
        let min_take = takes.first().copied().unwrap_or(0);
        takes.iter_mut().for_each(|take| *take -= min_take);
        let groups = takes.chunk_by(|a, b| a / MAX_GROUP_SPREAD == b / MAX_GROUP_SPREAD);
        let groups = groups.map(|g| (g[0], g[1..].iter().map(|t| (t - g[0]) as u32).collect()));
        // An odd number of cache lines, so that rows begin in different sets of a cache.
        let stride = (reach / 2).next_multiple_of(128) + 64;
        Self {
            groups: groups.collect(),
            bytes: vec![0; stride],
            reach,
            stride,
            start: first_needed(from, reach),
            rows: vec![0; size],
            values: Vec::new(),
            counts: vec![0; size],
            min_take,
            takes,
            overflowed: false,
        }
    }

    /// Admits values below `size`.
    pub fn admit_values(&mut self, size: usize) {
        if size > self.rows.len() {
            self.rows.resize(size, 0);
            self.counts.resize(size, 0);
        }
    }

    /// Counts a heap before those that are marked.
    pub fn count_value(&mut self, value: u32) {
        self.counts[value as usize] += 1;
    }

    /// The byte at which the row of a value begins; an empty row is made if there is none. `None`
    /// if there is no room.
    #[inline]
    fn row_or_new(&mut self, value: u32) -> Option<usize> {
        if self.rows[value as usize] == 0 {
            if self.bytes.len() + self.stride > MAX_PLANE_BYTES {
                self.overflowed = true;
                return None;
            }
            self.values.push(value);
            self.rows[value as usize] = self.values.len() as u32;
            self.bytes.resize(self.bytes.len() + self.stride, 0);
        }
        Some(self.rows[value as usize] as usize * self.stride)
    }

    /// Marks a common heap; heaps are marked in order.
    #[inline]
    pub fn mark(&mut self, n: usize, value: u32) {
        let Some(row) = self.row_or_new(value) else { return };
        self.counts[value as usize] += 1;
        for &take in &self.takes {
            let at = n + take - self.start;
            self.bytes[row + at / 8] |= 1 << (at % 8);
        }
    }

    /// Marks the common heaps of up to eight rows of 64 heaps; bits of `classes` are set for common
    /// heaps.
    ///
    /// # Complexity
    /// Two operations for each value and row, and for each value marked and group of takes 16, or
    /// 80 if the group has several takes.
    pub fn mark_rows<V: StoredValue>(
        &mut self,
        simd: InstructionSet,
        n: usize,
        rows: &[Row<V>],
        classes: impl Fn(usize) -> u64,
    ) {
        let size = self.rows.len();
        let rows = (n..).step_by(64).zip(rows);
        if size > MAX_BATCHED_VALUES {
            for (n, row) in rows {
                let common = classes(n);
                for (lane, value) in row.iter().enumerate().filter(|&(l, _)| common >> l & 1 != 0) {
                    self.mark(n + lane, value.number());
                }
            }
            return;
        }
        let mut lanes = [[0; 8]; MAX_BATCHED_VALUES];
        let lanes = &mut lanes[..size];
        for (word, (n, row)) in rows.enumerate() {
            positions_by_value(simd, row, classes(n), (lanes, word), &mut self.counts);
        }
        for (value, &lanes) in lanes.iter().enumerate() {
            if self.rows[value] == 0 && lanes != [0; 8] {
                self.row_or_new(value as u32);
            }
        }
        for (&value, row) in
            self.values.iter().zip(self.bytes[self.stride..].chunks_exact_mut(self.stride))
        {
            let lanes = lanes[value as usize];
            for (first, more) in &self.groups {
                let at = n + first - self.start;
                let (bytes, shift) = (&mut row[at / 8..at / 8 + 72], at % 8);
                if shift == 0 && more.is_empty() {
                    let words = bytes.as_chunks_mut::<8>().0;
                    for i in 0..8 {
                        words[i] = (u64::from_le_bytes(words[i]) | lanes[i]).to_le_bytes();
                    }
                    continue;
                }
                for (i, &lanes) in lanes.iter().enumerate() {
                    let lanes = u128::from(lanes) << shift;
                    let mut marks = lanes;
                    for more in more {
                        marks |= lanes << more;
                    }
                    let bytes: &mut [u8; 16] =
                        (&mut bytes[8 * i..8 * i + 16]).try_into().expect("16 bytes");
                    *bytes = (u128::from_le_bytes(*bytes) | marks).to_le_bytes();
                }
            }
        }
    }

    /// Marks the common heaps of a range.
    pub fn mark_range<V: StoredValue>(
        &mut self,
        simd: InstructionSet,
        history: &History<V>,
        heaps: Range<usize>,
    ) {
        let (rows, rest) = history.late_slice(heaps.start, heaps.end).as_chunks::<64>();
        for (n, rows) in heaps.clone().step_by(512).zip(rows.chunks(8)) {
            self.mark_rows(simd, n, rows, |n| history.classes(n));
        }
        for (n, cell) in (heaps.end - rest.len()..).zip(rest) {
            if history.class(n) == 1 {
                self.mark(n, cell.number());
            }
        }
    }

    /// Copies the marks of a range of heaps from planes of another reach. Other marks stay.
    pub fn copy_marks(&mut self, other: &Self, heaps: Range<usize>) {
        let end = heaps.end + self.groups.last().map_or(0, |group| group.0 + MAX_GROUP_SPREAD);
        self.admit_values(other.rows.len());
        self.counts.clone_from(&other.counts);
        let bytes =
            |planes: &Self| (heaps.start - planes.start) / 8..(end - planes.start).div_ceil(8);
        for &value in &other.values {
            if let (Some(from), Some(to)) = (other.row(value), self.row_or_new(value)) {
                let place = bytes(self);
                self.bytes[to..][place].copy_from_slice(&other.bytes[from..][bytes(other)]);
            }
        }
    }

    /// The byte at which the row of a value begins, if it has one.
    #[inline]
    pub fn row(&self, value: u32) -> Option<usize> {
        match self.rows.get(value as usize) {
            Some(&row) if row > 0 => Some(row as usize * self.stride),
            _ => None,
        }
    }

    /// The bytes from the one that stands eight positions before heap b in the first row. Windows
    /// have offsets from there.
    #[inline]
    pub fn base(&self, b: usize) -> &[u8] {
        &self.bytes[(b - self.start) / 8 - 1..]
    }

    /// The first position that windows read from heap b on.
    pub fn first_needed(&self, b: usize) -> usize {
        first_needed(b, self.reach)
    }

    /// Makes room for heaps from b on and forgets positions that no later window reads.
    pub fn make_room(&mut self, b: usize) {
        if b + MARGIN_HEAPS < self.start + 8 * self.stride {
            return;
        }
        let start = self.first_needed(b);
        let shift = (start - self.start) / 8;
        for row in self.bytes.chunks_exact_mut(self.stride) {
            row.copy_within(shift.., 0);
            let kept = row.len() - shift;
            row[kept..].fill(0);
        }
        self.start = start;
    }
}

/// The first position that windows with partners below `reach` read from heap b on.
fn first_needed(b: usize, reach: usize) -> usize {
    b.saturating_sub(reach + 1024) / 64 * 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_marked_together_are_those_marked_one_by_one() {
        for (size, takes, start) in [
            (16, vec![3], 20_008),
            (32, vec![56, 2, 57, 60, 300], 20_008),
            (20, vec![1, 2], 20_003),
            (9, vec![4, 200], 20_001),
            (100, vec![7, 9], 20_008),
        ] {
            let mut random = fastrand::Rng::with_seed(5);
            let mut row = || -> Row<u8> { std::array::from_fn(|_| random.u64(..size) as u8) };
            let new = || BitPlanes::new(size as usize, start - 8, takes.clone(), PARTNER_END);
            let (mut one, mut many) = (new(), new());
            let mut b = start;
            for count in [8, 3, 8, 1, 5] {
                let rows: Vec<_> = (0..count).map(|_| row()).collect();
                let classes = |n: usize| (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
                many.mark_rows(InstructionSet::best(), b, &rows, classes);
                for (n, row) in (b..).step_by(64).zip(&rows) {
                    for lane in (0..64).filter(|lane| classes(n) >> lane & 1 != 0) {
                        one.mark(n + lane, row[lane].into());
                    }
                }
                b += 64 * count;
            }
            assert_eq!(one.counts, many.counts);
            for v in 0..size as u32 {
                let bytes = |planes: &BitPlanes| {
                    planes.row(v).map(|row| planes.bytes[row..][..planes.stride].to_vec())
                };
                assert_eq!(bytes(&one), bytes(&many));
            }
        }
    }

    #[test]
    fn copied_marks_are_those_of_the_heaps() {
        let takes = vec![2, 5, 130];
        let value = |n: usize| (n * n / 7 % 40) as u32;
        let new = |reach| BitPlanes::new(40, 0, takes.clone(), reach);
        let (mut near, mut far, mut expected) = (new(4000), new(PARTNER_END), new(PARTNER_END));
        for (from, to) in (8..200_000).step_by(1920).map(|from| (from, from + 1920)) {
            // The other planes are marked in several steps and moved more often.
            for part in (from..to).step_by(640) {
                near.make_room(part + 640);
                (part..part + 640).for_each(|n| near.mark(n, value(n)));
            }
            far.make_room(to);
            far.copy_marks(&near, from..to);
            expected.make_room(to);
            (from..to).for_each(|n| expected.mark(n, value(n)));
            assert_eq!(far.counts, expected.counts);
            for v in 0..40 {
                let bytes = |planes: &BitPlanes| {
                    planes.row(v).map(|row| planes.bytes[row..][..8256].to_vec())
                };
                assert_eq!(
                    (far.start, bytes(&far)),
                    (expected.start, bytes(&expected)),
                    "{to} {v}"
                );
            }
        }
        assert!(near.start > far.start && far.start > 0);
    }

    #[test]
    fn marks_stand_at_every_take_and_move_along() {
        let mut planes = BitPlanes::new(4, 0, vec![2, 5], PARTNER_END);
        let value = |n: usize| (n * n / 7 % 4) as u32;
        let mut moved = false;
        for n in 1..200_000 {
            planes.make_room(n);
            planes.mark(n, value(n));
            if n % 1999 != 0 {
                continue;
            }
            moved |= planes.start > 0;
            assert!(planes.start <= first_needed(n, PARTNER_END));
            for m in (first_needed(n, PARTNER_END).max(8) + 2..n).step_by(13) {
                for v in 0..4 {
                    let expected = [2, 5].iter().any(|&t| m > t && value(m - t) == v);
                    let at = m - 2 - planes.start;
                    let row = planes.row(v).unwrap();
                    let bit = planes.bytes[row + at / 8] >> (at % 8) & 1 != 0;
                    assert!(bit == expected || m < planes.start + 7, "{m} {v}");
                }
            }
        }
        assert!(moved);
    }
}
