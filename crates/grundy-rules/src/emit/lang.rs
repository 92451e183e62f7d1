//! The programming languages.

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lang {
    /// C++17.
    Cpp,
    /// Rust, edition 2021.
    Rust,
    /// Python 3.8.
    Python,
}

impl Lang {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cpp, Self::Rust, Self::Python];
}

/// Sets of a program may have as many numbers together: they are written out.
pub const MAX_LISTED: usize = 10_000;

/// The type of an array.
pub(super) fn array_type(lang: Lang, len: usize) -> String {
    match lang {
        Lang::Cpp => format!("std::array<Int, {len}>"),
        Lang::Rust => format!("[i64; {len}]"),
        Lang::Python => String::new(),
    }
}
