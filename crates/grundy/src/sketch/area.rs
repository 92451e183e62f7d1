//! Where a click counts.

use crate::drawing::{Form, Paint, Point, Shape};

/// Where a click counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Area {
    /// A rectangle.
    Rect {
        /// The top left corner.
        at: Point,
        /// Width and height.
        size: Point,
    },
    /// A disc.
    Disc {
        /// The centre.
        at: Point,
        /// The radius.
        radius: f64,
    },
}

impl Area {
    /// A rectangle.
    pub fn rect(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self::Rect { at: (x, y), size: (w, h) }
    }

    /// A disc.
    pub fn disc(x: f64, y: f64, radius: f64) -> Self {
        Self::Disc { at: (x, y), radius }
    }

    /// The same at another place.
    pub fn moved(mut self, by: Point) -> Self {
        let (Self::Rect { at, .. } | Self::Disc { at, .. }) = &mut self;
        *at = (at.0 + by.0, at.1 + by.1);
        self
    }

    /// Left, top, right, bottom.
    pub fn bounds(&self) -> (f64, f64, f64, f64) {
        match *self {
            Self::Rect { at: (x, y), size: (w, h) } => (x, y, x + w, y + h),
            Self::Disc { at: (x, y), radius: r } => (x - r, y - r, x + r, y + r),
        }
    }

    /// Whether two areas share more than a line, to within a thousandth.
    ///
    /// ```
    /// use grundy::sketch::Area;
    /// let square = Area::rect(0.0, 0.0, 10.0, 10.0);
    /// assert!(square.overlaps(&Area::disc(14.0, 5.0, 4.5)));
    /// assert!(!square.overlaps(&Area::disc(14.0, 14.0, 5.0)));
    /// assert!(!square.overlaps(&Area::rect(10.0, 0.0, 10.0, 10.0)));
    /// ```
    pub fn overlaps(&self, other: &Self) -> bool {
        const SLACK: f64 = 1e-3;
        match (*self, *other) {
            (Self::Disc { at: a, radius: r }, Self::Disc { at: b, radius: s }) => {
                (a.0 - b.0).hypot(a.1 - b.1) < r + s - SLACK
            }
            (Self::Rect { .. }, Self::Rect { .. }) => {
                let (a, b) = (self.bounds(), other.bounds());
                a.0 < b.2 - SLACK && b.0 < a.2 - SLACK && a.1 < b.3 - SLACK && b.1 < a.3 - SLACK
            }
            (Self::Rect { .. }, Self::Disc { at, radius }) => {
                let (left, top, right, bottom) = self.bounds();
                let nearest = (at.0.clamp(left, right), at.1.clamp(top, bottom));
                (nearest.0 - at.0).hypot(nearest.1 - at.1) < radius - SLACK
            }
            (Self::Disc { .. }, Self::Rect { .. }) => other.overlaps(self),
        }
    }

    /// The area in a paint.
    pub fn painted(&self, paint: Paint) -> Shape {
        match *self {
            Self::Rect { at, size } => Form::Rect { at, size, round: 3.0, paint }.into(),
            Self::Disc { at, radius } => Form::Circle { at, radius, paint }.into(),
        }
    }
}
