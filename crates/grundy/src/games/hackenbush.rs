//! hackenbush: green Hackenbush on any graph.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, erase, join};
pub use crate::graph::fusion::Edges;
use crate::graph::fusion::{Fused, Left, Parallel};
use crate::graph::{GraphForm, NamedGraph, Vertices};
use crate::nat::{Nat, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, plant};
use crate::source::vertex_number;
use crate::syntax::{Arg, ArgKind, Args, Component, ReadError};
use foldhash::fast::RandomState;
use hashbrown::HashMap;
use std::borrow::Cow;
use std::sync::Arc;

/// Green Hackenbush; a position is the set of edges left. Of parallel edges the first ones written
/// are there: which copies were cut makes no difference.
///
/// Fusion principle: the vertices of a cycle may be made one vertex without changing the value;
/// its edges become loops, worth 1 each. Colon principle: on the tree that is left, a bridge below
/// a vertex of value g is worth g+1, and what hangs on one vertex is added as nim-sum.
///
/// # Complexity
/// O(n + m) for a value and for the moves to a given value, with a factor log m for long rings; see
/// [`Left::cuts_to`].
///
/// # Literature
/// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 7.
///
/// ```
/// use grundy::games::hackenbush::Hackenbush;
/// use grundy::graph::{EdgeList, NamedGraph};
/// // A triangle on the ground: three loops there.
/// let list = EdgeList { pairs: vec![(0, 1), (1, 2), (2, 0)], declared: 0 };
/// let context = Default::default();
/// let (game, dropped) = Hackenbush::new(NamedGraph::new(list, None), &context).unwrap();
/// assert_eq!(game.value(&game.whole(), &context).unwrap(), 1);
/// assert!(dropped.is_empty());
/// ```
#[derive(Debug, Default)]
pub struct Hackenbush {
    edges: Vec<(u32, u32)>,
    ground: u32,
    /// Of the position with all edges.
    fused: Fused,
    parallel: Parallel,
    vertices: Vertices,
    file: Option<String>,
    identity: String,
}

/// No vertex.
const NONE: u32 = u32::MAX;

