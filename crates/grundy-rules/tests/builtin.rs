//! Games written as rules, compared with the built-in ones over all small positions.

use grundy::analysis::{Question, answer};
use grundy::context::Context;
use grundy::expr::Catalogue;
use grundy::outcome::Play;
use grundy_rules::game::Rules;
use grundy_rules::source::Source;

/// Outcome, value and number of winning moves, in a play.
type Told = (String, Option<String>, Option<String>);

fn ask(catalogue: &Catalogue<'_>, text: &str, play: Play) -> Told {
    let position = catalogue.read(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    let question = Question { play, moves: 0, ..Question::default() };
    let told = answer(&position, &question, &Context::default())
        .unwrap_or_else(|stop| panic!("{text}: {stop}"));
    (
        told.outcome.to_string(),
        told.grundy.map(|value| value.to_string()),
        told.winning_moves.count.map(|count| count.to_string()),
    )
}

fn compare(rules: &str, plays: &[Play], pairs: impl IntoIterator<Item = (String, String)>) {
    let source = Source::new("test", rules);
    let rules = Rules::read(source.clone()).unwrap_or_else(|e| panic!("{}", e.render(&source)));
    let catalogue = rules.catalogue();
    let mut count = 0;
    for (mine, theirs) in pairs {
        for &play in plays {
            let here = format!("{mine} and {theirs}, {play:?}");
            assert_eq!(ask(&catalogue, &mine, play), ask(&catalogue, &theirs, play), "{here}");
            let sum = |text: &str| format!("{text} + nim(2) + 0.77(3)");
            let told = |text: &str| ask(&catalogue, &sum(text), play);
            assert_eq!(told(&mine), told(&theirs), "{here}, in a sum");
        }
        count += 1;
    }
    assert!(count > 10, "{count} positions");
}

const BOTH: [Play; 2] = [Play::Normal, Play::Misere];

#[test]
fn laskers_nim() {
    let rules = "
        L(n) -> L(k)          for k in 0..<n
        L(n) -> L(k) + L(n-k) for k in 1..=n/2";
    compare(rules, &BOTH, (0..=16).map(|n| (format!("L({n})"), format!("lasker({n})"))));
}

#[test]
fn wythoffs_game() {
    let rules = "
        W(a,b) -> W(a-k,b)   for k in 1..=a
        W(a,b) -> W(a,b-k)   for k in 1..=b
        W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)";
    let all = (0..=6).flat_map(|a| (0..=6).map(move |b| (a, b)));
    compare(rules, &BOTH, all.map(|(a, b)| (format!("W({a},{b})"), format!("wythoff({a},{b})"))));
}

#[test]
fn fibonacci_nim() {
    let rules = "
        F(n, cap = n-1) == F(n,n) if cap > n
        F(n,cap) -> F(n-k, 2*k) for k in 1..=min(n,cap)";
    let whole = (1..=16).map(|n| (format!("F({n})"), format!("fibonacci-nim({n})")));
    let all = (0..=8).flat_map(|n| (0..=n + 1).map(move |cap| (n, cap)));
    let capped = all.map(|(n, cap)| (format!("F({n},{cap})"), format!("fibonacci-nim({n},{cap})")));
    compare(rules, &BOTH, whole.chain(capped));
}

#[test]
fn coins_hop_in_a_row() {
    let rules = "R(m) -> R(m ^ (1<<i) ^ (1<<j)) for i in ones(m) let j = prev0(m,i) if j >= 0";
    let pairs = (0..1u32 << 6).map(|m| {
        let squares: Vec<String> =
            (0..6).filter(|i| m >> i & 1 == 1).map(|i| (6 - i).to_string()).collect();
        (format!("R({m})"), format!("row-hop[6]({})", squares.join(",")))
    });
    compare(rules, &BOTH, pairs);
}

#[test]
fn sheets_are_cut() {
    let rules = "
        cut(w,h) where w >= 1 and h >= 1 and w*h > 1
        cut(w,h) -> wins if w == 1 or h == 1
        cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 1..=w/2 if h > 1
        cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 1..=h/2 if w > 1";
    let source = Source::new("test", rules);
    let rules = Rules::read(source).unwrap();
    let catalogue = rules.catalogue();
    for w in 2..=9 {
        for h in 2..=9 {
            let told = |name: &str| ask(&catalogue, &format!("{name}({w},{h})"), Play::Normal);
            assert_eq!(told("cut"), told("cutting"), "{w} by {h}");
        }
    }
    let strip = ask(&catalogue, "cut(1,5) + nim(3)", Play::Normal);
    assert_eq!((&*strip.0, strip.1), ("N", None));
    assert!(catalogue.read("cut(1,1)").is_err());
}

#[test]
fn arrays_sorted_by_a_same_position_rule_are_nim() {
    let rules = "
        heaps(x[3]) == heaps(sort(x))
        heaps(x[3]) -> heaps(x[i := v]) for i in 0..<len(x) for v in 0..<x[i]";
    let all = (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..3).map(move |c| (a, b, c))));
    compare(
        rules,
        &BOTH,
        all.map(|(a, b, c)| (format!("heaps({a},{b},{c})"), format!("nim({a},{b},{c})"))),
    );
}

#[test]
fn a_block_says_the_same_as_a_line() {
    let rules = "
        const SET = {1, 3, 9}
        take(n) {
            for s in SET { if s <= n { move take(n-s) } }
        }
        drop(n) ->? drop(n-s) for s in SET
        turn(n) {
            var k = 1
            while k <= n {
                if k in SET { move other(n-k) }
                k = k + 1
            }
        }
        other(n) { for s in {1, 3..=9 step 6} { move? turn(n-s) } }";
    let names = ["take", "drop", "turn", "other"];
    let pairs = names.into_iter().flat_map(|name| (0..=20).map(move |n| (name, n)));
    compare(
        rules,
        &BOTH,
        pairs.map(|(name, n)| (format!("{name}({n})"), format!("subtraction[1,3,9]({n})"))),
    );
}
