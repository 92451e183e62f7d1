//! Sentences as people type them: the move they mean, a question, or a hint.

use grundy::context::Context;
use grundy::expr::Catalogue;
use grundy::outcome::Play;
use grundy::play::{Match, Side, Unread};

fn read(position: &str, text: &str) -> Result<(usize, String), Unread> {
    let position = Catalogue::default().read(position).unwrap();
    let context = Context::default();
    let game = Match::new(position, Play::Normal, Side::Human, &context).unwrap();
    game.read(text, &context).unwrap().map(|choice| (choice.part, choice.text))
}

/// Sentences that mean this move of the position.
fn all_mean(position: &str, meant: (usize, &str), sentences: &[&str]) {
    for text in sentences {
        assert_eq!(read(position, text), Ok((meant.0, meant.1.to_owned())), "{position}: {text}");
    }
}

#[test]
fn sentences_about_heaps() {
    let meant = (2, "4 -> 3");
    all_mean(
        "nim(3,4,5)",
        meant,
        &[
            "4 -> 3",
            "4->3",
            "2: 4→3",
            "part 2: 4 -> 3",
            "4 to 3",
            "4 => 3",
            "2: 4 to 3",
            "take 1 from heap 2",
            "Take one from the second heap",
            "heap 2 take 1",
            "heap 2: take 1",
            "from heap 2 take 1",
            "take 1 from 2",
            "2: take 1",
            "take 1 out of pile 2",
            "row 2 minus 1",
            "heap 2 from 4 to 3",
            "heap 2: 4 -> 3",
            "reduce heap 2 to 3",
            "reduce heap 2 by 1",
            "heap 2 -> 3",
            "heap 2 becomes 3",
            "leave 3 in heap 2",
            "leave heap 2 with 3",
            "heap 2 leave 3",
            "please take 1 from heap 2!",
            "take 1 from the heap of size 4",
            "take 1 from the heap of 4",
            "2nd heap take 1",
            "take 1 from the 2nd row",
            "take 1 from heap number 2",
            "take 1 from heap #2",
            "#7",
            "2 take 1",
            "i take one coin from heap two",
            "TAKE 1 FROM HEAP 2",
            "take １ from heap ２",
            "第2堆取1",
            "２堆拿一个",
            "从第二堆拿走一个",
            "第2堆变成3",
            "第二堆剩3",
            "2：4→3",
            "把第2堆的石子取走1个",
        ],
    );
    all_mean(
        "nim(3,4,5)",
        (2, "4 -> 0"),
        &[
            "take all from heap 2",
            "take heap 2",
            "take the whole heap 2",
            "remove the 2nd heap",
            "leave nothing in heap 2",
            "heap 2 -> 0",
            "empty heap 2",
            "take everything from heap 2",
            "拿完第2堆",
            "第2堆全部拿走",
            "take 4 from heap 2",
            "take four from 2",
        ],
    );
    // A heap of that size is the only one that has so many, and the other way round.
    all_mean(
        "nim(3,4,5)",
        (3, "5 -> 1"),
        &["take 4 from 5", "take 4 from 3", "take 4 from heap 5"],
    );
    all_mean("nim(7)", (1, "7 -> 5"), &["take 2", "take 2 from the heap", "leave 5", "7 to 5"]);
    all_mean("kayles(5)", (1, "5 -> 2,2"), &["5 -> 2,2", "leave 2 and 2", "split 5 into 2 and 2"]);
    all_mean(
        "lasker(3,4)",
        (2, "4 -> 1,3"),
        &[
            "split heap 2 into 1 and 3",
            "split 4 into 3 and 1",
            "heap 2 into 1,3",
            "cut 4 into 1, 3",
            "2: split into 1 and 3",
            "第2堆分成1和3",
        ],
    );
    let long = "take 4, leaving 16 with at most 8 to take";
    all_mean("fibonacci-nim(20)", (1, long), &["take 4", "leave 16", "20 to 16", long]);
}

