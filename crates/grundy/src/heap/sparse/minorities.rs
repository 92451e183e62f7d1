//! The heaps that differ from nearly all others in a bit of their stored values.
//!
//! Of two heaps of nim-sum x one has a bit of x and the other has not. If few heaps have it, or nearly all,
//! one heap of each pair of nim-sum x is among the few that differ from the others. So it takes little time to see
//! that x is no option, which is most often the case for such an x.

use grundy_lanes::StoredValue;

use super::history::History;

/// Heaps from which on there are lists.
const MIN_HEAPS: usize = 1 << 12;

/// The last heaps, which tell what most heaps have.
const SAMPLE_HEAPS: usize = 1 << 14;

/// Heaps for each heap of a list, at least: a pair of a list takes more time than one of neighbours.
const HEAPS_PER_LISTED_HEAP: usize = 64;

/// The lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Minorities<V> {
    /// The bits that most heaps have, and the bits of which there are lists.
    majority: V,
    listed: V,
    /// By bit: the common heaps that differ from most, ascending.
    heaps: Vec<Vec<usize>>,
    /// The heaps below this are listed.
    end: usize,
    /// The number of heaps when bits were chosen.
    chosen_at: usize,
}

impl<V: StoredValue> Minorities<V> {
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.heaps.iter().map(|heaps| heaps.capacity() * size_of::<usize>()).sum()
    }

    /// Lists the heaps below b, which are known. Bits are chosen anew where there are twice as many heaps.
    pub fn extend(&mut self, history: &History<V>, b: usize) {
        if history.has_gap() || b < MIN_HEAPS {
            *self = Self::default();
            return;
        }
        if b >= 2 * self.chosen_at {
            self.choose_bits(history, b);
        }
        let bits = self.listed.number();
        if bits != 0 {
            for from in (self.end..b).step_by(64) {
                self.list(history, from, b.min(from + 64));
            }
        }
        self.end = self.end.max(b);
    }

    fn choose_bits(&mut self, history: &History<V>, b: usize) {
        let sample = history.late_slice(b - b.min(SAMPLE_HEAPS), b);
        let bits = 8 * size_of::<V>();
        let (mut majority, mut listed) = (0, 0);
        for bit in 0..bits {
            let with = sample.iter().filter(|cell| cell.number() >> bit & 1 != 0).count();
            majority |= u32::from(2 * with > sample.len()) << bit;
            let few = with.min(sample.len() - with) * HEAPS_PER_LISTED_HEAP <= sample.len();
            listed |= u32::from(few) << bit;
        }
        *self = Self {
            majority: V::of(majority),
            listed: V::of(listed),
            heaps: vec![Vec::new(); bits],
            end: 1,
            chosen_at: b,
        };
    }

    /// Lists the heaps of this range, and gives up the bits of which there are too many.
    fn list(&mut self, history: &History<V>, from: usize, to: usize) {
        let (majority, listed) = (self.majority, self.listed.number());
        let cells = history.late_slice(from, to);
        let differing = cells.iter().fold(V::default(), |all, cell| all.or(cell.xor(majority)));
        if differing.number() & listed == 0 {
            return;
        }
        for (n, cell) in (from..to).zip(cells).filter(|&(n, _)| history.class(n) == 1) {
            let mut bits = cell.xor(majority).number() & listed;
            while bits != 0 {
                self.heaps[bits.trailing_zeros() as usize].push(n);
                bits &= bits - 1;
            }
        }
        for (bit, heaps) in self.heaps.iter_mut().enumerate() {
            if heaps.len() * HEAPS_PER_LISTED_HEAP > self.chosen_at.max(to) {
                *heaps = Vec::new();
                self.listed = V::of(self.listed.number() & !(1 << bit));
            }
        }
    }

    /// The shortest list that has a heap of each pair of common heaps of nim-sum x, if there is any.
    pub fn of(&self, x: u32) -> Option<&[usize]> {
        let bits = self.listed.number() & x;
        let lists = self.heaps.iter().enumerate().filter(|&(bit, _)| bits >> bit & 1 != 0);
        lists.map(|(_, heaps)| heaps.as_slice()).min_by_key(|heaps| heaps.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_one_heap_of_each_pair() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut history: History<u16> = History::with_capacity(0);
        for n in 0..20_000usize {
            // Bit 7 is nearly always set, bit 9 hardly ever, and bit 8 not at first.
            let unusual = |one_of: u16| u16::from(random.u16(..one_of) == 0);
            let [a, b, c] = [300, 200, if n < 9000 { 500 } else { 3 }].map(unusual);
            history.push(random.u16(..128) | (1 - a) << 7 | c << 8 | b << 9);
        }
        history.set_rare(77);
        let mut minorities = Minorities::default();
        for (b, listed) in [(100, 0), (5000, 0x380), (5064, 0x380), (9000, 0x380), (20_000, 0x280)]
        {
            minorities.extend(&history, b);
            assert_eq!(minorities.listed & 0x3ff, listed, "{b}");
            for bit in (0..10).filter(|bit| listed >> bit & 1 != 0) {
                let list = minorities.of(1 << bit).expect("the bit is listed");
                let has = |n: usize| history.get(n) >> bit & 1 != 0;
                let expected = (1..b).filter(|&n| n != 77 && has(n) == (bit != 7));
                assert!(list.iter().copied().eq(expected), "{b} {bit}");
            }
            assert_eq!(minorities.of(3), None);
            if listed == 0x280 {
                assert_eq!(minorities.of(0x100), None);
                let lengths = [0x80, 0x200, 0x280].map(|x| minorities.of(x).unwrap().len());
                assert_eq!(lengths[2], lengths[0].min(lengths[1]));
            }
        }
    }
}
