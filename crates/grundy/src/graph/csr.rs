//! Adjacency in two flat arrays (compressed sparse rows).

/// A directed graph, or an undirected one whose edges are stored from both ends.
///
/// Vertices are 0, 1, …, n-1; the neighbours of a vertex are ascending and differ: parallel edges
/// are stored once. Space: 8 bytes a vertex and 4 bytes an arc.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Csr {
    /// Where the neighbours of each vertex start; one entry more than vertices.
    starts: Vec<usize>,
    heads: Vec<u32>,
}

impl Csr {
    /// The graph of these arcs. O(n + m log(largest degree)).
    ///
    /// # Panics
    /// If an end is not below `vertices`.
    pub fn directed(vertices: usize, arcs: &[(u32, u32)]) -> Self {
        Self::build(vertices, || arcs.iter().copied())
    }

    /// The graph of these edges, each stored from both ends; loops are left out.
    /// O(n + m log(largest degree)).
    ///
    /// # Panics
    /// If an end is not below `vertices`.
    pub fn undirected(vertices: usize, edges: &[(u32, u32)]) -> Self {
        Self::build(vertices, || {
            edges.iter().filter(|(u, v)| u != v).flat_map(|&(u, v)| [(u, v), (v, u)])
        })
    }

    fn build<I: Iterator<Item = (u32, u32)>>(vertices: usize, arcs: impl Fn() -> I) -> Self {
        let mut starts = vec![0; vertices + 1];
        for (tail, head) in arcs() {
            assert!((head as usize) < vertices, "an arc leads out of the graph");
            starts[tail as usize + 1] += 1;
        }
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut heads = vec![0; starts[vertices]];
        let mut next = starts.clone();
        for (tail, head) in arcs() {
            heads[next[tail as usize]] = head;
            next[tail as usize] += 1;
        }
        drop(next);
        let mut kept = 0;
        let mut start = 0;
        for v in 0..vertices {
            let end = starts[v + 1];
            heads[start..end].sort_unstable();
            let first = kept;
            for i in start..end {
                if kept == first || heads[kept - 1] != heads[i] {
                    heads[kept] = heads[i];
                    kept += 1;
                }
            }
            starts[v + 1] = kept;
            start = end;
        }
        heads.truncate(kept);
        Self { starts, heads }
    }

    /// Bytes held by [`undirected`](Self::undirected) while it makes a graph of so many vertices and
    /// edges, besides the edges.
    pub(crate) fn bytes_to_build(vertices: usize, edges: usize) -> u64 {
        16 * (vertices as u64 + 1) + 8 * edges as u64
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (8 * self.starts.capacity() + 4 * self.heads.capacity()) as u64
    }

    /// The number of vertices.
    #[inline]
    pub fn vertices(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The number of arcs: twice the number of edges of an undirected graph.
    #[inline]
    pub fn arcs(&self) -> usize {
        self.heads.len()
    }

    /// The neighbours of `v`, ascending.
    #[inline]
    pub fn neighbours(&self, v: u32) -> &[u32] {
        &self.heads[self.starts[v as usize]..self.starts[v as usize + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_ascending_without_repeats() {
        let graph = Csr::directed(4, &[(3, 1), (0, 2), (0, 1), (0, 2), (3, 3), (0, 2), (2, 0)]);
        let rows: Vec<_> = (0..4).map(|v| graph.neighbours(v).to_vec()).collect();
        assert_eq!(rows, [vec![1, 2], vec![], vec![0], vec![1, 3]]);
        assert_eq!((graph.vertices(), graph.arcs()), (4, 5));
        assert_eq!(Csr::undirected(0, &[]).vertices(), 0);
        assert_eq!(Csr::default().vertices(), 0);
    }

    #[test]
    fn example_of_csr() {
        let graph = crate::graph::Csr::undirected(3, &[(0, 1), (2, 1), (1, 0), (2, 2)]);
        assert_eq!(graph.neighbours(1), [0, 2]);
        assert_eq!(graph.neighbours(2), [1]);
    }
}
