//! A drawing of a graph in layers (after Sugiyama, Tagawa and Toda 1981): every arc leads down.
//!
//! Arcs that skip layers get a dummy vertex in each of them. Then the order in the layers is
//! chosen for few crossings, the places for short and straight arcs. The result depends on the
//! input alone. Nothing is known of games here.

mod order;
mod place;
mod route;

use crate::context::{Context, Stop};

/// What is to be drawn.
#[derive(Debug)]
pub struct Drawing {
    /// Width and height of each box.
    pub sizes: Vec<(f64, f64)>,
    /// The layer of each box, 0 at the top.
    pub layers: Vec<usize>,
    /// From, to: always to a layer further down, each pair once.
    pub arcs: Vec<(usize, usize)>,
}

/// Where everything is; the least coordinates are 0.
#[derive(Debug)]
pub struct Layout {
    pub width: f64,
    pub height: f64,
    /// The centre of each box.
    pub centres: Vec<(f64, f64)>,
    /// The curve of each arc.
    pub curves: Vec<Curve>,
}

/// A curve downwards.
#[derive(Debug)]
pub struct Curve {
    pub start: (f64, f64),
    pub pieces: Vec<Piece>,
}

/// A part of a curve, from where the last one ended.
#[derive(Debug, Clone, Copy)]
pub enum Piece {
    Line((f64, f64)),
    /// Two control points and the end of a Bézier curve.
    Cubic((f64, f64), (f64, f64), (f64, f64)),
}

impl Piece {
    /// Where the piece ends.
    #[cfg(test)]
    pub fn end(&self) -> (f64, f64) {
        match *self {
            Self::Line(end) | Self::Cubic(_, _, end) => end,
        }
    }
}

/// Boxes and dummies: the vertices of the drawing, with neighbours in the next layers only.
struct Layered {
    /// Vertices below this number are boxes.
    boxes: usize,
    layer: Vec<usize>,
    /// Neighbours one layer up.
    up: Vec<Vec<usize>>,
    /// Neighbours one layer down.
    down: Vec<Vec<usize>>,
    /// The vertices of each layer from left to right.
    order: Vec<Vec<usize>>,
    /// For each arc the vertices it passes, both ends included.
    chains: Vec<Vec<usize>>,
}

impl Layered {
    fn new(drawing: &Drawing, context: &Context<'_>) -> Result<Self, Stop> {
        let boxes = drawing.sizes.len();
        let layers = drawing.layers.iter().max().map_or(0, |last| last + 1);
        let mut layer = drawing.layers.clone();
        let lengths = drawing.arcs.iter().map(|&(a, b)| drawing.layers[b] - drawing.layers[a]);
        let segments: u64 = lengths.map(|length| length as u64).sum();
        context.check_memory(segments.saturating_mul(200), || "drawing the graph".into())?;
        let mut up = vec![Vec::new(); boxes];
        let mut down = vec![Vec::new(); boxes];
        let mut chains = Vec::with_capacity(drawing.arcs.len());
        for &(from, to) in &drawing.arcs {
            let mut chain = vec![from];
            for between in drawing.layers[from] + 1..drawing.layers[to] {
                chain.push(layer.len());
                layer.push(between);
                up.push(Vec::new());
                down.push(Vec::new());
            }
            chain.push(to);
            for pair in chain.windows(2) {
                down[pair[0]].push(pair[1]);
                up[pair[1]].push(pair[0]);
            }
            chains.push(chain);
        }
        Ok(Self { boxes, layer, up, down, order: vec![Vec::new(); layers], chains })
    }

    fn is_box(&self, vertex: usize) -> bool {
        vertex < self.boxes
    }

    /// The number of arc pieces between two layers, all together.
    fn segments(&self) -> usize {
        self.down.iter().map(Vec::len).sum()
    }

    /// The place of every vertex in its layer.
    fn positions(&self) -> Vec<usize> {
        let mut positions = vec![0; self.layer.len()];
        for layer in &self.order {
            for (position, &vertex) in layer.iter().enumerate() {
                positions[vertex] = position;
            }
        }
        positions
    }
}

