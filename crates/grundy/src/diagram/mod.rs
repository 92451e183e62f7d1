//! Positions as drawings in which every legal move has a place to click.
//!
//! ```
//! use grundy::{Catalogue, Question, answer, diagram::Diagram};
//! let position = Catalogue::default().read("nim(3,1)")?;
//! let mut diagram = Diagram::of(&position, &Default::default())?;
//! let told = answer(&position, &Question { moves: 100, ..Question::default() }, &Default::default())?;
//! diagram.mark(&told);
//! // Who clicks the second coin of the first heap takes it and the one above it.
//! let second = diagram.moves.iter().find(|to| to.text == "3 -> 1").unwrap();
//! assert_eq!((&*second.to, second.good), ("nim(1,1)", Some(true)));
//! let clicked = &diagram.spots[second.gestures[0][0]];
//! assert_eq!(clicked.title, "part 1, coin 2: leave 1");
//! assert!(diagram.drawing().to_svg().contains("id=\"spot-s2\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod json;
mod layout;
mod paint;
mod text;

use crate::answer::Answer;
use crate::context::{Context, Stop};
use crate::drawing::{Point, Shape};
use crate::expr::{Expression, print_sum};
use crate::game::{Component, PartSketch};
use crate::outcome::Outcome;
use crate::play;
use crate::sketch::{Spot, buttons};
use crate::translation::Language;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// More parts are not drawn.
const MOST_PARTS: usize = 60;
/// More moves of a part are not listed.
const MOST_MOVES: usize = 2_000;
/// More moves of the whole position are not listed.
const MOST_MOVES_IN_ALL: usize = 4_000;
/// Bytes of text in all that the positions after the moves may take.
const MOST_TEXT: usize = 8 << 20;

/// A position as a drawing, with its moves.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The position as text that parses back.
    pub position: String,
    /// The same as a picture in text.
    pub text: Vec<String>,
    /// The width of the canvas.
    pub width: f64,
    /// The height of the canvas.
    pub height: f64,
    /// The places to click; number i is called s(i+1).
    pub spots: Vec<Spot>,
    /// The legal moves, by part, then by result.
    pub moves: Vec<DiagramMove>,
    /// Whether these are all moves.
    pub complete: bool,
    /// Who wins, once [`mark`](Self::mark) has told.
    pub outcome: Option<Outcome>,
    /// What lies behind the spots.
    shapes: Vec<Shape>,
}

/// A legal move with its places.
#[derive(Clone, Debug, PartialEq)]
pub struct DiagramMove {
    /// The part moved in, from 1.
    pub part: usize,
    /// The move in plain notation.
    pub text: String,
    /// The position it leaves, as text that parses back.
    pub to: String,
    /// The move with its part, where there are several.
    pub label: String,
    /// Whether it wins at once, whatever else is on the table.
    pub wins: bool,
    /// Whether it wins with perfect play, where that is known.
    pub good: Option<bool>,
    /// Sets of spots, by number: to click all of one set means this move.
    pub gestures: Vec<Vec<usize>>,
}

impl Diagram {
    /// The same with the names of places and moves in a language; `text` and `to` of the moves stay
    /// as they are typed.
    pub fn translated(mut self, language: Language) -> Self {
        let titles = self.spots.iter_mut().map(|spot| &mut spot.title);
        for name in titles.chain(self.moves.iter_mut().map(|to| &mut to.label)) {
            if let Cow::Owned(told) = language.sentence(name) {
                *name = told;
            }
        }
        self
    }

