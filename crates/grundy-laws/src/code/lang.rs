//! The programming languages, and text that is wrapped.

use std::fmt::Write;

/// A programming language that laws are written in.
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

/// How functions are written in a language.
pub(super) trait Form: Copy {
    /// What begins a line of comment.
    fn comment(self) -> &'static str;

    /// Which numbers a function takes.
    fn range(self) -> &'static str;

    /// The line that begins the function, up to its body.
    fn signature(self, names: &[String], values: bool) -> String;

    /// A table of numbers with a name; its lines have up to 96 characters.
    fn table(self, name: &str, numbers: impl ExactSizeIterator<Item = i64>) -> String;
}

impl Form for Lang {
    fn comment(self) -> &'static str {
        match self {
            Self::Cpp | Self::Rust => "//",
            Self::Python => "#",
        }
    }

    fn range(self) -> &'static str {
        match self {
            Self::Cpp => "Arguments from 0 to 2^63 - 1; sums and products are made in 128 bits.",
            Self::Rust => "Arguments below 2^63; sums and products are made in 128 bits.",
            Self::Python => "Arguments are natural numbers of any size.",
        }
    }

    fn signature(self, names: &[String], values: bool) -> String {
        let name = if values { "grundy_value" } else { "is_p_position" };
        let each = |form: &dyn Fn(&String) -> String| {
            names.iter().map(form).collect::<Vec<_>>().join(", ")
        };
        match self {
            Self::Cpp => {
                let result = if values { "unsigned long long" } else { "bool" };
                format!("{result} {name}({}) {{", each(&|n| format!("unsigned long long {n}")))
            }
            Self::Rust => {
                let result = if values { "u64" } else { "bool" };
                format!("pub fn {name}({}) -> {result} {{", each(&|n| format!("{n}: u64")))
            }
            Self::Python => format!("def {name}({}):", each(&String::clone)),
        }
    }

    fn table(self, name: &str, numbers: impl ExactSizeIterator<Item = i64>) -> String {
        let count = numbers.len();
        let list: Vec<String> = numbers.map(|number| format!("{number},")).collect();
        let (open, close) = match self {
            Self::Cpp => (format!("static const long long {name}[{count}] = {{"), "};"),
            Self::Rust => (format!("static {name}: [i64; {count}] = ["), "];"),
            Self::Python => (format!("{name} = ["), "]"),
        };
        let mut out = format!("{open}\n");
        for line in wrapped(&list.join(" "), 92) {
            let _ = writeln!(out, "    {line}");
        }
        out + close + "\n"
    }
}

/// The words of a text in lines of at most so many characters; longer words are not broken.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push(String::new());
            used = 0;
        }
        let line = lines.last_mut().expect("there is a line");
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    lines
}
