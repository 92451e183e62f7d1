//! Heights of the layers and the curves of the arcs.

use super::{Layered, Layout};
use crate::drawing::{Curve, Piece};

/// The least room between two layers.
const MIN_GAP: f64 = 46.0;
/// The most.
const MAX_GAP: f64 = 110.0;
/// How much of the longest way to the side is added to the room between two layers.
const GAP_PER_WAY: f64 = 0.1;

/// Arcs start and end so far apart on their box, if there is room.
const PORT_GAP: f64 = 11.0;

/// An arc that passes boxes may go so far to the left and to the right of its place.
const MAX_LEAN: f64 = 40.0;
/// Room that stays between an arc and a box.
const CLEAR: f64 = 6.0;
/// Room that stays between two arcs.
const APART: f64 = 5.0;

/// Arcs leave and reach boxes more upright than the straight way would.
const END_SLOPE: f64 = 0.6;

/// The layout for vertices at `x`.
///
/// Between two layers an arc keeps to the room between them, beside boxes to the room left beside
/// them: no arc meets a box.
pub fn route(graph: &Layered, sizes: &[(f64, f64)], x: &[f64]) -> Layout {
    let ports = Ports::new(graph, sizes, x);
    let (tops, heights) = bands(graph, sizes, &ports);
    let passages = passages(graph, &rooms(graph, sizes, x), &ports, (&tops, &heights), x);
    let centre = |layer: usize| tops[layer] + heights[layer] / 2.0;
    let centres: Vec<_> = (0..graph.boxes).map(|v| (x[v], centre(graph.layer[v]))).collect();
    let mut curves = Vec::with_capacity(graph.chains.len());
    for (arc, chain) in graph.chains.iter().enumerate() {
        let (from, to) = (chain[0], chain[chain.len() - 1]);
        let start = (ports.start[arc], centres[from].1 + sizes[from].1 / 2.0);
        let end = (ports.end[arc], centres[to].1 - sizes[to].1 / 2.0);
        let mut pieces = Vec::new();
        let mut here = (start.0, tops[graph.layer[from]] + heights[graph.layer[from]]);
        if here.1 > start.1 + 0.01 {
            pieces.push(Piece::Line(here));
        }
        let mut slope = None;
        for &vertex in &chain[1..] {
            let layer = graph.layer[vertex];
            let passage = (!graph.is_box(vertex)).then(|| passages[vertex - graph.boxes]);
            let there = (passage.map_or(end.0, |passage| passage.top), tops[layer]);
            let straight = (there.0 - here.0) / (there.1 - here.1);
            let leave = slope.unwrap_or(END_SLOPE * straight);
            let arrive = passage.map_or(END_SLOPE * straight, |passage| passage.slope);
            let down = (there.1 - here.1) * 0.4;
            pieces.push(Piece::Cubic(
                (here.0 + leave * down, here.1 + down),
                (there.0 - arrive * down, there.1 - down),
                there,
            ));
            here = there;
            if let Some(passage) = passage {
                here = (passage.bottom, tops[layer] + heights[layer]);
                pieces.push(Piece::Line(here));
                slope = Some(passage.slope);
            }
        }
        if end.1 > here.1 + 0.01 {
            pieces.push(Piece::Line(end));
        }
        curves.push(Curve { start, pieces });
    }
    let height = tops.last().zip(heights.last()).map_or(0.0, |(top, height)| top + height);
    let mut layout = Layout { width: 0.0, height, centres, curves };
    layout.frame(sizes);
    layout
}

impl Layout {
    /// Moves everything to the right of 0 and sets the width. A Bézier curve lies between its
    /// control points.
    fn frame(&mut self, sizes: &[(f64, f64)]) {
        let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut meet = |from: f64, to: f64| {
            left = left.min(from);
            right = right.max(to);
        };
        for (&(x, _), &(width, _)) in self.centres.iter().zip(sizes) {
            meet(x - width / 2.0, x + width / 2.0);
        }
        for piece in self.curves.iter().flat_map(|curve| &curve.pieces) {
            match piece {
                Piece::Line((x, _)) => meet(*x, *x),
                Piece::Cubic((a, _), (b, _), (c, _)) => {
                    meet(a.min(*b).min(*c), a.max(*b).max(*c));
                }
            }
        }
        if self.centres.is_empty() {
            return;
        }
        let to_right = |point: &mut (f64, f64)| point.0 -= left;
        self.width = right - left;
        self.centres.iter_mut().for_each(to_right);
        for curve in &mut self.curves {
            to_right(&mut curve.start);
            for piece in &mut curve.pieces {
                match piece {
                    Piece::Line(end) => to_right(end),
                    Piece::Cubic(a, b, end) => [a, b, end].into_iter().for_each(to_right),
                }
            }
        }
    }
}

/// Where arcs start and end.
struct Ports {
    start: Vec<f64>,
    end: Vec<f64>,
}

