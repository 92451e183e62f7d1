//! The moves of one heap to sums of a given value, counted from its nim-sequence, not one by one.

use super::store::Values;
use super::{Sequence, code::Shape};
use crate::context::{Context, Stop};
use crate::moves::{Found, Move};
use crate::nat::{Nat, to_u64};
use crate::period::Period;

/// The moves of `heap` to sums of value `target`; `None` where they are better listed one by one:
/// any number may be taken, more than two heaps may be left, or the values of smaller heaps are
/// neither there nor known by a period without saltus.
///
/// # Complexity
/// O(digits * (start + period)) for the count at any size, or O(digits * heap) without a period, and
/// as much again for every `max` moves listed.
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
    let code = sequence.code();
    let (Some(largest), Some(0..=2)) = (code.largest_take(), code.most_heaps()) else {
        return Ok(None);
    };
    let values = Known { values: sequence.values(), period: sequence.period() };
    if !values.reach(heap) {
        return Ok(None);
    }
    let Some(target) = to_u64(target).and_then(|t| u32::try_from(t).ok()) else {
        return Ok(Some(Found::default()));
    };
    let (mut count, mut listed) = (Nat::ZERO, Vec::new());
    for taken in 0..=largest {
        let digit = code.digit(taken);
        if digit.is_zero() || *heap < Nat::from(taken) {
            continue;
        }
        let rest = heap - taken;
        if rest.is_zero() {
            if digit.allows(0) && target == 0 {
                count += 1u8;
                listed.push(vec![Nat::ZERO]);
            }
            continue;
        }
        if digit.allows(1) && values.at(&rest) == target {
            count += 1u8;
            listed.push(vec![rest.clone()]);
        }
        if digit.allows(2) {
            context.look("counting winning moves", taken)?;
            count += values.pairs(&rest, digit.shape, target, max, &mut listed);
        }
    }
    listed.sort();
    listed.truncate(max);
    let listed = listed.into_iter().map(|sum| Move { sum, tag: 0 }).collect();
    Ok(Some(Found { count: Some(count), listed }))
}

/// The values of heaps, known either up to some heap or by a period.
struct Known<'a> {
    values: &'a Values,
    period: Option<Period>,
}

impl Known<'_> {
    /// Whether the values of all heaps up to this one are known and bounded.
    fn reach(&self, heap: &Nat) -> bool {
        match self.period {
            Some(period) => period.saltus == 0,
            None => *heap < Nat::from(self.values.len()),
        }
    }

    fn at(&self, n: &Nat) -> u32 {
        let index = match self.period {
            Some(period) => period.reduce(n).0,
            None => to_u64(n).expect("no more than were computed"),
        };
        self.values.get(index as usize)
    }

    /// The number of pairs of heaps of a given total whose values have a given nim-sum: see
    /// [`moves_to`]. Appends the first `max` of them to `listed`.
    fn pairs(
        &self,
        total: &Nat,
        shape: Shape,
        target: u32,
        max: usize,
        listed: &mut Vec<Vec<Nat>>,
    ) -> Nat {
        let half = match shape {
            Shape::Any => total >> 1,
            // Of two heaps, "not all equal" means "different".
            Shape::Distinct | Shape::NotAllEqual => (total - 1u8) >> 1,
            Shape::AllEqual => {
                let half: Nat = total >> 1;
                let fits = target == 0 && *total == &half * 2u8;
                listed.extend(fits.then(|| vec![half.clone(), half]));
                return Nat::from(u8::from(fits));
            }
        };
        let far = self.far(total);
        let wanted = |a: u64| self.values.get(a as usize) ^ far(a) == target;
        // G(a) is periodic from the start on, and so is G(total - a) while total - a is not below
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

    /// The value of `total - a`, by a.
    fn far(&self, total: &Nat) -> impl Fn(u64) -> u32 {
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
            self.values.get(index as usize)
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
                let value = |heap: &Nat| {
                    Known { values: sequence.values(), period: sequence.period() }.at(heap)
                };
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
