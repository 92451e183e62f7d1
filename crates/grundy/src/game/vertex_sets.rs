//! What games on the vertices of a graph have in common: a position is the set of vertices that are
//! left.

use super::apart::Apart;
use super::divided::{Divided, Ground, MAX_UNCLAIMED_CELLS, Part, Proof, Wanted};
use super::{Known, Move, Offer};
use crate::context::{Context, Stop};
use crate::graph::{GraphForm, GraphNames, NamedGraph};
use crate::nat::Nat;
use crate::ruleset::{Full, Options};
use crate::sketch::{Sketch, net};
use crate::solve::search::Searched;
use crate::syntax::{Args, ReadError, join};
use grundy_search::graph::{Graph, vertices};
use grundy_search::{Keyed, Splitting};
use std::borrow::Cow;
use std::cmp::Ordering;

/// Rules on the vertices of a graph.
pub(crate) trait VertexRules: Splitting<Part = u128> + Keyed + Send + 'static {
    /// The name of the game.
    const TITLE: &'static str;

    /// The rules on this graph.
    fn on(graph: Graph) -> Self;

    /// The graph.
    fn graph(&self) -> &Graph;

    /// The vertices of a set that some move takes.
    fn movable(&self, set: u128) -> u128;

    /// The parts of a set of vertices that have moves, as the search has them.
    fn parts(&self, set: u128) -> Vec<u128>;

    /// Every move: the vertices named, and those left.
    fn each(&self, set: u128, take: impl FnMut(&[usize], u128));
}

/// Such a game on one graph, with what was found out by search.
#[derive(Debug)]
pub(crate) struct VertexSets<R> {
    rules: R,
    names: GraphNames,
    searched: Searched,
}

/// The vertices that are left, by their indices; sets come in the order in which their first vertices
/// are gone, so that moves on the first vertices are listed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Remaining(pub u128);

impl Ord for Remaining {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.reverse_bits().cmp(&other.0.reverse_bits())
    }
}

impl PartialOrd for Remaining {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// How such games are typed.
const FORM: GraphForm = GraphForm {
    word: "edges",
    sign: '-',
    example: "edges(1-2,2-3)",
    groups: 1,
    expected: "expected at most the vertices that are gone, after ';'",
};

impl<R: VertexRules> Default for VertexSets<R> {
    fn default() -> Self {
        let (rules, names) = (R::on(Graph::default()), GraphNames::default());
        Self { rules, names, searched: Searched::default() }
    }
}

impl<R: VertexRules> VertexSets<R> {
    /// Reads a graph, and the vertices that are left of it.
    pub fn read(
        args: &Args,
        context: &Context<'_>,
    ) -> Result<(Self, u128, Vec<String>), ReadError> {
        let source = FORM.source(args)?;
        let mut named = NamedGraph::read(&source, false, context)?;
        named.add_declared(context).map_err(|stop| ReadError::stopped(&stop, source.span))?;
        let gone = named.place(source.rest.first().copied().unwrap_or_default())?;
        let loops = named.edges.iter().filter(|(u, v)| u == v).count();
        let mut notes = match loops {
            0 => Vec::new(),
            1 => vec!["one loop was left out: it changes no move".to_owned()],
            _ => vec![format!("{loops} loops were left out: they change no move")],
        };
        let count = named.vertices.len();
        let pairs = named.edges.iter().map(|&(u, v)| (u as usize, v as usize));
        let Some(graph) = Graph::new(count, pairs) else {
            let what = format!("a graph of {count} vertices is not searched");
            return Err(ReadError::limit(what, source.span)
                .help(format!("expected at most {} vertices", Graph::VERTICES)));
        };
        let left = gone.iter().fold(graph.all(), |set, &vertex| set & !(1 << vertex));
        let names = GraphNames::of(named, R::TITLE, &FORM);
        notes.extend(names.notes.iter().cloned());
        let game = Self { rules: R::on(graph), names, searched: Searched::default() };
        Ok((game, left, notes))
    }

