//! How wide texts are in a terminal.

/// Columns a character takes in a terminal: two for the wide East Asian blocks.
pub fn char_width(c: char) -> usize {
    match c as u32 {
        0..=0x2ff => 1,
        0x0300..=0x036f | 0x200b..=0x200f => 0,
        _ if is_wide(c) => 2,
        _ => 1,
    }
}

/// Whether a character takes two columns: text may be broken before and after it.
pub fn is_wide(c: char) -> bool {
    matches!(c as u32,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd)
}

/// Columns a text takes in a terminal.
pub fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_characters_and_punctuation_take_two_columns() {
        assert_eq!(width("nim(3)"), 6);
        assert_eq!(width("制胜步：1"), 9);
        assert_eq!(width("misère … x²"), 11);
        assert_eq!(width("e\u{301}"), 1);
    }
}
