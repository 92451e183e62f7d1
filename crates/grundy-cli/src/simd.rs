//! The instruction set of the engines for heap games, which the environment may choose.

use grundy::heap::InstructionSet;
use std::env::{self, VarError};

use crate::failure::Failure;

/// The variable that names the instruction set.
const VARIABLE: &str = "GRUNDY_SIMD";

/// Selects the instruction set that [`VARIABLE`] names; without it the best one of the processor is
/// used. Called once, before anything is computed.
pub fn select() -> Result<(), Failure> {
    let name = match env::var(VARIABLE) {
        Ok(name) => name,
        Err(VarError::NotPresent) => return Ok(()),
        Err(VarError::NotUnicode(name)) => name.to_string_lossy().into_owned(),
    };
    let set: InstructionSet =
        name.parse().map_err(|error| Failure::Usage(format!("{VARIABLE}: {error}")))?;
    set.select().map_err(|current| {
        Failure::Usage(format!("{VARIABLE}: `{}` is in use already", current.name()))
    })
}
