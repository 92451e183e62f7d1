//! Games whose positions fall apart: single questions about a value, answered by a search of their own.

use crate::context::{Context, Stop};
use crate::nat::Nat;
use crate::solve::search::Searched;
pub use grundy_search::Claim;

/// Parts of at most so many squares or vertices, or half as many lives, need no claims: whoever checks a
/// proof values them by all their options.
pub const MAX_UNCLAIMED_CELLS: u32 = 10;

/// What is to be proved of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Its Grundy value, whatever it is.
    Value,
    /// That its Grundy value is not this.
    Other(u32),
}

impl Wanted {
    /// The value that is to be ruled out.
    pub fn other(self) -> Option<u32> {
        match self {
            Self::Value => None,
            Self::Other(value) => Some(value),
        }
    }
}

/// A position as a certificate has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Free squares of a board: rows, `.` for each free square. Parts are numbered by their width in the
    /// bits from 120 on, and their squares row by row.
    Board {
        /// Name and parameters.
        game: String,
        /// The rows.
        rows: Vec<String>,
    },
    /// Vertices of a graph, or elements of an order. Parts are numbered by their vertices as bits.
    Graph {
        /// Name of the game.
        game: String,
        /// Names of all vertices.
        vertices: Vec<String>,
        /// Edges, or pairs of an upper and a lower element, by the places of the names.
        pairs: Vec<(usize, usize)>,
        /// Which are left.
        left: Vec<usize>,
        /// Pairs of vertices by their places: to exchange all of them answers every move. Empty if that is not
        /// what proves the value.
        partners: Vec<(usize, usize)>,
    },
    /// Spots and lines, as text. Parts are told by texts.
    Drawing {
        /// Name of the game.
        game: String,
        /// The text.
        text: String,
    },
    /// A position of rules that were read from texts. Parts are positions in normal form, numbered by 1 and the sum of
    /// 2^65 times their first coordinate, 4 times their second, and the number of their family.
    Rules {
        /// The texts.
        texts: Vec<String>,
        /// The position, as it is typed.
        position: String,
    },
}

/// How a certificate tells a part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// By a number: see [`Ground`].
    Number(u128),
    /// By a text.
    Text(String),
}

/// A proof taken out of a search.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The position.
    pub ground: Ground,
    /// Its value, if that is proved.
    pub value: Option<u64>,
    /// Claims about parts.
    pub claims: Vec<(Part, Claim)>,
}

/// A search that knows the parts of positions.
///
/// Whether a value is a given one is less work than the value itself: that is how outcomes of sums and
/// winning moves are found.
pub trait Divided<P> {
    /// The Grundy value of a position.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn value(&self, position: &P, context: &Context<'_>) -> Result<u64, Stop>;

    /// Whether the Grundy value of a position is `value`.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn is(&self, position: &P, value: &Nat, context: &Context<'_>) -> Result<bool, Stop>;

    /// Whether the Grundy value of a sum of positions is `value`: of all but the last the values are found.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn sum_is(&self, sum: &[P], value: &Nat, context: &Context<'_>) -> Result<bool, Stop> {
        let Some((last, others)) = sum.split_last() else { return Ok(value.is_zero()) };
        let others = others
            .iter()
            .try_fold(0, |sum, position| Ok::<_, Stop>(sum ^ self.value(position, context)?))?;
        self.is(last, &(value ^ &Nat::from(others)), context)
    }

    /// The proof of what is known of a position; `None` where it cannot be written down.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled; refused if what is wanted is false.
    fn prove(
        &self,
        _position: &P,
        _wanted: Wanted,
        _context: &Context<'_>,
    ) -> Result<Option<Proof>, Stop> {
        Ok(None)
    }

    /// Whether [`prove`](Self::prove) answers.
    fn proves(&self) -> bool {
        false
    }

    /// What is known of the parts of a position, if it can be kept in a file, with a text that tells games
    /// apart whose parts are not the same.
    fn kept(&self, _position: &P) -> Option<(String, &Searched)> {
        None
    }
}
