//! Formulas of rules against the reference evaluator; laws proved, and wrong laws that are not.

use std::collections::BTreeSet;
use std::sync::Arc;

use fastrand::Rng;
use grundy::outcome::Play;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk::{self, MAX_STEPS};

use super::refute::refute;
use super::*;
use crate::automaton::{Automaton, Budget};
use crate::formula::{Comparison, DecideError, Environment, Formula, Fresh, Term, Var, decide};
use crate::numeration::{Name, System};

fn read(text: &str) -> Arc<Program> {
    let program = Program::read(Source::new("rules", text));
    Arc::new(program.unwrap_or_else(|error| panic!("{text}: {error:?}")))
}

const NORMAL: Of = Of::Outcome(Play::Normal);
const MISERE: Of = Of::Outcome(Play::Misere);

const WYTHOFF: &str = "W(a,b) -> W(a-x,b) for x in 1..=a
    W(a,b) -> W(a,b-x) for x in 1..=b
    W(a,b) -> W(a-x,b-x) for x in 1..=min(a,b)";

fn proved(text: &str, of: Of) -> Box<ProvedLaw> {
    match find(&read(text), 0, of, &Search::default(), &Default::default()) {
        Ok(Found::Proved(law)) => law,
        other => panic!("{text}: {other:?}"),
    }
}

/// What the formulas say of one program, as automata.
struct Decided {
    system: Arc<System>,
    domains: Vec<Automaton>,
    /// For each family and choice: coordinates, then those of each part of the sum.
    choices: Vec<Vec<(Automaton, Vec<usize>, bool)>>,
    /// For each family, rule and run: coordinates, then those of the other form.
    rewritings: Vec<Vec<Vec<(Automaton, usize)>>>,
    faults: Vec<Vec<Automaton>>,
}

impl Decided {
    fn of(translation: &Translation) -> Result<Self, DecideError> {
        let budget = Budget::new(60_000, Default::default());
        let name = translation.places.clone().unwrap_or(Name::Base(2));
        let system = Arc::new(System::new(&name, &budget).unwrap());
        let over = |formula: Formula, vars: &[Var]| {
            // Every variable has a track.
            let mentioned = vars.iter().map(|&var| Formula::AtLeast(var.into()));
            let all = Formula::And(mentioned.chain([formula]).collect());
            let found = decide(&all, &system, &Environment::new(), &budget)?;
            assert_eq!(found.vars, vars);
            Ok::<_, DecideError>((*found.automaton).clone())
        };
        let coords = |width: usize| (0..width as u32).map(Var).collect::<Vec<_>>();
        let mut decided = Self {
            domains: vec![],
            choices: vec![],
            rewritings: vec![],
            faults: vec![],
            system: system.clone(),
        };
        for family in &translation.families {
            let own = coords(family.width);
            decided.domains.push(over(family.domain.clone(), &own)?);
            let reaches = |vars: &[Var], guard: &Formula, sum: &[Target]| {
                let mut fresh = Fresh::from(translation.fresh);
                let mut all = own.clone();
                let mut parts = vec![guard.clone()];
                let terms: Vec<&Term> = sum.iter().flat_map(|target| &target.coords).collect();
                let names: Vec<Var> = terms.iter().map(|_| fresh.var()).collect();
                for (term, &name) in terms.into_iter().zip(&names) {
                    parts.push(term.compare(Comparison::Equal, &name.into(), &mut fresh).unwrap());
                }
                all.extend(names);
                over(Formula::exists(vars.to_vec(), Formula::And(parts)), &all)
            };
            let mut choices = Vec::new();
            for choice in &family.choices {
                let made = reaches(&choice.vars, &choice.guard, &choice.sum)?;
                let families = choice.sum.iter().map(|target| target.family).collect();
                choices.push((made, families, choice.wins));
            }
            decided.choices.push(choices);
            let mut rules = Vec::new();
            for runs in &family.rewritings {
                let mut all = Vec::new();
                for run in runs {
                    let target = std::slice::from_ref(&run.target);
                    all.push((reaches(&run.vars, &run.guard, target)?, run.target.family));
                }
                rules.push(all);
            }
            decided.rewritings.push(rules);
            let faults = family.faults.iter().map(|(fault, _)| over(fault.clone(), &own));
            decided.faults.push(faults.collect::<Result<_, _>>()?);
        }
        Ok(decided)
    }
}

fn numbers(state: &State) -> Vec<u64> {
    state.coords().iter().map(|&coord| coord as u64).collect()
}

