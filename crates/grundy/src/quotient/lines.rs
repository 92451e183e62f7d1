//! Lists as lines of text.

use std::fmt::Write as _;

/// A list with a name in lines of bounded length.
pub(super) fn wrapped(text: &mut String, name: &str, list: &[String], between: &str) {
    let mut line = format!("{name}: ");
    for (i, word) in list.iter().enumerate() {
        let end = if i + 1 < list.len() { between.trim_end() } else { "" };
        if line.chars().count() + word.chars().count() + end.len() > 100 {
            _ = writeln!(text, "{}", line.trim_end());
            line = "  ".to_owned();
        }
        _ = write!(line, "{word}{end} ");
    }
    _ = writeln!(text, "{}", line.trim_end());
}
