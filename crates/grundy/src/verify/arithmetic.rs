//! The theorem of arithmetic periods, its two conditions checked once more.

use super::file::{Claim, Problem, fails};
use super::game::{Game, Permission};
use crate::context::{Context, Stop};
use std::collections::{HashMap, HashSet};

/// Multiples of the period that are tried, and heaps of a move.
const MAX_PERIOD: u64 = 1 << 12;
const MAX_HEAPS: u64 = 8;

/// Heaps that stay as they are, in options that move, are at most this.
const MAX_KEPT_HEAP: usize = 24;

pub(super) fn check(
    game: &Game,
    claim: &Claim,
    values: &[u32],
    context: &Context<'_>,
) -> Result<(), Problem> {
    if claim.saltus == 0
        || game.most_heaps().is_none_or(|heaps| heaps > MAX_HEAPS)
        || game.forever.iter().any(|digit| digit.most().is_none_or(|most| most > 1))
    {
        return fails("the theorem of arithmetic periods is not of this code");
    }
    for times in (1..=256u64).filter(|times| times * claim.length <= MAX_PERIOD) {
        let (length, saltus) = (claim.length * times, claim.saltus.saturating_mul(times));
        let fits =
            length.is_multiple_of(2) && length.is_multiple_of(game.forever.len().max(1) as u64);
        let n0 = claim.start.max(1);
        let reach = game.once.len() as u64 + game.forever.len() as u64 + 2 * MAX_KEPT_HEAP as u64;
        if !fits || n0 + 2 * length + claim.length + reach > values.len() as u64 {
            continue;
        }
        let state = State {
            game,
            values,
            n0: n0 as usize,
            length: length as usize,
            saltus: saltus as usize,
        };
        for power in (0..7).map(|i| 1u64 << i).filter(|&part| saltus.is_multiple_of(part)) {
            if state.nothing_equals(power, context)? && state.all_is_attained(power, context)? {
                return Ok(());
            }
        }
    }
    fails("the conditions of the theorem of arithmetic periods do not hold")
}

struct State<'a> {
    game: &'a Game,
    values: &'a [u32],
    n0: usize,
    length: usize,
    saltus: usize,
}

impl State<'_> {
    fn last_period(&self) -> std::ops::Range<usize> {
        self.values.len() - self.length..self.values.len()
    }

    /// Low part and excess of a heap.
    fn parts(&self, a: usize, part: u64) -> (u64, i64) {
        let value = u64::from(self.values[a]);
        let slope = (self.saltus as u64 / part) as i64;
        (value % part, self.length as i64 * (value / part) as i64 - slope * a as i64)
    }

    fn nothing_equals(&self, part: u64, context: &Context<'_>) -> Result<bool, Stop> {
        let slope = (self.saltus as u64 / part) as i64;
        // Sums of j heaps: by residue and low part, and whether some heap is n0 or more, the greatest excess.
        let mut sums: HashMap<(usize, u64, bool), i64> = HashMap::from([((0, 0, false), 0)]);
        let most = self.game.most_heaps().unwrap_or(MAX_HEAPS);
        for j in 1..=most {
            let mut next: HashMap<(usize, u64, bool), i64> = HashMap::new();
            for (&(residue, low, large), &excess) in &sums {
                context.look("checking an arithmetic period", j)?;
                for a in 1..self.n0 + self.length {
                    let (l, e) = self.parts(a, part);
                    let place = ((residue + a) % self.length, low ^ l, large || a >= self.n0);
                    let greatest = next.entry(place).or_insert(i64::MIN);
                    *greatest = (*greatest).max(excess + e);
                }
            }
            sums = next;
            for (take, _) in self.game.once.iter().enumerate().filter(|(_, d)| d.heaps(j)) {
                // So many heaps below n0 may be all that is left of the first heap of the window.
                let small = j as usize * (self.n0 - 1) + take >= self.last_period().start;
                for n in self.last_period() {
                    let (low, excess) = self.parts(n, part);
                    let residue = (n - take) % self.length;
                    let equals = |large: bool| {
                        let sum = sums.get(&(residue, low, large));
                        sum.is_some_and(|e| e - take as i64 * slope >= excess)
                    };
                    if equals(true) || small && equals(false) {
                        return Ok(false);
                    }
                }
            }
        }
        // Repeating digits leave one heap, as far below as one likes.
        for n in self.last_period() {
            let (low, excess) = self.parts(n, part);
            for take in self.game.once.len()..n {
                let Some(digit) = self.game.digit(take) else { break };
                let (l, e) = self.parts(n - take, part);
                if digit.heaps(1) && l == low && e - take as i64 * slope >= excess {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn all_is_attained(&self, part: u64, context: &Context<'_>) -> Result<bool, Stop> {
        for n in self.last_period() {
            context.look("checking an arithmetic period", n as u64)?;
            if !self.attained(n, part) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn attained(&self, n: usize, part: u64) -> bool {
        let value = |a: usize| self.values[a] as usize;
        let (mut lasting, mut late, mut moving) = (HashSet::new(), HashSet::new(), HashSet::new());
        let free = |d: &&Permission| !d.restricted();
        for (take, digit) in self.game.once.iter().enumerate().filter(|(_, d)| free(d)) {
            let rest = n - take;
            for j in (2..=MAX_HEAPS as usize).filter(|&j| digit.heaps(j as u64) && j <= rest) {
                if j % 2 == 0 {
                    if rest.is_multiple_of(2) {
                        lasting.insert(0);
                    }
                } else {
                    // One heap a, and pairs of equal heaps.
                    for a in (1..=rest - (j - 1)).filter(|a| (rest - a).is_multiple_of(2)) {
                        lasting.insert(value(a));
                        if a >= self.n0 {
                            late.insert(value(a));
                        }
                    }
                }
            }
            let mut small = Vec::new();
            if digit.heaps(1) {
                small.push((0, 0));
            }
            for b in 1..=MAX_KEPT_HEAP {
                if digit.heaps(2) {
                    small.push((b, value(b)));
                }
                for c in (1..=MAX_KEPT_HEAP).filter(|_| digit.heaps(3)) {
                    small.push((b + c, value(b) ^ value(c)));
                }
            }
            for (size, by) in small {
                if by < part as usize && rest >= size + self.n0 && rest - size < n {
                    moving.insert(value(rest - size) ^ by);
                }
            }
        }
        for take in self.game.once.len()..=n {
            let Some(digit) = self.game.digit(take) else { break };
            let a = n - take;
            if a == 0 && digit.heaps(0) {
                lasting.insert(0);
            }
            if a > 0 && digit.heaps(1) {
                lasting.insert(value(a));
                if a >= self.n0 {
                    late.insert(value(a));
                }
            }
        }
        let l_from = (0..value(n)).rev().find(|v| !late.contains(v) && !moving.contains(v));
        let from = l_from.map_or(0, |v| v + 1);
        (from..=value(n) + 1).any(|l| {
            (l..l + self.saltus).all(|v| late.contains(&v))
                && (0..l + self.saltus).all(|v| lasting.contains(&v))
        })
    }
}
