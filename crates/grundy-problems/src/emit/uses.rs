//! How often variables are set and read, and which are never negative.

use super::printer::Uses;
use crate::ir::{Block, Cases, Int, IntKind, Kind, Read, ReadKind, Routine, Stmt, Var};
use crate::seen::Seen;
use grundy_rules::typed::{IntBinary, IntFn};

/// Counts over all statements.
pub(super) fn uses(routine: &Routine) -> Uses {
    let mut set = vec![0; routine.variables.len()];
    sets(&routine.body, &mut |var| set[var] += 1);
    for function in &routine.functions {
        sets(&function.body, &mut |var| set[var] += 1);
    }
    // What is read for the sake of a variable that nobody reads is not read.
    let mut idle = vec![false; routine.variables.len()];
    loop {
        let mut read = vec![0; routine.variables.len()];
        let mut count = |blocks: &Block| reads(blocks, &idle, &mut |var| read[var] += 1);
        count(&routine.body);
        routine.functions.iter().for_each(|function| count(&function.body));
        for function in &routine.functions {
            let mut seen = Seen::default();
            seen.number(&function.value);
            seen.vars.into_iter().for_each(|var| read[var] += 1);
        }
        routine.inputs.iter().for_each(|(_, var)| read[*var] += 1);
        let now: Vec<bool> = read.iter().map(|&times| times == 0).collect();
        if now == idle {
            return Uses { set, read };
        }
        idle = now;
    }
}

/// The blocks in a statement.
fn blocks(statement: &Stmt) -> Vec<&Block> {
    match statement {
        Stmt::For { body, .. }
        | Stmt::Each { body, .. }
        | Stmt::Cases { body, .. }
        | Stmt::Options { body, .. } => vec![body],
        Stmt::If { then, otherwise, .. } => vec![then, otherwise],
        _ => Vec::new(),
    }
}

fn sets(block: &Block, see: &mut dyn FnMut(Var)) {
    for statement in block {
        match statement {
            Stmt::Int(var, _)
            | Stmt::Bool(var, _)
            | Stmt::Copy(var, _)
            | Stmt::Push(var, _)
            | Stmt::PushRow(var, _)
            | Stmt::Put(var, ..)
            | Stmt::Make(var, ..)
            | Stmt::SortRows(var) => see(*var),
            Stmt::Neighbours { to, .. } => see(*to),
            Stmt::Decide { wins } => see(*wins),
            Stmt::Read(read) => see(read.var),
            _ => {}
        }
        blocks(statement).into_iter().for_each(|block| sets(block, see));
    }
}

/// The variables that statements read; those that they set alone are not among them.
fn reads(block: &Block, idle: &[bool], see: &mut dyn FnMut(Var)) {
    for statement in block {
        let mut seen = Seen::default();
        match statement {
            // Programs do not look at limits.
            Stmt::Read(read) => {
                seen.shallow(&Stmt::Read(Read { limits: None, ..read.clone() }));
            }
            statement => seen.shallow(statement),
        }
        let own = match statement {
            Stmt::Int(var, _)
            | Stmt::Bool(var, _)
            | Stmt::Copy(var, _)
            | Stmt::New(var)
            | Stmt::Push(var, _)
            | Stmt::PushRow(var, _)
            | Stmt::Make(var, ..)
            | Stmt::SortRows(var) => Some(*var),
            Stmt::Neighbours { to, .. } => Some(*to),
            Stmt::Decide { wins } => Some(*wins),
            Stmt::Read(read) => Some(read.var),
            Stmt::For { var, .. } | Stmt::Each { var, .. } => Some(*var),
            Stmt::Options { to, .. } => Some(*to),
            _ => None,
        };
        if matches!(statement, Stmt::Need { .. } | Stmt::Limits(_))
            || own.is_some_and(|own| idle[own])
                && !matches!(
                    statement,
                    Stmt::Read(_) | Stmt::For { .. } | Stmt::Each { .. } | Stmt::Options { .. }
                )
        {
            continue;
        }
        for var in seen.vars {
            // `x = x + 1` alone is no use of x.
            if Some(var) != own {
                see(var);
            }
        }
        blocks(statement).into_iter().for_each(|block| reads(block, idle, see));
    }
}

