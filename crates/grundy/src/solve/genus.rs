//! Genus symbols: the Grundy value of a game and its misère values beside nim-heaps of two.
//!
//! The *misère Grundy value* g-(G) is 1 for finished positions, else the mex of g- of the options. A sum of
//! G and a nim-heap of n is P in misère play iff n = g-(G). The *genus* of G is written g^{g0 g1 g2 …}: g is
//! the Grundy value of normal play, g_i is g- of the sum of G and i nim-heaps of two (J. H. Conway, *On Numbers
//! and Games* ch. 12, 1976; E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* ch. 13, 1982).
//!
//! # From the genera of the options
//!
//! **Lemma.** g-(G + *1) = g-(G) xor 1. By induction: the values of the options of G + *1 are s xor 1 for the
//! values s of options of G, and m = g-(G). If G is finished, they are 1 alone, and the mex is 0. Otherwise m is
//! the mex of the s. If m is even, the s xor 1 contain all numbers less than m and not m + 1, and m is there: the
//! mex is m + 1. If m is odd, they contain all numbers less than m - 1 and not m - 1, and m is not m - 1: the mex
//! is m - 1.
//!
//! So g_0 is the mex of the options' g_0 (1 if there is none), and g_{i+1} is the mex of g_i, g_i xor 1 and the
//! options' g_{i+1}: from one of the heaps of two a player moves to *1 or to nothing.
//!
//! **Lemma.** If from i on each option's values alternate, g'_{j+1} = g'_j xor 2 for j >= i, those of G alternate
//! from i + 1 on. Let S be the set of the options' g'_i; at i + 1 it is S' = {s xor 2}, at i + 2 it is S again. Look
//! at the first block {4k, …, 4k + 3} that is not in S; it is the first that is not in S', too.
//!
//! * If S misses numbers in one of the pairs {4k, 4k + 1}, {4k + 2, 4k + 3} only, S' misses numbers in the other
//!   one only. As g_i is not in S, it is not in the pair where S' misses some; so g_{i+1} is the least number
//!   missing there, g_{i+2} the least that is missing in S, and so on in turn: these differ by xor 2.
//! * If S misses numbers in both pairs, so does S'. Then g_{i+1} is in the block; g_{i+2} is the least number that S
//!   misses in the pair without g_{i+1}, g_{i+3} the least one that S' misses in the pair with g_{i+1}. What S
//!   misses in one pair is, by xor 2, what S' misses in the other one.
//!
//! So a genus is told by finitely many numbers: after them the last two are repeated.

use super::tame::Tame;
use crate::nimber::MexSet;
use std::fmt;

/// A genus symbol. The misère values are those of G + i *2 for i = 0, 1, …, with the shortest beginning after
/// which the last two are repeated for ever; these differ by xor 2.
///
/// ```
/// use grundy::solve::genus::Genus;
/// let zero = Genus::finished();
/// let one = Genus::of_options([&zero]);
/// let two = Genus::of_options([&zero, &one]);
/// assert_eq!([&zero, &one, &two].map(ToString::to_string), ["0^120", "1^031", "2^20"]);
/// let wild = Genus::of_options([&two]);
/// assert_eq!((wild.to_string(), wild.beside_twos(3)), ("0^02".to_owned(), 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    normal: u64,
    /// At least two.
    misere: Vec<u64>,
}

impl Genus {
    /// Of a position without moves: 0^120.
    pub fn finished() -> Self {
        Self { normal: 0, misere: vec![1, 2, 0] }
    }

