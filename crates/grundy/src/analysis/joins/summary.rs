//! What is known of the members decides a join: the theorems, and how little of each member they need.
//!
//! Write R for the remoteness and S for the suspense of a member in the play in force. A position is
//! lost for the player to move (P) iff R is even, and S is even, in normal play; odd in misère play.
//!
//! * **Conjunctive** (`and`): the remoteness of the join is the least remoteness r of its members
//!   (Steinhaus 1925, Smith 1966). Who wins a member of remoteness r hurries there and wins it within
//!   r moves. In a member that he loses he delays, and it lasts at least its own remoteness, which
//!   differs from r in parity and so is greater; in a drawn one he does not lose; in one that he wins
//!   he plays well. All this goes on at once, as there is a move in every member. If all remoteness
//!   is infinite, each player keeps every member a draw.
//! * **Continued conjunctive** (`and-all`): the join is P iff its greatest suspense is that of a P
//!   member (Conway 1976), by the same argument with delay and hurry exchanged. It needs members
//!   without cycles, of which no move wins everything at once.
//! * **Selective** (`or`), normal play: P iff every member is P. From there every move makes some
//!   members N, and the reply makes them P again; moves in all N members lead there. Remoteness falls
//!   in the members moved in, so play ends. If some member is a draw it can be kept one, and nobody can
//!   leave P members alone: the join is a draw, unless a move wins everything at once.
//!   Misère play, without cycles: with one member unfinished that member decides. With two or more
//!   the outcome is that of normal play. For from such a position that is P every move leaves as many
//!   unfinished members and one that is N. From one that is N the moves in all N members make all P;
//!   if that leaves at most one unfinished member X, others have just been finished, and the mover may
//!   choose for X instead to stay or to make any move: so he leaves X as a misère P-position.
//! * **Shortened selective** (`or-first`): if a member has ended, so has the join. Else in normal play
//!   as in the selective join (a reply that ends a member wins at once), in misère play P iff every
//!   member is P in misère play, by the same argument. A member that is a draw makes the join a draw,
//!   unless in normal play some member can be ended with the next move.

use crate::outcome::{Outcome, Play};
use crate::syntax::JoinKind;

/// What is known of a position of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// No move is left.
    pub finished: bool,
    /// A move wins at once, whatever else is on the table.
    pub wins: bool,
    /// The outcome in the play in force.
    pub outcome: Outcome,
    /// The outcome in normal play.
    pub normal: Outcome,
    /// The remoteness in the play in force.
    pub remoteness: Option<u32>,
    /// The suspense in the play in force.
    pub suspense: Option<u32>,
}

/// The rules of a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub kind: JoinKind,
    pub play: Play,
}

/// What counts of some members together; equal summaries lead to equal outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Summary {
    /// A member was moved in.
    pub moved: bool,
    /// The last move won at once.
    won: bool,
    /// A member has ended, which ends the join.
    ended: bool,
    /// The least remoteness or the greatest suspense; [`ENDLESS`] if infinite.
    length: u32,
    /// How many members are unfinished, at most 2, and the outcome of the only one.
    unfinished: u8,
    alone: Outcome,
    /// Some member is N, some is a draw, some can be won or ended with the next move.
    n: bool,
    d: bool,
    near: bool,
}

/// An infinite length.
const ENDLESS: u32 = u32::MAX;

impl Rules {
    /// The summary of no members.
    pub fn none(self) -> Summary {
        Summary {
            moved: false,
            won: false,
            ended: false,
            length: if self.kind == JoinKind::And { ENDLESS } else { 0 },
            unfinished: 0,
            alone: Outcome::P,
            n: false,
            d: false,
            near: false,
        }
    }

    /// The summary of a move that wins at once.
    pub fn win(self) -> Summary {
        Summary { moved: true, won: true, ..self.none() }
    }

    /// The summary of one member.
    pub fn one(self, facts: &Facts) -> Summary {
        let none = self.none();
        let selective =
            |outcome| Summary { n: outcome == Outcome::N, d: outcome == Outcome::D, ..none };
        match (self.kind, self.play) {
            (JoinKind::And, _) => Summary { length: facts.remoteness.unwrap_or(ENDLESS), ..none },
            (JoinKind::AndAll, _) => Summary { length: facts.suspense.unwrap_or(ENDLESS), ..none },
            (JoinKind::Or, Play::Normal) => {
                Summary { near: facts.wins, ..selective(facts.outcome) }
            }
            (JoinKind::Or, Play::Misere) if facts.finished => none,
            (JoinKind::Or, Play::Misere) => {
                Summary { unfinished: 1, alone: facts.outcome, ..selective(facts.normal) }
            }
            (JoinKind::OrFirst, _) => Summary {
                ended: facts.finished,
                near: self.play == Play::Normal && facts.remoteness == Some(1),
                ..selective(facts.outcome)
            },
        }
    }

    /// The summary of one member that was moved in.
    pub fn after_move(self, facts: &Facts) -> Summary {
        Summary { moved: true, ..self.one(facts) }
    }

    /// The summary of the members of both.
    pub fn plus(self, a: Summary, b: Summary) -> Summary {
        if a.won || b.won {
            return self.win();
        }
        let unfinished = (a.unfinished + b.unfinished).min(2);
        let alone = match unfinished {
            1 if a.unfinished == 1 => a.alone,
            1 => b.alone,
            _ => Outcome::P,
        };
        Summary {
            moved: a.moved || b.moved,
            won: false,
            ended: a.ended || b.ended,
            length: match self.kind {
                JoinKind::And => a.length.min(b.length),
                _ => a.length.max(b.length),
            },
            unfinished,
            alone,
            n: a.n || b.n,
            d: a.d || b.d,
            near: a.near || b.near,
        }
    }

    /// The outcome of the join for the player who is to move.
    pub fn outcome(self, summary: &Summary) -> Outcome {
        let over = self.play.of_finished();
        let selective = match (summary.d, summary.near, summary.n) {
            (true, true, _) => Outcome::N,
            (true, false, _) => Outcome::D,
            (false, _, n) => Outcome::of(n),
        };
        match self.kind {
            // The other player has just won.
            _ if summary.won => Outcome::P,
            JoinKind::And | JoinKind::AndAll if summary.length == ENDLESS => Outcome::D,
            JoinKind::And | JoinKind::AndAll if summary.length.is_multiple_of(2) => over,
            JoinKind::And | JoinKind::AndAll => self.play.reversed().of_finished(),
            JoinKind::OrFirst if summary.ended => over,
            JoinKind::Or if self.play == Play::Misere => match summary.unfinished {
                0 => over,
                1 => summary.alone,
                _ => selective,
            },
            JoinKind::Or | JoinKind::OrFirst => selective,
        }
    }

    /// The least remoteness of a conjunctive join, which is its own; `None` if that is infinite.
    pub fn remoteness(self, summary: &Summary) -> Option<u32> {
        match summary.won {
            true => Some(0),
            false => (summary.length != ENDLESS).then_some(summary.length),
        }
    }
}
