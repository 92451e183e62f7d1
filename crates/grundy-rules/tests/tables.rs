//! Arrays that are no coordinates: constants, and values given from outside.

use grundy_rules::engine::Engine;
use grundy_rules::error::Kind;
use grundy_rules::explore::{Explorer, Failure};
use grundy_rules::game::Rules;
use grundy_rules::input::InputValue::{Number, Numbers, Rows};
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::{IntKind, Iter, Program, Stmt};
use grundy_rules::walk;

fn read(text: &str) -> Program {
    let source = Source::new("test", text);
    Program::read(source.clone()).unwrap_or_else(|error| panic!("{}", error.render(&source)))
}

/// The options of a state of the first family, as text.
fn options(program: &Program, coords: &[i64]) -> Vec<String> {
    let mut shown = Vec::new();
    let state = State::new(0, coords.to_vec());
    walk::options(program, &state, walk::MAX_STEPS, &mut |option| {
        let sum: Vec<String> = option.sum.iter().map(|state| state.show(program)).collect();
        shown.push(sum.join(" + "));
        true
    })
    .unwrap_or_else(|error| panic!("{}", error.render(&program.source)));
    shown
}

#[test]
fn arrays_keep_their_order_and_their_repeats() {
    let check = |rules: &str, coords: &[i64], expected: &[&str]| {
        let text = format!("const A = [3, 1, 4, 1]  const G = [[5, 2], [], [7]]  {rules}");
        assert_eq!(options(&read(&text), coords), expected, "{rules} at {coords:?}");
    };
    check("g(n) -> g(x) for x in A", &[0], &["g(3)", "g(1)", "g(4)", "g(1)"]);
    check("g(n) -> g(A[n])", &[2], &["g(4)"]);
    check("g(n) -> g(len(A) + sum(A) * 10 + min(A) * 1000 + max(A) * 10000)", &[2], &["g(41094)"]);
    check("g(n) -> g(i) for i in 0..=9 if i in A", &[2], &["g(1)", "g(3)", "g(4)"]);
    check("g(n) -> g(i) for i in 0..=5 if i not in A", &[2], &["g(0)", "g(2)", "g(5)"]);
    check("g(n) -> g(x) for x in G[n]", &[0], &["g(5)", "g(2)"]);
    check("g(n) -> g(x) for x in G[n]", &[1], &[]);
    check("g(n) -> g(G[n][0] * 10 + len(G[n]))", &[2], &["g(71)"]);
    check("g(n) -> g(len(G) + len(G[0]) + G[0][1])", &[2], &["g(7)"]);
    check("g(n) -> g(x) for i in 0..<len(G) for x in G[i] if x > 2", &[2], &["g(5)", "g(7)"]);
    check("g(n) -> g(sort(A)[n]) if [3, 1, 4, 1] == A", &[3], &["g(4)"]);
    check(
        "g(n) { for x in A { var y = x move g(y + G[0][1]) } }",
        &[3],
        &["g(5)", "g(3)", "g(6)", "g(3)"],
    );
    check("g(n) -> g(A[0] * 100 + A[1])", &[3], &["g(301)"]);
    // A parameter hides a name that the rules use elsewhere.
    let text = "const B = [k*k for k in 1..=4]  const C = [1..=3, 9, 1]  const D = sort(C)
        const E = []  const F = [[]]
        g(n) -> g(len(E) + len(F) + len(F[0]))  g(n) -> g(x) for x in E
        g(n) -> g(x) for x in B  g(n) -> g(x) for x in C  g(n) -> g(D[1])";
    let told = options(&read(text), &[0]);
    let expected =
        ["g(1)", "g(1)", "g(4)", "g(9)", "g(16)", "g(1)", "g(2)", "g(3)", "g(9)", "g(1)", "g(1)"];
    assert_eq!(told, expected);
    // An array at the beginning of an expression is none of these.
    let text = "const K = [3, 1][0]  const L = [1] == [1]  g(n) -> g(K) if L";
    assert_eq!(options(&read(text), &[0]), ["g(3)"]);
}

#[test]
fn input_is_a_name_too() {
    let text = "input(n) -> input(n-k) for k in 1..=n  input m  const K = 2  input S[]
        other(n) -> other(n - m) + input(n) if n > m + K";
    let program = read(text);
    assert_eq!(program.families.len(), 2);
    let shown: Vec<String> = program.inputs.iter().map(|input| input.signature()).collect();
    assert_eq!(shown, ["m", "S[]"]);
}

const TAKE: &str = "input m  input S[]  input adj[][]
    take(n) -> take(n - s * m) for s in S if s * m <= n
    take(n) -> take(v) for v in adj[n % len(adj)] if v < n
    take(n) -> take(n - sum(S)) if n > max(S) + 100 and n in S and n > S[0] + adj[0][0]";

