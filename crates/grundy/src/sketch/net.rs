//! Graphs with a token: vertices to click, edges or arcs between them.

use super::board::disc;
use super::{Area, Sketch, ink};
use crate::drawing::{Anchor, Curve, Paint, Piece, Point, Rgb, Shape, Text, palette, text};
use crate::sorting::sort_measured;

/// Graphs of more vertices are not drawn.
const MAX_VERTICES: usize = 60;
/// Graphs of more edges are not drawn.
const MAX_EDGES: usize = 240;
/// The radius of a vertex.
const RADIUS: f64 = 16.0;
/// The least distance of vertices.
const APART: f64 = 48.0;

/// A vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// What is written on it.
    pub name: String,
    /// Whether the token may still come here.
    pub open: bool,
    /// The moves that go there.
    pub moves: Vec<usize>,
}

/// The graph with a token on a vertex. Edges are pairs of numbers of vertices; arcs are `directed`
/// and lead downwards. `None` if it is too large.
pub fn net(
    vertices: &[Vertex],
    edges: &[(usize, usize)],
    token: usize,
    directed: bool,
    moves: usize,
) -> Option<Sketch> {
    let unknown = |&(u, v): &(usize, usize)| u.max(v) >= vertices.len();
    if vertices.len() > MAX_VERTICES || edges.len() > MAX_EDGES || edges.iter().any(unknown) {
        return None;
    }
    let places = match directed {
        // Arcs that lead round have no layers.
        true => match layers(vertices.len(), edges) {
            Some(places) => places,
            None => springs(vertices.len(), edges),
        },
        false => springs(vertices.len(), edges),
    };
    let ways = loop_ways(&places, edges);
    let ends = ways.iter().map(|&(v, way)| beyond(places[v], way, LOOP_ROOM));
    let seen: Vec<Point> = places.iter().copied().chain(ends).collect();
    let (mut sketch, places) = framed(&places, &seen, moves);
    for &(u, v) in edges {
        let ready = u == token || !directed && v == token;
        let other = if u == token { v } else { u };
        let colour = if ready && vertices[other].open { ink::TOKEN } else { palette::MOVE };
        if u == v {
            let way = ways.iter().find(|(vertex, _)| *vertex == u).map_or((0.0, -1.0), |way| way.1);
            round(&mut sketch, places[u], way, directed, colour);
            continue;
        }
        let paired = directed && edges.contains(&(v, u));
        edge(&mut sketch, &places, (u, v), (directed, paired), colour);
    }
    for (i, (vertex, &at)) in vertices.iter().zip(&places).enumerate() {
        let here = i == token;
        let (fill, line, letters): (Rgb, Rgb, Rgb) = match (here, vertex.moves.is_empty()) {
            (true, _) => (ink::TOKEN, palette::INK, palette::PAPER),
            (_, false) => (ink::OPEN, ink::TOKEN, palette::INK),
            (_, true) if vertex.open => (palette::PAPER, palette::AXIS, palette::INK),
            (_, true) => (palette::GRID, palette::MOVE, palette::QUIET),
        };
        let shown = text::fitting(&vertex.name, 13.0, false, 2.0 * RADIUS - 4.0);
        let name = Text::new(at.0, at.1 + 4.5, 13.0, shown).anchored(Anchor::Middle);
        let round = disc(at, RADIUS, Paint::fill(fill).edged(line, if here { 2.5 } else { 1.5 }));
        let shapes = [round, name.coloured(letters).into()];
        if vertex.moves.is_empty() {
            sketch.shapes.extend(shapes);
            continue;
        }
        let area = Area::Disc { at, radius: RADIUS + 1.0 };
        let spot = sketch.spot(format!("vertex {}", vertex.name), area, shapes);
        vertex.moves.iter().for_each(|&number| sketch.means(number, [spot]));
    }
    Some(sketch)
}

