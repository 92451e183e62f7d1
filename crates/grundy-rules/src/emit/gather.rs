//! Moves whose number of parts differs from state to state.

use super::lang::Lang::{Cpp, Python, Rust};
use super::print::{Helper, Printer};
use crate::typed::{Gather, Part};

impl Printer<'_> {
    /// A move: its parts are gathered in a list, or their values in a number.
    pub(super) fn gather(&mut self, gather: &Gather) {
        let braces = self.lang == Cpp;
        let mark = self.names.enter();
        if braces {
            // What one move gathers in is not to be in the way of another.
            self.open("");
        }
        let name = self.names.ours(if self.in_order { "total" } else { "parts" });
        let outer = std::mem::replace(&mut self.gathered, name.clone());
        self.line(&match (self.lang, self.in_order) {
            (Cpp, true) => format!("int {name} = 0;"),
            (Cpp, false) => format!("std::vector<State> {name};"),
            (Rust, true) => format!("let mut {name} = 0;"),
            (Rust, false) => format!("let mut {name}: Vec<State> = Vec::new();"),
            (Python, true) => format!("{name} = 0"),
            (Python, false) => format!("{name} = []"),
        });
        self.block(&gather.parts);
        if self.in_order {
            self.line(&match self.lang {
                Cpp => format!("seen[{name}] = round;"),
                Rust => format!("seen[{name} as usize] = round;"),
                Python => format!("values.add({name})"),
            });
        } else {
            if gather.drop {
                self.open(&match self.lang {
                    Cpp => format!("if (std::all_of({name}.begin(), {name}.end(), inside))"),
                    Rust => format!("if {name}.iter().all(|&part| inside(part))"),
                    Python => format!("if all(map(inside, {name}))"),
                });
            }
            self.line(&match self.lang {
                Cpp => format!("each({name});"),
                Rust => format!("each(&{name});"),
                Python => format!("yield {name}"),
            });
            if gather.drop {
                self.close();
            }
        }
        self.gathered = outer;
        if braces {
            self.close();
        }
        self.names.leave(mark);
    }

    /// A part of a move, or copies of it.
    pub(super) fn part(&mut self, part: &Part) {
        let list = self.gathered.clone();
        let copies = part.copies.as_ref().map(|copies| self.int(copies).whole());
        let copies = copies.map(|copies| self.helper(Helper::Copies, &[copies]).whole());
        if self.in_order {
            if let Some(copies) = &copies {
                self.open(&match self.lang {
                    Cpp => format!("if ({copies} == 1)"),
                    _ => format!("if {copies} == 1"),
                });
            }
            let cell = self.cell(&part.term);
            let end = if self.lang == Python { "" } else { ";" };
            self.line(&format!("{list} ^= {cell}{end}"));
            if copies.is_some() {
                self.close();
            }
            return;
        }
        let count = copies.map(|copies| {
            let name = self.names.ours("count");
            self.line(&match self.lang {
                Cpp => format!("const Int {name} = {copies};"),
                Rust => format!("let {name} = {copies};"),
                Python => format!("{name} = {copies}"),
            });
            self.open(&match self.lang {
                Cpp => format!("if ({name} > 0)"),
                _ => format!("if {name} > 0"),
            });
            name
        });
        let state = self.state(&part.term);
        self.line(&match (self.lang, &count) {
            (Cpp, None) => format!("{list}.push_back({state});"),
            (Rust, None) => format!("{list}.push({state});"),
            (Python, None) => format!("{list}.append({state})"),
            (Cpp, Some(count)) => format!("{list}.insert({list}.end(), {count}, {state});"),
            (Rust, Some(count)) => format!("{list}.extend(vec![{state}; {count} as usize]);"),
            (Python, Some(count)) => format!("{list} += [{state}] * {count}"),
        });
        if count.is_some() {
            self.close();
        }
    }
}
