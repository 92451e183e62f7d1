//! Moves as people type them.

use super::illegal::{self, Heap};
use super::sentence::{self, Act, Change, Said, Which};
use super::words::{NTH, Token, ascii, tokens};
use super::{Choice, Match};
use crate::context::{Context, Stop};
use crate::nat::Nat;
use std::collections::{BTreeMap, BTreeSet};

/// Why a text is no move, and what would be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Unread {
    /// What is wrong, or a question where the text may mean several moves.
    pub message: String,
    /// Moves that may have been meant, as they can be typed.
    pub instead: Vec<String>,
    /// Whether the text was understood, but not which of the moves it means.
    pub question: bool,
}

/// How many moves are offered instead of a wrong one.
const MAX_OFFERED: usize = 5;

/// A move is typed in at most so many characters.
const MAX_TYPED: usize = 1000;

impl Match {
    /// The move that a text names: its number in the list as `#3`; the move as it is listed, with its
    /// part before it (`2: 3 -> 1`) where it would be ambiguous; what it is about alone (a square, a
    /// letter, an edge); the board that it leaves (`rows(3,1)`); or for heaps a sentence as `take 2 from heap 3`.
    ///
    /// Heaps are numbered in order. A text that may mean several moves, as `take 1 from 3` where heap 3
    /// and a heap of size 3 are different heaps, is answered by a question; so is a bare number, which
    /// may be what is taken or what is left.
    ///
    /// # Complexity
    /// O(moves) comparisons of texts.
    ///
    /// # Errors
    /// [`Stop`] as [`Match::choices`]; the inner error if it is no legal move.
    ///
    /// ```
    /// use grundy::expr::Catalogue;
    /// use grundy::play::{Match, Side};
    /// let position = Catalogue::default().read("nim(3,4,5)")?;
    /// let context = Default::default();
    /// let play = Match::new(position, Default::default(), Side::Human, &context)?;
    /// assert_eq!(play.read("take two from the 2nd heap", &context)??.text, "4 -> 2");
    /// assert!(play.read("take 2 from 3", &context)?.is_err_and(|unread| unread.question));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(&self, text: &str, context: &Context<'_>) -> Result<Result<Choice, Unread>, Stop> {
        let choices = self.choices(context)?;
        if text.chars().count() > MAX_TYPED {
            let message = format!("a move is typed in at most {MAX_TYPED} characters");
            return Ok(Err(Unread { message, instead: Vec::new(), question: false }));
        }
        if self.is_join() {
            return Ok(of_join(&choices, text).map(|i| choices[i].clone()));
        }
        let reader = Reader::new(self, &choices);
        Ok(reader.find(text).map(|i| choices[i].clone()))
    }

    /// Texts that name moves of the position in different ways, for a help text: as it is listed, by
    /// its number, and in other words where there are some.
    ///
    /// # Errors
    /// [`Stop`] as [`Match::choices`].
    ///
    /// ```
    /// use grundy::expr::Catalogue;
    /// use grundy::play::{Match, Side};
    /// let position = Catalogue::default().read("nim(3,5)")?;
    /// let context = Default::default();
    /// let play = Match::new(position, Default::default(), Side::Human, &context)?;
    /// assert_eq!(play.examples(&context)?, ["2: 5 -> 1", "#5", "take 4 from heap 2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn examples(&self, context: &Context<'_>) -> Result<Vec<String>, Stop> {
        let choices = self.choices(context)?;
        let reader = Reader::new(self, &choices);
        let at = choices.len() / 2;
        let Some(choice) = choices.get(at) else { return Ok(Vec::new()) };
        if self.is_join() {
            return Ok(vec![choice.text.clone(), format!("#{}", at + 1)]);
        }
        let mut texts = vec![reader.typed(at), format!("#{}", at + 1)];
        let left = choice.after[choice.place.0].heaps(choice.place.1);
        if let ([size], [left]) = (reader.before(choice), &*left)
            && size > left
        {
            let short = format!("take {}", size - left);
            let long = format!("{short} from heap {}", choice.part);
            texts.extend(if reader.parts() == 1 { [short, long] } else { [long, short] });
        }
        texts.extend(choice.names.first().cloned());
        let mut shown = Vec::new();
        for text in texts {
            if shown.len() < 3 && reader.find(&text) == Ok(at) && !shown.contains(&text) {
                shown.push(text);
            }
        }
        Ok(shown)
    }
}

