//! Matches from every small position of every game: moves read back, and play ends as foretold.

use grundy::context::Context;
use grundy::expr::Catalogue;
use grundy::games::REGISTRY;
use grundy::outcome::{Outcome, Play};
use grundy::play::{Match, Side, draw};

fn start(catalogue: &Catalogue<'_>, text: &str, play: Play) -> Option<Match> {
    let position = catalogue.read(text).unwrap();
    Match::new(position, play, Side::Human, &Context::default()).ok()
}

#[test]
fn every_listed_move_is_read_as_itself() {
    let catalogue = Catalogue::default();
    let context = Context::default();
    for family in REGISTRY {
        for text in family.small() {
            let game = start(&catalogue, &text, Play::Normal).unwrap();
            assert!(!draw(game.components()).is_empty() || game.components()[0].parts() == 0);
            if game.winner().is_some() {
                continue;
            }
            for (i, choice) in game.choices(&context).unwrap().iter().enumerate() {
                for typed in [format!("#{}", i + 1), format!("{}: {}", choice.part, choice.text)] {
                    let read = game.read(&typed, &context).unwrap();
                    let read = read.unwrap_or_else(|error| panic!("{text}, {typed}: {error}"));
                    assert_eq!((read.part, &read.text), (choice.part, &choice.text), "{text}");
                }
            }
        }
    }
}

#[test]
fn two_perfect_players_end_as_the_outcome_says() {
    let catalogue = Catalogue::default();
    let context = Context::default();
    let mut ended = 0;
    for family in REGISTRY {
        let small = family.small();
        let step = (small.len() / 10).max(1);
        for text in small.into_iter().step_by(step) {
            for (play, text) in [
                (Play::Normal, text.clone()),
                (Play::Misere, text.clone()),
                (Play::Normal, format!("repeat[3]({text})")),
                (Play::Misere, format!("repeat[2]({text})")),
            ] {
                let Some(mut game) = start(&catalogue, &text, play) else { continue };
                let outcome = match game.winner() {
                    Some(winner) => Outcome::of(winner == Side::Human),
                    None => game.hint(0, &context).unwrap().outcome,
                };
                while game.winner().is_none() && !game.drawn() {
                    let choice = game.engine(&context).unwrap();
                    game.make(&choice, &context).unwrap();
                }
                let wins = game.winner() == Some(Side::Human);
                assert_eq!(wins, outcome == Outcome::N, "{text} in {play} play");
                assert_eq!(game.drawn(), outcome == Outcome::D, "{text} in {play} play");
                ended += 1;
            }
        }
    }
    assert!(ended > 500);
}

/// Positions of games of every kind.
const POSITIONS: [&str; 22] = [
    "nim(3,4,5)",
    "nim(3,3,7)",
    "nim(1)",
    "wythoff(5,3)",
    "moore[2](2,3,4)",
    "kayles(5,2)",
    "lasker(4,3)",
    "split-smaller(3)",
    "staircase(2,1,3)",
    "sliding(1,4,6)",
    "row-hop[5](1,2)",
    "treblecross(5)",
    "fibonacci-nim(8)",
    "multiplication(50,2)",
    "cutting(3,4)",
    "chomp(3,4)",
    "divisor-game(8)",
    "hackenbush(edges(0-1,0-1,1-2,2-3))",
    "geography(edges(1-2,2-3,3-1,3-4); 3)",
    "dag(arcs(1>2,1>3,2>4,3>4; 1,2))",
    "prefix-word(words(\"ab\",\"q\",\"Ab\"))",
    "nim(3) + chomp(2,2) + wythoff(2,3)",
];

const WORDS: [&str; 64] = [
    "take",
    "remove",
    "leave",
    "split",
    "into",
    "from",
    "heap",
    "row",
    "pile",
    "part",
    "size",
    "of",
    "the",
    "all",
    "both",
    "each",
    "and",
    "to",
    "->",
    "→",
    ":",
    "-",
    ",",
    "(",
    ")",
    "#",
    "+",
    "x",
    "by",
    "number",
    "step",
    "choose",
    "cut",
    "append",
    "a",
    "b",
    "q",
    "coin",
    "on",
    "token",
    "square",
    "column",
    "left",
    "not",
    "never",
    "please",
    "whole",
    "nothing",
    "1st",
    "2nd",
    "last",
    "two",
    "three",
    "第",
    "堆",
    "取",
    "变成",
    "?",
    "!",
    ".",
    "\"",
    "\u{1b}[31m",
    "²",
    "\0",
];

