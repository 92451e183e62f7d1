//! Problems in which only certain numbers may be taken from a heap.

use super::{JudgeError, Problem, Tokens, answer_cases};
use crate::nat::{Nat, to_u64};
use crate::nimber::MexSet;
use std::io::Write;

pub(super) const TWO_HEAPS_139: Problem = Problem {
    id: "two-heaps-139",
    title: "Take 1, 3 or 9 from one of two heaps",
    game: "subtraction[1,3,9]",
    reads: "n m, the two heaps",
    prints: "win or lose",
    sample_input: "3 5\n",
    sample_output: "lose\n",
    solve: |tokens, out| {
        // Every move takes an odd number, so it changes the parity of n + m; only (0,0) has no
        // move. The player to move wins iff n + m is odd.
        let n = tokens.nat("the first heap")?;
        let m = tokens.nat("the second heap")?;
        writeln!(out, "{}", if (n + m) % 2u8 == 1 { "win" } else { "lose" })?;
        tokens.end()
    },
};

pub(super) const ACWING_893: Problem = Problem {
    id: "acwing-893",
    title: "Nim with a subtraction set",
    game: "subtraction[S]",
    reads: "k; the k numbers of S; n; then n heaps",
    prints: "Yes or No",
    sample_input: "2\n2 5\n3\n2 4 7\n",
    sample_output: "Yes\n",
    solve: |tokens, out| {
        let k = tokens.word("the size of the set S")?;
        let mut set = Vec::new();
        for i in 1..=k {
            let name = format_args!("number {i} of {k} of the set S, from 1 on");
            set.push(tokens.nat(name)?);
            if set.last().is_some_and(Nat::is_zero) {
                return Err(tokens.unexpected(name));
            }
        }
        let n = tokens.word("the number of heaps")?;
        let heaps = tokens.nats(n, "the size of heap")?;
        let largest = &heaps.iter().max().cloned().unwrap_or_default();
        // What exceeds every heap can never be taken.
        set.retain(|taken| taken <= largest);
        let set: Option<Vec<u64>> = set.iter().map(to_u64).collect();
        let mut values = Values::new(set.ok_or_else(|| tokens.limit(TOO_LONG))?);
        let sum = values.cover(largest, tokens)?.nim_sum(&heaps);
        writeln!(out, "{}", if sum != 0 { "Yes" } else { "No" })?;
        tokens.end()
    },
};

pub(super) const HDU_1846: Problem = Problem {
    id: "hdu-1846",
    title: "Brave Game",
    game: "bash[m]",
    reads: "T; then per case n m: take 1..m from n",
    prints: "first or second a case",
    sample_input: "2\n23 2\n4 3\n",
    sample_output: "first\nsecond\n",
    solve: |tokens, out| {
        answer_cases(tokens, out, ["first", "second"], |tokens| {
            // The value is n mod (m+1): the second player completes every take to m+1.
            let n = tokens.nat("the size n of the heap")?;
            let m = tokens.nat("the most m that may be taken")?;
            Ok(!(n % (m + 1u8)).is_zero())
        })
    },
};

pub(super) const HDU_1847: Problem = Problem {
    id: "hdu-1847",
    title: "Good Luck in CET-4 Everybody!",
    game: "subtraction[powers[2]]",
    reads: "n a line, until the end of the input",
    prints: "Kiki (the first player wins) or Cici a line",
    sample_input: "1\n3\n",
    sample_output: "Kiki\nCici\n",
    solve: |tokens, out| {
        while !tokens.at_end() {
            // No power of 2 is a multiple of 3, and 1 and 2 are powers of 2: from a multiple of 3
            // no move leads to another, from any other number one does.
            let n = tokens.nat("the number of cards")?;
            writeln!(out, "{}", if n % 3u8 == 0 { "Cici" } else { "Kiki" })?;
        }
        Ok(())
    },
};

pub(super) const HDU_1848: Problem = Problem {
    id: "hdu-1848",
    title: "Fibonacci again and again",
    game: "subtraction[fibonacci] on three heaps",
    reads: "m n p a line, until 0 0 0",
    prints: "Fibo (the first player wins) or Nacci a line",
    sample_input: "1 1 1\n1 4 1\n0 0 0\n",
    sample_output: "Fibo\nNacci\n",
    solve: |tokens, out| {
        let mut values = Values::new(fibonacci());
        while !tokens.at_end() {
            let mut heaps = [Nat::ZERO; 3];
            for (heap, name) in heaps.iter_mut().zip(["heap m", "heap n", "heap p"]) {
                *heap = tokens.nat(name)?;
            }
            let largest = heaps.iter().max().expect("there are three");
            if largest.is_zero() {
                break;
            }
            let first = values.cover(largest, tokens)?.nim_sum(&heaps) != 0;
            writeln!(out, "{}", if first { "Fibo" } else { "Nacci" })?;
        }
        Ok(())
    },
};

