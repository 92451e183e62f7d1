//! dag: tokens on the vertices of a directed acyclic graph.

use crate::context::{Context, Limits, Stop};
use crate::game::{
    AnyGame, Card, Content, Family, Found, Game, Known, OPTIONS_EXPLAINED, erase, token_game,
};
use crate::graph::acyclic::{self, NoValues};
use crate::graph::tokens::{self, TokenGraph};
use crate::graph::{Digraph, GrundyValues, NamedGraph, Starts};
use crate::nat::{Nat, to_u64};
use crate::outcome::{Outcome, Play};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::source::Source;
use crate::syntax::{Arg, Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// Tokens on a directed acyclic graph; a position is the vertex (by index) of one token.
///
/// The Grundy value of a vertex is the mex of the values of the vertices its arcs lead to. All
/// values are found when the graph is read.
///
/// # Complexity
/// O(n + m) for the graph, then O(1) for a value and O(out-degree) for the moves of a token.
///
/// # Literature
/// R. Sprague 1935, P. M. Grundy 1939.
///
/// ```
/// use grundy::games::dag::Dag;
/// use grundy::graph::{EdgeList, NamedGraph};
/// let list = EdgeList { pairs: vec![(1, 2), (2, 3), (1, 3)], declared: 0 };
/// let dag = Dag::new(NamedGraph::new(list, None)).unwrap();
/// assert!(dag.values().iter().eq([2, 1, 0]));
/// let list = EdgeList { pairs: vec![(5, 5)], declared: 0 };
/// assert_eq!(Dag::new(NamedGraph::new(list, None)).unwrap_err(), [5, 5]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Dag {
    tokens: TokenGraph,
    values: GrundyValues,
    /// Those of misère play, once they are asked for.
    misere: OnceLock<GrundyValues>,
}

impl Dag {
    /// The game on this graph.
    ///
    /// # Errors
    /// The numbers of the vertices of a directed cycle, the first repeated at the end.
    pub fn new(named: NamedGraph) -> Result<Self, Vec<u32>> {
        let graph = Digraph::new(named.vertices.len(), &named.edges);
        let context = Context::new(Limits { time: None, ..Limits::default() });
        Self::with_values(named, graph, &context).map_err(|error| match error {
            NoValues::Cycle(cycle) => cycle,
            NoValues::Stop(stop) => unreachable!("nothing limits the search: {stop}"),
        })
    }

    fn with_values(
        named: NamedGraph,
        graph: Digraph,
        context: &Context<'_>,
    ) -> Result<Self, NoValues> {
        let tokens = TokenGraph::new(named, graph, TITLE);
        let values = acyclic::values(&tokens.graph, context).map_err(|error| match error {
            NoValues::Cycle(cycle) => {
                let number = |v: u32| tokens.names.vertices.number(v);
                NoValues::Cycle(cycle.into_iter().map(number).collect())
            }
            stop => stop,
        })?;
        Ok(Self { tokens, values, misere: OnceLock::new() })
    }

    /// Reads the graph and the tokens behind it, or all vertices if there are no tokens.
    fn read_source(
        source: &Source<'_>,
        tokens: Option<&[Arg]>,
        context: &Context<'_>,
    ) -> Result<(Self, Vec<u32>), ReadError> {
        let (named, graph, parts) = tokens::read(source, tokens, context)?;
        let file = named.file.clone();
        let game = Self::with_values(named, graph, context).map_err(|error| {
            let cycle = match error {
                NoValues::Cycle(cycle) => cycle,
                NoValues::Stop(stop) => return ReadError::stopped(&stop, source.span),
            };
            let cycle = format!("the arcs go round in a circle: {}", tokens::print_cycle(&cycle));
            match file {
                Some(file) => ReadError::io(format!("{file}: {cycle}"), source.span),
                None => ReadError::domain(cycle, source.span),
            }
            .help("a token could move for ever; digraph(…) is the game with draws")
        })?;
        Ok((game, parts))
    }

    /// The misère Grundy values of all vertices: a token alone is P in misère play iff it is 0.
    /// They are found when they are asked for first, in O(n + m).
    pub fn misere_values(&self) -> &GrundyValues {
        self.misere.get_or_init(|| {
            let context = Context::new(Limits { time: None, ..Limits::default() });
            acyclic::misere_values(&self.tokens.graph, &context).unwrap_or_else(|error| {
                unreachable!("nothing limits the search, and no cycle was found: {error:?}")
            })
        })
    }

