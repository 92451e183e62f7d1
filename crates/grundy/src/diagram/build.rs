//! Diagrams of expressions.

use super::{Diagram, MAX_MOVES, MAX_PARTS, MAX_SPOTS, Move, Spot, buttons, layout};
use crate::context::{Context, Stop};
use crate::drawing::text::{fitting_both_ends, shorten};
use crate::drawing::{Drawing, Paint, Point, Shape, Text};
use crate::expr::{Expression, Series, print_sum};
use crate::game::{AnyFound, Component};
use crate::play;
use crate::sketch::{self, Sketch, colours};
use std::sync::Arc;

/// The size of the letters of labels.
const LABEL: f64 = 13.0;
/// What a label takes above its part.
const LABEL_HIGH: f64 = 24.0;
/// A part is at least so wide, so that its label can be read.
const NARROWEST: f64 = 110.0;
/// Buttons of a part take about this width.
const BUTTONS_WIDE: f64 = 560.0;

/// A part of the sum: its component, and its number in the sum.
struct Part {
    component: usize,
    number: usize,
}

/// A part drawn.
struct Drawn {
    part: Part,
    label: Option<String>,
    sketch: Sketch,
    found: AnyFound,
}

impl Diagram {
    /// The picture of a position: its parts in the order typed, of a series the present round.
    ///
    /// # Complexity
    /// O(size of the picture), and to list at most a thousand moves of each part.
    ///
    /// # Errors
    /// [`Stop`] when cancelled, or if the rules of a part are faulty.
    pub fn new(expression: &Expression, context: &Context<'_>) -> Result<Self, Stop> {
        let sum = match expression {
            Expression::Sum(sum) => sum,
            Expression::Series(series) => &series.current,
        };
        let count: usize = sum.iter().map(|component| component.parts()).sum();
        let parts = (0..sum.len())
            .flat_map(|component| (0..sum[component].parts()).map(move |part| (component, part)));
        let parts = (1..).zip(parts).take(MAX_PARTS);
        let mut spots = 0;
        let mut complete = count <= MAX_PARTS;
        let mut all = Vec::new();
        for (number, (component, part)) in parts {
            context.tick("drawing", number as u64)?;
            let of = &*sum[component];
            let (mut sketch, found) = of.sketch(part, MAX_MOVES);
            if found.count.is_none() {
                if let Some(fault) = of.fault() {
                    return Err(fault);
                }
                complete = false;
            }
            let texts: Vec<&str> = found.listed.iter().map(|to| &*to.text).collect();
            buttons::add(&mut sketch, &texts, BUTTONS_WIDE);
            if spots + sketch.spots.len() > MAX_SPOTS {
                sketch = sketch::text(&[shorten(&of.print_part(part), 60)], texts.len());
            }
            spots += sketch.spots.len();
            let label = (count > 1).then(|| {
                let room = sketch.width.max(NARROWEST);
                let label = format!("part {number}: {}", of.print_part(part));
                fitting_both_ends(&label, LABEL, false, room)
            });
            all.push(Drawn { part: Part { component, number }, label, sketch, found });
        }
        let position = expression.to_string();
        let text = play::draw(sum).lines().map(str::to_owned).collect();
        let drawing = Drawing::new(0.0, 0.0, shorten(&position, 200));
        let (moves, places, spots) = (Vec::new(), Vec::new(), Vec::new());
        let outcome = None;
        let mut new = Self { position, drawing, text, spots, moves, complete, outcome, places };
        let heads = new.head(expression, count);
        let sizes: Vec<Point> = all.iter().map(Drawn::size).collect();
        let (corners, size) = layout::flow(&sizes, heads);
        new.widen(size);
        for (drawn, corner) in all.into_iter().zip(corners) {
            new.part(expression, sum, count, drawn, corner);
        }
        Ok(new)
    }