/// 1, 2, 3, 5, …: the Fibonacci numbers below 2^64.
pub(super) fn fibonacci() -> Vec<u64> {
    let (mut list, mut next) = (vec![1u64], 2u64);
    while let Some(sum) = list[list.len() - 1].checked_add(next) {
        list.push(next);
        next = sum;
    }
    list.push(next);
    list
}

/// How many Grundy values are stored at most.
const MAX_VALUES: u64 = 50_000_000;
/// How many options are looked at in all, at most.
const MAX_STEPS: u64 = 5_000_000_000;
const TOO_LONG: &str = "the table of Grundy values that this heap needs is too long: it would \
                        have more than 50000000 entries or take more than 5000000000 steps";

/// The Grundy values of one heap under a subtraction set, as far as they were needed.
///
/// A value depends on the max(S) values before it alone. So once max(S) consecutive values repeat
/// those p places earlier, everything after repeats with period p, and heaps of any size can be
/// looked up.
struct Values {
    /// Ascending, different, without 0.
    set: Vec<u64>,
    values: Vec<u32>,
    seen: MexSet,
    steps: u64,
    period: Option<usize>,
}

impl Values {
    fn new(mut set: Vec<u64>) -> Self {
        set.sort_unstable();
        set.dedup();
        Self { set, values: Vec::new(), seen: MexSet::default(), steps: 0, period: None }
    }

    /// Makes sure that every heap up to `largest` can be looked up.
    ///
    /// O(|S|) a value; heaps longer than a few times max(S) cost no more once a period is found.
    fn cover(&mut self, largest: &Nat, tokens: &Tokens<'_>) -> Result<&Self, JudgeError> {
        let longest = to_u64(largest).and_then(|n| n.checked_add(1)).unwrap_or(u64::MAX);
        let mut length = self.values.len() as u64;
        while self.period.is_none() && length < longest {
            let reach = *self.set.last().unwrap_or(&0);
            let wanted = reach.saturating_mul(4).max(2 * length).max(1 << 12).min(longest);
            length = wanted.min(MAX_VALUES);
            let hopeless = reach >= MAX_VALUES && longest > MAX_VALUES;
            if hopeless || self.values.len() as u64 == length {
                return Err(tokens.limit(TOO_LONG));
            }
            self.grow(usize::try_from(length).unwrap_or(usize::MAX), tokens)?;
            if length < longest {
                self.period = self.find_period();
            }
        }
        Ok(self)
    }

    fn grow(&mut self, length: usize, tokens: &Tokens<'_>) -> Result<(), JudgeError> {
        for n in self.values.len()..length {
            let takes = self.set.partition_point(|&taken| taken <= n as u64);
            self.steps += takes as u64;
            if self.steps > MAX_STEPS {
                return Err(tokens.limit(TOO_LONG));
            }
            self.seen.clear();
            for &taken in &self.set[..takes] {
                self.seen.insert(u64::from(self.values[n - taken as usize]));
            }
            let value = u32::try_from(self.seen.mex()).expect("a set of 2^32 numbers is not read");
            self.values.push(value);
        }
        Ok(())
    }

    /// The least p such that the last max(S) values repeat those p places earlier (Knuth, Morris
    /// and Pratt's search for the end of the sequence in itself, backwards). O(length).
    fn find_period(&self) -> Option<usize> {
        let reach = usize::try_from(*self.set.last().unwrap_or(&0)).ok()?;
        let last = self.values.len().checked_sub(1)?;
        let backwards = |i: usize| self.values[last - i];
        if reach == 0 {
            return Some(1);
        }
        if reach > last {
            return None;
        }
        // border[i]: the longest proper border of the first i values of the pattern.
        let mut border = vec![0; reach + 1];
        let mut matched = 0;
        for i in 1..=last {
            while matched > 0 && backwards(i) != backwards(matched) {
                matched = border[matched];
            }
            matched += usize::from(backwards(i) == backwards(matched));
            if matched == reach {
                return Some(i + 1 - reach);
            }
            // Until i reaches the end of the pattern this also builds its borders.
            if i < reach {
                border[i + 1] = matched;
            }
        }
        None
    }

    /// The value of a heap that was covered.
    fn value(&self, heap: &Nat) -> u32 {
        let known = self.values.len();
        match (to_u64(heap), self.period) {
            (Some(n), _) if n < known as u64 => self.values[n as usize],
            (_, Some(period)) => {
                let start = known - period;
                let offset = (heap - start) % Nat::from(period);
                self.values[start + to_u64(&offset).expect("less than the period") as usize]
            }
            _ => unreachable!("the table was made long enough"),
        }
    }

