//! Programs in Python.

use super::Lang::Python;
use super::helpers;
use super::plan::{Plan, moves};
use super::print::{Helper, Printer};
use crate::error::RuleError;
use crate::typed::{Family, Int};

/// Python nests up to 20 loops, and indents up to 100 times.
const MOST_LOOPS: usize = 18;
const DEEPEST: usize = 90;

pub(super) fn emit(plan: &Plan<'_>) -> Result<String, RuleError> {
    let mut printer = Printer::new(plan, Python);
    let p = &mut printer;
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
    inside(p);
    if plan.same {
        normal(p);
    }
    search(p);
    value(p);
    main(p);
    check_depth(&mut printer);
    let head = head(&printer);
    printer.finish(head)
}

/// Refuses what Python cannot read.
pub(super) fn check_depth(p: &mut Printer<'_>) {
    if p.most_loops > MOST_LOOPS || p.lines.deepest > DEEPEST {
        let message = "these blocks are nested deeper than Python reads";
        p.refuse(message, p.plan.family().span, "choose Rust or C++");
    }
}

pub(super) fn head(p: &Printer<'_>) -> String {
    let run = format!("python3 {}.py", p.plan.family().name);
    let note: &[&str] = if p.in_order { &[super::in_order::NOTE] } else { &[] };
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

fn inside(p: &mut Printer<'_>) {
    let plan = p.plan;
    p.open("def inside(state)");
    p.line("\"\"\"Whether there is such a state.\"\"\"");
    let negative = match (plan.tagged, plan.scalar()) {
        (true, _) => "min(state[1:]) < 0",
        (false, true) => "state < 0",
        (false, false) => "min(state) < 0",
    };
    if plan.families().all(|family| family.domain.is_empty()) {
        p.line(&format!("return {}", negative.replace('<', ">=")));
        p.close();
        p.line("\n\n");
        return;
    }
    p.open(&format!("if {negative}"));
    p.line("return False");
    p.close();
    for family in plan.families().filter(|family| !family.domain.is_empty()) {
        let mark = p.names.enter();
        if plan.tagged {
            p.open(&format!("if state[0] == \"{}\"", family.name));
        }
        p.parameters(family, &|_| true);
        p.quote_domain(family);
        let text = p.domain(family);
        p.line(&format!("return {text}"));
        if plan.tagged {
            p.close();
        }
        p.names.leave(mark);
    }
    if plan.tagged {
        p.line("return True");
    }
    p.close();
    p.line("\n\n");
}

fn normal(p: &mut Printer<'_>) {
    let plan = p.plan;
    p.open("def same(state)");
    p.line("\"\"\"Another form of the same position, or the state itself.\"\"\"");
    for family in plan.families().filter(|family| !family.same.is_empty()) {
        let mark = p.names.enter();
        if plan.tagged {
            p.open(&format!("if state[0] == \"{}\"", family.name));
        }
        p.rules(family, &family.same);
        if plan.tagged {
            p.close();
        }
        p.names.leave(mark);
    }
    p.line("return state");
    p.close();
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

fn value(p: &mut Printer<'_>) {
    let plan = p.plan;
    let family = plan.family();
    p.open("def value(numbers)");
    p.line("\"\"\"What is printed for the state of these numbers.\"\"\"");
    p.line("numbers = list(numbers)");
    defaults(p, family);
    p.open(&format!("if len(numbers) != {}", family.width));
    let wanted = match (plan.needed(), family.width) {
        (1, 1) => "1 number".to_owned(),
        (least, most) if least == most => format!("{most} numbers"),
        (least, most) => format!("{least} to {most} numbers"),
    };
    p.line(&format!("sys.exit(\"{} takes {wanted}\")", family.name));
    p.close();
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

/// Fills in what may be left out.
fn defaults(p: &mut Printer<'_>, family: &Family) {
    let defaults = family.params.iter().filter_map(|param| Some((param, param.default.as_ref()?)));
    for (param, default) in defaults {
        let at = param.slot as usize;
        let mark = p.names.enter();
        p.open(&format!("if len(numbers) == {at}"));
        bind_numbers(p, family, at, default);
        let text = p.int(default).whole();
        p.line(&format!("numbers.append({text})"));
        p.close();
        p.names.leave(mark);
    }
}

/// Gives names to the numbers that a default is made of.
fn bind_numbers(p: &mut Printer<'_>, family: &Family, before: usize, default: &Int) {
    p.facts = super::facts::Facts::of_default(family.width, default);
    for param in family.params.iter().filter(|param| (param.slot as usize) < before) {
        if !p.facts.is_read(param.slot) {
            continue;
        }
        let name = p.names.local(&param.name);
        let at = param.slot as usize;
        p.line(&match param.len {
            None => format!("{name} = numbers[{at}]"),
            Some(len) => format!("{name} = tuple(numbers[{at}:{}])", at + len),
        });
        p.names.bind(param.slot, name);
    }
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