    /// What tells the game on this graph from others; empty before a graph is read.
    pub fn identity(&self) -> String {
        self.names.identity.clone()
    }

    /// Pushes every move.
    pub fn options<P>(
        &self,
        set: u128,
        out: &mut Options<P>,
        position: impl Fn(u128) -> P,
    ) -> Result<(), Full> {
        let mut full = Ok(());
        self.rules.each(set, |named, left| {
            if full.is_ok() {
                full = out.push_tagged(tag(named), [position(left)]);
            }
        });
        full
    }

    /// A position as it stands in parentheses.
    pub fn print(&self, set: u128) -> String {
        let gone = self.rules.graph().all() & !set;
        let groups = match gone {
            0 => Vec::new(),
            gone => vec![self.numbers(vertices(gone))],
        };
        self.names.print(&FORM, &groups)
    }

    fn numbers(&self, vertices: impl Iterator<Item = usize>) -> String {
        self.names.numbers(vertices.map(|vertex| vertex as u32))
    }

    /// The vertices that a move names: `3` or `3-4`.
    pub fn print_move<P>(&self, to: &Move<P>) -> String {
        join(named(to.tag).into_iter().map(|vertex| self.names.number(vertex as u32)), "-")
    }

    /// What is left, in lines: vertices without edges, and edges.
    pub fn picture(&self, set: u128) -> Vec<String> {
        let graph = self.rules.graph();
        let edges = graph.edges(set);
        let lone = vertices(set).filter(|&vertex| graph.near(vertex) & set == 0);
        let items = edges.map(|(u, v)| self.numbers([u, v].into_iter()).replace(',', "-"));
        crate::picture::list(items.chain(lone.map(|vertex| self.names.number(vertex as u32))), " ")
    }

    /// The graph that is left, with vertices to click.
    pub fn sketch<P>(&self, set: u128, moves: &[Offer<'_, P>]) -> Option<Sketch> {
        let left: Vec<usize> = vertices(set).collect();
        let place = |vertex: usize| left.iter().position(|&other| other == vertex);
        let graph = self.rules.graph();
        let edges: Vec<(usize, usize)> =
            graph.edges(set).filter_map(|(u, v)| place(u).zip(place(v))).collect();
        let names: Vec<String> =
            left.iter().map(|&vertex| self.names.number(vertex as u32)).collect();
        let clicks = moves
            .iter()
            .map(|offer| named(offer.to.tag).into_iter().filter_map(place).collect::<Vec<usize>>());
        net::vertices(&names, &edges, &clicks.collect::<Vec<_>>())
    }

    fn ground_of(&self, set: u128, partners: Vec<(usize, usize)>) -> Ground {
        let graph = self.rules.graph();
        Ground::Graph {
            partners,
            game: R::TITLE.to_owned(),
            vertices: (0..graph.len()).map(|vertex| self.names.number(vertex as u32)).collect(),
            pairs: graph.edges(graph.all()).collect(),
            left: vertices(set).collect(),
        }
    }

    /// Whether the second player answers every move by that at the partner of its vertices: the partners are
    /// those of [`Graph::pairing`]. Without moves there is nothing to answer.
    fn partners(&self, set: u128) -> Option<Vec<(usize, usize)>> {
        let movable = self.rules.movable(set);
        self.rules.graph().pairing(movable).filter(|pairs| !pairs.is_empty())
    }

    /// The value where it is seen without search.
    pub fn known(&self, set: u128) -> Option<Known> {
        let is_zero = self.rules.movable(set) == 0 || self.partners(set).is_some();
        is_zero.then_some(Known::Value(Nat::ZERO))
    }

    /// By which method the value is known.
    pub fn method(&self, set: u128) -> Cow<'static, str> {
        match self.partners(set) {
            Some(_) => "each move answered at the partners of its vertices".into(),
            None => "proof-number search over parts and nimbers".into(),
        }
    }

