//! Colours: light for great values, so that they can be told apart in grey and by eyes that do not
//! tell red from green; black is kept for 0.

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// P-positions: value 0 or outcome P.
pub const ZERO: Rgb = [0, 0, 0];
/// N in tables of outcomes.
pub const NONZERO: Rgb = [198, 219, 239];
/// No position.
pub const NOTHING: Rgb = [236, 236, 236];
/// A move wins at once.
pub const LOONY: Rgb = [204, 121, 167];
/// The background.
pub const PAPER: Rgb = [255, 255, 255];
/// Titles and labels.
pub const INK: Rgb = [34, 34, 34];
/// Axes.
pub const AXIS: Rgb = [110, 110, 110];
/// Lines behind the points.
pub const GRID: Rgb = [226, 226, 226];
/// Points of entries that are not 0.
pub const POINT: Rgb = [31, 95, 160];
/// The line that joins points.
pub const JOIN: Rgb = [178, 203, 226];

/// From little to great: blue, green, yellow, ever lighter (the way of viridis, by S. van der Walt
/// and N. Smith 2015), and all of them far from black.
const STEPS: [Rgb; 9] = [
    [78, 104, 178],
    [60, 122, 172],
    [46, 140, 158],
    [38, 155, 142],
    [48, 172, 125],
    [82, 190, 106],
    [130, 208, 78],
    [190, 222, 50],
    [253, 231, 37],
];

/// From few to many: the darker the more.
const DENSITY: [Rgb; 5] =
    [[189, 215, 231], [107, 174, 214], [49, 130, 189], [8, 81, 156], [8, 38, 92]];

fn between(steps: &[Rgb], part: f64) -> Rgb {
    let at = part.clamp(0.0, 1.0) * (steps.len() - 1) as f64;
    let low = (at as usize).min(steps.len() - 2);
    let share = at - low as f64;
    std::array::from_fn(|i| {
        let (from, to) = (f64::from(steps[low][i]), f64::from(steps[low + 1][i]));
        (from + (to - from) * share).round() as u8
    })
}

/// The colour of a value from 1 to `greatest`; black for 0.
pub fn of_value(value: u32, greatest: u32) -> Rgb {
    match value {
        0 => ZERO,
        _ if greatest <= 1 => between(&STEPS, 0.5),
        value => between(&STEPS, f64::from(value - 1) / f64::from(greatest - 1)),
    }
}

/// The colour of a part from 0 to 1 of the greatest number of points.
pub fn of_density(part: f64) -> Rgb {
    between(&DENSITY, part)
}

/// Lightness from 0 to 255, about.
pub fn lightness(colour: Rgb) -> f64 {
    let [red, green, blue] = colour.map(f64::from);
    0.299 * red + 0.587 * green + 0.114 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_values_are_lighter_and_none_is_near_black() {
        for greatest in [1u32, 2, 5, 13, 40, 1000] {
            let light: Vec<f64> =
                (1..=greatest).map(|value| lightness(of_value(value, greatest))).collect();
            // Channels are rounded, each for itself.
            assert!(light.windows(2).all(|two| two[1] > two[0] - 0.9), "{greatest}");
            assert!(light.iter().step_by(1 + light.len() / 20).is_sorted(), "{greatest}");
            assert!(light[0] - lightness(of_value(0, greatest)) > 60.0);
        }
        let dark: Vec<f64> =
            (0..=20).map(|i| -lightness(of_density(f64::from(i) / 20.0))).collect();
        assert!(dark.is_sorted());
    }
}
