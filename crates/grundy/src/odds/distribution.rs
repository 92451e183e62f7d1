//! How the Grundy values of one random heap are distributed.

use super::sizes::{Bounds, Item, Sizes};
use super::{OddsError, Part};
use crate::analysis::{Session, value};
use crate::answer::PartValue;
use crate::context::Context;
use crate::game::{AnyGame, Component, HeapLaw, NimLike};
use crate::nat::{self, Nat, to_u64};
use crate::outcome::Play;
use crate::period::Period;
use crate::solve::tame::Tame;
use crate::table::{place, takes_two};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Weights of values below this are kept in a list, those of others in a map.
const DENSE: u64 = 1 << 24;

/// Values low..end, each with the same weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least value.
    pub low: Nat,
    /// One more than the greatest.
    pub end: Nat,
    /// The weight of each.
    pub weight: Nat,
}

/// Weights of the values of one heap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    /// The weight of value i.
    pub small: Vec<Nat>,
    /// Weights of greater values.
    pub large: BTreeMap<Nat, Nat>,
    /// Values in runs.
    pub ranges: Vec<Range>,
    /// The weight of positions without a value, because a move wins at once.
    pub loony: Nat,
    /// The weights of infinite values, by the numbers that their options have.
    pub infinite: BTreeMap<Vec<Nat>, Nat>,
    /// In misère play the weights of fickle positions of the values 0 and 1 (see [`crate::solve::tame`]); `None` if every
    /// position of value 0 or 1 is fickle.
    pub fickle: Option<[Nat; 2]>,
    /// The sum of all weights.
    pub total: Nat,
}

impl Distribution {
    /// The values of a part of the question.
    ///
    /// # Complexity
    /// One value for each size, or for each size up to preperiod and period where a period is
    /// proved; O(1) for each item where the value is the size or a residue of it.
    ///
    /// # Errors
    /// [`OddsError`] if the sizes are not positions of the game, or at a limit.
    pub fn of(part: &Part, play: Play, context: &Context<'_>) -> Result<Self, OddsError> {
        let game = &*part.game;
        let pairs = part.sizes.items[0].second.is_some();
        check_shape(game, &part.sizes, pairs, part.heaps)?;
        let (distribution, session) = (Self::default(), Session::default());
        let mut found =
            Collector { game, play, distribution, session, context, bytes: 0, steps: 0 };
        for item in &part.sizes.items {
            if item.weight.is_zero() {
                continue;
            }
            found.distribution.total += item.count() * &item.weight;
            match &item.second {
                Some(second) => found.pairs(item, second)?,
                None => found.heaps(item)?,
            }
        }
        Ok(found.distribution)
    }

    /// A heap of this value alone.
    pub fn of_value(value: Nat) -> Self {
        let mut alone = Self { total: Nat::ONE, ..Self::default() };
        alone.add(value, &Nat::ONE);
        alone
    }

    /// The weight of a value.
    pub fn weight_of(&self, value: &Nat) -> Nat {
        let small = nat::to_usize(value).and_then(|value| self.small.get(value));
        let listed = small.or_else(|| self.large.get(value)).cloned().unwrap_or_default();
        let within = |range: &&Range| range.low <= *value && *value < range.end;
        self.ranges.iter().filter(within).fold(listed, |sum, range| sum + &range.weight)
    }

    fn add(&mut self, value: Nat, weight: &Nat) {
        match to_u64(&value).filter(|&value| value < DENSE) {
            Some(value) => {
                let value = value as usize;
                if self.small.len() <= value {
                    self.small.resize(value + 1, Nat::ZERO);
                }
                self.small[value] += weight;
            }
            None => *self.large.entry(value).or_default() += weight,
        }
    }

