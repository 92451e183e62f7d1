//! What a named game adds to its bare rules: reading, printing, theory and its catalogue card.

mod apart;
pub(crate) mod boards;
mod card;
mod component;
mod divided;
pub(crate) mod dots;
mod family;
mod heaps;
mod instance;
mod known;
mod line;
mod loops;
mod misere_law;
mod numbered;
mod offer;
pub(crate) mod rectangles;
pub mod strings;
mod tokens;
pub mod vertex_sets;

pub use crate::moves::{Found, Move};
pub(crate) use crate::syntax::join;
pub use crate::theory::heap_law::HeapLaw;
pub use apart::{AnyApart, Apart};
pub use boards::Boards;
pub use card::{Card, TranslatedCard};
pub use component::{AnyFound, AnyMove, Component, OptionValue, PartSketch, may_move};
pub use divided::{Claim, Divided, Ground, MAX_UNCLAIMED_CELLS, Part, Proof, Wanted};
pub use family::{AnyGame, Family};
pub(crate) use heaps::{heap_tuple, single_heaps};
pub use instance::{Instance, erase};
pub use known::{Known, NimLike};
pub use line::{Content, Entries, Entry, Line};
pub use misere_law::MisereLaw;
pub use offer::Offer;
pub(crate) use tokens::token_game;

