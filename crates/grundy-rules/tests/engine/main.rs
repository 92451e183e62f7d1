//! The compiled back ends against the reference evaluator, which is against brute force.

mod writer;

use grundy::context::{Context, Limits, Stop};
use grundy_rules::engine::{Backend, Engine, Lister, Moves, Options, PartAt};
use grundy_rules::error::Kind;
use grundy_rules::explore::{Explorer, Failure};
use grundy_rules::input::InputValue;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk;
use proptest::prelude::*;
use std::sync::Arc;
use writer::Writer;

const BOTH: [Backend; 2] = [Backend::Plain, Backend::Native];

fn read(text: &str) -> Arc<Program> {
    let source = Source::new("test", text);
    let program = Program::read(source.clone());
    Arc::new(program.unwrap_or_else(|error| panic!("{text}\n{}", error.render(&source))))
}

/// Values, or what is wrong with the rules and in which state.
type Told = Result<Option<u64>, (Kind, String)>;

fn told(result: Result<grundy::solve::Value, Failure>) -> Result<Told, Stop> {
    match result {
        Ok(value) => Ok(Ok(value.number())),
        Err(Failure::Rules(error)) => Ok(Err((error.kind, error.to_string()))),
        Err(Failure::Stop(stop)) => Err(stop),
    }
}

/// Compares the values of states, asked for one after the other; the number that have one.
fn compare(text: &str, states: &[State]) -> usize {
    let program = read(text);
    let limits = Limits::default().with_positions(2_000);
    let context = Context::new(limits);
    // Compiled steps are cheaper, and more of them are allowed for a move.
    let fewer = Context::new(Limits { moves: 1_000, ..limits });
    // More than the engines may take for all states together.
    let mut explorer = Explorer::with_fuel(1 << 20);
    let asked: Vec<(&State, Result<Told, Stop>)> = states
        .iter()
        .filter(|state| walk::outside(&program, state, 1 << 20) == Ok(None))
        .map(|state| (state, told(explorer.value(&program, state, &context))))
        .collect();
    for backend in BOTH {
        let mut engine = Engine::new(program.clone(), Options { backend, ..Options::default() });
        for (state, theirs) in &asked {
            let here = state.show(&program);
            let mine = told(engine.value(state, &fewer));
            match (&mine, theirs) {
                // Where several states are wrong, another may be found first.
                (Ok(Err(_)), Ok(Err(_))) => {}
                (Ok(mine), Ok(theirs)) => assert_eq!(mine, theirs, "{text}\n{here} {backend:?}"),
                // How far a search comes within limits may differ.
                (Err(Stop::Limit { .. }), _) | (_, Err(Stop::Limit { .. })) => {}
                (mine, theirs) => panic!("{text}\n{here} {backend:?}: {mine:?}, {theirs:?}"),
            }
        }
    }
    asked.iter().filter(|(_, told)| matches!(told, Ok(Ok(_)))).count()
}

fn square(family: usize, width: usize, to: i64) -> Vec<State> {
    let count = (to + 1).pow(width as u32);
    let coords = |code: i64| (0..width as u32).map(|i| code / (to + 1).pow(i) % (to + 1)).collect();
    (0..count).map(|code| State::new(family, coords(code))).collect()
}

