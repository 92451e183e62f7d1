//! Words that grow letter by letter, as a compact tree over sorted strings.

use super::WordList;
use super::order::Order;
use super::suffixes::Code;
use super::text::Text;
use super::worth::{self, Node, Worth};
use crate::context::{Context, Stop};
use std::sync::OnceLock;

/// The prefixes, or the substrings, of the words of a list, each with what it is worth in the game
/// of appending letters.
///
/// The strings that words can grow to (the words, or all their ends) are sorted; the strings that
/// begin with a given word stand together, and those with two or more letters to follow are the
/// nodes of a tree with fewer nodes than strings. The interval of a node has a number of its own,
/// its first string if it is not part of a greater interval that starts there, else its last; so
/// what nodes are worth stands in an array of bytes, and moves are found by bisection. Between two
/// nodes only one letter may follow, and what words are worth there alternates.
///
/// # Complexity
/// Prefixes: O(letters) after sorting the words; about 14 bytes a word besides the letters.
/// Substrings: O(letters); 9 bytes a letter besides the letters. Then O(1) for a value and
/// O(alphabet · log strings) for moves.
///
/// # Literature
/// D. R. Morrison, *PATRICIA*, Journal of the ACM 15 (1968); M. I. Abouelhoda, S. Kurtz,
/// E. Ohlebusch, *Replacing suffix trees with enhanced suffix arrays*, Journal of Discrete
/// Algorithms 2 (2004).
#[derive(Clone, Debug)]
pub struct WordTree {
    text: Text,
    order: Order,
    /// By the number of the node; the others are not used.
    nodes: Vec<Node>,
    /// Where the words end.
    ends: Vec<u32>,
    /// The string that goes on longest after its last node.
    longest: OnceLock<u32>,
    /// Whether the strings are all ends of the words.
    suffixes: bool,
}

/// A word, by the strings that begin with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Locus {
    first: u32,
    /// The one behind the last.
    end: u32,
    length: u32,
}

impl Locus {
    /// A number that no other word of the tree has.
    pub fn number(&self) -> u64 {
        u64::from(self.length) << 32 | u64::from(self.first)
    }
}

