//! Grundy values of a queen that moves towards the corner of a board (Wythoff's game), in a table.

use crate::context::{Context, Stop};

/// The values of all (a,b) with a < rows, b < columns; rows <= columns.
///
/// Bit sets of the values seen in the row, the column and the diagonal of a square give its mex a
/// word at a time.
///
/// # Complexity
/// Time O(rows * columns * (rows + columns) / 64), space 4 bytes a square and the bit sets.
///
/// # Literature
/// The values have no known closed form: U. Blass and A. S. Fraenkel, *The Sprague-Grundy function
/// for Wythoff's game*, Theoretical Computer Science 75 (1990).
#[derive(Clone, Debug, Default)]
pub struct QueenValues {
    rows: usize,
    columns: usize,
    values: Vec<u32>,
}

impl QueenValues {
    /// The value of (a,b), computing what is missing.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn value(&mut self, a: u64, b: u64, context: &Context<'_>) -> Result<u32, Stop> {
        let (small, large) = (a.min(b), a.max(b));
        if small >= self.rows as u64 || large >= self.columns as u64 {
            self.compute(small, large, context)?;
        }
        Ok(self.values[small as usize * self.columns + large as usize])
    }

    fn compute(&mut self, small: u64, large: u64, context: &Context<'_>) -> Result<(), Stop> {
        let doing = || "a table of Wythoff's game".to_owned();
        if large >= 1 << 32 {
            return Err(Stop::Refused("tables of Wythoff's game end at heaps of 2^32".into()));
        }
        let cells = |rows: u64, columns: u64| rows.saturating_mul(columns);
        context.check_positions(cells(small + 1, large + 1), doing)?;
        // Somewhat more than asked for, so that a table filled one by one is not begun anew each
        // time; unless that is what exceeds the limit.
        // A side that is long enough stays as it is: grown along it would double and double.
        let ample = |asked: u64, had: usize| match had as u64 {
            had if asked < had => had,
            0 => asked + 1,
            had => (asked + 1).max(had * 3 / 2),
        };
        let (mut rows, mut columns) = (ample(small, self.rows), ample(large, self.columns));
        if cells(rows, columns) > context.limits.positions {
            (rows, columns) =
                ((small + 1).max(self.rows as u64), (large + 1).max(self.columns as u64));
        }
        if cells(rows, columns) > context.limits.positions {
            (rows, columns) = (small + 1, large + 1);
        }
        let columns = columns.max(rows);
        // A square has at most a + b + min(a,b) options.
        let words = (2 * rows + columns) / 64 + 1;
        let bytes = cells(rows, columns)
            .saturating_mul(4)
            .saturating_add((rows + 2 * columns).saturating_mul(words * 8));
        context.check_memory(bytes, doing)?;
        *self = fill(rows as usize, columns as usize, words as usize, context)?;
        Ok(())
    }
}

fn fill(
    rows: usize,
    columns: usize,
    words: usize,
    context: &Context<'_>,
) -> Result<QueenValues, Stop> {
    let mut values = Vec::with_capacity(rows * columns);
    let mut in_column = vec![0u64; columns * words];
    // Diagonal b - a is at b - a + rows.
    let mut in_diagonal = vec![0u64; (rows + columns) * words];
    let mut in_row = vec![0u64; words];
    for a in 0..rows {
        context.look("filling a table of Wythoff's game", a as u64)?;
        in_row.fill(0);
        for b in 0..columns {
            let column = &mut in_column[b * words..(b + 1) * words];
            let d = b + rows - a;
            let diagonal = &mut in_diagonal[d * words..(d + 1) * words];
            // There are more values than options: some word is not full.
            let mut word = 0;
            while in_row[word] | column[word] | diagonal[word] == u64::MAX {
                word += 1;
            }
            let bit = (in_row[word] | column[word] | diagonal[word]).trailing_ones();
            for set in [&mut in_row[word], &mut column[word], &mut diagonal[word]] {
                *set |= 1 << bit;
            }
            values.push(word as u32 * 64 + bit);
        }
    }
    Ok(QueenValues { rows, columns, values })
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
