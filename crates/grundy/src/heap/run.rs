//! A nim-sequence computed as far as asked, by an engine, with its period and the proof of it.

use super::detect::Detector;
use super::engine;
use super::kernel::Kernel;
use super::proof::{self, Theorem};
use super::space::{self, Space};
use super::store::Values;
use super::summary::Summary;
use super::{Code, StandardForm};
use crate::context::{Context, Stop};
use crate::period::Period;
use serde::{Deserialize, Serialize};

/// A nim-sequence that grows: its values, the period seen at their end, and the theorem that proves it.
///
/// ```
/// use grundy::heap::run::Run;
/// let mut run = Run::new("0.137".parse().unwrap());
/// run.extend(1_000_000, true, &Default::default(), &mut |_| Ok(())).unwrap();
/// let summary = run.summary();
/// assert_eq!(summary.period.unwrap().length, 34);
/// assert!(summary.theorem.is_some() && summary.computed < 1000);
/// ```
pub struct Run {
    code: Code,
    kernel: Box<dyn Kernel>,
    values: Values,
    detector: Detector,
    period: Option<Period>,
    theorem: Option<Theorem>,
    /// The values from this heap on are copied by the period, not computed.
    copied_from: Option<u64>,
    /// A proof that reads all values is tried again once there are so many.
    next_proof: usize,
}

/// A function that is called after every piece of values; its error ends the computation.
pub type Watch<'a> = dyn FnMut(&Run) -> Result<(), Stop> + 'a;

impl Run {
    /// No values yet; the engine is chosen for the code.
    pub fn new(code: Code) -> Self {
        let kernel = engine::choose(&code);
        Self::with_kernel(code, kernel)
    }

    /// No values yet, with an engine of the caller that has computed nothing.
    pub(crate) fn with_kernel(code: Code, kernel: Box<dyn Kernel>) -> Self {
        Self {
            code,
            kernel,
            values: Values::default(),
            detector: Detector::default(),
            period: None,
            theorem: None,
            copied_from: None,
            next_proof: 0,
        }
    }

    /// What a checkpoint keeps beside the values: the state of the search for a period.
    pub fn state(&self) -> State {
        State {
            detector: self.detector.clone(),
            next_proof: self.next_proof,
            proved: self.theorem.is_some(),
        }
    }