/// Games with everything the language has, with the greatest coordinates asked for.
const GAMES: [(&str, usize, i64); 31] = [
    ("S(n) -> S(n - k*k) for k in 1..=isqrt(n)", 1, 300),
    ("L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2", 1, 60),
    (
        "W(a,b) -> W(a-k,b) for k in 1..=a\nW(a,b) -> W(a,b-k) for k in 1..=b
         W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)",
        2,
        15,
    ),
    (
        "cut(w,h) where w >= 1 and h >= 1 and w*h > 1
         cut(w,h) -> wins if w == 1 or h == 1
         cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 1..=w/2 if h > 1
         cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 1..=h/2 if w > 1",
        2,
        14,
    ),
    (
        "F(n, cap) == F(n,n) if cap > n\nF(n,cap) -> F(n-k, 2*k) for k in 1..=min(n,cap)",
        2,
        25,
    ),
    ("R(m) -> R(m ^ (1<<i) ^ (1<<j)) for i in ones(m) let j = prev0(m,i) if j >= 0", 1, 255),
    (
        "heaps(x[3]) == heaps(sort(x))
         heaps(x[3]) -> heaps(x[i := v]) for i in 0..<len(x) for v in 0..<x[i]",
        3,
        5,
    ),
    (
        "const SET = {1, 3, 9}
         take(n) { for s in SET { if s <= n { move take(n-s) + turn(s) } } }
         turn(n) { var k = 1
            while k <= n { if k in SET { move other(n-k) }
                k = k + 1 } }
         other(n) ->? turn(n-s) + take(n/2) for s in {1, 3..=9 step 6}",
        1,
        40,
    ),
    // Other families as normal forms, and forms of forms.
    (
        "A(n,k) == B(n) if k == 0\nA(n,k) == A(n,k-2) if k >= 2\nA(n,k) -> A(n-i,k+i) for i in 1..=n
         B(n) == A(n,1) if n % 3 == 0\nB(n) -> A(n-1,i) for i in 0..<n",
        2,
        9,
    ),
    ("D(n) ->? D(n-k) + D(k-3) + D(n/2) for k in {1,2,5}", 1, 40),
    ("P(n) -> P(n-k) for k in 1..=n if is_prime(k) or is_square(k)", 1, 80),
    ("G(a,b) -> G(a-k,b) for k in 1..=a if gcd(k,b) == 1\nG(a,b) -> G(b,a-1) if a > b", 2, 9),
    (
        "T(x[4]) -> T(x[i := x[i]-1, j := x[j]/2]) for i in 0..<4 for j in 0..<4
           if i != j and x[i] > 0 and sum(x) > max(x)",
        4,
        3,
    ),
    ("M(n) -> M(n - k) for k in 1..=n step 3 if popcount(n) % 2 == bit(k,0)", 1, 70),
    ("Q(m) -> Q(m - (1 << top(m))) if m > 0\nQ(m) -> Q(m & (m-1)) if m > 0\nQ(m) -> 0 if m % 5 == 2", 1, 120),
    ("N(n) -> sum(N(i) for i in 0..<k) + N(n-k) for k in 1..=n", 1, 40),
    ("N(n) ->? sum(N(i - 2) for i in k..<n if i % 3 > 0) + k * N(k - 3) for k in 1..=n", 1, 40),
    (
        "L(n) -> wins if n % 7 == 5\nL(n) -> (n - k) * L(k) for k in 0..<n
         L(n) ->? 2 * sum(L(k - i) for i in 1..=k / 2) + L(n - 4) for k in 1..=n",
        1,
        50,
    ),
    (
        "H(x[3]) where x[0] < 4\nH(x[3]) == H(sort(x)) if x[0] > x[1]
         H(x[3]) ->? sum(H([x[j] / 2, v, 0]) for j in 0..<i if j != v) for i in 0..<3 for v in 0..<x[i]",
        3,
        4,
    ),
    ("O(n) -> sum(sum(O(i + j) for j in 0..<i if i + j < n) for i in 0..=k) + (n % 2) * O(n/2) for k in 0..<n", 1, 40),
    ("D(n) -> D(n - d) for d in divisors(n) if d < n\nD(n) -> sum(D(n/d) for d in divisors(n) if d > 1)", 1, 90),
    ("E(n) -> E(n - d) for d in digits(n) if d > 0\nE(n) -> E(n - d) for d in digits(n, 3) if d > 1", 1, 90),
    ("P(n) -> P(n - p) + P(p mod 4) for p in primes(n/2..=n - 4)", 1, 90),
    ("const A = [2, 5, 2, 9]\nT(n) -> T(n-x) for x in A if x <= n\nT(n) -> T(n - A[n % len(A)]) if n > 9 and n in A", 1, 60),
    ("const G = [[1,2],[0],[],[1,0,2]]\nW(v,s) -> W(to,s) for to in G[v] if to > v\nW(v,s) -> W(G[v][s % len(G[v])], s-1) if s > 0 and len(G[v]) > 0", 2, 3),
    ("const C = [0, 3, 1, 4]\nK(i,n) -> K(j, n - C[j]) for j in 0..<len(C) if C[j] <= n and C[j] > 0 and j != i", 2, 3),
    (
        "C(b: board[3,3]) == C(canonical(b))
         C(b: board[3,3]) -> sum(C(p) for p in parts(b[i,j := 0, i,j+1 := 0])) for i, j in ones(b) if b[i,j+1] == 1
         C(b: board[3,3]) -> C(b - neighbours8(b,i,j)) for i, j in squares(b) if b[i,j] == 1 and (b & neighbours8(b,i,j)) != 0",
        1,
        511,
    ),
    (
        "B(m: bits[70]) -> B(m[i := 0, i-1 := 1 - m[i-1]]) for i in ones(m)
         B(m: bits[70]) -> sum(B(p) for p in parts(m)) + B(m & 3) if m[0] == 1 and m[1] == 0 and popcount(m) > 1",
        2,
        5,
    ),
    (
        "N(n, k, x[2] ) -> N(.., x[i] = v) for i in 0..<2 for v in 0..<x[i]
         N(n, k, x[2]) ->? N(n - 1, x = sort(x), k = k - 1)
         N(n, k, x[2]) -> N(.., n = n - d, x[0] = x[1], x[1] = x[0]) for d in divisors(n)
         N(n, k, x[2]) where n + k < 9",
        4,
        3,
    ),
    ("K(a, b = 'c' - 'a', c = b) -> K(a - 1, c = a) if a > 0\nK(a, d, c) -> K(.., d = k) for k in 0..<d", 3, 4),
    ("V(n,k) { var a = n\n while a > 0 { a = a / 2\n move V(a, k) }\n if k > 0 { move V(n, k-1) } }", 2, 12),
];

