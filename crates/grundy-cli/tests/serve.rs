//! `grundy serve`: what it prints, how it ends, and that it answers as the command does.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

struct Server {
    child: Child,
    /// Where it says that it listens.
    url: String,
}

impl Server {
    fn new(args: &[&str]) -> Self {
        let mut child = Command::new(GRUNDY)
            .args(["serve", "--port", "0"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim_end().strip_prefix("listening on ").unwrap_or_else(|| panic!("{line}"));
        Self { child, url: url.to_owned() }
    }

    fn host(&self) -> &str {
        self.url.strip_prefix("http://").unwrap().trim_end_matches('/')
    }

    fn ask(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let (host, length) = (self.host(), body.len());
        write!(stream, "{head} HTTP/1.0\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.0 200") || head.starts_with("HTTP/1.1 200"), "{answer}");
        body.to_owned()
    }

    fn post(&self, path: &str, body: &str) -> String {
        self.ask(&format!("POST /api/v1{path}"), body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(args: &[&str]) -> String {
    let output = Command::new(GRUNDY).args(args).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn the_server_answers_as_the_command_does() {
    let server = Server::new(&[]);
    let rule = "take(n) -> take(n-k) for k in 1..=min(n,3)";
    for (path, question, args) in [
        (
            "/solve",
            r#"{"expr":"nim(3,4,5) + 0.77(12)"}"#,
            &["solve", "--json", "nim(3,4,5) + 0.77(12)"][..],
        ),
        (
            "/solve",
            r#"{"expr":"nim(10^40,3)","moves":1}"#,
            &["solve", "--json", "--moves", "1", "nim(10^40,3)"],
        ),
        (
            "/solve",
            r#"{"expr":"nim(1,1)","play":"misere","only":2}"#,
            &["solve", "--json", "--misere", "--only", "2", "nim(1,1)"],
        ),
        (
            "/solve",
            &format!(r#"{{"expr":"take(9)","rules":"{rule}"}}"#),
            &["solve", "--json", "--rule", rule, "take(9)"],
        ),
        (
            "/table",
            r#"{"game":"wythoff","to":[6,9]}"#,
            &["table", "wythoff", "--to", "6", "9", "--format", "json"],
        ),
        (
            "/table",
            r#"{"game":"kayles","view":"by-value"}"#,
            &["table", "kayles", "--view", "by-value", "--format", "json"],
        ),
        (
            "/table",
            r#"{"game":"wythoff","view":"p-positions","from":"10^20","to":["10^20+3"]}"#,
            &[
                "table",
                "wythoff",
                "--view",
                "p-positions",
                "--from",
                "10^20",
                "--to",
                "10^20+3",
                "--format",
                "json",
            ],
        ),
        (
            "/table",
            r#"{"game":"nim","outcomes":true,"play":"misere","to":[9]}"#,
            &["table", "nim", "--outcomes", "--misere", "--to", "9", "--format", "json"],
        ),
        (
            "/table",
            r#"{"game":"dag(arcs(1>2,2>3))"}"#,
            &["table", "dag(arcs(1>2,2>3))", "--format", "json"],
        ),
        (
            "/law",
            r#"{"game":"bash[3]","at":[["10^30"]]}"#,
            &["law", "bash[3]", "--json", "--at", "10^30"],
        ),
        ("/law", r#"{"game":"nim"}"#, &["law", "nim", "--json"]),
        (
            "/draw",
            r#"{"expr":"nim(3,4,5)","marks":true}"#,
            &["draw", "nim(3,4,5)", "--moves", "--json"],
        ),
        (
            "/odds",
            r#"{"game":"nim","heaps":3,"from":[0],"to":[15]}"#,
            &["odds", "nim", "--json", "--heaps", "3", "--from", "0", "--to", "15"],
        ),
    ] {
        let (own, other) = (server.post(path, question), command(args));
        assert_eq!(json(&own), json(&other), "{path} {question}");
    }
    for (format, question, args) in [
        (
            "csv",
            r#"{"game":"kayles","to":[30]}"#,
            &["table", "kayles", "--to", "30", "--format", "csv"][..],
        ),
        (
            "markdown",
            r#"{"game":"wythoff","to":[5]}"#,
            &["table", "wythoff", "--to", "5", "--format", "markdown"],
        ),
        ("text", r#"{"game":"wythoff","to":[5]}"#, &["table", "wythoff", "--to", "5"]),
    ] {
        assert_eq!(server.post(&format!("/table/{format}"), question), command(args), "{format}");
    }
    // With the reasons: the command has them in two ways.
    let explained = json(&server.post("/solve", r#"{"expr":"nim(3,5)","explain":true}"#));
    assert_eq!(explained["text"], command(&["solve", "--explain", "nim(3,5)"]));
    let told = json(&command(&["solve", "--explain", "--json", "nim(3,5)"]));
    assert_eq!(
        (&explained["why"], &explained["reasoning"]),
        (&told["reasoning"], &told["reasoning"])
    );
    let svg = json(&server.post("/graph", r#"{"expr":"nim(1,2)","format":"svg"}"#));
    assert_eq!(svg["svg"], command(&["graph", "--svg", "nim(1,2)"]));
    let dot = json(&server.post("/graph", r#"{"expr":"nim(1,2)","format":"dot"}"#));
    assert_eq!(dot["dot"], command(&["graph", "--dot", "nim(1,2)"]));
    let games = json(&server.ask("GET /api/v1/games", ""));
    let lines = command(&["games", "--json"]);
    let cards: Vec<_> = lines.lines().map(json).collect();
    assert_eq!(games["games"], serde_json::Value::from(cards));
    let events = server.ask("GET /api/v1/sequence?code=0.77&to=300", "");
    let result = events.split("event: result\ndata: ").nth(1).unwrap();
    let (own, other) =
        (json(result.trim()), json(&command(&["sequence", "0.77", "--to", "300", "--json"])));
    for (name, value) in other.as_object().unwrap() {
        assert_eq!(&own[name], value, "{name}");
    }
}

#[test]
fn a_port_that_is_taken_is_told() {
    let server = Server::new(&[]);
    let port = server.host().rsplit(':').next().unwrap();
    let output = Command::new(GRUNDY).args(["serve", "--port", port]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(4), "{told}");
    assert!(told.contains("--port 0") && output.stdout.is_empty(), "{told}");
}

#[test]
fn addresses_that_others_reach_are_warned_of() {
    let mut server = Server::new(&["--address", "0.0.0.0"]);
    assert!(server.url.starts_with("http://127.0.0.1:"), "{}", server.url);
    let mut told = String::new();
    BufReader::new(server.child.stderr.take().unwrap()).read_line(&mut told).unwrap();
    assert!(told.contains("reached from elsewhere"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_request_to_end_ends_it_in_the_middle_of_a_computation() {
    let mut server = Server::new(&[]);
    let mut stream = TcpStream::connect(server.host()).unwrap();
    let body = r#"{"code":"0.161","to":100000000}"#;
    let (host, length) = (server.host(), body.len());
    let head = "POST /api/v1/sequence HTTP/1.1";
    write!(stream, "{head}\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
    let mut begun = [0; 12];
    stream.read_exact(&mut begun).unwrap();
    assert_eq!(&begun, b"HTTP/1.1 200");
    let process = server.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
    let status = server.child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
}