/// The index of a move of a join, by its number or in the words of the list.
fn of_join(choices: &[Choice], text: &str) -> Result<usize, Unread> {
    let typed = plain(text);
    let unread = |message: String| {
        let near = choices.iter().filter(|choice| plain(&choice.text).starts_with(&typed));
        let instead = near.take(MAX_OFFERED).map(|choice| choice.text.clone()).collect();
        Unread { message, instead, question: false }
    };
    if let Some(number) = typed.strip_prefix('#') {
        let index = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let found = index.filter(|&i| i < choices.len());
        return found
            .ok_or_else(|| unread(format!("the moves are numbered #1 to #{}", choices.len())));
    }
    choices.iter().position(|choice| plain(&choice.text) == typed).ok_or_else(|| {
        unread("a move of a join names every part moved in, as the list of moves does".to_owned())
    })
}

/// The moves of a position and its heaps, by component and part.
struct Reader<'a> {
    choices: &'a [Choice],
    heaps: Vec<Vec<Vec<Nat>>>,
}

/// Text without white space, arrows as `->`.
fn plain(text: &str) -> String {
    ascii(text).chars().filter(|c| !c.is_whitespace()).collect()
}

/// Words that are left out where the name of a square, number, edge, letter or vertex is compared.
const DECOR: [&str; 42] = [
    "choose", "take", "remove", "pick", "select", "eat", "bite", "cut", "append", "add", "write",
    "put", "type", "square", "edge", "letter", "number", "coin", "token", "vertex", "node", "on",
    "at", "from", "move", "go", "multiply", "factor", "please", "the", "an", "into", "play", "my",
    "slide", "push", "hop", "string", "place", "field", "draw", "arc",
];

/// What a text is about: its numbers, names and arrows in order.
fn core(text: &str) -> Vec<Token> {
    let mut said = tokens(text);
    // "第1行" is row 1.
    while let Some(at) = said.windows(3).position(|said| match said {
        [Token::Word(nth), Token::Number(_), Token::Word(line)] => {
            nth == NTH && (line == "row" || line == "column")
        }
        _ => false,
    }) {
        said.remove(at);
        said.swap(at, at + 1);
    }
    let kept = |token: Token| match token {
        Token::Word(word) if DECOR.contains(&&*word) => None,
        Token::Word(word) => Some(match &*word {
            "to" => Token::Arrow,
            "times" | "by" => Token::Word("x".into()),
            "and" => Token::Sign('+'),
            "r" => Token::Word("row".into()),
            "c" | "col" => Token::Word("column".into()),
            _ => Token::Word(word),
        }),
        Token::Sign(',' | ':' | '(' | ')') => None,
        other => Some(other),
    };
    // As in "go to 3".
    let said = said.into_iter().filter_map(kept);
    said.skip_while(|token| *token == Token::Arrow).collect()
}

impl<'a> Reader<'a> {
    fn new(game: &Match, choices: &'a [Choice]) -> Self {
        let heaps =
            game.stand.sum.iter().map(|component| {
                (0..component.parts()).map(|part| component.heaps(part)).collect()
            });
        Self { choices, heaps: heaps.collect() }
    }

