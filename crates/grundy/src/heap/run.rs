//! A nim-sequence computed as far as asked: engine, statistics, repetition and its proof together.

use super::detect::{Detector, Repetition};
use super::kernel::{self, Kernel, Space};
use super::proof::{self, Theorem};
use super::store::Values;
use super::summary::Summary;
use super::{Code, space};
use crate::context::{Context, Stop};
use serde::{Deserialize, Serialize};

/// A nim-sequence that grows, and what is known of it.
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
    period: Option<Repetition>,
    theorem: Option<Theorem>,
    /// The values from here on are copies by the period.
    copied_from: Option<u64>,
    /// No proof that looks at all values is tried before there are so many.
    next_proof: usize,
}

/// What watches a run: it is called after every piece of values.
pub type Watch<'a> = dyn FnMut(&Run) -> Result<(), Stop> + 'a;

impl Run {
    /// No values yet; the engine is chosen for the code.
    pub fn new(code: Code) -> Self {
        let kernel = kernel::choose(&code);
        Self::with_kernel(code, kernel)
    }

    /// No values yet, with an engine of one's own, as new.
    pub fn with_kernel(code: Code, kernel: Box<dyn Kernel>) -> Self {
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

    /// What a checkpoint keeps beside the values: what was seen of them so far.
    pub fn state(&self) -> State {
        State {
            detector: self.detector.clone(),
            next_proof: self.next_proof,
            proved: self.theorem.is_some(),
        }
    }

    /// Goes on, as new, from values that were computed before and are trusted, and from what was seen
    /// of them. A run that goes on finds what one without a break finds.
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
            // The engine needs its own way to them.
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
    pub fn proved(&self) -> Option<(Repetition, Theorem)> {
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
    /// the same numbers of values whatever the calls; not at the end.
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
            // Twice: while the list is made longer or wider both are there.
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

    fn copy(&mut self, found: Repetition, to: u64, context: &Context<'_>) -> Result<(), Stop> {
        let len = self.values.len() as u64;
        if len > to {
            return Ok(());
        }
        self.copied_from = self.copied_from.or(Some(len));
        let most = to / found.length * u64::from(found.saltus) + u64::from(u16::MAX);
        let width = if found.saltus > 0 { 4 } else { self.values.width() as u64 };
        if found.saltus > 0 && most > u64::from(u32::MAX) {
            return Err(Stop::Refused("values above 2^32 are not listed".into()));
        }
        context.check_memory(to.saturating_mul(width), || format!("storing {to} values"))?;
        let period = usize::try_from(found.length).unwrap_or(usize::MAX);
        let mut upto = len;
        while upto <= to {
            upto = (upto + COPY).min(to + 1);
            context.look("copying values by the period", upto)?;
            self.values.repeat(period, found.saltus, upto as usize);
        }
        Ok(())
    }

    /// The sparse space by which the engine works now, if it does.
    pub(super) fn sparse(&self) -> Option<&Space> {
        self.kernel.space()
    }

    /// The sparse space of the values so far, if there is one.
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
                // Rare heaps of a proved period come again for ever: they are not rare.
                let start = self.proved().map(|(found, _)| found.start);
                let last = space.rare.last().map(|&(n, _)| n);
                start.is_none_or(|start| last.is_none_or(|last| last < start || start == 0))
            }),
            ..Summary::of(title, engine, &self.values, 0, 0)
        }
    }

    /// How many values were computed, not copied.
    pub fn computed(&self) -> u64 {
        self.copied_from.unwrap_or(self.values.len() as u64)
    }
}

/// What was seen of the values of a run, beside them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    detector: Detector,
    next_proof: usize,
    /// A proof was found; it is found again, not believed.
    proved: bool,
}

/// The heap after which a run looks at its values next: the same ones whatever breaks there were.
fn boundary(len: u64) -> u64 {
    let mut heap = FIRST - 1;
    while heap < len {
        heap += (heap / 16).clamp(FIRST, PIECE);
    }
    heap
}

const FIRST: u64 = 64;
const PIECE: u64 = 1 << 18;
const COPY: u64 = 1 << 24;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::period;

    fn run(text: &str, to: u64, only_period: bool) -> Run {
        let mut run = Run::new(text.parse().unwrap());
        run.extend(to, only_period, &Context::default(), &mut |_| Ok(())).unwrap();
        run
    }

    #[test]
    fn published_periods_are_found_and_proved() {
        // Winning Ways, ch. 4, tables 6 and 7; Flammenkamp's tables. The preperiod there counts
        // from heap 0 as here.
        for (text, start, length) in [
            ("0.77", 71, 12),
            ("0.137", 52, 34),
            ("0.07", 53, 34),
            ("0.45", 498, 20),
            ("0.156", 3479, 349),
            ("0.644", 3256, 442),
            ("0.356", 7315, 142),
            ("0.165", 5181, 1550),
        ] {
            let run = run(text, 1_000_000, true);
            let (found, _) = run.proved().unwrap_or_else(|| panic!("{text}: {:?}", run.period));
            assert_eq!((found.start, found.length, found.saltus), (start, length, 0), "{text}");
        }
    }

    /// `cargo test --release -p grundy --lib published_far -- --ignored`
    #[test]
    #[ignore = "some seconds in release mode"]
    fn published_far_periods_are_found_and_proved() {
        for (text, start, length) in [
            ("0.127", 46_578, 4),
            ("0.16", 105_351, 149_459),
            ("0.56", 326_640, 144),
            ("0.376", 2_268_248, 4),
            ("0.354", 10_061_916, 1_180),
        ] {
            let (found, _) = run(text, 25_000_000, true).proved().unwrap();
            assert_eq!((found.start, found.length, found.saltus), (start, length, 0), "{text}");
        }
    }

    /// `cargo test --release -p grundy --lib published_farthest -- --ignored`
    #[test]
    #[ignore = "ten seconds and a gigabyte of memory in release mode"]
    fn the_published_farthest_period_is_found_and_proved() {
        let (found, _) = run("0.104", 450_000_000, true).proved().unwrap();
        assert_eq!((found.start, found.length, found.saltus), (197_769_598, 11_770_282, 0));
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
            kernel::choose(&code)
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
            kernel::choose(&code)
                .extend(4000, &Context::default(), &mut |piece| values.extend_from_slice(piece))
                .unwrap();
            let mut run = Run::new(code.clone());
            run.extend(2000, true, &Context::default(), &mut |_| Ok(())).unwrap();
            if let Some((found, theorem)) = run.proved() {
                let p = found.length as usize;
                let holds = (found.start as usize..values.len() - p)
                    .all(|n| values[n + p] == values[n] + found.saltus);
                assert!(holds, "{code}: {found:?} by {theorem:?}");
                let n = found.start as usize;
                assert!(n == 0 || values[n - 1 + p] != values[n - 1] + found.saltus);
            }
            // Whatever Guy and Smith's theorem proves of these values is found.
            if let Some(known) = period::proved(&code, &values[..2001]) {
                let (found, _) = run.proved().unwrap();
                assert_eq!((found.start, found.length), (known.start, known.length), "{code}");
            }
        }
    }
}
