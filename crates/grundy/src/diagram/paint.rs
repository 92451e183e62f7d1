//! A diagram as a drawing.

use super::Diagram;
use crate::drawing::{Drawing, Form, Paint, Shape, Text, palette, text};
use crate::sketch::Area;

impl Diagram {
    /// The drawing: each spot is a group called `spot-s1`, `spot-s2`, … of class `spot`, with its
    /// title; spots of moves that are known to win have a line around them, and winning moves without a
    /// spot are named below.
    pub fn drawing(&self) -> Drawing {
        let words = self.words();
        let wide = words.iter().map(|words| words.width() + 32.0).fold(self.width, f64::max);
        let high = self.height + LINE * words.len() as f64;
        let mut drawing = Drawing::new(wide.ceil(), high, &*self.position);
        drawing.shapes.extend(words.into_iter().map(Shape::from));
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

    /// What is written below: the remark, and the winning moves that have no place.
    fn words(&self) -> Vec<Text> {
        let winning = match &self.undrawn[..] {
            [] => None,
            [one] => Some(format!("winning, not drawn: {one}")),
            [first, rest @ ..] => {
                Some(format!("winning, not drawn: {first} and {} more", rest.len()))
            }
        };
        let remark = self.remark.as_ref().map(|remark| (remark.clone(), palette::QUIET));
        let lines = remark.into_iter().chain(winning.map(|line| (line, palette::WINNING)));
        let texts = lines.enumerate().map(|(number, (line, colour))| {
            let shown = text::fitting_both_ends(&line, WORDS, false, 640.0);
            let y = self.height + 4.0 + LINE * number as f64;
            Text::new(16.0, y, WORDS, shown).coloured(colour)
        });
        texts.collect()
    }
}

/// The size of letters below the picture.
const WORDS: f64 = 14.0;
/// The height of a line of them.
const LINE: f64 = 24.0;

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
