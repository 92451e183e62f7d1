//! Winning moves shown in a picture.

use super::Diagram;
use crate::answer::Answer;
use crate::drawing::{Form, Paint, Shape};
use crate::nat::Nat;
use crate::outcome::Outcome;
use crate::sketch::{Area, colours};
use std::collections::{BTreeSet, HashSet};

impl Diagram {
    /// Says of each move whether it wins, as an answer tells, and rings the spots of those that do.
    ///
    /// The answer must be to the same position and list as many winning moves as the diagram has
    /// moves; those beyond what it lists stay unknown.
    ///
    /// ```
    /// use grundy::{Catalogue, Context, Diagram, Question, answer};
    /// let (position, context) = (Catalogue::default().read("nim(2,1)")?, Context::default());
    /// let mut diagram = Diagram::new(&position, &context)?;
    /// let question = Question { moves: diagram.moves.len(), ..Question::default() };
    /// diagram.mark(&answer(&position, &question, &context)?);
    /// let good = diagram.moves.iter().filter(|to| to.good == Some(true));
    /// assert_eq!(good.map(|to| to.label.as_str()).collect::<Vec<_>>(), ["part 1: 2 -> 1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mark(&mut self, answer: &Answer) {
        self.outcome = Some(answer.outcome);
        let winning = &answer.winning_moves;
        let results: HashSet<&str> = winning.listed.iter().map(|line| &*line.to).collect();
        let all =
            answer.outcome == Outcome::P || winning.count == Some(Nat::from(winning.listed.len()));
        for to in &mut self.moves {
            to.good = match results.contains(&*to.to) {
                true => Some(true),
                false => all.then_some(false),
            };
        }
        self.ring();
    }

    /// Rings the spots of good moves.
    fn ring(&mut self) {
        let good = self.moves.iter().filter(|to| to.good == Some(true));
        let named: BTreeSet<&str> =
            good.flat_map(|to| &to.gestures).flatten().map(|id| &**id).collect();
        for (spot, &place) in self.spots.iter().zip(&self.places) {
            if !named.contains(&*spot.id) {
                continue;
            }
            let Some(Shape { form: Form::Group { shapes, .. }, tag }) =
                self.drawing.shapes.get_mut(place)
            else {
                continue;
            };
            if let Some(tag) = tag {
                tag.class = Some("spot good".into());
            }
            // The ring lies within the area, so that rings keep apart.
            let ring = match spot.area {
                Area::Disc { at, radius } => Area::Disc { at, radius: radius - 1.0 },
                Area::Rect { at, size } => Area::rect(
                    at.0 + 1.5,
                    at.1 + 1.5,
                    (size.0 - 3.0).max(1.0),
                    (size.1 - 3.0).max(1.0),
                ),
            };
            shapes.push(ring.painted(Paint::stroke(colours::WINNING, 3.0)));
        }
    }
}
