//! The command `grundy-cluster`: arguments, messages, exit codes.

#![forbid(unsafe_code)]

use clap::{Args, Parser, Subcommand};
use grundy_cluster::{
    Job, MAX_GRAIN, MAX_PROCESSES, MAX_WORKERS, Manifest, Question, Results, Source, Trouble,
    check, hosts, run,
};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode};
use std::time::{Duration, Instant};

/// Outcomes and values of all vertices of large graphs, and of all positions of rule families, over many processes
#[derive(Parser)]
#[command(name = "grundy-cluster", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Cmd,
}

#[derive(Subcommand)]
enum Cmd {
    /// Finds outcomes, remoteness and values of all vertices
    #[command(after_help = "Examples:\n  \
        grundy-cluster solve --local 2 -o results arcs-*.txt\n  \
        grundy-cluster solve --processes 2 -o results --rules wythoff.txt --family W --to 999 999\n  \
        grundy-cluster solve -n 3 -p 0 --hostfile hosts.txt -o results arcs-*.txt   (on each host its own -p)")]
    Solve(Box<Solve>),
    /// Looks vertices up in results
    #[command(
        after_help = "Examples:\n  grundy-cluster look results 17 4\n  grundy-cluster look results \"(3,5)\""
    )]
    Look {
        /// The folder of results
        folder: PathBuf,
        /// Vertices, or positions as (3,5)
        #[arg(required = true)]
        vertices: Vec<String>,
        /// Reads the files instead of mapping them into memory
        #[arg(long)]
        in_memory: bool,
    },
    /// Checks the checksums of results, and with --values every vertex against its options
    Check {
        /// The folder of results
        folder: PathBuf,
        /// Lists all arcs again and compares each vertex with its options
        #[arg(long)]
        values: bool,
    },
}

#[derive(Args)]
struct Solve {
    /// Files of arcs, `u v` a line (numbers) or DIMACS, that together are the graph
    #[arg(value_name = "GRAPH-FILE", required_unless_present = "rules")]
    files: Vec<String>,
    /// Rules of games, instead of a graph
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "files",
        requires = "family",
        requires = "to"
    )]
    rules: Option<PathBuf>,
    /// The family of the rules
    #[arg(long, value_name = "NAME", requires = "rules")]
    family: Option<String>,
    /// The greatest of each coordinate
    #[arg(long, value_name = "N", num_args = 1.., requires = "rules")]
    to: Vec<u64>,
    /// Another family that moves lead to, with the greatest of each coordinate: NAME=N,M
    #[arg(long, value_name = "NAME=N,M", requires = "rules")]
    also: Vec<String>,
    /// What is found
    #[arg(long, value_enum, default_value = "both")]
    find: Find,
    /// Outcomes of misère play (values are always those of normal play)
    #[arg(long)]
    misere: bool,
    /// The folder for results; it must not hold any
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// Workers of each process
    #[arg(long, visible_alias = "workers", value_name = "N", default_value_t = 1)]
    local: usize,
    /// Starts so many processes on this machine
    #[arg(long, value_name = "N", conflicts_with_all = ["count", "index", "hostfile"])]
    processes: Option<usize>,
    /// How many processes the run has
    #[arg(short = 'n', value_name = "PROCESSES", requires = "index", requires = "hostfile")]
    count: Option<usize>,
    /// The number of this process, from 0
    #[arg(short = 'p', value_name = "INDEX", requires = "count")]
    index: Option<usize>,
    /// The addresses of all processes in order, HOST:PORT a line
    #[arg(long, value_name = "FILE", requires = "count")]
    hostfile: Option<PathBuf>,
    /// Every process reads the files that it is given itself; else all have the same ones and share them
    #[arg(long, conflicts_with = "rules")]
    own_files: bool,
    /// Each process uses about so much memory for vertices and arcs; K, M, G and T are powers of 1024. Arcs beyond
    /// it go to files
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size)]
    max_memory: u64,
    /// The folder for what exceeds the memory; else that of the results
    #[arg(long, value_name = "FOLDER")]
    scratch: Option<PathBuf>,
    /// Seconds between two snapshots; 0 for none
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    snapshots: f64,
    /// Goes on from the last snapshot that all workers have
    #[arg(long)]
    resume: bool,
    /// Seconds to wait for the other processes
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    wait: f64,
    /// Vertices whose numbers agree but for so many low bits have one owner
    #[arg(long, value_name = "BITS", default_value_t = MAX_GRAIN, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_GRAIN)))]
    grain: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Find {
    /// Who wins, and in how many moves
    Outcomes,
    /// Loopy nim-values
    Values,
    /// Both
    Both,
}

