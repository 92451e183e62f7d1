//! The files of the collection with their samples and the cases that a brute force found. Each test uses a
//! part of it.

#![allow(dead_code)]

pub mod languages;

use grundy_problems::{Problem, TEXTS};
use std::path::Path;
use std::sync::OnceLock;

/// An input and its answer.
#[derive(Clone)]
pub struct Case {
    pub input: String,
    pub answer: String,
}

/// Every problem with its name, its samples and its cases; read once, so that laws are looked for once.
pub fn problems() -> &'static [(String, Problem, Vec<Case>)] {
    static PROBLEMS: OnceLock<Vec<(String, Problem, Vec<Case>)>> = OnceLock::new();
    PROBLEMS.get_or_init(read)
}

fn read() -> Vec<(String, Problem, Vec<Case>)> {
    let mut problems = Vec::new();
    for (name, text) in TEXTS {
        let problem = Problem::read(name, text).unwrap_or_else(|error| panic!("{error}"));
        let samples = problem.samples.iter().filter_map(|(input, answer)| {
            Some(Case { input: input.clone(), answer: answer.clone()? })
        });
        let mut cases: Vec<Case> = samples.collect();
        cases.extend(stored(name));
        problems.push(((*name).to_owned(), problem, cases));
    }
    problems
}

/// The cases of `problems/brute/NAME.cases`: lines of an input begin with "> ", those of its answer
/// with "< ".
pub fn stored(name: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems/brute");
    let Ok(text) = std::fs::read_to_string(folder.join(format!("{name}.cases"))) else {
        return Vec::new();
    };
    let mut cases: Vec<Case> = Vec::new();
    let mut input = true;
    for line in text.lines() {
        let rest = line.get(2..).unwrap_or("");
        match line.as_bytes().first() {
            Some(b'>') => {
                if !input || cases.is_empty() {
                    cases.push(Case { input: String::new(), answer: String::new() });
                }
                input = true;
                cases.last_mut().unwrap().input += &format!("{rest}\n");
            }
            Some(b'<') => {
                input = false;
                let case = cases.last_mut().expect("an answer follows an input");
                case.answer += &format!("{rest}\n");
            }
            _ => {}
        }
    }
    cases
}