/// All tuples below a bound, or some of them.
fn tuples(width: usize, bound: u64, most: usize, rng: &mut Rng) -> Vec<Vec<u64>> {
    let count = bound.checked_pow(width as u32).filter(|&count| count <= most as u64);
    let random = |rng: &mut Rng| (0..width).map(|_| rng.u64(0..bound)).collect();
    match count {
        None => (0..most).map(|_| random(rng)).collect(),
        Some(count) => (0..count)
            .map(|number| (0..width).map(|at| number / bound.pow(at as u32) % bound).collect())
            .collect(),
    }
}

/// Compares the formulas with the walker in small states: domain, faults, other forms and options.
/// The number of options compared.
fn compare(name: &str, program: &Program, translation: &Translation, rng: &mut Rng) -> usize {
    let Ok(decided) = Decided::of(translation) else { return 0 };
    let holds =
        |law: &Automaton, numbers: &[u64]| decided.system.holds_small(law, numbers).unwrap();
    let mut compared = 0;
    for (family, formulas) in translation.families.iter().enumerate() {
        for at in tuples(formulas.width, 7, 20, rng) {
            let coords: Vec<i64> = at.iter().map(|&coord| coord as i64).collect();
            let state = State::new(family, coords);
            let fault = decided.faults[family].iter().any(|fault| holds(fault, &at));
            let inside = match walk::outside(program, &state, MAX_STEPS) {
                Ok(outside) => outside.is_none(),
                Err(_) => {
                    assert!(fault, "{name}: {at:?} has a domain that fails");
                    continue;
                }
            };
            assert_eq!(holds(&decided.domains[family], &at), inside, "{name}: domain of {at:?}");
            if !inside {
                assert!(!fault, "{name}: a fault outside of the domain, {at:?}");
                continue;
            }
            // The first rule that applies, and what it makes of the state.
            let mut form = None;
            for runs in &decided.rewritings[family] {
                for (run, target) in runs {
                    for other in tuples(translation.families[*target].width, 8, 4096, rng) {
                        if holds(run, &[&at[..], &other].concat()) {
                            let other = (*target, other);
                            assert!(form.as_ref().is_none_or(|known| *known == other), "{name}");
                            form = Some(other);
                        }
                    }
                }
                if form.is_some() {
                    break;
                }
            }
            match walk::normal_form(program, &state) {
                Ok(normal) if normal == state => assert_eq!(form, None, "{name}: form of {at:?}"),
                Ok(normal) => {
                    assert!(!fault, "{name}: no fault at {at:?}");
                    let (target, other) = form.unwrap_or_else(|| panic!("{name}: form of {at:?}"));
                    let coords = other.iter().map(|&coord| coord as i64).collect();
                    let next = State::new(target, coords);
                    assert_eq!(walk::normal_form(program, &next), Ok(normal), "{name}: {at:?}");
                    continue;
                }
                Err(_) => continue,
            }
            let mut options = BTreeSet::new();
            let walked = walk::options(program, &state, MAX_STEPS, &mut |option| {
                let families: Vec<usize> = option.sum.iter().map(State::family).collect();
                let all: Vec<u64> = option.sum.iter().flat_map(numbers).collect();
                options.insert((families, all, option.wins));
                true
            });
            assert_eq!(walked.is_err(), fault, "{name}: faults at {at:?}: {walked:?}");
            if fault {
                continue;
            }
            let says = |families: &[usize], all: &[u64], wins: bool| {
                decided.choices[family].iter().any(|(choice, to, won)| {
                    to == families && *won == wins && holds(choice, &[&at[..], all].concat())
                })
            };
            for (families, all, wins) in &options {
                assert!(says(families, all, *wins), "{name}: {at:?} -> {families:?} {all:?}");
                compared += 1;
            }
            let kinds: BTreeSet<(Vec<usize>, bool)> =
                decided.choices[family].iter().map(|(_, to, won)| (to.clone(), *won)).collect();
            for (families, wins) in kinds {
                let width = families.iter().map(|&to| translation.families[to].width).sum();
                let near =
                    options.iter().filter(|(to, ..)| *to == families).flat_map(|(_, all, _)| {
                        (0..width).flat_map(move |place| {
                            let mut up = all.clone();
                            up[place] += 1;
                            let mut down = all.clone();
                            down[place] = down[place].saturating_sub(1);
                            [up, down]
                        })
                    });
                let near: Vec<Vec<u64>> = near.collect();
                for all in tuples(width, 9, 100, rng).into_iter().chain(near) {
                    let option = (families.clone(), all, wins);
                    if !options.contains(&option) {
                        let said = says(&option.0, &option.1, wins);
                        assert!(!said, "{name}: {at:?} -/-> {:?} {:?}", option.0, option.1);
                    }
                }
            }
        }
    }
    compared
}

