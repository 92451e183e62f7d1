//! Certificates of misère play against the bare rules, whole and changed by someone who knows the format and sets
//! the checksum right: whatever is accepted is true.

use super::{number, sealed, sevens, sum};
use crate::certificate::misere::Certificate;
use crate::context::{Context, Limits};
use crate::outcome::{Outcome, Play};
use crate::verify::{FIRST_OF_MISERE, Problem, VerifiedMisere, verify_misere_position};
use crate::{Catalogue, GameGraph};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Positions that the bare rules decide in a moment. Most have parts that are not small.
const POSITIONS: [&str; 18] = [
    "cram(3,5)",
    "cram(4,4) + nim(2)",
    "cram(2,7) + nim(1,1)",
    "cram(rows(\"..#...\",\"......\",\".#....\"))",
    "cram(3,3) + cram(2,4) + nim(3)",
    "polyominoes[L3](4,4)",
    "polyominoes[I3,O4](3,5)",
    "node-kayles(3,5)",
    "kings(4,5) + node-kayles(2,3)",
    "node-kayles(edges(1-2,2-3,3-4,4-5,5-6,6-7,7-8,8-9,9-10,10-11,11-12,12-13,3-8,2-14,1-14))",
    "arc-kayles(edges(1-2,2-3,3-4,4-5,5-6,6-7,7-8,8-9,9-10,10-11,11-12,3-8,3-13,3-14; 9))",
    "arc-kayles(edges(1-2,2-3,3-4,4-5,5-6,6-7,7-1,8-9,9-10,10-11,11-12,12-13,13-14,14-8))",
    "poset(arcs(2>1,3>1,4>2,5>2,6>3,7>3,8>4,8>5,9>6,10>7,11>8,12>9,12>10,13>11))",
    "sprouts(3)",
    "sprouts(\"0.AB.}2.AB.}!\") + nim(2)",
    "nim(3,5,6) + nim(1)",
    "notakto(4,4)",
    "notakto(3,3) + notakto(rows(\"x..x\",\"....\",\"..x.\"))",
];

/// By all moves; once for all tests.
fn wins(text: &str) -> bool {
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry(text.to_owned()).or_insert_with(|| {
        let position = Catalogue::default().read(text).unwrap();
        let graph = GameGraph::explore(&position, Play::Misere, 2_000_000, &Context::default());
        graph.unwrap().nodes[0].outcome == Outcome::N
    })
}

fn certificate(text: &str, wins: bool) -> Vec<u8> {
    let made = Certificate::new(&sum(text), Outcome::of(wins), &Context::default()).unwrap();
    let mut file = Vec::new();
    made.write(&mut file).unwrap();
    assert_eq!(file.len() as u64, made.bytes(), "{text}: sizes are told before writing");
    file
}

fn check(file: &[u8]) -> Result<VerifiedMisere, Problem> {
    let context = Context::new(Limits { threads: 2, ..Limits::default() });
    verify_misere_position(&mut &file[..], &context)
}

/// A file taken apart, with a checksum that fits when it is put together.
#[derive(Clone)]
struct Taken {
    head: Value,
    parts: Vec<u8>,
    forms: Vec<Vec<u128>>,
    sums: Vec<[Vec<u128>; 2]>,
}

fn list(rest: &mut &[u8]) -> Vec<u128> {
    let mut last = 0;
    let next = |rest: &mut &[u8]| {
        last += number(rest);
        last
    };
    let count = number(rest);
    let mut next = next;
    (0..count).map(|_| next(rest)).collect()
}

fn put(list: &[u128], out: &mut Vec<u8>) {
    sevens(list.len() as u128, out);
    let mut last = 0;
    for &number in list {
        sevens(number.wrapping_sub(last), out);
        last = number;
    }
}

impl Taken {
    fn of(file: &[u8]) -> Self {
        let rest = &file[FIRST_OF_MISERE.len()..file.len() - 32];
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap();
        let head: Value = serde_json::from_slice(&rest[..end]).unwrap();
        let games = head["games"].as_array().unwrap().iter();
        let bytes: u64 = games.map(|game| game["bytes"].as_u64().unwrap()).sum();
        let (parts, mut rest) = rest[end + 1..].split_at(bytes as usize);
        let forms = (0..head["forms"].as_u64().unwrap()).map(|_| list(&mut rest)).collect();
        let sums = (0..head["sums"].as_u64().unwrap())
            .map(|_| [list(&mut rest), list(&mut rest)])
            .collect();
        assert!(rest.is_empty());
        Self { head, parts: parts.to_vec(), forms, sums }
    }

