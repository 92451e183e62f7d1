//! Functions of digits and divisors as short loops, written once for all languages.
//!
//! A body is a list of lines, indented by two blanks for each block: `let name = …`, `name = …`, `while …`,
//! `if …`, `return …`, and `test …`, which returns 1 or 0. Numbers are natural, so that `/` rounds down
//! everywhere. Nothing on the way is greater than the arguments, but by the greatest base.

use std::fmt::Write;

use super::Lang;
use super::lang::Form;
use super::style::Style;
use crate::pattern::feature::Feature;

/// A function; the names of others begin with @ in its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub name: String,
    pub about: &'static str,
    pub params: &'static [&'static str],
    pub body: String,
}

/// Name, what it is, parameters, body.
type Text = (&'static str, &'static str, &'static [&'static str], &'static str);

const TEXTS: [Text; 22] = [
    (
        "digit_sum",
        "The sum of the digits of x in base b.",
        &["x", "b"],
        "let total = 0
while x > 0
  total = total + x % b
  x = x / b
return total",
    ),
    (
        "valuation",
        "How often b divides x > 0.",
        &["x", "b"],
        "let count = 0
while x > 0 && x % b == 0
  count = count + 1
  x = x / b
return count",
    ),
    (
        "length",
        "The number of digits of x in base b, 0 for 0.",
        &["x", "b"],
        "let count = 0
while x > 0
  count = count + 1
  x = x / b
return count",
    ),
    (
        "high_bit",
        "The greatest power of 2 that is at most x, 0 for 0.",
        &["x"],
        "if x == 0
  return 0
let bit = 1
while bit <= x / 2
  bit = bit * 2
return bit",
    ),
    (
        "low_bit",
        "The greatest power of 2 that divides x, 0 for 0.",
        &["x"],
        "if x == 0
  return 0
let bit = 1
while x % 2 == 0
  bit = bit * 2
  x = x / 2
return bit",
    ),
    ("gray", "The Gray code of x.", &["x"], "return x ^ (x / 2)"),
    (
        "odd_part",
        "The greatest odd divisor of x, 0 for 0.",
        &["x"],
        "while x > 0 && x % 2 == 0
  x = x / 2
return x",
    ),
    (
        "zeckendorf_terms",
        "The number of terms of x as a sum of Fibonacci numbers of which no two are neighbours.",
        &["x"],
        "let terms = 0
while x > 0
  x = x - @zeckendorf_least(x)
  terms = terms + 1
return terms",
    ),
    (
        "zeckendorf_least",
        "The least term of x as a sum of Fibonacci numbers of which no two are neighbours.",
        &["x"],
        "let a = 1
let b = 1
while b <= x - a
  let next = a + b
  a = b
  b = next
let least = 0
while x > 0
  if b <= x
    x = x - b
    least = b
  let before = b - a
  b = a
  a = before
return least",
    ),
    (
        "zeckendorf_zeros",
        "The number of zeros at the end of x > 0 in Fibonacci digits.",
        &["x"],
        "let least = @zeckendorf_least(x)
let a = 1
let b = 1
let zeros = 0
while b < least
  let next = a + b
  a = b
  b = next
  zeros = zeros + 1
return zeros",
    ),
    (
        "root",
        "The square root of x, rounded down.",
        &["x"],
        "let bit = 1
while bit <= x / bit
  bit = bit * 2
let root = 0
while bit > 0
  if root + bit <= x / (root + bit)
    root = root + bit
  bit = bit / 2
return root",
    ),
    (
        "triangular_root",
        "The greatest k with 1 + 2 + ... + k <= x.",
        &["x"],
        "let bit = 1
while bit <= x / bit
  bit = bit * 2
let k = 0
while bit > 0
  let next = k + bit
  if (next + 1) / 2 <= x / (next / 2 * 2 + 1)
    k = next
  bit = bit / 2
return k",
    ),
    (
        "least_prime",
        "The least prime factor of x > 1, by trial division.",
        &["x"],
        "let p = 2
while p <= x / p
  if x % p == 0
    return p
  p = p + 1
return x",
    ),
    ("prime", "Whether x is prime.", &["x"], "test x > 1 && @least_prime(x) == x"),
    ("square", "Whether x is a square.", &["x"], "let side = @root(x)\ntest side * side == x"),
    (
        "power",
        "Whether x is a power of b.",
        &["x", "b"],
        "while x > 1 && x % b == 0
  x = x / b
test x == 1",
    ),
    (
        "fibonacci",
        "Whether x is 0 or a Fibonacci number.",
        &["x"],
        "test @zeckendorf_terms(x) <= 1",
    ),
    (
        "triangular",
        "Whether x is 1 + 2 + ... + k.",
        &["x"],
        "let k = @triangular_root(x)
test (k + 1) / 2 * (k / 2 * 2 + 1) == x",
    ),
    (
        "factorial",
        "Whether x is a factorial.",
        &["x"],
        "let k = 2
while x > 1 && x % k == 0
  x = x / k
  k = k + 1
test x == 1",
    ),
    (
        "divisors",
        "The number of divisors of x, 0 for 0, by trial division.",
        &["x"],
        "if x == 0
  return 0
let count = 1
let p = 2
while p <= x / p
  let times = 1
  while x % p == 0
    x = x / p
    times = times + 1
  count = count * times
  p = p + 1
if x > 1
  count = count * 2
return count",
    ),
    (
        "prime_factors",
        "The number of prime factors of x > 0, with multiplicity, by trial division.",
        &["x"],
        "let count = 0
let p = 2
while p <= x / p
  while x % p == 0
    x = x / p
    count = count + 1
  p = p + 1
if x > 1
  count = count + 1
return count",
    ),
    (
        "gcd",
        "The greatest common divisor, 0 for 0 and 0.",
        &["a", "b"],
        "while b > 0
  let rest = a % b
  a = b
  b = rest
return a",
    ),
];

