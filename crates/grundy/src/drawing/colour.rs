//! Colours, and how different they look.

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// A colour of CIELAB (CIE 1976) under the white of sRGB: lightness from 0 to 100, green to red,
/// blue to yellow. Equal distances look about equally different; a distance of 2.3 is just seen
/// (Mahy and others 1994).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lab {
    /// Lightness.
    pub l: f64,
    /// From green to red.
    pub a: f64,
    /// From blue to yellow.
    pub b: f64,
}

/// The white of sRGB.
const WHITE: [f64; 3] = [0.950_47, 1.0, 1.088_83];
/// Where the cube root goes over to a straight line.
const DELTA: f64 = 6.0 / 29.0;

impl From<Rgb> for Lab {
    fn from(colour: Rgb) -> Self {
        let [r, g, b] = colour.map(|byte| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let xyz = [
            0.412_456_4 * r + 0.357_576_1 * g + 0.180_437_5 * b,
            0.212_672_9 * r + 0.715_152_2 * g + 0.072_175_0 * b,
            0.019_333_9 * r + 0.119_192_0 * g + 0.950_304_1 * b,
        ];
        let f = |i: usize| {
            let t: f64 = xyz[i] / WHITE[i];
            if t > DELTA.powi(3) { t.cbrt() } else { t / (3.0 * DELTA * DELTA) + 4.0 / 29.0 }
        };
        let (x, y, z) = (f(0), f(1), f(2));
        Self { l: 116.0 * y - 16.0, a: 500.0 * (x - y), b: 200.0 * (y - z) }
    }
}

impl Lab {
    /// The nearest colour that can be shown, channel by channel.
    pub fn to_rgb(self) -> Rgb {
        let y = (self.l + 16.0) / 116.0;
        let g = |i: usize, t: f64| {
            WHITE[i] * if t > DELTA { t.powi(3) } else { 3.0 * DELTA * DELTA * (t - 4.0 / 29.0) }
        };
        let (x, y, z) = (g(0, y + self.a / 500.0), g(1, y), g(2, y - self.b / 200.0));
        let linear = [
            3.240_454_2 * x - 1.537_138_5 * y - 0.498_531_4 * z,
            -0.969_266_0 * x + 1.876_010_8 * y + 0.041_556_0 * z,
            0.055_643_4 * x - 0.204_025_9 * y + 1.057_225_2 * z,
        ];
        linear.map(|part| {
            let part = part.clamp(0.0, 1.0);
            let part = if part <= 0.003_130_8 {
                12.92 * part
            } else {
                1.055 * part.powf(1.0 / 2.4) - 0.055
            };
            (255.0 * part).round() as u8
        })
    }

    /// How different two colours look: the distance of CIE 1976.
    pub fn distance(self, other: Self) -> f64 {
        let square = |a: f64, b: f64| (a - b) * (a - b);
        (square(self.l, other.l) + square(self.a, other.a) + square(self.b, other.b)).sqrt()
    }

    /// Between two colours; `part` from 0 to 1.
    pub fn between(self, other: Self, part: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * part;
        Self { l: mix(self.l, other.l), a: mix(self.a, other.a), b: mix(self.b, other.b) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_colours() {
        // Values of the usual tables for D65.
        for (rgb, [l, a, b]) in [
            ([255, 255, 255], [100.0, 0.0, 0.0]),
            ([0, 0, 0], [0.0, 0.0, 0.0]),
            ([255, 0, 0], [53.24, 80.09, 67.20]),
            ([0, 0, 255], [32.30, 79.19, -107.86]),
            ([0, 128, 0], [46.23, -51.70, 49.90]),
        ] {
            let lab = Lab::from(rgb);
            assert!(lab.distance(Lab { l, a, b }) < 0.05, "{rgb:?} {lab:?}");
        }
    }

    #[test]
    fn back_and_forth() {
        for r in (0..=255).step_by(15) {
            for g in (0..=255).step_by(15) {
                for b in (0..=255).step_by(15) {
                    let rgb = [r, g, b];
                    assert_eq!(Lab::from(rgb).to_rgb(), rgb);
                }
            }
        }
    }
}
