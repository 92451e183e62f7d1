//! Pictures as SVG.

use super::{Anchor, Item, Picture, Rgb, png};
use crate::xml::escape;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Rasters with more cells are a picture of pixels within the SVG.
const CELLS: usize = 12_000;

impl Picture {
    /// Writes the picture as SVG: one element that stands for itself, no scripts, no references.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_svg(&self, out: &mut impl Write) -> io::Result<()> {
        let (w, h) = (num(self.width), num(self.height));
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" font-family=\"Helvetica, Arial, \
             'DejaVu Sans', sans-serif\" role=\"img\">\n<title>{}</title>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>",
            escape(&format!("{}: {}", self.title, self.summary))
        )?;
        for item in &self.items {
            out.write_all(element(item)?.as_bytes())?;
        }
        out.write_all(b"</svg>\n")
    }
}

fn element(item: &Item) -> io::Result<String> {
    let mut text = String::new();
    match item {
        Item::Rect { x, y, w, h, colour } => rect(&mut text, (*x, *y), (*w, *h), *colour),
        Item::Line { points, width, colour } => {
            let _ = write!(
                text,
                "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" d=\"",
                hex(*colour),
                num(*width)
            );
            for (i, &(x, y)) in points.iter().enumerate() {
                let letter = if i == 0 { 'M' } else { 'L' };
                let _ = write!(text, "{letter}{} {}", num(x), num(y));
            }
            text.push_str("\"/>\n");
        }
        // Strokes of no length with round ends: shorter than as many circles.
        Item::Dots { points, radius, colour } => {
            let _ = write!(
                text,
                "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" d=\"",
                hex(*colour),
                num(2.0 * radius)
            );
            for &(x, y) in points {
                let _ = write!(text, "M{} {}h0", num(x), num(y));
            }
            text.push_str("\"/>\n");
        }
        Item::Label(label) => {
            let anchor = match label.anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let bold = if label.bold { " font-weight=\"bold\"" } else { "" };
            let _ = writeln!(
                text,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{bold} fill=\"{}\">{}</text>",
                num(label.x),
                num(label.y),
                num(label.size),
                hex(label.colour),
                escape(&label.text)
            );
        }
        Item::Raster { x, y, w, h, columns, cells } => {
            raster(&mut text, (*x, *y, *w, *h), *columns, cells)?;
        }
    }
    Ok(text)
}

fn raster(
    text: &mut String,
    (x, y, w, h): (f64, f64, f64, f64),
    columns: usize,
    cells: &[Option<Rgb>],
) -> io::Result<()> {
    if cells.is_empty() {
        return Ok(());
    }
    let rows = cells.len() / columns;
    let (wide, high) = (w / columns as f64, h / rows as f64);
    if cells.len() <= CELLS {
        text.push_str("<g shape-rendering=\"crispEdges\">\n");
        for (row, colours) in cells.chunks(columns).enumerate() {
            let mut column = 0;
            for run in colours.chunk_by(|a, b| a == b) {
                if let Some(colour) = run[0] {
                    let corner = (x + column as f64 * wide, y + row as f64 * high);
                    rect(text, corner, (run.len() as f64 * wide, high), colour);
                }
                column += run.len();
            }
        }
        text.push_str("</g>\n");
        return Ok(());
    }
    // Enlarged to its size here: viewers differ in how they enlarge.
    let times = |side: f64| (side.round() as usize).max(1);
    let picture = png::encode_cells(columns, cells, times(wide), times(high))?;
    let _ = writeln!(
        text,
        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
         style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,{}\"/>",
        num(x),
        num(y),
        num(w),
        num(h),
        base64(&picture)
    );
    Ok(())
}

fn rect(text: &mut String, (x, y): (f64, f64), (w, h): (f64, f64), colour: Rgb) {
    let _ = writeln!(
        text,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
        num(x),
        num(y),
        num(w),
        num(h),
        hex(colour)
    );
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A coordinate to a hundredth.
fn num(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = (0..3).fold(0u32, |word, i| word << 8 | u32::from(*three.get(i).unwrap_or(&0)));
        for i in 0..4 {
            let sign = SIGNS[(word >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= three.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // RFC 4648, section 10.
        let examples =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (plain, coded) in examples {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}