#[test]
fn formulas_say_what_the_examples_do() {
    let mut rng = Rng::with_seed(7);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");
    let mut files: Vec<_> = [folder.to_owned(), format!("{folder}/more")]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rules"))
        .collect();
    files.sort();
    let mut compared = 0;
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let program = read(&text);
        let name = path.file_stem().unwrap().to_string_lossy();
        // Boards whose formulas have ten tracks and more take long.
        if ["nimble", "take-and-break-different", "hackenbush"].contains(&&*name) {
            continue;
        }
        let Ok(translation) = translate(&program) else { continue };
        compared += usize::from(compare(&name, &program, &translation, &mut rng) > 0);
    }
    assert!(compared >= 20, "{compared} files");
}

/// A random number as text: over the names, which may be negative.
fn number(names: &[&str], depth: u32, rng: &mut Rng) -> String {
    let name = names[rng.usize(..names.len())];
    if depth == 0 {
        return if rng.u8(0..4) == 0 { rng.u8(0..4).to_string() } else { name.into() };
    }
    let [a, b] = [0, 1].map(|_| number(names, depth - 1, rng));
    match rng.u8(0..14) {
        11 => format!("({a} - LIST[{}])", rng.u8(0..3)),
        12 => format!("(len(ROWS[{}]) + {b})", rng.u8(0..2)),
        0 => format!("({a}+{b})"),
        1 => format!("({a}-{b})"),
        2 => format!("min({a},{b})"),
        3 => format!("max({a},{b})"),
        4 => format!("(({a})/{})", rng.u8(2..4)),
        5 => format!("(({a})%{})", rng.u8(2..4)),
        6 => format!("abs({a}-{b})"),
        7 => format!("(if {} then {a} else {b})", condition(names, rng)),
        8 => format!("[{a},{b},{name}][{name}]"),
        9 => format!("sort([{a},{b}])[{}]", rng.u8(0..2)),
        10 => format!("({}*{a})", rng.u8(1..3)),
        _ => a,
    }
}

fn condition(names: &[&str], rng: &mut Rng) -> String {
    let mut number = || number(names, 0, rng);
    let [a, b, c] = [number(), number(), number()];
    match rng.u8(0..8) {
        0 => format!("{a} < {b} <= {c}"),
        1 => format!("not ({a} == {b})"),
        2 => format!("({a} != {b} and [1,2,0][{c}] > 0)"),
        3 => format!("({a} > {b} or [{b},1][{c}] == 1)"),
        4 => format!("{a} in {{0, 2, 3}}"),
        5 => format!("({a} < {b}) == ({b} < {c})"),
        6 => format!("[{a},1] == [{b},{c}]"),
        _ => format!("{a} >= {b}"),
    }
}

/// Random rules over two families.
fn program(rng: &mut Rng) -> String {
    let names = &["a", "b"][..];
    let mut text = "const LIST = [2, 0, 1]\nconst ROWS = [[1, 3], []]\n".to_owned();
    if rng.bool() {
        text += &format!("F(a,b) where {}\n", condition(names, rng));
    }
    if rng.u8(0..3) == 0 {
        let [x, y] = [0, 1].map(|_| number(names, 0, rng));
        text += &format!("F(a,b) == F({x},{y}) if {}\n", condition(names, rng));
    }
    for _ in 0..rng.u8(1..3) {
        let inner = &["a", "b", "k"][..];
        let [x, y, z] = [1, 1, 0].map(|depth| number(inner, depth, rng));
        let to = ["k", "b", "min(a,b)", "a/2"][rng.usize(..4)];
        let from = ["0", "1", "b", "-1"][rng.usize(..4)];
        let until = ["..<", "..="][rng.usize(..2)];
        let range = match rng.u8(0..6) {
            0 => "{1, 2}".to_owned(),
            4 => "LIST".to_owned(),
            5 => format!("ROWS[{}]", rng.u8(0..2)),
            1 => format!("{from}{until}{}", to.replace('k', "a")),
            _ => format!("0..<{}", to.replace('k', "a")),
        };
        let guard = condition(inner, rng);
        text += &match rng.u8(0..6) {
            0 => format!("F(a,b) -> G({x}) + F({y},{z}) for k in {range} if {guard}\n"),
            1 => format!("F(a,b) -> wins for k in {range} if {guard}\n"),
            2 => format!(
                "F(a,b) {{ var m = a\n for k in {range} {{ if {guard} {{ m = {y}\n move? F(m,{z}) }} else {{ move? G({x}) }} }} }}\n"
            ),
            3 => format!("F(a,b) -> F({x},{y}) for k in {range} if {guard}\n"),
            _ => format!("F(a,b) ->? F({x},{y}) for k in {range} if {guard}\n"),
        };
    }
    text + "G(n) -> 0 if n == 1\nG(n) -> G(n-2) if n >= 2\n"
}

