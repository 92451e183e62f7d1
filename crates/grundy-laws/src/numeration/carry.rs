//! Valid words and adders from a recurrence. What is built here is proved elsewhere.

use hashbrown::HashMap;

use super::name::Name;
use crate::automaton::{Automaton, Budget, Choices, Overrun};

/// Place values by a recurrence Uⱼ = a₁·Uⱼ₋₁ + … + aₘ·Uⱼ₋ₘ, whose coefficients depend on the class
/// of the place j: places below `start` are classes of their own, then `period` classes take turns.
struct Recurrence {
    order: usize,
    start: usize,
    period: usize,
    /// The coefficients by class.
    coefficients: Vec<Vec<i64>>,
    /// U₀, U₋₁, …
    last: Vec<i64>,
    /// The greatest digit by class.
    digit: Vec<u32>,
    /// By class, how many zeros must follow the greatest digit.
    gap: Vec<u32>,
}

/// The places that dynamic nim's system is followed to: by then it is regular.
const SETTLED: usize = 120;

/// For each place j of the system with this factor: i such that H(j) = H(j-1) + H(j-i), and how many
/// zeros must follow a one there.
fn dynamic(factor: u32) -> Vec<(usize, u32)> {
    let factor = u128::from(factor);
    let mut terms = vec![1u128];
    let mut places = vec![(0, 0)];
    for place in 1..SETTLED {
        let least = terms.partition_point(|&term| factor * term < terms[place - 1]);
        terms.push(terms[place - 1] + terms[least]);
        let below = terms.partition_point(|&term| factor * term < terms[place]);
        places.push((place - least, (place - below) as u32));
    }
    places
}

/// The quotients of the continued fraction, without a first quotient 1: [0; 1, a, …] has the places
/// of [0; a + 1, …] and one more that always has digit 0.
fn quotients(start: &[u32], period: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let (mut start, mut period) = (start.to_vec(), period.to_vec());
    let mut take = |start: &mut Vec<u32>| {
        if start.is_empty() {
            start.push(period[0]);
            period.rotate_left(1);
        }
    };
    take(&mut start);
    if start[0] == 1 {
        start.remove(0);
        take(&mut start);
        start[0] += 1;
    }
    // Back to a purely periodic one where it is.
    while start.last() == period.last() && !start.is_empty() {
        start.pop();
        period.rotate_right(1);
    }
    (start, period)
}

impl Recurrence {
    fn of(name: &Name) -> Self {
        let (order, start, period, coefficients, last, digit, gap) = match name {
            Name::Base(base) => {
                (1, 0, 1, vec![vec![i64::from(*base)]], vec![1], vec![base - 1], vec![0])
            }
            Name::Zeckendorf => (2, 0, 1, vec![vec![1, 1]], vec![1, 1], vec![1], vec![1]),
            Name::Lag(lag) => {
                let lag = *lag as usize;
                let mut coefficients = vec![0; lag];
                (coefficients[0], coefficients[lag - 1]) = (1, 1);
                // U(n) = n + 1 for n < k, so U(-1) = … = U(1 - k) = 1 by the recurrence.
                (lag, 0, 1, vec![coefficients], vec![1; lag], vec![1], vec![lag as u32 - 1])
            }
            Name::Dynamic(factor) => {
                let places = dynamic(*factor);
                let end = places[SETTLED - 1];
                let alone = places.iter().rposition(|&place| place != end).map_or(0, |at| at + 1);
                let classes = &places[..=alone.min(SETTLED - 1)];
                let order = classes.iter().map(|&(lag, _)| lag).max().unwrap_or(1).max(2);
                let row = |&(lag, _): &(usize, u32)| {
                    let mut row = vec![0; order];
                    row[0] = 1;
                    if lag > 0 {
                        row[lag - 1] += 1;
                    }
                    row
                };
                let mut last = vec![0; order];
                last[0] = 1;
                let coefficients = classes.iter().map(row).collect();
                let gap = classes.iter().map(|&(_, gap)| gap).collect();
                (order, alone, 1, coefficients, last, vec![1; classes.len()], gap)
            }
            Name::Ostrowski { start, period } => {
                let (start, period) = quotients(start, period);
                let all: Vec<u32> = start.iter().chain(&period).copied().collect();
                // Place j is made by quotient number j, and its digit is bounded by the next one.
                // So what happens at place j depends on both: places 0..=start are of their own.
                let quotient = |number: usize| match number {
                    0 => 0,
                    n if n <= start.len() => all[n - 1],
                    n => period[(n - 1 - start.len()) % period.len()],
                };
                let alone = start.len() + 1;
                let classes = 0..alone + period.len();
                let coefficients =
                    classes.clone().map(|j| vec![i64::from(quotient(j)), 1]).collect();
                let mut digit: Vec<u32> = classes.map(|j| quotient(j + 1)).collect();
                digit[0] -= 1;
                let gap = vec![1; digit.len()];
                (2, alone, period.len(), coefficients, vec![1, 0], digit, gap)
            }
        };
        Self { order, start, period, coefficients, last, digit, gap }
    }

    fn class(&self, place: usize) -> usize {
        if place < self.start { place } else { self.start + (place - self.start) % self.period }
    }

    const fn classes(&self) -> usize {
        self.start + self.period
    }

    /// The classes of place j - 1 for a place j of this class.
    fn below(&self, class: usize) -> Vec<usize> {
        let places = 1..=self.start + 2 * self.period;
        let mut below: Vec<usize> = places
            .filter(|&place| self.class(place) == class)
            .map(|place| self.class(place - 1))
            .collect();
        below.sort_unstable();
        below.dedup();
        below
    }

