//! mark, `mark[t]`: subtract less than t, or divide by t and round down.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Line, erase, single_heaps};
use crate::nat::{DivRem, Nat, heap_bytes, to_u64};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Component, ReadError};
use crate::theory::tuples;
use std::borrow::Cow;
use std::sync::Arc;

/// Fraenkel's game Mark-t; a position is one number.
///
/// A move leads from n to n - 1, …, n - (t-1), as far as these are not negative, or to floor(n/t).
///
/// # Theorem
/// Let n >= 1 end in v zeros in base t.
///
/// 1. P iff v is odd; 0 is P too. (The *dopey* numbers; the others are *vile*.) With v odd, every
///    move leads to a number with an even number of zeros: none, or v - 1. With v even, n - 1, …, or
///    n - r, r the last digit, or n/t has an odd number of zeros or is 0.
/// 2. For t = 2 and n vile the value is 1 if n has an odd number of ones in binary, else 2.
/// 3. For t >= 3 let n = qt + r with 1 <= r <= t - 2. If the value of q is not r, that of n is r. All
///    other vile numbers have the values t - 1 and t.
///
/// Where (3) leaves two values open, they are searched for.
///
/// # Complexity
/// O(M(length) log length), M the cost of multiplication; a search O(nt).
///
/// # Literature
/// A. S. Fraenkel, *Aperiodic subtraction games*, Electronic Journal of Combinatorics 18 (2011), P19.
#[derive(Clone, Debug)]
pub struct Mark {
    t: Nat,
}

impl Mark {
    /// The game with division by `t`.
    ///
    /// # Panics
    /// If `t` is less than 2.
    pub fn new(t: Nat) -> Self {
        assert!(t > Nat::ONE, "division by 1 is not a move");
        Self { t }
    }

    /// With how many zeros a positive number ends in base t.
    fn zeros(&self, n: &Nat) -> usize {
        // t, t^2, t^4, … as long as they divide n; then back.
        let mut powers = vec![self.t.clone()];
        while let Some(last) = powers.last()
            && (n % last).is_zero()
        {
            let square = last.sqr();
            powers.push(square);
        }
        let (mut rest, mut zeros) = (n.clone(), 0);
        for (i, power) in powers.iter().enumerate().rev() {
            let (quotient, remainder) = (&rest).div_rem(power);
            if remainder.is_zero() {
                rest = quotient;
                zeros += 1 << i;
            }
        }
        zeros
    }

    /// Whether the player to move loses.
    ///
    /// ```
    /// use grundy::{games::mark::Mark, nat::Nat};
    /// let mark = Mark::new(2u8.into());
    /// let p: Vec<u8> = (0..15).filter(|&n| mark.is_p(&n.into())).collect();
    /// assert_eq!(p, [0, 2, 6, 8, 10, 14]);
    /// ```
    pub fn is_p(&self, n: &Nat) -> bool {
        n.is_zero() || self.zeros(n) % 2 == 1
    }

    /// The value, if a formula tells it; it is at most t.
    fn value(&self, n: &Nat) -> Option<Nat> {
        if self.is_p(n) {
            return Some(Nat::ZERO);
        }
        if self.t == Nat::from(2u8) {
            return Some(Nat::from(if n.count_ones() % 2 == 1 { 1u8 } else { 2 }));
        }
        // The quotients, as long as the last digits of all are the same: only then is the value of one
        // asked about by the one before.
        let (mut quotient, digit) = n.div_rem(&self.t);
        if digit.is_zero() || &digit + 1u8 == self.t {
            return None;
        }
        let mut same = 1usize;
        loop {
            let (next, rest) = (&quotient).div_rem(&self.t);
            if rest != digit || quotient.is_zero() {
                break;
            }
            same += 1;
            quotient = next;
        }
        // The last of these quotients has the value of its digit, as the next one, which has
        // another digit, has not; then it alternates.
        (same % 2 == 1).then_some(digit)
    }
}

impl Ruleset for Mark {
    type Position = Nat;

    fn options(&self, n: &Nat, out: &mut Options<Nat>) -> Result<(), Full> {
        if n.is_zero() {
            return Ok(());
        }
        let quotient = n / &self.t;
        // The difference of n and its quotient is less than t only if n itself is small.
        if n - &quotient >= self.t {
            out.push([quotient])?;
        }
        let mut taken = Nat::ONE;
        while taken < self.t && taken <= *n {
            out.push([n - &taken])?;
            taken += 1u8;
        }
        Ok(())
    }

    fn pack(&self, n: &Nat) -> Option<u64> {
        to_u64(n)
    }

    fn heap_bytes(&self, n: &Nat) -> usize {
        heap_bytes(n)
    }
}

impl Game for Mark {
    single_heaps!();

    fn title(&self) -> String {
        if self.t == Nat::from(2u8) { "mark".into() } else { format!("mark[{}]", self.t) }
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        if self.t != Nat::from(2u8) {
            return Ok(None);
        }
        Line::by(to, None, context, |n| match n {
            0 => 0,
            n if n.trailing_zeros() % 2 == 1 => 0,
            n => 2 - u64::from(n.count_ones() % 2),
        })
    }

