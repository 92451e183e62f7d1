//! Pairs of templates: which of them a sentence is made from, found by its words.

use super::template::{Filling, Kind, Template, words};
use crate::sorting::sort_places;
use std::cell::Cell;
use std::collections::HashMap;

/// What is wrong with a file of templates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct CatalogueError {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// A sentence in the other language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// The sentence.
    pub text: String,
    /// The numbers of the templates it is made with, those in its holes too.
    pub used: Vec<usize>,
}

/// Pairs of templates with the same holes.
#[derive(Debug)]
pub struct Catalogue {
    pairs: Vec<Pair>,
    /// The pairs by the longest word of their English sides; those without one under "".
    by_word: HashMap<String, Vec<usize>>,
}

#[derive(Debug)]
struct Pair {
    source: String,
    english: Template,
    other: Template,
    /// Of two templates for the same text the one with more of it wins, then the one that asks
    /// more of its holes.
    rank: (usize, isize),
}

/// Sentences in sentences up to this depth.
const DEPTH: usize = 8;

/// A text in a list that has separators itself is put together of at most so many pieces; the fewest
/// that have a template are taken.
const JOINED: usize = 6;

impl Catalogue {
    /// Reads pairs: a line in English, the next one "= " and the same in the other language; blank
    /// lines and those that begin with # count for nothing.
    ///
    /// # Errors
    /// The line that is wrong: a template without its pair, twice, or with other holes than its
    /// pair has.
    pub fn read(text: &str) -> Result<Self, CatalogueError> {
        let mut pairs: Vec<Pair> = Vec::new();
        let mut seen = HashMap::new();
        let mut open: Option<(usize, &str)> = None;
        for (i, line) in text.lines().enumerate() {
            let wrong = |message: String| CatalogueError { line: i + 1, message };
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            match (line.strip_prefix("= "), open.take()) {
                (None, None) => open = Some((i, line)),
                (None, Some(_)) => return Err(wrong("the template before has no pair".into())),
                (Some(_), None) => return Err(wrong("this is the pair of no template".into())),
                (Some(other), Some((_, source))) => {
                    if seen.insert(source, i).is_some() {
                        return Err(wrong(format!("twice: {source}")));
                    }
                    let english = Template::read(source).map_err(wrong)?;
                    let other = Template::read(other).map_err(wrong)?;
                    if english.holes() != other.holes() {
                        return Err(wrong("the two have different holes".into()));
                    }
                    let rank = (english.fixed(), -(english.open_holes() as isize));
                    pairs.push(Pair { source: source.to_owned(), english, other, rank });
                }
            }
        }
        if let Some((i, _)) = open {
            return Err(CatalogueError { line: i + 1, message: "it has no pair".into() });
        }
        let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
        for (i, pair) in pairs.iter().enumerate() {
            let word = pair.english.longest_word().unwrap_or_default();
            by_word.entry(word.to_owned()).or_default().push(i);
        }
        Ok(Self { pairs, by_word })
    }

    /// The English side of every pair, by its number.
    pub fn templates(&self) -> impl Iterator<Item = &str> {
        self.pairs.iter().map(|pair| &*pair.source)
    }

    /// A sentence in the other language; `None` if no template is its form.
    ///
    /// O(length) times the number of templates that share a long word with it; sentences in
    /// sentences are given up when they become more work than that.
    pub fn translate(&self, text: &str) -> Option<Translation> {
        let fuel = Cell::new(64 * text.len() + (1 << 20));
        let Filling { text, used } = Work { catalogue: self, fuel: &fuel }.sentence(text, 0)?;
        Some(Translation { text, used })
    }
}

/// One translation.
#[derive(Clone, Copy)]
struct Work<'a> {
    catalogue: &'a Catalogue,
    /// The bytes that may still be looked at in sentences in sentences.
    fuel: &'a Cell<usize>,
}

