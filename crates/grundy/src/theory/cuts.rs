//! Minimum cuts of graphs with capacities.

use crate::nat::Nat;
use std::collections::VecDeque;

/// The capacity of a minimum cut between two different vertices of an undirected graph; edges are
/// two vertices and a capacity. O(V E^2) operations on numbers, by shortest augmenting paths (J.
/// Edmonds and R. M. Karp 1972).
pub fn min_cut(vertices: usize, edges: &[(usize, usize, Nat)], from: usize, to: usize) -> Nat {
    // Each edge is two arcs, at 2i and 2i + 1, with what may still flow along them.
    let mut room: Vec<Nat> = edges.iter().flat_map(|e| [e.2.clone(), e.2.clone()]).collect();
    let mut arcs: Vec<Vec<(usize, usize)>> = vec![Vec::new(); vertices];
    for (i, &(u, v, _)) in edges.iter().enumerate() {
        arcs[u].push((2 * i, v));
        arcs[v].push((2 * i + 1, u));
    }
    let mut flow = Nat::ZERO;
    loop {
        // The arc by which each vertex is reached, and where it comes from.
        let mut by: Vec<Option<(usize, usize)>> = vec![None; vertices];
        let mut open = VecDeque::from([from]);
        while let Some(u) = open.pop_front() {
            for &(arc, v) in &arcs[u] {
                if v != from && by[v].is_none() && !room[arc].is_zero() {
                    by[v] = Some((arc, u));
                    open.push_back(v);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        while let Some((arc, u)) = by[at] {
            path.push(arc);
            at = u;
        }
        let Some(most) = path.iter().map(|&arc| room[arc].clone()).min() else { return flow };
        for arc in path {
            room[arc] -= &most;
            room[arc ^ 1] += &most;
        }
        flow += most;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minimum_cut_is_the_least_over_all_sets() {
        let mut rng = fastrand::Rng::with_seed(2);
        for _ in 0..200 {
            let edges: Vec<(usize, usize, Nat)> = (0..rng.usize(0..10))
                .map(|_| (rng.usize(..5), rng.usize(..5), Nat::from(rng.u32(0..6))))
                .collect();
            let cut = |set: usize| {
                let side = |v: usize| set >> v & 1;
                edges.iter().filter(|e| side(e.0) != side(e.1)).map(|e| &e.2).sum::<Nat>()
            };
            let least = (0..32).filter(|set| set & 1 == 1 && set >> 4 & 1 == 0).map(cut).min();
            assert_eq!(Some(min_cut(5, &edges, 0, 4)), least, "{edges:?}");
        }
    }
}
