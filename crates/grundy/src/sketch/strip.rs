//! Coins on a strip of squares, and coins on stairs.

use super::board::disc;
use super::{Area, Sketch, ink};
use crate::drawing::{Anchor, Paint, Point, Shape, Text, palette};

/// The side of a square.
const SIDE: f64 = 32.0;

/// What a click on a strip means: for each move the square it comes from and the one it goes to.
pub type Way = (u64, u64);

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A coin.
    Coin,
    /// The silver dollar.
    Dollar,
    /// A white piece.
    White,
    /// A black piece.
    Black,
}

impl Piece {
    /// How it is called.
    fn name(self) -> &'static str {
        match self {
            Self::Coin => "coin",
            Self::Dollar => "dollar",
            Self::White => "white piece",
            Self::Black => "black piece",
        }
    }

    /// What is drawn of it, if a move may take it or not.
    fn shapes(self, middle: Point, free: bool) -> Vec<Shape> {
        let edge = if free { ink::COIN_EDGE } else { ink::FIXED_EDGE };
        let one = |paint| vec![disc(middle, 11.0, paint)];
        match self {
            Self::Coin => one(ink::coin(free)),
            Self::White => one(Paint::fill(palette::PAPER).edged(palette::INK, 1.5)),
            Self::Black => one(Paint::fill(palette::INK).edged(palette::INK, 1.5)),
            Self::Dollar => {
                let sign = Text::new(middle.0, middle.1 + 5.0, 14.0, "$").bold();
                let mut shapes = one(Paint::fill(ink::SILVER).edged(edge, 1.5));
                shapes.push(sign.anchored(Anchor::Middle).into());
                shapes
            }
        }
    }
}

/// Coins on the squares `first` to `last`. Who clicks the square where a coin goes makes the move,
/// if no other goes there; or the coin, if it has one move only; or both. `None` if the strip is too
/// long.
pub fn strip(first: u64, last: u64, coins: &[u64], ways: &[Option<Way>]) -> Option<Sketch> {
    let coins: Vec<(u64, Piece)> = coins.iter().map(|&square| (square, Piece::Coin)).collect();
    pieces(first, last, &coins, ways)
}

/// As [`strip`], with pieces of any kind on different squares.
pub fn pieces(
    first: u64,
    last: u64,
    pieces: &[(u64, Piece)],
    ways: &[Option<Way>],
) -> Option<Sketch> {
    if last.saturating_sub(first) >= 60 || pieces.is_empty() && last < first {
        return None;
    }
    // Long strips are cut into lines.
    const LINE: u64 = 25;
    let count = last + 1 - first;
    let columns = count.min(LINE);
    let rows = count.div_ceil(LINE);
    let step = SIDE + 28.0;
    let size = (columns as f64 * SIDE + 1.0, rows as f64 * step - 8.0);
    let mut sketch = Sketch::new(size.0, size.1, ways.len());
    let from = |square: u64| ways.iter().flatten().any(|way| way.0 == square);
    let to = |square: u64| ways.iter().flatten().any(|way| way.1 == square);
    let mut spots = Vec::new();
    for square in first..=last {
        let place = square - first;
        let at = ((place % LINE) as f64 * SIDE, (place / LINE) as f64 * step);
        let middle = (at.0 + SIDE / 2.0, at.1 + SIDE / 2.0);
        let fill = if to(square) { ink::OPEN } else { ink::SQUARE };
        let paint = Paint::fill(fill).edged(ink::SQUARE_EDGE, 1.2);
        let mut shapes = vec![Shape::rect(at.0 + 0.5, at.1 + 0.5, SIDE, SIDE, 0.0, paint)];
        let piece = pieces.iter().find(|(on, _)| *on == square).map(|&(_, piece)| piece);
        if let Some(piece) = piece {
            shapes.extend(piece.shapes(middle, from(square)));
        }
        let label = Text::new(middle.0, at.1 + SIDE + 14.0, 11.0, square.to_string());
        sketch.draw(label.anchored(Anchor::Middle).coloured(palette::QUIET));
        spots.push(if from(square) || to(square) {
            let title = match piece {
                Some(piece) => format!("{} on {square}", piece.name()),
                None => format!("square {square}"),
            };
            Some(sketch.spot(title, Area::Rect { at, size: (SIDE, SIDE) }, shapes))
        } else {
            sketch.shapes.extend(shapes);
            None
        });
    }
    for (number, way) in ways.iter().enumerate() {
        let Some((old, new)) = *way else { continue };
        let spot = |square: u64| {
            square.checked_sub(first).and_then(|i| spots.get(i as usize).copied().flatten())
        };
        let (Some(coin), Some(square)) = (spot(old), spot(new)) else { continue };
        let like = |same: &dyn Fn(Way) -> bool| ways.iter().flatten().filter(|&&w| same(w)).count();
        if like(&|way| way.1 == new) == 1 {
            sketch.means(number, [square]);
        }
        if like(&|way| way.0 == old) == 1 {
            sketch.means(number, [coin]);
        }
        sketch.means(number, [coin, square]);
    }
    Some(sketch)
}

/// Coins on the steps of stairs, the lowest first; each move takes so many coins of a step (from 0)
/// one step down. `None` if there are too many.
pub fn stairs(steps: &[u64], moves: &[Option<(usize, u64)>]) -> Option<Sketch> {
    const STEP_WIDTH: f64 = 46.0;
    const RISE: f64 = 16.0;
    const COIN: f64 = 20.0;
    if steps.len() > 18 || steps.iter().any(|&coins| coins > 15) {
        return None;
    }
    let wide = (steps.len() + 1) as f64 * STEP_WIDTH;
    // Above the ground.
    let top = |step: usize| (step + 1) as f64 * RISE;
    let tallest = steps.iter().enumerate().map(|(i, &coins)| top(i) + coins as f64 * COIN);
    let high = tallest.fold(30.0, f64::max) + 2.0;
    let mut sketch = Sketch::new(wide, high + 20.0, moves.len());
    sketch.ground = Some(high);
    for step in 0..steps.len() {
        let x = (step + 1) as f64 * STEP_WIDTH;
        let paint = Paint::fill(ink::SQUARE_DARK).edged(ink::GROUND, 1.2);
        sketch.draw(Shape::rect(x, high - top(step), STEP_WIDTH, top(step), 0.0, paint));
        let label = Text::new(x + STEP_WIDTH / 2.0, high + 15.0, 11.0, (step + 1).to_string());
        sketch.draw(label.anchored(Anchor::Middle).coloured(palette::QUIET));
    }
    sketch.draw(Shape::line(&[(0.0, high), (wide, high)], ink::GROUND, 3.0));
    let ground = Text::new(STEP_WIDTH / 2.0, high + 15.0, 11.0, "ground").anchored(Anchor::Middle);
    sketch.draw(ground.coloured(palette::QUIET));
    for (step, &coins) in steps.iter().enumerate() {
        for coin in 0..coins {
            let middle = (step as f64 + 1.5) * STEP_WIDTH;
            let at = (middle, high - top(step) - (coin as f64 + 0.5) * COIN - 1.0);
            let shape = disc(at, 8.8, ink::coin(true));
            let carried = coins - coin;
            let title = format!("step {}: move {carried} down", step + 1);
            let spot = sketch.spot(title, Area::Disc { at, radius: COIN / 2.0 }, [shape]);
            let number = moves.iter().position(|&to| to == Some((step, carried)));
            if let Some(number) = number {
                sketch.means(number, [spot]);
            }
        }
    }
    Some(sketch)
}
