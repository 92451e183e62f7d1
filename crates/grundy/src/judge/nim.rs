//! Problems about Nim: take any positive number from one heap.
//!
//! Bouton's theorem (1901): the Grundy value of a heap is its size, so the player to move loses
//! iff the nim-sum of the heaps is 0. A move in a heap of h wins iff it leaves h xor s, with s the
//! nim-sum of all heaps; that is a move iff h xor s < h.
//!
//! Misère Nim: the same, unless no heap exceeds 1; then the player to move wins iff the number of
//! heaps of 1 is even, that is iff the nim-sum is 0.

use super::{JudgeError, Out, Problem, Tokens, answer_cases};
use crate::nat::{Nat, nim_sum};
use std::io::Write;

pub(super) const LUOGU_P2197: Problem = Problem {
    id: "luogu-p2197",
    title: "Nim",
    game: "nim",
    reads: "T; then per case n and n heaps",
    prints: "Yes or No a case",
    sample_input: "2\n2\n1 1\n2\n1 0\n",
    sample_output: "No\nYes\n",
    solve: |tokens, out| {
        answer_cases(tokens, out, ["Yes", "No"], |tokens| Ok(!read_nim_sum(tokens)?.is_zero()))
    },
};

pub(super) const ACWING_891: Problem = Problem {
    id: "acwing-891",
    title: "Nim",
    game: "nim",
    reads: "n; then n heaps",
    prints: "Yes or No",
    sample_input: "2\n2 3\n",
    sample_output: "Yes\n",
    solve: |tokens, out| {
        let first = !read_nim_sum(tokens)?.is_zero();
        writeln!(out, "{}", if first { "Yes" } else { "No" })?;
        tokens.end()
    },
};

pub(super) const HDU_1849: Problem = Problem {
    id: "hdu-1849",
    title: "Rabbit and Grass",
    game: "nim",
    reads: "n and n heaps, again and again, until n = 0",
    prints: "Rabbit Win! or Grass Win! a case",
    sample_input: "2\n3 5\n3\n3 5 6\n0\n",
    sample_output: "Rabbit Win!\nGrass Win!\n",
    solve: |tokens, out| {
        while let Some(n) = tokens.word_until_zero("the number of heaps, or 0")? {
            let first = !sum_of(tokens, n)?.is_zero();
            writeln!(out, "{}", if first { "Rabbit Win!" } else { "Grass Win!" })?;
        }
        Ok(())
    },
};

pub(super) const HDU_1850: Problem = Problem {
    id: "hdu-1850",
    title: "Being a Good Boy in Spring Festival",
    game: "nim",
    reads: "n and n heaps, again and again, until n = 0",
    prints: "the number of winning first moves a case",
    sample_input: "3\n5 7 9\n0\n",
    sample_output: "1\n",
    solve: |tokens, out| {
        while let Some(n) = tokens.word_until_zero("the number of heaps, or 0")? {
            let heaps = tokens.nats(n, "the size of heap")?;
            let sum = nim_sum(&heaps);
            let winning = heaps.iter().filter(|heap| has_winning_move(heap, &sum)).count();
            writeln!(out, "{winning}")?;
        }
        Ok(())
    },
};

pub(super) const NIM_FIRST_MOVE: Problem = Problem {
    id: "nim-first-move",
    title: "Nim, the first move must be in heap k",
    game: "nim",
    reads: "n k; then n heaps",
    prints: "Yes or No",
    sample_input: "3 2\n3 4 5\n",
    sample_output: "No\n",
    solve: |tokens, out| {
        let n = tokens.word("the number of heaps")?;
        let k = tokens.word("the heap of the first move")?;
        if k == 0 || k > n {
            return Err(
                tokens.unexpected(format_args!("the heap of the first move, from 1 to {n}"))
            );
        }
        let heaps = tokens.nats(n, "the size of heap")?;
        let index = usize::try_from(k - 1).expect("as many heaps were read");
        let first = has_winning_move(&heaps[index], &nim_sum(&heaps));
        writeln!(out, "{}", if first { "Yes" } else { "No" })?;
        tokens.end()
    },
};

