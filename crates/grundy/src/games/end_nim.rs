//! end-nim: heaps in a row, of which only the two outermost may be lowered.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, MisereLaw, erase, heap_tuple};
use crate::nat::{Nat, nim_sum};
use crate::outcome::Outcome;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Component, ReadError};
use crate::theory::{one_heap, tuples};
use std::borrow::Cow;
use std::sync::Arc;

/// End-Nim; a position is the row of all heaps, of which empty ones count for nothing.
///
/// # Theorem
/// For every row w of positive heaps there is exactly one l >= 0 such that the row (l, w) is P, where
/// (0, w) is w itself, and exactly one r >= 0 such that (w, r) is. Both are the heap itself for a row
/// of one heap. From those of w the number l' of the row (w, x) is found:
///
/// | x | l' |
/// |---|---|
/// | x = r | 0 |
/// | x < l and x < r | x |
/// | l <= x < r | x + 1 |
/// | r < x <= l | x - 1 |
/// | x > l and x > r | x |
///
/// Proof. From (l', w, x) a player lowers one end. Against l' < l'' the position (l'', w, x) has a
/// move to (l', w, x), so there is one l' at most. The other entries say which positions
/// (a, w, b) are P: the pairs (a, b), by induction on a and b, are those of two heaps of Nim with l
/// left out of the first heap and r out of the second, because (l, w) and (w, r) are P, so that (l, w,
/// b) with b > 0 and (a, w, r) with a > 0 are N; and the numbers that are left are paired in order.
///
/// So a row of n >= 3 heaps a_1, …, a_n is P iff a_1 is the number l of the row a_2, …, a_n. One or two
/// heaps are Nim.
///
/// # Complexity
/// O(n^2) operations on the numbers for an outcome and all winning moves.
///
/// # Literature
/// M. H. Albert and R. J. Nowakowski, *The game of End-Nim*, Electronic Journal of Combinatorics 8
/// (2001), R1.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndNim;

/// The number l' or r' of the row that has one heap more: `near` is the number of the shorter row on
/// the side asked about, `far` that on the side of the new heap.
fn longer(near: &Nat, far: &Nat, heap: &Nat) -> Nat {
    if heap == far {
        Nat::ZERO
    } else if near <= heap && heap < far {
        heap + 1u8
    } else if far < heap && heap <= near {
        heap - 1u8
    } else {
        heap.clone()
    }
}

/// Longer rows are left to the limits at once.
const MAX_ROW_HEAPS: usize = 50_000;

impl EndNim {
    /// For a row of two or more positive heaps: the one size of the leftmost heap that makes it P, 0
    /// if the row is P without that heap, and the one size of the rightmost heap.
    ///
    /// # Errors
    /// [`Stop`] when cancelled.
    fn ends(row: &[Nat], context: &Context<'_>) -> Result<(Nat, Nat), Stop> {
        // Numbers of the rows that begin at each place and have one, two, … heaps.
        let (mut left, mut right) = (row.to_vec(), row.to_vec());
        for length in 2..row.len() {
            for i in 0..=row.len() - length {
                context.tick("looking at rows within the row", (length * row.len() + i) as u64)?;
                let l = longer(&left[i], &right[i], &row[i + length - 1]);
                right[i] = longer(&right[i + 1], &left[i + 1], &row[i]);
                left[i] = l;
            }
        }
        Ok((left.swap_remove(1), right.swap_remove(0)))
    }

    /// Whether the player to move loses.
    ///
    /// # Errors
    /// [`Stop`] when cancelled, or refused for a row of more than 50000 heaps.
    ///
    /// ```
    /// use grundy::{context::Context, games::end_nim::EndNim, nat::Nat};
    /// let p = |row: &[u8]| {
    ///     let row: Vec<_> = row.iter().copied().map(Nat::from).collect();
    ///     EndNim::is_p(&row, &Context::default()).unwrap()
    /// };
    /// assert!(p(&[2, 1, 2]) && p(&[1, 2, 1]) && !p(&[1, 1, 1]) && p(&[1, 2, 3, 1]));
    /// ```
    pub fn is_p(heaps: &[Nat], context: &Context<'_>) -> Result<bool, Stop> {
        let row = Row::new(heaps)?;
        Ok(match &*row.heaps {
            [] => true,
            [_] => false,
            [a, b] => a == b,
            [first, ..] => Self::ends(&row.heaps, context)?.0 == *first,
        })
    }
}

/// The heaps that are not empty, and their places.
struct Row {
    heaps: Vec<Nat>,
    places: Vec<usize>,
}

