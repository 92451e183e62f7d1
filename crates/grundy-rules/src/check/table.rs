//! Arrays that are no coordinates: constants, and inputs.

use super::scope::Scope;
use super::{Checked, Checker};
use crate::error::{Kind, RuleError};
use crate::input::{Input, InputKind, Numbers, Table, Told};
use crate::number;
use crate::tree::{ConstValue, Expr, ExprKind, SetText};
use crate::typed::{ConstantValue, Fold, Int, IntKind, Iter, MAX_SET, Set};
use grundy::syntax::Span;
use std::sync::Arc;

/// A table, or a row of it.
pub(super) struct Place {
    table: Table,
    row: Option<Int>,
    /// An index is still missing.
    whole: bool,
}

impl Place {
    /// All of a table.
    pub fn of(table: Table) -> Self {
        Self { table, row: None, whole: true }
    }
}

impl<'a> Checker<'a> {
    /// The array or rows behind `const NAME =`.
    pub(super) fn constant_numbers(&mut self, value: &ConstValue) -> Checked<Numbers> {
        match value {
            ConstValue::Rows(rows) => {
                let rows: Checked<Vec<Vec<i64>>> =
                    rows.iter().map(|row| self.listed(row)).collect();
                rows.map(|rows| Numbers::rows(&rows))
            }
            ConstValue::Numbers(items) => self.listed(items).map(Numbers::new),
            ConstValue::Set(_) | ConstValue::Expr(_) => Ok(Numbers::new(Vec::new())),
        }
    }

    fn listed(&mut self, items: &SetText) -> Checked<Vec<i64>> {
        let (elements, span) = self.elements(items)?;
        match self.set_room.checked_sub(elements.len()) {
            Some(room) => self.set_room = room,
            None => {
                return Err(RuleError::new(Kind::Size, "this array is too large", span)
                    .help(format!("all sets and arrays together hold up to {MAX_SET} numbers")));
            }
        }
        Ok(elements)
    }

    /// The table of this name, if it is one.
    pub(super) fn named_table(&self, name: &str, scope: &Scope<'a>) -> Option<Table> {
        if scope.find(name).is_some() {
            return None;
        }
        match (self.constants.get(name), self.inputs.get(name)) {
            (Some(ConstantValue::Numbers(numbers)), _) => Some(Table::Known(numbers.clone())),
            (None, Some(input)) if input.kind != InputKind::Number => {
                Some(Table::Input(input.clone()))
            }
            _ => None,
        }
    }

