//! The view by value: for each Grundy value or outcome the positions that have it.

use super::sheet::{Field, Places, Sheet};
use super::{Cell, Table};
use crate::context::{Context, Stop};
use std::ops::Range;
use std::rc::Rc;

/// The view.
///
/// # Complexity
/// O(n) for n entries, 16 bytes each.
pub(super) fn sheet<'a>(table: &'a Table, context: &Context<'_>) -> Result<Sheet<'a>, Stop> {
    let count = table.cells.len();
    context.check_memory(16 * count as u64, || format!("sorting {count} entries by value"))?;
    context.look("sorting by value", count as u64)?;
    let cells = &table.cells;
    let places = cells.by_value(context)?;
    let same = places.chunk_by(|&a, &b| cells.compare(a, b).is_eq());
    let ends = same.scan(0, |end, group| {
        let start = *end;
        *end += group.len();
        Some(start..*end)
    });
    let groups: Vec<Range<usize>> = ends.collect();
    let places = Rc::new(places);
    let one = table.first_column.is_none();
    let first = (table.first_row, table.first_column);
    let columns = table.columns.max(1);
    let len = groups.len();
    let row = move |i: usize, fields: &mut Vec<Field>| {
        let range = groups[i].clone();
        fields.push(match cells.get(places[range.start]) {
            Cell::Value(value) => Field::Large(value),
            other => Field::Word(other.text().into()),
        });
        fields.push(Field::Number(range.len() as u64));
        if one {
            let gaps = || places[range.clone()].windows(2).map(|pair| (pair[1] - pair[0]) as u64);
            fields.push(gaps().min().map_or(Field::None, Field::Number));
            fields.push(gaps().max().map_or(Field::None, Field::Number));
        }
        fields.push(Field::Places(Places { all: places.clone(), range, first, columns }));
    };
    let value = if table.has_values() { "value" } else { "outcome" };
    let names: &[&'static str] = match one {
        true => &[value, "count", "least gap", "greatest gap", "sizes"],
        false => &[value, "count", "positions"],
    };
    let mut remarks = table.remarks();
    if one {
        remarks.push("a gap is the distance from one size to the next with the same entry".into());
    }
    let what = if one { "sizes" } else { "positions" };
    let heading = match table.has_values() {
        true => format!("{}: {what} by Grundy value", table.title),
        false => format!("{}: {what} by outcome in {} play", table.title, table.play_name()),
    };
    let columns = names.iter().map(|&name| name.into()).collect();
    let sheet = table.sheet_of("by-value".into(), heading, columns, len, Box::new(row));
    Ok(Sheet { remarks, ..sheet })
}
