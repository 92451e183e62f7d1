//! Games on the vertices of a graph: parts are sets of vertices that hang together.

use crate::isomorphism::{Classes, Related};
use crate::rules::{Keyed, Splitting, Sums};
pub use crate::sets::vertices;

/// A simple graph of at most 128 vertices, as the set of neighbours of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    near: Vec<u128>,
}

impl Graph {
    /// The greatest number of vertices.
    pub const VERTICES: usize = 128;

    /// A graph of so many vertices with these edges; loops and repeated edges mean nothing. `None` if a
    /// vertex is not among them, or if there are more than 128.
    pub fn new(count: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Option<Self> {
        let mut near = vec![0; (count <= Self::VERTICES).then_some(count)?];
        for (u, v) in edges {
            if u.max(v) >= count {
                return None;
            }
            if u != v {
                near[u] |= 1 << v;
                near[v] |= 1 << u;
            }
        }
        Some(Self { near })
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.near.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.near.is_empty()
    }

    /// All vertices.
    pub fn all(&self) -> u128 {
        match self.len() {
            0 => 0,
            n => u128::MAX >> (128 - n),
        }
    }

    /// The neighbours of a vertex.
    #[inline]
    pub fn near(&self, vertex: usize) -> u128 {
        self.near[vertex]
    }

    /// The edges of the graph on a set of vertices, each once.
    pub fn edges(&self, set: u128) -> impl Iterator<Item = (usize, usize)> + '_ {
        let after = |u: usize| !((2u128 << u).wrapping_sub(1));
        vertices(set)
            .flat_map(move |u| vertices(self.near[u] & set & after(u)).map(move |v| (u, v)))
    }

    /// The vertices of `set` that hang together with `seed`, which is among them.
    #[inline]
    pub fn reached(&self, seed: u128, set: u128) -> u128 {
        let (mut found, mut open) = (seed, seed);
        while open != 0 {
            let vertex = open.trailing_zeros() as usize;
            open &= open - 1;
            let new = self.near[vertex] & set & !found;
            found |= new;
            open |= new;
        }
        found
    }

    /// The parts of the graph on a set of vertices.
    pub fn parts(&self, mut set: u128) -> Vec<u128> {
        let mut parts = Vec::new();
        while set != 0 {
            let part = self.reached(set & set.wrapping_neg(), set);
            set &= !part;
            parts.push(part);
        }
        parts
    }
}

impl Related for Graph {
    const IS_SYMMETRIC: bool = true;

    fn related(&self, point: usize) -> u128 {
        self.near(point)
    }
}

/// Choose a vertex: it goes with its neighbours.
///
/// # Twins
/// Let u and v be neighbours with the same other neighbours. Every move takes both or neither, and to
/// choose u is to choose v. So a part plays the same without v.
#[derive(Debug)]
pub struct NodeKayles {
    graph: Graph,
    classes: Classes,
}

/// Choose an edge: both its ends go.
///
/// # Twins
/// Let u and v be vertices whose only neighbour is w. The edges uw and vw leave the other of the two
/// without edges, so they are equal moves, and every other move takes w or lets both be. So a part
/// plays the same without v.
#[derive(Debug)]
pub struct ArcKayles {
    graph: Graph,
    classes: Classes,
}

impl NodeKayles {
    /// The game on a graph.
    pub fn new(graph: Graph) -> Self {
        Self::with_classes(graph, Classes::default())
    }

    /// The game on a graph whose isomorphic parts are told by these classes, which must be new.
    pub fn with_classes(graph: Graph, classes: Classes) -> Self {
        Self { graph, classes }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// A connected set without all but one of each class of twins.
    fn reduced(&self, set: u128) -> u128 {
        let graph = &self.graph;
        let mut left = set;
        for u in vertices(set) {
            if left >> u & 1 == 0 {
                continue;
            }
            let closed = graph.near(u) & set | 1 << u;
            for v in vertices(graph.near(u) & left & !((2u128 << u).wrapping_sub(1))) {
                if graph.near(v) & set | 1 << v == closed {
                    left &= !(1 << v);
                }
            }
        }
        left
    }

    /// The parts of a set of vertices, as the search has them.
    pub fn parts(&self, set: u128) -> Vec<u128> {
        self.graph.parts(set).into_iter().map(|part| self.reduced(part)).collect()
    }
}

impl ArcKayles {
    /// The game on a graph.
    pub fn new(graph: Graph) -> Self {
        Self::with_classes(graph, Classes::default())
    }

