//! The letters of pictures made of pixels: dots on a small grid, joined to strokes.

/// A letter: seven rows of dots above the line and two below, each row five dots wide at most.
pub(super) struct Glyph {
    rows: [u8; 9],
    /// Columns from the first dot to the last.
    pub width: u8,
    /// The column of the first dot.
    left: u8,
}

/// Rows above the line on which letters stand.
const ABOVE: i32 = 7;

/// Height of a capital letter in grid units.
pub(super) const CAPITAL: f64 = 6.0;

/// What a letter takes in grid units: its dots, and space.
const SPACE_BETWEEN: u8 = 2;

/// Stands for letters that are not there.
const OTHER: &str = "##### #...# #...# #...# #...# #...# #####";

/// The rows of each letter from the top, separated by spaces; shorter ones end on the line.
#[rustfmt::skip]
const LETTERS: &[(char, &str)] = &[
    ('0', ".###. #...# #...# #...# #...# #...# .###."),
    ('1', "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###."),
    ('2', ".###. #...# ....# ...#. ..#.. .#... #####"),
    ('3', "##### ...#. ..#.. ...#. ....# #...# .###."),
    ('4', "...#. ..##. .#.#. #..#. ##### ...#. ...#."),
    ('5', "##### #.... ####. ....# ....# #...# .###."),
    ('6', "..##. .#... #.... ####. #...# #...# .###."),
    ('7', "##### ....# ...#. ..#.. ..#.. ..#.. ..#.."),
    ('8', ".###. #...# #...# .###. #...# #...# .###."),
    ('9', ".###. #...# #...# .#### ....# ...#. .##.."),
    ('A', "..#.. .#.#. #...# #...# ##### #...# #...#"),
    ('B', "####. #...# #...# ####. #...# #...# ####."),
    ('C', ".###. #...# #.... #.... #.... #...# .###."),
    ('D', "###.. #..#. #...# #...# #...# #..#. ###.."),
    ('E', "##### #.... #.... ####. #.... #.... #####"),
    ('F', "##### #.... #.... ####. #.... #.... #...."),
    ('G', ".###. #...# #.... #..## #...# #...# .###."),
    ('H', "#...# #...# #...# ##### #...# #...# #...#"),
    ('I', "### .#. .#. .#. .#. .#. ###"),
    ('J', "..### ...#. ...#. ...#. ...#. #..#. .##.."),
    ('K', "#...# #..#. #.#.. ##... #.#.. #..#. #...#"),
    ('L', "#.... #.... #.... #.... #.... #.... #####"),
    ('M', "#...# ##.## #.#.# #.#.# #...# #...# #...#"),
    ('N', "#...# #...# ##..# #.#.# #..## #...# #...#"),
    ('O', ".###. #...# #...# #...# #...# #...# .###."),
    ('P', "####. #...# #...# ####. #.... #.... #...."),
    ('Q', ".###. #...# #...# #...# #.#.# #..#. .##.#"),
    ('R', "####. #...# #...# ####. #.#.. #..#. #...#"),
    ('S', ".#### #.... #.... .###. ....# ....# ####."),
    ('T', "##### ..#.. ..#.. ..#.. ..#.. ..#.. ..#.."),
    ('U', "#...# #...# #...# #...# #...# #...# .###."),
    ('V', "#...# #...# #...# #...# #...# .#.#. ..#.."),
    ('W', "#...# #...# #...# #.#.# #.#.# ##.## #...#"),
    ('X', "#...# #...# .#.#. ..#.. .#.#. #...# #...#"),
    ('Y', "#...# #...# .#.#. ..#.. ..#.. ..#.. ..#.."),
    ('Z', "##### ....# ...#. ..#.. .#... #.... #####"),
    ('a', ".###. ....# .#### #...# .####"),
    ('b', "#.... #.... ####. #...# #...# #...# ####."),
    ('c', ".###. #.... #.... #.... .###."),
    ('d', "....# ....# .#### #...# #...# #...# .####"),
    ('e', ".###. #...# ##### #.... .###."),
    ('f', "..## .#.. ###. .#.. .#.. .#.. .#.."),
    ('g', "v .#### #...# #...# #...# .#### ....# .###."),
    ('h', "#.... #.... ####. #...# #...# #...# #...#"),
    ('i', "# . # # # # #"),
    ('j', "v ..# ... ..# ..# ..# ..# ..# ..# ##."),
    ('k', "#... #... #..# #.#. ##.. #.#. #..#"),
    ('l', "#. #. #. #. #. #. ##"),
    ('m', "##.#. #.#.# #.#.# #.#.# #.#.#"),
    ('n', "####. #...# #...# #...# #...#"),
    ('o', ".###. #...# #...# #...# .###."),
    ('p', "v ####. #...# #...# #...# ####. #.... #...."),
    ('q', "v .#### #...# #...# #...# .#### ....# ....#"),
    ('r', "#.## ##.. #... #... #..."),
    ('s', ".#### #.... .###. ....# ####."),
    ('t', ".#.. .#.. ###. .#.. .#.. .#.. ..##"),
    ('u', "#...# #...# #...# #...# .####"),
    ('v', "#...# #...# #...# .#.#. ..#.."),
    ('w', "#...# #...# #.#.# #.#.# .#.#."),
    ('x', "#...# .#.#. ..#.. .#.#. #...#"),
    ('y', "v #...# #...# #...# #...# .#### ....# .###."),
    ('z', "##### ...#. ..#.. .#... #####"),
    ('è', ".#... ..#.. .###. #...# ##### #.... .###."),
    ('é', "...#. ..#.. .###. #...# ##### #.... .###."),
    ('!', "# # # # # . #"),
    ('"', "#.# #.# ... ... ... ... ..."),
    ('#', ".#.#. .#.#. ##### .#.#. ##### .#.#. .#.#."),
    ('$', "..#.. .#### #.#.. .###. ..#.# ####. ..#.."),
    ('%', "##..# ##..# ...#. ..#.. .#... #..## #..##"),
    ('&', ".##.. #..#. #.#.. .#... #.#.# #..#. .##.#"),
    ('\'', "# # . . . . ."),
    ('(', "..# .#. #.. #.. #.. .#. ..#"),
    (')', "#.. .#. ..# ..# ..# .#. #.."),
    ('*', "..#.. #.#.# .###. #.#.# ..#.. ..... ....."),
    ('+', "..#.. ..#.. ##### ..#.. ..#.. ....."),
    (',', "v .# .# #."),
    ('-', "#### .... .... ...."),
    ('.', "#"),
    ('/', "....# ....# ...#. ..#.. .#... #.... #...."),
    (':', "# . . # ."),
    (';', "v .# .. .. .# .# #."),
    ('<', "...# ..#. .#.. #... .#.. ..#. ...#"),
    ('=', "##### ..... ##### ..... ....."),
    ('>', "#... .#.. ..#. ...# ..#. .#.. #..."),
    ('?', ".###. #...# ....# ...#. ..#.. ..... ..#.."),
    ('@', ".###. #...# #.### #.#.# #.##. #.... .###."),
    ('[', "### #.. #.. #.. #.. #.. ###"),
    ('\\', "#.... #.... .#... ..#.. ...#. ....# ....#"),
    (']', "### ..# ..# ..# ..# ..# ###"),
    ('^', "..#.. .#.#. #...# ..... ..... ..... ....."),
    ('_', "v ..... #####"),
    ('`', "#. .# .. .. .. .. .."),
    ('{', "..# .#. .#. #.. .#. .#. ..#"),
    ('|', "# # # # # # #"),
    ('}', "#.. .#. .#. ..# .#. .#. #.."),
    ('~', ".#..# #.#.# #..#. ..... ....."),
    ('…', "#.#.#"),
    ('×', "#...# .#.#. ..#.. .#.#. #...# ....."),
    ('·', "# . . ."),
    ('≤', "...# ..#. .#.. #... .#.. ..#. .... ####"),
    ('≥', "#... .#.. ..#. ...# ..#. .#.. .... ####"),
    ('–', "#### .... .... ...."),
    ('—', "##### ..... ..... ....."),
];

