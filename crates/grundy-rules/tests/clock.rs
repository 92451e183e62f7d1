//! Every loop of a rule looks at the clock and at Ctrl-C, whoever runs it.

use grundy::context::{Context, Limits, Stop};
use grundy::ruleset::{Options as ListOptions, Ruleset};
use grundy::solve::listing;
use grundy_rules::engine::{Backend, Engine, Options};
use grundy_rules::explore::{Explorer, Failure};
use grundy_rules::ruleset::RuleGame;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Rules of which a single position takes long: loops with an end and without one.
const SLOW_RULES: [&str; 4] = [
    "f(n) { var k = n while k >= 0 { k = k / 2 } move f(k) }",
    "f(n) { var s = 0 for k in 1..=20000000 { s = (s + k) % 7 } if n > s { move f(s) } }",
    "f(n) -> f(n-1) for k in 1..=60000000 if k < 0",
    "f(n) -> f(0) for k in 1..=10000 for j in ones(k) for i in 1..=1000 if i < 0",
];

fn program(text: &str) -> Arc<Program> {
    Arc::new(Program::read(Source::new("test", text)).unwrap())
}

/// Contexts that say no: cancelled, and out of time.
fn asks(ask: impl Fn(&Context<'_>)) {
    let flag = AtomicBool::new(true);
    ask(&Context::default().with_cancel(&flag));
    ask(&Context::new(Limits { time: Some(Duration::ZERO), ..Limits::default() }));
}

#[track_caller]
fn is_stopped<T: std::fmt::Debug>(result: Result<T, Failure>) {
    match result {
        Err(Failure::Stop(Stop::Cancelled | Stop::Limit { .. })) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_reference_looks_at_the_clock() {
    for text in SLOW_RULES {
        let program = program(text);
        let state = State::new(0, vec![9]);
        asks(|context| {
            is_stopped(walk::options_within(
                &program,
                &state,
                walk::MAX_STEPS,
                context,
                &mut |_| true,
            ));
            is_stopped(Explorer::default().value(&program, &state, context));
        });
    }
}

#[test]
fn compiled_rules_look_at_the_clock() {
    for text in SLOW_RULES {
        let program = program(text);
        for backend in [Backend::Auto, Backend::Plain, Backend::Native] {
            let options = Options { backend, ..Options::default() };
            asks(|context| {
                let mut engine = Engine::new(program.clone(), options);
                is_stopped(engine.value(&State::new(0, vec![9]), context));
                is_stopped(engine.table(0, &[2000], context));
            });
        }
    }
}

#[test]
fn lists_of_moves_look_at_the_clock() {
    for text in SLOW_RULES {
        let program = program(text);
        let engine = Engine::new(program.clone(), Options::default());
        let game = RuleGame::new(program, Arc::new(Mutex::new(engine)), 0);
        let state = State::new(0, vec![9]);
        asks(|context| {
            let listed = listing::list(&game, &state, &mut ListOptions::default(), context);
            is_stopped(listed.map_err(Failure::Stop));
            // It was told: the game is not wrong.
            assert_eq!(game.fault(), None, "{text}");
        });
    }
}

#[test]
fn what_takes_long_has_its_value_all_the_same() {
    let text = "f(n) { var s = 0 for k in 1..=3000000 { s = (s + k) % 7 } if n > s { move f(s) } }";
    let program = program(text);
    let values = [Backend::Plain, Backend::Native].map(|backend| {
        let mut engine = Engine::new(program.clone(), Options { backend, ..Options::default() });
        engine.value(&State::new(0, vec![9]), &Context::default()).unwrap().number()
    });
    assert_eq!(values, [Some(1), Some(1)]);
}