#[test]
fn games_have_the_values_of_the_reference() {
    for (text, width, to) in GAMES {
        let states = square(0, width, to);
        let found = compare(text, &states);
        assert!(found * 2 > states.len(), "{text}: {found} of {}", states.len());
    }
}

/// Compares domains, normal forms and moves with those of the reference; how many states have moves that were
/// listed. Nothing for programs that the lister leaves to the reference.
fn compare_moves(text: &str, states: &[State]) -> Option<usize> {
    let program = read(text);
    let mut lister = Lister::new(&program)?;
    let (mut listed, mut moves) = (0, Moves::default());
    for state in states {
        let here = format!("{text}\n{}", state.show(&program));
        let inside =
            walk::outside(&program, state, walk::MAX_STEPS).ok().map(|outside| outside.is_none());
        assert_eq!(lister.is_inside(state.family(), state.coords()), inside, "{here}");
        if inside != Some(true) {
            continue;
        }
        let (mut family, mut coords) = (state.family(), state.coords().to_vec());
        let changed = lister.form(&mut family, &mut coords);
        let form = walk::normal_form(&program, state);
        assert_eq!(changed, form.as_ref().ok().map(|form| form != state), "{here}");
        let Ok(form) = form else { continue };
        assert_eq!(State::new(family, coords.clone()), form, "{here}");
        let (mut sums, mut wins) = (Vec::new(), false);
        let told = walk::options(&program, &form, walk::MAX_STEPS, &mut |option| {
            wins |= option.wins;
            sums.extend((!option.wins).then_some(option.sum));
            true
        });
        let is_told = lister.moves(family, &coords, &mut moves, &|| Ok(())).unwrap();
        assert_eq!(is_told, told.is_ok(), "{here}");
        if !is_told {
            continue;
        }
        let state = |&left: &PartAt| State::new(left.family(), moves.coords(left).to_vec());
        let mine: Vec<Vec<State>> =
            moves.options().map(|option| option.iter().map(state).collect()).collect();
        assert_eq!((mine, moves.wins()), (sums, wins), "{here}");
        listed += 1;
    }
    Some(listed)
}

