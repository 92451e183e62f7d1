//! What is told of known games.

use grundy::expr::Catalogue;
use grundy::outcome::{Outcome, Play};
use grundy::{Content, Nat, Table};
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

use super::*;
use crate::code::Lang;
use std::time::Duration;

fn report(title: &str, of: Of, to: u64, at: &[Vec<Nat>]) -> Report {
    let game = Catalogue::default().read_game(title).unwrap();
    let content = match of {
        Of::Value => Content::Values,
        Of::Outcome(play) => Content::Outcomes(play),
        Of::Blocked(_) => unreachable!("made by the rules"),
    };
    let context = Context::default();
    let table = Table::compute(&*game, to, None, content, &context).unwrap();
    let rules = rule_text(title).unwrap();
    let program = Program::read(Source::new(title, &rules.text)).unwrap();
    let family = program.family(&rules.family).unwrap();
    let question = Question {
        game: title,
        program: Some((program.into(), family)),
        table: Some(&table),
        end: &[],
        of,
        at,
        unproved: false,
        moves: 3,
        automata: true,
        search: Search::default(),
    };
    of_game(&question, &context).unwrap()
}

#[test]
fn lasker_is_told_by_residues_and_proved() {
    let huge = Nat::from(10u8).pow(1000);
    let report = report("lasker", Of::Value, 200, &[vec![huge.clone() + 3u8], vec![huge.clone()]]);
    let best = &report.laws[0];
    assert_eq!(best.status, Status::Proved, "{report}");
    assert!(report.laws.iter().any(|law| law.kind == "automaton" && law.states == Some(11)));
    // n + 1 for 3 mod 4, n - 1 for 0 mod 4.
    assert_eq!(report.at[0].value, Some(huge.clone() + 4u8), "{report}");
    assert_eq!(report.at[1].value, Some(huge - 1u8), "{report}");
}

#[test]
fn wythoff_beyond_any_table() {
    let (a, b) = (Nat::from(10u8).pow(30), Nat::from(7u8));
    let report = report(
        "wythoff",
        Of::Outcome(Play::Normal),
        60,
        &[vec![a, b], vec![3u8.into(), 5u8.into()]],
    );
    assert!(report.laws.iter().any(|law| law.numeration.as_deref() == Some("zeckendorf")));
    // What is left of the pair with 7 is (4, 7).
    let moves: Vec<_> = report.at[0].moves.iter().map(|told| told.to.as_deref()).collect();
    assert_eq!(moves, [Some("wythoff(4,7)")], "{report}");
    assert!(report.at[1].moves.is_empty());
    let outcomes: Vec<_> = report.at.iter().map(|at| at.outcome).collect();
    assert_eq!(outcomes, [Some(Outcome::N), Some(Outcome::P)], "{report}");
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(json["of"], "outcome");
    assert_eq!(json["at"][1]["outcome"], "P");
    assert_eq!(json["at"][0]["moves"][0]["to"], "wythoff(4,7)");
}

#[test]
fn squares_are_outside_and_no_law_is_claimed() {
    let text = "S(n) -> S(n-k*k) for k in 1..=isqrt(n)";
    let program = Program::read(Source::new("squares", text)).unwrap();
    let question = Question {
        game: "S",
        program: Some((program.into(), 0)),
        table: None,
        end: &[],
        of: Of::Value,
        at: &[],
        unproved: false,
        moves: 0,
        automata: true,
        search: Search::default(),
    };
    let report = of_game(&question, &Context::default()).unwrap();
    assert!(report.laws.is_empty());
    assert!(report.remarks[0].contains("isqrt is not a term over addition"), "{report}");
}

