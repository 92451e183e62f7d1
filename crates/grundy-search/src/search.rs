//! The search as its callers see it: tables that are kept and grow, threads, limits.

use crate::numbers::{Hints, Numbers};
use crate::proof::{AtRoot, Halt, Look, Shared, Worker};
use crate::rules::Splitting;
use crate::values::{Known, LINE_BYTES, Values, spread};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is allowed.
pub struct Bounds<'a> {
    /// Bytes for the tables.
    pub memory: u64,
    /// Threads that search together.
    pub threads: usize,
    /// Is told now and then how far the search has come, from any thread; `false` ends the search.
    pub look: &'a (dyn Fn(Progress) -> bool + Sync),
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// About how many pairs have been expanded, since the tables were empty.
    pub pairs: u64,
    /// Of how many parts something is known.
    pub known: u64,
    /// How many parts the largest table has room for that memory allows.
    pub room: u64,
    /// How the question stands, where that is known.
    pub asked: Option<Asked>,
}

/// How the question stands whether the value of a part is a number: proof numbers count, at the least, the open pairs
/// that have to be decided for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The number.
    pub value: u32,
    /// The proof number: for the answer that it is.
    pub proof: u32,
    /// The disproof number: for the answer that it is not.
    pub disproof: u32,
}

/// Is shown the table now and then while a search goes on, from any thread.
pub type Watch = Box<dyn Fn(&Values) + Send + Sync>;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// [`Bounds::look`] said so.
    Stopped,
    /// Play can last more than 2,000 moves.
    Deep,
    /// What was to be proved is false.
    False,
    /// Simplest forms, of which a proof needs all, take more than the memory.
    Memory,
}

/// A search of one set of rules, with what it found so far.
pub struct Search {
    shared: Shared,
    watch: Option<Watch>,
    /// Whether the table was kept, and its keys are to be restored.
    kept: bool,
}

/// So many keys of a table that was kept are restored.
const MAX_RESTORED: usize = 1 << 20;

/// After this many of them the limits are looked at.
const RESTORED_STRIDE: usize = 1 << 10;

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("shared", &self.shared).finish_non_exhaustive()
    }
}

/// The logarithm of the slots for hints that a search begins with.
const FIRST_LOG: u32 = 13;

impl Default for Search {
    fn default() -> Self {
        Self {
            shared: Shared {
                values: Values::default(),
                hints: Hints::new(FIRST_LOG),
                nodes: AtomicU64::new(0),
                pause: AtomicBool::new(false),
                root: AtRoot::default(),
            },
            watch: None,
            kept: false,
        }
    }
}

