//! arc-kayles: take an edge with both its ends.

use crate::context::{Context, Stop};
use crate::game::vertex_sets::{Remaining, VertexRules, VertexSets};
use crate::game::{AnyGame, Apart, Card, Divided, Family, Game, Known, Move, Offer, Placed, erase};
use crate::nat::Nat;
use crate::outcome::Outcome;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::Sketch;
use crate::syntax::{Args, Component, ReadError};
use grundy_search::graph::{self, Graph};
use std::borrow::Cow;
use std::sync::Arc;

/// Arc Kayles on a graph of at most 128 vertices: choose an edge; both its ends are removed, with all their
/// edges. Loops are left out.
///
/// On the squares of a board it is Cram. Positions are searched: what is left falls into parts, and of
/// leaves beside the same vertex one is kept (`grundy_search::graph::ArcKayles` has the proof). Isomorphic parts are
/// one, and a symmetry that carries no vertex to itself or a neighbour makes the value 0
/// (`grundy_search::graph::Graph::pairing`).
///
/// # Complexity
/// That of the search.
///
/// # Literature
/// T. Schaefer, *On the complexity of some two-person perfect-information games*, Journal of Computer
/// and System Sciences 16 (1978).
#[derive(Debug, Default)]
pub struct ArcKayles(VertexSets<graph::ArcKayles>);

impl VertexRules for graph::ArcKayles {
    const TITLE: &'static str = "arc-kayles";

    fn on(graph: Graph) -> Self {
        Self::new(graph)
    }

    fn graph(&self) -> &Graph {
        self.graph()
    }

    fn movable(&self, set: u128) -> u128 {
        self.graph().edges(set).fold(0, |all, (u, v)| all | 1 << u | 1 << v)
    }

    fn parts(&self, set: u128) -> Vec<u128> {
        Self::parts(self, set)
    }

    fn each(&self, set: u128, mut take: impl FnMut(&[usize], u128)) {
        self.graph().edges(set).for_each(|(u, v)| take(&[u, v], set & !(1 << u | 1 << v)));
    }
}

impl Ruleset for ArcKayles {
    type Position = Remaining;

    fn options(&self, set: &Remaining, out: &mut Options<Remaining>) -> Result<(), Full> {
        self.0.options(set.0, out, Remaining)
    }
}

impl Game for ArcKayles {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn identity(&self) -> String {
        self.0.identity()
    }

    fn read(
        self: Arc<Self>,
        args: &Args,
        context: &Context<'_>,
    ) -> Result<Placed<Self>, ReadError> {
        let (game, left, notes) = VertexSets::read(args, context)?;
        Ok(Placed { game: Arc::new(Self(game)), parts: vec![Remaining(left)], notes })
    }

    fn print(&self, set: &Remaining) -> String {
        self.0.print(set.0)
    }

    fn print_move(&self, _: &Remaining, to: &Move<Remaining>) -> String {
        self.0.print_move(to)
    }

    fn heaps(&self, _: &Remaining) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, set: &Remaining) -> Vec<String> {
        self.0.picture(set.0)
    }

    fn sketch(&self, set: &Remaining, moves: &[Offer<'_, Remaining>]) -> Option<Sketch> {
        self.0.sketch(set.0, moves)
    }

    fn known(&self, set: &Remaining, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(self.0.known(set.0))
    }

    fn outcome(&self, set: &Remaining, context: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        Ok(Some(Outcome::of(!self.0.is(set, &Nat::ZERO, context)?)))
    }

    fn method(&self, set: &Remaining) -> Cow<'static, str> {
        self.0.method(set.0)
    }

    fn why(&self, set: &Remaining) -> Vec<String> {
        self.0.why(set.0)
    }

    fn divided(&self) -> Option<&dyn Divided<Remaining>> {
        Some(&self.0)
    }

    fn apart(&self) -> Option<&dyn Apart<Remaining>> {
        Some(&self.0)
    }
}

/// The registry's row.
pub struct ArcKaylesFamily;

static CARD: Card<'static> = Card {
    name: "arc-kayles",
    params: "",
    position: "(\"file\") or edges(1-2,2-3,…), at most 128 vertices; after ';' the vertices that are gone",
    rules: "Choose an edge: both its ends are removed, with all their edges. Loops are left out.",
    theorem: "By proof-number search over parts of the graph, each with a nimber. A graph is P if a symmetry exchanges all vertices in pairs that are not joined. On the squares of a board it is cram.",
    source: "T. Schaefer 1978",
    cost: "that of the search",
    examples: &[
        "arc-kayles(edges(1-2,2-3,3-4,4-1,1-3))",
        "arc-kayles(edges(1-2,2-3,3-4; 1)) + nim(2)",
    ],
};

impl Family for ArcKaylesFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(ArcKayles::default()))
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "1-2",
            "1-2,2-3",
            "1-2,2-3,3-4",
            "1-2,2-3,3-1",
            "1-2,1-3,1-4",
            "1-2,2-3,3-4,4-1",
            "1-2,2-3,3-4,4-1,1-3",
            "1-2,2-3,3-4,4-5,5-6",
            "1-2,3-4",
            "1-2,2-3,4-5",
            "1-2,2-3,3-4,4-5; 1",
            "1-2,2-3; 2",
            "1-2,2-3,3-1,3-4,4-5,5-6,4-6",
            "1-2,2-3,3-4,2-5,3-6",
        ];
        texts.iter().map(|text| format!("arc-kayles(edges({text}))")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        testing::check_theory_on_graphs::<ArcKayles>();
        testing::check_round_trip(&ArcKaylesFamily);
    }

    #[test]
    fn edges_and_boards_are_the_same_game() {
        // The squares of three rows of four.
        let squares = |row: u32, column: u32| 4 * row + column;
        let mut edges = Vec::new();
        for (row, column) in (0..3).flat_map(|row| (0..4).map(move |column| (row, column))) {
            if column < 3 {
                edges.push(format!("{}-{}", squares(row, column), squares(row, column + 1)));
            }
            if row < 2 {
                edges.push(format!("{}-{}", squares(row, column), squares(row + 1, column)));
            }
        }
        let catalogue = crate::Catalogue::default();
        let text = format!("arc-kayles(edges({})) + cram(3,4)", edges.join(","));
        let (context, question) = (Context::default(), crate::Question::default());
        let answer = crate::answer(&catalogue.read(&text).unwrap(), &question, &context).unwrap();
        assert_eq!(answer.outcome, Outcome::P);
    }
}
