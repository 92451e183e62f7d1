//! A drawing of a graph in layers (after Sugiyama, Tagawa and Toda 1981): every arc leads down.
//!
//! Arcs that skip layers get a dummy vertex in each of them. Then the order in the layers is
//! chosen for few crossings, the places for short and straight arcs. The result depends on the
//! input alone. Nothing is known of games here.

mod order;
mod place;
mod route;

use crate::context::{Context, Stop};
use crate::drawing::Curve;

/// What is to be drawn.
#[derive(Debug)]
pub struct Diagram {
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
    /// The curve of each arc, downwards.
    pub curves: Vec<Curve>,
}

/// Boxes and dummies: the vertices of the diagram, with neighbours in the next layers only.
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

/// What a piece of an arc between two layers takes in laying out, in the picture, and as text.
const SEGMENT_BYTES: u64 = 700;

impl Layered {
    fn new(diagram: &Diagram, held: u64, context: &Context<'_>) -> Result<Self, Stop> {
        let boxes = diagram.sizes.len();
        let layers = diagram.layers.iter().max().map_or(0, |last| last + 1);
        let mut layer = diagram.layers.clone();
        let lengths = diagram.arcs.iter().map(|&(a, b)| diagram.layers[b] - diagram.layers[a]);
        let segments: u64 = lengths.map(|length| length as u64).sum();
        let more = segments.saturating_mul(SEGMENT_BYTES);
        context.check_memory(held.saturating_add(more), || "drawing the graph".into())?;
        let mut up = vec![Vec::new(); boxes];
        let mut down = vec![Vec::new(); boxes];
        let mut chains = Vec::with_capacity(diagram.arcs.len());
        for &(from, to) in &diagram.arcs {
            let mut chain = vec![from];
            for between in diagram.layers[from] + 1..diagram.layers[to] {
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

/// Lays a graph out; `held` tells how many bytes the caller holds.
///
/// # Complexity
/// O(sweeps · segments · log segments) with the segments the pieces of arcs between two layers;
/// there are fewer sweeps where there are many segments.
///
/// # Errors
/// [`Stop`] when cancelled or at a limit.
pub fn lay_out(diagram: &Diagram, held: u64, context: &Context<'_>) -> Result<Layout, Stop> {
    let mut layered = Layered::new(diagram, held, context)?;
    order::order(&mut layered, context)?;
    let x = place::place(&layered, &diagram.sizes, context)?;
    Ok(route::route(&layered, &diagram.sizes, &x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graph() -> impl Strategy<Value = Diagram> {
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
                Diagram { sizes, layers, arcs }
            })
        })
    }

    proptest! {
        /// Boxes lie apart, arcs lead down from box to box and meet no other box.
        #[test]
        fn nothing_overlaps(diagram in graph()) {
            let layout = lay_out(&diagram, 0, &Context::default()).unwrap();
            check(&diagram, &layout);
        }
    }

    /// Panics if something overlaps or lies outside.
    pub(super) fn check(diagram: &Diagram, layout: &Layout) {
        let rect = |i: usize| {
            let ((x, y), (w, h)) = (layout.centres[i], diagram.sizes[i]);
            (x - w / 2.0, y - h / 2.0, x + w / 2.0, y + h / 2.0)
        };
        let boxes = diagram.sizes.len();
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
        for (&(from, to), curve) in diagram.arcs.iter().zip(&layout.curves) {
            let (a, b) = (rect(from), rect(to));
            assert!((curve.start.1 - a.3).abs() < 0.01, "an arc starts below its box");
            assert!(curve.start.0 >= a.0 && curve.start.0 <= a.2);
            let end = curve.pieces.last().unwrap().end();
            assert!((end.1 - b.1).abs() < 0.01, "an arc ends above its box");
            assert!(end.0 >= b.0 && end.0 <= b.2);
            for (x, y) in curve.samples(20) {
                assert!(x > -0.01 && x < layout.width + 0.01, "{x}");
                for i in (0..boxes).filter(|&i| i != from && i != to) {
                    let r = rect(i);
                    let inside = x > r.0 && x < r.2 && y > r.1 && y < r.3;
                    assert!(!inside, "an arc from {from} to {to} meets box {i}");
                }
            }
        }
    }

    #[test]
    fn a_tree_has_no_crossings_and_a_chain_is_straight() {
        let tree = Diagram {
            sizes: vec![(40.0, 20.0); 7],
            layers: vec![0, 1, 1, 2, 2, 2, 2],
            arcs: vec![(0, 1), (0, 2), (1, 5), (1, 3), (2, 6), (2, 4)],
        };
        let layout = lay_out(&tree, 0, &Context::default()).unwrap();
        check(&tree, &layout);
        let x = |i: usize| layout.centres[i].0;
        assert_eq!(x(1) < x(2), x(5).max(x(3)) < x(6).min(x(4)));

        let chain = Diagram {
            sizes: vec![(40.0, 20.0), (90.0, 20.0), (10.0, 20.0)],
            layers: vec![0, 1, 2],
            arcs: vec![(0, 1), (1, 2)],
        };
        let layout = lay_out(&chain, 0, &Context::default()).unwrap();
        let x = |i: usize| layout.centres[i].0;
        assert!((x(0) - x(1)).abs() < 0.5 && (x(1) - x(2)).abs() < 0.5, "{layout:?}");
    }
}