    /// The table an expression is about, or a row of it; nothing if it is about something else.
    pub(super) fn place(&mut self, expr: &Expr, scope: &mut Scope<'a>) -> Checked<Option<Place>> {
        match &expr.kind {
            ExprKind::Name(name) => {
                let table = self.named_table(self.text(*name), scope);
                Ok(table.map(Place::of))
            }
            ExprKind::Index(of, index) => match self.place(of, scope)? {
                Some(place) if place.whole && place.table.kind() == InputKind::Rows => {
                    let row = self.number(index, scope)?;
                    if let (Table::Known(numbers), Some(value)) = (&place.table, row.constant()) {
                        self.fold(number::element(value, numbers.len()), row.span)?;
                    }
                    Ok(Some(Place { table: place.table, row: Some(row), whole: false }))
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// `A[i]` or `G[i][j]`; nothing if it is about no table.
    pub(super) fn looked_up(
        &mut self,
        of: &Expr,
        index: &Expr,
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Checked<Option<Int>> {
        let Some(Place { table, row, whole }) = self.place(of, scope)? else { return Ok(None) };
        if whole && table.kind() == InputKind::Rows {
            let text = self.text(span);
            let message = format!("{text} is a row of numbers, where one number is expected");
            return Err(RuleError::new(Kind::Type, message, span)
                .help(format!("write {text}[j], len({text}), or for x in {text}")));
        }
        let index = self.number(index, scope)?;
        if let (Table::Known(numbers), Some(at)) = (&table, index.constant()) {
            let known = row.as_ref().map(Int::constant);
            if let Some(found) = match known {
                None => Some(number::row(numbers, None)),
                Some(Some(row)) => Some(number::row(numbers, Some(row))),
                Some(None) => None,
            } {
                let found = found.and_then(|row| Ok(row[number::element(at, row.len())?]));
                let value = self.fold(found, index.span)?;
                return Ok(Some(Int { kind: IntKind::Const(value), span }));
            }
        }
        let kind = IntKind::Lookup(table, row.map(Box::new), Box::new(index));
        Ok(Some(Int { kind, span }))
    }

    /// `len(A)`, `sum(A)`, `min(A)`, `max(A)`, `len(G)`, `len(G[i])`; nothing if it is about no
    /// table.
    pub(super) fn measured(
        &mut self,
        function: &str,
        of: &Expr,
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Checked<Option<Int>> {
        let told = match function {
            "len" => Told::Len,
            "sum" => Told::Sum,
            "min" => Told::Min,
            "max" => Told::Max,
            _ => return Ok(None),
        };
        let Some(Place { table, row, .. }) = self.place(of, scope)? else { return Ok(None) };
        let rows = table.kind() == InputKind::Rows;
        let kind = match (told, table, row) {
            (Told::Len, Table::Known(numbers), None) => IntKind::Const(numbers.len() as i64),
            (Told::Len, Table::Known(numbers), Some(row)) if row.constant().is_some() => {
                let row = self.fold(number::row(&numbers, row.constant()), row.span)?;
                IntKind::Const(row.len() as i64)
            }
            (Told::Len, table, Some(row)) => IntKind::RowLen(table, Box::new(row)),
            (told, _, _) if rows && told != Told::Len => {
                let message = format!("{function} is told of an array of numbers, not of rows");
                return Err(RuleError::new(Kind::Type, message, span)
                    .help("go through the numbers: for x in G[i]"));
            }
            (told, Table::Input(input), _) => IntKind::Told(told, input),
            (told, Table::Known(numbers), _) => {
                if told != Told::Sum && numbers.is_empty() {
                    let message = "an empty array has no least or greatest number";
                    return Err(
                        RuleError::new(Kind::Argument, message, span).help("put a number into it")
                    );
                }
                let fold = match told {
                    Told::Min => Fold::Min,
                    Told::Max => Fold::Max,
                    _ => Fold::Sum,
                };
                IntKind::Const(self.fold(number::fold(fold, numbers.items()), span)?)
            }
        };
        Ok(Some(Int { kind, span }))
    }

    /// A table, or a row of it, to be gone through; `of` is what the loop names.
    pub(super) fn gone_through(&self, place: Place, of: Span) -> Checked<Iter> {
        let Place { table, row, whole } = place;
        if whole && table.kind() == InputKind::Rows {
            let name = self.text(of);
            return Err(RuleError::new(Kind::Type, format!("{name} has rows, not numbers"), of)
                .help(format!("write: for i in 0..<len({name}) for x in {name}[i]")));
        }
        Ok(Iter::Items(table, row))
    }

    /// A table as a set that is asked `in`.
    pub(super) fn as_set(&mut self, name: &'a str, span: Span) -> Checked<Option<Set>> {
        let Some(ConstantValue::Numbers(numbers)) = self.constants.get(name) else {
            return Ok(None);
        };
        if numbers.kind() == InputKind::Rows {
            return Err(no_set(name, span));
        }
        let numbers = numbers.clone();
        Ok(Some(self.members.entry(name).or_insert_with(|| numbers.set()).clone()))
    }

    /// An input that is asked `in`.
    pub(super) fn asked(&self, set: &SetText, scope: &Scope<'a>) -> Checked<Option<Arc<Input>>> {
        let SetText::Name(span) = set else { return Ok(None) };
        match self.named_table(self.text(*span), scope) {
            Some(Table::Input(input)) if input.kind == InputKind::Rows => {
                Err(no_set(self.text(*span), *span))
            }
            Some(Table::Input(input)) => Ok(Some(input)),
            _ => Ok(None),
        }
    }
}

fn no_set(name: &str, span: Span) -> RuleError {
    RuleError::new(Kind::Type, format!("{name} has rows, and is not a set"), span)
        .help(format!("go through a row: for x in {name}[i]"))
}
