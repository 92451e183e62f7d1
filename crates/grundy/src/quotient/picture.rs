//! A misère quotient as a drawing: classes of elements that divide each other, multiples below.

use super::CodeQuotient;
use crate::drawing::{Anchor, Drawing, Paint, Shape, Text, palette};
use grundy_quotients::Class;

/// Elements of a quotient that is drawn.
const MAX_ELEMENTS: usize = 400;
/// Letters of a name at most; longer ones are numbers.
const MAX_NAME_CHARS: usize = 12;
const FONT: f64 = 13.0;
const CELL: f64 = 24.0;
const GAP: f64 = 22.0;
const STEP: f64 = 46.0;
const MARGIN: f64 = 24.0;
const HEAD: f64 = 66.0;

/// A class with its place.
struct Placed {
    names: Vec<(String, bool)>,
    cell: f64,
    columns: usize,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl CodeQuotient {
    /// The elements of the quotient, those that divide each other in a box together, and a line from
    /// each box to the next ones with multiples, which are lower. Boxes with an idempotent are groups and have a
    /// strong line; P-elements are filled. The kernel is the lowest box.
    ///
    /// # Errors
    /// A sentence, if there are more than 400 elements.
    ///
    /// ```
    /// use grundy::quotient::CodeQuotient;
    /// let mut quotient = CodeQuotient::new("0.123".parse().unwrap(), Default::default());
    /// quotient.grow(100, &Default::default()).unwrap();
    /// let svg = quotient.draw().unwrap().to_svg();
    /// assert!(svg.starts_with("<svg ") && svg.contains("20 elements"));
    /// ```
    pub fn draw(&self) -> Result<Drawing, String> {
        let facts = self.facts();
        if facts.order > MAX_ELEMENTS {
            return Err(format!(
                "a quotient of {} elements is not drawn: {MAX_ELEMENTS} are the most; --table and --json tell it",
                facts.order
            ));
        }
        let monoid = self.union().monoid();
        let classes = monoid.classes();
        let name = |x: u16| {
            let word = &facts.elements[usize::from(x)];
            let name =
                if word.chars().count() > MAX_NAME_CHARS { format!("#{x}") } else { word.clone() };
            (name, monoid.is_p(x))
        };
        let mut placed: Vec<Placed> = classes
            .iter()
            .map(|class| {
                let names: Vec<(String, bool)> = class.elements.iter().map(|&x| name(x)).collect();
                let width = |(name, _): &(String, bool)| Text::new(0.0, 0.0, FONT, name).width();
                let cell = names.iter().map(width).fold(CELL, f64::max) + 8.0;
                let columns = (names.len() as f64).sqrt().ceil() as usize;
                let rows = names.len().div_ceil(columns);
                let (width, height) = (columns as f64 * cell + 8.0, rows as f64 * CELL + 8.0);
                Placed { names, cell, columns, x: 0.0, y: 0.0, width, height }
            })
            .collect();
        let proved = if facts.proved { ", proved for all heaps" } else { "" };
        let last = facts.heaps.filter(|_| !facts.proved);
        let far = last.map_or(String::new(), |last| format!(" of the heaps up to {last}"));
        let title =
            format!("{}: misère quotient{far}, {} elements{proved}", facts.code, facts.order);
        let wide = Text::new(0.0, 0.0, 16.0, &title).bold().width().max(420.0);
        let (width, height) = place(&classes, &mut placed, wide);
        let mut drawing = Drawing::new(width, height, title.clone());
        drawing.push(Text::new(MARGIN, 30.0, 16.0, title).bold());
        let legend = "filled: P-positions; strong line: a group; multiples are below";
        drawing.push(Text::new(MARGIN, 50.0, FONT, legend).coloured(palette::QUIET));
        for (class, from) in classes.iter().zip(&placed) {
            for &below in &class.below {
                let to = &placed[below];
                let ends = [
                    (from.x + from.width / 2.0, from.y + from.height),
                    (to.x + to.width / 2.0, to.y),
                ];
                drawing.push(Shape::line(&ends, palette::MOVE, 1.2));
            }
        }
        for (class, at) in classes.iter().zip(&placed) {
            let (colour, line) = match class.idempotent {
                Some(_) => (palette::INK, 2.0),
                None => (palette::N_LINE, 0.8),
            };
            let paint = Paint::fill(palette::PAPER).edged(colour, line);
            drawing.push(Shape::rect(at.x, at.y, at.width, at.height, 5.0, paint));
            for (i, (name, is_p)) in at.names.iter().enumerate() {
                let (column, row) = ((i % at.columns) as f64, (i / at.columns) as f64);
                let (x, y) = (at.x + 4.0 + column * at.cell, at.y + 4.0 + row * CELL);
                if *is_p {
                    let paint = Paint::fill(palette::P_FILL).edged(palette::P_LINE, 1.0);
                    drawing.push(Shape::rect(
                        x + 2.0,
                        y + 2.0,
                        at.cell - 4.0,
                        CELL - 4.0,
                        4.0,
                        paint,
                    ));
                }
                let text = Text::new(x + at.cell / 2.0, y + CELL / 2.0 + 4.5, FONT, name);
                drawing.push(text.anchored(Anchor::Middle));
            }
        }
        Ok(drawing)
    }
}

/// Puts the classes of a depth beside each other; the size of the drawing.
fn place(classes: &[Class], placed: &mut [Placed], wide: f64) -> (f64, f64) {
    let depth = classes.iter().map(|class| class.depth).max().unwrap_or(0);
    let layers: Vec<Vec<usize>> = (0..=depth)
        .map(|d| (0..classes.len()).filter(|&i| classes[i].depth == d).collect())
        .collect();
    let length = |layer: &Vec<usize>, placed: &[Placed]| -> f64 {
        let boxes: f64 = layer.iter().map(|&i| placed[i].width).sum();
        boxes + GAP * (layer.len() as f64 - 1.0)
    };
    let width = layers.iter().map(|layer| length(layer, placed)).fold(wide, f64::max);
    let mut y = HEAD;
    for layer in &layers {
        let mut x = MARGIN + (width - length(layer, placed)) / 2.0;
        let tall = layer.iter().map(|&i| placed[i].height).fold(0.0, f64::max);
        for &i in layer {
            (placed[i].x, placed[i].y) = (x, y);
            x += placed[i].width + GAP;
        }
        y += tall + STEP;
    }
    (width + 2.0 * MARGIN, y - STEP + MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_drawn_once_and_boxes_keep_apart() {
        let mut quotient = CodeQuotient::new("0.77".parse().unwrap(), Default::default());
        quotient.grow(1000, &Default::default()).unwrap();
        let drawing = quotient.draw().unwrap();
        let facts = quotient.facts();
        let texts: Vec<String> =
            drawing.texts().iter().map(|(_, text)| text.runs[0].text.clone()).collect();
        for element in &facts.elements {
            assert_eq!(texts.iter().filter(|text| *text == element).count(), 1, "{element}");
        }
        let boxes = drawing.text_boxes();
        for (i, a) in boxes.iter().enumerate() {
            for b in &boxes[..i] {
                let apart = a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
                assert!(apart, "{a:?} {b:?}");
            }
            assert!(a.0 >= 0.0 && a.2 <= drawing.width && a.3 <= drawing.height);
        }
        let monoid = quotient.union().monoid();
        let classes = monoid.classes();
        let kernel = classes.last().unwrap();
        assert_eq!(kernel.elements.len(), monoid.kernel().len());
        for class in classes.iter().filter(|class| class.idempotent.is_some()) {
            // A group: each row of its table has all of its elements.
            for &x in &class.elements {
                let mut row: Vec<u16> =
                    class.elements.iter().map(|&y| monoid.product(x, y)).collect();
                row.sort_unstable();
                assert_eq!(row, class.elements);
            }
        }
    }
}
