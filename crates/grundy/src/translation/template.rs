//! A sentence with holes: read, compared with a text, and filled.

use std::collections::BTreeSet;

/// What may stand in a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any text, left as it is: `{1}`.
    Any,
    /// Digits: `{1:n}`.
    Number,
    /// Text without a space, left as it is: `{1:w}`.
    Word,
    /// Text that is translated if it has a template: `{1:m}`.
    Maybe,
    /// Text that has a template: `{1:s}`.
    Sentence,
    /// Texts separated by commas and "and": `{1:l}`.
    List,
    /// Texts separated by semicolons: `{1:c}`.
    Clauses,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Hole(usize, Kind),
}

/// A sentence with holes.
#[derive(Clone, Debug)]
pub struct Template {
    pieces: Vec<Piece>,
}

/// A text found for a hole, and the numbers of the templates it was made with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filling {
    pub text: String,
    pub used: Vec<usize>,
}

/// What stands in the holes of a text: their numbers and fillings.
pub type Fillings = Vec<(usize, Filling)>;

/// What translates the holes that are not left as they are; `None` if the text may not stand there.
pub type Fill<'a> = dyn Fn(Kind, &str) -> Option<Filling> + 'a;

/// So many ends of a hole are tried whose text has to be translated to know whether it fits.
const TRIED: usize = 32;

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut fixed = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('{') {
            fixed.push_str(&rest[..at]);
            rest = &rest[at..];
            let Some((hole, length)) = hole(rest)? else {
                fixed.push('{');
                rest = &rest[1..];
                continue;
            };
            if !fixed.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut fixed)));
            } else if !pieces.is_empty() {
                return Err("two holes side by side".to_owned());
            }
            pieces.push(hole);
            rest = &rest[length..];
        }
        fixed.push_str(rest);
        if !fixed.is_empty() {
            pieces.push(Piece::Text(fixed));
        }
        Ok(Self { pieces })
    }

    /// The numbers of the holes.
    pub fn holes(&self) -> BTreeSet<usize> {
        self.pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Hole(number, _) => Some(*number),
                Piece::Text(_) => None,
            })
            .collect()
    }

    /// How much of the template is fixed, in bytes.
    pub fn fixed(&self) -> usize {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.len(),
                Piece::Hole(..) => 0,
            })
            .sum()
    }

    /// How many holes take any text.
    pub fn open_holes(&self) -> usize {
        let open = |piece: &&Piece| matches!(piece, Piece::Hole(_, Kind::Any));
        self.pieces.iter().filter(open).count()
    }

    /// The longest word of ASCII letters that every text of this template has as a whole word.
    pub fn longest_word(&self) -> Option<&str> {
        let mut longest: Option<&str> = None;
        for (i, piece) in self.pieces.iter().enumerate() {
            let Piece::Text(text) = piece else { continue };
            for (start, word) in words(text) {
                // Beside a hole a word may go on in it.
                let open_left = start == 0 && i > 0;
                let open_right = start + word.len() == text.len() && i + 1 < self.pieces.len();
                if !open_left && !open_right && longest.is_none_or(|old| old.len() < word.len()) {
                    longest = Some(word);
                }
            }
        }
        longest
    }

    /// What stands in the holes if the text is of this form: each hole takes the shortest text that
    /// lets the rest match.
    ///
    /// O(pieces * length) besides the calls of `fill`, of which a hole that has to be translated
    /// makes at most [`TRIED`] for each way to fill those before it.
    pub fn find(&self, text: &str, fill: &Fill<'_>) -> Option<Fillings> {
        let failed = vec![false; self.pieces.len()];
        let mut search = Search { pieces: &self.pieces, text, fill, failed, found: Vec::new() };
        search.at(0, 0).then_some(search.found)
    }

    /// The sentence with its holes filled; a hole without a filling stays empty.
    pub fn fill(&self, fillings: &[(usize, Filling)]) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Hole(number, _) => {
                    if let Some((_, filling)) = fillings.iter().find(|(hole, _)| hole == number) {
                        out.push_str(&filling.text);
                    }
                }
            }
        }
        out
    }
}