/// All numbers that a move is about: those in its words, its part, its place in the list, and what it
/// takes from a heap.
fn numbers_about(choice: &grundy::play::Choice, at: usize) -> Vec<i64> {
    let digits = |text: &str| -> Vec<i64> {
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
    };
    let mut about = digits(&choice.text);
    let (before, after) = choice.text.split_once("->").unwrap_or((&choice.text, ""));
    let (before, after) = (digits(before), digits(after));
    about.extend(before.iter().zip(&after).map(|(a, b)| a - b));
    about.push(before.iter().sum::<i64>() - after.iter().sum::<i64>());
    if choice.text.starts_with("take ") || choice.text.starts_with("step ") {
        // The sizes before and after are not listed.
        about.extend(0..=8);
    }
    // Heaps of one part are numbered; "nothing" leaves 0.
    about.extend(1..=before.len() as i64);
    about.extend([0, choice.part as i64, at as i64 + 1]);
    about
}

/// Whatever is typed: a legal move whose numbers are those typed, or a question or hint whose
/// suggestions are moves.
#[test]
fn random_text_is_a_move_it_names_or_no_move() {
    let catalogue = Catalogue::default();
    let context = Context::default();
    let mut random = fastrand::Rng::with_seed(15);
    let (mut moves, mut questions) = (0, 0);
    for position in POSITIONS {
        let game = start(&catalogue, position, Play::Normal).unwrap();
        let choices = game.choices(&context).unwrap();
        for _ in 0..400 {
            let mut text = String::new();
            if random.u8(..4) == 0 {
                // A listed move, changed in one place.
                let mut listed: Vec<char> = random.choice(&choices).unwrap().text.chars().collect();
                let at = random.usize(..listed.len());
                match random.u8(..3) {
                    0 => listed[at] = char::from(random.u8(32..127)),
                    1 => drop(listed.remove(at)),
                    _ => listed.insert(at, char::from(random.u8(32..127))),
                }
                text.extend(listed);
            } else {
                for _ in 0..random.usize(1..7) {
                    if random.bool() {
                        text.push_str(&random.u8(..7).to_string());
                    } else {
                        text.push_str(random.choice(WORDS).unwrap());
                    }
                    if random.bool() {
                        text.push(' ');
                    }
                }
            }
            match game.read(&text, &context).unwrap() {
                Ok(choice) => {
                    moves += 1;
                    let at = choices
                        .iter()
                        .position(|c| (c.part, &c.text) == (choice.part, &choice.text))
                        .unwrap_or_else(|| panic!("{position}: {text}: no legal move"));
                    let about = numbers_about(&choice, at);
                    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphabetic()).collect();
                    assert!(!words.contains(&"not") && !words.contains(&"never"), "{text}");
                    for number in text.split(|c: char| !c.is_ascii_digit()) {
                        let named = number.is_empty()
                            || number.parse().is_ok_and(|number: i64| about.contains(&number));
                        assert!(named, "{position}: {text}: {}: {}", choice.part, choice.text);
                    }
                }
                Err(unread) => {
                    questions += usize::from(unread.question);
                    assert!(!unread.message.is_empty());
                    for instead in unread.instead {
                        let read = game.read(&instead, &context).unwrap();
                        assert!(read.is_ok(), "{position}: {text}: {instead}");
                    }
                }
            }
        }
    }
    assert!(moves > 200 && questions > 200, "{moves} moves, {questions} questions");
}

/// "take K from N" takes K from heap N or from the heap of size N, and asks where these differ.
#[test]
fn heaps_are_named_by_place_or_size_and_never_guessed() {
    let catalogue = Catalogue::default();
    let context = Context::default();
    let sizes: [i64; 4] = [3, 1, 4, 2];
    let game = start(&catalogue, "nim(3,1,4,2)", Play::Normal).unwrap();
    for taken in 1..=5 {
        for number in 0..=6 {
            let place = (1..=4).find(|&i| i == number && sizes[i as usize - 1] >= taken);
            let by_size = (1..=4).find(|&i| sizes[i as usize - 1] == number && number >= taken);
            let mut meant: Vec<i64> = place.into_iter().chain(by_size).collect();
            meant.dedup();
            for text in [
                format!("take {taken} from {number}"),
                format!("take {taken} from heap {number}"),
                format!("heap {number} take {taken}"),
                format!("{taken} from pile {number}"),
            ] {
                let read = game.read(&text, &context).unwrap();
                match &*meant {
                    [part] => {
                        let choice = read.unwrap();
                        let size = sizes[*part as usize - 1];
                        assert_eq!(choice.part as i64, *part, "{text}");
                        assert_eq!(choice.text, format!("{size} -> {}", size - taken), "{text}");
                    }
                    meant => {
                        let asked = read.err().map(|unread| unread.question);
                        assert_eq!(asked, Some(!meant.is_empty()), "{text}");
                    }
                }
            }
            let row = game.read(&format!("take {taken} from row {number}"), &context).unwrap();
            assert_eq!(row.ok().map(|choice| choice.part as i64), place);
        }
    }
}
