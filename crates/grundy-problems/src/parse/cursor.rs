//! Going through tokens.

use crate::parse::words::WORDS;
use crate::token::{Token, TokenKind, tokens};
use grundy::syntax::Span;
use grundy_rules::error::{Kind, RuleError};
use grundy_rules::source::Source;

/// The tokens of a stretch of a source, read from front to back.
pub(crate) struct Cursor<'s> {
    source: &'s Source,
    tokens: Vec<Token>,
    at: usize,
    end: usize,
    pub(crate) depth: usize,
}

impl<'s> Cursor<'s> {
    pub(crate) fn new(source: &'s Source, part: Span) -> Result<Self, RuleError> {
        let tokens = tokens(source.text(part), part.start)?;
        let end = tokens.last().map_or(part.start, |token| token.span.end);
        Ok(Self { source, tokens, at: 0, end, depth: 0 })
    }

    pub(crate) fn text(&self, span: Span) -> &'s str {
        self.source.text(span)
    }

    pub(crate) fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    /// The token after the next one.
    pub(crate) fn second(&self) -> Option<Token> {
        self.tokens.get(self.at + 1).copied()
    }

    /// Where the next token stands.
    pub(crate) fn here(&self) -> Span {
        self.peek().map_or(Span::new(self.end, self.end), |token| token.span)
    }

    /// Passes the next token; where it stands.
    pub(crate) fn skip(&mut self) -> Span {
        let here = self.here();
        self.at += 1;
        here
    }

    pub(crate) fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), Some(Token { kind: TokenKind::Symbol(s), .. }) if s == symbol)
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.peek()
            .is_some_and(|token| token.kind == TokenKind::Name && self.text(token.span) == word)
    }

    /// Passes this word if it comes next.
    pub(crate) fn word(&mut self, word: &str) -> Option<Span> {
        self.is_word(word).then(|| self.skip())
    }

    pub(crate) fn expect(&mut self, symbol: &str) -> Result<Span, RuleError> {
        match self.is_symbol(symbol) {
            true => Ok(self.skip()),
            false => Err(self.expected(&format!("'{symbol}'"))),
        }
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> Result<Span, RuleError> {
        match self.word(word) {
            Some(span) => Ok(span),
            None => Err(self.expected(&format!("'{word}'"))),
        }
    }

    pub(crate) fn name(&mut self, what: &str) -> Result<Span, RuleError> {
        match self.peek() {
            Some(Token { kind: TokenKind::Name, span }) if !WORDS.contains(&self.text(span)) => {
                Ok(self.skip())
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Nothing may follow.
    pub(crate) fn end(&self) -> Result<(), RuleError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("the end of this part of the file")),
        }
    }

    pub(crate) fn expected(&self, what: &str) -> RuleError {
        let here = self.here();
        let found = match self.peek() {
            Some(_) => format!("found \"{}\"", self.text(here)),
            None => "but here it ends".to_owned(),
        };
        RuleError::new(Kind::Parse, format!("expected {what}, {found}"), here)
    }
}
