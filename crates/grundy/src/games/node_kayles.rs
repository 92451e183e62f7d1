//! node-kayles: take a vertex with its neighbours, on graphs and on boards.

use crate::context::{Context, Stop};
use crate::game::boards::{self, Boards};
use crate::game::rectangles::{Rectangles, Theorems, Turned};
use crate::game::vertex_sets::{Remaining, VertexRules, VertexSets};
use crate::game::{
    AnyGame, Apart, Card, Divided, Family, Game, Ground, Known, Move, Offer, Part, Placed, Proof,
    Wanted, erase,
};
use crate::nat::Nat;
use crate::outcome::Outcome;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::Sketch;
use crate::solve::search::Searched;
use crate::syntax::{ArgKind, Args, Component, ReadError};
use grundy_search::Keyed;
use grundy_search::board::{Board, Kayles};
use grundy_search::graph::{self, Graph, vertices};
use std::borrow::Cow;
use std::sync::Arc;

/// Node Kayles: choose a vertex; it goes with all its neighbours. On a graph of at most 128 vertices, or
/// on the squares of a board.
///
/// Positions are searched: what is left falls into parts; on boards a part is the same in all its turns
/// and mirror images, and half a turn that answers every move makes it 0; on graphs one of twins is
/// kept (`grundy_search::graph::NodeKayles` has the proof), isomorphic parts are one, and a symmetry that carries no
/// vertex to itself or a neighbour makes it 0 (`grundy_search::graph::Graph::pairing`).
///
/// # Complexity
/// That of the search.
///
/// # Literature
/// T. Schaefer, *On the complexity of some two-person perfect-information games*, Journal of Computer
/// and System Sciences 16 (1978); H. Bodlaender and D. Kratsch, *Kayles and nimbers*, Journal of
/// Algorithms 43 (2002).
#[derive(Debug)]
pub struct NodeKayles {
    boards: Boards<Kayles<false>>,
    graph: VertexSets<graph::NodeKayles>,
}

/// What is left: squares, or vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Left {
    /// Free squares of a board.
    Squares(Board),
    /// Vertices of the graph.
    Vertices(Remaining),
}

impl Default for NodeKayles {
    fn default() -> Self {
        Self { boards: Boards::new(CARD.name, Kayles), graph: VertexSets::default() }
    }
}

impl VertexRules for graph::NodeKayles {
    const TITLE: &'static str = "node-kayles";

    fn on(graph: Graph) -> Self {
        Self::new(graph)
    }

    fn graph(&self) -> &Graph {
        self.graph()
    }

    fn movable(&self, set: u128) -> u128 {
        set
    }

    fn parts(&self, set: u128) -> Vec<u128> {
        Self::parts(self, set)
    }

    fn each(&self, set: u128, mut take: impl FnMut(&[usize], u128)) {
        vertices(set).for_each(|v| take(&[v], set & !(self.graph().near(v) | 1 << v)));
    }
}

/// A position as the game that it belongs to has it.
enum Place<'a> {
    Board(&'a Boards<Kayles<false>>, Board),
    Graph(&'a VertexSets<graph::NodeKayles>, u128),
}

impl NodeKayles {
    fn place(&self, left: &Left) -> Place<'_> {
        match left {
            Left::Squares(board) => Place::Board(&self.boards, *board),
            Left::Vertices(set) => Place::Graph(&self.graph, set.0),
        }
    }
}

/// The same move of the game on boards.
fn on_board(to: &Move<Left>) -> Move<Board> {
    let board = |left: &Left| match left {
        Left::Squares(board) => *board,
        Left::Vertices(_) => Board::default(),
    };
    Move { sum: to.sum.iter().map(board).collect(), tag: to.tag }
}

impl Ruleset for NodeKayles {
    type Position = Left;

    fn options(&self, left: &Left, out: &mut Options<Left>) -> Result<(), Full> {
        match self.place(left) {
            Place::Board(game, board) => game.push_options(board, out, Left::Squares),
            Place::Graph(game, set) => {
                game.options(set, out, |left| Left::Vertices(Remaining(left)))
            }
        }
    }
}

impl Game for NodeKayles {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn identity(&self) -> String {
        // All boards are one game, each graph is another.
        Some(self.graph.identity()).filter(|graph| !graph.is_empty()).unwrap_or(self.title())
    }