pub(super) const NIM_UPDATES: Problem = Problem {
    id: "nim-updates",
    title: "Nim with point updates",
    game: "nim",
    reads: "n q; n heaps; then q lines x y: heap x becomes y",
    prints: "Kan (the first player wins) or Li after each update",
    sample_input: "3 3\n1 2 3\n1 0\n2 3\n3 4\n",
    sample_output: "Kan\nLi\nKan\n",
    solve: |tokens, out| {
        let n = tokens.word("the number of heaps")?;
        let q = tokens.word("the number of updates")?;
        let mut heaps = tokens.nats(n, "the size of heap")?;
        let mut sum = nim_sum(&heaps);
        for i in 1..=q {
            let x = tokens.word(format_args!("the heap that update {i} of {q} changes"))?;
            let index = usize::try_from(x).unwrap_or(usize::MAX).wrapping_sub(1);
            if index >= heaps.len() {
                return Err(tokens.unexpected(format_args!(
                    "the heap that update {i} of {q} changes, from 1 to {n}"
                )));
            }
            let y = tokens.nat(format_args!("the new size in update {i} of {q}"))?;
            sum ^= &y;
            sum ^= std::mem::replace(&mut heaps[index], y);
            writeln!(out, "{}", if sum.is_zero() { "Li" } else { "Kan" })?;
        }
        tokens.end()
    },
};

pub(super) const POJ_3480: Problem = misere("poj-3480", "John");
pub(super) const HDU_1907: Problem = misere("hdu-1907", "John (misère Nim)");

const fn misere(id: &'static str, title: &'static str) -> Problem {
    Problem {
        id,
        title,
        game: "nim, misère play",
        reads: "T; then per case n and n heaps",
        prints: "John (the first player wins) or Brother a case",
        sample_input: "2\n3\n3 5 1\n1\n1\n",
        sample_output: "John\nBrother\n",
        solve: solve_misere,
    }
}

fn solve_misere(tokens: &mut Tokens<'_>, out: &mut Out<'_>) -> Result<(), JudgeError> {
    answer_cases(tokens, out, ["John", "Brother"], |tokens| {
        let n = tokens.word("the number of heaps")?;
        let (mut sum, mut large) = (Nat::ZERO, false);
        for i in 1..=n {
            let heap = tokens.nat(format_args!("the size of heap {i} of {n}"))?;
            large |= heap > Nat::ONE;
            sum ^= heap;
        }
        Ok(sum.is_zero() != large)
    })
}

/// Reads n and n heaps; their nim-sum.
fn read_nim_sum(tokens: &mut Tokens<'_>) -> Result<Nat, JudgeError> {
    let n = tokens.word("the number of heaps")?;
    sum_of(tokens, n)
}

/// Reads n heaps; their nim-sum.
fn sum_of(tokens: &mut Tokens<'_>, n: u64) -> Result<Nat, JudgeError> {
    let mut sum = Nat::ZERO;
    for i in 1..=n {
        sum ^= tokens.nat(format_args!("the size of heap {i} of {n}"))?;
    }
    Ok(sum)
}

/// Whether a winning move is in this heap, given the nim-sum of all heaps.
fn has_winning_move(heap: &Nat, sum: &Nat) -> bool {
    (heap ^ sum) < *heap
}

#[cfg(test)]
mod tests {
    use super::super::brute::{
        check_cases, check_single, counted, lists, plain, refusal, replace_one, run, wins,
    };
    use super::*;
    use std::collections::HashMap;

    fn take(heap: u64) -> Vec<Vec<u64>> {
        (0..heap).map(|left| vec![left]).collect()
    }

    fn first_wins(heaps: &[u64], misere: bool, memo: &mut HashMap<Vec<u64>, bool>) -> bool {
        wins(&heaps.to_vec(), misere, &|heaps| replace_one(heaps, take), memo)
    }

    fn positions() -> Vec<Vec<u64>> {
        (0..4).flat_map(|count| lists(count, 4)).chain(lists(4, 2)).collect()
    }

