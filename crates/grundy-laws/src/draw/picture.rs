//! An automaton as a drawing.

use std::f64::consts::{PI, TAU};

use grundy::drawing::{Anchor, Curve, Drawing, Paint, Piece, Point, Rgb, Shape, Text};

use super::geometry::{Bounds, arc, chord, distance, meet, ring};
use super::graph::{Arrow, Graph};
use super::place::{Places, places};

const INK: Rgb = [34, 34, 34];
const QUIET: Rgb = [86, 91, 97];
const LINE: Rgb = [107, 107, 107];
const PAPER: Rgb = [255, 255, 255];
const ACCEPT_FILL: Rgb = [207, 230, 245];
const ACCEPT_LINE: Rgb = [0, 114, 178];

/// The radius of a state.
const RADIUS: f64 = 19.0;
/// The outer circle of a state where words may end.
const OUTER: f64 = RADIUS + 4.0;
/// Arrows begin and end here.
const RIM: f64 = OUTER + 1.5;
const NUMBER_SIZE: f64 = 14.0;
const LETTER_SIZE: f64 = 11.5;
/// From one line of letters to the next.
const LETTER_LINE: f64 = 14.0;
const HEAD: f64 = 8.0;
const MARGIN: f64 = 22.0;
const TITLE_SIZE: f64 = 15.0;
const ABOUT_SIZE: f64 = 11.5;
/// How much arrows in both directions bend away from each other.
const BEND: f64 = 0.3;
/// Letters of one arrow that are shown at most.
const MAX_LETTERS: usize = 12;
/// Letters in one line.
const LETTERS_OF_LINE: usize = 2;
/// Pixels from a state to its neighbour: the first of these where all labels find a place.
const SCALES: [f64; 6] = [120.0, 145.0, 175.0, 215.0, 270.0, 340.0];

/// The letters of an arrow in their place.
#[derive(Clone, Debug)]
struct Label {
    at: Point,
    lines: Vec<String>,
}

fn lines_of(arrow: &Arrow) -> Vec<String> {
    let mut letters: Vec<&str> = arrow.letters.iter().map(String::as_str).collect();
    if letters.len() > MAX_LETTERS {
        letters.truncate(MAX_LETTERS - 1);
        letters.push("…");
    }
    letters.chunks(LETTERS_OF_LINE).map(|line| line.join(" ")).collect()
}

impl Label {
    fn bounds(&self) -> Bounds {
        let wide = |line: &String| Text::new(0.0, 0.0, LETTER_SIZE, line).width();
        let half = self.lines.iter().map(wide).fold(0.0, f64::max) / 2.0 + 2.0;
        let high = LETTER_LINE * self.lines.len() as f64 / 2.0 + 0.5;
        (self.at.0 - half, self.at.1 - high, self.at.0 + half, self.at.1 + high)
    }
}

/// The picture of a graph.
pub fn draw(graph: &Graph, title: &str, about: &[String]) -> Drawing {
    let places = places(graph);
    let mut last = None;
    for scale in SCALES {
        let picture = Picture::new(graph, &places, scale);
        let whole = picture.labels.iter().all(Option::is_some);
        last = Some(picture);
        if whole {
            break;
        }
    }
    last.expect("there is a scale").drawing(title, about)
}

struct Picture<'g> {
    graph: &'g Graph,
    centres: Vec<Point>,
    start: Curve,
    curves: Vec<Curve>,
    labels: Vec<Option<Label>>,
}