    /// The index of the move that a text names.
    fn find(&self, text: &str) -> Result<usize, Unread> {
        let typed = plain(text);
        if let Some(number) = typed.strip_prefix('#') {
            let index = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            return index.filter(|&i| i < self.choices.len()).ok_or_else(|| Unread {
                message: format!("the moves are numbered #1 to #{}", self.choices.len()),
                instead: Vec::new(),
                question: false,
            });
        }
        let listed = self.listed(&typed);
        let meant = if listed.is_empty() { self.named(text) } else { listed };
        match *meant.iter().collect::<Vec<_>>() {
            [(&only, &Meaning { sure: true, .. })] => Ok(only),
            [] => Err(self.nearest(text, &typed)),
            _ => Err(self.question(text, &meant)),
        }
    }

    /// The moves listed in just these words.
    fn listed(&self, typed: &str) -> BTreeMap<usize, Meaning> {
        let (part, rest) = split_part(typed);
        let same = |same: &dyn Fn(&str, &str) -> bool| -> BTreeMap<usize, Meaning> {
            let fits = |choice: &Choice| {
                let text = plain(&choice.text);
                same(&text, typed) || part == Some(choice.part) && same(&text, rest)
            };
            let fitting = self.choices.iter().enumerate().filter(|(_, choice)| fits(choice));
            fitting.map(|(i, _)| (i, Meaning::SURE)).collect()
        };
        // Letters of words may differ by their case alone.
        let exact = same(&|a, b| a == b);
        if exact.is_empty() { same(&|a, b| a.to_lowercase() == b.to_lowercase()) } else { exact }
    }

    /// The moves that a text names in other words.
    fn named(&self, text: &str) -> BTreeMap<usize, Meaning> {
        let mut meant = self.by_name(text);
        for said in sentence::read(&tokens(text)) {
            let doubtful =
                said.changes.iter().any(|change| matches!(change.heap, Which::Either(_)));
            let readings = match doubtful {
                false => vec![(Numbering::None, said)],
                true => vec![
                    (Numbering::Place, resolved(&said, Which::Place)),
                    (Numbering::Size, resolved(&said, Which::Size)),
                ],
            };
            for (numbering, said) in readings {
                for (i, choice) in self.choices.iter().enumerate() {
                    if self.fits(&said, choice) {
                        let old = meant.entry(i).or_insert(Meaning { sure: false, numbering });
                        old.sure |= said.sure;
                        if old.numbering != numbering {
                            old.numbering = Numbering::None;
                        }
                    }
                }
            }
        }
        meant
    }

    /// The moves about what a text names: a square, a letter, an edge, a position.
    fn by_name(&self, text: &str) -> BTreeMap<usize, Meaning> {
        let typed = ascii(text);
        let (part, rest) = split_part(typed.trim());
        let (whole, behind) = (core(&typed), core(rest));
        let mut found: BTreeMap<usize, Meaning> = BTreeMap::new();
        let mut exact = Vec::new();
        // Printing what every move leaves takes a while where positions are large.
        let position = typed.contains('(') && typed.contains(char::is_alphabetic);
        for (i, choice) in self.choices.iter().enumerate() {
            let heaps = !self.before(choice).is_empty();
            let left = if position && !heaps { self.left(choice) } else { Vec::new() };
            let about = choice.text.split_once(", ").map(|(about, _)| about.to_owned());
            // What it leaves, if that is more than a number.
            let result = choice.text.rsplit_once("-> ").map(|(_, result)| result.to_owned());
            let result =
                result.filter(|text| text.contains(|c: char| c == '(' || c.is_alphabetic()));
            let listed = Some(choice.text.clone());
            for name in
                choice.names.iter().cloned().chain(about).chain(result).chain(listed).chain(left)
            {
                let raw = |text: &str| !text.is_empty() && plain(text) == plain(&name);
                // Of heaps numbers are said in sentences.
                let same = |words: &[Token]| !heaps && !words.is_empty() && words == core(&name);
                if raw(&typed) || part == Some(choice.part) && raw(rest) {
                    exact.push(i);
                }
                if same(&whole) || part == Some(choice.part) && same(&behind) {
                    found.insert(i, Meaning::SURE);
                }
            }
        }
        if !exact.is_empty() {
            return exact.into_iter().map(|i| (i, Meaning::SURE)).collect();
        }
        found
    }

