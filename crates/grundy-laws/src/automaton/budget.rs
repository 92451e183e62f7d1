//! What an operation on automata may use, and what was used.

use std::cell::Cell;

use grundy::context::{Context, Stop};

/// The letters that an alphabet may have: base^tracks.
pub const MAX_LETTERS: usize = 1 << 20;

/// The states, memory and time that operations may use; it remembers the greatest automaton met.
///
/// ```
/// use grundy_laws::automaton::Budget;
/// let budget = Budget::default().with_states(1000);
/// assert_eq!(budget.states, 1000);
/// assert_eq!(budget.peak().states, 0);
/// ```
#[derive(Clone, Debug)]
pub struct Budget<'a> {
    /// States of one automaton under construction, before it is minimised.
    pub states: usize,
    /// Memory of one automaton, time and cancellation.
    pub context: Context<'a>,
    peak: Cell<Peak>,
    work: Cell<u64>,
}

/// The greatest automata that were built under a budget, before they were minimised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Peak {
    /// The greatest number of states.
    pub states: usize,
    /// The greatest number of tracks.
    pub tracks: usize,
    /// How many automata were built.
    pub automata: usize,
}

/// Why an operation ended without its result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Overrun {
    /// The automaton under construction has more states than allowed.
    #[error("{doing}: more than the {limit} states allowed are needed, with {tracks} tracks")]
    States {
        /// The limit of the budget.
        limit: usize,
        /// The operation.
        doing: &'static str,
        /// The tracks of the automaton.
        tracks: usize,
    },
    /// The alphabet is too large.
    #[error("{tracks} tracks of {base} digits have more than {MAX_LETTERS} letters")]
    Letters {
        /// Digits of one track.
        base: u32,
        /// Tracks.
        tracks: usize,
    },
    /// Time, memory or cancellation.
    #[error(transparent)]
    Stop(#[from] Stop),
}

impl Default for Budget<'_> {
    /// 300,000 states, and the default limits of memory and time.
    fn default() -> Self {
        Self::new(300_000, Context::default())
    }
}

/// Steps between two looks at the clock.
const STRIDE: u64 = 1 << 18;

impl<'a> Budget<'a> {
    /// So many states, and the limits of the context.
    pub fn new(states: usize, context: Context<'a>) -> Self {
        Self { states, context, peak: Cell::default(), work: Cell::default() }
    }

    /// The same with another number of states.
    pub fn with_states(mut self, states: usize) -> Self {
        self.states = states;
        self
    }

    /// The greatest automata met so far.
    pub fn peak(&self) -> Peak {
        self.peak.get()
    }

    /// Forgets the greatest automata met so far.
    pub fn reset_peak(&self) {
        self.peak.set(Peak::default());
    }

    /// The letters of an alphabet.
    pub(crate) fn letters(base: u32, tracks: usize) -> Result<usize, Overrun> {
        u32::try_from(tracks)
            .ok()
            .and_then(|tracks| (base as usize).checked_pow(tracks))
            .filter(|&letters| letters <= MAX_LETTERS)
            .ok_or(Overrun::Letters { base, tracks })
    }

    /// Remembers an automaton that was built.
    pub(crate) fn built(&self, states: usize, tracks: usize) {
        let peak = self.peak.get();
        self.peak.set(Peak {
            states: peak.states.max(states),
            tracks: peak.tracks.max(tracks),
            automata: peak.automata + 1,
        });
    }

    /// Counts steps and looks at the clock now and then.
    #[inline]
    pub(crate) fn step(&self, doing: &'static str, steps: usize) -> Result<(), Overrun> {
        let before = self.work.get();
        let now = before + steps as u64;
        self.work.set(now);
        if before / STRIDE != now / STRIDE {
            self.context.look(doing, now)?;
        }
        Ok(())
    }

    /// Whether an automaton with one state more is allowed.
    #[inline]
    pub(crate) fn state(
        &self,
        doing: &'static str,
        states: usize,
        letters: usize,
        tracks: usize,
    ) -> Result<(), Overrun> {
        if states > self.states {
            self.built(states, tracks);
            return Err(Overrun::States { limit: self.states, doing, tracks });
        }
        let bytes = 4 * (states as u64) * (letters as u64);
        self.context.check_memory(bytes, || format!("{doing}, {states} states"))?;
        self.step(doing, letters)
    }
}
