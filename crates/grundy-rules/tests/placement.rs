//! Families that the search over boards knows: which they are, and that nothing but time depends on it.

use grundy::context::Context;
use grundy::game::Apart;
use grundy_rules::placement::Placement;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk;
use grundy_search::Bounds;
use grundy_search::misere::Misere;
use std::collections::HashMap;

fn program(text: &str) -> Program {
    Program::read(Source::new("t", text)).unwrap_or_else(|error| panic!("{text}\n{error:?}"))
}

/// The options of a state as the rules are written, all forms normal.
fn options(program: &Program, state: &State) -> Vec<Vec<State>> {
    let form = walk::normal_form(program, state).unwrap();
    let mut all = Vec::new();
    walk::options(program, &form, 1 << 20, &mut |option| {
        assert!(!option.wins);
        all.push(option.sum);
        true
    })
    .unwrap();
    all
}

/// The Grundy value by nothing but the rules.
fn value(program: &Program, state: &State, known: &mut HashMap<State, u64>) -> u64 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut values: Vec<u64> = Vec::new();
    for sum in options(program, state) {
        values.push(sum.iter().fold(0, |all, part| all ^ value(program, part, known)));
    }
    let mex = (0..).find(|n| !values.contains(n)).unwrap();
    known.insert(state.clone(), mex);
    mex
}

/// Who wins a sum in misère play by nothing but the rules.
fn misere(program: &Program, sum: &[State], known: &mut HashMap<Vec<State>, bool>) -> bool {
    if let Some(&wins) = known.get(sum) {
        return wins;
    }
    let mut left: Vec<Vec<State>> = Vec::new();
    for i in 0..sum.len() {
        for option in options(program, &sum[i]) {
            let mut others = sum.to_vec();
            others.remove(i);
            others.extend(option);
            others.sort();
            left.push(others);
        }
    }
    let wins = left.is_empty() || left.iter().any(|sum| !misere(program, sum, known));
    known.insert(sum.to_vec(), wins);
    wins
}

/// Compares values of random positions, whatever the program is; whether it was recognised.
fn agrees(text: &str, free_is_one: bool, positions: usize, rng: &mut fastrand::Rng) -> bool {
    let program = program(text);
    let shape = program.families[0].params[0].shape.unwrap();
    let Some(placement) = Placement::of(&program, 0) else { return false };
    let mut known = HashMap::new();
    for _ in 0..positions {
        let squares = 0..shape.squares();
        let free: Vec<usize> = if shape.squares() <= 12 {
            squares.clone().filter(|_| rng.u8(..4) > 0).collect()
        } else {
            // A corner of a large board, so that the rules alone come to an end.
            let (_, columns) = shape.sides();
            let (top, left) = (rng.usize(..7), rng.usize(..7));
            let near = |&i: &usize| {
                (i / columns).wrapping_sub(top) < 3 && (i % columns).wrapping_sub(left) < 3
            };
            squares.clone().filter(near).filter(|_| rng.u8(..4) > 0).collect()
        };
        let ones = squares.filter(|square| free.contains(square) == free_is_one);
        let state = State::new(0, shape.mask(ones));
        let told = placement.value(&state, &Context::default()).unwrap();
        assert_eq!(told, value(&program, &state, &mut known), "{text}\n{}", state.show(&program));
        // What a move leaves, in one question; and two positions that may lie on each other.
        let mut sums = options(&program, &state);
        sums.truncate(2);
        let one = rng.usize(..4);
        let other = (0..shape.squares()).filter(|&square| (square == one) == free_is_one);
        sums.push(vec![state.clone(), State::new(0, shape.mask(other))]);
        for sum in sums {
            let wanted = sum.iter().fold(0, |all, part| all ^ value(&program, part, &mut known));
            for ask in [wanted, wanted + 1] {
                let found = placement.sum_is(&sum, &ask.into(), &Context::default());
                assert!(found.is_none_or(|is| is == Ok(ask == wanted)), "{text} {sum:?}");
            }
        }
    }
    true
}

/// Dominoes on 3 by 3 squares, with what the search does not need to be told.
const CRAM: &str = "
    C(b: board[3,3]) == C(canonical(b))
    C(b: board[3,3]) -> sum(C(p) for p in parts(b[i,j := 0, i,j+1 := 0])) for i, j in ones(b) if b[i,j+1] == 1
    C(b: board[3,3]) -> sum(C(p) for p in parts(b[i,j := 0, i+1,j := 0])) for i, j in ones(b) if b[i+1,j] == 1";

