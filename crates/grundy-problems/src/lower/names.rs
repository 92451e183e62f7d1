//! Names that nothing has.

use super::scope::Lower;
use grundy::syntax::Span;
use grundy_rules::error::{Kind, RuleError};
use grundy_rules::typed::{BoolFn, IntFn};

/// Functions besides those of the rule language.
const FUNCTIONS: [&str; 14] = [
    "factors", "len", "xor", "sum", "sort", "reverse", "digits", "divisors", "arcs", "edges",
    "game", "count", "any", "all",
];

/// Nothing is called so; what may have been meant.
pub(super) fn unknown(lower: &Lower<'_>, name: &str, span: Span) -> RuleError {
    let families = lower.rules.into_iter().flat_map(|rules| &rules.families);
    let known = lower
        .names()
        .chain(lower.functions.iter().map(|function| function.name))
        .chain(families.map(|family| &*family.name))
        .chain(IntFn::ALL.iter().map(|(name, _)| *name))
        .chain(BoolFn::ALL.iter().map(|(name, _)| *name))
        .chain(FUNCTIONS);
    let close = known.min_by_key(|known| strsim::damerau_levenshtein(known, name));
    let error = RuleError::new(Kind::Name, format!("nothing is called {name}"), span);
    if grundy::Catalogue::default().read_game(name).is_ok() {
        return error.help(format!("for the built-in game write game(\"{name}\", …)"));
    }
    // Any two names of one letter are that close.
    let most = (name.len() / 2).min(2);
    match close.filter(|close| strsim::damerau_levenshtein(close, name) <= most && *close != name) {
        Some(close) => error.help(format!("did you mean {close}?")),
        None => error.help("names come from input:, let:, def: and rules:"),
    }
}
