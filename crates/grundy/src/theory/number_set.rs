//! Sets of natural numbers kept as intervals: 1..10^18 is one of them, not 10^18 numbers.

use crate::nat::{Nat, to_u64};
use crate::sorting::sort;
use std::fmt;

/// How many elements a step range may have, since each becomes an interval of its own.
pub const MAX_SPREAD: u64 = 100_000;

/// How many equally spaced numbers are printed as a step range.
const PRINTED_RUN: usize = 4;

/// A finite set of natural numbers of any length.
///
/// Two equal sets are stored and printed alike: as disjoint intervals, in increasing order and
/// never adjacent.
///
/// ```
/// use grundy::games::subtraction::NumberSet;
/// let set: NumberSet = [(5u64, 7u64), (1, 1), (6, 9), (3, 3)].into_iter().collect();
/// assert_eq!(set.to_string(), "1,3,5..9");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NumberSet {
    intervals: Vec<(Nat, Nat)>,
}

impl NumberSet {
    /// Adds the numbers `from`..=`to`; [`settle`](Self::settle) must follow the last insertion.
    pub fn insert(&mut self, from: Nat, to: Nat) {
        if from <= to {
            self.intervals.push((from, to));
        }
    }

    /// Adds `from`, `from + step`, … up to `to`; false if these are too many.
    pub fn insert_spread(&mut self, from: &Nat, to: &Nat, step: &Nat) -> bool {
        if step.is_one() {
            self.insert(from.clone(), to.clone());
            return true;
        }
        if (to - from) / step >= Nat::from(MAX_SPREAD) {
            return false;
        }
        let mut n = from.clone();
        while n <= *to {
            self.insert(n.clone(), n.clone());
            n += step;
        }
        true
    }

    /// Brings the intervals into order.
    pub fn settle(&mut self) {
        sort(&mut self.intervals);
        self.intervals.dedup_by(|next, kept| {
            let joins = next.0 <= &kept.1 + 1u8;
            if joins && next.1 > kept.1 {
                kept.1 = next.1.clone();
            }
            joins
        });
    }

    /// The disjoint intervals, both ends included, in increasing order.
    pub fn intervals(&self) -> &[(Nat, Nat)] {
        &self.intervals
    }

    /// Whether there is no number in it.
    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    /// The least number.
    pub fn least(&self) -> Option<&Nat> {
        self.intervals.first().map(|(from, _)| from)
    }

    /// The greatest number.
    pub fn greatest(&self) -> Option<&Nat> {
        self.intervals.last().map(|(_, to)| to)
    }

    /// Whether `n` is in it. O(log of the number of intervals).
    pub fn contains(&self, n: &Nat) -> bool {
        let after = self.intervals.partition_point(|(from, _)| from <= n);
        after > 0 && *n <= self.intervals[after - 1].1
    }

    /// How many numbers there are.
    pub fn len(&self) -> Nat {
        self.intervals.iter().map(|(from, to)| to - from + 1u8).sum()
    }

    /// The numbers up to `n`.
    pub fn up_to(&self, n: &Nat) -> Self {
        let kept = self.intervals.iter().take_while(|(from, _)| from <= n);
        Self { intervals: kept.map(|(from, to)| (from.clone(), to.min(n).clone())).collect() }
    }

    /// The numbers of this set that are not in `other`.
    pub fn without(&self, other: &Self) -> Self {
        let mut left = Self::default();
        let mut gone = other.intervals.iter().peekable();
        for (from, to) in &self.intervals {
            let mut from = from.clone();
            while let Some((a, b)) = gone.peek() {
                if *b < from {
                    gone.next();
                    continue;
                }
                if a > to {
                    break;
                }
                if *a > from {
                    left.insert(from.clone(), a - 1u8);
                }
                from = b + 1u8;
                if from > *to {
                    break;
                }
            }
            left.insert(from, to.clone());
        }
        left
    }

