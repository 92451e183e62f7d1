//! Arrays that are no coordinates, as tables of the program.

use super::expr::{Level, Text};
use super::functions::InputCopy;
use super::lang::Lang::{Cpp, Java, Python, Rust};
use super::print::{Copied, Helper, NamedTable, Printer};
use crate::input::{Input, InputKind, Numbers, Table, Told};
use crate::typed::{ConstantValue, Int};
use std::sync::Arc;

impl Printer<'_> {
    /// The name of a table.
    fn table(&mut self, table: &Table) -> String {
        let numbers = match table.known() {
            Ok(numbers) => numbers,
            Err(input) => return self.input(input),
        };
        if let Some(known) = self.tables.iter().find(|known| Arc::ptr_eq(&known.numbers, numbers)) {
            return known.name.clone();
        }
        let constant = self.plan.program.constants.iter().find(|constant| {
            matches!(&constant.value, ConstantValue::Numbers(own) if Arc::ptr_eq(own, numbers))
        });
        let name = self.names.global(constant.map_or("TABLE", |constant| &constant.name));
        self.tables.push(NamedTable { name: name.clone(), numbers: numbers.clone() });
        name
    }

    /// What an input is called, which is a variable of the program.
    fn input(&mut self, input: &Arc<Input>) -> String {
        let known = self.inputs.iter().find(|(known, _)| known.name == input.name);
        let name = match known {
            Some((_, name)) => name.clone(),
            None => {
                let wanted = match self.lang {
                    Rust => input.name.to_lowercase(),
                    _ => input.name.to_string(),
                };
                let name = self.names.global(&wanted);
                self.inputs.push((input.clone(), name.clone()));
                name
            }
        };
        if self.lang == Rust { format!("self.{name}") } else { name }
    }

    /// The inputs, each with what it is called outside of the functions.
    pub(super) fn input_names(&self) -> Vec<(String, String)> {
        let of = if self.lang == Rust { "games." } else { "" };
        let inputs = self.inputs.iter();
        inputs.map(|(input, name)| (input.name.to_string(), format!("{of}{name}"))).collect()
    }

    /// Something about an input.
    pub(super) fn told(&mut self, told: Told, input: &Arc<Input>) -> Text {
        let name = self.input(input);
        match (told, self.lang) {
            (Told::Value, _) => Text::atom(name),
            (Told::Len, Cpp) => Text::atom(format!("Int({name}.size())")),
            (Told::Len, Rust) => Text::new(format!("{name}.len() as i64"), Level::Not),
            (Told::Len, Python) => Text::atom(format!("len({name})")),
            (Told::Len, Java) => Text::atom(format!("{name}.length")),
            (Told::Sum, Cpp) => {
                Text::atom(format!("std::accumulate({name}.begin(), {name}.end(), Int(0))"))
            }
            (Told::Sum, Rust) => Text::atom(format!("{name}.iter().sum::<i64>()")),
            (Told::Sum, Python) => Text::atom(format!("sum({name})")),
            (Told::Sum, Java) => Text::atom(format!("Arrays.stream({name}).sum()")),
            (Told::Min | Told::Max, lang) => {
                let what = if told == Told::Min { "min" } else { "max" };
                Text::atom(match lang {
                    Cpp => format!("*std::{what}_element({name}.begin(), {name}.end())"),
                    Rust => format!("*{name}.iter().{what}().unwrap()"),
                    Python => format!("{what}({name})"),
                    Java => format!("Arrays.stream({name}).{what}().getAsLong()"),
                })
            }
        }
    }

    /// Whether a number is in an input: a copy is looked at in which one is found fast.
    pub(super) fn in_input(&mut self, value: &Int, input: &Arc<Input>, negated: bool) -> Text {
        let name = self.copied(input);
        let value = self.int(value);
        let not = if negated { "!" } else { "" };
        match self.lang {
            Python => {
                let op = if negated { "not in" } else { "in" };
                Text::new(format!("{} {op} {name}", value.at(Level::Sum)), Level::Compare)
            }
            Cpp => {
                let value = value.whole();
                let call = format!("std::binary_search({name}.begin(), {name}.end(), {value})");
                if negated {
                    Text::new(format!("!{call}"), Level::Prefix)
                } else {
                    Text::atom(call)
                }
            }
            Java => {
                let sign = if negated { "<" } else { ">=" };
                let call = format!("Arrays.binarySearch({name}, {})", value.whole());
                Text::new(format!("{call} {sign} 0"), Level::Compare)
            }
            Rust => {
                let value = value.at(Level::Atom);
                let call = format!("{not}{name}.binary_search(&{value}).is_ok()");
                if negated { Text::new(call, Level::Prefix) } else { Text::atom(call) }
            }
        }
    }

    /// What the copy of an input is called in which numbers are found fast: it is sorted, and a set in Python.
    fn copied(&mut self, input: &Arc<Input>) -> String {
        let called = self.input(input);
        let called = called.trim_start_matches("self.").to_owned();
        let known = self.copies.iter().find(|copy| copy.of == called);
        let name = match known {
            Some(copy) => copy.name.clone(),
            None => {
                let wanted = match self.lang {
                    Python => format!("{called}_set"),
                    _ => format!("sorted_{called}"),
                };
                let name = self.names.global(&wanted);
                self.copies.push(Copied { name: name.clone(), of: called });
                name
            }
        };
        if self.lang == Rust { format!("self.{name}") } else { name }
    }

    /// The copies of inputs, as they are called outside of the functions, and the statements that make them.
    pub(super) fn input_copies(&self) -> Vec<InputCopy> {
        let made = |Copied { name, of }: &Copied| match self.lang {
            Cpp => InputCopy {
                name: name.clone(),
                fill: format!("{name} = {of}; std::sort({name}.begin(), {name}.end());"),
            },
            Rust => InputCopy {
                name: format!("games.{name}"),
                fill: format!("games.{name} = games.{of}.clone(); games.{name}.sort();"),
            },
            Python => InputCopy { name: name.clone(), fill: format!("{name} = frozenset({of})") },
            Java => InputCopy {
                name: name.clone(),
                fill: format!("{name} = {of}.clone(); Arrays.sort({name});"),
            },
        };
        self.copies.iter().map(made).collect()
    }

    /// How inputs are declared, in C++ and Python.
    pub(super) fn input_lines(&self) -> String {
        let mut text = String::new();
        for (input, name) in &self.inputs {
            text += &match (self.lang, input.kind) {
                (Cpp, InputKind::Number) => format!("Int {name};\n"),
                (Cpp, InputKind::Numbers) => format!("std::vector<Int> {name};\n"),
                (Cpp, InputKind::Rows) => format!("std::vector<std::vector<Int>> {name};\n"),
                (Java, InputKind::Number) => format!("static long {name};\n"),
                (Java, InputKind::Numbers) => format!("static long[] {name};\n"),
                (Java, InputKind::Rows) => format!("static long[][] {name};\n"),
                (Python, InputKind::Number) => format!("{name} = 0\n"),
                (Python, _) => format!("{name} = []\n"),
                (Rust, _) => String::new(),
            };
        }
        for Copied { name, .. } in &self.copies {
            text += &match self.lang {
                Cpp => format!("std::vector<Int> {name};\n"),
                Java => format!("static long[] {name};\n"),
                Python => format!("{name} = frozenset()\n"),
                Rust => String::new(),
            };
        }
        text
    }

    /// `of[index]`, an element of something that has elements by index.
    fn indexed(&mut self, of: String, index: &Int) -> String {
        let natural = self.facts.not_negative(index);
        let at = self.int(index);
        match (self.lang, index.constant()) {
            (Cpp, _) => format!("{of}.at({})", at.whole()),
            (Rust | Java, Some(_)) => format!("{of}[{}]", at.whole()),
            (Java, None) => format!("{of}[(int) {}]", at.at(Level::Atom)),
            (Rust, None) => format!("{of}[{} as usize]", at.at(Level::Prefix)),
            (Python, _) if natural => format!("{of}[{}]", at.whole()),
            (Python, _) => self.helper(Helper::At, &[of, at.whole()]).whole(),
        }
    }

    /// What a loop goes through.
    pub(super) fn items_of(&mut self, table: &Table, row: Option<&Int>) -> String {
        let name = self.table(table);
        match row {
            None => name,
            Some(row) => self.indexed(name, row),
        }
    }

    /// `A[i]`, `G[i][j]`
    pub(super) fn lookup(&mut self, table: &Table, row: Option<&Int>, index: &Int) -> Text {
        let of = self.items_of(table, row);
        Text::atom(self.indexed(of, index))
    }

    /// `len(G[i])`
    pub(super) fn row_len(&mut self, table: &Table, row: &Int) -> Text {
        let of = self.items_of(table, Some(row));
        match self.lang {
            Cpp => Text::atom(format!("Int({of}.size())")),
            Rust => Text::new(format!("{of}.len() as i64"), Level::Not),
            Python => Text::atom(format!("len({of})")),
            Java => Text::atom(format!("{of}.length")),
        }
    }

    /// How many numbers all tables have, rows counting as one each.
    pub(super) fn tabled(&self) -> usize {
        let size = |table: &NamedTable| table.numbers.items().len() + table.numbers.len();
        self.tables.iter().map(size).sum()
    }

    /// All tables, as they stand in the head of the program.
    pub(super) fn table_lines(&self) -> String {
        let mut text = String::new();
        for NamedTable { name, numbers } in &self.tables {
            let rows = numbers.kind() == InputKind::Rows;
            let head = match (self.lang, rows) {
                (Cpp, false) => format!("const std::vector<Int> {name} = {{"),
                (Cpp, true) => format!("const std::vector<std::vector<Int>> {name} = {{"),
                (Rust, false) => format!("const {name}: &[i64] = &["),
                (Rust, true) => format!("const {name}: &[&[i64]] = &["),
                (Python, _) => format!("{name} = ["),
                (Java, false) => format!("static final long[] {name} = {{"),
                (Java, true) => format!("static final long[][] {name} = {{"),
            };
            let end = match self.lang {
                Cpp | Java => "};",
                Rust => "];",
                Python => "]",
            };
            let lines = if rows { self.rows(numbers) } else { self.numbers(numbers.items()) };
            text.push_str(&match &lines[..] {
                [line] => format!("{head}{line}{end}\n"),
                lines => {
                    let lines: Vec<String> =
                        lines.iter().map(|line| format!("    {line}\n")).collect();
                    format!("{head}\n{}{end}\n", lines.concat())
                }
            });
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    /// Rows with their separators, a line each unless they are short together.
    fn rows(&self, numbers: &Numbers) -> Vec<String> {
        const MAX_LINE_CHARS: usize = 72;
        let (open, close) = match self.lang {
            Cpp | Java => ("{", "}"),
            Rust => ("&[", "]"),
            Python => ("[", "]"),
        };
        let rows: Vec<String> = (0..numbers.len())
            .map(|row| format!("{open}{}{close}", self.numbers(numbers.row(row)).join("\n     ")))
            .collect();
        let short = rows.join(", ");
        if short.len() <= MAX_LINE_CHARS && !short.contains('\n') {
            return vec![short];
        }
        rows.iter().map(|row| format!("{row},")).collect()
    }
}
