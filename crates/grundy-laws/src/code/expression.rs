//! Formulas as expressions of a programming language.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::CodeError;
use super::Lang;
use super::lang::Form;
use super::loops::{self, Loop};
use super::range::{NATURAL, Range, behind, bounds, range, wide_range};
use super::rounded::{Rounded, rounded};
use super::style::Style;
use crate::pattern::automatic::Automaton;
use crate::pattern::term::Term;

/// What an expression needs beside itself.
#[derive(Default)]
struct Needs {
    /// Functions beside this one: floor division and remainder of numbers that may be negative, and in C++ the
    /// distance of two.
    helpers: BTreeSet<&'static str>,
    /// Functions that round irrational numbers down.
    roots: BTreeSet<Rounded>,
    /// Tables, with their names.
    tables: Vec<(String, Vec<i64>)>,
    /// Functions of digits and divisors; what others need comes before.
    loops: Vec<Loop>,
    /// Whether some part is not written as code.
    missing: Option<String>,
}

/// A conjunction of more characters is told in two steps.
const MAX_CONDITION_LENGTH: usize = 90;

/// How languages write a quotient or a remainder: where nothing is negative, in Python, and where the
/// dividend may be negative.
#[derive(Clone, Copy)]
struct Division {
    sign: &'static str,
    python: &'static str,
    cpp: &'static str,
    java: &'static str,
    rust: &'static str,
}

const QUOTIENT: Division =
    Division { sign: "/", python: "//", cpp: "floor_div", java: "floorDiv", rust: "div_euclid" };

const REMAINDER: Division =
    Division { sign: "%", python: "%", cpp: "floor_mod", java: "floorMod", rust: "rem_euclid" };

struct Writer<'n> {
    lang: Lang,
    style: &'n Style<'n>,
    names: &'n [String],
    /// What is known of the arguments here.
    args: Vec<Range>,
    /// Lists that are asked only for what they have.
    guarded: Vec<Term>,
    needs: Needs,
}

/// The function of a formula.
pub(super) fn function(
    term: &Term,
    exceptions: &[(Vec<i64>, i64)],
    least: &[i64],
    names: &[String],
    style: &Style<'_>,
) -> Result<String, CodeError> {
    let (lang, values) = (style.lang, style.values);
    let args = least.iter().map(|&least| (i128::from(least.max(0)), NATURAL.1)).collect();
    let mut writer =
        Writer { lang, style, names, args, guarded: Vec::new(), needs: Needs::default() };
    let mut lines = Vec::new();
    writer.returned(term, values, &mut lines);
    if let Some(missing) = writer.needs.missing {
        return Err(CodeError::Term(missing));
    }
    let mut read = vec![false; names.len()];
    term.each(&mut |part| {
        if let Term::Argument(number) = part
            && let Some(read) = read.get_mut(*number)
        {
            *read = true;
        }
    });
    let mut out = String::new();
    if lang == Lang::Cpp && !style.word {
        out.push_str("#include <algorithm>\n\nusing Int = __int128;\n\n");
    }
    for &name in &writer.needs.helpers {
        out.push_str(&helper(name, style));
        out.push('\n');
    }
    for (number, &what) in writer.needs.roots.iter().enumerate() {
        out.push_str(&rounded(what, number == 0, style));
        out.push_str(if lang == Lang::Python { "\n\n" } else { "\n" });
    }
    for (name, numbers) in &writer.needs.tables {
        out.push_str(&lang.table(name, numbers.iter().copied()));
        out.push('\n');
    }
    if lang == Lang::Python && style.word && !writer.needs.tables.is_empty() {
        out.push('\n');
    }
    for needed in &writer.needs.loops {
        out.push_str(&loops::text(needed, style));
        out.push_str(if lang == Lang::Python { "\n\n" } else { "\n" });
    }
    let named: Vec<bool> = read.iter().map(|read| *read || !exceptions.is_empty()).collect();
    let _ = writeln!(out, "{}", style.signature_of(names, &named));
    for (at, found) in exceptions {
        let equal = |(name, value): (&String, &i64)| format!("{name} == {}", literal(*value, lang));
        let (and, found) = match (lang, values) {
            (Lang::Python, true) => (" and ", found.to_string()),
            (Lang::Python, false) => (" and ", if *found == 1 { "True" } else { "False" }.into()),
            (_, true) => (" && ", literal(*found, lang)),
            (_, false) => (" && ", (*found == 1).to_string()),
        };
        let here: Vec<String> = names.iter().zip(at).map(equal).collect();
        let here = here.join(and);
        let _ = match lang {
            Lang::Cpp | Lang::Java => writeln!(out, "    if ({here}) return {found};"),
            Lang::Rust => writeln!(out, "    if {here} {{\n        return {found};\n    }}"),
            Lang::Python => writeln!(out, "    if {here}:\n        return {found}"),
        };
    }
    for (name, read) in names.iter().zip(read) {
        let _ = match lang {
            Lang::Cpp if read && !style.word => writeln!(out, "    const Int int_{name} = {name};"),
            Lang::Rust if read && !style.word => {
                writeln!(out, "    let int_{name} = i128::from({name});")
            }
            _ => Ok(()),
        };
    }
    for line in &lines {
        let _ = writeln!(out, "    {line}");
    }
    if lang != Lang::Python {
        out.push_str("}\n");
    }
    Ok(out)
}

