//! A token that walks a graph and never comes back: Grundy values block by block.

use crate::context::{Context, Stop};
use crate::graph::part::Part;

/// In place of a vertex or an entry of the pool.
const NONE: u32 = u32::MAX;

/// Blocks in which more edges than this close cycles are not walked: there are too many walks.
const MAX_CYCLE_EDGES: usize = 2000;

/// The Grundy values of the moves of a token on vertex 0 of `part`, as (vertex, value) in no order;
/// `None` if walking through the blocks takes more than `budget` steps, or clearly would.
///
/// The token never comes back across a cut vertex, so what follows after it leaves a block is a
/// game of its own. In each block all walks from the one vertex where it is entered are tried;
/// that is two walks in a cycle, and one step in an edge that is a block by itself.
///
/// # Complexity
/// O(n + m) for trees and for graphs whose blocks are edges and cycles; otherwise O(n + m) and the
/// total length of the walks through the blocks, but no more than `budget`.
pub(crate) fn first_moves(
    part: &Part,
    budget: u64,
    context: &Context<'_>,
) -> Result<Option<Vec<(u32, u32)>>, Stop> {
    let n = part.vertices();
    // Values are not worth a refusal: who wins is known without them.
    let bytes = 64 * n as u64 + 4 * part.arcs() as u64;
    if context.check_memory(bytes, String::new).is_err() {
        return Ok(None);
    }
    let mut walker = Walker {
        outside: vec![NONE; n],
        pool: Vec::new(),
        place: vec![(0, 0); n],
        seen: Vec::new(),
        now: 0,
        block: 0,
        moves: Vec::new(),
        budget,
    };
    // A depth-first search; `low` is the earliest vertex that the tree below touches.
    let mut found = vec![NONE; n];
    let mut low = vec![NONE; n];
    let mut next = vec![0u32; n];
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut path = vec![0u32];
    found[0] = 0;
    low[0] = 0;
    let mut count = 1;
    let mut step = 0;
    while let Some(&u) = path.last() {
        context.tick("walking through blocks", step)?;
        step += 1;
        let above = path.len().checked_sub(2).map_or(NONE, |i| path[i]);
        if let Some(&v) = part.neighbours(u).get(next[u as usize] as usize) {
            next[u as usize] += 1;
            if found[v as usize] == NONE {
                found[v as usize] = count;
                low[v as usize] = count;
                count += 1;
                edges.push((u, v));
                path.push(v);
            } else if v != above && found[v as usize] < found[u as usize] {
                low[u as usize] = low[u as usize].min(found[v as usize]);
                edges.push((u, v));
            }
            continue;
        }
        path.pop();
        if above == NONE {
            break;
        }
        low[above as usize] = low[above as usize].min(low[u as usize]);
        if low[u as usize] >= found[above as usize] {
            let first = edges.iter().rposition(|&edge| edge == (above, u)).expect("pushed before");
            let done = match &edges[first..] {
                [_] => walker.bridge(above, u),
                block => walker.walk(above, block, context)?,
            };
            if !done {
                return Ok(None);
            }
            edges.truncate(first);
        }
    }
    Ok(Some(walker.moves))
}

struct Walker {
    /// For every vertex the values of its moves into blocks entered there: a list in `pool`.
    outside: Vec<u32>,
    /// A value, and where the list goes on.
    pool: Vec<(u32, u32)>,
    /// The last block a vertex was met in, and its number there.
    place: Vec<(u32, u32)>,
    /// When a value was last seen among those of the moves of a position.
    seen: Vec<u64>,
    now: u64,
    block: u32,
    /// The moves from vertex 0.
    moves: Vec<(u32, u32)>,
    budget: u64,
}

