//! Linear representations: vectors that a matrix for each digit carries on.

use super::data::UNKNOWN;
use super::evidence::{integer, natural};

/// A basis has at most so many members.
pub(super) const MAX_MEMBERS: usize = 8;

/// Matrices for the digits and vectors for the leading digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Representation {
    pub(super) base: u32,
    pub(super) rank: usize,
    /// For each digit d the matrix M(d), row by row.
    pub(super) matrices: Vec<Vec<i64>>,
    /// v(k) for k = 0, …, base - 1.
    pub(super) starts: Vec<Vec<i64>>,
    /// Each member of the basis as (step, offset): f(step n + offset); the step 0 is the constant 1.
    pub(super) members: Vec<(i64, i64)>,
}

impl Representation {
    /// The base.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The number of sequences in the basis.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// f(n); `None` for negative n, for 0 where it is not known, and where a number does not fit.
    ///
    /// # Complexity
    /// O(rank^2 log n).
    pub fn value(&self, n: i64) -> Option<i64> {
        let mut n = u64::try_from(n).ok()?;
        let base = u64::from(self.base);
        let mut digits = [0u8; 64];
        let mut count = 0;
        while n >= base {
            digits[count] = (n % base) as u8;
            n /= base;
            count += 1;
        }
        let start = &self.starts[n as usize];
        if count == 0 {
            return start.first().copied().filter(|&v| v != UNKNOWN);
        }
        let mut v = [0i64; MAX_MEMBERS];
        v[..self.rank].copy_from_slice(start);
        for &digit in digits[..count].iter().rev() {
            let matrix = &self.matrices[usize::from(digit)];
            let mut next = [0i64; MAX_MEMBERS];
            for (i, row) in matrix.chunks_exact(self.rank).enumerate() {
                for (&c, &x) in row.iter().zip(&v) {
                    if c != 0 {
                        next[i] = next[i].checked_add(c.checked_mul(x)?)?;
                    }
                }
            }
            v = next;
        }
        Some(v[0])
    }

    pub(super) fn bits(&self) -> f64 {
        let entries = self.matrices.iter().flatten();
        let starts = self.starts.iter().skip(1).flatten();
        let zero = integer(self.starts[0][0].max(-1 << 40));
        natural(self.base.into())
            + natural(self.rank as u64)
            + zero
            + entries.chain(starts).map(|&c| integer(c)).sum::<f64>()
    }

    /// The relations: "g(2k) = 2*g(k) - 1, g(2k+1) = …, g(1) = 1".
    pub fn formula(&self) -> String {
        let mut out = Vec::new();
        for (i, &(step, offset)) in self.members.iter().enumerate() {
            if step == 0 {
                continue;
            }
            for (d, matrix) in self.matrices.iter().enumerate() {
                let (s, j) = (step * i64::from(self.base), offset + d as i64 * step);
                if self.members.contains(&(s, j)) {
                    continue;
                }
                let row = &matrix[i * self.rank..(i + 1) * self.rank];
                out.push(format!("{} = {}", member(s, j), self.combination(row)));
            }
        }
        let mut known: Vec<String> = Vec::new();
        let mut told = Vec::new();
        for (k, start) in self.starts.iter().enumerate() {
            for (&(step, offset), &v) in self.members.iter().zip(start) {
                let n = step * k as i64 + offset;
                if step > 0 && v != UNKNOWN && !told.contains(&n) && (k > 0 || step == 1) {
                    told.push(n);
                    known.push(format!("g({n}) = {v}"));
                }
            }
        }
        format!("{} for k >= 1; {}", out.join(", "), known.join(", "))
    }

    fn combination(&self, row: &[i64]) -> String {
        let mut sum = String::new();
        for (&c, &(step, offset)) in row.iter().zip(&self.members) {
            if c == 0 {
                continue;
            }
            let sign = match (sum.is_empty(), c < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let factor = match (step, c.abs()) {
                (0, c) => c.to_string(),
                (_, 1) => member(step, offset),
                (_, c) => format!("{c}*{}", member(step, offset)),
            };
            sum.push_str(sign);
            sum.push_str(&factor);
        }
        if sum.is_empty() { "0".into() } else { sum }
    }
}

fn member(step: i64, offset: i64) -> String {
    match (step, offset) {
        (1, 0) => "g(k)".into(),
        (s, 0) => format!("g({s}k)"),
        (s, j) => format!("g({s}k+{j})"),
    }
}
