//! `hypergraph-nim[E]` and `simplicial-nim[F]`: choose an edge or a face and lower its heaps.

mod edges;
mod exact;

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Placed, erase, join};
use crate::nat::{Nat, print};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::complex::{self, Complex, Shape, Told};
use crate::theory::tuples;
use edges::Edges;
use std::borrow::Cow;
use std::sync::Arc;

/// Nim on a hypergraph: a move chooses an edge and takes at least one from each of its heaps.
///
/// A position is the tuple of all heaps; edges are sets of their numbers. `simplicial-nim[F]` is the
/// case where the edges are all sets that are not empty and part of one of the sets F: then any
/// positive numbers are taken from some heaps of one set. With all sets of k heaps as edges it is
/// exact k-Nim; with all sets of at most k, Moore's Nim.
///
/// # Theorems
/// Edges with an empty heap are out of play. Parts of the hypergraph that no edge joins are summands.
/// For one part:
///
/// 1. One edge: the value is its least heap.
/// 2. All sets of k of n < 2k heaps: the value is the greatest number of moves T, the least of
///    floor(S_j / (k-j)) for j < k, where S_j is the sum of all heaps but the j greatest.
/// 3. All sets of k of n = 2k heaps, k >= 2: let m be the least heap, y one more than T of the heaps
///    less m each, and z = 1 + y(y-1)/2. The value is T if m < z, else z - 1 + ((m-z) mod y).
/// 4. Every part of an edge is an edge: Nim on a simplicial complex, see `theory/complex.rs`.
///
/// # Complexity
/// O(n log n) operations on the numbers for (1) to (3).
///
/// # Literature
/// E. Boros, V. Gurvich, N. B. Ho, K. Makino, P. Mursic, *On the Sprague-Grundy function of exact
/// k-Nim*, Discrete Applied Mathematics 239 (2018); R. Ehrenborg, E. Steingrímsson 1996.
#[derive(Clone, Debug)]
pub struct HypergraphNim {
    edges: Edges,
}

/// Up to this many options are looked at one by one for all winning moves.
const MAX_LISTED_OPTIONS: u64 = 200_000;

impl HypergraphNim {
    /// The game in which the heaps of one of these edges are lowered; heaps are numbered from 0, in a
    /// mask.
    pub fn edges(edges: impl IntoIterator<Item = u64>) -> Self {
        Self { edges: Edges::new(edges, false) }
    }

    /// The game in which heaps of one of these faces are lowered.
    pub fn faces(faces: impl IntoIterator<Item = u64>) -> Self {
        Self { edges: Edges::new(faces, true) }
    }
}

impl Ruleset for HypergraphNim {
    type Position = Vec<Nat>;

    fn options(&self, heaps: &Vec<Nat>, out: &mut Options<Vec<Nat>>) -> Result<(), Full> {
        if self.edges.closed {
            let complex = Complex::new(self.edges.sets.iter().copied());
            return complex.each_move(heaps, &mut |after| out.push([after]));
        }
        self.edges.sets.iter().try_for_each(|&edge| {
            tuples::push_lowered(heaps, &complex::vertices(edge).collect::<Vec<_>>(), out)
        })
    }

    fn heap_bytes(&self, heaps: &Vec<Nat>) -> usize {
        tuples::bytes(heaps)
    }
}

impl Game for HypergraphNim {
    fn title(&self) -> String {
        let name = if self.edges.closed { SIMPLICIAL.name } else { CARD.name };
        format!("{name}[{}]", self.edges.print())
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let heaps = read::numbers(args)?;
        let most = self.edges.vertices();
        if heaps.len() < most || heaps.len() > Edges::MAX_HEAPS {
            let what = format!(
                "the sets have heaps up to number {most}, and the number of heaps is {}",
                heaps.len()
            );
            return Err(ReadError::domain(what, args.span)
                .help(format!("expected from {most} to {} heaps", Edges::MAX_HEAPS)));
        }
        Ok(Placed::new(self, vec![heaps]))
    }

    fn print(&self, heaps: &Vec<Nat>) -> String {
        join(heaps.iter().map(print), ",")
    }

