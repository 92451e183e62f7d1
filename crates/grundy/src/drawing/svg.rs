//! Drawings as SVG.

use super::curve::{Curve, Piece, Point};
use super::face::Face;
use super::png;
use super::shape::{Anchor, Form, Paint, Raster, Shape, Tag, Text};
use super::xml::escape;
use super::{Drawing, Rgb};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Rasters with more cells are a picture of pixels within the SVG.
const MAX_CELLS_AS_STROKES: usize = 12_000;

/// Fonts that most viewers have, of about the same widths.
const SANS: &str = "Helvetica, Arial, 'DejaVu Sans', sans-serif";
const MONO: &str = "'DejaVu Sans Mono', Menlo, Consolas, monospace";

impl Drawing {
    /// Writes the picture as SVG: one element that stands for itself, no scripts, and no
    /// references but the links of its shapes.
    ///
    /// # Complexity
    /// O(output).
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_svg(&self, out: &mut impl Write) -> io::Result<()> {
        let (w, h) = (num(self.width), num(self.height));
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" font-family=\"{SANS}\" \
             role=\"img\">\n<title>{}</title>\n<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>",
            escape(&self.title),
            hex(self.paper)
        )?;
        let mut text = String::new();
        for shape in &self.shapes {
            element(&mut text, shape)?;
            if text.len() > 1 << 16 {
                out.write_all(text.as_bytes())?;
                text.clear();
            }
        }
        out.write_all(text.as_bytes())?;
        out.write_all(b"</svg>\n")
    }

    /// The picture as SVG.
    ///
    /// # Panics
    /// Never: a string takes all that is written.
    pub fn to_svg(&self) -> String {
        let mut bytes = Vec::new();
        self.write_svg(&mut bytes).expect("a list of bytes takes what is written");
        String::from_utf8(bytes).expect("SVG is text")
    }
}

/// A shape and what its tag tells. Writing to a String cannot fail.
fn element(text: &mut String, shape: &Shape) -> io::Result<()> {
    let none = Tag::default();
    let tag = shape.tag.as_deref().unwrap_or(&none);
    let link = tag.link.as_ref().map(|link| escape(link));
    if let Some(link) = &link {
        let _ = writeln!(text, "<a href=\"{link}\">");
    }
    let mut attributes = String::new();
    for (key, value) in [("id", &tag.name), ("class", &tag.class)] {
        if let Some(value) = value {
            let _ = write!(attributes, " {key}=\"{}\"", escape(value));
        }
    }
    let title = tag.title.as_ref().map(|title| format!("<title>{}</title>", escape(title)));
    form(text, &shape.form, &attributes, &title.unwrap_or_default())?;
    if link.is_some() {
        text.push_str("</a>\n");
    }
    Ok(())
}

