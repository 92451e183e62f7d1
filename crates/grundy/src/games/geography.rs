//! geography: undirected vertex geography.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Placed, erase, join};
use crate::graph::matching::{maximum_matching_without, missed_without};
use crate::graph::named::{print_arguments, too_many_groups};
use crate::graph::{Csr, NamedGraph, Vertices};
use crate::nat::Nat;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::source::Source;
use crate::syntax::{Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// Undirected vertex geography on a graph.
///
/// A position with the token on v is N iff every maximum matching of the graph of the vertices not
/// yet visited (v among them) covers v. The winning moves then lead to the neighbours of v that
/// some maximum matching of that graph without v misses.
///
/// # Complexity
/// One maximum matching and one search of an alternating forest for outcome and all winning moves
/// together: O(m sqrt(n)) for bipartite graphs. Grundy values other than 0 by search only.
///
/// # Literature
/// A. S. Fraenkel, E. R. Scheinerman, D. Ullman, *Undirected edge geography*, Theoretical Computer
/// Science 112 (1993), section on vertex geography.
///
/// ```
/// use grundy::context::Context;
/// use grundy::games::geography::{At, Geography};
/// use grundy::graph::{EdgeList, NamedGraph};
/// // The token in the middle of a path of three vertices.
/// let list = EdgeList { pairs: vec![(1, 2), (2, 3)], declared: 0 };
/// let game = Geography::new(NamedGraph::new(list, None));
/// let winning = game.winning(&At::start(1), &Context::default()).unwrap();
/// assert_eq!(*winning.unwrap(), [0, 2]);
/// ```
#[derive(Debug, Default)]
pub struct Geography {
    graph: Csr,
    vertices: Vertices,
    file: Option<String>,
    /// The edges as they are typed, if there is no file.
    list: String,
    identity: String,
    /// The last answer of [`winning`](Self::winning): value and moves are asked for in turn.
    last: Mutex<Option<(At, Winning)>>,
}

/// The vertices to move to; `None` in a P-position.
pub type Winning = Option<Arc<[u32]>>;

/// Where the token is and where it was, by indices of vertices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    vertex: u32,
    /// Ascending, without `vertex`.
    visited: Box<[u32]>,
}

impl At {
    /// The token on a vertex, no other visited.
    pub fn start(vertex: u32) -> Self {
        Self { vertex, visited: Box::default() }
    }

    /// The position after a move to `vertex`.
    fn moved(&self, vertex: u32) -> Self {
        let mut visited = Vec::with_capacity(self.visited.len() + 1);
        let smaller = self.visited.partition_point(|&v| v < self.vertex);
        visited.extend_from_slice(&self.visited[..smaller]);
        visited.push(self.vertex);
        visited.extend_from_slice(&self.visited[smaller..]);
        Self { vertex, visited: visited.into() }
    }
}

impl Geography {
    /// The game on this graph; loops and repeated edges mean nothing.
    pub fn new(named: NamedGraph) -> Self {
        let NamedGraph { vertices, edges, file, .. } = &named;
        let list = match file {
            Some(_) => String::new(),
            None => named.list(edges.iter().copied(), '-'),
        };
        Self {
            graph: Csr::undirected(vertices.len(), edges),
            list,
            identity: named.identity("geography"),
            vertices: named.vertices,
            file: named.file,
            last: Mutex::default(),
        }
    }

    /// The vertices to which a move wins, ascending; `None` if there is none.
    ///
    /// # Complexity
    /// See [`Geography`]; the last answer is remembered.
    ///
    /// # Errors
    /// [`Stop`] at the limit of time or when cancelled.
    pub fn winning(&self, at: &At, context: &Context<'_>) -> Result<Winning, Stop> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((position, winning)) = &*last
            && position == at
        {
            return Ok(winning.clone());
        }
        let winning = self.search(at, context)?;
        *last = Some((at.clone(), winning.clone()));
        Ok(winning)
    }

    fn search(&self, at: &At, context: &Context<'_>) -> Result<Winning, Stop> {
        let mut removed = vec![false; self.graph.vertices()];
        for &v in &at.visited {
            removed[v as usize] = true;
        }
        let mut matching = maximum_matching_without(&self.graph, &removed, context)?;
        if matching.mate(at.vertex).is_none() {
            return Ok(None);
        }
        // Without the edge at v the matching is maximum in the graph without v, unless some
        // maximum matching of the whole misses v.
        matching.unmatch(at.vertex);
        removed[at.vertex as usize] = true;
        let Some(missed) = missed_without(&self.graph, &removed, &mut matching, context)? else {
            return Ok(None);
        };
        let neighbours = self.graph.neighbours(at.vertex).iter();
        Ok(Some(neighbours.copied().filter(|&w| missed[w as usize]).collect()))
    }
}

impl Ruleset for Geography {
    type Position = At;

