//! Emitted programs, compiled, run and compared with the library.
//!
//! After a wanted change of the programs: `EMIT=overwrite cargo test -p grundy-rules --test emit`.

use grundy::context::Context;
use grundy_rules::emit::{Lang, emit};
use grundy_rules::explore::{Explorer, Failure};
use grundy_rules::library;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A name, rules, and the last number of a box of states; the first family is asked.
type Game = (&'static str, &'static str, i64);

const GAMES: &[Game] = &[
    ("squares", "S(n) -> S(n - k*k) for k in 1..=isqrt(n)", 200),
    (
        "lasker",
        "L(n) -> L(k)          for k in 0..<n
         L(n) -> L(k) + L(n-k) for k in 1..=n/2",
        60,
    ),
    (
        "wythoff",
        "W(a,b) -> W(a-k, b)   for k in 1..=a
         W(a,b) -> W(a, b-k)   for k in 1..=b
         W(a,b) -> W(a-k, b-k) for k in 1..=min(a,b)",
        12,
    ),
    (
        "tables",
        "const A = [2, 5, 2, 9]  const adj = [[1, 2], [0], [], [1, 0, 2]]  const E = [[], [1]]
         const W = [-1, 3]
         T(n, v) -> T(n-x, v) for x in A if x <= n
         T(n, v) -> T(n, to) for to in adj[v % 4] if to < v
         T(n, v) -> T(n - A[n % len(A)], v) if n > 9 and n in A
         T(n, v) -> T(n - 1, adj[v % 4][n % len(adj[v % 4])]) if n > 0 and len(adj[v % 4]) > 0
         T(n, v) ->? T(n - 3, v - W[(n & 3) - 2]) if (n & 3) > 1 and len(E[n % 2]) < W[1]",
        9,
    ),
    ("sums", "N(n) -> sum(N(i) for i in 0..<k) + N(n-k) + k * N(k-1) for k in 1..=n", 40),
    (
        "dropped",
        "L(n, m) -> wins if n % 7 == 5
         L(n, m) -> (n - k) * L(k, m) for k in 0..<n
         L(n, m) ->? 2 * sum(L(k - i, m - 1) for i in 1..=k / 2 let j = k - i if j != 2) + L(n - 4, m) for k in 1..=n
         L(n, m) -> sum(L(i, m) for i in 0..<n)
         L(n, m) -> m * sum(L(i, m / 2) for i in 0..<n) + L(n, m - 1) if m > 0",
        9,
    ),
    (
        "array_sums",
        "A(x[3]) -> sum(B(x[j]) for j in 0..<i if x[j] > 0) + A([0, 0, x[i] - 1]) for i in 0..<3 if x[i] > 0
         A(x[3]) -> x[0] * A(x[0 := x[0] - 1]) + sum(A(x[j := 0]) for j in ones(x[0])) if 0 < x[0] < 3 and x[2] > 0 and x[1] > 0
         B(n) -> B(k) + (n % 3) * B(k / 2) for k in 0..<n",
        3,
    ),
    ("factors", "D(n) -> D(n - d) for d in divisors(n) if d < n
        D(n) -> sum(D(n/d) for d in divisors(n) if d > 1)", 60),
    ("digits", "E(n) -> E(n - d) for d in digits(n) if d > 0
        E(n) -> E(n - p) for p in primes(1..=n mod 8)", 60),
    ("steps", "const A = [1, 4, 6]  S(n) -> S(n-x) for x in A if x <= n", 60),
    ("strips", "cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 2..=w-2", 14),
    (
        "fibonacci",
        "F(n, cap = n-1) == F(n,n) if cap > n
         F(n,cap) -> F(n-k, 2*k) for k in 1..=min(n,cap)",
        20,
    ),
    (
        "row",
        "R(m) -> R(m ^ (1<<i) ^ (1<<j)) for i in ones(m) let j = prev0(m,i) if j >= 0",
        130,
    ),
    (
        "heaps",
        "heaps(x[3]) == heaps(sort(x))
         heaps(x[3]) -> heaps(x[i := v]) for i in 0..<len(x) for v in 0..<x[i]",
        5,
    ),
    (
        "cutting",
        "cut(w,h) where w >= 1 and h >= 1 and w*h > 1
         cut(w,h) -> wins if w == 1 or h == 1
         cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 1..=w/2 if h*i > 1
         cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 1..=h/2 if w*i > 1",
        9,
    ),
    (
        "race",
        "const ODD = {k*k for k in 1..=100 if k % 2 == 1}
         const SMALL = {1, 2, 5, 9..=12}
         race(a, b) where a != b
         race(a, b) where a != 7 or b < 100
         race(a, b) -> wins if a == 0
         race(a, b) ->? race(a-k, b) for k in ODD
         race(a, b) ->? race(a, b-k) + race(b-k, a) for k in SMALL if b - k < a
         race(a, b) ->? 0 if b in ODD or a not in SMALL and a in {4, 8}",
        14,
    ),
    (
        "families",
        "const SET = {1, 3, 9}
         turn(n) {
             var k = 1
             while k <= n {
                 if k in SET { move other(n-k) }
                 k = k + 1
             }
         }
         other(m) { for s in {1, 3..=9 step 6} { move? turn(m-s) } }
         # the same, said otherwise
         other(rest) -> pair([rest/2, 0], rest/3) if rest > 3
         pair(y[2], z = y[0] + 1) == pair([y[1], y[0]], z) if y[0] > y[1]
         pair(y[2], z) -> turn(z - 1) + other(y[1]) if z > 0 and y[0] < 9
         pair(y[2], z) -> pair(y[1 := y[1] - 1]) if y[1] > 0
         pair(y[2], z) -> 0 if z == 0",
        40,
    ),
    (
        "blocks",
        "A(x[3], n) {
             var y = x
             var again = n % 2 == 1
             for i in 0..<len(x) {
                 if x[i] > 0 {
                     y[i] = x[i] - 1
                     move A(y, max(n - 1, 0))
                 } else if not again and sum(x) > 3 {
                     move? A(sort(x[0 := x[1], 1 := x[0]]), n - 2)
                 } else { if n > 9 {} }
                 again = again == (y == x)
             }
             if again { move? A(if n > 2 then [n - 3, 0, max(x)] else x[2 := min(x)], n - 3) }
             var left = n
             while left > 0 { left = left / 2 move A([left, left, 0], left) }
         }",
        4,
    ),
    (
        "numbers",
        "g(n) -> g(k) for k in 0..<n if ((n - 7) / 3 - k) % 4 > 1
         g(n) -> g(k) for k in 0..<n if k not in {5, 20} and (k - 9) / (5 - k) == n % (k - 20)
         g(n) -> g(n - gcd(n - 30, 12)) if n >= 12
         g(n) -> g(n - 1) if is_prime(n) or is_square(n - 1)
         g(n) -> g(popcount(n) - 1) if n > 0
         g(n) -> g(top(n)) if n > 4 and low(n) < 2
         g(n) -> g(next0(n, 0) - 1) if n > 60
         g(n) -> g(n - bit(n, 1) - 1) if n > 2
         g(n) -> g((n >> 1) ^ (n & 1)) if n > 1
         g(n) -> g(abs(n - 50) / 60 + abs(-3) - 3) if n > 1 and (~n | 1) < 0
         g(n) -> g(max(min(n - 1, 40, 2*n), 0, -n)) if n > 0
         g(n) -> g(if n > 30 then if n > 40 then 1 else 2 else 0) if n > 2
         g(n) -> g(k) for k in n-9..=n-1 step 1 + n % 3 if k >= 0
         g(n) -> g(n - 1) if 1 < n - 2 <= isqrt(n) * 7 < 90 != n and (3 < n < 80 or n == 5)
         g(n) -> g(n - k) for k in ones(n & (-8 / 3 + 70)) if 0 < k <= n
         g(n) -> g(popcount(k - n)/9) for k in 9223372036854775806..=9223372036854775806 if n > 20
         g(n) -> g(n - 1) for x in 1..=2 if n > 90",
        120,
    ),
    (
        "names",
        "const int = {1, 2}
         const None = {3}
         state(class, def) -> state(to, def) for to in 0..<class
         state(def, class) -> state(def, fn) for fn in int if fn < class
         state(a, b) -> state(a - 1, match) let mut = a > 0 if mut let match = b / 2
         state(memo, stack) -> state(a, a) let a = min(memo, stack) - 1 if a >= 0 and a in None
         state(a, b) -> state(part, _x) if b > 3 let part = a / 3 let _x = b - 2 let unused = part > _x
         state(x__y, end) { var i = 0 while i < end { var each = i * 2 i = i + 1
             if each < end { move state(x__y, each) } } for k in 0..<i { if k < end { i = k } } move? state(x__y, -1) }",
        9,
    ),
    ("stuck", "stuck(n) == stuck(n/2) if n > 5  stuck(n) where n >= 0", 12),
    ("at once", "q(n) -> wins  q(n) -> q(n-1) if n > 0", 4),
    ("far", "far(n) -> far(n/2) if n > 0  far(n) -> far(n/3) if n > 5", 3),
];

/// Larger states of some games: what is beyond the array of the programs, and a deep search.
const FAR: &[(&str, &[i64])] = &[
    ("row", &[0b101_0011_0000_0000_0000_0000_0000_0000]),
    ("far", &[1 << 40]),
    ("lasker", &[150]),
    ("strips", &[9, 5000]),
];

fn read(name: &str, text: &str) -> Program {
    let source = Source::new(name, text);
    Program::read(source.clone()).unwrap_or_else(|error| panic!("{}", error.render(&source)))
}

/// States and what is to be printed for each.
struct Expected {
    program: Program,
    states: Vec<Vec<i64>>,
    printed: Vec<String>,
}

impl Expected {
    fn new(name: &str, text: &str, last: i64) -> Self {
        let mut expected =
            Self { program: read(name, text), states: Vec::new(), printed: Vec::new() };
        let width = expected.program.families[0].width as u32;
        let side = last + 1;
        let mut explorer = Explorer::default();
        for code in 0..side.pow(width) {
            let coords = (0..width).rev().map(|i| code / side.pow(i) % side).collect();
            expected.add(&mut explorer, coords);
        }
        for (_, coords) in FAR.iter().filter(|(far, _)| *far == name) {
            expected.add(&mut explorer, coords.to_vec());
        }
        expected
    }

    fn add(&mut self, explorer: &mut Explorer, coords: Vec<i64>) {
        let state = State::new(0, coords.clone());
        let printed = match walk::outside(&self.program, &state, walk::MAX_STEPS) {
            Ok(Some(_)) => "-".to_owned(),
            Ok(None) => match explorer.value(&self.program, &state, &Context::default()) {
                Ok(value) => {
                    value.number().map_or("wins at once".to_owned(), |number| number.to_string())
                }
                // Nothing is promised below faulty states.
                Err(Failure::Rules(error)) => panic!("{}", error.render(&self.program.source)),
                Err(Failure::Stop(stop)) => panic!("{stop}"),
            },
            Err(halt) => panic!("{halt:?}"),
        };
        self.states.push(coords);
        self.printed.push(printed);
    }

    fn input(&self) -> String {
        self.states.iter().fold(String::new(), |mut text, state| {
            let numbers: Vec<String> = state.iter().map(i64::to_string).collect();
            let _ = writeln!(text, "{}", numbers.join(" "));
            text
        })
    }

    #[track_caller]
    fn compare(&self, name: &str, lang: Lang, output: &str) {
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines.len(), self.states.len(), "{name} in {lang:?} printed {output}");
        for ((state, printed), line) in self.states.iter().zip(&self.printed).zip(lines) {
            assert_eq!(line, printed, "{name} in {lang:?} at {state:?}");
        }
    }
}

