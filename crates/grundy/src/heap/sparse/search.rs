//! A block of the narrowest level: candidates by windows, then the lanes in order.

use grundy_lanes::{CANDIDATES, Layer, Row, Stored, near, push, settle};

use super::engine::{Engine, Halt, LEVELS, ROWS};
use super::levels::window_at;

/// The first candidates of 64 lanes.
type Candidates<V> = [Row<V>; CANDIDATES];

impl<V: Stored> Engine<V> {
    /// Lists the pairs with a heap of less than the lanes of the narrowest level.
    pub fn arrange_near(&mut self) {
        let mut pairs: Vec<(u32, V)> = Vec::new();
        pairs.extend(self.splits.single.iter().map(|&take| (take as u32, V::default())));
        for &(r, g) in self.rares.iter().filter(|r| r.0 < LEVELS[2].0) {
            let takes = self.splits.pairs.iter();
            pairs.extend(takes.map(|&(take, _)| ((r + take) as u32, V::of(g))));
        }
        pairs.sort_unstable();
        pairs.dedup();
        self.near = pairs.split_off(pairs.partition_point(|p| p.0 < 64));
        self.close = pairs;
        self.layers.clear();
        for &(d, g) in &self.close {
            let place = 64 + d as usize;
            let free = self.layers.iter_mut().position(|l: &mut Layer<V>| l.free[place] == V::NONE);
            let i = free.unwrap_or_else(|| {
                self.layers.push(Layer::default());
                self.layers.len() - 1
            });
            self.layers[i].weights[place] = g;
            self.layers[i].free[place] = V::default();
        }
    }

