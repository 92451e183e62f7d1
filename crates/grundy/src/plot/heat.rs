//! Heat maps: a square for each position, the first argument down.

use super::{
    Anchor, Item, LABEL_GAP, LABEL_LINE, LABEL_SIZE, Label, MARGIN, Picture, TITLE_SIZE,
    WIDEST_TEXT, colours, fitting, frame, label, scale, text_width, title,
};
use crate::context::{Context, Stop};
use crate::outcome::Outcome;
use crate::table::{Cell, Table};
use colours::Rgb;
use std::rc::Rc;

/// At most so many squares stand beside each other; larger tables share squares.
const MOST: usize = 2000;
/// The longer side of a picture of a small table, about.
const SIDE: usize = 600;
/// The greatest side of a square.
const LARGEST: usize = 32;
/// The least height and width of the map, where squares can be stretched to it.
const LEAST: usize = 64;
/// Values up to this are told one by one beside the map.
const FEW: u32 = 12;

/// What a square stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Square {
    Nothing,
    Value(u32),
    N,
    Loony,
    P,
}

impl Square {
    fn colour(self, greatest: u32) -> Rgb {
        match self {
            Self::Nothing => colours::NOTHING,
            Self::Value(value) => colours::of_value(value, greatest),
            Self::N => colours::NONZERO,
            Self::Loony => colours::LOONY,
            Self::P => colours::ZERO,
        }
    }

    fn text(self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Value(value) => value.to_string(),
            Self::N => "N".into(),
            Self::Loony => "*".into(),
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
}

impl Map {
    fn of(table: &Table, context: &Context<'_>) -> Result<Self, Stop> {
        let (rows, columns) = (table.rows(), table.columns());
        let share = rows.max(columns).div_ceil(MOST).max(1);
        let (high, wide) = (rows.div_ceil(share), columns.div_ceil(share));
        let mut squares = vec![Square::Nothing; high * wide];
        let mut greatest = 0;
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
                }
            }
        }
        Ok(Self { squares, columns: wide, rows: high, share, greatest })
    }
}

/// The side of squares of which `count` are in a row of a table with `most` in its longer side.
fn side(count: usize, most: usize) -> f64 {
    let side = (SIDE / most.max(1)).clamp(1, LARGEST);
    side.max(LEAST.div_ceil(count.max(1)).min(LARGEST)) as f64
}

/// Draws a table of two arguments.
pub(super) fn draw(table: &Table, first: u64, context: &Context<'_>) -> Result<Picture, Stop> {
    let map = Map::of(table, context)?;
    let most = map.columns.max(map.rows);
    let (wide, high) = (side(map.columns, most), side(map.rows, most));
    let (w, h) = (wide * map.columns as f64, high * map.rows as f64);
    let share = map.share as f64;
    let last = |first: u64, count: usize| first + (count as u64).saturating_sub(1);

    let widest = |ticks: &[u64]| {
        let widths = ticks.iter().map(|&tick| text_width(&scale::label(tick), LABEL_SIZE, false));
        widths.fold(0.0, f64::max)
    };
    let across = scale::ticks(first, last(first, table.columns()), |step, ticks| {
        let beside = if wide == high { LABEL_LINE } else { 0.0 };
        step as f64 * wide / share >= beside.max(widest(ticks) + LABEL_GAP)
    });
    let down = scale::ticks(table.first_row, last(table.first_row, table.rows()), |step, ticks| {
        // Squares have the same numbers on both sides.
        let beside = if wide == high { widest(ticks) + LABEL_GAP } else { LABEL_LINE };
        step as f64 * high / share >= beside.max(LABEL_LINE)
    });
    let left = MARGIN + 18.0 + widest(&down) + 6.0;
    let top = MARGIN + TITLE_SIZE + 14.0 + 2.0 * LABEL_LINE;

    let mut items = Vec::new();
    let cells = map.squares.iter().map(|square| Some(square.colour(map.greatest))).collect();
    let (columns, cells) = (map.columns, Rc::new(cells));
    items.push(Item::Raster { x: left, y: top, w, h, columns, cells });
    entries(&map, (left, top), (wide, high), &mut items);
    items.push(frame(left, top, w, h));
    for tick in &across {
        let x = left + ((tick - first) as f64 + 0.5) / share * wide;
        items.push(tick_mark((x, top), (x, top - 4.0)));
        items.push(label(x, top - 8.0, Anchor::Middle, scale::label(*tick)));
    }
    for tick in &down {
        let y = top + ((tick - table.first_row) as f64 + 0.5) / share * high;
        items.push(tick_mark((left, y), (left - 4.0, y)));
        items.push(label(left - 7.0, y + 4.0, Anchor::End, scale::label(*tick)));
    }
    items.push(label(left + w / 2.0, top - 8.0 - LABEL_LINE, Anchor::Middle, "b"));
    items.push(label(MARGIN, top + h / 2.0 + 4.0, Anchor::Start, "a"));

    // A label in the last column may stand out over the edge.
    let beside = left + w + 28.0 + widest(&across[across.len() - 1..]) / 2.0;
    let (legend_right, legend_bottom) = legend(table, &map, (beside, top), &mut items);
    let mut bottom = (top + h).max(legend_bottom);
    let mut right = legend_right;
    if map.share > 1 {
        let remark = format!(
            "each square: {0} by {0} positions; black if one of them is P, else the greatest",
            map.share
        );
        let remark = fitting(&remark, LABEL_SIZE, false, WIDEST_TEXT);
        bottom += LABEL_LINE + 6.0;
        right = right.max(MARGIN + text_width(&remark, LABEL_SIZE, false));
        items.push(label(MARGIN, bottom - 4.0, Anchor::Start, remark));
    }
    let heading = table.heading_of_entries();
    let room = (right - MARGIN).max(WIDEST_TEXT.min(text_width(&heading, TITLE_SIZE, true)));
    let shown = fitting(&heading, TITLE_SIZE, true, room);
    right = right.max(MARGIN + text_width(&shown, TITLE_SIZE, true));
    items.push(title(shown));
    let (rows, columns) = (table.rows(), table.columns());
    Ok(Picture {
        width: (right + MARGIN).ceil(),
        height: (bottom + MARGIN).ceil(),
        title: heading,
        summary: format!("a heat map of {rows} by {columns} entries"),
        items,
    })
}