#[test]
fn that_nothing_is_claimed_has_its_reason() {
    let why = |count: usize| {
        let mut random = fastrand::Rng::with_seed(5);
        let values = (0..count).map(|_| random.i64(..1000)).collect();
        let data = Data::Sequence(pattern::data::Sequence::new(0, values));
        let report = of_data(&data, &Context::default()).unwrap();
        assert!(report.laws.is_empty(), "{report}");
        report.remarks.join("; ")
    };
    assert!(why(1).contains("one number cannot show a law"), "{}", why(1));
    assert!(why(10).contains("10 numbers are few"), "{}", why(10));
    assert!(why(200).contains("none of the kinds that are looked for"), "{}", why(200));
}

#[test]
fn pairs_by_mex_and_by_the_golden_ratio_are_proved() {
    let normal = Of::Outcome(Play::Normal);
    for (title, step, slope) in
        [("wythoff", "k", "(1 + sqrt(5))/2"), ("wythoff[1]", "2*k", "sqrt(2)")]
    {
        let report = report(title, normal, 60, &[]);
        let proved = |kind: &str| {
            let law = report.laws.iter().find(|law| law.kind == kind);
            let law = law.unwrap_or_else(|| panic!("{title}: {kind}\n{report}"));
            assert_eq!(law.status, Status::Proved, "{title}: {kind}\n{report}");
            law.formula.clone()
        };
        assert!(proved("mex pairs").contains(&format!("b_k = a_k + {step},")), "{report}");
        assert!(proved("Beatty pairs").contains(slope), "{report}");
        assert_eq!(report.laws[0].status, Status::Proved);
        assert_eq!(proved("symmetric"), "f(a, b) = f(b, a)");
        // Other differences are refused.
        let law = report.proof.as_ref().unwrap();
        let budget = crate::automaton::Budget::default();
        let d = if step == "k" { 1 } else { 2 };
        for (other, e) in [(3 - d, 0), (d, 1), (d + 2, 0), (2 * d, d)] {
            assert!(!super::pairs::are_pairs(law, other, e, &budget).unwrap(), "{title}");
        }
    }
    // Misère play: other pairs at the beginning, so the formulas do not hold.
    let misere = report("wythoff", Of::Outcome(Play::Misere), 40, &[]);
    let pairs = |law: &&super::Told| law.kind.contains("pairs") && law.status == Status::Proved;
    assert_eq!(misere.laws.iter().find(pairs).map(|law| &law.formula), None);
}

#[test]
fn digits_of_numbers_are_proved() {
    let normal = Of::Outcome(Play::Normal);
    let best = |title: &str, of: Of, to: u64| {
        let report = report(title, of, to, &[]);
        assert_eq!(report.laws[0].status, Status::Proved, "{report}");
        report.laws[0].formula.clone()
    };
    let odious = best("split-smaller", Of::Value, 300);
    assert_eq!(odious, "f(n) = 2*n - 1 - ones(n - 1) mod 2 for n >= 1");
    // A table of heaps alone: the second number is the default of the rules.
    assert_eq!(best("fibonacci-nim", normal, 300), "P iff n is a Fibonacci number");
}

