//! greedy-nim: take from a largest heap.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, MisereLaw, Move, erase, heap_tuple};
use crate::nat::Nat;
use crate::outcome::Outcome;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Component, ReadError};
use crate::theory::{one_heap, tuples};
use std::borrow::Cow;
use std::sync::Arc;

/// Greedy Nim; a position is the tuple of all heaps.
///
/// # Theorem
/// Let a > 0 be the greatest heap and k the number of heaps of that size.
///
/// 1. k even: P. Every move leaves k - 1 of them.
/// 2. k >= 3 odd: every move leaves k - 1 of them, a P-position: the value is 1.
/// 3. k = 1, and b is the greatest of the other heaps, there m times. With m odd the one winning move
///    lowers a to b; with m even a move wins if it leaves less than b. If there is no other heap, the
///    value is a.
/// 4. k = 1 and m >= 2: the value is a - b + 1. Leaving b or less leads to the values 0 and 1, by 1
///    and 2, and leaving b + j to the value j + 1.
///
/// For m = 1 the values are searched for.
///
/// # Complexity
/// O(total length) for an outcome, as much for each move listed.
///
/// # Literature
/// M. H. Albert and R. J. Nowakowski, *Nim restrictions*, Integers 4 (2004), G01.
#[derive(Clone, Copy, Debug, Default)]
pub struct GreedyNim;

/// What theory sees of a position.
struct Greatest {
    /// The greatest heap.
    heap: Nat,
    /// How often it occurs.
    times: usize,
    /// The greatest of the smaller heaps, 0 if there is none.
    next: Nat,
    /// How often that one occurs; 0 if it is 0.
    next_times: usize,
}

impl Greatest {
    fn new(heaps: &[Nat]) -> Self {
        let heap = heaps.iter().max().cloned().unwrap_or(Nat::ZERO);
        let next = heaps.iter().filter(|other| **other < heap).max().cloned().unwrap_or(Nat::ZERO);
        let count =
            |size: &Nat| heaps.iter().filter(|heap| *heap == size && !size.is_zero()).count();
        Self { times: count(&heap), next_times: count(&next), heap, next }
    }

    fn is_p(&self) -> bool {
        self.times.is_multiple_of(2)
    }

    /// The sizes, a range, to which moves of value `target` lower a greatest heap; nothing if theory
    /// does not tell them.
    fn sizes_left(&self, target: &Nat) -> Option<(Nat, Nat)> {
        let (none, all) = ((Nat::ZERO, Nat::ZERO), (Nat::ZERO, self.heap.clone()));
        let one = |size: Nat| (size.clone(), size + 1u8);
        let b = &self.next;
        Some(match (self.times, self.next_times) {
            // An even number of greatest heaps becomes odd, an odd one even.
            (0, _) => none,
            (k, _) if k % 2 == 0 && target.is_zero() => none,
            (2, _) => return None,
            (k, _) if k % 2 == 0 => {
                if target.is_one() {
                    all
                } else {
                    none
                }
            }
            (1, 0) if *target < self.heap => one(target.clone()),
            (1, 0) => none,
            // Below b there are m heaps of b, at b one more, above it b is the next one.
            (1, m) if target.is_zero() => {
                if m % 2 == 1 {
                    one(b.clone())
                } else {
                    (Nat::ZERO, b.clone())
                }
            }
            (1, 1) => return None,
            (1, m) if target.is_one() => {
                if m % 2 == 1 {
                    (Nat::ZERO, b.clone())
                } else {
                    one(b.clone())
                }
            }
            (1, _) => {
                let size = b + target - 1u8;
                if size < self.heap { one(size) } else { none }
            }
            _ => {
                if target.is_zero() {
                    all
                } else {
                    none
                }
            }
        })
    }

    fn known(&self) -> Known {
        if self.is_p() {
            Known::Value(Nat::ZERO)
        } else if self.times > 1 {
            Known::Value(Nat::ONE)
        } else {
            match self.next_times {
                0 => Known::Value(self.heap.clone()),
                1 => Known::Nonzero,
                _ => Known::Value(&self.heap - &self.next + 1u8),
            }
        }
    }
}

impl GreedyNim {
    /// Whether the player to move loses: the greatest heap occurs an even number of times.
    ///
    /// ```
    /// use grundy::{games::greedy_nim::GreedyNim, nat::Nat};
    /// assert!(GreedyNim::is_p(&[3u8, 1, 3].map(Nat::from)));
    /// assert!(!GreedyNim::is_p(&[3u8, 1, 1].map(Nat::from)));
    /// ```
    pub fn is_p(heaps: &[Nat]) -> bool {
        Greatest::new(heaps).is_p()
    }
}

impl Ruleset for GreedyNim {
    type Position = Vec<Nat>;

    fn options(&self, heaps: &Vec<Nat>, out: &mut Options<Vec<Nat>>) -> Result<(), Full> {
        let Some(greatest) = heaps.iter().max() else { return Ok(()) };
        let places = (0..heaps.len()).filter(|&i| heaps[i] == *greatest);
        places.into_iter().try_for_each(|i| tuples::push_lowered(heaps, &[i], out))
    }

    fn stand_in(&self, heaps: &Vec<Nat>) -> Option<Vec<Nat>> {
        tuples::without_empty(heaps)
    }

    fn heap_bytes(&self, heaps: &Vec<Nat>) -> usize {
        tuples::bytes(heaps)
    }
}

impl Game for GreedyNim {
    heap_tuple!();

    fn title(&self) -> String {
        CARD.name.into()
    }

