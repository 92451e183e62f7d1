//! Components of a sum with the types of their games forgotten.

use super::{AnyApart, Known, NimLike, Proof, Wanted};
use crate::context::{Context, Stop};
use crate::heap::{Code, HeapClasses};
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::sketch::Sketch;
use crate::solve::arena::Numbered;
use crate::solve::entailing::WinningSet;
use crate::solve::search::Searched;
use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

/// A component: a game with positions, each of which is a part of the sum.
///
/// Parts are numbered from 0 here.
pub trait Component: Send + Sync {
    /// Name and parameters of the game.
    fn title(&self) -> String;
    /// The number of parts.
    fn parts(&self) -> usize;
    /// The component as text that parses back.
    fn print(&self) -> String;
    /// One part alone, as text that parses back.
    fn print_part(&self, part: usize) -> String;
    /// As [`Game::shown`](super::Game::shown).
    fn shown(&self, part: usize) -> Option<String>;
    /// As [`Game::picture`](super::Game::picture).
    fn picture(&self, part: usize) -> Vec<String>;
    /// As [`Game::heaps`](super::Game::heaps).
    fn heaps(&self, part: usize) -> Vec<Nat>;
    /// Remarks made in reading.
    fn notes(&self) -> &[String];
    /// Equal identities and equal positions: the same position.
    fn identity(&self) -> String;
    /// The position of a part, for comparison and numbering.
    fn position(&self, part: usize) -> &dyn Any;
    /// Whether two parts of components of the same identity are equal.
    fn equal(&self, part: usize, other: &dyn Any) -> bool;
    /// The theorem applied to the part.
    fn method(&self, part: usize) -> Cow<'static, str>;
    /// The theorem in sentences.
    fn why(&self, part: usize) -> Vec<String>;
    /// As [`Game::values_by_table`](super::Game::values_by_table).
    fn values_by_table(&self) -> bool;

    /// As [`Game::by_options`](super::Game::by_options).
    fn by_options(&self, part: usize) -> bool;

