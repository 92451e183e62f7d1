//! The functions of a problem.

use super::printer::Printer;
use crate::ir::{Block, Kind, Routine, Stmt, Var};
use crate::seen::{Seen, reached};
use grundy_rules::emit::Lang;

/// The variables of main that a function needs: its own and those of what it calls.
pub(super) fn captures(routine: &Routine, function: usize) -> Vec<Var> {
    let mut vars = Vec::new();
    for function in reached(&routine.functions, function) {
        routine.functions[function].captures(&mut vars);
    }
    vars.sort_unstable();
    vars
}

/// Whether a function asks for values of games.
pub(super) fn plays(routine: &Routine, function: usize) -> bool {
    reached(&routine.functions, function).into_iter().any(|function| {
        let mut seen = Seen::default();
        seen.function(&routine.functions[function]);
        !seen.values.is_empty()
    })
}

/// Whether a function leads back to itself.
pub(super) fn recurs(routine: &Routine, number: usize) -> bool {
    let mut seen = Seen::default();
    seen.function(&routine.functions[number]);
    seen.functions.iter().any(|&function| reached(&routine.functions, function).contains(&number))
}

/// Whether the values of a function are kept: it leads back to itself, and may be called with the same arguments
/// again and again, on the way to one value or from outside.
pub(super) fn keeps(routine: &Routine, number: usize) -> bool {
    recurs(routine, number) && (branches(routine, number) || outer_calls(routine, number) > 1)
}

/// Whether a function leads back to itself from several places, or from a loop over numbers. Loops over the
/// neighbours in a tree come to each place once.
fn branches(routine: &Routine, number: usize) -> bool {
    let back = |function: &usize| reached(&routine.functions, *function).contains(&number);
    let function = &routine.functions[number];
    let mut seen = Seen::default();
    seen.number(&function.value);
    let mut places = seen.calls.iter().filter(|function| back(function)).count();
    count(&function.body, &|function| usize::from(back(function)), (2, 1), 1, &mut places);
    places >= 2
}

/// How often the statements of one case call a function, 2 standing for any number from 2 on.
fn outer_calls(routine: &Routine, number: usize) -> usize {
    /// The calls that a call of this function makes from outside of the circle of `number`.
    fn calls(routine: &Routine, number: usize, function: usize) -> usize {
        let functions = &routine.functions;
        if !reached(functions, function).contains(&number) {
            return 0;
        }
        if function == number || reached(functions, number).contains(&function) {
            return 1;
        }
        if recurs(routine, function) {
            return 2;
        }
        let inner = |function: &usize| calls(routine, number, *function);
        let mut seen = Seen::default();
        seen.number(&functions[function].value);
        let mut places = seen.calls.iter().map(inner).sum();
        count(&functions[function].body, &inner, (2, 2), 1, &mut places);
        places.min(2)
    }
    let mut places = 0;
    count(&routine.body, &|function| calls(routine, number, *function), (2, 2), 1, &mut places);
    places.min(2)
}

/// Adds what `worth` says of the functions that are called, as often as they are called: so many times for each
/// loop over numbers, and for each loop over a list. What is called for each case counts once.
fn count(
    block: &Block,
    worth: &dyn Fn(&usize) -> usize,
    loops: (usize, usize),
    times: usize,
    places: &mut usize,
) {
    for statement in block {
        let mut seen = Seen::default();
        seen.shallow(statement);
        *places += times * seen.calls.iter().map(worth).sum::<usize>();
        let mut inner = |body, times| count(body, worth, loops, times, places);
        match statement {
            Stmt::For { body, .. } => inner(body, (times * loops.0).min(2)),
            Stmt::Each { body, .. } => inner(body, (times * loops.1).min(2)),
            Stmt::Cases { body, .. } | Stmt::Options { body, .. } => inner(body, times),
            Stmt::If { then, otherwise, .. } => {
                inner(then, times);
                inner(otherwise, times);
            }
            _ => {}
        }
    }
}

