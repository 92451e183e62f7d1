//! Values over sizes: a point for each entry, or how many entries are where if there are too many.

use super::{
    Anchor, Item, LABEL_GAP, LABEL_LINE, LABEL_SIZE, MARGIN, Picture, TITLE_SIZE, WIDEST_TEXT,
    colours, fitting, frame, label, scale, text_width, title,
};
use crate::context::{Context, Stop};
use crate::outcome::Outcome;
use crate::table::{Cell, Table};
use std::rc::Rc;

/// The plot's own size.
const WIDE: f64 = 680.0;
const HIGH: f64 = 300.0;
/// Of plots of outcomes.
const LOW: f64 = 60.0;
/// Space between the frame and the outermost points.
const INSIDE: f64 = 10.0;
/// So many entries are points.
const POINTS: usize = 2500;
/// So few points are joined by a line.
const JOINED: usize = 400;
/// Squares of a density plot, across and up.
const ACROSS: usize = 660;
const UP: usize = 140;

/// The height of an entry: the value, or 1 for N.
fn height(table: &Table, row: usize) -> Result<Option<u32>, Stop> {
    if let Some(value) = table.small_value(row, 0) {
        return Ok(Some(value));
    }
    match table.cell(row, 0) {
        Cell::Outcome(outcome) => Ok(Some(u32::from(outcome == Outcome::N))),
        Cell::None | Cell::Loony => Ok(None),
        Cell::Value(_) => Err(Stop::Refused("a value is too large to be drawn".into())),
    }
}

/// Draws a table of one argument.
pub(super) fn draw(table: &Table, context: &Context<'_>) -> Result<Picture, Stop> {
    let count = table.rows();
    let mut greatest = 1;
    for row in 0..count {
        context.tick("drawing the table", row as u64)?;
        greatest = greatest.max(height(table, row)?.unwrap_or(0));
    }
    let values = table.has_values();
    let high = if values { HIGH } else { LOW };
    let (first, last) = (table.first_row, table.first_row + (count as u64).saturating_sub(1));
    let per_value = (high - 2.0 * INSIDE) / f64::from(greatest);
    let per_size = (WIDE - 2.0 * INSIDE) / ((last - first).max(1) as f64);
    let widest = |ticks: &[u64]| {
        let widths = ticks.iter().map(|&tick| text_width(&scale::label(tick), LABEL_SIZE, false));
        widths.fold(0.0, f64::max)
    };
    let across = scale::ticks(first, last, |step, ticks| {
        step as f64 * per_size >= widest(ticks) + 3.0 * LABEL_GAP
    });
    let up: Vec<u64> = match values {
        true => scale::ticks(0, greatest.into(), |step, _| step as f64 * per_value >= 24.0),
        false => vec![0, 1],
    };
    let left = MARGIN + widest(&up).max(10.0) + 8.0;
    let top = MARGIN + TITLE_SIZE + 14.0 + LABEL_LINE;
    let x = |n: u64| left + INSIDE + (n - first) as f64 * per_size;
    let y = |value: f64| top + high - INSIDE - value * per_value;

    let mut items = Vec::new();
    for &tick in &up {
        let at = y(tick as f64);
        let points = vec![(left, at), (left + WIDE, at)];
        items.push(Item::Line { points, width: 1.0, colour: colours::GRID });
        let text = match (values, tick) {
            (true, tick) => scale::label(tick),
            (false, 0) => "P".into(),
            (false, _) => "N".into(),
        };
        items.push(label(left - 7.0, at + 4.0, Anchor::End, text));
    }
    for &tick in &across {
        let at = x(tick);
        let points = vec![(at, top + high), (at, top + high + 4.0)];
        items.push(Item::Line { points, width: 1.0, colour: colours::AXIS });
        items.push(label(at, top + high + 17.0, Anchor::Middle, scale::label(tick)));
    }
    let kind = if count <= POINTS {
        points(table, x, |value| y(f64::from(value)), per_size, &mut items)?;
        Kind::Points
    } else {
        density(table, greatest, (left, top, high), &mut items, context)?
    };
    items.push(frame(left, top, WIDE, high));
    let name = if values { "Grundy value" } else { "outcome" };
    items.push(label(left, top - 7.0, Anchor::Start, name));
    items.push(label(left + WIDE / 2.0, top + high + 17.0 + LABEL_LINE, Anchor::Middle, "n"));
    let bottom = legend(table, kind, left, top + high + 17.0 + 2.5 * LABEL_LINE, &mut items);

    let heading = table.heading_of_entries();
    items.push(title(fitting(&heading, TITLE_SIZE, true, left + WIDE - MARGIN)));
    Ok(Picture {
        // The last label may stand out over the edge.
        width: (left + WIDE + MARGIN + 8.0).ceil(),
        height: (bottom + MARGIN).ceil(),
        title: heading,
        summary: format!("{count} entries over their sizes"),
        items,
    })
}

