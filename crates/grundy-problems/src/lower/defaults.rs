//! Coordinates that a position leaves out: the defaults of the rules.

use crate::ir::{Arg, Bool, Int, IntKind};
use grundy::syntax::Span;
use grundy_rules::typed;

/// The value of a coordinate that is left out, from the ones before it; `None` if its default looks at
/// more than numbers.
pub(super) fn default(
    family: &typed::Family,
    of: &typed::Int,
    before: &[Arg],
    span: Span,
) -> Option<Int> {
    Work { family, before, span }.int(of)
}

struct Work<'w> {
    family: &'w typed::Family,
    before: &'w [Arg],
    /// Where the position stands.
    span: Span,
}

impl Work<'_> {
    fn int(&self, of: &typed::Int) -> Option<Int> {
        use typed::IntKind as Typed;
        let one = |of: &typed::Int| self.int(of).map(Box::new);
        let kind = match &of.kind {
            Typed::Const(value) => IntKind::Const(*value),
            Typed::Var(slot) => {
                let is_it = |param: &typed::Param| param.slot == *slot && param.len.is_none();
                let at = self.family.params.iter().position(is_it)?;
                let Arg::Int(value) = self.before.get(at)? else { return None };
                return Some(value.clone());
            }
            Typed::Unary(op, a) => IntKind::Unary(*op, one(a)?),
            Typed::Binary(op, a, b) => IntKind::Binary(*op, one(a)?, one(b)?),
            Typed::Call(function, args) => IntKind::Call(
                *function,
                args.iter().map(|arg| self.int(arg)).collect::<Option<_>>()?,
            ),
            Typed::If(condition, a, b) => {
                IntKind::If(Box::new(self.bool(condition)?), one(a)?, one(b)?)
            }
            Typed::Get(..)
            | Typed::Fold(..)
            | Typed::Lookup(..)
            | Typed::RowLen(..)
            | Typed::Told(..) => return None,
        };
        Some(Int { kind, span: self.span })
    }

    fn bool(&self, of: &typed::Bool) -> Option<Bool> {
        use typed::BoolKind as Typed;
        let one = |of: &typed::Bool| self.bool(of).map(Box::new);
        Some(match &of.kind {
            Typed::Const(value) => Bool::Const(*value),
            Typed::Not(a) => Bool::Not(one(a)?),
            Typed::And(a, b) => Bool::And(one(a)?, one(b)?),
            Typed::Or(a, b) => Bool::Or(one(a)?, one(b)?),
            Typed::Compare(first, rest) => {
                let first = self.int(first)?;
                let rest = rest.iter().map(|(op, right)| Some((*op, self.int(right)?)));
                Bool::chain(first, rest.collect::<Option<Vec<_>>>()?)
            }
            Typed::Call(function, a) => Bool::Call(*function, self.int(a)?),
            _ => return None,
        })
    }
}
