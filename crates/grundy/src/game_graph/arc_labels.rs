//! Where the moves are written beside their arcs: only where they touch nothing else.

use crate::drawing::text::width;
use crate::drawing::{Curve, Point};
use crate::sorting::{order, sort_places};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// The size of the letters.
pub const SIZE: f64 = 9.5;

/// Places tried along each piece of an arc.
const STEPS: u32 = 14;

/// Room that stays around a text.
const CLEAR: f64 = 2.0;

/// The side of the cells in which points of arcs are looked up.
const CELL: f64 = 24.0;

/// Left, top, right, bottom.
pub type Bounds = (f64, f64, f64, f64);

/// A text in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct ArcLabel {
    /// Its middle.
    pub at: Point,
    /// What is written.
    pub text: String,
}

impl ArcLabel {
    /// The rectangle that it takes.
    pub fn bounds(&self) -> Bounds {
        around(self.at, width(&self.text, SIZE, false))
    }
}

fn around((x, y): Point, wide: f64) -> Bounds {
    let (half, high) = (wide / 2.0 + CLEAR, SIZE / 2.0 + CLEAR);
    (x - half, y - high, x + half, y + high)
}

fn meet(a: Bounds, b: Bounds) -> bool {
    a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
}

/// Points of the arcs by cells, so that those near a place are found.
struct Points {
    cells: HashMap<(i64, i64), Vec<(usize, Point)>, RandomState>,
}

impl Points {
    fn of(curves: &[Curve]) -> Self {
        let mut cells: HashMap<_, Vec<_>, _> = HashMap::default();
        for (arc, curve) in curves.iter().enumerate() {
            let samples = curve.samples(STEPS);
            for pair in samples.windows(2) {
                let (a, b) = (pair[0], pair[1]);
                // Nothing that is higher than two letters slips between.
                let parts = ((b.0 - a.0).hypot(b.1 - a.1) / (SIZE / 3.0)).ceil().max(1.0);
                for part in 0..=parts as usize {
                    let t = part as f64 / parts;
                    let point = (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
                    cells.entry(Self::cell(point)).or_default().push((arc, point));
                }
            }
        }
        Self { cells }
    }

    fn cell((x, y): Point) -> (i64, i64) {
        ((x / CELL).floor() as i64, (y / CELL).floor() as i64)
    }

    /// Whether another arc than this one comes through a rectangle.
    fn crossed(&self, arc: usize, bounds: Bounds) -> bool {
        let (first, last) = (Self::cell((bounds.0, bounds.1)), Self::cell((bounds.2, bounds.3)));
        let inside = |(x, y): Point| x > bounds.0 && x < bounds.2 && y > bounds.1 && y < bounds.3;
        (first.0..=last.0).any(|column| {
            (first.1..=last.1).any(|row| {
                let points = self.cells.get(&(column, row)).into_iter().flatten();
                points.into_iter().any(|&(other, point)| other != arc && inside(point))
            })
        })
    }
}

/// A place for the text of each arc, where there is one that touches no box, no other text and no
/// other arc and lies between `left` and `right`; `texts` has for each arc what may be written, the
/// best first.
///
/// # Complexity
/// O(places tried · what is near them).
pub fn place(
    texts: &[Vec<String>],
    curves: &[Curve],
    boxes: &[Bounds],
    (left, right): (f64, f64),
) -> Vec<Option<ArcLabel>> {
    let points = Points::of(curves);
    let mut taken: Vec<Bounds> = boxes.to_vec();
    let mut placed = vec![None; texts.len()];
    // Short arcs have the fewest places.
    let length = |arc: usize| curves[arc].pieces.len();
    let order = order(texts.len(), &|a, b| length(a).cmp(&length(b)));
    for arc in order {
        let samples = curves[arc].samples(STEPS);
        let middle = samples.len() / 2;
        let mut places: Vec<usize> = (1..samples.len().saturating_sub(1)).collect();
        let far = |place: usize| place.abs_diff(middle);
        sort_places(&mut places, &|a, b| far(a).cmp(&far(b)));
        let free = |wide: f64| {
            places.iter().map(|&place| samples[place]).find(|&at| {
                let bounds = around(at, wide);
                let inside = bounds.0 >= left && bounds.2 <= right;
                inside
                    && !points.crossed(arc, bounds)
                    && !taken.iter().any(|&other| meet(other, bounds))
            })
        };
        let label = texts[arc].iter().find_map(|text| {
            let at = free(width(text, SIZE, false))?;
            Some(ArcLabel { at, text: text.clone() })
        });
        taken.extend(label.as_ref().map(ArcLabel::bounds));
        placed[arc] = label;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_touch_nothing() {
        let curves: Vec<Curve> = [(0.0, 0.0), (60.0, 10.0), (200.0, 0.0)]
            .map(|(from, to)| Curve::through(&[(from, 0.0), (to, 80.0)]))
            .into();
        let texts = vec![vec!["3→1, 3→0".to_owned(), "3→1".into()]; 3];
        let boxes = [(150.0, 30.0, 170.0, 90.0)];
        let placed = place(&texts, &curves, &boxes, (-40.0, 250.0));
        for (arc, label) in placed.iter().enumerate() {
            let Some(label) = label else { panic!("there is room for {arc}") };
            let bounds = label.bounds();
            assert!(!boxes.iter().any(|&other| meet(other, bounds)), "{label:?}");
            for other in (0..3).filter(|&other| other != arc) {
                let inside =
                    |(x, y): Point| x > bounds.0 && x < bounds.2 && y > bounds.1 && y < bounds.3;
                assert!(!curves[other].samples(500).into_iter().any(inside), "{arc} {other}");
                let second = placed[other].as_ref().unwrap();
                assert!(!meet(second.bounds(), bounds));
            }
        }
        // Two arcs side by side leave no room.
        let near = [0.0, 6.0].map(|x| Curve::through(&[(x, 0.0), (x, 60.0)]));
        assert_eq!(place(&texts[..2], &near, &[], (-99.0, 99.0)), [None, None]);
    }
}
