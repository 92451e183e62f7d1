//! The theorems compared with the rules.

use super::*;
use crate::games::testing;

fn tuple(heaps: &[usize]) -> Vec<Nat> {
    heaps.iter().copied().map(Nat::from).collect()
}

/// All tuples of so many heaps below a bound.
fn tuples_below(heaps: u32, bound: usize) -> impl Iterator<Item = Vec<Nat>> {
    (0..bound.pow(heaps)).map(move |n| {
        let digits = (0..heaps).map(|i| n / bound.pow(i) % bound);
        tuple(&digits.collect::<Vec<_>>())
    })
}

#[test]
fn exact_k_nim_has_the_values_of_the_formula() {
    for (n, k, bound) in [(2, 2, 6), (3, 2, 5), (4, 2, 4), (4, 3, 4), (5, 3, 3)] {
        let sets = (0u64..1 << n).filter(|set| set.count_ones() == k);
        let game = HypergraphNim::edges(sets);
        testing::check_theory(&game, tuples_below(n, bound), 3);
        assert!(game.known(&tuple(&vec![2; n as usize]), &Context::default()).unwrap().is_some());
    }
    // Six heaps, three at a time: a table of few positions.
    let sets = (0u64..1 << 6).filter(|set| set.count_ones() == 3);
    let game = HypergraphNim::edges(sets);
    testing::check_theory(&game, [tuple(&[2, 2, 2, 2, 2, 2]), tuple(&[1, 1, 2, 2, 2, 3])], 2);
}

#[test]
fn complexes_of_four_vertices_follow_the_theorems() {
    let mut seen = std::collections::HashSet::new();
    let mut decided = 0;
    let sets: Vec<u64> = (1..16).collect();
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..120 {
        let chosen: Vec<u64> = (0..rng.usize(1..5)).map(|_| sets[rng.usize(..15)]).collect();
        let game = HypergraphNim::faces(chosen);
        if !seen.insert(game.edges.sets.clone()) {
            continue;
        }
        testing::check_theory(&game, tuples_below(4, 3), 2);
        let context = Context::default();
        decided += usize::from(game.known(&tuple(&[2, 1, 1, 2]), &context).unwrap().is_some());
    }
    assert!(decided * 10 > seen.len() * 8, "{decided} of {}", seen.len());
}

#[test]
fn hypergraphs_of_four_heaps_follow_the_theorems() {
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..60 {
        let chosen: Vec<u64> = (0..rng.usize(1..5)).map(|_| rng.u64(1..16)).collect();
        testing::check_theory(&HypergraphNim::edges(chosen), tuples_below(4, 3), 2);
    }
}

#[test]
fn one_move_is_constructed_for_long_heaps() {
    let context = Context::default();
    let mut rng = fastrand::Rng::with_seed(11);
    // A square, a path with a point, pointed circuits, Moore's Nim, three summands.
    let games: [&[u64]; 6] = [
        &[0b0011, 0b0110, 0b1100, 0b1001],
        &[0b011, 0b110, 0b1000],
        &[0b0111, 0b1011, 0b1100],
        &[0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100],
        &[0b0011, 0b0100, 0b1000],
        &[0b0111, 0b1001],
    ];
    for facets in games {
        let game = HypergraphNim::faces(facets.iter().copied());
        for _ in 0..100 {
            let heaps: Vec<Nat> = (0..4).map(|_| Nat::from(rng.u64(1 << 20..1 << 40))).collect();
            let known = game.known(&heaps, &context).unwrap();
            let found = game.moves_to(&heaps, &Nat::ZERO, 5, &context).unwrap();
            let (Some(known), Some(found)) = (known, found) else { continue };
            if known == Known::Value(Nat::ZERO) {
                assert_eq!(found.count, Some(Nat::ZERO));
                continue;
            }
            let to = &found.listed[0].sum[0];
            assert_eq!(game.known(to, &context).unwrap(), Some(Known::Value(Nat::ZERO)));
            let changed = (0..4).filter(|&v| to[v] != heaps[v]).fold(0u64, |set, v| set | 1 << v);
            assert!(facets.iter().any(|facet| facet & changed == changed) && changed != 0);
            assert!((0..4).all(|v| to[v] <= heaps[v]));
        }
    }
}

#[test]
fn one_move_is_constructed_for_long_heaps_of_exact_k_nim() {
    let context = Context::default();
    let mut rng = fastrand::Rng::with_seed(12);
    for (n, k) in [(2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (5, 4)] {
        let game = HypergraphNim::edges((0u64..1 << n).filter(|set: &u64| set.count_ones() == k));
        for round in 0..60u64 {
            let heaps: Vec<Nat> =
                (0..n).map(|_| Nat::from(rng.u64(1 << 20..1 << (21 + round % 20)))).collect();
            let Some(Known::Value(value)) = game.known(&heaps, &context).unwrap() else {
                panic!("{heaps:?}")
            };
            let target = if n == 2 * k as usize { Nat::ZERO } else { &value / 3u8 };
            if target >= value {
                continue;
            }
            let found = game.moves_to(&heaps, &target, 5, &context).unwrap().unwrap();
            let to = &found.listed[0].sum[0];
            assert_eq!(game.known(to, &context).unwrap(), Some(Known::Value(target)));
            let lowered = (0..n).filter(|&i| to[i] < heaps[i]).count();
            assert_eq!(lowered, k as usize);
            assert!((0..n).all(|i| to[i] <= heaps[i]));
        }
    }
}

#[test]
fn sets_of_heaps_are_checked() {
    for (text, error) in [
        ("hypergraph-nim(3)", "hypergraph-nim needs sets of heaps (1)"),
        ("hypergraph-nim[1,0](3)", "there is no heap 0 (15)"),
        ("hypergraph-nim[1,65](3)", "there is no heap 65 (15)"),
        ("hypergraph-nim[](3)", "a set of heaps is missing (15)"),
        (
            "hypergraph-nim[1,2](3)",
            "the sets have heaps up to number 2, and the number of heaps is 1 (20)",
        ),
    ] {
        assert_eq!(testing::read_error(&HypergraphNimFamily, text), error);
    }
    let needs = testing::read_error(&SimplicialNimFamily, "simplicial-nim(3)");
    assert_eq!(needs, "simplicial-nim needs sets of heaps (1)");
    testing::check_round_trip(&HypergraphNimFamily);
    testing::check_round_trip(&SimplicialNimFamily);
}
