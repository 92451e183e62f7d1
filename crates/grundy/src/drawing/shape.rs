//! Shapes: what a picture is made of.

use super::colour::Rgb;
use super::curve::{Curve, Point};
use super::{face::Face, palette, text};
use std::sync::Arc;

/// A form, and what else there is to tell of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What is drawn.
    pub form: Form,
    /// What it is called, what it means, where it leads.
    pub tag: Option<Box<Tag>>,
}

/// What a viewer can tell of a shape or do with it; views of pixels leave it out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// A name that no other shape of the drawing has.
    pub name: Option<String>,
    /// The kind of shape: a name that many may share.
    pub class: Option<String>,
    /// What is shown where the pointer rests.
    pub title: Option<String>,
    /// Where a click leads.
    pub link: Option<String>,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A rectangle; its corners are rounded off by `round`.
    Rect {
        /// The top left corner.
        at: Point,
        /// Width and height.
        size: Point,
        /// The radius of the corners.
        round: f64,
        /// How it is painted.
        paint: Paint,
    },
    /// A circle.
    Circle {
        /// The centre.
        at: Point,
        /// The radius.
        radius: f64,
        /// How it is painted.
        paint: Paint,
    },
    /// A line through places, straight or curved; filled or closed if wished.
    Path {
        /// Where it goes.
        curve: Curve,
        /// Whether it goes back to where it began.
        closed: bool,
        /// How it is painted.
        paint: Paint,
    },
    /// Many discs of one size and colour.
    Dots {
        /// Their centres.
        points: Vec<Point>,
        /// Their radius.
        radius: f64,
        /// Their colour.
        colour: Rgb,
    },
    /// A line of text.
    Text(Text),
    /// Equal rectangles in rows.
    Raster(Raster),
    /// A rectangle that is not seen but can be pointed at; views of pixels leave it out.
    Region {
        /// The top left corner.
        at: Point,
        /// Width and height.
        size: Point,
        /// The radius of the corners.
        round: f64,
    },
    /// Shapes that belong together; `at` is where their own corner is.
    Group {
        /// The corner.
        at: Point,
        /// From the back to the front.
        shapes: Vec<Shape>,
    },
}

/// How a form is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// The colour inside.
    pub fill: Option<Rgb>,
    /// The line around it.
    pub stroke: Option<Stroke>,
}

/// A line's look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Rgb,
    /// Its width.
    pub width: f64,
}

impl Paint {
    /// Filled, without a line around it.
    pub fn fill(colour: Rgb) -> Self {
        Self { fill: Some(colour), stroke: None }
    }

    /// A line alone.
    pub fn stroke(colour: Rgb, width: f64) -> Self {
        Self { fill: None, stroke: Some(Stroke { colour, width }) }
    }

    /// The same with a line around it.
    pub fn edged(mut self, colour: Rgb, width: f64) -> Self {
        self.stroke = Some(Stroke { colour, width });
        self
    }
}

/// Which side of a text its place is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    #[default]
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Where the line on which the letters stand begins, has its middle or ends.
    pub at: Point,
    /// The size of the font.
    pub size: f64,
    /// What `at` is of the text.
    pub anchor: Anchor,
    /// The kind of letters.
    pub face: Face,
    /// One after the other.
    pub runs: Vec<Run>,
}

/// A part of a text that looks the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The letters.
    pub text: String,
    /// Their colour.
    pub colour: Rgb,
    /// Whether they are bold.
    pub bold: bool,
}

impl Text {
    /// A text in the colour of ink that begins at a place.
    pub fn new(x: f64, y: f64, size: f64, text: impl Into<String>) -> Self {
        let run = Run { text: text.into(), colour: palette::INK, bold: false };
        Self { at: (x, y), size, anchor: Anchor::Start, face: Face::Sans, runs: vec![run] }
    }

