//! hackenbush: green Hackenbush on any graph.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Placed, erase, join};
use crate::graph::fusion::Incidence;
use crate::graph::named::{print_arguments, too_many_groups};
use crate::graph::{NamedGraph, Vertices};
use crate::nat::{Nat, to_u64};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::source::{Source, vertex_number};
use crate::syntax::{Arg, ArgKind, Args, Component, ReadError};
use foldhash::fast::RandomState;
use hashbrown::HashMap;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Green Hackenbush; a position is the set of edges left.
///
/// Fusion principle: the vertices of a cycle may be made one vertex without changing the value;
/// its edges become loops, worth 1 each. Colon principle: on the tree that is left, a bridge below
/// a vertex of value g is worth g+1, and what hangs on one vertex is added as nim-sum.
///
/// # Complexity
/// O(n + m) for a value, O(m (n + m)) for the moves to a given value.
///
/// # Literature
/// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 7.
///
/// ```
/// use grundy::games::hackenbush::Hackenbush;
/// use grundy::graph::{EdgeList, NamedGraph};
/// // A triangle on the ground: three loops there.
/// let list = EdgeList { pairs: vec![(0, 1), (1, 2), (2, 0)], declared: 0 };
/// let (game, dropped) = Hackenbush::new(NamedGraph::new(list, None));
/// assert_eq!(game.value(&game.whole()), 1);
/// assert!(dropped.is_empty());
/// ```
#[derive(Debug, Default)]
pub struct Hackenbush {
    graph: Incidence,
    ground: u32,
    /// For each edge the next one written that joins the same two vertices.
    twin: Vec<u32>,
    /// How many parallel edges were written before each edge.
    before: Vec<u32>,
    vertices: Vertices,
    file: Option<String>,
    identity: String,
}

/// A set of edges: edge e is bit 63 - e mod 64 of word e / 64, so that of two sets that one is
/// smaller which lacks the first edge they do not share. Of parallel edges the first ones written
/// are there: which copies were cut makes no difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edges(Box<[u64]>);

impl Edges {
    fn has(&self, edge: u32) -> bool {
        self.0[edge as usize / 64] << (edge % 64) >> 63 == 1
    }

    fn take(&mut self, edge: u32) {
        self.0[edge as usize / 64] &= !(1 << 63 >> (edge % 64));
    }

    fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().zip(0u32..).flat_map(|(&word, i)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.leading_zeros();
                (bit < 64).then(|| {
                    left &= !(1 << 63 >> bit);
                    64 * i + bit
                })
            })
        })
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// No edge.
const NONE: u32 = u32::MAX;

impl Hackenbush {
    /// The game on this graph with vertex number 0 as the ground, and the edges (by vertex
    /// numbers) that are not connected to it and were left out.
    pub fn new(mut named: NamedGraph) -> (Self, Vec<(u32, u32)>) {
        let ground = named.vertices.index(0).unwrap_or(NONE);
        let edges = std::mem::take(&mut named.edges);
        let graph = Incidence::new(named.vertices.len(), edges);
        let reached = graph.reached(ground, |_| true);
        let mut dropped = Vec::new();
        let keep = |&(u, v): &(u32, u32)| {
            let kept = reached[u as usize];
            if !kept {
                dropped.push((named.vertices.number(u), named.vertices.number(v)));
            }
            kept
        };
        let edges: Vec<(u32, u32)> = graph.edges().iter().copied().filter(keep).collect();
        let mut next: HashMap<(u32, u32), u32, RandomState> = HashMap::default();
        let mut twin = vec![NONE; edges.len()];
        for (e, &(u, v)) in edges.iter().enumerate().rev() {
            twin[e] = next.insert((u.min(v), u.max(v)), e as u32).unwrap_or(NONE);
        }
        let mut before = vec![0; edges.len()];
        for (e, &next) in twin.iter().enumerate().filter(|(_, next)| **next != NONE) {
            before[next as usize] = before[e] + 1;
        }
        named.edges = edges;
        let identity = named.identity("hackenbush");
        let graph = Incidence::new(named.vertices.len(), named.edges);
        let (vertices, file) = (named.vertices, named.file);
        (Self { graph, ground, twin, before, vertices, file, identity }, dropped)
    }

