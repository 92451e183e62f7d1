//! Problems that one formula decides.

use super::Problem;
use super::take::fibonacci;
use crate::games::split_smaller::SplitSmaller;
use crate::games::wythoff::Wythoff;
use crate::nat::{Nat, nim_sum, to_u64};
use crate::theory::take_set::is_fibonacci;
use std::io::Write;

pub(super) const HDU_1517: Problem = Problem {
    id: "hdu-1517",
    title: "A Multiplication Game",
    game: "multiplication",
    reads: "n a line, until the end of the input",
    prints: "Stan wins. (the first player) or Ollie wins. a line",
    sample_input: "162\n17\n34012226\n",
    sample_output: "Stan wins.\nOllie wins.\nStan wins.\n",
    solve: |tokens, out| {
        while !tokens.at_end() {
            let n = tokens.nat("the bound n")?;
            let first = to_u64(&n).map_or_else(|| reaches_first(&n), word_reaches_first);
            writeln!(out, "{}", if first { "Stan wins." } else { "Ollie wins." })?;
        }
        Ok(())
    },
};

pub(super) const HDU_2516: Problem = Problem {
    id: "hdu-2516",
    title: "Fibonacci Nim",
    game: "fibonacci-nim",
    reads: "n a line, until 0",
    prints: "First win or Second win a line",
    sample_input: "2\n13\n10000\n0\n",
    sample_output: "Second win\nSecond win\nFirst win\n",
    solve: |tokens, out| {
        let fibonacci = fibonacci();
        while !tokens.at_end() {
            let n = tokens.nat("the size of the heap, or 0")?;
            if n.is_zero() {
                break;
            }
            // Whinihan 1963: the player to move loses iff n is a Fibonacci number.
            let second = to_u64(&n)
                .map_or_else(|| is_fibonacci(&n), |word| fibonacci.binary_search(&word).is_ok());
            writeln!(out, "{}", if second { "Second win" } else { "First win" })?;
        }
        Ok(())
    },
};

pub(super) const POJ_1067: Problem = Problem {
    id: "poj-1067",
    title: "Wythoff's game",
    game: "wythoff",
    reads: "a b a line, until the end of the input",
    prints: "1 (the first player wins) or 0 a line",
    sample_input: "2 1\n8 4\n4 7\n",
    sample_output: "0\n1\n0\n",
    solve: |tokens, out| {
        let game = Wythoff::new(Nat::ZERO);
        while !tokens.at_end() {
            let pair = (tokens.nat("the first heap")?, tokens.nat("the second heap")?);
            let second = match (to_u64(&pair.0), to_u64(&pair.1)) {
                (Some(a), Some(b)) => is_wythoff_pair(a, b),
                _ => game.is_p(&pair),
            };
            writeln!(out, "{}", u8::from(!second))?;
        }
        Ok(())
    },
};

pub(super) const ACWING_894: Problem = Problem {
    id: "acwing-894",
    title: "Replace a heap by two smaller ones",
    game: "split-smaller",
    reads: "n; then n heaps",
    prints: "Yes or No",
    sample_input: "2\n2 3\n",
    sample_output: "Yes\n",
    solve: |tokens, out| {
        let n = tokens.word("the number of heaps")?;
        let heaps = tokens.nats(n, "the size of heap")?;
        let values: Vec<Nat> = heaps.iter().map(SplitSmaller::value).collect();
        writeln!(out, "{}", if nim_sum(&values).is_zero() { "No" } else { "Yes" })?;
        tokens.end()
    },
};

/// Whether the player to move reaches n first, from p = 1, with factors 2..9.
///
/// Backwards from n: from p with 9p >= n the player to move wins at once; from the p below with
/// 18p >= n every factor leads there; and so on, with factors 9 and 2 in turn. So the first player
/// wins iff 18^k < n <= 9 * 18^k for some k; for n <= 1 play is over before the first move.
fn reaches_first(n: &Nat) -> bool {
    if *n <= Nat::ONE {
        return false;
    }
    let k = (n - 1u8).ilog(&Nat::from(18u8));
    *n <= Nat::from(18u8).pow(k) * 9u8
}

/// As [`reaches_first`], for machine words.
fn word_reaches_first(n: u64) -> bool {
    let (n, mut border) = (u128::from(n), 1);
    let mut first = false;
    while border < n {
        first = !first;
        border *= if first { 9 } else { 2 };
    }
    first
}

/// Wythoff 1907: (a,b) with a <= b is P iff a = floor(k(1 + sqrt 5)/2), k = b - a; in integers,
/// 2a <= k + sqrt(5k^2) < 2a + 2.
fn is_wythoff_pair(a: u64, b: u64) -> bool {
    let (small, k) = (u128::from(a.min(b)), u128::from(a.abs_diff(b)));
    // With x = 2a - k: x <= sqrt(5k^2) < x + 2. Here a > 1.6k - 1 > k/2 but for k = 0.
    if 2 * small < k || small > 2 * k {
        return false;
    }
    let x = 2 * small - k;
    // x <= 3k now, so k is compared with 5k^2 within 128 bits only if k < 2^62.
    if k >> 62 != 0 {
        return Wythoff::new(Nat::ZERO).is_p(&(Nat::from(a), Nat::from(b)));
    }
    let five = 5 * k * k;
    x * x <= five && five < (x + 2) * (x + 2)
}

#[cfg(test)]
mod tests {
    use super::super::brute::{check_cases, check_single, counted, lists, replace_one, run, wins};
    use super::*;
    use crate::nimber::mex;
    use std::collections::HashMap;