    /// Moves the runs that end at `most` or before into the list.
    pub fn expand(&mut self, most: u64) {
        let (short, long) = std::mem::take(&mut self.ranges)
            .into_iter()
            .partition(|range| range.end <= Nat::from(most.min(DENSE)));
        self.ranges = long;
        let short: Vec<Range> = short;
        for range in short {
            let (low, end) = (nat::to_usize(&range.low), nat::to_usize(&range.end));
            let (Some(low), Some(end)) = (low, end) else { continue };
            if self.small.len() < end {
                self.small.resize(end, Nat::ZERO);
            }
            self.small[low..end].iter_mut().for_each(|weight| *weight += &range.weight);
        }
    }
}

/// Whether the game has positions of one number, or of two, that stand alone in a sum.
fn check_shape(
    game: &dyn AnyGame,
    sizes: &Sizes,
    pairs: bool,
    heaps: u64,
) -> Result<(), OddsError> {
    let title = game.title();
    if sizes.items.iter().any(|item| item.second.is_some() != pairs) {
        return Err(OddsError::Shape(format!(
            "{title}: some sizes are single numbers and some are pairs; give all of one kind"
        )));
    }
    let joint = place(game, &[1u64, 2, 3]).is_ok_and(|component| component.parts() == 1);
    if joint && (pairs || heaps > 1) {
        return Err(OddsError::Shape(format!(
            "the heaps of {title} are not parts of a sum, so odds are counted for one heap only"
        )));
    }
    let wants_two = takes_two(game, pairs)?;
    if wants_two && !pairs {
        return Err(OddsError::Shape(format!(
            "a position of {title} is a pair of numbers: give bounds for both, or pairs such as (1..8,1..8)"
        )));
    }
    Ok(())
}

struct Collector<'a> {
    game: &'a dyn AnyGame,
    play: Play,
    distribution: Distribution,
    session: Session,
    context: &'a Context<'a>,
    bytes: u64,
    steps: u64,
}

