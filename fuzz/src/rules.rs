//! Any text: it is refused or read; what is read has the same values by the reference evaluator,
//! the plain machine and machine code.

use grundy::context::{Context, Limits};
use grundy_rules::engine::{Backend, Engine, Options};
use grundy_rules::explore::{Explorer, Failure};
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk;
use std::sync::Arc;
use std::time::Duration;

/// Reads the text as rules, and computes small positions in three ways.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(program) = Program::read(Source::new("fuzz", text)) else { return };
    let program = Arc::new(program);
    let limits = Limits {
        memory: 256 << 20,
        time: Some(Duration::from_secs(2)),
        ..Limits::default().with_positions(500)
    };
    for (number, family) in program.families.iter().enumerate() {
        for size in [0, 1, 2, 5] {
            let state = State::new(number, vec![size; family.width]);
            if walk::outside(&program, &state, 1 << 16) != Ok(None) {
                continue;
            }
            let reference = Explorer::default().value(&program, &state, &Context::new(limits));
            for backend in [Backend::Plain, Backend::Native] {
                let mut engine =
                    Engine::new(program.clone(), Options { backend, ..Options::default() });
                let value = engine.value(&state, &Context::new(limits));
                match (&value, &reference) {
                    (Err(Failure::Stop(stop)), _) => {
                        assert!(!stop.to_string().contains("internal error"), "{stop}");
                    }
                    (_, Err(Failure::Stop(_))) => {}
                    (Err(_), Err(_)) => {}
                    (mine, theirs) => assert_eq!(mine, theirs, "{text}"),
                }
            }
        }
    }
}
