//! Misère play of Moore's Nim_k.
//!
//! **Theorem** (Yamasaki 1980). *Where some heap exceeds 1, the outcome is that of normal play. Else the
//! position is P iff the number of ones is 1 more than a multiple of k+1.*
//!
//! Proof. Ones alone: a move takes 1 to k of them, and whoever takes the last one loses. A P-position of normal play
//! with a heap above 1 has k+1 such heaps at least, in the highest column; a move leaves one of them, and an
//! N-position of normal play. Let an N-position have b heaps above 1. If b > k, the move of normal play leaves
//! one. If b <= k, lower these to 0 or 1 and take up to k - b ones: of the k+1 neighbouring numbers of ones that
//! can be left, from the ones that are left at least up to b more, one is 1 more than a multiple of k+1; if so
//! many ones cannot be taken, 1 itself is among them. ∎
//!
//! # Literature
//! Y. Yamasaki, *On misère Nim-type games*, Journal of the Mathematical Society of Japan 32 (1980).

use super::Moore;
use crate::context::{Context, Stop};
use crate::game::{Found, Game, MisereLaw, Move};
use crate::nat::{Nat, to_usize};
use crate::outcome::Outcome;
use crate::theory::bounded_sums::choose;

/// Moves that leave ones only: every heap above 1 is lowered to 0 or 1, and some ones are taken.
struct ToOnes {
    /// Heaps above 1, heaps of 1, and how many of the ones may be taken.
    large: usize,
    ones: usize,
    most_taken: usize,
    /// k+1; 0 where it exceeds the number of heaps.
    modulus: usize,
}

/// While heaps are lowered one after the other: ones that are left so far, and of the heaps to come those above
/// 1, the ones, and how many ones may still be taken.
type Rest = (usize, usize, usize, usize);

impl ToOnes {
    /// Whether some of `large` heaps and `ones` ones can be left, of which at most `most` are taken, so that
    /// with `left` others their number is 1 more than a multiple of the modulus.
    fn can_end(&self, left: usize, large: usize, ones: usize, most: usize) -> bool {
        let (least, greatest) = (left + ones - ones.min(most), left + ones + large);
        // The first number from `least` on that will do.
        let first = match self.modulus {
            0 => 1,
            modulus => least + (modulus + 1 - least % modulus) % modulus,
        };
        least <= first && first <= greatest
    }

    /// The number of such moves.
    fn count(&self) -> Nat {
        let mut count = Nat::ZERO;
        for taken in 0..=self.most_taken.min(self.ones) {
            for kept in 0..=self.large {
                let left = self.ones - taken + kept;
                let ends = match self.modulus {
                    0 => left == 1,
                    modulus => left % modulus == 1,
                };
                if ends {
                    count += choose(&self.ones.into(), taken) * choose(&self.large.into(), kept);
                }
            }
        }
        count
    }

    /// The first `max` results in lexicographic order.
    fn first(&self, heaps: &[Nat], max: usize) -> Vec<Vec<Nat>> {
        let mut found = Vec::new();
        if max > 0 && self.can_end(0, self.large, self.ones, self.most_taken) {
            let mut after = heaps.to_vec();
            let rest = (0, self.large, self.ones, self.most_taken);
            self.lower(&mut after, 0, rest, max, &mut found);
        }
        found
    }

    /// Lowers the heaps from place `i` on in all ways, the least first.
    fn lower(
        &self,
        after: &mut Vec<Nat>,
        i: usize,
        (left, large, ones, most): Rest,
        max: usize,
        found: &mut Vec<Vec<Nat>>,
    ) {
        let Some(heap) = after.get(i).cloned() else {
            found.push(after.clone());
            return;
        };
        let ways: &[(u8, Rest)] = if heap.is_zero() {
            &[(0, (left, large, ones, most))]
        } else if heap.is_one() {
            &[
                (0, (left, large, ones - 1, most.wrapping_sub(1))),
                (1, (left + 1, large, ones - 1, most)),
            ]
        } else {
            &[(0, (left, large - 1, ones, most)), (1, (left + 1, large - 1, ones, most))]
        };
        for &(to, rest) in ways {
            let (left, large, ones, most) = rest;
            if found.len() < max && most <= self.most_taken && self.can_end(left, large, ones, most)
            {
                after[i] = to.into();
                self.lower(after, i + 1, rest, max, found);
            }
        }
        after[i] = heap;
    }
}

impl Moore {
    /// Whether the position is P in misère play.
    fn is_misere_p(&self, heaps: &[Nat]) -> bool {
        if heaps.iter().any(|heap| *heap > Nat::ONE) {
            return self.is_p(heaps);
        }
        let ones = heaps.iter().filter(|heap| heap.is_one()).count();
        match self.modulus(heaps.len()) {
            0 => ones == 1,
            modulus => ones % modulus == 1,
        }
    }

    /// k+1; 0 where it exceeds the number of heaps.
    fn modulus(&self, heaps: usize) -> usize {
        to_usize(&self.most).filter(|most| *most < heaps).map_or(0, |most| most + 1)
    }
}

impl MisereLaw<Vec<Nat>> for Moore {
    fn outcome(&self, heaps: &Vec<Nat>, _: &Context<'_>) -> Result<Outcome, Stop> {
        Ok(Outcome::of(!self.is_misere_p(heaps)))
    }

    fn winning_moves(
        &self,
        heaps: &Vec<Nat>,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Found<Vec<Nat>>, Stop> {
        if self.is_misere_p(heaps) {
            return Ok(Found { count: Some(Nat::ZERO), listed: Vec::new() });
        }
        let large = heaps.iter().filter(|heap| **heap > Nat::ONE).count();
        let ones = heaps.iter().filter(|heap| heap.is_one()).count();
        let most = self.most_of(large + ones);
        if large > most {
            // A heap above 1 stays, whatever is moved.
            return Ok(self.moves_to(heaps, &Nat::ZERO, max, context)?.unwrap_or_default());
        }
        // With k heaps above 1 at most, none of the moves that leave one of them leads to P.
        let to_ones =
            ToOnes { large, ones, most_taken: most - large, modulus: self.modulus(heaps.len()) };
        let listed = to_ones.first(heaps, max).into_iter();
        Ok(Found {
            count: Some(to_ones.count()),
            listed: listed.map(|after| Move { sum: vec![after], tag: 0 }).collect(),
        })
    }

    fn theorem(&self) -> &'static str {
        "Yamasaki's theorem on Moore's Nim in misère play"
    }

    fn why(&self, heaps: &Vec<Nat>) -> Vec<String> {
        let outcome = Outcome::of(!self.is_misere_p(heaps));
        let modulus = &self.most + 1u8;
        if heaps.iter().any(|heap| *heap > Nat::ONE) {
            let mut why = Vec::new();
            if self.most_of(heaps.len()) < heaps.len() {
                why.extend(Game::why(self, heaps));
            }
            why.push(format!(
                "a heap exceeds 1, so the outcome is that of normal play, where in every binary column the number of 1s is a multiple of k+1 = {modulus} iff it is P: {outcome}"
            ));
            return why;
        }
        let ones = heaps.iter().filter(|heap| heap.is_one()).count();
        vec![format!(
            "no heap exceeds 1, so misère play is P iff the number of ones is 1 more than a multiple of k+1 = {modulus}; it is {ones}: {outcome}"
        )]
    }
}
