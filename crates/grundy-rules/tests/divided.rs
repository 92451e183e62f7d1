//! The search of boards that fall apart, against the tables of all positions.

use grundy::analysis::{Question, answer};
use grundy::context::Context;
use grundy_rules::engine::{Backend, Engine, Parts};
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk;
use grundy_search::misere::Misere;
use grundy_search::{Bounds, Keyed, Search, Splitting};
use std::collections::HashMap;
use std::sync::Arc;

fn program(text: &str) -> Arc<Program> {
    Program::read(Source::new("t", text)).unwrap().into()
}

/// Random states of every family have the values that the table gives, by both back ends.
fn agrees(text: &str, count: usize) {
    for backend in [Backend::Plain, Backend::Native] {
        agrees_by(backend, text, count);
    }
}

fn agrees_by(backend: Backend, text: &str, count: usize) {
    let program = program(text);
    let parts = Parts::new(&program, backend).expect("boards and sums");
    let mut engine = Engine::new(program.clone(), Default::default());
    let mut search = Search::default();
    let bounds = Bounds { memory: 1 << 24, threads: 1, look: &|_| true };
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..count {
        let number = rng.usize(..program.families.len());
        let family = &program.families[number];
        let mut coords = vec![0; family.width];
        for param in &family.params {
            let from = param.slot as usize;
            match param.shape {
                Some(shape) => {
                    for word in 0..shape.words() {
                        let bits = rng.i64(0..) & (rng.i64(0..) | rng.i64(0..));
                        coords[from + word] = bits & shape.full(word);
                    }
                }
                None => coords[from] = rng.i64(..6),
            }
        }
        let state = State::new(number, coords);
        if walk::outside(&program, &state, 1000) != Ok(None) {
            continue;
        }
        let told = engine.value(&state, &Context::default()).unwrap().number().unwrap();
        let form = walk::normal_form(&program, &state).unwrap();
        let found = search.value(&parts, &[parts.part(&form)], &bounds).unwrap();
        assert!(!parts.has_failed(), "{}", state.show(&program));
        assert_eq!(u64::from(found), told, "{}", state.show(&program));
        let is = search.is(&parts, &[parts.part(&form)], found + 1, &bounds);
        assert_eq!(is, Ok(false));
    }
}

const CRAM: &str = "
    C(b: board[4,4]) == C(canonical(b))
    C(b: board[4,4]) -> sum(C(p) for p in parts(b[i,j := 0, i,j+1 := 0]))
        for i, j in ones(b) if b[i,j+1] == 1
    C(b: board[4,4]) -> sum(C(p) for p in parts(b[i,j := 0, i+1,j := 0]))
        for i, j in ones(b) if b[i+1,j] == 1";

#[test]
fn boards_that_fall_apart_have_the_values_of_the_table() {
    agrees(CRAM, 120);
    // A square goes with its neighbours; the board takes two words.
    agrees(
        "K(b: board[2,33]) -> sum(K(p) for p in parts(b[i,j := 0, i,j-1 := 0, i,j+1 := 0, 1-i,j := 0]))
            for i, j in ones(b) if j < 5
        K(b: board[2,33]) where popcount(b) < 30",
        40,
    );
}

#[test]
fn equal_terms_cancel_and_moves_outside_are_dropped() {
    // Copies, families that lead to each other, conditions, moves that are dropped, two terms written out.
    agrees(
        "S(b: bits[9]) where popcount(b) != 3
        S(b: bits[9]) ->? S(b[i := 0]) + N(i % 4) for i in ones(b)
        S(b: bits[9]) -> S(b[i := 0, j := 0]) + 2*N(i) + 3*N(j) for i in ones(b) for j in ones(b)
            if i < j if popcount(b) != 5
        N(n) -> N(m) + N(m) + N(n-1) for m in 0..<n
        N(n) ->? N(n-2)",
        150,
    );
}

/// Who wins a sum of states in misère play, by the rules as they are written.
fn misere(program: &Program, sum: &[State], known: &mut HashMap<Vec<State>, bool>) -> bool {
    if let Some(&wins) = known.get(sum) {
        return wins;
    }
    let mut left: Vec<Vec<State>> = Vec::new();
    for i in 0..sum.len() {
        walk::options(program, &sum[i], 10_000, &mut |option| {
            let mut others = sum.to_vec();
            others.remove(i);
            others.extend(option.sum);
            others.sort();
            left.push(others);
            true
        })
        .unwrap();
    }
    let wins = left.is_empty() || left.iter().any(|sum| !misere(program, sum, known));
    known.insert(sum.to_vec(), wins);
    wins
}

