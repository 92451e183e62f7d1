//! Games of the literature from their rules to their laws, proved, and games without a law.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use fastrand::Rng;
use grundy::context::Context;
use grundy::outcome::Play;
use grundy_laws::automaton::Budget;
use grundy_laws::formula::{Environment, Proof, parse, prove};
use grundy_laws::rules::{FindError, Found, Of, Oracle, ProvedLaw, Search, find};
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

/// A game of the data file.
struct Entry {
    name: String,
    what: String,
    system: String,
    slow: bool,
    formula: Option<String>,
    rules: String,
}

fn entries() -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    for line in include_str!("corpus/games.txt").lines() {
        if let Some(head) = line.strip_prefix("## ") {
            let words: Vec<&str> = head.split(" | ").collect();
            assert!(words.len() == 4 || words[4..] == ["slow"], "{line}");
            all.push(Entry {
                name: words[0].into(),
                what: words[1].into(),
                system: words[2].into(),
                slow: words.len() == 5,
                formula: None,
                rules: String::new(),
            });
        } else if let Some(entry) = all.last_mut() {
            if let Some(formula) = line.strip_prefix("formula ") {
                entry.formula = Some(formula.into());
            } else if let Some(file) = line.strip_prefix("file ") {
                let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");
                let path = format!("{folder}/{file}.rules");
                entry.rules = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{path}"));
            } else if let Some(code) = line.strip_prefix("octal 0.") {
                entry.rules = octal(code);
            } else {
                entry.rules += line;
                entry.rules += "\n";
            }
        }
    }
    all
}

/// The rules of the octal game 0.code.
fn octal(code: &str) -> String {
    let mut rules = String::new();
    for (at, digit) in code.chars().enumerate() {
        let (take, digit) = (at + 1, digit.to_digit(8).unwrap());
        if digit & 1 > 0 {
            rules += &format!("T(n) -> 0 if n == {take}\n");
        }
        if digit & 2 > 0 {
            rules += &format!("T(n) -> T(n-{take}) if n > {take}\n");
        }
        if digit & 4 > 0 {
            rules += &format!("T(n) -> T(a) + T(n-{take}-a) for a in 1..=(n-{take})/2\n");
        }
    }
    rules
}

const fn of(what: &str) -> Of {
    match what.as_bytes() {
        b"value" | b"none-value" | b"outside-value" => Of::Value,
        b"misere" => Of::Outcome(Play::Misere),
        b"blocked-1" => Of::Blocked(1),
        b"blocked-2" => Of::Blocked(2),
        _ => Of::Outcome(Play::Normal),
    }
}

/// The law against the rules at random positions; for most games, most of them are beyond the table that it was
/// learned from.
fn check(program: &Arc<Program>, law: &ProvedLaw, entry: &Entry, rng: &mut Rng) {
    let context = Context::default();
    let mut oracle = Oracle::new(program.clone(), law.of);
    for (family, name, relation) in &law.families {
        let width = program.families[*family].width;
        let sums = law.of == Of::Value;
        let most: u64 = match width {
            // Quadratically many options of each position.
            0 | 1 if entry.rules.contains(" for b in ") => 700,
            0 | 1 => 3000,
            // All options of each position are asked for.
            2 if matches!(law.of, Of::Blocked(_)) => 90,
            2 => 260,
            3 => 36,
            4 => 14,
            _ => 9,
        };
        assert!(sums || most > law.bound || width > 1, "{}", entry.name);
        for _ in 0..400 {
            let mut numbers: Vec<u64> = (0..width).map(|_| rng.u64(0..most)).collect();
            if sums {
                let value = oracle.value(*family, &numbers, &context).unwrap();
                let near = value.unwrap_or(0) + rng.u64(0..2);
                numbers.push(near);
            }
            let right = oracle.holds(*family, &numbers, &context).unwrap();
            let said = law.system.holds_small(relation, &numbers);
            assert_eq!(said, Some(right), "{}: {name}{numbers:?}", entry.name);
        }
    }
}

