//! What is English in a text that should not be.

/// Words of formulas and of positions as they are typed.
const NOTATION: [&str; 95] = [
    "mod",
    "xor",
    "mex",
    "floor",
    "ceil",
    "sqrt",
    "max",
    "min",
    "nim",
    "bash",
    "subtraction",
    "moore",
    "wythoff",
    "lasker",
    "split",
    "smaller",
    "fibonacci",
    "dynamic",
    "staircase",
    "sliding",
    "row",
    "hop",
    "cutting",
    "multiplication",
    "chomp",
    "divisor",
    "game",
    "dag",
    "digraph",
    "geography",
    "hackenbush",
    "prefix",
    "word",
    "sub",
    "repeat",
    "kayles",
    "dawson",
    "grundy",
    "chess",
    "treblecross",
    "euclid",
    "keep",
    "simplicial",
    "hypergraph",
    "take",
    "and",
    "break",
    "arcs",
    "edges",
    "words",
    "rows",
    "arms",
    "notakto",
    "set",
    "all",
    "but",
    "squares",
    "primes",
    "powers",
    "expr",
    "file",
    "cap",
    "log",
    "saltus",
    "table",
    "solve",
    "turtles",
    "mock",
    "moebius",
    "mogul",
    "moidores",
    "motley",
    "twins",
    "triplets",
    "exactly",
    "ruler",
    "fives",
    "turtle",
    "triplet",
    "turnips",
    "grunt",
    "sym",
    "nimble",
    "off",
    "northcott",
    "welter",
    "silver",
    "dollar",
    "grab",
    "coins",
    "rugs",
    "corners",
    "turning",
    "rims",
    "rayles",
];

/// Words of the rule language, and those that its errors take as examples.
pub const RULES: &str = "for let var move if else where while wins and or not in show board sum len bit \
    divisors digits primes ones popcount isqrt gcd input const then coins sqrt popcuont moves movse \
    max min examples rules adj is_prime my_game break return unless when div win heap 0xff caps \
    list graph grid word bits shift parts neighbours canonical bit top popcount text all bad";

/// Words of one and two letters that are not names.
const SHORT_WORDS: [&str; 13] =
    ["to", "of", "is", "in", "by", "or", "it", "no", "at", "on", "as", "so", "be"];

/// The lower-case words of a text that are neither notation nor typed: in quotes, an option, part of
/// the question `from`.
pub fn leftover<'t>(text: &'t str, from: &str) -> Vec<&'t str> {
    let outside = |quote: char| move |text: &'t str| text.split(quote).step_by(2);
    let texts = text.split('"').step_by(2).flat_map(outside('`')).flat_map(outside('\''));
    let mut found = Vec::new();
    for text in texts {
        for token in text.split(' ').filter(|token| !token.starts_with("--")) {
            // The name of a rule of coin turning has a word that no other name has.
            let pieces = token.split("at-most[");
            found.extend(pieces.flat_map(words).filter(|word| !from.contains(word)));
        }
    }
    found
}

/// Words in lower case of more than two letters that are not notation.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| {
        let latin = word.chars().all(|c| c.is_ascii_alphabetic() || c == 'è');
        let lower = word.starts_with(|c: char| c.is_ascii_lowercase());
        let long = word.len() > 2 || SHORT_WORDS.contains(word);
        latin && lower && long && !NOTATION.contains(word)
    })
}