/// The letter of a character; a box where there is none.
pub(super) fn glyph(char: char) -> Glyph {
    let rows = LETTERS.iter().find(|(letter, _)| *letter == char).map_or(OTHER, |(_, rows)| rows);
    let below = rows.starts_with("v ");
    let rows: Vec<&str> = rows.trim_start_matches("v ").split(' ').collect();
    // A letter that goes below the line has its last two rows there, a comma and the like one.
    let depth = match (below, char) {
        (false, _) => 0,
        (true, ',' | ';' | '_') => 1,
        (true, _) => 2,
    };
    let mut bits = [0u8; 9];
    let first = ABOVE as usize + depth - rows.len().min(ABOVE as usize + depth);
    for (bits, row) in bits[first..].iter_mut().zip(&rows) {
        *bits = row.bytes().rev().fold(0, |bits, byte| bits << 1 | u8::from(byte == b'#'));
    }
    let all = bits.iter().fold(0, |all, &row| all | row);
    let left = if all == 0 { 0 } else { all.trailing_zeros() as u8 };
    let width = (u8::BITS - all.leading_zeros()) as u8 - left;
    // Figures are equally wide, so that columns of them are.
    match char.is_ascii_digit() {
        true => Glyph { rows: bits, width: 5, left: 0 },
        false => Glyph { rows: bits, width, left },
    }
}

