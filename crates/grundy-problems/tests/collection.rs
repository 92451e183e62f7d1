//! Every file of the collection: its samples, and its formulas against its rules.

use grundy_problems::{Mode, Problem};
use std::path::PathBuf;

fn files() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "problem"));
    files.sort();
    files
}

fn run(problem: &Problem, input: &str, mode: Mode) -> Result<String, String> {
    let mut answers = Vec::new();
    let result = problem.judge(input.as_bytes(), &mut answers, mode, &Default::default());
    result.map_err(|error| error.to_string())?;
    Ok(String::from_utf8(answers).unwrap())
}

#[test]
fn samples_are_answered_by_formulas_and_by_rules() {
    let mut wrong = Vec::new();
    for file in files() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let problem = match Problem::read(&name, &text) {
            Ok(problem) => problem,
            Err(error) => {
                wrong.push(error.to_string());
                continue;
            }
        };
        if problem.samples.is_empty() {
            wrong.push(format!("{name} has no sample"));
        }
        for (input, answer) in &problem.samples {
            let Some(answer) = answer else {
                wrong.push(format!("{name} has a sample without an answer"));
                continue;
            };
            for mode in [Mode::Formulas, Mode::Rules] {
                match run(&problem, input, mode) {
                    Ok(answers) if answers == *answer => {}
                    Ok(answers) => wrong.push(format!(
                        "{name} by {mode:?}:\n{input}gives\n{answers}instead of\n{answer}"
                    )),
                    Err(error) => wrong.push(format!("{name} by {mode:?}: {error}")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
