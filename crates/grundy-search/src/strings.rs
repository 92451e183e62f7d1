//! Nimstring: strings between coins and the ground; whoever frees a coin moves again.

use crate::rules::{Splitting, Sums};
use crate::sets::vertices;

/// Strings between coins, and from coins to the ground. A move cuts a string; who cuts the last string of a coin frees
/// it and moves again, anywhere; whoever cannot move loses.
///
/// # Theorem
/// Let a coin A be held by one string t alone, whose other end is B.
///
/// 1. If B is a coin held by t and just one other string u, and what u holds besides is the ground or held by further
///    strings, then the position is *loony*: the player to move wins, whatever is beside it.
/// 2. If not, the position has the outcome of that without t, whatever is beside both.
///
/// A position without such coins is worth the least number that is not the value of an option, where loony options
/// do not count.
///
/// # Proof
/// By induction on the number of strings and on how long play lasts in X, which is what is beside. A move in X leaves
/// (1) and (2) as they are, so of moves in X the induction says that they win in both or in none.
///
/// (1) Cutting t and then u frees A and B, and leaves the move in the rest R, beside X. Cutting u frees nothing, and
/// leaves t: by (2) the other player has the outcome of R beside X. One of both wins.
///
/// (2) Whoever wins without t cuts t, moves again, and wins. Let the player to move lose without t. To cut t leaves him
/// there. Let him cut another string s. It frees a coin just if it does so without t: else it would free B when t is
/// gone, so B would be held by t and s alone, and since (1) does not hold s frees its other end anyway. If (2) holds
/// after s, the outcome is that of s in the position without t, which loses. If (1) does, B was held by t, s and u, and
/// the next player wins: that is the other one, unless s freed its other end D. But then (1) holds of the coin D in the
/// position without t, which the player to move would win.
///
/// Without such coins no move frees one, and options are left to the other player: the theorem of Sprague and Grundy,
/// where nobody moves to a loony position.
///
/// # Complexity
/// To list the options: O(strings · coins) operations on words of 64 bits.
///
/// # Literature
/// E. Berlekamp, J. Conway, R. Guy, *Winning Ways*, ch. 16; E. Berlekamp, *The Dots and Boxes Game* (2000).
#[derive(Clone, Debug, Default)]
pub struct Strings {
    /// Coins, or the ground: of each string the numbers of its ends.
    ends: Vec<(usize, usize)>,
    /// The strings that hold each coin.
    at: Vec<u64>,
    /// Which number is the ground's.
    ground: Option<usize>,
    /// Of each string those with the same ends that come later.
    later: Vec<u64>,
}

impl Strings {
    /// The greatest number of strings.
    pub const STRINGS: usize = 64;

    /// Strings between coins 0, 1, …, one of which may be the ground; `None` if there are too many, or if one has both
    /// ends at one coin.
    pub fn new(ends: Vec<(usize, usize)>, ground: Option<usize>) -> Option<Self> {
        if ends.len() > Self::STRINGS || ends.iter().any(|(u, v)| u == v) {
            return None;
        }
        let count = ends.iter().map(|&(u, v)| u.max(v) + 1).max().unwrap_or(0);
        let mut at = vec![0u64; count];
        for (string, &(u, v)) in ends.iter().enumerate() {
            at[u] |= 1 << string;
            at[v] |= 1 << string;
        }
        let same = |a: (usize, usize), b: (usize, usize)| a == b || (a.1, a.0) == b;
        let later = (0..ends.len()).map(|string| {
            let others = string + 1..ends.len();
            others.filter(|&other| same(ends[string], ends[other])).fold(0, |set, s| set | 1 << s)
        });
        let later = later.collect();
        Some(Self { ends, at, ground, later })
    }

    /// All strings.
    pub fn all(&self) -> u64 {
        match self.ends.len() {
            0 => 0,
            count => u64::MAX >> (64 - count),
        }
    }

    /// The ends of a string.
    pub fn ends(&self, string: usize) -> (usize, usize) {
        self.ends[string]
    }

    /// The number of the ground.
    pub fn ground(&self) -> Option<usize> {
        self.ground
    }

    /// Whether a string is the last one left of those with its ends.
    pub fn is_last(&self, left: u64, string: usize) -> bool {
        self.later[string] & left == 0
    }

    /// Whether a cut that leaves these strings freed a coin.
    pub fn frees(&self, left: u64, cut: usize) -> bool {
        let (u, v) = self.ends[cut];
        [u, v].into_iter().any(|end| Some(end) != self.ground && self.holds(left, end) == 0)
    }

    fn holds(&self, left: u64, coin: usize) -> u64 {
        self.at[coin] & left
    }

    /// What is left when coins that one string holds are freed, by the theorem; `None` if the position is loony.
    pub fn settled(&self, mut left: u64) -> Option<u64> {
        let mut coins: Vec<usize> = (0..self.at.len()).collect();
        while let Some(coin) = coins.pop() {
            let string = self.holds(left, coin);
            if Some(coin) == self.ground || !string.is_power_of_two() {
                continue;
            }
            let (u, v) = self.ends[string.trailing_zeros() as usize];
            let other = if u == coin { v } else { u };
            if Some(other) != self.ground {
                let next = self.holds(left, other) & !string;
                if next.is_power_of_two() {
                    let (u, v) = self.ends[next.trailing_zeros() as usize];
                    let end = if u == other { v } else { u };
                    if Some(end) == self.ground || self.holds(left, end) != next {
                        return None;
                    }
                }
                coins.push(other);
            }
            left &= !string;
        }
        Some(left)
    }

