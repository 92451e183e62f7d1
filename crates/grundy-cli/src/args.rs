//! What can be typed, with its help.

mod canonical;
mod help;
mod law;
mod nimber;
mod numbers;
mod quotient;
mod rules;
mod sequence;
mod serve;
mod solve;

pub use canonical::Canonical;
pub use law::{Law, LawLang};
pub use nimber::{Nimber, NimberFormat};
pub use numbers::nat;
pub use quotient::Quotient;
pub use rules::{EmitLang, LawUse, Rules, RulesCheck, RulesCommand, RulesEmit};
pub use sequence::{Sequence, SequenceFormat, Verify};
pub use serve::Serve;
pub use solve::Solve;

use clap::{Args as ClapArgs, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use grundy::context::Limits;
use grundy::game_graph::DEFAULT_MAX_NODES;
use grundy::nat::Nat;
use grundy::table::AnyView;
use grundy::translation::Language;
use numbers::{bytes, count, positive_size, seconds, size};
use std::path::PathBuf;
use std::time::Duration;

/// Decide impartial games: Nim and its relatives, and sums of different games.
///
/// A position is written name(args), such as nim(3,4,5) or wythoff[2](5,8). A take-and-break code
/// is itself a name, as in 0.77(12). A + joins positions into one game.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

impl Command {
    /// The language of what is told.
    pub fn language(&self) -> Language {
        match self {
            Self::Solve(Solve { lang, .. })
            | Self::Play(Play { lang, .. })
            | Self::Games(Games { lang, .. })
            | Self::Nimber(Nimber { lang, .. }) => *lang,
            _ => Language::English,
        }
    }
}

impl Args {
    /// What was typed. Help, and a usage that is wrong, end the process.
    pub fn read() -> Self {
        // `--to -5` is a wrong number, not an unknown option.
        let command = help::unwrapped(Self::command())
            .mut_subcommands(|command| command.allow_negative_numbers(true));
        let matches = command.get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Solve(Solve),
    Table(Table),
    Sequence(Sequence),
    Verify(Verify),
    Law(Law),
    Odds(Odds),
    Graph(Graph),
    Draw(Draw),
    Nimber(Nimber),
    Quotient(Quotient),
    Canonical(Canonical),
    Play(Play),
    Judge(Judge),
    Games(Games),
    Rules(Rules),
    Serve(Serve),
}

/// Grundy values, outcomes or lengths of all small positions of a game, or of every start in a graph
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  grundy table 0.137 --to 60
  grundy table wythoff --to 8
  grundy table wythoff --to 8 12 --outcomes
  grundy table \"subtraction[1,3,4]\" --to 30 --outcomes --misere
  grundy table \"nim(3,x,y)\" --to 15
  grundy table \"node-kayles(cycle(n))\" --to 20
  grundy table cutting --to 10 --format csv
  grundy table wythoff --to 12 --remoteness
  grundy table kayles --to 20 --genus
  grundy table wythoff --to 6 --genus --format csv
  grundy table kayles --to 100 --view by-value
  grundy table wythoff --to 20 --view differences
  grundy table split-smaller --to 16 --view base=2
  grundy table fibonacci-nim --to 20 --outcomes --view base=fibonacci
  grundy table 0.137 --to 10^7 --format csv --output values.csv
  grundy table \"wythoff[2]\" --view p-positions --from 10^30 --to 10^30+2
  grundy table \"dag(arcs(1>2,2>3,1>3))\"
  grundy table 'dag(\"arcs.txt\")' --format binary --output values.bin
  grundy table wythoff --to 60 --plot wythoff.svg
  grundy table wythoff --to 200 --plot bits.png --colours lowest-bit

Below a table of one heap a line tells how its entries repeat. \"Proved\" holds for all heaps,
\"observed\" only for those of this table. JSON is one object with game, play, view, columns, rows (the rows of
CSV: null where there is no position, \"*\" where a move wins at once), note and period. CSV and JSON
are complete where text and markdown shorten lists.

A graph named without a token gives one line for each vertex. The binary form is: the bytes
GRUNDYV1; bytes a value w (1, 2 or 4) and 1 if the vertices are listed, else 0 (4 bytes each);
the number of vertices and the first vertex (8 bytes each); the vertices if listed (4 bytes each);
the values (w bytes each). All numbers are little-endian; an outcome is 0 for P, 1 for N and 2 for D, an
infinite value or length 2^32 - 1.")]
pub struct Table {
    /// The game without a position: wythoff[2], 0.77, …; a graph without a token: dag("file"); or an
    /// expression with one letter or two in the place of numbers: cram(2,n), nim(3,x,y)
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The greatest first argument and, in games of two arguments, the greatest second one [default: 99,
    /// or 12 for two arguments; less where values are expensive]
    #[arg(long, value_names = ["N", "M"], num_args = 1..=2, value_parser = nat)]
    pub to: Vec<Nat>,
    /// The least first argument of a list of P-positions
    #[arg(long, value_name = "K", value_parser = nat)]
    pub from: Option<Nat>,
    /// Another view than the table: p-positions, by-value, differences, base=b or base=fibonacci
    ///
    /// p-positions: the P-positions alone, number K to N where theory numbers them
    /// (wythoff), else those with a first argument from K to N.
    /// by-value: for each Grundy value (or outcome) the positions that have it.
    /// differences: of one heap the first differences of the values, or with --outcomes
    /// the gaps between P-positions; of two arguments the P-positions with b-a and the
    /// steps between them.
    /// base=b: sizes and values digit by digit in base b, or as sums of Fibonacci numbers.
    #[arg(long, value_name = "VIEW", verbatim_doc_comment)]
    pub view: Option<AnyView>,
    /// Outcomes (P or N) instead of Grundy values
    #[arg(long)]
    pub outcomes: bool,
    /// How many moves each position lasts if the winner hurries and the loser delays, instead of Grundy
    /// values; even for P in normal play, odd in misère play, ∞ for a draw
    #[arg(long, conflicts_with_all = ["outcomes", "suspense", "view"])]
    pub remoteness: bool,
    /// How many moves each position lasts if the winner delays and the loser hurries
    #[arg(long, conflicts_with_all = ["outcomes", "view"])]
    pub suspense: bool,
    /// Misère play; implies --outcomes where none of --remoteness, --suspense, --genus is given
    #[arg(long)]
    pub misere: bool,
    /// Genus symbols g^g0g1…, for misère play; `grundy sequence --help` explains them
    #[arg(long, conflicts_with_all = ["outcomes", "remoteness", "suspense", "view", "from", "plot"])]
    pub genus: bool,
    /// How to print the table
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
    /// Write to FILE instead of the terminal, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Draw the table instead of printing it (with --output both is done): values over sizes for
    /// one argument, a heat map for two; FILE ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// What the colours of a picture tell
    #[arg(long, value_enum, value_name = "OF", requires = "plot")]
    pub colours: Option<ValueColours>,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Aligned columns with headers
    Text,
    /// Comma-separated values with a header
    Csv,
    /// One object (described below)
    Json,
    /// A table of GitHub's Markdown
    Markdown,
    /// A compact form for every start in a graph (described below)
    Binary,
}

/// What the colours of a plotted table tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ValueColours {
    /// The Grundy value; neighbouring values can be told apart (the default)
    Value,
    /// Where the lowest 1 of the value stands in binary: odd values, 2 × odd ones, 4 × odd …
    LowestBit,
    /// Where the highest 1 stands in binary: 1, then 2 to 3, then 4 to 7 …
    HighestBit,
}

/// The exact probability that the first player wins among random heaps
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The heaps are drawn independently. SIZES is a list with commas between: a size (7), a range (1..20),
or, for games of two numbers, a pair (1..8,3). A colon and a weight may follow each, as in 5:2/3; a
weight left out is 1. Whole weights count by their ratios. Fractions are probabilities and must sum
to 1.

The counts and the fraction, in lowest terms, are exact. If they would have more than --exact-digits
digits, the probability is printed as a sum of powers and as a decimal, every digit of which is right.
With --mod the counts are known modulo M for any number of heaps.

Examples:
  grundy odds nim --heaps 3 --from 0 --to 15
  grundy odds 0.77 --heaps 5 --from 1 --to 1000000
  grundy odds nim --heaps 10^18 --from 1 --to 1023 --mod 998244353
  grundy odds wythoff --heaps 2 --from 0 0 --to 8 12
  grundy odds kayles --dist \"1:1/3,5:2/3\" --dist 1..6
  grundy odds --part \"0.77 x 3 in 1..20\" --part \"wythoff in (0..8,0..8)\"
  grundy odds nim --misere --heaps 4 --from 1 --to 10^30

Exit codes: 0 answered, 2 bad usage or no such positions, 3 a limit was reached, 4 a file could
not be read, 130 interrupted.")]
pub struct Odds {
    /// The game without a position: nim, 0.77, wythoff[2], …
    #[arg(value_name = "GAME", required_unless_present = "part", conflicts_with = "part")]
    pub game: Option<String>,
    /// How many heaps, up to 10^18 and beyond; 1 if left out
    #[arg(long, value_name = "K", value_parser = nat, conflicts_with = "part")]
    pub heaps: Option<Nat>,
    /// The least size of a heap, and the least second argument of two-argument games (the same as
    /// the first if left out)
    #[arg(long, value_names = ["A", "A2"], num_args = 1..=2, value_parser = nat)]
    #[arg(conflicts_with_all = ["part", "dist"])]
    pub from: Vec<Nat>,
    /// The greatest size of a heap, and the greatest second argument of two-argument games
    #[arg(long, value_names = ["B", "B2"], num_args = 1..=2, value_parser = nat)]
    #[arg(conflicts_with_all = ["part", "dist"])]
    pub to: Vec<Nat>,
    /// The sizes that a heap may have, such as "1:1/3,5:2/3" or "1..20"; give it several times for
    /// several heaps, once for each
    #[arg(long, value_name = "SIZES", conflicts_with = "part")]
    pub dist: Vec<String>,
    /// Heaps of a sum of different games, as "0.77 x 3 in 1..20"; may be given several times
    #[arg(long, value_name = "GAME x K in SIZES")]
    pub part: Vec<String>,
    /// Print the counts, and the probability if it has a residue, modulo M too
    #[arg(long = "mod", value_name = "M", value_parser = nat)]
    pub modulus: Option<Nat>,
    /// Misère play: a player who cannot move wins (for heaps of codes whose misère quotient is found, and
    /// for tame positions)
    #[arg(long)]
    pub misere: bool,
    /// Significant digits of the decimals
    #[arg(long, value_name = "N", default_value = "20", value_parser = positive_size)]
    pub digits: usize,
    /// Print exact numbers if they have at most about N digits
    #[arg(long, value_name = "N", default_value = "200", value_parser = size)]
    pub exact_digits: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The game graph below a small position: values, mex sets, winning moves
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Every position that can be reached is a node. Positions that are the same sum are one node: the
order of heaps does not count, nor do empty heaps. An arc leads from a position to what a move leaves,
and carries its moves. P-positions are filled and winning moves are thick; in text a ! stands before
each winning move.

The ending of FILE tells the format: .svg or .png (a picture), .dot or .gv (Graphviz), .txt (text).
Standard output gets text, or what --dot or --svg asks for.

Examples:
  grundy graph \"nim(1,2)\"
  grundy graph --output kayles.svg \"kayles(5)\"
  grundy graph --output kayles.png \"kayles(5)\"
  grundy graph --svg \"nim(2) + wythoff(1,2)\" > sum.svg
  grundy graph --misere --output misere.svg \"nim(1,1,2)\"
  grundy graph --dot \"chomp(2,3)\" | dot -Tpdf > chomp.pdf

Exit codes: 0 drawn, 2 bad expression, 3 a limit was reached, 4 a file could not be read or
written, 130 interrupted.")]
pub struct Graph {
    /// The position at the top
    #[arg(value_name = "EXPR")]
    pub expression: String,
    /// Print the graph for Graphviz
    #[arg(long, conflicts_with = "svg")]
    pub dot: bool,
    /// Print the graph as a picture in SVG
    #[arg(long)]
    pub svg: bool,
    /// Write to FILE, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Misère play: a player who cannot move wins; outcomes are shown instead of values
    #[arg(long)]
    pub misere: bool,
    /// Draw at most N positions
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_NODES)]
    pub max_nodes: usize,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// A position as a picture: heaps, boards, bushes
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The ending of FILE tells the format: .svg or .png (a picture), .txt (text).
Standard output gets text, or JSON with --json: the picture as SVG, the places that can
be clicked, and for each legal move the places that make it.

In SVG each place to click is a group of class spot called spot-s1, spot-s2, …

Examples:
  grundy draw --output heaps.svg \"nim(3,4,5)\"
  grundy draw --moves --output winning.png \"chomp(3,4)\"
  grundy draw --output bush.svg \"hackenbush(edges(0-1,1-2,2-0,2-3))\"
  grundy draw \"chomp(rows(4,2,1))\"
  grundy draw --json --moves \"kayles(5)\" > kayles.json

Exit codes: 0 drawn, 2 bad expression, 3 a limit was reached, 4 a file could not be read or
written, 130 interrupted.")]
pub struct Draw {
    /// The position
    #[arg(value_name = "EXPR")]
    pub expression: String,
    /// Write to FILE, whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print one JSON object: the picture with its places and moves
    #[arg(long)]
    pub json: bool,
    /// Mark the winning moves
    #[arg(long)]
    pub moves: bool,
    /// Misère play: a player who cannot move wins
    #[arg(long)]
    pub misere: bool,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Play against the perfect player
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  grundy play \"nim(3,4,5)\"
  grundy play --hint \"chomp(3,4)\"
  grundy play --engine-first --misere \"kayles(7)\"
  printf 'take 2 from heap 1\\nquit\\n' | grundy play \"nim(3,4,5)\"

Type one move a line: as the list of moves shows it, or in words, such as
\"take 2 from heap 1\". If the words fit more than one move, you are asked.
Type `help` in the game for the other words: moves, hint, undo, swap,
position, quit. Where at most 4000 positions lie below, a winning engine wins
as soon as it can, and a losing one makes the game last.

Exit codes: 0 played or left, 2 bad expression, 3 a limit was reached,
130 interrupted.")]
pub struct Play {
    /// The position at which play begins
    #[arg(value_name = "EXPR")]
    pub expression: String,
    /// Misère play: a player who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// The engine makes the first move
    #[arg(long)]
    pub engine_first: bool,
    /// Before each of your moves, say who wins, and give a good move with the reason
    #[arg(long)]
    pub hint: bool,
    /// The language of the texts: en or zh
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: Language,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Answer a contest problem: its input on stdin, exactly the expected output on stdout
#[derive(Debug, ClapArgs)]
#[command(override_usage = "\
grundy judge [OPTIONS] <PROBLEM>
       grundy judge [OPTIONS] --problem <FILE>
       grundy judge --show <PROBLEM>
       grundy judge --list")]
#[command(after_help = "\
Examples:
  grundy judge --list
  printf '3 3 4 5' | grundy judge acwing-891
  grundy judge hdu-1850 < input.txt
  grundy judge --problem my.problem < input.txt
  grundy judge --show hdu-1850 > my.problem
  grundy judge --problem my.problem --samples

A problem file says what is read, what is played and what is printed: docs/PROBLEMS.md.

Exit codes: 0 answered, 1 an answer differs from that of the sample, 2 the problem file is wrong, 3 a limit was
reached, 4 the input breaks its format or a file could not be read.")]
pub struct Judge {
    /// The problem, as --list names it
    #[arg(value_name = "PROBLEM", required_unless_present_any = ["list", "problem", "show"])]
    pub name: Option<String>,
    /// Answer the problem that FILE describes
    #[arg(long, value_name = "FILE", conflicts_with = "name")]
    pub problem: Option<PathBuf>,
    /// List all problems, grouped by model
    #[arg(long, conflicts_with_all = ["name", "problem", "show", "samples"])]
    pub list: bool,
    /// Print the file of a problem, to be changed into one of your own
    #[arg(long, value_name = "PROBLEM", conflicts_with_all = ["name", "problem", "samples"])]
    pub show: Option<String>,
    /// Answer the samples of the problem file, and say whether the answers are as expected
    #[arg(long)]
    pub samples: bool,
    /// Answer by the rules alone, without the formulas of the problem file, to test the formulas
    #[arg(long, conflicts_with_all = ["list", "show"])]
    pub by_rules: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The catalogue: rules, theorem, source, cost and examples
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  grundy games
  grundy games wythoff
  grundy games 0.77
  grundy games --json

The card of a take-and-break game, or of a code, has the genus symbols of its first heaps, for misère
play. `grundy sequence NAME --genus` prints more of them, and its --help explains them. In JSON the
member genus is the object that `sequence --genus` prints.")]
pub struct Games {
    /// One game by name
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Print JSON, one game a line
    #[arg(long)]
    pub json: bool,
    /// The language of the texts: en or zh
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: Language,
}

/// Games of one's own.
#[derive(Clone, Debug, Default, ClapArgs)]
#[command(next_help_heading = "Games of your own")]
pub struct RuleArgs {
    /// A file of rules, whose games may then be used like the built-in ones
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,
    /// A rule, such as "S(n) -> S(n-k*k) for k in 1..=isqrt(n)"
    #[arg(long, value_name = "TEXT")]
    pub rule: Vec<String>,
    /// A folder in which `grundy-cluster` has stored the values of games of rules. Positions in its boxes
    /// are looked up, others are searched
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["rules", "rule", "input"])]
    pub results: Option<PathBuf>,
    /// The value of an input of the rules, such as m=3, "S=[2,3]" or "adj=[[1],[0]]"
    #[arg(long, value_name = "NAME=VALUE")]
    pub input: Vec<String>,
}

/// How much one question may use.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Store at most N positions in a search, and look at no more than ten times as many moves
    #[arg(long, value_name = "N", default_value = "20000000", value_parser = count)]
    pub max_positions: u64,
    /// Store at most N positions in a search for a Grundy value alone, where theory already tells who wins
    /// and by which moves
    #[arg(long, value_name = "N", default_value = "500000", value_parser = count)]
    pub value_positions: u64,
    /// Use at most this much memory in a search; K, M, G and T are powers of 1024 (with --stdin, this
    /// much for each line that is being searched)
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = bytes)]
    pub max_memory: u64,
    /// Give up on a question after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
}

impl LimitArgs {
    pub fn limits(&self) -> Limits {
        let limits = Limits {
            value_positions: self.value_positions,
            memory: self.max_memory,
            time: self.timeout,
            ..Limits::default()
        };
        limits.with_positions(self.max_positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }
}
