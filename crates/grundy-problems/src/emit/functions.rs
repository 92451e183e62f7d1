//! The functions of a problem.

use super::printer::{Printer, Tongue};
use crate::ir::{Block, Bool, Int, IntKind, Kind, Routine, Stmt, Var};
use crate::seen::Seen;

/// The functions that a function calls, itself among them.
fn reached(routine: &Routine, from: usize) -> Vec<usize> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(&function) = found.get(next) {
        for call in routine.functions[function].calls() {
            if !found.contains(&call) {
                found.push(call);
            }
        }
        next += 1;
    }
    found
}

/// The variables of main that a function needs: its own and those of what it calls.
pub(super) fn captures(routine: &Routine, function: usize) -> Vec<Var> {
    let mut vars = Vec::new();
    for function in reached(routine, function) {
        routine.functions[function].captures(&mut vars);
    }
    vars.sort_unstable();
    vars
}

/// Whether a function asks for values of games.
pub(super) fn plays(routine: &Routine, function: usize) -> bool {
    reached(routine, function).into_iter().any(|function| {
        let mut seen = Seen::default();
        seen.function(&routine.functions[function]);
        !seen.values.is_empty()
    })
}

/// Whether a function may be called with the same arguments again and again on the way to one
/// value: it leads back to itself from several places, or from a loop over numbers. Loops over the
/// neighbours in a tree come to each place once.
pub(super) fn keeps(routine: &Routine, number: usize) -> bool {
    let back = |function: usize| reached(routine, function).contains(&number);
    let function = &routine.functions[number];
    let mut places = 0;
    count(&function.body, &back, &mut places, false);
    places += calls_in(&function.value, &back);
    places >= 2
}

/// How many calls of functions that lead back stand in an expression.
fn calls_in(int: &Int, back: &dyn Fn(usize) -> bool) -> usize {
    let mut seen = Calls { back, found: 0 };
    seen.int(int);
    seen.found
}

fn count(block: &Block, back: &dyn Fn(usize) -> bool, places: &mut usize, again: bool) {
    for statement in block {
        let mut seen = Seen::default();
        seen.shallow(statement);
        let calls = seen.functions.iter().filter(|function| back(**function)).count();
        let twice = statement_calls(statement, back).max(calls);
        *places += if again { 2 * twice } else { twice };
        match statement {
            Stmt::For { body, .. } => count(body, back, places, true),
            Stmt::Each { body, .. } | Stmt::Cases { body, .. } | Stmt::Options { body, .. } => {
                count(body, back, places, again);
            }
            Stmt::If { then, otherwise, .. } => {
                count(then, back, places, again);
                count(otherwise, back, places, again);
            }
            _ => {}
        }
    }
}

/// How many such calls stand in the number that a statement sets.
fn statement_calls(statement: &Stmt, back: &dyn Fn(usize) -> bool) -> usize {
    match statement {
        Stmt::Int(_, value) | Stmt::Push(_, value) => calls_in(value, back),
        _ => 0,
    }
}

/// Counts calls in an expression.
struct Calls<'b> {
    back: &'b dyn Fn(usize) -> bool,
    found: usize,
}

impl Calls<'_> {
    fn int(&mut self, int: &Int) {
        match &int.kind {
            IntKind::Function(function, args) => {
                self.found += usize::from((self.back)(*function));
                args.iter().for_each(|arg| self.int(arg));
            }
            IntKind::Unary(_, a) => self.int(a),
            IntKind::Binary(_, a, b) | IntKind::NimSum(a, b) => {
                self.int(a);
                self.int(b);
            }
            IntKind::Call(_, args) | IntKind::BuiltIn(_, args) => {
                args.iter().for_each(|arg| self.int(arg));
            }
            IntKind::If(condition, a, b) => {
                self.bool(condition);
                self.int(a);
                self.int(b);
            }
            IntKind::At(_, index) => self.int(index),
            _ => {}
        }
    }

    fn bool(&mut self, bool: &Bool) {
        match bool {
            Bool::Not(a) => self.bool(a),
            Bool::And(a, b) | Bool::Or(a, b) => {
                self.bool(a);
                self.bool(b);
            }
            Bool::Compare(_, a, b) => {
                self.int(a);
                self.int(b);
            }
            Bool::Call(_, a) => self.int(a),
            _ => {}
        }
    }
}

