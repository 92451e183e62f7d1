//! Coins, pins, tokens and squares.

use super::colours::*;
use crate::drawing::{Anchor, Form, Paint, Point, Rgb, Shape, Text};

fn circle(at: Point, radius: f64, paint: Paint) -> Shape {
    Form::Circle { at, radius, paint }.into()
}

/// A coin.
pub fn coin(at: Point, radius: f64) -> Vec<Shape> {
    vec![
        circle(at, radius, Paint::fill(COIN).edged(COIN_EDGE, 1.4)),
        circle(at, 0.68 * radius, Paint::stroke(COIN_EDGE, 0.8)),
    ]
}

/// A pin as it is seen from above.
pub fn pin(at: Point, radius: f64) -> Vec<Shape> {
    vec![
        circle(at, radius, Paint::fill(PIN).edged(PIN_EDGE, 1.5)),
        circle(at, 0.42 * radius, Paint::fill(PIN_EDGE)),
    ]
}

/// A token.
pub fn token(at: Point, radius: f64) -> Vec<Shape> {
    vec![
        circle(at, radius, Paint::fill(TOKEN).edged([0, 62, 100], 1.5)),
        circle((at.0 - 0.3 * radius, at.1 - 0.3 * radius), 0.22 * radius, Paint::fill(PAPER)),
    ]
}

/// A square.
pub fn square(at: Point, size: Point, colour: Rgb) -> Shape {
    Shape::rect(at.0, at.1, size.0, size.1, 2.0, Paint::fill(colour).edged(SQUARE_EDGE, 1.0))
}

/// A text with its middle at a place.
pub fn middle(at: Point, size: f64, text: impl Into<String>) -> Text {
    Text::new(at.0, at.1 + 0.36 * size, size, text).anchored(Anchor::Middle)
}