impl Work<'_> {
    fn sentence(self, text: &str, depth: usize) -> Option<Filling> {
        if depth > DEPTH || text.is_empty() {
            return None;
        }
        self.fuel.set(self.fuel.get().checked_sub(text.len())?);
        let catalogue = self.catalogue;
        let mut candidates = catalogue.by_word.get("").cloned().unwrap_or_default();
        let mut known: Vec<&str> = Vec::new();
        for (_, word) in words(text) {
            // A list of a million words is no sentence.
            if known.len() < 1000 && !known.contains(&word) {
                known.push(word);
                candidates.extend(catalogue.by_word.get(word).into_iter().flatten());
            }
        }
        let rank = |i: usize| catalogue.pairs[i].rank;
        sort_places(&mut candidates, &|a, b| rank(b).cmp(&rank(a)));
        for i in candidates {
            let pair = &catalogue.pairs[i];
            let fill = |kind: Kind, text: &str| self.hole(kind, text, depth + 1);
            if let Some(found) = pair.english.find(text, &fill) {
                let mut used = vec![i];
                used.extend(found.iter().flat_map(|(_, filling)| &filling.used));
                return Some(Filling { text: pair.other.fill(&found), used });
            }
        }
        None
    }

    fn hole(self, kind: Kind, text: &str, depth: usize) -> Option<Filling> {
        match kind {
            Kind::List => self.list(text, &[(", ", "、"), (" and ", " 和 ")], depth),
            Kind::Clauses => self.list(text, &[("; ", "；")], depth),
            _ => self.sentence(text, depth),
        }
    }

    /// Texts with separators, each translated if it has a template.
    fn list(self, text: &str, separators: &[(&str, &str)], depth: usize) -> Option<Filling> {
        // The pieces with the separators before them, in both languages.
        let mut pieces: Vec<(usize, &str, &str)> = Vec::new();
        let (mut start, mut between) = (0, "");
        loop {
            let rest = &text[start..];
            let next = separators
                .iter()
                .filter_map(|&(here, there)| Some((rest.find(here)?, here, there)))
                .min_by_key(|&(at, ..)| at);
            let Some((at, here, there)) = next else {
                pieces.push((start, rest, between));
                break;
            };
            pieces.push((start, &rest[..at], between));
            (start, between) = (start + at + here.len(), there);
        }
        let mut out = Filling::default();
        let mut i = 0;
        while i < pieces.len() {
            let (start, piece, between) = pieces[i];
            out.text.push_str(between);
            let most = (i + JOINED).min(pieces.len());
            let joined = (i + 1..=most).find_map(|end| {
                let (last, piece, _) = pieces[end - 1];
                let whole = &text[start..last + piece.len()];
                Some((end, self.sentence(whole, depth)?))
            });
            match joined {
                Some((end, found)) => {
                    out.text.push_str(&found.text);
                    out.used.extend(found.used);
                    i = end;
                }
                None => {
                    out.text.push_str(piece);
                    i += 1;
                }
            }
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: &str = "
# A comment.
part {1:n}: {2:m}
= 第 {1} 部分：{2}

the value is {1:n}
= 值为 {1}
parts {1:l} by {2:l}
= {2}：部分 {1}
theorem (A, B)
= 定理
";

    fn told(text: &str) -> Option<String> {
        Catalogue::read(PAIRS).unwrap().translate(text).map(|found| found.text)
    }

    #[test]
    fn sentences_in_sentences_are_translated() {
        assert_eq!(told("part 3: the value is 7").unwrap(), "第 3 部分：值为 7");
        assert_eq!(told("part 3: 2 -> 1").unwrap(), "第 3 部分：2 -> 1");
        assert_eq!(told("part x: 2 -> 1"), None);
    }

    #[test]
    fn lists_may_have_separators_in_their_items() {
        let text = "parts 1, 2 and 3 by theorem (A, B), nothing";
        assert_eq!(told(text).unwrap(), "定理、nothing：部分 1、2 和 3");
    }

    #[test]
    fn pairs_that_are_wrong_are_refused() {
        for text in ["a\nb\n", "= a\n", "a\n", "a {1}\n= b\n", "a\n= b\na\n= c\n", "{1:z}\n= b\n"] {
            assert!(Catalogue::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_numbers_of_templates_used_are_told() {
        let catalogue = Catalogue::read(PAIRS).unwrap();
        assert_eq!(catalogue.translate("part 1: the value is 2").unwrap().used, [0, 1]);
    }
}
