//! Families whose moves take free squares of a board in a way that the search over boards knows: read off the
//! rules, never off values, so that they are searched as fast as the built-in games.

mod alike;
mod evaluate;
mod moves;
mod read;
mod word;

use crate::shape::Shape;
use crate::state::State;
use crate::typed::Program;
use grundy::context::{Context, Stop};
use grundy::game::{Apart, Boards, Divided, Game};
use grundy::nat::Nat;
use grundy::solve::search::Searched;
use grundy_search::Keyed;
use grundy_search::board::{Board, Moves};
use std::borrow::Cow;
use std::fmt;

/// Boards that are searched, whatever their moves are.
trait Played: Divided<Board> + Apart<Board> + Send + Sync {
    /// As [`Boards::is_answered`].
    fn is_answered(&self, board: Board) -> bool;

    /// As [`Game::method`].
    fn method(&self, board: Board) -> Cow<'static, str>;

    /// As [`Game::why`].
    fn why(&self, board: Board) -> Vec<String>;
}

impl<M: Moves + Send + 'static> Played for Boards<M> {
    fn is_answered(&self, board: Board) -> bool {
        Self::is_answered(self, board)
    }

    fn method(&self, board: Board) -> Cow<'static, str> {
        Game::method(self, &board)
    }

    fn why(&self, board: Board) -> Vec<String> {
        Game::why(self, &board)
    }
}

/// A family whose positions are sets of free squares, of which moves take some.
pub struct Placement {
    shape: Shape,
    placed: moves::Placed,
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Placement").field("shape", &self.shape).finish_non_exhaustive()
    }
}

impl Placement {
    /// The family of this number as one of these, if that is seen in its rules.
    pub fn of(program: &Program, family: usize) -> Option<Self> {
        if program.is_loopy() || program.entailing().is_some() || program.wins() {
            return None;
        }
        let shape = read::shape(&program.families[family])?;
        let (rows, columns) = shape.sides();
        let board = Board::full(rows as u32, columns as u32)?;
        let found = read::moves(program, family)?;
        let placed = moves::recognised(&found, board)?;
        Some(Self { shape, placed })
    }

    /// The free squares of a position.
    fn board(&self, state: &State) -> Board {
        let (rows, columns) = self.shape.sides();
        let words = state.coords();
        let free = (0..self.shape.squares())
            .filter(|&square| Shape::is_one(words, square) == self.placed.free_is_one)
            .fold(0u128, |set, square| set | 1 << square);
        Board::empty(rows as u32, columns as u32).unwrap_or_default().with_free(free)
    }

    /// The Grundy value of a position.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn value(&self, state: &State, context: &Context<'_>) -> Result<u64, Stop> {
        self.placed.boards.value(&self.board(state), context)
    }

    /// Whether the Grundy value of a position is `value`.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn is(&self, state: &State, value: &Nat, context: &Context<'_>) -> Result<bool, Stop> {
        self.placed.boards.is(&self.board(state), value, context)
    }

    /// Whether the Grundy value of a sum of positions is `value`, in one question; `None` if they do not lie apart
    /// on one board, as what a move leaves does.
    pub fn sum_is(
        &self,
        sum: &[State],
        value: &Nat,
        context: &Context<'_>,
    ) -> Option<Result<bool, Stop>> {
        let boards = sum.iter().map(|state| self.board(state));
        let whole = boards.reduce(|all, board| all.with_free(all.free() | board.free()))?;
        let parts = |board: &Board| Apart::parts(&*self.placed.boards, board);
        let (mut found, mut each) = (parts(&whole), Vec::with_capacity(sum.len()));
        sum.iter().for_each(|state| each.append(&mut parts(&self.board(state))));
        found.sort_unstable();
        each.sort_unstable();
        (found == each).then(|| self.placed.boards.is(&whole, value, context))
    }

    /// Whether the value is seen to be 0: half a turn answers every move.
    pub fn is_answered(&self, state: &State) -> bool {
        self.placed.boards.is_answered(self.board(state))
    }

    /// How the value is found.
    pub fn method(&self, state: &State) -> Cow<'static, str> {
        self.placed.boards.method(self.board(state))
    }

    /// Why it is 0, where that is seen.
    pub fn why(&self, state: &State) -> Vec<String> {
        self.placed.boards.why(self.board(state))
    }

    /// What was found, with a name that only games with the same parts have.
    pub fn kept(&self, state: &State) -> Option<(String, &Searched)> {
        self.placed.boards.kept(&self.board(state))
    }
}

/// In misère play.
impl Apart<State> for Placement {
    fn parts(&self, state: &State) -> Vec<u128> {
        Apart::parts(&*self.placed.boards, &self.board(state))
    }

    fn rules(&self) -> &dyn Keyed {
        Apart::rules(&*self.placed.boards)
    }
}
