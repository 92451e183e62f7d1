//! Submissions by proved laws: in every language they answer as those that fill tables, as the rules do,
//! and far beyond any table as is known of the game.

mod collected;

use collected::Case;
use collected::languages::{Program, run_all};
use grundy_problems::{Mode, Problem};
use grundy_rules::emit::Lang;
use std::sync::OnceLock;

/// What is asked of a game.
#[derive(Clone, Copy, PartialEq)]
enum Asks {
    Value,
    Outcome,
}

/// What is known of a game at any size: its value, or 1 where the next player wins and else 0.
type Known = fn(&[i128]) -> i128;

/// Rules, what is asked, the limit of the input if it is told, up to where positions are compared with the
/// rules, and what is known of large ones.
struct Game {
    rules: String,
    asks: Asks,
    limit: Option<i64>,
    small: i64,
    known: Option<Known>,
}

const HUGE_ARGUMENT: i64 = 1_000_000_000_000_000_000;

fn game(rules: &str, asks: Asks, small: i64, known: Option<Known>) -> Game {
    Game { rules: rules.to_owned(), asks, limit: Some(HUGE_ARGUMENT), small, known }
}

impl Game {
    fn width(&self) -> usize {
        let head = self.rules.split(')').next().unwrap_or("");
        head.matches(',').count() + 1
    }

