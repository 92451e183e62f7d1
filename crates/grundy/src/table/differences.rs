//! The view of differences: of the values of one argument, else between P-positions.

use super::sheet::{Field, Sheet};
use super::{Cell, Table, grid};
use crate::context::{Context, Stop};
use crate::nat::to_u64;

/// The view. Values of one argument: each less the one before. Outcomes of one argument: the
/// P-positions and the gaps between them. Two arguments: the P-positions (a,b) with b-a, and the
/// steps of a and b from the one before; only those with a <= b, if that loses none but mirror
/// images.
///
/// # Complexity
/// O(entries).
///
/// # Errors
/// [`Stop`] at the limit of time or when cancelled.
pub(super) fn sheet<'a>(table: &'a Table, context: &Context<'_>) -> Result<Sheet<'a>, Stop> {
    match table.first_column {
        None if table.has_values() => of_values(table, context),
        None => gaps(table, context),
        Some(first) => pairs(table, first, context),
    }
}

fn of_values<'a>(table: &'a Table, context: &Context<'_>) -> Result<Sheet<'a>, Stop> {
    let value = |place: usize| match table.cells.get(place) {
        Cell::Value(value) => to_u64(&value).and_then(|value| i64::try_from(value).ok()),
        _ => None,
    };
    let difference = move |place: usize| Some(value(place)? - value(place.checked_sub(1)?)?);
    let row = move |i: usize, fields: &mut Vec<Field>| {
        fields.push(Field::Number(table.first_row + i as u64));
        fields.push(table.field(i));
        fields.push(difference(i).map_or(Field::None, Field::Signed));
    };
    let [label, _] = table.labels();
    let columns = vec![label.clone().into(), "grundy".into(), "difference".into()];
    let heading = format!("{}: first differences of the Grundy values", table.title);
    let view = "differences".to_owned();
    let sheet = table.sheet_of(view, heading, columns, table.cells.len(), Box::new(row));
    let text = move |place: usize| difference(place).map_or("-".to_owned(), |d| d.to_string());
    let mut widest = 1;
    for place in 0..table.cells.len() {
        context.tick("taking differences", place as u64)?;
        widest = widest.max(text(place).len());
    }
    let own = grid::line(&label, (table.first_row, table.cells.len()), widest, text);
    let told = format!("the entry at {label} is G({label}) - G({label}-1)");
    Ok(Sheet { own_text: Some(own), remarks: vec![told], ..sheet })
}

/// The places of P-positions.
fn places(table: &Table, context: &Context<'_>) -> Result<Vec<usize>, Stop> {
    let mut places = Vec::new();
    for place in 0..table.cells.len() {
        context.tick("looking for P-positions", place as u64)?;
        if table.cells.is_p(place) {
            places.push(place);
        }
    }
    Ok(places)
}

fn gaps<'a>(table: &'a Table, context: &Context<'_>) -> Result<Sheet<'a>, Stop> {
    let places = places(table, context)?;
    let len = places.len();
    let row = move |i: usize, fields: &mut Vec<Field>| {
        fields.push(Field::Number(i as u64));
        fields.push(Field::Number(table.first_row + places[i] as u64));
        let gap = i.checked_sub(1).map(|before| places[i] - places[before]);
        fields.push(gap.map_or(Field::None, |gap| Field::Number(gap as u64)));
    };
    let columns = vec!["k".into(), table.labels()[0].clone().into(), "gap".into()];
    let heading = format!(
        "{}: P-positions in {} play and the gaps between them",
        table.title,
        table.play_name()
    );
    Ok(table.sheet_of("differences".into(), heading, columns, len, Box::new(row)))
}

fn pairs<'a>(table: &'a Table, first: u64, context: &Context<'_>) -> Result<Sheet<'a>, Stop> {
    let all = places(table, context)?;
    let width = table.columns.max(1);
    let at = move |place: usize| ((place / width) as i64, (place % width) as i64);
    // In a table that is no square the mirror image of a P-position may be outside.
    let mirrored = (table.first_row, table.cells.len()) == (first, width * width)
        && all.iter().all(|&place| table.cells.is_p(place % width * width + place / width));
    let places: Vec<usize> =
        all.into_iter().filter(|&place| !mirrored || at(place).0 <= at(place).1).collect();
    let len = places.len();
    let row = move |i: usize, fields: &mut Vec<Field>| {
        let (a, b) = at(places[i]);
        fields.push(Field::Number(i as u64));
        fields.push(Field::Number(table.first_row + a as u64));
        fields.push(Field::Number(first + b as u64));
        fields.push(Field::Signed(b + first as i64 - a - table.first_row as i64));
        match i.checked_sub(1).map(|before| at(places[before])) {
            None => fields.extend([Field::None, Field::None]),
            Some((x, y)) => fields.extend([Field::Signed(a - x), Field::Signed(b - y)]),
        }
    };
    let [a, b] = table.labels();
    let columns = ["k".into(), a.clone(), b.clone(), format!("{b}-{a}")];
    let steps = [&a, &b].map(|label| format!("step of {label}"));
    let columns = columns.into_iter().chain(steps).map(Into::into).collect();
    let which = if mirrored { format!(" with {a} <= {b}") } else { String::new() };
    let heading = format!(
        "{}: P-positions{which} in {} play and their differences",
        table.title,
        table.play_name()
    );
    let mut remarks = Vec::new();
    if mirrored {
        remarks.push("every other P-position of the table is a mirror image of one listed".into());
    }
    let sheet = table.sheet_of("differences".into(), heading, columns, len, Box::new(row));
    Ok(Sheet { remarks, ..sheet })
}
