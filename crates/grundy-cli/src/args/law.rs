//! What can be typed after `grundy law`.

use super::{LimitArgs, RuleArgs, nat, size};
use clap::{ArgGroup, Args as ClapArgs, ValueEnum};
use grundy::nat::Nat;
use std::path::PathBuf;

/// The law behind a table, found and where possible proved
#[derive(Debug, ClapArgs)]
#[command(group(ArgGroup::new("answers").args(["at", "lang"]).multiple(true)))]
#[command(after_help = "\
A law is proved (a theorem: it holds for all sizes), checked (it holds in a table computed from the
rules) or observed (it fits the numbers you gave). Formulas are weighed by their evidence: the bits
that they save beyond their own length. Without enough evidence nothing is claimed.

Proofs: positions are written in a numeration system (binary, sums of Fibonacci numbers, …), an
automaton that reads the digits is learned from small positions, and the statement \"it is the law of
these rules\" is decided for all positions. Rules with products, roots, primes or gcd cannot be decided
in this way: their laws are only checked. Laws by a remainder of one number by another, as n mod (m + 1),
are proved without an automaton. The search for a proof ends after 15 s, or a third of --timeout.

--block K: before each move the other player may forbid up to K of the options (K = 1 is called
2-blocking in the literature); a player who has no allowed option cannot move.

--formula decides a statement about natural numbers: E x and A x (there is, for all), & | ~ => <=>,
comparisons of sums, x/3, x mod 3, min, max, xor(x,y) in base 2. ?msd_fib or ?zeckendorf in front
names the numeration system; base 2 if there is none.

Examples:
  grundy law lasker
  grundy law wythoff --at \"(10^30, 7)\"
  grundy law wythoff --misere
  grundy law wythoff --block 1
  grundy law \"bash[m](n)\"
  grundy law 0.77 --to 200
  grundy law \"kayles(n) + kayles(n+1)\"
  grundy law wythoff --certificate wythoff.cert && grundy verify wythoff.cert
  grundy law wythoff --automaton wythoff.svg
  grundy law wythoff --lang python -o wythoff.py
  grundy law S --rules my-game.rules --unproved --lang c++
  grundy law G --rule \"G(n) -> G(n-k) for k in 1..=3 if k <= n\"
  echo \"0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3\" | grundy law --stdin
  grundy law --formula \"?msd_fib A x E y x = 2*y | x = 2*y + 1\"

Exit codes: 0 answered, also where no law is found; 2 bad game, rules or formula; 3 a limit was
reached, or there is no law for what --lang, --at or --certificate asks; 4 a file could not be read
or written; 130 interrupted.")]
pub struct Law {
    /// The game without a position: wythoff, lasker, 0.77, …; or an expression with one letter or two in the
    /// place of numbers: cram(2,n), nim(3,x,y)
    #[arg(value_name = "GAME", required_unless_present_any = ["stdin", "formula"])]
    pub game: Option<String>,
    /// The last sizes of the table [default: 499, or 59 for two arguments; laws that are not proved are
    /// checked in four times as many entries]
    #[arg(long, value_names = ["N", "M"], num_args = 1..=2, value_parser = nat)]
    pub to: Vec<Nat>,
    /// Who wins instead of Grundy values; the default for games of two numbers
    #[arg(long)]
    pub outcomes: bool,
    /// Grundy values, also of games of two numbers
    #[arg(long, conflicts_with_all = ["outcomes", "misere", "block"])]
    pub values: bool,
    /// Misère play; implies --outcomes
    #[arg(long)]
    pub misere: bool,
    /// Before each move the other player may forbid up to K of the options; implies --outcomes
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=8),
          conflicts_with_all = ["misere", "certificate"])]
    pub block: Option<u32>,
    /// Answer a position of any size, such as "(10^30, 7)", by the proved law; if the law is about one heap,
    /// several numbers are several heaps; may be given several times
    #[arg(long, value_name = "POSITION", value_parser = position)]
    pub at: Vec<Vec<Nat>>,
    /// Where nothing is proved, let --at and --lang use the law that is checked in the table
    #[arg(long, requires = "answers")]
    pub unproved: bool,
    /// List at most N winning moves of each position asked about
    #[arg(long, value_name = "N", default_value = "3", value_parser = size, requires = "at")]
    pub moves: usize,
    /// Try this numeration system only: 2, 3, zeckendorf, ostrowski[2], …; may be given several times
    #[arg(long, value_name = "NAME")]
    pub system: Vec<String>,
    /// Write the automaton that is proved to FILE: .svg or .png (pictures), .dot (Graphviz), .txt
    /// (Walnut)
    #[arg(long, value_name = "FILE")]
    pub automaton: Option<PathBuf>,
    /// Write the proof to FILE, for grundy verify
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Print the proved law as a function in c++, rust, python or java instead of in words; with
    /// --unproved, or of numbers read by --stdin, a law that is not proved
    #[arg(long, value_name = "LANGUAGE", hide_possible_values = true, conflicts_with = "at")]
    pub lang: Option<LawLang>,
    /// Write the function to FILE
    #[arg(short, long, value_name = "FILE", requires = "lang")]
    pub output: Option<PathBuf>,
    /// Read numbers, a matrix or a list of P-positions from standard input
    #[arg(long, conflicts_with_all = ["game", "to", "outcomes", "values", "misere", "block", "at", "system", "automaton", "certificate"])]
    pub stdin: bool,
    /// Decide a statement about natural numbers
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["game", "stdin", "to", "outcomes", "values", "misere", "block", "at", "automaton", "certificate", "lang", "unproved"])]
    pub formula: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Numbers with commas between, in parentheses or not.
fn position(text: &str) -> Result<Vec<Nat>, String> {
    let inner = text.trim();
    let inner = match inner.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')').ok_or("a ) is missing at the end")?,
        None => inner,
    };
    inner.split(',').map(nat).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LawLang {
    /// C++17
    #[value(name = "c++", alias = "cpp")]
    Cpp,
    /// Rust, edition 2021
    Rust,
    /// Python 3.8
    Python,
    /// Java 11
    Java,
}
