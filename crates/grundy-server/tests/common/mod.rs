//! A server at the loopback address, and a client that says exactly what it is told to.
#![allow(dead_code, reason = "each test uses a part of it")]

pub mod schema;

use grundy_server::{Config, Server, Stopper};
use serde_json::Value;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Nothing in these tests takes so long.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with the test.
pub struct Running {
    pub address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

impl Running {
    pub fn new(config: Config) -> Self {
        let server = Server::bind(Config { port: 0, ..config }).unwrap();
        let (address, stopper) = (server.address(), server.stopper());
        Self { address, stopper, thread: Some(std::thread::spawn(move || server.run())) }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The answer to a request given word for word.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request).unwrap();
        Answer::read(&mut BufReader::new(stream)).expect("there is an answer")
    }

    pub fn get(&self, path: &str) -> Answer {
        let host = self.address;
        self.raw(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes(),
        )
    }

    pub fn post_text(&self, path: &str, body: &str) -> Answer {
        self.raw(self.request(path, body).as_bytes())
    }

    pub fn request(&self, path: &str, body: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    pub fn post(&self, path: &str, body: Value) -> Answer {
        self.post_text(&format!("/api/v1{path}"), &body.to_string())
    }

    /// Waits until no computation goes on.
    pub fn is_quiet(&self) -> bool {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if self.get("/api/v1/health").json()["computing"] == 0 {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }

    /// Waits until some computation goes on.
    pub fn is_busy(&self) -> bool {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if self.get("/api/v1/health").json()["computing"] != 0 {
                return true;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.unwrap().unwrap().unwrap();
        }
    }
}

/// An answer of HTTP.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Reads an answer; `None` if the connection ends before there is one.
    pub fn read(stream: &mut impl BufRead) -> Option<Self> {
        let (status, headers) = head(stream)?;
        let mut body = Vec::new();
        match headers.get("content-length") {
            Some(length) => {
                body.resize(length.parse().unwrap(), 0);
                stream.read_exact(&mut body).ok()?;
            }
            None if headers.get("transfer-encoding").is_some_and(|how| how == "chunked") => {
                while let Some(chunk) = chunk(stream) {
                    body.extend(chunk);
                }
            }
            None => {
                stream.read_to_end(&mut body).ok()?;
            }
        }
        Some(Self { status, headers, body })
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub fn error(&self) -> Value {
        self.json()["error"].clone()
    }
}

/// The status and the headers.
pub fn head(stream: &mut impl BufRead) -> Option<(u16, HashMap<String, String>)> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    Some((status, headers))
}

/// The next chunk of a body; `None` at its end.
pub fn chunk(stream: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let length = usize::from_str_radix(line.trim_end(), 16).ok()?;
    let mut chunk = vec![0; length + 2];
    stream.read_exact(&mut chunk).ok()?;
    chunk.truncate(length);
    (length > 0).then_some(chunk)
}

/// The events of a stream that has ended.
pub fn events(body: &str) -> Vec<(String, Value)> {
    let blocks = body.split("\n\n").filter(|block| block.starts_with("event: "));
    let event = |block: &str| {
        let (name, data) = block.strip_prefix("event: ")?.split_once("\ndata: ")?;
        Some((name.to_owned(), serde_json::from_str(data).ok()?))
    };
    blocks.map(|block| event(block).unwrap_or_else(|| panic!("no event: {block}"))).collect()
}

/// A connection from which is read as it comes.
pub fn reader(stream: TcpStream) -> BufReader<TcpStream> {
    BufReader::new(stream)
}
