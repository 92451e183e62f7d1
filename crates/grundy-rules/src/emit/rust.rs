//! Programs in Rust, edition 2021, without crates.

use super::facts::Facts;
use super::helpers;
use super::lang::Lang;
use super::plan::{Plan, ends, leaves};
use super::print::Printer;
use super::target::{NOTE, Target};
use crate::typed::{Block, Family, Stmt};

/// Rust, edition 2021.
pub(super) struct Rust;

impl Target for Rust {
    fn lang(&self) -> Lang {
        Lang::Rust
    }

    fn head(&self, p: &Printer<'_>) -> String {
        head(p)
    }

    fn moves(&self, p: &mut Printer<'_>) {
        moves(p);
    }

    fn of_family(&self, p: &Printer<'_>, place: usize, _: &Family) -> String {
        format!("if state[0] == {}", p.tags[place])
    }

    fn begin_inside(&self, p: &mut Printer<'_>) {
        p.line("/// Whether there is such a state.");
        p.open("fn inside(state: State) -> bool");
    }

    fn not_negative(&self, p: &mut Printer<'_>, limited: bool) {
        match (limited, p.plan.scalar()) {
            (false, true) => p.line("state >= 0"),
            (false, false) => p.line("state.iter().all(|&n| n >= 0)"),
            (true, scalar) => {
                p.open(if scalar { "if state < 0" } else { "if state.iter().any(|&n| n < 0)" });
                p.line("return false;");
                p.close();
            }
        }
    }

    fn domain(&self, p: &mut Printer<'_>, family: &Family) {
        p.quote_domain(family);
        p.parameters(family, &|slot| Facts::domain_reads(family, slot));
        let text = p.domain(family);
        p.line(&if p.plan.tagged { format!("return {text};") } else { text });
    }

    fn no_condition(&self) -> &'static str {
        "true"
    }

    fn end_inside(&self, p: &mut Printer<'_>) {
        p.gap();
    }

    fn begin_same(&self, p: &mut Printer<'_>) {
        p.line("/// Another form of the same position, or the state itself.");
        p.open("fn same(state: State) -> State");
    }

    fn same_state(&self) -> &'static str {
        "state"
    }

    fn normal(&self, p: &mut Printer<'_>) {
        normal(p);
    }

    fn search(&self, p: &mut Printer<'_>) {
        search(p);
    }

    fn begin_value(&self, p: &mut Printer<'_>) {
        let some = p.plan.family().params.iter().any(|param| param.default.is_some());
        p.line("/// What is printed for the state of these numbers.");
        let mutable = if some { "mut " } else { "" };
        p.open(&format!("fn value({mutable}numbers: Vec<i64>, memo: &mut Memo) -> String"));
    }

    fn if_numbers(&self, count: usize) -> String {
        format!("if numbers.len() == {count}")
    }

    fn name_number(&self, name: &str, at: usize, len: Option<usize>) -> String {
        match len {
            None => format!("let {name} = numbers[{at}];"),
            Some(len) => {
                let items: Vec<String> = (at..at + len).map(|i| format!("numbers[{i}]")).collect();
                format!("let {name} = [{}];", items.join(", "))
            }
        }
    }

    fn push_number(&self, text: &str) -> String {
        format!("numbers.push({text});")
    }

    fn check_numbers(&self, p: &mut Printer<'_>, wanted: &str) {
        let family = p.plan.family();
        p.open(&format!("if numbers.len() != {}", family.width));
        p.line(&format!("panic!(\"{} takes {wanted}\");", family.name));
        p.close();
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
        if plan.tagged {
            p.line(&format!("/// Goes through the options of a state of {}.", family.name));
        } else {
            p.line("/// Goes through the options of a state.");
        }
        let any = family.rules.iter().any(|code| leaves(&code.body));
        let reads = family.rules.iter().any(|code| {
            let facts = Facts::of(code);
            family.params.iter().any(|param| facts.is_read(param.slot))
        });
        let state = if reads { "state" } else { "_state" };
        let each = if any { "mut each" } else { "_each" };
        p.open(&format!(
            "fn {}({state}: State, {each}: impl {}){}",
            function(plan, family),
            each_type(plan),
            result(plan)
        ));
        p.rules(family, &family.rules);
        if plan.wins {
            p.line("false");
        }
        p.close();
        p.gap();
    }
    if plan.tagged {
        p.line("/// Goes through the options of a state.");
        p.open(&format!("fn moves(state: State, each: impl {}){}", each_type(plan), result(plan)));
        p.open("match state[0]");
        let families: Vec<&Family> = plan.families().collect();
        for (i, family) in families.iter().enumerate() {
            let pattern = if i + 1 == families.len() { "_".to_owned() } else { p.tags[i].clone() };
            p.line(&format!("{pattern} => {}(state, each),", function(plan, family)));
        }
        p.close();
        p.close();
        p.gap();
    }
}

