//! sub-word: append letters so that the word stays a substring of a listed word.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, Move, OPTIONS_EXPLAINED, Placed, erase,
};
use crate::nat::{Nat, to_u64};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::source::quoted;
use crate::syntax::{Args, Component, ReadError};
use crate::words::{self, Automaton, WordList};
use std::borrow::Cow;
use std::sync::Arc;

/// Substrings of listed words.
///
/// Substrings that end at the same places go on alike: the Grundy value of a state of the suffix
/// automaton is the mex of the values of the states its letters lead to. All are found when the
/// list is read.
///
/// # Complexity
/// O(letters), hashing taken as O(1); then O(1) for a value, O(alphabet) for moves.
///
/// # Literature
/// R. Sprague 1935, P. M. Grundy 1939; suffix automata: A. Blumer et al. 1987.
///
/// ```
/// use grundy::games::sub_word::SubWord;
/// let game = SubWord::new(["abc"].into_iter().collect());
/// assert_eq!(game.value("a"), Some(0));
/// assert_eq!(game.value("b"), Some(1));
/// assert_eq!(game.value(""), Some(2));
/// assert_eq!(game.value("ac"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SubWord {
    list: WordList,
    automaton: Automaton,
    values: Vec<u32>,
    identity: String,
}

/// The current word: a state of the automaton and a length name it exactly. Words of one state play
/// the same, but they are different words and different positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    /// The last letter comes first, so that moves are listed in the order of the alphabet; the
    /// empty word has the least.
    letter: char,
    state: u32,
    length: u32,
}

impl SubWord {
    /// The game on these words.
    pub fn new(list: WordList) -> Self {
        let automaton = Automaton::new(&list);
        let values = automaton.values();
        let identity = list.identity("sub-word");
        Self { list, automaton, values, identity }
    }

    /// The position with this current word; `None` if it is no substring.
    pub fn word(&self, word: &str) -> Option<Word> {
        let state = self.automaton.find(word)?;
        let letter = word.chars().next_back().unwrap_or('\0');
        Some(Word { letter, state, length: word.chars().count() as u32 })
    }

    /// The Grundy value with this current word; `None` if it is no substring.
    pub fn value(&self, word: &str) -> Option<u32> {
        self.automaton.find(word).map(|state| self.values[state as usize])
    }

    /// The letters of a position.
    fn spell(&self, word: &Word) -> &str {
        if word.length == 0 {
            return "";
        }
        let ended = &self.list.text()[..self.automaton.end(word.state)];
        let start = ended.char_indices().rev().nth(word.length as usize - 1);
        start.map_or(ended, |(i, _)| &ended[i..])
    }

    fn moves(&self, word: &Word) -> impl Iterator<Item = Word> {
        let (letters, heads) = self.automaton.transitions(word.state);
        let length = word.length + 1;
        letters.iter().zip(heads).map(move |(&letter, &state)| Word { letter, state, length })
    }
}

impl Ruleset for SubWord {
    type Position = Word;

    fn options(&self, word: &Word, out: &mut Options<Word>) -> Result<(), Full> {
        self.moves(word).try_for_each(|to| out.push_tagged(u64::from(to.letter), [to]))
    }

    /// The longest word of the same state: there are far fewer states than substrings.
    fn stand_in(&self, word: &Word) -> Option<Word> {
        let length = self.automaton.longest(word.state);
        (length != word.length).then_some(Word { length, ..*word })
    }
}

impl Game for SubWord {
    fn title(&self) -> String {
        "sub-word".into()
    }

    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn read(
        self: Arc<Self>,
        args: &Args,
        context: &Context<'_>,
    ) -> Result<Placed<Self>, ReadError> {
        let (list, word, span) = WordList::of(args, context)?;
        let game = Self::new(list);
        let word = game.word(&word).ok_or_else(|| {
            ReadError::domain(format!("no listed word contains {}", quoted(&word)), span)
                .help("expected a substring of a listed word")
        })?;
        Ok(Placed::new(Arc::new(game), vec![word]))
    }

