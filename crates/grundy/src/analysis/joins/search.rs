//! A join searched as a whole: all its positions, their outcomes and how long they last.

use super::member::{Choice, Member};
use super::summary::Rules;
use super::tuples::{Tuple, is_over, steps};
use crate::analysis::explored::START;
use crate::context::{Context, Stop};
use crate::graph::Digraph;
use crate::graph::retrograde::{self, Outcomes, Wins};
use crate::nat::Nat;
use crate::outcome::Outcome;
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// All positions of a join that can be reached.
pub struct Searched {
    outcomes: Outcomes,
    numbers: HashMap<Box<[u32]>, u32, RandomState>,
}

/// Moves from the start that are looked at one by one.
const MAX_TUPLES: u64 = 2_000_000;

/// What a move of the join leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After {
    pub outcome: Outcome,
    pub remoteness: Option<u32>,
}

impl Searched {
    /// Explores the join of these members.
    ///
    /// # Complexity
    /// O(n + m) for n positions of the join with m moves.
    ///
    /// # Errors
    /// [`Stop`] at the limit of positions, memory or time.
    pub fn of(rules: Rules, members: &[Member<'_>], context: &Context<'_>) -> Result<Self, Stop> {
        let heads: Vec<Vec<Vec<u32>>> = members.iter().map(heads).collect();
        let wins = |member: usize, v: u32| members[member].explored.wins.contains(v);
        let mut all: Vec<Box<[u32]>> = Vec::new();
        let mut numbers: HashMap<Box<[u32]>, u32, RandomState> = HashMap::default();
        let mut arcs: Vec<(u32, u32)> = Vec::new();
        let mut winning = Wins::default();
        let start: Box<[u32]> = vec![START; members.len()].into();
        all.push(start.clone());
        numbers.insert(start, 0);
        let mut next = 0;
        while let Some(position) = all.get(next).cloned() {
            let tail = next as u32;
            let held = next as u64;
            next += 1;
            context.look("exploring the join", held)?;
            context.check_positions(held, || "exploring the join".into())?;
            let finished = |member: usize| {
                let v = position[member];
                heads[member][v as usize].is_empty() && !wins(member, v)
            };
            if is_over(rules, (0..members.len()).map(finished)) {
                continue;
            }
            // By member what it may become.
            let mut targets: Vec<Vec<u32>> = Vec::with_capacity(members.len());
            for (member, &v) in position.iter().enumerate() {
                let mut to = heads[member][v as usize].clone();
                if wins(member, v) {
                    winning.insert(tail);
                }
                // To stay comes first, so that the first tuple is the one in which all stay.
                if rules.kind.is_selective() || finished(member) {
                    to.insert(0, v);
                }
                targets.push(to);
            }
            let mut at = vec![0usize; members.len()];
            let mut step = usize::from(rules.kind.is_selective());
            if step == 1 && !advance(&mut at, &targets) {
                continue;
            }
            // A member that can only be won at once leaves no tuple.
            if targets.iter().any(Vec::is_empty) {
                continue;
            }
            loop {
                let to: Box<[u32]> = at.iter().zip(&targets).map(|(&i, to)| to[i]).collect();
                let new = all.len() as u32;
                let head = *numbers.entry(to).or_insert_with_key(|to| {
                    all.push(to.clone());
                    new
                });
                arcs.push((tail, head));
                step += 1;
                if step.is_multiple_of(1 << 12) {
                    let each = 16 * members.len() as u64 + 96;
                    let bytes = all.len() as u64 * each + 8 * arcs.capacity() as u64;
                    context.look("exploring the join", held)?;
                    context.check_memory(bytes, || "exploring the join".into())?;
                    context.check_positions(all.len() as u64, || "exploring the join".into())?;
                }
                if !advance(&mut at, &targets) {
                    break;
                }
            }
        }
        let graph = Digraph::new(all.len(), &arcs);
        drop((all, arcs));
        let outcomes = retrograde::outcomes(&graph, Some(&winning), rules.play, context)?;
        Ok(Self { outcomes, numbers })
    }

    /// Outcome and remoteness of the join as it stands.
    pub fn start(&self) -> After {
        self.after(0)
    }

    fn after(&self, v: u32) -> After {
        After { outcome: self.outcomes.get(v), remoteness: self.outcomes.remoteness(v) }
    }

    /// The moves that lead to what is wanted: their number and the first `max` of them; the number is
    /// unknown where there are too many moves.
    ///
    /// # Complexity
    /// O(moves).
    ///
    /// # Errors
    /// [`Stop`] when cancelled.
    pub fn gather(
        &self,
        rules: Rules,
        members: &[Member<'_>],
        wanted: &dyn Fn(After) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<(Option<Nat>, Vec<Tuple>), Stop> {
        let steps = steps(rules, members);
        let mut listed: Vec<Tuple> = Vec::new();
        let mut count = 0u64;
        if steps.iter().any(Vec::is_empty) {
            return Ok((Some(Nat::ZERO), listed));
        }
        // The first member changes slowest.
        let mut at = vec![0usize; members.len()];
        for tried in 0.. {
            context.tick("listing moves of the join", tried)?;
            if tried >= MAX_TUPLES {
                return Ok((None, listed));
            }
            let chosen: Vec<Option<&Choice>> = at.iter().zip(&steps).map(|(&i, s)| s[i]).collect();
            if chosen.iter().any(Option::is_some) && wanted(self.reached(&chosen)) {
                count += 1;
                if listed.len() < max {
                    let step = |((&i, member), step): ((&usize, &Member<'_>), &Option<_>)| {
                        step.is_some().then_some(i).filter(|&i| i < member.choices.len())
                    };
                    listed.push(at.iter().zip(members).zip(&chosen).map(step).collect());
                }
            }
            if !advance_last(&mut at, &steps) {
                break;
            }
        }
        Ok((Some(Nat::from(count)), listed))
    }

    /// What a move leads to.
    fn reached(&self, chosen: &[Option<&Choice>]) -> After {
        let mut to = Vec::with_capacity(chosen.len());
        for choice in chosen {
            match choice {
                None => to.push(START),
                Some(Choice { to: Some(v), .. }) => to.push(*v),
                Some(Choice { to: None, .. }) => {
                    return After { outcome: Outcome::P, remoteness: Some(0) };
                }
            }
        }
        let v = self.numbers.get(&*to).copied();
        self.after(v.expect("every move was followed"))
    }
}

/// The different positions that a member's positions lead to.
fn heads(member: &Member<'_>) -> Vec<Vec<u32>> {
    let graph = &member.explored.graph;
    let of = |v: u32| {
        let mut heads = graph.heads(v).to_vec();
        heads.sort_unstable();
        heads.dedup();
        heads
    };
    (0..graph.vertices() as u32).map(of).collect()
}

/// The next tuple of indices into lists, the first index running fastest; false behind the last one.
fn advance<T>(at: &mut [usize], lists: &[Vec<T>]) -> bool {
    for (i, list) in at.iter_mut().zip(lists) {
        *i += 1;
        if *i < list.len() {
            return true;
        }
        *i = 0;
    }
    false
}

/// The same with the last index running fastest.
fn advance_last<T>(at: &mut [usize], lists: &[Vec<T>]) -> bool {
    for (i, list) in at.iter_mut().zip(lists).rev() {
        *i += 1;
        if *i < list.len() {
            return true;
        }
        *i = 0;
    }
    false
}
