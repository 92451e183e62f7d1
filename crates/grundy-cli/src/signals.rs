//! Requests to end: Ctrl-C, the end of the terminal, a limit of the batch system.

/// Runs `interrupt` at every request to end the process. A signal that was ignored when the process
/// started stays ignored, as that of a closed terminal under `nohup`.
#[cfg(unix)]
pub fn watch(interrupt: impl Fn() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXCPU, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use std::sync::{Arc, atomic::AtomicBool};

    let ignored = ignored();
    let wanted = [SIGINT, SIGTERM, SIGHUP, SIGXCPU].into_iter().filter(|&signal| match ignored {
        Some(ignored) => ignored >> (signal - 1) & 1 == 0,
        // What cannot be asked is left as it is where it may well be ignored.
        None => signal != SIGHUP,
    });
    // Without a handler the process ends by the signal: no harm.
    if let Ok(mut signals) = Signals::new(wanted) {
        std::thread::spawn(move || signals.forever().for_each(|_| interrupt()));
    }
    // A file larger than allowed is then an error of writing, as a full disk is.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// The ignored signals, signal n as bit n - 1, where the system tells them.
#[cfg(unix)]
fn ignored() -> Option<u64> {
    mask(&std::fs::read_to_string("/proc/self/status").ok()?)
}

#[cfg(unix)]
fn mask(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(line.trim(), 16).ok()
}

/// Runs `interrupt` at every request to end the process.
#[cfg(not(unix))]
pub fn watch(interrupt: impl Fn() + Send + 'static) {
    // Without a handler Ctrl-C ends the process at once: no harm.
    let _ = ctrlc::set_handler(interrupt);
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_mask_of_ignored_signals_is_read() {
        assert_eq!(mask("Name:\tgrundy\nSigIgn:\t0000000000001001\nSigCgt:\t0\n"), Some(0x1001));
        assert_eq!(mask("Name:\tgrundy\n"), None);
        assert_eq!(mask("SigIgn:\tx\n"), None);
    }
}
