//! Positions as pictures in text: heaps as coins, boards as grids, graphs as lists.

use crate::nat::{Nat, parse, to_u64};

/// The most coins or squares drawn in a row.
const MAX_IN_ROW: u64 = 60;

/// The most rows of a picture.
pub const HIGHEST: usize = 30;

/// Coins in groups of five, or the number alone if there are many.
///
/// ```
/// use grundy::picture::coins;
/// assert_eq!(coins(&7u8.into()), "●●●●● ●●");
/// assert_eq!(coins(&100u8.into()), "100 coins");
/// ```
pub fn coins(heap: &Nat) -> String {
    match to_u64(heap) {
        Some(0) => "·".to_owned(),
        Some(count) if count <= MAX_IN_ROW => row(count, '●'),
        _ => format!("{heap} coins"),
    }
}

/// So many signs in groups of five.
pub fn row(count: u64, sign: char) -> String {
    let signs = (0..count).flat_map(|i| {
        let gap = (i > 0 && i % 5 == 0).then_some(' ');
        gap.into_iter().chain([sign])
    });
    signs.collect()
}

/// A strip of squares, `●` where a coin stands; squares are numbered from `first`. Empty if the
/// strip is too long to be drawn.
pub fn strip(first: u64, last: u64, coins: &[u64]) -> Vec<String> {
    signs(first, last, |square| if coins.contains(&square) { '●' } else { '·' })
}

/// A strip of squares with a sign on each; squares are numbered from `first`. Empty if the strip is
/// too long to be drawn.
pub fn signs(first: u64, last: u64, sign: impl Fn(u64) -> char) -> Vec<String> {
    if last < first || last - first >= MAX_IN_ROW / 2 {
        return Vec::new();
    }
    let signs = (first..=last).map(|square| format!(" {} ", sign(square)));
    let numbers = (first..=last).map(|square| format!("{square:^3}"));
    vec![
        signs.collect::<String>().trim_end().to_owned(),
        numbers.collect::<String>().trim_end().to_owned(),
    ]
}

/// Rows of squares, the first given at the bottom; the sign of a square is told by its row and
/// column from 0. Empty if it is too large to be drawn.
pub fn grid(rows: &[u64], sign: impl Fn(usize, u64) -> char) -> Vec<String> {
    if rows.len() > HIGHEST || rows.iter().any(|&length| length > MAX_IN_ROW / 2) {
        return Vec::new();
    }
    let line = |(i, &length): (usize, &u64)| {
        let signs: Vec<String> = (0..length).map(|j| sign(i, j).to_string()).collect();
        signs.join(" ")
    };
    rows.iter().enumerate().rev().map(line).collect()
}

/// A list broken into lines, cut short if it is long.
pub fn list(items: impl IntoIterator<Item = String>, between: &str) -> Vec<String> {
    const WIDTH: usize = 70;
    let mut lines = vec![String::new()];
    for item in items {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if !line.is_empty() && line.chars().count() + between.len() + item.chars().count() > WIDTH {
            if lines.len() == HIGHEST {
                lines.push("…".into());
                break;
            }
            lines.push(item);
            continue;
        }
        if !line.is_empty() {
            line.push_str(between);
        }
        line.push_str(&item);
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Numbers separated by commas; none if the text is anything else.
pub fn numbers(text: &str) -> Vec<Nat> {
    text.split(',').map(parse).collect::<Option<_>>().unwrap_or_default()
}

/// Heaps as rows of coins, numbered if there are several; nothing if there are too many.
pub fn heaps(heaps: &[Nat]) -> Vec<String> {
    match heaps {
        [heap] => vec![coins(heap)],
        _ if heaps.len() > HIGHEST => Vec::new(),
        _ => (1..).zip(heaps).map(|(i, heap)| format!("heap {i}: {}", coins(heap))).collect(),
    }
}

/// A board with the numbers of its rows at the left and of its columns below; squares are named
/// (row, column) from the lowest row and the first column. Empty if it is too large to be drawn.
pub fn board(rows: &[u64], sign: impl Fn(usize, u64) -> char) -> Vec<String> {
    let columns = rows.iter().copied().max().unwrap_or(0);
    if rows.len() > HIGHEST || columns > MAX_IN_ROW / 2 {
        return Vec::new();
    }
    let width = if rows.len() > 9 || columns > 9 { 2 } else { 1 };
    let line = |(i, &length): (usize, &u64)| {
        let signs = (0..length).map(|j| format!(" {:>width$}", sign(i, j)));
        format!("{:>width$} {}", i + 1, signs.collect::<String>())
    };
    let mut lines: Vec<String> = rows.iter().enumerate().rev().map(line).collect();
    let numbers: String = (1..=columns).map(|j| format!(" {j:>width$}")).collect();
    lines.push(format!("{:>width$} {numbers}", ""));
    lines.push("a square is (row,column), both numbers from 1".to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_boards() {
        assert_eq!(
            grid(&[3, 1], |i, j| if i + j as usize == 0 { '☠' } else { '■' }),
            ["■", "☠ ■ ■"]
        );
        assert_eq!(strip(0, 3, &[1, 3]), [" ·  ●  ·  ●", " 0  1  2  3"]);
        assert!(strip(0, 1000, &[]).is_empty() && grid(&[100], |_, _| 'x').is_empty());
        let numbered = board(&[3, 1], |i, j| if i + j as usize == 0 { '☠' } else { '■' });
        assert_eq!(numbered[..3], ["2  ■", "1  ☠ ■ ■", "   1 2 3"]);
        assert!(board(&[1; 31], |_, _| 'x').is_empty());
        assert_eq!(heaps(&numbers("3,0")), ["heap 1: ●●●", "heap 2: ·"]);
        assert_eq!(heaps(&numbers("3")), ["●●●"]);
        assert!(numbers("edges(1-2)").is_empty());
        let long = list((0..1000).map(|i| i.to_string()), ", ");
        assert_eq!(long.last().unwrap(), "…");
        assert!(long.iter().all(|line| line.chars().count() <= 72));
    }
}
