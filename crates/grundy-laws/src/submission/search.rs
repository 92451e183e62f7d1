//! The search for a law with a fixed number of steps.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use grundy::context::{Context, Limits};
use grundy_rules::game::Rules;
use grundy_rules::typed::Program;

use crate::numeration::Name;
use crate::report::{Asked, Report, Wanted};
use crate::rules::{Of, Search};

/// All of it; a look at the clock counts as a millisecond.
const TIME: Duration = Duration::from_millis(600);

/// The proofs in one numeration system.
const PROOF_TIME: Duration = Duration::from_millis(200);

/// The positions of a table of values; ten times as many moves.
const POSITIONS: u64 = 200_000;

/// The laws of a family.
pub(super) fn report(program: &Arc<Program>, family: usize, of: Of) -> Option<Report> {
    let width = program.families[family].width;
    let rules = Rules::new((**program).clone()).ok()?;
    let catalogue = rules.catalogue();
    let game = catalogue.read_game(&program.families[family].name).ok()?;
    let looks = AtomicU64::new(0);
    let limits = Limits::default().with_positions(POSITIONS);
    let context = Context::new(limits).counted(&looks).within(TIME);
    let search = Search {
        systems: if of == Of::Value && width > 1 { vec![Name::Base(2)] } else { Vec::new() },
        states: 100,
        table: 1 << 14,
        proof_states: 50_000,
        proof_time: PROOF_TIME,
        time: TIME / 2,
    };
    let program = Some((rules.program().clone(), family));
    let wanted = Wanted::Best;
    let asked = Asked {
        game: &*game,
        program,
        wanted,
        to: &[],
        at: &[],
        unproved: false,
        moves: 0,
        search,
    };
    asked.ask(of, &context).ok()
}
