//! Pictures as data: shapes on a canvas, and two views of them, SVG and PNG.
//!
//! A [`Drawing`] is a list of [`Shape`]s from the back to the front; a shape has a form (rectangle,
//! path, circle, text, raster, group) and may have a [`Tag`]: a name, a title shown where the
//! pointer rests, a link. [`Drawing::write_svg`] and [`Drawing::rasterise`] are two views of the
//! same data. Lengths are CSS pixels, y grows downwards. Nothing is known of games, tables or
//! files here.
//!
//! ```
//! use grundy::drawing::{Anchor, Drawing, Paint, Shape, Text};
//! let mut drawing = Drawing::new(120.0, 40.0, "a button");
//! drawing.push(Shape::group([
//!     Shape::rect(10.0, 8.0, 100.0, 24.0, 6.0, Paint::fill([0xd7, 0xea, 0xf8])),
//!     Text::new(60.0, 24.0, 12.0, "3 -> 1").anchored(Anchor::Middle).into(),
//! ]).named("move-1").titled("take 2 coins from heap 1"));
//! let mut svg = Vec::new();
//! drawing.write_svg(&mut svg).unwrap();
//! assert!(String::from_utf8(svg).unwrap().contains("<title>take 2 coins from heap 1</title>"));
//! ```

mod colour;
mod curve;
mod face;
mod font;
pub(crate) mod palette;
mod png;
mod raster;
mod shape;
mod svg;
pub(crate) mod text;
mod xml;

pub use colour::{Lab, Rgb};
pub use curve::{Curve, Piece, Point};
pub use face::Face;
pub use png::Pixels;
pub use shape::{Anchor, Form, Paint, Raster, Run, Shape, Stroke, Tag, Text};

/// A picture: what it consists of, from the back to the front, on a background of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The width of the canvas.
    pub width: f64,
    /// The height of the canvas.
    pub height: f64,
    /// What the picture shows, in a line: for readers that do not see it.
    pub title: String,
    /// The background.
    pub paper: Rgb,
    /// From the back to the front.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// An empty white canvas.
    pub fn new(width: f64, height: f64, title: impl Into<String>) -> Self {
        Self { width, height, title: title.into(), paper: palette::PAPER, shapes: Vec::new() }
    }

    /// Adds a shape in front of the others.
    pub fn push(&mut self, shape: impl Into<Shape>) {
        self.shapes.push(shape.into());
    }

    /// All texts with the corner of the group that they are placed in, in the order drawn.
    pub fn texts(&self) -> Vec<(Point, &Text)> {
        let mut found = Vec::new();
        let mut open: Vec<(Point, &Shape)> =
            self.shapes.iter().rev().map(|shape| ((0.0, 0.0), shape)).collect();
        while let Some((corner, shape)) = open.pop() {
            match &shape.form {
                Form::Text(text) => found.push((corner, text)),
                Form::Group { at, shapes } => {
                    let corner = (corner.0 + at.0, corner.1 + at.1);
                    open.extend(shapes.iter().rev().map(|shape| (corner, shape)));
                }
                _ => {}
            }
        }
        found
    }

    /// The rectangles that the texts take: left, top, right, bottom.
    pub fn text_boxes(&self) -> Vec<(f64, f64, f64, f64)> {
        let placed = |(corner, text): (Point, &Text)| {
            let (left, top, right, bottom) = text.bounds();
            (left + corner.0, top + corner.1, right + corner.0, bottom + corner.1)
        };
        self.texts().into_iter().map(placed).collect()
    }
}

#[cfg(test)]
mod tests;