impl Search {
    /// How many parts something is known of.
    pub fn len(&self) -> usize {
        self.shared.values.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The table of what is known of parts.
    pub fn values(&self) -> &Values {
        &self.shared.values
    }

    /// Shows the table to `watch` whenever the limits are looked at, or to nobody any more.
    pub fn set_watch(&mut self, watch: Option<Watch>) {
        self.watch = watch;
    }

    /// Begins with a table that was kept; it must be of the same rules.
    pub fn set_values(&mut self, values: Values) {
        self.shared.hints = Hints::new(values.log() + HINTS_LOG);
        self.shared.values = values;
        self.kept = true;
    }

    /// How far the search has come.
    pub(crate) fn progress(&self, memory: u64) -> Progress {
        progress(&self.shared, memory)
    }

    /// What the tables say of a part at this moment.
    pub fn known<R: Splitting>(&self, rules: &R, part: &R::Part) -> Known {
        let key = rules.key(part);
        self.shared.values.get(key, spread(key))
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> u64 {
        self.shared.values.bytes() + self.shared.hints.bytes()
    }

    /// About how many pairs have been expanded.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// The Grundy value of a sum of parts.
    ///
    /// # Errors
    /// [`Unfinished`]; what was found stays.
    pub fn value<R: Splitting>(
        &mut self,
        rules: &R,
        parts: &[R::Part],
        bounds: &Bounds<'_>,
    ) -> Result<u32, Unfinished> {
        self.begin(rules, bounds)?;
        let parts = by_size(rules, parts);
        parts.iter().try_fold(0, |sum, part| {
            Ok(sum ^ self.run(rules, bounds, |worker| worker.value(part))?)
        })
    }

    /// Whether the value of a sum of parts is `nimber`: whether the player to move loses their sum with
    /// it. That is less work than the value.
    ///
    /// # Errors
    /// [`Unfinished`]; what was found stays.
    pub fn is<R: Splitting>(
        &mut self,
        rules: &R,
        parts: &[R::Part],
        nimber: u32,
        bounds: &Bounds<'_>,
    ) -> Result<bool, Unfinished> {
        self.begin(rules, bounds)?;
        let parts = by_size(rules, parts);
        let Some((largest, others)) = parts.split_last() else { return Ok(nimber == 0) };
        let nimber = others.iter().try_fold(nimber, |sum, part| {
            Ok(sum ^ self.run(rules, bounds, |worker| worker.value(part))?)
        })?;
        self.run(rules, bounds, |worker| worker.is(largest, nimber))
    }

    /// Before a key is asked for: parts whose keys are in a table that was kept come first.
    fn begin<R: Splitting>(&mut self, rules: &R, bounds: &Bounds<'_>) -> Result<(), Unfinished> {
        rules.allow(bounds.memory / 4);
        if self.kept {
            let keys = self.shared.values.entries().map(|(key, ..)| key);
            for (i, key) in keys.take(MAX_RESTORED).enumerate() {
                let looks = i.is_multiple_of(RESTORED_STRIDE);
                if looks && !(bounds.look)(self.progress(bounds.memory)) {
                    return Err(Unfinished::Stopped);
                }
                rules.restore(key);
            }
            self.kept = false;
        }
        Ok(())
    }

    fn run<R: Splitting, T: Send>(
        &mut self,
        rules: &R,
        bounds: &Bounds<'_>,
        ask: impl Fn(&mut Worker<'_, R>) -> Result<T, Halt> + Sync,
    ) -> Result<T, Unfinished> {
        loop {
            let shared = &self.shared;
            shared.pause.store(false, Ordering::Relaxed);
            let look = |nodes: u64| {
                if grows(shared, bounds.memory.saturating_sub(rules.bytes())) {
                    shared.pause.store(true, Ordering::Relaxed);
                }
                if let Some(watch) = &self.watch {
                    watch(&shared.values);
                }
                let memory = bounds.memory.saturating_sub(rules.bytes());
                (bounds.look)(Progress { pairs: nodes, ..progress(shared, memory) })
            };
            match together(rules, shared, &look, bounds.threads, &ask) {
                Ok(answer) => return Ok(answer),
                Err(Halt::Stop) => return Err(Unfinished::Stopped),
                Err(Halt::Deep) => return Err(Unfinished::Deep),
                Err(Halt::Pause) => {
                    let Shared { values, hints, .. } = &mut self.shared;
                    values.grow(u64::MAX);
                    while hints.log() < values.log() + HINTS_LOG {
                        hints.double();
                    }
                }
            }
        }
    }
}

fn progress(shared: &Shared, memory: u64) -> Progress {
    Progress {
        pairs: shared.nodes.load(Ordering::Relaxed),
        known: shared.values.len() as u64,
        // Beside the lines of values there are hints.
        room: shared
            .values
            .room(memory / (LINE_BYTES + HINT_BYTES) * LINE_BYTES)
            .max(shared.values.len() as u64),
        asked: shared.root.get().map(|(value, Numbers { win, loss })| Asked {
            value,
            proof: loss,
            disproof: win,
        }),
    }
}

/// The parts that do not cancel, the smallest first.
fn by_size<R: Splitting>(rules: &R, parts: &[R::Part]) -> Vec<R::Part> {
    let mut left: Vec<R::Part> = Vec::new();
    for part in parts {
        let key = rules.key(part);
        match left.iter().position(|other| rules.key(other) == key) {
            Some(twin) => drop(left.swap_remove(twin)),
            None => left.push(part.clone()),
        }
    }
    left.sort_by_key(|part| (rules.size(part), rules.key(part)));
    left
}

/// The logarithm of the hints for each line of values.
const HINTS_LOG: u32 = 3;

/// Bytes of the hints for a line of values.
const HINT_BYTES: u64 = 8 << HINTS_LOG;

/// Whether a table is crowded and may be doubled within so many bytes.
fn grows(shared: &Shared, memory: u64) -> bool {
    shared.values.needs().is_some_and(|more| {
        let (values, hints) = (shared.values.bytes(), shared.hints.bytes());
        let hints = hints.max((more / LINE_BYTES * 2) << (HINTS_LOG + 3));
        values + more + hints <= memory
    })
}

/// Asks in several threads; the first answer ends the others.
fn together<R: Splitting, T: Send>(
    rules: &R,
    shared: &Shared,
    look: &Look<'_>,
    threads: usize,
    ask: &(impl Fn(&mut Worker<'_, R>) -> Result<T, Halt> + Sync),
) -> Result<T, Halt> {
    if threads <= 1 {
        return ask(&mut Worker::new(rules, shared, look, false));
    }
    let results: Vec<Result<T, Halt>> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(move || {
                    let result = ask(&mut Worker::new(rules, shared, look, true));
                    // Whatever it is, the others need not go on.
                    shared.pause.store(true, Ordering::Relaxed);
                    result
                })
            })
            .collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let mut halt = Halt::Pause;
    for result in results {
        match result {
            Ok(answer) => return Ok(answer),
            Err(Halt::Pause) => {}
            Err(other) => halt = other,
        }
    }
    Err(halt)
}
