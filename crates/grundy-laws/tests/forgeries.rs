//! Certificates of random rules: found, and with their rules changed; what is accepted is true.

mod brute;
mod random;

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use grundy::context::{Context, Limits};
use grundy::outcome::Play;
use grundy_laws::automaton::Budget;
use grundy_laws::certificate::{certificate, numeration};
use grundy_laws::numeration::Name;
use grundy_laws::rules::{Found, Of, Search, find};
use grundy_laws::verify::{Certificate, Problem, prove, read, verify, write};
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

fn box_of(width: usize) -> u64 {
    if width == 1 { 80 } else { 20 }
}

fn context() -> Context<'static> {
    Context::new(Limits { time: Some(Duration::from_secs(10)), ..Limits::default() })
}

/// Another sign, number, word or line.
fn changed(text: &str, rng: &mut Rng) -> String {
    const PAIRS: [(&str, &str); 22] = [
        (" < ", " <= "),
        (" <= ", " < "),
        (" > ", " >= "),
        (" >= ", " > "),
        (" == ", " != "),
        (" != ", " == "),
        ("->?", "->"),
        ("->", "->?"),
        (" and ", " or "),
        (" or ", " and "),
        ("min", "max"),
        ("max", "min"),
        ("-", "+"),
        ("+", "-"),
        ("..=", "..<"),
        ("..<", "..="),
        ("wins", "0"),
        ("/", "%"),
        ("%", "/"),
        ("not ", ""),
        (" step 2", ""),
        ("a", "b"),
    ];
    for _ in 0..50 {
        match rng.u8(..8) {
            0 => {
                let mut lines: Vec<&str> = text.lines().collect();
                let at = rng.usize(..lines.len());
                if rng.bool() {
                    lines.remove(at);
                } else {
                    lines.swap(0, at);
                }
                return lines.join("\n") + "\n";
            }
            1..=3 => {
                let digits: Vec<usize> =
                    (0..text.len()).filter(|&at| text.as_bytes()[at].is_ascii_digit()).collect();
                if digits.is_empty() {
                    continue;
                }
                let at = digits[rng.usize(..digits.len())];
                return format!("{}{}{}", &text[..at], rng.u8(..6), &text[at + 1..]);
            }
            _ => {
                let (from, to) = PAIRS[rng.usize(..PAIRS.len())];
                let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
                if places.is_empty() {
                    continue;
                }
                let at = places[rng.usize(..places.len())];
                return format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
            }
        }
    }
    text.into()
}

fn made(text: &str, of: Of) -> Option<Certificate> {
    let program = Arc::new(Program::read(Source::new("test", text)).ok()?);
    let search = Search {
        states: 40,
        table: 1 << 11,
        proof_states: 20_000,
        proof_time: Duration::from_millis(300),
        time: Duration::from_secs(1),
        ..Search::default()
    };
    match find(&program, 0, of, &search, &context()) {
        Ok(Found::Proved(law)) => certificate(&program, &law, &Budget::new(20_000, context())).ok(),
        _ => None,
    }
}

#[test]
fn what_is_accepted_of_random_rules_is_true() {
    // LAWS asks for more rules, SEED for others.
    let number = |name: &str, usual: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let mut rng = Rng::with_seed(number("SEED", 11));
    let (mut laws, mut others, mut refused) = (0, 0, 0);
    for _ in 0..number("LAWS", 8) {
        let text = random::rules(&mut rng);
        let of = [Of::Outcome(Play::Normal), Of::Outcome(Play::Misere), Of::Value];
        let Some(whole) = made(&text, of[rng.usize(..3)]) else { continue };
        let checked = verify(write(&whole).as_bytes(), &context()).unwrap();
        brute::compare(&checked, box_of)
            .unwrap_or_else(|wrong| panic!("{wrong}\n{}", write(&whole)));
        laws += 1;
        for _ in 0..30 {
            let mut other = whole.clone();
            other.rules = changed(&whole.rules, &mut rng);
            if rng.u8(..4) == 0 {
                other.rules = changed(&other.rules, &mut rng);
            }
            if other.rules == whole.rules {
                continue;
            }
            match verify(write(&other).as_bytes(), &context()) {
                Ok(checked) => {
                    brute::compare(&checked, box_of)
                        .unwrap_or_else(|wrong| panic!("{wrong}\n{}", write(&other)));
                    others += 1;
                }
                Err(Problem::False(_)) => refused += 1,
                Err(_) => {}
            }
        }
    }
    println!("{laws} laws, {others} with other rules, {refused} false");
    assert!(laws > 1 && others > 10 && refused > 2, "{laws} {others} {refused}");
}

