//! Playing against the perfect player: whose turn it is, which moves there are, what the engine
//! does, and how it all looks in text.

mod endless;
mod engine;
mod illegal;
mod moves;
mod sentence;
mod view;
mod words;

pub use engine::Reason;
pub use moves::Unread;
pub use view::draw;

use crate::analysis::{JoinMove, NO_NEXT_ROUND, NOT_IN_JOINS, Question, Session, join_moves};
use crate::answer::Answer;
use crate::context::{Context, Stop};
use crate::expr::{Expression, Join, Series};
use crate::game::{Component, may_move};
use crate::nat::{BitTest, Nat};
use crate::outcome::Play;
use crate::syntax::JoinKind;
use std::collections::HashSet;
use std::sync::Arc;

/// The most moves a position may have to be played by hand.
const MAX_MOVES: usize = 100_000;

/// The two who play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one who types.
    Human,
    /// The perfect player.
    Engine,
}

impl Side {
    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::Human => Self::Engine,
            Self::Engine => Self::Human,
        }
    }
}

/// A legal move.
#[derive(Clone)]
pub struct Choice {
    /// The part moved in, from 1; a join is one part, and the text of a move names the parts in it.
    pub part: usize,
    /// The move in plain notation.
    pub text: String,
    /// Whether it wins the present round (or the game) at once.
    pub wins: bool,
    /// Further texts by which it can be typed.
    names: Vec<String>,
    /// The component moved in, and its part there.
    place: (usize, usize),
    after: Vec<Arc<dyn Component>>,
}

/// A position of a match.
#[derive(Clone)]
struct Stand {
    /// Rounds left with the present one, and what each further one starts from; `None` if it is no
    /// series.
    rounds: Option<(Nat, Vec<Arc<dyn Component>>)>,
    sum: Vec<Arc<dyn Component>>,
    /// If it is a join, its kind and how many components each member has; `sum` has all of them.
    join: Option<(JoinKind, Arc<[usize]>)>,
    /// Whether nothing was played of the present round.
    fresh: bool,
    turn: Side,
    winner: Option<Side>,
    /// The match has ended in a draw.
    drawn: bool,
}

/// What became of a move besides the new position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Nothing: the other one is to move.
    Next,
    /// A round was won; so many are left, and the loser begins the next one.
    RoundWon {
        /// Who won it.
        by: Side,
        /// Rounds left.
        left: Nat,
    },
    /// The match is over.
    Won(Side),
    /// The match is over: the same position with the same player to move has come three times.
    Drawn,
}

/// A match: a position, whose turn it is, and what was played.
///
/// ```
/// use grundy::expr::Catalogue;
/// use grundy::play::{Event, Match, Side};
/// let position = Catalogue::default().read("nim(1,2)")?;
/// let context = Default::default();
/// let mut play = Match::new(position, Default::default(), Side::Human, &context)?;
/// let choice = play.read("2 -> 1", &context)??;
/// assert_eq!(play.make(&choice, &context)?, Event::Next);
/// assert_eq!(play.position(), "nim(1,1)");
/// // The engine has lost; it can only take a heap, and then so can we.
/// let choice = play.engine(&context)?;
/// play.make(&choice, &context)?;
/// let choice = play.choices(&context)?.remove(0);
/// assert_eq!(play.make(&choice, &context)?, Event::Won(Side::Human));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Match {
    play: Play,
    stand: Stand,
    /// Positions before, the first first.
    past: Vec<Stand>,
    session: Session,
}

/// What is said of positions with too many moves.
fn too_many() -> Stop {
    Stop::beyond(format!(
        "this position has more than {MAX_MOVES} moves, too many to play by hand: `solve` tells the \
         winning ones"
    ))
}

/// What is said of positions whose moves are not listed, as of boards on which a theorem alone tells who wins.
fn not_listed() -> Stop {
    Stop::beyond("this position is too large to play by hand: its moves are not listed")
}

