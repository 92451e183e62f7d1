//! Certificates of positions against the solver on the bare rules, whole and changed by someone who knows
//! the format and sets the checksum right: whatever is accepted is true.

mod misere;
mod orders;
mod partners;

use super::drawing::Drawing;
use super::sprouts::Sprouts;
use super::{FIRST_OF_POSITION, VerifiedPosition, verify_position};
use crate::certificate::position::{Certificate, Known};
use crate::context::Context;
use crate::game::Component;
use crate::outcome::{Outcome, Play};
use crate::verify::Problem;
use crate::{Catalogue, Expression, GameGraph, analysis};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::Arc;

/// Positions of every game, alone and in sums; each has parts that are not small.
const POSITIONS: [&str; 16] = [
    "cram(4,5)",
    "cram(3,6)",
    "cram(rows(\"..#...\",\"......\",\".#....\"))",
    "cram(3,5) + cram(3,5) + cram(4,4) + nim(2) + *1",
    "polyominoes[L3](4,5)",
    "polyominoes[I3,O4,T4,U5](4,5)",
    "node-kayles(4,4)",
    "kings(5,6)",
    "node-kayles(edges(1-2,2-3,3-4,4-5,5-6,6-7,7-8,8-9,9-10,10-11,11-12,12-13,3-8,2-14,14-15,1-15))",
    "arc-kayles(edges(1-2,2-3,3-4,4-5,5-6,6-7,7-8,8-9,9-10,10-11,11-12,3-8,3-13,3-14; 9))",
    "poset(arcs(2>1,3>1,4>2,5>2,6>3,7>3,8>4,8>5,9>6,10>7,11>8,12>9,12>10,13>11))",
    "kings(3,5) + node-kayles(3,5) + cram(3,5)",
    "sprouts(4)",
    "sprouts(\"0.AB.}0.2.AB.}1C1C.2.}!\")",
    "sprouts(4) + cram(3,4) + sprouts(\"0.0.AB.}0.AB.}!\")",
    "nim(3,5)",
];

fn sum(text: &str) -> Vec<Arc<dyn Component>> {
    match Catalogue::default().read(text).unwrap() {
        Expression::Sum(sum) => sum,
        _ => panic!("{text} is not a sum"),
    }
}

/// What another solver says: values by all options of each position.
fn value(text: &str) -> u64 {
    let question = analysis::Question { moves: 0, ..Default::default() };
    let answer =
        analysis::answer(&Catalogue::default().read(text).unwrap(), &question, &Context::default());
    let grundy = answer.unwrap().grundy.unwrap();
    crate::nat::to_u64(grundy.number().unwrap()).unwrap()
}

fn certificate(text: &str, with_value: bool) -> Vec<u8> {
    let value = value(text);
    let known = Known { outcome: Outcome::of(value != 0), value: with_value.then_some(value) };
    let made = Certificate::new(&sum(text), known, &Context::default()).unwrap();
    let mut file = Vec::new();
    made.write(&mut file).unwrap();
    assert_eq!(file.len() as u64, made.bytes(), "{text}: sizes are told before writing");
    file
}

fn check(file: &[u8]) -> Result<VerifiedPosition, Problem> {
    verify_position(&mut &file[..], &Context::default())
}

