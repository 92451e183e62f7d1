//! Each kind of law is found in data made by its definition, and named with its one wrong entry.

use super::data::{Data, Grid, Meaning, Positions, Sequence, UNKNOWN};
use super::law::{Kind, Law};
use super::{find, read::read};
use grundy::context::Context;

fn of_values(first: i64, values: Vec<i64>) -> Vec<Law> {
    find(&Data::Sequence(Sequence::new(first, values)), &Context::default()).unwrap()
}

fn of(count: i64, f: impl Fn(i64) -> i64) -> Vec<Law> {
    of_values(0, (0..count).map(f).collect())
}

fn of_grid(sizes: &[usize], f: impl FnMut(&[i64]) -> i64) -> Vec<Law> {
    find(&Data::Grid(Grid::of(sizes, f)), &Context::default()).unwrap()
}

fn of_outcomes(sizes: &[usize], f: impl FnMut(&[i64]) -> i64) -> Vec<Law> {
    let table = Grid::of(sizes, f).meaning(Meaning::Outcomes);
    find(&Data::Grid(table), &Context::default()).unwrap()
}

fn told(laws: &[Law]) -> String {
    laws.iter().map(|l| format!("{:7.1} {}: {l}\n", l.evidence, l.kind.name())).collect()
}

/// The best law has this formula and no exception.
#[track_caller]
fn best(laws: &[Law], formula: &str) {
    let first = laws.first().map(|l| l.formula.as_str());
    assert_eq!(first, Some(formula), "\n{}", told(laws));
    assert!(laws[0].exceptions.is_empty(), "\n{}", told(laws));
}

/// The best law of this kind has this formula.
#[track_caller]
fn has(laws: &[Law], kind: Kind, formula: &str) {
    let law = laws.iter().find(|l| l.kind == kind);
    assert_eq!(law.map(|l| l.formula.as_str()), Some(formula), "\n{}", told(laws));
}

/// Exactly the entry at `at` is named.
#[track_caller]
fn names(laws: &[Law], at: &[i64], found: i64) {
    let first = laws.first().unwrap_or_else(|| panic!("no law"));
    assert_eq!(first.exceptions.len(), 1, "\n{}", told(laws));
    assert_eq!(first.exceptions[0].at, at, "\n{}", told(laws));
    assert_eq!(first.exceptions[0].found, found);
}

#[test]
fn laws_of_sequences_by_their_formulas() {
    best(&of(30, |_| 4), "f(n) = 4");
    best(&of(30, |n| 3 * n - 5), "f(n) = 3*n - 5");
    best(&of(60, |n| n % 4), "f(n) = n mod 4");
    best(&of(60, |n| [0, 1, 0, 2, 1][(n % 5) as usize]), "f(n) = (0 1 0 2 1)[n mod 5]");
    best(&of(60, |n| n / 3), "f(n) = floor(n/3)");
    best(&of(100, |n| (3 * n + 2) / 7), "f(n) = floor((3*n + 2)/7)");
    best(&of(60, |n| n ^ 1), "f(n) = n xor 1");
    best(&of(100, |n| (n ^ 5) + 2), "f(n) = (n xor 5) + 2");
    best(&of(60, |n| n * n), "f(n) = n*n");
    best(&of(60, |n| n * (n + 1) / 2), "f(n) = floor((n*n + n)/2)");
    best(&of(60, |n| n * n / 4), "f(n) = floor(n*n/4)");
    best(&of(100, |n| i64::from(n.count_ones())), "f(n) = ones(n)");
    best(&of(100, |n| i64::from(n.count_ones() % 2)), "f(n) = ones(n) mod 2");
    best(&of(100, |n| i64::from((n + 1).trailing_zeros())), "f(n) = valuation(n + 1, 2)");
    best(&of(100, |n| n ^ (n >> 1)), "f(n) = gray(n)");
    best(&of(100, |n| 2 * n + i64::from(n.count_ones() % 2)), "f(n) = 2*n + ones(n) mod 2");
    best(&of(100, |n| n.isqrt()), "f(n) = floor(sqrt(n))");
}