/// The type of what the arguments are kept as, and how they are written.
fn key(lang: Lang, args: &[String]) -> (String, String) {
    let all = args.join(", ");
    match (lang, args) {
        (Lang::Cpp, [one]) => ("std::unordered_map<Int, Int>".to_owned(), one.clone()),
        (Lang::Cpp, args) => {
            (format!("std::map<std::array<Int, {}>, Int>", args.len()), format!("{{{all}}}"))
        }
        (Lang::Rust, args) => {
            let array =
                if let [_] = args { "i64".to_owned() } else { format!("[i64; {}]", args.len()) };
            let value = if let [one] = args { one.clone() } else { format!("[{all}]") };
            (format!("std::collections::HashMap<{array}, i64>"), value)
        }
        (Lang::Python, args) => {
            (String::new(), if args.is_empty() { "()".to_owned() } else { all })
        }
        (Lang::Java, [one]) => ("java.util.HashMap<Long, Long>".to_owned(), one.clone()),
        (Lang::Java, _) => (
            "java.util.HashMap<java.util.List<Long>, Long>".to_owned(),
            format!("java.util.Arrays.asList({all})"),
        ),
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
            self.say(&match self.lang {
                Lang::Rust => {
                    format!("KEPT_{}.with(|kept| kept.borrow_mut().clear())", name.to_uppercase())
                }
                _ => format!("kept_{name}.clear()"),
            });
        }
    }

    /// The table of the values that a function keeps, in front of it.
    fn table_of(&mut self, number: usize) {
        let name = self.functions[number].clone();
        let args = self.arguments(number);
        let kind = key(self.lang, &args).0;
        match self.lang {
            Lang::Cpp => self.say(&format!("{kind} kept_{name}")),
            Lang::Rust => {
                let upper = name.to_uppercase();
                self.open("thread_local!");
                self.say(&format!(
                    "static KEPT_{upper}: std::cell::RefCell<{kind}> = Default::default()"
                ));
                self.close();
            }
            Lang::Python => self.line(&format!("kept_{name} = {{}}\n\n")),
            Lang::Java => self.say(&format!("static {kind} kept_{name} = new {kind}()")),
        }
        self.line("\n");
    }

    /// The names of the parameters of a function.
    fn arguments(&self, number: usize) -> Vec<String> {
        let params = &self.routine.functions[number].params;
        params.iter().map(|var| self.name(*var).to_owned()).collect()
    }

    /// Answers what is kept already; what its arguments are kept as.
    fn look_up(&mut self, number: usize) -> String {
        let name = self.functions[number].clone();
        let key = key(self.lang, &self.arguments(number)).1;
        self.line(&match self.lang {
            Lang::Cpp => format!(
                "const auto known = kept_{name}.find({key});\n\
                 if (known != kept_{name}.end()) return known->second;"
            ),
            Lang::Rust => {
                let upper = name.to_uppercase();
                format!(
                    "if let Some(known) = KEPT_{upper}.with(|kept| kept.borrow().get(&{key}).copied()) {{\n    \
                     return known;\n}}"
                )
            }
            Lang::Python if key.contains(", ") => {
                format!("if ({key}) in kept_{name}:\n    return kept_{name}[{key}]")
            }
            Lang::Python => format!("if {key} in kept_{name}:\n    return kept_{name}[{key}]"),
            Lang::Java => format!(
                "Long known = kept_{name}.get({key});\nif (known != null) return known;"
            ),
        });
        key
    }

    /// Keeps and returns a value.
    fn keep(&mut self, number: usize, key: &str, value: &str) {
        let name = self.functions[number].clone();
        self.line(&match self.lang {
            Lang::Cpp => format!("return kept_{name}[{key}] = {value};"),
            Lang::Rust => format!(
                "let value = {value};\n\
                 KEPT_{}.with(|kept| kept.borrow_mut().insert({key}, value));\nvalue",
                name.to_uppercase()
            ),
            Lang::Python => {
                format!("kept_{name}[{key}] = {value}\nreturn kept_{name}[{key}]")
            }
            Lang::Java => {
                format!("long value = {value};\nkept_{name}.put({key}, value);\nreturn value;")
            }
        });
    }

    /// The type of a variable.
    pub fn type_of(&self, kind: Kind) -> &'static str {
        match (kind, self.lang) {
            (Kind::Int, Lang::Cpp) => "Int",
            (Kind::Int, Lang::Rust) => "i64",
            (Kind::Int, _) => "long",
            (Kind::Bool, Lang::Java) => "boolean",
            (Kind::Bool, _) => "bool",
            (Kind::Numbers, Lang::Cpp) => "std::vector<Int>",
            (Kind::Numbers, Lang::Rust) => "Vec<i64>",
            (Kind::Numbers, _) => "Numbers",
            (Kind::Rows, Lang::Cpp) => "std::vector<std::vector<Int>>",
            (Kind::Rows, Lang::Rust) => "Vec<Vec<i64>>",
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
            if self.lang == Lang::Cpp && routine.functions.len() > 1 {
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
            match (self.lang, key) {
                (_, Some(key)) => self.keep(number, &key, &value),
                (Lang::Rust, None) => self.line(&value),
                _ => self.say(&format!("return {value}")),
            }
            self.close();
            self.line("\n");
            if self.lang == Lang::Python {
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
            params.push(match (self.lang, self.kind(var)) {
                (Lang::Cpp, Kind::Numbers | Kind::Rows) => {
                    format!("const {}& {name}", self.type_of(self.kind(var)))
                }
                (Lang::Rust, Kind::Numbers) => format!("{name}: &[i64]"),
                (Lang::Rust, Kind::Rows) => format!("{name}: &[Vec<i64>]"),
                (Lang::Rust, kind) => format!("{name}: {}", self.type_of(kind)),
                (Lang::Python, _) => name,
                (_, kind) => format!("{} {name}", self.type_of(kind)),
            });
        }
        for &var in &function.params {
            let name = self.declare(var);
            params.push(match self.lang {
                Lang::Rust => format!("{name}: i64"),
                Lang::Python => name,
                Lang::Cpp => format!("Int {name}"),
                Lang::Java => format!("long {name}"),
            });
        }
        let (name, params) = (&self.functions[number], params.join(", "));
        match self.lang {
            Lang::Cpp => format!("Int {name}({params})"),
            Lang::Rust => format!("fn {name}({params}) -> i64"),
            Lang::Python => format!("def {name}({params})"),
            Lang::Java => format!("static long {name}({params})"),
        }
    }

    pub fn in_function(&self) -> bool {
        self.inside
    }
}
