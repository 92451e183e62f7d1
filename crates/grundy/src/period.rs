//! Periods of sequences of values, as they are claimed, proved and told everywhere.

use crate::nat::{Nat, to_u64};
use serde::{Deserialize, Serialize};

/// The statement G(n + length) = G(n) + saltus for all n >= preperiod, with a length of at least 1.
///
/// The sequence is *periodic* if the saltus is 0, and *arithmetic periodic* otherwise. There are no
/// exceptions behind the preperiod. A `Period` says nothing of its proof: where one stands it is said
/// whether it is proved, and by which theorem, or only observed.
///
/// Every period that the program tells is the least one in two ways: no smaller length has a period,
/// and the statement fails at preperiod - 1 (Siegel, *Combinatorial Game Theory*, 2013, ch. IV.2).
///
/// Numbers are machine words, or a [`Nat`] where heaps may be of any size.
///
/// ```
/// use grundy::period::Period;
/// let kayles = Period { preperiod: 71u64, length: 12, saltus: 0 };
/// // 10^12 = 76 + 12 * 83,333,333,327
/// assert_eq!(kayles.reduce(&1_000_000_000_000u64.into()), (76, 83_333_333_327u64.into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period<N = u64> {
    /// The least n from which the statement holds.
    #[serde(alias = "start")]
    pub preperiod: N,
    /// The period in the narrow sense: the distance at which values repeat.
    pub length: N,
    /// What a value grows by over that distance.
    pub saltus: N,
}

/// A repetition seen in a stretch of a sequence: G(n + length) = G(n) + saltus for all n from `from` to
/// `to - length`.
///
/// It may hold for earlier heaps, too, and for a shorter length. Nothing is proved of heaps after `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The first heap of the stretch.
    pub from: u64,
    /// The last heap of the stretch.
    pub to: u64,
    /// The distance at which values repeat.
    pub length: u64,
    /// What a value grows by over that distance.
    pub saltus: u64,
}

impl Period {
    /// The heap m below `preperiod + length` that is a multiple of `length` away from `n`, and how many
    /// times: G(n) is G(m) and so many times the saltus.
    pub fn reduce(&self, n: &Nat) -> (u64, Nat) {
        match to_u64(n) {
            Some(n) if n < self.preperiod => (n, Nat::ZERO),
            Some(n) => {
                let beyond = n - self.preperiod;
                (self.preperiod + beyond % self.length, Nat::from(beyond / self.length))
            }
            None => {
                let (beyond, length) = (n - Nat::from(self.preperiod), Nat::from(self.length));
                let rest = to_u64(&(&beyond % &length)).expect("less than the period");
                (self.preperiod + rest, beyond / length)
            }
        }
    }

    /// The same statement from the least heap on from which it holds; `value` is asked for heaps below
    /// `preperiod + length`.
    ///
    /// # Complexity
    /// O(preperiod) values.
    pub fn from_the_least_heap(mut self, value: impl Fn(u64) -> u64) -> Self {
        while let Some(n) = self.preperiod.checked_sub(1)
            && value(n).checked_add(self.saltus) == Some(value(n + self.length))
        {
            self.preperiod = n;
        }
        self
    }

    /// The least period of a sequence of which this is a period without saltus; `value` is asked for heaps below
    /// `preperiod + length`.
    ///
    /// # Complexity
    /// O(preperiod + d `length`) values for d divisors of the length.
    ///
    /// ```
    /// use grundy::period::Period;
    /// let period = Period { preperiod: 4u64, length: 6, saltus: 0 };
    /// let least = period.least(|n| n > 0 && n % 3 == 0);
    /// assert_eq!(least, Period { preperiod: 1, length: 3, saltus: 0 });
    /// ```
    pub fn least<T: PartialEq>(self, value: impl Fn(u64) -> T) -> Self {
        debug_assert!(self.saltus == 0);
        let at = |n: u64| value(self.reduce(&Nat::from(n)).0);
        let (start, end) = (self.preperiod, self.preperiod + self.length);
        let repeats = |length: u64| (start..end).all(|n| at(n) == at(n + length));
        let mut divisors = (1..self.length).filter(|&length| self.length.is_multiple_of(length));
        let mut least =
            Self { length: divisors.find(|&d| repeats(d)).unwrap_or(self.length), ..self };
        while let Some(n) = least.preperiod.checked_sub(1)
            && at(n) == at(n + least.length)
        {
            least.preperiod = n;
        }
        least
    }

    /// The period of the sequence that begins with the value of heap `offset`.
    pub fn without_first(self, offset: u64) -> Self {
        Self { preperiod: self.preperiod.saturating_sub(offset), ..self }
    }
}

impl From<Period> for Period<Nat> {
    fn from(period: Period) -> Self {
        Self {
            preperiod: period.preperiod.into(),
            length: period.length.into(),
            saltus: period.saltus.into(),
        }
    }
}

#[cfg(test)]
mod tests;