#[test]
fn several_heaps_are_a_sum() {
    let value = |n: u64| match n % 4 {
        _ if n == 0 => 0,
        0 => n - 1,
        3 => n + 1,
        _ => n,
    };
    let heaps: Vec<[u64; 3]> =
        (0..6).flat_map(|a| (a..7).flat_map(move |b| (b..8).map(move |c| [b, a, c]))).collect();
    let at: Vec<Vec<Nat>> =
        heaps.iter().map(|h| h.iter().map(|&n| Nat::from(n)).collect()).collect();
    let program = Program::read(Source::new("lasker", &rule_text("lasker").unwrap().text)).unwrap();
    let question = Question {
        game: "lasker",
        program: Some((program.into(), 0)),
        table: None,
        end: &[],
        of: Of::Value,
        at: &at,
        unproved: false,
        moves: 100,
        automata: true,
        search: Search::default(),
    };
    let report = of_game(&question, &Context::default()).unwrap();
    for (heaps, told) in heaps.iter().zip(&report.at) {
        let sum = heaps.iter().fold(0, |sum, &n| sum ^ value(n));
        assert_eq!(told.value, Some(Nat::from(sum)), "{heaps:?}");
        assert_eq!(told.outcome, Some(if sum == 0 { Outcome::P } else { Outcome::N }));
        let mut winning = Vec::new();
        for (place, &n) in heaps.iter().enumerate() {
            let parts = (0..n).map(|k| vec![k]).chain((1..=n / 2).map(|k| vec![k, n - k]));
            for part in parts {
                let left = [&heaps[..place], &part, &heaps[place + 1..]].concat();
                if left.iter().fold(0, |sum, &n| sum ^ value(n)) == 0 {
                    let left: Vec<String> = left.iter().map(u64::to_string).collect();
                    winning.push(format!("lasker({})", left.join(",")));
                }
            }
        }
        let mut found: Vec<String> = told.moves.iter().map(|m| m.to.clone().unwrap()).collect();
        found.sort();
        winning.sort();
        assert_eq!(found, winning, "{heaps:?}");
    }
}

#[test]
fn laws_with_forbidden_options_are_told_as_formulas() {
    let rules = rule_text("bash[4]").unwrap();
    let program = Arc::new(Program::read(Source::new("bash", &rules.text)).unwrap());
    let family = program.family(&rules.family).unwrap();
    let question = Question {
        game: "bash[4]",
        program: Some((program, family)),
        table: None,
        end: &[200],
        of: Of::Blocked(2),
        at: &[vec![Nat::from(12u8)], vec![Nat::from(13u8)]],
        unproved: false,
        moves: 9,
        automata: true,
        search: Default::default(),
    };
    let report = of_game(&question, &Context::default()).unwrap();
    assert_eq!(report.laws[0].status, Status::Proved);
    assert_eq!(report.laws[0].formula, "P iff n mod 5 is one of 0, 1, 2");
    // 12 = 2 mod 5 loses: two of its four options are P-positions, and are forbidden.
    assert_eq!(report.at[0].outcome, Some(Outcome::P));
    assert!(report.at[0].moves.is_empty());
    let text: Vec<&str> = report.at[1].moves.iter().map(|told| &*told.short).collect();
    assert_eq!(text, ["12", "11", "10"]);
    assert!(report.to_json().contains("\"block\":2"));
    assert!(report.to_string().contains("may forbid 2 options"));
}

/// The greatest power of 2 that divides n: division by a number that is no constant is outside of what
/// automata decide.
#[test]
fn a_law_that_is_not_proved_is_written_and_asked_where_that_is_wanted() {
    let text = "S(n) -> S(n-k) for k in 1..<n if n % k == 0";
    let rules = Rules::read(Source::new("rules", text)).unwrap();
    let catalogue = rules.catalogue();
    let game = catalogue.read_game("S").unwrap();
    let at = [vec![Nat::from(1u64 << 40)], vec![Nat::from(6u8), Nat::from(10u8)]];
    let report = |unproved| {
        let program = Some((rules.program().clone(), 0));
        let search = Search::default();
        let wanted = Wanted::Best;
        Asked { game: &*game, program, wanted, to: &[], at: &at, unproved, moves: 3, search }
            .report(&Context::default())
            .unwrap()
    };
    let careful = report(false);
    assert!(careful.code(Lang::Python, Status::Proved).is_none());
    assert!(careful.at.iter().all(|at| at.outcome.is_none() && at.value.is_none()));
    let report = report(true);
    let python = report.code(Lang::Python, Status::Checked).unwrap().unwrap();
    assert!(
        python.contains("# Not proved: checked for n = 0 to 1999 in a table made by the rules.\n")
    );
    assert!(python.ends_with("    return valuation(n, 2)\n"), "{python}");
    let told: Vec<_> =
        report.at.iter().map(|at| (at.outcome, at.value.clone(), at.status)).collect();
    let expected = [(Outcome::N, 40u8), (Outcome::P, 0)];
    let expected =
        expected.map(|(outcome, value)| (Some(outcome), Some(Nat::from(value)), Status::Checked));
    assert_eq!(told, expected);
    assert!(report.to_string().contains("at (6,10): P, Grundy value 0, if the law holds there\n"));
}

