//! The problem of cutting a sheet: who first cuts out a 1 by 1 sheet wins.

use super::{JudgeError, Problem, Tokens};
use crate::nat::to_u64;
use std::io::Write;

pub(super) const POJ_2311: Problem = Problem {
    id: "poj-2311",
    title: "Cutting Game",
    game: "cutting",
    reads: "w h a line, both from 2 on, until the end of the input",
    prints: "WIN or LOSE a line",
    sample_input: "2 2\n3 2\n4 2\n",
    sample_output: "LOSE\nLOSE\nWIN\n",
    solve: |tokens, out| {
        // All sheets first: one table serves them. It is as wide as the longest shorter side.
        let (mut sheets, mut width, mut height) = (Vec::new(), 0, 0);
        while !tokens.at_end() {
            let (w, h) = (read_side(tokens, "the width")?, read_side(tokens, "the height")?);
            (width, height) = (width.max(w.min(h)), height.max(w.max(h)));
            if steps(width, height) > MAX_STEPS {
                return Err(tokens.limit(format!(
                    "the table of all sheets up to {width} by {height} would take more than \
                     {MAX_STEPS} steps"
                )));
            }
            sheets.push((w.min(h), w.max(h)));
        }
        let table = Table::new(width as usize, height as usize);
        for (short, long) in sheets {
            let first = table.by_row[short as usize * table.height + long as usize] != 0;
            writeln!(out, "{}", if first { "WIN" } else { "LOSE" })?;
        }
        Ok(())
    },
};

/// How many cuts are looked at, at most: enough for 2000 by 2000.
const MAX_STEPS: u64 = 5_000_000_000;

/// About the number of cuts of all sheets, mirror images taken once each.
fn steps(width: u64, height: u64) -> u64 {
    width.saturating_mul(height).saturating_mul(width.saturating_add(height)) / 4
}

fn read_side(tokens: &mut Tokens<'_>, name: &str) -> Result<u64, JudgeError> {
    let side = tokens.nat(name)?;
    match to_u64(&side) {
        Some(0 | 1) => Err(tokens.unexpected(format_args!("{name}, from 2 on"))),
        Some(side) => Ok(side),
        None => Err(tokens.limit(format!("{name} exceeds 2^64: no table is that large"))),
    }
}

/// The Grundy values of the sheets with both sides from 2 on.
///
/// Whoever cuts off a strip of width 1 hands over an immediate win (a 1 by 1 sheet can be cut from
/// it, in any sum), so such cuts are left out and only cuts into two sheets with sides from 2 on
/// count; when none is left every cut loses, as if there were no move.
struct Table {
    /// One more than the longest side: the length of a row.
    height: usize,
    /// The value of a by b at `a * height + b`.
    by_row: Vec<u16>,
}

impl Table {
    /// All sheets a by b with a <= `width` and b <= `height`, width <= height.
    /// O(width * height * (width + height)).
    fn new(width: usize, height: usize) -> Self {
        let (rows, columns) = (width + 1, height + 1);
        let mut by_row = vec![0u16; rows * columns];
        // The same values transposed, so that both inner loops run along memory.
        let mut by_column = vec![0u16; rows * columns];
        // seen[g] is the number of the last sheet with an option of value g. A sheet has fewer
        // than 2^16 cuts, for MAX_STEPS keeps its sides below 100001, so 16 bits hold a value.
        let mut seen = vec![0u32; 1 << 16];
        let mut sheet = 0;
        for a in 2..rows {
            for b in 2..columns {
                let value = if b < a {
                    by_row[b * columns + a]
                } else {
                    sheet += 1;
                    mark_splits(&mut seen, sheet, &by_row[a * columns..], b);
                    mark_splits(&mut seen, sheet, &by_column[b * rows..], a);
                    let mex = seen.iter().position(|&last| last != sheet);
                    mex.expect("there are fewer cuts than entries") as u16
                };
                by_row[a * columns + b] = value;
                by_column[b * rows + a] = value;
            }
        }
        Self { height: columns, by_row }
    }
}