    /// The part as a move leaves it: `chomp(rows(3,1))`, and `rows(3,1)` alone.
    fn left(&self, choice: &Choice) -> Vec<String> {
        let (component, part) = choice.place;
        let left = &choice.after[component];
        if left.parts() != self.heaps[component].len() {
            return Vec::new();
        }
        let whole = left.print_part(part);
        let inner = whole.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
        let inner = inner.filter(|inner| inner.starts_with(char::is_alphabetic));
        inner.map(str::to_owned).into_iter().chain([whole.clone()]).collect()
    }

    /// The number of parts of the sum.
    fn parts(&self) -> usize {
        self.heaps.iter().map(Vec::len).sum()
    }

    /// The heaps of the part moved in.
    fn before(&self, choice: &Choice) -> &[Nat] {
        &self.heaps[choice.place.0][choice.place.1]
    }

    /// The parts that are one heap, with what moves take from them.
    fn single_heaps(&self) -> Vec<Heap<'_>> {
        let parts = (1..).zip(self.heaps.iter().flatten());
        let single = parts.filter_map(|(part, heaps)| match &**heaps {
            [size] => Some((part, Heap { part, size, amounts: BTreeSet::new() })),
            _ => None,
        });
        let mut single: BTreeMap<usize, Heap<'_>> = single.collect();
        for choice in self.choices {
            let Some(heap) = single.get_mut(&choice.part) else { continue };
            let (component, part) = choice.place;
            let after = &choice.after[component];
            let count = after.parts() + 1 - self.heaps[component].len();
            let left: Nat = (part..part + count).flat_map(|part| after.heaps(part)).sum();
            if left <= *heap.size {
                heap.amounts.insert(heap.size - left);
            }
        }
        single.into_values().collect()
    }

    /// Whether a move does what a sentence says.
    fn fits(&self, said: &Said, choice: &Choice) -> bool {
        let before = self.before(choice);
        if before.is_empty() || said.part.as_ref().is_some_and(|n| *n != Nat::from(choice.part)) {
            return false;
        }
        let (component, part) = choice.place;
        let left = &choice.after[component];
        let count = left.parts() + 1 - self.heaps[component].len();
        let after: Vec<Vec<Nat>> = (part..part + count).map(|part| left.heaps(part)).collect();
        match (before, &*said.changes) {
            ([size], [change]) => {
                let Some(after) = after.into_iter().map(single).collect::<Option<Vec<_>>>() else {
                    return false;
                };
                let named = match &change.heap {
                    Which::Any => true,
                    Which::Part(n) | Which::Place(n) => *n == Nat::from(choice.part),
                    Which::Size(n) => n == size,
                    Which::Each | Which::Either(_) => false,
                };
                named
                    && change.before.as_ref().is_none_or(|n| n == size)
                    && done(change, size, after)
            }
            ([_], _) => false,
            (before, changes) => match &*after {
                [after] if after.len() == before.len() => {
                    all_done(changes, choice.part, before, after)
                }
                _ => false,
            },
        }
    }

    /// Which of the moves is it?
    fn question(&self, text: &str, meant: &BTreeMap<usize, Meaning>) -> Unread {
        let of = |numbering| {
            let mut parts: Vec<usize> = meant
                .iter()
                .filter(|(_, meaning)| meaning.numbering == numbering)
                .map(|(&i, _)| self.choices[i].part)
                .collect();
            parts.dedup();
            parts
        };
        let size = |part: usize| {
            let choice = self.choices.iter().find(|choice| choice.part == part)?;
            single(self.before(choice).to_vec())
        };
        let number = sentence::read(&tokens(text)).into_iter().find_map(|said| {
            said.changes.into_iter().find_map(|change| match change.heap {
                Which::Either(number) => Some(number),
                _ => None,
            })
        });
        let message = match (&*of(Numbering::Place), &*of(Numbering::Size), number) {
            ([place], [by_size, more @ ..], Some(n)) if size(*place).is_some() => {
                let place_size = size(*place).unwrap_or_default();
                let others: Vec<String> = more.iter().map(|part| format!(", {part}")).collect();
                let s = if others.is_empty() { "" } else { "s" };
                format!(
                    "which heap is meant: heap {n} (its size is {place_size}), or the heap of size \
                     {n} (heap{s} {by_size}{})?",
                    others.concat()
                )
            }
            _ if meant.len() == 1 => "is this the move you mean?".to_owned(),
            _ if meant.values().all(|meaning| !meaning.sure) => {
                "is this the number to take, or the number to leave?".to_owned()
            }
            _ => "this may mean more than one move: which one?".to_owned(),
        };
        let instead = meant.keys().map(|&i| self.typed(i)).take(MAX_OFFERED).collect();
        Unread { message, instead, question: true }
    }

    /// A move as it can be typed without doubt.
    fn typed(&self, i: usize) -> String {
        let choice = &self.choices[i];
        match self.parts() {
            1 => choice.text.clone(),
            _ => format!("{}: {}", choice.part, choice.text),
        }
    }

    /// No move is named: those that begin or end like the text.
    fn nearest(&self, text: &str, typed: &str) -> Unread {
        let (part, rest) = split_part(typed);
        let here = |choice: &Choice| part.is_none_or(|part| part == choice.part);
        let typed = rest.to_lowercase();
        let alike = |choice: &Choice| {
            let text = plain(&choice.text).to_lowercase();
            let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
                a.zip(b).take_while(|(a, b)| a == b).count()
            };
            same(&mut text.chars(), &mut typed.chars())
                + same(&mut text.chars().rev(), &mut typed.chars().rev())
        };
        let mut near: Vec<usize> =
            (0..self.choices.len()).filter(|&i| here(&self.choices[i])).collect();
        near.sort_by_cached_key(|&i| std::cmp::Reverse(alike(&self.choices[i])));
        let shown: String = text.trim().chars().filter(|c| !c.is_control()).take(60).collect();
        let message = match part {
            Some(part) if near.is_empty() => match part {
                _ if part == 0 || part > self.parts() => format!("there is no part {part}"),
                _ => format!("no move is left in part {part}"),
            },
            _ if numbers_pins(text) => {
                format!(
                    "there is no move \"{shown}\" here: pins have no numbers, so say what is left"
                )
            }
            _ => match illegal::reason(&sentence::read(&tokens(text)), &self.single_heaps()) {
                Some(reason) => format!("there is no move \"{shown}\" here: {reason}"),
                None => format!("there is no move \"{shown}\" here"),
            },
        };
        let instead = near.into_iter().map(|i| self.typed(i)).take(MAX_OFFERED).collect();
        Unread { message, instead, question: false }
    }
}

