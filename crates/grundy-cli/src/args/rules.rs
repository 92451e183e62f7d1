//! What can be typed after `grundy rules`.

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Games written in the rule language
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  grundy rules check my-game.rules
  grundy rules emit my-game.rules --lang python
  grundy solve --rules my-game.rules \"my_game(10)\"
  grundy solve --rule \"S(n) -> S(n-k*k) for k in 1..=isqrt(n)\" \"S(100)\"")]
pub struct Rules {
    #[command(subcommand)]
    pub command: RulesCommand,
}

#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    Check(RulesCheck),
    Emit(RulesEmit),
}

/// Read rules, check them, and list their games
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Exit codes: 0 the rules are well-formed, 2 they are not, 4 a file could not be read.")]
pub struct RulesCheck {
    /// The files, - for standard input; together they are one program
    #[arg(value_name = "FILE", required_unless_present = "rule")]
    pub files: Vec<PathBuf>,
    /// A rule, such as "S(n) -> S(n-k*k) for k in 1..=isqrt(n)"
    #[arg(long, value_name = "TEXT")]
    pub rule: Vec<String>,
}

/// Print a plain program for a game: C++, Rust, Python or Java that computes the same values
#[derive(Debug, ClapArgs)]
#[command(override_usage = "\
grundy rules emit [OPTIONS] --lang <LANGUAGE> <FILE>
       grundy rules emit [OPTIONS] --lang <LANGUAGE> --rule <TEXT>
       grundy rules emit [OPTIONS] --lang <LANGUAGE> --problem <FILE>")]
#[command(after_help = "\
The program stands alone and is short enough to be read. It prints the value of the state on its
command line, or of each line of its input, or a table; its first lines say how. Where a law of the
values is proved (a formula, a period, an automaton) the program computes by it, so that numbers may
be far beyond any table; a comment states the law and its proof.

Examples:
  grundy rules emit my-game.rules --lang python
  grundy rules emit my-game.rules --lang c++ --family S --output S.cpp
  grundy rules emit wythoff --lang rust
  grundy rules emit --rule \"S(n) ->? S(n-k) for k in {1,3,4}\" --lang java
  echo \"take(n) ->? take(n-k) for k in {1,3,4}\" | grundy rules emit - --lang c++
  grundy rules emit --problem my.problem --lang c++ > main.cpp
  grundy rules emit --problem hdu-1848 --lang python
  grundy rules emit --rule \"S(n) ->? S(n-k) for k in 1..=9\" --lang c++ --law off

Exit codes: 0 printed, 2 the rules are not well-formed or the language cannot express them, 4 a file
could not be read or written.")]
pub struct RulesEmit {
    /// A file of rules, - for standard input, or a built-in game whose rules are known as a text
    #[arg(
        value_name = "FILE",
        required_unless_present_any = ["rule", "problem"],
        conflicts_with_all = ["rule", "problem"]
    )]
    pub file: Option<PathBuf>,
    /// A rule, such as "S(n) -> S(n-k*k) for k in 1..=isqrt(n)"
    #[arg(long, value_name = "TEXT", conflicts_with = "problem")]
    pub rule: Vec<String>,
    /// A problem, by its file or as `judge --list` names it: a whole submission, which reads the input
    /// of the problem and prints the answers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["family", "input"])]
    pub problem: Option<PathBuf>,
    /// The language of the program
    #[arg(long, value_enum)]
    pub lang: EmitLang,
    /// The game whose values are printed [default: the first of the rules]
    #[arg(long, value_name = "NAME")]
    pub family: Option<String>,
    /// Whether a law of the values is used instead of a table of them
    #[arg(long, value_enum, value_name = "WHETHER", default_value = "on")]
    pub law: LawUse,
    /// The value of an input of the rules, such as m=3 or "S=[2,3]"
    #[arg(long, value_name = "NAME=VALUE")]
    pub input: Vec<String>,
    /// Write to FILE, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LawUse {
    /// Where one is found with a fixed number of steps, about a second
    On,
    /// Also a law that is not proved, but holds in a table: a comment says how far it was checked
    Unproved,
    /// Never: the program fills tables
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EmitLang {
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
