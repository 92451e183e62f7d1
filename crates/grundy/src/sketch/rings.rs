//! Regions as boxes, and in them rings of places to join: the boundaries of Sprouts.

use super::board::disc;
use super::{Area, Sketch, ink};
use crate::drawing::{Anchor, Paint, Shape, Text, palette};
use std::collections::BTreeMap;

/// A place on a ring: what is written on it, and its name.
pub type Place = (String, String);

/// A line in one region: the ends as (ring, place), and the rings that it goes around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Click {
    /// The region.
    pub region: usize,
    /// The ends.
    pub places: Vec<(usize, usize)>,
    /// The rings on one side.
    pub around: Vec<usize>,
}

/// More places are not drawn.
const MAX_PLACES: usize = 200;
/// The radius of a place.
const RADIUS: f64 = 11.0;
/// The radius of the handle by which a ring is chosen.
const HANDLE: f64 = 8.0;
/// The space between things.
const GAP: f64 = 10.0;
/// Rows are not made longer than this.
const ROW: f64 = 640.0;

/// The radius of a ring of so many places.
fn radius(places: usize) -> f64 {
    match places {
        0 | 1 => 0.0,
        n => (RADIUS + 3.0) / (std::f64::consts::PI / n as f64).sin(),
    }
}

/// A box for each region, a ring for each of its boundaries: a line is meant by its ends and by the handles,
/// below the rings, of those that it goes around. `None` if there are too many places.
pub fn rings(regions: &[Vec<Vec<Place>>], clicks: &[Click]) -> Option<Sketch> {
    if regions.iter().flatten().flatten().count() > MAX_PLACES {
        return None;
    }
    let mut sketch = Sketch::new(0.0, 0.0, clicks.len());
    // The numbers of spots: of places, and of handles.
    let mut places: BTreeMap<(usize, usize, usize), usize> = BTreeMap::new();
    let mut handles: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let (mut x, mut y, mut high) = (0.0, 0.0, 0.0f64);
    for (r, region) in regions.iter().enumerate() {
        let wide: f64 = region.iter().map(|ring| 2.0 * (radius(ring.len()) + RADIUS) + GAP).sum();
        let most = region.iter().map(|ring| radius(ring.len())).fold(0.0, f64::max);
        let size = (wide + GAP, 2.0 * (most + RADIUS) + 2.0 * HANDLE + 3.0 * GAP);
        if x > 0.0 && x + size.0 > ROW {
            (x, y, high) = (0.0, y + high + GAP, 0.0);
        }
        let paint = Paint::fill(palette::PAPER).edged(palette::AXIS, 1.5);
        sketch.draw(Shape::rect(x + 1.0, y + 1.0, size.0 - 2.0, size.1 - 2.0, 9.0, paint));
        let mut left = x + GAP;
        let middle = y + GAP + most + RADIUS;
        for (b, ring) in region.iter().enumerate() {
            let round = radius(ring.len());
            let centre = (left + round + RADIUS, middle);
            if ring.len() > 1 {
                sketch.draw(disc(
                    centre,
                    round,
                    Paint::fill(palette::PAPER).edged(palette::MOVE, 2.0),
                ));
            }
            for (p, (shown, name)) in ring.iter().enumerate() {
                let turn = std::f64::consts::TAU * p as f64 / ring.len() as f64;
                let at = (centre.0 + round * turn.sin(), centre.1 - round * turn.cos());
                let used = clicks.iter().any(|c| c.region == r && c.places.contains(&(b, p)));
                let (fill, line) = match used {
                    true => (ink::OPEN, ink::TOKEN),
                    false => (palette::PAPER, palette::AXIS),
                };
                let text =
                    Text::new(at.0, at.1 + 4.5, 13.0, shown.clone()).anchored(Anchor::Middle);
                let round = disc(at, RADIUS, Paint::fill(fill).edged(line, 1.5));
                let shapes = [round, text.coloured(palette::INK).into()];
                if used {
                    let area = Area::Disc { at, radius: RADIUS };
                    places.insert((r, b, p), sketch.spot(name.clone(), area, shapes));
                } else {
                    sketch.shapes.extend(shapes);
                }
            }
            if clicks.iter().any(|click| click.region == r && click.around.contains(&b)) {
                let at = (centre.0, y + size.1 - HANDLE - GAP);
                let paint = Paint::fill(ink::BUTTON).edged(ink::BUTTON_EDGE, 1.0);
                let name = ring.first().map_or_else(String::new, |(_, name)| name.clone());
                let area = Area::Disc { at, radius: HANDLE };
                let spot = sketch.spot(format!("around {name}"), area, [disc(at, HANDLE, paint)]);
                handles.insert((r, b), spot);
            }
            left += 2.0 * (round + RADIUS) + GAP;
        }
        x += size.0;
        high = high.max(size.1);
        sketch.width = sketch.width.max(x);
        sketch.height = sketch.height.max(y + size.1);
        x += GAP;
    }
    for (number, click) in clicks.iter().enumerate() {
        let ends = click.places.iter().map(|&(b, p)| places.get(&(click.region, b, p)));
        let around = click.around.iter().map(|&b| handles.get(&(click.region, b)));
        let gesture: Option<Vec<usize>> = ends.chain(around).map(|spot| spot.copied()).collect();
        sketch.means(number, gesture?);
    }
    Some(sketch)
}
