//! Pairs of edges that cut a graph in two: which edges become bridges when one is taken away.

use super::NONE;
use super::walk::Walk;
use crate::context::{Context, Stop};

/// The edges of the walk that lie on cycles, in classes: two are in one class if together, but
/// neither alone, they cut the graph in two. Taking away one edge of a class makes bridges of the
/// others, and of no other edge.
///
/// A class is at most one edge not taken by the walk, and some taken ones, which lie on one way from
/// the root; an edge taken is told by the vertex v it leads to. With B(v) the edges not taken that
/// join what was found from v on with what was found before, two edges taken are in one class if
/// their B are equal, and an edge b not taken is in the class of v if B(v) = {b}. And B(u) = B(v) if
/// they are equally many and their lower ends have the same nearest common ancestor M: all of them
/// come from what was found from M on, so for u before v the ones of B(u) are among those of B(v).
///
/// # Literature
/// L. Georgiadis, K. Giannis, G. F. Italiano, E. Kosinas, *Computing vertex-edge cut-pairs and
/// 2-edge cuts in practice* (2021).
pub struct Classes {
    /// Of each class with an edge taken the first such edge.
    pub heads: Vec<u32>,
    /// For each edge taken the next one in its class, farther from the root, or [`NONE`].
    pub next: Vec<u32>,
    low: Vec<Low>,
    /// The M of each vertex.
    deepest: Vec<u32>,
}

/// How far towards the root the edges not taken lead.
#[derive(Clone, Copy)]
struct Low {
    /// Those of the vertex itself: to this one, by this edge.
    own: u32,
    edge: u32,
    /// Those of the vertices found from `child` on, which lead farthest of all children's.
    first: u32,
    child: u32,
    /// Those of the second best child.
    second: u32,
}

const DOING: &str = "finding the pairs of edges that cut the graph";

impl Classes {
    /// The classes. O(n + m).
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn new(walk: &Walk, context: &Context<'_>) -> Result<Self, Stop> {
        let count = walk.steps.len();
        context.check_memory((size_of::<Low>() + 16) as u64 * count as u64, || DOING.into())?;
        let none = Low { own: NONE, edge: NONE, first: NONE, child: NONE, second: NONE };
        let mut low = vec![none; count];
        for (step, back) in (0u64..).zip(&walk.backs) {
            context.tick(DOING, step)?;
            let low = &mut low[back.bottom as usize];
            if back.top < low.own {
                (low.own, low.edge) = (back.top, back.edge);
            }
        }
        let mut deepest = vec![NONE; count];
        for v in (1..count as u32).rev() {
            context.tick(DOING, u64::from(v))?;
            let Low { own, first, .. } = low[v as usize];
            let step = &walk.steps[v as usize];
            if step.crossing == 0 {
                continue;
            }
            let below = &mut low[step.parent as usize];
            let all = own.min(first);
            if all < below.first {
                below.second = below.first;
                (below.first, below.child) = (all, v);
            } else {
                below.second = below.second.min(all);
            }
            // A vertex left behind here is never come to again: O(n) together.
            let mut m = v;
            while low[m as usize].own >= v && low[m as usize].second >= v {
                m = deepest[low[m as usize].child as usize];
            }
            deepest[v as usize] = m;
        }
        let mut classes = Self { heads: Vec::new(), next: vec![NONE; count], low, deepest };
        // The edges with the same M lie on one way, and B grows along it.
        let mut last = vec![NONE; count];
        for v in 1..count as u32 {
            context.tick(DOING, u64::from(v))?;
            let crossing = walk.steps[v as usize].crossing;
            if crossing == 0 {
                continue;
            }
            let last = &mut last[classes.deepest[v as usize] as usize];
            if *last != NONE && walk.steps[*last as usize].crossing == crossing {
                classes.next[*last as usize] = v;
            } else {
                classes.heads.push(v);
            }
            *last = v;
        }
        Ok(classes)
    }

    /// The edge not taken in the class of `head`.
    pub fn closing(&self, walk: &Walk, head: u32) -> Option<u32> {
        let m = self.deepest[head as usize] as usize;
        // The only edge that passes over `head` is the one from M that leads farthest.
        (walk.steps[head as usize].crossing == 1).then(|| self.low[m].edge)
    }

    /// Where an edge not taken may close a class: whether it leads farther than the others there.
    pub fn leads_farthest(&self, bottom: u32, edge: u32) -> bool {
        self.low[bottom as usize].edge == edge
    }

    /// The vertex at which the edge that closes the class of `head` starts.
    pub fn bottom(&self, head: u32) -> u32 {
        self.deepest[head as usize]
    }
}
