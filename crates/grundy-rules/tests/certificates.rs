//! Certificates of positions of rules: what is accepted is what the rules say, whole or changed by someone who knows
//! the format and sets the checksum right.

use grundy::Expression;
use grundy::certificate::{misere, position};
use grundy::context::{Context, Limits, Stop};
use grundy::game::Component;
use grundy::outcome::Outcome;
use grundy::verify::{
    Problem, VerifiedMisere, VerifiedPosition, verify_misere_position, verify_misere_position_with,
    verify_position, verify_position_with,
};
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::verify::Reader;
use grundy_rules::walk::{self, MAX_STEPS};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::Arc;

const CRAM: &str = "C(b: board[3,5]) == C(canonical(b))
C(b: board[3,5]) -> sum(C(p) for p in parts(b[i,j := 0, i,j+1 := 0])) for i, j in ones(b) if b[i,j+1] == 1
C(b: board[3,5]) -> sum(C(p) for p in parts(b[i,j := 0, i+1,j := 0])) for i, j in ones(b) if b[i+1,j] == 1";

/// Rules, and positions of them.
const GAMES: [(&str, &[&str]); 9] = [
    (CRAM, &["C(\"#####/#####/#####\")", "C(\"##.##/#####/.####\")", "C(\"#####/..#../#####\")"]),
    // Found by the search over boards as they are typed, but proved as they stand.
    (
        "kings(b: board[4,4]) -> kings((b - neighbours8(b,i,j))[i,j := 0]) for i, j in ones(b)",
        &["kings(\"####/####/####/####\")", "kings(\"#.##/####/##.#/####\")"],
    ),
    // Moves add squares.
    (
        "fill(b: board[3,3]) -> fill(b[i,j := 1]) for i in 0..<3 for j in 0..<3 if b[i,j] == 0 if i > 0 or popcount(b) < 4",
        &["fill(\".../.../...\")", "fill(\"#../.../.#.\")"],
    ),
    ("S(n) -> S(n-k*k) for k in 1..=isqrt(n)", &["S(37)", "S(64)", "S(0)"]),
    (
        "L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2",
        &["L(1)", "L(9)", "L(12)"],
    ),
    (
        "W(a,b) == W(b,a) if a > b\nW(a,b) -> W(a-k,b) for k in 1..=a\nW(a,b) -> W(a,b-k) for k in 1..=b\n\
         W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)",
        &["W(5,3)", "W(6,10)", "W(7,9)"],
    ),
    // Families that lead to each other, moves that are dropped, inputs that are constants.
    (
        "const m = 3  A(n) ->? B(n-k, k) for k in 1..=m\nB(n, k) -> A(n-j) + A(j) for j in 0..=n if j != k if n > 0",
        &["A(7)", "B(6,2)"],
    ),
    // Numbers grow, but play ends.
    ("T(n, k) -> T(n+2, k-1) if k > 0\nT(n, k) -> T(n-3, k) if n > 2", &["T(4,3)", "T(7,2)"]),
    (
        "D(b: bits[9]) -> sum(D(p) for p in parts(b[i := 0, i+1 := 0])) for i in ones(b)\n\
         D(b: bits[9]) -> D(b[i := 0]) for i in ones(b) if i % 3 == 0",
        &["D(\"#########\")", "D(\"##.####.#\")"],
    ),
];

fn program(text: &str) -> Program {
    Program::read(Source::new("t", text)).unwrap()
}

fn sum(rules: &Rules, text: &str) -> Vec<Arc<dyn Component>> {
    match rules.catalogue().read(text).unwrap() {
        Expression::Sum(sum) => sum,
        _ => panic!("{text} is not a sum"),
    }
}

/// The options of a state, in normal form.
fn options(program: &Program, state: &State) -> Vec<Vec<State>> {
    let state = walk::normal_form(program, state).unwrap();
    let mut all = Vec::new();
    walk::options(program, &state, MAX_STEPS, &mut |option| {
        all.push(option.sum);
        true
    })
    .unwrap();
    let form = |state: &State| walk::normal_form(program, state).unwrap();
    all.iter().map(|sum| sum.iter().map(form).collect()).collect()
}

fn value(program: &Program, state: &State, known: &mut HashMap<State, u64>) -> u64 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut values = Vec::new();
    for sum in options(program, state) {
        values.push(sum.iter().fold(0, |all, part| all ^ value(program, part, known)));
    }
    let value = (0..).find(|n| !values.contains(n)).unwrap();
    known.insert(state.clone(), value);
    value
}

