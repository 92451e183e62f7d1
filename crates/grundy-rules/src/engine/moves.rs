//! From the typed tree to operations: moves, same-position rules and the look at the table.

use super::emit::TooLarge;
use super::ir::{Alu, Cmp, Op, Reg};
use super::lower::{Lowering, Rewrite};
use crate::typed::{Arg, Move, Term};
use crate::walk::MAX_REWRITES;

/// Up to so many same-position rules of a family are applied before a state is looked up. With more
/// rules the state is looked up as it stands.
const MAX_INLINED_RULES: usize = 8;

/// They are applied in moves of up to so many terms.
const MAX_INLINED_TERMS: usize = 4;

impl<'p> Lowering<'p> {
    /// Evaluates a term; its coordinates follow each other, with room for its same-position rules.
    pub(super) fn term(&mut self, term: &'p Term) -> Result<Reg, TooLarge> {
        let family = &self.program.families[term.family];
        let words = family.same.iter().map(|code| code.words).max().unwrap_or(0);
        let at = self.emit.alloc(family.width.max(words))?;
        let mut to = at;
        for arg in &term.args {
            match arg {
                Arg::Int(value) => {
                    self.emit.int_into(value, to)?;
                    to += 1;
                }
                Arg::Array(value) => {
                    let from = self.emit.array(value)?;
                    for i in 0..value.len as Reg {
                        self.emit.copy(to + i, from + i);
                    }
                    to += value.len as Reg;
                }
            }
        }
        Ok(at)
    }

    /// Goes on at `outside` if a state is outside of its domain.
    pub(super) fn check(&mut self, family: usize, at: Reg, outside: u32) -> Result<(), TooLarge> {
        let program = self.program;
        let family = &program.families[family];
        let zero = self.emit.constant(0);
        for i in 0..family.width as Reg {
            let known = self.emit.known(at + i);
            if known.lo < 0 {
                self.emit.jump_if(Cmp::Lt, at + i, zero, outside);
                self.emit.know(at + i, known.clip(0, i64::MAX));
            }
        }
        let base = self.emit.set_base(at);
        for condition in &family.domain {
            self.emit.jump_bool(condition, false, outside)?;
        }
        self.emit.set_base(base);
        Ok(())
    }

    pub(super) fn inlined(&self, family: usize, terms: usize) -> bool {
        let same = &self.program.families[family].same;
        self.forms
            && !same.is_empty()
            && same.len() <= MAX_INLINED_RULES
            && terms <= MAX_INLINED_TERMS
    }

    pub(super) fn option(&mut self, option: &'p Move) -> Result<(), TooLarge> {
        if option.wins {
            self.emit.op(Op::Loony);
            return Ok(());
        }
        if option.sum.is_empty() {
            let zero = self.emit.constant(0);
            self.emit.op(Op::Stamp { a: zero });
            return Ok(());
        }
        let known = self.emit.knowledge();
        let skip = self.emit.label();
        let outside = if option.drop { skip } else { self.emit.fault() };
        let mut terms = Vec::with_capacity(option.sum.len());
        for term in &option.sum {
            terms.push((term.family, self.term(term)?));
        }
        let many = terms.len() > 1;
        let limited = |family: usize| !self.program.families[family].domain.is_empty();
        let inlined = terms.iter().any(|&(family, _)| self.inlined(family, terms.len()));
        if !inlined && terms.iter().any(|&(family, _)| limited(family)) {
            self.asked(&terms, skip, outside)?;
        } else {
            for &(family, at) in &terms {
                // A single state is checked when it is looked up, and where a negative number is
                // an error it does not matter what was looked up before.
                if inlined && (limited(family) || self.inlined(family, terms.len()))
                    || many && option.drop
                {
                    self.check(family, at, outside)?;
                }
            }
        }
        let dead: Vec<u32> = (1..terms.len()).map(|_| self.emit.label()).collect();
        let before = self.emit.knowledge();
        let value = self.emit.alloc(1)?;
        let sum = if many { self.emit.alloc(1)? } else { value };
        for (i, &(family, at)) in terms.iter().enumerate() {
            let slow = dead.get(i).copied().unwrap_or(skip);
            let to = if i == 0 { sum } else { value };
            self.look(family, at, to, slow, outside, terms.len())?;
            if i > 0 {
                self.emit.alu(Alu::Xor, sum, sum, value);
            }
        }
        self.emit.op(Op::Stamp { a: sum });
        if many {
            self.emit.op(Op::Jump { to: skip });
            // A term has no number: the others are looked at all the same, as they may be missing.
            self.emit.restore(before);
            for (i, &(family, at)) in terms.iter().enumerate().skip(1) {
                self.emit.bind(dead[i - 1]);
                let slow = dead.get(i).copied().unwrap_or(skip);
                self.look(family, at, value, slow, outside, terms.len())?;
            }
        }
        self.emit.bind(skip);
        self.emit.restore(known);
        Ok(())
    }

