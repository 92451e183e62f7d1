//! Tables of the values of subtraction games, and proofs that a table repeats for ever.

use crate::context::{Context, LimitKind, Stop};
use crate::nat::{Nat, to_u64};
use crate::period::Period;
use crate::sorting::sort;
use crate::theory::mex_table::{grow_all_but, grow_takes, repetition};
use crate::theory::number_set::NumberSet;
use crate::theory::take_set::TakeSet;

/// The values of heaps 0, 1, 2, … when a set of numbers may be taken.
///
/// **Finite sets.** With s the greatest number to take, G(n) for n >= s is a function of the s
/// values before it. So once s consecutive values repeat at distance p, all later ones do.
///
/// **All but T**, t = max T. Two heaps of equal value differ by an element of T, so the heaps of a
/// value lie within t. New values come up in order 0, 1, 2, …, because an unused value is always
/// free; let M(n) be how many were used before heap n, and x(n) = M(n) - G(n) >= 0, 0 iff G(n) is
/// new. A value that occurs among the last t heaps has no heap more than 2t before n, and one that
/// does not cannot be used again; so for n >= 2t the 2t numbers x before n determine x(n). Once 2t
/// consecutive ones repeat at distance p, all later x do, and G(n+p) = G(n) + saltus with saltus
/// the number of zeros of x in a period.
///
/// # Complexity
/// Heap n costs as many steps as numbers may be taken from it (all but T: as there are heaps of
/// values still in use); a period is looked for each time the table has doubled, in linear time.
/// Space up to 16 bytes a heap.
///
/// # Literature
/// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* (1982), ch. 4; A. N. Siegel,
/// *Combinatorial Game Theory* (2013), ch. IV.
#[derive(Debug)]
pub struct Values {
    set: TakeSet,
    /// How many consecutive numbers determine all later ones, where a bounded number does.
    window: Option<u64>,
    pub(super) values: Vec<u32>,
    period: Option<Period>,
}

/// Values of heaps from 0 on, and how they go on.
pub type ValuesAndPeriod = (Vec<u32>, Option<Period>);

impl Values {
    /// An empty table for this set.
    pub fn new(set: TakeSet) -> Self {
        let greatest = |numbers: &NumberSet| numbers.greatest().map_or(Some(0), to_u64);
        let window = match &set {
            TakeSet::Union(numbers, classics) if classics.is_empty() => greatest(numbers),
            TakeSet::Union(..) => None,
            TakeSet::AllBut(gaps) => greatest(gaps).and_then(|t| t.checked_mul(2)),
        };
        Self { set, window: window.map(|w| w.max(1)), values: Vec::new(), period: None }
    }

    /// The period, once it is proved.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The Grundy value of a heap.
    ///
    /// # Errors
    /// [`Stop`] at a limit, or when cancelled.
    pub fn value(&mut self, heap: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        self.reach(heap, context)?;
        Ok(self.at(heap))
    }

    /// The values of the heaps 0, 1, …, each taken `repeat` times, until there are `len`: the
    /// table itself, copied on from where it repeats.
    pub(super) fn write_line(
        &mut self,
        len: usize,
        repeat: u64,
        context: &Context<'_>,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let heaps = (len as u64).div_ceil(repeat);
        self.reach(&Nat::from(heaps.saturating_sub(1)), context)?;
        let mut line = Vec::with_capacity(len);
        for n in 0..heaps {
            context.tick("filling a line of values", n)?;
            let value = match (self.values.get(n as usize), self.period) {
                (Some(&value), _) => value,
                (None, Some(Period { preperiod, length, saltus })) => {
                    let (times, rest) = ((n - preperiod) / length, (n - preperiod) % length);
                    let grown = u64::from(self.values[(preperiod + rest) as usize])
                        .checked_add(times.saturating_mul(saltus));
                    let Some(value) = grown.and_then(|grown| u32::try_from(grown).ok()) else {
                        return Ok(None);
                    };
                    value
                }
                (None, None) => unreachable!("the last one is within reach"),
            };
            let more = (repeat as usize).min(len - line.len());
            line.extend(std::iter::repeat_n(value, more));
        }
        Ok(Some(line))
    }

    /// The value of a heap within reach.
    fn at(&self, heap: &Nat) -> Nat {
        let known = to_u64(heap).and_then(|n| self.values.get(n as usize));
        match (known, self.period) {
            (Some(&value), _) => value.into(),
            (None, Some(period)) => {
                let (first, times) = period.reduce(heap);
                times * period.saltus + self.values[first as usize]
            }
            (None, None) => unreachable!("reach was called before"),
        }
    }

