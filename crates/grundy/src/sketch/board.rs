//! Boards of squares: chocolate, a queen's way, a sheet with lines to cut, tiles.

use super::{Area, Sketch, ink};
use crate::drawing::{Anchor, Form, Paint, Point, Rgb, Shape, Text, palette};

/// Rows and columns of squares; row 0 is the lowest one.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    corner: Point,
    side: f64,
    rows: u64,
}

impl Board {
    /// Longer sides are not drawn.
    pub const MAX_SIDE: u64 = 32;

    /// A board and the picture that it lies in, with the numbers of its columns and rows, if any,
    /// from `first` on (rows may have none even so); `None` if it is too large.
    pub fn new(
        columns: u64,
        rows: u64,
        first: Option<(u64, Option<u64>)>,
        moves: usize,
    ) -> Option<(Sketch, Self)> {
        if columns > Self::MAX_SIDE || rows > Self::MAX_SIDE {
            return None;
        }
        let side = match columns.max(rows) {
            0..=8 => 40.0,
            9..=14 => 32.0,
            15..=22 => 26.0,
            _ => 22.0,
        };
        let margin = if first.is_some() { 24.0 } else { 0.0 };
        let (wide, high) = (columns as f64 * side, rows as f64 * side);
        let board = Self { corner: (margin, 0.0), side, rows };
        let mut sketch = Sketch::new(margin + wide + 1.0, high + margin + 1.0, moves);
        if let Some((first, first_row)) = first {
            for column in 0..columns {
                let x = board.middle(column, 0).0;
                let text = Text::new(x, high + 17.0, 12.0, (first + column).to_string());
                sketch.draw(text.anchored(Anchor::Middle).coloured(palette::QUIET));
            }
            for (row, first) in (0..rows).zip(first_row.into_iter().cycle()) {
                let y = board.middle(0, row).1 + 4.0;
                let text = Text::new(margin - 7.0, y, 12.0, (first + row).to_string());
                sketch.draw(text.anchored(Anchor::End).coloured(palette::QUIET));
            }
        }
        Some((sketch, board))
    }

    /// The length of a side of a square.
    pub fn side(&self) -> f64 {
        self.side
    }

    /// The top left corner of a square.
    pub fn at(&self, column: u64, row: u64) -> Point {
        let down = self.rows as f64 - row as f64 - 1.0;
        (self.corner.0 + column as f64 * self.side, self.corner.1 + down * self.side)
    }

    /// The middle of a square.
    pub fn middle(&self, column: u64, row: u64) -> Point {
        let (x, y) = self.at(column, row);
        (x + self.side / 2.0, y + self.side / 2.0)
    }

    /// A square as a place to click.
    pub fn area(&self, column: u64, row: u64) -> Area {
        Area::Rect { at: self.at(column, row), size: (self.side, self.side) }
    }

    /// A square in one colour.
    pub fn square(&self, column: u64, row: u64, colour: Rgb) -> Shape {
        let (x, y) = self.at(column, row);
        let paint = Paint::fill(colour).edged(ink::SQUARE_EDGE, 1.0);
        Shape::rect(x + 0.5, y + 0.5, self.side - 1.0, self.side - 1.0, 0.0, paint)
    }
}

/// A disc.
pub fn disc(at: Point, radius: f64, paint: Paint) -> Shape {
    Form::Circle { at, radius, paint }.into()
}

/// A bar of chocolate with these rows, the lowest first; the square at the lower left is poisoned.
/// Each move chooses a square (row, column), both from 0.
pub fn chocolate(rows: &[u64], chosen: &[Option<(u64, u64)>]) -> Option<Sketch> {
    let columns = rows.iter().copied().max().unwrap_or(0);
    let (mut sketch, board) =
        Board::new(columns, rows.len() as u64, Some((1, Some(1))), chosen.len())?;
    let side = board.side();
    for (row, &length) in (0..).zip(rows) {
        for column in 0..length {
            let (x, y) = board.at(column, row);
            let piece = |inset: f64, fill: Rgb, edge: Rgb| {
                let (long, paint) = (side - 2.0 * inset, Paint::fill(fill).edged(edge, 1.0));
                Shape::rect(x + inset, y + inset, long, long, 4.0, paint)
            };
            if (row, column) == (0, 0) {
                sketch.draw(piece(1.0, ink::POISON, ink::CHOCOLATE_EDGE));
                skull(&mut sketch, board.middle(0, 0), side / 40.0);
                continue;
            }
            let shapes = [
                piece(1.0, ink::CHOCOLATE, ink::CHOCOLATE_EDGE),
                piece(side / 6.0, ink::CHOCOLATE_LIGHT, ink::CHOCOLATE),
            ];
            let Some(number) = chosen.iter().position(|&place| place == Some((row, column))) else {
                sketch.shapes.extend(shapes);
                continue;
            };
            let title = format!("square ({},{})", row + 1, column + 1);
            let spot = sketch.spot(title, board.area(column, row), shapes);
            sketch.means(number, [spot]);
        }
    }
    Some(sketch)
}