    fn options(&self, at: &At, out: &mut Options<At>) -> Result<(), Full> {
        let mut next = self.graph.neighbours(at.vertex).iter();
        next.try_for_each(|&v| match at.visited.binary_search(&v) {
            Ok(_) => Ok(()),
            Err(_) => out.push([at.moved(v)]),
        })
    }

    fn heap_bytes(&self, at: &At) -> usize {
        4 * at.visited.len()
    }
}

const FORM: &str = "edges(1-2,2-3; 1)";

impl Game for Geography {
    fn title(&self) -> String {
        "geography".into()
    }

    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn read(
        self: Arc<Self>,
        args: &Args,
        context: &Context<'_>,
    ) -> Result<Placed<Self>, ReadError> {
        let source = Source::of(args, "edges", FORM)?;
        let (token, visited) = match &*source.rest {
            [[token]] => (token, &[][..]),
            [[token], visited] => (token, *visited),
            [_, _, third, ..] => {
                return Err(too_many_groups(
                    third,
                    source.whole,
                    "expected at most the token and, after another ';', the vertices visited",
                ));
            }
            _ => {
                return Err(ReadError::domain("one token stands on one vertex", source.whole)
                    .help(format!("name its vertex after ';', as in {FORM}")));
            }
        };
        let mut named = NamedGraph::read(&source, false, context)?;
        let all: Vec<_> = [token].into_iter().chain(visited).cloned().collect();
        let placed = named.place(&all)?;
        let (&vertex, rest) = placed.split_first().expect("the token is there");
        if let Some(i) = rest.iter().position(|&v| v == vertex) {
            return Err(ReadError::domain("the token stands on this vertex", visited[i].span)
                .help("expected the vertices visited before the present one"));
        }
        let mut visited = rest.to_vec();
        visited.sort_unstable();
        visited.dedup();
        let loops = named.edges.iter().filter(|(u, v)| u == v).count();
        let notes = match loops {
            0 => Vec::new(),
            1 => vec!["one loop was left out: its vertex is visited already".to_owned()],
            _ => vec![format!("{loops} loops were left out: their vertices are visited already")],
        };
        let parts = vec![At { vertex, visited: visited.into() }];
        Ok(Placed { game: Arc::new(Self::new(named)), parts, notes })
    }

    fn print(&self, at: &At) -> String {
        let number = |&v: &u32| self.vertices.number(v).to_string();
        let mut groups = vec![number(&at.vertex)];
        if !at.visited.is_empty() {
            groups.push(join(at.visited.iter().map(number), ","));
        }
        print_arguments(self.file.as_deref(), "edges", &self.list, &groups)
    }

    fn print_move(&self, from: &At, to: &Move<At>) -> String {
        let number = |at: &At| self.vertices.number(at.vertex).to_string();
        format!("{} -> {}", number(from), join(to.sum.iter().map(number), ","))
    }

    fn known(&self, at: &At, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(match self.winning(at, context)? {
            None => Known::Value(Nat::ZERO),
            Some(_) => Known::Nonzero,
        }))
    }

    fn moves_to(
        &self,
        at: &At,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<At>>, Stop> {
        if !target.is_zero() {
            return Ok(None);
        }
        let Some(winning) = self.winning(at, context)? else {
            return Ok(Some(Found::default()));
        };
        let listed = winning.iter().take(max).map(|&v| Move { sum: vec![at.moved(v)], tag: 0 });
        Ok(Some(Found { count: Some(Nat::from(winning.len())), listed: listed.collect() }))
    }

    fn method(&self, _: &At) -> Cow<'static, str> {
        "maximum matchings (Fraenkel, Scheinerman, Ullman)".into()
    }

    fn why(&self, at: &At) -> Vec<String> {
        let vertex = self.vertices.number(at.vertex);
        // Remembered, or found again as it was found for the outcome.
        vec![match self.winning(at, &Context::default()) {
            Ok(Some(winning)) => {
                let to = match *winning {
                    [only] => format!(
                        "vertex {}, which some maximum matching of that graph without {vertex} misses",
                        self.vertices.number(only)
                    ),
                    _ => format!(
                        "one of {} neighbours, each of which some maximum matching of that graph without {vertex} misses",
                        winning.len()
                    ),
                };
                format!(
                    "every maximum matching of the graph not yet visited covers vertex {vertex}: N. Alone it is won by moving to {to}"
                )
            }
            Ok(None) => format!(
                "some maximum matching of the graph not yet visited misses vertex {vertex}: P. Every move goes to a vertex that it matches (or it could be made larger), and the reply goes to that vertex's partner"
            ),
            Err(_) => return Vec::new(),
        }]
    }
}

/// The registry's row.
pub struct GeographyFamily;

