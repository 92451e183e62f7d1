//! P-positions of two numbers, far out: each of them marks the positions with a move to it.
//!
//! Positions are looked at row by row. If every move leads to a position that comes earlier, then a
//! position that is not marked when its turn comes has no move to a P-position. Marks go along lines: a
//! move takes linear functions of one variable from the coordinates, so the positions with a move to
//! (c,d) are (c + l(v), d + m(v)) for an interval of v. All P-positions below n cost O(n) marks each,
//! where a table of all positions looks at O(n) moves of each of n² positions.

use grundy::context::{Context, Stop};
use grundy::outcome::Play;

use super::formulas::{Choice, FamilyFormulas};
use super::spread::{conjuncts, spread};
use crate::formula::{Formula, Linear, Term, Var};

/// A slope is measured between positions that are so far apart.
const MIN_FAR: u64 = 30;

/// A condition p·v + q·a + r·b + s >= 0 (or = 0) on the variable of a move and the coordinates.
struct Condition {
    factors: [i128; 3],
    constant: i128,
    equal: bool,
}

/// A move from (a,b) to (a - l(v), b - m(v)), with l and m as factor and constant.
struct Line {
    steps: [(i128, i128); 2],
    conditions: Vec<Condition>,
}

/// The P-positions of two numbers below a bound.
pub(super) struct Sieve {
    bound: u64,
    lost: Vec<u64>,
    list: Vec<[u64; 2]>,
    /// The P-positions go on as Beatty pairs with this m.
    beatty: Option<u64>,
}

/// How many P-positions can be reached from each position, up to one more than may be forbidden.
struct Marks {
    /// Positions from which there are more than may be forbidden.
    winning: Vec<u64>,
    /// The last P-position that marked each, by its number from 1, and the number of marks; empty where
    /// nothing is forbidden.
    counts: Vec<(u32, u32)>,
    forbidden: u32,
}

impl Marks {
    fn new(size: u64, forbidden: u32) -> Self {
        let counts = if forbidden == 0 { Vec::new() } else { vec![(0, 0); size as usize] };
        Self { winning: vec![0; (size / 64 + 1) as usize], counts, forbidden }
    }

    fn is_winning(&self, at: u64) -> bool {
        self.winning[(at / 64) as usize] >> (at % 64) & 1 == 1
    }

    /// P-position number `by` can be reached; several moves to it are one option.
    fn add(&mut self, at: u64, by: u32) {
        if self.forbidden > 0 {
            let (last, count) = &mut self.counts[at as usize];
            if *last == by {
                return;
            }
            (*last, *count) = (by, *count + 1);
            if *count <= self.forbidden {
                return;
            }
        }
        self.winning[(at / 64) as usize] |= 1 << (at % 64);
    }
}

/// P-positions between two looks at the clock; each is reached from some thousands of positions.
const STRIDE: usize = 1024;

/// Beatty pairs are told up to this number.
const MAX_BEATTY: u64 = 1 << 20;

/// Up to so many of them are listed.
const MAX_PAIRS: u64 = 3000;

/// The pair (⌊kα⌋, ⌊kα⌋ + mk) with α = (2 - m + √(m² + 4))/2.
fn pair(k: u64, m: u64) -> [u64; 2] {
    let (k, m) = (u128::from(k), u128::from(m));
    let root = (k * k * (m * m + 4)).isqrt();
    let a = ((root + 2 * k - k * m) / 2) as u64;
    [a, a + (m * k) as u64]
}

impl Condition {
    fn new(linear: &Linear, var: Option<Var>, equal: bool) -> Option<Self> {
        let known = |v: Var| v.0 < 2 || Some(v) == var;
        let factor = |v: Var| i128::from(linear.coefficient(v));
        linear.vars().all(known).then(|| Self {
            factors: [var.map_or(0, factor), factor(Var(0)), factor(Var(1))],
            constant: linear.constant().into(),
            equal,
        })
    }

