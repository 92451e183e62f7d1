//! How a function is called, and what its numbers are.

use super::Lang;

/// How a function is called, and what its numbers are.
pub(super) struct Style<'s> {
    pub lang: Lang,
    /// Its name.
    pub name: &'s str,
    /// What stands behind all other names at the margin, so that several functions stand in one program.
    pub tail: &'s str,
    /// Whether the value is computed; else whether a position is a P-position.
    pub values: bool,
    /// Whether numbers are words of 64 bits with sign, everywhere: the type `Int` of submissions in C++.
    /// Else arguments have 64 bits, and sums and products are made in 128 bits where there are such.
    pub word: bool,
}

impl Style<'_> {
    /// The type of an argument.
    pub fn argument(&self) -> &'static str {
        match (self.lang, self.word) {
            (Lang::Cpp, false) => "unsigned long long",
            (Lang::Cpp, true) => "Int",
            (Lang::Rust, false) => "u64",
            (Lang::Rust, true) => "i64",
            (Lang::Java, _) => "long",
            (Lang::Python, _) => "",
        }
    }

    /// What stands for no value.
    pub fn none(&self) -> &'static str {
        match (self.lang, self.word) {
            (Lang::Cpp, false) => "~0ULL",
            (Lang::Rust, false) => "u64::MAX",
            (Lang::Python, _) => "None",
            _ => "-1",
        }
    }

    /// The line that begins the function, up to its body.
    pub fn signature(&self, names: &[String]) -> String {
        let used = vec![true; names.len()];
        self.signature_of(names, &used)
    }

    /// The same where some arguments are not used.
    pub fn signature_of(&self, names: &[String], used: &[bool]) -> String {
        let of = self.argument();
        let each = names.iter().zip(used).map(|(name, used)| match self.lang {
            Lang::Cpp if !used => of.to_owned(),
            Lang::Cpp | Lang::Java => format!("{of} {name}"),
            Lang::Rust if !used => format!("_{name}: {of}"),
            Lang::Rust => format!("{name}: {of}"),
            Lang::Python => name.clone(),
        });
        let (name, list) = (self.name, each.collect::<Vec<_>>().join(", "));
        let result = match (self.lang, self.values) {
            (Lang::Java, false) => "boolean",
            (_, false) => "bool",
            (_, true) => of,
        };
        match self.lang {
            Lang::Cpp => format!("{result} {name}({list}) {{"),
            Lang::Rust => {
                let open = if self.word { "" } else { "pub " };
                format!("{open}fn {name}({list}) -> {result} {{")
            }
            Lang::Java => format!("static {result} {name}({list}) {{"),
            Lang::Python => format!("def {name}({list}):"),
        }
    }

    /// The name of a table.
    pub fn constant(&self, name: &str) -> String {
        match self.lang {
            Lang::Rust => format!("{name}{}", self.tail.to_uppercase()),
            _ => format!("{name}{}", self.tail),
        }
    }

    /// The name of a function beside the function.
    pub fn helper(&self, name: &str) -> String {
        match self.lang {
            Lang::Rust => format!("{name}{}", self.tail.to_lowercase()),
            _ => format!("{name}{}", self.tail),
        }
    }
}
