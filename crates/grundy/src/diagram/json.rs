//! A diagram as JSON.

use super::{Diagram, DiagramMove};
use crate::outcome::Outcome;
use serde::Serialize;

#[derive(Serialize)]
struct Object<'a> {
    position: &'a str,
    svg: String,
    text: &'a [String],
    width: f64,
    height: f64,
    spots: Vec<Place<'a>>,
    moves: Vec<Line<'a>>,
    complete: bool,
    outcome: Option<Outcome>,
    undrawn: &'a [String],
}

#[derive(Serialize)]
struct Place<'a> {
    id: String,
    title: &'a str,
}

#[derive(Serialize)]
struct Line<'a> {
    part: usize,
    text: &'a str,
    to: &'a str,
    label: &'a str,
    wins: bool,
    good: Option<bool>,
    gestures: Vec<Vec<String>>,
}

fn id(spot: usize) -> String {
    format!("s{}", spot + 1)
}

impl<'a> From<&'a DiagramMove> for Line<'a> {
    fn from(to: &'a DiagramMove) -> Self {
        let gestures = to.gestures.iter().map(|spots| spots.iter().map(|&s| id(s)).collect());
        Self {
            part: to.part,
            text: &to.text,
            to: &to.to,
            label: &to.label,
            wins: to.wins,
            good: to.good,
            gestures: gestures.collect(),
        }
    }
}

impl Diagram {
    /// One object on one line: `position`, `svg`, `text`, `width`, `height`, `spots` (`id`,
    /// `title`), `moves` (`part`, `text`, `to`, `label`, `wins`, `good`, `gestures`), `complete`,
    /// `outcome` and `undrawn` (winning moves without a place in the picture). The element of a spot in
    /// the SVG has `spot-` before its id.
    ///
    /// # Panics
    /// Never: everything in it has a form in JSON.
    pub fn to_json(&self) -> String {
        let drawing = self.drawing();
        let object = Object {
            position: &self.position,
            svg: drawing.to_svg(),
            text: &self.text,
            width: drawing.width,
            height: drawing.height,
            spots: (0..)
                .zip(&self.spots)
                .map(|(number, spot)| Place { id: id(number), title: &spot.title })
                .collect(),
            moves: self.moves.iter().map(Line::from).collect(),
            complete: self.complete,
            outcome: self.outcome,
            undrawn: &self.undrawn,
        };
        serde_json::to_string(&object).expect("numbers and texts have a form in JSON")
    }
}