    /// Why the value is what it is, where that is seen without search.
    pub fn why(&self, set: u128) -> Vec<String> {
        let Some(pairs) = self.partners(set) else { return Vec::new() };
        let pair = |&(u, v): &(usize, usize)| self.numbers([u, v].into_iter()).replace(',', "-");
        let pairs = join(pairs.iter().map(pair), ", ");
        vec![
            format!("partners: {pairs}"),
            "exchanging all partners carries the edges into themselves, and no vertex is joined to its partner".into(),
            "so the second player answers every move by that at the partners: the value is 0".into(),
        ]
    }
}

impl<R: VertexRules> Apart<Remaining> for VertexSets<R> {
    fn parts(&self, set: &Remaining) -> Vec<u128> {
        self.rules.parts(set.0)
    }

    fn rules(&self) -> &dyn Keyed {
        &self.rules
    }

    fn ground(&self, set: &Remaining) -> Option<Ground> {
        Some(self.ground_of(set.0, Vec::new()))
    }
}

impl<R: VertexRules> Divided<Remaining> for VertexSets<R> {
    fn value(&self, set: &Remaining, context: &Context<'_>) -> Result<u64, Stop> {
        if self.partners(set.0).is_some() {
            return Ok(0);
        }
        self.searched.value(&self.rules, &self.rules.parts(set.0), context)
    }

    fn is(&self, set: &Remaining, value: &Nat, context: &Context<'_>) -> Result<bool, Stop> {
        if self.partners(set.0).is_some() {
            return Ok(value.is_zero());
        }
        self.searched.is(&self.rules, &self.rules.parts(set.0), value, context)
    }

    fn prove(
        &self,
        set: &Remaining,
        wanted: Wanted,
        context: &Context<'_>,
    ) -> Result<Option<Proof>, Stop> {
        let answered = wanted.other() != Some(0);
        let partners = self.partners(set.0).filter(|_| answered);
        let value = partners.is_some().then_some(0);
        let ground = self.ground_of(set.0, partners.unwrap_or_default());
        if value.is_some() {
            return Ok(Some(Proof { ground, value, claims: Vec::new() }));
        }
        let parts = self.rules.parts(set.0);
        prove(&self.searched, &self.rules, &parts, ground, wanted, context).map(Some)
    }

    fn proves(&self) -> bool {
        true
    }

    fn kept(&self, _: &Remaining) -> Option<(String, &Searched)> {
        let graph = self.rules.graph();
        let text = told(R::TITLE, graph.len(), graph.edges(graph.all()), '-');
        Some((text, &self.searched))
    }
}

/// A game with its graph, or order, by the places of its vertices: parts of another one are not the same.
pub(crate) fn told(
    title: &str,
    count: usize,
    pairs: impl Iterator<Item = (usize, usize)>,
    sign: char,
) -> String {
    let pairs: Vec<String> = pairs.map(|(u, v)| format!("{}{sign}{}", u + 1, v + 1)).collect();
    format!("{title} on {count} vertices: {}", pairs.join(","))
}

/// The proof of a search whose parts are sets of vertices.
///
/// # Errors
/// As [`Divided::prove`].
pub(crate) fn prove<R: Splitting<Part = u128>>(
    searched: &Searched,
    rules: &R,
    parts: &[u128],
    ground: Ground,
    wanted: Wanted,
    context: &Context<'_>,
) -> Result<Proof, Stop> {
    let small = |part: &u128| part.count_ones() <= MAX_UNCLAIMED_CELLS;
    let (value, claims) = searched.prove(rules, parts, wanted.other(), &small, context)?;
    let claims = claims.into_iter().map(|(part, claim)| (Part::Number(part), claim)).collect();
    Ok(Proof { ground, value, claims })
}

/// The vertices of a move as a number: two of at most 128.
fn tag(named: &[usize]) -> u64 {
    named.iter().rev().fold(0, |tag, &vertex| tag << 8 | (vertex as u64 + 1))
}

/// The vertices that [`tag`] put into a number.
fn named(mut tag: u64) -> Vec<usize> {
    let mut vertices = Vec::new();
    while tag != 0 {
        vertices.push((tag & 0xff) as usize - 1);
        tag >>= 8;
    }
    vertices
}