/// Numbers that are of no game.
#[test]
fn a_law_of_numbers_is_written() {
    let numbers: Vec<i64> = (0..60).map(|n: i64| i64::from(n.count_ones())).collect();
    let data = Data::Sequence(pattern::Sequence::new(0, numbers));
    let report = of_data(&data, &Context::default()).unwrap();
    assert!(report.code(Lang::Rust, Status::Checked).is_none());
    let text = report.code(Lang::Rust, Status::Observed).unwrap().unwrap();
    assert!(text.starts_with("// A law of numbers.\n"), "{text}");
    assert!(text.contains("// Not proved: it fits the numbers given, n = 0 to 59.\n"), "{text}");
    assert!(text.contains("pub fn f(n: u64) -> u64 {"), "{text}");
}

/// An automaton that reads digits fits 600 values of Mark by 5, and fails behind them.
#[test]
fn the_automaton_that_is_proved_refutes_laws_of_small_tables() {
    let refuted = |report: &Report| {
        report.remarks.iter().find(|remark| remark.contains("refutes it")).cloned()
    };
    let small = report("mark[5]", Of::Value, 600, &[]);
    let remark = refuted(&small).unwrap();
    assert!(remark.contains("holds in the table, to 600, and fails at ("), "{remark}");
    assert!(small.laws.iter().all(|law| law.kind == "automaton"), "{small}");
    assert!(small.unproved.is_none());
    let large = report("mark[5]", Of::Value, 3000, &[]);
    assert_eq!(refuted(&large), None);
    assert_eq!((large.laws[0].status, &*large.laws[0].kind), (Status::Proved, "automatic"));
    // What fails is a position: the values at multiples of 3 are 0, 1, 2, … here.
    let rules = Rules::read(Source::new(
        "rules",
        "T(n) where n % 3 == 0  T(n) -> T(k) for k in 0..<n if k % 3 == 0",
    ));
    let rules = rules.unwrap();
    let game = rules.catalogue().read_game("T").unwrap();
    let table = Table::compute(&*game, 300, None, Content::Values, &Context::default()).unwrap();
    let question = Question {
        game: "T",
        program: Some((rules.program().clone(), 0)),
        table: Some(&table),
        end: &[],
        of: Of::Value,
        at: &[],
        unproved: false,
        moves: 0,
        automata: true,
        search: Search::default(),
    };
    let report = of_game(&question, &Context::default()).unwrap();
    assert_eq!(refuted(&report), None, "{report}");
}

/// The laws of rules of one game, G.
fn asked(text: &str, wanted: Wanted, to: &[u64], at: &[Vec<Nat>]) -> Report {
    asked_within(Search::default(), text, wanted, to, at)
}

fn asked_within(search: Search, text: &str, wanted: Wanted, to: &[u64], at: &[Vec<Nat>]) -> Report {
    let rules = Rules::read(Source::new("rules", text)).unwrap();
    let game = rules.catalogue().read_game("G").unwrap();
    let to: Vec<Nat> = to.iter().map(|&n| Nat::from(n)).collect();
    let program = Some((rules.program().clone(), 0));
    let moves = 0;
    Asked { game: &*game, program, wanted, to: &to, at, unproved: true, moves, search }
        .report(&Context::default())
        .unwrap()
}

