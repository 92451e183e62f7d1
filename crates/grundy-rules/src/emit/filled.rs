//! Families whose values are found in order, in tables that grow.

use super::lang::Lang::*;
use super::order::{Group, Order, Way};
use super::plan::leaves;
use super::print::{Mode, Printer};
use super::routine::{self, Gives};
use crate::typed::Family;

/// The tables and functions of a group.
pub(super) fn group(p: &mut Printer<'_>, order: &Order, group: &Group, asked: &[bool]) {
    let plan = p.plan;
    let family = |place: usize| &plan.program.families[plan.families[place]];
    let two = family(group.places[0]).width == 2;
    let direct = matches!(order.ways[group.places[0]], Way::Direct(_));
    tables(p, &group.places, two, direct);
    for &place in &group.places {
        value(p, place, family(place));
    }
    if direct {
        alone(p, group, family(group.places[0]));
        return;
    }
    fill(p, order, group, two);
    for &place in group.places.iter().filter(|&&place| asked[place]) {
        let name = p.calls[place].grundy.clone();
        let sign = family(place).signature(&plan.program.source);
        let what = format!("The value of {}({sign}).", family(place).name);
        routine::comment(p, &what);
        let mark = routine::open(p, place, &name, Gives::Value, &|_| true);
        routine::document(p, &what);
        let names = routine::names(p, place);
        let of = if p.lang == Rust { "self." } else { "" };
        let end = if p.lang == Python { "" } else { ";" };
        let fill = &p.calls[group.places[0]].fill;
        let fill = format!("{of}{fill}({}){end}", names.join(", "));
        p.line(&fill);
        let cell = cell(p, &names);
        let table = &p.calls[place].table;
        let value = match p.lang {
            Cpp | Java => format!("return {table}{cell};"),
            Rust => format!("self.{table}{cell}"),
            Python => format!("return {table}{cell}"),
        };
        p.line(&value);
        routine::close(p, mark);
    }
}

/// The place in a table.
fn cell(p: &Printer<'_>, names: &[String]) -> String {
    let index = |(place, name): (usize, &String)| match p.lang {
        Rust => format!("[{name} as usize]"),
        Java if place + 1 < names.len() => format!(".get((int) {name})"),
        Java => format!(".get({name})"),
        Cpp | Python => format!("[{name}]"),
    };
    names.iter().enumerate().map(index).collect()
}

/// The tables; in Rust they are fields.
fn tables(p: &mut Printer<'_>, places: &[usize], two: bool, direct: bool) {
    if p.lang == Rust || direct && two {
        return;
    }
    for &place in places {
        let table = p.calls[place].table.clone();
        p.line(&match (p.lang, two) {
            (Cpp, false) => format!("std::vector<int> {table};"),
            (Cpp, true) => format!("std::vector<std::vector<int>> {table};"),
            (Java, false) => format!("static Table {table} = new Table();"),
            (Java, true) => format!("static ArrayList<Table> {table} = new ArrayList<>();"),
            _ => format!("{table} = []"),
        });
    }
    routine::gap(p);
}

/// The function that finds a value from the tables.
fn value(p: &mut Printer<'_>, place: usize, family: &Family) {
    let plan = p.plan;
    let name = p.calls[place].value.clone();
    let sign = family.signature(&plan.program.source);
    let what = format!("The value of {}({sign}) by those of its options.", family.name);
    routine::comment(p, &what);
    let mark =
        routine::open(p, place, &name, Gives::Value, &|slot| routine::is_read(&family.rules, slot));
    routine::document(p, &what);
    let marks = family.rules.iter().any(|code| leaves(&code.body));
    match (p.lang, marks) {
        (Cpp, true) => p.line("const int now = ++mark;"),
        (Cpp | Java, false) => p.line("++mark;"),
        (Java, true) if p.plan.wins => p.line("++mark;"),
        (Java, true) => p.line("int now = ++mark;"),
        (Rust, _) => {
            p.line("self.mark += 1;");
            if marks {
                p.line("let now = self.mark;");
            }
        }
        (Python, _) => p.line("seen = bytearray(room)"),
    }
    p.mode = Some(Mode::Cells);
    p.bodies(family, &family.rules);
    p.mode = None;
    p.line(match p.lang {
        Cpp | Java => "return mex();",
        Rust => "self.mex()",
        Python => "return mex(seen)",
    });
    routine::close(p, mark);
}

