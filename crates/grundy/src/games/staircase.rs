//! staircase: move coins one step down.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{self, Nat, nim_sum, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, strip};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::chain;
use std::borrow::Cow;
use std::sync::Arc;

/// Staircase Nim; a position lists the coins on the steps 1, 2, …, all of them one part.
///
/// The Grundy value is the nim-sum of the odd steps (proof: `theory/chain.rs`).
///
/// # Complexity
/// O(total length) for a value or the number of winning moves, and as much for each move listed.
///
/// # Literature
/// R. Sprague, *Über zwei Abarten von Nim*, Tôhoku Mathematical Journal 43 (1937).
#[derive(Clone, Copy, Debug, Default)]
pub struct Staircase;

impl Staircase {
    /// The Grundy value: the nim-sum of the odd steps.
    ///
    /// ```
    /// use grundy::{games::staircase::Staircase, nat::Nat};
    /// let steps = [3u8, 9, 5].map(Nat::from);
    /// assert_eq!(Staircase::value(&steps), Nat::from(6u8));
    /// ```
    pub fn value(steps: &[Nat]) -> Nat {
        nim_sum(steps.iter().step_by(2))
    }

    /// What is left after `carried` coins went down from the step of index `i`.
    fn after(steps: &[Nat], i: usize, carried: &Nat) -> Vec<Nat> {
        let mut after = steps.to_vec();
        after[i] -= carried;
        if i > 0 {
            after[i - 1] += carried;
        }
        after
    }

    /// The number of coins that the one move from the step of index `i` to `target` carries.
    fn carried(steps: &[Nat], i: usize, value: &Nat, target: &Nat) -> Option<Nat> {
        if i.is_multiple_of(2) {
            chain::from_odd(&steps[i], value, target)
        } else {
            chain::from_even(&steps[i], &steps[i - 1], value, target)
        }
    }
}

impl Ruleset for Staircase {
    type Position = Vec<Nat>;

    fn options(&self, steps: &Vec<Nat>, out: &mut Options<Vec<Nat>>) -> Result<(), Full> {
        for (i, here) in steps.iter().enumerate() {
            nat::range(Nat::ONE, here + 1u8)
                .try_for_each(|carried| out.push([Self::after(steps, i, &carried)]))?;
        }
        Ok(())
    }

    fn heap_bytes(&self, steps: &Vec<Nat>) -> usize {
        size_of_val(steps.as_slice())
    }
}

impl Game for Staircase {
    fn title(&self) -> String {
        "staircase".into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let steps = read::numbers(args)?;
        Ok(Placed::new(self, vec![steps]))
    }

    fn picture(&self, steps: &Vec<Nat>) -> Vec<String> {
        if steps.len() > picture::HIGHEST {
            return Vec::new();
        }
        let step = |(i, coins): (usize, &Nat)| format!("step {}: {}", i + 1, picture::coins(coins));
        steps.iter().enumerate().rev().map(step).collect()
    }

    fn sketch(&self, steps: &Vec<Nat>, moves: &[Offer<'_, Vec<Nat>>]) -> Option<Sketch> {
        let carried = |offer: &Offer<'_, Vec<Nat>>| {
            let after = &offer.to.sum[0];
            let step = steps.iter().zip(after).position(|(old, new)| new < old)?;
            Some((step, to_u64(&(&steps[step] - &after[step]))?))
        };
        let coins: Vec<u64> = steps.iter().map(to_u64).collect::<Option<_>>()?;
        strip::stairs(&coins, &moves.iter().map(carried).collect::<Vec<_>>())
    }

    fn print(&self, steps: &Vec<Nat>) -> String {
        join(steps.iter().map(Nat::to_string), ",")
    }

    fn print_move(&self, from: &Vec<Nat>, to: &Move<Vec<Nat>>) -> String {
        let after = &to.sum[0];
        let step = from.iter().zip(after).position(|(old, new)| new < old).unwrap_or_default();
        format!("step {}: move {} down", step + 1, &from[step] - &after[step])
    }