    fn problem(&self) -> Problem {
        let names = ["a", "b", "c"][..self.width()].join(", ");
        let limits = match self.limit {
            None => names.clone(),
            Some(end) => names.replace(", ", &format!(": 0..={end}, ")) + &format!(": 0..={end}"),
        };
        let print = if self.asks == Asks::Value { "{value}" } else { "1 / 0" };
        let name = self.rules.split('(').next().unwrap_or("");
        let rules: String = self.rules.lines().map(|line| format!("    {line}\n")).collect();
        let text = format!(
            "title: Test\nrules:\n{rules}input: T * ({limits})\nposition: {name}({names})\nprint: {print}\n"
        );
        Problem::read("test.problem", &text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Every small position, answered by the rules.
    fn small_case(&self, problem: &Problem) -> Case {
        let width = self.width() as u32;
        let count = self.small.pow(width);
        let positions = (0..count).map(|number| {
            let at = (0..width).map(|i| (number / self.small.pow(i) % self.small).to_string());
            at.collect::<Vec<_>>().join(" ")
        });
        let input = format!("{count}\n{}\n", positions.collect::<Vec<_>>().join("\n"));
        let mut answer = Vec::new();
        problem.judge(input.as_bytes(), &mut answer, Mode::Rules, &Default::default()).unwrap();
        Case { input, answer: String::from_utf8(answer).unwrap() }
    }

    /// Large positions, answered by what is known.
    fn large_case(&self, known: Known, random: &mut fastrand::Rng) -> Case {
        let (mut input, mut answer) = ("200\n".to_owned(), String::new());
        for turn in 0..200 {
            let end = if turn % 2 == 0 { HUGE_ARGUMENT } else { 10_i64.pow(random.u32(2..19)) };
            let mut at: Vec<i64> = (0..self.width()).map(|_| random.i64(end / 2..=end)).collect();
            if turn % 3 == 0 && self.width() == 2 && self.asks == Asks::Outcome {
                at = near(&at, random);
            }
            let texts: Vec<String> = at.iter().map(i64::to_string).collect();
            input += &format!("{}\n", texts.join(" "));
            let at: Vec<i128> = at.into_iter().map(i128::from).collect();
            answer += &format!("{}\n", known(&at));
        }
        Case { input, answer }
    }
}

/// Two heaps that may well be a P-position: a pair of Wythoff, or equal heaps.
fn near(at: &[i64], random: &mut fastrand::Rng) -> Vec<i64> {
    let k = i128::from(at[0] / 3);
    let low = (k + (5 * k * k).isqrt()) / 2;
    let pair = match random.u8(..3) {
        0 => [low as i64, (low + k) as i64],
        1 => [(low + k) as i64, low as i64],
        _ => [at[0], at[0]],
    };
    pair.to_vec()
}

fn wythoff(at: &[i128]) -> i128 {
    let (low, high) = (at[0].min(at[1]), at[0].max(at[1]));
    let k = high - low;
    i128::from((k + (5 * k * k).isqrt()) / 2 != low)
}

fn lasker(at: &[i128]) -> i128 {
    match at[0] % 4 {
        0 if at[0] > 0 => at[0] - 1,
        3 => at[0] + 1,
        _ => at[0],
    }
}

/// Twice the number before, and one more if that has an even number of ones: odious numbers.
fn odious(at: &[i128]) -> i128 {
    match at[0] {
        0 => 0,
        n => 2 * (n - 1) + 1 - i128::from((n - 1).count_ones() % 2),
    }
}

const WYTHOFF: &str = "W(a,b) -> W(a-k, b) for k in 1..=a
W(a,b) -> W(a, b-k) for k in 1..=b
W(a,b) -> W(a-k, b-k) for k in 1..=min(a,b)";

/// Games with a law.
fn games() -> Vec<Game> {
    use Asks::{Outcome, Value};
    let mut all = vec![
        game("nim(n) -> nim(k) for k in 0..<n", Value, 60, Some(|at| at[0])),
        game("bash(n) ->? bash(n-k) for k in 1..=9", Value, 200, Some(|at| at[0] % 10)),
        game(
            "L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2",
            Value,
            60,
            Some(lasker),
        ),
        game("heap(n) -> heap(a) + heap(b) for a in 0..<n for b in 0..=a", Value, 40, Some(odious)),
        game("K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/2", Value, 300, None),
        game("C(n) where n >= 0\nC(n) -> C(n-k) for k in 2..=n", Value, 100, Some(|at| at[0] / 2)),
        game(
            "rook(a,b) -> rook(k,b) for k in 0..<a\nrook(a,b) -> rook(a,k) for k in 0..<b",
            Value,
            20,
            Some(|at| at[0] ^ at[1]),
        ),
        game(
            "rook(a,b) -> rook(k,b) for k in 0..<a\nrook(a,b) -> rook(a,k) for k in 0..<b",
            Outcome,
            20,
            Some(|at| i128::from(at[0] != at[1])),
        ),
        game(
            "king(a,b) -> king(a-1,b) if a > 0\nking(a,b) -> king(a,b-1) if b > 0\nking(a,b) -> king(a-1,b-1) if a > 0 and b > 0",
            Value,
            20,
            None,
        ),
        game(WYTHOFF, Outcome, 40, Some(wythoff)),
        game(
            &WYTHOFF
                .replace("for k in 1..=b", "for k in 2..=b step 2")
                .replace("for k in 1..=a", "for k in 2..=a step 2"),
            Outcome,
            40,
            None,
        ),
        game(
            "N(a,b,c) -> N(k,b,c) for k in 0..<a\nN(a,b,c) -> N(a,k,c) for k in 0..<b\nN(a,b,c) -> N(a,b,k) for k in 0..<c",
            Outcome,
            12,
            Some(|at| i128::from(at[0] ^ at[1] ^ at[2] != 0)),
        ),
        game("fib(n, cap) -> fib(n-k, 2*k) for k in 1..=min(n,cap)", Outcome, 25, None),
    ];
    let mut random = fastrand::Rng::with_seed(11);
    for number in 0..6 {
        let mut set: Vec<i64> = (0..random.usize(2..5)).map(|_| random.i64(1..9)).collect();
        set.sort_unstable();
        set.dedup();
        let list: Vec<String> = set.iter().map(i64::to_string).collect();
        let rules = format!("S{number}(n) ->? S{number}(n-k) for k in {{{}}}", list.join(","));
        all.push(game(&rules, Value, 150, None));
    }
    // Without limits only formulas and periods take the place of tables.
    for number in [0, 1, 2, 4, 6, 7, 14] {
        let Game { ref rules, asks, small, known, .. } = all[number];
        all.push(Game { limit: None, rules: rules.clone(), asks, small, known });
    }
    all
}

/// The games as problems with their small cases; read once, so that laws are looked for once.
fn read() -> &'static [(Game, Problem, Case)] {
    static GAMES: OnceLock<Vec<(Game, Problem, Case)>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let with = |game: Game| {
            let problem = game.problem();
            let small = game.small_case(&problem);
            (game, problem, small)
        };
        games().into_iter().map(with).collect()
    })
}

/// The programs by laws and by tables with their cases; every game must have a law.
fn programs(lang: Lang) -> Vec<Program> {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut programs, mut without) = (Vec::new(), Vec::new());
    for (number, (game, problem, small)) in read().iter().enumerate() {
        let (by_law, by_table) =
            (problem.emit(lang).unwrap().text, problem.emit_tables(lang).unwrap().text);
        let mut cases = vec![small.clone()];
        if by_law == by_table {
            without.push(game.rules.clone());
        } else {
            assert!(!by_law.contains("mex"), "{by_law}");
            cases.extend(game.known.map(|known| game.large_case(known, &mut random)));
        }
        programs.push((format!("law{number}"), by_law, cases));
        programs.push((format!("table{number}"), by_table, vec![small.clone()]));
    }
    assert!(without.is_empty(), "{without:#?}");
    programs
}

#[test]
fn laws_in_cpp() {
    run_all(Lang::Cpp, &programs(Lang::Cpp), "laws");
}

#[test]
fn laws_in_rust() {
    run_all(Lang::Rust, &programs(Lang::Rust), "laws");
}