/// A constant; in Java one that leaves 32 bits says that it is long.
fn literal(value: i64, lang: Lang) -> String {
    let long = lang == Lang::Java && i32::try_from(value).is_err();
    format!("{value}{}", if long { "L" } else { "" })
}

fn helper(name: &str, style: &Style<'_>) -> String {
    let called = style.helper(name);
    match (style.lang, name) {
        (Lang::Cpp, "floor_div") => {
            format!("static Int {called}(Int x, Int y) {{\n    return x / y - (x % y < 0);\n}}\n")
        }
        (Lang::Cpp, "gap") => {
            format!("static Int {called}(Int x, Int y) {{\n    return x < y ? y - x : x - y;\n}}\n")
        }
        (Lang::Cpp, _) => format!(
            "static Int {called}(Int x, Int y) {{\n    return x % y + (x % y < 0 ? y : 0);\n}}\n"
        ),
        _ => String::new(),
    }
}

/// Whether the term is never negative, for natural arguments; `false` may mean that nothing is known.
fn is_natural(term: &Term) -> bool {
    match term {
        Term::Argument(_) | Term::Xor(..) | Term::Distance(..) | Term::Gcd(..) => true,
        Term::Residue(..) | Term::ResidueBy(..) => true,
        Term::Equal(..) | Term::AtMost(..) | Term::Not(_) | Term::And(..) => true,
        Term::Constant(c) => *c >= 0,
        Term::Sum(a, b) | Term::Product(a, b) | Term::Min(a, b) => is_natural(a) && is_natural(b),
        Term::Max(a, b) => is_natural(a) || is_natural(b),
        Term::Quotient(a, _) | Term::QuotientBy(a, _) => is_natural(a),
        Term::Cases(_, terms) => terms.iter().all(is_natural),
        Term::List { entries, .. } => entries.iter().all(|&entry| entry >= 0),
        Term::Feature(..) => true,
        Term::Automatic(automaton, _) => automaton.outputs().iter().all(|&output| output >= 0),
        _ => false,
    }
}

