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
    assert_eq!(error.message, "there is no move \"4 -> 5\" here: heap 2 has 4");
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

#[test]
fn a_wrong_move_of_a_heap_comes_with_the_reason() {
    for (position, text, reason) in [
        ("nim(3,4,5)", "take 9", "no heap has more than 5"),
        ("nim(3,4,5)", "take 5 from heap 1", "heap 1 has 3"),
        ("nim(3,4,5)", "take 0 from heap 2", "from heap 2 a move takes 1 to 4"),
        ("nim(3,4,5)", "6 -> 2", "no heap has size 6"),
        ("nim(3,4,5)", "3 -> 3", "that takes 0, and from heap 1 a move takes 1 to 3"),
        ("nim(3,4,5)", "heap 2: 3 -> 1", "heap 2 has 4"),
        ("nim(3,4,5)", "heap 7: take 1", "there is no heap 7, and no heap has that size"),
        ("nim(3,4,5)", "part 7: take 1", "there is no part 7"),
        ("nim(3,4,5)", "take 2 from row 7", "there is no heap 7"),
        ("nim(0,4)", "take 1 from heap 1", "heap 1 is empty"),
        ("bash[3](10)", "take 4", "a move takes 1 to 3"),
        ("bash[3](10)", "take all", "a move takes 1 to 3"),
        ("bash[3](10)", "take 11", "the heap has 10"),
        ("bash[1](10)", "take 2", "a move takes 1"),
        ("kayles(7)", "7 -> 2,2", "that takes 3, and a move takes 1 or 2"),
        ("subtraction[1,3,4](9)", "take 2", "a move takes one of 1, 3, 4"),
    ] {
        let Err(error) = read(position, text) else { panic!("{position}: {text}") };
        let told = error.message.split_once("here: ").map_or(&*error.message, |told| told.1);
        assert_eq!(told, reason, "{position}: {text}");
    }
    // Where heaps are no reason, none is told.
    for (position, text) in [
        ("grundy-game(6)", "6 -> 3,3"),
        ("grundy-game(6)", "take 1"),
        ("nim(3,4)", "do not take 1"),
        ("nim(3,4)", "take 1,2"),
        ("chomp(2,3)", "take 1 from heap 2"),
    ] {
        let message = read(position, text).unwrap_err().message;
        assert_eq!(message, format!("there is no move \"{text}\" here"), "{position}");
    }
}

#[test]
fn the_reason_is_true() {
    // From one heap after the other every amount; what is said to be possible is, the rest is not.
    for position in
        ["nim(3,4)", "bash[3](5)", "kayles(4,6)", "subtraction[2,3,7](9,5)", "lasker(3,4)"]
    {
        let sizes: Vec<u64> = position[position.find('(').unwrap() + 1..position.len() - 1]
            .split(',')
            .map(|size| size.parse().unwrap())
            .collect();
        for (i, &size) in sizes.iter().enumerate() {
            for taken in 0..=size + 2 {
                let text = format!("take {taken} from row {}", i + 1);
                let error = match read(position, &text) {
                    Ok(_) => continue,
                    Err(error) if error.question => continue,
                    Err(error) => error,
                };
                let Some((_, reason)) = error.message.split_once("here: ") else {
                    // Lasker's Nim splits without taking.
                    assert!(position.starts_with("lasker") && taken == 0, "{position}: {text}");
                    continue;
                };
                let numbers: Vec<u64> = reason
                    .split(|c: char| !c.is_ascii_digit())
                    .filter_map(|number| number.parse().ok())
                    .collect();
                // The number of the heap, where it is told.
                let numbers = if sizes.len() > 1 { &numbers[1..] } else { &numbers };
                let possible: Vec<u64> = match (reason, numbers) {
                    (reason, [first, last]) if reason.contains(" to ") => {
                        (*first..=*last).collect()
                    }
                    (reason, [has]) if reason.contains(" has ") => {
                        assert!(*has == size && taken > size, "{position}: {text}: {reason}");
                        continue;
                    }
                    (_, numbers) => numbers.to_vec(),
                };
                for amount in 0..=size {
                    let text = format!("take {amount} from row {}", i + 1);
                    let is_move = match read(position, &text) {
                        Ok(_) => true,
                        Err(error) => error.question,
                    };
                    assert_eq!(possible.contains(&amount), is_move, "{position}: {text}: {reason}");
                }
            }
        }
    }
}
