//! The machine that runs statements.

use super::error::{Error, Halt};
use super::games::{Failed, Games};
use crate::ir::{Routine, Var};
use crate::problem::Problem;
use grundy::context::{Context, Stop};
use grundy::judge::Tokens;
use grundy::syntax::Span;
use grundy_rules::error::{Kind, RuleError};
use grundy_rules::input::InputValue;
use grundy_rules::number::Fault;
use hashbrown::HashMap;
use std::io::Write;

/// The clock is looked at after so many steps.
const STEPS_PER_LOOK: u64 = 1 << 16;

/// How a block ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    /// The innermost loop is left.
    Break,
    /// The innermost group of cases is left.
    Stop,
}

pub(super) struct Machine<'a, 'o, 'c> {
    pub problem: &'a Problem,
    pub routine: &'a Routine,
    pub tokens: Tokens<'a>,
    pub out: &'o mut (dyn Write + Send),
    pub context: &'a Context<'c>,
    /// Numbers and conditions, by variable.
    pub ints: Vec<i64>,
    pub arrays: Vec<Vec<i64>>,
    pub rows: Vec<Vec<Vec<i64>>>,
    pub games: Games,
    /// Coordinates of a position.
    pub coords: Vec<i64>,
    pub depth: usize,
    /// Values of functions for the case at hand.
    pub kept: HashMap<(usize, Vec<i64>), i64>,
    /// What the inputs of the rules are now.
    pub given: Vec<InputValue>,
    steps: u64,
    /// Numbers held in arrays that are not read but made.
    held: u64,
}

impl<'a, 'o, 'c> Machine<'a, 'o, 'c> {
    pub fn new(
        problem: &'a Problem,
        routine: &'a Routine,
        tokens: Tokens<'a>,
        out: &'o mut (dyn Write + Send),
        context: &'a Context<'c>,
    ) -> Self {
        let count = routine.variables.len();
        let program = problem.rules.clone().filter(|program| program.inputs.is_empty());
        Self {
            problem,
            routine,
            tokens,
            out,
            context,
            ints: vec![0; count],
            arrays: vec![Vec::new(); count],
            rows: vec![Vec::new(); count],
            games: Games::new(program),
            coords: Vec::new(),
            depth: 0,
            kept: HashMap::new(),
            given: Vec::new(),
            steps: 0,
            held: 0,
        }
    }

    pub fn run(&mut self) -> Result<(), Halt> {
        let routine = self.routine;
        self.block(&routine.body)?;
        let ends = !routine.reads_to_the_end();
        if ends {
            self.tokens.end()?;
        }
        Ok(())
    }

    /// One step of work.
    pub fn step(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_LOOK) {
            let look = self.context.tick("answering the input", 0);
            return look.map_err(|stop| self.stopped(stop));
        }
        Ok(())
    }

    /// One number more is held.
    pub fn hold(&mut self) -> Result<(), Halt> {
        self.held += 1;
        if self.held.is_multiple_of(STEPS_PER_LOOK) {
            let held = self.held;
            let enough = self
                .context
                .check_memory(8 * held, || format!("arrays with {held} numbers are made"));
            return enough.map_err(|stop| self.stopped(stop));
        }
        Ok(())
    }

    /// These are given back.
    pub fn release(&mut self, count: usize) {
        self.held = self.held.saturating_sub(count as u64);
    }

    pub fn stopped(&self, stop: Stop) -> Halt {
        Box::new(Error::Stop { line: self.tokens.last_line(), stop })
    }

    /// Something has no value, at this place of the file and for the input read last.
    pub fn wrong(&self, kind: Kind, message: impl Into<String>, help: &str, span: Span) -> Halt {
        let error = RuleError::new(kind, message, span).help(help);
        let text = error.render(&self.problem.source);
        Box::new(Error::Problem(format!("line {} of the input: {text}", self.tokens.last_line())))
    }

    pub fn fault(&self, fault: Fault, span: Span) -> Halt {
        if let Fault::Index(index, 0) = fault {
            let message = format!("there is no element {index}: the array is empty");
            return self.wrong(fault.kind(), message, fault.help(), span);
        }
        self.wrong(fault.kind(), fault.message(), fault.help(), span)
    }

    pub fn failed(&self, failed: Failed, span: Span) -> Halt {
        match failed {
            Failed::Stop(stop) => self.stopped(stop),
            Failed::Rules(message) => {
                let line = self.tokens.last_line();
                Box::new(Error::Problem(format!("line {line} of the input: {message}")))
            }
            Failed::Position(message) => {
                let help = "the input describes no position of this game";
                self.wrong(Kind::Domain, message, help, span)
            }
        }
    }

    pub fn name(&self, var: Var) -> &'a str {
        &self.routine.variables[var].name
    }
}