#[test]
fn lists_that_end_are_not_written() {
    // P iff the numbers have the same list entry: nothing is known behind the list.
    let gcd = "G(a,b) -> G(a-k,b) for k in 1..=a if gcd(k,b)==1
        G(a,b) -> G(a,b-k) for k in 1..=b if gcd(k,a)==1";
    let report = asked(gcd, Wanted::Best, &[], &[]);
    for lang in Lang::ALL {
        if let Some(Ok(text)) = report.code(lang, Status::Checked) {
            assert!(!text.contains("TABLE_1[a]") && !text.contains("TABLE_1[(int) a]"), "{text}");
        }
    }
    let gaps: Vec<i64> = (0..300i64).map(|n| n - n.isqrt() * n.isqrt()).collect();
    let report = of_data(&Data::Sequence(pattern::Sequence::new(0, gaps)), &Context::default());
    if let Some(Ok(text)) = report.unwrap().code(Lang::Python, Status::Observed) {
        assert!(!text.contains("TABLE_1[root"), "{text}");
    }
}

#[test]
fn what_is_no_position_has_no_part_in_a_law() {
    // No law is proved of these, however long one is looked for.
    let soon = || Search { time: Duration::from_secs(1), ..Search::default() };
    let divisors = "G(n) where n>=1  G(n) -> G(n-d) for d in divisors(n) if d<n";
    let report = asked_within(soon(), divisors, Wanted::Best, &[], &[vec![Nat::ZERO]]);
    let open = report.at[0].open.as_deref();
    assert_eq!((report.at[0].outcome, open), (None, Some("this is not a position of the rules")));
    for lang in Lang::ALL {
        let text = report.code(lang, Status::Checked).unwrap().unwrap();
        assert!(text.contains("n = 1 to 1999") && !text.contains("922337"), "{text}");
    }
    // The formula is the law of all positions, though not of the number 1.
    let report = asked("G(n) where n>=2  G(n) -> G(n-1) if n>2", Wanted::Best, &[], &[]);
    let python = report.code(Lang::Python, Status::Proved).unwrap().unwrap();
    assert!(python.ends_with("    return n % 2\n"), "{python}");
    // Mirrored pairs are no positions.
    let half = "G(a,b) where a>b or (a==0 and b==0)
        G(a,b) ->? G(a-k,b) for k in 1..=a
        G(a,b) -> G(a-k,b-k) for k in 1..=b";
    let report = asked_within(soon(), half, Wanted::Values, &[], &[]);
    assert!(report.laws.iter().all(|law| law.kind != "symmetric"), "{report}");
}

#[test]
fn formulas_say_where_they_hold() {
    let report = asked(
        "G(n) -> G(n-1) if n>0  G(n) -> G(n/2) if n>1",
        Wanted::Outcomes(Play::Normal),
        &[],
        &[],
    );
    for remark in report.remarks.iter().filter(|remark| remark.contains("refutes it")) {
        assert!(remark.contains(", but ") || remark.contains(" for n >= "), "{remark}");
    }
    let step = "G(a,b) -> G(a-1,b) if a>0
        G(a,b) -> G(a,b-1) if b>0
        G(a,b) -> G(a-1,b-1) if a>0 and b>0";
    let report = asked(step, Wanted::Best, &[], &[]);
    assert_eq!(report.laws[0].formula, "P iff a mod 2 = 0 and b mod 2 = 0");
    // Squares leave 64 bits sooner than their roots.
    let squares = Data::Sequence(pattern::Sequence::new(0, (0..60).map(|n| n * n).collect()));
    let report = of_data(&squares, &Context::default()).unwrap();
    let text = report.code(Lang::Cpp, Status::Observed).unwrap().unwrap();
    assert!(text.contains("Arguments from 0 to 2^31"), "{text}");
    // The least argument is told with the greatest one.
    let ones = Data::Sequence(pattern::Sequence::new(1, (1..60).map(|n| n * n).collect()));
    let report = of_data(&ones, &Context::default()).unwrap();
    let text = |lang| report.code(lang, Status::Observed).unwrap().unwrap();
    assert!(text(Lang::Cpp).contains("Arguments from 1 to 2^31"), "{}", text(Lang::Cpp));
    let any = "Arguments are numbers of any size from 1 on.";
    assert!(text(Lang::Python).contains(any), "{}", text(Lang::Python));
}

