//! Symmetries of graphs that answer every move.

use crate::graph::{Graph, vertices};

/// So many pairs are tried.
const MAX_TRIED: u32 = 10_000;

impl Graph {
    /// The pairs of an involution of the graph on a set of vertices that carries no vertex to itself or to a
    /// neighbour. `None` if there is none, or if none is found within 10,000 trials.
    ///
    /// # Theorem
    /// Then the second player wins Node Kayles and Arc Kayles on the set. He answers each move by its image. That is
    /// still possible: v is not σ(v) and not its neighbour, so neither the choice of v nor that of an edge
    /// at v takes σ(v). What both moves take is carried into itself, and so is what is left; there no vertex is
    /// carried to itself or to a neighbour either.
    ///
    /// # Complexity
    /// For each pair that is set O(n) steps, for each trial O(1), on words of 128 bits.
    ///
    /// ```
    /// use grundy_search::graph::Graph;
    /// let circle = |n: usize| Graph::new(n, (0..n).map(|v| (v, (v + 1) % n))).unwrap();
    /// assert_eq!(circle(6).pairing(0b111111), Some(vec![(0, 3), (1, 4), (2, 5)]));
    /// assert_eq!(circle(5).pairing(0b11111), None);
    /// ```
    pub fn pairing(&self, set: u128) -> Option<Vec<(usize, usize)>> {
        if set.count_ones() % 2 == 1 {
            return None;
        }
        let mut pairing = Pairing { graph: self, set, image: [0; 128], paired: 0, tried: 0 };
        pairing.extend()?.then_some(())?;
        let pairs = vertices(set).map(|v| (v, usize::from(pairing.image[v])));
        Some(pairs.filter(|(v, image)| v < image).collect())
    }
}

struct Pairing<'a> {
    graph: &'a Graph,
    set: u128,
    image: [u8; 128],
    /// The vertices that have an image.
    paired: u128,
    tried: u32,
}

impl Pairing<'_> {
    /// Whether the pairs so far can be completed, which is done then; `None` after too many trials.
    fn extend(&mut self) -> Option<bool> {
        let open = self.set & !self.paired;
        // A vertex with neighbours that have images has few candidates.
        let count = |&v: &usize| (self.graph.near(v) & self.paired).count_ones();
        let Some(v) = vertices(open).max_by_key(|v| (count(v), std::cmp::Reverse(*v))) else {
            return Some(true);
        };
        let images = self.images(self.graph.near(v) & self.paired);
        let degree = (self.graph.near(v) & self.set).count_ones();
        for w in vertices(open & !(self.graph.near(v) | 1 << v)) {
            self.tried += 1;
            if self.tried > MAX_TRIED {
                return None;
            }
            let near = self.graph.near(w);
            if near & self.paired != images || (near & self.set).count_ones() != degree {
                continue;
            }
            (self.image[v], self.image[w]) = (w as u8, v as u8);
            self.paired |= 1 << v | 1 << w;
            if self.extend()? {
                return Some(true);
            }
            self.paired &= !(1 << v | 1 << w);
        }
        Some(false)
    }

    fn images(&self, set: u128) -> u128 {
        vertices(set).fold(0, |images, v| images | 1 << self.image[v])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether some involution of this kind is among all ways to pair the vertices.
    fn exists(graph: &Graph, open: &[usize], pairs: &mut Vec<(usize, usize)>) -> bool {
        let Some((&v, rest)) = open.split_first() else {
            let image = |v: usize| {
                let pair = pairs.iter().find(|(a, b)| *a == v || *b == v).unwrap();
                pair.0 + pair.1 - v
            };
            let near = |u: usize, v: usize| graph.near(u) >> v & 1 == 1;
            let all = pairs.iter().flat_map(|&(a, b)| [a, b]).collect::<Vec<_>>();
            let kept = |&(u, v): &(usize, usize)| near(u, v) == near(image(u), image(v));
            return pairs.iter().all(|&(a, b)| !near(a, b))
                && all
                    .iter()
                    .flat_map(|&u| all.iter().map(move |&v| (u, v)))
                    .all(|pair| kept(&pair));
        };
        (0..rest.len()).any(|i| {
            let mut rest = rest.to_vec();
            pairs.push((v, rest.remove(i)));
            let found = exists(graph, &rest, pairs);
            pairs.pop();
            found
        })
    }

    #[test]
    fn pairs_are_found_if_there_are_any() {
        let mut rng = fastrand::Rng::with_seed(17);
        let mut found = 0;
        for case in 0..3000 {
            let count = rng.usize(1..9);
            let part = rng.usize(1..4);
            let pairs = (0..count).flat_map(|v| (0..v).map(move |u| (u, v)));
            let edges: Vec<_> = pairs.filter(|_| rng.usize(0..=part) == 0).collect();
            let graph = Graph::new(count, edges.iter().copied()).unwrap();
            let set = graph.all() & rng.u128(..) | rng.u128(..) & graph.all();
            let open: Vec<usize> = vertices(set).collect();
            let expected = count_is_even(&open) && exists(&graph, &open, &mut Vec::new());
            let pairing = graph.pairing(set);
            assert_eq!(pairing.is_some(), expected, "case {case}: {edges:?} on {open:?}");
            found += usize::from(pairing.is_some());
            let Some(pairs) = pairing else { continue };
            let mut image = [0; 8];
            pairs.iter().for_each(|&(u, v)| (image[u], image[v]) = (v, u));
            assert_eq!(2 * pairs.len(), open.len());
            for (&u, &v) in open.iter().flat_map(|u| open.iter().map(move |v| (u, v))) {
                let near = |u: usize, v: usize| graph.near(u) >> v & 1 == 1;
                assert_eq!(near(u, v), near(image[u], image[v]));
                assert!(u != image[u] && !near(u, image[u]));
            }
        }
        assert!(found > 300, "{found}");
    }

    fn count_is_even(open: &[usize]) -> bool {
        open.len().is_multiple_of(2)
    }
}
