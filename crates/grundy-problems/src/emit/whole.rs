//! The whole program: what it is about, functions, and main.

use super::printer::Printer;
use super::{cpp, java, python, rust};
use grundy_rules::emit::Lang;

/// The whole program.
pub(super) fn whole(p: &Printer<'_>, heading: &[String], functions: &str, main: &str) -> String {
    let sign = if p.lang == Lang::Python { "#" } else { "//" };
    let mut text: String = heading.iter().map(|line| format!("{sign} {line}\n")).collect();
    text.push('\n');
    match p.lang {
        Lang::Cpp => cpp::program(p, &mut text, functions, main),
        Lang::Rust => rust::program(p, &mut text, functions, main),
        Lang::Python => python::program(p, &mut text, functions, main),
        Lang::Java => java::program(p, &mut text, functions, main),
    }
    let mut gaps = text.replace("\n\n\n\n", "\n\n\n");
    if p.lang != Lang::Python {
        while gaps.contains("\n\n\n") {
            gaps = gaps.replace("\n\n\n", "\n\n");
        }
    }
    gaps
}