/// A board of signs, the first row at the top; a move is made by clicking the squares that it
/// changes, of many the first and the last. `after` has the board after each move, `None` where it
/// leaves no such board. `None` if the board is too large.
pub fn signs(
    rows: &[Vec<char>],
    caption: &str,
    after: &[Option<Vec<Vec<char>>>],
) -> Option<Sketch> {
    /// So many squares are clicked one by one.
    const EACH: usize = 3;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0) as u64;
    let count = rows.len() as u64;
    let (mut sketch, board) = Board::new(columns, count, None, after.len())?;
    let changed = |after: &Option<Vec<Vec<char>>>| -> Vec<(usize, usize)> {
        let Some(after) = after.as_ref().filter(|after| after.len() == rows.len()) else {
            return Vec::new();
        };
        if rows.iter().zip(after).any(|(old, new)| old.len() != new.len()) {
            return Vec::new();
        }
        let squares = (0..rows.len()).flat_map(|i| (0..rows[i].len()).map(move |j| (i, j)));
        let mut squares: Vec<_> = squares.filter(|&(i, j)| rows[i][j] != after[i][j]).collect();
        if squares.len() > EACH {
            squares.drain(1..squares.len() - 1);
        }
        squares
    };
    let gestures: Vec<Vec<(usize, usize)>> = after.iter().map(changed).collect();
    let wanted: std::collections::BTreeSet<_> = gestures.iter().flatten().copied().collect();
    let mut spots = std::collections::BTreeMap::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, &sign) in row.iter().enumerate() {
            let (x, y) = (j as u64, count - 1 - i as u64);
            let colour = if (i + j) % 2 == 0 { ink::SQUARE } else { ink::SQUARE_DARK };
            let mut shapes = vec![board.square(x, y, colour)];
            shapes.extend(sign_shape(sign, board.middle(x, y), board.side()));
            if !wanted.contains(&(i, j)) {
                sketch.shapes.extend(shapes);
                continue;
            }
            let title = format!("row {} column {}", i + 1, j + 1);
            spots.insert((i, j), sketch.spot(title, board.area(x, y), shapes));
        }
    }
    for (number, squares) in gestures.iter().enumerate() {
        sketch.means(number, squares.iter().filter_map(|square| spots.get(square).copied()));
    }
    if !caption.trim().is_empty() {
        let shown = crate::drawing::text::shorten(caption.trim(), 60);
        let line = Text::new(0.0, sketch.height + 18.0, 14.0, shown).coloured(palette::QUIET);
        sketch.width = sketch.width.max(line.width());
        sketch.height += 24.0;
        sketch.draw(line);
    }
    Some(sketch)
}

/// A board of free squares ('.'), blocked ones ('#') and others with a sign, the first row at the top; each move is made by clicking
/// these squares (row, column), one after the other. `None` if the board is too large.
pub fn squares(rows: &[Vec<char>], clicks: &[Vec<(usize, usize)>]) -> Option<Sketch> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0) as u64;
    let count = rows.len() as u64;
    let (mut sketch, board) = Board::new(columns, count, None, clicks.len())?;
    let wanted: std::collections::BTreeSet<_> = clicks.iter().flatten().copied().collect();
    let mut spots = std::collections::BTreeMap::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, &sign) in row.iter().enumerate() {
            let (x, y) = (j as u64, count - 1 - i as u64);
            let light = if (i + j) % 2 == 0 { ink::SQUARE } else { ink::SQUARE_DARK };
            let colour = if sign == '#' { ink::TOKEN } else { light };
            let square = board.square(x, y, colour);
            if !wanted.contains(&(i, j)) {
                sketch.draw(square);
                let shown = if sign == '#' { ' ' } else { sign };
                sketch.shapes.extend(sign_shape(shown, board.middle(x, y), board.side()));
                continue;
            }
            let title = format!("row {} column {}", i + 1, j + 1);
            spots.insert((i, j), sketch.spot(title, board.area(x, y), [square]));
        }
    }
    for (number, squares) in clicks.iter().enumerate() {
        sketch.means(number, squares.iter().filter_map(|square| spots.get(square).copied()));
    }
    Some(sketch)
}

