//! What moves leave: sums of terms, of variable length where they must be.

use super::expr::Typed;
use super::scope::{Role, Scope};
use super::{Checked, Checker};
use crate::number::{self, Fault};
use crate::tree::{Clause, Expr, IterText, Left, PartText, Target};
use crate::typed::{Block, Gather, Int, IntBinary, IntKind, Iter, Move, Part, Stmt, Term};
use crate::walk::Halt;
use grundy::syntax::Span;

/// A sum with up to so many terms, the same in every position, is written out.
const MAX_FIXED_TERMS: usize = 16;

/// A sum that is the same in every position.
#[derive(Default)]
struct Fixed {
    terms: Vec<Term>,
    /// What has to be done before.
    before: Block,
}

impl<'a> Checker<'a> {
    /// A move; statements that have to be done before it go to `block`.
    pub(super) fn target(
        &mut self,
        target: &'a Target,
        drop: bool,
        scope: &mut Scope<'a>,
        block: &mut Block,
    ) -> Checked<Stmt> {
        let (wins, span) = (target.wins, target.span);
        let simple = |part: &PartText| part.copies.is_empty() && matches!(part.left, Left::Term(_));
        let plain = target.sum.iter().all(simple);
        let done = self.before.as_ref().map_or(0, Vec::len);
        let before = (!plain).then(|| (scope.clone(), done));
        let mut fixed = Fixed::default();
        if self.fixed(&target.sum, plain, scope, &mut fixed)? {
            block.append(&mut fixed.before);
            return Ok(Stmt::Move(Move { sum: fixed.terms, wins, drop, span }));
        }
        if let Some((before, done)) = before {
            *scope = before;
            if let Some(block) = &mut self.before {
                block.truncate(done);
            }
        }
        let parts = self.gathered(&target.sum, &[], None, scope)?;
        Ok(Stmt::Gather(Gather { parts, drop, span }))
    }

    /// Writes the terms out; whether that could be done.
    fn fixed(
        &mut self,
        parts: &'a [PartText],
        plain: bool,
        scope: &mut Scope<'a>,
        out: &mut Fixed,
    ) -> Checked<bool> {
        for part in parts {
            let Some(copies) =
                self.copies(part, scope)?.map_or(Some(1), |copies| copies.constant())
            else {
                return Ok(false);
            };
            let mut inner = Fixed::default();
            let written = self.unless(copies == 0, |own| match &part.left {
                Left::Term(term) => {
                    inner.terms.push(own.term(term, scope, &mut inner.before)?);
                    Ok(true)
                }
                Left::Sum { parts, clauses } => own.turns(parts, clauses, scope, &mut inner),
            })?;
            let count = usize::try_from(copies).unwrap_or(usize::MAX);
            let all = inner.terms.len().saturating_mul(count).saturating_add(out.terms.len());
            if !written || !plain && all > MAX_FIXED_TERMS {
                return Ok(false);
            }
            if count > 0 {
                out.before.append(&mut inner.before);
            }
            out.terms.extend((0..count).flat_map(|_| inner.terms.iter().cloned()));
        }
        Ok(true)
    }

    /// The same for a sum with clauses, if they say the same in every position.
    fn turns(
        &mut self,
        parts: &'a [PartText],
        clauses: &'a [Clause],
        scope: &mut Scope<'a>,
        out: &mut Fixed,
    ) -> Checked<bool> {
        let Some((clause, rest)) = clauses.split_first() else {
            return self.fixed(parts, false, scope, out);
        };
        let mark = scope.enter();
        match clause {
            Clause::For { names, iter, span } => {
                let (IterText::Range(_) | IterText::Set(_) | IterText::Row(_), None) =
                    (&**iter, names.second)
                else {
                    return Ok(false);
                };
                let name = &names.first;
                let iter = self.iter(iter, scope)?;
                let Some(values) = self.values(&iter, *span)? else { return Ok(false) };
                for value in values {
                    let new = self.check_new_name(*name)?;
                    scope.name(new, *name, value)?;
                    if !self.turns(parts, rest, scope, out)? {
                        return Ok(false);
                    }
                    scope.leave(mark);
                }
            }
            Clause::Let { name, value } => {
                let Typed::Int(value) = self.expr(value, scope)? else { return Ok(false) };
                let Some(value) = value.constant() else { return Ok(false) };
                let new = self.check_new_name(*name)?;
                scope.name(new, *name, value)?;
                if !self.turns(parts, rest, scope, out)? {
                    return Ok(false);
                }
            }
            Clause::If(condition) => match self.condition(condition, scope)?.constant() {
                Some(true) => return self.turns(parts, rest, scope, out),
                Some(false) => {
                    let mut none = Fixed::default();
                    return self.unless(true, |own| own.turns(parts, rest, scope, &mut none));
                }
                None => return Ok(false),
            },
        }
        scope.leave(mark);
        Ok(true)
    }

    /// The numbers of a loop, if they are few and the same in every position.
    fn values(&mut self, iter: &Iter, span: Span) -> Checked<Option<Vec<i64>>> {
        let known = |int: &Int| int.constant().is_some();
        let constant = match iter {
            Iter::Range { from, to, step, .. } => {
                known(from) && known(to) && step.as_ref().is_none_or(known)
            }
            Iter::Set(_) => true,
            Iter::Ones(of) => known(of),
            Iter::Items(table, row) => table.known().is_ok() && row.as_ref().is_none_or(known),
        };
        if !constant {
            return Ok(None);
        }
        let mut values = Vec::new();
        self.evaluate(0, |machine| {
            let ended = machine.each(iter, span, &mut |_, value| {
                values.push(value);
                if values.len() > MAX_FIXED_TERMS { Err(Halt::Enough) } else { Ok(()) }
            });
            if ended == Err(Halt::Enough) { Ok(()) } else { ended }
        })?;
        Ok((values.len() <= MAX_FIXED_TERMS).then_some(values))
    }