    /// The position with all edges.
    pub fn whole(&self) -> Edges {
        let count = self.twin.len();
        let mut words = vec![u64::MAX; count.div_ceil(64)];
        if let Some(last) = words.last_mut()
            && !count.is_multiple_of(64)
        {
            *last <<= 64 - count % 64;
        }
        Edges(words.into())
    }

    /// The Grundy value. O(n + m).
    pub fn value(&self, left: &Edges) -> u32 {
        self.graph.fused(self.ground, |e| left.has(e)).value
    }

    /// The position after an edge is cut.
    fn cut(&self, left: &Edges, edge: u32) -> Edges {
        let mut after = left.clone();
        after.take(self.last_twin(left, edge));
        self.fall(&mut after);
        after
    }

    /// The last parallel edge that is left.
    fn last_twin(&self, left: &Edges, mut edge: u32) -> u32 {
        while let Some(&next) = self.twin.get(edge as usize)
            && next != NONE
            && left.has(next)
        {
            edge = next;
        }
        edge
    }

    /// Takes away what is no longer connected to the ground.
    fn fall(&self, left: &mut Edges) {
        let reached = self.graph.reached(self.ground, |e| left.has(e));
        for (e, &(u, _)) in self.graph.edges().iter().enumerate() {
            if !reached[u as usize] {
                left.take(e as u32);
            }
        }
    }

    fn name(&self, edge: u32) -> String {
        let (u, v) = self.graph.edges()[edge as usize];
        format!("{}-{}", self.vertices.number(u), self.vertices.number(v))
    }

    /// Edges cut off that say, together with the whole graph, which ones are left: those that hung
    /// on what is still there.
    fn cuts(&self, left: &Edges) -> Vec<u32> {
        let reached = self.graph.reached(self.ground, |e| left.has(e));
        let there = |&(u, v): &(u32, u32)| reached[u as usize] || reached[v as usize];
        let edges = self.graph.edges().iter().zip(0u32..);
        edges.filter(|&(ends, e)| !left.has(e) && there(ends)).map(|(_, e)| e).collect()
    }

    /// Takes the edges named by arguments away.
    fn cut_all(&self, left: &mut Edges, args: &[Arg]) -> Result<(), ReadError> {
        let mut copies: HashMap<(u32, u32), Vec<u32>, RandomState> = HashMap::default();
        for (e, &(u, v)) in self.graph.edges().iter().enumerate() {
            copies.entry((u.min(v), u.max(v))).or_default().push(e as u32);
        }
        for arg in args {
            let ArgKind::Edge(u, v) = &arg.kind else {
                return Err(ReadError::domain("this is no edge", arg.span)
                    .help("expected the edges cut already, as 1-2"));
            };
            let index = |n| vertex_number(n, arg.span).map(|number| self.vertices.index(number));
            let edge = match (index(u)?, index(v)?) {
                (Some(u), Some(v)) => copies.get_mut(&(u.min(v), u.max(v))).and_then(Vec::pop),
                _ => None,
            };
            let Some(edge) = edge else {
                return Err(ReadError::domain("there is no such edge to cut", arg.span)
                    .help("expected an edge of the graph, not more often than it has copies"));
            };
            left.take(edge);
        }
        self.fall(left);
        Ok(())
    }
}

impl Ruleset for Hackenbush {
    type Position = Edges;

    fn options(&self, left: &Edges, out: &mut Options<Edges>) -> Result<(), Full> {
        left.iter().try_for_each(|e| out.push_tagged(u64::from(e), [self.cut(left, e)]))
    }