impl<'g> Picture<'g> {
    fn new(graph: &'g Graph, places: &Places, scale: f64) -> Self {
        let centres: Vec<Point> =
            places.points.iter().map(|&(x, y)| (x * scale, y * scale)).collect();
        let (x, y) = centres[0];
        let start = Curve::through(&[(x - RIM - 30.0, y), (x - RIM, y)]);
        let both = |a: usize, b: usize| graph.arrows.iter().any(|w| w.from == b && w.to == a);
        let curves = graph
            .arrows
            .iter()
            .map(|arrow| {
                let (from, to) = (centres[arrow.from], centres[arrow.to]);
                if arrow.from == arrow.to {
                    return ring(from, RIM, free_direction(graph, &centres, arrow.from));
                }
                let twice = both(arrow.from, arrow.to);
                if places.round {
                    let far = (from.0 - to.0).hypot(from.1 - to.1) > 1.5 * scale;
                    return match (far, twice, arrow.from < arrow.to) {
                        (false, true, _) => arc(from, to, RIM, BEND),
                        (false, false, _) => arc(from, to, RIM, 0.0),
                        (true, true, true) => chord(from, to, RIM, 1.5),
                        (true, _, _) => chord(from, to, RIM, 0.9),
                    };
                }
                arc(from, to, RIM, if twice { BEND } else { 0.0 })
            })
            .collect();
        let mut picture = Self { graph, centres, start, curves, labels: Vec::new() };
        picture.labels = picture.place_labels();
        picture
    }

    /// Places for the letters of all arrows: beside no label and no state; where possible across no
    /// other arrow.
    fn place_labels(&self) -> Vec<Option<Label>> {
        const STEPS: u32 = 40;
        let around = |&(x, y): &Point| (x - RIM, y - RIM, x + RIM, y + RIM);
        let mut taken: Vec<Bounds> = self.centres.iter().map(around).collect();
        let samples: Vec<Vec<Point>> = self.curves.iter().map(|c| c.samples(STEPS)).collect();
        let start = self.start.samples(8);
        let mut labels: Vec<Option<Label>> = vec![None; self.curves.len()];
        // Short arrows have the fewest places.
        let mut order: Vec<usize> = (0..self.curves.len()).collect();
        let length = |arrow: usize| {
            let (a, b) = (self.curves[arrow].start, self.curves[arrow].end().0);
            (a.0 - b.0).hypot(a.1 - b.1)
        };
        order.sort_by(|&a, &b| length(a).total_cmp(&length(b)));
        for arrow in order {
            let lines = lines_of(&self.graph.arrows[arrow]);
            let mut best: Option<(f64, Label)> = None;
            for (step, &at) in samples[arrow].iter().enumerate() {
                let label = Label { at, lines: lines.clone() };
                let bounds = label.bounds();
                if taken.iter().any(|&other| meet(other, bounds)) {
                    continue;
                }
                let inside =
                    |&(x, y): &Point| x > bounds.0 && x < bounds.2 && y > bounds.1 && y < bounds.3;
                let crossed = samples
                    .iter()
                    .enumerate()
                    .filter(|&(other, points)| other != arrow && points.iter().any(inside))
                    .count()
                    + usize::from(start.iter().any(inside));
                let off = (step as f64 / f64::from(STEPS) - 0.45).abs();
                // The end, where the head is, must be seen.
                let end = self.curves[arrow].end().0;
                let hidden = (end.0 - at.0).hypot(end.1 - at.1) < 14.0;
                let cost = 3.0 * crossed as f64 + off + if hidden { 5.0 } else { 0.0 };
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, label));
                }
            }
            if let Some((_, label)) = best {
                taken.push(label.bounds());
                labels[arrow] = Some(label);
            }
        }
        labels
    }

    fn bounds(&self) -> Bounds {
        let mut all = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
        let mut add = |(l, t, r, b): Bounds| {
            all = (all.0.min(l), all.1.min(t), all.2.max(r), all.3.max(b));
        };
        for &(x, y) in &self.centres {
            add((x - RIM, y - RIM, x + RIM, y + RIM));
        }
        for (x, y) in self.curves.iter().chain([&self.start]).flat_map(|curve| curve.samples(20)) {
            add((x - 2.0, y - 2.0, x + 2.0, y + 2.0));
        }
        for label in self.labels.iter().flatten() {
            add(label.bounds());
        }
        all
    }

    fn drawing(&self, title: &str, about: &[String]) -> Drawing {
        let (left, top, right, bottom) = self.bounds();
        let title_shape = Text::new(MARGIN, MARGIN + 12.0, TITLE_SIZE, title).bold();
        let lines: Vec<Text> = about
            .iter()
            .zip(1..)
            .map(|(line, number)| {
                let y = MARGIN + 14.0 + 17.0 * f64::from(number);
                Text::new(MARGIN, y, ABOUT_SIZE, line).coloured(QUIET)
            })
            .collect();
        let head = 30.0 + 17.0 * about.len() as f64;
        let widest = lines.iter().map(Text::width).fold(title_shape.width(), f64::max);
        let inner = (right - left).max(widest);
        let corner = (MARGIN + (inner - (right - left)) / 2.0 - left, MARGIN + head - top);
        let width = (inner + 2.0 * MARGIN).ceil();
        let height = (bottom - top + head + 2.0 * MARGIN).ceil();
        let mut drawing = Drawing::new(width, height, title);
        drawing.push(title_shape);
        lines.into_iter().for_each(|line| drawing.push(line));
        let mut shapes = Vec::new();
        arrow_shapes(&self.start, INK, &mut shapes);
        for curve in &self.curves {
            arrow_shapes(curve, LINE, &mut shapes);
        }
        for label in self.labels.iter().flatten() {
            shapes.push(label_shape(label));
        }
        for (state, &centre) in self.centres.iter().enumerate() {
            shapes.push(self.state_shape(state, centre));
        }
        drawing.push(Shape::group_at(corner, shapes));
        drawing
    }

    fn state_shape(&self, state: usize, at: Point) -> Shape {
        let circle = |radius: f64, paint: Paint| -> Shape {
            grundy::drawing::Form::Circle { at, radius, paint }.into()
        };
        let mut parts = Vec::new();
        if self.graph.accepting[state] {
            parts.push(circle(OUTER, Paint::fill(PAPER).edged(ACCEPT_LINE, 1.4)));
            parts.push(circle(RADIUS, Paint::fill(ACCEPT_FILL).edged(ACCEPT_LINE, 1.4)));
        } else {
            parts.push(circle(OUTER, Paint::fill(PAPER).edged(LINE, 1.3)));
        }
        let number = self.graph.numbers[state].to_string();
        let text = Text::new(at.0, at.1 + 5.0, NUMBER_SIZE, &number);
        parts.push(text.anchored(Anchor::Middle).coloured(INK).into());
        Shape::group(parts).named(format!("state-{number}")).of_class("state")
    }
}