impl Collector<'_> {
    fn position(&mut self, numbers: &[&Nat], weight: &Nat) -> Result<(), OddsError> {
        self.steps += 1;
        self.context.tick("finding the values of heaps", self.steps)?;
        self.context.check_positions(self.steps, || "finding the values of heaps".into())?;
        let numbers: Vec<Nat> = numbers.iter().map(|&n| n.clone()).collect();
        let title = self.game.title();
        let component = place(self.game, &numbers).map_err(|error| {
            let position: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            OddsError::Shape(format!("{title}({}): {}", position.join(","), error.message))
        })?;
        if component.parts() != 1 {
            return Err(OddsError::Shape(format!("{title} has no position of two numbers")));
        }
        let fickle = match self.play == Play::Misere && component.nim_like() == NimLike::No {
            true => Some(self.is_fickle(&component)?),
            false => None,
        };
        match value(&[component], self.context)? {
            PartValue::Known(value) => {
                if let Some(fickle) = fickle {
                    // Fickle positions have the values 0 and 1 only.
                    let weights = self.distribution.fickle.get_or_insert_default();
                    if fickle {
                        weights[usize::from(!value.is_zero())] += weight;
                    }
                }
                let listed = self.distribution.small.len() as u64 * 24;
                self.distribution.add(value, weight);
                self.bytes = self.distribution.small.len() as u64 * 24
                    + self.distribution.large.len() as u64 * 96;
                if self.bytes > listed {
                    self.context.check_memory(self.bytes, || "counting heaps by value".into())?;
                }
            }
            PartValue::Loopy(set) => {
                *self.distribution.infinite.entry(set).or_default() += weight;
            }
            _ => self.distribution.loony += weight,
        }
        Ok(())
    }

    /// Whether a tame position is fickle.
    fn is_fickle(&mut self, component: &Arc<dyn Component>) -> Result<bool, OddsError> {
        if let Some(reason) = component.misere_refused() {
            return Err(OddsError::Shape(reason.into()));
        }
        if let Some(fickle) = component.fickle(0) {
            return Ok(fickle);
        }
        match self.session.tame(component, self.context)? {
            Some(Tame::Fickle(_)) => Ok(true),
            Some(Tame::Firm(_)) => Ok(false),
            None => Err(OddsError::Shape(format!(
                "{} is not tame: its Grundy value does not decide misère play, so misère odds are not counted; \
                 `grundy solve --misere` solves single positions",
                component.print()
            ))),
        }
    }

    fn each(&mut self, (from, to): &Bounds, weight: &Nat) -> Result<(), OddsError> {
        let many = to_u64(&(to - from + 1u8)).unwrap_or(u64::MAX);
        self.context.check_positions(many, || "finding the values of heaps one by one".into())?;
        nat::range(from.clone(), to + 1u8).try_for_each(|n| self.position(&[&n], weight))
    }

    fn pairs(&mut self, item: &Item, second: &Bounds) -> Result<(), OddsError> {
        let many = to_u64(&item.count()).unwrap_or(u64::MAX);
        self.context.check_positions(many, || "finding the values of pairs one by one".into())?;
        for a in nat::range(item.first.0.clone(), &item.first.1 + 1u8) {
            for b in nat::range(second.0.clone(), &second.1 + 1u8) {
                self.position(&[&a, &b], &item.weight)?;
            }
        }
        Ok(())
    }

    fn heaps(&mut self, item: &Item) -> Result<(), OddsError> {
        let (from, to) = &item.first;
        // The first is looked at in any case: it tells whether there is such a position at all.
        if from == to {
            return self.position(&[from], &item.weight);
        }
        // The law does not say which positions are fickle, so each is looked at.
        let by_types = self.play == Play::Misere
            && place(self.game, std::slice::from_ref(from))
                .is_ok_and(|component| component.nim_like() == NimLike::No);
        let law = if by_types { None } else { self.game.heap_law(to, self.context)? };
        if law.as_ref().is_some_and(|law| law.identity) {
            self.position(&[from], &item.weight)?;
        }
        match law {
            // With a saltus and without a preperiod this is G(n) = n everywhere.
            Some(HeapLaw { identity: true, period }) if !period.saltus.is_zero() => {
                self.run(from + 1u8, to + 1u8, &item.weight);
            }
            Some(HeapLaw { identity: true, period: Period { length: modulus, .. } }) => {
                let (first, last) = (from + 1u8, to + 1u8);
                let (low, high) = (&first / &modulus, &last / &modulus);
                let (low_rest, high_rest) = (&first % &modulus, &last % &modulus);
                if low == high {
                    self.run(low_rest, high_rest, &item.weight);
                } else {
                    self.run(low_rest, modulus.clone(), &item.weight);
                    self.run(Nat::ZERO, modulus, &((high - low - 1u8) * &item.weight));
                    self.run(Nat::ZERO, high_rest, &item.weight);
                }
            }
            Some(HeapLaw { period: Period { preperiod, length, .. }, .. }) => {
                // One by one before the period, then a representative of each class.
                let start = preperiod.max(from.clone());
                if start > *from {
                    self.each(&(from.clone(), (&start - 1u8).min(to.clone())), &item.weight)?;
                }
                if start > *to {
                    return Ok(());
                }
                let many = to_u64(&length.clone().min(to - &start + 1u8)).unwrap_or(u64::MAX);
                self.context.check_positions(many, || "finding the values in a period".into())?;
                for n in nat::range(start.clone(), (start + &length).min(to + 1u8)) {
                    let times = (to - &n) / &length + 1u8;
                    self.position(&[&n], &(times * &item.weight))?;
                }
            }
            None => self.each(&item.first, &item.weight)?,
        }
        Ok(())
    }

    fn run(&mut self, low: Nat, end: Nat, weight: &Nat) {
        if low < end && !weight.is_zero() {
            self.distribution.ranges.push(Range { low, end, weight: weight.clone() });
        }
    }
}
