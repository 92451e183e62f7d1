//! Constants, inputs, and games that may go on for ever.

use super::{Parsed, Parser};
use crate::input::InputKind;
use crate::token::TokenKind;
use crate::tree::{ConstValue, Item};

impl Parser<'_> {
    /// Behind `const`.
    pub(super) fn constant(&mut self) -> Parsed<Item> {
        let name = self.name("the name of the constant")?;
        self.expect_symbol("=", " and the value")?;
        let first = self.at;
        let mut value = match self.peek() {
            TokenKind::Symbol("{") => ConstValue::Set(self.set_literal()?),
            TokenKind::Symbol("[") => self.numbers()?,
            _ => ConstValue::Expr(self.expr()?),
        };
        // An array at the beginning of something else.
        if let (ConstValue::Numbers(_), TokenKind::Symbol(_)) = (&value, self.peek()) {
            self.at = first;
            value = ConstValue::Expr(self.expr()?);
        }
        if let TokenKind::Symbol("," | "..=" | "..<" | "..") = self.peek() {
            let message = "a constant is one number, a set in braces or an array in brackets";
            return Err(self.error(message, self.here()).help("write: const S = {1, 3, 5..=9}"));
        }
        Ok(Item::Const { name, value })
    }

    /// Whether something is declared by this word here; the word may be a name as well.
    pub(super) fn declares(&self, word: &str) -> bool {
        self.peek() == TokenKind::Name
            && self.source.text(self.here()) == word
            && self.peek_at(1) == TokenKind::Name
    }

    /// `loopy walk` or `loopy walk, run`
    pub(super) fn loopy(&mut self) -> Parsed<Item> {
        self.name("loopy")?;
        let mut names = vec![self.name("the name of a game")?];
        while self.eat_symbol(",") {
            names.push(self.name("the name of a game")?);
        }
        Ok(Item::Loopy { names })
    }

    /// `input m`, `input S[]`, `input adj[][]`
    pub(super) fn input(&mut self) -> Parsed<Item> {
        let start = self.name("input")?;
        let name = self.name("the name of the input")?;
        let mut kind = InputKind::Number;
        while self.is_symbol("[") {
            let open = self.here();
            self.at += 1;
            if !self.eat_symbol("]") {
                return Err(self
                    .error("the length of an input comes with its value", open)
                    .help("write: input S[] for an array, input adj[][] for rows"));
            }
            kind = match kind {
                InputKind::Number => InputKind::Numbers,
                InputKind::Numbers => InputKind::Rows,
                InputKind::Rows => {
                    return Err(self
                        .error("an input has up to two indices", open)
                        .help("write: input adj[][] for rows of numbers"));
                }
            };
        }
        match self.peek() {
            TokenKind::Symbol("=" | ":=") => Err(self
                .error("the value of an input is given from outside", self.here())
                .help("write: input m, and give it with --input m=3; or const m = 3")),
            TokenKind::Symbol(":") if kind == InputKind::Number => {
                self.at += 1;
                let kind = match (self.peek(), self.source.text(self.here())) {
                    (TokenKind::Name, "number") => InputKind::Number,
                    (TokenKind::Name, "list" | "word") => InputKind::Numbers,
                    (TokenKind::Name, "graph" | "grid") => InputKind::Rows,
                    _ => {
                        return Err(self
                            .unexpected("number, list, word, graph or grid")
                            .help("write: input S: list, input adj: graph for rows of neighbours, input w: word or input g: grid for characters"));
                    }
                };
                self.at += 1;
                Ok(Item::Input { name, kind, span: self.since(start) })
            }
            TokenKind::Symbol(":") | TokenKind::Symbol(",") => Err(self
                .error("every input has a line of its own", self.here())
                .help("write: input m  input S[]  input adj[][]")),
            _ => Ok(Item::Input { name, kind, span: self.since(start) }),
        }
    }

    /// `[3, 1, 4]`, or rows `[[1, 2], []]`; the elements are those of a set, in order.
    fn numbers(&mut self) -> Parsed<ConstValue> {
        let open = self.expect_symbol("[", "")?;
        if !self.is_symbol("[") {
            return self.elements(open, "]").map(ConstValue::Numbers);
        }
        let mut rows = Vec::new();
        loop {
            let row = self.expect_symbol("[", " and a row: all are rows, or none")?;
            rows.push(self.elements(row, "]")?);
            if self.eat_symbol("]") {
                return Ok(ConstValue::Rows(rows));
            }
            self.expect_symbol(",", " and the next row, or ']'")?;
        }
    }
}