    fn known(&self, heaps: &Vec<Nat>, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Greatest::new(heaps).known()))
    }

    fn moves_to(
        &self,
        heaps: &Vec<Nat>,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Vec<Nat>>>, Stop> {
        let greatest = Greatest::new(heaps);
        let Some((least, end)) = greatest.sizes_left(target) else { return Ok(None) };
        if least >= end {
            return Ok(Some(Found::default()));
        }
        let places = (0..heaps.len()).filter(|&i| heaps[i] == greatest.heap);
        // A tuple is the smaller the earlier it is lowered.
        let results = places.flat_map(|i| {
            crate::nat::range(least.clone(), end.clone())
                .map(move |left| tuples::with(heaps, i, left))
        });
        let listed: Vec<Move<Vec<Nat>>> = tuples::single(results.take(max));
        Ok(Some(Found { count: Some(Nat::from(greatest.times) * (end - least)), listed }))
    }

    fn misere_law(&self) -> Option<&dyn MisereLaw<Vec<Nat>>> {
        Some(self)
    }

    fn method(&self, _: &Vec<Nat>) -> Cow<'static, str> {
        "how often the greatest heap occurs".into()
    }

    fn why(&self, heaps: &Vec<Nat>) -> Vec<String> {
        let Greatest { heap, times, next, next_times } = Greatest::new(heaps);
        vec![match (times, next_times) {
            (0, _) => return Vec::new(),
            (1, 0) => format!("one heap of {heap} alone is Nim: its value is {heap}"),
            (1, m) if m % 2 == 1 => format!(
                "the greatest heap, {heap}, occurs once, and the next one, {next}, an odd number of times ({m}): lowering {heap} to {next} makes it even, N"
            ),
            (1, m) => format!(
                "the greatest heap, {heap}, occurs once, and the next one, {next}, an even number of times ({m}): lowering {heap} below {next} leaves that, N"
            ),
            (k, _) if k % 2 == 0 => format!(
                "the greatest heap, {heap}, occurs an even number of times ({k}), and every move makes that odd: P"
            ),
            (k, _) => format!(
                "the greatest heap, {heap}, occurs an odd number of times ({k}), and every move makes that even: N, with the value 1"
            ),
        }]
    }
}

/// Nim's rule, as `theory/one_heap.rs` proves.
impl MisereLaw<Vec<Nat>> for GreedyNim {
    fn outcome(&self, heaps: &Vec<Nat>, _: &Context<'_>) -> Result<Outcome, Stop> {
        Ok(one_heap::outcome(heaps, Self::is_p(heaps)))
    }

    fn winning_moves(
        &self,
        heaps: &Vec<Nat>,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Found<Vec<Nat>>, Stop> {
        let greatest = heaps.iter().max().filter(|heap| !heap.is_zero());
        let movable: Vec<usize> =
            (0..heaps.len()).filter(|&i| Some(&heaps[i]) == greatest).collect();
        // Moves to the value 0 are always known.
        let normal = |max| Ok(self.moves_to(heaps, &Nat::ZERO, max, context)?.unwrap_or_default());
        one_heap::winning_moves(heaps, &movable, max, normal)
    }

    fn theorem(&self) -> &'static str {
        one_heap::THEOREM
    }

    fn why(&self, heaps: &Vec<Nat>) -> Vec<String> {
        let outcome = one_heap::outcome(heaps, Self::is_p(heaps));
        one_heap::why(heaps, outcome, Game::why(self, heaps))
    }
}

/// The registry's row.
pub struct GreedyNimFamily;

static CARD: Card<'static> = Card {
    name: "greedy-nim",
    params: "",
    position: "(a1,…,an)",
    rules: "Take any positive number from a largest heap.",
    theorem: "P iff the greatest heap a occurs an even number of times. The value is 1 if it occurs 3, 5, … times; if it occurs once and the next one, b, at least twice, it is a - b + 1; otherwise by search. Misère play of one position: the same outcomes where a heap exceeds 1; else P iff the number of heaps is odd.",
    source: "M. H. Albert and R. J. Nowakowski 2004",
    cost: "O(total length of the heaps)",
    examples: &["greedy-nim(3,5,5)", "greedy-nim(10^30, 2^80, 2^80, 7)"],
};

impl Family for GreedyNimFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(GreedyNim))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["greedy-nim()".to_owned()];
        all.extend((0..5).map(|a| format!("greedy-nim({a})")));
        all.extend((0..25).map(|n| format!("greedy-nim({},{})", n / 5, n % 5)));
        all.extend((0..64).map(|n| format!("greedy-nim({},{},{})", n / 16, n / 4 % 4, n % 4)));
        all.extend(
            (0..54).map(|n| {
                format!("greedy-nim({},{},{},{})", n % 3, n / 3 % 3, n / 9 % 3, n / 27 + 1)
            }),
        );
        all.extend(["greedy-nim(2,2,2,2,2)", "greedy-nim(3,1,3,1,3)"].map(str::to_owned));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        let tuple = |heaps: &[u64]| heaps.iter().copied().map(Nat::from).collect::<Vec<_>>();
        let mut all = vec![vec![]];
        all.extend((0..10).map(|a| tuple(&[a])));
        all.extend((0..81).map(|n| tuple(&[n / 9, n % 9])));
        all.extend((0..216).map(|n| tuple(&[n / 36, n / 6 % 6, n % 6])));
        all.extend((0..256).map(|n| tuple(&[n / 64, n / 16 % 4, n / 4 % 4, n % 4])));
        all.extend([tuple(&[3, 3, 3, 3, 3]), tuple(&[4, 4, 1, 4, 2]), tuple(&[9, 4, 4, 4])]);
        testing::check_theory_where(&GreedyNim, all, 9, |_, target| target == 0);
        testing::check_round_trip(&GreedyNimFamily);
    }
}
