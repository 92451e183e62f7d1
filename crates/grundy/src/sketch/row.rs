//! A heap as a row of pins: a run of them is taken by a click on its first and its last one, and a
//! row is split by a click on the gap. Where the row is broken tells the heaps that are left.

use super::{Area, Gesture, Sketch, colours, lines, pieces};
use crate::drawing::{Anchor, Paint, Shape, Text};
use crate::nat::{Nat, to_u64};

/// The most pins.
pub const MOST: u64 = 120;
/// The widest line of pins.
const WIDEST: f64 = 860.0;
/// The radius of a pin.
const RADIUS: f64 = 11.0;

/// What a move makes of a heap.
struct Break {
    /// How many are taken.
    taken: usize,
    /// The heaps that are left, none of them empty.
    left: Vec<usize>,
}

/// What is clicked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Click {
    /// The pin with this number from 0.
    Pin(usize),
    /// The gap before this pin.
    Gap(usize),
}

/// How the moves of a row are shown.
struct Ways {
    /// Heaps are only lowered: one click on the first pin taken takes it and all behind it.
    ends_only: bool,
    /// Two pins at most are taken: the gap between two stands for both.
    pairs: bool,
}

impl Break {
    fn clicks(&self, ways: &Ways) -> Vec<Vec<Click>> {
        let Self { taken, left } = self;
        let (taken, all) = (*taken, self.left.iter().sum::<usize>() + self.taken);
        let mut found = Vec::new();
        match &left[..] {
            [] | [_] if ways.ends_only => found.push(vec![Click::Pin(all - taken)]),
            [] | [_] | [_, _] if taken > 0 => {
                let first = left.first().copied().unwrap_or(0);
                let second = left.get(1).copied().unwrap_or(0);
                for before in [first, second] {
                    let last = before + taken - 1;
                    if taken == 2 && ways.pairs {
                        found.push(vec![Click::Gap(before + 1)]);
                    }
                    found.push(vec![Click::Pin(before), Click::Pin(last)]);
                }
            }
            parts => {
                // The taken ones stand at the end; gaps tell the heaps from each other.
                let ends = parts.iter().scan(0, |end, part| {
                    *end += part;
                    Some(*end)
                });
                let ends: Vec<usize> = ends.collect();
                let mut clicks: Vec<Click> = ends[..ends.len().saturating_sub(1)]
                    .iter()
                    .map(|&end| Click::Gap(end))
                    .collect();
                if taken > 0 {
                    clicks.push(Click::Pin(all - taken));
                } else if let [a, b] = parts {
                    found.push(vec![Click::Gap(*b.min(a))]);
                    clicks = vec![Click::Gap(*b.max(a))];
                }
                found.push(clicks);
            }
        }
        found
    }
}

/// A heap, and the heaps that each move makes of it.
///
/// ```
/// use grundy::{Nat, sketch::row};
/// let heaps = |sizes: &[u8]| sizes.iter().map(|&size| size.into()).collect::<Vec<Nat>>();
/// // Two of four: at an end, or in the middle.
/// let sketch = row::sketch(&4u8.into(), &[heaps(&[2]), heaps(&[1, 1])]);
/// assert!(sketch.gestures.iter().all(|gestures| !gestures.is_empty()));
/// ```
pub fn sketch(heap: &Nat, after: &[Vec<Nat>]) -> Sketch {
    let count = match to_u64(heap) {
        Some(count) if count <= MOST => count as usize,
        _ => return lines::bar(heap, after.len()),
    };
    let breaks: Vec<Option<Break>> = after
        .iter()
        .map(|after| {
            let left: Option<Vec<usize>> = after
                .iter()
                .filter(|heap| !heap.is_zero())
                .map(|heap| to_u64(heap).map(|heap| heap as usize))
                .collect();
            let left = left?;
            let kept = left.iter().try_fold(0usize, |sum, &heap| sum.checked_add(heap))?;
            Some(Break { taken: count.checked_sub(kept)?, left })
        })
        .collect();
    let known = || breaks.iter().flatten();
    let ways = Ways {
        ends_only: known().all(|b| b.left.len() < 2 || b.taken == 0),
        pairs: known().all(|b| b.left.len() < 3 && (1..=2).contains(&b.taken)),
    };
    let clicks: Vec<Vec<Vec<Click>>> = breaks
        .iter()
        .map(|found| found.as_ref().map_or_else(Vec::new, |found| found.clicks(&ways)))
        .collect();
    drawn(count, &ways, &clicks)
}

