//! Sets of bits and boards as coordinates: how many squares they have, and the words these take.

/// A word of a mask holds so many squares: coordinates are numbers from 0 to 2^63 - 1.
pub const WORD_SQUARES: usize = 63;

/// What a parameter is that is neither a number nor an array: every square is 0 or 1.
///
/// Square i is bit i % 63 of word i / 63; the squares of a board are counted row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `bits[100]`
    Bits(usize),
    /// `board[4,6]`
    Board {
        /// How many rows there are.
        rows: usize,
        /// How many squares a row has.
        columns: usize,
    },
}

impl Shape {
    /// How many squares there are.
    pub const fn squares(self) -> usize {
        match self {
            Self::Bits(count) => count,
            Self::Board { rows, columns } => rows * columns,
        }
    }

    /// Rows and columns; bits are one row.
    pub const fn sides(self) -> (usize, usize) {
        match self {
            Self::Bits(count) => (1, count),
            Self::Board { rows, columns } => (rows, columns),
        }
    }

    /// How many words the squares take.
    pub const fn words(self) -> usize {
        self.squares().div_ceil(WORD_SQUARES)
    }

    /// How many squares a word has: all are full but the last.
    pub const fn squares_of(self, word: usize) -> usize {
        let rest = self.squares() - word * WORD_SQUARES;
        if rest < WORD_SQUARES { rest } else { WORD_SQUARES }
    }

    /// A word with a 1 on each of its squares.
    pub const fn full(self, word: usize) -> i64 {
        (u64::MAX >> (64 - self.squares_of(word))) as i64
    }

    /// The words with a 1 on these squares.
    pub fn mask(self, ones: impl IntoIterator<Item = usize>) -> Vec<i64> {
        let mut words = vec![0; self.words()];
        for square in ones {
            words[square / WORD_SQUARES] |= 1 << (square % WORD_SQUARES);
        }
        words
    }

    /// Whether there is a 1 on a square.
    pub fn is_one(words: &[i64], square: usize) -> bool {
        words[square / WORD_SQUARES] >> (square % WORD_SQUARES) & 1 == 1
    }

    /// Squares as they are typed: rows of signs in quotation marks, `/` between.
    pub fn text(self, words: &[i64], signs: [char; 2]) -> String {
        let (rows, columns) = self.sides();
        let mut text = String::with_capacity(rows * (columns + 1) + 2);
        text.push('"');
        for row in 0..rows {
            if row > 0 {
                text.push('/');
            }
            for column in 0..columns {
                // Signs that mean something in a text in quotation marks.
                let sign = signs[usize::from(Self::is_one(words, row * columns + column))];
                if matches!(sign, '"' | '\\') {
                    text.push('\\');
                }
                text.push(sign);
            }
        }
        text.push('"');
        text
    }

    /// Whether these words have nothing outside of the squares.
    pub fn holds(self, words: &[i64]) -> bool {
        words.iter().enumerate().all(|(i, &word)| word & !self.full(i) == 0)
    }

    /// As it is written in a head.
    pub fn describe(self) -> String {
        match self {
            Self::Bits(count) => format!("bits[{count}]"),
            Self::Board { rows, columns } => format!("board[{rows},{columns}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_their_words() {
        let board = Shape::Board { rows: 9, columns: 10 };
        assert_eq!((board.squares(), board.words(), board.squares_of(1)), (90, 2, 27));
        assert_eq!((board.full(0), board.full(1)), (i64::MAX, (1 << 27) - 1));
        assert_eq!(Shape::Bits(63).words(), 1);
        let words = board.mask([0, 62, 63, 89]);
        assert_eq!(words, [1 | 1 << 62, 1 | 1 << 26]);
        let ones: Vec<usize> = (0..90).filter(|&i| Shape::is_one(&words, i)).collect();
        assert_eq!(ones, [0, 62, 63, 89]);
    }
}
