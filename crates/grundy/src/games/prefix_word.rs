//! prefix-word: append letters so that the word stays a prefix of a listed word.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, Move, OPTIONS_EXPLAINED, Placed, erase,
};
use crate::nat::{Nat, to_u64};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::source::quoted;
use crate::syntax::{Args, Component, ReadError};
use crate::words::{self, Trie, WordList};
use std::borrow::Cow;
use std::sync::Arc;

/// Prefixes of listed words; a position is the trie node of the current word.
///
/// The Grundy value of a prefix is the mex of the values of the prefixes one letter longer; all
/// are found when the list is read.
///
/// # Complexity
/// O(letters) after sorting the words; then O(1) for a value, O(alphabet) for moves.
///
/// # Literature
/// R. Sprague 1935, P. M. Grundy 1939; Codeforces 455B plays it in k rounds.
///
/// ```
/// use grundy::games::prefix_word::PrefixWord;
/// let game = PrefixWord::new(["ab", "ac", "d"].into_iter().collect());
/// assert_eq!(game.value("a"), Some(1));
/// assert_eq!(game.value(""), Some(2));
/// assert_eq!(game.value("b"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct PrefixWord {
    list: WordList,
    trie: Trie,
    values: Vec<u32>,
    identity: String,
}

impl PrefixWord {
    /// The game on these words.
    pub fn new(list: WordList) -> Self {
        let trie = Trie::new(&list);
        let values = trie.values();
        let identity = list.identity("prefix-word");
        Self { list, trie, values, identity }
    }

    /// The Grundy value with this current word; `None` if it is no prefix.
    pub fn value(&self, word: &str) -> Option<u32> {
        self.trie.find(word).map(|node| self.values[node as usize])
    }
}

impl Ruleset for PrefixWord {
    type Position = u32;

    fn options(&self, &node: &u32, out: &mut Options<u32>) -> Result<(), Full> {
        let mut children = self.trie.children(node).iter();
        children.try_for_each(|&to| out.push_tagged(u64::from(self.trie.letter(to)), [to]))
    }

    #[inline]
    fn pack(&self, &position: &u32) -> Option<u64> {
        Some(position.into())
    }
}

impl Game for PrefixWord {
    fn title(&self) -> String {
        "prefix-word".into()
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
        let node = game.trie.find(&word).ok_or_else(|| {
            ReadError::domain(format!("no listed word starts with {}", quoted(&word)), span)
                .help("expected a prefix of a listed word")
        })?;
        Ok(Placed::new(Arc::new(game), vec![node]))
    }

    fn print(&self, &node: &u32) -> String {
        self.list.print(&self.trie.word(node))
    }

    fn print_move(&self, _: &u32, to: &Move<u32>) -> String {
        words::print_move(to.sum.iter().map(|&node| self.trie.letter(node)))
    }

    fn known(&self, &node: &u32, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(Nat::from(self.values[node as usize]))))
    }

    fn moves_to(
        &self,
        &node: &u32,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<u32>>, Stop> {
        let target = to_u64(target);
        let children = self.trie.children(node).iter();
        let wanted = children.filter(|&&to| Some(u64::from(self.values[to as usize])) == target);
        let tag = |to| u64::from(self.trie.letter(to));
        Ok(Some(Found::all(wanted.map(|&to| Move { sum: vec![to], tag: tag(to) }).collect(), max)))
    }

    fn method(&self, _: &u32) -> Cow<'static, str> {
        "Sprague-Grundy values of the trie's prefixes".into()
    }

    fn why(&self, &node: &u32) -> Vec<String> {
        let letters = self.trie.children(node).len();
        if letters <= OPTIONS_EXPLAINED {
            // The options tell all.
            return Vec::new();
        }
        vec![format!(
            "{letters} letters may follow; {} is the least value that none of them leads to",
            self.values[node as usize]
        )]
    }

    fn by_options(&self, _: &u32) -> bool {
        true
    }
}

/// The registry's row.
pub struct PrefixWordFamily;

static CARD: Card<'static> = Card {
    name: "prefix-word",
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
        Ok(erase(PrefixWord::default()))
    }

    fn small(&self) -> Vec<String> {
        let lists: [(&str, &[&str]); 8] = [
            ("", &[""]),
            ("\"\"", &[""]),
            ("\"a\"", &["", "a"]),
            ("\"ab\",\"ac\",\"d\"", &["", "a", "ab", "d"]),
            ("\"abc\",\"bc\",\"c\",\"abd\",\"bd\"", &["", "a", "ab", "b", "c"]),
            ("\"aaaa\",\"aab\",\"aab\",\"aba\"", &["", "a", "aa", "aaa", "ab"]),
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

    #[test]
    fn values_and_moves_are_those_of_the_rules() {
        for words in [
            &["abc", "abd", "b", "ba", "bab", ""][..],
            &["aaa", "aab", "aba", "abb", "baa", "b", "c", "d", "da", "dab"],
            &[],
        ] {
            let game = PrefixWord::new(words.iter().copied().collect());
            check_theory(&game, 0..game.trie.nodes() as u32, 5);
        }
    }

    #[test]
    fn positions_are_exactly_the_prefixes() {
        let words = ["abc", "abd", "b", "bab"];
        let game = PrefixWord::new(words.into_iter().collect());
        for (node, word) in (0..game.trie.nodes() as u32).map(|node| (node, game.trie.word(node))) {
            let mut options = Options::default();
            game.options(&node, &mut options).unwrap();
            let reached: Vec<String> =
                options.iter().map(|option| game.trie.word(option.sum[0])).collect();
            let letters = ('a'..='e').map(|c| format!("{word}{c}"));
            let expected: Vec<String> =
                letters.filter(|longer| words.iter().any(|w| w.starts_with(&**longer))).collect();
            assert_eq!(reached, expected);
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
