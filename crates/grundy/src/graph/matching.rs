//! Maximum matchings of undirected graphs, and the vertices that some maximum matching misses.

use super::Csr;
use super::forest::Forest;
use crate::context::{Context, Stop};

/// In place of a vertex: there is none.
pub(super) const NONE: u32 = u32::MAX;

/// A set of edges without common ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matching {
    pub(super) mate: Vec<u32>,
}

impl Matching {
    /// The matching without edges on so many vertices.
    pub fn empty(vertices: usize) -> Self {
        Self { mate: vec![NONE; vertices] }
    }

    /// The vertex matched with `v`.
    #[inline]
    pub fn mate(&self, v: u32) -> Option<u32> {
        let mate = self.mate[v as usize];
        (mate != NONE).then_some(mate)
    }

    /// The number of edges.
    pub fn size(&self) -> usize {
        self.mate.iter().filter(|&&mate| mate != NONE).count() / 2
    }

    /// Takes the edge at `v` out, if there is one.
    pub fn unmatch(&mut self, v: u32) {
        if let Some(mate) = self.mate(v) {
            self.mate[v as usize] = NONE;
            self.mate[mate as usize] = NONE;
        }
    }

    fn join(&mut self, u: u32, v: u32) {
        self.mate[u as usize] = v;
        self.mate[v as usize] = u;
    }
}

/// A maximum matching: of all sets of edges without common ends one with the most edges.
///
/// A greedy matching comes first (vertices with one neighbour left are matched before others,
/// which is never wrong); it is augmented by the method of Hopcroft and Karp if the graph is
/// bipartite, else by searches of alternating forests with blossoms contracted.
///
/// # Complexity
/// O(m sqrt(n)) for bipartite graphs; O(nm log n) at worst for others, in practice a few passes
/// over the edges. Space O(n) besides the graph. Nothing recurses.
///
/// # Literature
/// J. Edmonds, *Paths, trees, and flowers* (1965); J. E. Hopcroft, R. M. Karp, *An n^(5/2)
/// algorithm for maximum matchings in bipartite graphs* (1973); R. M. Karp, M. Sipser, *Maximum
/// matchings in sparse random graphs* (1981).
///
/// ```
/// use grundy::graph::{Csr, maximum_matching};
/// // A triangle with a tail of two vertices.
/// let graph = Csr::undirected(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)]);
/// assert_eq!(maximum_matching(&graph).size(), 2);
/// ```
pub fn maximum_matching(graph: &Csr) -> Matching {
    maximum_matching_without(graph, &[], &Context::default()).expect("nothing limits the search")
}

/// As [`maximum_matching`], in the graph without the `removed` vertices (an entry for every
/// vertex, or none at all).
///
/// # Errors
/// [`Stop`] at the limit of time or when cancelled.
pub fn maximum_matching_without(
    graph: &Csr,
    removed: &[bool],
    context: &Context<'_>,
) -> Result<Matching, Stop> {
    let mut matching = greedy(graph, removed);
    match sides(graph, removed) {
        Some(left) => augment_bipartite(graph, &left, removed, &mut matching, context)?,
        None => {
            let mut forest = Forest::new(graph, removed);
            while forest.search(&mut matching, context)? > 0 {}
        }
    }
    Ok(matching)
}

/// For every vertex: whether some maximum matching misses it.
///
/// These are the vertices joined to a free one by an alternating path of even length: the set D
/// of the Gallai–Edmonds decomposition. `matching` must be maximum.
///
/// # Complexity
/// One search: O(m log n) at worst, close to O(m).
///
/// # Literature
/// T. Gallai 1964, J. Edmonds 1965; L. Lovász, M. D. Plummer, *Matching Theory* (1986), chapter 3.
///
/// ```
/// use grundy::graph::{Csr, maximum_matching, missed_by_some_maximum_matching};
/// let path = Csr::undirected(3, &[(0, 1), (1, 2)]);
/// let missed = missed_by_some_maximum_matching(&path, &maximum_matching(&path));
/// assert_eq!(missed, [true, false, true]);
/// ```
pub fn missed_by_some_maximum_matching(graph: &Csr, matching: &Matching) -> Vec<bool> {
    let mut matching = matching.clone();
    loop {
        let missed = missed_without(graph, &[], &mut matching, &Context::default());
        if let Some(missed) = missed.expect("nothing limits the search") {
            return missed;
        }
    }
}

/// As [`missed_by_some_maximum_matching`], in the graph without the `removed` vertices; `None`
/// if the matching was not maximum (it then has become larger).
///
/// # Errors
/// [`Stop`] at the limit of time or when cancelled.
pub fn missed_without(
    graph: &Csr,
    removed: &[bool],
    matching: &mut Matching,
    context: &Context<'_>,
) -> Result<Option<Vec<bool>>, Stop> {
    let mut forest = Forest::new(graph, removed);
    Ok((forest.search(matching, context)? == 0).then(|| forest.outer()))
}

