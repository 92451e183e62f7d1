//! What a file tells before it is lowered: where each `let:` belongs, which functions give conditions.

use super::input::Levels;
use super::mentioned::{has_call, names_of};
use super::scope::Lower;
use crate::parse::File;
use crate::tree::{Expr, ExprKind};
use grundy::syntax::Span;
use grundy_rules::error::RuleError;
use grundy_rules::typed::BoolFn;

/// Whether an expression gives a condition.
pub(super) fn tells(expr: &Expr, lower: &Lower<'_>) -> bool {
    match &expr.kind {
        ExprKind::Bool(_)
        | ExprKind::Not(_)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Compare(..) => true,
        ExprKind::If(_, a, b) => tells(a, lower) || tells(b, lower),
        ExprKind::Fold { name, .. } => matches!(lower.text(*name), "any" | "all"),
        ExprKind::Call { name, .. } => {
            let name = lower.text(*name);
            BoolFn::ALL.iter().any(|(known, _)| *known == name)
                || lower.functions.iter().any(|known| known.name == name && known.tells)
        }
        _ => false,
    }
}

/// The outermost level at which each `let:` can be done.
pub(super) fn lets(
    file: &File,
    levels: &Levels<'_>,
    lower: &Lower<'_>,
) -> Result<Vec<usize>, RuleError> {
    let source = lower.source;
    let text = |span: Span| source.text(span).to_owned();
    let innermost = levels.items.len() - 1;
    let changed: Vec<String> = file.updates.iter().map(|update| text(update.name)).collect();
    // What functions and games read is not looked through.
    let calls = |span: Span| {
        let name = source.text(span);
        lower.functions.iter().any(|known| known.name == name)
            || lower.rules.is_some_and(|rules| rules.family(name).is_some())
    };
    let mut found: Vec<usize> = Vec::new();
    for (i, (_, value)) in file.lets.iter().enumerate() {
        let mut names = Vec::new();
        names_of(value, &mut names);
        let mut level = if has_call(value, &calls) { innermost } else { 0 };
        for name in names {
            let name = text(name);
            if name == "case" || changed.contains(&name) {
                level = innermost;
            }
            level = level.max(levels.level(&name, &text).unwrap_or(0));
            if let Some(before) = file.lets[..i].iter().position(|(known, _)| text(*known) == name)
            {
                level = level.max(found[before]);
            }
        }
        found.push(level);
    }
    Ok(found)
}
