//! Programs in Python.

use super::helpers;
use super::lang::Lang;
use super::plan::{Plan, moves};
use super::print::{Helper, Printer};
use super::target::{NOTE, Target};
use crate::typed::Family;

/// Python nests up to 20 loops, of which the program itself takes some.
const MAX_LOOPS: usize = 18;
/// It indents up to 100 times.
const MAX_DEPTH: usize = 90;

/// Python 3.8.
pub(super) struct Python;

impl Target for Python {
    fn lang(&self) -> Lang {
        Lang::Python
    }

    fn head(&self, p: &Printer<'_>) -> String {
        head(p)
    }

    fn check(&self, p: &mut Printer<'_>) {
        check_nesting(p);
    }

    fn moves(&self, p: &mut Printer<'_>) {
        each_move(p);
    }

    fn of_family(&self, _: &Printer<'_>, _: usize, family: &Family) -> String {
        format!("if state[0] == \"{}\"", family.name)
    }

    fn begin_inside(&self, p: &mut Printer<'_>) {
        p.open("def inside(state)");
        p.line("\"\"\"Whether there is such a state.\"\"\"");
    }

    fn not_negative(&self, p: &mut Printer<'_>, limited: bool) {
        let negative = match (p.plan.tagged, p.plan.scalar()) {
            (true, _) => "min(state[1:]) < 0",
            (false, true) => "state < 0",
            (false, false) => "min(state) < 0",
        };
        if !limited {
            p.line(&format!("return {}", negative.replace('<', ">=")));
            return;
        }
        p.open(&format!("if {negative}"));
        p.line("return False");
        p.close();
    }

    fn domain(&self, p: &mut Printer<'_>, family: &Family) {
        p.parameters(family, &|_| true);
        p.quote_domain(family);
        let text = p.domain(family);
        p.line(&format!("return {text}"));
    }

    fn no_condition(&self) -> &'static str {
        "return True"
    }

    fn end_inside(&self, p: &mut Printer<'_>) {
        p.line("\n\n");
    }

    fn begin_same(&self, p: &mut Printer<'_>) {
        p.open("def same(state)");
        p.line("\"\"\"Another form of the same position, or the state itself.\"\"\"");
    }

    fn same_state(&self) -> &'static str {
        "return state"
    }

    fn normal(&self, p: &mut Printer<'_>) {
        normal(p);
    }

    fn search(&self, p: &mut Printer<'_>) {
        search(p);
    }

    fn begin_value(&self, p: &mut Printer<'_>) {
        p.open("def value(numbers)");
        p.line("\"\"\"What is printed for the state of these numbers.\"\"\"");
        p.line("numbers = list(numbers)");
    }

    fn if_numbers(&self, count: usize) -> String {
        format!("if len(numbers) == {count}")
    }

    fn name_number(&self, name: &str, at: usize, len: Option<usize>) -> String {
        match len {
            None => format!("{name} = numbers[{at}]"),
            Some(len) => format!("{name} = tuple(numbers[{at}:{}])", at + len),
        }
    }

    fn push_number(&self, text: &str) -> String {
        format!("numbers.append({text})")
    }

    fn check_numbers(&self, p: &mut Printer<'_>, wanted: &str) {
        let family = p.plan.family();
        p.open(&format!("if len(numbers) != {}", family.width));
        p.line(&format!("sys.exit(\"{} takes {wanted}\")", family.name));
        p.close();
    }

    fn end_value(&self, p: &mut Printer<'_>) {
        let plan = p.plan;
        let family = plan.family();
        p.line(&match (plan.tagged, plan.scalar()) {
            (true, _) => format!("state = (\"{}\", *numbers)", family.name),
            (false, true) => "state = numbers[0]".to_owned(),
            (false, false) => "state = tuple(numbers)".to_owned(),
        });
        let form = if plan.same { "normal(state)" } else { "state" };
        p.line(&format!("return grundy({form}) if inside(state) else \"-\""));
        p.close();
        p.line("\n\n");
    }

    fn main(&self, p: &mut Printer<'_>) {
        main(p);
    }
}