/// The functions that a function of this name needs, itself last.
pub(super) fn needed(name: &str) -> Vec<Loop> {
    let Some(&(name, about, params, body)) = TEXTS.iter().find(|text| text.0 == name) else {
        return Vec::new();
    };
    let others = body.split('@').skip(1).filter_map(|rest| rest.split('(').next());
    let mut found: Vec<Loop> = others.flat_map(needed).collect();
    found.push(Loop { name: name.to_owned(), about, params, body: body.to_owned() });
    found
}

/// The function of a feature, and its second argument.
pub(super) const fn of_feature(feature: Feature) -> (&'static str, Option<u32>) {
    match feature {
        Feature::Ones => ("digit_sum", Some(2)),
        Feature::DigitSum(base) => ("digit_sum", Some(base)),
        Feature::Valuation(base) => ("valuation", Some(base)),
        Feature::Length(base) => ("length", Some(base)),
        Feature::HighBit => ("high_bit", None),
        Feature::LowBit => ("low_bit", None),
        Feature::Gray => ("gray", None),
        Feature::OddPart => ("odd_part", None),
        Feature::ZeckendorfTerms => ("zeckendorf_terms", None),
        Feature::ZeckendorfZeros => ("zeckendorf_zeros", None),
        Feature::ZeckendorfLeast => ("zeckendorf_least", None),
        Feature::Root => ("root", None),
        Feature::TriangularRoot => ("triangular_root", None),
        Feature::Prime => ("prime", None),
        Feature::Square => ("square", None),
        Feature::Power(base) => ("power", Some(base)),
        Feature::Fibonacci => ("fibonacci", None),
        Feature::Triangular => ("triangular", None),
        Feature::Factorial => ("factorial", None),
        Feature::Divisors => ("divisors", None),
        Feature::PrimeFactors => ("prime_factors", None),
        Feature::LeastPrime => ("least_prime", None),
    }
}