/// Lays a graph out.
///
/// # Complexity
/// O(sweeps · segments · log segments) with the segments the pieces of arcs between two layers;
/// there are fewer sweeps where there are many segments.
///
/// # Errors
/// [`Stop`] when cancelled or at a limit.
pub fn lay_out(drawing: &Drawing, context: &Context<'_>) -> Result<Layout, Stop> {
    let mut layered = Layered::new(drawing, context)?;
    order::order(&mut layered, context)?;
    let x = place::place(&layered, &drawing.sizes, context)?;
    Ok(route::route(&layered, &drawing.sizes, &x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graph() -> impl Strategy<Value = Drawing> {
        (1usize..6, 1usize..40).prop_flat_map(|(layers, boxes)| {
            let node = (0..layers, 10.0..200.0f64, 10.0..60.0f64);
            let arcs = prop::collection::vec((0..boxes, 0..boxes), 0..80);
            (prop::collection::vec(node, boxes), arcs).prop_map(|(nodes, arcs)| {
                let layers: Vec<usize> = nodes.iter().map(|node| node.0).collect();
                let sizes = nodes.iter().map(|node| (node.1, node.2)).collect();
                let mut arcs: Vec<_> =
                    arcs.into_iter().filter(|&(a, b)| layers[a] < layers[b]).collect();
                arcs.sort_unstable();
                arcs.dedup();
                Drawing { sizes, layers, arcs }
            })
        })
    }

    proptest! {
        /// Boxes lie apart, arcs lead down from box to box and meet no other box.
        #[test]
        fn nothing_overlaps(drawing in graph()) {
            let layout = lay_out(&drawing, &Context::default()).unwrap();
            check(&drawing, &layout);
        }
    }

    /// Panics if something overlaps or lies outside.
    pub(super) fn check(drawing: &Drawing, layout: &Layout) {
        let rect = |i: usize| {
            let ((x, y), (w, h)) = (layout.centres[i], drawing.sizes[i]);
            (x - w / 2.0, y - h / 2.0, x + w / 2.0, y + h / 2.0)
        };
        let boxes = drawing.sizes.len();
        for i in 0..boxes {
            let a = rect(i);
            assert!(a.0 > -0.01 && a.1 > -0.01, "{a:?}");
            assert!(a.2 < layout.width + 0.01 && a.3 < layout.height + 0.01, "{a:?}");
            for j in 0..i {
                let b = rect(j);
                assert!(
                    a.2 + 5.0 < b.0 || b.2 + 5.0 < a.0 || a.3 + 5.0 < b.1 || b.3 + 5.0 < a.1,
                    "{a:?} {b:?}"
                );
            }
        }
        for (&(from, to), curve) in drawing.arcs.iter().zip(&layout.curves) {
            let (a, b) = (rect(from), rect(to));
            assert!((curve.start.1 - a.3).abs() < 0.01, "an arc starts below its box");
            assert!(curve.start.0 >= a.0 && curve.start.0 <= a.2);
            let end = curve.pieces.last().unwrap().end();
            assert!((end.1 - b.1).abs() < 0.01, "an arc ends above its box");
            assert!(end.0 >= b.0 && end.0 <= b.2);
            for (x, y) in samples(curve) {
                assert!(x > -0.01 && x < layout.width + 0.01, "{x}");
                for i in (0..boxes).filter(|&i| i != from && i != to) {
                    let r = rect(i);
                    let inside = x > r.0 && x < r.2 && y > r.1 && y < r.3;
                    assert!(!inside, "an arc from {from} to {to} meets box {i}");
                }
            }
        }
    }

    fn samples(curve: &Curve) -> Vec<(f64, f64)> {
        let mut at = curve.start;
        let mut points = vec![at];
        for piece in &curve.pieces {
            let end = piece.end();
            for i in 1..=20 {
                let t = f64::from(i) / 20.0;
                let s = 1.0 - t;
                let mix = |a: f64, b: f64, c: f64, d: f64| {
                    s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
                };
                points.push(match piece {
                    Piece::Line(_) => (s * at.0 + t * end.0, s * at.1 + t * end.1),
                    Piece::Cubic(b, c, _) => {
                        (mix(at.0, b.0, c.0, end.0), mix(at.1, b.1, c.1, end.1))
                    }
                });
            }
            at = end;
        }
        points
    }

    #[test]
    fn a_tree_has_no_crossings_and_a_chain_is_straight() {
        let tree = Drawing {
            sizes: vec![(40.0, 20.0); 7],
            layers: vec![0, 1, 1, 2, 2, 2, 2],
            arcs: vec![(0, 1), (0, 2), (1, 5), (1, 3), (2, 6), (2, 4)],
        };
        let layout = lay_out(&tree, &Context::default()).unwrap();
        check(&tree, &layout);
        let x = |i: usize| layout.centres[i].0;
        assert_eq!(x(1) < x(2), x(5).max(x(3)) < x(6).min(x(4)));

        let chain = Drawing {
            sizes: vec![(40.0, 20.0), (90.0, 20.0), (10.0, 20.0)],
            layers: vec![0, 1, 2],
            arcs: vec![(0, 1), (1, 2)],
        };
        let layout = lay_out(&chain, &Context::default()).unwrap();
        let x = |i: usize| layout.centres[i].0;
        assert!((x(0) - x(1)).abs() < 0.5 && (x(1) - x(2)).abs() < 0.5, "{layout:?}");
    }
}
