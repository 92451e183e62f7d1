//! The letters of pictures made of pixels, and how wide text is: subsets of DejaVu Sans.

use super::curve::{Curve, Piece};
use super::face::Face;
use std::sync::OnceLock;
use ttf_parser::{GlyphId, OutlineBuilder};

static SANS: &[u8] = include_bytes!("fonts/sans.ttf");
static SANS_BOLD: &[u8] = include_bytes!("fonts/sans-bold.ttf");
static MONO: &[u8] = include_bytes!("fonts/mono.ttf");

/// A font; there are no bold letters of one width.
pub(super) struct Font {
    face: ttf_parser::Face<'static>,
    /// Advances of the characters below 128, in units of the font.
    ascii: [u16; 128],
    unit: f64,
}

/// The font for a kind of letters.
pub(super) fn font(face: Face, bold: bool) -> &'static Font {
    static FONTS: [OnceLock<Font>; 3] = [const { OnceLock::new() }; 3];
    let (place, bytes) = match (face, bold) {
        (Face::Sans, false) => (0, SANS),
        (Face::Sans, true) => (1, SANS_BOLD),
        (Face::Mono, _) => (2, MONO),
    };
    FONTS[place].get_or_init(|| Font::new(bytes))
}

impl Font {
    fn new(bytes: &'static [u8]) -> Self {
        let face = ttf_parser::Face::parse(bytes, 0).expect("the fonts of this crate are fonts");
        let unit = 1.0 / f64::from(face.units_per_em());
        let mut font = Self { face, ascii: [0; 128], unit };
        let advance = |code: usize| font.look_up(char::from(code as u8));
        font.ascii = std::array::from_fn(advance);
        font
    }

    fn glyph(&self, char: char) -> GlyphId {
        // Glyph 0 stands for letters that are not there: a box.
        self.face.glyph_index(char).unwrap_or(GlyphId(0))
    }

    fn look_up(&self, char: char) -> u16 {
        match self.face.glyph_index(char) {
            Some(glyph) => self.face.glyph_hor_advance(glyph).unwrap_or(0),
            // Signs that other fonts draw may be as wide as they are high.
            None => self.face.units_per_em(),
        }
    }

    /// From one letter to the next, for letters of size 1.
    pub(super) fn advance(&self, char: char) -> f64 {
        let units = match self.ascii.get(char as usize) {
            Some(&units) => units,
            None => self.look_up(char),
        };
        f64::from(units) * self.unit
    }

    /// The outlines of a letter of a size that stands at a place; they are to be filled.
    pub(super) fn outlines(&self, char: char, (x, y): (f64, f64), size: f64) -> Vec<Curve> {
        let mut outlines = Outlines { curves: Vec::new(), x, y, scale: size * self.unit };
        self.face.outline_glyph(self.glyph(char), &mut outlines);
        outlines.curves
    }

    #[cfg(test)]
    fn has(&self, char: char) -> bool {
        self.face.glyph_index(char).is_some()
    }
}

/// Outlines as curves; y of a font grows upwards.
struct Outlines {
    curves: Vec<Curve>,
    x: f64,
    y: f64,
    scale: f64,
}

impl Outlines {
    fn place(&self, x: f32, y: f32) -> (f64, f64) {
        (self.x + f64::from(x) * self.scale, self.y - f64::from(y) * self.scale)
    }

    fn piece(&mut self, piece: Piece) {
        if let Some(curve) = self.curves.last_mut() {
            curve.pieces.push(piece);
        }
    }
}

impl OutlineBuilder for Outlines {
    fn move_to(&mut self, x: f32, y: f32) {
        let start = self.place(x, y);
        self.curves.push(Curve { start, pieces: Vec::new() });
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let end = self.place(x, y);
        self.piece(Piece::Line(end));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let Some(last) = self.curves.last() else { return };
        let from = last.pieces.last().map_or(last.start, Piece::end);
        let (control, end) = (self.place(x1, y1), self.place(x, y));
        let towards = |from: (f64, f64)| {
            (from.0 + (control.0 - from.0) * 2.0 / 3.0, from.1 + (control.1 - from.1) * 2.0 / 3.0)
        };
        self.piece(Piece::Cubic(towards(from), towards(end), end));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let piece = Piece::Cubic(self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.piece(piece);
    }

    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_are_there_and_lie_in_their_room() {
        for (face, bold) in [(Face::Sans, false), (Face::Sans, true), (Face::Mono, false)] {
            let font = font(face, bold);
            for char in ('!'..='~').chain("…≤→−×é∞⊕≠".chars()) {
                assert!(font.has(char), "{char} {face:?}");
                let outlines = font.outlines(char, (0.0, 0.0), 10.0);
                assert!(!outlines.is_empty(), "{char}");
                let points = outlines.iter().flat_map(|curve| curve.samples(4));
                for (x, y) in points {
                    assert!((-1.5..=11.5).contains(&x) && (-9.5..=2.9).contains(&y), "{char}");
                }
            }
            // Digits are of one width, so that numbers stand in columns.
            assert!(('1'..='9').all(|digit| font.advance(digit) == font.advance('0')));
            // What is missing is a box.
            assert!(!font.has('棋') && !font.outlines('棋', (0.0, 0.0), 10.0).is_empty());
        }
        assert_eq!(font(Face::Mono, false).advance('i'), font(Face::Mono, false).advance('W'));
    }
}
