//! How positions are shown: boards and texts, in moves, pictures, the reasoning and the graph.

use grundy::analysis::{Question, answer};
use grundy::answer::Style;
use grundy::context::Context;
use grundy_rules::game::Rules;
use grundy_rules::show;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use proptest::prelude::*;

fn program(text: &str) -> Program {
    let source = Source::new("test", text);
    Program::read(source.clone()).unwrap_or_else(|error| panic!("{}", error.render(&source)))
}

/// What is shown of a position, in lines and in one.
fn shown(show: &str, coords: &[i64]) -> (Vec<String>, String) {
    let text = format!("f(m, n, x[3]) -> f(m, n-1, x)\nf(m, n, x[3]) show {show}");
    let program = program(&text);
    let state = State::new(0, coords.to_vec());
    let lines = show::lines(&program, &state).unwrap().unwrap_or_default();
    (lines, show::line(&program, &state))
}

#[test]
fn boards_have_rows_of_signs() {
    let at = [0b1_0010_0110, 3, 2, 0, 1];
    let is = |show: &str, rows: &[&str], line: &str| {
        let (lines, one) = shown(show, &at);
        assert_eq!(
            (&*lines, &*one),
            (&*rows.iter().map(|row| row.to_string()).collect::<Vec<_>>(), line)
        );
    };
    is("board(m, n, '.x')", &[". x x", ". . x", ". . x"], ".xx/..x/..x");
    is("board(m, 5, 3, '.x')", &[". x x . .", "x . . x .", ". . . . ."], ".xx../x..x./.....");
    is("board(x, 2, '.ox')", &["x .", "o"], "x./o");
    is("\"{{{n}}} of {x}\"", &["{3} of 2,0,1"], "{3} of 2,0,1");
    is(
        "\"a {board(m, 3, '.x')} {board(x, 1, '.ox')} b\"",
        &["a . x x x b", "  . . x .", "  . . x o"],
        "a .xx/..x/..x x/./o b",
    );
    is("'{if n in {1, 3} then m % 10 else 0}'", &["4"], "4");
}

#[test]
fn what_cannot_be_shown_is_typed() {
    let text = "f(m, n) -> f(m, n-1) if n > 0\nf(m, n) show board(m, n, '.x')";
    let rules = Rules::read(Source::new("test", text)).unwrap();
    let program = rules.program().clone();
    assert_eq!(show::line(&program, &State::new(0, vec![5, 0])), "f(5,0)");
    let position = rules.catalogue().read("f(5,1)").unwrap();
    let answer = answer(&position, &Question::default(), &Context::default()).unwrap();
    assert_eq!(answer.winning_moves.listed[0].text, "x/./x -> f(5,0)");
    let position = rules.catalogue().read("f(5,0)").unwrap();
    let answer = grundy::analysis::answer(&position, &Question::default(), &Context::default());
    let notes = answer.unwrap().notes;
    assert!(notes[0].contains("a board has 1 to 64 columns and rows, not 0"), "{notes:?}");
}

#[test]
fn moves_and_reasoning_are_in_the_notation_of_the_rules() {
    let text = include_str!("../../../examples/rules/more/cram.rules");
    let rules = Rules::read(Source::new("cram.rules", text)).unwrap();
    let position = rules.catalogue().read("cram(0b111)").unwrap();
    let question = Question { explain: true, ..Question::default() };
    let answer = answer(&position, &question, &Context::default()).unwrap();
    assert_eq!(answer.position, "cram(7)");
    let listed = &answer.winning_moves.listed;
    assert_eq!((&*listed[0].text, &*listed[0].to), ("...# -> .###", "cram(1)"));
    let told = answer.to_text(Style::default());
    for line in ["cram(7) is shown as ...#", "...#  mex{0} = 1", ".###  no move: mex{} = 0"] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    assert!(!told.contains("byte code") && !told.contains("machine code"), "{told}");
}

#[test]
fn without_a_line_of_its_own_a_position_is_explained_as_typed() {
    let text = "take(n) -> take(n-k) for k in 1..=min(n,3)";
    let rules = Rules::read(Source::new("take", text)).unwrap();
    let position = rules.catalogue().read("take(9)").unwrap();
    let question = Question { explain: true, ..Question::default() };
    let told = answer(&position, &question, &Context::default()).unwrap();
    let told = told.to_text(Style::default());
    for line in
        ["take(0)  no move: mex{} = 0", "take(3)  mex{0,1,2} = 3", "take(4)  mex{1,2,3} = 0"]
    {
        assert!(told.contains(line), "{line}\n{told}");
    }
    // Moves that win at once, and sums.
    let text = include_str!("../../../examples/rules/cutting.rules");
    let rules = Rules::read(Source::new("cutting.rules", text)).unwrap();
    let position = rules.catalogue().read("cutting(3,3)").unwrap();
    let told = answer(&position, &question, &Context::default()).unwrap();
    let told = told.to_text(Style::default());
    assert!(told.contains("cutting(1,2)  a move wins at once: no value"), "{told}");
    assert!(told.contains("cutting(2,2)  mex{} = 0"), "{told}");
}

proptest! {
    /// No text behind `show` makes anything panic, and what is read can be shown.
    #[test]
    fn any_text_is_read_or_refused(show in "[ -~]{0,40}", m in 0i64..300, n in 0i64..9) {
        for show in [format!("\"{show}\""), format!("board({show})"), show] {
            let text = format!("f(m, n) -> f(m, n-1) if n > 0 f(m, n) show {show}");
            let source = Source::new("test", &text);
            match Program::read(source.clone()) {
                Ok(program) => {
                    let state = State::new(0, vec![m, n]);
                    prop_assert!(!show::line(&program, &state).contains('\n'));
                    if let Some(Ok(lines)) = show::lines(&program, &state) {
                        prop_assert!(!lines.is_empty());
                    }
                }
                Err(error) => prop_assert!(error.render(&source).contains("test:")),
            }
        }
    }
}
