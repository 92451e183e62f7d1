//! A block: candidates, their elimination by rare pairs, and the assignment of values lane by lane.

use grundy_lanes::{
    MAX_SURVIVORS, Propagation, Row, StoredValue, assign, lower_differences, mark_attained,
    propagate,
};

use super::batch_size::{MAX_CANDIDATES, MIN_CANDIDATES};
use super::halt::Halt;
use super::known_options::KnownOptions;
use super::solver::Solver;
use super::witness_ranking::WitnessRanking;
use crate::context::Stop;

/// The first candidates of each lane that no pair at a distance of 64 or more attains.
pub(super) struct Survivors<V> {
    rows: [Row<V>; MAX_SURVIVORS],
    /// 0 where a near pair attains the survivor with a heap before the block.
    differences: [Row<V>; MAX_SURVIVORS],
    /// Whether a near pair may read a rare heap, which attains nothing: its eliminations must be
    /// verified.
    rare_near: bool,
}

impl<V: StoredValue> Solver<V> {
    /// Lists the rare pairs and the moves that leave one heap and keep its class.
    pub fn list_pairs(&mut self, ranking: &WitnessRanking) {
        let takes = &self.takes.pairs;
        let pairs = |rares: &[(usize, u32)]| -> Vec<(u32, V)> {
            let pairs = rares.iter().flat_map(|&(r, g)| {
                takes.iter().map(move |&(take, _)| ((r + take) as u32, V::of(g)))
            });
            pairs.collect()
        };
        let mut far = pairs(&ranking.ranked(1, self.rares.iter().copied()));
        far.extend(self.keeping.iter().map(|&take| (take as u32, V::default())));
        self.near_pairs = far.extract_if(.., |pair| pair.0 < 64).collect();
        self.near_pairs.sort_unstable();
        self.near_pairs.dedup();
        self.far_pairs.set(far);
        self.propagations.clear();
        for &(d, g) in &self.near_pairs {
            let place = 64 + d as usize;
            let free = self
                .propagations
                .iter_mut()
                .position(|l: &mut Propagation<V>| l.inactive[place] == V::NONE);
            let i = free.unwrap_or_else(|| {
                self.propagations.push(Propagation::default());
                self.propagations.len() - 1
            });
            self.propagations[i].weights[place] = g;
            self.propagations[i].inactive[place] = V::default();
        }
    }

    /// Adds the pairs of a new rare heap, which is later than all others.
    fn add_pairs(&mut self, r: usize, g: u32) {
        debug_assert!(r >= 64);
        for &(take, _) in &self.takes.pairs {
            let pair = ((r + take) as u32, V::of(g));
            self.far_pairs.insert(pair);
            if let Some(pairs) = &mut self.unmarked_pairs {
                pairs.insert(pair);
            }
        }
    }

