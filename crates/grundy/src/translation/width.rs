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
fn is_wide(c: char) -> bool {
    matches!(c as u32,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd)
}

/// Columns a text takes in a terminal.
pub fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// The pieces of a text between which a line may be broken, each with the columns of the space
/// before it: at spaces, and at wide characters but not before what closes or after what opens.
pub fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(' ').enumerate().flat_map(|(i, word)| {
        let space = usize::from(i > 0);
        unbroken(word)
            .into_iter()
            .enumerate()
            .map(move |(i, piece)| (if i == 0 { space } else { 0 }, piece))
    })
}

/// The pieces of a word; there is at least one.
fn unbroken(word: &str) -> Vec<&str> {
    let closes = |c: char| "，。；：、！？）”》」…".contains(c);
    let opens = |c: char| "（“《「".contains(c);
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut last: Option<char> = None;
    for (i, c) in word.char_indices() {
        if let Some(last) = last
            && (is_wide(last) || is_wide(c))
            && !closes(c)
            && !opens(last)
        {
            pieces.push(&word[start..i]);
            start = i;
        }
        last = Some(c);
    }
    pieces.push(&word[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_may_be_broken_at_spaces_and_between_chinese_characters() {
        let found: Vec<_> = pieces("值 x+1，即（P）。 ab").collect();
        let expected = [(0, "值"), (1, "x+1，"), (0, "即"), (0, "（P）。"), (1, "ab")];
        assert_eq!(found, expected);
        assert_eq!(pieces("").collect::<Vec<_>>(), [(0, "")]);
    }

    #[test]
    fn chinese_characters_and_punctuation_take_two_columns() {
        assert_eq!(width("nim(3)"), 6);
        assert_eq!(width("制胜步：1"), 9);
        assert_eq!(width("misère … x²"), 11);
        assert_eq!(width("e\u{301}"), 1);
    }
}