    fn heap_bytes(&self, left: &Edges) -> usize {
        8 * left.0.len()
    }
}

const FORM: &str = "edges(0-1,1-2)";

impl Game for Hackenbush {
    fn title(&self) -> String {
        "hackenbush".into()
    }

    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn read(
        self: Arc<Self>,
        args: &Args,
        context: &Context<'_>,
    ) -> Result<Placed<Self>, ReadError> {
        const SHOWN: usize = 10;
        let source = Source::of(args, "edges", FORM)?;
        if let [_, second, ..] = &*source.rest {
            let help = "expected at most one list behind the graph: the edges cut already";
            return Err(too_many_groups(second, source.whole, help));
        }
        let (game, dropped) = Self::new(NamedGraph::read(&source, false, context)?);
        let mut left = game.whole();
        if let [cuts] = &*source.rest {
            game.cut_all(&mut left, cuts)?;
        }
        let mut notes = Vec::new();
        if !dropped.is_empty() {
            let names = dropped.iter().take(SHOWN).map(|(u, v)| format!("{u}-{v}"));
            let more = if dropped.len() > SHOWN { ", …" } else { "" };
            notes.push(format!(
                "not connected to the ground (vertex 0) and left out: {} of the edges: {}{more}",
                dropped.len(),
                join(names, ", ")
            ));
        }
        Ok(Placed { game: Arc::new(game), parts: vec![left], notes })
    }

    fn print(&self, left: &Edges) -> String {
        if self.file.is_none() {
            let list = join(left.iter().map(|e| self.name(e)), ",");
            return print_arguments(None, "edges", &list, &[]);
        }
        let cuts = join(self.cuts(left).into_iter().map(|e| self.name(e)), ",");
        let groups = if cuts.is_empty() { vec![] } else { vec![cuts] };
        print_arguments(self.file.as_deref(), "edges", "", &groups)
    }

    fn print_move(&self, from: &Edges, to: &Move<Edges>) -> String {
        let edge = to.tag as u32;
        let before = self.before[edge as usize];
        let alone = before == 0 && self.last_twin(from, edge) == edge;
        if alone {
            return format!("cut {}", self.name(edge));
        }
        format!("cut {} (copy {})", self.name(edge), before + 1)
    }

    fn known(&self, left: &Edges, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(Nat::from(self.value(left)))))
    }

    fn moves_to(
        &self,
        left: &Edges,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Edges>>, Stop> {
        let target = to_u64(target);
        let mut count = 0u64;
        let mut listed = BTreeSet::new();
        for edge in left.iter() {
            context.look("cutting each edge in turn", count)?;
            let cut = self.last_twin(left, edge);
            let value = self.graph.fused(self.ground, |e| e != cut && left.has(e)).value;
            if Some(u64::from(value)) != target {
                continue;
            }
            count += 1;
            listed.insert(Move { sum: vec![self.cut(left, edge)], tag: u64::from(edge) });
            if listed.len() > max {
                listed.pop_last();
            }
        }
        Ok(Some(Found { count: Some(Nat::from(count)), listed: listed.into_iter().collect() }))
    }

    fn method(&self, _: &Edges) -> Cow<'static, str> {
        "fusion principle and colon principle".into()
    }

    fn why(&self, left: &Edges) -> Vec<String> {
        let fused = self.graph.fused(self.ground, |e| left.has(e));
        let (on_cycles, bridges, value) = (fused.on_cycles, fused.bridges, fused.value);
        let all = left.len();
        let lie = if on_cycles == 1 { "lies on a cycle" } else { "lie on cycles" };
        vec![if all == 0 {
            "no edge is left, so the value is 0".to_owned()
        } else if on_cycles == 0 {
            let edges = match all {
                1 => "the only edge is".to_owned(),
                _ => format!("the {all} edges form"),
            };
            format!(
                "no edge lies on a cycle: {edges} a tree, whose value by the colon principle is {value} (a vertex is worth the nim-sum of its branches, a branch 1 more than the vertex at its end)"
            )
        } else if bridges == 0 && all == 1 {
            "the only edge is a loop at the ground: its value is 1".to_owned()
        } else if bridges == 0 {
            format!(
                "all {all} edges {lie}: by the fusion principle each cycle shrinks to one vertex and its edges to loops of value 1, so the value is the nim-sum of {all} ones, {value}"
            )
        } else {
            format!(
                "{on_cycles} of {all} edges {lie}: by the fusion principle each cycle shrinks to one vertex and its edges to loops of value 1; with the other {} they form a tree, and by the colon principle (a vertex is worth the nim-sum of its loops and branches, a branch 1 more than the vertex at its end) the value is {value}",
                if bridges == 1 { "edge".to_owned() } else { format!("{bridges} edges") }
            )
        }]
    }
}

