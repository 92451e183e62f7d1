//! What is proved, printed, and not printed.

use super::*;
use grundy_rules::source::Source;

const HUGE_ARGUMENT: i64 = 1_000_000_000_000_000_000;

const WYTHOFF: &str = "W(a,b) -> W(a-k, b) for k in 1..=a
    W(a,b) -> W(a, b-k) for k in 1..=b
    W(a,b) -> W(a-k, b-k) for k in 1..=min(a,b)";

const LASKER: &str = "L(n) -> L(k) for k in 0..<n
    L(n) -> L(k) + L(n-k) for k in 1..=n/2";

fn proved(rules: &str, values: bool) -> Proved {
    let program = Program::read(Source::new("rules", rules)).unwrap();
    Proved::find(&program.into(), 0, values)
}

/// The function in Python where numbers have this limit, or none.
fn text(law: &Proved, limit: Option<i64>) -> Option<String> {
    let width = law.program.families[law.family].width;
    let limits = vec![limit.map(|most| (0, most)); width];
    Some(law.function(&limits, Lang::Python)?.text)
}

#[test]
fn a_formula_comes_before_a_period() {
    let law = proved("S(n) ->? S(n-k) for k in 1..=3", true);
    let expected = "# The value of S(n) is f(n) = n mod 4.
# Proof: induction on the moves; that every step is right for all numbers was decided by automata.
def grundy_S(n):
    return n % 4
";
    assert_eq!(text(&law, None).as_deref(), Some(expected));
    let law = proved("S(n) ->? S(n-k) for k in {1,3,4}", true);
    let expected =
        "# The values of S(n) repeat from 0 on with period 7. Proof: Guy and Smith's theorem.
values_S = [
    0, 1, 0, 1, 2, 3, 2,
]


def grundy_S(n):
    return values_S[n % 7]
";
    assert_eq!(text(&law, None).as_deref(), Some(expected));
}

#[test]
fn the_rules_decide_what_is_proved() {
    // A family that begins with 1, and one of two numbers.
    let law = proved("C(n) where n >= 1\nC(n) -> C(k) for k in 1..<n", true);
    assert!(text(&law, None).unwrap().ends_with("    return n - 1\n"));
    let pair = "R(a,b) -> R(k,b) for k in 0..<a\nR(a,b) -> R(a,k) for k in 0..<b";
    assert!(text(&proved(pair, true), None).unwrap().ends_with("    return a ^ b\n"));
    assert!(text(&proved(pair, false), None).unwrap().ends_with("    return a == b\n"));
}

#[test]
fn an_automaton_is_for_numbers_beyond_formulas() {
    let law = proved(WYTHOFF, false);
    assert_eq!(text(&law, None), None);
    // Words hold the squares of the formula up to here.
    let formula = text(&law, Some(1_000_000_000)).unwrap();
    assert!(formula.contains("floor_multiple_W(abs(a - b), 1, 1, 5, 2)"), "{formula}");
    assert!(text(&law, Some(HUGE_ARGUMENT)).unwrap().contains("def lost_W(a, b):"));
    // Values of sums have no more digits than are counted on.
    let law = proved("H(n) -> H(a) + H(b) for a in 0..<n for b in 0..=a", true);
    assert!(text(&law, Some(HUGE_ARGUMENT)).unwrap().contains("def grundy_H(n):"));
    assert_eq!(text(&law, Some(i64::MAX)), None);
}

#[test]
fn what_leaves_64_bits_is_not_printed() {
    let law = proved(LASKER, true);
    let told = text(&law, None).unwrap();
    assert!(told.contains("Numbers may be up to 10^18"), "{told}");
    assert!(!text(&law, Some(HUGE_ARGUMENT)).unwrap().contains("10^18"));
    assert_eq!(text(&law, Some(i64::MAX)), None);
}

#[test]
fn what_has_no_law_has_none() {
    // A position from which a move wins at once has no value; an input is not known; no formula over
    // addition; more than three numbers.
    for rules in [
        "S(n) -> wins if n > 3",
        "input m\nS(n) ->? S(n-k) for k in 1..=m",
        "S(n) -> S(n-k*k) for k in 1..=isqrt(n)",
        "S(x[4]) -> S(x[i := k]) for i in 0..<4 for k in 0..<x[i]",
        "S(n) -> S(n-k) for k in 1..=n/2",
    ] {
        assert_eq!(text(&proved(rules, true), None), None, "{rules}");
    }
}

/// The same rules give the same program, however busy the machine is.
#[test]
fn no_clock_decides() {
    for _ in 0..3 {
        assert!(text(&proved(WYTHOFF, false), Some(HUGE_ARGUMENT)).is_some());
        let lawless = "H(n, m) -> H(n-k, m) for k in 1..=min(n,m) if k != 3";
        assert_eq!(text(&proved(lawless, true), None), None);
    }
}

/// A law by a remainder, with the names of the rules.
#[test]
fn a_bound_that_is_a_number_of_the_position() {
    let law = proved("H(n, m) -> H(n-k, m) for k in 1..=min(n,m)", true);
    let expected = "# The value of H(n, m) is f(n, m) = n mod (m + 1).
# Proof: induction on the rank; with n = q + r, where q is a multiple of m + 1 and 0 <= r < m + 1,
# the step is linear in q and r, and automata decide it.
def grundy_H(n, m):
    return n % (m + 1)
";
    assert_eq!(text(&law, Some(HUGE_ARGUMENT)).unwrap(), expected);
    // Where the divisor would be 0 there is no position.
    let by = |domain: &str| {
        let rules = format!("H(n, m) {domain}  H(n, m) -> H(n-m, m) if n>=m and m>=1");
        text(&proved(&rules, true), Some(HUGE_ARGUMENT)).unwrap_or_default()
    };
    assert!(by("where m>=1").ends_with("    return (n // m) % 2\n"), "{}", by("where m>=1"));
    assert_eq!(by("where m+n>=1"), "");
}

#[test]
fn what_is_only_checked_is_printed_where_that_is_wanted() {
    let law = proved("S(n) -> S(n-k) for k in 1..<n if n % k == 0", true);
    assert_eq!(text(&law, None), None);
    let unproved = law.unproved(&[None], Lang::Python).unwrap();
    let expected = "# The value of S(n) is f(n) = valuation(n, 2) for n >= 1.
# Not proved: checked for n = 0 to 1999 in a table.

# How often b divides x > 0.
def valuation_S(x, b):
    count = 0
    while x > 0 and x % b == 0:
        count = count + 1
        x = x // b
    return count


def grundy_S(n):
    if n == 0:
        return 0
    return valuation_S(n, 2)
";
    assert_eq!(unproved.text, expected);
    // Where something is proved, that is what is printed.
    let law = proved("S(n) ->? S(n-k) for k in 1..=3", true);
    assert_eq!(law.unproved(&[None], Lang::Python), None);
}
