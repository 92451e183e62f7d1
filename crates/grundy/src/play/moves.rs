//! Moves as people type them.

use super::{Choice, Match};
use crate::context::{Context, Stop};
use crate::nat;

/// Why a text is no move, and what would be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Unread {
    /// What is wrong.
    pub message: String,
    /// Moves that may have been meant, as they are typed.
    pub instead: Vec<String>,
}

/// How many moves are offered instead of a wrong one.
const OFFERED: usize = 5;

impl Match {
    /// The move that a text names: its number in the list as `#3`; or the move as it is listed,
    /// white space left out or not, the words about its result too, with `part N:` or `N:` before it where it would be ambiguous;
    /// or what it leaves alone, or `take 3` (from a heap, with `from N` or a part where there are
    /// several).
    ///
    /// # Errors
    /// [`Stop`] as [`Match::choices`]; the inner error if it is no legal move.
    pub fn read(&self, text: &str, context: &Context<'_>) -> Result<Result<Choice, Unread>, Stop> {
        Ok(find(text, self.choices(context)?))
    }
}

/// A text without white space, small letters, arrows of every kind as `->`.
fn plain(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    plain.to_lowercase().replace(['→', '⇒'], "->").replace("=>", "->").replace('"', "")
}

fn find(text: &str, choices: Vec<Choice>) -> Result<Choice, Unread> {
    let typed = plain(text);
    let unread = |message: String, instead| Err(Unread { message, instead });
    if let Some(number) = typed.strip_prefix('#') {
        let index = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        return match index.and_then(|i| choices.get(i)) {
            Some(choice) => Ok(choice.clone()),
            None => unread(format!("there are moves #1 to #{}", choices.len()), Vec::new()),
        };
    }
    let (part, rest) = match typed.split_once(':') {
        Some((part, rest)) => match part.trim_start_matches("part").parse::<usize>() {
            Ok(part) => (Some(part), rest.to_owned()),
            Err(_) => return unread(format!("there is no part {part}"), Vec::new()),
        },
        None => (None, typed.clone()),
    };
    let (rest, from) = match rest.strip_prefix("take") {
        Some(take) => match take.split_once("from") {
            Some((take, heap)) => (format!("take{take}"), Some(heap.to_owned())),
            None => (rest.clone(), None),
        },
        None => (rest, None),
    };
    let here = |choice: &&Choice| part.is_none_or(|part| part == choice.part);
    let readings: [&dyn Fn(&Choice) -> bool; 4] = [
        &|choice| plain(&choice.text) == rest,
        &|choice| taken(choice, &rest, from.as_deref()),
        &|choice| plain(&choice.text).rsplit("->").next() == Some(&*rest),
        &|choice| names(&choice.text, &rest),
    ];
    for reading in readings {
        let mut meant: Vec<&Choice> =
            choices.iter().filter(here).filter(|choice| reading(choice)).collect();
        match meant.len() {
            0 => {}
            1 => return Ok(meant.remove(0).clone()),
            _ => {
                let named = meant.iter().map(|choice| format!("{}: {}", choice.part, choice.text));
                return unread(
                    "more than one move reads like this; name its part".into(),
                    named.take(OFFERED).collect(),
                );
            }
        }
    }
    // Those that begin or end like the text come first.
    let alike = |choice: &Choice| {
        let text = plain(&choice.text);
        let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
            a.zip(b).take_while(|(a, b)| a == b).count()
        };
        same(&mut text.chars(), &mut rest.chars())
            + same(&mut text.chars().rev(), &mut rest.chars().rev())
    };
    let mut near: Vec<&Choice> = choices.iter().filter(here).collect();
    near.sort_by_cached_key(|choice| std::cmp::Reverse(alike(choice)));
    let named = near.iter().map(|choice| format!("{}: {}", choice.part, choice.text));
    let instead = named.take(OFFERED).collect();
    let message = match part {
        Some(part) if !choices.iter().any(|choice| choice.part == part) => {
            format!("no move is left in part {part}")
        }
        _ => format!("there is no move \"{}\" here", text.trim()),
    };
    unread(message, instead)
}

