//! Functions of families, compiled, run and compared with the library: values and lists of moves.

mod games;

use grundy::context::Context;
use grundy_rules::emit::{Functions, Lang, Wanted, functions};
use grundy_rules::explore::Explorer;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::{Family, Program};
use grundy_rules::walk;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// Games of several families, for the order in which tables are filled.
const FAMILIES: &[(&str, &str)] = &[
    ("ring", "ring(n) -> row(n-t) for t in 1..=min(n,3)
              row(n) -> row(a) + row(n-t-a) for t in 1..=3 for a in 0..=(n-t)/2"),
    ("fro", "to(n) -> fro(n-1) if n > 0  to(n) -> fro(n-2) + to(n/2) if n > 1
             fro(n) -> to(n) if n > 3  fro(n) -> fro(k) for k in 0..<n  other(n) -> to(n-3) if n > 4"),
    ("endless look", "a(n) -> b(n) if n % 3 == 1  b(n) -> a(n) if n % 3 == 2  b(n) -> a(n-1) if n > 0"),
    ("two", "plate(a,b) -> plate(k,b) + row(b) for k in 0..<a  plate(a,b) -> side(a,b) if b > 1
             plate(a,b) -> plate(a,b-2) if b > 1
             side(a,b) -> plate(a-1,b-1) if a > 0 and b > 0  side(a,b) -> side(a,k) for k in 0..<b
             row(n) -> row(n-k) for k in 1..=min(n,2)
             start(a,b) -> plate(a,b-1) + row(a) if b > 0  start(a,b) ->? side(b,a)"),
    ("late", "f(n) -> g(n+2) + h(n) for k in 0..<n  g(n) ->? g(n-k) for k in {1,4}
              h(n) == h(n-1) if n % 2 == 1  h(n) ->? f(n-2)"),
    ("taken", "S(n) where n != 4  S(n) ->? S(n-k) for k in {1,2,5}  S(n) -> wins if n == 9
               T(n) -> S(n-1) + S(n-1) if n > 0 and n != 5  T(n) ->? S(n-3) + S(n-2)"),
    ("none", "empty(n) -> 0 if n < 0  over(n) -> wins  asks(n) -> empty(n) + empty(3)"),
];

/// Program, states with their families, and what is to be printed for each.
struct Case {
    name: String,
    program: Program,
    states: Vec<State>,
    reports: Vec<String>,
}

fn number(explorer: &mut Explorer, program: &Program, state: &State) -> i64 {
    let value = explorer.value(program, state, &Context::default());
    let value = value.unwrap_or_else(|_| panic!("{} has a value", state.show(program)));
    value.number().map_or(-1, |number| i64::try_from(number).unwrap())
}

impl Case {
    fn new(name: &str, text: &str) -> Self {
        let source = Source::new(name, text);
        let program = Program::read(source.clone());
        let program = program.unwrap_or_else(|error| panic!("{}", error.render(&source)));
        let mut case = Self { name: name.to_owned(), program, states: vec![], reports: vec![] };
        let mut explorer = Explorer::default();
        for number in 0..case.program.families.len() {
            let width = case.program.families[number].width as u32;
            let side = (2..=40).rev().find(|&side: &i64| side.pow(width) <= 90).unwrap_or(2);
            for code in 0..side.pow(width.min(6)) {
                // Large ones first, so that tables grow and are there already.
                let coords = (0..width).map(|i| (side - 1) - code / side.pow(i) % side).collect();
                case.add(&mut explorer, State::new(number, coords));
            }
        }
        case
    }

    fn add(&mut self, explorer: &mut Explorer, state: State) {
        let program = &self.program;
        let outside = walk::outside(program, &state, walk::MAX_STEPS);
        if !matches!(outside, Ok(None)) {
            return;
        }
        let value = number(explorer, program, &state);
        let form = walk::normal_form(program, &state).unwrap();
        let mut options = BTreeSet::new();
        let walked = walk::options(program, &form, walk::MAX_STEPS, &mut |option| {
            let mut parts: Vec<(usize, Vec<i64>)> =
                option.sum.iter().map(|part| (part.family(), part.coords().to_vec())).collect();
            parts.sort();
            let mut value = if option.wins { -1 } else { 0 };
            for part in &option.sum {
                let of = number(explorer, program, part);
                value = if value < 0 || of < 0 { -1 } else { value ^ of };
            }
            options.insert((parts, value));
            true
        });
        walked.unwrap_or_else(|error| panic!("{}", error.render(&program.source)));
        let mut report = value.to_string();
        for (parts, value) in options {
            report += " |";
            for (family, coords) in parts {
                let _ = write!(report, " {family}");
                coords.iter().for_each(|coord| report += &format!(",{coord}"));
            }
            let _ = write!(report, " = {value}");
        }
        self.states.push(state);
        self.reports.push(report);
    }

    fn functions(&self, lang: Lang) -> Functions {
        let wanted: Vec<Wanted> = (0..self.program.families.len())
            .map(|family| Wanted { family, options: true })
            .collect();
        let functions = functions(&self.program, &wanted, lang, &["main", "report", "ask"]);
        functions.unwrap_or_else(|error| panic!("{}: {}", self.name, error.message))
    }
}

/// Computed once for all languages.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(cases);

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = FAMILIES.iter().map(|(name, text)| Case::new(name, text)).collect();
    cases.extend(games::GAMES.iter().map(|(name, text, _)| Case::new(name, text)));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules");
    for folder in [root.clone(), root.join("more")] {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|path| path.extension().is_some_and(|ending| ending == "rules"));
        files.sort();
        assert!(files.len() > 10);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            // Programs are printed for games that end, and of which no move must be answered.
            if text.contains("\nloopy ") || text.contains("!(") {
                continue;
            }
            cases.push(Case::new(&file.file_stem().unwrap().to_string_lossy(), &text));
        }
    }
    cases
}

/// The call of a function with the numbers of a list.
fn call(function: &str, family: &Family, lang: Lang) -> String {
    let mut args = Vec::new();
    for param in &family.params {
        let at = param.slot as usize;
        let Some(len) = param.len else {
            args.push(format!("x[{at}]"));
            continue;
        };
        let items: Vec<String> = (at..at + len).map(|i| format!("x[{i}]")).collect();
        args.push(match lang {
            Lang::Cpp => format!("{{{}}}", items.join(", ")),
            Lang::Rust => format!("[{}]", items.join(", ")),
            Lang::Python => format!("({},)", items.join(", ")),
            Lang::Java => format!("new long[] {{{}}}", items.join(", ")),
        });
    }
    format!("{function}({})", args.join(", "))
}

const REPORT_CPP: &str = "
template <class Options>
std::string report(int value, const Options& options) {
    std::string text = std::to_string(value);
    for (const auto& [parts, of] : options) {
        text += \" |\";
        for (const auto& part : parts) {
            for (std::size_t i = 0; i < part.size(); ++i) text += (i ? \",\" : \" \") + std::to_string(part[i]);
        }
        text += \" = \" + std::to_string(of);
    }
    return text;
}
";

const REPORT_RUST: &str = "
fn report(value: i32, options: std::collections::BTreeSet<(Vec<Vec<i64>>, i32)>) -> String {
    let mut text = value.to_string();
    for (parts, of) in options {
        text += \" |\";
        for part in parts {
            let part: Vec<String> = part.iter().map(|n| n.to_string()).collect();
            text += &format!(\" {}\", part.join(\",\"));
        }
        text += &format!(\" = {of}\");
    }
    text
}
";

const REPORT_JAVA: &str = "
interface Program {
    String ask(int family, long[] x);
}

public static void main(String[] args) {
    Scanner lines = new Scanner(System.in);
    StringBuilder out = new StringBuilder();
    while (lines.hasNextLine()) {
        long[] numbers = Arrays.stream(lines.nextLine().split(\" \")).mapToLong(Long::parseLong).toArray();
        long[] x = Arrays.copyOfRange(numbers, 2, numbers.length);
        out.append(PROGRAMS[(int) numbers[0]].ask((int) numbers[1], x)).append('\\n');
    }
    System.out.print(out);
}
";

const MAIN_PYTHON: &str = "
import sys

def report(value, options):
    text = str(value)
    for parts, of in options:
        text += \" |\" + \"\".join(\" \" + \",\".join(map(str, part)) for part in parts)
        text += f\" = {of}\"
    return text

for line in sys.stdin:
    which, family, *x = map(int, line.split())
    print(report(*PROGRAMS[which].ask(family, x)))
";

/// One program of all cases, which reads the number of a case and of a family, and a state.
fn together(lang: Lang, cases: &[Case]) -> Vec<(String, String)> {
    let all: Vec<Functions> = cases.iter().map(|case| case.functions(lang)).collect();
    let mut out = String::new();
    let mut files = Vec::new();
    if lang == Lang::Cpp {
        let mut imports: BTreeSet<&str> = ["iostream", "sstream", "string"].into();
        imports.extend(all.iter().flat_map(|functions| &functions.imports).map(String::as_str));
        imports.iter().for_each(|import| out += &format!("#include <{import}>\n"));
        out += REPORT_CPP;
    }
    if lang == Lang::Rust {
        out += REPORT_RUST;
    }
    for (i, (case, functions)) in cases.iter().zip(&all).enumerate() {
        let mut asks = String::new();
        for (number, family) in case.program.families.iter().enumerate() {
            let value = call(&functions.values[number], family, lang);
            let options = call(functions.options[number].as_ref().unwrap(), family, lang);
            asks += &match lang {
                Lang::Cpp => {
                    format!("if (family == {number}) return report({value}, {options});\n")
                }
                Lang::Rust => format!(
                    "if family == {number} {{ return super::report({value}, {options}); }}\n"
                ),
                Lang::Java => {
                    format!("if (family == {number}) return report({value}, {options});\n")
                }
                Lang::Python => {
                    format!("    if family == {number}:\n        return {value}, {options}\n")
                }
            };
        }
        let (text, clear) = (&functions.text, &functions.clear);
        match lang {
            Lang::Cpp => {
                out += &format!(
                    "namespace p{i} {{\n{text}\nstd::string ask(int family, const std::vector<Int>& x) {{\n\
                     if (family < 0) {{ {clear} }}\n{asks}return \"\";\n}}\n}}\n"
                );
            }
            Lang::Rust => {
                let imports = functions.imports.iter();
                let imports =
                    imports.fold(String::new(), |all, path| all + &format!("use {path};\n"));
                let start = functions.start.as_ref().unwrap().replace("let mut ", "let mut first_");
                out += &format!(
                    "mod p{i} {{\n{imports}\n{text}\npub fn ask(mut games: Option<Box<dyn std::any::Any>>, \
                     family: i64, x: &[i64]) -> (String, Option<Box<dyn std::any::Any>>) {{\n\
                     {start}\nlet text = {{ let games: &mut Games = games.as_mut()\
                     .and_then(|games| games.downcast_mut()).unwrap_or(&mut first_games);\n\
                     (|| {{ {asks} String::new() }})() }};\n\
                     if games.is_none() {{ games = Some(Box::new(first_games)); }}\n(text, games)\n}}\n}}\n"
                );
            }
            Lang::Java => {
                out += &format!(
                    "static class P{i} {{\n{text}\nstatic String report(int value, TreeSet<Option> options) {{\n\
                     StringBuilder text = new StringBuilder().append(value);\nfor (Option option : options) {{\n\
                     text.append(\" |\");\nfor (List<Long> part : option.parts) {{\n\
                     String sign = \" \";\nfor (long n : part) {{ text.append(sign).append(n); sign = \",\"; }}\n}}\n\
                     text.append(\" = \").append(option.value);\n}}\nreturn text.toString();\n}}\n\
                     static String ask(int family, long[] x) {{\n\
                     if (family < 0) {{ {clear} }}\n{asks}return \"\";\n}}\n}}\n"
                );
            }
            Lang::Python => {
                let mut module = String::new();
                for import in &functions.imports {
                    module += &match import.rsplit_once('.') {
                        Some((module, name)) => format!("from {module} import {name}\n"),
                        None => format!("import {import}\n"),
                    };
                }
                let ask = format!(
                    "def ask(family, x):\n    if family < 0:\n        {clear}\n{asks}    return 0, []\n"
                );
                files.push((format!("p{i}.py"), format!("{module}\n{text}\n\n{ask}")));
            }
        }
    }
    match lang {
        Lang::Cpp => {
            out += "int main() {\nfor (std::string line; std::getline(std::cin, line);) {\n\
                    std::istringstream words(line);\nint which, family;\nwords >> which >> family;\n\
                    std::vector<std::int64_t> x;\nfor (std::int64_t n; words >> n;) x.push_back(n);\n";
            for i in 0..cases.len() {
                out += &format!("if (which == {i}) std::cout << p{i}::ask(family, x) << '\\n';\n");
            }
            out += "}\n}\n";
            files.push(("all.cpp".to_owned(), out));
        }
        Lang::Rust => {
            out += "fn main() {\nlet mut games: Vec<Option<Box<dyn std::any::Any>>> = Vec::new();\n\
                    games.resize_with(1000, || None);\nfor line in std::io::stdin().lines() {\n\
                    let numbers: Vec<i64> = line.unwrap().split_whitespace().map(|n| n.parse().unwrap()).collect();\n\
                    let (which, family, x) = (numbers[0], numbers[1], &numbers[2..]);\n\
                    let own = games[which as usize].take();\nlet (text, own) = match which {\n";
            for i in 0..cases.len() {
                out += &format!("{i} => p{i}::ask(own, family, x),\n");
            }
            out += "_ => (String::new(), None),\n};\ngames[which as usize] = own;\nprintln!(\"{text}\");\n}\n}\n";
            files.push(("all.rs".to_owned(), out));
        }
        Lang::Java => {
            let mut imports: BTreeSet<&str> = ["java.util.Arrays", "java.util.Scanner"].into();
            imports.extend(all.iter().flat_map(|functions| &functions.imports).map(String::as_str));
            let programs: Vec<String> = (0..cases.len()).map(|i| format!("P{i}::ask")).collect();
            let text = format!(
                "{}public class Main {{\nstatic final Program[] PROGRAMS = {{{}}};\n{REPORT_JAVA}{out}}}\n",
                lang.imports(imports),
                programs.join(", ")
            );
            files.push(("Main.java".to_owned(), text));
        }
        Lang::Python => {
            let names: Vec<String> = (0..cases.len()).map(|i| format!("p{i}")).collect();
            let names = names.join(", ");
            let main = format!("import {names}\n\nPROGRAMS = [{names}]\n{MAIN_PYTHON}");
            files.push(("all.py".to_owned(), main));
        }
    }
    files
}

/// A folder of its own that goes away again.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        if std::env::var_os("KEEP").is_none() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

fn tool(lang: Lang) -> Option<&'static str> {
    let tool = match lang {
        Lang::Cpp => "g++",
        Lang::Rust => "rustc",
        Lang::Python => "python3",
        Lang::Java => "javac",
    };
    let found = Command::new(tool).arg("--version").output().is_ok_and(|run| run.status.success());
    if !found {
        eprintln!("note: there is no {tool} here, so nothing is run in {lang:?}");
    }
    found.then_some(tool)
}

fn compare(lang: Lang, cases: &[Case]) {
    let Some(tool) = tool(lang) else { return };
    let path =
        std::env::temp_dir().join(format!("grundy-functions-{lang:?}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    let folder = Folder(path);
    let mut last = PathBuf::new();
    for (name, text) in together(lang, cases) {
        last = folder.0.join(name);
        std::fs::write(&last, text).unwrap();
    }
    let program = folder.0.join("program");
    let mut build = Command::new(tool);
    build.current_dir(&folder.0);
    match lang {
        Lang::Cpp => build.args(["-O1", "-std=c++17", "-Wall", "-Wextra", "-Werror"]),
        Lang::Rust => build.args(["--edition=2021", "-D", "warnings", "-C", "overflow-checks=on"]),
        Lang::Python => &mut build,
        Lang::Java => build.args(["-Xlint:all", "-Werror", "--release", "11"]),
    };
    let mut run = Command::new(&program);
    if lang == Lang::Python {
        run = Command::new(tool);
        run.args(["-W", "error"]).arg(&last);
    } else {
        if lang == Lang::Java {
            build.arg(&last);
            run = Command::new("java");
            run.arg("-cp").arg(&folder.0).arg("Main");
        } else {
            build.arg("-o").arg(&program).arg(&last);
        }
        let built = build.output().unwrap();
        let text = String::from_utf8_lossy(&built.stderr);
        let text: String = text.chars().take(6000).collect();
        assert!(built.status.success(), "{lang:?} in {}: {text}", last.display());
    }
    let mut input = String::new();
    // Twice, the second time from what is kept; then from nothing again.
    let rounds: &[bool] = if lang == Lang::Rust { &[false] } else { &[false, true] };
    for &clear in rounds {
        for (which, case) in cases.iter().enumerate() {
            if clear {
                let _ = writeln!(input, "{which} -1");
            }
            for state in &case.states {
                let coords: Vec<String> = state.coords().iter().map(i64::to_string).collect();
                let _ = writeln!(input, "{which} {} {}", state.family(), coords.join(" "));
            }
        }
    }
    let mut child =
        run.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    for &clear in rounds {
        for case in cases {
            if clear {
                lines.next();
            }
            for (state, report) in case.states.iter().zip(&case.reports) {
                let line = lines.next().unwrap_or_else(|| {
                    panic!("{} ended: {}", case.name, String::from_utf8_lossy(&output.stderr))
                });
                let state = state.show(&case.program);
                assert_eq!(line, report, "{} in {lang:?} at {state}", case.name);
            }
        }
    }
}

fn text(rules: &str, lang: Lang) -> String {
    let program = Program::read(Source::new("rules", rules)).unwrap();
    functions(&program, &[Wanted { family: 0, options: false }], lang, &[]).unwrap().text
}

#[test]
fn the_usual_games_fill_tables_in_few_lines() {
    let usual = [
        "S(n) -> S(n-k) for k in 1..=min(n,3)",
        "S(n) ->? S(n-k) for k in {1,3,4}",
        "K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/2",
        "L(n) -> L(k) for k in 0..<n  L(n) -> L(k) + L(n-k) for k in 1..=n/2",
        "G(n) -> G(a) + G(n-a) for a in 1..=(n-1)/2",
    ];
    for lang in Lang::ALL {
        for rules in usual {
            let text = text(rules, lang);
            // In Rust and Java tables are types.
            let most = if matches!(lang, Lang::Cpp | Lang::Python) { 40 } else { 60 };
            assert!(text.lines().count() <= most, "{lang:?}: {text}");
            assert!(!text.contains("search"), "{text}");
        }
        let ring = "ring(n) -> row(n-t) for t in 1..=min(n,3)
                    row(n) -> row(a) + row(n-t-a) for t in 1..=3 for a in 0..=(n-t)/2";
        assert!(!text(ring, lang).contains("search"));
        assert!(text("m(n) -> m(n ^ k) for k in 1..<n", lang).contains("search"));
    }
}

#[test]
fn names_of_others_are_left_alone() {
    let program = Program::read(Source::new("rules", "S(n) -> S(k) for k in 0..<n")).unwrap();
    let wanted = [Wanted { family: 0, options: false }];
    let functions = functions(&program, &wanted, Lang::Cpp, &["grundy_S"]).unwrap();
    assert_eq!(functions.values, ["grundy_S2"]);
}

/// Thousands of conditions and variables: the proof is given up, and the text is printed in time.
#[test]
fn long_rules_are_printed_in_time() {
    let mut rules = "S(n) {\n".to_owned();
    for i in 0..1500 {
        let before = if i == 0 { "n".to_owned() } else { format!("v{}", i - 1) };
        let _ = writeln!(rules, "let v{i} = {before} / 3 + n % {}", i + 2);
    }
    rules += "for k in 1..=v1499 { if k <= n { move S(n - k) } }\n}\n";
    for i in 0..300 {
        let _ = writeln!(
            rules,
            "S(n) -> S(n - k * j) for k in 1..=n / {} for j in 1..=isqrt(k) if k * j <= n",
            i + 1
        );
    }
    assert!(text(&rules, Lang::Cpp).contains("grundy_S"));
}

#[test]
fn functions_in_cpp_give_the_same_values_and_moves() {
    compare(Lang::Cpp, &CASES);
}

#[test]
fn functions_in_rust_give_the_same_values_and_moves() {
    compare(Lang::Rust, &CASES);
}

#[test]
fn functions_in_python_give_the_same_values_and_moves() {
    compare(Lang::Python, &CASES);
}

#[test]
fn functions_in_java_give_the_same_values_and_moves() {
    compare(Lang::Java, &CASES);
}
