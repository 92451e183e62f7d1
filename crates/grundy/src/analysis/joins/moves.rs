//! The moves of a join as positions, for whoever makes them.

use super::summary::Rules;
use super::tuples::is_over;
use crate::expr::Join;
use crate::game::{Component, join as joined};
use crate::outcome::Play;
use std::sync::Arc;

/// A move of a join.
#[derive(Clone)]
pub struct JoinMove {
    /// The moves of the members, each with its part: `1: 3 -> 2; 2: 5 -> 0`.
    pub text: String,
    /// The join that it leaves.
    pub after: Join,
    /// Whether it wins at once.
    pub wins: bool,
}

/// A move of a member: its text, what it leaves, whether it wins at once.
type Step = (String, Vec<Arc<dyn Component>>, bool);

/// The moves of a join in order, at most `max`, and whether these are all.
///
/// # Complexity
/// O(`max`) moves are made.
///
/// ```
/// use grundy::{analysis::join_moves, expr::{Catalogue, Expression}};
/// let position = Catalogue::default().read("nim(2) and (nim(1) + *1)").unwrap();
/// let Expression::Join(join) = position else { unreachable!() };
/// let (moves, complete) = join_moves(&join, 100);
/// assert!(complete && moves.len() == 4);
/// assert_eq!(moves[1].text, "1: 2 -> 0; 3: 1 -> 0");
/// assert_eq!(moves[1].after.to_string(), "nim(0) and (nim(1) + *0)");
/// ```
pub fn join_moves(join: &Join, max: usize) -> (Vec<JoinMove>, bool) {
    let rules = Rules { kind: join.kind, play: Play::Normal };
    let mut complete = true;
    let mut first = 0;
    let mut steps: Vec<Vec<Option<Step>>> = Vec::with_capacity(join.members.len());
    for sum in &join.members {
        let mut all: Vec<Option<Step>> = Vec::new();
        for (c, component) in sum.iter().enumerate() {
            for part in 0..component.parts() {
                first += 1;
                let found = component.some_moves(part, max.saturating_sub(all.len()));
                complete &= found.count.is_some();
                all.extend(found.listed.into_iter().map(|to| {
                    let mut after = sum.clone();
                    after[c] = to.after;
                    Some((format!("{first}: {}", to.text), after, to.wins))
                }));
            }
        }
        steps.push(all);
    }
    if is_over(rules, steps.iter().map(Vec::is_empty)) {
        return (Vec::new(), complete);
    }
    for steps in &mut steps {
        if join.kind.is_selective() || steps.is_empty() {
            steps.push(None);
        }
    }
    let mut moves = Vec::new();
    let mut at = vec![0usize; steps.len()];
    loop {
        let chosen: Vec<&Option<Step>> = at.iter().zip(&steps).map(|(&i, s)| &s[i]).collect();
        let made = || chosen.iter().filter_map(|step| step.as_ref());
        if made().next().is_some() {
            if moves.len() == max {
                return (moves, false);
            }
            let members = chosen.iter().zip(&join.members).map(|(step, sum)| match step {
                Some((_, after, _)) => after.clone(),
                None => sum.clone(),
            });
            moves.push(JoinMove {
                text: joined(made().map(|(text, ..)| text.clone()), "; "),
                after: Join { kind: join.kind, members: members.collect() },
                wins: made().any(|&(_, _, wins)| wins),
            });
        }
        // The last member changes fastest.
        let Some(i) = (0..at.len()).rev().find(|&i| at[i] + 1 < steps[i].len()) else {
            return (moves, complete);
        };
        at[i] += 1;
        at[i + 1..].fill(0);
    }
}
