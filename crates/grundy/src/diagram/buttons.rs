//! Buttons for moves that have no place of their own in a picture.

use crate::drawing::text::fitting_both_ends;
use crate::drawing::{Paint, Shape, text};
use crate::sketch::{Area, Sketch, colours, pieces};

/// The most buttons of a part.
const MOST: usize = 120;
/// The size of letters.
const SIZE: f64 = 12.0;
/// The height of a button.
const HIGH: f64 = 26.0;
/// Between buttons.
const GAP: f64 = 8.0;
/// The widest button.
const WIDEST: f64 = 420.0;

/// Puts buttons below a sketch for the moves that it has no gesture for; none if there are too many.
pub fn add(sketch: &mut Sketch, texts: &[&str], room: f64) {
    let missing: Vec<usize> =
        (0..texts.len()).filter(|&i| sketch.gestures.get(i).is_none_or(Vec::is_empty)).collect();
    if missing.is_empty() || missing.len() > MOST {
        return;
    }
    let room = room.max(sketch.width).max(200.0);
    let top = if sketch.height > 0.0 { sketch.height + 10.0 } else { 0.0 };
    let (mut x, mut y, mut widest) = (0.0f64, top, sketch.width);
    for number in missing {
        let label = fitting_both_ends(texts[number], SIZE, false, WIDEST - 20.0);
        let wide = (text::width(&label, SIZE, false) + 20.0).max(44.0);
        if x > 0.0 && x + wide > room {
            (x, y) = (0.0, y + HIGH + GAP);
        }
        let paint = Paint::fill(colours::BUTTON).edged(colours::BUTTON_EDGE, 1.0);
        let shapes = [
            Shape::rect(x, y, wide, HIGH, 5.0, paint),
            pieces::middle((x + wide / 2.0, y + HIGH / 2.0), SIZE, label).into(),
        ];
        let spot = sketch.spot(Area::rect(x, y, wide, HIGH), texts[number], shapes);
        sketch.gesture(number, [spot]);
        x += wide + GAP;
        widest = widest.max(x - GAP);
    }
    sketch.width = widest;
    sketch.height = y + HIGH;
}
