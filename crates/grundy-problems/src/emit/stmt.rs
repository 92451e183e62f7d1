//! Statements in the four languages.

use super::printer::Printer;
use crate::ir::{Arg, Array, Block, Int, IntKind, Kind, Maker, Piece, Read, ReadKind, Stmt, Var};
use crate::seen::Seen;
use grundy_rules::emit::Lang;

impl Printer<'_> {
    pub fn block(&mut self, block: &Block) {
        let mark = self.enter();
        let before = self.text.len();
        let mut rest = &block[..];
        while let Some((statement, more)) = rest.split_first() {
            rest = more;
            if self.is_idle(statement) {
                continue;
            }
            if let Stmt::New(var) = statement {
                if self.uses.read[*var] == 0 && !matches!(more.first(), Some(Stmt::Read(_))) {
                    continue;
                }
                if let Some(next) = more.first()
                    && self.begins(*var, next)
                {
                    rest = &more[1..];
                    self.beginning(*var, next);
                } else if self.lang == Lang::Rust
                    && more.first().is_some_and(|next| self.chooses(*var, next))
                {
                    let name = self.declare(*var);
                    self.say(&format!("let {name}"));
                } else {
                    self.empty(*var);
                }
            } else {
                self.statement(statement);
            }
        }
        if self.lang == Lang::Python && self.text.len() == before {
            self.line("pass");
        }
        self.leave(mark);
    }

    /// Whether a statement does nothing but to set what nobody reads.
    fn is_idle(&self, statement: &Stmt) -> bool {
        match statement {
            Stmt::Int(var, _)
            | Stmt::Bool(var, _)
            | Stmt::Copy(var, _)
            | Stmt::Push(var, _)
            | Stmt::PushRow(var, _)
            | Stmt::Put(var, ..)
            | Stmt::Make(var, ..)
            | Stmt::SortRows(var) => {
                self.uses.read[*var] == 0 && !self.inputs.iter().any(|(known, _)| known == var)
            }
            // Programs do not look at limits.
            Stmt::Need { .. } | Stmt::Limits(_) => true,
            Stmt::For { body, .. } | Stmt::Each { body, .. } => {
                body.iter().all(|statement| self.is_idle(statement))
            }
            _ => false,
        }
    }

    /// Whether both ways of a statement end in setting a variable, which is set nowhere else.
    fn chooses(&self, var: Var, statement: &Stmt) -> bool {
        let sets = |block: &Block| match block.last() {
            Some(Stmt::Int(to, value)) => *to == var && !reads(var, value),
            Some(Stmt::Bool(to, _)) => *to == var,
            _ => false,
        };
        self.uses.set[var] == 2
            && matches!(statement, Stmt::If { then, otherwise, .. } if sets(then) && sets(otherwise))
    }

    /// Whether a statement gives a new variable its whole value.
    fn begins(&self, var: Var, statement: &Stmt) -> bool {
        match statement {
            Stmt::Int(to, value) => {
                *to == var && (rises(var, value).is_some() || !reads(var, value))
            }
            Stmt::Bool(to, _)
            | Stmt::Copy(to, _)
            | Stmt::Make(to, ..)
            | Stmt::Neighbours { to, .. } => *to == var,
            Stmt::Read(read) => read.var == var,
            Stmt::Decide { wins } => *wins == var,
            _ => false,
        }
    }

    /// `let mut x = value`, or `x = value` for an input of the rules, which is there already.
    fn assign(&mut self, var: Var, value: &str) {
        if let Some(name) = self.input(var) {
            return self.say(&format!("{name} = {value}"));
        }
        let kind = self.type_of(self.kind(var));
        let name = self.declare(var);
        let changes = self.uses.set[var] > 1;
        match self.lang {
            Lang::Cpp | Lang::Java => self.say(&format!("{kind} {name} = {value}")),
            Lang::Python => self.say(&format!("{name} = {value}")),
            Lang::Rust => {
                let quiet = if self.uses.read[var] == 0 { "_" } else { "" };
                let how = if changes { "mut " } else { "" };
                self.say(&format!("let {how}{quiet}{name} = {value}"));
            }
        }
    }

    /// A variable begins with nothing.
    fn empty(&mut self, var: Var) {
        let value = match (self.kind(var), self.lang) {
            (Kind::Int, _) => "0",
            (Kind::Bool, Lang::Python) => "False",
            (Kind::Bool, _) => "false",
            (_, Lang::Rust) => "Vec::new()",
            (_, Lang::Python) => "[]",
            (Kind::Numbers, Lang::Java) => "new Numbers()",
            (Kind::Rows, Lang::Java) => "new Rows()",
            (_, Lang::Cpp) => {
                if let Some(name) = self.input(var) {
                    return self.say(&format!("{name}.clear()"));
                }
                let kind = self.type_of(self.kind(var));
                let name = self.declare(var);
                return self.say(&format!("{kind} {name}"));
            }
        };
        if self.lang == Lang::Rust && self.input(var).is_none() {
            let name = self.declare(var);
            let kind = match self.kind(var) {
                Kind::Int => ": i64",
                Kind::Bool => "",
                Kind::Numbers => ": Vec<i64>",
                Kind::Rows => ": Vec<Vec<i64>>",
            };
            let how = if self.uses.set[var] > 0 { "mut " } else { "" };
            return self.say(&format!("let {how}{name}{kind} = {value}"));
        }
        self.assign(var, value);
    }

    /// A variable begins with the value that a statement gives it.
    fn beginning(&mut self, var: Var, statement: &Stmt) {
        match statement {
            Stmt::Int(_, value) => {
                let value = self.number(rises(var, value).unwrap_or(value));
                self.assign(var, &value);
            }
            Stmt::Bool(_, value) => {
                let value = self.bool(value).0;
                self.assign(var, &value);
            }
            Stmt::Copy(_, array) => {
                let value = self.copy(array);
                self.assign(var, &value);
            }
            Stmt::Make(_, maker, of) => {
                let value = self.made(*maker, of);
                self.assign(var, &value);
            }
            Stmt::Neighbours { count, from, ends, both, .. } => {
                let name = if *both { "edges" } else { "arcs" };
                self.helpers.insert(name);
                let count = self.number(count);
                let by = if self.lang == Lang::Rust { "&" } else { "" };
                let (from, ends) = (self.name(*from).to_owned(), self.name(*ends).to_owned());
                self.assign(var, &format!("{name}({count}, {by}{from}, {by}{ends})"));
            }
            Stmt::Read(read) => self.read(read, true),
            Stmt::Decide { .. } => {
                let value = self.decided();
                self.assign(var, value);
            }
            _ => {}
        }
    }

    /// A number as a value of its type: values of games are of a smaller one in some languages.
    pub fn number(&mut self, int: &Int) -> String {
        let text = self.int(int);
        match (self.lang, &int.kind) {
            (Lang::Rust, IntKind::Const(_)) => format!("{}_i64", text.0).replace("MAX_i64", "MAX"),
            _ => text.0,
        }
    }

    fn copy(&mut self, array: &Array) -> String {
        let name = self.array(array);
        match self.lang {
            Lang::Cpp => name,
            Lang::Rust => format!("{name}.to_vec()"),
            Lang::Python => format!("{name}[:]"),
            Lang::Java => format!("{name}.copy()"),
        }
    }

    fn made(&mut self, maker: Maker, of: &Arg) -> String {
        let name = match maker {
            Maker::Sort => "sorted_copy",
            Maker::Reverse => "reversed_copy",
            Maker::Digits => "digits",
            Maker::Divisors => "divisors",
            Maker::Factors => "factors",
        };
        match of {
            Arg::Array(array) => {
                let array = self.array(array);
                match (self.lang, maker) {
                    (Lang::Python, Maker::Sort) => return format!("sorted({array})"),
                    (Lang::Python, _) => return format!("{array}[::-1]"),
                    _ => {}
                }
                self.helpers.insert(name);
                let by = if self.lang == Lang::Rust { "&" } else { "" };
                format!("{name}({by}{array})")
            }
            Arg::Int(value) => {
                self.helpers.insert(name);
                let value = self.number(value);
                format!("{name}({value})")
            }
        }
    }

    fn read(&mut self, read: &Read, begins: bool) {
        let of = if self.lang == Lang::Rust { "input." } else { "" };
        let value = match &read.what {
            ReadKind::Number => format!("{of}number()"),
            ReadKind::Numbers(count) => {
                self.helpers.insert("numbers");
                let count = self.number(count);
                format!("{of}numbers({count})")
            }
            ReadKind::Rows(rows, columns) => {
                self.helpers.insert("numbers");
                self.helpers.insert("rows");
                let (rows, columns) = (self.number(rows), self.number(columns));
                format!("{of}rows({rows}, {columns})")
            }
            ReadKind::Word => {
                self.helpers.insert("word");
                format!("{of}word()")
            }
            ReadKind::Words(count) => {
                self.helpers.insert("word");
                self.helpers.insert("words");
                let count = self.number(count);
                format!("{of}words({count})")
            }
        };
        if begins {
            // What is never looked at again needs no name.
            if self.uses.read[read.var] == 0 && self.input(read.var).is_none() {
                return self.say(&value);
            }
            return self.assign(read.var, &value);
        }
        let name = self.name(read.var).to_owned();
        self.say(&format!("{name} = {value}"));
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Int(var, value) => {
                let name = self.name(*var).to_owned();
                self.set_number(&name, *var, value);
            }
            Stmt::Bool(var, value) => {
                let value = self.bool(value).0;
                let name = self.name(*var).to_owned();
                self.say(&format!("{name} = {value}"));
            }
            Stmt::Copy(var, array) => {
                let value = self.copy(array);
                let name = self.name(*var).to_owned();
                self.say(&format!("{name} = {value}"));
            }
            // Looked at in `block`.
            Stmt::New(_) => {}
            Stmt::Push(var, value) => {
                let value = self.number(value);
                let name = self.name(*var).to_owned();
                self.say(&match self.lang {
                    Lang::Cpp => format!("{name}.push_back({value})"),
                    Lang::Rust => format!("{name}.push({value})"),
                    Lang::Python => format!("{name}.append({value})"),
                    Lang::Java => format!("{name}.add({value})"),
                });
            }
            Stmt::PushRow(var, array) => {
                let row = self.array(array);
                let name = self.name(*var).to_owned();
                self.say(&match self.lang {
                    Lang::Cpp => format!("{name}.push_back({row})"),
                    Lang::Rust => format!("{name}.push({row}.to_vec())"),
                    Lang::Python => format!("{name}.append({row})"),
                    Lang::Java => format!("{name}.add({row})"),
                });
            }
            Stmt::Put(var, index, value) => {
                let index = self.index(index);
                let value = self.number(value);
                let name = self.name(*var).to_owned();
                self.say(&match self.lang {
                    Lang::Java => format!("{name}.set({index}, {value})"),
                    _ => format!("{name}[{index}] = {value}"),
                });
                // Functions may read what has changed.
                self.forget();
            }
            Stmt::Make(var, maker, of) => {
                let value = self.made(*maker, of);
                let name = self.name(*var).to_owned();
                self.say(&format!("{name} = {value}"));
            }
            Stmt::Neighbours { .. } => {}
            Stmt::For { var, from, to, step, body } => {
                self.turns(*var, from, to, step.as_ref(), body)
            }
            Stmt::Each { var, array, body } => {
                let array = self.array(array);
                let mark = self.enter();
                let name = self.declare(*var);
                let head = match self.lang {
                    Lang::Cpp => format!("for (Int {name} : {array})"),
                    Lang::Rust if self.uses.read[*var] == 0 => format!("for _ in {array}.iter()"),
                    Lang::Rust => format!("for &{name} in {array}.iter()"),
                    Lang::Python => format!("for {name} in {array}"),
                    Lang::Java => format!("for (long {name} : {array}.all())"),
                };
                self.open(&head);
                self.block(body);
                self.close();
                self.leave(mark);
            }
            Stmt::If { condition, then, otherwise } => self.choice(condition, then, otherwise),
            Stmt::Break => self.say("break"),
            Stmt::Need { .. } | Stmt::Limits(_) => {}
            Stmt::Read(read) => self.read(read, false),
            Stmt::Cases { cases, body, .. } => self.cases(cases, body),
            Stmt::Stop(condition) => {
                let condition = self.bool(condition).0;
                match self.lang {
                    Lang::Python => {
                        self.open(&format!("if {condition}"));
                        self.line("break");
                        self.close();
                    }
                    Lang::Rust => {
                        self.open(&format!("if {condition}"));
                        self.line("break;");
                        self.close();
                    }
                    _ => self.say(&format!("if ({condition}) break")),
                }
            }
            Stmt::Bind => {
                let clear = self.clear();
                if !clear.is_empty() {
                    self.line(&clear);
                }
                if self.searches {
                    self.say("sums.clear()");
                }
            }
            Stmt::Begin => self.no_parts(),
            Stmt::Part(family, args) => self.part(*family, args),
            Stmt::Decide { wins } => {
                let (name, value) = (self.name(*wins).to_owned(), self.decided());
                self.say(&format!("{name} = {value}"));
            }
            Stmt::Options { family, args, value, to, body, .. } => {
                self.options(*family, args, value, *to, body);
            }
            Stmt::SortRows(var) => {
                let name = self.name(*var).to_owned();
                self.say(&match self.lang {
                    Lang::Cpp => format!("std::sort({name}.begin(), {name}.end())"),
                    _ => format!("{name}.sort()"),
                });
            }
            Stmt::Print(print) => self.print(print),
        }
    }

    /// `x = x op value` as `x op= value`.
    fn set_number(&mut self, name: &str, var: Var, value: &Int) {
        use grundy_rules::typed::{IntBinary, IntFn};
        match &value.kind {
            IntKind::Binary(op, a, b) if matches!(a.kind, IntKind::Var(of) if of == var) => {
                let sign = match op {
                    IntBinary::Add => Some("+="),
                    IntBinary::Sub => Some("-="),
                    IntBinary::Xor => Some("^="),
                    _ => None,
                };
                if let Some(sign) = sign {
                    let b = self.number(b);
                    if *op == IntBinary::Add
                        && b == "1"
                        && matches!(self.lang, Lang::Cpp | Lang::Java)
                    {
                        return self.say(&format!("++{name}"));
                    }
                    let b = b.trim_end_matches("_i64").to_owned();
                    return self.say(&format!("{name} {sign} {b}"));
                }
            }
            IntKind::Call(IntFn::Min | IntFn::Max, _) => {}
            _ => {}
        }
        let value = self.number(value);
        self.say(&format!("{name} = {value}"));
    }

    fn choice(&mut self, condition: &crate::ir::Bool, then: &Block, otherwise: &Block) {
        if let ([Stmt::Print(yes)], [Stmt::Print(no)]) = (&then[..], &otherwise[..])
            && let ([Piece::Text(a)], [Piece::Text(b)]) = (&yes.pieces[..], &no.pieces[..])
            && yes.line == no.line
        {
            return self.one_of(condition, a, b, yes.line);
        }
        if then.is_empty() && !otherwise.is_empty() {
            let not = crate::ir::Bool::Not(Box::new(condition.clone()));
            return self.choice(&not, otherwise, then);
        }
        let text = self.bool(condition).0;
        let plain = matches!(self.lang, Lang::Python | Lang::Rust);
        self.open(&if plain { format!("if {text}") } else { format!("if ({text})") });
        self.block(then);
        if !otherwise.is_empty() {
            self.depth -= 1;
            match self.lang {
                Lang::Python => self.line("else:"),
                _ => self.line("} else {"),
            }
            self.depth += 1;
            self.block(otherwise);
        }
        self.close();
    }
}

/// What is added to a variable that was 0 before: `x = x + value`, `x = x ^ value`.
fn rises(var: Var, value: &Int) -> Option<&Int> {
    use grundy_rules::typed::IntBinary;
    match &value.kind {
        IntKind::Binary(IntBinary::Add | IntBinary::Xor, a, b)
            if matches!(a.kind, IntKind::Var(of) if of == var) && !reads(var, b) =>
        {
            Some(b)
        }
        _ => None,
    }
}

fn reads(var: Var, value: &Int) -> bool {
    let mut seen = Seen::default();
    seen.number(value);
    seen.vars.contains(&var)
}