impl Writer<'_> {
    /// The lines that return a term; cases at the outside become conditions of their own.
    fn returned(&mut self, term: &Term, values: bool, lines: &mut Vec<String>) {
        match term {
            Term::Beginning { first, entries, x, rest } => {
                let end = first.saturating_add(entries.len() as i64);
                let (listed, sign) = match entries[..] {
                    [only] => (Term::Constant(only), "=="),
                    _ => {
                        let (first, entries) = (*first, entries.clone());
                        (Term::List { first, entries, x: x.clone() }, "<")
                    }
                };
                let end = if sign == "==" { *first } else { end };
                let when = format!("{} {sign} {}", self.part(x), literal(end, self.lang));
                self.guarded.push(listed.clone());
                self.returned_if(&when, &listed, values, lines);
                self.guarded.pop();
                let args = behind(term, &self.args);
                let before = std::mem::replace(&mut self.args, args);
                self.returned(rest, values, lines);
                self.args = before;
            }
            Term::Cases(x, terms) => {
                let residue = Term::Residue(x.clone(), terms.len() as i64);
                let Some((last, others)) = terms.split_last() else {
                    self.missing("cases of nothing");
                    return;
                };
                for (number, other) in others.iter().enumerate() {
                    let when = residue.clone().equals(Term::Constant(number as i64));
                    let when = self.condition(&when);
                    self.returned_if(&when, other, values, lines);
                }
                self.returned(last, values, lines);
            }
            plain => {
                let result = self.result(plain, values);
                if let (Term::And(a, b), false) = (plain, values)
                    && result.len() > MAX_CONDITION_LENGTH
                {
                    let when = self.condition(&Term::Not(a.clone()));
                    self.returned_if(&when, &Term::Constant(0), values, lines);
                    return self.returned(b, values, lines);
                }
                lines.push(match self.lang {
                    Lang::Cpp | Lang::Java => format!("return {result};"),
                    Lang::Rust => result,
                    Lang::Python => format!("return {result}"),
                });
            }
        }
    }

    fn returned_if(&mut self, when: &str, term: &Term, values: bool, lines: &mut Vec<String>) {
        let result = self.result(term, values);
        match self.lang {
            Lang::Cpp | Lang::Java => lines.push(format!("if ({when}) return {result};")),
            Lang::Rust => {
                lines.push(format!("if {when} {{"));
                lines.push(format!("    return {result};"));
                lines.push("}".into());
            }
            Lang::Python => {
                lines.push(format!("if {when}:"));
                lines.push(format!("    return {result}"));
            }
        }
    }

    /// The term as the result of the function.
    fn result(&mut self, term: &Term, values: bool) -> String {
        match (values, self.lang) {
            (false, _) => self.condition(term),
            (true, _) if self.style.word => self.value(term).0,
            (true, Lang::Java) => self.value(term).0,
            (true, Lang::Rust) => format!("{} as u64", self.part(term)),
            (true, Lang::Cpp) => format!("(unsigned long long)({})", self.value(term).0),
            (true, Lang::Python) => self.value(term).0,
        }
    }

    /// The expression in parentheses, unless it stands for itself.
    fn part(&mut self, term: &Term) -> String {
        let (text, alone) = self.value(term);
        if alone { text } else { format!("({text})") }
    }

    fn joined(&mut self, a: &Term, sign: &str, b: &Term) -> (String, bool) {
        (format!("{} {sign} {}", self.part(a), self.part(b)), false)
    }

    /// The term as an expression for a number, and whether it needs no parentheses.
    fn value(&mut self, term: &Term) -> (String, bool) {
        let lang = self.lang;
        match term {
            Term::Argument(number) => match self.names.get(*number) {
                Some(name) if matches!(lang, Lang::Python | Lang::Java) || self.style.word => {
                    (name.clone(), true)
                }
                Some(name) => (format!("int_{name}"), true),
                None => self.missing("an argument beyond the last"),
            },
            Term::Constant(c) => (literal(*c, lang), *c >= 0),
            Term::Sum(a, b) => self.joined(a, "+", b),
            Term::Difference(a, b) => self.joined(a, "-", b),
            Term::Product(a, b) => self.joined(a, "*", b),
            Term::Xor(a, b) => self.joined(a, "^", b),
            Term::Quotient(a, by) => self.divided(a, &Term::Constant(*by), QUOTIENT),
            Term::Residue(a, by) => self.divided(a, &Term::Constant(*by), REMAINDER),
            Term::QuotientBy(_, by) | Term::ResidueBy(_, by) if !self.is_positive(by) => {
                self.missing("a divisor that may be zero")
            }
            Term::QuotientBy(a, by) => self.divided(a, by, QUOTIENT),
            Term::ResidueBy(a, by) => self.divided(a, by, REMAINDER),
            Term::Min(a, b) => self.called("min", a, b),
            Term::Max(a, b) => self.called("max", a, b),
            Term::Distance(a, b) => {
                let (a, b) = (self.part(a), self.part(b));
                let text = match lang {
                    Lang::Cpp => {
                        self.needs.helpers.insert("gap");
                        format!("{}({a}, {b})", self.style.helper("gap"))
                    }
                    Lang::Rust => format!("({a} - {b}).abs()"),
                    Lang::Java => format!("Math.abs({a} - {b})"),
                    Lang::Python => format!("abs({a} - {b})"),
                };
                (text, true)
            }
            Term::Equal(..) | Term::AtMost(..) | Term::Not(_) | Term::And(..) => {
                let condition = self.condition(term);
                let text = match lang {
                    Lang::Cpp => format!("Int({condition})"),
                    Lang::Rust if self.style.word => format!("i64::from({condition})"),
                    Lang::Rust => format!("i128::from({condition})"),
                    Lang::Java => format!("({condition} ? 1L : 0L)"),
                    Lang::Python => format!("int({condition})"),
                };
                (text, true)
            }
            Term::Cases(x, terms) => {
                let residue = Term::Residue(x.clone(), terms.len() as i64);
                let Some((last, others)) = terms.split_last() else {
                    return self.missing("cases of nothing");
                };
                let mut text = self.value(last).0;
                for (number, other) in others.iter().enumerate().rev() {
                    let when = residue.clone().equals(Term::Constant(number as i64));
                    text = self.chosen(&when, other, text);
                }
                (text, false)
            }
            Term::List { first, entries, x } if !self.is_inside(*first, entries.len(), x) => {
                self.missing("a list that ends")
            }
            Term::List { first, entries, x } => {
                let index = (**x).clone().plus(first.saturating_neg());
                let name = self.table(entries);
                let index = self.index(&index);
                (self.entry(&name, &index), true)
            }
            Term::Beginning { first, entries, x, rest } => {
                let end = first.saturating_add(entries.len() as i64);
                let before = Term::AtMost(x.clone(), Term::Constant(end - 1).into());
                let listed = Term::List { first: *first, entries: entries.clone(), x: x.clone() };
                let rest = self.value(rest).0;
                self.guarded.push(listed.clone());
                let chosen = self.chosen(&before, &listed, rest);
                self.guarded.pop();
                (chosen, false)
            }
            Term::Periodic { first, pattern, saltus, x } => {
                let since = (**x).clone().plus(first.saturating_neg());
                let period = pattern.len() as i64;
                let name = self.table(pattern);
                let index = self.index(&since.clone().modulo(period));
                let entry = self.entry(&name, &index);
                if *saltus == 0 {
                    return (entry, true);
                }
                let turns = since.over(period).times(*saltus);
                let turns = self.value(&turns).0;
                (format!("{entry} + {turns}"), false)
            }
            Term::Gcd(a, b) => {
                if !self.is_natural(a) || !self.is_natural(b) {
                    return self.missing("a divisor of a number that may be negative");
                }
                self.need("gcd");
                let (a, b) = (self.value(a).0, self.value(b).0);
                (format!("{}({a}, {b})", self.style.helper("gcd")), true)
            }
            Term::Feature(feature, x) => {
                if !self.is_natural(x) {
                    return self.missing("digits or divisors of a number that may be negative");
                }
                let (name, second) = loops::of_feature(*feature);
                self.need(name);
                let second = second.map(|second| format!(", {second}")).unwrap_or_default();
                (format!("{}({}{second})", self.style.helper(name), self.value(x).0), true)
            }
            Term::Beatty { slope, shift, x } => {
                let (d, r) = (literal(slope.d, lang), literal(slope.r, lang));
                let (what, of) = match *shift {
                    (0, 0) => {
                        let (p, q) = (literal(slope.p, lang), literal(slope.q, lang));
                        (Rounded::Multiple, format!("{}, {p}, {q}", self.value(x).0))
                    }
                    (s, t) => {
                        let side = |times: i64, shift: i64| (**x).clone().affine(times, shift);
                        let (a, b) = (side(slope.p, s), side(slope.q, t));
                        (Rounded::Sum, format!("{}, {}", self.value(&a).0, self.value(&b).0))
                    }
                };
                self.needs.roots.insert(what);
                (format!("{}({of}, {d}, {r})", self.style.helper(what.name())), true)
            }
            Term::Recurrent { .. } => self.missing("a recurrence"),
            Term::Automatic(automaton, x) => {
                if !self.is_natural(x) {
                    return self.missing("digits of a number that may be negative");
                }
                let name = self.digits(automaton);
                (format!("{}({})", self.style.helper(&name), self.value(x).0), true)
            }
            Term::Regular(..) => self.missing("a function that is linear in the digits"),
            Term::Pairs { .. } => self.missing("pairs made by mex"),
        }
    }

    /// Whether the term is never negative for the arguments asked for here, as far as it is known.
    fn is_natural(&self, term: &Term) -> bool {
        is_natural(term) || range(term, &self.args).is_some_and(|(least, _)| least >= 0)
    }

    /// Whether it is known that the term is positive for the arguments asked for here.
    fn is_positive(&self, term: &Term) -> bool {
        wide_range(term, &self.args).is_some_and(|(least, _)| least > 0)
    }

    /// Whether a list has an entry for every value of its index.
    fn is_inside(&self, first: i64, count: usize, x: &Term) -> bool {
        let asked = |list: &Term| matches!(list, Term::List { first: own, x: of, entries } if *own == first && entries.len() == count && **of == *x);
        let (first, count) = (i128::from(first), i128::try_from(count).unwrap_or(0));
        self.guarded.iter().any(asked)
            || bounds(x, &self.args)
                .is_some_and(|(least, most)| first <= least && most < first + count)
    }

    /// A function of digits and divisors is used.
    fn need(&mut self, name: &str) {
        for needed in loops::needed(name) {
            if !self.needs.loops.contains(&needed) {
                self.needs.loops.push(needed);
            }
        }
    }

    /// The name of the function that reads digits by an automaton.
    fn digits(&mut self, automaton: &Automaton) -> String {
        let next: Vec<i64> = automaton.successors().iter().map(|&to| to.into()).collect();
        let (next, outputs) = (self.table(&next), self.table(automaton.outputs()));
        let base = automaton.base();
        let at = |index: &str| match self.lang {
            Lang::Rust => format!("({index}) as usize"),
            Lang::Java => format!("(int) ({index})"),
            Lang::Cpp | Lang::Python => index.to_owned(),
        };
        let step = self.entry(&next, &at(&format!("state * {base} + x % {base}")));
        let end = self.entry(&outputs, &at("state"));
        let body =
            format!("let state = 0\nwhile x > 0\n  state = {step}\n  x = x / {base}\nreturn {end}");
        let own = |needed: &&Loop| needed.body == body;
        if let Some(known) = self.needs.loops.iter().find(own) {
            return known.name.clone();
        }
        let name = format!("digits_{}", self.needs.loops.len() + 1);
        let about = "What an automaton tells that reads the digits of x, the least first.";
        self.needs.loops.push(Loop { name: name.clone(), about, params: &["x"], body });
        name
    }

    fn missing(&mut self, what: &str) -> (String, bool) {
        self.needs.missing.get_or_insert_with(|| what.to_owned());
        (String::new(), true)
    }

    /// A quotient or remainder: by the plain sign where nothing is negative, and in Python.
    fn divided(&mut self, a: &Term, by: &Term, division: Division) -> (String, bool) {
        let part = self.part(a);
        let Division { sign, python, cpp, java, rust } = division;
        match self.lang {
            Lang::Python => (format!("{part} {python} {}", self.part(by)), false),
            _ if self.is_natural(a) => (format!("{part} {sign} {}", self.part(by)), false),
            Lang::Cpp => {
                self.needs.helpers.insert(cpp);
                (format!("{}({part}, {})", self.style.helper(cpp), self.value(by).0), true)
            }
            Lang::Java => (format!("Math.{java}({}, {})", self.value(a).0, self.value(by).0), true),
            Lang::Rust => (format!("{part}.{rust}({})", self.value(by).0), true),
        }
    }

    fn called(&mut self, name: &str, a: &Term, b: &Term) -> (String, bool) {
        let (a, b) = (self.value(a).0, self.value(b).0);
        let text = match self.lang {
            Lang::Cpp => format!("std::{name}<Int>({a}, {b})"),
            Lang::Rust => format!("std::cmp::{name}({a}, {b})"),
            Lang::Java => format!("Math.{name}({a}, {b})"),
            Lang::Python => format!("{name}({a}, {b})"),
        };
        (text, true)
    }

    fn chosen(&mut self, when: &Term, then: &Term, otherwise: String) -> String {
        let (when, then) = (self.condition(when), self.value(then).0);
        match self.lang {
            Lang::Cpp => format!("{when} ? Int({then}) : Int({otherwise})"),
            Lang::Rust => format!("if {when} {{ {then} }} else {{ {otherwise} }}"),
            Lang::Java => format!("{when} ? {then} : ({otherwise})"),
            Lang::Python => format!("({then}) if {when} else ({otherwise})"),
        }
    }

    fn table(&mut self, entries: &[i64]) -> String {
        let known = self.needs.tables.iter().find(|(_, numbers)| numbers == entries);
        if let Some((name, _)) = known {
            return name.clone();
        }
        let name = self.style.constant(&format!("TABLE_{}", self.needs.tables.len() + 1));
        self.needs.tables.push((name.clone(), entries.to_vec()));
        name
    }

    fn index(&mut self, index: &Term) -> String {
        match self.lang {
            Lang::Rust => format!("{} as usize", self.part(index)),
            Lang::Java => format!("(int) {}", self.part(index)),
            Lang::Cpp | Lang::Python => self.value(index).0,
        }
    }

    fn entry(&self, name: &str, index: &str) -> String {
        match self.lang {
            Lang::Cpp if !self.style.word => format!("Int({name}[{index}])"),
            Lang::Cpp => format!("{name}[{index}]"),
            Lang::Rust if !self.style.word => format!("i128::from({name}[{index}])"),
            Lang::Rust | Lang::Java | Lang::Python => format!("{name}[{index}]"),
        }
    }

    /// The term as a condition.
    fn condition(&mut self, term: &Term) -> String {
        let (and, not) = if self.lang == Lang::Python { ("and", "not ") } else { ("&&", "!") };
        match term {
            Term::Constant(c) => match self.lang {
                Lang::Python => if *c == 0 { "False" } else { "True" }.into(),
                _ => (*c != 0).to_string(),
            },
            Term::Equal(a, b) => self.joined(a, "==", b).0,
            Term::AtMost(a, b) => self.joined(a, "<=", b).0,
            Term::Not(inner) => match &**inner {
                Term::Equal(a, b) => self.joined(a, "!=", b).0,
                Term::AtMost(a, b) => self.joined(a, ">", b).0,
                other => format!("{not}({})", self.condition(other)),
            },
            Term::And(a, b) => format!("({}) {and} ({})", self.condition(a), self.condition(b)),
            other => format!("{} == 1", self.part(other)),
        }
    }
}
