//! Whether the statements of laws are true.

use grundy::nat;

use super::formulas::Translation;
use super::statement::{Of, Statements};
use crate::automaton::{Automaton, Budget};
use crate::formula::{DecideError, Environment, Proof, RelationError, RelationId, prove};
use crate::numeration::System;

/// The number of a family among those reached, with a position about which the laws are wrong: not all
/// that has to be true for them is. `None` is a proof, if moves have an end.
#[allow(clippy::type_complexity)]
pub(super) fn refute(
    translation: &Translation,
    reached: &[usize],
    of: Of,
    system: &System,
    laws: &[Automaton],
    budget: &Budget<'_>,
) -> Result<Option<(usize, Vec<u64>)>, DecideError> {
    let mut environment = Environment::new();
    let mut ids = vec![RelationId::Xor; translation.families.len()];
    for (&family, law) in reached.iter().zip(laws) {
        let name = format!("f{family}");
        let id = environment.define(system, &name, law.clone(), budget);
        ids[family] = id.map_err(|error| match error {
            RelationError::Overrun(overrun) => DecideError::Overrun(overrun),
            _ => DecideError::Undefined(RelationId::Given(family as u32)),
        })?;
    }
    for (at, &family) in reached.iter().enumerate() {
        let mut statements = Statements::new(translation, ids.clone());
        let Ok(all) = statements.law(family, of) else {
            return Err(DecideError::Depth);
        };
        let tracks = translation.families[family].width + usize::from(of == Of::Value);
        for formula in all {
            if let Proof::Refuted(values) = prove(&formula, system, &environment, budget)? {
                let numbers: Option<Vec<u64>> =
                    values.iter().map(|(_, number)| nat::to_u64(number)).collect();
                // All coordinates are free variables, and the first ones.
                let mut numbers = numbers.unwrap_or_else(|| vec![u64::MAX; values.len()]);
                numbers.truncate(tracks);
                return Ok(Some((at, numbers)));
            }
        }
    }
    Ok(None)
}