    /// Stamps the value of a move and goes on at `skip` if all its terms have numbers. Goes on here
    /// if not, and all terms belong to their domains.
    ///
    /// A state that has a number belongs to its domain, so that only one without is checked.
    fn asked(&mut self, terms: &[(usize, Reg)], skip: u32, outside: u32) -> Result<(), TooLarge> {
        let before = self.emit.knowledge();
        let unsure = self.emit.label();
        let sum = self.emit.alloc(1)?;
        let value = self.emit.alloc(1)?;
        for (i, &(family, at)) in terms.iter().enumerate() {
            let to = if i == 0 { sum } else { value };
            self.emit.look(to, self.sized(family), at, (unsure, outside), true);
            if i > 0 {
                self.emit.alu(Alu::Xor, sum, sum, value);
            }
        }
        self.emit.op(Op::Stamp { a: sum });
        self.emit.op(Op::Jump { to: skip });
        self.emit.bind(unsure);
        self.emit.restore(before);
        for &(family, at) in terms {
            self.check(family, at, outside)?;
        }
        Ok(())
    }

    /// The value of a state that belongs to its domain.
    pub(super) fn look(
        &mut self,
        family: usize,
        at: Reg,
        to: Reg,
        slow: u32,
        outside: u32,
        terms: usize,
    ) -> Result<(), TooLarge> {
        let looked = self.emit.label();
        let mut at = at;
        if self.inlined(family, terms) {
            let count = self.emit.alloc(1)?;
            at = self.form(family, at, to, count, slow, looked)?;
        }
        self.emit.look(to, self.sized(family), at, (slow, outside), false);
        self.emit.bind(looked);
        Ok(())
    }

    /// A same-position rule applies, if it changes the state.
    pub(super) fn becomes(&mut self, term: &'p Term) -> Result<(), TooLarge> {
        let Some(rewrite) = self.rewrite.take() else { return Ok(()) };
        let Rewrite { family, at, next, again, looked, slow, to, count } = rewrite;
        let new = self.term(term)?;
        let fault = self.emit.fault();
        let width = self.program.families[family].width as Reg;
        if term.family == family {
            let differs = self.emit.label();
            for i in 0..width {
                self.emit.jump_if(Cmp::Ne, new + i, at + i, differs);
            }
            self.emit.op(Op::Jump { to: next });
            self.emit.bind(differs);
        }
        self.check(term.family, new, fault)?;
        if term.family != family {
            self.emit.look(to, self.sized(term.family), new, (slow, fault), false);
            self.emit.op(Op::Jump { to: looked });
        } else {
            let one = self.emit.constant(1);
            let most = self.emit.constant(MAX_REWRITES as i64);
            let none = self.emit.constant(0);
            let charge = self.emit.charge(none);
            for i in 0..width {
                self.emit.copy(at + i, new + i);
            }
            self.emit.add(count, count, one);
            self.emit.jump_if(Cmp::Ge, count, most, fault);
            self.emit.charged(charge);
            self.emit.op(Op::Jump { to: again });
        }
        self.rewrite = Some(Rewrite { family, at, next, again, looked, slow, to, count });
        Ok(())
    }
}
