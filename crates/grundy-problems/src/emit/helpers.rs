//! What every program has: reading, printing, and the functions that a language lacks.

use super::printer::{Printer, Tongue};
use std::collections::BTreeSet;

/// The whole program.
pub(super) fn whole(p: &Printer<'_>, heading: &[String], functions: &str, main: &str) -> String {
    let sign = if p.tongue == Tongue::Python { "#" } else { "//" };
    let mut text: String = heading.iter().map(|line| format!("{sign} {line}\n")).collect();
    text.push('\n');
    match p.tongue {
        Tongue::Cpp => cpp(p, &mut text, functions, main),
        Tongue::Rust => rust(p, &mut text, functions, main),
        Tongue::Python => python(p, &mut text, functions, main),
        Tongue::Java => {}
    }
    let mut gaps = text.replace("\n\n\n\n", "\n\n\n");
    if p.tongue != Tongue::Python {
        while gaps.contains("\n\n\n") {
            gaps = gaps.replace("\n\n\n", "\n\n");
        }
    }
    gaps
}

fn wanted<'t>(p: &Printer<'_>, texts: &[(&str, &'t str)]) -> String {
    let mut all = String::new();
    for (name, text) in texts {
        if p.helpers.contains(name) && !p.has(name) {
            all.push_str(text);
            all.push_str("\n\n");
        }
    }
    all
}

const CPP: &[(&str, &str)] = &[
    ("floor_div", "Int floor_div(Int a, Int b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}"),
    ("floor_mod", "Int floor_mod(Int a, Int b) {
    const Int rest = a % b;
    return rest >= 0 ? rest : b < 0 ? rest - b : rest + b;
}"),
    ("isqrt", "Int isqrt(Int n) {
    Int root = Int(std::sqrt(double(n)));
    while (root > 0 && root > n / root) --root;
    while (root + 1 <= n / (root + 1)) ++root;
    return root;
}"),
    ("is_square", "bool is_square(Int n) {
    if (n < 0) return false;
    Int root = Int(std::sqrt(double(n)));
    while (root > 0 && root > n / root) --root;
    while (root + 1 <= n / (root + 1)) ++root;
    return root * root == n;
}"),
    ("is_prime", "bool is_prime(Int n) {
    for (Int d = 2; d <= n / d; ++d)
        if (n % d == 0) return false;
    return n > 1;
}"),
    ("popcount", "Int popcount(Int m) { return Int(std::bitset<64>(std::uint64_t(m)).count()); }"),
    ("top", "Int top(Int m) {
    for (Int i = 63; i >= 0; --i)
        if (m >> i & 1) return i;
    return -1;
}"),
    ("low", "Int low(Int m) {
    for (Int i = 0; i < 64; ++i)
        if (m >> i & 1) return i;
    return -1;
}"),
    ("prev0", "Int prev0(Int m, Int i) {
    while (--i >= 0)
        if (!(m >> i & 1)) return i;
    return -1;
}"),
    ("next0", "Int next0(Int m, Int i) {
    while (++i < 64)
        if (!(m >> i & 1)) return i;
    return -1;
}"),
    ("bit", "Int bit(Int m, Int i) { return m >> i & 1; }"),
    ("nim_sum", "// The value of a sum; what a move wins at once stays.
int nim_sum(int a, int b) { return (a | b) < 0 ? std::min(a, b) : a ^ b; }"),
    ("sorted_copy", "std::vector<Int> sorted_copy(std::vector<Int> list) {
    std::sort(list.begin(), list.end());
    return list;
}"),
    ("reversed_copy", "std::vector<Int> reversed_copy(std::vector<Int> list) {
    std::reverse(list.begin(), list.end());
    return list;
}"),
    ("digits", "// The decimal digits, from the lowest.
std::vector<Int> digits(Int n) {
    std::vector<Int> list{n % 10};
    while (n /= 10) list.push_back(n % 10);
    return list;
}"),
    ("divisors", "std::vector<Int> divisors(Int n) {
    std::vector<Int> list;
    for (Int d = 1; d <= n / d; ++d)
        if (n % d == 0) {
            list.push_back(d);
            if (d != n / d) list.push_back(n / d);
        }
    std::sort(list.begin(), list.end());
    return list;
}"),
    ("arcs", "// The ends of the arcs from each vertex.
std::vector<std::vector<Int>> arcs(Int n, const std::vector<Int>& from, const std::vector<Int>& to) {
    std::vector<std::vector<Int>> next(n);
    for (std::size_t i = 0; i < from.size(); ++i) next[from[i]].push_back(to[i]);
    return next;
}"),
    ("edges", "// The neighbours of each vertex.
std::vector<std::vector<Int>> edges(Int n, const std::vector<Int>& from, const std::vector<Int>& to) {
    std::vector<std::vector<Int>> next(n);
    for (std::size_t i = 0; i < from.size(); ++i) {
        next[from[i]].push_back(to[i]);
        next[to[i]].push_back(from[i]);
    }
    return next;
}"),
    ("joined", "std::string joined(const std::vector<Int>& list) {
    std::string text;
    for (Int n : list) text += (text.empty() ? \"\" : \" \") + std::to_string(n);
    return text;
}"),
];

const CPP_READ: &str = "\
char buffer[1 << 16];
std::size_t length = 0, place = 0;

// The next character of the input, or -1.
int peek() {
    if (place == length) {
        length = std::fread(buffer, 1, sizeof buffer, stdin);
        place = 0;
    }
    return place < length ? (unsigned char)buffer[place] : -1;
}
";

const CPP_MORE: &str = "\
// Whether there is something left to read.
bool more() {
    while (peek() >= 0 && peek() <= ' ') ++place;
    return peek() >= 0;
}
";

const CPP_NUMBER: &str = "\
Int number() {
    more();
    const bool negative = peek() == '-';
    if (negative) ++place;
    Int n = 0;
    while (peek() >= '0' && peek() <= '9') n = 10 * n + (buffer[place++] - '0');
    return negative ? -n : n;
}
";

const CPP_LISTS: &[(&str, &str)] = &[
    ("numbers", "std::vector<Int> numbers(Int count) {
    std::vector<Int> list;
    while (count-- > 0) list.push_back(number());
    return list;
}
"),
    ("rows", "std::vector<std::vector<Int>> rows(Int count, Int columns) {
    std::vector<std::vector<Int>> list;
    while (count-- > 0) list.push_back(numbers(columns));
    return list;
}
"),
    ("word", "// The codes of the characters of a word.
std::vector<Int> word() {
    more();
    std::vector<Int> list;
    while (peek() > ' ') list.push_back((unsigned char)buffer[place++]);
    return list;
}
"),
    ("words", "std::vector<std::vector<Int>> words(Int count) {
    std::vector<std::vector<Int>> list;
    while (count-- > 0) list.push_back(word());
    return list;
}
"),
];

fn cpp(p: &Printer<'_>, text: &mut String, functions: &str, main: &str) {
    let mut body = String::new();
    let games = p.games.text.trim_start_matches("using Int = std::int64_t;\n");
    body.push_str(games);
    body.push_str("\n\n");
    body.push_str(&wanted(p, CPP));
    body.push_str(functions);
    let mut reading = CPP_READ.to_owned() + "\n" + CPP_MORE + "\n";
    if main.contains("number()") || p.helpers.contains("numbers") {
        reading += CPP_NUMBER;
        reading.push('\n');
    }
    for (name, helper) in CPP_LISTS {
        if p.helpers.contains(name) {
            reading += helper;
            reading.push('\n');
        }
    }
    body.push_str(&reading);
    body.push_str("\nint main() {\n");
    body.push_str(main);
    body.push_str("}\n");
    let mut headers: BTreeSet<&str> = ["cstdint", "cstdio", "iostream"].into_iter().collect();
    headers.extend(p.games.imports.iter().map(String::as_str));
    for (what, header) in [
        ("std::vector", "vector"),
        ("std::string", "string"),
        ("std::sort", "algorithm"),
        ("std::reverse", "algorithm"),
        ("std::min", "algorithm"),
        ("std::max", "algorithm"),
        ("std::array", "array"),
        ("std::sqrt", "cmath"),
        ("std::bitset", "bitset"),
        ("std::gcd", "numeric"),
        ("std::abs", "cstdlib"),
        ("std::set", "set"),
        ("std::pair", "utility"),
    ] {
        if body.contains(what) {
            headers.insert(header);
        }
    }
    for header in headers {
        text.push_str(&format!("#include <{header}>\n"));
    }
    text.push_str("\nusing Int = std::int64_t;\n\n");
    text.push_str(&body);
}

const RUST: &[(&str, &str)] = &[
    ("floor_div", "fn floor_div(a: i64, b: i64) -> i64 {
    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))
}"),
    ("floor_mod", "fn floor_mod(a: i64, b: i64) -> i64 {
    a.wrapping_rem_euclid(b)
}"),
    ("isqrt", "fn isqrt(n: i64) -> i64 {
    let mut root = (n as f64).sqrt() as i64;
    while root > 0 && root > n / root {
        root -= 1;
    }
    while root + 1 <= n / (root + 1) {
        root += 1;
    }
    root
}"),
    ("is_square", "fn is_square(n: i64) -> bool {
    let root = (n.max(0) as f64).sqrt() as i64;
    (root - 1..=root + 1).any(|root| root >= 0 && root * root == n)
}"),
    ("is_prime", "fn is_prime(n: i64) -> bool {
    n > 1 && (2..).take_while(|d| d <= &(n / d)).all(|d| n % d != 0)
}"),
    ("gcd", "fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}"),
    ("top", "fn top(m: i64) -> i64 {
    63 - i64::from(m.leading_zeros())
}"),
    ("low", "fn low(m: i64) -> i64 {
    if m == 0 { -1 } else { i64::from(m.trailing_zeros()) }
}"),
    ("prev0", "fn prev0(m: i64, i: i64) -> i64 {
    (0..i).rev().find(|j| m >> j & 1 == 0).unwrap_or(-1)
}"),
    ("next0", "fn next0(m: i64, i: i64) -> i64 {
    (i + 1..64).find(|j| m >> j & 1 == 0).unwrap_or(-1)
}"),
    ("bit", "fn bit(m: i64, i: i64) -> i64 {
    m >> i & 1
}"),
    ("sorted_copy", "fn sorted_copy(list: &[i64]) -> Vec<i64> {
    let mut list = list.to_vec();
    list.sort();
    list
}"),
    ("reversed_copy", "fn reversed_copy(list: &[i64]) -> Vec<i64> {
    list.iter().rev().copied().collect()
}"),
    ("digits", "/// The decimal digits, from the lowest.
fn digits(n: i64) -> Vec<i64> {
    n.to_string().bytes().rev().map(|digit| i64::from(digit - b'0')).collect()
}"),
    ("divisors", "fn divisors(n: i64) -> Vec<i64> {
    let low: Vec<i64> = (1..).take_while(|d| d <= &(n / d)).filter(|d| n % d == 0).collect();
    let mut list: Vec<i64> = low.iter().flat_map(|d| [*d, n / d]).collect();
    list.sort();
    list.dedup();
    list
}"),
    ("arcs", "/// The ends of the arcs from each vertex.
fn arcs(n: i64, from: &[i64], to: &[i64]) -> Vec<Vec<i64>> {
    let mut next = vec![Vec::new(); n as usize];
    for (&u, &v) in from.iter().zip(to) {
        next[u as usize].push(v);
    }
    next
}"),
    ("edges", "/// The neighbours of each vertex.
fn edges(n: i64, from: &[i64], to: &[i64]) -> Vec<Vec<i64>> {
    let mut next = vec![Vec::new(); n as usize];
    for (&u, &v) in from.iter().zip(to) {
        next[u as usize].push(v);
        next[v as usize].push(u);
    }
    next
}"),
    ("joined", "fn joined(list: &[i64]) -> String {
    list.iter().map(|n| n.to_string()).collect::<Vec<_>>().join(\" \")
}"),
];

const RUST_LISTS: &[(&str, &str)] = &[
    ("more", "    /// Whether there is something left to read.
    fn more(&mut self) -> bool {
        self.words.peek().is_some()
    }
"),
    ("number", "    fn number(&mut self) -> i64 {
        self.words.next().and_then(|word| word.parse().ok()).expect(\"a number\")
    }
"),
    ("numbers", "    fn numbers(&mut self, count: i64) -> Vec<i64> {
        (0..count).map(|_| self.number()).collect()
    }
"),
    ("rows", "    fn rows(&mut self, count: i64, columns: i64) -> Vec<Vec<i64>> {
        (0..count).map(|_| self.numbers(columns)).collect()
    }
"),
    ("word", "    /// The codes of the characters of a word.
    fn word(&mut self) -> Vec<i64> {
        self.words.next().expect(\"a word\").chars().map(|c| c as i64).collect()
    }
"),
    ("words", "    fn words(&mut self, count: i64) -> Vec<Vec<i64>> {
        (0..count).map(|_| self.word()).collect()
    }
"),
];

fn rust(p: &Printer<'_>, text: &mut String, functions: &str, main: &str) {
    let deep = !p.routine.functions.is_empty();
    let mut uses: BTreeSet<String> = p.games.imports.iter().cloned().collect();
    uses.insert("std::io::Read".to_owned());
    if p.helpers.contains("write") {
        uses.insert("std::fmt::Write".to_owned());
    }
    for path in uses {
        text.push_str(&format!("use {path};\n"));
    }
    text.push('\n');
    text.push_str(&p.games.text);
    text.push_str("\n\n");
    text.push_str(&wanted(p, RUST));
    text.push_str(functions);
    text.push_str("\n/// What is left of the input.\nstruct Input<'a> {\n    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,\n}\n\nimpl Input<'_> {\n");
    let mut first = true;
    for (name, helper) in RUST_LISTS {
        let needed = p.helpers.contains(name)
            || *name == "number" && (main.contains("input.number()") || p.helpers.contains("numbers"));
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
    text.push_str(main);
    text.push_str("    print!(\"{}\", out);\n}\n");
    if deep {
        text.push_str("\nfn main() {\n    // Functions that call themselves need room.\n    let deep = std::thread::Builder::new().stack_size(1 << 29).spawn(run);\n    deep.expect(\"a thread\").join().expect(\"an answer\");\n}\n");
    }
}

const PYTHON: &[(&str, &str)] = &[
    ("is_square", "def is_square(n):
    return n >= 0 and math.isqrt(n) ** 2 == n
"),
    ("is_prime", "def is_prime(n):
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))
"),
    ("popcount", "def popcount(m):
    return bin(m & (1 << 64) - 1).count(\"1\")
"),
    ("top", "def top(m):
    return (m & (1 << 64) - 1).bit_length() - 1
"),
    ("low", "def low(m):
    return (m & -m).bit_length() - 1
"),
    ("prev0", "def prev0(m, i):
    return next((j for j in range(i - 1, -1, -1) if not m >> j & 1), -1)
"),
    ("next0", "def next0(m, i):
    return next((j for j in range(i + 1, 64) if not m >> j & 1), -1)
"),
    ("bit", "def bit(m, i):
    return m >> i & 1
"),
    ("nim_sum", "def nim_sum(a, b):
    \"\"\"The value of a sum; what a move wins at once stays.\"\"\"
    return min(a, b) if a < 0 or b < 0 else a ^ b
"),
    ("digits", "def digits(n):
    \"\"\"The decimal digits, from the lowest.\"\"\"
    return [int(digit) for digit in reversed(str(n))]
"),
    ("divisors", "def divisors(n):
    low = [d for d in range(1, math.isqrt(n) + 1) if n % d == 0]
    return sorted({d for c in low for d in (c, n // c)})
"),
    ("arcs", "def arcs(n, start, end):
    \"\"\"The ends of the arcs from each vertex.\"\"\"
    next_of = [[] for _ in range(n)]
    for u, v in zip(start, end):
        next_of[u].append(v)
    return next_of
"),
    ("edges", "def edges(n, start, end):
    \"\"\"The neighbours of each vertex.\"\"\"
    next_of = [[] for _ in range(n)]
    for u, v in zip(start, end):
        next_of[u].append(v)
        next_of[v].append(u)
    return next_of
"),
    ("joined", "def joined(numbers):
    return \" \".join(map(str, numbers))
"),
    ("number", "def number():
    return int(tokens.pop())
"),
    ("numbers", "def numbers(count):
    return [number() for _ in range(count)]
"),
    ("rows", "def rows(count, columns):
    return [numbers(columns) for _ in range(count)]
"),
    ("word", "def word():
    \"\"\"The codes of the characters of a word.\"\"\"
    return [ord(c) for c in tokens.pop().decode()]
"),
    ("words", "def words(count):
    return [word() for _ in range(count)]
"),
];

fn python(p: &Printer<'_>, text: &mut String, functions: &str, main: &str) {
    let deep = !p.routine.functions.is_empty();
    let mut helpers = String::new();
    for (name, helper) in PYTHON {
        let needed = p.helpers.contains(name)
            || *name == "number" && (main.contains("number()") || p.helpers.contains("numbers"));
        if needed && !p.has(name) {
            helpers.push_str(helper);
            helpers.push_str("\n\n");
        }
    }
    let mut imports: BTreeSet<String> = BTreeSet::from(["sys".to_owned()]);
    let mut from: BTreeSet<String> = BTreeSet::new();
    for import in &p.games.imports {
        match import.split_once('.') {
            Some((module, name)) => from.insert(format!("from {module} import {name}")),
            None => imports.insert(import.clone()),
        };
    }
    for name in ["gcd", "isqrt"] {
        if p.helpers.contains(name) {
            from.insert(format!("from math import {name}"));
        }
    }
    if helpers.contains("math.") {
        imports.insert("math".to_owned());
    }
    if deep {
        imports.insert("threading".to_owned());
    }
    for import in imports {
        text.push_str(&format!("import {import}\n"));
    }
    for line in from {
        text.push_str(&format!("{line}\n"));
    }
    text.push_str("\n\n");
    if !p.games.text.is_empty() {
        text.push_str(p.games.text.trim_end());
        text.push_str("\n\n\n");
    }
    text.push_str(&helpers);
    text.push_str(functions);
    let read = "tokens = sys.stdin.buffer.read().split()[::-1]\n";
    if !deep {
        text.push_str(read);
        text.push_str(main);
        return;
    }
    // Functions that call themselves need a deep stack.
    text.push_str("def main():\n");
    for name in p.inputs.iter().map(|(_, name)| name) {
        text.push_str(&format!("    global {name}\n"));
    }
    for line in main.lines() {
        match line.is_empty() {
            true => text.push('\n'),
            false => text.push_str(&format!("    {line}\n")),
        }
    }
    text.push_str("\n\n");
    text.push_str(read);
    text.push_str("sys.setrecursionlimit(1 << 20)\nthreading.stack_size(1 << 29)\nthread = threading.Thread(target=main)\nthread.start()\nthread.join()\n");
}
