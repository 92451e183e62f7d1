//! How wide text is, and as much of it as fits.

use super::face::Face;
use super::font;

/// The width of a text in a sans-serif font, rather too wide than too narrow: the measures are
/// those of a wide font.
///
/// # Complexity
/// O(length).
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    face_width(text, size, Face::Sans, bold)
}

/// The same for a kind of letters.
pub(super) fn face_width(text: &str, size: f64, face: Face, bold: bool) -> f64 {
    let font = font::font(face, bold);
    text.chars().map(|char| font.advance(char)).sum::<f64>() * size
}

/// As much of the beginning of a text as fits, with … in place of the rest.
///
/// # Complexity
/// O(length).
pub fn fitting(text: &str, size: f64, bold: bool, room: f64) -> String {
    if width(text, size, bold) <= room {
        return text.to_owned();
    }
    let mut used = width("…", size, bold);
    let mut shown = String::new();
    let mut letter = [0; 4];
    for char in text.chars() {
        used += width(char.encode_utf8(&mut letter), size, bold);
        if used > room {
            break;
        }
        shown.push(char);
    }
    shown.push('…');
    shown
}

/// The beginning and the end of a text with … between, as much as fits.
///
/// # Complexity
/// O(length · log length).
pub fn fitting_both_ends(text: &str, size: f64, bold: bool, room: f64) -> String {
    if width(text, size, bold) <= room {
        return text.to_owned();
    }
    // The most characters that fit, by halving.
    let (mut fits, mut many) = (1, text.chars().count());
    while many - fits > 1 {
        let middle = (fits + many) / 2;
        if width(&shorten(text, middle), size, bold) <= room {
            fits = middle
        } else {
            many = middle
        }
    }
    shorten(text, fits)
}

/// `text` with at most `most` characters, the middle replaced by … if need be.
pub fn shorten(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let head = most / 2;
    let tail = most.saturating_sub(head + 1);
    let begin: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(count - tail).collect();
    format!("{begin}…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_fits_and_is_as_much_as_fits() {
        let text = "subtraction[1,2,3,5,7,11,13,17](100)";
        for room in (8..260).step_by(3).map(f64::from) {
            for bold in [false, true] {
                for shown in
                    [fitting(text, 12.0, bold, room), fitting_both_ends(text, 12.0, bold, room)]
                {
                    let least = width("…", 12.0, bold);
                    assert!(width(&shown, 12.0, bold) <= room.max(least), "{room} {shown}");
                    // Two letters more would be too much.
                    let wide = width(&shown, 12.0, bold) + 2.0 * width("W", 12.0, bold);
                    assert!(shown == text || wide > room, "{room} {shown}");
                }
            }
        }
    }

    #[test]
    fn long_names_are_shortened_in_the_middle() {
        assert_eq!(shorten("nim(1,2)", 8), "nim(1,2)");
        assert_eq!(shorten("nim(1,2,3)", 8), "nim(…,3)");
        assert_eq!(shorten("蛙蛙蛙蛙", 3), "蛙…蛙");
    }

    #[test]
    fn example_of_fitting() {
        use crate::drawing::text::{fitting, width};
        assert_eq!(fitting("nim(1,2,3)", 12.0, false, 200.0), "nim(1,2,3)");
        let shown = fitting("nim(1,2,3)", 12.0, false, 40.0);
        assert!(shown.starts_with("nim") && shown.ends_with('…'));
        assert!(width(&shown, 12.0, false) <= 40.0);
    }

    #[test]
    fn example_of_shorten() {
        assert_eq!(crate::drawing::text::shorten("nim(1,2,3)", 8), "nim(…,3)");
    }
}
