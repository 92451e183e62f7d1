use super::canonical::canonical;
use super::{Classes, Related, Relation};
use std::collections::HashSet;

/// Points and what each is related to.
#[derive(Clone)]
struct Rows<const SYMMETRIC: bool>(Vec<u128>);

impl<const SYMMETRIC: bool> Related for Rows<SYMMETRIC> {
    const IS_SYMMETRIC: bool = SYMMETRIC;

    fn related(&self, point: usize) -> u128 {
        self.0[point]
    }
}

impl<const SYMMETRIC: bool> Rows<SYMMETRIC> {
    fn new(count: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut rows = vec![0; count];
        for (u, v) in pairs {
            rows[u] |= 1 << v;
            if SYMMETRIC {
                rows[v] |= 1 << u;
            }
        }
        Self(rows)
    }

    fn all(&self) -> u128 {
        (1u128 << self.0.len()) - 1
    }

    fn has(&self, u: usize, v: usize) -> bool {
        self.0[u] >> v & 1 == 1
    }

    fn form(&self) -> Option<Vec<u64>> {
        let labelled = canonical(&Relation::on(self, self.all()).unwrap())?;
        // The rows are those of the relation in the order that is told.
        let count = self.0.len();
        assert_eq!(labelled.count, count);
        let mut order = labelled.order[..count].to_vec();
        for (i, &u) in order.iter().enumerate() {
            for (j, &v) in order.iter().enumerate() {
                assert_eq!(labelled.rows[i] >> j & 1 == 1, self.has(u.into(), v.into()));
            }
        }
        order.sort_unstable();
        assert!(order.iter().enumerate().all(|(i, &point)| i == usize::from(point)));
        Some(labelled.rows[..count].to_vec())
    }

    fn shuffled(&self, rng: &mut fastrand::Rng) -> Self {
        let count = self.0.len();
        let mut to: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut to);
        let pairs = (0..count).flat_map(|u| (0..count).map(move |v| (u, v)));
        Self::new(count, pairs.filter(|&(u, v)| self.has(u, v)).map(|(u, v)| (to[u], to[v])))
    }
}

/// Pairs of different numbers below `count`, the lower one first.
fn pairs(count: usize) -> Vec<(usize, usize)> {
    (0..count).flat_map(|v| (0..v).map(move |u| (u, v))).collect()
}

#[test]
fn graphs_and_orders_are_as_many_as_published() {
    // OEIS A000088 and A000112.
    let graphs = [1, 1, 2, 4, 11, 34, 156];
    for (count, &known) in graphs.iter().enumerate() {
        let pairs = pairs(count);
        let forms: HashSet<Vec<u64>> = (0..1u32 << pairs.len())
            .map(|chosen| {
                let edges = pairs.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
                Rows::<true>::new(count, edges.map(|(_, &pair)| pair)).form().unwrap()
            })
            .collect();
        assert_eq!(forms.len(), known, "graphs of {count} vertices");
    }
    let orders = [1, 1, 2, 5, 16, 63];
    for (count, &known) in orders.iter().enumerate() {
        let pairs = pairs(count);
        let forms: HashSet<Vec<u64>> = (0..1u32 << pairs.len())
            .filter_map(|chosen| {
                let chosen = pairs.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
                let order = Rows::<false>::new(count, chosen.map(|(_, &pair)| pair));
                let is_order = (0..count).all(|u| {
                    (0..count).filter(|&v| order.has(u, v)).all(|v| order.0[v] & !order.0[u] == 0)
                });
                is_order.then(|| order.form().unwrap())
            })
            .collect();
        assert_eq!(forms.len(), known, "orders of {count} elements");
    }
}

/// The product of two circles.
fn torus(height: usize, width: usize) -> Rows<true> {
    let edges = (0..height).flat_map(move |r| {
        (0..width).flat_map(move |c| {
            let at = |r: usize, c: usize| r % height * width + c % width;
            [(at(r, c), at(r + 1, c)), (at(r, c), at(r, c + 1))]
        })
    });
    Rows::new(height * width, edges)
}

fn cube(dimension: usize) -> Rows<true> {
    let edges =
        (0..1usize << dimension).flat_map(|u| (0..dimension).map(move |bit| (u, u ^ 1 << bit)));
    Rows::new(1 << dimension, edges)
}