#[test]
fn linear_by_residue() {
    // Lasker's Nim: 4k+3 and 4k+4 change places.
    let lasker = |n: i64| match n % 4 {
        3 => n + 1,
        0 if n > 0 => n - 1,
        _ => n,
    };
    let laws = of(100, lasker);
    assert!(
        laws[0].exceptions.is_empty() && laws[0].from.is_none_or(|f| f <= 1),
        "{}",
        told(&laws)
    );
    let laws = of(100, |n| if n % 2 == 0 { n / 2 } else { 3 * n + 1 });
    best(&laws, "f(n) = floor(n/2) if n mod 2 = 0; 3*n + 1 if n mod 2 = 1");
}

#[test]
fn irrational_slopes_are_exact() {
    let golden: Vec<i64> = (0..100i64).map(|n| (n + (5 * n * n).isqrt()) / 2).collect();
    has(&of_values(0, golden), Kind::Beatty, "f(n) = floor(n*(1 + sqrt(5))/2)");
    let root: Vec<i64> = (0..200i64).map(|n| (2 * n * n).isqrt() + 1).collect();
    has(&of_values(0, root), Kind::Beatty, "f(n) = floor(n*sqrt(2) + 1)");
    let fibonacci_word = |n: i64| {
        let f = |n: i64| (n + (5 * n * n).isqrt()) / 2;
        f(n + 2) - f(n + 1) - 1
    };
    let laws = of(200, fibonacci_word);
    assert!(
        laws.iter().any(|l| l.kind == Kind::Beatty && l.exceptions.is_empty()),
        "{}",
        told(&laws)
    );
}

#[test]
fn recurrences() {
    let mut narayana = vec![1i64, 1, 1];
    while narayana.len() < 40 {
        narayana.push(narayana[narayana.len() - 1] + narayana[narayana.len() - 3]);
    }
    has(
        &of_values(0, narayana),
        Kind::Recurrence,
        "f(n) = u(n), u(k) = u(k-1) + u(k-3), from u(0) on: 1 1 1",
    );
    let mut with_constant = vec![3i64, 5];
    while with_constant.len() < 30 {
        let k = with_constant.len();
        with_constant.push(with_constant[k - 1] + with_constant[k - 2] + 7);
    }
    has(
        &of_values(0, with_constant),
        Kind::Recurrence,
        "f(n) = u(n), u(k) = u(k-1) + u(k-2) + 7, from u(0) on: 3 5",
    );
}

#[test]
fn automata_and_regular_sequences() {
    let laws = of(300, |n| i64::from((n & (n >> 1)).count_ones() % 2));
    let law = laws
        .iter()
        .find(|l| l.kind == Kind::Automatic)
        .unwrap_or_else(|| panic!("{}", told(&laws)));
    assert!(law.exceptions.is_empty());
    // The survivor of Josephus' circle, every second one leaves.
    let survivor = |n: i64| (1..=n).fold(0, |last, k| (last + 2) % k) + 1;
    let laws = of_values(1, (1..200).map(survivor).collect());
    assert!(laws[0].exceptions.is_empty(), "{}", told(&laws));
    // Stern's diatomic sequence.
    let mut stern = vec![0i64, 1];
    for n in 2..300usize {
        stern.push(if n % 2 == 0 { stern[n / 2] } else { stern[n / 2] + stern[n / 2 + 1] });
    }
    let laws = of_values(0, stern);
    assert!(laws[0].kind == Kind::Regular && laws[0].exceptions.is_empty(), "{}", told(&laws));
}

#[test]
fn sets_and_complements() {
    best(&of(400, |n| i64::from(n.isqrt().pow(2) == n)), "f(n) = [n is a square]");
    best(&of(400, |n| i64::from(n > 1 && (2..n).all(|d| n % d != 0))), "f(n) = [n is prime]");
    best(&of(4000, |n| i64::from((n + 1).count_ones() != 1)), "f(n) = 1 - [n + 1 is a power of 2]");
    let list = |f: &dyn Fn(i64) -> bool| {
        let list = (0..500).filter(|&n| f(n)).map(|n| vec![n]).collect();
        find(&Data::Positions(Positions::new(list, Some(499)).unwrap()), &Context::default())
            .unwrap()
    };
    best(&list(&|n| n % 7 == 3), "P iff n mod 7 = 3");
    let fibonacci = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377];
    has(&list(&|n| fibonacci.contains(&n)), Kind::Set, "P iff n is a Fibonacci number");
}

