//! What stands before the functions of families: constants, helpers, the least missing value.

use super::heading_rust;
use super::helpers;
use super::lang::Lang::*;
use super::order::{Order, Way};
use super::parts::Parts;
use super::print::{Helper, Printer};

/// Everything before the functions; `insides` and `body` are what follows.
pub(super) fn head(
    p: &mut Printer<'_>,
    parts: &Parts,
    order: &Order,
    insides: &str,
    body: &str,
) -> String {
    let uses = |what: &str| body.contains(what) || insides.contains(what);
    let text = match p.lang {
        Cpp => cpp(p, parts, insides, &uses),
        Rust => heading_rust::head(p, parts, order, insides, constants(p, parts), &uses),
        Python => python(p, parts, insides, &uses),
        Java => java(p, parts, insides, &uses),
    };
    text.trim_start_matches('\n').to_owned()
}

fn cpp(p: &Printer<'_>, parts: &Parts, insides: &str, uses: &dyn Fn(&str) -> bool) -> String {
    let mut head = "using Int = std::int64_t;\n".to_owned();
    for set in &p.sets {
        let numbers = p.numbers(&set.values);
        let list = match &numbers[..] {
            [line] => line.clone(),
            lines => format!("\n    {}\n", lines.join("\n    ")),
        };
        head += &format!("const std::vector<Int> {} = {{{list}}};\n", set.name);
    }
    head += &p.table_lines();
    head += &p.input_lines();
    head.push('\n');
    let failing = [Helper::Isqrt, Helper::Copies, Helper::Count];
    if uses("fail(") || failing.iter().any(|helper| p.helpers.contains(helper)) {
        head += "\
[[noreturn]] void fail(const std::string& what) {
    std::cerr << what << std::endl;
    std::exit(1);
}

";
    }
    for helper in &p.helpers {
        let text = helpers::cpp(*helper);
        if !text.is_empty() {
            head += &format!("{text}\n");
        }
    }
    head += constants(p, parts);
    if uses("nim_sum(") {
        head += "\
// The value of a sum of two states; what is no number stays.
int nim_sum(int a, int b) { return (a | b) < 0 ? std::min(a, b) : a ^ b; }

";
    }
    if uses("mex()") {
        head += "\
std::vector<int> seen(2);  // the values of options: those marked with this mark
int mark = 0;

// The least value without a mark; there is always room for nim-sums of all values.
int mex() {
    int value = 0;
    while (seen[value] == mark) ++value;
    if (2 * value >= int(seen.size())) seen.resize(2 * seen.size());
    return value;
}

";
    }
    match (parts.searched.is_empty(), parts.words) {
        (true, _) => {}
        (_, 1) => head += "using State = Int;\n\n",
        (_, words) => head += &format!("using State = std::array<Int, {words}>;\n\n"),
    }
    if parts.tagged {
        let tags: Vec<&str> = parts.searched.iter().map(|&place| &*p.tags[place]).collect();
        head += &format!("enum : Int {{ {} }};\n\n", tags.join(", "));
    }
    if parts.lists {
        head += "\
// What a move leaves, each part as the number of its family and its coordinates.
using Parts = std::vector<std::vector<Int>>;
using Options = std::set<std::pair<Parts, int>>;

";
    }
    head + insides
}

