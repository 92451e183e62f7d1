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
the values after it are copied; one that is only seen is said to be observed.

Terms: G(n) is the value of a heap of n. The sequence has period p, saltus s and preperiod n0 if
G(n+p) = G(n) + s for all n from n0 on, with the least such numbers. A mask is a set of binary digits.
A value with an odd number of ones among them is common (with parity: an odd number at heaps of one
parity, an even one at the others), any other value is rare. If few heaps have rare values, the code
has a sparse space: two common values never add up to a common one, so the rare heaps decide, and
values come fast. A sparse space is claimed only for 64 heaps or more, where some heap other than
the empty one is rare and rare heaps die out: at most one in 16 of the later half, none after a proved
preperiod.

A survey has a line for each game. Codes are the same game if their standard forms are equal: a code
whose heap of 1 has no move is written with heaps one smaller, and moves that change no value are left
aside. They are also if their proved periods are. After them, in parentheses, come codes that are
equal only as far as N values were compared: (to N: CODES).

With --genus: the genus of a heap is written g^g0g1g2…: g is its value in normal play, g0 its misère
value, g1, g2, … those beside one, two, … nim-heaps of 2. The misère value is the mex of those of the
options, 1 if there is none: with a nim-heap of that size a heap is P in misère play. The last two
digits are repeated for ever. A heap is tame if it behaves like a sum of nim-heaps beside all others
that do; half-tame if two copies of it do. If it is not tame but its options are, it is restive where its
value in normal play is 0 or 1, restless where its misère value is; else it is wild. A proved period
holds for all heaps; JSON is then one object with game, genus (heap, genus, normal, misere, class,
half_tame), computed, first_wild (the first heap that is not tame), preperiod, period, proved, method.

JSON is one object with code, computed (how many values), max, max_at, preperiod, period, saltus,
proved, mask, parity, rare, last_rare: null where unknown; with --details also rare_heaps, pairs
[heap, value], and frequencies, pairs [value, count]. The binary form is: the bytes GRUNDYV1; bytes a
value w (1, 2 or 4) and 0; the number of values and the first heap (8 bytes each); the values (w
bytes each), all little-endian.

The engine for games that split heaps uses the widest vector instructions of the processor. The
environment variable GRUNDY_SIMD chooses others: portable, avx2 or avx512. The values are the same,
the speed is not. An unknown name, or a set that the processor lacks, is an error.

Examples:
  grundy sequence 0.77
  grundy sequence 0.137 --to 100
  grundy sequence 0.45 --period
  grundy sequence 0.3F --period --json
  grundy sequence grundy-game --to 10^5
  grundy sequence 0.16 --to 10^6 --output values.bin --format binary
  grundy sequence 0.45 --period --certificate 0.45.cert
  grundy sequence 0.161 --to 10^9 --stream --checkpoint 0.161.ckpt
  GRUNDY_SIMD=portable grundy sequence 0.014 --to 100000 --stream
  grundy sequence 0.45 --to 10^6 --details --json
  grundy sequence 0.77 --genus --to 30
  grundy sequence --survey '0.??'
  grundy sequence --survey '0.???' --to 10^6 --each --format csv > rows.csv

Exit codes: 0 computed, 2 bad code, 3 a limit was reached (what is known by then is printed), 4 a
file could not be read or written, 130 interrupted.")]
pub struct Sequence {
    /// A code, or the name of a game of one heap
    #[arg(value_name = "CODE", required_unless_present = "survey")]
    pub game: Option<String>,
    /// The last heap [default: 199; with --period as many heaps as --max-positions; of a survey 10000]
    #[arg(long, value_name = "N", value_parser = count)]
    pub to: Option<u64>,
    /// Stop as soon as a period is proved, whatever the number of values
    #[arg(long)]
    pub period: bool,
    /// Print the values, however many (up to heap 1000 text has them anyway)
    #[arg(long)]
    pub values: bool,
    /// List all rare heaps with their values, and how often every value occurs (text has 30 of each,
    /// JSON none)
    #[arg(long, conflicts_with_all = ["survey", "genus"])]
    pub details: bool,
    /// How to write the values
    #[arg(long, value_enum, default_value_t = SequenceFormat::Text)]
    pub format: SequenceFormat,
    /// Write to FILE, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print what was found as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write a certificate, which `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Keep the run in FILE, every minute and at the end, and go on from there if the file exists. A
    /// full disk does not end the run
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, requires = "checkpoint")]
    pub checkpoint_every: Duration,
    /// Keep no values: memory stays bounded (--max-memory). A period that appears is reported, but not
    /// its first heap, and it is not proved. A checkpoint then has what is needed to go on
    #[arg(long, conflicts_with_all = ["period", "values", "output", "certificate", "survey"])]
    pub stream: bool,
    /// How many codes of a survey are computed at a time; without a survey, threads for the one code (two
    /// at most are used, and one where values come too fast to be shared, as for 0.104). Results do not
    /// depend on it
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
    /// A table of all codes of a pattern, in which ? stands for any digit from 0 to 7, and * for any from 0 to F
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["game", "certificate", "checkpoint", "values"])]
    pub survey: Option<String>,
    /// Share the survey with other processes, of this host or others, through a directory that keeps
    /// what is finished. Work of a process that was killed is taken over
    #[arg(long, value_name = "DIR", requires = "survey")]
    pub share: Option<PathBuf>,
    /// Print each code of a survey in a line of its own as soon as it is computed, and no table of equal
    /// games
    #[arg(long, requires = "survey", conflicts_with = "output")]
    pub each: bool,
    /// Genus symbols of the heaps, for misère play (described below)
    #[arg(long)]
    pub genus: bool,
    /// Sequences are those of normal play: this option only says what there is for misère play
    #[arg(long, hide = true)]
    pub misere: bool,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

