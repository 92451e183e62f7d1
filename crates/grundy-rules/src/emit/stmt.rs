//! Rules as statements.

use super::expr::Level;
use super::facts::Facts;
use super::lang::{Lang::*, array_type};
use super::print::{Helper, Mode, Printer};
use crate::typed::{
    Arg, ArrayKind, Block, Bool, Code, Family, Int, IntBinary, IntFn, IntKind, Iter, Slot, Stmt,
    Term,
};
use grundy::syntax::Span;

impl Printer<'_> {
    /// Rules of a family, each under its text; the parameters have their names already.
    pub fn bodies(&mut self, family: &Family, codes: &[Code]) {
        for code in codes {
            self.quote(code.span);
            let bound: Vec<(Slot, String)> =
                family.params.iter().map(|param| (param.slot, self.names.of(param.slot))).collect();
            let renamed = family
                .params
                .iter()
                .any(|param| !code.names.contains(&(param.slot, param.name.clone())));
            let declares = code.body.iter().any(|statement| match statement {
                Stmt::For { .. } | Stmt::While { .. } | Stmt::If { .. } => false,
                Stmt::Move(option) => option.drop || option.sum.iter().any(has_array),
                Stmt::Become(term) => has_array(term),
                // Gather declares what it gathers in.
                _ => true,
            });
            // What one rule declares is not to be in the way of another.
            let several = codes.len() > 1 || !family.same.is_empty();
            let braces = matches!(self.lang, Cpp | Java) && (renamed || declares) && several;
            if braces {
                self.open("");
            }
            let mark = self.names.enter();
            self.begin(family, code);
            self.statements(&code.body);
            self.names.leave(mark);
            if braces {
                self.close();
            }
            for (slot, name) in bound {
                self.names.bind(slot, name);
            }
        }
    }

    /// The conditions on the states of a family, as one.
    pub fn domain(&mut self, family: &Family) -> String {
        let mut texts = Vec::new();
        for condition in &family.domain {
            self.facts = Facts::of_condition(family.width, condition);
            let text = self.bool(condition);
            let alone = family.domain.len() == 1;
            texts.push(if alone { text.whole() } else { text.at(Level::And) });
        }
        texts.join(if self.lang == Python { " and " } else { " && " })
    }

    pub(super) fn block(&mut self, block: &Block) {
        let mark = self.names.enter();
        self.statements(block);
        if block.is_empty() && self.lang == Python {
            self.line("pass");
        }
        self.names.leave(mark);
    }

    fn statements(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn end(&self) -> &'static str {
        if self.lang == Python { "" } else { ";" }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::For { slot, iter, body, span } => self.each(*slot, iter, body, *span),
            Stmt::While { condition, body, .. } => {
                let text = self.bool(condition).whole();
                let head = match (self.lang, condition.constant()) {
                    (Rust, Some(true)) => "loop".to_owned(),
                    (Cpp | Java, _) => format!("while ({text})"),
                    _ => format!("while {text}"),
                };
                self.open(&head);
                self.loops += 1;
                self.most_loops = self.most_loops.max(self.loops);
                self.block(body);
                self.loops -= 1;
                self.close();
            }
            Stmt::If { condition, then, otherwise } => {
                self.choose("if", condition, then, otherwise)
            }
            Stmt::SetInt { slot, value } => {
                let text = self.int(value).whole();
                self.set_variable(*slot, ["Int", "i64", "long"], &text);
            }
            Stmt::SetBool { slot, value } => {
                let text = self.bool(value).whole();
                self.set_variable(*slot, ["bool", "bool", "boolean"], &text);
            }
            Stmt::SetArray { slot, value } => {
                let text = match (self.lang, &value.kind) {
                    // A name would stand for the same array.
                    (Java, ArrayKind::Var(_) | ArrayKind::If(..)) => {
                        format!("{}.clone()", self.array(value).at(Level::Atom))
                    }
                    _ => self.array(value).whole(),
                };
                let types = [Cpp, Rust, Java].map(|lang| array_type(lang, value.len));
                self.set_variable(*slot, types.each_ref().map(String::as_str), &text);
            }
            Stmt::SetElement { slot, index, value, .. } => {
                let name = self.names.of(*slot);
                let (at, value) = (self.int(index), self.int(value).whole());
                let text = match self.lang {
                    Python => {
                        self.helpers.insert(Helper::Put);
                        format!("{name} = put({name}, {}, {value})", at.whole())
                    }
                    Cpp => format!("{name}.at({}) = {value};", at.whole()),
                    Rust if index.constant().is_some() => {
                        format!("{name}[{}] = {value};", at.whole())
                    }
                    Rust => format!("{name}[{} as usize] = {value};", at.at(Level::Prefix)),
                    Java => format!("{name}[(int) {}] = {value};", at.at(Level::Atom)),
                };
                self.line(&text);
            }
            Stmt::Move(option) => self.option(option),
            Stmt::Become(term) => self.look_instead(term),
            Stmt::Gather(gather) => self.gather(gather),
            Stmt::Part(part) => self.part(part),
        }
    }

    fn choose(&mut self, word: &str, condition: &Bool, then: &Block, otherwise: &Block) {
        let text = self.bool(condition).whole();
        self.open(&if matches!(self.lang, Cpp | Java) {
            format!("{word} ({text})")
        } else {
            format!("{word} {text}")
        });
        self.block(then);
        self.lines.depth -= 1;
        let brace = if self.lang == Python { "" } else { "} " };
        match &otherwise[..] {
            [] => {
                self.lines.depth += 1;
                self.close();
            }
            [Stmt::If { condition, then, otherwise }] => {
                let word = if self.lang == Python { "elif" } else { "} else if" };
                self.choose(word, condition, then, otherwise);
            }
            _ => {
                self.open(&format!("{brace}else"));
                self.block(otherwise);
                self.close();
            }
        }
    }

    fn set_variable(&mut self, slot: Slot, [cpp, rust, java]: [&str; 3], text: &str) {
        let end = self.end();
        if !self.declared.insert(slot) {
            let name = self.names.of(slot);
            self.line(&format!("{name} = {text}{end}"));
            return;
        }
        let name = self.declare(slot);
        let fixed = self.facts.is_fixed(slot);
        let unused = !self.facts.is_read(slot);
        self.line(&match self.lang {
            Python => format!("{name} = {text}"),
            Java => format!("{java} {name} = {text};"),
            Cpp => {
                let quiet = if unused { "[[maybe_unused]] " } else { "" };
                let constant = if fixed { "const " } else { "" };
                format!("{quiet}{constant}{cpp} {name} = {text};")
            }
            Rust => {
                let mutable = if fixed { "" } else { "mut " };
                format!("let {mutable}{name}: {rust} = {text};")
            }
        });
    }

    /// Gives a variable its name.
    fn declare(&mut self, slot: Slot) -> String {
        let wanted = self.own_name(slot);
        let mut name = self.names.local(&wanted);
        if self.lang == Rust && !self.facts.is_read(slot) {
            name = format!("_{name}");
        }
        self.names.bind(slot, name.clone());
        name
    }

    fn own_name(&self, slot: Slot) -> String {
        let found = self.wanted.iter().find(|(own, _)| *own == slot);
        found.map_or_else(|| "v".to_owned(), |(_, name)| name.to_string())
    }

    fn each(&mut self, slot: Slot, iter: &Iter, body: &Block, span: Span) {
        let mark = self.names.enter();
        let quiet =
            if self.lang == Cpp && !self.facts.is_read(slot) { "[[maybe_unused]] " } else { "" };
        let head = match iter {
            Iter::Range { from, to, inclusive, step } => {
                self.range(slot, (from, to, *inclusive), step.as_ref(), span)
            }
            Iter::Set(set) => {
                let set = self.set(set, false);
                let name = self.declare(slot);
                match self.lang {
                    Python => format!("for {name} in {set}"),
                    Cpp => format!("for ({quiet}const Int {name} : {set})"),
                    Rust => format!("for &{name} in {set}"),
                    Java => format!("for (long {name} : {set})"),
                }
            }
            Iter::Items(table, row) => {
                let of = self.items_of(table, row.as_ref());
                let name = self.declare(slot);
                match self.lang {
                    Python => format!("for {name} in {of}"),
                    Cpp => format!("for ({quiet}const Int {name} : {of})"),
                    // The functions of the body want all of `self`.
                    Rust if of.starts_with("self.") => format!("for {name} in {of}.clone()"),
                    Rust => format!("for &{name} in {of}"),
                    Java => format!("for (long {name} : {of})"),
                }
            }
            Iter::Ones(of) => {
                let of = self.int(of).whole();
                self.helpers.insert(Helper::Ones);
                let name = self.declare(slot);
                match self.lang {
                    Cpp => format!("for ({quiet}const Int {name} : ones({of}))"),
                    Java => format!("for (long {name} : ones({of}))"),
                    _ => format!("for {name} in ones({of})"),
                }
            }
        };
        self.open(&head);
        self.loops += 1;
        self.most_loops = self.most_loops.max(self.loops);
        self.block(body);
        self.loops -= 1;
        self.close();
        self.names.leave(mark);
    }

    /// The head of a loop through a range; bounds are evaluated once, before the variable is there.
    fn range(
        &mut self,
        slot: Slot,
        (from, to, inclusive): (&Int, &Int, bool),
        step: Option<&Int>,
        span: Span,
    ) -> String {
        let one = step.is_none_or(|step| step.constant() == Some(1));
        if let (Cpp | Java, IntKind::Binary(IntBinary::Div, of, by)) = (self.lang, &to.kind)
            && let Some(by @ 1..=0xffff) = by.constant()
            && one
            && inclusive
            && !self.facts.not_negative(of)
            && self.cheap(of)
        {
            // Rounded down whatever the sign.
            let (first, of) = (self.int(from).whole(), self.int(of).at(Level::Sum));
            let name = self.declare(slot);
            let number = if self.lang == Cpp { "Int" } else { "long" };
            return format!("for ({number} {name} = {first}; {by} * {name} <= {of}; ++{name})");
        }
        let (first, last) = (self.int(from), self.int(to));
        let by = step.map(|step| self.int(step));
        match (self.lang, by) {
            (Python, by) => {
                let end = if inclusive { self.one_more(to) } else { last.whole() };
                let name = self.declare(slot);
                match (by, from.constant()) {
                    (Some(by), _) if !one => {
                        format!("for {name} in range({}, {end}, {})", first.whole(), by.whole())
                    }
                    (_, Some(0)) => format!("for {name} in range({end})"),
                    _ => format!("for {name} in range({}, {end})", first.whole()),
                }
            }
            (Rust, by) => {
                // Where speed counts: rustc makes better code of ranges without their end.
                let open =
                    self.mode == Some(Mode::Cells) && to.constant().is_none_or(|to| to < i64::MAX);
                let sign = if inclusive && !open { "..=" } else { ".." };
                let end = match inclusive && open {
                    true => self.one_more(to),
                    false => last.at(Level::Or),
                };
                let first = match (by.is_some(), from.constant(), to.constant()) {
                    // Nothing else would say what numbers these are.
                    (_, Some(from), Some(_)) => format!("{}i64", self.number(from)),
                    _ => first.at(Level::Or),
                };
                let range = format!("{first}{sign}{end}");
                let name = self.declare(slot);
                match by {
                    Some(by) if !one => {
                        let wide = step.and_then(Int::constant).is_none();
                        let by = if wide {
                            format!("{} as usize", by.at(Level::Prefix))
                        } else {
                            by.whole()
                        };
                        format!("for {name} in ({range}).step_by({by})")
                    }
                    _ => format!("for {name} in {range}"),
                }
            }
            (Cpp | Java, by) => {
                let most = step.map_or(Some(1), Int::constant);
                let room = |to: i64| to.checked_add(most.unwrap_or(1)).is_some();
                if to.constant().is_some_and(|to| !room(to)) {
                    let name = if self.lang == Cpp { "C++" } else { "Java" };
                    let message =
                        format!("in {name} this loop would leave 64 bits after its last turn");
                    self.refuse(message, span, "end it before, or choose Rust or Python");
                }
                let mark = self.names.enter();
                let (end, before_end) = self.bound("end", to, last.at(Level::Sum));
                let (by, before_by) = match (by, step) {
                    (Some(by), Some(step)) if !one => self.bound("step", step, by.at(Level::Sum)),
                    _ => (String::new(), String::new()),
                };
                self.names.leave(mark);
                // The bounds stay in sight with the variable.
                if !before_end.is_empty() {
                    self.names.ours("end");
                }
                if !before_by.is_empty() {
                    self.names.ours("step");
                }
                let name = self.declare(slot);
                let sign = if inclusive { "<=" } else { "<" };
                let next =
                    if by.is_empty() { format!("++{name}") } else { format!("{name} += {by}") };
                let first = first.whole();
                let number = if self.lang == Cpp { "Int" } else { "long" };
                format!(
                    "for ({number} {name} = {first}{before_end}{before_by}; {name} {sign} {end}; {next})"
                )
            }
        }
    }

    /// A bound as it is written in the head of a loop, and the declaration it needs.
    fn bound(&mut self, wanted: &str, bound: &Int, text: String) -> (String, String) {
        if self.cheap(bound) {
            return (text, String::new());
        }
        let name = self.names.ours(wanted);
        let declaration = format!(", {name} = {text}");
        (name, declaration)
    }

    /// Whether a number may as well be computed in every turn of a loop.
    fn cheap(&self, int: &Int) -> bool {
        match &int.kind {
            IntKind::Const(_) => true,
            IntKind::Var(slot) => self.facts.is_fixed(*slot),
            IntKind::Binary(op, a, b) => {
                let plain = self.facts.not_negative(a) && self.facts.not_negative(b);
                (plain || !matches!(op, IntBinary::Div | IntBinary::Rem))
                    && self.cheap(a)
                    && self.cheap(b)
            }
            IntKind::Call(IntFn::Min | IntFn::Max, args) => {
                args.len() < 3 && args.iter().all(|arg| self.cheap(arg))
            }
            _ => false,
        }
    }

    /// The number after this one.
    fn one_more(&mut self, int: &Int) -> String {
        match &int.kind {
            IntKind::Const(value) => (i128::from(*value) + 1).to_string(),
            IntKind::Binary(op @ (IntBinary::Add | IntBinary::Sub), a, b) => {
                let constant = b.constant().map(i128::from);
                let text = self.int(a).at(Level::Sum);
                match (constant, op) {
                    (Some(1), IntBinary::Sub) => text,
                    (Some(c @ 2..), IntBinary::Sub) => format!("{text} - {}", c - 1),
                    (Some(c @ 0..), IntBinary::Add) => format!("{text} + {}", c + 1),
                    _ => format!("{} + 1", self.int(int).at(Level::Sum)),
                }
            }
            _ => format!("{} + 1", self.int(int).at(Level::Sum)),
        }
    }
}

/// Whether a state is made with an array, which may need a name.
fn has_array(term: &Term) -> bool {
    term.args.iter().any(|arg| matches!(arg, Arg::Array(_)))
}