    /// The next block by planes.
    pub fn search(&mut self, b: usize) -> Result<(), Halt> {
        // Lane i is bit 8 + i; these have less than all their candidates.
        let mut open: u128 = !0xff;
        let mut candidates: [Candidates<V>; 2] = [[[V::NONE; 64]; CANDIDATES]; 2];
        let mut counts = [0u128; 2];
        let mut unproved: Vec<(usize, u32)> = Vec::new();
        // Values that differ below the lowest bit of the mask only: which class comes first there
        // depends on the value, so that such values are looked at together.
        let group = 1 << self.mask.low;
        let mut needed = open;
        for x in 0..self.size as u32 {
            if x % group == 0 {
                needed = open;
                if open == 0 {
                    break;
                }
            }
            // The rare value that is stored as x.
            let mut rest = self.unproved(x, b, needed);
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize - 8;
                rest &= rest - 1;
                if self.careful(x, b) || !self.find_pair(b, b + lane, x) {
                    unproved.push((lane, x));
                }
            }
            if open == 0 {
                continue;
            }
            // The common one.
            let i = x as usize;
            if self.wider[1].state[i] == 0 {
                self.find_wider(x);
            }
            if self.wider[1].state[i] == 2 {
                continue;
            }
            let words = &self.wider[1].words[ROWS[1] * i..][..ROWS[1]];
            let acc = !open | window_at(words, (b - self.wider[1].at) / 8);
            let mut acc = [acc as u64, (acc >> 64) as u64];
            if acc == [!0; 2] || self.unite(2, x, b, &mut acc) {
                continue;
            }
            let new = !(u128::from(acc[0]) | u128::from(acc[1]) << 64);
            let [c0, c1] = counts;
            let places = [new & !c0 & !c1, new & c0 & !c1, new & !c0 & c1, new & c0 & c1];
            for (k, lanes) in places.into_iter().enumerate() {
                let lanes = lanes >> 8;
                for (half, mut lanes) in
                    [lanes as u64, (lanes >> 64) as u64].into_iter().enumerate()
                {
                    while lanes != 0 {
                        candidates[half][k][lanes.trailing_zeros() as usize] = V::of(x);
                        lanes &= lanes - 1;
                    }
                }
            }
            open &= !(new & c0 & c1);
            counts = [c0 ^ new, c1 ^ (new & c0)];
        }
        unproved.sort_unstable();
        self.finish(b, &candidates, &unproved)
    }

    /// The values of the lanes, one after the other.
    fn finish(
        &mut self,
        b: usize,
        candidates: &[Candidates<V>; 2],
        unproved: &[(usize, u32)],
    ) -> Result<(), Halt> {
        let (level, size, lanes) = (self.level, self.size as u32, LEVELS[2].0);
        let mut unproved = unproved.iter().copied().peekable();
        self.history.resize(b + 128);
        // A rare heap among those that near pairs look at: what these say has to be looked at again.
        let reach = b.saturating_sub(lanes + 64 + self.splits.largest());
        let mut rare_near = self.rares.last().is_some_and(|r| r.0 >= reach);
        for (half, row) in candidates.iter().enumerate() {
            let first = 64 * half;
            let start = b + first;
            let mut least: Candidates<V> = [[V::NONE; 64]; CANDIDATES];
            let (cells, gone) = self.history.late();
            near(level, &mut least, cells, start - gone, &self.near, false, row);
            near(level, &mut least, cells, start - gone, &self.close, true, row);
            let to = (lanes - first).min(64);
            let mut i = 0;
            while i < to {
                if !rare_near && self.fresh.is_empty() {
                    let until = unproved.peek().map_or(to, |u| (u.0 - first).min(to));
                    let (cells, gone) = self.history.late();
                    let out = &mut cells[start - gone..][..64];
                    i = settle(level, &mut least, row, &self.layers, out, i, until);
                    if i == to {
                        break;
                    }
                }
                let n = start + i;
                let settled = (0..CANDIDATES).find_map(|k| {
                    let value = row[k][i];
                    let hit = if value == V::NONE {
                        return None;
                    } else if least[k][i] == V::default() {
                        !rare_near || self.is_near(n, value)
                    } else {
                        // The lanes before this one entered the first two only.
                        k >= 2 && self.is_close(n, value)
                    };
                    let hit = hit || !self.fresh.is_empty() && self.is_fresh(n, value);
                    (!hit).then_some(value.number())
                });
                let cell = match settled {
                    Some(cell) => cell,
                    None => self.least_common(n),
                };
                let value = self.mask.value(n, cell, 1);
                let mut found = (value, cell);
                let mut rare_values: Vec<u32> = Vec::new();
                while let Some((_, x)) = unproved.next_if(|u| u.0 == first + i) {
                    rare_values.push(x);
                }
                if settled.is_none() {
                    // Rare values were looked at up to the last candidate only.
                    let last = row[CANDIDATES - 1][i];
                    let from = if last == V::NONE { size } else { last.number() };
                    let low = self.mask.low;
                    rare_values.extend(from >> low << low..((cell >> low) + 1) << low);
                }
                for x in rare_values {
                    let value = self.mask.value(n, x, 0);
                    if value < found.0 && !self.is_option(n, x)? {
                        found = (value, x);
                    }
                }
                let rare = found.0 != value;
                let cell = found.1;
                if cell >= V::NONE.number() {
                    return Err(Halt::Wide);
                }
                while cell as usize >= self.size {
                    self.widen();
                }
                self.history.set(n, V::of(cell));
                if rare {
                    self.history.set_rare(n);
                    self.rares.push((n, cell));
                    self.fresh.push((n, cell));
                    self.new_rares.push((n, cell));
                    rare_near = true;
                } else {
                    push(&mut least, V::of(cell), &self.layers, i, row);
                }
                i += 1;
            }
            for n in (start..start + to).filter(|&n| n < b + lanes) {
                if self.history.class(n) == 1 {
                    let cell = self.history.get(n).number();
                    if self.planes.mark(n, cell) {
                        self.new_values.push(cell);
                    }
                }
            }
        }
        self.history.resize(b + lanes);
        self.follow(b);
        Ok(())
    }

    /// Whether a pair with a near heap attains the common value.
    fn is_near(&self, n: usize, value: V) -> bool {
        let mut pairs = self.near.iter().chain(&self.close);
        pairs.any(|&(d, g)| self.attains(n - d as usize, g, value))
    }

    /// Whether a pair with a heap closer than 64 does.
    fn is_close(&self, n: usize, value: V) -> bool {
        self.close.iter().any(|&(d, g)| self.attains(n - d as usize, g, value))
    }

    /// Whether a pair with a rare heap found in this block of the widest level does.
    fn is_fresh(&self, n: usize, value: V) -> bool {
        self.fresh.iter().any(|&(r, g)| {
            let mut takes = self.splits.pairs.iter();
            takes.any(|&(t, _)| n > r + t && self.attains(n - r - t, V::of(g), value))
        })
    }

    fn attains(&self, heap: usize, g: V, value: V) -> bool {
        self.history.get(heap).xor(g) == value && self.history.class(heap) == 1
    }

    /// The least stored common value that is not attained, with all rare heaps looked at.
    fn least_common(&self, n: usize) -> u32 {
        let mut seen = vec![false; 2 * self.size + 1];
        let mut see = |heap: usize, g: u32| {
            let cell = (self.history.get(heap).number() ^ g) as usize;
            seen[cell] |= self.history.class(heap) == 1;
        };
        self.splits.single.iter().filter(|&&t| n > t).for_each(|&t| see(n - t, 0));
        for &(t, _) in &self.splits.pairs {
            for &(r, g) in self.rares.iter().take_while(|r| r.0 + t < n) {
                see(n - t - r, g);
            }
        }
        seen.iter().position(|&seen| !seen).expect("more places than values") as u32
    }
}
