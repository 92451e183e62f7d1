//! What cannot be drawn in detail: lines of text, and numbers on bars.

use super::{Sketch, colours};
use crate::drawing::text::{fitting_both_ends, width};
use crate::drawing::{Anchor, Face, Paint, Shape, Text};
use crate::nat::Nat;

/// The size of letters.
const SIZE: f64 = 13.0;
/// From line to line.
const LEADING: f64 = 18.0;
/// The widest line.
const WIDEST: f64 = 640.0;
/// The most lines.
const MOST: usize = 30;

/// Lines of text in letters of one width.
pub fn text(lines: &[String], moves: usize) -> Sketch {
    let lines = &lines[..lines.len().min(MOST)];
    let mono = |line: &str| {
        let most = (WIDEST / (0.61 * SIZE)) as usize;
        crate::drawing::text::shorten(line, most)
    };
    let shown: Vec<Text> = (0..)
        .zip(lines)
        .map(|(i, line)| {
            let y = LEADING * f64::from(i) + SIZE;
            let mut text = Text::new(0.0, y, SIZE, mono(line));
            text.face = Face::Mono;
            text
        })
        .collect();
    let wide = shown.iter().map(Text::width).fold(0.0, f64::max);
    let mut sketch = Sketch::new((wide, LEADING * shown.len() as f64), moves);
    sketch.front.extend(shown.into_iter().map(Shape::from));
    sketch
}

/// A heap too large to be drawn: a tall stack with its number.
pub fn bar(number: &Nat, moves: usize) -> Sketch {
    // A number of a million digits is not written to be cut.
    let digits = if number.as_words().len() > 8 {
        let bits = number.as_words().len() * usize::BITS as usize;
        format!("about 2^{bits}")
    } else {
        number.to_string()
    };
    let label = fitting_both_ends(&digits, SIZE, true, 150.0);
    let wide = (width(&label, SIZE, true) + 20.0).max(60.0);
    let (stack, high) = (60.0, 150.0);
    let mut sketch = Sketch::new((wide, high + 24.0), moves);
    let left = (wide - stack) / 2.0;
    let layers = 12;
    for i in 0..layers {
        let y = high - 12.0 * f64::from(i + 1);
        let gap = i == layers / 2;
        if gap {
            let dots: Vec<_> =
                (0..3).map(|j| (wide / 2.0 - 8.0 + 8.0 * f64::from(j), y + 6.0)).collect();
            let colour = colours::COIN_EDGE;
            sketch
                .back
                .push(crate::drawing::Form::Dots { points: dots, radius: 1.8, colour }.into());
            continue;
        }
        let paint = Paint::fill(colours::COIN).edged(colours::COIN_EDGE, 1.2);
        sketch.back.push(Shape::rect(left, y, stack, 11.0, 5.0, paint));
    }
    let label = Text::new(wide / 2.0, high + 18.0, SIZE, label).anchored(Anchor::Middle).bold();
    sketch.front.push(label.into());
    sketch
}
