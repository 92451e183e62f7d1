//! The moves of one heap to sums of given values or classes, counted from those of heaps, not one by one.

use super::{Code, Sequence, code::Shape};
use crate::context::{Context, Stop};
use crate::moves::{Found, Move};
use crate::nat::{Nat, to_u64};
use crate::period::Period;
use crate::sorting::sort;

/// The moves of `heap` to sums of value `target`; `None` where they are better listed one by one:
/// any number may be taken, more than two heaps may be left, or the values of smaller heaps are
/// neither there nor known by a period without saltus.
///
/// # Complexity
/// As [`moves_by_class`].
///
/// # Errors
/// [`Stop`] when cancelled or out of time.
pub fn moves_to(
    sequence: &Sequence,
    heap: &Nat,
    target: &Nat,
    max: usize,
    context: &Context<'_>,
) -> Result<Option<Found<Nat>>, Stop> {
    let values = sequence.values();
    let classes = HeapClasses {
        class: |n| values.get(n as usize),
        computed: values.len() as u64,
        period: sequence.period(),
    };
    let Some(target) = to_u64(target).and_then(|t| u32::try_from(t).ok()) else {
        let countable = classes.covers(sequence.code(), heap);
        return Ok(countable.then(Found::default));
    };
    let keep = |left: &[u32]| left.iter().fold(0, |sum, value| sum ^ value) == target;
    moves_by_class(sequence.code(), heap, &classes, keep, max, context)
}

/// A number for every heap, such as its value: known up to some heap, or by a period.
pub struct HeapClasses<C> {
    /// The class of a heap.
    pub class: C,
    /// How many heaps have known classes.
    pub computed: u64,
    /// The period, which holds for all heaps.
    pub period: Option<Period>,
}

/// The moves of `heap` that leave heaps of classes that `keep` accepts, counted; `None` where they are
/// better listed one by one, as in [`moves_to`].
///
/// # Complexity
/// O(digits * (start + period)) for the count at any size, or O(digits * heap) without a period, and
/// as much again for every `max` moves listed.
///
/// # Errors
/// [`Stop`] when cancelled or out of time.
pub fn moves_by_class<C: Fn(u64) -> u32>(
    code: &Code,
    heap: &Nat,
    classes: &HeapClasses<C>,
    keep: impl Fn(&[u32]) -> bool,
    max: usize,
    context: &Context<'_>,
) -> Result<Option<Found<Nat>>, Stop> {
    let Some(largest) = code.largest_take().filter(|_| classes.covers(code, heap)) else {
        return Ok(None);
    };
    let (mut count, mut listed) = (Nat::ZERO, Vec::new());
    for taken in 0..=largest {
        let digit = code.digit(taken);
        if digit.is_zero() || *heap < Nat::from(taken) {
            continue;
        }
        let rest = heap - taken;
        if rest.is_zero() {
            if digit.allows(0) && keep(&[]) {
                count += 1u8;
                listed.push(vec![Nat::ZERO]);
            }
            continue;
        }
        if digit.allows(1) && keep(&[classes.at(&rest)]) {
            count += 1u8;
            listed.push(vec![rest.clone()]);
        }
        if digit.allows(2) {
            context.look("counting winning moves", taken)?;
            count += classes.pairs(&rest, digit.shape, &keep, max, &mut listed);
        }
    }
    sort(&mut listed);
    listed.truncate(max);
    let listed = listed.into_iter().map(|sum| Move { sum, tag: 0 }).collect();
    Ok(Some(Found { count: Some(count), listed }))
}

impl<C: Fn(u64) -> u32> HeapClasses<C> {
    /// Whether the moves of a heap can be counted: at most two heaps are left, takes are bounded, and
    /// the classes of all heaps up to it are known and bounded.
    fn covers(&self, code: &Code, heap: &Nat) -> bool {
        let few = matches!((code.largest_take(), code.most_heaps()), (Some(_), Some(0..=2)));
        few && match self.period {
            Some(period) => period.saltus == 0,
            None => *heap < Nat::from(self.computed),
        }
    }

    /// The class of a heap.
    pub fn at(&self, n: &Nat) -> u32 {
        let index = match self.period {
            Some(period) => period.reduce(n).0,
            None => to_u64(n).expect("no more than were computed"),
        };
        (self.class)(index)
    }