fn is_recognised(text: &str) -> bool {
    Placement::of(&program(text), 0).is_some()
}

#[test]
fn boards_of_the_built_in_games_are_recognised() {
    let mut rng = fastrand::Rng::with_seed(1);
    let texts = [
        // Dominoes, with and without what the search does not need to be told.
        CRAM,
        "C(b: board[2,4]) -> C(b[i,j := 0, i,j+1 := 0]) for i, j in ones(b) if b[i,j+1] == 1
        C(b: board[2,4]) -> C(b[i,j := 0, i+1,j := 0]) for i, j in ones(b) if b[i+1,j] == 1",
        "C(b: board[3,3]) {
            for i, j in squares(b) {
                if b[i,j] == 1 and b[i,j-1] == 1 { move sum(C(canonical(p)) for p in parts8(b[i,j := 0, i,j-1 := 0])) }
                let up = b[i-1,j]
                if b[i,j] == 1 and up == 1 { move C(b[i-1,j := 0, i,j := 0]) }
            }
        }",
        // Squares with a 0 are free.
        "C(b: board[3,3]) -> C(b[i,j := 1, i,j+1 := 1]) for i, j in squares(b) if j < 2 and b[i,j] == 0 and b[i,j+1] == 0
        C(b: board[3,3]) -> C(b[i,j := 1, i+1,j := 1]) for i, j in squares(b) if i < 2 and b[i,j] == 0 and b[i+1,j] == 0",
        // Squares with their neighbours.
        "K(b: board[3,3]) == K(canonical(b))
        K(b: board[3,3]) -> sum(K(p) for p in parts((b - neighbours(b,i,j))[i,j := 0])) for i, j in ones(b)",
        "K(b: board[3,3]) -> K((b - neighbours8(b,i,j))[i,j := 0]) for i, j in ones(b)",
        "K(b: board[2,5]) -> sum(K(p) for p in parts8((b - neighbours8(b,i,j))[i,j := 0])) for i, j in ones(b)",
        // Single squares; three in a row of bits; two words.
        "S(b: board[2,3]) -> S(b[i,j := 0]) for i, j in ones(b)",
        "T(m: bits[9]) -> sum(T(p) for p in parts(m[i := 0, i+1 := 0, i+2 := 0])) for i in ones(m) if m[i+1] == 1 if m[i+2] == 1",
        "K(b: board[5,14]) -> sum(K(p) for p in parts((b - neighbours(b,i,j))[i,j := 0])) for i, j in ones(b)",
        "C(b: board[7,10]) == C(canonical(b))
        C(b: board[7,10]) -> sum(C(p) for p in parts(b[i,j := 0, i,j+1 := 0])) for i, j in ones(b) if b[i,j+1] == 1
        C(b: board[7,10]) -> sum(C(p) for p in parts(b[i,j := 0, i+1,j := 0])) for i, j in ones(b) if b[i+1,j] == 1",
    ];
    for text in texts {
        let large = text.contains("[5,14]") || text.contains("[7,10]");
        if large {
            assert!(is_recognised(text), "{text}");
        } else {
            assert!(agrees(text, true, 20, &mut rng), "{text}");
        }
    }
}

