//! Laws by a remainder: what is proved holds by the rules, and nothing else is proved.

use super::remainder::proof;
use crate::pattern::term::Term;
use crate::pattern::{Data, Grid, Law, Meaning, find};
use crate::report::{Asked, At, Wanted};
use crate::rules::{Of, Search};
use grundy::Nat;
use grundy::context::Context;
use grundy::outcome::{Outcome, Play};
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

const NORMAL: Of = Of::Outcome(Play::Normal);
const MISERE: Of = Of::Outcome(Play::Misere);

/// May k be taken from n, where m bounds the moves?
type Allowed<'f> = &'f dyn Fn(i64, i64, i64) -> bool;

/// What is told of the heaps up to `end`, by the definition.
fn column(of: Of, m: i64, end: i64, allowed: Allowed<'_>) -> Vec<i64> {
    let mut told: Vec<i64> = Vec::new();
    for n in 0..=end {
        let moves = (1..=n).filter(|&k| allowed(n, m, k));
        let options: Vec<i64> = moves.map(|k| told[(n - k) as usize]).collect();
        told.push(match of {
            Of::Value => grundy::nimber::mex(options.iter().map(|&v| v as u64)) as i64,
            MISERE if options.is_empty() => 0,
            _ => i64::from(!options.contains(&1)),
        });
    }
    told
}

/// The laws that are seen for n up to 60 and m from 1 to 12.
fn seen(of: Of, allowed: Allowed<'_>) -> Vec<Law> {
    let columns: Vec<Vec<i64>> = (1..=12).map(|m| column(of, m, 60, allowed)).collect();
    let values = (0..=60).flat_map(|n| columns.iter().map(move |own| own[n])).collect();
    let meaning = if of == Of::Value { Meaning::Values } else { Meaning::Outcomes };
    let table = Grid::new(vec![0, 1], vec![61, 12], values).unwrap().meaning(meaning);
    find(&Data::Grid(table), &Context::default()).unwrap()
}

fn program(condition: &str) -> Program {
    let text = format!("G(n,m) where m>=1  G(n,m) -> G(n-k,m) for k in 1..=n if {condition}");
    Program::read(Source::new("rules", &text)).unwrap_or_else(|error| panic!("{error:?}"))
}

/// Whether the law holds for n up to 150 and m from 1 to 20.
fn holds(term: &Term, of: Of, allowed: Allowed<'_>) -> bool {
    (1..=20).all(|m| {
        let told = column(of, m, 150, allowed);
        (0..).zip(told).all(|(n, told)| term.value(&[n, m]) == Some(told))
    })
}

fn is_proved(law: &Law, program: &Program, of: Of) -> bool {
    proof(law, &["n", "m"], program, 0, of, &Context::default()).unwrap().is_some()
}

#[test]
fn games_with_a_bound_on_moves() {
    for (condition, of, formula) in [
        ("k<=m", Of::Value, "f(a, b) = a mod (b + 1)"),
        ("k<=m", NORMAL, "P iff a mod (b + 1) = 0"),
        ("k<=m", MISERE, "P iff a mod (b + 1) = 1"),
        ("k<=2*m", NORMAL, "P iff a mod (2*b + 1) = 0"),
        ("k==m", NORMAL, "P iff floor(a/b) mod 2 = 0"),
        ("k==m", Of::Value, "f(a, b) = floor(a/b) mod 2"),
        ("k==m or k==2*m", Of::Value, "f(a, b) = floor(a/b) mod 3"),
        ("2<=k and k<=m+1", NORMAL, "P iff a mod (b + 3) <= 1"),
        ("k==m or k==m+1", Of::Value, "f(a, b) = floor((a mod (2*b + 1))/b)"),
        ("k==m or k==m+1", NORMAL, "P iff floor((a mod (2*b + 1))/b) = 0"),
        ("k==m or k==m+1", MISERE, "P iff floor((a mod (2*b + 1))/b) = 1"),
        ("k==1 or k==m", NORMAL, "P iff ((a + 1) mod (b + 1)) mod 2 = 1"),
    ] {
        let allowed: Allowed<'_> = match condition {
            "k<=m" => &|_, m, k| k <= m,
            "k<=2*m" => &|_, m, k| k <= 2 * m,
            "k==m" => &|_, m, k| k == m,
            "2<=k and k<=m+1" => &|_, m, k| 2 <= k && k <= m + 1,
            "k==m or k==m+1" => &|_, m, k| k == m || k == m + 1,
            "k==m or k==2*m" => &|_, m, k| k == m || k == 2 * m,
            _ => &|_, m, k| k == 1 || k == m,
        };
        let laws = seen(of, allowed);
        let law = laws.iter().find(|law| law.formula == formula);
        let told: Vec<&str> = laws.iter().map(|law| &*law.formula).collect();
        let law = law.unwrap_or_else(|| panic!("{condition}: {formula} is not seen: {told:?}"));
        assert!(is_proved(law, &program(condition), of), "{condition}: {formula}");
        assert!(holds(law.term.as_ref().unwrap(), of, allowed), "{condition}: {formula}");
    }
}