impl Sequence {
    /// Whether something is asked for that only the engines of codes have.
    pub fn needs_a_code(&self) -> bool {
        self.certificate.is_some() || self.checkpoint.is_some() || self.stream
    }
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
A certificate holds the values of all heaps up to some heap and, if a period is claimed, the
preperiod, the period, what is added in each period, and the theorem that proves it from the
values.

A value is computed again like this: no option of the heap may have it, and each smaller value
must be that of an option. In full this is done for every heap. Where a move leaves at most two
heaps, the checker chooses a mask by which few heaps are rare (their values have an even number of
ones under it); a common value is then compared with the splits that have a rare heap only, for no
other can have it. That takes seconds for millions of heaps. Without such a mask the time grows
with the square of the number of heaps. With --quick only the first 50 heaps, the last one, and
--positions others chosen by chance are computed again, from the stored values.

In both modes the file must be unchanged (checksum), the period must hold for all stored values,
the preperiod and the period must be the least ones, and the conditions of the theorem are checked
from all stored values. A claim that is true but not the least one, such as twice the period, is refused.

A certificate of a board or graph that falls apart (grundy solve POSITION --certificate FILE) has
claims about its parts: what the Grundy value of each is, or which nimbers it is not. Each claim is
compared with what every move leaves, by rules that the checker has itself, always in full. Rules
in a text stand in the certificate, and are shown: a name says nothing of the rules. With
solve --misere it lists sums that are P: after each move in one of them, some reply leaves one of
them again, or a sum that is P at sight, unless the move leaves a sum that is N at sight.

A certificate of a misère quotient (grundy quotient GAME… --certificate FILE) holds its multiplication
table, its P-portion and the element of each heap or position. The theorem of quotients is checked in full.
Moves are compared with rules that the checker has itself: those of nim-heaps, of codes and of games on
boards that fall apart. Other games of single positions are named: their moves are those of the file.
Where the quotient is infinite the certificate has the law of the counts of heaps, with the outcomes of all
types of sums; each is compared with what the moves leave.

A certificate of a law (grundy law GAME --certificate FILE) holds the rules, the automaton of the
law and strategies as automata. It is proved again for all sizes, always in full.

Examples:
  grundy sequence 0.45 --period --certificate 0.45.cert
  grundy verify 0.45.cert
  grundy verify --quick 0.45.cert
  grundy law wythoff --certificate wythoff.cert && grundy verify wythoff.cert
  grundy solve \"cram(5,5)\" --certificate cram.cert && grundy verify cram.cert
  grundy quotient 0.123 \"nim(4)\" --certificate s.cert && grundy verify s.cert

Exit codes: 0 the certificate is true, 1 it is false, 3 a limit was reached, 4 the file could not be
read, or is not a certificate, or was changed, 130 interrupted.")]
pub struct Verify {
    /// The certificate
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Compute only some of the values again
    #[arg(long)]
    pub quick: bool,
    /// How many other values, chosen at random, are computed again with --quick
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "quick")]
    pub positions: u32,
    /// The seed of the random choice [default: the time]
    #[arg(long, value_name = "S", requires = "quick")]
    pub seed: Option<u64>,
    /// Threads that check values; the answer does not depend on it
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}
