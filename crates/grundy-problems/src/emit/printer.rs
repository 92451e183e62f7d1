//! Lines, names and what else a program is put together from.

use crate::ir::{Kind, Routine, Var};
use grundy_rules::emit::{Functions, Lang};
use grundy_rules::typed::Program;
use std::collections::BTreeSet;

pub(super) struct Printer<'p> {
    pub lang: Lang,
    pub routine: &'p Routine,
    pub text: String,
    pub depth: usize,
    /// What variables are called.
    names: Vec<String>,
    /// The names in sight, the latest last.
    sight: Vec<String>,
    /// Names of functions, games and helpers.
    global: BTreeSet<String>,
    /// Functions of ours that are needed.
    pub helpers: BTreeSet<&'static str>,
    /// What the functions of the problem are called.
    pub functions: Vec<String>,
    /// The functions of the games, and the families in their order.
    pub games: Functions,
    pub families: Vec<usize>,
    /// Those of which is told who loses, and no value.
    pub lost: Vec<usize>,
    /// How often each variable is set and read.
    pub uses: Uses,
    /// Variables that cannot be negative.
    pub natural: Vec<bool>,
    /// Variables that are references, in Rust.
    pub borrowed: Vec<Var>,
    /// By family: the lengths of its parameters that are arrays, 1 for numbers.
    pub lengths: Vec<Vec<usize>>,
    /// The inputs of the rules: their variables, and what they are called in this program.
    pub inputs: Vec<(Var, String)>,
    /// The same in Java, where they are given as a whole.
    pub given: Vec<(Var, String)>,
    /// The rules, if there are some.
    pub program: Option<&'p Program>,
    /// Whether misère play is searched.
    pub searches: bool,
    /// Whether a function of the problem is printed.
    pub inside: bool,
    /// What cannot be said.
    pub refused: Option<String>,
}

/// How often variables are set and read.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    pub set: Vec<u32>,
    pub read: Vec<u32>,
}

/// Words that no variable may be called.
const RESERVED: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char \
    class compl const constexpr const_cast continue decltype default delete do double dynamic_cast \
    else enum explicit export extern false float for friend goto if inline int long mutable \
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public register \
    reinterpret_cast return short signed sizeof static static_assert static_cast struct switch \
    template this thread_local throw true try typedef typeid typename union unsigned using virtual \
    void volatile wchar_t while xor xor_eq NULL EOF stdin stdout stderr errno linux unix y0 y1 yn j0 \
    j1 jn as crate dyn fn impl in let loop match mod move mut pub ref self Self super trait type \
    unsafe use where async await abstract become box final macro override priv typeof unsized yield \
    gen False True None assert def del elif except finally from global import is lambda nonlocal \
    pass raise with boolean byte extends implements import instanceof interface native package \
    strictfp synchronized throws transient var record sealed permits null main Main std io String \
    Vec Int i64 u64 usize str list tuple set dict print range len min max sum sorted abs math sys \
    System Math Arrays List ArrayList out input args tokens number word more games Games Input \
    read buffer size at peek run solve sort reverse digits divisors edges arcs isqrt gcd popcount \
    top bit is_prime is_square floor_div floor_mod nim_sum WINS any all id hash next iter map zip \
    known kept numbers rows words joined sorted_copy reversed_copy write factors low prev0 next0 \
    add_values exactly answer_input answered room stack back deep ucontext_t getcontext makecontext swapcontext";

impl<'p> Printer<'p> {
    pub fn new(lang: Lang, routine: &'p Routine) -> Self {
        let global = RESERVED.split_whitespace().map(str::to_owned).collect();
        Self {
            lang,
            routine,
            text: String::new(),
            depth: 0,
            names: vec![String::new(); routine.variables.len()],
            sight: Vec::new(),
            global,
            helpers: BTreeSet::new(),
            functions: Vec::new(),
            games: Functions::default(),
            families: Vec::new(),
            lost: Vec::new(),
            uses: Uses::default(),
            natural: vec![false; routine.variables.len()],
            borrowed: Vec::new(),
            lengths: Vec::new(),
            inputs: Vec::new(),
            given: Vec::new(),
            program: None,
            searches: false,
            inside: false,
            refused: None,
        }
    }