/// One heap, take one: true.
const TAKE: &str = "grundy-law 1
claim normal
family T
system 2
padding 0
rules 1
T(n) -> T(n-1) if n > 0
rank T 0 1
table law T 1 2
* 0>0 1>1
- 0>0 1>1
table open T 1 2
- 0>0 1>1
* 0>0 1>1
table win T 0 1 2
- 0>0 1>1
* 0>0 1>1
end
";

/// The same certificate with other rules.
fn with_rules(rules: &str) -> String {
    let count = rules.lines().count();
    let rules = rules.trim_end();
    TAKE.replace("rules 1\nT(n) -> T(n-1) if n > 0", &format!("rules {count}\n{rules}"))
}

/// Rules of a few lines that would be written out until all memory is full.
#[test]
fn rules_that_grow_are_refused() {
    let bombs = [
        // 64^6 turns of loops over constants.
        {
            let loops: String = (0..6).map(|i| format!(" for k{i} in 0..=63")).collect();
            format!("T(n) ->? T(n-1){loops}")
        },
        // Conditions that double 200 times.
        {
            let doubled = "c = (c == (n > 3))\n".repeat(200);
            format!("T(n) {{\nvar c = n > 2\n{doubled}if c {{ move? T(n-1) }}\n}}")
        },
        // A condition in a condition in a condition.
        {
            let deep = "c = (c and n > 5)\nc = (c or n > 7)\n".repeat(1500);
            format!("T(n) {{\nvar c = n > 2\n{deep}if c {{ move? T(n-1) }}\n}}")
        },
        // Sorted orders of sorted orders.
        {
            let sorted = format!("{}[n, 9, n/2, n%5]{}", "sort(".repeat(12), ")".repeat(12));
            format!("T(n) {{\nlet x = {sorted}\nmove? T(x[0])\n}}")
        },
        // Quotients of quotients.
        {
            let halves = "x = (x+1)/2\n".repeat(1500);
            format!("T(n) {{\nvar x = n\n{halves}if x < n {{ move? T(x) }}\n}}")
        },
    ];
    for rules in bombs {
        let problem = verify(with_rules(&rules).as_bytes(), &context()).unwrap_err();
        assert!(matches!(problem, Problem::Stop(_)), "{}: {problem}", &rules[..80]);
    }
}

/// A question about so many numbers has more letters than there is time for.
#[test]
fn time_ends_large_alphabets() {
    let sum: Vec<String> = (0..16).map(|i| format!("k{i}")).collect();
    let loops: String = sum.iter().map(|k| format!(" for {k} in 0..=n")).collect();
    let rules = format!("T(n) ->? T(n-1){loops} if {} == n", sum.join("+"));
    let text = with_rules(&rules).replace("system 2\n", "system 36\n");
    let limits = Limits { time: Some(Duration::from_millis(500)), ..Limits::default() };
    let problem = verify(text.as_bytes(), &Context::new(limits)).unwrap_err();
    assert!(matches!(problem, Problem::Stop(_)), "{problem}");
}

/// What is made of a certificate.
type Change = fn(&mut Certificate);