/// The values that are no numbers.
fn constants(p: &Printer<'_>, parts: &Parts) -> &'static str {
    match (p.lang, p.plan.wins, parts.searched.is_empty()) {
        (_, false, true) => "",
        (Cpp, true, true) => "const int WINS = -1;  // a move wins at once\n\n",
        (Cpp, true, false) => {
            "\
// Where there is no number: nothing is known, the search goes on, a move wins at once.
const int UNKNOWN = -3, OPEN = -2, WINS = -1;

"
        }
        (Cpp, false, false) => {
            "\
// Where there is no number: nothing is known, the search goes on.
const int UNKNOWN = -3, OPEN = -2;

"
        }
        (Rust, true, true) => "/// A move wins at once.\nconst WINS: i32 = -1;\n\n",
        (Rust, true, false) => {
            "\
// Where there is no number: nothing is known, the search goes on, a move wins at once.
const UNKNOWN: i32 = -3;
const OPEN: i32 = -2;
const WINS: i32 = -1;

"
        }
        (Rust, false, false) => {
            "\
// Where there is no number: nothing is known, the search goes on.
const UNKNOWN: i32 = -3;
const OPEN: i32 = -2;

"
        }
        (Java, true, true) => "static final int WINS = -1;  // a move wins at once\n\n",
        (Java, true, false) => {
            "\
// Where there is no number: nothing is known, the search goes on, a move wins at once.
static final int UNKNOWN = -3, OPEN = -2, WINS = -1;

"
        }
        (Java, false, false) => {
            "\
// Where there is no number: nothing is known, the search goes on.
static final int UNKNOWN = -3, OPEN = -2;

"
        }
        (Python, true, true) => "WINS = -1  # a move wins at once\n",
        (Python, true, false) => {
            "\
# Where there is no number: nothing is known, the search goes on, a move wins at once.
UNKNOWN, OPEN, WINS = -3, -2, -1
"
        }
        (Python, false, false) => {
            "\
# Where there is no number: nothing is known, the search goes on.
UNKNOWN, OPEN = -3, -2
"
        }
    }
}

fn python(p: &Printer<'_>, parts: &Parts, insides: &str, uses: &dyn Fn(&str) -> bool) -> String {
    let mut head = String::new();
    for set in &p.sets {
        let numbers = p.numbers(&set.values);
        let (open, close) = match (set.listed, set.values.len()) {
            (true, 1) => ("(", ",)"),
            (true, _) => ("(", ")"),
            (false, 0) => ("set(", ")"),
            (false, _) => ("{", "}"),
        };
        let apart = set.tested && set.values.len() > 16;
        let name =
            if apart && !set.listed { format!("{}_SET", set.name) } else { set.name.clone() };
        let list = match &numbers[..] {
            [line] => line.clone(),
            lines => format!("\n    {}\n", lines.join("\n    ")),
        };
        head += &format!("{name} = {open}{list}{close}\n");
        if apart && set.listed {
            head += &format!("{name}_SET = frozenset({name})\n");
        }
    }
    head += p.table_lines().trim_end_matches('\n');
    if !p.tables.is_empty() {
        head.push('\n');
    }
    head += &p.input_lines();
    head += constants(p, parts);
    let marks = uses("mex(seen)");
    if marks {
        head += "room = 2  # for marks: more than twice the greatest value\n";
    }
    if !head.is_empty() {
        head += "\n\n";
    }
    for helper in &p.helpers {
        if let Some(text) = helpers::python(*helper) {
            head += &format!("{text}\n\n");
        }
    }
    if uses("nim_sum(") {
        head += "\
def nim_sum(a, b):
    \"\"\"The value of a sum of two states; what is not a number stays.\"\"\"
    return min(a, b) if a < 0 or b < 0 else a ^ b


";
    }
    if marks {
        head += "\
def mex(seen):
    \"\"\"The least value without a mark; there is always room for nim-sums of all values.\"\"\"
    global room
    value = seen.index(0)
    room = max(room, 2 << value.bit_length())
    return value


";
    }
    head + insides
}

fn java(p: &Printer<'_>, parts: &Parts, insides: &str, uses: &dyn Fn(&str) -> bool) -> String {
    let mut head = String::new();
    for set in &p.sets {
        let numbers = p.numbers(&set.values);
        let list = match &numbers[..] {
            [line] => line.clone(),
            lines => format!("\n    {}\n", lines.join("\n    ")),
        };
        head += &format!("static final long[] {} = {{{list}}};\n", set.name);
    }
    head += &p.table_lines();
    head += &p.input_lines();
    if !p.sets.is_empty() || !p.inputs.is_empty() {
        head.push('\n');
    }
    for helper in &p.helpers {
        if let Some(text) = helpers::java(*helper) {
            head += &format!("{text}\n");
        }
    }
    head += constants(p, parts);
    if uses("nim_sum(") {
        head += "\
// The value of a sum of two states; what is no number stays.
static int nim_sum(int a, int b) {
    return (a | b) < 0 ? Math.min(a, b) : a ^ b;
}

";
    }
    if uses("Table()") {
        head += "\
// Values that are found one after the other.
static class Table {
    int[] values = new int[16];
    int size = 0;

    int get(long n) {
        return values[(int) n];
    }

    void add(int value) {
        if (size == values.length) values = Arrays.copyOf(values, 2 * size);
        values[size++] = value;
    }
}

";
    }
    if uses("mex()") {
        head += "\
static int[] seen = new int[2];  // the values of options: those marked with this mark
static int mark = 0;

// The least value without a mark; there is always room for nim-sums of all values.
static int mex() {
    int value = 0;
    while (seen[value] == mark) ++value;
    if (2 * value >= seen.length) seen = Arrays.copyOf(seen, 2 * seen.length);
    return value;
}

";
    }
    if uses("note(") {
        head += "\
// Marks a value, if it is a number.
static void note(int value) {
    if (value >= 0) seen[value] = mark;
}

";
    }
    if parts.tagged {
        for (number, &place) in parts.searched.iter().enumerate() {
            head += &format!("static final long {} = {number};\n", p.tags[place]);
        }
        head.push('\n');
    }
    if uses("part(") {
        head += "\
static List<Long> part(long... numbers) {
    Long[] part = new Long[numbers.length];
    for (int i = 0; i < numbers.length; ++i) part[i] = numbers[i];
    return Arrays.asList(part);
}

";
    }
    if parts.lists {
        head += "\
// What a move leaves, each part as the number of its family and its coordinates, and its value.
static class Option implements Comparable<Option> {
    final List<List<Long>> parts;
    final int value;

    Option(List<List<Long>> parts, int value) {
        this.parts = parts;
        this.value = value;
    }

    static int compare(List<Long> a, List<Long> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); ++i) {
            int order = Long.compare(a.get(i), b.get(i));
            if (order != 0) return order;
        }
        return a.size() - b.size();
    }

    public int compareTo(Option other) {
        for (int i = 0; i < Math.min(parts.size(), other.parts.size()); ++i) {
            int order = compare(parts.get(i), other.parts.get(i));
            if (order != 0) return order;
        }
        int order = parts.size() - other.parts.size();
        return order != 0 ? order : value - other.value;
    }
}

