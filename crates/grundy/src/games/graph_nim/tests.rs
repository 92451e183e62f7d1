//! The theorems compared with the rules.

use super::*;
use crate::games::testing;

/// All weights below a bound, and all vertices.
fn all_at(game: &GraphNim, bound: usize) -> Vec<At> {
    let edges = game.edges.len() as u32;
    let mut all = Vec::new();
    for n in 0..bound.pow(edges) {
        let weights: Vec<Nat> = (0..edges).map(|i| Nat::from(n / bound.pow(i) % bound)).collect();
        all.extend((0..game.names.len()).map(|token| At { weights: weights.clone(), token }));
    }
    all
}

/// How many of the positions theory decides.
fn decided(game: &GraphNim, all: &[At]) -> usize {
    let context = Context::default();
    all.iter().filter(|at| game.known(at, &context).unwrap().is_some()).count()
}

#[test]
fn trees_even_cycles_and_thin_graphs_are_decided() {
    let graphs: [(&[(u64, u64)], usize); 6] = [
        (&[(1, 2), (2, 3), (2, 4)], 4),
        (&[(1, 2), (2, 3), (3, 4), (4, 5)], 3),
        (&[(1, 2), (2, 3), (3, 4), (4, 1)], 4),
        (&[(1, 2), (1, 2)], 6),
        (&[(1, 2), (2, 3), (3, 1)], 4),
        (&[(1, 2), (2, 3), (3, 4), (4, 1), (1, 5)], 3),
    ];
    for (edges, bound) in graphs {
        let game = GraphNim::new(edges);
        let all = all_at(&game, bound);
        assert!(decided(&game, &all) * 20 > all.len() * 19, "{edges:?}");
        testing::check_theory(&game, all, 3);
    }
}

#[test]
fn random_graphs_never_contradict_the_theory() {
    let mut rng = fastrand::Rng::with_seed(8);
    for _ in 0..40 {
        let edges: Vec<(u64, u64)> = (0..rng.usize(2..7))
            .map(|_| {
                let u = rng.u64(0..6);
                (u, (u + rng.u64(1..6)) % 6)
            })
            .collect();
        let game = GraphNim::new(&edges);
        let all: Vec<At> = (0..12)
            .map(|_| At {
                weights: edges.iter().map(|_| Nat::from(rng.u32(0..4))).collect(),
                token: rng.usize(..game.names.len()),
            })
            .collect();
        testing::check_theory(&game, all, 2);
    }
    // Subdivided theta: three paths of two edges between two vertices.
    let game = GraphNim::new(&[(0, 1), (1, 2), (0, 3), (3, 2), (0, 5), (5, 2)]);
    let all: Vec<At> = (0..60)
        .map(|_| At {
            weights: (0..6).map(|_| rng.u32(1..4).into()).collect(),
            token: rng.usize(..5),
        })
        .collect();
    assert_eq!(decided(&game, &all), all.len());
    testing::check_theory(&game, all, 1);
}

#[test]
fn long_weights_on_trees_and_cycles_are_answered() {
    let context = Context::default();
    let heavy = |n: u32| Nat::from(10u8).pow(40) + Nat::from(n);
    let path = GraphNim::new(&[(1, 2), (2, 3)]);
    let at = At { weights: vec![heavy(1), heavy(2)], token: 1 };
    let found = path.moves_to(&at, &Nat::ZERO, 3, &context).unwrap().unwrap();
    // From the middle to either end with any rest: whoever comes back leaves the other end to be taken.
    assert_eq!(found.count, Some(heavy(1) + heavy(2)));
    let cycle = GraphNim::new(&[(1, 2), (2, 3), (3, 4), (4, 1)]);
    let at = At { weights: vec![heavy(1), heavy(1), heavy(2), heavy(3)], token: 0 };
    assert_eq!(cycle.known(&at, &context).unwrap(), Some(Known::Value(Nat::ZERO)));
}

#[test]
fn positions_are_checked() {
    for (text, error) in [
        ("graph-nim(edges(1-2; 3))", "edges, weights and a token belong here (10)"),
        ("graph-nim(edges(1-1; 3; 1))", "this edge is a loop (17)"),
        ("graph-nim(edges(1-2; 3,4; 1))", "there is one weight for each edge (10)"),
        ("graph-nim(edges(1-2; 3; 1,2))", "one token stands on one vertex (10)"),
        ("graph-nim(edges(1-2; 3; 7))", "no edge has the vertex 7 (25)"),
        ("graph-nim(edges(1>2; 3; 1))", "this is not an edge (17)"),
    ] {
        assert_eq!(testing::read_error(&GraphNimFamily, text), error);
    }
    testing::check_round_trip(&GraphNimFamily);
}

#[test]
fn known_graphs_are_the_edges_that_they_have() {
    let shown = |text: &str| {
        crate::expr::Catalogue::default()
            .read(text)
            .unwrap_or_else(|e| panic!("{text}: {e}"))
            .to_string()
    };
    assert_eq!(
        shown("graph-nim(edges(cycle(3),3-7; 1,2,3,4; 2))"),
        shown("graph-nim(edges(1-2,2-3,3-1,3-7; 1,2,3,4; 2))")
    );
    let error = crate::expr::Catalogue::default().read("graph-nim(edges(path(10^6); 1; 1))");
    assert_eq!(error.err().unwrap().kind, crate::syntax::ErrorKind::Limit);
}