/// The rules change far out, where no table looks.
#[test]
fn a_law_that_ends_behind_the_table_is_not_proved() {
    let law = seen(NORMAL, &|_, m, k| k <= m).remove(0);
    assert_eq!(law.formula, "P iff a mod (b + 1) = 0");
    for condition in [
        "k<=m and (n<1000 or k>1)",
        "k<=m and n-k != 5000",
        "k<=m and (m<100 or k!=7)",
        "k<=m or k==n and n>400",
        "k<=m+1 and (k<=m or n>=1000000)",
        "k<=m or k==50*m",
    ] {
        assert!(!is_proved(&law, &program(condition), NORMAL), "{condition}");
    }
    // What the other condition excludes does not occur.
    for condition in ["k<=m and (n<1000 or k>=1)", "k<=m or k<0", "k<=m and n-k>=0"] {
        assert!(is_proved(&law, &program(condition), NORMAL), "{condition}");
    }
}

/// Moves that change the bound, go far, or are asked of positions with nothing to divide by.
#[test]
fn other_rules_are_not_proved() {
    let law = seen(NORMAL, &|_, m, k| k <= m).remove(0);
    let bash = "G(n,m) -> G(n-k,m) for k in 1..=m if k<=n";
    let proved = |text: &str| {
        let rules = Program::read(Source::new("rules", text)).unwrap();
        is_proved(&law, &rules, NORMAL)
    };
    assert!(proved(&format!("G(n,m) where m>=1  {bash}")));
    // Without a bound from which to take, every position is lost, as the law says.
    assert!(proved(bash));
    for text in [
        format!("G(n,m) where m>=1  {bash}  G(n,m) -> G(n,m-1) if m>1"),
        format!("G(n,m) where m>=1  {bash}  G(n,m) -> G(n-1,m+1) if n>100"),
        format!("G(n,m) where m>=1  {bash}  G(n,m) -> G(0,m) if n==2*m+2"),
        format!("G(n,m) where m>=1  {bash}  G(n,m) -> wins if n==1000"),
        format!(
            "G(n,m) where m>=1  {bash}  G(n,m) -> H(n)+G(n-1,m) if n>500  H(n) -> H(n-1) if n>0"
        ),
    ] {
        assert!(!proved(&text), "{text}");
    }
    // The dividend may be negative: no multiple is a natural number.
    let [n, m] = [0, 1].map(Term::Argument);
    let apart = Term::Difference(n.into(), m.clone().times(2).into());
    let term = apart.modulo_term(m.plus(1)).equals(Term::Constant(0));
    let near = Law { term: Some(term), ..law.clone() };
    let rules = program("k<=m");
    assert!(!is_proved(&near, &rules, NORMAL));
}

