//! What the games of appending letters have in common.

use super::{Locus, WordList, WordTree};
use crate::context::{Context, Stop};
use crate::game::{Found, Move, OPTIONS_EXPLAINED, Placed};
use crate::nat::{Nat, to_u64};
use crate::picture;
use crate::ruleset::{Full, Options};
use crate::source::{identity, quoted};
use crate::syntax::{Args, ReadError};
use std::sync::Arc;

/// The words a word may grow to, and how they were typed.
#[derive(Clone, Debug)]
pub(crate) struct WordGame {
    pub tree: WordTree,
    pub identity: String,
    /// The list as it is typed, without the current word and what closes it.
    head: String,
    close: &'static str,
}

/// Makes a tree of a list.
pub(crate) type Grow = fn(WordList, &Context<'_>) -> Result<WordTree, Stop>;

impl WordGame {
    /// The game `name` on a list.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn new(
        name: &str,
        grow: Grow,
        list: WordList,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let head = list.head();
        let close = if list.file.is_some() { "" } else { ")" };
        let identity = identity(name, list.file.as_deref(), &head);
        let tree = grow(list, context)?;
        Ok(Self { tree, identity, head, close })
    }

    /// Reads a list and the current word; `game` makes the game, `bound` says how a word has to
    /// stand to a listed one ("start with", "prefix").
    pub fn read<G>(
        name: &str,
        grow: Grow,
        args: &Args,
        context: &Context<'_>,
        bound: [&str; 2],
        game: impl FnOnce(Self) -> G,
    ) -> Result<Placed<G>, ReadError>
    where
        G: crate::game::Game<Position = Locus>,
    {
        let (list, word, span) = WordList::of(args, context)?;
        let stopped = |stop: Stop| ReadError::stopped(&stop, span);
        let words = Self::new(name, grow, list, context).map_err(stopped)?;
        let [stands, kind] = bound;
        let at = words.tree.find(&word).ok_or_else(|| {
            ReadError::domain(format!("no listed word {stands} {}", quoted(&word)), span)
                .help(format!("expected a {kind} of a listed word"))
        })?;
        Ok(Placed::new(Arc::new(game(words)), vec![at]))
    }

    pub fn options(&self, word: &Locus, out: &mut Options<Locus>) -> Result<(), Full> {
        let mut moves = self.tree.moves(word);
        moves.try_for_each(|(letter, to)| out.push_tagged(u64::from(letter), [to]))
    }

    pub fn stand_in(&self, word: &Locus) -> Option<Locus> {
        Some(self.tree.stand_in(word)).filter(|other| other != word)
    }

    /// The word and the letters that may follow.
    pub fn picture(&self, word: &Locus) -> Vec<String> {
        let letters = self.tree.moves(word).map(|(_, to)| self.tree.letter(&to).to_string());
        let letters = picture::list(letters, " ").join(" ");
        let next = if letters.is_empty() { "no letter" } else { &letters };
        vec![format!("{} may go on with {next}", quoted(&self.tree.spell(word)))]
    }

    /// The arguments as they are typed.
    pub fn print(&self, word: &Locus) -> String {
        let Self { head, close, .. } = self;
        let word = self.tree.spell(word);
        let tail = if word.is_empty() { String::new() } else { format!("; {}", quoted(&word)) };
        format!("{head}{tail}{close}")
    }

    pub fn letter(&self, to: &Locus) -> char {
        self.tree.letter(to)
    }

    pub fn print_move(&self, to: &Move<Locus>) -> String {
        let letters: String = to.sum.iter().map(|to| self.tree.letter(to)).collect();
        format!("append {}", quoted(&letters))
    }

    pub fn moves_to(&self, word: &Locus, target: &Nat, max: usize) -> Found<Locus> {
        let target = to_u64(target);
        let value = |to: &Locus| u64::from(self.tree.worth(to).value());
        let wanted = self.tree.moves(word).filter(|(_, to)| Some(value(to)) == target);
        let moves = wanted.map(|(letter, to)| Move { sum: vec![to], tag: u64::from(letter) });
        Found::all(moves.collect(), max)
    }

    pub fn why(&self, word: &Locus) -> Vec<String> {
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
}

/// What both games tell in the same way, by their field `words`.
macro_rules! told_by_words {
    () => {
        fn identity(&self) -> String {
            self.words.identity.clone()
        }

        fn picture(&self, word: &Locus) -> Vec<String> {
            self.words.picture(word)
        }

        fn print(&self, word: &Locus) -> String {
            self.words.print(word)
        }

        fn print_move(&self, _: &Locus, to: &Move<Locus>) -> String {
            self.words.print_move(to)
        }

        fn heaps(&self, _: &Locus) -> Vec<Nat> {
            Vec::new()
        }

        fn move_names(&self, _: &Locus, to: &Move<Locus>) -> Vec<String> {
            vec![to.sum.iter().map(|to| self.words.letter(to)).collect()]
        }

        fn known(&self, word: &Locus, _: &Context<'_>) -> Result<Option<Known>, Stop> {
            Ok(Some(Known::Value(Nat::from(self.words.tree.worth(word).value()))))
        }

        fn moves_to(
            &self,
            word: &Locus,
            target: &Nat,
            max: usize,
            _: &Context<'_>,
        ) -> Result<Option<Found<Locus>>, Stop> {
            Ok(Some(self.words.moves_to(word, target, max)))
        }

        fn why(&self, word: &Locus) -> Vec<String> {
            self.words.why(word)
        }

        fn by_options(&self, _: &Locus) -> bool {
            true
        }

        fn tame(&self, word: &Locus, _: &Context<'_>) -> Result<Option<Tame>, Stop> {
            Ok(self.words.tree.worth(word).tame())
        }

        fn misere_alone(&self, word: &Locus) -> Option<Outcome> {
            Some(self.words.tree.worth(word).misere())
        }

        fn is_wild(&self, word: &Locus) -> bool {
            self.words.tree.worth(word).tame().is_none()
        }
    };
}
pub(crate) use told_by_words;