static CARD: Card<'static> = Card {
    name: "geography",
    params: "",
    position: "(\"file\"; v) or (edges(1-2,…; v)); after another ';' the vertices visited before",
    rules: "A token moves along an edge to a vertex not visited before.",
    theorem: "With G the graph not yet visited, the token's vertex v in it: N iff every maximum matching of G covers v; winning moves lead to the neighbours of v missed by some maximum matching of G-v. Grundy values by search.",
    source: "A. S. Fraenkel, E. R. Scheinerman, D. Ullman 1993",
    cost: "O(m sqrt(n)) if bipartite, O(nm log n) at worst for other graphs",
    examples: &["geography(edges(1-2,2-3,3-1,3-4; 3))", "geography(edges(1-2,2-3); 2; 1) + nim(1)"],
};

impl Family for GeographyFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Geography::default()))
    }

    fn small(&self) -> Vec<String> {
        // Paths, circles of both parities, parallel edges and loops, a bow tie, Petersen's graph without
        // two vertices, several components, nothing at all.
        let graphs = [
            ("1-2,2-3,3-4,4-5", 1..=5),
            ("1-2,2-3,3-1", 1..=3),
            ("1-2,2-3,3-4,4-1", 1..=4),
            ("1-2,2-1,2-3,1-4", 1..=4),
            ("1-2,2-3,3-1,3-4,4-5,5-3", 1..=5),
            ("0-1,1-2,2-3,3-4,4-0,0-5,1-6,2-7,5-7", 0..=7),
            ("1-2,3-4,4-5,5-3,5-6", 1..=6),
            ("0-4294967294,4294967294-7", 0..=0),
            ("1-2,1-3,1-4,2-3,2-4,3-4", 1..=4),
            ("3-3,1-3,1-1,1-2", 1..=3),
            ("", 3..=4),
        ];
        let mut all = Vec::new();
        for (edges, vertices) in graphs {
            for v in vertices.clone() {
                all.push(format!("geography(edges({edges}; {v}))"));
                for w in vertices.clone().filter(|&w| w != v) {
                    all.push(format!("geography(edges({edges}; {v}; {w}))"));
                }
            }
        }
        all.push("geography(edges(1-2,2-3,3-4,4-5; 3; 1,2))".into());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing::{check_round_trip, check_theory, read_error};
    use crate::graph::EdgeList;

    #[test]
    fn outcomes_and_winning_moves_are_those_of_the_rules_on_all_graphs_of_five_vertices() {
        let pairs: Vec<(u32, u32)> = (0..5).flat_map(|v| (0..v).map(move |w| (w, v))).collect();
        for set in 0u32..1 << pairs.len() {
            let chosen = (0..pairs.len()).filter(|i| set >> i & 1 == 1).map(|i| pairs[i]);
            let mut named =
                NamedGraph::new(EdgeList { pairs: chosen.collect(), declared: 0 }, None);
            named.vertices.add_isolated([0]);
            let n = named.vertices.len() as u32;
            let game = Geography::new(named);
            let starts = (0..n).map(At::start);
            let later = (0..n).map(|v| At { vertex: v, visited: [(v + 1) % n].into() });
            check_theory(&game, starts.chain(later.filter(|at| at.visited[0] != at.vertex)), 1);
        }
    }

    #[test]
    fn larger_graphs_with_odd_circles() {
        let mut state = 7u64;
        let mut random = move |below: u32| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as u32 % below
        };
        for _ in 0..60 {
            let pairs = (0..11).map(|_| (random(9), random(9))).collect();
            let game = Geography::new(NamedGraph::new(EdgeList { pairs, declared: 0 }, None));
            check_theory(&game, (0..game.vertices.len() as u32).map(At::start), 1);
        }
    }

    #[test]
    fn expressions_come_back_and_loops_are_noted() {
        check_round_trip(&GeographyFamily);
        let sum = crate::syntax::parse("geography(edges(3-3,1-2,1-1; 3; 1))").unwrap();
        let game = GeographyFamily.configure(&sum[0]).unwrap();
        let placed = game.place(sum[0].args.as_ref().unwrap(), &Context::default()).unwrap();
        assert_eq!(placed.print(), "geography(edges(3-3,1-2,1-1; 3; 1))");
        assert_eq!(placed.notes(), ["2 loops were left out: their vertices are visited already"]);
    }

    #[test]
    fn errors_say_what_is_missing() {
        for (text, message) in [
            ("geography(edges(1-2))", "one token stands on one vertex (10)"),
            ("geography(edges(1-2; 1,2))", "one token stands on one vertex (10)"),
            ("geography(edges(1>2; 1))", "this is no edge (17)"),
            ("geography(edges(1-2; 1; 2,1))", "the token stands on this vertex (27)"),
            ("geography(edges(1-2; 1; 2; 3))", "there is no such list here (28)"),
        ] {
            assert_eq!(read_error(&GeographyFamily, text), message);
        }
    }
}
