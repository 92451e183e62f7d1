//! `cyclic-nimhoff[h]`: take from one heap, or fewer than h in all from several.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, NimLike, erase, heap_tuple};
use crate::nat::{Nat, nim_sum};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Component, ReadError};
use crate::theory::tuples;
use std::borrow::Cow;
use std::sync::Arc;

/// Cyclic Nimhoff; a position is the tuple of all heaps.
///
/// # Theorem
/// With q_i = floor(x_i / h) the Grundy value is h (q_1 xor … xor q_n) + ((x_1 + … + x_n) mod h).
/// For h = 1 that is Nim.
///
/// # Complexity
/// O(M(length)) a heap for a value, M the cost of multiplication. Moves that lower several heaps are
/// looked at one by one, within the limits.
///
/// # Literature
/// A. S. Fraenkel and M. Lorberbom, *Nimhoff games*, Journal of Combinatorial Theory A 58 (1991).
#[derive(Clone, Debug)]
pub struct CyclicNimhoff {
    h: Nat,
}

impl CyclicNimhoff {
    /// The game in which fewer than `h` are taken from several heaps together.
    ///
    /// # Panics
    /// If `h` is 0.
    pub fn new(h: Nat) -> Self {
        assert!(!h.is_zero(), "a modulus is at least 1");
        Self { h }
    }

    /// The Grundy value.
    ///
    /// ```
    /// use grundy::{games::cyclic_nimhoff::CyclicNimhoff, nat::Nat};
    /// let game = CyclicNimhoff::new(3u8.into());
    /// assert_eq!(game.value(&[4u8, 8].map(Nat::from)), Nat::from(9u8));
    /// ```
    pub fn value(&self, heaps: &[Nat]) -> Nat {
        let (quotients, sum) = self.digits(heaps);
        &self.h * quotients + sum
    }

    /// The nim-sum of the quotients, and the sum modulo h.
    fn digits(&self, heaps: &[Nat]) -> (Nat, Nat) {
        let quotients: Vec<Nat> = heaps.iter().map(|heap| heap / &self.h).collect();
        (nim_sum(&quotients), heaps.iter().sum::<Nat>() % &self.h)
    }

    /// The tuples of the value `target` that lower one heap.
    fn one_lowered(&self, heaps: &[Nat], target: &Nat) -> Vec<Vec<Nat>> {
        let (quotients, sum) = self.digits(heaps);
        let change = quotients ^ (target / &self.h);
        let lowered = heaps.iter().enumerate().filter_map(|(i, heap)| {
            // What the sum of the others wants modulo h.
            let others = (&sum + &self.h - heap % &self.h) % &self.h;
            let rest = (target % &self.h + &self.h - others) % &self.h;
            let left = ((heap / &self.h) ^ &change) * &self.h + rest;
            (left < *heap).then(|| tuples::with(heaps, i, left))
        });
        lowered.collect()
    }

    /// Calls `each` with every other tuple below `heaps` that is less by `most` at most in all, and
    /// with what is missing, as long as it wants more.
    fn each_below<E>(
        heaps: &[Nat],
        most: &Nat,
        each: &mut impl FnMut(&[Nat], &Nat) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut after = heaps.to_vec();
        let mut total = Nat::ZERO;
        loop {
            // One more from the last place where that is possible, the heaps behind it full again.
            let mut behind = Nat::ZERO;
            let place = (0..heaps.len()).rev().find(|&i| {
                let found = !after[i].is_zero() && &total - &behind < *most;
                if !found {
                    behind += &heaps[i] - &after[i];
                }
                found
            });
            let Some(place) = place else { return Ok(()) };
            after[place + 1..].clone_from_slice(&heaps[place + 1..]);
            after[place] -= 1u8;
            total = total - behind + 1u8;
            each(&after, &total)?;
        }
    }
}

/// Whether two tuples differ in more than one place.
fn in_several(heaps: &[Nat], after: &[Nat]) -> bool {
    heaps.iter().zip(after).filter(|(heap, left)| heap != left).count() > 1
}

/// So many tuples are looked at for winning moves in several heaps.
const MAX_TUPLES: u64 = 1 << 20;

impl Ruleset for CyclicNimhoff {
    type Position = Vec<Nat>;

    fn options(&self, heaps: &Vec<Nat>, out: &mut Options<Vec<Nat>>) -> Result<(), Full> {
        for i in tuples::full(heaps) {
            tuples::push_lowered(heaps, &[i], out)?;
        }
        if tuples::full(heaps).len() < 2 {
            return Ok(());
        }
        Self::each_below(heaps, &(&self.h - 1u8), &mut |after, _| {
            if in_several(heaps, after) { out.push([after.to_vec()]) } else { Ok(()) }
        })
    }

    fn stand_in(&self, heaps: &Vec<Nat>) -> Option<Vec<Nat>> {
        tuples::without_empty(heaps)
    }

    fn heap_bytes(&self, heaps: &Vec<Nat>) -> usize {
        tuples::bytes(heaps)
    }
}

impl Game for CyclicNimhoff {
    heap_tuple!();

    fn title(&self) -> String {
        format!("{}[{}]", CARD.name, self.h)
    }

