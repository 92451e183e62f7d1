//! Ctrl-C, and progress of long work on standard error.

use crate::signals;
use grundy::context::{Asked, Context, Limits, Progress, Unit};
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

/// After Ctrl-C, or another request to end, computations stop at their next look; the process ends
/// with 130.
pub fn watch_interrupts() {
    signals::watch(|| {
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
    /// The first number of values reported: those before it were computed elsewhere.
    first: OnceLock<u64>,
}

impl Spinner {
    fn report(&self, progress: Progress<'_>) {
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
        let first = || *self.first.get_or_init(|| progress.done);
        let first = if progress.unit == Unit::Values { first() } else { 0 };
        bar.set_message(message(progress, first, self.started.elapsed()));
    }
}

/// What is shown of progress; values have a rate, and a time that is left if their number is known.
fn message(progress: Progress<'_>, first: u64, elapsed: Duration) -> String {
    let Progress { phase, done, total, unit, full, asked } = progress;
    let of = total.map_or_else(String::new, |total| format!(" of {total}"));
    if unit == Unit::Heaps {
        return format!("{phase}: {done}{of} {}", unit.name());
    }
    if unit == Unit::Pairs {
        let rate = done as f64 / elapsed.as_secs_f64().max(1e-3);
        let full = full.map_or_else(String::new, |full| format!(", table {full} % full"));
        let asked = asked.map_or_else(String::new, |asked| {
            let Asked { value, proof, disproof } = asked;
            format!(", is the value {value}? proof number {proof}, disproof number {disproof}")
        });
        return format!("{phase}: {done} {}, {rate:.0} {0}/s{full}{asked}", unit.name());
    }
    if unit != Unit::Values {
        return format!("{phase}: {done}{of}");
    }
    let rate = done.saturating_sub(first) as f64 / elapsed.as_secs_f64().max(1e-3);
    let left = total.map_or_else(String::new, |total| {
        let left = total.saturating_sub(done) as f64 / rate.max(1e-3);
        format!(", {left:.0} s left at this pace")
    });
    format!("{phase}: {done}{of}{left}, {rate:.0} {}/s", unit.name())
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
    let context = Context::new(limits).with_cancel(&INTERRUPTED);
    // Asked of the system once, not for every line.
    static TERMINAL: LazyLock<bool> = LazyLock::new(|| std::io::stderr().is_terminal());
    if !*TERMINAL {
        return work(&context);
    }
    let spinner = Spinner { started: Instant::now(), bar: OnceLock::new(), first: OnceLock::new() };
    let report = |progress: Progress<'_>| spinner.report(progress);
    work(&context.with_progress(&report))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_a_rate_and_other_steps_have_none() {
        let values =
            Progress { total: Some(1000), ..Progress::new("computing", 600, Unit::Values) };
        let text = message(values, 200, Duration::from_secs(4));
        assert_eq!(text, "computing: 600 of 1000, 4 s left at this pace, 100 values/s");
        let text = message(Progress { total: None, ..values }, 200, Duration::from_secs(4));
        assert_eq!(text, "computing: 600, 100 values/s");
        let heaps = Progress { unit: Unit::Heaps, total: None, ..values };
        assert_eq!(message(heaps, 0, Duration::from_secs(4)), "computing: 600 heaps");
        let pairs = Progress { unit: Unit::Pairs, full: Some(37), ..heaps };
        let text = message(pairs, 0, Duration::from_secs(4));
        assert_eq!(text, "computing: 600 pairs, 150 pairs/s, table 37 % full");
        let asked = Some(Asked { value: 2, proof: 940, disproof: 31 });
        let text = message(Progress { asked, ..pairs }, 0, Duration::from_secs(4));
        let told = ", is the value 2? proof number 940, disproof number 31";
        assert_eq!(text, format!("computing: 600 pairs, 150 pairs/s, table 37 % full{told}"));
        let codes = Progress { unit: Unit::Codes, ..values };
        assert_eq!(message(codes, 0, Duration::from_secs(4)), "computing: 600 of 1000");
    }
}
