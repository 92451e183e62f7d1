//! A question: the interpreter is free meanwhile, Ctrl-C ends it, progress is shown.

use crate::limits::{self, Told};
use crate::names::Names;
use crate::trouble::{Trouble, wrong_rules};
use grundy::context::{Context, Progress};
use pyo3::prelude::*;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Signals are looked for so often, in milliseconds.
const STEP: u64 = 40;
/// Work that lasts less, in milliseconds, shows no progress.
const QUIET: u64 = 1000;

thread_local! {
    /// Whether a ruleset written in Python is being asked for options on this thread.
    static IN_OPTIONS: Cell<bool> = const { Cell::new(false) };
}

/// Calls rules written in Python; questions about such rules are refused meanwhile, as the search that
/// asks holds what is known of the game.
pub fn in_options<T>(call: impl FnOnce() -> T) -> T {
    struct Leave(bool);
    impl Drop for Leave {
        fn drop(&mut self) {
            IN_OPTIONS.set(self.0);
        }
    }
    let _leave = Leave(IN_OPTIONS.replace(true));
    call()
}

/// Answers a question.
///
/// # Errors
/// What `work` answers, as an exception; what a handler of signals or of progress raised.
pub fn ask<T, E>(
    py: Python<'_>,
    names: &Names,
    work: impl FnOnce(&Context<'_>) -> Result<T, E> + Send,
) -> PyResult<T>
where
    T: Send,
    E: Into<Trouble> + Send,
{
    if IN_OPTIONS.get() && names.python().next().is_some() {
        let message = "options() asked about a position: it tells the moves, and the values follow";
        return Err(wrong_rules(py, message));
    }
    let (bounds, told) = limits::current(py)?;
    names.forget_failures();
    let watch = Watch::new(told);
    let result = py.detach(|| {
        let run = || {
            let report = |progress: Progress<'_>| watch.report(progress);
            let context = Context::new(bounds).with_cancel(&watch.cancel).with_progress(&report);
            work(&context)
        };
        if bounds.threads == 1 {
            return run();
        }
        // The threads of the library report, but signals reach this thread alone.
        std::thread::scope(|scope| {
            let (done, waits) = channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped when the work is over, even by a panic.
                let _done = done;
                run()
            });
            while waits.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout) {
                watch.look(None);
            }
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    });
    watch.close(py)?;
    result.map_err(|error| error.into().raised(py, names))
}

/// As [`ask`], with an error that is one of Python's already.
pub fn ask_plain<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Context<'_>) -> Result<T, Trouble> + Send,
) -> PyResult<T> {
    ask(py, &Names::default(), work)
}

struct Watch {
    started: Instant,
    /// When signals were looked for, in milliseconds.
    looked: AtomicU64,
    cancel: AtomicBool,
    /// What was raised meanwhile.
    raised: Mutex<Option<PyErr>>,
    told: Told,
    /// The bar, once there is one; `None` in it where none is wanted.
    bar: Mutex<Option<Option<Py<PyAny>>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    fn new(told: Told) -> Self {
        Self {
            started: Instant::now(),
            looked: AtomicU64::new(0),
            cancel: AtomicBool::new(false),
            raised: Mutex::new(None),
            told,
            bar: Mutex::new(None),
        }
    }

    fn report(&self, progress: Progress<'_>) {
        self.look(Some(progress));
    }

    /// Looks for signals, and tells of progress.
    fn look(&self, progress: Option<Progress<'_>>) {
        let now = self.started.elapsed().as_millis() as u64;
        let before = self.looked.load(Ordering::Relaxed);
        if now < before + STEP
            || self
                .looked
                .compare_exchange(before, now, Ordering::Relaxed, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        Python::attach(|py| {
            let told = py.check_signals().and_then(|()| match progress {
                Some(progress) if now >= QUIET || matches!(self.told, Told::Call(_)) => {
                    self.tell(py, progress)
                }
                _ => Ok(()),
            });
            if let Err(error) = told {
                lock(&self.raised).get_or_insert(error);
                self.cancel.store(true, Ordering::Relaxed);
            }
        });
    }

    fn tell(&self, py: Python<'_>, progress: Progress<'_>) -> PyResult<()> {
        let call = match &self.told {
            Told::Nobody => return Ok(()),
            Told::Call(call) => call.clone_ref(py),
            Told::Auto => {
                // The lock is not held while Python runs: another thread could want it.
                let known =
                    lock(&self.bar).as_ref().map(|bar| bar.as_ref().map(|bar| bar.clone_ref(py)));
                let bar = match known {
                    Some(bar) => bar,
                    None => {
                        let made = py.import("grundy._progress")?.call_method0("bar")?;
                        let made = (!made.is_none()).then(|| made.unbind());
                        *lock(&self.bar) = Some(made.as_ref().map(|bar| bar.clone_ref(py)));
                        made
                    }
                };
                let Some(bar) = bar else { return Ok(()) };
                bar
            }
        };
        call.call1(py, (progress.phase, progress.done, progress.total, progress.unit.name()))?;
        Ok(())
    }

    /// Ends the bar, and raises what was raised meanwhile.
    fn close(self, py: Python<'_>) -> PyResult<()> {
        let bar = self.bar.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(Some(bar)) = bar {
            bar.call_method0(py, "close")?;
        }
        match self.raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}
