//! Reserved words.

/// Words that have a meaning of their own and are no names.
pub(crate) const WORDS: [&str; 14] = [
    "if", "then", "else", "and", "or", "not", "for", "in", "let", "step", "true", "false", "until",
    "of",
];