/// A picture with room for all that is `seen`, and the vertices' places in it.
fn framed(places: &[Point], seen: &[Point], moves: usize) -> (Sketch, Vec<Point>) {
    let margin = RADIUS + 4.0;
    let least = |of: fn(&Point) -> f64| seen.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Point) -> f64| seen.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let corner = match seen {
        [] => (0.0, 0.0),
        _ => (least(|at| at.0) - margin, least(|at| at.1) - margin),
    };
    let (right, bottom) = match seen {
        [] => (2.0 * margin, 2.0 * margin),
        _ => (most(|at| at.0) + margin, most(|at| at.1) + margin),
    };
    let places: Vec<Point> = places.iter().map(|at| (at.0 - corner.0, at.1 - corner.1)).collect();
    (Sketch::new(right - corner.0, bottom - corner.1, moves), places)
}

/// A graph without a token; each move is made by clicking these vertices. `None` if it is too large.
pub fn vertices(
    names: &[String],
    edges: &[(usize, usize)],
    clicks: &[Vec<usize>],
) -> Option<Sketch> {
    placed(names, edges, clicks, springs)
}

/// The same of a partial order, by its pairs (upper, lower) with nothing between: what is above stands
/// above (a Hasse diagram).
pub fn order(names: &[String], covers: &[(usize, usize)], clicks: &[Vec<usize>]) -> Option<Sketch> {
    placed(names, covers, clicks, |count, covers| {
        layers(count, covers).unwrap_or_else(|| springs(count, covers))
    })
}

fn placed(
    names: &[String],
    edges: &[(usize, usize)],
    clicks: &[Vec<usize>],
    places: impl FnOnce(usize, &[(usize, usize)]) -> Vec<Point>,
) -> Option<Sketch> {
    if names.len() > MAX_VERTICES || edges.len() > MAX_EDGES {
        return None;
    }
    let places = places(names.len(), edges);
    let (mut sketch, places) = framed(&places, &places, clicks.len());
    for &ends in edges {
        edge(&mut sketch, &places, ends, (false, false), palette::MOVE);
    }
    let mut spots = Vec::new();
    for (i, (name, &at)) in names.iter().zip(&places).enumerate() {
        let clicked = clicks.iter().any(|vertices| vertices.contains(&i));
        let line = if clicked { ink::TOKEN } else { palette::AXIS };
        let fill = if clicked { ink::OPEN } else { palette::PAPER };
        let shown = text::fitting(name, 13.0, false, 2.0 * RADIUS - 4.0);
        let letters = Text::new(at.0, at.1 + 4.5, 13.0, shown).anchored(Anchor::Middle);
        let round = disc(at, RADIUS, Paint::fill(fill).edged(line, 1.5));
        let shapes = [round, letters.coloured(palette::INK).into()];
        if !clicked {
            sketch.shapes.extend(shapes);
            continue;
        }
        let area = Area::Disc { at, radius: RADIUS + 1.0 };
        spots.push((i, sketch.spot(format!("vertex {name}"), area, shapes)));
    }
    let spot = |vertex: &usize| spots.iter().find(|(i, _)| i == vertex).map(|(_, spot)| *spot);
    for (number, vertices) in clicks.iter().enumerate() {
        sketch.means(number, vertices.iter().filter_map(spot));
    }
    Some(sketch)
}

/// The vertices that are reached first from the token, which comes first.
pub fn near(token: u32, next: impl Fn(u32) -> Vec<u32>) -> Vec<u32> {
    let mut found = vec![token];
    let mut at = 0;
    while at < found.len() && found.len() < MAX_VERTICES {
        for v in next(found[at]) {
            if found.len() < MAX_VERTICES && !found.contains(&v) {
                found.push(v);
            }
        }
        at += 1;
    }
    found
}

/// How far from the middle of a vertex a loop at it is seen, less the margin.
const LOOP_ROOM: f64 = 22.0;

