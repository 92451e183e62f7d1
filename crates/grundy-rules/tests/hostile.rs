//! Text from strangers: never a panic, never a hang, whatever it is.

use grundy::context::{Context, Limits};
use grundy_rules::explore::Explorer;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use proptest::prelude::*;

const GOOD: &str = "
const T = {1, 3, 9, 20..=60 step 5}
const SQ = {k*k for k in 1..=10 if k % 2 == 1}
S(n) -> S(n - k*k) for k in 1..=isqrt(n)
L(n) -> L(k) + L(n-k) for k in 1..=n/2
T1(n) ->? T1(n-k) for k in T if k not in SQ
W(a,b) where a != 3 or b != 3
W(a,b) ->? W(a-k, b-k) for k in 1..=min(a,b)
F(n, cap = n-1) == F(n,n) if cap > n
F(n,cap) -> F(n-k, 2*k) for k in 1..=min(n,cap)
R(m) -> R(m ^ (1<<i) ^ (1<<j)) for i in ones(m) let j = prev0(m,i) if j >= 0
A(x[3]) == A(sort(x))
A(x[3]) { for i in 0..<len(x) { var y = x if x[i] > 0 { y[i] = x[i] - 1 move A(y) } else { move? A(x[i := x[i] - 1]) } } }
C(n) -> wins if n == 1 or is_prime(n)
C(n) -> 0 if 1 < n < 5 and not (n == 3)
B(b: board[3,4], n) == B(canonical(b), n)
B(b: board[3,4], n) -> B(.., b[i,j] = 0, n = n - 1) for i, j in ones(b) if b[i,j+1] == 1 and n > 0
B(b: board[3,4], n) ->? sum(B(p, n = n - 1) for p in parts(shift(b - row(b,i), 1, -1) & ~neighbours(b,i,j))) for i, j in squares(b)
G(m: bits[70], n = 'a') -> G(m[i := 0, i-1 := 1 - m[i-1]]) for i in ones(m) if next0(m, i) > prev0(m, n) or low(m) == top(m)
G(m: bits[70], n) { var c = m  for i in ones(m) { c[i] = 0  if c != 0 { move G(c >> 1, n = 0) } } }
D(n) { let c = n > 3 var i = 0 while i < n { i = i + 1 if c { move D(i - 1) + F(i) } } }
E(n) -> E(if n > 3 then abs(n - 3) else gcd(n, 0) - 1) if popcount(n) + top(n) - low(n) > 0
";

/// Reads the text and, if it is a program, plays a little.
fn survives(text: &str) {
    let source = Source::new("t", text);
    let program = match Program::read(source.clone()) {
        Ok(program) => program,
        Err(error) => {
            assert!(!error.render(&source).is_empty());
            return;
        }
    };
    let context = Context::new(Limits::default().with_positions(200));
    let mut explorer = Explorer::with_fuel(2000);
    for (number, family) in program.families.iter().enumerate() {
        for size in [0, 1, 2, 7, i64::MAX] {
            let state = State::new(number, vec![size; family.width]);
            let _ = explorer.value(&program, &state, &context);
        }
    }
}

/// Words and signs as they occur in programs.
fn tokens() -> Vec<&'static str> {
    let mut tokens: Vec<&str> = grundy_rules::WORDS.to_vec();
    tokens.extend([
        "S",
        "n",
        "k",
        "x",
        "S(n)",
        "x[3]",
        "x[i := 1]",
        "b",
        "b: board[3,4]",
        "m: bits[70]",
        "b[i,j]",
        "b[i,j := 0]",
        "i, j",
        "ones(b)",
        "squares(b)",
        "parts(b)",
        "canonical(b)",
        "neighbours(b,i,j)",
        "shift(b,0,1)",
        "S(.., n = 1)",
        "n =",
        "'a'",
        ":",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        "->",
        "->?",
        "==",
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "<<",
        ">>",
        "..=",
        "..<",
        "..",
        ":=",
        "+",
        "-",
        "*",
        "/",
        "%",
        "&",
        "|",
        "^",
        "~",
        "?",
        "0",
        "1",
        "3",
        "9223372036854775807",
        "0x1f",
        "min",
        "sort",
        "ones",
        "ones(n)",
        "len",
        "isqrt(n)",
        "# c\n",
        "\n",
        "const T = {1, 3}",
        "T",
        "S(n) -> S(n-1) if n > 0",
        "is_prime(n)",
        "//",
        "é",
        "\u{0}",
        "→",
    ]);
    tokens
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn token_soup(picked in prop::collection::vec(prop::sample::select(tokens()), 0..60)) {
        survives(&picked.join(" "));
        survives(&picked.concat());
        survives(&format!("S(n) -> {}", picked.join(" ")));
        survives(&format!("S(n) {{ {} }}", picked.join(" ")));
    }

    #[test]
    fn any_text(text in ".{0,200}") {
        survives(&text);
    }

    #[test]
    fn good_programs_with_a_few_words_changed(
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(tokens()), 0..3u8), 1..4)
    ) {
        let mut words: Vec<&str> = GOOD.split_inclusive([' ', '(', ')', ',', '\n', '-', '+']).collect();
        for (at, token, how) in changes {
            let at = at.index(words.len());
            match how {
                0 => words[at] = token,
                1 => words.insert(at, token),
                _ => drop(words.remove(at)),
            }
        }
        survives(&words.concat());
    }
}

