//! Values over sizes: a point for each entry, or how many entries are where if there are too many.

use super::{
    Colours, LABEL_GAP, LABEL_LINE, LABEL_SIZE, MARGIN, MAX_TEXT_WIDTH, Plot, TITLE_SIZE,
    axis_name, colours, frame, label, scale, thin, title, widest,
};
use crate::context::{Context, Stop};
use crate::drawing::text::{fitting, width};
use crate::drawing::{Anchor, Drawing, Form, Raster, Rgb, Shape, palette};
use crate::outcome::Outcome;
use crate::table::{Cell, Table};
use std::sync::Arc;

/// The plot's own size.
const PLOT_WIDTH: f64 = 680.0;
const HIGH: f64 = 300.0;
/// Of plots of outcomes.
const LOW: f64 = 60.0;
/// Space between the frame and the outermost points.
const INSIDE: f64 = 10.0;
/// So many entries are points.
const MAX_POINTS: usize = 2500;
/// So few points are joined by a line.
const MAX_JOINED: usize = 400;
/// Squares of a density plot, across and up.
const ACROSS: usize = 660;
const UP: usize = 140;

/// The height of an entry: the value, or 1 for N.
fn height(table: &Table, row: usize) -> Result<Option<u32>, Stop> {
    if let Some(value) = table.small_value(row, 0) {
        return Ok(Some(value));
    }
    match table.cell(row, 0) {
        Cell::Outcome(Outcome::D) | Cell::Loopy(_) => Ok(None),
        Cell::Outcome(outcome) => Ok(Some(u32::from(outcome == Outcome::N))),
        Cell::None | Cell::Loony => Ok(None),
        Cell::Value(_) => Err(Stop::Refused("a value is too large to be drawn".into())),
    }
}

/// Where the plot is, and what it spans.
struct Frame {
    left: f64,
    top: f64,
    high: f64,
    greatest: u32,
    /// The greatest class of a value.
    classes: u32,
    colours: Colours,
    first: u64,
    per_size: f64,
    per_value: f64,
}

impl Frame {
    fn x(&self, n: u64) -> f64 {
        self.left + INSIDE + (n - self.first) as f64 * self.per_size
    }

    fn y(&self, value: f64) -> f64 {
        self.top + self.high - INSIDE - value * self.per_value
    }

    /// The colour of the points of a class.
    fn colour(&self, class: u32) -> Rgb {
        match (class, self.colours) {
            (0, _) => colours::ZERO,
            (_, Colours::Value) => palette::POINT,
            (class, _) => colours::of_class(class, self.classes),
        }
    }

    /// The class of the points of a height; all but 0 are one where a colour for each says nothing
    /// that the height does not say.
    fn class(&self, value: u32) -> u32 {
        match self.colours {
            Colours::Value => value.min(1),
            colours => colours.class(value),
        }
    }
}

