//! Maximum matchings of undirected graphs, and the vertices that some maximum matching misses.

use super::Csr;
use super::forest::Forest;
use super::part::{NONE, Part};
use crate::context::{Context, Stop};

/// A maximum matching (of all sets of edges without common ends one with the most edges) of `part`
/// without its first `skipped` vertices, with the forest that shows it to be maximum.
///
/// A greedy matching comes first (vertices with one neighbour left are matched before others,
/// which is never wrong); it is augmented by one search that grows an alternating tree from every
/// vertex left over, contracts blossoms, and keeps what an augmentation leaves standing.
///
/// # Complexity
/// O(nm log n) at worst. On all families of graphs measured (random, regular, geometric, scale-free,
/// grids, long paths and cycles, chains of blossoms) the time grew like that of a few passes over
/// the edges. Space 56 bytes a vertex and 8 bytes an edge besides the graph. Nothing recurses.
///
/// # Literature
/// J. Edmonds, *Paths, trees, and flowers* (1965); R. M. Karp, M. Sipser, *Maximum matchings in
/// sparse random graphs* (1981); A. Azad, A. Buluç, A. Pothen (2015), for trees that are kept.
///
/// # Errors
/// [`Stop`] at the limits of time and memory or when cancelled.
pub(crate) fn grown<'a>(
    part: &'a Part,
    skipped: u32,
    context: &Context<'_>,
) -> Result<Forest<'a>, Stop> {
    let mate = greedy(part, skipped, context)?;
    let mut forest = Forest::new(part, skipped, &mate, context)?;
    drop(mate);
    forest.grow(context)?;
    Ok(forest)
}

/// For every vertex: whether some maximum matching misses it.
///
/// These are the vertices joined to a free one by an alternating path of even length: the set D
/// of the Gallai–Edmonds decomposition.
///
/// # Complexity
/// That of a maximum matching; the search that finds the matching finds the set.
///
/// # Literature
/// T. Gallai 1964, J. Edmonds 1965; L. Lovász, M. D. Plummer, *Matching Theory* (1986), chapter 3.
pub fn missed_by_some_maximum_matching(graph: &Csr) -> Vec<bool> {
    missed_without(graph, &[], &Context::default()).expect("nothing limits the search")
}

/// As [`missed_by_some_maximum_matching`], in the graph without the `removed` vertices.
///
/// # Errors
/// [`Stop`] at the limits of time and memory or when cancelled.
pub fn missed_without(
    graph: &Csr,
    removed: &[bool],
    context: &Context<'_>,
) -> Result<Vec<bool>, Stop> {
    let part = Part::whole(graph, removed, context)?;
    let context = &context.holding(part.bytes());
    let forest = grown(&part, 0, context)?;
    let mut missed = vec![false; graph.vertices()];
    for v in 0..part.vertices() as u32 {
        missed[part.name(v) as usize] = forest.is_outer(v);
    }
    Ok(missed)
}

