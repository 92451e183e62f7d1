//! digraph: tokens on the vertices of a directed graph that may have cycles.

use crate::context::{Context, Limits, Stop};
use crate::game::{
    AnyGame, Card, Content, Family, Found, Game, Known, OPTIONS_EXPLAINED, erase, token_game,
};
use crate::graph::loopy::{self, LoopyValue, LoopyValues};
use crate::graph::retrograde::{self, Outcomes};
use crate::graph::tokens::{self, TokenGraph};
use crate::graph::{Digraph, NamedGraph, Starts};
use crate::nat::{Nat, to_u64};
use crate::outcome::{Outcome, Play};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::source::Source;
use crate::syntax::{Arg, Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// Tokens on a directed graph; a position is the vertex (by index) of one token. A play without end
/// is a draw.
///
/// # Complexity
/// Outcomes of single tokens in O(n + m); loopy nim-values, which decide sums, as
/// [`loopy::values`], when they are first asked for.
///
/// # Literature
/// C. A. B. Smith 1966, *Graphs and composite games*; A. S. Fraenkel and Y. Perl 1975,
/// *Constructions in combinatorial games with cycles*.
///
/// ```
/// use grundy::games::digraph::TokensOnDigraph;
/// use grundy::graph::loopy::LoopyValue;
/// use grundy::graph::{EdgeList, NamedGraph};
/// let list = EdgeList { pairs: vec![(1, 2), (2, 1), (2, 3)], declared: 0 };
/// let game = TokensOnDigraph::new(NamedGraph::new(list, None));
/// let values = game.values(&Default::default()).unwrap();
/// assert_eq!([0, 1, 2].map(|v| values.number(v)), [Some(0), Some(1), Some(0)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TokensOnDigraph {
    tokens: TokenGraph,
    values: OnceLock<LoopyValues>,
    normal: OnceLock<Outcomes>,
    misere: OnceLock<Outcomes>,
}

impl TokensOnDigraph {
    /// The game on this graph.
    pub fn new(named: NamedGraph) -> Self {
        let graph = Digraph::new(named.vertices.len(), &named.edges);
        Self { tokens: TokenGraph::new(named, graph, TITLE), ..Self::default() }
    }

    fn read_source(
        source: &Source<'_>,
        tokens: Option<&[Arg]>,
        context: &Context<'_>,
    ) -> Result<(Self, Vec<u32>), ReadError> {
        let (named, graph, parts) = tokens::read(source, tokens, context)?;
        Ok((Self { tokens: TokenGraph::new(named, graph, TITLE), ..Self::default() }, parts))
    }

    /// The loopy nim-values of all vertices, found when they are first asked for.
    ///
    /// # Errors
    /// [`Stop`] at the limit of memory or time.
    pub fn values(&self, context: &Context<'_>) -> Result<&LoopyValues, Stop> {
        known_or(&self.values, || loopy::values(&self.tokens.graph, None, context))
    }

    /// The outcomes of single tokens, found when they are first asked for.
    ///
    /// # Errors
    /// [`Stop`] at the limit of memory or time.
    pub fn outcomes(&self, play: Play, context: &Context<'_>) -> Result<&Outcomes, Stop> {
        let outcomes = match play {
            Play::Normal => &self.normal,
            Play::Misere => &self.misere,
        };
        known_or(outcomes, || retrograde::outcomes(&self.tokens.graph, None, play, context))
    }

    fn value(&self, vertex: u32, context: &Context<'_>) -> Result<Known, Stop> {
        Ok(match self.values(context)?.value(&self.tokens.graph, vertex) {
            LoopyValue::Finite(number) => Known::Value(number.into()),
            LoopyValue::Infinite(set) => Known::Loopy(set.into_iter().map(Nat::from).collect()),
            LoopyValue::Wins => Known::Loony,
        })
    }
}

/// What the cell holds, found and put there if it is empty.
fn known_or<T>(cell: &OnceLock<T>, find: impl FnOnce() -> Result<T, Stop>) -> Result<&T, Stop> {
    if cell.get().is_none() {
        let found = find()?;
        // Another thread may have been quicker; it found the same.
        return Ok(cell.get_or_init(|| found));
    }
    cell.get().ok_or_else(|| Stop::Refused("the value is being found".into()))
}

impl Ruleset for TokensOnDigraph {
    type Position = u32;

    const MAY_LOOP: bool = true;

    fn options(&self, &vertex: &u32, out: &mut Options<u32>) -> Result<(), Full> {
        self.tokens.options(vertex, out)
    }

    #[inline]
    fn pack(&self, &position: &u32) -> Option<u64> {
        Some(position.into())
    }
}

const TITLE: &str = "digraph";

impl Game for TokensOnDigraph {
    token_game!();

    fn known(&self, &vertex: &u32, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        self.value(vertex, context).map(Some)
    }

