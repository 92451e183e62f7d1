//! Loops that go through the places of a numeration system: powers of a base, Fibonacci numbers.

use grundy_rules::typed::{Int, IntBinary, IntKind, Slot, Stmt};

use super::assigned::{forget, sets};
use super::simple::{add, constant};
use super::symbolic::{Frame, Symbolic, Word};
use crate::formula::{Formula, Term};
use crate::numeration::Name;

/// What a loop does before it goes on from one place to the next, the first place, and the system
/// of the places; `None` if it does not go through places. The numbers never fall, so the loop ends
/// with the first that is beyond its bound.
pub(super) fn progression<'b>(
    symbolic: &mut Symbolic,
    slot: Slot,
    body: &'b [Stmt],
    frame: &Frame,
) -> Option<(&'b [Stmt], i64, Name)> {
    let known = |at: Slot| match frame.get(at as usize)? {
        Some(Word::Int(term)) => constant(term),
        _ => None,
    };
    let start = known(slot)?;
    if let Some((Stmt::SetInt { slot: last, value }, before)) = body.split_last()
        && *last == slot
        && let Some(factor) = multiple(value, slot)
    {
        let base = u32::try_from(factor).ok().filter(|base| (2..=36).contains(base))?;
        let mut power = start;
        while power > 1 && power % factor == 0 {
            power /= factor;
        }
        return (power == 1 && !sets(before, slot)).then_some((before, start, Name::Base(base)));
    }
    let updates = body.iter().rev().take_while(|s| matches!(s, Stmt::SetInt { .. })).count();
    let (before, updates) = body.split_at(body.len() - updates);
    // f, next become next, f + next.
    let [f, g] = [symbolic.fresh.var(), symbolic.fresh.var()];
    for statement in updates {
        let Stmt::SetInt { slot: next, .. } = statement else { return None };
        let Some(second) = known(*next).filter(|_| *next != slot) else { continue };
        let mut turn = frame.clone();
        turn[slot as usize] = Some(Word::Int(f.into()));
        turn[*next as usize] = Some(Word::Int(g.into()));
        forget(before, &mut turn);
        for update in updates {
            let Stmt::SetInt { slot, value } = update else { return None };
            let [(Formula::Constant(true), term)] = &symbolic.int(value, &turn).ok()?[..] else {
                return None;
            };
            turn[*slot as usize] = Some(Word::Int(term.clone()));
        }
        let is = |at: Slot, term: &Term| matches!(&turn[at as usize], Some(Word::Int(found)) if found == term);
        let sum = add(f.into(), 1, g.into()).ok()?;
        if is(slot, &g.into()) && is(*next, &sum) && !sets(before, slot) && !sets(before, *next) {
            return consecutive(start, second).then_some((before, start, Name::Zeckendorf));
        }
    }
    None
}

/// Whether the second is the Fibonacci number after the first, from 1, 1 on.
fn consecutive(first: i64, second: i64) -> bool {
    let (mut a, mut b) = (1i64, 1i64);
    while a < first || b < second {
        let Some(sum) = a.checked_add(b) else { return false };
        (a, b) = (b, sum);
    }
    (a, b) == (first, second)
}

/// The constant c, if the term is c times the variable.
fn multiple(value: &Int, slot: Slot) -> Option<i64> {
    let IntKind::Binary(IntBinary::Mul, a, b) = &value.kind else { return None };
    match (&a.kind, &b.kind) {
        (IntKind::Var(at), IntKind::Const(c)) | (IntKind::Const(c), IntKind::Var(at))
            if *at == slot =>
        {
            Some(*c)
        }
        _ => None,
    }
}