    /// The game on a graph whose isomorphic parts are told by these classes, which must be new.
    pub fn with_classes(graph: Graph, classes: Classes) -> Self {
        Self { graph, classes }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// A connected set without all but one of the leaves at each vertex.
    fn reduced(&self, set: u128) -> u128 {
        let graph = &self.graph;
        let leaf = |&v: &usize| (graph.near(v) & set).is_power_of_two();
        let mut left = set;
        let mut with_leaf = 0u128;
        for v in vertices(set).filter(leaf) {
            let stem = graph.near(v) & set;
            if with_leaf & stem != 0 {
                left &= !(1 << v);
            }
            with_leaf |= stem;
        }
        left
    }

    /// The parts of a set of vertices that have edges, as the search has them.
    pub fn parts(&self, set: u128) -> Vec<u128> {
        let parts = self.graph.parts(set).into_iter().filter(|part| !part.is_power_of_two());
        parts.map(|part| self.reduced(part)).collect()
    }
}

/// Adds the parts of what is left after vertices that hung together lost some.
#[inline]
fn add_parts(graph: &Graph, mut rest: u128, out: &mut Sums<u128>, form: impl Fn(u128) -> u128) {
    while rest != 0 {
        let part = graph.reached(rest & rest.wrapping_neg(), rest);
        rest &= !part;
        out.part(form(part));
    }
    out.end();
}

impl Splitting for NodeKayles {
    type Part = u128;

    fn key(&self, part: &u128) -> u128 {
        self.classes.standing_for(&self.graph, *part)
    }

    fn name(&self, part: &u128) -> u128 {
        *part
    }

    fn restore(&self, key: u128) {
        self.classes.classify(&self.graph, key);
    }

    fn allow(&self, bytes: u64) {
        self.classes.allow(bytes);
    }

    fn bytes(&self) -> u64 {
        self.classes.bytes()
    }

    fn size(&self, part: &u128) -> u32 {
        part.count_ones()
    }

    fn options(&self, part: &u128, out: &mut Sums<u128>) {
        for vertex in vertices(*part) {
            let rest = part & !(self.graph.near(vertex) | 1 << vertex);
            add_parts(&self.graph, rest, out, |part| self.reduced(part));
        }
    }
}

impl Splitting for ArcKayles {
    type Part = u128;

    fn key(&self, part: &u128) -> u128 {
        self.classes.standing_for(&self.graph, *part)
    }

    fn name(&self, part: &u128) -> u128 {
        *part
    }

    fn restore(&self, key: u128) {
        self.classes.classify(&self.graph, key);
    }

    fn allow(&self, bytes: u64) {
        self.classes.allow(bytes);
    }

    fn bytes(&self) -> u64 {
        self.classes.bytes()
    }

    fn size(&self, part: &u128) -> u32 {
        vertices(*part).map(|v| (self.graph.near(v) & part).count_ones()).sum::<u32>() / 2
    }

    fn options(&self, part: &u128, out: &mut Sums<u128>) {
        for (u, v) in self.graph.edges(*part) {
            let mut rest = part & !(1 << u | 1 << v);
            while rest != 0 {
                let part = self.graph.reached(rest & rest.wrapping_neg(), rest);
                rest &= !part;
                if !part.is_power_of_two() {
                    out.part(self.reduced(part));
                }
            }
            out.end();
        }
    }
}

/// The parts are as they are in normal play: twins are equal moves.
impl Keyed for NodeKayles {
    fn size(&self, part: u128) -> u32 {
        Splitting::size(self, &part)
    }

    fn all_options(&self, part: u128, out: &mut Sums<u128>) -> bool {
        self.options(&part, out);
        out.rename(|part| self.classes.standing_for(&self.graph, part));
        true
    }

    fn kept_bytes(&self) -> u64 {
        self.classes.bytes()
    }

    fn allow_bytes(&self, bytes: u64) {
        self.classes.allow(bytes);
    }
}

/// The parts are as they are in normal play: what is left out has no moves, or only moves that others equal.
impl Keyed for ArcKayles {
    fn size(&self, part: u128) -> u32 {
        Splitting::size(self, &part)
    }

    fn all_options(&self, part: u128, out: &mut Sums<u128>) -> bool {
        self.options(&part, out);
        out.rename(|part| self.classes.standing_for(&self.graph, part));
        true
    }

    fn kept_bytes(&self) -> u64 {
        self.classes.bytes()
    }

    fn allow_bytes(&self, bytes: u64) {
        self.classes.allow(bytes);
    }
}