    /// Makes the value of a heap known, by the table or by a period.
    fn reach(&mut self, heap: &Nat, context: &Context<'_>) -> Result<(), Stop> {
        let most = context.limits.positions.min(context.limits.memory / 16).min(1 << 31);
        let wanted = to_u64(heap).and_then(|n| n.checked_add(1));
        while self.period.is_none() {
            let length = self.values.len() as u64;
            if wanted.is_some_and(|wanted| wanted <= length) {
                return Ok(());
            }
            let periodic = self.window.is_some_and(|window| window <= most / 2);
            if length >= most || !periodic && wanted.is_none_or(|wanted| wanted > most) {
                let kind = if most == context.limits.positions {
                    LimitKind::Positions
                } else {
                    LimitKind::Memory
                };
                let what = format!(
                    "the values of a subtraction game: {length} values are computed, no period is proved, and {most} can be stored"
                );
                return Err(Stop::Limit { kind, what });
            }
            let doubled = match wanted {
                // Without a period in sight only what is asked for is computed, and some more.
                Some(wanted) if !periodic => wanted.max(length + length / 4),
                _ => 2 * length,
            };
            self.grow(doubled.clamp(1024, most.max(1024)) as usize, context)?;
        }
        Ok(())
    }

    fn grow(&mut self, to: usize, context: &Context<'_>) -> Result<(), Stop> {
        if let TakeSet::AllBut(gaps) = &self.set {
            grow_all_but(&mut self.values, &gaps.words_up_to(to as u64), to, context)?;
        } else {
            let takes = self.set.words_up_to(to as u64);
            grow_takes(&mut self.values, &takes, to, context)?;
        }
        if let Some(window) = self.window.and_then(|window| usize::try_from(window).ok()) {
            self.period = match &self.set {
                TakeSet::AllBut(_) => {
                    let (mut used, mut relative) = (0, Vec::with_capacity(self.values.len()));
                    for &value in &self.values {
                        relative.push(used - value);
                        used = used.max(value + 1);
                    }
                    repetition(&relative, window).map(|(start, length)| {
                        let repeated = &relative[start..start + length];
                        let saltus = repeated.iter().filter(|&&x| x == 0).count() as u64;
                        // The x of the first heaps may differ where the values already repeat.
                        Period { preperiod: start as u64, length: length as u64, saltus }
                            .from_the_least_heap(|n| self.values[n as usize].into())
                    })
                }
                TakeSet::Union(..) => repetition(&self.values, window).map(|(start, length)| {
                    Period { preperiod: start as u64, length: length as u64, saltus: 0 }
                }),
            };
        }
        Ok(())
    }

    /// The heaps of a value in `low`..=`high`: how many, and the first `max` of them.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn heaps_of(
        &mut self,
        value: &Nat,
        (low, high): (&Nat, &Nat),
        max: usize,
        context: &Context<'_>,
    ) -> Result<(Nat, Vec<Nat>), Stop> {
        self.reach(high, context)?;
        // Heaps before `start` one by one, later ones class by class.
        let start = self.period.map_or(self.values.len() as u64, |period| period.preperiod);
        let (mut count, mut listed) = (Nat::ZERO, Vec::new());
        let word = |n: &Nat| to_u64(n).unwrap_or(u64::MAX);
        for n in word(low)..start.min(word(high).saturating_add(1)) {
            if *value == Nat::from(self.values[n as usize]) {
                count += 1u8;
                if listed.len() < max {
                    listed.push(Nat::from(n));
                }
            }
        }
        let Some(Period { length, saltus, .. }) = self.period else { return Ok((count, listed)) };
        let low = low.max(&Nat::from(start)).clone();
        if low > *high {
            return Ok((count, listed));
        }
        // For each class its first heap in the range.
        let mut classes = Vec::new();
        for r in start..start + length {
            context.tick("counting heaps of a value", r)?;
            let base = Nat::from(self.values[r as usize]);
            let r = Nat::from(r);
            if saltus > 0 {
                if *value < base || (value - &base) % saltus != 0 {
                    continue;
                }
                let heap = r + (value - base) / saltus * length;
                if low <= heap && heap <= *high {
                    count += 1u8;
                    classes.push(heap);
                }
            } else if base == *value {
                let skipped = if low > r { (&low - &r + (length - 1)) / length } else { Nat::ZERO };
                let first = r + skipped * length;
                if first <= *high {
                    count += (high - &first) / length + 1u8;
                    classes.push(first);
                }
            }
        }
        sort(&mut classes);
        while listed.len() < max && !classes.is_empty() {
            listed.extend(classes.iter().cloned());
            classes.retain_mut(|heap| {
                *heap += length;
                saltus == 0 && *heap <= *high
            });
        }
        listed.truncate(max);
        Ok((count, listed))
    }
}
