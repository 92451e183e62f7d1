//! What can be typed after `grundy quotient`.

use super::{LimitArgs, RuleArgs, count};
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// The misère quotient of games and positions: what decides all their sums in misère play
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
In misère play a player who cannot move wins, and Grundy values do not decide. Two sums of heaps are
indistinguishable, and count as the same element, if no sum added to both gives different outcomes.
The elements form a commutative monoid, the misère quotient; the elements of P-positions are its
P-portion. A sum is a P-position if and only if the product of its heaps' elements is in the P-portion
(Plambeck and Siegel 2008).

A take-and-break game, given by its code or its name, stands for all its heaps. Any other games are given
by positions, and the quotient is that of all sums of these and of whatever can be reached from them;
several codes and positions have one quotient together.

Heaps are added one at a time. What is printed holds for the heaps up to the last one, or for all heaps
where a period of their elements is proved; the first line says which. The quotient is checked by its
theorem, apart from the search, before it is printed. Quotients of wild codes grow and grow: without
--timeout a search for one code ends after 10 seconds.

Where the quotient of ten different heaps or fewer is not found, it may be infinite. Then a law of
outcomes by the counts of the heaps is looked for, for 30 seconds, or for what --timeout leaves: small
counts matter, remainders of large ones, and the sign of a sum of counts with weights. The law is
checked by its theorem. If the quotient is said to be infinite, that is proved. With --to, laws of
further heaps are looked for, too.

Elements are products of letters, generators; 1 is the empty sum. The relations are a complete set of
rewriting rules. The kernel is the least ideal, a group. tame: the quotient is that of nim-heaps.
With --mex: the elements of a heap's options determine its element, their mex. For each element x it
prints the sets of elements that options of its heaps have and, in brackets, its meximal set, which
contains these sets: all elements y such that for no z both x z and y z are P.

JSON is one object with code, order, preperiod, period, proved, tame, heaps (the last heap that was
looked at), generators (name and least heap), p_portion, elements, relations (null if too many),
function (the element of each heap), growth (heap and order), idempotents, kernel, law (null, or heap, the
last one; infinite; counts: heap, equal, threshold, period, weight; form_threshold, form_period), with --table
the multiplication table by numbers of elements, and with --mex mex (of each element: element, options,
a list of sets, and meximal); null where unknown. Of several games or positions it has
set, order, proved, tame, positions_below, generators (name and position), p_portion, elements, relations,
idempotents, kernel, codes (code, heaps, preperiod, period, function), positions (position, element, and
p: whether it is P in misère play), halted (what ended the search early, or null).

Examples:
  grundy quotient 0.77
  grundy quotient 0.123 --table
  grundy quotient 0.77 --mex
  grundy quotient 0.123 \"nim(4)\"
  grundy quotient \"cram(2,3)\" \"kayles(5)\"
  grundy quotient grundy-game --to 50
  grundy quotient 0.07 --to 24 --json
  grundy quotient 0.3141 --elements 100 --to 5
  grundy quotient 0.77 --certificate kayles.cert
  grundy quotient 0.3141 --elements 100 --certificate 0.3141.cert
  grundy quotient 0.123 \"nim(4)\" --certificate s.cert && grundy verify s.cert
  grundy quotient 0.123 --output quotient.svg
  grundy quotient --survey '0.??' --elements 500 --timeout 10
  grundy quotient --survey '0.???' --timeout 10 --share quotients

Exit codes: 0 answered, 2 bad code, 3 a limit was reached (what is known by then is printed), 130
interrupted.")]
pub struct Quotient {
    /// A code, the name of a game that is one, or a position; several have one quotient together
    #[arg(value_name = "GAME", required_unless_present = "survey")]
    pub games: Vec<String>,
    /// The last heap to look at, if no period is proved before [default: 5000, and less where the
    /// options of a heap are many]
    #[arg(long, value_name = "N", value_parser = count)]
    pub to: Option<u64>,
    /// The greatest number of elements that a quotient may have
    #[arg(long, value_name = "N", default_value = "4000", value_parser = clap::value_parser!(u16).range(1..))]
    pub elements: u16,
    /// Print the multiplication table
    #[arg(long)]
    pub table: bool,
    /// Print the mex function: for each element, the sets of elements that the options of its heaps have,
    /// and its meximal set
    #[arg(long)]
    pub mex: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write a certificate of the quotient, or of the law where it is infinite, which `grundy verify`
    /// checks
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Draw the elements: multiples below their divisors, and elements that divide each other in one box;
    /// FILE ends in .svg or .png
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// A table of all codes of a pattern, in which ? stands for any digit from 0 to 7; the limits are
    /// those of one code
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["games", "table", "mex", "json", "certificate", "output"])]
    pub survey: Option<String>,
    /// Share the survey with other processes, of this host or others, through a directory that keeps
    /// what is finished. Work of a process that was killed is taken over
    #[arg(long, value_name = "DIR", requires = "survey")]
    pub share: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}
