//! Workers as threads and processes: timely dataflow starts and connects them.

use crate::job::{Job, work};
use crate::manifest::Manifest;
use crate::trouble::LOST;
use crate::{MAX_GRAIN, Trouble};
use std::path::Path;
use std::sync::Once;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use timely::communication::Config as Places;
use timely::execute::execute_from;

/// The most workers of one process, and the most processes.
pub const MAX_WORKERS: usize = 1 << 10;
/// The most processes of a run.
pub const MAX_PROCESSES: usize = 1 << 12;

/// Reads the addresses of the processes: `HOST:PORT`, one a line, in the order of their numbers; empty lines and
/// those that begin with `#` are skipped.
///
/// # Errors
/// [`Trouble::File`] if there are not as many as processes, or one has no port.
pub fn hosts(path: &Path, processes: usize) -> Result<Vec<String>, Trouble> {
    let text = std::fs::read_to_string(path).map_err(|error| Trouble::file(path, error))?;
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let found: Vec<String> = lines.map(str::to_owned).collect();
    if found.len() != processes {
        return Err(Trouble::File(format!(
            "{}: {} addresses, but -n says {processes} processes",
            path.display(),
            found.len()
        )));
    }
    for address in &found {
        let port = address.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
        if port.is_none() {
            return Err(Trouble::File(format!(
                "{}: {address} is not an address; expected HOST:PORT",
                path.display()
            )));
        }
    }
    Ok(found)
}

/// Runs a job with the workers of this process, and those of the others if `addresses` names any; waits so long
/// for them to come.
///
/// Where a process is lost while the run goes on, this one ends at once with exit code 5: workers wait for each
/// other in every round, and nothing can be done without one of them. What was written as a snapshot stays.
///
/// # Errors
/// What ended the run; the same for all processes.
///
/// ```
/// use grundy_cluster::{Job, Question, Source, run};
/// let folder = std::env::temp_dir().join(format!("grundy-cluster-example-{}", std::process::id()));
/// std::fs::create_dir_all(&folder).unwrap();
/// let source = Source::Rules {
///     text: "S(n) -> S(n-k) for k in 1..=min(n,3)".into(),
///     boxes: vec![("S".into(), vec![10])],
/// };
/// let job = Job {
///     question: Question { source, outcomes: true, values: true, misere: false },
///     folder: folder.clone(),
///     scratch: None,
///     memory: 1 << 30,
///     grain: 0,
///     snapshots: None,
///     resume: false,
///     workers: 2,
///     process: 0,
/// };
/// let manifest = run(&job, &[], std::time::Duration::from_secs(10)).unwrap();
/// assert_eq!((manifest.counts.vertices, manifest.counts.p), (11, 3));
/// let results = grundy_cluster::Results::open(&folder).unwrap();
/// let found = results.look(results.vertex("(10)").unwrap()).unwrap().unwrap();
/// assert_eq!(found.to_string(), "N, remoteness 5, value 2");
/// std::fs::remove_dir_all(&folder).unwrap();
/// ```
pub fn run(job: &Job, addresses: &[String], wait: Duration) -> Result<Manifest, Trouble> {
    check(job, addresses)?;
    job.question.check()?;
    for folder in [Some(&job.folder), job.scratch.as_ref()].into_iter().flatten() {
        std::fs::create_dir_all(folder).map_err(|error| Trouble::file(folder, error))?;
    }
    let places = match (addresses.len(), job.workers) {
        (0 | 1, 1) => Places::Thread,
        (0 | 1, workers) => Places::Process(workers),
        (_, threads) => Places::Cluster {
            threads,
            process: job.process,
            addresses: addresses.to_vec(),
            report: false,
            zerocopy: false,
        },
    };
    if addresses.len() > 1 || job.workers > 1 {
        end_with_others();
    }
    // Connections are tried for ever: another thread tries, and this one gives up.
    let (done, connected) = channel();
    std::thread::spawn(move || done.send(places.try_build()));
    let (builders, others) = match connected.recv_timeout(wait) {
        Ok(built) => built.map_err(|error| {
            Trouble::Lost(format!("process {} cannot listen or connect: {error}", job.process))
        })?,
        Err(RecvTimeoutError::Timeout) => {
            return Err(Trouble::Lost(format!(
                "process {}: the other processes did not come within {} s (--wait): start all of them, with the \
                 same --hostfile",
                job.process,
                wait.as_secs_f64()
            )));
        }
        Err(RecvTimeoutError::Disconnected) => {
            return Err(Trouble::Lost(format!(
                "process {} cannot listen at {} or connect",
                job.process,
                addresses.get(job.process).map_or("its address", String::as_str)
            )));
        }
    };
    let shared = job.clone();
    let guards = execute_from(builders, others, timely::WorkerConfig::default(), move |worker| {
        work(&shared, worker)
    })
    .map_err(Trouble::Lost)?;
    let mut result = None;
    for worker in guards.join() {
        let own = worker.unwrap_or_else(|error| {
            Err(Trouble::Lost(format!("a worker ended by a mistake of the program: {error}")))
        });
        result.get_or_insert(own);
    }
    result.unwrap_or_else(|| Err(Trouble::Lost("no worker was started".into())))
}

/// Refuses numbers that no run has.
fn check(job: &Job, addresses: &[String]) -> Result<(), Trouble> {
    let processes = addresses.len().max(1);
    if !(1..=MAX_WORKERS).contains(&job.workers) || processes > MAX_PROCESSES {
        return Err(Trouble::Question(format!(
            "a run has 1 to {MAX_PROCESSES} processes of 1 to {MAX_WORKERS} workers each"
        )));
    }
    if job.process >= processes {
        return Err(Trouble::Question(format!(
            "processes are numbered 0 to {}, not {}",
            processes - 1,
            job.process
        )));
    }
    if job.grain > MAX_GRAIN {
        return Err(Trouble::Question(format!("the grain is 0 to {MAX_GRAIN}, not {}", job.grain)));
    }
    Ok(())
}

/// A thread of the engine that loses its connection panics: the process ends with a word. A worker that ends by a
/// mistake of the program would let the others wait for ever: its process ends too.
fn end_with_others() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or("");
            let other = name.strip_prefix("timely:recv-").or(name.strip_prefix("timely:send-"));
            match other {
                Some(process) => {
                    eprintln!(
                        "grundy-cluster: process {process} is lost: the run ends; what was written as a snapshot \
                         stays, and --resume goes on from there"
                    );
                    std::process::exit(i32::from(LOST));
                }
                None if name.starts_with("timely:work-") => {
                    usual(info);
                    std::process::exit(i32::from(LOST));
                }
                None => usual(info),
            }
        }));
    });
}
