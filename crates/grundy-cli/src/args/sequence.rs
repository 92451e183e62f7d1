//! What can be typed after `grundy sequence` and `grundy verify`.

use super::{LimitArgs, RuleArgs, count, seconds};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// The nim-sequence of a heap game: values, maximum, rare values, period with proof
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The game is a take-and-break code (0.137, 4!.0, 0.[3], 0.3F), a game that is one (kayles,
dawson-kayles, dawson-chess, grundy-game, treblecross), or any game of one heap. The fastest engine
that is right for a code is chosen, and named. A period that theory proves is said to be proved, and
the values behind it are copied; one that is only seen is said to be observed.

JSON is one object with code, computed (how many values), max, max_at, preperiod, period, saltus,
proved, mask, rare, last_rare: null where unknown. The binary form is: the bytes GRUNDYV1; bytes a
value w (1, 2 or 4) and 0; the number of values and the first heap (8 bytes each); the values (w bytes
each), all little-endian.

Examples:
  grundy sequence 0.137 --to 100
  grundy sequence 0.77 --period
  grundy sequence 0.3F --period --json
  grundy sequence grundy-game --to 10^5
  grundy sequence 0.16 --to 10^6 --checkpoint run.ckpt --output values.bin --format binary
  grundy sequence 0.45 --period --certificate 0.45.cert
  grundy sequence 0.161 --to 10^9 --stream --max-memory 200M --checkpoint 0.161.ckpt
  grundy sequence --survey 0.??

Exit codes: 0 computed, 2 bad code, 3 a limit was reached (what is known by then is printed), 4 a
file could not be read or written, 130 interrupted.")]
pub struct Sequence {
    /// A code, or the name of a game of one heap
    #[arg(value_name = "CODE", required_unless_present = "survey")]
    pub game: Option<String>,
    /// The last heap [default with --period: as many values as --max-positions]
    #[arg(long, value_name = "N", value_parser = count)]
    pub to: Option<u64>,
    /// Stop as soon as a period is proved
    #[arg(long)]
    pub period: bool,
    /// Print the values, however many (up to heap 1000 text has them anyway)
    #[arg(long)]
    pub values: bool,
    /// How to write the values
    #[arg(long, value_enum, default_value_t = SequenceFormat::Text)]
    pub format: SequenceFormat,
    /// Write to a file, which is there when it is whole
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print what was found as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write a certificate, which `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Keep the run in FILE, every minute and at the end (it is there when it is whole), and go on from there if the file exists
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, requires = "checkpoint")]
    pub checkpoint_every: Duration,
    /// Keep no values: memory stays bounded (--max-memory), no period is looked for. A checkpoint then
    /// has what is needed to go on
    #[arg(long, conflicts_with_all = ["period", "values", "output", "certificate", "survey"])]
    pub stream: bool,
    /// Codes of a survey that are computed at a time; without a survey, threads for the one code (two
    /// at most are used, and one where values come too fast to be shared, as for 0.104). Results do not
    /// depend on it
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
    /// A table of all codes of a pattern, in which ? stands for any octal digit
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["game", "certificate", "checkpoint", "values"])]
    pub survey: Option<String>,
    /// Share the survey with other processes through a directory, which keeps what is finished
    #[arg(long, value_name = "DIR", requires = "survey")]
    pub share: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SequenceFormat {
    /// Rows with the heap in the margin, and what was found below
    Text,
    /// Comma-separated values with a header
    Csv,
    /// One object with all values
    Json,
    /// A compact form (described below)
    Binary,
}

/// Check a certificate with code that shares nothing with the solver that wrote it
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
In full every value is computed again by the plain definition, which takes time that grows with the
square of their number where heaps are split. With --quick the theorem's conditions are checked from
the stored values, and only some values, chosen by chance, are computed again.

Examples:
  grundy sequence 0.45 --period --certificate 0.45.cert
  grundy verify 0.45.cert
  grundy verify --quick 0.45.cert

Exit codes: 0 the certificate is true, 1 it is false, 3 a limit was reached, 4 the file could not be
read, or is no certificate, or was changed, 130 interrupted.")]
pub struct Verify {
    /// The certificate
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Check the theorem from the stored values, and compute only some of them again
    #[arg(long)]
    pub quick: bool,
    /// How many values chosen by chance are computed again with --quick
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "quick")]
    pub positions: u32,
    /// Where the choice begins [default: the time]
    #[arg(long, value_name = "S", requires = "quick")]
    pub seed: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}
