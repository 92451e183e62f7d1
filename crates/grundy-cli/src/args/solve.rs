//! What can be typed after `grundy solve`.

use super::{LimitArgs, RuleArgs, seconds, size};
use clap::Args as ClapArgs;
use grundy::translation::Language;
use std::path::PathBuf;
use std::time::Duration;

/// Who wins, the Grundy value, and every winning move
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  grundy solve \"nim(3,4,5) + wythoff(3,5) + 0.77(12)\"
  grundy solve --misere \"kayles(8) + *2\"
  grundy solve --only 3 \"nim(3,4,5)\"
  grundy solve --explain \"nim(3) and kayles(4) and bash[2](6)\"
  grundy solve --json \"fibonacci-nim(100)\"
  echo \"nim(1,2,3)\" | grundy solve --stdin
  grundy solve \"cram(5,5)\" --certificate cram.cert && grundy verify cram.cert
  grundy solve \"cram(5,9)\" --checkpoint cram.ckpt --max-memory 8G

N: the player to move wins (the Next player). P: the player to move loses (the
Previous player wins). The Grundy value is the size of the nim-heap that the
position is worth; it is 0 if and only if the position is P. A part is one heap,
or one game of a sum.

In a sum (A + B) each move is made in one part. Positions can be joined otherwise:
  A and B       move in each; play ends when the first of them has ended
  A and-all B   move in each that has not ended; play ends when all have ended
  A or B        move in one or several; play ends when all have ended
  A or-first B  move in one or several; play ends when the first has ended
Put a sum in parentheses there: (A + B) and C.

Exit codes: 0 answered, 1 some line failed, 2 bad expression, 3 a limit was reached,
4 a file could not be read or written, 130 interrupted.")]
pub struct Solve {
    /// The positions, each solved by itself
    #[arg(value_name = "EXPR", required_unless_present = "stdin")]
    pub expressions: Vec<String>,
    /// Read further positions from standard input, one a line; blank and # lines are skipped
    #[arg(long)]
    pub stdin: bool,
    /// Misère play: a player who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Allow the first move in part K only: heaps and games are numbered from 1 as typed
    #[arg(long, value_name = "K", value_parser = size)]
    pub only: Option<usize>,
    /// List at most N winning moves, or, where every move loses, the replies to N of them; the
    /// count is exact all the same
    #[arg(long, value_name = "N", default_value = "20", value_parser = size)]
    pub moves: usize,
    /// Threads that search a board or a graph which falls apart, in normal play; the answer does
    /// not depend on it
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: u16,
    /// Tell how many moves the game lasts if the winner hurries and the loser delays, and the moves that
    /// do so; this explores all positions of the sum that can be reached
    #[arg(long, conflicts_with = "only")]
    pub fast: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,
    /// Print the reasoning step by step
    #[arg(long)]
    pub explain: bool,
    /// The language of the answers: en or zh
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: Language,
    /// Answer single positions of any size by the law in FILE (grundy law --certificate), which is
    /// checked first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdin", "misere", "only", "fast", "explain", "lang", "rules", "rule", "results"])]
    pub law: Option<PathBuf>,
    /// Write a certificate for `grundy verify`, for boards, graphs, partial orders, Sprouts or rules in a
    /// text: of the value, or of the outcome in misère play or where no value is found
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdin", "only", "fast", "law"])]
    pub certificate: Option<PathBuf>,
    /// Keep what the search of a board or graph finds out in FILE, now and then and at the end, and go on
    /// from there if the file exists; boards of one game can share a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdin", "misere", "fast", "law"])]
    pub checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, requires = "checkpoint")]
    pub checkpoint_every: Duration,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}
