//! geography: undirected vertex geography.

mod position;

pub use position::At;

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Content, Family, Found, Game, Known, Move, Offer, Placed, erase, join,
};
use crate::graph::matching::{grown, missed_without};
use crate::graph::part::Part;
use crate::graph::{Csr, GraphForm, GraphNames, NamedGraph, Starts, Vertices};
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, net};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::walks::{first_moves, positions_at_least};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// Undirected vertex geography on a graph.
///
/// A position with the token on v is N iff every maximum matching of the graph of the vertices not
/// yet visited (v among them) covers v. The winning moves then lead to the neighbours of v that
/// some maximum matching of that graph without v misses.
///
/// Grundy values are found block by block, as the token never comes back across a cut vertex; in
/// each block all walks from where it is entered are tried, if they are few (trees, cycles, blocks
/// of few cycles). Otherwise they are left to search.
///
/// # Complexity
/// One maximum matching and its alternating forest for the outcome and all winning moves together:
/// O(nm log n) at worst, in practice a few passes over the edges. Only what the token can reach
/// is looked at. Values in O(n + m) for trees and graphs whose blocks are cycles.
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
    names: GraphNames,
    /// The last position looked at: value and moves are asked for in turn.
    last: Mutex<Option<(At, Arc<Solved>)>>,
}

/// The vertices to move to; `None` in a P-position.
pub type Winning = Option<Arc<[u32]>>;

/// What is found out about a position.
#[derive(Debug)]
struct Solved {
    winning: Winning,
    /// The vertices to move to, ascending, and the values there; `None` where only search helps.
    values: Option<Vec<(u32, u32)>>,
    /// A lower bound for the number of reachable positions.
    reachable: u64,
}

impl Solved {
    /// The Grundy value of the position.
    fn value(&self) -> Option<u32> {
        let Some(moves) = &self.values else { return self.winning.is_none().then_some(0) };
        let mut values: Vec<u32> = moves.iter().map(|&(_, value)| value).collect();
        values.sort_unstable();
        values.dedup();
        let mex = (0..).zip(&values).find(|(i, value)| i != *value);
        Some(mex.map_or(values.len() as u32, |(i, _)| i))
    }
}

impl Geography {
    /// The game on this graph; loops and repeated edges mean nothing.
    pub fn new(named: NamedGraph) -> Self {
        Self {
            graph: Csr::undirected(named.vertices.len(), &named.edges),
            names: GraphNames::of(named, TITLE, &FORM),
            last: Mutex::default(),
        }
    }

    /// The vertices, by their own numbers and by indices.
    pub fn vertices(&self) -> &Vertices {
        &self.names.vertices
    }

    /// The outcome of every start: with the token on the vertex of each index, no other visited.
    ///
    /// A start is P iff some maximum matching of the graph misses it, in any graph, bipartite or
    /// not: these are the vertices at the even ends of alternating paths from vertices left free by
    /// one maximum matching (the set D of Gallai and Edmonds).
    ///
    /// # Complexity
    /// One maximum matching for all starts together; see [`Geography`].
    ///
    /// # Errors
    /// [`Stop`] at the limits of time and memory or when cancelled.
    ///
    /// ```
    /// use grundy::context::Context;
    /// use grundy::games::geography::Geography;
    /// use grundy::graph::{EdgeList, NamedGraph};
    /// use grundy::outcome::Outcome::{N, P};
    /// // A triangle with a tail: 1-2-3-1, 3-4.
    /// let list = EdgeList { pairs: vec![(1, 2), (2, 3), (3, 1), (3, 4), (4, 5)], declared: 0 };
    /// let game = Geography::new(NamedGraph::new(list, None));
    /// assert_eq!(game.outcomes(&Context::default()).unwrap(), [P, P, P, N, P]);
    /// ```
    pub fn outcomes(&self, context: &Context<'_>) -> Result<Vec<Outcome>, Stop> {
        let missed = missed_without(&self.graph, &[], &context.holding(self.bytes()))?;
        Ok(missed.into_iter().map(|missed| Outcome::of(!missed)).collect())
    }

