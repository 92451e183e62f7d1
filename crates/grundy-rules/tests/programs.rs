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
    walk::options(&program, &state, walk::MAX_STEPS, &mut |option| {
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

#[test]
fn clauses_statements_and_expressions_do_what_is_written() {
    let check = |rule: &str, coords: &[i64], expected: &[&str]| {
        assert_eq!(options(rule, "g", coords), expected, "{rule} at {coords:?}");
    };
    check("g(n) -> g(k) for k in 0..<n step 2", &[5], &["g(0)", "g(2)", "g(4)"]);
    check("g(n) -> g(k) for k in n..=2", &[5], &[]);
    check("const T = {9, 3..=5, 3} g(n) ->? g(n-k) for k in T", &[5], &["g(2)", "g(1)", "g(0)"]);
    check(
        "const T = {k*k for k in 1..=9 let o = k % 2 if o == 1} g(n) -> g(k) for k in T",
        &[5],
        &["g(1)", "g(9)", "g(25)", "g(49)", "g(81)"],
    );
    check(
        "g(n) -> g(i + j) for i in 1..=2 for j in {10, 20}",
        &[5],
        &["g(11)", "g(21)", "g(12)", "g(22)"],
    );
    check("g(n) -> wins if n == 5 g(n) -> 0 if n not in {4}", &[5], &["wins", ""]);
    check("g(n) -> g(if n > 3 then 1 else 2)", &[5], &["g(1)"]);
    check("g(n) -> g(n - 1 - 1 * 2 / 2 % 3)", &[5], &["g(3)"]);
    check("g(n) -> g(0) if 1 <= n < 6 < 7 and (n > 9 or not n == 3)", &[5], &["g(0)"]);
    check("g(n) -> g(-(-n)) g(n) -> g(~(-3))", &[5], &["g(5)", "g(2)"]);
    check("g(n) -> g(n ^ 1 ^ 2 ^ 4) g(n) -> g((n | 8) & 12)", &[5], &["g(2)", "g(12)"]);
    check("g(n, c = n*2, d = c+1) -> g(n-1)", &[5, 0, 0], &["g(4,8,9)"]);
    check("g(n, c = n*2, d = c+1) -> g(n-1, n)", &[5, 0, 0], &["g(4,5,6)"]);
    check("g(x[2], n = 3) -> g(x)", &[7, 8, 9], &["g(7,8,3)"]);
    check("g(x[2]) -> g(x[0 := x[1], 1 := x[0]])", &[7, 8], &["g(8,7)"]);
    check("g(x[2]) -> g(sort(x)) g(x[2]) -> g([max(x), sum(x)])", &[8, 7], &["g(7,8)", "g(8,15)"]);
    check("g(x[2]) -> g(if x == [8,7] then x else sort(x))", &[8, 7], &["g(8,7)"]);
    check(
        "g(n) { var k = 0 while k < 3 { k = k + 1 move g(k) } }",
        &[5],
        &["g(1)", "g(2)", "g(3)"],
    );
    check(
        "g(x[2]) { var y = x y[1] = 0 var b = y == x if b { move g(x) } else if x[0] == 8 { b = true move g(y) } }",
        &[8, 7],
        &["g(8,0)"],
    );
    check(
        "g(n) { for i in ones(n) { move g(i) } for i in 1..=2 { let k = i move? g(k - 2) } }",
        &[5],
        &["g(0)", "g(2)", "g(0)"],
    );
    check("g(n) ->? g(n-3) + g(9)", &[2], &[]);
    check("g(n) -> g(9223372036854775807 - k) for k in 0..<1", &[2], &["g(9223372036854775807)"]);
    check(
        "g(n) -> g(k) for k in 9223372036854775806..=9223372036854775807",
        &[2],
        &["g(9223372036854775806)", "g(9223372036854775807)"],
    );
}

#[test]
fn moves_leave_as_many_positions_as_they_say() {
    let check = |rule: &str, coords: &[i64], expected: &[&str]| {
        assert_eq!(options(rule, "g", coords), expected, "{rule} at {coords:?}");
    };
    check("g(n) -> 2 * g(n-1)", &[5], &["g(4) + g(4)"]);
    check("g(n) -> 0 * g(n-9)", &[5], &[""]);
    check("g(n) -> n * g(1) + g(0)", &[2], &["g(1) + g(1) + g(0)"]);
    check("g(n) -> n * g(n - 1)", &[0], &[""]);
    check("g(n, c = 9/n) -> n * g(n)", &[0, 0], &[""]);
    check("g(n) -> (n-3) * g(1) + max(n, 1) * g(0)", &[3], &["g(0) + g(0) + g(0)"]);
    check("g(n) -> sum(g(i) for i in 0..<n)", &[3], &["g(0) + g(1) + g(2)"]);
    check("g(n) -> sum(g(i) for i in 0..<n)", &[0], &[""]);
    check(
        "g(n) -> sum(g(i) + g(n) for i in k..=2 if i != 1) for k in 0..=n",
        &[1],
        &["g(0) + g(1) + g(2) + g(1)", "g(2) + g(1)"],
    );
    check("g(n) -> sum(g(i) for i in {7, 3})", &[1], &["g(3) + g(7)"]);
    check("g(n) -> 2 * sum(n * g(i) for i in 0..=1)", &[1], &["g(0) + g(0) + g(1) + g(1)"]);
    check("g(n) -> sum(g(i) for i in 0..<99 if i < n)", &[2], &["g(0) + g(1)"]);
    check("g(n) -> sum(g(i*j) for i in 1..=2 let j = i + 1 if j > 1)", &[2], &["g(2) + g(6)"]);
    check(
        "g(x[3]) -> sum(g([v, 0, 0]) for i in 0..<3 let v = x[i] if v > 0)",
        &[2, 0, 1],
        &["g(2,0,0) + g(1,0,0)"],
    );
    check("g(n) ->? sum(g(i - 2) for i in k..=n) for k in 1..=n", &[3], &["g(0) + g(1)", "g(1)"]);
    check("g(n) { let k = 2 move sum(g(i) for i in 0..<k) + g(9) }", &[3], &["g(0) + g(1) + g(9)"]);
    check("const A = [4, 4, 1] g(n) -> sum(g(x) for x in A)", &[3], &["g(4) + g(4) + g(1)"]);
    check(
        "const A = [4, 4, 1] g(n) -> sum(A) * g(1)",
        &[0],
        &["g(1) + g(1) + g(1) + g(1) + g(1) + g(1) + g(1) + g(1) + g(1)"],
    );
}

#[test]
fn loops_go_through_divisors_digits_and_primes() {
    let check = |rule: &str, coords: &[i64], expected: &[&str]| {
        assert_eq!(options(rule, "g", coords), expected, "{rule} at {coords:?}");
    };
    for n in 0..200i64 {
        let list = |numbers: Vec<i64>| -> Vec<String> {
            numbers.iter().map(|number| format!("g({number})")).collect()
        };
        let told = |rule: &str| options(rule, "g", &[n]);
        let divisors = (1..=n).filter(|d| n % d == 0).collect();
        assert_eq!(told("g(n) -> g(d) for d in divisors(n)"), list(divisors), "{n}");
        let digits: Vec<i64> = n.to_string().bytes().rev().map(|b| i64::from(b - b'0')).collect();
        let digits = if n == 0 { Vec::new() } else { digits };
        assert_eq!(told("g(n) -> g(d) for d in digits(n)"), list(digits), "{n}");
        let bits: Vec<i64> = (0..64 - n.leading_zeros()).map(|i| n >> i & 1).collect();
        assert_eq!(told("g(n) -> g(d) for d in digits(n, 2)"), list(bits), "{n}");
        let primes = (n / 2..=n).filter(|p| *p > 1 && (2..*p).all(|d| p % d != 0)).collect();
        assert_eq!(told("g(n) -> g(p) for p in primes(n/2..=n)"), list(primes), "{n}");
    }
    check("g(n) -> g(d) for d in divisors(n - 9)", &[5], &[]);
    check("g(n) -> g(d) for d in digits(n - 9)", &[5], &[]);
    check(
        "g(n) -> g(d * 10 + e) for d in divisors(n) for e in divisors(d)",
        &[4],
        &["g(11)", "g(21)", "g(22)", "g(41)", "g(42)", "g(44)"],
    );
    check("g(n) { for d in digits(n) { var c = d move g(c) } }", &[42], &["g(2)", "g(4)"]);
    check(
        "g(n) -> sum(g(p) for p in primes(1..<8)) + sum(g(d) for d in divisors(n))",
        &[3],
        &["g(2) + g(3) + g(5) + g(7) + g(1) + g(3)"],
    );
    check(
        "const T = {p for p in primes(1..=9)} g(n) -> g(p) for p in T",
        &[3],
        &["g(2)", "g(3)", "g(5)", "g(7)"],
    );
    // A large number has its divisors found up to its root.
    let text = "g(n) -> g(d) for d in divisors(n)";
    assert_eq!(options(text, "g", &[1_000_000_000_000]).len(), 169);
    // The words are names elsewhere.
    check(
        "g(digits, primes) -> g(digits - 1, primes) for divisors in digits..=primes if digits mod 2 == 1",
        &[5, 5],
        &["g(4,5)"],
    );
}

#[test]
fn mod_is_a_remainder_where_a_number_follows() {
    let text = "g(n) -> g(n mod 3) if (n + 1) mod (2) == 0
        mod(n) -> mod(n - 1) + g(n mod 2) if n mod 2 == 1
        mod(n) where n mod 7 != 6";
    assert_eq!(options(text, "g", &[5]), ["g(2)"]);
    assert_eq!(options(text, "mod", &[5]), ["mod(4) + g(1)"]);
    assert_eq!(options("h(mod) -> h(mod mod 2) if mod > 1", "h", &[5]), ["h(1)"]);
    assert_eq!(options("g(n) -> g(n * 7 mod 4 + 1)", "g", &[5]), ["g(4)"]);
    assert_eq!(options("g(n) -> g(n-1) if n > 1 mod(n) -> mod(n-1)", "mod", &[5]), ["mod(4)"]);
}

#[test]
fn values_need_not_list_copies() {
    // 10^12 copies are none for values, and too many for a list.
    let text =
        "g(n) -> 1000000000000 * g(n-1) if n > 0  g(n) -> (n + 1000000000000) * g(0) if n > 2";
    let program = read(text);
    let state = State::new(0, vec![5]);
    let mut engine = grundy_rules::engine::Engine::new(program.clone().into(), Default::default());
    let value = engine.value(&state, &Default::default()).unwrap().number();
    let reference = grundy_rules::explore::Explorer::default();
    let told = { reference }.value(&program, &state, &Default::default()).unwrap().number();
    assert_eq!((value, told), (Some(1), Some(1)));
    let error = walk::options(&program, &state, walk::MAX_STEPS, &mut |_| true).unwrap_err();
    assert!(error.message.contains("more than 4096 positions"), "{error}");
}

#[test]
fn what_a_constant_excludes_may_be_out_of_range() {
    let program = "
        const K = 5
        g(x[3]) -> g([0, 0, 0]) if K >= 3 or x[K-7] == 0
        g(x[3]) -> g([1, 1, 1]) if not (K < 3 and x[K] / (K-5) == 0)
        g(x[3]) -> g([if K < 3 then x[K] else 2, if K == 5 then 2 else 1<<(K-9), 2])
        g(x[3]) { if K < 3 { var y = x y[K] = 3 move g(y) } else { move g([3, 3, 3]) } }";
    assert_eq!(options(program, "g", &[1, 2, 3]), ["g(0,0,0)", "g(1,1,1)", "g(2,2,2)", "g(3,3,3)"]);
    for wrong in ["K < 3 or x[K] == 0", "K > 3 and 1 / (K-5) == 0", "K < n and x[K] == 0"] {
        let text = format!("const K = 5 g(n, x[3]) -> g(0, x) if {wrong}");
        assert!(Program::read(Source::new("test", &text)).is_err(), "{wrong}");
    }
    // Types count everywhere.
    for wrong in ["K > 3 or 7", "if K > 3 then true else 7"] {
        let text = format!("const K = 5 g(n) -> g(n-1) if {wrong}");
        assert!(Program::read(Source::new("test", &text)).is_err(), "{wrong}");
    }
}

#[test]
fn the_reference_names_everything_and_its_programs_are_read() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/rules-grammar.md"
    ))
    .unwrap();
    let mut count = 0;
    for block in text.split("```rules\n").skip(1) {
        read(block.split("```").next().unwrap());
        count += 1;
    }
    assert_eq!(count, 6);
    let syntax = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../editors/grundy-rules.tmLanguage.json"
    ))
    .unwrap();
    for word in grundy_rules::WORDS.into_iter().chain(["show", "input", "mod"]) {
        assert!(syntax.contains(word), "{word} in the highlighting");
        assert!(text.contains(word), "{word} in the reference");
    }
    let functions = grundy_rules::typed::IntFn::ALL.iter().map(|(name, _)| *name);
    let tests = grundy_rules::typed::BoolFn::ALL.iter().map(|(name, _)| *name);
    for name in functions
        .chain(tests)
        .chain(["ones", "divisors", "digits", "primes", "len", "sum", "sort", "board"])
        .chain(["rows", "columns", "squares", "inside", "shift", "neighbours", "neighbours8"])
        .chain(["knights", "diagonals", "row", "column", "canonical", "parts", "parts8"])
    {
        assert!(text.contains(&format!("`{name}(")), "{name} in the reference");
        assert!(syntax.contains(name), "{name} in the highlighting");
    }
}

#[test]
fn names_in_parentheses_are_names() {
    let text = "h(n) -> h((n)-1) for k in 1..=(n)/((n)) if (n) > 0";
    assert_eq!(options(text, "h", &[3]), ["h(2)"]);
    let text = "const S = {1, 2}\nh(n) -> h(n-s) for s in (S) if (s) <= n";
    assert_eq!(options(text, "h", &[1]), ["h(0)"]);
}