impl WordTree {
    /// The prefixes of the words.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn prefixes(list: WordList, context: &Context<'_>) -> Result<Self, Stop> {
        let text = Text::of(list, context)?;
        let ends = text.ends();
        let order = Order::words(&text, &ends, context)?;
        Self::new(text, ends, order, false, context)
    }

    /// The substrings of the words.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn substrings(list: WordList, context: &Context<'_>) -> Result<Self, Stop> {
        let text = Text::of(list, context)?;
        let ends = text.ends();
        let order = Order::suffixes(&text, ends.len(), context)?;
        Self::new(text, ends, order, true, context)
    }

    fn new(
        text: Text,
        ends: Vec<u32>,
        mut order: Order,
        suffixes: bool,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let held = text.bytes() + ends.len() as u64 * 4 + order.starts.len() as u64 * 9;
        let nodes = worth::of_nodes(&mut order, held, context)?;
        Ok(Self { text, order, nodes, ends, longest: OnceLock::new(), suffixes })
    }

    fn strings(&self) -> u32 {
        self.order.starts.len() as u32
    }

    /// The number of letters that string `i` shares with the one before it; -1 at both ends.
    fn shared(&self, i: u32) -> i64 {
        if i == 0 || i == self.strings() {
            return -1;
        }
        self.order.shared(i as usize).letters().into()
    }

    /// The code that string `i` has after `length` letters.
    fn code(&self, i: u32, length: u32) -> u32 {
        self.text.code(self.order.starts[i as usize] as usize + length as usize)
    }

    /// The length of string `i`. O(log words).
    fn length(&self, i: u32) -> u32 {
        let start = self.order.starts[i as usize];
        self.ends[self.ends.partition_point(|&end| end < start)] - start
    }

    /// The empty word.
    pub fn root(&self) -> Locus {
        Locus { first: 0, end: self.strings(), length: 0 }
    }

    /// A word; `None` if it is none of this tree. O(length · log strings).
    pub fn find(&self, word: &str) -> Option<Locus> {
        word.chars().try_fold(self.root(), |at, letter| {
            let code = self.text.code_of(letter)?;
            let Locus { first, end, length } = at;
            if first == end {
                return None;
            }
            if self.code(first, length) == self.code(end - 1, length) {
                return (self.code(first, length) == code)
                    .then_some(Locus { length: length + 1, ..at });
            }
            let first = self.bisect(first, end, |i| self.code(i, length) < code);
            let end = self.bisect(first, end, |i| self.code(i, length) == code);
            (first < end).then_some(Locus { first, end, length: length + 1 })
        })
    }

    /// The first of the strings from `first` to `end` of which `before` does not hold.
    fn bisect(&self, mut first: u32, mut end: u32, before: impl Fn(u32) -> bool) -> u32 {
        while first < end {
            let middle = first + (end - first) / 2;
            if before(middle) { first = middle + 1 } else { end = middle }
        }
        first
    }

    /// The letters that may follow, ascending, and the words they make.
    pub fn moves(&self, word: &Locus) -> impl Iterator<Item = (char, Locus)> {
        let Locus { mut first, end, length } = *word;
        std::iter::from_fn(move || {
            if first == end {
                return None;
            }
            let code = self.code(first, length);
            if code == u32::END {
                return None;
            }
            let behind = match self.code(end - 1, length) == code {
                true => end,
                false => self.bisect(first, end, |i| self.code(i, length) == code),
            };
            let to = Locus { first, end: behind, length: length + 1 };
            first = behind;
            Some((self.text.letter(code), to))
        })
    }

    /// The last letter; meaningless for the empty word.
    pub fn letter(&self, word: &Locus) -> char {
        match word.length.checked_sub(1) {
            Some(last) => self.text.letter(self.code(word.first, last)),
            None => '\0',
        }
    }

    /// The word, letter by letter.
    pub fn spell(&self, word: &Locus) -> String {
        match self.order.starts.get(word.first as usize) {
            Some(&start) => self.text.spell(start as usize, word.length as usize),
            None => String::new(),
        }
    }

    /// What a word is worth. O(1).
    pub fn worth(&self, word: &Locus) -> Worth {
        let Locus { first, end, length } = *word;
        if end - first < 2 {
            // The one string that is left is spelled to its end.
            let odd =
                first < end && self.order.shared(first as usize).is_odd() != (length % 2 == 1);
            return Worth::of_path(odd);
        }
        let number = if self.shared(first) >= self.shared(end) { first } else { end - 1 };
        let node = self.nodes[number as usize];
        let worth = node.worth();
        if self.code(first, length) != self.code(end - 1, length) {
            return worth;
        }
        let above = worth.before();
        if node.is_odd() == (length % 2 == 1) { above.before() } else { above }
    }

    /// A word that plays the same and stands for many that do; itself where there is no other.
    ///
    /// Where no letter can be chosen any more, only the number of letters to come counts. Before
    /// that, a substring that always has the same letter before it plays as the two together do.
    ///
    /// # Complexity
    /// O(occurrences of the word · letters put before it); O(strings) once.
    pub fn stand_in(&self, word: &Locus) -> Locus {
        let Locus { first, end, length } = *word;
        if first == end {
            return *word;
        }
        if end - first == 1 {
            let left = self.length(first) - length;
            let longest = *self.longest.get_or_init(|| self.longest());
            let length = self.length(longest) - left;
            return Locus { first: longest, end: longest + 1, length };
        }
        if !self.suffixes {
            return *word;
        }
        let before = |i: u32, by: u32| {
            let place = self.order.starts[i as usize].checked_sub(by + 1)?;
            Some(self.text.code(place as usize)).filter(|&code| code != u32::END)
        };
        let mut more = 0;
        while let Some(code) = before(first, more)
            && (first..end).rev().all(|i| before(i, more) == Some(code))
        {
            more += 1;
        }
        if more == 0 {
            return *word;
        }
        let start = (self.order.starts[first as usize] - more) as usize;
        let length = length + more;
        let longer = |i: u32| (0..length).map(move |at| self.code(i, at));
        let wanted = || (0..length).map(|at| self.text.code(start + at as usize));
        let begin = self.bisect(0, self.strings(), |i| longer(i).lt(wanted()));
        Locus { first: begin, end: begin + (end - first), length }
    }

    /// The string that goes on longest after its last node.
    fn longest(&self) -> u32 {
        let alone = |i: u32| {
            let shared = self.shared(i).max(self.shared(i + 1)).max(0);
            i64::from(self.length(i)) - shared
        };
        (0..self.strings()).max_by_key(|&i| alone(i)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;
    use crate::solve::tame::{Tame, TameMex};
    use std::collections::{BTreeMap, BTreeSet, HashMap};

    /// What brute force says of a word.
    #[derive(Clone, Copy, Debug)]
    struct Truth {
        value: u64,
        misere: u64,
        tame: Option<Tame>,
        /// Words of equal shapes play the same.
        shape: usize,
    }

    fn mex(values: &BTreeSet<u64>) -> u64 {
        (0..).find(|value| !values.contains(value)).unwrap()
    }

    /// Longest words first, from the words one letter longer.
    fn truths(all: &BTreeSet<String>) -> BTreeMap<String, (Truth, Vec<String>)> {
        let mut longer: HashMap<String, Vec<String>> = HashMap::new();
        for word in all {
            let mut head = word.clone();
            if head.pop().is_some() {
                longer.entry(head).or_default().push(word.clone());
            }
        }
        let mut order: Vec<&String> = all.iter().collect();
        order.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
        let mut truths: BTreeMap<String, (Truth, Vec<String>)> = BTreeMap::new();
        let mut shapes: HashMap<Vec<usize>, usize> = HashMap::new();
        for word in order {
            let moves = longer.remove(word).unwrap_or_default();
            let to: Vec<Truth> = moves.iter().map(|to| truths[to].0).collect();
            let mut types = TameMex::default();
            to.iter().filter_map(|to| to.tame).for_each(|tame| types.insert(&tame));
            let tame = types.take().filter(|_| to.iter().all(|to| to.tame.is_some()));
            let misere = mex(&to.iter().map(|to| to.misere).collect());
            let mut shape: Vec<usize> = to.iter().map(|to| to.shape).collect();
            shape.sort_unstable();
            let next = shapes.len();
            let truth = Truth {
                value: mex(&to.iter().map(|to| to.value).collect()),
                misere: if to.is_empty() { 1 } else { misere },
                tame,
                shape: *shapes.entry(shape).or_insert(next),
            };
            truths.insert(word.clone(), (truth, moves));
        }
        truths
    }

    fn check(words: &[&str], substrings: bool) -> usize {
        let context = Context::default();
        let list: WordList = words.iter().copied().collect();
        let tree = if substrings {
            WordTree::substrings(list, &context).unwrap()
        } else {
            WordTree::prefixes(list, &context).unwrap()
        };
        let mut all = BTreeSet::from([String::new()]);
        for word in words {
            let letters: Vec<char> = word.chars().collect();
            for start in 0..if substrings { letters.len() } else { letters.len().min(1) } {
                all.extend((start..letters.len()).map(|end| letters[start..=end].iter().collect()));
            }
        }
        let truths = truths(&all);
        let mut wild = 0;
        for (word, (truth, moves)) in &truths {
            let here = format!("{word:?} in {words:?}");
            let at = tree.find(word).unwrap_or_else(|| panic!("{here}"));
            assert_eq!(tree.spell(&at), *word, "{here}");
            assert_eq!(tree.letter(&at), word.chars().last().unwrap_or('\0'), "{here}");
            let made: Vec<String> = tree.moves(&at).map(|(_, to)| tree.spell(&to)).collect();
            assert_eq!(made, *moves, "{here}");
            for (letter, to) in tree.moves(&at) {
                assert_eq!(tree.find(&format!("{word}{letter}")), Some(to), "{here}");
            }
            for letter in ['a', 'b', 'é', 'z', '\u{10ffff}'] {
                let longer = format!("{word}{letter}");
                assert_eq!(tree.find(&longer).is_some(), all.contains(&longer), "{here} {letter}");
            }
            let worth = tree.worth(&at);
            assert_eq!(u64::from(worth.value()), truth.value, "{here}");
            assert_eq!(worth.misere(), Outcome::of(truth.misere != 0), "{here}");
            assert_eq!(worth.tame(), truth.tame, "{here}");
            wild += usize::from(truth.tame.is_none());
            let other = tree.stand_in(&at);
            let spelled = tree.spell(&other);
            assert_eq!(tree.find(&spelled), Some(other), "{here}: {spelled}");
            assert_eq!(truths[&spelled].0.shape, truth.shape, "{here}: {spelled}");
            assert_eq!(tree.stand_in(&other), other, "{here}: {spelled}");
        }
        wild
    }

    #[test]
    fn small_lists_are_worth_what_the_rules_say() {
        let mut words: Vec<String> = vec![String::new()];
        for length in 1..=5u32 {
            for number in 0..1 << length {
                let letter = |i: u32| if number >> i & 1 == 0 { 'a' } else { 'b' };
                words.push((0..length).map(letter).collect());
            }
        }
        for first in &words {
            for second in words.iter().filter(|word| word.len() < 5) {
                check(&[first, second], false);
                check(&[first, second], true);
            }
        }
        check(&[], false);
        check(&[], true);
    }

    #[test]
    fn random_lists_are_worth_what_the_rules_say() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut next = move |below: usize| random.usize(..below);
        let letters: Vec<char> = "abcdefgh\0é\u{10ffff}".chars().chain('一'..'丏').collect();
        let mut wild = [0; 2];
        for round in 0..500 {
            let alphabet = [2, 3, 4, 11, letters.len()][round % 5];
            let words: Vec<String> = (0..next(24))
                .map(|_| (0..next(12)).map(|_| letters[next(alphabet)]).collect())
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            wild[0] += check(&words, false);
            wild[1] += check(&words, true);
        }
        assert!(wild.iter().all(|&wild| wild > 160), "{wild:?}");
    }

    #[test]
    fn many_letters_are_numbered_wide() {
        let letters: String = ('\u{4e00}'..'\u{5000}').collect();
        let words = [&*letters, "丁七", "丁丂", "abc", "丁"];
        check(&words, false);
        let tree = WordTree::substrings(words.into_iter().collect(), &Context::default()).unwrap();
        assert_eq!(tree.moves(&tree.root()).count(), 0x200 + 3);
        assert_eq!(tree.moves(&tree.find("丁").unwrap()).count(), 2);
    }

    #[test]
    fn long_words_do_not_overflow_the_stack() {
        for word in ["a".repeat(1_000_000), "ab".repeat(500_000) + "c"] {
            let list = || [&*word, "ab"].into_iter().collect::<WordList>();
            let tree = WordTree::substrings(list(), &Context::default()).unwrap();
            assert_eq!(tree.spell(&tree.find(&word[1..]).unwrap()), word[1..]);
            let tree = WordTree::prefixes(list(), &Context::default()).unwrap();
            assert!(tree.worth(&tree.find(&word).unwrap()).value() == 0);
        }
    }

    #[test]
    fn limits_and_cancellation_stop_it() {
        let list = || ["ab".repeat(10_000).as_str()].into_iter().collect::<WordList>();
        let mut context = Context::default();
        context.limits.memory = 100_000;
        let stop = WordTree::substrings(list(), &context).unwrap_err();
        assert!(stop.to_string().contains("--max-memory"), "{stop}");
        assert!(WordTree::prefixes(list(), &context).is_ok());
        let cancel = std::sync::atomic::AtomicBool::new(true);
        let context = Context::default().with_cancel(&cancel);
        for grow in [WordTree::substrings, WordTree::prefixes] {
            assert_eq!(grow(list(), &context).unwrap_err(), Stop::Cancelled);
        }
    }

    #[test]
    fn example_of_word_tree() {
        use crate::words::{WordList, WordTree};
        let list: WordList = ["abc", "xb"].into_iter().collect();
        let tree = WordTree::substrings(list, &Default::default()).unwrap();
        let b = tree.find("b").unwrap();
        assert_eq!(tree.worth(&b).value(), 1);
        assert_eq!(tree.moves(&b).map(|(letter, _)| letter).collect::<String>(), "c");
        assert_eq!(tree.find("ac"), None);
    }
}