    fn print(&self, word: &Word) -> String {
        self.list.print(self.spell(word))
    }

    fn print_move(&self, _: &Word, to: &Move<Word>) -> String {
        words::print_move(to.sum.iter().map(|to| to.letter))
    }

    fn known(&self, word: &Word, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(Nat::from(self.values[word.state as usize]))))
    }

    fn moves_to(
        &self,
        word: &Word,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Word>>, Stop> {
        let target = to_u64(target);
        let value = |to: &Word| u64::from(self.values[to.state as usize]);
        let wanted = self.moves(word).filter(|to| Some(value(to)) == target);
        let moves = wanted.map(|to| Move { sum: vec![to], tag: u64::from(to.letter) });
        Ok(Some(Found::all(moves.collect(), max)))
    }

    fn method(&self, _: &Word) -> Cow<'static, str> {
        "Sprague-Grundy values of the suffix automaton's states".into()
    }

    fn why(&self, word: &Word) -> Vec<String> {
        let letters = self.moves(word).count();
        if letters <= OPTIONS_EXPLAINED {
            // The options tell all.
            return Vec::new();
        }
        vec![format!(
            "{letters} letters may follow; {} is the least value that none of them leads to",
            self.values[word.state as usize]
        )]
    }

    fn by_options(&self, _: &Word) -> bool {
        true
    }
}

/// The registry's row.
pub struct SubWordFamily;

static CARD: Card<'static> = Card {
    name: "sub-word",
    params: "",
    position: "(\"file\") or (words(\"ab\",\"ac\")); after ';' the current word, empty when left out",
    rules: "Append a letter so that the word stays a substring of a listed word.",
    theorem: "The value of a state of the suffix automaton is the mex of the values of the states its letters lead to.",
    source: "R. Sprague 1935, P. M. Grundy 1939; automaton: A. Blumer et al. 1987",
    cost: "O(letters)",
    examples: &["sub-word(words(\"abc\",\"bd\"))", "sub-word(words(\"banana\"; \"an\")) + nim(2)"],
};

impl Family for SubWordFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(SubWord::default()))
    }

    fn small(&self) -> Vec<String> {
        let lists: [(&str, &[&str]); 8] = [
            ("", &[""]),
            ("\"\"", &[""]),
            ("\"aaaa\"", &["", "a", "aaaa"]),
            ("\"ab\",\"ac\",\"d\"", &["", "a", "b", "ac"]),
            ("\"abc\",\"xbc\",\"c\",\"bd\"", &["", "a", "ab", "b", "c", "bc"]),
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
            &[],
        ] {
            let game = SubWord::new(words.iter().copied().collect());
            let all = substrings(words);
            check_theory(&game, all.iter().map(|word| game.word(word).unwrap()), 5);
            for word in &all {
                let position = game.word(word).unwrap();
                assert_eq!(game.spell(&position), word);
                let moves: Vec<Word> = game.moves(&position).collect();
                let reached: Vec<&str> = moves.iter().map(|to| game.spell(to)).collect();
                let longer = all.iter().filter(|longer| {
                    longer.starts_with(&**word)
                        && longer.chars().count() == word.chars().count() + 1
                });
                assert_eq!(reached, longer.collect::<Vec<_>>());
                if let Some(other) = game.stand_in(&position) {
                    assert!(game.spell(&other).ends_with(&**word));
                    assert_eq!(game.values[other.state as usize], game.value(word).unwrap());
                    assert_eq!(game.stand_in(&other), None);
                }
            }
        }
    }

    #[test]
    fn searches_of_sums_meet_one_word_of_each_state() {
        let game = Arc::new(SubWord::new(["abcbc", "xbc"].into_iter().collect()));
        let mut interner = crate::solve::arena::Interner::new(game.clone());
        let mut number = |word| interner.number(&game.word(word).unwrap());
        assert_eq!(number("bc"), number("c"));
        assert_eq!(number("cb"), number("bcb"));
        assert_ne!(number("a"), number("ab"));
        assert_ne!(game.word("cb"), game.word("bcb"));
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
