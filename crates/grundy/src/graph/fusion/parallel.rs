//! Parallel edges: those that join the same two vertices, and loops at the same vertex.

use crate::context::{Context, Stop};

/// For each edge that has parallel ones, which they are. Nothing is stored for the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parallel {
    /// Edges of equal ends side by side, in the order written.
    edges: Vec<u32>,
    /// Edges in the order written, each with its place in `edges` and where its like start and end.
    copies: Vec<Copy>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Copy {
    edge: u32,
    place: u32,
    start: u32,
    end: u32,
}

impl Parallel {
    /// Finds them. O(m log m).
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn new(edges: &[(u32, u32)], context: &Context<'_>) -> Result<Self, Stop> {
        const DOING: &str = "finding parallel edges";
        context.look(DOING, 0)?;
        context.check_memory(32 * edges.len() as u64, || DOING.into())?;
        let ends = |&(u, v): &(u32, u32)| (u.min(v), u.max(v));
        let mut sorted: Vec<(u32, u32, u32)> =
            (0..).zip(edges).map(|(e, pair)| (ends(pair).0, ends(pair).1, e)).collect();
        sorted.sort_unstable();
        let mut parallel = Self::default();
        for like in sorted.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|l| l.len() > 1) {
            let start = parallel.edges.len() as u32;
            let end = start + like.len() as u32;
            parallel.edges.extend(like.iter().map(|&(_, _, edge)| edge));
            let copies = (start..).zip(like);
            parallel.copies.extend(copies.map(|(place, &(_, _, edge))| Copy {
                edge,
                place,
                start,
                end,
            }));
        }
        parallel.copies.sort_unstable_by_key(|copy| copy.edge);
        Ok(parallel)
    }

    /// The edges that join the same vertices as this one, itself among them, in the order written,
    /// and which of them it is; `None` if it is the only one. O(log m).
    pub fn like(&self, edge: u32) -> Option<(&[u32], usize)> {
        let at = self.copies.binary_search_by_key(&edge, |copy| copy.edge).ok()?;
        let Copy { place, start, end, .. } = self.copies[at];
        Some((&self.edges[start as usize..end as usize], (place - start) as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_edges_find_each_other() {
        let parallel = Parallel::new(
            &[(0, 1), (2, 2), (1, 0), (0, 2), (2, 2), (1, 0), (1, 2)],
            &Context::default(),
        )
        .unwrap();
        assert_eq!(parallel.like(0), Some((&[0, 2, 5][..], 0)));
        assert_eq!(parallel.like(5), Some((&[0, 2, 5][..], 2)));
        assert_eq!(parallel.like(4), Some((&[1, 4][..], 1)));
        assert_eq!(parallel.like(3), None);
        assert_eq!(parallel.like(6), None);
        assert_eq!(parallel.like(7), None);
        assert_eq!(
            Parallel::new(&[(0, 1), (1, 2)], &Context::default()).unwrap(),
            Parallel::default()
        );
    }
}
