//! The frame of a function about the states of a family: its head with the parameters, its end.

use super::facts::Facts;
use super::lang::{Lang, Lang::*, array_type};
use super::print::Printer;
use crate::typed::{Code, Family, Param, Slot};

/// What a function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gives {
    /// A value.
    Value,
    /// A condition.
    Bool,
    /// A list of moves.
    Options,
}

/// Whether some rule reads a variable.
pub(super) fn is_read(codes: &[Code], slot: Slot) -> bool {
    codes.iter().any(|code| Facts::of(code).is_read(slot))
}

/// The parameters of a family by name and type, those that are not used without a name.
pub(super) fn parameters(
    p: &mut Printer<'_>,
    place: usize,
    used: &dyn Fn(Slot) -> bool,
) -> Vec<String> {
    let plan = p.plan;
    let family = &plan.program.families[plan.families[place]];
    let mut texts = Vec::with_capacity(family.params.len());
    for param in &family.params {
        let name = p.names.local(&param.name);
        p.names.bind(param.slot, name.clone());
        let used = used(param.slot);
        texts.push(match (p.lang, param.len) {
            (Python, _) => name,
            (Cpp, None) if used => format!("Int {name}"),
            (Cpp, None) => "Int".to_owned(),
            (Cpp, Some(len)) if used => format!("const {}& {name}", array_type(Cpp, len)),
            (Cpp, Some(len)) => format!("const {}&", array_type(Cpp, len)),
            (Java, None) => format!("long {name}"),
            (Java, Some(_)) => format!("long[] {name}"),
            (Rust, len) => {
                let of = len.map_or("i64".to_owned(), |len| array_type(Rust, len));
                format!("{}: {of}", if used { &name } else { "_" })
            }
        });
    }
    texts
}

/// Opens a function; what is returned closes it.
pub(super) fn open(
    p: &mut Printer<'_>,
    place: usize,
    name: &str,
    gives: Gives,
    used: &dyn Fn(Slot) -> bool,
) -> usize {
    let mark = p.names.enter();
    let mut parameters = parameters(p, place, used);
    if p.lang == Rust && gives != Gives::Bool {
        parameters.insert(0, "&mut self".to_owned());
    }
    let list = parameters.join(", ");
    p.open(&match (p.lang, gives) {
        (Python, _) => format!("def {name}({list})"),
        (Cpp, Gives::Value) => format!("int {name}({list})"),
        (Cpp, Gives::Bool) => format!("bool {name}({list})"),
        (Cpp, Gives::Options) => format!("Options {name}({list})"),
        (Java, Gives::Value) => format!("static int {name}({list})"),
        (Java, Gives::Bool) => format!("static boolean {name}({list})"),
        (Java, Gives::Options) => format!("static TreeSet<Option> {name}({list})"),
        (Rust, Gives::Value) => format!("fn {name}({list}) -> i32"),
        (Rust, Gives::Bool) => format!("fn {name}({list}) -> bool"),
        (Rust, Gives::Options) => format!("fn {name}({list}) -> Options"),
    });
    mark
}

/// Closes a function.
pub(super) fn close(p: &mut Printer<'_>, mark: usize) {
    p.close();
    gap(p);
    p.names.leave(mark);
}

/// What stands between functions.
pub(super) fn gap(p: &mut Printer<'_>) {
    p.gap();
    if p.lang == Python {
        p.gap();
    }
}

/// What a function does, in front of it.
pub(super) fn comment(p: &mut Printer<'_>, text: &str) {
    match p.lang {
        Cpp | Java => p.line(&format!("// {text}")),
        Rust => p.line(&format!("/// {text}")),
        Python => {}
    }
}

/// The same where it stands in it.
pub(super) fn document(p: &mut Printer<'_>, text: &str) {
    if p.lang == Python {
        p.line(&format!("\"\"\"{text}\"\"\""));
    }
}

/// The names of a family's parameters, which are bound.
pub(super) fn names(p: &Printer<'_>, place: usize) -> Vec<String> {
    let family = &p.plan.program.families[p.plan.families[place]];
    family.params.iter().map(|param| p.names.of(param.slot)).collect()
}

/// A parameter of a state that is a list of numbers, the first of which is at `at`.
fn unpacked(lang: Lang, param: &Param, at: usize, of: &str) -> String {
    let item =
        |i: usize| if lang == Java { format!("{of}.get({i})") } else { format!("{of}[{i}]") };
    let Some(len) = param.len else { return item(at) };
    let items: Vec<String> = (at..at + len).map(item).collect();
    match lang {
        Cpp => format!("{{{}}}", items.join(", ")),
        Rust => format!("[{}]", items.join(", ")),
        Java => format!("new long[] {{{}}}", items.join(", ")),
        Python => format!("{of}[{at}:{}]", at + len),
    }
}

/// All parameters of a family's states.
pub(super) fn unpacked_all(lang: Lang, family: &Family, from: usize, of: &str) -> String {
    let texts: Vec<String> = family
        .params
        .iter()
        .map(|param| unpacked(lang, param, from + param.slot as usize, of))
        .collect();
    texts.join(", ")
}
