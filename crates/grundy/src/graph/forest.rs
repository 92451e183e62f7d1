//! Alternating forests grown from the free vertices, blossoms contracted.

use super::Csr;
use super::matching::{Matching, NONE};
use crate::context::{Context, Stop};

/// What the forest knows of a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Unreached,
    /// At even distance from a free vertex along an alternating path.
    Outer,
    /// At odd distance only.
    Inner,
    /// Not in the graph.
    Removed,
}

/// One search from all free vertices at once.
///
/// A vertex is *outer* if some alternating path of even length leads to it from a free vertex.
/// Blossoms (odd cycles through their base) are contracted in a union-find structure; an inner
/// vertex that becomes outer in a blossom remembers the edge that closed it, from which its path
/// is recovered without changing anything else. A search takes O(m log n) at worst, close to O(m).
///
/// Literature: J. Edmonds, *Paths, trees, and flowers* (1965); Z. Galil, *Efficient algorithms for
/// finding maximum matching in graphs*, ACM Computing Surveys 18 (1986).
pub(super) struct Forest<'a> {
    graph: &'a Csr,
    label: Vec<Label>,
    /// For a vertex that was inner: the outer vertex it was reached from.
    parent: Vec<u32>,
    /// For an inner vertex that became outer: the edge (s,t) that closed the blossom, s below it.
    bridge: Vec<(u32, u32)>,
    /// Union-find: towards the base of the blossom.
    base: Vec<u32>,
    /// The free vertex whose tree it is in.
    root: Vec<u32>,
    /// Trees (by root) that were used for an augmentation of this search.
    spent: Vec<bool>,
    queue: Vec<u32>,
    stamp: Vec<u32>,
    now: u32,
}

impl<'a> Forest<'a> {
    /// An empty forest in `graph` without the `removed` vertices (no entries: none).
    pub(super) fn new(graph: &'a Csr, removed: &[bool]) -> Self {
        let n = graph.vertices();
        let mut label = vec![Label::Unreached; n];
        for (label, _) in label.iter_mut().zip(removed).filter(|(_, removed)| **removed) {
            *label = Label::Removed;
        }
        Self {
            graph,
            label,
            parent: vec![NONE; n],
            bridge: vec![(NONE, NONE); n],
            base: (0..n as u32).collect(),
            root: vec![NONE; n],
            spent: vec![false; n],
            queue: Vec::new(),
            stamp: vec![0; n],
            now: 0,
        }
    }

    /// Forgets the search, not the removed vertices.
    fn reset(&mut self) {
        for v in 0..self.label.len() {
            if self.label[v] != Label::Removed {
                self.label[v] = Label::Unreached;
            }
            self.bridge[v] = (NONE, NONE);
            self.base[v] = v as u32;
            self.spent[v] = false;
            self.stamp[v] = 0;
        }
        self.now = 0;
        self.queue.clear();
    }

    /// Grows the forest until nothing can be added; augments along vertex-disjoint paths found on
    /// the way. Returns how many; if none, the matching is maximum.
    pub(super) fn search(
        &mut self,
        matching: &mut Matching,
        context: &Context<'_>,
    ) -> Result<usize, Stop> {
        self.reset();
        let mate = &mut matching.mate;
        for v in 0..mate.len() as u32 {
            if mate[v as usize] == NONE && self.label[v as usize] == Label::Unreached {
                self.label[v as usize] = Label::Outer;
                self.root[v as usize] = v;
                self.queue.push(v);
            }
        }
        let mut augmented = 0;
        let mut next = 0;
        while let Some(&u) = self.queue.get(next) {
            context.tick("searching augmenting paths", next as u64)?;
            next += 1;
            let root = self.root[u as usize];
            if self.spent[root as usize] {
                continue;
            }
            let graph = self.graph;
            for &v in graph.neighbours(u) {
                match self.label[v as usize] {
                    Label::Removed | Label::Inner => {}
                    Label::Unreached => {
                        // All free vertices are roots, so v has a mate.
                        let w = mate[v as usize];
                        self.label[v as usize] = Label::Inner;
                        self.parent[v as usize] = u;
                        self.root[v as usize] = root;
                        self.label[w as usize] = Label::Outer;
                        self.root[w as usize] = root;
                        self.queue.push(w);
                    }
                    Label::Outer if self.root[v as usize] == root => {
                        let (a, b) = (self.find(u), self.find(v));
                        if a != b {
                            self.shrink(mate, u, v, a, b);
                        }
                    }
                    Label::Outer => {
                        let other = self.root[v as usize];
                        if !self.spent[other as usize] {
                            self.augment(mate, u, v);
                            self.spent[root as usize] = true;
                            self.spent[other as usize] = true;
                            augmented += 1;
                            break;
                        }
                    }
                }
            }
        }
        Ok(augmented)
    }

