//! The colours of values: light for great ones, neighbours different, black kept for 0.

use crate::drawing::{Lab, Rgb};

/// P-positions: value 0 or outcome P.
pub const ZERO: Rgb = [0, 0, 0];
/// N in tables of outcomes.
pub const NONZERO: Rgb = [198, 219, 239];
/// No position.
pub const NOTHING: Rgb = [236, 236, 236];
/// Draws and infinite values.
pub const DRAW: Rgb = [230, 159, 0];
/// A move wins at once.
pub const LOONY: Rgb = [204, 121, 167];

/// What the colours of values mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// A colour for each value.
    #[default]
    Value,
    /// One for all values whose lowest 1 in binary is in the same place.
    LowestBit,
    /// One for all values whose highest 1 in binary is in the same place.
    HighestBit,
}

impl Colours {
    /// The number of the class that a value is in: 0 for the value 0 alone.
    pub fn class(self, value: u32) -> u32 {
        match self {
            _ if value == 0 => 0,
            Self::Value => value,
            Self::LowestBit => value.trailing_zeros() + 1,
            Self::HighestBit => value.ilog2() + 1,
        }
    }

    /// The values of a class that is not 0, in words.
    pub fn members(self, class: u32) -> String {
        let power = |exponent: u32| 1u64 << exponent;
        match (self, class) {
            (Self::Value, _) => class.to_string(),
            (Self::LowestBit, 1) => "odd".into(),
            (Self::LowestBit, class) => format!("{} × odd", power(class - 1)),
            (Self::HighestBit, 1) => "1".into(),
            (Self::HighestBit, class) => format!("{} to {}", power(class - 1), power(class) - 1),
        }
    }

    /// What is told by the colours of such values, as a heading.
    pub fn heading(self, value: &str) -> String {
        match self {
            Self::Value => value.to_owned(),
            Self::LowestBit => format!("{value} by lowest bit"),
            Self::HighestBit => format!("{value} by highest bit"),
        }
    }
}

/// From little to great: blue, green, yellow, ever lighter (the way of viridis, by S. van der Walt
/// and N. Smith 2015), and all of them far from black.
const STEPS: [Rgb; 7] = [
    [74, 74, 156],
    [56, 104, 168],
    [34, 134, 160],
    [36, 160, 135],
    [94, 186, 104],
    [168, 208, 82],
    [246, 222, 90],
];

/// Half of the side of the square on whose corners colours stand that are next to each other.
const SIDE_STEP: f64 = 6.5;

/// From few to many: the darker the more.
const DENSITY: [Rgb; 5] =
    [[189, 215, 231], [107, 174, 214], [49, 130, 189], [8, 81, 156], [8, 38, 92]];

/// The two colours between which a part of the way lies.
fn ends(steps: &[Rgb], part: f64) -> (Lab, Lab) {
    let low = ((part.clamp(0.0, 1.0) * (steps.len() - 1) as f64) as usize).min(steps.len() - 2);
    (steps[low].into(), steps[low + 1].into())
}

fn between(steps: &[Rgb], part: f64) -> Lab {
    let (from, to) = ends(steps, part);
    let at = part.clamp(0.0, 1.0) * (steps.len() - 1) as f64;
    let low = (at as usize).min(steps.len() - 2);
    from.between(to, at - low as f64)
}