/// Draws a table of one argument.
pub(super) fn draw(table: &Table, colours: Colours, context: &Context<'_>) -> Result<Plot, Stop> {
    let count = table.rows();
    let (mut greatest, mut classes) = (1, 1);
    for row in 0..count {
        context.tick("drawing the table", row as u64)?;
        let height = height(table, row)?.unwrap_or(0);
        greatest = greatest.max(height);
        classes = classes.max(colours.class(height));
    }
    let values = table.has_numbers();
    let high = if values { HIGH } else { LOW };
    let (first, last) = (table.first_row, table.first_row + (count as u64).saturating_sub(1));
    let per_value = (high - 2.0 * INSIDE) / f64::from(greatest);
    let per_size = (PLOT_WIDTH - 2.0 * INSIDE) / ((last - first).max(1) as f64);
    let across = scale::ticks(first, last, |step, ticks| {
        step as f64 * per_size >= widest(ticks) + 3.0 * LABEL_GAP
    });
    let up: Vec<u64> = match values {
        true => scale::ticks(0, greatest.into(), |step, _| step as f64 * per_value >= 24.0),
        false => vec![0, 1],
    };
    let left = (MARGIN + widest(&up).max(10.0) + 8.0).ceil();
    let top = MARGIN + TITLE_SIZE + 14.0 + LABEL_LINE;
    let plot = Frame { left, top, high, greatest, classes, colours, first, per_size, per_value };

    let mut drawing = Drawing::new(0.0, 0.0, "");
    for &tick in &up {
        let at = plot.y(tick as f64);
        drawing.push(thin((left, at), (left + PLOT_WIDTH, at), palette::GRID));
        let text = match (values, tick) {
            (true, tick) => scale::label(tick),
            (false, 0) => "P".into(),
            (false, _) => "N".into(),
        };
        drawing.push(label(left - 7.0, at + 4.0, Anchor::End, text));
    }
    for &tick in &across {
        let at = plot.x(tick);
        drawing.push(thin((at, top + high), (at, top + high + 4.0), palette::AXIS));
        drawing.push(label(at, top + high + 17.0, Anchor::Middle, scale::label(tick)));
    }
    let kind = if count <= MAX_POINTS {
        points(table, &plot, &mut drawing)?
    } else {
        density(table, &plot, &mut drawing, context)?
    };
    drawing.push(frame(left, top, PLOT_WIDTH, high));
    let name = if values { "Grundy value" } else { "outcome" };
    drawing.push(axis_name(left, top - 7.0, Anchor::Start, name));
    let [sizes, _] = table.argument_names();
    let sizes = fitting(&sizes, LABEL_SIZE, true, PLOT_WIDTH);
    drawing.push(axis_name(
        left + PLOT_WIDTH / 2.0,
        top + high + 17.0 + LABEL_LINE,
        Anchor::Middle,
        sizes,
    ));
    let bottom = top + high + 17.0 + 2.5 * LABEL_LINE;
    let bottom = legend(table, &plot, kind, bottom, &mut drawing);

    let heading = table.heading_of_entries();
    drawing.push(title(&heading, left + PLOT_WIDTH - MARGIN));
    let summary = format!("{count} entries over their sizes");
    drawing.title = format!("{heading}: {summary}");
    // The last label may stand out over the edge.
    drawing.width = (left + PLOT_WIDTH + MARGIN + 8.0).ceil();
    drawing.height = (bottom + MARGIN).ceil();
    Ok(Plot { drawing, summary })
}

/// What the marks mean.
#[derive(Clone, Copy)]
enum Kind {
    Points,
    /// Sizes in a column, and the most entries in a square.
    Density(f64, u32),
}

fn dots(points: Vec<(f64, f64)>, radius: f64, colour: Rgb) -> Shape {
    Form::Dots { points, radius, colour }.into()
}

fn points(table: &Table, plot: &Frame, drawing: &mut Drawing) -> Result<Kind, Stop> {
    let classes = plot.class(plot.greatest).max(plot.classes) as usize;
    let mut groups = vec![Vec::new(); classes + 1];
    let mut all = Vec::new();
    for row in 0..table.rows() {
        let Some(value) = height(table, row)? else { continue };
        let point = (plot.x(table.first_row + row as u64), plot.y(f64::from(value)));
        all.push(point);
        groups[plot.class(value) as usize].push(point);
    }
    if table.has_numbers() && table.rows() <= MAX_JOINED && !all.is_empty() {
        drawing.push(Shape::line(&all, palette::JOIN, 1.0));
    }
    let radius = (0.35 * plot.per_size).clamp(1.1, 3.2);
    for (class, points) in groups.into_iter().enumerate().rev() {
        if !points.is_empty() {
            drawing.push(dots(points, radius, plot.colour(class as u32)));
        }
    }
    Ok(Kind::Points)
}

