//! The rule texts of `examples/rules/more`, and what theory knows of their games.

use grundy::analysis::{Question, answer};
use grundy::answer::Answer;
use grundy::context::Context;
use grundy::expr::Catalogue;
use grundy::outcome::Outcome;
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use std::collections::BTreeSet;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/more");

/// Every file; a test below has to read each, or one in `boards.rs`, `loopy.rs` or `entailing.rs`.
const FILES: [&str; 23] = [
    "berzerk",
    "chocolate",
    "coin-turning",
    "coins-on-a-board",
    "cram",
    "cram-board",
    "end-nim",
    "kayles-in-a-row",
    "kayles-on-a-circle",
    "nim-with-a-pass",
    "nimble",
    "no-three",
    "node-kayles-board",
    "node-kayles-on-a-grid",
    "non-attacking",
    "northcott",
    "notakto",
    "rims",
    "ring-walk",
    "silver-dollar",
    "top-entails",
    "treblecross-board",
    "welter",
];

fn read(file: &str, changes: &[(&str, &str)]) -> Rules {
    assert!(FILES.contains(&file), "{file} is listed");
    let mut text = std::fs::read_to_string(format!("{FOLDER}/{file}.rules")).unwrap();
    for (from, to) in changes {
        assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
        text = text.replace(from, to);
    }
    let source = Source::new(file, &text);
    Rules::read(source.clone()).unwrap_or_else(|error| panic!("{}", error.render(&source)))
}

fn ask(catalogue: &Catalogue<'_>, text: &str) -> Answer {
    let position = catalogue.read(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    let question = Question { moves: 0, ..Question::default() };
    answer(&position, &question, &Context::default())
        .unwrap_or_else(|stop| panic!("{text}: {stop}"))
}

fn value(catalogue: &Catalogue<'_>, text: &str) -> u64 {
    ask(catalogue, text).grundy.unwrap().to_string().parse().unwrap()
}

fn ones(m: u64) -> impl Iterator<Item = u64> + Clone {
    (0..64).filter(move |i| m >> i & 1 == 1)
}

/// The values of `name(m)` for all m below 2^`bits` are `expected(m)`.
#[track_caller]
fn boards(rules: &Rules, name: &str, bits: u32, expected: impl Fn(u64) -> u64) {
    let catalogue = rules.catalogue();
    for m in 0..1u64 << bits {
        assert_eq!(value(&catalogue, &format!("{name}({m})")), expected(m), "{name}({m})");
    }
}

#[test]
fn every_file_is_listed() {
    let files = std::fs::read_dir(FOLDER).unwrap().map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        name.strip_suffix(".rules").expect("only rule texts").to_owned()
    });
    let listed = FILES.iter().map(|&name| name.to_owned());
    assert_eq!(files.collect::<BTreeSet<_>>(), listed.collect());
}

#[test]
fn a_pass_pairs_the_heaps_of_nim() {
    // One heap and a pass: by induction n+1 for odd n, n-1 for even n > 0.
    let rules = read("nim-with-a-pass", &[]);
    let catalogue = rules.catalogue();
    for n in 0..12u64 {
        let expected = if n % 2 == 1 { n + 1 } else { n.saturating_sub(1) };
        assert_eq!(value(&catalogue, &format!("nim_pass(0,{n},0)")), expected, "{n}");
    }
    for (a, b, c) in [(1, 2, 3), (2, 5, 7), (1, 1, 4), (6, 0, 2)] {
        assert_eq!(value(&catalogue, &format!("nim_pass({a},{b},{c},0)")), a ^ b ^ c);
    }
}

#[test]
fn nimble_is_nim_with_a_heap_for_each_coin() {
    let rules = read("nimble", &[]);
    let catalogue = rules.catalogue();
    for code in 0..243u64 {
        let coins: Vec<u64> = (0..5).map(|i| code / 3u64.pow(i) % 3).collect();
        let nim = coins.iter().zip(0..).filter(|(c, _)| *c % 2 == 1).fold(0, |sum, (_, i)| sum ^ i);
        let args: Vec<String> = coins.iter().map(u64::to_string).collect();
        assert_eq!(value(&catalogue, &format!("nimble({})", args.join(","))), nim, "{coins:?}");
    }
}

#[test]
fn coins_that_are_turned_are_a_sum() {
    let rules = read("coin-turning", &[]);
    let sum = |m, coin: fn(u64) -> u64| ones(m).fold(0, |sum, i| sum ^ coin(i));
    boards(&rules, "turtles", 6, |m| sum(m, |i| i + 1));
    boards(&rules, "twins", 6, |m| sum(m, |i| i));
    // Winning Ways: 2i or 2i+1, whichever has an odd number of ones.
    boards(&rules, "mock", 6, |m| sum(m, |i| 2 * i + u64::from(i.count_ones() % 2 == 0)));
    boards(&rules, "ruler", 7, |m| sum(m, |i| 1 << (i + 1).trailing_zeros()));
}

#[test]
fn the_second_player_mirrors_kayles_on_a_circle() {
    let rules = read("kayles-on-a-circle", &[]);
    let catalogue = rules.catalogue();
    for n in 0..30 {
        let mirrored = value(&catalogue, &format!("circle({n})")) == 0;
        assert_eq!(mirrored, n != 1 && n != 2, "{n}");
        assert_eq!(
            value(&catalogue, &format!("row({n})")),
            value(&Catalogue::default(), &format!("kayles({n})"))
        );
    }
}