fn label_shape(label: &Label) -> Shape {
    let (l, t, r, b) = label.bounds();
    let mut parts = vec![Shape::rect(l, t, r - l, b - t, 2.0, Paint::fill(PAPER))];
    for (line, number) in label.lines.iter().zip(0..) {
        let y = t + 0.5 + LETTER_LINE * (f64::from(number) + 0.5) + 0.36 * LETTER_SIZE;
        let text = Text::new(label.at.0, y, LETTER_SIZE, line).anchored(Anchor::Middle);
        parts.push(text.coloured(INK).into());
    }
    Shape::group(parts).of_class("letters")
}

/// A line with a head at its end; the line ends within the head.
fn arrow_shapes(curve: &Curve, colour: Rgb, shapes: &mut Vec<Shape>) {
    let (tip, control) = curve.end();
    // The head points along the last part of the line.
    let from = match curve.pieces.last() {
        Some(piece @ Piece::Cubic(..)) => piece.at(curve.start, 0.93),
        _ => control,
    };
    let way = (tip.0 - from.0).hypot(tip.1 - from.1).max(f64::MIN_POSITIVE);
    let back = (0.7 * HEAD).min(way) / way;
    let end = (tip.0 - (tip.0 - from.0) * back, tip.1 - (tip.1 - from.1) * back);
    let mut line = curve.clone();
    if let Some(Piece::Line(last) | Piece::Cubic(_, _, last)) = line.pieces.last_mut() {
        *last = end;
    }
    shapes.push(Shape::curve(line, colour, 1.3));
    shapes.push(Shape::arrow_head(tip, from, HEAD, colour));
}

