//! The quotient of heaps of several codes and of single positions together.

use super::heaps::{Id, Numbered};
use crate::context::{Context, Progress, Stop, Unit};
use crate::heap::store::Values;
use crate::heap::{Code, guy_smith_period, seen_period, takes_proof};
use crate::nat::{Nat, to_u64};
use crate::period::Period;
use grundy_quotients::{Element, Halt, Limits, Monoid, Quotient};

/// Heaps of codes and positions with options, and their misère quotient.
pub struct Union {
    numbered: Numbered,
    quotient: Quotient,
    limits: Limits,
    /// The period of the elements of each code's heaps, where one is proved of this quotient.
    periods: Vec<Option<Period>>,
    /// How many heaps of each code a period was looked for in.
    looked: Vec<usize>,
    /// The order of the quotient when that was done.
    order: usize,
    /// What ended the growth, if it ended for good.
    halted: Option<Halt>,
    /// For how many heaps and positions the theorem was checked, and whether it holds.
    checked: Option<(usize, bool)>,
}

/// Where the growth of a quotient ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A period is proved for each code: the quotient is that of all heaps.
    Proved,
    /// The heaps asked for are in the quotient.
    Reached,
    /// A limit of the search for quotients was reached.
    Halted(Halt),
}

/// A part of a sum in a quotient: a heap of a code or a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A heap of the code with this number.
    Heap(usize, Nat),
    /// A position.
    Position(Id),
}

/// So many heaps and positions are in.
fn progress(done: u64) -> Progress<'static> {
    Progress::new("looking for the misère quotient", done, Unit::Heaps)
}

impl Union {
    /// Of these codes, each without heaps.
    pub fn new(codes: impl IntoIterator<Item = Code>, limits: Limits) -> Self {
        Self::of_values(codes, limits, 1)
    }

    /// The same with a quotient by misère values below a cap.
    pub fn of_values(codes: impl IntoIterator<Item = Code>, limits: Limits, cap: u8) -> Self {
        let mut numbered = Numbered::default();
        codes.into_iter().for_each(|code| {
            numbered.add_code(code);
        });
        let count = numbered.codes().len();
        Self {
            numbered,
            quotient: Quotient::of_values(cap),
            limits,
            periods: vec![None; count],
            looked: vec![0; count],
            order: 1,
            halted: None,
            checked: None,
        }
    }

    /// The quotient of the heaps and positions so far.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The monoid of it.
    pub fn monoid(&self) -> &Monoid {
        self.quotient.monoid()
    }

    /// The codes.
    pub fn codes(&self) -> impl ExactSizeIterator<Item = &Code> {
        self.numbered.codes()
    }

    /// How many heaps of a code are in the quotient.
    pub fn heaps(&self, code: usize) -> u64 {
        self.numbered.ids(code).len() as u64
    }

    /// The last heap of each code that is in the quotient, in the order of the codes, as `9/20/∞`; `None`
    /// if all heaps of all codes are.
    pub fn last_heaps(&self) -> Option<String> {
        let codes = 0..self.codes().len();
        if codes.clone().all(|code| self.period(code).is_some()) {
            return None;
        }
        let last = codes.map(|code| match self.period(code) {
            Some(_) => "∞".to_owned(),
            None => self.heaps(code).saturating_sub(1).to_string(),
        });
        Some(last.collect::<Vec<_>>().join("/"))
    }

    /// The period of the elements of a code's heaps, where it is proved.
    pub fn period(&self, code: usize) -> Option<Period> {
        self.periods[code]
    }

    /// The numbers of a code's heaps.
    pub fn ids(&self, code: usize) -> &[Id] {
        self.numbered.ids(code)
    }

    /// What each move in a position leaves; `None` for a heap of a code.
    pub fn position_options(&self, id: Id) -> Option<&[Vec<Id>]> {
        self.numbered.position_options(id)
    }

    /// The elements of a code's heaps so far.
    pub fn elements(&self, code: usize) -> Vec<Element> {
        let all = self.quotient.elements();
        self.numbered.ids(code).iter().map(|&id| all[id as usize]).collect()
    }

    /// The element of a part; `None` for a heap that is neither in the quotient nor reached by a period.
    pub fn element(&self, place: &Place) -> Option<Element> {
        let id = match place {
            Place::Position(id) => *id,
            Place::Heap(code, heap) => {
                let n = match self.periods[*code] {
                    Some(period) => period.reduce(heap).0,
                    None => to_u64(heap)?,
                };
                *self.numbered.ids(*code).get(usize::try_from(n).ok()?)?
            }
        };
        self.quotient.elements().get(id as usize).copied()
    }

    /// The elements of a heap's options.
    pub fn options(&self, code: usize, heap: u64) -> Option<Vec<Element>> {
        let id = *self.numbered.ids(code).get(usize::try_from(heap).ok()?)?;
        Some(self.option_elements(id))
    }

