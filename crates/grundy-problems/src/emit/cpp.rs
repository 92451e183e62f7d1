//! What every program in C++ has: reading, and the functions that the language lacks.

use super::functions::recurs;
use super::printer::Printer;
use std::collections::BTreeSet;

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
    ("add_values", "// The value of a sum; what a move wins at once stays.
Int add_values(Int a, Int b) { return (a | b) < 0 ? std::min(a, b) : a ^ b; }"),
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
        (
        "factors",
        "\
// The prime factors, ascending.
std::vector<Int> factors(Int n) {
    std::vector<Int> list;
    for (Int d = 2; d <= n / d; ++d)
        for (; n % d == 0; n /= d) list.push_back(d);
    if (n > 1) list.push_back(n);
    return list;
}",
    ),
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
    ("exactly", "// A list that has to have N numbers.
template <std::size_t N>
std::array<Int, N> exactly(const std::vector<Int>& list) {
    if (list.size() != N) {
        std::fprintf(stderr, \"a list of %zu numbers, expected %zu\\n\", list.size(), N);
        std::exit(1);
    }
    std::array<Int, N> numbers{};
    std::copy(list.begin(), list.end(), numbers.begin());
    return numbers;
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
    (
        "numbers",
        "std::vector<Int> numbers(Int count) {
    std::vector<Int> list;
    while (count-- > 0) list.push_back(number());
    return list;
}
",
    ),
    (
        "rows",
        "std::vector<std::vector<Int>> rows(Int count, Int columns) {
    std::vector<std::vector<Int>> list;
    while (count-- > 0) list.push_back(numbers(columns));
    return list;
}
",
    ),
    (
        "word",
        "// The codes of the characters of a word.
std::vector<Int> word() {
    more();
    std::vector<Int> list;
    while (peek() > ' ') list.push_back((unsigned char)buffer[place++]);
    return list;
}
",
    ),
    (
        "words",
        "std::vector<std::vector<Int>> words(Int count) {
    std::vector<std::vector<Int>> list;
    while (count-- > 0) list.push_back(word());
    return list;
}
",
    ),
];

/// Functions that call themselves need more room than the stack of a program usually has.
const CPP_DEEP: &str = "
int main() {
    volatile bool answered = false;
#ifdef __linux__
    // Functions that call themselves need room.
    static ucontext_t back, deep;
    const std::size_t room = std::size_t(1) << 29;
    void* stack = std::malloc(room);
    if (stack && getcontext(&deep) == 0) {
        deep.uc_stack.ss_sp = stack;
        deep.uc_stack.ss_size = room;
        deep.uc_link = &back;
        makecontext(&deep, answer_input, 0);
        answered = swapcontext(&back, &deep) == 0;
    }
    std::free(stack);
#endif
    if (!answered) answer_input();
}
";

const CPP_DEEP_HEADER: &str = "
#ifdef __linux__
#include <ucontext.h>
#endif
";

/// Everything behind the heading.
pub(super) fn program(p: &Printer<'_>, text: &mut String, functions: &str, main: &str) {
    let mut body = String::new();
    let games = p.games.text.trim_start_matches("using Int = std::int64_t;\n");
    body.push_str(games);
    body.push_str("\n\n");
    body.push_str(&p.wanted(CPP));
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
    let deep = (0..p.routine.functions.len()).any(|number| recurs(p.routine, number));
    body.push_str(if deep { "\nvoid answer_input() {\n" } else { "\nint main() {\n" });
    body.push_str(main);
    body.push_str("}\n");
    if deep {
        body.push_str(CPP_DEEP);
    }
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
        ("std::exit", "cstdlib"),
        ("std::copy", "algorithm"),
        ("std::set", "set"),
        ("std::map<", "map"),
        ("std::unordered_map<", "unordered_map"),
        ("std::pair", "utility"),
    ] {
        if body.contains(what) {
            headers.insert(header);
        }
    }
    if deep {
        headers.insert("cstdlib");
    }
    for header in headers {
        text.push_str(&format!("#include <{header}>\n"));
    }
    if deep {
        text.push_str(CPP_DEEP_HEADER);
    }
    text.push_str("\nusing Int = std::int64_t;\n\n");
    text.push_str(&body);
}
