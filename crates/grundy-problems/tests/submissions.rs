//! Printed submissions, compiled and run: they answer as the problems do.

mod collected;

use collected::languages::{Program, run_all};
use collected::{Case, problems};
use grundy_problems::{Mode, Problem, Submission, Unsaid};
use grundy_rules::emit::Lang;

/// The programs of the problems; all can be said in every language.
fn emitted(lang: Lang) -> Vec<Program> {
    let (mut programs, mut unsaid) = (Vec::new(), Vec::new());
    for (name, problem, cases) in problems() {
        match Problem::emit(problem, lang) {
            Ok(program) => programs.push((name.clone(), program.text, cases.clone())),
            Err(why) => unsaid.push(format!("{name}: {why}")),
        }
    }
    assert!(unsaid.is_empty(), "{} are not said:\n{}", unsaid.len(), unsaid.join("\n"));
    programs
}

#[test]
fn in_cpp() {
    run_all(Lang::Cpp, &emitted(Lang::Cpp), "all");
}

#[test]
fn in_rust() {
    run_all(Lang::Rust, &emitted(Lang::Rust), "all");
}

#[test]
fn in_python() {
    run_all(Lang::Python, &emitted(Lang::Python), "all");
}

#[test]
fn in_java() {
    run_all(Lang::Java, &emitted(Lang::Java), "all");
}

/// Expressions that languages write in different ways, with numbers of either sign, beside the judge.
const EXPRESSIONS: &str = "title: expressions
input: until end (a, b, n, h[n])
let: low = a - 8
def: deep(x) = max(x - max(b, 3), 0) + min(x % 2 - max(4, b), 7)
print: {max(-1, a)} {max(a - max(b, 3), 0)} {min(a % 2 - max(4, b), 7)} {max(low, -3)} {min(1, 2, a)}
print: {max(if a > b then 1 else 2, a)} {max(n, a)} {max(h[0], 2)} {min(-low, low, b)} {deep(a)}
print: {7 % (2 * low + 1)} {(0 - 7) % (2 * low + 1)} {7 / (2 * low + 1)} {(0 - 7) / (2 * low + 1)} {low % 5}
print: {sum(p for p in factors(a + 1))} {sum(d for d in divisors(a + 1))} {xor(d for d in digits(a))}
";

#[test]
fn expressions_mean_the_same_in_every_language() {
    let problem = Problem::read("expressions", EXPRESSIONS).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    let cases: Vec<Case> = (0..4)
        .map(|_| {
            let line = |random: &mut fastrand::Rng| {
                let (a, b, first) = (random.u8(0..20), random.u8(0..20), random.u8(0..5));
                format!("{a} {b} 2 {first} 1\n")
            };
            let input: String = (0..30).map(|_| line(&mut random)).collect();
            let mut answer = Vec::new();
            let context = Default::default();
            problem.judge(input.as_bytes(), &mut answer, Mode::Formulas, &context).unwrap();
            Case { input, answer: String::from_utf8(answer).unwrap() }
        })
        .collect();
    // What the judge says is the reference of the rules: the rest is never negative, quotients are rounded down.
    let first = |a: i64, b: i64| {
        let mut answer = Vec::new();
        let input = format!("{a} {b} 1 0\n");
        let context = Default::default();
        problem.judge(input.as_bytes(), &mut answer, Mode::Formulas, &context).unwrap();
        String::from_utf8(answer).unwrap()
    };
    assert_eq!(first(5, 9), "5 0 -8 -3 1\n5 5 2 -3 -8\n2 3 -2 1 2\n5 12 5\n",);
    for lang in [Lang::Cpp, Lang::Rust, Lang::Python, Lang::Java] {
        let text = problem.emit(lang).unwrap().text;
        run_all(lang, &[("expressions".to_owned(), text, cases.clone())], "expressions");
    }
}

/// Functions that are called for every number, and lead back to the one before: once by themselves, once from two
/// places, once through another function and with two arguments.
const RECURSIVE: &str = "title: recursive
input: n: 1..=40000, h[n]
def: sum_to(i) = if i == 0 then h[0] else sum_to(i - 1) * 3 % 1000003 + h[i]
def: back(i) = if i < 0 then 0 else back(i - 1) ^ (h[i] + back(i - 1) / 2)
def: row(i, k) = if i == 0 then k else h[i] % 7 + row(i - 1, k)
def: all(k) = xor(row(i, k) for i in 0..<n)
value: xor(sum_to(i) for i in 0..<n) ^ all(1) ^ all(2)
print: {value} {back(n - 1)} {sum_to(n - 1)}
";