/// Who wins a sum in misère play.
fn misere(program: &Program, sum: &[State], known: &mut HashMap<Vec<State>, bool>) -> bool {
    if let Some(&wins) = known.get(sum) {
        return wins;
    }
    let (mut any, mut wins) = (false, false);
    for i in 0..sum.len() {
        for option in options(program, &sum[i]) {
            any = true;
            let mut left = sum.to_vec();
            left.remove(i);
            left.extend(option);
            left.sort();
            if !wins {
                wins = !misere(program, &left, known);
            }
        }
    }
    let wins = wins || !any;
    known.insert(sum.to_vec(), wins);
    wins
}

fn state(rules: &Rules, text: &str) -> State {
    let component = sum(rules, text).remove(0);
    component.position(0).downcast_ref::<State>().unwrap().clone()
}

fn in_normal_play(rules: &Rules, text: &str, known: position::Known) -> Vec<u8> {
    let made = position::Certificate::new(&sum(rules, text), known, &Context::default()).unwrap();
    let mut file = Vec::new();
    made.write(&mut file).unwrap();
    assert_eq!(file.len() as u64, made.bytes(), "{text}: sizes are told before writing");
    file
}

fn in_misere_play(rules: &Rules, text: &str, wins: bool) -> Vec<u8> {
    let outcome = Outcome::of(wins);
    let made = misere::Certificate::new(&sum(rules, text), outcome, &Context::default());
    let made = made.unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut file = Vec::new();
    made.write(&mut file).unwrap();
    assert_eq!(file.len() as u64, made.bytes(), "{text}: sizes are told before writing");
    file
}

fn check(file: &[u8]) -> Result<VerifiedPosition, Problem> {
    let limits = Limits { threads: 2, ..Limits::default() };
    verify_position_with(&mut &file[..], &Reader, &Context::new(limits))
}

fn check_misere(file: &[u8]) -> Result<VerifiedMisere, Problem> {
    let limits = Limits { threads: 2, ..Limits::default() };
    verify_misere_position_with(&mut &file[..], &Reader, &Context::new(limits))
}

/// The same with a checksum that fits.
fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    file.truncate(file.len() - 32);
    let sum = Sha256::digest(&file);
    file.extend(sum);
    file
}

#[test]
fn certificates_of_rules_say_what_the_rules_say() {
    let (mut claims, mut sums) = (0, 0);
    for (text, positions) in GAMES {
        let rules = Rules::new(program(text)).unwrap();
        let (mut values, mut outcomes) = (HashMap::new(), HashMap::new());
        for typed in positions {
            let state = state(&rules, typed);
            let right = value(rules.program(), &state, &mut values);
            for value in [Some(right), None] {
                let known = position::Known { outcome: Outcome::of(right != 0), value };
                let file = in_normal_play(&rules, typed, known);
                let found = check(&file).unwrap_or_else(|error| panic!("{typed}: {error}"));
                assert_eq!((found.wins, found.value), (right != 0, value), "{typed}");
                assert_eq!((&*found.position, &*found.rules), (*typed, &*rules.program().texts()));
                claims += found.claims;
                // Whoever reads no rules accepts nothing.
                let none = verify_position(&mut &file[..], &Context::default());
                assert!(matches!(none, Err(Problem::Malformed(_))), "{typed}");
            }
            let wins = misere(rules.program(), &[state], &mut outcomes);
            let file = in_misere_play(&rules, typed, wins);
            let found = check_misere(&file).unwrap_or_else(|error| panic!("{typed}: {error}"));
            assert_eq!((&*found.position, found.wins), (*typed, wins), "{typed}");
            assert_eq!(found.rules, rules.program().texts(), "{typed}");
            sums += found.claims;
            let none = verify_misere_position(&mut &file[..], &Context::default());
            assert!(matches!(none, Err(Problem::Malformed(_))), "{typed}");
        }
    }
    assert!(claims > 500 && sums > 50, "{claims} {sums}");
}

#[test]
fn positions_of_rules_stand_beside_others() {
    let rules = Rules::new(program(CRAM)).unwrap();
    let text = "C(\"#####/#####/#####\") + cram(3,4) + nim(3) + C(\"##.##/#####/.####\")";
    let board = |text: &str| value(rules.program(), &state(&rules, text), &mut HashMap::new());
    // Cram on 3 by 4 squares has the value 1.
    let right = board("C(\"#####/#####/#####\")") ^ board("C(\"##.##/#####/.####\")") ^ 1 ^ 3;
    let known = position::Known { outcome: Outcome::of(right != 0), value: Some(right) };
    let found = check(&in_normal_play(&rules, text, known)).unwrap();
    assert_eq!((found.wins, found.value), (right != 0, Some(right)));
    assert!(found.position.contains("cram(3,4)") && found.position.ends_with(" + *3"));
}

