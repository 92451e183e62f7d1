//! What is wrong with the rules, in the words of the reference evaluator.

use crate::explore::{Failure, arrows, circle, growing};
use crate::state::State;
use crate::typed::Program;
use crate::walk::{self, MAX_STEPS};
use grundy::context::{Context, Stop};

/// What is wrong in a state; nothing if the reference finds nothing.
///
/// # Errors
/// Cancelled, or out of time.
pub fn state(
    program: &Program,
    state: &State,
    context: &Context<'_>,
) -> Result<Option<Failure>, Stop> {
    let form = match walk::normal_form_within(program, state, context) {
        Ok(form) => form,
        Err(Failure::Stop(stop)) => return Err(stop),
        Err(failure) => return Ok(Some(failure)),
    };
    if form != *state {
        // Its options are asked for by themselves.
        return Ok(None);
    }
    let mut stop = Ok(());
    let mut wrong = None;
    let mut seen = 0u64;
    let options = walk::values_within(program, state, MAX_STEPS, context, &mut |option| {
        seen += 1;
        stop = context.tick("listing the options of a position", seen * 64);
        stop = stop.clone().and_then(|()| context.check_moves(seen));
        // Whatever is wrong in a rule itself comes before what is wrong with what it leads to.
        if stop.is_ok() && wrong.is_none() {
            let form = |state| walk::normal_form_within(program, state, context).err();
            wrong = option.sum.iter().find_map(form);
        }
        stop.is_ok()
    });
    stop?;
    match options.err().or(wrong) {
        Some(Failure::Stop(stop)) => Err(stop),
        failure => Ok(failure),
    }
}

/// Play comes back to the state `back_to`, which is on the path.
pub fn round(program: &Program, path: &[State], back_to: &State) -> Failure {
    // States that stand for others are left out: what they are the same as is on the path too.
    let forms: Vec<State> = path
        .iter()
        .filter(|state| walk::normal_form(program, state).is_ok_and(|form| form == **state))
        .cloned()
        .collect();
    match walk::normal_form(program, back_to) {
        Err(error) => error.into(),
        Ok(form) => match forms.is_empty() {
            // No move is made at all: the forms of one position go round.
            true => internal(program, back_to),
            false => circle(program, &forms, &form).into(),
        },
    }
}

/// What was done when a limit was reached: with the path, if its states grow.
pub fn searching(program: &Program, path: &[State]) -> String {
    let doing = "searching for a Grundy value".to_owned();
    let states: Vec<&State> = path.iter().collect();
    let Some(growing) = growing(&states) else { return doing };
    format!(
        "{doing}, where positions grow without end, {} (play seems to go on for ever)",
        arrows(program, &growing)
    )
}

/// The two evaluators do not agree that something is wrong.
pub fn internal(program: &Program, state: &State) -> Failure {
    Failure::Stop(Stop::Refused(format!(
        "internal error: compiled rules and their reference differ at {}; please report it",
        state.show(program)
    )))
}
