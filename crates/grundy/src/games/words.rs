//! prefix-word and sub-word: append letters so that the word stays a prefix, or a substring, of a
//! listed word.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, Move, OPTIONS_EXPLAINED, Offer, Placed, erase,
};
use crate::nat::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, board, trie};
use crate::solve::tame::Tame;
use crate::source::{identity, quoted};
use crate::syntax::{Args, Component, ReadError};
use crate::words::{Locus, WordList, WordTree};
use std::borrow::Cow;
use std::sync::Arc;

/// Words that grow by a letter a move, within the prefixes or within the substrings of listed words.
///
/// The Grundy value of a word is the mex of the values of the words one letter longer; substrings
/// are places in the suffix tree of the list. All values are found when the list is read, in both
/// plays: only where two or more letters may follow has the mex to be taken, between such places
/// values alternate.
///
/// # Complexity
/// Prefixes: O(letters) after sorting the words, about 14 bytes a word besides the letters.
/// Substrings: O(letters), 9 bytes a letter besides the letters. Then O(1) for a value,
/// O(alphabet · log words) or O(alphabet · log letters) for moves.
///
/// # Literature
/// R. Sprague 1935, P. M. Grundy 1939; Codeforces 455B plays the prefixes in k rounds. Suffix trees:
/// P. Weiner 1973; as an array: U. Manber, G. Myers 1990.
///
/// ```
/// use grundy::games::words::WordGame;
/// let list = || ["ab", "ac", "d"].into_iter().collect();
/// let prefixes = WordGame::prefixes(list(), &Default::default())?;
/// assert_eq!(prefixes.value("a"), Some(1));
/// assert_eq!(prefixes.value(""), Some(2));
/// assert_eq!(prefixes.value("b"), None);
/// let substrings = WordGame::substrings(list(), &Default::default())?;
/// assert_eq!(substrings.value("b"), Some(0));
/// # Ok::<(), grundy::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct WordGame {
    part: Part,
    tree: WordTree,
    identity: String,
    /// The list as it is typed, without the current word and what closes it.
    head: String,
    close: &'static str,
}

impl WordGame {
    /// The game on the prefixes of these words.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn prefixes(list: WordList, context: &Context<'_>) -> Result<Self, Stop> {
        Self::new(Part::Prefix, list, context)
    }

    /// The game on the substrings of these words.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn substrings(list: WordList, context: &Context<'_>) -> Result<Self, Stop> {
        Self::new(Part::Substring, list, context)
    }

    fn new(part: Part, list: WordList, context: &Context<'_>) -> Result<Self, Stop> {
        let head = list.head();
        let close = if list.file.is_some() { "" } else { ")" };
        let identity = identity(part.row().card.name, list.file.as_deref(), &head);
        let tree = (part.row().tree)(list, context)?;
        Ok(Self { part, tree, identity, head, close })
    }

    /// The Grundy value with this current word; `None` if no listed word has such a part.
    pub fn value(&self, word: &str) -> Option<u32> {
        self.tree.find(word).map(|word| self.tree.worth(&word).value())
    }
}

impl Ruleset for WordGame {
    type Position = Locus;

    fn options(&self, word: &Locus, out: &mut Options<Locus>) -> Result<(), Full> {
        let mut moves = self.tree.moves(word);
        moves.try_for_each(|(letter, to)| out.push_tagged(u64::from(letter), [to]))
    }

    fn stand_in(&self, word: &Locus) -> Option<Locus> {
        Some(self.tree.stand_in(word)).filter(|other| other != word)
    }

    #[inline]
    fn pack(&self, word: &Locus) -> Option<u64> {
        Some(word.number())
    }
}

impl Game for WordGame {
    fn title(&self) -> String {
        self.part.row().card.name.into()
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
        let game =
            Self::new(self.part, list, context).map_err(|stop| ReadError::stopped(&stop, span))?;
        let WordFamily { listed, noun, .. } = self.part.row();
        let at = game.tree.find(&word).ok_or_else(|| {
            ReadError::domain(format!("no listed word {listed} {}", quoted(&word)), span)
                .help(format!("expected a {noun} of a listed word"))
        })?;
        Ok(Placed::new(Arc::new(game), vec![at]))
    }

    fn picture(&self, word: &Locus) -> Vec<String> {
        let letters = self.tree.moves(word).map(|(_, to)| self.tree.letter(&to).to_string());
        let letters = picture::list(letters, " ").join(" ");
        let next = if letters.is_empty() { "no letter" } else { &letters };
        vec![format!("{} may go on with {next}", quoted(&self.tree.spell(word)))]
    }