    /// Draws a position; of a series the present round.
    ///
    /// # Complexity
    /// O(moves · length of the position), both bounded: what is too large to be drawn whole has
    /// `complete` unset.
    ///
    /// # Errors
    /// [`Stop`] if the rules are wrong in this position, or when cancelled.
    pub fn of(expression: &Expression, context: &Context<'_>) -> Result<Self, Stop> {
        let sum: &[Arc<dyn Component>] = match expression {
            Expression::Sum(sum) => sum,
            Expression::Series(series) => &series.current,
        };
        let count: usize = sum.iter().map(|component| component.parts()).sum();
        let mut diagram = Self {
            position: expression.to_string(),
            text: play::draw(sum).lines().map(str::to_owned).collect(),
            width: 0.0,
            height: 0.0,
            spots: Vec::new(),
            moves: Vec::new(),
            complete: true,
            outcome: None,
            shapes: Vec::new(),
        };
        let mut desk = layout::Desk::default();
        let (mut number, mut text) = (0, 0);
        for (c, component) in sum.iter().enumerate() {
            for part in 0..component.parts() {
                number += 1;
                if number > MOST_PARTS {
                    break;
                }
                context.tick("drawing parts", number as u64)?;
                let room = MOST_MOVES.min(MOST_MOVES_IN_ALL - diagram.moves.len());
                let PartSketch { sketch, moves, complete } = component.sketch(part, room);
                if let Some(stop) = component.fault() {
                    return Err(stop);
                }
                diagram.complete &= complete;
                let caption = (count > 1).then(|| (number, component.print_part(part)));
                let first = diagram.spots.len();
                let at = desk.put(&mut diagram.shapes, &sketch, caption);
                diagram.shapes.push(Shape::group_at(at, sketch.shapes));
                diagram.spots.extend(sketch.spots.into_iter().map(|spot| {
                    let title = match count {
                        1 => spot.title,
                        _ => format!("part {number}, {}", spot.title),
                    };
                    moved(Spot { title, ..spot }, at)
                }));
                for (to, gestures) in moves.into_iter().zip(sketch.gestures) {
                    let mut after = sum.to_vec();
                    after[c] = to.after;
                    let after = print_sum(&after);
                    text += after.len();
                    if text > MOST_TEXT {
                        diagram.complete = false;
                        break;
                    }
                    let shift = |gesture: Vec<usize>| gesture.iter().map(|s| s + first).collect();
                    let label = match count {
                        1 => to.text.clone(),
                        _ => format!("part {number}: {}", to.text),
                    };
                    diagram.moves.push(DiagramMove {
                        part: number,
                        text: to.text,
                        to: after,
                        label,
                        wins: to.wins,
                        good: None,
                        gestures: gestures.into_iter().map(shift).collect(),
                    });
                }
            }
        }
        if number > MOST_PARTS {
            diagram.complete = false;
            let more = format!("… {} parts in all", count);
            let sketch = buttons::lines(&[more], 0);
            let at = desk.put(&mut diagram.shapes, &sketch, None);
            diagram.shapes.push(Shape::group_at(at, sketch.shapes));
        } else if diagram.moves.is_empty() && diagram.complete {
            let sketch = buttons::lines(&["no move is left".to_owned()], 0);
            let at = desk.put(&mut diagram.shapes, &sketch, None);
            diagram.shapes.push(Shape::group_at(at, sketch.shapes));
        }
        (diagram.width, diagram.height) = desk.size();
        Ok(diagram)
    }

    /// Notes which moves win, as an answer to the question about this position tells.
    pub fn mark(&mut self, answer: &Answer) {
        self.outcome = Some(answer.outcome);
        let found = &answer.winning_moves;
        let all = found.count.as_ref().is_some_and(|count| *count == found.listed.len().into());
        let lost = answer.outcome == Outcome::P;
        let mut winning: HashMap<(usize, &str), ()> = HashMap::new();
        winning.extend(found.listed.iter().map(|line| ((line.part, &*line.text), ())));
        for to in &mut self.moves {
            to.good = match winning.contains_key(&(to.part, &*to.text)) {
                true => Some(true),
                false if all || lost => Some(false),
                false => None,
            };
        }
    }
}

/// The spot at another place.
fn moved(mut spot: Spot, by: Point) -> Spot {
    spot.area = spot.area.moved(by);
    spot.shapes = vec![Shape::group_at(by, spot.shapes)];
    spot
}