    /// The vertices to which a move wins, ascending; `None` if there is none.
    ///
    /// # Complexity
    /// See [`Geography`]; the last answer is remembered.
    ///
    /// # Errors
    /// [`Stop`] at the limits of time and memory or when cancelled.
    pub fn winning(&self, at: &At, context: &Context<'_>) -> Result<Winning, Stop> {
        Ok(self.solved(at, context)?.winning.clone())
    }

    fn solved(&self, at: &At, context: &Context<'_>) -> Result<Arc<Solved>, Stop> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((position, solved)) = &*last
            && position == at
        {
            return Ok(solved.clone());
        }
        let solved = Arc::new(self.solve(at, context)?);
        *last = Some((at.clone(), solved.clone()));
        Ok(solved)
    }

    fn solve(&self, at: &At, context: &Context<'_>) -> Result<Solved, Stop> {
        let part = self.part(at, context)?;
        let context = &context.holding(self.bytes() + part.bytes());
        let forest = grown(&part, 1, context)?;
        let to = part.neighbours(0).iter();
        let mut winning: Vec<u32> =
            to.filter(|&&w| forest.is_outer(w)).map(|&w| part.name(w)).collect();
        winning.sort_unstable();
        drop(forest);
        let steps = MIN_WALK_STEPS + 8 * part.arcs() as u64;
        let values = first_moves(&part, steps.min(context.limits.moves), context)?.map(|moves| {
            let mut moves: Vec<_> = moves.into_iter().map(|(v, g)| (part.name(v), g)).collect();
            moves.sort_unstable();
            moves
        });
        let reachable = match values {
            Some(_) => part.vertices() as u64,
            None => positions_at_least(&part),
        };
        let winning = (!winning.is_empty()).then(|| winning.into());
        Ok(Solved { winning, values, reachable })
    }

    /// What the token can reach.
    fn part(&self, at: &At, context: &Context<'_>) -> Result<Part, Stop> {
        let mut removed = Vec::new();
        if !at.visited.is_empty() {
            removed.resize(self.graph.vertices(), false);
        }
        for &v in &at.visited {
            removed[v as usize] = true;
        }
        let held = self.bytes() + removed.len() as u64;
        Part::around(&self.graph, at.vertex, &removed, &context.holding(held))
    }

    /// Bytes held by the graph.
    fn bytes(&self) -> u64 {
        self.graph.bytes() + self.names.vertices.bytes()
    }
}

/// Whether the edges and the graph that is made of them may be held together.
fn check_room(named: &NamedGraph, context: &Context<'_>) -> Result<(), Stop> {
    let (vertices, edges) = (named.vertices.len(), named.edges.len());
    let bytes = 8 * edges as u64 + named.vertices.bytes() + Csr::bytes_to_build(vertices, edges);
    context.check_memory(bytes, || format!("a graph of {vertices} vertices and {edges} edges"))
}

/// Walks through blocks are tried up to this many steps, and some for every edge.
const MIN_WALK_STEPS: u64 = 1 << 20;

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

const TITLE: &str = "geography";

const FORM: GraphForm = GraphForm {
    word: "edges",
    sign: '-',
    example: "edges(1-2,2-3; 1)",
    groups: 2,
    expected: "expected at most the token and, after another ';', the vertices visited",
};

impl Game for Geography {
    fn title(&self) -> String {
        TITLE.into()
    }

    fn identity(&self) -> String {
        self.names.identity.clone()
    }

