//! Grundy values of sets of numbers where a move removes a number and all its divisors.

use crate::context::{Context, LimitKind, Stop};
use crate::nat::{Nat, to_u64};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// The subsets of a set of positive numbers, at most [`MAX`](Self::MAX) of them: a move chooses a
/// number and removes it and all its divisors that remain.
///
/// Only the order by divisibility matters. Numbers that no chain of divisors and multiples within
/// the subset connects are parts of a sum, so values are kept for connected subsets alone; numbers
/// without a divisor or multiple count by parity. Primes p and q whose multiples in the set are
/// p j and q j for the same j, none of which p or q divides, may be exchanged: of the subsets that
/// differ by such exchanges one is kept.
///
/// # Complexity
/// O(connected subsets met * numbers^2) for a value; about 350 subsets for the numbers 1..40,
/// 1600 for 1..50, 5800 for 1..60, 32 000 for 1..70, 100 000 for 1..80.
#[derive(Clone, Debug)]
pub struct DivisorSets {
    /// The numbers in the order of the bits: the multiples of exchangeable primes side by side.
    numbers: Vec<Nat>,
    /// For each number its divisors, itself among them.
    divisors: Vec<u128>,
    /// For each number its divisors and multiples.
    related: Vec<u128>,
    swaps: Vec<Swap>,
    known: HashMap<u128, u8, RandomState>,
    /// The limit of moves at which a value was not found, and of which subset.
    given_up: Option<(u128, u64)>,
}

/// Exchangeable primes: `count` of them with `width` multiples each, from bit `first` on.
#[derive(Clone, Copy, Debug)]
struct Swap {
    first: usize,
    width: usize,
    count: usize,
}

/// Exchanges are looked for among numbers up to this.
const MAX_EXCHANGED: u64 = 1 << 20;

impl DivisorSets {
    /// How many numbers there may be.
    pub const MAX: usize = 128;

    /// The subsets of these different positive numbers; `None` if there are too many.
    pub fn new(list: &[Nat]) -> Option<Self> {
        if list.len() > Self::MAX || list.iter().any(Nat::is_zero) {
            return None;
        }
        let (numbers, swaps) = arrange(list);
        let set_of = |holds: &dyn Fn(&Nat) -> bool| {
            let bits = numbers.iter().enumerate().filter(|(_, b)| holds(b));
            bits.fold(0u128, |set, (i, _)| set | 1 << i)
        };
        let divides = |d: &Nat, a: &Nat| (a % d).is_zero();
        let divisors = numbers.iter().map(|a| set_of(&|b| divides(b, a))).collect();
        let related = numbers.iter().map(|a| set_of(&|b| divides(b, a) || divides(a, b))).collect();
        let known = HashMap::default();
        Some(Self { numbers, divisors, related, swaps, known, given_up: None })
    }

    /// The subset with these numbers, `None` if some are not in the set.
    pub fn subset(&self, list: &[Nat]) -> Option<u128> {
        list.iter()
            .try_fold(0, |set, a| self.numbers.iter().position(|b| a == b).map(|i| set | 1 << i))
    }

    /// The Grundy value of a subset.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or at a limit; what was found by then is kept. A tenth of the moves
    /// of a search are allowed, because one of these takes as long as ten.
    pub fn value(&mut self, set: u128, context: &Context<'_>) -> Result<u64, Stop> {
        let most = context.limits.moves / 10;
        if let Some((subset, moves)) = self.given_up
            && subset == set
            && moves >= most
        {
            return Err(too_many(most));
        }
        let mut search = Search { moves: 0, most, context };
        let result = self.sum(set, &mut search);
        if let Err(Stop::Limit { kind: LimitKind::Positions | LimitKind::Memory, .. }) = result {
            self.given_up = Some((set, most));
        }
        result.map(u64::from)
    }

    /// The Grundy value of a subset, if it was found before.
    pub fn found(&self, mut set: u128) -> Option<u64> {
        let mut value = 0;
        while set != 0 {
            let part = self.first_part(set);
            set &= !part;
            value ^= match part.is_power_of_two() {
                true => 1,
                false => *self.known.get(&self.swapped(part))?,
            };
        }
        Some(value.into())
    }