    fn sketch(&self, word: &Locus, moves: &[Offer<'_, Locus>]) -> Option<Sketch> {
        let letter = |offer: &Offer<'_, Locus>| {
            let letter: String = offer.to.sum.iter().map(|to| self.tree.letter(to)).collect();
            let shown = if letter == " " { "␣".to_owned() } else { letter };
            (shown, offer.text.to_owned())
        };
        let tiles: Vec<_> = moves.iter().map(letter).collect();
        let letters: Option<Vec<(String, Locus)>> = moves
            .iter()
            .zip(&tiles)
            .map(|(offer, (shown, _))| Some((shown.clone(), *offer.to.sum.first()?)))
            .collect();
        let titles: Vec<&str> = moves.iter().map(|offer| offer.text).collect();
        let next = |word: &Locus| {
            let letter = |(letter, to): (char, Locus)| match letter {
                ' ' => ("␣".to_owned(), to),
                letter => (letter.to_string(), to),
            };
            // A list of all letters is no trie that anybody reads.
            self.tree.moves(word).take(100).map(letter).collect()
        };
        let present = quoted(&self.tree.spell(word));
        if let Some(sketch) = letters.and_then(|first| trie::trie(&present, first, &titles, next)) {
            return Some(sketch);
        }
        board::tiles(&format!("{}…", quoted(&self.tree.spell(word))), &tiles)
    }

    fn print(&self, word: &Locus) -> String {
        let Self { head, close, .. } = self;
        let word = self.tree.spell(word);
        let tail = if word.is_empty() { String::new() } else { format!("; {}", quoted(&word)) };
        format!("{head}{tail}{close}")
    }

    fn print_move(&self, _: &Locus, to: &Move<Locus>) -> String {
        let letters: String = to.sum.iter().map(|to| self.tree.letter(to)).collect();
        format!("append {}", quoted(&letters))
    }

    fn heaps(&self, _: &Locus) -> Vec<Nat> {
        Vec::new()
    }

    fn move_names(&self, _: &Locus, to: &Move<Locus>) -> Vec<String> {
        vec![to.sum.iter().map(|to| self.tree.letter(to)).collect()]
    }

    fn known(&self, word: &Locus, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(Nat::from(self.tree.worth(word).value()))))
    }

    fn moves_to(
        &self,
        word: &Locus,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Locus>>, Stop> {
        let target = to_u64(target);
        let value = |to: &Locus| u64::from(self.tree.worth(to).value());
        let wanted = self.tree.moves(word).filter(|(_, to)| Some(value(to)) == target);
        let moves = wanted.map(|(letter, to)| Move { sum: vec![to], tag: u64::from(letter) });
        Ok(Some(Found::all(moves.collect(), max)))
    }

    fn method(&self, _: &Locus) -> Cow<'static, str> {
        self.part.row().method.into()
    }

    fn why(&self, word: &Locus) -> Vec<String> {
        let letters = self.tree.moves(word).count();
        if letters <= OPTIONS_EXPLAINED {
            // The options tell all.
            return Vec::new();
        }
        vec![format!(
            "{letters} letters may follow; {} is the least value that none of them leads to",
            self.tree.worth(word).value()
        )]
    }

    fn by_options(&self, _: &Locus) -> bool {
        true
    }

    fn tame(&self, word: &Locus, _: &Context<'_>) -> Result<Option<Tame>, Stop> {
        Ok(self.tree.worth(word).tame())
    }

    fn misere_alone(&self, word: &Locus) -> Option<Outcome> {
        Some(self.tree.worth(word).misere())
    }

    fn is_wild(&self, word: &Locus) -> bool {
        self.tree.worth(word).tame().is_none()
    }
}

/// Which parts of listed words may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Prefix,
    Substring,
}

impl Part {
    fn row(self) -> &'static WordFamily {
        match self {
            Self::Prefix => &PREFIX_WORD,
            Self::Substring => &SUB_WORD,
        }
    }
}

