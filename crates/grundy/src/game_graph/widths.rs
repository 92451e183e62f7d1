//! How wide text is, about: no font is asked.

/// The width of a text in a sans-serif font of the given size, rather too wide than too narrow:
/// the measures are those of a wide font.
pub fn text(text: &str, size: f64, bold: bool) -> f64 {
    let thousandths: u32 = text.chars().map(char_width).sum();
    f64::from(thousandths) / 1000.0 * size * if bold { 1.12 } else { 1.0 }
}

/// In thousandths of the font's size.
fn char_width(char: char) -> u32 {
    match char {
        'i' | 'j' | 'l' => 278,
        ' ' | ',' | '.' => 318,
        ';' | ':' | '|' | '\'' | '/' | '\\' => 337,
        'f' | '-' => 361,
        '(' | ')' | '[' | ']' | 't' => 392,
        'r' | 'I' | 'J' => 411,
        '"' | '!' | '*' => 500,
        's' | 'z' | 'c' => 550,
        'k' | 'v' | 'x' | 'y' => 592,
        'a'..='l' | 'n'..='u' | '0'..='9' | '{' | '}' | '_' | '$' => 636,
        'm' => 974,
        'w' | '+' | '=' | '<' | '>' | '#' | '^' | '~' => 838,
        'M' | 'O' | 'Q' => 863,
        'W' | '%' | '@' | '…' => 1000,
        'A'..='Z' | '&' => 780,
        '\u{a0}'..='\u{24f}' => 720,
        _ => 1050,
    }
}
