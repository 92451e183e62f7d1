//! What can be typed after `grundy canonical`.

use super::{LimitArgs, RuleArgs};
use clap::Args as ClapArgs;

/// The canonical form of a position: a nimber in normal play, Conway's simplest form in misère play
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Two games are equal if they have the same outcome beside every impartial game. In normal play every game
is equal to a nim-heap: its form is that nimber, which is printed with those of its options. In misère
play hardly any game is. Let G have all options of H and others besides, each of which has H as an option;
then G = H, provided that G is N if H has no options. A game is in simplest form if neither it nor any of
its options can be simplified in this way. That is its canonical form, and equal games have the same one
(Conway, On Numbers and Games, ch. 12).

Nim-heaps are written 0, *, *2, *3, …; any other form is the list of its options in braces. born is
the most moves that play in the form can last; the genus is described in grundy sequence --help.

With two positions or more the first is compared with each of the others. If they differ, a game is
constructed beside which one is P and the other is N. Two games are linked if some game makes both P,
which holds if and only if neither of them is equal to an option of the other.

With --day N the simplest forms in misère play born by day N are counted, and up to day 4 listed.

JSON is one object a line: position, play, form, nimber, options, born, outcome, genus (null where
unknown or too long); for each comparison equal, apart, outcomes, linked, link; with --day day, count,
forms.

Examples:
  grundy canonical --misere \"kayles(5)\"
  grundy canonical --misere \"kayles(8)\" \"nim(1)\"
  grundy canonical --misere \"nim(2,2)\" \"nim(0)\"
  grundy canonical \"wythoff(3,5) + nim(2)\"
  grundy canonical --day 4

Exit codes: 0 answered, 2 bad expression, 3 a limit was reached, 130 interrupted.")]
pub struct Canonical {
    /// The positions
    #[arg(value_name = "EXPR", required_unless_present = "day")]
    pub expressions: Vec<String>,
    /// Misère play: a player who cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Count the simplest forms of misère play that are born by day N, 6 at most
    #[arg(long, value_name = "N", conflicts_with = "expressions")]
    pub day: Option<u32>,
    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}
