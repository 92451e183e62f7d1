//! Certificates of laws: written for the games of the literature and accepted; mutated, and refused
//! unless what they claim is still true.

use std::sync::Arc;
use std::time::Instant;

use grundy::context::Context;
use grundy::outcome::Play;
use grundy_laws::automaton::Budget;
use grundy_laws::certificate::certificate;
use grundy_laws::rules::{Found, Of, Search, find};
use grundy_laws::report::rule_text;
use grundy_laws::verify::{Certificate, verify, write};
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

fn made(text: &str, of: Of) -> Certificate {
    let program = Arc::new(Program::read(Source::new("test", text)).unwrap_or_else(|e| panic!("{e}")));
    let found = find(&program, 0, of, &Search::default(), &Context::default()).unwrap();
    let Found::Proved(law) = found else { panic!("no law: {text}") };
    certificate(&program, &law, &Budget::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

const NORMAL: Of = Of::Outcome(Play::Normal);
const MISERE: Of = Of::Outcome(Play::Misere);

#[test]
fn simple_games() {
    for (text, of) in [
        ("T(n) -> T(n-k) for k in 1..=min(n,2)", NORMAL),
        ("N(a,b) -> N(v,b) for v in 0..<a\nN(a,b) -> N(a,v) for v in 0..<b", NORMAL),
        ("N(a,b) -> N(v,b) for v in 0..<a\nN(a,b) -> N(a,v) for v in 0..<b", MISERE),
        ("N(a,b) -> N(v,b) for v in 0..<a\nN(a,b) -> N(a,v) for v in 0..<b", Of::Value),
        ("L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2", Of::Value),
    ] {
        let made = made(text, of);
        let text = write(&made);
        let start = Instant::now();
        let checked = verify(text.as_bytes(), &Context::default()).unwrap();
        println!("{} entries, {} bytes, {:?}", checked.entries, text.len(), start.elapsed());
        println!("{text}");
    }
}

/// The games of the corpus that have a law that is proved: name, what it tells, rules.
fn corpus() -> Vec<(String, Of, String)> {
    let mut all: Vec<(String, Option<Of>, String)> = Vec::new();
    for line in include_str!("corpus/games.txt").lines() {
        if let Some(head) = line.strip_prefix("## ") {
            let words: Vec<&str> = head.split(" | ").collect();
            let of = match words[1] {
                _ if words.len() > 4 => None,
                "outcome" => Some(NORMAL),
                "misere" => Some(MISERE),
                "value" => Some(Of::Value),
                _ => None,
            };
            all.push((words[0].into(), of, String::new()));
        } else if let Some((_, _, rules)) = all.last_mut() {
            if let Some(file) = line.strip_prefix("file ") {
                let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");
                let path = format!("{folder}/{file}.rules");
                *rules = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{path}"));
            } else if let Some(code) = line.strip_prefix("octal ") {
                *rules = rule_text(code).unwrap().text;
            } else if !line.starts_with("formula ") {
                *rules += line;
                *rules += "\n";
            }
        }
    }
    all.into_iter().filter_map(|(name, of, rules)| Some((name, of?, rules))).collect()
}

#[test]
fn games_of_the_literature() {
    let wanted = std::env::var("CORPUS").unwrap_or_default();
    let mut wrong = Vec::new();
    for (name, of, rules) in corpus().into_iter().filter(|(name, ..)| name.contains(&wanted)) {
        let program = Arc::new(Program::read(Source::new("test", &rules)).unwrap());
        let found = find(&program, 0, of, &Search::default(), &Context::default()).unwrap();
        let Found::Proved(law) = found else { panic!("no law: {name}") };
        let start = Instant::now();
        let made = match certificate(&program, &law, &Budget::default()) {
            Ok(made) => made,
            Err(error) => {
                println!("WRONG {name}: {error}");
                wrong.push(format!("{name}: {error}"));
                continue;
            }
        };
        let writing = start.elapsed();
        let text = write(&made);
        let start = Instant::now();
        let checked = verify(text.as_bytes(), &Context::default()).unwrap();
        let checking = start.elapsed();
        println!("{name}: padding {}, {} entries, {} bytes, written in {writing:?}, checked in {checking:?}", made.padding, checked.entries, text.len());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
