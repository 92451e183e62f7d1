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
    /// Java 11.
    Java,
}

impl Lang {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Cpp, Self::Rust, Self::Python, Self::Java];
}

/// How functions are written in a language.
pub(super) trait Form: Copy {
    /// What begins a line of comment.
    fn comment(self) -> &'static str;

    /// A table of numbers with a name; its lines have up to 96 characters.
    fn table(self, name: &str, numbers: impl ExactSizeIterator<Item = i64>) -> String;
}

impl Form for Lang {
    fn comment(self) -> &'static str {
        match self {
            Self::Cpp | Self::Rust | Self::Java => "//",
            Self::Python => "#",
        }
    }

    fn table(self, name: &str, numbers: impl ExactSizeIterator<Item = i64>) -> String {
        let count = numbers.len();
        if self == Self::Java && count > MAX_JAVA {
            return parsed(name, numbers);
        }
        let long = |number: i64| self == Self::Java && i32::try_from(number).is_err();
        let list: Vec<String> =
            numbers.map(|n| format!("{n}{},", if long(n) { "L" } else { "" })).collect();
        let (open, close) = match self {
            Self::Cpp => (format!("static const long long {name}[{count}] = {{"), "};"),
            Self::Rust => (format!("static {name}: [i64; {count}] = ["), "];"),
            Self::Java => (format!("static final long[] {name} = {{"), "};"),
            Self::Python => (format!("{name} = ["), "]"),
        };
        let mut out = format!("{open}\n");
        for line in wrapped(&list.join(" "), 92) {
            let _ = writeln!(out, "    {line}");
        }
        out + close + "\n"
    }
}

/// Java makes tables by a method that may have 64 KiB; longer ones are texts that are read.
const MAX_JAVA: usize = 1000;

/// A long table in Java.
fn parsed(name: &str, numbers: impl Iterator<Item = i64>) -> String {
    let list: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let lines: Vec<String> =
        wrapped(&list.join(" "), 90).iter().map(|line| format!("    \"{line}\"")).collect();
    format!(
        "static final long[] {name} = java.util.Arrays.stream(String.join(\" \",\n{}\n).split(\" \"))\
         .mapToLong(Long::parseLong).toArray();\n",
        lines.join(",\n")
    )
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
