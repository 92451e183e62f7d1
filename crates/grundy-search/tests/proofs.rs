//! Proofs taken out of searches: every claim follows from claims about what moves leave.

use grundy_search::board::{Board, Kayles, Moves, OnBoards, Pieces, parts};
use grundy_search::graph::{ArcKayles, Graph, NodeKayles};
use grundy_search::isomorphism::Classes;
use grundy_search::{Bounds, Claim, Frame, Goal, Search, Splitting, Sums, Unfinished};
use std::collections::HashMap;

/// Memory: tables that grow, and tables so small that they forget all the time.
const WAYS: [u64; 2] = [1 << 26, 1 << 16];

/// What is shown of a sum: its value, or nimbers that it is not.
fn shown<R: Splitting>(
    rules: &R,
    parts: &[R::Part],
    beside: u32,
    claims: &HashMap<u128, Claim>,
    small: &mut impl FnMut(&R::Part) -> Option<u32>,
) -> Option<(u32, Option<u64>)> {
    let (mut value, mut open) = (beside, None);
    for (i, part) in parts.iter().enumerate() {
        let equal = |other: &&R::Part| *other == part;
        if parts.iter().filter(equal).count().is_multiple_of(2) {
            continue;
        }
        if parts[..i].contains(part) {
            continue;
        }
        match (small(part), claims.get(&rules.name(part))) {
            (Some(known), _) | (None, Some(&Claim::Value(known))) => value ^= known,
            (None, Some(&Claim::Not(mask))) if open.is_none() => open = Some(mask),
            _ => return None,
        }
    }
    Some((value, open))
}

fn shows(seen: Option<(u32, Option<u64>)>, nimber: u32) -> bool {
    seen == Some((nimber, None))
}

fn excludes(seen: Option<(u32, Option<u64>)>, nimber: u32) -> bool {
    match seen {
        Some((value, None)) => value != nimber,
        Some((value, Some(mask))) => (value ^ nimber) < 64 && mask >> (value ^ nimber) & 1 == 1,
        None => false,
    }
}

fn proved<R: Splitting>(rules: &R, parts: &[R::Part], limit: u32, what: &str) {
    for memory in WAYS {
        let bounds = Bounds { memory, threads: 1, look: &|_| true };
        let value = Search::default().value(rules, parts, &bounds).unwrap();
        let small = |part: &R::Part| rules.size(part) <= limit;
        let frame = Frame { small: &small, room: &|_| true };
        let goals = [Goal::Value(value), Goal::Not(value ^ 1), Goal::Not(value ^ 2)];
        for goal in goals.into_iter().chain((value > 0).then_some(Goal::Not(0))) {
            let mut search = Search::default();
            let found = search.prove(rules, parts, goal, &bounds, &frame).unwrap();
            let claims: HashMap<u128, Claim> =
                found.iter().map(|(part, claim)| (rules.name(part), *claim)).collect();
            assert_eq!(claims.len(), found.len(), "{what}: one claim a part");
            let mut own = Search::default();
            let mut own = |part: &R::Part| {
                small(part).then(|| own.value(rules, std::slice::from_ref(part), &bounds).unwrap())
            };
            let root = shown(rules, parts, 0, &claims, &mut own);
            match goal {
                Goal::Value(value) => assert!(shows(root, value), "{what}: {goal:?}"),
                Goal::Not(value) => assert!(excludes(root, value), "{what}: {goal:?}"),
            }
            for (part, claim) in &found {
                let mut options = Sums::default();
                rules.options(part, &mut options);
                let seen: Vec<_> = (0..options.len())
                    .map(|i| {
                        let (parts, beside) = options.option(i);
                        shown(rules, parts, beside.into(), &claims, &mut own)
                    })
                    .collect();
                let reached = |nimber| seen.iter().any(|&option| shows(option, nimber));
                match *claim {
                    Claim::Value(value) => {
                        assert!(seen.iter().all(|&option| excludes(option, value)), "{what}");
                        assert!((0..value).all(reached), "{what}: {part:?} {claim:?}");
                    }
                    Claim::Not(mask) => {
                        assert!((0..64).filter(|n| mask >> n & 1 == 1).all(reached), "{what}");
                    }
                }
            }
        }
        let wrong = Search::default().prove(rules, parts, Goal::Not(value), &bounds, &frame);
        assert_eq!(wrong, Err(Unfinished::False));
        let wrong = Search::default().prove(rules, parts, Goal::Value(value + 1), &bounds, &frame);
        assert_eq!(wrong, Err(Unfinished::False));
    }
}

fn on_board<M: Moves>(moves: M, height: u32, width: u32, limit: u32) {
    let mut rng = fastrand::Rng::with_seed(u64::from(height * width));
    let rules = OnBoards(moves);
    let full = Board::full(height, width).unwrap();
    for round in 0..4 {
        let holes = if round == 0 { 0 } else { rng.u128(..) & rng.u128(..) & rng.u128(..) };
        let board = full.with_free(full.free() & !holes);
        proved(&rules, &parts(&rules.0, board), limit, &format!("{board:?}"));
    }
}

#[test]
fn claims_about_boards_follow_from_each_other() {
    for limit in [0, 6] {
        on_board(Pieces::dominoes(), 3, 7, limit);
        on_board(Pieces::dominoes(), 5, 5, limit);
        on_board(Pieces::all_ways(&[vec![(0, 0), (0, 1), (1, 0)]]), 4, 5, limit);
        on_board(Kayles::<false>, 4, 5, limit);
        on_board(Kayles::<true>, 5, 6, limit);
    }
}

#[test]
fn claims_about_graphs_follow_from_each_other() {
    let mut rng = fastrand::Rng::with_seed(9);
    for round in 0..14 {
        let count = rng.usize(6..18);
        let some = (0..count + 2).map(|_| (rng.usize(..count), rng.usize(..count)));
        let around = (0..count).flat_map(|v| [(v, (v + 1) % count), (v, (v + 4) % count)]);
        let edges: Vec<_> = if round < 12 { some.collect() } else { around.collect() };
        let graph = Graph::new(count, edges).unwrap();
        // The claims are about the parts themselves, whatever stands for them in the search.
        let classes = || Classes::with_trials([1, u32::MAX][round % 2]);
        let rules = NodeKayles::with_classes(graph.clone(), classes());
        proved(&rules, &rules.parts(graph.all()), 3, &format!("{graph:?}"));
        let rules = ArcKayles::with_classes(graph.clone(), classes());
        proved(&rules, &rules.parts(graph.all()), 3, &format!("{graph:?}"));
    }
}
