//! Lists the positions below a join and the moves between them.

use super::{Arc, GraphError, Move, Node, Target};
use crate::analysis::{NOT_IN_JOINS, join_moves};
use crate::context::{Context, Stop};
use crate::drawing::text::shorten;
use crate::expr::Join;
use crate::outcome::{Outcome, Play};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// Joins that are longer as text are not drawn.
const MAX_CHARACTERS: usize = 20_000;

/// The nodes below a join, breadth first, and about how many bytes they take; outcomes are not set yet.
///
/// Positions are the same if they are written alike.
///
/// # Errors
/// [`GraphError`]: too many positions or moves, a general limit, members that joins refuse.
pub fn explore(
    join: &Join,
    play: Play,
    max_nodes: usize,
    context: &Context<'_>,
) -> Result<(Vec<Node>, u64), GraphError> {
    let components = || join.members.iter().flatten();
    if components().any(|component| component.entails()) {
        return Err(Stop::Refused(NOT_IN_JOINS.into()).into());
    }
    if play == Play::Misere
        && let Some(reason) = components().find_map(|component| component.misere_refused())
    {
        return Err(Stop::Refused(reason.into()).into());
    }
    let start = join.to_string();
    if start.len() > MAX_CHARACTERS {
        let told = format!("a position of {} characters is too long to draw", start.len());
        return Err(Stop::Refused(told).into());
    }
    // Different moves mostly lead to different positions.
    let most = max_nodes.saturating_mul(4).max(1000);
    let doing = || "listing the positions of the game graph".to_owned();
    let mut numbers: HashMap<String, usize, RandomState> = HashMap::default();
    numbers.insert(start.clone(), 0);
    let mut waiting = vec![join.clone()];
    let mut nodes: Vec<Node> = Vec::new();
    let mut bytes = 0u64;
    while let Some(join) = waiting.get(nodes.len()).cloned() {
        context.look(&doing(), numbers.len() as u64)?;
        context.check_positions(numbers.len() as u64, doing)?;
        context.check_memory(bytes, doing)?;
        let position = join.to_string();
        let (moves, complete) = join_moves(&join, most);
        if !complete {
            let fault = join.members.iter().flatten().find_map(|component| component.fault());
            return Err(fault.map_or_else(
                || GraphError::TooWide {
                    position: shorten(&position, 60),
                    limit: most,
                    nodes: most / 4 + most,
                },
                GraphError::Stop,
            ));
        }
        let mut arcs: Vec<Arc> = Vec::new();
        let mut places: HashMap<Target, usize, RandomState> = HashMap::default();
        for to in moves {
            let target = match to.wins {
                true => Target::Win,
                false => {
                    let next = numbers.len();
                    let number = *numbers.entry(to.after.to_string()).or_insert(next);
                    if number == next {
                        bytes += 200 + 2 * position.len() as u64;
                        waiting.push(to.after);
                    }
                    Target::Node(number)
                }
            };
            if numbers.len() > max_nodes {
                let position = shorten(&start, 60);
                let count = numbers.len();
                return Err(GraphError::TooMany {
                    position,
                    count,
                    exact: false,
                    limit: max_nodes,
                });
            }
            bytes += 100 + to.text.len() as u64;
            let arc = *places.entry(target).or_insert_with(|| {
                arcs.push(Arc { to: target, moves: Vec::new(), winning: false });
                arcs.len() - 1
            });
            arcs[arc].moves.push(Move { part: None, text: to.text });
        }
        bytes += 300 + position.len() as u64;
        nodes.push(Node {
            position,
            picture: Vec::new(),
            outcome: Outcome::P,
            value: None,
            infinite: None,
            mex_set: Vec::new(),
            height: 0,
            entailed: false,
            arcs,
        });
    }
    Ok((nodes, bytes))
}
