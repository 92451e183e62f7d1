//! Ranks that fall with every move: looked for, and proved.

use super::error::{FindError, decide_error};
use super::formulas::Translation;
use super::statement::{Rank, Statements};
use crate::automaton::Budget;
use crate::formula::{Environment, Formula, Proof, prove};
use crate::numeration::System;

/// So many ranks that never rise are tried as the first part of a rank of two parts.
const MAX_FIRST: usize = 12;

/// The search for ranks.
pub(super) struct Ranks<'a> {
    pub translation: &'a Translation,
    pub reached: &'a [usize],
    pub system: &'a System,
    pub budget: &'a Budget<'a>,
}

impl Ranks<'_> {
    fn widths(&self) -> Vec<usize> {
        self.translation.families.iter().map(|formulas| formulas.width).collect()
    }

    fn all(&self, formulas: Vec<Formula>) -> Result<bool, FindError> {
        for formula in formulas {
            let proof = prove(&formula, self.system, &Environment::new(), self.budget);
            if proof.map_err(decide_error)? != Proof::Proved {
                return Ok(false);
            }
        }
        Ok(true)
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
