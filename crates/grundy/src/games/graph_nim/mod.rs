//! graph-nim: a token moves along an edge and lowers its weight.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{self, Nat, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, net};
use crate::source::families;
use crate::syntax::{Arg, ArgKind, Args, Component, ReadError};
use crate::theory::cuts::min_cut;
use crate::theory::tuples;
use std::borrow::Cow;
use std::sync::Arc;

/// Nim on a graph: edges have weights, and a token stands on a vertex. A move chooses an edge of
/// positive weight at the token, lowers the weight by at least one, and takes the token along the
/// edge. Whoever cannot move loses.
///
/// # Theorems
/// Let the graph be what the token can reach along edges of positive weight.
///
/// 1. A tree, with any weights: a vertex is N iff it has a neighbour that is P in the part of the tree
///    on its own side. Who is at an N-vertex goes there and takes the whole weight; from a P-vertex
///    every move leads to a vertex that is left in the same way.
/// 2. A bipartite graph in which all vertices of the side where the token is not have at most two
///    edges (even cycles are such graphs, and graphs all of whose edges are subdivided): the position
///    is N iff there is a vertex u on that side with weights h < h' of its edges (h = 0 if there
///    is only one) such that, u being split into an end u1 of the edge of weight h and an end u2 of
///    the other, a minimum cut between u1 and u2 has the capacity h, and one between u1 with the
///    token's vertex and u2 has more.
/// 3. The same graph with the token on the other side: by the weights that its moves leave, which are
///    looked at one by one.
/// 4. An odd cycle is N: who takes the whole weight of an edge at the token leaves a path with an even
///    number of edges, at its end. In general a move is looked for that takes a whole weight and leaves
///    one of these P-positions.
///
/// The cases of (2) are Fukuyama's; the form of the condition was compared with the rules.
///
/// # Complexity
/// (1) O(edges); (2) two minimum cuts for each vertex of degree 2.
///
/// # Literature
/// M. Fukuyama, *A Nim game played on graphs*, Theoretical Computer Science 304 (2003), 387-399.
#[derive(Clone, Debug, Default)]
pub struct GraphNim {
    /// The ends of each edge, as numbers of vertices.
    edges: Vec<(usize, usize)>,
    /// The names of the vertices, ascending.
    names: Vec<u64>,
}

/// Weights and the token.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At {
    /// The weights of the edges.
    pub weights: Vec<Nat>,
    /// The token's vertex.
    pub token: usize,
}

/// Graphs of more edges are not read.
const MAX_EDGES: usize = 10_000;

/// More moves are not looked at one by one in theory.
const MAX_LISTED_MOVES: u64 = 2_000;

/// What the token can reach.
struct Reach<'g> {
    game: &'g GraphNim,
    weights: &'g [Nat],
    token: usize,
    /// The edges of positive weight at each vertex.
    at: Vec<Vec<usize>>,
    /// The distance of each vertex from the token, if it can be reached.
    far: Vec<Option<usize>>,
}

impl GraphNim {
    /// The game on a graph; edges are pairs of different vertices.
    ///
    /// # Panics
    /// If an edge is a loop.
    pub fn new(edges: &[(u64, u64)]) -> Self {
        assert!(edges.iter().all(|(u, v)| u != v), "an edge joins two vertices");
        let mut names: Vec<u64> = edges.iter().flat_map(|&(u, v)| [u, v]).collect();
        names.sort_unstable();
        names.dedup();
        let number = |name: &u64| names.binary_search(name).unwrap_or(0);
        let edges = edges.iter().map(|(u, v)| (number(u), number(v))).collect();
        Self { edges, names }
    }

    fn reach<'g>(&'g self, weights: &'g [Nat], token: usize) -> Reach<'g> {
        let mut at = vec![Vec::new(); self.names.len()];
        for (i, &(u, v)) in self.edges.iter().enumerate().filter(|&(i, _)| !weights[i].is_zero()) {
            at[u].push(i);
            at[v].push(i);
        }
        let mut far = vec![None; self.names.len()];
        far[token] = Some(0);
        let mut open = std::collections::VecDeque::from([token]);
        while let Some(u) = open.pop_front() {
            for &i in &at[u] {
                let v = self.other(i, u);
                if far[v].is_none() {
                    far[v] = far[u].map(|steps| steps + 1);
                    open.push_back(v);
                }
            }
        }
        Reach { game: self, weights, token, at, far }
    }

