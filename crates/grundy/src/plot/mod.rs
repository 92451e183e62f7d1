//! Pictures of tables: values over sizes for one argument, a heat map for two.
//!
//! [`Plot::of`] lays a table out as a [`Drawing`]. Labels never overlap: an axis gets as many as
//! fit.

mod colours;
mod curve;
mod heat;
mod scale;

pub use colours::Colours;

use crate::context::{Context, Stop};
use crate::drawing::text::{fitting, width};
use crate::drawing::{Anchor, Drawing, Shape, Text, palette};
use crate::table::Table;

/// A table as a picture.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The picture.
    pub drawing: Drawing,
    /// What is drawn, in a line.
    pub summary: String,
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
const MAX_TEXT_WIDTH: f64 = 720.0;
/// The side of a coloured square in a legend.
const SWATCH: f64 = 12.0;

impl Plot {
    /// Draws a table; `colours` tells what the colours of values mean.
    ///
    /// # Complexity
    /// O(entries); the picture holds at most about 4 million rectangles.
    ///
    /// # Errors
    /// [`Stop`] when cancelled, and refused if a value exceeds 2^32 - 6.
    ///
    /// ```
    /// use grundy::{expr::Catalogue, plot::{Colours, Plot}, table::{Content, Table}};
    /// let context = Default::default();
    /// let game = Catalogue::default().read_game("wythoff").unwrap();
    /// let table = Table::compute(&*game, 9, None, Content::Values, &context).unwrap();
    /// let plot = Plot::of(&table, Colours::Value, &context).unwrap();
    /// assert_eq!(plot.summary, "a heat map of 10 by 10 entries");
    /// assert!(plot.drawing.to_svg().starts_with("<svg "));
    /// ```
    pub fn of(table: &Table, colours: Colours, context: &Context<'_>) -> Result<Self, Stop> {
        match table.first_column {
            Some(first) => heat::draw(table, first, colours, context),
            None => curve::draw(table, colours, context),
        }
    }
}

/// The width of the widest of some labels.
fn widest(labels: &[u64]) -> f64 {
    let widths = labels.iter().map(|&label| width(&scale::label(label), LABEL_SIZE, false));
    widths.fold(0.0, f64::max)
}

/// A label of the usual size and colour.
fn label(x: f64, y: f64, anchor: Anchor, text: impl Into<String>) -> Shape {
    Text::new(x, y, LABEL_SIZE, text).anchored(anchor).into()
}

/// The name of an axis.
fn axis_name(x: f64, y: f64, anchor: Anchor, text: impl Into<String>) -> Shape {
    Text::new(x, y, LABEL_SIZE, text).anchored(anchor).bold().into()
}

/// The title at the top left.
fn title(text: &str, room: f64) -> Text {
    let shown = fitting(text, TITLE_SIZE, true, room);
    Text::new(MARGIN, MARGIN + 12.0, TITLE_SIZE, shown).bold()
}

/// A thin straight line, in the middle of a row or column of pixels.
fn thin(from: (f64, f64), to: (f64, f64), colour: crate::drawing::Rgb) -> Shape {
    let middle = |at: f64| at.floor() + 0.5;
    let (mut from, mut to) = (from, to);
    if from.0 == to.0 {
        (from.0, to.0) = (middle(from.0), middle(to.0));
    } else {
        (from.1, to.1) = (middle(from.1), middle(to.1));
    }
    Shape::line(&[from, to], colour, 1.0)
}

/// The frame of a rectangle.
fn frame(x: f64, y: f64, w: f64, h: f64) -> Shape {
    let (x, y) = (x.floor() - 0.5, y.floor() - 0.5);
    let paint = crate::drawing::Paint::stroke(palette::AXIS, 1.0);
    Shape::rect(x, y, w.ceil() + 1.0, h.ceil() + 1.0, 0.0, paint)
}

#[cfg(test)]
mod tests;