/// The function as text, with a comment above it.
pub(super) fn text(of: &Loop, style: &Style<'_>) -> String {
    let lang = style.lang;
    let kind = match (lang, style.word) {
        (Lang::Cpp, _) => "Int",
        (Lang::Rust, false) => "i128",
        (Lang::Rust, true) => "i64",
        (Lang::Java, _) => "long",
        (Lang::Python, _) => "",
    };
    let lines: Vec<&str> = of.body.lines().collect();
    let set = |name: &str| {
        let sets =
            |line: &&str| line.trim().strip_prefix(name).is_some_and(|r| r.starts_with(" = "));
        lines.iter().any(sets)
    };
    let param = |name: &&str| match lang {
        Lang::Cpp | Lang::Java => format!("{kind} {name}"),
        Lang::Rust if set(name) => format!("mut {name}: {kind}"),
        Lang::Rust => format!("{name}: {kind}"),
        Lang::Python => (*name).to_owned(),
    };
    let params = of.params.iter().map(param).collect::<Vec<_>>().join(", ");
    let name = style.helper(&of.name);
    let mut out = format!("{} {}\n", lang.comment(), of.about);
    let _ = match lang {
        Lang::Cpp | Lang::Java => writeln!(out, "static {kind} {name}({params}) {{"),
        Lang::Rust => writeln!(out, "fn {name}({params}) -> {kind} {{"),
        Lang::Python => writeln!(out, "def {name}({params}):"),
    };
    let mut depth = 0;
    for &line in &lines {
        let at = (line.len() - line.trim_start().len()) / 2;
        close(&mut out, at..depth, lang);
        depth = at;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let rest = expression(rest, style);
        let blanks = " ".repeat(4 * (at + 1));
        let text = match (word, lang) {
            ("let", Lang::Python) => rest,
            ("let", Lang::Rust) => {
                let variable = rest.split(' ').next().unwrap_or_default();
                format!("let {}{rest};", if set(variable) { "mut " } else { "" })
            }
            ("let", _) => format!("{kind} {rest};"),
            ("while" | "if", _) => {
                depth += 1;
                match lang {
                    Lang::Cpp | Lang::Java => format!("{word} ({rest}) {{"),
                    Lang::Rust => format!("{word} {rest} {{"),
                    Lang::Python => format!("{word} {rest}:"),
                }
            }
            ("return", Lang::Python) => format!("return {rest}"),
            ("return", _) => format!("return {rest};"),
            ("test", Lang::Cpp) => format!("return {rest};"),
            ("test", Lang::Java) => format!("return {rest} ? 1 : 0;"),
            ("test", Lang::Rust) => format!("{kind}::from({rest})"),
            ("test", Lang::Python) => format!("return int({rest})"),
            (name, Lang::Python) => format!("{name} {rest}"),
            (name, _) => format!("{name} {rest};"),
        };
        let _ = writeln!(out, "{blanks}{text}");
    }
    close(&mut out, 0..depth, lang);
    if lang != Lang::Python {
        out.push_str("}\n");
    }
    out
}

/// Ends blocks.
fn close(out: &mut String, depths: std::ops::Range<usize>, lang: Lang) {
    if lang != Lang::Python {
        for depth in depths.rev() {
            let _ = writeln!(out, "{}}}", " ".repeat(4 * (depth + 1)));
        }
    }
}

/// An expression in the language.
fn expression(text: &str, style: &Style<'_>) -> String {
    let mut out = String::new();
    for (number, piece) in text.split('@').enumerate() {
        match (number, piece.split_once('(')) {
            (0, _) | (_, None) => out.push_str(piece),
            (_, Some((name, rest))) => {
                let _ = write!(out, "{}({rest}", style.helper(name));
            }
        }
    }
    match style.lang {
        Lang::Python => out.replace(" / ", " // ").replace("&&", "and"),
        _ => out,
    }
}
