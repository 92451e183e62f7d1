//! The next 64 heaps: candidates that windows leave, sifted by all pairs, then the heaps in order.

use grundy_lanes::{
    ByDistance, KEPT, Layer, Part, Row, Stored, blend, first_free, keep, near, push, settle, sift,
    up_to,
};

use super::core::Core;
use super::engine::Halt;
use super::filter::Found;
use super::yields::Yields;
use crate::context::Stop;

/// Whether too many of 64 heaps have no candidate left (no bit in `one`), or one only (none in `two`),
/// which may turn out to be an option by a near heap: searching for all by themselves costs more than
/// sifting once more.
fn too_few(one: u64, two: u64) -> bool {
    4 * one.count_zeros() + (one & !two).count_ones() > 16
}

/// The best of the rare heaps, in percent: their pairs sift all candidates, the others what is left.
const BEST_PART: usize = 40;

/// The first candidates of a block's heaps that no pair with a far heap attains.
pub(super) struct Kept<V> {
    rows: [Row<V>; KEPT],
    /// 0 where a pair with a near heap before the block attains the candidate.
    least: [Row<V>; KEPT],
    /// A rare heap among those that near pairs look at: what these say has to be looked at again.
    rare_near: bool,
}

/// How many candidates are sifted at a time.
#[derive(Clone, Debug)]
pub(super) struct Width {
    now: usize,
    /// How often some heap's candidates do not suffice: so many, and four less.
    short: [f32; 2],
}

impl Default for Width {
    fn default() -> Self {
        Self { now: 8, short: [0.0, 1.0] }
    }
}

impl Width {
    fn learn(&mut self, short: [bool; 2]) {
        for (mean, short) in self.short.iter_mut().zip(short) {
            *mean = *mean * 0.95 + if short { 0.05 } else { 0.0 };
        }
        let now = self.now;
        if self.short[0] > 0.4 {
            self.now = (now + 4).min(12);
        } else if self.short[1] < 0.15 {
            self.now = (now - 4).max(4);
        }
        if now != self.now {
            self.short = [0.0, 1.0];
        }
    }
}