    /// The number of pairs of heaps of a given total whose classes `keep` accepts. Appends the first
    /// `max` of them to `listed`.
    fn pairs(
        &self,
        total: &Nat,
        shape: Shape,
        keep: &impl Fn(&[u32]) -> bool,
        max: usize,
        listed: &mut Vec<Vec<Nat>>,
    ) -> Nat {
        let half = match shape {
            Shape::Any => total >> 1,
            // Of two heaps, "not all equal" means "different".
            Shape::Distinct | Shape::NotAllEqual => (total - 1u8) >> 1,
            Shape::AllEqual => {
                let half: Nat = total >> 1;
                let fits = *total == &half * 2u8 && {
                    let class = self.at(&half);
                    keep(&[class, class])
                };
                listed.extend(fits.then(|| vec![half.clone(), half]));
                return Nat::from(u8::from(fits));
            }
        };
        let far = self.far(total);
        let wanted = |a: u64| keep(&[(self.class)(a), far(a)]);
        // The class of a is periodic from the start on, and so is that of total - a while total - a is not below
        // the start: both hold from the start to half of the total.
        let first = self.period.map_or(u64::MAX, |period| period.preperiod.max(1));
        let single_end = to_u64(&half).map_or(first - 1, |half| half.min(first - 1));
        let mut count = 0u64;
        let mut found: Vec<Nat> = Vec::new();
        for a in (1..=single_end).filter(|&a| wanted(a)) {
            count += 1;
            if found.len() < max {
                found.push(a.into());
            }
        }
        let mut count = Nat::from(count);
        if let Some(Period { length, .. }) = self.period {
            let mut classes = Vec::new();
            for a in (first..first + length).take_while(|&a| Nat::from(a) <= half) {
                if wanted(a) {
                    count += (&half - a) / length + 1u8;
                    classes.push(a);
                }
            }
            let mut round = 0u64;
            while !classes.is_empty() && found.len() < max {
                let before = found.len();
                let later = classes.iter().map(|&a| Nat::from(round) * length + a);
                found.extend(later.take_while(|a| *a <= half));
                if found.len() == before {
                    break;
                }
                round += 1;
            }
        }
        listed.extend(found.into_iter().take(max).map(|a| {
            let other = total - &a;
            vec![a, other]
        }));
        count
    }

    /// The class of `total - a`, by a.
    fn far<'a>(&'a self, total: &Nat) -> impl Fn(u64) -> u32 + use<'a, C> {
        // Values below this are looked up without the period.
        let (start, length) = self.period.map_or((u64::MAX, 1), |p| (p.preperiod, p.length));
        let word = to_u64(total);
        let rest = match word {
            Some(_) => 0,
            None => (total - start) % length,
        };
        move |a| {
            let index = match word {
                Some(total) if total - a < start => total - a,
                Some(total) => start + (total - a - start) % length,
                // The other heap is beyond the start for every a.
                None => start + (rest + length - a % length) % length,
            };
            (self.class)(index)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::{Options, Ruleset};

    #[test]
    fn counts_and_lists_are_those_of_the_rules() {
        let context = Context::default();
        let periodic = ["0.77", "0.137", "0.07", "0.33", "0.123", "0.71", "0.51"];
        let others = ["4!.0", "4?.3", "0.16", "0.007", "4!.3=", "0.376", "4=.1", "0.04=7!"];
        for text in periodic.into_iter().chain(others) {
            let mut sequence = Sequence::new(text.parse().unwrap());
            if others.contains(&text) {
                sequence.grow(400, &context).unwrap();
            } else {
                sequence.value(&(Nat::ONE << 99), &context).unwrap();
            }
            for n in (0..60).chain(300..330u32) {
                let heap = Nat::from(n);
                let mut options = Options::default();
                sequence.code().options(&heap, &mut options).unwrap();
                let values = sequence.values();
                let classes = HeapClasses {
                    class: |n| values.get(n as usize),
                    computed: values.len() as u64,
                    period: sequence.period(),
                };
                let value = |heap: &Nat| classes.at(heap);
                for target in 0..10u32 {
                    let wanted = options
                        .iter()
                        .filter(|o| o.sum.iter().fold(0, |s, a| s ^ value(a)) == target);
                    let all = Found::all(wanted.map(Move::from).collect(), 7);
                    let target = Nat::from(target);
                    let found = moves_to(&sequence, &heap, &target, 7, &context).unwrap().unwrap();
                    assert_eq!(found, all, "{text}({n}) to {target}");
                }
            }
        }
    }

    #[test]
    fn counts_beyond_machine_words_go_on_by_periods() {
        // From one residue to the next each class of splits gains as many pairs as there are
        // periods. So the counts for heaps of one residue are linear once both heaps can be
        // periodic.
        let context = Context::default();
        for text in ["0.77", "0.137", "0.51", "0.07"] {
            let mut sequence = Sequence::new(text.parse().unwrap());
            let huge = Nat::ONE << 70;
            sequence.value(&huge, &context).unwrap();
            let period = sequence.period().unwrap();
            let step = 2 * period.length;
            for offset in 0..3u64 {
                let base = 4 * (period.preperiod + period.length) + offset;
                let times = (&huge - base) / step;
                for target in 0..5u8 {
                    let count = |heap: &Nat| {
                        let found = moves_to(&sequence, heap, &target.into(), 3, &context);
                        found.unwrap().unwrap().count.unwrap()
                    };
                    let (one, two) = (count(&base.into()), count(&(base + step).into()));
                    let far = count(&(&times * step + base));
                    assert_eq!(far, &one + times.clone() * (two - &one), "{text} to {target}");
                }
            }
        }
    }
}