    /// The strings that hang together by coins, each set by itself.
    pub fn parts(&self, left: u64, mut part: impl FnMut(u64)) {
        let mut rest = left;
        while rest != 0 {
            let (mut own, mut open) = (0u64, rest & rest.wrapping_neg());
            while open != 0 {
                own |= open;
                let mut near = 0u64;
                for string in vertices(open.into()) {
                    let (u, v) = self.ends[string];
                    for end in [u, v] {
                        if Some(end) != self.ground {
                            near |= self.holds(rest, end);
                        }
                    }
                }
                open = near & !own;
            }
            rest &= !own;
            part(own);
        }
    }
}

impl Splitting for Strings {
    const MAX_VALUED_SIZE: u32 = 14;

    type Part = u64;

    fn key(&self, part: &u64) -> u128 {
        (*part).into()
    }

    fn size(&self, part: &u64) -> u32 {
        part.count_ones()
    }

    /// Of strings with the same ends the last one left is cut.
    fn options(&self, part: &u64, out: &mut Sums<u64>) {
        for string in vertices((*part).into()).filter(|&string| self.is_last(*part, string)) {
            if let Some(left) = self.settled(part & !(1 << string)) {
                self.parts(left, |part| out.part(part));
                out.end();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Search};
    use std::collections::HashMap;

    /// The rules as they are told, beside a nim-heap.
    struct Told<'a> {
        strings: &'a Strings,
        known: HashMap<(u64, u32), bool>,
    }

    impl Told<'_> {
        /// Whether the player to move wins.
        fn wins(&mut self, left: u64, heap: u32) -> bool {
            if let Some(&known) = self.known.get(&(left, heap)) {
                return known;
            }
            let mut wins = (0..heap).any(|less| !self.wins(left, less));
            for string in vertices(left.into()) {
                let after = left & !(1 << string);
                let (u, v) = self.strings.ends[string];
                let is_free = |end: usize| {
                    Some(end) != self.strings.ground && self.strings.at[end] & after == 0
                };
                let again = is_free(u) || is_free(v);
                wins |= self.wins(after, heap) == again;
            }
            self.known.insert((left, heap), wins);
            wins
        }
    }

    #[test]
    fn values_are_those_of_the_rules_as_they_are_told() {
        let mut rng = fastrand::Rng::with_seed(7);
        let bounds = Bounds { memory: 1 << 22, threads: 1, look: &|_| true };
        let (mut loony, mut numbers) = (0, [0; 5]);
        for case in 0..600 {
            let coins = rng.usize(1..8);
            let count = rng.usize(1..11);
            let ground = (case % 4 > 0).then_some(0);
            let mut ends = Vec::new();
            while ends.len() < count {
                let (u, v) = (rng.usize(0..=coins), rng.usize(0..=coins));
                if u != v {
                    ends.push((u, v));
                }
            }
            let strings = Strings::new(ends, ground).unwrap();
            let mut told = Told { strings: &strings, known: HashMap::new() };
            let mut search = Search::default();
            for left in [strings.all(), strings.all() & rng.u64(..), strings.all() & rng.u64(..)] {
                // A number of moves is more than any value.
                let expected = (0..=10).find(|&heap| !told.wins(left, heap));
                let found = strings.settled(left).map(|left| {
                    let mut parts = Vec::new();
                    strings.parts(left, |part| parts.push(part));
                    search.value(&strings, &parts, &bounds).unwrap()
                });
                assert_eq!(found, expected, "{strings:?} {left:b}");
                match expected {
                    None => loony += 1,
                    Some(value) => numbers[value as usize] += 1,
                }
            }
        }
        assert!(loony > 300 && numbers[0].min(numbers[1]) > 100 && numbers[2] > 50, "{numbers:?}");
    }

    #[test]
    fn chains_of_coins_are_loony_where_they_hang_on_something() {
        let chain = |ends: Vec<(usize, usize)>| {
            let strings = Strings::new(ends, Some(0)).unwrap();
            strings.settled(strings.all())
        };
        // A coin on the ground, two and three coins that hold each other alone.
        assert_eq!(chain(vec![(0, 1)]), Some(0));
        assert_eq!(chain(vec![(1, 2)]), Some(0));
        assert_eq!(chain(vec![(1, 2), (2, 3)]), Some(0));
        assert_eq!(chain(vec![(1, 2), (2, 3), (3, 4)]), None);
        assert_eq!(chain(vec![(1, 2), (2, 0)]), None);
        // A coin that hangs on one held by three strings.
        assert_eq!(chain(vec![(1, 2), (2, 0), (2, 0)]), Some(0b110));
        assert_eq!(Strings::new(vec![(1, 1)], None).map(|_| ()), None);
    }
}
