//! Printed programs, compiled and run in every language: they answer cases as expected.

use super::Case;
use grundy_rules::emit::Lang;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether there is such a program; where there is none, its test is passed over.
fn there_is(program: &str, argument: &str) -> bool {
    let mut run = Command::new(program);
    let there = run.arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !there {
        eprintln!("{program} is missing: nothing is tested with it");
    }
    there
}

fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("grundy-submissions-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a program on an input.
fn run(command: &mut Command, input: &str) -> Result<String, String> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    // What is not read to its end may be refused.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Compares answers with those that are stored.
fn check<'a>(expected: &[(&str, &Case)], answers: impl Iterator<Item = &'a str>) {
    let answers: Vec<&str> = answers.collect();
    assert_eq!(answers.len(), expected.len());
    let mut wrong = Vec::new();
    for ((name, case), answer) in expected.iter().zip(answers) {
        if answer.trim_end() != case.answer.trim_end() {
            wrong.push(format!("{name}:\n{}gives\n{answer}not\n{}", case.input, case.answer));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n\n"));
}

/// Runs one program that holds all of them, which is told a name.
fn run_binary(binary: &Path, programs: &[Program]) {
    let mut expected: Vec<(&str, &Case)> = Vec::new();
    let mut answers = Vec::new();
    for (name, _, cases) in programs {
        for case in cases.iter().take(MAX_CASES) {
            let answer = run(Command::new(binary).arg(name), &case.input);
            answers.push(answer.unwrap_or_else(|error| error));
            expected.push((name, case));
        }
    }
    check(&expected, answers.iter().map(String::as_str));
}

/// Runs a process that runs all programs, as each takes most of its time to start: a line for each
/// case has what `label` calls the program and the file of the input.
fn run_driver(
    driver: &mut Command,
    folder: &Path,
    programs: &[Program],
    label: &dyn Fn(usize, &str) -> String,
) {
    let (mut list, mut expected) = (String::new(), Vec::new());
    for (place, (name, _, cases)) in programs.iter().enumerate() {
        for (number, case) in cases.iter().take(MAX_CASES).enumerate() {
            let input = folder.join(format!("{name}.{number}.in"));
            std::fs::write(&input, &case.input).unwrap();
            list += &format!("{}\t{}\n", label(place, name), input.display());
            expected.push((&**name, case));
        }
    }
    let answers = run(driver, &list).unwrap();
    check(&expected, answers.split('\u{1}').skip(1));
}

/// A process is started for each case, so not all of them are run.
const MAX_CASES: usize = 5;

/// The name of a problem, a program for it, and its cases.
pub type Program = (String, String, Vec<Case>);

/// Compiles all programs and runs each on its first cases; a language that is not installed is passed over.
/// `name` tells tests apart that run at the same time.
pub fn run_all(lang: Lang, programs: &[Program], name: &str) {
    match lang {
        Lang::Cpp => in_cpp(programs, name),
        Lang::Rust => in_rust(programs, name),
        Lang::Python => in_python(programs, name),
        Lang::Java => in_java(programs, name),
    }
}

fn compiled(command: &mut Command, what: &Path) {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let text: String = errors.chars().take(6000).collect();
    assert!(output.status.success() && errors.is_empty(), "{}: {text}", what.display());
}

/// All programs as one, each in a namespace of its own: compilers take most of their time to start.
fn in_cpp(programs: &[Program], name: &str) {
    if !there_is("g++", "--version") {
        return;
    }
    let folder = folder(&format!("cpp-{name}"));
    let mut includes: Vec<&str> = Vec::new();
    let (mut text, mut calls) = (String::new(), String::new());
    for (number, (name, program, _)) in programs.iter().enumerate() {
        includes.extend(program.lines().filter(|line| line.starts_with("#include")));
        let body: Vec<&str> =
            program.lines().filter(|line| !line.starts_with("#include")).collect();
        let body = body.join("\n").replace("int main()", "void run()");
        text += &format!("namespace program{number} {{\n{body}\n}}\n");
        calls += &format!("    if (name == \"{name}\") program{number}::run();\n");
    }
    includes.sort_unstable();
    includes.dedup();
    let file = folder.join("all.cpp");
    let main = format!(
        "int main(int, char** argv) {{\n    const std::string name = argv[1];\n{calls}}}\n"
    );
    let head = includes.join("\n");
    std::fs::write(&file, format!("{head}\n#include <string>\n{text}{main}")).unwrap();
    let binary = folder.join("all");
    let flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o"];
    compiled(Command::new("g++").args(flags).arg(&binary).arg(&file), &file);
    run_binary(&binary, programs);
    std::fs::remove_dir_all(folder).unwrap();
}

fn in_rust(programs: &[Program], name: &str) {
    if !there_is("rustc", "--version") {
        return;
    }
    let folder = folder(&format!("rust-{name}"));
    let (mut text, mut calls) = (String::new(), String::new());
    for (number, (name, program, _)) in programs.iter().enumerate() {
        let body = program.replace("\nfn main()", "\npub fn main()");
        text += &format!("mod program{number} {{\n{body}\n}}\n");
        calls += &format!("        \"{name}\" => program{number}::main(),\n");
    }
    let file = folder.join("all.rs");
    let main = format!(
        "fn main() {{\n    match &*std::env::args().nth(1).unwrap() {{\n{calls}        _ => {{}}\n    }}\n}}\n"
    );
    std::fs::write(&file, text + &main).unwrap();
    let binary = folder.join("all");
    let flags = ["--edition", "2021", "-C", "opt-level=1", "-o"];
    compiled(Command::new("rustc").args(flags).arg(&binary).arg(&file), &file);
    run_binary(&binary, programs);
    std::fs::remove_dir_all(folder).unwrap();
}

fn in_python(programs: &[Program], name: &str) {
    if !there_is("python3", "--version") {
        return;
    }
    let folder = folder(&format!("python-{name}"));
    for (name, program, _) in programs {
        std::fs::write(folder.join(format!("{name}.py")), program).unwrap();
    }
    let driver = folder.join("driver.py");
    std::fs::write(&driver, DRIVER).unwrap();
    let mut python = Command::new("python3");
    let label = |_, name: &str| folder.join(format!("{name}.py")).display().to_string();
    run_driver(python.args(["-W", "error"]).arg(&driver), &folder, programs, &label);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Runs programs on inputs, each answer behind a sign of its own.
const DRIVER: &str = r#"
import contextlib, io, sys, traceback
for line in sys.stdin.read().splitlines():
    program, given = line.split("\t")
    out = io.StringIO()
    sys.stdin = io.TextIOWrapper(open(given, "rb"))
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(open(program).read(), program, "exec"), {"__name__": "__main__"})
        except BaseException:
            traceback.print_exc(file=out)
    sys.stdin.close()
    sys.__stdout__.write("\1" + out.getvalue())
"#;

fn in_java(programs: &[Program], name: &str) {
    if !there_is("javac", "-version") || !there_is("java", "-version") {
        return;
    }
    let folder = folder(&format!("java-{name}"));
    let mut files = Vec::new();
    for (number, (_, program, _)) in programs.iter().enumerate() {
        let class = format!("Program{number}");
        let file = folder.join(format!("{class}.java"));
        let program = program.replace("class Main ", &format!("class {class} "));
        std::fs::write(&file, program.replace("Main::run", &format!("{class}::run"))).unwrap();
        files.push(file);
    }
    let driver = folder.join("Driver.java");
    std::fs::write(&driver, JAVA_DRIVER).unwrap();
    let mut javac = Command::new("javac");
    compiled(javac.args(["-Xlint:all", "-d"]).arg(&folder).arg(&driver).args(&files), &folder);
    let mut java = Command::new("java");
    let java = java.arg("-cp").arg(&folder).arg("Driver").arg(&folder);
    run_driver(java, &folder, programs, &|number, _| format!("Program{number}"));
    std::fs::remove_dir_all(folder).unwrap();
}

/// Runs programs on inputs, each by a class loader of its own, so that nothing is left of the last.
const JAVA_DRIVER: &str = r#"
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;

public class Driver {
    public static void main(String[] args) throws Exception {
        String list = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        PrintStream real = System.out;
        URL[] path = {Paths.get(args[0]).toUri().toURL()};
        for (String line : list.split("\n")) {
            String[] parts = line.split("\t");
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            System.setIn(new FileInputStream(parts[1]));
            System.setOut(new PrintStream(out, true));
            try (URLClassLoader loader = new URLClassLoader(path, null)) {
                Object none = new String[0];
                loader.loadClass(parts[0]).getMethod("main", String[].class).invoke(null, none);
            } catch (Throwable error) {
                error.printStackTrace(System.out);
            }
            real.print("\1" + out);
        }
        real.flush();
    }
}
"#;
