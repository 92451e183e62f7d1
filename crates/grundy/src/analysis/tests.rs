//! What a question costs: positions are counted, not seconds.

use super::*;
use crate::context::{Limits, Progress};
use crate::expr::Catalogue;
use crate::nat::Nat;
use crate::solve::sum::SumSearch;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// The answer, and a bound for the positions stored by the longest of its searches (progress is
/// told every 1024 positions).
fn counted(text: &str, question: &Question, limits: Limits) -> (Answer, u64) {
    let expression = Catalogue::default().read(text).unwrap();
    let most = AtomicU64::new(0);
    let report = |progress: Progress<'_>| {
        if progress.phase == "searching positions" {
            most.fetch_max(progress.done, Ordering::Relaxed);
        }
    };
    let context = Context::new(limits).with_progress(&report);
    let answer = answer(&expression, question, &context).unwrap_or_else(|e| panic!("{text}: {e}"));
    (answer, most.into_inner())
}

/// The answers within 1, 2, 3, … looks at the clock, from the first that is one to the first that has
/// counted the winning moves.
fn answers_within_looks(text: &str) -> Vec<Answer> {
    let expression = Catalogue::default().read(text).unwrap();
    let question = Question { explain: true, ..Question::default() };
    let mut answers: Vec<Answer> = Vec::new();
    for looks in 1..5000 {
        let seen = AtomicU64::new(0);
        let time = std::time::Duration::from_millis(looks);
        let context = Context::default().counted(&seen).within(time);
        match answer(&expression, &question, &context) {
            Ok(answer) => answers.push(answer),
            Err(stop) => {
                assert!(matches!(stop, Stop::Limit { .. }), "{text}: {stop}");
                assert!(answers.is_empty(), "{text}: {looks} looks tell less than fewer");
            }
        }
        let counted = |answer: &Answer| answer.winning_moves.count.is_some();
        if answers.last().is_some_and(|last| counted(last) && !last.reasoning.is_empty()) {
            return answers;
        }
    }
    panic!("{text}: no answer in 5000 looks");
}

#[test]
fn who_wins_is_told_where_the_moves_come_to_a_limit() {
    let mut unknown = 0;
    for text in ["0.3F(1000)", "0.3F(900) + 0.3F(903) + nim(3)", "0.8(500)"] {
        let answers = answers_within_looks(text);
        let whole = answers.last().unwrap();
        assert!(whole.notes.is_empty(), "{text}: {:?}", whole.notes);
        for answer in &answers {
            assert_eq!((answer.outcome, &answer.grundy), (whole.outcome, &whole.grundy), "{text}");
            let told =
                |words: &str| match answer.notes.iter().filter(|n| n.starts_with(words)).count() {
                    0 => false,
                    1 => true,
                    count => panic!("{text}: the same is told {count} times: {:?}", answer.notes),
                };
            let (no_moves, no_reasons) =
                (answer.winning_moves.count.is_none(), answer.reasoning.is_empty());
            assert_eq!(told("winning moves not searched further"), no_moves, "{text}");
            assert_eq!(told("reasons not told"), no_reasons, "{text}");
            unknown += usize::from(no_moves);
        }
    }
    assert!(unknown > 0);
}

#[test]
fn moves_that_symmetry_tells_are_listed_where_the_search_comes_to_a_limit() {
    for (text, middle) in
        [("cram(6,7)", "(3,4)-(4,4)"), ("cram(8,5)", "(4,3)-(5,3)"), ("node-kayles(7,7)", "(4,4)")]
    {
        let expression = Catalogue::default().read(text).unwrap();
        // Enough to list all moves, too few to search what each leaves.
        for positions in [128, 256, 512, 1024] {
            let limits = Limits::default().with_positions(positions);
            let context = Context::new(limits);
            let answer = answer(&expression, &Question::default(), &context).unwrap();
            let moves = &answer.winning_moves;
            assert_eq!(moves.count, None, "{text} within {positions} positions");
            assert!(moves.listed.iter().any(|to| to.text == middle), "{text}: {moves:?}");
        }
    }
}

