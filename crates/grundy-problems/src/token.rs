//! From text to tokens.

use grundy::syntax::Span;
use grundy_rules::error::{Kind, RuleError};

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Name,
    /// Punctuation or an operator.
    Symbol(&'static str),
    /// A number, or the code of a character between single quotation marks.
    Int(i64),
    /// Text in double quotation marks; the span has the marks too.
    Text,
}

/// Longer symbols before their beginnings.
const SYMBOLS: [&str; 28] = [
    "..=", "..<", "==", "!=", "<=", ">=", "<<", ">>", "(", ")", "[", "]", ",", "+", "-", "*", "/",
    "%", "&", "|", "^", "~", "<", ">", "=", ":", "{", "}",
];

/// What people write out of habit, and what it is here.
const HABITS: [(&str, &str); 12] = [
    ("..", "write a..=b with the end, or a..<b without it"),
    ("//", "comments begin with #; division that rounds down is written /"),
    ("&&", "write: and"),
    ("||", "write: or"),
    ("**", "there are no powers: write a product, or 1 << k for a power of two"),
    ("+=", "nothing is changed but by `update:`"),
    ("->", "arrows belong into `rules:`"),
    ("=>", "write: >="),
    ("<>", "write: !="),
    ("!", "write: not"),
    ("?", "write: if … then … else …"),
    (";", "what comes next has a comma before it, or a line of its own"),
];

/// Splits `text`, which stands at `start` in its source; what follows a `#` is a comment.
pub(crate) fn tokens(text: &str, start: usize) -> Result<Vec<Token>, RuleError> {
    let mut lexer = Lexer { text, start, at: 0 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next()? {
        tokens.push(token);
    }
    Ok(tokens)
}

struct Lexer<'a> {
    text: &'a str,
    start: usize,
    at: usize,
}

impl Lexer<'_> {
    fn error(&self, message: impl Into<String>, len: usize) -> RuleError {
        let span = Span::new(self.start + self.at, self.start + self.at + len);
        RuleError::new(Kind::Parse, message, span)
    }

    fn next(&mut self) -> Result<Option<Token>, RuleError> {
        loop {
            let rest = &self.text[self.at..];
            let Some(first) = rest.chars().next() else { return Ok(None) };
            if first.is_whitespace() {
                self.at += first.len_utf8();
            } else if first == '#' {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else {
                let (kind, len) = self.kind(rest, first)?;
                let from = self.start + self.at;
                self.at += len;
                return Ok(Some(Token { kind, span: Span::new(from, from + len) }));
            }
        }
    }

    fn kind(&self, rest: &str, first: char) -> Result<(TokenKind, usize), RuleError> {
        if first.is_ascii_alphabetic() || first == '_' {
            let end = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
            return Ok((TokenKind::Name, rest.find(end).unwrap_or(rest.len())));
        }
        if first.is_ascii_digit() {
            return self.number(rest);
        }
        if first == '\'' {
            let mut chars = rest[1..].chars();
            return match (chars.next(), chars.next()) {
                (Some(c), Some('\'')) if c != '\'' => {
                    Ok((TokenKind::Int(i64::from(u32::from(c))), 2 + c.len_utf8()))
                }
                _ => Err(self
                    .error("between single quotation marks stands one character", 1)
                    .help("write 'a' for its code, or \"text\" for a text")),
            };
        }
        if first == '"' {
            let line = &rest[1..][..rest[1..].find('\n').unwrap_or(rest.len() - 1)];
            let Some(len) = line.find('"') else {
                return Err(self
                    .error("this text has no end", 1)
                    .help("close it with \" in the same line"));
            };
            return Ok((TokenKind::Text, len + 2));
        }
        if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            let habit = HABITS
                .iter()
                .find(|(habit, _)| rest.starts_with(habit) && habit.len() > symbol.len());
            return match habit {
                Some((habit, help)) => Err(self
                    .error(format!("'{habit}' means nothing here"), habit.len())
                    .help(*help)),
                None => Ok((TokenKind::Symbol(symbol), symbol.len())),
            };
        }
        match HABITS.iter().find(|(habit, _)| rest.starts_with(habit)) {
            Some((habit, help)) => {
                Err(self.error(format!("'{habit}' means nothing here"), habit.len()).help(*help))
            }
            None => Err(self
                .error(format!("'{}' means nothing here", first.escape_debug()), first.len_utf8())),
        }
    }

    fn number(&self, rest: &str) -> Result<(TokenKind, usize), RuleError> {
        let end = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        let len = rest.find(end).unwrap_or(rest.len());
        let digits = rest[..len].replace('_', "");
        let value = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
            (Some(hex), _) => i64::from_str_radix(hex, 16),
            (_, Some(bits)) => i64::from_str_radix(bits, 2),
            _ => digits.parse(),
        };
        match value {
            Ok(value) => Ok((TokenKind::Int(value), len)),
            Err(_) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Err(self
                .error("this number is too large", len)
                .help("numbers reach up to 2^63 - 1")),
            Err(_) => Err(self
                .error("this is neither a number nor a name", len)
                .help("a product is written with *: 2*n")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        tokens(text, 0).unwrap().into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn text_is_split() {
        use TokenKind::{Int, Name, Symbol, Text};
        assert_eq!(
            kinds("T * (n, h[n]) # comment\n 'a' 1_000 0x1f \"x y\" 1..=3"),
            [
                Name,
                Symbol("*"),
                Symbol("("),
                Name,
                Symbol(","),
                Name,
                Symbol("["),
                Name,
                Symbol("]"),
                Symbol(")"),
                Int(97),
                Int(1000),
                Int(31),
                Text,
                Int(1),
                Symbol("..="),
                Int(3)
            ]
        );
    }

    #[test]
    fn habits_are_answered() {
        for (text, help) in [
            ("1..3", "..="),
            ("a && b", "and"),
            ("a != !b", "not"),
            ("2n", "2*n"),
            ("'ab'", "'a'"),
            ("\"a", "close it"),
            ("a // b", "rounds down"),
            ("99999999999999999999", "2^63"),
        ] {
            let error = tokens(text, 0).unwrap_err();
            assert!(error.help.as_deref().unwrap_or("").contains(help), "{text}: {error:?}");
        }
    }
}
