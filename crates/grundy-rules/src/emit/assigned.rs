//! Which variables a rule sets, and to what.

use super::facts::Facts as Signs;
use crate::typed::{Block, Code, Int, IntBinary, IntKind, Slot, Stmt};

/// All variables that a block sets.
pub(super) fn set_in(block: &Block, slots: &mut Vec<Slot>) {
    each_set(block, &mut |slot, _| slots.push(slot));
}

/// Variables that are set to numbers above 0 only, if at all.
pub(super) fn positive(code: &Code) -> Vec<Slot> {
    let signs = Signs::of(code);
    let mut sets = Vec::new();
    each_set(&code.body, &mut |slot, value| sets.push((slot, value)));
    let mut positive: Vec<Slot> = sets.iter().map(|(slot, _)| *slot).collect();
    positive.sort_unstable();
    positive.dedup();
    loop {
        let wrong = sets.iter().find(|(slot, value)| {
            let above = value.is_some_and(|value| is_positive(value, &signs, &positive));
            positive.contains(slot) && !above
        });
        let Some((slot, _)) = wrong else { return positive };
        positive.retain(|other| other != slot);
    }
}

fn is_positive(int: &Int, signs: &Signs, positive: &[Slot]) -> bool {
    let above = |int: &Int| is_positive(int, signs, positive);
    match &int.kind {
        IntKind::Const(value) => *value > 0,
        IntKind::Var(slot) => positive.contains(slot),
        IntKind::Binary(IntBinary::Add | IntBinary::Or, a, b) => {
            above(a) && signs.not_negative(b) || signs.not_negative(a) && above(b)
        }
        IntKind::Binary(IntBinary::Mul, a, b) => above(a) && above(b),
        IntKind::If(_, a, b) => above(a) && above(b),
        _ => false,
    }
}

/// Gives `each` what is set in a block; of loop variables and arrays only which.
fn each_set<'p>(block: &'p Block, each: &mut dyn FnMut(Slot, Option<&'p Int>)) {
    for statement in block {
        match statement {
            Stmt::SetInt { slot, value } => each(*slot, Some(value)),
            Stmt::SetBool { slot, .. }
            | Stmt::SetArray { slot, .. }
            | Stmt::SetElement { slot, .. } => each(*slot, None),
            Stmt::For { slot, body, .. } => {
                each(*slot, None);
                each_set(body, each);
            }
            Stmt::While { body, .. } => each_set(body, each),
            Stmt::If { then, otherwise, .. } => {
                each_set(then, each);
                each_set(otherwise, each);
            }
            Stmt::Gather(gather) => each_set(&gather.parts, each),
            Stmt::Move(_) | Stmt::Part(_) | Stmt::Become(_) => {}
        }
    }
}