";
    }
    head + insides
}

/// What has to be imported for a text.
pub(super) fn imports(p: &Printer<'_>, text: &str) -> Vec<String> {
    let table: &[(&str, &str)] = match p.lang {
        Cpp => &[
            ("std::abs", "cstdlib"),
            ("std::accumulate", "numeric"),
            ("std::array", "array"),
            ("std::binary_search", "algorithm"),
            ("std::bitset", "bitset"),
            ("std::count", "algorithm"),
            ("std::max_element", "algorithm"),
            ("std::min_element", "algorithm"),
            ("std::cerr", "iostream"),
            ("std::exit", "cstdlib"),
            ("std::gcd", "numeric"),
            ("std::int64_t", "cstdint"),
            ("std::max", "algorithm"),
            ("std::min", "algorithm"),
            ("std::pair", "utility"),
            ("std::set<", "set"),
            ("std::sort", "algorithm"),
            ("std::sqrt", "cmath"),
            ("std::string", "string"),
            ("std::unordered_map", "unordered_map"),
            ("std::vector", "vector"),
        ],
        Rust => {
            &[("BTreeSet", "std::collections::BTreeSet"), ("HashMap", "std::collections::HashMap")]
        }
        Python => &[("sys.exit", "sys"), ("sys.set", "sys")],
        Java => &[
            ("ArrayList<", "java.util.ArrayList"),
            ("Collections.", "java.util.Collections"),
            ("Arrays.", "java.util.Arrays"),
            ("HashMap<", "java.util.HashMap"),
            ("List<", "java.util.List"),
            ("List.of", "java.util.List"),
            ("TreeSet<", "java.util.TreeSet"),
        ],
    };
    let used = table.iter().filter(|(what, _)| text.contains(what));
    let mut found: Vec<String> = used.map(|(_, import)| (*import).to_owned()).collect();
    match p.lang {
        Cpp | Java => {}
        Rust => found.extend(p.extremes.iter().map(|name| format!("std::cmp::{name}"))),
        Python => {
            for (helper, name) in [(Helper::Gcd, "gcd"), (Helper::Isqrt, "isqrt")] {
                if p.helpers.contains(&helper) {
                    found.push(format!("math.{name}"));
                }
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Statements that empty all tables.
pub(super) fn clear(p: &Printer<'_>, parts: &Parts, order: &Order) -> String {
    if p.lang == Rust {
        return "games = Games::new();".to_owned();
    }
    let width = |place: usize| p.plan.program.families[p.plan.families[place]].width;
    let mut tables: Vec<&str> = Vec::new();
    for (place, way) in order.ways.iter().enumerate() {
        match way {
            Way::Filled(_) => tables.push(&p.calls[place].table),
            Way::Direct(_) if width(place) == 1 => tables.push(&p.calls[place].table),
            _ => {}
        }
    }
    if !parts.searched.is_empty() {
        match (p.lang, parts.dense) {
            (Python | Java, _) => tables.push("memo"),
            (_, true) => tables.extend(["small", "large"]),
            (_, false) => tables.push("large"),
        }
    }
    let end = if p.lang == Python { "" } else { ";" };
    let clear = |table: &&str| {
        // A list of rows, and a map, are cleared; a row has no place that is used.
        let row = p.lang == Java
            && p.calls.iter().zip(&p.plan.families).any(|(calls, &family)| {
                calls.table == **table && p.plan.program.families[family].width == 1
            });
        if row { format!("{table}.size = 0;") } else { format!("{table}.clear(){end}") }
    };
    let clears: Vec<String> = tables.iter().map(clear).collect();
    clears.join(if p.lang == Python { "; " } else { " " })
}
