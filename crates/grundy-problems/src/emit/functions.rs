//! The functions of a problem.

use super::printer::{Printer, Tongue};
use crate::ir::{Kind, Routine, Var};
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

impl Printer<'_> {
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
            self.borrowed = captures(routine, number);
            self.inside = true;
            self.open(&head);
            self.block(&function.body);
            let value = self.int(&function.value).0;
            match self.tongue {
                Tongue::Rust => self.line(&value),
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