/// Whether a sum is P in misère play, by a search that knows no theory.
pub(crate) fn is_p_by_search(sum: &str) -> bool {
    let Expression::Sum(sum) = Catalogue::default().read(sum).unwrap() else { unreachable!() };
    let (parts, mut searcher) = (Parts::new(&sum), Searcher::default());
    let (arena, nodes) = searcher.arena(&parts);
    let found = SumSearch::new(Play::Misere).outcome(arena, nodes, &Context::default());
    found.unwrap() == Outcome::P
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(40))]
    #[test]
    fn random_graphs_stay_within_the_budget_of_the_value(
        parents in proptest::collection::vec(0..u32::MAX, 49..60),
        more in proptest::collection::vec((0..60u32, 0..60u32), 10..90),
    ) {
        // Connected, so that the token can reach everything.
        let tree = (1..).zip(&parents).map(|(v, parent)| (v, parent % v));
        let vertices = parents.len() as u32 + 1;
        let others = more.iter().map(|&(u, v)| (u % vertices, v % vertices));
        let edges: Vec<String> = tree.chain(others).map(|(u, v)| format!("{u}-{v}")).collect();
        let text = format!("geography(edges({}; 0))", edges.join(","));
        // As much as the explanation may use for the values of options.
        let limits = Limits { value_positions: 50_000, ..Limits::default() };
        let question = Question { explain: true, replies: 3, report: true, ..Question::default() };
        let (answer, most) = counted(&text, &question, limits);
        proptest::prop_assert!(most <= 50_000, "{most} positions");
        let lost = answer.winning_moves.count == Some(Nat::ZERO);
        proptest::prop_assert!(answer.winning_moves.count.is_some());
        proptest::prop_assert_eq!(lost, !answer.outcome.mover_wins());
        let told = answer.notes.iter().any(|note| note.starts_with("Grundy value not searched"));
        proptest::prop_assert_eq!(told, answer.grundy.is_none());
    }
}

#[test]
fn a_value_out_of_reach_is_null_with_a_word_why() {
    let limits = Limits { value_positions: 5_000, ..Limits::default() };
    let (answer, most) = counted("wythoff[70](300,400)", &Question::default(), limits);
    assert_eq!((answer.outcome, answer.grundy), (Outcome::N, None));
    assert!(most <= 5_000, "{most}");
    let [note] = &*answer.notes else { panic!("one note") };
    assert!(note.starts_with("Grundy value not searched further: "), "{note}");
    assert!(note.ends_with("raise with --value-positions"), "{note}");
    // A grid of 6 by 9 vertices has a perfect matching, so every start is N. That a search for the
    // value would store too many positions is seen before it begins.
    let across = (0..54).filter(|v| v % 9 < 8).map(|v| format!("{v}-{}", v + 1));
    let down = (0..45).map(|v| format!("{v}-{}", v + 9));
    let edges: Vec<String> = across.chain(down).collect();
    let text = format!("geography(edges({}; 0))", edges.join(","));
    let (answer, most) = counted(&text, &Question::default(), limits);
    assert_eq!((answer.outcome, answer.grundy, most), (Outcome::N, None, 0));
    assert!(answer.notes[0].ends_with("raise with --value-positions"), "{:?}", answer.notes);
}

#[test]
fn every_game_whose_outcome_theory_knows_keeps_to_the_budget() {
    let limits = Limits { value_positions: 300, ..Limits::default() };
    for (text, only) in [
        ("moore[2](9,10,11,12,13)", None),
        ("wythoff[70](30,50)", None),
        // Moves in the heaps of nim would be to the value; in the part theory knows them.
        ("wythoff[70](30,50) + nim(4,4)", Some(1)),
    ] {
        let question = Question { only, report: true, ..Question::default() };
        let (answer, most) = counted(text, &question, limits);
        assert!(most <= 300, "{text}: {most}");
        assert_eq!(answer.grundy, None, "{text}");
        assert!(answer.outcome.mover_wins() && answer.winning_moves.count.is_some(), "{text}");
        assert!(answer.notes[0].contains("--value-positions"), "{text}: {:?}", answer.notes);
        // With more it is found.
        let more = Limits { value_positions: u64::MAX, ..limits };
        if !text.starts_with("moore") {
            assert!(counted(text, &question, more).0.grundy.is_some(), "{text}");
        }
    }
}

