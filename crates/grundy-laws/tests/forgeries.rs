//! Certificates of random rules: found, and with their rules changed; what is accepted is true.

mod random;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use grundy::context::{Context, Limits};
use grundy::outcome::Play;
use grundy_laws::automaton::Budget;
use grundy_laws::certificate::certificate;
use grundy_laws::rules::{Found, Of, Search, find};
use grundy_laws::verify::{Certificate, Claim, Problem, Verified, prove, read, verify, write};
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk::{self, MAX_STEPS};

/// What is true of positions, by the bare rules and the definitions: values, or 0 for P-positions and 1
/// for others; `None` where some move wins at once.
struct Brute<'p> {
    program: &'p Program,
    claim: Claim,
    known: HashMap<State, Option<Option<u64>>>,
}

impl Brute<'_> {
    fn of(&mut self, state: &State) -> Result<Option<u64>, String> {
        let state = walk::normal_form(self.program, state).map_err(|error| error.to_string())?;
        match self.known.get(&state) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => return Err("play goes round".into()),
            None => {}
        }
        self.known.insert(state.clone(), None);
        let (mut wins, mut sums) = (false, Vec::new());
        let each = &mut |option: walk::Reached| {
            wins |= option.wins;
            if !option.wins {
                sums.push(option.sum);
            }
            true
        };
        walk::options(self.program, &state, MAX_STEPS, each).map_err(|error| error.to_string())?;
        let mut values = Vec::new();
        for sum in &sums {
            if self.claim != Claim::Values && sum.len() > 1 {
                return Err("a sum".into());
            }
            let parts = sum.iter().map(|part| self.of(part)).collect::<Result<Vec<_>, _>>()?;
            let nothing = u64::from(self.claim == Claim::Misere && parts.is_empty());
            let total = parts.into_iter().try_fold(nothing, |total, part| Some(total ^ part?));
            values.extend(total);
        }
        let value = match self.claim {
            Claim::Values if wins => None,
            Claim::Values => (0..).find(|value| !values.contains(value)),
            Claim::Normal => Some(u64::from(wins || values.contains(&0))),
            Claim::Misere if wins => return Err("misère play with wins".into()),
            Claim::Misere => Some(u64::from(sums.is_empty() || values.contains(&0))),
        };
        self.known.insert(state, Some(value));
        Ok(value)
    }
}

fn compare(checked: &Verified) -> Result<(), String> {
    let claim = checked.claim;
    let mut brute = Brute { program: &checked.program, claim, known: HashMap::new() };
    let word = |number: u64| checked.numbers.word(number).expect("small");
    for (family, law) in &checked.families {
        let width = checked.program.families[*family].width;
        let bound: u64 = if width == 1 { 80 } else { 20 };
        for number in 0..bound.pow(width as u32) {
            let coords: Vec<u64> =
                (0..width).map(|at| number / bound.pow(at as u32) % bound).collect();
            let state = State::new(*family, coords.iter().map(|&c| c as i64).collect());
            let inside = walk::outside(&checked.program, &state, MAX_STEPS);
            let inside = inside.map_err(|halt| format!("{halt:?}"))?.is_none();
            let right = if inside { brute.of(&state)? } else { None };
            let words: Vec<Vec<u8>> = coords.iter().map(|&c| word(c)).collect();
            let said = match claim {
                Claim::Values => {
                    let holds = |&value: &u64| law.accepts(&[&words[..], &[word(value)]].concat());
                    let all: Vec<u64> = (0..2 * bound).filter(holds).collect();
                    all.len() <= 1 && all.first().copied() == right
                }
                _ => law.accepts(&words) == (inside && right == Some(0)),
            };
            if !said {
                return Err(format!("{claim:?} {family} {coords:?}: {right:?}"));
            }
        }
    }
    Ok(())
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
        compare(&checked).unwrap_or_else(|wrong| panic!("{wrong}\n{}", write(&whole)));
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
                    compare(&checked).unwrap_or_else(|wrong| panic!("{wrong}\n{}", write(&other)));
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
