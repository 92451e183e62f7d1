//! Which common values are attained with far rare heaps: unions of windows, level by level.

use grundy_lanes::{Chunk, Effort, Program, Stored};

use super::engine::{Engine, LEVELS, ROWS};

/// Windows of the first chunk of a program of the widest level.
const FIRST_CHUNK: usize = 256;

impl<V: Stored> Engine<V> {
    /// The windows of all rare heaps of a level for the common value x, those of full planes first.
    fn program(&self, level: usize, x: u32) -> Program {
        let (mut program, mut chunk) = (Program::default(), Chunk::default());
        let (mut limit, mut left) = (FIRST_CHUNK, self.far[level]);
        for &v in &self.by_frequency {
            let Some(row) = self.planes.row(v) else { continue };
            for &r in &self.classes[level][(x ^ v) as usize] {
                chunk.add(r % 8, row - r / 8);
            }
            if level == 0 && chunk.len() >= limit && chunk.len() + limit < left {
                left -= chunk.len();
                limit *= 4;
                program.push(&mut chunk);
            }
        }
        if !chunk.is_empty() {
            program.push(&mut chunk);
        }
        program
    }

    /// Sets the bits of the lanes of a block at which the common value x is attained with a rare heap
    /// of this level; whether all bits are set then. The block's first lane is bit 8.
    pub fn unite(&mut self, level: usize, x: u32, b: usize, acc: &mut [u64]) -> bool {
        if self.programs[level][x as usize].is_none() {
            self.programs[level][x as usize] = Some(self.program(level, x));
        }
        let bytes = self.planes.before(b);
        let program = self.programs[level][x as usize].as_ref().expect("made above");
        if program.run(self.level, acc, bytes, Effort::Exact) {
            return true;
        }
        // What came since the programs were written.
        let (mut rest, mut chunk) = (Program::default(), Chunk::default());
        for &v in &self.new_values {
            let Some(row) = self.planes.row(v) else { continue };
            for &r in &self.classes[level][(x ^ v) as usize] {
                chunk.add(r % 8, row - r / 8);
            }
        }
        if level == 0 {
            for &(r, g) in self.new_rares.iter().filter(|r| r.0 < b) {
                if let Some(row) = self.planes.row(x ^ g) {
                    chunk.add(r % 8, row - r / 8);
                }
            }
        }
        if !chunk.is_empty() {
            rest.push(&mut chunk);
            return rest.run(self.level, acc, bytes, Effort::Exact);
        }
        acc.iter().all(|&word| word == !0)
    }

    /// What the two wider levels tell of the common value x.
    pub fn find_wider(&mut self, x: u32) {
        let (i, [top, mid]) = (x as usize, [self.wider[0].at, self.wider[1].at]);
        if self.wider[0].state[i] == 0 {
            let mut acc = [0u64; ROWS[0]];
            fence(&mut acc, 0);
            let all = self.unite(0, x, top, &mut acc[..LEVELS[0].1]);
            self.wider[0].words[ROWS[0] * i..][..ROWS[0]].copy_from_slice(&acc);
            self.wider[0].state[i] = 1 + u8::from(all);
        }
        let mut all = self.wider[0].state[i] == 2;
        if !all {
            let mut acc = [0u64; ROWS[1]];
            fence(&mut acc, 1);
            let from = &self.wider[0].words[ROWS[0] * i..][..ROWS[0]];
            let byte = (mid - top) / 8;
            for (w, acc) in acc[..LEVELS[1].1].iter_mut().enumerate() {
                *acc |= word_at(from, byte + 8 * w);
            }
            all = acc[..LEVELS[1].1].iter().all(|&word| word == !0)
                || self.unite(1, x, mid, &mut acc[..LEVELS[1].1]);
            self.wider[1].words[ROWS[1] * i..][..ROWS[1]].copy_from_slice(&acc);
        }
        self.wider[1].state[i] = 1 + u8::from(all);
    }
}

/// Sets the bits that are no lanes: the first eight, those behind the lanes, two words of ones.
pub(super) fn fence(acc: &mut [u64], level: usize) {
    let (lanes, words) = LEVELS[level];
    acc[0] |= 0xff;
    for (w, acc) in acc.iter_mut().enumerate() {
        let used = (lanes + 8).saturating_sub(64 * w);
        if used < 64 || w >= words {
            *acc |= if used == 0 { !0 } else { !0 << used };
        }
    }
}

/// 64 bits from that byte on.
#[inline(always)]
fn word_at(words: &[u64], byte: usize) -> u64 {
    let (i, shift) = (byte / 8, byte % 8 * 8);
    (words[i] >> shift) | (words[i + 1] << 1 << (63 - shift))
}

/// 128 bits from that byte on.
#[inline(always)]
pub(super) fn window_at(words: &[u64], byte: usize) -> u128 {
    u128::from(word_at(words, byte)) | u128::from(word_at(words, byte + 8)) << 64
}