#[test]
fn formulas_say_what_random_rules_do() {
    let mut rng = Rng::with_seed(11);
    let (mut programs, mut options, mut wrong) = (0, 0, 0);
    for _ in 0..60 {
        let text = program(&mut rng);
        let Ok(program) = Program::read(Source::new("random", &text)) else {
            wrong += 1;
            continue;
        };
        let Ok(translation) = translate(&program) else { continue };
        let compared = compare(&text, &program, &translation, &mut rng);
        programs += usize::from(compared > 0);
        options += compared;
    }
    assert!(
        programs > 20 && options > 400,
        "{programs} programs, {options} options, {wrong} no rules"
    );
}

#[test]
fn misere_play_is_normal_play_of_other_rules() {
    let mut texts = vec![
        WYTHOFF.to_owned(),
        "S(n) ->? S(n-k) for k in {2,3}\nS(n) -> 0 if n == 4".into(),
        "A(n) -> B(n-1) if n > 0\nB(n) -> A(k) for k in 0..<n if k % 3 > 0".into(),
        "N(a,b) == N(b,a) if a > b\nN(a,b) -> N(c,b) for c in 0..<a\nN(a,b) -> N(a,c) for c in 0..<b".into(),
    ];
    for file in ["bash", "dynamic-nim", "fibonacci-nim", "mark", "nim-keep", "subtraction"] {
        let path = format!("{}/../../examples/rules/{file}.rules", env!("CARGO_MANIFEST_DIR"));
        texts.push(std::fs::read_to_string(path).unwrap());
    }
    for text in texts {
        let program = read(&text);
        let mut oracle = Oracle::new(program.clone(), MISERE);
        let width = program.families[0].width;
        for at in tuples(width, 14, 400, &mut Rng::with_seed(1)) {
            let state = State::new(0, at.iter().map(|&coord| coord as i64).collect());
            let bare = oracle.misere(state, &Default::default()).unwrap();
            assert_eq!(oracle.holds(0, &at, &Default::default()).unwrap(), bare, "{text}: {at:?}");
        }
    }
}

/// One accepting state turned round, or one step to another state.
fn mutated(law: &Automaton, system: &System, rng: &mut Rng) -> Option<Automaton> {
    let budget = Budget::default();
    let (mut next, mut accepting) = (law.transitions().to_vec(), law.acceptance().to_vec());
    if rng.bool() {
        let state = rng.usize(..accepting.len());
        accepting[state] = !accepting[state];
    } else {
        let at = rng.usize(..next.len());
        next[at] = rng.u32(..accepting.len() as u32);
    }
    let changed = Automaton::new(law.base(), law.tracks(), next, accepting, &budget).ok()?;
    let valid = system.tuples(law.tracks(), &budget).unwrap();
    let changed = changed.and(&valid, &budget).ok()?;
    (changed.ignores_leading_zeros() && changed != *law).then_some(changed)
}

#[test]
fn wrong_laws_are_never_proved() {
    let games = [
        (WYTHOFF, NORMAL),
        (WYTHOFF, MISERE),
        ("L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2", Of::Value),
        ("S(n) -> S(n-k) for k in {1,3,4} if k <= n", Of::Value),
        ("M(n) -> M(n-1) if n > 0\nM(n) -> M(n/2) if n > 0", NORMAL),
        ("F(n,c) == F(n,n) if c > n\nF(n,c) -> F(n-k,2*k) for k in 1..=min(n,c)", NORMAL),
    ];
    let mut rng = Rng::with_seed(3);
    let mut refuted = 0;
    for (text, of) in games {
        let law = proved(text, of);
        let translation = translate(&read(text)).unwrap();
        let reached: Vec<usize> = law.families.iter().map(|(family, ..)| *family).collect();
        let laws: Vec<Automaton> = law.families.iter().map(|(.., law)| law.clone()).collect();
        let budget = Budget::new(20_000, Default::default());
        let again = refute(&translation, &reached, of, &law.system, &laws, &budget);
        assert_eq!(again, Ok(None), "{text}");
        for _ in 0..100 {
            let mut wrong = laws.clone();
            let at = rng.usize(..wrong.len());
            let Some(changed) = mutated(&wrong[at], &law.system, &mut rng) else { continue };
            wrong[at] = changed;
            let found = refute(&translation, &reached, of, &law.system, &wrong, &budget);
            assert!(found != Ok(None), "{text}: a wrong law is proved");
            refuted += 1;
        }
    }
    assert!(refuted > 200, "{refuted}");
}

