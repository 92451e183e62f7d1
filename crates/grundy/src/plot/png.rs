//! Pictures as pixels, two for each length of one, and as PNG.

use super::{Anchor, Item, Label, Picture, Rgb, font, font_unit, text_width};
use crate::context::{Context, Stop};
use std::io::{self, Write};

/// Pixels a unit of length.
const SCALE: f64 = 2.0;

/// A picture of pixels, row by row, red green and blue a byte each.
pub struct Pixels {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Picture {
    /// Draws the picture as pixels.
    ///
    /// # Complexity
    /// O(pixels), three bytes each.
    ///
    /// # Errors
    /// [`Stop`] at the limit of memory, or when cancelled.
    pub fn rasterise(&self, context: &Context<'_>) -> Result<Pixels, Stop> {
        let (width, height) = ((self.width * SCALE) as usize, (self.height * SCALE) as usize);
        let bytes = 3 * width as u64 * height as u64;
        context.check_memory(bytes, || "drawing a picture".into())?;
        let mut pixels = Pixels { width, height, bytes: vec![255; bytes as usize] };
        for (step, item) in self.items.iter().enumerate() {
            context.tick("drawing a picture", step as u64)?;
            pixels.draw(item);
        }
        Ok(pixels)
    }
}

impl Pixels {
    /// Width and height.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The colour of a pixel.
    ///
    /// # Panics
    /// If there is no such pixel.
    pub fn at(&self, x: usize, y: usize) -> Rgb {
        assert!(x < self.width && y < self.height, "the pixel exists");
        let at = 3 * (y * self.width + x);
        [self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]]
    }

    /// Writes the pixels as PNG.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_png(&self, out: &mut impl Write) -> io::Result<()> {
        encode(out, (self.width, self.height), png::ColorType::Rgb, &self.bytes)
    }

    fn draw(&mut self, item: &Item) {
        match item {
            Item::Rect { x, y, w, h, colour } => self.fill((*x, *y), (x + w, y + h), *colour),
            Item::Line { points, width, colour } => {
                for pair in points.windows(2) {
                    self.stroke(pair[0], pair[1], *width, *colour);
                }
            }
            Item::Dots { points, radius, colour } => {
                for &point in points {
                    self.stroke(point, point, 2.0 * radius, *colour);
                }
            }
            Item::Label(label) => self.write(label),
            Item::Raster { x, y, w, h, columns, cells } => {
                let rows = cells.len() / columns;
                let (wide, high) = (w / *columns as f64, h / rows.max(1) as f64);
                for (place, cell) in cells.iter().enumerate() {
                    let Some(colour) = *cell else { continue };
                    let (row, column) = ((place / columns) as f64, (place % columns) as f64);
                    let corner = (x + column * wide, y + row * high);
                    self.fill(corner, (corner.0 + wide, corner.1 + high), colour);
                }
            }
        }
    }

    /// A rectangle whose edges are moved to the next pixels; it is one pixel wide at least.
    fn fill(&mut self, from: (f64, f64), to: (f64, f64), colour: Rgb) {
        let pixel = |at: f64, most: usize| ((at * SCALE).round().max(0.0) as usize).min(most);
        let (left, top) = (pixel(from.0, self.width), pixel(from.1, self.height));
        let right = pixel(to.0, self.width).max((left + 1).min(self.width));
        let bottom = pixel(to.1, self.height).max((top + 1).min(self.height));
        for y in top..bottom {
            let row = 3 * (y * self.width + left)..3 * (y * self.width + right);
            for pixel in self.bytes[row].chunks_exact_mut(3) {
                pixel.copy_from_slice(&colour);
            }
        }
    }

    /// A stroke with round ends, smooth at its edges.
    fn stroke(&mut self, from: (f64, f64), to: (f64, f64), width: f64, colour: Rgb) {
        let scaled = |(x, y): (f64, f64)| (x * SCALE, y * SCALE);
        let ((x1, y1), (x2, y2)) = (scaled(from), scaled(to));
        let half = width * SCALE / 2.0;
        let reach = half + 1.0;
        let low = |a: f64, b: f64| (a.min(b) - reach).floor().max(0.0) as usize;
        let high =
            |a: f64, b: f64, most: usize| ((a.max(b) + reach).ceil().max(0.0) as usize).min(most);
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = dx * dx + dy * dy;
        for y in low(y1, y2)..high(y1, y2, self.height) {
            for x in low(x1, x2)..high(x1, x2, self.width) {
                let (px, py) = (x as f64 + 0.5 - x1, y as f64 + 0.5 - y1);
                let along =
                    if length > 0.0 { ((px * dx + py * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
                let away = (px - along * dx).hypot(py - along * dy);
                let cover = (half + 0.5 - away).clamp(0.0, 1.0);
                if cover > 0.0 {
                    let at = 3 * (y * self.width + x);
                    for (byte, &new) in self.bytes[at..at + 3].iter_mut().zip(&colour) {
                        let old = f64::from(*byte);
                        *byte = (old + (f64::from(new) - old) * cover).round() as u8;
                    }
                }
            }
        }
    }

    fn write(&mut self, label: &Label) {
        let unit = font_unit(label.size);
        let width = font::width(&label.text) * unit;
        let start = match label.anchor {
            Anchor::Start => label.x,
            Anchor::Middle => label.x - (width - unit) / 2.0,
            Anchor::End => label.x - width + unit,
        };
        debug_assert!(width <= text_width(&label.text, label.size, label.bold) + 1e-9);
        let thick = unit * if label.bold { 1.25 } else { 0.9 };
        font::set(&label.text, |x, glyph| {
            let at = |(dx, dy): (f64, f64)| (start + (x + dx) * unit, label.y + (dy - 0.4) * unit);
            glyph.strokes(|from, to| self.stroke(at(from), at(to), thick, label.colour));
        });
    }
}

/// Cells as PNG, each so many pixels wide and high; see-through where there is none.
pub(super) fn encode_cells(
    columns: usize,
    cells: &[Option<Rgb>],
    wide: usize,
    high: usize,
) -> io::Result<Vec<u8>> {
    let rows = cells.len() / columns;
    let mut bytes = Vec::with_capacity(4 * cells.len() * wide * high);
    for row in cells.chunks(columns) {
        let start = bytes.len();
        for cell in row {
            let pixel = cell.map_or([0; 4], |[red, green, blue]| [red, green, blue, 255]);
            (0..wide).for_each(|_| bytes.extend_from_slice(&pixel));
        }
        let end = bytes.len();
        (1..high).for_each(|_| bytes.extend_from_within(start..end));
    }
    let mut out = Vec::new();
    encode(&mut out, (columns * wide, rows * high), png::ColorType::Rgba, &bytes)?;
    Ok(out)
}

fn encode(
    out: &mut impl Write,
    (width, height): (usize, usize),
    colours: png::ColorType,
    bytes: &[u8],
) -> io::Result<()> {
    let side = |side: usize| u32::try_from(side).map_err(io::Error::other);
    let mut encoder = png::Encoder::new(out, side(width)?, side(height)?);
    encoder.set_color(colours);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(bytes).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)
}
