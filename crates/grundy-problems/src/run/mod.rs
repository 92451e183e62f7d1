//! Answering an input.

mod error;
mod eval;
mod games;
mod machine;
mod statement;

use crate::problem::Problem;
pub use error::Error;
use grundy::context::Context;
use grundy::judge::Tokens;
use machine::Machine;
use std::io::{BufWriter, Write};

/// Where answers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The formulas of the file, where it has some.
    Formulas,
    /// The rules alone, where the file says what position they are about.
    Rules,
}

/// Functions that call themselves do so this often at most.
const MAX_DEPTH: usize = 100_000;

/// The stack of the thread that runs functions: this many bytes a call.
const STACK_PER_CALL: usize = 20_000;

impl Problem {
    /// Whether the rules alone can answer what formulas answer too: what they say can be compared.
    pub fn has_both(&self) -> bool {
        self.by_rules.is_some()
    }

    /// Whether formulas answer something that rules could answer.
    pub fn has_formulas(&self) -> bool {
        self.formulas
    }

    /// Answers `input`, writing to `output`.
    ///
    /// # Complexity
    /// O(length of the input), and what the file says: values of rules are found once each.
    ///
    /// # Errors
    /// If the input breaks its format, describes no position, or a limit is reached. All answers
    /// that precede the error have been written then. Or if writing fails.
    ///
    /// ```
    /// use grundy_problems::{Mode, Problem};
    /// let text = "title: Nim\ninput: T * (n, h[n])\nvalue: xor(h)\nprint: Yes / No\n";
    /// let nim = Problem::read("nim.problem", text)?;
    /// let mut answers = Vec::new();
    /// nim.judge(b"2 2 1 1 1 5", &mut answers, Mode::Formulas, &Default::default())?;
    /// assert_eq!(answers, b"No\nYes\n");
    /// let error = nim.judge(b"1 2 1 x", &mut answers, Mode::Formulas, &Default::default());
    /// assert_eq!(error.unwrap_err().to_string(), "line 1: expected h[1], found \"x\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn judge(
        &self,
        input: &[u8],
        output: &mut (dyn Write + Send),
        mode: Mode,
        context: &Context<'_>,
    ) -> Result<(), Error> {
        let routine = match (mode, &self.by_rules) {
            (Mode::Rules, Some(routine)) => routine,
            _ => &self.main,
        };
        let mut out = BufWriter::with_capacity(1 << 16, output);
        let mut run = || {
            Machine::new(self, routine, Tokens::new(input), &mut out, context)
                .run()
                .map_err(|halt| *halt)
        };
        let result = if routine.functions.is_empty() {
            run()
        } else {
            // Functions that call themselves need a deep stack.
            std::thread::scope(|scope| {
                let deep = std::thread::Builder::new().stack_size(MAX_DEPTH * STACK_PER_CALL);
                match deep.spawn_scoped(scope, run) {
                    Ok(handle) => handle.join().unwrap_or_else(|_| {
                        Err(Error::Problem("the problem could not be run".to_owned()))
                    }),
                    Err(error) => {
                        let bytes = MAX_DEPTH * STACK_PER_CALL;
                        Err(Error::Problem(format!("there is no stack of {bytes} bytes: {error}")))
                    }
                }
            })
        };
        if matches!(result, Err(Error::Output(_))) {
            // What could not be written is given up, not tried again on dropping.
            let _ = out.into_parts();
            return result;
        }
        out.flush()?;
        result
    }
}