    /// Takes values that were computed before, which are trusted, and the state of the search for a
    /// period then. The run must be new. It then finds exactly what a run without a break finds.
    ///
    /// # Errors
    /// [`Stop`] at a limit; refused if the state is not one of these values.
    pub fn restore(
        &mut self,
        values: Values,
        state: State,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        if !state.detector.fits(&values) {
            return Err(Stop::Refused("the state is not one of these values".into()));
        }
        if !values.is_empty() && !self.kernel.restore(&mut values.pieces(), context)? {
            // The engine cannot start from values: it computes them again.
            self.kernel.extend(values.len() as u64 - 1, context, &mut |_| {})?;
        }
        self.values = values;
        (self.detector, self.next_proof) = (state.detector, state.next_proof);
        if state.proved {
            let next_proof = self.next_proof;
            self.look(context, true)?;
            self.next_proof = next_proof;
        }
        Ok(())
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The values so far.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The proved period, with its theorem.
    pub fn proved(&self) -> Option<(Period, Theorem)> {
        self.period.zip(self.theorem)
    }

    /// Computes the values up to heap `to` inclusive. A proved period ends the computation: the rest
    /// is copied, or left out if only the period is wanted.
    ///
    /// # Complexity
    /// That of the engine; one, two or four bytes of memory for each value, besides the engine's.
    ///
    /// # Errors
    /// [`Stop`] at a limit, or from the watch; the values computed by then are kept.
    pub fn extend(
        &mut self,
        to: u64,
        only_period: bool,
        context: &Context<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        self.grow(to, context, watch)?;
        if self.theorem.is_none() {
            self.look(context, true)?;
        }
        if let (Some((found, _)), false) = (self.proved(), only_period) {
            self.copy(found, to, context)?;
        }
        Ok(())
    }

    /// Computes the values up to heap `to` inclusive, or to a proved period. A period is looked for at
    /// numbers of values that do not depend on the calls, and not at the end.
    ///
    /// # Errors
    /// As [`extend`](Self::extend).
    pub(super) fn grow(
        &mut self,
        to: u64,
        context: &Context<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        while self.theorem.is_none() && self.values.len() as u64 <= to {
            let goal = boundary(self.values.len() as u64);
            let next = to.min(goal);
            let width = self.values.width() as u64;
            // While a list is made longer or wider, the old and the new one are both in memory.
            context.check_memory(2 * width * next, || format!("storing {next} values"))?;
            let values = &mut self.values;
            self.kernel.extend(next, context, &mut |piece| values.extend(piece))?;
            if next == goal {
                self.look(context, false)?;
                watch(self)?;
            }
        }
        Ok(())
    }

    /// Looks for a period and its proof; `last`: there will be no more values.
    fn look(&mut self, context: &Context<'_>, last: bool) -> Result<(), Stop> {
        self.period = if last {
            self.detector.look(&self.values).or_else(|| self.detector.search(&self.values))
        } else {
            self.detector.look(&self.values)
        };
        let Some(seen) = self.period else { return Ok(()) };
        let thorough = last || self.values.len() >= self.next_proof;
        let mut found = None;
        if thorough {
            self.next_proof = self.values.len() + self.values.len() / 4 + 1;
            found = self.space();
        }
        self.theorem =
            proof::prove(&self.code, &self.values, seen, found.as_ref(), thorough, context)?;
        Ok(())
    }

    fn copy(&mut self, found: Period, to: u64, context: &Context<'_>) -> Result<(), Stop> {
        let len = self.values.len() as u64;
        if len > to {
            return Ok(());
        }
        self.copied_from = self.copied_from.or(Some(len));
        let greatest =
            (to / found.length).saturating_mul(found.saltus).saturating_add(u16::MAX.into());
        let width = if found.saltus > 0 { 4 } else { self.values.width() as u64 };
        if found.saltus > 0 && greatest > u64::from(u32::MAX) {
            return Err(Stop::beyond("values above 2^32 are not listed"));
        }
        context.check_memory(to.saturating_mul(width), || format!("storing {to} values"))?;
        let period = usize::try_from(found.length).unwrap_or(usize::MAX);
        let mut upto = len;
        while upto <= to {
            upto = (upto + COPIED_VALUES_PER_LOOK).min(to + 1);
            context.look("copying values by the period", upto)?;
            self.values.repeat(period, found.saltus as u32, upto as usize);
        }
        Ok(())
    }

    /// The sparse space that the engine uses now, if it uses one.
    pub(super) fn sparse(&self) -> Option<&Space> {
        self.kernel.space()
    }

    /// A sparse space that fits the values so far, claimed or not: a choice that proofs may use.
    pub fn space(&self) -> Option<Space> {
        self.kernel.space().cloned().or_else(|| space::find(&self.code, &self.values))
    }

    /// What is known now, of the heaps of the code.
    ///
    /// # Complexity
    /// O(number of values).
    pub fn summary(&self) -> Summary {
        let (title, engine) = (self.code.to_string(), self.kernel.name().to_owned());
        Summary {
            copied_from: self.copied_from,
            period: self.period,
            theorem: self.theorem.map(|theorem| theorem.name().to_owned()),
            space: self.space().filter(|space| {
                let proved = self.proved().map(|(period, _)| period);
                space::is_claimed(space, self.values.len() as u64, proved)
            }),
            standard_form: StandardForm::elsewhere(&self.code),
            ..Summary::of(title, engine, &self.values, 0, 0)
        }
    }

    /// How many values were computed, not copied.
    pub fn computed(&self) -> u64 {
        self.copied_from.unwrap_or(self.values.len() as u64)
    }
}

/// The state of the search for a period in a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    detector: Detector,
    next_proof: usize,
    /// Whether a proof was found. It is found again, not believed.
    proved: bool,
}

/// The next heap after which a run looks for a period: it depends on the number of values alone.
fn boundary(len: u64) -> u64 {
    let mut heap = MIN_PIECE_VALUES - 1;
    while heap < len {
        heap += (heap / 16).clamp(MIN_PIECE_VALUES, MAX_PIECE_VALUES);
    }
    heap
}

/// The fewest values between two looks for a period.
const MIN_PIECE_VALUES: u64 = 64;

/// The most values between two looks for a period.
const MAX_PIECE_VALUES: u64 = 1 << 18;