    /// The values of v between these for which it holds, where a and b are a + step·v.
    fn cut(&self, from: [(i128, i128); 2], range: &mut (i128, i128)) {
        let [p, q, r] = self.factors;
        let [(a, a_step), (b, b_step)] = from;
        let slope = p + q * a_step + r * b_step;
        let rest = self.constant + q * a + r * b;
        // slope·v + rest >= 0.
        let mut at_least = |slope: i128, rest: i128| match slope {
            0 if rest < 0 => *range = (0, -1),
            0 => {}
            1.. => range.0 = range.0.max(-rest.div_euclid(slope)),
            _ => range.1 = range.1.min(rest.div_euclid(-slope)),
        };
        at_least(slope, rest);
        if self.equal {
            at_least(-slope, -rest);
        }
    }
}

impl Line {
    fn new(choice: &Choice, width: usize) -> Option<Self> {
        let var = match choice.vars[..] {
            [] => None,
            [var] => Some(var),
            _ => return None,
        };
        let [target] = &choice.sum[..] else { return None };
        if choice.wins || target.coords.len() != width {
            return None;
        }
        let mut steps = [(0, 0); 2];
        for (at, coord) in target.coords.iter().enumerate() {
            let Term::Linear(linear) = coord else { return None };
            let own = Var(at as u32);
            let only = |v: Var| v == own || Some(v) == var;
            if linear.coefficient(own) != 1 || !linear.vars().all(only) {
                return None;
            }
            let factor = var.map_or(0, |var| linear.coefficient(var));
            steps[at] = (-i128::from(factor), -i128::from(linear.constant()));
        }
        let condition = |part: &Formula| match part {
            Formula::Equal(linear) => Condition::new(linear, var, true),
            Formula::AtLeast(linear) => Condition::new(linear, var, false),
            _ => None,
        };
        let parts =
            conjuncts(&choice.guard).iter().filter(|part| **part != Formula::Constant(true));
        let mut conditions = parts.map(condition).collect::<Option<Vec<_>>>()?;
        // One value of v, where there is no variable.
        if var.is_none() {
            conditions.push(Condition { factors: [1, 0, 0], constant: 0, equal: true });
        }
        Some(Self { steps, conditions })
    }

    /// The values of v for which (a,b) has this move, or with `back` those for which (a,b) is reached from
    /// a position below the bound.
    fn values(&self, [a, b]: [i128; 2], bound: i128, back: bool) -> (i128, i128) {
        let mut range = (0, i128::from(u64::MAX));
        let [(p, c), (q, d)] = self.steps;
        let from = if back { [(a + c, p), (b + d, q)] } else { [(a, 0), (b, 0)] };
        for condition in &self.conditions {
            condition.cut(from, &mut range);
        }
        // Both positions have coordinates from 0 on, below the bound.
        let to = if back { from } else { [(a - c, -p), (b - d, -q)] };
        for (at, to) in to.into_iter().enumerate() {
            let mut factors = [0; 3];
            factors[at + 1] = 1;
            let own = if at == 0 { [to, (0, 0)] } else { [(0, 0), to] };
            Condition { factors, constant: 0, equal: false }.cut(own, &mut range);
            factors[at + 1] = -1;
            Condition { factors, constant: bound - 1, equal: false }.cut(own, &mut range);
        }
        range
    }
}