impl Hackenbush {
    /// The game on this graph with vertex number 0 as the ground, and the edges (by vertex
    /// numbers) that are not connected to it and were left out. O(n + m), and O(m log m) if there
    /// are parallel edges.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn new(
        mut named: NamedGraph,
        context: &Context<'_>,
    ) -> Result<(Self, Vec<(u32, u32)>), Stop> {
        let ground = named.vertices.index(0).unwrap_or(NONE);
        let mut edges = std::mem::take(&mut named.edges);
        let graph = Left {
            vertices: named.vertices.len(),
            edges: &edges,
            left: 0..edges.len() as u32,
            root: ground,
        };
        let fusion = graph.fuse(context)?;
        let (fused, reached) = (fusion.fused(), fusion.reached());
        let perhaps_parallel = fusion.parallel();
        drop(fusion);
        let mut dropped = Vec::new();
        if let Some(reached) = reached {
            edges.retain(|&(u, v)| {
                let kept = reached[u as usize];
                if !kept {
                    dropped.push((named.vertices.number(u), named.vertices.number(v)));
                }
                kept
            });
        }
        let parallel =
            if perhaps_parallel { Parallel::new(&edges, context)? } else { Parallel::default() };
        named.edges = edges;
        let identity = named.identity("hackenbush");
        let NamedGraph { vertices, edges, file, .. } = named;
        Ok((Self { edges, ground, fused, parallel, vertices, file, identity }, dropped))
    }

    /// The position with all edges.
    pub fn whole(&self) -> Edges {
        Edges::all(self.edges.len())
    }

    /// The Grundy value. O(n + m).
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn value(&self, left: &Edges, context: &Context<'_>) -> Result<u32, Stop> {
        Ok(self.fused(left, context)?.value)
    }

    fn fused(&self, left: &Edges, context: &Context<'_>) -> Result<Fused, Stop> {
        if left.len() == self.edges.len() {
            return Ok(self.fused);
        }
        Ok(self.graph(left).fuse(context)?.fused())
    }

    fn graph<'a>(&'a self, left: &'a Edges) -> Left<'a, impl Iterator<Item = u32> + Clone + 'a> {
        let (vertices, root) = (self.vertices.len(), self.ground);
        Left { vertices, edges: &self.edges, left: left.iter(), root }
    }

    /// The position after an edge is cut.
    fn cut(&self, left: &Edges, edge: u32) -> Edges {
        let mut after = left.clone();
        after.take(self.last_twin(left, edge));
        self.fall(&mut after);
        after
    }

    /// The last parallel edge that is left.
    fn last_twin(&self, left: &Edges, edge: u32) -> u32 {
        let Some((like, _)) = self.parallel.like(edge) else { return edge };
        // Of parallel edges the first ones are there.
        match like.partition_point(|&twin| left.has(twin)) {
            0 => edge,
            count => like[count - 1],
        }
    }

    /// Takes away what is no longer connected to the ground. Whether it is, is found out in a way
    /// that the theory does not use: by joining the ends of all edges left.
    fn fall(&self, left: &mut Edges) {
        let mut joined: Vec<u32> = (0..self.vertices.len() as u32).collect();
        for e in left.iter() {
            let (u, v) = self.edges[e as usize];
            let (u, v) = (first_joined(&mut joined, u), first_joined(&mut joined, v));
            joined[u.max(v) as usize] = u.min(v);
        }
        if left.iter().next().is_none() {
            return;
        }
        let ground = first_joined(&mut joined, self.ground);
        for (e, &(u, _)) in (0..).zip(&self.edges) {
            if first_joined(&mut joined, u) != ground {
                left.take(e);
            }
        }
    }

    fn name(&self, edge: u32) -> String {
        let (u, v) = self.edges[edge as usize];
        format!("{}-{}", self.vertices.number(u), self.vertices.number(v))
    }

    /// Edges cut off that say, together with the whole graph, which ones are left: those that hung
    /// on what is still there.
    fn cuts(&self, left: &Edges) -> Vec<u32> {
        let whole = self.whole();
        let mut gone = whole.without(left).peekable();
        if gone.peek().is_none() {
            return Vec::new();
        }
        // A vertex is still there if an edge is, or if it is the ground.
        let mut there = vec![false; self.vertices.len()];
        there[self.ground as usize] = true;
        for e in left.iter() {
            let (u, v) = self.edges[e as usize];
            (there[u as usize], there[v as usize]) = (true, true);
        }
        gone.filter(|&e| {
            let (u, v) = self.edges[e as usize];
            there[u as usize] || there[v as usize]
        })
        .collect()
    }

    /// Takes the edges named by arguments away. O(n + m).
    fn cut_all(&self, left: &mut Edges, args: &[Arg]) -> Result<(), ReadError> {
        let mut ends = Vec::with_capacity(args.len());
        for arg in args {
            let ArgKind::Edge(u, v) = &arg.kind else {
                return Err(ReadError::domain("this is not an edge", arg.span)
                    .help("expected the edges cut already, as 1-2"));
            };
            let index = |n| vertex_number(n, arg.span).map(|number| self.vertices.index(number));
            ends.push(index(u)?.zip(index(v)?).map(|(u, v)| (u.min(v), u.max(v))));
        }
        if args.is_empty() {
            return Ok(());
        }
        let named = ends.iter().flatten().map(|&pair| (pair, Vec::new()));
        let mut copies: HashMap<(u32, u32), Vec<u32>, RandomState> = named.collect();
        let mut at = vec![false; self.vertices.len()];
        ends.iter().flatten().for_each(|&(u, _)| at[u as usize] = true);
        for (e, &(u, v)) in (0..).zip(&self.edges) {
            if at[u.min(v) as usize]
                && let Some(copies) = copies.get_mut(&(u.min(v), u.max(v)))
            {
                copies.push(e);
            }
        }
        for (arg, ends) in args.iter().zip(ends) {
            let copies = ends.and_then(|ends| copies.get_mut(&ends));
            let Some(edge) = copies.and_then(Vec::pop) else {
                return Err(ReadError::domain("there is no such edge to cut", arg.span)
                    .help("expected an edge of the graph, not more often than it has copies"));
            };
            left.take(edge);
        }
        self.fall(left);
        Ok(())
    }
}