    fn outcome(&self, &vertex: &u32, context: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        Ok(Some(self.outcomes(Play::Normal, context)?.get(vertex)))
    }

    fn moves_to(
        &self,
        &vertex: &u32,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<u32>>, Stop> {
        let values = self.values(context)?;
        let Some(target) = to_u64(target).and_then(|target| u32::try_from(target).ok()) else {
            return Ok(Some(Found::default()));
        };
        let wanted = |head: &u32| values.number(*head) == Some(target);
        Ok(Some(self.tokens.moves_where(vertex, max, wanted)))
    }

    fn misere_alone(&self, &vertex: &u32) -> Option<Outcome> {
        let context = Context::new(Limits { time: None, ..Limits::default() });
        self.outcomes(Play::Misere, &context).ok().map(|outcomes| outcomes.get(vertex))
    }

    fn counter(&self, &vertex: &u32, context: &Context<'_>) -> Result<Option<u64>, Stop> {
        Ok(self.values(context)?.counter(vertex).map(u64::from))
    }

    fn every_start(
        &self,
        args: &Args,
        content: Content,
        context: &Context<'_>,
    ) -> Result<Option<Starts>, ReadError> {
        let source = tokens::ARCS.without_tokens(args)?;
        let (game, _) = Self::read_source(&source, None, context)?;
        let stopped = |stop: Stop| ReadError::stopped(&stop, source.span);
        let vertices = game.tokens.names.vertices.clone();
        let all = 0..vertices.len() as u32;
        Ok(Some(match content {
            Content::Values => {
                let values = game.values(context).map_err(stopped)?;
                Starts::loopy(vertices, all.map(|v| values.value(&game.tokens.graph, v)).collect())
            }
            Content::Outcomes(play) => {
                let outcomes = game.outcomes(play, context).map_err(stopped)?;
                Starts::outcomes(vertices, all.map(|v| outcomes.get(v)).collect())
            }
            Content::Lengths(measure, play) => {
                let graph = &game.tokens.graph;
                Starts::lengths(vertices, graph, measure, play, context).map_err(stopped)?
            }
        }))
    }

    fn method(&self, _: &u32) -> Cow<'static, str> {
        "loopy nim-values of the graph's vertices (Smith, Fraenkel and Perl)".into()
    }

    fn why(&self, &vertex: &u32) -> Vec<String> {
        let context = Context::new(Limits { time: None, ..Limits::default() });
        let arcs = self.tokens.graph.heads(vertex).len();
        let Ok(values) = self.values(&context) else { return Vec::new() };
        let name = self.print(&vertex);
        match values.value(&self.tokens.graph, vertex) {
            LoopyValue::Finite(number) if arcs > OPTIONS_EXPLAINED => vec![format!(
                "{arcs} arcs lead from vertex {name}; {number} is the least value that none of them leads to"
            )],
            LoopyValue::Finite(number) => {
                let escapes: Vec<u32> = self.tokens.graph.options(vertex);
                let away = |v: &&u32| values.number(**v).is_none_or(|other| other > number);
                match escapes.iter().find(away) {
                    None => Vec::new(),
                    Some(v) => vec![format!(
                        "moves to greater or infinite values do not help: each is answered by a move back to value {number}, nearer to the end of play (from vertex {} for one)",
                        self.print(v)
                    )],
                }
            }
            LoopyValue::Infinite(_) => vec![format!(
                "vertex {name} has no finite value: some option without a finite value has no move to the mex of the values of the others"
            )],
            LoopyValue::Wins => Vec::new(),
        }
    }

    fn by_options(&self, _: &u32) -> bool {
        true
    }
}

/// The registry's row.
pub struct DigraphFamily;

static CARD: Card<'static> = Card {
    name: "digraph",
    params: "",
    position: "(\"file\"; v1,…,vk) or (arcs(1>2,…; v1,…,vk))",
    rules: "Tokens stand on vertices of a directed graph that may have cycles; move one token along an arc. A play without end is a draw.",
    theorem: "A vertex is worth a number or infinity with the numbers of its options; a sum is N, P or a draw by these values.",
    source: "C. A. B. Smith 1966, A. S. Fraenkel and Y. Perl 1975",
    cost: "O((vertices + arcs) * greatest value) once, O(vertices + arcs) for a single token",
    examples: &["digraph(arcs(1>2,2>1,2>3; 1))", "digraph(arcs(1>2,2>1,1>3,2>3; 1)) + nim(2)"],
};