/// The colour of a class from 1 to `greatest` (black for 0).
///
/// A few classes divide the way from blue to yellow evenly. If they are so many that neighbours
/// would look the same, each is moved to one of the four corners of a square around its place,
/// lighter or darker and to one or the other side of its hue, in turn: those next to each other and
/// next but one differ.
pub fn of_class(class: u32, greatest: u32) -> Rgb {
    if class == 0 {
        return ZERO;
    }
    let steps = f64::from(greatest.max(2) - 1);
    let part = if greatest <= 1 { 0.5 } else { f64::from(class - 1) / steps };
    let plain = between(&STEPS, part);
    if is_plain(greatest) {
        return plain.to_rgb();
    }
    let (lighter, aside) = match class % 4 {
        0 => (-SIDE_STEP, -SIDE_STEP),
        1 => (SIDE_STEP, -SIDE_STEP),
        2 => (SIDE_STEP, SIDE_STEP),
        _ => (-SIDE_STEP, SIDE_STEP),
    };
    // Aside of the way between hues, so that going on along it never takes a step back.
    let (from, to) = ends(&STEPS, part);
    let (along_a, along_b) = (to.a - from.a, to.b - from.b);
    let length = along_a.hypot(along_b);
    Lab {
        // The ends of the way leave no room beyond them.
        l: 8.0 + 0.84 * plain.l + lighter,
        a: 0.8 * plain.a + along_b / length * aside,
        b: 0.8 * plain.b - along_a / length * aside,
    }
    .to_rgb()
}

/// Whether so many colours are apart without being moved.
pub fn is_plain(greatest: u32) -> bool {
    greatest <= 12
}

/// The colour of a part from 0 to 1 of the greatest number of points.
pub fn of_density(part: f64) -> Rgb {
    between(&DENSITY, part).to_rgb()
}

/// Lightness from 0 to 100.
pub fn lightness(colour: Rgb) -> f64 {
    Lab::from(colour).l
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neighbours are at least so far apart in CIELAB: four times what is just seen.
    const MIN_DISTANCE: f64 = 10.0;

    #[test]
    fn neighbouring_values_look_different() {
        for greatest in (2..=40).chain([61, 93, 100, 257, 1000, 5000]) {
            let colours: Vec<Lab> =
                (0..=greatest).map(|value| of_class(value, greatest).into()).collect();
            for (value, two) in colours.windows(2).enumerate() {
                let distance = two[0].distance(two[1]);
                assert!(distance >= MIN_DISTANCE, "{value} of {greatest}: {distance:.1}");
            }
            for (value, three) in colours.windows(3).enumerate() {
                let distance = three[0].distance(three[2]);
                assert!(distance >= MIN_DISTANCE, "{value} of {greatest}: {distance:.1}");
            }
            // Nothing is taken for 0.
            let near = colours[1..].iter().map(|&colour| colour.distance(colours[0]));
            assert!(near.fold(f64::INFINITY, f64::min) > 30.0, "{greatest}");
        }
    }

    #[test]
    fn greater_values_are_lighter_on_the_whole() {
        for greatest in [2u32, 5, 12, 13, 40, 1000] {
            let light: Vec<f64> =
                (1..=greatest).map(|value| lightness(of_class(value, greatest))).collect();
            let step = if is_plain(greatest) { 1 } else { 4 };
            for (i, &here) in light.iter().enumerate().skip(step) {
                // Channels are rounded, each for itself.
                assert!(here > light[i - step] - 0.7, "{i} of {greatest}");
            }
            assert!(light[light.len() - 1] > light[0] + 10.0, "{greatest}");
        }
        let dark: Vec<f64> =
            (0..=20).map(|i| -lightness(of_density(f64::from(i) / 20.0))).collect();
        assert!(dark.is_sorted());
    }

    #[test]
    fn classes_are_those_of_the_binary_digits() {
        for value in 1..1000u32 {
            let digits: Vec<char> = format!("{value:b}").chars().collect();
            assert_eq!(Colours::HighestBit.class(value) as usize, digits.len());
            let zeros = digits.iter().rev().take_while(|&&digit| digit == '0').count();
            assert_eq!(Colours::LowestBit.class(value) as usize, zeros + 1);
        }
        assert_eq!(Colours::LowestBit.members(3), "4 × odd");
        assert_eq!(Colours::HighestBit.members(3), "4 to 7");
        assert_eq!(Colours::HighestBit.members(32), "2147483648 to 4294967295");
    }
}
