//! Functions that round irrational numbers down, by integers alone.

use super::Lang;
use super::style::Style;

/// What is rounded down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rounded {
    /// x (p + q sqrt(d)) / r.
    Multiple,
    /// (a + b sqrt(d)) / r.
    Sum,
}

/// The function that rounds down, for r > 0, by integers alone: (a + b sqrt(d)) / r passes an integer only
/// where a + floor(b sqrt(d)) passes a multiple of r.
pub(super) fn rounded(what: Rounded, first: bool, style: &Style<'_>) -> String {
    let name = style.helper(what.name());
    // The bits of a root, and the type of numbers.
    let (high, of) = match (style.lang, style.word) {
        (Lang::Cpp, false) => (63, "Int"),
        (Lang::Cpp, true) => (31, "Int"),
        (Lang::Rust, false) => (63, "i128"),
        (Lang::Rust, true) => (31, "i64"),
        (Lang::Java | Lang::Python, _) => (31, "long"),
    };
    let (told, names) = match what {
        Rounded::Multiple => ("floor(x*(p + q*sqrt(d))/r)", &["x", "p", "q", "d", "r"][..]),
        Rounded::Sum => ("floor((a + b*sqrt(d))/r)", &["a", "b", "d", "r"][..]),
    };
    let list = |each: &dyn Fn(&str) -> String| {
        names.iter().map(|name| each(name)).collect::<Vec<_>>().join(", ")
    };
    let (typed, rust) =
        (list(&|name| format!("{of} {name}")), list(&|name| format!("{name}: {of}")));
    let sides = |open: &str, end: &str| match what {
        Rounded::Multiple => format!("    {open}a = x * p{end}\n    {open}b = x * q{end}\n"),
        Rounded::Sum => String::new(),
    };
    match style.lang {
        Lang::Cpp => format!(
            "// {told}: the root is found bit by bit.\nstatic Int {name}({typed}) {{\n{}    \
             const Int square = b * b * d;\n    Int root = 0;\n    \
             for (Int bit = Int(1) << {high}; bit > 0; bit /= 2) {{\n        \
             if (root + bit <= square / (root + bit)) root += bit;\n    }}\n    \
             const Int sum = b < 0 ? a - root - (root * root < square) : a + root;\n    \
             return sum / r - (sum % r < 0);\n}}\n",
            sides("const Int ", ";")
        ),
        Lang::Java => format!(
            "// {told}: the root is found bit by bit.\nstatic long {name}({typed}) {{\n{}    \
             long square = b * b * d;\n    long root = 0;\n    \
             for (long bit = 1L << {high}; bit > 0; bit /= 2) {{\n        \
             if (root + bit <= square / (root + bit)) root += bit;\n    }}\n    \
             long sum = b < 0 ? a - root - (root * root < square ? 1 : 0) : a + root;\n    \
             return Math.floorDiv(sum, r);\n}}\n",
            sides("long ", ";")
        ),
        Lang::Rust => format!(
            "// {told}: the root is found bit by bit.\nfn {name}({rust}) -> {of} {{\n{}    \
             let square = b * b * d;\n    let (mut root, mut bit): ({of}, {of}) = (0, 1 << {high});\n    \
             while bit > 0 {{\n        if root + bit <= square / (root + bit) {{\n            \
             root += bit;\n        }}\n        bit /= 2;\n    }}\n    if b < 0 {{\n        \
             root = -root - {of}::from(root * root < square);\n    }}\n    \
             (a + root).div_euclid(r)\n}}\n",
            sides("let ", ";")
        ),
        Lang::Python => {
            let import = if first { "from math import isqrt\n\n\n" } else { "" };
            let list = names.join(", ");
            format!(
                "{import}# {told}\ndef {name}({list}):\n{}    square = b * b * d\n    \
                 root = isqrt(square)\n    if b < 0:\n        \
                 root = -root - (root * root < square)\n    return (a + root) // r\n",
                sides("", "")
            )
        }
    }
}

impl Rounded {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Multiple => "floor_multiple",
            Self::Sum => "floor_sum",
        }
    }
}
