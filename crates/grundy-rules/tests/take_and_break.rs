//! Rules recognised as take-and-break codes have the moves of the code, and near misses are none.

use grundy::analysis::{Question, answer};
use grundy::answer::Answer;
use grundy::context::Context;
use grundy::expr::Catalogue;
use grundy::heap::Code;
use grundy::nat::Nat;
use grundy::outcome::Play;
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::take_and_break;
use grundy_rules::typed::Program;
use grundy_rules::walk;
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn read(text: &str) -> Program {
    Program::read(Source::new("t", text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The heaps that moves leave, without those that are empty.
fn left(program: &Program, n: i64) -> BTreeSet<Vec<i64>> {
    let mut all = BTreeSet::new();
    walk::options(program, &State::new(0, vec![n]), walk::MAX_STEPS, &mut |option| {
        let mut heaps: Vec<i64> = option.sum.iter().map(|heap| heap.coords()[0]).collect();
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        all.insert(heaps);
        true
    })
    .unwrap_or_else(|error| panic!("{} at {n}", error.render(&program.source)));
    all
}

/// The same by the definition of the code.
fn allowed(code: &Code, n: i64) -> BTreeSet<Vec<i64>> {
    let mut all = BTreeSet::new();
    for taken in 1..=n {
        let (digit, rest) = (code.digit(taken as u64), n - taken);
        if rest == 0 && digit.allows(0) {
            all.insert(Vec::new());
        }
        if rest > 0 && digit.allows(1) {
            all.insert(vec![rest]);
        }
        if digit.allows(2) {
            all.extend((1..=rest / 2).map(|heap| vec![heap, rest - heap]));
        }
    }
    all
}

fn compare(text: &str, code: &Code) {
    let program = read(text);
    for n in 0..40 {
        assert_eq!(left(&program, n), allowed(code, n), "{text}: {code} at {n}");
    }
}

#[test]
fn codes_are_recognised() {
    for (text, wanted) in [
        ("K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/2", "0.77"),
        (
            "K(n) -> K(i) + K(n-1-i) for i in 0..<n  K(n) -> K(i) + K(n-2-i) for i in 0..<n-1",
            "0.77",
        ),
        ("K(n) -> K(a) + K(b) for t in {1, 2} for a in 0..=n-t let b = n - t - a", "0.77"),
        ("D(n) -> D(a) + D(n-2-a) for a in 0..=(n-2)/2", "0.07"),
        (
            "D(n) -> 0 if n == 1  D(n) -> D(n-2) if n >= 2  D(n) -> D(a) + D(n-3-a) for a in 0..=(n-3)/2",
            "0.137",
        ),
        ("B(n) -> B(n-k) for k in 1..=min(3,n)", "0.333"),
        ("const S = [4, 1, 4]  B(n) -> B(n-k) for k in S if k < n", "0.2002"),
        ("B(n) ->? B(n-k) for k in {1, 3}", "0.303"),
        ("B(n) -> 0 if n == 3  B(n) -> B(n-1) if 1 < n", "0.201"),
        ("G(n) -> G(i) + G(n-1-i) for i in 1..<n-1", "0.4"),
        ("G(n) -> G(i) + G(n-1-i) for i in 1..=(n-1)/2", "0.4"),
        ("G(n) -> G(i-1) + G(n-i) for i in 1..=n", "0.7"),
        ("G(n) -> G(i-1) + G(n-i) for i in 2..<n", "0.4"),
        ("G(n) -> G(i) + G(n-2-i) for i in 0..=n-2 if n > 2", "0.06"),
        (
            "K(n) { if n == 2 { for k in 3..=min(n, 3) { move 0 } for k in 1..=2 { if k == n { move K(n-k) } } } }",
            "0.01",
        ),
        ("G(n) { for t in {2} { if n >= t { move G(n-t) } } }", "0.03"),
    ] {
        let code = take_and_break::code(&read(text), 0).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(code.to_string(), wanted, "{text}");
        compare(text, &code);
    }
}

#[test]
fn near_misses_are_not_recognised() {
    for text in [
        "K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/3",
        "K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 1..=(n-t+1)/2",
        "K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 2..=(n-t)/2",
        "K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/2 if n > 9",
        "K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/2 step 2",
        "K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/2 if a != 1",
        "K(n) -> K(a) + K(n-1-a) for a in 0..<n-2",
        "K(n) -> K(a) + K(a) for a in 0..<n",
        "K(n) -> K(a) + L(n-1-a) for a in 0..<n  L(n) -> L(n-1) if n > 0",
        "K(n) -> K(n-1) if n > 2",
        "K(n) -> K(n-1) if n > 0 and n % 2 == 1",
        "K(n) -> K(n-1) if n == 3",
        "K(n) -> K(n/2) if n > 0",
        "K(n) -> 0 if n > 3",
        "K(n) -> wins if n == 3",
        "K(n) -> K(n-1) if 0 < n < 9",
        "K(n) -> K(k) for k in 0..<n",
        "K(n) where n != 3  K(n) ->? K(n-1)",
        "K(n) == K(n-9) if n > 20  K(n) -> K(n-1) if n > 0",
        "K(n, m) -> K(n-1, m) if n > 0",
        "K(n) { var k = 1  while k < 3 { k = k + 1  move? K(n-k) } }",
        "K(n) { for k in 1..=3 { var t = k  t = t + n  move? K(n-k) } }",
        "K(n) -> sum(K(i) for i in 0..<n) if n > 0",
        "K(n) -> 2 * K(n-1) if n > 0",
        "K(n) -> K(n-0) if n == 0",
    ] {
        assert_eq!(take_and_break::code(&read(text), 0), None, "{text}");
    }
}

#[test]
fn whatever_is_recognised_has_the_moves_of_the_code() {
    let mut random = fastrand(7);
    let mut recognised = 0;
    for _ in 0..4000 {
        let mut text = String::new();
        for _ in 0..1 + random(2) {
            let (k, low, c) = (random(4), random(3), random(4));
            let guard = match random(5) {
                0 => format!(" if n >= {c}"),
                1 => format!(" if n > {c}"),
                2 => format!(" if n == {c}"),
                _ => String::new(),
            };
            let shift = random(2);
            let last = match random(5) {
                0 => format!("..=(n-{c})/2"),
                1 => format!("..<n-{c}"),
                2 => format!("..=n-{c}"),
                3 => "..<n".to_owned(),
                _ => format!("..=(n-{k})/2"),
            };
            let arrow = ["->", "->?"][random(2) as usize];
            let _ = match random(5) {
                0 => writeln!(text, "K(n) {arrow} K(n-{k}){guard}"),
                1 => writeln!(text, "K(n) -> 0{guard}"),
                2 => writeln!(
                    text,
                    "K(n) {arrow} K(n-k) for k in {low}..=min(n-{shift}, {c}){guard}"
                ),
                _ => writeln!(
                    text,
                    "K(n) {arrow} K(i-{shift}) + K(n-{k}-i) for i in {low}{last}{guard}"
                ),
            };
        }
        let program = read(&text);
        if let Some(code) = take_and_break::code(&program, 0) {
            compare(&text, &code);
            recognised += 1;
        }
    }
    assert!(recognised > 100, "{recognised}");
}

/// Winning moves are listed up to so many.
const MOVES: usize = 1000;

/// The rules of Kayles, with a family beside them that is no code.
const KAYLES: &str = "K(n) -> K(a) + K(n-t-a) for t in 1..=min(n,2) for a in 0..=(n-t)/2
S(m) -> S(m-1) if m > 0
S(m) -> K(m) if m > 0";

#[test]
fn rules_that_are_codes_are_codes_in_misere_play() {
    let source = Source::new("test", KAYLES);
    let rules = Rules::read(source.clone()).unwrap_or_else(|e| panic!("{}", e.render(&source)));
    let (mine, theirs) = (rules.catalogue(), Catalogue::default());
    let ask = |catalogue: &Catalogue<'_>, text: &str| {
        let position = catalogue.read(text).unwrap();
        let question = Question { play: Play::Misere, moves: MOVES, ..Question::default() };
        let told = answer(&position, &question, &Context::default());
        told.unwrap_or_else(|stop| panic!("{text}: {stop}"))
    };
    let mut pairs: Vec<(u64, u64)> = (5..30).map(|n| (n, 40 - n)).collect();
    pairs.extend([(1000, 12), (70_000, 25), (1_000_000_000, 27), (1 << 40, 999_999)]);
    for (a, b) in pairs {
        let told = ask(&mine, &format!("K({a}) + K({b}) + nim(2)"));
        let wanted = ask(&theirs, &format!("kayles({a}) + kayles({b}) + nim(2)"));
        assert!(told.method.starts_with("misère quotient of 0.77"), "{a} {b}: {}", told.method);
        assert_eq!(told.outcome, wanted.outcome, "{a} {b}");
        assert_eq!(told.winning_moves.count, wanted.winning_moves.count, "{a} {b}");
        let count = told.winning_moves.count.as_ref();
        if count.is_some_and(|count| *count <= Nat::from(MOVES)) {
            assert_eq!(heaps_left(&told), heaps_left(&wanted), "{a} {b}");
        }
    }
    // A position of another family is no heap of the code.
    assert!(ask(&mine, "S(6) + K(9)").winning_moves.count.is_some());
}

/// The heaps that the listed moves leave, in order: rules and codes list their moves in orders of their own.
fn heaps_left(answer: &Answer) -> Vec<Vec<u64>> {
    let heaps = |text: &str| -> Vec<u64> {
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|t| !t.is_empty());
        let mut all: Vec<u64> = numbers.map(|n| n.parse().unwrap()).collect();
        all.retain(|&n| n > 0);
        all.sort_unstable();
        all
    };
    let mut all: Vec<_> =
        answer.winning_moves.listed.iter().map(|found| heaps(&found.to)).collect();
    all.sort();
    all
}

/// Numbers below a bound (G. Steele, D. Lea and C. Flood 2014: SplitMix).
fn fastrand(mut seed: u64) -> impl FnMut(u64) -> u64 {
    move |count| {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % count
    }
}