#[test]
fn the_good_program_is_good() {
    let source = Source::new("t", GOOD);
    let program = Program::read(source.clone()).unwrap_or_else(|e| panic!("{}", e.render(&source)));
    assert_eq!(program.families.len(), 12);
    survives(GOOD);
}

#[test]
fn long_and_deep_texts_are_refused_or_read_in_time() {
    let repeat = |head: &str, middle: &str, count: usize, tail: &str| {
        format!("{head}{}{tail}", middle.repeat(count))
    };
    for text in [
        repeat("S(n) -> S(", "(", 400_000, ""),
        repeat("S(n) -> S(", "-", 400_000, "1)"),
        repeat("S(n) -> S(n) if ", "not ", 200_000, "true"),
        repeat("S(n) -> S(n) ", "if n > 0 ", 100_000, ""),
        repeat("S(n) -> S(n)", " + S(n)", 100_000, ""),
        repeat("S(n) -> S(n", " + n", 200_000, ")"),
        repeat("S(n) -> S(n) if n > 0", " or n > 0", 90_000, ""),
        repeat("S(n) -> S(n) if n", " < n", 200_000, ""),
        repeat("S(n) -> S(if n > 0 then ", "if n > 0 then ", 60_000, "n"),
        repeat("S(n) {", "if n > 0 {", 90_000, "}"),
        repeat("S(n) { if n > 0 {}", " else if n > 0 {}", 50_000, "}"),
        repeat("S(n) { ", "move S(n)\n", 90_000, "}"),
        repeat("S(x[64]) -> S(x", "[0 := 1]", 100_000, ")"),
        repeat("S(n) -> S(n)\n", "S(n) -> S(n-1)\n", 60_000, ""),
        repeat("const T = {", "1,", 300_000, "2} S(n) -> S(n-k) for k in T"),
        repeat("", "const T = {k for k in 0..=10_000_000_000 if k < 0}\n", 1, "S(n) -> S(n)"),
        (0..60_000).map(|i| format!("S{i}(n) -> 0\n")).collect(),
        format!(
            "S(n) {{ {} }}",
            (0..60_000).map(|i| format!("let a{i} = n\n")).collect::<String>()
        ),
        format!(
            "F(n, c = min({})) -> 0\nG(n) {{ {} }}",
            vec!["n"; 60].join(","),
            "move F(n)\n".repeat(90_000)
        ),
        "x".repeat(2_000_000),
    ] {
        survives(&text);
    }
}

#[test]
fn large_boards_nested_deep_are_read_or_refused_in_time() {
    let deep = |inner: &str, outer: &dyn Fn(&str) -> String, times: usize| {
        (0..times).fold(inner.to_owned(), |text, _| outer(&text))
    };
    let expressions = [
        deep("m", &|m| format!("({m})[i := 0, i+1 := ({m})[i]]"), 6),
        deep("m", &|m| format!("({m} << 1)"), 90),
        deep("m", &|m| format!("(if ({m}) == m then m else m << 1)"), 40),
        deep("m", &|m| format!("canonical({m})"), 40),
        deep("m", &|m| format!("m[next0({m}, i) := 1]"), 40),
        deep("i", &|i| format!("m[{i}]"), 90),
    ];
    for size in [63, 64, 4032] {
        for expression in &expressions {
            let (value, rest) = match expression.starts_with("m[") && !expression.contains(":=") {
                true => (format!("m[0 := {expression}]"), ""),
                false => (expression.clone(), " if i > 0"),
            };
            survives(&format!("F(m: bits[{size}], i) -> F({value}, i - 1){rest}"));
            survives(&format!("F(m: bits[{size}], i) where ({value}) == m"));
        }
    }
    for sides in ["63,64", "1,4032", "4032,1", "8,8", "63,63"] {
        survives(&format!(
            "F(b: board[{sides}]) == F(canonical(b))
             F(b: board[{sides}]) -> sum(F(p) for p in parts8(b - diagonals(b,i,j))) for i, j in ones(b)"
        ));
    }
}

/// Equal parts cancel although their values are past the limits, but not where a move wins at once.
#[test]
fn equal_parts_that_win_at_once_do_not_cancel_at_limits() {
    use grundy::analysis::{Question, answer};
    use grundy::context::{Context, Limits, Stop};
    use grundy::outcome::Outcome;
    let text = "W(n) -> W(n-k) for k in 1..=3 if n >= k\nW(n) -> wins if n == 50\n";
    let source = grundy_rules::source::Source::new("w.rules", text);
    let rules = grundy_rules::game::Rules::read(source).unwrap();
    let mut answered = 0;
    for (position, outcome) in [("W(50) + W(50)", Outcome::N), ("W(49) + W(49)", Outcome::P)] {
        for positions in [1, 2, 5, 40, 1000] {
            let context = Context::new(Limits::default().with_positions(positions));
            let expression = rules.catalogue().read(position).unwrap();
            match answer(&expression, &Question::default(), &context) {
                Ok(answer) => {
                    answered += 1;
                    assert_eq!(answer.outcome, outcome, "{position} within {positions}");
                }
                Err(Stop::Limit { .. }) => {}
                Err(stop) => panic!("{position}: {stop}"),
            }
        }
    }
    assert!(answered >= 6, "{answered}");
}
