//! Heat maps: a square for each position, the first argument down.

use super::{
    Colours, LABEL_GAP, LABEL_LINE, LABEL_SIZE, MARGIN, MAX_TEXT_WIDTH, Plot, SWATCH, TITLE_SIZE,
    axis_name, colours, frame, label, scale, thin, title, widest,
};
use crate::context::{Context, Stop};
use crate::drawing::text::{fitting, width};
use crate::drawing::{Anchor, Drawing, Paint, Raster, Rgb, Shape, Text, palette};
use crate::outcome::Outcome;
use crate::table::{Cell, Table};
use std::sync::Arc;

/// At most so many squares stand beside each other; larger tables share squares.
const MAX_SQUARES: usize = 2000;
/// The longer side of a picture of a small table, about.
const SIDE: usize = 600;
/// The greatest side of a square.
const MAX_SQUARE_SIDE: usize = 32;
/// The least height and width of the map, where squares can be stretched to it.
const MIN_SIDE: usize = 64;
/// The height of the bar that shows the colours of many values.
const BAR: usize = 240;

/// What a square stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Square {
    Nothing,
    Value(u32),
    N,
    Loony,
    Infinite,
    Draw,
    P,
}

impl Square {
    fn colour(self, map: &Map) -> Rgb {
        match self {
            Self::Nothing => colours::NOTHING,
            Self::Value(value) => colours::of_class(map.colours.class(value), map.classes),
            Self::N => colours::NONZERO,
            Self::Loony => colours::LOONY,
            Self::Infinite | Self::Draw => colours::DRAW,
            Self::P => colours::ZERO,
        }
    }

    fn text(self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Value(value) => value.to_string(),
            Self::N => "N".into(),
            Self::Loony => "*".into(),
            Self::Infinite => "∞".into(),
            Self::Draw => "D".into(),
            Self::P => "P".into(),
        }
    }
}

fn square(table: &Table, row: usize, column: usize) -> Result<Square, Stop> {
    if let Some(value) = table.small_value(row, column) {
        return Ok(Square::Value(value));
    }
    Ok(match table.cell(row, column) {
        Cell::None => Square::Nothing,
        Cell::Loony => Square::Loony,
        Cell::Loopy(_) => Square::Infinite,
        Cell::Outcome(Outcome::D) => Square::Draw,
        Cell::Outcome(Outcome::P) => Square::P,
        Cell::Outcome(Outcome::N) => Square::N,
        Cell::Value(_) => return Err(Stop::Refused("a value is too large to be drawn".into())),
    })
}

/// The squares of a map, `share` positions wide and high each.
struct Map {
    squares: Vec<Square>,
    columns: usize,
    rows: usize,
    share: usize,
    greatest: u32,
    colours: Colours,
    /// The greatest class of a value.
    classes: u32,
}

impl Map {
    fn of(table: &Table, colours: Colours, context: &Context<'_>) -> Result<Self, Stop> {
        let (rows, columns) = (table.rows(), table.columns());
        let share = rows.max(columns).div_ceil(MAX_SQUARES).max(1);
        let (high, wide) = (rows.div_ceil(share), columns.div_ceil(share));
        let mut squares = vec![Square::Nothing; high * wide];
        let (mut greatest, mut classes) = (0, 0);
        for row in 0..rows {
            context.look("drawing the table", row as u64)?;
            for column in 0..columns {
                let new = square(table, row, column)?;
                let old = &mut squares[row / share * wide + column / share];
                // P-positions stand out; else the greatest.
                *old = match (*old, new) {
                    (Square::Value(0), _) | (_, Square::Value(0)) => Square::Value(0),
                    (old, new) => old.max(new),
                };
                if let Square::Value(value) = new {
                    greatest = greatest.max(value);
                    classes = classes.max(colours.class(value));
                }
            }
        }
        Ok(Self { squares, columns: wide, rows: high, share, greatest, colours, classes })
    }
}

/// The side of squares of which `count` are in a row of a table with `most` in its longer side.
fn side(count: usize, most: usize) -> f64 {
    let side = (SIDE / most.max(1)).clamp(1, MAX_SQUARE_SIDE);
    side.max(MIN_SIDE.div_ceil(count.max(1)).min(MAX_SQUARE_SIDE)) as f64
}

