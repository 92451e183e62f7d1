//! Where parts lie on the canvas: side by side, in rows.

use crate::drawing::{Point, Shape, Text, palette, text};
use crate::sketch::Sketch;

/// Rows are not made longer if they have several parts.
const ROW: f64 = 900.0;
/// The space around everything.
const MARGIN: f64 = 16.0;
/// The space between parts.
const BETWEEN: f64 = 34.0;
/// The height of a caption.
const CAPTION: f64 = 26.0;

/// The places taken so far.
#[derive(Default)]
pub(super) struct Desk {
    /// Where the next part goes, from the margin.
    next: Point,
    /// The lower end of the present row.
    bottom: f64,
    /// The right end of all rows.
    right: f64,
}

impl Desk {
    /// Finds a place for a sketch, draws its caption and tells its corner.
    pub fn put(
        &mut self,
        shapes: &mut Vec<Shape>,
        sketch: &Sketch,
        caption: Option<(usize, String)>,
    ) -> Point {
        let least = if caption.is_some() { 120.0 } else { 40.0 };
        let wide = sketch.width.max(least);
        if self.next.0 > 0.0 && self.next.0 + wide > ROW {
            self.next = (0.0, self.bottom + BETWEEN);
        }
        let (x, mut y) = (MARGIN + self.next.0, MARGIN + self.next.1);
        if let Some((number, name)) = caption {
            let head = format!("part {number} ");
            let size = 14.0;
            let used = text::width(&head, size, true) + 4.0;
            let name = text::fitting_both_ends(&name, size, false, (wide - used).max(24.0));
            let mut line = Text::new(x, y + 13.0, size, head).bold();
            let quiet = Text::new(0.0, 0.0, size, name).coloured(palette::QUIET);
            line.runs.extend(quiet.runs);
            shapes.push(line.into());
            y += CAPTION;
        }
        self.next.0 += wide + BETWEEN;
        self.right = self.right.max(x - MARGIN + wide);
        self.bottom = self.bottom.max(y - MARGIN + sketch.height);
        (x, y)
    }

    /// The size of the canvas.
    pub fn size(&self) -> Point {
        ((self.right + 2.0 * MARGIN).max(80.0).ceil(), (self.bottom + 2.0 * MARGIN).ceil())
    }
}