/// The function that gives a value which is found by itself, and kept if it has one number.
fn alone(p: &mut Printer<'_>, group: &Group, family: &Family) {
    let place = group.places[0];
    let calls = p.calls[place].clone();
    let sign = family.signature(&p.plan.program.source);
    let what = format!("The value of {}({sign}).", family.name);
    routine::comment(p, &what);
    let mark = routine::open(p, place, &calls.grundy, Gives::Value, &|_| true);
    routine::document(p, &what);
    let names = routine::names(p, place);
    let end = if p.lang == Python { "" } else { ";" };
    let of = if p.lang == Rust { "self." } else { "" };
    let mut needs = Vec::new();
    for (other, under) in &group.needs {
        let list: Vec<&str> = under.iter().map(|&own| &*names[own]).collect();
        let fill = &p.calls[p.fills[*other]].fill;
        needs.push(format!("{of}{fill}({}){end}", list.join(", ")));
    }
    needs.sort();
    needs.dedup();
    let list = names.join(", ");
    let (table, value) = (&calls.table, &calls.value);
    if names.len() == 2 {
        needs.iter().for_each(|need| p.line(need));
        p.line(&match p.lang {
            Cpp | Java => format!("return {value}({list});"),
            Rust => format!("self.{value}({list})"),
            Python => format!("return {value}({list})"),
        });
        routine::close(p, mark);
        return;
    }
    match p.lang {
        Cpp => {
            p.line(&format!("if ({list} >= Int({table}.size())) {table}.resize({list} + 1, -2);"));
            p.open(&format!("if ({table}[{list}] == -2)"));
        }
        Java => {
            p.line(&format!("while ({table}.size <= {list}) {table}.add(-2);"));
            p.open(&format!("if ({table}.get({list}) == -2)"));
        }
        Rust => {
            p.open(&format!("if {list} as usize >= self.{table}.len()"));
            p.line(&format!("self.{table}.resize({list} as usize + 1, -2);"));
            p.close();
            p.open(&format!("if self.{table}[{list} as usize] == -2"));
        }
        Python => {
            p.line(&format!("{table}.extend([-2] * ({list} + 1 - len({table})))"));
            p.open(&format!("if {table}[{list}] == -2"));
        }
    }
    needs.iter().for_each(|need| p.line(need));
    p.line(&match p.lang {
        Rust => format!("self.{table}[{list} as usize] = self.{value}({list});"),
        Java => format!("{table}.values[(int) {list}] = {value}({list});"),
        _ => format!("{table}[{list}] = {value}({list}){end}"),
    });
    p.close();
    p.line(&match p.lang {
        Cpp => format!("return {table}[{list}];"),
        Java => format!("return {table}.get({list});"),
        Rust => format!("self.{table}[{list} as usize]"),
        Python => format!("return {table}[{list}]"),
    });
    routine::close(p, mark);
}

