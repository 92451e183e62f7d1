//! Pictures of tables: values over sizes for one argument, a heat map for two.
//!
//! [`Picture::of`] lays a table out as rectangles, lines and labels; [`Picture::write_svg`] and
//! [`Picture::rasterise`] are two views of that. Labels never overlap: an axis gets as many as fit.

mod colours;
mod curve;
mod font;
mod heat;
mod png;
mod scale;
mod svg;

pub use colours::Rgb;
pub use png::Pixels;

use crate::context::{Context, Stop};
use crate::game_graph::widths;
use crate::table::Table;
use std::rc::Rc;

/// A picture as what it consists of, in order from the back; lengths are CSS pixels.
#[derive(Clone, Debug)]
pub struct Picture {
    width: f64,
    height: f64,
    title: String,
    summary: String,
    items: Vec<Item>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Debug)]
struct Label {
    x: f64,
    /// Of the line on which the letters stand.
    y: f64,
    size: f64,
    bold: bool,
    anchor: Anchor,
    colour: Rgb,
    text: String,
}

#[derive(Clone, Debug)]
enum Item {
    Rect {
        x: f64,
        y: f64,
        w: f64,
        h: f64,
        colour: Rgb,
    },
    Line {
        points: Vec<(f64, f64)>,
        width: f64,
        colour: Rgb,
    },
    Dots {
        points: Vec<(f64, f64)>,
        radius: f64,
        colour: Rgb,
    },
    Label(Label),
    /// Equal rectangles in rows; `None` is see-through.
    Raster {
        x: f64,
        y: f64,
        w: f64,
        h: f64,
        columns: usize,
        cells: Rc<Vec<Option<Rgb>>>,
    },
}

/// Space around everything.
const MARGIN: f64 = 16.0;
const TITLE_SIZE: f64 = 15.0;
const LABEL_SIZE: f64 = 11.0;
/// The least distance of labels beside each other.
const LABEL_GAP: f64 = 8.0;
/// Lines of labels are so far apart.
const LABEL_LINE: f64 = 16.0;
/// The longest title and remarks.
const WIDEST_TEXT: f64 = 720.0;

impl Picture {
    /// Draws a table.
    ///
    /// # Complexity
    /// O(entries); the picture holds at most about 4 million rectangles.
    ///
    /// # Errors
    /// [`Stop`] when cancelled, and refused if a value exceeds 2^32 - 6.
    ///
    /// ```
    /// use grundy::{expr::Catalogue, plot::Picture, table::{Content, Table}};
    /// let context = Default::default();
    /// let game = Catalogue::default().read_game("wythoff").unwrap();
    /// let table = Table::compute(&*game, 9, None, Content::Values, &context).unwrap();
    /// let mut svg = Vec::new();
    /// Picture::of(&table, &context).unwrap().write_svg(&mut svg).unwrap();
    /// assert!(svg.starts_with(b"<svg "));
    /// ```
    pub fn of(table: &Table, context: &Context<'_>) -> Result<Self, Stop> {
        match table.first_column {
            Some(first) => heat::draw(table, first, context),
            None => curve::draw(table, context),
        }
    }

    /// Width and height in CSS pixels.
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// What is drawn, in a line.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The rectangles that the labels take: left, top, right, bottom.
    pub fn label_boxes(&self) -> Vec<(f64, f64, f64, f64)> {
        let labels = self.items.iter().filter_map(|item| match item {
            Item::Label(label) => Some(label),
            _ => None,
        });
        labels
            .map(|label| {
                let width = text_width(&label.text, label.size, label.bold);
                let left = match label.anchor {
                    Anchor::Start => label.x,
                    Anchor::Middle => label.x - width / 2.0,
                    Anchor::End => label.x - width,
                };
                let (above, below) = (0.76 * label.size, 0.22 * label.size);
                (left, label.y - above, left + width, label.y + below)
            })
            .collect()
    }
}

/// The width of a text, in whichever of the fonts it is wider.
fn text_width(text: &str, size: f64, bold: bool) -> f64 {
    widths::text(text, size, bold).max(font::width(text) * font_unit(size))
}

/// A unit of the font's grid.
fn font_unit(size: f64) -> f64 {
    0.64 * size / font::CAPITAL
}

/// As much of a text as fits.
fn fitting(text: &str, size: f64, bold: bool, width: f64) -> String {
    if text_width(text, size, bold) <= width {
        return text.to_owned();
    }
    let chars: Vec<char> = text.chars().take(400).collect();
    let mut kept = chars.len().min(text.chars().count() - 1);
    loop {
        let shown: String = chars[..kept].iter().copied().chain(['…']).collect();
        if kept == 0 || text_width(&shown, size, bold) <= width {
            return shown;
        }
        kept -= 1;
    }
}

/// A label of the usual size and colour.
fn label(x: f64, y: f64, anchor: Anchor, text: impl Into<String>) -> Item {
    let (size, colour) = (LABEL_SIZE, colours::INK);
    Item::Label(Label { x, y, size, bold: false, anchor, colour, text: text.into() })
}

/// The title at the top left.
fn title(text: String) -> Item {
    let (size, colour) = (TITLE_SIZE, colours::INK);
    let (x, y) = (MARGIN, MARGIN + 12.0);
    Item::Label(Label { x, y, size, bold: true, anchor: Anchor::Start, colour, text })
}

/// The frame of a rectangle.
fn frame(x: f64, y: f64, w: f64, h: f64) -> Item {
    let points = vec![(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)];
    Item::Line { points, width: 1.0, colour: colours::AXIS }
}

#[cfg(test)]
mod tests;