/// How many entries are where, by shades; the logarithm of their number. With colours for classes
/// that of the class most entries of a spot are in.
fn density(
    table: &Table,
    plot: &Frame,
    drawing: &mut Drawing,
    context: &Context<'_>,
) -> Result<Kind, Stop> {
    let count = table.rows();
    let classes = match plot.colours {
        Colours::Value => 1,
        _ => plot.classes as usize + 1,
    };
    let mut counts = vec![0u32; ACROSS * UP * classes];
    for row in 0..count {
        context.tick("drawing the table", row as u64)?;
        let Some(value) = height(table, row)? else { continue };
        let column = (row as u128 * ACROSS as u128 / count as u128) as usize;
        let level = u64::from(value) * (UP as u64 - 1) / u64::from(plot.greatest);
        let class = if classes == 1 { 0 } else { plot.class(value) as usize };
        let square = (UP - 1 - level as usize) * ACROSS + column;
        let square = &mut counts[square * classes + class];
        *square = square.saturating_add(1);
    }
    let spots = || counts.chunks_exact(classes).map(|spot| spot.iter().sum::<u32>());
    let most = spots().max().unwrap_or(1).max(1);
    let shade = |(i, spot): (usize, &[u32])| {
        let count: u32 = spot.iter().sum();
        (count > 0).then(|| {
            // The lowest row is that of P-positions.
            if i / ACROSS == UP - 1 {
                return colours::ZERO;
            }
            if classes == 1 {
                return colours::of_density(f64::from(count).ln_1p() / f64::from(most).ln_1p());
            }
            let class = (0..classes).max_by_key(|&class| (spot[class], class));
            plot.colour(class.unwrap_or(0) as u32)
        })
    };
    let cells = Arc::new(counts.chunks_exact(classes).enumerate().map(shade).collect());
    // Centres of the outermost squares are where the outermost points would be.
    let (w, step) = (PLOT_WIDTH - 2.0 * INSIDE, (plot.high - 2.0 * INSIDE) / (UP - 1) as f64);
    let (x, y) = (plot.left + INSIDE, plot.top + INSIDE - step / 2.0);
    drawing.push(Raster { at: (x, y), size: (w, step * UP as f64), columns: ACROSS, cells });
    Ok(Kind::Density(count as f64 / ACROSS as f64, most))
}

/// The meaning of the marks, and what is known of the period; the bottom comes back.
fn legend(table: &Table, plot: &Frame, kind: Kind, y: f64, drawing: &mut Drawing) -> f64 {
    let zero = match (table.has_lengths(), table.has_values()) {
        (true, _) => "0: the game is over",
        (_, true) => "value 0: P-position",
        _ => "P-position",
    };
    let mut marks = vec![(colours::ZERO, zero.to_owned())];
    match (plot.colours, kind) {
        (Colours::Value, Kind::Points) if table.has_lengths() => {
            marks.push((palette::POINT, table.entry_name().into()));
        }
        (Colours::Value, Kind::Points) => marks.push((palette::POINT, "N-position".into())),
        (Colours::Value, Kind::Density(sizes, most)) => {
            marks.push((colours::of_density(0.0), "few entries".into()));
            let many = format!("many (up to {most}) in a spot {sizes:.0} sizes wide");
            marks.push((colours::of_density(1.0), many));
        }
        (by_bits, kind) => {
            let classes =
                (1..=plot.classes).map(|class| (plot.colour(class), by_bits.members(class)));
            marks.extend(classes);
            if let Kind::Density(sizes, _) = kind
                && let Some((_, last)) = marks.last_mut()
            {
                last.push_str(&format!("   (most of a spot {sizes:.0} sizes wide)"));
            }
        }
    }
    let (mut x, mut y) = (plot.left, y);
    for (colour, text) in marks {
        let wide = 14.0 + width(&text, LABEL_SIZE, false);
        if x > plot.left && x + wide > plot.left + PLOT_WIDTH {
            x = plot.left;
            y += LABEL_LINE + 2.0;
        }
        drawing.push(dots(vec![(x + 5.0, y - 4.0)], 3.2, colour));
        drawing.push(label(x + 14.0, y, Anchor::Start, text));
        x += wide + 22.0;
    }
    let Some(note) = table.note else { return y + 4.0 };
    let text = fitting(&note.text(), LABEL_SIZE, false, MAX_TEXT_WIDTH.min(PLOT_WIDTH));
    drawing.push(label(plot.left, y + LABEL_LINE + 2.0, Anchor::Start, text));
    y + LABEL_LINE + 6.0
}