/// A folder of its own that goes away again.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grundy-emit-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The name of a compiler or interpreter, if there is one on this machine.
fn tool(lang: Lang) -> Option<&'static str> {
    let tool = match lang {
        Lang::Cpp => "g++",
        Lang::Rust => "rustc",
        Lang::Python => "python3",
    };
    let found = Command::new(tool).arg("--version").output().is_ok_and(|run| run.status.success());
    if !found {
        eprintln!("note: there is no {tool} here, so no program is run in {lang:?}");
    }
    found.then_some(tool)
}

/// Compiles a file; warnings are errors.
fn compile(lang: Lang, file: &Path, fast: bool) -> PathBuf {
    if lang == Lang::Python {
        return file.to_owned();
    }
    let program = file.with_extension("out");
    let optimise = if fast { "2" } else { "0" };
    let mut command = Command::new(tool(lang).unwrap());
    match lang {
        Lang::Cpp => {
            command.args(["-std=c++17", "-Wall", "-Wextra", "-Werror"]).arg(format!("-O{optimise}"))
        }
        _ => command
            .args(["--edition=2021", "-D", "warnings", "-C", "overflow-checks=on"])
            .arg("-C")
            .arg(format!("opt-level={optimise}")),
    };
    let run = command.arg("-o").arg(&program).arg(file).output().unwrap();
    let text = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{lang:?}: {}", text.chars().take(6000).collect::<String>());
    program
}

