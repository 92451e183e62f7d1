//! Leases: which process works at what, in a folder that processes share.
//!
//! A lease is a file with the process, its host, and the time it began. While the work goes on the
//! file is locked and, every [`HEARTBEAT`], touched. Another process of the same host sees by the lock
//! whether the holder lives; one of another host sees by the time of the last touch.

use crate::partial::{host, is_free};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

/// Time between two touches.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// A lease that was not touched for so long was left behind. Clocks of hosts may differ a little.
const MAX_SILENCE: Duration = Duration::from_secs(90);

/// Who holds a lease, as its file says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Its process.
    pub process: u32,
    /// Its host.
    pub host: String,
}

/// A lease that this process holds; the end of it gives it back.
pub struct Lease {
    path: PathBuf,
    // The lock is on it.
    _file: File,
    end: Option<Sender<()>>,
    heart: Option<JoinHandle<()>>,
}

/// What came of asking for a lease.
pub enum Asked {
    /// It is ours.
    Granted(Lease),
    /// Another process has it, and was alive so long ago.
    Held(Option<Holder>, Duration),
}

impl Lease {
    /// Takes the lease of this name, if nobody has it who may be alive.
    ///
    /// Two processes of different hosts may both take over a lease that was left behind: leases spare
    /// work, they guard nothing.
    ///
    /// # Errors
    /// What failed.
    pub fn ask(path: &Path) -> io::Result<Asked> {
        match File::create_new(path) {
            Ok(file) => return Self::begin(path, file).map(Asked::Granted),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            // It was given back meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let holder: Option<Holder> = serde_json::from_str(&text).ok();
        let silence = fs::metadata(path).and_then(|data| data.modified()).map(silence);
        let silence = silence.unwrap_or_default();
        // A lease without a holder was just made, or its process was killed while making it.
        let here = holder.as_ref().is_none_or(|holder| holder.host == host());
        let gone = silence > MAX_SILENCE || here && is_free(path);
        if !gone {
            return Ok(Asked::Held(holder, silence));
        }
        // The file is kept: whoever has its lock has the lease.
        let file = File::options().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => Ok(Asked::Held(holder, silence)),
            _ => Self::begin(path, file).map(Asked::Granted),
        }
    }

    fn begin(path: &Path, mut file: File) -> io::Result<Self> {
        // Where there are no locks the time of the last touch decides alone.
        let _ = file.try_lock();
        let holder = Holder { process: std::process::id(), host: host() };
        file.set_len(0)?;
        file.write_all(serde_json::to_string(&holder)?.as_bytes())?;
        file.set_modified(SystemTime::now())?;
        let (end, ended) = channel();
        let touched = path.to_owned();
        let heart = std::thread::spawn(move || {
            while ended.recv_timeout(HEARTBEAT) == Err(RecvTimeoutError::Timeout) {
                // If it fails others may take the lease over: no harm.
                let open = File::options().append(true).open(&touched);
                let _ = open.and_then(|file| file.set_modified(SystemTime::now()));
            }
        });
        Ok(Self { path: path.to_owned(), _file: file, end: Some(end), heart: Some(heart) })
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(heart) = self.heart.take() {
            let _ = heart.join();
        }
        // Left behind it would only be waited for.
        let _ = fs::remove_file(&self.path);
    }
}

/// How long ago a time was, or will be: a clock that was set back must not make a lease last.
fn silence(time: SystemTime) -> Duration {
    time.elapsed().unwrap_or_else(|error| error.duration())
}

/// Who holds it, and when others may take it over.
pub fn told(path: &Path, holder: Option<&Holder>, silence: Duration) -> String {
    let who = holder.map_or_else(
        || "another process".to_owned(),
        |holder| format!("process {} on {}", holder.process, holder.host),
    );
    format!(
        "{}: {who} is at work (last sign of life {} s ago; {} s after the last one its work is free)",
        path.display(),
        silence.as_secs(),
        MAX_SILENCE.as_secs()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn granted(path: &Path) -> bool {
        matches!(Lease::ask(path).unwrap(), Asked::Granted(_))
    }

    fn put(path: &Path, host: &str, age: Duration) {
        let holder = Holder { process: 4_000_000_000, host: host.into() };
        fs::write(path, serde_json::to_string(&holder).unwrap()).unwrap();
        let file = File::options().append(true).open(path).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
    }

    #[test]
    fn a_lease_is_held_until_it_is_given_back() {
        let folder = scratch("lease");
        let path = folder.join("0.1.claim");
        let Asked::Granted(lease) = Lease::ask(&path).unwrap() else { panic!("it is free") };
        let Asked::Held(holder, _) = Lease::ask(&path).unwrap() else { panic!("it is held") };
        let holder = holder.unwrap();
        assert_eq!(holder, Holder { process: std::process::id(), host: host() });
        let text = told(&path, Some(&holder), Duration::from_secs(3));
        assert!(text.contains("0.1.claim") && text.contains(&holder.host), "{text}");
        drop(lease);
        assert!(!path.exists() && granted(&path));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_lease_of_a_process_that_is_gone_is_taken_over() {
        let folder = scratch("gone");
        let path = folder.join("0.1.claim");
        // Of this host: at once.
        put(&path, &host(), Duration::ZERO);
        assert!(granted(&path));
        // Killed before it said who it is.
        fs::write(&path, "").unwrap();
        assert!(granted(&path));
        // Of another host: when it was silent for long.
        put(&path, "elsewhere", Duration::ZERO);
        assert!(!granted(&path));
        put(&path, "elsewhere", MAX_SILENCE + Duration::from_secs(5));
        assert!(granted(&path));
        fs::remove_dir_all(folder).unwrap();
    }
}
