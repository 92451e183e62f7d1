//! Where the states stand: on a grid, so that few arrows cross and none comes near another state.
//!
//! Simulated annealing (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi 1983; for drawings R. Davidson and
//! D. Harel 1996) with random numbers that are always the same. Where that leaves arrows near states, they
//! stand on a circle, and arrows bend to the inside.

use super::geometry::{crosses, distance};
use super::graph::Graph;
use grundy::drawing::Point;

/// With more states the circle is used.
const MAX_ON_GRID: usize = 40;

/// Pairs of arrows that are looked at.
const WORK: usize = 15_000_000;

/// The distance of neighbours on the grid, and of states on the circle.
pub const STEP: f64 = 1.0;

/// States nearer to an arrow than this are in its way.
const MIN_DISTANCE_FROM_ARROW: f64 = 0.42;

/// A pseudo-random sequence (G. Marsaglia 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

struct Layout {
    /// Places that states can have.
    slots: Vec<Point>,
    /// The slot of each state.
    at: Vec<usize>,
    /// Pairs of different states with arrows between them, the lesser first.
    pairs: Vec<(usize, usize)>,
}

/// The places of the states.
#[derive(Clone, Debug)]
pub struct Places {
    /// State by state.
    pub points: Vec<Point>,
    /// Whether they stand on a circle around (0, 0): then arrows must bend to the inside.
    pub round: bool,
}

/// The places of the states, at least [`STEP`] apart; the first state has none to its left in its row.
///
/// # Complexity
/// Some 15 million looks at pairs of arrows at most.
pub fn places(graph: &Graph) -> Places {
    let states = graph.numbers.len();
    let mut pairs: Vec<(usize, usize)> = graph
        .arrows
        .iter()
        .filter(|arrow| arrow.from != arrow.to)
        .map(|arrow| (arrow.from.min(arrow.to), arrow.from.max(arrow.to)))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    if states <= MAX_ON_GRID {
        let mut layout = Layout { slots: grid(states), at: (0..states).collect(), pairs };
        layout.anneal();
        if layout.is_clear() {
            return Places { points: layout.points(), round: false };
        }
        pairs = layout.pairs;
    }
    let mut layout = Layout { slots: circle(states), at: (0..states).collect(), pairs };
    layout.anneal();
    Places { points: layout.points(), round: true }
}

/// Rows that are moved by half a step, wider than high.
fn grid(states: usize) -> Vec<Point> {
    let rows = ((states as f64 / 1.6).sqrt().ceil() as usize).max(1);
    let columns = states.div_ceil(rows) + 1;
    let place = |row: usize, column: usize| {
        let shift = if row % 2 == 1 { 0.5 } else { 0.0 };
        ((column as f64 + shift) * STEP, row as f64 * 0.9 * STEP)
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| place(row, column))).collect()
}

/// From the left on, clockwise.
fn circle(states: usize) -> Vec<Point> {
    let radius = STEP * (states as f64 / std::f64::consts::TAU).max(0.8);
    let place = |number: usize| {
        let angle = std::f64::consts::TAU * number as f64 / states as f64;
        (-radius * angle.cos(), -radius * angle.sin())
    };
    (0..states).map(place).collect()
}

impl Layout {
    fn points(&self) -> Vec<Point> {
        self.at.iter().map(|&slot| self.slots[slot]).collect()
    }

    fn place(&self, state: usize) -> Point {
        self.slots[self.at[state]]
    }

    /// Where the arrow of the beginning comes from.
    fn outside(&self) -> Point {
        let (x, y) = self.place(0);
        (x - 0.8 * STEP, y)
    }

    /// Length of the line between a pair, and whether the arrow of the beginning crosses it.
    fn own_cost(&self, (a, b): (usize, usize)) -> f64 {
        let (from, to) = (self.place(a), self.place(b));
        let length = (from.0 - to.0).hypot(from.1 - to.1);
        let start = a != 0 && crosses((self.outside(), self.place(0)), (from, to));
        0.5 * length * length + if start { 12.0 } else { 0.0 }
    }