/// A condition as text, and as a function of n, m and k.
type Condition = (&'static str, fn(i64, i64, i64) -> bool);

const CONDITIONS: [Condition; 10] = [
    ("k<=m", |_, m, k| k <= m),
    ("k==1", |_, _, k| k == 1),
    ("k==m", |_, m, k| k == m),
    ("k==m+1", |_, m, k| k == m + 1),
    ("k<=2*m", |_, m, k| k <= 2 * m),
    ("k<m", |_, m, k| k < m),
    ("k%2==1", |_, _, k| k % 2 == 1),
    ("k!=2", |_, _, k| k != 2),
    ("n>5", |n, _, _| n > 5),
    ("m!=3", |_, m, _| m != 3),
];

#[test]
fn what_is_proved_of_random_rules_holds() {
    let mut random = fastrand::Rng::with_seed(23);
    let mut pick = || CONDITIONS[random.usize(..CONDITIONS.len())];
    let mut proved = 0;
    for round in 0..120 {
        let [(a, f), (b, g), (c, h)] = [pick(), pick(), pick()];
        let text = format!("({a} or {b}) and ({c} or k==1)");
        let allowed = |n, m, k| (f(n, m, k) || g(n, m, k)) && (h(n, m, k) || k == 1);
        let of = [NORMAL, MISERE, Of::Value][round % 3];
        let rules = program(&text);
        for law in seen(of, &allowed) {
            let Some(term) = &law.term else { continue };
            if is_proved(&law, &rules, of) {
                proved += 1;
                assert!(holds(term, of, &allowed), "{text}: {}", law.formula);
            }
            // Formulas beside it are proved only where they tell the same.
            for other in neighbours(term) {
                let near = Law { term: Some(other.clone()), ..law.clone() };
                if is_proved(&near, &rules, of) {
                    assert!(holds(&other, of, &allowed), "{text}: {other:?}");
                }
            }
        }
    }
    assert!(proved >= 15, "{proved}");
}

/// The formula with one more or less in what is divided, and in the divisor.
fn neighbours(term: &Term) -> Vec<Term> {
    let changed = |shift: i64, add: i64| match term {
        Term::ResidueBy(a, b) => {
            Some((**a).clone().plus(shift).modulo_term((**b).clone().plus(add)))
        }
        Term::Equal(left, right) => match &**left {
            Term::ResidueBy(a, b) => {
                let near = (**a).clone().plus(shift).modulo_term((**b).clone().plus(add));
                Some(near.equals((**right).clone()))
            }
            _ => None,
        },
        _ => None,
    };
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)]
        .into_iter()
        .filter_map(|(s, a)| changed(s, a))
        .collect()
}

fn asked(condition: &str, of: Of, at: &[Vec<Nat>]) -> Vec<At> {
    let rules = Rules::new(program(condition)).unwrap();
    let catalogue = rules.catalogue();
    let game = catalogue.read_game("G").unwrap();
    let question = Asked {
        game: &*game,
        program: Some((rules.program().clone(), 0)),
        wanted: match of {
            Of::Outcome(play) => Wanted::Outcomes(play),
            _ => Wanted::Values,
        },
        to: &[],
        at,
        unproved: false,
        moves: 1000,
        search: Search::default(),
    };
    question.report(&Context::default()).unwrap().at
}

#[test]
fn winning_moves_are_those_to_lost_positions() {
    let condition = "k==1 or k==m";
    let allowed = |_, m, k| k == 1 || k == m;
    let at: Vec<Vec<Nat>> =
        (1..5u64).flat_map(|m| (0..14u64).map(move |n| vec![n.into(), m.into()])).collect();
    for of in [NORMAL, MISERE] {
        for (position, told) in at.iter().zip(asked(condition, of, &at)) {
            let [n, m] = [0, 1].map(|i| grundy::nat::to_u64(&position[i]).unwrap() as i64);
            let lost = column(of, m, n, &allowed);
            let expected = if lost[n as usize] == 1 { Outcome::P } else { Outcome::N };
            assert_eq!(told.outcome, Some(expected), "{of:?} {position:?}");
            let good = |k: &i64| allowed(n, m, *k) && lost[(n - k) as usize] == 1;
            let wins: Vec<String> =
                (1..=n).filter(good).map(|k| format!("G({},{m})", n - k)).collect();
            let mut found: Vec<String> =
                told.moves.iter().map(|step| step.to.clone().unwrap()).collect();
            found.sort_by_key(|to| wins.iter().position(|own| own == to));
            let wins = if expected == Outcome::P { Vec::new() } else { wins };
            assert_eq!(found, wins, "{of:?} {position:?}");
        }
    }
}

#[test]
fn positions_beyond_64_bits() {
    let ten = |k| Nat::from(10u8).pow(k);
    // 10^30 = 1 modulo 9, and 10^50 + 7 = 8 modulo 10^25 + 1.
    let at = [vec![ten(30), 8u8.into()], vec![ten(50) + 7u8, ten(25)], vec![ten(60), 0u8.into()]];
    let told = asked("k<=m", Of::Value, &at);
    assert_eq!(told[0].value, Some(Nat::ONE));
    assert_eq!(told[0].moves.len(), 1);
    let left = grundy::nat::print(&(ten(30) - 1u8));
    assert_eq!(told[0].moves[0].to, Some(format!("G({left},8)")));
    assert_eq!(told[1].value, Some(8u8.into()));
    assert_eq!(told[1].outcome, Some(Outcome::N));
    assert_eq!((told[2].outcome, told[2].open.is_some()), (None, true));
}
