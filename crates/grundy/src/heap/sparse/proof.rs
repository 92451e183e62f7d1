//! Which rare values are options: by windows of many heaps at once, then by a search for each heap.

use grundy_lanes::{Chunk, Effort, Program, Stored};

use super::engine::{Engine, Halt, LEVELS, ROWS, WITNESSES};
use super::levels::{fence, window_at};
use crate::context::{LimitKind, Stop};

/// Windows of a program at most.
const MOST: usize = 3000;

/// Windows of its first chunk.
const FIRST_CHUNK: usize = 128;

/// Windows of the fullest plane in each round.
const ROUND: u64 = 8;

/// Of planes that are much emptier than the fullest one windows are taken after so many rounds.
const PATIENCE: usize = 16;

/// A search that costs less cycles than this is not worth windows.
const CHEAP: f32 = 150.0;

impl<V: Stored> Engine<V> {
    /// Lists the common heaps that can prove rare values, by stored value.
    pub fn arrange_witnesses(&mut self) {
        let upto = WITNESSES.min(self.len() - 8);
        let ranges = [LEVELS[0].0..upto.max(LEVELS[0].0), LEVELS[2].0..LEVELS[0].0.min(upto)];
        self.witnesses = ranges.map(|range| {
            let mut lists = vec![Vec::new(); self.size];
            for j in range.filter(|&j| self.history.class(j) == 1) {
                lists[self.history.get(j).number() as usize].push(j as u32);
            }
            lists
        });
        self.witness_upto = upto;
        self.witness_order = self.by_frequency.clone();
        self.witness_programs = std::array::from_fn(|_| vec![None; self.size]);
    }

