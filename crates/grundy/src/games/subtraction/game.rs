//! The rules, and the moves to a value by the law of the set.

use super::misere;
use super::reason::reason;
use crate::context::{Context, Stop};
use crate::game::{Entries, Entry, Found, Game, HeapLaw, Known, Line, Move, NimLike, single_heaps};
use crate::heap::{Code, MAX_DIGITS_OF_GAMES};
use crate::nat::{Nat, heap_bytes, to_u64};
use crate::outcome::{Outcome, Play};
use crate::ruleset::{Full, Options, Ruleset};
use crate::sorting::sort;
use crate::theory::number_set::NumberSet;
use crate::theory::subtraction::Law;
use crate::theory::take_set::{Classic, TakeSet};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A subtraction game; a position is one heap.
///
/// Closed forms (`theory/subtraction`) hold for intervals, for sets of odd numbers with 1, for the powers of a
/// number, for all numbers and all but one, each also times a common factor. The values of other
/// finite sets and of all but a finite set are found in a table until a repetition proves that it
/// goes on for ever; those of the Fibonacci numbers, squares and primes in a table up
/// to the heap. Only the elements of S up to the heap matter for it.
///
/// # Complexity
/// Closed forms O(M(length)). Tables O(|S|) a heap, up to preperiod + period + max S heaps or up
/// to the heap asked for.
///
/// # Literature
/// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* (1982), ch. 4; A. N. Siegel,
/// *Combinatorial Game Theory* (2013), ch. IV.
///
/// ```
/// use grundy::games::subtraction::{Subtraction, TakeSet};
/// use grundy::nat::Nat;
/// let set = TakeSet::Union([(1u8, 1u8), (3, 4)].into_iter().collect(), Vec::new());
/// let game = Subtraction::new(set);
/// let value = |n: Nat| game.value(&n, &Default::default()).unwrap();
/// assert_eq!(value(Nat::from(10u8)), Nat::ONE);
/// assert_eq!(value(Nat::from(10u8).pow(1000)), value(Nat::from(4u8)));
/// ```
#[derive(Debug)]
pub struct Subtraction {
    set: TakeSet,
    law: Law,
    /// Laws of S up to a bound, by the greatest element left.
    clipped: Mutex<BTreeMap<Nat, Arc<Law>>>,
}

/// Heaps below this are looked up in the table of the whole set, even if it has greater takes.
const WHOLE_SET_HEAPS: u64 = 1 << 20;

/// The least length of an interval of S whose moves are counted as a whole.
const MIN_INTERVAL_LENGTH: u64 = 64;

impl Subtraction {
    /// The game in which the numbers of `set` may be taken.
    pub fn new(set: TakeSet) -> Self {
        let law = Law::of(&set);
        Self { set, law, clipped: Mutex::default() }
    }

    /// The Grundy value of a heap.
    ///
    /// # Errors
    /// [`Stop`] if the table needed for it does not fit into the limits.
    pub fn value(&self, heap: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        self.with_law(heap, |law| law.value(heap, context))
    }

    /// Calls `use_law` with what holds for all heaps up to this one.
    fn with_law<T>(&self, heap: &Nat, use_law: impl FnOnce(&Law) -> T) -> T {
        let finite = match &self.set {
            TakeSet::AllBut(numbers) => Some(numbers),
            TakeSet::Union(numbers, classics) => classics.is_empty().then_some(numbers),
        };
        let greatest = finite.and_then(NumberSet::greatest);
        let whole = greatest.is_none_or(|greatest| greatest <= heap);
        if whole || *heap < Nat::from(WHOLE_SET_HEAPS) || !matches!(self.law, Law::Table { .. }) {
            return use_law(&self.law);
        }
        // What exceeds the heap cannot be taken; without it there may be a law, or a period.
        let kept = finite.map(|numbers| numbers.up_to(heap)).unwrap_or_default();
        let key = kept.greatest().cloned().unwrap_or_default();
        let law = {
            let mut clipped = self.clipped.lock().unwrap_or_else(PoisonError::into_inner);
            let make = || match self.set {
                TakeSet::AllBut(_) => Arc::new(Law::of(&TakeSet::AllBut(kept))),
                TakeSet::Union(..) => Arc::new(Law::of(&TakeSet::Union(kept, Vec::new()))),
            };
            clipped.entry(key).or_insert_with(make).clone()
        };
        use_law(&law)
    }