    fn read(
        self: Arc<Self>,
        args: &Args,
        context: &Context<'_>,
    ) -> Result<Placed<Self>, ReadError> {
        let source = FORM.source(args)?;
        let (token, visited) = match &*source.rest {
            [[token]] => (token, &[][..]),
            [[token], visited] => (token, *visited),
            _ => {
                return Err(ReadError::domain("one token stands on one vertex", source.whole)
                    .help(format!("name its vertex after ';', as in {}", FORM.example)));
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
        let mut notes = match loops {
            0 => Vec::new(),
            1 => vec!["one loop was left out: its vertex is visited already".to_owned()],
            _ => vec![format!("{loops} loops were left out: their vertices are visited already")],
        };
        let parts = vec![At { vertex, visited: visited.into() }];
        check_room(&named, context).map_err(|stop| ReadError::stopped(&stop, source.span))?;
        let game = Self::new(named);
        notes.extend(game.names.notes.iter().cloned());
        Ok(Placed { game: Arc::new(game), parts, notes })
    }

    fn picture(&self, at: &At) -> Vec<String> {
        let next = self.graph.neighbours(at.vertex).iter();
        let open = next.filter(|v| at.visited.binary_search(v).is_err());
        let names = join(open.map(|&v| self.names.number(v)), ", ");
        let to = if names.is_empty() { "nowhere".to_owned() } else { names };
        picture::list([format!("token on {}, may go to {to}", self.names.number(at.vertex))], "")
    }

    fn sketch(&self, at: &At, moves: &[Offer<'_, At>]) -> Option<Sketch> {
        let near = net::near(at.vertex, |v| self.graph.neighbours(v).to_vec());
        let number = |v: u32| near.iter().position(|&w| w == v);
        let vertex = |&v: &u32| net::Vertex {
            name: self.names.number(v),
            open: at.visited.binary_search(&v).is_err(),
            moves: (0..moves.len())
                .filter(|&i| moves[i].to.sum.first().is_some_and(|to| to.vertex == v))
                .collect(),
        };
        let vertices: Vec<_> = near.iter().map(vertex).collect();
        let edges = near.iter().enumerate().flat_map(|(i, &v)| {
            let others = self.graph.neighbours(v).iter().filter_map(|&w| number(w));
            others.filter(|&j| i < j).map(move |j| (i, j)).collect::<Vec<_>>()
        });
        net::net(&vertices, &edges.collect::<Vec<_>>(), 0, false, moves.len())
    }

    fn print(&self, at: &At) -> String {
        let mut groups = vec![self.names.number(at.vertex)];
        if !at.visited.is_empty() {
            groups.push(self.names.numbers(at.visited.iter().copied()));
        }
        self.names.print(&FORM, &groups)
    }

    fn print_move(&self, from: &At, to: &Move<At>) -> String {
        let to = self.names.numbers(to.sum.iter().map(|at| at.vertex));
        format!("{} -> {to}", self.names.number(from.vertex))
    }

    fn heaps(&self, _: &At) -> Vec<Nat> {
        Vec::new()
    }

    fn move_names(&self, _: &At, to: &Move<At>) -> Vec<String> {
        to.sum.iter().map(|at| self.names.number(at.vertex)).collect()
    }

    fn known(&self, at: &At, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(match self.solved(at, context)?.value() {
            Some(value) => Known::Value(Nat::from(value)),
            None => Known::Nonzero,
        }))
    }

    fn outcome(&self, at: &At, context: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        let part = self.part(at, context)?;
        let context = &context.holding(self.bytes() + part.bytes());
        let forest = grown(&part, 1, context)?;
        Ok(Some(Outcome::of(part.neighbours(0).iter().any(|&w| forest.is_outer(w)))))
    }

    fn moves_to(
        &self,
        at: &At,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<At>>, Stop> {
        let solved = self.solved(at, context)?;
        let to: Vec<u32> = match (&solved.values, &solved.winning) {
            (_, winning) if target.is_zero() => winning.as_deref().unwrap_or_default().to_vec(),
            (Some(moves), _) => {
                let of_value = moves.iter().filter(|(_, value)| Nat::from(*value) == *target);
                of_value.map(|&(v, _)| v).collect()
            }
            (None, _) => return Ok(None),
        };
        let listed = to.iter().take(max).map(|&v| Move { sum: vec![at.moved(v)], tag: 0 });
        Ok(Some(Found { count: Some(Nat::from(to.len())), listed: listed.collect() }))
    }

    fn reachable(&self, at: &At) -> Option<Nat> {
        let solved = self.solved(at, &Context::default()).ok()?;
        Some(Nat::from(solved.reachable))
    }

    fn every_start(
        &self,
        args: &Args,
        content: Content,
        context: &Context<'_>,
    ) -> Result<Option<Starts>, ReadError> {
        let source = FORM.without_tokens(args)?;
        if content != Content::Outcomes(Play::Normal) {
            let what = "only the outcomes of normal play are known of every start at once";
            return Err(ReadError::domain(what, source.span)
                .help("ask for --outcomes without --misere, or solve one start"));
        }
        let stopped = |stop| ReadError::stopped(&stop, source.span);
        let mut named = NamedGraph::read(&source, false, context)?;
        named.add_declared(context).map_err(stopped)?;
        check_room(&named, context).map_err(stopped)?;
        let game = Self::new(named);
        let outcomes = game.outcomes(context).map_err(stopped)?;
        Ok(Some(Starts::outcomes(game.names.vertices, outcomes)))
    }

    fn method(&self, at: &At) -> Cow<'static, str> {
        // Remembered, or found again as it was found for the outcome.
        match self.solved(at, &Context::default()) {
            Ok(solved) if solved.winning.is_some() && solved.values.is_some() => {
                "maximum matchings (Fraenkel, Scheinerman, Ullman); value block by block".into()
            }
            _ => "maximum matchings (Fraenkel, Scheinerman, Ullman)".into(),
        }
    }

    fn by_options(&self, at: &At) -> bool {
        let solved = self.solved(at, &Context::default());
        solved.is_ok_and(|solved| solved.winning.is_some() && solved.values.is_some())
    }

    fn why(&self, at: &At) -> Vec<String> {
        let vertex = self.names.vertices.number(at.vertex);
        // Remembered, or found again as it was found for the outcome.
        vec![match self.winning(at, &Context::default()) {
            Ok(Some(winning)) => {
                let to = match *winning {
                    [only] => format!(
                        "vertex {}, which some maximum matching of that graph without {vertex} misses",
                        self.names.vertices.number(only)
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
    theorem: "With G the graph not yet visited, the token's vertex v in it: N iff every maximum matching of G covers v; winning moves lead to the neighbours of v missed by some maximum matching of G-v. Grundy values block by block where walks are few (trees, cactuses), else by search.",
    source: "A. S. Fraenkel, E. R. Scheinerman, D. Ullman 1993",
    cost: "O(nm log n) at worst; in practice a few passes over the edges",
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
        let mut rng = fastrand::Rng::with_seed(7);
        let mut random = move |below: u32| rng.u32(..below);
        for _ in 0..60 {
            let pairs = (0..11).map(|_| (random(9), random(9))).collect();
            let game = Geography::new(NamedGraph::new(EdgeList { pairs, declared: 0 }, None));
            check_theory(&game, (0..game.names.vertices.len() as u32).map(At::start), 1);
        }
    }

    #[test]
    fn outcomes_of_all_starts_are_those_of_the_rules_on_all_graphs_of_six_vertices() {
        // The theorem holds for graphs with odd cycles too.
        let pairs: Vec<(u32, u32)> = (0..6).flat_map(|v| (0..v).map(move |w| (w, v))).collect();
        for set in 0u32..1 << pairs.len() {
            let chosen: Vec<_> = (0..pairs.len()).filter(|i| set >> i & 1 == 1).collect();
            let list = EdgeList { pairs: chosen.iter().map(|&i| pairs[i]).collect(), declared: 0 };
            check_outcomes(&list.pairs.clone(), Geography::new(NamedGraph::new(list, None)));
        }
        let mut rng = fastrand::Rng::with_seed(9);
        let mut random = move |below: u32| rng.u32(..below);
        for round in 0..100 {
            let n = 7 + round % 6;
            let pairs: Vec<_> = (0..n + random(n)).map(|_| (random(n), random(n))).collect();
            let list = EdgeList { pairs: pairs.clone(), declared: 0 };
            check_outcomes(&pairs, Geography::new(NamedGraph::new(list, None)));
        }
    }

    /// Compares with the bare rules on sets of vertices.
    fn check_outcomes(pairs: &[(u32, u32)], game: Geography) {
        let n = game.vertices().len();
        let mut adjacent = vec![0u32; n];
        for &(u, v) in pairs.iter().filter(|(u, v)| u != v) {
            let (u, v) =
                (game.names.vertices.index(u).unwrap(), game.names.vertices.index(v).unwrap());
            adjacent[u as usize] |= 1 << v;
            adjacent[v as usize] |= 1 << u;
        }
        // By the set of vertices not visited, the token on each of those visited.
        let mut wins = vec![vec![false; n]; 1 << n];
        for left in 1usize..1 << n {
            for v in (0..n).filter(|v| left >> v & 1 == 0) {
                let mut to = (0..n).filter(|w| adjacent[v] as usize & left & 1 << w != 0);
                wins[left][v] = to.any(|w| !wins[left ^ 1 << w][w]);
            }
        }
        let all = (1usize << n) - 1;
        let expected: Vec<_> = (0..n).map(|v| Outcome::of(wins[all ^ 1 << v][v])).collect();
        assert_eq!(game.outcomes(&Context::default()).unwrap(), expected, "{pairs:?}");
    }

    #[test]
    fn values_on_large_trees_and_cactuses_are_told_and_dense_graphs_given_up() {
        let known = |pairs: Vec<(u32, u32)>, v: u32| {
            let game = Geography::new(NamedGraph::new(EdgeList { pairs, declared: 0 }, None));
            let at = At::start(game.names.vertices.index(v).unwrap());
            let known = game.known(&at, &Context::default()).unwrap().unwrap();
            (known, game.reachable(&at).unwrap())
        };
        // A broom: the path to its bristles has a parity, the middle of a star of paths the mex.
        let n = 100_000u32;
        let path: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
        assert_eq!(known(path.clone(), 0).0, Known::Value(Nat::from((n - 1) % 2)));
        let mut cycle = path;
        cycle.push((n - 1, 0));
        assert_eq!(known(cycle, 7).0, Known::Value(Nat::from(1u8)));
        let side = 30;
        let grid = (0..side * side).flat_map(|v| {
            let right = (v % side + 1 < side).then_some((v, v + 1));
            let down = (v + side < side * side).then_some((v, v + side));
            right.into_iter().chain(down)
        });
        let (value, bound) = known(grid.collect(), 0);
        assert_eq!(value, Known::Nonzero);
        assert!(bound > Nat::from(1u64 << 40));
    }

    #[test]
    fn expressions_come_back_and_loops_are_noted() {
        check_round_trip(&GeographyFamily);
        let sum = crate::syntax::parse("geography(edges(3-3,1-2,1-1; 3; 1))").unwrap();
        let game = GeographyFamily.configure(&sum[0]).unwrap();
        let placed = game.place(sum[0].args.as_ref().unwrap(), &Context::default()).unwrap();
        assert_eq!(placed.print(), "geography(edges(3-3,1-2,1-1; 3; 1))");
        assert_eq!(placed.notes(), ["2 loops were left out: their vertices are visited already"]);
        // A vertex that stands alone may be mistyped.
        let sum = crate::syntax::parse("geography(edges(1-2; 7; 1,7,8))").unwrap();
        assert!(game.place(sum[0].args.as_ref().unwrap(), &Context::default()).is_err());
        let sum = crate::syntax::parse("geography(edges(1-2; 7; 1,8))").unwrap();
        let placed = game.place(sum[0].args.as_ref().unwrap(), &Context::default()).unwrap();
        assert_eq!(placed.notes(), ["no edge has the vertices 7, 8: they stand alone"]);
    }

    #[test]
    fn errors_say_what_is_missing() {
        for (text, message) in [
            ("geography(edges(1-2))", "one token stands on one vertex (10)"),
            ("geography(edges(1-2; 1,2))", "one token stands on one vertex (10)"),
            ("geography(edges(1>2; 1))", "this is not an edge (17)"),
            ("geography(edges(1-2; 1; 2,1))", "the token stands on this vertex (27)"),
            ("geography(edges(1-2; 1; 2; 3))", "there is no such list here (28)"),
        ] {
            assert_eq!(read_error(&GeographyFamily, text), message);
        }
    }
}
