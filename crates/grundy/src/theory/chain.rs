//! Chains: counters on numbered steps, moved one step down at a time.
//!
//! Steps 1, 2, … hold s_1, s_2, … counters; a move carries x > 0 counters from a step i to step
//! i - 1; step 0 is the ground.
//!
//! # Theorem
//! The Grundy value of a chain is s_1 xor s_3 xor s_5 xor …, the nim-sum of its odd steps.
//!
//! # Proof
//! By induction over the moves left. Every move changes exactly one odd step: it lowers step i to
//! any smaller number if i is odd, and raises step i - 1 if i is even. So no option has the nim-sum
//! v of the position itself, and as in Nim, for each u < v some odd step can be lowered to make the
//! nim-sum u. The least number that no option has is v. ∎
//!
//! For the same reason a step has at most one move to a given value.
//!
//! # Misère play
//! Every chain is tame, and it is fickle iff no odd step has more than one counter. Proof. By induction, with v
//! the value. Without an odd step of two or more a move makes an odd step 0 or 1 the other one, which leaves a
//! fickle chain of value 1 - v, or raises it to two or more, which leaves a firm one of value 2 or more. If v = 1,
//! some odd step has a counter to take: the options have the values 0 and perhaps some above 1, in misère play 1
//! and those, so the misère value is 0. If v = 0 and play is not over, an option is fickle of value 1: an odd step
//! of 1 is taken, or, if all are empty, one counter comes down from an even step. So the misère value is 1. With
//! an odd step of two or more an option is fickle only if this is the only one and becomes 0 or 1; both can be
//! done, one of them leaves the value 0 and one 1, in either play. So normal and misère play see the same
//! values of options. ∎
//!
//! # Literature
//! R. Sprague, *Über zwei Abarten von Nim*, Tôhoku Mathematical Journal 43 (1937).

use crate::context::{Context, Stop};
use crate::moves::{Found, Move};
use crate::nat::{Nat, nim_sum};
use crate::syntax::join;

/// The nim-sum of the odd steps in words: `3 xor 5 = 6`. Empty steps and what is more than a dozen
/// terms are left out.
pub fn in_words(odd_steps: &[Nat]) -> String {
    const SHOWN: usize = 12;
    let terms: Vec<&Nat> = odd_steps.iter().filter(|step| !step.is_zero()).collect();
    let sum = nim_sum(odd_steps);
    if terms.len() < 2 {
        return sum.to_string();
    }
    let mut text = join(terms.iter().take(SHOWN).map(ToString::to_string), " xor ");
    if terms.len() > SHOWN {
        text += &format!(" xor … ({} terms)", terms.len());
    }
    format!("{text} = {sum}")
}

/// Whether a chain with these odd steps is fickle in misère play.
pub fn is_fickle<'s>(odd_steps: impl IntoIterator<Item = &'s Nat>) -> bool {
    odd_steps.into_iter().all(|step| *step <= Nat::ONE)
}

/// How many counters the one move from an odd step of `here` counters carries, if the nim-sum of
/// all odd steps is to change from `value` to `target`.
///
/// O(length).
pub fn from_odd(here: &Nat, value: &Nat, target: &Nat) -> Option<Nat> {
    let wanted = value ^ target ^ here;
    (wanted < *here).then(|| here - wanted)
}

/// How many counters the one move from an even step of `here` counters to the odd step of `below`
/// counters under it carries, if the nim-sum of all odd steps is to change from `value` to
/// `target`.
///
/// O(length).
pub fn from_even(here: &Nat, below: &Nat, value: &Nat, target: &Nat) -> Option<Nat> {
    if here.is_zero() {
        return None;
    }
    let wanted = value ^ target ^ below;
    if wanted <= *below {
        return None;
    }
    let carried = wanted - below;
    (carried <= *here).then_some(carried)
}

/// The moves to a value, where a step has at most one: `find` tells the move of a step, `after` what
/// it leaves. Steps come in the `order` of the results of their moves.
///
/// # Errors
/// [`Stop`] when cancelled.
pub(crate) fn one_each<M, P>(
    order: impl Iterator<Item = usize>,
    find: impl Fn(usize) -> Option<M>,
    after: impl Fn(M) -> P,
    max: usize,
    context: &Context<'_>,
) -> Result<Found<P>, Stop> {
    let mut found = Vec::new();
    for (looked_at, step) in order.enumerate() {
        context.tick("looking for moves", looked_at as u64)?;
        found.extend(find(step));
    }
    let count = Some(Nat::from(found.len()));
    let listed = found.into_iter().take(max).map(|to| Move { sum: vec![after(to)], tag: 0 });
    Ok(Found { count, listed: listed.collect() })
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_from_odd() {
        use crate::{nat::Nat, theory::chain::from_odd};
        let n = |n: u8| Nat::from(n);
        // Odd steps 3 and 5: lowering 5 to 3 makes the nim-sum 0.
        assert_eq!(from_odd(&n(5), &n(3 ^ 5), &n(0)), Some(n(2)));
        assert_eq!(from_odd(&n(3), &n(3 ^ 5), &n(0)), None);
    }

    #[test]
    fn example_of_from_even() {
        use crate::{nat::Nat, theory::chain::from_even};
        let n = |n: u8| Nat::from(n);
        assert_eq!(from_even(&n(4), &n(1), &n(1), &n(3)), Some(n(2)));
        assert_eq!(from_even(&n(1), &n(1), &n(1), &n(3)), None);
    }
}
