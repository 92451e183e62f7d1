//! Values by another way than in use: one search for low points, an edge refused at a time. For tests.

use super::Fused;

/// The edges at every vertex.
#[derive(Clone, Debug, Default)]
pub struct Incidence {
    edges: Vec<(u32, u32)>,
    /// Where the edges of each vertex start.
    starts: Vec<usize>,
    at: Vec<u32>,
}

/// A vertex on the way back to the root.
struct Visit {
    vertex: u32,
    /// The edge it was reached by.
    by: u32,
    /// Where its list of edges is looked at next.
    next: usize,
}

impl Incidence {
    /// The graph of these edges. O(n + m).
    pub fn new(vertices: usize, edges: Vec<(u32, u32)>) -> Self {
        let mut starts = vec![0; vertices + 1];
        let ends = || {
            edges.iter().enumerate().flat_map(|(e, &(u, v))| {
                // A loop stands once in the list of its vertex.
                [Some((u, e as u32)), (u != v).then_some((v, e as u32))].into_iter().flatten()
            })
        };
        ends().for_each(|(v, _)| starts[v as usize + 1] += 1);
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut at = vec![0; starts[vertices]];
        for (v, e) in ends() {
            at[next[v as usize]] = e;
            next[v as usize] += 1;
        }
        Self { starts, at, edges }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The edges at a vertex.
    fn at(&self, v: u32) -> &[u32] {
        &self.at[self.starts[v as usize]..self.starts[v as usize + 1]]
    }

    /// The end of the edge that is not `v`; `v` itself for a loop.
    fn other(&self, edge: u32, v: u32) -> u32 {
        let (a, b) = self.edges[edge as usize];
        if a == v { b } else { a }
    }

    /// The Grundy value of green Hackenbush on the edges of which `alive` holds, with the ground
    /// at `root`.
    pub fn fused(&self, root: u32, alive: impl Fn(u32) -> bool) -> Fused {
        const NONE: u32 = u32::MAX;
        let mut fused = Fused::default();
        if root as usize >= self.vertices() {
            return fused;
        }
        // Order of discovery (0: not yet), and the earliest vertex that the tree above reaches.
        let mut order = vec![0u32; self.vertices()];
        let mut low = vec![0u32; self.vertices()];
        // Nim-sum over what hangs on the vertex and on those fused with it above.
        let mut hung = vec![0u32; self.vertices()];
        let mut found = 1;
        order[root as usize] = found;
        low[root as usize] = found;
        let mut path = vec![Visit { vertex: root, by: NONE, next: 0 }];
        while let Some(visit) = path.last_mut() {
            let (u, by) = (visit.vertex, visit.by);
            let Some(&e) = self.at(u).get(visit.next) else {
                path.pop();
                let Some(below) = path.last() else { break };
                let v = below.vertex as usize;
                let u = u as usize;
                if low[u] == order[u] {
                    fused.bridges += 1;
                    hung[v] ^= hung[u] + 1;
                } else {
                    fused.on_cycles += 1;
                    hung[v] ^= hung[u] ^ 1;
                    low[v] = low[v].min(low[u]);
                }
                continue;
            };
            visit.next += 1;
            if e == by || !alive(e) {
                continue;
            }
            let v = self.other(e, u) as usize;
            if order[v] == 0 {
                found += 1;
                order[v] = found;
                low[v] = found;
                path.push(Visit { vertex: v as u32, by: e, next: 0 });
            } else if order[v] <= order[u as usize] {
                // A loop or an edge to below, met here and (if no loop) once more from there.
                fused.on_cycles += 1;
                hung[u as usize] ^= 1;
                low[u as usize] = low[u as usize].min(order[v]);
            }
        }
        fused.value = hung[root as usize];
        fused
    }
}