#[test]
fn compiled_rules_list_the_moves_of_the_reference() {
    let (mut compiled, mut left) = (0, 0);
    for (text, width, to) in GAMES {
        let mut states = square(0, width, to);
        // Numbers of all sizes, and states of other families.
        let program = read(text);
        let families = &program.families;
        states.extend(
            [1 << 31, 1 << 40].map(|big| State::new(0, [vec![3; width - 1], vec![big]].concat())),
        );
        states.extend(
            (1..families.len()).flat_map(|family| square(family, families[family].width, 3)),
        );
        // Two of the games have moves by the million from there.
        states.retain(|state| {
            state.coords().iter().all(|&coord| coord < 1 << 20)
                || text.starts_with("Q(")
                || text.starts_with("B(m")
        });
        match compare_moves(text, &states) {
            Some(listed) => {
                assert!(listed * 2 > states.len(), "{text}: {listed} of {}", states.len());
                compiled += 1;
            }
            None => left += 1,
        }
    }
    // The forms in each family are fewer than are followed, but not those in both together.
    let text = "A(n,k) == A(n,k-1) if k > 0  A(n,k) == B(n,600) if k == 0
        B(n,k) == B(n,k-1) if k > 0  B(n,k) -> B(n-1,0) if n > 0";
    let states = [398, 399, 400].map(|k| State::new(0, vec![1, k]));
    let forms = |state: &&State| walk::normal_form(&read(text), state).is_ok();
    assert_eq!(states.iter().filter(forms).count(), 1);
    assert_eq!(compare_moves(text, &states), Some(1));
    assert!(compiled > 20 && left > 0, "{compiled} compiled, {left} left to the reference");
}

/// States of the families of a random program.
fn random_states(program: &Program) -> Vec<State> {
    let mut states = square(0, 2, 4);
    states.extend(square(1, 1, 9));
    states.push(State::new(0, vec![14, 3]));
    // Boards of one word and of two.
    for a in 0..4 {
        states.push(State::new(2, vec![a, 0b101_110_011]));
        states.push(State::new(3, vec![a, (1 << 62) + 0b1_0011_0111, 5]));
    }
    let of_program = |state: State| {
        let name = ["f", "g", "h", "h"][state.family()];
        let number = program.family(name).unwrap_or(0);
        State::new(number, state.coords().to_vec())
    };
    let fits = |state: &State| program.families[state.family()].width == state.coords().len();
    states.into_iter().map(of_program).filter(fits).collect()
}

/// The values of the tables of random programs, given from outside, make the same games. Nothing
/// where a known element of a table stands for a board: a number from outside may not.
fn bound(text: &str) -> Option<Arc<Program>> {
    let given = text.replace(
        "const A = [3, 1, 4, 1, -2]\nconst G = [[2, 7], [], [1, 1, 5]]",
        "input A[]\ninput G[][]",
    );
    assert_ne!(text, given);
    let values = [
        ("G", InputValue::Rows(vec![vec![2, 7], vec![], vec![1, 1, 5]])),
        ("A", InputValue::Numbers(vec![3, 1, 4, 1, -2])),
    ];
    match Program::read(Source::new("given", &given)) {
        Ok(program) => Some(Arc::new(program.bind(&values).unwrap())),
        Err(error) if error.to_string().contains("where a board of") => None,
        // A condition on a known table may be known not to hold, and what stands behind it is not looked at then.
        Err(error) if is_computed(error.kind) => None,
        Err(error) => panic!("{given}\n{error}"),
    }
}

/// Whether an error is one of computing with numbers.
fn is_computed(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Overflow | Kind::Division | Kind::Shift | Kind::Index | Kind::Argument | Kind::Fuel
    )
}