/// The registry's row.
pub struct HackenbushFamily;

static CARD: Card<'static> = Card {
    name: "hackenbush",
    params: "",
    position: "(\"file\") or (edges(0-1,1-2,…)), vertex 0 is the ground; after ';' the edges cut already",
    rules: "Remove an edge, then everything no longer connected to the ground. Loops and parallel edges are edges.",
    theorem: "Fusion principle: a cycle may be fused to one vertex, each of its edges a loop of value 1. Colon principle: in the tree that is left a vertex is worth the nim-sum of g+1 over its bridges up to vertices of value g and of 1 over its loops.",
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy 1982",
    cost: "value O(n + m), moves O(m(n + m))",
    examples: &[
        "hackenbush(edges(0-1,1-2,2-3,3-1,0-3))",
        "hackenbush(edges(0-0,0-1,0-1,1-2); 1-2) + nim(1)",
    ],
};

impl Family for HackenbushFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Hackenbush::default()))
    }

    fn small(&self) -> Vec<String> {
        // Stalks, trees, loops, parallel edges, cycles on the ground and in the air, two of them
        // that share a vertex or an edge, several components at the ground.
        let lists = [
            "",
            "0-1",
            "0-0",
            "0-0,0-0",
            "0-1,0-1",
            "0-1,1-1",
            "0-1,1-2",
            "0-1,1-2,2-3,3-4",
            "0-1,1-2,1-3",
            "0-1,1-2,1-3,0-4",
            "0-1,1-2,2-0",
            "0-1,1-2,2-3,3-1",
            "0-1,1-2,2-3,3-0",
            "0-1,1-2,2-3,3-0,0-2",
            "0-1,1-2,2-0,2-3,3-4,4-2",
            "0-1,0-1,0-1",
            "0-1,1-2,2-1,2-2",
            "0-1,0-2,0-3",
            "0-1,1-1,1-1,0-2,2-3",
            "7-0,9-7,9-0,9-4294967294",
            "0-1,1-0,1-2,2-1,1-2",
            "0-1,0-2,1-2,1-3,2-3",
            "0-1,1-2,2-3,3-1,3-3",
            "0-0,0-1,1-2,1-3,3-4,3-5",
        ];
        lists.iter().map(|list| format!("hackenbush(edges({list}))")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing::{check_round_trip, check_theory, read_error};
    use crate::graph::EdgeList;

    fn game(pairs: &[(u32, u32)]) -> Hackenbush {
        let list = EdgeList { pairs: pairs.to_vec(), declared: 0 };
        Hackenbush::new(NamedGraph::new(list, None)).0
    }

    /// All lists of pairs in the order of the alphabet with repeats.
    fn multisets(pairs: &[(u32, u32)], size: usize) -> Vec<Vec<(u32, u32)>> {
        let mut all = vec![vec![]];
        let mut last = vec![(vec![], 0)];
        for _ in 0..size {
            last = last
                .iter()
                .flat_map(|(list, from): &(Vec<(u32, u32)>, usize)| {
                    (*from..pairs.len()).map(move |i| ([&list[..], &[pairs[i]]].concat(), i))
                })
                .collect();
            all.extend(last.iter().map(|(list, _)| list.clone()));
        }
        all
    }

    #[test]
    fn values_and_moves_are_those_of_the_rules_on_all_small_multigraphs() {
        let four: Vec<(u32, u32)> = (0..4).flat_map(|v| (0..=v).map(move |u| (u, v))).collect();
        let three: Vec<(u32, u32)> = (0..3).flat_map(|v| (0..=v).map(move |u| (u, v))).collect();
        for (pairs, size) in [(&four, 4), (&three, 5)] {
            for list in multisets(pairs, size) {
                let game = game(&list);
                check_theory(&game, [game.whole()], 5);
            }
        }
    }

    #[test]
    fn values_are_those_of_the_rules_on_multigraphs_of_six_edges() {
        let four: Vec<(u32, u32)> = (0..4).flat_map(|v| (0..=v).map(move |u| (u, v))).collect();
        for list in multisets(&four, 6).into_iter().filter(|list| list.len() == 6) {
            let game = game(&list);
            // Those with all edges on the ground only, others are smaller.
            if game.twin.len() == 6 {
                let whole = game.whole();
                let value = crate::solve::grundy_value(&game, &whole, &Context::default());
                assert_eq!(value.unwrap().number(), Some(game.value(&whole).into()), "{list:?}");
            }
        }
    }

    #[test]
    fn expressions_come_back_after_cuts_too() {
        check_round_trip(&HackenbushFamily);
        let list = EdgeList {
            pairs: vec![(0, 1), (1, 2), (2, 1), (2, 3), (0, 0), (0, 0), (3, 3)],
            declared: 0,
        };
        let (game, _) = Hackenbush::new(NamedGraph::new(list, Some("g".into())));
        let mut open = vec![game.whole()];
        while let Some(left) = open.pop() {
            let printed = game.print(&left);
            let sum = crate::syntax::parse(&format!("hackenbush({printed})")).unwrap();
            let groups = &sum[0].args.as_ref().unwrap().groups;
            let mut again = game.whole();
            game.cut_all(&mut again, groups.get(1).map_or(&[], Vec::as_slice)).unwrap();
            assert_eq!(again, left, "{printed}");
            open.extend(left.iter().map(|e| game.cut(&left, e)));
        }
    }

    #[test]
    fn what_hangs_in_the_air_is_noted_and_errors_are_precise() {
        let sum = crate::syntax::parse("hackenbush(edges(0-1,2-3,5-5,1-4; 4-1))").unwrap();
        let component = HackenbushFamily.configure(&sum[0]).unwrap();
        let placed = component.place(sum[0].args.as_ref().unwrap(), &Context::default()).unwrap();
        assert_eq!(placed.print(), "hackenbush(edges(0-1))");
        assert_eq!(
            placed.notes(),
            ["not connected to the ground (vertex 0) and left out: 2 of the edges: 2-3, 5-5"]
        );
        for (text, message) in [
            ("hackenbush(edges(0>1))", "this is no edge (18)"),
            ("hackenbush(edges(0-1; 0-1,1-0))", "there is no such edge to cut (27)"),
            ("hackenbush(edges(0-1; 5))", "this is no edge (23)"),
            ("hackenbush(edges(0-1; ; 5-6))", "there is no such list here (25)"),
            ("hackenbush(3)", "this is neither a file nor such a list (12)"),
        ] {
            assert_eq!(read_error(&HackenbushFamily, text), message);
        }
    }

    #[test]
    fn a_stalk_of_a_million_edges_does_not_overflow_the_stack() {
        let pairs: Vec<_> = (0..1_000_000).map(|v| (v, v + 1)).collect();
        let game = game(&pairs);
        assert_eq!(game.value(&game.whole()), 1_000_000);
    }
}
