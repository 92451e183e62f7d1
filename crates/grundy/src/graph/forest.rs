//! Alternating forests grown from the free vertices, blossoms contracted.

use super::part::{NONE, Part};
use crate::context::{Context, Stop};
use std::collections::VecDeque;

/// In place of a root: an inner vertex, or one that is not in the graph.
const INNER: u32 = NONE - 1;

/// What the forest knows of a vertex, in half a cache line: a search looks at vertices in no order.
#[derive(Clone, Copy)]
struct Node {
    mate: u32,
    /// For an outer vertex the free vertex whose tree it is in; [`INNER`]; [`NONE`] if unreached.
    root: u32,
    /// For a vertex that was inner: the outer vertex it was reached from.
    parent: u32,
    /// Union-find: towards the base of the blossom.
    base: u32,
    /// For an inner vertex that became outer: the edge that closed the blossom, its lower end first.
    bridge: (u32, u32),
    /// The vertex that joined the same tree before this one.
    before: u32,
    stamp: u32,
}

/// A forest of alternating trees, one for every free vertex, grown all at once.
///
/// A vertex is *outer* if some alternating path of even length leads to it from a free vertex,
/// *inner* if only paths of odd length do. Blossoms (odd cycles through their base) are contracted
/// in a union-find structure; an inner vertex that becomes outer in a blossom remembers the edge
/// that closed it, from which its path is recovered without changing anything else.
///
/// An edge between outer vertices of two trees completes an augmenting path. Both trees are then
/// taken down; their vertices join the trees they touch at once, or wait for one to reach them. The
/// other trees stay, so the work done is the sum of the sizes of all trees ever taken down and of the
/// forest left in the end, which shows the matching to be maximum and its outer vertices to be
/// those that some maximum matching misses.
///
/// Literature: J. Edmonds, *Paths, trees, and flowers* (1965); Z. Galil, *Efficient algorithms for
/// finding maximum matching in graphs*, ACM Computing Surveys 18 (1986); A. Azad, A. Buluç,
/// A. Pothen, *A parallel tree grafting algorithm for maximum cardinality matching in bipartite
/// graphs* (2015), for trees that outlast an augmentation.
pub(crate) struct Forest<'a> {
    graph: &'a Part,
    nodes: Vec<Node>,
    /// Outer vertices whose neighbours are to be looked at.
    queue: VecDeque<u32>,
    now: u32,
    /// Matched edges of an augmenting path, its parts to come, vertices of trees taken down.
    path: Vec<(u32, u32)>,
    parts: Vec<(u32, u32)>,
    released: Vec<u32>,
    /// The last vertex that joined the tree of each root.
    last: Vec<u32>,
}

impl<'a> Forest<'a> {
    /// The free vertices of `graph` without its first `skipped` vertices.
    ///
    /// # Errors
    /// [`Stop`] at the limit of memory.
    pub(super) fn new(
        graph: &'a Part,
        skipped: u32,
        mate: &[u32],
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let n = graph.vertices();
        if n >= INNER as usize {
            return Err(Stop::beyond("graphs of up to 2^32-3 vertices are searched"));
        }
        let bytes = (n * (size_of::<Node>() + 4) + 4 * graph.arcs()) as u64;
        context.check_memory(bytes, || "searching augmenting paths".into())?;
        let mut queue = VecDeque::new();
        let mut nodes = Vec::with_capacity(n);
        for (v, &mate) in (0..).zip(mate) {
            let root = if v < skipped {
                INNER
            } else if mate == NONE {
                queue.push_back(v);
                v
            } else {
                NONE
            };
            let bridge = (NONE, NONE);
            nodes.push(Node { mate, root, parent: NONE, base: v, bridge, before: NONE, stamp: 0 });
        }
        let (path, parts, released) = Default::default();
        let last = (0..n as u32).collect();
        Ok(Self { graph, nodes, queue, now: 0, path, parts, released, last })
    }