#[test]
fn misere_play_is_won_as_the_rules_say() {
    let texts = [
        CRAM,
        "S(b: bits[9]) where popcount(b) != 4
        S(b: bits[9]) ->? S(b[i := 0]) + N(i % 3) + N(i % 3) for i in ones(b)
        S(b: bits[9]) -> S(b[i := 0, j := 0]) + 2*N(1) + N(i) + N(j) for i in ones(b) for j in ones(b) if i < j
        N(n) -> N(m) for m in 0..<n if m < 3",
        "A(b: board[2,3]) == B(canonical(b)) if popcount(b) % 2 == 0
        A(b: board[2,3]) -> A(b[i,j := 0]) + B(b[i,j := 0] & 7) for i, j in ones(b)
        B(b: board[2,3]) -> A(b[i,j := 0]) for i, j in ones(b)
        B(b: board[2,3]) -> sum(A(p) for p in parts(b[i,j := 0])) for i, j in ones(b) if j == 1",
    ];
    for text in texts {
        let program = program(text);
        let parts = Parts::new(&program, Backend::Auto).expect("boards and sums");
        assert!(parts.is_whole(), "{text}");
        let games: [&dyn Keyed; 1] = [&parts];
        let bounds = Bounds { memory: 1 << 24, threads: 1, look: &|_| true };
        let (mut search, mut known) = (Misere::default(), HashMap::new());
        let mut rng = fastrand::Rng::with_seed(17);
        for _ in 0..60 {
            let mut sum: Vec<State> = Vec::new();
            for _ in 0..rng.usize(1..3) {
                let number = rng.usize(..program.families.len());
                let coords = match program.families[number].params[0].shape {
                    Some(shape) => rng.i64(..1 << shape.squares().min(10)),
                    None => rng.i64(..6),
                };
                let state = State::new(number, vec![coords]);
                if coords.count_ones() < 6 && walk::outside(&program, &state, 1000) == Ok(None) {
                    sum.push(state);
                }
            }
            sum.sort();
            let keys: Vec<(u32, u128)> =
                sum.iter().map(|state| (0, parts.key(&parts.part(state)))).collect();
            let wins = misere(&program, &sum, &mut known);
            assert_eq!(search.wins(&games, &keys, &bounds), Ok(wins), "{text} {sum:?}");
        }
        assert!(!parts.has_failed());
    }
    // How many copies there are may decide, and the compiled rules count them modulo 2.
    let copies = "S(b: bits[9]) -> sum(i*N(i) for i in ones(b)) + S(b[j := 0]) for j in ones(b)\nN(n) -> N(n-1)";
    assert!(!Parts::new(&program(copies), Backend::Auto).unwrap().is_whole());
}

#[test]
fn same_positions_of_another_family_are_followed() {
    agrees(
        "A(b: board[3,3]) == B(canonical(b)) if popcount(b) % 2 == 0
        A(b: board[3,3]) -> A(b[i,j := 0]) + B(b[i,j := 0] & 7) for i, j in ones(b)
        B(b: board[3,3]) -> A(b[i,j := 0]) for i, j in ones(b)
        B(b: board[3,3]) -> sum(A(p) for p in parts(b[i,j := 0])) for i, j in ones(b) if j == 1",
        80,
    );
}

#[test]
fn what_the_search_is_not_for_is_left_to_tables() {
    let none = [
        // No board; no sum; a move that wins; play without end; moves to be answered.
        "S(n) -> S(a) + S(n-1-a) for a in 0..<n",
        "S(b: bits[9]) -> S(b[i := 0]) for i in ones(b)",
        "S(b: bits[9]) -> S(b[i := 0]) + S(b[i := 0]) for i in ones(b)\n S(b: bits[9]) -> wins if popcount(b) == 2",
        "loopy S\nS(b: bits[9]) -> S(b[i := 0]) + S(b) for i in ones(b)",
        "S(b: bits[9]) -> S!(b[i := 0]) + S(b & 1) for i in ones(b)",
        "S(b: bits[99], n) -> S(b[i := 0], n) + S(b, 0) for i in ones(b) if n > 0",
    ];
    for text in none {
        let read =
            Program::read(Source::new("t", text)).unwrap_or_else(|error| panic!("{error:?}"));
        assert!(Parts::new(&read, Backend::Auto).is_none(), "{text}");
    }
}

#[test]
fn rules_that_fail_below_are_noticed() {
    let text = format!(
        "{CRAM}\n C(b: board[4,4]) -> C(b & 0) + N(5 / (popcount(b) - 7)) if popcount(b) == 7\n N(n) -> N(m) for m in 0..<n"
    );
    let parts = Parts::new(&program(&text), Backend::Native).unwrap();
    let bounds = Bounds { memory: 1 << 24, threads: 1, look: &|_| true };
    let ask = |free: i64| {
        let state = State::new(0, vec![free]);
        Search::default().value(&parts, &[parts.part(&state)], &bounds)
    };
    assert_eq!(ask(0b110_0011), Ok(2));
    assert!(!parts.has_failed());
    let _ = ask(0b1_1111_1111);
    assert!(parts.has_failed());
}

#[test]
fn past_the_table_sums_are_solved_all_the_same() {
    let text = CRAM.replace("4,4", "5,6");
    let rules = Rules::read(Source::new("t", &text)).unwrap();
    let free = (1u64 << 30) - 1;
    let position = rules.catalogue().read(&format!("C({free}) + nim(1)")).unwrap();
    let rows: Vec<String> = (0..5)
        .map(|r| (0..6).map(|c| if free >> (6 * r + c) & 1 == 1 { '.' } else { '#' }).collect())
        .map(|row: String| format!("\"{row}\""))
        .collect();
    let built_in = format!("cram(rows({})) + nim(1)", rows.join(","));
    let built_in = grundy::expr::Catalogue::default().read(&built_in).unwrap();
    let question = Question { moves: 0, value: false, ..Question::default() };
    let ours = answer(&position, &question, &Context::default()).unwrap();
    let theirs = answer(&built_in, &question, &Context::default()).unwrap();
    assert_eq!(ours.outcome, theirs.outcome);
    assert!(ours.method.contains("proof-number"), "{}", ours.method);
}