    /// The heaps of value `target` that one move leaves: how many, and the least `max` of them.
    fn results(
        &self,
        law: &Law,
        (heap, target): (&Nat, &Nat),
        max: usize,
        context: &Context<'_>,
    ) -> Result<(Nat, Vec<Nat>), Stop> {
        let (numbers, classics) = match &self.set {
            TakeSet::AllBut(gaps) => {
                if heap.is_zero() {
                    return Ok((Nat::ZERO, Vec::new()));
                }
                // Heaps of equal value differ by gaps, so they are few.
                let below = heap - 1u8;
                let (_, all) = law.heaps_of(target, (&Nat::ZERO, &below), usize::MAX, context)?;
                let mut left: Vec<_> =
                    all.into_iter().filter(|left| !gaps.contains(&(heap - left))).collect();
                let count = Nat::from(left.len());
                left.truncate(max);
                return Ok((count, left));
            }
            TakeSet::Union(numbers, classics) => (numbers, classics),
        };
        if let Law::EvenPowers(base) = law {
            return Ok(even_powers(base, heap, target, max));
        }
        let (mut count, mut listed) = (Nat::ZERO, Vec::new());
        let usable = numbers.up_to(heap);
        for (i, (from, to)) in usable.intervals().iter().rev().enumerate() {
            context.tick("listing moves of a subtraction game", i as u64)?;
            if (to - from) >= Nat::from(MIN_INTERVAL_LENGTH) {
                let range = (&(heap - to), &(heap - from));
                let (more, heaps) = law.heaps_of(target, range, max - listed.len(), context)?;
                count += more;
                listed.extend(heaps);
                continue;
            }
            let mut left = heap - to;
            while left <= heap - from {
                if law.value(&left, context)? == *target {
                    count += 1u8;
                    if listed.len() < max {
                        listed.push(left.clone());
                    }
                }
                left += 1u8;
            }
        }
        let (mut steps, mut found) = (0u64, 0u64);
        let rest = TakeSet::Union(numbers.clone(), classics.clone());
        if !classics.is_empty() {
            let mut more = Vec::new();
            rest.visit(heap, |take| {
                context.tick("listing moves of a subtraction game", steps)?;
                steps += 1;
                if numbers.contains(&take) {
                    return Ok(());
                }
                let left = heap - take;
                if law.value(&left, context)? == *target {
                    found += 1;
                    more.push(left);
                    // Only the least are wanted; the others may be many and long.
                    if more.len() > max.saturating_mul(2).saturating_add(1000) {
                        sort(&mut more);
                        more.truncate(max);
                    }
                }
                Ok(())
            })?;
            listed.append(&mut more);
            sort(&mut listed);
            listed.truncate(max);
        }
        Ok((count + found, listed))
    }
}

/// As [`Subtraction::results`] for the powers of an even number: every other power leads to the
/// same residue.
fn even_powers(base: &Nat, heap: &Nat, target: &Nat, max: usize) -> (Nat, Vec<Nat>) {
    if heap.is_zero() {
        return (Nat::ZERO, Vec::new());
    }
    let top = heap.ilog(base);
    let law = Law::EvenPowers(base.clone());
    // The exponents of a parity all leave the same residue, so the least one decides.
    let wanted = [0, 1].map(|parity| {
        parity <= top
            && law.value(&(heap - base.pow(parity)), &Context::default()).ok().as_ref()
                == Some(target)
    });
    let exponents = || (0..=top).rev().filter(|exponent| wanted[exponent % 2]);
    let count = usize::from(wanted[0]) * (top / 2 + 1) + usize::from(wanted[1]) * top.div_ceil(2);
    let listed = exponents().take(max).map(|exponent| heap - base.pow(exponent)).collect();
    (count.into(), listed)
}

impl Ruleset for Subtraction {
    type Position = Nat;

    fn options(&self, heap: &Nat, out: &mut Options<Nat>) -> Result<(), Full> {
        self.set.visit(heap, |take| out.push([heap - take]))
    }

    fn heap_bytes(&self, heap: &Nat) -> usize {
        heap_bytes(heap)
    }
}

impl Game for Subtraction {
    single_heaps!();

    fn title(&self) -> String {
        format!("subtraction[{}]", self.set)
    }