fn function(plan: &Plan<'_>, family: &Family) -> String {
    if plan.tagged { format!("moves_{}", family.name) } else { "moves".to_owned() }
}

fn each_type(plan: &Plan<'_>) -> &'static str {
    if plan.sums { "FnMut(&[State])" } else { "FnMut(State)" }
}

fn result(plan: &Plan<'_>) -> &'static str {
    if plan.wins { " -> bool" } else { "" }
}

/// Whether something stands behind a win that is never reached.
fn has_dead_end(block: &Block) -> bool {
    let last = block.len().saturating_sub(1);
    block.iter().enumerate().any(|(i, statement)| {
        let inner = match statement {
            Stmt::For { body, .. } | Stmt::While { body, .. } => has_dead_end(body),
            Stmt::If { then, otherwise, .. } => has_dead_end(then) || has_dead_end(otherwise),
            _ => false,
        };
        inner || i < last && ends(&block[i..=i].to_vec())
    })
}

fn head(p: &Printer<'_>) -> String {
    let plan = p.plan;
    let run = format!("./{}", plan.family().name);
    let mut notes = vec![
        "Numbers have 64 bits: rustc -C overflow-checks=on notices when a sum or product leaves them.",
    ];
    notes.extend(p.in_order.then_some(NOTE));
    let mut head = plan.head("//", &run, &notes);
    head.push('\n');
    let mut allowed = Vec::new();
    if p.mutable {
        allowed.push("unused_assignments");
    }
    let codes = || plan.families().flat_map(|family| &family.rules);
    if codes().any(|code| ends(&code.body) || has_dead_end(&code.body)) {
        allowed.extend(["unreachable_code", "unused_mut", "unused_variables"]);
    }
    if !snake(p) {
        allowed.push("non_snake_case");
    }
    let shouts = |name: &str| !name.contains(|c: char| c.is_ascii_lowercase());
    let constants = p.sets.iter().map(|set| &set.name).chain(p.table_names());
    let tags = p.tags.iter().filter(|_| plan.tagged);
    if !constants.chain(tags).all(|name| shouts(name)) {
        allowed.push("non_upper_case_globals");
    }
    if !allowed.is_empty() {
        head.push_str(&format!("#![allow({})]\n\n", allowed.join(", ")));
    }
    let uses: Vec<&str> = p.extremes.iter().copied().collect();
    match &uses[..] {
        [] => {}
        [one] => head.push_str(&format!("use std::cmp::{one};\n")),
        all => head.push_str(&format!("use std::cmp::{{{}}};\n", all.join(", "))),
    }
    if !p.in_order {
        head.push_str("use std::collections::HashMap;\n");
    }
    head.push_str("use std::io::BufRead;\n\n");
    if p.in_order {
    } else if plan.scalar() {
        head.push_str("type State = i64;\n\n");
    } else {
        head.push_str(&format!("type State = [i64; {}];\n\n", plan.words));
    }
    if plan.tagged {
        for (i, tag) in p.tags.iter().enumerate() {
            head.push_str(&format!("const {tag}: i64 = {i};\n"));
        }
        let names: Vec<String> =
            plan.families().map(|family| format!("\"{}\"", family.name)).collect();
        head.push_str(&format!(
            "const NAMES: [&str; {}] = [{}];\n\n",
            names.len(),
            names.join(", ")
        ));
    }
    for set in &p.sets {
        let numbers = p.numbers(&set.values);
        match &numbers[..] {
            [line] => head.push_str(&format!("const {}: &[i64] = &[{line}];\n", set.name)),
            lines => {
                let lines: Vec<String> = lines.iter().map(|line| format!("    {line}\n")).collect();
                head.push_str(&format!("const {}: &[i64] = &[\n{}];\n", set.name, lines.concat()));
            }
        }
    }
    if !p.sets.is_empty() {
        head.push('\n');
    }
    head.push_str(&p.table_lines());
    for helper in &p.helpers {
        head.push_str(helpers::rust(*helper));
        head.push('\n');
    }
    head
}

/// Whether all names of functions and variables are as Rust likes them.
fn snake(p: &Printer<'_>) -> bool {
    let small =
        |name: &str| !name.contains(|c: char| c.is_ascii_uppercase()) && !name.contains("__");
    let plan = p.plan;
    let functions = plan.families().filter(|_| plan.tagged).map(|family| &family.name);
    let params = plan.families().flat_map(|f| &f.params).map(|param| &param.name);
    let codes = plan.families().flat_map(|f| f.same.iter().chain(&f.rules));
    let names = codes.flat_map(|code| &code.names).map(|(_, name)| name);
    functions.chain(params).chain(names).all(|name| small(name))
}

/// A state in a message.
fn shown(plan: &Plan<'_>) -> (&'static str, String) {
    match (plan.tagged, plan.scalar()) {
        (true, _) => ("{}{:?}", "NAMES[STATE[0] as usize], &STATE[1..]".to_owned()),
        (false, true) => ("{}({})", format!("\"{}\", STATE", plan.family().name)),
        (false, false) => ("{}{:?}", format!("\"{}\", STATE", plan.family().name)),
    }
}

/// `fail(&format!(…))` about states: `{}` in the text stands for each.
fn failing(plan: &Plan<'_>, text: &str, states: &[&str]) -> String {
    if plan.tagged {
        let args: Vec<String> =
            states.iter().map(|state| shown(plan).1.replace("STATE", state)).collect();
        return format!("panic!(\"{}\", {});", text.replace("{}", shown(plan).0), args.join(", "));
    }
    let name = &plan.family().name;
    let mut text = text.to_owned();
    for state in states {
        let one = if plan.scalar() {
            format!("{name}({{{state}}})")
        } else {
            format!("{name}{{{state}:?}}")
        };
        text = text.replacen("{}", &one, 1);
    }
    format!("panic!(\"{text}\");")
}

fn normal(p: &mut Printer<'_>) {
    let plan = p.plan;
    p.line(&format!(
        "
/// The form that stands for all of a position.
fn normal(mut state: State) -> State {{
    for _ in 0..{} {{
        let form = same(state);
        if form == state {{
            return state;
        }}
        if !inside(form) {{
            {}
        }}
        state = form;
    }}
    {}
}}

",
        crate::walk::MAX_REWRITES,
        failing(plan, "{} is the same as {}, which is no state", &["state", "form"]),
        failing(plan, "the forms of {} have no end", &["state"]),
    ));
}

fn search(p: &mut Printer<'_>) {
    let plan = p.plan;
    let wins = plan.wins;
    p.line("// What is known of a state; values are >= 0, OPEN says that its search goes on.");
    p.line(if wins {
        "const UNKNOWN: i32 = -3;\nconst OPEN: i32 = -2;\nconst WINS: i32 = -1;\n\n"
    } else {
        "const UNKNOWN: i32 = -2;\nconst OPEN: i32 = -1;\n\n"
    });
    p.line(match plan.words {
        1 => {
            "\
/// Of small states in an array, of others in a map.
#[derive(Default)]
struct Memo {
    small: Vec<i32>,
    large: HashMap<State, i32>,
}

impl Memo {
    fn at(&mut self, n: State) -> &mut i32 {
        if n >= 1 << 24 {
            return self.large.entry(n).or_insert(UNKNOWN);
        }
        let n = n as usize;
        if n >= self.small.len() {
            self.small.resize(n + 1, UNKNOWN);
        }
        &mut self.small[n]
    }
}

"
        }
        2 => {
            "\
/// Of small states in an array, of others in a map.
#[derive(Default)]
struct Memo {
    small: Vec<Vec<i32>>,
    large: HashMap<State, i32>,
}

impl Memo {
    fn at(&mut self, state: State) -> &mut i32 {
        if state.iter().any(|&n| n >= 1 << 12) {
            return self.large.entry(state).or_insert(UNKNOWN);
        }
        let [a, b] = state.map(|n| n as usize);
        if a >= self.small.len() {
            self.small.resize(a + 1, Vec::new());
        }
        if b >= self.small[a].len() {
            self.small[a].resize(b + 1, UNKNOWN);
        }
        &mut self.small[a][b]
    }
}

"
        }
        _ => {
            "\
#[derive(Default)]
struct Memo {
    found: HashMap<State, i32>,
}

impl Memo {
    fn at(&mut self, state: State) -> &mut i32 {
        self.found.entry(state).or_insert(UNKNOWN)
    }
}

"
        }
    });
    p.line(
        "\
/// The value of a state in normal form, by depth-first search with a stack of its own.
fn grundy(start: State, memo: &mut Memo) -> i32 {
    let mut stack = vec![start];
    let mut seen: Vec<u64> = Vec::new(); // the values of options: those marked with this round
    let mut round = 0;
    while let Some(&state) = stack.last() {
        if *memo.at(state) > OPEN {
            stack.pop();
            continue;
        }
        *memo.at(state) = OPEN;
        let size = stack.len();
        round += 1;",
    );
    p.lines.depth = 2;
    let assign = if wins { "let at_once = " } else { "" };
    if plan.sums {
        p.open(&format!("{assign}moves(state, |option|"));
        p.line("let mut total = 0;");
        if wins {
            p.line("let mut loony = false;");
        }
        p.open("for &part in option");
    } else {
        p.open(&format!("{assign}moves(state, |part|"));
    }
    p.open("if !inside(part)");
    p.line(&failing(plan, "{} reaches {}, which is no state", &["state", "part"]));
    p.close();
    if plan.same {
        p.line("let part = normal(part);");
    }
    p.open("match *memo.at(part)");
    p.line(&format!(
        "OPEN => {}",
        failing(plan, "play comes back to {}", &["part"]).replace(';', ",")
    ));
    p.line(
        "UNKNOWN if stack.len() < size + 32 => stack.push(part), // a few at a time keep it short",
    );
    match (plan.sums, wins) {
        (false, false) => p.line("UNKNOWN => {}\nknown => mark(&mut seen, known, round),"),
        (false, true) => p.line("UNKNOWN | WINS => {}\nknown => mark(&mut seen, known, round),"),
        (true, false) => p.line("UNKNOWN => {}\nknown => total ^= known,"),
        (true, true) => {
            p.line("UNKNOWN => {}\nWINS => loony = true,\nknown => total ^= known,");
        }
    }
    p.close();
    if plan.sums {
        p.close();
        if wins {
            p.open("if !loony");
        }
        p.line("mark(&mut seen, total, round);");
        if wins {
            p.close();
        }
    }
    p.lines.depth -= 1;
    p.line("});");
    if wins {
        p.open("if at_once");
        p.line("stack.truncate(size);\n*memo.at(state) = WINS;\ncontinue;");
        p.close();
    }
    p.lines.depth = 0;
    p.line(
        "        \
        if stack.len() > size {
            continue;
        }
        let value = (0..).find(|&value| seen.get(value as usize) != Some(&round)).unwrap();
        *memo.at(state) = value;
    }
    *memo.at(start)
}

fn mark(seen: &mut Vec<u64>, value: i32, round: u64) {
    let value = value as usize;
    if value >= seen.len() {
        seen.resize(value + 1, 0);
    }
    seen[value] = round;
}

",
    );
}

fn end_value(p: &mut Printer<'_>) {
    let plan = p.plan;
    let family = plan.family();
    match (plan.tagged, plan.scalar()) {
        (false, true) => p.line("let state = numbers[0];"),
        (false, false) => {
            p.line(
                "let mut state: State = Default::default();"
                    .replace("Default::default()", &format!("[0; {}]", plan.words))
                    .as_str(),
            );
            p.line("state.copy_from_slice(&numbers);");
        }
        (true, _) => {
            let tag = p.tags[plan.tag(plan.main)].clone();
            p.line(&format!("let mut state: State = [0; {}];", plan.words));
            p.line(&format!("state[0] = {tag};"));
            p.line(&format!("state[1..{}].copy_from_slice(&numbers);", family.width + 1));
        }
    }
    p.open("if !inside(state)");
    p.line("return \"-\".to_string();");
    p.close();
    let form = if plan.same { "normal(state)" } else { "state" };
    if plan.wins {
        p.open(&format!("match grundy({form}, memo)"));
        p.line("WINS => \"wins at once\".to_string(),\nvalue => value.to_string(),");
        p.close();
    } else {
        p.line(&format!("grundy({form}, memo).to_string()"));
    }
    p.close();
    p.gap();
}

fn main(p: &mut Printer<'_>) {
    let plan = p.plan;
    let space = if plan.wins { "\\t" } else { " " };
    p.line(
        "\
fn read(word: &str) -> i64 {
    word.parse().expect(\"a number\")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let memo = &mut Memo::default();",
    );
    p.lines.depth = 1;
    let row = |first: &str, to: &str| {
        format!(
            "let row: Vec<String> = (0..=read(&{to})).map(|n| value(vec![{first}], memo)).collect();\n\
             println!(\"{{}}\", row.join(\"{space}\"));"
        )
    };
    let mut word = "";
    if let Some(coordinates) = plan.table() {
        if coordinates == 1 || plan.needed() == 1 {
            p.open("if args.len() == 2 && args[0] == \"--table\"");
            p.line(&row("n", "args[1]"));
            p.lines.depth -= 1;
            word = "} else ";
        }
        if coordinates == 2 {
            p.open(&format!("{word}if args.len() == 3 && args[0] == \"--table\""));
            p.open("for m in 0..=read(&args[1])");
            p.line(&row("m, n", "args[2]"));
            p.close();
            p.lines.depth -= 1;
            word = "} else ";
        }
    }
    p.line(&format!(
        "\
{word}if !args.is_empty() {{
    println!(\"{{}}\", value(args.iter().map(|arg| read(arg)).collect(), memo));
}} else {{
    for line in std::io::stdin().lock().lines() {{
        let line = line.expect(\"text\");
        println!(\"{{}}\", value(line.split_whitespace().map(read).collect(), memo));
    }}
}}"
    ));
    p.lines.depth = 0;
    p.line("}");
}
