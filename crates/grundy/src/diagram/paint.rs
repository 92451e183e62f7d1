//! A diagram as a drawing.

use super::Diagram;
use crate::drawing::{Drawing, Form, Paint, Shape, Text, palette, text};
use crate::sketch::Area;

impl Diagram {
    /// The drawing: each spot is a group called `spot-s1`, `spot-s2`, … of class `spot`, with its
    /// title; spots of moves that are known to win have a line around them, and winning moves without a
    /// spot are named below.
    pub fn drawing(&self) -> Drawing {
        let words = self.undrawn_words();
        let (wide, high) = words.as_ref().map_or((0.0, 0.0), |words| (words.width() + 32.0, 24.0));
        let size = (self.width.max(wide.ceil()), self.height + high);
        let mut drawing = Drawing::new(size.0, size.1, &*self.position);
        drawing.shapes.extend(words.map(Shape::from));
        drawing.shapes.extend_from_slice(&self.shapes);
        let mut winning = vec![false; self.spots.len()];
        for to in self.moves.iter().filter(|to| to.good == Some(true)) {
            to.gestures.iter().take(1).flatten().for_each(|&spot| winning[spot] = true);
        }
        for (number, spot) in self.spots.iter().enumerate() {
            let mut shapes = spot.shapes.clone();
            if winning[number] {
                shapes.push(ring(&spot.area));
            }
            shapes.push(spot.area.region());
            let group = Shape::group(shapes).named(format!("spot-s{}", number + 1));
            drawing.push(group.of_class("spot").titled(&*spot.title));
        }
        drawing
    }

    /// The winning moves that have no place, below all others.
    fn undrawn_words(&self) -> Option<Text> {
        let moves = match &self.undrawn[..] {
            [] => return None,
            [one] => format!("winning, not drawn: {one}"),
            [first, rest @ ..] => format!("winning, not drawn: {first} and {} more", rest.len()),
        };
        let shown = text::fitting_both_ends(&moves, WORDS, false, 640.0);
        Some(Text::new(16.0, self.height + 4.0, WORDS, shown).coloured(palette::WINNING))
    }
}

/// The size of letters of what is not drawn.
const WORDS: f64 = 14.0;

/// The line around what wins.
fn ring(area: &Area) -> Shape {
    let paint = Paint::stroke(palette::WINNING, 3.0);
    match *area {
        Area::Disc { at, radius } => {
            Form::Circle { at, radius: (radius - 1.5).max(4.0), paint }.into()
        }
        Area::Rect { at, size } => Shape::rect(
            at.0 + 1.5,
            at.1 + 1.5,
            size.0 - 3.0,
            size.1 - 3.0,
            (size.0.min(size.1) / 3.0).min(6.0),
            paint,
        ),
    }
}