fn form(text: &mut String, form: &Form, attributes: &str, title: &str) -> io::Result<()> {
    match form {
        Form::Rect { at, size, round, paint } => {
            let (x, y, w, h) = (num(at.0), num(at.1), num(size.0), num(size.1));
            let _ =
                write!(text, "<rect{attributes} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"");
            if *round > 0.0 {
                let _ = write!(text, " rx=\"{}\"", num(*round));
            }
            painted(text, paint);
            end(text, "rect", title);
        }
        Form::Circle { at, radius, paint } => {
            let (x, y, r) = (num(at.0), num(at.1), num(*radius));
            let _ = write!(text, "<circle{attributes} cx=\"{x}\" cy=\"{y}\" r=\"{r}\"");
            painted(text, paint);
            end(text, "circle", title);
        }
        Form::Path { curve, closed, paint } => {
            let _ = write!(text, "<path{attributes} d=\"");
            path(text, curve, *closed);
            text.push('"');
            painted(text, paint);
            end(text, "path", title);
        }
        // Strokes of no length with round ends: shorter than as many circles.
        Form::Dots { points, radius, colour } => {
            let _ = write!(
                text,
                "<path{attributes} fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
                 stroke-linecap=\"round\" d=\"",
                hex(*colour),
                num(2.0 * radius)
            );
            for &(x, y) in points {
                let _ = write!(text, "M{} {}h0", num(x), num(y));
            }
            text.push('"');
            end(text, "path", title);
        }
        Form::Text(line) => {
            write_text(text, line, attributes, title);
        }
        Form::Raster(cells) => {
            if !(attributes.is_empty() && title.is_empty()) {
                let _ = writeln!(text, "<g{attributes}>{title}");
            }
            raster(text, cells)?;
            if !(attributes.is_empty() && title.is_empty()) {
                text.push_str("</g>\n");
            }
        }
        Form::Group { at, shapes } => {
            let _ = write!(text, "<g{attributes}");
            if *at != (0.0, 0.0) {
                let _ = write!(text, " transform=\"translate({} {})\"", num(at.0), num(at.1));
            }
            let _ = writeln!(text, ">{title}");
            for shape in shapes {
                element(text, shape)?;
            }
            text.push_str("</g>\n");
        }
    }
    Ok(())
}

/// The end of an element that has nothing in it but a title.
fn end(text: &mut String, name: &str, title: &str) {
    if title.is_empty() {
        text.push_str("/>\n");
    } else {
        let _ = writeln!(text, ">{title}</{name}>");
    }
}

fn painted(text: &mut String, paint: &Paint) {
    let fill = paint.fill.map_or("none".to_owned(), hex);
    let _ = write!(text, " fill=\"{fill}\"");
    if paint.fill.is_none() && paint.stroke.is_none() {
        // What is not seen can be clicked all the same.
        text.push_str(" pointer-events=\"all\"");
    }
    if let Some(stroke) = paint.stroke {
        let (colour, width) = (hex(stroke.colour), num(stroke.width));
        let _ =
            write!(text, " stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"");
    }
}

fn path(text: &mut String, curve: &Curve, closed: bool) {
    let _ = write!(text, "M{}", point(curve.start));
    for piece in &curve.pieces {
        let _ = match *piece {
            Piece::Line(end) => write!(text, "L{}", point(end)),
            Piece::Cubic(a, b, end) => write!(text, "C{} {} {}", point(a), point(b), point(end)),
        };
    }
    if closed {
        text.push('Z');
    }
}

fn write_text(text: &mut String, line: &Text, attributes: &str, title: &str) {
    let anchor = match line.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let _ = write!(
        text,
        "<text{attributes} x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}",
        num(line.at.0),
        num(line.at.1),
        num(line.size)
    );
    if line.face == Face::Mono {
        // Columns stay columns in any font.
        let _ = write!(text, " font-family=\"{MONO}\" textLength=\"{}\"", num(line.width()));
    }
    let spaces = |text: &str| text.starts_with(' ') || text.ends_with(' ') || text.contains("  ");
    if line.runs.iter().any(|run| spaces(&run.text)) {
        text.push_str(" xml:space=\"preserve\"");
    }
    let look = |bold: bool, colour: Rgb| {
        let bold = if bold { " font-weight=\"bold\"" } else { "" };
        format!("{bold} fill=\"{}\"", hex(colour))
    };
    match &line.runs[..] {
        [run] => {
            let look = look(run.bold, run.colour);
            let _ = writeln!(text, "{look}>{title}{}</text>", escape(&run.text));
        }
        runs => {
            let _ = write!(text, ">{title}");
            for run in runs {
                let look = look(run.bold, run.colour);
                let _ = write!(text, "<tspan{look}>{}</tspan>", escape(&run.text));
            }
            text.push_str("</text>\n");
        }
    }
}

fn raster(text: &mut String, raster: &Raster) -> io::Result<()> {
    let Raster { at: (x, y), size: (w, h), columns, cells } = raster;
    if cells.is_empty() || *columns == 0 {
        return Ok(());
    }
    let rows = cells.len() / columns;
    let (wide, high) = (w / *columns as f64, h / rows as f64);
    if cells.len() <= MAX_CELLS_AS_STROKES {
        strokes(text, raster, (wide, high));
        return Ok(());
    }
    // Enlarged to its size here: viewers differ in how they enlarge.
    let times = |side: f64| (side.round() as usize).max(1);
    let picture = png::encode_cells(*columns, cells, times(wide), times(high))?;
    let _ = writeln!(
        text,
        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
         image-rendering=\"pixelated\" xlink:href=\"data:image/png;base64,{}\"/>",
        num(*x),
        num(*y),
        num(*w),
        num(*h),
        base64(&picture)
    );
    Ok(())
}

/// For each colour a path of strokes as thick as a row is high: far shorter than as many rectangles.
fn strokes(text: &mut String, raster: &Raster, (wide, high): (f64, f64)) {
    let mut paths: BTreeMap<Rgb, String> = BTreeMap::new();
    for (row, colours) in raster.cells.chunks(raster.columns).enumerate() {
        let y = raster.at.1 + (row as f64 + 0.5) * high;
        let mut column = 0;
        for run in colours.chunk_by(|a, b| a == b) {
            if let Some(colour) = run[0] {
                let x = raster.at.0 + column as f64 * wide;
                let length = run.len() as f64 * wide;
                let path = paths.entry(colour).or_default();
                let _ = write!(path, "M{} {}h{}", num(x), num(y), num(length));
            }
            column += run.len();
        }
    }
    let _ = writeln!(
        text,
        "<g fill=\"none\" stroke-width=\"{}\" shape-rendering=\"crispEdges\">",
        num(high)
    );
    for (colour, path) in paths {
        let _ = writeln!(text, "<path stroke=\"{}\" d=\"{path}\"/>", hex(colour));
    }
    text.push_str("</g>\n");
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn point((x, y): Point) -> String {
    format!("{} {}", num(x), num(y))
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

    #[test]
    fn coordinates_are_short() {
        for (value, text) in
            [(0.0, "0"), (-0.001, "0"), (1.0, "1"), (2.5, "2.5"), (-3.126, "-3.13"), (1e3, "1000")]
        {
            assert_eq!(num(value), text);
        }
    }
}
