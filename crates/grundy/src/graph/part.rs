//! A part of a graph, its vertices numbered anew so that neighbours lie close together in memory.

use super::Csr;
use crate::context::{Context, Stop};

/// In place of a vertex: there is none.
pub(super) const NONE: u32 = u32::MAX;

/// What can be reached from some vertices without entering removed ones.
///
/// Vertices are numbered in the order a breadth-first search meets them: searches of the part
/// then rarely leave the cache, however the vertices of the whole graph were numbered.
pub(crate) struct Part {
    /// Where the neighbours of each vertex start; one entry more than vertices.
    starts: Vec<usize>,
    heads: Vec<u32>,
    /// The vertices of the whole graph, by their numbers here.
    names: Vec<u32>,
}

impl Part {
    /// All that is left of the graph without the `removed` vertices (no entries: none). O(n + m).
    ///
    /// # Errors
    /// [`Stop`] at the limits of time and memory or when cancelled.
    pub(crate) fn whole(
        graph: &Csr,
        removed: &[bool],
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        Self::reached(graph, 0..graph.vertices() as u32, removed, context)
    }

    /// What is left and can be reached from `vertex`, which has the number 0 here. O(n + m).
    ///
    /// # Errors
    /// As [`whole`](Self::whole).
    pub(crate) fn around(
        graph: &Csr,
        vertex: u32,
        removed: &[bool],
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        Self::reached(graph, [vertex], removed, context)
    }

    fn reached(
        graph: &Csr,
        from: impl IntoIterator<Item = u32>,
        removed: &[bool],
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        const DOING: &str = "looking for what can be reached";
        let n = graph.vertices();
        // At worst: three numbers and a start for every vertex, and as many heads as the graph has.
        context.check_memory(20 * n as u64 + 4 * graph.arcs() as u64, || DOING.into())?;
        let mut number = vec![NONE; n];
        let mut part = Self { starts: vec![0], heads: Vec::new(), names: Vec::new() };
        let left = |v: u32| removed.get(v as usize) != Some(&true);
        for start in from {
            if number[start as usize] == NONE && left(start) {
                number[start as usize] = part.names.len() as u32;
                part.names.push(start);
            }
            while let Some(&u) = part.names.get(part.starts.len() - 1) {
                context.tick(DOING, part.starts.len() as u64)?;
                for &v in graph.neighbours(u).iter().filter(|&&v| left(v) && v != u) {
                    let known = &mut number[v as usize];
                    if *known == NONE {
                        *known = part.names.len() as u32;
                        part.names.push(v);
                    }
                    part.heads.push(*known);
                }
                part.starts.push(part.heads.len());
            }
        }
        Ok(part)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (8 * self.starts.len() + 4 * (self.heads.len() + self.names.len())) as u64
    }

    /// The number of vertices.
    #[inline]
    pub(crate) fn vertices(&self) -> usize {
        self.names.len()
    }

    /// Twice the number of edges.
    #[inline]
    pub(crate) fn arcs(&self) -> usize {
        self.heads.len()
    }

    /// The neighbours of `v`, in the order they have in the whole graph.
    #[inline]
    pub(crate) fn neighbours(&self, v: u32) -> &[u32] {
        &self.heads[self.starts[v as usize]..self.starts[v as usize + 1]]
    }

    /// The vertex of the whole graph that has the number `v` here.
    #[inline]
    pub(crate) fn name(&self, v: u32) -> u32 {
        self.names[v as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_numbered_by_distance_and_keep_their_edges() {
        let edges = [(0, 5), (5, 3), (3, 0), (3, 1), (1, 2), (4, 6)];
        let graph = Csr::undirected(8, &edges);
        let mut removed = vec![false; 8];
        removed[1] = true;
        let context = Context::default();
        let part = Part::around(&graph, 5, &removed, &context).unwrap();
        assert_eq!(part.names, [5, 0, 3]);
        assert_eq!((part.neighbours(0), part.neighbours(1)), (&[1, 2][..], &[2, 0][..]));
        assert_eq!((part.vertices(), part.arcs()), (3, 6));
        let whole = Part::whole(&graph, &removed, &context).unwrap();
        assert_eq!(whole.names, [0, 3, 5, 2, 4, 6, 7]);
        assert_eq!(whole.arcs(), 8);
        assert_eq!(whole.name(5), 6);
        assert!(Part::around(&graph, 1, &removed, &context).unwrap().names.is_empty());
    }
}
