//! Parts side by side, in rows.

use super::COMFORTABLE_WIDTH;
use crate::drawing::Point;

/// Around everything.
pub const MARGIN: f64 = 18.0;
/// Between parts.
const GAP: Point = (34.0, 26.0);

/// The corners of boxes of these sizes, from left to right in rows, boxes of a row on one line
/// below; and the size of all.
pub fn flow(sizes: &[Point], top: f64) -> (Vec<Point>, Point) {
    let mut corners = vec![(0.0, 0.0); sizes.len()];
    let (mut y, mut widest) = (top, 0.0f64);
    let mut first = 0;
    while first < sizes.len() {
        let (mut x, mut end) = (MARGIN, first);
        while end < sizes.len() && (end == first || x + sizes[end].0 <= COMFORTABLE_WIDTH - MARGIN)
        {
            corners[end].0 = x;
            x += sizes[end].0 + GAP.0;
            end += 1;
        }
        let high = sizes[first..end].iter().map(|size| size.1).fold(0.0, f64::max);
        for i in first..end {
            corners[i].1 = y + high - sizes[i].1;
        }
        widest = widest.max(x - GAP.0);
        y += high + GAP.1;
        first = end;
    }
    let bottom = if sizes.is_empty() { top } else { y - GAP.1 };
    (corners, (widest + MARGIN, bottom + MARGIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_stand_on_lines_and_keep_apart() {
        let sizes = [(300.0, 50.0), (300.0, 80.0), (300.0, 20.0), (2000.0, 10.0), (5.0, 5.0)];
        let (corners, (wide, high)) = flow(&sizes, 10.0);
        assert_eq!(corners[0].1 + 50.0, corners[1].1 + 80.0);
        assert!(corners[2].1 > corners[1].1 + 80.0 && corners[2].0 == MARGIN);
        for (i, (a, s)) in corners.iter().zip(&sizes).enumerate() {
            assert!(a.0 >= MARGIN && a.0 + s.0 <= wide && a.1 + s.1 <= high);
            for (b, t) in corners.iter().zip(&sizes).skip(i + 1) {
                let apart =
                    a.0 + s.0 < b.0 || b.0 + t.0 < a.0 || a.1 + s.1 < b.1 || b.1 + t.1 < a.1;
                assert!(apart, "{a:?} {b:?}");
            }
        }
        assert_eq!(flow(&[], 10.0).1, (2.0 * MARGIN - MARGIN, 10.0 + MARGIN));
    }
}