    fn as_code(&self) -> Option<(Code, u64)> {
        let (numbers, rest) = match &self.set {
            TakeSet::Union(numbers, classics) if classics.is_empty() => (numbers, ""),
            TakeSet::Union(..) => return None,
            TakeSet::AllBut(gaps) => (gaps, "[3]"),
        };
        let greatest = numbers.greatest().cloned().unwrap_or_default();
        let greatest = to_u64(&greatest).filter(|&greatest| greatest <= MAX_DIGITS_OF_GAMES)?;
        let mut digits = vec!['0'; greatest as usize];
        for taken in self.set.words_up_to(greatest) {
            *digits.get_mut(taken.checked_sub(1)? as usize)? = '3';
        }
        let digits: String = digits.into_iter().collect();
        Some((format!("0.{digits}{rest}").parse().ok()?, 0))
    }

    fn known(&self, heap: &Nat, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(self.value(heap, context)?)))
    }

    fn moves_to(
        &self,
        heap: &Nat,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        let (count, left) =
            self.with_law(heap, |law| self.results(law, (heap, target), max, context))?;
        let listed = left.into_iter().map(|left| Move { sum: vec![left], tag: 0 }).collect();
        Ok(Some(Found { count: Some(count), listed }))
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        self.with_law(&Nat::from(to), |law| {
            // A law of the takes up to this heap does not tell how the values go on.
            let whole = std::ptr::eq(law, &self.law);
            let line = law.values_to(to, context)?;
            Ok(line.map(|(values, period)| Line { values, period: period.filter(|_| whole) }))
        })
    }

    fn outcomes_to(
        &self,
        to: &[u64],
        play: Play,
        context: &Context<'_>,
    ) -> Result<Option<Entries>, Stop> {
        let (&[to], Play::Misere) = (to, play) else { return Ok(None) };
        let p = misere::p_positions(&self.set, to, context)?;
        Ok(Some(Box::new(move |n| Entry::Outcome(Outcome::of(!p[n])))))
    }

    fn method(&self, heap: &Nat) -> Cow<'static, str> {
        self.with_law(heap, |law| match law {
            Law::Interval { .. } => "period of an interval of takes".into(),
            Law::Odd { .. } => "parity".into(),
            Law::EvenPowers(_) => "residues of powers".into(),
            Law::All => "Bouton's theorem".into(),
            Law::AllButOne(_) => "arithmetic period".into(),
            Law::Table { values, .. } => {
                match values.lock().unwrap_or_else(PoisonError::into_inner).period() {
                    Some(_) => "proved period of a subtraction game".into(),
                    None => "Sprague-Grundy table of all smaller heaps".into(),
                }
            }
        })
    }

    fn why(&self, heap: &Nat) -> Vec<String> {
        self.with_law(heap, |law| vec![reason(law, heap)])
    }

    fn by_options(&self, heap: &Nat) -> bool {
        self.with_law(heap, |law| match law {
            Law::Table { values, .. } => {
                values.lock().unwrap_or_else(PoisonError::into_inner).period().is_none()
            }
            _ => false,
        })
    }

    /// The heap less any number of least takes.
    fn reachable(&self, heap: &Nat) -> Option<Nat> {
        let least = match &self.set {
            TakeSet::AllBut(gaps) => match gaps.intervals() {
                [(from, to), ..] if from.is_one() => to + 1u8,
                _ => Nat::ONE,
            },
            TakeSet::Union(numbers, classics) => {
                let first = classics.first().map(|classic| match classic {
                    Classic::Primes => Nat::from(2u8),
                    Classic::Fibonacci | Classic::Squares | Classic::Powers(_) => Nat::ONE,
                });
                first.into_iter().chain(numbers.least().cloned()).min()?
            }
        };
        Some(heap / least + 1u8)
    }

    fn heap_law(&self, upto: &Nat, context: &Context<'_>) -> Result<Option<HeapLaw>, Stop> {
        self.with_law(upto, |law| law.heap_law(upto, context))
    }

    fn nim_like(&self) -> NimLike {
        // Let s be the least take. Ferguson (1974): G(n) = 1 iff G(n - s) = 0, whatever the other takes are. For
        // if G(n - s) = 0 and some option n - t had value 1, then G(n - t - s) = 0 by induction, an option of
        // n - s; and if G(n) = 1 and G(n - s) > 0, then n - s has an option n - s - t of value 0, so n has the
        // option n - t of value 1. So heaps of value 0 with a move have an option of value 1: from n - s > 0 a
        // take t leads to value 0, and n - t has value 1. Values 0 and 1 are fickle, and all heaps are tame.
        NimLike::Single
    }
}
