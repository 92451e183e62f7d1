//! prefix-word: append letters so that the word stays a prefix of a listed word.

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

const NAME: &str = "prefix-word";

/// Prefixes of listed words.
///
/// The Grundy value of a prefix is the mex of the values of the prefixes one letter longer. All are
/// found when the list is read, in both plays: only where two or more letters may follow has the
/// mex to be taken, between such places values alternate.
///
/// # Complexity
/// O(letters) after sorting the words, about 14 bytes a word besides the letters; then O(1) for a
/// value, O(alphabet · log words) for moves.
///
/// # Literature
/// R. Sprague 1935, P. M. Grundy 1939; Codeforces 455B plays it in k rounds.
///
/// ```
/// use grundy::games::prefix_word::PrefixWord;
/// let game = PrefixWord::new(["ab", "ac", "d"].into_iter().collect(), &Default::default()).unwrap();
/// assert_eq!(game.value("a"), Some(1));
/// assert_eq!(game.value(""), Some(2));
/// assert_eq!(game.value("b"), None);
/// ```
#[derive(Clone, Debug)]
pub struct PrefixWord {
    words: WordGame,
}

impl PrefixWord {
    /// The game on these words.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn new(list: WordList, context: &Context<'_>) -> Result<Self, Stop> {
        WordGame::new(NAME, WordTree::prefixes, list, context).map(|words| Self { words })
    }

    /// The Grundy value with this current word; `None` if it is no prefix.
    pub fn value(&self, word: &str) -> Option<u32> {
        self.words.tree.find(word).map(|word| self.words.tree.worth(&word).value())
    }
}

impl Ruleset for PrefixWord {
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

impl Game for PrefixWord {
    fn title(&self) -> String {
        NAME.into()
    }

    fn read(
        self: Arc<Self>,
        args: &Args,
        context: &Context<'_>,
    ) -> Result<Placed<Self>, ReadError> {
        let bound = ["starts with", "prefix"];
        let game = |words| Self { words };
        WordGame::read(NAME, WordTree::prefixes, args, context, bound, game)
    }

    fn method(&self, _: &Locus) -> Cow<'static, str> {
        "Sprague-Grundy values of the words' common prefixes".into()
    }

    told_by_words!();
}

/// The registry's row.
pub struct PrefixWordFamily;

static CARD: Card<'static> = Card {
    name: NAME,
    params: "",
    position: "(\"file\") or (words(\"ab\",\"ac\")); after ';' the current word, empty when left out",
    rules: "Append a letter so that the word stays a prefix of a listed word.",
    theorem: "The value of a prefix is the mex of the values of the prefixes one letter longer.",
    source: "R. Sprague 1935, P. M. Grundy 1939",
    cost: "O(letters) after sorting the words",
    examples: &[
        "prefix-word(words(\"ab\",\"ac\",\"d\"))",
        "prefix-word(words(\"abc\",\"abd\"; \"a\")) + nim(2)",
    ],
};

impl Family for PrefixWordFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(
            PrefixWord::new(WordList::default(), &Context::default())
                .map_err(|stop| ReadError::stopped(&stop, component.span))?,
        ))
    }

    fn small(&self) -> Vec<String> {
        let lists: [(&str, &[&str]); 9] = [
            ("", &[""]),
            ("\"\"", &[""]),
            ("\"a\"", &["", "a"]),
            ("\"ab\",\"ac\",\"d\"", &["", "a", "ab", "d"]),
            ("\"abc\",\"bc\",\"c\",\"abd\",\"bd\"", &["", "a", "ab", "b", "c"]),
            ("\"aaaa\",\"aab\",\"aab\",\"aba\"", &["", "a", "aa", "aaa", "ab"]),
            // Not tame.
            ("\"x\",\"yza\",\"yzbc\"", &["", "y", "yz"]),
            ("\"\\\"\\\\\",\"\\\"x\"", &["", "\\\""]),
            ("\"żółw\",\"żaba\",\"蛙\"", &["", "ż", "żó", "蛙"]),
        ];
        let mut all = Vec::new();
        for (list, words) in lists {
            for word in words {
                let tail = if word.is_empty() { String::new() } else { format!("; \"{word}\"") };
                all.push(format!("prefix-word(words({list}{tail}))"));
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

    #[test]
    fn values_and_moves_are_those_of_the_rules() {
        for words in [
            &["abc", "abd", "b", "ba", "bab", ""][..],
            &["aaa", "aab", "aba", "abb", "baa", "b", "c", "d", "da", "dab"],
            &["aab", "ac", "b", "ca", "cb", "cca", "dé", "db", "dcc", "dd"],
            &[],
        ] {
            let list: WordList = words.iter().copied().collect();
            let game = PrefixWord::new(list, &Context::default()).unwrap();
            let prefixes = words.iter().flat_map(|word| {
                word.char_indices().map(|(i, c)| &word[..i + c.len_utf8()]).chain([""])
            });
            let all: BTreeSet<&str> = prefixes.collect();
            let positions = all.iter().map(|word| game.words.tree.find(word).unwrap());
            check_theory(&game, positions, 5);
        }
    }

    #[test]
    fn expressions_come_back_and_errors_are_precise() {
        check_round_trip(&PrefixWordFamily);
        for (text, message) in [
            ("prefix-word(words(\"ab\"; \"b\"))", "no listed word starts with \"b\" (25)"),
            ("prefix-word(words(ab))", "this is no word (19)"),
            ("prefix-word(words(\"ab\"; \"a\"; \"b\"))", "one current word stands here (12)"),
            ("prefix-word(\"ab\",\"ac\")", "one file or one list stands here (18)"),
        ] {
            assert_eq!(read_error(&PrefixWordFamily, text), message);
        }
    }
}