#[test]
fn cram_on_small_boards() {
    // Two rows of n: 0 for even n, 1 for odd n (M. Gardner 1974). Three rows: J. Lemoine and
    // S. Viennot, Nimbers are inevitable, 2012.
    for (rows, columns, expected) in [
        (1, 4, 2),
        (1, 5, 0),
        (2, 2, 0),
        (2, 3, 1),
        (2, 4, 0),
        (2, 5, 1),
        (2, 6, 0),
        (3, 3, 0),
        (3, 4, 1),
        (4, 3, 1),
    ] {
        let rules = read("cram", &[("const COLUMNS = 4", &format!("const COLUMNS = {columns}"))]);
        let board = (1u64 << (rows * columns)) - 1;
        let told = value(&rules.catalogue(), &format!("cram({board})"));
        assert_eq!(told, expected, "{rows} rows of {columns}");
    }
    // One row is Dawson's Kayles.
    let rules = read("cram", &[("const COLUMNS = 4", "const COLUMNS = 14")]);
    for n in 0..=14 {
        let told = value(&rules.catalogue(), &format!("cram({})", (1 << n) - 1));
        assert_eq!(told, value(&Catalogue::default(), &format!("0.07({n})")), "{n}");
    }
}

#[test]
fn welters_function_is_the_value() {
    // The nim-sum of the squares, and of d ^ (d-1) for the distances d of all pairs (Welter 1954).
    let rules = read("welter", &[]);
    boards(&rules, "welter", 8, |m| {
        let pairs = ones(m).flat_map(|a| ones(m).filter(move |&b| b < a).map(move |b| a - b));
        ones(m).chain(pairs.map(|d| d ^ (d - 1))).fold(0, |sum, n| sum ^ n)
    });
}

#[test]
fn node_kayles_on_a_path_is_dawsons_chess() {
    let rules = read("node-kayles-on-a-grid", &[("const COLUMNS = 3", "const COLUMNS = 13")]);
    let catalogue = rules.catalogue();
    for n in 0..=13 {
        let told = value(&catalogue, &format!("node_kayles({})", (1 << n) - 1));
        assert_eq!(told, value(&Catalogue::default(), &format!("dawson-chess({n})")), "{n}");
    }
    // The first player takes the middle and mirrors.
    let square = read("node-kayles-on-a-grid", &[]);
    assert_eq!(ask(&square.catalogue(), "node_kayles(511)").outcome, Outcome::N);
}

#[test]
fn the_gaps_of_northcott_are_heaps() {
    let rules = read("northcott", &[]);
    let catalogue = rules.catalogue();
    for (a, b, c, d) in [(0, 1, 0, 1), (1, 5, 2, 3), (0, 6, 1, 4), (2, 5, 0, 3), (0, 4, 0, 6)] {
        let told = value(&catalogue, &format!("northcott({a},{b},{c},{d})"));
        assert_eq!(told, (b - a - 1) ^ (d - c - 1), "{a} {b} {c} {d}");
    }
}

#[test]
fn notakto_is_won_in_the_middle_alone() {
    let rules = read("notakto", &[]);
    let answer = ask(&rules.catalogue(), "notakto(511)");
    assert_eq!(answer.outcome, Outcome::N);
    assert_eq!(answer.winning_moves.count.map(|n| n.to_string()).as_deref(), Some("1"));
    assert_eq!(ask(&rules.catalogue(), "notakto(495)").outcome, Outcome::P);
}

#[test]
fn rims_is_nim_and_rails_is_kayles() {
    let rules = read("rims", &[]);
    let catalogue = rules.catalogue();
    for n in 0..20 {
        assert_eq!(value(&catalogue, &format!("rims({n})")), n);
        let kayles = value(&Catalogue::default(), &format!("kayles({n})"));
        assert_eq!(value(&catalogue, &format!("rails({n})")), kayles);
    }
}

#[test]
fn the_dollar_is_won_by_pairs_of_coins() {
    // Winning Ways, chapter 15: the gap before the dollar and the first coin's way to the bag are
    // two heaps; nobody puts the dollar in.
    let rules = read("silver-dollar", &[]);
    let catalogue = rules.catalogue();
    for c in 0..9 {
        for b in (0..c).chain([0]) {
            for a in (0..b).chain([0]) {
                let lost = ask(&catalogue, &format!("dollar({a},{b},{c})")).outcome == Outcome::P;
                assert_eq!(lost, c > 0 && c - b - 1 == a, "{a} {b} {c}");
            }
        }
    }
}

#[test]
fn chocolate_knows_no_skill() {
    let rules = read("chocolate", &[]);
    for w in 1..9 {
        for h in 1..9 {
            let told = value(&rules.catalogue(), &format!("chocolate({w},{h})"));
            assert_eq!(told, (w * h - 1) % 2, "{w} by {h}");
        }
    }
}

#[test]
fn end_nim_with_two_heaps_is_nim() {
    let rules = read("end-nim", &[]);
    let catalogue = rules.catalogue();
    for a in 0..7 {
        for b in 0..7 {
            for text in [format!("({a},{b},0)"), format!("(0,{a},{b})"), format!("({a},0,{b})")] {
                assert_eq!(value(&catalogue, &format!("end_nim{text}")), a ^ b, "{text}");
            }
        }
    }
}

#[test]
fn treblecross_is_played_as_its_code_says() {
    for n in 3..=9 {
        let changes = [("const SQUARES = 9", &*format!("const SQUARES = {n}"))];
        let rules = read("treblecross-board", &changes);
        let code = ask(&Catalogue::default(), &format!("treblecross({n})")).outcome;
        assert_eq!(ask(&rules.catalogue(), "strip(0)").outcome, code, "{n}");
    }
}
