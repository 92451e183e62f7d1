//! What every program in Java has: reading, arrays that grow, and the functions that the language
//! lacks.

use super::printer::Printer;
use std::collections::BTreeSet;

const JAVA: &[(&str, &str)] = &[
    (
        "gcd",
        "static long gcd(long a, long b) {
    return b == 0 ? Math.abs(a) : gcd(b, a % b);
}",
    ),
    (
        "isqrt",
        "static long isqrt(long n) {
    long root = (long) Math.sqrt((double) n);
    while (root > 0 && root > n / root) --root;
    while (root + 1 <= n / (root + 1)) ++root;
    return root;
}",
    ),
    (
        "is_square",
        "static boolean is_square(long n) {
    if (n < 0) return false;
    long root = (long) Math.sqrt((double) n);
    while (root > 0 && root > n / root) --root;
    while (root + 1 <= n / (root + 1)) ++root;
    return root * root == n;
}",
    ),
    (
        "is_prime",
        "static boolean is_prime(long n) {
    for (long d = 2; d <= n / d; ++d)
        if (n % d == 0) return false;
    return n > 1;
}",
    ),
    (
        "top",
        "static long top(long m) {
    return 63 - Long.numberOfLeadingZeros(m);
}",
    ),
    (
        "low",
        "static long low(long m) {
    return m == 0 ? -1 : Long.numberOfTrailingZeros(m);
}",
    ),
    (
        "prev0",
        "static long prev0(long m, long i) {
    while (--i >= 0)
        if ((m >> i & 1) == 0) return i;
    return -1;
}",
    ),
    (
        "next0",
        "static long next0(long m, long i) {
    while (++i < 64)
        if ((m >> i & 1) == 0) return i;
    return -1;
}",
    ),
    (
        "bit",
        "static long bit(long m, long i) {
    return m >> i & 1;
}",
    ),
    (
        "add_values",
        "// The value of a sum; what a move wins at once stays.
static long add_values(long a, long b) {
    return (a | b) < 0 ? Math.min(a, b) : a ^ b;
}",
    ),
    (
        "sorted_copy",
        "static Numbers sorted_copy(Numbers of) {
    Numbers list = of.copy();
    Arrays.sort(list.list, 0, list.size);
    return list;
}",
    ),
    (
        "reversed_copy",
        "static Numbers reversed_copy(Numbers of) {
    Numbers list = new Numbers();
    for (int i = of.size - 1; i >= 0; --i) list.add(of.list[i]);
    return list;
}",
    ),
    (
        "digits",
        "// The decimal digits, from the lowest.
static Numbers digits(long n) {
    Numbers list = new Numbers();
    do list.add(n % 10); while ((n /= 10) > 0);
    return list;
}",
    ),
    (
        "exactly",
        "// A list that has to have so many numbers.
static long[] exactly(Numbers list, int count) {
    if (list.size() != count)
        throw new IllegalArgumentException(
            \"a list of \" + list.size() + \" numbers, expected \" + count);
    return list.all();
}",
    ),
    (
        "factors",
        "// The prime factors, ascending.
static Numbers factors(long n) {
    Numbers list = new Numbers();
    for (long d = 2; d <= n / d; ++d)
        for (; n % d == 0; n /= d) list.add(d);
    if (n > 1) list.add(n);
    return list;
}",
    ),
    (
        "divisors",
        "static Numbers divisors(long n) {
    Numbers list = new Numbers();
    for (long d = 1; d <= n / d; ++d)
        if (n % d == 0) {
            list.add(d);
            if (d != n / d) list.add(n / d);
        }
    Arrays.sort(list.list, 0, list.size);
    return list;
}",
    ),
    (
        "arcs",
        "// The ends of the arcs from each vertex.
static Rows arcs(long n, Numbers from, Numbers to) {
    Rows next = new Rows();
    for (long v = 0; v < n; ++v) next.add(new Numbers());
    for (int i = 0; i < from.size; ++i) next.at((int) from.at(i)).add(to.at(i));
    return next;
}",
    ),
    (
        "edges",
        "// The neighbours of each vertex.
static Rows edges(long n, Numbers from, Numbers to) {
    Rows next = new Rows();
    for (long v = 0; v < n; ++v) next.add(new Numbers());
    for (int i = 0; i < from.size; ++i) {
        next.at((int) from.at(i)).add(to.at(i));
        next.at((int) to.at(i)).add(from.at(i));
    }
    return next;
}",
    ),
    (
        "joined",
        "static String joined(Numbers list) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < list.size; ++i) text.append(i > 0 ? \" \" : \"\").append(list.at(i));
    return text.toString();
}",
    ),
];

const NUMBERS: &str = "\
// An array of numbers that grows.
static class Numbers {
    long[] list = new long[4];
    int size = 0;

    int size() {
        return size;
    }

    long at(int i) {
        return list[i];
    }

    void set(int i, long n) {
        list[i] = n;
    }

    void add(long n) {
        if (size == list.length) list = Arrays.copyOf(list, 2 * size);
        list[size++] = n;
    }

    long[] all() {
        return Arrays.copyOf(list, size);
    }