    fn known(&self, heaps: &Vec<Nat>, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(match self.edges.known(heaps) {
            Told::Value(value) => Some(Known::Value(value)),
            Told::Nonzero => Some(Known::Nonzero),
            Told::Open => None,
        })
    }

    fn moves_to(
        &self,
        heaps: &Vec<Nat>,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Vec<Nat>>>, Stop> {
        // Few options are looked at one by one; of many the theory constructs one.
        if tuples::count_below(heaps) <= Nat::from(MAX_LISTED_OPTIONS) {
            return Ok(None);
        }
        if self.edges.known(heaps) == Told::Value(target.clone()) {
            return Ok(Some(Found::default()));
        }
        let one = self.edges.one_move(heaps, target).map(|to| Move { sum: vec![to], tag: 0 });
        Ok(Some(Found { count: None, listed: one.into_iter().take(max).collect() }))
    }

    fn method(&self, heaps: &Vec<Nat>) -> Cow<'static, str> {
        match self.edges.complex() {
            Some(complex) => shape_method(&complex.on(heaps).shape()).into(),
            None => "edges as summands, single edges and exact k-Nim".into(),
        }
    }

    fn why(&self, heaps: &Vec<Nat>) -> Vec<String> {
        match self.edges.complex() {
            Some(complex) => shape_why(&complex, heaps).into_iter().collect(),
            None => self.edges.why(heaps),
        }
    }

    fn reachable(&self, heaps: &Vec<Nat>) -> Option<Nat> {
        // Each heap can be lowered alone in a complex; a single edge may take down all its heaps.
        let some = |&edge: &u64| {
            let edge: Vec<Nat> = complex::vertices(edge).map(|v| heaps[v].clone()).collect();
            if edge.iter().any(Nat::is_zero) {
                return Nat::ONE;
            }
            let options: Nat = if self.edges.closed {
                tuples::count_below(&edge) - 1u8
            } else {
                edge.iter().product()
            };
            options + 1u8
        };
        self.edges.sets.iter().map(some).max()
    }
}

/// The theorem that a shape stands for.
pub(super) fn shape_method(shape: &Shape) -> &'static str {
    match shape {
        Shape::Empty => "no heap is left",
        Shape::Simplex => "all heaps that can be lowered may be at once: the value is their sum",
        Shape::Parts(_) => "parts that no face joins are summands",
        Shape::Moore(_) => "Moore's theorem",
        Shape::Join(_) => "a join of complexes: P iff every class is P",
        Shape::Pointed(_) => "circuits with vertices of their own (Ehrenborg and Steingrímsson)",
        Shape::Open => "search over the rules",
    }
}

/// The theorem with the vertices of a position, numbered from 1.
pub(super) fn shape_why(complex: &Complex, heaps: &[Nat]) -> Option<String> {
    let here = complex.on(heaps);
    let outcome = || match here.known(heaps) {
        Told::Value(value) if value.is_zero() => Some("P"),
        Told::Open => None,
        _ => Some("N"),
    };
    Some(match here.shape() {
        Shape::Empty | Shape::Open => return None,
        Shape::Simplex => {
            let facet = complex::in_words(here.facets());
            let sum: Nat = heaps
                .iter()
                .enumerate()
                .filter(|(v, _)| here.facets()[0] >> v & 1 == 1)
                .map(|(_, heap)| heap)
                .sum();
            format!(
                "the heaps {facet} may all be lowered in one move, so the value is their sum {sum}"
            )
        }
        Shape::Parts(parts) => {
            let words = complex::in_words(&parts);
            match here.known(heaps) {
                Told::Value(value) => format!(
                    "no face joins heaps of different parts {words}, so they are summands, and their values have the nim-sum {value}"
                ),
                _ => {
                    format!("no face joins heaps of different parts {words}, so they are summands")
                }
            }
        }
        Shape::Moore(k) => format!(
            "any {k} of the heaps may be lowered in one move: Moore's Nim, and the position is {}",
            outcome()?
        ),
        Shape::Join(classes) => {
            let words = complex::in_words(&classes);
            let outcome = outcome()?;
            format!(
                "what may be lowered in one of the classes {words} may be lowered together with anything in the others, so a position is P just when each class alone is P; this one is {outcome}"
            )
        }
        Shape::Pointed(circuits) => {
            let words = complex::in_words(&circuits);
            let outcome = outcome()?;
            format!(
                "the least sets of heaps that may not be lowered together, {words}, have a heap of their own each, so a position is P just when it is a sum of multiples of them; this one is {outcome}"
            )
        }
    })
}

