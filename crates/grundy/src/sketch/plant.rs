//! Graphs that grow from the ground: vertices in layers by their distance from it, edges to click.

use super::{Area, Sketch, ink};
use crate::drawing::{Curve, Paint, Piece, Point, Shape};
use std::collections::{BTreeMap, VecDeque};

/// Graphs of more edges are not drawn.
const MAX_EDGES: usize = 140;
/// From layer to layer.
const RISE: f64 = 56.0;
/// The least distance of vertices of a layer.
const APART: f64 = 46.0;
/// Wider plants are not drawn.
const MAX_WIDTH: f64 = 2200.0;

/// An edge with the number that the moves know it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// One end.
    pub from: u32,
    /// The other end.
    pub to: u32,
    /// The move that cuts it.
    pub cut: usize,
}

/// Where everything is.
struct Plant {
    /// Vertices but the ground, with their places; layers count from 1.
    places: BTreeMap<u32, (f64, usize)>,
    width: f64,
    layers: usize,
}

/// The plant with these edges; each is called as `name` says. `None` if it is too large or not
/// connected to the ground.
pub fn plant(
    ground: u32,
    edges: &[Branch],
    moves: usize,
    name: impl Fn(usize) -> String,
) -> Option<Sketch> {
    if edges.len() > MAX_EDGES {
        return None;
    }
    let plant = grow(ground, edges)?;
    let base = plant.layers as f64 * RISE + 26.0;
    let mut sketch = Sketch::new(plant.width, base + 10.0, moves);
    sketch.ground = Some(base);
    let wide = plant.width;
    sketch.draw(Shape::line(&[(0.0, base), (wide, base)], ink::GROUND, 4.0));
    for i in 0..(wide / 14.0) as u32 {
        let x = f64::from(i) * 14.0 + 10.0;
        sketch.draw(Shape::line(&[(x, base + 2.0), (x - 6.0, base + 9.0)], ink::GROUND, 1.2));
    }
    let place = |v: u32| plant.places.get(&v).map(|&(x, layer)| (x, base - layer as f64 * RISE));
    // Edges with the same ends are bent apart.
    let mut like: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    for (i, edge) in edges.iter().enumerate() {
        like.entry((edge.from.min(edge.to), edge.from.max(edge.to))).or_default().push(i);
    }
    let mut curves: Vec<Option<Curve>> = vec![None; edges.len()];
    let mut loops_on_ground = 0.0;
    for (&(u, v), copies) in &like {
        for (k, &i) in copies.iter().enumerate() {
            let side = k as f64 - (copies.len() - 1) as f64 / 2.0;
            curves[i] = Some(match (place(u), place(v)) {
                (None, None) => {
                    // A loop on the ground, left of everything.
                    let x = 16.0 + loops_on_ground;
                    loops_on_ground += 34.0;
                    lasso((x, base), k)
                }
                (Some(at), Some(_)) if u == v => lasso(at, k),
                (Some(a), Some(b)) => bent(a, b, side),
                (Some(a), None) | (None, Some(a)) => bent((a.0, base), a, side),
            });
        }
    }
    let mut areas: Vec<Area> = Vec::new();
    for (edge, curve) in edges.iter().zip(curves) {
        let Some(curve) = curve else { continue };
        let points = curve.samples(20);
        let along = |t: f64| {
            let place = t * (points.len() - 1) as f64;
            let (i, part) = (place as usize, place.fract());
            let (a, b) = (points[i], points[(i + 1).min(points.len() - 1)]);
            (a.0 + part * (b.0 - a.0), a.1 + part * (b.1 - a.1))
        };
        let tries = [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73];
        let area = [10.0, 8.5, 7.0].into_iter().find_map(|radius| {
            let disc = |t: f64| Area::Disc { at: along(t), radius };
            tries.iter().map(|&t| disc(t)).find(|area| !areas.iter().any(|a| a.overlaps(area)))
        });
        let Some(area) = area else {
            sketch.draw(Shape::curve(curve, ink::PLANT, 5.0));
            continue;
        };
        areas.push(area);
        let spot = sketch.spot(name(edge.cut), area, [Shape::curve(curve, ink::PLANT, 5.0)]);
        sketch.means(edge.cut, [spot]);
    }
    for &v in plant.places.keys() {
        if let Some(at) = place(v) {
            sketch.draw(super::board::disc(at, 5.5, Paint::fill(ink::KNOT)));
        }
    }
    Some(sketch)
}

