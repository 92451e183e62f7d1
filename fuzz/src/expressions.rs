//! Any text: it is refused with a place in the text, or prints as what reads back as the same, and is
//! answered in both plays.

use super::narrow;
use grundy::analysis::{Question, answer};
use grundy::answer::Style;
use grundy::expr::Catalogue;
use grundy::outcome::Play;

/// Reads the text as an expression, and answers it.
pub fn run(data: &[u8]) {
    let Ok(source) = std::str::from_utf8(data) else { return };
    // A quoted name may be that of a file: none outside the directory is opened.
    if source.contains(['/', '\\']) {
        return;
    }
    let catalogue = Catalogue::default();
    let expression = match catalogue.read(source) {
        Ok(expression) => expression,
        Err(error) => {
            assert!(!error.render(source).is_empty());
            if let Some(at) = error.at(source) {
                assert!((1..=source.chars().count() + 1).contains(&at), "{source:?}: {at}");
            }
            return;
        }
    };
    let printed = expression.to_string();
    let again = catalogue.read(&printed).unwrap_or_else(|error| {
        panic!("{source:?} prints as {printed:?}: {}", error.render(&printed))
    });
    assert_eq!(again.to_string(), printed, "{source:?}");
    for play in [Play::Normal, Play::Misere] {
        let question = Question { play, moves: 5, explain: true, ..Question::default() };
        if let Ok(answer) = answer(&expression, &question, &narrow(3000)) {
            assert!(!answer.to_json().is_empty() && !answer.to_text(Style::default()).is_empty());
            let moves = &answer.winning_moves;
            assert!(moves.listed.is_empty() || answer.outcome.mover_wins(), "{source}: {play}");
        }
    }
}