fn drawn(count: usize, ways: &Ways, clicks: &[Vec<Vec<Click>>]) -> Sketch {
    let gaps = clicks.iter().flatten().flatten().any(|click| matches!(click, Click::Gap(_)));
    let pitch = if gaps { 2.0 * RADIUS + 18.0 } else { 2.0 * RADIUS + 5.0 };
    let most = (WIDEST / pitch) as usize;
    let lines = count.div_ceil(most).max(1);
    // Lines of about the same length.
    let a_line = count.div_ceil(lines).max(1);
    let (high, deep) = (2.0 * RADIUS + 10.0, 2.0 * RADIUS + 26.0);
    let wide = (a_line as f64 * pitch).max(60.0);
    let mut sketch = Sketch::new((wide, lines as f64 * deep), clicks.len());
    let place = |i: usize| {
        let (line, column) = (i / a_line, i % a_line);
        (pitch * (column as f64 + 0.5), deep * line as f64 + high / 2.0)
    };
    for line in 0..lines {
        let y = deep * line as f64 + high + 1.0;
        let pins = (count - (line * a_line).min(count)).min(a_line).max(1);
        let end = (pins as f64 * pitch).max(if count == 0 { 60.0 } else { 0.0 });
        sketch.back.push(Shape::line(&[(0.0, y), (end, y)], colours::GROUND, 2.5));
    }
    let mut pins = Vec::new();
    for i in 0..count {
        let at = place(i);
        let title = match ways.ends_only {
            true => format!("pin {}: take it and all behind it, leave {i}", i + 1),
            false => format!("pin {}", i + 1),
        };
        pins.push(sketch.spot(
            Area::disc(at.0, at.1, RADIUS + 1.0),
            title,
            pieces::pin(at, RADIUS),
        ));
        // Numbers that help to count.
        if (i + 1) % 5 == 0 || i == 0 || i + 1 == count {
            let crowded = i + 1 == count && count > 5 && count % 5 == 1 && pitch < 30.0;
            if !crowded {
                let number = Text::new(at.0, at.1 + RADIUS + 17.0, 10.0, (i + 1).to_string());
                sketch.front.push(number.anchored(Anchor::Middle).coloured(colours::QUIET).into());
            }
        }
    }
    let mut gap_spots = vec![None; count + 1];
    let mut used = vec![false; count + 1];
    for click in clicks.iter().flatten().flatten() {
        if let Click::Gap(i) = *click {
            used[i] = true;
        }
    }
    for i in (1..count).filter(|&i| used[i]) {
        let (x, y) = place(i);
        // The gap before a pin, also where a new line begins with it.
        let x = x - pitch / 2.0;
        let (x, half) = if i % a_line == 0 { (x + 4.0, 4.0) } else { (x, 7.0) };
        let area = Area::rect(x - half, y - 16.0, 2.0 * half, 30.0);
        let title = match ways.pairs {
            true => format!("pins {i} and {}", i + 1),
            false => format!("split into {i} and {}", count - i),
        };
        let mark = Paint::fill([232, 226, 216]).edged([170, 152, 128], 0.8);
        let shape = Shape::rect(x - 2.0, y - 12.0, 4.0, 24.0, 2.0, mark);
        gap_spots[i] = Some(sketch.spot(area, title, [shape]));
    }
    for (number, gestures) in clicks.iter().enumerate() {
        for clicks in gestures {
            let spot = |click: &Click| match *click {
                Click::Pin(i) => pins.get(i).copied(),
                Click::Gap(i) => gap_spots.get(i).copied().flatten(),
            };
            let gesture: Option<Gesture> = clicks.iter().map(spot).collect();
            if let Some(gesture) = gesture {
                sketch.gesture(number, gesture);
            }
        }
    }
    sketch.settled()
}
