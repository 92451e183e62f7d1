//! The whole program: what it is about, functions, and main.

use super::printer::{Printer, Tongue};
use super::{cpp, java, python, rust};

/// The whole program.
pub(super) fn whole(p: &Printer<'_>, heading: &[String], functions: &str, main: &str) -> String {
    let sign = if p.tongue == Tongue::Python { "#" } else { "//" };
    let mut text: String = heading.iter().map(|line| format!("{sign} {line}\n")).collect();
    text.push('\n');
    match p.tongue {
        Tongue::Cpp => cpp::program(p, &mut text, functions, main),
        Tongue::Rust => rust::program(p, &mut text, functions, main),
        Tongue::Python => python::program(p, &mut text, functions, main),
        Tongue::Java => java::program(p, &mut text, functions, main),
    }
    let mut gaps = text.replace("\n\n\n\n", "\n\n\n");
    if p.tongue != Tongue::Python {
        while gaps.contains("\n\n\n") {
            gaps = gaps.replace("\n\n\n", "\n\n");
        }
    }
    gaps
}
