//! What is printed.

use super::scope::{Lower, Value};
use crate::ir::{Bool, Piece, Print, Stmt};
use crate::tree::{self, Choice, What};
use grundy_rules::error::{Kind as ErrorKind, RuleError};

impl<'s> Lower<'s> {
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
