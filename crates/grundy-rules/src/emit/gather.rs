//! Moves whose number of parts differs from state to state.

use super::lang::Lang::{Cpp, Java, Python, Rust};
use super::print::{Helper, Mode, Printer};
use crate::typed::{Gather, Part};

impl Printer<'_> {
    /// A move: the values of its parts are gathered in a number, or its parts in a list.
    pub(super) fn gather(&mut self, gather: &Gather) {
        let Some(mode) = self.mode else { return };
        let braces = matches!(self.lang, Cpp | Java);
        let mark = self.names.enter();
        if braces {
            // What one move gathers in is not to be in the way of another.
            self.open("");
        }
        let lists = mode == Mode::Lists;
        let name = self.names.ours(if lists { "parts" } else { "total" });
        let dropped = if gather.drop { self.names.ours("dropped") } else { String::new() };
        let outer = std::mem::replace(&mut self.gathered, name.clone());
        let outer_dropped = std::mem::replace(&mut self.dropped, dropped.clone());
        self.line(&match (self.lang, lists) {
            (Cpp, false) => format!("int {name} = 0;"),
            (Cpp, true) => format!("Parts {name};"),
            (Java, false) => format!("int {name} = 0;"),
            (Java, true) => format!("List<List<Long>> {name} = new ArrayList<>();"),
            (Rust, false) => format!("let mut {name} = 0;"),
            (Rust, true) => format!("let mut {name}: Vec<Vec<i64>> = vec![];"),
            (Python, false) => format!("{name} = 0"),
            (Python, true) => format!("{name} = []"),
        });
        if gather.drop {
            self.line(&match self.lang {
                Cpp => format!("bool {dropped} = false;"),
                Java => format!("boolean {dropped} = false;"),
                Rust => format!("let mut {dropped} = false;"),
                Python => format!("{dropped} = False"),
            });
        }
        self.block(&gather.parts);
        if gather.drop {
            self.open(&match self.lang {
                Cpp | Java => format!("if (!{dropped})"),
                Rust => format!("if !{dropped}"),
                Python => format!("if not {dropped}"),
            });
        }
        if lists {
            self.line(&match self.lang {
                Cpp | Java => format!("add(options, {name});"),
                Rust => format!("self.add(&mut options, {name});"),
                Python => format!("add(options, *{name})"),
            });
        } else {
            self.marked(&[name], mode);
        }
        if gather.drop {
            self.close();
        }
        self.gathered = outer;
        self.dropped = outer_dropped;
        if braces {
            self.close();
        }
        self.names.leave(mark);
    }

    /// A part of a move, or copies of it.
    pub(super) fn part(&mut self, part: &Part) {
        let Some(mode) = self.mode else { return };
        let mark = self.names.enter();
        let lists = mode == Mode::Lists;
        let copies = part.copies.as_ref().map(|copies| self.int(copies).whole());
        // A list has all of them; of values two cancel.
        let copies = copies.map(|copies| match lists {
            true => self.helper(Helper::Count, &[copies]).whole(),
            false => self.helper(Helper::Copies, &[copies]).whole(),
        });
        let count = copies.map(|copies| {
            let name = self.names.ours("count");
            self.line(&match self.lang {
                Cpp => format!("const Int {name} = {copies};"),
                Java => format!("long {name} = {copies};"),
                Rust => format!("let {name} = {copies};"),
                Python => format!("{name} = {copies}"),
            });
            self.open(&match self.lang {
                Cpp | Java => format!("if ({name} > 0)"),
                _ => format!("if {name} > 0"),
            });
            name
        });
        let drop = !self.dropped.is_empty();
        let place = self.plan.tag(part.term.family);
        let arguments = self.arguments(&part.term, drop || lists, lists);
        let conditions = if drop { self.conditions(place, &arguments) } else { Vec::new() };
        if !conditions.is_empty() {
            let dropped = self.dropped.clone();
            let text = match self.lang {
                Python => format!("not ({})", conditions.join(" and ")),
                _ => format!("!({})", conditions.join(" && ")),
            };
            self.open(&if matches!(self.lang, Cpp | Java) {
                format!("if ({text})")
            } else {
                format!("if {text}")
            });
            self.line(&match self.lang {
                Python => format!("{dropped} = True"),
                _ => format!("{dropped} = true;"),
            });
            self.close();
            self.open("else");
        }
        let list = self.gathered.clone();
        if lists {
            let text = self.listed_part(place, &arguments);
            self.line(&match (self.lang, &count) {
                (Cpp, None) => format!("{list}.push_back({text});"),
                (Cpp, Some(count)) => format!("{list}.insert({list}.end(), {count}, {text});"),
                (Java, None) => format!("{list}.add({text});"),
                (Java, Some(count)) => {
                    format!("{list}.addAll(Collections.nCopies((int) {count}, {text}));")
                }
                (Rust, None) => format!("{list}.push({text});"),
                (Rust, Some(count)) => format!("{list}.extend(vec![{text}; {count} as usize]);"),
                (Python, None) => format!("{list}.append({text})"),
                (Python, Some(count)) => format!("{list} += [{text}] * {count}"),
            });
        } else {
            let look = self.look(place, &arguments);
            let plain = mode == Mode::Cells && !self.plan.wins;
            let end = if self.lang == Python { "" } else { ";" };
            match (plain, &count) {
                (true, None) => self.line(&format!("{list} ^= {look}{end}")),
                (true, Some(count)) => {
                    self.open(&match self.lang {
                        Cpp | Java => format!("if ({count} == 1)"),
                        _ => format!("if {count} == 1"),
                    });
                    self.line(&format!("{list} ^= {look}{end}"));
                    self.close();
                }
                (false, _) => {
                    let value = self.names.ours("part");
                    self.line(&match self.lang {
                        Cpp => format!("const int {value} = {look};"),
                        Java => format!("int {value} = {look};"),
                        Rust => format!("let {value} = {look};"),
                        Python => format!("{value} = {look}"),
                    });
                    self.line(&format!("{list} = nim_sum({list}, {value}){end}"));
                    if let Some(count) = &count {
                        self.open(&match self.lang {
                            Cpp | Java => format!("if ({count} == 2)"),
                            _ => format!("if {count} == 2"),
                        });
                        self.line(&format!("{list} = nim_sum({list}, {value}){end}"));
                        self.close();
                    }
                }
            }
        }
        if !conditions.is_empty() {
            self.close();
        }
        if count.is_some() {
            self.close();
        }
        self.names.leave(mark);
    }
}
