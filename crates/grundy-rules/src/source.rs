//! Rule texts: files and texts typed, laid end to end so that one span says where.

use grundy::syntax::Span;
use std::ops::Range;

/// Rule texts, each with a name; they make one program.
///
/// ```
/// use grundy_rules::source::Source;
/// let mut source = Source::default();
/// source.add("nim.rules", "S(n) -> S(n-1) if n > 0\n");
/// assert_eq!(source.text(source.parts().next().unwrap()), "S(n) -> S(n-1) if n > 0\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Source {
    text: String,
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
struct Part {
    name: String,
    range: Range<usize>,
}

/// Where something stands, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The name of the text.
    pub name: &'a str,
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
    /// The line itself.
    pub text: &'a str,
}

impl Source {
    /// One text.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        let mut source = Self::default();
        source.add(name, text);
        source
    }

    /// Appends a text; spans count from the start of the first.
    pub fn add(&mut self, name: impl Into<String>, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.parts.push(Part { name: name.into(), range: start..self.text.len() });
        self.text.push('\n');
    }

    /// How many bytes all texts have.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The names of the texts.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| &*part.name)
    }

    /// Where each text stands.
    pub fn parts(&self) -> impl Iterator<Item = Span> {
        self.parts.iter().map(|part| Span::new(part.range.start, part.range.end))
    }

    /// What a span covers.
    pub fn text(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// File, line and column of the start of a span.
    pub fn place(&self, span: Span) -> Option<Place<'_>> {
        let at = span.start;
        let part = self.parts.iter().rfind(|part| part.range.start <= at)?;
        let at = at.min(part.range.end);
        let before = self.text.get(part.range.start..at)?;
        let line_start = part.range.start + before.rfind('\n').map_or(0, |i| i + 1);
        let rest = &self.text[line_start..part.range.end];
        let text = rest.split('\n').next().unwrap_or("").trim_end_matches('\r');
        Some(Place {
            name: &part.name,
            line: before.matches('\n').count() + 1,
            column: self.text[line_start..at].chars().count() + 1,
            text,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_in_each_text() {
        let mut source = Source::new("a", "é(\nx");
        source.add("b", "yz");
        let place = |start| {
            let place = source.place(Span::new(start, start + 1)).unwrap();
            (place.name, place.line, place.column, place.text)
        };
        assert_eq!(place(2), ("a", 1, 2, "é("));
        assert_eq!(place(4), ("a", 2, 1, "x"));
        assert_eq!(place(7), ("b", 1, 2, "yz"));
        assert_eq!(place(99), ("b", 1, 3, "yz"));
    }
}