impl Row {
    fn new(heaps: &[Nat]) -> Result<Self, Stop> {
        let places = tuples::full(heaps);
        if places.len() > MAX_ROW_HEAPS {
            return Err(Stop::Refused(format!(
                "rows of up to {MAX_ROW_HEAPS} heaps are decided, this one has {}",
                places.len()
            )));
        }
        Ok(Self { heaps: places.iter().map(|&i| heaps[i].clone()).collect(), places })
    }
}

impl Ruleset for EndNim {
    type Position = Vec<Nat>;

    fn options(&self, heaps: &Vec<Nat>, out: &mut Options<Vec<Nat>>) -> Result<(), Full> {
        let Some(first) = heaps.iter().position(|heap| !heap.is_zero()) else { return Ok(()) };
        let last = heaps.iter().rposition(|heap| !heap.is_zero()).unwrap_or(first);
        tuples::push_lowered(heaps, &[first], out)?;
        if first < last { tuples::push_lowered(heaps, &[last], out) } else { Ok(()) }
    }

    fn stand_in(&self, heaps: &Vec<Nat>) -> Option<Vec<Nat>> {
        tuples::without_empty(heaps)
    }

    fn heap_bytes(&self, heaps: &Vec<Nat>) -> usize {
        tuples::bytes(heaps)
    }
}

impl Game for EndNim {
    heap_tuple!();

    fn title(&self) -> String {
        CARD.name.into()
    }

    fn known(&self, heaps: &Vec<Nat>, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        let row = Row::new(heaps)?;
        Ok(Some(if row.heaps.len() < 3 {
            Known::Value(nim_sum(&row.heaps))
        } else if Self::is_p(heaps, context)? {
            Known::Value(Nat::ZERO)
        } else {
            Known::Nonzero
        }))
    }

    fn moves_to(
        &self,
        heaps: &Vec<Nat>,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Vec<Nat>>>, Stop> {
        let row = Row::new(heaps)?;
        let ([first, .., last], [from, .., to]) = (&*row.heaps, &*row.places) else {
            let moves = tuples::single(tuples::nim_moves(heaps, target));
            return Ok(Some(Found::all(moves, max)));
        };
        if row.heaps.len() == 2 {
            let moves = tuples::single(tuples::nim_moves(heaps, target));
            return Ok(Some(Found::all(moves, max)));
        }
        if !target.is_zero() {
            return Ok(None);
        }
        let (l, r) = Self::ends(&row.heaps, context)?;
        let left = (l < *first).then(|| tuples::with(heaps, *from, l));
        let right = (r < *last).then(|| tuples::with(heaps, *to, r));
        Ok(Some(Found::all(tuples::single(left.into_iter().chain(right)), max)))
    }

    fn misere_law(&self) -> Option<&dyn MisereLaw<Vec<Nat>>> {
        Some(self)
    }

    fn method(&self, heaps: &Vec<Nat>) -> Cow<'static, str> {
        if tuples::full(heaps).len() < 3 {
            "Bouton's theorem".into()
        } else {
            "the theorem of Albert and Nowakowski on rows".into()
        }
    }

    fn why(&self, heaps: &Vec<Nat>) -> Vec<String> {
        let Ok(row) = Row::new(heaps) else { return Vec::new() };
        let [first, .., last] = &*row.heaps else { return Vec::new() };
        if row.heaps.len() < 3 {
            return vec![format!(
                "both heaps are ends of the row: Nim, with the value {}",
                first ^ last
            )];
        }
        let Ok((l, r)) = Self::ends(&row.heaps, &Context::default()) else { return Vec::new() };
        let one = |side: &str, size: &Nat, heap: &Nat| {
            if size.is_zero() {
                format!("the row is P without its {side} heap, and only so; that heap is {heap}")
            } else {
                format!(
                    "the row is P if its {side} heap is {size}, and for no other size; that heap is {heap}"
                )
            }
        };
        let mut why = vec![one("leftmost", &l, first)];
        if l != *first {
            why.push(one("rightmost", &r, last));
        }
        why
    }

    fn reachable(&self, heaps: &Vec<Nat>) -> Option<Nat> {
        // A row is left that begins in a heap, lowered or not, and ends in the same or another one.
        let (mut before, mut count) = (Nat::ZERO, Nat::ONE);
        for heap in heaps {
            count += heap * (&before + 1u8);
            before += heap;
        }
        Some(count)
    }
}

/// Nim's rule, as `theory/one_heap.rs` proves.
impl MisereLaw<Vec<Nat>> for EndNim {
    fn outcome(&self, heaps: &Vec<Nat>, context: &Context<'_>) -> Result<Outcome, Stop> {
        Ok(one_heap::outcome(heaps, Self::is_p(heaps, context)?))
    }