/// Runs a program: what it printed, and whether it ended well.
fn start(lang: Lang, program: &Path, which: usize, args: &[&str], input: &str) -> (String, bool) {
    let mut command = match lang {
        Lang::Python => {
            let mut command = Command::new("python3");
            command.arg(program);
            command
        }
        _ => Command::new(program),
    };
    let mut child = command
        .args(args)
        .env("PROGRAM", which.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that fails does not read all of it.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let text = String::from_utf8(output.stdout).unwrap();
    if output.status.success() { (text, true) } else { (format!("{text}{said}"), false) }
}

/// Programs as one, to be compiled once: the environment says which of them runs.
fn together(lang: Lang, texts: &[String]) -> String {
    let mut out = String::new();
    match lang {
        Lang::Cpp => {
            let is_include = |line: &&str| line.starts_with("#include");
            for line in texts.iter().flat_map(|text| text.lines()).filter(is_include) {
                out += &format!("{line}\n");
            }
            for (i, text) in texts.iter().enumerate() {
                let rest: Vec<&str> = text.lines().filter(|line| !is_include(line)).collect();
                let rest = rest.join("\n").replace("int main(", "int run(");
                let rest = rest.trim_end().trim_end_matches('}');
                out += &format!("namespace p{i} {{\n{rest}return 0;\n}}\n}}\n");
            }
            out += "int main(int argc, char** argv) {\nswitch (std::atoi(std::getenv(\"PROGRAM\"))) {\n";
            for i in 0..texts.len() {
                out += &format!("case {i}: return p{i}::run(argc, argv);\n");
            }
            out += "}\n}\n";
        }
        _ => {
            for (i, text) in texts.iter().enumerate() {
                let text = text.replace("fn main(", "pub fn main(");
                out += &format!("mod p{i} {{\n{text}\n}}\n");
            }
            out += "fn main() {\nmatch std::env::var(\"PROGRAM\").unwrap().as_str() {\n";
            for i in 0..texts.len() {
                out += &format!("\"{i}\" => p{i}::main(),\n");
            }
            out += "_ => {}\n}\n}\n";
        }
    }
    out
}

fn compare_all(folder: &str, lang: Lang, games: &[(&str, Expected)]) {
    if tool(lang).is_none() {
        return;
    }
    let folder = Folder::new(folder);
    let texts: Vec<String> = games
        .iter()
        .map(|(name, expected)| {
            emit(&expected.program, 0, lang).unwrap_or_else(|error| panic!("{name}: {error}"))
        })
        .collect();
    let mut programs = Vec::new();
    match lang {
        Lang::Python => {
            for (i, text) in texts.iter().enumerate() {
                programs.push(folder.file(&format!("p{i}.py"), text));
            }
        }
        Lang::Cpp | Lang::Rust => {
            let file = if lang == Lang::Cpp { "all.cpp" } else { "all.rs" };
            let program = compile(lang, &folder.file(file, &together(lang, &texts)), false);
            programs.resize(texts.len(), program);
        }
    }
    for (i, (name, expected)) in games.iter().enumerate() {
        let (output, well) = start(lang, &programs[i], i, &[], &expected.input());
        assert!(well, "{name} in {lang:?}: {output}");
        expected.compare(name, lang, &output);
    }
}

fn games() -> Vec<(&'static str, Expected)> {
    GAMES.iter().map(|&(name, text, last)| (name, Expected::new(name, text, last))).collect()
}

#[test]
fn programs_in_python_print_the_same_values() {
    compare_all("python", Lang::Python, &games());
}

#[test]
fn programs_in_cpp_print_the_same_values() {
    compare_all("cpp", Lang::Cpp, &games());
}

#[test]
fn programs_in_rust_print_the_same_values() {
    compare_all("rust", Lang::Rust, &games());
}

#[test]
fn built_in_games_print_the_same_values_in_python() {
    let games: Vec<_> = library::TEXTS
        .iter()
        .map(|&(name, text)| {
            let width = read(name, text).families[0].width as u32;
            let last = (1..=30).rev().find(|&last: &i64| (last + 1).pow(width) <= 150).unwrap_or(1);
            (name, Expected::new(name, text, last))
        })
        .collect();
    compare_all("library", Lang::Python, &games);
}

/// Three programs word by word, and compiled alone as a user does it.
#[test]
fn whole_programs_are_as_they_are_shown() {
    let file = |lang| match lang {
        Lang::Cpp => "wythoff.cpp",
        Lang::Rust => "cutting.rs",
        Lang::Python => "families.py",
    };
    let folder = Folder::new("golden");
    for lang in Lang::ALL {
        let file = file(lang);
        let name = file.split('.').next().unwrap();
        let (_, text, last) = GAMES.iter().find(|(known, ..)| *known == name).unwrap();
        let expected = Expected::new(name, text, *last);
        let emitted = emit(&expected.program, 0, lang).unwrap();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emitted").join(file);
        if std::env::var("EMIT").is_ok_and(|word| word == "overwrite") {
            std::fs::write(&path, &emitted).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(emitted == golden, "{file} differs; EMIT=overwrite writes it anew");
        if tool(lang).is_none() {
            continue;
        }
        let program = compile(lang, &folder.file(file, &emitted), true);
        let (output, well) = start(lang, &program, 0, &[], &expected.input());
        assert!(well, "{output}");
        expected.compare(name, lang, &output);
        // The first state alone.
        let numbers: Vec<String> = expected.states[0].iter().map(i64::to_string).collect();
        let args: Vec<&str> = numbers.iter().map(String::as_str).collect();
        let (output, well) = start(lang, &program, 0, &args, "");
        assert!(well && output.trim_end() == expected.printed[0], "{output}");
        // The table.
        let side = last + 1;
        let width = expected.states[0].len();
        let bound = last.to_string();
        let mut args = vec!["--table"];
        args.resize(width + 1, &bound);
        let (output, well) = start(lang, &program, 0, &args, "");
        let rows: Vec<String> = expected
            .printed
            .chunks(side as usize)
            .map(|row| row.join(if name == "cutting" { "\t" } else { " " }))
            .collect();
        assert!(well, "{output}");
        assert_eq!(output.lines().collect::<Vec<_>>(), rows, "the table of {file}");
        let (output, well) = start(lang, &program, 0, &["1", "2", "3"], "");
        assert!(!well && output.contains("takes"), "{output}");
    }
}

#[test]
fn faults_end_programs_with_a_message() {
    let faulty = [
        ("a(n) -> a(n-5) if n > 3", "4", "reaches a(-1)"),
        ("b(n) -> b(n+1) if n < 9  b(n) -> b(n-1) if n > 7", "3", "play comes back to b("),
        ("c(n) where n < 5  c(n) -> c(n+4)", "3", "reaches c(7)"),
        ("d(n) == d(n+1) if n < 9  d(n) == d(n-1)", "3", "the forms of d("),
        ("e(n) == e(n-1)", "3", "is the same as e(-1)"),
        ("f(x[2]) -> f(x[x[0] := 0]) if x[1] > 0", "2 1", ""),
        ("g(n) -> g([1, 2][n - 5])", "4", ""),
    ];
    let programs: Vec<Program> = faulty.iter().map(|(text, ..)| read("faulty", text)).collect();
    let folder = Folder::new("faulty");
    for lang in Lang::ALL {
        if tool(lang).is_none() {
            continue;
        }
        let texts: Vec<String> =
            programs.iter().map(|program| emit(program, 0, lang).unwrap()).collect();
        let all = match lang {
            Lang::Cpp => Some(("all.cpp", together(lang, &texts))),
            Lang::Rust => Some(("all.rs", together(lang, &texts))),
            Lang::Python => None,
        };
        let all = all.map(|(file, text)| compile(lang, &folder.file(file, &text), false));
        for (i, (text, state, message)) in faulty.iter().enumerate() {
            let program =
                all.clone().unwrap_or_else(|| folder.file(&format!("p{i}.py"), &texts[i]));
            let (output, well) = start(lang, &program, i, &[], state);
            assert!(!well && output.contains(message), "{text} in {lang:?}: {output}");
        }
    }
}

#[test]
fn what_a_language_cannot_say_is_refused() {
    let refused = |text: &str, lang: Lang| {
        let error = emit(&read("refused", text), 0, lang).unwrap_err();
        format!("{}; {}", error.message, error.help.unwrap_or_default())
    };
    let long = "const T = {k for k in 1..=20000} g(n) -> g(n-k) for k in T if k <= n";
    for lang in Lang::ALL {
        assert!(refused(long, lang).contains("20000 numbers"), "{lang:?}");
    }
    let loops: String = (0..19).map(|i| format!(" for k{i} in 0..<n")).collect();
    let nested = format!("g(n) -> g(k0){loops}");
    assert!(refused(&nested, Lang::Python).contains("nested"));
    assert!(emit(&read("nested", &nested), 0, Lang::Cpp).is_ok());
    let bound = "g(n) -> g(0) for k in 9223372036854775806..=9223372036854775807 if n > 0";
    assert!(refused(bound, Lang::Cpp).contains("64 bits"));
    assert!(emit(&read("bound", bound), 0, Lang::Rust).is_ok());
}

#[test]
fn comments_of_the_rules_stay_comments() {
    let text = "g(n) { # ends with a backslash \\\n # \u{202e} turned */ \"\"\" \u{2028} x\n\
                if n > 0 { move g(n-1) } # é \\ \\\n}\n";
    compare_all("comments-python", Lang::Python, &[("comments", Expected::new("c", text, 9))]);
    compare_all("comments-cpp", Lang::Cpp, &[("comments", Expected::new("c", text, 9))]);
    compare_all("comments-rust", Lang::Rust, &[("comments", Expected::new("c", text, 9))]);
}