#[test]
fn sentences_about_heaps_of_one_part() {
    all_mean(
        "wythoff(5,3)",
        (1, "(5,3) -> (4,3)"),
        &[
            "(4,3)",
            "take 1 from heap 1",
            "take 1 from the heap of 5",
            "heap 1 -> 4",
            "5 to 4",
            "take 1 from 5",
            "take (1,0)",
        ],
    );
    all_mean(
        "wythoff(5,3)",
        (1, "(5,3) -> (3,1)"),
        &[
            "take 2 from both",
            "take 2 from both heaps",
            "take 2 from each heap",
            "(3,1)",
            "take 2 from heap 1 and 2 from heap 2",
            "take 2 from heap 1 and heap 2",
            "take 2 and 2",
            "take 2 from all heaps",
        ],
    );
    all_mean(
        "moore[2](2,4,6)",
        (1, "(2,4,6) -> (2,3,4)"),
        &["take 1 from heap 2 and 2 from heap 3", "take 1 from 4 and 2 from 6"],
    );
    all_mean(
        "staircase(3,2)",
        (1, "step 2: move 1 down"),
        &["step 2: move 1 down", "1: step 2: move 1 down", "take 1 from step 2", "step 2 take 1"],
    );
}

#[test]
fn moves_that_are_not_about_heaps() {
    let chosen = "choose square (1,2), leaving (2,1)";
    all_mean(
        "chomp(2,3)",
        (1, chosen),
        &[
            "choose square (1,2)",
            "(1,2)",
            "square (1,2)",
            chosen,
            "1,2",
            "1 2",
            "（１，２）",
            "row 1, column 2",
            "column 2 row 1",
            "eat (1,2)",
            "r1c2",
            "第1行第2列",
        ],
    );
    all_mean(
        "hackenbush(edges(0-1,1-2))",
        (1, "cut 1-2"),
        &["1-2", "2-1", "cut 1-2", "cut the edge 1-2", "cut edge 2-1", "1 - 2"],
    );
    all_mean(
        "divisor-game(6)",
        (1, "choose 5 -> set(2,3,4,6)"),
        &["5", "choose 5", "take five", "remove the number 5"],
    );
    all_mean(
        "multiplication(100)",
        (1, "p=1 x 3 -> 3"),
        &["x3", "times 3", "multiply by 3", "3", "× 3"],
    );
    all_mean(
        "dag(arcs(1>2,1>3,2>4,3>4; 1,2))",
        (1, "token 1 -> 3"),
        &["1 -> 3", "1 to 3", "move the token from 1 to 3", "3", "go to 3"],
    );
    all_mean("geography(edges(1-2,2-3,3-1,3-4); 3)", (1, "3 -> 4"), &["4", "3 to 4", "go to 4"]);
    all_mean(
        "prefix-word(words(\"ab\",\"b\"))",
        (1, "append \"a\""),
        &["a", "append a", "append \"a\"", "add the letter a", "A"],
    );
    all_mean(
        "sliding(1,4)",
        (1, "coin on 4: 2 left, to 2"),
        &[
            "4 -> 2",
            "4 to 2",
            "coin on 4 to 2",
            "coin on 4: 2 left",
            "move the coin on 4 to 2",
            "4 2 left",
        ],
    );
    all_mean(
        "row-hop[4](1,2)",
        (1, "coin on 1: to 3"),
        &["1", "coin on 1", "1 -> 3", "hop 1 to 3"],
    );
    all_mean(
        "cutting(3,4)",
        (1, "3 x 4 -> 1 x 4 + 2 x 4"),
        &["cut into 2 x 4 and 1 x 4", "1 x 4 + 2 x 4", "1×4 + 2×4"],
    );
    // The board that a move leaves, as it is shown.
    let chosen = "choose square (2,2), leaving (rows(3,1))";
    all_mean("chomp(2,3)", (1, chosen), &["rows(3,1)", "rows( 3, 1 )", "chomp(rows(3,1))"]);
    all_mean("chomp(2,3)", (1, "choose square (2,1), leaving (1,3)"), &["chomp(1,3)"]);
    // The letters differ by their case.
    let words = "prefix-word(words(\"a\",\"A\"))";
    all_mean(words, (1, "append \"A\""), &["A", "append \"A\""]);
}