impl Ports {
    /// Spreads the ends of arcs over their boxes in the order in which the arcs come in.
    fn new(graph: &Layered, sizes: &[(f64, f64)], x: &[f64]) -> Self {
        let mut leaving = vec![Vec::new(); graph.boxes];
        let mut coming = vec![Vec::new(); graph.boxes];
        for (arc, chain) in graph.chains.iter().enumerate() {
            leaving[chain[0]].push((x[chain[1]], arc));
            coming[chain[chain.len() - 1]].push((x[chain[chain.len() - 2]], arc));
        }
        let spread = |mut arcs: Vec<(f64, usize)>, vertex: usize, places: &mut [f64]| {
            arcs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let count = arcs.len() as f64;
            let gap = ((sizes[vertex].0 - 18.0).max(4.0) / count).min(PORT_GAP);
            for (i, (_, arc)) in arcs.into_iter().enumerate() {
                places[arc] = x[vertex] + gap * (i as f64 - (count - 1.0) / 2.0);
            }
        };
        let mut ports =
            Self { start: vec![0.0; graph.chains.len()], end: vec![0.0; graph.chains.len()] };
        for (vertex, (leaving, coming)) in leaving.into_iter().zip(coming).enumerate() {
            spread(leaving, vertex, &mut ports.start);
            spread(coming, vertex, &mut ports.end);
        }
        ports
    }
}

/// Top and height of every layer; there is more room where arcs go far to the side.
fn bands(graph: &Layered, sizes: &[(f64, f64)], ports: &Ports) -> (Vec<f64>, Vec<f64>) {
    let layers = graph.order.len();
    let mut heights = vec![0.0f64; layers];
    for (vertex, size) in sizes.iter().enumerate() {
        let height = &mut heights[graph.layer[vertex]];
        *height = height.max(size.1);
    }
    let mut ways = vec![0.0f64; layers];
    for (arc, chain) in graph.chains.iter().enumerate() {
        if let [from, _] = **chain {
            let way = &mut ways[graph.layer[from]];
            *way = way.max((ports.start[arc] - ports.end[arc]).abs());
        }
    }
    let mut tops = Vec::with_capacity(layers);
    let mut top = 0.0;
    for (height, way) in heights.iter().zip(ways) {
        tops.push(top);
        top += height + (MIN_GAP + GAP_PER_WAY * way).min(MAX_GAP);
    }
    (tops, heights)
}

/// How an arc passes the boxes of a layer.
#[derive(Clone, Copy)]
struct Passage {
    /// Where it comes in and goes out.
    top: f64,
    bottom: f64,
    /// How far it goes to the side for each step down, there and between.
    slope: f64,
}

/// The passages of all dummies, numbered from the first dummy on.
fn passages(
    graph: &Layered,
    rooms: &[(f64, f64)],
    ports: &Ports,
    (tops, heights): (&[f64], &[f64]),
    x: &[f64],
) -> Vec<Passage> {
    let mut passages = vec![Passage { top: 0.0, bottom: 0.0, slope: 0.0 }; x.len() - graph.boxes];
    for (arc, chain) in graph.chains.iter().enumerate() {
        let last = chain.len() - 1;
        let at = |step: usize| match step {
            0 => ports.start[arc],
            step if step == last => ports.end[arc],
            step => x[chain[step]],
        };
        for (step, &vertex) in chain.iter().enumerate().take(last).skip(1) {
            let layer = graph.layer[vertex];
            let centre = |layer: usize| tops[layer] + heights[layer] / 2.0;
            let way = |step: usize| {
                let upper = graph.layer[chain[step]];
                (at(step + 1) - at(step)) / (centre(upper + 1) - centre(upper))
            };
            let (a, b) = (way(step - 1), way(step));
            // Straight on if the ways before and after agree, upright at a turn.
            let wish = if a * b <= 0.0 { 0.0 } else { 2.0 * a * b / (a + b) };
            let (left, right) = rooms[vertex - graph.boxes];
            let height = heights[layer].max(1.0);
            let most = (left + right) / height;
            let slope = wish.clamp(-most, most);
            let half = slope.abs() * height / 2.0;
            // Moved aside so far that both ends keep to the room.
            let middle = x[vertex].max(x[vertex] - left + half).min(x[vertex] + right - half);
            let lean = slope * height / 2.0;
            passages[vertex - graph.boxes] =
                Passage { top: middle - lean, bottom: middle + lean, slope };
        }
    }
    passages
}

/// How much room each dummy has at its left and its right.
fn rooms(graph: &Layered, sizes: &[(f64, f64)], x: &[f64]) -> Vec<(f64, f64)> {
    let mut rooms = vec![(MAX_LEAN, MAX_LEAN); x.len() - graph.boxes];
    for layer in &graph.order {
        for pair in layer.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let half =
                |vertex: usize| if graph.is_box(vertex) { sizes[vertex].0 / 2.0 } else { 0.0 };
            let between = x[b] - x[a] - half(a) - half(b);
            let room = match (graph.is_box(a), graph.is_box(b)) {
                // Two arcs share what is between them.
                (false, false) => (between - APART) / 2.0,
                _ => between - CLEAR,
            }
            .clamp(0.0, MAX_LEAN);
            if !graph.is_box(a) {
                rooms[a - graph.boxes].1 = room;
            }
            if !graph.is_box(b) {
                rooms[b - graph.boxes].0 = room;
            }
        }
    }
    rooms
}
