//! The values of single heaps of a take-and-break game, grown on demand.

use super::Code;
use super::code::Digit;
use super::proof::Theorem;
use super::run::Run;
use super::store::Values;
use crate::context::{Context, Stop};
use crate::nat::{self, Nat};
use crate::period::Period;
use std::fmt;

/// A nim-sequence that is asked for single heaps: a [`Run`] that goes as far as is needed for them,
/// within the limits of a search.
///
/// ```
/// use grundy::heap::Sequence;
/// use grundy::nat::Nat;
/// let mut sequence = Sequence::new("0.3F".parse().unwrap());
/// let value = sequence.value(&(Nat::from(6u8) * Nat::from(10u8).pow(100)), &Default::default());
/// assert_eq!(value.unwrap(), Nat::from(3u8) * Nat::from(10u8).pow(100));
/// ```
pub struct Sequence {
    run: Run,
    work: Work,
}

/// How many values are computed to prove a period although fewer were asked for: as many as take a
/// moment, and none where no theorem could use them.
pub fn unasked_values(code: &Code) -> u64 {
    let digits = code.leading().len() + code.repeating().len();
    let splits_for_ever =
        code.repeating().iter().any(|digit| digit.most_heaps().is_none_or(|heaps| heaps > 1));
    match code.most_heaps() {
        _ if digits > MAX_CHEAP_DIGITS || splits_for_ever => 0,
        Some(0..=2) => 2048,
        Some(3..=4) if code.is_plain() => 256,
        _ => 0,
    }
}

/// The most digits of a code each of whose values costs little.
const MAX_CHEAP_DIGITS: usize = 33;

impl Sequence {
    /// No values yet.
    pub fn new(code: Code) -> Self {
        Self { work: Work::new(&code), run: Run::new(code) }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        self.run.code()
    }

    /// The values so far.
    pub fn values(&self) -> &Values {
        self.run.values()
    }

    /// The period, if one is proved, and by which theorem.
    pub fn proved(&self) -> Option<(Period, Theorem)> {
        self.run.proved()
    }

    /// The period, if one is proved.
    pub fn period(&self) -> Option<Period> {
        self.proved().map(|(period, _)| period)
    }

    /// The Grundy value of a heap.
    ///
    /// # Complexity
    /// That of the engine for all heaps up to this one or up to a proved period; O(1)
    /// beyond.
    ///
    /// # Errors
    /// [`Stop`] at a limit, in particular for heaps beyond the limit of positions of a game whose
    /// period is not proved by then.
    pub fn value(&mut self, heap: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        if self.period().is_none() {
            match nat::to_u64(heap).filter(|&n| n < context.limits.positions) {
                Some(n) => self.grow(n, context)?,
                None => self.search(context)?,
            }
        }
        match self.period() {
            Some(period) => {
                let (index, times) = period.reduce(heap);
                Ok(times * Nat::from(period.saltus) + self.values().get(index as usize))
            }
            None => {
                let index = nat::to_usize(heap).expect("there is a value of this heap");
                Ok(Nat::from(self.values().get(index)))
            }
        }
    }

    /// The values of the heaps 0, 1, …, `to`, and the period if it is proved; for that, some more values
    /// may be computed.
    ///
    /// # Complexity
    /// As [`value`](Self::value) up to the proved period; O(1) a heap beyond it.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn line(
        &mut self,
        to: u64,
        context: &Context<'_>,
    ) -> Result<(Vec<u32>, Option<Period>), Stop> {
        let end = to.saturating_add(1);
        context.check_memory(end.saturating_mul(4), || format!("a line of {end} values"))?;
        self.grow(to, context)?;
        let enough = unasked_values(self.code());
        if to < enough {
            match self.grow(enough - 1, &context.modest()) {
                // Nobody asked for these values: a limit is no error.
                Ok(()) | Err(Stop::Limit { .. }) => {}
                Err(stop) => return Err(stop),
            }
        }
        // All values are there or can be copied.
        self.run.extend(to, false, context, &mut |_| Ok(()))?;
        Ok((self.values().slice(0, end as usize), self.period()))
    }

    /// Computes the values up to heap `to` inclusive, or up to a proved period. A period is looked for
    /// on the way, at places that depend on the number of values only.
    ///
    /// # Errors
    /// [`Stop`] at a limit; the values computed by then are kept.
    pub fn grow(&mut self, to: u64, context: &Context<'_>) -> Result<(), Stop> {
        if self.period().is_some() || self.values().len() as u64 > to {
            return Ok(());
        }
        let doing = format!("computing the nim-sequence of {}", self.code());
        context.check_positions(1, || doing.clone())?;
        let last = to.min(context.limits.positions - 1);
        let Self { run, work } = self;
        let grown = work.charge(run, context).and_then(|()| {
            run.grow(last, context, &mut |run| work.charge(run, context))?;
            work.charge(run, context)
        });
        grown.map_err(|stop| self.too_far(stop))?;
        if self.period().is_some() || last == to {
            return Ok(());
        }
        context.check_positions(to.saturating_add(1), || doing).map_err(|stop| self.too_far(stop))
    }

    /// Computes values until a period is proved.
    fn search(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        let positions = context.limits.positions;
        if positions > 0 && (self.values().len() as u64) < positions {
            self.grow(positions - 1, context)?;
            self.run.extend(positions - 1, true, context, &mut |_| Ok(()))?;
        }
        if self.period().is_some() {
            return Ok(());
        }
        context.check_positions(u64::MAX, || {
            format!("computing the nim-sequence of {}, no period was proved", self.code())
        })
    }

    fn too_far(&self, stop: Stop) -> Stop {
        match stop {
            Stop::Limit { kind, what } => Stop::Limit {
                kind,
                what: format!("{what} ({} values computed, no period proved)", self.values().len()),
            },
            other => other,
        }
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sequence")
            .field("code", self.code())
            .field("values", &self.values().len())
            .field("proved", &self.proved())
            .finish_non_exhaustive()
    }
}