    /// The same with its place at another side of it.
    pub fn anchored(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// The same in another colour.
    pub fn coloured(mut self, colour: Rgb) -> Self {
        self.runs.iter_mut().for_each(|run| run.colour = colour);
        self
    }

    /// The same in bold letters.
    pub fn bold(mut self) -> Self {
        self.runs.iter_mut().for_each(|run| run.bold = true);
        self
    }

    /// The width, about: that of a wide font.
    pub fn width(&self) -> f64 {
        let width = |run: &Run| text::face_width(&run.text, self.size, self.face, run.bold);
        self.runs.iter().map(width).sum()
    }

    /// Where it begins.
    pub fn left(&self) -> f64 {
        match self.anchor {
            Anchor::Start => self.at.0,
            Anchor::Middle => self.at.0 - self.width() / 2.0,
            Anchor::End => self.at.0 - self.width(),
        }
    }

    /// The rectangle that it takes: left, top, right, bottom.
    pub fn bounds(&self) -> (f64, f64, f64, f64) {
        let left = self.left();
        let (above, below) = (0.76 * self.size, 0.22 * self.size);
        (left, self.at.1 - above, left + self.width(), self.at.1 + below)
    }
}

/// Equal rectangles in rows, each of one colour; `None` is see-through.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// The top left corner of all.
    pub at: Point,
    /// Width and height of all.
    pub size: Point,
    /// How many there are in a row.
    pub columns: usize,
    /// Their colours, row by row.
    pub cells: Arc<Vec<Option<Rgb>>>,
}

impl Shape {
    /// A rectangle with corners rounded off.
    pub fn rect(x: f64, y: f64, w: f64, h: f64, round: f64, paint: Paint) -> Self {
        Form::Rect { at: (x, y), size: (w, h), round, paint }.into()
    }

    /// A line through places.
    ///
    /// # Panics
    /// If there is no place.
    pub fn line(points: &[Point], colour: Rgb, width: f64) -> Self {
        Self::curve(Curve::through(points), colour, width)
    }

    /// A curved line.
    pub fn curve(curve: Curve, colour: Rgb, width: f64) -> Self {
        Form::Path { curve, closed: false, paint: Paint::stroke(colour, width) }.into()
    }

    /// A filled polygon.
    ///
    /// # Panics
    /// If it has no corner.
    pub fn polygon(points: &[Point], colour: Rgb) -> Self {
        let curve = Curve::through(points);
        Form::Path { curve, closed: true, paint: Paint::fill(colour) }.into()
    }

    /// The head of an arrow with its tip at `tip` that comes from the direction of `from`.
    pub fn arrow_head(tip: Point, from: Point, length: f64, colour: Rgb) -> Self {
        let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
        let way = dx.hypot(dy);
        let (dx, dy) = if way > 0.0 { (dx / way, dy / way) } else { (0.0, 1.0) };
        let half = 0.4 * length;
        let behind =
            |back: f64, side: f64| (tip.0 - back * dx - side * dy, tip.1 - back * dy + side * dx);
        let notch = behind(0.76 * length, 0.0);
        Self::polygon(&[tip, behind(length, half), notch, behind(length, -half)], colour)
    }

    /// A rectangle that is not seen but can be pointed at.
    pub fn region(at: Point, size: Point, round: f64) -> Self {
        Form::Region { at, size, round }.into()
    }

    /// Shapes that belong together.
    pub fn group(shapes: impl IntoIterator<Item = Self>) -> Self {
        Self::group_at((0.0, 0.0), shapes)
    }

    /// Shapes that belong together, moved by `at`.
    pub fn group_at(at: Point, shapes: impl IntoIterator<Item = Self>) -> Self {
        Form::Group { at, shapes: shapes.into_iter().collect() }.into()
    }

    fn tag(&mut self) -> &mut Tag {
        self.tag.get_or_insert_default()
    }

    /// The same with a name that no other shape has.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.tag().name = Some(name.into());
        self
    }

    /// The same as one of a kind.
    pub fn of_class(mut self, class: impl Into<String>) -> Self {
        self.tag().class = Some(class.into());
        self
    }

    /// The same with a title that is shown where the pointer rests.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.tag().title = Some(title.into());
        self
    }

    /// The same with a link.
    pub fn linked(mut self, link: impl Into<String>) -> Self {
        self.tag().link = Some(link.into());
        self
    }
}

impl From<Form> for Shape {
    fn from(form: Form) -> Self {
        Self { form, tag: None }
    }
}

impl From<Text> for Shape {
    fn from(text: Text) -> Self {
        Form::Text(text).into()
    }
}

impl From<Raster> for Shape {
    fn from(raster: Raster) -> Self {
        Form::Raster(raster).into()
    }
}
