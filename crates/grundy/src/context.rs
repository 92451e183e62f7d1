//! Limits, cancellation and progress: one small object that reaches every long computation.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How much a computation may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Positions stored by one search or table.
    pub positions: u64,
    /// Moves looked at by one search for a Grundy value.
    pub moves: u64,
    /// Positions stored by a search for a Grundy value that neither the outcome nor the winning
    /// moves need; ten times as many moves are looked at.
    pub value_positions: u64,
    /// Bytes held by one search or table.
    pub memory: u64,
    /// Wall-clock time for one question.
    pub time: Option<Duration>,
    /// Threads that one question may use; the answer does not depend on it.
    pub threads: usize,
}

impl Limits {
    /// As many positions, and ten times as many moves.
    pub const fn with_positions(mut self, positions: u64) -> Self {
        self.positions = positions;
        self.moves = positions.saturating_mul(10);
        self
    }
}

/// A time as it is told: a part of a question has the rest of its time, which nobody typed.
fn rounded(time: Duration) -> Duration {
    let unit = if time >= Duration::from_secs(1) { 10 } else { 1 };
    let millis = (time.as_millis() as u64).max(1);
    Duration::from_millis((millis + unit / 2) / unit * unit)
}

impl Default for Limits {
    /// 20 million positions, 200 million moves, [`DEFAULT_VALUE_POSITIONS`], 4 GiB, no limit of
    /// time, one thread.
    fn default() -> Self {
        let value_positions = DEFAULT_VALUE_POSITIONS;
        Self { positions: 0, moves: 0, value_positions, memory: 4 << 30, time: None, threads: 1 }
            .with_positions(20_000_000)
    }
}

/// The positions that a search for a value nothing else depends on may store: about a second.
pub const DEFAULT_VALUE_POSITIONS: u64 = 500_000;

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// [`Limits::positions`].
    Positions,
    /// [`Limits::value_positions`].
    ValuePositions,
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::time`].
    Time,
    /// A bound of the program itself, which no option raises.
    Fixed,
}

impl LimitKind {
    /// The command-line option that raises the limit, if there is one.
    pub const fn option(self) -> Option<&'static str> {
        match self {
            Self::Positions => Some("--max-positions"),
            Self::ValuePositions => Some("--value-positions"),
            Self::Memory => Some("--max-memory"),
            Self::Time => Some("--timeout"),
            Self::Fixed => None,
        }
    }

    /// What was being done when the limit was reached, and in a note how to raise it.
    pub(crate) fn noted(self, what: &str) -> String {
        match self.option() {
            Some(option) => format!("{what}; raise with {option}"),
            None => what.to_owned(),
        }
    }

    /// What was being done when the limit was reached, and which option raises it.
    fn told(self, what: &str) -> String {
        match self.option() {
            Some(option) => format!("{what}; {option} raises the limit"),
            None => what.to_owned(),
        }
    }
}

/// Why a computation ended without its result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// A limit was reached, or is known beforehand to be out of reach.
    #[error("{}", kind.told(what))]
    Limit {
        /// Which limit.
        kind: LimitKind,
        /// What was being done, and how far it came.
        what: String,
    },
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// The question has no exact answer here, whatever the limits.
    #[error("{0}")]
    Refused(String),
    /// The rules let play go round in a circle; the positions of one, in order.
    #[error("play can go on for ever: {}", .0.join(" -> "))]
    Loop(Vec<String>),
    /// The rules themselves, as someone wrote them, are wrong in a position that can be reached:
    /// nothing that was found out by them can be trusted.
    #[error("{0}")]
    Faulty(String),
}

impl Stop {
    /// A bound of the program itself was reached, which no option raises.
    pub fn beyond(what: impl Into<String>) -> Self {
        Self::Limit { kind: LimitKind::Fixed, what: what.into() }
    }

    /// Nothing, where a limit or a refusal kept a table from being made; else the stop.
    ///
    /// # Errors
    /// The stop, if it ends the whole computation.
    pub(crate) fn or_nothing<T>(self) -> Result<Option<T>, Self> {
        match self {
            Self::Limit { .. } | Self::Refused(_) => Ok(None),
            Self::Cancelled | Self::Loop(_) | Self::Faulty(_) => Err(self),
        }
    }
}

/// What a long computation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Steps of any kind: they say that work goes on, not how fast.
    Steps,
    /// Values of heaps 0, 1, 2, … in order.
    Values,
    /// Codes of a survey.
    Codes,
    /// Heaps that are in a quotient.
    Heaps,
    /// Pairs of a part and a nimber that a search looked at.
    Pairs,
}

impl Unit {
    /// The plural, as told to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Values => "values",
            Self::Codes => "codes",
            Self::Heaps => "heaps",
            Self::Pairs => "pairs",
        }
    }
}

pub use grundy_search::Asked;

/// How far a long computation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// What is being done, for people: "filling the table".
    pub phase: &'a str,
    /// How many of the unit are done.
    pub done: u64,
    /// How many there will be, where that is known.
    pub total: Option<u64>,
    /// What is counted.
    pub unit: Unit,
    /// How full the table is, in percent, where it is bounded and may forget.
    pub full: Option<u8>,
    /// How the question stands that a proof-number search is asked.
    pub asked: Option<Asked>,
}

impl<'a> Progress<'a> {
    /// So many of a unit are done.
    pub const fn new(phase: &'a str, done: u64, unit: Unit) -> Self {
        Self { phase, done, total: None, unit, full: None, asked: None }
    }
}

/// Is told of progress from time to time, from any thread.
pub type Report<'a> = dyn Fn(Progress<'_>) + Sync + 'a;

/// Limits, cancellation and progress of one question.
///
/// ```
/// use grundy::context::{Context, Limits};
/// let context = Context::new(Limits::default().with_positions(1000));
/// assert!(context.check_positions(1001, || "searched".into()).is_err());
/// ```
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The limits in force.
    pub limits: Limits,
    /// Bytes that the caller holds meanwhile; they count towards the limit of memory.
    held: u64,
    clock: Clock<'a>,
    cancel: Option<&'a AtomicBool>,
    progress: Option<&'a Report<'a>>,
    /// The number of values after which a nim-sequence ends, where that is known.
    goal: Option<u64>,
    /// Whether files that a text names are read.
    files: bool,
}