impl Match {
    /// A match from a position, `first` to move.
    ///
    /// # Errors
    /// [`Stop::Refused`] where misère play makes no sense; [`Stop`] if the position has too many
    /// moves to be played by hand, or at a limit.
    pub fn new(
        position: Expression,
        play: Play,
        first: Side,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        if let Expression::Join(join) = &position
            && join.members.iter().flatten().any(|component| component.entails())
        {
            return Err(Stop::Refused(NOT_IN_JOINS.into()));
        }
        let (rounds, sum, join, fresh) = match position {
            Expression::Sum(sum) => (None, sum, None, true),
            Expression::Series(series) => {
                (Some((series.rounds, series.start)), series.current, None, series.fresh)
            }
            Expression::Join(join) => {
                let sizes = join.members.iter().map(Vec::len).collect();
                let sum = join.members.into_iter().flatten().collect();
                (None, sum, Some((join.kind, sizes)), true)
            }
        };
        if play == Play::Misere
            && let Some(reason) = sum.iter().find_map(|component| component.misere_refused())
        {
            return Err(Stop::Refused(reason.into()));
        }
        if rounds.is_some() && sum.iter().any(|component| component.is_loopy()) {
            return Err(Stop::Refused(NO_NEXT_ROUND.into()));
        }
        let stand = Stand { rounds, sum, join, fresh, turn: first, winner: None, drawn: false };
        let mut new = Self { play, stand, past: Vec::new(), session: Session::default() };
        new.settle(context)?;
        Ok(new)
    }

    /// Who is to move.
    pub fn turn(&self) -> Side {
        self.stand.turn
    }

    /// Who has won, once the match is over.
    pub fn winner(&self) -> Option<Side> {
        self.stand.winner
    }

    /// Whether the match has ended in a draw.
    pub fn drawn(&self) -> bool {
        self.stand.drawn
    }

    /// The convention.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The position as text that parses back.
    pub fn position(&self) -> String {
        self.expression().to_string()
    }

    /// The components of the present round.
    pub fn components(&self) -> &[Arc<dyn Component>] {
        &self.stand.sum
    }

    /// The position.
    pub fn expression(&self) -> Expression {
        if let Some(join) = self.join() {
            return Expression::Join(join);
        }
        match &self.stand.rounds {
            None => Expression::Sum(self.stand.sum.clone()),
            Some((rounds, start)) => Expression::Series(Series {
                rounds: rounds.clone(),
                start: start.clone(),
                current: self.stand.sum.clone(),
                fresh: self.stand.fresh,
            }),
        }
    }

    /// Whether the position is a join, of which a move is made in several parts at once.
    pub fn is_join(&self) -> bool {
        self.stand.join.is_some()
    }

    /// The position, if it is a join.
    fn join(&self) -> Option<Join> {
        self.join_of(&self.stand.sum)
    }

    /// The join of these components, if the position is a join.
    fn join_of(&self, sum: &[Arc<dyn Component>]) -> Option<Join> {
        let (kind, sizes) = self.stand.join.as_ref()?;
        let mut rest = sum.iter().cloned();
        let members = sizes.iter().map(|&size| rest.by_ref().take(size).collect()).collect();
        Some(Join { kind: *kind, members })
    }

    /// All legal moves of a join.
    fn choices_of(&self, join: &Join) -> Result<Vec<Choice>, Stop> {
        let (moves, complete) = join_moves(join, MAX_MOVES);
        if !complete {
            let fault = self.stand.sum.iter().find_map(|component| component.fault());
            return Err(fault.unwrap_or_else(too_many));
        }
        let choice = |to: JoinMove| Choice {
            part: 1,
            text: to.text,
            wins: to.wins,
            names: Vec::new(),
            place: (0, 0),
            after: to.after.members.into_iter().flatten().collect(),
        };
        Ok(moves.into_iter().map(choice).collect())
    }

    /// All legal moves, by part, then by result.
    ///
    /// # Errors
    /// [`Stop`] if there are more than a hundred thousand.
    pub fn choices(&self, context: &Context<'_>) -> Result<Vec<Choice>, Stop> {
        if let Some(join) = self.join() {
            return self.choices_of(&join);
        }
        let mut all = Vec::new();
        let mut number = 0;
        let may_move = may_move(&self.stand.sum);
        for (c, component) in self.stand.sum.iter().enumerate() {
            for part in 0..component.parts() {
                number += 1;
                if !may_move(c, part) {
                    continue;
                }
                let room = MAX_MOVES - all.len();
                let found = component.some_moves(part, room);
                if found.count.is_none() {
                    let why = if found.listed.len() < room { not_listed } else { too_many };
                    return Err(component.fault().unwrap_or_else(why));
                }
                let wins = component.moves_to(part, None, usize::MAX, context)?;
                let wins: HashSet<String> = wins.listed.into_iter().map(|to| to.text).collect();
                all.extend(found.listed.into_iter().map(|to| {
                    let mut after = self.stand.sum.clone();
                    after[c] = to.after;
                    Choice {
                        part: number,
                        wins: wins.contains(&to.text),
                        text: to.text,
                        names: to.names,
                        place: (c, part),
                        after,
                    }
                }));
            }
        }
        Ok(all)
    }

