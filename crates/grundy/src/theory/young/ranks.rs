//! Numbers for the Young diagrams within a board: sums of one weight for each row.

/// The diagrams within a board, numbered from 0 (the empty one) in lexicographic order.
///
/// A diagram is a list of row lengths that never increase; it lies within the board if no row is
/// longer than the board's. The diagrams that agree with a given one before row k and have a
/// shorter row k are counted by that row's length alone, so the rank of a diagram is the sum of
/// one weight for each row. For a rectangle the weights are binomial coefficients (the
/// combinatorial number system).
///
/// A diagram within another has the smaller rank.
///
/// # Complexity
/// O(rows * longest row) words and time to make, O(rows) for a rank.
#[derive(Clone, Debug)]
pub struct Ranks {
    board: Box<[u16]>,
    /// Entries for each row: lengths from 0 to one more than the longest.
    stride: usize,
    /// For row k and length v: the ways to go on above a row k of v squares.
    ways: Box<[usize]>,
    /// For row k and length v: the sum of the ways over smaller lengths.
    weights: Box<[usize]>,
}

impl Ranks {
    /// Numbers for the diagrams within the board with these rows, which never increase and are not
    /// empty. Their number must be below 2^63 (see [`count_within`](Self::count_within)).
    ///
    /// # Panics
    /// If a row is longer than the one below it, or a count overflows.
    pub fn new(board: &[u16]) -> Self {
        assert!(board.is_sorted_by(|a, b| a >= b), "a board's rows never increase");
        let longest = board.first().map_or(0, |&row| usize::from(row));
        let stride = longest + 2;
        let mut ways = vec![0usize; stride * board.len()];
        let mut weights = vec![0usize; stride * board.len()];
        for k in (0..board.len()).rev() {
            for v in 0..stride {
                ways[k * stride + v] = match board.get(k + 1) {
                    None => 1,
                    // The sum of the ways over the lengths up to v and up to the board's row.
                    Some(&next) => weights[(k + 1) * stride + v.min(usize::from(next)) + 1],
                };
            }
            // The lengths that matter end with the board's row; later weights are not used.
            for v in 1..=usize::from(board[k]) + 1 {
                let at = k * stride + v;
                weights[at] = ways[at - 1]
                    .checked_add(weights[at - 1])
                    .expect("there are too many diagrams to number");
            }
        }
        Self { board: board.into(), stride, ways: ways.into(), weights: weights.into() }
    }

    /// How many diagrams, the empty one included, lie within the board with these rows; at most
    /// 2^128 - 1 is said.
    ///
    /// # Complexity
    /// O(rows * longest row) time, O(longest row) words.
    pub fn count_within(board: &[u16]) -> u128 {
        let Some(&longest) = board.first() else { return 1 };
        // ways[v]: choices of the rows so far of which the last has v squares.
        let mut ways = vec![0u128; usize::from(longest) + 1];
        ways[usize::from(longest)] = 1;
        for &row in board {
            let mut sum = 0u128;
            for (v, ways) in ways.iter_mut().enumerate().rev() {
                sum = sum.saturating_add(*ways);
                *ways = if v <= usize::from(row) { sum } else { 0 };
            }
        }
        ways.iter().fold(0, |sum, ways| sum.saturating_add(*ways))
    }

    /// The board's rows.
    pub fn board(&self) -> &[u16] {
        &self.board
    }

    /// How many diagrams there are.
    pub fn count(&self) -> usize {
        self.board.first().map_or(1, |&row| self.weight(0, usize::from(row) + 1))
    }

    /// What row `row` (from 0, the lowest) adds to the rank if it has `length` squares; with one
    /// more than the board's row, what all its lengths amount to.
    #[inline]
    pub fn weight(&self, row: usize, length: usize) -> usize {
        self.weights[row * self.stride + length]
    }

    /// The ways to choose the rows above row `row` if that has `length` squares, or if the board's
    /// rows are all that bounds them, as with its own.
    #[inline]
    pub fn ways(&self, row: usize, length: usize) -> usize {
        self.ways[row * self.stride + length]
    }

    /// Whether the diagram lies within the board.
    pub fn contains(&self, diagram: &[u16]) -> bool {
        diagram.len() <= self.board.len() && diagram.iter().zip(&self.board).all(|(a, b)| a <= b)
    }

    /// The rank of a diagram within the board; empty rows may be left out.
    #[inline]
    pub fn rank(&self, diagram: &[u16]) -> usize {
        diagram.iter().enumerate().map(|(k, &row)| self.weight(k, usize::from(row))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All diagrams within a board, by their rows, in lexicographic order.
    fn diagrams(board: &[u16], bound: u16) -> Vec<Vec<u16>> {
        let Some((&row, higher)) = board.split_first() else { return vec![Vec::new()] };
        let mut all = Vec::new();
        for length in 0..=row.min(bound) {
            for rest in diagrams(higher, length) {
                all.push([&[length][..], &rest].concat());
            }
        }
        all
    }

    #[test]
    fn ranks_number_the_diagrams_in_order() {
        for board in diagrams(&[5, 5, 5, 5], 5) {
            let board: Vec<u16> = board.into_iter().filter(|&row| row > 0).collect();
            let ranks = Ranks::new(&board);
            let all = diagrams(&board, u16::MAX);
            assert_eq!(ranks.count(), all.len());
            assert_eq!(Ranks::count_within(&board), all.len() as u128);
            for (rank, diagram) in all.iter().enumerate() {
                assert!(ranks.contains(diagram));
                assert_eq!(ranks.rank(diagram), rank, "{diagram:?} in {board:?}");
            }
        }
        assert!(!Ranks::new(&[3, 2]).contains(&[3, 3]));
        assert!(!Ranks::new(&[3, 2]).contains(&[1, 1, 1]));
        assert_eq!(Ranks::new(&[14; 14]).count(), 40_116_600);
        assert_eq!(Ranks::count_within(&[1000; 1000]), u128::MAX);
    }

    #[test]
    fn example_of_ranks() {
        use crate::theory::young::Ranks;
        let ranks = Ranks::new(&[2, 1]);
        assert_eq!(ranks.count(), 5);
        let all: [&[u16]; 5] = [&[], &[1], &[1, 1], &[2], &[2, 1]];
        for (rank, diagram) in all.into_iter().enumerate() {
            assert_eq!(ranks.rank(diagram), rank);
        }
    }
}