#[test]
fn laws_of_tables() {
    best(&of_grid(&[16, 16], |x| x[0] ^ x[1]), "f(a, b) = a xor b");
    best(&of_grid(&[16, 16], |x| (x[0] + x[1]) % 3), "f(a, b) = (a + b) mod 3");
    best(&of_grid(&[20, 20], |x| (x[0] / 3) ^ (x[1] / 3)), "f(a, b) = floor(a/3) xor floor(b/3)");
    best(&of_grid(&[20, 20], |x| x[0].min(x[1])), "f(a, b) = min(a, b)");
    best(&of_grid(&[20, 20], |x| (x[0] + 2 * x[1]) % 5), "f(a, b) = (a + 2*b) mod 5");
    best(&of_outcomes(&[20, 20], |x| i64::from(x[0] == x[1])), "P iff a = b");
    best(&of_outcomes(&[20, 20], |x| i64::from((x[0] - x[1]) % 4 == 0)), "P iff |a - b| mod 4 = 0");
    best(
        &of_outcomes(&[9, 9, 9], |x| i64::from(x[0] ^ x[1] ^ x[2] == 0)),
        "P iff a xor b xor c = 0",
    );
    best(&of_grid(&[8, 8, 8], |x| x[0] ^ x[1] ^ x[2]), "f(a, b, c) = a xor b xor c");
    best(&of_grid(&[24, 24], |x| (x[0] % 4) ^ (x[1] % 3)), "f(a, b) = (a mod 4) xor (b mod 3)");
    best(&of_grid(&[20, 20], |x| 2 * x[0] + x[1] / 2), "f(a, b) = 2*a + floor(b/2)");
    has(
        &of_grid(&[24, 24], |x| [0, 3, 1, 7, 2, 5][(x[0] % 2 * 3 + x[1] % 3) as usize]),
        Kind::DoublyPeriodic,
        "f(a, b) = entry 3*(a mod 2) + b mod 3 of (0 3 1 7 2 5), counted from 0",
    );
}

/// A table whose first argument begins with 1.
fn from_one(sizes: [usize; 2], meaning: Meaning, f: impl Fn(i64, i64) -> i64) -> Vec<Law> {
    let entry = |at: usize| f((at / sizes[1]) as i64 + 1, (at % sizes[1]) as i64);
    let values = (0..sizes[0] * sizes[1]).map(entry).collect();
    let table = Grid::new(vec![1, 0], sizes.to_vec(), values).unwrap().meaning(meaning);
    find(&Data::Grid(table), &Context::default()).unwrap()
}

/// The values of one heap n of which at most m may be taken, by the definition.
fn bounded(m: i64, n: i64, allowed: impl Fn(i64, i64) -> bool) -> i64 {
    let mut values: Vec<i64> = Vec::new();
    for heap in 0..=n {
        let options = (1..=m.min(heap)).filter(|&k| allowed(m, k));
        let options: Vec<u64> = options.map(|k| values[(heap - k) as usize] as u64).collect();
        values.push(grundy::nimber::mex(options) as i64);
    }
    values[n as usize]
}

#[test]
fn remainders_and_quotients_by_an_argument() {
    let bash = |m, n| bounded(m, n, |_, _| true);
    let (values, outcomes) = (Meaning::Values, Meaning::Outcomes);
    let lost = |lost: bool| i64::from(lost);
    best(&from_one([12, 40], values, bash), "f(a, b) = b mod (a + 1)");
    let normal = |m, n| lost(bash(m, n) == 0);
    best(&from_one([12, 40], outcomes, normal), "P iff b mod (a + 1) = 0");
    // Whoever takes the last one loses; then a bound of 1 decides by parity.
    let misere = |m, n| lost(if m == 1 { n % 2 == 1 } else { n % (m + 1) == 1 });
    best(&from_one([12, 40], outcomes, misere), "P iff b mod (a + 1) = 1");
    best(&from_one([12, 40], values, |m, n| n / m), "f(a, b) = floor(b/a)");
    best(
        &from_one([12, 40], values, |m, n| (n + 1) / (2 * m + 1)),
        "f(a, b) = floor((b + 1)/(2*a + 1))",
    );
    best(&from_one([12, 40], outcomes, |m, n| lost(n / m % 2 == 0)), "P iff floor(b/a) mod 2 = 0");
    best(&of_grid(&[40, 12], |x| x[0] % (x[1] + 2)), "f(a, b) = a mod (b + 2)");
    // One wrong entry is an exception.
    let wrong = |m, n| if (m, n) == (7, 33) { 5 } else { n % (m + 1) };
    let laws = from_one([12, 40], values, wrong);
    assert_eq!(laws[0].formula, "f(a, b) = b mod (a + 1)");
    names(&laws, &[7, 33], 5);
}

