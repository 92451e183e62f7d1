//! Contest problems: an online judge's input in, exactly the expected output out.
//!
//! A problem reads tokens separated by any white space and prints its answers, a line each. The
//! answers come from theorems wherever one decides the game, so heaps may have any length (up to
//! [`MAX_DIGITS`](crate::nat::MAX_DIGITS) digits); where a table is needed its size is limited and
//! an input beyond the limit is refused, never answered wrongly.
//!
//! | id | problem | reads | prints |
//! |---|---|---|---|
//! | `luogu-p2197` | Nim | T; per case n and n heaps | Yes/No |
//! | `nim-first-move` | Nim, the first move must be in heap k | n k; n heaps | Yes/No |
//! | `nim-updates` | Nim with point updates | n q; n heaps; q lines x y | Kan/Li after each |
//! | `luogu-p2575` | row-hop\[20\] | T; per case n rows: m p1..pm | YES/NO |
//! | `two-heaps-139` | subtraction\[1,3,9\] on two heaps | n m | win/lose |
//! | `acwing-891` | Nim | n; heaps | Yes/No |
//! | `acwing-892` | staircase | n; a1..an | Yes/No |
//! | `acwing-893` | subtraction set | k; S; n; heaps | Yes/No |
//! | `acwing-894` | split-smaller | n; heaps | Yes/No |
//! | `hdu-1846` | Bash's game | T; n m | first/second |
//! | `hdu-1847` | subtraction of powers of two | n until the end | Kiki/Cici |
//! | `hdu-1848` | Fibonacci subtraction, three heaps | m n p until 0 0 0 | Fibo/Nacci |
//! | `hdu-1849` | Nim | n; heaps; until n = 0 | Rabbit Win!/Grass Win! |
//! | `hdu-1850` | Nim | n; heaps; until n = 0 | the number of winning first moves |
//! | `hdu-1517` | multiplication game | n until the end | Stan wins./Ollie wins. |
//! | `hdu-2516` | Fibonacci nim | n until 0 | First win/Second win |
//! | `poj-1067` | Wythoff's game | a b until the end | 1/0 |
//! | `poj-1704` | sliding, squares from 1 | T; n; p1..pn | Georgia will win/Bob will win |
//! | `poj-2311` | cutting | w h until the end | WIN/LOSE |
//! | `poj-3480`, `hdu-1907` | misère Nim | T; n; heaps | John/Brother |
//! | `cf-455b` | prefix words, k rounds | n k; words | First/Second |
//! | `dag-sum` | tokens on directed acyclic graphs | K; n m and m arcs each | First/Second |
//! | `geography-moves` | undirected vertex geography | n m s; m edges | the winning first moves |
//!
//! An input closed by 0 may lack that terminator; what follows it is not read. Where a count says
//! how much is to come nothing may follow, so that a wrong count does not go unnoticed.
//!
//! ```
//! let mut answers = Vec::new();
//! grundy::judge::judge("luogu-p2197", b"2\n 2 1 1\n 3 3 4 5\n", &mut answers)?;
//! assert_eq!(answers, b"No\nYes\n");
//!
//! let error = grundy::judge::judge("acwing-891", b"2\n5 x\n", &mut answers).unwrap_err();
//! assert_eq!(error.to_string(), "line 2: expected the size of heap 2 of 2, found \"x\"");
//! # Ok::<(), grundy::judge::JudgeError>(())
//! ```

mod closed;
mod cutting;
mod error;
mod graphs;
mod input;
mod nim;
mod strips;
mod take;
mod words;

#[cfg(test)]
mod brute;

pub use error::JudgeError;
pub use input::Tokens;

use std::fmt;
use std::io::{BufWriter, Write};

/// Where answers go: buffered, for they are many and short.
type Out<'a> = BufWriter<&'a mut dyn Write>;

/// A contest problem.
#[derive(Clone, Copy)]
pub struct Problem {
    /// The name by which it is asked for, in lower case.
    pub id: &'static str,
    /// What the contest calls it, or a description.
    pub title: &'static str,
    /// The game it is about, as in position expressions.
    pub game: &'static str,
    /// The format of the input, in words.
    pub reads: &'static str,
    /// The format of the output, in words.
    pub prints: &'static str,
    /// An input.
    pub sample_input: &'static str,
    /// What is printed for [`sample_input`](Self::sample_input).
    pub sample_output: &'static str,
    solve: fn(&mut Tokens<'_>, &mut Out<'_>) -> Result<(), JudgeError>,
}

/// Answers T cases, T being read first: each with the first of the `words` iff the first player
/// wins.
fn answer_cases<'a>(
    tokens: &mut Tokens<'a>,
    out: &mut Out<'_>,
    words: [&str; 2],
    mut first_wins: impl FnMut(&mut Tokens<'a>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    for _ in 0..tokens.word("the number of cases")? {
        let first = first_wins(tokens)?;
        writeln!(out, "{}", words[usize::from(!first)])?;
    }
    tokens.end()
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Problem").field(&self.id).finish()
    }
}

impl Problem {
    /// Answers `input`, writing to `output`.
    ///
    /// # Complexity
    /// O(length of the input) for inputs of machine words, but for sorting (poj-1704, cf-455b),
    /// tables (acwing-893, hdu-1848, poj-2311) and matchings (geography-moves).
    ///
    /// # Errors
    /// If the input is malformed, describes no position, or needs a table beyond the limits. All
    /// answers that precede the error have been written then. Or if writing fails.
    ///
    /// ```
    /// let wythoff = grundy::judge::find("poj-1067").unwrap();
    /// let mut answers = Vec::new();
    /// wythoff.judge(wythoff.sample_input.as_bytes(), &mut answers)?;
    /// assert_eq!(answers, b"0\n1\n0\n");
    /// # Ok::<(), grundy::judge::JudgeError>(())
    /// ```
    pub fn judge(&self, input: &[u8], output: &mut dyn Write) -> Result<(), JudgeError> {
        let mut out = BufWriter::with_capacity(1 << 16, output);
        let result = (self.solve)(&mut Tokens::new(input), &mut out);
        if matches!(result, Err(JudgeError::Output(_))) {
            // What could not be written is given up, not tried again on dropping.
            let _ = out.into_parts();
            return result;
        }
        out.flush()?;
        result
    }
}