    /// Takes a name for something of the whole program.
    pub fn global(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while self.global.contains(&name) {
            name.push('_');
        }
        self.global.insert(name.clone());
        name
    }

    /// Takes a name for a function, which nothing in the games may have either.
    pub fn function_name(&mut self, wanted: &str) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = self.games.text.split(|c| !is_part(c)).collect();
        let mut name = wanted.to_owned();
        while words.contains(&*name) || self.global.contains(&name) {
            name.push('_');
        }
        self.global(&name)
    }

    /// A variable begins: a name that nothing in sight has.
    pub fn declare(&mut self, var: Var) -> String {
        let wanted = self.routine.variables[var].name.trim_matches('_').to_owned();
        let wanted = match self.lang {
            Lang::Rust => wanted.to_lowercase(),
            _ => wanted,
        };
        let wanted = if wanted.is_empty() { "x".to_owned() } else { wanted };
        let taken = |name: &String| self.global.contains(name) || self.sight.contains(name);
        let mut name = wanted.clone();
        let mut number = 2;
        while taken(&name) {
            let line = if wanted.ends_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
            name = format!("{wanted}{line}{number}");
            number += 1;
        }
        self.sight.push(name.clone());
        self.names[var] = name.clone();
        name
    }

    /// A name for something of ours.
    pub fn hidden(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while self.global.contains(&name) || self.sight.contains(&name) {
            name.push('_');
        }
        self.sight.push(name.clone());
        name
    }

    pub fn name(&self, var: Var) -> &str {
        &self.names[var]
    }

    /// What a variable is called that is an input of the rules: it is part of the games.
    pub fn input(&mut self, var: Var) -> Option<String> {
        let name = self.inputs.iter().find(|(known, _)| *known == var)?.1.clone();
        self.names[var] = name.clone();
        Some(name)
    }

    pub fn kind(&self, var: Var) -> Kind {
        self.routine.variables[var].kind
    }

    /// How many names are in sight, for [`leave`](Self::leave).
    pub fn enter(&self) -> usize {
        self.sight.len()
    }

    /// The later names are free again.
    pub fn leave(&mut self, mark: usize) {
        self.sight.truncate(mark);
    }

    pub fn line(&mut self, line: &str) {
        for line in line.lines() {
            if !line.is_empty() {
                self.text.push_str(&"    ".repeat(self.depth));
                self.text.push_str(line);
            }
            self.text.push('\n');
        }
    }

    /// The head of a block.
    pub fn open(&mut self, head: &str) {
        match self.lang {
            Lang::Python => self.line(&format!("{head}:")),
            _ => self.line(&format!("{head} {{")),
        }
        self.depth += 1;
    }

    pub fn close(&mut self) {
        self.depth -= 1;
        if self.lang != Lang::Python {
            self.line("}");
        }
    }

    /// The first thing that cannot be said.
    pub fn refuse(&mut self, why: &str) {
        self.refused.get_or_insert_with(|| why.to_owned());
    }

    /// Whether a helper of that name is part of the functions of the games.
    pub fn has(&self, helper: &str) -> bool {
        let name = format!(" {helper}(");
        let mut lines = self.games.text.lines();
        lines.any(|line| {
            line.contains(&name)
                && match self.lang {
                    Lang::Java => line.trim_start().starts_with("static "),
                    _ => !line.starts_with([' ', '/', '#']),
                }
        })
    }

    /// The helpers of a list that are needed, and no part of the games.
    pub fn wanted(&self, texts: &[(&str, &str)]) -> String {
        let mut all = String::new();
        for (name, text) in texts {
            if self.helpers.contains(name) && !self.has(name) {
                all.push_str(text);
                all.push_str("\n\n");
            }
        }
        all
    }

    /// A statement: with a semicolon where there is one.
    pub fn say(&mut self, statement: &str) {
        match self.lang {
            Lang::Python => self.line(statement),
            _ => self.line(&format!("{statement};")),
        }
    }
}