#[test]
fn a_value_that_the_moves_need_gets_the_full_limits() {
    let limits = Limits { value_positions: 100, ..Limits::default() };
    for text in ["fibonacci-nim(60) + nim(3)", "fibonacci-nim(60) + nim(3,3)"] {
        let (answer, _) = counted(text, &Question::default(), limits);
        assert!(answer.grundy.is_some(), "{text}");
        assert!(answer.winning_moves.count.is_some(), "{text}");
    }
}

#[test]
fn equal_parts_cancel_without_a_search_for_their_value() {
    let limits = Limits { value_positions: 100, ..Limits::default() };
    let text = "fibonacci-nim(3000) + fibonacci-nim(3000)";
    let (answer, most) = counted(text, &Question::default(), limits);
    assert_eq!(answer.outcome, Outcome::P);
    assert_eq!(answer.grundy, Some(Nat::ZERO.into()));
    assert!(most <= 100, "{most}");
}

#[test]
fn outcomes_alone_need_no_values() {
    let limits = Limits::default().with_positions(50);
    let context = Context::new(limits);
    let catalogue = Catalogue::default();
    for (text, outcome) in [
        ("wythoff[2](300,400)", Outcome::N),
        ("wythoff[2](0,0)", Outcome::P),
        ("chomp(40,50)", Outcome::N),
        ("divisor-game(1000)", Outcome::N),
        ("moore[2](100,200,300)", Outcome::N),
        ("fibonacci-nim(1000)", Outcome::N),
        ("fibonacci-nim(987)", Outcome::P),
        ("fibonacci-nim(1000) + nim(5,5)", Outcome::N),
    ] {
        let Expression::Sum(sum) = catalogue.read(text).unwrap() else { panic!("a sum") };
        let found = Session::default().outcome(&sum, Play::Normal, &context);
        assert_eq!(found, Ok(outcome), "{text}");
    }
}

/// Who wins misère Nim, by the rules.
fn misere_nim_is_won(heaps: &[usize; 4], known: &mut HashMap<[usize; 4], bool>) -> bool {
    if let Some(&won) = known.get(heaps) {
        return won;
    }
    let options: Vec<_> = nim_moves(heaps).collect();
    let won = options.is_empty() || options.iter().any(|to| !misere_nim_is_won(to, known));
    known.insert(*heaps, won);
    won
}

fn nim_moves(heaps: &[usize; 4]) -> impl Iterator<Item = [usize; 4]> {
    let heaps = *heaps;
    (0..4).flat_map(move |i| {
        (0..heaps[i]).map(move |left| {
            let mut after = heaps;
            after[i] = left;
            after
        })
    })
}