    /// The pairs by which the rare value x is proved, the most promising first.
    ///
    /// A heap j of value x + v proves x where the plane of v is set. Some of each plane are taken in
    /// turn, the more the fuller it is: windows of one plane are much alike.
    fn witness_program(&self, x: u32, lists: &[Vec<u32>]) -> Program {
        let (mut program, mut chunk) = (Program::default(), Chunk::default());
        let mut limit = FIRST_CHUNK;
        let order = &self.witness_order;
        let count = |v: u32| self.planes.counts[v as usize];
        let most = order.first().map_or(1, |&v| count(v)).max(1);
        let mut taken = vec![0; order.len()];
        'all: for round in 0.. {
            let mut more = false;
            for (&v, taken) in order.iter().zip(&mut taken) {
                let Some(list) = lists.get((x ^ v) as usize) else { continue };
                let Some(row) = self.planes.row(v) else { continue };
                let quota = match (ROUND * count(v) / most) as usize {
                    0 => usize::from(round > PATIENCE),
                    quota => quota,
                };
                more |= *taken < list.len();
                for &j in list.iter().skip(*taken).take(quota) {
                    chunk.add(j as usize % 8, row - j as usize / 8);
                    *taken += 1;
                    if chunk.len() >= limit {
                        program.push(&mut chunk);
                        limit += limit / 2;
                        if program.len() > MOST {
                            break 'all;
                        }
                    }
                }
            }
            if !more {
                break;
            }
        }
        if !chunk.is_empty() {
            program.push(&mut chunk);
        }
        program
    }

    fn witness_program_of(&mut self, which: usize, x: u32) -> &Program {
        if self.witness_programs[which][x as usize].is_none() {
            let program = self.witness_program(x, &self.witnesses[which]);
            self.witness_programs[which][x as usize] = Some(program);
        }
        self.witness_programs[which][x as usize].as_ref().expect("made above")
    }

    /// What a search for one lane costs, about, in cycles.
    fn price(&self, x: u32) -> f32 {
        30.0 + self.length[x as usize].get() / 16.0
    }

    /// What the widest level proves of the rare value x.
    fn prove(&mut self, x: u32) {
        let (i, b, level) = (x as usize, self.proved.at, self.level);
        let (lanes, words) = LEVELS[0];
        let price = self.price(x) * self.need[i].get();
        let mut acc = [0u64; ROWS[0]];
        fence(&mut acc, 0);
        let mut all = false;
        if price * lanes as f32 > 400.0 {
            self.witness_program_of(0, x);
            let program = self.witness_programs[0][i].as_ref().expect("made above");
            let effort = Effort::Worth(price);
            all = program.run(level, &mut acc[..words], self.planes.before(b), effort);
        }
        self.proved.words[ROWS[0] * i..][..ROWS[0]].copy_from_slice(&acc);
        self.proved.state[i] = 1 + u8::from(all);
    }

    /// Of the lanes that need the rare value x proved, those for which neither level proves it; lane 0
    /// of the block is bit 8.
    pub fn unproved(&mut self, x: u32, b: usize, needed: u128) -> u128 {
        let i = x as usize;
        if self.proved.state[i] == 0 {
            self.prove(x);
        }
        let careful = self.careful(x, b);
        if self.proved.state[i] == 2 && !careful {
            return 0;
        }
        let part = needed.count_ones() as f32 / LEVELS[2].0 as f32;
        self.need[i].update(|need| need * 0.98 + part * 0.02);
        if careful {
            return needed;
        }
        let words = &self.proved.words[ROWS[0] * i..][..ROWS[0]];
        let rest = needed & !window_at(words, (b - self.proved.at) / 8);
        let price = self.price(x);
        if rest.count_ones() as f32 * price <= CHEAP {
            return rest;
        }
        self.witness_program_of(1, x);
        let program = self.witness_programs[1][i].as_ref().expect("made above");
        let mut acc = [!rest as u64, (!rest >> 64) as u64];
        let effort = Effort::Worth(price * 2.0);
        program.run(self.level, &mut acc, self.planes.before(b), effort);
        !(u128::from(acc[0]) | u128::from(acc[1]) << 64)
    }

    /// Whether the windows may take two equal heaps, which the rules forbid, for a proof of 0.
    pub fn careful(&self, x: u32, b: usize) -> bool {
        x == 0 && self.splits.any_distinct() && b < 2 * WITNESSES + 4 * LEVELS[0].0
    }

    /// Whether two heaps below b show that the rare value x is an option of n.
    pub fn find_pair(&self, b: usize, n: usize, x: u32) -> bool {
        let mut looked = 0;
        let found = self.splits.pairs.iter().any(|&(take, distinct)| {
            let Some(sum) = n.checked_sub(take) else { return false };
            let to = if distinct { sum.saturating_sub(1) / 2 } else { sum / 2 };
            let from = (sum + 1).saturating_sub(b).max(1);
            from <= to
                && self.history.has_pair(self.level, (sum, V::of(x)), (from, to), &mut looked)
        });
        if let Some(length) = self.length.get(x as usize) {
            length.update(|length| length * 0.98 + looked as f32 * 0.02);
        }
        found
    }

    /// Whether the rare value x is an option of n, whose options are all known.
    pub fn is_option(&self, n: usize, x: u32) -> Result<bool, Halt> {
        let value = self.mask.value(n, x, 0);
        let splits = &self.splits;
        let halves = |&take: &usize| n >= take + 2 && (n - take).is_multiple_of(2);
        if value == 0 && (splits.ends.contains(&n) || splits.equal.iter().any(halves)) {
            return Ok(true);
        }
        if splits.single.iter().any(|&take| n > take && self.value(n - take) == value) {
            return Ok(true);
        }
        if self.find_pair(n, n, x) {
            return Ok(true);
        }
        if self.history.has_gap() {
            return Err(Halt::Stop(Stop::Limit {
                kind: LimitKind::Memory,
                what: format!(
                    "computing the nim-sequence: from heap {n} on nothing is proved: whether {value} \
                     is an option of it can be seen only from heaps that were dropped to save memory"
                ),
            }));
        }
        Ok(false)
    }
}