    /// A state in the way of a pair.
    fn near_cost(&self, state: usize, (a, b): (usize, usize)) -> f64 {
        let apart = state != a && state != b;
        let (from, to) = (self.place(a), self.place(b));
        if apart && distance(self.place(state), from, to) < MIN_DISTANCE_FROM_ARROW * STEP {
            30.0
        } else {
            0.0
        }
    }

    fn crossing_cost(&self, (a, b): (usize, usize), (c, d): (usize, usize)) -> f64 {
        let apart = a != c && a != d && b != c && b != d;
        let first = (self.place(a), self.place(b));
        if apart && crosses(first, (self.place(c), self.place(d))) { 2.5 } else { 0.0 }
    }

    /// What changes with the places of these two states.
    fn cost(&self, moved: (usize, usize)) -> f64 {
        let touches = |&(a, b): &(usize, usize)| {
            // The arrow of the beginning moves with its state.
            a == moved.0 || a == moved.1 || b == moved.0 || b == moved.1
        };
        let mut cost = 0.0;
        for (number, &pair) in self.pairs.iter().enumerate() {
            if !touches(&pair) {
                cost += self.near_cost(moved.0, pair) + self.near_cost(moved.1, pair);
                continue;
            }
            cost += self.own_cost(pair);
            for state in 0..self.at.len() {
                cost += self.near_cost(state, pair);
            }
            for (other, &beside) in self.pairs.iter().enumerate() {
                if !touches(&beside) || other < number {
                    cost += self.crossing_cost(pair, beside);
                }
            }
        }
        let (x, y) = self.place(0);
        if moved.0 == 0 || moved.1 == 0 {
            let crossed = self.pairs.iter().filter(|pair| !touches(pair));
            cost += crossed.map(|&pair| self.own_cost(pair)).sum::<f64>();
        }
        let left = (1..self.at.len()).filter(|&state| {
            let other = self.place(state);
            other.0 < x && (other.1 - y).abs() < 0.5 * STEP
        });
        // The beginning is best at the left.
        cost + 12.0 * left.count() as f64 + 1.5 * x
    }

    fn anneal(&mut self) {
        let states = self.at.len();
        if states < 2 {
            return;
        }
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut slots: Vec<Option<usize>> = vec![None; self.slots.len()];
        for (state, &slot) in self.at.iter().enumerate() {
            slots[slot] = Some(state);
        }
        // The pairs that change with one step, with all others.
        let degree = 4 * self.pairs.len() / states + 2;
        let steps = (WORK / (degree * (self.pairs.len() + states))).clamp(500, 60_000);
        for step in 0..steps {
            let heat = 5.0 * (1.0 - step as f64 / steps as f64).powi(2) + 0.001;
            let state = random.below(states);
            let (from, to) = (self.at[state], random.below(self.slots.len()));
            if from == to {
                continue;
            }
            let other = slots[to];
            let moved = (state, other.unwrap_or(state));
            let before = self.cost(moved);
            self.at[moved.1] = from;
            self.at[state] = to;
            let after = self.cost(moved);
            if after <= before || random.unit() < ((before - after) / heat).exp() {
                slots.swap(from, to);
            } else {
                self.at[moved.1] = to;
                self.at[state] = from;
            }
        }
    }

    /// Whether no arrow comes near a state that it does not join.
    fn is_clear(&self) -> bool {
        self.pairs.iter().all(|&(a, b)| {
            let others = (0..self.at.len()).filter(|&state| state != a && state != b);
            let (from, to) = (self.place(a), self.place(b));
            others.into_iter().all(|state| {
                distance(self.place(state), from, to) >= MIN_DISTANCE_FROM_ARROW * STEP
            })
        })
    }
}
