//! Whatever is typed: an answer or an error, never a panic, never without end.

use grundy::analysis::{Question, answer};
use grundy::context::{Context, Limits};
use grundy::expr::Catalogue;
use grundy::games::REGISTRY;
use grundy::outcome::Play;
use grundy::syntax;
use proptest::prelude::*;
use std::time::Duration;

fn tight() -> Context<'static> {
    let time = Some(Duration::from_millis(200));
    Context::new(Limits { memory: 64 << 20, time, ..Limits::default() }.with_positions(3000))
}

/// Reads and, if that works, answers under both plays.
fn exercise(source: &str) {
    let catalogue = Catalogue::default();
    match catalogue.read(source) {
        Err(error) => {
            let rendered = error.render(source);
            assert!(!rendered.is_empty());
            if let Some(at) = error.at(source) {
                assert!(at >= 1 && at <= source.chars().count() + 1, "{source:?}: {at}");
            }
        }
        Ok(expression) => {
            let printed = expression.to_string();
            let again = catalogue.read(&printed).unwrap_or_else(|e| {
                panic!("{source:?} prints as {printed:?}: {}", e.render(&printed))
            });
            assert_eq!(again.to_string(), printed, "{source:?}");
            for play in [Play::Normal, Play::Misere] {
                let question = Question {
                    play,
                    moves: 5,
                    explain: true,
                    report: true,
                    replies: 3,
                    ..Question::default()
                };
                match answer(&expression, &question, &tight()) {
                    Ok(answer) => {
                        assert!(!answer.to_json().is_empty());
                        assert!(!answer.to_text(grundy::answer::Style::default()).is_empty());
                        let moves = &answer.winning_moves;
                        let found = !moves.listed.is_empty();
                        assert!(!found || answer.outcome.mover_wins(), "{source}: {play}");
                    }
                    Err(stop) => assert!(!stop.to_string().is_empty()),
                }
            }
        }
    }
}

/// Every number of `text` replaced, in turn, by those of `numbers` that are not `None`.
fn with_numbers(text: &str, numbers: &[Option<&str>]) -> String {
    let mut out = String::new();
    let mut digits = false;
    let mut next = 0;
    for c in text.chars() {
        if c.is_ascii_digit() {
            if !digits {
                digits = true;
                if let Some(Some(number)) = numbers.get(next) {
                    out.push_str(number);
                    next += 1;
                    continue;
                }
                next += 1;
            } else if next > 0 && matches!(numbers.get(next - 1), Some(Some(_))) {
                continue;
            }
        } else {
            digits = false;
        }
        out.push(c);
    }
    out
}

fn templates() -> Vec<String> {
    let mut all: Vec<String> = vec!["repeat[2](nim(3,4) + 0.77(2))".into()];
    for family in REGISTRY {
        let small = family.small();
        let step = (small.len() / 6).max(1);
        all.extend(family.card().examples.iter().map(|e| (*e).to_owned()));
        all.extend(small.into_iter().step_by(step));
    }
    all
}

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "17",
    "64",
    "100",
    "1000",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "10^30",
    "2^200",
    "1_000",
    "0007",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_text_is_read_or_refused(text in "\\PC{0,60}") {
        exercise(&text);
    }

    #[test]
    fn random_tokens_are_read_or_refused(
        tokens in proptest::collection::vec(
            prop::sample::select(vec![
                "nim", "wythoff", "(", ")", "[", "]", ",", ";", "+", "*", "3", "0.77", "4!.0", "..",
                "^", ":", "-", ">", "\"ab\"", "rows", "words", "edges", "set", "{2+}", "0", "（",
                "，", "＋", " ", "_", "9999999999999999999999",
            ]),
            0..16,
        )
    ) {
        exercise(&tokens.concat());
    }

    #[test]
    fn well_formed_positions_of_every_game_are_answered_or_refused(
        template in prop::sample::select(templates()),
        numbers in proptest::collection::vec(prop::option::of(prop::sample::select(NUMBERS)), 0..8),
    ) {
        exercise(&with_numbers(&template, &numbers));
    }

    #[test]
    fn printed_trees_parse_to_themselves(template in prop::sample::select(templates())) {
        let tree = syntax::parse(&template).unwrap();
        let printed: Vec<String> = tree.iter().map(ToString::to_string).collect();
        let again = syntax::parse(&printed.join(" + ")).unwrap();
        let reprinted: Vec<String> = again.iter().map(ToString::to_string).collect();
        prop_assert_eq!(printed, reprinted);
    }
}

#[test]
fn overlong_numbers_and_expressions_are_refused() {
    let catalogue = Catalogue::default();
    let million = "9".repeat(1_000_000);
    assert!(catalogue.read(&format!("nim({million})")).is_ok());
    for long in [format!("nim({million}9)"), "nim(10^1000000)".into(), "nim(2^99999999999)".into()]
    {
        let Err(error) = catalogue.read(&long) else { panic!("too long a number was read") };
        assert!(error.message.contains("1000000 digits"), "{}", error.message);
    }
    let long = " ".repeat(syntax::MAX_LENGTH + 1);
    assert!(catalogue.read(&long).is_err());
}

#[test]
fn numbers_are_replaced_one_by_one() {
    assert_eq!(with_numbers("a(12,3;4)", &[Some("x"), None, Some("y")]), "a(x,3;y)");
}

#[test]
fn positions_that_chance_once_found() {
    // Equal parts cancel, but misère play asks for their values; one option of very many heaps.
    exercise("lasker[3](4294967295,4294967295)");
    exercise("{2+}=.0(1000000000)");
    // Very many columns, and no row that may be turned.
    exercise("rugs[mock-turtles,twins](4294967295,0)");
    exercise("rugs[moebius,triplets](10^30,1)");
    // Digits that repeat for ever and allow nothing, or only to take all.
    exercise("0.[0](18446744073709551615)");
    exercise("0.[1](18446744073709551615,3)");
    exercise("0.[1](18446744073709551617)");
    // More positions than a number has room for.
    exercise("fibonacci-nim(18446744073709551615)");
}