/// The words of ASCII letters in a text, with their places.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|c: char| c.is_ascii_alphabetic())?;
        let rest = &text[start..];
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        at = start + length;
        Some((start, &rest[..length]))
    })
}

/// A hole at the start of a text, and its length; `None` if the brace is no hole.
fn hole(text: &str) -> Result<Option<(Piece, usize)>, String> {
    let Some(end) = text.find('}') else { return Ok(None) };
    let inside = &text[1..end];
    let (number, kind) = inside.split_once(':').unwrap_or((inside, ""));
    let Ok(number) = number.parse() else { return Ok(None) };
    let kind = match kind {
        "" => Kind::Any,
        "n" => Kind::Number,
        "w" => Kind::Word,
        "m" => Kind::Maybe,
        "s" => Kind::Sentence,
        "l" => Kind::List,
        "c" => Kind::Clauses,
        _ => return Err(format!("there is no kind of hole {kind}")),
    };
    Ok(Some((Piece::Hole(number, kind), end + 1)))
}

/// The comparison of a text with a template.
struct Search<'a> {
    pieces: &'a [Piece],
    text: &'a str,
    fill: &'a Fill<'a>,
    /// Holes of any text that have failed from some place: they fail from every later one, as
    /// fewer ends are left.
    failed: Vec<bool>,
    found: Fillings,
}

