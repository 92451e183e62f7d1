//! The value of a place, and of a set of places: the nim-sum of the values of its heads.

use super::heads::Heads;
use super::rule::{Kind, Rule};
use super::table::{Greedy, Spaced, Symmetric, Window};
use crate::context::{Context, Stop};
use crate::heap::Sequence;
use crate::nat::{BitTest, Nat, range, to_u64, to_usize};
use crate::theory::subtraction::Law as Distances;
use crate::theory::take_set::TakeSet;
use std::sync::{Mutex, PoisonError};

/// What is known of the values of a rule.
#[derive(Debug)]
pub struct Values {
    rule: Rule,
    pub(super) law: Law,
}

/// Where values come from.
#[derive(Debug)]
pub(super) enum Law {
    /// For rules that count coins: the value of the place of this rank.
    Ranked(Ranked),
    /// The n-th place has the greatest power of two that divides n.
    Ruler,
    /// The place n has the value 2^n.
    Powers,
    /// Values that repeat.
    Window(Window),
    /// Those of a subtraction game.
    Distances(Distances),
    /// Those of Grundy's game.
    Grundy(Box<Mutex<Sequence>>),
    Spaced(Mutex<Spaced>),
    Symmetric(Mutex<Symmetric>),
}

/// The values of the rules at-most\[t\] and exactly\[t\] by rank: the first place that can be turned
/// alone, or with all places before it, has rank 0.
///
/// In exactly\[t\] the first t-1 places have the value 0, and as many coins of them as are missing can
/// be turned with others: the places behind them have the values of at-most\[t\].
#[derive(Debug)]
pub(super) enum Ranked {
    /// t = 1: all values are 1.
    One,
    /// t = 2: rank + 1.
    Number,
    /// t = 3: twice the rank, plus 1 if that makes the number of binary ones odd.
    Odious,
    /// Other t.
    Table(Mutex<Greedy>),
}

/// Up to this place 2^n is written.
const MAX_WRITTEN_PLACE: u64 = 3_000_000;

/// The nim-sum of 0, 1, …, k-1.
fn sum_below(k: &Nat) -> Nat {
    match (k % 4u8, k) {
        (0, _) => Nat::ZERO,
        (1, k) => k - 1u8,
        (2, _) => Nat::ONE,
        (_, k) => k.clone(),
    }
}

/// The k-th number with an odd number of ones, from k = 0.
pub(super) fn odious(k: &Nat) -> Nat {
    (k << 1) + u8::from(k.count_ones().is_multiple_of(2))
}

