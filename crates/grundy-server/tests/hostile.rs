//! Requests that nobody sends who means well.

mod common;

use common::{Answer, PATIENCE, Running, head, reader};
use grundy_server::Config;
use serde_json::json;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// A position whose search takes long and is cancelled quickly.
const SLOW_POSITION: &str = "chomp(rows(30,27,24,21,18,15,12,9,6,3))";

fn small() -> Config {
    Config { jobs: 1, patience: Duration::from_millis(800), ..Config::default() }
}

#[test]
fn what_is_no_question_is_refused_with_a_reason() {
    let server = Running::new(Config::default());
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let nested = format!("{{\"expr\":{deep}}}");
    let parentheses = json!({"expr": format!("{}nim(1){}", "(".repeat(5000), ")".repeat(5000))});
    let rounds =
        json!({"expr": format!("{}nim(1){}", "repeat[2](".repeat(3000), ")".repeat(3000))});
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("null", 400),
        ("[]", 400),
        ("{\"expr\":\"nim(1)\"} more", 400),
        ("{\"expr\":\"\\ud800\"}", 400),
        ("{\"expr\":\"nim(1)\",\"expr\":1}", 400),
        (&nested, 400),
        (&parentheses.to_string(), 422),
        (&rounds.to_string(), 422),
        (&json!({"expr": "x".repeat(900_000)}).to_string(), 422),
        (&json!({"expr": "nim(1)", "moves": -1}).to_string(), 400),
        (&json!({"expr": "nim(1)", "moves": 1e300}).to_string(), 400),
        (&json!({"expr": "nim(10^10^10)"}).to_string(), 422),
        (&json!({"expr": "nim(1)", "limits": {"seconds": 1e300}}).to_string(), 400),
        (&json!({"expr": "nim(1)", "rules": "x".repeat(500_000)}).to_string(), 422),
    ] {
        let answer = server.post_text("/api/v1/solve", body);
        let shown: String = body.chars().take(60).collect();
        assert_eq!(answer.status, status, "{shown}: {}", answer.text());
        assert!(answer.error()["message"].is_string());
        assert!(answer.body.len() < 2000, "{shown}");
    }
    let mut bytes = server.request("/api/v1/solve", "????").into_bytes();
    let end = bytes.len() - 4;
    bytes[end..].copy_from_slice(b"{\"\xff}");
    assert_eq!(server.raw(&bytes).status, 400);
    let heaps = vec!["1"; 50_000].join(",");
    assert_eq!(server.post("/solve", json!({"expr": format!("nim({heaps})")})).status, 200);
    for huge in ["10^400", "10^18"] {
        let answer = server.post("/table", json!({"game": "cutting", "to": [huge]}));
        assert_eq!((answer.status, &answer.error()["kind"]), (422, &"limit".into()), "{huge}");
    }
    // Lines that are no HTTP end the connection.
    for line in ["\r\n\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}", "GET / HTTP/9.9\r\n\r\n"] {
        let mut stream = server.connect();
        stream.write_all(line.as_bytes()).unwrap();
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut told = Vec::new();
        let _ = stream.read_to_end(&mut told);
        assert!(told.is_empty() || told.starts_with(b"HTTP/1.1 4"), "{line:?}");
    }
    let long = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(200_000));
    let mut stream = server.connect();
    let _ = stream.write_all(long.as_bytes());
    let answer = Answer::read(&mut reader(stream));
    assert!(answer.is_none_or(|answer| (400..500).contains(&answer.status)));
    assert_eq!(server.get("/api/v1/health").status, 200);
}

#[test]
fn bodies_of_gigabytes_are_cut_off() {
    let server = Running::new(Config::default());
    let start = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\n";
    let answer = server.raw(format!("{start}Content-Length: 5000000000\r\n\r\n").as_bytes());
    assert_eq!(answer.status, 413);
    let mut stream = server.connect();
    stream.write_all(format!("{start}Transfer-Encoding: chunked\r\n\r\n").as_bytes()).unwrap();
    let piece = vec![b' '; 1 << 16];
    let mut sent = 0usize;
    while sent < 1 << 30 {
        let chunk = [b"10000\r\n", &piece[..], b"\r\n"].concat();
        if stream.write_all(&chunk).is_err() {
            break;
        }
        sent += piece.len();
    }
    assert!(sent < 64 << 20, "{sent} bytes were taken");
    // The answer may be lost where the connection ends in the middle of a request.
    if let Some(answer) = Answer::read(&mut reader(stream)) {
        assert_eq!(answer.status, 413);
    }
}