/// P iff n is odd or an odd power of 2: the first 500 numbers have three exceptions to "n is odd", and there is one more
/// behind them.
#[test]
fn laws_of_the_first_entries_are_looked_at_farther_on() {
    let divisors = "G(n) where n>=2  G(n) -> G(n-d) for d in divisors(n) if d>1 and n-d>=2";
    let report = asked(divisors, Wanted::Outcomes(Play::Normal), &[], &[]);
    assert!(report.laws.is_empty() && report.unproved.is_none(), "{report}");
    let failed = "no law: P iff n mod 2 = 1 for n >= 3, but P at 8, 32, 128; it holds to 499, and fails at (512)";
    assert!(report.remarks.iter().any(|remark| remark == failed), "{:#?}", report.remarks);
    // Who names the end of the table gets the laws of that table.
    let report = asked(divisors, Wanted::Outcomes(Play::Normal), &[499], &[]);
    assert_eq!(report.laws[0].checked_to, [499]);
}

/// Pairs made by mex are computed as far as the first table goes: nothing is said of them farther on.
#[test]
fn what_is_not_computed_farther_on_is_not_refuted() {
    let wythoff = "G(a,b) -> G(a-k,b) for k in 1..=a if isqrt(k) >= 0
        G(a,b) -> G(a,b-k) for k in 1..=b
        G(a,b) -> G(a-k,b-k) for k in 1..=min(a,b)";
    let report = asked(wythoff, Wanted::Best, &[], &[]);
    let pairs = report.laws.iter().find(|law| law.kind == "mex pairs").unwrap();
    assert_eq!((pairs.status, &*pairs.checked_to), (Status::Checked, &[59, 59][..]));
    let beatty = report.laws.iter().find(|law| law.kind == "Beatty pairs").unwrap();
    assert_eq!(beatty.checked_to, [119, 119]);
    assert!(report.remarks.iter().all(|remark| !remark.contains("fails at")), "{report}");
}

/// The table of these rules begins with (1,2): before it the formula fails, and so it is no law.
#[test]
fn a_law_that_fails_before_the_table_is_not_proved() {
    let rules = "G(n,m) where m>=2  G(n,m) -> G(n-1,m) if n>=2";
    let of = Wanted::Outcomes(Play::Normal);
    let report = asked(rules, of, &[], &[vec![Nat::ZERO, 2u8.into()]]);
    assert_eq!(report.at[0].outcome, Some(Outcome::P), "{report}");
    let parity = |law: &super::Told| law.formula == "P iff n mod 2 = 1";
    assert!(report.laws.iter().all(|law| !parity(law)), "{report}");
    assert!(report.laws.iter().any(|law| law.status == Status::Proved), "{report}");
}

#[test]
fn lists_over_something_else_do_not_say_where_a_law_begins() {
    let function = |term: crate::pattern::term::Term, least: Vec<i64>| LawFormula {
        term,
        values: true,
        exceptions: Vec::new(),
        names: crate::code::names(least.len()),
        least,
        formula: "f".into(),
        checked_to: Vec::new(),
        theorem: None,
    };
    use crate::pattern::term::Term;
    let beginning = |x: Term| Term::Beginning {
        first: 0,
        entries: [5, 7].into(),
        x: x.into(),
        rest: Term::Constant(1).into(),
    };
    assert_eq!(function(beginning(Term::n()), vec![0]).told(), "f for n >= 2");
    assert_eq!(function(beginning(Term::n().modulo(5)), vec![0]).told(), "f");
    assert_eq!(function(beginning(Term::n()), vec![0, 0]).told(), "f");
}
