//! What games of dots and lines have in common: whoever completes a cell must draw again.

use super::strings::{MAX_STRINGS, METHOD, NO_LENGTHS, Net, Strings, numbers};
use super::{Game, Known, Move, Offer, Placed, join};
use crate::context::{Context, Stop};
use crate::drawing::Point;
use crate::nat::{Nat, to_u64};
use crate::ruleset::{FreeValue, Full, Options, Ruleset};
use crate::sketch::{Sketch, figure};
use crate::syntax::{Arg, ArgKind, Args, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// A figure of dots, with the lines that can be drawn and the cells between them.
///
/// Cells are coins, and lines are strings: a line between two cells, or from a cell to the outside, which is the
/// ground.
#[derive(Debug, Default)]
pub(crate) struct Dots {
    figure: Figure,
    /// The name of the game, and the size as it is typed.
    name: &'static str,
    size: String,
    sizes: Option<Sizes>,
    net: Net,
}

/// The figures of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// How a size is typed: `(rows, columns)`.
    pub typed: &'static str,
    /// The figure of a size; `None` if there is none.
    pub read: fn(&[u64]) -> Option<Figure>,
}

/// Dots, lines and cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figure {
    /// Where the dots are, in sides of cells; to the right and down, from 0.
    dots: Vec<Point>,
    /// The ends of each line, the lesser first; in the order of their middles, from above and from the left.
    lines: Vec<(usize, usize)>,
    /// The corners of each cell, in order.
    cells: Vec<Vec<usize>>,
}

impl Figure {
    /// The figure of these cells, each by its corners in order; a corner is where a dot is, in half sides to the
    /// right and whole ones down. `None` if it has more lines than are searched.
    pub fn of(cells: &[Vec<(i64, i64)>]) -> Option<Self> {
        let mut dots: Vec<(i64, i64)> = cells.iter().flatten().map(|&(x, y)| (y, x)).collect();
        dots.sort_unstable();
        dots.dedup();
        let place = |&(x, y): &(i64, i64)| dots.binary_search(&(y, x)).unwrap_or(0);
        let cells: Vec<Vec<usize>> =
            cells.iter().map(|cell| cell.iter().map(place).collect()).collect();
        let mut lines: Vec<(usize, usize)> = cells.iter().flat_map(|cell| sides(cell)).collect();
        let middle = |&(u, v): &(usize, usize)| (dots[u].0 + dots[v].0, dots[u].1 + dots[v].1);
        lines.sort_unstable_by_key(|line| (middle(line), *line));
        lines.dedup();
        let left = dots.iter().map(|dot| dot.1).min().unwrap_or(0);
        let dots = dots.iter().map(|&(y, x)| ((x - left) as f64 / 2.0, y as f64)).collect();
        (lines.len() <= MAX_STRINGS).then_some(Self { dots, lines, cells })
    }

    /// The cells at both sides of each line, from 1; 0 is outside.
    fn strings(&self) -> Vec<(u32, u32)> {
        let beside = |line: &(usize, usize)| {
            let mut cells = (1u32..)
                .zip(&self.cells)
                .filter(|(_, cell)| sides(cell).any(|side| side == *line))
                .map(|(number, _)| number);
            (cells.next().unwrap_or(0), cells.next().unwrap_or(0))
        };
        self.lines.iter().map(beside).collect()
    }

    /// In text: dots, drawn lines, and the numbers of the others.
    fn text(&self, left: u64) -> Vec<String> {
        // A side is eight columns and two rows.
        let place = |dot: usize| ((self.dots[dot].0 * 8.0) as usize, self.dots[dot].1 as usize * 2);
        let size = self.dots.iter().enumerate().map(|(dot, _)| place(dot));
        let (width, height) = size.fold((0, 0), |(w, h), (x, y)| (w.max(x + 2), h.max(y + 1)));
        let mut rows = vec![vec![' '; width]; height];
        for (i, &(u, v)) in self.lines.iter().enumerate() {
            let ((a, b), (c, d)) = (place(u), place(v));
            let (x, y) = ((a + c) / 2, (b + d) / 2);
            let sign = match (a.cmp(&c), b == d) {
                (_, true) => '-',
                (std::cmp::Ordering::Equal, _) => '|',
                (std::cmp::Ordering::Greater, _) => '/',
                (std::cmp::Ordering::Less, _) => '\\',
            };
            if left >> i & 1 == 1 {
                let name = (i + 1).to_string();
                for (at, sign) in name.chars().enumerate() {
                    rows[y][(x + at + 1).saturating_sub(name.len().div_ceil(2))] = sign;
                }
            } else if b == d {
                rows[y][a.min(c) + 1..a.max(c)].fill(sign);
            } else {
                rows[y][x] = sign;
            }
        }
        for dot in 0..self.dots.len() {
            let (x, y) = place(dot);
            rows[y][x] = '+';
        }
        rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect()
    }
}

/// The sides of a cell, each by the places of its ends, the lesser first.
fn sides(cell: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let next = cell.iter().cycle().skip(1);
    cell.iter().zip(next).map(|(&u, &v)| (u.min(v), u.max(v)))
}

/// What a text of the size and of the lines that are drawn looks like.
const FORM: &str = "expected the size, and after ';' the numbers of the lines that are drawn";

/// The one move where the turn was handed over.
const AGAIN: &str = "-";

