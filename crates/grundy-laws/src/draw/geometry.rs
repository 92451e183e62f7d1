//! Points, lines and curves of a drawing.

use grundy::drawing::{Curve, Piece, Point};

/// Left, top, right, bottom.
pub type Bounds = (f64, f64, f64, f64);

/// Whether two rectangles have a point in common.
pub fn meet(a: Bounds, b: Bounds) -> bool {
    a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
}

/// The distance of a point from a straight line between two others.
pub fn distance(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let square = dx * dx + dy * dy;
    let along = if square > 0.0 {
        (((point.0 - from.0) * dx + (point.1 - from.1) * dy) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (point.0 - from.0 - along * dx).hypot(point.1 - from.1 - along * dy)
}

/// Whether two straight lines cross between their ends.
pub fn crosses(a: (Point, Point), b: (Point, Point)) -> bool {
    let side = |(from, to): (Point, Point), point: Point| {
        (to.0 - from.0) * (point.1 - from.1) - (to.1 - from.1) * (point.0 - from.0)
    };
    side(a, b.0) * side(a, b.1) < 0.0 && side(b, a.0) * side(b, a.1) < 0.0
}

/// The point at this distance and angle from another one.
pub fn polar(centre: Point, radius: f64, angle: f64) -> Point {
    (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin())
}

/// From one circle to another, bent to its left by this angle at both ends.
pub fn arc(from: Point, to: Point, radius: f64, bend: f64) -> Curve {
    let angle = (to.1 - from.1).atan2(to.0 - from.0);
    let reach = (to.0 - from.0).hypot(to.1 - from.1) / 3.0;
    let start = polar(from, radius, angle - bend);
    let end = polar(to, radius, angle + std::f64::consts::PI + bend);
    let piece = if bend == 0.0 {
        Piece::Line(end)
    } else {
        let first = polar(from, radius + reach, angle - bend);
        let second = polar(to, radius + reach, angle + std::f64::consts::PI + bend);
        Piece::Cubic(first, second, end)
    };
    Curve { start, pieces: vec![piece] }
}

/// Between two circles that stand on a great one around (0, 0), bent to the inside.
pub fn chord(from: Point, to: Point, radius: f64, bend: f64) -> Curve {
    let way = (to.0 - from.0).hypot(to.1 - from.1);
    let leave = |at: Point, other: Point| {
        let out = at.0.hypot(at.1).max(f64::MIN_POSITIVE);
        let (x, y) = (
            (other.0 - at.0) / way - bend * at.0 / out,
            (other.1 - at.1) / way - bend * at.1 / out,
        );
        y.atan2(x)
    };
    let (first, second) = (leave(from, to), leave(to, from));
    let reach = radius + 0.35 * way;
    let end = polar(to, radius, second);
    let piece = Piece::Cubic(polar(from, reach, first), polar(to, reach, second), end);
    Curve { start: polar(from, radius, first), pieces: vec![piece] }
}

/// From a circle back to it, in this direction.
pub fn ring(centre: Point, radius: f64, angle: f64) -> Curve {
    const HALF: f64 = 0.45;
    let far = 2.9 * radius;
    let start = polar(centre, radius, angle - HALF);
    let end = polar(centre, radius, angle + HALF);
    let piece =
        Piece::Cubic(polar(centre, far, angle - HALF), polar(centre, far, angle + HALF), end);
    Curve { start, pieces: vec![piece] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_points() {
        assert!((distance((1.0, 1.0), (0.0, 0.0), (2.0, 0.0)) - 1.0).abs() < 1e-12);
        assert!((distance((5.0, 4.0), (0.0, 0.0), (2.0, 0.0)) - 5.0).abs() < 1e-12);
        let cross = ((0.0, 0.0), (2.0, 2.0));
        assert!(crosses(cross, ((0.0, 2.0), (2.0, 0.0))));
        assert!(!crosses(cross, ((0.0, 0.0), (2.0, 0.0))));
        assert!(!crosses(cross, ((3.0, 0.0), (0.0, 9.0))));
    }

    #[test]
    fn arcs_begin_and_end_on_circles() {
        for bend in [0.0, 0.3] {
            let curve = arc((0.0, 0.0), (100.0, 40.0), 20.0, bend);
            let end = curve.end().0;
            assert!((curve.start.0.hypot(curve.start.1) - 20.0).abs() < 1e-9);
            assert!(((end.0 - 100.0).hypot(end.1 - 40.0) - 20.0).abs() < 1e-9);
        }
    }
}
