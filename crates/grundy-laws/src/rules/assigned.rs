//! What the statements of a block set.

use grundy::syntax::Span;
use grundy_rules::typed::{Slot, Stmt};

use super::symbolic::{Frame, Word};

/// Whether a block sets a variable.
pub(super) fn sets(block: &[Stmt], wanted: Slot) -> bool {
    let mut found = false;
    each_set(block, &mut |slot, len| {
        found |= (slot..slot + len as Slot).contains(&wanted);
    });
    found
}

/// After a loop, and in its later turns, nobody knows what its body has set.
pub(super) fn forget(block: &[Stmt], frame: &mut Frame) {
    each_set(block, &mut |slot, len| {
        for word in &mut frame[slot as usize..slot as usize + len] {
            *word = Some(Word::Changing);
        }
    });
}

fn each_set(block: &[Stmt], found: &mut dyn FnMut(Slot, usize)) {
    for statement in block {
        match statement {
            Stmt::SetInt { slot, .. } | Stmt::SetBool { slot, .. } => found(*slot, 1),
            Stmt::SetArray { slot, value } => found(*slot, value.len),
            Stmt::SetElement { slot, len, .. } => found(*slot, *len),
            Stmt::For { slot, body, .. } => {
                found(*slot, 1);
                each_set(body, found);
            }
            Stmt::While { body, .. } => each_set(body, found),
            Stmt::If { then, otherwise, .. } => {
                each_set(then, found);
                each_set(otherwise, found);
            }
            Stmt::Gather(gather) => each_set(&gather.parts, found),
            Stmt::Move(_) | Stmt::Part(_) | Stmt::Become(_) => {}
        }
    }
}

/// Where a statement stands.
pub(super) fn span_of(statement: &Stmt) -> Span {
    match statement {
        Stmt::For { span, .. } | Stmt::While { span, .. } => *span,
        Stmt::If { condition, .. } => condition.span,
        Stmt::SetInt { value, .. } => value.span,
        Stmt::SetBool { value, .. } => value.span,
        Stmt::SetArray { value, .. } => value.span,
        Stmt::SetElement { value, .. } => value.span,
        Stmt::Move(option) => option.span,
        Stmt::Gather(gather) => gather.span,
        Stmt::Part(part) => part.term.span,
        Stmt::Become(term) => term.span,
    }
}
