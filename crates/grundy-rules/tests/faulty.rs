//! Rules that are wrong in some position: no solver answers from them; and how moves are counted.

use grundy::analysis::{Question, Session};
use grundy::context::{Context, Stop};
use grundy::game::Game;
use grundy::outcome::Play;
use grundy::ruleset::{Options, Ruleset};
use grundy::solve::arena::{Arena, Interner};
use grundy::solve::{grundy_value, listing};
use grundy::table::{Content, Table};
use grundy_rules::engine::{Engine, Options as EngineOptions};
use grundy_rules::game::Rules;
use grundy_rules::ruleset::RuleGame;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use std::sync::{Arc, Mutex};

/// The mover wins by going to a(0); but a(3) also has a move to a(-2).
const FAULTY: &str = "
    a(n) -> a(0)   if n > 0
    a(n) -> a(n-5) if n == 3
    a(n) -> a(n-1) if n > 3";

fn rules() -> Rules {
    Rules::read(Source::new("t", FAULTY)).unwrap()
}

fn game(rules: &Rules) -> RuleGame {
    family(rules, 0)
}

fn family(rules: &Rules, number: usize) -> RuleGame {
    let program = rules.program().clone();
    let engine = Engine::new(program.clone(), EngineOptions::default());
    RuleGame::new(program, Arc::new(Mutex::new(engine)), number)
}

#[track_caller]
fn is_faulty<T: std::fmt::Debug>(result: Result<T, Stop>) {
    match result {
        Err(Stop::Faulty(text)) => assert!(text.contains("a(3) reaches a(-2)"), "{text}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn no_solver_answers_from_faulty_rules() {
    let rules = rules();
    let context = Context::default();
    for n in [3, 4, 9] {
        let state = State::new(0, vec![n]);
        is_faulty(grundy_value(&game(&rules), &state, &context));
        is_faulty(game(&rules).known(&state, &context));
        is_faulty(game(&rules).tame(&state, &context));
        // What was found before the fault is asked for again.
        is_faulty(game(&rules).known(&state, &context));
    }
    let state = State::new(0, vec![3]);
    is_faulty(listing::list(&game(&rules), &state, &mut Options::default(), &context));
    let mut arena = Arena::default();
    let number = arena.add_game(Box::new(Interner::new(Arc::new(game(&rules)))));
    let node = arena.node(number, &state).unwrap();
    is_faulty(arena.expand(node, &context));
    let at = |i: usize| State::new(0, vec![i as i64]);
    let index = |state: &State| usize::try_from(state.coords()[0]).ok();
    is_faulty(grundy::solve::dense::table(&game(&rules), 6, at, index, &context));
}

#[test]
fn no_question_is_answered_from_faulty_rules() {
    let rules = rules();
    let catalogue = rules.catalogue();
    let context = Context::default();
    for text in ["a(3)", "a(7)", "a(4) + nim(3)", "nim(1) + kayles(8) + a(3)"] {
        for play in [Play::Normal, Play::Misere] {
            let expression = catalogue.read(text).unwrap();
            for explain in [false, true] {
                let question = Question { play, explain, replies: 9, ..Question::default() };
                is_faulty(Session::default().answer(&expression, &question, &context));
            }
            let grundy::expr::Expression::Sum(sum) = &expression else { panic!() };
            is_faulty(Session::default().outcome(sum, play, &context));
        }
    }
    let table = |to, content| {
        Table::compute(&*catalogue.read_game("a").unwrap(), to, None, content, &context)
    };
    for content in
        [Content::Values, Content::Outcomes(Play::Normal), Content::Outcomes(Play::Misere)]
    {
        assert!(table(2, content).is_ok());
        match table(3, content) {
            Err(grundy::table::TableError::Stop(stop)) => is_faulty::<()>(Err(stop)),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn equal_results_are_one_move_and_forms_are_counted_as_written() {
    let text = "
        twice(n) -> twice(n/2) + twice(n/3) if n > 2
        twice(n) -> twice(n/3) + twice(n/2) if n > 2
        half(a,b) == half(b,a) if a > b
        half(a,b) -> half(a-k,b) for k in 1..=a
        half(a,b) -> half(a,b-k) for k in 1..=b";
    let rules = Rules::read(Source::new("t", text)).unwrap();
    let count = |number, coords| {
        let game = family(&rules, number);
        let mut options = Options::default();
        game.options(&State::new(number, coords), &mut options).unwrap();
        options.len()
    };
    assert_eq!(count(0, vec![6]), 1);
    // (1,2) and (2,1) play the same, but they are two moves.
    assert_eq!(count(1, vec![2, 2]), 4);
}