    /// The numbers up to `most`, which must be few enough to be stored.
    pub fn words_up_to(&self, most: u64) -> Vec<u64> {
        let bounds = self.intervals.iter().map_while(|(from, to)| {
            let from = to_u64(from).filter(|&from| from <= most)?;
            Some(from..=to_u64(to).unwrap_or(most).min(most))
        });
        bounds.flatten().collect()
    }
}

impl<A: Into<Nat>, B: Into<Nat>> FromIterator<(A, B)> for NumberSet {
    fn from_iter<I: IntoIterator<Item = (A, B)>>(intervals: I) -> Self {
        let mut set = Self::default();
        for (from, to) in intervals {
            set.insert(from.into(), to.into());
        }
        set.settle();
        set
    }
}

impl fmt::Display for NumberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = &self.intervals[..];
        while let [(from, to), after @ ..] = rest {
            if rest.len() < self.intervals.len() {
                f.write_str(",")?;
            }
            let run = equally_spaced(rest);
            if run >= PRINTED_RUN {
                write!(f, "{from}..{}:{}", rest[run - 1].0, &rest[1].0 - from)?;
                rest = &rest[run..];
                continue;
            }
            match to - from {
                none if none.is_zero() => write!(f, "{from}")?,
                one if one.is_one() => write!(f, "{from},{to}")?,
                _ => write!(f, "{from}..{to}")?,
            }
            rest = after;
        }
        Ok(())
    }
}

/// How many intervals from the first on are single numbers at equal distances.
fn equally_spaced(intervals: &[(Nat, Nat)]) -> usize {
    let single = |i: usize| intervals.get(i).filter(|(from, to)| from == to).map(|(n, _)| n);
    let (Some(first), Some(second)) = (single(0), single(1)) else { return 0 };
    let step = second - first;
    let mut run = 2;
    while let (Some(last), Some(next)) = (single(run - 1), single(run))
        && next - last == step
    {
        run += 1;
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;
    use crate::syntax;
    use std::collections::BTreeSet;

    fn read(text: &str) -> NumberSet {
        let component = syntax::parse_game(&format!("x[{text}]")).unwrap();
        read::number_set(component.params.unwrap().single().unwrap()).unwrap()
    }

    #[test]
    fn sets_print_in_one_way_that_reads_back() {
        for (typed, printed) in [
            ("3,1,2", "1..3"),
            ("1,2", "1,2"),
            ("9,1,5,3,7", "1..9:2"),
            ("1..99:2,100", "1..97:2,99,100"),
            ("5,1..10^30,7", "1..1000000000000000000000000000000"),
            ("1,4,9,16", "1,4,9,16"),
            ("2,4,6", "2,4,6"),
            ("2,4,6,8,1,1,1", "1,2,4,6,8"),
        ] {
            let set = read(typed);
            let text = set.to_string();
            assert_eq!(read(&text), set, "{typed}");
            assert_eq!(text, printed);
        }
    }

    #[test]
    fn set_operations_are_those_of_plain_sets() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut draw = |below: u64| random.u64(..below);
        for _ in 0..500 {
            let mut sets = [(); 2].map(|()| {
                let intervals: Vec<_> = (0..draw(6)).map(|_| (draw(30), draw(8))).collect();
                let plain: BTreeSet<u64> =
                    intervals.iter().flat_map(|&(from, more)| from..=from + more).collect();
                let set: NumberSet = intervals.iter().map(|&(a, b)| (a, a + b)).collect();
                (set, plain)
            });
            let [(a, plain_a), (b, plain_b)] = &mut sets;
            let list = |set: &NumberSet| set.words_up_to(100);
            assert_eq!(list(a), plain_a.iter().copied().collect::<Vec<_>>());
            assert_eq!(a.len(), Nat::from(plain_a.len()));
            let without = plain_a.difference(plain_b).copied().collect::<Vec<_>>();
            assert_eq!(list(&a.without(b)), without);
            let few = plain_a.range(..=17).copied().collect::<Vec<_>>();
            assert_eq!(list(&a.up_to(&17u8.into())), few);
            assert!((0..50).all(|n| a.contains(&n.into()) == plain_a.contains(&n)));
            if !a.is_empty() {
                assert_eq!(read(&a.to_string()), *a);
            }
        }
    }
}
