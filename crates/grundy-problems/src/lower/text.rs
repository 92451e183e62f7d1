//! What is printed.

use super::mentioned::names_of;
use super::scope::{Lower, Value};
use crate::ir::{Bool, Piece, Print, Stmt};
use crate::tree::{self, Choice, What};
use grundy_rules::error::{Kind as ErrorKind, RuleError};

/// Names that stand for something wherever it is printed.
const OFFERED: [&str; 4] = ["win", "value", "count", "case"];

impl<'s> Lower<'s> {
    /// Refuses `print: value`, which would print the word: what is one text for all cases is no formula of
    /// names that are known.
    pub fn check_text(&self, choices: &[Choice]) -> Result<(), RuleError> {
        let [Choice { condition: None, formula: Some(formula), .. }] = choices else {
            return Ok(());
        };
        let mut names = Vec::new();
        names_of(formula, &mut names);
        let known = |name: &str| OFFERED.contains(&name) || self.find(name).is_some();
        if names.is_empty() || !names.iter().all(|name| known(self.text(*name))) {
            return Ok(());
        }
        let text = self.text(formula.span);
        let message = format!("this would print \"{text}\", as it stands here, in every case");
        Err(RuleError::new(ErrorKind::Parse, message, formula.span).help(format!(
            "a value stands in braces: {{{text}}}; if the text is meant, write \"{text}\""
        )))
    }

    /// Prints the first of some choices whose condition holds. Without conditions there are one or
    /// two, and the first of two is for a win.
    pub fn choices(&mut self, choices: &[Choice], line: bool) -> Result<(), RuleError> {
        let Some((first, rest)) = choices.split_first() else { return Ok(()) };
        let What::Text(pieces) = &first.what else { return Ok(()) };
        let condition = match &first.condition {
            Some(condition) => Some(self.bool(condition)?),
            None if rest.is_empty() => None,
            None => match self.find("win") {
                Some(win) => Some(Bool::Var(win)),
                None => Some(Bool::Const(true)),
            },
        };
        match condition {
            None => self.pieces(pieces, line),
            Some(condition) => {
                let ((), then) = self.within(|lower| lower.pieces(pieces, line))?;
                let ((), otherwise) = self.within(|lower| lower.choices(rest, line))?;
                self.say(Stmt::If { condition, then, otherwise });
                Ok(())
            }
        }
    }

    fn pieces(&mut self, pieces: &[tree::Piece], line: bool) -> Result<(), RuleError> {
        let mut printed = Vec::new();
        for piece in pieces {
            printed.push(match piece {
                tree::Piece::Text(text) => Piece::Text(text.clone()),
                tree::Piece::Value(expr) => match self.value(expr)? {
                    Value::Int(value) => Piece::Int(value),
                    Value::Array(array) => Piece::Array(array),
                    other => {
                        let message = format!("{} cannot be printed", other.describe());
                        return Err(RuleError::new(ErrorKind::Type, message, expr.span).help(
                            "print a number, an array, or choose a text: Yes if n > 0 / No",
                        ));
                    }
                },
            });
        }
        self.say(Stmt::Print(Print { pieces: printed, line }));
        Ok(())
    }
}
