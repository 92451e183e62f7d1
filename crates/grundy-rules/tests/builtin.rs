//! The rule texts of `examples/rules`, written from the rules of the games alone, compared with the
//! built-in games over all small positions: outcome, value and number of winning moves, alone and in
//! a sum. It is the second independent implementation of the catalogue.

use grundy::analysis::{Question, answer};
use grundy::context::Context;
use grundy::expr::Catalogue;
use grundy::outcome::Play;
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use std::collections::BTreeSet;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");

/// Outcome, value and number of winning moves, in a play.
type Told = (String, Option<String>, Option<String>);

fn ask(catalogue: &Catalogue<'_>, text: &str, play: Play) -> Told {
    let position = catalogue.read(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    let question = Question { play, moves: 0, ..Question::default() };
    let told = answer(&position, &question, &Context::default())
        .unwrap_or_else(|stop| panic!("{text}: {stop}"));
    (
        told.outcome.to_string(),
        told.grundy.map(|value| value.to_string()),
        told.winning_moves.count.map(|count| count.to_string()),
    )
}

/// A position of the rules, and the same one of the built-in game.
type Pair = (String, String);

/// Asks for all `pairs` with the rules and with the catalogue as it is.
fn compare(text: &str, plays: &[Play], sums: bool, pairs: Vec<Pair>) {
    let source = Source::new("test", text);
    let rules = Rules::read(source.clone()).unwrap_or_else(|e| panic!("{}", e.render(&source)));
    let (mine, theirs) = (rules.catalogue(), Catalogue::default());
    assert!(pairs.len() > 10, "{} positions", pairs.len());
    for (position, builtin) in pairs {
        for &play in plays {
            let here = format!("{position} and {builtin}, {play:?}");
            let both = [ask(&mine, &position, play), ask(&theirs, &builtin, play)];
            assert!(both[0].2.is_some(), "{here}: winning moves are counted");
            if !sums {
                // Only a whole game has no value.
                assert_eq!((&both[0].0, &both[0].2), (&both[1].0, &both[1].2), "{here}");
                continue;
            }
            assert_eq!(both[0], both[1], "{here}");
            for other in [" + *2", " + *1 + 0.07(5)"] {
                let told = ask(&mine, &(position.clone() + other), play);
                assert_eq!(told, ask(&theirs, &(builtin.clone() + other), play), "{here}{other}");
            }
        }
    }
}

const BOTH: &[Play] = &[Play::Normal, Play::Misere];
const NORMAL: &[Play] = &[Play::Normal];

/// `name(n)` for all n of a range, and the built-in `other(n)`.
fn heaps(name: &str, other: &str, sizes: std::ops::RangeInclusive<u32>) -> Vec<Pair> {
    sizes.map(|n| (format!("{name}({n})"), format!("{other}({n})"))).collect()
}

/// All tuples with as many numbers as `ends`, each from 0 to its end.
fn boxed(ends: &[u32]) -> Vec<Vec<u32>> {
    ends.iter().fold(vec![vec![]], |all, &end| {
        let longer = |tuple: &Vec<u32>| {
            let tuple = tuple.clone();
            (0..=end).map(move |n| [&tuple[..], &[n]].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}

fn list<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    numbers.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(",")
}

/// `name(a,b,…)` for all tuples of a box, and the built-in `other(a,b,…)`.
fn tuples(name: &str, other: &str, ends: &[u32]) -> Vec<Pair> {
    let pair = |tuple: &Vec<u32>| {
        let args = list(tuple);
        (format!("{name}({args})"), format!("{other}({args})"))
    };
    boxed(ends).iter().map(pair).collect()
}

/// The numbers of the bits that are 1.
fn ones(m: u32) -> impl Iterator<Item = u32> {
    (0..32).filter(move |i| m >> i & 1 == 1)
}

/// `name(m)` for all m with up to `bits` bits, and what `other` makes of m.
fn boards(name: &str, bits: u32, other: impl Fn(u32) -> String) -> Vec<Pair> {
    (0..1 << bits).map(|m| (format!("{name}({m})"), other(m))).collect()
}

/// The file is read, `changes` are made in it, and it is compared.
#[track_caller]
fn file(name: &str, changes: &[(&str, &str)], plays: &[Play], pairs: Vec<Pair>) {
    compare(&read(name, changes), plays, true, pairs);
}

#[track_caller]
fn read(name: &str, changes: &[(&str, &str)]) -> String {
    let path = format!("{FOLDER}/{name}.rules");
    let mut text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    for (from, to) in changes {
        assert_eq!(text.matches(from).count(), 1, "{from} in {name}");
        text = text.replace(from, to);
    }
    text
}

/// One test for each line, and the list of all files that have one.
macro_rules! texts {
    ($($test:ident: $file:literal $changes:tt $plays:ident $pairs:expr;)*) => {
        $(#[test] fn $test() { file($file, &$changes, $plays, $pairs) })*
        const TESTED: &[&str] = &[$($file),*];
    };
}

texts! {
    nim: "nim" [] BOTH heaps("nim", "nim", 0..=16);
    nim_heaps: "nim-heaps" [] BOTH tuples("nim_heaps", "nim", &[3, 3, 2, 2]);
    nim_keep: "nim-keep" [] BOTH heaps("nim_keep", "nim-keep", 0..=16);
    bash: "bash" [] BOTH heaps("bash", "bash[3]", 0..=20);
    bash_1: "bash" [("const M = 3", "const M = 1")] BOTH heaps("bash", "bash[1]", 0..=10);
    bash_6: "bash" [("const M = 3", "const M = 6")] BOTH heaps("bash", "bash[6]", 0..=20);
    mark: "mark" [] BOTH heaps("mark", "mark", 0..=40);
    mark_3: "mark" [("const T = 2", "const T = 3")] BOTH heaps("mark", "mark[3]", 0..=40);
    mark_7: "mark" [("const T = 2", "const T = 7")] BOTH heaps("mark", "mark[7]", 0..=40);
    subtraction: "subtraction" [] BOTH heaps("subtraction", "subtraction[1,3,4]", 0..=30);
    subtraction_ranges: "subtraction" [("{1, 3, 4}", "{2, 4..=7, 11..=19 step 4}")] BOTH
        heaps("subtraction", "subtraction[2,4..7,11..19:4]", 0..=40);
    squares: "subtraction-squares" [] BOTH heaps("subtraction", "subtraction[squares]", 0..=40);
    primes: "subtraction-primes" [] BOTH heaps("subtraction", "subtraction[primes]", 0..=40);
    fibonacci: "subtraction-fibonacci" [] BOTH
        heaps("subtraction", "subtraction[fibonacci]", 0..=40);
    powers_of_2: "subtraction-powers" [] BOTH
        heaps("subtraction", "subtraction[powers[2]]", 0..=40);
    powers_of_3: "subtraction-powers" [("const B = 2", "const B = 3")] BOTH
        heaps("subtraction", "subtraction[powers[3]]", 0..=40);
    all_but: "subtraction-all-but" [] BOTH
        heaps("subtraction", "subtraction[all-but[1,4]]", 0..=30);
    all_but_2_and_5_to_7: "subtraction-all-but" [("{1, 4}", "{2, 5..=7}")] BOTH
        heaps("subtraction", "subtraction[all-but[2,5..7]]", 0..=30);
    moore_1: "moore" [("const K = 2", "const K = 1")] BOTH tuples("moore", "moore[1]", &[3, 3, 3]);
    moore_2: "moore" [] BOTH tuples("moore", "moore[2]", &[3, 4, 3]);
    moore_3: "moore" [("const K = 2", "const K = 3")] BOTH tuples("moore", "moore[3]", &[3, 3, 2]);
    moore_5: "moore" [("const K = 2", "const K = 5")] BOTH tuples("moore", "moore[5]", &[3, 3, 2]);
    wythoff: "wythoff" [] BOTH tuples("wythoff", "wythoff", &[7, 8]);
    wythoff_1: "wythoff" [("const D = 0", "const D = 1")] BOTH tuples("wythoff", "wythoff[1]", &[8, 7]);
    wythoff_3: "wythoff" [("const D = 0", "const D = 3")] BOTH tuples("wythoff", "wythoff[3]", &[6, 9]);
    euclid: "euclid" [] BOTH (1..=14)
        .flat_map(|a| (1..=14).map(move |b| (format!("euclid({a},{b})"), format!("euclid({a},{b})"))))
        .collect();
    staircase: "staircase" [] BOTH tuples("staircase", "staircase", &[2, 2, 2, 1]);
    sliding: "sliding" [] BOTH boards("sliding", 7, |m| format!("sliding({})", list(ones(m))));
    row_hop: "row-hop" [] BOTH
        boards("row_hop", 8, |m| format!("row-hop[8]({})", list(ones(m).map(|i| i + 1))));
    row_hop_5: "row-hop" [("const L = 8", "const L = 5")] BOTH
        boards("row_hop", 5, |m| format!("row-hop[5]({})", list(ones(m).map(|i| i + 1))));
    lasker: "lasker" [] BOTH heaps("lasker", "lasker", 0..=16);
    lasker_3: "lasker" [("const M = 1", "const M = 3")] BOTH heaps("lasker", "lasker[3]", 0..=18);
    split_smaller: "split-smaller" [] BOTH heaps("split_smaller", "split-smaller", 0..=11);
    kayles: "kayles" [] BOTH heaps("kayles", "kayles", 0..=20);
    kayles_by_code: "kayles" [] BOTH heaps("kayles", "0.77", 0..=20);
    dawson_kayles: "dawson-kayles" [] BOTH heaps("dawson_kayles", "dawson-kayles", 0..=22);
    dawson_kayles_by_code: "dawson-kayles" [] BOTH heaps("dawson_kayles", "0.07", 0..=22);
    dawson_chess: "dawson-chess" [] BOTH heaps("dawson_chess", "dawson-chess", 0..=22);
    dawson_chess_by_code: "dawson-chess" [] BOTH heaps("dawson_chess", "0.137", 0..=22);
    grundy_game: "grundy-game" [] BOTH heaps("grundy_game", "grundy-game", 0..=22);
    grundy_game_by_code: "grundy-game" [] BOTH heaps("grundy_game", "4!.0", 0..=22);
    treblecross: "treblecross" [] BOTH heaps("treblecross", "treblecross", 0..=22);
    treblecross_gaps: "treblecross" [] BOTH heaps("gap", "0.007", 0..=22);
    hexadecimal: "take-and-break" [] BOTH heaps("take", "0.137F", 0..=18);
    kayles_by_sets: "take-and-break"
        [("{1, 2, 3, 4}", "{1, 2}"), ("{2, 3, 4}", "{1, 2}"), ("{3, 4}", "{1, 2}"), ("{4}", "{}")]
        BOTH heaps("take", "0.77", 0..=20);
    splitting: "take-and-break"
        [("{1, 2, 3, 4}", "{3}"), ("{2, 3, 4}", "{}"), ("{3, 4}", "{0, 1}"), ("{4}", "{0, 2}")]
        BOTH heaps("take", "C.481", 0..=14);
    different: "take-and-break-different" [] BOTH heaps("take", "0.7C!", 0..=22);
    unequal: "take-and-break-unequal" [] BOTH heaps("take", "0.3F?", 0..=22);
    equal: "take-and-break-equal" [] BOTH heaps("take", "0.3F=", 0..=30);
    fibonacci_nim: "fibonacci-nim" [] BOTH
        [heaps("fibonacci_nim", "fibonacci-nim", 0..=16),
         tuples("fibonacci_nim", "fibonacci-nim", &[9, 11])].concat();
    dynamic_nim_3: "dynamic-nim" [] BOTH
        [heaps("dynamic_nim", "dynamic-nim[3]", 0..=16),
         tuples("dynamic_nim", "dynamic-nim[3]", &[9, 11])].concat();
    dynamic_nim_1: "dynamic-nim" [("const K = 3", "const K = 1")] BOTH
        tuples("dynamic_nim", "dynamic-nim[1]", &[11, 12]);
    multiplication: "multiplication" [] BOTH
        (0..=60).map(|n| (format!("multiplication({n})"), format!("multiplication({n})")))
        .chain((0..=30).flat_map(|n| (1..=31).step_by(3).map(move |p|
            (format!("multiplication({n},{p})"), format!("multiplication({n},{p})")))))
        .collect();
    multiplication_by_3_and_4: "multiplication" [("{2..=9}", "{3, 4}")] BOTH
        heaps("multiplication", "multiplication[3,4]", 0..=99);
    cutting: "cutting" [] NORMAL (1..=9)
        .flat_map(|w| (1..=9).map(move |h| (w, h)))
        .filter(|&(w, h)| w * h > 1)
        .map(|(w, h)| (format!("cutting({w},{h})"), format!("cutting({w},{h})")))
        .collect();
    chomp: "chomp" [] BOTH boxed(&[5, 4, 4])
        .into_iter()
        .filter(|r| r[0] > 0 && r[0] >= r[1] && r[1] >= r[2])
        .map(|r| (format!("chomp({})", list(&r)),
                  format!("chomp(rows({}))", list(r.iter().filter(|&&row| row > 0)))))
        .collect();
    divisor_game: "divisor-game" [] BOTH (0..1 << 7)
        .chain([0b1_0101_1010, 0b101_1001_1011, 0b1_0000_0100_1101])
        .map(|m: u32| (format!("divisor_game({})", 2 * m),
                  format!("divisor-game(set({}))", list(ones(2 * m)))))
        .collect();
    hackenbush: "hackenbush" [] BOTH hackenbush_pictures();
    geography: "geography" [] BOTH boards("geography", 6, |_| String::new()).into_iter().enumerate()
        .flat_map(|(fresh, _)| (0..6).filter(move |v| fresh >> v & 1 == 0).map(move |v| {
            let visited = list(ones(63 & !(fresh as u32) & !(1 << v)));
            let edges = "edges(0-1,0-2,1-2,1-3,2-4,3-4,4-5)";
            let visited = if visited.is_empty() { visited } else { format!("; {visited}") };
            (format!("geography({v},{fresh})"), format!("geography({edges}; {v}{visited})"))
        }))
        .collect();
    geography_from_the_start: "geography" [] BOTH (0..12)
        .map(|v| v % 6)
        .map(|v| (format!("geography({v})"),
                  format!("geography(edges(0-1,0-2,1-2,1-3,2-4,3-4,4-5); {v})")))
        .collect();
    dag: "dag" [] BOTH (0..12)
        .map(|v| v % 6)
        .map(|v| (format!("dag({v})"),
                  format!("dag(arcs(0>1,0>2,1>3,1>4,2>3,3>5,4>5,2>5,0>5); {v})")))
        .collect();
    prefix_word: "prefix-word" [] BOTH words("prefix", &["1", "12", "1321", "2111", "222"]);
    sub_word: "sub-word" [] BOTH words("sub", &["1213", "31", "2221"]);
}

/// All sets of edges of the picture that hang together with the ground.
fn hackenbush_pictures() -> Vec<Pair> {
    let edges = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 4), (0, 5), (5, 5)];
    let standing = |m: &u32| {
        let mut reached = 1u32;
        for _ in 0..edges.len() {
            for i in ones(*m) {
                let (a, b) = edges[i as usize];
                if (reached >> a | reached >> b) & 1 == 1 {
                    reached |= 1 << a | 1 << b;
                }
            }
        }
        ones(*m).all(|i| reached >> edges[i as usize].0 & 1 == 1)
    };
    let pair = |m| {
        let text =
            list(ones(m).map(|i| format!("{}-{}", edges[i as usize].0, edges[i as usize].1)));
        (format!("hackenbush({m})"), format!("hackenbush(edges({text}))"))
    };
    (0..1 << edges.len()).filter(standing).map(pair).collect()
}

/// All prefixes or all parts of the words, which are written with the digits 1 to 9.
fn words(kind: &str, words: &[&str]) -> Vec<Pair> {
    let letters = |word: &str| -> String {
        word.bytes().map(|digit| format!("{}", (b'a' + digit - b'1') as char)).collect()
    };
    let all = words.iter().flat_map(|word| {
        let starts = if kind == "sub" { 0..=word.len() } else { 0..=0 };
        starts.flat_map(move |start| (start..=word.len()).map(move |end| &word[start..end]))
    });
    let all: BTreeSet<&str> = all.collect();
    let quoted = list(words.iter().map(|word| format!("\"{}\"", letters(word))));
    let pair = |word: &str| {
        let (zero, letters) = (if word.is_empty() { "0" } else { word }, letters(word));
        (format!("{kind}_word({zero})"), format!("{kind}-word(words({quoted}; \"{letters}\"))"))
    };
    all.into_iter().map(pair).collect()
}

#[test]
fn a_series_of_rounds() {
    for heap in 0..=11 {
        let text = read("repeat", &[("HEAP = 6", &format!("HEAP = {heap}"))]);
        let pair =
            |r| (format!("repeat_game({r})"), format!("repeat[{r}](subtraction[1,3,4]({heap}))"));
        compare(&text, NORMAL, false, (1..=12).map(pair).collect());
    }
}

#[test]
fn every_text_is_compared() {
    let files = std::fs::read_dir(FOLDER).unwrap().filter_map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        Some(name.strip_suffix(".rules")?.to_owned())
    });
    let files: BTreeSet<String> = files.collect();
    let tested: BTreeSet<String> = TESTED.iter().map(|&name| name.to_owned()).collect();
    let all = &tested | &BTreeSet::from(["repeat".to_owned()]);
    assert_eq!(files, all);
}

#[test]
fn there_is_no_sheet_of_one_square_and_a_strip_has_no_value() {
    let source = Source::new("test", &read("cutting", &[]));
    let rules = Rules::read(source).unwrap();
    let catalogue = rules.catalogue();
    let strip = ask(&catalogue, "cutting(1,5) + nim(3)", Play::Normal);
    assert_eq!((&*strip.0, strip.1), ("N", None));
    assert!(catalogue.read("cutting(1,1)").is_err());
}

#[test]
fn a_block_says_the_same_as_a_line() {
    let rules = "
        const SET = {1, 3, 9}
        take(n) {
            for s in SET { if s <= n { move take(n-s) } }
        }
        drop(n) ->? drop(n-s) for s in SET
        turn(n) {
            var k = 1
            while k <= n {
                if k in SET { move other(n-k) }
                k = k + 1
            }
        }
        other(n) { for s in {1, 3..=9 step 6} { move? turn(n-s) } }";
    let names = ["take", "drop", "turn", "other"];
    let pairs = names.into_iter().flat_map(|name| (0..=20).map(move |n| (name, n)));
    let pairs = pairs.map(|(name, n)| (format!("{name}({n})"), format!("subtraction[1,3,9]({n})")));
    compare(rules, BOTH, true, pairs.collect());
}
