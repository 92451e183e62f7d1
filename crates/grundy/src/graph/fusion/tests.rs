//! Values and cuts compared with the judge, which refuses one edge after the other.

use super::judge::Incidence;
use super::*;
use std::collections::BTreeSet;

/// Random numbers and orders.
pub(super) struct Random(fastrand::Rng);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    pub(super) fn below(&mut self, end: u32) -> u32 {
        self.0.u32(..end)
    }

    /// The same picture with its vertices and edges in another order.
    fn shuffled(&mut self, vertices: u32, mut edges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
        let mut names: Vec<u32> = (0..vertices).collect();
        self.0.shuffle(&mut names);
        self.0.shuffle(&mut edges);
        edges.iter().map(|&(u, v)| (names[u as usize], names[v as usize])).collect()
    }
}

/// Everything the module tells of the graph, for each of its vertices as the ground if `all_roots`.
fn check(vertices: u32, edges: &[(u32, u32)], all_roots: bool) {
    let context = Context::default();
    let judge = Incidence::new(vertices as usize, edges.to_vec());
    for root in 0..if all_roots { vertices } else { 1 } {
        let graph =
            || Left { vertices: vertices as usize, edges, left: 0..edges.len() as u32, root };
        let here = format!("ground {root}: {edges:?}");
        let fusion = graph().fuse(&context).unwrap();
        let fused = judge.fused(root, |_| true);
        assert_eq!(fusion.fused(), fused, "{here}");
        let mut ends: Vec<_> = edges.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect();
        ends.sort_unstable();
        let reached = fusion.reached();
        if reached.is_none() {
            let twins = ends.windows(2).any(|pair| pair[0] == pair[1]);
            assert!(fusion.parallel() || !twins, "{here}");
        }
        let count = |(u, v): &(u32, u32)| {
            reached.as_ref().is_none_or(|reached| {
                assert_eq!(reached[*u as usize], reached[*v as usize], "{here}");
                reached[*u as usize]
            })
        };
        assert_eq!(edges.iter().filter(|e| count(e)).count(), fused.bridges + fused.on_cycles);
        let there = |e: u32| count(&edges[e as usize]);
        let without = |e: u32| judge.fused(root, |other| other != e).value;
        let after: Vec<u32> = (0..edges.len() as u32).map(without).collect();
        for target in after.iter().copied().chain([0, fused.value]).collect::<BTreeSet<_>>() {
            let cuts = graph().cuts_to(target, &context).unwrap();
            let mut found: Vec<u32> = cuts.edges().collect();
            found.sort_unstable();
            let wins = |&e: &u32| there(e) && after[e as usize] == target;
            let expected: Vec<u32> = (0..edges.len() as u32).filter(wins).collect();
            assert_eq!(found, expected, "{here} to {target}");
            assert_eq!(cuts.count(), expected.len());
        }
    }
}

#[test]
fn random_multigraphs_are_judged_alike() {
    let mut random = Random::new(1);
    for round in 0..6000 {
        let vertices = 1 + random.below(8);
        let count = random.below(if round % 4 == 0 { 25 } else { 11 });
        let edges: Vec<_> =
            (0..count).map(|_| (random.below(vertices), random.below(vertices))).collect();
        check(vertices, &edges, true);
    }
}

#[test]
fn long_rings_with_trees_and_rings_on_them_are_judged_alike() {
    let mut random = Random::new(2);
    for round in 0..60 {
        // A ring, perhaps of rings, then paths between vertices there, loops and branches.
        let ring = 20 + random.below(100);
        let mut edges: Vec<_> = (0..ring).map(|v| (v, (v + 1) % ring)).collect();
        let mut vertices = ring;
        for _ in 0..random.below(12) {
            let (from, to) = match round % 3 {
                0 => (random.below(vertices), random.below(vertices)),
                1 => (random.below(vertices), NONE),
                _ => {
                    let v = random.below(vertices);
                    (v, v)
                }
            };
            let length = 1 + random.below(50);
            let mut last = from;
            for _ in 1..length {
                edges.push((last, vertices));
                (last, vertices) = (vertices, vertices + 1);
            }
            if to != NONE {
                edges.push((last, to));
            }
        }
        let edges = random.shuffled(vertices, edges);
        check(vertices, &edges, false);
    }
}

#[test]
fn random_graphs_of_some_hundred_edges_are_judged_alike() {
    let mut random = Random::new(3);
    for (vertices, count) in [(300, 299), (200, 220), (100, 150), (60, 180), (150, 165)] {
        for _ in 0..4 {
            let mut edges: Vec<_> = (1..vertices).map(|v| (v, random.below(v))).collect();
            while edges.len() < count {
                edges.push((random.below(vertices), random.below(vertices)));
            }
            let edges = random.shuffled(vertices, edges);
            check(vertices, &edges, false);
        }
    }
}

#[test]
fn limits_are_obeyed() {
    use crate::context::{LimitKind, Limits};
    let context = Context::new(Limits { memory: 1000, ..Limits::default() });
    let edges: Vec<_> = (0..100).map(|v| (v, v + 1)).collect();
    let graph = Left { vertices: 101, edges: &edges, left: 0..100, root: 0 };
    let stop = graph.fuse(&context).unwrap_err();
    assert!(matches!(stop, Stop::Limit { kind: LimitKind::Memory, .. }), "{stop}");
    // A picture without its ground is worth nothing.
    let graph = Left { vertices: 101, edges: &edges, left: 0..100, root: NONE };
    let context = Context::default();
    assert_eq!(graph.clone().fuse(&context).unwrap().fused(), Fused::default());
    assert_eq!(graph.cuts_to(0, &context).unwrap().count(), 0);
}