fn tick_mark(from: (f64, f64), to: (f64, f64)) -> Item {
    Item::Line { points: vec![from, to], width: 1.0, colour: colours::AXIS }
}

/// The entries in their squares, where all of them fit.
fn entries(map: &Map, (left, top): (f64, f64), (wide, high): (f64, f64), items: &mut Vec<Item>) {
    let size = (0.42 * high).min(0.42 * wide).min(12.0);
    if size < 7.5 || map.share > 1 {
        return;
    }
    let texts: Vec<String> = map.squares.iter().map(|square| square.text()).collect();
    if texts.iter().any(|text| text_width(text, size, false) > wide - 3.0) {
        return;
    }
    for (place, text) in texts.into_iter().enumerate().filter(|(_, text)| !text.is_empty()) {
        let (row, column) = (place / map.columns, place % map.columns);
        let light = colours::lightness(map.squares[place].colour(map.greatest)) > 118.0;
        let colour = if light { colours::INK } else { colours::PAPER };
        let x = left + (column as f64 + 0.5) * wide;
        let y = top + (row as f64 + 0.5) * high + 0.34 * size;
        let anchor = Anchor::Middle;
        items.push(Item::Label(Label { x, y, size, bold: false, anchor, colour, text }));
    }
}

/// What the colours mean, from this corner on; its right and bottom edges come back.
fn legend(table: &Table, map: &Map, (x, top): (f64, f64), items: &mut Vec<Item>) -> (f64, f64) {
    const SWATCH: f64 = 12.0;
    const BAR: f64 = 180.0;
    let (mut y, mut right) = (top + 10.0, x);
    let mut put = |items: &mut Vec<Item>, x: f64, y: f64, text: String| {
        right = right.max(x + text_width(&text, LABEL_SIZE, false));
        items.push(label(x, y, Anchor::Start, text));
    };
    let has = |wanted: Square| map.squares.contains(&wanted);
    let mut swatches: Vec<(Rgb, String)> = Vec::new();
    if table.has_values() {
        put(items, x, y, "Grundy value".into());
        y += 10.0;
        if has(Square::Value(0)) {
            swatches.push((colours::ZERO, "0 (P)".into()));
        }
        if map.greatest <= FEW {
            for value in (1..=map.greatest).filter(|&value| has(Square::Value(value))) {
                swatches.push((colours::of_value(value, map.greatest), value.to_string()));
            }
        }
    } else {
        put(items, x, y, "outcome".into());
        y += 10.0;
        swatches.extend([(colours::ZERO, "P".to_owned()), (colours::NONZERO, "N".to_owned())]);
    }
    if has(Square::Loony) {
        swatches.push((colours::LOONY, "* a move wins at once".into()));
    }
    if has(Square::Nothing) {
        swatches.push((colours::NOTHING, "no position".into()));
    }
    for (colour, text) in swatches {
        items.push(Item::Rect { x, y, w: SWATCH, h: SWATCH, colour });
        put(items, x + SWATCH + 6.0, y + SWATCH - 2.0, text);
        y += LABEL_LINE + 1.0;
    }
    if table.has_values() && map.greatest > FEW {
        y += 6.0;
        // The greatest value at the top.
        let steps = 60usize;
        let of = |i: usize| 1.0 + (map.greatest - 1) as f64 * i as f64 / (steps - 1) as f64;
        let colour = |i: usize| Some(colours::of_value(of(i).round() as u32, map.greatest));
        let cells = Rc::new((0..steps).rev().map(colour).collect());
        items.push(Item::Raster { x, y, w: SWATCH, h: BAR, columns: 1, cells });
        items.push(frame(x, y, SWATCH, BAR));
        let per = (BAR - 12.0) / f64::from(map.greatest - 1);
        let mut ticks = scale::ticks(1, map.greatest.into(), |step, _| step as f64 * per >= 24.0);
        ticks.dedup();
        for tick in ticks {
            let at = y + BAR - 6.0 - (tick - 1) as f64 * per;
            items.push(tick_mark((x + SWATCH, at), (x + SWATCH + 3.0, at)));
            put(items, x + SWATCH + 6.0, at + 4.0, scale::label(tick));
        }
        y += BAR + 4.0;
    }
    (right, y)
}