/// Whether a text begins with these words, the last of them whole.
fn begins(text: &str, head: &str) -> bool {
    text.strip_prefix(head)
        .is_some_and(|tail| !head.is_empty() && !tail.starts_with(char::is_alphanumeric))
}

/// Whether a move begins with these words, or does so without some words before what it is about:
/// the square, letter, edge or number.
fn names(move_text: &str, typed: &str) -> bool {
    let words: Vec<&str> = move_text.split_whitespace().collect();
    let before = words.iter().take_while(|word| word.chars().all(char::is_alphabetic)).count();
    (0..=before).any(|dropped| begins(&plain(&words[dropped..].join(" ")), typed))
}

/// Whether a move `a -> b` between numbers takes so many, from a heap of size `from` if given.
fn taken(choice: &Choice, typed: &str, from: Option<&str>) -> bool {
    let Some(count) = typed.strip_prefix("take").and_then(nat::parse) else { return false };
    let text = plain(&choice.text);
    let Some((before, after)) = text.split_once("->") else { return false };
    if from.is_some_and(|from| from != before) {
        return false;
    }
    match (nat::parse(before), nat::parse(after)) {
        (Some(before), Some(after)) => before >= after && before - after == count,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Catalogue;
    use crate::play::Side;

    fn read(position: &str, text: &str) -> Result<(usize, String), Unread> {
        let position = Catalogue::default().read(position).unwrap();
        let context = Context::default();
        let game = Match::new(position, Default::default(), Side::Human, &context).unwrap();
        game.read(text, &context).unwrap().map(|choice| (choice.part, choice.text))
    }

    #[test]
    fn moves_are_read_as_people_type_them() {
        for text in ["4 -> 1", "4->1", "2: 4→1", "part 2: 4 -> 1", "take 3", "take 3 from 4", "2:1"]
        {
            assert_eq!(read("nim(2,4)", text), Ok((2, "4 -> 1".into())), "{text}");
        }
        assert_eq!(read("nim(2,4)", "#1").unwrap().1, "2 -> 0");
        assert_eq!(read("wythoff(2,1)", "(0,1)"), Ok((1, "(2,1) -> (0,1)".into())));
        let choose = "choose square (2,1), leaving (2,1)";
        for text in ["choose square (2,1)", "(2,1)", "square (2,1)", choose] {
            let read = read("chomp(2,2)", text);
            assert_eq!(read.map(|choice| choice.1).unwrap_or_default(), choose, "{text}");
        }
        assert_eq!(
            read("fibonacci-nim(20)", "take 1").unwrap().1.split(',').next(),
            Some("take 1")
        );
        assert_eq!(read("hackenbush(edges(0-1,1-2))", "1-2").unwrap().1, "cut 1-2");
        assert_eq!(read("prefix-word(words(\"ab\"))", "append a").unwrap().1, "append \"a\"");
    }

    #[test]
    fn a_wrong_move_comes_with_right_ones() {
        let error = read("nim(2,4)", "4 -> 5").unwrap_err();
        assert_eq!(error.message, "there is no move \"4 -> 5\" here");
        assert_eq!(error.instead[..4], ["2: 4 -> 0", "2: 4 -> 1", "2: 4 -> 2", "2: 4 -> 3"]);
        assert_eq!(read("nim(3,3)", "take 1").unwrap_err().instead, ["1: 3 -> 2", "2: 3 -> 2"]);
        assert_eq!(read("nim(0,3)", "1: take 1").unwrap_err().message, "no move is left in part 1");
        assert_eq!(read("nim(1)", "#2").unwrap_err().message, "there are moves #1 to #1");
        assert!(read("nim(1)", "").is_err() && read("nim(1)", "x: 1").is_err());
    }
}
