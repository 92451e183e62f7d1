//! Families of which a program asks nothing but whether a value is 0: who loses is enough there.

use super::visit::{Node, routine as visit};
use crate::ir::{Bool, Int, IntKind, Kind, Read, Routine, Stmt, Var};
use grundy_rules::typed::Comparison;

/// The program with conditions in the place of the values of a family, if they are compared with 0 and
/// nothing else: `Value(…) == 0` is the only form in which the family is asked then.
pub(super) fn of(routine: &Routine, family: usize) -> Option<Routine> {
    let mut changed = routine.clone();
    // Variables that hold a value, are set once, and have no other value before.
    let mut sets = vec![0_u32; routine.variables.len()];
    let mut holds: Vec<Var> = Vec::new();
    let mut new: Option<Var> = None;
    visit(&mut changed, &mut |node| {
        let Node::Stmt(statement) = node else { return };
        let before = new.take();
        match statement {
            Stmt::New(var) => new = Some(*var),
            Stmt::Int(var, value) => {
                sets[*var] += 1;
                if is_value(value, family) && before == Some(*var) {
                    holds.push(*var);
                }
            }
            // A variable that is read, or looped over.
            Stmt::Read(Read { var, .. }) | Stmt::For { var, .. } | Stmt::Each { var, .. } => {
                sets[*var] += 2;
            }
            _ => {}
        }
    });
    holds.retain(|var| sets[*var] == 1);
    visit(&mut changed, &mut |node| match node {
        Node::Stmt(statement) => {
            if let Stmt::Int(var, value) = statement
                && holds.contains(var)
            {
                *statement = Stmt::Bool(*var, equal_to_zero(value.clone()));
            }
        }
        Node::Bool(own) => {
            if let Bool::Compare(comparison, a, b) = own
                && b.kind.is_zero()
                && matches!(comparison, Comparison::Eq | Comparison::Ne)
            {
                let lost = *comparison == Comparison::Eq;
                let condition = match &a.kind {
                    IntKind::Var(var) if holds.contains(var) => Bool::Var(*var),
                    IntKind::Value(number, _) if *number == family => equal_to_zero(a.clone()),
                    _ => return,
                };
                *own = if lost { condition } else { Bool::Not(condition.into()) };
            }
        }
        Node::Int(_) => {}
    });
    // What is asked in another way stays.
    let (mut asked, mut conditions, mut read) = (0, 0, 0);
    visit(&mut changed, &mut |node| match node {
        Node::Int(int) => match &int.kind {
            IntKind::Value(number, _) if *number == family => asked += 1,
            IntKind::Var(var) if holds.contains(var) => read += 1,
            _ => {}
        },
        Node::Bool(Bool::Compare(Comparison::Eq, a, b)) => {
            conditions += u32::from(is_value(a, family) && b.kind.is_zero());
        }
        _ => {}
    });
    if asked != conditions || read > 0 {
        return None;
    }
    for var in holds {
        changed.variables[var].kind = Kind::Bool;
        changed.variables[var].name = "lost".to_owned();
    }
    Some(changed)
}

fn is_value(int: &Int, family: usize) -> bool {
    matches!(&int.kind, IntKind::Value(number, _) if *number == family)
}

fn equal_to_zero(value: Int) -> Bool {
    let zero = Int { kind: IntKind::Const(0), span: value.span };
    Bool::Compare(Comparison::Eq, value, zero)
}

impl IntKind {
    fn is_zero(&self) -> bool {
        matches!(self, Self::Const(0))
    }
}