fn is_removed(removed: &[bool], v: u32) -> bool {
    removed.get(v as usize).copied().unwrap_or(false)
}

/// A maximal matching. A vertex with one neighbour left is matched with it before all others.
fn greedy(graph: &Csr, removed: &[bool]) -> Matching {
    let n = graph.vertices() as u32;
    let mut matching = Matching::empty(n as usize);
    let mut done: Vec<bool> = (0..n).map(|v| is_removed(removed, v)).collect();
    let mut left: Vec<u32> = (0..n)
        .map(|v| graph.neighbours(v).iter().filter(|&&w| !done[w as usize]).count() as u32)
        .collect();
    let mut leaves: Vec<u32> = (0..n).filter(|&v| left[v as usize] == 1).collect();
    let mut start = 0;
    loop {
        let u = match leaves.pop() {
            Some(leaf) => leaf,
            None if start < n => {
                start += 1;
                start - 1
            }
            None => return matching,
        };
        if done[u as usize] {
            continue;
        }
        let open = graph.neighbours(u).iter().filter(|&&v| !done[v as usize]);
        let Some(&v) = open.min_by_key(|&&v| left[v as usize]) else { continue };
        matching.join(u, v);
        done[u as usize] = true;
        done[v as usize] = true;
        for &w in graph.neighbours(u).iter().chain(graph.neighbours(v)) {
            left[w as usize] -= 1;
            if left[w as usize] == 1 && !done[w as usize] {
                leaves.push(w);
            }
        }
    }
}

/// A colouring with two colours (true: left) such that edges join different ones, if there is one.
fn sides(graph: &Csr, removed: &[bool]) -> Option<Vec<bool>> {
    let n = graph.vertices() as u32;
    let mut seen: Vec<bool> = (0..n).map(|v| is_removed(removed, v)).collect();
    let mut left = vec![false; n as usize];
    let mut stack = Vec::new();
    for start in 0..n {
        if seen[start as usize] {
            continue;
        }
        seen[start as usize] = true;
        left[start as usize] = true;
        stack.push(start);
        while let Some(u) = stack.pop() {
            for &v in graph.neighbours(u) {
                if is_removed(removed, v) {
                    continue;
                }
                if !seen[v as usize] {
                    seen[v as usize] = true;
                    left[v as usize] = !left[u as usize];
                    stack.push(v);
                } else if left[v as usize] == left[u as usize] {
                    return None;
                }
            }
        }
    }
    Some(left)
}

