//! Outcomes and values where play may go on for ever, and heights without the arcs that lead back.

use super::{Node, Target};
use crate::context::{Context, Stop};
use crate::graph::Digraph;
use crate::graph::loopy::{self, LoopyValue};
use crate::graph::retrograde::{self, Wins};
use crate::outcome::{Outcome, Play};

/// Sets height, outcome, value and mex set of every node and tells which arcs win.
///
/// # Errors
/// [`Stop`] at the limit of memory or time.
pub fn evaluate(nodes: &mut [Node], play: Play, context: &Context<'_>) -> Result<(), Stop> {
    let mut arcs = Vec::new();
    let mut wins = Wins::default();
    for (from, node) in nodes.iter().enumerate() {
        for arc in &node.arcs {
            match arc.to {
                Target::Node(to) => arcs.push((from as u32, to as u32)),
                Target::Win => wins.insert(from as u32),
            }
        }
    }
    let graph = Digraph::new(nodes.len(), &arcs);
    let outcomes = retrograde::outcomes(&graph, Some(&wins), play, context)?;
    let values = loopy::values(&graph, Some(wins), context)?;
    let heights = heights(&graph);
    for (number, node) in nodes.iter_mut().enumerate() {
        let v = number as u32;
        node.height = heights[number];
        node.outcome = outcomes.get(v);
        (node.value, node.infinite) = match values.value(&graph, v) {
            LoopyValue::Finite(value) => (Some(value.into()), None),
            LoopyValue::Infinite(set) => (None, Some(set.into_iter().map(u64::from).collect())),
            LoopyValue::Wins => (None, None),
        };
        let mut set: Vec<u64> =
            graph.heads(v).iter().filter_map(|&to| values.number(to)).map(u64::from).collect();
        set.sort_unstable();
        set.dedup();
        node.mex_set = set;
        for arc in &mut node.arcs {
            arc.winning = match arc.to {
                Target::Win => true,
                Target::Node(to) => outcomes.get(to as u32) == Outcome::P,
            };
        }
    }
    Ok(())
}

/// The length of the longest way from each vertex along arcs that do not lead back to a vertex on the
/// way of a depth-first search from the first one.
fn heights(graph: &Digraph) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let n = graph.vertices();
    let mut heights = vec![0; n];
    let mut states = vec![State::New; n];
    for start in 0..n as u32 {
        if states[start as usize] != State::New {
            continue;
        }
        states[start as usize] = State::Open;
        let mut path = vec![(start, 0)];
        while let Some((v, next)) = path.last_mut() {
            let (v, at) = (*v, *next);
            *next += 1;
            match graph.heads(v).get(at) {
                Some(&to) => match states[to as usize] {
                    State::New => {
                        states[to as usize] = State::Open;
                        path.push((to, 0));
                    }
                    State::Done => {
                        heights[v as usize] = heights[v as usize].max(heights[to as usize] + 1);
                    }
                    State::Open => {}
                },
                None => {
                    states[v as usize] = State::Done;
                    path.pop();
                    if let Some(&(above, _)) = path.last() {
                        let height = heights[v as usize] + 1;
                        heights[above as usize] = heights[above as usize].max(height);
                    }
                }
            }
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_ignore_arcs_that_lead_back() {
        let graph = Digraph::new(4, &[(0, 1), (1, 2), (2, 0), (2, 3), (1, 1), (0, 3)]);
        assert_eq!(heights(&graph), [3, 2, 1, 0]);
    }
}