/// The numbers that cannot be negative. Arrays are natural if all their elements are.
pub(super) fn natural(routine: &Routine) -> Vec<bool> {
    let mut natural: Vec<bool> =
        routine.variables.iter().map(|variable| variable.kind != Kind::Bool).collect();
    for function in &routine.functions {
        // What functions are called with is not looked through.
        function.params.iter().for_each(|param| natural[*param] = false);
    }
    loop {
        let before = natural.clone();
        let mut look = |block: &Block| falls(block, &before, &mut |var| natural[var] = false);
        look(&routine.body);
        routine.functions.iter().for_each(|function| look(&function.body));
        if natural == before {
            return natural;
        }
    }
}

fn falls(block: &Block, natural: &[bool], fall: &mut dyn FnMut(Var)) {
    use crate::ir::{Arg, Array};
    let array = |array: &Array| match array {
        Array::Var(var) | Array::Row(var, _) => natural[*var],
    };
    for statement in block {
        match statement {
            Stmt::Int(var, value) | Stmt::Push(var, value) | Stmt::Put(var, _, value)
                if !is_natural(value, natural) =>
            {
                fall(*var);
            }
            Stmt::Copy(var, of) | Stmt::PushRow(var, of) if !array(of) => fall(*var),
            Stmt::Make(var, _, Arg::Array(of)) if !array(of) => fall(*var),
            Stmt::Neighbours { .. } => {}
            Stmt::For { var, from, .. } if !is_natural(from, natural) => fall(*var),
            Stmt::Each { var, array: of, .. } if !array(of) => fall(*var),
            Stmt::Read(read) => {
                let least = read.limits.as_ref().map(|(from, _)| is_natural(from, natural));
                let count = matches!(read.what, ReadKind::Word | ReadKind::Words(_));
                if least != Some(true) && !count {
                    fall(read.var);
                }
            }
            Stmt::Cases { cases: Cases::Count(_), .. } => {}
            _ => {}
        }
        blocks(statement).into_iter().for_each(|block| falls(block, natural, fall));
    }
}

/// Whether a number cannot be negative.
pub(super) fn is_natural(int: &Int, natural: &[bool]) -> bool {
    use crate::ir::Array;
    let sure = |int: &Int| is_natural(int, natural);
    match &int.kind {
        IntKind::Const(value) => *value >= 0,
        IntKind::Var(var) => natural[*var],
        IntKind::Len(_)
        | IntKind::Rows(_)
        | IntKind::Value(..)
        | IntKind::BuiltIn(..)
        | IntKind::NimSum(..) => true,
        IntKind::Unary(..) | IntKind::Function(..) => false,
        IntKind::Binary(op, a, b) => match op {
            IntBinary::Add | IntBinary::Mul | IntBinary::Div | IntBinary::Or | IntBinary::Xor => {
                sure(a) && sure(b)
            }
            IntBinary::And => sure(a) || sure(b),
            IntBinary::Shl | IntBinary::Shr => sure(a),
            IntBinary::Rem => true,
            IntBinary::Sub => false,
        },
        IntKind::Call(function, args) => match function {
            IntFn::Min => args.iter().all(sure),
            IntFn::Max => args.iter().any(sure),
            IntFn::Abs | IntFn::Gcd | IntFn::Isqrt | IntFn::Popcount | IntFn::Bit => true,
            _ => false,
        },
        IntKind::If(_, a, b) => sure(a) && sure(b),
        IntKind::At(Array::Var(var) | Array::Row(var, _), _) => natural[*var],
    }
}