impl Printer<'_> {
    /// Statements that forget the values that functions keep, for the next case.
    pub fn forget(&mut self) {
        for number in 0..self.routine.functions.len() {
            if !keeps(self.routine, number) {
                continue;
            }
            let name = self.functions[number].clone();
            self.say(&match self.tongue {
                Tongue::Rust => {
                    format!("KEPT_{}.with(|kept| kept.borrow_mut().clear())", name.to_uppercase())
                }
                _ => format!("kept_{name}.clear()"),
            });
        }
    }

    /// The table of the values that a function keeps, in front of it.
    fn table_of(&mut self, number: usize) {
        let name = self.functions[number].clone();
        match self.tongue {
            Tongue::Cpp => {
                self.say(&format!("std::map<std::vector<Int>, Int> kept_{name}"));
            }
            Tongue::Rust => {
                let upper = name.to_uppercase();
                self.open("thread_local!");
                self.say(&format!(
                    "static KEPT_{upper}: std::cell::RefCell<std::collections::HashMap<Vec<i64>, i64>> \
                     = Default::default()"
                ));
                self.close();
            }
            Tongue::Python => self.line(&format!("kept_{name} = {{}}\n\n")),
            Tongue::Java => self.say(&format!(
                "static java.util.HashMap<java.util.List<Long>, Long> kept_{name} = new java.util.HashMap<>()"
            )),
        }
        self.line("\n");
    }

    /// Answers what is kept already; what its arguments are kept as.
    fn look_up(&mut self, number: usize) -> String {
        let name = self.functions[number].clone();
        let params = &self.routine.functions[number].params;
        let args: Vec<String> = params.iter().map(|var| self.name(*var).to_owned()).collect();
        let args = args.join(", ");
        match self.tongue {
            Tongue::Cpp => {
                self.line(&format!(
                    "const auto known = kept_{name}.find({{{args}}});\n\
                     if (known != kept_{name}.end()) return known->second;"
                ));
                format!("{{{args}}}")
            }
            Tongue::Rust => {
                let upper = name.to_uppercase();
                self.line(&format!(
                    "if let Some(known) = KEPT_{upper}.with(|kept| kept.borrow().get(&vec![{args}]).copied()) {{\n    \
                     return known;\n}}"
                ));
                format!("vec![{args}]")
            }
            Tongue::Python => {
                let comma = if params.len() == 1 { "," } else { "" };
                self.line(&format!(
                    "if ({args}{comma}) in kept_{name}:\n    return kept_{name}[{args}{comma}]"
                ));
                format!("{args}{comma}")
            }
            Tongue::Java => {
                self.line(&format!(
                    "Long known = kept_{name}.get(java.util.Arrays.asList({args}));\n\
                     if (known != null) return known;"
                ));
                format!("java.util.Arrays.asList({args})")
            }
        }
    }

    /// Keeps and returns a value.
    fn keep(&mut self, number: usize, key: &str, value: &str) {
        let name = self.functions[number].clone();
        self.line(&match self.tongue {
            Tongue::Cpp => format!("return kept_{name}[{key}] = {value};"),
            Tongue::Rust => format!(
                "let value = {value};\n\
                 KEPT_{}.with(|kept| kept.borrow_mut().insert({key}, value));\nvalue",
                name.to_uppercase()
            ),
            Tongue::Python => {
                format!("kept_{name}[{key}] = {value}\nreturn kept_{name}[{key}]")
            }
            Tongue::Java => {
                format!("long value = {value};\nkept_{name}.put({key}, value);\nreturn value;")
            }
        });
    }

    /// The type of a variable.
    pub fn type_of(&self, kind: Kind) -> &'static str {
        match (kind, self.tongue) {
            (Kind::Int, Tongue::Cpp) => "Int",
            (Kind::Int, Tongue::Rust) => "i64",
            (Kind::Int, _) => "long",
            (Kind::Bool, Tongue::Java) => "boolean",
            (Kind::Bool, _) => "bool",
            (Kind::Numbers, Tongue::Cpp) => "std::vector<Int>",
            (Kind::Numbers, Tongue::Rust) => "Vec<i64>",
            (Kind::Numbers, _) => "Numbers",
            (Kind::Rows, Tongue::Cpp) => "std::vector<std::vector<Int>>",
            (Kind::Rows, Tongue::Rust) => "Vec<Vec<i64>>",
            (Kind::Rows, _) => "Rows",
        }
    }

    /// Every function, each in front of those that are printed later: C++ wants them declared.
    pub fn print_functions(&mut self) {
        let routine = self.routine;
        for function in &routine.functions {
            let name = self.function_name(&function.name);
            self.functions.push(name);
        }
        let mut heads = Vec::new();
        for number in 0..routine.functions.len() {
            let mark = self.enter();
            let head = self.head(number);
            if self.tongue == Tongue::Cpp && routine.functions.len() > 1 {
                heads.push(format!("{head};"));
            }
            self.leave(mark);
        }
        heads.iter().for_each(|head| self.line(head));
        if !heads.is_empty() {
            self.line("\n");
        }
        for (number, function) in routine.functions.iter().enumerate() {
            let mark = self.enter();
            let head = self.head(number);
            let keeps = keeps(routine, number);
            if keeps {
                self.table_of(number);
            }
            self.borrowed = captures(routine, number);
            self.inside = true;
            self.open(&head);
            let key = if keeps { Some(self.look_up(number)) } else { None };
            self.block(&function.body);
            let value = self.int(&function.value).0;
            match (self.tongue, key) {
                (_, Some(key)) => self.keep(number, &key, &value),
                (Tongue::Rust, None) => self.line(&value),
                _ => self.say(&format!("return {value}")),
            }
            self.close();
            self.line("\n");
            if self.tongue == Tongue::Python {
                self.line("\n");
            }
            self.inside = false;
            self.borrowed = Vec::new();
            self.leave(mark);
        }
    }

    fn head(&mut self, number: usize) -> String {
        let routine = self.routine;
        let function = &routine.functions[number];
        let mut params = Vec::new();
        if self.games.start.is_some() && plays(routine, number) {
            params.push("games: &mut Games".to_owned());
        }
        for var in captures(routine, number) {
            let name = self.declare(var);
            params.push(match (self.tongue, self.kind(var)) {
                (Tongue::Cpp, Kind::Numbers | Kind::Rows) => {
                    format!("const {}& {name}", self.type_of(self.kind(var)))
                }
                (Tongue::Rust, Kind::Numbers) => format!("{name}: &[i64]"),
                (Tongue::Rust, Kind::Rows) => format!("{name}: &[Vec<i64>]"),
                (Tongue::Rust, kind) => format!("{name}: {}", self.type_of(kind)),
                (Tongue::Python, _) => name,
                (_, kind) => format!("{} {name}", self.type_of(kind)),
            });
        }
        for &var in &function.params {
            let name = self.declare(var);
            params.push(match self.tongue {
                Tongue::Rust => format!("{name}: i64"),
                Tongue::Python => name,
                Tongue::Cpp => format!("Int {name}"),
                Tongue::Java => format!("long {name}"),
            });
        }
        let (name, params) = (&self.functions[number], params.join(", "));
        match self.tongue {
            Tongue::Cpp => format!("Int {name}({params})"),
            Tongue::Rust => format!("fn {name}({params}) -> i64"),
            Tongue::Python => format!("def {name}({params})"),
            Tongue::Java => format!("static long {name}({params})"),
        }
    }

    pub fn in_function(&self) -> bool {
        self.inside
    }
}