impl Family for DigraphFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(TokensOnDigraph::default()))
    }

    fn small(&self) -> Vec<String> {
        // A cycle of two with a way out for one and for both, a loop, a cycle of three with a tail,
        // a graph without cycles, parallel arcs, numbers far apart, a vertex alone.
        let graphs = [
            ("1>2,2>1,2>3", vec![1, 2, 3]),
            ("1>2,2>1,1>3,2>3", vec![1, 2, 3]),
            ("1>1,1>2", vec![1, 2]),
            ("1>1", vec![1]),
            ("1>2,2>3,3>1,3>4,4>5,2>5", vec![1, 2, 3, 4, 5]),
            ("1>2,1>3,2>4,3>4", vec![1, 2, 4]),
            ("4>3,4>2,3>4,3>1,2>1,2>0,1>0,0>4", vec![4, 3, 2, 0]),
            ("7>9,7>9,9>7,4294967294>0", vec![7, 9, 4_294_967_294u32]),
            ("", vec![0, 8]),
        ];
        let mut all = Vec::new();
        for (arcs, vertices) in graphs {
            all.push(format!("digraph(arcs({arcs}; ))"));
            for &v in &vertices {
                all.push(format!("digraph(arcs({arcs}; {v}))"));
                all.extend(vertices.iter().map(|w| format!("digraph(arcs({arcs}; {v},{w}))")));
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Question, answer};
    use crate::expr::Catalogue;
    use crate::games::testing::{check_round_trip, read_error};

    #[test]
    fn expressions_come_back() {
        check_round_trip(&DigraphFamily);
    }

    #[test]
    fn errors_name_what_is_missing() {
        for (text, message) in [
            ("digraph(arcs(1>2))", "no token is placed (8)"),
            ("digraph(arcs(1-2; 1))", "this is not an arc (14)"),
            ("digraph(1,2)", "one file or one list belongs here (11)"),
        ] {
            assert_eq!(read_error(&DigraphFamily, text), message);
        }
    }

    #[test]
    fn every_start_of_a_graph_is_told() {
        let catalogue = Catalogue::default();
        let told = |arcs: &str, content| {
            let text = format!("digraph(arcs({arcs}))");
            let starts =
                catalogue.read_starts(&text, content, &Context::default()).unwrap().unwrap();
            let mut text = Vec::new();
            starts.write_lines(&mut text, "", ' ').unwrap();
            String::from_utf8(text).unwrap()
        };
        let arcs = "1>2,2>1,1>3,2>3,4>4,4>3";
        assert_eq!(told(arcs, Content::Values), "vertex grundy\n1 ∞(0)\n2 ∞(0)\n3 0\n4 ∞(0)\n");
        assert_eq!(
            told(arcs, Content::Outcomes(Play::Misere)),
            "vertex outcome\n1 D\n2 D\n3 N\n4 D\n"
        );
    }

    /// Who follows the counters wins: no position comes twice.
    #[test]
    fn the_least_counter_wins_in_the_end() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut played = 0;
        for _ in 0..600 {
            let n = rng.u32(2..9);
            let pairs = (0..rng.u32(1..4 * n)).map(|_| (rng.u32(..n), rng.u32(..n))).collect();
            let game = TokensOnDigraph::new(NamedGraph::new(
                crate::graph::EdgeList { pairs, declared: 0 },
                None,
            ));
            let context = Context::default();
            let values = game.values(&context).unwrap();
            let count = game.tokens.names.vertices.len() as u32;
            let options = |v: u32| game.tokens.graph.options(v);
            for (v, w) in (0..count).flat_map(|v| (0..count).map(move |w| (v, w))) {
                let worth = |v: u32, w: u32| Some(values.number(v)? ^ values.number(w)?);
                if worth(v, w) != Some(0) {
                    continue;
                }
                // The loser moves at random, the winner by the counters.
                let (mut v, mut w, mut moves) = (v, w, 0);
                loop {
                    let all = options(v).into_iter().map(|x| (x, w));
                    let all: Vec<_> = all.chain(options(w).into_iter().map(|x| (v, x))).collect();
                    if all.is_empty() {
                        break;
                    }
                    (v, w) = all[rng.usize(..all.len())];
                    let all = options(v).into_iter().map(|x| (x, w));
                    let all = all.chain(options(w).into_iter().map(|x| (v, x)));
                    let sum = |&(v, w): &(u32, u32)| {
                        values.counter(v).unwrap() + values.counter(w).unwrap()
                    };
                    (v, w) = all.filter(|&(v, w)| worth(v, w) == Some(0)).min_by_key(sum).unwrap();
                    moves += 1;
                    assert!(moves < 1000, "play does not end");
                }
                played += 1;
            }
        }
        assert!(played > 1000, "{played}");
    }

    #[test]
    fn a_large_heap_beside_a_loop_is_decided() {
        let text = "digraph(arcs(1>2,2>1,1>3,2>3; 1)) + nim(10^100,10^100)";
        let position = Catalogue::default().read(text).unwrap();
        let answer = answer(&position, &Question::default(), &Context::default()).unwrap();
        assert_eq!(answer.outcome, Outcome::N);
        assert_eq!(answer.winning_moves.count, Some(Nat::ONE));
    }
}