#[test]
fn what_is_another_game_is_not_recognised() {
    let texts = [
        // Kings that make a sum of what hangs together by sides.
        "K(b: board[3,3]) -> sum(K(p) for p in parts((b - neighbours8(b,i,j))[i,j := 0])) for i, j in ones(b)",
        // Dominoes across alone; not on the last row; with a square to spare; not in a corner.
        "C(b: board[3,3]) -> C(b[i,j := 0, i,j+1 := 0]) for i, j in ones(b) if b[i,j+1] == 1",
        "C(b: board[3,3]) -> C(b[i,j := 0, i,j+1 := 0]) for i, j in ones(b) if b[i,j+1] == 1 if i < 2
        C(b: board[3,3]) -> C(b[i,j := 0, i+1,j := 0]) for i, j in ones(b) if b[i+1,j] == 1",
        "S(b: board[3,3]) -> S(b[i,j := 0]) for i, j in ones(b) if b[i,j+1] == 1",
        "S(b: board[3,3]) -> S(b[i,j := 0]) for i, j in ones(b) if i + j > 0",
        // Pieces in two parts; a square that is not near; knights; rows.
        "D(b: board[3,3]) -> D(b[i,j := 0, i+1,j+1 := 0]) for i, j in ones(b) if b[i+1,j+1] == 1
        D(b: board[3,3]) -> D(b[i,j := 0, i+1,j-1 := 0]) for i, j in ones(b) if b[i+1,j-1] == 1",
        "K(b: board[3,3]) -> K((b - knights(b,i,j))[i,j := 0]) for i, j in ones(b)",
        "K(b: board[3,3]) -> K(b - row(b,i)) for i, j in ones(b)",
        // How many squares are free matters; squares that must not be free; squares that are set.
        "S(b: board[2,3]) -> S(b[i,j := 0]) for i, j in ones(b) if popcount(b) > 2",
        "S(b: board[2,3]) -> S(b[i,j := 0]) for i, j in ones(b) if b[i,j+1] == 0",
        "S(b: board[2,3]) -> S(b[i,j := 0, 0,0 := 1]) for i, j in ones(b) if i > 0",
        // What is left is moved, has another form, may be outside, or is not all.
        "S(b: board[2,3]) -> S(shift(b[i,j := 0], 0, 1)) for i, j in ones(b)",
        "S(b: board[2,3]) == S(b & 7) if popcount(b) > 3
        S(b: board[2,3]) -> S(b[i,j := 0]) for i, j in ones(b)",
        "S(b: board[2,3]) where popcount(b) != 3
        S(b: board[2,3]) ->? S(b[i,j := 0]) for i, j in ones(b)",
        "S(b: board[2,3]) -> S(b[i,j := 0]) + S(b & 1) for i, j in ones(b) if i > 0",
        "S(b: board[2,3]) -> sum(S(p & 7) for p in parts(b[i,j := 0])) for i, j in ones(b)",
        "S(b: board[2,3]) -> sum(2*S(p) for p in parts(b[i,j := 0])) for i, j in ones(b)",
        "S(b: board[2,3]) -> sum(S(p) for p in parts(b[i,j := 0]) if popcount(p) > 1) for i, j in ones(b)",
        "S(b: board[2,3]) -> sum(T(p) for p in parts(b[i,j := 0])) for i, j in ones(b)
        T(b: board[2,3]) -> T(b[i,j := 0]) for i, j in ones(b)",
        // Wins, play without end, answers, faults.
        "S(b: board[2,3]) -> wins if b == 1\nS(b: board[2,3]) -> S(b[i,j := 0]) for i, j in ones(b)",
        "loopy S\nS(b: board[2,3]) -> S(b[i,j := 0]) for i, j in ones(b)",
        "S(b: board[2,3]) -> S!(b[i,j := 0]) for i, j in ones(b)",
        "S(b: board[2,3]) -> S(b[i,j := 0]) for i, j in ones(b) if 6 / (i + j) > 1",
        // Another parameter; a loop whose turns hang on each other.
        "S(b: board[2,3], n) -> S(b[i,j := 0], n) for i, j in ones(b)",
        "S(b: board[2,3]) { var seen = 0\nfor i, j in ones(b) { if seen == 0 { move S(b[i,j := 0]) } seen = 1 } }",
        "S(b: board[2,3]) { var left = b\nfor i, j in ones(b) { left = left[i,j := 0]\n move S(left) } }",
    ];
    for text in texts {
        assert!(!is_recognised(text), "{text}");
    }
}

/// A piece of up to four squares, the first at 0, 0.
fn piece(rng: &mut fastrand::Rng) -> Vec<(i32, i32)> {
    let mut piece = vec![(0, 0)];
    for _ in 0..rng.usize(..4) {
        let (r, c) = piece[rng.usize(..piece.len())];
        // Now and then it has a gap.
        let far = if rng.u8(..12) == 0 { 2 } else { 1 };
        let next = if rng.bool() { (r + far, c) } else { (r, c + far) };
        if !piece.contains(&next) {
            piece.push(next);
        }
    }
    piece
}

/// The eight turns and mirror images.
fn turned(piece: &[(i32, i32)]) -> Vec<Vec<(i32, i32)>> {
    let all = (0..8).map(|turn| {
        let turn = |&(r, c): &(i32, i32)| {
            let (r, c) = if turn & 4 == 0 { (r, c) } else { (c, r) };
            (if turn & 1 == 0 { r } else { -r }, if turn & 2 == 0 { c } else { -c })
        };
        piece.iter().map(turn).collect()
    });
    all.collect()
}