#[test]
fn laws_in_python() {
    run_all(Lang::Python, &programs(Lang::Python), "laws");
}

#[test]
fn laws_in_java() {
    run_all(Lang::Java, &programs(Lang::Java), "laws");
}

const LASKER: &str = "L(n) -> L(k) for k in 0..<n\n    L(n) -> L(k) + L(n-k) for k in 1..=n/2";

fn emitted(rules: &str, rest: &str) -> String {
    let rules = rules.lines().map(str::trim).collect::<Vec<_>>().join("\n    ");
    let text = format!("title: Test\nrules:\n    {rules}\n{rest}\n");
    let problem = Problem::read("test.problem", &text).unwrap_or_else(|error| panic!("{error}"));
    problem.emit(Lang::Cpp).unwrap().text
}

/// What is known of the numbers that a game is asked for decides whether its law is printed.
#[test]
fn limits_are_followed_to_the_game() {
    let said = "Numbers may be up to 10^18";
    for (rest, by_law, remark) in [
        ("input: n: 0..=1000000000000000000\nposition: L(n)\nprint: 1 / 0", true, false),
        ("input: n\nposition: L(n)\nprint: 1 / 0", true, true),
        ("input: n: 0..=9223372036854775806\nposition: L(n)\nprint: 1 / 0", false, false),
        (
            "input: n: 0..=10, h[n]: 1..=9223372036854775800\nposition: L(h[i] - 1) for i in 0..<n\nprint: 1 / 0",
            true,
            false,
        ),
        (
            "input: n: 0..=10, h[n]: 1..=9223372036854775800\nposition: L(h[i] + 9) for i in 0..<n\nprint: 1 / 0",
            true,
            true,
        ),
        (
            "input: n: 0..=10, h[n]: 1..=9223372036854775800\nlet: x = h[0]\nposition: L(x / 2)\nprint: 1 / 0",
            true,
            false,
        ),
        (
            "input: n: 0..=1000000000, m: 0..=1000000000\nposition: L(n * m)\nprint: 1 / 0",
            true,
            false,
        ),
        (
            "input: n: 0..=10, q: 0..=9, h[n]: 1..=5, q * (i: 1..=5, y)\nupdate: h[i-1] = y\nposition: L(h[j]) for j in 0..<n\nprint: 1 / 0",
            true,
            true,
        ),
    ] {
        let text = emitted(LASKER, rest);
        assert_eq!(!text.contains("mex()"), by_law, "{rest}\n{text}");
        assert_eq!(text.contains(said), remark, "{rest}\n{text}");
    }
}

/// A law of P-positions is enough where nothing else is asked, and only there.
#[test]
fn who_loses_is_enough_only_where_nothing_else_is_asked() {
    let far = "input: a: 0..=1000000000000000000, b: 0..=1000000000000000000\n";
    for (rest, by_law) in [
        ("position: W(a, b)\nprint: 1 / 0", true),
        ("position: W(a, b)\nprint: 1 {a} if win / 0 {b}", true),
        ("position: W(a, b)\nprint: {value}", false),
        ("position: W(a, b)\nprint: 1 if value == 0 / 2", true),
        ("position: W(a, b)\nprint: 1 if value == 1 / 2", false),
        ("position: W(a, b) + W(b, a)\nprint: 1 / 0", false),
        ("position: W(a, b)\nprint: 1 / 0\nprint move: to[0], to[1] / -", false),
        ("position: W(a, b)\nplay: misere\nprint: 1 / 0", false),
        ("let: x = W(a, b)\nwins: x != 0 and a > 3\nprint: 1 / 0", true),
        ("let: x = W(a, b)\nwins: x != 0 and x < 3\nprint: 1 / 0", false),
    ] {
        let text = emitted(WYTHOFF, &format!("{far}{rest}"));
        assert_eq!(text.contains("bool lost_W("), by_law, "{rest}\n{text}");
    }
}

