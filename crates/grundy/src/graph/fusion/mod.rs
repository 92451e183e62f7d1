//! The fusion principle: green Hackenbush on any graph.

mod arms;
mod cuts;
mod edges;
#[cfg(test)]
mod judge;
mod pairs;
mod parallel;
mod pruned;
mod walk;

pub use cuts::Cuts;
pub use edges::Edges;
pub use parallel::Parallel;

use crate::context::{Context, LimitKind, Stop};
use pruned::Pruned;
use walk::Walk;

/// No vertex, no edge, no value.
const NONE: u32 = u32::MAX;

/// More edges than this are not numbered.
const MAX_EDGES: usize = 1 << 31;

/// What fusing a graph gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fused {
    /// The Grundy value.
    pub value: u32,
    /// How many edges lie on no cycle.
    pub bridges: usize,
    /// How many edges lie on cycles, loops among them.
    pub on_cycles: usize,
}

/// A graph of which some edges are left, the ground at one vertex.
#[derive(Clone, Copy, Debug)]
pub struct Left<'a, L> {
    /// The number of vertices.
    pub vertices: usize,
    /// All edges; their ends are less than `vertices`.
    pub edges: &'a [(u32, u32)],
    /// The edges left, by their index, each once.
    pub left: L,
    /// The ground.
    pub root: u32,
}

/// A graph taken apart: trees, and a walk through the rest that knows bridges from other edges.
#[derive(Debug)]
pub struct Fusion<'a, L> {
    graph: Left<'a, L>,
    pruned: Pruned,
    walk: Walk,
}

impl<'a, L: Iterator<Item = u32> + Clone> Left<'a, L> {
    /// The Grundy value of green Hackenbush on the edges left.
    ///
    /// Fusion principle: the vertices of a cycle may be made one vertex, its edges loops, without
    /// changing the value; a loop is worth 1. What is left is a tree of bridges with loops, in
    /// which the colon principle makes the value of a vertex the nim-sum of 1 for every loop
    /// there and g+1 for every bridge to a vertex of value g above.
    ///
    /// # Complexity
    /// O(n + m). Trees are pruned leaf by leaf, which takes 20 bytes a vertex and no adjacency; only
    /// the rest is searched depth first, without recursion.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    ///
    /// # Literature
    /// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 7.
    pub fn fuse(self, context: &Context<'_>) -> Result<Fusion<'a, L>, Stop> {
        self.take_apart(false, context)
    }

    /// The edges to cut so that what is left has the value `target`.
    ///
    /// From the ground up it is known what every vertex would have to be worth for the whole to be
    /// worth `target`: where a bridge to a vertex of value g hangs on one of value v that has to be
    /// w, cutting the bridge makes it v xor (g+1), and to make it w, above, the vertex has to become
    /// (v xor (g+1) xor w) - 1. An edge that is no bridge makes bridges of those that form, with it,
    /// a pair that cuts the graph; these lie like beads on a ring, which is opened.
    ///
    /// # Complexity
    /// O(n + m), and O(k log m) for every class of k > 2 edges of which any two cut the graph.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn cuts_to(self, target: u32, context: &Context<'_>) -> Result<Cuts<'a, L>, Stop> {
        Cuts::new(self.take_apart(true, context)?, target, context)
    }

    fn take_apart(self, keep_backs: bool, context: &Context<'_>) -> Result<Fusion<'a, L>, Stop> {
        if self.edges.len() >= MAX_EDGES {
            return Err(Stop::Limit {
                kind: LimitKind::Memory,
                what: format!("{} edges, and at most 2^31-1 are fused", self.edges.len()),
            });
        }
        let Self { vertices, edges, root, .. } = self;
        let mut pruned = Pruned::new(vertices, edges, self.left.clone(), root, context)?;
        let left = self.left.clone();
        let walk = Walk::new(&mut pruned, edges, left, root, keep_backs, context)?;
        Ok(Fusion { graph: self, pruned, walk })
    }
}

impl<L: Iterator<Item = u32> + Clone> Fusion<'_, L> {
    /// The Grundy value.
    pub fn value(&self) -> u32 {
        self.walk.steps.first().map_or(0, |root| root.hung)
    }

    /// Whether two edges join the same two vertices.
    pub fn parallel(&self) -> bool {
        self.walk.parallel || self.pruned.loops.len() > 1
    }

    /// The value and what kinds of edges are connected to the ground. O(n) if some are not.
    pub fn fused(&self) -> Fused {
        let walked = self.walk.steps.iter().skip(1);
        let bridges = walked.clone().filter(|step| step.crossing == 0).count();
        let on_cycles = walked.len() - bridges + self.walk.back_count;
        let (pruned, loops) = match self.reached() {
            None => (self.pruned.order.len(), self.pruned.loops.len()),
            Some(reached) => {
                let there = |v: &&u32| reached[**v as usize];
                let loops = self.pruned.loops.iter();
                let at = loops.filter(|&&e| reached[self.graph.edges[e as usize].0 as usize]);
                (self.pruned.order.iter().filter(there).count(), at.count())
            }
        };
        Fused { value: self.value(), bridges: bridges + pruned, on_cycles: on_cycles + loops }
    }

    /// Which vertices are connected to the ground; `None` if those of all edges are.
    pub fn reached(&self) -> Option<Vec<bool>> {
        let Pruned { nodes, order, loops, isolated } = &self.pruned;
        if loops.is_empty() && order.len() + self.walk.steps.len() + isolated == nodes.len() {
            return None;
        }
        let mut reached = vec![false; nodes.len()];
        for step in &self.walk.steps {
            reached[step.vertex as usize] = true;
        }
        for &v in order.iter().rev() {
            reached[v as usize] = reached[nodes[v as usize].below as usize];
        }
        Some(reached)
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod examples {
    #[test]
    fn example_of_fuse() {
        use crate::graph::fusion::Left;
        // A stalk of two edges with a triangle on top: the three edges become loops, 3 is odd.
        let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 2)];
        let graph = Left { vertices: 5, edges: &edges, left: 0..5, root: 0 };
        assert_eq!(graph.fuse(&Default::default()).unwrap().value(), 3);
    }

    #[test]
    fn example_of_cuts_to() {
        use crate::graph::fusion::Left;
        // The second edge of the stalk: what is left is one edge.
        let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 2)];
        let graph = Left { vertices: 5, edges: &edges, left: 0..5, root: 0 };
        let cuts = graph.cuts_to(1, &Default::default()).unwrap();
        assert_eq!(cuts.edges().collect::<Vec<_>>(), [1]);
    }
}
