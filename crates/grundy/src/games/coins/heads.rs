//! Finite sets of places, kept as runs.

use crate::nat::{Nat, heap_bytes, range};
use crate::syntax::join;
use std::cmp::Ordering;

/// The places of a row that show heads.
///
/// A set is kept as the places where a run of heads begins or has just ended, descending; so turning
/// coins, the symmetric difference, is that of two such lists. Sets are ordered like the binary
/// numbers with a one for each place: every legal move makes the number smaller.
///
/// ```
/// use grundy::games::coins::Heads;
/// let heads = Heads::run(3u8.into(), 7u8.into());
/// assert_eq!(heads.turned(&Heads::place(5u8.into())).to_string(), "3,4,6,7");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Heads {
    /// Where membership changes, descending: the first is the place behind the last head.
    ends: Vec<Nat>,
}

impl Heads {
    /// One place.
    pub fn place(place: Nat) -> Self {
        let behind = &place + 1u8;
        Self { ends: vec![behind, place] }
    }

    /// The places `from`..=`to`; none if `from` exceeds `to`.
    pub fn run(from: Nat, to: Nat) -> Self {
        if from > to {
            return Self::default();
        }
        Self { ends: vec![to + 1u8, from] }
    }

    /// These places; a place that comes an even number of times is not in the set.
    pub fn of(places: impl IntoIterator<Item = Nat>) -> Self {
        Self::of_runs(places.into_iter().map(|place| (place.clone(), place)))
    }

    /// The places that are in an odd number of the runs `from`..=`to`.
    pub fn of_runs(runs: impl IntoIterator<Item = (Nat, Nat)>) -> Self {
        let mut ends: Vec<Nat> = Vec::new();
        for (from, to) in runs {
            if from <= to {
                ends.extend([to + 1u8, from]);
            }
        }
        Self::between(ends)
    }

    /// The places at which membership changed an odd number of times on the way from above.
    fn between(mut ends: Vec<Nat>) -> Self {
        ends.sort_unstable();
        ends.reverse();
        // What comes twice changes nothing.
        let mut kept: Vec<Nat> = Vec::with_capacity(ends.len());
        for end in ends {
            if kept.last() == Some(&end) {
                kept.pop();
            } else {
                kept.push(end);
            }
        }
        Self { ends: kept }
    }

    /// The set after the coins of `turn` were turned: the places in one of the two sets. O(runs).
    #[must_use]
    pub fn turned(&self, turn: &Self) -> Self {
        let mut ends = Vec::with_capacity(self.ends.len() + turn.ends.len());
        let (mut one, mut two) = (self.ends.iter().peekable(), turn.ends.iter().peekable());
        loop {
            let next = match (one.peek(), two.peek()) {
                (Some(a), Some(b)) => match a.cmp(b) {
                    Ordering::Greater => one.next(),
                    Ordering::Less => two.next(),
                    Ordering::Equal => {
                        one.next();
                        two.next();
                        continue;
                    }
                },
                (Some(_), None) => one.next(),
                _ => two.next(),
            };
            match next {
                Some(end) => ends.push(end.clone()),
                None => return Self { ends },
            }
        }
    }

    /// The runs of heads, the last first, both ends included.
    pub fn runs(&self) -> impl DoubleEndedIterator<Item = (&Nat, Nat)> {
        self.ends.chunks_exact(2).map(|ends| (&ends[1], &ends[0] - 1u8))
    }

    /// The places, the last first.
    pub fn descending(&self) -> impl Iterator<Item = Nat> {
        self.runs().flat_map(|(from, to)| {
            let (from, last) = (from.clone(), to.clone());
            range(Nat::ZERO, to - &from + 1u8).map(move |back| &last - back)
        })
    }

    /// Whether the place is in the set. O(log runs).
    pub fn contains(&self, place: &Nat) -> bool {
        self.ends.partition_point(|end| end > place) % 2 == 1
    }

    /// How many places there are.
    pub fn len(&self) -> Nat {
        self.ends.chunks_exact(2).map(|ends| &ends[0] - &ends[1]).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The last place.
    pub fn greatest(&self) -> Option<Nat> {
        self.ends.first().map(|end| end - 1u8)
    }

    /// The first place.
    pub fn least(&self) -> Option<&Nat> {
        self.ends.last()
    }

    /// Bytes held on the heap.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.ends.as_slice()) + self.ends.iter().map(heap_bytes).sum::<usize>()
    }
}

impl Ord for Heads {
    fn cmp(&self, other: &Self) -> Ordering {
        let same = self.ends.iter().zip(&other.ends).take_while(|(a, b)| a == b).count();
        let (one, two) = (self.ends.get(same), other.ends.get(same));
        // The place just before the greater end is in that set iff an even number precede it.
        let order = one.cmp(&two);
        if same % 2 == 0 { order } else { order.reverse() }
    }
}

impl PartialOrd for Heads {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::fmt::Display for Heads {
    /// Ascending, as it is typed: three places or more side by side as a range.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let run = |(from, to): (&Nat, Nat)| {
            if *from == to {
                return from.to_string();
            }
            let between = if from + 1u8 == to { "," } else { ".." };
            format!("{from}{between}{to}")
        };
        f.write_str(&join(self.runs().rev().map(run), ","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(bits: u32) -> Heads {
        Heads::of((0..32u32).filter(|place| bits >> place & 1 == 1).map(Nat::from))
    }

    #[test]
    fn sets_are_binary_numbers() {
        for a in 0..64u32 {
            let heads = set(a);
            let places: Vec<Nat> =
                (0..6u32).rev().filter(|p| a >> p & 1 == 1).map(Nat::from).collect();
            assert!(heads.descending().eq(places.iter().cloned()), "{a}");
            assert_eq!(heads.len(), Nat::from(places.len()));
            assert_eq!(heads.greatest().as_ref(), places.first());
            assert_eq!(heads.least(), places.last());
            for place in 0..8u32 {
                assert_eq!(heads.contains(&place.into()), a >> place & 1 == 1, "{a} {place}");
            }
            for b in 0..64u32 {
                assert_eq!(heads.cmp(&set(b)), a.cmp(&b), "{a} {b}");
                assert_eq!(heads.turned(&set(b)), set(a ^ b), "{a} {b}");
            }
        }
        assert_eq!(set(0b1110_1101_0011).to_string(), "0,1,4,6,7,9..11");
        assert_eq!(Heads::run(5u8.into(), 4u8.into()), Heads::default());
    }
}