/// Refuses what Python cannot read.
pub(super) fn check_nesting(p: &mut Printer<'_>) {
    if p.most_loops > MAX_LOOPS || p.lines.deepest > MAX_DEPTH {
        let message = "these blocks are nested deeper than Python reads";
        p.refuse(message, p.plan.family().span, "choose Rust or C++");
    }
}

fn each_move(p: &mut Printer<'_>) {
    let plan = p.plan;
    if plan.tagged {
        for family in plan.families() {
            p.open(&format!("def moves_{}(state)", family.name));
            rules(p, family);
            p.close();
            p.line("\n\n");
        }
        let table: Vec<String> =
            plan.families().map(|f| format!("\"{0}\": moves_{0}", f.name)).collect();
        p.line(&format!("MOVES = {{{}}}\n\n\n", table.join(", ")));
    } else {
        p.open("def moves(state)");
        p.line("\"\"\"Goes through the options of a state.\"\"\"");
        rules(p, plan.family());
        p.close();
        p.line("\n\n");
    }
}

fn head(p: &Printer<'_>) -> String {
    let run = format!("python3 {}.py", p.plan.family().name);
    let note: &[&str] = if p.in_order { &[NOTE] } else { &[] };
    let mut head = p.plan.head("#", &run, note);
    head.push_str("\nimport sys\n");
    let math: Vec<&str> = [(Helper::Gcd, "gcd"), (Helper::Isqrt, "isqrt")]
        .iter()
        .filter(|(helper, _)| p.helpers.contains(helper))
        .map(|(_, name)| *name)
        .collect();
    if !math.is_empty() {
        head.push_str(&format!("from math import {}\n", math.join(", ")));
    }
    head.push('\n');
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
        match &numbers[..] {
            [line] => head.push_str(&format!("{name} = {open}{line}{close}\n")),
            lines => {
                let lines: Vec<String> = lines.iter().map(|line| format!("    {line}\n")).collect();
                head.push_str(&format!("{name} = {open}\n{}{close}\n", lines.concat()));
            }
        }
        if apart && set.listed {
            head.push_str(&format!("{name}_SET = frozenset({name})\n"));
        }
    }
    head.push_str(p.table_lines().trim_end_matches('\n'));
    if !p.tables.is_empty() {
        head.push('\n');
    }
    if p.plan.wins {
        head.push_str("WINS = \"wins at once\"\n");
    }
    head.push_str(match p.in_order {
        true => "\n",
        false => "OPEN = -1\nmemo = {}  # values found; OPEN of states whose search goes on\n\n\n",
    });
    for helper in &p.helpers {
        if let Some(text) = helpers::python(*helper) {
            head.push_str(text);
            head.push_str("\n\n");
        }
    }
    head
}

fn rules(p: &mut Printer<'_>, family: &Family) {
    p.rules(family, &family.rules);
    if !family.rules.iter().any(|code| moves(&code.body)) {
        p.line("return ()");
    }
}

