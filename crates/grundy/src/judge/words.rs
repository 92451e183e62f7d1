//! The problem of building a listed word letter by letter, k times over.

use super::{JudgeError, Problem, Tokens};
use crate::context::Context;
use crate::words::{WordList, WordTree};
use std::io::Write;

pub(super) const CF_455B: Problem = Problem {
    id: "cf-455b",
    title: "A Lot of Games",
    game: "repeat[k](prefix-word)",
    reads: "n k; then n words",
    prints: "First or Second",
    sample_input: "2 3\na\nb\n",
    sample_output: "First\n",
    solve: |tokens, out| {
        let n = tokens.word("the number of words")?;
        let k = tokens.nat("the number of rounds, from 1 on")?;
        if k.is_zero() {
            return Err(tokens.unexpected("the number of rounds, from 1 on"));
        }
        let words = read_words(tokens, n)?;
        let tree = WordTree::prefixes(words, &Context::default())
            .map_err(|stop| tokens.limit(stop.to_string()))?;
        let round = tree.worth(&tree.root());
        // To win the round is normal play, to lose it is misère play.
        let (win, lose) = (round.value() != 0, round.misere().mover_wins());
        // Whoever loses a round moves first in the next; whoever wins the last round wins.
        // If the mover cannot force a win, he loses round after round and always moves first. If
        // he can force either, he loses all rounds but the last and wins that. If he can force a
        // win but not a loss, then in every round but the last both know that the loser will win
        // the next: by induction the mover wants a win exactly when an odd number of rounds is
        // left, and whoever would profit from the mover's losing cannot bring it about.
        let first = win && (lose || k % 2u8 == 1);
        writeln!(out, "{}", if first { "First" } else { "Second" })?;
        tokens.end()
    },
};

fn read_words(tokens: &mut Tokens<'_>, n: u64) -> Result<WordList, JudgeError> {
    let mut words = WordList::default();
    for i in 1..=n {
        let word = tokens.token(format_args!("word {i} of {n}"))?;
        let text = std::str::from_utf8(word);
        words.push(text.map_err(|_| tokens.unexpected(format_args!("word {i} of {n}, in UTF-8")))?);
        if words.is_too_long() {
            return Err(tokens.limit("fewer than 2^30 bytes of words are read"));
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::super::brute::{refusal, run, wins};
    use super::*;
    use std::collections::{BTreeSet, HashMap};

    /// (rounds left, the word so far); the series is over when a player is stuck in the last round.
    fn first_wins(words: &[String], rounds: u32) -> bool {
        let prefixes: BTreeSet<&str> =
            words.iter().flat_map(|word| (0..=word.len()).map(|end| &word[..end])).collect();
        let options = |position: &(u32, String)| {
            let (rounds, word) = position;
            let mut next: Vec<(u32, String)> = ["a", "b"]
                .iter()
                .map(|letter| format!("{word}{letter}"))
                .filter(|longer| prefixes.contains(longer.as_str()))
                .map(|longer| (*rounds, longer))
                .collect();
            if next.is_empty() && *rounds > 1 {
                // The loser of this round, the player to move, begins the next: he chooses its
                // first letter, so his options are those of a fresh round.
                next = ["a", "b"]
                    .iter()
                    .filter(|letter| prefixes.contains(**letter))
                    .map(|letter| (*rounds - 1, (*letter).to_owned()))
                    .collect();
            }
            next
        };
        wins(&(rounds, String::new()), false, &options, &mut HashMap::new())
    }

    #[test]
    fn all_small_sets_of_words_follow_the_rules() {
        let mut words: Vec<String> = Vec::new();
        for length in 1..=3 {
            for bits in 0..1 << length {
                words.push((0..length).map(|i| ["a", "b"][bits >> i & 1]).collect());
            }
        }
        // Every set of at most three words of 'a' and 'b', up to three letters each.
        for (i, x) in words.iter().enumerate() {
            for (j, y) in words.iter().enumerate().skip(i) {
                for z in &words[j..] {
                    let set = [x.clone(), y.clone(), z.clone()];
                    for rounds in 1..=4 {
                        let input = format!("3 {rounds}\n{}\n", set.join("\n"));
                        let first = first_wins(&set, rounds);
                        let expected = if first { "First\n" } else { "Second\n" };
                        assert_eq!(run(&CF_455B, &input), expected, "{input}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_samples_of_the_original_and_the_edges() {
        assert_eq!(run(&CF_455B, "3 1\na\nb\nc\n"), "First\n");
        assert_eq!(run(&CF_455B, "1 2\nab\n"), "Second\n");
        assert_eq!(run(&CF_455B, "0 5\n"), "Second\n");
        assert_eq!(run(&CF_455B, &format!("1 1{}\nabc", "0".repeat(40))), "Second\n");
        assert_eq!(run(&CF_455B, "1 1 a\u{e9}"), "Second\n");
        assert_eq!(run(&CF_455B, "2 1 a\u{e9} \u{7b11}"), "First\n");
        assert!(CF_455B.judge(b"1 1 \xFF", &mut Vec::new()).is_err());
        let deep = "a".repeat(200_001);
        assert_eq!(run(&CF_455B, &format!("2 1 {deep} {deep}")), "First\n");
        assert_eq!(
            refusal(&CF_455B, "2 0 a b"),
            "line 1: expected the number of rounds, from 1 on, found \"0\""
        );
        assert_eq!(
            refusal(&CF_455B, "3 1\na\nb\n"),
            "the input ends after \"b\" in line 3, expected word 3 of 3"
        );
    }
}