impl Walker {
    /// The least value that differs from these and from those of the moves outside at `v`.
    fn mex(&mut self, v: u32, values: &[u32]) -> u32 {
        self.now += 1;
        for &value in values {
            self.see(value);
        }
        let mut entry = self.outside[v as usize];
        while entry != NONE {
            let (value, next) = self.pool[entry as usize];
            self.see(value);
            self.budget = self.budget.saturating_sub(1);
            entry = next;
        }
        let mex = self.seen.iter().position(|&seen| seen != self.now);
        mex.unwrap_or(self.seen.len()) as u32
    }

    fn see(&mut self, value: u32) {
        if value as usize >= self.seen.len() {
            self.seen.resize(value as usize + 1, 0);
        }
        self.seen[value as usize] = self.now;
    }

    /// A move from `entry` into a block leads to `v`, of this value.
    fn add(&mut self, entry: u32, v: u32, value: u32) {
        self.pool.push((value, self.outside[entry as usize]));
        self.outside[entry as usize] = self.pool.len() as u32 - 1;
        if entry == 0 {
            self.moves.push((v, value));
        }
    }

    /// A block of one edge.
    fn bridge(&mut self, entry: u32, v: u32) -> bool {
        let value = self.mex(v, &[]);
        self.add(entry, v, value);
        self.budget > 0
    }

    /// All walks from `entry` through a block; false if that is too much.
    fn walk(
        &mut self,
        entry: u32,
        block: &[(u32, u32)],
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        // The block by itself, the entry its vertex 0.
        self.block += 1;
        self.place[entry as usize] = (self.block, 0);
        let mut names = vec![entry];
        for x in block.iter().flat_map(|&(u, v)| [u, v]) {
            if self.place[x as usize].0 != self.block {
                self.place[x as usize] = (self.block, names.len() as u32);
                names.push(x);
            }
        }
        if block.len() > names.len() + MAX_CYCLE_EDGES {
            return Ok(false);
        }
        let mut ends = Vec::with_capacity(2 * block.len());
        for &(u, v) in block {
            let (u, v) = (self.place[u as usize].1, self.place[v as usize].1);
            ends.extend([(u, v), (v, u)]);
        }
        ends.sort_unstable();
        let mut starts = vec![0usize; names.len() + 1];
        for &(u, _) in &ends {
            starts[u as usize + 1] += 1;
        }
        for v in 0..names.len() {
            starts[v + 1] += starts[v];
        }
        let mut visited = vec![false; names.len()];
        visited[0] = true;
        // On the way: a vertex, the next of its edges, and where the values of its moves start.
        let mut way = vec![(0u32, 0usize, 0usize)];
        let mut values: Vec<u32> = Vec::new();
        let mut step = 0;
        while let Some((u, edge, first)) = way.last_mut() {
            context.tick("walking through blocks", step)?;
            step += 1;
            self.budget = self.budget.saturating_sub(1);
            if self.budget == 0 {
                return Ok(false);
            }
            let (u, first) = (*u, *first);
            if *edge < starts[u as usize + 1] {
                let v = ends[*edge].1;
                *edge += 1;
                if !visited[v as usize] {
                    visited[v as usize] = true;
                    way.push((v, starts[v as usize], values.len()));
                }
                continue;
            }
            way.pop();
            visited[u as usize] = false;
            if way.is_empty() {
                break;
            }
            let value = self.mex(names[u as usize], &values[first..]);
            values.truncate(first);
            values.push(value);
            if way.len() == 1 {
                self.add(entry, names[u as usize], value);
            }
        }
        Ok(true)
    }
}

