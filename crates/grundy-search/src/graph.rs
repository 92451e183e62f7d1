//! Games on the vertices of a graph: parts are sets of vertices that hang together.

use crate::isomorphism::{Classes, Related};
use crate::rules::{Keyed, Splitting, Sums};
pub use crate::sets::vertices;
use std::fmt::Debug;
use std::marker::PhantomData;

/// A simple graph of at most 128 vertices, as the set of neighbours of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    near: Vec<u128>,
    /// Each vertex with its neighbours.
    closed: Vec<u128>,
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
        let closed = near.iter().enumerate().map(|(v, near)| near | 1 << v).collect();
        Some(Self { near, closed })
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

    /// Tells `part` each part of the graph on a set of vertices.
    #[inline]
    pub fn each_part(&self, mut set: u128, mut part: impl FnMut(u128)) {
        while set != 0 {
            let connected = self.reached(set & set.wrapping_neg(), set);
            set &= !connected;
            part(connected);
        }
    }

    /// The parts of the graph on a set of vertices.
    pub fn parts(&self, set: u128) -> Vec<u128> {
        let mut parts = Vec::new();
        self.each_part(set, |part| parts.push(part));
        parts
    }
}

impl Related for Graph {
    const IS_SYMMETRIC: bool = true;

    fn related(&self, point: usize) -> u128 {
        self.near(point)
    }
}

/// Moves on the vertices of a graph.
pub trait GraphMoves: Debug + Sync {
    /// The parts of a set of vertices that have moves, without twins, each told to `part`.
    fn each_part(graph: &Graph, set: u128, part: impl FnMut(u128));

    /// Tells `left` what each move leaves of a part.
    fn each_rest(graph: &Graph, part: u128, left: impl FnMut(u128));

    /// About how many moves a part has.
    fn size(graph: &Graph, part: u128) -> u32;
}

/// A game on a graph; isomorphic parts are one.
///
/// The parts are the same in misère play: twins are equal moves, or have none.
#[derive(Debug)]
pub struct OnGraph<M> {
    graph: Graph,
    classes: Classes,
    moves: PhantomData<M>,
}

/// Choose a vertex: it is removed together with its neighbours.
///
/// # Twins
/// Let u and v be neighbours with the same other neighbours. Every move takes both or neither, and to
/// choose u is to choose v. So a part plays the same without v.
pub type NodeKayles = OnGraph<Nodes>;

/// Choose an edge: both its ends go.
///
/// # Twins
/// Let u and v be vertices whose only neighbour is w. The edges uw and vw leave the other of the two
/// without edges, so they are equal moves, and every other move takes w or lets both be. So a part
/// plays the same without v.
pub type ArcKayles = OnGraph<Arcs>;

/// The moves of [`NodeKayles`].
#[derive(Debug)]
pub struct Nodes;

/// The moves of [`ArcKayles`].
#[derive(Debug)]
pub struct Arcs;

impl GraphMoves for Nodes {
    fn each_part(graph: &Graph, set: u128, mut part: impl FnMut(u128)) {
        graph.each_part(set, |connected| part(without_twins(graph, connected)));
    }

    fn each_rest(graph: &Graph, part: u128, mut left: impl FnMut(u128)) {
        vertices(part).for_each(|vertex| left(part & !graph.closed[vertex]));
    }

    fn size(_: &Graph, part: u128) -> u32 {
        part.count_ones()
    }
}

impl GraphMoves for Arcs {
    fn each_part(graph: &Graph, set: u128, mut part: impl FnMut(u128)) {
        graph.each_part(set, |connected| {
            if !connected.is_power_of_two() {
                part(without_equal_leaves(graph, connected));
            }
        });
    }

    fn each_rest(graph: &Graph, part: u128, mut left: impl FnMut(u128)) {
        graph.edges(part).for_each(|(u, v)| left(part & !(1 << u | 1 << v)));
    }

    fn size(graph: &Graph, part: u128) -> u32 {
        vertices(part).map(|v| (graph.near(v) & part).count_ones()).sum::<u32>() / 2
    }
}

/// A connected set without all but one of each class of neighbours with the same other neighbours.
fn without_twins(graph: &Graph, set: u128) -> u128 {
    let (mut left, mut rest) = (set, set);
    while rest != 0 {
        let u = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let closed = graph.closed[u];
        for v in vertices(closed & rest) {
            if (graph.closed[v] ^ closed) & set == 0 {
                left &= !(1 << v);
                rest &= !(1 << v);
            }
        }
    }
    left
}

/// A connected set without all but one of the leaves at each vertex.
fn without_equal_leaves(graph: &Graph, set: u128) -> u128 {
    let mut left = set;
    let mut with_leaf = 0u128;
    for v in vertices(set) {
        let near = graph.near(v) & set;
        // One neighbour: quicker than to count bits, and there are no lone vertices.
        if near & near.wrapping_sub(1) != 0 {
            continue;
        }
        if with_leaf & near != 0 {
            left &= !(1 << v);
        }
        with_leaf |= near;
    }
    left
}

impl<M: GraphMoves> OnGraph<M> {
    /// The game on a graph.
    pub fn new(graph: Graph) -> Self {
        Self::with_classes(graph, Classes::default())
    }

    /// The game on a graph whose isomorphic parts are told by these classes, which must be new.
    pub fn with_classes(graph: Graph, classes: Classes) -> Self {
        Self { graph, classes, moves: PhantomData }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The parts of a set of vertices that have moves, as the search has them.
    pub fn parts(&self, set: u128) -> Vec<u128> {
        let mut parts = Vec::new();
        M::each_part(&self.graph, set, |part| parts.push(part));
        parts
    }
}

impl<M: GraphMoves> Splitting for OnGraph<M> {
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
        M::size(&self.graph, *part)
    }

    fn options(&self, part: &u128, out: &mut Sums<u128>) {
        M::each_rest(&self.graph, *part, |left| {
            M::each_part(&self.graph, left, |part| out.part(part));
            out.end();
        });
    }
}

impl<M: GraphMoves> Keyed for OnGraph<M> {
    fn size(&self, part: u128) -> u32 {
        M::size(&self.graph, part)
    }

    fn all_options(&self, part: u128, out: &mut Sums<u128>) -> bool {
        self.options(&part, out);
        out.rename(|part| self.classes.standing_for(&self.graph, part));
        true
    }

    fn named_options(&self, part: u128, out: &mut Sums<u128>) -> bool {
        self.options(&part, out);
        true
    }

    fn cells(&self, part: u128) -> u32 {
        part.count_ones()
    }

    fn kept_bytes(&self) -> u64 {
        self.classes.bytes()
    }

    fn allow_bytes(&self, bytes: u64) {
        self.classes.allow(bytes);
    }
}
