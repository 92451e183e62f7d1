//! sub-word: append letters so that the word stays a substring of a listed word.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Placed, erase};
use crate::nat::Nat;
use crate::outcome::Outcome;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::solve::tame::Tame;
use crate::syntax::{Args, Component, ReadError};
use crate::words::{Locus, WordGame, WordList, WordTree, told_by_words};
use std::borrow::Cow;
use std::sync::Arc;

const NAME: &str = "sub-word";

/// Substrings of listed words.
///
/// A substring is a place in the suffix tree of the words; its Grundy value is the mex of the values
/// of the places one letter further down. All are found when the list is read, in both plays: only
/// where two or more letters may follow has the mex to be taken, between such places values
/// alternate.
///
/// # Complexity
/// O(letters), 9 bytes a letter besides the letters; then O(1) for a value,
/// O(alphabet · log letters) for moves.
///
/// # Literature
/// R. Sprague 1935, P. M. Grundy 1939; suffix trees: P. Weiner 1973; as an array: U. Manber,
/// G. Myers 1990.
///
/// ```
/// use grundy::games::sub_word::SubWord;
/// let game = SubWord::new(["abc"].into_iter().collect(), &Default::default()).unwrap();
/// assert_eq!(game.value("a"), Some(0));
/// assert_eq!(game.value("b"), Some(1));
/// assert_eq!(game.value(""), Some(2));
/// assert_eq!(game.value("ac"), None);
/// ```
#[derive(Clone, Debug)]
pub struct SubWord {
    words: WordGame,
}

impl SubWord {
    /// The game on these words.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn new(list: WordList, context: &Context<'_>) -> Result<Self, Stop> {
        WordGame::new(NAME, WordTree::substrings, list, context).map(|words| Self { words })
    }

    /// The Grundy value with this current word; `None` if it is no substring.
    pub fn value(&self, word: &str) -> Option<u32> {
        self.words.tree.find(word).map(|word| self.words.tree.worth(&word).value())
    }
}

impl Ruleset for SubWord {
    type Position = Locus;

    fn options(&self, word: &Locus, out: &mut Options<Locus>) -> Result<(), Full> {
        self.words.options(word, out)
    }

    fn stand_in(&self, word: &Locus) -> Option<Locus> {
        self.words.stand_in(word)
    }

    #[inline]
    fn pack(&self, word: &Locus) -> Option<u64> {
        Some(word.number())
    }
}

impl Game for SubWord {
    fn title(&self) -> String {
        NAME.into()
    }

    fn read(
        self: Arc<Self>,
        args: &Args,
        context: &Context<'_>,
    ) -> Result<Placed<Self>, ReadError> {
        let bound = ["contains", "substring"];
        let game = |words| Self { words };
        WordGame::read(NAME, WordTree::substrings, args, context, bound, game)
    }

    fn method(&self, _: &Locus) -> Cow<'static, str> {
        "Sprague-Grundy values of the suffix tree's nodes".into()
    }

    told_by_words!();
}

/// The registry's row.
pub struct SubWordFamily;

static CARD: Card<'static> = Card {
    name: NAME,
    params: "",
    position: "(\"file\") or (words(\"ab\",\"ac\")); after ';' the current word, empty when left out",
    rules: "Append a letter so that the word stays a substring of a listed word.",
    theorem: "The value of a substring is the mex of the values of the substrings one letter longer; only at the nodes of the suffix tree is there a choice.",
    source: "R. Sprague 1935, P. M. Grundy 1939; suffix trees: P. Weiner 1973",
    cost: "O(letters)",
    examples: &["sub-word(words(\"abc\",\"bd\"))", "sub-word(words(\"banana\"; \"an\")) + nim(2)"],
};

impl Family for SubWordFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(
            SubWord::new(WordList::default(), &Context::default())
                .map_err(|stop| ReadError::stopped(&stop, component.span))?,
        ))
    }

    fn small(&self) -> Vec<String> {
        let lists: [(&str, &[&str]); 9] = [
            ("", &[""]),
            ("\"\"", &[""]),
            ("\"aaaa\"", &["", "a", "aaaa"]),
            ("\"ab\",\"ac\",\"d\"", &["", "a", "b", "ac"]),
            ("\"abc\",\"xbc\",\"c\",\"bd\"", &["", "a", "ab", "b", "c", "bc"]),
            // Not tame.
            ("\"aba\",\"abbc\"", &["", "a", "ab", "b"]),
            ("\"banana\",\"nab\"", &["", "a", "an", "n", "na", "nan"]),
            ("\"\\\"\\\\\",\"\\\\x\"", &["", "\\\\"]),
            ("\"żółw\",\"ółż\",\"蛙\"", &["", "ż", "ó", "ół", "蛙"]),
        ];
        let mut all = Vec::new();
        for (list, words) in lists {
            for word in words {
                let tail = if word.is_empty() { String::new() } else { format!("; \"{word}\"") };
                all.push(format!("sub-word(words({list}{tail}))"));
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing::{check_round_trip, check_theory, read_error};
    use std::collections::BTreeSet;

    /// All substrings of the words, the empty one too.
    fn substrings(words: &[&str]) -> BTreeSet<String> {
        let mut all = BTreeSet::from([String::new()]);
        for word in words {
            let letters: Vec<char> = word.chars().collect();
            for start in 0..letters.len() {
                all.extend((start..letters.len()).map(|end| letters[start..=end].iter().collect()));
            }
        }
        all
    }

    #[test]
    fn values_and_moves_are_those_of_the_rules() {
        for words in [
            &["abc", "abd", "b", "ba", "bab", ""][..],
            &["abcabd", "xbca", "cab", "éaé"],
            &["aabbabab", "bbbaab"],
            &["aab", "ac", "bd", "ca", "cb", "cca", "dé", "db", "dcc", "dd"],
            &[],
        ] {
            let list: WordList = words.iter().copied().collect();
            let game = SubWord::new(list, &Context::default()).unwrap();
            let all = substrings(words);
            check_theory(&game, all.iter().map(|word| game.words.tree.find(word).unwrap()), 5);
        }
    }

    #[test]
    fn searches_of_sums_meet_one_word_of_those_that_play_alike() {
        let list = ["abcbc", "xbc"].into_iter().collect();
        let game = Arc::new(SubWord::new(list, &Context::default()).unwrap());
        let at = |word| game.words.tree.find(word).unwrap();
        let mut interner = crate::solve::arena::Interner::new(game.clone());
        let mut number = |word| interner.number(&at(word));
        assert_eq!(number("bc"), number("c"));
        // Two letters are still to come after each.
        assert_eq!(number("abc"), number("x"));
        assert_ne!(number("a"), number("ab"));
        assert_ne!(at("cb"), at("bcb"));
    }

    #[test]
    fn expressions_come_back_and_errors_are_precise() {
        check_round_trip(&SubWordFamily);
        for (text, message) in [
            ("sub-word(words(\"abc\"; \"ac\"))", "no listed word contains \"ac\" (23)"),
            ("sub-word(words(1))", "this is no word (16)"),
        ] {
            assert_eq!(read_error(&SubWordFamily, text), message);
        }
    }
}
