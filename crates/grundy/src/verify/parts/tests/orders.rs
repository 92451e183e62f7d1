//! Orders in certificates: all that is above what is gone is gone too, or the file would tell of another position.

use super::{Judge, sealed};
use serde_json::{Value, json};

/// A random order on up to four elements, and some of them as what is left.
pub(super) fn forged(rng: &mut fastrand::Rng) -> Value {
    let count = rng.usize(2..5);
    let all = (0..count).flat_map(|upper| (0..upper).map(move |lower| (upper, lower)));
    let mut pairs: Vec<_> = all.filter(|_| rng.bool()).collect();
    if pairs.is_empty() {
        pairs.push((1, 0));
    }
    let left: Vec<usize> = (0..count).filter(|_| rng.usize(0..4) > 0).collect();
    let names: Vec<String> = (0..count).map(|vertex| vertex.to_string()).collect();
    json!({ "game": "poset", "bytes": 0, "vertices": names, "pairs": pairs, "left": [left] })
}

#[test]
fn forged_orders_are_refused_or_true() {
    let (mut rng, mut judge) = (fastrand::Rng::with_seed(31), Judge::default());
    let mut accepted = 0;
    for _ in 0..2000 {
        let (mut game, value) = (forged(&mut rng), rng.usize(0..4));
        game["claims"] = 0.into();
        let outcome = if value == 0 { "P" } else { "N" };
        let head = json!({
            "outcome": outcome, "value": value, "nimber": 0, "small": 10, "games": [game],
        });
        let file = sealed(format!("grundy-position 1\n{head}\n").into_bytes());
        accepted += usize::from(judge.accepts(&file, &head.to_string()));
    }
    assert!(accepted > 150, "{accepted}");
}
