//! Lists of moves.

use super::lang::Lang::*;
use super::parts::Parts;
use super::plan::{each_move, moves};
use super::print::{Mode, Printer};
use super::routine::{self, Gives, unpacked_all};

/// What lists of moves are made with.
pub(super) fn begin(p: &mut Printer<'_>, parts: &Parts) {
    let plan = p.plan;
    let lang = p.lang;
    let of = if lang == Rust { "self." } else { "" };
    let what = "The value of a part: the number of its family and its coordinates.";
    routine::comment(p, what);
    p.open(match lang {
        Cpp => "int value(const std::vector<Int>& part)",
        Java => "static int value(List<Long> part)",
        Rust => "fn value(&mut self, part: &[i64]) -> i32",
        Python => "def value(part)",
    });
    routine::document(p, what);
    if lang == Rust {
        p.open("match part[0]");
    }
    for (i, &place) in parts.listed.iter().enumerate() {
        let last = i + 1 == parts.listed.len();
        let number = plan.families[place];
        let list = unpacked_all(lang, &plan.program.families[number], 1, "part");
        let call = format!("{of}{}({list})", p.calls[place].grundy);
        p.line(&match (lang, last) {
            (Cpp, false) => format!("if (part[0] == {number}) return {call};"),
            (Java, false) => format!("if (part.get(0) == {number}) return {call};"),
            (Cpp | Java, true) => format!("return {call};"),
            (Rust, false) => format!("{number} => {call},"),
            (Rust, true) => format!("_ => {call},"),
            (Python, false) => format!("if part[0] == {number}:\n    return {call}"),
            (Python, true) => format!("return {call}"),
        });
    }
    if lang == Rust {
        p.close();
    }
    p.close();
    routine::gap(p);
    let add = match (lang, plan.wins) {
        (Python, true) => "total = nim_sum(total, value(part))",
        (Python, false) => "total ^= value(part)",
        (Cpp | Java, true) => "total = nim_sum(total, value(part));",
        (Cpp | Java, false) => "total ^= value(part);",
        (Rust, true) => "total = nim_sum(total, self.value(part));",
        (Rust, false) => "total ^= self.value(part);",
    };
    p.line(
        &match lang {
            Cpp => {
                "\
// Appends a move that leaves these parts to a list.
void add(Options& options, Parts parts) {
    std::sort(parts.begin(), parts.end());
    int total = 0;
    for (const auto& part : parts) ADD
    options.insert({parts, total});
}"
            }
            Java => {
                "\
// Appends a move that leaves these parts to a list.
static void add(TreeSet<Option> options, List<List<Long>> parts) {
    ArrayList<List<Long>> sorted = new ArrayList<>(parts);
    sorted.sort(Option::compare);
    int total = 0;
    for (List<Long> part : sorted) ADD
    options.add(new Option(sorted, total));
}"
            }
            Rust => {
                "\
/// Appends a move that leaves these parts to a list.
fn add(&mut self, options: &mut Options, mut parts: Vec<Vec<i64>>) {
    parts.sort();
    let mut total = 0;
    for part in &parts {
        ADD
    }
    options.insert((parts, total));
}"
            }
            Python => {
                "\
def add(options, *parts):
    \"\"\"Appends a move that leaves these parts to a list.\"\"\"
    total = 0
    for part in parts:
        ADD
    options.add((tuple(sorted(parts)), total))"
            }
        }
        .replace("ADD", add),
    );
    routine::gap(p);
}

/// The functions that list moves.
pub(super) fn functions(p: &mut Printer<'_>, wanted: &[(usize, bool)]) {
    let plan = p.plan;
    let mut places: Vec<usize> = Vec::new();
    let asked = wanted.iter().filter(|(_, lists)| *lists);
    let mut open: Vec<usize> = asked.map(|(place, _)| *place).collect();
    while let Some(place) = open.pop() {
        if !places.contains(&place) {
            places.push(place);
            // The moves may be those of another form.
            for code in &plan.program.families[plan.families[place]].same {
                each_move(&code.body, &mut |term| open.push(plan.tag(term.family)));
            }
        }
    }
    places.sort_unstable();
    if p.lang == Cpp && places.len() > 1 {
        for &place in &places {
            let mark = p.names.enter();
            let list = routine::parameters(p, place, &|_| true).join(", ");
            p.names.leave(mark);
            let name = p.calls[place].options.clone();
            p.line(&format!("Options {name}({list});"));
        }
        p.gap();
    }
    for place in places {
        let family = &plan.program.families[plan.families[place]];
        let name = p.calls[place].options.clone();
        let sign = family.signature(&plan.program.source);
        routine::comment(p, &format!("The moves of {}({sign}), each once.", family.name));
        let mark = routine::open(p, place, &name, Gives::Options, &|slot| {
            routine::is_read(&family.rules, slot) || routine::is_read(&family.same, slot)
        });
        routine::document(p, &format!("The moves of {}({sign}), each once.", family.name));
        p.mode = Some(Mode::Lists);
        p.own_place = Some(place);
        p.bodies(family, &family.same);
        p.own_place = None;
        p.line(match p.lang {
            Cpp => "Options options;",
            Java => "TreeSet<Option> options = new TreeSet<>();",
            Rust if family.rules.iter().any(|code| moves(&code.body)) => {
                "let mut options = BTreeSet::new();"
            }
            Rust => "let options = BTreeSet::new();",
            Python => "options = set()",
        });
        p.bodies(family, &family.rules);
        p.mode = None;
        p.line(match p.lang {
            Cpp | Java => "return options;",
            Rust => "options",
            Python => "return sorted(options)",
        });
        routine::close(p, mark);
    }
}
