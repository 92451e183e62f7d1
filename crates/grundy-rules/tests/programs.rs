//! Programs that are read, and what their states' options are.

use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk;

fn read(text: &str) -> Program {
    let source = Source::new("test", text);
    Program::read(source.clone()).unwrap_or_else(|error| panic!("{}", error.render(&source)))
}

/// The options of `family(coords)` as text.
fn options(text: &str, family: &str, coords: &[i64]) -> Vec<String> {
    let program = read(text);
    let state = State::new(program.family(family).unwrap(), coords.to_vec());
    let mut shown = Vec::new();
    walk::options(&program, &state, walk::FUEL, &mut |option| {
        let sum: Vec<String> = option.sum.iter().map(|state| state.show(&program)).collect();
        shown.push(if option.wins { "wins".to_owned() } else { sum.join(" + ") });
        true
    })
    .unwrap_or_else(|error| panic!("{}", error.render(&program.source)));
    shown
}

const GAMES: &str = "
S(n) -> S(n - k*k)                 for k in 1..=isqrt(n)
L(n) -> L(k)                       for k in 0..<n
L(n) -> L(k) + L(n-k)              for k in 1..=n/2
W(a,b) -> W(a-k, b-k)              for k in 1..=min(a,b)
cut(w,h) -> cut(i,h) + cut(w-i,h)  for i in 2..=w-2
F(n, cap = n-1) == F(n,n) if cap > n      # the same position: keeps the table finite
F(n,cap) -> F(n-k, 2*k)            for k in 1..=min(n,cap)
R(m) -> R(m ^ (1<<i) ^ (1<<j))     for i in ones(m) let j = prev0(m,i) if j >= 0
";

#[test]
fn the_games_of_the_guide_have_their_moves() {
    assert_eq!(options(GAMES, "S", &[5]), ["S(4)", "S(1)"]);
    assert_eq!(options(GAMES, "L", &[3]), ["L(0)", "L(1)", "L(2)", "L(1) + L(2)"]);
    assert_eq!(options(GAMES, "W", &[2, 3]), ["W(1,2)", "W(0,1)"]);
    assert_eq!(options(GAMES, "cut", &[5, 2]), ["cut(2,2) + cut(3,2)", "cut(3,2) + cut(2,2)"]);
    assert_eq!(options(GAMES, "F", &[3, 2]), ["F(2,2)", "F(1,4)"]);
    assert_eq!(options(GAMES, "R", &[0b110]), ["R(5)", "R(3)"]);
    let program = read(GAMES);
    let form = walk::normal_form(&program, &State::new(4, vec![1, 4])).unwrap();
    assert_eq!(form.show(&program), "F(1,1)");
}
