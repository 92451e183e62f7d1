//! Dots and lines between them: drawn ones, and others to click.

use super::board::disc;
use super::{Area, Sketch, ink};
use crate::drawing::{Anchor, Paint, Point, Shape, Text, palette};

/// From dot to dot.
const SIDE: f64 = 64.0;
/// The radius of a dot.
const DOT: f64 = 4.5;
/// The radius of the places to click, in the middle of lines.
const MIDDLE: f64 = 14.0;
/// Around the figure.
const MARGIN: f64 = 16.0;

/// Dots and lines.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// Where the dots are, in sides of lines; to the right and down.
    pub dots: &'a [Point],
    /// The ends of each line.
    pub lines: &'a [(usize, usize)],
    /// The corners of each cell, in order.
    pub cells: &'a [Vec<usize>],
}

/// A figure; each line is drawn already, or the move of some number draws it, or neither. Cells all of whose sides
/// are drawn are filled.
pub fn figure(
    figure: &Figure<'_>,
    is_drawn: impl Fn(usize) -> bool,
    draws: impl Fn(usize) -> Option<usize>,
    moves: usize,
) -> Sketch {
    let place = |dot: usize| {
        let (x, y) = figure.dots[dot];
        (MARGIN + x * SIDE, MARGIN + y * SIDE)
    };
    let most = |of: fn(&Point) -> f64| figure.dots.iter().map(of).fold(0.0, f64::max);
    let (right, bottom) = (most(|dot| dot.0), most(|dot| dot.1));
    let mut sketch = Sketch::new(2.0 * MARGIN + right * SIDE, 2.0 * MARGIN + bottom * SIDE, moves);
    let line =
        |u: usize, v: usize| figure.lines.iter().position(|&ends| ends == (u.min(v), u.max(v)));
    for cell in figure.cells {
        let sides = cell.iter().zip(cell.iter().cycle().skip(1));
        if sides.into_iter().all(|(&u, &v)| line(u, v).is_none_or(&is_drawn)) {
            let corners: Vec<Point> = cell.iter().map(|&dot| place(dot)).collect();
            sketch.draw(Shape::polygon(&corners, palette::GRID));
        }
    }
    for (i, &(u, v)) in figure.lines.iter().enumerate() {
        let (from, to) = (place(u), place(v));
        if is_drawn(i) {
            sketch.draw(Shape::line(&[from, to], palette::INK, 3.5));
            continue;
        }
        let Some(number) = draws(i) else { continue };
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let name = (i + 1).to_string();
        sketch.draw(Shape::line(&[from, to], palette::MOVE, 1.2));
        let text = Text::new(middle.0, middle.1 + 4.0, 12.0, name.clone()).anchored(Anchor::Middle);
        let round = disc(middle, MIDDLE - 3.0, Paint::fill(ink::OPEN).edged(ink::TOKEN, 1.0));
        let area = Area::Disc { at: middle, radius: MIDDLE };
        let spot = sketch.spot(format!("line {name}"), area, [round, text.into()]);
        sketch.means(number, [spot]);
    }
    for dot in 0..figure.dots.len() {
        sketch.draw(disc(place(dot), DOT, Paint::fill(palette::INK)));
    }
    sketch
}