    fn nim_sum(&self, heaps: &[Nat]) -> u32 {
        heaps.iter().fold(0, |sum, heap| sum ^ self.value(heap))
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute::{
        check_cases, check_single, counted, lists, plain, refusal, replace_one, run, wins,
    };
    use super::*;
    use crate::nimber::mex;
    use std::collections::HashMap;

    /// Whether the first player wins when the numbers of `set` may be taken.
    fn wins_with(set: &[u64], heaps: &[u64], memo: &mut HashMap<Vec<u64>, bool>) -> bool {
        let options = |heaps: &Vec<u64>| {
            replace_one(heaps, |heap| {
                set.iter().filter(|&&s| s <= heap).map(|s| vec![heap - s]).collect()
            })
        };
        wins(&heaps.to_vec(), false, &options, memo)
    }

    #[test]
    fn two_heaps_follow_the_rules() {
        let mut memo = HashMap::new();
        let all: Vec<_> = lists(2, 22)
            .into_iter()
            .map(|heaps| (plain(&heaps), wins_with(&[1, 3, 9], &heaps, &mut memo)))
            .collect();
        check_single(&TWO_HEAPS_139, ["win", "lose"], &all);
    }

    #[test]
    fn powers_of_two_and_bash_follow_the_rules() {
        let mut memo = HashMap::new();
        let powers = [1, 2, 4, 8, 16, 32, 64];
        let all: Vec<_> =
            (0..100).map(|n| (format!("{n}\n"), wins_with(&powers, &[n], &mut memo))).collect();
        check_cases(&HDU_1847, false, ["Kiki", "Cici"], &all);
        let mut cases = Vec::new();
        for m in 0..8u64 {
            let (set, mut memo) = ((1..=m).collect::<Vec<_>>(), HashMap::new());
            cases.extend((0..40).map(|n| (format!("{n} {m}\n"), wins_with(&set, &[n], &mut memo))));
        }
        check_cases(&HDU_1846, true, ["first", "second"], &cases);
    }

    #[test]
    fn three_heaps_of_fibonacci_follow_the_rules() {
        let mut memo = HashMap::new();
        let all: Vec<_> = lists(3, 9)
            .into_iter()
            .filter(|heaps| heaps.iter().any(|&heap| heap > 0))
            .map(|heaps| (plain(&heaps) + "\n", wins_with(&[1, 2, 3, 5, 8], &heaps, &mut memo)))
            .collect();
        check_cases(&HDU_1848, false, ["Fibo", "Nacci"], &all);
        assert_eq!(fibonacci()[..6], [1, 2, 3, 5, 8, 13]);
        assert_eq!(*fibonacci().last().unwrap(), 12_200_160_415_121_876_738);
    }

    #[test]
    fn subtraction_sets_follow_the_rules() {
        for set in lists(3, 6) {
            // Sets with repeats stand for smaller ones; 0 is malformed.
            let set: Vec<_> = set.into_iter().filter(|&s| s > 0).collect();
            let mut memo = HashMap::new();
            for heaps in [vec![], vec![9], vec![3, 7], vec![5, 6, 2], vec![8, 8], vec![4, 1, 1]] {
                let input = counted(&set) + &counted(&heaps);
                let expected = if wins_with(&set, &heaps, &mut memo) { "Yes\n" } else { "No\n" };
                assert_eq!(run(&ACWING_893, &input), expected, "{input}");
            }
        }
    }

    #[test]
    fn periods_continue_the_table() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..60 {
            let set: Vec<u64> = (0..3).map(|_| random.u64(1..=14)).collect();
            let mut plain = vec![0u64; 30_000];
            for n in 0..plain.len() {
                plain[n] =
                    mex(set.iter().filter(|&&s| s <= n as u64).map(|&s| plain[n - s as usize]));
            }
            let mut values = Values::new(set.clone());
            values.cover(&(Nat::from(10u8).pow(40)), &Tokens::new(b"")).unwrap();
            assert!(values.values.len() < plain.len(), "{set:?}");
            for (n, &value) in plain.iter().enumerate() {
                assert_eq!(u64::from(values.value(&Nat::from(n))), value, "{set:?} {n}");
            }
        }
        // G(n) = floor(n/7) mod 2 for {7}.
        let input = format!("1 7 1 {}", Nat::from(7u8) * Nat::from(10u8).pow(50) + 6u8);
        assert_eq!(run(&ACWING_893, &input), "No\n");
        let input = format!("1 7 1 {}", Nat::from(7u8) * (Nat::from(10u8).pow(50) + 1u8));
        assert_eq!(run(&ACWING_893, &input), "Yes\n");
        assert_eq!(run(&ACWING_893, "0 1 999999999999999999999999"), "No\n");
        assert_eq!(run(&ACWING_893, "2 2 99999999999999999999999 1 3"), "Yes\n");
    }

    #[test]
    fn large_tables_are_refused() {
        let late = refusal(&HDU_1848, "1 1 1\n1 2 999999999999\n");
        assert!(late.starts_with("line 2: the table of Grundy values"), "{late}");
        refusal(&ACWING_893, "2 2 99999999999999999999999 1 99999999999999999999999");
        refusal(&ACWING_893, "2 1 999999999999 1 999999999999");
        assert_eq!(
            refusal(&ACWING_893, "2\n3 0\n1\n4\n"),
            "line 2: expected number 2 of 2 of the set S, from 1 on, found \"0\""
        );
        assert_eq!(
            refusal(&HDU_1848, "0 0"),
            "the input ends after \"0\" in line 1, expected heap p"
        );
    }
}