#[test]
fn rows_repeat_with_a_period_that_has_a_law() {
    // One, or the whole bound, may be taken: the period depends on whether the bound is odd.
    let ends = |m, n| bounded(m, n, |m, k| k == 1 || k == m);
    let laws = from_one([12, 60], Meaning::Values, ends);
    has(
        &laws,
        Kind::PeriodicRows,
        "f(a, b + p) = f(a, b), p = a + 1 if a mod 2 = 0; 2 if a mod 2 = 1",
    );
    let lost = |m: i64, n: i64| i64::from([0, 2].contains(&(n % (3 * m + 4))));
    has(
        &from_one([8, 100], Meaning::Outcomes, lost),
        Kind::PeriodicRows,
        "(a, b + p) is P iff (a, b) is P, p = 3*a + 4",
    );
    // The first periods may be others.
    let first = |m: i64, n: i64| i64::from(n % (if m < 3 { 7 } else { 3 * m + 4 }) == 0);
    has(
        &from_one([14, 180], Meaning::Outcomes, first),
        Kind::PeriodicRows,
        "(a, b + p) is P iff (a, b) is P, p = 3*a + 4 for a >= 3, before that 7 7",
    );
    // What is not known agrees with nothing: between these columns period 1 would.
    let even = |_: i64, n: i64| if n % 2 == 1 { UNKNOWN } else { i64::from(n % 6 == 0) };
    let laws = from_one([12, 60], Meaning::Outcomes, even);
    assert!(!laws[0].formula.contains("p = 1"), "{}", told(&laws));
    // Rows without entries at the beginning have no period.
    let late = |m: i64, n: i64| if m < 4 { UNKNOWN } else { n % (2 * m - 6) * m };
    let laws = from_one([14, 90], Meaning::Values, late);
    has(&laws, Kind::PeriodicRows, "f(a, b + p) = f(a, b), p = 2*a - 6");
    // A formula through two periods is no law of theirs.
    let few = |m: i64, n: i64| i64::from(n % (2 * m * m) == 0);
    let laws = from_one([4, 100], Meaning::Outcomes, few);
    assert!(laws.iter().all(|law| !law.formula.contains("10*a")), "{}", told(&laws));
    // Periods without a law are told one by one.
    let periods = [3, 7, 2, 9, 4, 1];
    let entry = |a: i64, b: i64| (b % periods[a as usize - 1]).pow(2) * a % 11;
    let laws = from_one([6, 60], Meaning::Values, entry);
    has(
        &laws,
        Kind::PeriodicRows,
        "f(a, b + p) = f(a, b), a: p = 1: 3 from 0 on, 2: 7 from 0 on, 3: 2 from 0 on, 4: 9 from 0 on, \
         5: 4 from 0 on, 6: 1 from 0 on",
    );
}

/// The values of a game of two heaps by its definition.
fn values(size: usize, options: impl Fn(usize, usize) -> Vec<(usize, usize)>) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0; size]; size];
    for a in 0..size {
        for b in 0..size {
            table[a][b] = grundy::nimber::mex(options(a, b).into_iter().map(|(x, y)| table[x][y]));
        }
    }
    table
}

fn wythoff(reach: usize) -> impl Fn(usize, usize) -> Vec<(usize, usize)> {
    move |a, b| {
        let mut out: Vec<(usize, usize)> = (0..a).map(|x| (x, b)).collect();
        out.extend((0..b).map(|y| (a, y)));
        for s in 1..=a {
            for t in 1..=b {
                if s.abs_diff(t) < reach {
                    out.push((a - s, b - t));
                }
            }
        }
        out
    }
}