use crate::context::{Context, Stop};
use crate::graph::Starts;
use crate::heap::{Code, HeapClasses};
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::picture;
use crate::ruleset::Ruleset;
use crate::sketch::{Sketch, coins};
use crate::solve::tame::Tame;
use crate::syntax::{Args, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// What is said of a move that wins whatever else is on the table.
pub const WINS_AT_ONCE: &str = "wins at once";

/// Up to this many options of a position are evaluated to explain its value.
pub const OPTIONS_EXPLAINED: usize = 1000;

/// A named game: rules with parameters fixed.
///
/// `Ord` of positions is the order in which moves are listed ("by result").
pub trait Game: Ruleset + Sized + Send + Sync + 'static {
    /// Whether a component holds a list of positions, each a part of its own (heaps, tokens).
    const LIST: bool = false;

    /// Name and parameters as they are typed: `bash[3]`.
    fn title(&self) -> String;

    /// Two games of equal identity give equal positions the same moves.
    fn identity(&self) -> String {
        self.title()
    }

    /// Reads what stands in parentheses; the game may come back changed (with the graph it read).
    ///
    /// # Errors
    /// [`ReadError`] with what is wrong and where.
    fn read(self: Arc<Self>, args: &Args, context: &Context<'_>)
    -> Result<Placed<Self>, ReadError>;

    /// A position as it stands in parentheses.
    fn print(&self, position: &Self::Position) -> String;

    /// Components that hold exactly these positions, as text that parses back.
    fn print_all(&self, parts: &[Self::Position]) -> String {
        let title = self.title();
        let printed = parts.iter().map(|part| self.print(part));
        if Self::LIST {
            return format!("{title}({})", join(printed, ","));
        }
        if parts.is_empty() {
            return "nim()".to_owned();
        }
        join(printed.map(|part| format!("{title}({part})")), " + ")
    }

    /// A move in plain notation.
    fn print_move(&self, from: &Self::Position, to: &Move<Self::Position>) -> String {
        let left = if to.sum.is_empty() {
            "nothing".to_owned()
        } else if Self::LIST {
            join(to.sum.iter().map(|part| self.print(part)), ",")
        } else {
            join(to.sum.iter().map(|part| format!("({})", self.print(part))), " + ")
        };
        let from = self.print(from);
        if Self::LIST { format!("{from} -> {left}") } else { format!("({from}) -> {left}") }
    }

    /// A move that wins at once in plain notation.
    fn print_win(&self, from: &Self::Position, to: &Move<Self::Position>) -> String {
        let text = match to.sum.is_empty() {
            true => self.print_all(std::slice::from_ref(from)),
            false => self.print_move(from, to),
        };
        format!("{text}: {WINS_AT_ONCE}")
    }

    /// The position as a picture in text, a line a row; empty if there is no better one than its
    /// notation.
    fn picture(&self, position: &Self::Position) -> Vec<String> {
        picture::heaps(&self.heaps(position))
    }

    /// The position as a drawing with places to click for these moves; `None` if there is no better
    /// one than [`picture`](Self::picture). Moves left without a place get buttons.
    ///
    /// There are bounded many moves, but the position may be of any size.
    fn sketch(
        &self,
        position: &Self::Position,
        moves: &[Offer<'_, Self::Position>],
    ) -> Option<Sketch> {
        coins::piles(&self.heaps(position), &self.heaps_left(moves))
    }

    /// For each move the heaps that it leaves of a position that is a list of heaps; `None` where it
    /// leaves anything else.
    fn heaps_left(&self, moves: &[Offer<'_, Self::Position>]) -> Vec<Option<Vec<Nat>>> {
        offer::heaps_left(self, moves)
    }

    /// The sizes of the heaps that the position consists of, in order; empty if it is no list of
    /// heaps. Moves of heaps are understood as people say them: "take 2 from heap 1".
    fn heaps(&self, position: &Self::Position) -> Vec<Nat> {
        picture::numbers(&self.print(position))
    }

    /// Further texts by which a move can be typed, as "2 -> 1" for "token 2 -> 1".
    fn move_names(&self, _from: &Self::Position, _to: &Move<Self::Position>) -> Vec<String> {
        Vec::new()
    }

    /// The position in one line as its rules say it is shown, where that differs from its notation;
    /// it need not read back.
    fn shown(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// What is proved of a position in normal play; `None` where only search helps.
    ///
    /// # Errors
    /// [`Stop`] when work needed for the proof hits a limit.
    fn known(
        &self,
        _position: &Self::Position,
        _context: &Context<'_>,
    ) -> Result<Option<Known>, Stop> {
        Ok(None)
    }

    /// Who wins normal play of the position alone, where theory tells that with less work than
    /// [`known`](Self::known); `None` where it does not.
    ///
    /// # Errors
    /// [`Stop`] when work needed for the proof hits a limit.
    fn outcome(
        &self,
        _position: &Self::Position,
        _context: &Context<'_>,
    ) -> Result<Option<Outcome>, Stop> {
        Ok(None)
    }

    /// The moves to sums of Grundy value `target` (sums with a loony part have none), at most
    /// `max` of them listed in the order of their results; `None` where only search helps.
    ///
    /// # Errors
    /// [`Stop`] when work needed for the proof hits a limit.
    fn moves_to(
        &self,
        _position: &Self::Position,
        _target: &Nat,
        _max: usize,
        _context: &Context<'_>,
    ) -> Result<Option<Found<Self::Position>>, Stop> {
        Ok(None)
    }

    /// The moves to heaps whose classes `keep` accepts, counted, at most `max` of them listed in the
    /// order of their results, where that is done with less work than looking at each; `None` elsewhere.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time.
    fn moves_by_class(
        &self,
        _position: &Self::Position,
        _classes: &HeapClasses<&dyn Fn(u64) -> u32>,
        _keep: &dyn Fn(&[u32]) -> bool,
        _max: usize,
        _context: &Context<'_>,
    ) -> Result<Option<Found<Self::Position>>, Stop> {
        Ok(None)
    }

    /// The moves that win at once, at most `max` of them listed; `None` to have them enumerated.
    fn immediate_wins(
        &self,
        _position: &Self::Position,
        _max: usize,
    ) -> Option<Found<Self::Position>> {
        None
    }

    /// The theorem behind [`known`](Self::known).
    fn method(&self, position: &Self::Position) -> Cow<'static, str>;

    /// Whether the theorem tells outcomes only, and values other than 0 come from a table.
    fn values_by_table(&self) -> bool {
        false
    }

    /// The theorem applied to this position, in sentences with its numbers.
    fn why(&self, _position: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    /// Whether the value is found from the values of the options (a table, an induction) rather
    /// than by a formula, so that only the options explain it.
    fn by_options(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The P-positions of normal play number `from` to `to` (counted from 0, in the order of
    /// their sizes) as the arguments typed, where theory numbers them; `None` where it does not.
    ///
    /// The caller sees to it that `to - from` is within the limits.
    ///
    /// # Errors
    /// [`Stop`] when cancelled.
    fn p_positions(
        &self,
        _from: &Nat,
        _to: &Nat,
        _context: &Context<'_>,
    ) -> Result<Option<Vec<Vec<Nat>>>, Stop> {
        Ok(None)
    }

    /// What is proved of the values of all heaps up to `upto`, for games whose positions are single
    /// heaps; `None` where they must be found one by one.
    ///
    /// # Errors
    /// [`Stop`] when work needed for the proof hits a limit.
    fn heap_law(&self, _upto: &Nat, _context: &Context<'_>) -> Result<Option<HeapLaw>, Stop> {
        Ok(None)
    }

    /// The take-and-break code that the game plays, and how much larger its heaps are than the numbers
    /// typed; `None` for other games.
    fn code(&self) -> Option<(&Code, u64)> {
        None
    }

    /// A take-and-break code whose heaps have the same moves, as [`code`](Self::code) tells it. A game with a theory of
    /// its own has this one alone, of at most [`MAX_DIGITS_OF_GAMES`](crate::heap::MAX_DIGITS_OF_GAMES) digits: for
    /// periods, genera and quotients, which are those of codes.
    fn as_code(&self) -> Option<(Code, u64)> {
        self.code().map(|(code, offset)| (code.clone(), offset))
    }

    /// The heap of the [code](Self::code) that a position is; `None` if it is none.
    fn heap_of_code(&self, position: &Self::Position) -> Option<Nat> {
        self.code()?;
        (position as &dyn std::any::Any).downcast_ref().cloned()
    }

    /// The Grundy values of the positions typed as one number 0, 1, …, `to`, where they come faster
    /// all together than one by one; `None` where they do not.
    ///
    /// The caller sees to it that `to` is within the limit of positions.
    ///
    /// # Errors
    /// [`Stop`] at another limit, or when cancelled.
    fn values_to(&self, _to: u64, _context: &Context<'_>) -> Result<Option<Line>, Stop> {
        Ok(None)
    }

    /// How the rules call the numbers that a position is typed as; empty if they have no names of
    /// their own.
    fn argument_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// The last size of a table where none is asked for, if values are dear.
    fn table_end(&self) -> Option<u64> {
        None
    }

    /// What to do for a table of positions that are more than two numbers.
    fn table_hint(&self) -> Option<String> {
        None
    }

    /// What is known of all positions typed as numbers from 0 to those of `to`, where it comes
    /// faster all together than one by one; `None` where it does not.
    ///
    /// # Errors
    /// [`Stop`] at a limit, that of positions included, or when cancelled.
    fn entries_to(&self, _to: &[u64], _context: &Context<'_>) -> Result<Option<Entries>, Stop> {
        Ok(None)
    }

    /// Who wins from all positions typed as numbers from 0 to those of `to`, where that comes faster all
    /// together than one by one: in misère play, or in a game of which play may go on for ever.
    ///
    /// # Errors
    /// [`Stop`] at a limit, or when cancelled.
    fn outcomes_to(
        &self,
        _to: &[u64],
        _play: Play,
        _context: &Context<'_>,
    ) -> Result<Option<Entries>, Stop> {
        Ok(None)
    }

    /// Whether [`boxed`](Self::boxed) may have an answer.
    fn is_boxed(&self) -> bool {
        false
    }

    /// Who wins the position alone, from the outcomes of all positions of a box that no move leads out of,
    /// where play may go on for ever; `None` where there is no such box.
    ///
    /// # Errors
    /// [`Stop`] at a limit, or when cancelled.
    fn boxed(
        &self,
        _position: &Self::Position,
        _play: Play,
        _context: &Context<'_>,
    ) -> Result<Option<Outcome>, Stop> {
        Ok(None)
    }

    /// What `content` asks for with one token on each vertex of the graph that `args` name, where
    /// positions are such; `None` where they are not.
    ///
    /// # Errors
    /// [`ReadError`] if the graph cannot be read, at a limit, or if there is no theory for it.
    fn every_start(
        &self,
        _args: &Args,
        _content: Content,
        _context: &Context<'_>,
    ) -> Result<Option<Starts>, ReadError> {
        Ok(None)
    }

    /// A lower bound for the number of reachable positions, where one is known at sight: a search
    /// for a value that cannot end within the limits is then not begun.
    fn reachable(&self, _position: &Self::Position) -> Option<Nat> {
        None
    }

    /// The number of moves, where it is known at sight and moves are dear to build: too many are
    /// then not begun with.
    fn move_count(&self, _position: &Self::Position) -> Option<usize> {
        None
    }

    /// For rules that are loopy: a number that becomes less with every move that answers one away from
    /// a Grundy value, so that who wins moves to the least sum of such numbers; `None` where the value
    /// is infinite, or to have it found by search.
    ///
    /// # Errors
    /// [`Stop`] when work needed for it hits a limit.
    fn counter(
        &self,
        _position: &Self::Position,
        _context: &Context<'_>,
    ) -> Result<Option<u64>, Stop> {
        Ok(None)
    }

    /// Why misère play of this game makes no sense, if so.
    fn misere_refused(&self) -> Option<&'static str> {
        None
    }

    /// Why the number of moves that a game lasts is not told, if so.
    fn lengths_refused(&self) -> Option<&'static str> {
        None
    }

    /// What is proved of a position in misère play; `None` where only search helps.
    ///
    /// # Errors
    /// [`Stop`] when work needed for the proof hits a limit.
    fn tame(
        &self,
        _position: &Self::Position,
        _context: &Context<'_>,
    ) -> Result<Option<Tame>, Stop> {
        Ok(None)
    }

    /// Whether the position is fickle in misère play (see [`crate::solve::tame`]), for games all of whose positions
    /// are tame, whose values theory tells at any size, and whose options are single positions; `None` for
    /// others.
    fn fickle(&self, _position: &Self::Position) -> Option<bool> {
        None
    }

    /// The moves that win misère play beside fickle positions of value 0 or `one`: those to firm sums of this value,
    /// and to sums of fickle positions of the other. At most `max` of them are listed, in the order of their results;
    /// `None` to have them found by their types.
    ///
    /// # Errors
    /// [`Stop`] when work needed for it hits a limit.
    fn fickle_moves(
        &self,
        position: &Self::Position,
        one: bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Self::Position>>, Stop> {
        if self.fickle(position).is_none() {
            return Ok(None);
        }
        let mut all = Vec::new();
        for (value, fickle) in [(!one, true), (one, false)] {
            match self.moves_to(position, &Nat::from(value), usize::MAX, context)? {
                Some(Found { count: Some(_), listed }) => all.extend(
                    listed.into_iter().filter(|to| self.fickle(&to.sum[0]) == Some(fickle)),
                ),
                _ => return Ok(None),
            }
        }
        Ok(Some(Found::all(all, max)))
    }

    /// Whether the position, or one that can be reached from it, is proved not to be tame: then
    /// [`tame`](Self::tame) is silent, and nothing need be searched to find that out.
    fn is_wild(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Who wins misère play of the position alone, where theory tells it even though the position
    /// may not be tame. Then its options are few, and it tells it of those that are one position.
    fn misere_alone(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The theorem that tells who wins misère play of a position alone, at any size; `None` where there is none.
    fn misere_law(&self) -> Option<&dyn MisereLaw<Self::Position>> {
        None
    }

    /// How many moves the position lasts alone in well-played games, where it is the same number in
    /// all of them: after each winning move, or each move where none wins, it is 1 less. Then
    /// remoteness and suspense are this number.
    fn fixed_length(&self, _position: &Self::Position, _play: Play) -> Option<Nat> {
        None
    }

    /// The search for positions that fall apart; `None` where the options alone are searched.
    fn divided(&self) -> Option<&dyn Divided<Self::Position>> {
        None
    }

    /// The search whose proofs certificates have; `None` where there are none.
    fn proving(&self) -> Option<&dyn Divided<Self::Position>> {
        self.divided()
    }

    /// Positions as sums of parts for the search of misère play; `None` where positions are searched as they are.
    fn apart(&self) -> Option<&dyn Apart<Self::Position>> {
        None
    }

    /// The same as certificates have them; `None` where there are none.
    fn proving_apart(&self) -> Option<&dyn Apart<Self::Position>> {
        self.apart()
    }

    /// The same position, to be answered ([`Ruleset::is_entailed`]); `None` where moves do not entail.
    fn entailed(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Whether Grundy values decide misère play as in Nim.
    fn nim_like(&self) -> NimLike {
        NimLike::No
    }
}

/// What [`Game::read`] returns.
pub struct Placed<G: Game> {
    /// The game, perhaps with data it read.
    pub game: Arc<G>,
    /// The parts in the order typed.
    pub parts: Vec<G::Position>,
    /// Remarks for the user (edges dropped, …).
    pub notes: Vec<String>,
}

impl<G: Game> Placed<G> {
    /// Parts without remarks.
    pub fn new(game: Arc<G>, parts: Vec<G::Position>) -> Self {
        Self { game, parts, notes: Vec::new() }
    }
}
