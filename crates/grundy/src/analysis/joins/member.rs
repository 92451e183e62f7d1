//! One member of a join: everything that can be reached in it, and its moves.

use super::summary::{Facts, Rules};
use crate::analysis::explored::{Explored, START};
use crate::analysis::parts::Parts;
use crate::analysis::search::Searcher;
use crate::answer::MoveLine;
use crate::context::{Context, Stop};
use crate::game::Component;
use crate::graph::retrograde::Outcomes;
use crate::graph::suspense::{Suspense, suspense};
use crate::outcome::Play;
use crate::syntax::JoinKind;
use std::sync::Arc;

/// A move in a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The part of the member moved in, from 0, and the number of the option in the order of the rules.
    pub part: usize,
    pub option: usize,
    /// The position that it leaves; `None` if it wins at once.
    pub to: Option<u32>,
}

/// A member with all its positions.
pub struct Member<'a> {
    pub parts: Parts<'a>,
    pub explored: Explored,
    /// The moves, by part and then by result; where the first move is restricted to a part, those in it.
    pub choices: Vec<Choice>,
    /// Whether the first move has to be made in this member.
    pub restricted: bool,
    outcomes: Outcomes,
    /// In normal play, where that is another one.
    normal: Option<Outcomes>,
    suspense: Option<Suspense>,
}

impl<'a> Member<'a> {
    /// Explores a member; `only` restricts the first move to a part of it.
    ///
    /// # Complexity
    /// O(n + m) for n sums that can be reached with m moves.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn of(
        sum: &'a [Arc<dyn Component>],
        only: Option<usize>,
        rules: Rules,
        context: &Context<'_>,
        searcher: &mut Searcher,
    ) -> Result<Self, Stop> {
        let parts = Parts::new(sum);
        let explored = Explored::of(&parts, rules.play, context, searcher)?;
        let outcomes = explored.outcomes(rules.play, context)?;
        let normal = match (rules.kind, rules.play) {
            (JoinKind::Or, Play::Misere) => Some(explored.outcomes(Play::Normal, context)?),
            _ => None,
        };
        let cyclic = suspense(&explored.graph, rules.play, context)?;
        let suspense = cyclic.get(START).is_some().then_some(cyclic);
        let mut choices = Vec::new();
        let parts_asked = explored.options.iter().enumerate();
        for (part, options) in parts_asked.filter(|(part, _)| only.is_none_or(|only| only == *part))
        {
            let (component, i) = parts.place(part);
            for option in component.moves_order(i, context)? {
                choices.push(Choice { part, option, to: options[option] });
            }
        }
        let restricted = only.is_some();
        Ok(Self { parts, explored, choices, restricted, outcomes, normal, suspense })
    }

    /// What is known of a position.
    pub fn facts(&self, v: u32) -> Facts {
        let outcome = self.outcomes.get(v);
        let wins = self.explored.wins.contains(v);
        Facts {
            finished: !wins && self.explored.graph.heads(v).is_empty(),
            wins,
            outcome,
            normal: self.normal.as_ref().map_or(outcome, |normal| normal.get(v)),
            remoteness: self.outcomes.remoteness(v),
            suspense: self.suspense.as_ref().and_then(|suspense| suspense.get(v)),
        }
    }

    /// What is known of the member as it stands.
    pub fn start(&self) -> Facts {
        self.facts(START)
    }

    /// Whether the theorems cover this member.
    pub fn is_covered(&self, rules: Rules) -> bool {
        match (rules.kind, rules.play) {
            (JoinKind::AndAll, _) => {
                let n = self.explored.graph.vertices() as u32;
                self.suspense.is_some() && (0..n).all(|v| !self.explored.wins.contains(v))
            }
            (JoinKind::Or, Play::Misere) => self.suspense.is_some(),
            _ => true,
        }
    }

    /// A move as it is told.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn line(&self, choice: &Choice, context: &Context<'_>) -> Result<MoveLine, Stop> {
        let (component, i) = self.parts.place(choice.part);
        let mut keep = |option: usize| option == choice.option;
        let found = component.moves_kept(i, &mut keep, 1, context)?;
        let to = found.listed.first();
        to.map(|to| self.parts.line(choice.part, to))
            .ok_or_else(|| Stop::Refused("a move of the join was not found again".into()))
    }
}