/// The law says what the formula says, for all numbers.
fn same(law: &ProvedLaw, formula: &str, entry: &Entry) {
    let budget = Budget::default();
    let mut relations = Environment::new();
    relations.define(&law.system, "law", law.families[0].2.clone(), &budget).unwrap();
    let formula = parse(formula, &relations).unwrap_or_else(|e| panic!("{}: {e:?}", entry.name));
    let proof = prove(&formula.formula, &law.system, &relations, &budget);
    assert_eq!(proof, Ok(Proof::Proved), "{}", entry.name);
}

/// What came of one game; a text if it is not what was expected.
fn ask(entry: &Entry, rng: &mut Rng) -> Result<(), String> {
    let program = Program::read(Source::new("rules", &entry.rules));
    let program = Arc::new(program.unwrap_or_else(|error| panic!("{}: {error:?}", entry.name)));
    let mut search = Search::default();
    if entry.what.starts_with("none") {
        if entry.system != "?" {
            search.systems = vec![entry.system.parse().unwrap()];
        }
        // What has no law need not be looked for far out.
        search.table = 1 << 15;
        search.states = 150;
        search.proof_states = 50_000;
        search.proof_time = Duration::from_millis(500);
        search.time = Duration::from_millis(1500);
    } else {
        // A busy machine is no reason for another verdict.
        search.time = Duration::from_secs(600);
    }
    let started = Instant::now();
    let found = find(&program, 0, of(&entry.what), &search, &Context::default());
    let time = started.elapsed();
    let result = match (&found, &entry.what[..]) {
        (Ok(Found::Proved(law)), "outcome" | "misere" | "value" | "blocked-1" | "blocked-2") => {
            check(&program, law, entry, rng);
            if let Some(formula) = &entry.formula {
                same(law, formula, entry);
            }
            if law.system.name() == entry.system {
                Ok(())
            } else {
                Err(format!("{}: proved in {}", entry.name, law.system.name()))
            }
        }
        (Ok(Found::None(_)), "none" | "none-value")
        | (Err(FindError::Outside(_)), "outside" | "outside-value") => Ok(()),
        (Ok(Found::Proved(law)), _) => Err(format!("{}: a law {law:?}", entry.name)),
        (other, _) => Err(format!("{}: {other:?}", entry.name)),
    };
    let verdict = match &found {
        Ok(Found::Proved(law)) => format!("{} states", law.families[0].2.live_states()),
        _ => "no law".into(),
    };
    eprintln!(
        "{:?} {} {}: {verdict}, {} ms",
        result.is_ok(),
        entry.what,
        entry.name,
        time.as_millis()
    );
    result
}

fn run() -> Vec<Entry> {
    // CORPUS=Wythoff asks for the games with this in their names only.
    let wanted = std::env::var("CORPUS").unwrap_or_default();
    let entries: Vec<Entry> =
        entries().into_iter().filter(|entry| !entry.slow && entry.name.contains(&wanted)).collect();
    // Two threads take the games one by one: this is one test, and a long one.
    let next = AtomicUsize::new(0);
    let work = || {
        let taken = std::iter::from_fn(|| {
            let number = next.fetch_add(1, Ordering::Relaxed);
            entries.get(number).map(|entry| (entry, Rng::with_seed(number as u64)))
        });
        taken.filter_map(|(entry, mut rng)| ask(entry, &mut rng).err()).collect::<Vec<String>>()
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut wrong = work();
        wrong.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        wrong
    });
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), entries.len(), wrong.join("\n"));
    entries
}

#[test]
fn laws_of_the_literature() {
    let entries = run();
    let proved = entries.iter().filter(|entry| {
        ["outcome", "misere", "value", "blocked-1", "blocked-2"].contains(&&*entry.what)
    });
    let lawless = entries.iter().filter(|entry| entry.what.starts_with("none"));
    let outside = entries.iter().filter(|entry| entry.what.starts_with("outside"));
    let counts = [proved.count(), lawless.count(), outside.count()];
    eprintln!("{counts:?} with a law, without one, outside of the fragment");
    assert!(counts[0] >= 100 || std::env::var("CORPUS").is_ok());
    assert!(counts[1] + counts[2] >= 25 || std::env::var("CORPUS").is_ok());
}
