//! Heights, outcomes and Grundy values by their definitions, from the finished positions up.

use super::{Node, Target};
use crate::context::Stop;
use crate::nimber::mex;
use crate::outcome::{Outcome, Play};
use crate::solve::entailing::WinningSet;

/// Sets height, outcome, value and mex set of every node and tells which arcs win; `entails` tells
/// whether moves may entail ([`crate::solve::entailing`], where a node is a sum that is one part).
///
/// # Errors
/// [`Stop::Loop`] if play can go round in a circle.
pub fn evaluate(nodes: &mut [Node], entails: bool, play: Play) -> Result<(), Stop> {
    let mut sets = vec![WinningSet::default(); if entails { nodes.len() } else { 0 }];
    for number in from_the_bottom(nodes)? {
        let mut height = 0;
        let mut loony = false;
        let mut values = Vec::new();
        // Where moves may entail: what the options rule out.
        let mut set = WinningSet::default();
        let mut winning = Vec::with_capacity(nodes[number].arcs.len());
        for arc in &nodes[number].arcs {
            match arc.to {
                Target::Win => {
                    loony = true;
                    set = WinningSet::all();
                    height = height.max(1);
                    winning.push(true);
                }
                Target::Node(to) => {
                    height = height.max(nodes[to].height + 1);
                    values.extend(nodes[to].value);
                    match (entails, nodes[to].entailed) {
                        (false, _) => {}
                        (true, true) => set.add_entailing(&sets[to], 0),
                        (true, false) => nodes[to].value.into_iter().for_each(|v| set.insert(v)),
                    }
                    winning.push(!nodes[to].outcome.mover_wins());
                }
            }
        }
        values.sort_unstable();
        values.dedup();
        values.shrink_to_fit();
        let node = &mut nodes[number];
        node.height = height;
        node.outcome = if winning.is_empty() {
            play.of_finished()
        } else {
            Outcome::of(winning.contains(&true))
        };
        if entails {
            node.value = set.mex().filter(|_| !node.entailed);
            // What lies above all that is ruled out or above the value says no more.
            let last = set.listed().last().unwrap_or(0).max(node.value.unwrap_or(0));
            node.mex_set = match node.value {
                Some(_) => (0..=last).filter(|&number| set.contains(number)).collect(),
                None => Vec::new(),
            };
            sets[number] = set;
        } else {
            node.value = (!loony).then(|| mex(values.iter().copied()));
            node.mex_set = values;
        }
        for (arc, winning) in node.arcs.iter_mut().zip(winning) {
            arc.winning = winning;
        }
    }
    Ok(())
}

/// The nodes in an order in which every arc leads to an earlier one.
fn from_the_bottom(nodes: &[Node]) -> Result<Vec<usize>, Stop> {
    let targets = |node: &Node| {
        let targets = node.arcs.iter().filter_map(|arc| match arc.to {
            Target::Node(to) => Some(to),
            Target::Win => None,
        });
        targets.collect::<Vec<_>>()
    };
    let mut parents = vec![Vec::new(); nodes.len()];
    let mut open = vec![0; nodes.len()];
    for (from, node) in nodes.iter().enumerate() {
        for to in targets(node) {
            parents[to].push(from);
            open[from] += 1;
        }
    }
    let mut order: Vec<usize> = (0..nodes.len()).filter(|&node| open[node] == 0).collect();
    let mut done = 0;
    while let Some(&node) = order.get(done) {
        done += 1;
        for &parent in &parents[node] {
            open[parent] -= 1;
            if open[parent] == 0 {
                order.push(parent);
            }
        }
    }
    if order.len() == nodes.len() {
        return Ok(order);
    }
    // From a node with open arcs an open arc always leads on, at last in a circle.
    let mut path = vec![open.iter().position(|&open| open > 0).unwrap_or(0)];
    loop {
        let here = path[path.len() - 1];
        let Some(next) = targets(&nodes[here]).into_iter().find(|&to| open[to] > 0) else {
            return Err(Stop::Loop(Vec::new()));
        };
        if let Some(first) = path.iter().position(|&node| node == next) {
            path.push(next);
            let names = path[first..].iter().map(|&node| nodes[node].position.clone());
            return Err(Stop::Loop(names.collect()));
        }
        path.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_graph::{Arc, Move};

    fn nodes(arcs: &[&[usize]]) -> Vec<Node> {
        let node = |(number, to): (usize, &&[usize])| Node {
            position: number.to_string(),
            picture: Vec::new(),
            outcome: Outcome::P,
            value: None,
            infinite: None,
            mex_set: Vec::new(),
            height: 0,
            entailed: false,
            arcs: to
                .iter()
                .map(|&to| Arc {
                    to: Target::Node(to),
                    moves: vec![Move { part: None, text: "go".into() }],
                    winning: false,
                })
                .collect(),
        };
        arcs.iter().enumerate().map(node).collect()
    }

    #[test]
    fn values_follow_the_definition() {
        let mut diamond = nodes(&[&[1, 2], &[3], &[1, 3], &[]]);
        evaluate(&mut diamond, false, Play::Normal).unwrap();
        let values: Vec<_> = diamond.iter().map(|node| node.value.unwrap()).collect();
        assert_eq!(values, [0, 1, 2, 0]);
        let heights: Vec<_> = diamond.iter().map(|node| node.height).collect();
        assert_eq!(heights, [3, 1, 2, 0]);
        evaluate(&mut diamond, false, Play::Misere).unwrap();
        let outcomes: Vec<_> = diamond.iter().map(|node| node.outcome.mover_wins()).collect();
        assert_eq!(outcomes, [true, false, true, true]);
    }

    #[test]
    fn a_circle_is_named() {
        let Err(Stop::Loop(names)) =
            evaluate(&mut nodes(&[&[1], &[2, 3], &[1], &[]]), false, Play::Normal)
        else {
            panic!("a circle has no values")
        };
        assert_eq!(names, ["1", "2", "1"]);
    }
}