/// Draws a table of two arguments.
pub(super) fn draw(
    table: &Table,
    first: u64,
    colours: Colours,
    context: &Context<'_>,
) -> Result<Plot, Stop> {
    let map = Map::of(table, colours, context)?;
    let most = map.columns.max(map.rows);
    let (wide, high) = (side(map.columns, most), side(map.rows, most));
    let (w, h) = (wide * map.columns as f64, high * map.rows as f64);
    let share = map.share as f64;
    let last = |first: u64, count: usize| first + (count as u64).saturating_sub(1);
    let [down_name, across_name] = table.argument_names();
    let name_width = width(&down_name, LABEL_SIZE, true);

    let across = scale::ticks(first, last(first, table.columns()), |step, ticks| {
        let beside = if wide == high { LABEL_LINE } else { 0.0 };
        step as f64 * wide / share >= beside.max(widest(ticks) + LABEL_GAP)
    });
    let down = scale::ticks(table.first_row, last(table.first_row, table.rows()), |step, ticks| {
        // Squares have the same numbers on both sides.
        let beside = if wide == high { widest(ticks) + LABEL_GAP } else { LABEL_LINE };
        step as f64 * high / share >= beside.max(LABEL_LINE)
    });
    let left = (MARGIN + name_width + 10.0 + widest(&down) + 6.0).ceil();
    let top = MARGIN + TITLE_SIZE + 14.0 + 2.0 * LABEL_LINE;

    let mut drawing = Drawing::new(0.0, 0.0, "");
    let cells = Arc::new(map.squares.iter().map(|square| Some(square.colour(&map))).collect());
    drawing.push(Raster { at: (left, top), size: (w, h), columns: map.columns, cells });
    entries(&map, (left, top), (wide, high), &mut drawing);
    drawing.push(frame(left, top, w, h));
    for tick in &across {
        let x = left + ((tick - first) as f64 + 0.5) / share * wide;
        drawing.push(thin((x, top), (x, top - 4.0), palette::AXIS));
        drawing.push(label(x, top - 8.0, Anchor::Middle, scale::label(*tick)));
    }
    for tick in &down {
        let y = top + ((tick - table.first_row) as f64 + 0.5) / share * high;
        drawing.push(thin((left, y), (left - 4.0, y), palette::AXIS));
        drawing.push(label(left - 7.0, y + 4.0, Anchor::End, scale::label(*tick)));
    }
    let middle = left + w / 2.0;
    let over = width(&across_name, LABEL_SIZE, true) / 2.0;
    drawing.push(axis_name(middle, top - 8.0 - LABEL_LINE, Anchor::Middle, across_name));
    drawing.push(axis_name(MARGIN, top + h / 2.0 + 4.0, Anchor::Start, down_name));

    // A label in the last column, or the name of the columns, may stand out over the edge.
    let out = (widest(&across[across.len() - 1..]) / 2.0).max(over - w / 2.0);
    let beside = (left + w + 24.0 + out).ceil();
    let (legend_right, legend_bottom) = legend(table, &map, (beside, top), &mut drawing);
    let mut bottom = (top + h).max(legend_bottom);
    let mut right = legend_right;
    if map.share > 1 {
        let share = map.share;
        let remark = match table.operation {
            None => format!(
                "each square: {share} by {share} positions; black if one of them is P, else the greatest"
            ),
            Some(_) => format!(
                "each square: {share} by {share} entries; black if one of them is 0, else the greatest"
            ),
        };
        let remark = fitting(&remark, LABEL_SIZE, false, MAX_TEXT_WIDTH);
        bottom += LABEL_LINE + 6.0;
        right = right.max(MARGIN + width(&remark, LABEL_SIZE, false));
        drawing.push(label(MARGIN, bottom - 4.0, Anchor::Start, remark));
    }
    let heading = table.heading_of_entries();
    let room = (right - MARGIN).max(MAX_TEXT_WIDTH.min(width(&heading, TITLE_SIZE, true)));
    let shown = title(&heading, room);
    right = right.max(MARGIN + shown.width());
    drawing.push(shown);
    let (rows, columns) = (table.rows(), table.columns());
    let summary = format!("a heat map of {rows} by {columns} entries");
    drawing.title = format!("{heading}: {summary}");
    (drawing.width, drawing.height) = ((right + MARGIN).ceil(), (bottom + MARGIN).ceil());
    Ok(Plot { drawing, summary })
}

/// The entries in their squares, where all of them fit.
fn entries(map: &Map, (left, top): (f64, f64), (wide, high): (f64, f64), drawing: &mut Drawing) {
    let size = (0.42 * high).min(0.42 * wide).min(12.0);
    if size < 7.5 || map.share > 1 {
        return;
    }
    let texts: Vec<String> = map.squares.iter().map(|square| square.text()).collect();
    if texts.iter().any(|text| width(text, size, false) > wide - 3.0) {
        return;
    }
    for (place, text) in texts.into_iter().enumerate().filter(|(_, text)| !text.is_empty()) {
        let (row, column) = (place / map.columns, place % map.columns);
        let light = colours::lightness(map.squares[place].colour(map)) > 55.0;
        let colour = if light { palette::INK } else { palette::PAPER };
        let x = left + (column as f64 + 0.5) * wide;
        let y = top + (row as f64 + 0.5) * high + 0.36 * size;
        drawing.push(Text::new(x, y, size, text).anchored(Anchor::Middle).coloured(colour));
    }
}