#[test]
fn faults_are_told() {
    let wrong = |text: &str| find(&read(text), 0, NORMAL, &Search::default(), &Default::default());
    // Beyond any small table: the move from 100000 leaves the domain.
    let leaves = "A(n) where n != 99999\nA(n) -> A(n-1) if n > 0 and n != 100001";
    assert!(!matches!(wrong(leaves), Ok(Found::Proved(_))), "{leaves}");
    let index = "A(n) -> A(n-1) if n > 0 and (n < 5000 or [1,1][n-5000] > 0)";
    assert!(!matches!(wrong(index), Ok(Found::Proved(_))), "{index}");
    let circle = "A(n,m) == A(m,n) if n > 5000 and m > 5000 and n != m\nA(n,m) -> A(n-1,m) if n > 0\nA(n,m) -> A(n,m-1) if m > 0";
    assert!(!matches!(wrong(circle), Ok(Found::Proved(_))), "{circle}");
    let outside = "A(n) where n < 70000 or n > 80000\nA(n) == A(n-1) if n == 80001\nA(n) -> A(n-1) if 0 < n < 70000";
    assert!(!matches!(wrong(outside), Ok(Found::Proved(_))), "{outside}");
    let endless = "A(n) -> A(n) if n > 20000\nA(n) -> A(n-1) if n > 0";
    assert!(!matches!(wrong(endless), Ok(Found::Proved(_))), "{endless}");
}

#[test]
fn lookups_are_constant_or_outside() {
    let outside = |text: &str| translate(&read(text)).unwrap_err().to_string();
    assert_eq!(
        outside("const A = [1, 2]\nS(n) -> S(n - A[n % 2]) if n > 1"),
        "an element of an array whose index is not constant"
    );
    assert_eq!(
        outside("const G = [[1], [2]]\nS(n) -> S(n - k) for k in G[n % 2] if n > 1"),
        "a row of an array whose number is not constant"
    );
    assert_eq!(outside("input m\nS(n) -> S(n - m) if n > m"), "m is an input and has no value");
}

#[test]
fn loops_through_places() {
    let fibonacci = "S(n) { var f = 1\n var next = 2\n while f <= n { move S(n-f)\n let last = f\n f = next\n next = last + f } }";
    let translation = translate(&read(fibonacci)).unwrap();
    assert_eq!(translation.places, Some(Name::Zeckendorf));
    let powers = "S(n) { var p = 3\n while p <= n { move S(n-p)\n p = p * 3 } }";
    assert_eq!(translate(&read(powers)).unwrap().places, Some(Name::Base(3)));
    for text in [
        "S(n) { var p = 2\n while p <= n { move S(n-p)\n p = p * 3 } }",
        "S(n) { var f = 1\n var next = 2\n while f <= n { move S(n-f)\n f = next\n next = next + f } }",
        "S(n) { var f = 1\n var next = 4\n while f <= n { move S(n-f)\n let last = f\n f = next\n next = last + f } }",
    ] {
        assert!(translate(&read(text)).is_err(), "{text}");
    }
    // Powers of 2 are no places elsewhere.
    let powers = read("S(n) { var p = 1\n while p <= n { move S(n-p)\n p = p * 2 } }");
    let search = Search { systems: vec![Name::Zeckendorf], ..Search::default() };
    let found = find(&powers, 0, NORMAL, &search, &Default::default());
    assert!(matches!(found, Err(FindError::Outside(_))), "{found:?}");
}

#[test]
fn the_lexicographic_rank() {
    // Many new coins of the second kind for one of the first.
    let law = proved("C(a,b) -> C(a-1, a+2*b+1) if a > 0\nC(a,b) -> C(a,b-1) if b > 0", NORMAL);
    assert!(law.rank.then.is_some(), "{:?}", law.rank);
}
