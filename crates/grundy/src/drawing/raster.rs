//! Drawings as pixels, two for each length of one.

use super::curve::{Curve, Piece, Point};
use super::font::font;
use super::png::Pixels;
use super::shape::{Form, Paint, Raster, Shape, Text};
use super::{Drawing, Rgb};
use crate::context::{Context, Stop};
use zeno::{Cap, Command, Fill, Join, Mask, Scratch, Vector};

/// Pixels a unit of length.
const SCALE: f64 = 2.0;

/// The longest side in pixels.
const MAX_SIDE_PIXELS: f64 = 1_000_000.0;

/// What a shape holds, about.
const SHAPE_BYTES: u64 = 300;

impl Drawing {
    /// The number of shapes, groups included.
    fn count(&self) -> u64 {
        let mut open: Vec<&[Shape]> = vec![&self.shapes];
        let mut count = 0;
        while let Some(shapes) = open.pop() {
            count += shapes.len() as u64;
            for shape in shapes {
                if let Form::Group { shapes, .. } = &shape.form {
                    open.push(shapes);
                }
            }
        }
        count
    }

    /// Draws the picture as pixels, smooth at the edges.
    ///
    /// # Complexity
    /// O(pixels + the pixels of the rectangles around the shapes), four bytes a pixel.
    ///
    /// # Errors
    /// [`Stop`] at the limit of memory, when cancelled, and refused if a side is longer than a
    /// million pixels.
    pub fn rasterise(&self, context: &Context<'_>) -> Result<Pixels, Stop> {
        let (width, height) = ((self.width * SCALE).ceil(), (self.height * SCALE).ceil());
        if width.max(height) > MAX_SIDE_PIXELS {
            return Err(Stop::Refused(format!(
                "a picture of {width} by {height} pixels is too large for PNG; SVG has no such limit"
            )));
        }
        let (width, height) = (width as usize, height as usize);
        let bytes = 4 * width as u64 * height as u64 + SHAPE_BYTES * self.count();
        context.check_memory(bytes, || "drawing a picture of pixels".into())?;
        let pixels = Pixels::new(width, height, self.paper);
        let mut canvas = Canvas { pixels, scratch: Scratch::new(), mask: Vec::new() };
        let mut open: Vec<(Point, &Shape)> =
            self.shapes.iter().rev().map(|shape| ((0.0, 0.0), shape)).collect();
        let mut step = 0;
        while let Some((corner, shape)) = open.pop() {
            step += 1;
            if step % 64 == 0 {
                context.look("drawing a picture of pixels", step)?;
            }
            if let Form::Group { at, shapes } = &shape.form {
                let corner = (corner.0 + at.0, corner.1 + at.1);
                open.extend(shapes.iter().rev().map(|shape| (corner, shape)));
            } else {
                canvas.draw(&shape.form, corner);
            }
        }
        Ok(canvas.pixels)
    }
}

struct Canvas {
    pixels: Pixels,
    scratch: Scratch,
    /// How much of each pixel around a shape it covers.
    mask: Vec<u8>,
}

/// The outline of a shape in pixels, moved to where it lies small: single precision is enough then.
struct Outline {
    commands: Vec<Command>,
    origin: (f64, f64),
}

impl Outline {
    fn new(corner: Point, near: Point) -> Self {
        let origin = ((near.0 + corner.0) * SCALE, (near.1 + corner.1) * SCALE);
        Self { commands: Vec::new(), origin: (origin.0.floor(), origin.1.floor()) }
    }

    fn add(&mut self, corner: Point, curve: &Curve, closed: bool) {
        let origin = self.origin;
        let at = |(x, y): Point| {
            let (x, y) = ((x + corner.0) * SCALE - origin.0, (y + corner.1) * SCALE - origin.1);
            Vector::new(x as f32, y as f32)
        };
        self.commands.push(Command::MoveTo(at(curve.start)));
        self.commands.extend(curve.pieces.iter().map(|piece| match *piece {
            Piece::Line(end) => Command::LineTo(at(end)),
            Piece::Cubic(a, b, end) => Command::CurveTo(at(a), at(b), at(end)),
        }));
        if closed {
            self.commands.push(Command::Close);
        }
    }
}

impl Canvas {
    fn draw(&mut self, form: &Form, corner: Point) {
        match form {
            Form::Rect { at, size, round, paint } => {
                let (from, to) = (*at, (at.0 + size.0, at.1 + size.1));
                match (paint, *round > 0.0) {
                    (Paint { fill: Some(colour), stroke: None }, false) => {
                        let moved = |p: Point| (p.0 + corner.0, p.1 + corner.1);
                        self.fill_sharply(moved(from), moved(to), *colour);
                    }
                    _ => self.paint(&rounded(from, *size, *round), true, corner, paint),
                }
            }
            Form::Circle { at, radius, paint } => {
                self.paint(&circle(*at, *radius), true, corner, paint);
            }
            Form::Path { curve, closed, paint } => self.paint(curve, *closed, corner, paint),
            Form::Dots { points, radius, colour } => {
                for &point in points {
                    self.paint(&circle(point, *radius), true, corner, &Paint::fill(*colour));
                }
            }
            Form::Text(text) => self.write(text, corner),
            Form::Raster(raster) => self.cells(raster, corner),
            // Taken apart before.
            Form::Group { .. } | Form::Region { .. } => {}
        }
    }