    Numbers copy() {
        Numbers copy = new Numbers();
        copy.list = list.clone();
        copy.size = size;
        return copy;
    }
}

";

const ROWS: &str = "\
// Arrays of numbers.
static class Rows {
    ArrayList<Numbers> list = new ArrayList<>();

    int size() {
        return list.size();
    }

    Numbers at(int i) {
        return list.get(i);
    }

    void add(Numbers row) {
        list.add(row.copy());
    }

    void sort() {
        list.sort((a, b) -> Arrays.compare(a.all(), b.all()));
    }

    long[][] all() {
        long[][] rows = new long[size()][];
        for (int i = 0; i < rows.length; ++i) rows[i] = at(i).all();
        return rows;
    }
}

";

const READ: &str = "\
static final byte[] buffer = new byte[1 << 16];
static int length = 0, place = 0;

// The next byte of the input, or -1.
static int peek() {
    if (place == length) {
        try {
            length = Math.max(System.in.read(buffer), 0);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        place = 0;
    }
    return place < length ? buffer[place] & 255 : -1;
}

// Whether there is something left to read.
static boolean more() {
    while (peek() >= 0 && peek() <= ' ') ++place;
    return peek() >= 0;
}

";

const LISTS: &[(&str, &str)] = &[
    (
        "number",
        "static long number() {
    more();
    boolean negative = peek() == '-';
    if (negative) ++place;
    long n = 0;
    while (peek() >= '0' && peek() <= '9') n = 10 * n + (buffer[place++] - '0');
    return negative ? -n : n;
}

",
    ),
    (
        "numbers",
        "static Numbers numbers(long count) {
    Numbers list = new Numbers();
    while (count-- > 0) list.add(number());
    return list;
}

",
    ),
    (
        "rows",
        "static Rows rows(long count, long columns) {
    Rows list = new Rows();
    while (count-- > 0) list.add(numbers(columns));
    return list;
}

",
    ),
    (
        "word",
        "// The codes of the characters of a word.
static Numbers word() {
    more();
    Numbers list = new Numbers();
    while (peek() > ' ') list.add(buffer[place++] & 255);
    return list;
}

",
    ),
    (
        "words",
        "static Rows words(long count) {
    Rows list = new Rows();
    while (count-- > 0) list.add(word());
    return list;
}

",
    ),
];

/// Everything behind the heading.
pub(super) fn program(p: &Printer<'_>, text: &mut String, functions: &str, main: &str) {
    let deep = !p.routine.functions.is_empty();
    // Members of a class are indented already.
    let members = p.games.text.lines().map(|line| line.strip_prefix("    ").unwrap_or(line));
    let mut body = members.collect::<Vec<_>>().join("\n").trim().to_owned();
    if !body.is_empty() {
        body.push_str("\n\n");
    }
    let helpers = p.wanted(JAVA);
    let uses = |what: &str| {
        [&*helpers, functions, main].iter().any(|part| part.contains(what))
            || p.helpers.iter().any(|helper| matches!(*helper, "numbers" | "word"))
    };
    let rows = [&*helpers, functions, main].iter().any(|part| part.contains("Rows"))
        || p.helpers.iter().any(|helper| matches!(*helper, "rows" | "words"));
    if uses("Numbers") || rows {
        body.push_str(NUMBERS);
    }
    if rows {
        body.push_str(ROWS);
    }
    body.push_str(&helpers);
    body.push_str(functions);
    body.push_str(READ);
    for (name, helper) in LISTS {
        let needed = p.helpers.contains(name)
            || *name == "number" && (main.contains("number()") || p.helpers.contains("numbers"));
        if needed {
            body.push_str(helper);
        }
    }
    body.push_str("static final StringBuilder out = new StringBuilder();\n\n");
    if deep {
        body.push_str("static void run() {\n");
    } else {
        body.push_str("public static void main(String[] args) {\n");
    }
    body.push_str(main);
    body.push_str("    System.out.print(out);\n    System.out.flush();\n}\n");
    if deep {
        body.push_str(
            "\npublic static void main(String[] args) throws InterruptedException {\n    \
             // Functions that call themselves need room.\n    \
             Thread thread = new Thread(null, Main::run, \"main\", 1 << 29);\n    \
             thread.start();\n    thread.join();\n}\n",
        );
    }
    let mut imports: BTreeSet<String> = p.games.imports.iter().cloned().collect();
    imports.extend(["java.io.IOException", "java.io.UncheckedIOException"].map(str::to_owned));
    for (what, class) in [("HashMap<", "HashMap"), ("List<", "List"), ("TreeSet<", "TreeSet")] {
        if body.contains(what) {
            imports.insert(format!("java.util.{class}"));
        }
    }
    if body.contains("Arrays.") {
        imports.insert("java.util.Arrays".to_owned());
    }
    if body.contains("ArrayList") {
        imports.insert("java.util.ArrayList".to_owned());
    }
    for import in imports {
        text.push_str(&format!("import {import};\n"));
    }
    text.push_str("\npublic class Main {\n");
    for line in body.lines() {
        match line.is_empty() {
            true => text.push('\n'),
            false => text.push_str(&format!("    {line}\n")),
        }
    }
    text.push_str("}\n");
}