/// What stands on a square: a piece, a block, a letter; nothing for a dot or a blank.
fn sign_shape(sign: char, (x, y): Point, side: f64) -> Option<Shape> {
    Some(match sign {
        '.' | ' ' | '_' | '-' | '·' => return None,
        'o' | 'O' | '●' | '*' => disc((x, y), 0.33 * side, ink::coin(true)),
        '#' | '■' | '█' => {
            let half = 0.4 * side;
            let paint = Paint::fill(ink::TOKEN);
            Shape::rect(x - half, y - half, 2.0 * half, 2.0 * half, 3.0, paint)
        }
        sign => {
            let size = 0.5 * side;
            let line = Text::new(x, y + 0.36 * size, size, sign.to_string()).bold();
            line.anchored(Anchor::Middle).into()
        }
    })
}

/// What is poisoned.
fn skull(sketch: &mut Sketch, (x, y): Point, scale: f64) {
    let white = Paint::fill(palette::PAPER);
    let dark = Paint::fill(palette::INK);
    let s = scale;
    sketch.draw(disc((x, y - 2.0 * s), 10.0 * s, white));
    sketch.draw(Shape::rect(x - 5.5 * s, y + 4.0 * s, 11.0 * s, 8.0 * s, 2.0 * s, white));
    for side in [-1.0, 1.0] {
        sketch.draw(disc((x + side * 4.0 * s, y - 2.0 * s), 2.8 * s, dark));
        let tooth = x + side * 1.9 * s;
        sketch.draw(Shape::line(&[(tooth, y + 7.0 * s), (tooth, y + 12.0 * s)], palette::INK, s));
    }
    sketch.draw(disc((x, y + 3.0 * s), 1.3 * s, dark));
}

/// A queen on the square (column, row) of a board with the corner (0,0); each move goes to a
/// square nearer to it.
pub fn queen(column: u64, row: u64, to: &[Option<(u64, u64)>]) -> Option<Sketch> {
    /// Larger boards have squares too small to click.
    const MAX_CLICKED_SIDE: u64 = 24;
    if column >= MAX_CLICKED_SIDE || row >= MAX_CLICKED_SIDE {
        return None;
    }
    let (mut sketch, board) = Board::new(column + 1, row + 1, Some((0, Some(0))), to.len())?;
    for y in 0..=row {
        for x in 0..=column {
            let dark = (x + y) % 2 == 0;
            let square = board.square(x, y, if dark { ink::SQUARE_DARK } else { ink::SQUARE });
            let Some(number) = to.iter().position(|&place| place == Some((x, y))) else {
                sketch.draw(square);
                continue;
            };
            let dot = disc(board.middle(x, y), board.side() / 6.0, Paint::fill(ink::TOKEN));
            let spot = sketch.spot(format!("square ({x},{y})"), board.area(x, y), [square, dot]);
            sketch.means(number, [spot]);
        }
    }
    crown(&mut sketch, board.middle(column, row), board.side() / 40.0);
    Some(sketch)
}

/// The queen.
fn crown(sketch: &mut Sketch, (x, y): Point, s: f64) {
    let place = |(dx, dy): (f64, f64)| (x + dx * s, y + dy * s);
    let points = [
        (-11.0, 10.0),
        (-14.0, -7.0),
        (-7.0, 1.0),
        (-5.0, -11.0),
        (0.0, 0.0),
        (5.0, -11.0),
        (7.0, 1.0),
        (14.0, -7.0),
        (11.0, 10.0),
    ];
    let outline: Vec<Point> = points.into_iter().map(place).collect();
    sketch.draw(Shape::polygon(&outline, palette::INK));
    for top in [(-14.0, -8.0), (-5.0, -12.0), (5.0, -12.0), (14.0, -8.0)] {
        sketch.draw(disc(place(top), 2.2 * s, Paint::fill(palette::INK)));
    }
    sketch.draw(Shape::line(&[place((-10.0, 14.0)), place((10.0, 14.0))], palette::INK, 3.0 * s));
}

/// Where a sheet is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Behind so many columns.
    Column(u64),
    /// Above so many rows.
    Row(u64),
}

