//! Ranks that fall with every move: looked for, and proved.

use std::cell::RefCell;
use std::time::Duration;

use grundy::context::{Context, Stop};
use grundy::nat;

use super::error::{FindError, decide_error};
use super::formulas::Translation;
use super::statement::{Rank, Statements};
use crate::automaton::{Budget, Overrun};
use crate::formula::{DecideError, Environment, Formula, Proof, prove};
use crate::numeration::System;

/// So many ranks that never rise are tried as the first part of a rank of two parts.
const MAX_FIRST: usize = 12;

/// The states of an automaton on the way to a rank.
const MAX_STATES: usize = 100_000;

/// The time for one statement about ranks.
const MAX_TIME: Duration = Duration::from_secs(1);

/// The search for ranks, and for positions at which the rules fail. What is decided here is about
/// numbers and their sums, so that any system may be taken: the one with the least adder.
pub(super) struct Ranks<'a> {
    pub translation: &'a Translation,
    pub reached: &'a [usize],
    pub system: &'a System,
    pub context: &'a Context<'a>,
    /// Why some rank was given up.
    pub overrun: RefCell<Option<Overrun>>,
}

impl Ranks<'_> {
    fn widths(&self) -> Vec<usize> {
        self.translation.families.iter().map(|formulas| formulas.width).collect()
    }

    /// Whether the formula is true; `None` if that would take too long.
    fn proof(&self, formula: &Formula) -> Result<Option<Proof>, FindError> {
        let budget = Budget::new(MAX_STATES, self.context.within(MAX_TIME));
        match prove(formula, self.system, &Environment::new(), &budget) {
            Ok(proof) => Ok(Some(proof)),
            Err(DecideError::Overrun(Overrun::Stop(Stop::Cancelled))) => {
                Err(Stop::Cancelled.into())
            }
            Err(DecideError::Overrun(overrun)) => {
                self.context.look("looking for a rank", 0)?;
                *self.overrun.borrow_mut() = Some(overrun);
                Ok(None)
            }
            Err(error) => Err(decide_error(error)),
        }
    }

    fn all(&self, formulas: Vec<Formula>) -> Result<bool, FindError> {
        for formula in formulas {
            if self.proof(&formula)? != Some(Proof::Proved) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// That the rules lead nowhere that they do not allow.
    ///
    /// # Errors
    /// A position at which they do, or that a limit was reached before it was decided.
    pub fn no_fault(&self) -> Result<(), FindError> {
        let statements = Statements::new(self.translation, Vec::new());
        for &family in self.reached {
            for (formula, span) in statements.faultless(family) {
                match self.proof(&formula)? {
                    Some(Proof::Proved) => {}
                    Some(Proof::Refuted(values)) => {
                        let formulas = &self.translation.families[family];
                        let numbers: Vec<String> = values
                            .iter()
                            .take(formulas.width)
                            .map(|(_, number)| nat::print(number))
                            .collect();
                        let position = format!("{}({})", formulas.name, numbers.join(","));
                        return Err(FindError::Fault { position, span });
                    }
                    None => {
                        let overrun = self.overrun.take().expect("it was noted");
                        return Err(decide_error(overrun.into()));
                    }
                }
            }
        }
        Ok(())
    }

    fn falls(&self, rank: &Rank) -> Result<bool, FindError> {
        for &family in self.reached {
            let mut statements = Statements::new(self.translation, Vec::new());
            if !self.all(statements.falls(family, rank)?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn does_not_rise(&self, rank: &Rank) -> Result<bool, FindError> {
        for &family in self.reached {
            let mut statements = Statements::new(self.translation, Vec::new());
            if !self.all(statements.does_not_rise(family, rank)?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A rank that falls with every move: linear, else of two parts.
    pub fn of_moves(&self) -> Result<Option<Rank>, FindError> {
        let all = Rank::candidates(&self.widths());
        for rank in &all {
            if self.falls(rank)? {
                return Ok(Some(rank.clone()));
            }
        }
        let mut firsts = 0;
        for first in &all {
            let constant = first.weights.iter().flatten().all(|&weight| weight == 0)
                && first.offsets.iter().all(|&offset| offset == 0);
            if constant || !self.does_not_rise(first)? {
                continue;
            }
            for second in &all {
                let rank = Rank { then: Some(Box::new(second.clone())), ..first.clone() };
                if second != first && self.falls(&rank)? {
                    return Ok(Some(rank));
                }
            }
            firsts += 1;
            if firsts == MAX_FIRST {
                break;
            }
        }
        Ok(None)
    }

    /// A rank that falls with every rewriting whose result is rewritten again. The first one tried
    /// does if there is no such rewriting.
    pub fn of_rewriting(&self) -> Result<Option<Rank>, FindError> {
        'next: for rank in Rank::candidates(&self.widths()) {
            for &family in self.reached {
                let mut statements = Statements::new(self.translation, Vec::new());
                if !self.all(statements.ends(family, &rank)?)? {
                    continue 'next;
                }
            }
            return Ok(Some(rank));
        }
        Ok(None)
    }
}