/// A table that no memory holds is told, and the law that is checked in a small one stands in its place where
/// that is wanted.
#[test]
fn tables_beyond_memory_are_told_and_checked_laws_stand_in_on_request() {
    let read = |limits: &str| {
        let text = format!(
            "title: Test\nrules:\n    S(n) -> S(n-k) for k in 1..<n if n % k == 0\ninput: n{limits}\nposition: \
             S(n)\nprint: 1 / 0\n"
        );
        Problem::read("test.problem", &text).unwrap_or_else(|error| panic!("{error}"))
    };
    let large = read(": 1..=1000000000000000000");
    for lang in [Lang::Cpp, Lang::Rust, Lang::Python, Lang::Java] {
        let tables = large.emit(lang).unwrap();
        let [note] = &tables.notes[..] else { panic!("{:?}", tables.notes) };
        assert!(note.contains("up to 1,000,000,000,000,000,001 entries"), "{note}");
        let mark = if lang == Lang::Python { "#" } else { "//" };
        assert!(
            tables
                .text
                .contains(&format!("{mark} Note: within the limits of the input the table of"))
        );
        let law = large.emit_unproved(lang).unwrap();
        assert_eq!(law.notes, ["the law of S is not proved: it was checked in a table"]);
        assert!(law.text.contains("Not proved: checked for n = 0 to 1999 in a table."));
        assert!(!law.text.contains("mex"), "{}", law.text);
    }
    // A search goes through as many positions.
    let three = "title: Test\nrules:\n    T(a,b,c) -> T(a-k,b-k*k,c) for k in 1..=a if k*k <= b\n    T(a,b,c) -> \
                 T(a,b,c-k*k*k) for k in 1..=c if k*k*k <= c\ninput: a: 0..=1000, b: 0..=1000, c: 0..=1000\nposition: \
                 T(a,b,c)\nprint: 1 / 0\n";
    let searched = Problem::read("test.problem", three).unwrap().emit(Lang::Cpp).unwrap();
    assert!(searched.notes[0].contains("up to 1,003,003,001 entries"), "{:?}", searched.notes);
    // No law is found, and that is said; a formula needs none.
    let none = Problem::read("test.problem", three).unwrap().emit_unproved(Lang::Cpp).unwrap();
    assert!(none.notes.iter().any(|note| note.starts_with("no law is found")), "{:?}", none.notes);
    let formula = "title: Nim\ninput: n, h[n]\nvalue: xor(h)\nprint: Yes / No\n";
    let formula = Problem::read("nim.problem", formula).unwrap().emit_unproved(Lang::Cpp).unwrap();
    assert_eq!(formula.notes, [""; 0]);
    // Factoring takes its time.
    let proper = "title: Test\nrules:\n    D(n) where n >= 1\n    D(n) -> D(d) for d in divisors(n) if d < n\ninput: n: \
                  1..=1000000000000000000\nposition: D(n)\nprint: {value}\n";
    let factored = Problem::read("test.problem", proper).unwrap().emit_unproved(Lang::Cpp).unwrap();
    assert!(
        factored.notes[0].contains("trial division: up to 1,000,000,000 steps"),
        "{:?}",
        factored.notes
    );
    for small in ["", ": 1..=1000000"] {
        assert_eq!(read(small).emit(Lang::Cpp).unwrap().notes, [""; 0]);
    }
    // Two coordinates make a table of all pairs.
    let text = "title: Test\nrules:\n    W(a,b) -> W(a-k,b-k*k) for k in 1..=min(a,b) if k*k <= b\ninput: a: \
                0..=20000, b: 0..=20000\nposition: W(a,b)\nprint: 1 / 0\n";
    let pairs = Problem::read("test.problem", text).unwrap().emit(Lang::Cpp).unwrap();
    assert!(pairs.notes[0].contains("up to 400,040,001 entries"), "{:?}", pairs.notes);
}

/// Programs by laws that are only checked answer as those that fill tables.
#[test]
fn checked_laws_answer_as_tables() {
    let rules = [
        "S(n) -> S(n-k) for k in 1..<n if n % k == 0",
        "S(n) -> S(n-k) for k in 1..=n if gcd(n,k) == 1",
        "S(n) -> S(n-k) for k in 1..<n if n % k == 0 and k % 2 == 1",
        "S(n) -> S(n/k) for k in 2..=n",
    ];
    for lang in [Lang::Cpp, Lang::Rust, Lang::Python, Lang::Java] {
        let mut programs = Vec::new();
        let asked = rules.iter().flat_map(|rules| [(rules, "{value}"), (rules, "1 / 0")]);
        for (number, (rules, print)) in asked.enumerate() {
            let text = format!(
                "title: Test\nrules:\n    {rules}\ninput: m, m * (n: 0..=1000)\nposition: S(n)\nprint: {print}\n"
            );
            let problem = Problem::read("test.problem", &text).unwrap_or_else(|e| panic!("{e}"));
            let input = format!(
                "400\n{}\n",
                (100..500).map(|n| n.to_string()).collect::<Vec<_>>().join("\n")
            );
            let mut answer = Vec::new();
            problem.judge(input.as_bytes(), &mut answer, Mode::Rules, &Default::default()).unwrap();
            let case = Case { input, answer: String::from_utf8(answer).unwrap() };
            let law = problem.emit_unproved(lang).unwrap();
            if law.notes.iter().any(|note| note.starts_with("no law is found")) {
                continue;
            }
            programs.push((format!("checked{number}"), law.text, vec![case]));
        }
        // Numbers without a common divisor: who wins has a law here, the values have none.
        assert_eq!(programs.len(), 7);
        run_all(lang, &programs, "checked");
    }
}
