//! What a program is printed with: its lines, names, helpers and sets.

use super::facts::Facts;
use super::lang::{Lang, Lang::*, MAX_LISTED};
use super::names::Names;
use super::plan::{Plan, stops};
use crate::error::{Kind, RuleError};
use crate::input::{Input, Numbers};
use crate::typed::{Code, ConstantValue, Family, Set, Slot};
use grundy::syntax::Span;
use hashbrown::HashSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A function of the rule language that a program brings along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Helper {
    FloorDiv,
    FloorMod,
    Gcd,
    Isqrt,
    IsSquare,
    IsPrime,
    Popcount,
    Top,
    Low,
    Prev0,
    Next0,
    Ones,
    At,
    Put,
    Sorted,
    Sum,
    Least,
    Greatest,
    Copies,
    /// A number of copies, which is not negative.
    Count,
}

impl Helper {
    pub fn name(self, lang: Lang) -> &'static str {
        match self {
            Self::FloorDiv => "floor_div",
            Self::FloorMod => "floor_mod",
            Self::Gcd if lang == Cpp => "std::gcd<Int, Int>",
            Self::Gcd => "gcd",
            Self::Isqrt => "isqrt",
            Self::IsSquare => "is_square",
            Self::IsPrime => "is_prime",
            Self::Popcount => "popcount",
            Self::Top => "top",
            Self::Low => "low",
            Self::Prev0 => "prev0",
            Self::Next0 => "next0",
            Self::Ones => "ones",
            Self::At => "at",
            Self::Put => "put",
            Self::Sorted => "sorted",
            Self::Sum => "sum",
            Self::Least => "least",
            Self::Greatest => "greatest",
            Self::Copies => "copies",
            Self::Count => "count_of",
        }
    }
}

/// A set, written out once.
#[derive(Debug)]
pub(super) struct NamedSet {
    pub name: String,
    pub values: Set,
    /// Whether loops go through it.
    pub listed: bool,
    /// Whether it is asked what belongs to it.
    pub tested: bool,
}

/// What becomes of a move in the functions of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Its value, from tables, is marked.
    Cells,
    /// Its value is gathered, as far as it is known.
    Looks,
    /// It is listed.
    Lists,
}

/// What the functions of a family are called.
#[derive(Clone, Debug)]
pub(super) struct Calls {
    pub table: String,
    pub fill: String,
    pub value: String,
    pub grundy: String,
    pub look: String,
    pub inside: String,
    pub options: String,
    /// Whether it is searched.
    pub searched: bool,
}

/// An array that is no coordinate, written out once.
#[derive(Debug)]
pub(super) struct NamedTable {
    pub name: String,
    pub numbers: Arc<Numbers>,
}

/// Lines with their indentation.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: String,
    pub depth: usize,
    pub deepest: usize,
}

impl Lines {
    pub fn line(&mut self, text: &str) {
        if !text.is_empty() {
            self.text.extend(std::iter::repeat_n("    ", self.depth));
            self.text.push_str(text);
            self.deepest = self.deepest.max(self.depth);
        }
        self.text.push('\n');
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A copy of an input in which numbers are found fast.
pub(super) struct Copied {
    /// What it is called.
    pub name: String,
    /// What the input is called.
    pub of: String,
}

/// A program on its way to paper. What it needs of helpers and sets is known at the end.
pub(super) struct Printer<'p> {
    pub plan: &'p Plan<'p>,
    pub lang: Lang,
    pub names: Names,
    pub facts: Facts,
    pub helpers: BTreeSet<Helper>,
    /// Which of `min` and `max` are called.
    pub extremes: BTreeSet<&'static str>,
    pub sets: Vec<NamedSet>,
    pub tables: Vec<NamedTable>,
    /// The inputs that were met, and what they are called.
    pub inputs: Vec<(Arc<Input>, String)>,
    /// Copies of inputs in which numbers are looked up.
    pub copies: Vec<Copied>,
    pub lines: Lines,
    /// Variables of the present rule that were set before.
    pub declared: HashSet<Slot>,
    /// What the variables of the present rule are called in it.
    pub wanted: Vec<(Slot, Arc<str>)>,
    /// What the families are called, in the order of the plan.
    pub tags: Vec<String>,
    /// What becomes of moves, where functions are printed.
    pub mode: Option<Mode>,
    /// The functions of the families, in the order of the plan.
    pub calls: Vec<Calls>,
    /// By place in the plan: the family whose function fills its table.
    pub fills: Vec<usize>,
    /// The family whose function is printed, by its place in the plan.
    pub own_place: Option<usize>,
    /// What the parts of the present move are gathered in, and where it is noted that it is dropped.
    pub gathered: String,
    pub dropped: String,
    /// Whether a variable is set more than once somewhere.
    pub mutable: bool,
    /// In Java: whether nothing behind a move of this rule that wins is reached, which is an error.
    pub stops: bool,
    /// How many loops stand around the present place, and did at most.
    pub loops: usize,
    pub most_loops: usize,
    /// The first thing that the language cannot say.
    pub refusal: Option<RuleError>,
    /// Whether the function of the family is given.
    pub given: bool,
}

impl<'p> Printer<'p> {
    pub fn new(plan: &'p Plan<'p>, lang: Lang) -> Self {
        let mut names = Names::new(lang);
        let tag = |family: &Family| match lang {
            Rust => names.global(&family.name.to_uppercase()),
            _ => names.global(&family.name),
        };
        let tags = plan.families().map(tag).collect();
        Self {
            plan,
            lang,
            names,
            facts: Facts::default(),
            helpers: BTreeSet::new(),
            extremes: BTreeSet::new(),
            sets: Vec::new(),
            tables: Vec::new(),
            inputs: Vec::new(),
            copies: Vec::new(),
            lines: Lines::default(),
            declared: HashSet::new(),
            wanted: Vec::new(),
            tags,
            mode: None,
            calls: Vec::new(),
            fills: Vec::new(),
            own_place: None,
            gathered: String::new(),
            dropped: String::new(),
            mutable: false,
            stops: false,
            loops: 0,
            most_loops: 0,
            refusal: None,
            given: false,
        }
    }