    /// How many copies there are, unless it is one.
    fn copies(&mut self, part: &'a PartText, scope: &mut Scope<'a>) -> Checked<Option<Int>> {
        let mut all: Option<Int> = None;
        for factor in &part.copies {
            let factor = self.number(factor, scope)?;
            all = Some(match all {
                None => factor,
                Some(before) => self.product(before, factor)?,
            });
        }
        if let Some(count) = all.as_ref().and_then(Int::constant)
            && count < 0
            && let Some(first) = part.copies.first()
        {
            self.fold(Err::<i64, _>(Fault::Copies(count)), first.span)?;
        }
        Ok(all)
    }

    fn product(&mut self, a: Int, b: Int) -> Checked<Int> {
        let span = Span::new(a.span.start, b.span.end);
        let kind = match (a.constant(), b.constant()) {
            (Some(a), Some(b)) => {
                IntKind::Const(self.fold(number::binary(IntBinary::Mul, a, b), span)?)
            }
            _ => IntKind::Binary(IntBinary::Mul, Box::new(a), Box::new(b)),
        };
        Ok(Int { kind, span })
    }

    /// Statements that say every part, `times` over.
    fn gathered(
        &mut self,
        parts: &'a [PartText],
        clauses: &'a [Clause],
        times: Option<&Int>,
        scope: &mut Scope<'a>,
    ) -> Checked<Block> {
        let mut block = Vec::new();
        let Some((clause, rest)) = clauses.split_first() else {
            for part in parts {
                self.part(part, times, scope, &mut block)?;
            }
            return Ok(block);
        };
        let mark = scope.enter();
        match clause {
            Clause::For { names, iter, span } => {
                let mut body =
                    |own: &mut Self, scope: &mut Scope<'a>| own.gathered(parts, rest, times, scope);
                let mut each = self
                    .hoisted(&mut block, |own| own.each(*names, iter, *span, scope, &mut body))?;
                block.append(&mut each);
            }
            Clause::Let { name, value } => {
                let new = self.hoisted(&mut block, |own| own.set_new(*name, value, scope))?;
                block.push(new);
                block.append(&mut self.gathered(parts, rest, times, scope)?);
            }
            Clause::If(condition) => {
                let condition = self.hoisted(&mut block, |own| own.condition(condition, scope))?;
                let never = condition.constant() == Some(false);
                let mut then = self.unless(never, |own| own.gathered(parts, rest, times, scope))?;
                if never {
                    then.clear();
                }
                block.push(Stmt::If { condition, then, otherwise: Vec::new() });
            }
        }
        scope.leave(mark);
        Ok(block)
    }

    /// A variable made with `let`.
    pub(super) fn set_new(
        &mut self,
        name: Span,
        value: &Expr,
        scope: &mut Scope<'a>,
    ) -> Checked<Stmt> {
        let value = self.expr(value, scope)?;
        let new = self.check_new_name(name)?;
        let slot = scope.add(new, name, value.ty(), Role::Let)?;
        Ok(value.set(slot))
    }

    fn part(
        &mut self,
        part: &'a PartText,
        times: Option<&Int>,
        scope: &mut Scope<'a>,
        block: &mut Block,
    ) -> Checked<()> {
        let own = self.hoisted(block, |own| own.copies(part, scope))?;
        let copies = match (times.cloned(), own) {
            (Some(times), Some(own)) => Some(self.product(times, own)?),
            (times, own) => times.or(own),
        };
        match &part.left {
            Left::Term(term) => {
                // What defaults need is not done where there are no copies.
                let mut inner = Vec::new();
                let term = self.term(term, scope, &mut inner)?;
                if inner.is_empty() {
                    block.push(Stmt::Part(Part { copies, term }));
                    return Ok(());
                }
                let none = copies.clone().map(|copies| self.is_none(copies));
                inner.push(Stmt::Part(Part { copies, term }));
                match none {
                    None => block.append(&mut inner),
                    Some(condition) => {
                        block.push(Stmt::If { condition, then: Vec::new(), otherwise: inner });
                    }
                }
            }
            Left::Sum { parts, clauses } => {
                let Some(copies) = copies else {
                    block.append(&mut self.gathered(parts, clauses, None, scope)?);
                    return Ok(());
                };
                // Without copies nothing of the sum is asked.
                let condition = self.is_none(copies.clone());
                let otherwise = self.gathered(parts, clauses, Some(&copies), scope)?;
                block.push(Stmt::If { condition, then: Vec::new(), otherwise });
            }
        }
        Ok(())
    }

    fn is_none(&self, copies: Int) -> crate::typed::Bool {
        let span = copies.span;
        let zero = Int { kind: IntKind::Const(0), span };
        let kind = crate::typed::BoolKind::Compare(
            Box::new(copies),
            vec![(crate::typed::Comparison::Eq, zero)],
        );
        crate::typed::Bool { kind, span }
    }
}