    /// The elements of the options of a heap or position, ascending.
    pub fn option_elements(&self, id: Id) -> Vec<Element> {
        self.quotient.option_set(&self.numbered, id).iter().collect()
    }

    /// Adds a position whose options are positions added before.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time.
    pub fn add_position(
        &mut self,
        options: Vec<Vec<Id>>,
        context: &Context<'_>,
    ) -> Result<Result<Id, Halt>, Stop> {
        let id = self.numbered.add_position(options);
        Ok(self.extend(context)?.map(|()| id))
    }

    /// Adds the heap that was numbered last.
    fn extend(&mut self, context: &Context<'_>) -> Result<Result<(), Halt>, Stop> {
        let (mut stop, mut steps) = (None, 0u64);
        let heaps = self.numbered.len() as u64;
        let mut go_on = || {
            steps += 1;
            let look = context.report(progress(heaps));
            look.map_err(|found| stop = Some(found)).is_ok()
        };
        let result = self.quotient.extend(&self.numbered, &self.limits, &mut go_on);
        if result.is_err() {
            self.numbered.pop();
        }
        match (result, stop) {
            (Err(Halt::Cancelled), Some(stop)) => Err(stop),
            (result, _) => Ok(result),
        }
    }

    /// What a number stands for: a heap as text, or `None` for a position.
    pub fn heap_of(&self, id: Id) -> Option<String> {
        self.numbered.heap_of(id)
    }

    /// Adds heaps of each code until a period is proved of all of them, or until heap `to` of each code
    /// without one is in (if there is a bound for it).
    ///
    /// # Complexity
    /// O(options) a heap while the quotient stays as it is.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time; what was found is kept.
    pub fn grow(&mut self, to: &[Option<u64>], context: &Context<'_>) -> Result<End, Stop> {
        loop {
            if let Some(halt) = self.halted {
                return Ok(End::Halted(halt));
            }
            let mut moved = false;
            for code in 0..self.periods.len() {
                while self.periods[code].is_none()
                    && to[code].is_none_or(|to| self.heaps(code) <= to)
                {
                    context.report(progress(self.numbered.len() as u64))?;
                    self.numbered.add_heap(code);
                    if let Err(halt) = self.extend(context)? {
                        self.halted = Some(halt);
                        return Ok(End::Halted(halt));
                    }
                    moved = true;
                    self.prove(code, to[code].is_some_and(|to| self.heaps(code) > to), context)?;
                }
            }
            if !moved {
                for code in 0..self.periods.len() {
                    if self.periods[code].is_none() && self.heaps(code) > 0 {
                        self.prove(code, true, context)?;
                    }
                }
                return Ok(match self.periods.iter().all(Option::is_some) {
                    true => End::Proved,
                    false => End::Reached,
                });
            }
        }
    }

    /// Looks for a period of a code's elements from time to time, and at the end.
    fn prove(&mut self, code: usize, last: bool, context: &Context<'_>) -> Result<(), Stop> {
        if self.monoid().order() != self.order {
            // The places of all heaps may have changed.
            self.order = self.monoid().order();
            self.periods.fill(None);
            self.looked.fill(0);
        }
        let count = self.numbered.ids(code).len();
        if !last && count < self.looked[code] + (self.looked[code] / 16).max(8) {
            return Ok(());
        }
        self.looked[code] = count;
        let elements: Vec<u32> = self.elements(code).into_iter().map(u32::from).collect();
        let rules = self.numbered.codes().nth(code).expect("a number of a code");
        self.periods[code] = match guy_smith_period(rules, &elements) {
            Some(period) => Some(period),
            None if rules.largest_take().is_none() => match seen_period(&elements) {
                Some(seen) if takes_proof(rules, &Values::Words(elements), seen, context)? => {
                    Some(seen)
                }
                _ => None,
            },
            None => None,
        };
        Ok(())
    }

    /// Whether the theorem of [`grundy_quotients`] holds for all heaps and positions that are in, by a
    /// check that uses nothing of what the search found but the table and the elements.
    ///
    /// # Complexity
    /// O(order^2 * generators + options + pairs * kinds of heaps * order).
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time.
    pub fn check(&mut self, context: &Context<'_>) -> Result<bool, Stop> {
        let count = self.numbered.len();
        if let Some((checked, holds)) = self.checked
            && checked == count
        {
            return Ok(holds);
        }
        let mut stop = None;
        let mut go_on = || {
            let look = context.look("checking the misère quotient", 0);
            look.map_err(|found| stop = Some(found)).is_ok()
        };
        let holds = self.quotient.check(&self.numbered, &mut go_on);
        if let Some(stop) = stop {
            return Err(stop);
        }
        self.checked = Some((count, holds));
        Ok(holds)
    }
}
