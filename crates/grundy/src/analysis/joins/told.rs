//! What is said of joins.

use super::member::Member;
use super::summary::{Rules, Summary};
use crate::answer::Answer;
use crate::expr::print_sum;
use crate::nat::{BitTest, Nat};
use crate::outcome::{Outcome, Play};
use crate::syntax::JoinKind;

/// The theorem.
pub fn method(rules: Rules) -> String {
    match (rules.kind, rules.play) {
        (JoinKind::And, _) => {
            "conjunctive join: the least remoteness decides (Steinhaus 1925, Smith 1966)"
        }
        (JoinKind::AndAll, _) => {
            "continued conjunctive join: the greatest suspense decides (Conway 1976)"
        }
        (JoinKind::Or, Play::Normal) => {
            "selective join: P if and only if every member is P (Smith 1966)"
        }
        (JoinKind::Or, Play::Misere) => {
            "selective join in misère play: as in normal play while two members are unfinished (Conway 1976)"
        }
        (JoinKind::OrFirst, _) => {
            "shortened selective join: P if and only if every member is P, until one has ended (Conway 1976)"
        }
    }
    .to_owned()
}

/// The method where a join is searched as a whole.
pub fn searched(play: Play) -> String {
    format!("retrograde analysis of the whole join in {} play", name(play))
}

fn name(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misère",
    }
}

/// What a move is, and when play ends.
pub fn rules(rules: Rules) -> String {
    let (moves, end) = match rules.kind {
        JoinKind::And => ("a move in every member", "as soon as one member has ended"),
        JoinKind::AndAll => {
            ("a move in every member that has not ended", "when all members have ended")
        }
        JoinKind::Or => ("moves in one member or several", "when all members have ended"),
        JoinKind::OrFirst => ("moves in one member or several", "as soon as one member has ended"),
    };
    format!("`{}` means {moves}; play ends {end}", rules.kind)
}

/// Why the theorems were not used.
pub fn why_searched(rules: Rules) -> String {
    match rules.kind {
        JoinKind::AndAll => {
            "suspense needs members in which play ends and no move wins at once, so all positions of the join were searched"
        }
        _ => "play may go on for ever in a member, so all positions of the join were searched",
    }
    .to_owned()
}

pub fn finished(member: &str) -> String {
    format!("{member} has ended")
}

/// The play is over.
pub fn over(outcome: Outcome) -> String {
    format!("the join has ended: {outcome}")
}

/// What is known of a member of which only the outcome was asked.
pub fn outcome_of(member: &Answer) -> String {
    let Answer { position, outcome, play, method, .. } = member;
    format!("{position} is {outcome} in {} play: {method}", name(*play))
}

/// What the outcomes of all members make of the join.
pub fn by_outcomes(rules: Rules, outcome: Outcome) -> String {
    match (rules.kind.is_selective(), outcome) {
        (true, Outcome::P) => {
            "every member is P, and a move changes some of them; the reply makes them P again: P"
                .to_owned()
        }
        (true, _) => {
            "some member is N, and moves in all of those leave every member P: N".to_owned()
        }
        (false, outcome) => {
            format!(
                "every unfinished member is {outcome}, so it does not matter which one decides: {outcome}"
            )
        }
    }
}

/// The reasoning step by step with the numbers of the members.
pub fn reasoning(play: Rules, members: &[Member<'_>], start: &Summary, over: bool) -> Vec<String> {
    let mut steps = vec![rules(play)];
    for member in members {
        let position = print_sum(member.parts.components);
        let facts = member.start();
        steps.push(match (play.kind, facts.finished) {
            (_, true) => finished(&position),
            (JoinKind::And, _) => match facts.remoteness {
                Some(remoteness) => format!("{position} has remoteness {remoteness}"),
                None => format!("{position} is a draw"),
            },
            (JoinKind::AndAll, _) => {
                format!("{position} has suspense {}", facts.suspense.unwrap_or_default())
            }
            (JoinKind::Or, _) if play.play == Play::Misere => format!(
                "{position} is {} in normal play and {} in misère play",
                facts.normal, facts.outcome
            ),
            (JoinKind::Or | JoinKind::OrFirst, _) => {
                format!("{position} is {} in {} play", facts.outcome, name(play.play))
            }
        });
    }
    let outcome = play.outcome(start);
    if over {
        steps.push(self::over(play.play.of_finished()));
        return steps;
    }
    steps.push(match (play.kind, play.remoteness(start)) {
        (JoinKind::And, None) => {
            "every member is a draw, and each player can keep it one: D".to_owned()
        }
        (JoinKind::And | JoinKind::AndAll, Some(length)) => {
            decided(play, &Nat::from(length), outcome)
        }
        _ if outcome == Outcome::D => {
            "some member is a draw and can be kept one: D".to_owned()
        }
        _ if play.kind == JoinKind::Or && play.play == Play::Misere => {
            match members.iter().filter(|member| !member.start().finished).count() {
                1 => format!("one member is unfinished, and it decides: {outcome}"),
                _ => format!("two members or more are unfinished, so the outcome is that of normal play: {outcome}"),
            }
        }
        _ => by_outcomes(play, outcome),
    });
    steps
}

/// How long a member lasts.
pub fn length_of(rules: Rules, member: &str, length: &Nat) -> String {
    match rules.kind {
        _ if length.is_zero() => finished(member),
        JoinKind::And => format!("{member} has remoteness {length}"),
        _ => format!("{member} has suspense {length}"),
    }
}

/// A length whose parity decides.
pub fn decided(rules: Rules, length: &Nat, outcome: Outcome) -> String {
    let (what, why) = match rules.kind {
        JoinKind::And => (
            "the least remoteness",
            "whoever wins that member hurries there, and holds the others up for longer",
        ),
        _ => (
            "the greatest suspense",
            "whoever wins that member delays there, and hurries in those that he loses",
        ),
    };
    let parity = if length.bit(0) { "odd" } else { "even" };
    format!(
        "{what} is {length}, {parity}, so the join is {outcome} in {} play: {why}",
        name(rules.play)
    )
}
