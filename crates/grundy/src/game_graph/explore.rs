//! Lists the positions below a sum and the moves between them.

use super::{Arc as Moves, GraphError, Move, Node, Target};
use crate::context::{Context, LimitKind, Stop};
use crate::drawing::text::shorten;
use crate::expr::print_sum;
use crate::game::{Component, may_move};
use crate::outcome::{Outcome, Play};
use crate::sorting::sort_by;
use foldhash::fast::RandomState;
use hashbrown::{HashMap, HashSet};
use std::collections::VecDeque;
use std::sync::Arc;

type Sum = Vec<Arc<dyn Component>>;

/// Positions that are longer as text are not drawn.
const MAX_CHARACTERS: usize = 20_000;

/// Once there are too many positions, counting ends after so many moves.
const MAX_MOVES_COUNTED: usize = 30_000;

/// What a small object on the heap costs beyond its bytes, about.
const ALLOCATION_BYTES: u64 = 24;

/// What is met in exploring.
struct Explorer<'c> {
    max_nodes: usize,
    context: &'c Context<'c>,
    start: String,
    nodes: Vec<Node>,
    keys: Keys,
    numbers: HashMap<Box<[u32]>, usize, RandomState>,
    waiting: VecDeque<Sum>,
    /// The games in the order of the start.
    games: Vec<String>,
    /// Whether moves bear the number of their part.
    many_parts: bool,
    moves: usize,
    bytes: u64,
}

/// Numbers of positions of single parts: equal ones are printed alike, so what is printed stands
/// for the position.
#[derive(Default)]
struct Keys {
    numbers: HashMap<Box<str>, u32, RandomState>,
    bytes: u64,
}

impl Keys {
    fn number(&mut self, part: String) -> u32 {
        let next = u32::try_from(self.numbers.len()).expect("limits keep this below 2^32");
        let bytes = part.len() as u64 + 48 + ALLOCATION_BYTES;
        *self.numbers.entry(part.into_boxed_str()).or_insert_with(|| {
            self.bytes += bytes;
            next
        })
    }

    /// The parts of a component that count ([`counts`]).
    fn live(&mut self, component: &dyn Component, key: &mut Vec<u32>) {
        for part in (0..component.parts()).filter(|&part| counts(component, part)) {
            key.push(self.number(component.print_part(part)));
        }
    }

    /// What two sums have in common just if they are the same but for the order of their parts and
    /// for parts without moves.
    fn of(&mut self, sum: &Sum) -> Box<[u32]> {
        let mut key = Vec::new();
        for component in sum {
            self.live(&**component, &mut key);
        }
        key.sort_unstable();
        key.into()
    }
}

/// The nodes below a sum, breadth first, and about how many bytes they take; outcomes and values
/// are not set yet.
pub fn explore(
    sum: &Sum,
    play: Play,
    max_nodes: usize,
    context: &Context<'_>,
) -> Result<(Vec<Node>, u64), GraphError> {
    if play == Play::Misere
        && let Some(reason) = sum.iter().find_map(|component| component.misere_refused())
    {
        return Err(Stop::Refused(reason.into()).into());
    }
    let start = print_sum(sum);
    if start.len() > MAX_CHARACTERS {
        let told = format!("a position of {} characters is too long to draw", start.len());
        return Err(Stop::Refused(told).into());
    }
    let mut games: Vec<String> = Vec::new();
    for title in sum.iter().map(|component| component.title()) {
        if !games.contains(&title) {
            games.push(title);
        }
    }
    let mut explorer = Explorer {
        max_nodes,
        context,
        start,
        nodes: Vec::new(),
        keys: Keys::default(),
        numbers: HashMap::default(),
        waiting: VecDeque::new(),
        games,
        many_parts: sum.iter().map(|component| component.parts()).sum::<usize>() > 1,
        moves: 0,
        bytes: 0,
    };
    let key = explorer.keys.of(sum);
    explorer.numbers.insert(key, 0);
    explorer.waiting.push_back(sum.clone());
    while let Some(sum) = explorer.waiting.pop_front() {
        explorer.expand(&sum)?;
        let met = explorer.numbers.len();
        if met > max_nodes && explorer.moves > MAX_MOVES_COUNTED {
            break;
        }
    }
    let met = explorer.numbers.len();
    if met > max_nodes {
        let exact = explorer.waiting.is_empty();
        return Err(explorer.too_many(met, exact));
    }
    let arcs: usize = explorer.nodes.iter().map(|node| node.arcs.len()).sum();
    // Heights and values are found with the arcs turned round.
    explorer.bytes += 40 * arcs as u64 + 100 * explorer.nodes.len() as u64;
    explorer.check_memory()?;
    let bytes = explorer.bytes;
    Ok((explorer.nodes, bytes))
}

