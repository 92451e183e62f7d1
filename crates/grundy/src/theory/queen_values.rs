//! Grundy values of a queen that moves towards the corner of a board (Wythoff's game), in a table; also
//! of one that may leave its diagonal a little.

use crate::context::{Context, Stop};

/// The values of all (a,b) with a < rows, b < columns; rows <= columns.
///
/// A move takes from one heap, or x > 0 and y > 0 from both with |x - y| at most the slack. Bit sets of
/// the values seen in the row, the column and the diagonals near a square give its mex a word at a
/// time.
///
/// # Complexity
/// With slack d time O(rows * columns * (rows + columns) (d + 1)^2 / 64) at most, space 4 bytes a square
/// and the bit sets.
///
/// # Literature
/// The values have no known closed form: U. Blass and A. S. Fraenkel, *The Sprague-Grundy function
/// for Wythoff's game*, Theoretical Computer Science 75 (1990).
#[derive(Clone, Debug, Default)]
pub struct QueenValues {
    rows: usize,
    columns: usize,
    slack: usize,
    values: Vec<u32>,
}

impl QueenValues {
    /// An empty table of the game with this slack.
    pub fn new(slack: usize) -> Self {
        Self { slack, ..Self::default() }
    }

    /// The value of (a,b), computing what is missing.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn value(&mut self, a: u64, b: u64, context: &Context<'_>) -> Result<u32, Stop> {
        let (small, large) = (a.min(b), a.max(b));
        if !self.has(a, b) {
            self.compute(small, large, context)?;
        }
        Ok(self.values[small as usize * self.columns + large as usize])
    }

    /// Whether the value of (a,b) is in the table.
    fn has(&self, a: u64, b: u64) -> bool {
        a.min(b) < self.rows as u64 && a.max(b) < self.columns as u64
    }

    fn compute(&mut self, small: u64, large: u64, context: &Context<'_>) -> Result<(), Stop> {
        let doing = || "a table of Wythoff's game".to_owned();
        if large >= 1 << 32 {
            return Err(Stop::beyond("tables of Wythoff's game end at heaps of 2^32"));
        }
        let cells = |rows: u64, columns: u64| rows.saturating_mul(columns);
        // A square is compared with 2d + 3 sets: the limit of positions is one of work.
        let slack = self.slack as u64;
        let work =
            |rows: u64, columns: u64| cells(rows, columns).saturating_mul((2 * slack + 3) / 3);
        context.check_positions(work(small + 1, large + 1), doing)?;
        // Somewhat more than asked for, so that a table filled one by one is not begun anew each
        // time; unless that is what exceeds the limit.
        // A side that is long enough stays as it is: grown along it would double and double.
        let ample = |asked: u64, had: usize| match had as u64 {
            had if asked < had => had,
            0 => asked + 1,
            had => (asked + 1).max(had * 3 / 2),
        };
        let (mut rows, mut columns) = (ample(small, self.rows), ample(large, self.columns));
        if work(rows, columns) > context.limits.positions {
            (rows, columns) =
                ((small + 1).max(self.rows as u64), (large + 1).max(self.columns as u64));
        }
        if work(rows, columns) > context.limits.positions {
            (rows, columns) = (small + 1, large + 1);
        }
        let columns = columns.max(rows);
        // A square has at most a + b + (2d + 1) min(a,b) options.
        let words = (rows.saturating_mul(2 + 2 * slack) + columns) / 64 + 1;
        let sets = (slack + 1) * (rows + columns) + columns;
        let bytes =
            cells(rows, columns).saturating_mul(4).saturating_add(sets.saturating_mul(words * 8));
        context.check_memory(bytes, doing)?;
        *self = fill(rows as usize, columns as usize, (self.slack, words as usize), context)?;
        Ok(())
    }
}