impl Sieve {
    /// The P-positions with coordinates below the bound; `None` where moves are not along lines, or not
    /// row by row.
    ///
    /// # Errors
    /// Time or cancellation.
    pub(super) fn new(
        family: &FamilyFormulas,
        play: Play,
        forbidden: u32,
        bound: u64,
        context: &Context<'_>,
    ) -> Result<Option<Self>, Stop> {
        let whole = family.width == 2
            && family.domain == Formula::Constant(true)
            && family.rewritings.is_empty()
            && family.choices.iter().all(|choice| choice.sum.len() == 1);
        if !whole {
            return Ok(None);
        }
        let mut lines = Vec::new();
        for choice in &family.choices {
            let parts = if choice.vars.len() == 2 { spread(choice) } else { None };
            for part in parts.as_deref().unwrap_or(std::slice::from_ref(choice)) {
                let Some(line) = Line::new(part, family.width) else { return Ok(None) };
                lines.push(line);
            }
        }
        let size = bound * bound;
        let mut marks = Marks::new(size, forbidden);
        let lost = vec![0u64; (size / 64 + 1) as usize];
        let mut found = Self { bound, lost, list: Vec::new(), beatty: None };
        for at in 0..size {
            if marks.is_winning(at) {
                continue;
            }
            let position = [at / bound, at % bound];
            let own = position.map(i128::from);
            let moves = |line: &Line| {
                let (from, to) = line.values(own, bound.into(), false);
                from <= to
            };
            if play == Play::Misere && !lines.iter().any(moves) {
                continue;
            }
            if found.list.len().is_multiple_of(STRIDE) {
                context.look("looking for P-positions", found.list.len() as u64)?;
            }
            found.lost[(at / 64) as usize] |= 1 << (at % 64);
            found.list.push(position);
            for line in &lines {
                let (from, to) = line.values(own, bound.into(), true);
                if from > to {
                    continue;
                }
                let [(p, c), (q, d)] = line.steps;
                let bound = i128::from(bound);
                let first = (own[0] + c + p * from) * bound + own[1] + d + q * from;
                let step = p * bound + q;
                let last = first + step * (to - from);
                if first <= i128::from(at) || last <= i128::from(at) {
                    return Ok(None);
                }
                let mut marked = first as u64;
                for _ in from..=to {
                    marks.add(marked, found.list.len() as u32);
                    marked = (i128::from(marked) + step) as u64;
                }
            }
        }
        found.beatty = found.beatty_pairs();
        Ok(Some(found))
    }

    /// The m of the Beatty pairs that the P-positions are, all but the first quarter. That they go on so
    /// is a guess, which the proof of a law confirms or refutes.
    fn beatty_pairs(&self) -> Option<u64> {
        let slope = self.slope()?;
        let m = (slope - 1.0 / slope).round() as u64;
        let above: Vec<&[u64; 2]> = self.list.iter().filter(|[a, b]| a < b).collect();
        let later = &above[above.len() / 4..];
        let pairs =
            |[a, b]: &[u64; 2]| m > 0 && (b - a) % m == 0 && pair((b - a) / m, m) == [*a, *b];
        later.iter().all(|position| pairs(position)).then_some(m)
    }

    /// Whether a position is a P-position; `None` for one that is not below the bound.
    pub(super) fn holds(&self, position: &[u64]) -> Option<bool> {
        let &[a, b] = position else { return None };
        if a >= self.bound || b >= self.bound {
            let m = self.beatty.filter(|_| a.max(b) < MAX_BEATTY)?;
            let (least, apart) = (a.min(b), a.abs_diff(b));
            return Some(apart % m == 0 && pair(apart / m, m)[0] == least);
        }
        let at = a * self.bound + b;
        Some(self.lost[(at / 64) as usize] >> (at % 64) & 1 == 1)
    }

    /// Positions with coordinates below this are known, or guessed.
    pub(super) const fn bound(&self) -> u64 {
        if self.beatty.is_some() { MAX_BEATTY } else { self.bound }
    }

    /// The slope of the P-positions (a,b) with a < b, between the last one and one half way.
    pub(super) fn slope(&self) -> Option<f64> {
        let above: Vec<&[u64; 2]> = self.list.iter().filter(|[a, b]| a < b).collect();
        let &&[a, b] = above.get(above.len() / 2)?;
        let &&[c, d] = above.last()?;
        let far = c >= a + MIN_FAR && d >= b + MIN_FAR;
        far.then(|| (d - b) as f64 / (c - a) as f64)
    }