/// A number of bytes.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err("expected a number of bytes, as 500M or 4G".into()),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a number of bytes, as 500M or 4G")?;
    number.checked_mul(1 << shift).ok_or_else(|| "this is more than 2^64 bytes".into())
}

fn seconds(number: f64, option: &str) -> Result<Duration, Trouble> {
    Duration::try_from_secs_f64(number)
        .map_err(|_| Trouble::Question(format!("{option}: expected a number of seconds")))
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        Cmd::Solve(solve) => match solve.processes {
            Some(processes) => start(processes),
            None => solved(&solve),
        },
        Cmd::Look { folder, vertices, in_memory } => look(&folder, &vertices, in_memory),
        Cmd::Check { folder, values } => check(&folder, values).map(|compared| {
            match values {
                true => println!("checksums are right; {compared} vertices fit their options"),
                false => println!("checksums are right"),
            }
            ExitCode::SUCCESS
        }),
    };
    done.unwrap_or_else(|trouble| {
        eprintln!("grundy-cluster: {trouble}");
        ExitCode::from(trouble.exit_code())
    })
}

fn look(
    folder: &std::path::Path,
    vertices: &[String],
    in_memory: bool,
) -> Result<ExitCode, Trouble> {
    let results = if in_memory { Results::read(folder)? } else { Results::open(folder)? };
    let mut code = ExitCode::SUCCESS;
    for text in vertices {
        match results.look(results.vertex(text)?)? {
            Some(answer) => println!("{text}: {answer}"),
            None => {
                println!("{text}: there is no such vertex");
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

impl Solve {
    fn question(&self) -> Result<Question, Trouble> {
        let source = match (&self.rules, &self.family) {
            (Some(path), Some(family)) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| Trouble::File(format!("{}: {error}", path.display())))?;
                let mut boxes = vec![(family.clone(), self.to.clone())];
                for also in &self.also {
                    let bad = || Trouble::Question(format!("--also {also}: expected NAME=N,M"));
                    let (name, bounds) = also.split_once('=').ok_or_else(bad)?;
                    let bounds =
                        bounds.split(',').map(|bound| bound.trim().parse().map_err(|_| bad()));
                    boxes.push((name.trim().to_owned(), bounds.collect::<Result<_, _>>()?));
                }
                Source::Rules { text, boxes }
            }
            _ => Source::Graph { files: self.files.clone(), own: self.own_files },
        };
        Ok(Question {
            source,
            outcomes: self.find != Find::Values,
            values: self.find != Find::Outcomes,
            misere: self.misere,
        })
    }
}

fn solved(solve: &Solve) -> Result<ExitCode, Trouble> {
    let begun = Instant::now();
    let (count, process) = (solve.count.unwrap_or(1), solve.index.unwrap_or(0));
    if !(1..=MAX_WORKERS).contains(&solve.local) || !(1..=MAX_PROCESSES).contains(&count) {
        return Err(Trouble::Question(format!(
            "a run has 1 to {MAX_PROCESSES} processes of 1 to {MAX_WORKERS} workers"
        )));
    }
    if process >= count {
        return Err(Trouble::Question(format!(
            "-p {process}: processes are numbered 0 to {}",
            count - 1
        )));
    }
    let addresses = match &solve.hostfile {
        Some(path) => hosts(path, count)?,
        None => Vec::new(),
    };
    let every = seconds(solve.snapshots, "--snapshots")?;
    let job = Job {
        question: solve.question()?,
        folder: solve.output.clone(),
        scratch: solve.scratch.clone(),
        memory: solve.max_memory,
        grain: solve.grain,
        snapshots: (!every.is_zero()).then_some(every),
        resume: solve.resume,
        workers: solve.local,
        process,
    };
    let manifest = run(&job, &addresses, seconds(solve.wait, "--wait")?)?;
    if process == 0 {
        tell(&manifest, begun.elapsed());
    }
    Ok(ExitCode::SUCCESS)
}

/// What was found, in some lines.
fn tell(manifest: &Manifest, time: Duration) {
    let counts = &manifest.counts;
    println!("vertices {}, arcs {}", counts.vertices, counts.arcs);
    if manifest.question.outcomes {
        println!(
            "outcomes: P {}, N {}, draws {}; greatest remoteness {}",
            counts.p, counts.n, counts.draws, counts.remoteness
        );
    }
    if manifest.question.values {
        println!(
            "values: numbers {} (greatest {}), infinite {}, wins at once {}",
            counts.numbers, counts.greatest, counts.infinite, counts.wins
        );
    }
    eprintln!(
        "{:.1} s; {} bytes of messages between workers; {} bytes spilled",
        time.as_secs_f64(),
        counts.sent,
        counts.spilled
    );
}

/// Starts processes on this machine, with this command's own arguments; if one ends badly, the others are ended.
fn start(processes: usize) -> Result<ExitCode, Trouble> {
    if !(1..=MAX_PROCESSES).contains(&processes) {
        return Err(Trouble::Question(format!("a run has 1 to {MAX_PROCESSES} processes")));
    }
    let failed = |error: std::io::Error| Trouble::Lost(format!("cannot start processes: {error}"));
    let program = std::env::current_exe().map_err(failed)?;
    // Free ports: they are given back just before they are used.
    let listeners = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0"));
    let listeners = listeners.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut addresses = String::new();
    for listener in &listeners {
        addresses.push_str(&format!("{}\n", listener.local_addr().map_err(failed)?));
    }
    drop(listeners);
    let hostfile =
        std::env::temp_dir().join(format!("grundy-cluster-hosts-{}", std::process::id()));
    std::fs::write(&hostfile, addresses).map_err(failed)?;
    let mut given: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    // The number of processes stands in -n for them.
    if let Some(at) = given.iter().position(|arg| arg == "--processes") {
        given.drain(at..(at + 2).min(given.len()));
    }
    given.retain(|arg| !arg.to_string_lossy().starts_with("--processes="));
    let mut children: Vec<Child> = Vec::new();
    let mut code = 0;
    for index in 0..processes {
        let mut command = Command::new(&program);
        command.args(&given[..1]);
        command
            .args(["-n", &processes.to_string(), "-p", &index.to_string(), "--hostfile"])
            .arg(&hostfile);
        match command.args(&given[1..]).spawn() {
            Ok(child) => children.push(child),
            Err(error) => {
                eprintln!("grundy-cluster: {}", failed(error));
                code = 5;
            }
        }
    }
    let mut left: Vec<Child> = children;
    while !left.is_empty() {
        if code != 0 {
            // Others notice a lost process by themselves, once they are connected.
            std::thread::sleep(Duration::from_millis(300));
            left.iter_mut().for_each(|child| drop(child.kill()));
        }
        let mut running = Vec::new();
        for mut child in left {
            match child.try_wait().map_err(failed)? {
                None => running.push(child),
                Some(status) if status.success() => {}
                // A process that was killed has no code.
                Some(status) => code = if code == 0 { status.code().unwrap_or(5) } else { code },
            }
        }
        left = running;
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(std::fs::remove_file(&hostfile));
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(5)))
}
