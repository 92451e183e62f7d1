//! What every program in Rust has: reading, and the functions that the language lacks.

use super::printer::Printer;
use std::collections::BTreeSet;

const RUST: &[(&str, &str)] = &[
    (
        "floor_div",
        "fn floor_div(a: i64, b: i64) -> i64 {
    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))
}",
    ),
    (
        "floor_mod",
        "fn floor_mod(a: i64, b: i64) -> i64 {
    a.wrapping_rem_euclid(b)
}",
    ),
    (
        "isqrt",
        "fn isqrt(n: i64) -> i64 {
    let mut root = (n as f64).sqrt() as i64;
    while root > 0 && root > n / root {
        root -= 1;
    }
    while root + 1 <= n / (root + 1) {
        root += 1;
    }
    root
}",
    ),
    (
        "is_square",
        "fn is_square(n: i64) -> bool {
    let root = (n.max(0) as f64).sqrt() as i64;
    (root - 1..=root + 1).any(|root| root >= 0 && root * root == n)
}",
    ),
    (
        "is_prime",
        "fn is_prime(n: i64) -> bool {
    n > 1 && (2..).take_while(|d| d <= &(n / d)).all(|d| n % d != 0)
}",
    ),
    (
        "gcd",
        "fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}",
    ),
    (
        "top",
        "fn top(m: i64) -> i64 {
    63 - i64::from(m.leading_zeros())
}",
    ),
    (
        "low",
        "fn low(m: i64) -> i64 {
    if m == 0 { -1 } else { i64::from(m.trailing_zeros()) }
}",
    ),
    (
        "prev0",
        "fn prev0(m: i64, i: i64) -> i64 {
    (0..i).rev().find(|j| m >> j & 1 == 0).unwrap_or(-1)
}",
    ),
    (
        "next0",
        "fn next0(m: i64, i: i64) -> i64 {
    (i + 1..64).find(|j| m >> j & 1 == 0).unwrap_or(-1)
}",
    ),
    (
        "bit",
        "fn bit(m: i64, i: i64) -> i64 {
    m >> i & 1
}",
    ),
    (
        "add_values",
        "\
/// The value of a sum; what a move wins at once stays.
fn add_values(a: i64, b: i64) -> i64 {
    if a | b < 0 { a.min(b) } else { a ^ b }
}",
    ),
    (
        "sorted_copy",
        "fn sorted_copy(list: &[i64]) -> Vec<i64> {
    let mut list = list.to_vec();
    list.sort();
    list
}",
    ),
    (
        "reversed_copy",
        "fn reversed_copy(list: &[i64]) -> Vec<i64> {
    list.iter().rev().copied().collect()
}",
    ),
    (
        "digits",
        "/// The decimal digits, from the lowest.
fn digits(n: i64) -> Vec<i64> {
    n.to_string().bytes().rev().map(|digit| i64::from(digit - b'0')).collect()
}",
    ),
    (
        "exactly",
        "/// A list that has to have N numbers.
fn exactly<const N: usize>(list: &[i64]) -> [i64; N] {
    match list.try_into() {
        Ok(numbers) => numbers,
        Err(_) => panic!(\"a list of {} numbers, expected {}\", list.len(), N),
    }
}",
    ),
    (
        "factors",
        "\
/// The prime factors, ascending.
fn factors(mut n: i64) -> Vec<i64> {
    let mut list = Vec::new();
    let mut d = 2;
    while d <= n / d {
        if n % d == 0 {
            list.push(d);
            n /= d;
        } else {
            d += 1;
        }
    }
    if n > 1 {
        list.push(n);
    }
    list
}",
    ),
    (
        "divisors",
        "fn divisors(n: i64) -> Vec<i64> {
    let low: Vec<i64> = (1..).take_while(|d| d <= &(n / d)).filter(|d| n % d == 0).collect();
    let mut list: Vec<i64> = low.iter().flat_map(|d| [*d, n / d]).collect();
    list.sort();
    list.dedup();
    list
}",
    ),
    (
        "arcs",
        "/// The ends of the arcs from each vertex.
fn arcs(n: i64, from: &[i64], to: &[i64]) -> Vec<Vec<i64>> {
    let mut next = vec![Vec::new(); n as usize];
    for (&u, &v) in from.iter().zip(to) {
        next[u as usize].push(v);
    }
    next
}",
    ),
    (
        "edges",
        "/// The neighbours of each vertex.
fn edges(n: i64, from: &[i64], to: &[i64]) -> Vec<Vec<i64>> {
    let mut next = vec![Vec::new(); n as usize];
    for (&u, &v) in from.iter().zip(to) {
        next[u as usize].push(v);
        next[v as usize].push(u);
    }
    next
}",
    ),
    (
        "joined",
        "fn joined(list: &[i64]) -> String {
    list.iter().map(|n| n.to_string()).collect::<Vec<_>>().join(\" \")
}",
    ),
];

