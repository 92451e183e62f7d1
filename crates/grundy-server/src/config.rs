//! What a server may use and where it listens.

use grundy::Limits;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

/// The port of `grundy serve`: the year in which Bouton solved and named Nim.
pub const DEFAULT_PORT: u16 = 1901;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at.
    pub address: IpAddr,
    /// The port; 0 lets the system choose one.
    pub port: u16,
    /// Names by which the server may be asked besides those of its address.
    pub hosts: Vec<String>,
    /// The most that one question may use.
    pub limits: Limits,
    /// The most time for a nim-sequence, which tells how far it has come.
    pub sequence_time: Duration,
    /// Long computations at a time; as many short ones have room beside them, two at least.
    pub jobs: usize,
    /// Questions that may wait for their turn.
    pub queue: usize,
    /// Connections at a time; further ones wait.
    pub connections: usize,
    /// How long a client may take for a request, and for taking what it is sent.
    pub patience: Duration,
    /// A folder whose files are served instead of the page inside the program.
    pub page: Option<PathBuf>,
}

impl Default for Config {
    /// The loopback address, 5 million positions, 1 GiB and 30 seconds a question, ten minutes a
    /// sequence, one long computation for each processor, 64 questions waiting.
    fn default() -> Self {
        let limits =
            Limits { memory: 1 << 30, time: Some(Duration::from_secs(30)), ..Limits::default() };
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: DEFAULT_PORT,
            hosts: Vec::new(),
            limits: limits.with_positions(5_000_000),
            sequence_time: Duration::from_secs(600),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            queue: 64,
            connections: 512,
            patience: Duration::from_secs(20),
            page: None,
        }
    }
}
