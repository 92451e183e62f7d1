//! What an expression mentions, by its text.

use crate::tree::{Clause, Expr, ExprKind, Iter};
use grundy::syntax::Span;

/// The names in an expression that are no calls; those of its loops are among them.
pub(super) fn names_of(expr: &Expr, names: &mut Vec<Span>) {
    let mut all = |expr: &Expr| names_of(expr, names);
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Text => {}
        ExprKind::Name => names.push(expr.span),
        ExprKind::Unary(_, a) | ExprKind::Not(a) => all(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Index(a, b) => {
            all(a);
            all(b);
        }
        ExprKind::Compare(a, rest) => {
            all(a);
            rest.iter().for_each(|(_, b)| all(b));
        }
        ExprKind::If(a, b, c) => {
            all(a);
            all(b);
            all(c);
        }
        ExprKind::Call { args, .. } | ExprKind::List(args) => args.iter().for_each(all),
        ExprKind::Fold { value, clauses, .. } | ExprKind::Made { value, clauses } => {
            all(value);
            names_of_clauses(clauses, names);
        }
    }
}

pub(super) fn names_of_clauses(clauses: &[Clause], names: &mut Vec<Span>) {
    for clause in clauses {
        match clause {
            Clause::For { iter: Iter::Elements(of), .. } => names_of(of, names),
            Clause::For { iter: Iter::Range { from, to, step, .. }, .. } => {
                names_of(from, names);
                names_of(to, names);
                step.iter().for_each(|step| names_of(step, names));
            }
            Clause::Let { value, .. } => names_of(value, names),
            Clause::If(condition) => names_of(condition, names),
        }
    }
}

/// Whether functions or games are called in an expression.
pub(super) fn has_call(expr: &Expr, of: &dyn Fn(Span) -> bool) -> bool {
    let any = |exprs: &[&Expr]| exprs.iter().any(|expr| has_call(expr, of));
    match &expr.kind {
        ExprKind::Call { name, args } => of(*name) || args.iter().any(|arg| has_call(arg, of)),
        ExprKind::Unary(_, a) | ExprKind::Not(a) => any(&[a]),
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Index(a, b) => any(&[a, b]),
        ExprKind::Compare(a, rest) => any(&[a]) || rest.iter().any(|(_, b)| has_call(b, of)),
        ExprKind::If(a, b, c) => any(&[a, b, c]),
        ExprKind::List(items) => items.iter().any(|item| has_call(item, of)),
        ExprKind::Fold { value, clauses, .. } | ExprKind::Made { value, clauses } => {
            any(&[value])
                || clauses.iter().any(|clause| match clause {
                    Clause::For { iter: Iter::Elements(a), .. }
                    | Clause::Let { value: a, .. }
                    | Clause::If(a) => any(&[a]),
                    Clause::For { iter: Iter::Range { from, to, step, .. }, .. } => {
                        any(&[from, to]) || step.iter().any(|step| has_call(step, of))
                    }
                })
        }
        _ => false,
    }
}