/// Marks the values of all splits of a side into two sides from 2 on, given the values along it.
fn mark_splits(seen: &mut [u32], sheet: u32, along: &[u16], side: usize) {
    if side >= 4 {
        let parts = &along[2..=side / 2];
        let others = &along[side - side / 2..=side - 2];
        for (part, other) in parts.iter().zip(others.iter().rev()) {
            seen[usize::from(part ^ other)] = sheet;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute::{check_cases, refusal, run};
    use super::*;
    use std::collections::HashMap;

    /// Whether the player to move wins a sum of sheets, by the rules as they are written: who cuts
    /// out a 1 by 1 sheet wins at once.
    fn wins(sheets: &[(u8, u8)], memo: &mut HashMap<Vec<(u8, u8)>, bool>) -> bool {
        if let Some(&known) = memo.get(sheets) {
            return known;
        }
        let mut answer = false;
        'moves: for (i, &(w, h)) in sheets.iter().enumerate() {
            let mut cuts: Vec<_> = (1..w).map(|x| [(x, h), (w - x, h)]).collect();
            cuts.extend((1..h).map(|y| [(w, y), (w, h - y)]));
            for cut in cuts {
                let mut next = [&sheets[..i], &cut[..], &sheets[i + 1..]].concat();
                next.sort_unstable();
                if cut.contains(&(1, 1)) || !wins(&next, memo) {
                    answer = true;
                    break 'moves;
                }
            }
        }
        memo.insert(sheets.to_vec(), answer);
        answer
    }

    #[test]
    fn small_sheets_follow_the_rules() {
        let mut memo = HashMap::new();
        let cases: Vec<_> = (2..=7u8)
            .flat_map(|w| (2..=7u8).map(move |h| (w, h)))
            .filter(|(w, h)| w * h <= 30)
            .map(|(w, h)| (format!("{w} {h}\n"), wins(&[(w, h)], &mut memo)))
            .collect();
        check_cases(&POJ_2311, false, ["WIN", "LOSE"], &cases);
    }

    #[test]
    fn the_table_follows_its_recurrence() {
        // Independently, without symmetry and in another order, by the sum of the sides.
        let mut values = HashMap::new();
        for sum in 4..=60usize {
            for w in 2..=sum - 2 {
                let h = sum - w;
                let mut options: Vec<u64> = (2..=w.saturating_sub(2))
                    .map(|x| values[&(x, h)] ^ values[&(w - x, h)])
                    .collect();
                options.extend(
                    (2..=h.saturating_sub(2)).map(|y| values[&(w, y)] ^ values[&(w, h - y)]),
                );
                values.insert((w, h), crate::nimber::mex(options));
            }
        }
        for (width, height) in [(30, 30), (7, 40), (2, 50)] {
            let table = Table::new(width, height);
            for a in 2..=width {
                for b in 2..=height.min(60 - a) {
                    let value = table.by_row[a * table.height + b];
                    assert_eq!(u64::from(value), values[&(a, b)], "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn the_original_bounds_and_the_refusals() {
        assert_eq!(run(&POJ_2311, "200 200\n2 200\n200 2\n\n").lines().count(), 3);
        assert_eq!(run(&POJ_2311, ""), "");
        assert_eq!(
            refusal(&POJ_2311, "2 2\n3 1\n"),
            "line 2: expected the height, from 2 on, found \"1\""
        );
        assert_eq!(
            refusal(&POJ_2311, "2 2\n3 3000000000\n"),
            "line 2: the table of all sheets up to 3 by 3000000000 would take more than \
             5000000000 steps"
        );
        refusal(&POJ_2311, &format!("{} 2", u64::MAX));
        refusal(&POJ_2311, &format!("{} 2", "9".repeat(30)));
        assert_eq!(
            refusal(&POJ_2311, "5 5 5"),
            "the input ends after \"5\" in line 1, expected the height"
        );
    }
}
