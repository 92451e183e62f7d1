//! What is shown of a position: values are numbers and arrays, boards have room for their squares.

use super::expr::Typed;
use super::mask::Mask;
use super::{Checked, Checker, SIGNS};
use crate::error::{Kind, RuleError};
use crate::tree::{BoardText, Expr, Head, PieceText};
use crate::typed::{
    Array, ArrayKind, Board, Family, Int, IntKind, MAX_WIDTH, Param, Piece, Show, Squares,
};
use grundy::syntax::Span;
use std::sync::Arc;

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
                    Typed::Mask(mask) => Piece::Board(own_board(mask, SIGNS.into())),
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
            Typed::Mask(mask) => {
                if let Some(columns) = &board.columns {
                    let message = "a board has rows and columns of its own";
                    return Err(RuleError::new(Kind::Type, message, columns.span)
                        .help("write: board(b, \".#\")"));
                }
                if board.signs.len() > 2 {
                    let message = format!("a square has 2 signs, not {}", board.signs.len());
                    return Err(RuleError::new(Kind::Type, message, board.signs_span).help(
                        "the first sign is for squares with 0, the second for those with 1",
                    ));
                }
                return Ok(own_board(mask, board.signs.as_slice().into()));
            }
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
                    "a condition is not a board",
                    board.squares.span,
                )
                .help("squares are the bits of a number, or the elements of an array"));
            }
        };
        let Some(columns) = &board.columns else {
            let message = "a board takes 2 or 3 values, not 1";
            return Err(RuleError::new(Kind::Parse, message, board.span)
                .help("write: board(m, 4, \".#\") for rows of 4, board(m, 4, 3, \".#\") for at least 3 of them"));
        };
        let columns = self.count(columns, "columns", scope)?;
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

/// A board with rows and columns of its own.
fn own_board(mask: Mask, signs: Arc<[char]>) -> Board {
    let columns = Int { kind: IntKind::Const(mask.shape.sides().1 as i64), span: mask.span };
    Board { squares: Squares::Words(mask.words, mask.shape), columns, rows: None, signs }
}

/// How positions with boards are shown if no line says it: boards as boards, what else there is with
/// its name; and the signs that boards are typed with.
pub(super) fn by_default(family: &mut Family) {
    if let Some(show) = &mut family.show {
        for param in &mut family.params {
            let boards = show.pieces.iter_mut().filter_map(|piece| match piece {
                Piece::Board(board) if shows(board, param) => Some(board),
                _ => None,
            });
            let mut boards: Vec<&mut Board> = boards.collect();
            let own = boards.iter().find(|board| *board.signs != SIGNS);
            if let Some([zero, one]) = own.map(|board| &*board.signs) {
                param.signs = [*zero, *one];
            }
            for board in boards.iter_mut().filter(|board| *board.signs == SIGNS) {
                board.signs = param.signs.into();
            }
        }
        return;
    }
    if family.params.iter().all(|param| param.shape.is_none()) {
        return;
    }
    let span = family.span;
    let mut pieces = Vec::new();
    for (i, param) in family.params.iter().enumerate() {
        let between = if i > 0 { "  " } else { "" };
        let Some(shape) = param.shape else {
            let name = &param.name;
            pieces.push(Piece::Text(format!("{between}{name} = ").into()));
            pieces.push(match param.len {
                None => Piece::Int(Int { kind: IntKind::Var(param.slot), span }),
                Some(len) => Piece::Array(Array { kind: ArrayKind::Var(param.slot), len, span }),
            });
            continue;
        };
        if i > 0 {
            pieces.push(Piece::Text(between.into()));
        }
        let mask = Mask::variable(shape, param.slot, span);
        pieces.push(Piece::Board(own_board(mask, SIGNS.into())));
    }
    family.show = Some(Show { pieces, span });
}

/// Whether a board is this parameter as it is.
fn shows(board: &Board, param: &Param) -> bool {
    let Squares::Words(words, shape) = &board.squares else { return false };
    let slot = match words.first().map(|word| &word.kind) {
        Some(IntKind::Var(slot)) => Some(*slot),
        Some(IntKind::Get(all, _)) => match all.kind {
            ArrayKind::Var(slot) => Some(slot),
            _ => None,
        },
        _ => None,
    };
    slot == Some(param.slot) && param.shape == Some(*shape)
}
