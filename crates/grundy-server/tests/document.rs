//! Every answer is as the OpenAPI document says, and every route is in it.

mod common;

use common::schema::check;
use common::{Running, events};
use grundy_server::Config;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Questions with an answer, some of each kind.
fn questions() -> Vec<(&'static str, Value)> {
    let rules = "take(n) -> take(n-k) for k in 1..=min(n,3)";
    vec![
        ("/solve", json!({"expr": "nim(3,4,5) + wythoff(3,5) + 0.77(12)"})),
        ("/solve", json!({"expr": "nim(10^30,7)", "explain": true, "moves": 3})),
        ("/solve", json!({"expr": "nim(1,1)", "explain": true})),
        ("/solve", json!({"expr": "kayles(5) + *2", "play": "misere", "only": 2})),
        ("/solve", json!({"expr": "cutting(1,3)", "limits": {"positions": 1000, "seconds": 5}})),
        ("/solve", json!({"expr": "take(9)", "rules": rules})),
        (
            "/solve",
            json!({"expr": "take(9)", "rules": "input m take(n) -> take(n-k) for k in 1..=min(n,m)", "inputs": ["m=4"]}),
        ),
        ("/draw", json!({"expr": "nim(3,4,5) + kayles(4)"})),
        ("/draw", json!({"expr": "nim(1,1)", "marks": true, "play": "misere"})),
        ("/draw", json!({"expr": "take(9)", "rules": rules, "marks": true})),
        ("/move", json!({"expr": "nim(3,4,5)", "move": "take 2 from heap 1"})),
        ("/move", json!({"expr": "nim(1)", "move": "1 -> 0"})),
        ("/move", json!({"expr": "repeat[3](nim(1))", "move": "1 -> 0"})),
        ("/reply", json!({"expr": "nim(3,4,5)"})),
        ("/reply", json!({"expr": "nim(3,4,5)", "skill": 0, "seed": 7})),
        ("/reply", json!({"expr": "nim(0)"})),
        ("/hint", json!({"expr": "nim(3,4,5)"})),
        ("/hint", json!({"expr": "nim(3,3)"})),
        ("/hint", json!({"expr": "nim(0)"})),
        ("/table", json!({"game": "wythoff", "to": [4]})),
        ("/table", json!({"game": "wythoff", "to": [4, "2*3"], "view": "differences"})),
        (
            "/table",
            json!({"game": "wythoff", "from": "10^30", "to": ["10^30+1"], "view": "p-positions"}),
        ),
        ("/table", json!({"game": "kayles", "view": "by-value"})),
        ("/table", json!({"game": "wythoff", "to": [3], "play": "misere", "outcomes": true})),
        ("/table", json!({"game": "split-smaller", "to": [9], "view": "base=2"})),
        ("/table", json!({"game": "dag(arcs(1>2,2>3,1>3))"})),
        ("/graph", json!({"expr": "nim(1,2)"})),
        ("/graph", json!({"expr": "cutting(2,2)", "format": "json"})),
        ("/graph", json!({"expr": "kayles(4)", "format": "svg"})),
        ("/graph", json!({"expr": "kayles(4)", "format": "dot"})),
        ("/law", json!({"game": "nim"})),
        ("/law", json!({"game": "bash[3]", "at": [["10^30"], [7]]})),
        ("/law", json!({"game": "mark[5]"})),
        ("/law/program", json!({"game": "lasker", "language": "c++"})),
        (
            "/law/program",
            json!({"game": "S", "rules": "S(n) -> S(n-k) for k in 1..<n if n % k == 0", "language": "java", "unproved": true}),
        ),
        ("/odds", json!({"game": "nim", "heaps": 3, "from": [0], "to": [15]})),
        ("/odds", json!({"game": "wythoff", "heaps": "10^6", "from": [0, 0], "to": [8, 12]})),
        ("/rules/check", json!({"rules": rules})),
        (
            "/rules/check",
            json!({"rules": "const k = 2 input m[] f(a,b) -> f(a-i,b) for i in m if i <= a"}),
        ),
        ("/rules/emit", json!({"rules": rules, "language": "python"})),
        ("/rules/emit", json!({"rules": rules, "language": "c++", "family": "take"})),
    ]
}

