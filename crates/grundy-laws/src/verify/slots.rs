//! What statements set.

use grundy_rules::typed::{Slot, Stmt};

/// The words that statements may set.
pub(super) fn changed(block: &[Stmt]) -> Vec<Slot> {
    let mut all = Vec::new();
    for statement in block {
        match statement {
            Stmt::SetInt { slot, .. } | Stmt::SetBool { slot, .. } => all.push(*slot),
            Stmt::SetArray { slot, value } => all.extend(*slot..*slot + value.len as Slot),
            Stmt::SetElement { slot, len, .. } => all.extend(*slot..*slot + *len as Slot),
            Stmt::For { slot, body, .. } => {
                all.push(*slot);
                all.extend(changed(body));
            }
            Stmt::While { body, .. } => all.extend(changed(body)),
            Stmt::If { then, otherwise, .. } => {
                all.extend(changed(then));
                all.extend(changed(otherwise));
            }
            Stmt::Gather(gather) => all.extend(changed(&gather.parts)),
            Stmt::Move(_) | Stmt::Part(_) | Stmt::Become(_) => {}
        }
    }
    all
}
