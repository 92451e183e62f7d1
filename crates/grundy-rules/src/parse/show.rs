//! How a position is shown: a text with values in braces, or a board.

use super::{Parsed, Parser};
use crate::error::{Kind, RuleError};
use crate::token::{Token, TokenKind, tokens_in};
use crate::tree::{BoardText, PieceText};
use grundy::syntax::Span;

/// What is shown of a position has up to this many bytes in the rules.
pub(crate) const MAX_SHOW_BYTES: usize = 1000;

/// The word before what is shown as rows of squares.
const BOARD: &str = "board";

/// An example to copy from.
const EXAMPLE: &str = "write: S(n) show \"{n} coins\", or S(m) show board(m, 4, \".#\")";

impl Parser<'_> {
    /// What stands behind `show`.
    pub(super) fn pieces(&mut self) -> Parsed<Vec<PieceText>> {
        let span = self.here();
        match self.peek() {
            TokenKind::Text => {
                self.at += 1;
                if span.end - span.start > MAX_SHOW_BYTES {
                    return Err(RuleError::new(Kind::Size, "this text is too long", span)
                        .help(format!("up to {MAX_SHOW_BYTES} bytes are read")));
                }
                self.template(Span::new(span.start + 1, span.end - 1))
            }
            TokenKind::Name if self.source.text(span) == BOARD => {
                Ok(vec![PieceText::Board(Box::new(self.board()?))])
            }
            _ => Err(self.unexpected("a text in quotation marks, or a board").help(EXAMPLE)),
        }
    }

    /// Text in which `{…}` stands for a value; the span has no quotation marks.
    fn template(&mut self, span: Span) -> Parsed<Vec<PieceText>> {
        let text = self.source.text(span);
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut at = 0;
        while let Some(sign) = text[at..].chars().next() {
            let place = Span::new(span.start + at, span.start + at + sign.len_utf8());
            let doubled = text[at + sign.len_utf8()..].starts_with(sign);
            match sign {
                '{' | '}' if doubled => {
                    plain.push(sign);
                    at += 2;
                }
                '{' => {
                    let Some(len) = closing(&text[at + 1..]) else {
                        return Err(self
                            .error("this '{' is never closed", place)
                            .help("a value stands in braces: {n}; the sign itself is written {{"));
                    };
                    if !plain.is_empty() {
                        pieces.push(PieceText::Text(std::mem::take(&mut plain)));
                    }
                    pieces.push(self.hole(Span::new(place.end, place.end + len))?);
                    at += len + 2;
                }
                '}' => {
                    return Err(self
                        .error("this '}' closes nothing", place)
                        .help("the sign itself is written }}"));
                }
                sign if sign.is_control() => {
                    return Err(self
                        .error("this sign cannot be shown", place)
                        .help("a text has letters, signs and blanks"));
                }
                sign => {
                    plain.push(sign);
                    at += sign.len_utf8();
                }
            }
        }
        if !plain.is_empty() {
            pieces.push(PieceText::Text(plain));
        }
        Ok(pieces)
    }

    /// What stands between braces in a text.
    fn hole(&mut self, span: Span) -> Parsed<PieceText> {
        let mut tokens = tokens_in(self.source, span)?;
        tokens.push(Token { kind: TokenKind::End, span: Span::new(span.end, span.end) });
        let mut inner = Parser {
            source: self.source,
            tokens: &tokens,
            at: 0,
            depth: self.depth,
            brackets: self.brackets,
        };
        if inner.peek() == TokenKind::End {
            let around = Span::new(span.start - 1, span.end + 1);
            return Err(self
                .error("there is no value between these braces", around)
                .help("write {n} for the number n; the signs themselves are written {{ and }}"));
        }
        let piece = if inner.source.text(inner.here()) == BOARD
            && inner.peek_at(1) == TokenKind::Symbol("(")
        {
            PieceText::Board(Box::new(inner.board()?))
        } else {
            PieceText::Value(inner.expr()?)
        };
        match inner.peek() {
            TokenKind::End => Ok(piece),
            _ => Err(inner.unexpected("'}': one value stands in braces")),
        }
    }

    /// `board(squares, columns, rows, "signs")`, where the rows may be left out; of a board
    /// `board(b, "signs")`.
    fn board(&mut self) -> Parsed<BoardText> {
        let start = self.name(BOARD)?;
        self.expect_symbol("(", " and what is on the squares")?;
        let mut numbers = Vec::new();
        let (signs, signs_span) = loop {
            let span = self.here();
            if self.peek() == TokenKind::Text {
                self.at += 1;
                break (self.signs(span)?, span);
            }
            numbers.push(self.expr()?);
            if !self.eat_symbol(",") {
                return Err(self
                    .error("a board ends with its signs", self.here())
                    .help("write: board(m, 4, \".#\"), the signs of squares with bit 0 and 1"));
            }
        };
        self.expect_symbol(")", " behind the signs")?;
        let count = numbers.len();
        let mut numbers = numbers.into_iter();
        match (numbers.next(), numbers.next(), numbers.next(), numbers.next()) {
            (Some(squares), columns, rows, None) => {
                let span = self.since(start);
                Ok(BoardText { squares, columns, rows, signs, signs_span, span })
            }
            _ => Err(self
                .error(format!("a board takes 2 or 3 values, not {count}"), self.since(start))
                .help("write: board(m, 4, \".#\") for rows of 4, board(m, 4, 3, \".#\") for at least 3 of them")),
        }
    }

    /// The signs of a board, from a text with its quotation marks.
    fn signs(&self, span: Span) -> Parsed<Vec<char>> {
        let text = self.source.text(Span::new(span.start + 1, span.end - 1));
        let signs: Vec<char> = text.chars().collect();
        let wrong = |message: String, help: &str| Err(self.error(message, span).help(help));
        if signs.len() < 2 {
            let message = format!("a board needs 2 signs or more, not {}", signs.len());
            return wrong(message, "the first is for 0, the second for 1: \".#\"");
        }
        if let Some(sign) = signs.iter().find(|c| c.is_control() || c.is_whitespace() || **c == '/')
        {
            let message = format!("{sign:?} is not a sign of a board");
            return wrong(message, "blanks and / stand between squares and rows");
        }
        match signs.iter().enumerate().find(|(i, sign)| signs[..*i].contains(sign)) {
            Some((_, sign)) => wrong(
                format!("{sign:?} stands for two things"),
                "squares that differ need signs that differ",
            ),
            None => Ok(signs),
        }
    }
}

/// How many bytes there are before the brace that closes one just opened.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1;
    let mut quote = None;
    for (at, sign) in text.char_indices() {
        match (quote, sign) {
            (Some(mark), _) if mark == sign => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(sign),
            (None, '{') => open += 1,
            (None, '}') => open -= 1,
            (None, _) => {}
        }
        if open == 0 {
            return Some(at);
        }
    }
    None
}
