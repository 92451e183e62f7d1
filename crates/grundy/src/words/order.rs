//! Sorted strings and what neighbours share: words, or all that words end with.

use super::suffixes::{self, Code};
use super::text::{Codes, Text};
use crate::context::{Context, Stop};
use std::cmp::Ordering;

/// Strings of a text, each up to the end of its word, in the order of the alphabet (a word before
/// its own beginnings). Strings that others begin with are marked to be left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    /// Where each string starts.
    pub starts: Vec<u32>,
    /// The letters shared with the string before, and marks.
    shared: Vec<u32>,
    /// Whether `shared` is in the order of the places, not of the strings.
    by_place: bool,
}

/// Of a string of odd length.
const ODD: u32 = 1 << 31;
/// Of a string that the one before it begins with.
const INSIDE: u32 = 1 << 30;

/// What is known of a string and the one before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared(u32);

impl Shared {
    fn new(shared: usize, length: usize) -> Self {
        let odd = if length % 2 == 1 { ODD } else { 0 };
        Self(shared as u32 | odd | if shared == length { INSIDE } else { 0 })
    }

    /// The number of letters shared with the string before.
    pub fn letters(self) -> u32 {
        self.0 & (INSIDE - 1)
    }

    /// Whether the length of the string is odd.
    pub fn is_odd(self) -> bool {
        self.0 & ODD != 0
    }

    /// Whether the string before begins with the string.
    pub fn is_inside(self) -> bool {
        self.0 & INSIDE != 0
    }
}

impl Order {
    /// What string `i` shares with the one before it.
    #[inline]
    pub fn shared(&self, i: usize) -> Shared {
        Shared(self.shared[if self.by_place { self.starts[i] as usize } else { i }])
    }

    /// Moves string `from` and what it shares to the lesser number `to`.
    #[inline]
    pub fn shift(&mut self, from: usize, to: usize) {
        self.starts[to] = self.starts[from];
        if !self.by_place {
            self.shared[to] = self.shared[from];
        }
    }

    /// Forgets all strings but the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.starts.truncate(count);
        self.starts.shrink_to_fit();
        if !self.by_place {
            self.shared.truncate(count);
            self.shared.shrink_to_fit();
        }
    }

    /// The words themselves, with their `ends` given. O(letters) after sorting.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn words(text: &Text, ends: &[u32], context: &Context<'_>) -> Result<Self, Stop> {
        match &text.codes {
            Codes::Narrow(codes) => words(codes, ends, text.bytes(), context),
            Codes::Wide(codes) => words(codes, ends, text.bytes(), context),
        }
    }

    /// All that words end with, but for the empty word. O(letters).
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn suffixes(text: &Text, words: usize, context: &Context<'_>) -> Result<Self, Stop> {
        // Two arrays of places, and one byte more for values; what sorting needs besides is less
        // than the second array, which comes after it.
        let bytes = text.bytes() + text.len() as u64 * 9 + (text.len() / 8) as u64;
        context.check_memory(bytes, || "sorting substrings".into())?;
        match &text.codes {
            Codes::Narrow(codes) => all_suffixes(codes, usize::from(u8::END) + 1, words, context),
            Codes::Wide(codes) => all_suffixes(codes, u32::END as usize + 1, words, context),
        }
    }
}

fn all_suffixes<C: Code>(
    codes: &[C],
    alphabet: usize,
    words: usize,
    context: &Context<'_>,
) -> Result<Order, Stop> {
    let mut starts = vec![0; codes.len()];
    suffixes::sort(codes, alphabet, &mut starts, context)?;
    let mut shared = suffixes::shared(codes, &starts, context)?;
    let mut end = codes.len();
    for place in (0..codes.len()).rev() {
        if codes[place] == C::END {
            end = place;
        }
        let entry = &mut shared[place];
        *entry = Shared::new(*entry as usize, end - place).0;
    }
    // The end marks are greater than all letters.
    starts.truncate(codes.len() - words);
    Ok(Order { starts, shared, by_place: true })
}

/// A word to be sorted: its first letters, where it starts, its length with the end mark.
struct Word {
    key: u64,
    start: u32,
    length: u32,
}

fn words<C: Code>(
    codes: &[C],
    ends: &[u32],
    bytes: u64,
    context: &Context<'_>,
) -> Result<Order, Stop> {
    // For each word 16 bytes while sorting, then 8; a byte for values, and 4 for its end.
    let needed = bytes + ends.len() as u64 * 29;
    context.check_memory(needed, || "sorting words".into())?;
    let mut start = 0;
    let mut sorted = Vec::with_capacity(ends.len());
    for &end in ends {
        let word = &codes[start as usize..=end as usize];
        let mut letters = word.iter();
        let bits = 64 / C::PER_KEY as u32;
        let key = (0..C::PER_KEY)
            .fold(0u64, |key, _| key << bits | letters.next().map_or(0, |c| c.number().into()));
        sorted.push(Word { key, start, length: word.len() as u32 });
        start = end + 1;
    }
    let text = |word: &Word| &codes[word.start as usize..][..word.length as usize];
    let tail = |word: &Word| text(word).get(C::PER_KEY..).unwrap_or_default();
    context.look("sorting words", 0)?;
    let in_key = |word: &Word| word.length as usize <= C::PER_KEY;
    sorted.sort_unstable_by(|a, b| match a.key.cmp(&b.key) {
        // The key holds the end mark: then both words end there.
        Ordering::Equal if in_key(a) => Ordering::Equal,
        Ordering::Equal => tail(a).cmp(tail(b)),
        unequal => unequal,
    });
    context.look("sorting words", ends.len() as u64)?;
    let mut order = Order::default();
    order.starts.reserve_exact(sorted.len());
    order.shared.reserve_exact(sorted.len());
    let mut before: Option<&Word> = None;
    for (step, word) in sorted.iter().enumerate() {
        context.tick("sorting words", step as u64)?;
        let letters = word.length as usize - 1;
        let shared = match before {
            None => 0,
            Some(before) if before.key != word.key => {
                let same = (before.key ^ word.key).leading_zeros() as usize * C::PER_KEY / 64;
                same.min(letters)
            }
            Some(before) => {
                let first = C::PER_KEY.min(letters);
                let same = tail(before).iter().zip(tail(word)).take_while(|(a, b)| a == b).count();
                (first + same).min(letters)
            }
        };
        before = Some(word);
        order.starts.push(word.start);
        order.shared.push(Shared::new(shared, letters).0);
    }
    Ok(order)
}