#[test]
fn values_are_given_from_outside() {
    let program = read(TAKE);
    let values =
        [("adj", Rows(vec![vec![2, 0], vec![]])), ("m", Number(2)), ("S", Numbers(vec![3, 1, 1]))];
    let bound = program.bind(&values).unwrap();
    assert_eq!(options(&bound, &[8]), ["take(2)", "take(6)", "take(6)", "take(2)", "take(0)"]);
    assert!(bound.inputs.is_empty() && program.inputs.len() == 3);
    let again = read(&bound.texts().concat());
    for n in 0..30 {
        assert_eq!(options(&again, &[n]), options(&bound, &[n]));
    }
    // Other values: nothing of the first ones is left.
    let values = [("m", Number(1)), ("S", Numbers(vec![])), ("adj", Numbers(vec![]))];
    let error = program.bind(&values).unwrap_err();
    assert!(error.message.contains("S is empty"), "{error}");
    let values = [("m", Number(1)), ("S", Numbers(vec![5])), ("adj", Rows(vec![vec![]]))];
    assert_eq!(options(&program.bind(&values).unwrap(), &[8]), ["take(3)"]);
}

#[test]
fn wrong_values_are_refused() {
    let program = read(TAKE);
    let (m, adj) = (("m", Number(2)), ("adj", Rows(vec![])));
    let s = ("S", Numbers(vec![1]));
    for (values, told) in [
        (vec![m.clone(), s.clone()], "adj is an input and has no value"),
        (vec![m.clone(), s.clone(), adj.clone(), m.clone()], "m is given twice"),
        (vec![m.clone(), s.clone(), adj.clone(), ("n", Number(1))], "no input called n"),
        (vec![("m", Numbers(vec![])), s.clone(), adj.clone()], "m is a number, not an array"),
        (vec![m.clone(), ("S", Rows(vec![vec![]])), adj.clone()], "S is an array of numbers, not"),
        (vec![m.clone(), ("S", Number(3)), adj.clone()], "S is an array of numbers, not a number"),
        (vec![m.clone(), ("S", Numbers(vec![i64::MAX, 1])), adj], "the sum of S"),
        (vec![m, s, ("adj", Numbers(vec![1]))], "adj is an array of rows of numbers, not an array"),
    ] {
        let error = program.bind(&values).unwrap_err();
        assert!(error.message.contains(told), "{error}");
        assert_eq!(error.kind, Kind::Input);
    }
}

#[test]
fn nobody_answers_about_rules_without_the_values_of_their_inputs() {
    let program = read(TAKE);
    let state = State::new(0, vec![3]);
    let context = Default::default();
    let failure = Explorer::default().value(&program, &state, &context).unwrap_err();
    let is_input =
        |error: &Failure| matches!(error, Failure::Rules(error) if error.kind == Kind::Input);
    assert!(is_input(&failure));
    let mut engine = Engine::new(program.clone().into(), Default::default());
    assert!(is_input(&engine.value(&state, &context).unwrap_err()));
    assert!(is_input(&engine.table(0, &[9], &context).unwrap_err()));
    for lang in grundy_rules::emit::Lang::ALL {
        assert_eq!(grundy_rules::emit::emit(&program, 0, lang).unwrap_err().kind, Kind::Input);
    }
    assert_eq!(Rules::new(program).err().map(|error| error.kind), Some(Kind::Input));
}

#[test]
fn constants_of_given_numbers_are_worked_out_once() {
    let program = read("input m  g(n) -> g(n - k) for k in 1..=min(m * 2 - 1, n) if m > 2");
    let bound = program.bind(&[("m", Number(3))]).unwrap();
    let Stmt::For { iter, body, .. } = &bound.families[0].rules[0].body[0] else {
        panic!("a loop")
    };
    let Stmt::If { condition, .. } = &body[0] else { panic!("a condition") };
    assert_eq!(condition.constant(), Some(true));
    let Iter::Range { to, .. } = iter else { panic!("a range") };
    let IntKind::Call(_, args) = &to.kind else { panic!("min") };
    assert_eq!(args[0].constant(), Some(5));
}

#[test]
fn many_numbers_are_bound_and_looked_up() {
    let program = read(
        "input A[]  g(n) -> g(n - 1 - A[n] % 2) if n > 1 and A[n - 1] % 3 > 0  g(n) -> g(n/2) if n in A and n > 0",
    );
    let numbers: Vec<i64> = (0..1_000_000).map(|i| i * i % 9973).collect();
    let bound = program.bind(&[("A", Numbers(numbers))]).unwrap();
    let mut engine = Engine::new(bound.into(), Default::default());
    let table = engine.table(0, &[30_000], &Default::default()).unwrap();
    assert!(table.get(&[30_000]).is_some());
}