/// Whether a text is about pins by their numbers, as `pin 4`: not to be read as how many are taken.
fn numbers_pins(text: &str) -> bool {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let starts = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    words.windows(2).any(|pair| matches!(&*pair[0], "pin" | "pins") && starts(&pair[1]))
}

/// How a move was meant.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Meaning {
    /// By words that leave no doubt what is done.
    sure: bool,
    numbering: Numbering,
}

impl Meaning {
    const SURE: Self = Self { sure: true, numbering: Numbering::None };
}

/// How a number that may be the place or the size of a heap was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    None,
    Place,
    Size,
}

/// The part before a colon, as in `2:` or `part 2:`, and what follows.
fn split_part(typed: &str) -> (Option<usize>, &str) {
    let number = |head: &str| {
        let head = head.trim().to_lowercase();
        head.strip_prefix("part").unwrap_or(&head).trim().parse().ok()
    };
    match typed.split_once(':') {
        Some((head, rest)) if number(head).is_some() => (number(head), rest),
        _ => (None, typed),
    }
}

/// A sentence with its doubtful numbers read in one way.
fn resolved(said: &Said, heap: fn(Nat) -> Which) -> Said {
    let mut said = said.clone();
    for change in &mut said.changes {
        if let Which::Either(number) = &change.heap {
            change.heap = heap(number.clone());
        }
    }
    said
}