    fn read(
        self: Arc<Self>,
        args: &Args,
        context: &Context<'_>,
    ) -> Result<Placed<Self>, ReadError> {
        let first = args.groups.first().and_then(|group| group.first());
        let on_board = first.is_some_and(|first| {
            matches!(first.kind, ArgKind::Number(_))
                || first.item().is_some_and(|item| item.name() == Some("rows"))
        });
        if on_board {
            let board = boards::read(args)?;
            return Ok(Placed::new(self, vec![Left::Squares(board)]));
        }
        let (graph, left, notes) = VertexSets::read(args, context)?;
        let game = Self { graph, ..Self::default() };
        Ok(Placed { game: Arc::new(game), parts: vec![Left::Vertices(Remaining(left))], notes })
    }

    fn print(&self, left: &Left) -> String {
        match self.place(left) {
            Place::Board(_, board) => boards::print(board),
            Place::Graph(game, set) => game.print(set),
        }
    }

    fn print_move(&self, from: &Left, to: &Move<Left>) -> String {
        match self.place(from) {
            Place::Board(game, board) => game.print_move(&board, &on_board(to)),
            Place::Graph(game, _) => game.print_move(to),
        }
    }

    fn move_names(&self, from: &Left, to: &Move<Left>) -> Vec<String> {
        match self.place(from) {
            Place::Board(game, board) => game.move_names(&board, &on_board(to)),
            Place::Graph(..) => Vec::new(),
        }
    }

    fn heaps(&self, _: &Left) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, left: &Left) -> Vec<String> {
        match self.place(left) {
            Place::Board(game, board) => game.picture(&board),
            Place::Graph(game, set) => game.picture(set),
        }
    }

    fn sketch(&self, left: &Left, moves: &[Offer<'_, Left>]) -> Option<Sketch> {
        match self.place(left) {
            Place::Board(_, board) => {
                let clicks = moves
                    .iter()
                    .map(|offer| boards::chosen::<Kayles<false>>(board, &on_board(offer.to)));
                boards::sketch(board, clicks)
            }
            Place::Graph(game, set) => game.sketch(set, moves),
        }
    }

    fn known(&self, left: &Left, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        match self.place(left) {
            Place::Board(game, board) => game.known(&board, context),
            Place::Graph(game, set) => Ok(game.known(set)),
        }
    }

    fn outcome(&self, left: &Left, context: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        Ok(Some(Outcome::of(!self.is(left, &Nat::ZERO, context)?)))
    }

    fn method(&self, left: &Left) -> Cow<'static, str> {
        match self.place(left) {
            Place::Board(game, board) => game.method(&board),
            Place::Graph(game, set) => game.method(set),
        }
    }

    fn why(&self, left: &Left) -> Vec<String> {
        match self.place(left) {
            Place::Board(game, board) => game.why(&board),
            Place::Graph(game, set) => game.why(set),
        }
    }

    fn divided(&self) -> Option<&dyn Divided<Left>> {
        Some(self)
    }

    fn apart(&self) -> Option<&dyn Apart<Left>> {
        Some(self)
    }
}

/// All positions of one game are on boards, or all are on its graph.
impl Apart<Left> for NodeKayles {
    fn parts(&self, left: &Left) -> Vec<u128> {
        match self.place(left) {
            Place::Board(game, board) => Apart::parts(game, &board),
            Place::Graph(game, set) => Apart::parts(game, &Remaining(set)),
        }
    }

    fn rules(&self) -> &dyn Keyed {
        if self.is_on_boards() { self.boards.rules() } else { self.graph.rules() }
    }

    fn ground(&self, left: &Left) -> Option<Ground> {
        match self.place(left) {
            Place::Board(game, board) => game.ground(&board),
            Place::Graph(game, set) => game.ground(&Remaining(set)),
        }
    }

    fn told(&self, part: u128) -> Part {
        if self.is_on_boards() { self.boards.told(part) } else { self.graph.told(part) }
    }
}

impl NodeKayles {
    fn is_on_boards(&self) -> bool {
        self.graph.identity().is_empty()
    }
}

impl Divided<Left> for NodeKayles {
    fn value(&self, left: &Left, context: &Context<'_>) -> Result<u64, Stop> {
        match self.place(left) {
            Place::Board(game, board) => Divided::value(game, &board, context),
            Place::Graph(game, set) => Divided::value(game, &Remaining(set), context),
        }
    }