/// How many values a random program has; nothing if it is refused.
fn random(seed: u64) -> Option<usize> {
    let text = Writer::new(seed).program();
    let source = Source::new("random", &text);
    Program::read(source).is_ok().then(|| {
        let program = read(&text);
        let states = random_states(&program);
        for (number, family) in program.families.iter().enumerate() {
            let bounds = vec![if family.width > 1 { 9 } else { 40 }; family.width];
            let fewer = Limits { moves: 1_000, ..Limits::default().with_positions(2_000) };
            let [plain, native] = BOTH.map(|backend| {
                let mut engine =
                    Engine::new(program.clone(), Options { backend, ..Options::default() });
                engine.table(number, &bounds, &Context::new(fewer))
            });
            let given = bound(&text).map(|program| {
                Engine::new(program, Options::default()).table(
                    number,
                    &bounds,
                    &Context::new(fewer),
                )
            });
            // What is wrong, or which limit is reached, may be found in another order.
            for other in [Some(plain), given].into_iter().flatten() {
                match (&other, &native) {
                    (Ok(other), Ok(native)) => assert_eq!(other, native, "{text}"),
                    (other, native) => assert_eq!(other.is_ok(), native.is_ok(), "{text}"),
                }
            }
        }
        compare(&text, &states)
    })
}

#[test]
fn random_programs_are_programs_and_have_values() {
    let told: Vec<_> = (0..40).map(random).collect();
    let read = told.iter().flatten().count();
    let valued = told.iter().flatten().filter(|&&count| count > 0).count();
    assert!(read >= 20, "{read} of 40 are programs");
    assert!(valued >= 15, "{valued} of 40 have values");
}

#[test]
fn long_lists_of_moves_are_left_to_the_reference() {
    let wide = "W(n, x[60]) -> W(n % 7, x) for k in 0..<n";
    for (text, few, many) in [
        ("S(n) -> S(k % 5) for k in 0..<n", 65_000, 66_000),
        ("S(n) -> 0 for k in 0..<n", 65_000, 66_000),
        (wide, 4_000, 5_000),
    ] {
        let mut lister = Lister::new(&read(text)).unwrap();
        let mut moves = Moves::default();
        for (n, told) in [(few, true), (many, false), (few, true)] {
            let mut coords = vec![n];
            coords.resize(if text == wide { 61 } else { 1 }, 1);
            assert_eq!(lister.moves(0, &coords, &mut moves, &|| Ok(())), Ok(told), "{text} {n}");
            assert!(!told || moves.options().count() == n as usize, "{text} {n}");
        }
        let stop = Err(Stop::Cancelled);
        let mut coords = vec![60_000];
        coords.resize(if text == wide { 61 } else { 1 }, 1);
        assert_eq!(lister.moves(0, &coords, &mut moves, &|| stop.clone()), Err(Stop::Cancelled));
    }
}

#[test]
fn compiled_rules_list_the_moves_of_random_programs() {
    // Most have a move whose number of parts differs from state to state.
    let mut listed = 0;
    for seed in 0..800 {
        let text = Writer::new(seed).program();
        if let Ok(program) = Program::read(Source::new("random", &text)) {
            let states = random_states(&program);
            listed += usize::from(compare_moves(&text, &states).is_some_and(|count| count > 0));
        }
    }
    assert!(listed >= 20, "{listed} of 800");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_have_the_values_of_the_reference(seed: u64) {
        random(seed);
    }
}

#[test]
fn an_element_of_a_known_table_may_stand_for_a_board() {
    // `q != A[..]` is folded to a board; the same table from outside is refused there.
    random(9_895_672_915_986_964_434);
}

#[test]
fn what_a_known_table_excludes_may_be_wrong() {
    // `1 / 0` stands behind `2 in A`.
    random(18_323_290_805_451_767_818);
}