fn single(heaps: Vec<Nat>) -> Option<Nat> {
    <[Nat; 1]>::try_from(heaps).ok().map(|[heap]| heap)
}

/// Whether a heap that became these heaps was changed so.
fn done(change: &Change, size: &Nat, after: Vec<Nat>) -> bool {
    let left: Nat = after.iter().sum();
    match &change.act {
        Act::Take(taken) => !taken.is_zero() && left + taken == *size,
        Act::TakeAll => left.is_zero(),
        Act::TakeList(_) => false,
        Act::Leave(sizes) => {
            // An empty heap may be named or not.
            let sorted = |sizes: &[Nat]| {
                let mut sizes: Vec<Nat> =
                    sizes.iter().filter(|size| !size.is_zero()).cloned().collect();
                sizes.sort_unstable();
                sizes
            };
            sorted(sizes) == sorted(&after)
        }
    }
}

/// Whether several heaps were changed so, and no other one lost anything.
fn all_done(changes: &[Change], part: usize, before: &[Nat], after: &[Nat]) -> bool {
    if let [change] = changes {
        let any = match &change.heap {
            Which::Any => true,
            Which::Part(n) => *n == Nat::from(part),
            _ => false,
        };
        match &change.act {
            Act::Leave(sizes) if sizes.len() > 1 => return any && sizes == after,
            Act::TakeList(taken) => {
                let fits = |((b, a), t): ((&Nat, &Nat), &Nat)| *b == a + t;
                let each = before.iter().zip(after).zip(taken).all(fits);
                return any && taken.len() == before.len() && each;
            }
            act if change.heap == Which::Each => {
                let fits = |(b, a): (&Nat, &Nat)| changed(act, b, a);
                return before.iter().zip(after).all(fits);
            }
            _ => {}
        }
    }
    let mut free: Vec<bool> = vec![true; before.len()];
    assigned(changes, part, before, after, &mut free)
}

/// Whether the changes can be given to different heaps, so that no other heap loses anything.
fn assigned(
    changes: &[Change],
    part: usize,
    before: &[Nat],
    after: &[Nat],
    free: &mut [bool],
) -> bool {
    let Some((change, others)) = changes.split_first() else {
        return (0..before.len()).all(|i| !free[i] || after[i] >= before[i]);
    };
    (0..before.len()).any(|i| {
        let named = match &change.heap {
            Which::Any => true,
            Which::Part(n) => *n == Nat::from(part),
            Which::Place(n) => *n == Nat::from(i + 1),
            Which::Size(n) => *n == before[i],
            Which::Each | Which::Either(_) => false,
        };
        let fits = free[i]
            && named
            && change.before.as_ref().is_none_or(|n| *n == before[i])
            && changed(&change.act, &before[i], &after[i]);
        fits && {
            free[i] = false;
            let fits = assigned(others, part, before, after, free);
            free[i] = true;
            fits
        }
    })
}

/// Whether a heap was changed so.
fn changed(act: &Act, before: &Nat, after: &Nat) -> bool {
    match act {
        Act::Take(taken) => !taken.is_zero() && after + taken == *before,
        Act::TakeAll => after.is_zero() && !before.is_zero(),
        Act::Leave(sizes) => matches!(&**sizes, [size] if size == after) && before != after,
        Act::TakeList(_) => false,
    }
}
