//! `grundy sequence --survey`

use crate::args::Sequence as Args;
use crate::failure::Failure;

pub fn run(_pattern: &str, _args: &Args) -> Result<(), Failure> {
    Err(Failure::Usage("surveys".into()))
}
