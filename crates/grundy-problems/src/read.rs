//! From a text to a problem.

use crate::lower;
use crate::parse;
use crate::problem::Problem;
use grundy_rules::error::RuleError;
use grundy_rules::source::Source;
use grundy_rules::typed::Program;
use std::sync::Arc;

impl Problem {
    /// Reads and checks a problem file; `name` is what errors call it.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place in the source that is returned with it.
    ///
    /// ```
    /// use grundy_problems::Problem;
    /// let text = "title: Nim\ninput: n, h[n]\nvalue: xor(h)\nprint: Yes / No\n";
    /// assert_eq!(Problem::read("nim.problem", text)?.title, "Nim");
    /// let error = Problem::read("nim.problem", "titel: Nim").unwrap_err();
    /// assert!(error.to_string().starts_with("nim.problem:1:1: there is no key \"titel\""));
    /// # Ok::<(), grundy_problems::Wrong>(())
    /// ```
    pub fn read(name: &str, text: &str) -> Result<Self, Wrong> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let source = Arc::new(Source::new(name, text));
        let wrong = |error: RuleError| Wrong { text: error.render(&source) };
        if text.len() > MAX_LENGTH {
            return Err(Wrong { text: format!("{name}: up to {MAX_LENGTH} bytes are read") });
        }
        let file = parse::file(&source).map_err(wrong)?;
        let rules = match file.rules {
            None => None,
            Some(span) => {
                // Rules keep their lines and columns, so that errors point into the file.
                let mut alone = text[..span.start].chars().map(blank).collect::<String>();
                alone.push_str(&text[span.start..span.end]);
                let rules = Source::new(name, &alone);
                let program = Program::read(rules.clone())
                    .and_then(|program| program.check_ends("judge").map(|()| program))
                    .and_then(|program| program.check_free("judge").map(|()| program))
                    .map_err(|error| Wrong { text: error.render(&rules) })?;
                Some(program)
            }
        };
        lower::problem(&file, source.clone(), rules).map_err(wrong)
    }
}

const fn blank(c: char) -> char {
    if c == '\n' { '\n' } else { ' ' }
}

/// A problem file longer than this is refused.
const MAX_LENGTH: usize = 1 << 20;

/// What is wrong with a problem file: place, message, line with a caret, help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    text: String,
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Wrong {}