/// The squares of a board of 4 by 4 cells: in the rook's graph those of a row or a column, and in the graph of S. S. Shrikhande
/// those that differ by ±(1,0), ±(0,1) or ±(1,1). Both are strongly regular with the same parameters.
fn rook_and_shrikhande() -> [Rows<true>; 2] {
    let pairs = pairs(16);
    let rook = pairs.iter().filter(|(u, v)| u / 4 == v / 4 || u % 4 == v % 4).copied();
    let near = |(u, v): &&(usize, usize)| {
        let difference = ((v / 4 + 4 - u / 4) % 4, (v % 4 + 4 - u % 4) % 4);
        [(1, 0), (3, 0), (0, 1), (0, 3), (1, 1), (3, 3)].contains(&difference)
    };
    [Rows::new(16, rook), Rows::new(16, pairs.iter().filter(near).copied())]
}

#[test]
fn the_form_does_not_depend_on_the_numbering() {
    let mut rng = fastrand::Rng::with_seed(20);
    let mut cases = vec![torus(5, 6), torus(8, 8), torus(4, 4), cube(4), cube(5), cube(6)];
    cases.extend(rook_and_shrikhande());
    for count in [0, 1, 2, 7, 20, 40, 63, 64] {
        // No edges, all edges, a tree, and graphs at random.
        cases.push(Rows::new(count, []));
        cases.push(Rows::new(count, pairs(count)));
        cases.push(Rows::new(count, (1..count).map(|v| (rng.usize(0..v), v))));
        for part in [2, 5, 20] {
            let some = pairs(count).into_iter().filter(|_| rng.usize(0..part) == 0);
            cases.push(Rows::new(count, some.collect::<Vec<_>>()));
        }
    }
    for (number, graph) in cases.iter().enumerate() {
        let form = graph.form();
        // All points are alike: so many steps are not taken.
        let edges: u32 = graph.0.iter().map(|row| row.count_ones()).sum();
        let count = graph.0.len();
        let plain = edges == 0 || edges as usize == count * (count - 1);
        assert!(form.is_some() || (plain && count >= 40), "graph {number} was given up");
        for _ in 0..8 {
            // What is given up may depend on the numbering.
            if let Some(other) = graph.shuffled(&mut rng).form() {
                assert!(form.as_ref().is_none_or(|form| *form == other), "graph {number}");
            }
        }
    }
    let [rook, shrikhande] = rook_and_shrikhande().map(|graph| graph.form().unwrap());
    assert_ne!(rook, shrikhande);
    for case in 0..60 {
        let count = rng.usize(2..30);
        let some = pairs(count).into_iter().filter(|_| rng.usize(0..3) == 0).collect::<Vec<_>>();
        let order = Rows::<false>::new(count, some);
        let form = order.form().unwrap();
        assert_eq!(order.shuffled(&mut rng).form().unwrap(), form, "relation {case}");
    }
}

#[test]
fn only_isomorphic_sets_stand_for_each_other() {
    let mut rng = fastrand::Rng::with_seed(21);
    let graph = torus(5, 6);
    let part = |set: u128| -> Rows<true> {
        let points: Vec<usize> = crate::sets::vertices(set).collect();
        let pairs = pairs(points.len());
        let near = |&(u, v): &(usize, usize)| graph.has(points[u], points[v]);
        Rows::new(points.len(), pairs.into_iter().filter(near))
    };
    let classes = Classes::with_trials(u32::MAX);
    let (mut merged, mut seen) = (0, HashSet::new());
    for _ in 0..3000 {
        let size = rng.usize(4..8);
        let mut set = 1u128 << rng.usize(0..30);
        while set.count_ones() < size as u32 {
            let near = crate::sets::vertices(set).fold(0, |near, v| near | graph.related(v)) & !set;
            let near: Vec<usize> = crate::sets::vertices(near).collect();
            set |= 1 << near[rng.usize(0..near.len())];
        }
        let standing = classes.standing_for(&graph, set);
        assert_eq!(part(standing).form(), part(set).form());
        assert_eq!(classes.standing_for(&graph, standing), standing);
        merged += usize::from(standing != set);
        seen.insert(standing);
    }
    let forms: HashSet<_> = seen.iter().map(|&set| part(set).form()).collect();
    assert_eq!(forms.len(), seen.len(), "each class has one set");
    assert!(merged > 2000, "{merged}");
    // Without memory all sets stand for themselves.
    let classes = Classes::with_trials(u32::MAX);
    classes.allow(0);
    let path = |start: usize| (0..5).fold(0, |set, i| set | 1u128 << (6 * start + i));
    assert!((0..5).all(|row| classes.standing_for(&graph, path(row)) == path(row)));
    assert_eq!(classes.bytes(), 0);
}
