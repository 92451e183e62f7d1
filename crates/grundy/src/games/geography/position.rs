//! Where the token is, and the vertices visited.

/// Where the token is and where it was, by indices of vertices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    pub(super) vertex: u32,
    /// Ascending, without `vertex`.
    pub(super) visited: Box<[u32]>,
}

impl At {
    /// The token on a vertex, no other visited.
    pub fn start(vertex: u32) -> Self {
        Self { vertex, visited: Box::default() }
    }

    /// The position after a move to `vertex`.
    pub(super) fn moved(&self, vertex: u32) -> Self {
        let mut visited = Vec::with_capacity(self.visited.len() + 1);
        let smaller = self.visited.partition_point(|&v| v < self.vertex);
        visited.extend_from_slice(&self.visited[..smaller]);
        visited.push(self.vertex);
        visited.extend_from_slice(&self.visited[smaller..]);
        Self { vertex, visited: visited.into() }
    }
}