impl Search<'_> {
    /// Whether the pieces from one on match the text from a place on.
    fn at(&mut self, piece: usize, start: usize) -> bool {
        let (pieces, text) = (self.pieces, self.text);
        match pieces.get(piece) {
            None => start == text.len(),
            Some(Piece::Text(fixed)) => {
                text[start..].starts_with(fixed.as_str()) && self.at(piece + 1, start + fixed.len())
            }
            Some(&Piece::Hole(number, kind)) => {
                if let Some((_, known)) = self.found.iter().find(|(hole, _)| *hole == number) {
                    let length = known.text.len();
                    return text[start..].starts_with(&known.text)
                        && self.at(piece + 1, start + length);
                }
                if self.failed[piece] {
                    return false;
                }
                let found = self.hole(piece, number, kind, start);
                // Which ends the other kinds have depends on where they start.
                let open = matches!(kind, Kind::Any | Kind::Maybe | Kind::List | Kind::Clauses);
                self.failed[piece] |= open && !found;
                found
            }
        }
    }

    /// Whether a hole and the pieces after it match from a place on.
    fn hole(&mut self, piece: usize, number: usize, kind: Kind, start: usize) -> bool {
        let text = self.text;
        let Some(first) = text[start..].chars().next() else { return false };
        let run = |inside: fn(char) -> bool| {
            let rest = &text[start..];
            start + rest.find(|c| !inside(c)).unwrap_or(rest.len())
        };
        let last = match kind {
            Kind::Number => run(|c| c.is_ascii_digit()),
            Kind::Word => run(|c| !c.is_whitespace()),
            _ => text.len(),
        };
        if last == start {
            return false;
        }
        let next = match self.pieces.get(piece + 1) {
            Some(Piece::Text(next)) => next.as_str(),
            _ => return last == text.len() && self.ends(piece, number, kind, start, last),
        };
        if kind == Kind::Number {
            return self.ends(piece, number, kind, start, last);
        }
        if piece + 2 == self.pieces.len() {
            let end = text.len().saturating_sub(next.len());
            let fits = text.ends_with(next) && end > start && end <= last;
            return fits && self.ends(piece, number, kind, start, end);
        }
        let mut from = start + first.len_utf8();
        let mut tried = 0;
        let stop = (last + next.len()..text.len()).find(|&at| text.is_char_boundary(at));
        let within = &text[..stop.unwrap_or(text.len()).max(from)];
        while let Some(at) = within[from..].find(next) {
            let end = from + at;
            if end > last || tried == TRIED && kind == Kind::Sentence {
                return false;
            }
            tried += 1;
            if self.ends(piece, number, kind, start, end) {
                return true;
            }
            from = end + text[end..].chars().next().map_or(1, char::len_utf8);
        }
        // What comes after it is nowhere: neither is it further on.
        self.failed[piece] |= tried == 0 && last == text.len();
        false
    }

    /// Whether a hole can end at a place, and what comes after it matches.
    fn ends(&mut self, piece: usize, number: usize, kind: Kind, start: usize, end: usize) -> bool {
        let inside = &self.text[start..end];
        let same = || Filling { text: inside.to_owned(), used: Vec::new() };
        // What has to be translated to fit is translated before the rest is looked at.
        let filling = match kind {
            Kind::Sentence => match (self.fill)(kind, inside) {
                Some(filling) => filling,
                None => return false,
            },
            _ => same(),
        };
        let depth = self.found.len();
        self.found.push((number, filling));
        if !self.at(piece + 1, end) {
            self.found.truncate(depth);
            return false;
        }
        if matches!(kind, Kind::Maybe | Kind::List | Kind::Clauses)
            && let Some(filling) = (self.fill)(kind, inside)
        {
            self.found[depth].1 = filling;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(template: &str, text: &str) -> Option<Vec<String>> {
        let template = Template::read(template).unwrap();
        let fill = |_: Kind, text: &str| {
            (text != "no").then(|| Filling { text: text.to_uppercase(), used: vec![1] })
        };
        let found = template.find(text, &fill)?;
        Some(found.into_iter().map(|(_, filling)| filling.text).collect())
    }

    #[test]
    fn a_hole_takes_the_shortest_text_that_lets_the_rest_match() {
        assert_eq!(find("{1} = {2}", "a = b = c").unwrap(), ["a", "b = c"]);
        assert_eq!(find("{1} = {2:n}", "a = b = 7").unwrap(), ["a = b", "7"]);
        assert_eq!(find("{1}, the last", "a, the last, the last").unwrap(), ["a, the last"]);
        assert_eq!(find("from {1:n} to {2:n}", "from 3 to 17").unwrap(), ["3", "17"]);
        assert_eq!(find("from {1:n} to {2:n}", "from 3 to x"), None);
        assert_eq!(find("{1:w} b", "a a b"), None);
        assert_eq!(find("{1} b", ""), None);
        assert_eq!(find("é{1}é{2}", "éééé").unwrap(), ["é", "é"]);
    }

    #[test]
    fn a_hole_that_comes_twice_has_the_same_text_twice() {
        assert_eq!(find("{1} is {1}, {2}", "a is a, b").unwrap(), ["a", "b"]);
        assert_eq!(find("{1} is {1}, {2}", "a is b, b"), None);
    }

    #[test]
    fn sentences_have_to_be_known_and_others_may_be() {
        assert_eq!(find("x {1:s}; {2}", "x a; b").unwrap(), ["A", "b"]);
        assert_eq!(find("x {1:s}; {2}", "x no; b"), None);
        assert_eq!(find("x {1:m}; {2}", "x no; b").unwrap(), ["no", "b"]);
        assert_eq!(find("{1:m}; {2}", "a; b").unwrap(), ["A", "b"]);
    }

    #[test]
    fn braces_that_are_no_holes_are_text() {
        let template = Template::read("mex{0,1} = {1:n} of {j1,…}").unwrap();
        assert_eq!(template.holes(), BTreeSet::from([1]));
        assert!(Template::read("{1}{2}").is_err());
        assert!(Template::read("{1:q}").is_err());
    }

    #[test]
    fn the_longest_word_does_not_touch_a_hole() {
        let word = |text: &str| Template::read(text).unwrap().longest_word().map(str::to_owned);
        assert_eq!(word("heaps{1} left").as_deref(), Some("left"));
        assert_eq!(word("heap{1}"), None);
        assert_eq!(word("{1} heaps, counted").as_deref(), Some("counted"));
    }

    #[test]
    fn long_texts_that_nearly_match_take_linear_time() {
        // Without the mark of failed holes this would take the fourth power of the length.
        let text = "a, ".repeat(100_000);
        assert_eq!(find("{1}, {2}, {3}, {4}, the end", &text), None);
        assert_eq!(find("{1}, {2:n}, {3}, {4:n} of", &text), None);
        let digits = "7".repeat(1_000_000);
        assert_eq!(find("{1:n} is {2:n}", &digits), None);
        assert_eq!(find("{1} is {2}7{3:n} x", &digits), None);
    }
}
