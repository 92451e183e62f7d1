//! The checker's own reading of rules, compared with the rules as they are run.

mod random;

use std::collections::{BTreeMap, BTreeSet};

use grundy_laws::verify::{Bits, Condition, Linear, Rules, Target, Var, read_rules};
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk::{self, MAX_STEPS};

/// Numbers by their names; those that are defined are looked for.
struct Numbers<'r> {
    rules: &'r Rules,
    known: BTreeMap<Var, i64>,
}

impl Numbers<'_> {
    fn of(&mut self, var: Var) -> i64 {
        if let Some(&known) = self.known.get(&var) {
            return known;
        }
        let definition = self.rules.definitions[&var].clone();
        let fits: Vec<i64> = (0..200)
            .filter(|&number| {
                self.known.insert(var, number);
                self.holds(&definition)
            })
            .collect();
        assert_eq!(fits.len(), 1, "{definition:?} defines one number");
        self.known.insert(var, fits[0]);
        fits[0]
    }

    fn linear(&mut self, term: &Linear) -> i64 {
        term.terms.iter().fold(term.constant, |sum, &(factor, var)| sum + factor * self.of(var))
    }

    fn holds(&mut self, condition: &Condition) -> bool {
        match condition {
            Condition::Constant(value) => *value,
            Condition::Zero(term) => self.linear(term) == 0,
            Condition::Natural(term) => self.linear(term) >= 0,
            Condition::Bits(bits, [a, b, c]) => {
                let (a, b) = (self.of(*a), self.of(*b));
                let made = match bits {
                    Bits::Xor => a ^ b,
                    Bits::And => a & b,
                    Bits::Or => a | b,
                };
                made == self.of(*c)
            }
            Condition::Place(var) => match self.rules.places {
                Some(grundy_laws::verify::Places::Powers(base)) => {
                    (0..20).any(|n| i64::from(base).checked_pow(n) == Some(self.of(*var)))
                }
                _ => [1, 2, 3, 5, 8, 13, 21, 34].contains(&self.of(*var)),
            },
            Condition::Not(inner) => !self.holds(inner),
            Condition::All(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part)),
        }
    }

    fn target(&mut self, target: &Target) -> State {
        let coords = target.coords.iter().map(|term| self.linear(term)).collect();
        State::new(target.family, coords)
    }
}

/// What the moves of a position leave, sums sorted; nothing in the middle for wins.
type Left = BTreeSet<(bool, Vec<State>)>;

fn compare(text: &str, bound: i64) -> Result<(), String> {
    compare_up_to(text, bound, bound + 3)
}

/// Parameters of moves are looked for below `most`.
fn compare_up_to(text: &str, bound: i64, most: i64) -> Result<(), String> {
    let program = Program::read(Source::new("test", text)).map_err(|error| error.to_string())?;
    let rules = read_rules(&program).map_err(|error| error.to_string())?;
    for (number, family) in rules.families.iter().enumerate() {
        for place in 0..bound.pow(family.width as u32) {
            let coord = |at: usize| place / bound.pow(at as u32) % bound;
            let coords: Vec<i64> = (0..family.width).map(coord).collect();
            let state = State::new(number, coords.clone());
            let numbers = || {
                let known = coords.iter().enumerate().map(|(at, &n)| (at as Var, n)).collect();
                Numbers { rules: &rules, known }
            };
            let at = format!("{}{coords:?}", family.name);
            let inside = walk::outside(&program, &state, MAX_STEPS).unwrap().is_none();
            assert_eq!(numbers().holds(&family.domain), inside, "{at}");
            if !inside {
                continue;
            }
            // The first rule that says that it is another position.
            let other = family
                .rewritings
                .iter()
                .find_map(|runs| runs.iter().find(|run| numbers().holds(&run.when)));
            let faulty = || {
                family.faults.iter().any(|(fault, _)| {
                    let free = fault.vars().into_iter().filter(|var| {
                        *var >= family.width as Var && !rules.definitions.contains_key(var)
                    });
                    let free: Vec<Var> = free.collect();
                    any(&free, most, &mut |values| {
                        let mut own = numbers();
                        own.known.extend(free.iter().copied().zip(values.iter().copied()));
                        own.holds(fault)
                    })
                })
            };
            let Ok(form) = walk::normal_form(&program, &state) else {
                // Here the rules are wrong, or where they lead.
                assert!(other.is_some() || faulty(), "{at}");
                continue;
            };
            if let Some(run) = other {
                let target = numbers().target(&run.target);
                assert_ne!(target, state, "{at}");
                assert_eq!(walk::normal_form(&program, &target).unwrap(), form, "{at}");
                continue;
            }
            assert_eq!(form, state, "{at}");
            let mut right = Left::new();
            let mut known = true;
            let wrong = walk::options(&program, &state, MAX_STEPS, &mut |option| {
                let form = |state: &State| walk::normal_form(&program, state).ok();
                match option.sum.iter().map(form).collect::<Option<Vec<State>>>() {
                    None => known = false,
                    Some(mut sum) => {
                        sum.sort();
                        right.insert((option.wins, sum));
                    }
                }
                true
            });
            assert_eq!(faulty(), wrong.is_err(), "{at}: {wrong:?}");
            if wrong.is_err() || !known {
                continue;
            }
            let mut left = Left::new();
            for own in &family.moves {
                any(&own.params, most, &mut |values| {
                    let mut numbers = numbers();
                    numbers.known.extend(own.params.iter().copied().zip(values.iter().copied()));
                    if own.guard.iter().all(|part| numbers.holds(part)) {
                        let sum = own.sum.iter().map(|target| {
                            let target = numbers.target(target);
                            walk::normal_form(&program, &target).unwrap()
                        });
                        let mut sum: Vec<State> = sum.collect();
                        sum.sort();
                        left.insert((own.wins, sum));
                    }
                    false
                });
            }
            assert_eq!(left, right, "{at}");
        }
    }
    Ok(())
}

