//! The sets of numbers of the divisor game: their three forms, and what a choice leaves of them.

use crate::game::join;
use crate::nat::{self, Nat, to_u64};
use crate::ruleset::{Full, Options};

/// A set of positive numbers; each set has one form only.
///
/// Sets within 1..=64 compare as binary numbers, in which the numbers 1, 2, 3, … are the bits from
/// the lowest up; after them come the others.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Numbers {
    /// A set within 1..=64: bit a-1 stands for a.
    Small(u64),
    /// A set with a greater number, at most half full: the numbers in increasing order.
    Sparse(Box<[Nat]>),
    /// A set with a greater number, more than half full: the greatest number, and in increasing
    /// order those below it that are missing.
    Dense(Nat, Box<[Nat]>),
}

/// The divisors of 1..=64 as sets: entry a-1 for a.
pub(super) static DIVISORS: [u64; 64] = {
    let mut divisors = [0; 64];
    let mut a = 1;
    while a <= 64 {
        let mut d = 1;
        while d <= a {
            if a % d == 0 {
                divisors[a - 1] |= 1 << (d - 1);
            }
            d += 1;
        }
        a += 1;
    }
    divisors
};

pub(super) fn divides(d: &Nat, a: &Nat) -> bool {
    (a % d).is_zero()
}

impl Numbers {
    /// The set of the numbers 1..=n.
    pub fn up_to(n: Nat) -> Self {
        match to_u64(&n) {
            Some(n @ 0..=63) => Self::Small((1 << n) - 1),
            Some(64) => Self::Small(u64::MAX),
            _ => Self::Dense(n, Box::default()),
        }
    }

    /// The set of these positive numbers, given in increasing order without repeats.
    pub(super) fn from_sorted(list: Vec<Nat>) -> Self {
        let Some(greatest) = list.last() else { return Self::Small(0) };
        if let Some(1..=64) = to_u64(greatest) {
            let bit = |a: &Nat| 1 << (to_u64(a).unwrap_or(1) - 1);
            return Self::Small(list.iter().map(bit).fold(0, |set, bit| set | bit));
        }
        if Nat::from(list.len()) * 2u8 <= *greatest {
            return Self::Sparse(list.into());
        }
        let mut missing = Vec::new();
        let mut next = Nat::ONE;
        for a in &list {
            missing.extend(nat::range(next, a.clone()));
            next = a + 1u8;
        }
        Self::Dense(greatest.clone(), missing.into())
    }

    /// The set 1..=n without the numbers of `missing`, which is increasing.
    fn without(mut n: Nat, mut missing: Vec<Nat>) -> Self {
        while missing.last().is_some_and(|last| *last == n) {
            missing.pop();
            n -= 1u8;
        }
        let small = n <= Nat::from(64u8);
        if !small && Nat::from(missing.len()) * 2u8 < n {
            return Self::Dense(n, missing.into());
        }
        Self::from_sorted(others(&n, &missing).collect())
    }

    /// n, if these are the numbers 1..=n.
    pub(super) fn whole(&self) -> Option<Nat> {
        match self {
            Self::Small(set) if set & set.wrapping_add(1) == 0 => Some(set.count_ones().into()),
            Self::Dense(n, missing) if missing.is_empty() => Some(n.clone()),
            _ => None,
        }
    }

    /// The numbers in increasing order.
    pub(super) fn list(&self) -> Vec<Nat> {
        match self {
            Self::Small(set) => {
                (1..=64u8).filter(|a| set >> (a - 1) & 1 == 1).map(Nat::from).collect()
            }
            Self::Sparse(list) => list.to_vec(),
            Self::Dense(n, missing) => others(n, missing).collect(),
        }
    }

    pub(super) fn has_more_than(&self, count: usize) -> bool {
        match self {
            Self::Small(set) => set.count_ones() as usize > count,
            Self::Sparse(list) => list.len() > count,
            Self::Dense(n, missing) => *n > Nat::from(count) + missing.len(),
        }
    }
}

/// The numbers 1..=n that are not `missing`, which is increasing.
fn others(n: &Nat, missing: &[Nat]) -> impl Iterator<Item = Nat> {
    let mut gone = missing.iter().peekable();
    nat::range(Nat::ONE, n + 1u8).filter(move |a| gone.next_if(|&gone| gone == a).is_none())
}

/// Pushes what is left of 1..=n without `missing` after each choice.
pub(super) fn dense_options(
    n: &Nat,
    missing: &[Nat],
    out: &mut Options<Numbers>,
) -> Result<(), Full> {
    others(n, missing).try_for_each(|chosen| {
        let mut after = missing.to_vec();
        // Divisors in pairs d, chosen/d: the square root bounds the work.
        let mut d = Nat::ONE;
        while &d * &d <= chosen {
            if divides(&d, &chosen) {
                after.push(&chosen / &d);
                after.push(d.clone());
            }
            d += 1u8;
        }
        after.sort_unstable();
        after.dedup();
        out.push([Numbers::without(n.clone(), after)])
    })
}

/// The numbers as they are typed, runs of three and more as ranges.
pub(super) fn print_list(numbers: &Numbers) -> String {
    let mut runs: Vec<(Nat, Nat)> = Vec::new();
    let mut add = |from: Nat, to: Nat| {
        if from <= to {
            runs.push((from, to));
        }
    };
    match numbers {
        Numbers::Dense(n, missing) => {
            let mut next = Nat::ONE;
            for gone in missing {
                if next < *gone {
                    add(next, gone - 1u8);
                }
                next = gone + 1u8;
            }
            add(next, n.clone());
        }
        _ => numbers.list().into_iter().for_each(|a| add(a.clone(), a)),
    }
    let texts = runs.iter().map(|(from, to)| match to - from {
        none if none.is_zero() => from.to_string(),
        one if one.is_one() => format!("{from},{to}"),
        _ => format!("{from}..{to}"),
    });
    join(texts, ",")
}