    fn winning_moves(
        &self,
        heaps: &Vec<Nat>,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Found<Vec<Nat>>, Stop> {
        let places = Row::new(heaps)?.places;
        let mut movable: Vec<usize> =
            places.first().into_iter().chain(places.last()).copied().collect();
        movable.dedup();
        // Moves to the value 0 are always known.
        let normal = |max| Ok(self.moves_to(heaps, &Nat::ZERO, max, context)?.unwrap_or_default());
        one_heap::winning_moves(heaps, &movable, max, normal)
    }

    fn theorem(&self) -> &'static str {
        one_heap::THEOREM
    }

    fn why(&self, heaps: &Vec<Nat>) -> Vec<String> {
        let Ok(is_p) = Self::is_p(heaps, &Context::default()) else { return Vec::new() };
        one_heap::why(heaps, one_heap::outcome(heaps, is_p), Game::why(self, heaps))
    }
}

/// The registry's row.
pub struct EndNimFamily;

static CARD: Card<'static> = Card {
    name: "end-nim",
    params: "",
    position: "(a1,…,an), a row",
    rules: "The heaps form a row. Take any positive number from the leftmost or the rightmost heap that is not empty.",
    theorem: "For every row there is exactly one size of a further heap at its left, and one at its right, that makes it P (0 if it is P itself); these sizes follow heap by heap. One or two heaps are Nim; other values by search. Misère play of one position: the same outcomes where a heap exceeds 1; else P iff the number of heaps is odd.",
    source: "M. H. Albert and R. J. Nowakowski 2001",
    cost: "outcome and winning moves O(n^2) operations on numbers; values by search of O((a1+…+an)^2) positions",
    examples: &["end-nim(3,1,4,1,5)", "end-nim(10^18, 2^60, 77, 2^61) + nim(0)"],
};

impl Family for EndNimFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(EndNim))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["end-nim()".to_owned()];
        all.extend((0..5).map(|a| format!("end-nim({a})")));
        all.extend((0..16).map(|n| format!("end-nim({},{})", n / 4, n % 4)));
        all.extend((0..80).map(|n| format!("end-nim({},{},{})", n / 16, n / 4 % 4, n % 4)));
        all.extend(
            (0..54)
                .map(|n| format!("end-nim({},{},{},{})", n / 27 + 1, n / 9 % 3, n / 3 % 3, n % 3)),
        );
        all.extend((0..32).map(|n| {
            let bit = |i: u32| (n >> i & 1) + 1;
            format!("end-nim({},{},{},{},{})", bit(0), bit(1), bit(2), bit(3), bit(4))
        }));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    fn tuple(heaps: &[u64]) -> Vec<Nat> {
        heaps.iter().copied().map(Nat::from).collect()
    }

    #[test]
    fn theory_agrees_with_the_rules() {
        let mut all = vec![vec![]];
        all.extend((0..8).map(|a| tuple(&[a])));
        all.extend((0..36).map(|n| tuple(&[n / 6, n % 6])));
        all.extend((0..343).map(|n| tuple(&[n / 49, n / 7 % 7, n % 7])));
        all.extend((0..256).map(|n| tuple(&[n / 64 + 1, n / 16 % 4, n / 4 % 4, n % 4])));
        all.extend((0..243).map(|n| {
            tuple(&[n / 81 + 1, n / 27 % 3 + 1, n / 9 % 3 + 1, n / 3 % 3 + 1, n % 3 + 1])
        }));
        testing::check_theory_where(&EndNim, all, 8, |_, target| target == 0);
        testing::check_round_trip(&EndNimFamily);
    }

    #[test]
    fn rows_of_long_heaps_have_winning_moves_to_p_positions() {
        let mut rng = fastrand::Rng::with_seed(5);
        let context = Context::default();
        for round in 0..200 {
            let row: Vec<Nat> =
                (0..3 + round % 9).map(|_| Nat::from(rng.u64(1..=1 + round)).pow(3)).collect();
            let found = EndNim.moves_to(&row, &Nat::ZERO, 9, &context).unwrap().unwrap();
            assert_eq!(found.listed.is_empty(), EndNim::is_p(&row, &context).unwrap(), "{row:?}");
            for to in &found.listed {
                assert!(EndNim::is_p(&to.sum[0], &context).unwrap(), "{row:?} -> {to:?}");
            }
        }
    }

    #[test]
    fn rows_that_are_too_long_are_refused() {
        let row = vec![Nat::ONE; MAX_ROW_HEAPS + 1];
        assert!(matches!(EndNim::is_p(&row, &Context::default()), Err(Stop::Refused(_))));
    }
}