/// A line between two places, bent to a side.
fn bent(a: Point, b: Point, side: f64) -> Curve {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let long = dx.hypot(dy).max(1.0);
    // Far vertices of one layer: the line goes below those between.
    let sag = if dy.abs() < 1.0 && long > 1.5 * APART { 18.0 } else { 0.0 };
    let (nx, ny) = (-dy / long * 30.0 * side, dx / long * 30.0 * side + sag);
    let control = |t: f64| (a.0 + t * dx + nx, a.1 + t * dy + ny);
    Curve { start: a, pieces: vec![Piece::Cubic(control(0.33), control(0.67), b)] }
}

/// A loop at a place; further ones are larger.
fn lasso((x, y): Point, copy: usize) -> Curve {
    let size = 30.0 + 22.0 * copy as f64;
    let piece = Piece::Cubic((x - size, y - size), (x + size, y - size), (x, y));
    Curve { start: (x, y), pieces: vec![piece] }
}

/// Places for all vertices: a tree of least distances from the ground, each vertex over the middle
/// of what grows on it; then those with several ways down are drawn towards the middle of these.
fn grow(ground: u32, edges: &[Branch]) -> Option<Plant> {
    let mut near: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for edge in edges {
        near.entry(edge.from).or_default().push(edge.to);
        near.entry(edge.to).or_default().push(edge.from);
    }
    let mut layer: BTreeMap<u32, usize> = [(ground, 0)].into();
    let mut above: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut order = vec![ground];
    let mut queue = VecDeque::from([ground]);
    while let Some(v) = queue.pop_front() {
        for &w in near.get(&v).into_iter().flatten() {
            if !layer.contains_key(&w) {
                layer.insert(w, layer[&v] + 1);
                above.entry(v).or_default().push(w);
                order.push(w);
                queue.push_back(w);
            }
        }
    }
    if near.keys().any(|v| !layer.contains_key(v)) {
        return None;
    }
    // Widths from the leaves down, then places from the ground up.
    let mut width: BTreeMap<u32, f64> = BTreeMap::new();
    for &v in order.iter().rev() {
        let own: f64 = above.get(&v).into_iter().flatten().map(|w| width[w]).sum();
        let loops = near.get(&v).into_iter().flatten().any(|&w| w == v);
        width.insert(v, own.max(if loops { 70.0 } else { APART }));
    }
    let loops = near.get(&ground).into_iter().flatten().filter(|&&w| w == ground).count() / 2;
    let left = 12.0 + 36.0 * loops as f64;
    let mut places: BTreeMap<u32, (f64, usize)> = BTreeMap::new();
    let mut from: BTreeMap<u32, f64> = [(ground, left)].into();
    for &v in &order {
        let grown: f64 = above.get(&v).into_iter().flatten().map(|w| width[w]).sum();
        let mut x = from[&v] + (width[&v] - grown) / 2.0;
        for &w in above.get(&v).into_iter().flatten() {
            from.insert(w, x);
            places.insert(w, (x + width[&w] / 2.0, layer[&w]));
            x += width[&w];
        }
    }
    let total = left + width[&ground] + 12.0;
    if total > MAX_WIDTH {
        return None;
    }
    // Twice from the ground up.
    for _ in 0..2 {
        for &v in &order[1..] {
            let (x, at) = places[&v];
            let below: Vec<f64> = near[&v]
                .iter()
                .filter(|w| layer[w] + 1 == at && **w != ground)
                .map(|w| places[w].0)
                .collect();
            if below.len() < 2 {
                continue;
            }
            let wanted = below.iter().sum::<f64>() / below.len() as f64;
            let free = places
                .iter()
                .all(|(&w, &(there, on))| w == v || on != at || (there - wanted).abs() >= APART);
            if free && (wanted - x).abs() > 1.0 {
                places.insert(v, (wanted, at));
            }
        }
    }
    let layers = layer.values().copied().max().unwrap_or(0).max(1);
    Some(Plant { places, width: total.max(80.0), layers })
}