    fn known(&self, heaps: &Vec<Nat>, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(self.value(heaps))))
    }

    fn moves_to(
        &self,
        heaps: &Vec<Nat>,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Vec<Nat>>>, Stop> {
        if self.value(heaps) == *target {
            return Ok(Some(Found::default()));
        }
        let mut results = self.one_lowered(heaps, target);
        // Together they lose what the sum has too much modulo h.
        let sum = heaps.iter().sum::<Nat>() % &self.h;
        let taken = (sum + &self.h - target % &self.h) % &self.h;
        let mut complete = true;
        if taken > Nat::ONE {
            let (mut steps, full) = (0, tuples::full(heaps));
            let lowered: Vec<Nat> = full.iter().map(|&i| heaps[i].clone()).collect();
            let stopped = Self::each_below(&lowered, &taken, &mut |after, total| {
                steps += 1;
                context.tick("listing moves in several heaps", steps).map_err(Some)?;
                if steps > MAX_TUPLES {
                    return Err(None);
                }
                if *total == taken && in_several(&lowered, after) && self.value(after) == *target {
                    let mut all = heaps.clone();
                    full.iter().zip(after).for_each(|(&i, heap)| all[i] = heap.clone());
                    results.push(all);
                }
                Ok(())
            });
            match stopped {
                Ok(()) => {}
                Err(None) => complete = false,
                Err(Some(stop)) => return Err(stop),
            }
        }
        let mut found = Found::all(tuples::single(results), max);
        if !complete {
            if found.listed.is_empty() && max > 0 {
                return Ok(None);
            }
            found.count = None;
        }
        Ok(Some(found))
    }

    fn nim_like(&self) -> NimLike {
        // For h >= 3 every position of value 0 with a move has an option of value 1, so that values 0 and 1 are
        // fickle. The remainders sum up to a multiple of h: if that is not 0, take h - 1 from the remainders. Else
        // the nim-sum of the quotients is 0, so two of them have the same lowest bit: take h - 1 in all from these
        // two heaps, some from each. Both quotients become 1 less, which changes their nim-sum by 0.
        if self.h > Nat::from(2u8) { NimLike::Single } else { NimLike::No }
    }

    fn fickle(&self, heaps: &Vec<Nat>) -> Option<bool> {
        // For h <= 2 this is Nim.
        (self.h <= Nat::from(2u8)).then(|| heaps.iter().all(|heap| *heap <= Nat::ONE))
    }

    fn method(&self, _: &Vec<Nat>) -> Cow<'static, str> {
        "the theorem of Fraenkel and Lorberbom".into()
    }

    fn why(&self, heaps: &Vec<Nat>) -> Vec<String> {
        let (quotients, sum) = self.digits(heaps);
        let h = &self.h;
        vec![format!(
            "the heaps divided by h = {h} and rounded down have the nim-sum {quotients}, and the sum of all heaps modulo {h} is {sum}: the value is {h} * {quotients} + {sum} = {}",
            self.value(heaps)
        )]
    }

    fn reachable(&self, heaps: &Vec<Nat>) -> Option<Nat> {
        Some(tuples::count_below(heaps))
    }
}

/// The registry's row.
pub struct CyclicNimhoffFamily;

static CARD: Card<'static> = Card {
    name: "cyclic-nimhoff",
    params: "[h], h >= 1",
    position: "(a1,…,an)",
    rules: "Take any positive number from one heap, or from several heaps any numbers whose sum is less than h.",
    theorem: "The value is h times the nim-sum of the floor(a/h), plus the sum of all heaps modulo h.",
    source: "A. S. Fraenkel and M. Lorberbom 1991",
    cost: "O(n M(length)); winning moves in several heaps by enumeration",
    examples: &["cyclic-nimhoff[3](4,8,2)", "cyclic-nimhoff[5](10^30, 2^90, 3)"],
};

impl Family for CyclicNimhoffFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(CyclicNimhoff::new(read::number_param(component, 1, None)?)))
    }

    fn small(&self) -> Vec<String> {
        let mut all = Vec::new();
        for h in 1..5 {
            all.push(format!("cyclic-nimhoff[{h}]()"));
            all.extend((0..6).map(|a| format!("cyclic-nimhoff[{h}]({a})")));
            all.extend((0..25).map(|n| format!("cyclic-nimhoff[{h}]({},{})", n / 5, n % 5)));
            all.extend(
                (0..27).map(|n| format!("cyclic-nimhoff[{h}]({},{},{})", n / 9, n / 3 % 3, n % 3)),
            );
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
        let tuple = |heaps: &[u32]| heaps.iter().copied().map(Nat::from).collect::<Vec<_>>();
        for h in 1..6u32 {
            let mut all = vec![vec![]];
            all.extend((0..14).map(|a| tuple(&[a])));
            all.extend((0..81).map(|n| tuple(&[n / 9, n % 9])));
            all.extend((0..64).map(|n| tuple(&[n / 16, n / 4 % 4, n % 4])));
            all.push(tuple(&[2, 0, 3, 1, 1]));
            testing::check_theory_where(&CyclicNimhoff::new(h.into()), all, 12, |_, _| true);
        }
        testing::check_round_trip(&CyclicNimhoffFamily);
    }

    #[test]
    fn moves_past_the_limit_are_not_counted() {
        let game = CyclicNimhoff::new(Nat::from(10u8).pow(9));
        let heaps: Vec<Nat> = (1..6u32).map(|i| Nat::from(i).pow(30)).collect();
        let found = game.moves_to(&heaps, &Nat::ZERO, 5, &Context::default()).unwrap();
        if let Some(found) = found {
            assert!(found.count.is_none() && !found.listed.is_empty());
        }
        assert_eq!(
            testing::read_error(&CyclicNimhoffFamily, "cyclic-nimhoff[0](3)"),
            "cyclic-nimhoff[0] is not a game (15)"
        );
    }
}