    fn file(&self) -> Vec<u8> {
        let (mut head, mut forms, mut sums) = (self.head.clone(), Vec::new(), Vec::new());
        self.forms.iter().for_each(|form| put(form, &mut forms));
        self.sums.iter().flatten().for_each(|list| put(list, &mut sums));
        head["forms"] = self.forms.len().into();
        head["form_bytes"] = forms.len().into();
        head["sums"] = self.sums.len().into();
        head["sum_bytes"] = sums.len().into();
        let line = format!("{head}\n");
        sealed([FIRST_OF_MISERE, line.as_bytes(), &self.parts, &forms, &sums].concat())
    }
}

/// Whether a file is accepted; then it has to be true.
fn accepts(file: &[u8], what: &str) -> bool {
    match check(file) {
        Ok(found) => {
            // Of a position with lone vertices nothing is asked here.
            let asked = !found.position.contains(" with ");
            assert!(!asked || found.wins == wins(&found.position), "{what}: {found:?}");
            true
        }
        Err(Problem::False(_) | Problem::Malformed(_)) => false,
        Err(Problem::Stop(stop)) => panic!("{what}: {stop}"),
        Err(Problem::Io(error)) => panic!("{what}: {error}"),
    }
}

#[test]
fn certificates_are_true_and_say_what_they_are_about() {
    let mut outcomes = [0, 0];
    for text in POSITIONS {
        let right = wins(text);
        outcomes[usize::from(right)] += 1;
        let file = certificate(text, right);
        assert!(accepts(&file, text), "{text}: {:?}", check(&file));
        assert_eq!(wins(&check(&file).unwrap().position), right, "{text}");
        let wrong = Certificate::new(&sum(text), Outcome::of(!right), &Context::default());
        assert!(wrong.unwrap_err().to_string().contains("is false"), "{text}");
    }
    assert!(outcomes[0] > 2 && outcomes[1] > 2, "{outcomes:?}");
    for (text, told) in
        [("cram(3,3) + wythoff(1,2)", "has no certificate"), ("cram(3,3) + nim(61)", "at most 60")]
    {
        let refused = Certificate::new(&sum(text), Outcome::N, &Context::default());
        assert!(refused.unwrap_err().to_string().contains(told), "{text}");
    }
}

#[test]
fn random_positions_have_true_certificates() {
    let mut rng = fastrand::Rng::with_seed(44);
    for case in 0..40 {
        let game = ["cram", "kings", "node-kayles", "polyominoes[I3,L3]"][case % 4];
        let (height, width) = [(4, 4), (3, 5), (2, 9), (1, 17)][rng.usize(..4)];
        let mut row = || -> String {
            (0..width).map(|_| if rng.usize(..4) > 0 { '.' } else { '#' }).collect()
        };
        let rows: Vec<String> = (0..height).map(|_| format!("\"{}\"", row())).collect();
        let heaps = ["", " + nim(1)", " + nim(2)", " + nim(2,3)"][rng.usize(..4)];
        let text = format!("{game}(rows({})){heaps}", rows.join(","));
        let right = wins(&text);
        assert_eq!(check(&certificate(&text, right)).unwrap().wins, right, "{text}");
    }
}

#[test]
fn outcomes_of_sprouts_are_those_of_the_literature() {
    // D. Applegate, G. Jacobson, D. Sleator 1991.
    for (spots, right) in [(1, true), (2, false), (3, false), (4, false), (5, true), (6, true)] {
        let text = format!("sprouts({spots})");
        let found = check(&certificate(&text, right)).unwrap();
        assert_eq!((found.position, found.wins), (text, right));
    }
}