    fn is(&self, left: &Left, value: &Nat, context: &Context<'_>) -> Result<bool, Stop> {
        match self.place(left) {
            Place::Board(game, board) => game.is(&board, value, context),
            Place::Graph(game, set) => game.is(&Remaining(set), value, context),
        }
    }

    fn prove(
        &self,
        left: &Left,
        wanted: Wanted,
        context: &Context<'_>,
    ) -> Result<Option<Proof>, Stop> {
        match self.place(left) {
            Place::Board(game, board) => Divided::prove(game, &board, wanted, context),
            Place::Graph(game, set) => Divided::prove(game, &Remaining(set), wanted, context),
        }
    }

    fn proves(&self) -> bool {
        true
    }

    fn kept(&self, left: &Left) -> Option<(String, &Searched)> {
        match self.place(left) {
            Place::Board(game, board) => Divided::kept(game, &board),
            Place::Graph(game, set) => Divided::kept(game, &Remaining(set)),
        }
    }
}

/// The registry's row.
pub struct NodeKaylesFamily;

/// A square and its half turn are neighbours just in the middle of boards with one even side. A row is a path.
const RECTANGLES: Theorems = Theorems {
    title: "node-kayles",
    turned: |odd_rows, odd_columns| match (odd_rows, odd_columns) {
        (false, false) => Some(Turned::Second),
        (true, true) => Some(Turned::First),
        _ => None,
    },
    first: "the first player takes the square in the middle, and then answers every move by half a turn of the board",
    strip: 1,
    code: "0.137",
};

static CARD: Card<'static> = Card {
    name: "node-kayles",
    params: "",
    position: "(\"file\") or edges(1-2,2-3,…), at most 128 vertices, after ';' those that are gone; or the squares of a board: (rows, columns) or rows(\"..#.\",\"....\"); at most 119 squares, or a larger rectangle with sides that are both odd or both even, or one row",
    rules: "Choose a vertex: it is removed together with its neighbours. On a board, choose a free square: it is removed together with the squares beside it.",
    theorem: "By proof-number search over parts, each with a nimber. Boards that half a turn carries into themselves are P if it answers every move, and so are graphs with a symmetry that exchanges all vertices in pairs that are not joined.",
    source: "T. Schaefer 1978, H. Bodlaender and D. Kratsch 2002",
    cost: "that of the search",
    examples: &["node-kayles(edges(1-2,2-3,3-4,4-5,5-1))", "node-kayles(4,5) + nim(1)"],
};

impl Family for NodeKaylesFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(match Rectangles::of(component, &RECTANGLES) {
            Some(large) => erase(large),
            None => erase(NodeKayles::default()),
        })
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "edges(1-2)",
            "edges(1-2; 1)",
            "edges(1-2,2-3; 2)",
            "edges(1-2,2-3,3-4,4-5)",
            "edges(1-2,2-3,3-4,4-5,5-1)",
            "edges(1-2,1-3,1-4,4-5,5-6)",
            "edges(1-2,2-3,3-1,3-4,4-5,4-6)",
            "edges(1-2,2-3,4-5)",
            "edges(1-2,2-3,3-4,4-1,1-5,2-6,3-7)",
            "1,1",
            "1,4",
            "2,2",
            "2,3",
            "3,3",
            "rows(\"#\")",
            "rows(\".#.\",\"...\")",
            "rows(\"..#\",\"#..\",\"...\")",
        ];
        texts.iter().map(|text| format!("node-kayles({text})")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theorems_of_rectangles_are_those_of_the_rules() {
        let game = NodeKayles::default();
        let mut memo = crate::solve::Memo::default();
        crate::game::rectangles::check(&RECTANGLES, |rows, columns| {
            let board = Left::Squares(Board::full(rows, columns).unwrap());
            let value = memo.value(&game, &board, &Default::default()).unwrap();
            value.number().expect("a number").into()
        });
    }

    #[test]
    fn theory_agrees_with_the_rules() {
        let mut rng = fastrand::Rng::with_seed(8);
        testing::check_theory_on_graphs::<NodeKayles>();
        let boards = (0..24).map(|i| {
            let full = Board::full(1 + i % 3, 5).unwrap();
            Left::Squares(if i < 3 { full } else { full.with_free(rng.u128(..)) })
        });
        testing::check_theory(&NodeKayles::default(), boards, 3);
        testing::check_round_trip(&NodeKaylesFamily);
    }
}