/// A lower bound for the number of positions of a token that starts on vertex 0: how many walks
/// there are along which the numbers of a depth-first search increase. The set of their vertices tells
/// two of them apart.
///
/// O(n + m) at worst; the count ends at 2^60, which most graphs with many cycles reach soon.
pub(crate) fn positions_at_least(part: &Part) -> u64 {
    const ENOUGH: u64 = 1 << 60;
    if part.vertices() == 0 {
        return 0;
    }
    // Walks that end in a vertex; 0 until it is found.
    let mut walks = vec![0u64; part.vertices()];
    let mut next = vec![0u32; part.vertices()];
    walks[0] = 1;
    let mut total = 1u64;
    let mut path = vec![0u32];
    while let Some(&u) = path.last() {
        let Some(&v) = part.neighbours(u).get(next[u as usize] as usize) else {
            path.pop();
            continue;
        };
        next[u as usize] += 1;
        if walks[v as usize] == 0 {
            let before = part.neighbours(v).iter().map(|&w| walks[w as usize]);
            let here = before.fold(0, u64::saturating_add);
            walks[v as usize] = here;
            total = total.saturating_add(here);
            if total >= ENOUGH {
                return ENOUGH;
            }
            path.push(v);
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Csr;

    /// The value of the token on `v`, by the rules.
    fn value(adjacent: &[u32], v: usize, left: u32) -> u32 {
        let mut values = 0u64;
        for w in (0..adjacent.len()).filter(|&w| (adjacent[v] & left) >> w & 1 == 1) {
            values |= 1 << value(adjacent, w, left & !(1 << w));
        }
        values.trailing_ones()
    }

    fn part(n: usize, edges: &[(u32, u32)]) -> Part {
        Part::around(&Csr::undirected(n, edges), 0, &[], &Context::default()).unwrap()
    }

    #[test]
    fn values_of_moves_are_those_of_the_rules() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut random = move |below: u32| rng.u32(..below);
        for round in 0..400u32 {
            let n = 2 + round % 10;
            let mut edges: Vec<_> = (1..n).map(|v| (v, random(v))).collect();
            edges.extend((0..random(5)).map(|_| (random(n), random(n))));
            let mut adjacent = vec![0u32; n as usize];
            for &(u, v) in edges.iter().filter(|(u, v)| u != v) {
                adjacent[u as usize] |= 1 << v;
                adjacent[v as usize] |= 1 << u;
            }
            let part = part(n as usize, &edges);
            let moves = first_moves(&part, 1 << 20, &Context::default()).unwrap().unwrap();
            let mut moves: Vec<_> = moves.iter().map(|&(v, g)| (part.name(v), g)).collect();
            moves.sort_unstable();
            let to = (0..n).filter(|&w| adjacent[0] >> w & 1 == 1);
            let left = (1u32 << n) - 2;
            let expected: Vec<_> =
                to.map(|w| (w, value(&adjacent, w as usize, left & !(1 << w)))).collect();
            assert_eq!(moves, expected, "{edges:?}");
        }
    }

    #[test]
    fn long_chains_of_cycles_take_linear_time_and_dense_blocks_are_given_up() {
        let n = 200_001u32;
        let links = (0..n / 2).flat_map(|i| {
            let v = 2 * i;
            [(v, v + 1), (v + 1, v + 2), (v, v + 2)]
        });
        let chain = part(n as usize, &links.collect::<Vec<_>>());
        let steps = 20 * u64::from(n);
        assert_eq!(first_moves(&chain, steps, &Context::default()).unwrap().unwrap().len(), 2);
        // Windmill: every blade is a block of its own, all entered at the hub.
        let blades =
            (0..n / 2).flat_map(|i| [(0, 2 * i + 1), (2 * i + 1, 2 * i + 2), (0, 2 * i + 2)]);
        let windmill = part(n as usize, &blades.collect::<Vec<_>>());
        let moves = first_moves(&windmill, steps, &Context::default()).unwrap().unwrap();
        assert!(moves.len() == n as usize - 1 && moves.iter().all(|&(_, value)| value == 1));
        let all: Vec<_> = (0..40u32).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        assert_eq!(first_moves(&part(40, &all), 100_000, &Context::default()), Ok(None));
        assert!(positions_at_least(&part(40, &all)) > 1 << 38);
        assert_eq!(positions_at_least(&part(3, &[(0, 1), (1, 2)])), 3);
    }
}