#[test]
fn each_sum_altered_or_removed_is_refused_or_harmless() {
    let mut rng = fastrand::Rng::with_seed(45);
    let (mut missed, mut removals) = (0, 0);
    for text in POSITIONS {
        let whole = Taken::of(&certificate(text, wins(text)));
        let parts = whole.head["games"].as_array().unwrap().iter();
        let parts: u64 = parts.map(|game| game["parts"].as_u64().unwrap()).sum();
        for i in 0..whole.sums.len() {
            let mut removed = whole.clone();
            removed.sums.remove(i);
            removals += 1;
            missed += u32::from(!accepts(&removed.file(), text));
            for list in 0..2 {
                let many = if list == 0 { parts } else { whole.forms.len() as u64 + 1 };
                let mut changed = whole.clone();
                let own = &mut changed.sums[i][list];
                if many > 0 && rng.bool() {
                    own.push(rng.u64(..many).into());
                    own.sort_unstable();
                } else if !own.is_empty() {
                    own.remove(rng.usize(..own.len()));
                }
                accepts(&changed.file(), text);
            }
        }
        for i in 0..whole.forms.len() {
            let mut changed = whole.clone();
            match rng.bool() {
                true => drop(changed.forms[i].pop()),
                false => changed.forms[i].push(rng.u128(..i as u128 + 1)),
            }
            changed.forms[i].sort_unstable();
            accepts(&changed.file(), text);
        }
    }
    // Two sums may answer the same move.
    assert!(missed * 10 > removals * 9, "{missed} of {removals}");
}

#[test]
fn the_other_outcome_is_never_accepted() {
    let mut rng = fastrand::Rng::with_seed(46);
    for text in POSITIONS {
        let right = wins(text);
        let mut whole = Taken::of(&certificate(text, right));
        whole.head["outcome"] = if right { "P" } else { "N" }.into();
        assert!(check(&whole.file()).is_err(), "{text}");
        let parts = whole.head["games"].as_array().unwrap().iter();
        let parts: u64 = parts.map(|game| game["parts"].as_u64().unwrap()).sum();
        // Sums of what is there, true or not, are added.
        for _ in 0..60 {
            let mut changed = whole.clone();
            for _ in 0..rng.usize(1..20) {
                let mut some = |many: u64, count: usize| -> Vec<u128> {
                    let count = if many == 0 { 0 } else { rng.usize(..=count) };
                    let mut some: Vec<u128> = (0..count).map(|_| rng.u64(..many).into()).collect();
                    some.sort_unstable();
                    some
                };
                let sum = [some(parts, 2), some(whole.forms.len() as u64 + 1, 2)];
                changed.sums.push(sum);
            }
            assert!(check(&changed.file()).is_err(), "{text}");
        }
    }
}

#[test]
fn each_byte_counts() {
    for text in ["cram(3,5)", "sprouts(\"0.AB.}2.AB.}!\") + nim(2)", "kings(4,4) + nim(1)"] {
        let file = certificate(text, wins(text));
        let body = file.len() - 32;
        for i in 0..file.len() {
            for bit in [0, 3, 7] {
                let mut changed = file.clone();
                changed[i] ^= 1 << bit;
                assert!(check(&changed).is_err(), "{text}: byte {i}, the old checksum");
                changed.truncate(body);
                accepts(&sealed(changed), text);
            }
            assert!(check(&file[..i]).is_err());
            accepts(&sealed(file[..i.min(body)].to_vec()), text);
        }
        assert!(check(&[&file[..], b" "].concat()).is_err());
    }
}

#[test]
fn limits_are_kept() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/certificates/cram-6-6-misere.cert");
    let file = std::fs::read(path).unwrap();
    // Too little for the claims, and for what is kept of moves.
    for memory in [1 << 17, 1 << 19] {
        let context = Context::new(Limits { memory, ..Limits::default() });
        let stopped = verify_misere_position(&mut &file[..], &context);
        assert!(matches!(stopped, Err(Problem::Stop(_))), "{memory}: {stopped:?}");
    }
    let context = Context::new(Limits { memory: 1 << 15, ..Limits::default() });
    let stopped = Certificate::new(&sum("cram(4,7)"), Outcome::N, &context);
    assert!(stopped.unwrap_err().to_string().contains("--max-memory"));
}

#[test]
fn forged_orders_are_refused_or_true() {
    let mut taken = Taken::of(&certificate("poset(arcs(2>1))", true));
    let (mut rng, mut accepted) = (fastrand::Rng::with_seed(32), 0);
    for _ in 0..1000 {
        let mut game = super::orders::forged(&mut rng);
        for key in ["vertices", "pairs", "left"] {
            taken.head["games"][0][key] = game[key].take();
        }
        taken.head["outcome"] = if rng.bool() { "N" } else { "P" }.into();
        accepted += usize::from(accepts(&taken.file(), &taken.head.to_string()));
    }
    assert!(accepted > 100, "{accepted}");
}