impl<V: Stored> Core<V> {
    /// Lists the pairs with a rare heap, and the moves that leave one heap: as pairs of the distance
    /// to the other heap and the value of this one, by distance.
    pub fn arrange_pairs(&mut self, yields: &Yields) {
        let takes = &self.splits.pairs;
        let pairs = |rares: &[(usize, u32)]| -> Vec<(u32, V)> {
            let pairs = rares.iter().flat_map(|&(r, g)| {
                takes.iter().map(move |&(take, _)| ((r + take) as u32, V::of(g)))
            });
            pairs.collect()
        };
        let heaps = yields.order(1, self.rares.iter().copied());
        let (best, others) = heaps.split_at(heaps.len() * BEST_PART / 100);
        let (mut best, mut others) = (pairs(best), pairs(others));
        others.extend(self.splits.single.iter().map(|&take| (take as u32, V::default())));
        self.close.clear();
        for pairs in [&mut best, &mut others] {
            self.close.extend(pairs.extract_if(.., |pair| pair.0 < 64));
        }
        self.close.sort_unstable();
        self.close.dedup();
        (self.best, self.far) = (ByDistance::from(best), ByDistance::from(others));
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

    /// Adds the pairs of a new rare heap, which is beyond all others.
    fn add_pairs(&mut self, r: usize, g: u32) {
        debug_assert!(r >= 64);
        for &(take, _) in &self.splits.pairs {
            self.far.insert(((r + take) as u32, V::of(g)));
        }
    }

    /// Computes the next 64 values. In `trust`, that none of them is rare is proved later.
    ///
    /// # Errors
    /// [`Halt`]; nothing is changed then.
    pub fn block(&mut self, found: &Found, nearer: &Found, trust: bool) -> Result<(), Halt> {
        let (b, rares) = (self.len(), self.rares.len());
        self.history.resize(b + 64);
        match self.values(b, found, nearer, trust) {
            Ok(()) => {
                for i in rares..self.rares.len() {
                    let (r, g) = self.rares[i];
                    self.add_pairs(r, g);
                }
                let row = *self.cells(b);
                self.admit(&row);
                self.follow(b);
                Ok(())
            }
            Err(halt) => {
                for &(r, _) in &self.rares[rares..] {
                    self.history.set_common(r);
                }
                self.rares.truncate(rares);
                self.history.resize(b);
                Err(halt)
            }
        }
    }

    fn values(&mut self, b: usize, found: &Found, nearer: &Found, trust: bool) -> Result<(), Halt> {
        let mut kept = None;
        if !self.direct(b) {
            let first = self.candidates(b, found, nearer);
            self.settle(b, &first, 0)?;
            kept = Some(first);
        }
        if trust {
            return Ok(());
        }
        let mut unproved = Vec::new();
        self.unproved(b, found, !0, &mut unproved);
        let mut i = 0;
        while i < unproved.len() {
            unproved[i..].sort_unstable();
            let lane = unproved[i].0;
            let n = b + lane;
            let cell = self.history.get(n).number();
            let value = self.mask.value(n, cell, 1);
            let mut least = (value, cell);
            while let Some(&(_, x)) = unproved.get(i).filter(|u| u.0 == lane) {
                i += 1;
                let other = self.mask.value(n, x, 0);
                if other < least.0 && !self.is_option(n, x)? {
                    least = (other, x);
                }
            }
            if least.0 == value {
                continue;
            }
            // A new rare heap: what comes after it is settled once more.
            let kept = match &kept {
                Some(kept) => kept,
                None => kept.insert(self.candidates(b, found, nearer)),
            };
            if least.1 >= V::NONE.number() {
                return Err(Halt::Wide);
            }
            if n + self.splits.largest() > u32::MAX as usize {
                let what = format!("heap {n} is rare: pairs are listed for rare heaps below 2^32");
                return Err(Halt::Stop(Stop::Refused(what)));
            }
            self.history.set(n, V::of(least.1));
            self.history.set_rare(n);
            self.rares.push((n, least.1));
            let before = *self.cells(b);
            self.settle(b, kept, lane + 1)?;
            let after = self.cells(b);
            let grown = (lane + 1..64).filter(|&l| after[l] > before[l]);
            let grown = grown.fold(0, |lanes, l| lanes | 1u64 << l);
            if grown != 0 {
                self.unproved(b, found, grown, &mut unproved);
            }
        }
        Ok(())
    }

    /// The stored values of the block.
    pub fn cells(&self, b: usize) -> &Row<V> {
        let (cells, gone) = self.history.late();
        cells[b - gone..][..64].try_into().expect("64 heaps")
    }

    fn candidates(&mut self, b: usize, found: &Found, nearer: &Found) -> Kept<V> {
        let mut words = std::mem::take(&mut self.words);
        if nearer.has(b) { nearer } else { found }.block(1, b, &mut words);
        let rows = match self.width.now {
            4 => self.sifted::<4>(b, &words),
            8 => self.sifted::<8>(b, &words),
            _ => self.sifted::<12>(b, &words),
        };
        self.words = words;
        let mut least = [[V::NONE; 64]; KEPT];
        let (cells, gone) = self.history.late();
        near(self.level, &mut least, cells, b - gone, &self.close, &rows);
        let rare_near = self.rares.last().is_some_and(|r| r.0 + 64 >= b);
        Kept { rows, least, rare_near }
    }

    /// The first candidates of each lane that no far pair attains, some at least. Those with a bit
    /// in the words, by value, are none.
    fn sifted<const C: usize>(&mut self, b: usize, words: &[u64]) -> [Row<V>; KEPT] {
        let (mut kept, mut filled) = ([[V::NONE; 64]; KEPT], [0u64; KEPT]);
        let [best, others] = [&self.best, &self.far].map(|far| far.part().split_below(b + 1).0);
        let mut after = None;
        for round in 0..3 {
            let open = !filled[1];
            let (rows, entries) =
                first_free::<V, C>(self.level, words, u32::MAX, open, after.as_ref());
            let mut alive = entries;
            // After the first pairs few are left: the first ones of these go on.
            self.sift(b, best, &mut alive, &rows);
            let (mut left, mut some) = ([[V::NONE; 64]; KEPT], [0u64; KEPT]);
            keep(self.level, &alive, &rows, &mut some, &mut left);
            let full = some[KEPT - 1];
            self.sift(b, others, &mut some, &left);
            keep(self.level, &some, &left, &mut filled, &mut kept);
            if round == 0 {
                let within = |row: &Row<V>| up_to(self.level, row, &rows[C.max(5) - 5]);
                let (one, two) = (within(&kept[0]), within(&kept[1]));
                self.width.learn([too_few(filled[0], filled[1]), C == 4 || too_few(one, two)]);
            }
            if !too_few(filled[0], filled[1]) || entries[0] == 0 {
                break;
            }
            let mut last = rows[C - 1];
            blend(self.level, &mut last, &left[KEPT - 1], full);
            after = Some(last);
        }
        kept
    }

    /// Clears the lanes where some of these pairs, by distance, attains the candidate with a common
    /// heap before the block.
    pub fn sift<const C: usize>(
        &self,
        b: usize,
        pairs: Part<'_, V>,
        alive: &mut [u64; C],
        candidates: &[Row<V>; C],
    ) {
        // From here on the other heaps may be rare: they are looked at under the veil.
        let last = self.rares.last().map_or(0, |r| r.0);
        let (clear, hidden) = pairs.split_below(b.saturating_sub(last));
        let (cells, gone) = self.history.late();
        sift(self.level, alive, (cells, None), b - gone, clear, candidates);
        let veiled = (self.history.early(), Some(self.history.veil()));
        sift(self.level, alive, veiled, b, hidden, candidates);
    }

    /// Gives the lanes from `from` on the least common value that is no option; those before have
    /// their values.
    fn settle(&mut self, b: usize, kept: &Kept<V>, from: usize) -> Result<(), Halt> {
        let (level, rows) = (self.level, &kept.rows);
        let mut least = kept.least;
        for lane in 0..from {
            if self.history.class(b + lane) == 1 {
                push(&mut least, self.history.get(b + lane), &self.layers, lane, rows);
            }
        }
        // Rare heaps whose pairs are not among those sifted.
        let reach = b.saturating_sub(self.splits.largest());
        let fresh = self.rares.iter().rev().take_while(|r| r.0 >= reach).count();
        let fresh: Vec<(usize, u32)> = self.rares[self.rares.len() - fresh..].to_vec();
        let mut i = from;
        while i < 64 {
            if !kept.rare_near && fresh.is_empty() {
                let (cells, gone) = self.history.late_mut();
                let out = &mut cells[b - gone..][..64];
                i = settle(level, &mut least, rows, &self.layers, out, i, 64);
                if i == 64 {
                    break;
                }
            }
            let n = b + i;
            let settled = (0..KEPT).find_map(|k| {
                let value = rows[k][i];
                let hit = if value == V::NONE {
                    return None;
                } else if least[k][i] == V::default() {
                    !kept.rare_near || self.is_close(n, value)
                } else {
                    // The lanes before this one entered the first two only.
                    k >= 2 && self.is_close(n, value)
                };
                let hit = hit || self.is_fresh(&fresh, n, value);
                (!hit).then_some(value.number())
            });
            let cell = settled.unwrap_or_else(|| self.least_common(n));
            if cell >= V::NONE.number() {
                return Err(Halt::Wide);
            }
            self.history.set(n, V::of(cell));
            push(&mut least, V::of(cell), &self.layers, i, rows);
            i += 1;
        }
        Ok(())
    }

    /// Whether a pair with a heap closer than 64 attains the common value.
    fn is_close(&self, n: usize, value: V) -> bool {
        self.close.iter().any(|&(d, g)| self.attains(n - d as usize, g, value))
    }

    /// Whether a pair with one of these rare heaps does.
    fn is_fresh(&self, fresh: &[(usize, u32)], n: usize, value: V) -> bool {
        fresh.iter().any(|&(r, g)| {
            let mut takes = self.splits.pairs.iter();
            takes.any(|&(t, _)| n > r + t && self.attains(n - r - t, V::of(g), value))
        })
    }

    fn attains(&self, heap: usize, g: V, value: V) -> bool {
        self.history.get(heap).xor(g) == value && self.history.class(heap) == 1
    }

    /// The least stored common value that is not attained, with all rare heaps looked at.
    fn least_common(&self, n: usize) -> u32 {
        let mut seen = vec![false; (2 * self.size).max(256)];
        let mut see = |value: V| {
            if let Some(seen) = seen.get_mut(value.number() as usize) {
                *seen = true;
            }
        };
        // First the pairs whose other heap is beyond the last rare one, and so common; the others under
        // the veil.
        let last = self.rares.last().map_or(0, |r| r.0);
        let (cells, gone) = self.history.late();
        let before = &cells[..n - gone];
        let (early, veil) = (self.history.early(), self.history.veil());
        for far in [&self.best, &self.far] {
            let far = far.part().split_below(n).0;
            let (clear, hidden) = far.split_below(n.saturating_sub(last));
            for &(d, g) in clear.all() {
                see(before[before.len() - d as usize].xor(g));
            }
            for &(d, g) in hidden.all() {
                let heap = n - d as usize;
                see(early[heap].xor(g).or(veil[heap]));
            }
        }
        let mut check = |heap: usize, g: V| {
            if self.history.class(heap) == 1 {
                see(self.history.get(heap).xor(g));
            }
        };
        let close = self.close.iter().take_while(|p| (p.0 as usize) < n);
        close.for_each(|&(d, g)| check(n - d as usize, g));
        // The rare heaps of this block are not listed yet.
        for &(r, g) in self.rares.iter().rev().take_while(|r| r.0 + 64 > n) {
            for &(t, _) in self.splits.pairs.iter().filter(|&(t, _)| r + t < n) {
                check(n - t - r, V::of(g));
            }
        }
        let least = seen.iter().position(|&seen| !seen);
        least.map_or(u32::MAX, |least| least as u32)
    }
}
