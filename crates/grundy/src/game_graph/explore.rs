//! Lists the positions below a sum and the moves between them.

use super::{Arc as Moves, GraphError, Node, Target};
use crate::component::Component;
use crate::context::{Context, LimitKind, Stop};
use crate::expr::print_sum;
use crate::outcome::{Outcome, Play};
use foldhash::fast::RandomState;
use hashbrown::{HashMap, HashSet};
use std::collections::VecDeque;
use std::sync::Arc;

type Sum = Vec<Arc<dyn Component>>;

/// Positions that are longer as text are not drawn.
const LONGEST: usize = 20_000;

/// Once there are too many positions, counting ends after so many moves.
const COUNTED: usize = 30_000;

/// What is met in exploring.
struct Explorer<'c> {
    max_nodes: usize,
    context: &'c Context<'c>,
    start: String,
    nodes: Vec<Node>,
    numbers: HashMap<Arc<str>, usize, RandomState>,
    waiting: VecDeque<(Arc<str>, Sum)>,
    /// Whether moves bear the number of their part.
    many_parts: bool,
    moves: usize,
    bytes: u64,
}

/// The nodes below a sum, breadth first; outcomes and values are not set yet.
pub fn explore(
    sum: &Sum,
    play: Play,
    max_nodes: usize,
    context: &Context<'_>,
) -> Result<Vec<Node>, GraphError> {
    if play == Play::Misere
        && let Some(reason) = sum.iter().find_map(|component| component.misere_refused())
    {
        return Err(Stop::Refused(reason.into()).into());
    }
    let start = print_sum(sum);
    if start.len() > LONGEST {
        let told = format!("a position of {} characters is too long to draw", start.len());
        return Err(Stop::Refused(told).into());
    }
    let mut explorer = Explorer {
        max_nodes,
        context,
        start: start.clone(),
        nodes: Vec::new(),
        numbers: HashMap::default(),
        waiting: VecDeque::new(),
        many_parts: sum.iter().map(|component| component.parts()).sum::<usize>() > 1,
        moves: 0,
        bytes: 0,
    };
    explorer.number(start.into(), sum.clone());
    while let Some((position, sum)) = explorer.waiting.pop_front() {
        explorer.expand(&position, &sum)?;
        let met = explorer.numbers.len();
        if met > max_nodes && explorer.moves > COUNTED {
            break;
        }
    }
    let met = explorer.numbers.len();
    if met > max_nodes {
        let exact = explorer.waiting.is_empty();
        return Err(explorer.too_many(met, exact));
    }
    Ok(explorer.nodes)
}

impl Explorer<'_> {
    fn too_many(&self, count: usize, exact: bool) -> GraphError {
        let position = super::labels::shorten(&self.start, 60);
        GraphError::TooMany { position, count, exact, limit: self.max_nodes }
    }

    /// The number of a position, new or old.
    fn number(&mut self, position: Arc<str>, sum: Sum) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(position).or_insert_with_key(|position| {
            self.bytes += 2 * position.len() as u64 + 200;
            self.waiting.push_back((position.clone(), sum));
            next
        })
    }

    /// Lists the moves of a position.
    fn expand(&mut self, position: &str, sum: &Sum) -> Result<(), GraphError> {
        let doing = || "listing the positions of the game graph".to_owned();
        self.context.look(&doing(), self.numbers.len() as u64)?;
        self.context.check_positions(self.numbers.len() as u64, doing)?;
        self.context.check_memory(self.bytes, doing)?;
        let mut arcs: Vec<Moves> = Vec::new();
        let mut places: HashMap<Target, usize, RandomState> = HashMap::default();
        let mut parts = 0;
        for (place, component) in sum.iter().enumerate() {
            for part in 0..component.parts() {
                parts += 1;
                for (text, after) in self.moves(position, &**component, part)? {
                    let target = match after {
                        None => Target::Win,
                        Some(after) => {
                            let mut sum = sum.clone();
                            sum[place] = after;
                            Target::Node(self.number(print_sum(&sum).into(), sum))
                        }
                    };
                    self.moves += 1;
                    if self.numbers.len() > self.max_nodes {
                        // There will be no graph; only the positions are counted.
                        continue;
                    }
                    let text = if self.many_parts { format!("part {parts}: {text}") } else { text };
                    self.bytes += text.len() as u64 + 32;
                    let arc = *places.entry(target).or_insert_with(|| {
                        arcs.push(Moves { to: target, moves: Vec::new(), winning: false });
                        arcs.len() - 1
                    });
                    arcs[arc].moves.push(text);
                }
            }
        }
        if self.numbers.len() <= self.max_nodes {
            self.nodes.push(Node {
                position: position.to_owned(),
                outcome: Outcome::P,
                value: None,
                mex_set: Vec::new(),
                height: 0,
                arcs,
            });
        }
        Ok(())
    }

    /// The moves of a part with what they leave; `None` for those that win at once.
    #[expect(clippy::type_complexity, reason = "a pair and what may be missing")]
    fn moves(
        &self,
        position: &str,
        component: &dyn Component,
        part: usize,
    ) -> Result<Vec<(String, Option<Arc<dyn Component>>)>, GraphError> {
        // Different moves mostly lead to different positions.
        let most = self.max_nodes.saturating_mul(4).max(1000);
        let listed = component.some_moves(part, most);
        if listed.count.is_none() {
            if let Some(stop) = component.fault() {
                return Err(stop.into());
            }
            if self.numbers.len() > self.max_nodes {
                return Err(self.too_many(self.numbers.len(), false));
            }
            return Err(GraphError::TooWide {
                position: super::labels::shorten(position, 60),
                limit: most,
                nodes: most / 4 + most,
            });
        }
        let wins = component.moves_to(part, None, usize::MAX, self.context)?;
        if wins.count.is_none() {
            return Err(Stop::Limit {
                kind: LimitKind::Positions,
                what: format!(
                    "listing moves: a position has {} of them, {} are allowed",
                    listed.listed.len(),
                    self.context.limits.positions
                ),
            }
            .into());
        }
        let wins: HashSet<String, RandomState> =
            wins.listed.into_iter().map(|to| to.text).collect();
        let moves = listed.listed.into_iter().map(|to| {
            let after = (!wins.contains(&to.text)).then_some(to.after);
            (to.text, after)
        });
        Ok(moves.collect())
    }
}
