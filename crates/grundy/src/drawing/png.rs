//! Pictures of pixels, and as PNG.

use super::Rgb;
use std::io::{self, Write};

/// A picture of pixels, row by row, red green and blue a byte each.
pub struct Pixels {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Pixels {
    /// Pixels of one colour.
    pub(super) fn new(width: usize, height: usize, colour: Rgb) -> Self {
        Self { width, height, bytes: colour.repeat(width * height) }
    }

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

    /// Gives a rectangle a colour; `to` is the corner right and below of it.
    pub(super) fn fill(&mut self, from: (usize, usize), to: (usize, usize), colour: Rgb) {
        for y in from.1..to.1 {
            let row = 3 * (y * self.width + from.0)..3 * (y * self.width + to.0);
            for pixel in self.bytes[row].chunks_exact_mut(3) {
                pixel.copy_from_slice(&colour);
            }
        }
    }

    /// Mixes a colour in, as much as `mask` tells of each pixel of a rectangle so wide, from a
    /// corner on; what lies outside is left out.
    pub(super) fn blend(&mut self, corner: (i64, i64), wide: usize, mask: &[u8], colour: Rgb) {
        if wide == 0 {
            return;
        }
        for (row, covers) in mask.chunks_exact(wide).enumerate() {
            let Ok(y) = usize::try_from(corner.1 + row as i64) else { continue };
            if y >= self.height {
                break;
            }
            for (column, &cover) in covers.iter().enumerate().filter(|(_, cover)| **cover > 0) {
                let Ok(x) = usize::try_from(corner.0 + column as i64) else { continue };
                if x >= self.width {
                    break;
                }
                let at = 3 * (y * self.width + x);
                for (byte, &new) in self.bytes[at..at + 3].iter_mut().zip(&colour) {
                    let (old, new, cover) = (i32::from(*byte), i32::from(new), i32::from(cover));
                    *byte = ((old * (255 - cover) + new * cover + 127) / 255) as u8;
                }
            }
        }
    }

    /// Writes the pixels as PNG.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_png(&self, out: &mut impl Write) -> io::Result<()> {
        encode(out, (self.width, self.height), png::ColorType::Rgb, &self.bytes)
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