/// The vertex that stands for those joined with `v`.
fn first_joined(joined: &mut [u32], mut v: u32) -> u32 {
    while joined[v as usize] != v {
        joined[v as usize] = joined[joined[v as usize] as usize];
        v = joined[v as usize];
    }
    v
}

impl Ruleset for Hackenbush {
    type Position = Edges;

    fn options(&self, left: &Edges, out: &mut Options<Edges>) -> Result<(), Full> {
        left.iter().try_for_each(|e| out.push_tagged(u64::from(e), [self.cut(left, e)]))
    }

    fn heap_bytes(&self, left: &Edges) -> usize {
        left.bytes()
    }
}

const FORM: GraphForm = GraphForm {
    word: "edges",
    sign: '-',
    example: "edges(0-1,1-2)",
    groups: 1,
    expected: "expected at most one list behind the graph: the edges cut already",
};

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
        let source = FORM.source(args)?;
        let named = NamedGraph::read(&source, false, context)?;
        let (game, dropped) =
            Self::new(named, context).map_err(|stop| ReadError::stopped(&stop, source.span))?;
        let mut left = game.whole();
        if let [cuts] = &*source.rest {
            game.cut_all(&mut left, cuts)?;
        }
        let mut notes = Vec::new();
        if !dropped.is_empty() {
            let names = dropped.iter().take(SHOWN).map(|(u, v)| format!("{u}-{v}"));
            let more = if dropped.len() > SHOWN { ", …" } else { "" };
            notes.push(format!(
                "left out, not connected to the ground (vertex 0): {}{}{more}",
                match dropped.len() {
                    1 => "the edge ".to_owned(),
                    count => format!("{count} edges, "),
                },
                join(names, ", ")
            ));
        }
        Ok(Placed { game: Arc::new(game), parts: vec![left], notes })
    }

    fn picture(&self, left: &Edges) -> Vec<String> {
        picture::list(left.iter().map(|edge| self.name(edge)), "  ")
    }

    fn sketch(&self, left: &Edges, moves: &[Offer<'_, Edges>]) -> Option<Sketch> {
        if left.len() > moves.len() {
            return None;
        }
        let branch = |(cut, offer): (usize, &Offer<'_, Edges>)| {
            let (from, to) = self.edges[offer.to.tag as usize];
            plant::Branch { from, to, cut }
        };
        let branches: Vec<_> = moves.iter().enumerate().map(branch).collect();
        plant::plant(self.ground, &branches, moves.len(), |cut| moves[cut].text.to_owned())
    }

    fn print(&self, left: &Edges) -> String {
        if self.file.is_none() {
            let list = join(left.iter().map(|e| self.name(e)), ",");
            return FORM.print(None, &list, &[]);
        }
        let cuts = join(self.cuts(left).into_iter().map(|e| self.name(e)), ",");
        let groups = if cuts.is_empty() { vec![] } else { vec![cuts] };
        FORM.print(self.file.as_deref(), "", &groups)
    }

    fn print_move(&self, from: &Edges, to: &Move<Edges>) -> String {
        let name = self.name(to.tag as u32);
        match self.parallel.like(to.tag as u32) {
            // Its like are gone.
            Some((like, 0)) if !from.has(like[1]) => format!("cut {name}"),
            Some((_, copy)) => format!("cut {name} (copy {})", copy + 1),
            None => format!("cut {name}"),
        }
    }

    fn heaps(&self, _: &Edges) -> Vec<Nat> {
        Vec::new()
    }

    fn move_names(&self, _: &Edges, to: &Move<Edges>) -> Vec<String> {
        let name = self.name(to.tag as u32);
        let turned = name.split_once('-').map(|(a, b)| format!("{b}-{a}"));
        [name].into_iter().chain(turned).collect()
    }

    fn known(&self, left: &Edges, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(Nat::from(self.value(left, context)?))))
    }

    fn moves_to(
        &self,
        left: &Edges,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Edges>>, Stop> {
        let Some(target) = to_u64(target).and_then(|target| u32::try_from(target).ok()) else {
            return Ok(Some(Found::default()));
        };
        let cuts = self.graph(left).cuts_to(target, context)?;
        let bytes = (max.min(cuts.count()) as u64).saturating_mul(2 * left.bytes() as u64);
        context.check_memory(bytes, || {
            format!(
                "listing {} moves, each a graph (fewer can be asked for)",
                max.min(cuts.count())
            )
        })?;
        let chosen = cuts.first(max, |edge| self.last_twin(left, edge), context)?;
        let mut after = vec![left.clone(); chosen.len()];
        for (cut, after) in chosen.iter().zip(&mut after) {
            after.take(self.last_twin(left, cut.edge()));
        }
        cuts.fallen(&chosen, |move_, edge| after[move_].take(edge), context)?;
        let moves = chosen.iter().zip(after);
        let listed = moves
            .map(|(cut, after)| Move { sum: vec![after], tag: u64::from(cut.edge()) })
            .collect();
        Ok(Some(Found { count: Some(Nat::from(cuts.count())), listed }))
    }

    fn move_count(&self, left: &Edges) -> Option<usize> {
        Some(left.len())
    }

    fn method(&self, _: &Edges) -> Cow<'static, str> {
        "fusion principle and colon principle".into()
    }

    fn why(&self, left: &Edges) -> Vec<String> {
        let Ok(fused) = self.fused(left, &Context::default()) else { return Vec::new() };
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
    cost: "value and moves O(n + m); moves O((n + m) log m) with long rings",
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
    use crate::games::testing::{
        check_found, check_round_trip, check_theory, enumerate, read_error,
    };
    use crate::graph::EdgeList;

    fn game(pairs: &[(u32, u32)]) -> Hackenbush {
        let list = EdgeList { pairs: pairs.to_vec(), declared: 0 };
        Hackenbush::new(NamedGraph::new(list, None), &Context::default()).unwrap().0
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
    fn moves_of_graphs_of_thirty_edges_are_those_that_the_rules_order_alike() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut below = |end: usize| random.u32(..end as u32);
        let context = Context::default();
        for round in 0..300 {
            let count = 20 + round % 20;
            // From trees to many parallel edges, with the vertices and edges in any order.
            let mut pairs: Vec<(u32, u32)> = (1..count).map(|v| (below(v), v as u32)).collect();
            pairs.iter_mut().take(round / 10).for_each(|pair| *pair = (below(9), below(9)));
            (1..pairs.len()).for_each(|i| pairs.swap(i, below(i + 1) as usize));
            let game = game(&pairs);
            let whole = game.whole();
            if game.edges.is_empty() {
                continue;
            }
            let left = game.cut(&whole, below(game.edges.len()));
            let options = enumerate(&game, &left);
            let valued = options.iter().map(|o| (game.value(&o.sum[0], &context).unwrap(), o));
            let valued: Vec<_> = valued.collect();
            for target in 0..4 {
                let wanted = valued.iter().filter(|(value, _)| *value == target);
                let mut expected: Vec<Move<Edges>> = wanted.map(|&(_, o)| o.into()).collect();
                expected.sort();
                for max in [0, 1, 3, usize::MAX] {
                    let found = game.moves_to(&left, &target.into(), max, &context).unwrap();
                    check_found(&found.unwrap(), &expected, max, &format!("{pairs:?} to {target}"));
                }
            }
        }
    }

    #[test]
    fn values_are_those_of_the_rules_on_multigraphs_of_six_edges() {
        let four: Vec<(u32, u32)> = (0..4).flat_map(|v| (0..=v).map(move |u| (u, v))).collect();
        for list in multisets(&four, 6).into_iter().filter(|list| list.len() == 6) {
            let game = game(&list);
            // Those with all edges on the ground only, others are smaller.
            if game.edges.len() == 6 {
                let whole = game.whole();
                let value = crate::solve::grundy_value(&game, &whole, &Context::default());
                assert_eq!(value.unwrap().number(), Some(game.fused.value.into()), "{list:?}");
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
        let (game, _) =
            Hackenbush::new(NamedGraph::new(list, Some("g".into())), &Context::default()).unwrap();
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
            ["left out, not connected to the ground (vertex 0): 2 edges, 2-3, 5-5"]
        );
        for (text, message) in [
            ("hackenbush(edges(0>1))", "this is not an edge (18)"),
            ("hackenbush(edges(0-1; 0-1,1-0))", "there is no such edge to cut (27)"),
            ("hackenbush(edges(0-1; 5))", "this is not an edge (23)"),
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
        assert_eq!(game.fused.value, 1_000_000);
    }
}
