//! Partners in certificates: what they prove, and that nothing else is proved by them.

use super::super::Problem;
use super::{certificate, check};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The second line of a file without claims, altered.
fn altered(file: &[u8], alter: impl FnOnce(&mut Value)) -> Vec<u8> {
    let lines: Vec<&[u8]> = file.splitn(3, |&byte| byte == b'\n').collect();
    let mut head: Value = serde_json::from_slice(lines[1]).unwrap();
    alter(&mut head);
    let mut file = format!("grundy-position 1\n{head}\n").into_bytes();
    file.extend(Sha256::digest(&file));
    file
}

fn listed(edges: &[(usize, usize)]) -> String {
    edges.iter().map(|(u, v)| format!("{u}-{v}")).collect::<Vec<_>>().join(",")
}

fn circle(count: usize) -> String {
    listed(&(0..count).map(|v| (v, (v + 1) % count)).collect::<Vec<_>>())
}

#[test]
fn partners_prove_what_no_claims_are_needed_for() {
    let cube: Vec<_> =
        (0..32usize).flat_map(|u| (0..5).map(move |bit| (u, u ^ 1 << bit))).collect();
    let cube: Vec<_> = cube.into_iter().filter(|(u, v)| u < v).collect();
    let positions = [
        format!("arc-kayles(edges({}))", listed(&cube)),
        format!("node-kayles(edges({}))", listed(&cube)),
        format!("node-kayles(edges({}))", circle(20)),
        format!("arc-kayles(edges({},30-31,32-33,40-41; 40))", circle(18)),
    ];
    for text in positions {
        let file = certificate(&text, true);
        let verified = check(&file).unwrap();
        assert_eq!((verified.wins, verified.value, verified.claims), (false, Some(0), 0), "{text}");
        assert!(file.len() < 2500, "{text}: {} bytes", file.len());
    }
    // Beside positions that need claims.
    let sum = format!("node-kayles(edges({})) + cram(4,5) + nim(5)", circle(16));
    let verified = check(&certificate(&sum, true)).unwrap();
    assert_eq!((verified.wins, verified.value), (true, Some(7)));
    assert!(verified.claims > 0);
}

#[test]
fn other_partners_are_refused_or_true() {
    let mut rng = fastrand::Rng::with_seed(30);
    let (mut refused, mut accepted) = (0, 0);
    for case in 0..400 {
        let game = ["node-kayles", "arc-kayles"][case % 2];
        let count = 2 * rng.usize(1..5) + usize::from(case % 5 == 4);
        let pairs = (0..count).flat_map(|v| (0..v).map(move |u| (u, v)));
        let mut edges: Vec<_> = pairs.filter(|_| rng.usize(0..3) == 0).collect();
        let mut order: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut order);
        if case % 4 < 2 {
            // Edges that exchanging these partners keeps.
            let place = |v: usize| order.iter().position(|&other| other == v).unwrap();
            let partner = |v: usize| order[(place(v) ^ 1).min(count - 1)];
            edges.retain(|&(u, v)| u != partner(v));
            let images: Vec<_> = edges.iter().map(|&(u, v)| (partner(u), partner(v))).collect();
            edges.extend(images);
        }
        let text = format!("{game}(edges({}))", listed(&edges));
        let partners: Vec<_> =
            order.chunks(2).map(|pair| json!([pair[0], pair[pair.len() - 1]])).collect();
        let names: Vec<String> = (0..count).map(|v| v.to_string()).collect();
        let file = altered(b"\n{}\n", |head| {
            *head = json!({
                "outcome": "P", "value": 0, "nimber": 0, "small": 10,
                "games": [{
                    "game": game, "claims": 0, "bytes": 0, "vertices": names, "pairs": edges,
                    "left": [(0..count).collect::<Vec<_>>()], "partners": [partners],
                }],
            });
        });
        match check(&file) {
            Ok(_) => {
                accepted += 1;
                assert_eq!(by_rules(game, &edges, (1 << count) - 1), 0, "{text}");
            }
            Err(Problem::False(_) | Problem::Malformed(_)) => refused += 1,
            Err(other) => panic!("{text}: {other:?}"),
        }
    }
    assert!(accepted > 60 && refused > 100, "{accepted} accepted, {refused} refused");
}

/// The value by the rules alone.
fn by_rules(game: &str, edges: &[(usize, usize)], set: u32) -> u32 {
    let near = |v: usize| {
        let ends = edges.iter().filter(|e| e.0 == v || e.1 == v);
        ends.fold(0u32, |near, e| near | 1 << e.0 | 1 << e.1)
    };
    let mut seen = 0u32;
    if game == "node-kayles" {
        for v in (0..32).filter(|v| set >> v & 1 == 1) {
            seen |= 1 << by_rules(game, edges, set & !(near(v) | 1 << v));
        }
    } else {
        for &(u, v) in edges.iter().filter(|(u, v)| set >> u & 1 == 1 && set >> v & 1 == 1) {
            seen |= 1 << by_rules(game, edges, set & !(1 << u | 1 << v));
        }
    }
    seen.trailing_ones()
}

#[test]
fn partners_in_the_wrong_place_are_malformed() {
    let file = certificate(&format!("node-kayles(edges({}))", circle(8)), true);
    assert!(check(&altered(&file, |_| ())).is_ok());
    let more = altered(&file, |head| {
        let first = head["games"][0]["partners"][0].clone();
        head["games"][0]["partners"].as_array_mut().unwrap().push(first);
    });
    let on_order = altered(&file, |head| head["games"][0]["game"] = json!("poset"));
    let beyond = altered(&file, |head| head["games"][0]["partners"][0][0] = json!([0, 999]));
    let twice = altered(&file, |head| {
        head["games"][0]["partners"][0][1] = head["games"][0]["partners"][0][0].clone();
    });
    let board = altered(&file, |head| {
        head["games"][0] = json!({
            "game": "cram", "claims": 0, "bytes": 0, "boards": [["...", "..."]],
            "partners": [[[0, 1]]],
        });
    });
    for (what, file) in [
        ("more", more),
        ("order", on_order),
        ("beyond", beyond),
        ("twice", twice),
        ("board", board),
    ] {
        assert!(check(&file).is_err(), "{what}");
    }
}
