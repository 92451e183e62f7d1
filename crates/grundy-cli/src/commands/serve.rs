//! `grundy serve`

use crate::args::Serve as Args;
use crate::failure::Failure;
use crate::output::{note, stdout};
use crate::signals;
use grundy::context::Limits;
use grundy_server::{Config, Server};
use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Stdio};

pub fn run(args: &Args) -> Result<(), Failure> {
    let (address, port) = (args.address, args.port);
    let server = Server::bind(config(args)).map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::AddrInUse => "\n  --port 0 takes a free one",
            _ => "",
        };
        Failure::Io(format!("{}: {error}{hint}", SocketAddr::new(address, port)))
    })?;
    if !address.is_loopback() {
        note(
            "this address can be reached from elsewhere: whoever reaches it may use the processor and \
             memory of this machine within the limits, and what is sent is not encrypted",
        );
    }
    let stopper = server.stopper();
    signals::watch(move || stopper.stop());
    let url = format!("http://{}/", shown(server.address()));
    let mut out = stdout();
    writeln!(out, "listening on {url}")?;
    out.flush()?;
    drop(out);
    if args.open {
        open(&url);
    }
    server.run().map_err(|error| Failure::Io(format!("{url}: {error}")))
}

fn config(args: &Args) -> Config {
    let default = Config::default();
    let limits = Limits { memory: args.max_memory, time: Some(args.timeout), ..Limits::default() };
    Config {
        address: args.address,
        port: args.port,
        hosts: args.host.clone(),
        limits: limits.with_positions(args.max_positions),
        sequence_time: args.sequence_timeout,
        jobs: args.jobs.map_or(default.jobs, usize::from),
        queue: args.queue.into(),
        page: args.page.clone(),
        ..default
    }
}

/// Where a browser of this machine finds the server: one that listens at all addresses is at the
/// loopback address too.
fn shown(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// Opens a page in the browser, if the system knows one.
fn open(url: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // Some openers live as long as the browser.
            std::thread::spawn(move || match child.wait() {
                Ok(status) if status.success() => {}
                _ => note("no browser could be opened: open the address above yourself"),
            });
        }
        Err(error) => note(&format!("no browser could be opened ({error}): open {url} yourself")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_addresses_are_shown_as_one_that_can_be_opened() {
        for (bound, told) in [
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("192.0.2.7:80", "192.0.2.7:80"),
        ] {
            assert_eq!(shown(bound.parse().unwrap()).to_string(), told);
        }
    }
}