/// Certificates that no file can say.
#[test]
fn certificates_made_by_hand_are_looked_through() {
    let whole = read(TAKE).unwrap();
    assert!(prove(&whole, &context()).is_ok());
    let changes: [(&str, Change); 9] = [
        ("a state that is not there", |c| {
            c.tables.values_mut().for_each(|t| t.next[0][1].1 = 9);
        }),
        ("a letter that is not there", |c| {
            c.tables.values_mut().for_each(|t| t.next[0][1].0 = 9);
        }),
        ("letters descend", |c| c.tables.values_mut().for_each(|t| t.next[1].reverse())),
        ("no ends", |c| c.tables.values_mut().for_each(|t| t.accepting.clear())),
        ("no states", |c| c.tables.values_mut().for_each(|t| t.next.clear())),
        ("tables of another base", |c| c.base = 3),
        ("base 1", |c| c.base = 1),
        ("tracks", |c| c.tables.values_mut().for_each(|t| t.tracks = 99)),
        ("weights", |c| c.rank.values_mut().for_each(|r| r[0].1.push(1))),
    ];
    for (what, change) in changes {
        let mut other = whole.clone();
        change(&mut other);
        let problem = prove(&other, &context()).unwrap_err();
        assert!(matches!(problem, Problem::Malformed(_)), "{what}: {problem}");
    }
}

/// What a terminal shows is what is proved.
#[test]
fn texts_that_look_other_than_they_are_are_refused() {
    for rules in [
        // The comment is overwritten by what comes after it.
        "T(n) -> T(n-1) if n > 0 # \rT(n) -> T(n-2) if n > 1",
        "T(n) -> T(n-1) if n > 0 # \u{1b}[1K\u{1b}[GT(n) -> T(n-2) if n > 1",
        "T(n) -> T(n-1) if n > 0 # \u{202e}1 > n fi",
        "T(n) -> T(n-1) if n > 0 # \u{2028}T(n) -> T(n-2) if n > 1",
    ] {
        let problem = verify(with_rules(rules).as_bytes(), &context()).unwrap_err();
        assert!(matches!(problem, Problem::Malformed(_)), "{rules:?}: {problem}");
    }
    let windows = TAKE.replace('\n', "\r\n");
    assert!(verify(windows.as_bytes(), &context()).is_ok());
}

/// Names that say more than the tables do.
#[test]
fn names_of_other_systems_are_refused_or_not_repeated() {
    let made = |rules: &str| {
        let program = Arc::new(Program::read(Source::new("rules", rules)).unwrap());
        let of = Of::Outcome(Play::Normal);
        let found = find(&program, 0, of, &Search::default(), &context()).unwrap();
        let Found::Proved(law) = found else { panic!("no law: {rules}") };
        write(&certificate(&program, &law, &Budget::default()).unwrap())
    };
    let renamed = |text: &str, from: &str, to: &str| {
        let other = text.replacen(&format!(" {from}\n"), &format!(" {to}\n"), 1);
        assert!(from == to || other != text, "{from} is named");
        verify(other.as_bytes(), &context())
    };
    let text = made(WYTHOFF);
    let named = |name: &str| {
        let checked = renamed(&text, "zeckendorf", name).unwrap();
        numeration(&checked, &Budget::default()).unwrap()
    };
    assert_eq!(named("zeckendorf"), Some(Name::Zeckendorf));
    // Other words, and no name of a system.
    for name in ["narayana", "ostrowski[2]", "golden"] {
        assert_eq!(named(name), None, "{name}");
    }
    for name in ["7", "a\tb", ""] {
        let problem = renamed(&text, "zeckendorf", name).unwrap_err();
        assert!(matches!(problem, Problem::Malformed(_)), "{name:?}: {problem}");
    }
    let even = WYTHOFF.replacen("x in 1..=a", "x in 2..=a step 2", 1);
    let even = made(&even.replacen("x in 1..=b", "x in 2..=b step 2", 1));
    assert!(renamed(&even, "ostrowski[3;2]", "ostrowski[3;2]").is_ok());
    assert!(renamed(&even, "ostrowski[3;2]", "zeckendorf").is_err());
}

const WYTHOFF: &str = "W(a,b) -> W(a-x,b) for x in 1..=a
W(a,b) -> W(a,b-x) for x in 1..=b
W(a,b) -> W(a-x,b-x) for x in 1..=min(a,b)";