/// Whether some values of so many variables do.
fn any(vars: &[Var], bound: i64, test: &mut dyn FnMut(&[i64]) -> bool) -> bool {
    let mut values = vec![0; vars.len()];
    loop {
        if test(&values) {
            return true;
        }
        let Some(at) = values.iter().position(|&value| value + 1 < bound) else { return false };
        values[at] += 1;
        values[..at].fill(0);
    }
}

#[test]
fn rules_are_read_as_they_are_run() {
    for (text, bound) in [
        ("N(a,b) -> N(v,b) for v in 0..<a\nN(a,b) -> N(a,v) for v in 0..<b", 7),
        ("W(a,b) -> W(a-x, b-y) for x in 1..=a for y in max(1, x-1)..=min(b, x+1)", 6),
        ("L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2", 14),
        ("H(n) -> H(k)+H(k) for k in 1..=n/2 if 2*k == n", 14),
        ("S(n) ->? S(n-k) for k in {1,3,4}", 14),
        ("D(n,c) == D(n,n) if c > n\nD(n,c) -> D(n-k,3*k) for k in 1..=min(n,c)", 7),
        ("M(x[3]) == M(sort(x))\nM(x[3]) -> M(x[i := v]) for i in 0..<3 for v in 0..<x[i]", 5),
        (
            "M(x[3]) -> M([a,b,c]) for a in 0..=x[0] for b in 0..=x[1] for c in 0..=x[2]\n    \
          let taken = sort([x[0]-a, x[1]-b, x[2]-c])\n    if taken[2] > 0 and taken[0] == 0",
            3,
        ),
        ("S(n) { var p = 1\n while p <= n { move S(n-p)\n p = p * 2 } }", 14),
        ("S(n) { var p = 2\n while p < n { move S(n-p)\n p = p * 2 } }", 14),
        (
            "S(n) { var f = 1\n var g = 2\n while f <= n { move S(n-f)\n let t = f + g\n f = g\n g = t } }",
            14,
        ),
        ("X(n) -> X(n^1) if (n^1) < n\nX(n) -> X((n & 5) | 2) if n > 7", 14),
        ("X(n) -> X(n/3) if n > 0\nX(n) -> X(n % 4) if n % 4 < n and n - 5 > (n-9)/2", 14),
        ("X(n) -> X((n-5)/2) if n > 6\nX(n) ->? X((n-5) % 3 + n - 4)", 14),
        ("X(n) -> wins if n == 5\nX(n) -> 0 if n == 7\nX(n) -> X(abs(n-6)) if abs(n-6) < n", 14),
        ("A(n) -> B(n-1,1) if n > 0\nB(n,m) where n >= m\nB(n,m) ->? B(n-m,m+1) + A(m)", 7),
        (
            "X(n) { for k in 1..=n step 2 { let m = n - k\n if m > 3 { move X(m-1) } else { move X(m) } } }",
            14,
        ),
        ("X(n) { var s = 0\n for k in 1..=4 { s = s + k\n if s <= n { move X(n-s) } } }", 16),
        ("X(n,m) { for k in n-3..=m { if k >= 0 and k < n { move X(k, m) } } }", 7),
        ("X(x[3]) -> X(x[x[0] := 0]) if x[0] < 3 and x[x[0]] > 0", 4),
        ("X(x[2], i) -> X(x[i := 0], 0) if x[i] > 0", 4),
        (
            "X(n) -> X(bit(n,1)) if n > bit(n,1)\nX(n) -> X(n - (if n > 6 then 3 else 1)) if n > 2",
            14,
        ),
        (
            "X(n,m) -> X(min(n,m), max(n,m)) if n > m\nX(n,m) -> X(n-1, m) if n > 0 and not (m in {1,4})",
            7,
        ),
        ("X(n) -> X(n-3)", 6),
    ] {
        compare(text, bound).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

#[test]
fn what_is_not_linear_is_refused() {
    for text in [
        "S(n) -> S(n-k*k) for k in 1..=n if k*k <= n",
        "S(n) -> S(n-k*k) for k in 1..=isqrt(n)",
        "E(a,b) -> E(a, b%a) if a > 0",
        "S(n) { var p = 1\n while p <= n { move S(n-p)\n p = p + 3 } }",
        "S(n) { var p = 1\n var q = n\n while p <= q { move S(n-p)\n q = q - 1\n p = p * 2 } }",
    ] {
        let program = Program::read(Source::new("test", text)).unwrap();
        assert!(read_rules(&program).is_err(), "{text}");
    }
}

#[test]
fn random_rules_are_read_as_they_are_run() {
    // RULES asks for more of them, SEED for others.
    let number = |name: &str, usual: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let mut rng = fastrand::Rng::with_seed(number("SEED", 5));
    let (mut compared, mut refused) = (0, 0);
    for _ in 0..number("RULES", 60) {
        let text = random::rules(&mut rng);
        let bound = if text.contains("(a,b)") { 4 } else { 9 };
        match std::panic::catch_unwind(|| compare_up_to(&text, bound, 40)) {
            Ok(Ok(())) => compared += 1,
            Ok(Err(_)) => refused += 1,
            Err(_) => panic!("{text}"),
        }
    }
    assert!(compared > refused, "{compared} {refused}");
}