    fn known(&self, n: &Nat, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(self.value(n).map_or(Known::Nonzero, Known::Value)))
    }

    fn moves_to(
        &self,
        n: &Nat,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        if target.is_zero() {
            // One number with an odd number of zeros at most is near, and there is the quotient.
            let (quotient, rest) = n.div_rem(&self.t);
            let near = (!rest.is_zero()).then(|| n - rest);
            let mut results: Vec<Nat> = near.into_iter().chain([quotient]).collect();
            results.retain(|to| to < n && self.is_p(to));
            results.dedup();
            return Ok(Some(Found::all(tuples::single(results), max)));
        }
        if self.value(n).is_some_and(|value| value == *target) {
            return Ok(Some(Found::default()));
        }
        let mut options = Options::with_capacity_limit(1 << 16);
        let Ok(()) = self.options(n, &mut options) else {
            return Ok(Some(Found { count: None, listed: Vec::new() }));
        };
        let mut results = Vec::new();
        for option in options.iter() {
            let to = &option.sum[0];
            match self.known(to, context)? {
                Some(Known::Value(value)) if value == *target => results.push(to.clone()),
                Some(Known::Value(_)) => {}
                // The value is t - 1 or t.
                Some(Known::Nonzero) if target + 1u8 < self.t || *target > self.t => {}
                _ => return Ok(None),
            }
        }
        Ok(Some(Found::all(tuples::single(results), max)))
    }

    fn method(&self, _: &Nat) -> Cow<'static, str> {
        "Fraenkel's theorem on dopey and vile numbers".into()
    }

    fn why(&self, n: &Nat) -> Vec<String> {
        if n.is_zero() {
            return vec!["0 has no move: P".into()];
        }
        let (t, zeros) = (&self.t, self.zeros(n));
        let mut why = vec![match zeros % 2 {
            1 => format!(
                "in base {t} the number of zeros at the end is {zeros}; it is odd, and every move makes it even: P"
            ),
            _ => format!(
                "in base {t} the number of zeros at the end is {zeros}; it is even, and some move makes it odd or leads to 0: N"
            ),
        }];
        if zeros % 2 == 0 && *t == Nat::from(2u8) {
            let ones = n.count_ones();
            why.push(format!(
                "an N-position has the value 1 if its number of ones in binary is odd, else 2; here the number is {ones}"
            ));
        }
        why
    }
}

/// The registry's row.
pub struct MarkFamily;

static CARD: Card<'static> = Card {
    name: "mark",
    params: "[t], t >= 2, 2 when left out",
    position: "(a1,…,an)",
    rules: "Subtract 1, …, or t-1 from a number, or divide it by t and round down.",
    theorem: "A number is P iff it is 0 or ends in an odd number of zeros in base t. For t = 2 an N-position has the value 1 if it has an odd number of ones in binary, else 2. For t >= 3 a number qt+r with 1 <= r <= t-2 has the value r unless q has; the other values are t-1 and t, by search.",
    source: "A. S. Fraenkel 2011",
    cost: "O(M(length) log length); values by search O(nt)",
    examples: &["mark(100)", "mark(10^100) + mark[3](7)"],
};

impl Family for MarkFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(Mark::new(read::number_param(component, 2, Some(2))?)))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["mark()".to_owned()];
        for title in ["mark", "mark[3]", "mark[4]"] {
            all.extend((0..30).map(|n| format!("{title}({n})")));
            all.extend((0..16).map(|n| format!("{title}({},{})", n / 4 + 1, n % 4 + 3)));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        for t in 2..7u32 {
            let mark = Mark::new(t.into());
            testing::check_theory_where(&mark, (0..300u32).map(Nat::from), 7, |_, target| {
                t == 2 || target + 1 < t.into()
            });
        }
        testing::check_round_trip(&MarkFamily);
    }

    #[test]
    fn values_go_on_as_the_rules_say() {
        for t in 2..6usize {
            let mark = Mark::new(t.into());
            let mut values = vec![0];
            for n in 1..20_000usize {
                let below = (n.saturating_sub(t - 1)..n).chain([n / t]);
                values.push(crate::nimber::mex(below.map(|m| values[m])));
                match mark.value(&n.into()) {
                    Some(value) => assert_eq!(value, Nat::from(values[n]), "mark[{t}]({n})"),
                    None => assert!(values[n] + 1 >= t as u64, "mark[{t}]({n}): {}", values[n]),
                }
            }
        }
        let line = Mark::new(2u8.into()).values_to(3000, &Context::default()).unwrap().unwrap();
        let value = |n: usize| Mark::new(2u8.into()).value(&n.into()).unwrap();
        assert!((0..=3000).all(|n| value(n) == Nat::from(line.values[n])));
    }

    #[test]
    fn zeros_of_long_numbers_are_counted() {
        let mark = Mark::new(6u8.into());
        for zeros in [0, 1, 2, 3, 7, 64, 1001] {
            assert_eq!(mark.zeros(&(Nat::from(6u8).pow(zeros) * 35u8)), zeros);
        }
        assert_eq!(testing::read_error(&MarkFamily, "mark[1](3)"), "mark[1] is not a game (5)");
    }
}