/// What the marks mean.
#[derive(Clone, Copy)]
enum Kind {
    Points,
    /// Sizes in a column, and the most entries in a square.
    Density(f64, u32),
}

fn points(
    table: &Table,
    x: impl Fn(u64) -> f64,
    y: impl Fn(u32) -> f64,
    per_size: f64,
    items: &mut Vec<Item>,
) -> Result<(), Stop> {
    let (mut zero, mut others, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for row in 0..table.rows() {
        let Some(value) = height(table, row)? else { continue };
        let point = (x(table.first_row + row as u64), y(value));
        all.push(point);
        if value == 0 { zero.push(point) } else { others.push(point) }
    }
    if table.has_values() && table.rows() <= JOINED {
        items.push(Item::Line { points: all, width: 1.0, colour: colours::JOIN });
    }
    let radius = (0.35 * per_size).clamp(1.1, 3.2);
    items.push(Item::Dots { points: others, radius, colour: colours::POINT });
    items.push(Item::Dots { points: zero, radius, colour: colours::ZERO });
    Ok(())
}

/// How many entries are where, by shades; the logarithm of their number.
fn density(
    table: &Table,
    greatest: u32,
    (left, top, high): (f64, f64, f64),
    items: &mut Vec<Item>,
    context: &Context<'_>,
) -> Result<Kind, Stop> {
    let count = table.rows();
    let mut counts = vec![0u32; ACROSS * UP];
    for row in 0..count {
        context.tick("drawing the table", row as u64)?;
        let Some(value) = height(table, row)? else { continue };
        let column = (row as u128 * ACROSS as u128 / count as u128) as usize;
        let level = u64::from(value) * (UP as u64 - 1) / u64::from(greatest);
        let square = &mut counts[(UP - 1 - level as usize) * ACROSS + column];
        *square = square.saturating_add(1);
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let shade = |(i, &count): (usize, &u32)| {
        (count > 0).then(|| {
            let part = f64::from(count).ln_1p() / f64::from(most).ln_1p();
            // The lowest row is that of P-positions.
            if i / ACROSS == UP - 1 { colours::ZERO } else { colours::of_density(part) }
        })
    };
    let cells = Rc::new(counts.iter().enumerate().map(shade).collect());
    // Centres of the outermost squares are where the outermost points would be.
    let (w, step) = (WIDE - 2.0 * INSIDE, (high - 2.0 * INSIDE) / (UP - 1) as f64);
    let (x, y) = (left + INSIDE, top + INSIDE - step / 2.0);
    items.push(Item::Raster { x, y, w, h: step * UP as f64, columns: ACROSS, cells });
    Ok(Kind::Density(count as f64 / ACROSS as f64, most))
}

/// The meaning of the marks, and what is known of the period; the bottom comes back.
fn legend(table: &Table, kind: Kind, left: f64, y: f64, items: &mut Vec<Item>) -> f64 {
    let mut x = left;
    let mut put = |items: &mut Vec<Item>, text: String| {
        let wide = text_width(&text, LABEL_SIZE, false);
        items.push(label(x + 14.0, y, Anchor::Start, text));
        let mark = (x + 5.0, y - 4.0);
        x += 14.0 + wide + 24.0;
        mark
    };
    let zero = if table.has_values() { "value 0: P-position" } else { "P-position" };
    let mark = put(items, zero.into());
    let radius = 3.2;
    items.push(Item::Dots { points: vec![mark], radius, colour: colours::ZERO });
    match kind {
        Kind::Points => {
            let mark = put(items, "N-position".into());
            items.push(Item::Dots { points: vec![mark], radius, colour: colours::POINT });
        }
        Kind::Density(sizes, most) => {
            let most = u64::from(most);
            for (part, text) in [(0.0, "few entries"), (1.0, "many")] {
                let text = match part == 1.0 {
                    true => format!("{text} (up to {most}) in a spot {sizes:.0} sizes wide"),
                    false => text.to_owned(),
                };
                let mark = put(items, text);
                let colour = colours::of_density(part);
                items.push(Item::Dots { points: vec![mark], radius, colour });
            }
        }
    }
    let Some(note) = table.note else { return y + 4.0 };
    let text = fitting(&note.text(), LABEL_SIZE, false, WIDEST_TEXT.min(WIDE));
    items.push(label(left, y + LABEL_LINE + 2.0, Anchor::Start, text));
    y + LABEL_LINE + 6.0
}