/// Programs that would run for ever, or take all memory, if nothing stopped them.
const HOSTILE: [(&str, &[i64]); 9] = [
    ("w(n) { var i = 0\n while i < 1 { i = i * 2 } }", &[3]),
    ("w(n) -> w(0) for i in 0..<9223372036854775807 for j in 0..<9223372036854775807", &[3]),
    ("w(n) -> w(n+1)", &[1]),
    ("w(n) -> w(n*2) + w(n*3) if n > 0", &[1]),
    ("w(a,b) -> w(b+1, a*a)", &[3, 5]),
    ("w(n) -> w(n*n*n) if n > 1", &[1 << 20]),
    ("w(n) -> v(n)\nv(n) -> w(n)", &[1]),
    ("w(n) == v(n+1)\nv(n) == w(n+1)", &[1]),
    ("w(x[8]) -> w(x[i := x[i] + 1]) for i in 0..<8", &[0, 0, 0, 0, 0, 0, 0, 0]),
];

#[test]
fn hostile_programs_end_by_limits() {
    let limits = Limits { memory: 64 << 20, ..Limits::default() }.with_positions(5_000);
    let limits = Limits { moves: 3_000, ..limits };
    for (text, coords) in HOSTILE {
        for backend in BOTH {
            let mut engine = Engine::new(read(text), Options { backend, ..Options::default() });
            let state = State::new(0, coords.to_vec());
            let context = Context::new(limits);
            let first = engine.value(&state, &context);
            assert!(
                matches!(first, Err(Failure::Rules(_) | Failure::Stop(Stop::Limit { .. }))),
                "{text}: {first:?}"
            );
            assert_eq!(engine.value(&state, &context), first, "{text}: asked again");
        }
    }
}

#[test]
fn a_search_may_go_on_where_a_limit_ended_it() {
    let text = "S(n) -> S(n-k) for k in 1..=min(n,3)\nS(n) -> S(n-2) + S(1) if n > 5";
    for backend in BOTH {
        let mut engine = Engine::new(read(text), Options { backend, ..Options::default() });
        let state = State::new(0, vec![3000]);
        let tight = Context::new(Limits::default().with_positions(100));
        assert!(matches!(engine.value(&state, &tight), Err(Failure::Stop(_))));
        let value = engine.value(&state, &Context::default());
        let fresh = Engine::new(read(text), Options { backend, ..Options::default() })
            .value(&state, &Context::default());
        assert_eq!(value, fresh);
        assert!(value.is_ok());
    }
}

#[test]
fn large_coordinates_are_packed_and_larger_ones_kept_whole() {
    let cases: [(&str, Vec<i64>); 5] = [
        ("M(n) -> M(n/2) if n > 0\nM(n) -> M(n/3) if n > 0", vec![1 << 45]),
        ("M(a,b) -> M(a/2, b/3) if a > 0\nM(a,b) -> M(a/4, b/9) if b > 0", vec![1 << 40, 1 << 41]),
        ("M(n) -> M(n/2) if n > 0\nM(n) -> M(n-1) if n % 7 == 1", vec![i64::MAX]),
        (
            "M(x[3]) -> M(x[i := x[i] / 1024]) for i in 0..<3 if x[i] > 0",
            vec![1 << 30, 1 << 20, 1 << 31],
        ),
        ("M(n) -> M(n & (n-1)) + M(n >> 9) if n > 0", vec![(1 << 62) - 1]),
    ];
    for (text, coords) in cases {
        let small: Vec<i64> = coords.iter().map(|c| c % 19).collect();
        let states = [small, coords].map(|coords| State::new(0, coords));
        assert_eq!(compare(text, &states), 2, "{text}");
    }
}

#[test]
fn tables_hold_the_values_of_their_states() {
    for (text, width, to) in GAMES {
        let program = read(text);
        let to = to.min(30);
        for backend in BOTH {
            let mut engine =
                Engine::new(program.clone(), Options { backend, ..Options::default() });
            let bounds = vec![to; width];
            let Ok(table) = engine.table(0, &bounds, &Context::default()) else {
                panic!("{text}");
            };
            let mut single = Engine::new(
                program.clone(),
                Options { backend: Backend::Plain, ..Options::default() },
            );
            for state in square(0, width, to) {
                let outside = walk::outside(&program, &state, 1 << 20);
                let value = (outside == Ok(None))
                    .then(|| single.value(&state, &Context::default()).unwrap());
                assert_eq!(table.get(state.coords()), value, "{text} {}", state.show(&program));
            }
        }
    }
    let mut engine = Engine::new(read(GAMES[2].0), Options::default());
    let huge = engine.table(0, &[i64::MAX, 5], &Context::default());
    let Err(Failure::Stop(Stop::Limit { what, .. })) = huge else { panic!("{huge:?}") };
    assert!(what.contains("=="), "{what}");
}

