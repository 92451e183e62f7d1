//! Moves that have no place in the picture: a button each, below it.

use super::{Area, Sketch, ink};
use crate::drawing::{Anchor, Paint, Shape, Text, text};

/// More buttons than this are not drawn.
pub const MAX_BUTTONS: usize = 60;

/// The height of a button.
const HIGH: f64 = 24.0;
/// The space between buttons.
const GAP: f64 = 6.0;
/// The size of letters on them.
const SIZE: f64 = 13.0;
/// Rows of buttons are not made longer than this.
const ROW: f64 = 640.0;
/// No button is longer.
const MAX_BUTTON_WIDTH: f64 = 420.0;

impl Sketch {
    /// Gives a button to each move that has no gesture yet, the first [`MAX_BUTTONS`] of them; `label`
    /// tells what is written on it.
    pub fn add_buttons<'a>(&mut self, label: &dyn Fn(usize) -> &'a str) {
        let mut moves = self.unplaced();
        if moves.is_empty() {
            return;
        }
        moves.truncate(MAX_BUTTONS);
        let row = ROW.max(self.width);
        let top = if self.height > 0.0 { self.height + 8.0 } else { 0.0 };
        let (mut x, mut y) = (0.0, top);
        for number in moves {
            let shown =
                text::fitting_both_ends(label(number), SIZE, false, MAX_BUTTON_WIDTH - 20.0);
            let wide = (text::width(&shown, SIZE, false) + 18.0).max(34.0).ceil();
            if x > 0.0 && x + wide > row {
                (x, y) = (0.0, y + HIGH + GAP);
            }
            let paint = Paint::fill(ink::BUTTON).edged(ink::BUTTON_EDGE, 1.0);
            let line = Text::new(x + wide / 2.0, y + 16.5, SIZE, shown).anchored(Anchor::Middle);
            let spot = self.spot(
                label(number),
                Area::Rect { at: (x, y), size: (wide, HIGH) },
                [Shape::rect(x + 0.5, y + 0.5, wide - 1.0, HIGH - 1.0, 5.0, paint), line.into()],
            );
            self.means(number, [spot]);
            self.width = self.width.max(x + wide);
            self.height = y + HIGH;
            x += wide + GAP;
        }
    }
}

/// Lines of text alone, for positions that have no better picture.
pub fn lines(lines: &[String], moves: usize) -> Sketch {
    const LINE: f64 = 18.0;
    /// More lines or longer ones are cut short.
    const MAX_LINES: usize = 40;
    let mut sketch = Sketch::new(0.0, 0.0, moves);
    for (i, line) in lines.iter().take(MAX_LINES).enumerate() {
        let shown = text::shorten(line, 96);
        let mut line = Text::new(0.0, LINE * i as f64 + 14.0, 14.0, shown);
        line.face = crate::drawing::Face::Mono;
        sketch.width = sketch.width.max(line.width());
        sketch.height = LINE * (i + 1) as f64;
        sketch.draw(line);
    }
    sketch
}
