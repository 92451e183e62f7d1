//! `repeat[k]`: a game played k times; whoever loses a round moves first in the next.

use crate::game::Card;
use crate::nat::{BitTest, Nat};

/// How a series is written.
pub const NAME: &str = "repeat";

/// The catalogue's entry.
pub static CARD: Card = Card {
    name: NAME,
    params: "[k], k >= 1",
    position: "(expr) or (expr; expr in the present round)",
    rules: "Play the inner game k times; whoever loses a round moves first in the next; whoever wins the last round wins.",
    theorem: "With W: the mover can force a win of one round, L: can force a loss. One round: N iff W. A further round in front: the mover wants to lose it if the rest is N (N iff L), to win it otherwise (N iff W).",
    source: "folklore; Codeforces 455B (2014)",
    cost: "two outcomes of the inner game, O(1) in k",
    examples: &["repeat[3](nim(3,4) + 0.77(5))", "repeat[10^18](kayles(7))"],
};

/// What the player to move of one round can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// To win the round.
    pub win: bool,
    /// To lose the round.
    pub lose: bool,
}

impl Round {
    /// Whether the first mover of a series of `rounds` such rounds wins the last of them.
    ///
    /// # Complexity
    /// O(1): the recurrence repeats with period 2 at most.
    ///
    /// ```
    /// use grundy::games::repeat::Round;
    /// let only_win = Round { win: true, lose: false };
    /// assert!(only_win.wins_series(&3u8.into()));
    /// assert!(!only_win.wins_series(&4u8.into()));
    /// ```
    pub fn wins_series(self, rounds: &Nat) -> bool {
        match self {
            Self { win: true, lose: true } => true,
            Self { win: true, lose: false } => rounds.bit(0),
            Self { win: false, .. } => false,
        }
    }

    /// Whether the mover of the first of `rounds` rounds wants to win it, rather than lose it.
    pub fn wants_to_win(self, rounds: &Nat) -> bool {
        *rounds == Nat::ONE || !self.wins_series(&(rounds - 1u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_four_cases_follow_the_recurrence() {
        for (win, lose) in [(false, false), (false, true), (true, false), (true, true)] {
            let round = Round { win, lose };
            let mut rest_wins = win;
            for rounds in 2..20u8 {
                let wins = if rest_wins { lose } else { win };
                assert_eq!(round.wins_series(&rounds.into()), wins, "{round:?} {rounds}");
                assert_eq!(round.wants_to_win(&rounds.into()), !rest_wins);
                rest_wins = wins;
            }
        }
    }
}