    /// The connected part of the first number in a subset that is not empty.
    fn first_part(&self, set: u128) -> u128 {
        let mut part = set & set.wrapping_neg();
        let mut open = part;
        while open != 0 {
            let new = self.related[open.trailing_zeros() as usize] & set & !part;
            part |= new;
            open = open & (open - 1) | new;
        }
        part
    }

    /// The nim-sum of the values of a subset's connected parts.
    fn sum(&mut self, mut set: u128, search: &mut Search<'_>) -> Result<u8, Stop> {
        let mut value = 0;
        while set != 0 {
            search.step(self.known.len())?;
            let part = self.first_part(set);
            set &= !part;
            value ^= if part.is_power_of_two() { 1 } else { self.connected(part, search)? };
        }
        Ok(value)
    }

    /// The value of a connected subset. The recursion is as deep as moves follow each other, so no
    /// deeper than there are numbers.
    fn connected(&mut self, part: u128, search: &mut Search<'_>) -> Result<u8, Stop> {
        let part = self.swapped(part);
        if let Some(&value) = self.known.get(&part) {
            return Ok(value);
        }
        // A value is at most the number of options.
        let mut seen = [0u128; 2];
        let mut rest = part;
        while rest != 0 {
            let left = part & !self.divisors[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            let value = self.sum(left, search)?;
            seen[usize::from(value) / 128] |= 1 << (value % 128);
        }
        let value = match seen[0].trailing_ones() {
            128 => 128 + seen[1].trailing_ones() as u8,
            ones => ones as u8,
        };
        self.known.insert(part, value);
        Ok(value)
    }

    /// Of the subsets that exchanges of primes make of this one, always the same.
    fn swapped(&self, mut set: u128) -> u128 {
        for &Swap { first, width, count } in &self.swaps {
            let mask = (1u128 << width) - 1;
            let mut multiples = [0u128; Self::MAX];
            let multiples = &mut multiples[..count];
            for (i, multiples) in multiples.iter_mut().enumerate() {
                *multiples = set >> (first + i * width) & mask;
            }
            if multiples.is_sorted() {
                continue;
            }
            multiples.sort_unstable();
            for (i, multiples) in multiples.iter().enumerate() {
                let at = first + i * width;
                set = set & !(mask << at) | multiples << at;
            }
        }
        set
    }
}

/// What one question has cost so far.
struct Search<'c> {
    moves: u64,
    most: u64,
    context: &'c Context<'c>,
}

impl Search<'_> {
    fn step(&mut self, known: usize) -> Result<(), Stop> {
        self.moves += 1;
        if self.moves > self.most {
            return Err(too_many(self.most));
        }
        if self.moves.is_multiple_of(1 << 12) {
            self.context.look("looking for values of sets of numbers", self.moves)?;
            self.context.check_positions(known as u64, || "searching sets of numbers".into())?;
            // A table of 32 bytes an entry, up to half empty, and the new one while it grows.
            self.context.check_memory(128 * known as u64, || "searching sets of numbers".into())?;
        }
        Ok(())
    }
}

fn too_many(most: u64) -> Stop {
    Stop::Limit {
        kind: LimitKind::Positions,
        what: format!("looking for values of sets of numbers: more than {most} moves are needed"),
    }
}

/// The numbers with the multiples of exchangeable primes side by side, and where these are.
fn arrange(list: &[Nat]) -> (Vec<Nat>, Vec<Swap>) {
    let Some(small) = list.iter().map(|a| to_u64(a).filter(|&a| a <= MAX_EXCHANGED)).collect()
    else {
        return (list.to_vec(), Vec::new());
    };
    let small: Vec<u64> = small;
    // Primes by what their multiples are multiples by.
    let mut classes: Vec<(Vec<u64>, Vec<u64>)> = Vec::new();
    for p in primes_of(&small) {
        let factors: Vec<u64> =
            small.iter().filter(|a| a.is_multiple_of(p)).map(|a| a / p).collect();
        let class = classes.iter_mut().find(|(key, _)| *key == factors);
        match class {
            Some((_, primes)) => primes.push(p),
            None => classes.push((factors, vec![p])),
        }
    }
    let (mut order, mut swaps): (Vec<u64>, Vec<Swap>) = (Vec::new(), Vec::new());
    for (factors, primes) in classes {
        // None of the factors is a multiple of one of the primes, so each number has one place.
        let apart = primes.iter().all(|p| factors.iter().all(|j| j % p != 0));
        let fresh = |a: u64| !order.contains(&a);
        let free = primes.iter().all(|p| factors.iter().all(|j| fresh(p * j)));
        if primes.len() > 1 && apart && free {
            let (first, width) = (order.len(), factors.len());
            swaps.push(Swap { first, width, count: primes.len() });
            order.extend(primes.iter().flat_map(|p| factors.iter().map(move |j| p * j)));
        }
    }
    let rest: Vec<u64> = small.into_iter().filter(|a| !order.contains(a)).collect();
    (order.into_iter().chain(rest).map(Nat::from).collect(), swaps)
}