/// A sheet with grid lines that can be cut along; each move has all its cuts.
pub fn sheet(columns: u64, rows: u64, cuts: &[Vec<Cut>]) -> Option<Sketch> {
    let (mut sketch, board) = Board::new(columns, rows, None, cuts.len())?;
    let side = board.side();
    // Room at the top and the left for the handles of lines.
    let handle = 22.0;
    let (wide, high) = (columns as f64 * side, rows as f64 * side);
    let shift = |(x, y): Point| (x + handle, y + handle);
    for row in 0..rows {
        for column in 0..columns {
            let square = board.square(column, row, ink::SQUARE);
            sketch.draw(Shape::group_at((handle, handle), [square]));
        }
    }
    (sketch.width, sketch.height) = (wide + handle + 1.0, high + handle + 1.0);
    // Lines cross: the handle of each stands at the margin.
    let place = |sketch: &mut Sketch, cut: Cut| {
        let (title, ends, area) = match cut {
            Cut::Column(n) => {
                let x = n as f64 * side;
                let area = Area::Rect { at: (x + handle - 8.0, 0.0), size: (16.0, handle - 1.0) };
                (format!("cut behind column {n}"), [(x, -10.0), (x, high)], area)
            }
            Cut::Row(n) => {
                let y = high - n as f64 * side;
                let area = Area::Rect { at: (0.0, y + handle - 8.0), size: (handle - 1.0, 16.0) };
                (format!("cut above row {n}"), [(-10.0, y), (wide, y)], area)
            }
        };
        let ends = ends.map(shift);
        let line = Shape::line(&ends, ink::TOKEN, 1.5);
        let knob = disc(ends[0], 6.0, Paint::fill(ink::TOKEN));
        sketch.spot(title, area, [line, knob])
    };
    let mut known: Vec<(Cut, usize)> = Vec::new();
    for (number, cuts) in cuts.iter().enumerate() {
        for &cut in cuts {
            let spot = match known.iter().find(|(other, _)| *other == cut) {
                Some(&(_, spot)) => spot,
                None => {
                    let spot = place(&mut sketch, cut);
                    known.push((cut, spot));
                    spot
                }
            };
            sketch.means(number, [spot]);
        }
    }
    Some(sketch)
}

/// A tile with a text; its left top corner and its size.
pub fn tile(at: Point, size: Point, text: &str, letters: f64, colour: Rgb) -> [Shape; 2] {
    let paint = Paint::fill(colour).edged(ink::BUTTON_EDGE, 1.0);
    let box_ = Shape::rect(at.0 + 1.0, at.1 + 1.0, size.0 - 2.0, size.1 - 2.0, 4.0, paint);
    let middle = (at.0 + size.0 / 2.0, at.1 + size.1 / 2.0 + 0.36 * letters);
    let line = Text::new(middle.0, middle.1, letters, text).anchored(Anchor::Middle);
    [box_, line.into()]
}

/// A heading and tiles in rows below it, each of which makes one move; `None` if there are too
/// many.
pub fn tiles(heading: &str, titles: &[(String, String)]) -> Option<Sketch> {
    const MAX_TILES: usize = 400;
    const ROW: f64 = 620.0;
    if titles.len() > MAX_TILES {
        return None;
    }
    let mut sketch = Sketch::new(0.0, 0.0, titles.len());
    if !heading.is_empty() {
        let shown = crate::drawing::text::fitting_both_ends(heading, 18.0, true, ROW);
        let line = Text::new(0.0, 18.0, 18.0, shown).bold();
        (sketch.width, sketch.height) = (line.width(), 34.0);
        sketch.draw(line);
    }
    let longest = titles
        .iter()
        .map(|(shown, _)| crate::drawing::text::width(shown, 16.0, false))
        .fold(0.0, f64::max);
    if longest > ROW / 2.0 {
        return None;
    }
    let size = ((longest + 16.0).max(38.0).ceil(), 38.0);
    let columns = ((ROW / size.0) as usize).max(1);
    // About as wide as high, but for few tiles.
    let columns = columns.min(((titles.len() as f64).sqrt().ceil() as usize).max(10));
    let top = sketch.height;
    for (number, (shown, title)) in titles.iter().enumerate() {
        let at = ((number % columns) as f64 * size.0, top + (number / columns) as f64 * size.1);
        let area = Area::Rect { at, size };
        let spot = sketch.spot(title.as_str(), area, tile(at, size, shown, 16.0, ink::BUTTON));
        sketch.means(number, [spot]);
        sketch.width = sketch.width.max(at.0 + size.0);
        sketch.height = at.1 + size.1;
    }
    Some(sketch)
}