/// Every problem.
pub static PROBLEMS: &[Problem] = &[
    nim::LUOGU_P2197,
    nim::NIM_FIRST_MOVE,
    nim::NIM_UPDATES,
    strips::LUOGU_P2575,
    take::TWO_HEAPS_139,
    nim::ACWING_891,
    strips::ACWING_892,
    take::ACWING_893,
    closed::ACWING_894,
    take::HDU_1846,
    take::HDU_1847,
    take::HDU_1848,
    nim::HDU_1849,
    nim::HDU_1850,
    closed::HDU_1517,
    closed::HDU_2516,
    closed::POJ_1067,
    strips::POJ_1704,
    cutting::POJ_2311,
    nim::POJ_3480,
    nim::HDU_1907,
    words::CF_455B,
    graphs::DAG_SUM,
    graphs::GEOGRAPHY_MOVES,
];

/// The problem of this name; capitals do not matter.
///
/// ```
/// assert_eq!(grundy::judge::find("HDU-1846").unwrap().game, "bash[m]");
/// assert!(grundy::judge::find("hdu-0").is_none());
/// ```
pub fn find(id: &str) -> Option<&'static Problem> {
    PROBLEMS.iter().find(|problem| problem.id.eq_ignore_ascii_case(id))
}

/// The names of all problems, in the order of [`PROBLEMS`].
pub fn ids() -> impl Iterator<Item = &'static str> {
    PROBLEMS.iter().map(|problem| problem.id)
}

/// Answers the input of the problem called `id`; see [`Problem::judge`].
///
/// # Errors
/// As [`Problem::judge`], and if there is no such problem.
pub fn judge(id: &str, input: &[u8], output: &mut dyn Write) -> Result<(), JudgeError> {
    find(id).ok_or_else(|| JudgeError::UnknownProblem { id: id.to_owned() })?.judge(input, output)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    #[test]
    fn every_sample_is_answered_exactly() {
        for problem in PROBLEMS {
            assert_eq!(brute::run(problem, problem.sample_input), problem.sample_output);
            // Line ends, padding and a byte order mark change nothing.
            let odd = format!("\u{feff}{}\r\n\t", problem.sample_input.replace('\n', "\r\n \x0C"));
            assert_eq!(brute::run(problem, &odd), problem.sample_output, "{}", problem.id);
        }
    }

    #[test]
    fn names_are_different_and_found() {
        for (i, problem) in PROBLEMS.iter().enumerate() {
            assert_eq!(find(&problem.id.to_uppercase()).unwrap().id, problem.id);
            assert!(ids().skip(i + 1).all(|other| other != problem.id));
        }
        let error = judge("hdu-9999", b"", &mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "there is no problem \"hdu-9999\"");
    }

    const HOSTILE: &[&str] = &[
        "0",
        "1",
        "2",
        "3",
        "7",
        "20",
        "21",
        "150",
        "-1",
        "+1",
        "x",
        "1.5",
        "",
        "999999999999",
        "4294967296",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "340282366920938463463374607431768211456",
        "\u{ff11}",
        "\u{0}",
        "\u{1a}",
        "1000000000000000000000000000000000000000000000000000000000000000000000000000000000",
    ];

    #[test]
    fn nothing_makes_a_problem_panic() {
        let mut random = fastrand::Rng::with_seed(1);
        for problem in PROBLEMS {
            let sample = problem.sample_input;
            for end in 0..=sample.len() {
                let _ = problem.judge(&sample.as_bytes()[..end], &mut Vec::new());
            }
            let tokens: Vec<&str> = sample.split_whitespace().collect();
            for place in 0..tokens.len() {
                for hostile in HOSTILE {
                    let mut changed = tokens.clone();
                    changed[place] = hostile;
                    let _ = problem.judge(changed.join("\n").as_bytes(), &mut Vec::new());
                }
            }
            for _ in 0..300 {
                let length = random.usize(..12);
                let hostile: Vec<_> =
                    (0..length).map(|_| HOSTILE[random.usize(..HOSTILE.len())]).collect();
                let _ = problem.judge(hostile.join(" ").as_bytes(), &mut Vec::new());
                let bytes: Vec<u8> = (0..length * 4).map(|_| random.usize(..256) as u8).collect();
                let _ = problem.judge(&bytes, &mut Vec::new());
                // Small numbers often make a well-formed input.
                let small: String =
                    (0..length).map(|_| format!("{} ", random.usize(..7))).collect();
                let _ = problem.judge(small.as_bytes(), &mut Vec::new());
            }
        }
    }

    #[test]
    fn answers_before_an_error_are_written_and_failed_writing_is_reported() {
        let mut answers = Vec::new();
        assert!(judge("hdu-1847", b"1\n3\nx\n", &mut answers).is_err());
        assert_eq!(answers, b"Kiki\nCici\n");

        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        for input in ["1\n".to_owned(), "1\n".repeat(100_000)] {
            let error = judge("hdu-1847", input.as_bytes(), &mut Closed).unwrap_err();
            assert!(
                matches!(error, JudgeError::Output(e) if e.kind() == io::ErrorKind::BrokenPipe)
            );
        }
    }
}