fn fill(
    rows: usize,
    columns: usize,
    (slack, words): (usize, usize),
    context: &Context<'_>,
) -> Result<QueenValues, Stop> {
    let mut values: Vec<u32> = Vec::with_capacity(rows * columns);
    let mut in_column = vec![0u64; columns * words];
    // Diagonal b - a is at b - a + rows. From (a,b) a square (x,y) on the diagonal e beyond its own is
    // an option if x < a - e, for y < b; on its own and those before it, if x < a. So there are
    // slack + 1 sets for each diagonal, and set e lacks the last e rows.
    let diagonals = rows + columns;
    let mut in_diagonal = vec![0u64; (slack + 1) * diagonals * words];
    let mut in_row = vec![0u64; words];
    let mut near: Vec<usize> = Vec::with_capacity(2 * slack + 1);
    for a in 0..rows {
        context.look("filling a table of Wythoff's game", a as u64)?;
        in_row.fill(0);
        for b in 0..columns {
            let column = &mut in_column[b * words..(b + 1) * words];
            let own = b + rows - a;
            near.clear();
            near.extend((own.saturating_sub(slack)..=own).map(|d| d * words));
            let beyond = (1..=slack).filter(|e| own + e < diagonals);
            near.extend(beyond.map(|e| (e * diagonals + own + e) * words));
            let seen = |word: usize| {
                near.iter().fold(in_row[word] | column[word], |all, d| all | in_diagonal[d + word])
            };
            // There are more values than options: some word is not full.
            let (word, bits) = (0..words)
                .map(|word| (word, seen(word)))
                .find(|&(_, bits)| bits != u64::MAX)
                .expect("a word is not full");
            let bit = bits.trailing_ones();
            in_row[word] |= 1 << bit;
            column[word] |= 1 << bit;
            values.push(word as u32 * 64 + bit);
        }
        for (e, row) in (0..=slack).filter_map(|e| Some((e, a.checked_sub(e)?))) {
            for (b, &value) in values[row * columns..][..columns].iter().enumerate() {
                let set = (e * diagonals + b + rows - row) * words;
                in_diagonal[set + value as usize / 64] |= 1 << (value % 64);
            }
        }
    }
    Ok(QueenValues { rows, columns, slack, values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;

    #[test]
    fn the_table_is_the_definition_in_whatever_order_it_grows() {
        let side = 40usize;
        let mut plain = vec![vec![0u64; side]; side];
        for a in 0..side {
            for b in 0..side {
                let left = (0..a).map(|x| plain[x][b]).chain((0..b).map(|y| plain[a][y]));
                plain[a][b] = mex(left.chain((1..=a.min(b)).map(|k| plain[a - k][b - k])));
            }
        }
        let mut values = QueenValues::default();
        for (a, b) in (0..side).flat_map(|a| (0..side).map(move |b| (a, b))) {
            let value = values.value(a as u64, b as u64, &Context::default()).unwrap();
            assert_eq!(u64::from(value), plain[a][b], "({a},{b})");
        }
        for slack in [1i64, 2, 5] {
            let side = 18i64;
            let mut plain = vec![vec![0u64; side as usize]; side as usize];
            let mut values = QueenValues::new(slack as usize);
            for (a, b) in (0..side).flat_map(|a| (0..side).map(move |b| (a, b))) {
                let squares = (0..=a).flat_map(|x| (0..=b).map(move |y| (x, y)));
                let options = squares.filter(|&(x, y)| match (a > x, b > y) {
                    (true, true) => ((a - x) - (b - y)).abs() <= slack,
                    (first, second) => first || second,
                });
                let value = mex(options.map(|(x, y)| plain[x as usize][y as usize]));
                plain[a as usize][b as usize] = value;
                let found = values.value(a as u64, b as u64, &Context::default()).unwrap();
                assert_eq!(u64::from(found), value, "[{slack}]({a},{b})");
            }
        }
        let few = Context::new(crate::context::Limits::default().with_positions(2000));
        assert!(QueenValues::default().value(44, 44, &few).is_err());
        assert_eq!(values.value(39, 39, &few), Ok(plain[39][39] as u32));
        assert!(values.value(u64::MAX, 0, &few).is_err());
    }

    #[test]
    fn example_of_value() {
        use crate::theory::queen_values::QueenValues;
        let mut values = QueenValues::default();
        assert_eq!(values.value(3, 3, &Default::default()), Ok(6));
        assert_eq!(values.value(5, 3, &Default::default()), Ok(0));
    }
}