/// How many values are copied by the period between two looks at the limits.
const COPIED_VALUES_PER_LOOK: u64 = 1 << 24;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::proof::guy_smith_period;
    use crate::testing::published_periods;

    fn run(text: &str, to: u64, only_period: bool) -> Run {
        let mut run = Run::new(text.parse().unwrap());
        run.extend(to, only_period, &Context::default(), &mut |_| Ok(())).unwrap();
        run
    }

    /// The published periods that take more than `from` heaps to see, and at most `to`.
    fn published_periods_are_found(from: u64, to: u64) {
        let (nearer, all) = (published_periods(from), published_periods(to));
        assert!(nearer.len() < all.len());
        for row in all {
            if nearer.iter().any(|other| other.text == row.text) {
                continue;
            }
            let run = run(row.text, 2 * to, true);
            let (found, _) = run.proved().unwrap_or_else(|| panic!("{}", row.text));
            let expected = (row.preperiod, row.length, 0);
            assert_eq!((found.preperiod, found.length, found.saltus), expected, "{}", row.text);
        }
    }

    #[test]
    fn published_near_periods_are_found_and_proved() {
        published_periods_are_found(0, 10_000);
    }

    /// `cargo test --release -p grundy --lib published_far -- --ignored`
    #[test]
    #[ignore = "some seconds in release mode"]
    fn published_far_periods_are_found_and_proved() {
        published_periods_are_found(10_000, 12_500_000);
    }

    /// `cargo test --release -p grundy --lib published_farthest -- --ignored`
    #[test]
    #[ignore = "ten seconds and a gigabyte of memory in release mode"]
    fn the_published_farthest_period_is_found_and_proved() {
        published_periods_are_found(12_500_000, 225_000_000);
    }

    #[test]
    fn runs_that_were_stopped_end_as_if_they_were_not() {
        for (text, to) in
            [("0.137", 4000), ("0.45", 4000), ("0.16", 3000), ("0.3F", 900), ("0.[3]", 900)]
        {
            let whole = run(text, to, true);
            for stop_at in [0, 40, 100, 333, 800] {
                let mut first = Run::new(text.parse().unwrap());
                let mut kept = None;
                let _ = first.extend(to, true, &Context::default(), &mut |run| {
                    kept = Some((run.values().clone(), run.state()));
                    if run.values().len() > stop_at { Err(Stop::Cancelled) } else { Ok(()) }
                });
                let (values, state) = kept.unwrap();
                let mut second = Run::new(text.parse().unwrap());
                second.restore(values, state, &Context::default()).unwrap();
                second.extend(to, true, &Context::default(), &mut |_| Ok(())).unwrap();
                assert_eq!(second.proved(), whole.proved(), "{text} stopped at {stop_at}");
                assert_eq!(second.values(), whole.values(), "{text} stopped at {stop_at}");
            }
        }
    }

    #[test]
    fn copies_are_what_would_be_computed() {
        for text in ["0.77", "0.137", "0.3F", "4.[3]", "0.[30]", "0.33", "0.[3]", "0.71", "0.123"] {
            let code: Code = text.parse().unwrap();
            let mut plain = Vec::new();
            engine::choose(&code)
                .extend(2000, &Context::default(), &mut |piece| plain.extend_from_slice(piece))
                .unwrap();
            let run = run(text, 2000, false);
            assert_eq!(run.values().iter().collect::<Vec<_>>(), plain, "{text}");
            let summary = run.summary();
            assert!(summary.theorem.is_some() && summary.copied_from.is_some(), "{text}");
            let (most, at) = summary.greatest.unwrap();
            assert_eq!(plain.iter().max(), Some(&most));
            assert_eq!(plain.iter().position(|&value| value == most), Some(at as usize));
            assert_eq!(summary.frequencies.values().sum::<u64>(), 2001);
        }
    }

    #[test]
    fn what_is_proved_is_true_of_all_short_codes() {
        for digits in 1..512u32 {
            let code: Code = format!("0.{digits:03o}").parse().unwrap();
            let mut values = Vec::new();
            engine::choose(&code)
                .extend(4000, &Context::default(), &mut |piece| values.extend_from_slice(piece))
                .unwrap();
            let mut run = Run::new(code.clone());
            run.extend(2000, true, &Context::default(), &mut |_| Ok(())).unwrap();
            if let Some((found, theorem)) = run.proved() {
                let p = found.length as usize;
                let holds = (found.preperiod as usize..values.len() - p)
                    .all(|n| u64::from(values[n + p]) == u64::from(values[n]) + found.saltus);
                assert!(holds, "{code}: {found:?} by {theorem:?}");
                let n = found.preperiod as usize;
                assert!(
                    n == 0
                        || u64::from(values[n - 1 + p]) != u64::from(values[n - 1]) + found.saltus
                );
            }
            // Whatever Guy and Smith's theorem proves of these values is found.
            if let Some(known) = guy_smith_period(&code, &values[..2001]) {
                let (found, _) = run.proved().unwrap();
                assert_eq!(
                    (found.preperiod, found.length),
                    (known.preperiod, known.length),
                    "{code}"
                );
            }
        }
    }
}
