//! The frame of a function about the states of a family: its head with the parameters, its end.

use super::facts::Facts;
use super::lang::{Lang::*, array_type};
use super::print::Printer;
use crate::typed::{Code, Slot};

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
        Cpp => p.line(&format!("// {text}")),
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