#[test]
fn others_may_not_ask() {
    let server = Running::new(Config { hosts: vec!["nim.example".into()], ..Config::default() });
    let body = "{\"expr\":\"nim(1)\"}";
    let ask = |headers: &str| {
        let length = body.len();
        let request = format!(
            "POST /api/v1/solve HTTP/1.1\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
        );
        server.raw(request.as_bytes())
    };
    for headers in [
        "Host: localhost:1901\r\n",
        "Host: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n",
        "Host: nim.example:80\r\nOrigin: https://nim.example:80\r\n",
        "Host: [::1]:7\r\nSec-Fetch-Site: same-origin\r\n",
    ] {
        assert_eq!(ask(headers).status, 200, "{headers}");
    }
    for headers in [
        "Host: evil.example\r\n",
        "Host: localhost.evil.example\r\n",
        "Host: 192.0.2.7\r\n",
        "Host: localhost\r\nOrigin: http://evil.example\r\n",
        "Host: localhost\r\nOrigin: null\r\n",
        "Host: localhost:80\r\nOrigin: http://localhost:81\r\n",
        "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n",
        "Host: localhost\r\nHost: evil.example\r\n",
    ] {
        let answer = ask(headers);
        // Two hosts are refused by the reader of headers or here.
        assert!(matches!(answer.status, 400 | 403), "{headers}");
        if answer.status == 403 {
            assert_eq!(answer.error()["kind"], "request");
        }
    }
    assert_eq!(server.raw(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").status, 403);
}

#[test]
fn every_answer_has_the_headers_of_a_careful_site() {
    let server = Running::new(Config::default());
    for path in
        ["/", "/nowhere", "/api/v1/health", "/api/v1/nowhere", "/assets/%2e%2e/%2e%2e/Cargo.toml"]
    {
        let answer = server.get(path);
        let policy = &answer.headers["content-security-policy"];
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["x-frame-options"], "DENY");
        assert_eq!(answer.headers["referrer-policy"], "no-referrer");
        assert!(answer.headers.contains_key("cache-control"));
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
    }
}

#[test]
fn no_path_leads_to_files_elsewhere() {
    let server = Running::new(Config::default());
    for path in [
        "/../Cargo.toml",
        "/assets/../Cargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets//etc/passwd",
        "/assets/%2fetc/passwd",
        "/assets/..\\Cargo.toml",
        "/assets/.gitkeep",
        "//etc/passwd",
        "/assets/index.html%00.js",
        "/etc/passwd",
    ] {
        let answer = server.get(path);
        assert!(matches!(answer.status, 404 | 400), "{path}: {}", answer.status);
        assert!(!answer.text().contains("[package]"), "{path}");
    }
    assert_eq!(server.get("/api/../../x").status, 404);
    assert!(server.get("/api/nowhere").error()["message"].is_string());
}

#[test]
fn a_thousand_at_once_are_all_answered() {
    let config = Config { jobs: 2, queue: 8, connections: 4096, ..Config::default() };
    let server = Running::new(config);
    // Both ends of every connection are files of this process.
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let files = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let files = files.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    let count = 1000.min(files.unwrap_or(256).saturating_sub(100) / 2);
    // Some milliseconds each.
    let body = json!({"expr": "chomp(7,7)", "explain": true}).to_string();
    let request = server.request("/api/v1/solve", &body);
    let mut streams: Vec<_> = (0..count).map(|_| server.connect()).collect();
    for stream in &mut streams {
        stream.write_all(request.as_bytes()).unwrap();
    }
    let (mut solved, mut busy) = (0, 0);
    for stream in streams {
        let answer = Answer::read(&mut reader(stream)).expect("all are answered");
        match answer.status {
            200 => solved += 1,
            503 => {
                busy += 1;
                assert_eq!(answer.error()["kind"], "busy");
                assert!(answer.headers["retry-after"].parse::<u32>().unwrap() > 0);
            }
            other => panic!("{other}: {}", answer.text()),
        }
    }
    assert_eq!(solved + busy, count);
    assert!(solved > 0 && busy > 0, "{solved} solved, {busy} told to come again");
    assert!(server.is_quiet());
}

#[test]
fn slow_clients_are_left() {
    let server = Running::new(small());
    let start = Instant::now();
    // Nothing, half a head, half a body.
    for (text, told) in [
        ("", &b""[..]),
        ("GET /api/v1/health HTTP/1.1\r\nHost: local", b""),
        (
            "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
            b"HTTP/1.1 408",
        ),
    ] {
        let mut stream = server.connect();
        stream.write_all(text.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        assert!(bytes.is_empty() || bytes.starts_with(b"HTTP/1.1 4"), "{text}");
        assert!(bytes.starts_with(told), "{text}: {}", String::from_utf8_lossy(&bytes));
    }
    assert!(start.elapsed() < PATIENCE);
    // A client that takes nothing of a long stream.
    let mut stream = server.connect();
    let body = json!({"code": "0.77", "to": 50_000_000, "values": true}).to_string();
    stream.write_all(server.request("/api/v1/sequence", &body).as_bytes()).unwrap();
    assert!(server.is_busy());
    assert!(server.is_quiet(), "the computation ends though the client has not closed");
    drop(stream);
}

#[test]
fn questions_whose_clients_leave_end() {
    let server = Running::new(Config { jobs: 1, ..Config::default() });
    for (path, body) in [
        ("/api/v1/solve", json!({"expr": SLOW_POSITION})),
        ("/api/v1/table", json!({"game": "chomp", "to": [40, 40]})),
        (
            "/api/v1/solve",
            json!({"expr": "f(400,400,400)", "rules": "f(a,b,c) -> f(a-i,b,c) for i in 1..=a f(a,b,c) -> f(a,b-i,c+i/2) for i in 1..=b f(a,b,c) -> f(a,b,c-i) for i in 1..=c"}),
        ),
        ("/api/v1/sequence", json!({"code": "0.161", "to": 100_000_000u64})),
    ] {
        let mut stream = server.connect();
        stream.write_all(server.request(path, &body.to_string()).as_bytes()).unwrap();
        assert!(server.is_busy(), "{path} {body}");
        // Short questions are answered meanwhile.
        assert_eq!(server.post("/solve", json!({"expr": "nim(3,4,5)"})).status, 200);
        drop(stream);
        assert!(server.is_quiet(), "{path} {body}");
    }
    // A stream that has begun.
    let mut stream = server.connect();
    let body = json!({"code": "0.161", "to": 100_000_000u64, "values": true}).to_string();
    stream.write_all(server.request("/api/v1/sequence", &body).as_bytes()).unwrap();
    let mut stream = reader(stream);
    assert_eq!(head(&mut stream).unwrap().0, 200);
    assert!(common::chunk(&mut stream).is_some());
    drop(stream);
    assert!(server.is_quiet());
}

#[test]
fn short_questions_are_answered_beside_many_long_ones() {
    let server = Running::new(Config { jobs: 1, queue: 2, ..Config::default() });
    let request = server.request("/api/v1/solve", &json!({"expr": SLOW_POSITION}).to_string());
    let mut long = Vec::new();
    for _ in 0..8 {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).unwrap();
        long.push(stream);
    }
    let start = Instant::now();
    let mut solved = 0;
    while solved < 20 && start.elapsed() < PATIENCE {
        let answer = server.post("/solve", json!({"expr": "nim(3,4,5)"}));
        match answer.status {
            200 => solved += 1,
            503 => std::thread::sleep(Duration::from_millis(50)),
            other => panic!("{other}"),
        }
    }
    assert_eq!(solved, 20);
    drop(long);
    assert!(server.is_quiet());
}

#[test]
fn a_question_ends_at_its_limits() {
    let server = Running::new(Config::default());
    for limits in [json!({"seconds": 0.2}), json!({"positions": 5000})] {
        let answer = server.post("/solve", json!({"expr": SLOW_POSITION, "limits": limits}));
        assert_eq!((answer.status, &answer.error()["kind"]), (422, &"limit".into()));
        assert!(answer.error()["help"].as_str().unwrap().starts_with("limits."));
    }
    // What is above the server's own limit does not count.
    let limits = grundy::Limits::default().with_positions(100);
    let server = Running::new(Config { limits, ..Config::default() });
    let more = json!({"expr": SLOW_POSITION, "limits": {"positions": 10_000_000_000u64}});
    assert_eq!(server.post("/solve", more).error()["kind"], "limit");
}
