//! Programs in C++17, with no more headers than they need.

use super::facts::Facts;
use super::helpers;
use super::lang::{Lang, array_type};
use super::plan::{Plan, ends, leaves};
use super::print::{Helper, Printer};
use super::target::{NOTE, Target};
use crate::typed::Family;

/// C++17.
pub(super) struct Cpp;

impl Target for Cpp {
    fn lang(&self) -> Lang {
        Lang::Cpp
    }

    fn head(&self, p: &Printer<'_>) -> String {
        head(p)
    }

    fn declares_first(&self) -> bool {
        true
    }

    fn moves(&self, p: &mut Printer<'_>) {
        moves(p);
    }

    fn of_family(&self, p: &Printer<'_>, place: usize, _: &Family) -> String {
        format!("if (state[0] == {})", p.tags[place])
    }

    fn begin_inside(&self, p: &mut Printer<'_>) {
        p.line("// Whether there is such a state.");
        p.open("bool inside(const State& state)");
    }

    fn not_negative(&self, p: &mut Printer<'_>, limited: bool) {
        let negative = match p.plan.scalar() {
            true => "state < 0",
            false => "*std::min_element(state.begin(), state.end()) < 0",
        };
        p.line(&match limited {
            true => format!("if ({negative}) return false;"),
            false => format!("return {};", negative.replace('<', ">=")),
        });
    }

    fn domain(&self, p: &mut Printer<'_>, family: &Family) {
        p.quote_domain(family);
        p.parameters(family, &|slot| Facts::domain_reads(family, slot));
        let text = p.domain(family);
        p.line(&format!("return {text};"));
    }

    fn no_condition(&self) -> &'static str {
        "return true;"
    }

    fn end_inside(&self, p: &mut Printer<'_>) {
        p.gap();
        show(p);
    }

    fn begin_same(&self, p: &mut Printer<'_>) {
        p.line("// Another form of the same position, or the state itself.");
        p.open("State same(const State& state)");
    }

    fn same_state(&self) -> &'static str {
        "return state;"
    }

    fn normal(&self, p: &mut Printer<'_>) {
        normal(p);
    }

    fn search(&self, p: &mut Printer<'_>) {
        search(p);
    }

    fn begin_value(&self, p: &mut Printer<'_>) {
        p.line("// What is printed for the state of these numbers.");
        p.open("std::string value(std::vector<Int> numbers)");
    }

    fn if_numbers(&self, count: usize) -> String {
        format!("if (numbers.size() == {count})")
    }

    fn name_number(&self, name: &str, at: usize, len: Option<usize>) -> String {
        match len {
            None => format!("const Int {name} = numbers[{at}];"),
            Some(len) => {
                let items: Vec<String> = (at..at + len).map(|i| format!("numbers[{i}]")).collect();
                format!("const {} {name}{{{}}};", array_type(Lang::Cpp, len), items.join(", "))
            }
        }
    }

    fn push_number(&self, text: &str) -> String {
        format!("numbers.push_back({text});")
    }

    fn check_numbers(&self, p: &mut Printer<'_>, wanted: &str) {
        let family = p.plan.family();
        p.line(&format!(
            "if (numbers.size() != {}) fail(\"{} takes {wanted}\");",
            family.width, family.name
        ));
    }

    fn end_value(&self, p: &mut Printer<'_>) {
        end_value(p);
    }

    fn main(&self, p: &mut Printer<'_>) {
        main(p);
    }
}

fn moves(p: &mut Printer<'_>) {
    let plan = p.plan;
    for family in plan.families() {
        p.line("template <class Each>");
        let name = function(plan, family);
        let any = family.rules.iter().any(|code| leaves(&code.body));
        let reads = family.rules.iter().any(|code| {
            let facts = Facts::of(code);
            family.params.iter().any(|param| facts.is_read(param.slot))
        });
        let (state, each) = (if reads { " state" } else { "" }, if any { " each" } else { "" });
        let result = if plan.wins { "bool" } else { "void" };
        p.open(&format!("{result} {name}(const State&{state}, Each{each})"));
        p.rules(family, &family.rules);
        if plan.wins && !family.rules.iter().any(|code| ends(&code.body)) {
            p.line("return false;");
        }
        p.close();
        p.gap();
    }
    if plan.tagged {
        let result = if plan.wins { "bool" } else { "void" };
        p.line("template <class Each>");
        p.open(&format!("{result} moves(const State& state, Each each)"));
        let families: Vec<&Family> = plan.families().collect();
        for (i, family) in families.iter().enumerate() {
            let call = format!("return {}(state, each);", function(plan, family));
            if i + 1 == families.len() {
                p.line(&call);
            } else {
                p.line(&format!("if (state[0] == {}) {call}", p.tags[i].clone()));
            }
        }
        p.close();
        p.gap();
    }
}

