//! From text to tokens.

use crate::error::{Kind, RuleError};
use crate::source::Source;
use grundy::syntax::Span;

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Name,
    /// A reserved word.
    Word(&'static str),
    /// Punctuation or an operator.
    Symbol(&'static str),
    Int(i64),
    /// Text in quotation marks, of either kind; the span has the marks too.
    Text,
    /// The end of a text.
    End,
}

/// Texts of more bytes than this are refused.
pub const MAX_LENGTH: usize = 1 << 20;

/// Words that cannot be names.
pub const WORDS: [&str; 18] = [
    "const", "for", "in", "let", "if", "then", "else", "where", "while", "var", "move", "wins",
    "step", "and", "or", "not", "true", "false",
];

/// Longer symbols before their beginnings.
const SYMBOLS: [&str; 33] = [
    "..=", "..<", "->?", "..", "->", "==", "!=", "<=", ">=", "<<", ">>", ":=", "(", ")", "[", "]",
    "{", "}", ",", "+", "-", "*", "/", "%", "&", "|", "^", "~", "<", ">", "=", "?", ":",
];

/// What people write out of habit, and what it is here.
const HABITS: [(&str, &str); 34] = [
    ("//", "comments begin with #; division that rounds down is written /"),
    ("/*", "comments begin with # and end with the line"),
    ("&&", "write: and"),
    ("||", "write: or"),
    ("**", "there are no powers: write a product, or 1 << k for a power of two"),
    ("+=", "write: x = x + …"),
    ("-=", "write: x = x - …"),
    ("*=", "write: x = x * …"),
    ("/=", "write: x = x / …"),
    ("^=", "write: x = x ^ …"),
    ("&=", "write: x = x & …"),
    ("|=", "write: x = x | …"),
    ("++", "write: x = x + 1"),
    ("--", "write: x = x - 1"),
    ("=>", "write: ->"),
    ("=<", "write: <="),
    ("<>", "write: !="),
    ("!", "write: not"),
    (".", "numbers are whole"),
    (";", "nothing separates statements or rules: leave it out; a loop is written for k in 1..=n"),
    ("→", "write: ->"),
    ("≤", "write: <="),
    ("≥", "write: >="),
    ("≠", "write: !="),
    ("⊕", "write: ^ (exclusive or)"),
    ("−", "write: -"),
    ("–", "write: -"),
    ("×", "write: *"),
    ("·", "write: *"),
    ("÷", "write: /"),
    ("∧", "write: and"),
    ("∨", "write: or"),
    ("¬", "write: not"),
    ("∈", "write: in"),
];

/// Splits a stretch of `source`; no end is added.
pub(crate) fn tokens_in(source: &Source, part: Span) -> Result<Vec<Token>, RuleError> {
    let mut lexer = Lexer { text: source.text(part), start: part.start, at: 0 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next()? {
        tokens.push(token);
    }
    Ok(tokens)
}

/// Splits every text of `source`; each ends with [`TokenKind::End`].
pub(crate) fn tokens(source: &Source) -> Result<Vec<Token>, RuleError> {
    let mut tokens = Vec::new();
    for part in source.parts() {
        if source.len() > MAX_LENGTH {
            return Err(RuleError::new(
                Kind::Size,
                "the rules are too long",
                Span::new(part.start, part.start),
            )
            .help(format!("up to {MAX_LENGTH} bytes are read")));
        }
        tokens.extend(tokens_in(source, part)?);
        tokens.push(Token { kind: TokenKind::End, span: Span::new(part.end, part.end) });
    }
    Ok(tokens)
}

struct Lexer<'a> {
    text: &'a str,
    /// Where the text starts in the source.
    start: usize,
    at: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn span(&self, len: usize) -> Span {
        Span::new(self.start + self.at, self.start + self.at + len)
    }

    fn error(&self, message: impl Into<String>, len: usize) -> RuleError {
        RuleError::new(Kind::Parse, message, self.span(len))
    }

    fn token(&mut self, kind: TokenKind, len: usize) -> Token {
        let span = self.span(len);
        self.at += len;
        Token { kind, span }
    }

    fn next(&mut self) -> Result<Option<Token>, RuleError> {
        loop {
            let rest = self.rest();
            let Some(first) = rest.chars().next() else { return Ok(None) };
            if first.is_whitespace() || self.at == 0 && first == '\u{feff}' {
                self.at += first.len_utf8();
            } else if first == '#' {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if first.is_ascii_alphabetic() || first == '_' {
                let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let len = rest.find(|c| !word(c)).unwrap_or(rest.len());
                let reserved = WORDS.iter().find(|&&word| word == &rest[..len]);
                let kind = reserved.map_or(TokenKind::Name, |word| TokenKind::Word(word));
                return Ok(Some(self.token(kind, len)));
            } else if first.is_ascii_digit() {
                return self.number().map(Some);
            } else if first == '"' || first == '\'' {
                return self.quoted(first).map(Some);
            } else {
                return self.symbol(first).map(Some);
            }
        }
    }

    fn number(&mut self) -> Result<Token, RuleError> {
        let rest = self.rest();
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let len = rest.find(|c| !word(c)).unwrap_or(rest.len());
        let text = &rest[..len];
        let (digits, radix) = match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
            (Some(digits), _) => (digits, 16),
            (_, Some(digits)) => (digits, 2),
            (None, None) => (text, 10),
        };
        if digits.is_empty() || digits.ends_with('_') || digits.contains("__") {
            return Err(self.error("'_' stands only between digits", len));
        }
        if let Some(bad) = digits.chars().find(|&c| c != '_' && !c.is_digit(radix)) {
            let error = self.error(format!("{bad:?} is not a digit"), len);
            return Err(
                error.help("numbers are written 1_000, 0xff or 0b101; a product needs its *")
            );
        }
        let plain: String = digits.chars().filter(|&c| c != '_').collect();
        match i64::from_str_radix(&plain, radix) {
            Ok(value) => Ok(self.token(TokenKind::Int(value), len)),
            Err(_) => Err(self
                .error("this number is too large", len)
                .help("numbers reach from -2^63 to 2^63 - 1")),
        }
    }

    fn quoted(&mut self, mark: char) -> Result<Token, RuleError> {
        let inner = &self.rest()[mark.len_utf8()..];
        match inner.find([mark, '\n']) {
            Some(len) if inner[len..].starts_with(mark) => Ok(self.token(TokenKind::Text, len + 2)),
            _ => Err(self
                .error("this text is never closed", mark.len_utf8())
                .help(format!("a text ends in its line, with the mark it begins with: {mark}"))),
        }
    }

    fn symbol(&mut self, first: char) -> Result<Token, RuleError> {
        let rest = self.rest();
        // `top!(n-1)`: a position that must be answered.
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let before = self.at.checked_sub(1).and_then(|at| self.text.as_bytes().get(at));
        let behind_name = before.is_some_and(word);
        let behind_value = behind_name || before == Some(&b')');
        if rest.starts_with("!(") && behind_name {
            return Ok(self.token(TokenKind::Symbol("!"), 1));
        }
        let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
        if let Some((habit, help)) = HABITS.iter().find(|(habit, _)| rest.starts_with(habit)) {
            // `a --b` and `n-->…` are no habits, but nor are they worth a rule of their own.
            if symbol.is_none_or(|symbol| symbol.len() < habit.len()) {
                let ahead = rest.as_bytes().get(habit.len());
                let help = match *habit {
                    "--" if behind_value && ahead.is_some_and(word) => {
                        "minus a negative number is written n + 1, or n - (-1)"
                    }
                    "!" if behind_value => "there are no factorials; a condition is negated by not",
                    _ => *help,
                };
                return Err(self
                    .error(format!("{habit:?} is not written here"), habit.len())
                    .help(help));
            }
        }
        if let Some(symbol) = symbol {
            return Ok(self.token(TokenKind::Symbol(symbol), symbol.len()));
        }
        let error = self.error(format!("{first:?} means nothing here"), first.len_utf8());
        Err(if first.is_alphabetic() {
            error.help("names are made of the letters a to z, A to Z, digits and _")
        } else {
            error
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Result<Vec<TokenKind>, RuleError> {
        Ok(tokens(&Source::new("t", text))?.into_iter().map(|token| token.kind).collect())
    }

    #[test]
    fn text_is_split_into_the_longest_tokens() {
        use TokenKind::*;
        assert_eq!(
            kinds("S(n)->?S(0x1F..=1_0)# end\nfor 0b1_01").unwrap(),
            [
                Name,
                Symbol("("),
                Name,
                Symbol(")"),
                Symbol("->?"),
                Name,
                Symbol("("),
                Int(31),
                Symbol("..="),
                Int(10),
                Symbol(")"),
                Word("for"),
                Int(5),
                End
            ]
        );
    }

    #[test]
    fn habits_get_advice() {
        for (text, advice) in
            [("a // b", "#"), ("a && b", "and"), ("x += 1", "x = x"), ("a ≤ b", "<=")]
        {
            let error = kinds(text).unwrap_err();
            assert!(error.help.as_ref().unwrap().contains(advice), "{error:?}");
        }
        let wrong =
            ["1__0", "0x", "0b", "0b12", "12a", "99999999999999999999", "é", "$", "\"a", "'a\n'"];
        for text in wrong {
            assert!(kinds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn texts_end_with_the_mark_they_begin_with() {
        assert_eq!(
            kinds("\"it's\" 'a'").unwrap(),
            [TokenKind::Text, TokenKind::Text, TokenKind::End]
        );
    }

    #[test]
    fn all_symbols_are_found() {
        for symbol in SYMBOLS {
            assert_eq!(kinds(symbol).unwrap()[0], TokenKind::Symbol(symbol));
        }
    }
}