    fn paint(&mut self, curve: &Curve, closed: bool, corner: Point, paint: &Paint) {
        let mut outline = Outline::new(corner, curve.start);
        outline.add(corner, curve, closed);
        if let Some(colour) = paint.fill {
            self.cover(&outline, Fill::NonZero.into(), colour);
        }
        if let Some(stroke) = paint.stroke {
            let mut style = zeno::Stroke::new((stroke.width * SCALE) as f32);
            style.join(Join::Round).cap(Cap::Butt);
            self.cover(&outline, style.into(), stroke.colour);
        }
    }

    /// Lays a colour over the pixels that an outline covers, as far as it covers them.
    fn cover(&mut self, outline: &Outline, style: zeno::Style<'_>, colour: Rgb) {
        let mut path = Mask::with_scratch(&outline.commands[..], &mut self.scratch);
        let mut length = 0;
        path.style(style)
            .inspect(|format, width, height| length = format.buffer_size(width, height));
        self.mask.clear();
        self.mask.resize(length, 0);
        let placement = path.render_into(&mut self.mask, None);
        let left = outline.origin.0 as i64 + i64::from(placement.left);
        let top = outline.origin.1 as i64 + i64::from(placement.top);
        self.pixels.blend((left, top), placement.width as usize, &self.mask, colour);
    }

    /// A rectangle whose edges are moved to the next pixels; it is one pixel wide at least.
    fn fill_sharply(&mut self, from: Point, to: Point, colour: Rgb) {
        let (width, height) = self.pixels.size();
        let pixel = |at: f64, most: usize| ((at * SCALE).round().max(0.0) as usize).min(most);
        let (left, top) = (pixel(from.0, width), pixel(from.1, height));
        let right = pixel(to.0, width).max((left + 1).min(width));
        let bottom = pixel(to.1, height).max((top + 1).min(height));
        self.pixels.fill((left, top), (right, bottom), colour);
    }

    fn cells(&mut self, raster: &Raster, corner: Point) {
        let rows = raster.cells.len().checked_div(raster.columns).unwrap_or(0);
        let (x, y) = (raster.at.0 + corner.0, raster.at.1 + corner.1);
        let wide = raster.size.0 / raster.columns.max(1) as f64;
        let high = raster.size.1 / rows.max(1) as f64;
        for (place, cell) in raster.cells.iter().enumerate() {
            let Some(colour) = *cell else { continue };
            let (row, column) = ((place / raster.columns) as f64, (place % raster.columns) as f64);
            let from = (x + column * wide, y + row * high);
            let to = (x + (column + 1.0) * wide, y + (row + 1.0) * high);
            self.fill_sharply(from, to, colour);
        }
    }

    fn write(&mut self, text: &Text, corner: Point) {
        let mut x = text.left();
        for run in &text.runs {
            let font = font(text.face, run.bold);
            let mut outline = Outline::new(corner, (x, text.at.1));
            for char in run.text.chars() {
                for curve in font.outlines(char, (x, text.at.1), text.size) {
                    outline.add(corner, &curve, true);
                }
                x += font.advance(char) * text.size;
            }
            if !outline.commands.is_empty() {
                self.cover(&outline, Fill::NonZero.into(), run.colour);
            }
        }
    }
}

/// The length of control points for a quarter of a circle of radius 1.
const QUARTER: f64 = 0.552_284_8;

/// A rectangle with corners rounded off.
fn rounded((x, y): Point, (w, h): Point, round: f64) -> Curve {
    let r = round.min(w / 2.0).min(h / 2.0);
    if r <= 0.0 {
        return Curve::through(&[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]);
    }
    let k = r * (1.0 - QUARTER);
    let (right, bottom) = (x + w, y + h);
    Curve {
        start: (x + r, y),
        pieces: vec![
            Piece::Line((right - r, y)),
            Piece::Cubic((right - k, y), (right, y + k), (right, y + r)),
            Piece::Line((right, bottom - r)),
            Piece::Cubic((right, bottom - k), (right - k, bottom), (right - r, bottom)),
            Piece::Line((x + r, bottom)),
            Piece::Cubic((x + k, bottom), (x, bottom - k), (x, bottom - r)),
            Piece::Line((x, y + r)),
            Piece::Cubic((x, y + k), (x + k, y), (x + r, y)),
        ],
    }
}

fn circle((x, y): Point, radius: f64) -> Curve {
    rounded((x - radius, y - radius), (2.0 * radius, 2.0 * radius), radius)
}
