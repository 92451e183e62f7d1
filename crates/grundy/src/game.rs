//! What a named game adds to its bare rules: reading, printing, theory and its catalogue card.

use crate::component::{Component, Instance};
use crate::context::{Context, Stop};
use crate::graph::Starts;
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::picture;
use crate::ruleset::{OptionRef, Ruleset};
use crate::solve::tame::Tame;
use crate::syntax::{self, Args, ReadError};
pub use crate::theory::heap_law::HeapLaw;
use crate::theory::subtraction::Period;
use std::borrow::Cow;
use std::sync::Arc;

/// What theory tells of one part in normal play, without search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// The Grundy value.
    Value(Nat),
    /// The value is not 0 (the part alone is N), and the theory says no more.
    Nonzero,
    /// A move wins the whole game at once; there is no value.
    Loony,
}

/// What a table is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Grundy values.
    Values,
    /// Outcomes under a convention.
    Outcomes(Play),
}

/// The Grundy values of the positions typed as one number 0, 1, 2, …, and what is proved of how
/// they go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The values.
    pub values: Vec<u32>,
    /// How they repeat, if that is proved.
    pub period: Option<Period>,
}

impl Line {
    /// The values of 0, …, `to` by a formula; O(to) calls.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or at a limit.
    pub fn by(
        to: u64,
        period: Option<Period>,
        context: &Context<'_>,
        formula: impl Fn(u64) -> u64,
    ) -> Result<Option<Self>, Stop> {
        if to >= u64::from(u32::MAX) {
            return Ok(None);
        }
        context.check_memory(4 * to, || format!("a line of {to} values"))?;
        let mut values = Vec::with_capacity(to as usize + 1);
        for n in 0..=to {
            context.tick("computing values", n)?;
            let Ok(value) = u32::try_from(formula(n)) else { return Ok(None) };
            values.push(value);
        }
        Ok(Some(Self { values, period }))
    }
}

/// What is known of a position in normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// There is no such position.
    None,
    /// A move wins at once; there is no value.
    Loony,
    /// The Grundy value.
    Value(u32),
}

/// What is known of all positions typed as numbers from 0 to given ones, by their place: the last
/// number runs fastest.
pub type Entries = Box<dyn Fn(usize) -> Entry>;

/// A move in one part: the sum it leaves in place of the part, and its tag.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move<P> {
    /// What is left in place of the part.
    pub sum: Vec<P>,
    /// As in [`OptionRef::tag`].
    pub tag: u64,
}

impl<P: Clone> From<OptionRef<'_, P>> for Move<P> {
    fn from(option: OptionRef<'_, P>) -> Self {
        Self { sum: option.sum.to_vec(), tag: option.tag }
    }
}

/// Moves with a wanted property: how many, and the first of them by result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<P> {
    /// The exact number; `None` if it is not known.
    pub count: Option<Nat>,
    /// The first ones, ordered by what they leave.
    pub listed: Vec<Move<P>>,
}

impl<P> Default for Found<P> {
    fn default() -> Self {
        Self { count: Some(Nat::ZERO), listed: Vec::new() }
    }
}

impl<P: Ord> Found<P> {
    /// All of these moves, of which at most `max` are listed.
    pub fn all(mut moves: Vec<Move<P>>, max: usize) -> Self {
        let count = Some(Nat::from(moves.len()));
        moves.sort();
        moves.truncate(max);
        Self { count, listed: moves }
    }
}

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

    /// The position as a picture in text, a line a row; empty if there is no better one than its
    /// notation.
    fn picture(&self, position: &Self::Position) -> Vec<String> {
        picture::heaps(&self.print(position))
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

    /// Why misère play of this game makes no sense, if so.
    fn misere_refused(&self) -> Option<&'static str> {
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

    /// Whether Grundy values decide misère play as in Nim.
    fn nim_like(&self) -> NimLike {
        NimLike::No
    }
}

/// Whether every position of a game is tame (see [`crate::solve::tame`]), and those of value 0 and
/// 1 fickle: then Grundy values decide misère play by the rule of misère Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NimLike {
    /// Not so, or not known.
    No,
    /// It is so.
    Yes,
    /// It is so, and every option is a single position: values tell the winning moves too.
    Single,
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

/// The catalogue's entry of a game.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Card<'a> {
    /// The name typed; for take-and-break codes a word for them.
    pub name: &'a str,
    /// The parameters, with brackets; empty if there are none.
    pub params: &'a str,
    /// How a position is written.
    pub position: &'a str,
    /// The rules in words.
    pub rules: &'a str,
    /// The theorem used, or how it is searched.
    pub theorem: &'a str,
    /// Author and year.
    pub source: &'a str,
    /// O(...) of an answer.
    pub cost: &'a str,
    /// Expressions that can be pasted.
    pub examples: &'a [&'a str],
}

/// A row of the registry: a name that stands for a game with any parameters.
pub trait Family: Send + Sync {
    /// The catalogue's entry.
    fn card(&self) -> Card<'_>;

    /// Whether the component's head is this family's.
    fn owns(&self, component: &syntax::Component) -> bool {
        component.name() == Some(self.card().name)
    }

    /// The game with the parameters of `component`; its arguments are not looked at.
    ///
    /// # Errors
    /// [`ReadError`] with what is wrong and where.
    fn configure(&self, component: &syntax::Component) -> Result<Arc<dyn AnyGame>, ReadError>;

    /// All small positions, as expressions: what the conformance test walks.
    fn small(&self) -> Vec<String>;
}

/// A game with its type forgotten.
pub trait AnyGame: Send + Sync {
    /// Name and parameters.
    fn title(&self) -> String;

    /// Reads what stands in parentheses.
    ///
    /// # Errors
    /// [`ReadError`] with what is wrong and where.
    fn place(&self, args: &Args, context: &Context<'_>) -> Result<Arc<dyn Component>, ReadError>;

    /// As [`Game::every_start`].
    ///
    /// # Errors
    /// As there.
    fn every_start(
        &self,
        args: &Args,
        content: Content,
        context: &Context<'_>,
    ) -> Result<Option<Starts>, ReadError>;

    /// As [`Game::p_positions`].
    ///
    /// # Errors
    /// [`Stop`] when cancelled.
    fn p_positions(
        &self,
        from: &Nat,
        to: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<Vec<Vec<Nat>>>, Stop>;

    /// As [`Game::heap_law`].
    ///
    /// # Errors
    /// As there.
    fn heap_law(&self, upto: &Nat, context: &Context<'_>) -> Result<Option<HeapLaw>, Stop>;

    /// As [`Game::values_to`].
    ///
    /// # Errors
    /// As there.
    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop>;

    /// As [`Game::table_hint`].
    fn table_hint(&self) -> Option<String>;

    /// As [`Game::entries_to`].
    ///
    /// # Errors
    /// As there.
    fn entries_to(&self, to: &[u64], context: &Context<'_>) -> Result<Option<Entries>, Stop>;
}

/// Forgets the type of a game.
pub fn erase<G: Game>(game: G) -> Arc<dyn AnyGame> {
    Arc::new(Instance::new(Arc::new(game)))
}

/// Joins texts.
pub(crate) fn join(texts: impl IntoIterator<Item = String>, between: &str) -> String {
    let mut joined = String::new();
    for (i, text) in texts.into_iter().enumerate() {
        if i > 0 {
            joined.push_str(between);
        }
        joined.push_str(&text);
    }
    joined
}
