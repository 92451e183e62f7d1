//! What is English in a text that should not be.

/// Words of formulas and of positions as they are typed.
const NOTATION: [&str; 60] = [
    "mod", "xor", "mex", "floor", "ceil", "sqrt", "max", "min", "nim", "bash", "subtraction",
    "moore", "wythoff", "lasker", "split", "smaller", "fibonacci", "dynamic", "staircase", "sliding", "row",
    "hop", "cutting", "multiplication", "chomp", "divisor", "game", "dag", "geography",
    "hackenbush", "prefix", "word", "sub", "repeat", "kayles", "dawson", "grundy", "treblecross",
    "euclid", "keep", "take", "and", "break", "arcs", "edges", "words", "rows", "set", "all",
    "but", "squares", "primes", "powers", "expr", "file", "cap", "log", "saltus", "table", "solve",
];

/// The lower-case words of a text that are neither notation nor in quotes nor part of a name.
pub fn leftover(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic()) {
        rest = &rest[start..];
        let end = rest.find(|c: char| !c.is_alphabetic() && c != '\'').unwrap_or(rest.len());
        let word = &rest[..end];
        let latin = word.chars().all(|c| c.is_ascii_alphabetic() || c == '\'' || c == 'è');
        let lower = word.starts_with(|c: char| c.is_ascii_lowercase());
        if latin && lower && word.len() > 2 && !NOTATION.contains(&word) {
            found.push(word);
        }
        rest = &rest[end..];
    }
    found
}
