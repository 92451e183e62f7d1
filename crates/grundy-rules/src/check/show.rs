//! What is shown of a position: values are numbers and arrays, boards have room for their squares.

use super::expr::Typed;
use super::{Checked, Checker};
use crate::error::{Kind, RuleError};
use crate::tree::{BoardText, Expr, Head, PieceText};
use crate::typed::{Board, Int, MAX_WIDTH, Piece, Show, Squares};
use grundy::syntax::Span;

impl<'a> Checker<'a> {
    /// What stands behind `show`.
    pub(super) fn show(
        &mut self,
        head: &'a Head,
        pieces: &'a [PieceText],
        span: Span,
    ) -> Checked<Show> {
        let mut scope = self.scope(head)?;
        let mut checked = Vec::with_capacity(pieces.len());
        for piece in pieces {
            checked.push(match piece {
                PieceText::Text(text) => Piece::Text(text.as_str().into()),
                PieceText::Value(expr) => match self.expr(expr, &mut scope)? {
                    Typed::Int(value) => Piece::Int(value),
                    Typed::Array(value) => Piece::Array(value),
                    Typed::Bool(_) => {
                        return Err(RuleError::new(
                            Kind::Type,
                            "a condition is not shown",
                            expr.span,
                        )
                        .help("show a number: {if c then 1 else 0}"));
                    }
                },
                PieceText::Board(board) => Piece::Board(self.board(board, &mut scope)?),
            });
        }
        if checked.is_empty() {
            return Err(RuleError::new(Kind::Type, "nothing is shown", span)
                .help("leave the line out, and positions are shown as they are typed"));
        }
        Ok(Show { pieces: checked, span })
    }

    fn board(&mut self, board: &BoardText, scope: &mut super::scope::Scope<'a>) -> Checked<Board> {
        let squares = match self.expr(&board.squares, scope)? {
            Typed::Int(bits) if board.signs.len() > 2 => {
                return Err(RuleError::new(
                    Kind::Type,
                    format!("a bit has 2 signs, not {}", board.signs.len()),
                    board.signs_span,
                )
                .help(format!(
                    "{} is a number: the first sign is for bits 0, the second for bits 1",
                    self.text(bits.span)
                )));
            }
            Typed::Int(bits) => Squares::Bits(bits),
            Typed::Array(elements) => Squares::Elements(elements),
            Typed::Bool(_) => {
                return Err(RuleError::new(
                    Kind::Type,
                    "a condition is no board",
                    board.squares.span,
                )
                .help("squares are the bits of a number, or the elements of an array"));
            }
        };
        let columns = self.count(&board.columns, "columns", scope)?;
        let rows = match &board.rows {
            Some(rows) => Some(self.count(rows, "rows", scope)?),
            None => None,
        };
        Ok(Board { squares, columns, rows, signs: board.signs.as_slice().into() })
    }

    /// A number of columns or rows; constants are looked at here, others when they are shown.
    fn count(
        &mut self,
        expr: &Expr,
        what: &str,
        scope: &mut super::scope::Scope<'a>,
    ) -> Checked<Int> {
        let count = self.number(expr, scope)?;
        match count.constant() {
            Some(value) if !(1..=MAX_WIDTH as i64).contains(&value) => {
                Err(RuleError::new(Kind::Size, format!("a board of {value} {what}"), expr.span)
                    .help(format!("expected 1 to {MAX_WIDTH}")))
            }
            _ => Ok(count),
        }
    }
}
