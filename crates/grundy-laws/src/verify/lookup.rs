//! Tables of the rules, where what is looked up is the same in every position.

use grundy::syntax::Span;
use grundy_rules::input::Table;
use grundy_rules::typed::Int;

use super::cases::Refused;
use super::expression::{Evaluator, Frame};
use super::logic::{Condition, Linear};

impl Evaluator {
    /// A number, if it is one constant.
    pub(super) fn sole(&mut self, int: &Int, frame: &Frame) -> Result<Option<i64>, Refused> {
        Ok(match &self.number(int, frame)?[..] {
            [(Condition::Constant(true), term)] => term.as_constant(),
            _ => None,
        })
    }

    /// The numbers of a table, or of the row of it whose number is constant.
    pub(super) fn items<'t>(
        &mut self,
        table: &'t Table,
        row: Option<&Int>,
        frame: &Frame,
        span: Span,
    ) -> Result<&'t [i64], Refused> {
        let Table::Known(numbers) = table else {
            return Refused::new("an input without a value", span);
        };
        let Some(row) = row else { return Ok(numbers.items()) };
        let number = self.sole(row, frame)?.and_then(|row| usize::try_from(row).ok());
        match number.filter(|&number| number < numbers.len()) {
            Some(number) => Ok(numbers.row(number)),
            None => Refused::new("a row whose number is not constant", row.span),
        }
    }

    /// A number of a table, where its index is constant.
    pub(super) fn looked_up(
        &mut self,
        table: &Table,
        row: Option<&Int>,
        index: &Int,
        frame: &Frame,
    ) -> Result<Linear, Refused> {
        let items = self.items(table, row, frame, index.span)?;
        let at = self.sole(index, frame)?.and_then(|at| usize::try_from(at).ok());
        match at.and_then(|at| items.get(at)) {
            Some(&item) => Ok(item.into()),
            None => Refused::new("an index that is not constant", index.span),
        }
    }
}
