//! Where parts lie on the canvas: side by side, in rows, those of a row on one ground.

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
/// The size of its letters.
const LETTERS: f64 = 14.0;
/// Names of parts have at least so much room, if they need it.
const NAME: f64 = 170.0;

/// A part as far as its place depends on it.
pub(super) struct Item {
    size: Point,
    ground: Option<f64>,
    caption: Option<(String, String)>,
}

impl Item {
    /// A sketch with the number and the name of the part, if they are to be written.
    pub fn new(sketch: &Sketch, caption: Option<(usize, String)>) -> Self {
        let caption = caption.map(|(number, name)| (format!("part {number} "), name));
        let least = caption.as_ref().map_or(40.0, |(head, name)| {
            let name = text::width(name, LETTERS, false).min(NAME);
            text::width(head, LETTERS, true) + name + 6.0
        });
        Self { size: (sketch.width.max(least), sketch.height), ground: sketch.ground, caption }
    }
}

/// The corners of the sketches, the captions, and the size of the canvas.
pub(super) fn arrange(items: &[Item]) -> (Vec<Point>, Vec<Shape>, Point) {
    let (mut corners, mut captions) = (Vec::new(), Vec::new());
    let (mut top, mut right) = (MARGIN, 0.0_f64);
    let mut rest = items;
    while !rest.is_empty() {
        let mut wide = 0.0;
        let fits = |item: &&Item| {
            wide += item.size.0 + BETWEEN;
            wide - BETWEEN <= ROW
        };
        let count = rest.iter().take_while(fits).count().max(1);
        let (row, next) = rest.split_at(count);
        let ground = row.iter().filter_map(|item| item.ground).fold(0.0, f64::max);
        let (mut x, mut bottom) = (MARGIN, top);
        for item in row {
            let mut y = top + item.ground.map_or(0.0, |own| ground - own);
            if let Some((head, name)) = &item.caption {
                let used = text::width(head, LETTERS, true) + 4.0;
                let name = text::fitting_both_ends(name, LETTERS, false, item.size.0 - used);
                let mut line = Text::new(x, y + 13.0, LETTERS, head).bold();
                line.runs.extend(Text::new(0.0, 0.0, LETTERS, name).coloured(palette::QUIET).runs);
                captions.push(line.into());
                y += CAPTION;
            }
            corners.push((x, y));
            bottom = f64::max(bottom, y + item.size.1);
            right = right.max(x + item.size.0);
            x += item.size.0 + BETWEEN;
        }
        top = bottom + BETWEEN;
        rest = next;
    }
    let size = ((right + MARGIN).max(80.0).ceil(), (top - BETWEEN + MARGIN).max(40.0).ceil());
    (corners, captions, size)
}