    /// Of a position that has options of these genera.
    ///
    /// # Complexity
    /// O(k n) for n options with k misère values each.
    pub fn of_options<'g>(options: impl IntoIterator<Item = &'g Self>) -> Self {
        let options: Vec<&Self> = options.into_iter().collect();
        if options.is_empty() {
            return Self::finished();
        }
        let mut mex = MexSet::default();
        options.iter().for_each(|option| mex.insert(option.normal));
        let normal = mex.mex();
        let longest = options.iter().map(|option| option.misere.len()).max().unwrap_or(2);
        let mut misere: Vec<u64> = Vec::with_capacity(longest + 2);
        // All options alternate from the second last of the longest beginning on, so what is found
        // alternates two steps later.
        for i in 0..longest + 2 {
            mex.clear();
            options.iter().for_each(|option| mex.insert(option.beside_twos(i)));
            if let Some(&last) = misere.last() {
                mex.insert(last);
                mex.insert(last ^ 1);
            }
            misere.push(mex.mex());
        }
        Self { normal, misere }.shortened()
    }

    /// Of a position with these misère values beside 0, 1, 2, … nim-heaps of two, after which the last two
    /// are repeated; `None` if the last two do not differ by xor 2.
    pub fn from_values(normal: u64, misere: Vec<u64>) -> Option<Self> {
        let [.., a, b] = misere[..] else { return None };
        (a ^ b == 2).then(|| Self { normal, misere }.shortened())
    }

    /// Of a tame position.
    pub fn of_tame(tame: &Tame) -> Self {
        match *tame {
            Tame::Fickle(false) => Self::finished(),
            Tame::Fickle(true) => Self { normal: 1, misere: vec![0, 3, 1] },
            Tame::Firm(n) => Self { normal: n, misere: vec![n, n ^ 2] },
        }
    }

    fn shortened(mut self) -> Self {
        while let [.., a, _, c] = self.misere[..]
            && a == c
        {
            self.misere.pop();
        }
        self
    }

    /// The Grundy value in normal play.
    pub fn normal(&self) -> u64 {
        self.normal
    }

    /// The misère Grundy value: 0 iff the position is P in misère play.
    pub fn misere(&self) -> u64 {
        self.misere[0]
    }

    /// The misère Grundy value beside so many nim-heaps of two.
    pub fn beside_twos(&self, count: usize) -> u64 {
        let last = self.misere.len() - 1;
        match count.checked_sub(last) {
            None => self.misere[count],
            Some(beyond) => self.misere[last] ^ (2 * (beyond as u64 & 1)),
        }
    }

    /// The misère values as far as they do not repeat.
    pub fn values(&self) -> &[u64] {
        &self.misere
    }

    /// The genus of the sum with *1.
    #[must_use]
    pub fn plus_one(&self) -> Self {
        Self { normal: self.normal ^ 1, misere: self.misere.iter().map(|g| g ^ 1).collect() }
    }

    /// The type of the tame positions that have this genus, if there are any. A position that has it need
    /// not be tame: its options may be wild.
    pub fn as_tame(&self) -> Option<Tame> {
        let tame = Tame::of(self.normal, self.misere())?;
        (Self::of_tame(&tame) == *self).then_some(tame)
    }
}

impl fmt::Display for Genus {
    /// As `3^1431`; with commas and braces where a number has two digits: `8^{8,10}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.misere.iter().map(u64::to_string).collect();
        match self.misere.iter().all(|&g| g < 10) {
            true => write!(f, "{}^{}", self.normal, words.concat()),
            false => write!(f, "{}^{{{}}}", self.normal, words.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_alternate_where_they_are_said_to() {
        // Options at random: the recursion carried on far beyond.
        let mut random = fastrand::Rng::with_seed(1);
        let mut next = |below: u64| random.u64(..below);
        let mut known = vec![Genus::finished()];
        for _ in 0..3000 {
            let count = 1 + next(5);
            let options: Vec<Genus> =
                (0..count).map(|_| known[next(known.len() as u64) as usize].clone()).collect();
            let genus = Genus::of_options(&options);
            let mut before: Option<u64> = None;
            for i in 0..40 {
                let mut mex = MexSet::default();
                options.iter().for_each(|option| mex.insert(option.beside_twos(i)));
                before.into_iter().for_each(|g| {
                    mex.insert(g);
                    mex.insert(g ^ 1);
                });
                assert_eq!(genus.beside_twos(i), mex.mex(), "{options:?} {i}");
                before = Some(mex.mex());
            }
            let mut again = known.iter();
            if again.all(|old| *old != genus) {
                known.push(genus);
            }
        }
        assert!(known.len() > 100, "{}", known.len());
        assert!(known.iter().any(|genus| genus.values().len() > 4));
    }

    #[test]
    fn sums_of_nim_heaps_have_the_genus_of_their_type() {
        // *2 + *2 by its options: *2, *2 + *1.
        let heaps: Vec<Genus> = (0..4u64)
            .scan(Vec::new(), |below: &mut Vec<Genus>, _| {
                below.push(Genus::of_options(&*below));
                below.last().cloned()
            })
            .collect();
        let twice = Genus::of_options([&heaps[2], &heaps[3]]);
        assert_eq!((twice.to_string(), twice.as_tame()), ("0^02".into(), Some(Tame::Firm(0))));
        assert_eq!(heaps[2].plus_one(), heaps[3]);
        assert_eq!(Genus::of_tame(&Tame::Firm(8)).to_string(), "8^{8,10}");
        assert_eq!(Genus::from_values(0, vec![1, 2, 0, 2]), Some(Genus::finished()));
        assert_eq!(Genus::from_values(0, vec![1]), None);
    }
}
