//! Moves and same-position rules in the functions of families, where the parts of what a move
//! leaves are known by their coordinates.

use super::expr::{Level, Text};
use super::lang::Lang::*;
use super::print::{Mode, Printer};
use crate::typed::{Arg, ArrayKind, Int, IntBinary, IntKind, Move, Term};
use crate::walk::MAX_REWRITES;

/// The value of a parameter.
pub(super) struct Argument {
    text: Text,
    /// Its length, if it is an array.
    len: Option<usize>,
    /// Whether it is known that no number is negative.
    natural: bool,
}

impl Printer<'_> {
    /// A move.
    pub fn option(&mut self, option: &Move) {
        let Some(mode) = self.mode else { return };
        if option.wins {
            self.line(match (mode, self.lang) {
                (Mode::Lists, Cpp) => "options.insert({Parts{}, WINS});",
                (Mode::Lists, Rust) => "options.insert((vec![], WINS));",
                (Mode::Lists, Python) => "options.add(((), WINS))",
                (Mode::Lists, Java) => "options.add(new Option(List.of(), WINS));",
                (_, Java) if self.stops => "if (true) return WINS;",
                (_, Python) => "return WINS",
                (_, Cpp | Rust | Java) => "return WINS;",
            });
            return;
        }
        let mut parts = Vec::with_capacity(option.sum.len());
        for term in &option.sum {
            let place = self.plan.tag(term.family);
            parts.push((place, self.arguments(term, option.drop, mode == Mode::Lists)));
        }
        let mut conditions = Vec::new();
        if option.drop {
            for (place, arguments) in &parts {
                conditions.extend(self.conditions(*place, arguments));
            }
        }
        if !conditions.is_empty() {
            let sign = if self.lang == Python { " and " } else { " && " };
            let text = conditions.join(sign);
            self.open(&if matches!(self.lang, Cpp | Java) {
                format!("if ({text})")
            } else {
                format!("if {text}")
            });
        }
        if mode == Mode::Lists {
            self.listed(&parts);
        } else {
            let values: Vec<String> =
                parts.iter().map(|(place, arguments)| self.look(*place, arguments)).collect();
            self.marked(&values, mode);
        }
        if !conditions.is_empty() {
            self.close();
        }
    }

    /// What a term's parameters are; what is written several times gets a name.
    pub(super) fn arguments(&mut self, term: &Term, twice: bool, listed: bool) -> Vec<Argument> {
        let mut arguments = Vec::with_capacity(term.args.len());
        for arg in &term.args {
            let (mut text, len, natural, named) = match arg {
                Arg::Int(int) => {
                    let natural = self.facts.not_negative(int);
                    (self.int(int), None, natural, twice && !is_short(int))
                }
                Arg::Array(array) => {
                    let natural = self.facts.no_negative(array);
                    let named = (twice || listed) && !matches!(array.kind, ArrayKind::Var(_));
                    (self.array(array), Some(array.len), natural, named)
                }
            };
            if named {
                let name = self.names.ours(if len.is_some() { "row" } else { "to" });
                let value = text.whole();
                self.line(&match self.lang {
                    Cpp => format!("const auto {name} = {value};"),
                    Java if len.is_some() => format!("long[] {name} = {value};"),
                    Java => format!("long {name} = {value};"),
                    Rust => format!("let {name} = {value};"),
                    Python => format!("{name} = {value}"),
                });
                text = Text::new(name, Level::Atom);
            }
            arguments.push(Argument { text, len, natural });
        }
        arguments
    }

    /// What has to be true of a state to be one, as far as it is not known.
    pub(super) fn conditions(&self, place: usize, arguments: &[Argument]) -> Vec<String> {
        let family = &self.plan.program.families[self.plan.families[place]];
        let array = arguments.iter().any(|argument| argument.len.is_some() && !argument.natural);
        if !family.domain.is_empty() || array {
            return vec![format!("{}({})", self.calls[place].inside, list(arguments))];
        }
        let unsure = arguments.iter().filter(|argument| !argument.natural);
        unsure.map(|argument| format!("{} >= 0", argument.text.clone().at(Level::Sum))).collect()
    }

    /// The value of a state: from a table, or found.
    pub(super) fn look(&self, place: usize, arguments: &[Argument]) -> String {
        let calls = &self.calls[place];
        let of = if self.lang == Rust { "self." } else { "" };
        if self.mode != Some(Mode::Cells) {
            let name = if calls.searched { &calls.look } else { &calls.grundy };
            return format!("{of}{name}({})", list(arguments));
        }
        let last = arguments.len().saturating_sub(1);
        let cells: Vec<String> = arguments
            .iter()
            .enumerate()
            .map(|(place, argument)| {
                let text = argument.text.clone();
                match self.lang {
                    Rust if text.is_literal() => format!("[{}]", text.whole()),
                    Rust => format!("[{} as usize]", text.at(Level::Prefix)),
                    Java if place < last && text.is_literal() => {
                        format!(".get({})", text.whole().trim_end_matches('L'))
                    }
                    Java if place < last => format!(".get((int) {})", text.at(Level::Atom)),
                    Java => format!(".get({})", text.whole()),
                    _ => format!("[{}]", text.whole()),
                }
            })
            .collect();
        format!("{of}{}{}", calls.table, cells.concat())
    }

    /// The value of a move is one that an option has.
    pub(super) fn marked(&mut self, values: &[String], mode: Mode) {
        let plain = mode == Mode::Cells && !self.plan.wins;
        let value = match values {
            [] => "0".to_owned(),
            _ if plain => values.join(" ^ "),
            [first, rest @ ..] => {
                let sum = |sum, value| format!("nim_sum({sum}, {value})");
                rest.iter().fold(first.clone(), sum)
            }
        };
        if mode == Mode::Looks {
            match self.lang {
                Python => self.line(&format!("values.add({value})")),
                Cpp => self.line(&format!("values.push_back({value});")),
                Java => self.line(&format!("values.add({value});")),
                Rust => {
                    self.line(&format!("let value = {value};"));
                    self.line("self.values.push(value);");
                }
            }
            return;
        }
        if plain || values.is_empty() && self.lang != Java {
            self.line(&match self.lang {
                Python => format!("seen[{value}] = 1"),
                Cpp | Java => format!("seen[{value}] = now;"),
                Rust if values.is_empty() => "self.seen[0] = now;".to_owned(),
                Rust if values.len() > 1 => format!("self.seen[({value}) as usize] = now;"),
                Rust => format!("self.seen[{value} as usize] = now;"),
            });
            return;
        }
        if let (Cpp, [a, b]) = (self.lang, values) {
            let mark = self.names.enter();
            let (x, y) = (self.names.ours("value"), self.names.ours("value"));
            self.names.leave(mark);
            self.line(&format!(
                "if (const int {x} = {a}, {y} = {b}; ({x} | {y}) >= 0) seen[{x} ^ {y}] = now;"
            ));
            return;
        }
        self.line(&match self.lang {
            Python => format!("value = {value}\nif value >= 0:\n    seen[value] = 1"),
            Cpp => format!("if (const int value = {value}; value >= 0) seen[value] = now;"),
            Java => format!("note({value});"),
            Rust => format!(
                "let value = {value};\nif value >= 0 {{\n    self.seen[value as usize] = now;\n}}"
            ),
        });
    }

    /// A move in a list: each part as the number of its family and its coordinates.
    fn listed(&mut self, parts: &[(usize, Vec<Argument>)]) {
        let texts: Vec<String> =
            parts.iter().map(|(place, arguments)| self.listed_part(*place, arguments)).collect();
        let list = texts.join(", ");
        self.line(&match self.lang {
            Cpp => format!("add(options, Parts{{{list}}});"),
            Rust => format!("self.add(&mut options, vec![{list}]);"),
            Java => format!("add(options, List.of({list}));"),
            Python if texts.is_empty() => "add(options)".to_owned(),
            Python => format!("add(options, {list})"),
        });
    }

    /// A part in a list: the number of its family and its coordinates.
    pub(super) fn listed_part(&self, place: usize, arguments: &[Argument]) -> String {
        let mut words = vec![self.plan.families[place].to_string()];
        for argument in arguments {
            let text = argument.text.clone();
            match (argument.len, self.lang) {
                (None, _) => words.push(text.whole()),
                (Some(_), Python) => words.push(format!("*{}", text.at(Level::Prefix))),
                (Some(len), _) => {
                    let text = text.at(Level::Atom);
                    words.extend((0..len).map(|i| format!("{text}[{i}]")));
                }
            }
        }
        let words = words.join(", ");
        match self.lang {
            Cpp => format!("std::vector<Int>{{{words}}}"),
            Rust => format!("vec![{words}]"),
            Python => format!("({words})"),
            Java => format!("part({words})"),
        }
    }

    /// What is asked for is the same of another state.
    pub fn look_instead(&mut self, term: &Term) {
        let place = self.plan.tag(term.family);
        let family = &self.plan.program.families[term.family];
        let arguments = self.arguments(term, false, true);
        let mut differs = Vec::new();
        if self.own_place == Some(place) {
            for (param, argument) in family.params.iter().zip(&arguments) {
                let own = self.names.of(param.slot);
                let text = argument.text.clone().at(Level::Sum);
                if text != own {
                    differs.push(match (self.lang, param.len) {
                        (Java, Some(_)) => format!("!Arrays.equals({text}, {own})"),
                        _ => format!("{text} != {own}"),
                    });
                }
            }
            if differs.is_empty() {
                return;
            }
        }
        let value = if self.mode == Some(Mode::Lists) {
            let of = if self.lang == Rust { "self." } else { "" };
            format!("{of}{}({})", self.calls[place].options, list(&arguments))
        } else {
            self.look(place, &arguments)
        };
        let open = !differs.is_empty();
        if open {
            let text = differs.join(if self.lang == Python { " or " } else { " || " });
            self.open(&if matches!(self.lang, Cpp | Java) {
                format!("if ({text})")
            } else {
                format!("if {text}")
            });
        }
        if self.mode == Some(Mode::Looks) {
            let family = self.plan.program.families
                [self.plan.families[self.own_place.unwrap_or(0)]]
            .name
            .clone();
            let message = format!("\"the forms of a state of {family} have no end\"");
            self.line(&match self.lang {
                Cpp => format!("if (++forms > {MAX_REWRITES}) fail({message});"),
                Rust => {
                    format!("self.forms += 1;\nassert!(self.forms <= {MAX_REWRITES}, {message});")
                }
                Java => format!(
                    "if (++forms > {MAX_REWRITES}) throw new IllegalStateException({message});"
                ),
                Python => {
                    format!("forms += 1\nif forms > {MAX_REWRITES}:\n    sys.exit({message})")
                }
            });
        }
        self.line(&format!("return {value}{}", if self.lang == Python { "" } else { ";" }));
        if open {
            self.close();
        }
    }
}

/// Arguments as they are passed.
fn list(arguments: &[Argument]) -> String {
    let texts: Vec<String> =
        arguments.iter().map(|argument| argument.text.clone().whole()).collect();
    texts.join(", ")
}

/// Whether a number may as well be written twice.
fn is_short(int: &Int) -> bool {
    let plain = |int: &Int| matches!(int.kind, IntKind::Const(_) | IntKind::Var(_));
    match &int.kind {
        IntKind::Binary(IntBinary::Add | IntBinary::Sub, a, b) => plain(a) && plain(b),
        _ => plain(int),
    }
}