/// The primes that divide some of the numbers.
fn primes_of(numbers: &[u64]) -> Vec<u64> {
    let mut primes = Vec::new();
    for &number in numbers {
        let (mut rest, mut d) = (number, 2);
        while rest > 1 {
            if d * d > rest {
                d = rest;
            }
            if rest.is_multiple_of(d) {
                primes.push(d);
                while rest.is_multiple_of(d) {
                    rest /= d;
                }
            }
            d += 1;
        }
    }
    primes.sort_unstable();
    primes.dedup();
    primes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;

    fn plain(list: &[u64], known: &mut HashMap<Vec<u64>, u64>) -> u64 {
        if let Some(&value) = known.get(list) {
            return value;
        }
        let left = |x: u64| list.iter().copied().filter(|a| !x.is_multiple_of(*a)).collect();
        let options: Vec<Vec<u64>> = list.iter().map(|&x| left(x)).collect();
        let value = mex(options.iter().map(|left| plain(left, known)).collect::<Vec<_>>());
        known.insert(list.to_vec(), value);
        value
    }

    #[track_caller]
    fn check(list: &[u64]) {
        let nats: Vec<Nat> = list.iter().map(|&a| a.into()).collect();
        let mut sets = DivisorSets::new(&nats).unwrap();
        let mut known = HashMap::default();
        plain(list, &mut known);
        for (left, value) in known {
            let left: Vec<Nat> = left.into_iter().map(Nat::from).collect();
            let set = sets.subset(&left).unwrap();
            assert_eq!(sets.value(set, &Context::default()), Ok(value), "{left:?}");
        }
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for n in 1..=18 {
            check(&(1..=n).collect::<Vec<_>>());
        }
        check(&[6, 10, 15, 30, 2, 3, 5, 7]);
        check(&[4, 9, 25, 36, 100, 225]);
        check(&[14, 21, 22, 33, 26, 39, 2, 3, 77, 91]);
        check(&[5, 7, 35, 10, 14, 70, 20, 28]);
        check(&[1 << 21, 1 << 22, 3 << 21, 7]);
    }

    #[test]
    fn exchangeable_primes_lie_side_by_side() {
        let list: Vec<Nat> = (1..=40u8).map(Nat::from).collect();
        let sets = DivisorSets::new(&list).unwrap();
        // 23, 29, 31, 37 alone; 17, 19 with their doubles; 11, 13 up to their threefold.
        let mut kinds: Vec<_> = sets.swaps.iter().map(|swap| (swap.width, swap.count)).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, [(1, 4), (2, 2), (3, 2)]);
        assert_eq!(sets.subset(&[41u8.into()]), None);
        assert!(DivisorSets::new(&(1..=129u8).map(Nat::from).collect::<Vec<_>>()).is_none());
    }

    #[test]
    fn what_was_given_up_is_not_tried_again_with_no_more_moves() {
        let list: Vec<Nat> = (1..=60u8).map(Nat::from).collect();
        let mut sets = DivisorSets::new(&list).unwrap();
        let all = sets.subset(&list).unwrap();
        let few = Context::new(crate::context::Limits::default().with_positions(1000));
        assert!(sets.value(all, &few).is_err());
        let known = sets.known.len();
        assert!(sets.value(all, &few).is_err());
        assert_eq!(sets.known.len(), known);
        assert_eq!(sets.value(all, &Context::default()), Ok(23));
    }

    #[test]
    fn example_of_new() {
        use crate::theory::divisor_sets::DivisorSets;
        let list: Vec<_> = (1..=40u8).map(Into::into).collect();
        let mut sets = DivisorSets::new(&list).unwrap();
        let all = sets.subset(&list).unwrap();
        assert_eq!(sets.value(all, &Default::default()), Ok(16));
    }
}