#[test]
fn the_strategy_told_for_misere_nim_wins() {
    let mut known = HashMap::new();
    let catalogue = Catalogue::default();
    let question = Question { play: Play::Misere, explain: true, ..Question::default() };
    let mut told = 0;
    for code in 0..6usize.pow(4) {
        let heaps = [code % 6, code / 6 % 6, code / 36 % 6, code / 216];
        if !heaps.is_sorted() || !misere_nim_is_won(&heaps, &mut known) || heaps[3] < 2 {
            continue;
        }
        // Word by word: as in normal play, unless that would leave only heaps of 1.
        let xor = |heaps: &[usize; 4]| heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let large = |heaps: &[usize; 4]| heaps.iter().any(|&heap| heap > 1);
        let odd = |heaps: &[usize; 4]| heaps.iter().filter(|&&heap| heap == 1).count() % 2 == 1;
        let by_strategy: Vec<_> =
            match nim_moves(&heaps).filter(|to| xor(to) == 0).all(|to| large(&to)) {
                true => nim_moves(&heaps).filter(|to| xor(to) == 0).collect(),
                false => nim_moves(&heaps).filter(|to| !large(to) && odd(to)).collect(),
            };
        assert!(!by_strategy.is_empty(), "{heaps:?}");
        for to in by_strategy {
            assert!(!misere_nim_is_won(&to, &mut known), "{heaps:?} -> {to:?}");
        }
        let text = format!("nim({},{},{},{})", heaps[0], heaps[1], heaps[2], heaps[3]);
        let answer =
            answer(&catalogue.read(&text).unwrap(), &question, &Context::default()).unwrap();
        assert!(
            answer.reasoning.iter().any(|line| line.contains("until your move would leave only"))
        );
        told += 1;
    }
    assert!(told > 50, "{told}");
}

#[test]
fn handing_the_turn_back_is_no_move_of_a_game() {
    for text in ["dots-and-boxes(1,2)", "nimstring(edges(0-1,1-2,2-0)) + nim(2)"] {
        let (answer, _) =
            counted(text, &Question { duration: true, ..Question::default() }, Limits::default());
        assert_eq!(answer.duration, None, "{text}");
        assert!(answer.notes.iter().any(|note| note.contains("is not told")), "{text}");
        let sum = Catalogue::default().read(text).unwrap();
        let sum = match sum {
            crate::expr::Expression::Sum(sum) => sum,
            _ => panic!("{text} is a sum"),
        };
        let told =
            Session::default().length(&sum, Measure::Remoteness, Play::Normal, &Context::default());
        assert!(matches!(told, Err(Stop::Refused(_))), "{text}");
    }
}

/// Beside a tame part a heap that is larger than all values is one more number: nothing depends on its size.
#[test]
fn tame_parts_are_answered_beside_heaps_of_any_size() {
    for tame in ["kayles(2)", "kayles(2,2)", "0.123(3)", "cram(2,3)", "wythoff(1,2)", "chomp(2,2)"]
    {
        let told = |heap: &str| {
            let text = format!("{tame} + nim({heap})");
            let question = Question { play: Play::Misere, ..Question::default() };
            let (answer, _) = counted(&text, &question, Limits::default());
            let moves: Vec<String> = answer
                .winning_moves
                .listed
                .iter()
                .map(|found| found.text.rsplit(" -> ").next().unwrap_or_default().to_owned())
                .collect();
            (answer.outcome, answer.winning_moves.count, moves)
        };
        let small = told("40");
        assert_eq!((small.0, small.1.clone()), (Outcome::N, Some(Nat::ONE)), "{tame}");
        for heap in ["2^64-1", "2^64", "10^30"] {
            assert_eq!(told(heap), small, "{tame} + nim({heap})");
        }
    }
}

/// Two infinite parts, or one without numbers, make a draw whatever the rest is worth.
#[test]
fn a_draw_is_told_where_the_rest_has_no_value_within_the_limits() {
    let limits = Limits { value_positions: 500, ..Limits::default().with_positions(5000) };
    for text in [
        "digraph(arcs(1>1;1)) + chomp(30,30)",
        "digraph(arcs(1>2,2>1;1)) + chomp(30,31)",
        "digraph(arcs(1>1,1>2;1)) + digraph(arcs(1>1,1>2;1)) + cram(7,8)",
    ] {
        let (answer, most) = counted(text, &Question::default(), limits);
        assert_eq!(answer.outcome, Outcome::D, "{text}");
        assert!(answer.winning_moves.count.is_some_and(|count| count.is_zero()), "{text}");
        assert!(most <= 5000, "{text}: {most}");
    }
    // A part that wins at once decides, whatever is infinite.
    let (answer, _) =
        counted("digraph(arcs(1>1;1)) + cutting(1,5)", &Question::default(), Limits::default());
    assert_eq!(answer.outcome, Outcome::N);
}