/// What the colours mean, from this corner on; its right and bottom edges come back.
fn legend(table: &Table, map: &Map, (x, top): (f64, f64), drawing: &mut Drawing) -> (f64, f64) {
    let (mut y, mut right) = (top + 10.0, x);
    let mut put = |drawing: &mut Drawing, x: f64, y: f64, text: String| {
        right = right.max(x + width(&text, LABEL_SIZE, false));
        drawing.push(label(x, y, Anchor::Start, text));
    };
    let has = |wanted: Square| map.squares.contains(&wanted);
    let one_by_one = colours::is_plain(map.classes) || map.colours != Colours::Value;
    let mut swatches: Vec<(Rgb, String)> = Vec::new();
    if table.has_numbers() {
        let heading = match table.has_lengths() {
            true => format!("{} (moves)", table.entry_name()),
            false => map.colours.heading(table.value_name()),
        };
        put(drawing, x, y, heading);
        if has(Square::Value(0)) {
            let zero = match () {
                () if table.operation.is_some() => "0",
                () if table.has_lengths() => "0 (over)",
                () => "0 (P)",
            };
            swatches.push((colours::ZERO, zero.into()));
        }
        if one_by_one {
            let mut met = vec![false; map.classes as usize + 1];
            for square in &map.squares {
                if let Square::Value(value) = *square {
                    met[map.colours.class(value) as usize] = true;
                }
            }
            let met = (1..=map.classes).filter(|&class| met[class as usize]);
            swatches.extend(
                met.map(|class| {
                    (colours::of_class(class, map.classes), map.colours.members(class))
                }),
            );
        }
    } else {
        put(drawing, x, y, "outcome".into());
        swatches.extend([(colours::ZERO, "P".to_owned()), (colours::NONZERO, "N".to_owned())]);
    }
    y += 10.0;
    if has(Square::Loony) {
        swatches.push((colours::LOONY, "* a move wins at once".into()));
    }
    if has(Square::Infinite) {
        swatches.push((colours::DRAW, "∞ infinite".into()));
    }
    if has(Square::Draw) {
        swatches.push((colours::DRAW, "D".into()));
    }
    if has(Square::Nothing) {
        let nothing = if table.operation.is_some() { "no value" } else { "no position" };
        swatches.push((colours::NOTHING, nothing.into()));
    }
    for (colour, text) in swatches {
        drawing.push(Shape::rect(x, y, SWATCH, SWATCH, 0.0, Paint::fill(colour)));
        put(drawing, x + SWATCH + 6.0, y + SWATCH - 2.0, text);
        y += LABEL_LINE + 1.0;
    }
    if table.has_numbers() && !one_by_one {
        y += 6.0;
        bar(map.greatest, (x, y), drawing, &mut put);
        y += BAR as f64 + 4.0;
    }
    (right, y)
}

/// A bar with the colours of the values, the greatest at the top.
fn bar(
    greatest: u32,
    (x, y): (f64, f64),
    drawing: &mut Drawing,
    put: &mut impl FnMut(&mut Drawing, f64, f64, String),
) {
    // A stripe for each value, or for some of them.
    let stripes = (greatest as usize).min(BAR);
    let of = |stripe: usize| {
        let part = stripe as f64 / (stripes - 1) as f64;
        1 + (part * f64::from(greatest - 1)).round() as u32
    };
    let colour = |stripe: usize| Some(colours::of_class(of(stripe), greatest));
    let cells = Arc::new((0..stripes).rev().map(colour).collect());
    let bar = BAR as f64;
    drawing.push(Raster { at: (x, y), size: (SWATCH, bar), columns: 1, cells });
    drawing.push(frame(x, y, SWATCH, bar));
    let stripe = bar / stripes as f64;
    let per = (bar - stripe) / f64::from(greatest - 1);
    let mut ticks = scale::ticks(1, greatest.into(), |step, _| step as f64 * per >= 24.0);
    ticks.dedup();
    for tick in ticks {
        let at = y + bar - stripe / 2.0 - (tick - 1) as f64 * per;
        drawing.push(thin((x + SWATCH, at), (x + SWATCH + 4.0, at), palette::AXIS));
        put(drawing, x + SWATCH + 7.0, at + 4.0, scale::label(tick));
    }
}