impl Dots {
    /// The game of this name on figures of all sizes.
    pub fn new(name: &'static str, sizes: Sizes) -> Self {
        Self { name, sizes: Some(sizes), ..Self::default() }
    }

    fn drawn(&self, strings: &Strings) -> Vec<String> {
        let drawn = self.net.all().left & !strings.left;
        numbers(drawn).map(|line| (line + 1).to_string()).collect()
    }
}

impl Ruleset for Dots {
    type Position = Strings;

    const MAY_ENTAIL: bool = true;

    fn options(&self, strings: &Strings, out: &mut Options<Strings>) -> Result<(), Full> {
        let free = |left| [Strings { left, entailed: false }];
        self.net.options(strings, numbers(strings.left), free, out)
    }

    fn is_entailed(&self, strings: &Strings) -> bool {
        strings.entailed
    }

    fn free_value(
        &self,
        strings: &Strings,
        context: &Context<'_>,
    ) -> Result<Option<FreeValue>, Stop> {
        self.net.free_value(strings, context)
    }
}

/// A number of at most four digits.
fn number(arg: &Arg) -> Option<u64> {
    match &arg.kind {
        ArgKind::Number(number) => to_u64(number).filter(|&number| number < 10_000),
        _ => None,
    }
}

impl Game for Dots {
    fn title(&self) -> String {
        self.name.into()
    }

    fn identity(&self) -> String {
        format!("{}({})", self.name, self.size)
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let (size, drawn) = match &*args.groups {
            [size] => (size, None),
            [size, drawn] => (size, Some(drawn)),
            _ => return Err(ReadError::domain("too many lists", args.span).help(FORM)),
        };
        let numbers: Option<Vec<u64>> = size.iter().map(number).collect();
        let figure =
            numbers.as_deref().zip(self.sizes).and_then(|(size, sizes)| (sizes.read)(size));
        let (Some(size), Some(figure)) = (numbers, figure) else {
            let what = "there is no figure of this size, or it has too many lines";
            let typed = self.sizes.map_or("", |sizes| sizes.typed);
            return Err(ReadError::domain(what, args.span)
                .help(format!("expected {typed} with at most {MAX_STRINGS} lines")));
        };
        let mut left = u64::MAX.checked_shr(64 - figure.lines.len() as u32).unwrap_or(0);
        for arg in drawn.into_iter().flatten() {
            let line = number(arg).filter(|line| (1..=figure.lines.len() as u64).contains(line));
            let bit = line.map_or(0, |line| 1u64 << (line - 1));
            if left & bit == 0 {
                let what = format!("{arg} is not a line, or is drawn twice");
                let most = figure.lines.len();
                return Err(ReadError::domain(what, arg.span)
                    .help(format!("expected different numbers from 1 to {most}")));
            }
            left &= !bit;
        }
        let net = Net::new(&figure.strings(), Some(0));
        let size = join(size.iter().map(u64::to_string), ",");
        let game = Self { figure, name: self.name, size, sizes: self.sizes, net };
        Ok(Placed::new(Arc::new(game), vec![Strings { left, entailed: false }]))
    }

    fn print(&self, strings: &Strings) -> String {
        match &*self.drawn(strings) {
            [] => self.size.clone(),
            drawn => format!("{}; {}", self.size, drawn.join(",")),
        }
    }

    fn print_all(&self, parts: &[Strings]) -> String {
        if parts.is_empty() {
            return "nim()".into();
        }
        let part = |strings: &Strings| {
            let sign = if strings.entailed { "!" } else { "" };
            format!("{}{sign}({})", self.name, self.print(strings))
        };
        join(parts.iter().map(part), " + ")
    }

    fn print_move(&self, _: &Strings, to: &Move<Strings>) -> String {
        match to.tag {
            0 => AGAIN.into(),
            line => line.to_string(),
        }
    }

    fn move_names(&self, _: &Strings, to: &Move<Strings>) -> Vec<String> {
        match to.tag {
            0 => vec!["pass".into(), "hand the turn back".into()],
            line => vec![format!("line {line}"), format!("draw {line}")],
        }
    }

    fn heaps(&self, _: &Strings) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, strings: &Strings) -> Vec<String> {
        self.figure.text(strings.left)
    }

    fn sketch(&self, strings: &Strings, moves: &[Offer<'_, Strings>]) -> Option<Sketch> {
        if strings.entailed {
            return None;
        }
        let seen = figure::Figure {
            dots: &self.figure.dots,
            lines: &self.figure.lines,
            cells: &self.figure.cells,
        };
        let draws = |line: usize| moves.iter().position(|offer| offer.to.tag == line as u64 + 1);
        Some(figure::figure(&seen, |line| strings.left >> line & 1 == 0, draws, moves.len()))
    }

    fn known(&self, strings: &Strings, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        let over = strings.left == 0 && !strings.entailed;
        Ok(over.then_some(Known::Value(Nat::ZERO)))
    }

    fn move_count(&self, strings: &Strings) -> Option<usize> {
        Some(if strings.entailed { 1 } else { strings.left.count_ones() as usize })
    }

    fn entailed(&self, strings: &Strings) -> Option<Strings> {
        Some(Strings { entailed: true, ..*strings })
    }

    fn lengths_refused(&self) -> Option<&'static str> {
        Some(NO_LENGTHS)
    }

    fn method(&self, _: &Strings) -> Cow<'static, str> {
        METHOD.into()
    }
}