/// The direction in which a state has the most room for an arrow to itself.
fn free_direction(graph: &Graph, centres: &[Point], state: usize) -> f64 {
    let (x, y) = centres[state];
    let mut busy: Vec<f64> = Vec::new();
    for arrow in &graph.arrows {
        let other = match (arrow.from == state, arrow.to == state) {
            (true, false) => arrow.to,
            (false, true) => arrow.from,
            _ => continue,
        };
        busy.push((centres[other].1 - y).atan2(centres[other].0 - x));
    }
    if state == 0 {
        busy.push(PI);
    }
    // What is far from all arrows of the state, and from other states and arrows around.
    let reach = 2.4 * RIM;
    let cost = |angle: f64| {
        let near = busy.iter().map(|&other| {
            let gap = (angle - other).rem_euclid(TAU);
            gap.min(TAU - gap)
        });
        let gap = near.fold(PI, f64::min);
        let end = (x + reach * angle.cos(), y + reach * angle.sin());
        let blocked = centres
            .iter()
            .enumerate()
            .any(|(other, &at)| other != state && (at.0 - end.0).hypot(at.1 - end.1) < 1.9 * RIM);
        let crossed = graph.arrows.iter().any(|arrow| {
            let apart = arrow.from != state && arrow.to != state;
            apart && distance(end, centres[arrow.from], centres[arrow.to]) < 0.8 * RIM
        });
        let upright = (angle + PI / 2.0).cos();
        gap.min(1.2) + 0.1 * upright
            - if blocked { 3.0 } else { 0.0 }
            - if crossed { 1.0 } else { 0.0 }
    };
    (0..24)
        .map(|step| TAU * f64::from(step) / 24.0 - PI / 2.0)
        .max_by(|&a, &b| cost(a).total_cmp(&cost(b)))
        .unwrap_or(-PI / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::Budget;
    use crate::numeration::{Name, System};

    /// No label meets a label or a state, no arrow meets a state that it does not join.
    #[test]
    fn nothing_lies_over_anything() {
        let mut graphs = Vec::new();
        for name in ["2", "3", "zeckendorf", "narayana", "ostrowski[2]"] {
            let name: Name = name.parse().unwrap();
            let system = System::new(&name, &Budget::default()).unwrap();
            graphs.extend([system.less(), system.successor(), system.valid()].map(Graph::of));
            if system.adder().states() < 40 {
                graphs.push(Graph::of(system.adder()));
            }
        }
        for graph in &graphs {
            let places = places(graph);
            let picture = SCALES
                .iter()
                .map(|&scale| Picture::new(graph, &places, scale))
                .find(|picture| picture.labels.iter().all(Option::is_some));
            let Some(picture) = picture else { panic!("no scale is large enough: {graph:?}") };
            let boxes: Vec<Bounds> = picture.labels.iter().flatten().map(Label::bounds).collect();
            for (i, &a) in boxes.iter().enumerate() {
                assert!(boxes[..i].iter().all(|&b| !meet(a, b)), "{graph:?}");
                for &(x, y) in &picture.centres {
                    assert!(!meet(a, (x - OUTER, y - OUTER, x + OUTER, y + OUTER)), "{graph:?}");
                }
            }
            for (arrow, curve) in graph.arrows.iter().zip(&picture.curves) {
                for (x, y) in curve.samples(60) {
                    for (state, &at) in picture.centres.iter().enumerate() {
                        let own = state == arrow.from || state == arrow.to;
                        let away = (at.0 - x).hypot(at.1 - y);
                        assert!(own || away > OUTER, "{arrow:?} meets {state}");
                    }
                }
            }
        }
    }
}
