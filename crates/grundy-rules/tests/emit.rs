//! Emitted programs, compiled, run and compared with the library.
//!
//! After a wanted change of the programs: `EMIT=overwrite cargo test -p grundy-rules --test emit`.

mod games;

use games::GAMES;
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

/// Larger states of some games: what is beyond the array of the programs, and a deep search.
const LARGER_STATES: &[(&str, &[i64])] = &[
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
        for (_, coords) in LARGER_STATES.iter().filter(|(far, _)| *far == name) {
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
        Lang::Java => "javac",
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
    if lang == Lang::Java {
        let mut javac = Command::new("javac");
        javac.args(["-Xlint:all", "-Werror", "--release", "11"]).arg(file);
        let run = javac.output().unwrap();
        let text = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{}", text.chars().take(6000).collect::<String>());
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
        Lang::Java => {
            let mut command = Command::new("java");
            command.arg("-cp").arg(program.parent().unwrap()).arg("Main");
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
        Lang::Java => {
            let is_import = |line: &&str| line.starts_with("import ");
            let mut imports: Vec<&str> =
                texts.iter().flat_map(|text| text.lines()).filter(is_import).collect();
            imports.sort_unstable();
            imports.dedup();
            out += &format!("{}\npublic class Main {{\n", imports.join("\n"));
            for (i, text) in texts.iter().enumerate() {
                let rest: Vec<&str> = text.lines().filter(|line| !is_import(line)).collect();
                out += &rest.join("\n").replace("public class Main", &format!("static class P{i}"));
            }
            out += "\npublic static void main(String[] args) {\nswitch (System.getenv(\"PROGRAM\")) {\n";
            for i in 0..texts.len() {
                out += &format!("case \"{i}\": P{i}.main(args); break;\n");
            }
            out += "}\n}\n}\n";
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
        Lang::Cpp | Lang::Rust | Lang::Java => {
            let file = match lang {
                Lang::Cpp => "all.cpp",
                Lang::Java => "Main.java",
                _ => "all.rs",
            };
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
fn programs_in_java_print_the_same_values() {
    compare_all("java", Lang::Java, &games());
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

#[test]
fn words_that_are_no_numbers_end_a_program_with_a_message() {
    let program = read("take", "take(n) ->? take(n-k) for k in 1..=3\n");
    for lang in Lang::ALL {
        if tool(lang).is_none() {
            continue;
        }
        let folder = Folder::new(&format!("words-{lang:?}"));
        let name = match lang {
            Lang::Cpp => "take.cpp",
            Lang::Rust => "take.rs",
            Lang::Python => "take.py",
            Lang::Java => "Main.java",
        };
        let text = emit(&program, 0, lang).unwrap();
        let program = compile(lang, &folder.file(name, &text), false);
        let run = |args: &[&str], input: &str| start(lang, &program, 0, args, input);
        for args in [&["x7"][..], &["--table", "x7"]] {
            let (said, well) = run(args, "");
            assert!(!well && said.lines().count() == 1 && said.contains("x7"), "{lang:?}: {said}");
        }
        let (said, well) = run(&[], "5 x7\n");
        assert!(!well && said.lines().count() == 1 && said.contains("x7"), "{lang:?}: {said}");
        let (said, well) = run(&["5", "7"], "");
        assert!(!well && said == "take takes 1 number\n", "{lang:?}: {said}");
        assert_eq!(run(&["--table", "5"], ""), ("0 1 2 3 0 1\n".to_owned(), true), "{lang:?}");
    }
}

/// Three programs word by word, and compiled alone as a user does it.
#[test]
fn whole_programs_are_as_they_are_shown() {
    let file = |lang| match lang {
        Lang::Cpp => "wythoff.cpp",
        Lang::Rust => "cutting.rs",
        Lang::Python => "families.py",
        Lang::Java => "squares.java",
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
        let own = if lang == Lang::Java { "Main.java" } else { file };
        let program = compile(lang, &folder.file(own, &emitted), true);
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
        ("a(n) -> a(n-5) if n > 3", "4", "no such state of a"),
        ("b(n) -> b(n+1) if n < 9  b(n) -> b(n-1) if n > 7", "3", "play comes back"),
        ("c(n) where n < 5  c(n) -> c(n+4)", "3", "no such state of c"),
        ("d(n) == d(n+1) if n < 9  d(n) == d(n-1) if n > 8", "3", "the forms of a state of d"),
        ("e(n) == e(n-1) if n < 5", "3", "no such state of e"),
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
            Lang::Java => Some(("Main.java", together(lang, &texts))),
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
