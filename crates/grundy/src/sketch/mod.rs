//! One position as a picture with places that can be clicked.
//!
//! A [`Sketch`] has shapes that are only looked at, and [`Spot`]s: places to click, each with an
//! [`Area`], a title and its own shapes. For every move it says by which [sets of spots](Gesture) the
//! move is shown. What several games draw alike is here: [piles] of coins, [rows](row) of pins. A game draws its positions with them and names no page, no file and no other
//! game; what it leaves without a gesture gets a button from the room `diagram`.

mod area;
pub mod colours;
mod lines;
pub mod pieces;
pub mod piles;
pub mod row;

pub use area::Area;
pub use lines::{bar, text};

use crate::drawing::{Point, Shape};

/// The most places to click that a sketch should have: larger positions are drawn as numbers.
pub const MAX_SPOTS: usize = 400;

/// The spots that are clicked for a move, in any order, by their places in [`Sketch::spots`].
pub type Gesture = Vec<usize>;

/// A place that can be clicked.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Where it is.
    pub area: Area,
    /// What is shown where the pointer rests, and read to those who do not see.
    pub title: String,
    /// What is drawn there.
    pub shapes: Vec<Shape>,
}

/// A position as a picture; its corner is at (0, 0).
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// What is behind the spots.
    pub back: Vec<Shape>,
    /// The places to click.
    pub spots: Vec<Spot>,
    /// What is in front of them, above all text.
    pub front: Vec<Shape>,
    /// For each move the gestures that make it.
    pub gestures: Vec<Vec<Gesture>>,
}

impl Sketch {
    /// An empty sketch of a size, for so many moves.
    pub fn new((width, height): Point, moves: usize) -> Self {
        Self { width, height, gestures: vec![Vec::new(); moves], ..Self::default() }
    }

    /// Adds a place to click.
    pub fn spot(
        &mut self,
        area: Area,
        title: impl Into<String>,
        shapes: impl IntoIterator<Item = Shape>,
    ) -> usize {
        self.spots.push(Spot { area, title: title.into(), shapes: shapes.into_iter().collect() });
        self.spots.len() - 1
    }

    /// Says that clicking these spots is the move.
    pub fn gesture(&mut self, number: usize, spots: impl IntoIterator<Item = usize>) {
        let mut gesture: Gesture = spots.into_iter().collect();
        gesture.sort_unstable();
        gesture.dedup();
        if let Some(of_move) = self.gestures.get_mut(number)
            && !gesture.is_empty()
            && !of_move.contains(&gesture)
        {
            of_move.push(gesture);
        }
    }

    /// The same with spots that no move uses turned into shapes that are only looked at.
    pub fn settled(mut self) -> Self {
        let mut used = vec![false; self.spots.len()];
        for &spot in self.gestures.iter().flatten().flatten() {
            used[spot] = true;
        }
        let mut place = Vec::with_capacity(used.len());
        let mut count = 0;
        for &used in &used {
            place.push(count);
            count += usize::from(used);
        }
        let spots = std::mem::take(&mut self.spots);
        for (spot, used) in spots.into_iter().zip(used) {
            if used {
                self.spots.push(spot);
            } else {
                self.back.extend(spot.shapes);
            }
        }
        for spot in self.gestures.iter_mut().flatten().flatten() {
            *spot = place[*spot];
        }
        self
    }

    /// Puts another sketch of the same moves beside or below this one, its corner at a place.
    pub fn put(&mut self, at: Point, other: Self) {
        let first = self.spots.len();
        let moved = |shapes: Vec<Shape>| (!shapes.is_empty()).then(|| Shape::group_at(at, shapes));
        self.back.extend(moved(other.back));
        self.front.extend(moved(other.front));
        for spot in other.spots {
            let shapes = moved(spot.shapes);
            self.spot(spot.area.moved(at), spot.title, shapes);
        }
        for (number, gestures) in other.gestures.into_iter().enumerate() {
            for gesture in gestures {
                self.gesture(number, gesture.into_iter().map(|spot| spot + first));
            }
        }
        self.width = self.width.max(at.0 + other.width);
        self.height = self.height.max(at.1 + other.height);
    }
}