#[test]
fn answers_are_as_the_document_says() {
    let server = Running::new(Config::default());
    let document = server.get("/api/v1/openapi.json").json();
    let mut asked = BTreeSet::new();
    for (path, question) in questions() {
        let operation = &document["paths"][format!("/api/v1{path}")]["post"];
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        check(&document, schema, &question)
            .unwrap_or_else(|what| panic!("{path} {question}: {what}"));
        let answer = server.post(path, question.clone());
        assert_eq!(answer.status, 200, "{path} {question}: {}", answer.text());
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{path}");
        check(&document, schema, &answer.json())
            .unwrap_or_else(|what| panic!("{path} {question}: {what}"));
        asked.insert(format!("post /api/v1{path}"));
    }
    for format in ["csv", "markdown", "text"] {
        let path = format!("/table/{format}");
        let answer = server.post(&path, json!({"game": "kayles", "to": [9]}));
        assert_eq!(answer.status, 200);
        assert!(
            answer.text().lines().count() > 3
                && answer.headers["content-type"].starts_with("text/")
        );
        asked.insert(format!("post /api/v1{path}"));
    }
    for (path, real) in [
        ("/games", "/games"),
        ("/games/{name}", "/games/wythoff"),
        ("/games/{name}", "/games/0.77"),
        ("/examples", "/examples"),
        ("/health", "/health"),
        ("/openapi.json", "/openapi.json"),
    ] {
        let operation = &document["paths"][format!("/api/v1{path}")]["get"];
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        let answer = server.get(&format!("/api/v1{real}"));
        assert_eq!(answer.status, 200, "{real}");
        check(&document, schema, &answer.json()).unwrap_or_else(|what| panic!("{path}: {what}"));
        asked.insert(format!("get /api/v1{path}"));
    }
    let posted = server.post("/sequence", json!({"code": "0.77", "to": 200_000, "values": true}));
    let opened = server.get("/api/v1/sequence?code=kayles&to=10%5E3&values=1&seconds=20");
    for (answer, values) in [(posted, 200_001), (opened, 1001)] {
        assert_eq!(answer.headers["content-type"], "text/event-stream");
        let mut told = 0;
        for (name, data) in events(&answer.text()) {
            let schema = match &*name {
                "progress" => "ProgressEvent",
                "values" => {
                    assert_eq!(data["from"], told);
                    told += data["values"].as_array().unwrap().len();
                    "ValuesEvent"
                }
                "result" => "ResultEvent",
                other => panic!("{other}: {data}"),
            };
            let schema = &document["components"]["schemas"][schema];
            check(&document, schema, &data).unwrap_or_else(|what| panic!("{name}: {what}"));
        }
        assert_eq!(told, values);
    }
    asked.extend(["get /api/v1/sequence".into(), "post /api/v1/sequence".into()]);
    // Every operation of the document was asked; the routes and the document are made from one list.
    let mut listed = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        listed.extend(
            operations.as_object().unwrap().keys().map(|method| format!("{method} {path}")),
        );
    }
    assert_eq!(asked, listed);
}