/// The method of Hopcroft and Karp: shortest augmenting paths, as many at once as fit.
fn augment_bipartite(
    graph: &Csr,
    left: &[bool],
    removed: &[bool],
    matching: &mut Matching,
    context: &Context<'_>,
) -> Result<(), Stop> {
    const FAR: u32 = u32::MAX;
    let n = graph.vertices();
    let starts: Vec<u32> =
        (0..n as u32).filter(|&v| left[v as usize] && !is_removed(removed, v)).collect();
    let mut distance = vec![FAR; n];
    // The neighbour at which the search from a left vertex stands.
    let mut at = vec![0u32; n];
    let (mut queue, mut path) = (Vec::new(), Vec::new());
    loop {
        queue.clear();
        distance.fill(FAR);
        at.fill(0);
        for &u in starts.iter().filter(|&&u| matching.mate(u).is_none()) {
            distance[u as usize] = 0;
            queue.push(u);
        }
        let mut reached = false;
        let mut next = 0;
        while let Some(&u) = queue.get(next) {
            context.tick("searching augmenting paths", next as u64)?;
            next += 1;
            for &v in graph.neighbours(u).iter().filter(|&&v| !is_removed(removed, v)) {
                match matching.mate(v) {
                    None => reached = true,
                    Some(w) if distance[w as usize] == FAR && !reached => {
                        distance[w as usize] = distance[u as usize] + 1;
                        queue.push(w);
                    }
                    Some(_) => {}
                }
            }
        }
        if !reached {
            return Ok(());
        }
        for (step, &start) in starts.iter().enumerate() {
            context.tick("augmenting", step as u64)?;
            if matching.mate(start).is_some() {
                continue;
            }
            path.clear();
            path.push(start);
            while let Some(&u) = path.last() {
                let Some(&v) = graph.neighbours(u).get(at[u as usize] as usize) else {
                    path.pop();
                    distance[u as usize] = FAR;
                    if let Some(&above) = path.last() {
                        at[above as usize] += 1;
                    }
                    continue;
                };
                if is_removed(removed, v) {
                    at[u as usize] += 1;
                    continue;
                }
                match matching.mate(v) {
                    None => {
                        for &u in &path {
                            let v = graph.neighbours(u)[at[u as usize] as usize];
                            matching.join(u, v);
                            distance[u as usize] = FAR;
                        }
                        break;
                    }
                    Some(w) if distance[u as usize] + 1 == distance[w as usize] => path.push(w),
                    Some(_) => at[u as usize] += 1,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes of maximum matchings of all induced subgraphs, by their vertex sets.
    fn brute_force(n: usize, adjacent: &[u32]) -> Vec<u8> {
        let mut size = vec![0u8; 1 << n];
        for set in 1u32..1 << n {
            let v = set.trailing_zeros();
            let rest = set & (set - 1);
            let mut best = size[rest as usize];
            let mut partners = adjacent[v as usize] & rest;
            while partners != 0 {
                let partner = partners & partners.wrapping_neg();
                best = best.max(1 + size[(rest ^ partner) as usize]);
                partners ^= partner;
            }
            size[set as usize] = best;
        }
        size
    }

    fn check(n: usize, edges: &[(u32, u32)]) {
        let graph = Csr::undirected(n, edges);
        let mut adjacent = vec![0u32; n];
        for &(u, v) in edges {
            adjacent[u as usize] |= 1 << v;
            adjacent[v as usize] |= 1 << u;
        }
        let sizes = brute_force(n, &adjacent);
        let all = (1usize << n) - 1;
        let matching = maximum_matching(&graph);
        for v in 0..n as u32 {
            if let Some(w) = matching.mate(v) {
                assert!(graph.neighbours(v).contains(&w) && matching.mate(w) == Some(v));
            }
        }
        assert_eq!(matching.size(), sizes[all] as usize, "{edges:?}");
        let missed = missed_by_some_maximum_matching(&graph, &matching);
        let expected: Vec<bool> = (0..n).map(|v| sizes[all] == sizes[all ^ (1 << v)]).collect();
        assert_eq!(missed, expected, "{edges:?}");
        // From no matching at all, so that the searches do the work and not the greedy start.
        let mut grown = Matching::empty(n);
        let context = Context::default();
        let missed = loop {
            if let Some(missed) = missed_without(&graph, &[], &mut grown, &context).unwrap() {
                break missed;
            }
        };
        assert_eq!((grown.size(), missed), (matching.size(), expected), "{edges:?}");
        if let Some(left) = sides(&graph, &[]) {
            let mut grown = Matching::empty(n);
            augment_bipartite(&graph, &left, &[], &mut grown, &context).unwrap();
            assert_eq!(grown.size(), matching.size(), "{edges:?}");
        }
        // Without one vertex.
        for v in 0..n.min(3) {
            let mut removed = vec![false; n];
            removed[v] = true;
            let mut part = maximum_matching_without(&graph, &removed, &context).unwrap();
            assert_eq!(part.size(), sizes[all ^ (1 << v)] as usize, "{edges:?} without {v}");
            let missed = missed_without(&graph, &removed, &mut part, &context).unwrap().unwrap();
            for w in (0..n).filter(|&w| w != v) {
                let set = all ^ (1 << v);
                assert_eq!(missed[w], sizes[set] == sizes[set ^ (1 << w)], "{edges:?}");
            }
            assert!(!missed[v]);
        }
    }

    #[test]
    fn all_graphs_with_up_to_six_vertices() {
        for n in 0..=6u32 {
            let pairs: Vec<(u32, u32)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
            for set in 0u32..1 << pairs.len() {
                let chosen: Vec<_> = (0..pairs.len()).filter(|i| set >> i & 1 == 1).collect();
                let edges: Vec<_> = chosen.into_iter().map(|i| pairs[i]).collect();
                check(n as usize, &edges);
            }
        }
    }

    #[test]
    fn random_graphs_with_nested_blossoms() {
        let mut state = 1u64;
        let mut random = move |below: u32| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as u32 % below
        };
        for round in 0..150 {
            let n = 9 + round % 5;
            let edges: Vec<_> =
                (0..n + random(n)).map(|_| (random(n), random(n))).filter(|e| e.0 != e.1).collect();
            check(n as usize, &edges);
        }
    }

    #[test]
    fn a_million_vertices_in_a_row_or_circle_do_not_overflow_the_stack() {
        let n = 1_000_001u32;
        let mut edges: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
        let path = Csr::undirected(n as usize, &edges);
        let matching = maximum_matching(&path);
        let missed = missed_by_some_maximum_matching(&path, &matching);
        assert!(missed.iter().enumerate().all(|(v, &missed)| missed == (v % 2 == 0)));
        edges.push((n - 1, 0));
        let circle = Csr::undirected(n as usize, &edges);
        let matching = maximum_matching(&circle);
        assert_eq!(matching.size(), n as usize / 2);
        assert!(missed_by_some_maximum_matching(&circle, &matching).iter().all(|&missed| missed));
    }
}