/// The cost of the values, in moves of a search, which [`Limits::moves`](crate::context::Limits) bounds.
///
/// It is estimated from the complexity of the engines, and so is the same on every machine.
#[derive(Debug)]
struct Work {
    /// How often a heap needs all pairs of heaps of some total, at most.
    passes: u64,
    /// Whether it also needs a set of values for each total: moves that leave three heaps and more.
    sets: bool,
    digits: u64,
    /// How many values were charged.
    values: u64,
    moves: u64,
}

/// How many pairs of heaps cost about as much as one move of a search.
const PAIRS_PER_MOVE: u64 = 20;

/// How many bits of the sparse-space engine cost as much: it has one for each rare heap and value.
const BITS_PER_MOVE: u64 = 1 << 15;

/// Work below so many moves is not charged, whatever the limit, so that a table within the limit of
/// positions can always be computed.
const MIN_CHARGED_MOVES: u64 = 1 << 18;

impl Work {
    fn new(code: &Code) -> Self {
        let most = |digit: &Digit| digit.listed().last().copied().max(digit.from()).unwrap_or(0);
        let digits = || code.leading().iter().chain(code.repeating());
        let passes = digits().map(|digit| u64::from(most(digit).saturating_sub(1))).sum();
        let sets = digits().any(|digit| most(digit) > 2);
        Self { passes, sets, digits: digits().count() as u64, values: 0, moves: 0 }
    }