fn function(plan: &Plan<'_>, family: &Family) -> String {
    if plan.tagged { format!("moves_{}", family.name) } else { "moves".to_owned() }
}

fn head(p: &Printer<'_>) -> String {
    let plan = p.plan;
    let run = format!("./{}", plan.family().name);
    let mut notes = vec!["Numbers have 64 bits: what leaves them in between is not noticed."];
    notes.extend(p.in_order.then_some(NOTE));
    let mut head = plan.head("//", &run, &notes);
    head.push('\n');
    let mut headers =
        vec!["cstdint", "cstdlib", "iostream", "sstream", "string", "vector", "algorithm"];
    if !p.in_order {
        headers.extend(["array", "unordered_map"]);
    }
    for helper in &p.helpers {
        headers.extend(match helper {
            Helper::Gcd | Helper::Sum => Some("numeric"),
            Helper::Isqrt => Some("cmath"),
            Helper::Popcount => Some("bitset"),
            _ => None,
        });
    }
    if plan.sums && !plan.gathers && !p.in_order {
        headers.push("initializer_list");
    }
    headers.sort_unstable();
    headers.dedup();
    if plan.scalar() && !p.lines.text().contains("std::array") {
        headers.retain(|&header| header != "array");
    }
    for header in headers {
        head.push_str(&format!("#include <{header}>\n"));
    }
    head.push_str("\nusing Int = std::int64_t;\n");
    if p.in_order {
        head.push('\n');
    } else if plan.scalar() {
        head.push_str("using State = Int;\n\n");
    } else {
        head.push_str(&format!("using State = std::array<Int, {}>;\n", plan.words));
        if plan.tagged {
            head.push_str(&format!("enum : Int {{ {} }};\n", p.tags.join(", ")));
        }
        head.push('\n');
    }
    for set in &p.sets {
        let numbers = p.numbers(&set.values);
        match &numbers[..] {
            [line] => {
                head.push_str(&format!("const std::vector<Int> {} = {{{line}}};\n", set.name))
            }
            lines => {
                let lines: Vec<String> = lines.iter().map(|line| format!("    {line}\n")).collect();
                head.push_str(&format!(
                    "const std::vector<Int> {} = {{\n{}}};\n",
                    set.name,
                    lines.concat()
                ));
            }
        }
    }
    if !p.sets.is_empty() {
        head.push('\n');
    }
    head.push_str(&p.table_lines());
    head.push_str(
        "\
[[noreturn]] void fail(const std::string& what) {
    std::cerr << what << std::endl;
    std::exit(1);
}

",
    );
    for helper in &p.helpers {
        let text = helpers::cpp(*helper);
        if !text.is_empty() {
            head.push_str(text);
            head.push('\n');
        }
    }
    head
}

/// How a state is written in messages.
fn show(p: &mut Printer<'_>) {
    let plan = p.plan;
    if plan.scalar() {
        p.line(&format!(
            "std::string show(State state) {{ return \"{}(\" + std::to_string(state) + \")\"; }}\n\n",
            plan.family().name
        ));
        return;
    }
    let list = |texts: Vec<String>| texts.join(", ");
    let (first, name) = if plan.tagged {
        let names = list(plan.families().map(|family| format!("\"{}\"", family.name)).collect());
        let widths = list(plan.families().map(|family| family.width.to_string()).collect());
        p.line(&format!("const std::vector<std::string> NAMES = {{{names}}};"));
        p.line(&format!("const std::vector<std::size_t> WIDTHS = {{{widths}}};\n\n"));
        (1, "NAMES[state[0]]".to_owned())
    } else {
        (0, format!("\"{}\"", plan.family().name))
    };
    let end = if plan.tagged { "WIDTHS[state[0]]" } else { "state.size() - 1" };
    let from = if plan.tagged { "[1]" } else { "[0]" };
    p.line(&format!(
        "\
std::string show(const State& state) {{
    std::string text = {name} + std::string(\"(\") + std::to_string(state{from});
    for (std::size_t i = {}; i <= {end}; ++i) text += \",\" + std::to_string(state[i]);
    return text + \")\";
}}

",
        first + 1
    ));
}

