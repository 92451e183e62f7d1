//! Sums of positions as pictures in which every move can be clicked.
//!
//! A [`Diagram`] is a [`Drawing`], the places in it that can be clicked ([`Spot`]), and all legal
//! moves ([`Move`]), each with its gestures: sets of spots; clicking the spots of one of them, in any
//! order, is the move. Each game draws its own positions (`Game::sketch`); here their parts are
//! placed side by side, and moves for which a game has no place of its own get a button.
//!
//! ```
//! use grundy::{Catalogue, Context, Diagram};
//! let position = Catalogue::default().read("nim(3,1)")?;
//! let diagram = Diagram::new(&position, &Context::default())?;
//! assert_eq!(diagram.spots.len(), 4);
//! let last = diagram.moves.last().unwrap();
//! assert_eq!((last.label.as_str(), last.to.as_str()), ("part 2: 1 -> 0", "nim(3,0)"));
//! assert_eq!(last.gestures, [["s4"]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod buttons;
mod layout;
mod marks;

use crate::drawing::Drawing;
use crate::outcome::Outcome;
use crate::sketch::Area;
use serde::Serialize;

/// The most moves of a part that are listed; a part with more has none in the picture.
pub const MAX_MOVES: usize = 1000;

/// The most parts that are drawn.
pub const MAX_PARTS: usize = 48;

/// The most places to click; parts beyond are told in words.
pub const MAX_SPOTS: usize = 2400;

/// The width that parts side by side fill before the next row begins.
pub const COMFORTABLE_WIDTH: f64 = 900.0;

/// A position as a picture, with places to click and all legal moves.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The position as text that parses back.
    pub position: String,
    /// The picture; the shapes of a spot are a group named `spot-ID` of class `spot`.
    pub drawing: Drawing,
    /// The position in text, line by line.
    pub text: Vec<String>,
    /// The places to click; they do not overlap.
    pub spots: Vec<Spot>,
    /// The legal moves, by part, then by result.
    pub moves: Vec<Move>,
    /// Whether all legal moves are listed.
    pub complete: bool,
    /// Who wins, once it is [marked](Diagram::mark).
    pub outcome: Option<Outcome>,
    /// Where each spot is among the shapes of the drawing.
    places: Vec<usize>,
}

/// A place that can be clicked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spot {
    /// Its name, as `s1`.
    pub id: String,
    /// What it stands for.
    pub title: String,
    /// Where it is.
    #[serde(skip)]
    pub area: Area,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// The part moved in, numbered from 1.
    pub part: usize,
    /// The move in plain notation.
    pub text: String,
    /// The position it leaves, as text that parses back; for a move that wins at once what is left on
    /// the table.
    pub to: String,
    /// The move with its part, where there are several.
    pub label: String,
    /// Whether it wins at once, whatever else is on the table.
    pub wins: bool,
    /// Whether it wins with perfect play; `None` where that is not known.
    pub good: Option<bool>,
    /// The spots that are clicked for it: all of any of these sets, in any order. None if the part
    /// is too large to be drawn.
    pub gestures: Vec<Vec<String>>,
}

/// What is asked for a page: the members of this object are those of `POST /draw`.
#[derive(Serialize)]
struct Object<'a> {
    position: &'a str,
    svg: String,
    text: &'a [String],
    width: f64,
    height: f64,
    spots: &'a [Spot],
    moves: &'a [Move],
    complete: bool,
    outcome: Option<Outcome>,
}

impl Diagram {
    /// The picture, spots and moves as one JSON object.
    ///
    /// # Panics
    /// Never: all of it is text and numbers.
    ///
    /// ```
    /// use grundy::{Catalogue, Context, Diagram};
    /// let position = Catalogue::default().read("nim(1)")?;
    /// let json = Diagram::new(&position, &Context::default())?.to_json();
    /// assert!(json.starts_with(r#"{"position":"nim(1)","svg":"<svg "#));
    /// assert!(json.contains(r#""gestures":[["s1"]]"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self) -> String {
        let object = Object {
            position: &self.position,
            svg: self.drawing.to_svg(),
            text: &self.text,
            width: self.drawing.width,
            height: self.drawing.height,
            spots: &self.spots,
            moves: &self.moves,
            complete: self.complete,
            outcome: self.outcome,
        };
        serde_json::to_string(&object).expect("text and numbers are JSON")
    }
}