    fn charge(&mut self, run: &Run, context: &Context<'_>) -> Result<(), Stop> {
        let len = run.computed();
        let more = len.saturating_sub(self.values);
        let each = match run.sparse() {
            Some(space) => {
                let values = 2 * (u64::from(space.classes.mask) + 1);
                values * space.rare.len() as u64 / BITS_PER_MOVE
            }
            None => {
                let last = (len as usize).checked_sub(1).map_or(0, |last| run.values().get(last));
                let words = if self.sets { 1 + u64::from(last) / 64 } else { 1 };
                (self.passes.min(len) * (len / 2)).saturating_mul(words) / PAIRS_PER_MOVE
            }
        };
        let each = 1 + each + self.digits / PAIRS_PER_MOVE;
        self.moves = self.moves.saturating_add(more.saturating_mul(each));
        self.values += more;
        if self.moves <= MIN_CHARGED_MOVES { Ok(()) } else { context.check_moves(self.moves) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;
    use crate::heap::kernel::{Kernel, Plain};
    use crate::solve::Memo;
    use proptest::prelude::*;

    #[test]
    fn the_sequence_is_what_the_rules_say() {
        for (text, to) in [
            ("0.77", 60),
            ("0.137", 60),
            ("4!.0", 50),
            ("4.[3]", 40),
            ("0.[3]", 40),
            ("8.0", 30),
            ("8!.3", 30),
            ("0.F", 30),
            ("0.3F", 30),
            ("{2+}.0", 16),
            ("{2+}?.3", 16),
            ("0.{0,3}7", 25),
            ("C=.7", 30),
            ("0.[37]", 30),
            ("{3,5}.1", 25),
            ("4=.0", 30),
            ("4=.[3]", 30),
            ("4?.0", 30),
            ("{2,3}=.5=", 20),
            ("{2+}=.0", 16),
            ("{2+}!.0", 14),
        ] {
            let code: Code = text.parse().unwrap();
            let (mut memo, mut sequence) = (Memo::default(), Sequence::new(code.clone()));
            for n in 0..=to {
                let heap = Nat::from(n as u32);
                let searched = memo.value(&code, &heap, &Context::default()).unwrap();
                let value = sequence.value(&heap, &Context::default()).unwrap();
                assert_eq!(searched.number(), nat::to_u64(&value), "{text} of {n}");
            }
        }
    }

    #[test]
    fn published_periods_are_proved() {
        for row in crate::testing::published_periods(2_000) {
            let mut sequence = Sequence::new(row.code);
            let huge = Nat::from(10u8).pow(1000);
            sequence.value(&huge, &Context::default()).unwrap();
            let period = sequence.period().unwrap();
            assert_eq!(
                (period.preperiod, period.length, period.saltus),
                (row.preperiod, row.length, 0),
                "{}",
                row.text
            );
        }
    }

    /// The values of a code up to a heap by the definition, and those of a sequence asked for them in
    /// an order that lets it use its period, and in ascending order.
    fn compare(text: &str, to: u64) {
        let (code, context) = (text.parse::<Code>().unwrap(), Context::default());
        let mut plain = Vec::new();
        Plain::new(&code)
            .extend(to, &context, &mut |piece| plain.extend_from_slice(piece))
            .unwrap();
        let mut sequence = Sequence::new(code.clone());
        let huge = Nat::from(10u8).pow(50);
        let small = Context::new(Limits::default().with_positions(to / 2 + 2));
        match sequence.value(&huge, &small) {
            Ok(_) => assert!(sequence.period().is_some()),
            Err(Stop::Limit { .. }) => assert!(sequence.period().is_none()),
            Err(stop) => panic!("{text}: {stop}"),
        }
        let mut second = Sequence::new(code.clone());
        for (n, &value) in plain.iter().enumerate() {
            let values = [&mut sequence, &mut second].map(|s| s.value(&Nat::from(n), &context));
            assert_eq!(values, [Ok(Nat::from(value)), Ok(Nat::from(value))], "{text} of {n}");
        }
        for end in [3, to / 3, to] {
            for sequence in [&mut sequence, &mut Sequence::new(code.clone())] {
                let (line, period) = sequence.line(end, &context).unwrap();
                assert_eq!(line, plain[..=end as usize], "{text}: {period:?}");
            }
        }
    }

    #[test]
    fn proved_periods_agree_with_the_definition() {
        for text in ["0.77", "0.137", "0.07", "0.45", "0.2", "0.71", "0.123", "0.34", "0.376"] {
            compare(text, 3000);
        }
        for text in ["4.[3]", "0.[30]", "0.0[3]", "0.[3]", "0.[37]", "4!.[3]", "0.33[2]"] {
            compare(text, 600);
        }
        for text in ["0.3F", "0.F1", "8.0", "0.[F]", "0.F", "0.9", "8.3"] {
            compare(text, 140);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn random_codes_agree_with_the_definition(
            first in "[04][!?=]?",
            digits in "([0-7][!?=]?){0,5}",
            cycle in "([0-7][!?=]?){1,3}",
        ) {
            compare(&format!("{first}.{digits}"), 500);
            compare(&format!("{first}.{digits}[{cycle}]"), 400);
        }

        #[test]
        fn random_codes_of_many_heaps_agree_with_the_definition(
            first in "[048][!?=]?",
            digits in "([0-9F][!?=]?){0,3}",
            cycle in "[0-3]{0,2}",
        ) {
            let cycle = if cycle.is_empty() { cycle } else { format!("[{cycle}]") };
            compare(&format!("{first}.{digits}{cycle}"), 90);
        }
    }

    #[test]
    fn limits_hold_and_say_how_far_it_came() {
        // No period of this game is known.
        let code: Code = "4!.0".parse().unwrap();
        let ask = |limits: Limits, heap: &Nat| {
            let mut sequence = Sequence::new(code.clone());
            let value = sequence.value(heap, &Context::new(limits));
            (value.map_err(|stop| stop.to_string()), sequence.values().len() as u64)
        };
        let (huge, default) = (Nat::from(10u8).pow(30), Limits::default());
        for positions in [0, 1, 63, 64, 65, 1000] {
            let (value, len) = ask(default.with_positions(positions), &huge);
            assert!(value.unwrap_err().contains("positions allowed"));
            assert_eq!(len, positions);
            let (value, len) = ask(default.with_positions(positions), &Nat::from(positions));
            assert!(value.is_err() && len == positions);
            if positions > 0 {
                let (value, len) =
                    ask(default.with_positions(positions), &Nat::from(positions - 1));
                assert!(value.is_ok() && len == positions);
            }
        }
        let (value, len) = ask(Limits { moves: 1_000_000, ..default }, &Nat::from(1_000_000u32));
        assert!(value.unwrap_err().contains("more than the 1000000 moves"));
        assert!((1000..500_000).contains(&len), "{len}");
        let over = Some(std::time::Duration::ZERO);
        let (value, _) = ask(Limits { time: over, ..default }, &huge);
        assert!(value.unwrap_err().contains("--timeout"));
        let (value, _) = ask(Limits { memory: 1 << 10, ..default }, &huge);
        assert!(value.unwrap_err().contains("--max-memory"));
    }

    #[test]
    fn example_of_unasked_values() {
        use crate::heap::sequence::unasked_values;
        assert_eq!(unasked_values(&"0.77".parse().unwrap()), 2048);
        // Splits by takes without bound: no theorem speaks of them.
        assert_eq!(unasked_values(&"0.[7]".parse().unwrap()), 0);
    }
}