    /// Makes a move of whoever is to move.
    ///
    /// # Errors
    /// [`Stop`] if the position after it cannot be looked at; nothing has changed then.
    pub fn make(&mut self, choice: &Choice, context: &Context<'_>) -> Result<Event, Stop> {
        let before = self.stand.clone();
        self.stand.sum = choice.after.clone();
        self.stand.fresh = false;
        let mover = self.stand.turn;
        let event = if choice.wins {
            Ok(self.round_won(mover))
        } else {
            self.stand.turn = mover.other();
            self.settle(context)
        };
        match event {
            Ok(event) => {
                self.past.push(before);
                if event == Event::Next && self.repeated() {
                    self.stand.drawn = true;
                    return Ok(Event::Drawn);
                }
                Ok(event)
            }
            Err(stop) => {
                self.stand = before;
                Err(stop)
            }
        }
    }

    /// Whether play may go on for ever from here.
    pub fn is_loopy(&self) -> bool {
        self.stand.sum.iter().any(|component| component.is_loopy())
    }

    /// Whether the present position has come for the third time with the same player to move.
    fn repeated(&self) -> bool {
        if !self.is_loopy() {
            return false;
        }
        let position = crate::expr::print_sum(&self.stand.sum);
        let same = |stand: &&Stand| {
            stand.turn == self.stand.turn
                && stand.join == self.stand.join
                && crate::expr::print_sum(&stand.sum) == position
        };
        self.past.iter().filter(same).count() >= 2
    }

    /// Ends the round if the player to move has no move.
    fn settle(&mut self, context: &Context<'_>) -> Result<Event, Stop> {
        if self.choices(context)?.is_empty() {
            let mover = self.stand.turn;
            let winner = if self.play == Play::Normal { mover.other() } else { mover };
            Ok(self.round_won(winner))
        } else {
            Ok(Event::Next)
        }
    }

    fn round_won(&mut self, by: Side) -> Event {
        let stand = &mut self.stand;
        match &mut stand.rounds {
            Some((rounds, start)) if *rounds > Nat::ONE => {
                *rounds -= 1u8;
                stand.sum = start.clone();
                stand.fresh = true;
                stand.turn = by.other();
                let left = rounds.clone();
                let over = !stand.sum.iter().any(|c| (0..c.parts()).any(|part| c.has_moves(part)));
                if !over {
                    return Event::RoundWon { by, left };
                }
                // Nobody can ever move again: in normal play whoever begins loses every round, in
                // misère play whoever begins wins it and the other one begins the next.
                let begins = by.other();
                let winner = match self.play {
                    Play::Normal => begins.other(),
                    Play::Misere if left.bit(0) => begins,
                    Play::Misere => begins.other(),
                };
                stand.winner = Some(winner);
                Event::Won(winner)
            }
            _ => {
                stand.winner = Some(by);
                Event::Won(by)
            }
        }
    }

    /// Takes back the last moves up to one of `side`; false if there is none.
    pub fn undo(&mut self, side: Side) -> bool {
        let Some(at) = self.past.iter().rposition(|stand| stand.turn == side) else {
            return false;
        };
        self.stand = self.past.swap_remove(at);
        self.past.truncate(at);
        true
    }

    /// Changes the seats: who was to move now waits.
    pub fn swap(&mut self) {
        self.stand.turn = self.stand.turn.other();
        self.stand.winner = self.stand.winner.map(Side::other);
        for stand in &mut self.past {
            stand.turn = stand.turn.other();
        }
    }

    /// What is known of the position, with the reasons and at most `moves` winning moves.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn hint(&mut self, moves: usize, context: &Context<'_>) -> Result<Answer, Stop> {
        let question =
            Question { play: self.play, moves, explain: true, report: true, ..Question::default() };
        let expression = self.expression();
        self.session.answer(&expression, &question, context)
    }
}
