//! Printed submissions, compiled and run: they answer as the problems do.

mod collected;

use collected::languages::{Program, run_all};
use collected::problems;
use grundy_problems::Problem;
use grundy_rules::emit::Lang;

/// The programs of the problems; all can be said in every language.
fn emitted(lang: Lang) -> Vec<Program> {
    let (mut programs, mut unsaid) = (Vec::new(), Vec::new());
    for (name, problem, cases) in problems() {
        match Problem::emit(problem, lang) {
            Ok(text) => programs.push((name.clone(), text, cases.clone())),
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