    /// Computes the next 64 values. If `deferred`, their check is left to a deferred check.
    ///
    /// # Errors
    /// [`Halt`]; nothing has changed then.
    pub fn compute_block(
        &mut self,
        known: &KnownOptions,
        near_known: &KnownOptions,
        deferred: bool,
    ) -> Result<(), Halt> {
        let (b, rares) = (self.len(), self.rares.len());
        self.history.update_active(b);
        self.history.resize(b + 64);
        match self.block_values(b, known, near_known, deferred) {
            Ok(()) => {
                for i in rares..self.rares.len() {
                    let (r, g) = self.rares[i];
                    self.add_pairs(r, g);
                }
                let row = *self.cells(b);
                self.admit_values(&row);
                self.append_exhaustive_cells(b);
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

    /// Assigns and checks the values of the block, and lists its rare heaps.
    fn block_values(
        &mut self,
        b: usize,
        known: &KnownOptions,
        near_known: &KnownOptions,
        deferred: bool,
    ) -> Result<(), Halt> {
        let mut survivors = None;
        if !self.compute_exhaustively(b) {
            let first = self.survivors(b, known, near_known);
            self.assign_values(b, &first, 0)?;
            survivors = Some(first);
        }
        if deferred {
            return Ok(());
        }
        let mut unwitnessed = Vec::new();
        self.unwitnessed(b, known, !0, &mut unwitnessed);
        let mut i = 0;
        while i < unwitnessed.len() {
            unwitnessed[i..].sort_unstable();
            let lane = unwitnessed[i].0;
            let n = b + lane;
            let cell = self.history.get(n).number();
            let value = self.mask.value(n, cell, 1);
            let mut least = (value, cell);
            while let Some(&(_, x)) = unwitnessed.get(i).filter(|u| u.0 == lane) {
                i += 1;
                let other = self.mask.value(n, x, 0);
                if other < least.0 && !self.is_option(b, n, x)? {
                    least = (other, x);
                }
            }
            if least.0 == value {
                continue;
            }
            // A new rare heap: the lanes after it are assigned again.
            let survivors = match &survivors {
                Some(survivors) => survivors,
                None => survivors.insert(self.survivors(b, known, near_known)),
            };
            if least.1 >= V::NONE.number() {
                return Err(Halt::ValueTooLarge);
            }
            if n + self.takes.largest() > u32::MAX as usize {
                let what =
                    format!("heap {n} is rare, and the engine handles rare heaps below 2^32 only");
                return Err(Halt::Stop(Stop::beyond(what)));
            }
            self.history.set(n, V::of(least.1));
            self.history.set_rare(n);
            // Far pairs may read all heaps before the block now.
            self.history.update_active(b);
            self.rares.push((n, least.1));
            let before = *self.cells(b);
            self.assign_values(b, survivors, lane + 1)?;
            let after = self.cells(b);
            let grown = (lane + 1..64).filter(|&l| after[l] > before[l]);
            let grown = grown.fold(0, |lanes, l| lanes | 1u64 << l);
            if grown != 0 {
                self.unwitnessed(b, known, grown, &mut unwitnessed);
            }
        }
        Ok(())
    }

    /// The stored values of the block.
    pub fn cells(&self, b: usize) -> &Row<V> {
        let (cells, dropped) = self.history.late();
        cells[b - dropped..][..64].try_into().expect("64 heaps")
    }

    /// The survivors of all lanes of the block, and their differences by near pairs.
    fn survivors(
        &mut self,
        b: usize,
        known: &KnownOptions,
        near_known: &KnownOptions,
    ) -> Survivors<V> {
        let mut words = std::mem::take(&mut self.common_words);
        if near_known.has(b) { near_known } else { known }.block(1, b, &mut words);
        let rows = match self.batch_size.candidates {
            MIN_CANDIDATES => self.surviving_candidates::<MIN_CANDIDATES>(b, &words),
            MAX_CANDIDATES => self.surviving_candidates::<MAX_CANDIDATES>(b, &words),
            _ => self.surviving_candidates::<8>(b, &words),
        };
        self.common_words = words;
        let mut differences = [[V::NONE; 64]; MAX_SURVIVORS];
        let (cells, dropped) = self.history.late();
        lower_differences(self.simd, &mut differences, cells, b - dropped, &self.near_pairs, &rows);
        let rare_near = self.rares.last().is_some_and(|r| r.0 + 64 >= b);
        Survivors { rows, differences, rare_near }
    }

    /// Assigns the least common value that is no option to the lanes from `from` on. The lanes
    /// before have their values.
    fn assign_values(
        &mut self,
        b: usize,
        survivors: &Survivors<V>,
        from: usize,
    ) -> Result<(), Halt> {
        let (simd, rows) = (self.simd, &survivors.rows);
        let mut differences = survivors.differences;
        for lane in 0..from {
            if self.history.class(b + lane) == 1 {
                propagate(
                    &mut differences,
                    self.history.get(b + lane),
                    &self.propagations,
                    lane,
                    rows,
                );
            }
        }
        // Rare heaps that have pairs at distances above b, or that a switching take may leave: the
        // elimination has not applied these.
        let reach = b.saturating_sub(self.takes.largest());
        let new_rares = self.rares.iter().rev().take_while(|r| r.0 >= reach).count();
        let new_rares: Vec<(usize, u32)> = self.rares[self.rares.len() - new_rares..].to_vec();
        let mut i = from;
        while i < 64 {
            if !survivors.rare_near && new_rares.is_empty() {
                let (cells, dropped) = self.history.late_mut();
                let out = &mut cells[b - dropped..][..64];
                i = assign(simd, &mut differences, rows, &self.propagations, out, i, 64);
                if i == 64 {
                    break;
                }
            }
            let n = b + i;
            let value = (0..MAX_SURVIVORS).find_map(|k| {
                let value = rows[k][i];
                let hit = if value == V::NONE {
                    return None;
                } else if differences[k][i] == V::default() {
                    !survivors.rare_near || self.is_attained_by_near_pair(n, value)
                } else {
                    // Earlier lanes of the block are compared with the first two survivors only.
                    k >= 2 && self.is_attained_by_near_pair(n, value)
                };
                let hit = hit || self.is_attained_by_new_rare(&new_rares, n, value);
                (!hit).then_some(value.number())
            });
            let cell = value.unwrap_or_else(|| self.least_common_by_scan(b, n));
            if cell >= V::NONE.number() {
                return Err(Halt::ValueTooLarge);
            }
            self.history.set(n, V::of(cell));
            propagate(&mut differences, V::of(cell), &self.propagations, i, rows);
            i += 1;
        }
        Ok(())
    }

    /// Whether a pair at a distance below 64 attains the common value.
    fn is_attained_by_near_pair(&self, n: usize, value: V) -> bool {
        self.near_pairs.iter().any(|&(d, g)| self.attains(n - d as usize, g, value))
    }

    /// Whether a pair with one of these rare heaps, or one of them alone, attains the common value.
    fn is_attained_by_new_rare(&self, new_rares: &[(usize, u32)], n: usize, value: V) -> bool {
        new_rares.iter().any(|&(r, g)| {
            let mut takes = self.takes.pairs.iter();
            takes.any(|&(t, _)| n > r + t && self.attains(n - r - t, V::of(g), value))
                || V::of(g) == value && self.switching.iter().any(|t| n == r + t)
        })
    }

    /// Whether `heap` is common and leaves the common value beside a rare heap of stored value `g`.
    fn attains(&self, heap: usize, g: V, value: V) -> bool {
        self.history.get(heap).xor(g) == value && self.history.class(heap) == 1
    }

    /// The least stored common value that no rare pair attains at n, in the block from b on, by a scan of
    /// all rare pairs that have no marks.
    fn least_common_by_scan(&mut self, b: usize, n: usize) -> u32 {
        // Heaps after the last rare one are common; among the others those that are not are inactive.
        let last = self.rares.last().map_or(0, |r| r.0);
        let (cells, dropped) = self.history.late();
        let active = self.history.active();
        let groups = self.far_pairs.groups().filter(|_| self.unmarked_pairs.is_none());
        for far in groups.chain(&self.unmarked_pairs) {
            let far = far.as_slice().split_below(n).0;
            let (common, mixed) = far.split_below(n.saturating_sub(last));
            mark_attained(&mut self.marks, cells, n - dropped, common);
            mark_attained(&mut self.marks, active, n, mixed);
        }
        // Stored values before the block are below the size, a power of two, and so are their sums.
        // Those of the block may be greater.
        let mut attained = vec![0; self.size.div_ceil(64)];
        self.marks.drain(self.simd, &mut attained);
        if self.unmarked_pairs.is_some() {
            let known = self.common_words.iter().map(|lanes| lanes >> (n - b) & 1);
            for (x, known) in known.enumerate() {
                attained[x / 64] |= known << (x % 64);
            }
        }
        attained.resize((2 * self.size).div_ceil(64), 0);
        let mut see = |value: V| {
            let value = value.number() as usize;
            if let Some(word) = attained.get_mut(value / 64) {
                *word |= 1u64 << (value % 64);
            }
        };
        let mut check = |heap: usize, g: V| {
            if self.history.class(heap) == 1 {
                see(self.history.get(heap).xor(g));
            }
        };
        let close = self.near_pairs.iter().take_while(|p| (p.0 as usize) < n);
        close.for_each(|&(d, g)| check(n - d as usize, g));
        // The pairs of rare heaps within the block are not listed yet.
        for &(r, g) in self.rares.iter().rev().take_while(|r| r.0 + 64 > n) {
            for &(t, _) in self.takes.pairs.iter().filter(|&(t, _)| r + t < n) {
                check(n - t - r, V::of(g));
            }
        }
        for &take in self.switching.iter().filter(|&&take| take < n) {
            if self.history.class(n - take) == 0 {
                see(self.history.get(n - take));
            }
        }
        let least = attained.iter().position(|&word| word != !0);
        least.map_or(u32::MAX, |i| 64 * i as u32 + attained[i].trailing_ones())
    }
}
