//! What every program in Python has: reading, and the functions that the language lacks.

use super::printer::Printer;
use std::collections::BTreeSet;

const PYTHON: &[(&str, &str)] = &[
    (
        "is_square",
        "def is_square(n):
    return n >= 0 and math.isqrt(n) ** 2 == n
",
    ),
    (
        "is_prime",
        "def is_prime(n):
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))
",
    ),
    (
        "popcount",
        "def popcount(m):
    return bin(m & (1 << 64) - 1).count(\"1\")
",
    ),
    (
        "top",
        "def top(m):
    return (m & (1 << 64) - 1).bit_length() - 1
",
    ),
    (
        "low",
        "def low(m):
    return (m & -m).bit_length() - 1
",
    ),
    (
        "prev0",
        "def prev0(m, i):
    return next((j for j in range(i - 1, -1, -1) if not m >> j & 1), -1)
",
    ),
    (
        "next0",
        "def next0(m, i):
    return next((j for j in range(i + 1, 64) if not m >> j & 1), -1)
",
    ),
    (
        "bit",
        "def bit(m, i):
    return m >> i & 1
",
    ),
    (
        "add_values",
        "def add_values(a, b):
    \"\"\"The value of a sum; what a move wins at once stays.\"\"\"
    return min(a, b) if a < 0 or b < 0 else a ^ b
",
    ),
    (
        "digits",
        "def digits(n):
    \"\"\"The decimal digits, from the lowest.\"\"\"
    return [int(digit) for digit in reversed(str(n))]
",
    ),
    (
        "factors",
        "\
def factors(n):
    \"\"\"The prime factors, ascending.\"\"\"
    found, d = [], 2
    while d <= n // d:
        if n % d == 0:
            found.append(d)
            n //= d
        else:
            d += 1
    return found + [n] if n > 1 else found
",
    ),
    (
        "divisors",
        "def divisors(n):
    low = [d for d in range(1, math.isqrt(n) + 1) if n % d == 0]
    return sorted({d for c in low for d in (c, n // c)})
",
    ),
    (
        "arcs",
        "def arcs(n, start, end):
    \"\"\"The ends of the arcs from each vertex.\"\"\"
    next_of = [[] for _ in range(n)]
    for u, v in zip(start, end):
        next_of[u].append(v)
    return next_of
",
    ),
    (
        "edges",
        "def edges(n, start, end):
    \"\"\"The neighbours of each vertex.\"\"\"
    next_of = [[] for _ in range(n)]
    for u, v in zip(start, end):
        next_of[u].append(v)
        next_of[v].append(u)
    return next_of
",
    ),
    (
        "exactly",
        "def exactly(numbers, count):
    \"\"\"A tuple of so many numbers.\"\"\"
    if len(numbers) != count:
        sys.exit(f\"a list of {len(numbers)} numbers, expected {count}\")
    return tuple(numbers)
",
    ),
    (
        "joined",
        "def joined(numbers):
    return \" \".join(map(str, numbers))
",
    ),
    (
        "number",
        "def number():
    return int(tokens.pop())
",
    ),
    (
        "numbers",
        "def numbers(count):
    return [number() for _ in range(count)]
",
    ),
    (
        "rows",
        "def rows(count, columns):
    return [numbers(columns) for _ in range(count)]
",
    ),
    (
        "word",
        "def word():
    \"\"\"The codes of the characters of a word.\"\"\"
    return [ord(c) for c in tokens.pop().decode()]
",
    ),
    (
        "words",
        "def words(count):
    return [word() for _ in range(count)]
",
    ),
];

/// Everything behind the heading.
pub(super) fn program(p: &Printer<'_>, text: &mut String, functions: &str, main: &str) {
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
    let copies = p.games.copies.iter().map(|copy| &copy.name);
    for name in p.inputs.iter().map(|(_, name)| name).chain(copies) {
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