    /// The other end of an edge.
    fn other(&self, edge: usize, vertex: usize) -> usize {
        let (u, v) = self.edges[edge];
        if u == vertex { v } else { u }
    }

    /// Whether the position is P, where theory tells.
    fn is_p(&self, at: &At, context: &Context<'_>) -> Result<Option<bool>, Stop> {
        let reach = self.reach(&at.weights, at.token);
        if let Some(told) = reach.is_p(context)? {
            return Ok(Some(told));
        }
        // A whole weight taken may leave a P-position.
        for &i in &reach.at[at.token] {
            let weights = tuples::with(&at.weights, i, Nat::ZERO);
            let after = self.reach(&weights, self.other(i, at.token));
            if after.is_p(context)? == Some(true) {
                return Ok(Some(false));
            }
        }
        Ok(None)
    }

    fn print_edges(&self) -> String {
        let edge = |&(u, v): &(usize, usize)| format!("{}-{}", self.names[u], self.names[v]);
        join(self.edges.iter().map(edge), ",")
    }
}

impl Reach<'_> {
    fn vertices(&self) -> impl Iterator<Item = usize> {
        (0..self.far.len()).filter(|&v| self.far[v].is_some())
    }

    fn edges(&self) -> usize {
        self.vertices().map(|v| self.at[v].len()).sum::<usize>() / 2
    }

    fn is_tree(&self) -> bool {
        self.edges() + 1 == self.vertices().count()
    }

    /// Whether the vertices at an odd distance, or at an even one, have two edges at most, and no
    /// edge joins vertices of one side.
    fn has_thin_side(&self, odd: bool) -> bool {
        let side = |v: usize| self.far[v].is_some_and(|steps| steps % 2 == 1);
        self.vertices().all(|v| {
            let apart = |&i: &usize| side(self.game.other(i, v)) != side(v);
            self.at[v].iter().all(apart) && (side(v) != odd || self.at[v].len() <= 2)
        })
    }

    fn is_p(&self, context: &Context<'_>) -> Result<Option<bool>, Stop> {
        if self.is_tree() {
            return Ok(Some(!self.tree_wins()[self.token]));
        }
        if self.has_thin_side(true) {
            return self.is_p_by_cuts(context).map(Some);
        }
        if self.has_thin_side(false) {
            return self.is_p_by_moves(context);
        }
        Ok(None)
    }

    /// For each vertex of the tree that hangs on the token: whether it is N with the part of the
    /// tree on its side.
    fn tree_wins(&self) -> Vec<bool> {
        let mut order: Vec<usize> = self.vertices().collect();
        order.sort_unstable_by_key(|&v| std::cmp::Reverse(self.far[v]));
        let mut wins = vec![false; self.far.len()];
        for &v in &order {
            let mut below = self.at[v].iter().map(|&i| self.game.other(i, v));
            wins[v] = below.any(|u| self.far[u] > self.far[v] && !wins[u]);
        }
        wins
    }

    /// Theorem 2.
    fn is_p_by_cuts(&self, context: &Context<'_>) -> Result<bool, Stop> {
        let odd = self.vertices().filter(|&v| self.far[v].is_some_and(|steps| steps % 2 == 1));
        for (step, u) in odd.enumerate() {
            context.tick("comparing minimum cuts", step as u64)?;
            let small = match *self.at[u] {
                // One edge alone is cut off from the other end.
                [_] => return Ok(false),
                [i, j] if self.weights[i] < self.weights[j] => i,
                [i, j] if self.weights[i] > self.weights[j] => j,
                _ => continue,
            };
            // The vertex u stays the end of the larger weight, a new one is that of the smaller.
            let split = self.far.len();
            let mut edges: Vec<(usize, usize, Nat)> = Vec::new();
            for v in self.vertices() {
                for &i in self.at[v].iter().filter(|&&i| self.game.edges[i].0 == v) {
                    let (mut a, mut b) = self.game.edges[i];
                    if i == small {
                        (a, b) = (split, self.game.other(small, u));
                    }
                    edges.push((a, b, self.weights[i].clone()));
                }
            }
            let h = &self.weights[small];
            if min_cut(split + 1, &edges, split, u) != *h {
                continue;
            }
            // With the token's vertex on the side of the smaller weight.
            let total: Nat = edges.iter().map(|edge| &edge.2).sum();
            edges.push((split, self.token, total + 1u8));
            if min_cut(split + 1, &edges, split, u) > *h {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Theorem 3.
    fn is_p_by_moves(&self, context: &Context<'_>) -> Result<Option<bool>, Stop> {
        let moves: Nat = self.at[self.token].iter().map(|&i| &self.weights[i]).sum();
        if moves > Nat::from(MAX_LISTED_MOVES) {
            return Ok(None);
        }
        for &i in &self.at[self.token] {
            for left in nat::range(Nat::ZERO, self.weights[i].clone()) {
                let weights = tuples::with(self.weights, i, left);
                let after = self.game.reach(&weights, self.game.other(i, self.token));
                // Now the thin side is the one where the token is not, or a tree is left.
                let p = if after.is_tree() {
                    !after.tree_wins()[after.token]
                } else {
                    after.is_p_by_cuts(context)?
                };
                if p {
                    return Ok(Some(false));
                }
            }
        }
        Ok(Some(true))
    }
}

impl Ruleset for GraphNim {
    type Position = At;

    fn options(&self, at: &At, out: &mut Options<At>) -> Result<(), Full> {
        let here = (0..self.edges.len()).filter(|&i| {
            let (u, v) = self.edges[i];
            u == at.token || v == at.token
        });
        for i in here {
            for left in nat::range(Nat::ZERO, at.weights[i].clone()) {
                let weights = tuples::with(&at.weights, i, left);
                out.push([At { weights, token: self.other(i, at.token) }])?;
            }
        }
        Ok(())
    }

    fn stand_in(&self, at: &At) -> Option<At> {
        // Edges that the token cannot reach any more might as well be gone.
        let reach = self.reach(&at.weights, at.token);
        let out_of_reach =
            |i: usize| reach.far[self.edges[i].0].is_none() && !at.weights[i].is_zero();
        (0..self.edges.len()).any(out_of_reach).then(|| {
            let weight = |i: usize| if out_of_reach(i) { Nat::ZERO } else { at.weights[i].clone() };
            At { weights: (0..self.edges.len()).map(weight).collect(), token: at.token }
        })
    }

    fn heap_bytes(&self, at: &At) -> usize {
        tuples::bytes(&at.weights)
    }
}

/// How a position is typed.
const FORM: &str =
    "expected (edges(1-2,2-3; 4,5; 2)): edges, their weights, and the vertex of the token";

/// The two ends of an edge.
fn edge(arg: &Arg) -> Result<(u64, u64), ReadError> {
    let ArgKind::Edge(u, v) = &arg.kind else {
        return Err(ReadError::domain("this is not an edge", arg.span).help(FORM));
    };
    match (to_u64(u), to_u64(v)) {
        (Some(u), Some(v)) if u != v => Ok((u, v)),
        (Some(_), Some(_)) => Err(ReadError::domain("this edge is a loop", arg.span)
            .help("expected edges that join two different vertices")),
        _ => Err(ReadError::domain("this vertex is too large", arg.span)
            .help("expected numbers of vertices below 2^64")),
    }
}

impl Game for GraphNim {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn identity(&self) -> String {
        format!("{}({})", CARD.name, self.print_edges())
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let wrong = |what: &str| Err(ReadError::domain(what, args.span).help(FORM));
        let inner = match args.single() {
            Some([arg]) => arg.item().filter(|item| item.name() == Some("edges")),
            _ => None,
        };
        let Some([edges, weights, token]) =
            inner.and_then(|item| item.args.as_ref()).map(|args| &*args.groups)
        else {
            return wrong("edges, weights and a token belong here");
        };
        let mut list: Vec<(u64, u64)> = Vec::new();
        for arg in edges {
            match families::edges(arg)? {
                Some(known) => list.extend(known.iter().map(|&(u, v)| (u.into(), v.into()))),
                None => list.push(edge(arg)?),
            }
            if list.len() > MAX_EDGES {
                return Err(ReadError::limit(format!("there are {} edges", list.len()), args.span)
                    .help(format!("graphs of up to {MAX_EDGES} edges are read here")));
            }
        }
        let edges = list;
        let weights = read::number_list(weights)?;
        if weights.len() != edges.len() {
            return wrong("there is one weight for each edge");
        }
        let [token] = &**token else { return wrong("one token stands on one vertex") };
        let game = Self::new(&edges);
        let name = read::word(token)?;
        let Ok(vertex) = game.names.binary_search(&name) else {
            return Err(ReadError::domain(format!("no edge has the vertex {name}"), token.span)
                .help("expected a vertex of the graph"));
        };
        Ok(Placed::new(Arc::new(game), vec![At { weights, token: vertex }]))
    }

    fn print(&self, at: &At) -> String {
        let weights = join(at.weights.iter().map(nat::print), ",");
        format!("edges({}; {weights}; {})", self.print_edges(), self.names[at.token])
    }

    fn print_move(&self, from: &At, to: &Move<At>) -> String {
        let Some(after) = to.sum.first() else { return String::new() };
        let change = from.weights.iter().zip(&after.weights).find(|(old, new)| old != new);
        let (old, new) = change.map_or((Nat::ZERO, Nat::ZERO), |(a, b)| (a.clone(), b.clone()));
        let (u, v) = (self.names[from.token], self.names[after.token]);
        let edge = from.weights.iter().zip(&after.weights).position(|(old, new)| old != new);
        // Parallel edges are told apart by their places in the list.
        let parallel = edge.is_some_and(|i| {
            let same = |j: usize| {
                let ((a, b), (c, d)) = (self.edges[i], self.edges[j]);
                j != i && ((a, b) == (c, d) || (a, b) == (d, c))
            };
            (0..self.edges.len()).any(same)
        });
        match edge {
            Some(i) if parallel => format!("{u} -> {v} by edge {}: {old} -> {new}", i + 1),
            _ => format!("{u} -> {v}: {old} -> {new}"),
        }
    }

    fn heaps(&self, _: &At) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, at: &At) -> Vec<String> {
        let edge = |i: usize| {
            let (u, v) = self.edges[i];
            format!("{}-{}: {}", self.names[u], self.names[v], at.weights[i])
        };
        let mut lines = vec![format!("token on {}", self.names[at.token])];
        lines.extend(picture::list((0..self.edges.len()).map(edge), ", "));
        lines
    }

    fn sketch(&self, at: &At, moves: &[Offer<'_, At>]) -> Option<Sketch> {
        let reach = self.reach(&at.weights, at.token);
        let near = net::near(at.token as u32, |v| {
            reach.at[v as usize].iter().map(|&i| self.other(i, v as usize) as u32).collect()
        });
        let number = |v: usize| near.iter().position(|&w| w as usize == v);
        let vertex = |&v: &u32| net::Vertex {
            name: self.names[v as usize].to_string(),
            open: true,
            moves: Vec::new(),
        };
        let vertices: Vec<net::Vertex> = near.iter().map(vertex).collect();
        let live = (0..self.edges.len()).filter(|&i| !at.weights[i].is_zero());
        let edges: Vec<(usize, usize)> =
            live.filter_map(|i| number(self.edges[i].0).zip(number(self.edges[i].1))).collect();
        let mut sketch = net::net(&vertices, &edges, 0, false, moves.len())?;
        let weights = picture::list(
            (0..self.edges.len()).map(|i| {
                let (u, v) = self.edges[i];
                format!("{}-{}: {}", self.names[u], self.names[v], at.weights[i])
            }),
            ", ",
        );
        weights.into_iter().for_each(|line| sketch.caption(line));
        Some(sketch)
    }

    fn known(&self, at: &At, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(self.is_p(at, context)?.map(|p| match p {
            true => Known::Value(Nat::ZERO),
            false => Known::Nonzero,
        }))
    }

    fn moves_to(
        &self,
        at: &At,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<At>>, Stop> {
        let reach = self.reach(&at.weights, at.token);
        if !target.is_zero() {
            return Ok(None);
        }
        if !reach.is_tree() {
            let moves: Nat = reach.at[at.token].iter().map(|&i| &at.weights[i]).sum();
            if moves <= Nat::from(MAX_LISTED_MOVES) {
                return Ok(None);
            }
            if reach.is_p(context)? == Some(true) {
                return Ok(Some(Found::default()));
            }
            // Of many moves, those that take a whole weight are looked at.
            let mut results = Vec::new();
            for &i in &reach.at[at.token] {
                let weights = tuples::with(&at.weights, i, Nat::ZERO);
                let after = At { weights, token: self.other(i, at.token) };
                if self.is_p(&after, context)? == Some(true) {
                    results.push(after);
                }
            }
            let found = Found::all(tuples::single(results), max);
            return Ok(Some(Found { count: None, ..found }));
        }
        let wins = reach.tree_wins();
        let mut count = Nat::ZERO;
        let mut listed = Vec::new();
        for &i in reach.at[at.token].iter().filter(|&&i| !wins[self.other(i, at.token)]) {
            let token = self.other(i, at.token);
            // With a rest of the weight the other player may come back to what is left here.
            let left = tuples::with(&at.weights, i, Nat::ZERO);
            let back = self.reach(&left, at.token).tree_wins()[at.token];
            let end = if back { at.weights[i].clone() } else { Nat::ONE };
            for rest in nat::range(Nat::ZERO, end.clone()).take(max) {
                context.tick("listing winning moves", listed.len() as u64)?;
                listed.push(At { weights: tuples::with(&at.weights, i, rest), token });
            }
            count += end;
        }
        let mut found = Found::all(tuples::single(listed), max);
        found.count = Some(count);
        Ok(Some(found))
    }

    fn method(&self, at: &At) -> Cow<'static, str> {
        let reach = self.reach(&at.weights, at.token);
        if reach.is_tree() {
            "a tree: whole weights are taken"
        } else if reach.has_thin_side(true) || reach.has_thin_side(false) {
            "minimum cuts (Fukuyama)"
        } else {
            "search over the rules"
        }
        .into()
    }

    fn why(&self, at: &At) -> Vec<String> {
        let reach = self.reach(&at.weights, at.token);
        let vertex = self.names[at.token];
        if reach.is_tree() {
            let wins = reach.tree_wins();
            let mut next = reach.at[at.token].iter().map(|&i| self.other(i, at.token));
            return vec![match next.find(|&v| !wins[v]) {
                Some(v) => format!(
                    "the token moves in a tree, and vertex {} is P with what lies behind it: taking the whole weight on the way there wins, N",
                    self.names[v]
                ),
                None => format!(
                    "the token moves in a tree, and every neighbour of vertex {vertex} is N with what lies behind it: P"
                ),
            }];
        }
        if reach.has_thin_side(true) {
            let outcome = match reach.is_p(&Context::default()) {
                Ok(Some(true)) => "P",
                Ok(Some(false)) => "N",
                _ => return Vec::new(),
            };
            return vec![format!(
                "every vertex at an odd distance from vertex {vertex} has at most two edges, so minimum cuts between the ends of these edges decide: {outcome}"
            )];
        }
        Vec::new()
    }

    fn reachable(&self, at: &At) -> Option<Nat> {
        let reach = self.reach(&at.weights, at.token);
        Some(reach.at[at.token].iter().map(|&i| &at.weights[i]).sum::<Nat>() + 1u8)
    }
}

/// The registry's row.
pub struct GraphNimFamily;

static CARD: Card<'static> = Card {
    name: "graph-nim",
    params: "",
    position: "(edges(1-2,2-3,…; w1,w2,…; v)): edges, their weights, the token's vertex",
    rules: "A token stands on a vertex. Choose an edge of positive weight at it, lower its weight by at least one, and take the token to its other end.",
    theorem: "On trees weights do not matter: N iff some neighbour is P with what lies behind it. On bipartite graphs with at most two edges at each vertex of one side, minimum cuts decide (even cycles are such graphs); odd cycles are N. Values and other graphs by search.",
    source: "M. Fukuyama 2003",
    cost: "O(edges) on trees; two minimum cuts for each vertex of the thin side; search otherwise",
    examples: &[
        "graph-nim(edges(1-2,2-3,3-4,4-1; 2,3,1,2; 1))",
        "graph-nim(edges(1-2,2-3,2-4; 10^18,7,9; 2)) + nim(0)",
    ],
};

impl Family for GraphNimFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(GraphNim::default()))
    }

    fn small(&self) -> Vec<String> {
        let mut all = Vec::new();
        let graphs: [(&str, usize, u64); 6] = [
            ("1-2", 1, 2),
            ("1-2,2-3,2-4", 3, 4),
            ("1-2,2-3,3-4,4-1", 4, 2),
            ("1-2,2-3,3-1", 3, 3),
            ("1-2,1-2,2-3", 3, 3),
            ("1-2,2-3,3-1,3-4", 4, 4),
        ];
        for (edges, count, vertices) in graphs {
            for n in (0..3usize.pow(count as u32)).step_by(if count == 4 { 4 } else { 1 }) {
                let weights = (0..count).map(|i| (n / 3usize.pow(i as u32) % 3).to_string());
                let weights = join(weights, ",");
                let vertices =
                    (1..=vertices).filter(|v| count < 4 || (*v as usize + n).is_multiple_of(2));
                all.extend(vertices.map(|v| format!("graph-nim(edges({edges}; {weights}; {v}))")));
            }
        }
        all
    }
}

#[cfg(test)]
mod tests;