    #[test]
    fn the_multiplication_game_follows_the_rules() {
        let cases: Vec<_> = (0..700u64)
            .map(|n| {
                let options = |&p: &u64| {
                    if p >= n { vec![] } else { (2..=9).map(|factor| p * factor).collect() }
                };
                (format!("{n}\n"), wins(&1, false, &options, &mut HashMap::new()))
            })
            .collect();
        check_cases(&HDU_1517, false, ["Stan wins.", "Ollie wins."], &cases);
        // The borders, against the intervals written out, far beyond machine words.
        let mut border = Nat::ONE;
        for factor in [9u8, 2].repeat(40) {
            let stan = factor == 9;
            let above = &border + 1u8;
            border *= factor;
            for n in [above, border.clone()] {
                assert_eq!(reaches_first(&n), stan, "{n}");
                assert_eq!(to_u64(&n).map_or(stan, word_reaches_first), stan, "{n}");
            }
        }
    }

    #[test]
    fn fibonacci_nim_follows_the_rules() {
        let options = |&(n, cap): &(u64, u64)| {
            (1..=cap.min(n)).map(|take| (n - take, 2 * take)).collect::<Vec<_>>()
        };
        let mut memo = HashMap::new();
        let cases: Vec<_> = (1..120u64)
            .map(|n| (format!("{n}\n"), wins(&(n, n - 1), false, &options, &mut memo)))
            .collect();
        check_cases(&HDU_2516, false, ["First win", "Second win"], &cases);
    }

    #[test]
    fn both_fibonacci_tests_agree() {
        let list = fibonacci();
        for (n, expected) in list
            .iter()
            .flat_map(|&f| [f - 1, f, f + 1].map(|n| (n, list.binary_search(&n).is_ok())))
        {
            // 0 is a Fibonacci number too, but not in the list: it ends the input.
            assert!(n == 0 || is_fibonacci(&Nat::from(n)) == expected, "{n}");
        }
        let (mut a, mut b) = (Nat::from(list[90]), Nat::from(list[91]));
        for _ in 0..200 {
            (a, b) = (b.clone(), a + &b);
            let output = run(&HDU_2516, &format!("{b} {} {}", &b - 1u8, &b + 1u8));
            assert_eq!(output, "Second win\nFirst win\nFirst win\n", "{b}");
        }
    }

    #[test]
    fn wythoff_follows_the_rules() {
        let options = |heaps: &(u64, u64)| {
            let &(a, b) = heaps;
            let mut all: Vec<_> = (0..a).map(|left| (left, b)).collect();
            all.extend((0..b).map(|left| (a, left)));
            all.extend((1..=a.min(b)).map(|take| (a - take, b - take)));
            all
        };
        let mut memo = HashMap::new();
        let cases: Vec<_> = lists(2, 40)
            .into_iter()
            .map(|pair| {
                let position = (pair[0], pair[1]);
                let first = wins(&position, false, &options, &mut memo);
                (format!("{} {}\n", pair[0], pair[1]), first)
            })
            .collect();
        check_cases(&POJ_1067, false, ["1", "0"], &cases);
    }

    #[test]
    fn both_wythoff_tests_agree_up_to_the_largest_words() {
        let game = Wythoff::new(Nat::ZERO);
        for exponent in 0..64 {
            for k in [1u64 << exponent, (1 << exponent) - 1, 0x9E37_79B9_7F4A_7C15 >> exponent] {
                let Some(small) = to_u64(&game.smaller(&Nat::from(k))) else { continue };
                for a in [small.saturating_sub(1), small, small.saturating_add(1), k / 3] {
                    let Some(b) = a.checked_add(k) else { continue };
                    let expected = game.is_p(&(Nat::from(a), Nat::from(b)));
                    assert_eq!(expected, a == small, "{a} {b}");
                    assert_eq!(is_wythoff_pair(a, b), expected, "{a} {b}");
                    assert_eq!(is_wythoff_pair(b, a), expected, "{b} {a}");
                }
            }
        }
        let max = u64::MAX;
        assert!(!is_wythoff_pair(max, max) && !is_wythoff_pair(0, max) && !is_wythoff_pair(max, 1));
        let k = Nat::from(10u8).pow(60);
        let a = game.smaller(&k);
        assert_eq!(run(&POJ_1067, &format!("{} {a}\n{} {}", &a + &k, a, &a + k + 1u8)), "0\n1\n");
    }

    #[test]
    fn splitting_follows_the_rules() {
        let mut values = Vec::new();
        for n in 0..100usize {
            let value = mex((0..n).flat_map(|a| (0..=a).map(move |b| (a, b))).map(
                |(a, b): (usize, usize)| {
                    let (a, b): (&u64, &u64) = (&values[a], &values[b]);
                    a ^ b
                },
            ));
            assert_eq!(SplitSmaller::value(&Nat::from(n)), Nat::from(value), "{n}");
            values.push(value);
        }
        let options = |heaps: &Vec<u64>| {
            replace_one(heaps, |heap| {
                (0..heap).flat_map(|a| (0..=a).map(move |b| vec![a, b])).collect()
            })
            .into_iter()
            .map(|mut heaps| {
                heaps.retain(|&heap| heap > 0);
                heaps.sort_unstable();
                heaps
            })
            .collect()
        };
        let mut memo = HashMap::new();
        let cases: Vec<_> = (0..4)
            .flat_map(|count| lists(count, 3))
            .map(|heaps| (counted(&heaps), wins(&heaps, false, &options, &mut memo)))
            .collect();
        check_single(&ACWING_894, ["Yes", "No"], &cases);
        let big = Nat::from(10u8).pow(70);
        assert_eq!(run(&ACWING_894, &format!("3 {big} {big} 0")), "No\n");
        assert_eq!(run(&ACWING_894, &format!("2 {big} {}", &big + 1u8)), "Yes\n");
    }
}
