//! Moves of a join: tuples of moves of its members, counted exactly and listed in order.

use super::member::{Choice, Member};
use super::summary::{Rules, Summary};
use crate::context::{Context, Stop};
use crate::nat::Nat;
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// For each member the number of its choice, or `None` if it is not moved in.
pub type Tuple = Vec<Option<usize>>;

/// What can be done with one member in a move of the join: its choices, then to stay if that is allowed.
pub fn steps<'a>(rules: Rules, members: &'a [Member<'_>]) -> Vec<Vec<Option<&'a Choice>>> {
    let over = is_over(rules, members.iter().map(|member| member.start().finished));
    members
        .iter()
        .map(|member| {
            if over {
                return Vec::new();
            }
            let may_stay = rules.kind.is_selective() || member.start().finished;
            let stays = may_stay && !member.restricted;
            let stay = stays.then_some(None);
            member.choices.iter().map(Some).chain(stay).collect()
        })
        .collect()
}

/// Whether the join has ended, by which of the members have.
pub fn is_over(rules: Rules, finished: impl IntoIterator<Item = bool>) -> bool {
    let mut finished = finished.into_iter();
    match rules.kind.ends_with_first() {
        true => finished.any(|finished| finished),
        false => finished.all(|finished| finished),
    }
}

/// Tuples chosen by their summaries.
struct Tuples<'a> {
    rules: Rules,
    /// By member the summary of each step.
    steps: Vec<Vec<Summary>>,
    /// By member the different summaries with the number of steps that have them.
    classes: Vec<Vec<(Summary, u64)>>,
    wanted: &'a dyn Fn(&Summary) -> bool,
    /// By number of members done and their summary: how many ways there are to go on.
    known: HashMap<(usize, Summary), Nat, RandomState>,
}

/// The moves whose summary is wanted: their exact number and the first `max` of them.
///
/// # Complexity
/// O(c · s) for c choices in all and s summaries that some members have together, which is at most a
/// small multiple of the greatest remoteness; a tuple that is listed costs O(c) more.
///
/// # Errors
/// [`Stop`] when cancelled.
pub fn gather(
    rules: Rules,
    members: &[Member<'_>],
    wanted: &dyn Fn(&Summary) -> bool,
    max: usize,
    context: &Context<'_>,
) -> Result<(Nat, Vec<Tuple>), Stop> {
    let mut tuples =
        Tuples { rules, steps: Vec::new(), classes: Vec::new(), wanted, known: HashMap::default() };
    for (member, steps) in members.iter().zip(steps(rules, members)) {
        let summary = |step: Option<&Choice>| match step {
            None => rules.one(&member.start()),
            Some(Choice { to: None, .. }) => rules.win(),
            Some(Choice { to: Some(v), .. }) => rules.after_move(&member.facts(*v)),
        };
        let steps: Vec<Summary> = steps.into_iter().map(summary).collect();
        let mut classes: HashMap<Summary, u64, RandomState> = HashMap::default();
        steps.iter().for_each(|summary| *classes.entry(*summary).or_default() += 1);
        tuples.steps.push(steps);
        tuples.classes.push(classes.into_iter().collect());
    }
    let count = tuples.count(0, rules.none(), context)?;
    let mut listed: Vec<Tuple> = Vec::new();
    // Depth first in order: by member the step that is tried, with the summary before it.
    let mut path: Vec<(usize, Summary)> = vec![(0, rules.none())];
    while listed.len() < max {
        let depth = path.len();
        let Some(&(step, before)) = path.last() else { break };
        let Some(&summary) = tuples.steps[depth - 1].get(step) else {
            path.pop();
            if let Some((step, _)) = path.last_mut() {
                *step += 1;
            }
            continue;
        };
        let after = rules.plus(before, summary);
        let goes_on = !tuples.count(depth, after, context)?.is_zero();
        if goes_on && depth < members.len() {
            path.push((0, after));
            continue;
        }
        if goes_on {
            let choice = |(&(step, _), member): (&(usize, _), &Member<'_>)| {
                (step < member.choices.len()).then_some(step)
            };
            listed.push(path.iter().zip(members).map(choice).collect());
        }
        path[depth - 1].0 += 1;
    }
    Ok((count, listed))
}

impl Tuples<'_> {
    /// How many ways there are to go on from the first members, which have this summary.
    fn count(&mut self, done: usize, summary: Summary, context: &Context<'_>) -> Result<Nat, Stop> {
        if done == self.classes.len() {
            let wanted = summary.moved && (self.wanted)(&summary);
            return Ok(if wanted { Nat::ONE } else { Nat::ZERO });
        }
        if let Some(known) = self.known.get(&(done, summary)) {
            return Ok(known.clone());
        }
        context.tick("counting moves", self.known.len() as u64)?;
        let mut count = Nat::ZERO;
        for i in 0..self.classes[done].len() {
            let (class, times) = self.classes[done][i];
            let after = self.rules.plus(summary, class);
            count += self.count(done + 1, after, context)? * Nat::from(times);
        }
        self.known.insert((done, summary), count.clone());
        Ok(count)
    }
}
