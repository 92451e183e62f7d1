//! Whole programs around laws, compiled and run where there is a compiler.

use grundy_laws::submission::Proved;
use grundy_rules::emit::{Lang, emit, emit_around};
use grundy_rules::source::Source;
use grundy_rules::typed::Program;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Rules with a law, and up to where each of their numbers goes.
const RULES: [(&str, i64); 4] = [
    ("bash(n) ->? bash(n-k) for k in 1..=9", 60),
    ("ends(n) where n != 3\nends(n) ->? ends(n-k) for k in {1,2,4}", 40),
    ("L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2", 60),
    ("rook(a,b) -> rook(k,b) for k in 0..<a\nrook(a,b) -> rook(a,k) for k in 0..<b", 12),
];

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn there_is(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok_and(|run| run.status.success());
    if !found {
        eprintln!("note: there is no {tool} here");
    }
    found
}

/// What a program answers to lines of numbers; `None` where there is no compiler.
fn run(text: &str, lang: Lang, folder: &Path, input: &str) -> Option<String> {
    let (tool, file) = match lang {
        Lang::Cpp => ("g++", "main.cpp"),
        Lang::Rust => ("rustc", "main.rs"),
        Lang::Python => ("python3", "main.py"),
        Lang::Java => ("javac", "Main.java"),
    };
    if !there_is(tool) {
        return None;
    }
    let (file, program) = (folder.join(file), folder.join("program"));
    std::fs::write(&file, text).unwrap();
    let mut compiler = Command::new(tool);
    match lang {
        Lang::Cpp => {
            compiler.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&program);
        }
        Lang::Rust => {
            compiler.args(["--edition=2021", "-D", "warnings", "-o"]).arg(&program);
        }
        Lang::Java => {
            compiler.args(["-Xlint:all", "-Werror", "-d"]).arg(folder);
        }
        Lang::Python => {}
    }
    if lang != Lang::Python {
        let output = compiler.arg(&file).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{lang:?}: {said}\n{text}");
    }
    let mut command = match lang {
        Lang::Python => Command::new("python3"),
        Lang::Java => Command::new("java"),
        Lang::Cpp | Lang::Rust => Command::new(&program),
    };
    match lang {
        Lang::Python => command.arg(&file),
        Lang::Java => command.arg("-cp").arg(folder).arg("Main"),
        Lang::Cpp | Lang::Rust => &mut command,
    };
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{lang:?}\n{text}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn programs_by_laws_print_what_tables_print() {
    let folder = std::env::temp_dir().join(format!("grundy-submission-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let folder = Folder(folder);
    for (rules, end) in RULES {
        let program = Arc::new(Program::read(Source::new("rules", rules)).unwrap());
        let width = program.families[0].width;
        let lines: Vec<String> = match width {
            1 => (-1..end).map(|n| n.to_string()).collect(),
            _ => {
                let pairs = (-1..end).flat_map(|a| (0..end).map(move |b| format!("{a} {b}")));
                pairs.collect()
            }
        };
        let input = lines.join("\n") + "\n";
        let law = Proved::find(&program, 0, true);
        let tables = emit(&program, 0, Lang::Python).unwrap();
        let expected = run(&tables, Lang::Python, &folder.0, &input);
        for lang in [Lang::Cpp, Lang::Rust, Lang::Python, Lang::Java] {
            let given = law.function(&vec![None; width], lang);
            let Some(given) = given else {
                assert!(rules.starts_with("ends"), "{rules}");
                continue;
            };
            let text = emit_around(&program, 0, lang, &given).unwrap();
            assert!(!text.contains("table_") && !text.contains("mex("), "{text}");
            let found = run(&text, lang, &folder.0, &input);
            if let (Some(expected), Some(found)) = (&expected, found) {
                assert_eq!(*expected, found, "{lang:?} {rules}");
            }
        }
    }
}