/// The registry's row of the game with edges.
pub struct HypergraphNimFamily;

static CARD: Card<'static> = Card {
    name: "hypergraph-nim",
    params: "[i,j,…; k,l,…; …], the edges: sets of numbers of heaps",
    position: "(a1,…,an)",
    rules: "Choose an edge all of whose heaps are not empty, and take a positive number from each of its heaps.",
    theorem: "Parts that no edge joins are summands. One edge: the least heap. All sets of k of n < 2k heaps: the greatest number of moves; for n = 2k a formula of Boros et al. Edges with all their subsets: as simplicial-nim. Otherwise by search.",
    source: "E. Boros, V. Gurvich, N. B. Ho, K. Makino and P. Mursic 2018",
    cost: "O(n log n) operations on numbers by theory; by search of the product of the a+1",
    examples: &[
        "hypergraph-nim[1,2; 2,3; 1,3](4,5,6)",
        "hypergraph-nim[1,2; 3,4,5](10^30, 7, 8, 10^18, 9)",
    ],
};

impl Family for HypergraphNimFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(HypergraphNim { edges: Edges::read(component, false)? }))
    }

    fn small(&self) -> Vec<String> {
        let games = [
            ("1,2; 1,3; 2,3", 3),
            ("1; 2,3", 3),
            ("1,2; 2,3", 3),
            ("1,2,3", 3),
            ("1; 1,2; 2; 3", 3),
            ("1,2; 1,3; 1,4; 2,3; 2,4; 3,4", 4),
            ("1,2; 2,3; 3,4", 4),
        ];
        small("hypergraph-nim", &games)
    }
}

/// The registry's row of the game with faces.
pub struct SimplicialNimFamily;

static SIMPLICIAL: Card<'static> = Card {
    name: "simplicial-nim",
    params: "[i,j,…; k,l,…; …], the facets: sets of numbers of heaps",
    position: "(a1,…,an)",
    rules: "Choose a facet and take a number from each of its heaps, 0 too, but not 0 from all.",
    theorem: "One facet: the value is the sum. Parts that no face joins are summands. A join is P iff every class is P. If every circuit has a vertex of its own: P iff the heaps are a sum of multiples of circuits. Otherwise by search.",
    source: "R. Ehrenborg and E. Steingrímsson 1996",
    cost: "O(circuits) operations on numbers by theory; by search of the product of the a+1",
    examples: &[
        "simplicial-nim[1,2; 2,3; 3,4; 1,4](3,5,3,5)",
        "simplicial-nim[1,2,3; 3,4](10^30, 5, 2^90, 10^20)",
    ],
};

impl Family for SimplicialNimFamily {
    fn card(&self) -> Card<'_> {
        SIMPLICIAL
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(HypergraphNim { edges: Edges::read(component, true)? }))
    }

    fn small(&self) -> Vec<String> {
        let games = [
            ("1,2; 2,3", 3),
            ("1,2; 1,3; 2,3", 3),
            ("1; 2,3", 3),
            ("1,2,3", 3),
            ("1,2; 1,4; 2,3; 3,4", 4),
            ("1,2; 2,3; 3,4", 4),
            ("1,2,3; 3,4", 4),
        ];
        small("simplicial-nim", &games)
    }
}

/// Small positions of games with so many heaps.
fn small(name: &str, games: &[(&str, usize)]) -> Vec<String> {
    let mut all = Vec::new();
    for &(edges, heaps) in games {
        let count = if heaps == 3 { 36 } else { 54 };
        all.extend((0..count).map(|n: usize| {
            let tuple = match heaps {
                3 => vec![n / 12, n / 4 % 3, n % 4],
                _ => vec![n / 27 + 1, n / 9 % 3, n / 3 % 3, n % 3],
            };
            let shown = join(tuple.iter().map(ToString::to_string), ",");
            format!("{name}[{edges}]({shown})")
        }));
    }
    all
}

#[cfg(test)]
mod tests;
