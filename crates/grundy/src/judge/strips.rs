//! Problems about coins on steps and strips; all are the staircase in disguise.
//!
//! Staircase: coins on step i move to step i-1, step 0 is the ground. Only the odd steps count:
//! the player to move loses iff their nim-sum is 0, because a move from an even step to an odd one
//! is undone by moving the same coins on.

use super::{JudgeError, Problem, Tokens, answer_cases};
use crate::nat::{Nat, nim_sum};
use std::io::Write;

pub(super) const ACWING_892: Problem = Problem {
    id: "acwing-892",
    title: "Staircase Nim",
    game: "staircase",
    reads: "n; then a1..an, the coins on steps 1..n",
    prints: "Yes or No",
    sample_input: "3\n2 1 3\n",
    sample_output: "Yes\n",
    solve: |tokens, out| {
        let n = tokens.word("the number of steps")?;
        let steps = tokens.nats(n, "the coins on step")?;
        let first = !nim_sum(steps.iter().step_by(2)).is_zero();
        writeln!(out, "{}", if first { "Yes" } else { "No" })?;
        tokens.end()
    },
};

pub(super) const POJ_1704: Problem = Problem {
    id: "poj-1704",
    title: "Georgia and Bob",
    game: "sliding",
    reads: "T; then per case n and the squares p1..pn of the coins, from 1 on, in any order",
    prints: "Georgia will win or Bob will win a case",
    sample_input: "2\n3\n1 2 3\n8\n1 5 6 7 9 12 14 17\n",
    sample_output: "Bob will win\nGeorgia will win\n",
    solve: |tokens, out| {
        let words = ["Georgia will win", "Bob will win"];
        answer_cases(tokens, out, words, |tokens| Ok(!gaps_sum(tokens)?.is_zero()))
    },
};

pub(super) const LUOGU_P2575: Problem = Problem {
    id: "luogu-p2575",
    title: "Coins hopping in rows of 20",
    game: "row-hop[20]",
    reads: "T; then per case n, and n rows: m and the squares p1..pm of the coins",
    prints: "YES or NO a case",
    sample_input: "2\n1\n2 19 20\n2\n1 19\n1 18\n",
    sample_output: "NO\nYES\n",
    solve: |tokens, out| {
        answer_cases(tokens, out, ["YES", "NO"], |tokens| {
            let n = tokens.word("the number of rows")?;
            let mut sum = 0;
            for row in 1..=n {
                sum ^= row_value(read_row(tokens, row)?, ROW);
            }
            Ok(sum != 0)
        })
    },
};

/// Reads the coins of one strip; the nim-sum that decides.
///
/// The free squares left of a coin, up to the next coin or the edge, are the coins of a step: a
/// coin sliding left by d moves d of them from its own gap to the gap on its right. Right of the
/// last coin is the ground, so the gaps of the last coin, the last but two… count.
fn gaps_sum(tokens: &mut Tokens<'_>) -> Result<Nat, JudgeError> {
    let n = tokens.word("the number of coins")?;
    let mut coins = tokens.nats(n, "the square of coin")?;
    coins.sort_unstable();
    if coins.first().is_some_and(Nat::is_zero) {
        return Err(tokens.invalid("a coin is on square 0, expected squares from 1 on"));
    }
    if let Some(pair) = coins.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(tokens
            .invalid(format!("two coins are on square {}, expected different squares", pair[0])));
    }
    Ok(coins.rchunks(2).fold(Nat::ZERO, |sum, pair| {
        let left = if pair.len() == 2 { &pair[0] } else { &Nat::ZERO };
        sum ^ (&pair[pair.len() - 1] - left - 1u8)
    }))
}

/// The squares of a row of the original problem.
const ROW: u32 = 20;

/// Reads the coins of a row as a mask; bit p-1 is square p.
fn read_row(tokens: &mut Tokens<'_>, row: u64) -> Result<u64, JudgeError> {
    let m = tokens.word(format_args!("the number of coins in row {row}"))?;
    let mut mask = 0u64;
    for i in 1..=m {
        let p = tokens.word(format_args!("the square of coin {i} of {m} in row {row}"))?;
        if p == 0 || p > u64::from(ROW) {
            return Err(tokens.unexpected(format_args!(
                "the square of coin {i} of {m} in row {row}, from 1 to {ROW}"
            )));
        }
        if mask >> (p - 1) & 1 == 1 {
            return Err(tokens.invalid(format!(
                "two coins of row {row} are on square {p}, expected different squares"
            )));
        }
        mask |= 1 << (p - 1);
    }
    Ok(mask)
}

