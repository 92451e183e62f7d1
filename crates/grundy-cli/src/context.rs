//! Ctrl-C, and progress of long work on standard error.

use grundy::context::{Context, Limits};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long a computation may take to notice Ctrl-C before the process ends anyway (it may be
/// waiting for input).
const PATIENCE: Duration = Duration::from_millis(1500);

/// How many files are being written.
static WRITING: AtomicUsize = AtomicUsize::new(0);

/// Writes a file: the process does not end in the middle of it, but at a second Ctrl-C.
pub fn in_peace<T>(write: impl FnOnce() -> T) -> T {
    WRITING.fetch_add(1, Ordering::Relaxed);
    let written = write();
    WRITING.fetch_sub(1, Ordering::Relaxed);
    written
}

/// After Ctrl-C computations stop at their next look; the process ends with 130.
pub fn watch_interrupts() {
    // Without a handler Ctrl-C ends the process by the signal: no harm.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        std::thread::spawn(|| {
            std::thread::sleep(PATIENCE);
            while WRITING.load(Ordering::Relaxed) > 0 {
                std::thread::sleep(PATIENCE);
            }
            std::process::exit(130);
        });
    });
}

/// How long work goes on before its progress is shown.
const QUIET: Duration = Duration::from_millis(700);

/// Whether some computation shows its progress: of several at a time one does.
static SHOWING: AtomicBool = AtomicBool::new(false);

struct Spinner {
    started: Instant,
    bar: OnceLock<ProgressBar>,
    /// Rates are told, and what is left to this step.
    goal: Option<Option<u64>>,
    /// The first step reported: those before it were done elsewhere.
    first: OnceLock<u64>,
}

impl Spinner {
    fn report(&self, doing: &str, steps: u64) {
        if self.started.elapsed() < QUIET
            || self.bar.get().is_none() && SHOWING.swap(true, Ordering::Relaxed)
        {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}  {elapsed}")
                .expect("the template is well-formed");
            let bar = ProgressBar::new_spinner().with_style(style);
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        bar.set_message(match self.goal {
            Some(goal) if doing.starts_with("computing the nim-sequence") => {
                self.rate(doing, steps, goal)
            }
            _ => format!("{doing}: {steps}"),
        });
    }

    fn rate(&self, doing: &str, steps: u64, goal: Option<u64>) -> String {
        let done = steps.saturating_sub(*self.first.get_or_init(|| steps));
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = done as f64 / seconds.max(1e-3);
        let left = goal.map_or_else(String::new, |goal| {
            let left = goal.saturating_sub(steps) as f64 / rate.max(1e-3);
            format!(" of {goal}, {left:.0} s left at this pace")
        });
        format!("{doing}: {steps}{left}, {rate:.0} values/s")
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
            SHOWING.store(false, Ordering::Relaxed);
        }
    }
}

/// Runs `work` with these limits, Ctrl-C as cancellation, and progress on a terminal.
pub fn with_context<T>(limits: Limits, work: impl FnOnce(&Context<'_>) -> T) -> T {
    with_progress(limits, None, work)
}

/// The same for values of heaps in order: rates are told, and how long it will take to the goal.
pub fn with_goal<T>(limits: Limits, goal: Option<u64>, work: impl FnOnce(&Context<'_>) -> T) -> T {
    with_progress(limits, Some(goal), work)
}

fn with_progress<T>(
    limits: Limits,
    goal: Option<Option<u64>>,
    work: impl FnOnce(&Context<'_>) -> T,
) -> T {
    let context = Context::new(limits).with_cancel(&INTERRUPTED);
    // Asked of the system once, not for every line.
    static TERMINAL: LazyLock<bool> = LazyLock::new(|| std::io::stderr().is_terminal());
    if !*TERMINAL {
        return work(&context);
    }
    let spinner =
        Spinner { started: Instant::now(), bar: OnceLock::new(), goal, first: OnceLock::new() };
    let report = |doing: &str, steps: u64| spinner.report(doing, steps);
    work(&context.with_progress(&report))
}