    /// After a search without augmentation: the vertices that some maximum matching misses.
    pub(super) fn outer(self) -> Vec<bool> {
        self.label.into_iter().map(|label| label == Label::Outer).collect()
    }

    /// The base of the blossom of `v`; paths are halved on the way.
    fn find(&mut self, mut v: u32) -> u32 {
        while self.base[v as usize] != v {
            let up = self.base[v as usize];
            self.base[v as usize] = self.base[up as usize];
            v = self.base[v as usize];
        }
        v
    }

    /// The base of the blossom above the one with this base.
    fn above(&mut self, mate: &[u32], base: u32) -> u32 {
        match mate[base as usize] {
            NONE => NONE,
            inner => self.find(self.parent[inner as usize]),
        }
    }

    /// The last common blossom above two, climbed to from both in turn, so that the steps taken
    /// are at most twice the blossoms contracted.
    fn common(&mut self, mate: &[u32], mut a: u32, mut b: u32) -> u32 {
        self.now += 1;
        loop {
            if a != NONE {
                if self.stamp[a as usize] == self.now {
                    return a;
                }
                self.stamp[a as usize] = self.now;
                a = self.above(mate, a);
            }
            std::mem::swap(&mut a, &mut b);
        }
    }

    /// Contracts the odd cycle closed by the edge u-v between outer vertices with bases a != b.
    fn shrink(&mut self, mate: &[u32], u: u32, v: u32, a: u32, b: u32) {
        let top = self.common(mate, a, b);
        for (mut x, bridge) in [(a, (u, v)), (b, (v, u))] {
            while x != top {
                let inner = mate[x as usize];
                self.label[inner as usize] = Label::Outer;
                self.bridge[inner as usize] = bridge;
                self.queue.push(inner);
                self.base[x as usize] = top;
                self.base[inner as usize] = top;
                x = self.find(self.parent[inner as usize]);
            }
        }
    }

    /// Exchanges matched and unmatched edges on the path root … u - v … root.
    ///
    /// The path from an outer vertex x to an outer vertex above it starts with its matched edge.
    /// If x was never inner it goes on from its mate to the mate's parent. Otherwise, with (s,t)
    /// the edge that closed the blossom: from the mate of x backwards along the path from s to
    /// that mate, over s-t, and on from t. Only the unmatched edges are needed, in any order.
    fn augment(&self, mate: &mut [u32], u: u32, v: u32) {
        let mut matched = vec![(u, v)];
        let mut paths = vec![(u, self.root[u as usize]), (v, self.root[v as usize])];
        while let Some((mut x, to)) = paths.pop() {
            while x != to {
                let (s, t) = self.bridge[x as usize];
                if s == NONE {
                    let inner = mate[x as usize];
                    x = self.parent[inner as usize];
                    matched.push((inner, x));
                } else {
                    paths.push((s, mate[x as usize]));
                    matched.push((s, t));
                    x = t;
                }
            }
        }
        for (x, y) in matched {
            mate[x as usize] = y;
            mate[y as usize] = x;
        }
    }
}