/// The mates in a maximal matching. A vertex with one neighbour left is matched with it before all
/// others, which loses nothing; vertices with two come next.
fn greedy(part: &Part, skipped: u32, context: &Context<'_>) -> Result<Vec<u32>, Stop> {
    /// In place of the number of neighbours left: the vertex is matched or not there.
    const DONE: u32 = u32::MAX;
    let n = part.vertices() as u32;
    context.check_memory(16 * u64::from(n) + 4 * part.arcs() as u64, || "matching".into())?;
    let mut mate = vec![NONE; n as usize];
    let mut left: Vec<u32> = (0..n).map(|v| part.neighbours(v).len() as u32).collect();
    for v in 0..skipped.min(n) {
        left[v as usize] = DONE;
        for &w in part.neighbours(v).iter().filter(|&&w| w >= skipped) {
            left[w as usize] -= 1;
        }
    }
    let with = |degree| (0..n).filter(|&v| left[v as usize] == degree).collect::<Vec<u32>>();
    let (mut leaves, mut twos) = (with(1), with(2));
    let mut start = 0;
    for step in 0.. {
        context.tick("matching", step)?;
        let u = if let Some(leaf) = leaves.pop() {
            leaf
        } else if let Some(two) = twos.pop() {
            two
        } else if start < n {
            start += 1;
            start - 1
        } else {
            break;
        };
        if left[u as usize] == DONE {
            continue;
        }
        let open = part.neighbours(u).iter().filter(|&&v| left[v as usize] != DONE);
        let Some(&v) = open.min_by_key(|&&v| left[v as usize]) else { continue };
        (mate[u as usize], mate[v as usize]) = (v, u);
        left[u as usize] = DONE;
        left[v as usize] = DONE;
        for &w in part.neighbours(u).iter().chain(part.neighbours(v)) {
            let left = &mut left[w as usize];
            if *left == DONE {
                continue;
            }
            *left -= 1;
            match *left {
                1 => leaves.push(w),
                2 => twos.push(w),
                _ => {}
            }
        }
    }
    Ok(mate)
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

    /// The mate of every vertex in a maximum matching, or [`NONE`].
    fn mates(graph: &Csr, removed: &[bool]) -> Vec<u32> {
        let part = Part::whole(graph, removed, &Context::default()).unwrap();
        let forest = grown(&part, 0, &Context::default()).unwrap();
        let mut mates = vec![NONE; graph.vertices()];
        for v in (0..part.vertices() as u32).filter(|&v| forest.mate(v) != NONE) {
            mates[part.name(v) as usize] = part.name(forest.mate(v));
        }
        mates
    }

    fn size(mates: &[u32]) -> usize {
        mates.iter().filter(|&&mate| mate != NONE).count() / 2
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
        let matching = mates(&graph, &[]);
        for v in (0..n as u32).filter(|&v| matching[v as usize] != NONE) {
            let w = matching[v as usize];
            assert!(graph.neighbours(v).contains(&w) && matching[w as usize] == v);
        }
        assert_eq!(size(&matching), sizes[all] as usize, "{edges:?}");
        let missed = missed_by_some_maximum_matching(&graph);
        let expected: Vec<bool> = (0..n).map(|v| sizes[all] == sizes[all ^ (1 << v)]).collect();
        assert_eq!(missed, expected, "{edges:?}");
        let context = Context::default();
        // From no matching at all, so that the search does the work and not the greedy start; the
        // greedy matching is one.
        let part = Part::whole(&graph, &[], &context).unwrap();
        let mut forest = Forest::new(&part, 0, &vec![NONE; n], &context).unwrap();
        forest.grow(&context).unwrap();
        let free = (0..n as u32).filter(|&v| forest.mate(v) == NONE).count();
        assert_eq!(n - free, 2 * size(&matching), "{edges:?}");
        for (v, mate) in (0..).zip(greedy(&part, 0, &context).unwrap()) {
            assert_eq!(forest.is_outer(v), expected[part.name(v) as usize], "{edges:?}");
            assert!(mate == NONE || forest.mate(v) == NONE || part.neighbours(v).contains(&mate));
        }
        // Without one vertex.
        for v in 0..n.min(3) {
            let mut removed = vec![false; n];
            removed[v] = true;
            let matching = mates(&graph, &removed);
            assert_eq!(size(&matching), sizes[all ^ (1 << v)] as usize, "{edges:?} without {v}");
            let missed = missed_without(&graph, &removed, &context).unwrap();
            for w in (0..n).filter(|&w| w != v) {
                let set = all ^ (1 << v);
                assert_eq!(missed[w], sizes[set] == sizes[set ^ (1 << w)], "{edges:?}");
            }
            assert!(!missed[v]);
            // The same part by itself, its first vertex skipped.
            let part = Part::around(&graph, v as u32, &[], &context).unwrap();
            let forest = grown(&part, 1, &context).unwrap();
            for w in 1..part.vertices() as u32 {
                assert_eq!(forest.is_outer(w), missed[part.name(w) as usize], "{edges:?}");
            }
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
        let mut rng = fastrand::Rng::with_seed(1);
        let mut random = move |below: u32| rng.u32(..below);
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
        let missed = missed_by_some_maximum_matching(&path);
        assert!(missed.iter().enumerate().all(|(v, &missed)| missed == (v % 2 == 0)));
        edges.push((n - 1, 0));
        let circle = Csr::undirected(n as usize, &edges);
        assert_eq!(size(&mates(&circle, &[])), n as usize / 2);
        assert!(missed_by_some_maximum_matching(&circle).iter().all(|&missed| missed));
    }

    #[test]
    fn example_of_missed_by_some_maximum_matching() {
        let path = Csr::undirected(3, &[(0, 1), (1, 2)]);
        assert_eq!(missed_by_some_maximum_matching(&path), [true, false, true]);
    }
}
