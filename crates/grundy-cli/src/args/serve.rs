//! What can be typed after `grundy serve`.

use super::{bytes, count, seconds};
use clap::Args as ClapArgs;
use grundy_server::DEFAULT_PORT;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// A page in the browser: solve, play, tables, sequences, graphs, rules; and a JSON API
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
`listening on http://127.0.0.1:1901/` on standard output says that the server is ready. Ctrl-C ends
it. The JSON API is at /api/v1, and described at /api/v1/openapi.json.

The server keeps nothing and reads no file that an expression names. It listens on the loopback
address: nobody else can reach it. With --address it listens on another address of this machine:
whoever can reach that may use its processor and memory, within the limits, and there is no
encryption. A request must name its address or a name given with --host; other names are refused, so
that no other page can send requests on the reader's behalf.

Examples:
  grundy serve --open
  grundy serve --port 0
  grundy serve --address 192.0.2.7 --host nim.example --jobs 4

Exit codes: 0 ended, 2 bad usage, 4 the port is taken or the address does not belong to this machine.")]
pub struct Serve {
    /// The port; 0 lets the system choose a free one
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PORT)]
    pub port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// The address to listen on; any other than a loopback address can be reached from elsewhere
    #[arg(long, value_name = "A", default_value = "127.0.0.1")]
    pub address: IpAddr,
    /// A further name by which the server may be asked; may be given several times
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// How many long computations run at a time; short ones run beside them [default: the number of
    /// processors]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// How many questions may wait for their turn; further ones are told to try again later
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub queue: u16,
    /// A folder whose files are served instead of the page
    #[arg(long, value_name = "DIR", hide = true)]
    pub page: Option<PathBuf>,
    /// A question stores at most N positions, and looks at most at ten times as many moves
    #[arg(long, value_name = "N", default_value = "5000000", value_parser = count, help_heading = "Limits")]
    pub max_positions: u64,
    /// A question uses at most this much memory
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes, help_heading = "Limits")]
    pub max_memory: u64,
    /// A question is given up after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, help_heading = "Limits")]
    pub timeout: Duration,
    /// The same for a nim-sequence, which tells how far it has come
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds, help_heading = "Limits")]
    pub sequence_timeout: Duration,
}
