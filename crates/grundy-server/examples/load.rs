//! How many small questions a second the server answers, alone and while a nim-sequence is computed.
//!
//! `cargo run --release -p grundy-server --example load -- [SECONDS] [CLIENTS]`

use grundy_server::{Config, Server};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Small questions of several kinds.
const QUESTIONS: [&str; 5] = [
    r#"{"expr":"nim(3,4,5)"}"#,
    r#"{"expr":"nim(3,4,5) + wythoff(3,5) + 0.77(12)"}"#,
    r#"{"expr":"kayles(30)","explain":true}"#,
    r#"{"expr":"chomp(2,5)","play":"misere"}"#,
    r#"{"expr":"fibonacci-nim(100)"}"#,
];

fn request(address: SocketAddr, path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST /api/v1{path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

/// Asks until the time is over; gives how long each answer took.
fn ask(address: SocketAddr, first: usize, end: Instant) -> Outcome<Vec<Duration>> {
    let mut out = TcpStream::connect(address)?;
    out.set_nodelay(true)?;
    let mut input = BufReader::new(out.try_clone()?);
    let (mut took, mut line, mut body) = (Vec::new(), String::new(), Vec::new());
    for number in first.. {
        let start = Instant::now();
        if start >= end {
            break;
        }
        out.write_all(request(address, "/solve", QUESTIONS[number % QUESTIONS.len()]).as_bytes())?;
        let mut length = 0;
        for row in 0.. {
            line.clear();
            input.read_line(&mut line)?;
            if row == 0 && !line.starts_with("HTTP/1.1 200") {
                return Err(format!("no answer: {line}").into());
            }
            if let Some(told) = line.strip_prefix("content-length: ") {
                length = told.trim().parse()?;
            }
            if line.trim().is_empty() {
                break;
            }
        }
        body.resize(length, 0);
        input.read_exact(&mut body)?;
        took.push(start.elapsed());
    }
    Ok(took)
}

fn measure(what: &str, address: SocketAddr, clients: usize, time: Duration) -> Outcome<()> {
    let start = Instant::now();
    let threads: Vec<_> =
        (0..clients).map(|i| std::thread::spawn(move || ask(address, i, start + time))).collect();
    let mut took = Vec::new();
    for thread in threads {
        took.extend(thread.join().map_err(|_| "a client failed")??);
    }
    let rate = took.len() as f64 / start.elapsed().as_secs_f64();
    took.sort();
    let at =
        |percent: usize| took[(took.len() * percent / 100).min(took.len() - 1)].as_secs_f64() * 1e3;
    println!(
        "{what}: {rate:.0} answers a second; half within {:.2} ms, 99 of 100 within {:.2} ms",
        at(50),
        at(99)
    );
    Ok(())
}

fn main() -> Outcome<()> {
    let number =
        |i: usize, default| std::env::args().nth(i).map_or(Ok(default), |text| text.parse());
    let (seconds, clients) = (number(1, 5)?, number(2, 8)? as usize);
    let time = Duration::from_secs(seconds);
    let server = Server::bind(Config { port: 0, ..Config::default() })?;
    let (address, stopper) = (server.address(), server.stopper());
    let running = std::thread::spawn(move || server.run());
    measure("alone", address, clients, time)?;
    // No period of it is known: it takes longer than the measurement.
    let mut sequence = TcpStream::connect(address)?;
    let body = r#"{"code":"0.161","to":400000000}"#;
    sequence.write_all(request(address, "/sequence", body).as_bytes())?;
    let going = std::sync::Arc::new(AtomicBool::new(true));
    let reader = {
        let (going, stream) = (going.clone(), sequence.try_clone()?);
        std::thread::spawn(move || {
            let mut last = String::new();
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                if line.starts_with("event: result") || line.starts_with("event: error") {
                    return (line, true);
                }
                if line.contains("\"phase\"") {
                    last = line;
                }
            }
            (last, going.load(Ordering::Relaxed))
        })
    };
    std::thread::sleep(Duration::from_secs(1));
    measure("beside a sequence", address, clients, time)?;
    going.store(false, Ordering::Relaxed);
    sequence.shutdown(std::net::Shutdown::Both)?;
    let (last, ended) = reader.join().map_err(|_| "the reader failed")?;
    if ended {
        return Err(format!("the sequence ended before the measurement: {last}").into());
    }
    println!("the sequence by then: {last}");
    stopper.stop();
    running.join().map_err(|_| "the server failed")??;
    Ok(())
}