/// The point so far from another one in a direction.
fn beyond(at: Point, way: Point, far: f64) -> Point {
    (at.0 + far * way.0, at.1 + far * way.1)
}

/// For each vertex with a loop the direction in which there is most room between its neighbours: up if it
/// has none.
fn loop_ways(places: &[Point], edges: &[(usize, usize)]) -> Vec<(usize, Point)> {
    use std::f64::consts::{FRAC_PI_2, TAU};
    let mut ways: Vec<(usize, Point)> = Vec::new();
    for &(v, _) in edges.iter().filter(|(u, v)| u == v) {
        if ways.iter().any(|(known, _)| *known == v) {
            continue;
        }
        let ends =
            edges.iter().filter(|(a, b)| a != b).filter_map(|&(a, b)| match (a == v, b == v) {
                (true, _) => Some(places[b]),
                (_, true) => Some(places[a]),
                _ => None,
            });
        let at = places[v];
        let mut angles: Vec<f64> = ends.map(|end| (end.1 - at.1).atan2(end.0 - at.0)).collect();
        angles.sort_by(f64::total_cmp);
        angles.dedup();
        let next = |i: usize| angles.get(i + 1).copied().unwrap_or(angles[0] + TAU);
        let gaps = (0..angles.len()).map(|i| (next(i) - angles[i], (next(i) + angles[i]) / 2.0));
        let angle =
            gaps.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(-FRAC_PI_2, |(_, middle)| middle);
        ways.push((v, (angle.cos(), angle.sin())));
    }
    ways
}

/// Draws a loop at a vertex in a direction.
fn round(sketch: &mut Sketch, at: Point, way: Point, directed: bool, colour: Rgb) {
    let control =
        |side: f64| (at.0 + 46.0 * way.0 - side * way.1, at.1 + 46.0 * way.1 + side * way.0);
    let (first, second) = (control(-34.0), control(34.0));
    let piece = Piece::Cubic(first, second, at);
    sketch.draw(Shape::curve(Curve { start: at, pieces: vec![piece] }, colour, 2.0));
    if !directed {
        return;
    }
    let on = |t: f64| {
        let (s, a, b) = (1.0 - t, 3.0 * (1.0 - t) * (1.0 - t) * t, 3.0 * (1.0 - t) * t * t);
        let ends = s * s * s + t * t * t;
        (ends * at.0 + a * first.0 + b * second.0, ends * at.1 + a * first.1 + b * second.1)
    };
    let mut times = (0..=100).map(|i| f64::from(i) / 100.0);
    if let Some(end) = times.rfind(|&t| distance(on(t), at) >= RADIUS + 1.5) {
        sketch.draw(Shape::arrow_head(on(end), on(end - 0.12), 12.0, colour));
    }
}

/// Draws an edge; it goes around vertices that are in its way, and beside an arc the other way round if
/// it is one of such a pair.
fn edge(
    sketch: &mut Sketch,
    places: &[Point],
    (u, v): (usize, usize),
    (directed, paired): (bool, bool),
    colour: Rgb,
) {
    let (a, b) = (places[u], places[v]);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let long = dx.hypot(dy).max(1.0);
    let (nx, ny) = (-dy / long, dx / long);
    let at = |bend: f64, t: f64| {
        let s = 4.0 * t * (1.0 - t) * bend;
        (a.0 + t * dx + s * nx, a.1 + t * dy + s * ny)
    };
    let clear = |bend: &f64| {
        (1..20).map(|i| at(*bend, f64::from(i) / 20.0)).all(|point| {
            places.iter().enumerate().all(|(w, place)| {
                w == u || w == v || (place.0 - point.0).hypot(place.1 - point.1) > RADIUS + 4.0
            })
        })
    };
    let bends = [if paired { 12.0 } else { 0.0 }, 22.0, -22.0, 40.0, -40.0, 62.0, -62.0];
    let bend = bends.into_iter().find(clear).unwrap_or(bends[0]);
    // A parabola of this height has its control points here.
    let control = |t: f64| {
        let s = bend * 4.0 / 3.0;
        (a.0 + t * dx + s * nx, a.1 + t * dy + s * ny)
    };
    let piece = Piece::Cubic(control(1.0 / 3.0), control(2.0 / 3.0), b);
    let straight = bend == 0.0;
    let curve = match straight {
        true => Curve::through(&[a, b]),
        false => Curve { start: a, pieces: vec![piece] },
    };
    sketch.draw(Shape::curve(curve, colour, 2.2));
    if directed {
        // Where the arc comes into the circle.
        let mut near = (0..=100).map(|i| at(bend, f64::from(i) / 100.0));
        let tip = near.rfind(|p| (p.0 - b.0).hypot(p.1 - b.1) >= RADIUS + 1.5).unwrap_or(a);
        let back = (tip.0 * 2.0 - b.0, tip.1 * 2.0 - b.1);
        let from = if straight { a } else { back };
        sketch.draw(Shape::arrow_head(tip, from, 12.0, colour));
    }
}