    fn known(&self, steps: &Vec<Nat>, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(Self::value(steps))))
    }

    fn moves_to(
        &self,
        steps: &Vec<Nat>,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Vec<Nat>>>, Stop> {
        let value = Self::value(steps);
        // A move from step 1 lowers the first number; any other raises the number before the step,
        // so it comes behind the position and the earlier the higher the step.
        let order = (0..steps.len().min(1)).chain((1..steps.len()).rev());
        let find = |i| Some((i, Self::carried(steps, i, &value, target)?));
        let after = |(i, carried)| Self::after(steps, i, &carried);
        chain::one_each(order, find, after, max, context).map(Some)
    }

    fn fickle(&self, steps: &Vec<Nat>) -> Option<bool> {
        Some(chain::is_fickle(steps.iter().step_by(2)))
    }

    fn method(&self, _: &Vec<Nat>) -> Cow<'static, str> {
        "staircase Nim: the nim-sum of the odd steps".into()
    }

    fn why(&self, steps: &Vec<Nat>) -> Vec<String> {
        let odd: Vec<Nat> = steps.iter().step_by(2).cloned().collect();
        vec![
            format!("the nim-sum of the odd steps is {}", chain::in_words(&odd)),
            "the even steps do not count: counters that come down from one to an odd step can at once be carried on, to the next even step or the ground".into(),
        ]
    }
}

/// The registry's row.
pub struct StaircaseFamily;

static CARD: Card<'static> = Card {
    name: "staircase",
    params: "",
    position: "(a1,…,an)",
    rules: "Steps 1 to n hold a1, …, an coins. Move any positive number of coins from step i to step i-1; step 0 is the ground.",
    theorem: "The Grundy value is a1 xor a3 xor a5 xor …, the nim-sum of the odd steps. Misère play: tame; fickle iff no odd step has more than one coin.",
    source: "R. Sprague 1937",
    cost: "O(total length)",
    examples: &["staircase(2,1,3)", "staircase(0,4,4) + nim(4)"],
};

impl Family for StaircaseFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Staircase))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["staircase()".to_owned()];
        all.extend((0..6).map(|a| format!("staircase({a})")));
        all.extend((0..25).map(|n| format!("staircase({},{})", n / 5, n % 5)));
        all.extend((0..64).map(|n| format!("staircase({},{},{})", n / 16, n / 4 % 4, n % 4)));
        all.extend(
            (0..54).map(|n| format!("staircase({},{},{},{})", n % 2, n / 2 % 3, n / 6 % 3, n / 18)),
        );
        all.push("staircase(1,0,1,1,2)".to_owned());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    fn steps(list: &[u32]) -> Vec<Nat> {
        list.iter().copied().map(Nat::from).collect()
    }

    #[test]
    fn theory_agrees_with_the_rules() {
        let mut all = vec![vec![]];
        for a in 0..6u32 {
            all.push(steps(&[a]));
            for b in 0..4 {
                all.push(steps(&[a, b]));
                for c in 0..4 {
                    all.push(steps(&[a, b, c]));
                    all.extend((0..3).map(|d| steps(&[a % 3, b, c, d])));
                }
            }
        }
        testing::check_theory(&Staircase, all, 12);
        testing::check_round_trip(&StaircaseFamily);
    }

    #[test]
    fn a_move_is_told_as_step_and_number() {
        let to = Move { sum: vec![steps(&[0, 3, 1])], tag: 0 };
        assert_eq!(Staircase.print_move(&steps(&[0, 1, 3]), &to), "step 3: move 2 down");
        let to = Move { sum: vec![steps(&[1, 1])], tag: 0 };
        assert_eq!(Staircase.print_move(&steps(&[4, 1]), &to), "step 1: move 3 down");
    }

    #[test]
    fn many_steps_are_counted() {
        let stairs = vec![Nat::from(5u8); 100_001];
        let found = Staircase.moves_to(&stairs, &Nat::ZERO, 2, &Context::default());
        let found = found.unwrap().unwrap();
        // An odd number of odd steps of 5: the value is 5, each odd step can be emptied, and no
        // odd step can be raised from 5 to 0.
        assert_eq!(found.count, Some(Nat::from(50_001u32)));
        assert_eq!(found.listed.len(), 2);
    }
}
