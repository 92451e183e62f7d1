//! What is told of known games.

use grundy::expr::Catalogue;
use grundy::outcome::{Outcome, Play};
use grundy::{Content, Nat, Table};
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

use super::*;

fn report(title: &str, of: Of, to: u64, at: &[Vec<Nat>]) -> Report {
    let game = Catalogue::default().read_game(title).unwrap();
    let content = match of {
        Of::Value => Content::Values,
        Of::Outcome(play) => Content::Outcomes(play),
    };
    let context = Context::default();
    let table = Table::compute(&*game, to, None, content, &context).unwrap();
    let rules = rule_text(title).unwrap();
    let program = Program::read(Source::new(title, &rules.text)).unwrap();
    let family = program.family(&rules.family).unwrap();
    let question = Question {
        game: title,
        program: Some((program.into(), family)),
        table: Some(&table),
        of,
        at,
        moves: 3,
        search: Search::default(),
    };
    of_game(&question, &context).unwrap()
}

#[test]
fn lasker_is_told_by_residues_and_proved() {
    let huge = Nat::from(10u8).pow(1000);
    let report = report("lasker", Of::Value, 200, &[vec![huge.clone() + 3u8], vec![huge.clone()]]);
    let best = &report.laws[0];
    assert_eq!(best.status, Status::Proved, "{report}");
    assert!(report.laws.iter().any(|law| law.kind == "automaton" && law.states == Some(11)));
    // n + 1 for 3 mod 4, n - 1 for 0 mod 4.
    assert_eq!(report.at[0].value, Some(huge.clone() + 4u8), "{report}");
    assert_eq!(report.at[1].value, Some(huge - 1u8), "{report}");
}

#[test]
fn wythoff_beyond_any_table() {
    let (a, b) = (Nat::from(10u8).pow(30), Nat::from(7u8));
    let report = report(
        "wythoff",
        Of::Outcome(Play::Normal),
        60,
        &[vec![a, b], vec![3u8.into(), 5u8.into()]],
    );
    assert!(report.laws.iter().any(|law| law.numeration.as_deref() == Some("zeckendorf")));
    // What is left of the pair with 7 is (4, 7).
    let moves: Vec<_> = report.at[0].moves.iter().map(|told| told.to.as_deref()).collect();
    assert_eq!(moves, [Some("wythoff(4,7)")], "{report}");
    assert!(report.at[1].moves.is_empty());
    let outcomes: Vec<_> = report.at.iter().map(|at| at.outcome).collect();
    assert_eq!(outcomes, [Some(Outcome::N), Some(Outcome::P)], "{report}");
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(json["of"], "outcome");
    assert_eq!(json["at"][1]["outcome"], "P");
    assert_eq!(json["at"][0]["moves"][0]["to"], "wythoff(4,7)");
}

#[test]
fn squares_are_outside_and_no_law_is_claimed() {
    let text = "S(n) -> S(n-k*k) for k in 1..=isqrt(n)";
    let program = Program::read(Source::new("squares", text)).unwrap();
    let question = Question {
        game: "S",
        program: Some((program.into(), 0)),
        table: None,
        of: Of::Value,
        at: &[],
        moves: 0,
        search: Search::default(),
    };
    let report = of_game(&question, &Context::default()).unwrap();
    assert!(report.laws.is_empty());
    assert!(report.remarks[0].contains("isqrt is no term over addition"), "{report}");
}
