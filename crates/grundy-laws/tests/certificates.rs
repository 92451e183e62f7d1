//! Certificates of laws: written for the games of the literature and accepted; mutated, and refused
//! unless what they claim is still true, by brute force over the bare rules.

mod brute;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fastrand::Rng;
use grundy::context::{Context, Limits};
use grundy::outcome::Play;
use grundy_laws::automaton::{Automaton as LawAutomaton, Budget};
use grundy_laws::certificate::{by_remainder, certificate, law_by_remainder};
use grundy_laws::report::{Asked, Wanted, rule_text};
use grundy_laws::rules::{Found, Of, Search, find};
use grundy_laws::verify::{
    Automaton, Certificate, Claim, Linear, Problem, Remainder, read, verify, write,
};
use grundy_rules::game::Rules;
use grundy_rules::input::InputValue;
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

const NORMAL: Of = Of::Outcome(Play::Normal);
const MISERE: Of = Of::Outcome(Play::Misere);

fn made(text: &str, of: Of) -> Certificate {
    let program = Program::read(Source::new("test", text)).unwrap_or_else(|e| panic!("{e}"));
    let program = Arc::new(program);
    let found = find(&program, 0, of, &Search::default(), &Context::default()).unwrap();
    let Found::Proved(law) = found else { panic!("no law: {text}") };
    certificate(&program, &law, &Budget::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The certificate of a law by a remainder, and of the same law read from it.
fn made_by_remainder(text: &str, of: Of) -> Certificate {
    let program = Program::read(Source::new("test", text)).unwrap_or_else(|e| panic!("{e}"));
    let rules = Rules::new(program).unwrap();
    let program = rules.program().clone();
    let name = program.families[0].name.to_string();
    let catalogue = rules.catalogue();
    let game = catalogue.read_game(&name).unwrap();
    let wanted = match of {
        Of::Outcome(play) => Wanted::Outcomes(play),
        _ => Wanted::Values,
    };
    let asked = Asked {
        game: &*game,
        program: Some((program.clone(), 0)),
        wanted,
        to: &[],
        at: &[],
        unproved: false,
        moves: 0,
        search: Search::default(),
    };
    let report = asked.report(&Context::default()).unwrap();
    assert!(report.remainder_law.is_some(), "no law by a remainder: {text}");
    let budget = Budget::default();
    let made = report.certificate(&program, &budget).unwrap_or_else(|e| panic!("{text}: {e}"));
    let made = made.expect("a law is proved");
    let checked = verify(write(&made).as_bytes(), &Context::default()).unwrap();
    let law = law_by_remainder(&checked, &budget).unwrap();
    let again = by_remainder(&program, &law, &budget).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(again, made, "{text}");
    made
}

/// Games whose laws are told by a remainder.
fn games_by_remainder() -> Vec<(String, Of)> {
    let game = |condition: &str, of| {
        (format!("G(n,m) where m>=1\nG(n,m) -> G(n-k,m) for k in 1..=n if {condition}\n"), of)
    };
    vec![
        game("k<=m", NORMAL),
        game("k<=m", MISERE),
        game("k<=m", Of::Value),
        game("k==m", Of::Value),
        game("k==1 or k==m", NORMAL),
        game("k==m or k==m+1", Of::Value),
        (
            "G(m,n) where m>=1\nG(m,n) -> wins if n>=1 and n<=m\n\
             G(m,n) -> G(m,n-k) for k in 1..=min(m,n-1)\n"
                .into(),
            NORMAL,
        ),
    ]
}

fn box_of(width: usize) -> u64 {
    match width {
        0 | 1 => 70,
        2 => 16,
        3 => 7,
        4 => 4,
        _ => 3,
    }
}

/// Whether two tables accept the same words.
fn equal(a: &Automaton, b: &Automaton) -> bool {
    let mut seen = HashMap::new();
    let mut waiting = vec![(Some(0), Some(0))];
    while let Some((one, other)) = waiting.pop() {
        if seen.insert((one, other), ()).is_some() {
            continue;
        }
        let accepts = |table: &Automaton, state: Option<u32>| {
            state.is_some_and(|state| table.accepting[state as usize])
        };
        if accepts(a, one) != accepts(b, other) {
            return false;
        }
        for letter in 0..a.base.pow(a.tracks as u32) {
            let step =
                |table: &Automaton, state: Option<u32>| state.and_then(|s| table.step(s, letter));
            waiting.push((step(a, one), step(b, other)));
        }
    }
    a.tracks == b.tracks && a.base == b.base
}

/// Games of all kinds, small enough to be mutated often.
fn games() -> Vec<(&'static str, Of)> {
    const NIM: &str = "N(a,b) -> N(v,b) for v in 0..<a\nN(a,b) -> N(a,v) for v in 0..<b";
    const WYTHOFF: &str = "W(a,b) -> W(a-x,b) for x in 1..=a\nW(a,b) -> W(a,b-x) for x in 1..=b\n\
        W(a,b) -> W(a-x,b-x) for x in 1..=min(a,b)";
    vec![
        ("T(n) -> T(n-k) for k in 1..=min(n,2)", NORMAL),
        ("T(n) -> T(n-k) for k in 1..=min(n,3)", Of::Value),
        (NIM, NORMAL),
        (NIM, MISERE),
        (NIM, Of::Value),
        (WYTHOFF, NORMAL),
        (WYTHOFF, MISERE),
        ("S(n) ->? S(n-k) for k in {1,3,4}", Of::Value),
        ("S(n) ->? S(n-k) for k in {2,3}", MISERE),
        ("const A = [3, 1, 3]\nS(n) -> S(n-k) for k in A if k <= n - A[1] + 1", Of::Value),
        ("L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2", Of::Value),
        ("H(n) -> H(k) for k in 0..<n\nH(n) -> H(k)+H(k) for k in 1..=n/2 if 2*k == n", Of::Value),
        (
            "M(n) -> 0\nM(n) -> M(a) for a in 0..<n\nM(n) -> M(a)+M(b) for a in 0..<n for b in 0..<a",
            Of::Value,
        ),
        ("M(n) -> M(n-k) for k in 1..<3 if k <= n\nM(n) -> M(n/2) if n > 0", Of::Value),
        (
            "S(a,b,c) -> S(a-c0,b,c) for c0 in 1..=a\nS(a,b,c) -> S(a+t,b-t,c) for t in 1..=b\n\
          S(a,b,c) -> S(a,b+t,c-t) for t in 1..=c",
            NORMAL,
        ),
        (
            "P(a,b,p=1) where p <= 1\nP(a,b,p) -> P(v,b,p) for v in 0..<a\n\
          P(a,b,p) -> P(a,v,p) for v in 0..<b\nP(a,b,p) -> P(a,b,0) if p == 1 and a+b > 0",
            NORMAL,
        ),
        ("D(n,c) == D(n,n) if c > n\nD(n,c) -> D(n-k,k) for k in 1..=min(n,c)", NORMAL),
        ("F(n,c) == F(n,n) if c > n\nF(n,c) -> F(n-k,2*k) for k in 1..=min(n,c)", MISERE),
        (
            "W(a,b) where a < b\nW(a,b) ->? W(a,v) for v in 0..<b\nW(a,b) ->? W(v,b) for v in 0..<a\n\
          W(a,b) -> W(v,a) for v in 0..<a",
            NORMAL,
        ),
        ("X(n) -> wins if n == 5\nX(n) -> X(k) for k in 0..<n if n != 5", Of::Value),
        ("X(n) -> wins if n % 4 == 3\nX(n) ->? X(n-k) for k in {1,4}", NORMAL),
        ("A(n) -> B(n-1) if n > 0\nA(n) -> A(n-2) if n > 1\nB(n) -> A(n-1) if n > 0", Of::Value),
        ("X(n) -> X(n^1) if (n^1) < n\nX(n) -> X(n-2) if n > 1", NORMAL),
        ("S(n) { var p = 1\n while p <= n { move S(n-p)\n p = p * 2 } }", Of::Value),
    ]
}

/// One small change.
fn mutated(of: &Certificate, rng: &mut Rng) -> (Certificate, &'static str) {
    let mut made = of.clone();
    let keys: Vec<_> = made.tables.keys().cloned().collect();
    let key = keys[rng.usize(0..keys.len())].clone();
    let what = match rng.u8(0..18) {
        kind @ 0..=8 => {
            let table = made.tables.get_mut(&key).expect("there");
            let letters = table.base.pow(table.tracks as u32);
            let states = table.next.len() as u32;
            let state = rng.usize(0..table.next.len());
            let row = &mut table.next[state];
            match kind {
                0..=2 if !row.is_empty() => {
                    let at = rng.usize(0..row.len());
                    row[at].1 = rng.u32(0..states);
                    "another target"
                }
                3 | 4 if !row.is_empty() => {
                    row.remove(rng.usize(0..row.len()));
                    "a transition less"
                }
                5 | 6 => {
                    let letter = rng.u32(0..letters);
                    row.retain(|&(own, _)| own != letter);
                    row.push((letter, rng.u32(0..states)));
                    row.sort_unstable();
                    "a transition more"
                }
                _ => {
                    table.accepting[state] ^= true;
                    "another end"
                }
            }
        }
        9 => {
            let other = keys[rng.usize(0..keys.len())].clone();
            let (a, b) = (made.tables[&key].clone(), made.tables[&other].clone());
            made.tables.insert(key, b);
            made.tables.insert(other, a);
            "tables exchanged"
        }
        10 => {
            made.tables.remove(&key);
            "a table less"
        }
        11 => {
            let rank = if rng.bool() { &mut made.rank } else { &mut made.ends };
            for (_, weights) in rank.values_mut().flatten() {
                if !weights.is_empty() {
                    let at = rng.usize(0..weights.len());
                    weights[at] = rng.u32(0..3);
                }
            }
            "another rank"
        }
        12 => {
            made.claim = Claim::ALL[rng.usize(0..3)].1;
            "another claim"
        }
        13 => {
            made.padding = rng.usize(0..4);
            "another padding"
        }
        14 | 15 if made.remainder.is_some() => {
            let Remainder { dividend, divisor } = made.remainder.as_mut().expect("there");
            let own = if rng.bool() { dividend } else { divisor };
            let (var, more) = (rng.u32(0..2), [1, -1][rng.usize(0..2)]);
            let other = if rng.bool() { Linear::var(var) } else { Linear::from(1) };
            *own = own.plus(more, &other).expect("small");
            "another division"
        }
        _ => {
            // Another constant, operator or name in the rules.
            let mut bytes = made.rules.clone().into_bytes();
            let all: Vec<usize> =
                (0..bytes.len()).filter(|&at| !bytes[at].is_ascii_whitespace()).collect();
            let at = all[rng.usize(0..all.len())];
            let choices = b"0123456789+-<>=,abnkvNW()";
            bytes[at] = choices[rng.usize(0..choices.len())];
            made.rules = String::from_utf8(bytes).unwrap_or_default();
            "other rules"
        }
    };
    (made, what)
}

fn context() -> Context<'static> {
    Context::new(Limits { time: Some(Duration::from_secs(20)), ..Limits::default() })
}

#[test]
fn mutations_that_are_false_are_refused() {
    let mut rng = Rng::with_seed(16);
    let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
    let rounds = std::env::var("MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let usual = games().into_iter().map(|(text, of)| (text.to_owned(), made(text, of)));
    let others = games_by_remainder().into_iter().map(|(text, of)| {
        let whole = made_by_remainder(&text, of);
        (text, whole)
    });
    for (text, whole) in usual.chain(others) {
        let true_one = verify(write(&whole).as_bytes(), &context()).unwrap();
        brute::compare(&true_one, box_of).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
        let rounds = if whole.remainder.is_some() { rounds / 3 } else { rounds };
        for _ in 0..rounds {
            let (mut other, mut what) = mutated(&whole, &mut rng);
            if rng.u8(0..4) == 0 {
                other = mutated(&other, &mut rng).0;
                what = "two changes";
            }
            if other == whole {
                continue;
            }
            let verdict = match verify(write(&other).as_bytes(), &context()) {
                Ok(checked) => {
                    if let Err(wrong) = brute::compare(&checked, box_of) {
                        panic!("{what} was accepted: {wrong}\n{}", write(&other));
                    }
                    // The law of the same rules is the same law, for all sizes.
                    // (One by a remainder says nothing of numbers that are no multiples.)
                    if (&other.rules, other.claim) == (&whole.rules, whole.claim)
                        && other.remainder.is_none()
                        && other.system == whole.system
                        && other.base == whole.base
                    {
                        let before = &true_one.families;
                        let same =
                            before.iter().zip(&checked.families).all(|(a, b)| equal(&a.1, &b.1));
                        assert!(same, "{what} was accepted: another law\n{}", write(&other));
                    }
                    "accepted, true"
                }
                Err(Problem::False(_)) => "false",
                Err(Problem::Malformed(_)) => "malformed",
                Err(Problem::Stop(_)) => "stopped",
            };
            *counts.entry((what, verdict)).or_default() += 1;
        }
    }
    let mut lines: Vec<String> =
        counts.iter().map(|(key, count)| format!("{key:?} {count}")).collect();
    lines.sort();
    println!("{}", lines.join("\n"));
    let refused: usize = counts.iter().filter(|((_, v), _)| *v == "false").map(|(_, n)| n).sum();
    assert!(refused > 8 * rounds, "{refused}");
}

#[test]
fn any_bytes_are_read() {
    let mut rng = Rng::with_seed(3);
    let (text, of) = games_by_remainder().remove(0);
    let other = made_by_remainder(&text, of);
    let usual = games().into_iter().step_by(3).map(|(text, of)| made(text, of));
    for whole in usual.chain([other]) {
        assert_eq!(read(&write(&whole)), Ok(whole.clone()));
        let whole = write(&whole).into_bytes();
        assert!(read(std::str::from_utf8(&whole).unwrap()).is_ok());
        for _ in 0..300 {
            let mut bytes = whole.clone();
            for _ in 0..rng.u8(1..4) {
                let at = rng.usize(0..bytes.len());
                match rng.u8(0..4) {
                    0 => bytes[at] = rng.u8(..),
                    1 => bytes[at] = b"0123456789 >*-\n"[rng.usize(0..15)],
                    2 => bytes.truncate(at.max(1)),
                    _ => bytes.insert(at, b"0123456789 >*-\n"[rng.usize(0..15)]),
                }
            }
            let checked = verify(&bytes, &context());
            if let Some(Err(wrong)) = checked.ok().map(|checked| brute::compare(&checked, box_of)) {
                panic!("accepted: {wrong}\n{}", String::from_utf8_lossy(&bytes));
            }
        }
        // Each beginning is refused.
        for _ in 0..20 {
            let end = rng.usize(0..whole.len() - 1);
            assert!(matches!(verify(&whole[..end], &context()), Err(Problem::Malformed(_))));
        }
    }
}

/// Laws that are wrong, with strategies made for them by the writer.
#[test]
fn certificates_of_rules_with_inputs_hold_their_values() {
    let program =
        Program::read(Source::new("test", "input m\nT(n) -> T(n-k) for k in 1..=min(n,m)"));
    let program = Arc::new(program.unwrap().bind(&[("m", InputValue::Number(2))]).unwrap());
    let found = find(&program, 0, Of::Value, &Search::default(), &Context::default()).unwrap();
    let Found::Proved(law) = found else { panic!("a law") };
    let text = write(&certificate(&program, &law, &Budget::default()).unwrap());
    assert!(text.contains("const m = 2"), "{text}");
    assert!(verify(text.as_bytes(), &Context::default()).is_ok());
}

#[test]
fn wrong_laws_have_no_certificates() {
    let mut rng = Rng::with_seed(9);
    let (mut refused, mut same) = (0, 0);
    for (text, of) in games() {
        let program = Arc::new(Program::read(Source::new("test", text)).unwrap());
        let found = find(&program, 0, of, &Search::default(), &Context::default()).unwrap();
        let Found::Proved(law) = found else { panic!("no law: {text}") };
        for _ in 0..12 {
            let mut wrong = law.clone();
            let at = rng.usize(0..wrong.families.len());
            let own = &wrong.families[at].2;
            let (mut next, mut accepting) = (own.transitions().to_vec(), own.acceptance().to_vec());
            if rng.bool() {
                let state = rng.usize(0..accepting.len());
                accepting[state] ^= true;
            } else {
                // Zeros in front stay without a meaning.
                let entry = rng.usize(1..next.len());
                next[entry] = rng.u32(0..accepting.len() as u32);
            }
            let budget = Budget::default();
            let Ok(other) = LawAutomaton::new(own.base(), own.tracks(), next, accepting, &budget)
            else {
                continue;
            };
            let tuples = law.system.tuples(other.tracks(), &budget).unwrap();
            let other = other.and(&tuples, &budget).unwrap();
            if !other.ignores_leading_zeros() {
                continue;
            }
            let equal = other == law.families[at].2;
            wrong.families[at].2 = other;
            let made = certificate(&program, &wrong, &budget);
            assert_eq!(made.is_ok(), equal, "{text}: {made:?}");
            if equal { same += 1 } else { refused += 1 }
        }
    }
    assert!(refused > 100, "{refused} {same}");
}

/// The tables of Zeckendorf's system with one change: refused, unless they mean the same.
#[test]
fn wrong_numeration_systems_are_refused() {
    let (text, of) = games()[5];
    let whole = verify(write(&made(text, of)).as_bytes(), &context()).unwrap();
    let words = whole.numbers.words.expect("Zeckendorf's words");
    assert_eq!(words.prove(&context()), Ok(Ok(())));
    let (mut refused, mut same) = (0, 0);
    for which in 0..3 {
        let mut each = |change: &dyn Fn(&mut Automaton)| {
            let mut other = words.clone();
            let tables = [&mut other.valid, &mut other.next, &mut other.adder];
            let table = tables.into_iter().nth(which).expect("three tables");
            let before = table.clone();
            change(table);
            let equal = equal(&before, table) && table.ignores_zeros();
            let proved = other.prove(&context()).unwrap().is_ok();
            assert_eq!(proved, equal, "{which} {other:?}");
            if proved { same += 1 } else { refused += 1 }
        };
        let table = [&words.valid, &words.next, &words.adder][which].clone();
        for state in 0..table.next.len() {
            each(&|table| table.accepting[state] ^= true);
            for at in 0..table.next[state].len() {
                let (letter, to) = table.next[state][at];
                each(&|table| table.next[state].retain(|&(own, _)| own != letter));
                for other in [0, to + 1, to + 5].map(|to| to % table.next.len() as u32) {
                    each(&|table| table.next[state][at].1 = other);
                }
            }
        }
    }
    assert!(refused > 200, "{refused} {same}");
}

/// Rules that would take for ever are refused, or end at a limit.
#[test]
fn hostile_rules_end() {
    let law = "table law X 1 1\n* 0>0\ntable open X 1 1\n* 0>0\n";
    let many = |head: &str, each: &dyn Fn(usize) -> String, tail: &str, count: usize| {
        head.to_owned() + &(0..count).map(each).collect::<String>() + tail
    };
    let set = (0..60).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let texts = [
        // Many numbers to choose.
        many("X(n) -> X(0)", &|k| format!(" for k{k} in 0..<n"), " if n > 99", 30),
        // Many runs.
        many("X(n) ->? X(n-9)", &|k| format!(" for k{k} in {{{set}}}"), "", 8),
        // Conditions that double.
        many(
            "X(n) -> X(0)\n let c0 = n > 2",
            &|k| format!("\n let c{} = (c{k} == (n > {k}))", k + 1),
            "\n if c40",
            40,
        ),
    ];
    for text in texts {
        let lines = text.lines().count();
        let whole = format!(
            "grundy-law 1\nclaim normal\nfamily X\nsystem 2\npadding 0\nrules {lines}\n{text}\n\
             rank X 0 1\n{law}end\n"
        );
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let found = verify(whole.as_bytes(), &Context::new(limits));
        assert!(matches!(found, Err(Problem::Stop(_) | Problem::False(_))), "{text}: {found:?}");
    }
}

/// The games of the corpus that have a law that is proved: name, what it tells, rules.
fn corpus() -> Vec<(String, Of, String)> {
    let mut all: Vec<(String, Option<Of>, String)> = Vec::new();
    for line in include_str!("corpus/games.txt").lines() {
        if let Some(head) = line.strip_prefix("## ") {
            let words: Vec<&str> = head.split(" | ").collect();
            let of = match words[1] {
                _ if words.len() > 4 => None,
                "outcome" => Some(NORMAL),
                "misere" => Some(MISERE),
                "value" => Some(Of::Value),
                _ => None,
            };
            all.push((words[0].into(), of, String::new()));
        } else if let Some((_, _, rules)) = all.last_mut() {
            if let Some(file) = line.strip_prefix("file ") {
                let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");
                let path = format!("{folder}/{file}.rules");
                *rules = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{path}"));
            } else if let Some(code) = line.strip_prefix("octal ") {
                *rules = rule_text(code).unwrap().text;
            } else if !line.starts_with("formula ") {
                *rules += line;
                *rules += "\n";
            }
        }
    }
    all.into_iter().filter_map(|(name, of, rules)| Some((name, of?, rules))).collect()
}

#[test]
fn games_of_the_literature() {
    // Some of the games; CORPUS= asks for all, CORPUS=Wythoff for those with this in their names.
    let asked = std::env::var("CORPUS");
    let step = if asked.is_ok() { 1 } else { 4 };
    let wanted = asked.unwrap_or_default();
    let mut count = 0;
    let games = corpus().into_iter().filter(|(name, ..)| name.contains(&wanted));
    for (name, of, rules) in games.step_by(step) {
        let start = Instant::now();
        let made = made(&rules, of);
        let writing = start.elapsed();
        let text = write(&made);
        assert_eq!(read(&text).as_ref(), Ok(&made));
        let start = Instant::now();
        let checked = verify(text.as_bytes(), &Context::default()).unwrap();
        let (checking, entries, bytes) = (start.elapsed(), checked.entries, text.len());
        println!(
            "{name}: {entries} entries, {bytes} bytes, found and written in {writing:?}, checked in {checking:?}"
        );
        brute::compare(&checked, box_of).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        count += 1;
    }
    assert!(count >= 20 || !wanted.is_empty(), "{count}");
}