    /// Grows the forest and augments the matching until it is maximum.
    ///
    /// # Errors
    /// [`Stop`] at the limit of time or when cancelled.
    pub(super) fn grow(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        let mut step = 0;
        while let Some(u) = self.queue.pop_front() {
            context.tick("searching augmenting paths", step)?;
            step += 1;
            let root = self.nodes[u as usize].root;
            // Its tree may have been taken down.
            if root == NONE || root == INNER {
                continue;
            }
            let graph = self.graph;
            for &v in graph.neighbours(u) {
                match self.nodes[v as usize].root {
                    INNER => {}
                    NONE => self.reach(u, v, root),
                    other if other == root => {
                        let (a, b) = (self.find(u), self.find(v));
                        if a != b {
                            self.shrink(u, v, a, b, root);
                        }
                    }
                    other => {
                        self.augment(u, v, root, other);
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// The vertex matched with `v`, or [`NONE`].
    #[cfg(test)]
    pub(super) fn mate(&self, v: u32) -> u32 {
        self.nodes[v as usize].mate
    }

    /// Whether `v` is outer: in a forest grown to the end, whether some maximum matching misses it.
    pub(crate) fn is_outer(&self, v: u32) -> bool {
        let root = self.nodes[v as usize].root;
        root != NONE && root != INNER
    }

    /// The unreached vertex `v` and its mate become children of `u`.
    fn reach(&mut self, u: u32, v: u32, root: u32) {
        let last = self.last[root as usize];
        // All free vertices are roots, so v has a mate.
        let node = &mut self.nodes[v as usize];
        node.root = INNER;
        node.parent = u;
        node.before = last;
        let w = node.mate;
        let node = &mut self.nodes[w as usize];
        node.root = root;
        node.before = v;
        self.last[root as usize] = w;
        self.queue.push_back(w);
    }

    /// The base of the blossom of `v`; paths are halved on the way.
    fn find(&mut self, mut v: u32) -> u32 {
        loop {
            let up = self.nodes[v as usize].base;
            if up == v {
                return v;
            }
            let next = self.nodes[up as usize].base;
            self.nodes[v as usize].base = next;
            v = next;
        }
    }

    /// The base of the blossom above the one with this base.
    fn above(&mut self, base: u32) -> u32 {
        match self.nodes[base as usize].mate {
            NONE => NONE,
            inner => self.find(self.nodes[inner as usize].parent),
        }
    }

    /// The last common blossom above two, climbed to from both in turn, so that the steps taken
    /// are at most twice the blossoms contracted.
    fn common(&mut self, mut a: u32, mut b: u32) -> u32 {
        if self.now == u32::MAX {
            self.nodes.iter_mut().for_each(|node| node.stamp = 0);
            self.now = 0;
        }
        self.now += 1;
        loop {
            if a != NONE {
                let stamp = &mut self.nodes[a as usize].stamp;
                if *stamp == self.now {
                    return a;
                }
                *stamp = self.now;
                a = self.above(a);
            }
            std::mem::swap(&mut a, &mut b);
        }
    }

    /// Contracts the odd cycle closed by the edge u-v between outer vertices with bases a != b.
    fn shrink(&mut self, u: u32, v: u32, a: u32, b: u32, root: u32) {
        let top = self.common(a, b);
        for (mut x, bridge) in [(a, (u, v)), (b, (v, u))] {
            while x != top {
                let inner = self.nodes[x as usize].mate;
                self.nodes[x as usize].base = top;
                let node = &mut self.nodes[inner as usize];
                node.root = root;
                node.bridge = bridge;
                node.base = top;
                let parent = node.parent;
                self.queue.push_back(inner);
                x = self.find(parent);
            }
        }
    }

    /// Exchanges matched and unmatched edges on the path root … u - v … root, and takes both trees
    /// down.
    ///
    /// The path from an outer vertex x to an outer vertex above it starts with its matched edge.
    /// If x was never inner it goes on from its mate to the mate's parent. Otherwise, with (s,t)
    /// the edge that closed the blossom: from the mate of x backwards along the path from s to
    /// that mate, over s-t, and on from t. Only the unmatched edges are needed, in any order.
    fn augment(&mut self, u: u32, v: u32, root: u32, other: u32) {
        self.path.push((u, v));
        self.parts.extend([(u, root), (v, other)]);
        while let Some((mut x, to)) = self.parts.pop() {
            while x != to {
                let Node { mate, bridge: (s, t), .. } = self.nodes[x as usize];
                if s == NONE {
                    x = self.nodes[mate as usize].parent;
                    self.path.push((mate, x));
                } else {
                    self.parts.push((s, mate));
                    self.path.push((s, t));
                    x = t;
                }
            }
        }
        for (x, y) in self.path.drain(..) {
            self.nodes[x as usize].mate = y;
            self.nodes[y as usize].mate = x;
        }
        self.take_down(root);
        self.take_down(other);
        self.graft();
    }

    /// Forgets a tree.
    fn take_down(&mut self, root: u32) {
        let mut v = self.last[root as usize];
        while v != NONE {
            let node = &mut self.nodes[v as usize];
            node.root = NONE;
            node.base = v;
            node.bridge = (NONE, NONE);
            self.released.push(v);
            v = node.before;
        }
    }

    /// Vertices of trees taken down join trees that they touch.
    fn graft(&mut self) {
        let graph = self.graph;
        while let Some(v) = self.released.pop() {
            if self.nodes[v as usize].root != NONE {
                continue;
            }
            let touched = graph.neighbours(v).iter().map(|&u| (u, self.nodes[u as usize].root));
            let found = touched.into_iter().find(|&(_, root)| root != NONE && root != INNER);
            if let Some((u, root)) = found {
                self.reach(u, v, root);
            }
        }
    }
}
