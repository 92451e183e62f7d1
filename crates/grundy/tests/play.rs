//! Matches from every small position of every game: moves read back, and play ends as foretold.

use grundy::context::Context;
use grundy::expr::Catalogue;
use grundy::games::REGISTRY;
use grundy::outcome::Play;
use grundy::play::{Match, Side, draw};

fn start(catalogue: &Catalogue<'_>, text: &str, play: Play) -> Option<Match> {
    let position = catalogue.read(text).unwrap();
    Match::new(position, play, Side::Human, &Context::default()).ok()
}

#[test]
fn every_listed_move_is_read_as_itself() {
    let catalogue = Catalogue::default();
    let context = Context::default();
    for family in REGISTRY {
        for text in family.small() {
            let game = start(&catalogue, &text, Play::Normal).unwrap();
            assert!(!draw(game.components()).is_empty() || game.components()[0].parts() == 0);
            if game.winner().is_some() {
                continue;
            }
            for (i, choice) in game.choices(&context).unwrap().iter().enumerate() {
                for typed in [format!("#{}", i + 1), format!("{}: {}", choice.part, choice.text)] {
                    let read = game.read(&typed, &context).unwrap();
                    let read = read.unwrap_or_else(|error| panic!("{text}, {typed}: {error}"));
                    assert_eq!((read.part, &read.text), (choice.part, &choice.text), "{text}");
                }
            }
        }
    }
}

#[test]
fn two_perfect_players_end_as_the_outcome_says() {
    let catalogue = Catalogue::default();
    let context = Context::default();
    let mut ended = 0;
    for family in REGISTRY {
        let small = family.small();
        let step = (small.len() / 10).max(1);
        for text in small.into_iter().step_by(step) {
            for (play, text) in [
                (Play::Normal, text.clone()),
                (Play::Misere, text.clone()),
                (Play::Normal, format!("repeat[3]({text})")),
                (Play::Misere, format!("repeat[2]({text})")),
            ] {
                let Some(mut game) = start(&catalogue, &text, play) else { continue };
                let wins = match game.winner() {
                    Some(winner) => winner == Side::Human,
                    None => game.hint(0, &context).unwrap().outcome.mover_wins(),
                };
                while game.winner().is_none() {
                    let choice = game.engine(&context).unwrap();
                    game.make(&choice, &context).unwrap();
                }
                assert_eq!(game.winner() == Some(Side::Human), wins, "{text} in {play} play");
                ended += 1;
            }
        }
    }
    assert!(ended > 500);
}