    /// A line, or several; what is in front of them is the indentation.
    pub fn line(&mut self, text: &str) {
        for line in text.lines() {
            self.lines.line(line);
        }
    }

    /// An empty line.
    pub fn gap(&mut self) {
        self.lines.line("");
    }

    /// The head of a block: `for …`, `if …`.
    pub fn open(&mut self, head: &str) {
        let end = match (self.lang, head) {
            (Python, _) => ":",
            (_, "") => "{",
            _ => " {",
        };
        self.line(&format!("{head}{end}"));
        self.lines.depth += 1;
    }

    pub fn close(&mut self) {
        self.lines.depth -= 1;
        if self.lang != Python {
            self.line("}");
        }
    }

    /// A line of the rules as a comment.
    pub fn quote(&mut self, span: Span) {
        let sign = if self.lang == Python { "#" } else { "//" };
        let text = self.plan.program.source.text(span).to_owned();
        let indent = |line: &str| line.len() - line.trim_start().len();
        let rest = text.lines().skip(1).filter(|line| !line.trim().is_empty());
        let common = rest.map(indent).min().unwrap_or(0);
        for (i, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let line = if i == 0 { line } else { &line[common.min(indent(line))..] };
            self.line(&format!("{sign} {}", harmless(line)));
        }
    }

    /// What the language cannot say.
    pub fn refuse(&mut self, message: impl Into<String>, span: Span, help: &str) {
        let error = || RuleError::new(Kind::Size, message, span).help(help);
        self.refusal.get_or_insert_with(error);
    }

    /// The name of a set.
    pub fn set(&mut self, set: &Set, tested: bool) -> String {
        let known = self.sets.iter().position(|named| named.values == *set);
        let number = known.unwrap_or_else(|| {
            let constant = self.plan.program.constants.iter().find(|constant| {
                matches!(&constant.value, ConstantValue::Set(values) if Arc::ptr_eq(values, set))
            });
            let name = self.names.global(constant.map_or("SET", |constant| &constant.name));
            let values = set.clone();
            self.sets.push(NamedSet { name, values, listed: false, tested: false });
            self.sets.len() - 1
        });
        let named = &mut self.sets[number];
        named.tested |= tested;
        named.listed |= !tested;
        if self.lang == Python && tested && named.values.len() > 16 {
            return format!("{}_SET", named.name);
        }
        named.name.clone()
    }

    /// The numbers of a set with their separators, in lines.
    pub fn numbers(&self, values: &[i64]) -> Vec<String> {
        const MAX_LINE_CHARS: usize = 88;
        let mut lines = vec![String::new()];
        for (i, &value) in values.iter().enumerate() {
            let mut text = self.number(value);
            if i + 1 < values.len() {
                text.push(',');
            }
            let last = lines.len() - 1;
            if !lines[last].is_empty() && lines[last].len() + text.len() >= MAX_LINE_CHARS {
                lines.push(text);
            } else {
                if !lines[last].is_empty() {
                    lines[last].push(' ');
                }
                lines[last].push_str(&text);
            }
        }
        lines
    }

    /// Begins a rule: the names of its head, where they are others than the family's.
    pub fn begin(&mut self, family: &Family, code: &Code) {
        self.facts = Facts::of(code);
        self.mutable |= self.facts.any_mutable();
        self.declared.clear();
        self.wanted.clone_from(&code.names);
        self.stops = self.lang == Java && stops(&code.body);
        for param in &family.params {
            let own = code.names.iter().find(|(slot, _)| *slot == param.slot);
            let Some((_, own)) = own.filter(|(_, own)| *own != param.name) else { continue };
            if !self.facts.is_read(param.slot) {
                continue;
            }
            let (from, name) = (self.names.of(param.slot), self.names.local(own));
            self.names.bind(param.slot, name.clone());
            self.line(&match self.lang {
                Python => format!("{name} = {from}"),
                Cpp => format!("const auto {name} = {from};"),
                Rust => format!("let {name} = {from};"),
                Java => format!("var {name} = {from};"),
            });
        }
    }

    /// The end: the whole text, if everything could be said.
    pub fn finish(mut self, head: String) -> Result<String, RuleError> {
        let listed: usize = self.sets.iter().map(|set| set.values.len()).sum();
        let listed = listed + self.tabled();
        let span = self.plan.family().span;
        if listed > MAX_LISTED {
            let message = format!(
                "these sets and arrays have {listed} numbers, too many to be written into a program"
            );
            let help =
                format!("up to {MAX_LISTED} are; in a rule, a loop with a condition says the same");
            self.refuse(message, span, &help);
        }
        match self.refusal {
            Some(refusal) => Err(refusal),
            None => Ok(head + self.lines.text()),
        }
    }
}

/// A line without what could end a comment, or turn its text around.
fn harmless(line: &str) -> String {
    let strange = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let line: String = line.chars().map(|c| if strange(c) { ' ' } else { c }).collect();
    // At the end of a line it would make the next one part of the comment.
    line.trim_end_matches(|c: char| c == '\\' || c.is_whitespace()).to_owned()
}