/// The Grundy value of a row.
///
/// A coin that hops to the nearest empty square on its right changes places with that square: the
/// square passes over the coins between. So the runs of coins left of each empty square are the
/// steps; such a move takes coins from the run left of a square to the run right of it. The run
/// right of the last empty square is the ground, so the runs left of the last, the last but two…
/// empty squares count, the run at the left edge included.
fn row_value(mask: u64, length: u32) -> u32 {
    let (mut value, mut run, mut step) = (0, 0, 0);
    // From the right; `step` is the number of empty squares met.
    for square in (0..length).rev() {
        if mask >> square & 1 == 1 {
            run += 1;
        } else {
            value ^= if step % 2 == 1 { run } else { 0 };
            (run, step) = (0, step + 1);
        }
    }
    value ^ if step % 2 == 1 { run } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::brute::{
        check_cases, check_single, counted, lists, plain, refusal, run, wins,
    };
    use super::*;
    use crate::nimber::mex;
    use std::collections::HashMap;

    #[test]
    fn the_staircase_follows_the_rules() {
        let options = |steps: &Vec<u64>| {
            let mut all = Vec::new();
            for i in 0..steps.len() {
                for coins in 1..=steps[i] {
                    let mut next = steps.clone();
                    next[i] -= coins;
                    if i > 0 {
                        next[i - 1] += coins;
                    }
                    all.push(next);
                }
            }
            all
        };
        let mut memo = HashMap::new();
        let all: Vec<_> = (0..4)
            .flat_map(|count| lists(count, 3))
            .chain(lists(5, 1))
            .map(|steps| (counted(&steps), wins(&steps, false, &options, &mut memo)))
            .collect();
        check_single(&ACWING_892, ["Yes", "No"], &all);
    }

    #[test]
    fn sliding_coins_follow_the_rules() {
        let options = |mask: &u64| {
            let mut all = Vec::new();
            for coin in (0..16).filter(|coin| mask >> coin & 1 == 1) {
                for to in (0..coin).rev().take_while(|to| mask >> to & 1 == 0) {
                    all.push(mask & !(1 << coin) | 1 << to);
                }
            }
            all
        };
        let mut memo = HashMap::new();
        let all: Vec<_> = (0..1 << 10)
            .map(|mask: u64| {
                // Descending on purpose: coins may come in any order.
                let coins: Vec<_> =
                    (0..10).rev().filter(|p| mask >> p & 1 == 1).map(|p| p + 1).collect();
                (counted(&coins), wins(&mask, false, &options, &mut memo))
            })
            .collect();
        check_cases(&POJ_1704, true, ["Georgia will win", "Bob will win"], &all);
    }

    #[test]
    fn the_value_of_every_short_row_follows_the_rules() {
        for length in 0..=12u32 {
            let mut values = vec![0; 1 << length];
            // A coin moves to a higher bit, so the options of a mask are larger masks.
            for mask in (0..1usize << length).rev() {
                values[mask] = mex((0..length).filter(|p| mask >> p & 1 == 1).filter_map(|p| {
                    let to = (p + 1..length).find(|to| mask >> to & 1 == 0)?;
                    Some(values[mask & !(1 << p) | 1 << to])
                }));
                assert_eq!(
                    u64::from(row_value(mask as u64, length)),
                    values[mask],
                    "{mask:b} of {length}"
                );
            }
        }
    }

    #[test]
    fn rows_of_twenty_follow_the_rules() {
        fn value(mask: u32, memo: &mut HashMap<u32, u64>) -> u64 {
            if let Some(&known) = memo.get(&mask) {
                return known;
            }
            let options: Vec<_> = (0..ROW)
                .filter(|p| mask >> p & 1 == 1)
                .filter_map(|p| {
                    let to = (p + 1..ROW).find(|to| mask >> to & 1 == 0)?;
                    Some(mask & !(1 << p) | 1 << to)
                })
                .collect();
            let answer = mex(options.into_iter().map(|next| value(next, memo)));
            memo.insert(mask, answer);
            answer
        }
        let mut memo = HashMap::new();
        let mut cases = Vec::new();
        for pair in [[0u32, 0], [0b1011, 0b1 << 19], [0b111 << 15, 0b1101], [0xFFFFF, 3 << 17]] {
            let first = pair.iter().fold(0, |sum, &row| sum ^ value(row, &mut memo)) != 0;
            let rows = pair.map(|row| {
                let coins: Vec<_> =
                    (0..20).filter(|p| row >> p & 1 == 1).map(|p| p + 1).collect::<Vec<u64>>();
                format!("{} {}\n", coins.len(), plain(&coins))
            });
            cases.push((format!("2\n{}", rows.concat()), first));
        }
        cases.push(("0\n".to_owned(), false));
        check_cases(&LUOGU_P2575, true, ["YES", "NO"], &cases);
    }

    #[test]
    fn errors_are_precise_and_long_strips_are_fine() {
        assert_eq!(
            refusal(&LUOGU_P2575, "1\n1\n2 3 21\n"),
            "line 3: expected the square of coin 2 of 2 in row 1, from 1 to 20, found \"21\""
        );
        assert_eq!(
            refusal(&LUOGU_P2575, "1\n1\n2 3 3\n"),
            "line 3: two coins of row 1 are on square 3, expected different squares"
        );
        assert_eq!(
            refusal(&POJ_1704, "1\n3\n5 2 5\n"),
            "line 3: two coins are on square 5, expected different squares"
        );
        assert!(refusal(&POJ_1704, "1\n1\n0\n").starts_with("line 3: a coin is on square 0"));
        let far = "1".repeat(50);
        assert_eq!(run(&POJ_1704, &format!("1\n1\n{far}\n")), "Georgia will win\n");
        assert_eq!(run(&POJ_1704, &format!("1\n2\n{far} {far}0\n")), "Georgia will win\n");
    }
}
