//! A diagram as a drawing.

use super::Diagram;
use crate::drawing::{Drawing, Form, Paint, Shape, palette};
use crate::sketch::Area;

impl Diagram {
    /// The drawing: each spot is a group called `spot-s1`, `spot-s2`, … of class `spot`, with its
    /// title; spots of moves that are known to win have a line around them.
    pub fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::new(self.width, self.height, &*self.position);
        drawing.shapes.clone_from(&self.shapes);
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
}

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