/// Values and outcomes that are not claimed: no changed file has them.
#[test]
fn what_is_accepted_of_changed_files_is_true() {
    let mut rng = fastrand::Rng::with_seed(20);
    let (mut refused, mut harmless) = (0, 0);
    for (text, positions) in GAMES {
        let rules = Rules::new(program(text)).unwrap();
        let typed = positions[0];
        let state = state(&rules, typed);
        let right = value(rules.program(), &state, &mut HashMap::new());
        let wins = misere(rules.program(), std::slice::from_ref(&state), &mut HashMap::new());
        let known = position::Known { outcome: Outcome::of(right != 0), value: Some(right) };
        let files = [in_normal_play(&rules, typed, known), in_misere_play(&rules, typed, wins)];
        for (file, is_misere) in files.iter().zip([false, true]) {
            let head =
                file.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0;
            for _ in 0..60 {
                let mut changed = file.clone();
                if rng.bool() && head + 33 < file.len() {
                    let at = rng.usize(head + 1..file.len() - 32);
                    changed[at] ^= 1 << rng.u32(..8);
                } else {
                    // The other outcome, or another value.
                    let line = String::from_utf8(file[..head].to_vec()).unwrap();
                    let line = match rng.u32(..3) {
                        0 => line.replace("\"outcome\":\"N\"", "\"outcome\":\"P\""),
                        1 => line.replace("\"outcome\":\"P\"", "\"outcome\":\"N\""),
                        _ => {
                            let other = if right == 0 { 1 } else { rng.u64(..right) };
                            line.replace(
                                &format!("\"value\":{right}"),
                                &format!("\"value\":{other}"),
                            )
                        }
                    };
                    changed = [line.as_bytes(), &file[head..]].concat();
                }
                let changed = sealed(changed);
                let accepted = match is_misere {
                    true => check_misere(&changed).map(|found| found.wins == wins),
                    false => check(&changed)
                        .map(|found| (found.wins, found.value) == (right != 0, Some(right))),
                };
                match accepted {
                    Ok(is_true) => {
                        assert!(is_true, "{typed}");
                        harmless += 1;
                    }
                    Err(Problem::False(_) | Problem::Malformed(_)) => refused += 1,
                    Err(other) => panic!("{typed}: {other}"),
                }
            }
        }
    }
    assert!(refused > 300 && harmless > 50, "{refused} {harmless}");
}

/// A certificate of normal play made by hand.
fn made(rules: &str, typed: &str, value: u64, claims: &[(u128, u128)]) -> Vec<u8> {
    let sevens = |mut number: u128, out: &mut Vec<u8>| {
        while number >= 0x80 {
            out.push(number as u8 | 0x80);
            number >>= 7;
        }
        out.push(number as u8);
    };
    let (mut packed, mut before) = (Vec::new(), None);
    for &(key, claim) in claims {
        sevens(key - before.unwrap_or(0), &mut packed);
        sevens(claim, &mut packed);
        before = Some(key);
    }
    let head = serde_json::json!({
        "outcome": if value == 0 { "P" } else { "N" },
        "value": value,
        "nimber": 0,
        "small": 10,
        "games": [{
            "game": "rules", "rules": [rules], "texts": [typed],
            "claims": claims.len(), "bytes": packed.len(),
        }],
    });
    let mut file = format!("grundy-position 1\n{head}\n").into_bytes();
    file.extend(packed);
    file.extend([0; 32]);
    sealed(file)
}

/// The number of the position n of the first family.
fn numbered(n: u128) -> u128 {
    (n << 65) + 1
}

#[test]
fn claims_that_rest_on_themselves_are_refused() {
    // Play from 101 to 102 and back has no end, and no position has a value.
    let rules =
        "f(n) -> f(102) if n == 101\nf(n) -> f(101) if n == 102\nf(n) -> f(n-1) if n < 90 if n > 0";
    let claims = [(numbered(101), 1), (numbered(102), 1 << 1)];
    match check(&made(rules, "f(101)", 0, &claims)) {
        Err(Problem::False(why)) => assert!(why.contains("back to it"), "{why}"),
        other => panic!("{other:?}"),
    }
    // Small positions that do not fall are not taken for small.
    let rules = "f(n) -> f(2) if n == 1\nf(n) -> f(1) if n == 2";
    assert!(matches!(check(&made(rules, "f(1)", 0, &[])), Err(Problem::False(_))));
    // One that falls is.
    let rules = "f(n) -> f(n-1) if n > 0";
    assert_eq!(check(&made(rules, "f(4)", 0, &[])).unwrap().value, Some(0));
}