/// A row of the registry, and how its parts of words are found and spoken of.
#[derive(Debug)]
pub struct WordFamily {
    part: Part,
    card: Card<'static>,
    tree: fn(WordList, &Context<'_>) -> Result<WordTree, Stop>,
    /// What a listed word does to such a part: "no listed word contains …".
    listed: &'static str,
    noun: &'static str,
    method: &'static str,
    small: [SmallList; 9],
}

/// A list of words as it is typed, and current words in it.
type SmallList = (&'static str, &'static [&'static str]);

const POSITION: &str =
    "(\"file\") or (words(\"ab\",\"ac\")); after ';' the current word, empty when left out";

/// The registry's row of prefix-word.
pub static PREFIX_WORD: WordFamily = WordFamily {
    part: Part::Prefix,
    card: Card {
        name: "prefix-word",
        params: "",
        position: POSITION,
        rules: "Append a letter so that the word stays a prefix of a listed word.",
        theorem: "The value of a prefix is the mex of the values of the prefixes one letter longer.",
        source: "R. Sprague 1935, P. M. Grundy 1939",
        cost: "O(letters) after sorting the words",
        examples: &[
            "prefix-word(words(\"ab\",\"ac\",\"d\"))",
            "prefix-word(words(\"abc\",\"abd\"; \"a\")) + nim(2)",
        ],
    },
    tree: WordTree::prefixes,
    listed: "starts with",
    noun: "prefix",
    method: "Sprague-Grundy values of the words' common prefixes",
    small: [
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
    ],
};

/// The registry's row of sub-word.
pub static SUB_WORD: WordFamily = WordFamily {
    part: Part::Substring,
    card: Card {
        name: "sub-word",
        params: "",
        position: POSITION,
        rules: "Append a letter so that the word stays a substring of a listed word.",
        theorem: "The value of a substring is the mex of the values of the substrings one letter longer; only at the nodes of the suffix tree is there a choice.",
        source: "R. Sprague 1935, P. M. Grundy 1939; suffix trees: P. Weiner 1973",
        cost: "O(letters)",
        examples: &[
            "sub-word(words(\"abc\",\"bd\"))",
            "sub-word(words(\"banana\"; \"an\")) + nim(2)",
        ],
    },
    tree: WordTree::substrings,
    listed: "contains",
    noun: "substring",
    method: "Sprague-Grundy values of the suffix tree's nodes",
    small: [
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
    ],
};

impl Family for WordFamily {
    fn card(&self) -> Card<'_> {
        self.card
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        let empty = WordGame::new(self.part, WordList::default(), &Context::default());
        Ok(erase(empty.map_err(|stop| ReadError::stopped(&stop, component.span))?))
    }

    fn small(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (list, words) in self.small {
            for word in words {
                let tail = if word.is_empty() { String::new() } else { format!("; \"{word}\"") };
                all.push(format!("{}(words({list}{tail}))", self.card.name));
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
    fn values_and_moves_of_prefixes_are_those_of_the_rules() {
        for words in [
            &["abc", "abd", "b", "ba", "bab", ""][..],
            &["aaa", "aab", "aba", "abb", "baa", "b", "c", "d", "da", "dab"],
            &["aab", "ac", "b", "ca", "cb", "cca", "dé", "db", "dcc", "dd"],
            &[],
        ] {
            let list: WordList = words.iter().copied().collect();
            let game = WordGame::prefixes(list, &Context::default()).unwrap();
            let prefixes = words.iter().flat_map(|word| {
                word.char_indices().map(|(i, c)| &word[..i + c.len_utf8()]).chain([""])
            });
            let all: BTreeSet<&str> = prefixes.collect();
            check_theory(&game, all.iter().map(|word| game.tree.find(word).unwrap()), 5);
        }
    }

    #[test]
    fn values_and_moves_of_substrings_are_those_of_the_rules() {
        for words in [
            &["abc", "abd", "b", "ba", "bab", ""][..],
            &["abcabd", "xbca", "cab", "éaé"],
            &["aabbabab", "bbbaab"],
            &["aab", "ac", "bd", "ca", "cb", "cca", "dé", "db", "dcc", "dd"],
            &[],
        ] {
            let list: WordList = words.iter().copied().collect();
            let game = WordGame::substrings(list, &Context::default()).unwrap();
            let all = substrings(words);
            check_theory(&game, all.iter().map(|word| game.tree.find(word).unwrap()), 5);
        }
    }

    #[test]
    fn searches_of_sums_meet_one_word_of_those_that_play_alike() {
        let list = ["abcbc", "xbc"].into_iter().collect();
        let game = Arc::new(WordGame::substrings(list, &Context::default()).unwrap());
        let at = |word| game.tree.find(word).unwrap();
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
        check_round_trip(&PREFIX_WORD);
        check_round_trip(&SUB_WORD);
        for (text, message) in [
            ("prefix-word(words(\"ab\"; \"b\"))", "no listed word starts with \"b\" (25)"),
            ("prefix-word(words(ab))", "this is not a word (19)"),
            ("prefix-word(words(\"ab\"; \"a\"; \"b\"))", "one current word belongs here (12)"),
            ("prefix-word(\"ab\",\"ac\")", "one file or one list belongs here (18)"),
        ] {
            assert_eq!(read_error(&PREFIX_WORD, text), message);
        }
        for (text, message) in [
            ("sub-word(words(\"abc\"; \"ac\"))", "no listed word contains \"ac\" (23)"),
            ("sub-word(words(1))", "this is not a word (16)"),
        ] {
            assert_eq!(read_error(&SUB_WORD, text), message);
        }
    }
}
