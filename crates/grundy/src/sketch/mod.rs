//! What a game draws of one position: shapes, and places to click that make moves.
//!
//! A [`Sketch`] has [`Spot`]s, places that can be clicked and do not overlap, and for each move its
//! gestures: sets of spots that, clicked in any order, say that this move is meant. Moves that have
//! no place in the picture get a button below it ([`Sketch::add_buttons`]).

pub mod board;
pub mod buttons;
pub mod coins;
pub mod figure;
pub(crate) mod ink;
pub mod net;
pub mod pair;
pub mod plant;
pub mod rings;
pub mod row;
pub mod strip;
pub mod trie;
pub mod turning;

use crate::drawing::{Point, Shape, Text, palette};

/// No spot is smaller.
pub const MIN_SPOT: f64 = 14.0;

/// A picture of one position with places to click.
#[derive(Clone, Debug, PartialEq)]
pub struct Sketch {
    /// The width of the picture.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Where the ground is that everything stands on, if there is one: sketches side by side stand
    /// on the same ground.
    pub ground: Option<f64>,
    /// What lies behind the spots, from the back to the front.
    pub shapes: Vec<Shape>,
    /// The places to click, with what is drawn of them.
    pub spots: Vec<Spot>,
    /// For each move its gestures: sets of numbers of spots.
    pub gestures: Vec<Vec<Vec<usize>>>,
}

/// A place to click.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// What it is: "coin 3".
    pub title: String,
    /// Where it is.
    pub area: Area,
    /// What is drawn of it.
    pub shapes: Vec<Shape>,
}

/// Where a click counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Area {
    /// Within a rectangle.
    Rect {
        /// The top left corner.
        at: Point,
        /// Width and height.
        size: Point,
    },
    /// Within a circle.
    Disc {
        /// The centre.
        at: Point,
        /// The radius.
        radius: f64,
    },
}

impl Sketch {
    /// An empty picture for a position with so many moves.
    pub fn new(width: f64, height: f64, moves: usize) -> Self {
        Self {
            width,
            height,
            ground: None,
            shapes: Vec::new(),
            spots: Vec::new(),
            gestures: vec![Vec::new(); moves],
        }
    }

    /// Adds a shape behind the spots.
    pub fn draw(&mut self, shape: impl Into<Shape>) {
        self.shapes.push(shape.into());
    }

    /// Adds a spot and tells its number.
    pub fn spot(
        &mut self,
        title: impl Into<String>,
        area: Area,
        shapes: impl IntoIterator<Item = Shape>,
    ) -> usize {
        let shapes = shapes.into_iter().collect();
        self.spots.push(Spot { title: title.into(), area, shapes });
        self.spots.len() - 1
    }

    /// Adds a line of quiet text below the picture.
    pub fn caption(&mut self, text: String) {
        let line = Text::new(0.0, self.height + 17.0, 13.0, text).coloured(palette::QUIET);
        self.width = self.width.max(line.width());
        self.height += 24.0;
        self.draw(line);
    }

    /// Says that these spots clicked mean this move.
    pub fn means(&mut self, number: usize, gesture: impl IntoIterator<Item = usize>) {
        let mut gesture: Vec<usize> = gesture.into_iter().collect();
        gesture.sort_unstable();
        gesture.dedup();
        if !gesture.is_empty() && !self.gestures[number].contains(&gesture) {
            self.gestures[number].push(gesture);
        }
    }

    /// The numbers of the moves without a gesture.
    pub fn unplaced(&self) -> Vec<usize> {
        (0..self.gestures.len()).filter(|&i| self.gestures[i].is_empty()).collect()
    }
}

impl Area {
    /// Left, top, right, bottom.
    pub fn bounds(&self) -> (f64, f64, f64, f64) {
        match *self {
            Self::Rect { at, size } => (at.0, at.1, at.0 + size.0, at.1 + size.1),
            Self::Disc { at, radius } => {
                (at.0 - radius, at.1 - radius, at.0 + radius, at.1 + radius)
            }
        }
    }

    /// Whether two areas have more than their edges in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        const TOUCH: f64 = 0.01;
        match (*self, *other) {
            (Self::Disc { at: a, radius: r }, Self::Disc { at: b, radius: s }) => {
                (a.0 - b.0).hypot(a.1 - b.1) < r + s - TOUCH
            }
            (Self::Disc { at, radius }, rect) | (rect, Self::Disc { at, radius }) => {
                let (left, top, right, bottom) = rect.bounds();
                let near = (at.0.clamp(left, right), at.1.clamp(top, bottom));
                (at.0 - near.0).hypot(at.1 - near.1) < radius - TOUCH
            }
            (one, two) => {
                let ((l, t, r, b), (x, y, u, v)) = (one.bounds(), two.bounds());
                l < u - TOUCH && x < r - TOUCH && t < v - TOUCH && y < b - TOUCH
            }
        }
    }

    /// The same somewhere else.
    pub fn moved(self, by: Point) -> Self {
        let to = |at: Point| (at.0 + by.0, at.1 + by.1);
        match self {
            Self::Rect { at, size } => Self::Rect { at: to(at), size },
            Self::Disc { at, radius } => Self::Disc { at: to(at), radius },
        }
    }

    /// The region that can be pointed at.
    pub fn region(&self) -> Shape {
        let (left, top, right, bottom) = self.bounds();
        let round = match *self {
            Self::Disc { radius, .. } => radius,
            Self::Rect { .. } => 0.0,
        };
        Shape::region((left, top), (right - left, bottom - top), round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_overlap_where_they_share_more_than_an_edge() {
        let square = |x: f64| Area::Rect { at: (x, 0.0), size: (10.0, 10.0) };
        let disc = |x: f64, y: f64| Area::Disc { at: (x, y), radius: 5.0 };
        assert!(square(0.0).overlaps(&square(9.0)) && !square(0.0).overlaps(&square(10.0)));
        assert!(
            disc(0.0, 0.0).overlaps(&disc(7.0, 7.0)) && !disc(0.0, 0.0).overlaps(&disc(8.0, 8.0))
        );
        assert!(square(0.0).overlaps(&disc(13.0, 5.0)) && !square(0.0).overlaps(&disc(14.0, 14.0)));
    }
}
