//! The programming languages.

use std::collections::BTreeSet;

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lang {
    /// C++17.
    Cpp,
    /// Rust, edition 2021.
    Rust,
    /// Python 3.8.
    Python,
    /// Java 11.
    Java,
}

impl Lang {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Cpp, Self::Rust, Self::Python, Self::Java];

    /// The lines that import these: headers in C++, paths in Rust, modules or their functions in
    /// Python; each once, ascending.
    ///
    /// ```
    /// use grundy_rules::emit::Lang;
    /// let lines = Lang::Python.imports(["sys", "math.isqrt", "sys"]);
    /// assert_eq!(lines, "from math import isqrt\nimport sys\n");
    /// ```
    pub fn imports<'i>(self, names: impl IntoIterator<Item = &'i str>) -> String {
        let names: BTreeSet<&str> = names.into_iter().collect();
        let line = |name: &str| match (self, name.rsplit_once('.')) {
            (Self::Cpp, _) => format!("#include <{name}>\n"),
            (Self::Rust, _) => format!("use {name};\n"),
            (Self::Java, _) => format!("import {name};\n"),
            (Self::Python, None) => format!("import {name}\n"),
            (Self::Python, Some((module, name))) => format!("from {module} import {name}\n"),
        };
        names.into_iter().map(line).collect()
    }
}

/// Sets of a program may have as many numbers together: they are written out.
pub const MAX_LISTED: usize = 10_000;

/// The type of an array.
pub(super) fn array_type(lang: Lang, len: usize) -> String {
    match lang {
        Lang::Cpp => format!("std::array<Int, {len}>"),
        Lang::Rust => format!("[i64; {len}]"),
        Lang::Python => String::new(),
        Lang::Java => "long[]".to_owned(),
    }
}