/// Games with values of 64 and more, with states that are loony, with both, and with rows that do
/// not come in order.
const LARGER_STATES: [(&str, &[i64]); 8] = [
    ("N(a,b) -> N(k,b) for k in 0..<a\nN(a,b) -> N(a,k) for k in 0..<b", &[100, 90]),
    (
        "B(n) -> wins if n % 29 == 7\nB(n) -> B(k) for k in 0..<n\nB(n) -> B(k) + B(n-1-k) for k in 0..<n",
        &[250],
    ),
    ("L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2", &[300]),
    (
        "C(a,b) -> wins if a == 3 and b > 2\nC(a,b) -> C(a-k,b) + C(k,b/2) for k in 1..=a if b > 1\nC(a,b) -> C(a,b-1) if b > 0",
        &[40, 30],
    ),
    (
        "X(n) -> X(n ^ k) for k in 1..=n if (n ^ k) < n\nX(n) -> X(n-1) + X(n/2) if n % 8 == 1",
        &[200],
    ),
    ("Y(a,b) -> Y(b,a-1) if a > 0\nY(a,b) -> Y(a-k,b) for k in 1..=a step 2", &[40, 50]),
    (
        "Z(a,b) where a + b < 90\nZ(a,b) -> Z(a-k,b+k) for k in 1..=a\nZ(a,b) ->? Z(a-1,b-k) for k in 0..=9",
        &[70, 70],
    ),
    (
        "T(a,b,c) -> T(a,b,k) for k in 0..<c\nT(a,b,c) -> T(a-k,b,min(b,c)) for k in 1..=min(a,3)\nT(a,b,c) ->? T(a+1,b-2,c) + T(c-1,b-2,a)",
        &[12, 15, 70],
    ),
];

#[test]
fn rows_of_machine_code_have_the_values_of_the_plain_machine() {
    for (text, bounds) in LARGER_STATES {
        let program = read(text);
        let tables = [Backend::Plain, Backend::Native, Backend::Auto].map(|backend| {
            let mut engine =
                Engine::new(program.clone(), Options { backend, ..Options::default() });
            engine.table(0, bounds, &Context::default()).unwrap()
        });
        assert_eq!(tables[0], tables[1], "{text}");
        assert_eq!(tables[0], tables[2], "{text}");
        // Not from an engine that fills tables at all.
        let mut single =
            Engine::new(program.clone(), Options { backend: Backend::Plain, ..Options::default() });
        for place in (0..tables[0].len()).step_by(97) {
            let mut rest = place as i64;
            let mut coords = vec![0; bounds.len()];
            for (coord, bound) in coords.iter_mut().zip(bounds).rev() {
                *coord = rest % (bound + 1);
                rest /= bound + 1;
            }
            let state = State::new(0, coords);
            let outside = walk::outside(&program, &state, 1 << 20);
            let value =
                (outside == Ok(None)).then(|| single.value(&state, &Context::default()).unwrap());
            assert_eq!(tables[0].at(place), value, "{text} {}", state.show(&program));
        }
    }
}

#[test]
fn values_outgrow_bytes() {
    let text = "N(n) -> N(k) for k in 0..<n";
    for backend in BOTH {
        let mut engine = Engine::new(read(text), Options { backend, ..Options::default() });
        let table = engine.table(0, &[700], &Context::default()).unwrap();
        assert!((0..=700).all(|n| table.get(&[n]).unwrap().number() == Some(n as u64)));
        let value = engine.value(&State::new(0, vec![900]), &Context::default());
        assert_eq!(value.unwrap().number(), Some(900));
    }
}