/// Whether a part changes anything: it has moves, or it must be answered.
fn counts(component: &dyn Component, part: usize) -> bool {
    component.has_moves(part) || component.is_entailed(part)
}

/// How a position is shown: the parts with moves, the greater after the smaller, each game in its
/// place; if no part has a move, the first part alone.
fn shown(sum: &Sum, games: &[String]) -> Sum {
    let mut parts: Vec<(usize, usize, String, Arc<dyn Component>)> = Vec::new();
    for component in sum {
        let mut live: Vec<(usize, String)> = (0..component.parts())
            .filter(|&part| counts(&**component, part))
            .map(|part| (part, component.print_part(part)))
            .collect();
        if live.is_empty() {
            continue;
        }
        // Numbers of fewer digits are smaller.
        sort_by(&mut live, &|(_, a), (_, b)| (a.len(), a).cmp(&(b.len(), b)));
        let order: Vec<usize> = live.into_iter().map(|(part, _)| part).collect();
        let component = component.with_parts(&order);
        let title = component.title();
        let game = games.iter().position(|game| *game == title).unwrap_or(games.len());
        let text = component.print();
        parts.push((game, text.len(), text, component));
    }
    if parts.is_empty() {
        let some = sum.iter().find(|component| component.parts() > 0);
        return some.map_or_else(
            || sum.first().cloned().into_iter().collect(),
            |component| vec![component.with_parts(&[0])],
        );
    }
    sort_by(&mut parts, &|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
    parts.into_iter().map(|part| part.3).collect()
}

/// A single part as its rules show it; sums are shown as text.
fn picture(sum: &Sum) -> Vec<String> {
    match &sum[..] {
        [only] if only.parts() == 1 && only.shown(0).is_some() => only.picture(0),
        _ => Vec::new(),
    }
}

impl Explorer<'_> {
    fn too_many(&self, count: usize, exact: bool) -> GraphError {
        let position = shorten(&self.start, 60);
        GraphError::TooMany { position, count, exact, limit: self.max_nodes }
    }

    fn check_memory(&self) -> Result<(), Stop> {
        let doing = || "listing the positions of the game graph".to_owned();
        self.context.check_memory(self.bytes + self.keys.bytes, doing)
    }

    /// Lists the moves of a position.
    fn expand(&mut self, sum: &Sum) -> Result<(), GraphError> {
        let doing = || "listing the positions of the game graph".to_owned();
        self.context.look(&doing(), self.numbers.len() as u64)?;
        self.context.check_positions(self.numbers.len() as u64, doing)?;
        self.check_memory()?;
        let position = print_sum(sum);
        let mut arcs: Vec<Moves> = Vec::new();
        let mut places: HashMap<Target, usize, RandomState> = HashMap::default();
        let keys: Vec<Vec<u32>> = sum
            .iter()
            .map(|component| {
                let mut key = Vec::new();
                self.keys.live(&**component, &mut key);
                key
            })
            .collect();
        let mut parts = 0;
        let may_move = may_move(sum);
        for (place, component) in sum.iter().enumerate() {
            let mut others: Vec<u32> = Vec::new();
            for (_, key) in keys.iter().enumerate().filter(|(other, _)| *other != place) {
                others.extend(key);
            }
            for part in 0..component.parts() {
                parts += 1;
                if !may_move(place, part) {
                    continue;
                }
                for (text, after) in self.moves(&position, &**component, part)? {
                    let target = match after {
                        None => Target::Win,
                        Some(after) => {
                            let mut key = others.clone();
                            self.keys.live(&*after, &mut key);
                            key.sort_unstable();
                            Target::Node(self.number(key, sum, place, after))
                        }
                    };
                    self.moves += 1;
                    if self.moves.is_multiple_of(1024) {
                        self.context.look(&doing(), self.numbers.len() as u64)?;
                        self.check_memory()?;
                    }
                    if self.numbers.len() > self.max_nodes {
                        // There will be no graph; only the positions are counted.
                        continue;
                    }
                    let arc = *places.entry(target).or_insert_with(|| {
                        self.bytes += 64 + ALLOCATION_BYTES;
                        let moves = Vec::with_capacity(1);
                        arcs.push(Moves { to: target, moves, winning: false });
                        arcs.len() - 1
                    });
                    self.bytes += 64 + text.len() as u64 + ALLOCATION_BYTES;
                    let part = self.many_parts.then_some(parts);
                    arcs[arc].moves.push(Move { part, text });
                }
            }
        }
        if self.numbers.len() <= self.max_nodes {
            arcs.shrink_to_fit();
            // Twice, as lists grow by doubling; and lines of text for a view of it.
            let node = 2 * size_of::<Node>() as u64 + 300;
            self.bytes += node + position.len() as u64 + ALLOCATION_BYTES;
            let picture = picture(sum);
            self.bytes += picture.iter().map(|line| line.len() as u64 + 48).sum::<u64>();
            self.nodes.push(Node {
                position,
                picture,
                outcome: Outcome::P,
                value: None,
                infinite: None,
                mex_set: Vec::new(),
                height: 0,
                entailed: (0..sum.len())
                    .any(|c| (0..sum[c].parts()).any(|part| sum[c].is_entailed(part))),
                arcs,
            });
        }
        Ok(())
    }

    /// The number of the position that a sum becomes with another component in some place, new or
    /// old.
    fn number(
        &mut self,
        key: Vec<u32>,
        sum: &Sum,
        place: usize,
        after: Arc<dyn Component>,
    ) -> usize {
        if let Some(&number) = self.numbers.get(&key[..]) {
            return number;
        }
        let number = self.numbers.len();
        let mut sum = sum.clone();
        sum[place] = after;
        let sum = shown(&sum, &self.games);
        let positions: usize = sum.iter().map(|component| component.parts()).sum();
        self.bytes += 4 * key.len() as u64 + 96 + 160 * sum.len() as u64 + 96 * positions as u64;
        self.waiting.push_back(sum);
        self.numbers.insert(key.into(), number);
        number
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
        // Each move comes with what it leaves.
        let each = 300 + 96 * component.parts() as u64;
        let room = self.context.limits.memory.saturating_sub(self.bytes + self.keys.bytes) / each;
        let room = usize::try_from(room).unwrap_or(usize::MAX).max(1);
        let listed = component.some_moves(part, most.min(room));
        if listed.count.is_none() {
            if let Some(stop) = component.fault() {
                return Err(stop.into());
            }
            if self.numbers.len() > self.max_nodes {
                return Err(self.too_many(self.numbers.len(), false));
            }
            if room < most {
                let bytes = self.bytes + self.keys.bytes + each * (room as u64 + 1);
                let doing = || format!("listing the moves of {}", shorten(position, 60));
                self.context.check_memory(bytes, doing)?;
            }
            return Err(GraphError::TooWide {
                position: shorten(position, 60),
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