/// Places by forces from several beginnings, always the same ones: those with the fewest crossings.
fn springs(count: usize, edges: &[(usize, usize)]) -> Vec<Point> {
    let beginnings = if count <= 25 { 8 } else { 2 };
    let tries = (0..beginnings).map(|beginning| settle(count, edges, beginning));
    tries.min_by_key(|places| crossings(places, edges)).unwrap_or_default()
}

/// How many pairs of edges cross.
fn crossings(places: &[Point], edges: &[(usize, usize)]) -> usize {
    let side =
        |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0) > 0.0;
    let cross = |&(u, v): &(usize, usize), &(w, z): &(usize, usize)| {
        let [a, b, c, d] = [u, v, w, z].map(|i| places[i]);
        [w, z].iter().all(|i| *i != u && *i != v)
            && side(a, b, c) != side(a, b, d)
            && side(c, d, a) != side(c, d, b)
    };
    let pairs =
        edges.iter().enumerate().flat_map(|(i, one)| edges[..i].iter().map(move |o| (one, o)));
    pairs.filter(|(one, other)| cross(one, other)).count()
}

/// Edges pull, all vertices push each other off; from a circle on, on which the vertices follow
/// each other in steps that differ from beginning to beginning.
fn settle(count: usize, edges: &[(usize, usize)], beginning: usize) -> Vec<Point> {
    const STEPS: u32 = 400;
    let length = 70.0;
    let turn = std::f64::consts::TAU / count.max(1) as f64 * [1.0, 2.0, 3.0, 0.5][beginning % 4];
    let first = if beginning < 4 { -1.3 } else { 0.4 };
    let radius = length * (count as f64) / 5.0;
    let mut places: Vec<Point> = (0..count)
        .map(|i| {
            let angle = turn * i as f64 + first;
            // No two at one place, whatever the steps.
            let radius = radius + 3.0 * i as f64;
            (radius * angle.cos(), radius * angle.sin())
        })
        .collect();
    for step in 0..STEPS {
        let mut force = vec![(0.0, 0.0); count];
        let mut push = |i: usize, j: usize, strength: f64, places: &[Point]| {
            let (dx, dy) = (places[j].0 - places[i].0, places[j].1 - places[i].1);
            let far = dx.hypot(dy).max(0.1);
            let part = strength / far;
            force[i].0 -= dx * part;
            force[i].1 -= dy * part;
            force[j].0 += dx * part;
            force[j].1 += dy * part;
        };
        for i in 0..count {
            for j in 0..i {
                let far = distance(places[i], places[j]);
                push(i, j, length * length / far.max(1.0), &places);
            }
        }
        for &(u, v) in edges.iter().filter(|(u, v)| u != v) {
            let far = distance(places[u], places[v]);
            push(u, v, -far * far / length, &places);
        }
        let most = length * (1.0 - f64::from(step) / f64::from(STEPS));
        for (place, force) in places.iter_mut().zip(&force) {
            // Parts that hang together by nothing must not drift off.
            let pull = (force.0 - 0.6 * place.0, force.1 - 0.6 * place.1);
            let size = pull.0.hypot(pull.1).max(0.001);
            let way = size.min(most);
            place.0 += pull.0 / size * way;
            place.1 += pull.1 / size * way;
        }
    }
    spread(&mut places);
    places
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Enlarges until all vertices keep apart; those at the same place are set apart before.
fn spread(places: &mut [Point]) {
    for i in 0..places.len() {
        while (0..i).any(|j| distance(places[i], places[j]) < 1.0) {
            places[i].0 += 3.0;
            places[i].1 += 2.0;
        }
    }
    // Close pairs are pushed apart a little at a time; what is left is solved by enlarging.
    for _ in 0..200 {
        let mut near = false;
        for i in 0..places.len() {
            for j in 0..i {
                let far = distance(places[i], places[j]);
                if far < APART {
                    near = true;
                    let push = (APART - far) / 2.0 / far + 0.01;
                    let (dx, dy) = (places[i].0 - places[j].0, places[i].1 - places[j].1);
                    places[i] = (places[i].0 + dx * push, places[i].1 + dy * push);
                    places[j] = (places[j].0 - dx * push, places[j].1 - dy * push);
                }
            }
        }
        if !near {
            return;
        }
    }
    let pairs = (0..places.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let least = pairs.map(|(i, j)| distance(places[i], places[j])).fold(APART, f64::min);
    let times = APART / least.max(1.0);
    places.iter_mut().for_each(|place| *place = (place.0 * times, place.1 * times));
}

/// Places in layers: each vertex below all from which arcs lead to it; `None` if there is a circle.
fn layers(count: usize, arcs: &[(usize, usize)]) -> Option<Vec<Point>> {
    let mut layer = vec![0; count];
    for round in 0.. {
        let mut changed = false;
        for &(u, v) in arcs {
            if layer[v] <= layer[u] {
                layer[v] = layer[u] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
        if round > count {
            return None;
        }
    }
    let rows = layer.iter().copied().max().unwrap_or(0) + 1;
    let mut order: Vec<Vec<usize>> = vec![Vec::new(); rows];
    (0..count).for_each(|v| order[layer[v]].push(v));
    // The middle of a row is 0.
    let mut x = vec![0.0; count];
    let set = |row: &[usize], x: &mut [f64]| {
        for (i, &v) in row.iter().enumerate() {
            x[v] = (i as f64 - (row.len() - 1) as f64 / 2.0) * 72.0;
        }
    };
    order.iter().for_each(|row| set(row, &mut x));
    for round in 0..12 {
        let rows: Vec<usize> =
            if round % 2 == 0 { (0..rows).collect() } else { (0..rows).rev().collect() };
        for row in rows {
            let middle = |v: usize| {
                let near: Vec<f64> = arcs
                    .iter()
                    .filter_map(|&(a, b)| match (a == v, b == v) {
                        (true, _) if round % 2 == 1 => Some(x[b]),
                        (_, true) if round % 2 == 0 => Some(x[a]),
                        _ => None,
                    })
                    .collect();
                if near.is_empty() { x[v] } else { near.iter().sum::<f64>() / near.len() as f64 }
            };
            let mut keyed: Vec<(f64, usize)> = order[row].iter().map(|&v| (middle(v), v)).collect();
            sort_measured(&mut keyed);
            order[row] = keyed.into_iter().map(|(_, v)| v).collect();
            set(&order[row], &mut x);
        }
    }
    // Rows are shifted a little, so that long arcs do not run through the middles of vertices.
    let shift = |row: usize| if row % 2 == 1 { 18.0 } else { 0.0 };
    Some((0..count).map(|v| (x[v] + shift(layer[v]), layer[v] as f64 * 74.0)).collect())
}