/// The function that fills the tables of a group.
fn fill(p: &mut Printer<'_>, order: &Order, group: &Group, two: bool) {
    let plan = p.plan;
    let first = group.places[0];
    let calls = p.calls[first].clone();
    let names: Vec<&str> = group
        .places
        .iter()
        .map(|&place| &*plan.program.families[plan.families[place]].name)
        .collect();
    let what = format!(
        "Finds all values of {} up to there: every move leads to a state that comes before.",
        names.join(" and ")
    );
    routine::comment(p, &what);
    let mark = p.names.enter();
    let last: &[&str] = if two { &["last_row", "last"] } else { &["last"] };
    let typed = |kind: &str| {
        let all: Vec<String> = last.iter().map(|last| kind.replace("LAST", last)).collect();
        all.join(", ")
    };
    p.open(&match p.lang {
        Cpp => format!("void {}({})", calls.fill, typed("Int LAST")),
        Java => format!("static void {}({})", calls.fill, typed("long LAST")),
        Rust if two => format!("fn {}(&mut self, last_row: i64, mut last: i64)", calls.fill),
        Rust => format!("fn {}(&mut self, {})", calls.fill, typed("LAST: i64")),
        Python => format!("def {}({})", calls.fill, typed("LAST")),
    });
    routine::document(p, &what);
    let of = if p.lang == Rust { "self." } else { "" };
    let end = if p.lang == Python { "" } else { ";" };
    let table = &calls.table;
    if two {
        p.line(
            &match p.lang {
                Cpp => {
                    "\
if (last_row < Int(TABLE.size()) && last < Int(TABLE[0].size())) return;
if (!TABLE.empty()) last = std::max(last, Int(TABLE[0].size()) - 1);"
                }
                Rust => {
                    "\
if last_row < self.TABLE.len() as i64 && last < self.TABLE[0].len() as i64 {
    return;
}
if !self.TABLE.is_empty() {
    last = last.max(self.TABLE[0].len() as i64 - 1);
}"
                }
                Java => {
                    "\
if (last_row < TABLE.size() && last < TABLE.get(0).size) return;
if (!TABLE.isEmpty()) last = Math.max(last, TABLE.get(0).size - 1);"
                }
                Python => {
                    "\
if last_row < len(TABLE) and last < len(TABLE[0]):
    return
if TABLE:
    last = max(last, len(TABLE[0]) - 1)"
                }
            }
            .replace("TABLE", table),
        );
    }
    let mut needs = Vec::new();
    for (other, under) in &group.needs {
        if matches!(order.ways[*other], Way::Filled(_)) {
            let list: Vec<&str> = under.iter().map(|&own| last[own]).collect();
            let fill = &p.calls[p.fills[*other]].fill;
            needs.push(format!("{of}{fill}({}){end}", list.join(", ")));
        }
    }
    needs.sort();
    needs.dedup();
    if two && !needs.is_empty() {
        // Rows that are there already may have to grow, and rows that are new.
        let rows = match p.lang {
            Cpp => format!("last_row = std::max(last_row, Int({table}.size()) - 1);"),
            Java => format!("last_row = Math.max(last_row, {table}.size() - 1);"),
            Rust => format!("let last_row = last_row.max(self.{table}.len() as i64 - 1);"),
            Python => format!("last_row = max(last_row, len({table}) - 1)"),
        };
        p.line(&rows);
    }
    needs.iter().for_each(|need| p.line(need));
    routine::parameters(p, first, &|_| true);
    let own = routine::names(p, first);
    let mut pushes = Vec::new();
    for &place in &group.places {
        let family = &plan.program.families[plan.families[place]];
        let calls = &p.calls[place];
        let list = own.join(", ");
        let mut value = format!("{of}{}({list})", calls.value);
        if !family.domain.is_empty() {
            let inside = format!("{}({list})", calls.inside);
            value = match p.lang {
                Cpp | Java => format!("{inside} ? {value} : 0"),
                Rust => format!("if {inside} {{ {value} }} else {{ 0 }}"),
                Python => format!("{value} if {inside} else 0"),
            };
        }
        let row = match (two, p.lang) {
            (false, _) => String::new(),
            (true, Java) => format!(".get((int) {})", own[0]),
            (true, Rust) => format!("[{} as usize]", own[0]),
            (true, _) => format!("[{}]", own[0]),
        };
        let table = &calls.table;
        match p.lang {
            Cpp => pushes.push(format!("{table}{row}.push_back({value});")),
            Java => pushes.push(format!("{table}{row}.add({value});")),
            Rust => {
                pushes.push(format!("let value = {value};"));
                pushes.push(format!("self.{table}{row}.push(value);"));
            }
            Python => pushes.push(format!("{table}{row}.append({value})")),
        }
    }
    let tables: Vec<String> =
        group.places.iter().map(|&place| p.calls[place].table.clone()).collect();
    if two {
        let (a, b) = (&own[0], &own[1]);
        match p.lang {
            Cpp => {
                for table in &tables {
                    p.line(&format!(
                        "if (last_row >= Int({table}.size())) {table}.resize(last_row + 1);"
                    ));
                }
                p.open(&format!("for (Int {a} = 0; {a} < Int({table}.size()); ++{a})"));
                p.open(&format!("for (Int {b} = {table}[{a}].size(); {b} <= last; ++{b})"));
            }
            Java => {
                for table in &tables {
                    p.line(&format!(
                        "while ({table}.size() <= last_row) {table}.add(new Table());"
                    ));
                }
                p.open(&format!("for (long {a} = 0; {a} < {table}.size(); ++{a})"));
                p.open(&format!(
                    "for (long {b} = {table}.get((int) {a}).size; {b} <= last; ++{b})"
                ));
            }
            Rust => {
                for table in &tables {
                    p.line(&format!(
                        "let rows = self.{table}.len().max(last_row as usize + 1);\n\
                         self.{table}.resize(rows, vec![]);"
                    ));
                }
                p.open(&format!("for {a} in 0..self.{table}.len() as i64"));
                p.open(&format!("for {b} in self.{table}[{a} as usize].len() as i64..last + 1"));
            }
            Python => {
                for table in &tables {
                    p.line(&format!(
                        "{table}.extend([] for _ in range(len({table}), last_row + 1))"
                    ));
                }
                p.open(&format!("for {a} in range(len({table}))"));
                p.open(&format!("for {b} in range(len({table}[{a}]), last + 1)"));
            }
        }
    } else {
        let n = &own[0];
        let head = match p.lang {
            Cpp => format!("for (Int {n} = {table}.size(); {n} <= last; ++{n})"),
            Java => format!("for (long {n} = {table}.size; {n} <= last; ++{n})"),
            Rust => format!("for {n} in self.{table}.len() as i64..last + 1"),
            Python => format!("for {n} in range(len({table}), last + 1)"),
        };
        if let ([push], Cpp | Java) = (&pushes[..], p.lang) {
            p.line(&format!("{head} {push}"));
            routine::close(p, mark);
            return;
        }
        p.open(&head);
    }
    pushes.iter().for_each(|push| p.line(push));
    if two {
        p.close();
    }
    p.close();
    routine::close(p, mark);
}