/// Rules, and whether their squares are free if they have a 1.
fn random_text(rng: &mut fastrand::Rng) -> (String, bool) {
    const SIZES: [(usize, usize); 8] =
        [(2, 2), (2, 3), (3, 3), (1, 7), (3, 2), (2, 4), (4, 2), (9, 10)];
    let (rows, columns) = SIZES[rng.usize(..SIZES.len())];
    let head = format!("G(b: board[{rows},{columns}])");
    let mut text = String::new();
    if rng.bool() {
        text += &format!("{head} == G(canonical(b))\n");
    }
    let free_is_one = rng.u8(..4) > 0;
    let split = match rng.u8(..4) {
        0 if free_is_one => "parts8",
        1 | 2 if free_is_one => "parts",
        _ => "",
    };
    let (free, taken) = if free_is_one { (1, 0) } else { (0, 1) };
    let term = |left: String| match split {
        "" => format!("G({left})"),
        parts => format!("sum(G(p) for p in {parts}({left}))"),
    };
    let sets = if free_is_one { "ones(b)" } else { "squares(b)" };
    if rng.u8(..4) == 0 && free_is_one {
        let near = ["neighbours", "neighbours8", "knights"][rng.usize(..3)];
        let left = term(format!("(b - {near}(b,i,j))[i,j := 0]"));
        text += &format!("{head} -> {left} for i, j in {sets}");
    } else {
        for _ in 0..rng.usize(1..3) {
            for piece in turned(&piece(rng)) {
                if rng.u8(..60) == 0 {
                    continue;
                }
                let square = |(r, c): (i32, i32)| format!("i+({r}),j+({c})");
                let set: Vec<String> =
                    piece.iter().map(|&at| format!("{} := {taken}", square(at))).collect();
                let needed: Vec<String> = piece
                    .iter()
                    .map(|&(r, c)| {
                        let inside = format!("inside(b, {})", square((r, c)));
                        format!("if {inside} if b[{}] == {free}", square((r, c)))
                    })
                    .collect();
                let left = term(format!("b[{}]", set.join(", ")));
                text += &format!("{head} -> {left} for i, j in squares(b) {}\n", needed.join(" "));
            }
        }
    }
    match rng.u8(..14) {
        0 => text += " if i > 0",
        1 => text += " if b[0,0] == 1",
        2 => text += &format!("\n{head} -> G(b & 1) if popcount(b) > 2"),
        _ => {}
    }
    (text, free_is_one)
}

#[test]
fn random_rules_have_the_values_that_they_say() {
    let mut rng = fastrand::Rng::with_seed(3);
    let (mut recognised, mut others) = (0, 0);
    for _ in 0..300 {
        let (text, free_is_one) = random_text(&mut rng);
        // A condition may stand alone where every piece was left out.
        if Program::read(Source::new("t", &text)).is_err() {
            continue;
        }
        match agrees(&text, free_is_one, 6, &mut rng) {
            true => recognised += 1,
            false => others += 1,
        }
    }
    assert!(recognised > 100 && others > 50, "{recognised} {others}");
}

#[test]
fn misere_play_is_won_as_the_rules_say() {
    let mut rng = fastrand::Rng::with_seed(9);
    let texts = [
        CRAM,
        "K(b: board[3,3]) -> K((b - neighbours8(b,i,j))[i,j := 0]) for i, j in ones(b)",
        "S(b: board[2,3]) -> S(b[i,j := 1]) for i, j in squares(b) if b[i,j] == 0",
    ];
    for text in texts {
        let program = program(text);
        let placement = Placement::of(&program, 0).unwrap();
        let squares = program.families[0].params[0].shape.unwrap().squares();
        let bounds = Bounds { memory: 1 << 24, threads: 1, look: &|_| true };
        let (mut search, mut known) = (Misere::default(), HashMap::new());
        for _ in 0..40 {
            let mut sum: Vec<State> = (0..rng.usize(1..3))
                .map(|_| State::new(0, vec![rng.i64(0..1 << squares)]))
                .collect();
            sum.sort();
            let keys: Vec<(u32, u128)> =
                sum.iter().flat_map(|state| placement.parts(state)).map(|part| (0, part)).collect();
            let wins = misere(&program, &sum, &mut known);
            let found = search.wins(&[placement.rules()], &keys, &bounds);
            assert_eq!(found, Ok(wins), "{text} {sum:?}");
        }
    }
}