    /// Lines above the parts: rounds left, parts left out, nothing left; where the parts begin.
    fn head(&mut self, expression: &Expression, count: usize) -> f64 {
        let mut lines = Vec::new();
        if let Expression::Series(series) = expression {
            let rounds = match series.rounds.is_one() {
                true => "the last round".to_owned(),
                false => format!("{} rounds left, this one included", series.rounds),
            };
            lines.push(format!("{rounds}; each starts from {}", print_sum(&series.start)));
        }
        if count > MAX_PARTS {
            lines.push(format!("the first {MAX_PARTS} of {count} parts"));
        }
        if count == 0 {
            lines.push("nothing is left".to_owned());
        }
        let mut y = layout::MARGIN;
        for line in lines {
            let line = fitting_both_ends(&line, LABEL, true, 640.0);
            let text = Text::new(layout::MARGIN, y + LABEL, LABEL, line).bold();
            self.widen((text.width() + 2.0 * layout::MARGIN, y + 2.0 * LABEL));
            self.drawing.push(text);
            y += LABEL_HIGH;
        }
        y
    }

    fn widen(&mut self, size: Point) {
        self.drawing.width = self.drawing.width.max(size.0.ceil());
        self.drawing.height = self.drawing.height.max(size.1.ceil());
    }

    /// Adds a part and its moves.
    fn part(
        &mut self,
        expression: &Expression,
        sum: &[Arc<dyn Component>],
        count: usize,
        drawn: Drawn,
        corner: Point,
    ) {
        let Drawn { part, label, sketch, found } = drawn;
        let mut at = corner;
        if let Some(label) = label {
            let text = Text::new(corner.0, corner.1 + LABEL, LABEL, label);
            self.drawing.push(text.coloured(colours::QUIET));
            at.1 += LABEL_HIGH;
        }
        if !sketch.back.is_empty() {
            self.drawing.push(Shape::group_at(at, sketch.back));
        }
        let first = self.spots.len();
        for (number, spot) in (first + 1..).zip(sketch.spots) {
            let id = format!("s{number}");
            // The whole area can be clicked, also where nothing is drawn.
            let mut shapes = vec![spot.area.painted(Paint::default())];
            shapes.extend(spot.shapes);
            let group = Shape::group_at(at, shapes);
            self.places.push(self.drawing.shapes.len());
            self.drawing.push(
                group.named(format!("spot-{id}")).of_class("spot").titled(spot.title.clone()),
            );
            self.spots.push(Spot { id, title: spot.title, area: spot.area.moved(at) });
        }
        if !sketch.front.is_empty() {
            self.drawing.push(Shape::group_at(at, sketch.front));
        }
        for (to, gestures) in found.listed.into_iter().zip(sketch.gestures) {
            let mut after = sum.to_vec();
            after[part.component] = to.after;
            let named = |spot: usize| self.spots[first + spot].id.clone();
            let label = match count {
                1 => to.text.clone(),
                _ => format!("part {}: {}", part.number, to.text),
            };
            self.moves.push(Move {
                part: part.number,
                text: to.text,
                to: leaving(expression, after),
                label,
                wins: to.wins,
                good: None,
                gestures: gestures
                    .into_iter()
                    .map(|gesture| gesture.into_iter().map(named).collect())
                    .collect(),
            });
        }
    }
}

impl Drawn {
    fn size(&self) -> Point {
        let label = self.label.as_ref().map_or(0.0, |_| LABEL_HIGH);
        let narrowest = if self.label.is_some() { NARROWEST } else { 0.0 };
        (self.sketch.width.max(narrowest), self.sketch.height + label)
    }
}

/// The expression with its present sum replaced.
fn leaving(expression: &Expression, after: Vec<Arc<dyn Component>>) -> String {
    match expression {
        Expression::Sum(_) => print_sum(&after),
        Expression::Series(series) => Series {
            rounds: series.rounds.clone(),
            start: series.start.clone(),
            current: after,
            fresh: false,
        }
        .to_string(),
    }
}