    /// The P-positions with coordinates below a bound, and positions near them.
    pub(super) fn near(&self, bound: u64) -> Vec<[u64; 2]> {
        let below = |position: &&[u64; 2]| position.iter().all(|&number| number < bound);
        let mut all = Vec::new();
        let mut pairs = Vec::new();
        if let Some(m) = self.beatty.filter(|_| bound > self.bound) {
            let count = bound / m;
            let step = count / MAX_PAIRS + 1;
            pairs.extend((0..count / step).map(|at| pair(at * step, m)));
        }
        for &[a, b] in self.list.iter().chain(&pairs).filter(below) {
            all.extend([[a, b], [a + 1, b], [a, b + 1], [a + 1, b + 1], [b, a]]);
        }
        all.retain(|position| below(&position));
        all
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use grundy_rules::source::Source;
    use grundy_rules::typed::Program;

    use super::super::oracle::Oracle;
    use super::super::statement::Of;
    use super::super::translate::translate;
    use super::*;

    #[test]
    fn pairs_of_a_mex() {
        for m in 1..=9 {
            let mut used = std::collections::BTreeSet::new();
            for k in 0..500 {
                let least = (0..).find(|n| !used.contains(n)).unwrap();
                assert_eq!(pair(k, m), [least, least + m * k]);
                used.extend(pair(k, m));
            }
        }
        let text = "W(a,b) -> W(a-x,b) for x in 1..=a
            W(a,b) -> W(a,b-y) for y in 1..=b
            W(a,b) -> W(a-x,b-y) for x in 1..=a for y in max(1,x-2)..=min(b,x+2)";
        let rules = translate(&Program::read(Source::new("rules", text)).unwrap()).unwrap();
        let sieve = |bound| {
            let family = &rules.families[0];
            Sieve::new(family, Play::Normal, 0, bound, &Context::default()).unwrap().unwrap()
        };
        let (small, great) = (sieve(400), sieve(900));
        assert_eq!(small.beatty, Some(3));
        for at in 0..900 * 900 {
            let position = [at / 900, at % 900];
            assert_eq!(small.holds(&position), great.holds(&position), "{position:?}");
        }
    }

    #[test]
    fn the_sieve_against_the_engine() {
        let wythoff = |d: u32, end: u32| {
            format!(
                "W(a,b) -> W(a-x,b) for x in 1..=a if a+b > {end}
                 W(a,b) -> W(a,b-y) for y in 1..=b if a+b > {end}
                 W(a,b) -> W(a-x,b-y) for x in 1..=a for y in max(1,x-{d})..=min(b,x+{d}) if a+b > {end}"
            )
        };
        let knight = "K(a,b) ->? K(a-2,b-1)
             K(a,b) ->? K(a-1,b-2)
             K(a,b) ->? K(a-2,b+1)";
        let lines = "G(a,b) ->? G(a-k,b-2*k) for k in 1..=a
             G(a,b) ->? G(a-2*k,b-k) for k in 1..=b
             G(a,b) -> G(a-k,b) for k in 1..=min(a,3)";
        let texts = [
            wythoff(0, 0),
            wythoff(2, 0),
            wythoff(1, 3),
            wythoff(0, 4),
            knight.into(),
            lines.into(),
        ];
        let context = Context::default();
        for text in texts {
            let program = Arc::new(Program::read(Source::new("rules", &text)).unwrap());
            let rules = translate(&program).unwrap();
            for of in [
                Of::Outcome(Play::Normal),
                Of::Outcome(Play::Misere),
                Of::Blocked(1),
                Of::Blocked(2),
            ] {
                let (play, forbidden) = match of {
                    Of::Outcome(play) => (play, 0),
                    Of::Blocked(forbidden) => (Play::Normal, forbidden),
                    Of::Value => unreachable!("a sieve tells outcomes"),
                };
                let sieve = Sieve::new(&rules.families[0], play, forbidden, 40, &context).unwrap();
                let sieve = sieve.unwrap_or_else(|| panic!("{text}"));
                let mut oracle = Oracle::new(program.clone(), of);
                for at in 0..1600 {
                    let position = [at / 40, at % 40];
                    // The knight goes up: what is beyond the bound counts near it.
                    if forbidden > 0 && position[0] / 2 + position[1] >= 40 {
                        continue;
                    }
                    let right = oracle.holds(0, &position, &context).unwrap();
                    assert_eq!(sieve.holds(&position), Some(right), "{text} {position:?} {of:?}");
                }
            }
        }
        // A move that leads to a later row.
        let up = "K(a,b) ->? K(a-1,b+1)\nK(a,b) ->? K(a+1,b-3)";
        let rules = translate(&Program::read(Source::new("rules", up)).unwrap()).unwrap();
        assert!(Sieve::new(&rules.families[0], Play::Normal, 0, 20, &context).unwrap().is_none());
    }
}