#[test]
fn what_may_mean_several_moves_is_asked_back() {
    let error = read("nim(3,4,5)", "take 2 from 3").unwrap_err();
    assert!(error.question);
    assert_eq!(
        error.message,
        "which heap is meant: heap 3 (its size is 5), or the heap of size 3 (heap 1)?"
    );
    assert_eq!(error.instead, ["1: 3 -> 1", "3: 5 -> 3"]);
    let error = read("nim(3,4,3,5)", "take 1 from heap 4").unwrap_err();
    assert!(error.message.ends_with("heap 4 (its size is 5), or the heap of size 4 (heap 2)?"));
    for (position, text) in [
        ("nim(3,4,5)", "heap 3 to 1"),
        ("nim(3,4,5)", "take heap 3"),
        ("nim(3,3)", "take 1"),
        ("nim(3,3)", "3 -> 1"),
        ("nim(3,3,4)", "take 1 from the heap of size 3"),
        // A number alone may be what is taken or what is left.
        ("nim(7)", "3"),
        ("nim(7)", "7"),
        ("nim(2,4)", "2: 1"),
        ("nim(7)", "7-3"),
        ("nim(3,4,5)", "2 1"),
        ("wythoff(5,3)", "take 1"),
        ("wythoff(5,3)", "4,3"),
        ("kayles(5)", "take 1"),
        ("multiplication(100,2)", "4"),
        ("hackenbush(edges(0-1,0-1))", "cut 0-1"),
        ("dag(arcs(1>3,2>3; 1,2))", "3"),
        ("prefix-word(words(\"b\",\"B\"))", "append the letter b"),
    ] {
        let error = read(position, text).expect_err(text);
        assert!(error.question && !error.instead.is_empty(), "{position}: {text}: {error:?}");
        for instead in error.instead {
            assert!(read(position, &instead).is_ok(), "{position}: {instead}");
        }
    }
}

#[test]
fn a_wrong_move_comes_with_right_ones() {
    let error = read("nim(2,4)", "4 -> 5").unwrap_err();
    assert_eq!(error.message, "there is no move \"4 -> 5\" here");
    assert_eq!(error.instead[..4], ["2: 4 -> 0", "2: 4 -> 1", "2: 4 -> 2", "2: 4 -> 3"]);
    assert_eq!(read("nim(0,3)", "1: take 1").unwrap_err().message, "no move is left in part 1");
    assert_eq!(read("nim(1)", "#2").unwrap_err().message, "the moves are numbered #1 to #1");
    for (position, text) in [
        ("nim(1)", ""),
        ("nim(1)", "x: 1"),
        ("nim(3)", "do not take 1"),
        ("nim(3)", "never take 1 from heap 1"),
        ("nim(3)", "take 1?"),
        ("nim(3)", "take -1"),
        ("nim(3)", "take 0"),
        ("nim(3)", "take 1.5"),
        ("nim(30)", "take 10²"),
        ("nim(3,4)", "take 1 from heap 1 and 1 from heap 2"),
        ("nim(3,4)", "2: take 1 from heap 1"),
        ("nim(3,4)", "heap 2: 3 -> 1"),
        ("nim(3,4)", "take 1 from heap 9"),
        // Vertices are no heaps, nor are the squares of a board.
        ("geography(edges(1-2,2-3,3-1,3-4); 3)", "take 2 from 3"),
        ("chomp(2,3)", "take 1 from heap 2"),
        ("chomp(2,3)", "(1,1)"),
        ("chomp(2,3)", "(3,1)"),
        ("geography(edges(1-2,2-3,3-1,3-4); 3)", "2 -> 3"),
    ] {
        let error = read(position, text).expect_err(text);
        assert!(!error.question, "{position}: {text}: {error}");
    }
    let long = "take 1 ".repeat(1000);
    assert!(read("nim(3)", &long).unwrap_err().message.contains("at most"));
}
