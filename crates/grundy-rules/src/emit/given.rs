//! Whole programs around a function that is given, such as a law: no table is filled, nothing searched.

use super::functions::{Functions, Main, indented, insides};
use super::heading;
use super::lang::Lang::{self, *};
use super::order::{Order, Way};
use super::parts::Parts;
use super::plan::Plan;
use super::print::{Calls, Printer};
use crate::error::RuleError;
use crate::typed::Program;

/// The functions and what `main` prints.
pub(super) fn around(
    program: &Program,
    family: usize,
    lang: Lang,
    reserved: &[&str],
    given: &Functions,
    main: Main<'_>,
) -> Result<(Functions, String), RuleError> {
    let families = vec![family];
    let plan =
        Plan { program, main: family, families, limits: Vec::new(), wins: false, same: false };
    let order = Order { ways: vec![Way::Direct(0)], groups: Vec::new() };
    let parts = Parts {
        searched: Vec::new(),
        tagged: false,
        words: 0,
        dense: false,
        asked: vec![true],
        checked: vec![false],
        lists: false,
        listed: Vec::new(),
    };
    let mut printer = Printer::new(&plan, lang);
    let p = &mut printer;
    p.given = true;
    p.names.reserve(reserved);
    let grundy = given.values.first().cloned().unwrap_or_default();
    p.names.reserve(&[&grundy]);
    let name = if lang == Rust {
        plan.family().name.to_lowercase()
    } else {
        plan.family().name.to_string()
    };
    let inside = p.names.global(&format!("inside_{name}"));
    p.calls.push(Calls {
        table: String::new(),
        fill: String::new(),
        value: String::new(),
        grundy,
        look: String::new(),
        inside,
        options: String::new(),
        searched: false,
    });
    main(p);
    let main = std::mem::take(&mut p.lines).text().to_owned();
    insides(p, &main);
    let insides = std::mem::take(&mut p.lines).text().to_owned();
    let head = heading::head(p, &parts, &order, &insides, &given.text);
    let gap = if lang == Python { "\n\n\n" } else { "\n\n" };
    let mut text = format!("{}{gap}{}\n", head.trim_end(), given.text.trim_end());
    if head.trim_end().is_empty() {
        text = text.trim_start().to_owned();
    }
    if lang == Python && text.starts_with("def ") {
        text.insert(0, '\n');
    }
    if lang == Java {
        text = indented(&text);
    }
    let imports = heading::imports(p, &text);
    let functions = Functions { imports, text: printer.finish(text)?, ..given.clone() };
    Ok((functions, main))
}
