//! A heap as a row of pins: runs are taken out of it, and it is broken between pins.

use super::board::disc;
use super::{Area, Sketch, ink};
use crate::drawing::{Anchor, Form, Paint, Shape, Text, palette};

/// Longer rows are not drawn.
pub const MAX_SQUARES: u64 = 40;
/// The height of pins.
const HIGH: f64 = 46.0;

/// How a row may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Some pins are taken from it as one run; this many stay at one side and at the other.
    Take(u64, u64),
    /// It is broken into rows of these lengths.
    Break(Vec<u64>),
    /// This pin, from 0, and all right of it are taken.
    From(u64),
    /// It cannot be shown in a row.
    Other,
}

/// The orders of at most three numbers.
fn orders(lengths: &[u64]) -> Vec<Vec<u64>> {
    match *lengths {
        [a, b] => vec![vec![a, b], vec![b, a]],
        [a, b, c] => [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
            .map(|order| order.to_vec())
            .to_vec(),
        _ => Vec::new(),
    }
}

/// A row of pins with these moves: who clicks the first and the last pin of a run takes it, who
/// clicks between two pins breaks the row there. `None` if it is too long.
pub fn pins(length: u64, changes: &[Change]) -> Option<Sketch> {
    if length > MAX_SQUARES {
        return None;
    }
    // The places between pins where the row may be broken, and the pins that may be clicked.
    let mut broken = vec![false; length as usize + 1];
    let mut clicked = vec![false; length as usize + 1];
    let mut means: Vec<Vec<(bool, Vec<u64>)>> = Vec::new();
    for change in changes {
        let gestures: Vec<(bool, Vec<u64>)> = match change {
            Change::Take(one, other) if one + other < length => [(one, other), (other, one)]
                .map(|(left, right)| (false, vec![*left, length - right - 1]))
                .to_vec(),
            Change::Break(lengths) => {
                let places = |order: Vec<u64>| {
                    let mut sum = 0;
                    let ends = order.iter().map(|part| {
                        sum += part;
                        sum
                    });
                    ends.filter(|&end| end < length).collect::<Vec<u64>>()
                };
                orders(lengths).into_iter().map(|order| (true, places(order))).collect()
            }
            Change::From(pin) if *pin < length => vec![(false, vec![*pin])],
            _ => Vec::new(),
        };
        for (between, places) in &gestures {
            let marked = if *between { &mut broken } else { &mut clicked };
            places.iter().for_each(|&place| marked[place as usize] = true);
        }
        means.push(gestures);
    }
    let gaps = broken.contains(&true);
    let pitch = if gaps { 40.0 } else { 24.0 };
    if gaps && length > 24 {
        return None;
    }
    let mut sketch = Sketch::new((length.max(1) as f64) * pitch, HIGH + 24.0, changes.len());
    sketch.ground = Some(HIGH + 1.0);
    let wide = sketch.width;
    sketch.draw(Shape::line(&[(0.0, HIGH + 1.0), (wide, HIGH + 1.0)], ink::GROUND, 3.0));
    let mut spots = [vec![None; length as usize + 1], vec![None; length as usize + 1]];
    for pin in 0..length {
        let middle = (pin as f64 + 0.5) * pitch;
        let free = clicked[pin as usize];
        let shapes = pin_shapes(middle, free);
        if free {
            let at = (middle - 12.0, 0.0);
            let area = Area::Rect { at, size: (24.0, HIGH) };
            spots[0][pin as usize] = Some(sketch.spot(format!("pin {}", pin + 1), area, shapes));
        } else {
            sketch.shapes.extend(shapes);
        }
        if length < 3 || (pin + 1) % 5 == 0 || pin == 0 || pin + 1 == length && length % 5 > 1 {
            let label = Text::new(middle, HIGH + 18.0, 11.0, (pin + 1).to_string());
            sketch.draw(label.anchored(Anchor::Middle).coloured(palette::QUIET));
        }
    }
    for gap in (1..length).filter(|&gap| broken[gap as usize]) {
        let x = gap as f64 * pitch;
        let dashes = (0..4).map(|i| {
            let y = 4.0 + 11.0 * f64::from(i);
            Shape::line(&[(x, y), (x, y + 6.0)], ink::TOKEN, 2.0)
        });
        let area = Area::Rect { at: (x - 8.0, 0.0), size: (16.0, HIGH) };
        let title = format!("between pins {gap} and {}", gap + 1);
        spots[1][gap as usize] = Some(sketch.spot(title, area, dashes));
    }
    for (number, gestures) in means.into_iter().enumerate() {
        for (between, places) in gestures {
            let spot = |&place: &u64| spots[usize::from(between)][place as usize];
            if let Some(gesture) = places.iter().map(spot).collect::<Option<Vec<usize>>>() {
                sketch.means(number, gesture);
            }
        }
    }
    if length == 0 {
        let line = Text::new(0.0, HIGH - 8.0, 13.0, "empty").coloured(palette::QUIET);
        sketch.width = line.width().max(sketch.width);
        sketch.draw(line);
    }
    Some(sketch)
}

/// A pin that stands on the ground.
fn pin_shapes(x: f64, free: bool) -> [Shape; 2] {
    let (fill, edge) = match free {
        true => (ink::COIN, ink::COIN_EDGE),
        false => (ink::COIN_FIXED, ink::FIXED_EDGE),
    };
    let paint = Paint::fill(fill).edged(edge, 1.3);
    let body = Shape::rect(x - 7.0, 15.0, 14.0, HIGH - 16.0, 6.0, paint);
    [body, disc((x, 9.0), 6.5, paint)]
}

/// A strip of squares; each move puts a cross on one of some squares, from 0. `None` if it is too
/// long.
pub fn crosses(length: u64, places: &[Vec<u64>]) -> Option<Sketch> {
    const SIDE: f64 = 34.0;
    if length > 25 {
        return None;
    }
    let mut sketch = Sketch::new((length.max(1) as f64) * SIDE + 1.0, SIDE + 20.0, places.len());
    let wanted = |square: u64| places.iter().any(|places| places.contains(&square));
    let mut spots = vec![None; length as usize];
    for square in 0..length {
        let x = square as f64 * SIDE;
        let paint = Paint::fill(ink::SQUARE).edged(ink::SQUARE_EDGE, 1.2);
        let shape: Shape =
            Form::Rect { at: (x + 0.5, 0.5), size: (SIDE, SIDE), round: 0.0, paint }.into();
        if wanted(square) {
            let area = Area::Rect { at: (x, 0.0), size: (SIDE, SIDE) };
            let title = format!("square {}", square + 1);
            spots[square as usize] = Some(sketch.spot(title, area, [shape]));
        } else {
            sketch.draw(shape);
        }
        let label = Text::new(x + SIDE / 2.0, SIDE + 15.0, 11.0, (square + 1).to_string());
        sketch.draw(label.anchored(Anchor::Middle).coloured(palette::QUIET));
    }
    for (number, places) in places.iter().enumerate() {
        for &square in places {
            sketch.means(number, spots.get(square as usize).copied().flatten());
        }
    }
    if length == 0 {
        let line = Text::new(0.0, SIDE - 8.0, 13.0, "no square").coloured(palette::QUIET);
        sketch.width = line.width();
        sketch.draw(line);
    }
    Some(sketch)
}

/// Two rows of numbers below a heap: who clicks one of each replaces the heap by two of these
/// sizes. `None` if there are too many.
pub fn two_sizes(heap: u64, pairs: &[Option<(u64, u64)>]) -> Option<Sketch> {
    const SIDE: f64 = 30.0;
    if heap > 25 {
        return None;
    }
    let mut sketch = Sketch::new(0.0, 0.0, pairs.len());
    let head = Text::new(0.0, 14.0, 15.0, format!("a heap of {heap}")).bold();
    sketch.width = head.width();
    sketch.height = 24.0;
    sketch.draw(head);
    if heap == 0 {
        return Some(sketch);
    }
    let mut rows = Vec::new();
    for (name, y) in [("one", 26.0), ("the other", 26.0 + SIDE + 8.0)] {
        let label = Text::new(0.0, y + 20.0, 13.0, format!("{name}:")).coloured(palette::QUIET);
        sketch.draw(label);
        let row: Vec<usize> = (0..heap)
            .map(|size| {
                let at = (72.0 + size as f64 * SIDE, y);
                let shapes =
                    super::board::tile(at, (SIDE, SIDE), &size.to_string(), 14.0, ink::BUTTON);
                let area = Area::Rect { at, size: (SIDE, SIDE) };
                sketch.spot(format!("{name} heap of {size}"), area, shapes)
            })
            .collect();
        rows.push(row);
        sketch.width = sketch.width.max(72.0 + heap as f64 * SIDE);
        sketch.height = y + SIDE + 1.0;
    }
    for (number, pair) in pairs.iter().enumerate() {
        let Some((a, b)) = *pair else { continue };
        for (one, other) in [(a, b), (b, a)] {
            if let (Some(&first), Some(&second)) =
                (rows[0].get(one as usize), rows[1].get(other as usize))
            {
                sketch.means(number, [first, second]);
            }
        }
    }
    Some(sketch)
}