/// Locks a table, whatever happened to another thread.
pub(super) fn lock<T>(table: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

fn too_long(place: &Nat) -> Stop {
    Stop::Refused(format!(
        "there is no formula for the value of the place {place}, and tables end before it"
    ))
}

impl Values {
    /// The values of a rule, none of them found yet.
    pub fn new(rule: Rule) -> Self {
        let ranked = |coins: usize| {
            Law::Ranked(match coins {
                1 => Ranked::One,
                2 => Ranked::Number,
                3 => Ranked::Odious,
                _ => Ranked::Table(Mutex::new(Greedy::new(coins))),
            })
        };
        let law = match rule.kind() {
            Kind::AtMost(coins) | Kind::Exactly(coins) => ranked(*coins),
            Kind::Any => Law::Powers,
            Kind::Run(None) => Law::Ruler,
            Kind::Run(Some(longest)) => {
                let width = *longest as usize;
                Law::Window(Window::new(width, |before| {
                    let mut sum = 0;
                    let others = before.iter().rev().take(width - 1).map(|value| {
                        sum ^= value;
                        sum
                    });
                    others.chain([0]).collect()
                }))
            }
            Kind::Within(least, most, width) => {
                let (least, most, width) = (*least, *most, *width as usize);
                Law::Window(Window::new(width, |before| {
                    let near = &before[before.len().saturating_sub(width - 1)..];
                    (0..1u32 << near.len())
                        .filter(|set| (least..=most).contains(&(set.count_ones() as usize + 1)))
                        .map(|set| {
                            let kept = near.iter().zip(0..).filter(|(_, bit)| set >> bit & 1 == 1);
                            kept.fold(0, |sum, (value, _)| sum ^ value)
                        })
                        .collect()
                }))
            }
            Kind::Distance(set) => {
                Law::Distances(Distances::of(&TakeSet::Union(set.clone(), Vec::new())))
            }
            Kind::Grunt => {
                let code = "4!.0".parse().expect("a code of the catalogue is well-formed");
                Law::Grundy(Box::new(Mutex::new(Sequence::new(code))))
            }
            Kind::Spaced => Law::Spaced(Mutex::default()),
            Kind::Sym => Law::Symmetric(Mutex::default()),
        };
        Self { rule, law }
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The rank of a place, for rules that count coins; `None` where no move ends.
    pub(super) fn rank(&self, place: &Nat) -> Option<Nat> {
        let dead = match self.rule.kind() {
            Kind::Exactly(coins) => Nat::from(coins - 1),
            _ => Nat::from(self.rule.first()),
        };
        (*place >= dead).then(|| place - dead)
    }

    /// The place of a rank.
    pub(super) fn place_of(&self, rank: &Nat) -> Nat {
        match self.rule.kind() {
            Kind::Exactly(coins) => rank + (coins - 1),
            _ => rank + self.rule.first(),
        }
    }

    /// The Grundy value of one head on this place.
    ///
    /// ```
    /// use grundy::games::coins::{Rule, Values};
    /// let value = |rule: &str, place: u64| {
    ///     let values = Values::new(Rule::named(rule).unwrap());
    ///     values.place(&place.into(), &Default::default()).unwrap()
    /// };
    /// assert_eq!(value("turtles", 6), 6u8.into());
    /// assert_eq!(value("mock-turtles", 5), 11u8.into());
    /// assert_eq!(value("ruler", 12), 4u8.into());
    /// assert_eq!(value("mogul", 11), 911u32.into());
    /// ```
    ///
    /// # Complexity
    /// O(length) where there is a formula, else as the table of the rule.
    ///
    /// # Errors
    /// [`Stop`] if the table needed for it does not fit into the limits.
    pub fn place(&self, place: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        let word = || to_u64(place).ok_or_else(|| too_long(place));
        Ok(match &self.law {
            Law::Ranked(ranked) => match self.rank(place) {
                None => Nat::ZERO,
                Some(rank) => ranked.value(&rank, context)?,
            },
            Law::Ruler => Nat::ONE << place.trailing_zeros().unwrap_or_default(),
            Law::Powers => match to_u64(place).filter(|&n| n <= MAX_WRITTEN_PLACE) {
                Some(n) => Nat::ONE << n as usize,
                None => {
                    return Err(Stop::Refused(format!(
                        "the value of the place {place} has as many digits, too many to write; places up to {MAX_WRITTEN_PLACE} are computed"
                    )));
                }
            },
            Law::Window(window) => self.window(window, place),
            Law::Distances(law) => law.value(place, context)?,
            Law::Grundy(sequence) => lock(sequence).value(place, context)?,
            Law::Spaced(table) => {
                let (n, mut table) = (word()?, lock(table));
                table.extend(n, context)?;
                table.values()[n as usize].into()
            }
            Law::Symmetric(table) => {
                let (n, mut table) = (word()?, lock(table));
                table.extend(n, context)?;
                table.values()[n as usize].into()
            }
        })
    }

    /// The value of a place where values repeat.
    fn window(&self, window: &Window, place: &Nat) -> Nat {
        let index = place - Nat::from(self.rule.first());
        let (start, length) = window.period();
        let index = match to_usize(&index).filter(|&i| i < start + length) {
            Some(i) => i,
            None => start + ((index - start) % length as u64) as usize,
        };
        window.values()[index].into()
    }

    /// The nim-sum of the values of the heads.
    ///
    /// # Complexity
    /// O(length) for each run where there is a formula, else O(heads) values.
    ///
    /// # Errors
    /// As [`place`](Self::place), or if there are too many heads to add one by one.
    pub fn sum(&self, heads: &Heads, context: &Context<'_>) -> Result<Nat, Stop> {
        // The last place first, so that tables grow once.
        let mut sum = Nat::ZERO;
        for (from, to) in heads.runs() {
            sum ^= self.run(from, &to, context)?;
        }
        Ok(sum)
    }

    /// The nim-sum of the values of the places `from`..=`to`.
    fn run(&self, from: &Nat, to: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        if from == to {
            return self.place(from, context);
        }
        match &self.law {
            Law::Ranked(ranked) => {
                let ranks = |place: &Nat| self.rank(place).unwrap_or_default();
                let (low, high) = (ranks(from), ranks(&(to + 1u8)));
                if let Some(sum) = ranked.sum_below(&high) {
                    return Ok(sum ^ ranked.sum_below(&low).unwrap_or_default());
                }
            }
            // Up to n these values have the nim-sum n xor floor(n/2), Gray's code.
            Law::Ruler => {
                let before = from - 1u8;
                return Ok(gray(to) ^ gray(&before));
            }
            Law::Powers => {
                self.place(to, context)?;
                let shift = |n: &Nat| Nat::ONE << to_usize(n).unwrap_or_default();
                return Ok(shift(&(to + 1u8)) - shift(from));
            }
            Law::Window(window) => {
                // Two periods cancel.
                let (start, length) = window.period();
                let (start, twice) = (Nat::from(start) + self.rule.first(), Nat::from(2 * length));
                let low = from.max(&start).clone();
                if low < *to {
                    let (from, to) = (from.clone(), &low + (to - &low) % twice);
                    return self.one_by_one(&from, &to, context);
                }
            }
            _ => {}
        }
        self.one_by_one(from, to, context)
    }

    fn one_by_one(&self, from: &Nat, to: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        // If the last value is not within the limits, none is looked for.
        let mut sum = self.place(to, context)?;
        let count = to - from;
        let doing = || format!("the values of {count} places side by side");
        context.check_positions(to_u64(&count).unwrap_or(u64::MAX), doing)?;
        for (step, place) in range(from.clone(), to.clone()).enumerate() {
            context.tick("adding values of places", step as u64)?;
            sum ^= self.place(&place, context)?;
        }
        Ok(sum)
    }
}

/// Gray's code of a number.
pub(super) fn gray(n: &Nat) -> Nat {
    n ^ (n >> 1)
}

/// The number with this Gray's code. O(length log length).
pub(super) fn from_gray(code: &Nat) -> Nat {
    let (mut number, mut shift) = (code.clone(), 1);
    while shift < code.bit_len() {
        number = &number ^ (&number >> shift);
        shift *= 2;
    }
    number
}

impl Ranked {
    /// The value of a rank.
    pub fn value(&self, rank: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        Ok(match self {
            Self::One => Nat::ONE,
            Self::Number => rank + 1u8,
            Self::Odious => odious(rank),
            Self::Table(table) => {
                let rank = to_u64(rank).ok_or_else(|| too_long(rank))?;
                let mut table = lock(table);
                table.extend(rank, context)?;
                table.values()[rank as usize].into()
            }
        })
    }

    /// The nim-sum of the values of the ranks below `k`, where there is a formula.
    fn sum_below(&self, k: &Nat) -> Option<Nat> {
        match self {
            Self::One => Some(k % Nat::from(2u8)),
            Self::Number => Some(sum_below(&(k + 1u8))),
            Self::Odious => {
                // Of two neighbours 2i, 2i+1 exactly one has an even number of ones.
                let last = k.bit(0) && (k - 1u8).count_ones().is_multiple_of(2);
                let even = (k >> 1).bit(0) != last;
                Some((sum_below(k) << 1) ^ Nat::from(even))
            }
            Self::Table(_) => None,
        }
    }
}