const RUST_LISTS: &[(&str, &str)] = &[
    (
        "more",
        "    /// Whether there is something left to read.
    fn more(&mut self) -> bool {
        self.words.peek().is_some()
    }
",
    ),
    (
        "number",
        "    fn number(&mut self) -> i64 {
        self.words.next().and_then(|word| word.parse().ok()).expect(\"a number\")
    }
",
    ),
    (
        "numbers",
        "    fn numbers(&mut self, count: i64) -> Vec<i64> {
        (0..count).map(|_| self.number()).collect()
    }
",
    ),
    (
        "rows",
        "    fn rows(&mut self, count: i64, columns: i64) -> Vec<Vec<i64>> {
        (0..count).map(|_| self.numbers(columns)).collect()
    }
",
    ),
    (
        "word",
        "    /// The codes of the characters of a word.
    fn word(&mut self) -> Vec<i64> {
        self.words.next().expect(\"a word\").chars().map(|c| c as i64).collect()
    }
",
    ),
    (
        "words",
        "    fn words(&mut self, count: i64) -> Vec<Vec<i64>> {
        (0..count).map(|_| self.word()).collect()
    }
",
    ),
];

/// Everything behind the heading.
pub(super) fn program(p: &Printer<'_>, text: &mut String, functions: &str, main: &str) {
    let deep = !p.routine.functions.is_empty();
    let mut uses: BTreeSet<String> = p.games.imports.iter().cloned().collect();
    uses.insert("std::io::Read".to_owned());
    if p.helpers.contains("write") {
        uses.insert("std::fmt::Write".to_owned());
    }
    if p.searches {
        text.push_str("#![allow(dead_code)]\n\n");
    }
    for path in uses {
        text.push_str(&format!("use {path};\n"));
    }
    text.push('\n');
    text.push_str(&p.games.text);
    text.push_str("\n\n");
    text.push_str(&p.wanted(RUST));
    text.push_str(functions);
    text.push_str("\n/// What is left of the input.\nstruct Input<'a> {\n    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,\n}\n\nimpl Input<'_> {\n");
    let mut first = true;
    for (name, helper) in RUST_LISTS {
        let needed = p.helpers.contains(name)
            || *name == "number"
                && (main.contains("input.number()") || p.helpers.contains("numbers"));
        if needed {
            if !first {
                text.push('\n');
            }
            first = false;
            text.push_str(helper);
        }
    }
    text.push_str("}\n\n");
    text.push_str(if deep { "fn run() {\n" } else { "fn main() {\n" });
    text.push_str("    let mut text = String::new();\n    std::io::stdin().read_to_string(&mut text).expect(\"text\");\n    let mut input = Input { words: text.split_whitespace().peekable() };\n    let mut out = String::new();\n");
    if let Some(start) = &p.games.start {
        text.push_str(&format!("    {start}\n"));
    }
    if p.searches {
        text.push_str("    let mut sums = std::collections::HashMap::new();\n");
    }
    text.push_str(main);
    text.push_str("    print!(\"{}\", out);\n}\n");
    if deep {
        text.push_str("\nfn main() {\n    // Functions that call themselves need room.\n    let deep = std::thread::Builder::new().stack_size(1 << 29).spawn(run);\n    deep.expect(\"a thread\").join().expect(\"an answer\");\n}\n");
    }
}
