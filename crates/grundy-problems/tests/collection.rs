//! Every file of the collection: its samples and stored cases, by its formulas and by its rules.

mod collected;

use collected::{problems, stored};
use grundy_problems::{Mode, Problem};

fn run(problem: &Problem, input: &str, mode: Mode) -> Result<String, String> {
    let mut answers = Vec::new();
    let result = problem.judge(input.as_bytes(), &mut answers, mode, &Default::default());
    result.map_err(|error| error.to_string())?;
    Ok(String::from_utf8(answers).unwrap())
}

#[test]
fn samples_and_cases_are_answered_by_formulas_and_by_rules() {
    let mut wrong = Vec::new();
    for (name, problem, cases) in problems() {
        if problem.samples.is_empty() || problem.samples.iter().any(|(_, answer)| answer.is_none())
        {
            wrong.push(format!("{name} has no sample, or one without an answer"));
        }
        for case in cases {
            for mode in [Mode::Formulas, Mode::Rules] {
                if mode == Mode::Rules && !problem.has_both() {
                    continue;
                }
                let found = run(problem, &case.input, mode);
                if found.as_ref().map(|found| found.trim_end()) != Ok(case.answer.trim_end()) {
                    wrong.push(format!(
                        "{name} by {mode:?}:\n{}gives {found:?}\nnot {:?}",
                        case.input, case.answer
                    ));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What the library answers by an algorithm of its own, its file answers too.
#[test]
fn files_of_built_in_problems_answer_as_these() {
    let mut compared = 0;
    for (name, _, cases) in problems() {
        if grundy::judge::find(name).is_none() {
            continue;
        }
        for case in cases {
            let mut answers = Vec::new();
            grundy::judge::judge(name, case.input.as_bytes(), &mut answers).unwrap();
            let answers = String::from_utf8(answers).unwrap();
            assert_eq!(answers.trim_end(), case.answer.trim_end(), "{name}: {}", case.input);
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}

/// What is no formula alone has been compared with a brute force that knows no rule text.
#[test]
fn every_problem_has_cases_of_an_independent_brute_force() {
    let without: Vec<String> = problems()
        .iter()
        .map(|(name, _, _)| name.clone())
        .filter(|name| stored(name).len() < 10)
        .collect();
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn nothing_makes_a_problem_panic_or_hang() {
    let mut random = fastrand::Rng::with_seed(17);
    let hostile = [
        "0",
        "1",
        "3",
        "-1",
        "x",
        "",
        "99999999999",
        "9223372036854775807",
        "-9223372036854775808",
    ];
    let limits = grundy::Limits {
        memory: 1 << 24,
        time: Some(std::time::Duration::from_millis(200)),
        ..grundy::Limits::default().with_positions(20_000)
    };
    for (_, problem, cases) in problems() {
        for case in cases.iter().take(2) {
            let tokens: Vec<&str> = case.input.split_whitespace().collect();
            for _ in 0..8 {
                let mut changed = tokens.clone();
                let place = random.usize(..changed.len().max(1));
                if let Some(token) = changed.get_mut(place) {
                    *token = hostile[random.usize(..hostile.len())];
                }
                changed.truncate(random.usize(..=changed.len()));
                for mode in [Mode::Formulas, Mode::Rules] {
                    let context = grundy::Context::new(limits);
                    let _ = problem.judge(
                        changed.join(" ").as_bytes(),
                        &mut Vec::new(),
                        mode,
                        &context,
                    );
                }
            }
        }
    }
}
