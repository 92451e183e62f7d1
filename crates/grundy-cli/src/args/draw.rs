//! Arguments of `grundy draw`.

use super::{LimitArgs, RuleArgs};
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// A picture of a position, in which every legal move has its place
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Heaps are piles of coins, take-and-break games rows of pins, boards, graphs and
bushes are what they are. In SVG and JSON every legal move is one or several
sets of places to click; a place is an element of class spot with a title.

The ending of FILE tells the format: .svg or .png (a picture), .json (the
picture with its places and moves), .txt (text). Standard output gets text, or
with --json the JSON.

Examples:
  grundy draw \"nim(3,4,5)\"
  grundy draw \"chomp(3,5)\" -o chomp.svg
  grundy draw --moves \"kayles(9) + wythoff(3,5)\" -o sum.png
  grundy draw --json --moves --misere \"nim(1,1,2)\"
  grundy draw --rule \"S(n) -> S(n-k*k) for k in 1..=isqrt(n)\" \"S(12)\" -o s.svg

Exit codes: 0 drawn, 2 bad expression, 3 a limit was reached, 4 a file could not
be read or written, 130 interrupted.")]
pub struct Draw {
    /// The position
    #[arg(value_name = "EXPR")]
    pub expression: String,
    /// Write to FILE, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Mark the places of winning moves
    #[arg(long)]
    pub moves: bool,
    /// Misère play, for --moves: a player who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Print picture, places and moves as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}