    #[test]
    fn outcomes_follow_the_rules() {
        let mut memo = HashMap::new();
        let all: Vec<_> = positions()
            .into_iter()
            .map(|heaps| (counted(&heaps), first_wins(&heaps, false, &mut memo)))
            .collect();
        check_cases(&LUOGU_P2197, true, ["Yes", "No"], &all);
        check_single(&ACWING_891, ["Yes", "No"], &all);
        let nonempty: Vec<_> = all.into_iter().filter(|case| !case.0.starts_with('0')).collect();
        check_cases(&HDU_1849, false, ["Rabbit Win!", "Grass Win!"], &nonempty);
    }

    #[test]
    fn misere_outcomes_follow_the_rules() {
        let mut memo = HashMap::new();
        let all: Vec<_> = positions()
            .into_iter()
            .map(|heaps| (counted(&heaps), first_wins(&heaps, true, &mut memo)))
            .collect();
        check_cases(&POJ_3480, true, ["John", "Brother"], &all);
        check_cases(&HDU_1907, true, ["John", "Brother"], &all);
    }

    #[test]
    fn winning_first_moves_follow_the_rules() {
        let mut memo = HashMap::new();
        for heaps in positions().into_iter().filter(|heaps| !heaps.is_empty()) {
            let mut total = 0;
            for k in 0..heaps.len() {
                let winning = take(heaps[k])
                    .into_iter()
                    .filter(|new| {
                        let mut next = heaps.clone();
                        next[k] = new[0];
                        !first_wins(&next, false, &mut memo)
                    })
                    .count();
                total += winning;
                let input = format!("{} {}\n{}\n", heaps.len(), k + 1, plain(&heaps));
                let expected = if winning > 0 { "Yes\n" } else { "No\n" };
                assert_eq!(run(&NIM_FIRST_MOVE, &input), expected, "{input}");
            }
            let input = counted(&heaps) + "0\n";
            assert_eq!(run(&HDU_1850, &input), format!("{total}\n"), "{input}");
        }
    }

    #[test]
    fn updates_follow_the_rules() {
        let mut memo = HashMap::new();
        let mut random = fastrand::Rng::with_seed(1);
        let mut heaps = vec![1, 0, 3, 2];
        let (mut input, mut expected) = ("4 200\n1 0 3 2\n".to_owned(), String::new());
        for _ in 0..200 {
            let (x, y) = (random.usize(..4), random.u64(..5));
            heaps[x] = y;
            input += &format!("{} {y}\n", x + 1);
            expected += if first_wins(&heaps, false, &mut memo) { "Kan\n" } else { "Li\n" };
        }
        assert_eq!(run(&NIM_UPDATES, &input), expected);
        assert_eq!(run(&NIM_UPDATES, "0 0\n"), "");
    }

    #[test]
    fn heaps_may_be_longer_than_words() {
        let big = "9".repeat(60);
        assert_eq!(run(&LUOGU_P2197, &format!("2 3 {big} {big} 0 2 {big} 1")), "No\nYes\n");
        assert_eq!(run(&HDU_1850, &format!("3 {big} {big} 4")), "3\n");
        assert_eq!(run(&HDU_1907, &format!("2 1 {big} 2 {big} {big}")), "John\nBrother\n");
    }

    #[test]
    fn errors_are_precise() {
        assert_eq!(
            refusal(&LUOGU_P2197, "2\n2\n1 x\n"),
            "line 3: expected the size of heap 2 of 2, found \"x\""
        );
        assert_eq!(
            refusal(&LUOGU_P2197, "2\n2\n1 1\n"),
            "the input ends after \"1\" in line 3, expected the number of heaps"
        );
        assert_eq!(
            refusal(&ACWING_891, "2\n1 2 3\n"),
            "line 2: expected the end of the input, found \"3\""
        );
        assert_eq!(
            refusal(&NIM_FIRST_MOVE, "2 3\n1 2\n"),
            "line 1: expected the heap of the first move, from 1 to 2, found \"3\""
        );
        assert_eq!(
            refusal(&NIM_UPDATES, "2 2\n1 2\n0 5\n"),
            "line 3: expected the heap that update 1 of 2 changes, from 1 to 2, found \"0\""
        );
        refusal(&NIM_UPDATES, "2 2\n1 2\n18446744073709551615 5\n");
    }
}