/// What tells how much time has passed.
#[derive(Clone, Copy)]
enum Clock<'a> {
    /// That of the machine, since then.
    Time(Instant),
    /// Looks at the clock, a millisecond each, since there were so many.
    Looks(&'a AtomicU64, u64),
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Default for Context<'_> {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

/// How many cheap steps may pass between two looks at the clock.
const STRIDE: u64 = 1 << 12;

impl<'a> Context<'a> {
    /// A context with these limits; its clock starts now.
    pub fn new(limits: Limits) -> Self {
        let clock = Clock::Time(Instant::now());
        Self { limits, held: 0, clock, cancel: None, progress: None, goal: None, files: true }
    }

    /// The same, cancelled once `flag` is set.
    pub fn with_cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// The same, telling `report` how far it has come.
    pub fn with_progress(mut self, report: &'a Report<'a>) -> Self {
        self.progress = Some(report);
        self
    }

    /// The same for questions from elsewhere: no file of this machine that they name is read.
    pub fn without_files(mut self) -> Self {
        self.files = false;
        self
    }

    /// Whether files that a text names may be read.
    pub const fn reads_files(&self) -> bool {
        self.files
    }

    /// The same for a nim-sequence that will have so many values: the total of its progress.
    pub fn with_goal(mut self, values: Option<u64>) -> Self {
        self.goal = values;
        self
    }

    /// The same with at most so much time from now on, for a part of the work that others follow.
    pub fn within(mut self, time: Duration) -> Self {
        let end = self.elapsed().saturating_add(time);
        self.limits.time = Some(self.limits.time.map_or(end, |limit| limit.min(end)));
        self
    }

    /// The same with the clock started again: for the next question.
    pub fn restarted(mut self) -> Self {
        self.clock = match self.clock {
            Clock::Time(_) => Clock::Time(Instant::now()),
            Clock::Looks(looks, _) => Clock::Looks(looks, looks.load(Ordering::Relaxed)),
        };
        self
    }

    /// The same without a clock: each look at it counts as a millisecond, so that what one thread finds
    /// out within limits of time does not depend on the machine. `looks` counts them.
    ///
    /// ```
    /// use grundy::Context;
    /// use std::{sync::atomic::AtomicU64, time::Duration};
    /// let looks = AtomicU64::new(0);
    /// let context = Context::default().counted(&looks).within(Duration::from_millis(3));
    /// let mut steps = 0;
    /// while context.look("counting", steps).is_ok() {
    ///     steps += 1;
    /// }
    /// assert_eq!(steps, 2);
    /// ```
    pub fn counted(mut self, looks: &'a AtomicU64) -> Self {
        self.clock = Clock::Looks(looks, looks.load(Ordering::Relaxed));
        self
    }

    /// The time since this context was made, or started again.
    pub fn elapsed(&self) -> Duration {
        match self.clock {
            Clock::Time(started) => started.elapsed(),
            Clock::Looks(looks, first) => {
                Duration::from_millis(looks.load(Ordering::Relaxed).saturating_sub(first))
            }
        }
    }

    /// Looks at the clock and the cancel flag on every 4096th step.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] or the limit of time.
    #[inline]
    pub fn tick(&self, doing: &str, step: u64) -> Result<(), Stop> {
        if step.is_multiple_of(STRIDE) { self.look(doing, step) } else { Ok(()) }
    }

    /// Looks at the clock and the cancel flag now.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] or the limit of time.
    #[cold]
    pub fn look(&self, doing: &str, step: u64) -> Result<(), Stop> {
        self.report(Progress::new(doing, step, Unit::Steps))
    }

    /// The same where `count` values of a nim-sequence are computed.
    ///
    /// # Errors
    /// As [`look`](Self::look).
    #[cold]
    pub fn look_at_values(&self, count: u64) -> Result<(), Stop> {
        let phase = "computing the nim-sequence";
        self.report(Progress { total: self.goal, ..Progress::new(phase, count, Unit::Values) })
    }

    /// Looks at the clock and the cancel flag, and tells how far the computation has come.
    ///
    /// # Errors
    /// As [`look`](Self::look).
    pub fn report(&self, progress: Progress<'_>) -> Result<(), Stop> {
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if let Clock::Looks(looks, _) = self.clock {
            looks.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(time) = self.limits.time
            && self.elapsed() >= time
        {
            let time = rounded(time);
            return Err(Stop::Limit {
                kind: LimitKind::Time,
                what: match progress.done {
                    0 => format!("{}: the time limit of {time:?} was reached", progress.phase),
                    done => format!(
                        "{}: the time limit of {time:?} was reached after {done} {}",
                        progress.phase,
                        progress.unit.name()
                    ),
                },
            });
        }
        if let Some(report) = self.progress {
            report(progress);
        }
        Ok(())
    }

    /// The same with a tenth of the moves: for what would be nice to know but is not asked for.
    pub fn modest(mut self) -> Self {
        self.limits.moves /= 10;
        self
    }

    /// The limits of a search for a Grundy value that neither the outcome nor the winning moves
    /// need.
    pub fn for_value_alone(mut self) -> Self {
        let positions = self.limits.value_positions.min(self.limits.positions);
        let moves = positions.saturating_mul(10).min(self.limits.moves);
        (self.limits.positions, self.limits.moves) = (positions, moves);
        self
    }

    /// The same for work during which so many bytes are held already.
    pub fn holding(mut self, bytes: u64) -> Self {
        self.held = self.held.saturating_add(bytes);
        self
    }

    /// The bytes that may still be held.
    pub const fn memory_left(&self) -> u64 {
        self.limits.memory.saturating_sub(self.held)
    }

    /// Compares a number of moves looked at with the limit.
    ///
    /// # Errors
    /// The limit of moves, which goes with that of positions.
    #[inline]
    pub fn check_moves(&self, count: u64) -> Result<(), Stop> {
        if count <= self.limits.moves {
            return Ok(());
        }
        Err(Stop::Limit {
            kind: LimitKind::Positions,
            what: format!(
                "looking for Grundy values: more than the {} moves allowed were looked at",
                self.limits.moves
            ),
        })
    }

    /// Compares a number of stored positions with the limit.
    ///
    /// # Errors
    /// The limit of positions.
    #[inline]
    pub fn check_positions(&self, count: u64, doing: impl FnOnce() -> String) -> Result<(), Stop> {
        if count <= self.limits.positions {
            return Ok(());
        }
        Err(Stop::Limit {
            kind: LimitKind::Positions,
            what: format!(
                "{}: more than the {} positions allowed are needed",
                doing(),
                self.limits.positions
            ),
        })
    }

    /// Compares a number of bytes with the limit.
    ///
    /// # Errors
    /// The limit of memory.
    #[inline]
    pub fn check_memory(&self, bytes: u64, doing: impl FnOnce() -> String) -> Result<(), Stop> {
        let bytes = bytes.saturating_add(self.held);
        if bytes <= self.limits.memory {
            return Ok(());
        }
        Err(Stop::Limit {
            kind: LimitKind::Memory,
            what: format!(
                "{}: {} MiB are needed, {} MiB are allowed",
                doing(),
                bytes.div_ceil(1 << 20),
                self.limits.memory >> 20
            ),
        })
    }
}
