//! What follows from the order of words alone: less than, the successor, the proof of an adder.

use super::error::SystemError;
use crate::automaton::{Automaton, Budget, Overrun};

/// Numbers in their order: the valid words without leading zeros, shorter words first, then by the
/// first digit that differs.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub valid: Automaton,
    pub valid_pairs: Automaton,
    pub less: Automaton,
    pub successor: Automaton,
}

/// The pairs of words of one length with a given comparison, by digits: 0 is undecided and the
/// state where words start.
fn compared(base: u32, less: bool, budget: &Budget<'_>) -> Result<Automaton, Overrun> {
    let digits = 0..base;
    let pairs = digits.clone().flat_map(|a| digits.clone().map(move |b| (a, b)));
    // 1: less; 2: greater.
    let undecided = pairs.map(|(a, b)| match a.cmp(&b) {
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 2,
    });
    let letters = (base * base) as usize;
    let next = undecided.chain(vec![1; letters]).chain(vec![2; letters]).collect();
    let table = Automaton::new(base, 2, next, vec![!less, less, false], budget);
    table.map_err(|error| match error {
        crate::automaton::TableError::Overrun(overrun) => overrun,
        other => unreachable!("the table is whole: {other}"),
    })
}

impl Order {
    /// # Errors
    /// If the words do not number all natural numbers.
    pub fn new(valid: Automaton, budget: &Budget<'_>) -> Result<Self, SystemError> {
        let whole = valid.tracks() == 1 && valid.accepting(0) && valid.ignores_leading_zeros();
        if !whole || valid.total().is_some() {
            return Err(SystemError::Words);
        }
        let valid_pairs = valid.product(&[0], &valid, &[1], 2, |a, b| a && b, budget)?;
        let less = compared(valid.base(), true, budget)?.and(&valid_pairs, budget)?;
        // x < z < y.
        let between = less.product(&[0, 1], &less, &[1, 2], 3, |a, b| a && b, budget)?;
        let successor = less.minus(&between.project(&[0, 2], budget)?, budget)?;
        Ok(Self { valid, valid_pairs, less, successor })
    }

    pub fn equal(&self, budget: &Budget<'_>) -> Result<Automaton, Overrun> {
        compared(self.valid.base(), false, budget)?.and(&self.valid_pairs, budget)
    }

    /// Proves that the relation (x, y, z) is x + y = z.
    ///
    /// It is checked that words are valid and leading zeros do not matter, and, with S(x, y) for
    /// "y is the successor of x", which is known from the order alone:
    ///
    /// 1. A(x, 0, z) exactly when z = x;
    /// 2. there is a z with A(x, y, z) and S(z, w), exactly when there is a v with A(x, v, w) and
    ///    S(y, v). So A(x, y + 1, w) exactly when w > 0 and A(x, y, w - 1).
    ///
    /// By induction on y, A(x, y, z) exactly when z = x + y. Numbers are the ranks of the words in
    /// their order, which is that of the natural numbers: each has finitely many before it.
    pub fn prove(&self, adder: &Automaton, budget: &Budget<'_>) -> Result<(), SystemError> {
        let refuse = |law| Err(SystemError::Adder(law));
        if adder.base() != self.valid.base() || adder.tracks() != 3 {
            return refuse("it is over three tracks of the digits of the system");
        }
        if !adder.ignores_leading_zeros() {
            return refuse("leading zeros do not matter");
        }
        let bad = adder.product(
            &[0, 1, 2],
            &self.valid.product(&[0], &self.valid_pairs, &[1, 2], 3, |a, b| a && b, budget)?,
            &[0, 1, 2],
            3,
            |a, valid| a && !valid,
            budget,
        )?;
        if !bad.is_empty() {
            return refuse("its words are valid");
        }
        let zero = zero(self.valid.base(), budget)?;
        let with_zero = adder.product(&[0, 1, 2], &zero, &[1], 3, |a, b| a && b, budget)?;
        if with_zero.project(&[0, 2], budget)? != self.equal(budget)? {
            return refuse("x + 0 = x");
        }
        let next = &self.successor;
        // (x, y, z, w) and (x, y, v, w).
        let later = adder.product(&[0, 1, 2], next, &[2, 3], 4, |a, b| a && b, budget)?;
        let later = later.project(&[0, 1, 3], budget)?;
        let sooner = adder.product(&[0, 2, 3], next, &[1, 2], 4, |a, b| a && b, budget)?;
        if later != sooner.project(&[0, 1, 3], budget)? {
            return refuse("x + (y + 1) = (x + y) + 1");
        }
        Ok(())
    }
}

/// The words of zeros.
fn zero(base: u32, budget: &Budget<'_>) -> Result<Automaton, Overrun> {
    let mut next = vec![1; 2 * base as usize];
    next[0] = 0;
    Automaton::new(base, 1, next, vec![true, false], budget).map_err(|error| match error {
        crate::automaton::TableError::Overrun(overrun) => overrun,
        other => unreachable!("the table is whole: {other}"),
    })
}