    /// The Grundy values of all vertices, by index; vertices without arcs may be missing at the
    /// end.
    pub fn values(&self) -> &GrundyValues {
        &self.values
    }
}

impl Ruleset for Dag {
    type Position = u32;

    fn options(&self, &vertex: &u32, out: &mut Options<u32>) -> Result<(), Full> {
        self.tokens.options(vertex, out)
    }

    #[inline]
    fn pack(&self, &position: &u32) -> Option<u64> {
        Some(position.into())
    }
}

const TITLE: &str = "dag";

impl Game for Dag {
    token_game!();

    fn known(&self, &vertex: &u32, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(Nat::from(self.values.get(vertex)))))
    }

    fn moves_to(
        &self,
        &vertex: &u32,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<u32>>, Stop> {
        let target = to_u64(target);
        let value = |head: &u32| Some(u64::from(self.values.get(*head)));
        Ok(Some(self.tokens.moves_where(vertex, max, |head| value(head) == target)))
    }

    fn misere_alone(&self, &vertex: &u32) -> Option<Outcome> {
        Some(Outcome::of(match self.tokens.graph.heads(vertex) {
            [] => true,
            _ => self.misere_values().get(vertex) != 0,
        }))
    }

    fn every_start(
        &self,
        args: &Args,
        content: Content,
        context: &Context<'_>,
    ) -> Result<Option<Starts>, ReadError> {
        let source = tokens::ARCS.without_tokens(args)?;
        let (game, _) = Self::read_source(&source, None, context)?;
        let outcome = |value: u32| Outcome::of(value != 0);
        // Vertices without arcs may be missing behind the last value.
        let count = game.tokens.names.vertices.len() as u32;
        let outcomes = match content {
            Content::Values => {
                return Ok(Some(Starts::values(game.tokens.names.vertices, game.values)));
            }
            Content::Lengths(measure, play) => {
                let stopped = |stop: Stop| ReadError::stopped(&stop, source.span);
                let (vertices, graph) = (game.tokens.names.vertices, &game.tokens.graph);
                let told = Starts::lengths(vertices, graph, measure, play, context);
                return told.map(Some).map_err(stopped);
            }
            Content::Outcomes(Play::Normal) => {
                (0..count).map(|v| outcome(game.values.get(v))).collect()
            }
            Content::Outcomes(Play::Misere) => {
                (0..count).filter_map(|v| game.misere_alone(&v)).collect()
            }
        };
        Ok(Some(Starts::outcomes(game.tokens.names.vertices, outcomes)))
    }

    fn method(&self, _: &u32) -> Cow<'static, str> {
        "Sprague-Grundy values of the graph's vertices".into()
    }

    fn why(&self, vertex: &u32) -> Vec<String> {
        let arcs = self.tokens.graph.heads(*vertex).len();
        if arcs <= OPTIONS_EXPLAINED {
            // The options tell all.
            return Vec::new();
        }
        vec![format!(
            "{arcs} arcs lead from vertex {}; {} is the least value that none of them leads to",
            self.print(vertex),
            self.values.get(*vertex)
        )]
    }

    fn by_options(&self, _: &u32) -> bool {
        true
    }
}

/// The registry's row.
pub struct DagFamily;

static CARD: Card<'static> = Card {
    name: "dag",
    params: "",
    position: "(\"file\"; v1,…,vk) or (arcs(1>2,…; v1,…,vk))",
    rules: "Tokens stand on vertices of a directed acyclic graph, several may share one; move one token along an arc.",
    theorem: "The value of a vertex is the mex of the values of the vertices its arcs lead to; P iff the nim-sum over the tokens is 0.",
    source: "R. Sprague 1935, P. M. Grundy 1939",
    cost: "O(vertices + arcs) once",
    examples: &["dag(arcs(1>2,2>3,1>3; 1,2))", "dag(arcs(1>2,1>3,2>4,3>4); 1) + nim(2)"],
};