#[test]
fn wythoff_and_his_relatives() {
    for (reach, formula) in [
        (1, "P iff min(a, b) = floor(|a - b|*(1 + sqrt(5))/2)"),
        (2, "P iff |a - b| mod 2 = 0 and min(a, b) = floor(floor(|a - b|/2)*sqrt(2))"),
    ] {
        let table = values(60, wythoff(reach));
        let laws = of_outcomes(&[60, 60], |x| i64::from(table[x[0] as usize][x[1] as usize] == 0));
        has(&laws, Kind::BeattyPairs, formula);
        let step = if reach == 1 { "k" } else { "2*k" };
        let pairs = format!(
            "P iff {{a, b}} = {{a_k, b_k}}, a_k = mex(a_i, b_i: i < k), b_k = a_k + {step}, k = 0, 1, 2, …"
        );
        has(&laws, Kind::MexPairs, &pairs);
    }
    let table = values(60, wythoff(1));
    let laws = of_grid(&[60, 60], |x| table[x[0] as usize][x[1] as usize] as i64);
    let rows = laws
        .iter()
        .find(|l| l.kind == Kind::AdditiveRows)
        .unwrap_or_else(|| panic!("{}", told(&laws)));
    assert!(
        rows.formula.contains("p = 0: 1 from 0 on, 1: 3 from 0 on, 2: 3 from"),
        "{}",
        rows.formula
    );
}