impl Glyph {
    fn dot(&self, column: i32, row: i32) -> bool {
        let column = column + i32::from(self.left);
        (0..9).contains(&row)
            && (0..8).contains(&column)
            && self.rows[row as usize] >> column & 1 == 1
    }

    /// Calls `each` with the ends of each stroke, in grid units from the left of the letter and
    /// from the line, downwards: dots next to each other are joined, and those across a corner if
    /// nothing else joins them.
    pub fn strokes(&self, mut each: impl FnMut((f64, f64), (f64, f64))) {
        for row in 0..9 {
            for column in 0..8 {
                if !self.dot(column, row) {
                    continue;
                }
                let at = |column: i32, row: i32| (f64::from(column), f64::from(row - ABOVE + 1));
                let from = at(column, row);
                let (right, below) = (self.dot(column + 1, row), self.dot(column, row + 1));
                let mut alone = true;
                if right {
                    each(from, at(column + 1, row));
                    alone = false;
                }
                if below {
                    each(from, at(column, row + 1));
                    alone = false;
                }
                for side in [-1, 1] {
                    let beside = self.dot(column + side, row);
                    if self.dot(column + side, row + 1) && !beside && !below {
                        each(from, at(column + side, row + 1));
                        alone = false;
                    }
                }
                if alone {
                    each(from, from);
                }
            }
        }
    }
}

/// Calls `each` with every letter of a text and where it begins, in grid units; the width of the
/// whole comes back.
pub(super) fn set(text: &str, mut each: impl FnMut(f64, &Glyph)) -> f64 {
    let mut x = 0.0;
    for char in text.chars() {
        if char == ' ' {
            x += 4.0;
            continue;
        }
        let glyph = glyph(char);
        each(x, &glyph);
        // A dot at either end, and what lies between.
        x += f64::from(glyph.width - 1 + SPACE_BETWEEN);
    }
    x
}

/// The width of a text whose capitals are `CAPITAL` high.
pub(super) fn width(text: &str) -> f64 {
    set(text, |_, _| {})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_ascii_is_there_once_and_well_formed() {
        for char in ('!'..='~').chain(['è', '…', '≤']) {
            let found: Vec<_> = LETTERS.iter().filter(|(letter, _)| *letter == char).collect();
            assert_eq!(found.len(), 1, "{char}");
            let rows: Vec<&str> = found[0].1.trim_start_matches("v ").split(' ').collect();
            assert!(rows.len() <= 9 && rows.iter().all(|row| row.len() == rows[0].len()), "{char}");
            assert!(rows[0].len() <= 5 && rows.iter().any(|row| row.contains('#')), "{char}");
        }
        let mut looks: Vec<_> = LETTERS.iter().map(|&(char, _)| (glyph(char).rows, char)).collect();
        looks.sort();
        let same: Vec<_> = looks.windows(2).filter(|two| two[0].0 == two[1].0).collect();
        // Only zero and O, and the dashes, look alike.
        assert!(same.iter().all(|two| "0O-–—".contains(two[0].1)), "{same:?}");
    }

    #[test]
    fn strokes_stay_in_the_box_of_the_letter() {
        for char in ('!'..='~').chain(['\u{1F3B2}']) {
            let glyph = glyph(char);
            let mut any = false;
            glyph.strokes(|(x1, y1), (x2, y2)| {
                any = true;
                let wide = f64::from(glyph.width - 1);
                assert!([x1, x2].iter().all(|&x| (0.0..=wide).contains(&x)), "{char}");
                assert!([y1, y2].iter().all(|&y| (-CAPITAL..=2.0).contains(&y)), "{char}");
            });
            assert!(any, "{char}");
        }
        assert_eq!(width("10"), width("88"));
    }
}
