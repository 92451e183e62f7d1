//! What is left beside the squares that are taken, and how it hangs together.

use super::{Block, Components, Frame, LANES};

/// How many times squares are grown before sets are looked at that are not decided: that is enough for most
/// of those that stay whole.
const FIRST_STEPS: usize = 6;

impl Components {
    /// Finds the squares of all components.
    ///
    /// Every component has a square beside what was taken, since `free` hangs together. If one square there
    /// reaches all others the rest is whole; if not, what it reaches is a component, and the search goes on
    /// with the others.
    #[inline(always)]
    pub(super) fn divide<const BY_CORNERS: bool>(
        &mut self,
        frame: &Frame,
        free: u64,
        taken: &[u64],
        min_squares: u32,
    ) {
        self.begin::<BY_CORNERS>(frame, free, taken);
        let mut open = self.keep_undecided(taken.len(), min_squares);
        let decided = taken.len() - open;
        (self.whole, self.told_whole) = (self.squares.len(), 0);
        let groups = open as u32;
        for (group, set) in self.set[..open].iter_mut().enumerate() {
            *set = group as u32;
        }
        while open > 0 {
            let blocks = open.div_ceil(LANES);
            for lane in open..blocks * LANES {
                // Idle lanes are decided at once.
                self.rest.as_flattened_mut()[lane] = 1;
                self.area.as_flattened_mut()[lane] = 1;
            }
            fill::<BY_CORNERS>(frame, &self.rest[..blocks], &mut self.area[..blocks]);
            open = self.take_components(open, min_squares);
        }
        // Decided sets that are not whole have nothing left that counts.
        self.group(groups, (decided - self.whole) as u32);
    }

    /// Removes what is taken and begins to grow from one square beside it.
    #[inline(always)]
    fn begin<const BY_CORNERS: bool>(&mut self, frame: &Frame, free: u64, taken: &[u64]) {
        let blocks = taken.len().div_ceil(LANES);
        for words in [&mut self.rest, &mut self.near, &mut self.area] {
            if words.len() < blocks {
                words.resize(blocks, [0; LANES]);
            }
        }
        self.set.resize(self.set.len().max(taken.len()), 0);
        for k in 0..blocks {
            let sets = &taken[k * LANES..];
            let mut removed: Block = [0; LANES];
            if let Some(sets) = sets.first_chunk::<LANES>() {
                removed = *sets;
            } else {
                removed[..sets.len()].copy_from_slice(sets);
            }
            let (mut rest, mut near, mut area) = ([0; LANES], [0; LANES], [0; LANES]);
            for i in 0..LANES {
                rest[i] = free & !removed[i];
                near[i] = frame.grown::<BY_CORNERS>(removed[i]) & rest[i];
                area[i] = near[i] & near[i].wrapping_neg();
            }
            for _ in 0..FIRST_STEPS / 2 {
                for _ in 0..2 {
                    for i in 0..LANES {
                        area[i] = frame.grown::<BY_CORNERS>(area[i]) & rest[i];
                    }
                }
                if (0..LANES).fold(0, |open, i| open | near[i] & !area[i]) == 0 {
                    break;
                }
            }
            (self.rest[k], self.near[k], self.area[k]) = (rest, near, area);
        }
    }

    /// Notes what stays whole, and moves the other sets to the front; how many there are.
    #[inline(always)]
    fn keep_undecided(&mut self, count: usize, min_squares: u32) -> usize {
        let rest = self.rest.as_flattened_mut();
        let near = self.near.as_flattened_mut();
        let area = self.area.as_flattened_mut();
        self.squares.clear();
        self.squares.resize(count, 0);
        let (mut whole, mut open) = (0, 0);
        // Which way a set goes cannot be foreseen, so both are written and one is kept.
        for i in 0..count {
            let (r, q, a) = (rest[i], near[i], area[i]);
            let undecided = q & !a != 0;
            self.squares[whole] = r;
            whole += usize::from(!undecided & (r.count_ones() >= min_squares));
            (rest[open], near[open], area[open]) = (r, q, a);
            open += usize::from(undecided);
        }
        self.squares.truncate(whole);
        self.sets.clear();
        open
    }

    /// Takes the areas, which are components, and moves the sets that have more to the front.
    #[inline(always)]
    fn take_components(&mut self, count: usize, min_squares: u32) -> usize {
        let rest = self.rest.as_flattened_mut();
        let near = self.near.as_flattened_mut();
        let area = self.area.as_flattened_mut();
        let whole = self.whole;
        let mut found = self.sets.len();
        self.squares.resize(whole + found + count, 0);
        self.sets.resize(found + count, 0);
        let mut open = 0;
        for i in 0..count {
            let (r, q, a, set) = (rest[i], near[i], area[i], self.set[i]);
            (self.squares[whole + found], self.sets[found]) = (a, set);
            found += usize::from(a.count_ones() >= min_squares);
            let q = q & !a;
            (rest[open], near[open], area[open]) = (r & !a, q, q & q.wrapping_neg());
            self.set[open] = set;
            open += usize::from(q != 0);
        }
        self.squares.truncate(whole + found);
        self.sets.truncate(found);
        open
    }

    /// Puts the components of the `groups` sets that fell apart in order, and as many `empty` groups after
    /// them.
    #[inline(always)]
    fn group(&mut self, groups: u32, empty: u32) {
        self.ends.clear();
        self.order.clear();
        self.ends.resize(groups as usize, 0);
        for &set in &self.sets {
            self.ends[set as usize] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            start += std::mem::replace(end, start);
        }
        self.order.resize(self.sets.len(), 0);
        for (i, &set) in self.sets.iter().enumerate() {
            let place = &mut self.ends[set as usize];
            self.order[*place as usize] = i as u32;
            *place += 1;
        }
        self.ends.resize((groups + empty) as usize, self.sets.len() as u32);
    }
}

/// Grows areas within the rests until nothing is added.
///
/// By sides, steps of two squares are made where there is room: most areas need two or three rounds.
#[inline(always)]
fn fill<const BY_CORNERS: bool>(frame: &Frame, rest: &[Block], area: &mut [Block]) {
    let s = frame.columns;
    for (rest, area) in rest.iter().zip(area) {
        let mut grown = *area;
        loop {
            let mut changed = 0;
            for i in 0..LANES {
                let (f, mut x) = (rest[i], grown[i]);
                if BY_CORNERS {
                    x = frame.grown::<true>(x) & f;
                    x = frame.grown::<true>(x) & f;
                } else {
                    let (east, west) = (f & !frame.first, f & !frame.last);
                    let (east_two, west_two) = (east & east << 1, west & west >> 1);
                    let (south_two, north_two) = (f & f << s, f & f >> s);
                    x |= east & x << 1 | west & x >> 1;
                    x |= east_two & x << 2 | west_two & x >> 2;
                    x |= f & (x << s | x >> s);
                    // Two rows at once: shifts of the shifted, as two rows may be 64 bits.
                    x |= south_two & x << s << s | north_two & x >> s >> s;
                    x |= east & x << 1 | west & x >> 1;
                    x |= f & (x << s | x >> s);
                }
                changed |= x ^ grown[i];
                grown[i] = x;
            }
            if changed == 0 {
                break;
            }
        }
        *area = grown;
    }
}