    /// All options of a part in the order of the rules, each with its value; `None` if there are
    /// more than `max`, or if the limits do not allow all values to be found.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or when play can go round in a circle.
    fn option_values(
        &self,
        part: usize,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Vec<OptionValue>>, Stop>;

    /// As [`Ruleset::is_loopy`](crate::ruleset::Ruleset::is_loopy).
    fn is_loopy(&self) -> bool;

    /// As [`Ruleset::entails`](crate::ruleset::Ruleset::entails).
    fn entails(&self) -> bool;
    /// As [`Ruleset::is_entailed`](crate::ruleset::Ruleset::is_entailed), of a part.
    fn is_entailed(&self, part: usize) -> bool;
    /// The same component with all parts entailed; `None` where moves do not entail.
    fn entailed(&self) -> Option<Arc<dyn Component>>;

    /// The values of the other parts beside which a move in this part wins, where moves may entail.
    ///
    /// # Errors
    /// [`Stop`] at a limit; refused where there is no theory.
    fn winning_set(&self, part: usize, context: &Context<'_>) -> Result<Arc<WinningSet>, Stop>;

    /// The moves of a part that win beside other parts of this value, `None` for loony ones, where
    /// moves may entail.
    ///
    /// # Errors
    /// As [`winning_set`](Self::winning_set).
    fn moves_beside(
        &self,
        part: usize,
        others: Option<&Nat>,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop>;

    /// The options of a part in the order of the rules, each with what it adds to the winning set;
    /// `None` if there are more than `max`.
    ///
    /// # Errors
    /// As [`winning_set`](Self::winning_set).
    fn option_sets(
        &self,
        part: usize,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Vec<(String, WinningSet)>>, Stop>;

    /// As [`Game::counter`](super::Game::counter), for parts of loopy rules.
    ///
    /// # Errors
    /// As there.
    fn counter(&self, part: usize, context: &Context<'_>) -> Result<Option<u64>, Stop>;

    /// The moves of a part to sums whose value `keep` accepts.
    ///
    /// # Errors
    /// [`Stop`] when cancelled; past other limits the count is unknown.
    fn moves_by_value(
        &self,
        part: usize,
        keep: &dyn Fn(&Known) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop>;

    /// As [`Game::nim_like`](super::Game::nim_like).
    fn nim_like(&self) -> NimLike;
    /// As [`Game::misere_refused`](super::Game::misere_refused).
    fn misere_refused(&self) -> Option<&'static str>;

    /// As [`Game::lengths_refused`](super::Game::lengths_refused).
    fn lengths_refused(&self) -> Option<&'static str>;

    /// What theory tells of the part.
    ///
    /// # Errors
    /// [`Stop`] when work for the proof hits a limit.
    fn known(&self, part: usize, context: &Context<'_>) -> Result<Option<Known>, Stop>;

    /// As [`Game::outcome`](super::Game::outcome).
    ///
    /// # Errors
    /// As there.
    fn outcome(&self, part: usize, context: &Context<'_>) -> Result<Option<Outcome>, Stop>;

    /// The value by the generic solver: anything but `Known::Nonzero`.
    ///
    /// # Errors
    /// [`Stop`] at a limit; at once where the search is known to be out of reach.
    fn search(&self, part: usize, context: &Context<'_>) -> Result<Known, Stop>;

    /// Whether the value of a part is this, where that is less work than the value; `None` elsewhere.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn has_value(
        &self,
        part: usize,
        value: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<bool>, Stop>;

    /// One move of a part to value `target`, if there is one, where that is less work than all of them:
    /// those that theory knows come first. `None` where [`has_value`](Self::has_value) does not answer.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn some_move_to(
        &self,
        part: usize,
        target: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop>;

    /// As [`Divided::prove`](super::Divided::prove); `None` too where there is no such search.
    ///
    /// # Errors
    /// As there.
    fn prove(
        &self,
        part: usize,
        wanted: Wanted,
        context: &Context<'_>,
    ) -> Result<Option<Proof>, Stop>;

    /// As [`Divided::proves`](super::Divided::proves).
    fn proves(&self) -> bool;

    /// As [`Divided::kept`](super::Divided::kept).
    fn kept(&self, part: usize) -> Option<(String, &Searched)>;

    /// Whether [`has_value`](Self::has_value) answers.
    fn is_divided(&self) -> bool;

    /// As [`Game::apart`](super::Game::apart), with the type forgotten.
    fn apart(&self) -> Option<Box<dyn AnyApart>>;

    /// The same as certificates have the parts.
    fn proving_apart(&self) -> Option<Box<dyn AnyApart>>;

    /// The moves of a part to sums of value `target`, or those that win at once if there is no
    /// target.
    ///
    /// # Errors
    /// [`Stop`] when cancelled; past other limits the count is unknown.
    fn moves_to(
        &self,
        part: usize,
        target: Option<&Nat>,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop>;

    /// As [`Game::code`](super::Game::code); the positions of such games are heaps of the code.
    fn code(&self) -> Option<&Code>;

    /// As [`Game::heap_of_code`](super::Game::heap_of_code).
    fn heap_of_code(&self, part: usize) -> Option<Nat>;

    /// As [`Game::moves_by_class`](super::Game::moves_by_class).
    ///
    /// # Errors
    /// As there.
    fn moves_by_class(
        &self,
        part: usize,
        classes: &HeapClasses<&dyn Fn(u64) -> u32>,
        keep: &dyn Fn(&[u32]) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop>;

    /// The moves of a part whose number in the order of the rules `keep` accepts.
    ///
    /// # Errors
    /// [`Stop`] when cancelled; past other limits the count is unknown.
    fn moves_kept(
        &self,
        part: usize,
        keep: &mut dyn FnMut(usize) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop>;

    /// The numbers of all moves of a part in the order of the rules, sorted as the moves are listed: by
    /// what they leave.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or if there are too many moves.
    fn moves_order(&self, part: usize, context: &Context<'_>) -> Result<Vec<usize>, Stop>;

    /// As [`Game::fixed_length`](super::Game::fixed_length).
    fn fixed_length(&self, part: usize, play: Play) -> Option<Nat>;

    /// As [`Game::fickle`](super::Game::fickle), of a part.
    fn fickle(&self, part: usize) -> Option<bool>;

    /// As [`Game::fickle_moves`](super::Game::fickle_moves), of a part.
    ///
    /// # Errors
    /// As there.
    fn fickle_moves(
        &self,
        part: usize,
        one: bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop>;

    /// As [`Game::is_boxed`](super::Game::is_boxed).
    fn is_boxed(&self) -> bool;

    /// As [`Game::boxed`](super::Game::boxed), of a part.
    ///
    /// # Errors
    /// As there.
    fn boxed(
        &self,
        part: usize,
        play: Play,
        context: &Context<'_>,
    ) -> Result<Option<Outcome>, Stop>;

    /// The moves of the part alone that leave this outcome, as [`boxed`](Self::boxed) tells it.
    ///
    /// # Errors
    /// As there.
    fn boxed_moves(
        &self,
        part: usize,
        wanted: (Play, Outcome),
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop>;

    /// As [`Game::misere_alone`](super::Game::misere_alone).
    fn misere_alone(&self, part: usize) -> Option<Outcome>;

    /// The moves of the part alone that leave this outcome of misère play; `None` where theory does
    /// not tell.
    ///
    /// # Errors
    /// [`Stop`] when cancelled.
    fn misere_moves(
        &self,
        part: usize,
        wanted: Outcome,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop>;

    /// The outcome by [`Game::misere_law`](super::Game::misere_law), of a part alone.
    ///
    /// # Errors
    /// As there.
    fn misere_outcome(&self, part: usize, context: &Context<'_>) -> Result<Option<Outcome>, Stop>;

    /// The winning moves by [`Game::misere_law`](super::Game::misere_law), of a part alone.
    ///
    /// # Errors
    /// As there.
    fn misere_winning_moves(
        &self,
        part: usize,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop>;

    /// The theorem by which [`misere_outcome`](Self::misere_outcome) tells, and how.
    fn misere_why(&self, part: usize) -> Option<(&'static str, Vec<String>)>;

    /// The first moves of a part in the order of the rules, at most `max`; the count is known if
    /// these are all.
    fn some_moves(&self, part: usize, max: usize) -> AnyFound;

    /// A drawing of a part in which every move has a place to click, at most `max` moves.
    fn sketch(&self, part: usize, max: usize) -> PartSketch;

    /// As [`Ruleset::fault`](crate::ruleset::Ruleset::fault).
    fn fault(&self) -> Option<Stop>;

    /// As [`Game::reachable`](super::Game::reachable).
    fn reachable(&self, part: usize) -> Option<Nat>;

    /// Whether the part has any move.
    fn has_moves(&self, part: usize) -> bool;

    /// Whether some move of the part wins at once; also where there are too many moves to look at all.
    fn may_win_at_once(&self, part: usize) -> bool;

    /// The component that has these of the parts alone, in this order.
    ///
    /// # Panics
    /// If there is no such part.
    fn with_parts(&self, parts: &[usize]) -> Arc<dyn Component>;

    /// The rules with numbered positions, for searches of sums.
    fn numbered(&self) -> Box<dyn Numbered>;
}

/// Which parts of a sum a move may be made in, by component and part: any, or the entailed ones if there
/// are some.
///
/// ```
/// use grundy::{Catalogue, Expression, game::may_move};
/// let position = Catalogue::default().read("nim(3,4) + kayles(5)").unwrap();
/// let Expression::Sum(sum) = position else { unreachable!() };
/// assert!(may_move(&sum)(0, 1) && may_move(&sum)(1, 0));
/// ```
pub fn may_move(sum: &[Arc<dyn Component>]) -> impl Fn(usize, usize) -> bool + '_ {
    let entailed = |c: &Arc<dyn Component>| (0..c.parts()).any(|part| c.is_entailed(part));
    let free = !sum.iter().any(|c| c.entails() && entailed(c));
    move |c, part| free || sum[c].is_entailed(part)
}

/// Moves of a part, types forgotten.
#[derive(Default)]
pub struct AnyFound {
    /// The exact number; `None` if it is not known.
    pub count: Option<Nat>,
    /// The first ones, ordered by what they leave.
    pub listed: Vec<AnyMove>,
}

/// A move of a part, type forgotten.
pub struct AnyMove {
    /// In plain notation.
    pub text: String,
    /// As [`Game::move_names`](super::Game::move_names).
    pub names: Vec<String>,
    /// The component after the move.
    pub after: Arc<dyn Component>,
    /// Whether the move wins at once, whatever else is on the table.
    pub wins: bool,
}

/// A drawing of one part with the moves that can be made in it.
pub struct PartSketch {
    /// What is drawn; each move has at least one gesture.
    pub sketch: Sketch,
    /// The moves, in the order of the gestures.
    pub moves: Vec<AnyMove>,
    /// Whether these are all moves of the part.
    pub complete: bool,
}

/// An option and what it is worth.
pub struct OptionValue {
    /// The move in plain notation.
    pub text: String,
    /// The value of what it leaves, loony if that lets the other player win at once.
    pub value: Known,
}