fn normal(p: &mut Printer<'_>) {
    p.line(&format!(
        "
// The form that stands for all of a position.
State normal(State state) {{
    for (int i = 0; i < {}; ++i) {{
        const State form = same(state);
        if (form == state) return state;
        if (!inside(form)) fail(show(state) + \" is the same as \" + show(form) + \", which is no state\");
        state = form;
    }}
    fail(\"the forms of \" + show(state) + \" have no end\");
}}

",
        crate::walk::MAX_REWRITES
    ));
}

fn search(p: &mut Printer<'_>) {
    let plan = p.plan;
    let wins = plan.wins;
    p.line(if wins {
        "// What is known of a state; values are >= 0, OPEN says that its search goes on.
const int UNKNOWN = -3, OPEN = -2, WINS = -1;\n\n"
    } else {
        "// What is known of a state; values are >= 0, OPEN says that its search goes on.
const int UNKNOWN = -2, OPEN = -1;\n\n"
    });
    let hash = "\
struct Hash {
    std::size_t operator()(const State& state) const {
        std::uint64_t hash = 0;
        for (Int n : state) {
            hash = (hash ^ std::uint64_t(n)) * 0x9E3779B97F4A7C15;
            hash ^= hash >> 32;
        }
        return hash;
    }
};
";
    match plan.words {
        1 => p.line(
            "\
// Of small states in an array, of others in a map.
std::vector<int> small;
std::unordered_map<State, int> large;

int& memo(State n) {
    if (n >= 1 << 24) return large.try_emplace(n, UNKNOWN).first->second;
    if (n >= Int(small.size())) small.resize(n + 1, UNKNOWN);
    return small[n];
}

",
        ),
        2 => {
            p.line(hash);
            p.line(
                "
// Of small states in an array, of others in a map.
std::vector<std::vector<int>> small;
std::unordered_map<State, int, Hash> large;

int& memo(const State& state) {
    const Int a = state[0], b = state[1];
    if (a >= 1 << 12 || b >= 1 << 12) return large.try_emplace(state, UNKNOWN).first->second;
    if (a >= Int(small.size())) small.resize(a + 1);
    if (b >= Int(small[a].size())) small[a].resize(b + 1, UNKNOWN);
    return small[a][b];
}

",
            );
        }
        _ => {
            p.line(hash);
            p.line(
                "
std::unordered_map<State, int, Hash> found;

int& memo(const State& state) { return found.try_emplace(state, UNKNOWN).first->second; }

",
            );
        }
    }
    p.line(
        "\
// The value of a state in normal form, by depth-first search with a stack of its own.
int grundy(const State& start) {
    std::vector<State> stack{start};
    std::vector<std::uint64_t> seen;  // the values of options: those marked with this round
    std::uint64_t round = 0;
    while (!stack.empty()) {
        const State state = stack.back();
        if (memo(state) > OPEN) {
            stack.pop_back();
            continue;
        }
        memo(state) = OPEN;
        const std::size_t size = stack.size();
        ++round;",
    );
    p.lines.depth = 2;
    let assign = if wins { "const bool at_once = " } else { "" };
    if plan.sums {
        let option = match plan.gathers {
            true => "const std::vector<State>& option",
            false => "std::initializer_list<State> option",
        };
        p.open(&format!("{assign}moves(state, [&]({option})"));
        p.line("int total = 0;");
        if wins {
            p.line("bool loony = false;");
        }
        p.open(if plan.same {
            "for (State part : option)"
        } else {
            "for (const State& part : option)"
        });
    } else {
        p.open(&format!("{assign}moves(state, [&](State part)"));
    }
    p.line("if (!inside(part)) fail(show(state) + \" reaches \" + show(part) + \", which is no state\");");
    if plan.same {
        p.line("part = normal(part);");
    }
    p.line(
        "\
const int known = memo(part);
if (known == OPEN) fail(\"play comes back to \" + show(part));
if (known == UNKNOWN) {
    if (stack.size() < size + 32) stack.push_back(part);  // a few at a time keep it short",
    );
    let mark = "\
if (KNOWN >= int(seen.size())) seen.resize(KNOWN + 1);
seen[KNOWN] = round;";
    match (plan.sums, wins) {
        (false, false) => {
            p.line("} else {");
            p.lines.depth += 1;
            p.line(&mark.replace("KNOWN", "known"));
            p.close();
        }
        (false, true) => {
            p.line("} else if (known != WINS) {");
            p.lines.depth += 1;
            p.line(&mark.replace("KNOWN", "known"));
            p.close();
        }
        (true, false) => p.line("} else {\n    total ^= known;\n}"),
        (true, true) => {
            p.line(
                "} else if (known == WINS) {\n    loony = true;\n} else {\n    total ^= known;\n}",
            );
        }
    }
    if plan.sums {
        p.close();
        if wins {
            p.line("if (loony) return;");
        }
        p.line(&mark.replace("KNOWN", "total"));
    }
    p.lines.depth -= 1;
    p.line("});");
    if wins {
        p.open("if (at_once)");
        p.line("stack.resize(size);\nmemo(state) = WINS;\ncontinue;");
        p.close();
    }
    p.lines.depth = 0;
    p.line(
        "        \
        if (stack.size() > size) continue;
        int value = 0;
        while (value < int(seen.size()) && seen[value] == round) ++value;
        memo(state) = value;
    }
    return memo(start);
}

",
    );
}

fn end_value(p: &mut Printer<'_>) {
    let plan = p.plan;
    if plan.scalar() {
        p.line("const State state = numbers[0];");
    } else {
        p.line("State state{};");
        let (begin, tag) = if plan.tagged {
            (" + 1", Some(p.tags[plan.tag(plan.main)].clone()))
        } else {
            ("", None)
        };
        if let Some(tag) = tag {
            p.line(&format!("state[0] = {tag};"));
        }
        p.line(&format!("std::copy(numbers.begin(), numbers.end(), state.begin(){begin});"));
    }
    p.line("if (!inside(state)) return \"-\";");
    let form = if plan.same { "normal(state)" } else { "state" };
    if plan.wins {
        p.line(&format!(
            "const int known = grundy({form});\nreturn known == WINS ? \"wins at once\" : std::to_string(known);"
        ));
    } else {
        p.line(&format!("return std::to_string(grundy({form}));"));
    }
    p.close();
    p.gap();
}

fn main(p: &mut Printer<'_>) {
    let plan = p.plan;
    let space = if plan.wins { "\\t" } else { " " };
    p.open("int main(int argc, char** argv)");
    p.line("const std::vector<std::string> args(argv + 1, argv + argc);");
    let row = |first: &str, to: &str| {
        format!(
            "for (Int n = 0, end = std::stoll({to}); n <= end; ++n) \
             std::cout << (n ? \"{space}\" : \"\") << value({{{first}}});\nstd::cout << '\\n';"
        )
    };
    let mut word = "";
    if let Some(coordinates) = plan.table() {
        if coordinates == 1 || plan.needed() == 1 {
            p.open("if (args.size() == 2 && args[0] == \"--table\")");
            p.line(&row("n", "args[1]"));
            p.lines.depth -= 1;
            word = "} else ";
        }
        if coordinates == 2 {
            p.open(&format!("{word}if (args.size() == 3 && args[0] == \"--table\")"));
            p.open("for (Int m = 0, last = std::stoll(args[1]); m <= last; ++m)");
            p.line(&row("m, n", "args[2]"));
            p.close();
            p.lines.depth -= 1;
            word = "} else ";
        }
    }
    p.line(&format!(
        "\
{word}if (!args.empty()) {{
    std::vector<Int> numbers;
    for (const auto& arg : args) numbers.push_back(std::stoll(arg));
    std::cout << value(numbers) << '\\n';
}} else {{
    for (std::string line; std::getline(std::cin, line);) {{
        std::istringstream words(line);
        std::vector<Int> numbers;
        for (Int n; words >> n;) numbers.push_back(n);
        std::cout << value(numbers) << '\\n';
    }}
}}"
    ));
    p.close();
}