/// A file taken apart, with a checksum that fits when it is put together.
#[derive(Clone)]
struct Taken {
    head: Value,
    /// Of each game: how parts are told, and claims.
    claims: Vec<Vec<(Key, u128)>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Key {
    Number(u128),
    Text(String),
}

impl Key {
    /// That of another part, perhaps.
    fn other(&self) -> Self {
        match self {
            Self::Number(number) => Self::Number(number ^ 1),
            Self::Text(text) => Self::Text(match text.contains('0') {
                true => text.replacen('0', "1", 1),
                false => format!("0.{text}"),
            }),
        }
    }
}

fn number(rest: &mut &[u8]) -> u128 {
    let mut number = 0;
    for i in 0.. {
        let byte = rest[0];
        *rest = &rest[1..];
        number |= u128::from(byte & 0x7f) << (7 * i);
        if byte < 0x80 {
            return number;
        }
    }
    unreachable!()
}

fn sevens(mut number: u128, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

impl Taken {
    fn of(file: &[u8]) -> Self {
        let rest = &file[FIRST_OF_POSITION.len()..file.len() - 32];
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap();
        let head: Value = serde_json::from_slice(&rest[..end]).unwrap();
        let mut rest = &rest[end + 1..];
        let claims = head["games"].as_array().unwrap().iter().map(|game| {
            let (mut key, mut text) = (0, String::new());
            let claims = (0..game["claims"].as_u64().unwrap()).map(|_| {
                let first = number(&mut rest);
                let key = if game["texts"].is_array() {
                    let (end, after) = {
                        let more = number(&mut rest) as usize;
                        rest.split_at(more)
                    };
                    text.truncate(first as usize);
                    text.push_str(std::str::from_utf8(end).unwrap());
                    rest = after;
                    Key::Text(text.clone())
                } else {
                    key += first;
                    Key::Number(key)
                };
                (key, number(&mut rest))
            });
            claims.collect()
        });
        let claims = claims.collect();
        Self { head, claims }
    }

    fn file(&self) -> Vec<u8> {
        let (mut head, mut body) = (self.head.clone(), Vec::new());
        for (i, claims) in self.claims.iter().enumerate() {
            let (start, mut before, mut text_before) = (body.len(), 0u128, "");
            for (key, claim) in claims {
                match key {
                    Key::Number(key) => {
                        sevens(key.wrapping_sub(before), &mut body);
                        before = *key;
                    }
                    Key::Text(text) => {
                        let both = text.bytes().zip(text_before.bytes());
                        let same = both.take_while(|(a, b)| a == b).count();
                        sevens(same as u128, &mut body);
                        sevens((text.len() - same) as u128, &mut body);
                        body.extend_from_slice(&text.as_bytes()[same..]);
                        text_before = text;
                    }
                }
                sevens(*claim, &mut body);
            }
            head["games"][i]["claims"] = claims.len().into();
            head["games"][i]["bytes"] = (body.len() - start).into();
        }
        sealed([FIRST_OF_POSITION, format!("{head}\n").as_bytes(), &body].concat())
    }
}

fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    bytes
}

/// The value of a position in which lone vertices are told in words.
fn with_lone(text: &str) -> u64 {
    let terms = text.split(" + ").map(|term| {
        let (typed, lone) = term.split_once(" with the lone vertices ").unwrap_or((term, ""));
        let count = lone.split(',').filter(|name| !name.is_empty()).count() as u64;
        // Each is one move, or none of arc-kayles.
        value(typed) ^ if typed.starts_with("arc") { 0 } else { count % 2 }
    });
    terms.fold(0, |sum, value| sum ^ value)
}

/// What accepted files say of positions, compared with the solver.
#[derive(Default)]
struct Judge(HashMap<String, u64>);

impl Judge {
    /// Whether a file is accepted; then it has to be true.
    fn accepts(&mut self, file: &[u8], what: &str) -> bool {
        match check(file) {
            Ok(found) => {
                let position = found.position.clone();
                let value = *self.0.entry(position).or_insert_with_key(|text| with_lone(text));
                assert_eq!(found.wins, value != 0, "{what}: {found:?}");
                assert!(found.value.is_none_or(|claimed| claimed == value), "{what}: {found:?}");
                true
            }
            Err(Problem::False(_) | Problem::Malformed(_)) => false,
            Err(Problem::Stop(stop)) => panic!("{what}: {stop}"),
            Err(Problem::Io(error)) => panic!("{what}: {error}"),
        }
    }
}

#[test]
fn certificates_are_true_and_say_what_they_are_about() {
    let mut judge = Judge::default();
    for text in POSITIONS {
        for with_value in [true, false] {
            let file = certificate(text, with_value);
            assert!(judge.accepts(&file, text), "{text}: {:?}", check(&file));
            let found = check(&file).unwrap();
            assert_eq!(found.value.is_some(), with_value);
            assert_eq!(value(&found.position), value(text), "{text}: {}", found.position);
        }
        let value = value(text);
        let wrong = Known { outcome: Outcome::of(value == 0), value: None };
        assert!(Certificate::new(&sum(text), wrong, &Context::default()).is_err(), "{text}");
    }
    let other = Known { outcome: Outcome::N, value: None };
    let refused = Certificate::new(&sum("cram(3,3) + wythoff(1,2)"), other, &Context::default());
    assert!(refused.unwrap_err().to_string().contains("has no certificate"));
}

#[test]
fn each_claim_altered_removed_or_exchanged_is_refused_or_harmless() {
    let (mut judge, mut refused, mut tried) = (Judge::default(), 0, 0);
    let (mut missed, mut removals) = (0, 0);
    for text in POSITIONS {
        for with_value in [true, false] {
            let whole = Taken::of(&certificate(text, with_value));
            for (game, claims) in whole.claims.iter().enumerate() {
                // Some ten places in each.
                let step = claims.len() / 10 + 1;
                for i in (0..claims.len()).step_by(step) {
                    let (key, claim) = claims[i].clone();
                    let raised = claim + 2;
                    let other_kind = claim ^ 1;
                    let lowered = claim.saturating_sub(2).max(1);
                    for altered in [raised, other_kind, lowered, 1, 3, 5, 2, 6, 14, 1 << 40] {
                        let mut changed = whole.clone();
                        changed.claims[game][i].1 = altered;
                        tried += 1;
                        refused += u32::from(!judge.accepts(&changed.file(), text));
                    }
                    let mut removed = whole.clone();
                    removed.claims[game].remove(i);
                    removals += 1;
                    missed += u32::from(!judge.accepts(&removed.file(), text));
                    let j = (i + step) % claims.len();
                    let mut exchanged = whole.clone();
                    exchanged.claims[game][i].1 = claims[j].1;
                    exchanged.claims[game][j].1 = claim;
                    judge.accepts(&exchanged.file(), text);
                    let mut doubled = whole.clone();
                    doubled.claims[game].insert(i, (key.clone(), claim));
                    assert!(!judge.accepts(&doubled.file(), text));
                    let mut elsewhere = whole.clone();
                    elsewhere.claims[game][i].0 = key.other();
                    judge.accepts(&elsewhere.file(), text);
                }
            }
        }
    }
    assert!(refused > tried / 2, "{refused} of {tried}");
    // Equal positions of a sum cancel, and what was claimed first may be spared by what is claimed later.
    assert!(missed * 100 > removals * 90, "{missed} of {removals}");
}

#[test]
fn each_byte_counts() {
    let mut judge = Judge::default();
    for text in [
        "cram(3,5)",
        "arc-kayles(edges(1-2,2-3,3-4,4-5,5-6,6-7,7-8,8-9,9-10,10-11,11-12))",
        "sprouts(\"0.0.AB.}2.AB.}!\")",
    ] {
        let file = certificate(text, true);
        let body = file.len() - 32;
        for i in 0..file.len() {
            for bit in [0, 3, 7] {
                let mut changed = file.clone();
                changed[i] ^= 1 << bit;
                assert!(check(&changed).is_err(), "{text}: byte {i}, the old checksum");
                changed.truncate(body);
                judge.accepts(&sealed(changed), text);
            }
            assert!(check(&file[..i]).is_err());
            judge.accepts(&sealed(file[..i.min(body)].to_vec()), text);
        }
        let longer = [&file[..], b" "].concat();
        assert!(check(&longer).is_err());
    }
}

#[test]
fn another_claim_or_position_is_refused_or_true() {
    let mut judge = Judge::default();
    for text in POSITIONS {
        let whole = Taken::of(&certificate(text, true));
        let right = whole.head["value"].as_u64().unwrap();
        let mut changed = whole.clone();
        changed.head["value"] = (right + 1).into();
        assert!(!judge.accepts(&changed.file(), text));
        changed.head = whole.head.clone();
        changed.head["nimber"] = (whole.head["nimber"].as_u64().unwrap() ^ 1).into();
        assert!(!judge.accepts(&changed.file(), text));
        changed.head = whole.head.clone();
        changed.head["outcome"] = if right == 0 { "N" } else { "P" }.into();
        assert!(!judge.accepts(&changed.file(), text));
        changed.head["value"] = Value::Null;
        assert!(!judge.accepts(&changed.file(), text));
        for small in [0, 3, 12, 13, 15] {
            changed.head = whole.head.clone();
            changed.head["small"] = small.into();
            judge.accepts(&changed.file(), text);
        }
        for (i, game) in whole.head["games"].as_array().unwrap().iter().enumerate() {
            let names =
                ["kings", "cram", "node-kayles", "arc-kayles", "poset", "sprouts", "nim", "chomp"];
            for name in names.into_iter().filter(|name| game["game"] != *name) {
                changed.head = whole.head.clone();
                changed.head["games"][i]["game"] = name.into();
                judge.accepts(&changed.file(), text);
            }
            for (row, letters) in [(0, ["....#", "#...."]), (1, [".....", "#.#.#"])] {
                changed.head = whole.head.clone();
                if changed.head["games"][i]["boards"][0][row].is_string() {
                    changed.head["games"][i]["boards"][0] = json!(letters);
                    judge.accepts(&changed.file(), text);
                }
            }
            for text in ["0.0.0.0.}!", "AB.0.}AB.0.0.}!", "A.}A.0.0.}!", "0.}", "A0.}!"] {
                changed.head = whole.head.clone();
                if changed.head["games"][i]["texts"][0].is_string() {
                    changed.head["games"][i]["texts"][0] = text.into();
                    judge.accepts(&changed.file(), text);
                }
            }
            for pair in 0..game["pairs"].as_array().map_or(0, Vec::len) {
                changed.head = whole.head.clone();
                changed.head["games"][i]["pairs"][pair] = json!([0, 1]);
                judge.accepts(&changed.file(), text);
            }
        }
    }
}

#[test]
fn the_rules_of_the_checker_are_those_of_the_games() {
    // No claims: every position is valued by the checker's rules alone, and by those of the game.
    let mut random = fastrand::Rng::with_seed(20);
    let games = [
        "cram",
        "kings",
        "node-kayles",
        "polyominoes[I1,L3]",
        "polyominoes[I2,L4]",
        "polyominoes[S4,O4,I4]",
        "polyominoes[T4,F5]",
        "polyominoes[I3,P5]",
        "polyominoes[W5,L5]",
        "polyominoes[N5,Y5,Z5]",
        "polyominoes[U5,V5,T5,X5,I5]",
    ];
    for round in 0..220 {
        let game = games[round % games.len()];
        let (height, width) = [(3, 4), (2, 6), (4, 3), (1, 14), (7, 2), (4, 4)][random.usize(..6)];
        let holes = if game.starts_with("poly") { 3 } else { 2 };
        let square = |random: &mut fastrand::Rng| if random.u32(..holes) > 0 { '.' } else { '#' };
        let rows: Vec<String> =
            (0..height).map(|_| (0..width).map(|_| square(&mut random)).collect()).collect();
        let text = format!("{game}(rows(\"{}\"))", rows.join("\",\""));
        agrees(&text, json!({ "game": game, "boards": [rows], "claims": 0, "bytes": 0 }));
    }
    for round in 0..90 {
        let game = ["node-kayles", "arc-kayles", "poset"][round % 3];
        let count = random.usize(2..10);
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for _ in 0..count + random.usize(..4) {
            let (v, u) = (random.usize(..count - 1), random.usize(1..count));
            if v < u && !pairs.contains(&(u, v)) {
                pairs.push((u, v));
            }
        }
        let used: Vec<usize> =
            (0..count).filter(|v| pairs.iter().any(|pair| pair.0 == *v || pair.1 == *v)).collect();
        let sign = if game == "poset" { '>' } else { '-' };
        let list: Vec<String> = pairs.iter().map(|(u, v)| format!("{u}{sign}{v}")).collect();
        let word = if game == "poset" { "arcs" } else { "edges" };
        let text = format!("{game}({word}({}))", list.join(","));
        let names: Vec<String> = (0..count).map(|v| v.to_string()).collect();
        agrees(
            &text,
            json!({
                "game": game, "vertices": names, "pairs": pairs, "left": [used], "claims": 0, "bytes": 0,
            }),
        );
    }
}

/// Regions with up to four boundaries, a few spots in each.
fn drawing(random: &mut fastrand::Rng) -> String {
    let mut letters: Vec<char> = "AABBCCDD".chars().take(2 * random.usize(0..5)).collect();
    random.shuffle(&mut letters);
    let mut regions = vec![Vec::<String>::new(); random.usize(1..4)];
    for _ in 0..random.usize(1..4) {
        let of = random.usize(..regions.len());
        let mut boundary = random.choice(["0", "1", "2", "12", "22", "11"]).unwrap().to_owned();
        for _ in 0..if boundary == "0" { 0 } else { random.usize(..3) } {
            boundary.extend(letters.pop());
        }
        regions[of].push(boundary);
    }
    while let Some(letter) = letters.pop() {
        let of = random.usize(..regions.len());
        let second = letters.pop().filter(|_| random.bool());
        regions[of].push([Some(letter), second].into_iter().flatten().collect());
    }
    let region = |boundaries: &Vec<String>| format!("{}.}}", boundaries.join("."));
    let regions = regions.iter().filter(|region| !region.is_empty());
    format!("{}!", regions.map(region).collect::<String>())
}

#[test]
fn drawings_are_valued_as_by_the_games_rules() {
    let mut random = fastrand::Rng::with_seed(26);
    let (mut values, mut tried) = ([0; 8], 0);
    while tried < 150 {
        let text = drawing(&mut random);
        let digits = text.bytes().filter(u8::is_ascii_digit).map(|sign| b'3' - sign);
        let letters = ('A'..='D').filter(|&letter| text.contains(letter)).count();
        // More would need claims.
        if digits.sum::<u8>() as usize + letters > 7 {
            continue;
        }
        tried += 1;
        values[is_valued_right(&text) as usize] += 1;
    }
    assert!(values[..4].iter().all(|&count| count > 5), "{values:?}");
    // Boundaries that are alike, in one region and in two.
    for text in
        ["0.0.}!", "1.1.1.}!", "2.2.2.2.2.2.}!", "2.2.AB.}AB.2.2.}!", "12.2.2.}!", "22.22.1.}!"]
    {
        is_valued_right(text);
    }
}

/// The value of a drawing, which the checker finds without claims.
fn is_valued_right(text: &str) -> u64 {
    let typed = format!("sprouts(\"{text}\")");
    let value = by_rules(&typed);
    for claimed in [value, value + 1] {
        let file = drawn(text, claimed);
        assert_eq!(check(&file).is_ok(), claimed == value, "{typed}: {:?}", check(&file));
    }
    value
}

/// The same drawing written otherwise: other letters, beginnings, directions and orders.
fn rewritten(text: &str, random: &mut fastrand::Rng) -> String {
    let mut letters: Vec<char> = ('A'..='Z').collect();
    random.shuffle(&mut letters);
    let sign = |sign: char| match sign.is_ascii_uppercase() {
        true => letters[usize::from(sign as u8 - b'A')],
        false => sign,
    };
    let body = text.trim_end_matches('!');
    let mut regions: Vec<String> = Vec::new();
    for region in body.split_terminator('}') {
        let back = random.bool();
        let mut boundaries: Vec<String> = Vec::new();
        for boundary in region.split_terminator('.') {
            let mut spots: Vec<char> = boundary.chars().map(sign).collect();
            if back {
                spots.reverse();
            }
            let start = random.usize(..spots.len());
            spots.rotate_left(start);
            boundaries.push(spots.into_iter().chain(['.']).collect());
        }
        random.shuffle(&mut boundaries);
        regions.push(format!("{}}}", boundaries.concat()));
    }
    random.shuffle(&mut regions);
    format!("{}!", regions.concat())
}

/// The lands of a drawing and of all that its lines leave: those of the checker are the same exactly where
/// those of the search are.
#[test]
fn lands_are_the_same_where_the_search_says_so() {
    use grundy_search::sprouts as search;
    let spots = |text: &str| -> search::Regions {
        let spot = |sign: u8| match sign {
            b'.' => search::BOUNDARY,
            b'0'..=b'2' => sign - b'0',
            letter => search::TWICE + (letter - b'A'),
        };
        let body = text.trim_end_matches('!');
        body.split_terminator('}').map(|region| region.bytes().map(spot).collect()).collect()
    };
    let mut random = fastrand::Rng::with_seed(2026);
    let rules = Sprouts::default();
    let (mut theirs, mut ours) = (HashMap::new(), HashMap::new());
    let mut compare = |text: &str| {
        let mut parts = rules.parts(Drawing::read(text).unwrap());
        parts.sort_unstable();
        let lands = search::lands(spots(text));
        assert_eq!(*theirs.entry(lands.clone()).or_insert(parts.clone()), parts, "{text}");
        assert_eq!(*ours.entry(parts).or_insert(lands.clone()), lands, "{text}");
    };
    for _ in 0..400 {
        let text = drawing(&mut random);
        compare(&text);
        for _ in 0..3 {
            compare(&rewritten(&text, &mut random));
        }
    }
    // Many spots that play the same part: each ring of letters is met from both sides.
    for text in [
        "ABCDEF.}ABCDEF.}!",
        "ABC.DEF.}ABC.DEF.}!",
        "ABC.DEF.}ABCDEF.}!",
        "AB.CD.EF.GH.}AB.}CD.}EF.}GH.}!",
        "AB.CD.EF.GH.}BC.}DE.}FG.}HA.}!",
        "ABCD.0.}AB.CD.2.}!",
        "ABCD.0.}AC.BD.2.}!",
    ] {
        for _ in 0..20 {
            compare(&rewritten(text, &mut random));
        }
    }
    assert!(ours.len() > 200, "{}", ours.len());
}

fn drawn(text: &str, claimed: u64) -> Vec<u8> {
    let head = json!({
        "outcome": if claimed == 0 { "P" } else { "N" },
        "value": claimed, "nimber": 0, "small": 14,
        "games": [{ "game": "sprouts", "texts": [text], "claims": 0, "bytes": 0 }],
    });
    Taken { head, claims: vec![Vec::new()] }.file()
}

#[test]
fn texts_that_are_no_drawings_are_refused() {
    let all: String = ('A'..='Z').chain('a'..='z').collect();
    let letters = format!("{all}.}}{all}.}}!");
    // As many as there are, and so many are read: what is claimed of them does not follow.
    assert!(matches!(check(&drawn(&letters, 0)), Err(Problem::False(_))));
    for text in [
        &format!("{all}.0.}}{all}.}}!"),
        &"0.".repeat(27),
        &format!("{}}}!", "0.".repeat(27)),
        "0.A.}A.A.}!",
        "01.}!",
        "..}!",
        "}!",
        "0.0.",
        "0.0",
        "3.}!",
        "0.é.}!",
    ] {
        assert!(matches!(check(&drawn(text, 0)), Err(Problem::Malformed(_))), "{text}");
    }
}

/// By all options of the game's own rules, without theory and without the search for parts.
fn by_rules(text: &str) -> u64 {
    let position = Catalogue::default().read(text).unwrap();
    let graph = GameGraph::explore(&position, Play::Normal, 200_000, &Context::default()).unwrap();
    graph.nodes[0].value.unwrap()
}

fn agrees(text: &str, game: Value) {
    let right = by_rules(text);
    for claimed in [right, right + 1] {
        let head = json!({
            "outcome": if claimed == 0 { "P" } else { "N" },
            "value": claimed, "nimber": 0, "small": 14, "games": [game],
        });
        let file = Taken { head, claims: vec![Vec::new()] }.file();
        assert_eq!(check(&file).is_ok(), claimed == right, "{text}: {claimed}, {:?}", check(&file));
    }
}