fn normal(p: &mut Printer<'_>) {
    p.line("\n\n");
    p.line(&format!(
        "\
def normal(state):
    \"\"\"The form that stands for all of a position.\"\"\"
    for _ in range({}):
        form = same(state)
        if form == state:
            return state
        if not inside(form):
            sys.exit(f\"{} is the same as {}, which is no state\")
        state = form
    sys.exit(f\"the forms of {} have no end\")


",
        crate::walk::MAX_REWRITES,
        shown(p.plan, "state"),
        shown(p.plan, "form"),
        shown(p.plan, "state")
    ));
}

/// A state in a message.
fn shown(plan: &Plan<'_>, state: &str) -> String {
    match (plan.tagged, plan.scalar()) {
        (true, _) => format!("{{{state}[0]}}{{{state}[1:]}}"),
        (false, true) => format!("{}({{{state}}})", plan.family().name),
        (false, false) => format!("{}{{{state}}}", plan.family().name),
    }
}

fn search(p: &mut Printer<'_>) {
    let plan = p.plan;
    let (wins, sums) = (plan.wins, plan.sums);
    let of = if plan.tagged { "MOVES[state[0]](state)" } else { "moves(state)" };
    p.line(
        "\
def grundy(start):
    \"\"\"The value of a state in normal form, by depth-first search with a stack of its own.\"\"\"
    stack = [start]
    while stack:
        state = stack[-1]
        if memo.get(state, OPEN) != OPEN:
            stack.pop()
            continue
        memo[state] = OPEN
        values, missing = set(), []",
    );
    p.lines.depth = 2;
    p.open(&format!("for {} in {of}", if sums { "option" } else { "part" }));
    if wins {
        p.line(&format!(
            "if {} == WINS:\n    memo[state] = WINS\n    break",
            if sums { "option" } else { "part" }
        ));
    }
    if sums {
        p.line(if wins { "total, loony = 0, False" } else { "total = 0" });
        p.open("for part in option");
    }
    p.line(&format!(
        "if not inside(part):\n    sys.exit(f\"{} reaches {}, which is no state\")",
        shown(plan, "state"),
        shown(plan, "part")
    ));
    if plan.same {
        p.line("part = normal(part)");
    }
    p.line(&format!(
        "\
if part not in memo:
    missing.append(part)
elif memo[part] == OPEN:
    sys.exit(f\"play comes back to {}\")",
        shown(plan, "part")
    ));
    match (sums, wins) {
        (false, false) => p.line("else:\n    values.add(memo[part])"),
        (false, true) => p.line("elif memo[part] != WINS:\n    values.add(memo[part])"),
        (true, false) => p.line("else:\n    total ^= memo[part]"),
        (true, true) => {
            p.line("elif memo[part] == WINS:\n    loony = True\nelse:\n    total ^= memo[part]");
        }
    }
    if sums {
        p.close();
        p.line(if wins { "if not loony:\n    values.add(total)" } else { "values.add(total)" });
    }
    p.close();
    if wins {
        p.line("if memo[state] == WINS:\n    continue");
    }
    p.lines.depth = 0;
    p.line(
        "        \
        if missing:
            stack += missing[:32]  # a few at a time keep the stack short
            continue
        value = 0
        while value in values:
            value += 1
        memo[state] = value
    return memo[start]


",
    );
}

fn main(p: &mut Printer<'_>) {
    let plan = p.plan;
    p.line("args = sys.argv[1:]");
    let apart = if plan.wins { ", sep=\"\\t\"" } else { "" };
    let row = |first: &str, end: &str| {
        format!("print(*[value([{first}]) for n in range({end} + 1)]{apart})")
    };
    match plan.table() {
        Some(1) => {
            p.line("if len(args) == 2 and args[0] == \"--table\":");
            p.line(&format!("    {}", row("n", "int(args[1])")));
        }
        Some(_) => {
            if plan.needed() == 1 {
                p.line("if len(args) == 2 and args[0] == \"--table\":");
                p.line(&format!("    {}", row("n", "int(args[1])")));
                p.line("elif len(args) == 3 and args[0] == \"--table\":");
            } else {
                p.line("if len(args) == 3 and args[0] == \"--table\":");
            }
            p.line("    for m in range(int(args[1]) + 1):");
            p.line(&format!("        {}", row("m, n", "int(args[2])")));
        }
        None => {}
    }
    let word = if plan.table().is_some() { "elif" } else { "if" };
    p.line(&format!(
        "\
{word} args:
    print(value(map(int, args)))
else:
    for line in sys.stdin:
        print(value(map(int, line.split())))"
    ));
}