    /// 1, Uⱼ₋₁/Uⱼ, … for each class, for great j.
    fn weights(&self) -> Vec<Vec<f64>> {
        let mut recent: Vec<f64> = self.last.iter().map(|&u| u as f64).collect();
        let scaled = |recent: &[f64]| recent.iter().map(|u| u / recent[0]).collect::<Vec<f64>>();
        let mut weights = vec![scaled(&recent); self.classes()];
        for place in 1..self.start + 40 * self.period.max(self.order) {
            let class = self.class(place);
            let next = self.coefficients[class].iter().zip(&recent).map(|(&a, u)| a as f64 * u);
            recent.insert(0, next.sum());
            recent.pop();
            weights[class] = scaled(&recent);
        }
        weights
    }

    /// The carry (c₁, …, cₘ), which is Σ cᵢ·Uⱼ₊₁₋ᵢ, written by lower places and the digit there.
    fn carried(&self, class: usize, carry: &[i64], digit: i64) -> Vec<i64> {
        let mut after: Vec<i64> = self.coefficients[class].iter().map(|&a| a * carry[0]).collect();
        for (to, &c) in after.iter_mut().zip(&carry[1..]) {
            *to += c;
        }
        after[0] += digit;
        after
    }
}

impl Name {
    /// Digits of one track.
    pub fn base(&self) -> u32 {
        Recurrence::of(self).digit.iter().max().map_or(2, |most| most + 1).max(2)
    }
}

/// An automaton given by states that know the class of the last place read; the start is any class.
fn determinised<S: Clone + Eq + std::hash::Hash>(
    recurrence: &Recurrence,
    (base, tracks): (u32, usize),
    start: S,
    step: impl Fn(usize, &S, usize, u32) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
    budget: &Budget<'_>,
) -> Result<Automaton, Overrun> {
    const DOING: &str = "building a numeration system";
    let letters = Budget::letters(base, tracks)?;
    let starts: Vec<(usize, S)> =
        (0..recurrence.classes()).map(|class| (class, start.clone())).collect();
    let mut numbers: HashMap<(usize, S), u32> = HashMap::new();
    let mut order = starts;
    for (at, state) in order.iter().enumerate() {
        numbers.insert(state.clone(), at as u32);
    }
    let first = order.len() as u32;
    let below: Vec<Vec<usize>> =
        (0..recurrence.classes()).map(|class| recurrence.below(class)).collect();
    let (mut to, mut at) = (Vec::new(), vec![0]);
    let mut read = 0;
    while read < order.len() {
        budget.state(DOING, order.len(), letters, tracks)?;
        let (class, state) = order[read].clone();
        for letter in 0..letters as u32 {
            let from = to.len();
            for &lower in &below[class] {
                let Some(after) = step(class, &state, lower, letter) else { continue };
                let number = *numbers.entry((lower, after)).or_insert_with_key(|key| {
                    order.push(key.clone());
                    order.len() as u32 - 1
                });
                to.push(number);
            }
            to[from..].sort_unstable();
            at.push(to.len());
        }
        read += 1;
    }
    let accepting: Vec<bool> =
        order.iter().map(|(class, state)| *class == 0 && accepts(state)).collect();
    let mut choices = Choices { base, tracks, letters, to, at, accepting, all: None };
    choices.trim();
    let start = (0..first).filter(|&state| choices.is_live(state)).collect();
    choices.determinised(start, DOING, budget)
}

/// The valid words.
pub(super) fn valid(name: &Name, budget: &Budget<'_>) -> Result<Automaton, Overrun> {
    let recurrence = Recurrence::of(name);
    let shape = (name.base(), 1);
    // The state is how many zeros must follow; after place 0 it does not matter.
    let step = |_: usize, zeros: &u32, lower: usize, digit: u32| {
        let most = recurrence.digit[lower];
        if digit > most || *zeros > 0 && digit > 0 {
            return None;
        }
        Some(if digit == most { recurrence.gap[lower] } else { zeros.saturating_sub(1) })
    };
    determinised(&recurrence, shape, 0, step, |_| true, budget)
}

/// x + y = z by carries: a carry is kept while z may still become x + y. With too little room some
/// sums are missing.
pub(super) fn adder(name: &Name, room: f64, budget: &Budget<'_>) -> Result<Automaton, Overrun> {
    let recurrence = Recurrence::of(name);
    let base = name.base();
    let weights = recurrence.weights();
    let step = |class: usize, carry: &Vec<i64>, lower: usize, letter: u32| {
        let digit = |track: u32| i64::from(letter / base.pow(2 - track) % base);
        let after = recurrence.carried(class, carry, digit(2) - digit(0) - digit(1));
        // What valid words can still add to z - x - y is between -2 Uⱼ and Uⱼ; the weights are
        // those of great j, hence some room.
        let sum: f64 = after.iter().zip(&weights[lower]).map(|(&c, w)| c as f64 * w).sum();
        (-1.0 - room..=2.0 + room).contains(&sum).then_some(after)
    };
    let zero = vec![0; recurrence.order];
    let is_zero = |carry: &Vec<i64>| {
        carry.iter().zip(&recurrence.last).map(|(&c, &u)| c * u).sum::<i64>() == 0
    };
    determinised(&recurrence, (base, 3), zero, step, is_zero, budget)
}