impl Family for DagFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Dag::default()))
    }

    fn small(&self) -> Vec<String> {
        // A diamond, parallel arcs, a transitive tournament, numbers far apart, a vertex alone.
        let graphs = [
            ("1>2,1>3,2>4,3>4", vec![1, 2, 3, 4]),
            ("1>2,1>2,2>3,1>3", vec![1, 2, 3]),
            ("4>3,4>2,4>1,4>0,3>2,3>1,3>0,2>1,2>0,1>0", vec![4, 3, 2, 0]),
            ("4294967294>0,0>7,4294967294>9", vec![4_294_967_294u32, 0, 9, 5]),
            ("1>2,2>3,3>4,4>5,1>3,2>5", vec![1, 2, 5]),
            ("", vec![0, 8]),
        ];
        let mut all = Vec::new();
        for (arcs, vertices) in graphs {
            all.push(format!("dag(arcs({arcs}; ))"));
            for &v in &vertices {
                all.push(format!("dag(arcs({arcs}; {v}))"));
                all.extend(vertices.iter().map(|w| format!("dag(arcs({arcs}; {v},{w}))")));
            }
        }
        all.push("dag(arcs(1>2,2>3,1>3; 1,2,1))".into());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing::{check_round_trip, check_theory, place, read_error};
    use crate::graph::EdgeList;
    use crate::syntax::ErrorKind;

    fn misere_wins(dag: &Dag, v: u32) -> bool {
        let heads = dag.tokens.graph.options(v);
        heads.is_empty() || heads.iter().any(|&head| !misere_wins(dag, head))
    }

    #[test]
    fn values_and_moves_are_those_of_the_rules_on_all_small_dags() {
        // All sets of arcs from greater to smaller of five vertices.
        let arcs: Vec<(u32, u32)> = (0..5).flat_map(|v| (0..v).map(move |w| (v, w))).collect();
        for set in 0u32..1 << arcs.len() {
            let chosen = (0..arcs.len()).filter(|i| set >> i & 1 == 1).map(|i| arcs[i]);
            let list = EdgeList { pairs: chosen.collect(), declared: 0 };
            let mut named = NamedGraph::new(list, None);
            named.vertices.add_isolated([2]);
            let dag = Dag::new(named).unwrap();
            check_theory(&dag, 0..dag.tokens.names.vertices.len() as u32, 5);
            for v in 0..dag.tokens.names.vertices.len() as u32 {
                assert_eq!(dag.misere_alone(&v), Some(Outcome::of(misere_wins(&dag, v))));
            }
        }
    }

    #[test]
    fn expressions_come_back() {
        check_round_trip(&DagFamily);
    }

    #[test]
    fn errors_name_the_circle_the_vertex_and_what_is_missing() {
        for (text, message) in [
            ("dag(arcs(1>2,2>1; 1))", "the arcs go round in a circle: 1 -> 2 -> 1 (5)"),
            ("dag(arcs(9>1,3>3; 1))", "the arcs go round in a circle: 3 -> 3 (5)"),
            ("dag(arcs(1>2))", "no token is placed (4)"),
            ("dag(arcs(1-2; 1))", "this is not an arc (10)"),
            ("dag(arcs(1>2; x))", "this is not a vertex (15)"),
            ("dag(arcs(1>4294967295; 1))", "this vertex number is too large (10)"),
            ("dag(arcs(1>2; 4294967295))", "this vertex number is too large (15)"),
            ("dag(arcs(1>2; 1; 2))", "there is no such list here (18)"),
            (
                "dag(arcs(1>2; 1); 2)",
                "after the list something follows both inside and outside arcs(…) (4)",
            ),
            ("dag(1,2)", "one file or one list belongs here (7)"),
            ("dag(edges(1-2); 1)", "this is neither a file nor such a list (5)"),
        ] {
            assert_eq!(read_error(&DagFamily, text), message);
        }
        let text = "dag(\"no such file\"; 1)";
        let error = place(&DagFamily, text).err().unwrap();
        assert_eq!(error.kind, ErrorKind::Io);
        assert_eq!(error.message, "no such file: No such file or directory (os error 2)");
        assert_eq!(error.at(text), Some(5));
    }

    #[test]
    fn a_million_vertices_deep_does_not_overflow_the_stack() {
        let pairs = (0..1_000_000).map(|v| (v, v + 1)).collect();
        let dag = Dag::new(NamedGraph::new(EdgeList { pairs, declared: 0 }, None)).unwrap();
        assert_eq!(dag.values.get(0), 0);
        let pairs = (0..1_000_000).map(|v| (v, (v + 1) % 1_000_000)).collect();
        let cycle = Dag::new(NamedGraph::new(EdgeList { pairs, declared: 0 }, None)).unwrap_err();
        assert_eq!(cycle.len(), 1_000_001);
        let text = tokens::print_cycle(&cycle);
        assert!(text.len() < 4000 && text.contains("(999801 more)"), "{text}");
    }
}