#[test]
fn functions_keep_their_values_and_may_be_deep() {
    let problem = Problem::read("recursive", RECURSIVE).unwrap();
    let mut random = fastrand::Rng::with_seed(11);
    let cases: Vec<Case> = [1, 2, 40_000]
        .into_iter()
        .map(|n| {
            let heaps: Vec<String> = (0..n).map(|_| random.u32(0..1_000_000).to_string()).collect();
            let input = format!("{n}\n{}\n", heaps.join(" "));
            let mut answer = Vec::new();
            problem
                .judge(input.as_bytes(), &mut answer, Mode::Formulas, &Default::default())
                .unwrap();
            Case { input, answer: String::from_utf8(answer).unwrap() }
        })
        .collect();
    for lang in [Lang::Cpp, Lang::Rust, Lang::Python, Lang::Java] {
        let text = problem.emit(lang).unwrap().text;
        for name in ["sum_to", "back", "row"] {
            let kept = [format!("kept_{name}"), format!("KEPT_{}", name.to_uppercase())];
            assert!(kept.iter().any(|kept| text.contains(kept)), "{name}\n{text}");
        }
        assert!(!text.contains("kept_all") && !text.contains("KEPT_ALL"), "{text}");
        run_all(lang, &[("recursive".to_owned(), text, cases.clone())], "recursive");
    }
    // A function that goes down a tree once is called once.
    let tree = "title: tree\ninput: n: 1..=9, a[n-1], b[n-1]\nlet: next = edges(n, a, b)\n\
                def: size(v, from) = 1 + sum(size(w, v) for w in next[v] if w != from)\nprint: {size(0, -1)}\n";
    let tree = Problem::read("tree", tree).unwrap();
    assert!(!tree.emit(Lang::Cpp).unwrap().text.contains("kept_"));
}

/// Rules that ask whether numbers are in an input, which is another one in every case.
const MEMBERS: &str = "title: members
input: until end (k: 1..=50, F[k], n: 1..=300)
rules:
    input F[]
    hop(n) -> hop(m) for m in 0..<n if n - m in F and not (m in F) or m not in F and n - m == 1
value: hop(n)
print: {value}
";

#[test]
fn numbers_are_looked_up_in_inputs() {
    let problem = Problem::read("members", MEMBERS).unwrap();
    let mut random = fastrand::Rng::with_seed(13);
    let cases: Vec<Case> = (0..3)
        .map(|_| {
            let input: String = (0..20)
                .map(|_| {
                    let (k, n) = (random.u8(1..9), random.u16(1..300));
                    let numbers: Vec<String> =
                        (0..k).map(|_| random.u8(0..30).to_string()).collect();
                    format!("{k}\n{}\n{n}\n", numbers.join(" "))
                })
                .collect();
            let mut answer = Vec::new();
            let context = Default::default();
            problem.judge(input.as_bytes(), &mut answer, Mode::Formulas, &context).unwrap();
            Case { input, answer: String::from_utf8(answer).unwrap() }
        })
        .collect();
    for lang in [Lang::Cpp, Lang::Rust, Lang::Python, Lang::Java] {
        let text = problem.emit(lang).unwrap().text;
        run_all(lang, &[("members".to_owned(), text, cases.clone())], "members");
    }
}

/// Problems of the collection whose programs compute by a law, with other inputs than those stored.
const BY_LAW: &[(&str, Inputs)] = &[
    ("acwing-894", |random| format!("2 {} {}", random.i64(0..200), random.i64(0..200))),
    ("chords", |random| random.i64(1..2000).to_string()),
    ("dawson-chess", |random| format!("2 {} {}", random.i64(1..2000), random.i64(1..2000))),
    ("dawson-kayles", |random| random.i64(1..2000).to_string()),
    ("kayles-rows", |random| format!("1 2 {} {}", random.i64(1..2000), random.i64(1..2000))),
    ("luogu-p3185", |random| format!("1 {}", bottles(random))),
    ("polygon-triangles", |random| format!("1 {}", random.i64(3..2000))),
    ("queen-corner", |random| format!("1 {} {}", random.i64(0..60), random.i64(0..60))),
    ("take-or-split", |random| format!("1 2 {} {}", random.i64(0..200), random.i64(0..200))),
    ("uva-1378", |random| format!("{}\n0", bottles(random))),
];

/// How many bottles there are, and the beans of each.
fn bottles(random: &mut fastrand::Rng) -> String {
    let count = random.usize(2..12);
    let beans: Vec<String> = (0..count).map(|_| random.u8(0..4).to_string()).collect();
    format!("{count} {}", beans.join(" "))
}

/// A random input.
type Inputs = fn(&mut fastrand::Rng) -> String;

#[test]
fn problems_by_law_answer_as_by_tables() {
    let mut names = Vec::new();
    for (name, problem, _) in problems() {
        let text = |found: Result<Submission, Unsaid>| found.map(|found| found.text).ok();
        let law = text(problem.emit(Lang::Python));
        let table = text(problem.emit_tables(Lang::Python));
        if law != table {
            names.push(&**name);
        }
    }
    let expected: Vec<&str> = BY_LAW.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, expected);
    let mut random = fastrand::Rng::with_seed(3);
    let mut programs: Vec<Program> = Vec::new();
    for (name, inputs) in BY_LAW {
        let (_, problem, _) = problems().iter().find(|(known, ..)| known == name).unwrap();
        let cases: Vec<Case> = (0..5)
            .map(|_| {
                let input = inputs(&mut random) + "\n";
                let mut answer = Vec::new();
                let mode = Mode::Rules;
                problem.judge(input.as_bytes(), &mut answer, mode, &Default::default()).unwrap();
                Case { input, answer: String::from_utf8(answer).unwrap() }
            })
            .collect();
        let table = problem.emit_tables(Lang::Cpp).unwrap().text;
        programs.push((
            format!("{name}-law"),
            problem.emit(Lang::Cpp).unwrap().text,
            cases.clone(),
        ));
        programs.push((format!("{name}-table"), table, cases));
    }
    run_all(Lang::Cpp, &programs, "problems");
}
