//! Loops in the four languages: over numbers, cases, and the moves of a position.

use super::expr::Tight;
use super::printer::Printer;
use crate::ir::{Arg, Block, Cases, Int, Kind, Var};
use grundy_rules::emit::Lang;

impl Printer<'_> {
    pub fn turns(&mut self, var: Var, from: &Int, to: &Int, step: Option<&Int>, body: &Block) {
        let (from, to_text) = (self.number(from), self.int(to));
        let step = step.map(|step| self.int(step));
        let mark = self.enter();
        let unread = self.uses.read[var] == 0;
        let name = self.declare(var);
        let head = match self.lang {
            Lang::Cpp | Lang::Java => {
                let kind = self.type_of(Kind::Int);
                let to = to_text.at(Tight::Sum);
                match step {
                    None => format!("for ({kind} {name} = {from}; {name} < {to}; ++{name})"),
                    Some(step) => {
                        format!("for ({kind} {name} = {from}; {name} < {to}; {name} += {})", step.0)
                    }
                }
            }
            Lang::Rust => {
                let name = if unread { "_".to_owned() } else { name };
                let from = from.trim_end_matches("_i64").to_owned();
                let to = to_text.at(Tight::Product);
                match step {
                    None => format!("for {name} in {from}..{to}"),
                    Some(step) => format!(
                        "for {name} in ({from}..{to}).step_by({} as usize)",
                        step.at(Tight::Sign)
                    ),
                }
            }
            Lang::Python => {
                let to = to_text.0;
                match (step, from.as_str()) {
                    (None, "0") => format!("for {name} in range({to})"),
                    (None, _) => format!("for {name} in range({from}, {to})"),
                    (Some(step), _) => format!("for {name} in range({from}, {to}, {})", step.0),
                }
            }
        };
        self.open(&head);
        self.block(body);
        self.close();
        self.leave(mark);
    }

    pub fn cases(&mut self, cases: &Cases, body: &Block) {
        let more = if self.lang == Lang::Rust { "input.more()" } else { "more()" };
        let head = match (cases, self.lang) {
            (Cases::Count(count), Lang::Python) => {
                let count = self.number(count);
                format!("for _ in range({count})")
            }
            (Cases::Count(count), Lang::Rust) => {
                let count = self.int(count).at(Tight::Product);
                format!("for _ in 0..{count}")
            }
            (Cases::Count(count), lang) => {
                let count = self.int(count).at(Tight::Sum);
                let kind = if lang == Lang::Cpp { "Int" } else { "long" };
                let mark = self.enter();
                let turn = self.hidden("turn");
                let head = format!("for ({kind} {turn} = 0; {turn} < {count}; ++{turn})");
                self.open(&head);
                self.forget();
                self.block(body);
                self.close();
                return self.leave(mark);
            }
            (_, Lang::Python) => "while tokens".to_owned(),
            (_, Lang::Rust) => format!("while {more}"),
            (_, _) => format!("while ({more})"),
        };
        if !matches!(cases, Cases::Count(_)) && self.lang != Lang::Python {
            self.helpers.insert("more");
        }
        self.open(&head);
        self.forget();
        self.block(body);
        self.close();
    }

    pub fn options(&mut self, family: usize, args: &[Arg], value: &Int, to: Var, body: &Block) {
        let args = self.args(family, args);
        let place = self.families.iter().position(|known| *known == family).unwrap_or(0);
        let options = self.games.options.get(place).cloned().flatten().unwrap_or_default();
        let wanted = self.int(value).at(Tight::Sum);
        let mark = self.enter();
        let (parts, of) = (self.hidden("parts"), self.hidden("of"));
        let used = self.uses.read[to] > 0;
        let head = match self.lang {
            Lang::Cpp => format!("for (const auto& [{parts}, {of}] : {options}({args}))"),
            Lang::Rust => {
                let parts = if used { parts.clone() } else { "_".to_owned() };
                format!("for ({parts}, {of}) in {options}({args})")
            }
            Lang::Python => format!("for {parts}, {of} in {options}({args})"),
            Lang::Java => format!("for (Option {of} : {options}({args}))"),
        };
        self.open(&head);
        match self.lang {
            Lang::Rust => self.open(&format!("if i64::from({of}) != {wanted}")),
            Lang::Python => self.open(&format!("if {of} != {wanted}")),
            Lang::Java => self.open(&format!("if ({of}.value != {wanted})")),
            Lang::Cpp => self.open(&format!("if ({of} != {wanted})")),
        }
        self.say("continue");
        self.close();
        if used {
            let name = self.declare(to);
            match self.lang {
                Lang::Cpp => {
                    self.say(&format!("std::vector<Int> {name}"));
                    self.say(&format!(
                        "for (const auto& part : {parts}) {name}.insert({name}.end(), part.begin() + 1, part.end())"
                    ));
                }
                Lang::Rust => self.say(&format!(
                    "let {name}: Vec<i64> = {parts}.iter().flat_map(|part| part[1..].to_vec()).collect()"
                )),
                Lang::Python => self.say(&format!(
                    "{name} = [number for part in {parts} for number in part[1:]]"
                )),
                Lang::Java => {
                    self.say(&format!("Numbers {name} = new Numbers()"));
                    self.open(&format!("for (List<Long> part : {of}.parts)"));
                    let at = self.hidden("at");
                    self.say(&format!(
                        "for (int {at} = 1; {at} < part.size(); ++{at}) {name}.add(part.get({at}))"
                    ));
                    self.close();
                }
            }
        }
        self.block(body);
        self.close();
        self.leave(mark);
    }
}