#[test]
fn rules_that_cannot_be_asked_are_refused() {
    for (rules, typed, why) in [
        ("f(n) -> f(", "f(1)", "expected"),
        ("f(n) -> f(n-1) if n > 0", "f(1) + f(2)", "not one position"),
        ("f(n) -> f(n-1) if n > 0", "g(1)", "is not a position of the rules"),
        ("f(n) -> f(n-1) if n > 0", "f", "missing"),
        ("f(n) -> f(n-1) if n > 0\nf(n) where n < 5", "f(7)", "no position f(7)"),
        ("f(a,b,c) -> f(a-1,b,c) if a > 0", "f(1,2,3)", "at most"),
        ("input m  f(n) -> f(n-m) if n > m", "f(7)", "input"),
        ("f(n) -> wins if n > 2", "f(7)", "win at once"),
    ] {
        match check(&made(rules, typed, 0, &[])) {
            Err(Problem::Malformed(told)) => assert!(told.contains(why), "{rules}: {told}"),
            other => panic!("{rules}: {other:?}"),
        }
    }
    // A family with the name of a game beside it, and two sets of rules.
    let file = made("cram(n) -> cram(n-1) if n > 0", "cram(0)", 0, &[]);
    let line = String::from_utf8(file[..file.len() - 32].to_vec()).unwrap();
    for (other, why) in [
        (r#"{"game":"cram","boards":[["."]],"claims":0,"bytes":0}"#, "a game and a family"),
        (
            r#"{"game":"rules","rules":["f(n) -> f(0) if n > 0"],"texts":["f(0)"],"claims":0,"bytes":0}"#,
            "once",
        ),
    ] {
        let line = line.replace("\"games\":[", &format!("\"games\":[{other},"));
        match check(&sealed([line.as_bytes(), &[0; 32]].concat())) {
            Err(Problem::Malformed(told)) => assert!(told.contains(why), "{told}"),
            other => panic!("{why}: {other:?}"),
        }
    }
    // Numbers of positions that are none, or not in normal form.
    let rules = "f(b: bits[5], n) == f(b, n-1) if n > 6\nf(b: bits[5], n) -> f(b[i := 0], n) for i in ones(b)";
    for key in [32 << 65 | 3 << 2, 1 << 65 | 7 << 2, 1 << 65 | 3 << 2 | 1].map(|key| key + 1) {
        match check(&made(rules, "f(\"#....\", 3)", 1, &[(key, 1)])) {
            Err(Problem::Malformed(told)) => assert!(told.contains("number of no part"), "{told}"),
            other => panic!("{key}: {other:?}"),
        }
    }
}

#[test]
fn rules_that_fail_are_no_ground_for_claims() {
    // At 40 an index is out of range, which a move from 41 meets.
    let text = "const T = [1,2]  f(n) -> f(n-1) if n > 0\nf(n) -> f(n-T[n]) if n == 40";
    let rules = Rules::new(program(text)).unwrap();
    let known = position::Known { outcome: Outcome::N, value: None };
    let failed = position::Certificate::new(&sum(&rules, "f(43)"), known, &Context::default());
    assert!(matches!(failed, Err(Stop::Faulty(_) | Stop::Refused(_))), "{failed:?}");
    let failed = misere::Certificate::new(&sum(&rules, "f(43)"), Outcome::N, &Context::default());
    assert!(matches!(failed, Err(Stop::Faulty(_) | Stop::Refused(_))), "{failed:?}");
    let claims = [(numbered(40), 3), (numbered(41), 1)];
    match check(&made(text, "f(41)", 0, &claims)) {
        Err(Problem::Stop(Stop::Faulty(why))) => assert!(why.contains("rules are wrong"), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn equal_positions_that_a_move_leaves_cancel() {
    // Two copies, counted, of a position that is larger than the one that is left.
    for text in [
        "g(n) -> g(n-1) if n > 0\nf(n) -> n*g(n+20) if n > 0",
        "g(n) -> g(n-1) if n > 0\nf(n) -> (n-n+2)*g(n+20) if n > 0",
        "g(n) -> g(n-1) if n > 0\nf(n) -> sum(g(k/2) for k in 1..=n) if n > 0\nf(n) -> f(n-1) + f(n-1) if n > 0",
    ] {
        let rules = Rules::new(program(text)).unwrap();
        for typed in ["f(2)", "f(3)", "f(6)", "f(11)", "f(12)"] {
            let right = value(rules.program(), &state(&rules, typed), &mut HashMap::new());
            let known = position::Known { outcome: Outcome::of(right != 0), value: Some(right) };
            let found = check(&in_normal_play(&rules, typed, known));
            assert_eq!(found.unwrap().value, Some(right), "{text}: {typed}");
        }
    }
}

/// Files that take much work for their size end at the limits.
#[test]
fn hostile_files_end_at_the_limits() {
    let few_seconds = Limits {
        time: Some(std::time::Duration::from_secs(1)),
        memory: 100 << 20,
        threads: 2,
        ..Limits::default()
    };
    let stops = |file: &[u8], what: &str| {
        let context = Context::new(few_seconds);
        let found = verify_position_with(&mut &file[..], &Reader, &context);
        assert!(matches!(found, Err(Problem::Stop(_))), "{what}: {found:?}");
    };
    // Small positions that lead to very many others.
    let rules = "f(b: bits[60]) -> f(b[i := 0, j := 0, k := 1]) for i in ones(b) for j in ones(b) if j > i for k in 0..<60";
    let typed = format!("f(\"{}{}\")", "#".repeat(10), ".".repeat(50));
    stops(&made(rules, &typed, 1, &[]), "small positions");
    // Moves that leave very many positions.
    let rules = "f(n) -> sum(f(k) for k in 1..<300000) if n > 300000";
    stops(&made(rules, "f(300001)", 0, &[(numbered(300_001), 1)]), "a long sum");
    let rules = "f(n) -> sum(f(k) for k in 1..<60000000) if n > 60000000";
    stops(&made(rules, "f(60000001)", 0, &[(numbered(60_000_001), 1)]), "a very long sum");
    // Normal forms that take long, many times.
    let rules = "f(n) == f(n-1) if n > 100\nf(n) -> f(n-1) if n > 0";
    let file = made(rules, "f(900)", 1, &[]);
    let line = String::from_utf8(file[..file.len() - 32].to_vec()).unwrap();
    let typed = format!("\"texts\":[{}]", vec!["\"f(900)\""; 40_000].join(","));
    let line = line.replace("\"texts\":[\"f(900)\"]", &typed);
    stops(&sealed([line.as_bytes(), &[0; 32]].concat()), "many positions");
}

#[test]
fn other_rules_have_no_certificates_and_say_so() {
    for (text, typed) in
        [("f(a,b,c) -> f(a-1,b,c) if a > 0", "f(1,2,3)"), ("f(n) -> wins if n > 2", "f(7)")]
    {
        let rules = Rules::new(program(text)).unwrap();
        match position::allowed(&sum(&rules, typed)) {
            Err(Stop::Refused(why)) => assert!(why.contains("rules in a text"), "{why}"),
            other => panic!("{text}: {other:?}"),
        }
        assert!(misere::allowed(&sum(&rules, typed)).is_err());
    }
    // A number of copies that is computed: in misère play all of them count.
    let rules = Rules::new(program("f(n) -> n*f(k) for k in 0..<n")).unwrap();
    assert!(position::allowed(&sum(&rules, "f(7)")).is_ok());
    assert!(misere::allowed(&sum(&rules, "f(7)")).is_err());
}

/// The rules of all examples.
fn examples() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");
    let mut all = Vec::new();
    for folder in [folder.to_owned(), format!("{folder}/more")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "rules") {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                all.push((name, std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    all.sort();
    all
}

#[test]
fn examples_have_certificates_where_their_positions_are_two_numbers() {
    let (mut games, mut positions) = (0, 0);
    for (name, text) in examples() {
        let Ok(rules) = Rules::new(program(&text)) else { continue };
        let Some(family) = rules.families().last() else { continue };
        let mut met = 0;
        for typed in grundy::game::Family::small(family).iter().rev().take(3) {
            let sum = sum(&rules, typed);
            if position::allowed(&sum).is_err() {
                continue;
            }
            let state = state(&rules, typed);
            let right = value(rules.program(), &state, &mut HashMap::new());
            let known = position::Known { outcome: Outcome::of(right != 0), value: Some(right) };
            let found = check(&in_normal_play(&rules, typed, known));
            let found = found.unwrap_or_else(|error| panic!("{name}: {typed}: {error}"));
            assert_eq!(found.value, Some(right), "{name}: {typed}");
            if misere::allowed(&sum).is_ok() {
                let wins = misere(rules.program(), &[state], &mut HashMap::new());
                let found = check_misere(&in_misere_play(&rules, typed, wins));
                let found = found.unwrap_or_else(|error| panic!("{name}: {typed}: {error}"));
                assert_eq!(found.wins, wins, "{name}: {typed}");
            }
            met += 1;
        }
        games += usize::from(met > 0);
        positions += met;
    }
    assert!(games > 20 && positions > 60, "{games} {positions}");
}
