//! Curves: lines and Bézier pieces.

/// A place: to the right, and down.
pub type Point = (f64, f64);

/// A way from place to place.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Where it begins.
    pub start: Point,
    /// Where it goes on.
    pub pieces: Vec<Piece>,
}

/// A part of a curve, from where the last one ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece {
    /// Straight to the end.
    Line(Point),
    /// Two control points and the end of a Bézier curve.
    Cubic(Point, Point, Point),
}

impl Piece {
    /// Where the piece ends.
    pub fn end(&self) -> Point {
        match *self {
            Self::Line(end) | Self::Cubic(_, _, end) => end,
        }
    }

    /// The place at `t` from 0 to 1 of the piece that begins at `from`.
    pub fn at(&self, from: Point, t: f64) -> Point {
        let s = 1.0 - t;
        match *self {
            Self::Line(end) => (s * from.0 + t * end.0, s * from.1 + t * end.1),
            Self::Cubic(a, b, end) => {
                let mix = |p: f64, q: f64, r: f64, w: f64| {
                    s * s * s * p + 3.0 * s * s * t * q + 3.0 * s * t * t * r + t * t * t * w
                };
                (mix(from.0, a.0, b.0, end.0), mix(from.1, a.1, b.1, end.1))
            }
        }
    }
}

impl Curve {
    /// A line through these places; a single place if there is one only.
    ///
    /// # Panics
    /// If there is none.
    pub fn through(points: &[Point]) -> Self {
        let (start, rest) = points.split_first().expect("a line begins somewhere");
        Self { start: *start, pieces: rest.iter().map(|&end| Piece::Line(end)).collect() }
    }

    /// The same the other way round.
    pub fn reversed(&self) -> Self {
        let mut from = self.start;
        let mut pieces = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            pieces.push(match *piece {
                Piece::Line(_) => Piece::Line(from),
                Piece::Cubic(a, b, _) => Piece::Cubic(b, a, from),
            });
            from = piece.end();
        }
        pieces.reverse();
        Self { start: from, pieces }
    }

    /// Every place moved.
    pub fn map(&self, to: impl Fn(Point) -> Point) -> Self {
        let piece = |piece: &Piece| match *piece {
            Piece::Line(end) => Piece::Line(to(end)),
            Piece::Cubic(a, b, end) => Piece::Cubic(to(a), to(b), to(end)),
        };
        Self { start: to(self.start), pieces: self.pieces.iter().map(piece).collect() }
    }

    /// Where the curve ends, and where it comes from there.
    pub fn end(&self) -> (Point, Point) {
        let mut from = self.start;
        let mut end = (self.start, self.start);
        for piece in &self.pieces {
            let before = match *piece {
                Piece::Cubic(_, control, _) => control,
                Piece::Line(_) => from,
            };
            from = piece.end();
            end = (from, before);
        }
        end
    }

    /// Places along the curve, `steps` of them for each curved piece.
    pub fn samples(&self, steps: u32) -> Vec<Point> {
        let mut from = self.start;
        let mut points = vec![from];
        for piece in &self.pieces {
            for step in 1..=steps {
                points.push(piece.at(from, f64::from(step) / f64::from(steps)));
            }
            from = piece.end();
        }
        points
    }
}
