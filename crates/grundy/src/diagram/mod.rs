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

use crate::answer::{Answer, MoveLine};
use crate::context::{Context, Stop};
use crate::drawing::{Point, Shape};
use crate::expr::{Expression, Series, print_sum};
use crate::game::{Component, PartSketch, may_move};
use crate::outcome::Outcome;
use crate::play;
use crate::sketch::{Sketch, Spot};
use crate::translation::Language;
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

/// More parts are not drawn.
const MAX_PARTS: usize = 60;
/// More moves of a part are not listed.
const MAX_MOVES_OF_PART: usize = 1_000;
/// More moves of the whole position are not listed.
const MAX_MOVES: usize = 4_000;
/// Bytes of text in all that the positions after the moves may take.
const MAX_TEXT_BYTES: usize = 8 << 20;

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
    /// The winning moves that have no place in the picture, with their parts, once [`mark`](Self::mark)
    /// has told.
    pub undrawn: Vec<String>,
    /// What is written below.
    remark: Option<String>,
    /// What lies behind the spots.
    shapes: Vec<Shape>,
    /// Whether the position is the present round of a series.
    round: bool,
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
        let labels = self.moves.iter_mut().map(|to| &mut to.label).chain(&mut self.undrawn);
        for name in titles.chain(labels) {
            if let Cow::Owned(told) = language.sentence(name) {
                *name = told;
            }
        }
        self
    }

    /// Draws a position; of a series the present round, of a join all members without moves.
    ///
    /// # Complexity
    /// O(moves · length of the position), both bounded: what is too large to be drawn whole has
    /// `complete` unset.
    ///
    /// # Errors
    /// [`Stop`] if the rules are wrong in this position, or when cancelled.
    pub fn of(expression: &Expression, context: &Context<'_>) -> Result<Self, Stop> {
        let all: Vec<Arc<dyn Component>>;
        let sum: &[Arc<dyn Component>] = match expression {
            Expression::Sum(sum) => sum,
            Expression::Series(series) => &series.current,
            Expression::Join(join) => {
                all = join.members.iter().flatten().cloned().collect();
                &all
            }
        };
        // A move of a join is made in several parts at once: none is drawn.
        let join = matches!(expression, Expression::Join(_));
        let count: usize = sum.iter().map(|component| component.parts()).sum();
        let mut diagram = Self {
            position: expression.to_string(),
            text: play::draw(sum).lines().map(str::to_owned).collect(),
            width: 0.0,
            height: 0.0,
            spots: Vec::new(),
            moves: Vec::new(),
            complete: !join,
            outcome: None,
            undrawn: Vec::new(),
            remark: None,
            shapes: Vec::new(),
            round: matches!(expression, Expression::Series(_)),
        };
        let mut sketches: Vec<(Sketch, Option<(usize, String)>)> = Vec::new();
        let (mut number, mut text) = (0, 0);
        let may_move = may_move(sum);
        for (c, component) in sum.iter().enumerate() {
            for part in 0..component.parts() {
                number += 1;
                if number > MAX_PARTS {
                    break;
                }
                context.tick("drawing parts", number as u64)?;
                let room = MAX_MOVES_OF_PART.min(MAX_MOVES - diagram.moves.len());
                let PartSketch { mut sketch, moves, complete } = component.sketch(part, room);
                if let Some(stop) = component.fault() {
                    return Err(stop);
                }
                diagram.complete &= complete;
                // Nor are moves that may not be made because another part must be answered.
                if join || !may_move(c, part) {
                    // What could be clicked is drawn as it is.
                    sketch.gestures.clear();
                    let spots = std::mem::take(&mut sketch.spots);
                    sketch.shapes.extend(spots.into_iter().flat_map(|spot| spot.shapes));
                    let caption = (count > 1).then(|| (number, component.print_part(part)));
                    sketches.push((sketch, caption));
                    continue;
                }
                let first: usize = sketches.iter().map(|(sketch, _)| sketch.spots.len()).sum();
                for (to, gestures) in moves.into_iter().zip(std::mem::take(&mut sketch.gestures)) {
                    let mut after = sum.to_vec();
                    after[c] = to.after;
                    let after = leaves(expression, after);
                    text += after.len();
                    if text > MAX_TEXT_BYTES {
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
                let caption = (count > 1).then(|| (number, component.print_part(part)));
                sketches.push((sketch, caption));
            }
        }
        diagram.complete &= number <= MAX_PARTS;
        let drawn = diagram.complete && diagram.moves.iter().all(|to| !to.gestures.is_empty());
        diagram.remark = match diagram.moves.is_empty() && diagram.complete {
            _ if number > MAX_PARTS => Some(format!("… {count} parts in all")),
            true => Some("no move is left".to_owned()),
            _ if !join && !drawn => Some("… not all moves are drawn".to_owned()),
            _ => None,
        };
        diagram.place(sketches);
        Ok(diagram)
    }

    /// Puts the sketches on the canvas.
    fn place(&mut self, sketches: Vec<(Sketch, Option<(usize, String)>)>) {
        let mut names = Vec::new();
        let items: Vec<layout::Item> = sketches
            .iter()
            .map(|(sketch, caption)| {
                names.push(caption.as_ref().map(|(number, _)| *number));
                layout::Item::new(sketch, caption.clone())
            })
            .collect();
        let (corners, captions, size) = layout::arrange(&items);
        (self.width, self.height) = size;
        self.shapes = captions;
        for (((sketch, _), at), name) in sketches.into_iter().zip(corners).zip(names) {
            self.shapes.push(Shape::group_at(at, sketch.shapes));
            self.spots.extend(sketch.spots.into_iter().map(|spot| {
                let title = match name {
                    None => spot.title,
                    Some(number) => format!("part {number}, {}", spot.title),
                };
                moved(Spot { title, ..spot }, at)
            }));
        }
    }

    /// Notes which moves win, as an answer to the question about this position tells.
    pub fn mark(&mut self, answer: &Answer) {
        self.outcome = Some(answer.outcome);
        let found = &answer.winning_moves;
        let all = found.count.as_ref().is_some_and(|count| *count == found.listed.len().into());
        let lost = answer.outcome == Outcome::P;
        // In a series the answer names the round and its part in the text of the move.
        let name = |line: &MoveLine| match line.text.strip_prefix("round 1, ") {
            Some(rest) if self.round => rest.to_owned(),
            _ => format!("part {}: {}", line.part, line.text),
        };
        let winning: HashSet<String> = found.listed.iter().map(name).collect();
        let mut undrawn = winning.clone();
        for to in &mut self.moves {
            let name = format!("part {}: {}", to.part, to.text);
            to.good = match winning.contains(&name) {
                true => Some(true),
                false if all || lost => Some(false),
                false => None,
            };
            if !to.gestures.is_empty() {
                undrawn.remove(&name);
            }
        }
        let one = self.moves.iter().all(|to| to.label == to.text);
        let label = |line: &MoveLine| if one { line.text.clone() } else { name(line) };
        // Of a join no move is drawn.
        let lines = found.listed.iter().filter(|_| !self.moves.is_empty());
        let undrawn = lines.filter(|line| undrawn.contains(&name(line))).map(label);
        self.undrawn = undrawn.collect();
    }
}

/// The position with another sum in its place, of a series in the place of the present round.
fn leaves(expression: &Expression, after: Vec<Arc<dyn Component>>) -> String {
    match expression {
        Expression::Sum(_) | Expression::Join(_) => print_sum(&after),
        Expression::Series(series) => {
            let (rounds, start) = (series.rounds.clone(), series.start.clone());
            Series { rounds, start, current: after, fresh: false }.to_string()
        }
    }
}

/// The spot at another place.
fn moved(mut spot: Spot, by: Point) -> Spot {
    spot.area = spot.area.moved(by);
    spot.shapes = vec![Shape::group_at(by, spot.shapes)];
    spot
}