/// A function with its name.
type Named = (&'static str, fn(i64) -> i64);
type NamedTable = (&'static str, fn(i64, i64) -> i64);

#[test]
fn one_wrong_entry_is_named() {
    let sequences: [Named; 14] = [
        ("period", |n| [0, 1, 0, 2, 1][(n % 5) as usize]),
        ("linear", |n| 2 * n + 1),
        ("arithmetic period", |n| n / 4 * 4 + [0, 2, 1, 3][(n % 4) as usize]),
        ("quotient", |n| (3 * n + 2) / 7),
        ("xor", |n| (n ^ 5) + 2),
        ("square", |n| n * n),
        ("ones", |n| i64::from(n.count_ones())),
        ("parity", |n| i64::from(n.count_ones() % 2)),
        ("golden", |n| (n + (5 * n * n).isqrt()) / 2),
        ("squares", |n| i64::from(n.isqrt().pow(2) == n)),
        ("collatz", |n| if n % 2 == 0 { n / 2 } else { 3 * n + 1 }),
        ("rudin", |n| i64::from((n & (n >> 1)).count_ones() % 2)),
        ("zeros", |n| i64::from((n + 1).trailing_zeros())),
        ("odious", |n| 2 * n + i64::from(n.count_ones() % 2)),
    ];
    let mut random = fastrand::Rng::with_seed(7);
    for (name, f) in sequences {
        for _ in 0..8 {
            let mut values: Vec<i64> = (0..400).map(f).collect();
            let at = random.usize(40..395);
            let binary = values.iter().all(|&v| v == 0 || v == 1);
            values[at] = if binary { 1 - values[at] } else { values[at] + random.i64(1..4) };
            let wrong = values[at];
            let laws = of_values(0, values);
            assert!(!laws.is_empty(), "{name} at {at}: no law");
            assert_eq!(laws[0].exceptions.len(), 1, "{name} at {at}\n{}", told(&laws));
            names(&laws, &[at as i64], wrong);
        }
    }
    let tables: [NamedTable; 8] = [
        ("xor", |a, b| a ^ b),
        ("sum", |a, b| (a + b) % 3),
        ("min", |a, b| a.min(b)),
        ("equal", |a, b| i64::from(a == b)),
        ("separable", |a, b| (a % 4) ^ (b % 3)),
        ("quotients", |a, b| (a / 3) ^ (b / 3)),
        ("doubly", |a, b| [0, 3, 1, 7, 2, 5][(a % 2 * 3 + b % 3) as usize]),
        ("wythoff", |a, b| {
            let k = (a - b).abs();
            i64::from(a.min(b) == (k + (5 * k * k).isqrt()) / 2)
        }),
    ];
    for (name, f) in tables {
        for _ in 0..4 {
            let wrong = [random.i64(3..40), random.i64(3..40)];
            let laws = of_grid(&[40, 40], |x| {
                let v = f(x[0], x[1]);
                if x != wrong {
                    v
                } else if v == 0 {
                    1
                } else {
                    v - 1
                }
            });
            assert!(!laws.is_empty(), "{name} at {wrong:?}: no law");
            assert_eq!(laws[0].exceptions.len(), 1, "{name} at {wrong:?}\n{}", told(&laws));
            assert_eq!(laws[0].exceptions[0].at, wrong, "{name}\n{}", told(&laws));
        }
    }
}

#[test]
fn periods_are_seen_where_entries_are_missing() {
    // As of a game of which a theorem decides the even sizes, and a search the small ones.
    let even = |n: i64, known: i64| if n < 60 || n % 2 == 0 { known } else { UNKNOWN };
    let values = of(2000, |n| even(n, n % 2));
    best(&values, "f(n) = n mod 2");
    assert!(values.iter().all(|law| law.from.is_none()), "\n{}", told(&values));
    let outcomes = of_outcomes(&[2000], |x| even(x[0], i64::from(x[0] % 2 == 0)));
    best(&outcomes, "P iff n mod 2 = 0");
    best(&of(4000, |n| if n % 16 < 7 { n % 3 } else { UNKNOWN }), "f(n) = n mod 3");
    let middle = |n: i64| {
        if (700..900).contains(&n) {
            [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9][(n % 13) as usize]
        } else {
            UNKNOWN
        }
    };
    best(&of(4000, middle), "f(n) = (3 1 4 1 5 9 2 6 5 3 5 8 9)[n mod 13]");
    // The sum of the digits in base 3 is odd if the number is.
    let laws = of(400, |n| n + [-1, 1][(n % 2) as usize]);
    assert!(laws.iter().all(|law| !law.formula.contains("digit_sum")), "\n{}", told(&laws));
}

#[test]
fn a_period_after_a_beginning() {
    let kayles: grundy::heap::Code = "0.77".parse().unwrap();
    let mut sequence = grundy::heap::Sequence::new(kayles);
    let values: Vec<i64> = (0..200u64)
        .map(|n| {
            sequence.value(&n.into(), &Context::default()).unwrap().to_string().parse().unwrap()
        })
        .collect();
    let laws = of_values(0, values);
    assert_eq!((laws[0].kind, laws[0].from), (Kind::Periodic, Some(35)), "{}", told(&laws));
    let at: Vec<i64> = laws[0].exceptions.iter().map(|e| e.at[0]).collect();
    assert_eq!(at, [39, 57, 70]);
    assert!(
        laws[0].sentence.ends_with("with 3 exceptions, the last one at 70."),
        "{}",
        laws[0].sentence
    );
}

#[test]
fn what_is_pasted_is_found() {
    let text = "4: outcomes\n n | +0 +1 +2 +3 +4 +5 +6 +7 +8 +9\n---+---\n 0 | P N N N P N N N P N\n10 | N N P N N N P N N N\n20 | P N N N P N N N P N\n30 | N N P N N N P N N N\n";
    let laws = find(&read(text).unwrap().data, &Context::default()).unwrap();
    best(&laws, "P iff n mod 4 = 0");
    assert_eq!(laws[0].sentence, "A position is a P-position if and only if n mod 4 = 0.");
}

#[test]
fn no_set_is_claimed_of_entries_that_are_all_alike() {
    for entries in [60, 100, 200, 500] {
        for value in [0, 1] {
            let laws = of(entries, |_| value);
            best(&laws, &format!("f(n) = {value}"));
            assert!(laws.iter().all(|law| law.kind != Kind::Set), "{}", told(&laws));
        }
    }
    let laws = find(
        &read("P P P P P P P P P P P P P P P P P P P P P P P P").unwrap().data,
        &Context::default(),
    );
    assert_eq!(laws.unwrap()[0].sentence, "Every position is a P-position.");
}

#[test]
fn tables_of_outcomes_that_are_all_alike_are_told_in_words() {
    for (outcome, sentence) in
        [(1, "Every position is a P-position."), (0, "No position is a P-position.")]
    {
        let laws = of_outcomes(&[30, 30], |_| outcome);
        assert_eq!((laws[0].kind, &*laws[0].sentence), (Kind::Constant, sentence));
    }
}

#[test]
fn euclid_and_sums() {
    // Positions of two positive numbers: subtract a multiple of the lesser from the greater.
    let mut wins = vec![vec![0i64; 41]; 41];
    for a in 1..41usize {
        for b in 1..41usize {
            let (low, high) = (a.min(b), a.max(b));
            let p = (1..=high / low).all(|k| {
                let rest = high - k * low;
                rest > 0 && wins[rest][low] == 0
            });
            wins[a][b] = i64::from(p);
            wins[b][a] = i64::from(p);
        }
    }
    // To take the last is to win.
    let values = (0..1600).map(|at| wins[at / 40 + 1][at % 40 + 1]).collect();
    let table = Grid::new(vec![1, 1], vec![40, 40], values).unwrap().meaning(Meaning::Outcomes);
    let laws = find(&Data::Grid(table), &Context::default()).unwrap();
    best(&laws, "P iff a != b and max(a, b) <= floor(min(a, b)*(1 + sqrt(5))/2)");
    // Two heaps of a game with values 0 1 0 2 1, and of another one.
    let g = |n: i64| [0, 1, 0, 2, 1][(n % 5) as usize];
    let laws = of_outcomes(&[30, 30], |x| i64::from(g(x[0]) == x[1] % 3));
    assert!(
        laws.iter().any(|l| l.kind == Kind::Separable && l.exceptions.is_empty()),
        "{}",
        told(&laws)
    );
    let laws = of_outcomes(&[40, 40], |x| i64::from((g(x[0]) == x[1] % 3) != (x == [17, 23])));
    names(&laws, &[17, 23], i64::from(g(17) != 2));
}

#[test]
fn positions_of_several_heaps() {
    let text: String = (0..12)
        .flat_map(|a| (0..12).map(move |b| (a, b)))
        .filter(|(a, b)| a ^ b < 12)
        .map(|(a, b)| format!("({a},{b},{})\n", a ^ b))
        .collect();
    let laws = find(&read(&text).unwrap().data, &Context::default()).unwrap();
    best(&laws, "P iff a xor b xor c = 0");
    // One half of a symmetric list.
    let pairs: String = (0..30i64)
        .map(|k| {
            let a = (k + (5 * k * k).isqrt()) / 2;
            format!("{a} {}\n", a + k)
        })
        .collect();
    let laws = find(&read(&pairs).unwrap().data, &Context::default()).unwrap();
    assert!(laws.iter().any(|l| l.kind == Kind::BeattyPairs), "{}", told(&laws));
}

#[test]
fn shifted_and_combined() {
    has(
        &of(300, |n| ((2 * n + 1) * (2 * n + 1) * 2).isqrt() / 2),
        Kind::Beatty,
        "f(n) = floor((2*n + 1)*sqrt(2)/2)",
    );
    best(&of(200, |n| 3 * n - i64::from(n.count_ones())), "f(n) = 3*n - ones(n)");
    best(&of_grid(&[20, 20], |x| (x[0] + 1) ^ (x[1] + 1)), "f(a, b) = (a + 1) xor (b + 1)");
    let laws = of_outcomes(&[12, 12], |x| i64::from(x[0] % 2 == 0 && x[1] % 2 == 0));
    best(&laws, "P iff gcd(a, b) mod 2 = 0");
    has(&laws, Kind::DoublyPeriodic, "P iff a mod 2 = 0 and b mod 2 = 0");
    let laws =
        of_grid(&[20, 20], |x| i64::from((0..20).all(|d| d < 2 || x[0] % d != 0 || x[1] % d != 0)));
    best(&laws, "f(a, b) = [gcd(a, b) = 1]");
}

/// Behind a law without exceptions nothing is told in other words.
#[test]
fn nothing_is_told_twice() {
    let told = |entry: &dyn Fn(i64, i64) -> i64| -> Vec<String> {
        let grid = Grid::of(&[40, 40], |x| entry(x[0], x[1])).meaning(Meaning::Outcomes);
        let laws = find(&Data::Grid(grid), &Context::default()).unwrap();
        laws.into_iter().map(|law| law.formula).collect()
    };
    assert_eq!(told(&|_, _| 0), ["P iff never"]);
    let rows = told(&|a, _| i64::from(a % 2 == 0));
    assert_eq!(rows, ["P iff a mod 2 = 0", "P iff low_bit(a) != 1"]);
    let diagonal = told(&|a, b| i64::from(a == b));
    assert!(diagonal.contains(&"P iff a = b".to_owned()), "{diagonal:?}");
    let mut known = diagonal.clone();
    known.dedup();
    assert_eq!(known, diagonal);
}