#[test]
fn errors_are_as_the_document_says_and_say_where() {
    let server = Running::new(Config::default());
    let document = server.get("/api/v1/openapi.json").json();
    let schema = &document["components"]["schemas"]["ErrorAnswer"];
    for (path, question, status, told) in [
        (
            "/solve",
            json!({"expr": "nim(3,4"}),
            422,
            json!({"kind": "parse", "at": 4, "source": "expr"}),
        ),
        (
            "/solve",
            json!({"expr": "nym(3)"}),
            422,
            json!({"kind": "domain", "at": 1, "end": 4, "help": "did you mean nim?"}),
        ),
        ("/solve", json!({"expr": "nim（３）＋nym(1)"}), 422, json!({"at": 8, "end": 11})),
        (
            "/solve",
            json!({"expr": "x(1)", "rules": "x(n) -> x(n-1)\nx(n) -> y(n)"}),
            422,
            json!({"kind": "rules", "line": 2, "column": 9, "at": 24, "source": "rules"}),
        ),
        ("/solve", json!({"expr": "x(3)", "rules": "x(n) -> x(n+1)"}), 422, json!({})),
        (
            "/solve",
            json!({"expr": "chomp(rows(30,27,24,21,18,15,12,9,6,3))", "limits": {"positions": 100}}),
            422,
            json!({"kind": "limit"}),
        ),
        (
            "/solve",
            json!({"expr": "nim(1)", "limits": {"positons": 100}}),
            400,
            json!({"kind": "request"}),
        ),
        (
            "/solve",
            json!({"expression": "nim(1)"}),
            400,
            json!({"kind": "request", "help": "did you mean \"expr\"?"}),
        ),
        ("/solve", json!({"expr": "dag(\"/etc/passwd\"; 1)"}), 422, json!({"kind": "io", "at": 5})),
        ("/solve", json!({"expr": "nim(1)", "inputs": ["m=1"]}), 400, json!({"kind": "request"})),
        (
            "/move",
            json!({"expr": "nim(3,4)", "move": "take 9 from heap 1"}),
            422,
            json!({"kind": "parse"}),
        ),
        ("/move", json!({"expr": "nim(0)", "move": "1 -> 0"}), 422, json!({"kind": "domain"})),
        ("/reply", json!({"expr": "nim(1)", "skill": 101}), 400, json!({"kind": "request"})),
        ("/table", json!({"game": "nim", "view": "upside-down"}), 400, json!({"kind": "request"})),
        ("/table", json!({"game": "nim", "from": 3}), 422, json!({"kind": "domain"})),
        ("/table", json!({"game": "dag(\"arcs.txt\")"}), 422, json!({"kind": "io"})),
        (
            "/table",
            json!({"game": "dag(\"/etc/passwd\"; n)"}),
            422,
            json!({"message": "\"/etc/passwd\": no files are read here"}),
        ),
        (
            "/law",
            json!({"game": "node-kayles(\"/etc/passwd\"; n)"}),
            422,
            json!({"message": "\"/etc/passwd\": no files are read here"}),
        ),
        ("/graph", json!({"expr": "nim(30,40,50)"}), 422, json!({"kind": "limit"})),
        ("/odds", json!({"game": "nim", "from": [], "to": []}), 422, json!({"kind": "domain"})),
        ("/rules/check", json!({}), 400, json!({"kind": "request"})),
        (
            "/rules/check",
            json!({"rules": "f(n) -> f(n-1) for"}),
            422,
            json!({"kind": "rules", "line": 1}),
        ),
        (
            "/rules/emit",
            json!({"rules": "f(n) -> f(n-1) if n > 0", "language": "c"}),
            400,
            json!({}),
        ),
        (
            "/rules/emit",
            json!({"rules": "f(n) -> f(n-1) if n > 0", "language": "rust", "family": "g"}),
            422,
            json!({"kind": "rules"}),
        ),
        ("/nowhere", json!({}), 404, json!({"kind": "request"})),
        ("/health", json!({}), 405, json!({"kind": "request"})),
    ] {
        let answer = server.post(path, question.clone());
        assert_eq!(answer.status, status, "{path} {question}: {}", answer.text());
        check(&document, schema, &answer.json()).unwrap_or_else(|what| panic!("{path}: {what}"));
        for (name, value) in told.as_object().unwrap() {
            assert_eq!(&answer.error()[name], value, "{path} {question}: {}", answer.text());
        }
    }
    let answer = server.post("/sequence", json!({"code": "kaylez"}));
    assert_eq!(events(&answer.text())[0].0, "error");
    assert_eq!(server.get("/api/v1/games/wytoff").error()["help"], "did you mean wythoff?");
}
